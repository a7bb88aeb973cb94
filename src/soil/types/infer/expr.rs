//! The walk over expressions.
//!
//! Spec: `soil-syntax-spec#5`.

use crate::contract::Code;
use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::core::LocalId;
use crate::soil::resolve::Target;
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Arm, Binding, ExprId, ExprKind, Lit, Path, TypeId};
use crate::soil::types::env::{CtorRef, DeclId};
use crate::soil::types::infer::table::{Node, Row, TyId};
use crate::soil::types::infer::{
    Derivable, Infer, Literal, Local, Match, Operator, OperatorKind, Performed,
};
use crate::soil::types::scheme::{Head, PayloadShape, Shape};
use crate::soil::types::signatures;
use crate::soil::types::ty::{IntTy, NumTy};

impl<'a> Infer<'a> {
    pub(super) fn expr(&mut self, id: ExprId) -> TyId {
        let ty = deep(|| self.expr_here(id));
        self.slot(id).ty = ty;
        ty
    }

    fn expr_here(&mut self, id: ExprId) -> TyId {
        let tree = self.tree;
        let node = &tree[id];
        match &node.kind {
            ExprKind::Let { is_rec: true, bindings, body } => self.let_rec(id, bindings, *body),
            ExprKind::Let { bindings, body, .. } => self.let_plain(id, bindings, *body),
            ExprKind::Fun { params, body } => {
                let Target::Binders(first) = self.resolved.target(id) else { return self.error };
                let params: Vec<TyId> = (0..params.len() as u32)
                    .map(|at| {
                        let ty = self.table.fresh();
                        self.locals[(first.0 + at) as usize] = Local { ty, is_generic: false };
                        ty
                    })
                    .collect();
                let row = self.table.fresh_row();
                let outer = std::mem::replace(&mut self.context, row);
                let mut ty = self.expr(*body);
                self.context = outer;
                for (at, dom) in params.into_iter().rev().enumerate() {
                    let row = if at == 0 { row } else { Row::TOTAL };
                    ty = self.table.add(Node::Arrow { dom, row, cod: ty });
                }
                ty
            }
            ExprKind::If { cond, then_branch, else_branch } => {
                self.bool(*cond, "the condition");
                let then_ty = self.expr(*then_branch);
                let else_ty = self.expr(*else_branch);
                let what = "the branches of an `if` have one type";
                self.equate(then_ty, else_ty, tree[*else_branch].span, what)
            }
            ExprKind::Match { scrutinee, arms } => self.match_(id, *scrutinee, arms),
            ExprKind::Or { lhs, rhs } | ExprKind::And { lhs, rhs } => {
                self.bool(*lhs, "an operand of a connective");
                self.bool(*rhs, "an operand of a connective");
                self.bool_ty()
            }
            ExprKind::Not { operand } => {
                self.bool(*operand, "the operand of `not`");
                self.bool_ty()
            }
            ExprKind::Neg { operand } => {
                let ty = self.expr(*operand);
                self.operator(id, ty, OperatorKind::Neg);
                ty
            }
            ExprKind::Cmp { lhs, rhs, .. } => {
                let ty = self.operands(*lhs, *rhs);
                self.operator(id, ty, OperatorKind::Compare);
                let what = "a comparison".into();
                self.derivable.push(Derivable { ty, span: node.span, what });
                self.bool_ty()
            }
            ExprKind::Arith { op, lhs, rhs } => {
                let ty = self.operands(*lhs, *rhs);
                self.operator(id, ty, OperatorKind::Arith(*op));
                ty
            }
            ExprKind::App { function, argument } => self.application(id, *function, *argument),
            ExprKind::Path(path) => {
                let root = self.root(id, node.span);
                let (ty, first) = self.path(root, path, node.span);
                self.slot(id).extra = first;
                ty
            }
            ExprKind::Qualified { space, name } => self.qualified(id, space, name),
            ExprKind::Ctor(_) => match self.resolved.target(id) {
                Target::Ctor(ctor) => self.lone_ctor(ctor, node.span),
                _ => self.error,
            },
            ExprKind::Record { update: None, fields } => self.construct(id, fields, None),
            ExprKind::Record { update: Some(base), fields } => self.update(id, base, fields),
            ExprKind::Lit(Lit::Int(digits)) => {
                let ty = self.table.fresh_pinned();
                self.literals.push(Literal { ty, span: node.span, digits: digits.clone() });
                ty
            }
            ExprKind::Lit(Lit::Float(_)) => self.table.con(Head::F64, &[]),
            ExprKind::Lit(Lit::Str(_)) => self.table.con(Head::UTF8, &[]),
            ExprKind::Annot { expr, ty } => self.annotated(*expr, *ty, node.span),
            ExprKind::Hole(name) => {
                let ty = self.table.fresh_pinned();
                self.holes.push((name.clone(), node.span, ty));
                ty
            }
        }
    }

    pub(super) fn bool_ty(&mut self) -> TyId {
        self.table.con(Head::BOOL, &[])
    }

    fn bool(&mut self, id: ExprId, what: &str) {
        let ty = self.expr(id);
        let bool_ty = self.bool_ty();
        let what = format!("{what} is a `Bool`");
        self.equate(bool_ty, ty, self.tree[id].span, &what);
    }

    /// Unifies; after a mismatch, which it reports, the result is the error type.
    pub(super) fn equate(&mut self, expected: TyId, found: TyId, span: Span, what: &str) -> TyId {
        match self.table.unify(expected, found) {
            Ok(()) => expected,
            Err(clash) => self.mismatch(span, expected, found, clash, what),
        }
    }

    fn operands(&mut self, lhs: ExprId, rhs: ExprId) -> TyId {
        let left = self.expr(lhs);
        let right = self.expr(rhs);
        let what = "both operands have one type";
        self.equate(left, right, self.tree[rhs].span, what)
    }

    fn operator(&mut self, node: ExprId, ty: TyId, kind: OperatorKind) {
        self.table.pin(ty);
        let (context, in_measure) = (self.context, self.in_measure);
        self.operators.push(Operator { node, ty, context, kind, in_measure });
    }

    fn let_plain(&mut self, id: ExprId, bindings: &[Binding], body: ExprId) -> TyId {
        self.table.level += 1;
        let values: Vec<TyId> = bindings.iter().map(|binding| self.expr(binding.value)).collect();
        self.table.level -= 1;
        let Target::Binders(mut local) = self.resolved.target(id) else { return self.error };
        for (binding, ty) in bindings.iter().zip(values) {
            if binding.binder.is_some() {
                self.retry_accesses();
                let is_generic = self.table.generalise(ty);
                self.locals[local.0 as usize] = Local { ty, is_generic };
                local = LocalId(local.0 + 1);
            }
        }
        self.expr(body)
    }

    fn let_rec(&mut self, id: ExprId, bindings: &[Binding], body: ExprId) -> TyId {
        self.has_let_rec = true;
        let Target::Binders(first) = self.resolved.target(id) else { return self.error };
        let vars = self.table.fresh_args(bindings.len());
        for (at, ty) in vars.iter().enumerate() {
            self.locals[first.0 as usize + at] = Local { ty: *ty, is_generic: false };
        }
        for (binding, expected) in bindings.iter().zip(&vars) {
            let found = self.expr(binding.value);
            let span = self.tree[binding.value].span;
            self.equate(*expected, found, span, "a recursive binding has one type in all its uses");
        }
        self.expr(body)
    }

    fn match_(&mut self, id: ExprId, scrutinee: ExprId, arms: &[Arm]) -> TyId {
        let scrutinee = self.expr(scrutinee);
        let mut result = self.table.fresh();
        let Target::Arms(first) = self.resolved.target(id) else { return self.error };
        let mut patterns = Vec::with_capacity(arms.len());
        for (at, arm) in arms.iter().enumerate() {
            self.next_local = self.resolved.arms[first as usize + at].0;
            patterns.push(self.pattern(arm.pattern, scrutinee));
            let body = self.expr(arm.body);
            let span = self.tree[arm.body].span;
            result = self.equate(result, body, span, "the arms of a `match` have one type");
        }
        self.slot(id).extra = self.matches.len() as u32;
        self.matches.push(Match { span: self.tree[id].span, arms: patterns });
        result
    }

    /// Returns the type of the name that a path or a record update begins with.
    pub(super) fn root(&mut self, id: ExprId, span: Span) -> TyId {
        match self.resolved.target(id) {
            Target::Local(local) => {
                let Local { ty, is_generic } = self.locals[local.0 as usize];
                if is_generic { self.table.instantiate(ty) } else { ty }
            }
            Target::Def(def) if def == self.id => {
                self.refers_to_self = true;
                self.own
            }
            Target::Def(def) => match self.scope.interface(def).scheme(self.env) {
                Some(scheme) => {
                    let args = self.table.fresh_args(scheme.vars.len());
                    self.table.apply(scheme, &args)
                }
                None => self.error,
            },
            Target::Builtin(builtin) => self.builtin(builtin, span),
            _ => {
                let name = self.unknown.len() as u32;
                self.unknown.push((span, Vec::new()));
                self.table.hints.push(None);
                self.table.add(Node::Unknown(name))
            }
        }
    }

    fn builtin(&mut self, builtin: Builtin, span: Span) -> TyId {
        let scheme = signatures::builtin_scheme(builtin);
        let args = self.table.fresh_args(scheme.vars.len());
        // A key is compared, so its type is judged like the operand of a comparison.
        let name = builtin.row().name;
        if (name.starts_with("map_") || builtin == Builtin::ListSortBy)
            && let Some(key) = scheme.vars.iter().position(|var| var == "k")
        {
            self.derivable.push(Derivable {
                ty: args[key],
                span,
                what: format!("the key of `{name}`").into(),
            });
        }
        self.table.apply(scheme, &args)
    }

    /// Follows the fields of a path; returns its type and where its accesses begin.
    pub(super) fn path(&mut self, root: TyId, path: &Path, span: Span) -> (TyId, u32) {
        let first = self.accesses.len() as u32;
        if path.fields.is_empty() {
            return (root, first);
        }
        self.accesses.resize(self.accesses.len() + path.fields.len(), None);
        let mut ty = root;
        let mut text = path.root.to_string();
        for (at, field) in path.fields.iter().enumerate() {
            ty = self.access(ty, field, span, first + at as u32, &text);
            text.push('.');
            text.push_str(field);
        }
        (ty, first)
    }

    fn qualified(&mut self, id: ExprId, space: &Name, name: &Name) -> TyId {
        let span = self.tree[id].span;
        match self.resolved.target(id) {
            Target::Ctor(ctor) => self.lone_ctor(ctor, span),
            Target::Def(_) => self.root(id, span),
            Target::Primitive(num, primitive) => {
                let scheme = signatures::primitive_scheme(num, primitive)
                    .expect("resolution has found the function");
                self.table.apply(scheme, &[])
            }
            Target::Derived(derived) => {
                use crate::soil::core::Derived;
                let subject = self.applied(space);
                self.table.pin(subject);
                let what = format!("`{space}::{name}`").into();
                self.derivable.push(Derivable { ty: subject, span, what });
                let arrow = |infer: &mut Self, dom, cod| {
                    infer.table.add(Node::Arrow { dom, row: Row::TOTAL, cod })
                };
                let result = match derived {
                    Derived::Eq => self.bool_ty(),
                    Derived::Compare => self.table.con(Head::I64, &[]),
                    Derived::Show => self.table.con(Head::UTF8, &[]),
                    Derived::Hash => self.table.con(Head::U64, &[]),
                };
                let last = arrow(self, subject, result);
                match derived {
                    Derived::Eq | Derived::Compare => arrow(self, subject, last),
                    Derived::Show | Derived::Hash => last,
                }
            }
            _ => self.error,
        }
    }

    /// Returns a known type applied to fresh variables, aliases expanded.
    fn applied(&mut self, name: &str) -> TyId {
        use crate::soil::types::scheme::Scheme;
        use crate::soil::types::ty::Ty;
        let params: Vec<Name> = match self.env.find(name) {
            Some(id) => self.env.decl(id).params.clone(),
            None => {
                (0..self.env.arity(name).unwrap_or(0)).map(|at| format!("p{at}").into()).collect()
            }
        };
        let ty = Ty::app(name, params.iter().cloned().map(Ty::Var));
        match Scheme::new(self.env, &ty, &params) {
            Some(scheme) => {
                let args = self.table.fresh_args(params.len());
                self.table.apply(&scheme, &args)
            }
            None => self.error,
        }
    }

    fn annotated(&mut self, expr: ExprId, ty: TypeId, span: Span) -> TyId {
        match &self.tree[expr].kind {
            ExprKind::Lit(lit) => {
                let expected = self.annotation(ty);
                let n_faults = self.diagnostics.len();
                self.literal_at(lit, expected, self.tree[expr].span);
                self.slot(expr).ty = expected;
                if self.diagnostics.len() > n_faults { self.error } else { expected }
            }
            ExprKind::Record { update: None, fields } => {
                let expected = self.annotation(ty);
                let found = self.construct(expr, fields, Some(expected));
                self.slot(expr).ty = found;
                found
            }
            _ => {
                let found = self.expr(expr);
                let expected = self.annotation(ty);
                self.equate(expected, found, span, "the annotation")
            }
        }
    }

    /// Checks a literal against a type that is known, or leaves an integer pending.
    pub(super) fn literal_at(&mut self, lit: &Lit, expected: TyId, span: Span) {
        match lit {
            Lit::Int(digits) => match self.table.node(expected) {
                Node::Var { .. } => {
                    self.table.pin(expected);
                    let digits = digits.clone();
                    self.literals.push(Literal { ty: expected, span, digits });
                }
                _ => self.integer_at(digits, expected, span),
            },
            Lit::Float(_) => {
                let found = self.table.con(Head::F64, &[]);
                self.equate(expected, found, span, "a literal with a fraction is an `F64`");
            }
            Lit::Str(_) => {
                let found = self.table.con(Head::UTF8, &[]);
                self.equate(expected, found, span, "a string literal is a `Utf8`");
            }
        }
    }

    pub(super) fn integer_at(&mut self, digits: &str, expected: TyId, span: Span) {
        let num = match self.table.node(expected) {
            Node::Error | Node::Unknown(_) => return,
            Node::Con { head, .. } => head.num(),
            _ => None,
        };
        match num {
            Some(NumTy::BigInt) => {}
            Some(NumTy::Int(width)) => self.range(digits, width, span),
            Some(NumTy::F64) => {
                let message =
                    format!("expected `F64`, found an integer literal; write `{digits}.0`");
                self.report(Code::TypeMismatch, span, message);
            }
            None => {
                let message =
                    format!("expected `{}`, found an integer literal", self.show(expected));
                self.report(Code::TypeMismatch, span, message);
            }
        }
    }

    pub(super) fn range(&mut self, digits: &str, width: IntTy, span: Span) {
        let value = digits.parse::<i128>().ok().filter(|value| *value <= width.max());
        if value.is_none() {
            let message = format!(
                "`{digits}` is outside `{}`, which holds {} to {}",
                width.name(),
                width.min(),
                width.max()
            );
            self.report(Code::LiteralOutOfRange, span, message);
        }
    }

    fn lone_ctor(&mut self, ctor: CtorRef, span: Span) -> TyId {
        let (ty, args) = self.sum(ctor.decl);
        let Shape::Sum(variants) = self.env.shape(ctor.decl) else { return self.error };
        if matches!(variants[ctor.variant as usize], PayloadShape::None) {
            return ty;
        }
        let message = format!(
            "`{}` carries {} and is no function; apply it to its payload",
            self.env.spelling(ctor),
            self.show_payload(ctor, &args)
        );
        self.report(Code::TypeMismatch, span, message)
    }

    /// Returns a declared type with fresh arguments.
    pub(super) fn sum(&mut self, decl: DeclId) -> (TyId, Vec<TyId>) {
        let args = self.table.fresh_args(self.env.decl(decl).params.len());
        (self.table.con(Head::of_decl(decl), &args), args)
    }

    fn application(&mut self, id: ExprId, function: ExprId, argument: ExprId) -> TyId {
        let kind = &self.tree[function].kind;
        if matches!(kind, ExprKind::Ctor(_) | ExprKind::Qualified { .. })
            && let Target::Ctor(ctor) = self.resolved.target(function)
        {
            return self.applied_ctor(id, ctor, argument);
        }
        let callee = self.expr(function);
        let (dom, row, cod) = match self.table.find(callee) {
            (_, Node::Arrow { dom, row, cod }) => (dom, row, cod),
            (_, Node::Error) => {
                self.expr(argument);
                return self.error;
            }
            (_, Node::Unknown(name)) => {
                let argument = self.expr(argument);
                self.unknown[name as usize].1.push(argument);
                return callee;
            }
            (var, Node::Var { .. }) => {
                let (dom, cod) = (self.table.fresh(), self.table.fresh());
                let row = self.table.fresh_row();
                let arrow = self.table.add(Node::Arrow { dom, row, cod });
                self.equate(var, arrow, self.tree[function].span, "a called value is a function");
                (dom, row, cod)
            }
            (_, Node::Rigid(_) | Node::Con { .. } | Node::Link(_)) => {
                let message = self.not_a_function(function, callee);
                self.report(Code::TypeMismatch, self.tree[function].span, message);
                self.expr(argument);
                return self.error;
            }
        };
        let found = self.expr(argument);
        if let Err(clash) = self.table.unify(dom, found) {
            self.argument_mismatch(function, argument, callee, dom, found, clash);
            // Further arguments are judged by themselves; the final result is not.
            return match self.table.node(cod) {
                Node::Arrow { .. } => cod,
                _ => self.error,
            };
        }
        let (context, span) = (self.context, self.tree[id].span);
        self.performed.push(Performed { row, context, span, node: id });
        cod
    }

    fn applied_ctor(&mut self, id: ExprId, ctor: CtorRef, argument: ExprId) -> TyId {
        let (ty, args) = self.sum(ctor.decl);
        let env = self.env;
        let Shape::Sum(variants) = env.shape(ctor.decl) else { return self.error };
        match &variants[ctor.variant as usize] {
            PayloadShape::None => {
                self.expr(argument);
                let message =
                    format!("`{}` carries nothing; write it alone", self.env.spelling(ctor));
                self.report(Code::TypeMismatch, self.tree[id].span, message)
            }
            PayloadShape::One(scheme) => {
                let payload = self.table.apply(scheme, &args);
                let found = self.expr(argument);
                let what = format!("the payload of `{}`", self.env.spelling(ctor));
                match self.table.unify(payload, found) {
                    Ok(()) => ty,
                    Err(clash) => {
                        let span = self.tree[argument].span;
                        self.mismatch(span, payload, found, clash, &what);
                        self.error
                    }
                }
            }
            PayloadShape::Record(_) => match &self.tree[argument].kind {
                ExprKind::Record { update: None, fields } => {
                    let n_faults = self.diagnostics.len();
                    self.inline_record(argument, ctor, fields, &args);
                    self.slot(argument).ty = ty;
                    if self.diagnostics.len() > n_faults { self.error } else { ty }
                }
                _ => {
                    self.expr(argument);
                    let message = format!(
                        "`{}` carries {}; write its fields in place",
                        self.env.spelling(ctor),
                        self.show_payload(ctor, &args)
                    );
                    self.report(Code::TypeMismatch, self.tree[argument].span, message)
                }
            },
        }
    }
}
