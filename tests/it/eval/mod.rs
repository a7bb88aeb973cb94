//! Evaluation: the corpus, an independent evaluator, and budgets.

mod agreement;
mod budgets;
mod corpus_cases;
mod generate;
mod naive;
mod oracle;
mod python;
mod values;

use trellis::soil::core::{DefId, Program};
use trellis::soil::eval::{Compiled, Entry, EntryError, Limits, Machine, Outcome, compile};

use crate::check;

/// A checked and compiled program.
pub struct Ready {
    pub core: Program,
    pub compiled: Compiled,
}

impl Ready {
    /// Checks a program in the form of the checker's corpus.
    pub fn new(text: &str) -> Ready {
        let program = check::load(text);
        let faults = program.diagnostics(trellis::soil::check::Stage::Check);
        assert!(faults.is_empty(), "{}\n{text}", check::render(&faults));
        let core = program.core().expect("a sound program has core terms");
        let compiled = compile(&core);
        Ready { core, compiled }
    }

    pub fn def(&self, name: &str) -> DefId {
        let at = self.core.defs.iter().position(|def| def.name == name);
        DefId(at.unwrap_or_else(|| panic!("no definition `{name}`")) as u32)
    }

    pub fn call_within(
        &self,
        name: &str,
        args: &[&str],
        limits: &Limits,
    ) -> Result<Outcome<String>, EntryError> {
        let entry = Entry::new(&self.compiled, self.def(name))?;
        entry.call(&mut Machine::new(&self.compiled), args, limits)
    }

    /// Calls a definition with JSON arguments and renders what comes of it.
    pub fn call(&self, name: &str, args: &[&str]) -> String {
        match self.call_within(name, args, &Limits::CASE) {
            Ok(outcome) => match outcome.result {
                Ok(json) => json,
                Err(panic) => {
                    let frames = panic.trace.iter().map(|def| {
                        let def = &self.core.defs[def.0 as usize];
                        format!("\n    in {}::{}", def.module, def.name)
                    });
                    format!("{}{}", panic.message(), frames.collect::<String>())
                }
            },
            Err(error) => format!("refused: {error}"),
        }
    }
}
