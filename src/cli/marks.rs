//! `trellis accept`, `trellis pin`, `trellis review`: what only a human says of a definition.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::Marked;
use crate::root::marks::{self, Mark};

/// The row of `accept`.
pub const ACCEPT: Entry = Entry {
    name: "accept",
    arguments: |command| {
        revocable(command).about("Call a definition good; it must be checked, complete and green")
    },
    run: |matches, output| {
        let accepted = !matches.get_flag("revoke");
        run(
            matches,
            output,
            Mark::Accepted(accepted),
            if accepted { "accepted" } else { "no longer accepted" },
        )
    },
};

/// The row of `pin`.
pub const PIN: Entry = Entry {
    name: "pin",
    arguments: |command| {
        revocable(command).about("Pin the export of a definition; recorded, not yet enforced")
    },
    run: |matches, output| {
        let pinned = !matches.get_flag("revoke");
        run(
            matches,
            output,
            Mark::Pinned(pinned),
            if pinned { "pinned" } else { "no longer pinned" },
        )
    },
};

/// The row of `review`.
pub const REVIEW: Entry = Entry {
    name: "review",
    arguments: |command| {
        def(command).about("Say that the prose was read again and still fits the Soil")
    },
    run: |matches, output| run(matches, output, Mark::Reviewed, "reviewed"),
};

fn def(command: Command) -> Command {
    command.arg(
        Arg::new("def")
            .value_name("DEF")
            .required(true)
            .help("The definition, by path or bare name"),
    )
}

fn revocable(command: Command) -> Command {
    def(command).arg(
        Arg::new("revoke").long("revoke").action(ArgAction::SetTrue).help("Take it back instead"),
    )
}

fn run(matches: &ArgMatches, output: &mut Output, mark: Mark, word: &str) -> Outcome {
    let root = rooted::find_pinned(output)?;
    let name = matches.get_one::<String>("def").expect("required");
    let (path, changed) = marks::mark(&root, name, mark)?;
    if output.is_json() {
        output.document(&Marked { path, changed });
    } else {
        let already = if changed { "" } else { ", as before" };
        output.text(&format!("{path}: {word}{already}\n"));
    }
    Ok(0)
}
