//! The interpreter loop.
//!
//! What may be relied on: `emit` and `prelude` keep every register number below `n_regs` of its
//! code, every jump inside its code and every table index in range, and a frame is only entered
//! when that many registers are usable. What is not relied on is the types of values: a value that
//! does not fit its place is a panic of kind `type-error`.

use crate::soil::eval::code::{Check, Code, Compiled, Op, Reg};
use crate::soil::eval::ir;
use crate::soil::eval::limits::{Limits, Panic, PanicKind};
use crate::soil::eval::machine::{Engine, Frame, Global, Run};
use crate::soil::eval::natives::{self, Budget, heap_limit};
use crate::soil::eval::numeric::{self, overflow, type_error};
use crate::soil::eval::prelude::Prelude;
use crate::soil::eval::world::World;
use crate::soil::types::ty::IntTy;
use crate::soil::value::{
    List, Node, Partial, Shared, Value, compare, equal, float_order, heap, shape,
};

/// The engine that reads bytecode.
pub(super) struct Interpreter;

impl Engine for Interpreter {
    fn execute(
        &self,
        compiled: &Compiled,
        run: &mut Run,
        world: &dyn World,
        limits: &Limits,
        code: u32,
    ) -> Result<Value, Panic> {
        let code = &compiled.codes[code as usize];
        let mut here = Here { code, base: 0 };
        match interpret(compiled, run, world, limits, &mut here) {
            Ok(value) => Ok(value),
            Err(mut panic) => {
                panic.trace = run.trace(here.code);
                Err(panic)
            }
        }
    }
}

/// Where the loop is when it ends with a panic.
struct Here {
    code: *const Code,
    base: usize,
}

/// Moves a register out; what stays owns nothing.
///
/// # Safety
/// `register` points to a register of the run.
#[inline(always)]
unsafe fn take(register: *mut Value) -> Value {
    // SAFETY: registers always hold valid values.
    unsafe { std::ptr::replace(register, Value::Unit) }
}

/// How a function value goes on after its arguments have been laid out.
enum Entered {
    /// Run this code in the frame at the arguments.
    Code(u32),
    /// The result is there already.
    Value(Value),
}

#[expect(clippy::too_many_lines, reason = "a flat match with one arm an instruction")]
fn interpret(
    compiled: &Compiled,
    run: &mut Run,
    world: &dyn World,
    limits: &Limits,
    here: &mut Here,
) -> Result<Value, Panic> {
    let bottom = run.frames.len();
    let mut base = 0_usize;
    // SAFETY: `here` was made from a code of the program.
    let mut code: &Code = unsafe { &*here.code };
    if usize::from(code.n_regs) > run.n_usable {
        run.grow(usize::from(code.n_regs), limits)?;
    }
    let mut regs: *mut Value = run.registers.as_mut_ptr();
    let mut pc: *const Op = code.ops.as_ptr();
    let mut steps: u64 = run.steps;
    let mut check_at: u64 = run.check_at;

    macro_rules! fail {
        ($panic:expr) => {{
            run.steps = steps;
            here.code = code;
            here.base = base;
            return Err($panic);
        }};
    }
    macro_rules! attempt {
        ($result:expr) => {
            match $result {
                Ok(value) => value,
                Err(panic) => fail!(Panic::from(panic)),
            }
        };
    }
    // SAFETY (all register accesses): numbers are below `n_regs`, and that many are usable.
    macro_rules! take {
        ($index:expr) => {
            unsafe { take(regs.add($index as usize)) }
        };
    }
    macro_rules! look_mut {
        ($index:expr) => {
            unsafe { &mut *regs.add($index as usize) }
        };
    }
    macro_rules! look {
        ($index:expr) => {
            unsafe { &*regs.add($index as usize) }
        };
    }
    // Writes to a register that owns nothing.
    macro_rules! put {
        ($index:expr, $value:expr) => {{
            let value = $value;
            unsafe { regs.add($index as usize).write(value) }
        }};
    }
    macro_rules! int {
        ($index:expr) => {
            match look!($index) {
                Value::Int(_, n) => *n,
                _ => fail!(type_error()),
            }
        };
    }
    macro_rules! double {
        ($index:expr) => {
            match look!($index) {
                Value::F64(x) => *x,
                _ => fail!(type_error()),
            }
        };
    }
    macro_rules! jump {
        ($to:expr) => {
            pc = unsafe { code.ops.as_ptr().add($to as usize) }
        };
    }
    macro_rules! check_heap {
        () => {
            if heap::live() > run.heap_end {
                fail!(heap_limit(limits));
            }
        };
    }
    macro_rules! check_steps {
        () => {
            if steps >= check_at {
                run.steps = steps;
                attempt!(run.check(limits));
                check_at = run.check_at;
            }
        };
    }
    // Starts code in the frame at `base`.
    macro_rules! enter {
        ($number:expr) => {{
            code = &compiled.codes[$number as usize];
            let end = base + usize::from(code.n_regs);
            if end > run.n_usable {
                attempt!(run.grow(end, limits));
            }
            regs = unsafe { run.registers.as_mut_ptr().add(base) };
            pc = code.ops.as_ptr();
            check_steps!();
        }};
    }
    macro_rules! push_frame {
        ($base:expr) => {{
            run.frames.push(Frame { code, pc, base: base as u32 });
            base += usize::from($base);
        }};
    }
    macro_rules! pop_frame {
        ($value:expr) => {{
            let value = $value;
            if run.frames.len() == bottom {
                run.steps = steps;
                return Ok(value);
            }
            unsafe { regs.write(value) };
            if let Some(frame) = run.frames.pop() {
                code = unsafe { &*frame.code };
                pc = frame.pc;
                base = frame.base as usize;
                regs = unsafe { run.registers.as_mut_ptr().add(base) };
            }
        }};
    }
    macro_rules! budget {
        () => {
            Budget {
                steps: &mut steps,
                heap_end: run.heap_end,
                limits,
                deadline: run.deadline,
                world,
            }
        };
    }
    // Goes on with the function that stands after `n_args` arguments at `base`.
    macro_rules! enter_value {
        ($n_args:expr) => {{
            let n_args = usize::from($n_args);
            let fast = match look!(n_args) {
                Value::Closure(number, _) => Some(*number),
                Value::Code(number, program) if *program == compiled.id => Some(*number),
                _ => None,
            };
            let fast = fast.filter(|number| {
                compiled
                    .codes
                    .get(*number as usize)
                    .is_some_and(|code| usize::from(code.arity) == n_args)
            });
            match fast {
                Some(number) => {
                    steps += n_args as u64;
                    enter!(number);
                }
                None => {
                    let mut at = Layout { base: &mut base, n_args, code };
                    let entered = layout_call(compiled, run, world, limits, &mut steps, &mut at);
                    regs = unsafe { run.registers.as_mut_ptr().add(base) };
                    match attempt!(entered) {
                        Entered::Code(number) => enter!(number),
                        Entered::Value(value) => {
                            check_heap!();
                            check_steps!();
                            pop_frame!(value);
                        }
                    }
                }
            }
        }};
    }
    macro_rules! arith_i {
        ($n:expr, $dst:expr, $a:expr, $b:expr, $op:ident) => {{
            steps += u64::from($n);
            let (a, b) = (int!($a), $b);
            match a.$op(b) {
                Some(result) => put!($dst, Value::Int(IntTy::I64, result)),
                None => fail!(overflow()),
            }
        }};
    }
    macro_rules! arith_f {
        ($n:expr, $dst:expr, $a:expr, $b:expr, $op:tt) => {{
            steps += u64::from($n);
            put!($dst, Value::F64(double!($a) $op double!($b)));
        }};
    }
    macro_rules! jump_when {
        ($n:expr, $to:expr, $holds:expr) => {{
            steps += u64::from($n);
            if $holds {
                jump!($to);
            }
        }};
    }

    check_steps!();
    loop {
        // SAFETY: code ends in an instruction that leaves it, and jumps stay inside.
        let op = unsafe { *pc };
        pc = unsafe { pc.add(1) };
        match op {
            Op::Count { n } => steps += u64::from(n),
            Op::Copy { dst, src } => put!(dst, look!(src).clone()),
            Op::Move { dst, src } => put!(dst, take!(src)),
            Op::Const { dst, k } => put!(dst, compiled.constants[k as usize].clone()),
            Op::Int { ty, dst, value } => put!(dst, Value::Int(ty, i64::from(value))),
            Op::Bool { value, dst } => put!(dst, Value::Bool(value)),
            Op::Drop { src } => {
                if look!(src).is_counted() {
                    drop(take!(src));
                }
            }

            Op::AddI { n, dst, a, b } => arith_i!(n, dst, a, int!(b), checked_add),
            Op::SubI { n, dst, a, b } => arith_i!(n, dst, a, int!(b), checked_sub),
            Op::MulI { n, dst, a, b } => arith_i!(n, dst, a, int!(b), checked_mul),
            Op::AddK { n, dst, a, k } => arith_i!(n, dst, a, i64::from(k), checked_add),
            Op::MulK { n, dst, a, k } => arith_i!(n, dst, a, i64::from(k), checked_mul),
            Op::DivK { n, dst, a, k } => {
                steps += u64::from(n);
                let quotient = attempt!(numeric::div_i64(int!(a), i64::from(k)));
                put!(dst, Value::i64(quotient));
            }
            Op::ModK { n, dst, a, k } => {
                steps += u64::from(n);
                let rest = attempt!(numeric::mod_i64(int!(a), i64::from(k)));
                put!(dst, Value::i64(rest));
            }
            Op::AddF { n, dst, a, b } => arith_f!(n, dst, a, b, +),
            Op::SubF { n, dst, a, b } => arith_f!(n, dst, a, b, -),
            Op::MulF { n, dst, a, b } => arith_f!(n, dst, a, b, *),
            Op::DivF { n, dst, a, b } => arith_f!(n, dst, a, b, /),
            Op::Arith { n, dst, a, b, what } => {
                steps += u64::from(n);
                let (op, num) = compiled.ariths[usize::from(what)];
                let result = numeric::arith(op, num, look!(a), look!(b), &mut steps);
                put!(dst, attempt!(result));
                check_heap!();
            }
            Op::Neg { n, num, dst, a } => {
                steps += u64::from(n);
                put!(dst, attempt!(numeric::neg(num, look!(a))));
            }
            Op::Not { n, dst, a } => {
                steps += u64::from(n);
                let Value::Bool(is_true) = *look!(a) else { fail!(type_error()) };
                put!(dst, Value::Bool(!is_true));
            }
            Op::Compare { n, op, dst, a, b } => {
                steps += u64::from(n);
                let order = attempt!(compare(look!(a), look!(b), &mut steps));
                put!(dst, Value::Bool(op.holds(order)));
            }

            Op::Jump { to } => jump!(to),
            Op::JumpIf { n, is, a, to } => {
                let Value::Bool(is_true) = *look!(a) else { fail!(type_error()) };
                jump_when!(n, to, is_true == is);
            }
            Op::JumpEq { n, a, b, to } => jump_when!(n, to, int!(a) == int!(b)),
            Op::JumpNe { n, a, b, to } => jump_when!(n, to, int!(a) != int!(b)),
            Op::JumpLt { n, a, b, to } => jump_when!(n, to, int!(a) < int!(b)),
            Op::JumpLe { n, a, b, to } => jump_when!(n, to, int!(a) <= int!(b)),
            Op::JumpEqK { n, a, k, to } => jump_when!(n, to, int!(a) == i64::from(k)),
            Op::JumpNeK { n, a, k, to } => jump_when!(n, to, int!(a) != i64::from(k)),
            Op::JumpLtK { n, a, k, to } => jump_when!(n, to, int!(a) < i64::from(k)),
            Op::JumpLeK { n, a, k, to } => jump_when!(n, to, int!(a) <= i64::from(k)),
            Op::JumpGtK { n, a, k, to } => jump_when!(n, to, int!(a) > i64::from(k)),
            Op::JumpGeK { n, a, k, to } => jump_when!(n, to, int!(a) >= i64::from(k)),
            Op::JumpLtF { n, a, b, to } => {
                jump_when!(n, to, float_order(double!(a), double!(b)).is_lt());
            }
            Op::JumpLeF { n, a, b, to } => {
                jump_when!(n, to, float_order(double!(a), double!(b)).is_le());
            }
            Op::JumpEqF { n, a, b, to } => {
                jump_when!(n, to, float_order(double!(a), double!(b)).is_eq());
            }
            Op::JumpNeF { n, a, b, to } => {
                jump_when!(n, to, float_order(double!(a), double!(b)).is_ne());
            }
            Op::JumpVariantNe { variant, a, to } => match look!(a).variant() {
                Some(found) => {
                    if found != u32::from(variant) {
                        jump!(to);
                    }
                }
                None => fail!(type_error()),
            },
            Op::Switch { a, table } => {
                let variant = look!(a).variant();
                let table = &compiled.tables[table as usize];
                match variant.and_then(|variant| table.get(variant as usize)) {
                    Some(to) => jump!(*to),
                    None => fail!(type_error()),
                }
            }
            Op::JumpUnless { a, test, to } => {
                let test = &compiled.tests[usize::from(test)];
                let Some(found) = walk(look!(a), &test.path) else { fail!(type_error()) };
                let passes = match &test.check {
                    Check::Variant(variant) => found.variant() == Some(*variant),
                    Check::Bool(wanted) => matches!(found, Value::Bool(is) if is == wanted),
                    Check::Literal(k) => {
                        attempt!(equal(found, &compiled.constants[*k as usize]))
                    }
                };
                if !passes {
                    jump!(to);
                }
            }

            Op::Captured { dst, src, slot } => {
                let Value::Closure(_, node) = look!(src) else { fail!(type_error()) };
                let Some(value) = node.all_fields().get(usize::from(slot)) else {
                    fail!(type_error())
                };
                put!(dst, value.clone());
            }
            Op::Field { dst, src, slot } => {
                let Value::Node(node) = look!(src) else { fail!(type_error()) };
                let Some(value) = node.all_fields().get(usize::from(slot)) else {
                    fail!(type_error())
                };
                put!(dst, value.clone());
            }
            Op::TakeField { dst, src, slot } => {
                let Value::Node(node) = look_mut!(src) else { fail!(type_error()) };
                let slot = usize::from(slot);
                let taken = match node.fields_mut() {
                    Some(fields) => fields.get_mut(slot).map(|f| std::mem::replace(f, Value::Unit)),
                    None => node.all_fields().get(slot).cloned(),
                };
                let Some(value) = taken else { fail!(type_error()) };
                put!(dst, value);
            }
            Op::Path { dst, src, path } => {
                let Some(value) = walk(look!(src), &compiled.paths[path as usize]) else {
                    fail!(type_error())
                };
                put!(dst, value.clone());
            }
            Op::Make { dst, base: first, layout } => {
                let layout = &compiled.layouts[layout as usize];
                let n_fields = usize::from(layout.n_fields);
                let node = if layout.shape.opaque {
                    let fields = (0..n_fields).map(|i| take!(usize::from(first) + i));
                    Node::with_identity(layout.shape, layout.variant, fields.collect())
                } else {
                    // SAFETY: the registers hold the fields, and are emptied below.
                    unsafe {
                        Node::take_from(
                            layout.shape,
                            layout.variant,
                            regs.add(usize::from(first)),
                            n_fields,
                        )
                    }
                };
                for index in 0..n_fields {
                    put!(usize::from(first) + index, Value::Unit);
                }
                put!(dst, Value::Node(node));
                check_heap!();
            }
            Op::Own { a } => {
                let Value::Node(node) = look_mut!(a) else { fail!(type_error()) };
                if node.shape().opaque {
                    let fields = node.fields().to_vec();
                    *node = Node::with_identity(node.shape(), node.variant(), fields);
                } else if !node.is_unique() {
                    let copy = node.all_fields().iter().cloned();
                    *node = Node::new(node.shape(), node.variant(), copy);
                }
                check_heap!();
            }
            Op::SetField { a, slot, src } => {
                let value = take!(src);
                let Value::Node(node) = look_mut!(a) else { fail!(type_error()) };
                let place = node.fields_mut().and_then(|f| f.get_mut(usize::from(slot)));
                let Some(place) = place else { fail!(type_error()) };
                *place = value;
            }

            Op::Closure { n_captured, dst, base: first, code: number } => {
                let environment = shape::kernel().environment;
                let n_captured = usize::from(n_captured);
                // SAFETY: the registers hold the captured values, and are emptied below.
                let node = unsafe {
                    Node::take_from(environment, 0, regs.add(usize::from(first)), n_captured)
                };
                for index in 0..n_captured {
                    put!(usize::from(first) + index, Value::Unit);
                }
                put!(dst, Value::Closure(number, node));
                check_heap!();
            }
            Op::Sibling { dst, src, code: number } => {
                let Value::Closure(_, node) = look!(src) else { fail!(type_error()) };
                let sibling = Value::Closure(number, node.clone());
                put!(dst, sibling);
            }
            Op::Global { dst, def, to } => match &run.globals[def as usize] {
                Global::Known(value) => {
                    put!(dst, value.clone());
                    jump!(to);
                }
                Global::Busy => fail!(Panic::new(
                    PanicKind::Internal,
                    "a definition without parameters needs its own value",
                )),
                Global::Unknown => {
                    run.globals[def as usize] = Global::Busy;
                    push_frame!(dst);
                    enter!(compiled.first_def + def);
                }
            },
            Op::KeepGlobal { src, def } => {
                run.globals[def as usize] = Global::Known(look!(src).clone());
            }
            Op::Cell { dst } => put!(dst, run.cell()),
            Op::Fill { cell, src } => {
                let value = take!(src);
                let Value::Cell(cell) = look!(cell) else { fail!(type_error()) };
                cell.set(Some(value));
            }
            Op::ReadCell { dst, src } => {
                let Value::Cell(cell) = look!(src) else { fail!(type_error()) };
                let Some(value) = cell.get() else {
                    fail!(Panic::new(
                        PanicKind::Internal,
                        "a `let rec` value is read before it is there",
                    ))
                };
                put!(dst, value);
            }

            Op::Call { n, base: first, code: number } => {
                steps += u64::from(n);
                push_frame!(first);
                enter!(number);
            }
            Op::Goto { n, code: number } => {
                steps += u64::from(n);
                enter!(number);
            }
            Op::Again { n } => {
                steps += u64::from(n);
                pc = code.ops.as_ptr();
                check_steps!();
            }
            Op::CallValue { n, n_args, base: first } => {
                steps += u64::from(n);
                push_frame!(first);
                regs = unsafe { regs.add(usize::from(first)) };
                code = &compiled.codes[Prelude::NATIVE as usize];
                enter_value!(n_args);
            }
            Op::GotoValue { n, n_args } => {
                steps += u64::from(n);
                enter_value!(n_args);
            }
            Op::ApplyRest => {
                let (rest, function) = (take!(0), take!(1));
                let Value::List(rest) = rest else { fail!(type_error()) };
                let n_args = rest.items().len();
                let end = base + n_args + 2;
                if end > run.n_usable {
                    attempt!(run.grow(end, limits));
                    regs = unsafe { run.registers.as_mut_ptr().add(base) };
                }
                for (index, item) in rest.items().iter().enumerate() {
                    put!(index, item.clone());
                }
                put!(n_args, function);
                enter_value!(n_args as Reg);
            }
            Op::Native { n, base: first, what } => {
                steps += u64::from(n);
                let function = compiled.functions[usize::from(what)];
                let n_args = ir::arity(function) as usize;
                // SAFETY: the arguments lie in registers of this frame.
                let args =
                    unsafe { std::slice::from_raw_parts_mut(regs.add(usize::from(first)), n_args) };
                let result = natives::call(function, args, &mut budget!());
                let value = attempt!(result);
                args.fill(Value::Unit);
                put!(first, value);
                check_heap!();
                check_steps!();
            }
            Op::ListLen { n, dst, a } => {
                steps += u64::from(n);
                let Value::List(list) = look!(a) else { fail!(type_error()) };
                let len = list.items().len() as i64;
                put!(dst, Value::i64(len));
            }
            Op::ListNth { n, dst, a, b } => {
                steps += u64::from(n);
                put!(dst, attempt!(natives::list_nth(look!(a), look!(b))));
            }
            Op::ListGet { n, dst, a, b } => {
                steps += u64::from(n);
                put!(dst, attempt!(natives::list_get(look!(a), look!(b))));
                check_heap!();
            }
            Op::ListAppend { n, a, b } => {
                steps += u64::from(n);
                let item = take!(b);
                if let Value::List(list) = look_mut!(a)
                    && let Some(own) = list.get_mut()
                {
                    own.push(item);
                    check_heap!();
                    continue;
                }
                let list = take!(a);
                let result = natives::list_append(list, item, &mut budget!());
                put!(a, attempt!(result));
                check_steps!();
            }

            Op::Next { dst, list, index, to } => {
                let (Value::List(list), Value::Int(_, at)) = (look!(list), look!(index)) else {
                    fail!(type_error())
                };
                match list.items().get(*at as usize) {
                    Some(item) => {
                        let next = Value::i64(*at + 1);
                        put!(dst, item.clone());
                        put!(index, next);
                    }
                    None => jump!(to),
                }
            }
            Op::Push { list, src } => {
                let item = take!(src);
                let Value::List(list) = look_mut!(list) else { fail!(type_error()) };
                let Some(own) = list.get_mut() else { fail!(type_error()) };
                own.push(item);
                check_heap!();
            }
            Op::Room { dst, src } => {
                let Value::List(list) = look!(src) else { fail!(type_error()) };
                let room = Vec::with_capacity(list.items().len());
                put!(dst, Value::List(Shared::new(List::new(room))));
                check_heap!();
            }
            Op::Entries { keys, map } => {
                let map = take!(map);
                let result = natives::entries(map, &mut budget!());
                let (all_keys, all_values) = attempt!(result);
                put!(keys, all_keys);
                put!(keys + 1, all_values);
            }
            Op::Sort { dst, list, keys } => {
                let (list, keys) = (take!(list), take!(keys));
                let result = natives::sort(list, keys, &mut budget!());
                put!(dst, attempt!(result));
                check_steps!();
            }

            Op::Return { src } => {
                let value = take!(src);
                pop_frame!(value);
            }
            Op::Fail { text } => {
                let text = compiled.messages[usize::from(text)];
                fail!(Panic::new(PanicKind::Internal, text));
            }
        }
    }
}

/// Follows field numbers into a value.
fn walk<'v>(mut value: &'v Value, path: &[u16]) -> Option<&'v Value> {
    for slot in path {
        let Value::Node(node) = value else { return None };
        value = node.all_fields().get(usize::from(*slot))?;
    }
    Some(value)
}

/// A function value after its arguments.
struct Layout<'b> {
    base: &'b mut usize,
    n_args: usize,
    /// Whose frame this is: what Soil does not define runs in the frame of its caller, also in
    /// tail position.
    code: *const Code,
}

/// Lays out a call of anything but a function that takes exactly the arguments given.
#[cold]
fn layout_call(
    compiled: &Compiled,
    run: &mut Run,
    world: &dyn World,
    limits: &Limits,
    steps: &mut u64,
    at: &mut Layout<'_>,
) -> Result<Entered, Panic> {
    loop {
        let (base, n_args) = (*at.base, at.n_args);
        let place = base + n_args;
        let (arity, target) = match &run.registers[place] {
            Value::Closure(number, _) => (code_arity(compiled, *number)?, Target::Code(*number)),
            Value::Code(number, program) if *program == compiled.id => {
                (code_arity(compiled, *number)?, Target::Code(*number))
            }
            Value::Primitive(function) => match Prelude::code_of(*function) {
                Some(number) => (code_arity(compiled, number)?, Target::Code(number)),
                None => (ir::arity(*function) as usize, Target::Native(*function)),
            },
            Value::Partial(_) => {
                let Value::Partial(partial) =
                    std::mem::replace(&mut run.registers[place], Value::Unit)
                else {
                    return Err(type_error());
                };
                let (function, first) = Partial::into_parts(partial);
                let n_first = first.len();
                let end = place + n_first + 1;
                if end > run.n_usable {
                    run.grow(end, limits)?;
                }
                for index in (base..place).rev() {
                    run.registers.swap(index, index + n_first);
                }
                for (index, value) in first.into_iter().enumerate() {
                    run.registers[base + index] = value;
                }
                run.registers[place + n_first] = function;
                at.n_args += n_first;
                continue;
            }
            _ => return Err(type_error()),
        };
        if n_args < arity {
            let mut taken = run.registers[base..=place].iter_mut();
            let mut arguments: Vec<Value> = Vec::with_capacity(n_args);
            let mut function = Value::Unit;
            for index in 0..=n_args {
                let Some(register) = taken.next() else { break };
                let value = std::mem::replace(register, Value::Unit);
                if index == n_args { function = value } else { arguments.push(value) }
            }
            return Ok(Entered::Value(Partial::new(function, arguments)));
        }
        if n_args > arity {
            let rest: Vec<Value> = run.registers[base + arity..place]
                .iter_mut()
                .map(|register| std::mem::replace(register, Value::Unit))
                .collect();
            if place + 2 > run.n_usable {
                run.grow(place + 2, limits)?;
            }
            // The function moves next to its arguments, and all of them one up.
            run.registers.swap(place, base + arity);
            for index in (base..=base + arity).rev() {
                run.registers.swap(index, index + 1);
            }
            run.registers[base] = Value::list(rest);
            let stub = &compiled.codes[Prelude::APPLY_REST as usize];
            let pc = stub.ops.as_ptr();
            run.frames.push(Frame { code: at.code, pc, base: base as u32 });
            *at.base = base + 1;
            at.n_args = arity;
            continue;
        }
        *steps += arity as u64;
        return match target {
            Target::Code(number) => {
                if number < Prelude::COUNT {
                    let pc = compiled.codes[Prelude::NATIVE as usize].ops.as_ptr();
                    run.frames.push(Frame { code: at.code, pc, base: base as u32 });
                }
                Ok(Entered::Code(number))
            }
            Target::Native(function) => {
                run.registers[place] = Value::Unit;
                let args = &mut run.registers[base..place];
                let deadline = run.deadline;
                let heap_end = run.heap_end;
                let mut budget = Budget { steps, heap_end, limits, deadline, world };
                let value = natives::call(function, args, &mut budget)?;
                args.fill(Value::Unit);
                Ok(Entered::Value(value))
            }
        };
    }
}

enum Target {
    Code(u32),
    Native(crate::soil::value::Function),
}

fn code_arity(compiled: &Compiled, number: u32) -> Result<usize, Panic> {
    let code = compiled.codes.get(number as usize).ok_or_else(type_error)?;
    if code.arity == 0 { Err(type_error()) } else { Ok(usize::from(code.arity)) }
}
