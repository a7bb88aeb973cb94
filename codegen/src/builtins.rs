//! `registry/builtins.json`: the builtins of the language, in the order of the documents.

use std::collections::BTreeSet;

use crate::Fault;
use crate::fault::did_you_mean;
use crate::json::{self, Json};
use crate::reader::Reader;

/// Where the table is.
pub const PATH: &str = "registry/builtins.json";

/// Headings under which documents list builtins, in order.
pub const GROUPS: [&str; 6] = ["Basic", "Lists", "Text", "Maps", "Bytes", "Capabilities"];

/// A builtin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name in source.
    pub name: String,
    /// Its type in Soil syntax.
    pub ty: String,
    /// What it does, in one phrase.
    pub meaning: String,
    /// Amortised cost; empty when constant and uninteresting.
    pub cost: String,
    /// One of [`GROUPS`].
    pub group: String,
    /// Line in the table.
    pub line: usize,
}

/// Reads the table; faults are added and what could be read is returned.
pub fn read(text: &str, faults: &mut Vec<Fault>) -> Vec<Row> {
    let root = match json::parse(text) {
        Ok(root) => root,
        Err((line, what)) => {
            faults.push(Fault::new(PATH, line, what, "mend the JSON"));
            return Vec::new();
        }
    };
    let mut reader = Reader { path: PATH, faults };
    let Some(keys) = reader.keys(&root, "the table of builtins", &["builtins"], &[]) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    let mut seen = BTreeSet::new();
    for json in reader.list(keys["builtins"], "`builtins`") {
        let Some(row) = row(&mut reader, json) else { continue };
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !row.name.starts_with(|c: char| c.is_ascii_lowercase()) || !row.name.chars().all(letters)
        {
            let what = format!("`{}` is no Soil name", row.name);
            reader.fault(row.line, what, "use `a-z`, digits and `_`");
        } else if !seen.insert(row.name.clone()) {
            let what = format!("builtin `{}` is listed twice", row.name);
            reader.fault(row.line, what, "remove one");
        }
        if !GROUPS.contains(&row.group.as_str()) {
            let remedy = did_you_mean(&row.group, GROUPS, "use one of the groups");
            reader.fault(row.line, format!("unknown group `{}`", row.group), remedy);
        }
        rows.push(row);
    }
    rows
}

fn row(reader: &mut Reader<'_>, json: &Json) -> Option<Row> {
    let required = ["name", "type", "meaning", "cost", "group"];
    let keys = reader.keys(json, "a builtin", &required, &[])?;
    Some(Row {
        name: reader.text(keys["name"], "`name`")?,
        ty: reader.text(keys["type"], "`type`")?,
        meaning: reader.text(keys["meaning"], "`meaning`")?,
        cost: reader.text(keys["cost"], "`cost`")?,
        group: reader.text(keys["group"], "`group`")?,
        line: json.line,
    })
}
