//! Everything that the sources say, checked together.

use crate::anchors::{self, Document};
use crate::builtins;
use crate::registry::{self, Registry};
use crate::types::{self, Declarations, parser};
use crate::{Fault, Sources};

/// The checked sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Codes and repair classes.
    pub registry: Registry,
    /// Types and tools.
    pub declarations: Declarations,
    /// Specification documents, sorted by slug.
    pub documents: Vec<Document>,
    /// Builtins of the language, in the order of the documents.
    pub builtins: Vec<builtins::Row>,
    /// Codes that have a page, sorted.
    pub pages: Vec<String>,
}

impl Contract {
    /// Reads and checks the sources; the error holds every fault, sorted by place.
    pub fn read(sources: &Sources) -> Result<Contract, Vec<Fault>> {
        let mut faults = Vec::new();
        let registry = match sources.text(registry::PATH) {
            Some(text) => Registry::read(text, &mut faults),
            None => {
                faults.push(Fault::new(registry::PATH, 1, "the registry is missing", "restore it"));
                Registry::default()
            }
        };
        history(sources, &registry, &mut faults);
        let builtins = match sources.text(builtins::PATH) {
            Some(text) => builtins::read(text, &mut faults),
            None => {
                let what = "the table of builtins is missing";
                faults.push(Fault::new(builtins::PATH, 1, what, "restore it"));
                Vec::new()
            }
        };
        let documents = anchors::read(sources, &mut faults);
        let mut declarations = Declarations::default();
        for (path, text) in sources.below("schemas/", ".types") {
            parser::parse(path, text, &mut declarations, &mut faults);
        }
        let live: Vec<&str> = registry.live().map(|entry| entry.code.as_str()).collect();
        types::check::check(&declarations, &live, &mut faults);
        references(sources, &registry, &documents, &mut faults);
        let pages = pages(sources, &registry, &mut faults);
        crate::tables::check(sources, &mut faults);
        let contract = Contract { registry, declarations, documents, builtins, pages };
        if faults.is_empty() {
            crate::schema::check(&contract, &mut faults);
        }
        if faults.is_empty() {
            return Ok(contract);
        }
        faults.sort();
        faults.dedup();
        Err(faults)
    }
}

/// Checks every anchor: those of the registry, and those that prose mentions.
fn references(
    sources: &Sources,
    registry: &Registry,
    documents: &[Document],
    faults: &mut Vec<Fault>,
) {
    for entry in &registry.codes {
        anchors::check(documents, registry::PATH, entry.ref_line, &entry.spec_ref, faults);
    }
    let prose = sources
        .below(anchors::FOLDER, ".md")
        .chain(sources.below(registry::PAGES, ".md"))
        .chain(sources.below("schemas/", ".types"));
    for (path, text) in prose {
        for (line, anchor) in anchors::mentions(text) {
            anchors::check(documents, path, line, &anchor, faults);
        }
    }
}

/// Checks that no code vanished or came back: other people's tools know it by its old meaning.
fn history(sources: &Sources, registry: &Registry, faults: &mut Vec<Fault>) {
    let lines = sources.text(registry::HISTORY).unwrap_or_default().lines();
    for (n, line) in lines.enumerate() {
        let (code, was_retired) = match line.strip_suffix(" retired") {
            Some(code) => (code, true),
            None => (line, false),
        };
        match registry.codes.iter().find(|entry| entry.code == code) {
            None => {
                let what = format!("code `{code}` was registered once and is gone");
                let remedy = format!("list it in {} again, with `retired`", registry::PATH);
                faults.push(Fault::new(registry::HISTORY, n + 1, what, remedy));
            }
            Some(entry) if was_retired && entry.retired.is_none() => {
                let what = format!("retired code `{code}` is in use again");
                faults.push(Fault::new(registry::PATH, entry.line, what, "choose another name"));
            }
            Some(_) => {}
        }
    }
}

/// Checks that codes and pages belong to each other, and returns the codes that have one.
fn pages(sources: &Sources, registry: &Registry, faults: &mut Vec<Fault>) -> Vec<String> {
    let mut pages = Vec::new();
    for (path, text) in sources.below(registry::PAGES, "") {
        let name = &path[registry::PAGES.len()..];
        let code = name
            .strip_suffix(".md")
            .filter(|code| registry.codes.iter().any(|entry| entry.code == **code));
        let Some(code) = code else {
            let what = format!("page `{name}` belongs to no registered code");
            faults.push(Fault::new(path, 1, what, "register the code or remove the page"));
            continue;
        };
        if text.lines().next() != Some(&format!("# {code}")) {
            let what = format!("the page does not start with `# {code}`");
            faults.push(Fault::new(path, 1, what, "make the code its title"));
        }
        pages.push(code.to_string());
    }
    for entry in registry.live() {
        if !pages.contains(&entry.code) {
            let what = format!("code `{}` has no page", entry.code);
            let remedy = format!("write {}{}.md", registry::PAGES, entry.code);
            faults.push(Fault::new(registry::PATH, entry.line, what, remedy));
        }
    }
    pages
}
