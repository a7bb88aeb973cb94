//! The renamer's walk: left to right, each binder in scope from where the language says.
//!
//! Spec: `soil-syntax-spec#5.1`.

use crate::contract::Code;
use crate::soil::core::LocalId;
use crate::soil::resolve::{Resolver, Target};
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{
    Binding, ExprId, ExprKind, PatternId, PatternKind, TypeId, TypeKind,
};
use crate::soil::types::convert;

impl<'a> Resolver<'a> {
    pub(super) fn type_(&mut self, id: TypeId) {
        let tree = self.tree;
        let node = &tree[id];
        deep(|| match &node.kind {
            TypeKind::Var(_) => {}
            TypeKind::Refined { base, .. } => self.type_(*base),
            TypeKind::Arrow { dom, cod, .. } => {
                self.type_(*dom);
                self.type_(*cod);
            }
            TypeKind::Con { name, args } => {
                let env = self.scope.env();
                if env.arity(name).is_none() {
                    let message = convert::unknown(env, name);
                    self.report(Code::UnknownType, node.span, message);
                }
                self.references.types.push(name.clone());
                for arg in args {
                    self.type_(*arg);
                }
            }
        });
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        deep(|| self.expr_here(id));
    }

    fn expr_here(&mut self, id: ExprId) {
        let tree = self.tree;
        let node = &tree[id];
        match &node.kind {
            ExprKind::Let { is_rec, bindings, body } => {
                let mark = self.undo.len();
                if *is_rec {
                    self.bind_all(id, bindings);
                    bindings.iter().for_each(|binding| self.expr(binding.value));
                } else {
                    bindings.iter().for_each(|binding| self.expr(binding.value));
                    self.bind_all(id, bindings);
                }
                self.expr(*body);
                self.leave(mark);
            }
            ExprKind::Fun { params, body } => {
                let mark = self.undo.len();
                self.set(id, Target::Binders(LocalId(self.n_locals)));
                for param in params {
                    self.bind(&param.name, param.span, param.span);
                }
                self.expr(*body);
                self.leave(mark);
            }
            ExprKind::If { cond, then_branch, else_branch } => {
                self.expr(*cond);
                self.expr(*then_branch);
                self.expr(*else_branch);
            }
            ExprKind::Match { scrutinee, arms } => {
                self.expr(*scrutinee);
                let first = self.arms.len();
                self.set(id, Target::Arms(first as u32));
                self.arms.resize(first + arms.len(), LocalId(0));
                for (at, arm) in arms.iter().enumerate() {
                    let mark = self.undo.len();
                    self.arms[first + at] = LocalId(self.n_locals);
                    self.pattern(arm.pattern);
                    self.expr(arm.body);
                    self.leave(mark);
                }
            }
            ExprKind::Or { lhs, rhs }
            | ExprKind::And { lhs, rhs }
            | ExprKind::Cmp { lhs, rhs, .. }
            | ExprKind::Arith { lhs, rhs, .. } => {
                self.expr(*lhs);
                self.expr(*rhs);
            }
            ExprKind::Not { operand } | ExprKind::Neg { operand } => self.expr(*operand),
            ExprKind::App { function, argument } => {
                self.expr(*function);
                self.expr(*argument);
            }
            ExprKind::Path(path) => {
                let target = self.name(&path.root, node.span);
                self.set(id, target);
            }
            ExprKind::Qualified { space, name } => {
                let target = self.qualified(space, name, node.span);
                self.set(id, target);
            }
            ExprKind::Ctor(name) => {
                let target = self.bare_ctor(name, node.span);
                self.set(id, target.map_or(Target::Error, Target::Ctor));
            }
            ExprKind::Record { update, fields } => {
                if let Some(base) = update {
                    let target = self.name(&base.root, node.span);
                    self.set(id, target);
                }
                fields.iter().for_each(|field| self.expr(field.value));
            }
            ExprKind::Lit(_) => {}
            ExprKind::Annot { expr, ty } => {
                self.expr(*expr);
                self.type_(*ty);
            }
            ExprKind::Hole(name) => match self.holes.get(name.as_str()) {
                Some(first) => {
                    let first = self.source.locate(*first);
                    let file = self.source.name();
                    let diagnostic = self
                        .source
                        .error(
                            Code::Shadowing,
                            node.span,
                            format!("hole `?{name}` appears twice; name each hole once"),
                        )
                        .note_at("first hole of that name here", file, first);
                    self.diagnostics.push(diagnostic);
                }
                None => {
                    self.holes.insert(name, node.span);
                }
            },
        }
    }

    fn bind_all(&mut self, id: ExprId, bindings: &'a [Binding]) {
        self.set(id, Target::Binders(LocalId(self.n_locals)));
        for binder in bindings.iter().filter_map(|binding| binding.binder.as_ref()) {
            self.bind(&binder.name, binder.span, binder.span);
        }
    }

    fn pattern(&mut self, id: PatternId) {
        let tree = self.tree;
        let node = &tree[id];
        deep(|| match &node.kind {
            PatternKind::Wild | PatternKind::Lit(_) => {}
            PatternKind::Bind(name) => self.bind(name, node.span, node.span),
            PatternKind::Ctor { type_name, name, arg } => {
                match type_name {
                    None => self.bare_ctor(name, node.span),
                    Some(space) => self.qualified_ctor(space, name, node.span),
                };
                if let Some(arg) = arg {
                    self.pattern(*arg);
                }
            }
            PatternKind::Record { fields, .. } => {
                for field in fields {
                    match field.pattern {
                        Some(pattern) => self.pattern(pattern),
                        None => self.bind(&field.name, field.name_span, node.span),
                    }
                }
            }
        });
    }

    /// Brings a local into scope; a clash is reported at `blame`.
    pub(super) fn bind(&mut self, name: &'a str, span: Span, blame: Span) {
        self.check_binder(name, blame);
        let local = LocalId(self.n_locals);
        self.n_locals += 1;
        let replaced = self.locals.insert(name, (local, span));
        self.undo.push((name, replaced));
    }

    fn check_binder(&mut self, name: &str, blame: Span) {
        let message = format!("`{name}` is already bound; choose a fresh name");
        if let Some((_, previous)) = self.locals.get(name) {
            let previous = self.source.locate(*previous);
            let file = self.source.name();
            let diagnostic = self.source.error(Code::Shadowing, blame, message).note_at(
                "previous binding here",
                file,
                previous,
            );
            self.diagnostics.push(diagnostic);
        } else if let Some(first) = self.scope.visible(name, self.id).next() {
            let diagnostic = self.source.error(
                Code::Shadowing,
                blame,
                format!("`{name}` is the name of a definition; choose a fresh name"),
            );
            let diagnostic = self.scope.note(diagnostic, first, "the definition");
            self.diagnostics.push(diagnostic);
        } else if crate::soil::types::signatures::find(name).is_some() {
            let message = format!("`{name}` is the name of a builtin; choose a fresh name");
            self.report(Code::Shadowing, blame, message);
        }
    }

    fn leave(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some((name, Some(replaced))) => self.locals.insert(name, replaced),
                Some((name, None)) => self.locals.remove(name),
                None => None,
            };
        }
    }

    pub(super) fn report(&mut self, code: Code, span: Span, message: String) {
        self.diagnostics.push(self.source.error(code, span, message));
    }
}
