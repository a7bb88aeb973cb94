//! The languages inside the blocks: one file each, all over absolute spans.
//!
//! Types, signatures and predicates go through Soil's own parser; its fault keeps its place and its
//! words and takes the code of the block.

mod allow;
mod clauses;
mod cram;
mod decisions;
mod exports;
mod json;
mod property;
mod reference;
mod soil;
mod test;

use std::ops::Range;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::container::Fence;
use crate::spec::info::Lang;
use crate::spec::model::Payload;

/// What the blocks of one file share: clause labels are unique across `requires` and `ensures`.
#[derive(Default)]
pub(super) struct Labels(Vec<Name>);

/// Reads what a block says; faults go to `faults`, and then there is no payload.
pub(super) fn read(
    source: &SourceFile,
    fence: &Fence,
    labels: &mut Labels,
    faults: &mut Vec<Diagnostic>,
) -> Option<Payload> {
    let before = faults.len();
    let region = Region { source, span: fence.content, opening: fence.opening };
    let payload = match fence.info.lang {
        Lang::SoilSig => soil::signature(region, faults).map(Payload::Signature),
        Lang::SoilType => soil::type_decl(region, faults).map(Payload::Type),
        Lang::Requires | Lang::Ensures => {
            Some(Payload::Clauses(clauses::read(region, labels, faults)))
        }
        Lang::Invariant => {
            Some(Payload::Clauses(clauses::read(region, &mut Labels::default(), faults)))
        }
        Lang::Allow => Some(Payload::Allow(allow::read(region, faults))),
        Lang::Test => Some(Payload::Test(test::read(region, faults))),
        Lang::Property => property::read(region, faults).map(Payload::Property),
        Lang::Cram => Some(Payload::Cram(cram::read(region, faults))),
        Lang::Reference => reference::read(region, faults).map(Payload::Reference),
        Lang::Exports => Some(Payload::Exports(exports::read(region, faults))),
        Lang::Decisions => Some(Payload::Decisions(decisions::read(region, faults))),
    };
    payload.filter(|_| faults.len() == before)
}

/// The content of one block in its file.
#[derive(Clone, Copy)]
struct Region<'a> {
    source: &'a SourceFile,
    /// The bytes between the fences.
    span: Span,
    /// The opening line: where a block that lacks something is blamed.
    opening: Span,
}

/// A line of a block: its text without line end, and where that text starts in the file.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Region<'a> {
    fn text(self) -> &'a str {
        &self.source.text()[self.span.start as usize..self.span.end as usize]
    }

    /// Lists all lines as they stand.
    fn lines(self) -> impl Iterator<Item = Line<'a>> {
        let mut at = self.span.start as usize;
        self.text().split_inclusive('\n').map(move |line| {
            let start = at;
            at += line.len();
            Line { text: line.strip_suffix('\n').unwrap_or(line), at: start }
        })
    }

    /// Lists the lines that hold something, without the blanks around it.
    fn trimmed(self) -> impl Iterator<Item = Line<'a>> {
        self.lines().map(Line::trim).filter(|line| !line.text.is_empty())
    }

    fn fault(self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        self.source.error(code, span, message)
    }

    /// Blames the block as a whole.
    fn lacks(self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.source.error(code, self.opening, message)
    }
}

impl<'a> Line<'a> {
    fn trim(self) -> Line<'a> {
        let start = self.text.trim_start();
        Line { text: start.trim_end(), at: self.at + self.text.len() - start.len() }
    }

    fn span(self) -> Span {
        Span::new(self.at as u32, (self.at + self.text.len()) as u32)
    }

    /// Returns a part of the line, without the blanks around it.
    fn part(self, range: Range<usize>) -> Line<'a> {
        Line { text: &self.text[range.clone()], at: self.at + range.start }.trim()
    }

    /// Splits at the first `mark`, trimming both sides.
    fn split_once(self, mark: &str) -> Option<(Line<'a>, Line<'a>)> {
        let at = self.text.find(mark)?;
        Some((self.part(0..at), self.part(at + mark.len()..self.text.len())))
    }

    /// Takes a leading word off that a blank or the end of the line follows.
    fn after_word(self, word: &str) -> Option<Line<'a>> {
        let rest = self.text.strip_prefix(word)?;
        let is_whole = rest.is_empty() || rest.starts_with(char::is_whitespace);
        is_whole.then(|| self.part(word.len()..self.text.len()))
    }
}
