//! Source text, spans, the lexer, the tree and its parser.
//!
//! Comes in: text. Goes out: tokens, trees and at most one fault, the first. Does no IO and knows
//! nothing of names, types or files beyond the role that a file's name gives it.
//!
//! Spec: `soil-syntax-spec#1` to `soil-syntax-spec#4`.

mod depth;
pub(in crate::soil) mod fault;
pub mod lex;
pub mod parse;
pub mod source;
pub mod token;
pub mod tree;

pub use depth::{MAX_DEPTH, deep};
pub use source::{SourceFile, Span};
