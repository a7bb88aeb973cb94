//! The seven tools: arguments in, one compact JSON document out.
//!
//! A tool sees its [`Desk`] and nothing else. Long results go on rather than being cut: no answer
//! is longer than [`RESULT_LIMIT`], and each tool says in its file how the rest is reached
//! (`read_context` serves a long file as a folder of parts, `read_spec` names the subsections).
//!
//! Spec: `trellis-daemon#3`.

mod ask_human;
mod check_refinements;
mod check_types;
mod read_context;
mod read_spec;
mod run_tests;
mod write_soil;

use serde::de::DeserializeOwned;

use crate::contract::tools::Tool;
use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::{Closed, Desk};
use crate::lowering::document;
use crate::lowering::library::{Draft, Faults, Stop};

/// The longest document that one call answers with, in bytes.
///
/// Common clients refuse results of more than 25 000 tokens, and some count the text and its
/// structured twin together; at four bytes a token this stays below with room for both.
pub const RESULT_LIMIT: usize = 40_000;

/// What a call is answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The tool's output, or a diagnostics document.
    pub document: String,
    /// Whether it is the latter.
    pub is_error: bool,
}

impl Reply {
    /// Answers with faults.
    pub fn faults(faults: &[Diagnostic]) -> Reply {
        Reply { document: document::errors(faults), is_error: true }
    }
}

/// Makes one call. `arguments` is the text of a JSON value.
///
/// Before the tool runs, the desk must be open and the job's inputs unmoved.
pub fn call(desk: &Desk, tool: Tool, arguments: &str, stop: &Stop) -> Reply {
    match guarded(desk, tool, arguments, stop) {
        Ok(document) => Reply { document, is_error: false },
        Err(faults) => Reply::faults(&faults),
    }
}

fn guarded(desk: &Desk, tool: Tool, arguments: &str, stop: &Stop) -> Result<String, Faults> {
    if let Some(closed) = desk.closed() {
        return Err(vec![ended(&closed)]);
    }
    if let Some(what) = desk.subject().moved(desk.draft().as_ref()) {
        desk.close(Closed::Moved(what.clone()));
        return Err(vec![ended(&Closed::Moved(what))]);
    }
    match tool {
        Tool::ReadContext => read_context::run(desk, read(arguments)?),
        Tool::CheckTypes => check_types::run(desk, read(arguments)?, stop),
        Tool::CheckRefinements => check_refinements::run(read(arguments)?),
        Tool::RunTests => run_tests::run(desk, read(arguments)?, stop),
        Tool::WriteSoil => write_soil::run(desk, read(arguments)?),
        Tool::ReadSpec => read_spec::run(desk, read(arguments)?),
        Tool::AskHuman => ask_human::run(desk, read(arguments)?),
    }
}

/// The arguments of a tool that takes none.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

fn read<T: DeserializeOwned>(arguments: &str) -> Result<T, Faults> {
    serde_json::from_str(arguments)
        .map_err(|error| malformed(format!("the arguments do not fit the tool: {error}")))
}

fn malformed(message: impl Into<String>) -> Faults {
    vec![Diagnostic::new(Code::MalformedInput, message)]
}

fn ended(closed: &Closed) -> Diagnostic {
    let stop = "stop here: nothing more can be done in this job";
    match closed {
        Closed::Asked(_) => {
            Diagnostic::new(Code::JobEnded, "the question ended the job").note(stop)
        }
        Closed::Settling => Diagnostic::new(Code::JobEnded, "the job has ended").note(stop),
        Closed::Moved(what) => {
            Diagnostic::new(Code::JobInvalidated, format!("{what} changed under the job"))
                .note(stop)
        }
    }
}

fn draft(desk: &Desk) -> Result<Draft, Faults> {
    desk.draft().ok_or_else(|| {
        vec![Diagnostic::new(Code::NoDraft, "no draft yet").note("write one with `write_soil`")]
    })
}
