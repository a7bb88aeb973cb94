//! Patterns against the type of what they take apart.
//!
//! Spec: `soil-syntax-spec#3.4`, `soil-syntax-spec#5.9`.

use crate::contract::Code;
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{self, FieldPattern, PatternId};
use crate::soil::types::env::{CtorRef, DeclId, Field};
use crate::soil::types::infer::table::{Node, TyId};
use crate::soil::types::infer::{Infer, PatIx, Pattern, PatternKind};
use crate::soil::types::scheme::{PayloadShape, Scheme, Shape};

impl<'a> Infer<'a> {
    pub(super) fn pattern(&mut self, id: PatternId, scrutinee: TyId) -> PatIx {
        let kind = deep(|| self.pattern_here(id, scrutinee));
        self.patterns.push(Pattern { tree: id, kind });
        PatIx(self.patterns.len() as u32 - 1)
    }

    fn pattern_here(&mut self, id: PatternId, scrutinee: TyId) -> PatternKind {
        let tree = self.tree;
        let node = &tree[id];
        match &node.kind {
            tree::PatternKind::Wild => PatternKind::Wild,
            tree::PatternKind::Bind(_) => PatternKind::Bind(self.bind(scrutinee)),
            tree::PatternKind::Lit(lit) => {
                self.literal_at(lit, scrutinee, node.span);
                PatternKind::Lit(scrutinee)
            }
            tree::PatternKind::Ctor { type_name, name, arg } => {
                match self.pattern_ctor(type_name.as_deref(), name) {
                    Some(ctor) => self.ctor_pattern(node.span, ctor, *arg, scrutinee),
                    None => {
                        if let Some(arg) = arg {
                            self.pattern(*arg, self.error);
                        }
                        PatternKind::Error
                    }
                }
            }
            tree::PatternKind::Record { fields, open } => {
                self.record_pattern(node.span, fields, *open, scrutinee)
            }
        }
    }

    /// Finds the constructor of a pattern that resolution has accepted.
    fn pattern_ctor(&self, type_name: Option<&str>, name: &str) -> Option<CtorRef> {
        let owners = self.env.owners(name);
        match type_name {
            None => (owners.len() == 1).then(|| owners[0]),
            Some(space) => {
                let owner = self.env.find(space)?;
                owners.iter().copied().find(|ctor| ctor.decl == owner && owners.len() > 1)
            }
        }
    }

    fn ctor_pattern(
        &mut self,
        span: Span,
        ctor: CtorRef,
        arg: Option<PatternId>,
        scrutinee: TyId,
    ) -> PatternKind {
        let (ty, args) = self.sum(ctor.decl);
        let fits = match self.table.unify(scrutinee, ty) {
            Ok(()) => true,
            Err(clash) => {
                self.mismatch(span, scrutinee, ty, clash, "the pattern takes the scrutinee apart");
                false
            }
        };
        let env = self.env;
        let Shape::Sum(variants) = env.shape(ctor.decl) else { return PatternKind::Error };
        let tree = self.tree;
        let columns: Vec<(u32, PatIx)> = match (&variants[ctor.variant as usize], arg) {
            (PayloadShape::None, None) => Vec::new(),
            (PayloadShape::None, Some(arg)) => {
                let message = format!("`{}` carries nothing; drop the payload", env.spelling(ctor));
                self.report(Code::TypeMismatch, tree[arg].span, message);
                self.pattern(arg, self.error);
                return PatternKind::Error;
            }
            (_, None) => {
                let message = format!(
                    "`{}` carries {}; write `{} _` to ignore it",
                    env.spelling(ctor),
                    self.show_payload(ctor, &args),
                    env.spelling(ctor)
                );
                self.report(Code::TypeMismatch, span, message);
                return PatternKind::Error;
            }
            (PayloadShape::One(scheme), Some(arg)) => {
                let payload = if fits { self.table.apply(scheme, &args) } else { self.error };
                vec![(0, self.pattern(arg, payload))]
            }
            (PayloadShape::Record(schemes), Some(arg)) => match &tree[arg].kind {
                tree::PatternKind::Wild => Vec::new(),
                tree::PatternKind::Record { fields, open } => {
                    let declared = env.variant_fields(ctor);
                    let schemes = if fits { schemes.as_slice() } else { &[] };
                    let owner = env.spelling(ctor);
                    let span = tree[arg].span;
                    self.field_patterns(span, &owner, fields, *open, declared, schemes, &args)
                }
                _ => {
                    let message = format!(
                        "`{}` carries {}; take it apart with a record pattern or `_`",
                        env.spelling(ctor),
                        self.show_payload(ctor, &args)
                    );
                    self.report(Code::TypeMismatch, tree[arg].span, message);
                    self.pattern(arg, self.error);
                    return PatternKind::Error;
                }
            },
        };
        if fits { PatternKind::Ctor { ctor, columns: columns.into() } } else { PatternKind::Error }
    }

    fn record_pattern(
        &mut self,
        span: Span,
        fields: &'a [FieldPattern],
        open: bool,
        scrutinee: TyId,
    ) -> PatternKind {
        let env = self.env;
        let (decl, args): (DeclId, Vec<TyId>) = match self.table.node(scrutinee) {
            Node::Con { head, first_arg, n_args }
                if head.decl().is_some_and(|id| matches!(env.shape(id), Shape::Record(_))) =>
            {
                let decl = head.decl().expect("a record is declared");
                (decl, self.table.args(first_arg, n_args).to_vec())
            }
            other => {
                match other {
                    Node::Error | Node::Unknown(_) => {}
                    Node::Var { .. } => {
                        let names: Vec<_> = fields.iter().map(|field| field.name.clone()).collect();
                        let example = self.record_having(&names).unwrap_or_else(|| "T".into());
                        self.report_unless_caused(Code::AnnotationNeeded, span, || {
                            format!("the type of the scrutinee is not known here; write `match (… : {example}) with`")
                        });
                    }
                    Node::Rigid(_) => {
                        let message = format!(
                            "the scrutinee has type `{}`, a type variable; declare its record type in the signature",
                            self.show(scrutinee)
                        );
                        self.report(Code::AnnotationNeeded, span, message);
                    }
                    _ => {
                        let message =
                            format!("expected `{}`, found a record pattern", self.show(scrutinee));
                        self.report(Code::TypeMismatch, span, message);
                    }
                }
                for field in fields {
                    self.field_pattern(field, self.error);
                }
                return PatternKind::Error;
            }
        };
        let Shape::Record(schemes) = env.shape(decl) else { return PatternKind::Error };
        let declared = env.fields(decl);
        let owner = env.decl(decl).name.to_string();
        let columns = self.field_patterns(span, &owner, fields, open, declared, schemes, &args);
        PatternKind::Record { decl, columns: columns.into() }
    }

    /// Checks the fields of a record pattern; columns count the stored fields.
    ///
    /// Without `schemes` the fields have the error type.
    #[expect(clippy::too_many_arguments, reason = "records and payloads share nothing but these")]
    fn field_patterns(
        &mut self,
        span: Span,
        owner: &str,
        fields: &'a [FieldPattern],
        open: bool,
        declared: &[Field],
        schemes: &[Scheme],
        args: &[TyId],
    ) -> Vec<(u32, PatIx)> {
        let mut columns = Vec::with_capacity(fields.len());
        let mut all_known = true;
        for field in fields {
            let found = declared
                .iter()
                .position(|known| known.name == field.name && known.ignored.is_none());
            let Some(at) = found else {
                let message = self.unknown_field(owner, declared, &field.name);
                self.report(Code::UnknownField, span, message);
                self.field_pattern(field, self.error);
                all_known = false;
                continue;
            };
            let ty = match schemes.get(at) {
                Some(scheme) => self.table.apply(scheme, args),
                None => self.error,
            };
            let pattern = self.field_pattern(field, ty);
            let column = declared[..at].iter().filter(|known| known.ignored.is_none()).count();
            columns.push((column as u32, pattern));
        }
        let missing = declared.iter().find(|known| {
            known.ignored.is_none() && !fields.iter().any(|field| field.name == known.name)
        });
        if let (false, Some(missing)) = (open || !all_known, missing) {
            let message =
                format!("field `{}` of `{owner}` is not named; add it, or `..`", missing.name);
            self.report(Code::MissingRecordRest, span, message);
        }
        columns
    }

    fn field_pattern(&mut self, field: &'a FieldPattern, ty: TyId) -> PatIx {
        match field.pattern {
            Some(pattern) => self.pattern(pattern, ty),
            None => {
                let kind = PatternKind::Bind(self.bind(ty));
                // A punned field has no pattern node; nothing reads the tree of a binder.
                self.patterns.push(Pattern { tree: PatternId(0), kind });
                PatIx(self.patterns.len() as u32 - 1)
            }
        }
    }
}
