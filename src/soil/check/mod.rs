//! Checking: a definition against the declared interfaces of all others, and whole programs.
//!
//! ```text
//! tree ─► resolve ─► types::infer ─► patterns ─► facts ─► core
//!            names     types, effects   matches             what the evaluator compiles
//! ```
//!
//! Comes in: a [`Scope`] of interfaces and one parsed definition. Goes out: [`Checked`]. A check
//! reads nothing but these, so definitions are checked in any order, in parallel, and again one at
//! a time. No stage fails: faults are data.
//!
//! Spec: `soil-syntax-spec#5`.

mod definition;
pub mod documents;
mod program;
mod scope;

pub use definition::{Checked, Phase, definition};
pub use program::{Program, Stage, Unit, program};
pub use scope::{Interface, Place, Scope};
