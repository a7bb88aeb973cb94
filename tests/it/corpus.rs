//! The corpus walker: one case a file or folder, its expectation beside it.
//!
//! A case `name.EXT` has its expectation in `name.out`. `TRELLIS_BLESS=1` rewrites expectations,
//! except under `CI`. Orphaned expectations and empty corpora fail, so nothing is skipped unseen.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// One input of a corpus.
pub struct Case {
    /// Where the input is; a file, or a folder for a case of several files.
    pub path: PathBuf,
    /// The case's name: the path below the corpus without extension.
    pub name: String,
}

impl Case {
    /// Reads the input file.
    pub fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap_or_else(|e| panic!("{}: {e}", self.path.display()))
    }
}

/// Runs every case below `tests/corpus/DIR` whose extension is `ext` (empty: every leaf folder
/// that holds files) and compares what `render` says with the case's `.out` file.
pub fn check(dir: &str, ext: &str, render: impl Fn(&Case) -> String) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(dir);
    let cases = find(&top, ext);
    assert!(!cases.is_empty(), "no case in {}", top.display());
    let bless = std::env::var_os("TRELLIS_BLESS").is_some() && std::env::var_os("CI").is_none();
    let mut faults = String::new();
    for case in &cases {
        let expectation = case.path.with_extension("out");
        let actual = render(case);
        let expected = fs::read_to_string(&expectation).unwrap_or_default();
        if actual == expected {
            continue;
        }
        if bless {
            fs::write(&expectation, &actual).expect("the corpus is writable");
        } else {
            let diff = similar::TextDiff::from_lines(expected.as_str(), actual.as_str());
            let diff = diff.unified_diff().header("expected", "actual").to_string();
            let _ = writeln!(faults, "== {}\n{diff}", case.name);
        }
    }
    for orphan in orphans(&top, &cases) {
        let _ = writeln!(faults, "== {}: an expectation without an input", orphan.display());
    }
    assert!(
        faults.is_empty(),
        "{faults}\nread the differences; if they are right: TRELLIS_BLESS=1 cargo test --test it"
    );
}

fn find(top: &Path, ext: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut folders = vec![top.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            let is_case = match (path.is_dir(), ext) {
                (true, "") => entries(&path).iter().any(|inner| inner.is_file()),
                (is_dir, ext) => !is_dir && path.extension().is_some_and(|found| found == ext),
            };
            if is_case {
                let name = path.strip_prefix(top).expect("below the top").with_extension("");
                cases.push(Case { name: name.to_string_lossy().into_owned(), path });
            } else if path.is_dir() {
                folders.push(path);
            }
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    cases
}

fn orphans(top: &Path, cases: &[Case]) -> Vec<PathBuf> {
    let mut found = find(top, "out").into_iter().map(|case| case.path).collect::<Vec<_>>();
    found.retain(|path| !cases.iter().any(|case| case.path.with_extension("out") == *path));
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    read.map(|entry| entry.expect("a readable entry").path()).collect()
}
