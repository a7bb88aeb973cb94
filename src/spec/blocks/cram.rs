//! `cram`: fixtures, then commands with the output that they must print.
//!
//! ```text
//! with file "in.txt" = "one\n"
//! $ wc -l in.txt
//! 1 in.txt
//! [0]
//! ```
//!
//! Lines are not trimmed; only a whole line `[integer]` is an exit status.
//!
//! Spec: `tr-grammar#3.5`.

use super::{Line, Region, json};
use crate::contract::{Code, Diagnostic};
use crate::spec::model::{Cram, Fixture, Step};

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Cram {
    let before = faults.len();
    let mut cram = Cram { fixtures: Vec::new(), steps: Vec::new() };
    let mut is_open = false;
    for line in region.lines() {
        let fault = |message: &str| region.fault(Code::TrCramSyntax, line.span(), message);
        if let Some(command) = line.text.strip_prefix("$ ") {
            is_open = true;
            cram.steps.push(Step {
                command: command.to_owned(),
                span: line.span(),
                output: String::new(),
                status: 0,
            });
        } else if let Some(step) = cram.steps.last_mut().filter(|_| is_open) {
            match exit_status(line.text) {
                Some(Ok(status)) => {
                    step.status = status;
                    is_open = false;
                }
                Some(Err(())) => faults.push(fault("the exit status is out of range")),
                None => {
                    step.output.push_str(line.text);
                    step.output.push('\n');
                }
            }
        } else if line.text.trim().is_empty() {
        } else if !cram.steps.is_empty() {
            let message = match line.text.starts_with("with file ") {
                true => "fixtures stand before the first command",
                false => "text after an exit status; expected a `$ ` command",
            };
            faults.push(fault(message));
        } else if line.text.starts_with("with file ") {
            match fixture(line) {
                Ok(fixture) => cram.fixtures.push(fixture),
                Err(message) => faults.push(fault(message)),
            }
        } else {
            faults.push(fault("expected `with file \"path\" = \"content\"` or `$ command`"));
        }
    }
    if cram.steps.is_empty() && faults.len() == before {
        faults.push(region.lacks(Code::TrCramSyntax, "the block holds no `$ ` command"));
    }
    cram
}

/// Reads a line that is `[integer]` as a whole.
fn exit_status(line: &str) -> Option<Result<i32, ()>> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let digits = inside.strip_prefix('-').unwrap_or(inside);
    let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_integer.then(|| inside.parse().map_err(|_| ()))
}

fn fixture(line: Line) -> Result<Fixture, &'static str> {
    let expected = "expected `with file \"path\" = \"content\"`, both JSON strings";
    let text = line.text.strip_prefix("with file ").ok_or(expected)?;
    let (path, rest) = json::leading_string(text).ok_or(expected)?;
    let rest = rest.strip_prefix(" = ").ok_or(expected)?;
    let (content, rest) = json::leading_string(rest).ok_or(expected)?;
    if !rest.is_empty() {
        return Err(expected);
    }
    if !is_relative(&path) {
        return Err("a fixture path is relative and never contains `..`");
    }
    Ok(Fixture { path, content, span: line.span() })
}

/// Says whether a path stays below the folder it is taken from.
pub(super) fn is_relative(path: &str) -> bool {
    !path.is_empty()
        && !path.starts_with('/')
        && !path.contains('\0')
        && path.split('/').all(|part| part != "..")
}
