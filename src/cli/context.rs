//! `trellis context DEF --budget N`: the context bundle of a function, on disk for people to read.
//!
//! Spec: `trellis-daemon#4`, `trellis-daemon#5`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};

use super::{Entry, Failure, Outcome, Output};
use crate::contract::{Code, Diagnostic};
use crate::lowering::bundle;
use crate::root::Snapshot;
use crate::root::find::find;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "context", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Write the context bundle of a function: what an agent would be shown")
        .arg(Arg::new("def").value_name("DEF").required(true).help("A path or a bare name"))
        .arg(
            Arg::new("budget")
                .long("budget")
                .value_name("N")
                .required(true)
                .value_parser(value_parser!(u64))
                .help("Tokens, estimated at four bytes each"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .help("An empty or absent folder [default: .trellis/context/DEF in the root]"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let chosen = std::env::var_os("TRELLIS_ROOT").map(PathBuf::from);
    let here = std::env::current_dir().map_err(|error| unwritable("the current folder", &error))?;
    let root = find(chosen.as_deref(), &here)?;
    output.set_base(root.path());
    let snapshot = Snapshot::load(&root)?;
    let name = matches.get_one::<String>("def").map_or("", String::as_str);
    let budget = matches.get_one::<u64>("budget").copied().unwrap_or_default();
    let path = snapshot.resolve(name)?;
    let bundle = bundle::of(&snapshot, &path, budget)?;
    let folder = match matches.get_one::<PathBuf>("out") {
        Some(folder) => empty(&here.join(folder))?,
        None => wiped(root.path().join(".trellis/context").join(&*path))?,
    };
    for (file, content) in &bundle.files {
        let target = folder.join(file);
        let parent = target.parent().unwrap_or(&folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&target, content))
            .map_err(|error| unwritable(&target.display().to_string(), &error))?;
    }
    if output.is_json() {
        output.raw(&format!("{}\n", bundle.manifest));
    } else {
        output.raw(&String::from_utf8_lossy(&bundle.files[0].1));
        output.raw(&format!("written to {}\n", folder.display()));
    }
    Ok(0)
}

/// Refuses a folder that holds something: it may be somebody's.
fn empty(folder: &Path) -> Result<PathBuf, Failure> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(unwritable(&folder.display().to_string(), &error)),
    };
    if is_empty {
        return Ok(folder.to_owned());
    }
    let message = format!("`{}` is not empty", folder.display());
    Err(Diagnostic::new(Code::Usage, message)
        .note("name an empty folder, or one that does not exist")
        .into())
}

fn wiped(folder: PathBuf) -> Result<PathBuf, Failure> {
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(unwritable(&folder.display().to_string(), &error))
        }
        _ => Ok(folder),
    }
}

fn unwritable(what: &str, error: &io::Error) -> Failure {
    Diagnostic::new(Code::Io, format!("{what} cannot be written: {error}")).into()
}
