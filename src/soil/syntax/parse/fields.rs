//! The field names of one record, each allowed once.

use rustc_hash::FxHashSet;

use crate::contract::Code;
use crate::soil::Name;
use crate::soil::syntax::fault::{Fallible, Fault};
use crate::soil::syntax::tree::Binder;

/// The names so far; a long list moves into a set, so that wide records stay linear.
#[derive(Default)]
pub(super) struct FieldNames {
    few: Vec<Name>,
    many: FxHashSet<Name>,
}

impl FieldNames {
    /// Adds a field, or reports it as a repeat.
    pub(super) fn add(&mut self, field: &Binder) -> Fallible<()> {
        if self.few.len() < 16 {
            if self.few.contains(&field.name) {
                return Err(repeat(field));
            }
            self.few.push(field.name.clone());
        } else if self.few.contains(&field.name) || !self.many.insert(field.name.clone()) {
            return Err(repeat(field));
        }
        Ok(())
    }
}

fn repeat(field: &Binder) -> Box<Fault> {
    let message = format!("the field `{}` is named twice", field.name);
    Fault::new(Code::DuplicateField, field.span, message).note("name each field once")
}
