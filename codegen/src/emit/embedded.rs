//! The texts that the program carries: pages and documents, and where each section is in them.
//!
//! This file holds byte offsets that move with every edit of prose, and the path of the checkout,
//! so it goes to the build's own folder and is not checked in.

use std::path::Path;

use super::{literal, spec_ref};
use crate::Contract;
use crate::types::parser::pascal;

/// Renders the file; `root` is where the included files are.
pub fn render(contract: &Contract, root: &Path) -> String {
    let include =
        |path: &str| format!("include_str!({})", literal(&root.join(path).to_string_lossy()));
    let mut out = String::from("/// Pages of the codes, in code order.\n");
    out.push_str("pub static PAGES: &[(Code, &str)] = &[\n");
    for code in contract
        .pages
        .iter()
        .filter(|code| contract.registry.live().any(|entry| entry.code == **code))
    {
        let text = include(&format!("{}{code}.md", crate::registry::PAGES));
        out.push_str(&format!("    (Code::{}, {text}),\n", pascal(code)));
    }
    out.push_str("];\n\n/// Specification documents: slug, title, text.\n");
    out.push_str("pub static DOCUMENTS: &[(&str, &str, &str)] = &[\n");
    for document in &contract.documents {
        let (slug, title) = (literal(&document.slug), literal(&document.title));
        out.push_str(&format!("    ({slug}, {title}, {}),\n", include(&document.path)));
    }
    out.push_str("];\n\n/// Numbered sections: anchor, index into `DOCUMENTS`, start, end.\n");
    out.push_str("pub static SECTIONS: &[(SpecRef, usize, usize, usize)] = &[\n");
    for (index, document) in contract.documents.iter().enumerate() {
        for section in &document.sections {
            let variant = spec_ref::variant(&format!("{}#{}", document.slug, section.number));
            let (start, end) = (section.range.start, section.range.end);
            out.push_str(&format!("    (SpecRef::{variant}, {index}, {start}, {end}),\n"));
        }
    }
    out.push_str("];\n\n/// The registry as it is checked in.\n");
    out.push_str(&format!("pub static REGISTRY: &str = {};\n", include(crate::registry::PATH)));
    out.push_str("\n/// The schemas as they are checked in: path, text.\n");
    out.push_str("pub static SCHEMAS: &[(&str, &str)] = &[\n");
    let mut paths: Vec<_> = contract.declarations.types.iter().map(|decl| &decl.path).collect();
    paths.dedup();
    for path in paths {
        out.push_str(&format!("    ({}, {}),\n", literal(path), include(path)));
    }
    out.push_str("];\n");
    out
}
