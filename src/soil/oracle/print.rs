//! `soil0 print`: the canonical text of a file.
//!
//! Spec: `soil0-cli#8.9`.

use super::{Call, Command, Success, input};
use crate::contract::Diagnostic;
use crate::soil::print;
use crate::soil::syntax::parse::{self, Role};

pub(super) const COMMAND: Command = Command { name: "print", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let source = input::source(&call.input).map_err(|fault| vec![fault])?;
    let file = parse::file(&source, Role::of_path(source.name())).map_err(|fault| vec![fault])?;
    Ok(Success { stdout: print::file(&file), exit: 0 })
}
