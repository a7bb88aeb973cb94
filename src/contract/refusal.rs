//! Why a tool did not answer, limited by type to the codes that the tool declares.

use super::documents::ErrorDocument;
use super::{Code, Diagnostic};

/// The codes of one tool.
pub trait ToolCode: Copy + PartialEq + 'static {
    /// Every code that the tool declares, sorted.
    const ALL: &[Self];

    /// Returns the registered code.
    fn code(self) -> Code;
}

/// One or more diagnostics whose codes the tool declares.
///
/// Spec: `trellis-daemon#6`.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal<C: ToolCode> {
    first: C,
    diagnostics: Vec<Diagnostic>,
}

impl<C: ToolCode> Refusal<C> {
    /// Refuses with one diagnostic that points nowhere.
    pub fn new(code: C, message: impl Into<String>) -> Self {
        Refusal { first: code, diagnostics: vec![Diagnostic::new(code.code(), message)] }
    }

    /// Lets the first diagnostic be completed; its code stays.
    #[must_use]
    pub fn with(mut self, complete: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        if !self.diagnostics.is_empty() {
            let mut completed = complete(self.diagnostics.remove(0));
            completed.code = self.first.code();
            self.diagnostics.insert(0, completed);
        }
        self
    }

    /// Passes diagnostics of another room through.
    ///
    /// Errors: the diagnostics again, when there is none or one has a code that the tool does not
    /// declare.
    pub fn pass(diagnostics: Vec<Diagnostic>) -> Result<Self, Vec<Diagnostic>> {
        let declared = |code| C::ALL.iter().copied().find(|declared| declared.code() == code);
        let first = diagnostics.first().and_then(|first| declared(first.code));
        match first {
            Some(first) if diagnostics.iter().all(|d| declared(d.code).is_some()) => {
                Ok(Refusal { first, diagnostics })
            }
            _ => Err(diagnostics),
        }
    }

    /// Returns the code of the first diagnostic.
    pub fn code(&self) -> C {
        self.first
    }

    /// Returns the diagnostics, at least one.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the document that the agent reads.
    pub fn document(&self) -> ErrorDocument {
        super::diagnostic::error_document(&self.diagnostics)
    }
}
