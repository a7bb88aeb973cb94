//! Expressions, inline and in blocks.
//!
//! Spec: `soil-syntax-spec#9`.

use super::Printer;
use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{ArithOp, Arm, Binder, Binding, ExprId, ExprKind, FieldSet, Path};

/// The levels of `soil-syntax-spec#4`.
const fn level(kind: &ExprKind) -> u8 {
    match kind {
        ExprKind::Let { .. } | ExprKind::Fun { .. } => 0,
        ExprKind::If { .. } | ExprKind::Match { .. } => 0,
        ExprKind::Or { .. } => 1,
        ExprKind::And { .. } => 2,
        ExprKind::Not { .. } => 3,
        ExprKind::Cmp { .. } => 4,
        ExprKind::Arith { op: ArithOp::Add | ArithOp::Sub, .. } => 5,
        ExprKind::Arith { .. } => 6,
        ExprKind::Neg { .. } => 7,
        ExprKind::App { .. } => 8,
        _ => 9,
    }
}

impl<'t> Printer<'t> {
    /// Says whether an expression in a statement position takes several lines.
    pub(super) fn is_block(&self, id: ExprId) -> bool {
        matches!(
            self.tree[id].kind,
            ExprKind::Let { .. } | ExprKind::If { .. } | ExprKind::Match { .. }
        )
    }

    /// Writes a block whose first line starts at the cursor, at level `k`.
    pub(super) fn block(&mut self, id: ExprId, k: usize) {
        let mut next = Some(id);
        while let Some(id) = next.take() {
            next = deep(|| self.block_head(id, k));
        }
    }

    /// Writes a block up to its last part if that stands at the same level, and returns that.
    fn block_head(&mut self, id: ExprId, k: usize) -> Option<ExprId> {
        let tree = self.tree;
        match &tree[id].kind {
            ExprKind::Let { is_rec, bindings, body } => {
                let scope = self.locals.depth();
                let numbers = self.bindings_begin(*is_rec, bindings);
                for (index, binding) in bindings.iter().enumerate() {
                    if index > 0 {
                        self.line(k);
                    }
                    self.binding_head(*is_rec, index, binding, numbers[index]);
                    let is_last = index + 1 == bindings.len();
                    self.bound_value(binding.value, k, is_last);
                }
                self.bindings_end(*is_rec, bindings, &numbers);
                self.line(k);
                if self.is_block(*body) && matches!(self.locals, super::Locals::AsWritten) {
                    return Some(*body);
                }
                self.statement(*body, k);
                self.locals.leave(scope);
            }
            ExprKind::If { cond, then_branch, else_branch } => {
                self.text("if ");
                self.inline(*cond, 0);
                self.line(k);
                self.text("then");
                self.after_word(*then_branch, k);
                self.line(k);
                self.text("else");
                self.after_word(*else_branch, k);
            }
            ExprKind::Match { scrutinee, arms } => {
                self.text("match ");
                self.inline(*scrutinee, 0);
                self.text(" with");
                for (index, arm) in arms.iter().enumerate() {
                    self.line(k);
                    let scope = self.locals.depth();
                    self.text("| ");
                    self.pattern(arm.pattern);
                    self.text(" ->");
                    if index + 1 < arms.len() && self.ends_open(arm.body) {
                        self.text(" ");
                        self.wrapped(true, |p| p.inline(arm.body, 0));
                    } else {
                        self.after_word(arm.body, k);
                    }
                    self.locals.leave(scope);
                }
            }
            _ => self.inline(id, 0),
        }
        None
    }

    /// Writes an expression at a line's start: a block stays at the level.
    fn statement(&mut self, id: ExprId, k: usize) {
        if self.is_block(id) {
            self.block(id, k);
        } else {
            self.inline(id, 0);
        }
    }

    /// Writes an operand of `then`, `else` or an arm: a block moves to the next line.
    fn after_word(&mut self, id: ExprId, k: usize) {
        if self.is_block(id) {
            self.line(k + 1);
            self.block(id, k + 1);
        } else {
            self.text(" ");
            self.inline(id, 0);
        }
    }

    /// Writes a bound value, and `in` after the last one.
    fn bound_value(&mut self, value: ExprId, k: usize, is_last: bool) {
        let tree = self.tree;
        let scope = self.locals.depth();
        let mut block = Some(value).filter(|id| self.is_block(*id));
        if let ExprKind::Fun { params, body } = &tree[value].kind
            && self.is_block(*body)
        {
            self.text(" ");
            self.fun_head(params);
            block = Some(*body);
        }
        match block {
            Some(block) => {
                self.line(k + 1);
                self.block(block, k + 1);
                if is_last {
                    self.line(k);
                    self.text("in");
                }
            }
            None => {
                self.text(" ");
                self.inline(value, 0);
                if is_last {
                    self.text(" in");
                }
            }
        }
        self.locals.leave(scope);
    }

    /// Says whether a following arm would be read as part of the expression.
    fn ends_open(&self, mut id: ExprId) -> bool {
        loop {
            id = match &self.tree[id].kind {
                ExprKind::Match { .. } => return true,
                ExprKind::Fun { body, .. } | ExprKind::Let { body, .. } => *body,
                ExprKind::If { else_branch, .. } => *else_branch,
                _ => return false,
            };
        }
    }

    /// Numbers all binders of a `let`; those of `let rec` are in scope at once.
    fn bindings_begin(&mut self, is_rec: bool, bindings: &'t [Binding]) -> Vec<Option<u32>> {
        let numbers = bindings
            .iter()
            .map(|binding| binding.binder.as_ref().and_then(|_| self.locals.fresh()));
        let numbers = numbers.collect::<Vec<_>>();
        if is_rec {
            self.enter_all(bindings, &numbers);
        }
        numbers
    }

    fn bindings_end(&mut self, is_rec: bool, bindings: &'t [Binding], numbers: &[Option<u32>]) {
        if !is_rec {
            self.enter_all(bindings, numbers);
        }
    }

    fn enter_all(&mut self, bindings: &'t [Binding], numbers: &[Option<u32>]) {
        for (binding, number) in bindings.iter().zip(numbers) {
            if let Some(binder) = &binding.binder {
                self.locals.enter(&binder.name, *number);
            }
        }
    }

    fn binding_head(&mut self, is_rec: bool, index: usize, binding: &Binding, number: Option<u32>) {
        self.text(match (index, is_rec) {
            (0, true) => "let rec ",
            (0, false) => "let ",
            _ => "and ",
        });
        match &binding.binder {
            Some(binder) => self.binder(&binder.name, number),
            None => self.text("_"),
        }
        self.text(" =");
    }

    /// Writes `fun a b ->` and enters the parameters.
    fn fun_head(&mut self, params: &'t [Binder]) {
        self.text("fun");
        for param in params {
            let number = self.locals.fresh();
            self.locals.enter(&param.name, number);
            self.text(" ");
            self.binder(&param.name, number);
        }
        self.text(" ->");
    }

    /// Writes an expression on one line where `demand` is the lowest level that stands bare.
    pub(super) fn inline(&mut self, id: ExprId, demand: u8) {
        let tree = self.tree;
        let kind = &tree[id].kind;
        let wrapped = level(kind) < demand;
        match kind {
            ExprKind::Path(path) => self.path(path),
            ExprKind::Qualified { space, name } => {
                self.text(space);
                self.text("::");
                self.text(name);
            }
            ExprKind::Ctor(name) => self.text(name),
            ExprKind::Lit(lit) => self.lit(lit),
            ExprKind::Hole(name) => {
                self.text("?");
                self.text(name);
            }
            _ => deep(|| self.wrapped(wrapped, |p| p.node(kind))),
        }
    }

    /// Writes a node that has parts.
    fn node(&mut self, kind: &'t ExprKind) {
        match kind {
            ExprKind::Let { is_rec, bindings, body } => {
                let scope = self.locals.depth();
                let numbers = self.bindings_begin(*is_rec, bindings);
                for (index, binding) in bindings.iter().enumerate() {
                    if index > 0 {
                        self.text(" ");
                    }
                    self.binding_head(*is_rec, index, binding, numbers[index]);
                    self.text(" ");
                    self.inline(binding.value, 0);
                }
                self.bindings_end(*is_rec, bindings, &numbers);
                self.text(" in ");
                self.inline(*body, 0);
                self.locals.leave(scope);
            }
            ExprKind::Fun { params, body } => {
                let scope = self.locals.depth();
                self.fun_head(params);
                self.text(" ");
                self.inline(*body, 0);
                self.locals.leave(scope);
            }
            ExprKind::If { cond, then_branch, else_branch } => {
                self.text("if ");
                self.inline(*cond, 0);
                self.text(" then ");
                self.inline(*then_branch, 0);
                self.text(" else ");
                self.inline(*else_branch, 0);
            }
            ExprKind::Match { scrutinee, arms } => self.inline_match(*scrutinee, arms),
            ExprKind::Or { lhs, rhs } => self.binary(*lhs, 1, " or ", *rhs, 2),
            ExprKind::And { lhs, rhs } => self.binary(*lhs, 2, " and ", *rhs, 3),
            ExprKind::Cmp { op, lhs, rhs } => self.binary(*lhs, 5, op.spaced(), *rhs, 5),
            ExprKind::Arith { op, lhs, rhs } => {
                let level = level(kind);
                self.binary(*lhs, level, op.spaced(), *rhs, level + 1);
            }
            ExprKind::Not { operand } => {
                self.text("not ");
                self.inline(*operand, 3);
            }
            ExprKind::Neg { operand } => {
                // Two minus signs in a row would start a comment.
                let is_neg = matches!(self.tree[*operand].kind, ExprKind::Neg { .. });
                self.text("-");
                self.inline(*operand, if is_neg { 8 } else { 7 });
            }
            ExprKind::App { function, argument } => self.binary(*function, 8, " ", *argument, 9),
            ExprKind::Record { update, fields } => self.record(update.as_ref(), fields),
            ExprKind::Annot { expr, ty } => {
                self.text("(");
                self.inline(*expr, 0);
                self.text(" : ");
                self.type_(*ty);
                self.text(")");
            }
            // Leaves never come here: `inline` writes them.
            ExprKind::Path(_)
            | ExprKind::Qualified { .. }
            | ExprKind::Ctor(_)
            | ExprKind::Lit(_)
            | ExprKind::Hole(_) => {}
        }
    }

    fn inline_match(&mut self, scrutinee: ExprId, arms: &'t [Arm]) {
        self.text("match ");
        self.inline(scrutinee, 0);
        self.text(" with");
        for arm in arms {
            let scope = self.locals.depth();
            self.text(" | ");
            self.pattern(arm.pattern);
            self.text(" -> ");
            self.inline(arm.body, 1);
            self.locals.leave(scope);
        }
    }

    fn binary(&mut self, lhs: ExprId, left: u8, operator: &str, rhs: ExprId, right: u8) {
        self.inline(lhs, left);
        self.text(operator);
        self.inline(rhs, right);
    }

    fn record(&mut self, update: Option<&Path>, fields: &'t [FieldSet]) {
        self.text("{ ");
        if let Some(base) = update {
            self.path(base);
            self.text(" with ");
        }
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.text(&field.name);
            self.text(" = ");
            self.inline(field.value, 0);
        }
        self.text(" }");
    }

    fn path(&mut self, path: &Path) {
        self.occurrence(&path.root);
        self.fields(&path.fields);
    }

    pub(super) fn fields(&mut self, fields: &[Name]) {
        for field in fields {
            self.text(".");
            self.text(field);
        }
    }
}
