//! `trellis call DEF [JSON…]`: run a definition by hand, in the real world.
//!
//! Spec: `tr-grammar#7`.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Failure, Outcome, Output};
use crate::cli::test::root;
use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::verify::call::Callable;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "call", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Call a definition with JSON arguments and print the result")
        .long_about(
            "Call a definition with JSON arguments and print the result as canonical JSON.\n\n\
             Capability parameters get the real file system, clock and entropy; paths are relative \
             to the current folder. Nothing is written or recorded.",
        )
        .arg(Arg::new("def").value_name("DEF").required(true).help("A path or a bare name"))
        .arg(
            Arg::new("arguments")
                .value_name("JSON")
                .action(ArgAction::Append)
                .allow_hyphen_values(true)
                .help("One value a parameter, such as 4, '\"text\"' or '[1,2]'"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let root = root()?;
    output.set_base(root.path());
    let snapshot = Snapshot::load(&root)?;
    let name = matches.get_one::<String>("def").map_or("", String::as_str);
    let path = snapshot.resolve(name)?;
    let callable = Callable::new(&snapshot, &path)?;
    let arguments = matches.get_many::<String>("arguments").unwrap_or_default().cloned();
    let result = callable.call(&arguments.collect::<Vec<_>>()).map_err(|fault| match fault.code {
        Code::Usage => with_signature(&snapshot, &path, fault),
        _ => fault,
    });
    output.raw(&(result.map_err(Failure::from)? + "\n"));
    Ok(0)
}

/// Adds what the definition takes to a fault of the call.
pub fn with_signature(snapshot: &Snapshot, path: &str, fault: Diagnostic) -> Diagnostic {
    match signature(snapshot, path) {
        Some(signature) => fault.note(format!("it is {signature}")),
        None => fault,
    }
}

/// Returns `name : type` of a definition that has Soil or a declared signature.
pub fn signature(snapshot: &Snapshot, path: &str) -> Option<String> {
    let interface = snapshot.id(path).map(|id| snapshot.scope().interface(id));
    if let Some((interface, ty)) = interface.and_then(|known| Some((known, known.ty()?))) {
        return Some(format!("{} : {ty}", interface.name()));
    }
    let spec = snapshot.spec(path)?;
    Some(spec.text(spec.signature()?.span).to_owned())
}
