//! Rules that need more than one file: exports, predicates, the entrypoint.
//!
//! Spec: `tr-grammar#5.1`, `tr-grammar#2.3`, `soil-toml#2.3`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::contract::{Code, Diagnostic};
use crate::root::config::Config;
use crate::root::environment::Environment;
use crate::root::load::Loaded;
use crate::root::program::Program;
use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{PredId, PredKind, TermId, TermKind, Tree, TypeId, TypeKind};
use crate::soil::types::signatures;
use crate::soil::types::ty::Ty;
use crate::spec::{Exported, Kind, Payload, Predicate, Spec, ident, module_of, stem_of};

/// Checks the exports of a module header.
///
/// Every name stands in the module, and every user type in the signature of an exported function is
/// exported, plainly or as abstract, by the module that owns it.
pub fn exports(loaded: &Loaded, env: &Environment, header: &Spec) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let module = module_of(&header.path);
    let members = Members::of(loaded, module);
    for export in header.exports() {
        let is_known = match export.what {
            Exported::Function => members.functions.contains_key(&export.name),
            Exported::Type | Exported::Abstract => {
                members.types.contains(&export.name)
                    || members.nameless.contains(ident::snake_form(&export.name).as_str())
            }
        };
        if !is_known {
            let what = match export.what {
                Exported::Function => "function",
                Exported::Type | Exported::Abstract => "type",
            };
            faults.push(header.source.error(
                Code::TrExportUnknown,
                export.span,
                format!("the module has no {what} `{}`", export.name),
            ));
            continue;
        }
        let Some(spec) = members.functions.get(&export.name).copied().flatten() else { continue };
        let Some(signature) = spec.signature() else { continue };
        let sig = &signature.sig;
        let mut hidden: Vec<(&Name, Span)> = Vec::new();
        type_names(&sig.tree, sig.sig, &mut |name, span| {
            let is_first = hidden.iter().all(|(known, _)| *known != name);
            if is_first && env.types.get(name).is_some_and(|user| !is_exported(loaded, &user.path))
            {
                hidden.push((name, span));
            }
        });
        for (name, span) in hidden {
            faults.push(
                header
                    .source
                    .error(
                        Code::TrExportType,
                        export.span,
                        format!("`{}` is exported, but its signature names `{name}`", export.name),
                    )
                    .note_at("named here", spec.source.name(), spec.source.locate(span))
                    .note(format!("export `type {name}` or `abstract type {name}` where it lives")),
            );
        }
    }
    faults
}

struct Members<'a> {
    /// Functions with their specifications, as far as those are valid.
    functions: FxHashMap<Name, Option<&'a Arc<Spec>>>,
    types: FxHashSet<Name>,
    /// Stems of files whose frontmatter is so broken that they have no name.
    nameless: FxHashSet<&'a str>,
}

impl<'a> Members<'a> {
    /// A faulty file still counts as what its name says: its own fault is reported already.
    fn of(loaded: &'a Loaded, module: &str) -> Members<'a> {
        let mut members = Members {
            functions: FxHashMap::default(),
            types: FxHashSet::default(),
            nameless: FxHashSet::default(),
        };
        let prefix = if module.is_empty() { String::new() } else { format!("{module}/") };
        let below = loaded.range::<str, _>((
            std::ops::Bound::Included(prefix.as_str()),
            std::ops::Bound::Unbounded,
        ));
        for (path, files) in below.take_while(|(path, _)| path.starts_with(&prefix)) {
            let Some(file) = files.spec.as_ref().filter(|_| module_of(path) == module) else {
                continue;
            };
            match &file.spec {
                Some(spec) if spec.kind == Kind::Function => {
                    members.functions.insert(spec.name.clone(), Some(spec));
                }
                Some(spec) if spec.kind == Kind::Type => {
                    members.types.insert(spec.name.clone());
                }
                Some(_) => {}
                None => {
                    members.functions.insert(Name::new(stem_of(path)), None);
                    match &file.name {
                        Some(name) => {
                            members.types.insert(name.clone());
                        }
                        None => {
                            members.nameless.insert(stem_of(path));
                        }
                    }
                }
            }
        }
        members
    }
}

fn is_exported(loaded: &Loaded, path: &str) -> bool {
    let module = module_of(path);
    let header = if module.is_empty() { "_module".to_owned() } else { format!("{module}/_module") };
    let files = loaded.get(header.as_str()).and_then(|files| files.spec.as_ref());
    let own = loaded.get(path).and_then(|files| files.spec.as_ref()?.spec.as_ref());
    match (files, own) {
        (Some(file), Some(own)) => file.spec.as_ref().is_none_or(|header| {
            header
                .exports()
                .iter()
                .any(|export| export.what != Exported::Function && export.name == own.name)
        }),
        // Without a header nothing is exported, and nobody could repair it there.
        _ => false,
    }
}

pub(crate) fn type_names<'t>(tree: &'t Tree, root: TypeId, found: &mut impl FnMut(&'t Name, Span)) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        match &tree[id].kind {
            TypeKind::Con { name, args } => {
                found(name, tree[id].span);
                stack.extend(args.iter().rev());
            }
            TypeKind::Arrow { dom, cod, .. } => stack.extend([*cod, *dom]),
            TypeKind::Refined { base, .. } => stack.push(*base),
            TypeKind::Var(_) => {}
        }
    }
}

/// Lists the predicates of a specification in document order, filters of properties included.
pub(crate) fn predicates_of(spec: &Spec) -> Vec<&Predicate> {
    let mut all: Vec<&Predicate> = Vec::new();
    for block in &spec.blocks {
        match &block.payload {
            Payload::Clauses(clauses) => all.extend(clauses.iter().map(|clause| &clause.predicate)),
            Payload::Property(property) => {
                all.extend(property.binders.iter().filter_map(|binder| binder.filter.as_ref()));
                all.push(&property.predicate);
            }
            _ => {}
        }
    }
    all
}

/// Checks that predicates call nothing that may do more than return.
pub fn predicates(loaded: &Loaded, program: &Program, spec: &Spec) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for predicate in predicates_of(spec) {
        calls(&predicate.tree, predicate.pred, &mut |name, span| {
            if let Some(row) = effects_of(loaded, program, spec, name) {
                faults.push(spec.source.error(
                    Code::TrPredicateEffect,
                    span,
                    format!("a predicate calls total definitions only; `{name}` may `{row}`"),
                ));
            }
        });
    }
    faults
}

/// Returns the effects of what a name means in predicates of a specification; `None` for total.
fn effects_of(loaded: &Loaded, program: &Program, spec: &Spec, name: &Name) -> Option<String> {
    let scope = &program.scope;
    let mut visible = scope.named(name).iter().copied().filter(|id| {
        let interface = scope.interface(*id);
        !interface.is_private() || interface.directory() == spec.module()
    });
    let declared = match (visible.next(), visible.next()) {
        (Some(id), None) => scope.interface(id).ty().cloned(),
        (Some(_), Some(_)) => None,
        _ => match signatures::find(name) {
            Some(builtin) => Some(signatures::builtin(builtin).clone()),
            None => unlowered(loaded, spec, name),
        },
    }?;
    let mut ty = &declared;
    let mut words = Vec::new();
    while let Ty::Arrow(arrow) = ty {
        words.extend(arrow.row.effects.iter().map(|effect| effect.word().to_owned()));
        words.extend(arrow.row.var.as_ref().map(|var| var.to_string()));
        ty = &arrow.cod;
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// A definition that has no Soil yet is known by the signature of its specification.
fn unlowered(loaded: &Loaded, spec: &Spec, name: &Name) -> Option<Ty> {
    let own = if spec.module().is_empty() {
        name.to_string()
    } else {
        format!("{}/{name}", spec.module())
    };
    let other = loaded.get(own.as_str())?.spec.as_ref()?.spec.as_ref()?;
    let signature = other.signature()?;
    Some(crate::root::environment::plain_type(&signature.sig.tree, signature.sig.sig))
}

pub(crate) fn calls<'t>(tree: &'t Tree, root: PredId, found: &mut impl FnMut(&'t Name, Span)) {
    let mut preds = vec![root];
    let mut terms: Vec<TermId> = Vec::new();
    while let Some(id) = preds.pop() {
        match &tree[id].kind {
            PredKind::Implies { lhs, rhs }
            | PredKind::Or { lhs, rhs }
            | PredKind::And { lhs, rhs } => {
                preds.extend([*rhs, *lhs]);
            }
            PredKind::Not { pred } => preds.push(*pred),
            PredKind::Cmp { lhs, rhs, .. } => terms.extend([*rhs, *lhs]),
            PredKind::Is { scrutinee, .. } => terms.push(*scrutinee),
            PredKind::Call { name, args } => {
                found(name, tree[id].span);
                terms.extend(args.iter().rev());
            }
        }
        while let Some(id) = terms.pop() {
            match &tree[id].kind {
                TermKind::Call { name, args } => {
                    found(name, tree[id].span);
                    terms.extend(args.iter().rev());
                }
                TermKind::Arith { lhs, rhs, .. } => terms.extend([*rhs, *lhs]),
                TermKind::Lit(_) | TermKind::Path(_) => {}
            }
        }
    }
}

/// Checks that the entrypoint, when one is named, exists.
pub fn entrypoint(loaded: &Loaded, config: &Config) -> Option<Diagnostic> {
    let (name, span) = config.entrypoint.as_ref()?;
    let exists = loaded
        .iter()
        .any(|(path, files)| files.spec.is_some() && (**path == **name || stem_of(path) == name));
    (!exists).then(|| {
        config.source.error(
            Code::ConfigBadValue,
            *span,
            format!("`entrypoint` names `{name}`, which the root does not define"),
        )
    })
}
