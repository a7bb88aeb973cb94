//! `write_soil`: stores a draft and echoes its canonical text.
//!
//! Spec: `trellis-daemon#3.5`.

use super::refused;
use crate::contract::documents::{self, WriteSoilInput, WriteSoilOutput};
use crate::contract::tools::WriteSoilResult;
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
    let canonical = draft.soil.clone();
    desk.store(draft).map_err(refused)?;
    Ok(WriteSoilOutput { canonical })
}
