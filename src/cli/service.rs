//! How commands reach the daemon of the root that they are called in, and show what it says.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Failure;
use crate::contract::{Code, Diagnostic};
use crate::daemon::client::{self, Client};
use crate::lowering::jobs::record::{Record, State};
use crate::root::find::{self, RootDir};
use crate::root::scan::{Role, scan};

/// Finds the root: `TRELLIS_ROOT`, else the nearest one from the working directory up.
///
/// # Errors
/// `config-no-root`.
pub fn root() -> Result<RootDir, Failure> {
    let chosen = std::env::var_os("TRELLIS_ROOT").map(PathBuf::from);
    let here = std::env::current_dir().map_err(|error| io("the working directory", &error))?;
    Ok(find::find(chosen.as_deref(), &here)?)
}

/// Returns the path of this program.
///
/// # Errors
/// `io` when the system does not say.
pub fn program() -> Result<PathBuf, Failure> {
    let program = std::env::current_exe().and_then(|path| path.canonicalize());
    program.map_err(|error| io("this program", &error))
}

/// Reaches the daemon of a root, and starts it when there is none.
///
/// # Errors
/// `io` when it cannot be reached or started.
pub fn connect(root: &RootDir) -> Result<Client, Failure> {
    Client::connect(root.path(), &program()?).map_err(failure)
}

/// Turns a failure of the client into diagnostics: those of the daemon, when it refused.
pub fn failure(failure: client::Failure) -> Failure {
    let client::Failure::Refused(document) = &failure else {
        return Diagnostic::new(Code::Io, failure.to_string()).into();
    };
    let errors = document.get("errors").and_then(Value::as_array);
    let mut diagnostics: Vec<Diagnostic> =
        errors.into_iter().flatten().filter_map(diagnostic).collect();
    if diagnostics.is_empty() {
        diagnostics.push(Diagnostic::new(Code::Io, failure.to_string()));
    }
    Failure { diagnostics }
}

/// Reads a diagnostic back from the document that the daemon of the same build wrote.
pub fn diagnostic(value: &Value) -> Option<Diagnostic> {
    let text = |value: &Value, pointer: &str| {
        value.pointer(pointer).and_then(Value::as_str).map(str::to_owned)
    };
    let code = text(value, "/code")?;
    let code = Code::ALL.iter().copied().find(|known| known.as_str() == code)?;
    let mut diagnostic = Diagnostic::new(code, text(value, "/message")?);
    diagnostic.file = text(value, "/file/value");
    diagnostic.span = value.pointer("/span/value").and_then(|span| {
        let number = |name| span.get(name).and_then(Value::as_u64);
        Some(crate::contract::Span {
            start: number("start")?,
            end: number("end")?,
            line: number("line")?,
            col: number("col")?,
        })
    });
    for note in value.get("notes").and_then(Value::as_array).into_iter().flatten() {
        diagnostic = diagnostic.note(text(note, "/message")?);
    }
    Some(diagnostic)
}

/// Reads the records of an answer.
pub fn records(answer: &Value) -> Vec<Record> {
    let jobs = answer.get("jobs").and_then(Value::as_array);
    let record = |value: &Value| serde_json::from_value(value.clone()).ok();
    jobs.into_iter().flatten().filter_map(record).collect()
}

/// Returns a document of records, in one line.
pub fn document(records: &[Record]) -> String {
    let records = serde_json::to_string(records).unwrap_or_else(|_| "[]".to_owned());
    format!("{{\"jobs\":{records}}}\n")
}

/// Returns one line about a job, for people.
pub fn line(record: &Record) -> String {
    let mut line = format!("{:<12} {}  {}", record.state.name(), record.def, record.id);
    if record.state != State::Queued {
        line += &format!("  {}", spent(record));
    }
    line + &holes(record) + "\n"
}

/// Returns one line about a step of a job that is being followed, for people: its id stands only
/// where it waits, and what it took only where it has come to something.
pub fn step(record: &Record) -> String {
    let mut line = format!("{:<12} {}", record.state.name(), record.def);
    if record.state == State::Queued {
        line += &format!("  {}", record.id);
    } else if record.state.is_final() {
        line += &format!("  {}", spent(record));
    }
    line + &holes(record) + "\n"
}

/// Says what a job has taken: calls, turns, tokens, money.
fn spent(record: &Record) -> String {
    let mut text = format!("{} call{}", record.calls, if record.calls == 1 { "" } else { "s" });
    if record.turns > 0 {
        text += &format!(", {} turn{}", record.turns, if record.turns == 1 { "" } else { "s" });
    }
    if record.tokens_in + record.tokens_out > 0 {
        text += &format!(", {}+{} tokens", record.tokens_in, record.tokens_out);
    }
    if record.cost_usd > 0.0 {
        text += &format!(", ${:.2}", record.cost_usd);
    }
    text
}

fn holes(record: &Record) -> String {
    match record.holes.as_slice() {
        [] => String::new(),
        holes => format!("  holes: {}", holes.join(", ")),
    }
}

/// Returns the diagnostics of a settled job.
pub fn faults(record: &Record) -> Vec<Diagnostic> {
    record.faults.iter().filter_map(diagnostic).collect()
}

/// Finds a definition of a root by its path or its bare name, from the names of files alone.
///
/// # Errors
/// `usage` when there is none, or more than one of that name.
pub fn definition(root: &Path, name: &str) -> Result<String, Failure> {
    let scan = scan(root);
    let specs = scan.files.iter().filter(|entry| entry.role == Role::Spec);
    let paths: Vec<&str> = specs.map(|entry| &*entry.path).collect();
    if paths.contains(&name) {
        return Ok(name.to_owned());
    }
    let bare: Vec<&str> =
        paths.iter().copied().filter(|path| path.rsplit('/').next() == Some(name)).collect();
    match bare.as_slice() {
        [one] => Ok((*one).to_owned()),
        [] => {
            let fault = Diagnostic::new(Code::Usage, format!("no definition is named `{name}`"));
            Err(super::suggest::did_you_mean(fault, name, paths.iter().copied()).into())
        }
        several => {
            let message = format!("`{name}` is {} definitions", several.len());
            Err(Diagnostic::new(Code::Usage, message).note(several.join(", ")).into())
        }
    }
}

/// Makes a failure of a file or a process.
pub fn io(what: &str, error: &std::io::Error) -> Failure {
    Diagnostic::new(Code::Io, format!("{what}: {error}")).into()
}
