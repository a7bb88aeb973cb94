//! `read_spec`: one section of the embedded specification.
//!
//! A section that is too long for one answer ends where it fits, at a line, and names what follows:
//! its subsections are sections of their own.
//!
//! Spec: `trellis-daemon#3.6`.

use super::{RESULT_LIMIT, refused};
use crate::contract::documents::{ReadSpecInput, SpecSection};
use crate::contract::tools::ReadSpecResult;
use crate::lowering::desk::Desk;

pub(super) fn run(desk: &Desk, input: ReadSpecInput) -> ReadSpecResult {
    let (title, mut text) = desk.subject().read_spec(&input.r#ref).map_err(refused)?;
    if text.len() > RESULT_LIMIT / 2 {
        let end = text[..text.floor_char_boundary(RESULT_LIMIT / 2)].rfind('\n').unwrap_or(0);
        let rest = text.split_off(end);
        let anchors = headings(&input.r#ref, &rest);
        text += &format!("\n\n(goes on in: {})\n", anchors.join(", "));
    }
    Ok(SpecSection { title, text })
}

fn headings(anchor: &str, text: &str) -> Vec<String> {
    let slug = anchor.split('#').next().unwrap_or_default();
    let number = |line: &str| {
        let word = line.strip_prefix('#')?.trim_start_matches('#').split_whitespace().next()?;
        let word = word.trim_end_matches('.');
        word.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{slug}#{word}"))
    };
    text.lines().filter_map(number).collect()
}
