//! The toolchain pin: which `trellis` a root was written for.
//!
//! Commands that write locks or spend tokens refuse under another toolchain; reading goes on.
//!
//! Spec: `soil-toml#2.1`.

use std::ops::Range;
use std::sync::OnceLock;

use toml_edit::{Document, DocumentMut, Item, Table, Value};

use crate::contract::{Code, Diagnostic};
use crate::root::config::{self, Config};
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::digest::Digest;

/// Version of this crate, as pins and locks record it.
pub const TRELLIS: &str = env!("CARGO_PKG_VERSION");

/// Version of the Soil specification, as locks record it.
pub const SOIL: &str = "0.1";

/// Major version of the `soil0` contract.
pub const SOIL0_CLI: i64 = 1;

static SKILL: OnceLock<fn() -> Digest> = OnceLock::new();

/// Says how the hash of the skill that this program carries is found; the first word counts.
///
/// The skill is written in a room to the right of this one, so the program's entry says it.
pub fn embed_skill(hash: fn() -> Digest) {
    let _ = SKILL.set(hash);
}

/// Returns the hash of the skill that this program carries; the one place that knows it.
///
/// `None` while nobody has said it; then pins neither hold nor miss it.
///
/// Spec: `soil-toml#2.1`.
pub fn embedded_skill() -> Option<Digest> {
    SKILL.get().map(|hash| hash())
}

/// Compares the pin of a root with this binary; all differences come in one message.
///
/// # Errors
/// `toolchain-mismatch`.
pub fn check(config: &Config) -> Result<(), Diagnostic> {
    let pin = &config.toolchain;
    let mut differences = Vec::new();
    if pin.trellis != TRELLIS {
        differences.push(format!("`trellis` is pinned to {}, this is {TRELLIS}", pin.trellis));
    }
    if pin.soil0_cli != SOIL0_CLI {
        differences
            .push(format!("`soil0_cli` is pinned to {}, this is {SOIL0_CLI}", pin.soil0_cli));
    }
    if let Some(skill) = embedded_skill().map(|skill| skill.to_string()) {
        match &pin.skill {
            Some(pinned) if *pinned == skill => {}
            Some(pinned) => {
                differences.push(format!("`skill` is pinned to {pinned}, this is {skill}"))
            }
            None => differences.push(format!("`skill` is not pinned, this is {skill}")),
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(config
        .source
        .error(Code::ToolchainMismatch, pin.span, differences.join("; "))
        .note("`trellis toolchain update` pins this toolchain; or run the pinned one"))
}

/// Returns the text of a `soil.toml` with the `[toolchain]` table of this binary.
///
/// Every byte outside that table stays; in it, unknown keys and comments stay too.
///
/// # Errors
/// `config-parse` when the text is not TOML.
pub fn update(text: &str) -> Result<String, Diagnostic> {
    let document = Document::parse(text).map_err(|error| {
        let source = SourceFile::new(config::FILE, text);
        let place = error.span().unwrap_or(0..0);
        let place = Span::new(place.start as u32, place.end as u32);
        source.error(Code::ConfigParse, place, error.message().trim().replace('\n', "; "))
    })?;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let identity = identity();
    // Below a `[toolchain.…]` alone there is a table, too, but no header to write under.
    let is_there = |item: &&Item| {
        item.as_table().is_none_or(|table| !table.is_implicit() || table.is_dotted())
    };
    let Some(item) = document.get("toolchain").filter(is_there) else {
        let mut updated = text.to_owned();
        if !updated.is_empty() && !updated.ends_with('\n') {
            updated.push_str(line_end);
        }
        if !updated.is_empty() {
            updated.push_str(line_end);
        }
        updated.push_str("[toolchain]");
        for (key, new) in &identity {
            updated.push_str(&format!("{line_end}{key} = {new}"));
        }
        updated.push_str(line_end);
        return Ok(updated);
    };
    match item.as_table().filter(|table| !table.is_dotted() && table.span().is_some()) {
        Some(table) => Ok(splice(text, table, &identity, line_end)),
        None => Ok(rewrite(text, &identity)),
    }
}

/// The keys of `[toolchain]` with their TOML values.
fn identity() -> Vec<(&'static str, String)> {
    let mut identity =
        vec![("trellis", format!("\"{TRELLIS}\"")), ("soil0_cli", SOIL0_CLI.to_string())];
    identity.extend(embedded_skill().map(|skill| ("skill", format!("\"{skill}\""))));
    identity
}

/// Replaces values where they stand; what is missing follows the header.
fn splice(text: &str, table: &Table, identity: &[(&str, String)], line_end: &str) -> String {
    let header = table.span().expect("checked by the caller").start;
    let header_end = text[header..].find('\n').map_or(text.len(), |at| header + at + 1);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut missing = String::new();
    for (key, new) in identity {
        match table.get(key).and_then(Item::span) {
            Some(old) => edits.push((old, new.clone())),
            None => missing.push_str(&format!("{key} = {new}{line_end}")),
        }
    }
    if !missing.is_empty() && !text[..header_end].ends_with('\n') {
        missing.insert_str(0, line_end);
    }
    edits.push((header_end..header_end, missing));
    edits.sort_by_key(|(range, _)| range.start);
    let mut updated = String::with_capacity(text.len() + 80);
    let mut from = 0;
    for (range, new) in edits {
        updated.push_str(&text[from..range.start]);
        updated.push_str(&new);
        from = range.end;
    }
    updated.push_str(&text[from..]);
    updated
}

/// Serves the spellings without a header line: dotted keys, an inline table, a value.
fn rewrite(text: &str, identity: &[(&str, String)]) -> String {
    let mut document: DocumentMut = text.parse().expect("parsed before");
    if !document["toolchain"].is_table_like() {
        document.insert("toolchain", Item::Table(Table::new()));
    }
    let table = document["toolchain"].as_table_like_mut().expect("made a table above");
    for (key, new) in identity {
        let new: Value = new.parse().expect("a string or a number");
        match table.get_mut(key) {
            Some(Item::Value(old)) => {
                let decor = old.decor().clone();
                *old = new;
                *old.decor_mut() = decor;
            }
            _ => {
                table.insert(key, Item::Value(new));
            }
        }
    }
    document.to_string()
}
