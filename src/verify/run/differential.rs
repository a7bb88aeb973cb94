//! Differential runs: the definition's own result against an oracle's answer.

use crate::contract::{Code, Diagnostic};
use crate::soil::value::Value;
use crate::soil::value::json::{Decoder, encode};
use crate::verify::oracle::python_array;
use crate::verify::run::unit::{Context, Judged};
use crate::verify::run::{Details, Shown, json_array};
use crate::verify::suite::{Case, Given, Suite};

impl Context<'_, '_> {
    pub(super) fn differential(&mut self, cases: &[Case], result: &Decoder) -> Judged {
        let mut judged = Judged {
            fault: None,
            is_unfinished: false,
            shown: Shown::default(),
            diagnostics: Vec::new(),
            n_cases: 0,
        };
        for case in cases {
            let values = case.args.iter().filter_map(|given| match given {
                Given::Value(value) => Some(value.clone()),
                Given::Bind(_) => None,
            });
            let values = values.collect::<Vec<Value>>();
            if let Some(why) = self.stopped() {
                let expected = "an answer of the oracle".to_owned();
                judged.fault = Some(Details { expected, actual: why.to_owned() });
                break;
            }
            judged.n_cases += 1;
            let own = self.call_case(case);
            let own = own.map(|value| encode(&value).unwrap_or_default());
            let own = own.unwrap_or_else(|panic| format!("panic: {}", panic.message()));
            let actual = format!("{own} for {}", json_array(&values));
            match self.answer(&values, result) {
                Ok(answer) if answer == own => {}
                Ok(expected) => {
                    judged.fault = Some(Details { expected, actual });
                    break;
                }
                Err(why) => {
                    let message =
                        format!("the oracle gives no answer for {}: {why}", json_array(&values));
                    let silent = silent(self.suite, message, why);
                    return Judged { n_cases: judged.n_cases, ..silent };
                }
            }
        }
        judged
    }

    /// Asks the oracle and writes its answer canonically.
    fn answer(&self, values: &[Value], result: &Decoder) -> Result<String, String> {
        let oracle = self.suite.oracle.as_ref().ok_or("there is no oracle")?;
        let answer = oracle.ask(&python_array(values), self.options.times.oracle);
        let answer = answer.map_err(|error| error.to_string())?;
        let value = result.decode(&answer).map_err(|error| format!("`{answer}`: {error}"))?;
        encode(&value).map_err(|error| error.to_string())
    }
}

/// Fails a row whose oracle is not there to be asked.
pub(super) fn no_oracle(suite: &Suite, why: &str) -> Judged {
    silent(suite, format!("the oracle: {why}"), why.to_owned())
}

fn silent(suite: &Suite, message: String, why: String) -> Judged {
    let fault = Diagnostic::new(Code::OracleError, message);
    let expected = "an answer of the oracle".to_owned();
    Judged {
        fault: Some(Details { expected, actual: why }),
        is_unfinished: false,
        shown: Shown::default(),
        diagnostics: vec![fault.in_file(format!("{}.tr", suite.path))],
        n_cases: 0,
    }
}
