//! `soil0 lex`, `parse` and `print` through the library, and the syntax corpora.

use std::ffi::OsString;
use std::fs;

use trellis::soil::oracle::{self, Outcome};
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};

use crate::corpus;

fn soil0(args: &[&str]) -> Outcome {
    oracle::run(&args.iter().map(OsString::from).collect::<Vec<_>>())
}

/// Runs a command over a file of this text; the report names the file `f.soil`.
fn over(command: &str, name: &str, text: &[u8]) -> Outcome {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the scratch folder is writable");
    let shown = path.to_str().expect("a UTF-8 path");
    let mut outcome = soil0(&[command, shown]);
    outcome.stderr = outcome.stderr.replace(shown, name);
    outcome
}

/// Spec: `soil0-cli#4.5`.
#[test]
fn lex_writes_the_worked_document() {
    let outcome = over("lex", "x.soil", b"x == 1_0");
    let worked = r#"{"tokens":[{"span":{"start":0,"end":1,"line":1,"col":1},"item":{"tag":"TIdent","value":{"name":"x"}}},{"span":{"start":2,"end":4,"line":1,"col":3},"item":{"tag":"TOp","value":{"op":"=="}}},{"span":{"start":5,"end":8,"line":1,"col":6},"item":{"tag":"TInt","value":{"digits":"10"}}}]}"#;
    assert_eq!(outcome.stdout, format!("{worked}\n"));
    assert_eq!((outcome.exit, outcome.stderr.as_str()), (0, ""));
}

/// Spec: `soil0-cli#4.4`.
#[test]
fn parse_writes_the_worked_document() {
    let outcome = over("parse", "bump.soil", b"bump : (n : U8) -> panic U8\nbump n = n + 1\n");
    let worked = r#"{"defs":[{"span":{"start":0,"end":42,"line":1,"col":1},"item":{"name":"bump","sig":{"span":{"start":7,"end":27,"line":1,"col":8},"item":{"tag":"Arrow","value":{"param":{"tag":"Some","value":{"span":{"start":8,"end":9,"line":1,"col":9},"name":"n"}},"dom":{"span":{"start":12,"end":14,"line":1,"col":13},"item":{"tag":"Con","value":{"name":"U8","args":[]}}},"row":{"effects":[{"tag":"Panic"}],"var":{"tag":"None"}},"cod":{"span":{"start":25,"end":27,"line":1,"col":26},"item":{"tag":"Con","value":{"name":"U8","args":[]}}}}}},"decreases":{"tag":"None"},"params":[{"span":{"start":33,"end":34,"line":2,"col":6},"name":"n"}],"body":{"span":{"start":37,"end":42,"line":2,"col":10},"item":{"tag":"Arith","value":{"op":{"tag":"Add"},"lhs":{"span":{"start":37,"end":38,"line":2,"col":10},"item":{"tag":"Path","value":{"root":"n","fields":[]}}},"rhs":{"span":{"start":41,"end":42,"line":2,"col":14},"item":{"tag":"Literal","value":{"lit":{"tag":"LInt","value":{"digits":"1"}}}}}}}}}}]}"#;
    assert_eq!(outcome.stdout, format!("{worked}\n"));
}

/// Spec: `soil0-cli#1`.
#[test]
fn the_command_line_is_checked_before_any_file() {
    let version = soil0(&["--version"]);
    let expected = format!("{{\"soil0_cli\":1,\"soil0\":\"{}\"}}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((version.exit, version.stdout), (0, expected));
    for args in [
        &[][..],
        &["grow"],
        &["--version", "x"],
        &["lex"],
        &["lex", "a", "b"],
        &["parse", "a", "--entry", "x"],
        &["print", "--quiet", "a"],
    ] {
        let outcome = soil0(args);
        assert_eq!((outcome.exit, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(outcome.stderr.starts_with("{\"errors\":[{\"code\":\"usage\","), "{args:?}");
        assert!(
            outcome.stderr.contains(r#""file":{"tag":"None"},"span":{"tag":"None"},"notes":[]"#)
        );
    }
    assert!(soil0(&["lex", "no/such/file.soil"]).stderr.contains("\"code\":\"io\""));
    let bytes = over("print", "f.soil", b"f : I64\nf = \"\xff\"");
    assert_eq!(bytes.exit, 2);
    assert!(bytes.stderr.contains("\"code\":\"malformed-input\""));
}

#[test]
fn faults_of_the_text_leave_one_report() {
    let outcome = over("print", "f.soil", b"f : I64\nf = {} ");
    assert_eq!((outcome.exit, outcome.stdout.as_str()), (1, ""));
    assert!(outcome.stderr.starts_with(r#"{"errors":[{"code":"parse-expected","message":"#));
    assert!(outcome.stderr.ends_with("\"notes\":[]}]}\n"), "{}", outcome.stderr);
}

/// The deepest tree goes through every command on the stack of a test thread.
#[test]
fn the_deepest_tree_passes_every_command() {
    let deep = format!("f : I64\nf = {}x{}", "g (".repeat(2_000), ")".repeat(2_000));
    for command in ["lex", "parse", "print"] {
        assert_eq!(over(command, "f.soil", deep.as_bytes()).exit, 0, "{command}");
    }
}

/// Every production, as the document that `soil0 parse` prints.
#[test]
fn ok() {
    corpus::check("soil/syntax/ok", "soil", |case| {
        let name = case.path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name");
        let outcome = over("parse", name, case.text().as_bytes());
        assert_eq!(outcome.stderr, "", "{}", case.name);
        outcome.stdout
    });
}

/// Every code, with its place, and what a reader is told.
#[test]
fn err() {
    corpus::check("soil/syntax/err", "soil", |case| {
        let text = case.text();
        let name = case.path.file_name().and_then(|name| name.to_str()).expect("a UTF-8 name");
        let source = SourceFile::new(name, text.clone());
        match parse::file(&source, Role::of_path(name)) {
            Ok(_) => format!("{} parses\n", case.name),
            Err(fault) => {
                let span = fault.span.expect("a fault of the text has a place");
                let place = &text[span.start as usize..span.end as usize];
                let mut shown = format!(
                    "{} at {}:{} ({}..{}) {place:?}\n{}\n",
                    fault.code, span.line, span.col, span.start, span.end, fault.message
                );
                for note in fault.notes {
                    shown += &format!("note: {}\n", note.message);
                }
                shown
            }
        }
    });
}
