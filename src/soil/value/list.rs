//! Lists and byte sequences.

use crate::soil::value::{Value, heap};

/// The elements of a list.
#[derive(Debug)]
pub struct List {
    items: Vec<Value>,
    charged: heap::Charge,
}

impl List {
    /// Takes elements over.
    pub fn new(items: Vec<Value>) -> List {
        let charged = heap::Charge::new(cost(&items));
        List { items, charged }
    }

    /// Lists the elements.
    #[inline]
    pub fn items(&self) -> &[Value] {
        &self.items
    }

    /// Adds an element at the end.
    #[inline]
    pub(in crate::soil) fn push(&mut self, item: Value) {
        if self.items.len() == self.items.capacity() {
            self.items.reserve(1);
            self.charged.resize(cost(&self.items));
        }
        self.items.push(item);
    }

    /// Changes the elements as a whole.
    pub(in crate::soil) fn change<R>(&mut self, change: impl FnOnce(&mut Vec<Value>) -> R) -> R {
        let result = change(&mut self.items);
        self.charged.resize(cost(&self.items));
        result
    }
}

fn cost(items: &Vec<Value>) -> usize {
    48 + items.capacity() * size_of::<Value>()
}

impl Drop for List {
    fn drop(&mut self) {
        let items = std::mem::take(&mut self.items);
        if !items.is_empty() {
            heap::reclaim(items);
        }
    }
}

/// The bytes of a `Bytes` value.
#[derive(Debug)]
pub struct Bytes {
    bytes: Vec<u8>,
    charged: heap::Charge,
}

impl Bytes {
    /// Takes bytes over.
    pub fn new(bytes: Vec<u8>) -> Bytes {
        let charged = heap::Charge::new(48 + bytes.capacity());
        Bytes { bytes, charged }
    }

    /// Lists the bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds bytes at the end.
    pub(in crate::soil) fn push(&mut self, more: &[u8]) {
        self.bytes.extend_from_slice(more);
        self.charged.resize(48 + self.bytes.capacity());
    }
}
