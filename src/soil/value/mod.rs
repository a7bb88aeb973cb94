//! Values of Soil programs: what they look like, how they compare, hash and print.
//!
//! Comes in: literals, JSON text with a type, and what the evaluator builds. Goes out: the total
//! order, hashes and canonical JSON. A value describes itself: records and sums carry their
//! [`Shape`], so comparing, hashing and encoding need no type; ignored fields are never stored.
//!
//! A [`Value`] is 16 bytes. Numbers of fixed width, floats, booleans, texts of at most 14 bytes and
//! constructors without payload live inside it; everything else is behind one counted pointer that
//! threads may share. An owner that knows itself to be the only one changes in place, which makes
//! `list_append` and its kin amortised constant time without any mutation that a program could see.
//! Dropping never recurses deeper than a fixed bound, so values may nest without limit.
//!
//! Never does IO; knows nothing of source text.
//!
//! Spec: `soil0-cli#8.4`, `soil0-cli#9`.

use std::sync::atomic::{AtomicUsize, Ordering};

use num_bigint::BigInt;

use crate::soil::builtins::Builtin;
use crate::soil::core::{Derived, Literal, Primitive};
use crate::soil::types::ty::{IntTy, NumTy};

mod big;
pub mod handle;
mod hash;
pub mod heap;
pub mod json;
mod list;
mod map;
mod node;
mod order;
pub mod shape;
mod shared;
mod text;

pub use big::Big;
pub use hash::{fnv1a, hash};
pub use list::{Bytes, List};
pub use map::Map;
pub use node::Node;
pub(in crate::soil) use order::float as float_order;
pub use order::{DerivationError, compare, equal};
pub use shape::Shape;
pub use shared::Shared;
pub use text::{Short, Text};

use handle::Handle;

/// A value; cheap to clone.
///
/// Variants from `Big` on hold one counted pointer in the second half; a map may hold null there.
#[derive(Debug)]
#[repr(u8)]
pub enum Value {
    /// The only value of `Unit`.
    Unit,
    /// `True` or `False`.
    Bool(bool),
    /// An integer of fixed width; `U64` keeps its bits.
    Int(IntTy, i64),
    /// A double.
    F64(f64),
    /// A text of at most 14 bytes.
    Short(Short),
    /// A constructor without payload of a sum that derives by content.
    Tag(u32, &'static Shape),
    /// A function without captured variables: number of its code, number of its program.
    Code(u32, u64),
    /// A builtin or a function on a type, not yet applied.
    Primitive(Function),
    /// An unbounded integer.
    Big(Shared<Big>),
    /// A text of any length.
    Text(Shared<Text>),
    /// A sequence of bytes.
    Bytes(Shared<Bytes>),
    /// A list.
    List(Shared<List>),
    /// An ordered map.
    Map(Map),
    /// A record, or a constructor with its payload.
    Node(Node),
    /// A function with captured variables: number of its code, and the variables.
    Closure(u32, Node),
    /// A function with some of its arguments.
    Partial(Shared<Partial>),
    /// A capability.
    Handle(Shared<Handle>),
    /// A `let rec` binding that is not a function; only ever in registers and captured variables.
    Cell(Shared<Cell>),
}

/// A function that is not written in Soil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// A builtin that takes arguments.
    Builtin(Builtin),
    /// A derived function.
    Derived(Derived),
    /// A function of a numeric type.
    Numeric(NumTy, Primitive),
}

/// A function that waits for more arguments.
#[derive(Debug)]
pub struct Partial {
    /// What is applied; never a partial application itself.
    pub(in crate::soil) function: Value,
    /// The arguments so far, fewer than the function takes.
    pub(in crate::soil) arguments: Vec<Value>,
    _charge: heap::Charge,
}

impl Partial {
    #[expect(clippy::new_ret_no_self, reason = "an application is only ever a value")]
    pub(in crate::soil) fn new(function: Value, arguments: Vec<Value>) -> Value {
        let charge = heap::Charge::new(48 + 16 * arguments.capacity());
        Value::Partial(Shared::new(Partial { function, arguments, _charge: charge }))
    }

    /// Copies the parts out, or takes them when nobody else looks at this application.
    pub(in crate::soil) fn into_parts(mut this: Shared<Partial>) -> (Value, Vec<Value>) {
        match this.get_mut() {
            Some(own) => (
                std::mem::replace(&mut own.function, Value::Unit),
                std::mem::take(&mut own.arguments),
            ),
            None => (this.function.clone(), this.arguments.clone()),
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut children = std::mem::take(&mut self.arguments);
        children.push(std::mem::replace(&mut self.function, Value::Unit));
        heap::reclaim(children);
    }
}

/// A slot that `let rec` fills after functions may have captured it.
#[derive(Debug, Default)]
pub struct Cell {
    content: std::sync::Mutex<Option<Value>>,
}

impl Cell {
    /// Returns the value once it is there.
    pub(in crate::soil) fn get(&self) -> Option<Value> {
        self.lock().clone()
    }

    /// Puts the value there, or takes it out again.
    pub(in crate::soil) fn set(&self, value: Option<Value>) {
        let old = std::mem::replace(&mut *self.lock(), value);
        drop(old);
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Value>> {
        self.content.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        heap::reclaim(self.lock().take().into_iter().collect());
    }
}

impl Clone for Value {
    #[inline]
    fn clone(&self) -> Value {
        if self.is_counted() {
            // SAFETY: `repr(u8)` puts the tag first; every counted variant holds one pointer in
            // its second half, null or to a count that stands first in its allocation, and the
            // value that is copied below keeps it alive.
            unsafe {
                let pointer = std::ptr::from_ref(self).cast::<*const AtomicUsize>().add(1).read();
                if let Some(count) = pointer.as_ref() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        // SAFETY: the count has been raised for the copy.
        unsafe { std::ptr::read(self) }
    }
}

impl Value {
    /// Says whether the value holds a counted pointer.
    #[inline]
    pub(in crate::soil) fn is_counted(&self) -> bool {
        // SAFETY: `repr(u8)` makes the tag the first byte.
        let tag = unsafe { *std::ptr::from_ref(self).cast::<u8>() };
        // The variants before `Big` are these eight.
        tag >= 8
    }

    /// Makes an integer; `n` is in the range of `ty`.
    pub fn int(ty: IntTy, n: i128) -> Value {
        debug_assert!(ty.min() <= n && n <= ty.max());
        // The low 64 bits are the value itself, or the bits of a `U64`.
        Value::Int(ty, n as i64)
    }

    /// Makes an `I64`.
    pub const fn i64(n: i64) -> Value {
        Value::Int(IntTy::I64, n)
    }

    /// Makes an unbounded integer.
    pub fn big(n: BigInt) -> Value {
        Value::Big(Shared::new(Big::new(n)))
    }

    /// Makes a text.
    pub fn text(text: &str) -> Value {
        match Short::new(text) {
            Some(short) => Value::Short(short),
            None => Value::Text(Shared::new(Text::new(text.to_owned()))),
        }
    }

    /// Makes a sequence of bytes.
    pub fn bytes(bytes: Vec<u8>) -> Value {
        Value::Bytes(Shared::new(Bytes::new(bytes)))
    }

    /// Makes a list.
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Shared::new(List::new(items)))
    }

    /// Makes a record; `fields` are those that are not ignored, in declaration order.
    pub fn record(shape: &'static Shape, fields: Vec<Value>) -> Value {
        Value::construct(shape, 0, fields)
    }

    /// Makes a sum value; `payload` holds nothing, the one value, or the fields that are not
    /// ignored in declaration order.
    pub fn construct(shape: &'static Shape, variant: u32, payload: Vec<Value>) -> Value {
        if shape.is_bool() {
            return Value::Bool(variant == 0);
        }
        if shape.opaque {
            return Value::Node(Node::with_identity(shape, variant, payload));
        }
        if payload.is_empty() && !shape.is_record() {
            return Value::Tag(variant, shape);
        }
        Value::Node(Node::new(shape, variant, payload))
    }

    /// Makes the value of a literal.
    pub fn literal(literal: &Literal) -> Value {
        match literal {
            Literal::Int(ty, n) => Value::int(*ty, *n),
            Literal::BigInt(n) => Value::big(n.clone()),
            Literal::F64(x) => Value::F64(*x),
            Literal::Utf8(text) => Value::text(text),
        }
    }

    /// Makes `None` of `Option`.
    pub fn none() -> Value {
        Value::Tag(0, shape::kernel().option)
    }

    /// Makes `Some payload` of `Option`.
    pub fn some(payload: Value) -> Value {
        Value::Node(Node::new(shape::kernel().option, 1, [payload]))
    }

    /// Makes `Ok payload` of `Result`.
    pub fn ok(payload: Value) -> Value {
        Value::Node(Node::new(shape::kernel().result, 0, [payload]))
    }

    /// Makes `Err payload` of `Result`.
    pub fn err(payload: Value) -> Value {
        Value::Node(Node::new(shape::kernel().result, 1, [payload]))
    }

    /// Returns the text, when this is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Short(short) => Some(short.as_str()),
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        }
    }

    /// Returns the elements, when this is a list.
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Value::List(list) => Some(list.items()),
            _ => None,
        }
    }

    /// Returns the integer, when this is one of fixed width.
    pub fn as_int(&self) -> Option<i128> {
        match *self {
            Value::Int(IntTy::U64, bits) => Some(i128::from(bits as u64)),
            Value::Int(_, n) => Some(i128::from(n)),
            _ => None,
        }
    }

    /// Returns the number of the variant of a sum value.
    #[inline]
    pub(in crate::soil) fn variant(&self) -> Option<u32> {
        match self {
            Value::Node(node) => Some(node.variant()),
            Value::Tag(variant, _) => Some(*variant),
            Value::Bool(is_true) => Some(u32::from(!is_true)),
            _ => None,
        }
    }

    /// Returns which variant this is and its payload, when it is a sum value; a record is its own
    /// variant 0.
    pub fn as_variant(&self) -> Option<(u32, &[Value])> {
        match self {
            Value::Bool(is_true) => Some((u32::from(!is_true), &[])),
            Value::Tag(variant, _) => Some((*variant, &[])),
            Value::Node(node) => Some((node.variant(), node.fields())),
            _ => None,
        }
    }
}

const _: () = assert!(size_of::<Value>() == 16);

#[cfg(test)]
mod tests {
    use super::{Map, Shared, Text, Value};

    #[test]
    fn only_values_behind_a_pointer_are_counted() {
        let primitive = super::Function::Derived(crate::soil::core::Derived::Eq);
        for value in [Value::Unit, Value::i64(1), Value::none(), Value::Primitive(primitive)] {
            assert!(!value.is_counted(), "{value:?}");
        }
        let text = Shared::new(Text::new("a".into()));
        for value in [Value::big(1.into()), Value::Text(text), Value::Map(Map::default())] {
            assert!(value.is_counted(), "{value:?}");
        }
    }

    #[test]
    fn a_clone_keeps_the_content_alive() {
        let list =
            Value::list(vec![Value::text("a text that is not short"), Value::some(Value::Unit)]);
        let copy = list.clone();
        drop(list);
        assert_eq!(
            super::json::encode(&copy).as_deref(),
            Ok("[\"a text that is not short\",{\"tag\":\"Some\",\"value\":null}]")
        );
    }
}
