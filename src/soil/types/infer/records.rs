//! Records: field access, construction, update, inline-record payloads.
//!
//! Spec: `soil-syntax-spec#5`.

use crate::contract::Code;
use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{ExprId, FieldSet, Path};
use crate::soil::types::env::{CtorRef, DeclId, Field};
use crate::soil::types::infer::table::{Node, TyId};
use crate::soil::types::infer::{Deferred, Infer, RecordInfo};
use crate::soil::types::scheme::{PayloadShape, Scheme, Shape};

/// The declared fields that a record expression fills.
struct Fields<'a> {
    /// What messages call the record.
    owner: String,
    declared: &'a [Field],
    schemes: &'a [Scheme],
    args: &'a [TyId],
}

impl<'a> Infer<'a> {
    /// Returns the type of a field, or defers the question while the base is unknown.
    pub(super) fn access(
        &mut self,
        base: TyId,
        field: &Name,
        span: Span,
        access: u32,
        path: &str,
    ) -> TyId {
        match self.table.node(base) {
            Node::Var { .. } => {
                self.table.pin(base);
                let result = self.table.fresh_pinned();
                let (field, path) = (field.clone(), path.into());
                self.deferred.push(Deferred { base, field, result, span, access, path });
                result
            }
            _ => self.known_access(base, field, span, access, path),
        }
    }

    fn known_access(
        &mut self,
        base: TyId,
        field: &Name,
        span: Span,
        access: u32,
        path: &str,
    ) -> TyId {
        match self.table.node(base) {
            Node::Con { head, first_arg, n_args } => {
                let env = self.env;
                let decl = head.decl().filter(|id| matches!(env.shape(*id), Shape::Record(_)));
                let Some(decl) = decl else {
                    let message =
                        format!("`{path}` has type `{}`, which has no fields", self.show(base));
                    return self.report(Code::TypeMismatch, span, message);
                };
                let fields = env.fields(decl);
                let Some(at) = fields.iter().position(|declared| declared.name == *field) else {
                    let message = self.unknown_field(&env.decl(decl).name, fields, field);
                    return self.report(Code::UnknownField, span, message);
                };
                self.accesses[access as usize] = Some((decl, at as u32));
                let Shape::Record(schemes) = env.shape(decl) else { return self.error };
                let args = self.table.args(first_arg, n_args).to_vec();
                self.table.apply(&schemes[at], &args)
            }
            Node::Rigid(_) => {
                let message = format!(
                    "`{path}` has type `{}`, a type variable, which has no fields; declare its record type in the signature",
                    self.show(base)
                );
                self.report(Code::AnnotationNeeded, span, message)
            }
            Node::Arrow { .. } => {
                let message =
                    format!("`{path}` is a function `{}` and has no fields", self.show(base));
                self.report(Code::TypeMismatch, span, message)
            }
            Node::Error | Node::Unknown(_) | Node::Var { .. } | Node::Link(_) => self.error,
        }
    }

    /// Settles deferred accesses whose base has become known, until nothing changes.
    pub(super) fn retry_accesses(&mut self) {
        loop {
            let is_known = |infer: &Self, deferred: &Deferred| {
                !matches!(infer.table.node(deferred.base), Node::Var { .. })
            };
            let Some(at) = self.deferred.iter().position(|deferred| is_known(self, deferred))
            else {
                return;
            };
            let Deferred { base, field, result, span, access, path } = self.deferred.remove(at);
            let ty = self.known_access(base, &field, span, access, &path);
            self.table.pin(ty);
            let what = format!("the uses of `{path}.{field}`");
            self.equate(result, ty, span, &what);
        }
    }

    /// Reports the accesses whose base nothing has determined.
    pub(super) fn report_deferred(&mut self) {
        self.retry_accesses();
        for Deferred { field, span, path, .. } in std::mem::take(&mut self.deferred) {
            let with_field: Vec<String> = self
                .env
                .decls()
                .iter()
                .enumerate()
                .filter(|(id, _)| {
                    let fields = self.env.fields(DeclId(*id as u32));
                    fields.iter().any(|declared| declared.name == field)
                })
                .map(|(_, decl)| decl.name.to_string())
                .collect();
            let example = with_field.first().map_or("T", String::as_str);
            let advice = match path.split_once('.') {
                None => format!("write `let r = ({path} : {example}) in …` and use `r.{field}`"),
                Some((root, _)) => format!("annotate `{root}` where it is bound"),
            };
            self.report_unless_caused(Code::AnnotationNeeded, span, || {
                format!("the type of `{path}` is not known here; {advice}")
            });
        }
    }

    /// Infers a record construction; `expected` is the type of an annotation around it.
    pub(super) fn construct(
        &mut self,
        id: ExprId,
        fields: &'a [FieldSet],
        expected: Option<TyId>,
    ) -> TyId {
        let span = self.tree[id].span;
        let env = self.env;
        let (decl, ty, args) = match expected.map(|ty| (ty, self.table.node(ty))) {
            Some((ty, Node::Con { head, first_arg, n_args })) => {
                let decl = head.decl().filter(|id| matches!(env.shape(*id), Shape::Record(_)));
                let Some(decl) = decl else {
                    let message = format!("expected `{}`, found a record", self.show(ty));
                    self.values(fields);
                    return self.report(Code::TypeMismatch, span, message);
                };
                (decl, ty, self.table.args(first_arg, n_args).to_vec())
            }
            Some((_, Node::Error | Node::Unknown(_))) => {
                self.values(fields);
                return self.error;
            }
            Some((ty, _)) => {
                let message = format!("expected `{}`, found a record", self.show(ty));
                self.values(fields);
                return self.report(Code::TypeMismatch, span, message);
            }
            None => {
                let mut names: Vec<Name> = fields.iter().map(|field| field.name.clone()).collect();
                names.sort_unstable();
                match env.records_with(&names) {
                    [decl] => {
                        let (ty, args) = self.sum(*decl);
                        (*decl, ty, args)
                    }
                    [] => {
                        let message = self.no_such_record(&names);
                        self.values(fields);
                        return self.report(Code::TypeMismatch, span, message);
                    }
                    several => {
                        let names: Vec<&str> =
                            several.iter().map(|id| env.decl(*id).name.as_str()).collect();
                        let message = format!(
                            "{} record types have these fields: {}; write `({{ … }} : {})`",
                            names.len(),
                            names.join(", "),
                            names[0]
                        );
                        self.values(fields);
                        return self.report(Code::AnnotationNeeded, span, message);
                    }
                }
            }
        };
        let Shape::Record(schemes) = env.shape(decl) else { return self.error };
        self.slot(id).extra = self.records.len() as u32;
        self.records.push(RecordInfo { decl, first_access: 0 });
        let owner = format!("`{}`", env.decl(decl).name);
        let n_faults = self.diagnostics.len();
        let wanted = Fields { owner, declared: env.fields(decl), schemes, args: &args };
        self.fill(span, fields, &wanted, true);
        if self.diagnostics.len() > n_faults { self.error } else { ty }
    }

    /// Infers the fields of an inline-record payload.
    pub(super) fn inline_record(
        &mut self,
        id: ExprId,
        ctor: CtorRef,
        fields: &'a [FieldSet],
        args: &[TyId],
    ) {
        let env = self.env;
        let Shape::Sum(variants) = env.shape(ctor.decl) else { return };
        let PayloadShape::Record(schemes) = &variants[ctor.variant as usize] else { return };
        let owner = format!("`{}`", env.spelling(ctor));
        let wanted = Fields { owner, declared: env.variant_fields(ctor), schemes, args };
        self.fill(self.tree[id].span, fields, &wanted, true);
    }

    /// Infers a record update.
    pub(super) fn update(&mut self, id: ExprId, base: &Path, fields: &'a [FieldSet]) -> TyId {
        let span = self.tree[id].span;
        let root = self.root(id, span);
        let (ty, first_access) = self.path(root, base, span);
        let env = self.env;
        let found = match self.table.node(ty) {
            Node::Con { head, first_arg, n_args } => head
                .decl()
                .filter(|id| matches!(env.shape(*id), Shape::Record(_)))
                .map(|decl| (decl, self.table.args(first_arg, n_args).to_vec())),
            Node::Error | Node::Unknown(_) => {
                self.values(fields);
                return self.error;
            }
            Node::Var { .. } | Node::Rigid(_) => {
                let names: Vec<Name> = fields.iter().map(|field| field.name.clone()).collect();
                let example = self.record_having(&names).unwrap_or_else(|| "T".into());
                let shown = self.show(ty);
                self.values(fields);
                if matches!(self.table.node(ty), Node::Rigid(_)) {
                    let message = format!(
                        "the record to update has type `{shown}`, a type variable; declare its record type in the signature"
                    );
                    return self.report(Code::AnnotationNeeded, span, message);
                }
                self.report_unless_caused(Code::AnnotationNeeded, span, || {
                    format!(
                        "the type of the record to update is not known here; bind `let r = ({} : {example}) in …` and update `r`",
                        base.root
                    )
                });
                return self.error;
            }
            Node::Arrow { .. } | Node::Link(_) => None,
        };
        let Some((decl, args)) = found else {
            let message = format!("expected a record, found `{}`", self.show(ty));
            self.values(fields);
            return self.report(Code::TypeMismatch, span, message);
        };
        let Shape::Record(schemes) = env.shape(decl) else { return self.error };
        self.slot(id).extra = self.records.len() as u32;
        self.records.push(RecordInfo { decl, first_access });
        let owner = format!("`{}`", env.decl(decl).name);
        let n_faults = self.diagnostics.len();
        let wanted = Fields { owner, declared: env.fields(decl), schemes, args: &args };
        self.fill(span, fields, &wanted, false);
        if self.diagnostics.len() > n_faults { self.error } else { ty }
    }

    fn fill(
        &mut self,
        span: Span,
        written: &'a [FieldSet],
        wanted: &Fields<'_>,
        is_complete: bool,
    ) {
        let mut all_known = true;
        for field in written {
            let declared = wanted
                .declared
                .iter()
                .position(|declared| declared.name == field.name && declared.ignored.is_none());
            let Some(at) = declared else {
                let message = self.unknown_field(
                    wanted.owner.trim_matches('`'),
                    wanted.declared,
                    &field.name,
                );
                self.report(Code::UnknownField, span, message);
                self.expr(field.value);
                all_known = false;
                continue;
            };
            let expected = self.table.apply(&wanted.schemes[at], wanted.args);
            let found = self.expr(field.value);
            let what = format!("field `{}` of {}", field.name, wanted.owner);
            self.equate(expected, found, self.tree[field.value].span, &what);
        }
        let missing = wanted.declared.iter().find(|declared| {
            declared.ignored.is_none() && !written.iter().any(|field| field.name == declared.name)
        });
        // A misspelt field is missing under its right name; that is one fault.
        if let (true, Some(missing)) = (is_complete && all_known, missing) {
            let message = format!("{} also needs field `{}`", wanted.owner, missing.name);
            self.report(Code::TypeMismatch, span, message);
        }
    }

    /// Infers field values for their own faults only.
    fn values(&mut self, fields: &'a [FieldSet]) {
        for field in fields {
            self.expr(field.value);
        }
    }
}
