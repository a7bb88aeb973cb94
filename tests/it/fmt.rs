//! `trellis fmt` rewrites what it was asked to, and never loses a word in silence.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

fn fmt(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trellis"));
    command.arg("fmt").args(args).current_dir(folder).env_remove("TRELLIS_ROOT");
    command.output().expect("trellis runs")
}

const LOOSE: &str = "f : I64 -> I64 f x = if x < 1 then 1 else x";
const TIGHT: &str = "f : I64 -> I64\nf x =\n  if x < 1\n  then 1\n  else x\n";

fn root() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    fs::create_dir(folder.path().join("maths")).expect("writable");
    fs::write(folder.path().join("soil.toml"), "").expect("writable");
    fs::write(folder.path().join("maths/f.soil"), LOOSE).expect("writable");
    folder
}

#[test]
fn a_root_is_formatted_and_modes_stay() {
    let folder = root();
    let file = folder.path().join("maths/f.soil");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("writable");
    let check = fmt(folder.path(), &["--check"]);
    assert_eq!(check.status.code(), Some(1));
    let diff = fmt(&folder.path().join("maths"), &["--diff", "f.soil"]);
    assert_eq!(diff.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&diff.stdout).contains("+  then 1\n"));
    assert_eq!(fs::read_to_string(&file).expect("readable"), LOOSE);
    assert_eq!(fmt(&folder.path().join("maths"), &[]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).expect("readable"), TIGHT);
    assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
    assert_eq!(fmt(folder.path(), &["--check"]).status.code(), Some(0));
}

#[test]
fn comments_are_dropped_only_when_asked() {
    let folder = root();
    let file = folder.path().join("maths/f.soil");
    let words = format!("-- why so\n{LOOSE}");
    fs::write(&file, &words).expect("writable");
    let refused = fmt(folder.path(), &["maths"]);
    assert_ne!(refused.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("would lose this comment"));
    assert_eq!(fs::read_to_string(&file).expect("readable"), words);
    assert_eq!(fmt(folder.path(), &["--drop-comments"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&file).expect("readable"), TIGHT);
}

#[test]
fn a_file_that_does_not_parse_is_reported_and_the_others_are_formatted() {
    let folder = root();
    fs::write(folder.path().join("maths/a.soil"), "a : I64\na = (").expect("writable");
    let output = fmt(folder.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("\"parse-expected\""));
    let formatted = fs::read_to_string(folder.path().join("maths/f.soil")).expect("readable");
    assert_eq!(formatted, TIGHT);
}
