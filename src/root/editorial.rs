//! Declaring that an edit of a decision changes its words and not its meaning.
//!
//! | The entry was | Then |
//! |---|---|
//! | edited | every citing lowering takes its new hash |
//! | added, removed | every lowering whose stored scope differs by just this label takes the new scope |
//! | removed | citations of it are dropped, too |
//!
//! Spec: `design#4.4`.

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::change::Writing;
use crate::root::find::RootDir;
use crate::root::lock::{Lowering, Scope};
use crate::root::scope::InScope;
use crate::spec::module_of;

/// A header that holds decisions, or held them: the project's, or that of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Home {
    Project,
    Module(String),
}

impl Home {
    fn scope(&self) -> Scope {
        match self {
            Home::Project => Scope::Project,
            Home::Module(_) => Scope::Module,
        }
    }

    fn binds(&self, path: &str) -> bool {
        match self {
            Home::Project => true,
            Home::Module(module) => module_of(path) == module,
        }
    }

    fn header(&self) -> String {
        match self {
            Home::Project => "_project.tr".to_owned(),
            Home::Module(module) => format!("{module}/_module.tr"),
        }
    }
}

/// Restamps the lowerings that an editorial change of `label` has made stale; returns their paths.
///
/// `module` chooses among several scopes; `.` is the project.
///
/// # Errors
/// `unknown-decision` when the label is and was nowhere, `usage` when it is in several scopes,
/// `io`, `config-…`.
pub fn editorial(
    root: &RootDir,
    label: &str,
    module: Option<&str>,
) -> Result<Vec<String>, Vec<Diagnostic>> {
    let writing = Writing::begin(root)?;
    let snapshot = &writing.snapshot;
    let mut homes: Vec<Home> = vec![Home::Project];
    let mut modules: Vec<&str> =
        snapshot.paths().map(|path| module_of(path)).filter(|module| !module.is_empty()).collect();
    modules.sort_unstable();
    modules.dedup();
    homes.extend(modules.into_iter().map(|module| Home::Module(module.to_owned())));
    match module {
        Some(".") => homes.retain(|home| *home == Home::Project),
        Some(module) => homes.retain(|home| *home == Home::Module(module.to_owned())),
        None => {}
    }
    let lowerings = lowerings(snapshot);
    homes.retain(|home| is_known(snapshot, home, label, &lowerings));
    let home = match &homes[..] {
        [home] => home,
        [] => {
            let message = format!("no decision `{label}` is in scope or was cited");
            return Err(vec![Diagnostic::new(Code::UnknownDecision, message)]);
        }
        _ => {
            let message = format!("`{label}` is a decision of {} scopes", homes.len());
            let fault = Diagnostic::new(Code::Usage, message);
            let fault =
                homes.iter().fold(fault, |fault, home| fault.note(format!("`{}`", home.header())));
            return Err(vec![
                fault.note("choose with `--module PATH`, or `--module .` for the project"),
            ]);
        }
    };
    let mut restamped = Vec::new();
    for (path, lowering) in lowerings.iter().filter(|(path, _)| home.binds(path)) {
        let Some(lock) = snapshot.lock(path) else { continue };
        let mut lock = (**lock).clone();
        lock.lowering = Some(restamp(&snapshot.in_scope(path), home.scope(), label, lowering));
        if writing.put(path, &lock).map_err(|fault| vec![fault])? {
            restamped.push((*path).to_owned());
        }
    }
    // Also when nothing is left to restamp: a run before may have ended between the two.
    writing.manifest()?;
    Ok(restamped)
}

fn lowerings(snapshot: &Snapshot) -> Vec<(&str, &Lowering)> {
    let sound = snapshot.paths().filter(|path| snapshot.dropping(path).is_empty());
    sound.filter_map(|path| Some((&**path, snapshot.lock(path)?.lowering.as_ref()?))).collect()
}

fn is_known(
    snapshot: &Snapshot,
    home: &Home,
    label: &str,
    lowerings: &[(&str, &Lowering)],
) -> bool {
    let header = home.header();
    let header = header.strip_suffix(".tr").expect("a specification");
    let is_present = snapshot
        .spec(header)
        .is_some_and(|spec| spec.decisions().iter().any(|entry| entry.label == label));
    is_present
        || lowerings.iter().filter(|(path, _)| home.binds(path)).any(|(path, lowering)| {
            let is_cited = lowering
                .applied
                .iter()
                .any(|applied| applied.scope == home.scope() && applied.label == label);
            is_cited || explains(&snapshot.in_scope(path), home.scope(), label, lowering)
        })
}

/// Says whether a lowering's scope differs from the present one by exactly this label.
fn explains(in_scope: &InScope, scope: Scope, label: &str, lowering: &Lowering) -> bool {
    let is_present = in_scope.find(scope, label).is_some();
    lowering.scope_hash != in_scope.hash()
        && lowering.scope_hash == in_scope.hash_with(scope, label, !is_present)
}

fn restamp(in_scope: &InScope, scope: Scope, label: &str, old: &Lowering) -> Lowering {
    let mut lowering = old.clone();
    if explains(in_scope, scope, label, old) {
        lowering.scope_hash = in_scope.hash();
    }
    let is_it = |of: Scope, cited: &str| of == scope && cited == label;
    match in_scope.find(scope, label) {
        None => lowering.applied.retain(|applied| !is_it(applied.scope, &applied.label)),
        Some(entry) => {
            for applied in &mut lowering.applied {
                if is_it(applied.scope, &applied.label) {
                    applied.hash = entry.hash;
                }
            }
        }
    }
    lowering
}
