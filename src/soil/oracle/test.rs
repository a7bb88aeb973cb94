//! `soil0 test`: the cases of a bundle, without a world.
//!
//! Spec: `soil0-cli#8.8`, `soil0-cli#10`.

use std::path::Path;

use super::run::internal;
use super::{Call, Command, Success, input, load};
use crate::contract::Diagnostic;
use crate::soil::check::Stage;
use crate::soil::eval::{Limits, cases};

pub(super) const COMMAND: Command = Command { name: "test", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let one = |fault| vec![fault];
    let bundle = input::text(&call.input).map_err(one)?;
    let path = cases::program_path(&bundle).map_err(one)?;
    let manifest = call.input.parent().unwrap_or(Path::new("")).join(path);
    let program = load::checked(&manifest, Stage::Check)?;
    let core = program.core().ok_or_else(|| one(internal()))?;
    let report = cases::run(&core, &bundle, &Limits::CASE).map_err(one)?;
    let exit = u8::from(!report.is_good());
    Ok(Success { stdout: report.to_json() + "\n", exit })
}
