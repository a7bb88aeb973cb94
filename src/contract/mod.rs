//! The one door to what the registry, the schemas and the spec documents say.
//!
//! Comes in: the generated code. Goes out: typed codes, repair classes, anchors, documents and the
//! [`Diagnostic`] that every room reports with. Knows nothing of Soil, files or processes.

mod code;
mod diagnostic;

pub use code::{Code, RepairClass};
pub use diagnostic::{Diagnostic, Note, Span};
