//! Recursion by schemes: when to stop, which smaller calls to make, and a step over their results.
//!
//! A step is looked for in a bank of its own, whose variables are the parameters and the results of
//! the smaller calls. Those results are not known beforehand, so the bank samples them; each step
//! is then run for real, on every row.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::bank::{Bank, BankLimits};
use super::solve::{Found, Search};
use super::space::TyId;
use super::task::Wanted;
use super::term::{Cell, Evaluator, Op, Term};
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::ty::{IntTy, NumTy, Ty};
use crate::soil::value::Value;

/// All schemes of a task.
pub(super) struct Recursion {
    schemes: Vec<Scheme>,
}

struct Scheme {
    /// When no further call is made.
    stop: Rc<Term>,
    /// The arguments of each smaller call.
    calls: Vec<Vec<Rc<Term>>>,
    steps: Bank,
    /// How many steps of the bank were tried, with how many base cases.
    n_tried: usize,
    n_bases: usize,
}

/// A stop condition, and the arguments of each smaller call.
type Plan = (Rc<Term>, Vec<Vec<Rc<Term>>>);

/// How much a stop condition and its recursion cost beside base and step.
const OVERHEAD: usize = 4;
/// Base cases of one scheme.
const MAX_BASES: usize = 6;
/// Calls that one row may make.
const MAX_CALLS: usize = 400;

impl Recursion {
    /// Lists the schemes that the parameters allow.
    pub fn of_task(
        search: &Search<'_>,
        rows: &[Vec<Value>],
        wanted: &[Wanted],
        samples: &[(TyId, Value)],
    ) -> Recursion {
        let i64_ty = search.space.find(&Ty::con("I64"));
        let params = &search.space.params;
        let own = |at: usize| Rc::new(Term::Var(at));
        let number = |n: i64| Rc::new(Term::Literal(Value::i64(n)));
        let num = NumTy::Int(IntTy::I64);
        let arith =
            |op, a: Rc<Term>, b: Rc<Term>| Rc::new(Term::Apply(Op::Arith(op, num), [a, b].into()));
        let compare =
            |op, a: Rc<Term>, b: Rc<Term>| Rc::new(Term::Apply(Op::Compare(op), [a, b].into()));
        let whole: Vec<Rc<Term>> = (0..params.len()).map(own).collect();
        let with = |at: usize, term: Rc<Term>| {
            let mut args = whole.clone();
            args[at] = term;
            args
        };
        let mut plans: Vec<Plan> = Vec::new();
        for at in (0..params.len()).filter(|at| Some(params[*at]) == i64_ty) {
            let less = |n: i64| with(at, arith(ArithOp::Sub, own(at), number(n)));
            let part = |n: i64| with(at, arith(ArithOp::Div, own(at), number(n)));
            let below = |n: i64| compare(CmpOp::Lt, own(at), number(n));
            plans.push((below(1), vec![less(1)]));
            plans.push((below(2), vec![less(1), less(2)]));
            plans.push((below(2), vec![less(1)]));
            plans.push((below(10), vec![part(10)]));
            plans.push((below(1), vec![part(2)]));
            for other in (0..params.len()).filter(|b| *b != at && Some(params[*b]) == i64_ty) {
                let mut args = whole.clone();
                args[other] = own(at);
                args[at] = arith(ArithOp::Mod, own(other), own(at));
                plans.push((compare(CmpOp::Eq, own(at), number(0)), vec![args]));
            }
        }
        let schemes = plans
            .into_iter()
            .map(|(stop, calls)| Scheme::new(search, rows, wanted, samples, stop, calls))
            .collect();
        Recursion { schemes }
    }

    /// Tries the steps of one more level.
    pub fn advance(
        &mut self,
        search: &mut Search<'_>,
        bank: &Bank,
        wanted: &[Wanted],
        limit: usize,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        for scheme in &mut self.schemes {
            found.extend(scheme.advance(search, bank, wanted, limit));
        }
        found
    }
}

impl Scheme {
    fn new(
        search: &Search<'_>,
        rows: &[Vec<Value>],
        wanted: &[Wanted],
        samples: &[(TyId, Value)],
        stop: Rc<Term>,
        calls: Vec<Vec<Rc<Term>>>,
    ) -> Scheme {
        let goal = search.space.goal;
        let mut results: Vec<Value> =
            samples.iter().filter(|(ty, _)| *ty == goal).map(|(_, value)| value.clone()).collect();
        results.truncate(12);
        let mut sampled: Vec<Vec<Value>> = Vec::new();
        let mut n = 0;
        for row in rows.iter().zip(wanted).map(|(row, _)| row).take(8) {
            for _ in 0..2 {
                if results.is_empty() {
                    break;
                }
                let mut one = row.clone();
                for _ in &calls {
                    one.push(results[n % results.len()].clone());
                    n += 1;
                }
                n += 1;
                sampled.push(one);
            }
        }
        let mut vars = search.space.params.clone();
        vars.extend(calls.iter().map(|_| goal));
        let limits = BankLimits { max_entries: 4000, has_lambdas: false, has_if: false, goal };
        let steps = Bank::new(search.space, vars, sampled, Vec::new(), limits);
        Scheme { stop, calls, steps, n_tried: 0, n_bases: 0 }
    }

    fn advance(
        &mut self,
        search: &mut Search<'_>,
        bank: &Bank,
        wanted: &[Wanted],
        limit: usize,
    ) -> Option<Found> {
        let level = limit.checked_sub(OVERHEAD + 1)?.min(7);
        if self.steps.rows.is_empty() {
            return None;
        }
        let goal = search.space.goal;
        let stops: Vec<bool> = bank
            .rows
            .iter()
            .map(|row| {
                let mut stack = row.clone();
                matches!(search.eval.run(&self.stop, &mut stack), Some(Value::Bool(true)))
            })
            .collect();
        if stops.iter().all(|stop| *stop) || !stops.contains(&true) {
            return None;
        }
        let mut bases = Vec::new();
        for base in bank.all(goal).iter().filter(|base| base.cost <= 2) {
            let fits = (0..wanted.len()).all(|at| {
                !stops[at] || search.accepts(&bank.rows[at], &wanted[at], &base.cells[at])
            });
            if fits && bases.len() < MAX_BASES {
                bases.push(base.clone());
            }
        }
        while self.steps.level < level.min(bank.level) {
            if !self.steps.grow(search.space, &mut search.eval, &mut search.meter) {
                return None;
            }
        }
        if bases.len() != self.n_bases {
            self.n_bases = bases.len();
            self.n_tried = 0;
        }
        let first = search.space.params.len();
        let n_steps = self.steps.all(goal).len();
        let mut best: Option<Found> = None;
        for at in self.n_tried..n_steps {
            let step = self.steps.all(goal)[at].clone();
            if !step.term.mentions(first, first + self.calls.len()) {
                continue;
            }
            for base in &bases {
                let before = search.eval.work;
                let fits = self.fits(search, bank, wanted, &stops, &base.term, &step.term);
                let cost = OVERHEAD + base.cost + step.cost;
                if fits && best.as_ref().is_none_or(|best| cost < best.cost) {
                    best = Some(Found { cost, term: self.term(base.term.clone(), &step.term) });
                }
                search.meter.left = search.meter.left.saturating_sub(search.eval.work - before);
            }
            if best.is_some() || !search.meter.has_more() {
                break;
            }
        }
        if best.is_none() {
            self.n_tried = n_steps;
        }
        best.filter(|best| best.cost <= limit)
    }

    fn fits(
        &self,
        search: &mut Search<'_>,
        bank: &Bank,
        wanted: &[Wanted],
        stops: &[bool],
        base: &Term,
        step: &Term,
    ) -> bool {
        let mut known = FxHashMap::default();
        // The rows that stop fit already.
        (0..wanted.len()).filter(|at| !stops[*at]).all(|at| {
            let mut n_left = MAX_CALLS;
            let args = bank.rows[at].clone();
            let cell = self.run(&mut search.eval, args, base, step, &mut n_left, 0, &mut known);
            search.accepts(&bank.rows[at], &wanted[at], &cell)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "a small interpreter and its state")]
    fn run(
        &self,
        eval: &mut Evaluator<'_>,
        mut stack: Vec<Value>,
        base: &Term,
        step: &Term,
        n_left: &mut usize,
        depth: usize,
        known: &mut FxHashMap<String, Cell>,
    ) -> Cell {
        if *n_left == 0 || depth > 100 {
            return None;
        }
        *n_left -= 1;
        if let Value::Bool(true) = eval.run(&self.stop, &mut stack)? {
            return eval.run(base, &mut stack);
        }
        let key = format!("{stack:?}");
        if let Some(cell) = known.get(&key) {
            return cell.clone();
        }
        let mut results = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            let mut args = Vec::with_capacity(call.len());
            for arg in call {
                args.push(eval.run(arg, &mut stack)?);
            }
            results.push(self.run(eval, args, base, step, n_left, depth + 1, known)?);
        }
        stack.extend(results);
        let cell = eval.run(step, &mut stack);
        known.insert(key, cell.clone());
        cell
    }

    fn term(&self, base: Rc<Term>, step: &Rc<Term>) -> Rc<Term> {
        let calls: Vec<Rc<Term>> =
            self.calls.iter().map(|args| Rc::new(Term::Recurse(args.clone().into()))).collect();
        let first = self.steps.vars.len() - calls.len();
        // A call that were made twice would make the work grow without bound.
        let is_used_twice = (0..calls.len()).any(|call| step.count(first + call) > 1);
        let step = match is_used_twice {
            true => Rc::new(Term::Let(calls.into(), step.clone())),
            false => step.replace(first, &calls),
        };
        let args = [self.stop.clone(), base, step].into();
        Rc::new(Term::Apply(Op::If, args))
    }
}
