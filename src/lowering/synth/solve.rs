//! The solver: from a bank of terms to a body that does what every row wants.
//!
//! Four ways, tried level by level, so that what is smaller is found first:
//!
//! - one term of the bank fits every row;
//! - a tree of conditionals: each leaf fits some rows, conditions of the bank tell them apart;
//! - a match on something of a sum type: each arm is a smaller problem with its own bank, in which
//!   what the variant carries is a variable more;
//! - recursion by a scheme: a base case, and a step over the results of smaller calls.
//!
//! What is made of parts may cost a little more than a single term of the level. Otherwise the
//! order is that of cost, so that a short explanation wins over a list of cases.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::bank::{Bank, BankLimits, Meter};
use super::matching::Match;
use super::recursion::Recursion;
use super::space::{Space, TyId};
use super::task::{Task, Wanted};
use super::term::{Cell, Evaluator, Op, Term};
use crate::soil::builtins::Builtin;
use crate::soil::eval::Machine;
use crate::soil::types::ty::Ty;
use crate::soil::value::{Value, equal};

/// A body that fits every row.
#[derive(Clone)]
pub(super) struct Found {
    pub cost: usize,
    pub term: Rc<Term>,
}

/// What all solvers of one search share.
pub(super) struct Search<'t> {
    pub task: &'t Task,
    pub space: &'t Space,
    pub eval: Evaluator<'t>,
    /// Runs the claims.
    pub machine: Machine<'t>,
    pub meter: Meter,
}

impl Search<'_> {
    /// Says whether a result is what a row wants; `row` begins with the arguments.
    pub fn accepts(&mut self, row: &[Value], wanted: &Wanted, cell: &Cell) -> bool {
        match (wanted, cell) {
            (Wanted::Value(wanted), Some(value)) => equal(wanted, value).unwrap_or(false),
            (Wanted::Panic, None) => true,
            (Wanted::Claimed(not), Some(value)) => {
                let args = &row[..self.task.params.len()];
                !not.iter().any(|not| equal(not, value).unwrap_or(false))
                    && self.task.claims.hold(&mut self.machine, args, value)
            }
            _ => false,
        }
    }
}

/// Rows as a set of bits.
pub(super) type Mask = u64;

/// Rows beyond these are left to the tests.
pub(super) const MAX_ROWS: usize = 48;

const MAX_CONDITIONS: usize = 160;
const MAX_TREE_DEPTH: usize = 3;
/// How much more than a single term a tree, a match or a recursion may cost: they are made of
/// parts that are cheap each, while a single term of that cost would be out of reach.
pub(super) const SLACK: usize = 3;

/// One problem: rows, and what each wants.
pub(super) struct Solver {
    pub(super) bank: Bank,
    pub(super) wanted: Vec<Wanted>,
    pub(super) goal: TyId,
    pub(super) depth: usize,
    leaves: Leaves,
    conditions: Vec<Condition>,
    n_goals_seen: usize,
    n_bools_seen: usize,
    pub(super) matches: Vec<Match>,
    recursion: Option<Recursion>,
    /// The best so far.
    pub(super) best: Option<Found>,
}

/// The cheapest term for each set of rows that it fits.
#[derive(Default)]
struct Leaves {
    by_mask: BTreeMap<Mask, Found>,
}

/// A term of type `Bool` that tells rows apart.
struct Condition {
    term: Rc<Term>,
    cost: usize,
    yes: Mask,
    no: Mask,
}

impl Solver {
    /// Starts on the rows of the task itself.
    pub fn of_task(search: &Search<'_>, rows: Vec<Vec<Value>>, wanted: Vec<Wanted>) -> Solver {
        let mut samples: Vec<(TyId, Value)> = Vec::new();
        let mut add = |value: &Value| samples.push((search.space.goal, value.clone()));
        for wanted in &wanted {
            if let Wanted::Value(value) = wanted {
                add(value);
            }
        }
        for (name, values) in [
            ("I64", vec![Value::i64(2), Value::i64(-3), Value::i64(7)]),
            ("Utf8", vec![Value::text("ab"), Value::text("c d")]),
        ] {
            let ty = search.space.find(&Ty::con(name));
            samples
                .extend(ty.into_iter().flat_map(|ty| values.iter().map(move |v| (ty, v.clone()))));
        }
        let limits = BankLimits {
            max_entries: 12_000,
            has_lambdas: true,
            has_if: false,
            goal: search.space.goal,
        };
        let vars = search.space.params.clone();
        let recursion = Recursion::of_task(search, &rows, &wanted, &samples);
        let bank = Bank::new(search.space, vars, rows, samples, limits);
        let mut solver = Solver::new(bank, wanted, search.space.goal, 0);
        solver.recursion = Some(recursion);
        solver
    }

    pub(super) fn new(bank: Bank, wanted: Vec<Wanted>, goal: TyId, depth: usize) -> Solver {
        Solver {
            bank,
            wanted,
            goal,
            depth,
            leaves: Leaves::default(),
            conditions: Vec::new(),
            n_goals_seen: 0,
            n_bools_seen: 0,
            matches: Vec::new(),
            recursion: None,
            best: None,
        }
    }

    fn all(&self) -> Mask {
        if self.wanted.len() >= 64 { Mask::MAX } else { (1 << self.wanted.len()) - 1 }
    }

    /// Goes one level further; returns what fits every row, cheapest first, new or not.
    pub fn advance(&mut self, search: &mut Search<'_>) -> Vec<Found> {
        let is_complete = self.bank.grow(search.space, &mut search.eval, &mut search.meter);
        let mut found = self.take_new(search);
        if !is_complete {
            return found;
        }
        let limit = self.bank.level + SLACK + self.bank.n_sparse();
        found.extend(self.tree(limit));
        found.extend(self.matched(search, limit));
        if let Some(mut recursion) = self.recursion.take() {
            found.extend(recursion.advance(search, &self.bank, &self.wanted, limit + 2));
            self.recursion = Some(recursion);
        }
        found.sort_by_key(|one| one.cost);
        if let Some(first) = found.first()
            && self.best.as_ref().is_none_or(|best| first.cost < best.cost)
        {
            self.best = Some(first.clone());
        }
        found
    }

    /// Reads the new terms of the bank: leaves, conditions, and terms that fit every row.
    fn take_new(&mut self, search: &mut Search<'_>) -> Vec<Found> {
        let all = self.all();
        let mut found = Vec::new();
        if self.n_goals_seen == 0 {
            self.panic_leaf();
        }
        for entry in &self.bank.all(self.goal)[self.n_goals_seen..] {
            let mut mask: Mask = 0;
            for (at, wanted) in self.wanted.iter().enumerate() {
                if search.accepts(&self.bank.rows[at], wanted, &entry.cells[at]) {
                    mask |= 1 << at;
                }
            }
            let one = Found { cost: entry.cost, term: entry.term.clone() };
            if mask == all {
                found.push(one.clone());
            }
            self.leaves.add(mask, one);
        }
        self.n_goals_seen = self.bank.all(self.goal).len();
        let bool = search.space.bool;
        for entry in &self.bank.all(bool)[self.n_bools_seen..] {
            let (mut yes, mut no): (Mask, Mask) = (0, 0);
            for (at, cell) in entry.cells.iter().enumerate() {
                match cell {
                    Some(Value::Bool(true)) => yes |= 1 << at,
                    Some(Value::Bool(false)) => no |= 1 << at,
                    _ => {}
                }
            }
            let is_known = self.conditions.iter().any(|known| known.yes == yes && known.no == no);
            if yes != 0 && no != 0 && !is_known && self.conditions.len() < MAX_CONDITIONS {
                let term = entry.term.clone();
                self.conditions.push(Condition { term, cost: entry.cost, yes, no });
            }
        }
        self.n_bools_seen = self.bank.all(bool).len();
        found
    }

    /// Adds the leaf that panics, where a row wants that.
    fn panic_leaf(&mut self) {
        let mut mask: Mask = 0;
        for (at, wanted) in self.wanted.iter().enumerate() {
            if matches!(wanted, Wanted::Panic) {
                mask |= 1 << at;
            }
        }
        if mask != 0 {
            let text = Rc::new(Term::Literal(Value::text("no result")));
            let term = Term::Apply(Op::Builtin(Builtin::PanicWith), [text].into());
            self.leaves.add(mask, Found { cost: 2, term: Rc::new(term) });
        }
    }

    /// Finds the cheapest tree of conditionals.
    fn tree(&self, limit: usize) -> Option<Found> {
        let mut known = HashMap::new();
        let found = self.decide(self.all(), MAX_TREE_DEPTH, limit, &mut known)?;
        matches!(&*found.term, Term::Apply(Op::If, _)).then_some(found)
    }

    fn decide(
        &self,
        rows: Mask,
        depth: usize,
        limit: usize,
        known: &mut HashMap<(Mask, usize), (usize, Option<Found>)>,
    ) -> Option<Found> {
        if let Some((tried, found)) = known.get(&(rows, depth)) {
            match found {
                Some(found) => return (found.cost <= limit).then(|| found.clone()),
                None if *tried >= limit => return None,
                None => {}
            }
        }
        let mut best = self.leaves.covering(rows).filter(|leaf| leaf.cost <= limit);
        if depth > 0 {
            for condition in &self.conditions {
                let bound = best.as_ref().map_or(limit, |best| best.cost - 1);
                let Some(left) = bound.checked_sub(1 + condition.cost).filter(|left| *left >= 2)
                else {
                    continue;
                };
                let (yes, no) = (condition.yes & rows, condition.no & rows);
                if yes | no != rows || yes == 0 || no == 0 {
                    continue;
                }
                let Some(then) = self.decide(yes, depth - 1, left - 1, known) else { continue };
                let Some(other) = self.decide(no, depth - 1, left - then.cost, known) else {
                    continue;
                };
                let args = [condition.term.clone(), then.term, other.term].into();
                let cost = 1 + condition.cost + then.cost + other.cost;
                best = Some(Found { cost, term: Rc::new(Term::Apply(Op::If, args)) });
            }
        }
        known.insert((rows, depth), (limit, best.clone()));
        best
    }

    /// Makes the most of what was found: a match or conditional whose missing parts are holes.
    pub fn partial(&self) -> Rc<Term> {
        let hole = || Rc::new(Term::Hole("body"));
        let solved = |tried: &&Match| tried.arms.iter().filter(|arm| arm.2.best.is_some()).count();
        let tried = self.matches.iter().max_by_key(solved).filter(|tried| solved(tried) > 0);
        if let Some(tried) = tried {
            let bodies = tried.arms.iter().map(|(variant, n_binders, solver)| {
                let body = solver.best.clone();
                let body =
                    body.unwrap_or_else(|| Found { cost: 1, term: Rc::new(Term::Hole("arm")) });
                (*variant, *n_binders, body)
            });
            if let Some(term) = tried.term(bodies.collect(), self.bank.vars.len()) {
                return term;
            }
        }
        let conditions = self.conditions.iter().flat_map(|condition| {
            [(condition, condition.yes, true), (condition, condition.no, false)]
        });
        let known = conditions
            .filter_map(|(condition, rows, is_yes)| {
                let leaf = self.leaves.covering(rows)?;
                let explains = rows.count_ones() as usize * 8 > 2 * (leaf.cost + condition.cost);
                explains.then_some((rows.count_ones(), condition, leaf, is_yes))
            })
            .max_by_key(|(n_rows, condition, leaf, _)| {
                (*n_rows, usize::MAX - leaf.cost - condition.cost)
            });
        match known {
            Some((_, condition, leaf, is_yes)) => {
                let (yes, no) = if is_yes { (leaf.term, hole()) } else { (hole(), leaf.term) };
                let args = [condition.term.clone(), yes, no].into();
                Rc::new(Term::Apply(Op::If, args))
            }
            None => hole(),
        }
    }
}

impl Leaves {
    fn add(&mut self, mask: Mask, found: Found) {
        let known = self.by_mask.entry(mask).or_insert_with(|| found.clone());
        if found.cost < known.cost {
            *known = found;
        }
    }

    /// Returns the cheapest term that fits all of these rows.
    fn covering(&self, rows: Mask) -> Option<Found> {
        let fits = self.by_mask.iter().filter(|(mask, _)| *mask & rows == rows);
        fits.min_by_key(|(_, found)| found.cost).map(|(_, found)| found.clone())
    }
}
