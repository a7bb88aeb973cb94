//! Local names: as written, or numbered for the hash form.

use rustc_hash::FxHashMap;

use super::Printer;
use crate::soil::Name;

/// How local names are written.
pub(super) enum Locals<'t> {
    /// By their names.
    AsWritten,
    /// By `%N`, in the order in which binders come into being.
    Numbered {
        next: u32,
        scope: FxHashMap<&'t str, u32>,
        /// What each open binder hid, so that leaving a scope is one step a binder.
        hidden: Vec<(&'t str, Option<u32>)>,
    },
}

impl<'t> Locals<'t> {
    pub(super) fn numbered() -> Self {
        Locals::Numbered { next: 0, scope: FxHashMap::default(), hidden: Vec::new() }
    }

    /// Forgets everything before the next definition.
    pub(super) fn restart(&mut self) {
        if let Locals::Numbered { .. } = self {
            *self = Locals::numbered();
        }
    }

    /// Gives a binder its number; its scope is entered later.
    pub(super) fn fresh(&mut self) -> Option<u32> {
        match self {
            Locals::AsWritten => None,
            Locals::Numbered { next, .. } => {
                *next += 1;
                Some(*next - 1)
            }
        }
    }

    pub(super) fn enter(&mut self, name: &'t Name, number: Option<u32>) {
        if let (Locals::Numbered { scope, hidden, .. }, Some(number)) = (self, number) {
            let outer = scope.insert(name, number);
            hidden.push((name, outer));
        }
    }

    /// Returns a mark for [`Locals::leave`].
    pub(super) fn depth(&self) -> usize {
        match self {
            Locals::AsWritten => 0,
            Locals::Numbered { hidden, .. } => hidden.len(),
        }
    }

    /// Leaves every scope entered after the mark.
    pub(super) fn leave(&mut self, depth: usize) {
        let Locals::Numbered { scope, hidden, .. } = self else { return };
        while hidden.len() > depth {
            match hidden.pop() {
                Some((name, Some(outer))) => scope.insert(name, outer),
                Some((name, None)) => scope.remove(name),
                None => None,
            };
        }
    }

    fn find(&self, name: &str) -> Option<u32> {
        match self {
            Locals::AsWritten => None,
            Locals::Numbered { scope, .. } => scope.get(name).copied(),
        }
    }
}

impl Printer<'_> {
    /// Writes a name where it is bound.
    pub(super) fn binder(&mut self, name: &str, number: Option<u32>) {
        match number {
            None => self.text(name),
            Some(number) => self.number(number),
        }
    }

    /// Writes a name where it is used.
    pub(super) fn occurrence(&mut self, name: &str) {
        match self.locals.find(name) {
            None => self.text(name),
            Some(number) => self.number(number),
        }
    }

    fn number(&mut self, number: u32) {
        self.out.push('%');
        self.out.push_str(&number.to_string());
    }
}
