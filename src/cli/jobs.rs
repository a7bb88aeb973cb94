//! `trellis jobs`: what the daemon has done, does, and will do.

use clap::{Arg, ArgMatches, Command};

use super::{Entry, Outcome, Output, service};
use crate::contract::{Code, Diagnostic};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "jobs", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("List lowering jobs, oldest first, or show one with its diagnostics")
        .arg(Arg::new("id").value_name("ID").help("A job's id"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let root = service::root()?;
    output.set_base(root.path());
    let client = service::connect(&root)?;
    let mut records = service::records(&client.get("/jobs").map_err(service::failure)?);
    let id = matches.get_one::<String>("id");
    if let Some(id) = id {
        records.retain(|record| record.id == *id);
        if records.is_empty() {
            return Err(Diagnostic::new(Code::Usage, format!("no job has the id `{id}`")).into());
        }
    }
    if output.is_json() {
        output.raw(&service::document(&records));
        return Ok(0);
    }
    for record in &records {
        output.raw(&service::line(record));
        if id.is_some() {
            output.report(&service::faults(record));
        }
    }
    Ok(0)
}
