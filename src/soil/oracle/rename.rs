//! `soil0 rename`: the reference sets of every definition.
//!
//! Spec: `soil0-cli#8.3`.

use super::{Call, Command, Success, load};
use crate::contract::documents::{RenameOutput, RenamedDef};
use crate::contract::{Diagnostic, wire};
use crate::soil::check::{Stage, documents};

pub(super) const COMMAND: Command = Command { name: "rename", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let program = load::checked(&call.input, Stage::Rename)?;
    let defs = program
        .defs
        .iter()
        .zip(program.scope.interfaces())
        .map(|(checked, interface)| RenamedDef {
            name: interface.name().to_string(),
            refs: documents::ref_sets(checked),
        })
        .collect();
    Ok(Success::document(wire::to_json(&RenameOutput { defs })))
}
