//! Trees as documents.
//!
//! Spec: `soil0-cli#4`.

use crate::contract::documents as doc;
use crate::soil::Name;
use crate::soil::syntax::tree::{
    ArithOp, Binder, CmpOp, Def, Effect, ExprId, ExprKind, File, Lit, Path, PatternId, PatternKind,
    PredId, PredKind, Row, TermId, TermKind, Tree, TypeId, TypeKind,
};
use crate::soil::syntax::{SourceFile, Span};

/// Returns the document of a file.
pub(super) fn document(source: &SourceFile, file: &File) -> doc::FileTree {
    let writer = Writer { source, tree: &file.tree };
    doc::FileTree { defs: file.defs.iter().map(|def| writer.def(def)).collect() }
}

struct Writer<'a> {
    source: &'a SourceFile,
    tree: &'a Tree,
}

impl Writer<'_> {
    fn spanned<T>(&self, span: Span, item: T) -> doc::Spanned<T> {
        doc::Spanned { span: self.source.locate(span).into(), item }
    }

    fn def(&self, def: &Def) -> doc::Spanned<doc::DefTree> {
        let item = doc::DefTree {
            name: def.name.to_string(),
            sig: self.type_(def.sig),
            decreases: def.decreases.map(|measure| self.expr(measure)),
            params: self.binders(&def.params),
            body: self.expr(def.body),
        };
        self.spanned(def.span, item)
    }

    fn binder(&self, binder: &Binder) -> doc::BinderTree {
        doc::BinderTree {
            span: self.source.locate(binder.span).into(),
            name: binder.name.to_string(),
        }
    }

    fn binders(&self, binders: &[Binder]) -> Vec<doc::BinderTree> {
        binders.iter().map(|binder| self.binder(binder)).collect()
    }

    fn type_(&self, id: TypeId) -> doc::Spanned<doc::TypeTree> {
        let node = &self.tree[id];
        let item = match &node.kind {
            TypeKind::Arrow { param, dom, row: effects, cod } => doc::TypeTree::Arrow {
                param: param.as_ref().map(|param| self.binder(param)),
                dom: Box::new(self.type_(*dom)),
                row: row(effects),
                cod: Box::new(self.type_(*cod)),
            },
            TypeKind::Con { name, args } => doc::TypeTree::Con {
                name: name.to_string(),
                args: args.iter().map(|arg| self.type_(*arg)).collect(),
            },
            TypeKind::Var(name) => doc::TypeTree::TVar { name: name.to_string() },
            TypeKind::Refined { binder, base, pred } => doc::TypeTree::Refined {
                binder: self.binder(binder),
                base: Box::new(self.type_(*base)),
                pred: self.pred(*pred),
            },
        };
        self.spanned(node.span, item)
    }

    fn pred(&self, id: PredId) -> doc::Spanned<doc::PredTree> {
        let node = &self.tree[id];
        let boxed = |id: &PredId| Box::new(self.pred(*id));
        let item = match &node.kind {
            PredKind::Implies { lhs, rhs } => {
                doc::PredTree::Implies { lhs: boxed(lhs), rhs: boxed(rhs) }
            }
            PredKind::Or { lhs, rhs } => doc::PredTree::POr { lhs: boxed(lhs), rhs: boxed(rhs) },
            PredKind::And { lhs, rhs } => doc::PredTree::PAnd { lhs: boxed(lhs), rhs: boxed(rhs) },
            PredKind::Not { pred } => doc::PredTree::PNot { pred: boxed(pred) },
            PredKind::Cmp { op, lhs, rhs } => doc::PredTree::PCmp {
                op: comparison(*op),
                lhs: self.term(*lhs),
                rhs: self.term(*rhs),
            },
            PredKind::Is { scrutinee, type_name, ctor, payload } => doc::PredTree::Is {
                scrutinee: self.term(*scrutinee),
                type_name: type_name.as_ref().map(Name::to_string),
                ctor: ctor.to_string(),
                payload: payload.as_ref().map(|payload| self.binder(payload)),
            },
            PredKind::Call { name, args } => {
                doc::PredTree::PCall { name: name.to_string(), args: self.terms(args) }
            }
        };
        self.spanned(node.span, item)
    }

    fn term(&self, id: TermId) -> doc::Spanned<doc::PExprTree> {
        let node = &self.tree[id];
        let item = match &node.kind {
            TermKind::Lit(lit) => doc::PExprTree::PLiteral { lit: literal(lit) },
            TermKind::Path(path) => {
                let doc::PathTree { root, fields } = path_tree(path);
                doc::PExprTree::PPath { root, fields }
            }
            TermKind::Arith { op, lhs, rhs } => doc::PExprTree::PArith {
                op: match op {
                    ArithOp::Sub => doc::PredArithOp::Sub,
                    ArithOp::Mul => doc::PredArithOp::Mul,
                    // The parser makes no other operator in a predicate.
                    ArithOp::Add | ArithOp::Div | ArithOp::Mod => doc::PredArithOp::Add,
                },
                lhs: Box::new(self.term(*lhs)),
                rhs: Box::new(self.term(*rhs)),
            },
            TermKind::Call { name, args } => {
                doc::PExprTree::PCallE { name: name.to_string(), args: self.terms(args) }
            }
        };
        self.spanned(node.span, item)
    }

    fn terms(&self, terms: &[TermId]) -> Vec<doc::Spanned<doc::PExprTree>> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    fn expr(&self, id: ExprId) -> doc::Spanned<doc::ExprTree> {
        let node = &self.tree[id];
        let boxed = |id: &ExprId| Box::new(self.expr(*id));
        let item = match &node.kind {
            ExprKind::Let { is_rec, bindings, body } => doc::ExprTree::Let {
                is_rec: *is_rec,
                bindings: bindings
                    .iter()
                    .map(|binding| doc::BindingTree {
                        binder: binding.binder.as_ref().map(|binder| self.binder(binder)),
                        value: self.expr(binding.value),
                    })
                    .collect(),
                body: boxed(body),
            },
            ExprKind::Fun { params, body } => {
                doc::ExprTree::Fun { params: self.binders(params), body: boxed(body) }
            }
            ExprKind::If { cond, then_branch, else_branch } => doc::ExprTree::If {
                cond: boxed(cond),
                then_branch: boxed(then_branch),
                else_branch: boxed(else_branch),
            },
            ExprKind::Match { scrutinee, arms } => doc::ExprTree::Match {
                scrutinee: boxed(scrutinee),
                arms: arms
                    .iter()
                    .map(|arm| {
                        let pattern = self.pattern(arm.pattern);
                        let body = self.expr(arm.body);
                        self.spanned(arm.span, doc::ArmTree { pattern, body })
                    })
                    .collect(),
            },
            ExprKind::Or { lhs, rhs } => doc::ExprTree::OrE { lhs: boxed(lhs), rhs: boxed(rhs) },
            ExprKind::And { lhs, rhs } => doc::ExprTree::AndE { lhs: boxed(lhs), rhs: boxed(rhs) },
            ExprKind::Not { operand } => doc::ExprTree::NotE { operand: boxed(operand) },
            ExprKind::Neg { operand } => doc::ExprTree::Neg { operand: boxed(operand) },
            ExprKind::Cmp { op, lhs, rhs } => {
                doc::ExprTree::Cmp { op: comparison(*op), lhs: boxed(lhs), rhs: boxed(rhs) }
            }
            ExprKind::Arith { op, lhs, rhs } => {
                doc::ExprTree::Arith { op: arithmetic(*op), lhs: boxed(lhs), rhs: boxed(rhs) }
            }
            ExprKind::App { function, argument } => {
                doc::ExprTree::App { r#fn: boxed(function), arg: boxed(argument) }
            }
            ExprKind::Path(path) => {
                let doc::PathTree { root, fields } = path_tree(path);
                doc::ExprTree::Path { root, fields }
            }
            ExprKind::Qualified { space, name } => {
                doc::ExprTree::Qualified { space: space.to_string(), name: name.to_string() }
            }
            ExprKind::Ctor(name) => doc::ExprTree::CtorE { name: name.to_string() },
            ExprKind::Record { update, fields } => doc::ExprTree::RecordE {
                update: update.as_ref().map(path_tree),
                fields: fields
                    .iter()
                    .map(|field| doc::FieldSetTree {
                        name: field.name.to_string(),
                        value: self.expr(field.value),
                    })
                    .collect(),
            },
            ExprKind::Lit(lit) => doc::ExprTree::Literal { lit: literal(lit) },
            ExprKind::Annot { expr, ty } => {
                doc::ExprTree::Annot { expr: boxed(expr), ty: self.type_(*ty) }
            }
            ExprKind::Hole(name) => doc::ExprTree::Hole { name: name.to_string() },
        };
        self.spanned(node.span, item)
    }

    fn pattern(&self, id: PatternId) -> doc::Spanned<doc::PatternTree> {
        let node = &self.tree[id];
        let item = match &node.kind {
            PatternKind::Wild => doc::PatternTree::PWild,
            PatternKind::Bind(name) => {
                let span = self.source.locate(node.span).into();
                let binder = doc::BinderTree { span, name: name.to_string() };
                doc::PatternTree::PBind { binder }
            }
            PatternKind::Lit(lit) => doc::PatternTree::PLit { lit: literal(lit) },
            PatternKind::Ctor { type_name, name, arg } => doc::PatternTree::PCtor {
                type_name: type_name.as_ref().map(Name::to_string),
                name: name.to_string(),
                arg: arg.map(|arg| Box::new(self.pattern(arg))),
            },
            PatternKind::Record { fields, open } => doc::PatternTree::PRecord {
                fields: fields
                    .iter()
                    .map(|field| doc::FieldPatternTree {
                        name: field.name.to_string(),
                        pattern: field.pattern.map(|pattern| self.pattern(pattern)),
                    })
                    .collect(),
                open: *open,
            },
        };
        self.spanned(node.span, item)
    }
}

fn row(row: &Row) -> doc::RowTree {
    let effects = row.effects.iter().map(|effect| match effect {
        Effect::Div => doc::EffectTag::Div,
        Effect::Panic => doc::EffectTag::Panic,
        Effect::Io => doc::EffectTag::Io,
        Effect::Ffi => doc::EffectTag::Ffi,
    });
    doc::RowTree { effects: effects.collect(), var: row.var.as_ref().map(Name::to_string) }
}

fn path_tree(path: &Path) -> doc::PathTree {
    let fields = path.fields.iter().map(Name::to_string).collect();
    doc::PathTree { root: path.root.to_string(), fields }
}

fn literal(lit: &Lit) -> doc::LitTree {
    match lit {
        Lit::Int(digits) => doc::LitTree::LInt { digits: digits.to_string() },
        Lit::Float(text) => doc::LitTree::LFloat { text: text.to_string() },
        Lit::Str(value) => doc::LitTree::LStr { value: value.to_string() },
    }
}

fn comparison(op: CmpOp) -> doc::CmpOp {
    match op {
        CmpOp::Eq => doc::CmpOp::Eq,
        CmpOp::Ne => doc::CmpOp::Ne,
        CmpOp::Lt => doc::CmpOp::Lt,
        CmpOp::Le => doc::CmpOp::Le,
        CmpOp::Gt => doc::CmpOp::Gt,
        CmpOp::Ge => doc::CmpOp::Ge,
    }
}

fn arithmetic(op: ArithOp) -> doc::ArithOp {
    match op {
        ArithOp::Add => doc::ArithOp::Add,
        ArithOp::Sub => doc::ArithOp::Sub,
        ArithOp::Mul => doc::ArithOp::Mul,
        ArithOp::Div => doc::ArithOp::Div,
        ArithOp::Mod => doc::ArithOp::Mod,
    }
}
