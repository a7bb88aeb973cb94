//! The signature of the definition: conversion, peeling, and the frame of the check.

use crate::contract::Code;
use crate::soil::core::LocalId;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Def, Row as TreeRow, TypeId};
use crate::soil::types::convert;
use crate::soil::types::infer::table::{Node, Row, Tail, TyId};
use crate::soil::types::infer::{Infer, Local};
use crate::soil::types::scheme::{Head, performed};
use crate::soil::types::ty::Ty;

/// What a signature says, read against the equation.
pub(super) struct Declared {
    pub ty: Option<Ty>,
    pub row: TreeRow,
    pub params: Vec<Ty>,
    pub result: Ty,
}

impl Infer<'_> {
    /// Checks measure and body against the signature.
    pub(super) fn definition(&mut self, def: &Def) -> Declared {
        let ty = self.convert(def.sig);
        self.own = match &ty {
            Some(ty) => self.rigid(&self.env.expand(ty)),
            None => self.error,
        };
        let declared = self.peel(def, ty);
        let result = self.peel_types(def);
        if let Some(measure) = def.decreases {
            self.measure(measure);
        }
        self.context = self.own_row;
        let body = self.expr(def.body);
        if let Err(clash) = self.table.unify(result, body) {
            self.body_mismatch(self.tree[def.body].span, result, body, clash);
        }
        declared
    }

    fn measure(&mut self, measure: crate::soil::syntax::tree::ExprId) {
        self.in_measure = true;
        self.context = self.table.fresh_row();
        self.expr(measure);
        self.performed.clear();
        self.has_let_rec = false;
        self.refers_to_self = false;
        self.in_measure = false;
    }

    /// Converts a written type, reporting the faults that belong to this phase.
    pub(super) fn convert(&mut self, id: TypeId) -> Option<Ty> {
        match convert::convert(self.env, self.tree, id) {
            Ok(ty) => Some(ty),
            Err(faults) => {
                // An unknown type has been reported with the names; its arguments stay quiet too,
                // because their number cannot be judged.
                for fault in faults {
                    if fault.code == Code::TypeMismatch {
                        self.report(fault.code, fault.span, fault.message);
                    }
                }
                None
            }
        }
    }

    /// Splits the declared type after the parameters, aliases kept.
    fn peel(&mut self, def: &Def, ty: Option<Ty>) -> Declared {
        let mut params = Vec::new();
        let mut rest = ty.clone().unwrap_or_else(|| Ty::con("Unit"));
        let mut row = TreeRow::default();
        for _ in &def.params {
            // An alias never stands for an arrow, so there is none to look through.
            let Ty::Arrow(arrow) = rest else { break };
            params.push(arrow.dom.clone());
            row = arrow.row.clone();
            rest = arrow.cod.clone();
        }
        Declared { ty, row, params, result: rest }
    }

    /// Gives the parameters their types and returns what is left.
    fn peel_types(&mut self, def: &Def) -> TyId {
        let mut rest = self.own;
        self.own_row = Row::TOTAL;
        for (at, param) in def.params.iter().enumerate() {
            let is_last = at + 1 == def.params.len();
            let (dom, row, cod) = match self.table.node(rest) {
                Node::Arrow { dom, row, cod } => (dom, row, cod),
                Node::Error => (self.error, self.table.fresh_row(), self.error),
                _ => {
                    let message = format!(
                        "parameter `{}` is number {} of the equation; the signature has {at}",
                        param.name,
                        at + 1
                    );
                    self.report(Code::TypeMismatch, param.span, message);
                    (self.error, self.table.fresh_row(), self.error)
                }
            };
            if !is_last && (!row.effects.is_empty() || matches!(row.tail, Tail::Rigid(_))) {
                let message = format!(
                    "the row `{}` stands before the last parameter; move it after `{}`",
                    self.show_row(row),
                    def.params[def.params.len() - 1].name
                );
                self.report(Code::EffectViolation, param.span, message);
            }
            self.locals[at] = Local { ty: dom, is_generic: false };
            self.own_row = row;
            rest = cod;
        }
        self.next_local = def.params.len() as u32;
        rest
    }

    /// Makes a type whose variables are all rigid; `ty` is expanded.
    pub(super) fn rigid(&mut self, ty: &Ty) -> TyId {
        deep(|| match ty {
            Ty::Var(name) => {
                let at = index_of(&mut self.rigid_types, name);
                self.table.add(Node::Rigid(at))
            }
            Ty::Con(name, args) => {
                let Some(head) = Head::find(self.env, name) else { return self.error };
                let args: Vec<TyId> = args.iter().map(|arg| self.rigid(arg)).collect();
                self.table.con(head, &args)
            }
            Ty::Arrow(arrow) => {
                let dom = self.rigid(&arrow.dom);
                let tail = match &arrow.row.var {
                    None => Tail::Closed,
                    Some(name) => Tail::Rigid(index_of(&mut self.rigid_rows, name)),
                };
                let cod = self.rigid(&arrow.cod);
                let row = Row { effects: performed(&arrow.row), tail };
                self.table.add(Node::Arrow { dom, row, cod })
            }
        })
    }

    /// Converts an annotation; the error type when it is faulty.
    pub(super) fn annotation(&mut self, id: TypeId) -> TyId {
        match self.convert(id) {
            Some(ty) => self.rigid(&self.env.expand(&ty)),
            None => self.error,
        }
    }

    pub(super) fn bind(&mut self, ty: TyId) -> LocalId {
        let local = LocalId(self.next_local);
        self.next_local += 1;
        self.locals[local.0 as usize] = Local { ty, is_generic: false };
        local
    }
}

fn index_of(names: &mut Vec<crate::soil::Name>, name: &crate::soil::Name) -> u32 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.clone());
        names.len() - 1
    });
    at as u32
}
