//! `trellis completions SHELL`: a completion script.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::{Entry, Outcome, Output, parser};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "completions", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Print a completion script for a shell").arg(
        Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)),
    )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let shell = matches.get_one::<Shell>("shell").copied().unwrap_or(Shell::Bash);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut parser(), "trellis", &mut script);
    output.raw(&String::from_utf8_lossy(&script));
    Ok(0)
}
