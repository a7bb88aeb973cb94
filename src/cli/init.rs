//! `trellis init [DIR]`: a new root that is valid and worth reading.

use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output};
use crate::contract::documents::Created;
use crate::root::find::RootDir;
use crate::root::{config, create, refresh};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "init", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Make a new root from a template")
        .arg(
            Arg::new("dir")
                .value_name("DIR")
                .default_value(".")
                .hide_default_value(true)
                .help("Where; made when it does not exist [default: here]"),
        )
        .arg(
            Arg::new("template")
                .long("template")
                .value_name("NAME")
                .value_parser(create::templates())
                .default_value(create::DEFAULT_TEMPLATE)
                .help("What to begin with"),
        )
        .arg(
            Arg::new("ci").long("ci").action(ArgAction::SetTrue).help(
                "Also write a GitHub Actions workflow; in a root that exists, write only that",
            ),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let directory = matches.get_one::<String>("dir").expect("it has a default");
    let template = matches.get_one::<String>("template").expect("it has a default");
    let wants_ci = matches.get_flag("ci");
    if wants_ci && Path::new(directory).join(config::FILE).exists() {
        return workflow(Path::new(directory), output);
    }
    let (root, mut files) = create::init(Path::new(directory), template)?;
    output.set_base(root.path());
    let done = refresh::refresh(&root)?;
    files.extend(done.written.iter().map(|path| format!("{path}.lock")));
    if wants_ci {
        files.push(create::ci(&root)?);
    }
    files.sort();
    if output.is_json() {
        output.document(&Created { files });
        return Ok(0);
    }
    for file in &files {
        output.text(&format!("{file}\n"));
    }
    let here = if directory == "." { String::new() } else { format!("cd {directory} && ") };
    output.text(&format!(
        "\nA root with {} definitions. Next:\n  {here}trellis check\n  {here}trellis status --why\n",
        done.standings.len()
    ));
    Ok(0)
}

/// Adds the workflow to a root that exists, and nothing else.
fn workflow(directory: &Path, output: &mut Output) -> Outcome {
    let root = RootDir::at(directory)?;
    output.set_base(root.path());
    let file = create::ci(&root)?;
    if output.is_json() {
        output.document(&Created { files: vec![file] });
        return Ok(0);
    }
    output.text(&format!(
        "{file}\n\nSet the repository variable TRELLIS_SOURCE to the git URL of Trellis, then push.\n"
    ));
    Ok(0)
}
