//! Commands whose names are kept for later versions, so that nothing else takes them.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output};
use crate::contract::{Code, Diagnostic};

/// Will bind a symbol of foreign code.
pub const BIND: Entry = Entry { name: "bind", arguments, run };

/// Will build the root's targets.
pub const BUILD: Entry = Entry { name: "build", arguments, run };

/// Will derive Soil that nobody has to write.
pub const DERIVE: Entry = Entry { name: "derive", arguments, run };

/// Will try how many mistakes the tests notice.
pub const MUTANTS: Entry = Entry { name: "mutants", arguments, run };

/// Will run the root's entrypoint.
pub const RUN: Entry = Entry { name: "run", arguments, run };

fn arguments(command: Command) -> Command {
    command.hide(true).about("Reserved for a later version").arg(
        Arg::new("arguments")
            .action(ArgAction::Append)
            .num_args(0..)
            .trailing_var_arg(true)
            .allow_hyphen_values(true),
    )
}

fn run(_: &ArgMatches, _: &mut Output) -> Outcome {
    let message = "this command is reserved for a later version";
    Err(Diagnostic::new(Code::Unimplemented, message)
        .note("`trellis --help` lists what there is")
        .into())
}
