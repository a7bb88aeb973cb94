//! Recording: what a verification stamps into a lock.
//!
//! Comes in: a definition's snapshot and its report. Goes out: the lock as it should be now;
//! whoever holds the root's advisory lock writes it.
//!
//! | Event | Stamps |
//! |---|---|
//! | green | test hash, blocks, hatches, rows, checks, oracles; the formal hash too when the Soil still has the declared signature; `human-verified` for Soil that nobody had recorded |
//! | red | rows, checks, oracles |
//!
//! Spec: `lock-schema#8`.

use crate::root::lock::{self, Lock, Oracle, Outcome, Row};
use crate::root::{Snapshot, record};
use crate::spec::{Reference, Spec};
use crate::verify::run::SuiteReport;
use crate::verify::suite::RowHead;
use crate::verify::whole::Verified;

/// What changed in a lock besides its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The definition was accepted and no longer is.
    pub revoked: bool,
    /// Soil that nobody had recorded is now tracked.
    pub adopted: bool,
}

/// Returns the lock that a verification leaves behind.
pub fn stamp(snapshot: &Snapshot, spec: &Spec, verified: &Verified) -> (Lock, Changes) {
    let known = snapshot.lock(&spec.path);
    let mut lock = known.map_or_else(|| record::fresh(spec), |lock| Lock::clone(lock));
    let was_accepted = lock.accepted;
    lock.tests = rows(&verified.report);
    lock.oracles = oracles(spec, verified);
    lock.checks = record::checks(snapshot, spec).or(lock.checks);
    let mut changes = Changes::default();
    if verified.is_green() {
        let before = lock.spec.hashes;
        lock.spec.hashes.test = spec.hashes.test;
        if matches_signature(snapshot, spec) {
            lock.spec.hashes.formal = spec.hashes.formal;
        }
        lock.spec.blocks = record::blocks(spec);
        lock.spec.escape_hatches = record::hatches(spec);
        let now = lock.spec.hashes;
        if (before.formal, before.test) != (now.formal, now.test) {
            lock.versions = record::versions();
            lock.accepted = false;
        }
        if lock.lowering.is_none() {
            lock.lowering = record::lowering(snapshot, &spec.path);
            changes.adopted = lock.lowering.is_some();
        }
    }
    // Nothing stays accepted that its own invariant would refuse.
    if lock.accepted && lock::check(&lock).is_err() {
        lock.accepted = false;
    }
    changes.revoked = was_accepted && !lock.accepted;
    (lock, changes)
}

fn matches_signature(snapshot: &Snapshot, spec: &Spec) -> bool {
    let node = snapshot.node(&spec.path);
    node.is_some_and(|node| record::signature_gate(spec, node).is_ok())
}

/// Restates the rows of a report as a lock lists them.
pub fn rows(report: &SuiteReport) -> Vec<Row> {
    let row = |row: &crate::verify::run::RowReport| {
        let RowHead { name, tier, origin } = row.head.clone();
        let outcome: Outcome = row.outcome;
        Row { name, tier, mode: row.head.mode(), origin, result: outcome }
    };
    report.rows.iter().map(row).collect()
}

fn oracles(spec: &Spec, verified: &Verified) -> Vec<Oracle> {
    let oracle = spec.reference().zip(verified.oracle_hash);
    let recorded = oracle.map(|(reference, hash)| match reference {
        Reference::Python { .. } => Oracle::Reference { path: reference.line(), hash },
        Reference::Cli { command } => Oracle::Cli { command: command.clone(), hash },
    });
    recorded.into_iter().collect()
}
