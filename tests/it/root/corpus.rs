//! Every status, every flag and every fault of `soil.toml`, each as a small root or file.

use serde_json::Value;
use trellis::root::config;
use trellis::soil::syntax::SourceFile;

use crate::folder;

use super::{Scratch, valid};
use crate::corpus;

/// `status --why` and `status --why --json` of a copy of each root, cold and from the index.
#[test]
fn statuses() {
    corpus::check("root/status", "", |case| {
        let root = Scratch::bare();
        folder::copy(&case.path, &root.path());
        let table = root.run(&["status", "--why"]);
        let document = root.run(&["status", "--why", "--json"]);
        assert_eq!((table.status, document.status), (0, 0), "{}: {}", case.name, table.stderr);
        let value = valid("status-report", &document.stdout);
        std::thread::sleep(std::time::Duration::from_millis(25));
        for _ in 0..2 {
            let again = root.run(&["status", "--why", "--json"]);
            assert_eq!(again.stdout, document.stdout, "{} is the same again", case.name);
        }
        let pretty = serde_json::to_string_pretty(&value).expect("JSON");
        format!("{}{}\n{pretty}\n", table.stdout, table.stderr)
    });
}

#[test]
fn every_status_and_every_flag_has_a_root() {
    use trellis::root::status::Status;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/root/status");
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a corpus") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "out") {
            let text = std::fs::read_to_string(path).expect("readable");
            let from = text.find("\n{").expect("a document");
            let value: Value = serde_json::from_str(&text[from..]).expect("JSON");
            for def in value["defs"].as_array().expect("definitions") {
                seen.push(def["status"].as_str().expect("a word").to_owned());
                let flags = def["flags"].as_array().expect("flags");
                let words = flags.iter().filter_map(|flag| flag.as_str()?.split(':').next());
                seen.extend(words.map(str::to_owned));
            }
        }
    }
    // `preflight` comes from a cache of test runs; its test is with the commands.
    let flags = "no-lock formal-stale test-stale prose-stale review-suggested soil-missing \
                 soil-untracked soil-drift stale-callees decision-scope-stale decision-stale \
                 open-question real-untested";
    let statuses = Status::ALL.iter().map(|status| status.word());
    let missing: Vec<&str> = statuses
        .chain(flags.split_whitespace())
        .filter(|word| !seen.iter().any(|seen| seen == word))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// Faults with the text under each span.
#[test]
fn configurations() {
    corpus::check("root/config", "toml", |case| {
        let source = SourceFile::new(config::FILE, case.text());
        let faults = match config::parse(&source) {
            Ok(config) => {
                let tags: Vec<&str> = config.tags.keys().map(|tag| tag.as_str()).collect();
                let entry = config.entrypoint.as_ref().map_or("none", |(name, _)| name);
                let pin = &config.toolchain;
                return format!(
                    "valid: trellis {} soil0_cli {} skill {} entrypoint {entry} tags {tags:?}\n",
                    pin.trellis,
                    pin.soil0_cli,
                    pin.skill.as_deref().unwrap_or("none"),
                );
            }
            Err(faults) => faults,
        };
        let mut text = String::new();
        for fault in faults {
            let place = match fault.span {
                None => "nowhere".to_owned(),
                Some(span) => {
                    let under = &source.text()[span.start as usize..span.end as usize];
                    format!("{}:{} {under:?}", span.line, span.col)
                }
            };
            text.push_str(&format!("{} at {place}: {}\n", fault.code, fault.message));
            for note in &fault.notes {
                text.push_str(&format!("  note: {}\n", note.message));
            }
        }
        text
    });
}

/// `toolchain update` on each of these files that is TOML: valid then, and nothing else moved.
#[test]
fn toolchain_update_keeps_every_other_byte() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/root/config");
    let ours = ["trellis", "soil0_cli", "skill"];
    for entry in std::fs::read_dir(folder).expect("a corpus") {
        let path = entry.expect("readable").path();
        let name = path.display().to_string();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let old = std::fs::read_to_string(&path).expect("text");
        let Ok(new) = trellis::root::pin::update(&old) else {
            let is_toml = old.parse::<toml_edit::DocumentMut>().is_ok();
            assert!(!is_toml, "{name} is TOML, but was not updated");
            continue;
        };
        let again = trellis::root::pin::update(&new).expect("TOML");
        assert_eq!(again, new, "{name}: a second update changes nothing");
        let rest = |text: &str| -> Vec<String> {
            let is_ours = |line: &str| {
                let key = line.trim().trim_start_matches("toolchain.");
                ours.iter().any(|ours| key.starts_with(ours))
                    || line.starts_with("toolchain =")
                    || line.starts_with("[toolchain]")
                    || line.trim().is_empty()
            };
            text.split_inclusive('\n').filter(|line| !is_ours(line)).map(str::to_owned).collect()
        };
        // Without its last line end a file gets one, so that something can follow.
        let ended = if old.is_empty() || old.ends_with('\n') { old } else { old + "\n" };
        let new = if new.ends_with('\n') { new } else { new + "\n" };
        assert_eq!(rest(&new), rest(&ended), "{name}");
    }
}
