//! The types of builtins, numeric primitives and derived functions, parsed once from the table.
//!
//! Spec: `soil0-cli#11`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::soil::builtins::primitives::{self, PRIMITIVES};
use crate::soil::builtins::{Builtin, TABLE};
use crate::soil::core::Primitive;
use crate::soil::syntax::{SourceFile, parse};
use crate::soil::types::convert;
use crate::soil::types::env::{Body, TypeEnv};
use crate::soil::types::scheme::Scheme;
use crate::soil::types::ty::{NumTy, Ty};

struct Signature {
    ty: Ty,
    scheme: Scheme,
}

static NAMES: LazyLock<FxHashMap<&'static str, Builtin>> =
    LazyLock::new(|| TABLE.iter().map(|row| (row.name, row.builtin)).collect());

static SIGNATURES: LazyLock<Vec<Signature>> =
    LazyLock::new(|| TABLE.iter().map(|row| read(row.ty)).collect());

type OnTypes = FxHashMap<(NumTy, &'static str), (Primitive, Signature)>;

static ON_TYPES: LazyLock<OnTypes> = LazyLock::new(|| {
    PRIMITIVES
        .iter()
        .flat_map(|row| row.on.types().map(move |num| (row, num)))
        .map(|(row, num)| {
            ((num, row.name), (row.primitive, read(&primitives::type_text(row, num))))
        })
        .collect()
});

fn read(text: &str) -> Signature {
    let env = TypeEnv::kernel();
    let source = SourceFile::new("builtins", text);
    let parsed =
        parse::type_(&source, 0..text.len() as u32).expect("the table holds types that parse");
    let ty = convert::convert(&env, &parsed.tree, parsed.root)
        .expect("the table holds types of the kernel");
    let scheme = Scheme::new(&env, &ty, &[]).expect("the table holds valid types");
    Signature { ty, scheme }
}

/// Looks up a builtin by name.
pub fn find(name: &str) -> Option<Builtin> {
    NAMES.get(name).copied()
}

/// Returns the type of a builtin, aliases kept.
pub fn builtin(builtin: Builtin) -> &'static Ty {
    &SIGNATURES[builtin as usize].ty
}

/// Returns the numeric type that a type name stands for, through aliases.
pub fn numeric(env: &TypeEnv, name: &str) -> Option<NumTy> {
    match env.find(name).map(|id| env.decl(id)) {
        None => NumTy::from_name(name),
        Some(decl) => match &decl.body {
            Body::Alias(target) => match env.expand(target) {
                Ty::Con(name, _) => NumTy::from_name(&name),
                _ => None,
            },
            _ => None,
        },
    }
}

/// Looks up a function of a numeric type.
pub fn primitive(num: NumTy, name: &str) -> Option<Primitive> {
    let name = PRIMITIVES.iter().find(|row| row.name == name)?.name;
    ON_TYPES.get(&(num, name)).map(|(primitive, _)| *primitive)
}

/// Returns the type of a function of a numeric type that has it.
pub fn primitive_type(num: NumTy, primitive: Primitive) -> Option<&'static Ty> {
    on_type(num, primitive).map(|signature| &signature.ty)
}

/// Lists the names of the functions of a numeric type, in the order of the table.
pub fn primitives_of(num: NumTy) -> Vec<&'static str> {
    let has = |row: &&primitives::Row| row.on.types().any(|on| on == num);
    let mut names: Vec<_> = PRIMITIVES.iter().filter(has).map(|row| row.name).collect();
    names.dedup();
    names
}

pub(crate) fn builtin_scheme(builtin: Builtin) -> &'static Scheme {
    &SIGNATURES[builtin as usize].scheme
}

pub(crate) fn primitive_scheme(num: NumTy, primitive: Primitive) -> Option<&'static Scheme> {
    on_type(num, primitive).map(|signature| &signature.scheme)
}

fn on_type(num: NumTy, primitive: Primitive) -> Option<&'static Signature> {
    let name = PRIMITIVES.iter().find(|row| row.primitive == primitive)?.name;
    ON_TYPES.get(&(num, name)).map(|(_, signature)| signature)
}
