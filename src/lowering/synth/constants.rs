//! Constants worth trying: small ones, those that the specification mentions, and what its cases
//! have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::space::{Space, TyId};
use super::task::{Task, Wanted};
use super::term::Term;
use crate::soil::types::env::{Body, Payload};
use crate::soil::types::ty::{IntTy, NumTy, Ty};
use crate::soil::value::{Map, Shape, Value};

/// A term without arguments and without variables.
pub(super) struct Constant {
    pub term: Rc<Term>,
    pub ty: TyId,
    pub cost: usize,
}

/// Whole numbers taken from test cases.
const MAX_NUMBERS: usize = 6;

/// Lists the constants of every type of a space.
pub(super) fn of(task: &Task, space: &Space) -> Vec<Constant> {
    let mut found: Vec<(Value, Ty, usize)> = Vec::new();
    for ty in &space.types {
        let Ty::Con(name, _) = ty else { continue };
        match (name.as_str(), NumTy::from_name(name)) {
            ("Bool", _) => {
                found.push((Value::Bool(true), ty.clone(), 1));
                found.push((Value::Bool(false), ty.clone(), 1));
            }
            ("Unit", _) => found.push((Value::Unit, ty.clone(), 1)),
            ("Utf8", _) => found.extend(
                texts(task).into_iter().map(|(text, cost)| (Value::text(&text), ty.clone(), cost)),
            ),
            ("List", _) => found.push((Value::list(Vec::new()), ty.clone(), 1)),
            ("Map", _) => found.push((Value::Map(Map::default()), ty.clone(), 1)),
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
        Some(Constant { term: Rc::new(Term::Literal(value)), ty: space.find(&ty)?, cost })
    };
    found.into_iter().filter_map(constant).collect()
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
