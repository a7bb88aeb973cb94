//! The frontmatter: a two-key subset of YAML between `---` lines.
//!
//! The first fault ends the examination of the whole file.
//!
//! Spec: `tr-grammar#1`.

use std::ops::Range;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::parse::span;

/// What the frontmatter says, and where.
#[derive(Clone, Debug)]
pub struct Frontmatter {
    /// The value of `name`.
    pub name: Name,
    /// Where that value stands.
    pub name_span: Span,
    /// The whole `name` line with its line end; `prose` leaves it out.
    pub name_line: Range<usize>,
    /// Each tag with its place, in order.
    pub tags: Vec<(Name, Span)>,
    /// Length in bytes through the line end of the closing `---`.
    pub length: usize,
}

/// Reads the frontmatter of a file.
///
/// # Errors
/// Exactly one diagnostic.
pub fn read(source: &SourceFile) -> Result<Frontmatter, Diagnostic> {
    let text = source.text();
    let first = text.lines_with_ends().next().unwrap_or(0..0);
    if text.get(first.clone()) != Some("---\n") {
        let found = text[first.clone()].trim_end_matches('\n');
        let mut fault = source.error(
            Code::TrMissingFrontmatter,
            span(first.start..first.start + found.len()),
            "the first line is not `---`",
        );
        if found.starts_with('\u{feff}') {
            fault = fault.note("the file starts with a byte order mark; save it without one");
        } else if found.ends_with('\r') {
            fault = fault.note("lines end in CR LF; save the file with LF line ends");
        } else if found == "---" {
            fault = fault.note("the file ends before the frontmatter is closed");
        }
        return Err(fault);
    }
    if let Some(at) = text.find('\r') {
        return Err(source
            .error(Code::TrFrontmatterSyntax, span(at..at + 1), "the file holds a carriage return")
            .note("lines end in LF alone; hashes would differ between checkouts otherwise"));
    }
    Reader { source, name: None, tags: None, in_list: false }.run()
}

struct Reader<'a> {
    source: &'a SourceFile,
    name: Option<(Name, Span, Range<usize>)>,
    tags: Option<(Vec<(Name, Span)>, Span)>,
    in_list: bool,
}

impl Reader<'_> {
    fn run(mut self) -> Result<Frontmatter, Diagnostic> {
        let text = self.source.text();
        for line in text.lines_with_ends().skip(1) {
            let content = text[line.clone()].trim_end_matches('\n');
            if content == "---" {
                return self.close(line.end);
            }
            let indent = content.len() - content.trim_start().len();
            let trimmed = content.trim();
            let at = line.start + indent;
            if trimmed.is_empty() {
                continue;
            }
            if trimmed == "-" || trimmed.starts_with("- ") {
                self.item(at, trimmed)?;
            } else {
                self.end_list()?;
                self.entry(line, at, trimmed)?;
            }
        }
        Err(self.syntax(text.len()..text.len(), "the frontmatter is not closed by a `---` line"))
    }

    fn item(&mut self, at: usize, trimmed: &str) -> Result<(), Diagnostic> {
        let Some((tags, _)) = self.tags.as_mut().filter(|_| self.in_list) else {
            let place = at..at + trimmed.len();
            return Err(self.syntax(place, "a list item stands only below `tags:`"));
        };
        let value = trimmed[1..].trim_start();
        let start = at + trimmed.len() - value.len();
        tags.push(scalar(self.source, start, value)?);
        Ok(())
    }

    fn entry(&mut self, line: Range<usize>, at: usize, trimmed: &str) -> Result<(), Diagnostic> {
        let place = at..at + trimmed.len();
        let Some((key, value)) = trimmed.split_once(':') else {
            return Err(self.syntax(place, "expected `key: value`, `- item` or `---`"));
        };
        if at != line.start {
            return Err(self.syntax(place, "a key starts at the beginning of its line"));
        }
        if !value.is_empty() && !value.starts_with(' ') {
            return Err(self.syntax(place, "expected a space after the colon"));
        }
        let key_span = span(at..at + key.len());
        let value_at = at + key.len() + 1 + (value.len() - value.trim_start().len());
        let value = value.trim();
        match key {
            "name" if self.name.is_some() => Err(self.twice(key_span, "name")),
            "tags" if self.tags.is_some() => Err(self.twice(key_span, "tags")),
            "name" => {
                let (name, name_span) = scalar(self.source, value_at, value)?;
                self.name = Some((name, name_span, line));
                Ok(())
            }
            "tags" => {
                self.in_list = value.is_empty();
                let tags = if self.in_list { Vec::new() } else { self.inline(value_at, value)? };
                self.tags = Some((tags, key_span));
                Ok(())
            }
            _ if key.is_empty() || key.contains(char::is_whitespace) => {
                Err(self.syntax(place, "expected `key: value`, `- item` or `---`"))
            }
            _ => Err(self.source.error(
                Code::TrUnknownFrontmatterKey,
                key_span,
                format!("unknown key `{key}`; the keys are `name` and `tags`"),
            )),
        }
    }

    fn inline(&self, at: usize, value: &str) -> Result<Vec<(Name, Span)>, Diagnostic> {
        let inside = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let Some(inside) = inside else {
            return Err(self.syntax(at..at + value.len(), "expected a list `[a, b]`"));
        };
        if inside.trim().is_empty() {
            return Ok(Vec::new());
        }
        let mut start = at + 1;
        let mut tags = Vec::new();
        for item in inside.split(',') {
            let lead = item.len() - item.trim_start().len();
            tags.push(scalar(self.source, start + lead, item.trim())?);
            start += item.len() + 1;
        }
        Ok(tags)
    }

    fn end_list(&mut self) -> Result<(), Diagnostic> {
        match &self.tags {
            Some((tags, key)) if self.in_list && tags.is_empty() => Err(self.source.error(
                Code::TrFrontmatterSyntax,
                *key,
                "`tags` has no value; write `tags: []` or `- tag` lines below it",
            )),
            _ => {
                self.in_list = false;
                Ok(())
            }
        }
    }

    fn close(mut self, length: usize) -> Result<Frontmatter, Diagnostic> {
        self.end_list()?;
        let Some((name, name_span, name_line)) = self.name else {
            return Err(self.source.error(
                Code::TrMissingName,
                span(0..3),
                "the frontmatter has no `name`",
            ));
        };
        let tags = self.tags.map(|(tags, _)| tags).unwrap_or_default();
        Ok(Frontmatter { name, name_span, name_line, tags, length })
    }

    fn syntax(&self, place: Range<usize>, message: &str) -> Diagnostic {
        self.source.error(Code::TrFrontmatterSyntax, span(place), message)
    }

    fn twice(&self, place: Span, key: &str) -> Diagnostic {
        self.source.error(Code::TrFrontmatterSyntax, place, format!("`{key}` is given twice"))
    }
}

fn scalar(source: &SourceFile, at: usize, value: &str) -> Result<(Name, Span), Diagnostic> {
    let place = span(at..at + value.len());
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if value.is_empty() {
        return Err(source.error(Code::TrFrontmatterSyntax, place, "the value is empty"));
    }
    if !value.bytes().all(is_plain) {
        return Err(source.error(
            Code::TrFrontmatterSyntax,
            place,
            "a value holds letters, digits, `_` and `-` only, without quotes",
        ));
    }
    Ok((Name::new(value), place))
}

/// Line ranges of a text, each with its line end.
pub trait LinesWithEnds {
    /// Lists the lines of a text as byte ranges; the last may lack its line end.
    fn lines_with_ends(&self) -> impl Iterator<Item = Range<usize>>;
}

impl LinesWithEnds for str {
    fn lines_with_ends(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        self.split_inclusive('\n').map(move |line| {
            let range = start..start + line.len();
            start = range.end;
            range
        })
    }
}
