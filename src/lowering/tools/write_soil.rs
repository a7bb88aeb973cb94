//! `write_soil`: stores a draft and echoes its canonical text.
//!
//! Spec: `trellis-daemon#3.5`.

use serde::Deserialize;

use crate::lowering::desk::Desk;
use crate::lowering::library::{DecisionRef, Faults, Scope};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    soil: String,
    decisions_applied: Vec<Cited>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cited {
    scope: super::ask_human::Tagged<ScopeName>,
    label: String,
}

#[derive(Deserialize)]
enum ScopeName {
    Project,
    Module,
}

pub(super) fn run(desk: &Desk, arguments: Arguments) -> Result<String, Faults> {
    let mut applied: Vec<DecisionRef> = arguments
        .decisions_applied
        .into_iter()
        .map(|cited| DecisionRef {
            scope: match cited.scope.name() {
                ScopeName::Project => Scope::Project,
                ScopeName::Module => Scope::Module,
            },
            label: cited.label,
        })
        .collect();
    applied.sort();
    applied.dedup();
    let draft = desk.subject().write_soil(&arguments.soil, &applied)?;
    let canonical = serde_json::Value::String(draft.soil.clone());
    desk.store(draft)?;
    Ok(format!(r#"{{"canonical":{canonical}}}"#))
}
