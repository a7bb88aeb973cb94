//! Reads `registry/`, `schemas/` and `spec-docs/`, reports every fault in them, and renders the
//! schemas and tables that follow from them.
//!
//! Comes in: [`Sources`], the text of those folders and of `generated/`. Goes out: either all
//! faults, each with its file and line, or [`Outputs`]. It has no dependency, because the program
//! carries it; the Rust half of `generated/` is written by `codegen/rust/`.

pub mod anchors;
pub mod builtins;
pub mod contract;
pub mod drift;
pub mod fault;
pub mod json;
pub mod outputs;
pub mod registry;
pub mod schema;
pub mod sources;
pub mod tables;
pub mod types;

mod reader;

pub use contract::Contract;
pub use fault::Fault;
pub use outputs::Outputs;
pub use sources::Sources;
