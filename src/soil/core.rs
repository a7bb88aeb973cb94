//! Core terms: a checked definition with every name, operator and literal resolved.
//!
//! The checker writes them, the evaluator compiles them; nothing else does either. A core program
//! is closed: every index is in range and every term is well typed, so the evaluator never checks
//! a type. Ignored fields do not exist here: the checker has replaced reading one by its default.
//!
//! ```text
//! \  if x < lo then lo else x + 1
//! => If(Compare(Lt, Local 1, Local 0), Local 0, Arith(Add, I64, Local 1, Literal 1))
//! ```
//!
//! Spec: `soil-syntax-spec#5.4`, `soil0-cli#8.6`.

use std::sync::Arc;

use num_bigint::BigInt;

use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::env::{DeclId, TypeEnv};
use crate::soil::types::ty::{IntTy, NumTy, Ty};

/// Definitions in manifest order; a definition refers to itself and to earlier ones only.
#[derive(Clone, Debug)]
pub struct Program {
    /// The types that all definitions share.
    pub env: Arc<TypeEnv>,
    /// The checked definitions.
    pub defs: Vec<Arc<Def>>,
}

/// Where a definition stands in [`Program::defs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DefId(pub u32);

/// One local binder of a definition; unique in it, parameters first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A checked definition.
#[derive(Clone, Debug)]
pub struct Def {
    /// Last component of the directory in the manifest; empty without one.
    pub module: Name,
    /// LOWER or HIDDEN.
    pub name: Name,
    /// The path as the manifest writes it; diagnostics show it.
    pub file: Arc<str>,
    /// Types of the equation's parameters, aliases kept.
    pub params: Vec<Ty>,
    /// What is left of the signature after the parameters.
    pub result: Ty,
    /// Number of local binders; parameter `i` is `LocalId(i)`.
    pub n_locals: u32,
    /// The right-hand side.
    pub body: Expr,
    /// Directly referenced definitions, itself excluded, ascending.
    pub callees: Vec<DefId>,
    /// Whether the body or the measure holds a typed hole; such a definition is never run.
    pub has_holes: bool,
}

/// A literal of a known type.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// In range of its width.
    Int(IntTy, i128),
    /// Any size.
    BigInt(BigInt),
    /// Rounded to nearest; too large is infinity.
    F64(f64),
    /// Decoded text.
    Utf8(Name),
}

/// A term.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A literal.
    Literal(Literal),
    /// A local binder.
    Local(LocalId),
    /// A definition, perhaps the one that this term belongs to.
    Global(DefId),
    /// A builtin function or value.
    Builtin(Builtin),
    /// `T::eq`, `T::compare`, `T::show` or `T::hash` as a function.
    Derived(Derived),
    /// `N::add` and its kin as a function.
    Primitive(NumTy, Primitive),
    /// A sum value.
    Construct {
        /// The sum.
        decl: DeclId,
        /// Index in declaration order.
        variant: u32,
        /// What it carries.
        payload: Payload,
    },
    /// A record value.
    Record {
        /// The record.
        decl: DeclId,
        /// In source order, complete; see [`Slot`].
        fields: Box<[(Slot, Expr)]>,
    },
    /// A copy of a record with some fields replaced.
    Update {
        /// The record.
        decl: DeclId,
        /// Evaluated first.
        base: Box<Expr>,
        /// In source order.
        fields: Box<[(Slot, Expr)]>,
    },
    /// A field of a record.
    Field {
        /// The record value.
        base: Box<Expr>,
        /// The field.
        slot: Slot,
    },
    /// A closure; never empty.
    Lambda {
        /// Bound on call.
        params: Box<[LocalId]>,
        /// Run when the last parameter arrives.
        body: Box<Expr>,
    },
    /// One application of a curried function: function, then argument, then the call.
    App {
        /// What is called.
        function: Box<Expr>,
        /// Its argument.
        argument: Box<Expr>,
    },
    /// Parallel bindings: values in order, then all names, then the body. `None` discards.
    Let {
        /// At least one.
        bindings: Box<[(Option<LocalId>, Expr)]>,
        /// Evaluated last.
        body: Box<Expr>,
    },
    /// Recursive bindings: all cells first, then values in order, then the body.
    LetRec {
        /// At least one.
        bindings: Box<[(LocalId, Expr)]>,
        /// Evaluated last.
        body: Box<Expr>,
    },
    /// A conditional.
    If {
        /// A `Bool`.
        cond: Box<Expr>,
        /// Taken when true.
        then_branch: Box<Expr>,
        /// Taken when false.
        else_branch: Box<Expr>,
    },
    /// `lhs and rhs`, short-circuit.
    And(Box<Expr>, Box<Expr>),
    /// `lhs or rhs`, short-circuit.
    Or(Box<Expr>, Box<Expr>),
    /// `not operand`.
    Not(Box<Expr>),
    /// A comparison by the derived order; `num` is set when both sides are of that numeric type.
    Compare {
        /// The operator.
        op: CmpOp,
        /// A hint for a fast path.
        num: Option<NumTy>,
        /// Left operand.
        lhs: Box<Expr>,
        /// Right operand.
        rhs: Box<Expr>,
    },
    /// Arithmetic at a numeric type.
    Arith {
        /// The operator.
        op: ArithOp,
        /// The operands' type.
        num: NumTy,
        /// Left operand.
        lhs: Box<Expr>,
        /// Right operand.
        rhs: Box<Expr>,
    },
    /// Unary minus at a numeric type.
    Neg {
        /// The operand's type.
        num: NumTy,
        /// The operand.
        operand: Box<Expr>,
    },
    /// The first arm whose pattern matches; the checker has proved that one does.
    Match {
        /// Evaluated once.
        scrutinee: Box<Expr>,
        /// Top to bottom.
        arms: Box<[(Pattern, Expr)]>,
    },
    /// A typed hole; running it is refused before evaluation starts.
    Hole(Name),
}

/// Index of a field among the fields of its record that are not ignored, in declaration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(pub u32);

/// What a constructed sum value carries.
#[derive(Clone, Debug)]
pub enum Payload {
    /// Nothing.
    None,
    /// One value.
    One(Box<Expr>),
    /// The fields of an inline record, in source order, complete.
    Record(Box<[(Slot, Expr)]>),
}

/// A resolved pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// Matches anything.
    Wild,
    /// Matches anything and names it.
    Bind(LocalId),
    /// Matches by derived equality.
    Literal(Literal),
    /// Matches a variant.
    Construct {
        /// The sum.
        decl: DeclId,
        /// Index in declaration order.
        variant: u32,
        /// What is matched inside; `Wild` for a variant that carries nothing.
        payload: Box<PayloadPattern>,
    },
    /// Looks at the named fields only.
    Record(Box<[(Slot, Pattern)]>),
}

/// What a constructor pattern looks at inside.
#[derive(Clone, Debug)]
pub enum PayloadPattern {
    /// Nothing.
    Wild,
    /// The one value.
    One(Pattern),
    /// Fields of the inline record.
    Record(Box<[(Slot, Pattern)]>),
}

/// A function that every type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derived {
    /// Equality.
    Eq,
    /// The total order as −1, 0 or 1.
    Compare,
    /// Canonical JSON.
    Show,
    /// FNV-1a of canonical JSON.
    Hash,
}

/// A function of a numeric type, written `N::name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Primitive {
    /// `N::add`
    Add,
    /// `N::sub`
    Sub,
    /// `N::mul`
    Mul,
    /// `N::div`
    Div,
    /// `N::mod`
    Mod,
    /// `N::neg`
    Neg,
    /// `N::to_big`, fixed widths only.
    ToBig,
    /// `N::from_big`, fixed widths only.
    FromBig,
    /// `I64::to_f64`
    ToF64,
    /// `F64::to_i64`
    ToI64,
    /// `F64::floor`
    Floor,
    /// `F64::ceil`
    Ceil,
    /// `F64::round`
    Round,
    /// `F64::abs`
    Abs,
    /// `F64::sqrt`
    Sqrt,
    /// `F64::is_nan`
    IsNan,
}
