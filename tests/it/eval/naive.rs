//! A naive evaluator of core terms, for comparison: environments as maps, functions applied to one
//! argument at a time, arithmetic in `i128`; it shares with the real one only values and their
//! order. Tail calls return to the caller of the body, so a definition's frame goes before they run.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use trellis::soil::builtins::Builtin;
use trellis::soil::core::{
    Def, DefId, Derived, Expr, LocalId, Pattern, Payload, PayloadPattern, Primitive, Program, Slot,
};
use trellis::soil::syntax::tree::{ArithOp, CmpOp};
use trellis::soil::types::env::{Body, DeclId, TypeEnv};
use trellis::soil::types::ty::NumTy;
use trellis::soil::value::{self, Shape, Value};

/// A value or a function; functions never stand inside data here.
#[derive(Clone)]
pub enum V {
    Data(Value),
    Function(Rc<Function>, Rc<Vec<V>>),
}

pub enum Function {
    Def(DefId),
    Lambda { params: Vec<LocalId>, body: Expr, env: Env },
    Builtin(Builtin),
    Derived(Derived),
    Primitive(NumTy, Primitive),
}

type Slots = HashMap<LocalId, Rc<RefCell<Option<V>>>>;
type Env = Rc<Slots>;

/// Kind, text, and the definitions left, innermost first.
#[derive(Debug)]
pub struct Panic(pub &'static str, pub String, pub Vec<DefId>);

enum Step {
    Done(V),
    Tail(Rc<Function>, Vec<V>),
}

pub struct Naive<'p> {
    pub program: &'p Program,
    pub steps: Cell<u64>,
    globals: RefCell<HashMap<DefId, V>>,
}

type Outcome<T> = Result<T, Panic>;

fn panic<T>(kind: &'static str, text: impl Into<String>) -> Outcome<T> {
    Err(Panic(kind, text.into(), Vec::new()))
}

impl<'p> Naive<'p> {
    pub fn new(program: &'p Program) -> Self {
        Naive { program, steps: Cell::new(0), globals: RefCell::default() }
    }

    pub fn call(&self, def: DefId, args: Vec<Value>) -> Outcome<Value> {
        self.count(args.len());
        match self.body(&Rc::new(Function::Def(def)), args.into_iter().map(V::Data).collect())? {
            V::Data(value) => Ok(value),
            V::Function(..) => unreachable!("a function as the result of a test"),
        }
    }

    fn count(&self, n: usize) {
        self.steps.set(self.steps.get() + n as u64);
    }

    fn arity(&self, function: &Function) -> usize {
        match function {
            Function::Def(def) => self.program.defs[def.0 as usize].params.len(),
            Function::Lambda { params, .. } => params.len(),
            Function::Builtin(builtin) => {
                builtin.row().ty.split("->").count().max(1) - 1 - callbacks(*builtin)
            }
            Function::Derived(Derived::Eq | Derived::Compare) => 2,
            Function::Derived(_) => 1,
            Function::Primitive(_, primitive) => match primitive {
                Primitive::Add
                | Primitive::Sub
                | Primitive::Mul
                | Primitive::Div
                | Primitive::Mod => 2,
                _ => 1,
            },
        }
    }

    /// Applies a function to one argument.
    fn apply(&self, function: V, argument: V) -> Outcome<V> {
        match self.apply_tail(function, argument)? {
            Step::Done(value) => Ok(value),
            Step::Tail(function, args) => self.body(&function, args),
        }
    }

    fn apply_tail(&self, function: V, argument: V) -> Outcome<Step> {
        let V::Function(function, args) = function else { unreachable!("data applied") };
        let mut args = (*args).clone();
        args.push(argument);
        if args.len() < self.arity(&function) {
            return Ok(Step::Done(V::Function(function, Rc::new(args))));
        }
        self.count(args.len());
        match &*function {
            Function::Def(_) | Function::Lambda { .. } => Ok(Step::Tail(function, args)),
            Function::Builtin(builtin) => self.builtin(*builtin, args).map(Step::Done),
            Function::Derived(Derived::Eq) => {
                let mut work = 0;
                let args = data(args);
                let order = value::compare(&args[0], &args[1], &mut work).expect("data");
                self.count(work as usize);
                Ok(Step::Done(V::Data(Value::Bool(order.is_eq()))))
            }
            Function::Derived(other) => unreachable!("{other:?} is not generated"),
            Function::Primitive(num, primitive) => {
                let args = data(args);
                let op = match primitive {
                    Primitive::Add => ArithOp::Add,
                    Primitive::Sub => ArithOp::Sub,
                    Primitive::Mul => ArithOp::Mul,
                    Primitive::Div => ArithOp::Div,
                    Primitive::Mod => ArithOp::Mod,
                    Primitive::Neg => return neg(*num, &args[0]).map(|v| Step::Done(V::Data(v))),
                    other => unreachable!("{other:?} is not generated"),
                };
                arith(op, *num, &args[0], &args[1]).map(|v| Step::Done(V::Data(v)))
            }
        }
    }

    /// Runs bodies until one does not end in a call.
    fn body(&self, function: &Rc<Function>, args: Vec<V>) -> Outcome<V> {
        stacker::maybe_grow(64 << 10, 16 << 20, || {
            let (mut function, mut args) = (function.clone(), args);
            loop {
                let (params, body, mut slots, def): (Vec<LocalId>, &Expr, Slots, _) =
                    match &*function {
                        Function::Def(def) => {
                            let found: &Def = &self.program.defs[def.0 as usize];
                            let params = (0..found.params.len() as u32).map(LocalId).collect();
                            (params, &found.body, Slots::new(), Some(*def))
                        }
                        Function::Lambda { params, body, env } => {
                            (params.clone(), body, (**env).clone(), None)
                        }
                        _ => unreachable!("builtins have no body"),
                    };
                for (param, arg) in params.into_iter().zip(args) {
                    slots.insert(param, Rc::new(RefCell::new(Some(arg))));
                }
                let step = self.eval(body, &Rc::new(slots), true).map_err(|mut panic| {
                    panic.2.extend(def);
                    panic
                })?;
                match step {
                    Step::Done(value) => return Ok(value),
                    Step::Tail(next, next_args) => (function, args) = (next, next_args),
                }
            }
        })
    }

    fn value(&self, expr: &Expr, env: &Env) -> Outcome<V> {
        match self.eval(expr, env, false)? {
            Step::Done(value) => Ok(value),
            Step::Tail(..) => unreachable!("only tail positions leave calls"),
        }
    }

    fn plain(&self, expr: &Expr, env: &Env) -> Outcome<Value> {
        match self.value(expr, env)? {
            V::Data(value) => Ok(value),
            V::Function(..) => unreachable!("a function where data stands"),
        }
    }

    fn truth(&self, expr: &Expr, env: &Env) -> Outcome<bool> {
        Ok(matches!(self.plain(expr, env)?, Value::Bool(true)))
    }

    fn eval(&self, expr: &Expr, env: &Env, tail: bool) -> Outcome<Step> {
        let function = |function| Ok(Step::Done(V::Function(Rc::new(function), Rc::default())));
        let done = |value| Ok(Step::Done(V::Data(value)));
        match expr {
            Expr::Literal(literal) => done(Value::literal(literal)),
            Expr::Local(local) => match &*env[local].borrow() {
                Some(value) => Ok(Step::Done(value.clone())),
                None => panic("internal", "a `let rec` value is read before it is there"),
            },
            Expr::Global(def) if self.program.defs[def.0 as usize].params.is_empty() => {
                if let Some(known) = self.globals.borrow().get(def) {
                    return Ok(Step::Done(known.clone()));
                }
                let value = self.body(&Rc::new(Function::Def(*def)), Vec::new())?;
                self.globals.borrow_mut().insert(*def, value.clone());
                Ok(Step::Done(value))
            }
            Expr::Global(def) => function(Function::Def(*def)),
            Expr::Builtin(Builtin::ListEmpty) => done(Value::list(Vec::new())),
            Expr::Builtin(Builtin::Unit) => done(Value::Unit),
            Expr::Builtin(Builtin::MapEmpty) => done(Value::Map(value::Map::default())),
            Expr::Builtin(builtin) => function(Function::Builtin(*builtin)),
            Expr::Derived(derived) => function(Function::Derived(*derived)),
            Expr::Primitive(num, primitive) => function(Function::Primitive(*num, *primitive)),
            Expr::Construct { decl, variant, payload } => {
                let fields = match payload {
                    Payload::None => Vec::new(),
                    Payload::One(payload) => vec![self.plain(payload, env)?],
                    Payload::Record(fields) => self.fields(fields, env)?,
                };
                done(Value::construct(shape(&self.program.env, *decl), *variant, fields))
            }
            Expr::Record { decl, fields } => {
                let fields = self.fields(fields, env)?;
                done(Value::record(shape(&self.program.env, *decl), fields))
            }
            Expr::Update { decl, base, fields } => {
                let base = self.plain(base, env)?;
                let mut all = base.as_variant().expect("a record").1.to_vec();
                for (slot, field) in fields {
                    all[slot.0 as usize] = self.plain(field, env)?;
                }
                done(Value::record(shape(&self.program.env, *decl), all))
            }
            Expr::Field { base, slot } => {
                let base = self.plain(base, env)?;
                done(base.as_variant().expect("a record").1[slot.0 as usize].clone())
            }
            Expr::Lambda { params, body } => function(Function::Lambda {
                params: params.to_vec(),
                body: (**body).clone(),
                env: env.clone(),
            }),
            Expr::App { function, argument } => {
                let function = self.value(function, env)?;
                let argument = self.value(argument, env)?;
                let step = self.apply_tail(function, argument)?;
                match step {
                    Step::Tail(function, args) if !tail => {
                        self.body(&function, args).map(Step::Done)
                    }
                    step => Ok(step),
                }
            }
            Expr::Let { bindings, body } => {
                let mut slots = (**env).clone();
                for (local, value) in bindings {
                    let value = self.value(value, env)?;
                    if let Some(local) = local {
                        slots.insert(*local, Rc::new(RefCell::new(Some(value))));
                    }
                }
                self.eval(body, &Rc::new(slots), tail)
            }
            Expr::LetRec { bindings, body } => {
                let mut slots = (**env).clone();
                for (local, _) in bindings {
                    slots.insert(*local, Rc::default());
                }
                let env = Rc::new(slots);
                for (local, value) in bindings {
                    let value = self.value(value, &env)?;
                    *env[local].borrow_mut() = Some(value);
                }
                self.eval(body, &env, tail)
            }
            Expr::If { cond, then_branch, else_branch } => {
                self.count(1);
                let branch = if self.truth(cond, env)? { then_branch } else { else_branch };
                self.eval(branch, env, tail)
            }
            Expr::And(lhs, rhs) => {
                self.count(1);
                if self.truth(lhs, env)? {
                    self.eval(rhs, env, tail)
                } else {
                    done(Value::Bool(false))
                }
            }
            Expr::Or(lhs, rhs) => {
                self.count(1);
                if self.truth(lhs, env)? {
                    done(Value::Bool(true))
                } else {
                    self.eval(rhs, env, tail)
                }
            }
            Expr::Not(operand) => {
                self.count(1);
                done(Value::Bool(!self.truth(operand, env)?))
            }
            Expr::Compare { op, lhs, rhs, .. } => {
                let (a, b) = (self.plain(lhs, env)?, self.plain(rhs, env)?);
                self.count(1);
                let mut work = 0;
                let order = value::compare(&a, &b, &mut work).expect("data");
                self.count(work as usize);
                done(Value::Bool(match op {
                    CmpOp::Eq => order.is_eq(),
                    CmpOp::Ne => order.is_ne(),
                    CmpOp::Lt => order.is_lt(),
                    CmpOp::Le => order.is_le(),
                    CmpOp::Gt => order.is_gt(),
                    CmpOp::Ge => order.is_ge(),
                }))
            }
            Expr::Arith { op, num, lhs, rhs } => {
                let (a, b) = (self.plain(lhs, env)?, self.plain(rhs, env)?);
                self.count(1);
                done(arith(*op, *num, &a, &b)?)
            }
            Expr::Neg { num, operand } => {
                let a = self.plain(operand, env)?;
                self.count(1);
                done(neg(*num, &a)?)
            }
            Expr::Match { scrutinee, arms } => {
                self.count(1);
                let value = self.plain(scrutinee, env)?;
                for (pattern, body) in arms {
                    let mut slots = (**env).clone();
                    if matches(pattern, &value, &mut slots) {
                        return self.eval(body, &Rc::new(slots), tail);
                    }
                }
                unreachable!("a match that is not exhaustive")
            }
            Expr::Hole(_) => unreachable!("holes are refused"),
        }
    }

    fn fields(&self, fields: &[(Slot, Expr)], env: &Env) -> Outcome<Vec<Value>> {
        let mut placed = vec![Value::Unit; fields.len()];
        for (slot, field) in fields {
            placed[slot.0 as usize] = self.plain(field, env)?;
        }
        Ok(placed)
    }

    fn builtin(&self, builtin: Builtin, mut args: Vec<V>) -> Outcome<V> {
        if matches!(builtin, Builtin::ListMap | Builtin::ListFilter | Builtin::ListFold) {
            let list = data(vec![args.pop().expect("a list")]).remove(0);
            let items = list.as_list().expect("a list").to_vec();
            let function = args.remove(0);
            let mut acc = args.pop();
            let mut kept = Vec::new();
            for item in items {
                self.count(1);
                if let Some(so_far) = acc {
                    let partial = self.apply(function.clone(), so_far)?;
                    acc = Some(self.apply(partial, V::Data(item))?);
                    continue;
                }
                let result =
                    data(vec![self.apply(function.clone(), V::Data(item.clone()))?]).remove(0);
                match builtin {
                    Builtin::ListMap => kept.push(result),
                    _ if matches!(result, Value::Bool(true)) => kept.push(item),
                    _ => {}
                }
            }
            return Ok(acc.unwrap_or_else(|| V::Data(Value::list(kept))));
        }
        let args = data(args);
        let items = |at: usize| args[at].as_list().expect("a list");
        let int = |at: usize| args[at].as_int().expect("an integer") as i64;
        let option = |value: Option<Value>| value.map_or_else(Value::none, Value::some);
        let at = |len: usize, index: i64| usize::try_from(index).ok().filter(|index| *index < len);
        Ok(V::Data(match builtin {
            Builtin::PanicWith => return panic("explicit", args[0].as_text().expect("a text")),
            Builtin::ListLen => Value::i64(items(0).len() as i64),
            Builtin::ListNth => match at(items(0).len(), int(1)) {
                Some(index) => items(0)[index].clone(),
                None => {
                    return panic("index-out-of-bounds", format!("index {} out of bounds", int(1)));
                }
            },
            Builtin::ListGet => {
                option(at(items(0).len(), int(1)).map(|index| items(0)[index].clone()))
            }
            Builtin::ListAppend => Value::list([items(0), &args[1..]].concat()),
            Builtin::ListSet => option(at(items(0).len(), int(1)).map(|index| {
                let mut changed = items(0).to_vec();
                changed[index] = args[2].clone();
                Value::list(changed)
            })),
            Builtin::ListConcat => {
                self.count(if items(0).is_empty() { 0 } else { items(1).len() });
                Value::list([items(0), items(1)].concat())
            }
            Builtin::ListReverse => {
                self.count(items(0).len());
                Value::list(items(0).iter().rev().cloned().collect())
            }
            Builtin::ListRange => {
                let range: Vec<Value> = (int(0)..int(1)).map(Value::i64).collect();
                self.count(range.len());
                Value::list(range)
            }
            Builtin::Utf8Concat => {
                let both: Vec<&str> = args.iter().filter_map(Value::as_text).collect();
                self.count(both[1].len() / 16);
                Value::text(&both.concat())
            }
            other => unreachable!("{other:?} is not generated"),
        }))
    }
}

fn callbacks(builtin: Builtin) -> usize {
    match builtin {
        Builtin::ListMap | Builtin::ListFilter => 1,
        Builtin::ListFold => 2,
        _ => 0,
    }
}

fn data(args: Vec<V>) -> Vec<Value> {
    let one = |arg| match arg {
        V::Data(value) => value,
        V::Function(..) => unreachable!("a function where data stands"),
    };
    args.into_iter().map(one).collect()
}

fn shape(env: &TypeEnv, decl: DeclId) -> &'static Shape {
    assert!(!matches!(env.decl(decl).body, Body::Alias(_)));
    Shape::of(env, decl).expect("a record or a sum")
}

fn neg(num: NumTy, a: &Value) -> Outcome<Value> {
    match (num, a) {
        (NumTy::F64, Value::F64(x)) => Ok(Value::F64(-x)),
        (NumTy::Int(_), a) => fixed(num, -a.as_int().expect("an integer")),
        _ => unreachable!("not generated"),
    }
}

fn fixed(num: NumTy, n: i128) -> Outcome<Value> {
    let NumTy::Int(ty) = num else { unreachable!("fixed widths only") };
    if (ty.min()..=ty.max()).contains(&n) {
        Ok(Value::int(ty, n))
    } else {
        panic("overflow", "integer overflow")
    }
}

fn arith(op: ArithOp, num: NumTy, a: &Value, b: &Value) -> Outcome<Value> {
    if let (Value::F64(a), Value::F64(b)) = (a, b) {
        return Ok(Value::F64(match op {
            ArithOp::Add => a + b,
            ArithOp::Sub => a - b,
            ArithOp::Mul => a * b,
            ArithOp::Div => a / b,
            ArithOp::Mod => {
                let rest = a % b;
                if rest != 0.0 && rest.is_sign_negative() != b.is_sign_negative() {
                    rest + b
                } else {
                    rest
                }
            }
        }));
    }
    let (a, b) = (a.as_int().expect("an integer"), b.as_int().expect("an integer"));
    if b == 0 && matches!(op, ArithOp::Div | ArithOp::Mod) {
        return panic("divide-by-zero", "division by zero");
    }
    // Euclidean quotient and rest, turned to floor.
    fixed(
        num,
        match op {
            ArithOp::Add => a + b,
            ArithOp::Sub => a - b,
            ArithOp::Mul => a * b,
            ArithOp::Div => (a - floor_mod(a, b)) / b,
            ArithOp::Mod => floor_mod(a, b),
        },
    )
}

fn floor_mod(a: i128, b: i128) -> i128 {
    let rest = a.rem_euclid(b);
    if rest != 0 && b < 0 { rest + b } else { rest }
}

fn matches(pattern: &Pattern, value: &Value, slots: &mut Slots) -> bool {
    match pattern {
        Pattern::Wild => true,
        Pattern::Bind(local) => {
            slots.insert(*local, Rc::new(RefCell::new(Some(V::Data(value.clone())))));
            true
        }
        Pattern::Literal(literal) => value::equal(value, &Value::literal(literal)).expect("data"),
        Pattern::Construct { variant, payload, .. } => {
            let (found, fields) = value.as_variant().expect("a sum value");
            found == *variant
                && match &**payload {
                    PayloadPattern::Wild => true,
                    PayloadPattern::One(pattern) => matches(pattern, &fields[0], slots),
                    PayloadPattern::Record(patterns) => all(patterns, fields, slots),
                }
        }
        Pattern::Record(patterns) => all(patterns, value.as_variant().expect("a record").1, slots),
    }
}

fn all(patterns: &[(Slot, Pattern)], fields: &[Value], slots: &mut Slots) -> bool {
    patterns.iter().all(|(slot, pattern)| matches(pattern, &fields[slot.0 as usize], slots))
}
