//! Between core terms and bytecode: closures are explicit, calls know what they call, and each use
//! of a variable knows whether it is the last.
//!
//! Variables are numbered per function: parameters, then the captured environment if there is one,
//! then binders. `lower` writes this form, `liveness` fills in `last`, `drops` and `is_used`,
//! `emit` reads it.

use crate::soil::builtins::Builtin;
use crate::soil::core::{Derived, Primitive};
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::ty::{IntTy, NumTy};
use crate::soil::value::{Function, Shape};

pub(super) type Var = u32;

/// A function body on its way to bytecode.
#[derive(Debug)]
pub(super) struct Body {
    pub n_params: u32,
    /// The environment is the variable after the parameters.
    pub has_env: bool,
    pub n_vars: u32,
    /// Whether a variable never holds anything counted.
    pub is_scalar: Vec<bool>,
    pub term: Ir,
    /// Parameters that nothing uses.
    pub drops: Vec<Var>,
}

#[derive(Debug)]
pub(super) enum Ir {
    /// An entry of the constant table.
    Const(u32),
    Bool(bool),
    Int(IntTy, i64),
    Var {
        var: Var,
        last: bool,
    },
    /// A captured variable.
    Captured {
        slot: u32,
        env: Var,
        last: bool,
    },
    /// A function that shares the environment of another closure.
    Sibling {
        code: u32,
        from: Box<Ir>,
    },
    /// The value of a definition without parameters.
    Global(u32),
    ReadCell(Box<Ir>),
    Arith {
        op: ArithOp,
        num: NumTy,
        lhs: Box<Ir>,
        rhs: Box<Ir>,
    },
    Neg {
        num: NumTy,
        operand: Box<Ir>,
    },
    Compare {
        op: CmpOp,
        num: Option<NumTy>,
        lhs: Box<Ir>,
        rhs: Box<Ir>,
    },
    Not(Box<Ir>),
    /// A conditional; `and` and `or` are conditionals with a constant branch.
    If {
        cond: Box<Ir>,
        then_branch: Branch,
        else_branch: Branch,
    },
    /// A record or a constructor with payload; fields in source order with their slots.
    Make {
        shape: &'static Shape,
        variant: u32,
        fields: Vec<(u32, Ir)>,
    },
    Update {
        base: Box<Ir>,
        n_fields: u32,
        fields: Vec<(u32, Ir)>,
    },
    Field {
        base: Box<Ir>,
        slot: u32,
        take: bool,
    },
    Closure {
        code: u32,
        captures: Vec<Ir>,
    },
    /// A call of known code with all its arguments, the environment last if it has one.
    CallCode {
        code: u32,
        args: Vec<Ir>,
        env: Option<Box<Ir>>,
    },
    CallValue {
        function: Box<Ir>,
        args: Vec<Ir>,
    },
    CallFunction {
        function: Function,
        args: Vec<Ir>,
    },
    Let {
        var: Option<Var>,
        is_used: bool,
        value: Box<Ir>,
        body: Box<Ir>,
    },
    /// Cells for some variables, then the body.
    Cells {
        vars: Vec<Var>,
        body: Box<Ir>,
    },
    /// Fills a cell, then the body.
    Fill {
        cell: Box<Ir>,
        value: Box<Ir>,
        body: Box<Ir>,
    },
    /// `var` holds the scrutinee; a scrutinee that is a variable already has no `value`.
    Match {
        var: Var,
        value: Option<Box<Ir>>,
        arms: Vec<Arm>,
    },
    Fail(&'static str),
}

#[derive(Debug)]
pub(super) struct Branch {
    /// Variables that the other branches use and this one does not.
    pub drops: Vec<Var>,
    pub body: Box<Ir>,
}

#[derive(Debug)]
pub(super) struct Arm {
    pub pattern: Pat,
    /// The variables that the pattern binds and the arm uses.
    pub used: Vec<Var>,
    pub branch: Branch,
}

#[derive(Debug)]
pub(super) enum Pat {
    Wild,
    Bind(Var),
    Literal(u32),
    Bool(bool),
    Variant { variant: u32, n_variants: u32, fields: Vec<(u32, Pat)> },
    Record(Vec<(u32, Pat)>),
}

impl Ir {
    /// Says whether this only reads something, so that reading it later changes nothing.
    pub(super) fn is_leaf(&self) -> bool {
        match self {
            Ir::Const(_) | Ir::Bool(_) | Ir::Int(..) | Ir::Var { .. } | Ir::Captured { .. } => true,
            Ir::Sibling { from, .. } => from.is_leaf(),
            _ => false,
        }
    }

    /// Says whether evaluating this can neither panic nor take a step.
    pub(super) fn is_simple(&self) -> bool {
        match self {
            Ir::Field { base, .. } => base.is_simple(),
            Ir::Closure { .. } => true,
            Ir::Make { fields, .. } => fields.iter().all(|(_, field)| field.is_simple()),
            other => other.is_leaf(),
        }
    }
}

impl Branch {
    pub(super) fn new(body: Ir) -> Branch {
        Branch { drops: Vec::new(), body: Box::new(body) }
    }
}

/// Returns how many arguments a function takes; 0 for builtin values.
pub(super) fn arity(function: Function) -> u32 {
    match function {
        Function::Builtin(builtin) => builtin_arity(builtin),
        Function::Derived(Derived::Eq | Derived::Compare) => 2,
        Function::Derived(Derived::Show | Derived::Hash) => 1,
        Function::Numeric(
            _,
            Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Div | Primitive::Mod,
        ) => 2,
        Function::Numeric(..) => 1,
    }
}

/// Says whether a function can change its first argument in place when nobody else holds it.
///
/// A first argument that is only read is then evaluated last, so that reads in the other arguments
/// do not keep it shared.
pub(super) fn changes_first(function: Function) -> bool {
    use Builtin::*;
    let Function::Builtin(builtin) = function else { return false };
    matches!(
        builtin,
        ListAppend | ListSet | ListConcat | MapInsert | MapRemove | Utf8Concat | BytesConcat
    )
}

fn builtin_arity(builtin: Builtin) -> u32 {
    use Builtin::*;
    match builtin {
        Unit | ListEmpty | MapEmpty => 0,
        PanicWith | ListLen | ListReverse | Utf8Decode | Utf8Encode | Utf8Trim | Utf8ParseF64
        | Utf8Len | Utf8Chars | Utf8Scalar | Utf8FromScalar | Utf8Lower | Utf8Upper
        | Utf8ParseI64 | MapLen | MapKeys | MapValues | BytesLen | BytesFromList | BytesToList
        | WorldFs | WorldClock | WorldRand | ClockNow | RandU64 | FakeFs | FakeClock | FakeRand => {
            1
        }
        ListNth | ListAppend | ListGet | ListConcat | ListRange | ListMap | ListFilter
        | ListSortBy | Utf8Split | Utf8Concat | Utf8Join | Utf8Find | Utf8StartsWith
        | Utf8EndsWith | MapGet | MapRemove | BytesGet | BytesConcat | FsReadBytes => 2,
        ListSet | ListSlice | ListFold | Utf8Slice | Utf8Replace | MapInsert | MapFold => 3,
    }
}
