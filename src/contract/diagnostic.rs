//! The diagnostic that every room reports with, and its builder.
//!
//! In memory it holds the registered code alone; repair class and `spec_ref` follow from the code
//! and are added when the document is written, so they can never disagree with the registry.

use super::documents::{
    DiagnosticNote, EnrichedDiagnostic, ErrorDocument, SoilDiagnostic, SoilReport, SourceSpan,
};
use super::{Code, RepairClass, SpecRef};

/// A place in a file, as documents show it.
///
/// `start` and `end` are half-open byte offsets into the file; `line` and `col` are 1-based and
/// `col` counts bytes.
///
/// Spec: `soil0-cli#3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset after the last byte.
    pub end: u64,
    /// 1 + the number of LF bytes before `start`.
    pub line: u64,
    /// 1 + the bytes between the start of the line and `start`.
    pub col: u64,
}

/// A secondary remark: a witness, a previous binding, a trace frame, or the next step.
///
/// Spec: `soil0-cli#2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Lower case, no full stop.
    pub message: String,
    /// The file as it was named to us, when the note points somewhere.
    pub file: Option<String>,
    /// Where in `file`.
    pub span: Option<Span>,
}

/// One fault in somebody's program, specification, configuration or call.
///
/// Spec: `trellis-daemon#6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The registered code.
    pub code: Code,
    /// What was found and what was expected; lower case, no full stop; not contractual.
    pub message: String,
    /// The file as it was named to us; root-relative in a Soil root.
    pub file: Option<String>,
    /// Where in `file`.
    pub span: Option<Span>,
    /// Number, order and places are contractual for `soil0` codes; most words are not.
    pub notes: Vec<Note>,
}

impl Diagnostic {
    /// Starts a diagnostic that points nowhere.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), file: None, span: None, notes: Vec::new() }
    }

    /// Points at a place in a file.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, span: Span) -> Self {
        self.file = Some(file.into());
        self.span = Some(span);
        self
    }

    /// Names a file as a whole.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Adds a remark without a place.
    #[must_use]
    pub fn note(mut self, message: impl Into<String>) -> Self {
        self.notes.push(Note { message: message.into(), file: None, span: None });
        self
    }

    /// Adds a remark about another place.
    #[must_use]
    pub fn note_at(
        mut self,
        message: impl Into<String>,
        file: impl Into<String>,
        span: Span,
    ) -> Self {
        self.notes.push(Note {
            message: message.into(),
            file: Some(file.into()),
            span: Some(span),
        });
        self
    }

    /// Returns what an agent does mechanically about this fault.
    pub const fn repair_class(&self) -> RepairClass {
        self.code.repair_class()
    }

    /// Returns the section that says so.
    pub const fn spec_ref(&self) -> SpecRef {
        self.code.spec_ref()
    }
}

/// Writes diagnostics as `soil0` prints them.
///
/// Spec: `soil0-cli#2`.
pub fn soil_report(diagnostics: &[Diagnostic]) -> SoilReport {
    let errors = diagnostics.iter().map(|diagnostic| SoilDiagnostic {
        code: diagnostic.code.as_str().into(),
        message: diagnostic.message.clone(),
        file: diagnostic.file.clone(),
        span: diagnostic.span.map(SourceSpan::from),
        notes: diagnostic.notes.iter().map(DiagnosticNote::from).collect(),
    });
    SoilReport { errors: errors.collect() }
}

/// Writes diagnostics as every other surface shows them, enriched from the registry.
///
/// Spec: `trellis-daemon#6`.
pub fn error_document(diagnostics: &[Diagnostic]) -> ErrorDocument {
    let errors = diagnostics.iter().map(|diagnostic| EnrichedDiagnostic {
        code: diagnostic.code.as_str().into(),
        message: diagnostic.message.clone(),
        file: diagnostic.file.clone(),
        span: diagnostic.span.map(SourceSpan::from),
        notes: diagnostic.notes.iter().map(DiagnosticNote::from).collect(),
        repair_class: diagnostic.repair_class().as_str().into(),
        spec_ref: diagnostic.spec_ref().as_str().into(),
    });
    ErrorDocument { errors: errors.collect() }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        SourceSpan { start: span.start, end: span.end, line: span.line, col: span.col }
    }
}

impl From<&Note> for DiagnosticNote {
    fn from(note: &Note) -> Self {
        DiagnosticNote {
            message: note.message.clone(),
            file: note.file.clone(),
            span: note.span.map(SourceSpan::from),
        }
    }
}
