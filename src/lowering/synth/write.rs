//! Writing a candidate as Soil. Parentheses are generous: the canonical printer drops what is not
//! needed. Local names are fresh, since Soil forbids shadowing.

use std::fmt::Write as _;

use super::task::Task;
use super::term::{Each, Op, Term};
use crate::soil::Name;
use crate::soil::builtins::primitives::PRIMITIVES;
use crate::soil::print::string_literal;
use crate::soil::types::env::CtorRef;
use crate::soil::value::json::float_text;
use crate::soil::value::shape::{Carried, Kind};
use crate::soil::value::{Shape, Value};

/// Writes a whole definition; `taken` are names that turned out to be visible besides.
pub(super) fn definition(task: &Task, body: &Term, taken: &[Name]) -> String {
    let mut writer = Writer { task, taken, names: Vec::new(), out: String::new() };
    let params: Vec<Name> = task.params.iter().map(|(name, _)| name.clone()).collect();
    for name in params {
        writer.bind(&name);
    }
    let mut head = format!("{}\n{}", task.signature, task.spec.name);
    for name in &writer.names {
        let _ = write!(head, " {name}");
    }
    writer.term(body);
    format!("{head} = {}\n", writer.out)
}

struct Writer<'t> {
    task: &'t Task,
    taken: &'t [Name],
    /// What each place of the stack is called.
    names: Vec<Name>,
    out: String,
}

impl Writer<'_> {
    /// Gives the next place a name like `wish`.
    fn bind(&mut self, wish: &str) -> Name {
        let is_free = |name: &Name| {
            !self.task.taken.contains(name)
                && !self.taken.contains(name)
                && !self.names.contains(name)
        };
        let numbered = (1..).map(|n: u32| Name::from(format!("{wish}_{n}")));
        let mut candidates = std::iter::once(Name::from(wish)).chain(numbered);
        let name = candidates.find(is_free).expect("numbers do not run out");
        self.names.push(name.clone());
        name
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Var(place) => {
                let name = self.names[*place].clone();
                self.out.push_str(&name);
            }
            Term::Literal(value) => self.literal(value),
            Term::Hole(name) => {
                let _ = write!(self.out, "?{name}");
            }
            Term::Apply(op, args) => {
                let args: Vec<&Term> = args.iter().map(|arg| &**arg).collect();
                self.apply(op, &args);
            }
            Term::Recurse(args) => {
                let name = self.task.spec.name.clone();
                let args: Vec<&Term> = args.iter().map(|arg| &**arg).collect();
                self.call(&name, &args);
            }
            Term::Let(values, body) => {
                let height = self.names.len();
                self.out.push('(');
                for value in values {
                    self.out.push_str("let ");
                    let before = self.out.len();
                    self.term(value);
                    let value = self.out.split_off(before);
                    let name = self.bind("rest");
                    let _ = write!(self.out, "{name} = {value} in ");
                }
                self.term(body);
                self.out.push(')');
                self.names.truncate(height);
            }
            Term::Each { how, list, init, body } => {
                let height = self.names.len();
                let _ = write!(self.out, "({} (fun", how.builtin().row().name);
                let wishes: &[&str] = if *how == Each::Fold { &["acc", "x"] } else { &["x"] };
                for wish in wishes {
                    let name = self.bind(wish);
                    let _ = write!(self.out, " {name}");
                }
                self.out.push_str(" -> ");
                self.term(body);
                self.names.truncate(height);
                self.out.push_str(") ");
                if let Some(init) = init {
                    self.term(init);
                    self.out.push(' ');
                }
                self.term(list);
                self.out.push(')');
            }
            Term::Match { scrutinee, shape, arms } => {
                self.out.push_str("(match ");
                self.term(scrutinee);
                self.out.push_str(" with");
                for arm in arms {
                    let height = self.names.len();
                    self.out.push_str(" | ");
                    match arm.variant {
                        Some(variant) => self.pattern(shape, variant, &arm.body, height),
                        None => self.out.push('_'),
                    }
                    self.out.push_str(" -> ");
                    self.term(&arm.body);
                    self.names.truncate(height);
                }
                self.out.push(')');
            }
        }
    }

    fn pattern(&mut self, shape: &'static Shape, variant: u32, body: &Term, height: usize) {
        let Kind::Sum(variants) = &shape.kind else { return };
        let declared = &variants[variant as usize];
        let spelling = self.spelling(shape, variant);
        self.out.push_str(&spelling);
        let binder = |this: &mut Self, at: usize, wish: &str| {
            let name = this.bind(wish);
            if body.mentions(height + at, height + at + 1) { name } else { Name::new_static("_") }
        };
        match &declared.payload {
            Carried::Nothing => {}
            Carried::One => {
                let name = binder(self, 0, "v");
                let _ = write!(self.out, " {name}");
            }
            Carried::Record(fields) => {
                let mut parts = Vec::new();
                for (at, field) in fields.names.iter().enumerate() {
                    let name = binder(self, at, field);
                    parts.push(format!("{field} = {name}"));
                }
                let _ = write!(self.out, " {{ {} }}", parts.join(", "));
            }
        }
    }

    fn spelling(&self, shape: &'static Shape, variant: u32) -> String {
        match self.task.env.find(&shape.name) {
            Some(decl) => self.task.env.spelling(CtorRef { decl, variant }),
            None => shape.name.to_string(),
        }
    }

    fn apply(&mut self, op: &Op, args: &[&Term]) {
        match (op, args) {
            (Op::Builtin(builtin), args) => self.call(builtin.row().name, args),
            (Op::Show(ty), args) => self.call(&format!("{ty}::show"), args),
            (Op::Numeric(num, primitive), args) => {
                let row = PRIMITIVES.iter().find(|row| row.primitive == *primitive);
                let name = row.map_or("", |row| row.name);
                self.call(&format!("{}::{name}", num.name()), args);
            }
            (Op::Callee(_, name), args) => self.call(name, args),
            (Op::Arith(op, _), [a, b]) => self.infix(a, op.spaced(), b),
            (Op::Neg(_), [a]) => {
                self.out.push_str("(-");
                self.term(a);
                self.out.push(')');
            }
            // `0 < n` reads better as `n > 0`.
            (Op::Compare(op), [a, b]) if matches!(a, Term::Literal(_)) => {
                self.infix(b, op.mirrored().spaced(), a);
            }
            (Op::Compare(op), [a, b]) => self.infix(a, op.spaced(), b),
            (Op::And, [a, b]) => self.infix(a, " and ", b),
            (Op::Or, [a, b]) => self.infix(a, " or ", b),
            (Op::Not, [a]) => {
                self.out.push_str("(not ");
                self.term(a);
                self.out.push(')');
            }
            (Op::If, [cond, yes, no]) => {
                self.out.push_str("(if ");
                self.term(cond);
                self.out.push_str(" then ");
                self.term(yes);
                self.out.push_str(" else ");
                self.term(no);
                self.out.push(')');
            }
            (Op::OrElse, [option, default]) => {
                let height = self.names.len();
                self.out.push_str("(match ");
                self.term(option);
                self.out.push_str(" with | None -> ");
                self.term(default);
                let name = self.bind("v");
                self.names.truncate(height);
                let _ = write!(self.out, " | Some {name} -> {name})");
            }
            (Op::Construct(_, shape, variant), args) => {
                let Kind::Sum(variants) = &shape.kind else { return };
                let _ = write!(self.out, "({}", self.spelling(shape, *variant));
                match &variants[*variant as usize].payload {
                    Carried::Record(fields) => {
                        self.out.push_str(" { ");
                        self.fields(&fields.names, args);
                        self.out.push_str(" })");
                    }
                    _ => {
                        for arg in args {
                            self.out.push(' ');
                            self.term(arg);
                        }
                        self.out.push(')');
                    }
                }
            }
            (Op::Record(_, shape), args) => {
                let Kind::Record(fields) = &shape.kind else { return };
                self.out.push_str("{ ");
                self.fields(&fields.names, args);
                self.out.push_str(" }");
            }
            (Op::Field(_, field), [base]) => {
                self.with_path(base, |this, path| {
                    let _ = write!(this.out, "{path}.{field}");
                });
            }
            (Op::Update(_, field), [base, value]) => self.with_path(base, |this, path| {
                let _ = write!(this.out, "{{ {path} with {field} = ");
                this.term(value);
                this.out.push_str(" }");
            }),
            _ => {}
        }
    }

    fn fields(&mut self, names: &[Name], values: &[&Term]) {
        for (at, (name, value)) in names.iter().zip(values).enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            let _ = write!(self.out, "{name} = ");
            self.term(value);
        }
    }

    /// Writes something that needs an access path; any other base gets a name first.
    fn with_path(&mut self, base: &Term, write: impl FnOnce(&mut Self, &str)) {
        if let Some(path) = self.path(base) {
            write(self, &path);
            return;
        }
        let height = self.names.len();
        self.out.push_str("(let ");
        let before = self.out.len();
        self.term(base);
        let value = self.out.split_off(before);
        let name = self.bind("whole");
        let _ = write!(self.out, "{name} = {value} in ");
        write(self, &name);
        self.names.truncate(height);
        self.out.push(')');
    }

    fn path(&self, base: &Term) -> Option<String> {
        match base {
            Term::Var(place) => Some(self.names[*place].to_string()),
            Term::Apply(Op::Field(_, field), args) => {
                Some(format!("{}.{field}", self.path(&args[0])?))
            }
            _ => None,
        }
    }

    fn infix(&mut self, a: &Term, op: &str, b: &Term) {
        self.out.push('(');
        self.term(a);
        self.out.push_str(op);
        self.term(b);
        self.out.push(')');
    }

    fn call(&mut self, name: &str, args: &[&Term]) {
        let _ = write!(self.out, "({name}");
        for arg in args {
            self.out.push(' ');
            self.term(arg);
        }
        self.out.push(')');
    }

    fn literal(&mut self, value: &Value) {
        match value {
            Value::Unit => self.out.push_str("unit"),
            Value::Bool(true) => self.out.push_str("True"),
            Value::Bool(false) => self.out.push_str("False"),
            Value::Int(..) => {
                let n = value.as_int().unwrap_or_default();
                let _ = if n < 0 { write!(self.out, "(-{})", -n) } else { write!(self.out, "{n}") };
            }
            Value::Big(number) => {
                let _ = write!(self.out, "{}", number.get());
            }
            Value::F64(x) => {
                let text = float_text(x.abs());
                let text = if text.contains('.') { text } else { format!("{text}.0") };
                let _ = if *x < 0.0 {
                    write!(self.out, "(-{text})")
                } else {
                    write!(self.out, "{text}")
                };
            }
            Value::Tag(variant, shape) => {
                let spelling = self.spelling(shape, *variant);
                self.out.push_str(&spelling);
            }
            Value::List(_) => self.out.push_str("list_empty"),
            Value::Map(_) => self.out.push_str("map_empty"),
            other => string_literal(&mut self.out, other.as_text().unwrap_or_default()),
        }
    }
}
