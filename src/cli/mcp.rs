//! `trellis _mcp`: the shim that an agent starts; only the protocol goes to stdout.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "_mcp", arguments, run };

fn arguments(command: Command) -> Command {
    command.hide(true).disable_help_flag(true).arg(
        Arg::new("arguments")
            .action(ArgAction::Append)
            .num_args(0..)
            .trailing_var_arg(true)
            .allow_hyphen_values(true),
    )
}

fn run(matches: &ArgMatches, _: &mut Output) -> Outcome {
    let arguments: Vec<String> =
        matches.get_many::<String>("arguments").into_iter().flatten().cloned().collect();
    let code = crate::mcp::command(&arguments);
    Ok(if code == ExitCode::SUCCESS { 0 } else { 1 })
}
