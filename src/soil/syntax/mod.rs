//! Source text, spans and the tree.

pub mod source;
pub mod tree;

pub use source::{SourceFile, Span};
