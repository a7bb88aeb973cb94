//! Running suites: verdicts, the first failing case, and a small counterexample beside it.
//!
//! Comes in: a [`Plan`]. Goes out: a [`SuiteReport`] a suite, in the plan's order. Units run in
//! parallel; nothing about a report depends on the order in which they ran. Every call has the
//! budget of a case and every suite a limit of its own, so one definition that explodes takes
//! nobody else's result with it. No real capability is in reach: calls go through the evaluator's
//! sandboxed entry, and only cram sessions touch the outside.
//!
//! Spec: `tr-grammar#3`, `soil0-cli#8.8`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::contract::Diagnostic;
use crate::root::lock::Outcome;
use crate::soil::eval::Machine;
use crate::soil::value::Value;
use crate::verify::cram::{self, Surroundings};
use crate::verify::oracle;
use crate::verify::suite::{Plan, RowHead, Suite};

mod differential;
mod expect;
mod property;
mod unit;

/// How long things may take; each case of an evaluation has its own limit besides.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The units of one suite together, counted while they run.
    pub suite: Duration,
    /// One call of an oracle.
    pub oracle: Duration,
    /// One cram block.
    pub cram: Duration,
}

impl Times {
    /// What the specification grants.
    ///
    /// Spec: `tr-grammar#3.5`, `tr-grammar#3.6`.
    pub const SPECIFIED: Times =
        Times { suite: Duration::from_secs(120), oracle: oracle::TIME, cram: cram::TIME };
}

/// How a run is carried out.
pub struct Options<'a> {
    /// Where cram sessions run.
    pub around: &'a Surroundings,
    /// How long things may take.
    pub times: Times,
    /// Whether failing inputs are shrunk, which costs up to some thousand further calls a row.
    pub shrinks: bool,
    /// Once it is set, the case that runs ends, and what has not run yet fails as cancelled.
    pub stop: Arc<AtomicBool>,
    /// Told after every unit.
    pub on_progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// What a run has done so far.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The definition whose unit just ended.
    pub path: &'a str,
    /// Units that have ended, of all suites.
    pub n_done: usize,
    /// Units of all suites.
    pub n_units: usize,
    /// Cases that the unit ran.
    pub n_cases: u64,
}

/// What came of one suite.
#[derive(Clone, Debug)]
pub struct SuiteReport {
    /// The definition path.
    pub path: Arc<str>,
    /// In row order.
    pub rows: Vec<RowReport>,
    /// Why some claims have no rows, and what went wrong outside of Soil.
    pub diagnostics: Vec<Diagnostic>,
    /// Cases that ran, of all rows.
    pub n_cases: u64,
}

/// What came of one row.
#[derive(Clone, Debug)]
pub struct RowReport {
    /// Name, tier and origin.
    pub head: RowHead,
    /// The recorded verdict.
    pub outcome: Outcome,
    /// What was expected and what happened, for a row that is not as it should be.
    pub details: Option<Details>,
    /// What only people are shown.
    pub shown: Shown,
}

/// Says whether a row is as the specification wants it.
pub const fn is_good(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Pass | Outcome::Xfail)
}

/// Expected and actual outcome, as text.
///
/// Spec: `soil0-cli#10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// Canonical JSON, `panic`, or what a session should print.
    pub expected: String,
    /// The same form of what happened.
    pub actual: String,
}

/// What people are shown of a row besides its details.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The claim as written, for a property or clause.
    pub claim: Option<String>,
    /// A small failing input, as binders with values.
    pub counterexample: Option<Vec<(String, String)>>,
    /// The same as a line for a `test` block, where the claim calls the function directly.
    pub expect_line: Option<String>,
    /// For a guarded row: cases that satisfied the guard, and cases drawn.
    pub guarded: Option<(u64, u64)>,
}

/// Runs all suites of a plan.
pub fn run(plan: &Plan, options: &Options<'_>) -> Vec<SuiteReport> {
    let n_units = plan.suites.iter().map(|suite| suite.units.len()).sum();
    let n_done = AtomicUsize::new(0);
    let suites = plan.suites.par_iter().map(|suite| {
        let spent = AtomicU64::new(0);
        let machine = || Machine::new(&plan.program).stopped_by(options.stop.clone());
        let units = suite.units.par_iter().map_init(machine, |machine, unit| {
            let start = Instant::now();
            let budget = unit::Budget { whole: options.times.suite, spent: &spent, start };
            let mut context = unit::Context { machine, suite, budget, options };
            let outcome = context.run(unit);
            spent.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
            let n_done = 1 + n_done.fetch_add(1, Ordering::Relaxed);
            let n_cases = outcome.n_cases;
            (options.on_progress)(Progress { path: &suite.path, n_done, n_units, n_cases });
            outcome
        });
        report(suite, units.collect())
    });
    suites.collect()
}

fn report(suite: &Suite, outcomes: Vec<unit::Ended>) -> SuiteReport {
    let mut report = SuiteReport {
        path: suite.path.clone(),
        rows: Vec::new(),
        diagnostics: suite.diagnostics.clone(),
        n_cases: 0,
    };
    for outcome in outcomes {
        report.n_cases += outcome.n_cases;
        report.rows.extend(outcome.rows);
        report.diagnostics.extend(outcome.diagnostics);
    }
    report.diagnostics.dedup();
    report
}

/// Writes arguments as a JSON array.
fn json_array(values: &[Value]) -> String {
    format!("[{}]", json_items(values).join(","))
}

/// Writes each value as JSON; what has none, such as a function, as `"<function>"`.
pub(crate) fn json_items(values: &[Value]) -> Vec<String> {
    let encode = crate::soil::value::json::encode;
    values.iter().map(|value| encode(value).unwrap_or_else(|_| "\"<function>\"".into())).collect()
}
