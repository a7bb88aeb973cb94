//! `property`: `forall` lines, then one predicate over them.
//!
//! Spec: `tr-grammar#3.4`.

use super::{Line, Region, soil};
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::spec::ident;
use crate::spec::model::{Forall, Property};

const CODE: Code = Code::TrPropertySyntax;

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Option<Property> {
    let before = faults.len();
    let mut binders: Vec<Forall> = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    for line in region.trimmed() {
        match line.after_word("forall") {
            Some(_) if !lines.is_empty() => {
                let message = "`forall` lines stand before the predicate";
                faults.push(region.fault(CODE, line.span(), message));
            }
            Some(rest) => match forall(region, line, rest, &binders) {
                Ok(binder) => binders.push(binder),
                Err(fault) => faults.push(fault),
            },
            None => lines.push(line),
        }
    }
    if binders.is_empty() && faults.len() == before {
        faults.push(region.lacks(CODE, "the block has no `forall` line"));
    }
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        faults.push(region.lacks(CODE, "the block has no predicate after its `forall` lines"));
        return None;
    };
    let span = first.span().to(last.span());
    match soil::predicate(region.source, span, CODE) {
        Ok(predicate) => {
            let text: Vec<&str> = lines.iter().map(|line| line.text).collect();
            Some(Property { binders, predicate, text: text.join(" ") })
        }
        Err(fault) => {
            faults.push(fault);
            None
        }
    }
}

fn forall(
    region: Region,
    line: Line,
    rest: Line,
    earlier: &[Forall],
) -> Result<Forall, Diagnostic> {
    let expected =
        || region.fault(CODE, line.span(), "expected `forall name : type [where predicate]`");
    let (name, rest) = rest.split_once(":").ok_or_else(expected)?;
    if !ident::is_variable(name.text) {
        return Err(expected());
    }
    if earlier.iter().any(|binder| binder.name == name.text) {
        let message = format!("`{}` is bound twice", name.text);
        return Err(region.fault(CODE, name.span(), message));
    }
    let (ty, filter) = match find_where(rest.text) {
        Some(at) => (rest.part(0..at), Some(rest.part(at + "where".len()..rest.text.len()))),
        None => (rest, None),
    };
    if ty.text.is_empty() || filter.is_some_and(|filter| filter.text.is_empty()) {
        return Err(expected());
    }
    let (tree, id) = soil::type_(region.source, ty.span(), CODE)?;
    let filter = filter.map(|filter| soil::predicate(region.source, filter.span(), CODE));
    Ok(Forall {
        name: Name::new(name.text),
        name_span: name.span(),
        tree,
        ty: id,
        ty_span: ty.span(),
        filter: filter.transpose()?,
    })
}

/// Finds the first word `where` outside all brackets.
fn find_where(text: &str) -> Option<usize> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let bytes = text.as_bytes();
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b'w' if depth == 0 && text[at..].starts_with("where") => {
                let starts = at == 0 || !is_word(bytes[at - 1]);
                let ends = bytes.get(at + 5).is_none_or(|next| !is_word(*next));
                if starts && ends {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
