//! `reference`: a Python function or a command to agree with.
//!
//! Spec: `tr-grammar#3.6`.

use super::{Region, cram::is_relative};
use crate::contract::{Code, Diagnostic};
use crate::spec::model::Reference;

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Option<Reference> {
    let mut lines = region.trimmed();
    let Some(line) = lines.next() else {
        faults.push(region.lacks(Code::TrReferenceSyntax, "the block is empty"));
        return None;
    };
    let mut fault = |span, message: &str| {
        faults.push(region.fault(Code::TrReferenceSyntax, span, message));
        None
    };
    if let Some(extra) = lines.next() {
        return fault(extra.span(), "found a second line, expected exactly one");
    }
    if let Some(command) = line.after_word("cli") {
        if command.text.is_empty() {
            return fault(line.span(), "expected a command after `cli`");
        }
        let words: Vec<&str> = command.text.split_whitespace().collect();
        return Some(Reference::Cli { command: words.join(" ") });
    }
    let Some((path, symbol)) = line.text.rsplit_once("::") else {
        return fault(line.span(), "expected `path::symbol` or `cli command`");
    };
    let mut letters = symbol.bytes();
    let is_symbol = letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == b'_')
        && letters.all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if !is_symbol {
        return fault(line.span(), "the symbol after `::` is not a lower-case name");
    }
    if !is_relative(path) {
        return fault(line.span(), "the path is relative to the root and never contains `..`");
    }
    Some(Reference::Python { path: path.to_owned(), symbol: symbol.to_owned() })
}
