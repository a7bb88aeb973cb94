//! `trellis manifest`: writes `soil.lock` from the locks of a root.

use clap::{ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::ManifestWritten;
use crate::root::change::{Writing, write_manifest};
use crate::root::manifest;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "manifest", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Write `soil.lock`, all locks of the root in one file")
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = rooted::find(output)?;
    let writing = Writing::begin(&root)?;
    let changed = write_manifest(&writing.snapshot)?;
    if output.is_json() {
        output.document(&ManifestWritten { changed });
    } else if changed {
        output.text(&format!("wrote {}\n", manifest::FILE));
    } else {
        output.text(&format!("{} is up to date\n", manifest::FILE));
    }
    Ok(0)
}
