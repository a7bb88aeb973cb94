//! The builtins that call back, written in bytecode: so they need no native stack, and their
//! frames, steps and panics are those of Soil code.

use crate::soil::builtins::Builtin;
use crate::soil::eval::code::{Code, Op};
use crate::soil::types::ty::IntTy;
use crate::soil::value::Function;

/// Numbers of the codes that every program begins with.
pub(super) struct Prelude;

impl Prelude {
    /// How many there are; the code of the first definition comes next.
    pub(super) const COUNT: u32 = 7;
    /// Keeps arguments while the function that takes fewer runs.
    pub(super) const APPLY_REST: u32 = 5;
    /// Stands for a function that Soil does not define while it runs as a value.
    pub(super) const NATIVE: u32 = 6;

    /// Returns the code of a builtin that calls back.
    pub(super) fn code_of(function: Function) -> Option<u32> {
        let Function::Builtin(builtin) = function else { return None };
        match builtin {
            Builtin::ListMap => Some(0),
            Builtin::ListFilter => Some(1),
            Builtin::ListFold => Some(2),
            Builtin::ListSortBy => Some(3),
            Builtin::MapFold => Some(4),
            _ => None,
        }
    }

    /// Makes the codes, in the order of their numbers.
    pub(super) fn codes() -> Vec<Code> {
        let code = |arity: u8, n_regs: u16, ops: Vec<Op>| Code {
            def: None,
            arity,
            n_regs,
            ops: ops.into(),
        };
        vec![
            code(2, 6, list_map()),
            code(2, 7, list_filter()),
            code(3, 7, list_fold()),
            code(2, 6, list_sort_by()),
            code(3, 11, map_fold()),
            code(0, 2, vec![Op::ApplyRest]),
            code(0, 1, vec![Op::Return { src: 0 }]),
        ]
    }
}

fn zero(dst: u16) -> Op {
    Op::Int { ty: IntTy::I64, dst, value: 0 }
}

/// Parameters `f xs`; then index, result, element, function.
fn list_map() -> Vec<Op> {
    vec![
        zero(2),
        Op::Room { dst: 3, src: 1 },
        Op::Next { dst: 4, list: 1, index: 2, to: 8 },
        Op::Count { n: 1 },
        Op::Copy { dst: 5, src: 0 },
        Op::CallValue { n: 0, n_args: 1, base: 4 },
        Op::Push { list: 3, src: 4 },
        Op::Jump { to: 2 },
        Op::Drop { src: 0 },
        Op::Drop { src: 1 },
        Op::Return { src: 3 },
    ]
}

/// Parameters `f xs`; then index, result, element, argument, function.
fn list_filter() -> Vec<Op> {
    vec![
        zero(2),
        Op::Room { dst: 3, src: 1 },
        Op::Next { dst: 4, list: 1, index: 2, to: 12 },
        Op::Count { n: 1 },
        Op::Copy { dst: 5, src: 4 },
        Op::Copy { dst: 6, src: 0 },
        Op::CallValue { n: 0, n_args: 1, base: 5 },
        Op::JumpIf { n: 0, is: false, a: 5, to: 10 },
        Op::Push { list: 3, src: 4 },
        Op::Jump { to: 2 },
        Op::Drop { src: 4 },
        Op::Jump { to: 2 },
        Op::Drop { src: 0 },
        Op::Drop { src: 1 },
        Op::Return { src: 3 },
    ]
}

/// Parameters `f acc xs`; then index, accumulator, element, function.
fn list_fold() -> Vec<Op> {
    vec![
        zero(3),
        Op::Next { dst: 5, list: 2, index: 3, to: 8 },
        Op::Count { n: 1 },
        Op::Move { dst: 4, src: 1 },
        Op::Copy { dst: 6, src: 0 },
        Op::CallValue { n: 0, n_args: 2, base: 4 },
        Op::Move { dst: 1, src: 4 },
        Op::Jump { to: 1 },
        Op::Drop { src: 0 },
        Op::Drop { src: 2 },
        Op::Return { src: 1 },
    ]
}

/// Parameters `f xs`; then index, keys, element, function.
fn list_sort_by() -> Vec<Op> {
    vec![
        zero(2),
        Op::Room { dst: 3, src: 1 },
        Op::Next { dst: 4, list: 1, index: 2, to: 8 },
        Op::Count { n: 1 },
        Op::Copy { dst: 5, src: 0 },
        Op::CallValue { n: 0, n_args: 1, base: 4 },
        Op::Push { list: 3, src: 4 },
        Op::Jump { to: 2 },
        Op::Drop { src: 0 },
        Op::Sort { dst: 4, list: 1, keys: 3 },
        Op::Return { src: 4 },
    ]
}

/// Parameters `f acc m`; then keys, values, index, accumulator, key, value, function, index.
fn map_fold() -> Vec<Op> {
    vec![
        Op::Entries { keys: 3, map: 2 },
        zero(5),
        zero(10),
        Op::Next { dst: 7, list: 3, index: 5, to: 11 },
        Op::Count { n: 1 },
        Op::Next { dst: 8, list: 4, index: 10, to: 11 },
        Op::Move { dst: 6, src: 1 },
        Op::Copy { dst: 9, src: 0 },
        Op::CallValue { n: 0, n_args: 3, base: 6 },
        Op::Move { dst: 1, src: 6 },
        Op::Jump { to: 3 },
        Op::Drop { src: 0 },
        Op::Drop { src: 3 },
        Op::Drop { src: 4 },
        Op::Return { src: 1 },
    ]
}
