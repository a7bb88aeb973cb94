//! `write_soil`: stores a draft and echoes its canonical text.
//!
//! Spec: `trellis-daemon#3.5`.

use super::{RESULT_LIMIT, refused};
use crate::contract::documents::{self, WriteSoilInput, WriteSoilOutput};
use crate::contract::tools::{WriteSoilCode, WriteSoilError, WriteSoilResult};
use crate::contract::wire::to_json;
use crate::lowering::desk::Desk;
use crate::lowering::library::{DecisionRef, Scope};

pub(super) fn run(desk: &Desk, input: WriteSoilInput) -> WriteSoilResult {
    let cited = |cited: documents::DecisionRef| DecisionRef {
        scope: match cited.scope {
            documents::Scope::Project => Scope::Project,
            documents::Scope::Module => Scope::Module,
        },
        label: cited.label,
    };
    let mut applied = input.decisions_applied.into_iter().map(cited).collect::<Vec<_>>();
    applied.sort();
    applied.dedup();
    let draft = desk.subject().write_soil(&input.soil, &applied).map_err(refused)?;
    // What cannot be echoed whole is not stored: the agent would not see what it is judged by.
    let canonical = WriteSoilOutput { canonical: draft.soil.clone() };
    let length = to_json(&canonical).len();
    if length > RESULT_LIMIT {
        let message =
            format!("the canonical text needs {length} bytes; an answer holds {RESULT_LIMIT}");
        let refusal = WriteSoilError::new(WriteSoilCode::MalformedInput, message);
        return Err(refusal.with(|fault| {
            fault.note("one definition that long is better several; ask for them with `ask_human`")
        }));
    }
    desk.store(draft).map_err(refused)?;
    Ok(canonical)
}
