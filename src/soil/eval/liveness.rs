//! Finds the last use of every variable, so that values move instead of being shared.
//!
//! Walks a body against the order of evaluation with the set of variables that are still needed.
//! A use of a variable that nobody needs afterwards is its last and takes the value; a branch that
//! does not use what its sibling uses drops it at its start. Reads of single fields are followed
//! apart, so that the last read of a field may take it out of a record that is about to go.

use rustc_hash::FxHashSet;

use crate::soil::eval::ir::{Body, Branch, Ir, Var, changes_first};

#[derive(Clone, Default)]
struct Live {
    /// Variables that are read later in any way.
    any: Bits,
    /// Variables that are read later as a whole.
    whole: Bits,
    /// Fields that are read later.
    fields: FxHashSet<(Var, u32)>,
}

#[derive(Clone, Default, PartialEq)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, var: Var) -> bool {
        let word = var as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let had = self.0[word] >> (var % 64) & 1 == 1;
        self.0[word] |= 1 << (var % 64);
        !had
    }

    fn remove(&mut self, var: Var) -> bool {
        let Some(word) = self.0.get_mut(var as usize / 64) else { return false };
        let had = *word >> (var % 64) & 1 == 1;
        *word &= !(1 << (var % 64));
        had
    }

    fn contains(&self, var: Var) -> bool {
        self.0.get(var as usize / 64).is_some_and(|word| word >> (var % 64) & 1 == 1)
    }

    fn union(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Lists what is in `self` and not in `other`.
    fn minus(&self, other: &Bits) -> Vec<Var> {
        let mut vars = Vec::new();
        for (index, word) in self.0.iter().enumerate() {
            let mut left = word & !other.0.get(index).unwrap_or(&0);
            while left != 0 {
                vars.push(index as Var * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        vars
    }
}

impl Live {
    fn union(&mut self, other: Live) {
        self.any.union(&other.any);
        self.whole.union(&other.whole);
        self.fields.extend(other.fields);
    }

    /// Notes a use of a whole variable; says whether it is the last.
    fn read(&mut self, var: Var) -> bool {
        self.whole.insert(var);
        self.any.insert(var)
    }
}

/// Fills in `last`, `take`, `is_used`, `used` and `drops` of a body.
pub(super) fn annotate(body: &mut Body) {
    let mut live = Live::default();
    term(&mut body.term, &mut live);
    let n_given = body.n_params + u32::from(body.has_env);
    body.drops = (0..n_given).filter(|var| !live.any.contains(*var)).collect();
}

fn term(ir: &mut Ir, live: &mut Live) {
    stacker::maybe_grow(64 * 1024, 2 * 1024 * 1024, || term_here(ir, live));
}

fn term_here(ir: &mut Ir, live: &mut Live) {
    match ir {
        Ir::Const(_) | Ir::Bool(_) | Ir::Int(..) | Ir::Global(_) | Ir::Fail(_) => {}
        Ir::Var { var, last } => *last = live.read(*var),
        Ir::Captured { env, last, .. } => *last = live.read(*env),
        Ir::Sibling { from: inner, .. }
        | Ir::ReadCell(inner)
        | Ir::Neg { operand: inner, .. }
        | Ir::Not(inner) => term(inner, live),
        Ir::Arith { lhs, rhs, .. } | Ir::Compare { lhs, rhs, .. } => {
            term(rhs, live);
            term(lhs, live);
        }
        Ir::If { cond, then_branch, else_branch } => {
            let mut other = live.clone();
            term(&mut else_branch.body, &mut other);
            term(&mut then_branch.body, live);
            let (then_any, else_any) = (live.any.clone(), other.any.clone());
            live.union(other);
            then_branch.drops = live.any.minus(&then_any);
            else_branch.drops = live.any.minus(&else_any);
            term(cond, live);
        }
        Ir::Make { fields, .. } => fields.iter_mut().rev().for_each(|(_, field)| term(field, live)),
        Ir::Update { base, n_fields, fields } => {
            if let Ir::Var { var, last } = &mut **base {
                // Reading a variable waits until the fields are there; see `emit`.
                *last = live.any.insert(*var);
                let kept = |slot: &u32| fields.iter().all(|(changed, _)| changed != slot);
                live.fields.extend((0..*n_fields).filter(kept).map(|slot| (*var, slot)));
            } else if base.is_leaf() {
                term(base, live);
            }
            fields.iter_mut().rev().for_each(|(_, field)| term(field, live));
            if !base.is_leaf() {
                term(base, live);
            }
        }
        Ir::Field { base, slot, take } => {
            if let Ir::Var { var, last } = &mut **base {
                let is_first_read = live.fields.insert((*var, *slot));
                *take = is_first_read && !live.whole.contains(*var);
                *last = live.any.insert(*var);
            } else {
                term(base, live);
            }
        }
        Ir::Closure { captures, .. } => captures.iter_mut().rev().for_each(|ir| term(ir, live)),
        Ir::CallCode { args, env, .. } => {
            if let Some(env) = env {
                term(env, live);
            }
            args.iter_mut().rev().for_each(|arg| term(arg, live));
        }
        Ir::CallValue { function, args } => {
            let is_late = function.is_leaf();
            if is_late {
                term(function, live);
            }
            args.iter_mut().rev().for_each(|arg| term(arg, live));
            if !is_late {
                term(function, live);
            }
        }
        Ir::CallFunction { function, args } => {
            if changes_first(*function) && args[0].is_leaf() {
                term(&mut args[0], live);
                args[1..].iter_mut().rev().for_each(|arg| term(arg, live));
            } else {
                args.iter_mut().rev().for_each(|arg| term(arg, live));
            }
        }
        Ir::Let { var, is_used, value, body } => {
            term(body, live);
            *is_used = var.is_some_and(|var| live.any.remove(var));
            term(value, live);
        }
        Ir::Cells { vars, body } => {
            term(body, live);
            for var in vars {
                live.any.remove(*var);
            }
        }
        Ir::Fill { cell, value, body } => {
            term(body, live);
            term(cell, live);
            term(value, live);
        }
        Ir::Match { var, value, arms } => {
            let after = live.clone();
            let mut needed = Vec::new();
            let mut first = true;
            for arm in arms.iter_mut() {
                let mut here = after.clone();
                term(&mut arm.branch.body, &mut here);
                arm.used.retain(|bound| here.any.remove(*bound));
                needed.push(here.any.clone());
                if first {
                    *live = here;
                    first = false;
                } else {
                    live.union(here);
                }
            }
            live.read(*var);
            for (arm, needed) in arms.iter_mut().zip(&needed) {
                arm.branch.drops = live.any.minus(needed);
            }
            if let Some(value) = value {
                live.any.remove(*var);
                term(value, live);
            }
        }
    }
}

impl Branch {
    /// Says whether the branch drops this variable at its start.
    pub(super) fn drops_var(&self, var: Var) -> bool {
        self.drops.contains(&var)
    }
}
