//! The index changes nothing but time: incremental equals cold, and damage goes unnoticed.

use std::fs;
use std::path::Path;
use std::time::Duration;

use trellis::root::index::{self, Known, Origin};
use trellis::root::{Snapshot, refresh};

use crate::folder;

use super::Scratch;

/// Long enough for files to count as settled.
const REST: Duration = Duration::from_millis(25);

/// Everything that an answer says.
fn said(known: &Known) -> String {
    let standings: Vec<_> = known.standings().collect();
    let paths: Vec<_> = known.paths().collect();
    let questions: Vec<_> = known.questions().collect();
    let faults = known.faults();
    let own: Vec<_> = paths.iter().map(|path| known.faults_of(path)).collect();
    let n = known.n_definitions();
    format!("{standings:#?}\n{faults:#?}\n{own:#?}\n{paths:?}\n{questions:?}\n{n}")
}

fn cold(root: &Scratch) -> Result<String, String> {
    let snapshot = Snapshot::load(&root.dir()).map_err(|faults| format!("{faults:?}"))?;
    Ok(said(&Known::of_snapshot(&snapshot)))
}

/// Asks the index and compares with a cold answer; returns where the answer came from.
#[track_caller]
fn ask(root: &Scratch, why: &str) -> Option<Origin> {
    let known = index::of(&root.dir()).map_err(|faults| format!("{faults:?}"));
    let origin = known.as_ref().ok().map(Known::origin);
    let warm = known.map(|known| said(&known));
    let cold = cold(root);
    if warm != cold {
        let text = |said: &Result<String, String>| match said {
            Ok(text) | Err(text) => text.clone(),
        };
        let (warm, cold) = (text(&warm), text(&cold));
        let diff = similar::TextDiff::from_lines(&cold, &warm);
        let diff = diff.unified_diff().header("cold", "warm").to_string();
        panic!("after {why} ({origin:?}):\n{diff}");
    }
    origin
}

/// A root with two modules that use each other's parts, all of it with locks.
fn busy() -> Scratch {
    let root = Scratch::demo();
    folder::copy(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/ledger/money")),
        &root.path().join("money"),
    );
    root.edit("soil.toml", "[tags]", "[tags]\nmoney = \"amounts\"");
    root.write(
        "textkit/limit.tr",
        "---\nname: limit\n---\nLimits to ten.\n\n```soil-sig\nlimit : (n : I64) -> I64\n```\n\n\
         ```ensures\nlow: clamp 0 10 result == result\n```\n\n```test one\n(1) => 1\n```\n",
    );
    root.write("textkit/limit.soil", "limit : (n : I64) -> I64\nlimit n = clamp 0 10 n\n");
    root.write(
        "top.tr",
        "---\nname: top\n---\nLimits again.\n\n```test one\n(1) => 1\n```\n\n```property same\nforall \
         x : I64\nlimit x == limit (limit x)\n```\n",
    );
    root.write("top.soil", "top : (x : I64) -> I64\ntop x = limit x\n");
    refresh::refresh(&root.dir()).expect("a refresh");
    let snapshot = root.snapshot();
    for path in snapshot.paths() {
        let Some(lowering) = trellis::root::record::lowering(&snapshot, path) else { continue };
        let spec = snapshot.spec(path).expect("a sound definition");
        let mut lock = (**snapshot.lock(path).expect("refreshed")).clone();
        lock.lowering = Some(lowering);
        lock.checks = trellis::root::record::checks(&snapshot, spec);
        root.write(&format!("{path}.lock"), trellis::root::lock::write(&lock));
    }
    std::thread::sleep(REST);
    root
}

#[test]
fn an_unmoved_root_is_answered_by_the_index() {
    let root = busy();
    assert_eq!(ask(&root, "nothing"), Some(Origin::Root));
    assert_eq!(ask(&root, "nothing"), Some(Origin::Index));
    fs::remove_file(root.path().join(".trellis/cache/index")).expect("it was written");
    assert_eq!(ask(&root, "the loss of the index"), Some(Origin::Root));
}

#[test]
fn moved_definitions_are_rechecked_alone() {
    type Edit = (&'static str, &'static str, &'static str);
    let edits: [Edit; 13] = [
        ("textkit/clamp.soil", "if hi < x", "if hi <= x"),
        ("textkit/clamp.soil", "(lo : I64)", "(low : I64)"),
        ("textkit/clamp.tr", "Limits an integer", "Limits a number"),
        ("textkit/clamp.tr", "(0, 10, 99) => 10", "(0, 10, 98) => 10"),
        ("textkit/clamp.tr", "at-most: result <= hi", "at-most: result <= hi + 0"),
        ("textkit/_module.tr", "fold ASCII letters only", "fold all letters"),
        ("textkit/_private.soil", "utf8_trim", "utf8_lower"),
        ("textkit/kv_error.tr", "Why a", "The reason why a"),
        ("textkit/clamp.soil", "if hi < x", "if hj < x"),
        ("textkit/clamp.soil", "if hi < x", "if \"hi\" < x"),
        ("textkit/clamp.soil", "if hi < x", "if hi <"),
        ("textkit/limit.soil", "clamp 0 10 n", "clam 0 10 n"),
        ("top.soil", "limit x", "limit x x"),
    ];
    for (file, from, to) in edits {
        let root = busy();
        ask(&root, "nothing");
        root.edit(file, from, to);
        let origin = ask(&root, &format!("{from} -> {to} in {file}"));
        // Helpers that moved are named, which takes all of them.
        let expected = if file.contains("_private") { Origin::Root } else { Origin::Recheck };
        assert_eq!(origin, Some(expected), "{from} -> {to} in {file}");
        // And back, from an index of the whole root as it is now.
        std::thread::sleep(REST);
        let _ = fs::remove_file(root.path().join(".trellis/cache/index"));
        ask(&root, "an index of its own");
        root.edit(file, to, from);
        ask(&root, &format!("{to} -> {from} in {file}"));
    }
}

#[test]
fn what_reaches_further_is_read_whole() {
    type Edit = (&'static str, &'static str, &'static str);
    let edits: [Edit; 6] = [
        ("textkit/clamp.soil", "clamp : (lo : I64) -> (hi : I64)", "clamp : (lo : I64)"),
        ("textkit/clamp.soil", "if hi < x", "if hj < x"),
        ("textkit/kv_pair.tr", "value : Utf8", "value : Bytes"),
        ("textkit/_module.tr", "type KvPair", "abstract type KvPair"),
        ("textkit/clamp.soil", "clamp lo hi x =", "clamp lo hi limit ="),
        ("textkit/limit.tr", "clamp 0 10 result", "crash 0 10 result"),
    ];
    for (file, from, to) in edits {
        let root = busy();
        ask(&root, "nothing");
        root.edit(file, from, to);
        ask(&root, &format!("{from} -> {to} in {file}"));
    }
    // An effect that a caller's predicates may not have.
    let root = busy();
    ask(&root, "nothing");
    root.edit("textkit/clamp.soil", "(x : I64) -> I64", "(x : I64) -> panic I64");
    ask(&root, "a row");
}

#[test]
fn a_damaged_index_is_no_index() {
    let root = busy();
    ask(&root, "nothing");
    let place = root.path().join(".trellis/cache/index");
    let good = fs::read(&place).expect("it was written");
    let step = good.len() / 40;
    for at in (0..good.len()).step_by(step) {
        let mut bad = good.clone();
        bad[at] ^= 0x10;
        fs::write(&place, &bad).expect("writable");
        assert_eq!(ask(&root, "a flipped bit"), Some(Origin::Root), "byte {at}");
        fs::write(&place, &good[..at]).expect("writable");
        assert_eq!(ask(&root, "a cut"), Some(Origin::Root), "{at} bytes");
    }
    fs::write(&place, [&good[..], b"x"].concat()).expect("writable");
    assert_eq!(ask(&root, "a tail"), Some(Origin::Root));
    fs::write(&place, &good).expect("writable");
    assert_eq!(ask(&root, "a repair"), Some(Origin::Index), "the same stamps still stand");
}

#[test]
fn an_index_that_cannot_be_written_is_missed_by_nobody() {
    let root = busy();
    fs::write(root.path().join(".trellis"), "in the way").unwrap_or_default();
    let _ = fs::remove_dir_all(root.path().join(".trellis"));
    fs::write(root.path().join(".trellis"), "in the way").expect("writable");
    assert_eq!(ask(&root, "a file in the way"), Some(Origin::Root));
    assert_eq!(ask(&root, "a file in the way"), Some(Origin::Root));
}

/// A deterministic source of choices (SplitMix64).
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn files(root: &Scratch) -> Vec<String> {
    let mut found = Vec::new();
    let top = root.path();
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            let name = path.strip_prefix(&top).expect("below").to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') {
                folders.push(path);
            } else if path.is_file() && name != "soil.lock" {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

/// Does something to a file; says what.
fn mutate(root: &Scratch, choices: &mut Choices) -> String {
    const SWAPS: [(&str, &str); 16] = [
        ("hi", "lo"),
        ("0", "1"),
        ("<", "<="),
        ("I64", "Utf8"),
        ("clamp", "limit"),
        ("limit", "clamp"),
        ("->", "-> panic"),
        ("utf8_trim", "utf8_lower"),
        ("cents", "amount"),
        (" the ", " each "),
        ("true", "false"),
        ("KvPair", "KvError"),
        ("Money", "Currency"),
        ("_clean", "clamp"),
        ("type ", ""),
        ("\"human\"", "\"agent\""),
    ];
    let all = files(root);
    let file = choices.of(&all).clone();
    let text = root.read(&file);
    match choices.below(10) {
        0 if file != "soil.toml" => {
            fs::remove_file(root.path().join(&file)).expect("writable");
            format!("deleting {file}")
        }
        1 => {
            let lines: Vec<&str> = text.lines().collect();
            let at = choices.below(lines.len().max(1));
            let kept: Vec<&str> =
                lines.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, line)| *line).collect();
            root.write(&file, kept.join("\n") + "\n");
            format!("dropping line {at} of {file}")
        }
        2 => {
            root.write(&file, format!("{text}\n"));
            format!("a blank line after {file}")
        }
        3 => {
            let stem = file.rsplit_once('.').map_or("x", |(stem, _)| stem);
            root.write(&format!("{stem}.question.json"), "{}");
            format!("a question beside {file}")
        }
        4 => {
            let other = choices.of(&all);
            root.write(&file, root.read(other));
            format!("{other} over {file}")
        }
        _ => {
            let (from, to) = choices.of(&SWAPS);
            let n = text.matches(from).count();
            if n == 0 {
                return format!("nothing: no {from} in {file}");
            }
            let which = choices.below(n);
            let at = text.match_indices(from).nth(which).expect("counted").0;
            let new = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
            root.write(&file, new);
            format!("{from} -> {to} in {file}")
        }
    }
}

/// `TRELLIS_TEST_STEPS` walks further, `TRELLIS_TEST_SEED` elsewhere.
#[test]
fn incremental_equals_cold() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let steps = number("TRELLIS_TEST_STEPS", 60);
    let mut choices = Choices(number("TRELLIS_TEST_SEED", 42));
    let root = busy();
    let good: Vec<(String, String)> =
        files(&root).into_iter().map(|file| (file.clone(), root.read(&file))).collect();
    let mut origins = [0; 3];
    let mut walked = Vec::new();
    for _ in 0..steps {
        for file in files(&root) {
            if !good.iter().any(|(known, _)| *known == file) {
                fs::remove_file(root.path().join(file)).expect("writable");
            }
        }
        for (file, text) in &good {
            let is_same = fs::read_to_string(root.path().join(file)).is_ok_and(|now| now == *text);
            if !is_same {
                root.write(file, text);
            }
        }
        std::thread::sleep(REST);
        ask(&root, "a restoration");
        walked.clear();
        for _ in 0..=choices.below(3) {
            walked.push(mutate(&root, &mut choices));
            if let Some(origin) = ask(&root, &walked.join(", then ")) {
                origins[origin as usize] += 1;
            }
        }
    }
    println!("index, recheck, root: {origins:?}");
    assert!(origins.iter().all(|n| *n > 0), "every way was walked: {origins:?}");
}
