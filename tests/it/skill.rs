//! The skill: what it teaches is true.

use std::collections::BTreeSet;
use std::sync::Arc;

use trellis::contract::SpecRef;
use trellis::lowering::skill;
use trellis::soil::check::{self, Stage};
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::env::TypeEnv;
use trellis::spec::digest::Digest;

fn file(path: &str) -> &'static str {
    let found = skill::files().iter().find(|(known, _)| known == path);
    &found.unwrap_or_else(|| panic!("no {path}")).1
}

/// Lists the fenced blocks of a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let open = format!("```{language}\n");
    let starts = text.match_indices(&open).map(|(at, _)| at + open.len());
    starts.map(|start| &text[start..start + text[start..].find("```").expect("closed")]).collect()
}

/// A root around the types and definitions of a text.
fn root(types: &[&str], soil: &str, name: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let write = |file: &str, text: String| {
        std::fs::write(folder.path().join(file), text).expect("a file");
    };
    write("soil.toml", "[toolchain]\ntrellis = \"0.1.0\"\nsoil0_cli = 1\n".to_owned());
    for declaration in types {
        let type_name = declaration.split_whitespace().nth(1).expect("a name");
        let text =
            format!("---\nname: {type_name}\n---\n\nA type.\n\n```soil-type\n{declaration}```\n");
        write(&format!("{}.tr", type_name.to_lowercase()), text);
    }
    write(
        &format!("{name}.tr"),
        format!("---\nname: {name}\n---\n\nText.\n\n```test t\n() => 1\n```\n"),
    );
    write(&format!("{name}.soil"), soil.to_owned());
    folder
}

#[test]
fn every_soil_block_of_the_language_checks_and_is_canonical() {
    let language = file("language.md");
    let types = blocks(language, "soil-type");
    let programs = blocks(language, "soil");
    assert!(programs.len() >= 6, "the language shows {} programs", programs.len());
    for program in programs {
        let name = program.split_whitespace().next().expect("a name");
        let folder = root(&types, program, name);
        let root = trellis::root::find::RootDir::at(folder.path()).expect("a root");
        let snapshot = trellis::root::Snapshot::load(&root).expect("readable");
        let faults = snapshot.faults_of(name);
        assert!(faults.is_empty(), "{program}\n{faults:#?}");
        let source = SourceFile::new(format!("{name}.soil"), program);
        let parsed = parse::file(&source, Role::Ordinary).expect("it parses");
        assert_eq!(trellis::soil::print::file(&parsed), program);
    }
}

#[test]
fn the_mistakes_are_answered_with_the_codes_that_the_table_names() {
    let cases = [
        ("let go i = 1 in go", "parse-expected"),
        ("list_len [1, 2]", "stray-character"),
        ("f (n, n)", "parse-expected"),
        ("match Some n with | Some n -> n | None -> 0", "shadowing"),
        ("match Option::Some n with | Some m -> m | None -> 0", "needless-qualification"),
        ("(list_get list_empty n).field", "parse-expected"),
    ];
    let table = file("language.md").split("## Five mistakes").nth(1).expect("the table");
    for (body, code) in cases {
        let soil = format!("f : (n : I64) -> I64\nf n = {body}\n");
        let source = SourceFile::new("f.soil", soil.as_str());
        let found = match parse::file(&source, Role::Ordinary) {
            Err(fault) => fault.code,
            Ok(file) => {
                let env = Arc::new(TypeEnv::new(Vec::new()).expect("no declarations"));
                let unit = check::Unit { source, file: Arc::new(file) };
                check::program(env, &[unit]).diagnostics(Stage::Check)[0].code
            }
        };
        assert_eq!(found.as_str(), code, "{body}");
        assert!(table.contains(&format!("`{code}`")), "{code} is not in the table");
    }
}

#[test]
fn every_anchor_that_the_skill_names_is_a_section() {
    for (path, text) in skill::files().iter().filter(|(path, _)| path.ends_with(".md")) {
        let anchors = text.split('`').filter(|word| {
            word.contains('#')
                && word.chars().all(|c| c.is_ascii_alphanumeric() || "-#.".contains(c))
        });
        let is_pattern = |anchor: &&str| anchor.starts_with('#') || *anchor == "slug#section";
        for anchor in anchors.filter(|anchor| !is_pattern(anchor)) {
            assert!(SpecRef::parse(anchor).is_some(), "{path}: {anchor}");
        }
    }
}

#[test]
fn files_are_sorted_and_hold_nothing_of_this_machine() {
    let paths: Vec<&str> = skill::files().iter().map(|(path, _)| path.as_str()).collect();
    assert!(paths.is_sorted());
    for needed in ["SKILL.md", "tools.md", "diagnostics.md", "language.md"] {
        assert!(paths.contains(&needed), "{needed} is missing");
    }
    let pairs: BTreeSet<&str> =
        paths.iter().filter_map(|path| path.strip_suffix(".soil")).collect();
    assert!(pairs.len() >= 6);
    for (path, text) in skill::files() {
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "{path}");
        if let Some(stem) = path.strip_suffix(".soil") {
            assert!(paths.contains(&format!("{stem}.tr").as_str()), "{path} has no specification");
        }
    }
    let parts = skill::files().iter().flat_map(|(path, text)| [path.as_bytes(), text.as_bytes()]);
    assert_eq!(skill::hash(), Digest::of(parts));
}

/// The examples are roots that people run as they stand, so they are pinned to this very skill.
#[test]
fn the_examples_pin_this_skill() {
    trellis::root::pin::embed_skill(skill::hash);
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in std::fs::read_dir(examples).expect("the examples") {
        let path = entry.expect("an entry").path().join("soil.toml");
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let pinned = trellis::root::pin::update(&text).expect("TOML");
        if std::env::var_os("TRELLIS_BLESS").is_some() && std::env::var_os("CI").is_none() {
            std::fs::write(&path, &pinned).expect("a writable file");
            continue;
        }
        let how = "TRELLIS_BLESS=1 cargo test --test it skill::";
        assert_eq!(text, pinned, "{} is pinned to another skill; {how}", path.display());
    }
}
