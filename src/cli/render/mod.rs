//! Diagnostics and Markdown as a person reads them on a terminal.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::contract::{Code, Diagnostic, Note, Span};

mod markdown;
pub mod sarif;
mod wrap;

pub use markdown::markdown;
pub use wrap::wrap;

/// Renders diagnostics with their source lines, what mends them, and how to learn more.
///
/// `read` finds the text of a file as diagnostics name it; a file that it does not find is shown
/// by its place alone. Remarks are wrapped on a terminal and stay whole elsewhere.
pub fn diagnostics(
    diagnostics: &[Diagnostic],
    read: &dyn Fn(&str) -> Option<String>,
    width: usize,
    is_terminal: bool,
) -> String {
    let remarks = if is_terminal { width } else { usize::MAX };
    let renderer = Renderer::styled().term_width(width);
    let mut out = String::new();
    for diagnostic in diagnostics {
        out.push_str(&renderer.render(&groups(diagnostic, read, remarks)));
        out.push_str("\n\n");
    }
    if diagnostics.len() > 1 {
        out.truncate(out.trim_end().len());
        out.push_str(&format!("\n\n{} faults\n", diagnostics.len()));
    } else {
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out
}

fn groups<'a>(
    diagnostic: &'a Diagnostic,
    read: &dyn Fn(&str) -> Option<String>,
    width: usize,
) -> Vec<Group<'a>> {
    let code = diagnostic.code.as_str();
    let message =
        wrap(&diagnostic.message, width.saturating_sub("error[]: ".len() + code.len()), "");
    let title = Level::ERROR.primary_title(message).id(code);
    let mut group = Group::with_title(title);
    // Before a remark stand the line number's column and `= note: `.
    let digits = diagnostic.span.map_or(0, |span| span.line.to_string().len());
    let width = width.saturating_sub(digits + " = note: ".len());
    let main = diagnostic.file.as_deref();
    let mut beside = Vec::new();
    let mut rest = Vec::new();
    for note in &diagnostic.notes {
        match (note.span, note.file.as_deref()) {
            (Some(span), file) if file == main && diagnostic.span.is_some() => {
                beside.push((span, &*note.message));
            }
            _ => rest.push(note),
        }
    }
    if let Some(file) = main {
        group = match (diagnostic.span, read(file)) {
            (Some(span), Some(source)) => {
                let mut snippet = Snippet::source(source.clone())
                    .path(file)
                    .annotation(AnnotationKind::Primary.span(range(span, &source)));
                for (span, message) in beside {
                    let label = AnnotationKind::Context.span(range(span, &source)).label(message);
                    snippet = snippet.annotation(label);
                }
                group.element(snippet)
            }
            (Some(span), None) => {
                let place = place(file, span);
                beside.into_iter().fold(group.element(place), |group, (span, message)| {
                    let text = format!("{message} (line {}, column {})", span.line, span.col);
                    group.element(Level::NOTE.message(text))
                })
            }
            (None, _) => group.element(Origin::path(file)),
        };
    }
    for note in rest {
        group = group.element(remark(note, width));
    }
    group = group.element(Level::HELP.message(wrap(&help(diagnostic.code), width, "")));
    vec![group]
}

fn remark(note: &Note, width: usize) -> Element<'static> {
    let at = match (note.file.as_deref(), note.span) {
        (Some(file), Some(span)) => format!(" ({file}:{}:{})", span.line, span.col),
        (Some(file), None) => format!(" ({file})"),
        _ => String::new(),
    };
    Level::NOTE.message(wrap(&format!("{}{at}", note.message), width, "")).into()
}

fn help(code: Code) -> String {
    let class = code.repair_class();
    format!("{class}: {}; `trellis explain {code}` says more", class.summary())
}

fn place(file: &str, span: Span) -> Origin<'_> {
    let (line, column) = (usize::try_from(span.line), usize::try_from(span.col));
    Origin::path(file).line(line.unwrap_or(1)).char_column(column.unwrap_or(1))
}

/// The span as offsets that are inside the text and on character boundaries.
fn range(span: Span, source: &str) -> Range<usize> {
    let inside = |offset: u64| {
        let mut offset = usize::try_from(offset).unwrap_or(usize::MAX).min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = inside(span.start);
    start..inside(span.end).max(start)
}
