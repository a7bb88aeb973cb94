//! Pinned generators: values of a type, drawn from the seeded stream.
//!
//! Comes in: a type and a stream. Goes out: a value. A type is compiled to a [`Generator`] once,
//! then drawing follows its plan without looking at the environment again. What is drawn, and in
//! which order, is contractual: a recorded verdict means the same cases on every machine.
//!
//! Spec: `tr-grammar#3.4`.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::soil::Name;
use crate::soil::types::env::{Body, DeclId, Field, Payload, Strategy, TypeEnv, stored};
use crate::soil::types::ty::{IntTy, Ty};
use crate::soil::value::{Map, Shape, Value};
use crate::verify::stream::Stream;

/// The characters that a text draws from besides `a` to `z`.
const POOL: [char; 16] =
    ['a', 'b', 'z', 'A', 'Z', '0', '9', ' ', ',', '"', '\\', '\n', 'é', 'ß', '日', '🦀'];

/// The greatest magnitude of a generated `BigInt`: the integers that a double holds exactly.
const BIG: i128 = (1 << 53) - 1;

/// From this depth on a sum takes a variant without payload, if it has one.
const LEAF_DEPTH: u32 = 4;

/// Draws values of one type.
#[derive(Clone, Debug)]
pub struct Generator {
    nodes: Vec<Plan>,
}

/// How to draw one type; indices point into [`Generator::nodes`].
#[derive(Clone, Debug)]
enum Plan {
    Unit,
    Bool,
    Int(IntTy),
    BigInt,
    F64,
    Utf8,
    Bytes,
    List {
        item: usize,
        /// See [`stop_growth`].
        stops: bool,
    },
    Map {
        key: usize,
        value: usize,
        /// See [`stop_growth`].
        stops: bool,
    },
    Record(&'static Shape, Vec<usize>),
    Sum {
        shape: &'static Shape,
        variants: Vec<Vec<usize>>,
        /// What is chosen from at [`LEAF_DEPTH`] and below.
        shallow: Vec<u32>,
    },
}

/// Why values of a type cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Ungenerable {
    /// A function type.
    #[error("functions cannot be drawn")]
    Function,
    /// A type that programs cannot look into, by name.
    #[error("`{0}` is opaque")]
    Opaque(Name),
    /// A type all of whose values are infinite, by name.
    #[error("`{0}` has no finite value")]
    Infinite(Name),
}

impl Generator {
    /// Compiles a type; type variables stand for `I64`.
    ///
    /// # Errors
    /// Fails for types that hold functions, capabilities or opaque values, and for types without
    /// finite values.
    pub fn new(env: &TypeEnv, ty: &Ty) -> Result<Generator, Ungenerable> {
        let mut planner = Planner { env, nodes: Vec::new(), known: FxHashMap::default() };
        // The root is asked for first, so it is node 0.
        planner.plan(ty)?;
        let Planner { mut nodes, .. } = planner;
        prefer_shallow(&mut nodes)?;
        stop_growth(&mut nodes);
        Ok(Generator { nodes })
    }

    /// Draws the next value.
    pub fn draw(&self, stream: &mut Stream) -> Value {
        self.draw_node(0, stream, 0)
    }

    fn draw_node(&self, node: usize, stream: &mut Stream, depth: u32) -> Value {
        match &self.nodes[node] {
            Plan::Unit => Value::Unit,
            Plan::Bool => Value::Bool(stream.below(2) == 0),
            Plan::Int(ty) => Value::int(*ty, draw_integer(stream, *ty)),
            Plan::BigInt => Value::big(BigInt::from(draw_between(stream, -BIG, BIG))),
            Plan::F64 => Value::F64(draw_float(stream)),
            Plan::Utf8 => Value::text(&draw_text(stream)),
            Plan::Bytes => {
                let n_bytes = stream.length();
                Value::bytes((0..n_bytes).map(|_| stream.draw() as u8).collect())
            }
            Plan::List { stops: true, .. } if depth >= LEAF_DEPTH => Value::list(Vec::new()),
            Plan::List { item, .. } => {
                let n_items = stream.length();
                Value::list(
                    (0..n_items).map(|_| self.draw_node(*item, stream, depth + 1)).collect(),
                )
            }
            Plan::Map { stops: true, .. } if depth >= LEAF_DEPTH => {
                Value::Map(Map::from_sorted(Vec::new()))
            }
            Plan::Map { key, value, .. } => {
                let n_entries = stream.length();
                let mut map = Map::from_sorted(Vec::new());
                for _ in 0..n_entries {
                    let key = self.draw_node(*key, stream, depth + 1);
                    let value = self.draw_node(*value, stream, depth + 1);
                    // Equal keys have equal canonical text, so this drops repeated key texts.
                    match map.find(&key, &mut 0) {
                        Ok(place) if !place.is_found() => map = map.insert(&place, key, value),
                        Ok(_) | Err(_) => {}
                    }
                }
                Value::Map(map)
            }
            Plan::Record(shape, fields) => {
                Value::record(shape, self.draw_all(fields, stream, depth))
            }
            Plan::Sum { shape, variants, shallow } => {
                let variant = if depth >= LEAF_DEPTH {
                    shallow[stream.below(shallow.len() as u64) as usize]
                } else {
                    stream.below(variants.len() as u64) as u32
                };
                let payload = self.draw_all(&variants[variant as usize], stream, depth);
                Value::construct(shape, variant, payload)
            }
        }
    }

    fn draw_all(&self, nodes: &[usize], stream: &mut Stream, depth: u32) -> Vec<Value> {
        nodes.iter().map(|node| self.draw_node(*node, stream, depth + 1)).collect()
    }
}

fn draw_between(stream: &mut Stream, min: i128, max: i128) -> i128 {
    if stream.below(8) == 0 {
        let edges = [0, 1, -1, min, max, min + 1, max - 1];
        edges[stream.below(7) as usize].max(min)
    } else {
        min + i128::from(stream.draw()) % (max - min + 1)
    }
}

fn draw_integer(stream: &mut Stream, ty: IntTy) -> i128 {
    if ty != IntTy::U64 {
        return draw_between(stream, ty.min(), ty.max());
    }
    if stream.below(8) == 0 {
        [0, 1, ty.max(), ty.max() - 1][stream.below(4) as usize]
    } else {
        stream.draw().into()
    }
}

fn draw_float(stream: &mut Stream) -> f64 {
    if stream.below(8) == 0 {
        let least = f64::from_bits(1);
        let edges =
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, -1.0, f64::MAX, least];
        return edges[stream.below(9) as usize];
    }
    loop {
        let x = f64::from_bits(stream.draw());
        if x.is_finite() {
            return x;
        }
    }
}

fn draw_text(stream: &mut Stream) -> String {
    let n_chars = stream.length();
    let draw = |stream: &mut Stream| {
        if stream.below(4) == 0 {
            POOL[stream.below(16) as usize]
        } else {
            char::from(b'a' + stream.below(26) as u8)
        }
    };
    (0..n_chars).map(|_| draw(stream)).collect()
}

/// Turns types into plan nodes; a type that is met again is the same node, so recursive types end.
struct Planner<'a> {
    env: &'a TypeEnv,
    nodes: Vec<Plan>,
    known: FxHashMap<Ty, usize>,
}

impl Planner<'_> {
    fn plan(&mut self, ty: &Ty) -> Result<usize, Ungenerable> {
        let ty = self.env.expand(ty);
        if let Some(node) = self.known.get(&ty) {
            return Ok(*node);
        }
        let (name, args) = match &ty {
            Ty::Var(_) => return self.plan(&Ty::con(IntTy::I64.name())),
            Ty::Arrow(_) => return Err(Ungenerable::Function),
            Ty::Con(name, args) => (name, args),
        };
        let node = self.nodes.len();
        self.known.insert(ty.clone(), node);
        self.nodes.push(Plan::Unit);
        self.nodes[node] = match (name.as_str(), &**args) {
            ("Unit", _) => Plan::Unit,
            ("Bool", _) => Plan::Bool,
            ("BigInt", _) => Plan::BigInt,
            ("F64", _) => Plan::F64,
            ("Utf8", _) => Plan::Utf8,
            ("Bytes", _) => Plan::Bytes,
            ("List", [item]) => Plan::List { item: self.plan(item)?, stops: false },
            ("Map", [key, value]) => {
                Plan::Map { key: self.plan(key)?, value: self.plan(value)?, stops: false }
            }
            (name, args) => match IntTy::from_name(name) {
                Some(ty) => Plan::Int(ty),
                None => self.plan_declared(name, args)?,
            },
        };
        Ok(node)
    }

    fn plan_declared(&mut self, name: &str, args: &[Ty]) -> Result<Plan, Ungenerable> {
        let opaque = || Ungenerable::Opaque(Name::new(name));
        let id = self.env.find(name).ok_or_else(opaque)?;
        let decl = self.env.decl(id);
        if decl.strategy == Strategy::Opaque {
            return Err(opaque());
        }
        let shape = Shape::of(self.env, id).ok_or_else(opaque)?;
        match &decl.body {
            Body::Record(fields) => Ok(Plan::Record(shape, self.plan_fields(id, fields, args)?)),
            Body::Sum(variants) => {
                let mut plans = Vec::new();
                for variant in variants {
                    plans.push(match &variant.payload {
                        Payload::None => Vec::new(),
                        Payload::One(ty) => {
                            vec![self.plan(&self.env.instantiate(id, ty, args))?]
                        }
                        Payload::Record(fields) => self.plan_fields(id, fields, args)?,
                    });
                }
                Ok(Plan::Sum { shape, variants: plans, shallow: Vec::new() })
            }
            Body::Opaque | Body::Alias(_) => Err(opaque()),
        }
    }

    fn plan_fields(
        &mut self,
        id: DeclId,
        fields: &[Field],
        args: &[Ty],
    ) -> Result<Vec<usize>, Ungenerable> {
        let types = stored(fields).map(|(_, field)| self.env.instantiate(id, &field.ty, args));
        types.collect::<Vec<_>>().iter().map(|ty| self.plan(ty)).collect()
    }
}

/// Fills in what each sum chooses from at depth: the variants without payload, or, where there is
/// none, those of least height.
///
/// The height of a variant is 1 + the greatest height of its parts; lists and maps count 1. A node
/// whose height never settles has no finite value.
fn prefer_shallow(nodes: &mut [Plan]) -> Result<(), Ungenerable> {
    let mut heights: Vec<Option<u32>> = vec![None; nodes.len()];
    let tallest = |heights: &[Option<u32>], parts: &[usize]| {
        parts.iter().try_fold(0, |most: u32, part| Some(most.max(heights[*part]?)))
    };
    loop {
        let mut is_settled = true;
        for (node, plan) in nodes.iter().enumerate() {
            let height = match plan {
                Plan::Record(_, fields) => tallest(&heights, fields).map(|height| height + 1),
                Plan::Sum { variants, .. } => {
                    let of_variants = variants.iter().filter_map(|parts| tallest(&heights, parts));
                    of_variants.min().map(|height| height + 1)
                }
                _ => Some(1),
            };
            // The first height found is the least one, since parts settle before wholes.
            if heights[node].is_none() && height.is_some() {
                heights[node] = height;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
    for (node, plan) in nodes.iter_mut().enumerate() {
        let shape = match plan {
            Plan::Record(shape, _) | Plan::Sum { shape, .. } => *shape,
            _ => continue,
        };
        if heights[node].is_none() {
            return Err(Ungenerable::Infinite(shape.name.clone()));
        }
        if let Plan::Sum { variants, shallow, .. } = plan {
            let height_of = |parts: &Vec<usize>| tallest(&heights, parts);
            let least = variants.iter().filter_map(height_of).min();
            let is_least = |(_, parts): &(usize, &Vec<usize>)| height_of(parts) == least;
            *shallow =
                variants.iter().enumerate().filter(is_least).map(|(v, _)| v as u32).collect();
        }
    }
    Ok(())
}

/// Marks the lists and maps that would grow without end: those that hold themselves again without
/// a sum in between that can stop by a variant without payload. They are empty at [`LEAF_DEPTH`]
/// and below, and draw nothing there.
fn stop_growth(nodes: &mut [Plan]) {
    let parts = |plan: &Plan| match plan {
        Plan::List { item, .. } => vec![*item],
        Plan::Map { key, value, .. } => vec![*key, *value],
        Plan::Record(_, fields) => fields.clone(),
        Plan::Sum { variants, .. } if variants.iter().any(Vec::is_empty) => Vec::new(),
        Plan::Sum { variants, .. } => variants.concat(),
        _ => Vec::new(),
    };
    for node in 0..nodes.len() {
        let mut seen = vec![false; nodes.len()];
        let mut open = parts(&nodes[node]);
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(parts(&nodes[next]));
            }
        }
        if let Plan::List { stops, .. } | Plan::Map { stops, .. } = &mut nodes[node] {
            *stops = seen[node];
        }
    }
}

#[cfg(test)]
mod tests;
