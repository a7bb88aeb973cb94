//! What makes a set of type declarations valid.
//!
//! Two passes: names first, since a body can only be judged when every name stands for one
//! declaration; then bodies. Alias cycles stop the second pass for the types they reach, because
//! nothing can be said about a type without a meaning.
//!
//! Spec: `soil0-cli#6`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::types::env::{Body, DeclId, Field, Ignored, Payload, Strategy, TypeDecl, TypeEnv};
use crate::soil::types::kernel::BUILTIN_TYPES;
use crate::soil::types::scalar;
use crate::soil::types::ty::Ty;

/// A fault of one declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvFault {
    /// Index among the declarations that were given.
    pub decl: usize,
    /// The declared name.
    pub name: Name,
    /// What is wrong.
    pub kind: EnvFaultKind,
}

impl std::fmt::Display for EnvFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "type `{}`: {}", self.name, self.kind)
    }
}

/// What can be wrong with a declaration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnvFaultKind {
    /// The name belongs to the kernel.
    #[error("the kernel already declares that name")]
    KernelName,
    /// The name is declared before.
    #[error("declared twice")]
    DuplicateType,
    /// A name is not of the class that its place demands.
    #[error("`{0}` is not {1}")]
    BadName(Name, &'static str),
    /// Two parameters of one name.
    #[error("parameter `{0}` is declared twice")]
    DuplicateParam(Name),
    /// Two fields of one name.
    #[error("field `{0}` is declared twice")]
    DuplicateField(Name),
    /// Two variants of one name.
    #[error("variant `{0}` is declared twice")]
    DuplicateVariant(Name),
    /// A sum without variants.
    #[error("a sum has at least one variant")]
    EmptySum,
    /// A function type.
    #[error("a function type cannot be part of a declared type")]
    Arrow,
    /// A variable that is not a parameter.
    #[error("`{0}` is not a parameter of the type")]
    UnknownVar(Name),
    /// A type that nothing declares.
    #[error("unknown type `{0}`")]
    UnknownType(Name),
    /// The wrong number of arguments.
    #[error("`{name}` takes {expected} type argument(s), found {found}")]
    Arity {
        /// The applied type.
        name: Name,
        /// How many it takes.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// An alias that stands for itself.
    #[error("the alias refers to itself")]
    AliasCycle,
    /// A body without content under a strategy by content.
    #[error("an opaque body needs the `Opaque` strategy")]
    OpaqueBody,
    /// A copied field that cannot be copied.
    #[error("field `{field}` copies `{source_field}`, which is no stored field of the same type")]
    BadCopy {
        /// The ignored field.
        field: Name,
        /// What it names.
        source_field: Name,
    },
    /// A constant that is no value of its field.
    #[error("the constant of field `{0}` is no scalar value of the field's type")]
    BadConst(Name),
}

pub(super) fn names(
    decls: &[TypeDecl],
    n_kernel: usize,
) -> Result<FxHashMap<Name, DeclId>, Vec<EnvFault>> {
    let mut by_name = FxHashMap::default();
    let mut faults = Vec::new();
    for (at, decl) in decls.iter().enumerate() {
        let mut fault = |kind| {
            faults.push(EnvFault { decl: at - n_kernel, name: decl.name.clone(), kind });
        };
        if !is_upper(&decl.name) {
            fault(EnvFaultKind::BadName(decl.name.clone(), "a type name"));
        } else if BUILTIN_TYPES.iter().any(|(name, _)| *name == decl.name) {
            fault(EnvFaultKind::KernelName);
        } else if let Some(DeclId(earlier)) = by_name.get(&decl.name) {
            fault(if (*earlier as usize) < n_kernel {
                EnvFaultKind::KernelName
            } else {
                EnvFaultKind::DuplicateType
            });
        } else {
            by_name.insert(decl.name.clone(), DeclId(at as u32));
        }
    }
    if faults.is_empty() { Ok(by_name) } else { Err(faults) }
}

pub(super) fn bodies(env: &mut TypeEnv, n_kernel: usize) -> Result<(), Vec<EnvFault>> {
    let mut faults = Vec::new();
    for (at, decl) in env.decls().iter().enumerate().skip(n_kernel) {
        let mut found = Vec::new();
        body(env, decl, &mut found);
        if found.is_empty() && is_cyclic(env, DeclId(at as u32)) {
            found.push(EnvFaultKind::AliasCycle);
        }
        faults.extend(found.into_iter().map(|kind| EnvFault {
            decl: at - n_kernel,
            name: decl.name.clone(),
            kind,
        }));
    }
    if faults.is_empty() {
        for at in n_kernel..env.decls().len() {
            defaults(env, n_kernel, at, &mut faults);
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn body(env: &TypeEnv, decl: &TypeDecl, faults: &mut Vec<EnvFaultKind>) {
    let mut params = FxHashSet::default();
    for param in &decl.params {
        if !is_lower(param) {
            faults.push(EnvFaultKind::BadName(param.clone(), "a type variable"));
        } else if !params.insert(param.clone()) {
            faults.push(EnvFaultKind::DuplicateParam(param.clone()));
        }
    }
    match &decl.body {
        Body::Record(fields) => record(env, fields, &params, faults),
        Body::Sum(variants) => {
            if variants.is_empty() {
                faults.push(EnvFaultKind::EmptySum);
            }
            let mut seen = FxHashSet::default();
            for variant in variants {
                if !is_upper(&variant.name) {
                    faults.push(EnvFaultKind::BadName(variant.name.clone(), "a constructor name"));
                } else if !seen.insert(&variant.name) {
                    faults.push(EnvFaultKind::DuplicateVariant(variant.name.clone()));
                }
                match &variant.payload {
                    Payload::None => {}
                    Payload::One(ty) => shape(env, ty, &params, faults),
                    Payload::Record(fields) => record(env, fields, &params, faults),
                }
            }
        }
        Body::Opaque if decl.strategy == Strategy::Structural => {
            faults.push(EnvFaultKind::OpaqueBody);
        }
        Body::Opaque => {}
        Body::Alias(ty) => shape(env, ty, &params, faults),
    }
}

fn record(
    env: &TypeEnv,
    fields: &[Field],
    params: &FxHashSet<Name>,
    faults: &mut Vec<EnvFaultKind>,
) {
    let mut seen = FxHashSet::default();
    for field in fields {
        if !is_lower(&field.name) {
            faults.push(EnvFaultKind::BadName(field.name.clone(), "a field name"));
        } else if !seen.insert(&field.name) {
            faults.push(EnvFaultKind::DuplicateField(field.name.clone()));
        }
        shape(env, &field.ty, params, faults);
    }
}

fn shape(env: &TypeEnv, ty: &Ty, params: &FxHashSet<Name>, faults: &mut Vec<EnvFaultKind>) {
    deep(|| match ty {
        Ty::Arrow(_) => faults.push(EnvFaultKind::Arrow),
        Ty::Var(name) if params.contains(name) => {}
        Ty::Var(name) => faults.push(EnvFaultKind::UnknownVar(name.clone())),
        Ty::Con(name, args) => {
            match env.arity(name) {
                None => faults.push(EnvFaultKind::UnknownType(name.clone())),
                Some(expected) if expected != args.len() => faults.push(EnvFaultKind::Arity {
                    name: name.clone(),
                    expected,
                    found: args.len(),
                }),
                Some(_) => {}
            }
            for arg in args.iter() {
                shape(env, arg, params, faults);
            }
        }
    });
}

/// Says whether an alias reaches itself through aliases, arguments included: `type A = List A` has
/// no finite expansion either.
fn is_cyclic(env: &TypeEnv, start: DeclId) -> bool {
    let Body::Alias(target) = &env.decl(start).body else { return false };
    let mut seen = FxHashSet::default();
    let mut todo = vec![target];
    while let Some(ty) = todo.pop() {
        let Ty::Con(name, args) = ty else { continue };
        todo.extend(args.iter());
        let Some(id) = env.find(name) else { continue };
        if id == start {
            return true;
        }
        if let Body::Alias(inner) = &env.decl(id).body
            && seen.insert(id)
        {
            todo.push(inner);
        }
    }
    false
}

/// Checks the defaults of ignored fields and makes their constants canonical.
fn defaults(env: &mut TypeEnv, n_kernel: usize, at: usize, faults: &mut Vec<EnvFault>) {
    let decl = &env.decls()[at];
    let mut canonical = Vec::new();
    let mut found = Vec::new();
    let groups: Vec<&[Field]> = match &decl.body {
        Body::Record(fields) => vec![fields],
        Body::Sum(variants) => variants
            .iter()
            .filter_map(|variant| match &variant.payload {
                Payload::Record(fields) => Some(fields.as_slice()),
                _ => None,
            })
            .collect(),
        Body::Opaque | Body::Alias(_) => Vec::new(),
    };
    for field in groups.iter().flat_map(|fields| fields.iter().map(move |field| (*fields, field))) {
        match field {
            (_, Field { ignored: None, .. }) => {}
            (fields, Field { name, ty, ignored: Some(Ignored::CopyField(copied)) }) => {
                let is_copyable = fields.iter().any(|sibling| {
                    sibling.name == *copied
                        && sibling.ignored.is_none()
                        && env.expand(&sibling.ty) == env.expand(ty)
                });
                if !is_copyable {
                    let (field, source_field) = (name.clone(), copied.clone());
                    found.push(EnvFaultKind::BadCopy { field, source_field });
                }
            }
            (_, Field { name, ty, ignored: Some(Ignored::Const(text)) }) => {
                match scalar::decode(&env.expand(ty), text) {
                    Some(scalar) => canonical.push(scalar.to_json()),
                    None => found.push(EnvFaultKind::BadConst(name.clone())),
                }
            }
        }
    }
    let name = decl.name.clone();
    if !found.is_empty() {
        faults.extend(found.into_iter().map(|kind| EnvFault {
            decl: at - n_kernel,
            name: name.clone(),
            kind,
        }));
        return;
    }
    let mut canonical = canonical.into_iter();
    let rewrite = |fields: &mut Vec<Field>, canonical: &mut std::vec::IntoIter<String>| {
        for field in fields {
            if let Some(Ignored::Const(text)) = &mut field.ignored {
                *text = canonical.next().expect("one text a constant").into();
            }
        }
    };
    match &mut env.decls_mut()[at].body {
        Body::Record(fields) => rewrite(fields, &mut canonical),
        Body::Sum(variants) => {
            for variant in variants {
                if let Payload::Record(fields) = &mut variant.payload {
                    rewrite(fields, &mut canonical);
                }
            }
        }
        Body::Opaque | Body::Alias(_) => {}
    }
}

const KEYWORDS: [&str; 12] =
    ["let", "rec", "and", "or", "not", "in", "fun", "match", "with", "if", "then", "else"];

fn is_upper(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_lower(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && !KEYWORDS.contains(&name)
        && name != "decreases"
}
