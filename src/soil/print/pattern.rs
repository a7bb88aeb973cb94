//! Patterns and literals.

use std::fmt::Write as _;

use super::Printer;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Lit, PatternId, PatternKind};

impl Printer<'_> {
    /// Writes a pattern; in the hash form its variables are numbered and stay in scope.
    pub(super) fn pattern(&mut self, id: PatternId) {
        let tree = self.tree;
        match &tree[id].kind {
            PatternKind::Wild => self.text("_"),
            PatternKind::Bind(name) => {
                let number = self.locals.fresh();
                self.locals.enter(name, number);
                self.binder(name, number);
            }
            PatternKind::Lit(lit) => self.lit(lit),
            PatternKind::Ctor { type_name, name, arg } => {
                if let Some(type_name) = type_name {
                    self.text(type_name);
                    self.text("::");
                }
                self.text(name);
                if let Some(arg) = arg {
                    let has_payload =
                        matches!(&tree[*arg].kind, PatternKind::Ctor { arg: Some(_), .. });
                    self.text(" ");
                    self.wrapped(has_payload, |p| deep(|| p.pattern(*arg)));
                }
            }
            PatternKind::Record { fields, open } => {
                self.text("{ ");
                for (index, field) in fields.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.text(&field.name);
                    match field.pattern {
                        Some(pattern) => {
                            self.text(" = ");
                            deep(|| self.pattern(pattern));
                        }
                        None => {
                            if let Some(number) = self.locals.fresh() {
                                self.locals.enter(&field.name, Some(number));
                                self.text(" = ");
                                self.binder(&field.name, Some(number));
                            }
                        }
                    }
                }
                self.text(if *open { ", .. }" } else { " }" });
            }
        }
    }

    pub(super) fn lit(&mut self, lit: &Lit) {
        match lit {
            Lit::Int(text) | Lit::Float(text) => self.text(text),
            Lit::Str(value) => string_literal(&mut self.out, value),
        }
    }
}

/// Writes a text as a string literal, quotes included.
pub fn string_literal(out: &mut String, value: &str) {
    out.push('"');
    for found in value.chars() {
        match found {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..='\u{1f}' => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(found));
            }
            _ => out.push(found),
        }
    }
    out.push('"');
}
