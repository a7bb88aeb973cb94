//! In which order definitions may be lowered, and what they wait for.
//!
//! Known dependencies of a definition that nobody has lowered yet: the definitions that its clauses
//! and properties call, those that an earlier lowering called, and, as a hint only, definitions that
//! its prose names in a code span.
//!
//! Spec: `design#4.6`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{DefPath, Faults, Planned};
use crate::root::lock::{Outcome, Provenance};
use crate::root::program::State;
use crate::root::status::{self, Flag, Standing, Status};
use crate::root::{Snapshot, rules};
use crate::spec::{Kind, Payload, Spec, stem_of};

/// Puts definitions in order; see [`Library::plan`](crate::lowering::library::Library::plan).
pub(super) fn plan(snapshot: &Snapshot, names: &[String]) -> Result<Vec<Planned>, Faults> {
    let mut wanted: BTreeSet<Arc<str>> = BTreeSet::new();
    for name in names {
        let path = snapshot.resolve(name).map_err(|fault| vec![fault])?;
        // A faulty specification is reported when its job opens, with all its faults.
        let kind = snapshot.spec(&path).map(|spec| spec.kind);
        if let Some(kind) = kind.filter(|kind| *kind != Kind::Function) {
            let message = format!("`{path}` is a {}; functions are lowered", kind.word());
            return Err(vec![Diagnostic::new(Code::Usage, message)]);
        }
        wanted.insert(path);
    }
    if names.is_empty() {
        let standings = status::all(snapshot);
        let needing = standings.iter().filter(|standing| needs_lowering(snapshot, standing));
        wanted.extend(needing.map(|standing| Arc::from(standing.path.as_str())));
    }
    let mut firm: BTreeMap<Arc<str>, BTreeSet<Arc<str>>> = BTreeMap::new();
    let mut hints = firm.clone();
    for path in &wanted {
        let Some(spec) = snapshot.spec(path) else { continue };
        let among = |mut paths: BTreeSet<Arc<str>>| {
            paths.retain(|other| wanted.contains(other) && other != path);
            paths
        };
        firm.insert(path.clone(), among(dependencies(snapshot, spec)));
        hints.insert(path.clone(), among(mentioned(snapshot, spec)));
    }
    let none = BTreeSet::new();
    let mut planned: Vec<Planned> = Vec::new();
    let mut left = wanted.clone();
    while !left.is_empty() {
        let is_free = |path: &&Arc<str>, edges: &BTreeMap<_, BTreeSet<Arc<str>>>| {
            edges.get(*path).unwrap_or(&none).is_disjoint(&left)
        };
        let next = left
            .iter()
            .find(|path| is_free(path, &firm) && is_free(path, &hints))
            // A cycle of hints is no cycle.
            .or_else(|| left.iter().find(|path| is_free(path, &firm)));
        let Some(next) = next.cloned() else {
            let message = "the clauses of these definitions call each other in a cycle";
            let fault = Diagnostic::new(Code::StateCycle, message);
            return Err(vec![
                left.iter().fold(fault, |fault, path| fault.note(format!("`{path}`"))),
            ]);
        };
        left.remove(&next);
        let needs = firm.get(&next).unwrap_or(&none);
        let def = |path: &Arc<str>| DefPath(path.to_string());
        planned.push(Planned { def: def(&next), needs: needs.iter().map(def).collect() });
    }
    Ok(planned)
}

/// Lists the known dependencies of a specification that have no Soil to rely on.
pub(super) fn blocked(snapshot: &Snapshot, spec: &Spec) -> Faults {
    let missing = dependencies(snapshot, spec)
        .into_iter()
        .filter(|path| **path != *spec.path && !is_lowered(snapshot, path));
    missing
        .map(|path| {
            let message = format!("`{}` needs `{path}`, which has no sound Soil", spec.path);
            Diagnostic::new(Code::JobBlockedCallee, message)
                .in_file(spec.source.name())
                .note(format!("lower it first: `trellis lower {path} {}`", spec.path))
        })
        .collect()
}

fn needs_lowering(snapshot: &Snapshot, standing: &Standing) -> bool {
    if standing.kind != Kind::Function {
        return false;
    }
    let lock = snapshot.lock(&standing.path);
    let is_formal_stale = standing.has(&Flag::FormalStale);
    let is_red = lock.is_some_and(|lock| lock.tests.iter().any(|row| row.result == Outcome::Fail));
    let is_by_hand = lock
        .and_then(|lock| lock.lowering.as_ref())
        .is_some_and(|lowering| lowering.provenance == Provenance::HandEdited)
        || standing.has(&Flag::SoilDrift)
        || standing.has(&Flag::SoilUntracked);
    match standing.status {
        // Soil that is there without a record is somebody's work; `trellis test` adopts it.
        Status::Unlocked | Status::Unlowered => snapshot.soil(&standing.path).is_none(),
        Status::Partial => true,
        _ => is_formal_stale || (is_red && !is_by_hand),
    }
}

fn is_lowered(snapshot: &Snapshot, path: &str) -> bool {
    let has_holes = |node: &crate::root::program::Node| {
        let checked = node.checked.as_ref().and_then(|checked| checked.facts.as_ref());
        checked.is_some_and(|facts| !facts.holes.is_empty())
    };
    snapshot.node(path).is_some_and(|node| node.state == State::Sound && !has_holes(node))
}

/// Lists the functions that clauses and properties call, and those that the lock says were called.
fn dependencies(snapshot: &Snapshot, spec: &Spec) -> BTreeSet<Arc<str>> {
    let mut found = BTreeSet::new();
    for block in &spec.blocks {
        let predicates: Vec<_> = match &block.payload {
            Payload::Clauses(clauses) => clauses.iter().map(|clause| &clause.predicate).collect(),
            Payload::Property(property) => vec![&property.predicate],
            _ => continue,
        };
        for predicate in predicates {
            rules::calls(&predicate.tree, predicate.pred, &mut |name, _| {
                found.extend(named(snapshot, spec, name));
            });
        }
    }
    let lowering = snapshot.lock(&spec.path).and_then(|lock| lock.lowering.as_ref());
    for edge in lowering.into_iter().flat_map(|lowering| &lowering.calls) {
        found.extend(named(snapshot, spec, edge.name.rsplit("::").next().unwrap_or_default()));
    }
    found
}

/// Lists the functions that the prose names in code spans.
fn mentioned(snapshot: &Snapshot, spec: &Spec) -> BTreeSet<Arc<str>> {
    spec.code_spans.iter().filter_map(|(text, _)| named(snapshot, spec, text)).collect()
}

/// Finds the function that a name means from inside a specification: a path, one of its own
/// module, or the only one of that name.
fn named(snapshot: &Snapshot, spec: &Spec, name: &str) -> Option<Arc<str>> {
    let is_function =
        |path: &str| snapshot.spec(path).is_some_and(|found| found.kind == Kind::Function);
    let own = match spec.module() {
        "" => name.to_owned(),
        module => format!("{module}/{name}"),
    };
    if let Some(path) = [own.as_str(), name].into_iter().find(|path| is_function(path)) {
        return Some(Arc::from(path));
    }
    let mut all = snapshot.paths().filter(|path| stem_of(path) == name && is_function(path));
    all.next().filter(|_| all.next().is_none()).cloned()
}
