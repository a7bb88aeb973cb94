//! Why a command failed, and the exit status that follows.

use crate::contract::{Code, Diagnostic};

/// One or more diagnostics that end a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// At least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure { diagnostics: vec![diagnostic] }
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        Failure { diagnostics }
    }
}

/// Returns the exit status of a failure: 2 when the invocation or its surroundings are at fault,
/// else 1.
///
/// Spec: `trellis-daemon#6`.
pub fn status(diagnostics: &[Diagnostic]) -> u8 {
    let outside =
        |code| matches!(code, Code::Usage | Code::Io | Code::Internal | Code::Unimplemented);
    if diagnostics.iter().any(|diagnostic| outside(diagnostic.code)) { 2 } else { 1 }
}
