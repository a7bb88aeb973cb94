//! `generated/code.rs`: `Code`, `RepairClass` and `Source` with everything the registry says.

use super::{doc, header, literal};
use crate::Contract;
use crate::emit::spec_ref;
use crate::types::parser::pascal;

/// Renders the file.
pub fn render(contract: &Contract) -> String {
    let registry = &contract.registry;
    let mut out = header("Codes, their sources and repair classes.", crate::registry::PATH);
    out.push_str("use std::fmt;\n\nuse super::SpecRef;\n");

    let codes: Vec<_> = registry.live().collect();
    let rows: Vec<_> = codes
        .iter()
        .map(|entry| (pascal(&entry.code), entry.code.clone(), vec![format!("`{}`", entry.code)]))
        .collect();
    out.push_str(&words("Code", "A registered diagnostic code.", &rows));
    out.push_str("\nimpl Code {\n");
    out.push_str(&table(
        "Returns the part of the toolchain that the code belongs to.",
        "source",
        "Source",
        &codes
            .iter()
            .map(|entry| (pascal(&entry.code), format!("Source::{}", pascal(&entry.source))))
            .collect::<Vec<_>>(),
        "Code",
    ));
    out.push('\n');
    out.push_str(&table(
        "Returns what mends a fault with this code.",
        "repair_class",
        "RepairClass",
        &codes
            .iter()
            .map(|entry| (pascal(&entry.code), format!("RepairClass::{}", pascal(&entry.class))))
            .collect::<Vec<_>>(),
        "Code",
    ));
    out.push('\n');
    out.push_str(&table(
        "Returns the section that the code cites.",
        "spec_ref",
        "SpecRef",
        &codes
            .iter()
            .map(|entry| {
                let variant = spec_ref::variant(&entry.spec_ref);
                (pascal(&entry.code), format!("SpecRef::{variant}"))
            })
            .collect::<Vec<_>>(),
        "Code",
    ));
    out.push_str("}\n");

    let rows: Vec<_> = registry
        .classes
        .iter()
        .map(|class| (pascal(&class.name), class.name.clone(), vec![class.summary.clone()]))
        .collect();
    out.push_str(&words("RepairClass", "What mends a fault, as a typed action.", &rows));
    out.push_str("\nimpl RepairClass {\n");
    out.push_str(&table(
        "Returns what to do.",
        "summary",
        "&'static str",
        &registry
            .classes
            .iter()
            .map(|class| (pascal(&class.name), literal(&class.summary)))
            .collect::<Vec<_>>(),
        "RepairClass",
    ));
    out.push_str("}\n");

    let rows = vec![
        (
            "Soil0".to_string(),
            "soil0".to_string(),
            vec!["The language: its codes are part of the `soil0` contract.".to_string()],
        ),
        (
            "Trellis".to_string(),
            "trellis".to_string(),
            vec!["Specifications, roots, locks, jobs and the command line.".to_string()],
        ),
    ];
    out.push_str(&words("Source", "The part of the toolchain that owns a code.", &rows));
    out
}

/// An enum of fixed texts with `ALL`, `as_str`, `parse` and `Display`; a row is the variant, its
/// text and its doc comment.
pub(crate) fn words(name: &str, about: &str, rows: &[(String, String, Vec<String>)]) -> String {
    let mut out = format!("\n/// {about}\n");
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\n");
    out.push_str(&format!("pub enum {name} {{\n"));
    for (variant, _, about) in rows {
        out.push_str(&doc(about, "    "));
        out.push_str(&format!("    {variant},\n"));
    }
    out.push_str(&format!("}}\n\nimpl {name} {{\n    /// Every value, in the order declared.\n"));
    let all: Vec<String> = rows.iter().map(|(variant, ..)| format!("{name}::{variant}")).collect();
    out.push_str(&format!("    #[rustfmt::skip]\n    pub const ALL: &[{name}] = &[\n"));
    for value in &all {
        out.push_str(&format!("        {value},\n"));
    }
    out.push_str("    ];\n\n");
    out.push_str(&table(
        "Returns the text that documents use.",
        "as_str",
        "&'static str",
        &rows.iter().map(|(variant, text, _)| (variant.clone(), literal(text))).collect::<Vec<_>>(),
        name,
    ));
    out.push_str(&format!(
        "\n    /// Finds a value by its text.\n    \
         pub fn parse(text: &str) -> Option<{name}> {{\n        \
         {name}::ALL.iter().copied().find(|value| value.as_str() == text)\n    }}\n}}\n\n\
         impl fmt::Display for {name} {{\n    \
         fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{\n        \
         f.write_str(self.as_str())\n    }}\n}}\n"
    ));
    out
}

/// A `const fn` that maps each variant to an expression.
pub(crate) fn table(
    about: &str,
    function: &str,
    result: &str,
    rows: &[(String, String)],
    name: &str,
) -> String {
    let mut out = format!(
        "    /// {about}\n    #[rustfmt::skip]\n    pub const fn {function}(self) -> {result} {{\n        \
         match self {{\n"
    );
    for (variant, value) in rows {
        out.push_str(&format!("            {name}::{variant} => {value},\n"));
    }
    out.push_str("        }\n    }\n");
    out
}
