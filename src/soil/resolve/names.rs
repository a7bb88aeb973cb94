//! Exactly one legal spelling: bare when unambiguous, qualified when not.
//!
//! Spec: `soil-syntax-spec#5.8`, `soil-syntax-spec#5.9`, `soil-syntax-spec#5.10`.

use crate::contract::Code;
use crate::soil::Name;
use crate::soil::builtins;
use crate::soil::core::{DefId, Derived};
use crate::soil::resolve::{Resolver, Target, suggest};
use crate::soil::syntax::Span;
use crate::soil::types::env::{Body, CtorRef};
use crate::soil::types::signatures;
use crate::soil::types::ty::NumTy;

impl<'a> Resolver<'a> {
    /// Resolves a bare name.
    pub(super) fn name(&mut self, name: &'a Name, span: Span) -> Target {
        if let Some((local, _)) = self.locals.get(name.as_str()) {
            return Target::Local(*local);
        }
        let mut visible = self.scope.visible(name, self.id);
        match (visible.next(), visible.next()) {
            (Some(id), None) => return self.definition_use(id, name.clone(), span),
            (Some(_), Some(_)) => return self.ambiguous(name, name.as_str(), None, span),
            (None, _) => {}
        }
        if let Some(builtin) = signatures::find(name) {
            self.references.builtins.push(name.clone());
            return Target::Builtin(builtin);
        }
        if name.starts_with('_') && self.scope.any_named(name) {
            let message = format!("`{name}` is private to another module");
            self.report(Code::PrivateCrossModule, span, message);
        } else {
            let near = suggest::did_you_mean(name, self.known());
            self.report(Code::UnknownName, span, format!("unknown name `{name}`{near}"));
        }
        Target::Error
    }

    fn known(&self) -> impl Iterator<Item = &str> {
        let locals = self.locals.keys().copied();
        let defs = self.scope.all_visible(self.id);
        locals.chain(defs).chain(builtins::TABLE.iter().map(|row| row.name))
    }

    fn definition_use(&mut self, id: DefId, spelled: Name, span: Span) -> Target {
        if id > self.id {
            let message = format!(
                "`{spelled}` is defined later; a definition refers to itself and to earlier ones"
            );
            self.report(Code::ForwardReference, span, message);
            return Target::Error;
        }
        self.references.ids.push(id);
        if self.scope.interface(id).is_private() {
            self.references.privates.push(spelled);
        } else {
            self.references.defs.push(spelled);
        }
        Target::Def(id)
    }

    fn ambiguous(&mut self, name: &str, spelled: &str, module: Option<&str>, span: Span) -> Target {
        let candidates: Vec<DefId> = self
            .scope
            .visible(name, self.id)
            .filter(|id| module.is_none_or(|module| self.scope.interface(*id).module() == module))
            .collect();
        let spellings: Vec<String> = candidates
            .iter()
            .map(|id| format!("{}::{name}", self.scope.interface(*id).module()))
            .collect();
        let advice = match module {
            None => suggest::list("; write ", spellings.iter().map(String::as_str)),
            Some(_) => "; two modules of that name define it, rename one".to_owned(),
        };
        let message = format!("`{spelled}` names {} definitions{advice}", candidates.len());
        let mut diagnostic = self.source.error(Code::AmbiguousName, span, message);
        for id in candidates {
            diagnostic = self.scope.note(diagnostic, id, "one candidate");
        }
        self.diagnostics.push(diagnostic);
        Target::Error
    }

    /// Resolves `space::name`.
    pub(super) fn qualified(&mut self, space: &'a Name, name: &'a Name, span: Span) -> Target {
        if space.starts_with(|c: char| c.is_ascii_uppercase()) {
            return self.on_type(space, name, span);
        }
        let in_module: Vec<DefId> = self
            .scope
            .visible(name, self.id)
            .filter(|id| self.scope.interface(*id).module() == space)
            .collect();
        let spelled = format!("{space}::{name}");
        match in_module.as_slice() {
            [] => {
                let message = match self.scope.visible(name, self.id).next() {
                    Some(id) => format!(
                        "module `{space}` has no `{name}`; module `{}` has one",
                        self.scope.interface(id).module()
                    ),
                    None => format!(
                        "module `{space}` has no `{name}`{}",
                        suggest::did_you_mean(name, self.scope.visible_in_module(space, self.id))
                    ),
                };
                self.report(Code::UnknownQualified, span, message);
                Target::Error
            }
            [id] => {
                let n_meanings = self.scope.visible(name, self.id).count()
                    + usize::from(signatures::find(name).is_some());
                if n_meanings <= 1 {
                    let message = format!("`{name}` is unambiguous; write it without `{space}::`");
                    self.report(Code::NeedlessQualification, span, message);
                    return Target::Error;
                }
                self.definition_use(*id, spelled.into(), span)
            }
            _ => self.ambiguous(name, &spelled, Some(space), span),
        }
    }

    fn on_type(&mut self, space: &'a Name, name: &'a Name, span: Span) -> Target {
        let env = self.scope.env();
        if env.arity(space).is_none() {
            let message = crate::soil::types::convert::unknown(env, space);
            self.report(Code::UnknownType, span, message);
            return Target::Error;
        }
        if name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return self.qualified_ctor(space, name, span).map_or(Target::Error, Target::Ctor);
        }
        let target = match name.as_str() {
            "eq" => Some(Target::Derived(Derived::Eq)),
            "compare" => Some(Target::Derived(Derived::Compare)),
            "show" => Some(Target::Derived(Derived::Show)),
            "hash" => Some(Target::Derived(Derived::Hash)),
            _ => signatures::numeric(env, space).and_then(|num| {
                signatures::primitive(num, name).map(|found| Target::Primitive(num, found))
            }),
        };
        self.references.types.push(space.clone());
        match target {
            Some(target) => {
                self.references.builtins.push(format!("{space}::{name}").into());
                target
            }
            None => {
                let known = ["eq", "compare", "show", "hash"].into_iter();
                let more = signatures::numeric(env, space)
                    .map(|num: NumTy| signatures::primitives_of(num))
                    .unwrap_or_default();
                let near = suggest::did_you_mean(name, known.chain(more));
                let message = format!("type `{space}` has no function `{name}`{near}");
                self.report(Code::UnknownQualified, span, message);
                Target::Error
            }
        }
    }

    /// Resolves a constructor without qualifier.
    pub(super) fn bare_ctor(&mut self, name: &'a Name, span: Span) -> Option<CtorRef> {
        let env = self.scope.env();
        match env.owners(name) {
            [ctor] => Some(*ctor),
            [] => {
                let known = env.decls().iter().flat_map(|decl| match &decl.body {
                    Body::Sum(variants) => variants.as_slice(),
                    _ => &[],
                });
                let near = suggest::did_you_mean(name, known.map(|variant| variant.name.as_str()));
                let message = format!("unknown constructor `{name}`{near}");
                self.report(Code::UnknownConstructor, span, message);
                None
            }
            owners => {
                let spellings: Vec<String> =
                    owners.iter().map(|ctor| env.spelling(*ctor)).collect();
                let advice = suggest::list("; write ", spellings.iter().map(String::as_str));
                let message = format!("`{name}` belongs to {} types{advice}", owners.len());
                let mut diagnostic = self.source.error(Code::AmbiguousConstructor, span, message);
                for ctor in owners {
                    let owner = &env.decl(ctor.decl).name;
                    diagnostic = diagnostic.note(format!("a constructor of `{owner}`"));
                }
                self.diagnostics.push(diagnostic);
                None
            }
        }
    }

    /// Resolves `Type::Ctor`.
    pub(super) fn qualified_ctor(
        &mut self,
        space: &'a Name,
        name: &'a Name,
        span: Span,
    ) -> Option<CtorRef> {
        let env = self.scope.env();
        self.references.types.push(space.clone());
        let owners = env.owners(name);
        let owner = env.find(space);
        match owners.iter().find(|ctor| Some(ctor.decl) == owner) {
            Some(_) if owners.len() == 1 => {
                let message = format!("`{name}` is unambiguous; write it without `{space}::`");
                self.report(Code::NeedlessQualification, span, message);
                None
            }
            Some(ctor) => Some(*ctor),
            None => {
                let spellings: Vec<String> =
                    owners.iter().map(|ctor| env.spelling(*ctor)).collect();
                let advice = suggest::list("; did you mean ", spellings.iter().map(String::as_str));
                let message = format!("type `{space}` has no constructor `{name}`{advice}");
                self.report(Code::UnknownConstructor, span, message);
                None
            }
        }
    }
}
