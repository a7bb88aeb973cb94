//! A Soil root: a directory that knows what it holds and what of it still stands.
//!
//! Comes in: a directory with a `soil.toml`. Goes out: an immutable snapshot with every
//! specification, every definition, its lock, its hashes and its status; and the writes that move
//! a root from one state to the next. Never runs Soil, never talks to an agent.
//!
//! Spec: `design#1.2`.

pub mod change;
pub mod config;
pub mod create;
pub mod editorial;
pub mod environment;
pub mod files;
pub mod find;
pub mod hashing;
pub mod index;
pub mod load;
pub mod lock;
pub mod manifest;
pub mod marks;
pub mod mentions;
pub mod order;
pub mod pin;
pub mod program;
pub mod record;
pub mod refresh;
pub(crate) mod rules;
pub mod scan;
pub mod scope;
mod snapshot;
pub mod status;
pub mod together;

pub use snapshot::{Snapshot, read_config, resolve_among};
