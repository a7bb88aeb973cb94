//! Bytecode: instructions, functions and compiled programs.
//!
//! Notation: `rN` is a register of the running frame, `->` says where a result goes. An operand
//! called *taken* is moved out of its register; others are only looked at. `n` is the number of
//! steps that an instruction counts.
//!
//! A register that holds nothing alive holds a value that owns nothing (see `emit`), so writing
//! to a register never has to drop what was there.

use std::sync::Arc;

use crate::soil::core::DefId;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::ty::{IntTy, NumTy};
use crate::soil::value::{Function, Shape, Value};

pub(super) type Reg = u16;

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Counts steps.
    Count {
        n: u8,
    },
    /// `src -> dst`, shared.
    Copy {
        dst: Reg,
        src: Reg,
    },
    /// `src -> dst`, taken.
    Move {
        dst: Reg,
        src: Reg,
    },
    /// Constant `k -> dst`.
    Const {
        dst: Reg,
        k: u32,
    },
    /// A small integer `-> dst`.
    Int {
        ty: IntTy,
        dst: Reg,
        value: i32,
    },
    /// A boolean `-> dst`.
    Bool {
        value: bool,
        dst: Reg,
    },
    /// Drops a register.
    Drop {
        src: Reg,
    },

    /// `I64` arithmetic.
    AddI {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubI {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulI {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// `I64` arithmetic with a small constant.
    AddK {
        n: u8,
        dst: Reg,
        a: Reg,
        k: i16,
    },
    MulK {
        n: u8,
        dst: Reg,
        a: Reg,
        k: i16,
    },
    /// Floor division and modulus by a constant that is neither 0 nor −1.
    DivK {
        n: u8,
        dst: Reg,
        a: Reg,
        k: i16,
    },
    ModK {
        n: u8,
        dst: Reg,
        a: Reg,
        k: i16,
    },
    /// `F64` arithmetic.
    AddF {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SubF {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulF {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    DivF {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Any other arithmetic; what to do is entry `what` of the arithmetic table.
    Arith {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
        what: u8,
    },
    Neg {
        n: u8,
        num: NumTy,
        dst: Reg,
        a: Reg,
    },
    Not {
        n: u8,
        dst: Reg,
        a: Reg,
    },
    /// Derived comparison `-> dst`.
    Compare {
        n: u8,
        op: CmpOp,
        dst: Reg,
        a: Reg,
        b: Reg,
    },

    Jump {
        to: u32,
    },
    /// Jumps when `a` is this boolean.
    JumpIf {
        n: u8,
        is: bool,
        a: Reg,
        to: u32,
    },
    /// Jumps when the comparison of two integers other than `U64` holds.
    JumpEq {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpNe {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLt {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLe {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpEqK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    JumpNeK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    JumpLtK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    JumpLeK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    JumpGtK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    JumpGeK {
        n: u8,
        a: Reg,
        k: i16,
        to: u32,
    },
    /// Jumps when the comparison of two doubles holds, by the derived order.
    JumpLtF {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLeF {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpEqF {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpNeF {
        n: u8,
        a: Reg,
        b: Reg,
        to: u32,
    },
    /// Jumps when the sum value in `a` is not this variant.
    JumpVariantNe {
        variant: u16,
        a: Reg,
        to: u32,
    },
    /// Jumps by variant, along entry `table` of the jump tables.
    Switch {
        a: Reg,
        table: u32,
    },
    /// Jumps when a test of the value in `a` fails.
    JumpUnless {
        a: Reg,
        test: u16,
        to: u32,
    },

    /// Captured variable `slot` of the closure in `src -> dst`, shared.
    Captured {
        dst: Reg,
        src: Reg,
        slot: u16,
    },
    /// Field `slot` of `src -> dst`, shared.
    Field {
        dst: Reg,
        src: Reg,
        slot: u16,
    },
    /// The same, taken out when `src` is the only owner; the field must not be read again.
    TakeField {
        dst: Reg,
        src: Reg,
        slot: u16,
    },
    /// What stands at entry `path` of the paths below `src -> dst`, shared.
    Path {
        dst: Reg,
        src: Reg,
        path: u32,
    },
    /// Takes as many registers from `base` as entry `layout` says, and makes a node `-> dst`.
    Make {
        dst: Reg,
        base: Reg,
        layout: u32,
    },
    /// Makes the record in `a` safe to change.
    Own {
        a: Reg,
    },
    /// Replaces field `slot` of the record in `a`, which was made safe, by `src`, taken.
    SetField {
        a: Reg,
        slot: u16,
        src: Reg,
    },

    /// Takes `n_captured` registers from `base` and makes a closure `-> dst`.
    Closure {
        n_captured: u8,
        dst: Reg,
        base: Reg,
        code: u32,
    },
    /// A closure over the environment of the one in `src -> dst`.
    Sibling {
        dst: Reg,
        src: Reg,
        code: u32,
    },
    /// The value of definition `def -> dst`: jumps to `to` when it is known, else calls its code
    /// with the frame at `dst`; the next instruction keeps the result.
    Global {
        dst: Reg,
        def: u32,
        to: u32,
    },
    KeepGlobal {
        src: Reg,
        def: u32,
    },
    Cell {
        dst: Reg,
    },
    Fill {
        cell: Reg,
        src: Reg,
    },
    ReadCell {
        dst: Reg,
        src: Reg,
    },

    /// Calls with the arguments from `base` on, which become the registers of the new frame; the
    /// result `-> base`.
    Call {
        n: u8,
        base: Reg,
        code: u32,
    },
    /// Continues in other code with this frame's registers.
    Goto {
        n: u8,
        code: u32,
    },
    /// Starts this code again with this frame's registers.
    Again {
        n: u8,
    },
    /// Calls the function in the register after the arguments; the result `-> base`.
    CallValue {
        n: u8,
        n_args: u8,
        base: Reg,
    },
    /// The same in place of this frame: arguments and function stand at 0.
    GotoValue {
        n: u8,
        n_args: u8,
    },
    /// Takes the arguments from `base` on and calls a function that Soil does not define; the
    /// result `-> base`. `what` is an entry of the function table.
    Native {
        n: u8,
        base: Reg,
        what: u16,
    },
    /// List builtins with operands that are only looked at.
    ListLen {
        n: u8,
        dst: Reg,
        a: Reg,
    },
    ListNth {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    ListGet {
        n: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Appends `b`, taken, to the list in `a`, in place when it has one owner.
    ListAppend {
        n: u8,
        a: Reg,
        b: Reg,
    },

    /// Loop heads of the builtins that call back: element `index` of `list -> dst` and `index` one
    /// further, or a jump at the end of the list.
    Next {
        dst: Reg,
        list: Reg,
        index: Reg,
        to: u32,
    },
    /// Appends an element, taken, to a list.
    Push {
        list: Reg,
        src: Reg,
    },
    /// The empty list with room for the elements of `src -> dst`.
    Room {
        dst: Reg,
        src: Reg,
    },
    /// The keys and values of the map in `map -> keys` and the register after it.
    Entries {
        keys: Reg,
        map: Reg,
    },
    /// Applies the function in `r1` to the elements of the list in `r0`, in place of this frame.
    ApplyRest,
    /// Sorts the list in `list` by the keys in `keys`; both taken, result `-> dst`.
    Sort {
        dst: Reg,
        list: Reg,
        keys: Reg,
    },

    /// Ends the frame with a result, taken.
    Return {
        src: Reg,
    },
    /// Panics with kind `internal`; the text is entry `text` of the messages.
    Fail {
        text: u16,
    },
}

/// The code of a definition, a lambda or a builtin that calls back.
#[derive(Debug)]
pub(super) struct Code {
    /// The definition whose frame appears in traces.
    pub def: Option<DefId>,
    /// How many arguments it takes; steps that a call counts.
    pub arity: u8,
    /// How many registers it needs.
    pub n_regs: u16,
    pub ops: Box<[Op]>,
}

/// Which node [`Op::Make`] makes.
#[derive(Debug)]
pub(super) struct Layout {
    pub shape: &'static Shape,
    pub variant: u32,
    pub n_fields: u16,
}

/// What [`Op::JumpUnless`] tests: a place below the value, and what must stand there.
#[derive(Debug)]
pub(super) struct Test {
    pub path: Box<[u16]>,
    pub check: Check,
}

#[derive(Debug)]
pub(super) enum Check {
    Variant(u32),
    Bool(bool),
    /// Derived equality with a constant.
    Literal(u32),
}

/// A program ready to run; threads may share it.
///
/// Everything that an engine needs stands here, and nothing of it changes while running: a native
/// back end translates the same [`Code`]s.
#[derive(Debug)]
pub struct Compiled {
    /// Tells the functions of this program from those of others.
    pub(super) id: u64,
    pub(super) codes: Vec<Code>,
    pub(super) constants: Vec<Value>,
    pub(super) layouts: Vec<Layout>,
    pub(super) tests: Vec<Test>,
    pub(super) paths: Vec<Box<[u16]>>,
    pub(super) tables: Vec<Box<[u32]>>,
    pub(super) functions: Vec<Function>,
    pub(super) ariths: Vec<(ArithOp, NumTy)>,
    pub(super) messages: Vec<&'static str>,
    /// The code of the first definition; the others follow.
    pub(super) first_def: u32,
    /// The source of the definitions, for their types.
    pub(super) program: Arc<crate::soil::core::Program>,
}

impl Compiled {
    /// Returns the program that was compiled.
    pub fn program(&self) -> &crate::soil::core::Program {
        &self.program
    }

    /// Returns a definition as traces name it: `module::name`, or the name alone.
    ///
    /// Spec: `soil0-cli#8.6`.
    pub fn frame_name(&self, id: DefId) -> String {
        let def = &self.program.defs[id.0 as usize];
        if def.module.is_empty() {
            def.name.to_string()
        } else {
            format!("{}::{}", def.module, def.name)
        }
    }
}

const _: () = assert!(size_of::<Op>() == 12);
