//! A source text with its name, and the compact spans that trees carry.

use std::sync::{Arc, OnceLock};

use crate::contract::{self, Code, Diagnostic};

/// Half-open byte offsets into one [`SourceFile`].
///
/// Spec: `soil0-cli#3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Makes a span; `start` is at most `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// Returns the span from the start of `self` to the end of `last`.
    pub const fn to(self, last: Span) -> Self {
        Span { start: self.start, end: last.end }
    }
}

/// A text under the name by which its user knows it; cheap to clone.
#[derive(Clone, Debug)]
pub struct SourceFile {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    /// Takes a text of less than 4 GiB; `name` is what diagnostics show as `file`.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let inner = Inner { name: name.into(), text: text.into(), line_starts: OnceLock::new() };
        SourceFile { inner: Arc::new(inner) }
    }

    /// Returns the name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// Adds line and column to a span of this file.
    pub fn locate(&self, span: Span) -> contract::Span {
        let starts = self.inner.line_starts.get_or_init(|| {
            let breaks = self.text().bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect()
        });
        let line = starts.partition_point(|start| *start <= span.start);
        contract::Span {
            start: span.start.into(),
            end: span.end.into(),
            line: line as u64,
            col: u64::from(span.start - starts[line - 1]) + 1,
        }
    }

    /// Starts a diagnostic at a place in this file.
    pub fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, message).at(self.name(), self.locate(span))
    }
}
