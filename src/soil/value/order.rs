//! The derived total order; `eq` is `compare = 0`.
//!
//! Spec: `soil0-cli#8.4`.

use std::cmp::Ordering;

use crate::soil::types::ty::IntTy;
use crate::soil::value::{Node, Value, map};

/// A function stood where only comparable and printable values can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a function has no order, text or hash")]
pub struct DerivationError;

/// Compares two values of one type.
///
/// `work` grows by one for every pair of values looked at inside the first.
///
/// # Errors
/// When a function is reached.
///
/// Spec: `soil0-cli#8.4`.
#[inline]
pub fn compare(a: &Value, b: &Value, work: &mut u64) -> Result<Ordering, DerivationError> {
    match (a, b) {
        (Value::Int(IntTy::U64, a), Value::Int(_, b)) => Ok((*a as u64).cmp(&(*b as u64))),
        (Value::Int(_, a), Value::Int(_, b)) => Ok(a.cmp(b)),
        (Value::F64(a), Value::F64(b)) => Ok(float(*a, *b)),
        (Value::Short(a), Value::Short(b)) => Ok(a.as_str().cmp(b.as_str())),
        _ => deep(a, b, work),
    }
}

/// Says whether two values of one type are equal.
///
/// # Errors
/// When a function is reached.
pub fn equal(a: &Value, b: &Value) -> Result<bool, DerivationError> {
    Ok(compare(a, b, &mut 0)? == Ordering::Equal)
}

/// Orders doubles: all NaNs are one value above infinity, and −0.0 is below 0.0.
#[inline]
pub(in crate::soil) fn float(a: f64, b: f64) -> Ordering {
    let one_nan = |x: f64| if x.is_nan() { f64::NAN.abs() } else { x };
    one_nan(a).total_cmp(&one_nan(b))
}

/// What is still to be compared, innermost last.
enum Rest<'v> {
    /// Elements side by side, then the lengths.
    Slices(&'v [Value], &'v [Value]),
    /// Entries side by side, then the lengths.
    Maps(map::Iter<'v>, map::Iter<'v>),
    /// The value of an entry whose keys are equal.
    Pair(&'v Value, &'v Value),
}

fn deep(a: &Value, b: &Value, work: &mut u64) -> Result<Ordering, DerivationError> {
    let mut rest = Vec::new();
    let mut pair = Some((a, b));
    loop {
        if let Some((a, b)) = pair.take() {
            let order = one(a, b, &mut rest)?;
            if order != Ordering::Equal {
                return Ok(order);
            }
        }
        let Some(top) = rest.last_mut() else { return Ok(Ordering::Equal) };
        *work += 1;
        match top {
            Rest::Slices([a, more_a @ ..], [b, more_b @ ..]) => {
                pair = Some((a, b));
                *top = Rest::Slices(more_a, more_b);
            }
            Rest::Slices(a, b) => {
                let order = a.len().cmp(&b.len());
                if order != Ordering::Equal {
                    return Ok(order);
                }
                rest.pop();
            }
            Rest::Maps(a, b) => match (a.next(), b.next()) {
                (Some((key_a, value_a)), Some((key_b, value_b))) => {
                    rest.push(Rest::Pair(value_a, value_b));
                    pair = Some((key_a, key_b));
                }
                (a, b) => {
                    let order = a.is_some().cmp(&b.is_some());
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                    rest.pop();
                }
            },
            Rest::Pair(a, b) => {
                pair = Some((a, b));
                rest.pop();
            }
        }
    }
}

/// Compares the outside of two values and leaves their insides in `rest`.
fn one<'v>(
    a: &'v Value,
    b: &'v Value,
    rest: &mut Vec<Rest<'v>>,
) -> Result<Ordering, DerivationError> {
    Ok(match (a, b) {
        (Value::Unit, Value::Unit) => Ordering::Equal,
        // `True` is declared first.
        (Value::Bool(a), Value::Bool(b)) => b.cmp(a),
        (Value::Int(IntTy::U64, a), Value::Int(_, b)) => (*a as u64).cmp(&(*b as u64)),
        (Value::Int(_, a), Value::Int(_, b)) => a.cmp(b),
        (Value::F64(a), Value::F64(b)) => float(*a, *b),
        (Value::Big(a), Value::Big(b)) => a.get().cmp(b.get()),
        (Value::Bytes(a), Value::Bytes(b)) => a.as_slice().cmp(b.as_slice()),
        (Value::List(a), Value::List(b)) => {
            if !a.same(b) {
                rest.push(Rest::Slices(a.items(), b.items()));
            }
            Ordering::Equal
        }
        (Value::Map(a), Value::Map(b)) => {
            rest.push(Rest::Maps(a.iter(), b.iter()));
            Ordering::Equal
        }
        (Value::Handle(a), Value::Handle(b)) => a.identity.cmp(&b.identity),
        (Value::Node(a), Value::Node(b)) => nodes(a, b, rest),
        (Value::Tag(a, _), Value::Tag(b, _)) => a.cmp(b),
        (Value::Tag(a, _), Value::Node(b)) => a.cmp(&b.variant()),
        (Value::Node(a), Value::Tag(b, _)) => a.variant().cmp(b),
        _ => match (a.as_text(), b.as_text()) {
            (Some(a), Some(b)) => a.cmp(b),
            _ => return Err(DerivationError),
        },
    })
}

fn nodes<'v>(a: &'v Node, b: &'v Node, rest: &mut Vec<Rest<'v>>) -> Ordering {
    if let (Some(a), Some(b)) = (a.identity(), b.identity()) {
        return a.cmp(&b);
    }
    let order = a.variant().cmp(&b.variant());
    if order == Ordering::Equal {
        rest.push(Rest::Slices(a.fields(), b.fields()));
    }
    order
}
