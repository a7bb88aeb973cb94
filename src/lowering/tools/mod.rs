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

pub use run_tests::is_bad;

use crate::contract::refusal::{Refusal, ToolCode};
use crate::contract::tools::Tool;
use crate::contract::wire::{Wire, from_json, to_json};
use crate::contract::{Code, Diagnostic, error_document};
use crate::lowering::desk::{Closed, Desk};
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
    /// Answers with faults: as many as fit, the last one saying how many more there are.
    pub fn faults(faults: &[Diagnostic]) -> Reply {
        let document = to_json(&error_document(faults));
        if document.len() <= RESULT_LIMIT {
            return Reply { document, is_error: true };
        }
        let mut room = RESULT_LIMIT - 200;
        let mut shown: Vec<Diagnostic> = Vec::new();
        for fault in faults {
            let mut fault = fault.clone();
            shorten(&mut fault);
            let length = to_json(&error_document(std::slice::from_ref(&fault))).len();
            if length > room {
                break;
            }
            room -= length;
            shown.push(fault);
        }
        let n_more = faults.len() - shown.len();
        if n_more > 0
            && let Some(last) = shown.pop()
        {
            shown.push(last.note(format!("{n_more} more are told once these are repaired")));
        }
        Reply { document: to_json(&error_document(&shown)), is_error: true }
    }
}

/// Makes one call. `arguments` is the text of a JSON value.
///
/// Before the tool runs, the desk must be open and the job's inputs unmoved. Input, output and the
/// codes of a refusal are the types that `schemas/` declares for the tool.
pub fn call(desk: &Desk, tool: Tool, arguments: &str, stop: &Stop) -> Reply {
    match tool {
        Tool::ReadContext => reply(desk, arguments, |input| read_context::run(desk, input)),
        Tool::CheckTypes => reply(desk, arguments, |input| check_types::run(desk, input, stop)),
        Tool::CheckRefinements => reply(desk, arguments, check_refinements::run),
        Tool::RunTests => reply(desk, arguments, |input| run_tests::run(desk, input, stop)),
        Tool::WriteSoil => reply(desk, arguments, |input| write_soil::run(desk, input)),
        Tool::ReadSpec => reply(desk, arguments, |input| read_spec::run(desk, input)),
        Tool::AskHuman => reply(desk, arguments, |input| ask_human::run(desk, input)),
    }
}

fn reply<I: Wire, O: Wire, C: ToolCode>(
    desk: &Desk,
    arguments: &str,
    run: impl FnOnce(I) -> Result<O, Refusal<C>>,
) -> Reply {
    let answer = open(desk).and_then(|()| input(arguments)).map_err(refused);
    match answer.and_then(run) {
        Ok(output) => Reply { document: to_json(&output), is_error: false },
        Err(refusal) => Reply::faults(refusal.diagnostics()),
    }
}

/// Says why the job takes no call, if it takes none.
fn open(desk: &Desk) -> Result<(), Faults> {
    if let Some(closed) = desk.closed() {
        return Err(vec![ended(&closed)]);
    }
    if let Some(what) = desk.subject().moved(desk.draft().as_ref()) {
        desk.close(Closed::Moved(what.clone()));
        return Err(vec![ended(&Closed::Moved(what))]);
    }
    Ok(())
}

fn input<I: Wire>(arguments: &str) -> Result<I, Faults> {
    from_json(arguments).map_err(|misfit| {
        let message = format!("the arguments do not fit the tool: {misfit}");
        vec![Diagnostic::new(Code::MalformedInput, message)]
    })
}

/// Passes faults of the library on.
///
/// A code that the tool does not declare is a mistake of ours, and is told as one: the agent then
/// reads `internal` with what was found, and a test that meets it fails.
fn refused<C: ToolCode>(faults: Faults) -> Refusal<C> {
    Refusal::pass(faults).unwrap_or_else(|faults| {
        let internal = C::ALL.iter().copied().find(|code| code.code() == Code::Internal);
        let internal = internal.unwrap_or(C::ALL[0]);
        let found = faults.iter().map(|fault| format!("{}: {}", fault.code, fault.message));
        let message = "the tool met a fault that it does not declare";
        Refusal::new(internal, message).with(|fault| found.fold(fault, Diagnostic::note))
    })
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

/// Returns the draft that a tool works on.
fn draft<C: ToolCode>(desk: &Desk, no_draft: C) -> Result<Draft, Refusal<C>> {
    desk.draft().ok_or_else(|| {
        Refusal::new(no_draft, "no draft yet")
            .with(|fault| fault.note("write one with `write_soil`"))
    })
}

/// Cuts the texts of a fault that quote what somebody wrote.
fn shorten(fault: &mut Diagnostic) {
    const MOST: usize = 2_000;
    cut(&mut fault.message, MOST);
    fault.notes.truncate(20);
    for note in &mut fault.notes {
        cut(&mut note.message, MOST);
    }
}

/// Cuts a text after `most` bytes, marks the cut, and says whether there was one.
fn cut(text: &mut String, most: usize) -> bool {
    let is_long = text.len() > most;
    if is_long {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    is_long
}
