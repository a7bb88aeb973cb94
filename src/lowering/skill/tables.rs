//! The parts of the skill that are tables: builtins, tools, codes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::contract::tools::Tool;
use crate::contract::{Code, RepairClass, explain};
use crate::soil::builtins::primitives::{On, PRIMITIVES};
use crate::soil::builtins::{Group, TABLE};

/// The declarations of the tools, as the program's own types and schemas are made from them.
const SCHEMA: &str = include_str!("../../../schemas/lowering.types");

/// Writes the builtins, a list a group, in the order of the table.
pub fn builtins() -> String {
    let mut text = String::new();
    let mut open = None;
    for row in TABLE {
        if open != Some(row.group) {
            open = Some(row.group);
            let _ = write!(text, "\n**{}**\n\n", title(row.group));
        }
        let _ = writeln!(text, "- `{} : {}` {}", row.name, row.ty, row.meaning);
    }
    text.trim_start().to_owned()
}

const fn title(group: Group) -> &'static str {
    match group {
        Group::Basic => "Basic",
        Group::Lists => "Lists",
        Group::Text => "Text",
        Group::Maps => "Maps",
        Group::Bytes => "Bytes",
        Group::Capabilities => "Capabilities",
    }
}

/// Writes the functions of numeric types; those behind operators are left to the operators.
pub fn primitives() -> String {
    let mut text = String::new();
    for row in PRIMITIVES {
        let is_operator = ["add", "sub", "mul", "div", "mod", "neg"].contains(&row.name);
        if is_operator {
            continue;
        }
        let on = match row.on {
            On::Fixed => "N",
            On::Big => "BigInt",
            On::Float => "F64",
            On::I64 => "I64",
        };
        let ty = row.ty.split(' ').map(|word| if word == "N" { on } else { word });
        let ty = ty.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "- `{on}::{} : {ty}` {}", row.name, row.meaning);
    }
    text.push_str("\n`N` is any of the eight fixed widths.\n");
    text
}

/// Writes `tools.md`.
pub fn tools() -> String {
    let mut text = "# The seven tools\n\n\
        Every answer is one JSON document in one text item.\n\
        A refusal sets `isError`, and its document is `{\"errors\":[…]}`: each error has `code`, \
        `message`, `file`, `span`, `notes`, `repair_class` and `spec_ref`; the first one is the one \
        to mend.\n\
        The declarations below are Soil types.\n\
        In JSON a record is an object with every field, `List` an array, a variant \
        `{\"tag\":\"Name\"}` or `{\"tag\":\"Name\",\"value\":…}`; a plain name such as \
        `\"Project\"` is accepted too, and an optional field may be left out.\n"
        .to_owned();
    let mut rest = String::new();
    for paragraph in SCHEMA.split("\n\n").map(str::trim) {
        let head = paragraph.lines().find(|line| !line.starts_with("---")).unwrap_or_default();
        let out = match head.strip_prefix("tool ") {
            Some(name) => {
                let _ = write!(text, "\n## {}\n", name.trim());
                &mut text
            }
            None => &mut rest,
        };
        let _ = write!(out, "\n```text\n{paragraph}\n```\n");
    }
    text.push_str(
        "\n## What the declarations name\n\n\
         `Signatures` is the document of `soil0-cli#8.4` for the one definition: declared type, row \
         and facts, among them panic obligations and the holes with their goal types.\n\
         `TestReport` is `{\"cases\":[{\"name\",\"result\",\"details\"}]}` (`soil0-cli#10`): \
         `result` is `pass`, `fail`, `xfail` or `xpass`, and `details` says what was expected and \
         what came; a property adds the inputs that break it.\n\
         `SpecSection` is `{\"title\",\"text\"}`.\n",
    );
    text + &rest
}

/// Writes `diagnostics.md`: repair classes, then codes.
pub fn diagnostics() -> String {
    let mut text = "# Repair classes\n\n\
        Every error says its class; the class says what to do, mechanically.\n\n\
        | class | what to do |\n|---|---|\n"
        .to_owned();
    for class in RepairClass::ALL {
        let _ = writeln!(text, "| `{class}` | {} |", class.summary());
    }
    let met: BTreeSet<&str> =
        Tool::ALL.iter().flat_map(|tool| tool.raises()).map(|code| code.as_str()).collect();
    let is_met = |code: &Code| met.contains(code.as_str());
    text.push_str("\n# Codes that a tool can answer with\n\n");
    text.push_str("| code | class | section | what it means |\n|---|---|---|---|\n");
    for code in Code::ALL.iter().copied().filter(is_met) {
        let meaning = first_sentence(explain::sections(code).meaning);
        let (class, section) = (code.repair_class(), code.spec_ref());
        let _ = writeln!(text, "| `{code}` | `{class}` | `{section}` | {meaning} |");
    }
    text.push_str("\n# Codes that people meet\n\n| code | class | section |\n|---|---|---|\n");
    for code in Code::ALL.iter().copied().filter(|code| !is_met(code)) {
        let _ = writeln!(text, "| `{code}` | `{}` | `{}` |", code.repair_class(), code.spec_ref());
    }
    text
}

/// Cuts a page at its first full stop; bars would end a cell.
fn first_sentence(meaning: &str) -> String {
    let line = meaning.lines().next().unwrap_or_default();
    let end = line.find(". ").map_or(line.len(), |at| at + 1);
    line[..end].replace('|', "\\|")
}
