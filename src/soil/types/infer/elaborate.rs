//! From a checked tree to core terms: every name, operator and literal resolved.
//!
//! Spec: `soil-syntax-spec#5.4`.

use num_bigint::BigInt;

use crate::soil::builtins::Builtin;
use crate::soil::check::Scope;
use crate::soil::core::{Expr, Literal, LocalId, Pattern, Payload, PayloadPattern, Slot};
use crate::soil::resolve::{Resolved, Target};
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{
    ExprId, ExprKind, FieldSet, Lit, Path, PatternKind as TreePattern, Tree,
};
use crate::soil::types::env::{Body, CtorRef, DeclId, Field, Ignored, TypeEnv};
use crate::soil::types::infer::table::{Node, TyId};
use crate::soil::types::infer::{Inferred, PatIx, PatternKind};
use crate::soil::types::scalar::{self, Scalar};
use crate::soil::types::ty::{IntTy, NumTy};

/// Writes the core term of a body in which nothing is at fault.
pub(crate) fn elaborate(
    scope: &Scope,
    tree: &Tree,
    resolved: &Resolved,
    inferred: &Inferred,
    body: ExprId,
) -> Expr {
    Elaborator { env: scope.env(), tree, resolved, inferred }.expr(body)
}

struct Elaborator<'a> {
    env: &'a TypeEnv,
    tree: &'a Tree,
    resolved: &'a Resolved,
    inferred: &'a Inferred,
}

impl Elaborator<'_> {
    fn expr(&self, id: ExprId) -> Expr {
        deep(|| self.expr_here(id))
    }

    fn boxed(&self, id: ExprId) -> Box<Expr> {
        Box::new(self.expr(id))
    }

    fn expr_here(&self, id: ExprId) -> Expr {
        match &self.tree[id].kind {
            ExprKind::Let { is_rec, bindings, body } => {
                let Target::Binders(LocalId(mut next)) = self.resolved.target(id) else {
                    unreachable!("resolution marks every `let`")
                };
                let mut local = || {
                    next += 1;
                    LocalId(next - 1)
                };
                let body = self.boxed(*body);
                if *is_rec {
                    let bindings = bindings.iter().map(|b| (local(), self.expr(b.value))).collect();
                    return Expr::LetRec { bindings, body };
                }
                let bindings = bindings
                    .iter()
                    .map(|b| (b.binder.as_ref().map(|_| local()), self.expr(b.value)))
                    .collect();
                Expr::Let { bindings, body }
            }
            ExprKind::Fun { params, body } => {
                let Target::Binders(LocalId(first)) = self.resolved.target(id) else {
                    unreachable!("resolution marks every `fun`")
                };
                let params = (0..params.len() as u32).map(|at| LocalId(first + at)).collect();
                Expr::Lambda { params, body: self.boxed(*body) }
            }
            ExprKind::If { cond, then_branch, else_branch } => Expr::If {
                cond: self.boxed(*cond),
                then_branch: self.boxed(*then_branch),
                else_branch: self.boxed(*else_branch),
            },
            ExprKind::Match { scrutinee, arms } => {
                let checked = &self.inferred.matches[self.extra(id) as usize];
                let arms = arms
                    .iter()
                    .zip(&checked.arms)
                    .map(|(arm, pattern)| (self.pattern(*pattern), self.expr(arm.body)))
                    .collect();
                Expr::Match { scrutinee: self.boxed(*scrutinee), arms }
            }
            ExprKind::Or { lhs, rhs } => Expr::Or(self.boxed(*lhs), self.boxed(*rhs)),
            ExprKind::And { lhs, rhs } => Expr::And(self.boxed(*lhs), self.boxed(*rhs)),
            ExprKind::Not { operand } => Expr::Not(self.boxed(*operand)),
            ExprKind::Neg { operand } => {
                Expr::Neg { num: self.num(*operand), operand: self.boxed(*operand) }
            }
            ExprKind::Cmp { op, lhs, rhs } => Expr::Compare {
                op: *op,
                num: self.num_of(self.ty(*lhs)),
                lhs: self.boxed(*lhs),
                rhs: self.boxed(*rhs),
            },
            ExprKind::Arith { op, lhs, rhs } => Expr::Arith {
                op: *op,
                num: self.num(*lhs),
                lhs: self.boxed(*lhs),
                rhs: self.boxed(*rhs),
            },
            ExprKind::App { function, argument } => match self.resolved.target(*function) {
                Target::Ctor(ctor) => self.construct(ctor, *argument),
                _ => Expr::App { function: self.boxed(*function), argument: self.boxed(*argument) },
            },
            ExprKind::Path(path) => self.path(id, path, self.extra(id)),
            ExprKind::Qualified { .. } | ExprKind::Ctor(_) => self.name(id),
            ExprKind::Record { update, fields } => {
                let info = self.inferred.records[self.extra(id) as usize];
                let declared = self.env.fields(info.decl);
                let values = self.fields(declared, fields);
                match update {
                    None => Expr::Record { decl: info.decl, fields: values },
                    Some(base) => Expr::Update {
                        decl: info.decl,
                        base: Box::new(self.path(id, base, info.first_access)),
                        fields: values,
                    },
                }
            }
            ExprKind::Lit(lit) => Expr::Literal(self.literal(lit, self.ty(id))),
            ExprKind::Annot { expr, .. } => self.expr(*expr),
            ExprKind::Hole(name) => Expr::Hole(name.clone()),
        }
    }

    fn ty(&self, id: ExprId) -> TyId {
        self.inferred.slots[(id.0 - self.inferred.base) as usize].ty
    }

    fn extra(&self, id: ExprId) -> u32 {
        self.inferred.slots[(id.0 - self.inferred.base) as usize].extra
    }

    fn num_of(&self, ty: TyId) -> Option<NumTy> {
        match self.inferred.table.node(ty) {
            Node::Con { head, .. } => head.num(),
            _ => None,
        }
    }

    fn num(&self, operand: ExprId) -> NumTy {
        self.num_of(self.ty(operand)).expect("inference has checked the operands of arithmetic")
    }

    fn name(&self, id: ExprId) -> Expr {
        match self.resolved.target(id) {
            Target::Local(local) => Expr::Local(local),
            Target::Def(def) => Expr::Global(def),
            Target::Builtin(builtin) => Expr::Builtin(builtin),
            Target::Derived(derived) => Expr::Derived(derived),
            Target::Primitive(num, primitive) => Expr::Primitive(num, primitive),
            Target::Ctor(CtorRef { decl, variant }) => {
                Expr::Construct { decl, variant, payload: Payload::None }
            }
            Target::None | Target::Error | Target::Binders(_) | Target::Arms(_) => {
                unreachable!("a sound definition has no unresolved name")
            }
        }
    }

    fn construct(&self, ctor: CtorRef, argument: ExprId) -> Expr {
        let declared = self.env.variant_fields(ctor);
        let payload = match &self.env.variant(ctor).payload {
            crate::soil::types::env::Payload::Record(_) => {
                let ExprKind::Record { fields, .. } = &self.tree[argument].kind else {
                    unreachable!("inference demands a record in place")
                };
                Payload::Record(self.fields(declared, fields))
            }
            _ => Payload::One(self.boxed(argument)),
        };
        Expr::Construct { decl: ctor.decl, variant: ctor.variant, payload }
    }

    fn fields(&self, declared: &[Field], written: &[FieldSet]) -> Box<[(Slot, Expr)]> {
        written
            .iter()
            .map(|field| {
                let at = declared.iter().position(|known| known.name == field.name);
                let at = at.expect("inference knows every field");
                (slot(declared, at), self.expr(field.value))
            })
            .collect()
    }

    fn path(&self, id: ExprId, path: &Path, first_access: u32) -> Expr {
        let mut expr = self.name(id);
        for at in 0..path.fields.len() {
            let (decl, field) = self.inferred.accesses[first_access as usize + at]
                .expect("a sound definition has settled every access");
            expr = self.access(expr, decl, field as usize);
        }
        expr
    }

    /// Reads a field; an ignored one is replaced by its default.
    fn access(&self, base: Expr, decl: DeclId, field: usize) -> Expr {
        let declared = self.env.fields(decl);
        let at = match &declared[field].ignored {
            None => field,
            Some(Ignored::CopyField(copied)) => declared
                .iter()
                .position(|known| known.name == *copied)
                .expect("an environment is valid by construction"),
            Some(Ignored::Const(text)) => {
                let ty = self.env.expand(&declared[field].ty);
                let scalar = scalar::decode(&ty, text);
                let scalar = scalar.expect("an environment is valid by construction");
                let value = self.scalar(scalar, &ty);
                // The base is still evaluated: a definition that it names may panic.
                return Expr::Let { bindings: Box::new([(None, base)]), body: Box::new(value) };
            }
        };
        Expr::Field { base: Box::new(base), slot: slot(declared, at) }
    }

    fn scalar(&self, scalar: Scalar, ty: &crate::soil::types::ty::Ty) -> Expr {
        let width = match ty {
            crate::soil::types::ty::Ty::Con(name, _) => IntTy::from_name(name),
            _ => None,
        };
        match scalar {
            Scalar::Int(value) => {
                Expr::Literal(Literal::Int(width.expect("an integer has a width"), value))
            }
            Scalar::BigInt(value) => Expr::Literal(Literal::BigInt(value)),
            Scalar::F64(value) => Expr::Literal(Literal::F64(value)),
            Scalar::Utf8(text) => Expr::Literal(Literal::Utf8(text.into())),
            Scalar::Unit => Expr::Builtin(Builtin::Unit),
            Scalar::Bool(value) => {
                let decl = self.env.find("Bool").expect("the kernel declares `Bool`");
                let variant = u32::from(!value);
                Expr::Construct { decl, variant, payload: Payload::None }
            }
            Scalar::Bytes(bytes) => {
                let byte = |byte| Expr::Literal(Literal::Int(IntTy::U8, i128::from(byte)));
                let list = bytes.into_iter().fold(Expr::Builtin(Builtin::ListEmpty), |list, at| {
                    call(call(Expr::Builtin(Builtin::ListAppend), list), byte(at))
                });
                call(Expr::Builtin(Builtin::BytesFromList), list)
            }
        }
    }

    fn literal(&self, lit: &Lit, ty: TyId) -> Literal {
        match lit {
            Lit::Int(digits) => match self.num_of(ty) {
                Some(NumTy::Int(width)) => {
                    Literal::Int(width, digits.parse().expect("inference has checked the range"))
                }
                _ => Literal::BigInt(
                    digits.parse::<BigInt>().expect("an integer literal holds digits"),
                ),
            },
            // A literal that is too large for a double is infinity.
            Lit::Float(text) => Literal::F64(text.parse().expect("a float literal parses")),
            Lit::Str(text) => Literal::Utf8(text.clone()),
        }
    }

    fn pattern(&self, ix: PatIx) -> Pattern {
        let pattern = &self.inferred.patterns[ix.0 as usize];
        deep(|| match &pattern.kind {
            PatternKind::Wild | PatternKind::Error => Pattern::Wild,
            PatternKind::Bind(local) => Pattern::Bind(*local),
            PatternKind::Lit(ty) => {
                let TreePattern::Lit(lit) = &self.tree[pattern.tree].kind else {
                    unreachable!("a literal pattern stands for a literal")
                };
                Pattern::Literal(self.literal(lit, *ty))
            }
            PatternKind::Record { columns, .. } => Pattern::Record(self.columns(columns)),
            PatternKind::Ctor { ctor, columns } => {
                let is_inline = matches!(
                    &self.env.decl(ctor.decl).body,
                    Body::Sum(variants) if matches!(
                        variants[ctor.variant as usize].payload,
                        crate::soil::types::env::Payload::Record(_)
                    )
                );
                let payload = match columns.as_ref() {
                    [] => PayloadPattern::Wild,
                    columns if is_inline => PayloadPattern::Record(self.columns(columns)),
                    [(_, one), ..] => PayloadPattern::One(self.pattern(*one)),
                };
                Pattern::Construct {
                    decl: ctor.decl,
                    variant: ctor.variant,
                    payload: Box::new(payload),
                }
            }
        })
    }

    fn columns(&self, columns: &[(u32, PatIx)]) -> Box<[(Slot, Pattern)]> {
        columns.iter().map(|(at, pattern)| (Slot(*at), self.pattern(*pattern))).collect()
    }
}

fn slot(declared: &[Field], at: usize) -> Slot {
    Slot(declared[..at].iter().filter(|field| field.ignored.is_none()).count() as u32)
}

fn call(function: Expr, argument: Expr) -> Expr {
    Expr::App { function: Box::new(function), argument: Box::new(argument) }
}
