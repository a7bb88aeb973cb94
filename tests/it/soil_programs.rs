//! Whole programs through `soil0 rename`, `infer` and `check`: documents, reports and exit codes.

use std::ffi::OsString;
use std::fmt::Write as _;

use trellis::soil::oracle;

use crate::corpus;

#[test]
fn rename_infer_and_check_say_what_the_contract_says() {
    corpus::check("soil_programs", "", |case| {
        let mut out = String::new();
        for command in ["rename", "infer", "check"] {
            let manifest = case.path.join("program.json");
            let outcome = oracle::run(&[OsString::from(command), manifest.into_os_string()]);
            let folder = format!("{}/", case.path.display());
            let text = outcome.stdout.clone() + &outcome.stderr;
            assert!(outcome.stdout.is_empty() || outcome.stderr.is_empty(), "{}", case.name);
            let _ =
                write!(out, "$ soil0 {command}  # {}\n{}", outcome.exit, text.replace(&folder, ""));
        }
        out
    });
}

#[test]
fn dump_ast_shows_the_core_terms() {
    let manifest =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/soil_programs/digit_sum/program.json");
    let outcome = oracle::run(&["infer", "--dump-ast", manifest].map(OsString::from));
    assert_eq!(outcome.exit, 0);
    assert!(outcome.stdout.starts_with("digit_sum = If"), "{}", outcome.stdout);
}
