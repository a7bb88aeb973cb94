//! The builtins: one table of names, types and meanings.
//!
//! The table is `registry/builtins.json`, and the generator makes [`Builtin`] and [`TABLE`] of it.
//! The checker reads the types, the evaluator matches on [`Builtin`], the spec documents and the
//! skill print the rows. Adding a builtin is one row there and one arm in `eval`.
//!
//! Spec: `soil0-cli#11`.

pub mod primitives;

pub use crate::contract::builtins::{Builtin, Group, Row, TABLE};

impl Builtin {
    /// Returns the row of this builtin.
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Looks up a builtin by name.
    pub fn from_name(name: &str) -> Option<Builtin> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.builtin)
    }
}
