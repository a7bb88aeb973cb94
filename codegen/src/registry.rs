//! `registry/diagnostics.json` and the names of the pages beside it.

use crate::Fault;
use crate::fault::did_you_mean;
use crate::json::{self, Json, Value};
use crate::reader::Reader;

/// Where the registry is.
pub const PATH: &str = "registry/diagnostics.json";

/// Every code that was ever registered; blessing adds to it and never takes from it.
pub const HISTORY: &str = "generated/codes.txt";

/// Where the pages are.
pub const PAGES: &str = "registry/explain/";

/// What the registry says, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {
    /// Kinds of action.
    pub classes: Vec<Class>,
    /// Codes, sorted.
    pub codes: Vec<Entry>,
}

/// A kind of action that mends a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Kebab-case.
    pub name: String,
    /// What to do.
    pub summary: String,
    /// Line in the registry.
    pub line: usize,
}

/// A code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Kebab-case.
    pub code: String,
    /// `soil0` or `trellis`.
    pub source: String,
    /// Name of a class.
    pub class: String,
    /// An anchor, `slug#number`.
    pub spec_ref: String,
    /// Since when and why nothing emits it any more.
    pub retired: Option<String>,
    /// Line of the entry.
    pub line: usize,
    /// Line of the anchor.
    pub ref_line: usize,
}

impl Registry {
    /// Returns the codes that may be emitted.
    pub fn live(&self) -> impl Iterator<Item = &Entry> {
        self.codes.iter().filter(|entry| entry.retired.is_none())
    }

    /// Reads the registry; faults are added and what could be read is returned.
    pub fn read(text: &str, faults: &mut Vec<Fault>) -> Registry {
        let root = match json::parse(text) {
            Ok(root) => root,
            Err((line, what)) => {
                faults.push(Fault::new(PATH, line, what, "mend the JSON"));
                return Registry::default();
            }
        };
        let mut reader = Reader { path: PATH, faults };
        let registry = reader.registry(&root).unwrap_or_default();
        reader.check(&registry);
        registry
    }
}

impl Reader<'_> {
    fn registry(&mut self, root: &Json) -> Option<Registry> {
        let keys =
            self.keys(root, "the registry", &["registry_format", "repair_classes", "codes"], &[])?;
        if keys["registry_format"].value != Value::Number("1".into()) {
            self.fault(keys["registry_format"].line, "`registry_format` is not 1", "write 1");
        }
        let mut registry = Registry::default();
        for json in self.list(keys["repair_classes"], "`repair_classes`") {
            if let Some(class) = self.class(json) {
                registry.classes.push(class);
            }
        }
        for json in self.list(keys["codes"], "`codes`") {
            if let Some(entry) = self.entry(json) {
                registry.codes.push(entry);
            }
        }
        Some(registry)
    }

    fn class(&mut self, json: &Json) -> Option<Class> {
        let keys = self.keys(json, "a repair class", &["name", "summary"], &[])?;
        Some(Class {
            name: self.text(keys["name"], "`name`")?,
            summary: self.text(keys["summary"], "`summary`")?,
            line: json.line,
        })
    }

    fn entry(&mut self, json: &Json) -> Option<Entry> {
        let required = ["code", "source", "repair_class", "spec_ref"];
        let keys = self.keys(json, "a code entry", &required, &["retired"])?;
        let retired = match keys.get("retired") {
            Some(json) => Some(self.text(json, "`retired`")?),
            None => None,
        };
        Some(Entry {
            code: self.text(keys["code"], "`code`")?,
            source: self.text(keys["source"], "`source`")?,
            class: self.text(keys["repair_class"], "`repair_class`")?,
            spec_ref: self.text(keys["spec_ref"], "`spec_ref`")?,
            retired,
            line: json.line,
            ref_line: keys["spec_ref"].line,
        })
    }

    fn check(&mut self, registry: &Registry) {
        for (n, class) in registry.classes.iter().enumerate() {
            self.kebab(&class.name, class.line);
            if registry.classes[..n].iter().any(|other| other.name == class.name) {
                let what = format!("repair class `{}` is listed twice", class.name);
                self.fault(class.line, what, "remove one");
            }
        }
        for (n, entry) in registry.codes.iter().enumerate() {
            self.kebab(&entry.code, entry.line);
            if registry.codes[..n].iter().any(|other| other.code == entry.code) {
                let what = format!("code `{}` is listed twice", entry.code);
                self.fault(entry.line, what, "remove one");
            } else if n > 0 && registry.codes[n - 1].code > entry.code {
                let before = &registry.codes[n - 1].code;
                let what = format!("code `{}` stands after `{before}`", entry.code);
                self.fault(entry.line, what, "sort the codes bytewise");
            }
            if !matches!(entry.source.as_str(), "soil0" | "trellis") {
                let what = format!("unknown source `{}`", entry.source);
                self.fault(entry.line, what, "write `soil0` or `trellis`");
            }
            if !registry.classes.iter().any(|class| class.name == entry.class) {
                let known = registry.classes.iter().map(|class| class.name.as_str());
                let remedy = did_you_mean(&entry.class, known, "add it to `repair_classes`");
                self.fault(entry.line, format!("unknown repair class `{}`", entry.class), remedy);
            }
        }
    }

    fn kebab(&mut self, name: &str, line: usize) {
        let parts = name.split('-').all(|part| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        });
        if !parts || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            self.fault(line, format!("`{name}` is not kebab-case"), "use `a-z`, digits and `-`");
        }
    }
}
