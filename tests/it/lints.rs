//! House rules that are worth enforcing: who imports whom, paths and citations that exist.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use trellis::contract::SpecRef;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below a folder, by path from the project root.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let (mut files, mut open) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).expect("below the root");
                let text = fs::read_to_string(&path).expect("UTF-8");
                files.push((name.to_string_lossy().into_owned(), text));
            }
        }
    }
    files.sort();
    files
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The "may import" column of the architecture, by room.
fn may_import() -> BTreeMap<String, Vec<String>> {
    let text = read("ARCHITECTURE.md");
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
        let room = cells.first()?.strip_prefix("`src/")?.strip_suffix("/`")?;
        let allowed = cells.get(2)?.split(',').map(|room| room.trim().to_string()).collect();
        Some((room.to_string(), allowed))
    });
    rows.collect()
}

#[test]
fn rooms_import_what_the_architecture_allows() {
    let table = may_import();
    assert!(table.len() >= 8, "the table was not found in ARCHITECTURE.md");
    let mut faults = Vec::new();
    for (path, text) in rust_files("src") {
        let Some(room) = path.strip_prefix("src/").and_then(|rest| rest.split_once('/')) else {
            continue;
        };
        let room = room.0;
        if room == "bin" {
            continue;
        }
        let Some(allowed) = table.get(room) else {
            faults.push(format!("{path}: room `{room}` has no row in ARCHITECTURE.md"));
            continue;
        };
        for (n, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (at, _) in code.match_indices("crate::") {
                let target: String = code[at + 7..]
                    .chars()
                    .take_while(|c| c.is_ascii_lowercase() || *c == '_')
                    .collect();
                let known = table.contains_key(&target);
                let fine = target == room || allowed.iter().any(|a| *a == target || a == "all");
                if known && !fine {
                    faults.push(format!("{path}:{}: `{room}` imports `{target}`", n + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn paths_in_root_documents_exist() {
    let mut faults = Vec::new();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = read(document);
        let mut fenced = false;
        for (n, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                fenced = !fenced;
            }
            if fenced {
                continue;
            }
            for span in line.split('`').skip(1).step_by(2) {
                let path_like =
                    span.contains('/') || span.ends_with(".md") || span.starts_with("LICENSE");
                let plain = !span.contains([' ', '<', '*', '#', '=', '{', '"']);
                if path_like && plain && !root().join(span).exists() {
                    faults.push(format!("{document}:{}: `{span}` does not exist", n + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn citations_in_doc_comments_resolve() {
    let mut faults = Vec::new();
    let mut found = 0;
    for folder in ["src", "codegen"] {
        for (path, text) in rust_files(folder) {
            for (n, line) in text.lines().enumerate() {
                let bare = line.trim_start();
                if !bare.starts_with("//") {
                    continue;
                }
                for (_, anchor) in trellis_codegen::anchors::mentions(bare) {
                    found += 1;
                    if SpecRef::parse(&anchor).is_none() {
                        faults.push(format!("{path}:{}: no section `{anchor}`", n + 1));
                    }
                }
            }
        }
    }
    assert!(found > 20, "only {found} citations were found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_file_says_what_it_is_for() {
    let mut faults = Vec::new();
    for folder in ["src", "codegen", "tests/it"] {
        for (path, text) in rust_files(folder) {
            if !text.starts_with("//! ") {
                faults.push(format!("{path}: does not start with `//! `"));
            }
            let stem =
                Path::new(&path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if ["util", "utils", "helpers", "common", "misc"].contains(&stem.as_str()) {
                faults.push(format!("{path}: name it after what it knows"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
