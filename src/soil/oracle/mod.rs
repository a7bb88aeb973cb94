//! The `soil0` command: one command a stage, JSON documents out, one report on failure.
//!
//! Comes in: command-line arguments and the files that they name. Goes out: what belongs on
//! stdout and stderr, and the exit code. This is the only part of the language that reads files.
//! A command is one file here with a `COMMAND` constant, listed in [`COMMANDS`].
//!
//! Spec: `soil0-cli#1`, `soil0-cli#8`.

mod arguments;
mod check;
mod environment;
mod infer;
mod input;
mod lex;
mod load;
mod parse;
mod print;
mod rename;
mod report;
mod run;
mod test;
mod tree;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::contract::Diagnostic;
use crate::contract::documents::SoilVersion;
use crate::contract::wire::to_json;

/// Every command, in the order of the contract.
const COMMANDS: &[Command] = &[
    lex::COMMAND,
    parse::COMMAND,
    print::COMMAND,
    rename::COMMAND,
    infer::COMMAND,
    check::COMMAND,
    run::COMMAND,
    test::COMMAND,
];

/// What a run leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The document, or the source text of `print`; empty on failure.
    pub stdout: String,
    /// One diagnostics report on failure, else empty.
    pub stderr: String,
    /// 0, 1 or 2.
    pub exit: u8,
}

/// One command of the contract.
struct Command {
    /// As it is typed.
    name: &'static str,
    /// The flags that it knows.
    flags: &'static [Flag],
    /// Does the work.
    run: fn(&Call) -> Result<Success, Vec<Diagnostic>>,
}

/// A flag of one command.
struct Flag {
    /// With its dashes.
    name: &'static str,
    /// Followed by a value.
    takes_value: bool,
    /// Without it the call is a usage error.
    is_required: bool,
}

/// A call whose arguments fit its command.
struct Call {
    /// The one input.
    input: PathBuf,
    /// Flags by name; the value is empty for a flag without one.
    flags: BTreeMap<&'static str, String>,
}

/// What a command has to say when it does its work.
struct Success {
    /// The text for stdout, line feed included.
    stdout: String,
    /// 1 for a test report with failures, else 0.
    exit: u8,
}

impl Success {
    /// Succeeds with a document, to which the line feed is added.
    fn document(json: String) -> Success {
        Success { stdout: json + "\n", exit: 0 }
    }
}

/// Runs `soil0` with the arguments after the program's name.
pub fn run(args: &[OsString]) -> Outcome {
    let result = match arguments::read(args, COMMANDS) {
        Ok(arguments::Request::Version) => {
            let soil0 = env!("CARGO_PKG_VERSION").to_owned();
            Ok(Success::document(to_json(&SoilVersion { soil0_cli: 1, soil0 })))
        }
        Ok(arguments::Request::Command(command, call)) => on_large_stack(|| (command.run)(&call)),
        Err(fault) => Err(vec![fault]),
    };
    match result {
        Ok(success) => {
            Outcome { stdout: success.stdout, stderr: String::new(), exit: success.exit }
        }
        Err(faults) => report::failure(&faults),
    }
}

/// Documents are boxed trees, which are written and dropped by plain recursion; the stack holds
/// the deepest that the parser allows. Its pages are taken as they are touched.
fn on_large_stack<R>(work: impl FnOnce() -> R) -> R {
    stacker::grow(256 << 20, work)
}
