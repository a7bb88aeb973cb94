//! The diagnostics report of a failure and its exit code.
//!
//! Spec: `soil0-cli#2`.

use super::Outcome;
use crate::contract::soil_report;
use crate::contract::wire::to_json;
use crate::contract::{Code, Diagnostic};

/// Writes a failure.
pub(super) fn failure(faults: &[Diagnostic]) -> Outcome {
    let faults = faults.iter().cloned().map(without_hints).collect::<Vec<_>>();
    // The first fault is the contractual one, so it alone decides.
    let exit = if faults.first().is_some_and(|fault| is_environment(fault.code)) { 2 } else { 1 };
    let stderr = to_json(&soil_report(&faults)) + "\n";
    Outcome { stdout: String::new(), stderr, exit }
}

/// Says whether a code is about the call and its files, not about the program.
const fn is_environment(code: Code) -> bool {
    matches!(
        code,
        Code::Usage | Code::Io | Code::MalformedInput | Code::ForwardReference | Code::Internal
    )
}

/// The number of notes is contractual, and lexing and parsing have none: hints join the message.
fn without_hints(mut fault: Diagnostic) -> Diagnostic {
    let has_no_notes = matches!(
        fault.code,
        Code::UnterminatedString
            | Code::BadEscape
            | Code::EscapeNotScalar
            | Code::StrayCharacter
            | Code::ParseExpected
            | Code::NonassocComparison
            | Code::NameMismatch
            | Code::WildcardInLetRec
            | Code::MisplacedPrivateDef
            | Code::MultipleDefs
            | Code::DuplicateField
    );
    if has_no_notes {
        for note in std::mem::take(&mut fault.notes) {
            fault.message += "; ";
            fault.message += &note.message;
        }
    }
    fault
}
