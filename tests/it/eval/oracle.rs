//! `soil0 run` and `soil0 test` to the byte.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use trellis::soil::oracle;

fn soil0(args: &[&str]) -> (String, String, u8) {
    let args: Vec<OsString> = args.iter().map(Into::into).collect();
    let outcome = oracle::run(&args);
    (outcome.stdout, outcome.stderr, outcome.exit)
}

fn bundle(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/soil/tests").join(name);
    folder.join("bundle.json").to_string_lossy().into_owned()
}

/// A program of one definition in a folder of its own.
fn program(path: &str, text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
    fs::write(&file, text).expect("writable");
    fs::write(folder.path().join("env.json"), "{\"types\":[]}").expect("writable");
    let manifest = folder.path().join("program.json");
    fs::write(&manifest, format!("{{\"types\":\"env.json\",\"defs\":[\"{path}\"]}}"))
        .expect("writable");
    (folder, manifest)
}

#[test]
fn a_bundle_reports_as_the_contract_shows() {
    let (stdout, stderr, exit) = soil0(&["test", &bundle("later")]);
    assert_eq!(
        stdout,
        "{\"cases\":[{\"name\":\"shift#1\",\"result\":\"pass\",\"details\":{\"tag\":\"None\"}},\
         {\"name\":\"shift#2\",\"result\":\"fail\",\"details\":{\"tag\":\"Some\",\"value\":\
         {\"expected\":\"0\",\"actual\":\"panic: overflow: integer overflow\"}}}]}\n"
    );
    assert_eq!((stderr.as_str(), exit), ("", 1));
}

#[test]
fn every_outcome_of_a_case_is_told_apart() {
    let (stdout, stderr, exit) = soil0(&["test", &bundle("outcomes")]);
    assert_eq!((stderr.as_str(), exit), ("", 1));
    let result = |name: &str| {
        let start = stdout.find(&format!("\"name\":\"{name}\"")).expect("the case");
        let rest = &stdout[start..];
        let end = rest[1..].find("{\"name\"").map_or(rest.len(), |end| end + 1);
        rest[..end].trim_end_matches([',', ']', '}', '\n']).to_owned()
    };
    for (name, word) in [
        ("passes", "pass"),
        ("fails", "fail"),
        ("xfails", "xfail"),
        ("xpasses", "xpass"),
        ("panics", "pass"),
        ("does not panic", "fail"),
        ("panics unexpectedly", "fail"),
        ("an endless run never is the expected panic", "fail"),
        ("the stream of seed 42", "pass"),
        ("a file of a fake", "pass"),
        ("a missing file of a fake", "pass"),
    ] {
        let wanted = format!("\"result\":\"{word}\"");
        assert!(result(name).contains(&wanted), "{name}: {}", result(name));
    }
    let endless = result("an endless run never is the expected panic");
    assert!(endless.contains("\"actual\":\"panic: resource: step limit 50000000"), "{endless}");
}

#[test]
fn a_run_prints_its_result_or_its_panic() {
    let (_folder, manifest) = program("n/bump.soil", "bump : I64 -> panic I64\nbump n = n + 1\n");
    let manifest = manifest.to_string_lossy();
    let (stdout, stderr, exit) = soil0(&["run", &manifest, "--entry", "bump", "--args", "[41]"]);
    assert_eq!((stdout.as_str(), stderr.as_str(), exit), ("42\n", "", 0));
    let args = ["run", &manifest, "--entry", "bump", "--args", "[9223372036854775807]"];
    let (stdout, stderr, exit) = soil0(&args);
    assert_eq!(
        stderr,
        "{\"errors\":[{\"code\":\"runtime-panic\",\"message\":\"overflow: integer overflow\",\
         \"file\":{\"tag\":\"Some\",\"value\":\"n/bump.soil\"},\"span\":{\"tag\":\"None\"},\
         \"notes\":[{\"message\":\"in n::bump\",\"file\":{\"tag\":\"None\"},\"span\":{\"tag\":\"None\"}}]}]}\n"
    );
    assert_eq!((stdout.as_str(), exit), ("", 1));
}

#[test]
fn a_run_is_refused_with_the_code_of_its_reason() {
    let (_folder, manifest) = program("n/f.soil", "f : I64 -> I64\nf n = ?rest\n");
    let manifest = manifest.to_string_lossy();
    for (entry, args, code, exit) in [("g", "[1]", "usage", 2), ("f", "[1]", "unfilled-hole", 1)] {
        let found = soil0(&["run", &manifest, "--entry", entry, "--args", args]);
        assert!(found.1.contains(&format!("\"code\":\"{code}\"")), "{entry} {args}: {found:?}");
        assert_eq!(found.2, exit);
    }
    let (_folder, manifest) = program("n/f.soil", "f : U8 -> U8\nf n = n\n");
    let manifest = manifest.to_string_lossy();
    for (args, code) in [
        ("{}", "usage"),
        ("[", "usage"),
        ("[]", "usage"),
        ("[1,2]", "usage"),
        ("[256]", "malformed-input"),
        ("[1.0]", "malformed-input"),
    ] {
        let found = soil0(&["run", &manifest, "--entry", "f", "--args", args]);
        assert!(found.1.contains(&format!("\"code\":\"{code}\"")), "{args}: {found:?}");
        assert_eq!(found.2, 2, "{args}");
    }
}

#[test]
fn a_run_within_steps_ends_by_its_budget() {
    let (_folder, manifest) = program("n/f.soil", "f : I64 -> I64\nf n = f (n + 0)\n");
    let manifest = manifest.to_string_lossy();
    let args = ["run", &manifest, "--entry", "f", "--args", "[1]", "--steps", "1000"];
    let (_, stderr, exit) = soil0(&args);
    assert!(stderr.contains("resource: step limit 1000"), "{stderr}");
    assert_eq!(exit, 1);
}
