//! Reads `registry/`, `schemas/` and `spec-docs/`, reports every fault in them, and renders what
//! the program is compiled from.
//!
//! Comes in: [`Sources`], the text of those folders and of `generated/`. Goes out: either all
//! faults, each with its file and line, or [`Outputs`]. Only [`build`] touches the disk, so tests
//! run the same code on mutated copies.

pub mod anchors;
pub mod contract;
pub mod drift;
pub mod emit;
pub mod fault;
pub mod json;
pub mod registry;
pub mod sources;
pub mod tables;
pub mod types;

mod build;

pub use build::{Mode, Report, build};
pub use contract::Contract;
pub use emit::{Outputs, render};
pub use fault::Fault;
pub use sources::Sources;
