//! The one door to what the registry, the schemas and the spec documents say.
//!
//! Comes in: the generated code. Goes out: typed codes, repair classes, anchors, documents, tools
//! and the [`Diagnostic`] that every room reports with. Knows nothing of Soil, files or processes.

#[path = "../../generated/builtins.rs"]
#[rustfmt::skip]
pub mod builtins;
pub mod diagnostic;
#[path = "../../generated/documents.rs"]
#[rustfmt::skip]
pub mod documents;
pub mod explain;
pub mod refusal;
pub mod spec;
#[path = "../../generated/tools.rs"]
#[rustfmt::skip]
pub mod tools;
pub mod wire;

#[path = "../../generated/code.rs"]
#[rustfmt::skip]
mod code;
mod embedded;
#[path = "../../generated/spec_ref.rs"]
#[rustfmt::skip]
mod spec_ref;

pub use code::{Code, RepairClass, Source};
pub use diagnostic::{Diagnostic, Note, Span, error_document, soil_report};
pub use spec_ref::SpecRef;

/// Returns the sources of the contract as the program carries them.
pub fn sources() -> trellis_codegen::Sources {
    let mut sources = trellis_codegen::Sources::default();
    let mut add = |path: String, text: &str| sources.files.insert(path, text.to_string());
    add("registry/diagnostics.json".into(), embedded::REGISTRY);
    add("registry/builtins.json".into(), embedded::BUILTINS);
    for (code, text) in embedded::PAGES {
        add(format!("registry/explain/{code}.md"), text);
    }
    for (slug, _, text) in embedded::DOCUMENTS {
        add(format!("spec-docs/{slug}.md"), text);
    }
    for (path, text) in embedded::SCHEMAS {
        add((*path).to_string(), text);
    }
    sources
}
