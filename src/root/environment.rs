//! The type environment of a root: every valid `soil-type` block, and how types hash.
//!
//! A faulty declaration is left out with everything that cannot stand without it, so that the rest
//! of the root keeps working.
//!
//! Spec: `soil0-cli#6`, `design#3.15`.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::contract::{Code, Diagnostic};
use crate::root::lock::quoted;
use crate::soil::Name;
use crate::soil::syntax::tree::{
    ExprId, ExprKind, FieldDecl, Lit, PayloadDecl, Tree, TypeBody, TypeDecl as Written, TypeId,
    TypeKind,
};
use crate::soil::syntax::{Span, deep};
use crate::soil::types::env::{
    Body, Field, Ignored, Payload, Strategy, TypeDecl, TypeEnv, Variant,
};
use crate::soil::types::ty::{Arrow, Ty};
use crate::soil::types::validate::{EnvFault, EnvFaultKind};
use crate::spec::digest::Digest;
use crate::spec::{Lang, Spec};

/// The types of a root.
#[derive(Debug)]
pub struct Environment {
    /// The valid declarations with the kernel's.
    pub env: Arc<TypeEnv>,
    /// Every valid user type.
    pub types: FxHashMap<Name, UserType>,
    /// Types that are declared but left out; whatever names one is left out too.
    pub missing: FxHashSet<Name>,
    /// Faults in the order of the definition paths.
    pub faults: Vec<Diagnostic>,
    /// The specifications that this was made from; the same ones need no second assembly.
    pub sources: Vec<Arc<Spec>>,
    /// The types that were missing from the start.
    pub broken: FxHashSet<Name>,
}

/// A valid user type.
#[derive(Clone, Debug)]
pub struct UserType {
    /// The definition path.
    pub path: Arc<str>,
    /// The `formal` hash of its specification, or its cycle hash.
    pub referent: Digest,
    /// Set when it is in a cycle of at least two types.
    pub cycle: Option<Digest>,
    /// Every user type that its declaration reaches, itself excluded, sorted.
    pub reaches: Arc<[Name]>,
}

/// Builds the environment of a root.
///
/// `specs` are the valid type specifications in path order, `broken` the names of those that are
/// declared in files with faults of their own.
pub fn assemble(specs: Vec<Arc<Spec>>, broken: FxHashSet<Name>) -> Environment {
    let mut faults = Vec::new();
    let mut missing = broken.clone();
    let mut alive: Vec<(&Arc<Spec>, TypeDecl)> = Vec::new();
    for spec in &specs {
        let Some(written) = spec.type_decl() else { continue };
        let before = faults.len();
        let decl = Converter { spec, written, faults: &mut faults }.decl();
        if faults.len() == before {
            alive.push((spec, decl));
        } else {
            missing.insert(decl.name);
        }
    }
    let env = loop {
        match TypeEnv::new(alive.iter().map(|(_, decl)| decl.clone()).collect()) {
            Ok(env) => break env,
            Err(found) => {
                let mut dropped = FxHashSet::default();
                for fault in &found {
                    let spec = alive[fault.decl].0;
                    dropped.insert(fault.decl);
                    let follows = matches!(&fault.kind,
                        EnvFaultKind::UnknownType(name) if missing.contains(name));
                    if !follows {
                        faults.push(report(spec, fault, &alive));
                    }
                }
                let mut at = 0;
                alive.retain(|(_, decl)| {
                    let is_dropped = dropped.contains(&at);
                    // A second declaration of a name leaves the first one standing.
                    let is_second = found
                        .iter()
                        .any(|fault| fault.decl == at && fault.kind == EnvFaultKind::DuplicateType);
                    if is_dropped && !is_second {
                        missing.insert(decl.name.clone());
                    }
                    at += 1;
                    !is_dropped
                });
            }
        }
    };
    faults.sort_by(|a, b| a.file.cmp(&b.file));
    let types = user_types(&alive);
    Environment { env: Arc::new(env), types, missing, faults, sources: specs, broken }
}

fn report(spec: &Spec, fault: &EnvFault, alive: &[(&Arc<Spec>, TypeDecl)]) -> Diagnostic {
    let written = spec.type_decl().expect("only types are assembled");
    let (code, place) = match &fault.kind {
        EnvFaultKind::KernelName | EnvFaultKind::DuplicateType => (Code::StateDuplicateType, None),
        EnvFaultKind::UnknownType(name) => (Code::UnknownType, find_type(&written.tree, name)),
        EnvFaultKind::Arity { name, .. } => (Code::TypeMismatch, find_type(&written.tree, name)),
        EnvFaultKind::BadCopy { field, .. } | EnvFaultKind::BadConst(field) => {
            (Code::TrIgnoredDefault, find_field(&written.body, field))
        }
        EnvFaultKind::Arrow => (Code::TrTypeSyntax, find_arrow(&written.tree)),
        _ => (Code::TrTypeSyntax, None),
    };
    let place = place.unwrap_or(written.name.span);
    let diagnostic = spec.source.error(code, place, fault.to_string());
    if fault.kind != EnvFaultKind::DuplicateType {
        return diagnostic;
    }
    match alive.iter().find(|(_, decl)| decl.name == fault.name) {
        Some((first, _)) => {
            let place = first.type_decl().expect("only types are assembled").name.span;
            diagnostic.note_at("declared here", first.source.name(), first.source.locate(place))
        }
        None => diagnostic,
    }
}

fn find_type(tree: &Tree, wanted: &Name) -> Option<Span> {
    let node = tree.types.iter().find(|node| match &node.kind {
        TypeKind::Con { name, .. } => name == wanted,
        _ => false,
    });
    node.map(|node| node.span)
}

fn find_arrow(tree: &Tree) -> Option<Span> {
    let node = tree.types.iter().find(|node| matches!(node.kind, TypeKind::Arrow { .. }));
    node.map(|node| node.span)
}

fn find_field(body: &TypeBody, wanted: &Name) -> Option<Span> {
    let fields: Vec<&FieldDecl> = match body {
        TypeBody::Record(fields) => fields.iter().collect(),
        TypeBody::Sum(variants) => variants
            .iter()
            .flat_map(|variant| match &variant.payload {
                PayloadDecl::Record(fields) => fields.as_slice(),
                _ => &[],
            })
            .collect(),
        TypeBody::Opaque | TypeBody::Alias(_) => Vec::new(),
    };
    fields.into_iter().find(|field| field.name.name == *wanted).map(|field| field.name.span)
}

/// From a declaration as written to one of the environment.
struct Converter<'a> {
    spec: &'a Spec,
    written: &'a Written,
    faults: &'a mut Vec<Diagnostic>,
}

impl Converter<'_> {
    fn decl(&mut self) -> TypeDecl {
        let written = self.written;
        let body = match &written.body {
            TypeBody::Opaque => Body::Opaque,
            TypeBody::Record(fields) => Body::Record(self.fields(fields)),
            TypeBody::Sum(variants) => Body::Sum(
                variants
                    .iter()
                    .map(|variant| Variant {
                        name: variant.name.name.clone(),
                        payload: match &variant.payload {
                            PayloadDecl::None => Payload::None,
                            PayloadDecl::One(ty) => Payload::One(self.ty(*ty)),
                            PayloadDecl::Record(fields) => Payload::Record(self.fields(fields)),
                        },
                    })
                    .collect(),
            ),
            TypeBody::Alias(ty) => Body::Alias(self.ty(*ty)),
        };
        let strategy = if body == Body::Opaque { Strategy::Opaque } else { Strategy::Structural };
        TypeDecl {
            name: written.name.name.clone(),
            params: written.params.iter().map(|param| param.name.clone()).collect(),
            strategy,
            body,
        }
    }

    fn fields(&mut self, fields: &[FieldDecl]) -> Vec<Field> {
        let convert = |field: &FieldDecl| Field {
            name: field.name.name.clone(),
            ty: self.ty(field.ty),
            ignored: field.ignored.and_then(|default| self.default(default)),
        };
        fields.iter().map(convert).collect()
    }

    fn ty(&self, id: TypeId) -> Ty {
        plain_type(&self.written.tree, id)
    }

    fn default(&mut self, id: ExprId) -> Option<Ignored> {
        let node = &self.written.tree[id];
        match &node.kind {
            ExprKind::Lit(Lit::Int(digits) | Lit::Float(digits)) => {
                Some(Ignored::Const(without_leading_zeros(digits).into()))
            }
            ExprKind::Lit(Lit::Str(text)) => {
                let mut json = String::new();
                quoted(&mut json, text);
                Some(Ignored::Const(json.into()))
            }
            ExprKind::Path(path) if path.fields.is_empty() => {
                Some(Ignored::CopyField(path.root.clone()))
            }
            _ => {
                self.faults.push(self.spec.source.error(
                    Code::TrIgnoredDefault,
                    node.span,
                    "an ignored field is filled by a literal or by the name of a sibling field",
                ));
                None
            }
        }
    }
}

fn without_leading_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    let kept = digits.len() - trimmed.len();
    match trimmed.as_bytes().first() {
        Some(b'0'..=b'9') => trimmed,
        _ => &digits[kept - 1..],
    }
}

/// Converts a written type without asking whether its names exist; refinements are erased.
pub fn plain_type(tree: &Tree, id: TypeId) -> Ty {
    deep(|| match &tree[id].kind {
        TypeKind::Var(name) => Ty::Var(name.clone()),
        TypeKind::Refined { base, .. } => plain_type(tree, *base),
        TypeKind::Con { name, args } => {
            Ty::Con(name.clone(), args.iter().map(|arg| plain_type(tree, *arg)).collect())
        }
        TypeKind::Arrow { param, dom, row, cod } => Ty::Arrow(Arc::new(Arrow {
            param: param.as_ref().map(|binder| binder.name.clone()),
            dom: plain_type(tree, *dom),
            row: row.clone(),
            cod: plain_type(tree, *cod),
        })),
    })
}

/// Works out how types reach each other, and hashes cycles.
///
/// Spec: `design#6.1`.
fn user_types(alive: &[(&Arc<Spec>, TypeDecl)]) -> FxHashMap<Name, UserType> {
    let index: FxHashMap<&Name, usize> =
        alive.iter().enumerate().map(|(at, (_, decl))| (&decl.name, at)).collect();
    let mentions: Vec<Vec<usize>> = alive
        .iter()
        .map(|(spec, _)| {
            let tree = &spec.type_decl().expect("only types are assembled").tree;
            let mut named: Vec<usize> = tree
                .types
                .iter()
                .filter_map(|node| match &node.kind {
                    TypeKind::Con { name, .. } => index.get(name).copied(),
                    _ => None,
                })
                .collect();
            named.sort_unstable();
            named.dedup();
            named
        })
        .collect();
    let mut seen = vec![usize::MAX; alive.len()];
    let reached: Vec<Vec<usize>> = (0..alive.len())
        .map(|from| {
            let mut stack = mentions[from].clone();
            let mut found = Vec::new();
            while let Some(at) = stack.pop() {
                if std::mem::replace(&mut seen[at], from) != from {
                    found.push(at);
                    stack.extend_from_slice(&mentions[at]);
                }
            }
            found.sort_unstable();
            found
        })
        .collect();
    let reaches = |from: usize, to: usize| reached[from].binary_search(&to).is_ok();
    let mut types = FxHashMap::default();
    for (at, (spec, decl)) in alive.iter().enumerate() {
        let others = || reached[at].iter().copied().filter(|other| *other != at);
        let mut cycle: Vec<usize> = others().filter(|other| reaches(*other, at)).collect();
        let cycle = (!cycle.is_empty()).then(|| {
            cycle.push(at);
            cycle.sort_by(|a, b| alive[*a].1.name.cmp(&alive[*b].1.name));
            let texts = cycle.iter().map(|member| {
                let spec = alive[*member].0;
                spec.text(spec.block(Lang::SoilType).expect("a type has its block").content)
            });
            Digest::of(std::iter::once("soil-cycle/1").chain(texts))
        });
        let mut names: Vec<Name> = others().map(|other| alive[other].1.name.clone()).collect();
        names.sort_unstable();
        types.insert(
            decl.name.clone(),
            UserType {
                path: spec.path.clone(),
                referent: cycle.unwrap_or(spec.hashes.formal),
                cycle,
                reaches: names.into(),
            },
        );
    }
    types
}
