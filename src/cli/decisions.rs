//! `trellis decisions`: what was decided, who cites it, and edits that change no meaning.

use clap::{Arg, ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::{DecisionList, ListedDecision, Restamped};
use crate::root::lock::{Scope, Word as _};
use crate::root::{Snapshot, editorial};
use crate::spec::{Kind, module_of};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "decisions", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("List decisions, or declare an edit of one editorial")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("list").about("List every decision with those who cite it"))
        .subcommand(
            Command::new("editorial")
                .about("Say that a changed, new or removed decision changes no meaning")
                .arg(Arg::new("label").value_name("LABEL").required(true).help("The decision"))
                .arg(
                    Arg::new("module")
                        .long("module")
                        .value_name("PATH")
                        .help("The module whose decision it is; `.` for the project"),
                ),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    match matches.subcommand() {
        Some(("editorial", inner)) => editorial(inner, output),
        _ => list(output),
    }
}

fn editorial(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let root = rooted::find_pinned(output)?;
    let label = matches.get_one::<String>("label").expect("required");
    let module = matches.get_one::<String>("module").map(String::as_str);
    let restamped = editorial::editorial(&root, label, module)?;
    if output.is_json() {
        output.document(&Restamped { restamped: restamped.len() as u64 });
        return Ok(0);
    }
    for path in &restamped {
        output.text(&format!("{path}\n"));
    }
    let text = match restamped.len() {
        0 => "no lock had to change\n".to_owned(),
        1 => "1 lock restamped\n".to_owned(),
        n => format!("{n} locks restamped\n"),
    };
    output.text(&text);
    Ok(0)
}

fn list(output: &mut Output) -> Outcome {
    let snapshot = rooted::snapshot(output)?;
    let decisions = collect(&snapshot);
    if output.is_json() {
        output.document(&DecisionList { decisions });
        return Ok(0);
    }
    let mut text = String::new();
    for decision in &decisions {
        let home = match decision.module.as_str() {
            "" => decision.scope.clone(),
            module => format!("{} {module}", decision.scope),
        };
        text.push_str(&format!("{home}: {}\n  {}\n", decision.label, decision.text));
        for rejected in &decision.rejected {
            text.push_str(&format!("  rejected: {rejected}\n"));
        }
        if !decision.cited_by.is_empty() {
            text.push_str(&format!("  cited by {}\n", decision.cited_by.join(", ")));
        }
    }
    if decisions.is_empty() {
        text.push_str("no decisions\n");
    }
    output.text(&text);
    Ok(0)
}

fn collect(snapshot: &Snapshot) -> Vec<ListedDecision> {
    let mut headers: Vec<_> = snapshot
        .paths()
        .filter_map(|path| snapshot.spec(path))
        .filter(|spec| matches!(spec.kind, Kind::Module | Kind::Project))
        .collect();
    headers.sort_by_key(|spec| (spec.kind == Kind::Module, spec.path.clone()));
    let mut all = Vec::new();
    for header in headers {
        let scope = if header.kind == Kind::Project { Scope::Project } else { Scope::Module };
        for entry in header.decisions() {
            let cites = |path: &str| {
                let binds = scope == Scope::Project || module_of(path) == header.module();
                let lock = snapshot.lock(path)?;
                let applied = &lock.lowering.as_ref()?.applied;
                let is_cited =
                    applied.iter().any(|one| one.scope == scope && one.label == *entry.label);
                (binds && is_cited).then(|| path.to_owned())
            };
            all.push(ListedDecision {
                scope: scope.word().to_owned(),
                module: header.module().to_owned(),
                label: entry.label.to_string(),
                text: entry.text.clone(),
                rejected: entry.rejected.clone(),
                hash: entry.hash.to_string(),
                cited_by: snapshot.paths().filter_map(|path| cites(path)).collect(),
            });
        }
    }
    all
}
