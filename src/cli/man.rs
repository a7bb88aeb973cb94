//! `trellis man`: the manual page of the program, or of one command.

use clap::{Arg, ArgMatches, Command};

use super::suggest::did_you_mean;
use super::{Entry, Outcome, Output, parser};
use crate::contract::{Code, Diagnostic};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "man", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Print the manual page, in roff: `trellis man | man -l -`")
        .arg(Arg::new("command").value_name("COMMAND").help("Print the page of one command"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let mut parser = parser();
    parser.build();
    let page = match matches.get_one::<String>("command") {
        None => parser,
        Some(name) => match parser.find_subcommand(name) {
            Some(command) => command.clone().display_name(format!("trellis-{name}")),
            None => {
                let known: Vec<_> =
                    parser.get_subcommands().map(|command| command.get_name()).collect();
                let fault = Diagnostic::new(Code::Usage, format!("no command `{name}`"));
                return Err(did_you_mean(fault, name, known).into());
            }
        },
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => {
            output.raw(&String::from_utf8_lossy(&text));
            Ok(0)
        }
        Err(error) => Err(Diagnostic::new(Code::Internal, format!("manual page: {error}")).into()),
    }
}
