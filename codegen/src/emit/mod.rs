//! Renders the checked sources: Rust, JSON Schemas and the tables inside `spec-docs/`.
//!
//! Every function is facts in, text out. The Rust is written the way rustfmt writes it, so that
//! `cargo fmt --check` covers `generated/` too.

use std::collections::BTreeMap;

use crate::{Contract, Sources, tables};

pub mod codes;
pub mod documents;
pub mod embedded;
pub mod schema;
pub mod spec_ref;
pub mod tools;

/// The text of every generated file, by path from the project root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// Path to text.
    pub files: BTreeMap<String, String>,
}

/// Renders everything that is checked in.
pub fn render(sources: &Sources, contract: &Contract) -> Outputs {
    let mut outputs = Outputs::default();
    let mut add = |path: &str, text: String| outputs.files.insert(path.to_string(), text);
    add("generated/README.md", readme());
    add("generated/code.rs", codes::render(contract));
    add("generated/documents.rs", documents::render(contract));
    add("generated/spec_ref.rs", spec_ref::render(contract));
    add("generated/tools.rs", tools::render(contract));
    for (name, text) in schema::render(contract) {
        add(&format!("generated/schemas/{name}.schema.json"), text);
    }
    for (path, text) in tables::render(sources, contract) {
        add(&path, text);
    }
    outputs
}

fn readme() -> String {
    "# Generated\n\n\
     Everything here is rendered from `registry/`, `schemas/` and `spec-docs/` by `codegen/`.\n\
     Never edit it: change a source and run `TRELLIS_BLESS=1 cargo build`.\n\
     A plain build compares and fails when a file differs.\n"
        .to_string()
}

/// The first lines of a generated Rust file.
pub(crate) fn header(about: &str, from: &str) -> String {
    format!(
        "//! {about}\n//!\n//! Generated from `{from}`; never edit it, run \
         `TRELLIS_BLESS=1 cargo build`.\n\n"
    )
}

/// Doc comment lines at an indentation.
pub(crate) fn doc(lines: &[String], indent: &str) -> String {
    let line = |line: &String| format!("{indent}/// {line}").trim_end().to_string() + "\n";
    lines.iter().map(line).collect()
}

/// A Rust string literal.
pub(crate) fn literal(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A Rust name for a field, raw where it is a keyword.
pub(crate) fn field_name(name: &str) -> String {
    const KEYWORDS: [&str; 36] = [
        "as", "async", "await", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
        "extern", "false", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "match", "mod",
        "move", "mut", "pub", "ref", "return", "static", "struct", "trait", "true", "type", "use",
        "where", "while",
    ];
    if KEYWORDS.contains(&name) || ["abstract", "try", "yield", "macro", "unsafe"].contains(&name) {
        format!("r#{name}")
    } else {
        name.to_string()
    }
}
