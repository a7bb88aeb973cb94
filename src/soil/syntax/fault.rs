//! A fault found while lexing or parsing, before it is put into words of a file.

use crate::contract::{Code, Diagnostic};
use crate::soil::syntax::{SourceFile, Span};

/// The result of a production; the fault is boxed, so success stays cheap.
pub(in crate::soil) type Fallible<T> = Result<T, Box<Fault>>;

/// Code, place, message and hints.
#[derive(Debug)]
pub(in crate::soil) struct Fault {
    pub(in crate::soil) code: Code,
    pub(in crate::soil) span: Span,
    /// Trying another production cannot help.
    pub(in crate::soil) is_limit: bool,
    message: String,
    notes: Vec<String>,
}

impl Fault {
    pub(in crate::soil) fn new(code: Code, span: Span, message: impl Into<String>) -> Box<Self> {
        Box::new(Fault { code, span, is_limit: false, message: message.into(), notes: Vec::new() })
    }

    pub(in crate::soil) fn note(mut self: Box<Self>, note: impl Into<String>) -> Box<Self> {
        self.notes.push(note.into());
        self
    }

    #[expect(clippy::boxed_local, reason = "faults travel boxed, to keep results small")]
    pub(in crate::soil) fn report(self: Box<Self>, source: &SourceFile) -> Diagnostic {
        let diagnostic = source.error(self.code, self.span, self.message);
        self.notes.into_iter().fold(diagnostic, Diagnostic::note)
    }

    #[cfg(test)]
    pub(in crate::soil) fn span_text<'a>(&self, text: &'a str) -> &'a str {
        &text[self.span.start as usize..self.span.end as usize]
    }
}
