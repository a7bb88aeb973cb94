//! `refresh`: locks follow what may follow without a test or a lowering.
//!
//! | Part | Stamped |
//! |---|---|
//! | prose | always; a change sets `review-suggested` |
//! | Soil and its edges | when the definition is sound |
//! | decisions of headers | always |
//! | blocks and hatches | when `formal` and `test` are what the lock says |
//! | `formal` of types and headers | when they check; nothing else re-verifies them |
//!
//! Spec: `design#6.3`, `lock-schema#8`.

use rustc_hash::FxHashMap;

use crate::contract::Diagnostic;
use crate::root::Snapshot;
use crate::root::change::{Writing, write_manifest};
use crate::root::find::RootDir;
use crate::root::lock::{Checks, Lock, ProseState, Provenance, Verdict};
use crate::root::program::State;
use crate::root::record;
use crate::root::status::{self, Standing};
use crate::spec::digest::Digest;
use crate::spec::{Kind, Spec};

/// What a refresh has done.
#[derive(Debug)]
pub struct Refreshed {
    /// Definition paths whose locks were written, in path order.
    pub written: Vec<String>,
    /// Why definitions were left out; empty when all is well.
    pub dropped: Vec<Diagnostic>,
    /// Where every definition stands afterwards.
    pub standings: Vec<Standing>,
}

/// Refreshes a root.
///
/// # Errors
/// What concerns the root as a whole: `config-…`, `io`. The pin is the caller's to check.
pub fn refresh(root: &RootDir) -> Result<Refreshed, Vec<Diagnostic>> {
    let writing = Writing::begin(root)?;
    let snapshot = &writing.snapshot;
    let mut written = Vec::new();
    let mut dropped = snapshot.diagnostics();
    for path in snapshot.paths() {
        if !snapshot.dropping(path).is_empty() {
            continue;
        }
        let Some(spec) = snapshot.spec(path) else { continue };
        let next = next(snapshot, spec, snapshot.lock(path).map(|lock| &**lock));
        match writing.put(path, &next) {
            Ok(true) => written.push(path.to_string()),
            Ok(false) => {}
            Err(fault) => dropped.push(fault),
        }
    }
    let after = snapshot.reload()?;
    if let Err(fault) = write_manifest(&after) {
        dropped.push(fault);
    }
    Ok(Refreshed { written, dropped, standings: status::all(&after) })
}

/// Returns the lock that a definition has after a refresh.
pub fn next(snapshot: &Snapshot, spec: &Spec, old: Option<&Lock>) -> Lock {
    let mut lock = match old {
        Some(old) => follow(spec, old),
        None => record::fresh(spec),
    };
    match spec.kind {
        Kind::Function => soil(snapshot, spec, &mut lock),
        Kind::Type | Kind::Module | Kind::Project => reverify(snapshot, spec, &mut lock),
    }
    lock
}

fn follow(spec: &Spec, old: &Lock) -> Lock {
    let mut lock = old.clone();
    lock.name = spec.name.to_string();
    let stored = &mut lock.spec.hashes;
    if stored.prose != spec.hashes.prose {
        stored.prose = spec.hashes.prose;
        lock.spec.prose_state = ProseState::ReviewSuggested;
        lock.versions = record::versions();
    }
    if stored.formal == spec.hashes.formal && stored.test == spec.hashes.test {
        lock.spec.blocks = record::blocks(spec);
        lock.spec.escape_hatches = record::hatches(spec);
    }
    lock.spec.decisions = record::decisions(spec);
    lock
}

/// Anchors the recorded Soil to the one that stands there.
fn soil(snapshot: &Snapshot, spec: &Spec, lock: &mut Lock) {
    let is_sound = snapshot.node(&spec.path).is_some_and(|node| node.state == State::Sound);
    let Some(lowering) = lock.lowering.as_mut().filter(|_| is_sound) else { return };
    let Some(now) = record::lowering(snapshot, &spec.path) else { return };
    if now.soil_hash != lowering.soil_hash {
        let stored: FxHashMap<&str, Digest> = lowering
            .calls
            .iter()
            .chain(&lowering.private_helpers)
            .map(|edge| (edge.name.as_str(), edge.hash))
            .collect();
        let hashed = snapshot.node(&spec.path).and_then(|node| node.hashed.as_ref());
        let is_own_edit =
            hashed.is_none_or(|hashed| hashed.with_stored(&stored) != lowering.soil_hash);
        if is_own_edit {
            lowering.provenance = Provenance::HandEdited;
        }
    }
    lowering.soil_hash = now.soil_hash;
    lowering.calls = now.calls;
    lowering.private_helpers = now.private_helpers;
}

/// Types and headers have no tests: that they check is all there is to verify.
fn reverify(snapshot: &Snapshot, spec: &Spec, lock: &mut Lock) {
    lock.checks = record::checks(snapshot, spec);
    if let Some(user) = snapshot.environment().types.get(&spec.name)
        && user.path == spec.path
    {
        lock.cycle_hash = user.cycle;
    }
    let is_good = !matches!(
        lock.checks,
        Some(
            Checks::Type { types: Verdict::Error, .. } | Checks::Module { exports: Verdict::Error }
        )
    );
    if is_good && lock.spec.hashes.formal != spec.hashes.formal {
        lock.spec.hashes.formal = spec.hashes.formal;
        lock.spec.blocks = record::blocks(spec);
        lock.spec.escape_hatches = record::hatches(spec);
        lock.versions = record::versions();
        lock.accepted = false;
    }
}
