//! Running checked programs: compile core terms once, then call definitions many times.
//!
//! Comes in: a [`core::Program`](crate::soil::core::Program), arguments and [`Limits`]. Goes out:
//! an [`Outcome`]: a value or a panic with its trace, and the steps taken.
//!
//! ```text
//! core ──lower──► ir ──liveness──► ir ──emit──► bytecode ──interpret──► value or panic
//!       closures        last uses        registers        frames on the heap
//! ```
//!
//! **Design.** Code is register bytecode of 12-byte instructions. Registers of all frames lie in
//! one array of 16-byte values; arguments are evaluated right where the callee's frame begins, so
//! a call copies nothing and allocates nothing. Comparisons fuse with branches, small constants
//! with arithmetic, and calls of known functions skip the function value; `and`, `or` and `not`
//! in a condition become jumps. A backwards pass finds the last use of each variable: there the
//! value moves, so a list in a loop has one owner and `list_append` changes it in place, and the
//! last read of a field takes it out of a record that nobody else holds. Tail calls reuse their
//! frame. Builtins that call back are bytecode themselves.
//!
//! **Metering.** A function counts a step per parameter when its body starts, `if`, `match`,
//! `and`, `or` and `not` one when they start, arithmetic and comparisons one when their operands
//! are there, and builtins one per parameter and per element. Limits are compared at every call
//! and after every builtin, the clock every 65 536 steps. Heap is what values and frames hold at a
//! time. Exhaustion is a panic of kind `resource`.
//!
//! **Isolation.** [`Machine::call`] has no world to reach; see [`world`].
//!
//! **Seam.** `machine::Engine` runs code over `machine::Run`; a native back end would be a second
//! implementation of it.
//!
//! Spec: `soil0-cli#8`, `soil0-cli#11`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::soil::core::{DefId, Program};
use crate::soil::value::Value;

pub mod cases;
mod code;
mod emit;
mod entry;
mod interpret;
mod ir;
pub mod launch;
mod limits;
mod liveness;
mod lower;
mod machine;
mod natives;
mod numeric;
mod prelude;
pub mod world;

pub use code::Compiled;
pub use entry::{Entry, EntryError, fake};
pub use limits::{Limits, Outcome, Panic, PanicKind};
pub use machine::Machine;

/// Compiles every definition of a program; threads may share the result.
pub fn compile(program: &Program) -> Compiled {
    static NEXT_PROGRAM: AtomicU64 = AtomicU64::new(1);
    let id = NEXT_PROGRAM.fetch_add(1, Ordering::Relaxed);
    let first_def = prelude::Prelude::COUNT;
    let lowered = lower::lower(program, id, first_def);
    let mut tables = emit::Tables { constants: lowered.constants, ..emit::Tables::default() };
    let mut codes: Vec<Option<code::Code>> =
        prelude::Prelude::codes().into_iter().map(Some).collect();
    codes.resize_with(lowered.n_codes as usize, || None);
    for (number, def, mut body) in lowered.bodies {
        liveness::annotate(&mut body);
        codes[number as usize] = Some(emit::emit(&mut tables, number, def, &body));
    }
    Compiled {
        id,
        codes: codes.into_iter().map(|code| code.expect("every number has a body")).collect(),
        constants: tables.constants,
        layouts: tables.layouts,
        tests: tables.tests,
        paths: tables.paths,
        tables: tables.jumps,
        functions: tables.functions,
        ariths: tables.ariths,
        messages: tables.messages,
        first_def,
        program: Arc::new(program.clone()),
    }
}

/// Calls a definition with as many values as its equation has parameters, without a world; a
/// [`Machine`] is the way to call often.
pub fn call(compiled: &Compiled, def: DefId, args: Vec<Value>, limits: &Limits) -> Outcome {
    Machine::new(compiled).call(def, args, limits)
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<Compiled>();
    shared::<Value>();
};
