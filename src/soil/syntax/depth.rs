//! How deep trees may nest, and how passes walk them without overflowing the native stack.

/// The depth of the deepest tree that the parser builds; a left-nested chain such as `a + b + c`
/// counts an operator a level. Parentheses, which leave no node, have the same limit of their own.
///
/// Spec: `soil-syntax-spec#8`.
pub const MAX_DEPTH: u32 = 2_000;

/// What one step of a recursive pass may need: a few unoptimised frames of the widest functions.
const RED_ZONE: usize = 128 * 1024;
const SEGMENT: usize = 2 * 1024 * 1024;

/// Calls `step`, first moving to a fresh stack segment when the current one is nearly full.
///
/// Every recursive pass over a tree goes through this once a level.
pub fn deep<R>(step: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, SEGMENT, step)
}
