//! The space of the search: types that can matter, operators at those types, constants.
//!
//! Everything is monomorphic here. The types are those of the signature, their parts, and what
//! one application of a builtin makes of them; an operator is in the space when all of its types
//! are, and when a value of the goal's type can come of it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::task::{Task, Wanted};
use super::term::{Op, Term};
use crate::soil::Name;
use crate::soil::builtins::{Builtin, Group, TABLE};
use crate::soil::core::Primitive;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::env::{Body, Payload, TypeEnv, stored, substitute};
use crate::soil::types::signatures;
use crate::soil::types::ty::{IntTy, NumTy, Ty};
use crate::soil::value::{Shape, Value};

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

/// A term without arguments and without variables.
pub(super) struct Constant {
    pub term: Rc<Term>,
    pub ty: TyId,
    pub cost: usize,
}

/// The whole space.
pub(super) struct Space {
    types: Vec<Ty>,
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

/// Whole numbers taken from test cases.
const MAX_NUMBERS: usize = 6;

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
        space.collect_constants(task);
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
            let (params, result) = spine(signatures::builtin(row.builtin));
            let mut variables = BTreeSet::new();
            params.iter().chain([&result]).for_each(|ty| collect(ty, &mut variables));
            let variables: Vec<Name> = variables.into_iter().collect();
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
            let decl = env.decl(id);
            let at = |part: &Ty| env.expand(&substitute(part, &decl.params, args));
            match &decl.body {
                Body::Record(fields) => {
                    let stored: Vec<(Name, Ty)> = stored(fields)
                        .map(|(_, field)| (field.name.clone(), at(&field.ty)))
                        .collect();
                    let types: Vec<Ty> = stored.iter().map(|(_, ty)| ty.clone()).collect();
                    if !types.is_empty() {
                        self.operator(Op::Record(id, shape), &types, &ty, 1);
                    }
                    for (slot, (name, part)) in stored.iter().enumerate() {
                        let field = Op::Field(slot, name.clone());
                        self.operator(field, std::slice::from_ref(&ty), part, 1);
                        if stored.len() > 1 {
                            let update = Op::Update(slot, name.clone());
                            self.operator(update, &[ty.clone(), part.clone()], &ty, 1);
                        }
                    }
                }
                Body::Sum(variants) => {
                    for (variant, declared) in variants.iter().enumerate() {
                        let op = Op::Construct(id, shape, variant as u32);
                        let types: Vec<Ty> = match &declared.payload {
                            Payload::None => continue,
                            Payload::One(part) => vec![at(part)],
                            Payload::Record(fields) => {
                                stored(fields).map(|(_, field)| at(&field.ty)).collect()
                            }
                        };
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

    fn collect_constants(&mut self, task: &Task) {
        let mut found: Vec<(Value, Ty, usize)> = Vec::new();
        for ty in &self.types {
            let Ty::Con(name, _) = ty else { continue };
            match (name.as_str(), NumTy::from_name(name)) {
                ("Bool", _) => {
                    found.push((Value::Bool(true), ty.clone(), 1));
                    found.push((Value::Bool(false), ty.clone(), 1));
                }
                ("Unit", _) => found.push((Value::Unit, ty.clone(), 1)),
                ("Utf8", _) => found.extend(
                    texts(task)
                        .into_iter()
                        .map(|(text, cost)| (Value::text(&text), ty.clone(), cost)),
                ),
                ("List", _) => found.push((Value::list(Vec::new()), ty.clone(), 1)),
                ("Map", _) => {
                    found.push((Value::Map(crate::soil::value::Map::default()), ty.clone(), 1))
                }
                (_, Some(num)) => found.extend(
                    numbers(task, num).into_iter().map(|(number, cost)| (number, ty.clone(), cost)),
                ),
                _ => {
                    let Some(id) = task.env.find(name) else { continue };
                    let (Body::Sum(variants), Some(shape)) =
                        (&task.env.decl(id).body, Shape::of(&task.env, id))
                    else {
                        continue;
                    };
                    for (variant, declared) in variants.iter().enumerate() {
                        if declared.payload == Payload::None {
                            let value = Value::construct(shape, variant as u32, Vec::new());
                            found.push((value, ty.clone(), 1));
                        }
                    }
                }
            }
        }
        let constant = |(value, ty, cost): (Value, Ty, usize)| {
            Some(Constant { term: Rc::new(Term::Literal(value)), ty: self.find(&ty)?, cost })
        };
        self.constants = found.into_iter().filter_map(constant).collect();
    }
}

/// Lists the types that a value of a type holds, one level down.
fn parts(env: &TypeEnv, ty: &Ty) -> Vec<Ty> {
    let Ty::Con(name, args) = ty else { return Vec::new() };
    let Some(id) = env.find(name) else { return args.to_vec() };
    let decl = env.decl(id);
    let at = |part: &Ty| env.expand(&substitute(part, &decl.params, args));
    match &decl.body {
        Body::Record(fields) => stored(fields).map(|(_, field)| at(&field.ty)).collect(),
        Body::Sum(variants) => variants
            .iter()
            .flat_map(|variant| match &variant.payload {
                Payload::None => Vec::new(),
                Payload::One(part) => vec![at(part)],
                Payload::Record(fields) => stored(fields).map(|(_, f)| at(&f.ty)).collect(),
            })
            .collect(),
        Body::Opaque => Vec::new(),
        Body::Alias(target) => vec![at(target)],
    }
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

fn collect(ty: &Ty, into: &mut BTreeSet<Name>) {
    match ty {
        Ty::Var(name) => {
            into.insert(name.clone());
        }
        Ty::Con(_, args) => args.iter().for_each(|arg| collect(arg, into)),
        Ty::Arrow(arrow) => {
            collect(&arrow.dom, into);
            collect(&arrow.cod, into);
        }
    }
}

/// Lists numbers worth trying: small ones, those mentioned, those of the cases.
fn numbers(task: &Task, num: NumTy) -> Vec<(Value, usize)> {
    let make = |n: i64| match num {
        NumTy::Int(ty) => {
            let n = i128::from(n);
            (ty.min() <= n && n <= ty.max()).then(|| Value::int(ty, n))
        }
        NumTy::BigInt => Some(Value::big(n.into())),
        NumTy::F64 => Some(Value::F64(n as f64)),
    };
    let mut costs: BTreeMap<i64, usize> = BTreeMap::from([(0, 1), (1, 1), (2, 2)]);
    if num == NumTy::Int(IntTy::I64) {
        costs.extend([(-1, 2), (10, 2)]);
    }
    for n in &task.mentioned_numbers {
        costs.insert(*n, 1);
    }
    let mut seen = BTreeSet::new();
    for row in &task.rows {
        let mut scalars = Vec::new();
        row.args.iter().for_each(|arg| scalars_of(arg, &mut scalars));
        if let Wanted::Value(value) = &row.wanted {
            scalars_of(value, &mut scalars);
        }
        seen.extend(scalars);
    }
    for n in
        seen.into_iter().filter(|n| !costs.contains_key(n)).take(MAX_NUMBERS).collect::<Vec<_>>()
    {
        costs.insert(n, 4);
    }
    costs.into_iter().filter_map(|(n, cost)| Some((make(n)?, cost))).collect()
}

/// Collects the whole numbers inside a value.
fn scalars_of(value: &Value, into: &mut Vec<i64>) {
    match value {
        Value::Int(_, n) => into.push(*n),
        Value::List(list) => list.items().iter().take(16).for_each(|item| scalars_of(item, into)),
        Value::Node(node) => node.fields().iter().for_each(|item| scalars_of(item, into)),
        _ => {}
    }
}

/// Lists texts worth trying: the empty one, what is mentioned, separators of the cases, and what
/// the expected texts share or add to an argument.
fn texts(task: &Task) -> Vec<(String, usize)> {
    let mut costs: BTreeMap<String, usize> = BTreeMap::from([(String::new(), 1)]);
    let mut add = |text: &str, cost: usize| {
        if text.chars().count() <= 40 && !text.is_empty() {
            let known = costs.entry(text.to_owned()).or_insert(cost);
            *known = (*known).min(cost);
        }
    };
    let (mut inside, mut outputs): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for row in &task.rows {
        let mut own = Vec::new();
        row.args.iter().for_each(|arg| texts_of(arg, &mut own));
        if let Wanted::Value(value) = &row.wanted {
            let mut wanted = Vec::new();
            texts_of(value, &mut wanted);
            for output in &wanted {
                for input in own.iter().filter(|input| !input.is_empty()) {
                    if let Some((before, after)) = output.split_once(input.as_str()) {
                        add(before, 2);
                        add(after, 2);
                    }
                }
            }
            if value.as_text().is_some() {
                outputs.extend(wanted.clone());
            }
            inside.extend(wanted);
        }
        inside.extend(own);
    }
    for text in &task.mentioned_texts {
        if inside.iter().any(|known| known.contains(text.as_str())) {
            add(text, 1);
        } else if text.chars().count() <= 8 {
            add(text, 3);
        }
    }
    for found in inside.iter().flat_map(|text| text.chars()) {
        if !found.is_alphanumeric() {
            add(found.encode_utf8(&mut [0; 4]), 1);
        }
    }
    if let [first, rest @ ..] = &*outputs
        && !rest.is_empty()
    {
        let shared =
            |other: &String| first.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let n_first = rest.iter().map(shared).min().unwrap_or(0);
        add(&first.chars().take(n_first).collect::<String>(), 2);
        let shared = |other: &String| {
            first.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b).count()
        };
        let n_last = rest.iter().map(shared).min().unwrap_or(0);
        let n_chars = first.chars().count();
        add(&first.chars().skip(n_chars - n_last).collect::<String>(), 2);
    }
    // Single letters and whole outputs come last: they explain little.
    outputs.sort();
    outputs.dedup();
    if outputs.len() <= 4 {
        outputs.iter().for_each(|output| add(output, 4));
    }
    costs.into_iter().collect()
}

/// Collects the texts inside a value.
fn texts_of(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::List(list) => list.items().iter().take(16).for_each(|item| texts_of(item, into)),
        Value::Node(node) => node.fields().iter().for_each(|item| texts_of(item, into)),
        other => into.extend(other.as_text().map(str::to_owned)),
    }
}
