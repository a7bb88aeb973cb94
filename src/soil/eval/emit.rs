//! The intermediate form to bytecode.
//!
//! Registers are handed out like a stack: binders and temporaries take the next free one and give
//! it back at the end of their scope, so a call finds its arguments on top of the frame and the
//! callee's frame begins right there. What keeps this cheap are three rules:
//!
//! - A register without a living value owns nothing: the last use of a variable takes its value
//!   and a value that is only looked at is dropped right after. Writing never drops, frames need no
//!   clearing, and unwinding drops whatever stands on the stack.
//! - A destination is written by the last instruction of a term, unless it is fresh; so a loop may
//!   compute the next value of a parameter into the parameter.
//! - Steps of terms that cannot panic are added to the count of the next instruction that counts.

use crate::soil::builtins::Builtin;
use crate::soil::eval::code::{Check, Code, Layout, Op, Reg, Test};
use crate::soil::eval::ir::{Arm, Body, Branch, Ir, Pat, Var, arity, changes_first};
use crate::soil::eval::prelude::Prelude;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::ty::{IntTy, NumTy};
use crate::soil::value::{Function, Shape, Value};

/// The tables that instructions refer to.
#[derive(Default)]
pub(super) struct Tables {
    pub constants: Vec<Value>,
    pub layouts: Vec<Layout>,
    pub tests: Vec<Test>,
    pub paths: Vec<Box<[u16]>>,
    pub jumps: Vec<Box<[u32]>>,
    pub functions: Vec<Function>,
    pub ariths: Vec<(ArithOp, NumTy)>,
    pub messages: Vec<&'static str>,
}

impl Tables {
    fn find<T: PartialEq>(table: &mut Vec<T>, entry: T) -> usize {
        match table.iter().position(|known| *known == entry) {
            Some(index) => index,
            None => {
                table.push(entry);
                table.len() - 1
            }
        }
    }

    pub(super) fn function(&mut self, function: Function) -> u16 {
        Tables::find(&mut self.functions, function) as u16
    }
}

/// Emits the code of a body.
pub(super) fn emit(
    tables: &mut Tables,
    number: u32,
    def: Option<crate::soil::core::DefId>,
    body: &Body,
) -> Code {
    let mut emitter = Emitter {
        tables,
        number,
        body,
        ops: Vec::new(),
        regs: vec![0; body.n_vars as usize],
        next: 0,
        n_regs: 0,
        counted: 0,
        overflow: false,
    };
    let n_given = body.n_params + u32::from(body.has_env);
    for var in 0..n_given {
        let reg = emitter.alloc();
        emitter.regs[var as usize] = reg;
    }
    emitter.drops(&body.drops, None);
    emitter.tail(&body.term);
    if emitter.overflow || body.n_params > u32::from(u8::MAX) {
        let text = Tables::find(&mut tables.messages, "a definition that needs too many registers");
        return Code {
            def,
            arity: body.n_params.min(255) as u8,
            n_regs: n_given.min(u32::from(Reg::MAX)) as Reg,
            ops: Box::new([Op::Fail { text: text as u16 }]),
        };
    }
    Code { def, arity: body.n_params as u8, n_regs: emitter.n_regs, ops: emitter.ops.into() }
}

struct Emitter<'t, 'b> {
    tables: &'t mut Tables,
    number: u32,
    body: &'b Body,
    ops: Vec<Op>,
    regs: Vec<Reg>,
    next: Reg,
    n_regs: Reg,
    /// Steps that the next counting instruction adds.
    counted: u32,
    /// Whether the body needs more than a function can have.
    overflow: bool,
}

/// A register to look at, and whether it is dropped afterwards.
#[derive(Clone, Copy)]
struct Operand {
    reg: Reg,
    drop: bool,
}

/// Instructions whose target is not known yet.
type Patches = Vec<usize>;

impl Emitter<'_, '_> {
    fn alloc(&mut self) -> Reg {
        let reg = self.next;
        if reg >= Reg::MAX - 8 {
            self.overflow = true;
            return reg;
        }
        self.next += 1;
        self.n_regs = self.n_regs.max(self.next);
        reg
    }

    fn reg(&self, var: Var) -> Reg {
        self.regs[var as usize]
    }

    fn is_scalar_var(&self, var: Var) -> bool {
        self.body.is_scalar[var as usize]
    }

    fn op(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Takes the steps that stand due, and some more.
    fn n(&mut self, more: u32) -> u8 {
        self.counted += more;
        while self.counted > 255 {
            self.op(Op::Count { n: 255 });
            self.counted -= 255;
        }
        std::mem::take(&mut self.counted) as u8
    }

    /// Counts what is due before control may go elsewhere.
    fn flush(&mut self) {
        if self.counted > 0 {
            let n = self.n(0);
            self.op(Op::Count { n });
        }
    }

    fn here(&mut self) -> u32 {
        self.flush();
        self.ops.len() as u32
    }

    fn patch(&mut self, patches: Patches) {
        if patches.is_empty() {
            return;
        }
        let here = self.here();
        for at in patches {
            self.target(at, here);
        }
    }

    fn target(&mut self, at: usize, target: u32) {
        match &mut self.ops[at] {
            Op::Jump { to }
            | Op::JumpIf { to, .. }
            | Op::JumpEq { to, .. }
            | Op::JumpNe { to, .. }
            | Op::JumpLt { to, .. }
            | Op::JumpLe { to, .. }
            | Op::JumpEqK { to, .. }
            | Op::JumpNeK { to, .. }
            | Op::JumpLtK { to, .. }
            | Op::JumpLeK { to, .. }
            | Op::JumpGtK { to, .. }
            | Op::JumpGeK { to, .. }
            | Op::JumpLtF { to, .. }
            | Op::JumpLeF { to, .. }
            | Op::JumpEqF { to, .. }
            | Op::JumpNeF { to, .. }
            | Op::JumpVariantNe { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::Global { to, .. } => *to = target,
            other => unreachable!("{other:?} has no target"),
        }
    }

    fn jump(&mut self) -> usize {
        self.flush();
        self.op(Op::Jump { to: 0 })
    }

    /// Drops variables at the start of a branch, except one that has been moved.
    fn drops(&mut self, vars: &[Var], except: Option<Var>) {
        for var in vars {
            if Some(*var) != except && !self.is_scalar_var(*var) {
                let src = self.reg(*var);
                self.op(Op::Drop { src });
            }
        }
    }

    fn constant(&mut self, value: Value) -> u32 {
        self.tables.constants.push(value);
        self.tables.constants.len() as u32 - 1
    }

    fn is_scalar(&self, ir: &Ir) -> bool {
        match ir {
            Ir::Bool(_) | Ir::Int(..) | Ir::Compare { .. } | Ir::Not(_) => true,
            Ir::Arith { num, .. } | Ir::Neg { num, .. } => *num != NumTy::BigInt,
            Ir::Var { var, .. } => self.is_scalar_var(*var),
            Ir::Const(k) => {
                matches!(self.tables.constants[*k as usize], Value::F64(_) | Value::Unit)
            }
            Ir::CallFunction { function: Function::Builtin(Builtin::ListLen), .. } => true,
            _ => false,
        }
    }

    /// Brings a term into a register to look at. `later` are the terms evaluated before the
    /// looking: a variable may stay where it is unless one of them takes it.
    fn operand(&mut self, ir: &Ir, later: &[&Ir]) -> Operand {
        if let Ir::Var { var, last } = ir {
            let is_scalar = self.is_scalar_var(*var);
            if is_scalar || *last || later.iter().all(|ir| is_untaking(ir)) {
                return Operand { reg: self.reg(*var), drop: *last && !is_scalar };
            }
        }
        let reg = self.alloc();
        self.emit(ir, reg);
        Operand { reg, drop: !self.is_scalar(ir) }
    }

    /// Emits an instruction that looks at operands and writes `dst`, then drops the operands.
    fn looking(&mut self, dst: Reg, operands: &[Operand], make: impl FnOnce(&mut Self, Reg) -> Op) {
        let clashes = operands.iter().any(|operand| operand.drop && operand.reg == dst);
        let target = if clashes { self.alloc() } else { dst };
        let op = make(self, target);
        self.op(op);
        for operand in operands.iter().filter(|operand| operand.drop) {
            self.op(Op::Drop { src: operand.reg });
        }
        if clashes {
            self.op(Op::Move { dst, src: target });
        }
    }

    /// Evaluates a term in tail position and ends the frame.
    fn tail(&mut self, ir: &Ir) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.tail_here(ir));
    }

    fn tail_here(&mut self, ir: &Ir) {
        let saved = self.next;
        match ir {
            Ir::If { cond, then_branch, else_branch } => {
                self.counted += 1;
                let to_else = self.jump_if(cond, false);
                self.next = saved;
                self.drops(&then_branch.drops, None);
                self.tail(&then_branch.body);
                self.next = saved;
                self.patch(to_else);
                self.drops(&else_branch.drops, None);
                self.tail(&else_branch.body);
            }
            Ir::Let { var, is_used, value, body } => {
                self.bind(*var, *is_used, value);
                self.tail(body);
            }
            Ir::Cells { vars, body } => {
                self.cells(vars);
                self.tail(body);
            }
            Ir::Fill { cell, value, body } => {
                self.fill(cell, value);
                self.tail(body);
            }
            Ir::Match { var, value, arms } => {
                self.scrutinee(*var, value.as_deref());
                self.arms(*var, arms, |this, branch, _| this.tail(&branch.body));
            }
            // A builtin that calls back runs above the frame of its caller.
            Ir::CallCode { code, args, env } if *code >= Prelude::COUNT => {
                self.tail_call(*code, args, env.as_deref());
            }
            Ir::CallValue { function, args } => {
                let base = self.value_args(function, args);
                let n_args = args.len() as u8;
                if base > 0 {
                    for index in 0..=Reg::from(n_args) {
                        self.op(Op::Move { dst: index, src: base + index });
                    }
                }
                let n = self.n(0);
                self.op(Op::GotoValue { n, n_args });
            }
            Ir::Var { var, .. } => {
                self.flush();
                let src = self.reg(*var);
                self.op(Op::Return { src });
            }
            _ => {
                let src = self.alloc();
                self.emit(ir, src);
                self.flush();
                self.op(Op::Return { src });
            }
        }
        self.next = saved;
    }

    fn tail_call(&mut self, code: u32, args: &[Ir], env: Option<&Ir>) {
        let parts: Vec<&Ir> = args.iter().chain(env).collect();
        let mut moves = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let target = index as Reg;
            let own = (index as u32) < self.body.n_params + u32::from(self.body.has_env);
            let var = index as Var;
            let stays = match part {
                Ir::Var { var: used, last } => {
                    *used == var && (*last || (own && self.is_scalar_var(var)))
                }
                _ => false,
            };
            if own && stays {
                continue;
            }
            let is_free = own && !parts[index + 1..].iter().any(|later| mentions(later, var));
            if is_free {
                self.emit(part, target);
                continue;
            }
            let temporary = self.alloc();
            self.emit(part, temporary);
            if target != temporary {
                moves.push(Op::Move { dst: target, src: temporary });
            }
        }
        // Targets lie below every temporary, and none of them is read any more.
        for op in moves {
            self.op(op);
        }
        self.n_regs = self.n_regs.max(parts.len() as Reg);
        let n = self.n(args.len() as u32);
        let op = if code == self.number { Op::Again { n } } else { Op::Goto { n, code } };
        self.op(op);
    }

    /// Evaluates a term into a register.
    fn emit(&mut self, ir: &Ir, dst: Reg) {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || {
            let saved = self.next;
            self.emit_here(ir, dst);
            self.next = saved;
        });
    }

    fn emit_here(&mut self, ir: &Ir, dst: Reg) {
        match ir {
            Ir::Const(k) => {
                self.op(Op::Const { dst, k: *k });
            }
            Ir::Bool(value) => {
                self.op(Op::Bool { value: *value, dst });
            }
            Ir::Int(ty, n) => match i32::try_from(*n) {
                Ok(value) => {
                    self.op(Op::Int { ty: *ty, dst, value });
                }
                Err(_) => {
                    let k = self.constant(Value::Int(*ty, *n));
                    self.op(Op::Const { dst, k });
                }
            },
            Ir::Var { var, last } => {
                let src = self.reg(*var);
                let moves = *last && !self.is_scalar_var(*var);
                if src != dst {
                    self.op(if moves { Op::Move { dst, src } } else { Op::Copy { dst, src } });
                }
            }
            Ir::Captured { slot, env, last } => {
                let operand = Operand { reg: self.reg(*env), drop: *last };
                let slot = *slot as u16;
                self.looking(dst, &[operand], |_, dst| Op::Captured {
                    dst,
                    src: operand.reg,
                    slot,
                });
            }
            Ir::Sibling { code, from } => {
                let operand = self.operand(from, &[]);
                let code = *code;
                self.looking(dst, &[operand], |_, dst| Op::Sibling { dst, src: operand.reg, code });
            }
            Ir::Global(def) => {
                self.flush();
                let base = self.base(dst);
                let call = self.op(Op::Global { dst: base, def: *def, to: 0 });
                self.op(Op::KeepGlobal { src: base, def: *def });
                self.patch(vec![call]);
                self.settle(dst, base);
            }
            Ir::ReadCell(cell) => {
                let operand = self.operand(cell, &[]);
                self.flush();
                self.looking(dst, &[operand], |_, dst| Op::ReadCell { dst, src: operand.reg });
            }
            Ir::Arith { op, num, lhs, rhs } => self.arith(*op, *num, lhs, rhs, dst),
            Ir::Neg { num, operand } => {
                let a = self.operand(operand, &[]);
                let num = *num;
                self.looking(dst, &[a], |this, dst| Op::Neg { n: this.n(1), num, dst, a: a.reg });
            }
            Ir::Compare { op, lhs, rhs, .. } => {
                let (a, b) = self.pair(lhs, rhs);
                let op = *op;
                self.looking(dst, &[a, b], |this, dst| Op::Compare {
                    n: this.n(1),
                    op,
                    dst,
                    a: a.reg,
                    b: b.reg,
                });
            }
            Ir::Not(operand) => {
                self.counted += 1;
                let a = self.operand(operand, &[]);
                let n = self.n(0);
                self.op(Op::Not { n, dst, a: a.reg });
            }
            Ir::If { cond, then_branch, else_branch } => {
                let saved = self.next;
                self.counted += 1;
                let to_else = self.jump_if(cond, false);
                self.next = saved;
                self.drops(&then_branch.drops, None);
                self.emit(&then_branch.body, dst);
                let to_end = self.jump();
                self.patch(to_else);
                self.drops(&else_branch.drops, None);
                self.emit(&else_branch.body, dst);
                self.patch(vec![to_end]);
            }
            Ir::Make { shape, variant, fields } => self.make(shape, *variant, fields, dst),
            Ir::Update { base, fields, .. } => self.update(base, fields, dst),
            Ir::Field { base, slot, take } => {
                let operand = self.operand(base, &[]);
                // A record that is not a variable goes as soon as its field is read.
                let take = *take || !matches!(**base, Ir::Var { .. });
                let (src, slot) = (operand.reg, *slot as u16);
                self.looking(dst, &[operand], |_, dst| {
                    if take {
                        Op::TakeField { dst, src, slot }
                    } else {
                        Op::Field { dst, src, slot }
                    }
                });
            }
            Ir::Closure { code, captures } => {
                let base = self.next;
                for capture in captures {
                    let reg = self.alloc();
                    self.emit(capture, reg);
                }
                let Ok(n_captured) = u8::try_from(captures.len()) else {
                    self.overflow = true;
                    return;
                };
                self.op(Op::Closure { n_captured, dst, base, code: *code });
            }
            Ir::CallCode { code, args, env } => {
                let base = self.base(dst);
                for (index, arg) in args.iter().chain(env.as_deref()).enumerate() {
                    let reg = if index == 0 { base } else { self.alloc() };
                    self.emit(arg, reg);
                }
                let n = self.n(args.len() as u32);
                self.op(Op::Call { n, base, code: *code });
                self.settle(dst, base);
            }
            Ir::CallValue { function, args } => {
                let base = self.value_args(function, args);
                let n = self.n(0);
                self.op(Op::CallValue { n, n_args: args.len() as u8, base });
                self.settle(dst, base);
            }
            Ir::CallFunction { function, args } => self.native(*function, args, dst),
            Ir::Let { var, is_used, value, body } => {
                self.bind(*var, *is_used, value);
                self.emit(body, dst);
            }
            Ir::Cells { vars, body } => {
                self.cells(vars);
                self.emit(body, dst);
            }
            Ir::Fill { cell, value, body } => {
                self.fill(cell, value);
                self.emit(body, dst);
            }
            Ir::Match { var, value, arms } => {
                self.scrutinee(*var, value.as_deref());
                let mut ends = Vec::new();
                self.arms(*var, arms, |this, branch, is_final| {
                    this.emit(&branch.body, dst);
                    if !is_final {
                        ends.push(this.jump());
                    }
                });
                self.patch(ends);
            }
            Ir::Fail(text) => {
                self.flush();
                let text = Tables::find(&mut self.tables.messages, *text) as u16;
                self.op(Op::Fail { text });
            }
        }
    }

    /// Returns where the arguments of a call begin: `dst` when it is fresh and on top.
    fn base(&mut self, dst: Reg) -> Reg {
        let n_given = self.body.n_params + u32::from(self.body.has_env);
        if dst + 1 == self.next && u32::from(dst) >= n_given { dst } else { self.alloc() }
    }

    fn settle(&mut self, dst: Reg, base: Reg) {
        if dst != base {
            self.op(Op::Move { dst, src: base });
        }
    }

    /// Evaluates arguments and then their function into fresh registers.
    fn value_args(&mut self, function: &Ir, args: &[Ir]) -> Reg {
        let base = self.next;
        let is_late = function.is_leaf();
        if is_late {
            for arg in args {
                let reg = self.alloc();
                self.emit(arg, reg);
            }
            let reg = self.alloc();
            self.emit(function, reg);
        } else {
            for _ in 0..=args.len() {
                self.alloc();
            }
            self.emit(function, base + args.len() as Reg);
            for (index, arg) in args.iter().enumerate() {
                self.emit(arg, base + index as Reg);
            }
        }
        base
    }

    fn bind(&mut self, var: Option<Var>, is_used: bool, value: &Ir) {
        let reg = self.alloc();
        if let Some(var) = var {
            self.regs[var as usize] = reg;
        }
        self.emit(value, reg);
        if !is_used && !self.is_scalar(value) {
            self.op(Op::Drop { src: reg });
        }
    }

    fn cells(&mut self, vars: &[Var]) {
        for var in vars {
            let dst = self.alloc();
            self.regs[*var as usize] = dst;
            self.op(Op::Cell { dst });
        }
    }

    fn fill(&mut self, cell: &Ir, value: &Ir) {
        let saved = self.next;
        let src = self.alloc();
        self.emit(value, src);
        let cell = self.operand(cell, &[]);
        self.op(Op::Fill { cell: cell.reg, src });
        if cell.drop {
            self.op(Op::Drop { src: cell.reg });
        }
        self.next = saved;
    }

    fn pair(&mut self, lhs: &Ir, rhs: &Ir) -> (Operand, Operand) {
        let a = self.operand(lhs, &[rhs]);
        let b = self.operand(rhs, &[]);
        (a, b)
    }

    fn arith(&mut self, op: ArithOp, num: NumTy, lhs: &Ir, rhs: &Ir, dst: Reg) {
        let is_i64 = num == NumTy::Int(IntTy::I64);
        if let (true, Some(k)) = (is_i64, small(rhs)) {
            let with_constant = match op {
                ArithOp::Add => true,
                ArithOp::Sub => k != i16::MIN,
                ArithOp::Mul => true,
                ArithOp::Div | ArithOp::Mod => k != 0 && k != -1,
            };
            if with_constant {
                let a = self.operand(lhs, &[]).reg;
                let n = self.n(1);
                self.op(match op {
                    ArithOp::Add => Op::AddK { n, dst, a, k },
                    ArithOp::Sub => Op::AddK { n, dst, a, k: -k },
                    ArithOp::Mul => Op::MulK { n, dst, a, k },
                    ArithOp::Div => Op::DivK { n, dst, a, k },
                    ArithOp::Mod => Op::ModK { n, dst, a, k },
                });
                return;
            }
        }
        let (mut x, mut y) = self.pair(lhs, rhs);
        if num != NumTy::BigInt {
            (x.drop, y.drop) = (false, false);
        }
        let (a, b) = (x.reg, y.reg);
        self.looking(dst, &[x, y], |this, dst| {
            let n = this.n(1);
            match (num, op) {
                (NumTy::Int(IntTy::I64), ArithOp::Add) => Op::AddI { n, dst, a, b },
                (NumTy::Int(IntTy::I64), ArithOp::Sub) => Op::SubI { n, dst, a, b },
                (NumTy::Int(IntTy::I64), ArithOp::Mul) => Op::MulI { n, dst, a, b },
                (NumTy::F64, ArithOp::Add) => Op::AddF { n, dst, a, b },
                (NumTy::F64, ArithOp::Sub) => Op::SubF { n, dst, a, b },
                (NumTy::F64, ArithOp::Mul) => Op::MulF { n, dst, a, b },
                (NumTy::F64, ArithOp::Div) => Op::DivF { n, dst, a, b },
                _ => {
                    let what = Tables::find(&mut this.tables.ariths, (op, num)) as u8;
                    Op::Arith { n, dst, a, b, what }
                }
            }
        });
    }

    fn make(&mut self, shape: &'static Shape, variant: u32, fields: &[(u32, Ir)], dst: Reg) {
        let base = self.next;
        for _ in fields {
            self.alloc();
        }
        if self.overflow {
            return;
        }
        for (slot, field) in fields {
            self.emit(field, base + *slot as Reg);
        }
        let n_fields = fields.len() as u16;
        let known = self
            .tables
            .layouts
            .iter()
            .position(|layout| std::ptr::eq(layout.shape, shape) && layout.variant == variant);
        let layout = known.unwrap_or_else(|| {
            self.tables.layouts.push(Layout { shape, variant, n_fields });
            self.tables.layouts.len() - 1
        });
        self.op(Op::Make { dst, base, layout: layout as u32 });
    }

    fn update(&mut self, base: &Ir, fields: &[(u32, Ir)], dst: Reg) {
        let record = self.alloc();
        let is_late = base.is_leaf();
        if !is_late {
            self.emit(base, record);
        }
        let mut places = Vec::new();
        for (slot, field) in fields {
            let src = self.alloc();
            self.emit(field, src);
            places.push((*slot as u16, src));
        }
        if is_late {
            self.emit(base, record);
        }
        self.op(Op::Own { a: record });
        for (slot, src) in places {
            self.op(Op::SetField { a: record, slot, src });
        }
        self.op(Op::Move { dst, src: record });
    }

    fn native(&mut self, function: Function, args: &[Ir], dst: Reg) {
        match (function, args) {
            (Function::Builtin(Builtin::ListLen), [list]) => {
                let list = self.operand(list, &[]);
                self.looking(dst, &[list], |this, dst| Op::ListLen {
                    n: this.n(1),
                    dst,
                    a: list.reg,
                });
            }
            (Function::Builtin(builtin @ (Builtin::ListNth | Builtin::ListGet)), [list, index]) => {
                let (list, index) = self.pair(list, index);
                let (a, b) = (list.reg, index.reg);
                self.looking(dst, &[list, index], |this, dst| {
                    let n = this.n(2);
                    match builtin {
                        Builtin::ListNth => Op::ListNth { n, dst, a, b },
                        _ => Op::ListGet { n, dst, a, b },
                    }
                });
            }
            (Function::Builtin(Builtin::ListAppend), [list, item]) => {
                let a = self.base(dst);
                let b = if list.is_leaf() {
                    let b = self.alloc();
                    self.emit(item, b);
                    self.emit(list, a);
                    b
                } else {
                    self.emit(list, a);
                    let b = self.alloc();
                    self.emit(item, b);
                    b
                };
                let n = self.n(2);
                self.op(Op::ListAppend { n, a, b });
                self.settle(dst, a);
            }
            _ => {
                let base = self.base(dst);
                let is_late = changes_first(function) && args[0].is_leaf();
                for (index, arg) in args.iter().enumerate() {
                    let reg = if index == 0 { base } else { self.alloc() };
                    if index > 0 || !is_late {
                        self.emit(arg, reg);
                    }
                }
                if is_late {
                    self.emit(&args[0], base);
                }
                let n = self.n(arity(function));
                let what = self.tables.function(function);
                self.op(Op::Native { n, base, what });
                self.settle(dst, base);
            }
        }
    }

    /// Emits a condition that falls through unless it equals `is`; returns the jumps taken then.
    fn jump_if(&mut self, cond: &Ir, is: bool) -> Patches {
        stacker::maybe_grow(64 * 1024, 2 * 1024 * 1024, || {
            let saved = self.next;
            let patches = self.jump_if_here(cond, is);
            self.next = saved;
            patches
        })
    }

    fn jump_if_here(&mut self, cond: &Ir, is: bool) -> Patches {
        match cond {
            Ir::Bool(value) => {
                if *value == is {
                    vec![self.jump()]
                } else {
                    Vec::new()
                }
            }
            Ir::Not(operand) => {
                self.counted += 1;
                self.jump_if(operand, !is)
            }
            Ir::If { cond, then_branch, else_branch } => {
                self.counted += 1;
                let to_else = self.jump_if(cond, false);
                self.drops(&then_branch.drops, None);
                let mut patches = self.jump_if(&then_branch.body, is);
                let to_end = self.jump();
                self.patch(to_else);
                self.drops(&else_branch.drops, None);
                patches.extend(self.jump_if(&else_branch.body, is));
                self.patch(vec![to_end]);
                patches
            }
            Ir::Compare { op, num: Some(num), lhs, rhs }
                if *num != NumTy::BigInt && *num != NumTy::Int(IntTy::U64) =>
            {
                vec![self.jump_compare(if is { *op } else { negated(*op) }, *num, lhs, rhs)]
            }
            _ => {
                let operand = self.operand(cond, &[]);
                let n = self.n(0);
                vec![self.op(Op::JumpIf { n, is, a: operand.reg, to: 0 })]
            }
        }
    }

    fn jump_compare(&mut self, op: CmpOp, num: NumTy, lhs: &Ir, rhs: &Ir) -> usize {
        if let (NumTy::Int(_), Some(k)) = (num, small(rhs)) {
            let a = self.operand(lhs, &[]).reg;
            let n = self.n(1);
            return self.op(match op {
                CmpOp::Eq => Op::JumpEqK { n, a, k, to: 0 },
                CmpOp::Ne => Op::JumpNeK { n, a, k, to: 0 },
                CmpOp::Lt => Op::JumpLtK { n, a, k, to: 0 },
                CmpOp::Le => Op::JumpLeK { n, a, k, to: 0 },
                CmpOp::Gt => Op::JumpGtK { n, a, k, to: 0 },
                CmpOp::Ge => Op::JumpGeK { n, a, k, to: 0 },
            });
        }
        let (x, y) = self.pair(lhs, rhs);
        let n = self.n(1);
        let (a, b) = match op {
            CmpOp::Gt | CmpOp::Ge => (y.reg, x.reg),
            _ => (x.reg, y.reg),
        };
        self.op(match (num, op) {
            (NumTy::F64, CmpOp::Eq) => Op::JumpEqF { n, a, b, to: 0 },
            (NumTy::F64, CmpOp::Ne) => Op::JumpNeF { n, a, b, to: 0 },
            (NumTy::F64, CmpOp::Lt | CmpOp::Gt) => Op::JumpLtF { n, a, b, to: 0 },
            (NumTy::F64, CmpOp::Le | CmpOp::Ge) => Op::JumpLeF { n, a, b, to: 0 },
            (_, CmpOp::Eq) => Op::JumpEq { n, a, b, to: 0 },
            (_, CmpOp::Ne) => Op::JumpNe { n, a, b, to: 0 },
            (_, CmpOp::Lt | CmpOp::Gt) => Op::JumpLt { n, a, b, to: 0 },
            (_, CmpOp::Le | CmpOp::Ge) => Op::JumpLe { n, a, b, to: 0 },
        })
    }

    fn scrutinee(&mut self, var: Var, value: Option<&Ir>) {
        self.counted += 1;
        if let Some(value) = value {
            let reg = self.alloc();
            self.regs[var as usize] = reg;
            self.emit(value, reg);
        }
        self.flush();
    }

    /// Emits the arms of a match; `finish` emits a body and says how control leaves it.
    fn arms(&mut self, var: Var, arms: &[Arm], mut finish: impl FnMut(&mut Self, &Branch, bool)) {
        let a = self.reg(var);
        let saved = self.next;
        let n_constructors =
            arms.iter().filter(|arm| matches!(arm.pattern, Pat::Variant { .. })).count();
        let n_variants = arms.iter().find_map(|arm| match arm.pattern {
            Pat::Variant { n_variants, .. } => Some(n_variants),
            _ => None,
        });
        let is_switch = n_constructors >= 3 && n_variants.is_some_and(|n| n >= 3);
        let table = self.tables.jumps.len();
        if is_switch {
            self.tables.jumps.push(Box::new([]));
            self.op(Op::Switch { a, table: table as u32 });
        }
        let mut labels = Vec::with_capacity(arms.len());
        // Failed tests of an arm, and the variant that the value is known to be.
        let mut failed: Vec<(usize, Patches)> = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            let is_final = index + 1 == arms.len();
            labels.push(self.ops.len() as u32);
            let mut patches = Vec::new();
            // The checker has proved that what reaches the last arm matches it.
            if !is_final {
                self.tests(a, &arm.pattern, is_switch, &mut patches);
            }
            self.arm_binders(var, arm);
            finish(self, &arm.branch, is_final);
            self.flush();
            self.next = saved;
            failed.push((index, patches));
        }
        let next_for = |from: usize, variant: Option<u32>| {
            (from..arms.len()).find(|index| match (&arms[*index].pattern, variant) {
                (Pat::Variant { variant, .. }, Some(wanted)) if is_switch => *variant == wanted,
                _ => true,
            })
        };
        for (index, patches) in failed {
            let variant = match arms[index].pattern {
                Pat::Variant { variant, .. } => Some(variant),
                _ => None,
            };
            let Some(next) = next_for(index + 1, variant) else { continue };
            for at in patches {
                self.target(at, labels[next]);
            }
        }
        if is_switch {
            let last = labels.last().copied().unwrap_or_default();
            self.tables.jumps[table] = (0..n_variants.unwrap_or_default())
                .map(|variant| next_for(0, Some(variant)).map_or(last, |index| labels[index]))
                .collect();
        }
    }

    /// Emits what decides whether a pattern matches, except the variant that a switch has seen.
    fn tests(&mut self, a: Reg, pattern: &Pat, is_switch: bool, patches: &mut Patches) {
        match pattern {
            Pat::Wild | Pat::Bind(_) => {}
            Pat::Bool(value) => {
                patches.push(self.op(Op::JumpIf { n: 0, is: !*value, a, to: 0 }));
            }
            Pat::Literal(k) => {
                let small = match self.tables.constants[*k as usize] {
                    Value::Int(_, n) => i16::try_from(n).ok(),
                    _ => None,
                };
                patches.push(match small {
                    Some(k) => self.op(Op::JumpNeK { n: 0, a, k, to: 0 }),
                    None => self.test(a, &[], Check::Literal(*k)),
                });
            }
            Pat::Variant { variant, n_variants, fields } => {
                if !is_switch && *n_variants > 1 {
                    let variant = *variant as u16;
                    patches.push(self.op(Op::JumpVariantNe { variant, a, to: 0 }));
                }
                self.inner_tests(a, fields, &mut Vec::new(), patches);
            }
            Pat::Record(fields) => self.inner_tests(a, fields, &mut Vec::new(), patches),
        }
    }

    fn inner_tests(
        &mut self,
        a: Reg,
        fields: &[(u32, Pat)],
        path: &mut Vec<u16>,
        patches: &mut Patches,
    ) {
        for (slot, pattern) in fields {
            path.push(*slot as u16);
            match pattern {
                Pat::Wild | Pat::Bind(_) => {}
                Pat::Bool(value) => patches.push(self.test(a, path, Check::Bool(*value))),
                Pat::Literal(k) => patches.push(self.test(a, path, Check::Literal(*k))),
                Pat::Variant { variant, n_variants, fields } => {
                    if *n_variants > 1 {
                        patches.push(self.test(a, path, Check::Variant(*variant)));
                    }
                    self.inner_tests(a, fields, path, patches);
                }
                Pat::Record(fields) => self.inner_tests(a, fields, path, patches),
            }
            path.pop();
        }
    }

    fn test(&mut self, a: Reg, path: &[u16], check: Check) -> usize {
        let Ok(test) = u16::try_from(self.tables.tests.len()) else {
            self.overflow = true;
            return self.op(Op::JumpUnless { a, test: 0, to: 0 });
        };
        self.tables.tests.push(Test { path: path.into(), check });
        self.op(Op::JumpUnless { a, test, to: 0 })
    }

    /// Reads what a pattern binds and drops what the arm does not need.
    fn arm_binders(&mut self, var: Var, arm: &Arm) {
        let a = self.reg(var);
        let goes = arm.branch.drops_var(var) && !self.is_scalar_var(var);
        let mut moved = None;
        if let Pat::Bind(bound) = &arm.pattern
            && arm.used.contains(bound)
        {
            let dst = self.alloc();
            self.regs[*bound as usize] = dst;
            self.op(if goes { Op::Move { dst, src: a } } else { Op::Copy { dst, src: a } });
            moved = goes.then_some(var);
        }
        match &arm.pattern {
            Pat::Variant { fields, .. } | Pat::Record(fields) => {
                self.field_binders(a, goes, fields, &mut Vec::new(), &arm.used);
            }
            _ => {}
        }
        self.drops(&arm.branch.drops, moved);
    }

    fn field_binders(
        &mut self,
        a: Reg,
        goes: bool,
        fields: &[(u32, Pat)],
        path: &mut Vec<u16>,
        used: &[Var],
    ) {
        for (slot, pattern) in fields {
            let slot = *slot as u16;
            match pattern {
                Pat::Bind(var) if used.contains(var) => {
                    let dst = self.alloc();
                    self.regs[*var as usize] = dst;
                    let op = match (path.is_empty(), goes) {
                        (true, true) => Op::TakeField { dst, src: a, slot },
                        (true, false) => Op::Field { dst, src: a, slot },
                        (false, _) => {
                            path.push(slot);
                            self.tables.paths.push(path.as_slice().into());
                            path.pop();
                            Op::Path { dst, src: a, path: self.tables.paths.len() as u32 - 1 }
                        }
                    };
                    self.op(op);
                }
                Pat::Variant { fields, .. } | Pat::Record(fields) => {
                    path.push(slot);
                    self.field_binders(a, goes, fields, path, used);
                    path.pop();
                }
                _ => {}
            }
        }
    }
}

/// Returns a constant that fits an instruction.
fn small(ir: &Ir) -> Option<i16> {
    match ir {
        Ir::Int(_, n) => i16::try_from(*n).ok(),
        _ => None,
    }
}

fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Le => CmpOp::Gt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Ge => CmpOp::Lt,
    }
}

/// Says whether evaluating a term as an operand leaves every variable where it is.
fn is_untaking(ir: &Ir) -> bool {
    matches!(ir, Ir::Var { .. } | Ir::Const(_) | Ir::Bool(_) | Ir::Int(..))
}

/// Says whether a term uses a variable.
fn mentions(ir: &Ir, var: Var) -> bool {
    let mut rest = vec![ir];
    while let Some(ir) = rest.pop() {
        match ir {
            Ir::Var { var: used, .. } | Ir::Captured { env: used, .. } if *used == var => {
                return true;
            }
            Ir::Const(_)
            | Ir::Bool(_)
            | Ir::Int(..)
            | Ir::Global(_)
            | Ir::Fail(_)
            | Ir::Var { .. }
            | Ir::Captured { .. } => {}
            Ir::Sibling { from: inner, .. }
            | Ir::ReadCell(inner)
            | Ir::Neg { operand: inner, .. }
            | Ir::Not(inner)
            | Ir::Field { base: inner, .. } => rest.push(inner),
            Ir::Arith { lhs, rhs, .. } | Ir::Compare { lhs, rhs, .. } => rest.extend([&**lhs, rhs]),
            Ir::If { cond, then_branch, else_branch } => {
                if then_branch.drops_var(var) || else_branch.drops_var(var) {
                    return true;
                }
                rest.extend([&**cond, &then_branch.body, &else_branch.body]);
            }
            Ir::Make { fields, .. } => rest.extend(fields.iter().map(|(_, field)| field)),
            Ir::Update { base, fields, .. } => {
                rest.push(base);
                rest.extend(fields.iter().map(|(_, field)| field));
            }
            Ir::Closure { captures, .. } => rest.extend(captures),
            Ir::CallCode { args, env, .. } => {
                rest.extend(args);
                rest.extend(env.as_deref());
            }
            Ir::CallValue { function, args } => {
                rest.push(function);
                rest.extend(args);
            }
            Ir::CallFunction { args, .. } => rest.extend(args),
            Ir::Let { value, body, .. } => rest.extend([&**value, body]),
            Ir::Cells { body, .. } => rest.push(body),
            Ir::Fill { cell, value, body } => rest.extend([&**cell, value, body]),
            Ir::Match { var: scrutinee, value, arms } => {
                if *scrutinee == var || arms.iter().any(|arm| arm.branch.drops_var(var)) {
                    return true;
                }
                rest.extend(value.as_deref());
                rest.extend(arms.iter().map(|arm| &*arm.branch.body));
            }
        }
    }
    false
}
