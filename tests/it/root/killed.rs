//! A killed command leaves each file as it was or as it was to be, and can be run again.

use std::collections::BTreeMap;
use std::fs;

use crate::folder;

use super::Scratch;

const STEPS: [&str; 6] = ["created", "half-written", "written", "flushed", "renamed", "done"];

type Files = BTreeMap<String, String>;

/// All files but caches and what a killed writer leaves beside its target.
fn files(root: &Scratch) -> Files {
    let top = root.path();
    let mut found = Files::new();
    let mut folders = vec![top.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("readable").path();
            let name = path.strip_prefix(&top).expect("below").to_string_lossy().into_owned();
            let is_ours = name == ".trellis" || name.ends_with(".tmp");
            if path.is_dir() && !is_ours {
                folders.push(path);
            } else if path.is_file() && !is_ours {
                found.insert(name, fs::read_to_string(path).expect("text"));
            }
        }
    }
    found
}

/// Kills a command at every step of every write; `before` makes the root that it runs in.
fn kill_everywhere(before: &Scratch, command: &[&str]) {
    let copy_of = |root: &Scratch| {
        let fresh = Scratch::bare();
        folder::copy(&root.path(), &fresh.path());
        fresh
    };
    let old = files(before);
    let whole = copy_of(before);
    let run = whole.run(command);
    assert_eq!(run.status, 0, "{command:?}: {}", run.stderr);
    let new = files(&whole);
    assert!(old != new, "{command:?} writes nothing");
    let mut n_killed = 0;
    'writes: for n in 1.. {
        for step in STEPS {
            let root = copy_of(before);
            let run = root.run_with(command, &[("TRELLIS_CRASH", &format!("{step}:{n}"))]);
            if !run.was_killed {
                assert_eq!(run.status, 0, "{command:?}: {}", run.stderr);
                break 'writes;
            }
            n_killed += 1;
            let left = files(&root);
            for name in old.keys().chain(new.keys()).chain(left.keys()) {
                let state = left.get(name);
                assert!(
                    state == old.get(name) || state == new.get(name),
                    "{command:?} at {step}:{n} left {name} as {:?}",
                    state
                );
            }
            let again = root.run(command);
            // What was complete before the end may say that there is nothing left to do.
            let is_init = command[0] == "init" || command[0] == "new";
            if !is_init || again.status == 0 {
                assert_eq!(again.status, 0, "{command:?} again: {}", again.stderr);
                let now = files(&root);
                let differs = |name: &&String| now.get(*name) != new.get(*name);
                let different: Vec<_> = now.keys().chain(new.keys()).filter(differs).collect();
                assert_eq!(different, Vec::<&String>::new(), "{command:?} after {step}:{n}");
            }
        }
    }
    assert!(n_killed >= STEPS.len(), "{command:?} was killed {n_killed} times");
}

/// A root whose toolchain is pinned and whose locks are written.
fn refreshed() -> Scratch {
    let root = Scratch::demo();
    for command in [&["toolchain", "update"][..], &["refresh"]] {
        let run = root.run(command);
        assert_eq!(run.status, 0, "{}", run.stderr);
    }
    root
}

#[test]
fn refresh() {
    let root = Scratch::demo();
    root.run(&["toolchain", "update"]);
    kill_everywhere(&root, &["refresh"]);
}

#[test]
fn test_and_manifest() {
    let root = refreshed();
    root.edit("textkit/clamp.tr", "(0, 10, 99) => 10", "(0, 10, 98) => 10");
    kill_everywhere(&root, &["test", "textkit/clamp"]);
    fs::remove_file(root.path().join("soil.lock")).expect("it was written");
    kill_everywhere(&root, &["manifest"]);
}

#[test]
fn marks() {
    let root = refreshed();
    kill_everywhere(&root, &["accept", "textkit/clamp"]);
    kill_everywhere(&root, &["pin", "textkit/clamp"]);
    root.edit("textkit/clamp.tr", "Limits an integer", "Limits a number");
    kill_everywhere(&root, &["review", "textkit/clamp"]);
}

#[test]
fn decisions_editorial() {
    let root = refreshed();
    root.edit("_project.tr", "never with panic", "never by panic");
    kill_everywhere(&root, &["decisions", "editorial", "results"]);
}

#[test]
fn fmt_and_toolchain_update() {
    let root = refreshed();
    root.edit("textkit/clamp.soil", "if x < lo\n", "if x < lo ");
    root.edit("textkit/parse_kv.soil", "parse_kv line =\n", "parse_kv line = ");
    kill_everywhere(&root, &["fmt"]);
    root.edit("soil.toml", "trellis = \"0.1.0\"", "trellis = \"0.0.9\" # old");
    kill_everywhere(&root, &["toolchain", "update"]);
}

#[test]
fn init_and_new() {
    let root = refreshed();
    kill_everywhere(&root, &["new", "textkit/join"]);
    kill_everywhere(&Scratch::bare(), &["init"]);
}
