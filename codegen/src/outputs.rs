//! What is checked in and is no Rust: JSON Schemas and the tables inside `spec-docs/`.
//!
//! Facts in, text out. The Rust half is written by `codegen/rust/`, which only the build needs.

use std::collections::BTreeMap;

use crate::registry::{HISTORY, Registry};
use crate::{Contract, Sources, schema, tables};

/// The text of every generated file, by path from the project root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// Path to text.
    pub files: BTreeMap<String, String>,
}

/// Renders the schemas and tables.
pub fn render(sources: &Sources, contract: &Contract) -> Outputs {
    let mut outputs = Outputs::default();
    let mut add = |path: &str, text: String| outputs.files.insert(path.to_string(), text);
    add("generated/README.md", readme());
    add(HISTORY, history(&contract.registry));
    for (name, text) in schema::render(contract) {
        add(&format!("generated/schemas/{name}.schema.json"), text);
    }
    for (path, text) in tables::render(sources, contract) {
        add(&path, text);
    }
    outputs
}

/// A line a code. A code that is gone never gets here: reading the contract refuses that.
fn history(registry: &Registry) -> String {
    let line = |entry: &crate::registry::Entry| {
        let retired = if entry.retired.is_some() { " retired" } else { "" };
        format!("{}{retired}\n", entry.code)
    };
    registry.codes.iter().map(line).collect()
}

fn readme() -> String {
    "# Generated\n\n\
     Everything here is rendered from `registry/`, `schemas/` and `spec-docs/` by `codegen/`.\n\
     `codes.txt` lists every code that was ever registered, so that none vanishes or comes back.\n\
     Never edit anything here: change a source and run `TRELLIS_BLESS=1 cargo build`.\n\
     A plain build compares and fails when a file differs.\n"
        .to_string()
}
