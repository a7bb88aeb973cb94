//! `trellis status`: where every definition stands.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::StatusReport;
use crate::contract::error_document;
use crate::root::find::RootDir;
use crate::root::index;
use crate::root::status::{Flag, Standing};
use crate::verify::findings::Findings;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "status", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Show where every definition stands, with flags")
        .arg(
            Arg::new("why")
                .long("why")
                .action(ArgAction::SetTrue)
                .help("Explain each flag in one sentence"),
        )
        .arg(Arg::new("def").value_name("DEF").help("Only this definition, by path or bare name"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let with_why = matches.get_flag("why");
    let root = rooted::find(output)?;
    let known = index::of(&root)?;
    let only = matches.get_one::<String>("def").map(|name| known.resolve(name)).transpose()?;
    let is_shown = |path: &str| only.as_deref().is_none_or(|only| only == path);
    let shown = known.standings().filter(|standing| is_shown(&standing.path));
    let mut standings: Vec<Standing> = shown.collect();
    show_findings(&root, &mut standings);
    let faults = match &only {
        Some(path) => known.faults_of(path).to_vec(),
        None => known.faults(),
    };
    if output.is_json() {
        let errors = error_document(&faults).errors;
        let questions: Vec<String> =
            known.questions().filter(|path| is_shown(path)).map(str::to_owned).collect();
        output.document(&StatusReport {
            defs: rooted::documents(&standings, with_why),
            errors: (!errors.is_empty()).then_some(errors),
            questions: (!questions.is_empty()).then_some(questions),
        });
        return Ok(0);
    }
    if !standings.is_empty() {
        let table = rooted::table(&standings, with_why, output);
        output.text(&(table + "\n"));
    }
    output.text(&(rooted::summary(&standings) + "\n"));
    if !faults.is_empty() {
        output.report(&faults);
    }
    Ok(0)
}

/// Adds what the last pre-flight found, where the specification is still the one it probed.
fn show_findings(root: &RootDir, standings: &mut [Standing]) {
    let findings = Findings::load(root.path());
    for (path, codes) in findings.current(root.path()) {
        let standing = standings.iter_mut().find(|standing| standing.path == path);
        let Some(standing) = standing else { continue };
        for code in codes {
            let why = format!("the pre-flight has a finding; `trellis test {path}` shows it");
            standing.flags.push((Flag::Preflight(code), why));
        }
    }
}
