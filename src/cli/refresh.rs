//! `trellis refresh`: locks follow what may follow without a test or a lowering.

use clap::{ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::RefreshReport;
use crate::contract::error_document;
use crate::root::refresh;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "refresh", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Bring locks up to date with prose, Soil and decisions").long_about(
        "Bring locks up to date with prose, Soil and decisions\n\nStores what may change without \
         a test or a lowering, creates missing locks and rewrites `soil.lock`. A definition with \
         a fault is left out and reported; the exit status is then 1.",
    )
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = rooted::find_pinned(output)?;
    let done = refresh::refresh(&root)?;
    if output.is_json() {
        let errors = error_document(&done.dropped).errors;
        output.document(&RefreshReport {
            written: done.written,
            defs: rooted::documents(&done.standings, false),
            errors: (!errors.is_empty()).then_some(errors),
        });
    } else {
        let table = rooted::table(&done.standings, false, output);
        output.text(&table);
        let locks = match done.written.len() {
            0 => "no lock changed".to_owned(),
            1 => "1 lock written".to_owned(),
            n => format!("{n} locks written"),
        };
        output.text(&format!("\n{}; {locks}\n", rooted::summary(&done.standings)));
        output.report(&done.dropped);
    }
    Ok(u8::from(!done.dropped.is_empty()))
}
