//! The specification documents that the program carries, section by section.

use super::SpecRef;
use super::embedded::{DOCUMENTS, SECTIONS};

/// A numbered section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its anchor.
    pub anchor: SpecRef,
    /// Its text with its heading and its subsections.
    pub text: &'static str,
}

/// A specification document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// The first part of its anchors.
    pub slug: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The whole text.
    pub text: &'static str,
}

/// Returns every document, sorted by slug.
pub fn documents() -> impl Iterator<Item = Document> {
    DOCUMENTS.iter().map(|&(slug, title, text)| Document { slug, title, text })
}

/// Returns every section in document order.
pub fn sections() -> impl Iterator<Item = Section> {
    SECTIONS.iter().filter_map(|&(anchor, document, start, end)| {
        let text = DOCUMENTS.get(document)?.2.get(start..end)?;
        Some(Section { anchor, text })
    })
}

/// Returns a section.
pub fn section(anchor: SpecRef) -> Option<Section> {
    sections().find(|section| section.anchor == anchor)
}
