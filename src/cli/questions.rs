//! `trellis questions`: what agents asked and nobody answered yet.
//!
//! Spec: `trellis-daemon#8`.

use std::fmt::Write as _;

use clap::{ArgMatches, Command};

use super::{Entry, Outcome, Output, service};
use crate::lowering::library::{Question, QuestionKind};
use crate::lowering::questions::{self, Written};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "questions", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("List the questions that agents asked and that wait for an answer")
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = service::root()?;
    let open = questions::all(root.path());
    if output.is_json() {
        let written: Vec<Written<'_>> = open.iter().map(Written::from).collect();
        let written = serde_json::to_string(&written).unwrap_or_else(|_| "[]".to_owned());
        output.raw(&format!("{{\"questions\":{written}}}\n"));
    } else {
        open.iter().for_each(|question| output.raw(&shown(question)));
    }
    Ok(0)
}

/// Returns a question for people, its options numbered from 1.
pub fn shown(question: &Question) -> String {
    let kind = match question.kind {
        QuestionKind::Ambiguity => "ambiguity",
        QuestionKind::Contradiction => "contradiction",
        QuestionKind::Rule => "rule",
    };
    let mut text = format!("{} ({kind}, asked {})\n", question.def, question.created);
    for line in question.question.lines() {
        let _ = writeln!(text, "  {line}");
    }
    if let Some(hole) = &question.hole {
        let _ = writeln!(text, "  about the hole ?{hole}");
    }
    for (at, option) in question.options.iter().enumerate() {
        let _ = writeln!(text, "  {}. {option}", at + 1);
    }
    text
}
