//! Properties: generated inputs, the first that fails, and a smaller one beside it.

use std::time::{Duration, Instant};

use crate::contract::{Code, Diagnostic};
use crate::soil::eval::Panic;
use crate::soil::value::Value;
use crate::verify::run::unit::{Context, Judged};
use crate::verify::run::{Details, Shown, json_array, json_items};
use crate::verify::shrink::shrink;
use crate::verify::stream::Stream;
use crate::verify::suite::Property;

/// Draws beyond the pinned cases in search of inputs that satisfy a guard.
const EXTRA_DRAWS: u64 = 4096;

/// What shrinking may cost: calls, and time for calls that are long.
const SHRINKING: usize = 4000;
const SHRINKING_TIME: Duration = Duration::from_secs(2);

impl Context<'_, '_> {
    pub(super) fn property(&mut self, property: &Property) -> Judged {
        let mut stream = Stream::new(property.seed);
        let n_wanted = u64::from(property.n_cases);
        let (mut n_drawn, mut n_satisfied) = (0, 0);
        let mut shown = Shown { claim: Some(property.text.clone()), ..Shown::default() };
        let is_open = |n_drawn: u64, n_satisfied: u64| {
            let looks_on = property.guard.is_some() && n_drawn < n_wanted + EXTRA_DRAWS;
            n_drawn < n_wanted || (looks_on && n_satisfied < n_wanted)
        };
        let mut fault = None;
        let mut is_unfinished = false;
        while fault.is_none() && is_open(n_drawn, n_satisfied) {
            if let Some(why) = self.stopped() {
                fault = Some(details(why.to_owned()));
                is_unfinished = true;
                break;
            }
            let generators = property.generators.iter();
            let arguments: Vec<Value> =
                generators.map(|generator| generator.draw(&mut stream)).collect();
            n_drawn += 1;
            match self.holds(property, &arguments, &mut n_satisfied) {
                Ok(true) => {}
                Ok(false) => {
                    fault = Some(details(format!("false for {}", json_array(&arguments))));
                    self.show_counterexample(property, arguments, &mut shown);
                }
                Err(panic) => {
                    let actual =
                        format!("panic: {} for {}", panic.message(), json_array(&arguments));
                    fault = Some(details(actual));
                    self.show_counterexample(property, arguments, &mut shown);
                }
            }
        }
        let mut diagnostics = Vec::new();
        if property.guard.is_some() {
            shown.guarded = Some((n_satisfied, n_drawn));
            if n_satisfied == 0 && fault.is_none() {
                let message = format!("none of {n_drawn} generated inputs satisfies `requires`");
                let fault = Diagnostic::new(Code::PreflightVacuousRequires, message);
                let fault = fault.in_file(format!("{}.tr", self.suite.path));
                diagnostics.push(fault.note("the clauses that it guards are not tested"));
            }
        }
        Judged { fault, is_unfinished, shown, diagnostics, n_cases: n_drawn }
    }

    /// Says whether the claim holds; a guard that is false makes it hold.
    fn holds(
        &mut self,
        property: &Property,
        arguments: &[Value],
        n_satisfied: &mut u64,
    ) -> Result<bool, Panic> {
        if let Some(guard) = property.guard {
            match self.call(guard, arguments.to_vec()) {
                Ok(Value::Bool(true)) => *n_satisfied += 1,
                Ok(_) => return Ok(true),
                Err(panic) => return Err(panic),
            }
        }
        self.call(property.wrapper, arguments.to_vec()).map(|value| is_true(&value))
    }

    fn show_counterexample(&mut self, property: &Property, first: Vec<Value>, shown: &mut Shown) {
        if !self.options.shrinks {
            return;
        }
        let end = Instant::now() + SHRINKING_TIME;
        let fails = |arguments: &[Value]| {
            let arguments = arguments.to_vec();
            let has_time = Instant::now() < end && self.stopped().is_none();
            has_time && !matches!(self.holds(property, &arguments, &mut 0), Ok(true))
        };
        let least = json_items(&shrink(first, SHRINKING, fails));
        let names = property.names.iter().map(ToString::to_string);
        let binders = names.zip(least).collect::<Vec<_>>();
        shown.expect_line = property.calls.as_ref().map(|call| {
            let value = |name: &str| {
                let found = binders.iter().find(|(known, _)| known == name);
                found.map_or_else(|| name.to_owned(), |(_, value)| value.clone())
            };
            let arguments = call.iter().map(|argument| value(argument)).collect::<Vec<_>>();
            format!("({}) => …", arguments.join(", "))
        });
        shown.counterexample = Some(binders);
    }
}

fn details(actual: String) -> Details {
    Details { expected: "true".to_owned(), actual }
}

const fn is_true(value: &Value) -> bool {
    matches!(value, Value::Bool(true))
}
