//! Shrinking: from a failing input to a small one that fails as well.
//!
//! Comes in: arguments for which a property fails, and a way to ask whether others do. Goes out:
//! arguments from which no single step leads to smaller failing ones, as far as the budget of
//! questions goes. Every step makes an argument smaller, so it ends. The recorded verdict never
//! depends on what is found here.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::soil::types::ty::IntTy;
use crate::soil::value::shape::Carried;
use crate::soil::value::{Node, Value};

/// Looks for smaller failing arguments, asking at most `budget` times.
pub fn shrink(
    arguments: Vec<Value>,
    budget: usize,
    mut fails: impl FnMut(&[Value]) -> bool,
) -> Vec<Value> {
    let mut best = arguments;
    let mut n_left = budget;
    'smaller: loop {
        for place in 0..best.len() {
            for candidate in smaller(&best[place]) {
                if n_left == 0 {
                    return best;
                }
                n_left -= 1;
                let mut tried = best.clone();
                tried[place] = candidate;
                if fails(&tried) {
                    best = tried;
                    continue 'smaller;
                }
            }
        }
        return best;
    }
}

/// Lists simpler values of the same type, the boldest first.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(false) => Vec::new(),
        Value::Bool(true) => vec![Value::Bool(false)],
        Value::Int(ty, _) => smaller_integers(*ty, value.as_int().unwrap_or_default()),
        Value::Big(n) => smaller_bigs(n.get()),
        Value::F64(x) => smaller_floats(*x),
        Value::Short(_) | Value::Text(_) => smaller_texts(value.as_text().unwrap_or_default()),
        Value::Bytes(bytes) => {
            let items = bytes.as_slice();
            cuts(items.len()).map(|cut| Value::bytes(without(items, cut))).collect()
        }
        Value::List(list) => {
            let items = list.items();
            let shorter = cuts(items.len()).map(|cut| Value::list(without(items, cut)));
            shorter.chain(with_one_smaller(items).map(Value::list)).collect()
        }
        Value::Node(node) => smaller_nodes(node),
        Value::Tag(variant, shape) => {
            let earlier = shape.variants().iter().take(*variant as usize).enumerate();
            let bare = earlier.filter(|(_, variant)| variant.payload == Carried::Nothing);
            bare.map(|(variant, _)| Value::construct(shape, variant as u32, Vec::new())).collect()
        }
        // Maps are small as they come, and nothing below is ever generated.
        Value::Map(_)
        | Value::Unit
        | Value::Code(..)
        | Value::Primitive(_)
        | Value::Closure(..)
        | Value::Partial(_)
        | Value::Handle(_)
        | Value::Cell(_) => Vec::new(),
    }
}

fn smaller_integers(ty: IntTy, n: i128) -> Vec<Value> {
    let mut found = Vec::new();
    if n != 0 {
        found.push(0);
    }
    if n < 0 && -n <= ty.max() {
        found.push(-n);
    }
    // From far to near: each halves the distance that is left, so a bound is found in few steps.
    let mut distance = n / 2;
    while distance != 0 {
        found.push(n - distance);
        distance /= 2;
    }
    found.dedup();
    found.retain(|m| *m != n);
    found.into_iter().map(|m| Value::int(ty, m)).collect()
}

fn smaller_bigs(n: &BigInt) -> Vec<Value> {
    let mut found = Vec::new();
    if !n.is_zero() {
        found.push(BigInt::zero());
    }
    if n.is_negative() {
        found.push(-n);
    }
    let mut distance: BigInt = n / 2;
    while !distance.is_zero() {
        found.push(n - &distance);
        distance /= 2;
    }
    found.into_iter().map(Value::big).collect()
}

fn smaller_floats(x: f64) -> Vec<Value> {
    let mut found = [0.0, 1.0, -1.0, x.trunc(), (x / 2.0).trunc()].to_vec();
    let is_simpler = |y: &f64| y.is_finite() && (!x.is_finite() || y.abs() < x.abs());
    found.retain(is_simpler);
    found.into_iter().map(Value::F64).collect()
}

fn smaller_texts(text: &str) -> Vec<Value> {
    let chars = text.chars().collect::<Vec<_>>();
    let shorter = cuts(chars.len()).map(|cut| without(&chars, cut));
    let plainer = (0..chars.len()).filter(|at| chars[*at] != 'a').map(|at| {
        let mut plainer = chars.clone();
        plainer[at] = 'a';
        plainer
    });
    let texts = shorter.chain(plainer).map(|chars| chars.into_iter().collect::<String>());
    texts.map(|text| Value::text(&text)).collect()
}

fn smaller_nodes(node: &Node) -> Vec<Value> {
    let shape = node.shape();
    let bare = shape.variants().iter().enumerate();
    let bare = bare.filter(|(_, variant)| variant.payload == Carried::Nothing);
    let bare = bare.map(|(variant, _)| Value::construct(shape, variant as u32, Vec::new()));
    let simpler = with_one_smaller(node.fields());
    bare.chain(simpler.map(|fields| Value::construct(shape, node.variant(), fields))).collect()
}

/// Lists the ranges to leave out of a sequence: all of it, its halves, its quarters, … its items.
fn cuts(len: usize) -> impl Iterator<Item = (usize, usize)> {
    let sizes = std::iter::successors(Some(len), |size| Some(size / 2)).take_while(|n| *n > 0);
    sizes.flat_map(move |size| (0..len).step_by(size).map(move |at| (at, (at + size).min(len))))
}

fn without<T: Clone>(items: &[T], (start, end): (usize, usize)) -> Vec<T> {
    [&items[..start], &items[end..]].concat()
}

fn with_one_smaller(items: &[Value]) -> impl Iterator<Item = Vec<Value>> {
    (0..items.len()).flat_map(move |at| {
        smaller(&items[at]).into_iter().map(move |simpler| {
            let mut items = items.to_vec();
            items[at] = simpler;
            items
        })
    })
}

#[cfg(test)]
mod tests {
    use super::shrink;
    use crate::soil::value::Value;

    #[test]
    fn finds_the_boundary_and_the_shortest_list() {
        let start = vec![Value::i64(918_273), Value::list((0..20).map(Value::i64).collect())];
        let least = shrink(start, 10_000, |arguments| {
            let n = arguments[0].as_int().unwrap_or_default();
            n >= 17 && arguments[1].as_list().is_some_and(|items| items.len() >= 2)
        });
        assert_eq!(least[0].as_int(), Some(17));
        let items = least[1].as_list().unwrap_or_default();
        assert_eq!(items.iter().map(Value::as_int).collect::<Vec<_>>(), [Some(0), Some(0)]);
    }
}
