//! Terms of the search: what a candidate body is made of, what it costs, what it computes.
//!
//! A variable is a place on the stack of values: parameters first, then whatever lambdas and arms
//! bind, innermost last. A term is therefore meaningful only under a stack of the height that it
//! was built for, and no renaming is ever needed.

use std::rc::Rc;

use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::core::{DefId, Primitive};
use crate::soil::eval::{Limits, Machine};
use crate::soil::syntax::tree::{ArithOp, CmpOp};
use crate::soil::types::env::DeclId;
use crate::soil::types::ty::NumTy;
use crate::soil::value::{Function, Shape, Value, compare};

/// What a term computes in one situation; nothing when it panics.
pub(super) type Cell = Option<Value>;

/// A candidate, or a part of one.
#[derive(Debug)]
pub(super) enum Term {
    /// A place on the stack.
    Var(usize),
    /// A value that can be written as a literal or as a constructor without payload.
    Literal(Value),
    /// An operator with all its arguments.
    Apply(Op, Box<[Rc<Term>]>),
    /// A list builtin with a lambda; `init` is there for folds.
    Each { how: Each, list: Rc<Term>, init: Option<Rc<Term>>, body: Rc<Term> },
    /// A match on a sum; an arm binds what its variant carries.
    Match { scrutinee: Rc<Term>, shape: &'static Shape, arms: Box<[Arm]> },
    /// A call of the definition itself.
    Recurse(Box<[Rc<Term>]>),
    /// Binds a place to each value.
    Let(Box<[Rc<Term>]>, Rc<Term>),
    /// Not found.
    Hole(&'static str),
}

/// One arm of a match.
#[derive(Debug)]
pub(super) struct Arm {
    /// `None` for the arm that takes every variant that no other arm takes.
    pub variant: Option<u32>,
    /// How many places it binds.
    pub n_binders: usize,
    /// What it computes.
    pub body: Rc<Term>,
}

/// The list builtins that call back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Each {
    Map,
    Filter,
    SortBy,
    Fold,
}

impl Each {
    pub const fn builtin(self) -> Builtin {
        match self {
            Each::Map => Builtin::ListMap,
            Each::Filter => Builtin::ListFilter,
            Each::SortBy => Builtin::ListSortBy,
            Each::Fold => Builtin::ListFold,
        }
    }
}

/// An operator of the search.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Op {
    Builtin(Builtin),
    /// `T::show`, by the type's name.
    Show(Name),
    Numeric(NumTy, Primitive),
    Arith(ArithOp, NumTy),
    Neg(NumTy),
    Compare(CmpOp),
    Not,
    And,
    Or,
    If,
    /// `match o with | None -> d | Some v -> v`, as `(o, d)`.
    OrElse,
    Construct(DeclId, &'static Shape, u32),
    Record(DeclId, &'static Shape),
    Field(usize, Name),
    /// A copy with one field replaced, as `(record, value)`.
    Update(usize, Name),
    /// A definition, and what it is called here.
    Callee(DefId, Name),
}

impl Op {
    /// Says whether swapping its two arguments changes nothing.
    pub fn commutes(&self) -> bool {
        match self {
            Op::Arith(ArithOp::Add | ArithOp::Mul, _) | Op::And | Op::Or => true,
            Op::Compare(op) => matches!(op, CmpOp::Eq | CmpOp::Ne),
            _ => false,
        }
    }
}

/// Computes terms; counts what it does, so that a search takes the same course everywhere.
pub(super) struct Evaluator<'c> {
    machine: Machine<'c>,
    limits: Limits,
    /// Operators applied so far.
    pub work: u64,
}

/// Elements that a list made by the search may have: longer ones tell nothing more.
const MAX_LIST: usize = 4096;

/// Steps that a callee may take; one that takes more is of no use on these rows.
const CALL_STEPS: u64 = 10_000;
/// Steps of a callee that count as one operator.
const STEPS_OF_WORK: u64 = 8;

impl<'c> Evaluator<'c> {
    pub fn new(machine: Machine<'c>) -> Evaluator<'c> {
        let limits = Limits { steps: Some(100_000), heap: 8 << 20, time: None };
        Evaluator { machine, limits, work: 0 }
    }

    /// Computes a term that does not call its own definition. The stack is left as it was.
    pub fn run(&mut self, term: &Term, stack: &mut Vec<Value>) -> Cell {
        match term {
            Term::Var(place) => stack.get(*place).cloned(),
            Term::Literal(value) => Some(value.clone()),
            Term::Hole(_) | Term::Recurse(_) => None,
            Term::Apply(op, args) => self.apply_lazily(op, args, stack),
            Term::Let(values, body) => {
                let height = stack.len();
                for value in values {
                    let value = self.run(value, stack)?;
                    stack.push(value);
                }
                let result = self.run(body, stack);
                stack.truncate(height);
                result
            }
            Term::Each { how, list, init, body } => {
                let items = self.run(list, stack)?;
                let start = match init {
                    Some(init) => Some(self.run(init, stack)?),
                    None => None,
                };
                self.each(*how, items.as_list()?, start, body, stack)
            }
            Term::Match { scrutinee, arms, .. } => {
                let value = self.run(scrutinee, stack)?;
                let (variant, payload) = value.as_variant()?;
                let arm = arms.iter().find(|arm| arm.variant.is_none_or(|own| own == variant))?;
                let height = stack.len();
                if arm.variant.is_some() {
                    stack.extend(payload.iter().take(arm.n_binders).cloned());
                }
                let result = self.run(&arm.body, stack);
                stack.truncate(height);
                result
            }
        }
    }

    fn apply_lazily(&mut self, op: &Op, args: &[Rc<Term>], stack: &mut Vec<Value>) -> Cell {
        let is_true = |value: &Value| matches!(value, Value::Bool(true));
        match (op, args) {
            (Op::If, [cond, yes, no]) => {
                let branch = if is_true(&self.run(cond, stack)?) { yes } else { no };
                self.run(branch, stack)
            }
            (Op::And, [a, b]) => match self.run(a, stack)? {
                Value::Bool(true) => self.run(b, stack),
                other => Some(other),
            },
            (Op::Or, [a, b]) => match self.run(a, stack)? {
                Value::Bool(false) => self.run(b, stack),
                other => Some(other),
            },
            (Op::OrElse, [option, default]) => {
                let option = self.run(option, stack)?;
                match option.as_variant()? {
                    (1, [payload]) => Some(payload.clone()),
                    _ => self.run(default, stack),
                }
            }
            (op, args) => {
                // Operators take at most four arguments here, callees perhaps more.
                let mut values = Vec::with_capacity(args.len());
                for arg in args {
                    values.push(self.run(arg, stack)?);
                }
                self.apply(op, &mut values)
            }
        }
    }

    /// Computes an operator whose arguments are there; lazy ones get values as well.
    pub fn apply(&mut self, op: &Op, args: &mut [Value]) -> Cell {
        self.work += 1;
        match (op, args) {
            (Op::Builtin(Builtin::ListRange), [Value::Int(_, from), Value::Int(_, to)])
                if to.saturating_sub(*from) > MAX_LIST as i64 =>
            {
                None
            }
            (Op::Builtin(builtin), args) => self.native(Function::Builtin(*builtin), args),
            (Op::Show(_), args) => {
                self.native(Function::Derived(crate::soil::core::Derived::Show), args)
            }
            (Op::Numeric(num, primitive), args) => {
                self.native(Function::Numeric(*num, *primitive), args)
            }
            (Op::Neg(num), args) => self.native(Function::Numeric(*num, Primitive::Neg), args),
            (Op::Arith(op, num), args) => {
                let primitive = match op {
                    ArithOp::Add => Primitive::Add,
                    ArithOp::Sub => Primitive::Sub,
                    ArithOp::Mul => Primitive::Mul,
                    ArithOp::Div => Primitive::Div,
                    ArithOp::Mod => Primitive::Mod,
                };
                self.native(Function::Numeric(*num, primitive), args)
            }
            (Op::Compare(op), [a, b]) => {
                let order = compare(a, b, &mut 0).ok()?;
                Some(Value::Bool(op.holds(order)))
            }
            (Op::Not, [Value::Bool(a)]) => Some(Value::Bool(!*a)),
            (Op::And, [Value::Bool(a), Value::Bool(b)]) => Some(Value::Bool(*a && *b)),
            (Op::Or, [Value::Bool(a), Value::Bool(b)]) => Some(Value::Bool(*a || *b)),
            (Op::If, [cond, yes, no]) => {
                Some(if matches!(cond, Value::Bool(true)) { yes.clone() } else { no.clone() })
            }
            (Op::OrElse, [option, default]) => match option.as_variant()? {
                (1, [payload]) => Some(payload.clone()),
                _ => Some(default.clone()),
            },
            (Op::Construct(_, shape, variant), args) => {
                Some(Value::construct(shape, *variant, args.to_vec()))
            }
            (Op::Record(_, shape), args) => Some(Value::record(shape, args.to_vec())),
            (Op::Field(slot, _), [Value::Node(record)]) => record.fields().get(*slot).cloned(),
            (Op::Update(slot, _), [Value::Node(record), value]) => {
                let mut fields = record.fields().to_vec();
                *fields.get_mut(*slot)? = value.clone();
                Some(Value::record(record.shape(), fields))
            }
            (Op::Callee(def, _), args) => {
                let limits = Limits { steps: Some(CALL_STEPS), ..self.limits };
                let outcome = self.machine.call_on(*def, args.to_vec(), &limits);
                self.work += outcome.steps / STEPS_OF_WORK;
                outcome.result.ok()
            }
            _ => None,
        }
    }

    fn native(&mut self, function: Function, args: &mut [Value]) -> Cell {
        self.machine.apply(function, args, &self.limits).ok()
    }

    /// Computes a list builtin whose list and start are there.
    pub fn each(
        &mut self,
        how: Each,
        items: &[Value],
        start: Option<Value>,
        body: &Term,
        stack: &mut Vec<Value>,
    ) -> Cell {
        let height = stack.len();
        let mut one = |this: &mut Self, values: &[&Value]| {
            stack.extend(values.iter().map(|value| (*value).clone()));
            let result = this.run(body, stack);
            stack.truncate(height);
            result
        };
        if how == Each::Fold {
            let mut acc = start?;
            for item in items {
                acc = one(self, &[&acc, item])?;
            }
            return Some(acc);
        }
        let mut keys = Vec::with_capacity(items.len());
        for item in items {
            keys.push(one(self, &[item])?);
        }
        match how {
            Each::Map => Some(Value::list(keys)),
            Each::Filter => {
                let kept = items.iter().zip(&keys);
                let kept = kept.filter(|(_, keep)| matches!(keep, Value::Bool(true)));
                Some(Value::list(kept.map(|(item, _)| item.clone()).collect()))
            }
            _ => {
                let mut order: Vec<usize> = (0..items.len()).collect();
                let by = |a: &Value, b: &Value| compare(a, b, &mut 0);
                if keys.iter().any(|key| by(key, key).is_err()) {
                    return None;
                }
                order.sort_by(|a, b| by(&keys[*a], &keys[*b]).unwrap_or(std::cmp::Ordering::Equal));
                Some(Value::list(order.into_iter().map(|at| items[at].clone()).collect()))
            }
        }
    }
}

impl Term {
    /// Says whether the term mentions one of the places from `first` up to, not including, `end`.
    pub fn mentions(&self, first: usize, end: usize) -> bool {
        match self {
            Term::Var(place) => (first..end).contains(place),
            Term::Literal(_) | Term::Hole(_) => false,
            Term::Apply(_, args) | Term::Recurse(args) => {
                args.iter().any(|arg| arg.mentions(first, end))
            }
            Term::Let(values, body) => {
                values.iter().any(|value| value.mentions(first, end)) || body.mentions(first, end)
            }
            Term::Each { list, init, body, .. } => {
                let init = init.as_ref().is_some_and(|init| init.mentions(first, end));
                init || list.mentions(first, end) || body.mentions(first, end)
            }
            Term::Match { scrutinee, arms, .. } => {
                scrutinee.mentions(first, end)
                    || arms.iter().any(|arm| arm.body.mentions(first, end))
            }
        }
    }

    /// Counts how often the term reads a place.
    pub fn count(&self, place: usize) -> usize {
        match self {
            Term::Var(own) => usize::from(*own == place),
            Term::Literal(_) | Term::Hole(_) => 0,
            Term::Apply(_, args) | Term::Recurse(args) => {
                args.iter().map(|arg| arg.count(place)).sum()
            }
            Term::Let(values, body) => {
                values.iter().map(|value| value.count(place)).sum::<usize>() + body.count(place)
            }
            Term::Each { list, init, body, .. } => {
                let init = init.as_ref().map_or(0, |init| init.count(place));
                init + list.count(place) + body.count(place)
            }
            Term::Match { scrutinee, arms, .. } => {
                let arms: usize = arms.iter().map(|arm| arm.body.count(place)).sum();
                scrutinee.count(place) + arms
            }
        }
    }

    /// Replaces the places from `first` on by terms; nothing below binds.
    pub fn replace(self: &Rc<Term>, first: usize, by: &[Rc<Term>]) -> Rc<Term> {
        let all = |args: &[Rc<Term>]| args.iter().map(|arg| arg.replace(first, by)).collect();
        match &**self {
            Term::Var(place) => match place.checked_sub(first).and_then(|at| by.get(at)) {
                Some(term) => term.clone(),
                None => self.clone(),
            },
            Term::Apply(op, args) => Rc::new(Term::Apply(op.clone(), all(args))),
            Term::Recurse(args) => Rc::new(Term::Recurse(all(args))),
            _ => self.clone(),
        }
    }
}
