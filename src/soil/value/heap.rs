//! Accounting of the bytes that values hold, and dropping of deep values.
//!
//! Each thread counts the bytes of the values that it has made and not yet dropped. A run compares
//! the count with what it was when the run began, so the figure is that of the run alone. Sizes
//! are computed from lengths and capacities, never asked of the allocator: they are the same on
//! every machine.

use std::cell::{Cell, RefCell};

use crate::soil::value::Value;

/// How deep dropping may recurse before it queues what it meets.
const MAX_DROP_DEPTH: u32 = 64;

thread_local! {
    static LIVE: Cell<i64> = const { Cell::new(0) };
    static DROP_DEPTH: Cell<u32> = const { Cell::new(0) };
    static DROP_QUEUE: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Returns the bytes that values made by this thread hold; differences are what counts.
#[inline]
pub fn live() -> i64 {
    LIVE.get()
}

#[inline]
pub(super) fn add(bytes: usize) {
    LIVE.set(LIVE.get().wrapping_add(bytes as i64));
}

#[inline]
pub(super) fn sub(bytes: usize) {
    // A thread that ends drops its queue after the counter may be gone.
    let _ = LIVE.try_with(|live| live.set(live.get().wrapping_sub(bytes as i64)));
}

/// Bytes that are counted as long as this exists.
#[derive(Debug)]
pub(super) struct Charge(usize);

impl Charge {
    pub(super) fn new(bytes: usize) -> Charge {
        add(bytes);
        Charge(bytes)
    }

    #[inline]
    pub(super) fn resize(&mut self, bytes: usize) {
        if bytes != self.0 {
            add(bytes);
            sub(self.0);
            self.0 = bytes;
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        sub(self.0);
    }
}

/// Drops the children of a value that goes away, with a bounded native stack.
pub(super) fn reclaim(children: Vec<Value>) {
    let depth = DROP_DEPTH.get();
    if depth >= MAX_DROP_DEPTH {
        let mut rest = Some(children);
        let _ = DROP_QUEUE.try_with(|queue| {
            queue.borrow_mut().extend(rest.take().unwrap_or_default());
        });
        return;
    }
    DROP_DEPTH.set(depth + 1);
    drop(children);
    DROP_DEPTH.set(depth);
    if depth == 0 {
        drain();
    }
}

/// Drops one child like [`reclaim`] does.
#[inline]
pub(super) fn reclaim_one(child: Value) {
    if matches!(
        child,
        Value::Unit
            | Value::Bool(_)
            | Value::Int(..)
            | Value::F64(_)
            | Value::Short(_)
            | Value::Tag(..)
            | Value::Code(..)
            | Value::Primitive(_)
    ) {
        return;
    }
    let depth = DROP_DEPTH.get();
    if depth >= MAX_DROP_DEPTH {
        let _ = DROP_QUEUE.try_with(|queue| queue.borrow_mut().push(child));
        return;
    }
    DROP_DEPTH.set(depth + 1);
    drop(child);
    DROP_DEPTH.set(depth);
    if depth == 0 {
        drain();
    }
}

fn drain() {
    loop {
        let next = DROP_QUEUE.try_with(|queue| queue.borrow_mut().pop()).ok().flatten();
        let Some(value) = next else { return };
        DROP_DEPTH.set(1);
        drop(value);
        DROP_DEPTH.set(0);
    }
}
