//! Well-typed core programs from a seed: calls, partial applications, closures, local recursion,
//! matches, records, lists and panics. Every generated program ends: recursion counts down.

use std::sync::Arc;

use trellis::soil::builtins::Builtin;
use trellis::soil::core::{
    Def, DefId, Derived, Expr, Literal, LocalId, Pattern, Payload, PayloadPattern, Primitive,
    Program, Slot,
};
use trellis::soil::syntax::tree::{ArithOp, CmpOp};
use trellis::soil::types::env::{DeclId, TypeEnv};
use trellis::soil::types::ty::{IntTy, NumTy, Ty};
use trellis::soil::value::Value;
use trellis::soil::value::handle::SplitMix64;

use crate::check;

/// A type that generated terms have.
#[derive(Clone, Debug, PartialEq)]
pub enum T {
    I64,
    U8,
    F64,
    Bool,
    Utf8,
    List(Box<T>),
    Option(Box<T>),
    Pair,
    Shape,
}

const TYPES: &str = "type Pair = { a : I64, b : Utf8 }
type Shape = | Dot | Circle F64 | Box { w : I64, h : U8 } | Many (List I64)
";

pub struct Generator {
    random: SplitMix64,
    env: Arc<TypeEnv>,
    defs: Vec<Arc<Def>>,
    signatures: Vec<(Vec<T>, T)>,
    n_locals: u32,
    callees: Vec<DefId>,
}

/// Locals in scope, with their types.
type Scope = Vec<(LocalId, T)>;

impl Generator {
    /// Makes a program of several definitions; the arguments fit the last.
    pub fn program(seed: u64) -> (Program, Vec<Value>) {
        let env =
            TypeEnv::new(check::types(TYPES)).unwrap_or_else(|faults| panic!("{}", faults[0]));
        let mut generator = Generator {
            random: SplitMix64::new(seed),
            env: Arc::new(env),
            defs: Vec::new(),
            signatures: Vec::new(),
            n_locals: 0,
            callees: Vec::new(),
        };
        let n_defs = 1 + generator.below(4);
        for index in 0..n_defs {
            generator.def(index);
        }
        let params = generator.signatures[n_defs - 1].0.clone();
        let args = params.iter().map(|ty| generator.value(ty)).collect();
        (Program { env: generator.env, defs: generator.defs }, args)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.draw() % n as u64) as usize
    }

    fn ty(&mut self, depth: u32) -> T {
        match self.below(if depth == 0 { 7 } else { 10 }) {
            0 | 1 => T::I64,
            2 => T::U8,
            3 => T::F64,
            4 => T::Bool,
            5 => T::Utf8,
            6 => T::Shape,
            7 => T::Pair,
            8 => T::List(Box::new(self.ty(depth - 1))),
            _ => T::Option(Box::new(self.ty(depth - 1))),
        }
    }

    fn def(&mut self, index: usize) {
        self.n_locals = 0;
        self.callees = Vec::new();
        let n_params = if index > 0 && self.below(5) == 0 { 0 } else { 1 + self.below(3) };
        let params: Vec<T> = (0..n_params).map(|_| self.ty(1)).collect();
        let result = self.ty(1);
        let scope: Scope = params.iter().map(|ty| (self.local(), ty.clone())).collect();
        let body = self.expr(&result, 5, &scope);
        self.callees.sort_unstable();
        self.callees.dedup();
        self.defs.push(Arc::new(Def {
            module: "m".into(),
            name: format!("f{index}").into(),
            file: format!("m/f{index}.soil").into(),
            params: params.iter().map(soil_type).collect(),
            result: soil_type(&result),
            n_locals: self.n_locals,
            body,
            callees: std::mem::take(&mut self.callees),
            has_holes: false,
        }));
        self.signatures.push((params, result));
    }

    fn local(&mut self) -> LocalId {
        self.n_locals += 1;
        LocalId(self.n_locals - 1)
    }

    fn decl(&self, name: &str) -> DeclId {
        self.env.find(name).expect("a declared type")
    }

    fn small(&mut self) -> i128 {
        const EDGES: [i128; 6] = [i64::MAX as i128, i64::MIN as i128, 40_000, -40_000, 1 << 40, 0];
        match self.below(12) {
            0 => EDGES[self.below(6)],
            _ => self.below(12) as i128 - 3,
        }
    }

    fn literal(&mut self, ty: &T) -> Literal {
        match ty {
            T::I64 => Literal::Int(IntTy::I64, self.small()),
            T::U8 => Literal::Int(IntTy::U8, self.below(8) as i128 * 36),
            T::F64 => {
                const EDGES: [f64; 6] = [0.0, -0.0, f64::INFINITY, f64::NAN, 1e300, 0.1];
                let x = if self.below(3) == 0 {
                    EDGES[self.below(6)]
                } else {
                    self.below(9) as f64 / 2.0 - 2.0
                };
                Literal::F64(x)
            }
            T::Utf8 => {
                const TEXTS: [&str; 5] = ["", "a", "soil", "a text that is long", "é→𝄞"];
                Literal::Utf8(TEXTS[self.below(5)].into())
            }
            _ => unreachable!("no literal of {ty:?}"),
        }
    }

    fn value(&mut self, ty: &T) -> Value {
        match ty {
            T::Bool => Value::Bool(self.below(2) == 0),
            T::List(item) => {
                let n_items = self.below(5);
                Value::list((0..n_items).map(|_| self.value(item)).collect())
            }
            T::Option(_) if self.below(3) == 0 => Value::none(),
            T::Option(item) => Value::some(self.value(item)),
            T::Pair => {
                let fields = vec![self.value(&T::I64), self.value(&T::Utf8)];
                Value::record(self.shape("Pair"), fields)
            }
            T::Shape => {
                let (variant, fields) = match self.below(4) {
                    0 => (0, vec![]),
                    1 => (1, vec![self.value(&T::F64)]),
                    2 => (2, vec![self.value(&T::I64), self.value(&T::U8)]),
                    _ => (3, vec![self.value(&T::List(Box::new(T::I64)))]),
                };
                Value::construct(self.shape("Shape"), variant, fields)
            }
            scalar => Value::literal(&self.literal(scalar)),
        }
    }

    fn shape(&self, name: &str) -> &'static trellis::soil::value::Shape {
        trellis::soil::value::Shape::of(&self.env, self.decl(name)).expect("a shape")
    }

    fn expr(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        if depth == 0 || self.below(8) == 0 {
            return self.leaf(ty, scope);
        }
        let depth = depth - 1;
        match self.below(14) {
            0 | 1 => {
                let cond = self.boxed(&T::Bool, depth, scope);
                let then_branch = self.boxed(ty, depth, scope);
                let else_branch = self.boxed(ty, depth, scope);
                Expr::If { cond, then_branch, else_branch }
            }
            2 => self.bindings(ty, depth, scope),
            3 => self.matching(ty, depth, scope),
            4 => self.call(ty, depth, scope),
            5 => self.recursion(ty, depth, scope),
            6 => self.lambda_call(ty, depth, scope),
            7 if self.below(3) == 0 => {
                app(Expr::Builtin(Builtin::PanicWith), [self.expr(&T::Utf8, depth, scope)])
            }
            7 => {
                let list = self.expr(&T::List(Box::new(ty.clone())), depth, scope);
                let index = self.expr(&T::I64, depth.min(1), scope);
                app(Expr::Builtin(Builtin::ListNth), [list, index])
            }
            8 => {
                let list = T::List(Box::new(self.ty(0)));
                let list_term = self.expr(&list, depth, scope);
                let T::List(item) = list else { unreachable!("made above") };
                let (acc, element) = (self.local(), self.local());
                let mut inner = scope.clone();
                inner.extend([(acc, ty.clone()), (element, *item)]);
                let body = self.boxed(ty, depth, &inner);
                let step = Expr::Lambda { params: [acc, element].into(), body };
                let start = self.expr(ty, depth, scope);
                app(Expr::Builtin(Builtin::ListFold), [step, start, list_term])
            }
            _ => self.own(ty, depth, scope),
        }
    }

    fn boxed(&mut self, ty: &T, depth: u32, scope: &Scope) -> Box<Expr> {
        Box::new(self.expr(ty, depth, scope))
    }

    fn leaf(&mut self, ty: &T, scope: &Scope) -> Expr {
        let fitting: Vec<LocalId> =
            scope.iter().filter(|(_, found)| found == ty).map(|(local, _)| *local).collect();
        if !fitting.is_empty() && self.below(4) > 0 {
            return Expr::Local(fitting[self.below(fitting.len())]);
        }
        match ty {
            T::Bool => {
                let variant = self.below(2) as u32;
                Expr::Construct { decl: self.decl("Bool"), variant, payload: Payload::None }
            }
            T::List(_) => Expr::Builtin(Builtin::ListEmpty),
            T::Option(_) => {
                Expr::Construct { decl: self.decl("Option"), variant: 0, payload: Payload::None }
            }
            T::Pair | T::Shape => self.own(ty, 0, scope),
            scalar => Expr::Literal(self.literal(scalar)),
        }
    }

    /// A term whose form belongs to the type.
    fn own(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let num = match ty {
            T::I64 => Some(NumTy::Int(IntTy::I64)),
            T::U8 => Some(NumTy::Int(IntTy::U8)),
            T::F64 => Some(NumTy::F64),
            _ => None,
        };
        if let Some(num) = num {
            return self.number(ty, num, depth, scope);
        }
        match ty {
            T::Bool => self.truth(depth, scope),
            T::Utf8 => {
                let parts = [self.expr(ty, depth, scope), self.expr(ty, depth, scope)];
                app(Expr::Builtin(Builtin::Utf8Concat), parts)
            }
            T::List(item) => self.list(ty, item, depth, scope),
            T::Option(item) if self.below(3) == 0 => {
                let list = self.expr(&T::List(item.clone()), depth, scope);
                app(
                    Expr::Builtin(Builtin::ListGet),
                    [list, self.expr(&T::I64, depth.min(1), scope)],
                )
            }
            T::Option(item) => Expr::Construct {
                decl: self.decl("Option"),
                variant: 1,
                payload: Payload::One(self.boxed(item, depth, scope)),
            },
            T::Pair if depth > 0 && self.below(2) == 0 => {
                let base = self.boxed(&T::Pair, depth, scope);
                let field = if self.below(2) == 0 {
                    (Slot(0), self.expr(&T::I64, depth, scope))
                } else {
                    (Slot(1), self.expr(&T::Utf8, depth, scope))
                };
                Expr::Update { decl: self.decl("Pair"), base, fields: [field].into() }
            }
            T::Pair => {
                let mut fields = vec![
                    (Slot(0), self.expr(&T::I64, depth, scope)),
                    (Slot(1), self.expr(&T::Utf8, depth, scope)),
                ];
                if self.below(2) == 0 {
                    fields.reverse();
                }
                Expr::Record { decl: self.decl("Pair"), fields: fields.into() }
            }
            T::Shape => {
                let variant = self.below(4) as u32;
                let payload = match variant {
                    0 => Payload::None,
                    1 => Payload::One(self.boxed(&T::F64, depth, scope)),
                    2 => Payload::Record(
                        [
                            (Slot(1), self.expr(&T::U8, depth, scope)),
                            (Slot(0), self.expr(&T::I64, depth, scope)),
                        ]
                        .into(),
                    ),
                    _ => Payload::One(self.boxed(&T::List(Box::new(T::I64)), depth, scope)),
                };
                Expr::Construct { decl: self.decl("Shape"), variant, payload }
            }
            T::I64 | T::U8 | T::F64 => unreachable!("numbers were handled above"),
        }
    }

    fn number(&mut self, ty: &T, num: NumTy, depth: u32, scope: &Scope) -> Expr {
        const OPS: [ArithOp; 5] =
            [ArithOp::Add, ArithOp::Sub, ArithOp::Mul, ArithOp::Div, ArithOp::Mod];
        match self.below(if *ty == T::I64 { 8 } else { 6 }) {
            0 => Expr::Neg { num, operand: self.boxed(ty, depth, scope) },
            1 => {
                let args = [self.expr(ty, depth, scope), self.expr(ty, depth, scope)];
                app(Expr::Primitive(num, Primitive::Add), args)
            }
            6 => {
                let item = self.ty(0);
                let list = self.expr(&T::List(Box::new(item)), depth, scope);
                app(Expr::Builtin(Builtin::ListLen), [list])
            }
            7 => Expr::Field { base: self.boxed(&T::Pair, depth, scope), slot: Slot(0) },
            _ => Expr::Arith {
                op: OPS[self.below(5)],
                num,
                lhs: self.boxed(ty, depth, scope),
                rhs: self.boxed(ty, depth, scope),
            },
        }
    }

    fn truth(&mut self, depth: u32, scope: &Scope) -> Expr {
        const OPS: [CmpOp; 6] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
        match self.below(6) {
            0 => Expr::And(self.boxed(&T::Bool, depth, scope), self.boxed(&T::Bool, depth, scope)),
            1 => Expr::Or(self.boxed(&T::Bool, depth, scope), self.boxed(&T::Bool, depth, scope)),
            2 => Expr::Not(self.boxed(&T::Bool, depth, scope)),
            3 => {
                let ty = self.ty(1);
                let args = [self.expr(&ty, depth, scope), self.expr(&ty, depth, scope)];
                app(Expr::Derived(Derived::Eq), args)
            }
            _ => {
                let ty = self.ty(1);
                let num = match ty {
                    T::I64 => Some(NumTy::Int(IntTy::I64)),
                    T::U8 => Some(NumTy::Int(IntTy::U8)),
                    T::F64 => Some(NumTy::F64),
                    _ => None,
                };
                let (lhs, rhs) = (self.boxed(&ty, depth, scope), self.boxed(&ty, depth, scope));
                Expr::Compare { op: OPS[self.below(6)], num, lhs, rhs }
            }
        }
    }

    fn list(&mut self, ty: &T, item: &T, depth: u32, scope: &Scope) -> Expr {
        match self.below(7) {
            0 => {
                let source = self.ty(0);
                let param = self.local();
                let mut inner = scope.clone();
                inner.push((param, source.clone()));
                let body = self.boxed(item, depth, &inner);
                let list = self.expr(&T::List(Box::new(source)), depth, scope);
                app(
                    Expr::Builtin(Builtin::ListMap),
                    [Expr::Lambda { params: [param].into(), body }, list],
                )
            }
            1 => {
                let param = self.local();
                let mut inner = scope.clone();
                inner.push((param, item.clone()));
                let body = self.boxed(&T::Bool, depth, &inner);
                let list = self.expr(ty, depth, scope);
                app(
                    Expr::Builtin(Builtin::ListFilter),
                    [Expr::Lambda { params: [param].into(), body }, list],
                )
            }
            2 => {
                let lists = [self.expr(ty, depth, scope), self.expr(ty, depth, scope)];
                app(Expr::Builtin(Builtin::ListConcat), lists)
            }
            3 => app(Expr::Builtin(Builtin::ListReverse), [self.expr(ty, depth, scope)]),
            4 if *item == T::I64 => {
                let bound = Expr::Literal(Literal::Int(IntTy::I64, self.below(6) as i128));
                app(
                    Expr::Builtin(Builtin::ListRange),
                    [Expr::Literal(Literal::Int(IntTy::I64, 0)), bound],
                )
            }
            _ => {
                let args = [self.expr(ty, depth, scope), self.expr(item, depth, scope)];
                app(Expr::Builtin(Builtin::ListAppend), args)
            }
        }
    }

    fn bindings(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let n_bindings = 1 + self.below(2);
        let mut inner = scope.clone();
        let mut bindings = Vec::new();
        for _ in 0..n_bindings {
            let bound = self.ty(1);
            let value = self.expr(&bound, depth, scope);
            let local = (self.below(6) > 0).then(|| self.local());
            if let Some(local) = local {
                inner.push((local, bound));
            }
            bindings.push((local, value));
        }
        Expr::Let { bindings: bindings.into(), body: self.boxed(ty, depth, &inner) }
    }

    fn matching(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let subject = match self.below(5) {
            0 => T::Option(Box::new(T::I64)),
            1 => T::Pair,
            2 => T::I64,
            3 => T::Option(Box::new(T::Option(Box::new(T::Bool)))),
            _ => T::Shape,
        };
        let scrutinee = self.boxed(&subject, depth, scope);
        let mut arms = Vec::new();
        for _ in 0..self.below(3) {
            let mut inner = scope.clone();
            let pattern = self.pattern(&subject, 2, &mut inner);
            arms.push((pattern, self.expr(ty, depth, &inner)));
        }
        if subject == T::Shape && self.below(2) == 0 {
            for variant in 0..4 {
                let mut inner = scope.clone();
                let pattern = self.variant(variant, 1, true, &mut inner);
                arms.push((pattern, self.expr(ty, depth.saturating_sub(1), &inner)));
            }
        } else {
            let mut inner = scope.clone();
            let pattern = if self.below(2) == 0 {
                let local = self.local();
                inner.push((local, subject));
                Pattern::Bind(local)
            } else {
                Pattern::Wild
            };
            arms.push((pattern, self.expr(ty, depth, &inner)));
        }
        Expr::Match { scrutinee, arms: arms.into() }
    }

    fn pattern(&mut self, ty: &T, depth: u32, scope: &mut Scope) -> Pattern {
        if depth == 0 || self.below(3) == 0 {
            if self.below(3) == 0 {
                return Pattern::Wild;
            }
            let local = self.local();
            scope.push((local, ty.clone()));
            return Pattern::Bind(local);
        }
        match ty {
            T::Bool => Pattern::Construct {
                decl: self.decl("Bool"),
                variant: self.below(2) as u32,
                payload: Box::new(PayloadPattern::Wild),
            },
            T::Option(item) => {
                let variant = self.below(2) as u32;
                let payload = if variant == 0 {
                    PayloadPattern::Wild
                } else {
                    PayloadPattern::One(self.pattern(item, depth - 1, scope))
                };
                Pattern::Construct {
                    decl: self.decl("Option"),
                    variant,
                    payload: Box::new(payload),
                }
            }
            T::Pair => {
                let a = self.pattern(&T::I64, depth - 1, scope);
                let b = self.pattern(&T::Utf8, depth - 1, scope);
                Pattern::Record([(Slot(1), b), (Slot(0), a)].into())
            }
            T::Shape => {
                let variant = self.below(4) as u32;
                self.variant(variant, depth, false, scope)
            }
            T::List(_) => Pattern::Wild,
            scalar => Pattern::Literal(self.literal(scalar)),
        }
    }

    /// A pattern of one variant of `Shape`; an irrefutable one binds whatever is inside.
    fn variant(
        &mut self,
        variant: u32,
        depth: u32,
        irrefutable: bool,
        scope: &mut Scope,
    ) -> Pattern {
        let depth = if irrefutable { 0 } else { depth - 1 };
        let payload = match variant {
            0 => PayloadPattern::Wild,
            1 => PayloadPattern::One(self.pattern(&T::F64, depth, scope)),
            2 => PayloadPattern::Record([(Slot(0), self.pattern(&T::I64, depth, scope))].into()),
            _ => PayloadPattern::One(self.pattern(&T::List(Box::new(T::I64)), depth, scope)),
        };
        Pattern::Construct { decl: self.decl("Shape"), variant, payload: Box::new(payload) }
    }

    /// A call of an earlier definition, at once or in parts.
    fn call(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let fitting: Vec<usize> =
            (0..self.signatures.len()).filter(|def| self.signatures[*def].1 == *ty).collect();
        if fitting.is_empty() {
            return self.own(ty, depth, scope);
        }
        let def = fitting[self.below(fitting.len())];
        self.callees.push(DefId(def as u32));
        let params = self.signatures[def].0.clone();
        let args: Vec<Expr> = params.iter().map(|param| self.expr(param, depth, scope)).collect();
        let head = Expr::Global(DefId(def as u32));
        if args.len() < 2 || self.below(3) > 0 {
            return app(head, args);
        }
        let mut args = args.into_iter();
        let first = args.next().expect("at least two");
        let partial = self.local();
        let rest = app(Expr::Local(partial), args);
        Expr::Let { bindings: [(Some(partial), app(head, [first]))].into(), body: Box::new(rest) }
    }

    /// A local function that counts down, tail-recursive or not, alone or with a sibling.
    fn recursion(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let (go, sibling) = (self.local(), self.local());
        let (n, acc, m) = (self.local(), self.local(), self.local());
        let int = |n| Expr::Literal(Literal::Int(IntTy::I64, n));
        let num = NumTy::Int(IntTy::I64);
        let is_over = |local| Expr::Compare {
            op: CmpOp::Le,
            num: Some(num),
            lhs: Box::new(Expr::Local(local)),
            rhs: Box::new(int(0)),
        };
        let less = |local| Expr::Arith {
            op: ArithOp::Sub,
            num,
            lhs: Box::new(Expr::Local(local)),
            rhs: Box::new(int(1)),
        };
        let mut inner = scope.clone();
        inner.extend([(n, T::I64), (acc, ty.clone())]);
        let depth = depth.min(2);
        let next = self.expr(ty, depth, &inner);
        let through_sibling = self.below(2) == 0;
        let again = if through_sibling {
            app(Expr::Local(sibling), [next, Expr::Local(n)])
        } else {
            app(Expr::Local(go), [less(n), next])
        };
        let body = if self.below(3) == 0 {
            // Not a tail call: its result is looked at once more.
            let result = self.local();
            let mut after = inner.clone();
            after.push((result, ty.clone()));
            let last = self.expr(ty, depth, &after);
            Expr::Let { bindings: [(Some(result), again)].into(), body: Box::new(last) }
        } else {
            again
        };
        let go_body = Expr::If {
            cond: Box::new(is_over(n)),
            then_branch: Box::new(Expr::Local(acc)),
            else_branch: Box::new(body),
        };
        let given = self.local();
        let sibling_body = app(Expr::Local(go), [less(m), Expr::Local(given)]);
        let start = self.expr(ty, depth, scope);
        let times = int(self.below(6) as i128);
        Expr::LetRec {
            bindings: [
                (go, Expr::Lambda { params: [n, acc].into(), body: Box::new(go_body) }),
                (sibling, Expr::Lambda { params: [given, m].into(), body: Box::new(sibling_body) }),
            ]
            .into(),
            body: Box::new(app(Expr::Local(go), [times, start])),
        }
    }

    /// A function value applied to too few, enough or more arguments than it takes.
    fn lambda_call(&mut self, ty: &T, depth: u32, scope: &Scope) -> Expr {
        let (first, second) = (self.ty(0), self.ty(0));
        let (x, y) = (self.local(), self.local());
        let mut inner = scope.clone();
        inner.extend([(x, first.clone()), (y, second.clone())]);
        let body = self.boxed(ty, depth, &inner);
        let function = if self.below(2) == 0 {
            Expr::Lambda { params: [x, y].into(), body }
        } else {
            let inner = Expr::Lambda { params: [y].into(), body };
            Expr::Lambda { params: [x].into(), body: Box::new(inner) }
        };
        let args = [self.expr(&first, depth, scope), self.expr(&second, depth, scope)];
        match self.below(3) {
            0 => app(function, args),
            1 => {
                let name = self.local();
                let call = app(Expr::Local(name), args);
                Expr::Let { bindings: [(Some(name), function)].into(), body: Box::new(call) }
            }
            _ => {
                let name = self.local();
                let [a, b] = args;
                let partial = app(function, [a]);
                let call = app(Expr::Local(name), [b]);
                Expr::Let { bindings: [(Some(name), partial)].into(), body: Box::new(call) }
            }
        }
    }
}

fn app(head: Expr, args: impl IntoIterator<Item = Expr>) -> Expr {
    args.into_iter().fold(head, |function, argument| Expr::App {
        function: Box::new(function),
        argument: Box::new(argument),
    })
}

fn soil_type(ty: &T) -> Ty {
    match ty {
        T::I64 => Ty::con("I64"),
        T::U8 => Ty::con("U8"),
        T::F64 => Ty::con("F64"),
        T::Bool => Ty::con("Bool"),
        T::Utf8 => Ty::con("Utf8"),
        T::Pair => Ty::con("Pair"),
        T::Shape => Ty::con("Shape"),
        T::List(item) => Ty::app("List", [soil_type(item)]),
        T::Option(item) => Ty::app("Option", [soil_type(item)]),
    }
}
