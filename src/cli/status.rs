//! `trellis status`: where every definition stands.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::StatusReport;
use crate::contract::error_document;
use crate::root::find::RootDir;
use crate::root::index::{self, Known};
use crate::root::status::Flag;
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
    let mut known = index::status(&root)?;
    show_findings(&root, &mut known);
    if let Some(name) = matches.get_one::<String>("def") {
        let path = known.resolve(name)?;
        known.standings.retain(|standing| standing.path == path);
        known.faults.retain(|fault| {
            fault.file.as_deref().and_then(|file| file.rsplit_once('.')).map(|(stem, _)| stem)
                == Some(&path)
        });
        known.questions.retain(|question| *question == path);
    }
    if output.is_json() {
        let errors = error_document(&known.faults).errors;
        output.document(&StatusReport {
            defs: rooted::documents(&known.standings, with_why),
            errors: (!errors.is_empty()).then_some(errors),
            questions: (!known.questions.is_empty()).then_some(known.questions),
        });
        return Ok(0);
    }
    output.text(&rooted::table(&known.standings, with_why));
    output.text(&format!("\n{}\n", rooted::summary(&known.standings)));
    if !known.faults.is_empty() {
        output.report(&known.faults);
    }
    Ok(0)
}

/// Adds what the last pre-flight found, where the specification is still the one it probed.
fn show_findings(root: &RootDir, known: &mut Known) {
    let findings = Findings::load(root.path());
    for (path, codes) in findings.current(root.path()) {
        let standing = known.standings.iter_mut().find(|standing| standing.path == path);
        let Some(standing) = standing else { continue };
        for code in codes {
            let why = format!("the pre-flight has a finding; `trellis test {path}` shows it");
            standing.flags.push((Flag::Preflight(code), why));
        }
    }
}
