//! Predicates and their terms.

use super::Printer;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{ArithOp, PredId, PredKind, TermId, TermKind};

impl Printer<'_> {
    /// Writes a predicate where `demand` is the lowest level that stands bare.
    pub(super) fn pred(&mut self, id: PredId, demand: u8) {
        let level = match &self.tree[id].kind {
            PredKind::Implies { .. } => 0,
            PredKind::Or { .. } => 1,
            PredKind::And { .. } => 2,
            _ => 3,
        };
        deep(|| self.wrapped(level < demand, |p| p.bare_pred(id)));
    }

    fn bare_pred(&mut self, id: PredId) {
        let tree = self.tree;
        match &tree[id].kind {
            PredKind::Implies { lhs, rhs } => self.connective(*lhs, 1, " implies ", *rhs, 0),
            PredKind::Or { lhs, rhs } => self.connective(*lhs, 1, " or ", *rhs, 2),
            PredKind::And { lhs, rhs } => self.connective(*lhs, 2, " and ", *rhs, 3),
            PredKind::Not { pred } => {
                self.text("not ");
                self.pred(*pred, 3);
            }
            PredKind::Cmp { op, lhs, rhs } => {
                self.term(*lhs, 0);
                self.text(op.spaced());
                self.term(*rhs, 0);
            }
            PredKind::Is { scrutinee, type_name, ctor, payload } => {
                self.term(*scrutinee, 0);
                self.text(" is ");
                if let Some(name) = type_name {
                    self.text(name);
                    self.text("::");
                }
                self.text(ctor);
                if let Some(payload) = payload {
                    self.text("(");
                    self.text(&payload.name);
                    self.text(")");
                }
            }
            PredKind::Call { name, args } => self.call(name, args),
        }
    }

    fn connective(&mut self, lhs: PredId, left: u8, word: &str, rhs: PredId, right: u8) {
        self.pred(lhs, left);
        self.text(word);
        self.pred(rhs, right);
    }

    /// Writes a term where `demand` is the lowest level that stands bare.
    pub(super) fn term(&mut self, id: TermId, demand: u8) {
        let level = match &self.tree[id].kind {
            TermKind::Arith { op: ArithOp::Mul, .. } => 1,
            TermKind::Arith { .. } => 0,
            TermKind::Call { .. } => 2,
            _ => 3,
        };
        deep(|| self.wrapped(level < demand, |p| p.bare_term(id)));
    }

    fn bare_term(&mut self, id: TermId) {
        let tree = self.tree;
        match &tree[id].kind {
            TermKind::Lit(lit) => self.lit(lit),
            TermKind::Path(path) => {
                self.text(&path.root);
                self.fields(&path.fields);
            }
            TermKind::Arith { op, lhs, rhs } => {
                let (left, right) = if *op == ArithOp::Mul { (1, 2) } else { (0, 1) };
                self.term(*lhs, left);
                self.text(op.spaced());
                self.term(*rhs, right);
            }
            TermKind::Call { name, args } => self.call(name, args),
        }
    }

    fn call(&mut self, name: &str, args: &[TermId]) {
        self.text(name);
        for arg in args {
            self.text(" ");
            self.term(*arg, 3);
        }
    }
}
