//! `soil.toml`: what a human says about a root.
//!
//! Strict: a key that v1 does not know is a fault, and so is a table that v1 reserves. All faults
//! are collected.
//!
//! Spec: `soil-toml#2`.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::{Document, Item, Key, TableLike};

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::Tags;

/// The file's name, directly in the root directory.
pub const FILE: &str = "soil.toml";

/// A valid `soil.toml`.
#[derive(Clone, Debug)]
pub struct Config {
    /// The definition that a program would start at, with its place.
    pub entrypoint: Option<(String, Span)>,
    /// The pin.
    pub toolchain: Toolchain,
    /// Legal tags with their descriptions.
    pub tags: BTreeMap<Name, String>,
    /// The names of `tags`, for the specification parser.
    pub vocabulary: Tags,
    /// The whole file.
    pub source: SourceFile,
}

/// What `[toolchain]` pins.
///
/// Spec: `soil-toml#2.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// Version of the `trellis` crate.
    pub trellis: String,
    /// Major version of the `soil0` contract.
    pub soil0_cli: i64,
    /// Hash of the generated skill.
    pub skill: Option<String>,
    /// The table's header.
    pub span: Span,
}

/// Names that a later version gives a meaning, with what it will be.
const RESERVED: [(&str, &str); 5] = [
    ("trusted_packages", "packages pinned by hash"),
    ("deps", "outside dependencies"),
    ("build", "build targets"),
    ("ci", "policy of continuous integration"),
    ("providers", "nothing: provider settings belong to the user's own configuration"),
];

/// Reads the text of a `soil.toml`.
///
/// # Errors
/// All faults in the order of the file; faults of absence come last.
pub fn parse(source: &SourceFile) -> Result<Config, Vec<Diagnostic>> {
    let document = match Document::parse(source.text()) {
        Ok(document) => document,
        Err(error) => {
            let message = error.message().trim().replace('\n', "; ");
            let place = error.span().unwrap_or(0..0);
            let fault = source.error(Code::ConfigParse, span(source, place), message);
            return Err(vec![fault]);
        }
    };
    let mut reader = Reader { source, faults: Vec::new() };
    let config = reader.root(document.as_table());
    let entry_at = |fault: &Diagnostic| fault.span.map_or(u64::MAX, |span| span.start);
    reader.faults.sort_by_key(entry_at);
    match config {
        Some(config) if reader.faults.is_empty() => Ok(config),
        _ => Err(reader.faults),
    }
}

struct Reader<'a> {
    source: &'a SourceFile,
    faults: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn root(&mut self, table: &dyn TableLike) -> Option<Config> {
        let mut entrypoint = None;
        let mut toolchain = None;
        let mut tags = BTreeMap::new();
        for (name, item) in table.iter() {
            let place = self.key_span(table, name);
            match name {
                "entrypoint" => {
                    let value_span = self.item_span(item, place);
                    entrypoint = self.string(item, "entrypoint", place).map(|v| (v, value_span));
                }
                "toolchain" => toolchain = Some(self.toolchain(item, place)),
                "tags" => tags = self.tags(item, place),
                _ => self.unknown(name, place),
            }
        }
        let Some(toolchain) = toolchain else {
            self.faults.push(
                Diagnostic::new(Code::ConfigBadValue, "the table `[toolchain]` is missing")
                    .in_file(self.source.name())
                    .note("`trellis toolchain update` writes it"),
            );
            return None;
        };
        let vocabulary = tags.keys().cloned().collect();
        Some(Config {
            entrypoint,
            toolchain: toolchain?,
            tags,
            vocabulary,
            source: self.source.clone(),
        })
    }

    fn unknown(&mut self, name: &str, place: Span) {
        let reserved = RESERVED.iter().find(|(reserved, _)| *reserved == name);
        let fault = match reserved {
            Some((_, future)) => self
                .source
                .error(Code::ConfigReservedSection, place, format!("`{name}` is reserved"))
                .note(format!("its future content: {future}")),
            None => self.source.error(
                Code::ConfigUnknownKey,
                place,
                format!("unknown key `{name}`; known are `entrypoint`, `toolchain` and `tags`"),
            ),
        };
        self.faults.push(fault);
    }

    fn toolchain(&mut self, item: &Item, place: Span) -> Option<Toolchain> {
        let table = self.table(item, "toolchain", place)?;
        let mut trellis = None;
        let mut soil0_cli = None;
        let mut skill = None;
        for (name, item) in table.iter() {
            let key = self.key_span(table, name);
            match name {
                "trellis" => trellis = Some(self.string(item, "toolchain.trellis", key)),
                "soil0_cli" => {
                    let number = item.as_integer();
                    if number.is_none() {
                        self.wrong_type("toolchain.soil0_cli", "an integer", item, key);
                    }
                    soil0_cli = Some(number);
                }
                "skill" => skill = self.string(item, "toolchain.skill", key),
                _ => self.faults.push(self.source.error(
                    Code::ConfigUnknownKey,
                    key,
                    format!(
                        "unknown key `{name}` in `[toolchain]`; known are `trellis`, `soil0_cli` \
                         and `skill`"
                    ),
                )),
            }
        }
        for (key, is_missing) in
            [("trellis", trellis.is_none()), ("soil0_cli", soil0_cli.is_none())]
        {
            if is_missing {
                self.faults.push(
                    self.source
                        .error(Code::ConfigBadValue, place, format!("`[toolchain]` has no `{key}`"))
                        .note("`trellis toolchain update` writes it"),
                );
            }
        }
        Some(Toolchain { trellis: trellis??, soil0_cli: soil0_cli??, skill, span: place })
    }

    fn tags(&mut self, item: &Item, place: Span) -> BTreeMap<Name, String> {
        let Some(table) = self.table(item, "tags", place) else { return BTreeMap::new() };
        let mut tags = BTreeMap::new();
        for (name, item) in table.iter() {
            let key = self.key_span(table, name);
            if let Some(description) = self.string(item, &format!("tags.{name}"), key) {
                tags.insert(Name::new(name), description);
            }
        }
        tags
    }

    fn table<'i>(&mut self, item: &'i Item, name: &str, key: Span) -> Option<&'i dyn TableLike> {
        let table = item.as_table_like();
        if table.is_none() {
            self.wrong_type(name, "a table", item, key);
        }
        table
    }

    fn string(&mut self, item: &Item, name: &str, key: Span) -> Option<String> {
        let text = item.as_str();
        if text.is_none() {
            self.wrong_type(name, "a string", item, key);
        }
        text.map(str::to_owned)
    }

    fn wrong_type(&mut self, name: &str, expected: &str, item: &Item, key: Span) {
        let message = format!("`{name}` is of type {}, expected {expected}", item.type_name());
        let place = self.item_span(item, key);
        self.faults.push(self.source.error(Code::ConfigBadValue, place, message));
    }

    fn key_span(&self, table: &dyn TableLike, name: &str) -> Span {
        let key = table.key(name).and_then(Key::span);
        span(self.source, key.unwrap_or(0..0))
    }

    fn item_span(&self, item: &Item, otherwise: Span) -> Span {
        item.span().map_or(otherwise, |range| span(self.source, range))
    }
}

fn span(source: &SourceFile, range: Range<usize>) -> Span {
    let end = range.end.min(source.text().len());
    Span::new(range.start.min(end) as u32, end as u32)
}
