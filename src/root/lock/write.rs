//! The surface form of a lock, to the byte.
//!
//! Spec: `lock-schema#1`.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

use super::{Applied, Checks, Edge, FORMAT, Lock, Lowering, Oracle, Row, SpecRecord, Word};
use crate::spec::Kind;
use crate::spec::digest::Digest;

/// Writes a lock; reading the text gives the lock again.
pub fn write(lock: &Lock) -> String {
    let mut out = Writer { text: String::with_capacity(2048), depth: 0, is_first: true };
    out.open('{');
    out.raw("lock_format", FORMAT);
    out.string("name", &lock.name);
    out.string("kind", lock.kind.word());
    let versions = &lock.versions;
    out.key("versions");
    out.inline(&[("trellis", &versions.trellis), ("soil", &versions.soil)]);
    spec(&mut out, &lock.spec);
    if lock.kind == Kind::Function {
        out.key("lowering");
        match &lock.lowering {
            Some(known) => lowering(&mut out, known),
            None => out.text.push_str("null"),
        }
    }
    if let Some(known) = &lock.checks {
        checks(&mut out, known);
    }
    if matches!(lock.kind, Kind::Function | Kind::Type) {
        out.key("tests");
        out.list(&lock.tests, row);
    }
    if lock.kind == Kind::Function {
        out.key("oracles");
        out.list(&lock.oracles, oracle);
    }
    if lock.kind == Kind::Type {
        out.optional("cycle_hash", lock.cycle_hash.map(|hash| hash.to_string()).as_deref());
    }
    out.raw("accepted", lock.accepted);
    out.close('}');
    out.text.push('\n');
    out.text
}

fn spec(out: &mut Writer, spec: &SpecRecord) {
    out.key("spec");
    out.open('{');
    out.string("provenance", spec.provenance.word());
    out.key("hashes");
    out.open('{');
    out.string("formal", &spec.hashes.formal.to_string());
    out.optional("test", spec.hashes.test.map(|hash| hash.to_string()).as_deref());
    out.string("prose", &spec.hashes.prose.to_string());
    out.close('}');
    out.string("prose_state", spec.prose_state.word());
    out.key("blocks");
    out.list(&spec.blocks, |out, block| {
        out.inline(&[("block", &block.block), ("author", block.author.word())]);
    });
    out.raw("pinned", spec.pinned);
    out.key("escape_hatches");
    out.list(&spec.escape_hatches, |out, hatch| quoted(&mut out.text, hatch));
    if let Some(decisions) = &spec.decisions {
        out.key("decisions");
        out.map(decisions.iter().map(|(label, hash)| (label, hash.to_string())));
    }
    out.close('}');
}

fn lowering(out: &mut Writer, lowering: &Lowering) {
    out.open('{');
    out.string("soil_hash", &lowering.soil_hash.to_string());
    out.string("provenance", lowering.provenance.word());
    out.optional("provider", lowering.provider.as_deref());
    out.optional("model", lowering.model.as_deref());
    out.key("private_helpers");
    out.list(&lowering.private_helpers, edge);
    out.key("calls");
    out.list(&lowering.calls, edge);
    out.key("decisions");
    out.open('{');
    out.string("scope_hash", &lowering.scope_hash.to_string());
    out.key("applied");
    out.list(&lowering.applied, |out, applied: &Applied| {
        out.inline(&[
            ("scope", applied.scope.word()),
            ("label", &applied.label),
            ("hash", &applied.hash.to_string()),
        ]);
    });
    out.close('}');
    out.close('}');
}

fn edge(out: &mut Writer, edge: &Edge) {
    out.inline(&[("name", &edge.name), ("hash", &edge.hash.to_string())]);
}

fn checks(out: &mut Writer, checks: &Checks) {
    let words = |map: &BTreeMap<String, super::Assurance>| {
        map.iter().map(|(label, word)| (label.clone(), word.word().to_owned())).collect::<Vec<_>>()
    };
    out.key("checks");
    out.open('{');
    match checks {
        Checks::Function { types, termination, refinements, holes } => {
            out.string("types", types.word());
            out.string("termination", termination.word());
            out.key("refinements");
            out.map(words(refinements).iter().map(|(label, word)| (label, word.clone())));
            out.raw("holes", holes);
        }
        Checks::Type { types, invariants } => {
            out.string("types", types.word());
            out.key("invariants");
            out.map(words(invariants).iter().map(|(label, word)| (label, word.clone())));
        }
        Checks::Module { exports } => out.string("exports", exports.word()),
    }
    out.close('}');
}

fn row(out: &mut Writer, row: &Row) {
    out.inline(&[
        ("name", &row.name),
        ("tier", row.tier.word()),
        ("mode", row.mode.word()),
        ("origin", row.origin.word()),
        ("result", row.result.word()),
    ]);
}

fn oracle(out: &mut Writer, oracle: &Oracle) {
    let digest = |hash: &Digest| hash.to_string();
    match oracle {
        Oracle::Reference { path, hash } => {
            out.inline(&[("kind", "reference"), ("path", path), ("hash", &digest(hash))])
        }
        Oracle::Cli { command, hash } => {
            out.inline(&[("kind", "cli"), ("command", command), ("hash", &digest(hash))])
        }
        Oracle::Definition { name, formal_hash } => out.inline(&[
            ("kind", "definition"),
            ("name", name),
            ("formal_hash", &digest(formal_hash)),
        ]),
    }
}

/// Text under way; knows where the next comma and line belong.
struct Writer {
    text: String,
    depth: usize,
    is_first: bool,
}

impl Writer {
    fn open(&mut self, bracket: char) {
        self.text.push(bracket);
        self.depth += 1;
        self.is_first = true;
    }

    fn close(&mut self, bracket: char) {
        self.depth -= 1;
        if !self.is_first {
            self.line();
        }
        self.text.push(bracket);
        self.is_first = false;
    }

    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
    }

    fn item(&mut self) {
        if !self.is_first {
            self.text.push(',');
        }
        self.is_first = false;
        self.line();
    }

    fn key(&mut self, key: &str) {
        self.item();
        quoted(&mut self.text, key);
        self.text.push_str(": ");
    }

    fn raw(&mut self, key: &str, value: impl Display) {
        self.key(key);
        let _ = write!(self.text, "{value}");
    }

    fn string(&mut self, key: &str, value: &str) {
        self.key(key);
        quoted(&mut self.text, value);
    }

    fn optional(&mut self, key: &str, value: Option<&str>) {
        self.key(key);
        match value {
            Some(value) => quoted(&mut self.text, value),
            None => self.text.push_str("null"),
        }
    }

    fn inline(&mut self, pairs: &[(&str, &str)]) {
        self.text.push_str("{ ");
        for (at, (key, value)) in pairs.iter().enumerate() {
            if at > 0 {
                self.text.push_str(", ");
            }
            quoted(&mut self.text, key);
            self.text.push_str(": ");
            quoted(&mut self.text, value);
        }
        self.text.push_str(" }");
    }

    fn list<T>(&mut self, items: &[T], each: impl Fn(&mut Writer, &T)) {
        self.open('[');
        for item in items {
            self.item();
            each(self, item);
        }
        self.close(']');
    }

    fn map<'a>(&mut self, entries: impl Iterator<Item = (&'a String, String)>) {
        self.open('{');
        for (key, value) in entries {
            self.string(key, &value);
        }
        self.close('}');
    }
}

/// Appends a JSON string with the escapes that every document of the house uses.
///
/// Spec: `soil-syntax-spec#6`.
pub fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if (control as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
