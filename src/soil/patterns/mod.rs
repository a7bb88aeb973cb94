//! Matches: arms that no value reaches, and values that no arm covers.
//!
//! A match is a matrix of patterns, a row an arm. An arm is redundant when no value is left for it
//! by the rows above ([`matrix::is_useful`]); the uncovered values are enumerated column by column
//! in a pinned order ([`witness`]), with the matrix asked first whether a branch holds any, so that
//! an enumeration never searches where nothing is missing.
//!
//! Deciding usefulness is NP-hard, so every match has a budget; a match that exceeds it is reported
//! as such instead of being searched for minutes.
//!
//! Source: Maranget, "Warnings for pattern matching", without its treatment of laziness.
//!
//! Spec: `soil-syntax-spec#5.2`, `soil0-cli#9`.

mod matrix;
mod witness;

use crate::contract::{Code, Diagnostic};
use crate::soil::patterns::matrix::{Exceeded, Matrix, Pats};
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::tree::Tree;
use crate::soil::types::env::TypeEnv;
use crate::soil::types::infer::{Inferred, Match, PatIx, PatternKind};

/// Most witnesses that one match reports.
const MOST_WITNESSES: usize = 16;

/// Checks every match of a definition, in the order in which inference has finished them.
///
/// A match with a reported pattern is left out: what it covers is not known.
pub(crate) fn check(
    env: &TypeEnv,
    source: &SourceFile,
    tree: &Tree,
    inferred: &Inferred,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let had_faults = !diagnostics.is_empty();
    for found in &inferred.matches {
        let is_sound = found.arms.iter().all(|arm| is_sound(inferred, *arm));
        if is_sound && !(had_faults && found.arms.iter().any(|arm| has_literal(inferred, *arm))) {
            let mut pats = Pats::new(env, tree, &inferred.patterns);
            let outcome = one(&mut pats, source, found, diagnostics);
            if outcome.is_err() {
                let message = "the match is too large to decide which values it covers; split it into smaller matches or end it with a `_` arm";
                let span = source.locate(found.span);
                let file = source.name();
                diagnostics.push(Diagnostic::new(Code::NonExhaustiveMatch, message).at(file, span));
            }
        }
    }
}

fn one(
    pats: &mut Pats<'_>,
    source: &SourceFile,
    found: &Match,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Exceeded> {
    let mut rows: Matrix = Vec::with_capacity(found.arms.len());
    let mut has_redundant = false;
    for arm in &found.arms {
        let row = vec![pats.lower(*arm)];
        if matrix::is_useful(pats, &rows, &row)? {
            rows.push(row);
        } else if !has_redundant {
            has_redundant = true;
            let span = pats.span(*arm);
            let message = "the arms above leave no value for this pattern; remove the arm";
            diagnostics.push(source.error(Code::RedundantArm, span, message));
        }
    }
    let missing = witness::missing(pats, rows, MOST_WITNESSES)?;
    if has_redundant || missing.is_empty() {
        return Ok(());
    }
    let arms = if missing.len() == 1 { "an arm for the value" } else { "arms for the values" };
    let message = format!("the arms do not cover every value; add {arms} of the notes");
    let mut diagnostic = source.error(Code::NonExhaustiveMatch, found.span, message);
    for case in missing {
        diagnostic = diagnostic.note(format!("not covered: `{case}`"));
    }
    diagnostics.push(diagnostic);
    Ok(())
}

fn is_sound(inferred: &Inferred, ix: PatIx) -> bool {
    all(inferred, ix, &|kind| !matches!(kind, PatternKind::Error))
}

fn has_literal(inferred: &Inferred, ix: PatIx) -> bool {
    !all(inferred, ix, &|kind| !matches!(kind, PatternKind::Lit(_)))
}

fn all(inferred: &Inferred, ix: PatIx, holds: &impl Fn(&PatternKind) -> bool) -> bool {
    let mut todo = vec![ix];
    while let Some(ix) = todo.pop() {
        let kind = &inferred.patterns[ix.0 as usize].kind;
        if !holds(kind) {
            return false;
        }
        if let PatternKind::Ctor { columns, .. } | PatternKind::Record { columns, .. } = kind {
            todo.extend(columns.iter().map(|(_, pattern)| *pattern));
        }
    }
    true
}
