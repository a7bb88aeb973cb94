//! `generated/spec_ref.rs`: one variant for every numbered section.

use super::codes::{table, words};
use super::{header, literal};
use crate::Contract;
use crate::types::parser::pascal;

/// Renders the file.
pub fn render(contract: &Contract) -> String {
    let mut out = header("Anchors of the specification documents.", "spec-docs/");
    out.push_str("use std::fmt;\n");
    let anchors = all(contract);
    let rows: Vec<_> = anchors
        .iter()
        .map(|(anchor, title)| (variant(anchor), anchor.clone(), vec![docs(anchor, title)]))
        .collect();
    out.push_str(&words("SpecRef", "A numbered section of a specification document.", &rows));
    out.push_str("\nimpl SpecRef {\n");
    let titles: Vec<_> =
        anchors.iter().map(|(anchor, title)| (variant(anchor), literal(title))).collect();
    let about = "Returns the section's title.";
    out.push_str(&table(about, "title", "&'static str", &titles, "SpecRef"));
    out.push_str("}\n");
    out
}

/// Every anchor with its title, in document and section order.
pub(crate) fn all(contract: &Contract) -> Vec<(String, String)> {
    contract
        .documents
        .iter()
        .flat_map(|document| {
            document.sections.iter().map(|section| {
                (format!("{}#{}", document.slug, section.number), section.title.clone())
            })
        })
        .collect()
}

/// Turns `soil-syntax-spec#5.1` into `SoilSyntaxSpec5_1`.
pub(crate) fn variant(anchor: &str) -> String {
    let (slug, number) = anchor.split_once('#').unwrap_or((anchor, ""));
    let slug = pascal(slug);
    // `Soil0Cli8_5`, but `Soil01_2` would read as another number.
    let joint = if slug.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    format!("{slug}{joint}{}", number.replace('.', "_"))
}

fn docs(anchor: &str, title: &str) -> String {
    format!("`{anchor}`: {title}")
}
