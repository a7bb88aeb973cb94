//! Predicates as Soil: what a clause or property says, as the text of a `Bool` expression.
//!
//! Comes in: a parsed predicate. Goes out: fully parenthesised Soil, ready for the body of a
//! wrapper definition. Names are changed on the way where need be: a specification may use
//! a parameter name that a definition of the root already has, while Soil forbids shadowing.
//!
//! ```text
//! r is Ok(n) implies n > 0
//! => (match r with | Ok n -> (n > 0) | _ -> True)
//! ```
//!
//! Spec: `tr-grammar#3.4`.

use std::fmt::Write as _;

use crate::soil::Name;
use crate::soil::print::string_literal;
use crate::soil::syntax::tree::{ArithOp, Lit, Path, PredId, PredKind, TermId, TermKind, Tree};
use crate::soil::types::env::{Body, Payload, TypeEnv};
use crate::soil::value::json::push_string;

/// The names of a predicate and what each is written as, innermost last.
///
/// A name that Soil would refuse here, because something visible has it already, gets a number.
pub struct Names<'a> {
    is_taken: &'a dyn Fn(&str) -> bool,
    pairs: Vec<(Name, Name)>,
}

impl<'a> Names<'a> {
    /// Starts without local names; `is_taken` knows definitions and builtins.
    pub fn new(is_taken: &'a dyn Fn(&str) -> bool) -> Self {
        Names { is_taken, pairs: Vec::new() }
    }

    /// Binds a name and returns what it is written as.
    pub fn bind(&mut self, name: &Name) -> Name {
        let is_free = |candidate: &Name| {
            !(self.is_taken)(candidate) && self.pairs.iter().all(|(_, known)| known != candidate)
        };
        let numbered = (1..).map(|n: u32| Name::from(format!("{name}_{n}")));
        let mut candidates = std::iter::once(name.clone()).chain(numbered);
        let fresh = candidates.find(is_free).expect("numbers do not run out");
        self.pairs.push((name.clone(), fresh.clone()));
        fresh
    }

    fn unbind(&mut self) {
        self.pairs.pop();
    }

    /// Returns what a name is written as; free names stay.
    pub fn written<'n>(&'n self, name: &'n str) -> &'n str {
        let found = self.pairs.iter().rev().find(|(from, _)| from == name);
        found.map_or(name, |(_, to)| to)
    }
}

/// Writes a predicate as a parenthesised Soil expression of type `Bool`.
///
/// `env` tells whether a constructor is the only one of its type: an `is` test on such a type has
/// no second arm, since it would be redundant. An unknown constructor is written as it stands; the
/// checker reports it.
pub fn to_soil(tree: &Tree, pred: PredId, env: &TypeEnv, names: &mut Names<'_>) -> String {
    let mut writer = Writer { tree, env, names, out: String::new() };
    writer.pred(pred);
    writer.out
}

struct Writer<'a, 'n> {
    tree: &'a Tree,
    env: &'a TypeEnv,
    names: &'a mut Names<'n>,
    out: String,
}

impl Writer<'_, '_> {
    fn pred(&mut self, id: PredId) {
        let tree = self.tree;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree[id].kind {
            PredKind::Implies { lhs, rhs } => match &tree[*lhs].kind {
                PredKind::Is { .. } => self.is_test(*lhs, Some(*rhs)),
                _ => {
                    self.out.push_str("(not ");
                    self.pred(*lhs);
                    self.out.push_str(" or ");
                    self.pred(*rhs);
                    self.out.push(')');
                }
            },
            PredKind::Or { lhs, rhs } => self.connective(*lhs, "or", *rhs),
            PredKind::And { lhs, rhs } => self.connective(*lhs, "and", *rhs),
            PredKind::Not { pred } => {
                self.out.push_str("(not ");
                self.pred(*pred);
                self.out.push(')');
            }
            PredKind::Cmp { op, lhs, rhs } => {
                self.out.push('(');
                self.term(*lhs);
                self.out.push_str(op.spaced());
                self.term(*rhs);
                self.out.push(')');
            }
            PredKind::Is { .. } => self.is_test(id, None),
            PredKind::Call { name, args } => self.call(name, args),
        });
    }

    fn connective(&mut self, lhs: PredId, word: &str, rhs: PredId) {
        self.out.push('(');
        self.pred(lhs);
        let _ = write!(self.out, " {word} ");
        self.pred(rhs);
        self.out.push(')');
    }

    /// Writes `s is C(x)`, or the whole of `s is C(x) implies then`, whose binder scopes over
    /// `then`.
    fn is_test(&mut self, id: PredId, then: Option<PredId>) {
        let PredKind::Is { scrutinee, type_name, ctor, payload } = &self.tree[id].kind else {
            return;
        };
        self.out.push_str("(match ");
        self.term(*scrutinee);
        self.out.push_str(" with | ");
        if let Some(type_name) = type_name {
            let _ = write!(self.out, "{type_name}::");
        }
        self.out.push_str(ctor);
        let (carries, is_alone) = self.variant(type_name.as_deref(), ctor);
        match payload {
            Some(binder) => {
                let name = self.names.bind(&binder.name);
                let _ = write!(self.out, " {name}");
            }
            None if carries => self.out.push_str(" _"),
            None => {}
        }
        self.out.push_str(" -> ");
        match then {
            Some(then) => self.pred(then),
            None => self.out.push_str("True"),
        }
        if payload.is_some() {
            self.names.unbind();
        }
        if !is_alone {
            let otherwise = if then.is_some() { "True" } else { "False" };
            let _ = write!(self.out, " | _ -> {otherwise}");
        }
        self.out.push(')');
    }

    /// Says whether a variant carries something and whether it is the only one of its type.
    fn variant(&self, type_name: Option<&str>, ctor: &str) -> (bool, bool) {
        let decls = self.env.decls().iter();
        let mut owners = decls.filter(|decl| type_name.is_none_or(|name| decl.name == name));
        let found = owners.find_map(|decl| match &decl.body {
            Body::Sum(variants) => {
                let variant = variants.iter().find(|variant| variant.name == ctor)?;
                Some((variant.payload != Payload::None, variants.len() == 1))
            }
            Body::Record(_) | Body::Opaque | Body::Alias(_) => None,
        });
        found.unwrap_or((false, false))
    }

    fn term(&mut self, id: TermId) {
        let tree = self.tree;
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &tree[id].kind {
            TermKind::Lit(lit) => self.literal(lit),
            TermKind::Path(path) => self.path(path),
            // A negative number reaches us as `0 - n`; Soil's own minus keeps it a literal.
            TermKind::Arith { op: ArithOp::Sub, lhs, rhs } if is_zero(tree, *lhs) => {
                self.out.push_str("(-");
                self.term(*rhs);
                self.out.push(')');
            }
            TermKind::Arith { op, lhs, rhs } => {
                self.out.push('(');
                self.term(*lhs);
                self.out.push_str(op.spaced());
                self.term(*rhs);
                self.out.push(')');
            }
            TermKind::Call { name, args } => self.call(name, args),
        });
    }

    fn call(&mut self, name: &str, args: &[TermId]) {
        let _ = write!(self.out, "({}", self.names.written(name));
        for arg in args {
            self.out.push(' ');
            self.term(*arg);
        }
        self.out.push(')');
    }

    fn path(&mut self, path: &Path) {
        self.out.push_str(self.names.written(&path.root));
        for field in &path.fields {
            let _ = write!(self.out, ".{field}");
        }
    }

    fn literal(&mut self, lit: &Lit) {
        match lit {
            Lit::Int(text) | Lit::Float(text) => self.out.push_str(text),
            Lit::Str(text) => string_literal(&mut self.out, text),
        }
    }
}

/// Whether a term is the zero that the parser puts before a written minus sign. `0 - n` written
/// out means the same number and, for every type with negative values, the same result.
fn is_zero(tree: &Tree, id: TermId) -> bool {
    matches!(&tree[id].kind, TermKind::Lit(Lit::Int(digits)) if digits == "0")
}

/// Writes a predicate as it would stand in Soil, names unchanged: equal texts, equal claims.
pub fn pred_text(tree: &Tree, pred: PredId) -> String {
    to_soil(tree, pred, &TypeEnv::kernel(), &mut Names::new(&|_| false))
}

/// Writes a term as it would stand in Soil, names unchanged.
pub fn term_text(tree: &Tree, term: TermId) -> String {
    let env = TypeEnv::kernel();
    let mut names = Names::new(&|_| false);
    let mut writer = Writer { tree, env: &env, names: &mut names, out: String::new() };
    writer.term(term);
    writer.out
}

/// Finds a call of `name` whose arguments are plain names and literals; returns them as written.
pub fn direct_call(tree: &Tree, pred: PredId, name: &str) -> Option<Vec<String>> {
    let mut preds = vec![pred];
    let mut terms = Vec::new();
    while let Some(pred) = preds.pop() {
        match &tree[pred].kind {
            PredKind::Implies { lhs, rhs }
            | PredKind::Or { lhs, rhs }
            | PredKind::And { lhs, rhs } => preds.extend([*rhs, *lhs]),
            PredKind::Not { pred } => preds.push(*pred),
            PredKind::Cmp { lhs, rhs, .. } => terms.extend([*lhs, *rhs]),
            PredKind::Is { scrutinee, .. } => terms.push(*scrutinee),
            PredKind::Call { name: callee, args } => {
                if let Some(call) = plain_arguments(tree, callee, args, name) {
                    return Some(call);
                }
                terms.extend(args);
            }
        }
    }
    while let Some(term) = terms.pop() {
        match &tree[term].kind {
            TermKind::Call { name: callee, args } => {
                if let Some(call) = plain_arguments(tree, callee, args, name) {
                    return Some(call);
                }
                terms.extend(args);
            }
            TermKind::Arith { lhs, rhs, .. } => terms.extend([*lhs, *rhs]),
            TermKind::Lit(_) | TermKind::Path(_) => {}
        }
    }
    None
}

fn plain_arguments(tree: &Tree, callee: &str, args: &[TermId], name: &str) -> Option<Vec<String>> {
    let plain = |arg: &TermId| match &tree[*arg].kind {
        TermKind::Path(path) if path.fields.is_empty() => Some(path.root.to_string()),
        TermKind::Lit(Lit::Int(text) | Lit::Float(text)) => Some(text.to_string()),
        TermKind::Lit(Lit::Str(text)) => {
            let mut json = String::new();
            push_string(&mut json, text);
            Some(json)
        }
        _ => None,
    };
    if callee == name { args.iter().map(plain).collect() } else { None }
}
