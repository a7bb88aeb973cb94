//! The roots under `examples/`: what agents learn from and newcomers see first.
//!
//! Each complete root is copied, checked, formatted and tested from nothing by the real program,
//! and must stand as it is checked in: accepted, canonical, and with the very same locks. The root
//! of the demonstration has no code; `demo` lowers it to green.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const COMPLETE: [&str; 3] = ["calc", "ledger", "textkit"];

struct Place(tempfile::TempDir);

impl Place {
    fn with(example: &str) -> Place {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let root = folder.path().join(example);
        crate::folder::copy(&examples().join(example), &root);
        // What a machine keeps for itself.
        let _ = fs::remove_dir_all(root.join(".trellis"));
        let _ = fs::remove_file(root.join("soil.lock"));
        Place(folder)
    }

    fn trellis(&self, below: &str, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trellis"));
        for name in ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, self.0.path());
        }
        let below = self.0.path().join(below);
        command.args(args).current_dir(below).output().expect("trellis runs")
    }

    /// Runs a command that must succeed; returns what it printed.
    fn ok(&self, below: &str, args: &[&str]) -> String {
        let output = self.trellis(below, args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(
            output.status.success(),
            "{args:?}: {}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        text(&output.stdout)
    }
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

/// Reads all files of a kind, by their paths.
fn files(root: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if entry.file_name() == ".trellis" || entry.file_name() == "soil.lock" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let below = path.strip_prefix(root).expect("found there").to_owned();
                found.push((below, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn complete_roots_stand_as_they_are_checked_in() {
    for name in COMPLETE {
        let place = Place::with(name);
        place.ok(name, &["check"]);
        place.ok(name, &["fmt", "--check"]);
        let status = place.ok(name, &["status"]);
        for line in status.lines().filter(|line| line.contains(" function ")) {
            assert!(line.trim_end().ends_with("accepted"), "{name}: {line}");
        }
        place.ok(name, &["test", "--all"]);
        let (there, here) =
            (files(&examples().join(name), "lock"), files(&place.0.path().join(name), "lock"));
        assert!(!there.is_empty(), "{name} has no locks");
        assert!(there == here, "{name}: running the tests again changes a lock");
    }
}

#[test]
fn the_demonstration_becomes_green_without_an_account() {
    let place = Place::with("first_hour");
    let root = place.0.path().join("first_hour");
    assert!(files(&root, "soil").is_empty() && files(&root, "lock").is_empty());
    let shown = place.ok(".", &["demo", "made"]);
    let made = place.0.path().join("made/first_hour");
    let n_functions =
        files(&root, "tr").iter().filter(|(_, text)| text.contains("```soil-sig")).count();
    assert_eq!(files(&made, "soil").len(), n_functions, "{shown}");
    let status = place.ok("made/first_hour", &["status"]);
    assert_eq!(status.matches(" tested").count(), n_functions + 1, "{status}");
    place.ok("made/first_hour", &["test", "--all"]);
    assert!(
        !place.trellis(".", &["demo", "made"]).status.success(),
        "a folder is never overwritten"
    );
}
