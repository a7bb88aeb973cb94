//! `trellis queue`: the jobs that wait, in the order in which they will run.

use clap::{ArgMatches, Command};

use super::{Entry, Outcome, Output, service};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "queue", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("List the jobs that wait, in the order in which they will run")
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = service::root()?;
    let client = service::connect(&root)?;
    let records = service::records(&client.get("/queue").map_err(service::failure)?);
    if output.is_json() {
        output.raw(&service::document(&records));
    } else {
        records.iter().for_each(|record| output.raw(&service::line(record)));
    }
    Ok(0)
}
