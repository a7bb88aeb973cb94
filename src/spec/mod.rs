//! Specification files: what a `.tr` file says, where it says it, and how it hashes.
//!
//! Comes in: the bytes of one file and its path below the root. Goes out: a [`Spec`] with every
//! block parsed and every span counted from the start of the file, or the complete list of what is
//! wrong. Knows nothing of other files; never does IO.
//!
//! ````text
//! ---                      frontmatter   name and tags
//! name: clamp
//! ---
//! Limits an integer.       prose
//! ```soil-sig              block         LANG [NAME] [xfail] [@agent], formal, test or decisions
//! clamp : I64 -> I64
//! ```
//! ````
//!
//! Spec: `tr-grammar#1`.

mod blocks;
mod container;
pub mod digest;
mod frontmatter;
mod hash;
pub mod ident;
mod info;
mod model;
mod parse;
mod validity;

pub use hash::{Hashes, decision_hash, scope_hash};
pub use info::{HashClass, Info, Lang};
pub use model::*;
pub use parse::{Parsed, Surroundings, Tags, parse};
