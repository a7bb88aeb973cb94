//! The Soil language: text to tree, tree to text, checking, values and evaluation.
//!
//! Comes in: source text and JSON documents. Goes out: trees, checked programs, values and
//! diagnostics. Never reads a file except in [`oracle`]; knows nothing of specifications or roots.

pub mod builtins;
pub mod check;
pub mod core;
pub mod eval;
pub mod facts;
pub mod oracle;
pub(crate) mod patterns;
pub mod print;
pub mod resolve;
pub mod syntax;
pub mod types;
pub mod value;

/// An identifier: short ones are stored inline, long ones share their bytes.
pub type Name = smol_str::SmolStr;
