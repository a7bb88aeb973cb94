//! The type environment: kernel declarations and those of a program, by name and by index.
//!
//! Comes in: `env.json` (see `soil::oracle`) or the `soil-type` blocks of a root. An environment
//! is valid by construction: [`TypeEnv::new`] is the only way in.
//!
//! Spec: `soil0-cli#6`.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::types::kernel::{BUILTIN_TYPES, KERNEL};
use crate::soil::types::scheme::Shape;
use crate::soil::types::ty::{Arrow, Ty};
use crate::soil::types::validate::{self, EnvFault};

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

/// A variant of a declared sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CtorRef {
    /// The sum.
    pub decl: DeclId,
    /// Index in declaration order.
    pub variant: u32,
}

/// A valid set of declarations, the kernel's included.
#[derive(Clone, Debug)]
pub struct TypeEnv {
    decls: Vec<TypeDecl>,
    by_name: FxHashMap<Name, DeclId>,
    /// Owners of each constructor name, ascending by type name.
    ctors: FxHashMap<Name, Vec<CtorRef>>,
    /// Record types by their sorted stored field names, in declaration order.
    records: FxHashMap<Box<[Name]>, Vec<DeclId>>,
    shapes: Vec<Shape>,
}

impl TypeEnv {
    /// Adds `decls` to the kernel and validates the whole.
    ///
    /// Constants of ignored fields are rewritten to canonical JSON.
    ///
    /// # Errors
    /// Every fault, in declaration order, never empty; a fault that only follows from another is
    /// left out.
    ///
    /// Spec: `soil0-cli#6`.
    pub fn new(decls: Vec<TypeDecl>) -> Result<TypeEnv, Vec<EnvFault>> {
        let n_kernel = KERNEL.len();
        let mut all = KERNEL.clone();
        all.extend(decls);
        let by_name = validate::names(&all, n_kernel)?;
        let mut env = TypeEnv {
            decls: all,
            by_name,
            ctors: FxHashMap::default(),
            records: FxHashMap::default(),
            shapes: Vec::new(),
        };
        validate::bodies(&mut env, n_kernel)?;
        env.index();
        Ok(env)
    }

    /// Returns the environment that has the kernel only.
    pub fn kernel() -> Arc<TypeEnv> {
        static ENV: LazyLock<Arc<TypeEnv>> =
            LazyLock::new(|| Arc::new(TypeEnv::new(Vec::new()).expect("the kernel is valid")));
        ENV.clone()
    }

    fn index(&mut self) {
        for (at, decl) in self.decls.iter().enumerate() {
            let id = DeclId(at as u32);
            match &decl.body {
                Body::Sum(variants) => {
                    for (variant, declared) in variants.iter().enumerate() {
                        let ctor = CtorRef { decl: id, variant: variant as u32 };
                        self.ctors.entry(declared.name.clone()).or_default().push(ctor);
                    }
                }
                Body::Record(fields) => {
                    let mut names = stored(fields).map(|(_, f)| f.name.clone()).collect::<Vec<_>>();
                    names.sort_unstable();
                    self.records.entry(names.into()).or_default().push(id);
                }
                Body::Opaque | Body::Alias(_) => {}
            }
        }
        for owners in self.ctors.values_mut() {
            owners.sort_by(|a, b| {
                self.decls[a.decl.0 as usize].name.cmp(&self.decls[b.decl.0 as usize].name)
            });
        }
        self.shapes = self.decls.iter().map(|decl| Shape::new(self, decl)).collect();
    }

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

    /// Returns how many arguments a built-in or declared type takes, if there is one.
    pub fn arity(&self, name: &str) -> Option<usize> {
        match self.find(name) {
            Some(id) => Some(self.decl(id).params.len()),
            None => BUILTIN_TYPES.iter().find(|(known, _)| *known == name).map(|(_, n)| *n),
        }
    }

    /// Lists the sums that own a constructor name, ascending by type name.
    pub fn owners(&self, ctor: &str) -> &[CtorRef] {
        self.ctors.get(ctor).map_or(&[], Vec::as_slice)
    }

    /// Lists the record types whose stored fields are exactly `names`, which must be sorted.
    pub fn records_with(&self, names: &[Name]) -> &[DeclId] {
        self.records.get(names).map_or(&[], Vec::as_slice)
    }

    /// Returns a declared variant.
    pub fn variant(&self, ctor: CtorRef) -> &Variant {
        match &self.decl(ctor.decl).body {
            Body::Sum(variants) => &variants[ctor.variant as usize],
            _ => panic!("a constructor reference names a sum"),
        }
    }

    /// Returns the one legal spelling of a constructor: bare, or qualified where several own it.
    pub fn spelling(&self, ctor: CtorRef) -> String {
        let name = &self.variant(ctor).name;
        match self.owners(name) {
            [_] => name.to_string(),
            _ => format!("{}::{name}", self.decl(ctor.decl).name),
        }
    }

    /// Lists the fields of a record type, ignored ones included; empty for any other type.
    pub fn fields(&self, id: DeclId) -> &[Field] {
        match &self.decl(id).body {
            Body::Record(fields) => fields,
            _ => &[],
        }
    }

    /// Lists the fields of an inline-record variant; empty for any other variant.
    pub fn variant_fields(&self, ctor: CtorRef) -> &[Field] {
        match &self.variant(ctor).payload {
            Payload::Record(fields) => fields,
            _ => &[],
        }
    }

    /// Replaces every alias in a type by what it stands for.
    ///
    /// A type that names something unknown or with the wrong number of arguments keeps it as it
    /// is; conversion has reported it.
    pub fn expand(&self, ty: &Ty) -> Ty {
        deep(|| match ty {
            Ty::Var(_) => ty.clone(),
            Ty::Con(name, args) => {
                let alias = self.find(name).map(|id| self.decl(id)).and_then(|decl| {
                    let Body::Alias(target) = &decl.body else { return None };
                    (decl.params.len() == args.len()).then_some((&decl.params, target))
                });
                match alias {
                    Some((params, target)) => self.expand(&substitute(target, params, args)),
                    None if args.is_empty() => ty.clone(),
                    None => {
                        Ty::Con(name.clone(), args.iter().map(|arg| self.expand(arg)).collect())
                    }
                }
            }
            Ty::Arrow(arrow) => Ty::Arrow(Arc::new(Arrow {
                param: arrow.param.clone(),
                dom: self.expand(&arrow.dom),
                row: arrow.row.clone(),
                cod: self.expand(&arrow.cod),
            })),
        })
    }

    /// Returns the type of a field or payload with the declaration's parameters replaced by `args`.
    pub fn instantiate(&self, id: DeclId, ty: &Ty, args: &[Ty]) -> Ty {
        substitute(ty, &self.decl(id).params, args)
    }

    pub(crate) fn shape(&self, id: DeclId) -> &Shape {
        &self.shapes[id.0 as usize]
    }

    pub(crate) fn decls_mut(&mut self) -> &mut [TypeDecl] {
        &mut self.decls
    }
}

/// Lists the fields that values store, with their index among all fields, in declaration order.
pub fn stored(fields: &[Field]) -> impl Iterator<Item = (usize, &Field)> {
    fields.iter().enumerate().filter(|(_, field)| field.ignored.is_none())
}

/// Replaces type variables by name.
pub fn substitute(ty: &Ty, params: &[Name], args: &[Ty]) -> Ty {
    deep(|| match ty {
        Ty::Var(name) => match params.iter().position(|param| param == name) {
            Some(at) if at < args.len() => args[at].clone(),
            _ => ty.clone(),
        },
        Ty::Con(_, inner) if inner.is_empty() => ty.clone(),
        Ty::Con(name, inner) => {
            Ty::Con(name.clone(), inner.iter().map(|ty| substitute(ty, params, args)).collect())
        }
        Ty::Arrow(arrow) => Ty::Arrow(Arc::new(Arrow {
            param: arrow.param.clone(),
            dom: substitute(&arrow.dom, params, args),
            row: arrow.row.clone(),
            cod: substitute(&arrow.cod, params, args),
        })),
    })
}
