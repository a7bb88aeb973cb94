//! The state of a run: registers, frames and budgets. `interpret` moves it.
//!
//! Registers of all frames lie in one array, a callee's on top of its caller's; frames that wait
//! are a second one. Nothing of a Soil call touches the native stack.
//!
//! A native back end would implement [`Engine`] over the same state: it calls `grow`, `check`,
//! and the functions of `natives` where the interpreter does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::soil::builtins::Builtin;
use crate::soil::core::DefId;
use crate::soil::eval::code::{Code, Compiled};
use crate::soil::eval::interpret;
use crate::soil::eval::limits::{Limits, Outcome, Panic, PanicKind};
use crate::soil::eval::natives::{Budget, heap_limit, step_limit, time_limit};
use crate::soil::eval::world::{Nowhere, RealWorld, World};
use crate::soil::value::{Cell, Shared, Value, handle, heap};

/// Registers that a run starts with.
const FIRST_REGISTERS: usize = 1024;
/// Steps between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1 << 16;

/// Runs definitions of one program, one call after the other; reuses its memory between calls.
pub struct Machine<'c> {
    pub(super) compiled: &'c Compiled,
    pub(super) run: Run,
}

/// What runs code: the interpreter loop, or a native back end in its place.
pub(super) trait Engine {
    /// Runs code whose arguments lie in the first registers, until its frame ends.
    fn execute(
        &self,
        compiled: &Compiled,
        run: &mut Run,
        world: &dyn World,
        limits: &Limits,
        code: u32,
    ) -> Result<Value, Panic>;
}

/// The state of one run.
pub(super) struct Run {
    /// Every register holds a valid value at all times.
    pub registers: Vec<Value>,
    /// Registers that this run may use; what is above was grown by an earlier run.
    pub n_usable: usize,
    pub frames: Vec<Frame>,
    pub globals: Vec<Global>,
    /// Cells that this run has made.
    pub cells: Vec<Shared<Cell>>,
    pub steps: u64,
    /// When to look at the limits again.
    pub check_at: u64,
    /// What the values of this thread may hold.
    pub heap_end: i64,
    heap_start: i64,
    pub deadline: Option<Instant>,
    /// Ends the run when it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

/// A caller that waits.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub code: *const Code,
    pub pc: *const crate::soil::eval::code::Op,
    pub base: u32,
}

// SAFETY: frames are only set while a call runs, which borrows the program they point into; they
// are cleared when it ends.
unsafe impl Send for Run {}

/// A definition without parameters.
#[derive(Clone, Debug)]
pub(super) enum Global {
    Unknown,
    Busy,
    Known(Value),
}

impl<'c> Machine<'c> {
    /// Makes a machine without state.
    pub fn new(compiled: &'c Compiled) -> Machine<'c> {
        Machine {
            compiled,
            run: Run {
                registers: vec![Value::Unit; FIRST_REGISTERS],
                n_usable: FIRST_REGISTERS,
                frames: Vec::new(),
                globals: vec![Global::Unknown; compiled.program.defs.len()],
                cells: Vec::new(),
                steps: 0,
                check_at: 0,
                heap_end: 0,
                heap_start: 0,
                deadline: None,
                stop: None,
            },
        }
    }

    /// Lets a flag end the calls of this machine: once it is set, the one that runs panics within
    /// some thousand steps, and so does every later one.
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Machine<'c> {
        self.run.stop = Some(stop);
        self
    }

    /// Calls a definition with as many values as its equation has parameters, without a world: a
    /// real capability cannot be reached, and only fakes answer.
    ///
    /// Values of definitions without parameters are forgotten first, so a call depends on nothing
    /// but its arguments.
    pub fn call(&mut self, def: DefId, args: Vec<Value>, limits: &Limits) -> Outcome {
        self.forget();
        self.start(def, args, limits, &Nowhere)
    }

    /// Like [`Machine::call`], and keeps the values of definitions without parameters, as one
    /// process of several calls does.
    pub fn call_on(&mut self, def: DefId, args: Vec<Value>, limits: &Limits) -> Outcome {
        self.start(def, args, limits, &Nowhere)
    }

    /// Calls a definition that may reach the real world through handles made by it.
    pub fn call_in(
        &mut self,
        world: &RealWorld,
        def: DefId,
        args: Vec<Value>,
        limits: &Limits,
    ) -> Outcome {
        self.forget();
        self.start(def, args, limits, world)
    }

    /// Makes a fake: `builtin` is `fake_fs`, `fake_clock` or `fake_rand`, and `value` is of the type
    /// that it takes.
    ///
    /// # Errors
    /// A panic when a budget is used up.
    pub fn fake(
        &mut self,
        builtin: Builtin,
        value: Value,
        limits: &Limits,
    ) -> Result<Value, Panic> {
        self.native(crate::soil::value::Function::Builtin(builtin), &mut [value], limits)
    }

    /// Calls a builtin, a derived function or one of a numeric type with all its arguments, which
    /// are taken; without a world. A function that calls back is a panic of kind `type-error`.
    ///
    /// # Errors
    /// The panic.
    pub fn apply(
        &mut self,
        function: crate::soil::value::Function,
        args: &mut [Value],
        limits: &Limits,
    ) -> Result<Value, Panic> {
        self.native(function, args, limits)
    }

    /// Calls a builtin, as a test does for its fakes.
    pub(super) fn native(
        &mut self,
        function: crate::soil::value::Function,
        args: &mut [Value],
        limits: &Limits,
    ) -> Result<Value, Panic> {
        let mut budget = Budget {
            steps: &mut 0,
            heap_end: heap::live().saturating_add(limits.heap as i64),
            limits,
            deadline: None,
            world: &Nowhere,
        };
        crate::soil::eval::natives::call(function, args, &mut budget)
    }

    fn forget(&mut self) {
        self.run.globals.fill(Global::Unknown);
        handle::reset_identities();
    }

    fn start(
        &mut self,
        def: DefId,
        args: Vec<Value>,
        limits: &Limits,
        world: &dyn World,
    ) -> Outcome {
        let code = self.compiled.first_def + def.0;
        let wanted = self.compiled.program.defs.get(def.0 as usize).map(|def| def.params.len());
        if wanted != Some(args.len()) || args.len() > FIRST_REGISTERS {
            let text = "a call of an unknown definition or with another number of arguments";
            return Outcome { result: Err(Panic::new(PanicKind::TypeError, text)), steps: 0 };
        }
        let run = &mut self.run;
        run.begin(limits);
        run.steps = args.len() as u64;
        for (register, arg) in run.registers.iter_mut().zip(args) {
            *register = arg;
        }
        let result = interpret::Interpreter.execute(self.compiled, run, world, limits, code);
        run.end(&result);
        Outcome { result, steps: run.steps }
    }
}

impl Run {
    fn begin(&mut self, limits: &Limits) {
        self.n_usable = FIRST_REGISTERS;
        self.check_at = 0;
        self.heap_start = heap::live();
        self.heap_end = self.heap_start.saturating_add(limits.heap.min(i64::MAX as u64) as i64);
        self.deadline = limits.time.map(|time| Instant::now() + time);
    }

    fn end(&mut self, result: &Result<Value, Panic>) {
        if result.is_err() {
            self.frames.clear();
            self.registers[..self.n_usable].fill(Value::Unit);
            for global in &mut self.globals {
                if matches!(global, Global::Busy) {
                    *global = Global::Unknown;
                }
            }
        }
        if self.registers.len() > 64 * FIRST_REGISTERS {
            // One deep call does not keep its memory for all that follow.
            self.registers.truncate(FIRST_REGISTERS);
            self.registers.shrink_to_fit();
            self.frames = Vec::new();
        }
        // Functions may hold cells that hold them; a result that may hold a function keeps its own.
        let keeps = result.as_ref().is_ok_and(may_hold_function);
        for cell in self.cells.drain(..) {
            if !keeps {
                cell.set(None);
            }
        }
    }

    /// Makes room for more registers.
    pub(super) fn grow(&mut self, wanted: usize, limits: &Limits) -> Result<(), Panic> {
        let n_usable = wanted.max(self.n_usable + self.n_usable / 2);
        let bytes = n_usable * size_of::<Value>() + self.frames.len() * size_of::<Frame>();
        let end = self.heap_start.saturating_add(limits.heap.min(i64::MAX as u64) as i64);
        self.heap_end = end.saturating_sub(bytes as i64);
        if heap::live() > self.heap_end || n_usable > u32::MAX as usize {
            return Err(heap_limit(limits));
        }
        if n_usable > self.registers.len() {
            self.registers.resize(n_usable, Value::Unit);
        }
        self.n_usable = n_usable;
        Ok(())
    }

    /// Compares what is used with the limits, and says when to do so again.
    pub(super) fn check(&mut self, limits: &Limits) -> Result<(), Panic> {
        if limits.steps.is_some_and(|limit| self.steps > limit) {
            return Err(step_limit(limits));
        }
        if heap::live() > self.heap_end {
            return Err(heap_limit(limits));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(time_limit(limits));
        }
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Panic::new(PanicKind::Resource, "cancelled".to_owned()));
        }
        let next = self.steps.saturating_add(CLOCK_INTERVAL);
        self.check_at = limits.steps.map_or(next, |limit| next.min(limit.saturating_add(1)));
        Ok(())
    }

    /// Lists the definitions whose bodies are left when a panic unwinds, outermost first.
    pub(super) fn trace(&self, innermost: *const Code) -> Vec<DefId> {
        let codes = self.frames.iter().map(|frame| frame.code).chain([innermost]);
        // SAFETY: frames of a running call point into its program.
        codes.filter_map(|code| unsafe { code.as_ref() }.and_then(|code| code.def)).collect()
    }

    /// Makes a cell and remembers it, forgetting those that nothing else holds.
    pub(super) fn cell(&mut self) -> Value {
        if self.cells.len() == self.cells.capacity() {
            self.cells.retain(|cell| !cell.is_unique());
        }
        let cell = Shared::new(Cell::default());
        self.cells.push(cell.clone());
        Value::Cell(cell)
    }
}

/// Looks for functions without going deep; says yes when in doubt.
fn may_hold_function(value: &Value) -> bool {
    let mut rest = vec![value];
    let mut looked_at = 0;
    while let Some(value) = rest.pop() {
        looked_at += 1;
        match value {
            Value::Closure(..) | Value::Partial(_) | Value::Cell(_) | Value::Map(_) => return true,
            Value::List(list) => rest.extend(list.items()),
            Value::Node(node) => rest.extend(node.all_fields()),
            _ => {}
        }
        if looked_at > 10_000 {
            return true;
        }
    }
    false
}
