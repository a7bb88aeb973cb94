//! `ask_human`: leaves a question for the owner of the specification and ends the job.
//!
//! The question is on disk before the call is acknowledged.
//!
//! Spec: `trellis-daemon#3.7`.

use serde::Deserialize;

use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::{Closed, Desk};
use crate::lowering::library::{Faults, Question, QuestionKind};
use crate::lowering::questions;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arguments {
    kind: Tagged<KindName>,
    question: String,
    #[serde(default)]
    hole: Hole,
    #[serde(default)]
    options: Vec<String>,
}

#[derive(Deserialize)]
enum KindName {
    Ambiguity,
    Contradiction,
    Rule,
}

/// A sum without payload: tagged as the contract has it, or the bare name that agents often send.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a name of the sum, bare or as {\"tag\": name}")]
pub(super) enum Tagged<T> {
    Bare(T),
    Tag(Tag<T>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tag<T> {
    tag: T,
}

impl<T> Tagged<T> {
    pub(super) fn name(self) -> T {
        match self {
            Tagged::Bare(name) | Tagged::Tag(Tag { tag: name }) => name,
        }
    }
}

/// An optional hole name: tagged, a bare string, or `null`.
#[derive(Deserialize, Default)]
#[serde(untagged, expecting = "an optional hole name")]
enum Hole {
    #[default]
    Null,
    Bare(String),
    Tagged(HoleTag),
}

#[derive(Deserialize)]
#[serde(tag = "tag", content = "value", deny_unknown_fields)]
enum HoleTag {
    None,
    Some(String),
}

pub(super) fn run(desk: &Desk, arguments: Arguments) -> Result<String, Faults> {
    if arguments.question.trim().is_empty() {
        return Err(super::malformed("the question is empty"));
    }
    let hole = match arguments.hole {
        Hole::Null | Hole::Tagged(HoleTag::None) => None,
        Hole::Bare(name) | Hole::Tagged(HoleTag::Some(name)) => Some(name),
    };
    if let Some(name) = &hole {
        let is_known = desk.draft().is_some_and(|draft| names_hole(&draft.soil, name));
        if !is_known {
            return Err(super::malformed(format!("the draft has no hole `{name}`")));
        }
    }
    let subject = desk.subject();
    let question = Question {
        def: subject.def().clone(),
        kind: match arguments.kind.name() {
            KindName::Ambiguity => QuestionKind::Ambiguity,
            KindName::Contradiction => QuestionKind::Contradiction,
            KindName::Rule => QuestionKind::Rule,
        },
        question: arguments.question,
        hole,
        options: arguments.options,
        asked_against: subject.spec_hashes().clone(),
        bundle: subject.bundle().hash.clone(),
        created: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
    };
    let spec = subject.bundle().files.iter().find(|(path, _)| path == "spec.md");
    questions::save(desk.root(), &question, spec.map_or(&[], |(_, text)| text)).map_err(
        |error| vec![Diagnostic::new(Code::Io, format!("keeping the question: {error}"))],
    )?;
    desk.close(Closed::Asked(Box::new(question)));
    Ok(r#"{"acknowledged":true}"#.to_owned())
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
