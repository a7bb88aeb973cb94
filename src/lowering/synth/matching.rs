//! Matches: each arm is a smaller problem with a bank of its own, in which what the variant carries
//! is a variable more.

use std::rc::Rc;

use super::bank::{Bank, BankLimits, Entry};
use super::solve::{Found, Search, Solver};
use super::space::{TyId, carried};
use super::term::{Arm, Term};
use crate::soil::types::env::Body;
use crate::soil::types::ty::Ty;
use crate::soil::value::{Shape, Value};

const MAX_MATCH_DEPTH: usize = 2;
const MAX_SCRUTINEES: usize = 8;
const MAX_SCRUTINEE_COST: usize = 4;

/// A match that is tried: one problem an arm.
pub(super) struct Match {
    pub scrutinee: Entry,
    pub shape: &'static Shape,
    /// Variant, places that it binds, problem; arms that no row reaches are absent.
    pub arms: Vec<(u32, usize, Solver)>,
    /// Whether every variant has an arm.
    pub is_whole: bool,
}

impl Solver {
    /// Tries matches: more scrutinees as there are more, each arm one level further.
    pub(super) fn matched(&mut self, search: &mut Search<'_>, limit: usize) -> Vec<Found> {
        if self.depth >= MAX_MATCH_DEPTH {
            return Vec::new();
        }
        self.more_scrutinees(search);
        let mut found = Vec::new();
        let target = self.bank.level.saturating_sub(1);
        for tried in &mut self.matches {
            // A match on a parameter is natural, on anything else a guess.
            let scrutinee = tried.scrutinee.cost;
            let (mut cost, mut bodies) =
                (scrutinee + if scrutinee > 1 { 2 } else { 0 }, Vec::new());
            for (variant, n_binders, solver) in &mut tried.arms {
                while solver.bank.level < target && search.meter.has_more() {
                    solver.advance(search);
                }
                match &solver.best {
                    Some(best) => {
                        cost += best.cost;
                        bodies.push((*variant, *n_binders, best.clone()));
                    }
                    None => break,
                }
            }
            if bodies.len() < tried.arms.len() || cost > limit {
                continue;
            }
            found.extend(tried.term(bodies, self.bank.vars.len()).map(|term| Found { cost, term }));
        }
        found
    }

    fn more_scrutinees(&mut self, search: &Search<'_>) {
        let env = &search.task.env;
        for at in 0..search.space.n_types() {
            let ty = TyId(at as u16);
            let Ty::Con(name, args) = search.space.ty(ty) else { continue };
            let Some(id) = env.find(name).filter(|_| *name != "Bool") else { continue };
            let (Body::Sum(variants), Some(shape)) = (&env.decl(id).body, Shape::of(env, id))
            else {
                continue;
            };
            for entry in self.bank.all(ty) {
                let is_known = |tried: &Match| Rc::ptr_eq(&tried.scrutinee.term, &entry.term);
                if entry.cost > MAX_SCRUTINEE_COST
                    || self.matches.len() >= MAX_SCRUTINEES
                    || self.matches.iter().any(is_known)
                {
                    continue;
                }
                let mut arms = Vec::new();
                for (variant, declared) in variants.iter().enumerate() {
                    let types = carried(env, id, &declared.payload, args);
                    let types: Option<Vec<TyId>> =
                        types.iter().map(|ty| search.space.find(ty)).collect();
                    let Some(types) = types else { continue };
                    arms.extend(self.arm(search, entry, variant as u32, &types));
                }
                let is_split = arms.len() > 1;
                let n_rows: usize = arms.iter().map(|(_, _, solver)| solver.wanted.len()).sum();
                if is_split && n_rows == self.wanted.len() {
                    let is_whole = arms.len() == variants.len();
                    self.matches.push(Match { scrutinee: entry.clone(), shape, arms, is_whole });
                }
            }
        }
    }

    /// Makes the problem of one arm; `None` when no row gets there.
    fn arm(
        &self,
        search: &Search<'_>,
        scrutinee: &Entry,
        variant: u32,
        types: &[TyId],
    ) -> Option<(u32, usize, Solver)> {
        let (mut rows, mut wanted) = (Vec::new(), Vec::new());
        for (at, cell) in scrutinee.cells.iter().enumerate() {
            let Some((own, payload)) = cell.as_ref().and_then(Value::as_variant) else { continue };
            if own == variant {
                let mut row = self.bank.rows[at].clone();
                row.extend(payload.iter().cloned());
                rows.push(row);
                wanted.push(self.wanted[at].clone());
            }
        }
        if rows.is_empty() {
            return None;
        }
        let mut vars = self.bank.vars.clone();
        vars.extend(types);
        let limits = BankLimits {
            max_entries: 2500,
            has_lambdas: self.depth == 0,
            has_if: false,
            goal: self.goal,
        };
        let samples = self.bank.samples().to_vec();
        let bank = Bank::new(search.space, vars, rows, samples, limits);
        Some((variant, types.len(), Solver::new(bank, wanted, self.goal, self.depth + 1)))
    }
}

impl Match {
    /// Writes the match; an arm for variants that no row has takes over the cheapest body that
    /// needs nothing of its own variant.
    pub(super) fn term(&self, bodies: Vec<(u32, usize, Found)>, height: usize) -> Option<Rc<Term>> {
        let free = |(_, n_binders, body): &&(u32, usize, Found)| {
            !body.term.mentions(height, height + n_binders)
        };
        let rest = match self.is_whole {
            true => None,
            false => {
                let rest = bodies.iter().filter(free).min_by_key(|(_, _, body)| body.cost)?;
                Some((rest.0, rest.2.term.clone()))
            }
        };
        let own = bodies
            .into_iter()
            .filter(|(variant, ..)| rest.as_ref().is_none_or(|(taken, _)| taken != variant));
        let mut arms: Vec<Arm> = own
            .map(|(variant, n_binders, body)| Arm {
                variant: Some(variant),
                n_binders,
                body: body.term,
            })
            .collect();
        arms.extend(rest.map(|(_, body)| Arm { variant: None, n_binders: 0, body }));
        let scrutinee = self.scrutinee.term.clone();
        Some(Rc::new(Term::Match { scrutinee, shape: self.shape, arms: arms.into() }))
    }
}
