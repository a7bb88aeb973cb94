//! Maps ordered by the derived order of their keys: weight-balanced trees that share what two
//! versions have in common.
//!
//! A change copies the path from the root; where a node has one owner it is changed in place. A
//! search records which way it went, so that a change needs no second comparison.

use std::cmp::Ordering;

use crate::soil::value::{DerivationError, Shared, Value, compare, heap};

/// One side may weigh at most this many times the other.
const MAX_RATIO: usize = 3;
/// Below this ratio between the parts of the heavy side, one rotation is enough.
const SINGLE_RATIO: usize = 2;

type Link = Option<Shared<Entry>>;

/// A map; cheap to clone.
#[derive(Clone, Debug, Default)]
#[repr(transparent)]
pub struct Map {
    root: Link,
}

#[derive(Debug)]
struct Entry {
    key: Value,
    value: Value,
    left: Link,
    right: Link,
    size: usize,
    _charge: heap::Charge,
}

/// Where a key is or would be: the turns from the root, the last being `Equal` when it is there.
#[derive(Debug)]
pub struct Place(Vec<Ordering>);

impl Place {
    /// Says whether the key is there.
    pub fn is_found(&self) -> bool {
        self.0.last() == Some(&Ordering::Equal)
    }
}

impl Map {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        size(&self.root)
    }

    /// Says whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Builds a map from entries in strictly ascending key order.
    pub fn from_sorted(entries: Vec<(Value, Value)>) -> Map {
        let n_entries = entries.len();
        Map { root: build(&mut entries.into_iter(), n_entries) }
    }

    /// Finds a key.
    ///
    /// # Errors
    /// When a key holds a function.
    pub fn find(&self, key: &Value, work: &mut u64) -> Result<Place, DerivationError> {
        let mut turns = Vec::new();
        let mut link = &self.root;
        while let Some(entry) = link {
            *work += 1;
            let turn = compare(key, &entry.key, work)?;
            turns.push(turn);
            link = match turn {
                Ordering::Less => &entry.left,
                Ordering::Greater => &entry.right,
                Ordering::Equal => break,
            };
        }
        Ok(Place(turns))
    }

    /// Returns the value at a key.
    ///
    /// # Errors
    /// When a key holds a function.
    pub fn get(&self, key: &Value, work: &mut u64) -> Result<Option<&Value>, DerivationError> {
        let mut link = &self.root;
        while let Some(entry) = link {
            *work += 1;
            link = match compare(key, &entry.key, work)? {
                Ordering::Less => &entry.left,
                Ordering::Greater => &entry.right,
                Ordering::Equal => return Ok(Some(&entry.value)),
            };
        }
        Ok(None)
    }

    /// Adds or replaces the entry at a place that [`Map::find`] found for `key` in this map.
    #[must_use]
    pub fn insert(self, place: &Place, key: Value, value: Value) -> Map {
        Map { root: Some(insert(self.root, &place.0, key, value)) }
    }

    /// Removes the entry at a place that [`Map::find`] found in this map.
    #[must_use]
    pub fn remove(self, place: &Place) -> Map {
        if !place.is_found() {
            return self;
        }
        Map { root: remove(self.root, &place.0) }
    }

    /// Walks the entries in key order.
    pub fn iter(&self) -> Iter<'_> {
        let mut iter = Iter { path: Vec::new() };
        iter.descend(&self.root);
        iter
    }
}

/// The entries of a map in key order.
pub struct Iter<'m> {
    path: Vec<&'m Entry>,
}

impl<'m> Iter<'m> {
    fn descend(&mut self, mut link: &'m Link) {
        while let Some(entry) = link {
            self.path.push(entry);
            link = &entry.left;
        }
    }
}

impl<'m> Iterator for Iter<'m> {
    type Item = (&'m Value, &'m Value);

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.path.pop()?;
        self.descend(&entry.right);
        Some((&entry.key, &entry.value))
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        heap::reclaim_one(std::mem::replace(&mut self.key, Value::Unit));
        heap::reclaim_one(std::mem::replace(&mut self.value, Value::Unit));
    }
}

fn size(link: &Link) -> usize {
    link.as_ref().map_or(0, |entry| entry.size)
}

fn weight(link: &Link) -> usize {
    size(link) + 1
}

fn entry(key: Value, value: Value, left: Link, right: Link) -> Shared<Entry> {
    let size = size(&left) + size(&right) + 1;
    let charge = heap::Charge::new(size_of::<Entry>() + 16);
    Shared::new(Entry { key, value, left, right, size, _charge: charge })
}

fn build(entries: &mut std::vec::IntoIter<(Value, Value)>, n_entries: usize) -> Link {
    if n_entries == 0 {
        return None;
    }
    let left = build(entries, n_entries / 2);
    let (key, value) = entries.next()?;
    let right = build(entries, n_entries - n_entries / 2 - 1);
    Some(entry(key, value, left, right))
}

/// Returns an entry that nobody else holds, with the same content.
fn own(mut shared: Shared<Entry>) -> Shared<Entry> {
    if shared.get_mut().is_some() {
        return shared;
    }
    entry(shared.key.clone(), shared.value.clone(), shared.left.clone(), shared.right.clone())
}

/// Applies a change to an owned copy of an entry.
fn change(shared: Shared<Entry>, change: impl FnOnce(&mut Entry)) -> Shared<Entry> {
    let mut own = own(shared);
    if let Some(entry) = own.get_mut() {
        change(entry);
        entry.size = size(&entry.left) + size(&entry.right) + 1;
    }
    own
}

fn insert(link: Link, turns: &[Ordering], key: Value, value: Value) -> Shared<Entry> {
    let (Some(shared), [turn, turns @ ..]) = (link, turns) else {
        return entry(key, value, None, None);
    };
    let changed = change(shared, |entry| match turn {
        Ordering::Less => entry.left = Some(insert(entry.left.take(), turns, key, value)),
        Ordering::Greater => entry.right = Some(insert(entry.right.take(), turns, key, value)),
        Ordering::Equal => entry.value = value,
    });
    balance(changed)
}

fn remove(link: Link, turns: &[Ordering]) -> Link {
    let (Some(shared), [turn, turns @ ..]) = (link, turns) else { return None };
    match turn {
        Ordering::Less => Some(balance(change(shared, |entry| {
            entry.left = remove(entry.left.take(), turns);
        }))),
        Ordering::Greater => Some(balance(change(shared, |entry| {
            entry.right = remove(entry.right.take(), turns);
        }))),
        Ordering::Equal => {
            let (left, right) = (shared.left.clone(), shared.right.clone());
            drop(shared);
            let Some(right) = right else { return left };
            let (first, right) = take_first(right);
            Some(balance(change(first, |entry| {
                entry.left = left;
                entry.right = right;
            })))
        }
    }
}

/// Splits off the entry with the least key.
fn take_first(shared: Shared<Entry>) -> (Shared<Entry>, Link) {
    let mut first = None;
    let rest = change(shared, |entry| {
        if let Some(left) = entry.left.take() {
            let (least, rest) = take_first(left);
            entry.left = rest;
            first = Some(least);
        }
    });
    match first {
        Some(first) => (first, Some(balance(rest))),
        None => {
            let mut right = None;
            let alone = change(rest, |entry| right = entry.right.take());
            (alone, right)
        }
    }
}

fn balance(shared: Shared<Entry>) -> Shared<Entry> {
    let (left, right) = (weight(&shared.left), weight(&shared.right));
    if left + right <= 3 {
        return shared;
    }
    if right > MAX_RATIO * left {
        let is_single = shared
            .right
            .as_ref()
            .is_none_or(|right| weight(&right.left) < SINGLE_RATIO * weight(&right.right));
        let shared = if is_single {
            shared
        } else {
            change(shared, |entry| entry.right = entry.right.take().map(rotate_right))
        };
        return rotate_left(shared);
    }
    if left > MAX_RATIO * right {
        let is_single = shared
            .left
            .as_ref()
            .is_none_or(|left| weight(&left.right) < SINGLE_RATIO * weight(&left.left));
        let shared = if is_single {
            shared
        } else {
            change(shared, |entry| entry.left = entry.left.take().map(rotate_left))
        };
        return rotate_right(shared);
    }
    shared
}

fn rotate_left(shared: Shared<Entry>) -> Shared<Entry> {
    let mut right = None;
    let top = change(shared, |entry| right = entry.right.take());
    let Some(right) = right else { return top };
    change(right, |right| {
        right.left = Some(change(top, |entry| entry.right = right.left.take()));
    })
}

fn rotate_right(shared: Shared<Entry>) -> Shared<Entry> {
    let mut left = None;
    let top = change(shared, |entry| left = entry.left.take());
    let Some(left) = left else { return top };
    change(left, |left| {
        left.right = Some(change(top, |entry| entry.left = left.right.take()));
    })
}
