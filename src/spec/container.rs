//! From the text of a file to its fences, through a CommonMark parser.
//!
//! Fences whose first word is not reserved are prose. Content is taken as it stands between the
//! fences, so that what is hashed is what is written.
//!
//! Spec: `tr-grammar#1`.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::contract::{Code, Diagnostic};
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::info::Info;
use crate::spec::parse::span;

/// A reserved fence as it stands in the file.
#[derive(Clone, Debug)]
pub struct Fence {
    /// What its info string says.
    pub info: Info,
    /// The opening line without its line end.
    pub opening: Span,
    /// From the first byte of the opening fence through the closing line with its line end.
    pub span: Span,
    /// The bytes between the fences.
    pub content: Span,
}

/// The body of a file: everything after the frontmatter.
#[derive(Debug, Default)]
pub struct Body {
    /// Reserved fences in document order.
    pub fences: Vec<Fence>,
    /// Whether a reader finds a sentence, an example or a code block.
    pub has_prose: bool,
    /// Code spans of the prose, without their backticks' decoding undone, in document order.
    pub code_spans: Vec<(String, Span)>,
}

/// Finds the fences of the text from `start` on.
///
/// # Errors
/// All info strings that are wrong, in document order; nothing else is examined then.
pub fn read(source: &SourceFile, start: usize) -> Result<Body, Vec<Diagnostic>> {
    let text = &source.text()[start..];
    let mut body = Body::default();
    let mut faults = Vec::new();
    let mut nesting = 0_u32;
    let mut in_heading = false;
    let mut in_fence = false;
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => nesting += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => nesting -= 1,
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::Paragraph) => body.has_prose = true,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => match Info::read(&info) {
                None => body.has_prose = true,
                Some(info) => {
                    in_fence = true;
                    match fence(text, range, nesting > 0, info) {
                        Ok(mut fence) => {
                            for span in [&mut fence.opening, &mut fence.span, &mut fence.content] {
                                *span =
                                    Span::new(span.start + start as u32, span.end + start as u32);
                            }
                            body.fences.push(fence);
                        }
                        Err((place, message)) => {
                            let span = span(place.start + start..place.end + start);
                            faults.push(source.error(Code::TrBlockInfo, span, message));
                        }
                    }
                }
            },
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => body.has_prose = true,
            Event::End(TagEnd::CodeBlock) => in_fence = false,
            Event::Code(code) => {
                body.has_prose |= !in_heading;
                body.code_spans
                    .push((code.into_string(), span(range.start + start..range.end + start)));
            }
            // Items of a tight list hold their text without a paragraph around it.
            Event::Text(_) if !in_fence => body.has_prose |= !in_heading,
            _ => {}
        }
    }
    if faults.is_empty() { Ok(body) } else { Err(faults) }
}

fn fence(
    text: &str,
    range: Range<usize>,
    is_nested: bool,
    info: Result<Info, String>,
) -> Result<Fence, (Range<usize>, String)> {
    let line_end = |from: usize| text[from..].find('\n').map_or(text.len(), |at| from + at + 1);
    let mark = text[range.start..].trim_start_matches(' ');
    let start = text.len() - mark.len();
    let content_start = line_end(start);
    let opening = start..start + text[start..content_start].trim_end().len();
    if is_nested {
        let message = "a reserved block cannot stand in a list or a quotation";
        return Err((opening, message.to_owned()));
    }
    let info = info.map_err(|message| (opening.clone(), message))?;
    let tick = mark.as_bytes()[0];
    let width = mark.bytes().take_while(|byte| *byte == tick).count();
    let mut line_start = content_start;
    while line_start < range.end.max(content_start) && line_start < text.len() {
        let next = line_end(line_start);
        if is_closing(&text[line_start..next], tick, width) {
            return Ok(Fence {
                info,
                opening: span(opening),
                span: span(start..next),
                content: span(content_start..line_start),
            });
        }
        line_start = next;
    }
    Err((opening, "the block is not closed".to_owned()))
}

fn is_closing(line: &str, tick: u8, width: usize) -> bool {
    let mark = line.trim_start_matches(' ');
    let run = mark.bytes().take_while(|byte| *byte == tick).count();
    line.len() - mark.len() < 4
        && run >= width
        && mark[run..].bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n'))
}
