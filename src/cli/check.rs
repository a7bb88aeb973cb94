//! `trellis check [DEF]`: every specification and every definition of a root.

use clap::{Arg, ArgMatches, Command};

use super::{Entry, Failure, Outcome, Output, render, rooted};
use crate::contract::Diagnostic;
use crate::contract::documents::{SignatureOutput, Signatures};
use crate::root::Snapshot;
use crate::root::find::RootDir;
use crate::root::index::{self, Known};
use crate::soil::check::documents::signature_output;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "check", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Check specifications, locks and Soil, without writing anything")
        .arg(Arg::new("def").value_name("DEF").help("Only this definition, by path or bare name"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["text", "json", "sarif"])
                .help(
                    "How to print: text, json (as --json) or sarif (SARIF 2.1.0) [default: text]",
                ),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let format = matches.get_one::<String>("format").map(String::as_str);
    if format == Some("sarif") {
        return sarif(matches, output);
    }
    if format == Some("json") {
        output.set_json();
    }
    let root = rooted::find(output)?;
    let (known, path) = open(&root, matches)?;
    let faults = faults(&known, path.as_deref());
    if !faults.is_empty() {
        return Err(Failure::from(faults));
    }
    if output.is_json() {
        let snapshot = Snapshot::load(&root)?;
        output.document(&Signatures { defs: signatures(&snapshot, path.as_deref()) });
        return Ok(0);
    }
    let text = match path {
        Some(path) => format!("{path}: no fault\n"),
        None => format!(
            "{}, {}, no fault\n",
            rooted::count(known.paths().count(), "specification"),
            rooted::count(known.n_definitions() as usize, "definition")
        ),
    };
    output.text(&text);
    Ok(0)
}

fn open(root: &RootDir, matches: &ArgMatches) -> Result<(Known, Option<String>), Failure> {
    let known = index::of(root)?;
    let path = matches.get_one::<String>("def").map(|name| known.resolve(name)).transpose()?;
    Ok((known, path))
}

fn faults(known: &Known, path: Option<&str>) -> Vec<Diagnostic> {
    match path {
        Some(path) => known.faults_of(path).to_vec(),
        None => known.faults(),
    }
}

fn signatures(snapshot: &Snapshot, path: Option<&str>) -> Vec<SignatureOutput> {
    let nodes = snapshot.program().nodes.iter();
    nodes
        .filter(|node| path.is_none_or(|path| *node.path == *path))
        .filter_map(|node| {
            let checked = node.checked.as_ref()?;
            signature_output(&node.name, checked, &node.soil.source)
        })
        .collect()
}

/// A log is the answer whether there are faults or not, so it goes to stdout in both cases.
fn sarif(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let opened = rooted::find(output).and_then(|root| open(&root, matches));
    let found = match opened {
        Ok((known, path)) => faults(&known, path.as_deref()),
        Err(failure) => failure.diagnostics,
    };
    output.raw(&(render::sarif::log(&found, output.base()) + "\n"));
    Ok(if found.is_empty() { 0 } else { super::status(&found) })
}
