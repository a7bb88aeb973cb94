//! Reference sets: what a definition's surface text refers to.
//!
//! Spec: `soil0-cli#8.3`.

use crate::soil::Name;
use crate::soil::core::DefId;

/// What a definition refers to; each list is sorted bytewise, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct References {
    /// Ordinary definitions as spelled: `len`, or `m::len` when qualified.
    pub defs: Vec<Name>,
    /// Type constructors of the signature and annotations, and every qualifier `Type::`.
    pub types: Vec<Name>,
    /// Builtins, derived functions and numeric primitives.
    pub builtins: Vec<Name>,
    /// HIDDEN definitions.
    pub privates: Vec<Name>,
    /// The definitions behind `defs` and `privates`, itself included when recursive.
    pub ids: Vec<DefId>,
}

impl References {
    pub(super) fn sorted(mut self) -> References {
        for list in [&mut self.defs, &mut self.types, &mut self.builtins, &mut self.privates] {
            list.sort_unstable();
            list.dedup();
        }
        self.ids.sort_unstable();
        self.ids.dedup();
        self
    }
}
