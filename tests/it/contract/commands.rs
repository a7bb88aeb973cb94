//! The commands that show the contract, run as a user runs them.

use std::process::{Command, Output};

fn trellis(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trellis"))
        .args(args)
        .env_clear()
        .env("COLUMNS", "80")
        .output()
        .expect("the binary runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

#[test]
fn version() {
    let output = trellis(&["--version"]);
    let expected =
        format!("{{\"trellis\":\"{}\",\"daemon_contract\":1}}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&output), expected);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
}

#[test]
fn explain_shows_the_page_in_text_and_in_parts() {
    let text = stdout(&trellis(&["explain", "shadowing"]));
    assert!(text.starts_with("shadowing\n\nsoil0 · repair: rename-binding, "), "{text}");
    assert!(text.contains("\nFailing example\n"), "{text}");
    assert!(
        text.lines().all(|line| line.starts_with("    ") || line.chars().count() <= 80),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "colour without a terminal");
    let json = stdout(&trellis(&["explain", "shadowing", "--json"]));
    assert!(
        json.starts_with(
            r#"{"code":"shadowing","source":"soil0","repair_class":"rename-binding","#
        )
    );
    let list = stdout(&trellis(&["explain"]));
    assert!(list.contains("  shadowing "), "{list}");
}

#[test]
fn a_mistyped_name_is_answered_with_its_code_and_a_near_miss() {
    for (args, code, near) in [
        (["explain", "shadowng"].as_slice(), "unknown-code", "did you mean `shadowing`?"),
        (&["spec", "soil-syntax-spek#5.1"], "unknown-spec-ref", "`soil-syntax-spec#5.1`"),
        (&["contract", "schema", "read_specs"], "unknown-tool", "did you mean `read_spec`?"),
    ] {
        let output = trellis(args);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
        assert!(stderr(&output).starts_with(&format!("error[{code}]: ")), "{}", stderr(&output));
        assert!(stderr(&output).contains(near), "{}", stderr(&output));
        let output = trellis(&[args, &["--json"]].concat());
        let text = stderr(&output);
        assert!(text.starts_with(&format!(r#"{{"errors":[{{"code":"{code}","#)), "{text}");
        assert_eq!((text.lines().count(), output.status.code()), (1, Some(1)));
    }
}

#[test]
fn spec_prints_a_section_with_its_subsections_and_the_outline() {
    let text = stdout(&trellis(&["spec", "trellis-daemon#3"]));
    assert!(text.starts_with("3 The seven tools\n"), "{text}");
    assert!(text.contains("\n3.7 ask_human\n"), "{text}");
    let json = stdout(&trellis(&["spec", "soil-syntax-spec#5.1", "--json"]));
    assert!(
        json.starts_with(r####"{"title":"No shadowing","text":"### 5.1 No shadowing\n"####),
        "{json}"
    );
    let outline = stdout(&trellis(&["spec"]));
    assert!(outline.contains("\n    5.1 No shadowing\n"), "{outline}");
}

#[test]
fn contract_lists_shows_and_checks() {
    let list = stdout(&trellis(&["contract", "list", "--json"]));
    assert!(list.starts_with(r#"{"tools":[{"name":"read_context","#), "{list}");
    let schema = stdout(&trellis(&["contract", "schema", "read_spec", "--json"]));
    assert!(schema.starts_with(r#"{"input":{"type":"object","properties":{"ref":"#), "{schema}");
    assert!(stdout(&trellis(&["contract", "check"])).starts_with("the contract is consistent: "));
    let empty = tempfile::tempdir().expect("a folder");
    let folder = empty.path().to_str().expect("UTF-8");
    let output = trellis(&["contract", "check", "--dir", folder]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("error[contract-fault]: the registry is missing"));
}

#[test]
fn misuse_is_one_error_document_and_status_two() {
    let output = trellis(&["--json", "explode"]);
    let text = stderr(&output);
    assert!(text.starts_with(r#"{"errors":[{"code":"usage","message":"unrecognized"#), "{text}");
    assert_eq!((text.lines().count(), output.status.code()), (1, Some(2)));
    assert_eq!(trellis(&["explode"]).status.code(), Some(2));
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&trellis(&["completions", shell]));
        assert!(script.contains("trellis") && script.contains("explain"), "{shell}");
    }
    assert!(stdout(&trellis(&["man"])).contains(".TH trellis 1"));
    assert!(stdout(&trellis(&["man", "explain"])).contains("trellis\\-explain"));
}
