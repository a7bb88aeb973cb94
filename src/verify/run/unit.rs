//! One unit: dispatch, and what its parts share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::contract::Diagnostic;
use crate::root::lock::Outcome;
use crate::soil::core::DefId;
use crate::soil::eval::{Limits, Machine, Panic};
use crate::soil::value::Value;
use crate::verify::cram;
use crate::verify::run::differential::no_oracle;
use crate::verify::run::{Details, Options, RowReport, Shown};
use crate::verify::suite::{Check, RowHead, Suite, Unit};

/// What every unit of a suite runs with.
pub(super) struct Context<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub suite: &'a Suite,
    pub budget: Budget<'a>,
    pub options: &'a Options<'a>,
}

/// The time of a suite. Only time in which its own units run counts: a slow neighbour on the same
/// thread takes nothing from it.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub whole: Duration,
    /// Nanoseconds that the suite's ended units took.
    pub spent: &'a AtomicU64,
    /// When the present unit began.
    pub start: Instant,
}

impl Budget<'_> {
    fn left(self) -> Duration {
        let spent = Duration::from_nanos(self.spent.load(Ordering::Relaxed));
        self.whole.saturating_sub(spent + self.start.elapsed())
    }
}

/// What came of a unit.
#[derive(Default)]
pub(super) struct Ended {
    pub rows: Vec<RowReport>,
    pub diagnostics: Vec<Diagnostic>,
    pub n_cases: u64,
}

/// What came of the one row of a unit, before `xfail` is considered.
pub(super) struct Judged {
    /// `None` when all went as it should.
    pub fault: Option<Details>,
    /// Whether it was not run to its end, which `xfail` does not excuse.
    pub is_unfinished: bool,
    pub shown: Shown,
    pub diagnostics: Vec<Diagnostic>,
    pub n_cases: u64,
}

impl Context<'_, '_> {
    pub fn run(&mut self, unit: &Unit) -> Ended {
        let judged = match &unit.check {
            Check::Expect(case) => self.expect(case),
            Check::Property(property) => self.property(property),
            Check::Differential { cases, result } => self.differential(cases, result),
            Check::NoOracle { why } => no_oracle(self.suite, why),
            Check::Cram { fixtures, steps } => return self.cram(unit, fixtures, steps),
        };
        let Judged { fault, is_unfinished, shown, diagnostics, n_cases } = judged;
        let excused = unit.is_xfail && !is_unfinished;
        let rows = unit.rows.iter().map(|head| row(head, excused, fault.clone(), shown.clone()));
        Ended { rows: rows.collect(), diagnostics, n_cases }
    }

    /// Calls a definition without reach to anything real, within the budget of a case.
    pub fn call(&mut self, def: DefId, arguments: Vec<Value>) -> Result<Value, Panic> {
        let left = self.budget.left();
        let time = Limits::CASE.time.map(|time| time.min(left.max(Duration::from_millis(1))));
        self.machine.call(def, arguments, &Limits { time, ..Limits::CASE }).result
    }

    /// Says why no further case runs, if none does.
    pub fn stopped(&self) -> Option<&'static str> {
        if self.options.stop.load(Ordering::Relaxed) {
            Some("cancelled")
        } else if self.budget.left().is_zero() {
            Some("not run: the time of the whole suite is used up")
        } else {
            None
        }
    }

    fn cram(
        &self,
        unit: &Unit,
        fixtures: &[crate::spec::Fixture],
        steps: &[crate::spec::Step],
    ) -> Ended {
        let verdicts = match self.stopped() {
            Some(why) => Err(why.to_owned()),
            None => cram::run(fixtures, steps, self.options.around, self.options.times.cram)
                .map_err(|error| format!("the session cannot be started: {error}")),
        };
        let fault = |at: usize| match &verdicts {
            Ok(verdicts) => match verdicts.get(at) {
                Some(cram::Verdict::Fail { expected, actual }) => {
                    Some(Details { expected: expected.clone(), actual: actual.clone() })
                }
                Some(cram::Verdict::Pass) | None => None,
            },
            Err(why) => Some(Details { expected: steps[at].output.clone(), actual: why.clone() }),
        };
        let rows = unit.rows.iter().enumerate();
        let rows = rows.map(|(at, head)| {
            let claim = Some(format!("$ {}", steps[at].command));
            let excused = unit.is_xfail && verdicts.is_ok();
            row(head, excused, fault(at), Shown { claim, ..Shown::default() })
        });
        let n_cases = steps.len() as u64;
        Ended { rows: rows.collect(), diagnostics: Vec::new(), n_cases }
    }
}

fn row(head: &RowHead, is_xfail: bool, fault: Option<Details>, shown: Shown) -> RowReport {
    let outcome = match (fault.is_none(), is_xfail) {
        (true, false) => Outcome::Pass,
        (false, false) => Outcome::Fail,
        (false, true) => Outcome::Xfail,
        (true, true) => Outcome::Xpass,
    };
    let details = match outcome {
        Outcome::Fail => fault,
        Outcome::Xpass => {
            let expected = "failure, since the block is marked xfail".to_owned();
            Some(Details { expected, actual: "success".to_owned() })
        }
        Outcome::Pass | Outcome::Xfail => None,
    };
    RowReport { head: head.clone(), outcome, details, shown }
}
