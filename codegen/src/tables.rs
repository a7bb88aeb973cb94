//! The tables inside `spec-docs/`, between `<!-- generated: NAME -->` and
//! `<!-- end generated -->`.

use std::collections::BTreeMap;

use crate::anchors::FOLDER;
use crate::types::Tool;
use crate::types::check::raised;
use crate::{Contract, Fault, Sources};

/// The tables that exist.
pub const NAMES: [&str; 6] =
    ["builtins", "codes", "codes soil0", "codes trellis", "repair-classes", "tools"];

const END: &str = "<!-- end generated -->";

/// Renders every document that holds a marker.
pub fn render(sources: &Sources, contract: &Contract) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for (path, text) in sources.below(FOLDER, ".md") {
        if text.contains("<!-- generated: ") {
            files.insert(path.to_string(), replace(text, contract));
        }
    }
    files
}

/// Adds a fault for every marker that names no table or is not closed.
pub fn check(sources: &Sources, faults: &mut Vec<Fault>) {
    for (path, text) in sources.below(FOLDER, ".md") {
        let mut open: Option<(usize, &str)> = None;
        for (n, line) in text.lines().enumerate() {
            let mut fault = |line, what: String, remedy: String| {
                faults.push(Fault::new(path, line, what, remedy));
            };
            if let Some(name) = marker(line) {
                if !NAMES.contains(&name) {
                    let remedy = format!("use one of: {}", NAMES.join(", "));
                    fault(n + 1, format!("no generated table `{name}`"), remedy);
                }
                if let Some((line, name)) = open.replace((n + 1, name)) {
                    let what = format!("the marker of table `{name}` is not closed");
                    fault(line, what, format!("write `{END}` after the table"));
                }
            } else if line.trim() == END && open.take().is_none() {
                fault(n + 1, format!("`{END}` closes nothing"), "remove it".into());
            }
        }
        if let Some((line, name)) = open {
            let what = format!("the marker of table `{name}` is not closed");
            faults.push(Fault::new(path, line, what, format!("write `{END}` after the table")));
        }
    }
}

fn marker(line: &str) -> Option<&str> {
    line.trim().strip_prefix("<!-- generated: ")?.strip_suffix(" -->")
}

fn replace(text: &str, contract: &Contract) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        if let Some(name) = marker(line) {
            out.push_str(line);
            out.push('\n');
            out.push_str(&table(name, contract));
            out.push('\n');
            inside = true;
        } else if line.trim() == END {
            out.push_str(line);
            inside = false;
        } else if !inside {
            out.push_str(line);
        }
    }
    out
}

/// Renders one table; a name that does not exist renders as nothing.
pub fn table(name: &str, contract: &Contract) -> String {
    match name {
        "builtins" => {
            let row = |row: &crate::builtins::Row| {
                let (name, ty) = (format!("`{}`", row.name), format!("`{}`", row.ty));
                [name, ty, row.meaning.clone(), row.cost.clone()]
            };
            rows_of(["Name", "Type", "Meaning", "Cost"], contract.builtins.iter().map(row))
        }
        "codes" => codes(contract, None),
        "codes soil0" => codes(contract, Some("soil0")),
        "codes trellis" => codes(contract, Some("trellis")),
        "repair-classes" => {
            let rows = contract
                .registry
                .classes
                .iter()
                .map(|class| [format!("`{}`", class.name), class.summary.clone()]);
            rows_of(["Class", "What to do"], rows)
        }
        "tools" => {
            let row = |tool: &Tool| {
                let codes = raised(&contract.declarations, tool);
                let codes: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
                [format!("`{}`", tool.name.text), tool.doc.join(" "), codes.join(", ")]
            };
            rows_of(["Tool", "Meaning", "Codes"], contract.declarations.tools.iter().map(row))
        }
        _ => String::new(),
    }
}

fn codes(contract: &Contract, source: Option<&str>) -> String {
    let entries = contract
        .registry
        .codes
        .iter()
        .filter(|entry| source.is_none_or(|source| source == entry.source));
    let row = |entry: &crate::registry::Entry| {
        let code = match &entry.retired {
            None => format!("`{}`", entry.code),
            Some(why) => format!("`{}` (retired: {why})", entry.code),
        };
        [code, format!("`{}`", entry.source), format!("`{}`", entry.class), entry.spec_ref.clone()]
    };
    rows_of(["Code", "Source", "Repair class", "Section"], entries.map(row))
}

fn rows_of<const N: usize>(head: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut out = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells: Vec<_> = row.iter().map(|cell| cell.replace('|', "\\|")).collect();
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    out
}
