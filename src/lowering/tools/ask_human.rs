//! `ask_human`: leaves a question for the owner of the specification and ends the job.
//!
//! The question is on disk before the call is acknowledged.
//!
//! Spec: `trellis-daemon#3.7`.

use crate::contract::documents::{self, AskHumanInput, AskHumanOutput};
use crate::contract::tools::{AskHumanCode, AskHumanError, AskHumanResult};
use crate::lowering::desk::{Closed, Desk};
use crate::lowering::library::{Question, QuestionKind};
use crate::lowering::questions;

pub(super) fn run(desk: &Desk, input: AskHumanInput) -> AskHumanResult {
    let malformed = |message: String| AskHumanError::new(AskHumanCode::MalformedInput, message);
    if input.question.trim().is_empty() {
        return Err(malformed("the question is empty".to_owned()));
    }
    if let Some(name) = &input.hole {
        let is_known = desk.draft().is_some_and(|draft| names_hole(&draft.soil, name));
        if !is_known {
            return Err(malformed(format!("the draft has no hole `{name}`")));
        }
    }
    let subject = desk.subject();
    let question = Question {
        def: subject.def().clone(),
        kind: match input.kind {
            documents::QuestionKind::Ambiguity => QuestionKind::Ambiguity,
            documents::QuestionKind::Contradiction => QuestionKind::Contradiction,
            documents::QuestionKind::Rule => QuestionKind::Rule,
        },
        question: input.question,
        hole: input.hole,
        options: input.options.unwrap_or_default(),
        asked_against: subject.spec_hashes().clone(),
        bundle: subject.bundle().hash.clone(),
        created: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
    };
    let spec = subject.bundle().files.iter().find(|(path, _)| path == "spec.md");
    questions::save(desk.root(), &question, spec.map_or(&[], |(_, text)| text)).map_err(
        |error| AskHumanError::new(AskHumanCode::Io, format!("keeping the question: {error}")),
    )?;
    desk.close(Closed::Asked(Box::new(question)));
    Ok(AskHumanOutput { acknowledged: true })
}

/// Looks for `?name` as a whole word.
fn names_hole(soil: &str, name: &str) -> bool {
    let name = name.strip_prefix('?').unwrap_or(name);
    soil.match_indices('?').any(|(at, _)| {
        let rest = &soil[at + 1..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        !name.is_empty() && &rest[..end] == name
    })
}
