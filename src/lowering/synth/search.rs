//! One search: rows in, bodies out, cheapest first, until somebody is content or the work is done.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::bank::Meter;
use super::solve::{Found, MAX_ROWS, SLACK, Search, Solver};
use super::space::Space;
use super::task::{Row, Task};
use super::term::{Evaluator, Term};
use super::write;
use crate::soil::Name;
use crate::soil::eval::Machine;

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Operators applied, over all rounds. The same everywhere.
    pub work: u64,
    /// A cap for slow machines.
    pub time: Duration,
}

impl Effort {
    /// What a lowering job gets unless told otherwise.
    pub const USUAL: Effort = Effort { work: 60_000_000, time: Duration::from_secs(60) };
}

/// What the judge says of a candidate.
pub(super) enum Verdict {
    /// Every test passes.
    Green,
    /// It is wrong, and this is why: the search starts over with what is known now.
    Wrong(Row),
    /// It is wrong; nothing else is known.
    No,
    /// A local name is taken by something visible.
    Taken(Name),
    /// There is nothing more to try: the job is over.
    Stop,
}

/// How a search ended.
pub(super) enum Outcome {
    /// The last candidate was green.
    Green,
    /// The best that is left: a draft with holes.
    Partial(String),
    /// The judge said so.
    Stopped,
}

/// Levels beyond this are never reached by work that pays.
const MAX_LEVEL: usize = 20;
/// What a parameter costs that a body does not mention.
const IDLE_PARAMETER: usize = 5;

/// Searches, asking `judge` about each candidate's text.
pub(super) fn run(task: &Task, effort: Effort, judge: &mut dyn FnMut(&str) -> Verdict) -> Outcome {
    let space = Space::new(task);
    let meter = Meter { left: effort.work, deadline: Instant::now() + effort.time };
    let mut search = Search {
        task,
        space: &space,
        eval: Evaluator::new(Machine::new(&task.program)),
        machine: Machine::new(&task.program),
        meter,
    };
    let mut rows = task.rows.clone();
    rows.extend(task.claimed_rows(8));
    let mut rejected: HashSet<String> = HashSet::new();
    let mut taken: Vec<Name> = Vec::new();
    'rounds: loop {
        rows.truncate(MAX_ROWS);
        let (args, wanted) = rows.iter().map(|row| (row.args.clone(), row.wanted.clone())).unzip();
        let mut solver = Solver::of_task(&search, args, wanted);
        let mut waiting: Vec<Found> = Vec::new();
        for level in 1..=MAX_LEVEL {
            waiting
                .extend(solver.advance(&mut search).into_iter().map(|found| weighed(task, found)));
            waiting.sort_by_key(|found| found.cost);
            let is_over = level == MAX_LEVEL || !search.meter.has_more();
            let n_ready = match is_over {
                true => waiting.len(),
                false => waiting.partition_point(|found| found.cost <= level + SLACK),
            };
            for Found { term, .. } in waiting.drain(..n_ready) {
                let text = write::definition(task, &term, &taken);
                if rejected.contains(&text) {
                    continue;
                }
                match judge(&text) {
                    Verdict::Green => return Outcome::Green,
                    Verdict::Stop => return Outcome::Stopped,
                    Verdict::No => {
                        rejected.insert(text);
                    }
                    Verdict::Taken(name) if !taken.contains(&name) => {
                        taken.push(name);
                        continue 'rounds;
                    }
                    Verdict::Taken(_) => {
                        rejected.insert(text);
                    }
                    Verdict::Wrong(row) => {
                        rejected.insert(text);
                        // What is already known cannot be learned again.
                        if rows.len() < MAX_ROWS {
                            rows.insert(0, row);
                            continue 'rounds;
                        }
                    }
                }
            }
            if is_over {
                break;
            }
        }
        return Outcome::Partial(write::definition(task, &solver.partial(), &taken));
    }
}

/// Writes the definition of which nothing is known.
pub(super) fn unsolved(task: &Task) -> String {
    write::definition(task, &Term::Hole("body"), &[])
}

/// Makes a body dearer for each parameter that it does not mention: people rarely ask for
/// parameters in vain, and few cases are easily explained without some of them.
fn weighed(task: &Task, found: Found) -> Found {
    let is_idle = |at: &usize| !found.term.mentions(*at, at + 1);
    let n_idle = (0..task.params.len()).filter(is_idle).count();
    Found { cost: found.cost + n_idle * IDLE_PARAMETER, ..found }
}
