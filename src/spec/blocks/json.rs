//! JSON values as written, checked for form only.
//!
//! Spec: `tr-grammar#2.1`.

use serde_json::value::RawValue;

use super::Line;
use crate::spec::model::Json;

/// Reads a text that is exactly one JSON value.
pub(super) fn value(line: Line) -> Result<Json, String> {
    match serde_json::from_str::<&RawValue>(line.text) {
        Ok(raw) => Ok(Json { text: raw.get().to_owned(), span: line.span() }),
        Err(error) => Err(reason(&error)),
    }
}

/// Reads values with blanks between them.
pub(super) fn sequence(line: Line) -> Result<Vec<Json>, String> {
    let mut values = Vec::new();
    let mut stream = serde_json::Deserializer::from_str(line.text).into_iter::<&RawValue>();
    loop {
        let from = stream.byte_offset();
        let Some(raw) = stream.next() else { return Ok(values) };
        let raw = raw.map_err(|error| reason(&error))?;
        let place = line.part(from..stream.byte_offset());
        if from > 0 && !line.text[from..].starts_with(char::is_whitespace) {
            return Err("values stand with a blank between them".to_owned());
        }
        values.push(Json { text: raw.get().to_owned(), span: place.span() });
    }
}

/// Reads a JSON string at the start of a text; returns it decoded with what follows.
pub(super) fn leading_string(text: &str) -> Option<(String, &str)> {
    if !text.starts_with('"') {
        return None;
    }
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let decoded = stream.next()?.ok()?;
    Some((decoded, &text[stream.byte_offset()..]))
}

/// The parser's words without its position, which counts from the wrong place.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
    words.to_owned()
}
