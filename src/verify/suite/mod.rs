//! Suites: everything that is to be run for a definition, ready to run.
//!
//! Comes in: specifications and the checked definitions of their root. Goes out: one [`Plan`]: a
//! compiled program that holds the definitions and, behind them, a wrapper for every property,
//! clause and guard, and a [`Suite`] a definition. Nothing runs here; see
//! [`run`](crate::verify::run).
//!
//! ```text
//! scope of the root        wrappers
//! [ _clean, clamp, parse_kv | verify_0, verify_1, … ]     one program, compiled once
//! ```
//!
//! Definitions that no suite reaches, and those with faults, stand in the program as holes: they
//! keep their numbers and cost nothing.
//!
//! Spec: `tr-grammar#3.3`, `tr-grammar#3.4`, `lock-schema#5`.

use std::path::Path;
use std::sync::Arc;

use crate::contract::Diagnostic;
use crate::root::lock::{Mode, Origin, Tier};
use crate::soil::Name;
use crate::soil::check::Scope;
use crate::soil::core::{self, DefId};
use crate::soil::eval::Compiled;
use crate::soil::value::json::Decoder;
use crate::spec::{Fixture, Spec, Step};
use crate::verify::generate::Generator;
use crate::verify::oracle::Oracle;

mod assemble;
pub mod expect;
pub mod program;

pub use expect::{Bind, Case, Expected, Given};

/// The checked definitions that suites run in.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// Their interfaces, in program order.
    pub scope: &'a Scope,
    /// What each compiles to, by [`DefId`]; `None` after a fault.
    pub cores: &'a [Option<Arc<core::Def>>],
    /// The folder of the root: oracles and cram sessions run there.
    pub root: &'a Path,
}

/// One definition to verify.
#[derive(Clone, Copy)]
pub struct Target<'a> {
    /// Its specification.
    pub spec: &'a Spec,
    /// Where it stands in the world.
    pub id: DefId,
    /// Whether cram blocks and the like run: a human's test run, never an agent's.
    pub with_real: bool,
}

/// What is ready to run.
pub struct Plan {
    /// Definitions and wrappers.
    pub program: Compiled,
    /// One a target, in their order.
    pub suites: Vec<Suite>,
}

/// Everything that is to be run for one definition.
pub struct Suite {
    /// The definition path.
    pub path: Arc<str>,
    /// Its bare name.
    pub name: Name,
    /// In row order: spec rows in document order, then derived ones.
    pub units: Vec<Unit>,
    /// Why some claims have no rows.
    pub diagnostics: Vec<Diagnostic>,
    /// The oracle, when there is one that can be asked.
    pub oracle: Option<Oracle>,
}

/// What runs as one piece; one row, except for cram blocks.
pub struct Unit {
    /// The rows that it yields, in order.
    pub rows: Vec<RowHead>,
    /// Whether the specification expects failure.
    pub is_xfail: bool,
    /// What to do.
    pub check: Check,
}

/// What a lock says of a row besides its result.
///
/// Spec: `lock-schema#5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowHead {
    /// `block#k`, a property's name, or `derived:…`.
    pub name: String,
    /// The kind of test.
    pub tier: Tier,
    /// Whether it was written or follows from something else.
    pub origin: Origin,
}

impl RowHead {
    /// Returns whether the row meets the real world.
    pub const fn mode(&self) -> Mode {
        match self.tier {
            Tier::Cram => Mode::Real,
            Tier::Expect | Tier::Property | Tier::Contract | Tier::Differential | Tier::Proof => {
                Mode::Sandboxed
            }
        }
    }
}

/// What a unit does.
pub enum Check {
    /// Calls the definition once and compares.
    Expect(Case),
    /// Calls a wrapper on generated inputs.
    Property(Property),
    /// Compares the definition with an oracle on the inputs of its expect cases.
    Differential {
        /// The cases, none of a block that expects failure, none that expects a panic.
        cases: Vec<Case>,
        /// Reads the oracle's answers.
        result: Decoder,
    },
    /// Fails: the specification attaches an oracle that is not there.
    NoOracle {
        /// What the system says of it.
        why: String,
    },
    /// Runs a shell session.
    Cram {
        /// Files that exist before the first step.
        fixtures: Vec<Fixture>,
        /// The steps, one a row.
        steps: Vec<Step>,
    },
}

/// A predicate over generated inputs.
pub struct Property {
    /// The wrapper.
    pub wrapper: DefId,
    /// The wrapper of the `requires` clauses, for a derived row that is guarded by them.
    pub guard: Option<DefId>,
    /// One a parameter.
    pub generators: Vec<Generator>,
    /// Names of the parameters, for people.
    pub names: Vec<Name>,
    /// Seed of the stream, which starts afresh for every row.
    pub seed: u64,
    /// How many cases are pinned.
    pub n_cases: u32,
    /// The predicate as written, for people.
    pub text: String,
    /// Arguments of a direct call of the definition under test: names of parameters, or literals.
    pub calls: Option<Vec<String>>,
}

impl Plan {
    /// Prepares the suites of some definitions of a world.
    ///
    /// A target whose definition has faults or holes, here or in a callee, yields a suite without
    /// units that says why.
    pub fn new(world: World<'_>, targets: &[Target<'_>]) -> Plan {
        assemble::plan(world, targets)
    }
}
