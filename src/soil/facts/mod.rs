//! Check facts: what is known of a definition beyond its type.
//!
//! Spec: `soil0-cli#8.5`.

use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::types::ty::Ty;

/// The facts of one definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether evaluation is known to end.
    pub termination: Termination,
    /// Sites that may panic and that the own row does not cover; by start, then end.
    pub panic_obligations: Vec<Obligation>,
    /// In source order.
    pub holes: Vec<Hole>,
}

/// Whether evaluation is known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The row declares `div`, so nobody asks.
    NotApplicable,
    /// No recursion and no call that may not end.
    Verified,
    /// Recursion, or a call that may not end.
    Unverified,
}

impl Termination {
    /// Returns the word of the documents.
    pub const fn word(self) -> &'static str {
        match self {
            Termination::NotApplicable => "n/a",
            Termination::Verified => "verified",
            Termination::Unverified => "unverified",
        }
    }
}

/// A site that may panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Why.
    pub kind: ObligationKind,
    /// The operator or application node.
    pub span: Span,
}

/// Why a site may panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObligationKind {
    /// An integer result outside its width.
    Overflow,
    /// A zero divisor; stands for `MIN / -1` too.
    DivZero,
    /// The callee's row has `panic`.
    CalleePanic {
        /// The callee as written; `<expression>` when it is no name.
        callee: String,
    },
}

/// A typed hole with the type that its place demands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// Without the `?`.
    pub name: Name,
    /// The hole.
    pub span: Span,
    /// Aliases expanded; unresolved variables are named `a0`, `b0`, ….
    pub ty: Ty,
}

impl Facts {
    /// Joins what inference has found to the facts of a definition.
    pub(crate) fn new(
        declares_div: bool,
        may_loop: bool,
        mut panic_obligations: Vec<Obligation>,
        mut holes: Vec<Hole>,
    ) -> Facts {
        let termination = match (declares_div, may_loop) {
            (true, _) => Termination::NotApplicable,
            (false, true) => Termination::Unverified,
            (false, false) => Termination::Verified,
        };
        panic_obligations.sort_by_key(|site| (site.span.start, site.span.end));
        holes.sort_by_key(|hole| hole.span);
        Facts { termination, panic_obligations, holes }
    }
}
