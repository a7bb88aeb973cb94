//! The space of the search: the types that can matter, and the operators at those types.
//!
//! Everything is monomorphic here. The types are those of the signature, their parts, and what
//! one application of a builtin makes of them; an operator is in the space when all of its types
//! are, and when a value of the goal's type can come of it.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::constants::{self, Constant};
use super::task::Task;
use super::term::Op;
use crate::soil::builtins::{Builtin, Group, TABLE};
use crate::soil::core::Primitive;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::env::{Body, DeclId, Field, Payload, TypeEnv, stored, substitute};
use crate::soil::types::signatures;
use crate::soil::types::ty::{NumTy, Ty};
use crate::soil::value::Shape;

/// A type of the space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TyId(pub u16);

/// An operator at its types.
#[derive(Clone, Debug)]
pub(super) struct Operator {
    pub op: Op,
    pub args: Box<[TyId]>,
    pub result: TyId,
    pub cost: usize,
}

/// The whole space.
pub(super) struct Space {
    pub types: Vec<Ty>,
    ids: FxHashMap<Ty, TyId>,
    pub operators: Vec<Operator>,
    pub constants: Vec<Constant>,
    pub goal: TyId,
    pub params: Vec<TyId>,
    pub bool: TyId,
    /// `List a` to `a`, for the types of the space.
    pub lists: BTreeMap<TyId, TyId>,
}

/// Types beyond these are left out; only a signature of many wide records reaches it.
const MAX_TYPES: usize = 24;

impl Space {
    /// Lays out the space of a task.
    pub fn new(task: &Task) -> Space {
        let bool = Ty::con("Bool");
        let mut space = Space {
            types: Vec::new(),
            ids: FxHashMap::default(),
            operators: Vec::new(),
            constants: Vec::new(),
            goal: TyId(0),
            params: Vec::new(),
            bool: TyId(0),
            lists: BTreeMap::new(),
        };
        space.goal = space.add(&task.result).unwrap_or(TyId(0));
        space.bool = space.add(&bool).unwrap_or(TyId(0));
        for (_, ty) in &task.params {
            let id = space.add(ty).unwrap_or(space.bool);
            space.params.push(id);
        }
        space.close(&task.env);
        for callee in &task.callees {
            if callee.params.iter().all(|ty| space.ids.contains_key(ty)) {
                space.add(&callee.result);
            }
        }
        space.close(&task.env);
        for (at, ty) in space.types.iter().enumerate() {
            if let Ty::Con(name, args) = ty
                && name == "List"
                && let Some(item) = args.first().and_then(|item| space.ids.get(item))
            {
                space.lists.insert(TyId(at as u16), *item);
            }
        }
        space.builtins();
        space.numbers(task.may_panic);
        space.declared(&task.env);
        space.comparisons();
        for callee in &task.callees {
            let op = Op::Callee(callee.id, callee.written.clone());
            // What the prose names is meant to be used.
            let is_named = task.mentioned_texts.contains(callee.written.as_str());
            space.operator(op, &callee.params, &callee.result, if is_named { 1 } else { 2 });
        }
        space.keep_useful();
        space.constants = constants::of(task, &space);
        space
    }

    pub fn ty(&self, id: TyId) -> &Ty {
        &self.types[id.0 as usize]
    }

    pub fn n_types(&self) -> usize {
        self.types.len()
    }

    pub fn find(&self, ty: &Ty) -> Option<TyId> {
        self.ids.get(ty).copied()
    }

    fn add(&mut self, ty: &Ty) -> Option<TyId> {
        if let Some(id) = self.ids.get(ty) {
            return Some(*id);
        }
        if self.types.len() >= MAX_TYPES {
            return None;
        }
        let id = TyId(self.types.len() as u16);
        self.types.push(ty.clone());
        self.ids.insert(ty.clone(), id);
        Some(id)
    }

    /// Adds the parts of the types, and what one step makes of them.
    fn close(&mut self, env: &TypeEnv) {
        let mut at = 0;
        while at < self.types.len() {
            for part in parts(env, &self.types[at].clone()) {
                self.add(&part);
            }
            at += 1;
        }
        let con = Ty::con;
        let is_known = |this: &Space, name: &str| this.ids.contains_key(&con(name));
        let has_list = self.types.iter().any(|ty| matches!(ty, Ty::Con(name, _) if name == "List"));
        let has_map = self.types.iter().any(|ty| matches!(ty, Ty::Con(name, _) if name == "Map"));
        let has_text = is_known(self, "Utf8");
        if has_list || has_map || has_text || is_known(self, "Bytes") {
            self.add(&con("I64"));
        }
        if has_text {
            self.add(&Ty::app("List", [con("Utf8")]));
            self.add(&Ty::app("Option", [con("I64")]));
        }
        for ty in self.types.clone() {
            if let Ty::Con(name, args) = &ty
                && (name == "List" || name == "Map")
            {
                self.add(&Ty::app("Option", [args[args.len() - 1].clone()]));
            }
            if let Ty::Con(name, args) = &ty
                && name == "Map"
            {
                self.add(&Ty::app("List", [args[0].clone()]));
                self.add(&Ty::app("List", [args[1].clone()]));
            }
        }
        if is_known(self, "I64") {
            self.add(&Ty::app("List", [con("I64")]));
        }
    }

    fn operator(&mut self, op: Op, args: &[Ty], result: &Ty, cost: usize) {
        let args: Option<Box<[TyId]>> = args.iter().map(|ty| self.find(ty)).collect();
        if let (Some(args), Some(result)) = (args, self.find(result)) {
            self.operators.push(Operator { op, args, result, cost });
        }
    }

    /// Instantiates the builtins that take values and have no effect but `panic`.
    fn builtins(&mut self) {
        for row in TABLE {
            let is_out = row.group == Group::Capabilities
                || matches!(row.builtin, Builtin::Unit | Builtin::PanicWith);
            if is_out || row.ty.contains("(a ->") || row.ty.contains("(b ->") {
                continue;
            }
            let signature = signatures::builtin(row.builtin);
            let (params, result) = spine(signature);
            let variables = signature.variables();
            // A panic that nobody declared is owed an explanation, so it costs more.
            // Counting is a loop in disguise, which is rarely the shortest explanation.
            let cost = match row.builtin {
                Builtin::ListNth => 2,
                Builtin::ListRange => 3,
                _ => 1,
            };
            for chosen in self.choices(variables.len()) {
                let at = |ty: &Ty| substitute(ty, &variables, &chosen);
                let params: Vec<Ty> = params.iter().map(at).collect();
                self.operator(Op::Builtin(row.builtin), &params, &at(&result), cost);
            }
        }
    }

    fn choices(&self, n: usize) -> Vec<Vec<Ty>> {
        let mut all = vec![Vec::new()];
        for _ in 0..n {
            let longer = |chosen: &Vec<Ty>| {
                let chosen = chosen.clone();
                self.types.iter().map(move |ty| [chosen.clone(), vec![ty.clone()]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn numbers(&mut self, may_panic: bool) {
        for ty in self.types.clone() {
            let Ty::Con(name, _) = &ty else { continue };
            let Some(num) = NumTy::from_name(name) else { continue };
            let cost = if may_panic || num == NumTy::F64 { 1 } else { 2 };
            let pair = [ty.clone(), ty.clone()];
            for op in [ArithOp::Add, ArithOp::Sub, ArithOp::Mul, ArithOp::Div, ArithOp::Mod] {
                // Division by a constant never panics in the end, so a total row allows it as well.
                let own = if matches!(op, ArithOp::Div | ArithOp::Mod) { 1 } else { cost };
                self.operator(Op::Arith(op, num), &pair, &ty, own);
            }
            self.operator(Op::Neg(num), &pair[..1], &ty, cost);
            self.operator(Op::Show(name.clone()), &pair[..1], &Ty::con("Utf8"), 1);
            for primitive in [
                Primitive::ToBig,
                Primitive::FromBig,
                Primitive::ToF64,
                Primitive::ToI64,
                Primitive::Floor,
                Primitive::Ceil,
                Primitive::Round,
                Primitive::Abs,
                Primitive::Sqrt,
                Primitive::IsNan,
            ] {
                if let Some(signature) = signatures::primitive_type(num, primitive) {
                    let (params, result) = spine(signature);
                    self.operator(Op::Numeric(num, primitive), &params, &result, 1);
                }
            }
        }
    }

    /// Constructors, records, fields and updates.
    fn declared(&mut self, env: &TypeEnv) {
        for ty in self.types.clone() {
            let Ty::Con(name, args) = &ty else { continue };
            let Some(id) = env.find(name).filter(|_| *name != "Bool") else { continue };
            let Some(shape) = Shape::of(env, id) else { continue };
            match &env.decl(id).body {
                Body::Record(fields) => {
                    let types = fields_at(env, id, fields, args);
                    if !types.is_empty() {
                        self.operator(Op::Record(id, shape), &types, &ty, 1);
                    }
                    for (slot, ((_, field), part)) in stored(fields).zip(&types).enumerate() {
                        let read = Op::Field(slot, field.name.clone());
                        self.operator(read, std::slice::from_ref(&ty), part, 1);
                        if types.len() > 1 {
                            let update = Op::Update(slot, field.name.clone());
                            self.operator(update, &[ty.clone(), part.clone()], &ty, 1);
                        }
                    }
                }
                Body::Sum(variants) => {
                    for (variant, declared) in variants.iter().enumerate() {
                        let op = Op::Construct(id, shape, variant as u32);
                        let types = carried(env, id, &declared.payload, args);
                        if types.is_empty() {
                            continue;
                        }
                        self.operator(op, &types, &ty, 1);
                    }
                    if name == "Option" {
                        let pair = [ty.clone(), args[0].clone()];
                        self.operator(Op::OrElse, &pair, &args[0], 1);
                    }
                }
                Body::Opaque | Body::Alias(_) => {}
            }
        }
    }

    fn comparisons(&mut self) {
        let bool = Ty::con("Bool");
        for ty in self.types.clone() {
            let Ty::Con(name, _) = &ty else { continue };
            let pair = [ty.clone(), ty.clone()];
            // Of two equal costs the first is taken, and an order explains more than an equality.
            if NumTy::from_name(name).is_some() {
                self.operator(Op::Compare(CmpOp::Lt), &pair, &bool, 1);
                self.operator(Op::Compare(CmpOp::Le), &pair, &bool, 1);
            }
            if *name != "Bool" {
                self.operator(Op::Compare(CmpOp::Eq), &pair, &bool, 1);
                self.operator(Op::Compare(CmpOp::Ne), &pair, &bool, 1);
            }
        }
        self.operator(Op::Not, std::slice::from_ref(&bool), &bool, 1);
        self.operator(Op::And, &[bool.clone(), bool.clone()], &bool, 1);
        self.operator(Op::Or, &[bool.clone(), bool.clone()], &bool, 1);
    }

    /// Drops operators from which no value of the goal's type can come, conditions included.
    fn keep_useful(&mut self) {
        let mut useful: BTreeSet<TyId> = BTreeSet::from([self.goal, self.bool]);
        loop {
            let before = useful.len();
            for operator in &self.operators {
                if useful.contains(&operator.result) {
                    useful.extend(operator.args.iter());
                }
            }
            // Lambdas make a list of anything from a list of anything.
            for (list, item) in &self.lists {
                if useful.contains(list) {
                    useful.insert(*item);
                }
                useful.insert(*list);
            }
            if useful.len() == before {
                break;
            }
        }
        self.operators.retain(|operator| useful.contains(&operator.result));
    }
}

/// Lists the types that a value of a type holds, one level down.
fn parts(env: &TypeEnv, ty: &Ty) -> Vec<Ty> {
    let Ty::Con(name, args) = ty else { return Vec::new() };
    let Some(id) = env.find(name) else { return args.to_vec() };
    match &env.decl(id).body {
        Body::Record(fields) => fields_at(env, id, fields, args),
        Body::Sum(variants) => {
            variants.iter().flat_map(|one| carried(env, id, &one.payload, args)).collect()
        }
        Body::Opaque => Vec::new(),
        Body::Alias(target) => vec![at(env, id, target, args)],
    }
}

/// Lists the types that a variant carries, the sum being applied to `args`.
pub(super) fn carried(env: &TypeEnv, sum: DeclId, payload: &Payload, args: &[Ty]) -> Vec<Ty> {
    match payload {
        Payload::None => Vec::new(),
        Payload::One(part) => vec![at(env, sum, part, args)],
        Payload::Record(fields) => fields_at(env, sum, fields, args),
    }
}

fn fields_at(env: &TypeEnv, decl: DeclId, fields: &[Field], args: &[Ty]) -> Vec<Ty> {
    stored(fields).map(|(_, field)| at(env, decl, &field.ty, args)).collect()
}

/// Reads a type of a declaration that is applied to `args`.
fn at(env: &TypeEnv, decl: DeclId, part: &Ty, args: &[Ty]) -> Ty {
    env.expand(&env.instantiate(decl, part, args))
}

/// Says whether values of a type make good sort keys.
pub(super) fn is_ordered(ty: &Ty) -> bool {
    matches!(ty, Ty::Con(name, _) if name == "Utf8" || NumTy::from_name(name).is_some())
}

/// Takes a function type apart.
fn spine(ty: &Ty) -> (Vec<Ty>, Ty) {
    let mut params = Vec::new();
    let mut at = ty;
    while let Ty::Arrow(arrow) = at {
        params.push(arrow.dom.clone());
        at = &arrow.cod;
    }
    (params, at.clone())
}
