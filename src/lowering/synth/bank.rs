//! The bank: terms by type and cost, one for each behaviour on the rows at hand.
//!
//! Terms grow bottom-up. Level n holds what costs n: a variable or constant of that cost, or an
//! operator over cheaper terms whose costs add up. Two terms of one type that compute the same in
//! every row are one behaviour, and only the first, hence the cheapest, is kept; a term that
//! computes nothing in any row is dropped.
//!
//! What list builtins make of lambdas is in [`super::lambda`].
//!
//! When the terms of a bank become many, it stops combining all with all: from then on it goes on
//! growing only what comes from lambdas, which is sparse and reaches far.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::behaviour::{equal_cells, hash};
use super::space::{Operator, Space, TyId};
use super::term::{Cell, Evaluator, Op, Term};
use crate::soil::builtins::Builtin;
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::value::Value;

/// One behaviour.
#[derive(Clone)]
pub(super) struct Entry {
    pub term: Rc<Term>,
    pub cost: usize,
    /// What it computes, a cell a row.
    pub cells: Rc<[Cell]>,
    /// Whether it comes from a lambda.
    pub(super) is_deep: bool,
}

/// Terms over one set of rows.
pub(super) struct Bank {
    /// The values of all variables, row by row.
    pub rows: Rc<[Vec<Value>]>,
    /// Types of the variables.
    pub vars: Vec<TyId>,
    /// By type, in order of cost.
    pub(super) entries: Vec<Vec<Entry>>,
    /// By type, where each cost begins in `entries`.
    pub(super) starts: Vec<Vec<usize>>,
    seen: FxHashMap<(TyId, u64), Vec<u32>>,
    /// The last complete level.
    pub level: usize,
    pub(super) n_entries: usize,
    /// The level at which the terms became many.
    frozen_at: Option<usize>,
    pub(super) limits: BankLimits,
    /// By type and number of the list, and the type of the accumulator.
    pub(super) inner: FxHashMap<(TyId, usize, Option<TyId>), Bank>,
    /// Values that an accumulator may have, by type.
    pub(super) samples: Vec<(TyId, Value)>,
}

/// How far a bank goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BankLimits {
    /// Behaviours until only lambdas go on.
    pub max_entries: usize,
    /// Whether lambdas are tried at all.
    pub has_lambdas: bool,
    /// Whether conditionals are operators.
    pub has_if: bool,
    /// The type that folds accumulate beside numbers and texts.
    pub goal: TyId,
}

/// The work that is left; the search ends when there is none.
pub(super) struct Meter {
    /// Operators that may still be applied.
    pub left: u64,
    /// The hard end, for machines that are slow.
    pub deadline: std::time::Instant,
}

impl Meter {
    /// Takes what was done since `before`; says whether there is more.
    pub(super) fn take(&mut self, eval: &Evaluator<'_>, before: u64) -> bool {
        self.left = self.left.saturating_sub(eval.work - before);
        self.has_more()
    }

    pub fn has_more(&self) -> bool {
        self.left > 0 && std::time::Instant::now() < self.deadline
    }
}

impl Bank {
    /// Starts a bank without terms.
    pub fn new(
        space: &Space,
        vars: Vec<TyId>,
        rows: Vec<Vec<Value>>,
        samples: Vec<(TyId, Value)>,
        limits: BankLimits,
    ) -> Bank {
        Bank {
            rows: rows.into(),
            vars,
            entries: vec![Vec::new(); space.n_types()],
            starts: vec![vec![0]; space.n_types()],
            seen: FxHashMap::default(),
            level: 0,
            n_entries: 0,
            frozen_at: None,
            limits,
            inner: FxHashMap::default(),
            samples,
        }
    }

    /// Returns the terms of a type that cost exactly `cost`.
    pub fn at(&self, ty: TyId, cost: usize) -> &[Entry] {
        let starts = &self.starts[ty.0 as usize];
        match (starts.get(cost), starts.get(cost + 1)) {
            (Some(start), Some(end)) => &self.entries[ty.0 as usize][*start..*end],
            (Some(start), None) => &self.entries[ty.0 as usize][*start..],
            _ => &[],
        }
    }

    /// Returns all terms of a type, cheapest first.
    pub fn all(&self, ty: TyId) -> &[Entry] {
        &self.entries[ty.0 as usize]
    }

    /// Returns the values that accumulators are tried with.
    pub fn samples(&self) -> &[(TyId, Value)] {
        &self.samples
    }

    /// Returns how many levels were added since not everything is combined any more.
    pub fn n_sparse(&self) -> usize {
        self.frozen_at.map_or(0, |at| self.level - at)
    }

    /// Adds a level. Returns `false` when the work ran out on the way.
    pub fn grow(&mut self, space: &Space, eval: &mut Evaluator<'_>, meter: &mut Meter) -> bool {
        self.level += 1;
        let cost = self.level;
        for starts in self.starts.iter_mut().zip(&self.entries) {
            let (starts, entries) = starts;
            starts.resize(cost, entries.len());
            starts.push(entries.len());
        }
        if cost == 1 {
            for (place, ty) in self.vars.clone().into_iter().enumerate() {
                let cells = self.rows.iter().map(|row| Some(row[place].clone())).collect();
                self.insert(
                    ty,
                    Entry { term: Rc::new(Term::Var(place)), cost, cells, is_deep: false },
                );
            }
        }
        for constant in space.constants.iter().filter(|constant| constant.cost == cost) {
            let Term::Literal(value) = &*constant.term else { continue };
            let cells = self.rows.iter().map(|_| Some(value.clone())).collect();
            let term = constant.term.clone();
            self.insert(constant.ty, Entry { term, cost, cells, is_deep: false });
        }
        let is_frozen = self.n_entries > self.limits.max_entries;
        if is_frozen {
            self.frozen_at = self.frozen_at.or(Some(cost - 1));
        }
        for operator in &space.operators {
            // Counting up inside a lambda is a detour that cheap bodies are full of.
            if !self.limits.has_lambdas && operator.op == Op::Builtin(Builtin::ListRange) {
                continue;
            }
            if !self.apply_all(operator, cost, is_frozen, eval, meter) {
                return false;
            }
        }
        if self.limits.has_if && !is_frozen {
            let goal = self.limits.goal;
            let args = [space.bool, goal, goal].into();
            let operator = Operator { op: Op::If, args, result: goal, cost: 1 };
            if !self.apply_all(&operator, cost, false, eval, meter) {
                return false;
            }
        }
        !self.limits.has_lambdas || self.lambdas(space, cost, eval, meter)
    }

    /// Applies one operator to everything that makes terms of this cost.
    fn apply_all(
        &mut self,
        operator: &Operator,
        cost: usize,
        is_frozen: bool,
        eval: &mut Evaluator<'_>,
        meter: &mut Meter,
    ) -> bool {
        let Some(rest) =
            cost.checked_sub(operator.cost).filter(|rest| *rest >= operator.args.len())
        else {
            return true;
        };
        let mut made: Vec<Entry> = Vec::new();
        let mut costs = vec![1; operator.args.len()];
        if operator.args.is_empty() {
            return true;
        }
        let before = eval.work;
        // Every way to share `rest` out, each argument at least 1.
        loop {
            let used: usize = costs[..costs.len() - 1].iter().sum();
            if used < rest {
                *costs.last_mut().expect("there is an argument") = rest - used;
                self.combine(operator, &costs, cost, is_frozen, eval, &mut made);
            }
            let mut at = costs.len() - 1;
            loop {
                if at == 0 {
                    for entry in made {
                        self.insert(operator.result, entry);
                    }
                    return meter.take(eval, before);
                }
                at -= 1;
                costs[at] += 1;
                if costs[..costs.len() - 1].iter().sum::<usize>() < rest {
                    break;
                }
                costs[at] = 1;
            }
        }
    }

    fn combine(
        &self,
        operator: &Operator,
        costs: &[usize],
        cost: usize,
        is_frozen: bool,
        eval: &mut Evaluator<'_>,
        made: &mut Vec<Entry>,
    ) {
        let lists: Vec<&[Entry]> =
            operator.args.iter().zip(costs).map(|(ty, cost)| self.at(*ty, *cost)).collect();
        if lists.iter().any(|list| list.is_empty()) {
            return;
        }
        let commutes = operator.op.commutes();
        if commutes && costs[0] > costs[1] {
            return;
        }
        if is_frozen && costs.len() > 1 && costs.iter().filter(|cost| **cost > 2).count() > 1 {
            return;
        }
        let mut chosen = vec![0; lists.len()];
        let mut args: Vec<Value> = Vec::with_capacity(lists.len());
        loop {
            let entries: Vec<&Entry> =
                lists.iter().zip(&chosen).map(|(list, at)| &list[*at]).collect();
            let is_deep = entries.iter().any(|entry| entry.is_deep);
            let is_mirrored = commutes && costs[0] == costs[1] && chosen[0] > chosen[1];
            let is_skipped = is_mirrored || is_frozen && !is_deep;
            if !is_skipped && !is_silly(&operator.op, &entries) {
                let mut any = false;
                let cells: Rc<[Cell]> = (0..self.rows.len())
                    .map(|row| {
                        let cell = cell(&operator.op, &entries, row, &mut args, eval);
                        any |= cell.is_some();
                        cell
                    })
                    .collect();
                if any && !self.is_known(operator.result, &cells) {
                    let args = entries.iter().map(|entry| entry.term.clone()).collect();
                    let term = Rc::new(Term::Apply(operator.op.clone(), args));
                    made.push(Entry { term, cost, cells, is_deep });
                }
            }
            let mut at = chosen.len();
            loop {
                if at == 0 {
                    return;
                }
                at -= 1;
                chosen[at] += 1;
                if chosen[at] < lists[at].len() {
                    break;
                }
                chosen[at] = 0;
            }
        }
    }

    fn is_known(&self, ty: TyId, cells: &[Cell]) -> bool {
        let Some(same) = self.seen.get(&(ty, hash(cells))) else { return false };
        let entries = &self.entries[ty.0 as usize];
        same.iter().any(|at| equal_cells(&entries[*at as usize].cells, cells))
    }

    /// Adds a term unless its behaviour is known; says whether it was added.
    pub(super) fn insert(&mut self, ty: TyId, entry: Entry) -> bool {
        if self.is_known(ty, &entry.cells) {
            return false;
        }
        let entries = &mut self.entries[ty.0 as usize];
        self.seen.entry((ty, hash(&entry.cells))).or_default().push(entries.len() as u32);
        entries.push(entry);
        self.n_entries += 1;
        true
    }
}

/// Computes one cell of an application.
fn cell(
    op: &Op,
    entries: &[&Entry],
    row: usize,
    args: &mut Vec<Value>,
    eval: &mut Evaluator<'_>,
) -> Cell {
    // What is lazy needs only the branch that is taken.
    match (op, entries) {
        (Op::If, [cond, yes, no]) => {
            let is_true = matches!(cond.cells[row].as_ref()?, Value::Bool(true));
            return if is_true { yes.cells[row].clone() } else { no.cells[row].clone() };
        }
        (Op::And, [a, b]) => {
            return match a.cells[row].as_ref()? {
                Value::Bool(true) => b.cells[row].clone(),
                other => Some(other.clone()),
            };
        }
        (Op::Or, [a, b]) => {
            return match a.cells[row].as_ref()? {
                Value::Bool(false) => b.cells[row].clone(),
                other => Some(other.clone()),
            };
        }
        (Op::OrElse, [option, default]) => {
            return match option.cells[row].as_ref()?.as_variant()? {
                (1, [payload]) => Some(payload.clone()),
                _ => default.cells[row].clone(),
            };
        }
        _ => {}
    }
    args.clear();
    for entry in entries {
        args.push(entry.cells[row].clone()?);
    }
    eval.apply(op, args)
}

/// Says whether a term is never the best way to say what it says.
fn is_silly(op: &Op, entries: &[&Entry]) -> bool {
    let [a, b] = entries else { return false };
    let are_literals = matches!((&*a.term, &*b.term), (Term::Literal(_), Term::Literal(_)));
    match op {
        Op::And | Op::Or => Rc::ptr_eq(&a.term, &b.term) || are_literals,
        Op::Compare(op) => {
            // `n <= 0` says `n < 1`, `n > 0` says `n >= 1`, and a length or remainder is compared
            // with 0 by equality.
            let is_indirect = match op {
                CmpOp::Lt => is_number(&b.term, 1) || is_number(&a.term, 0) && is_count(&b.term),
                CmpOp::Le => is_number(&a.term, 1) || is_number(&b.term, 0) && is_count(&a.term),
                _ => false,
            };
            Rc::ptr_eq(&a.term, &b.term) || are_literals || is_indirect
        }
        _ => false,
    }
}

fn is_number(term: &Term, n: i64) -> bool {
    matches!(term, Term::Literal(Value::Int(_, own)) if *own == n)
}

/// Says whether a term is a length or a remainder.
fn is_count(term: &Term) -> bool {
    let Term::Apply(op, _) = term else { return false };
    matches!(
        op,
        Op::Arith(ArithOp::Mod, _)
            | Op::Builtin(
                Builtin::ListLen | Builtin::Utf8Len | Builtin::MapLen | Builtin::BytesLen
            )
    )
}
