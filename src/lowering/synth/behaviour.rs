//! Behaviours: what a term computes on the rows, compared and hashed.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::term::Cell;
use crate::soil::value::{Value, equal};

/// Says whether two terms compute the same in every row.
pub(super) fn equal_cells(a: &[Cell], b: &[Cell]) -> bool {
    a.iter().zip(b).all(|pair| match pair {
        (Some(a), Some(b)) => equal(a, b).unwrap_or(false),
        (None, None) => true,
        _ => false,
    })
}

/// Hashes what a term computes. Cheaper than the derived hash, which goes through JSON; never seen
/// outside.
pub(super) fn hash(cells: &[Cell]) -> u64 {
    let mut hasher = FxHasher::default();
    for cell in cells {
        match cell {
            Some(value) => feed(value, &mut hasher),
            None => hasher.write_u8(255),
        }
    }
    hasher.finish()
}

/// Hashes a value so that equal ones agree; values that hold no functions, which is all there are.
fn feed(value: &Value, hasher: &mut FxHasher) {
    match value {
        Value::Int(_, n) => hasher.write_i64(*n),
        Value::Bool(is_true) => hasher.write_u8(u8::from(*is_true)),
        Value::F64(x) => hasher.write_u64(if x.is_nan() { 0 } else { x.to_bits() }),
        Value::Tag(variant, _) => hasher.write_u32(*variant),
        Value::List(list) => {
            hasher.write_usize(list.items().len());
            list.items().iter().for_each(|item| feed(item, hasher));
        }
        Value::Node(node) => {
            hasher.write_u32(node.variant());
            node.fields().iter().for_each(|field| feed(field, hasher));
        }
        Value::Map(map) => {
            hasher.write_usize(map.len());
            for (key, value) in map.iter() {
                feed(key, hasher);
                feed(value, hasher);
            }
        }
        Value::Big(number) => number.get().hash(hasher),
        Value::Bytes(bytes) => hasher.write(bytes.as_slice()),
        other => {
            if let Some(text) = other.as_text() {
                hasher.write(text.as_bytes());
                hasher.write_u8(254);
            }
        }
    }
}
