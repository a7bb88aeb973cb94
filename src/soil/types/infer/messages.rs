//! The words of type faults: both types in full, and where they part.

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::builtins::{Builtin, Group, Row, TABLE};
use crate::soil::core::DefId;
use crate::soil::resolve::suggest;
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{Effect, Effects, ExprId, ExprKind};
use crate::soil::types::env::{Body, CtorRef, DeclId, Field, Payload};
use crate::soil::types::infer::Infer;
use crate::soil::types::infer::settle::Unresolved;
use crate::soil::types::infer::table::{self, Clash, Node, Tail, TyId};
use crate::soil::types::scheme::Scheme;
use crate::soil::types::signatures;
use crate::soil::types::ty::Ty;

/// Longest text of one type in a message, in bytes.
const LONGEST: usize = 400;

impl Infer<'_> {
    pub(super) fn show(&self, ty: TyId) -> String {
        let mut text = self.zonk(ty, &mut Unresolved::Blank).to_string();
        if text.len() > LONGEST {
            let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(end);
            text.push('…');
        }
        text
    }

    /// Reports two types that should be one; returns the error type.
    pub(super) fn mismatch(
        &mut self,
        span: Span,
        expected: TyId,
        found: TyId,
        clash: Clash,
        what: &str,
    ) -> TyId {
        let message = format!("{} ({what})", self.differ(expected, found, clash));
        self.report(Code::TypeMismatch, span, message)
    }

    fn differ(&self, expected: TyId, found: TyId, clash: Clash) -> String {
        let (expected_text, found_text) = (self.show(expected), self.show(found));
        let whole = format!("expected `{expected_text}`, found `{found_text}`");
        match clash {
            Clash::Types(a, b) => {
                let (a, b) = (self.show(a), self.show(b));
                if (&a, &b) == (&expected_text, &found_text) {
                    whole
                } else {
                    format!("{whole}; they part at `{a}` against `{b}`")
                }
            }
            Clash::Rows(a, b) => {
                let name = |row: table::Row| match self.show_row(row) {
                    empty if empty.is_empty() => "no effects".to_owned(),
                    row => format!("`{row}`"),
                };
                format!(
                    "{whole}; they part at the effects, {} against {}; wrap the function in a lambda to give it a wider row",
                    name(a),
                    name(b)
                )
            }
            Clash::Infinite => format!("{whole}; the type would contain itself"),
        }
    }

    pub(super) fn body_mismatch(&mut self, span: Span, result: TyId, body: TyId, clash: Clash) {
        let what = format!("the result of `{}`", self.scope.interface(self.id).name());
        if let (Node::Arrow { .. }, Clash::Types(..)) = (self.table.node(result), clash)
            && !matches!(self.table.node(body), Node::Arrow { .. })
        {
            let message = format!(
                "{} ({what}; the signature has more parameters than the equation)",
                self.differ(result, body, clash)
            );
            self.report(Code::TypeMismatch, span, message);
            return;
        }
        self.mismatch(span, result, body, clash, &what);
    }

    pub(super) fn argument_mismatch(
        &mut self,
        function: ExprId,
        argument: ExprId,
        callee: TyId,
        expected: TyId,
        found: TyId,
        clash: Clash,
    ) {
        let mut at = 1;
        let mut head = function;
        while let ExprKind::App { function, .. } = &self.tree[head].kind {
            at += 1;
            head = *function;
        }
        let declared = self.declared(head);
        let arrow = declared.unwrap_or_else(|| match at {
            1 => self.show(callee),
            _ => self.show(self.ty_of(head)),
        });
        let message = format!(
            "{} (argument {at} of `{} : {arrow}`)",
            self.differ(expected, found, clash),
            self.callee(head)
        );
        self.report(Code::TypeMismatch, self.tree[argument].span, message);
    }

    /// Returns the declared type of a callee as its author wrote it.
    fn declared(&self, head: ExprId) -> Option<String> {
        use crate::soil::resolve::Target;
        match self.resolved.target(head) {
            Target::Def(id) => self.scope.interface(id).ty().map(Ty::to_string),
            Target::Builtin(builtin) => Some(builtin.row().ty.to_owned()),
            _ => None,
        }
    }

    pub(super) fn not_a_function(&self, function: ExprId, ty: TyId) -> String {
        match &self.tree[function].kind {
            ExprKind::App { .. } => {
                let (mut n_args, mut head) = (0, function);
                while let ExprKind::App { function, .. } = &self.tree[head].kind {
                    n_args += 1;
                    head = *function;
                }
                format!(
                    "`{}` takes {n_args} argument{} and gives `{}`, which is no function",
                    self.callee(head),
                    if n_args == 1 { "" } else { "s" },
                    self.show(ty)
                )
            }
            _ => format!(
                "`{}` has type `{}`, which is no function",
                self.callee(function),
                self.show(ty)
            ),
        }
    }

    pub(super) fn unknown_field(&self, owner: &str, declared: &[Field], field: &Name) -> String {
        if declared.iter().any(|known| known.name == *field && known.ignored.is_some()) {
            return format!(
                "field `{field}` of `{owner}` is ignored: it is filled from its default"
            );
        }
        let stored = declared.iter().filter(|known| known.ignored.is_none());
        let names: Vec<&str> = stored.map(|known| known.name.as_str()).collect();
        match suggest::did_you_mean(field, names.iter().copied()) {
            near if !near.is_empty() => format!("`{owner}` has no field `{field}`{near}"),
            _ => format!("`{owner}` has no field `{field}`; it has {}", quoted(&names)),
        }
    }

    pub(super) fn no_such_record(&self, names: &[Name]) -> String {
        let written: Vec<&str> = names.iter().map(Name::as_str).collect();
        let distance = |fields: &[Field]| {
            let stored = || fields.iter().filter(|field| field.ignored.is_none());
            let missing = stored().filter(|field| !names.contains(&field.name)).count();
            let unknown =
                names.iter().filter(|name| !stored().any(|field| field.name == **name)).count();
            let shared = names.len() - unknown;
            (shared > 0).then_some(missing + unknown)
        };
        let nearest = self
            .env
            .decls()
            .iter()
            .enumerate()
            .filter_map(|(at, decl)| Some((distance(self.env.fields(DeclId(at as u32)))?, decl)))
            .min_by_key(|(distance, _)| *distance);
        let advice = match nearest {
            Some((_, decl)) => match &decl.body {
                Body::Record(fields) => {
                    let stored = fields.iter().filter(|field| field.ignored.is_none());
                    let names: Vec<&str> = stored.map(|field| field.name.as_str()).collect();
                    format!("; `{}` has {}", decl.name, quoted(&names))
                }
                _ => String::new(),
            },
            None => String::new(),
        };
        format!("no record type has exactly {}{advice}", quoted(&written))
    }

    pub(super) fn record_having(&self, names: &[Name]) -> Option<String> {
        let has = |fields: &[Field]| {
            names.iter().all(|name| fields.iter().any(|field| field.name == *name))
        };
        let decls = self.env.decls().iter().enumerate();
        decls
            .filter(|(at, _)| !self.env.fields(DeclId(*at as u32)).is_empty())
            .find(|(at, _)| has(self.env.fields(DeclId(*at as u32))))
            .map(|(_, decl)| decl.name.to_string())
    }

    pub(super) fn show_payload(&self, ctor: CtorRef, args: &[TyId]) -> String {
        match &self.env.variant(ctor).payload {
            Payload::None => "nothing".to_owned(),
            Payload::One(ty) => {
                let args: Vec<Ty> =
                    args.iter().map(|arg| self.zonk(*arg, &mut Unresolved::Blank)).collect();
                format!("`{}`", self.env.instantiate(ctor.decl, ty, &args))
            }
            Payload::Record(fields) => {
                let stored = fields.iter().filter(|field| field.ignored.is_none());
                let names: Vec<&str> = stored.map(|field| field.name.as_str()).collect();
                format!("`{{ {} }}`", names.join(", "))
            }
        }
    }

    pub(super) fn escaping_row(
        &self,
        node: ExprId,
        performed: table::Row,
        context: table::Row,
    ) -> String {
        let callee = self.callee(node);
        let row = self.show_row(performed);
        match context.tail {
            Tail::Rigid(_) => format!(
                "`{callee}` performs `{row}`, but the row here is `{}`",
                self.show_row(context)
            ),
            _ => {
                format!("`{callee}` performs `{row}`; add the row variable to the signature's row")
            }
        }
    }

    pub(super) fn uncovered(&self, node: ExprId, missing: Effects, is_own: bool) -> String {
        let callee = self.callee(node);
        let effects = Self::show_effects(missing);
        let lead = format!("`{callee}` performs `{effects}`, which the row here does not allow");
        if !is_own {
            return format!(
                "{lead}; the function around it is used where fewer effects are allowed"
            );
        }
        let name = self.scope.interface(self.id).name();
        match self.capability(node) {
            Some((param, capability)) => format!(
                "{lead}; `{param} : {capability}` is at hand, so add `{effects}` to the row of `{name}`"
            ),
            None if missing.contains(Effect::Io) => match self.needed_capability(node) {
                Some(capability) => format!(
                    "{lead}; `{name}` needs a parameter of type `{capability}` and `{effects}` in its row"
                ),
                None => format!("{lead}; add `{effects}` to the row of `{name}`"),
            },
            None => format!("{lead}; add `{effects}` to the row of `{name}`"),
        }
    }

    /// Finds a parameter of the definition that is the capability which a call needs.
    fn capability(&self, node: ExprId) -> Option<(String, String)> {
        use crate::soil::types::kernel::CAPABILITIES;
        let needed = self.needed_capability(node);
        let fits = |name: &Name| match &needed {
            Some(needed) => name == needed,
            None => CAPABILITIES.contains(&name.as_str()),
        };
        let mut rest = self.scope.interface(self.id).ty()?.clone();
        let mut at = 0;
        while let Ty::Arrow(arrow) = rest {
            if let Ty::Con(capability, _) = &arrow.dom
                && fits(capability)
            {
                let name = arrow.param.as_ref().map(Name::to_string);
                let name = name.unwrap_or_else(|| format!("parameter {}", at + 1));
                return Some((name, capability.to_string()));
            }
            at += 1;
            rest = arrow.cod.clone();
        }
        None
    }

    /// Returns the capability type among the parameters of a callee.
    fn needed_capability(&self, mut node: ExprId) -> Option<String> {
        use crate::soil::types::kernel::CAPABILITIES;
        while let ExprKind::App { function, argument } = &self.tree[node].kind {
            if let Node::Con { head, .. } = self.table.node(self.ty_of(*argument)) {
                let name = head.name(self.env);
                if CAPABILITIES.contains(&name.as_str()) {
                    return Some(name.to_string());
                }
            }
            node = *function;
        }
        None
    }

    /// Adds names of a fitting type to the messages about unknown names.
    pub(super) fn advise(&mut self, renames: &mut [Diagnostic]) {
        for at in 0..self.unknown.len() {
            let (span, args) = self.unknown[at].clone();
            let place = self.source.locate(span);
            let Some(diagnostic) = renames.iter_mut().find(|diagnostic| {
                diagnostic.code == Code::UnknownName && diagnostic.span == Some(place)
            }) else {
                continue;
            };
            let result = self.table.hints[at];
            // Without a known result nearly everything fits.
            let is_known = |ty: &TyId| {
                !matches!(self.table.node(*ty), Node::Unknown(_) | Node::Error | Node::Var { .. })
            };
            let Some(result) = result.filter(is_known) else { continue };
            let fitting = self.fitting(&args, result);
            let advice = suggest::list("; of a fitting type: ", fitting.iter().map(String::as_str));
            diagnostic.message.push_str(&advice);
        }
    }

    fn fitting(&mut self, args: &[TyId], result: TyId) -> Vec<String> {
        let mut found = Vec::new();
        for at in 0..self.id.0 {
            let interface = self.scope.interface(DefId(at));
            let is_visible =
                self.scope.visible(interface.name(), self.id).any(|id| id == DefId(at));
            if let (true, Some(scheme)) = (is_visible, interface.scheme(self.env))
                && self.fits(scheme, args, result)
            {
                found.push(interface.name().to_string());
            }
            if found.len() == 3 {
                return found;
            }
        }
        let is_ordinary =
            |row: &&Row| row.group != Group::Capabilities && row.builtin != Builtin::PanicWith;
        for row in TABLE.iter().filter(is_ordinary) {
            if self.fits(signatures::builtin_scheme(row.builtin), args, result) {
                found.push(row.name.to_owned());
            }
        }
        found
    }

    fn fits(&mut self, scheme: &Scheme, args: &[TyId], result: TyId) -> bool {
        let fresh = self.table.fresh_args(scheme.vars.len());
        let mut ty = self.table.apply(scheme, &fresh);
        let mut pairs = Vec::new();
        for arg in args {
            let Node::Arrow { dom, cod, .. } = self.table.node(ty) else { return false };
            pairs.push((dom, *arg));
            ty = cod;
        }
        let is_function = |ty| matches!(self.table.node(ty), Node::Arrow { .. });
        if is_function(ty) != is_function(result) {
            return false;
        }
        pairs.push((ty, result));
        self.table.could_unify(&pairs)
    }
}

fn quoted(names: &[&str]) -> String {
    if names.is_empty() {
        return "no fields".to_owned();
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
