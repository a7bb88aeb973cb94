//! Generators of Soil trees, for the laws of every part that reads or writes them.
//!
//! [`arbitrary_def`] makes any tree that the grammar has; names mean nothing. [`scoped_def`] makes
//! trees whose every local name is bound and never shadowed. Both walk a tape of random choices,
//! so that a failing case shrinks to a short tape, which is a small tree.

mod rename;
mod tree;

pub use rename::rename_locals;

use proptest::collection::vec;
use proptest::prelude::*;
use trellis::soil::syntax::tree::File;

/// A file with one definition of any shape.
pub fn arbitrary_def() -> impl Strategy<Value = File> {
    vec(any::<u16>(), 0..400).prop_map(|tape| tree::Maker::new(tape, false).file())
}

/// A file with one definition in which every local is bound exactly once and in scope where used.
pub fn scoped_def() -> impl Strategy<Value = File> {
    vec(any::<u16>(), 0..400).prop_map(|tape| tree::Maker::new(tape, true).file())
}
