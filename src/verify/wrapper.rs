//! Wrapper definitions: properties, clauses and their guards as `Bool`-returning Soil.
//!
//! Comes in: what a specification says. Goes out: a parsed definition that stands after the
//! root's program, in the module of the specification, and is checked and run like any other.
//!
//! ```text
//! ensures  small: result <= hi        of  clamp : (lo : I64) -> (hi : I64) -> (x : I64) -> I64
//! =>  w : I64 -> I64 -> I64 -> Bool
//!     w lo hi x = (not (lo <= hi) or (let result = clamp lo hi x in (result <= hi)))
//! ```
//!
//! Spec: `tr-grammar#3.4`.

use std::sync::Arc;

use crate::contract::Diagnostic;
use crate::soil::Name;
use crate::soil::check::Unit;
use crate::soil::syntax::parse::{self, Role};
use crate::soil::syntax::{SourceFile, Span};
use crate::soil::types::env::{TypeEnv, substitute};
use crate::soil::types::ty::Ty;
use crate::spec::{Clause, Predicate, Spec};
use crate::verify::predicate::{Names, to_soil};

/// A definition that stands for a predicate.
#[derive(Clone, Debug)]
pub struct Wrapper {
    /// Its text and tree; the path is that of a file beside the specification.
    pub unit: Unit,
    /// Types of its parameters, type variables replaced by `I64`.
    pub params: Vec<Ty>,
    /// Where the predicate stands in the specification: diagnostics of the wrapper point there.
    pub origin: Span,
}

/// Where wrappers of one specification stand and what is visible there.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The specification.
    pub spec: &'a Spec,
    /// The types of the root.
    pub env: &'a TypeEnv,
    /// How the function under test is called: qualified when its bare name is ambiguous.
    pub function: &'a str,
    /// Whether a definition or builtin has a name.
    pub is_taken: &'a dyn Fn(&str) -> bool,
}

/// A parameter of the function under test, or a `forall` binder.
pub type Parameter = (Name, Ty);

impl Place<'_> {
    /// Wraps a predicate over its binders.
    ///
    /// # Errors
    /// Fails with a diagnostic at the predicate when the wrapper is no Soil, which happens when it
    /// nests too deep.
    pub fn predicate(
        &self,
        name: &str,
        binders: &[Parameter],
        predicate: &Predicate,
    ) -> Result<Wrapper, Diagnostic> {
        self.wrap(name, binders, predicate.span, |names| {
            to_soil(&predicate.tree, predicate.pred, self.env, names)
        })
    }

    /// Wraps the conjunction of the `requires` clauses; there is at least one.
    ///
    /// # Errors
    /// As [`Place::predicate`].
    pub fn guard(&self, name: &str, params: &[Parameter]) -> Result<Wrapper, Diagnostic> {
        let requires = self.spec.requires();
        self.wrap(name, params, requires[0].predicate.span, |names| self.all(requires, names))
    }

    /// Wraps an `ensures` clause: where the `requires` clauses hold, the result satisfies it.
    ///
    /// # Errors
    /// As [`Place::predicate`].
    pub fn ensures(
        &self,
        name: &str,
        params: &[Parameter],
        clause: &Clause,
    ) -> Result<Wrapper, Diagnostic> {
        self.wrap(name, params, clause.predicate.span, |names| {
            let guard = match self.spec.requires() {
                [] => String::new(),
                requires => format!("not {} or ", self.all(requires, names)),
            };
            let arguments = params.iter().map(|(param, _)| format!(" {}", names.written(param)));
            let call = format!("{}{}", self.function, arguments.collect::<String>());
            let result = names.bind(&Name::new_static("result"));
            let predicate = &clause.predicate;
            let claim = to_soil(&predicate.tree, predicate.pred, self.env, names);
            format!("({guard}(let {result} = {call} in {claim}))")
        })
    }

    fn all(&self, clauses: &[Clause], names: &mut Names<'_>) -> String {
        let written = clauses
            .iter()
            .map(|clause| to_soil(&clause.predicate.tree, clause.predicate.pred, self.env, names));
        format!("({})", written.collect::<Vec<_>>().join(" and "))
    }

    fn wrap(
        &self,
        name: &str,
        params: &[Parameter],
        origin: Span,
        body: impl FnOnce(&mut Names<'_>) -> String,
    ) -> Result<Wrapper, Diagnostic> {
        let is_taken = |candidate: &str| candidate == name || (self.is_taken)(candidate);
        let mut names = Names::new(&is_taken);
        let types = params.iter().map(|(_, ty)| at_i64(ty)).collect::<Vec<_>>();
        let arrows =
            types.iter().map(|ty| format!("{} -> ", parenthesised(ty))).collect::<String>();
        let written = params.iter().map(|(param, _)| format!(" {}", names.bind(param)));
        let head = format!("{name}{}", written.collect::<String>());
        let text = format!("{name} : {arrows}Bool\n{head} = {}\n", body(&mut names));
        let path = match self.spec.module() {
            "" => format!("{name}.soil"),
            module => format!("{module}/{name}.soil"),
        };
        let source = SourceFile::new(path, text);
        let file = parse::file(&source, Role::Ordinary)
            .map_err(|fault| at_predicate(self.spec, origin, &fault))?;
        Ok(Wrapper { unit: Unit { source, file: Arc::new(file) }, params: types, origin })
    }
}

/// Restates a fault of a wrapper as one of the predicate that it stands for.
pub fn at_predicate(spec: &Spec, origin: Span, fault: &Diagnostic) -> Diagnostic {
    let mut restated = spec.source.error(fault.code, origin, fault.message.clone());
    // Notes that point into the wrapper's text would show what nobody wrote.
    let is_useful = |note: &&crate::contract::Note| note.span.is_none();
    restated.notes = fault.notes.iter().filter(is_useful).cloned().collect();
    restated
}

/// Replaces every type variable by `I64`: a polymorphic claim is tried at one type.
pub fn at_i64(ty: &Ty) -> Ty {
    let variables = ty.variables();
    let i64s = vec![Ty::con("I64"); variables.len()];
    substitute(ty, &variables, &i64s)
}

fn parenthesised(ty: &Ty) -> String {
    match ty {
        Ty::Arrow(_) => format!("({})", ty),
        Ty::Con(..) | Ty::Var(_) => ty.to_string(),
    }
}
