//! What is judged when all types are known, in the contractual order.
//!
//! Spec: `soil-syntax-spec#1`, `soil-syntax-spec#5.4`, `soil-syntax-spec#5.8`.

use std::sync::Arc;

use crate::contract::Code;
use crate::soil::Name;
use crate::soil::facts::{Facts, Hole, Obligation, ObligationKind};
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{ArithOp, Effect, Effects, ExprKind, Row as TreeRow};
use crate::soil::types::infer::table::{Node, Row, Tail, TyId};
use crate::soil::types::infer::{Infer, Literal, OperatorKind};
use crate::soil::types::scheme::Head;
use crate::soil::types::ty::{Arrow, IntTy, NumTy, Ty};

/// An arithmetic operator that may panic.
pub(super) struct Arithmetic {
    pub context: Row,
    pub span: Span,
    pub kind: ObligationKind,
}

impl Infer<'_> {
    /// Settles deferred accesses, literals, operators, effects and derivability, in this order.
    pub(super) fn settle(&mut self, declared: &TreeRow) -> Facts {
        self.report_deferred();
        self.settle_literals();
        let arithmetic = self.settle_operators();
        let (obligations, may_loop) = self.settle_effects(arithmetic);
        self.settle_derivable();
        let may_loop = may_loop || self.refers_to_self || self.has_let_rec;
        let holes = self.goal_types();
        Facts::new(declared.effects.contains(Effect::Div), may_loop, obligations, holes)
    }

    fn settle_literals(&mut self) {
        // A fault of the walk may be why a literal or an operand has the type that it has.
        let is_caused = self.has_faults;
        let mut literals = std::mem::take(&mut self.literals);
        literals.sort_by_key(|literal| literal.span);
        for Literal { ty, span, digits } in literals {
            match self.table.find(ty) {
                (var, Node::Var { .. }) => {
                    let int = self.table.con(Head::I64, &[]);
                    self.table.assign(var, int);
                    if !is_caused {
                        self.range(&digits, IntTy::I64, span);
                    }
                }
                (_, Node::Con { head, .. }) if is_caused && head.num().is_none() => {}
                _ => self.integer_at(&digits, ty, span),
            }
        }
    }

    fn settle_operators(&mut self) -> Vec<Arithmetic> {
        let mut arithmetic = Vec::new();
        let is_caused = self.has_faults;
        for at in 0..self.operators.len() {
            let operator = &self.operators[at];
            let (ty, kind, node) = (operator.ty, operator.kind, operator.node);
            let (context, in_measure) = (operator.context, operator.in_measure);
            let span = self.tree[node].span;
            let num = match self.table.node(ty) {
                Node::Error | Node::Unknown(_) | Node::Link(_) => continue,
                Node::Var { .. } => {
                    self.report_unless_caused(Code::OperatorPolymorphic, span, || {
                        "the operands' type is not determined; annotate one, as in `(x : I64)`"
                            .to_owned()
                    });
                    continue;
                }
                Node::Rigid(_) => {
                    let message = format!(
                        "operators do not work on the type variable `{}`; take the operation as a parameter or name a type",
                        self.show(ty)
                    );
                    self.report(Code::OperatorPolymorphic, span, message);
                    continue;
                }
                Node::Arrow { .. } => {
                    let message = format!(
                        "functions have no operators; the operands are `{}`",
                        self.show(ty)
                    );
                    self.report(Code::NonDerivable, span, message);
                    continue;
                }
                Node::Con { head, .. } => head.num(),
            };
            let obligation = match (kind, num) {
                (OperatorKind::Compare, _) => continue,
                (_, None) if is_caused => continue,
                (_, None) => {
                    let message = format!("expected a numeric type, found `{}`", self.show(ty));
                    self.report(Code::TypeMismatch, span, message);
                    continue;
                }
                (_, Some(NumTy::F64)) => continue,
                (OperatorKind::Arith(ArithOp::Div | ArithOp::Mod), _) => ObligationKind::DivZero,
                (_, Some(NumTy::BigInt)) => continue,
                (_, Some(NumTy::Int(_))) => ObligationKind::Overflow,
            };
            if !in_measure {
                arithmetic.push(Arithmetic { context, span, kind: obligation });
            }
        }
        arithmetic
    }

    fn settle_derivable(&mut self) {
        let mut reported = Vec::new();
        for at in 0..self.derivable.len() {
            let (ty, span) = (self.derivable[at].ty, self.derivable[at].span);
            // An operator on a function itself has been reported with the operators.
            if matches!(self.table.node(ty), Node::Arrow { .. })
                && self.operators.iter().any(|op| self.tree[op.node].span == span && op.ty == ty)
            {
                continue;
            }
            let mut has_arrow = false;
            self.table.visit(ty, |_, _, node| has_arrow |= matches!(node, Node::Arrow { .. }));
            // Several uses of one type have one fault.
            let root = self.table.find(ty).0;
            if has_arrow && !reported.contains(&root) {
                reported.push(root);
                let message = format!(
                    "{} needs a type without functions, found `{}`",
                    self.derivable[at].what,
                    self.show(ty)
                );
                self.report(Code::NonDerivable, span, message);
            }
        }
    }

    fn goal_types(&mut self) -> Vec<Hole> {
        let mut holes = std::mem::take(&mut self.holes);
        holes.sort_by_key(|(_, span, _)| *span);
        let mut names = Vec::new();
        let goals = holes
            .iter()
            .map(|(name, span, ty)| Hole {
                name: name.clone(),
                span: *span,
                ty: self.zonk(*ty, &mut Unresolved::Numbered(&mut names)),
            })
            .collect();
        self.holes = holes;
        goals
    }

    /// Writes a type under inference as a semantic type.
    pub(super) fn zonk(&self, ty: TyId, unresolved: &mut Unresolved<'_>) -> Ty {
        let (id, node) = self.table.find(ty);
        deep(|| match node {
            Node::Rigid(at) => Ty::Var(self.rigid_types[at as usize].clone()),
            Node::Con { head, first_arg, n_args } => {
                let args = self.table.args(first_arg, n_args);
                let args = args.iter().map(|arg| self.zonk(*arg, unresolved)).collect();
                Ty::Con(head.name(self.env), args)
            }
            Node::Arrow { dom, row, cod } => {
                let dom = self.zonk(dom, unresolved);
                let row = self.zonk_row(row);
                let cod = self.zonk(cod, unresolved);
                Ty::Arrow(Arc::new(Arrow { param: None, dom, row, cod }))
            }
            Node::Var { .. } | Node::Error | Node::Unknown(_) | Node::Link(_) => {
                Ty::Var(unresolved.name(id))
            }
        })
    }

    pub(super) fn zonk_row(&self, row: Row) -> TreeRow {
        let Row { effects, tail } = self.table.row(row);
        let var = match tail {
            Tail::Rigid(at) => Some(self.rigid_rows[at as usize].clone()),
            Tail::Closed | Tail::Open(_) => None,
        };
        TreeRow { effects, var }
    }

    pub(super) fn show_row(&self, row: Row) -> String {
        self.zonk_row(row).to_string()
    }

    pub(super) fn show_effects(effects: Effects) -> String {
        TreeRow { effects, var: None }.to_string()
    }

    /// Returns the head of an application as written; `<expression>` when it is no name.
    pub(super) fn callee(&self, mut node: crate::soil::syntax::tree::ExprId) -> String {
        loop {
            match &self.tree[node].kind {
                ExprKind::App { function, .. } => node = *function,
                ExprKind::Path(path) => {
                    let fields = path.fields.iter().map(|field| format!(".{field}"));
                    return format!("{}{}", path.root, fields.collect::<String>());
                }
                ExprKind::Qualified { space, name } => return format!("{space}::{name}"),
                _ => return "<expression>".to_owned(),
            }
        }
    }

    pub(super) fn obligation(&self, kind: ObligationKind, span: Span) -> Obligation {
        Obligation { kind, span }
    }
}

/// How unresolved variables are named.
pub(super) enum Unresolved<'a> {
    /// `a0`, `b0`, …, by first appearance.
    Numbered(&'a mut Vec<TyId>),
    /// `_`
    Blank,
}

impl Unresolved<'_> {
    fn name(&mut self, id: TyId) -> Name {
        match self {
            Unresolved::Blank => Name::new_static("_"),
            Unresolved::Numbered(seen) => {
                let at = seen.iter().position(|known| *known == id).unwrap_or_else(|| {
                    seen.push(id);
                    seen.len() - 1
                });
                format!("{}{}", (b'a' + (at % 26) as u8) as char, at / 26).into()
            }
        }
    }
}
