//! A Soil root: a directory that knows what it holds and what of it still stands.
//!
//! Comes in: a directory with a `soil.toml`. Goes out: an immutable snapshot with every
//! specification, every definition, its lock, its hashes and its status; and the writes that move
//! a root from one state to the next. Never runs Soil, never talks to an agent.
//!
//! Spec: `design#1.2`.

pub mod config;
pub mod files;
pub mod find;
pub mod lock;
pub mod pin;
pub mod scan;
