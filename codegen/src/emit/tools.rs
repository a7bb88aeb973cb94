//! `generated/tools.rs`: the tools by name, and for each the codes that it can answer with.

use super::codes::{table, words};
use super::{doc, header, literal};
use crate::Contract;
use crate::types::check::raised;
use crate::types::parser::pascal;

/// Renders the file.
pub fn render(contract: &Contract) -> String {
    let tools = &contract.declarations.tools;
    let mut out = header("The tools of the lowering agent.", "schemas/*.types");
    out.push_str("use std::fmt;\n\nuse super::refusal::{Refusal, ToolCode};\nuse super::{Code, documents};\n");
    let rows: Vec<_> = tools
        .iter()
        .map(|tool| (pascal(&tool.name.text), tool.name.text.clone(), tool.doc.clone()))
        .collect();
    out.push_str(&words("Tool", "A tool that an agent may call.", &rows));
    let rows = |value: &dyn Fn(&crate::types::Tool) -> String| -> Vec<(String, String)> {
        tools.iter().map(|tool| (pascal(&tool.name.text), value(tool))).collect()
    };
    out.push_str("\nimpl Tool {\n");
    out.push_str(&table(
        "Returns what the agent is told about the tool.",
        "description",
        "&'static str",
        &rows(&|tool| literal(&tool.doc.join(" "))),
        "Tool",
    ));
    for side in ["input", "output"] {
        out.push('\n');
        out.push_str(&table(
            &format!("Returns the JSON Schema of the tool's {side}."),
            &format!("{side}_schema"),
            "&'static str",
            &rows(&|tool| {
                let name = &tool.name.text;
                format!("include_str!(\"schemas/{name}.{side}.schema.json\")")
            }),
            "Tool",
        ));
    }
    for (function, hint, about) in [
        ("read_only", "read-only", "Returns whether the tool changes nothing."),
        ("idempotent", "idempotent", "Returns whether a second equal call changes nothing more."),
        ("destructive", "destructive", "Returns whether the tool may undo somebody's work."),
        ("open_world", "open-world", "Returns whether the tool reaches beyond the job."),
    ] {
        out.push('\n');
        let value =
            |tool: &crate::types::Tool| tool.hints.iter().any(|h| h.text == hint).to_string();
        out.push_str(&table(about, function, "bool", &rows(&value), "Tool"));
    }
    out.push('\n');
    out.push_str(&table(
        "Returns the codes that the tool can answer with, sorted.",
        "raises",
        "&'static [Code]",
        &rows(&|tool| {
            let codes = raised(&contract.declarations, tool);
            let codes: Vec<_> =
                codes.iter().map(|code| format!("Code::{}", pascal(code))).collect();
            format!("&[{}]", codes.join(", "))
        }),
        "Tool",
    ));
    out.push_str("}\n");
    for tool in tools {
        let name = pascal(&tool.name.text);
        let codes = raised(&contract.declarations, tool);
        let about = format!("A code that `{}` can answer with.", tool.name.text);
        out.push_str(&format!("\n/// {about}\n"));
        out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n");
        out.push_str(&format!("pub enum {name}Code {{\n"));
        for code in &codes {
            out.push_str(&doc(&[format!("`{code}`")], "    "));
            out.push_str(&format!("    {},\n", pascal(code)));
        }
        out.push_str(&format!(
            "}}\n\nimpl ToolCode for {name}Code {{\n    #[rustfmt::skip]\n    const ALL: &[Self] = &[\n"
        ));
        for code in &codes {
            out.push_str(&format!("        Self::{},\n", pascal(code)));
        }
        out.push_str(
            "    ];\n\n    #[rustfmt::skip]\n    fn code(self) -> Code {\n        match self {\n",
        );
        for code in &codes {
            out.push_str(&format!("            Self::{0} => Code::{0},\n", pascal(code)));
        }
        out.push_str("        }\n    }\n}\n");
        out.push_str(&format!(
            "\n/// Why `{}` did not answer; limited to the codes it declares.\n\
             pub type {name}Error = Refusal<{name}Code>;\n",
            tool.name.text
        ));
        out.push_str(&format!(
            "\n/// What `{0}` answers.\n#[rustfmt::skip]\n\
             pub type {name}Result = Result<documents::{1}, {name}Error>;\n",
            tool.name.text, tool.output
        ));
    }
    out
}
