//! `trellis new DEF`: a valid skeleton specification.

use clap::{Arg, ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::Created;
use crate::root::create;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "new", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Write a valid skeleton specification").arg(
        Arg::new("def").value_name("DEF").required(true).help(
            "The path: `text/greet` for a function, `text/Greeting` for a type, `text/_module` or \
             `_project` for a header",
        ),
    )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let root = rooted::find(output)?;
    let path = matches.get_one::<String>("def").expect("required");
    let file = create::new(&root, path)?;
    if output.is_json() {
        output.document(&Created { files: vec![file] });
    } else {
        output.text(&format!("wrote {file}\n"));
    }
    Ok(0)
}
