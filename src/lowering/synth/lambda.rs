//! What list builtins make of a bank: lambdas from inner banks.
//!
//! An inner bank's rows are the elements of one list in all rows of the outer bank, its variables
//! the outer ones and those of the lambda. What an accumulator can be is not known beforehand; a
//! fold's inner bank samples it, and each body is then run for real. Inner banks have no inner
//! banks.

use std::rc::Rc;

use super::bank::{Bank, BankLimits, Entry, Meter};
use super::space::{self, Space, TyId};
use super::term::{Cell, Each, Evaluator, Term};
use crate::soil::types::ty::Ty;
use crate::soil::value::{Value, equal};

/// Lists of one type that lambdas run over.
const MAX_LISTS: usize = 10;
/// Rows of an inner bank.
const MAX_INNER_ROWS: usize = 28;
/// Behaviours of an inner bank.
const MAX_INNER_ENTRIES: usize = 6000;
/// How much a list may cost that a lambda runs over.
const MAX_LIST_COST: usize = 5;

impl Bank {
    /// Adds what list builtins make at this cost, which is that of their parts: where there is a list,
    /// going over it is what a reader expects.
    pub(super) fn lambdas(
        &mut self,
        space: &Space,
        cost: usize,
        eval: &mut Evaluator<'_>,
        meter: &mut Meter,
    ) -> bool {
        let mut made: Vec<(TyId, Entry)> = Vec::new();
        for (list_ty, item_ty) in &space.lists {
            let lists: Vec<(usize, Entry)> = self
                .all(*list_ty)
                .iter()
                .filter(|list| list.cost <= MAX_LIST_COST && list.cost < cost)
                .filter(|list| list.cells.iter().any(|cell| !is_empty(cell)))
                .take(MAX_LISTS)
                .cloned()
                .enumerate()
                .collect();
            for (number, list) in lists {
                let left = cost - list.cost;
                let maps = space.lists.iter().map(|(made, item)| (Each::Map, *made, *item));
                let others = [(Each::Filter, *list_ty, space.bool)];
                let keys = (0..space.n_types() as u16)
                    .map(TyId)
                    .filter(|ty| left <= 3 && space::is_ordered(space.ty(*ty)));
                let sorts = keys.map(|key| (Each::SortBy, *list_ty, key));
                for (how, made_ty, body_ty) in maps.chain(others).chain(sorts) {
                    let key = (*list_ty, number, None);
                    if !self.ready(space, key, &list, *item_ty, left, eval, meter) {
                        return false;
                    }
                    let inner = &self.inner[&key];
                    let before = eval.work;
                    for body in inner.at(body_ty, left) {
                        let first = self.vars.len();
                        if body.term.mentions(first, first + 1) {
                            let cells = self.run_each(how, &list, None, &body.term, eval);
                            made.extend(keep(how, made_ty, cost, &list, None, &body.term, cells));
                        }
                    }
                    if !meter.take(eval, before) {
                        return false;
                    }
                }
                if !self.folds(
                    space,
                    cost,
                    (*list_ty, number),
                    &list,
                    *item_ty,
                    &mut made,
                    eval,
                    meter,
                ) {
                    return false;
                }
            }
        }
        for (ty, entry) in made {
            self.insert(ty, entry);
        }
        true
    }

    #[expect(clippy::too_many_arguments, reason = "one loop of `lambdas`, taken out")]
    fn folds(
        &mut self,
        space: &Space,
        cost: usize,
        list_key: (TyId, usize),
        list: &Entry,
        item_ty: TyId,
        made: &mut Vec<(TyId, Entry)>,
        eval: &mut Evaluator<'_>,
        meter: &mut Meter,
    ) -> bool {
        let mut accs = vec![self.limits.goal];
        for name in ["I64", "Utf8"] {
            let ty = space.find(&Ty::con(name));
            accs.extend(ty.filter(|ty| !accs.contains(ty)));
        }
        for acc in accs {
            let inits: Vec<Entry> = self
                .all(acc)
                .iter()
                .filter(|init| init.cost <= 2 && list.cost + init.cost < cost)
                .take(8)
                .cloned()
                .collect();
            for init in inits {
                let left = cost - list.cost - init.cost;
                let key = (list_key.0, list_key.1, Some(acc));
                if !self.ready(space, key, list, item_ty, left, eval, meter) {
                    return false;
                }
                let first = self.vars.len();
                let before = eval.work;
                for body in self.inner[&key].at(acc, left) {
                    if body.term.mentions(first, first + 1) {
                        let how = Each::Fold;
                        let cells = self.run_each(how, list, Some(&init), &body.term, eval);
                        made.extend(keep(how, acc, cost, list, Some(&init), &body.term, cells));
                    }
                }
                if !meter.take(eval, before) {
                    return false;
                }
            }
        }
        true
    }

    /// Grows an inner bank to a level.
    #[expect(clippy::too_many_arguments, reason = "one loop of `lambdas`, taken out")]
    fn ready(
        &mut self,
        space: &Space,
        key: (TyId, usize, Option<TyId>),
        list: &Entry,
        item_ty: TyId,
        level: usize,
        eval: &mut Evaluator<'_>,
        meter: &mut Meter,
    ) -> bool {
        if !self.inner.contains_key(&key) {
            let bank = self.inner_bank(space, list, item_ty, key.2);
            self.inner.insert(key, bank);
        }
        let inner = self.inner.get_mut(&key).expect("it was just made");
        while inner.level < level {
            // A full bank has nothing that a deeper level would add.
            if inner.n_entries > inner.limits.max_entries {
                inner.level += 1;
                for (starts, entries) in inner.starts.iter_mut().zip(&inner.entries) {
                    starts.resize(inner.level + 1, entries.len());
                }
                continue;
            }
            if !inner.grow(space, eval, meter) {
                return false;
            }
        }
        true
    }

    fn inner_bank(&self, space: &Space, list: &Entry, item_ty: TyId, acc: Option<TyId>) -> Bank {
        let mut vars = self.vars.clone();
        vars.extend(acc);
        vars.push(item_ty);
        let mut accs: Vec<Value> = Vec::new();
        if let Some(acc) = acc {
            let of_type = self.samples.iter().filter(|(ty, _)| *ty == acc);
            accs.extend(of_type.map(|(_, value)| value.clone()));
            for entry in self.all(acc).iter().filter(|entry| entry.cost <= 2).take(4) {
                accs.extend(entry.cells.iter().take(2).flatten().cloned());
            }
            accs.dedup_by(|a, b| equal(a, b).unwrap_or(false));
        }
        let mut rows: Vec<Vec<Value>> = Vec::new();
        let mut n = 0;
        for (row, cell) in self.rows.iter().zip(&*list.cells) {
            let items = cell.as_ref().and_then(Value::as_list).unwrap_or_default();
            for item in items.iter().take(8) {
                let n_accs = if acc.is_some() { 2.min(accs.len()) } else { 1 };
                for _ in 0..n_accs {
                    let mut inner = row.clone();
                    if acc.is_some() {
                        inner.push(accs[n % accs.len()].clone());
                        n += 1;
                    }
                    inner.push(item.clone());
                    let is_new = |known: &Vec<Value>| {
                        !known.iter().zip(&inner).all(|(a, b)| equal(a, b).unwrap_or(false))
                    };
                    if rows.iter().all(is_new) {
                        rows.push(inner);
                    }
                }
                // An odd stride pairs every item with every accumulator in time.
                n += usize::from(accs.len().is_multiple_of(2));
            }
        }
        // Taken evenly, so that late rows count as well.
        if rows.len() > MAX_INNER_ROWS {
            let n_rows = rows.len();
            rows =
                (0..MAX_INNER_ROWS).map(|at| rows[at * n_rows / MAX_INNER_ROWS].clone()).collect();
        }
        let limits = BankLimits {
            max_entries: MAX_INNER_ENTRIES,
            has_lambdas: false,
            has_if: true,
            goal: acc.unwrap_or(item_ty),
        };
        Bank::new(space, vars, rows, Vec::new(), limits)
    }

    /// Runs a list builtin in every row.
    fn run_each(
        &self,
        how: Each,
        list: &Entry,
        init: Option<&Entry>,
        body: &Term,
        eval: &mut Evaluator<'_>,
    ) -> Vec<Cell> {
        let mut stack = Vec::new();
        (0..self.rows.len())
            .map(|row| {
                let items = list.cells[row].as_ref()?.as_list()?;
                let start = match init {
                    Some(init) => Some(init.cells[row].clone()?),
                    None => None,
                };
                stack.clear();
                stack.extend_from_slice(&self.rows[row]);
                eval.each(how, items, start, body, &mut stack)
            })
            .collect()
    }
}

fn is_empty(cell: &Cell) -> bool {
    cell.as_ref().and_then(Value::as_list).is_none_or(<[Value]>::is_empty)
}

fn keep(
    how: Each,
    ty: TyId,
    cost: usize,
    list: &Entry,
    init: Option<&Entry>,
    body: &Rc<Term>,
    cells: Vec<Cell>,
) -> Option<(TyId, Entry)> {
    cells.iter().any(Option::is_some).then(|| {
        let term = Term::Each {
            how,
            list: list.term.clone(),
            init: init.map(|init| init.term.clone()),
            body: body.clone(),
        };
        (ty, Entry { term: Rc::new(term), cost, cells: cells.into(), is_deep: true })
    })
}
