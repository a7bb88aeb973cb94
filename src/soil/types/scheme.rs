//! Type schemes: a declared type flattened so that one loop instantiates it.
//!
//! ```text
//! List a -> I64 -> panic a      variables: a = 0
//! nodes: 1 = List 0   2 = I64   3 = 2 ->{panic} 0   4 = 1 -> 3      root: 4
//! ```
//!
//! Identifiers below the number of variables are variables; the others are nodes, children first.
//! Aliases are expanded and a declared `ffi` has its `panic` beside it (`soil0-cli#8.5`).

use rustc_hash::FxHashMap;

use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Effect, Effects, Row};
use crate::soil::types::env::{Body, DeclId, Field, Payload, TypeDecl, TypeEnv};
use crate::soil::types::kernel::BUILTIN_TYPES;
use crate::soil::types::ty::{NumTy, Ty};

/// The head of a constructed type: a built-in constructor or a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Head(pub u32);

const N_BUILTIN: u32 = BUILTIN_TYPES.len() as u32;

impl Head {
    pub(crate) const I64: Head = Head(0);
    pub(crate) const U64: Head = Head(1);
    pub(crate) const F64: Head = Head(9);
    pub(crate) const UTF8: Head = Head(10);
    /// The kernel's first declaration.
    pub(crate) const BOOL: Head = Head(N_BUILTIN);

    pub(crate) fn of_decl(id: DeclId) -> Head {
        Head(N_BUILTIN + id.0)
    }

    pub(crate) fn find(env: &TypeEnv, name: &str) -> Option<Head> {
        match env.find(name) {
            Some(id) => Some(Head::of_decl(id)),
            None => {
                BUILTIN_TYPES.iter().position(|(known, _)| *known == name).map(|at| Head(at as u32))
            }
        }
    }

    pub(crate) fn decl(self) -> Option<DeclId> {
        self.0.checked_sub(N_BUILTIN).map(DeclId)
    }

    pub(crate) fn name(self, env: &TypeEnv) -> Name {
        match self.decl() {
            Some(id) => env.decl(id).name.clone(),
            None => Name::new_static(BUILTIN_TYPES[self.0 as usize].0),
        }
    }

    pub(crate) fn num(self) -> Option<NumTy> {
        match self.decl() {
            Some(_) => None,
            None => NumTy::from_name(BUILTIN_TYPES[self.0 as usize].0),
        }
    }
}

/// Where a row ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemeTail {
    Closed,
    /// Index among the row variables.
    Var(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum SchemeNode {
    /// `n_args` identifiers from `first_arg` on in [`Scheme::args`].
    Con {
        head: Head,
        first_arg: u32,
        n_args: u32,
    },
    Arrow {
        dom: u32,
        effects: Effects,
        tail: SchemeTail,
        cod: u32,
    },
}

/// A flattened type over its variables.
#[derive(Clone, Debug)]
pub(crate) struct Scheme {
    /// Type variables: the given ones first, then the others by first appearance.
    pub vars: Vec<Name>,
    /// Row variables by first appearance.
    pub rows: Vec<Name>,
    pub nodes: Vec<SchemeNode>,
    pub args: Vec<u32>,
    pub root: u32,
}

impl Scheme {
    /// Flattens a type; `params` are its first variables whether they appear or not.
    ///
    /// `None` when the type names something unknown or misuses it; conversion has reported it.
    pub(crate) fn new(env: &TypeEnv, ty: &Ty, params: &[Name]) -> Option<Scheme> {
        let ty = env.expand(ty);
        let mut scheme = Scheme {
            vars: params.to_vec(),
            rows: Vec::new(),
            nodes: Vec::new(),
            args: Vec::new(),
            root: 0,
        };
        scheme.collect(&ty);
        let mut leaves = FxHashMap::default();
        scheme.root = scheme.flatten(env, &ty, &mut leaves)?;
        Some(scheme)
    }

    fn collect(&mut self, ty: &Ty) {
        deep(|| match ty {
            Ty::Var(name) => note(&mut self.vars, name),
            Ty::Con(_, args) => args.iter().for_each(|arg| self.collect(arg)),
            Ty::Arrow(arrow) => {
                self.collect(&arrow.dom);
                if let Some(name) = &arrow.row.var {
                    note(&mut self.rows, name);
                }
                self.collect(&arrow.cod);
            }
        });
    }

    fn flatten(
        &mut self,
        env: &TypeEnv,
        ty: &Ty,
        leaves: &mut FxHashMap<Head, u32>,
    ) -> Option<u32> {
        deep(|| match ty {
            Ty::Var(name) => Some(position(&self.vars, name)),
            Ty::Con(name, args) => {
                let head = Head::find(env, name)?;
                if env.arity(name)? != args.len() {
                    return None;
                }
                if let (true, Some(id)) = (args.is_empty(), leaves.get(&head)) {
                    return Some(*id);
                }
                let ids: Option<Vec<u32>> =
                    args.iter().map(|arg| self.flatten(env, arg, leaves)).collect();
                let first_arg = self.args.len() as u32;
                self.args.extend(ids?);
                let id = self.push(SchemeNode::Con { head, first_arg, n_args: args.len() as u32 });
                if args.is_empty() {
                    leaves.insert(head, id);
                }
                Some(id)
            }
            Ty::Arrow(arrow) => {
                let dom = self.flatten(env, &arrow.dom, leaves)?;
                let cod = self.flatten(env, &arrow.cod, leaves)?;
                let tail = match &arrow.row.var {
                    None => SchemeTail::Closed,
                    Some(name) => SchemeTail::Var(position(&self.rows, name)),
                };
                let effects = performed(&arrow.row);
                Some(self.push(SchemeNode::Arrow { dom, effects, tail, cod }))
            }
        })
    }

    fn push(&mut self, node: SchemeNode) -> u32 {
        self.nodes.push(node);
        (self.vars.len() + self.nodes.len()) as u32 - 1
    }
}

/// Returns the effects that a declared row stands for when checking: `ffi` brings `panic`.
pub(crate) fn performed(row: &Row) -> Effects {
    if row.effects.contains(Effect::Ffi) { row.effects.with(Effect::Panic) } else { row.effects }
}

fn note(names: &mut Vec<Name>, name: &Name) {
    if !names.contains(name) {
        names.push(name.clone());
    }
}

fn position(names: &[Name], name: &Name) -> u32 {
    names.iter().position(|known| known == name).expect("collected before") as u32
}

/// The types inside a declaration, flattened over its parameters.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// One scheme a field, ignored ones included.
    Record(Vec<Scheme>),
    Sum(Vec<PayloadShape>),
    /// Opaque types, and aliases, which no checked type contains.
    None,
}

#[derive(Clone, Debug)]
pub(crate) enum PayloadShape {
    None,
    One(Scheme),
    Record(Vec<Scheme>),
}

impl Shape {
    /// Flattens a valid declaration.
    pub(crate) fn new(env: &TypeEnv, decl: &TypeDecl) -> Shape {
        let scheme = |ty: &Ty| {
            Scheme::new(env, ty, &decl.params).expect("an environment is valid by construction")
        };
        let all = |fields: &[Field]| fields.iter().map(|field| scheme(&field.ty)).collect();
        match &decl.body {
            Body::Record(fields) => Shape::Record(all(fields)),
            Body::Sum(variants) => Shape::Sum(
                variants
                    .iter()
                    .map(|variant| match &variant.payload {
                        Payload::None => PayloadShape::None,
                        Payload::One(ty) => PayloadShape::One(scheme(ty)),
                        Payload::Record(fields) => PayloadShape::Record(all(fields)),
                    })
                    .collect(),
            ),
            Body::Opaque | Body::Alias(_) => Shape::None,
        }
    }
}
