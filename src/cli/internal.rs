//! `trellis _mcp`, `trellis _confine` and `trellis _synth`: what trellis starts by itself, inside jails and agents.
//!
//! They stand before the command table: only the protocol may go to stdout, every argument after
//! `--` belongs to somebody else, and an agent waits for its tools while we start.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::lowering::jail::confine;
use crate::lowering::synth;
use crate::mcp;

/// Runs an internal command, if `args`, the program's name first, names one.
pub fn run(args: &[OsString]) -> Option<ExitCode> {
    let rest =
        || args[2..].iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>();
    match args.get(1)?.to_str()? {
        "_mcp" => Some(mcp::command(&rest())),
        "_confine" => Some(confine::command(&rest())),
        "_synth" => Some(synth::client::command(&rest())),
        _ => None,
    }
}
