//! Budgets of a run, and the panics that end one.
//!
//! Spec: `soil0-cli#8.6`, `soil0-cli#11`.

use std::time::Duration;

use crate::soil::core::DefId;

/// What one run may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps; `None` is without limit.
    pub steps: Option<u64>,
    /// Bytes that values and frames may hold at a time.
    pub heap: u64,
    /// Wall clock; `None` is without limit.
    pub time: Option<Duration>,
}

impl Limits {
    /// The budget of a test case: 50 000 000 steps, 256 MiB, 10 seconds.
    pub const CASE: Limits =
        Limits { steps: Some(50_000_000), heap: 256 << 20, time: Some(Duration::from_secs(10)) };

    /// The budget of `soil0 run` and `trellis call`: 2 GiB and nothing else.
    pub const RUN: Limits = Limits { steps: None, heap: 2 << 30, time: None };
}

/// What a run came to.
#[derive(Clone, Debug)]
pub struct Outcome<T = crate::soil::value::Value> {
    /// The result, or the panic that ended the run.
    pub result: Result<T, Panic>,
    /// Steps taken; the same on every machine.
    pub steps: u64,
}

impl<T> Outcome<T> {
    /// Changes the result and keeps the steps.
    pub fn map<U>(self, change: impl FnOnce(T) -> Result<U, Panic>) -> Outcome<U> {
        Outcome { result: self.result.and_then(change), steps: self.steps }
    }
}

/// A panic; Soil cannot catch one.
///
/// Spec: `soil0-cli#8.6`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// Why.
    pub kind: PanicKind,
    /// Contractual for the kinds that the specification gives a text.
    pub text: String,
    /// The definitions whose bodies were being run, outermost first.
    pub trace: Vec<DefId>,
}

impl Panic {
    pub(in crate::soil) fn new(kind: PanicKind, text: impl Into<String>) -> Panic {
        Panic { kind, text: text.into(), trace: Vec::new() }
    }

    /// Returns `<kind>: <text>`, as reports show it.
    pub fn message(&self) -> String {
        format!("{}: {}", self.kind.name(), self.text)
    }

    /// Says whether a test that expects a panic is satisfied; running out of a budget never does.
    pub fn satisfies_expectation(&self) -> bool {
        self.kind != PanicKind::Resource
    }
}

/// Why a run panicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PanicKind {
    /// A result outside its integer type.
    Overflow,
    /// An integer divided by zero.
    DivideByZero,
    /// `list_nth` outside the list.
    IndexOutOfBounds,
    /// `panic_with`.
    Explicit,
    /// A budget is used up.
    Resource,
    /// A function was compared, shown or hashed.
    DerivationError,
    /// Values and code do not fit each other; a checked program never gets here.
    TypeError,
    /// An implementation limit, or a `let rec` value that is read before it is there.
    Internal,
}

impl PanicKind {
    /// Returns the name that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            PanicKind::Overflow => "overflow",
            PanicKind::DivideByZero => "divide-by-zero",
            PanicKind::IndexOutOfBounds => "index-out-of-bounds",
            PanicKind::Explicit => "explicit",
            PanicKind::Resource => "resource",
            PanicKind::DerivationError => "derivation-error",
            PanicKind::TypeError => "type-error",
            PanicKind::Internal => "internal",
        }
    }
}
