//! Types and rows.

use super::Printer;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Row, TypeId, TypeKind};

impl Printer<'_> {
    pub(super) fn type_(&mut self, id: TypeId) {
        let tree = self.tree;
        match &tree[id].kind {
            TypeKind::Arrow { param, dom, row, cod } => {
                match param {
                    Some(param) => {
                        self.text("(");
                        self.text(&param.name);
                        self.text(" : ");
                        deep(|| self.type_(*dom));
                        self.text(")");
                    }
                    None => {
                        let is_arrow = matches!(tree[*dom].kind, TypeKind::Arrow { .. });
                        self.wrapped(is_arrow, |p| deep(|| p.type_(*dom)));
                    }
                }
                self.text(" -> ");
                self.row(row);
                let is_applied = !row.is_total() && self.has_arguments(*cod);
                self.wrapped(is_applied, |p| deep(|| p.type_(*cod)));
            }
            TypeKind::Con { name, args } => {
                self.text(name);
                for arg in args {
                    let is_arrow = matches!(tree[*arg].kind, TypeKind::Arrow { .. });
                    self.text(" ");
                    let wrapped = is_arrow || self.has_arguments(*arg);
                    self.wrapped(wrapped, |p| deep(|| p.type_(*arg)));
                }
            }
            TypeKind::Var(name) => self.text(name),
            TypeKind::Refined { binder, base, pred } => {
                self.text("{");
                self.text(&binder.name);
                self.text(" : ");
                deep(|| self.type_(*base));
                self.text(" | ");
                self.pred(*pred, 0);
                self.text("}");
            }
        }
    }

    fn has_arguments(&self, id: TypeId) -> bool {
        matches!(&self.tree[id].kind, TypeKind::Con { args, .. } if !args.is_empty())
    }

    /// Writes a row with a space after each word; nothing for the empty row.
    fn row(&mut self, row: &Row) {
        for effect in row.effects.iter() {
            self.text(effect.word());
            self.text(" ");
        }
        if let Some(var) = &row.var {
            self.text(var);
            self.text(" ");
        }
    }
}
