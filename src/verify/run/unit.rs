//! One unit: dispatch, and what its parts share.

use std::time::{Duration, Instant};

use crate::contract::Diagnostic;
use crate::root::lock::Outcome;
use crate::soil::core::DefId;
use crate::soil::eval::{Limits, Machine, Panic};
use crate::soil::value::Value;
use crate::verify::cram;
use crate::verify::run::{Details, Options, RowReport, Shown};
use crate::verify::suite::{Check, RowHead, Suite, Unit};

/// What every unit of a suite runs with.
pub(super) struct Context<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub suite: &'a Suite,
    pub deadline: Instant,
    pub options: &'a Options<'a>,
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
            Check::Cram { fixtures, steps } => return self.cram(unit, fixtures, steps),
        };
        let Judged { fault, shown, diagnostics, n_cases } = judged;
        let rows = unit.rows.iter().map(|head| row(unit, head, fault.clone(), shown.clone()));
        Ended { rows: rows.collect(), diagnostics, n_cases }
    }

    /// Calls a definition without reach to anything real, within the budget of a case.
    pub fn call(&mut self, def: DefId, arguments: Vec<Value>) -> Result<Value, Panic> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let time = Limits::CASE.time.map(|time| time.min(left.max(Duration::from_millis(1))));
        self.machine.call(def, arguments, &Limits { time, ..Limits::CASE }).result
    }

    /// Says why no further case runs, if none does.
    pub fn stopped(&self) -> Option<&'static str> {
        if (self.options.is_cancelled)() {
            Some("cancelled")
        } else if Instant::now() >= self.deadline {
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
            None => cram::run(fixtures, steps, self.options.around)
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
            row(unit, head, fault(at), Shown { claim, ..Shown::default() })
        });
        let n_cases = steps.len() as u64;
        Ended { rows: rows.collect(), diagnostics: Vec::new(), n_cases }
    }
}

fn row(unit: &Unit, head: &RowHead, fault: Option<Details>, shown: Shown) -> RowReport {
    let outcome = match (fault.is_none(), unit.is_xfail) {
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
