//! Expect cases: one call, one comparison of canonical bytes.

use crate::soil::eval::{Limits, Panic};
use crate::soil::value::Value;
use crate::soil::value::json::encode;
use crate::verify::run::unit::{Context, Judged};
use crate::verify::run::{Details, Shown, json_items};
use crate::verify::suite::{Case, Expected, Given};

impl Context<'_, '_> {
    pub(super) fn expect(&mut self, case: &Case) -> Judged {
        let stopped = self.stopped();
        let fault = match stopped {
            Some(why) => Some(why.to_owned()),
            None => self.outcome(case).err(),
        };
        let expected = match &case.expected {
            Expected::Value(json) => json.clone(),
            Expected::Panic => "panic".to_owned(),
        };
        let fault = fault.map(|actual| Details { expected, actual });
        let claim = fault.as_ref().map(|_| self.as_written(case));
        let shown = Shown { claim, ..Shown::default() };
        let is_unfinished = stopped.is_some();
        Judged { fault, is_unfinished, shown, diagnostics: Vec::new(), n_cases: 1 }
    }

    /// Calls what a case calls.
    pub(super) fn call_case(&mut self, case: &Case) -> Result<Value, Panic> {
        let mut fakes = Vec::new();
        for bind in &*case.binds {
            fakes.push(self.machine.fake(bind.ctor, bind.value.clone(), &Limits::CASE)?);
        }
        let arguments = case.args.iter().map(|given| match given {
            Given::Value(value) => value.clone(),
            Given::Bind(at) => fakes[*at].clone(),
        });
        self.call(case.def, arguments.collect())
    }

    /// Fails with the text of what happened instead.
    fn outcome(&mut self, case: &Case) -> Result<(), String> {
        let outcome = self.call_case(case);
        match (&case.expected, outcome) {
            (Expected::Panic, Err(panic)) if panic.satisfies_expectation() => Ok(()),
            (_, Err(panic)) => Err(format!("panic: {}", panic.message())),
            (expected, Ok(value)) => {
                let actual = encode(&value).unwrap_or_else(|error| error.to_string());
                match expected {
                    Expected::Value(json) if *json == actual => Ok(()),
                    Expected::Value(_) | Expected::Panic => Err(actual),
                }
            }
        }
    }

    fn as_written(&self, case: &Case) -> String {
        let arguments = case.args.iter().map(|given| match given {
            Given::Value(value) => json_items(std::slice::from_ref(value)).concat(),
            Given::Bind(at) => case.binds[*at].name.to_string(),
        });
        format!("{}({})", self.suite.name, arguments.collect::<Vec<_>>().join(", "))
    }
}
