//! Core terms to the intermediate form: closure conversion, and calls that know their code.
//!
//! A group of `let rec` functions shares one environment, so a function finds its siblings and
//! itself by making a closure over the environment that it runs with; no value ever points at
//! itself. A function that captures nothing is a constant. Only `let rec` values that are not
//! functions need cells.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::soil::builtins::Builtin;
use crate::soil::core::{
    Def, DefId, Expr, LocalId, Pattern, Payload, PayloadPattern, Program, Slot,
};
use crate::soil::eval::ir::{Arm, Body, Branch, Ir, Pat, Var, arity};
use crate::soil::eval::prelude::Prelude;
use crate::soil::types::env::{self, DeclId};
use crate::soil::types::ty::{NumTy, Ty};
use crate::soil::value::{Function, Map, Shape, Value};

/// How many arguments one application of an unknown function takes at most.
pub(super) const MAX_VALUE_ARGS: usize = 4;

/// What lowering makes besides bodies.
pub(super) struct Lowered {
    /// Code number, the definition that shows in traces, and the body; lambdas in any order.
    pub bodies: Vec<(u32, Option<DefId>, Body)>,
    pub constants: Vec<Value>,
    pub n_codes: u32,
}

/// Lowers every definition; the code of the first gets the number `first_def`.
pub(super) fn lower(program: &Program, program_id: u64, first_def: u32) -> Lowered {
    let shapes = (0..program.env.decls().len() as u32)
        .map(|decl| Shape::of(&program.env, DeclId(decl)))
        .collect();
    let mut lowerer = Lowerer {
        program,
        program_id,
        first_def,
        shapes,
        aliases: FxHashMap::default(),
        out: Lowered {
            bodies: Vec::new(),
            constants: Vec::new(),
            n_codes: first_def + program.defs.len() as u32,
        },
        functions: FxHashMap::default(),
        cells: FxHashSet::default(),
        ctx: Ctx::default(),
    };
    for (index, def) in program.defs.iter().enumerate() {
        lowerer.definition(DefId(index as u32), def);
    }
    lowerer.out
}

/// A function whose code is known.
#[derive(Clone, Copy)]
struct Known {
    code: u32,
    arity: usize,
    /// The local whose value holds the environment.
    carrier: Option<LocalId>,
}

/// The function that is being lowered.
#[derive(Default)]
struct Ctx {
    vars: FxHashMap<LocalId, Var>,
    captured: FxHashMap<LocalId, u32>,
    env: Option<Var>,
    /// The carrier of the group that this function belongs to.
    own_group: Option<LocalId>,
    is_scalar: Vec<bool>,
}

impl Ctx {
    fn var(&mut self, local: Option<LocalId>, is_scalar: bool) -> Var {
        let var = self.is_scalar.len() as Var;
        self.is_scalar.push(is_scalar);
        if let Some(local) = local {
            self.vars.insert(local, var);
        }
        var
    }

    fn knows(&self, local: LocalId) -> bool {
        self.vars.contains_key(&local)
            || self.captured.contains_key(&local)
            || self.own_group == Some(local)
    }
}

struct Lowerer<'p> {
    program: &'p Program,
    program_id: u64,
    first_def: u32,
    shapes: Vec<Option<&'static Shape>>,
    /// Definitions that are nothing but a name for a lambda.
    aliases: FxHashMap<DefId, (u32, usize)>,
    out: Lowered,
    functions: FxHashMap<LocalId, Known>,
    cells: FxHashSet<LocalId>,
    ctx: Ctx,
}

impl Lowerer<'_> {
    fn definition(&mut self, id: DefId, def: &Def) {
        self.functions.clear();
        self.cells.clear();
        self.ctx = Ctx::default();
        for (index, ty) in def.params.iter().enumerate() {
            self.ctx.var(Some(LocalId(index as u32)), is_scalar_type(ty));
        }
        let code = self.first_def + id.0;
        let term = match &def.body {
            Expr::Lambda { params, body } if def.params.is_empty() => {
                let lambda = self.new_code();
                self.aliases.insert(id, (lambda, params.len()));
                self.function(lambda, params, body, &[], None);
                self.code_constant(lambda)
            }
            body => self.term(body),
        };
        let body = finish(std::mem::take(&mut self.ctx), def.params.len() as u32, term);
        self.out.bodies.push((code, Some(id), body));
    }

    /// Lowers the body of a lambda under a context of its own.
    fn function(
        &mut self,
        code: u32,
        params: &[LocalId],
        body: &Expr,
        captures: &[LocalId],
        own_group: Option<LocalId>,
    ) {
        let outer = std::mem::take(&mut self.ctx);
        for param in params {
            self.ctx.var(Some(*param), false);
        }
        self.ctx.own_group = own_group;
        if !captures.is_empty() {
            self.ctx.env = Some(self.ctx.var(None, false));
            self.ctx.captured =
                captures.iter().enumerate().map(|(slot, local)| (*local, slot as u32)).collect();
        }
        let term = self.term(body);
        let ctx = std::mem::replace(&mut self.ctx, outer);
        self.out.bodies.push((code, None, finish(ctx, params.len() as u32, term)));
    }

    fn term(&mut self, expr: &Expr) -> Ir {
        stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || self.term_here(expr))
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Ir> {
        Box::new(self.term(expr))
    }

    fn term_here(&mut self, expr: &Expr) -> Ir {
        match expr {
            Expr::Literal(literal) => match Value::literal(literal) {
                Value::Int(ty, n) => Ir::Int(ty, n),
                value => self.constant(value),
            },
            Expr::Local(local) => self.local(*local),
            Expr::Global(def) => self.global(*def),
            Expr::Builtin(builtin) => self.builtin(*builtin),
            Expr::Derived(derived) => self.constant(Value::Primitive(Function::Derived(*derived))),
            Expr::Primitive(num, primitive) => {
                self.constant(Value::Primitive(Function::Numeric(*num, *primitive)))
            }
            Expr::Construct { decl, variant, payload } => self.construct(*decl, *variant, payload),
            Expr::Record { decl, fields } => {
                let shape = self.shape(*decl);
                self.make(shape, 0, fields)
            }
            Expr::Update { decl, base, fields } => {
                let n_fields = match &self.shape(*decl).kind {
                    crate::soil::value::shape::Kind::Record(fields) => fields.names.len() as u32,
                    _ => 0,
                };
                let base = self.boxed(base);
                Ir::Update { base, n_fields, fields: self.fields(fields) }
            }
            Expr::Field { base, slot } => {
                Ir::Field { base: self.boxed(base), slot: slot.0, take: false }
            }
            Expr::Lambda { params, body } => {
                let code = self.new_code();
                let captures = self.captures(&[body], &[]);
                self.function(code, params, body, &captures, None);
                self.closure(code, &captures)
            }
            Expr::App { .. } => self.application(expr),
            Expr::Let { bindings, body } => self.bindings(bindings, body),
            Expr::LetRec { bindings, body } => self.recursive(bindings, body),
            Expr::If { cond, then_branch, else_branch } => Ir::If {
                cond: self.boxed(cond),
                then_branch: Branch::new(self.term(then_branch)),
                else_branch: Branch::new(self.term(else_branch)),
            },
            Expr::And(lhs, rhs) => Ir::If {
                cond: self.boxed(lhs),
                then_branch: Branch::new(self.term(rhs)),
                else_branch: Branch::new(Ir::Bool(false)),
            },
            Expr::Or(lhs, rhs) => Ir::If {
                cond: self.boxed(lhs),
                then_branch: Branch::new(Ir::Bool(true)),
                else_branch: Branch::new(self.term(rhs)),
            },
            Expr::Not(operand) => Ir::Not(self.boxed(operand)),
            Expr::Compare { op, num, lhs, rhs } => Ir::Compare {
                op: *op,
                num: *num,
                lhs: self.number(*num, lhs),
                rhs: self.number(*num, rhs),
            },
            Expr::Arith { op, num, lhs, rhs } => Ir::Arith {
                op: *op,
                num: *num,
                lhs: self.number(Some(*num), lhs),
                rhs: self.number(Some(*num), rhs),
            },
            Expr::Neg { num, operand } => {
                Ir::Neg { num: *num, operand: self.number(Some(*num), operand) }
            }
            Expr::Match { scrutinee, arms } => self.matching(scrutinee, arms),
            Expr::Hole(_) => Ir::Fail("a hole was reached"),
        }
    }

    /// Lowers an operand of a numeric type; a variable that is one owns nothing.
    fn number(&mut self, num: Option<NumTy>, expr: &Expr) -> Box<Ir> {
        let operand = self.term(expr);
        if let (Ir::Var { var, .. }, Some(num)) = (&operand, num)
            && num != NumTy::BigInt
        {
            self.ctx.is_scalar[*var as usize] = true;
        }
        Box::new(operand)
    }

    fn constant(&mut self, value: Value) -> Ir {
        self.out.constants.push(value);
        Ir::Const(self.out.constants.len() as u32 - 1)
    }

    fn code_constant(&mut self, code: u32) -> Ir {
        self.constant(Value::Code(code, self.program_id))
    }

    fn new_code(&mut self) -> u32 {
        self.out.n_codes += 1;
        self.out.n_codes - 1
    }

    fn shape(&self, decl: DeclId) -> &'static Shape {
        self.shapes[decl.0 as usize].expect("the checker builds values of records and sums only")
    }

    /// Reads what a local holds: a value, a cell or an environment.
    fn raw(&self, local: LocalId) -> Ir {
        if self.ctx.own_group == Some(local)
            && let Some(env) = self.ctx.env
        {
            return Ir::Var { var: env, last: false };
        }
        if let Some(var) = self.ctx.vars.get(&local) {
            return Ir::Var { var: *var, last: false };
        }
        match (self.ctx.captured.get(&local), self.ctx.env) {
            (Some(slot), Some(env)) => Ir::Captured { slot: *slot, env, last: false },
            _ => Ir::Fail("a local that nothing binds"),
        }
    }

    fn local(&mut self, local: LocalId) -> Ir {
        if let Some(known) = self.functions.get(&local).copied() {
            let Some(carrier) = known.carrier else { return self.code_constant(known.code) };
            let from = self.raw(carrier);
            let is_own = self.ctx.own_group == Some(carrier);
            if !is_own && carrier == local {
                return from;
            }
            return Ir::Sibling { code: known.code, from: Box::new(from) };
        }
        let raw = self.raw(local);
        if self.cells.contains(&local) { Ir::ReadCell(Box::new(raw)) } else { raw }
    }

    fn global(&mut self, def: DefId) -> Ir {
        if let Some((code, _)) = self.aliases.get(&def) {
            return self.code_constant(*code);
        }
        if self.program.defs[def.0 as usize].params.is_empty() {
            return Ir::Global(def.0);
        }
        self.code_constant(self.first_def + def.0)
    }

    fn builtin(&mut self, builtin: Builtin) -> Ir {
        let value = match builtin {
            Builtin::Unit => Value::Unit,
            Builtin::ListEmpty => Value::list(Vec::new()),
            Builtin::MapEmpty => Value::Map(Map::default()),
            function => Value::Primitive(Function::Builtin(function)),
        };
        self.constant(value)
    }

    fn construct(&mut self, decl: DeclId, variant: u32, payload: &Payload) -> Ir {
        let shape = self.shape(decl);
        match payload {
            Payload::None if shape.is_bool() => Ir::Bool(variant == 0),
            Payload::None if !shape.opaque => self.constant(Value::Tag(variant, shape)),
            Payload::None => Ir::Make { shape, variant, fields: Vec::new() },
            Payload::One(payload) => {
                Ir::Make { shape, variant, fields: vec![(0, self.term(payload))] }
            }
            Payload::Record(fields) => self.make(shape, variant, fields),
        }
    }

    fn make(&mut self, shape: &'static Shape, variant: u32, fields: &[(Slot, Expr)]) -> Ir {
        Ir::Make { shape, variant, fields: self.fields(fields) }
    }

    fn fields(&mut self, fields: &[(Slot, Expr)]) -> Vec<(u32, Ir)> {
        fields.iter().map(|(slot, field)| (slot.0, self.term(field))).collect()
    }

    fn closure(&mut self, code: u32, captures: &[LocalId]) -> Ir {
        if captures.is_empty() {
            return self.code_constant(code);
        }
        let captures = captures.iter().map(|local| self.raw(*local)).collect();
        Ir::Closure { code, captures }
    }

    fn application(&mut self, expr: &Expr) -> Ir {
        let mut head = expr;
        let mut arguments = Vec::new();
        while let Expr::App { function, argument } = head {
            arguments.push(&**argument);
            head = function;
        }
        arguments.reverse();
        let (callee, n_taken) = self.callee(head, &arguments);
        let mut result = callee;
        let mut rest = arguments[n_taken..].iter().peekable();
        while let Some(argument) = rest.next() {
            let mut args = vec![self.term(argument)];
            // Applying to one argument may run a body, which comes before the next argument
            // unless that cannot be told.
            while args.len() < MAX_VALUE_ARGS {
                let Some(next) = rest.peek() else { break };
                let next = self.term(next);
                if !next.is_simple() {
                    break;
                }
                args.push(next);
                rest.next();
            }
            result = Ir::CallValue { function: Box::new(result), args };
        }
        result
    }

    /// Lowers a head with as many arguments as it is known to take; says how many those are.
    fn callee(&mut self, head: &Expr, arguments: &[&Expr]) -> (Ir, usize) {
        let n_given = arguments.len();
        let take = |this: &mut Self, n: usize| -> Vec<Ir> {
            arguments[..n].iter().map(|argument| this.term(argument)).collect()
        };
        match head {
            Expr::Global(def) => {
                let n_params = self.program.defs[def.0 as usize].params.len();
                let (code, arity) =
                    self.aliases.get(def).copied().unwrap_or((self.first_def + def.0, n_params));
                if arity > 0 && n_given >= arity {
                    let args = take(self, arity);
                    return (Ir::CallCode { code, args, env: None }, arity);
                }
            }
            Expr::Local(local) => {
                if let Some(known) = self.functions.get(local).copied()
                    && n_given >= known.arity
                {
                    let args = take(self, known.arity);
                    let env = known.carrier.map(|carrier| Box::new(self.raw(carrier)));
                    return (Ir::CallCode { code: known.code, args, env }, known.arity);
                }
            }
            Expr::Builtin(_) | Expr::Derived(_) | Expr::Primitive(..) => {
                let function = match head {
                    Expr::Builtin(builtin) => Function::Builtin(*builtin),
                    Expr::Derived(derived) => Function::Derived(*derived),
                    Expr::Primitive(num, primitive) => Function::Numeric(*num, *primitive),
                    _ => unreachable!("the arm has matched one of these"),
                };
                let arity = arity(function) as usize;
                if arity > 0 && n_given >= arity {
                    let args = take(self, arity);
                    let call = match Prelude::code_of(function) {
                        Some(code) => Ir::CallCode { code, args, env: None },
                        None => Ir::CallFunction { function, args },
                    };
                    return (call, arity);
                }
            }
            _ => {}
        }
        (self.term(head), 0)
    }

    fn bindings(&mut self, bindings: &[(Option<LocalId>, Expr)], body: &Expr) -> Ir {
        // All values come before any name, but names are unique, so one after the other is the same.
        let mut lowered = Vec::new();
        for (local, value) in bindings {
            let value = match (local, value) {
                (Some(local), Expr::Lambda { params, body }) => {
                    let code = self.new_code();
                    let captures = self.captures(&[body], &[]);
                    self.function(code, params, body, &captures, None);
                    let carrier = (!captures.is_empty()).then_some(*local);
                    self.functions.insert(*local, Known { code, arity: params.len(), carrier });
                    if carrier.is_none() {
                        continue;
                    }
                    self.closure(code, &captures)
                }
                _ => self.term(value),
            };
            let is_scalar = is_scalar(&value, &self.ctx);
            let var = local.map(|local| self.ctx.var(Some(local), is_scalar));
            lowered.push((var, value));
        }
        let mut term = self.term(body);
        for (var, value) in lowered.into_iter().rev() {
            term = Ir::Let { var, is_used: true, value: Box::new(value), body: Box::new(term) };
        }
        term
    }

    fn recursive(&mut self, bindings: &[(LocalId, Expr)], body: &Expr) -> Ir {
        let n_functions =
            bindings.iter().take_while(|(_, value)| matches!(value, Expr::Lambda { .. })).count();
        let has_late_function =
            bindings[n_functions..].iter().any(|(_, value)| matches!(value, Expr::Lambda { .. }));
        // A function after a value is not there yet while the value is evaluated.
        let n_functions = if has_late_function { 0 } else { n_functions };
        let (functions, values) = bindings.split_at(n_functions);
        let cells: Vec<Var> = values
            .iter()
            .map(|(local, _)| {
                self.cells.insert(*local);
                self.ctx.var(Some(*local), false)
            })
            .collect();
        let group = self.group(functions);
        let filled: Vec<(Ir, Ir)> = values
            .iter()
            .map(|(local, value)| {
                let value = self.term(value);
                (self.raw(*local), value)
            })
            .collect();
        let mut term = self.term(body);
        for (cell, value) in filled.into_iter().rev() {
            term = Ir::Fill { cell: Box::new(cell), value: Box::new(value), body: Box::new(term) };
        }
        if let Some((var, closure)) = group {
            term = Ir::Let {
                var: Some(var),
                is_used: true,
                value: Box::new(closure),
                body: Box::new(term),
            };
        }
        if cells.is_empty() { term } else { Ir::Cells { vars: cells, body: Box::new(term) } }
    }

    /// Lowers functions that may call each other; returns the variable that holds their common
    /// environment, when they have one.
    fn group(&mut self, functions: &[(LocalId, Expr)]) -> Option<(Var, Ir)> {
        let (carrier, _) = *functions.first().map(|(local, value)| (local, value)).as_ref()?;
        let carrier = *carrier;
        let members: Vec<LocalId> = functions.iter().map(|(local, _)| *local).collect();
        let bodies: Vec<&Expr> = functions.iter().map(|(_, value)| value).collect();
        let captures = self.captures(&bodies, &members);
        let has_env = !captures.is_empty();
        for (local, value) in functions {
            let Expr::Lambda { params, .. } = value else { continue };
            let code = self.new_code();
            let carrier = has_env.then_some(carrier);
            self.functions.insert(*local, Known { code, arity: params.len(), carrier });
        }
        for (local, value) in functions {
            let Expr::Lambda { params, body } = value else { continue };
            let code = self.functions[local].code;
            self.function(code, params, body, &captures, has_env.then_some(carrier));
        }
        if !has_env {
            return None;
        }
        let closure = self.closure(self.functions[&carrier].code, &captures);
        Some((self.ctx.var(Some(carrier), false), closure))
    }

    /// Lists what bodies need from the function around them, in ascending order.
    fn captures(&self, bodies: &[&Expr], own: &[LocalId]) -> Vec<LocalId> {
        let mut mentioned = FxHashSet::default();
        for body in bodies {
            mentions(body, &mut mentioned);
        }
        let mut captures: Vec<LocalId> = mentioned
            .into_iter()
            .filter(|local| !own.contains(local))
            .filter_map(|local| match self.functions.get(&local) {
                Some(known) => known.carrier,
                None => Some(local),
            })
            .filter(|local| self.ctx.knows(*local))
            .collect();
        captures.sort_unstable();
        captures.dedup();
        captures
    }

    fn matching(&mut self, scrutinee: &Expr, arms: &[(Pattern, Expr)]) -> Ir {
        let (var, value) = match self.term(scrutinee) {
            Ir::Var { var, .. } => (var, None),
            value => {
                let is_scalar = is_scalar(&value, &self.ctx);
                (self.ctx.var(None, is_scalar), Some(Box::new(value)))
            }
        };
        let is_scalar = self.ctx.is_scalar[var as usize];
        let arms = arms
            .iter()
            .map(|(pattern, body)| {
                let mut used = Vec::new();
                let pattern = self.pattern(pattern, is_scalar, &mut used);
                Arm { pattern, used, branch: Branch::new(self.term(body)) }
            })
            .collect();
        Ir::Match { var, value, arms }
    }

    fn pattern(&mut self, pattern: &Pattern, is_scalar: bool, bound: &mut Vec<Var>) -> Pat {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match pattern {
            Pattern::Wild => Pat::Wild,
            Pattern::Bind(local) => {
                let var = self.ctx.var(Some(*local), is_scalar);
                bound.push(var);
                Pat::Bind(var)
            }
            Pattern::Literal(literal) => {
                self.out.constants.push(Value::literal(literal));
                Pat::Literal(self.out.constants.len() as u32 - 1)
            }
            Pattern::Construct { decl, variant, payload } => {
                let shape = self.shape(*decl);
                if shape.is_bool() {
                    return Pat::Bool(*variant == 0);
                }
                let n_variants = shape.variants().len() as u32;
                let types = payload_types(self.program, *decl, *variant);
                let fields = match &**payload {
                    PayloadPattern::Wild => Vec::new(),
                    PayloadPattern::One(pattern) => {
                        vec![(0, self.pattern(pattern, types.first() == Some(&true), bound))]
                    }
                    PayloadPattern::Record(fields) => self.field_patterns(fields, &types, bound),
                };
                Pat::Variant { variant: *variant, n_variants, fields }
            }
            Pattern::Record(fields) => Pat::Record(self.field_patterns(fields, &[], bound)),
        })
    }

    fn field_patterns(
        &mut self,
        fields: &[(Slot, Pattern)],
        types: &[bool],
        bound: &mut Vec<Var>,
    ) -> Vec<(u32, Pat)> {
        let is_scalar = |slot: &Slot| types.get(slot.0 as usize) == Some(&true);
        fields
            .iter()
            .map(|(slot, pattern)| (slot.0, self.pattern(pattern, is_scalar(slot), bound)))
            .collect()
    }
}

fn finish(ctx: Ctx, n_params: u32, term: Ir) -> Body {
    Body {
        n_params,
        has_env: ctx.env.is_some(),
        n_vars: ctx.is_scalar.len() as u32,
        is_scalar: ctx.is_scalar,
        term,
        drops: Vec::new(),
    }
}

/// Says for each stored payload field whether it is a scalar.
fn payload_types(program: &Program, decl: DeclId, variant: u32) -> Vec<bool> {
    let env::Body::Sum(variants) = &program.env.decl(decl).body else { return Vec::new() };
    match &variants[variant as usize].payload {
        env::Payload::None => Vec::new(),
        env::Payload::One(ty) => vec![is_scalar_type(ty)],
        env::Payload::Record(fields) => fields
            .iter()
            .filter(|field| field.ignored.is_none())
            .map(|field| is_scalar_type(&field.ty))
            .collect(),
    }
}

fn is_scalar_type(ty: &Ty) -> bool {
    let Ty::Con(name, _) = ty else { return false };
    match NumTy::from_name(name) {
        Some(num) => num != NumTy::BigInt,
        None => matches!(name.as_str(), "Bool" | "Unit"),
    }
}

/// Says whether a term never yields anything counted.
fn is_scalar(term: &Ir, ctx: &Ctx) -> bool {
    match term {
        Ir::Bool(_) | Ir::Int(..) | Ir::Compare { .. } | Ir::Not(_) => true,
        Ir::Arith { num, .. } | Ir::Neg { num, .. } => *num != NumTy::BigInt,
        Ir::Var { var, .. } => ctx.is_scalar[*var as usize],
        Ir::CallFunction { function: Function::Builtin(builtin), .. } => matches!(
            builtin,
            Builtin::ListLen | Builtin::Utf8Len | Builtin::MapLen | Builtin::BytesLen
        ),
        _ => false,
    }
}

/// Collects every local that an expression mentions.
fn mentions(expr: &Expr, into: &mut FxHashSet<LocalId>) {
    let mut rest = vec![expr];
    while let Some(expr) = rest.pop() {
        match expr {
            Expr::Local(local) => {
                into.insert(*local);
            }
            Expr::Literal(_)
            | Expr::Global(_)
            | Expr::Builtin(_)
            | Expr::Derived(_)
            | Expr::Primitive(..)
            | Expr::Hole(_)
            | Expr::Construct { payload: Payload::None, .. } => {}
            Expr::Construct { payload: Payload::One(inner), .. }
            | Expr::Field { base: inner, .. }
            | Expr::Lambda { body: inner, .. }
            | Expr::Not(inner)
            | Expr::Neg { operand: inner, .. } => rest.push(inner),
            Expr::Construct { payload: Payload::Record(fields), .. }
            | Expr::Record { fields, .. } => rest.extend(fields.iter().map(|(_, field)| field)),
            Expr::Update { base, fields, .. } => {
                rest.push(base);
                rest.extend(fields.iter().map(|(_, field)| field));
            }
            Expr::App { function: a, argument: b }
            | Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::Compare { lhs: a, rhs: b, .. }
            | Expr::Arith { lhs: a, rhs: b, .. } => rest.extend([&**a, &**b]),
            Expr::Let { bindings, body } => {
                rest.push(body);
                rest.extend(bindings.iter().map(|(_, value)| value));
            }
            Expr::LetRec { bindings, body } => {
                rest.push(body);
                rest.extend(bindings.iter().map(|(_, value)| value));
            }
            Expr::If { cond, then_branch, else_branch } => {
                rest.extend([&**cond, &**then_branch, &**else_branch]);
            }
            Expr::Match { scrutinee, arms } => {
                rest.push(scrutinee);
                rest.extend(arms.iter().map(|(_, body)| body));
            }
        }
    }
}
