//! `soil0 infer`: types and facts, matches unexamined.
//!
//! Spec: `soil0-cli#8.4`.

use super::{Call, Command, Flag, Success, load};
use crate::contract::documents::Signatures;
use crate::contract::{Diagnostic, wire};
use crate::soil::check::{Program, Stage, documents};
use std::fmt::Write as _;

const DUMP: Flag = Flag { name: "--dump-ast", takes_value: false, is_required: false };

pub(super) const COMMAND: Command = Command { name: "infer", flags: &[DUMP], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let program = load::checked(&call.input, Stage::Infer)?;
    if call.flags.contains_key(DUMP.name) {
        return Ok(Success { stdout: dump(&program), exit: 0 });
    }
    Ok(Success::document(signatures(&program)))
}

/// Writes each definition with its core term, for people only.
fn dump(program: &Program) -> String {
    let mut text = String::new();
    for (checked, interface) in program.defs.iter().zip(program.scope.interfaces()) {
        let _ = match &checked.core {
            Some(core) => writeln!(text, "{} = {:#?}", interface.name(), core.body),
            None => writeln!(text, "{}: its matches are at fault", interface.name()),
        };
    }
    text
}

/// Writes the document that `infer` and `check` share, for a program whose types are sound.
pub(super) fn signatures(program: &Program) -> String {
    let defs = program
        .defs
        .iter()
        .zip(program.scope.interfaces())
        .zip(&program.sources)
        .filter_map(|((checked, interface), source)| {
            documents::signature_output(interface.name(), checked, source)
        })
        .collect();
    wire::to_json(&Signatures { defs })
}
