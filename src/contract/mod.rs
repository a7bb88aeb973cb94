//! The one door to what the registry, the schemas and the spec documents say.
//!
//! Comes in: the generated code. Goes out: typed codes, repair classes, anchors, documents, tools
//! and the [`Diagnostic`] that every room reports with. Knows nothing of Soil, files or processes.

pub mod diagnostic;
#[path = "../../generated/documents.rs"]
pub mod documents;
pub mod refusal;
pub mod spec;
#[path = "../../generated/tools.rs"]
pub mod tools;
pub mod wire;

#[path = "../../generated/code.rs"]
mod code;
mod embedded;
#[path = "../../generated/spec_ref.rs"]
mod spec_ref;

pub use code::{Code, RepairClass, Source};
pub use diagnostic::{Diagnostic, Note, Span, error_document, soil_report};
pub use spec_ref::SpecRef;
