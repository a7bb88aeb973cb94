//! The type environment: kernel declarations and those of a program, by name and by index.
//!
//! Comes in: `env.json` (see `soil::oracle`) or the `soil-type` blocks of a root. An environment
//! is valid by construction: [`TypeEnv::new`] is the only way in.
//!
//! Spec: `soil0-cli#6`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::soil::Name;
use crate::soil::types::ty::Ty;

/// Where a declaration stands in [`TypeEnv::decls`]; kernel declarations come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclId(pub u32);

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDecl {
    /// UPPER.
    pub name: Name,
    /// Type variables, unique.
    pub params: Vec<Name>,
    /// How `eq`, `show`, `compare` and `hash` are derived.
    pub strategy: Strategy,
    /// What a value looks like.
    pub body: Body,
}

/// How derived functions treat a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// By content.
    Structural,
    /// By identity.
    Opaque,
}

/// What a value of a declared type looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Fields in declaration order.
    Record(Vec<Field>),
    /// Variants in declaration order, at least one.
    Sum(Vec<Variant>),
    /// Nothing that a program can look into.
    Opaque,
    /// Another name for a type.
    Alias(Ty),
}

/// A field of a record or of an inline-record payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// LOWER.
    pub name: Name,
    /// Its type over the declaration's parameters.
    pub ty: Ty,
    /// When set, the field is left out of derivation and filled from this.
    pub ignored: Option<Ignored>,
}

/// What fills an ignored field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// A scalar, as canonical JSON text of the field's type.
    Const(Arc<str>),
    /// A copy of a sibling, which is not ignored itself.
    CopyField(Name),
}

/// A variant of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// UPPER.
    pub name: Name,
    /// What it carries.
    pub payload: Payload,
}

/// What a variant carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Nothing.
    None,
    /// One value.
    One(Ty),
    /// An inline record.
    Record(Vec<Field>),
}

/// A valid set of declarations, the kernel's included.
#[derive(Clone, Debug)]
pub struct TypeEnv {
    decls: Vec<TypeDecl>,
    by_name: FxHashMap<Name, DeclId>,
}

impl TypeEnv {
    /// Lists all declarations, the kernel's first, in the order given.
    pub fn decls(&self) -> &[TypeDecl] {
        &self.decls
    }

    /// Returns a declaration.
    pub fn decl(&self, id: DeclId) -> &TypeDecl {
        &self.decls[id.0 as usize]
    }

    /// Looks up a declared type; built-in constructors (`I64`, `List`, …) are not declarations.
    pub fn find(&self, name: &str) -> Option<DeclId> {
        self.by_name.get(name).copied()
    }
}
