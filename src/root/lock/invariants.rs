//! What no lock may say, whoever wrote it.
//!
//! Spec: `lock-schema#8`.

use super::{Checks, Lock, Outcome, Verdict};
use crate::contract::{Code, Diagnostic};
use crate::spec::Kind;

/// Checks a lock by itself, on reading as before writing.
///
/// # Errors
/// `lock-kind-shape` when a part does not belong to the kind, `lock-accepted-untested` when an
/// accepted function is not checked, complete and green.
pub fn check(lock: &Lock) -> Result<(), Diagnostic> {
    let shape = |message: String| Err(Diagnostic::new(Code::LockKindShape, message));
    let kind = lock.kind;
    if lock.lowering.is_some() && kind != Kind::Function {
        return shape(format!("the lock of a {} has no `lowering`", kind.word()));
    }
    if lock.cycle_hash.is_some() && kind != Kind::Type {
        return shape(format!("the lock of a {} has no `cycle_hash`", kind.word()));
    }
    let fits = match (&lock.checks, kind) {
        (None, _) => true,
        (Some(Checks::Function { .. }), kind) => kind == Kind::Function,
        (Some(Checks::Type { .. }), kind) => kind == Kind::Type,
        (Some(Checks::Module { .. }), kind) => kind == Kind::Module,
    };
    if !fits {
        return shape(format!("`checks` is not that of a {}", kind.word()));
    }
    match unaccepted(lock) {
        Some(why) if lock.accepted => Err(Diagnostic::new(
            Code::LockAcceptedUntested,
            format!("`{}` cannot be accepted: {why}", lock.name),
        )),
        _ => Ok(()),
    }
}

/// Says why a lock cannot be `accepted`; `None` when it can.
///
/// Modules, projects and types are accepted freely.
pub fn unaccepted(lock: &Lock) -> Option<String> {
    if lock.kind != Kind::Function {
        return None;
    }
    match &lock.checks {
        Some(Checks::Function { types: Verdict::Ok, holes: 0, .. }) => {}
        Some(Checks::Function { types: Verdict::Ok, holes, .. }) => {
            return Some(format!(
                "it has {holes} typed {}",
                if *holes == 1 { "hole" } else { "holes" }
            ));
        }
        Some(_) => return Some("it does not type-check".to_owned()),
        None => return Some("it was never checked".to_owned()),
    }
    let red = lock.tests.iter().find(|row| row.result != Outcome::Pass)?;
    Some(format!("the test `{}` is `{}`", red.name, super::Word::word(red.result)))
}
