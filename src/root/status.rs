//! The status ladder and its flags: derived, never stored.
//!
//! Spec: `lock-schema#8`.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::contract::Code;
use crate::root::Snapshot;
use crate::root::hashing;
use crate::root::lock::{
    Assurance, Checks, Lock, Lowering, Outcome, ProseState, Scope, Verdict, Word as _,
};
use crate::spec::digest::Digest;
use crate::spec::{Kind, Payload, Spec};

/// How far a definition has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has no lock.
    Unlocked,
    /// A human called it good.
    Accepted,
    /// A header without a fault.
    Ok,
    /// A function without recorded Soil.
    Unlowered,
    /// It was never checked.
    Unchecked,
    /// Its Soil has typed holes.
    Partial,
    /// Its check failed.
    Error,
    /// Every clause is proven, every test green.
    Verified,
    /// Every test is green.
    Tested,
    /// It type-checks.
    Typed,
}

impl Status {
    /// Every rung.
    pub const ALL: [Status; 10] = [
        Status::Unlocked,
        Status::Accepted,
        Status::Ok,
        Status::Unlowered,
        Status::Unchecked,
        Status::Partial,
        Status::Error,
        Status::Verified,
        Status::Tested,
        Status::Typed,
    ];

    /// Returns the word of tables and documents.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Unlocked => "unlocked",
            Status::Accepted => "accepted",
            Status::Ok => "ok",
            Status::Unlowered => "unlowered",
            Status::Unchecked => "unchecked",
            Status::Partial => "partial",
            Status::Error => "error",
            Status::Verified => "verified",
            Status::Tested => "tested",
            Status::Typed => "typed",
        }
    }
}

/// Something about a definition that a human or a job should look at; never moves the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// `no-lock`
    NoLock,
    /// `formal-stale`
    FormalStale,
    /// `test-stale`
    TestStale,
    /// `prose-stale`
    ProseStale,
    /// `review-suggested`
    ReviewSuggested,
    /// `soil-missing`
    SoilMissing,
    /// `soil-untracked`
    SoilUntracked,
    /// `soil-drift`
    SoilDrift,
    /// `stale-callees`
    StaleCallees,
    /// `decision-scope-stale`
    DecisionScopeStale,
    /// `decision-stale:<label>`
    DecisionStale(String),
    /// `open-question`
    OpenQuestion,
    /// `real-untested:<block>`
    RealUntested(String),
    /// `preflight:<code>`; set by whoever ran the pre-flight.
    Preflight(Code),
}

impl Flag {
    /// Reads the form that is shown.
    pub fn parse(text: &str) -> Option<Flag> {
        Some(match text.split_once(':') {
            Some(("decision-stale", label)) => Flag::DecisionStale(label.to_owned()),
            Some(("real-untested", block)) => Flag::RealUntested(block.to_owned()),
            Some(("preflight", code)) => Flag::Preflight(Code::parse(code)?),
            Some(_) => return None,
            None => match text {
                "no-lock" => Flag::NoLock,
                "formal-stale" => Flag::FormalStale,
                "test-stale" => Flag::TestStale,
                "prose-stale" => Flag::ProseStale,
                "review-suggested" => Flag::ReviewSuggested,
                "soil-missing" => Flag::SoilMissing,
                "soil-untracked" => Flag::SoilUntracked,
                "soil-drift" => Flag::SoilDrift,
                "stale-callees" => Flag::StaleCallees,
                "decision-scope-stale" => Flag::DecisionScopeStale,
                "open-question" => Flag::OpenQuestion,
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flag::NoLock => f.write_str("no-lock"),
            Flag::FormalStale => f.write_str("formal-stale"),
            Flag::TestStale => f.write_str("test-stale"),
            Flag::ProseStale => f.write_str("prose-stale"),
            Flag::ReviewSuggested => f.write_str("review-suggested"),
            Flag::SoilMissing => f.write_str("soil-missing"),
            Flag::SoilUntracked => f.write_str("soil-untracked"),
            Flag::SoilDrift => f.write_str("soil-drift"),
            Flag::StaleCallees => f.write_str("stale-callees"),
            Flag::DecisionScopeStale => f.write_str("decision-scope-stale"),
            Flag::DecisionStale(label) => write!(f, "decision-stale:{label}"),
            Flag::OpenQuestion => f.write_str("open-question"),
            Flag::RealUntested(block) => write!(f, "real-untested:{block}"),
            Flag::Preflight(code) => write!(f, "preflight:{code}"),
        }
    }
}

/// Where one definition stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The definition path.
    pub path: String,
    /// What the specification describes.
    pub kind: Kind,
    /// The rung of the ladder.
    pub status: Status,
    /// Flags with one sentence each: the two hashes, or the file, that caused it.
    pub flags: Vec<(Flag, String)>,
}

impl Standing {
    /// Says whether a flag is set.
    pub fn has(&self, flag: &Flag) -> bool {
        self.flags.iter().any(|(set, _)| set == flag)
    }
}

/// Derives where every valid definition stands, in path order.
///
/// Definitions whose specification or lock is faulty have no standing; see
/// [`Snapshot::dropping`].
pub fn all(snapshot: &Snapshot) -> Vec<Standing> {
    use rayon::prelude::*;
    let paths: Vec<&str> = snapshot.paths().map(|path| &**path).collect();
    paths.par_iter().with_min_len(64).filter_map(|path| of(snapshot, path)).collect()
}

/// Derives where one definition stands; `None` when its specification or its lock is faulty.
pub fn of(snapshot: &Snapshot, path: &str) -> Option<Standing> {
    let spec = snapshot.spec(path)?;
    let files = snapshot.files(path)?;
    if !snapshot.dropping(path).is_empty() {
        return None;
    }
    let lock = snapshot.lock(path).map(|lock| &**lock);
    let mut flags = Vec::new();
    match lock {
        None => flags.push((Flag::NoLock, format!("`{path}.lock` does not exist"))),
        Some(lock) => {
            spec_flags(spec, lock, &mut flags);
            soil_flags(snapshot, spec, lock, &mut flags);
            if let Some(lowering) = &lock.lowering {
                decision_flags(snapshot, path, lowering, &mut flags);
            }
        }
    }
    if lock.is_none() && spec.kind == Kind::Function && files.soil.is_some() {
        let why = format!("`{path}.soil` exists, but no lock records it");
        flags.push((Flag::SoilUntracked, why));
    }
    if files.question.is_some() {
        flags.push((Flag::OpenQuestion, format!("`{path}.question.json` waits for an answer")));
    }
    if let Some(lock) = lock.filter(|lock| lock.lowering.is_some()) {
        for block in untested(spec, lock, true) {
            let why = format!("`{block}` was not run since the Soil changed; run `trellis test`");
            flags.push((Flag::RealUntested(block), why));
        }
    }
    let status = ladder(spec, lock);
    Some(Standing { path: path.to_owned(), kind: spec.kind, status, flags })
}

fn ladder(spec: &Spec, lock: Option<&Lock>) -> Status {
    let Some(lock) = lock else { return Status::Unlocked };
    if lock.accepted {
        return Status::Accepted;
    }
    match spec.kind {
        Kind::Project => return Status::Ok,
        Kind::Function if lock.lowering.is_none() => return Status::Unlowered,
        _ => {}
    }
    let (verdict, assurances) = match &lock.checks {
        None => return Status::Unchecked,
        Some(Checks::Function { holes, .. }) if *holes > 0 => return Status::Partial,
        Some(Checks::Function { types, refinements, .. }) => (types, Some(refinements)),
        Some(Checks::Type { types, invariants }) => (types, Some(invariants)),
        Some(Checks::Module { exports }) => (exports, None),
    };
    if *verdict == Verdict::Error {
        return Status::Error;
    }
    let Some(assurances) = assurances else { return Status::Ok };
    let is_green = !lock.tests.is_empty()
        && lock.tests.iter().all(|row| matches!(row.result, Outcome::Pass | Outcome::Xfail))
        && untested(spec, lock, false).is_empty();
    let is_proven =
        !assurances.is_empty() && assurances.values().all(|word| *word == Assurance::Proven);
    match (is_green, is_proven) {
        (true, true) => Status::Verified,
        (true, false) => Status::Tested,
        (false, _) => Status::Typed,
    }
}

/// Lists `test` and `cram` blocks that lack a row; `cram` blocks only, when `real_only`.
fn untested(spec: &Spec, lock: &Lock, real_only: bool) -> Vec<String> {
    let rows: FxHashSet<&str> = lock.tests.iter().map(|row| row.name.as_str()).collect();
    let lacks = |name: &str, count: usize| {
        (1..=count).any(|k| !rows.contains(format!("{name}#{k}").as_str()))
    };
    let mut blocks = Vec::new();
    for block in &spec.blocks {
        let (is_real, count) = match &block.payload {
            Payload::Test(test) => (false, test.cases.len()),
            Payload::Cram(cram) => (true, cram.steps.len()),
            _ => continue,
        };
        let Some(name) = &block.info.name else { continue };
        if (is_real || !real_only) && lacks(name, count) {
            blocks.push(name.to_string());
        }
    }
    blocks
}

fn spec_flags(spec: &Spec, lock: &Lock, flags: &mut Vec<(Flag, String)>) {
    let stored = &lock.spec.hashes;
    let current = &spec.hashes;
    let file = spec.source.name();
    let mut compare = |flag: Flag, part: &str, stored: Digest, current: Digest| {
        if stored != current {
            flags.push((
                flag,
                format!(
                    "`{part}` of `{file}` is {}, the lock has {}",
                    short(current),
                    short(stored)
                ),
            ));
        }
    };
    compare(Flag::FormalStale, "formal", stored.formal, current.formal);
    if let (Some(stored), Some(current)) = (stored.test, current.test) {
        compare(Flag::TestStale, "test", stored, current);
    }
    compare(Flag::ProseStale, "prose", stored.prose, current.prose);
    if lock.spec.prose_state == ProseState::ReviewSuggested {
        flags.push((
            Flag::ReviewSuggested,
            format!(
                "the prose of `{file}` changed after the Soil was written; read both, then \
                     `trellis review {}`",
                spec.path
            ),
        ));
    }
}

fn soil_flags(snapshot: &Snapshot, spec: &Spec, lock: &Lock, flags: &mut Vec<(Flag, String)>) {
    if spec.kind != Kind::Function {
        return;
    }
    let path = &spec.path;
    let has_soil = snapshot.soil(path).is_some();
    let lowering = match (&lock.lowering, has_soil) {
        (None, true) => {
            let why = format!("`{path}.soil` exists, but the lock has no lowering");
            flags.push((Flag::SoilUntracked, why));
            return;
        }
        (Some(_), false) => {
            let why = format!("the lock records a lowering, but `{path}.soil` does not exist");
            flags.push((Flag::SoilMissing, why));
            return;
        }
        (None, false) => return,
        (Some(lowering), true) => lowering,
    };
    let node = snapshot.node(path);
    let Some(hashed) = node.and_then(|node| node.hashed.as_ref()) else {
        return unhashed(snapshot, path, lowering, flags);
    };
    if hashed.soil_hash == lowering.soil_hash {
        return;
    }
    let stored: FxHashMap<&str, Digest> = lowering
        .calls
        .iter()
        .chain(&lowering.private_helpers)
        .map(|edge| (edge.name.as_str(), edge.hash))
        .collect();
    let own = hashed.with_stored(&stored);
    let hashes = format!("{}, the lock has {}", short(hashed.soil_hash), short(lowering.soil_hash));
    if own == lowering.soil_hash {
        let moved: Vec<String> = hashed
            .calls()
            .into_iter()
            .chain(hashing::private_helpers(snapshot.program(), snapshot.id(path).expect("hashed")))
            .filter(|edge| stored.get(edge.name.as_str()).is_some_and(|old| *old != edge.hash))
            .map(|edge| format!("`{}`", edge.name))
            .collect();
        let why = format!("what it calls changed ({}): its hash is {hashes}", moved.join(", "));
        flags.push((Flag::StaleCallees, why));
    } else {
        let why = format!("`{path}.soil` was edited: its hash is {hashes}");
        flags.push((Flag::SoilDrift, why));
    }
}

/// Soil without a hash was edited into something faulty, or rests on something faulty.
fn unhashed(snapshot: &Snapshot, path: &str, lowering: &Lowering, flags: &mut Vec<(Flag, String)>) {
    let own = snapshot.files(path).and_then(|files| files.soil.as_ref());
    let is_broken = own.is_some_and(|soil| soil.file.is_err())
        || snapshot
            .node(path)
            .and_then(|node| node.checked.as_ref())
            .is_some_and(|checked| !checked.diagnostics.is_empty());
    if is_broken {
        let why = format!(
            "`{path}.soil` no longer checks, so it is not what the lock recorded as {}",
            short(lowering.soil_hash)
        );
        flags.push((Flag::SoilDrift, why));
    }
}

fn decision_flags(
    snapshot: &Snapshot,
    path: &str,
    lowering: &Lowering,
    flags: &mut Vec<(Flag, String)>,
) {
    let scope = snapshot.in_scope(path);
    let current = scope.hash();
    if current != lowering.scope_hash {
        flags.push((
            Flag::DecisionScopeStale,
            format!(
                "decisions in scope came or went: their hash is {}, the lock has {}",
                short(current),
                short(lowering.scope_hash)
            ),
        ));
    }
    for applied in &lowering.applied {
        let label = &applied.label;
        let home = match applied.scope {
            Scope::Project => "_project.tr".to_owned(),
            Scope::Module => format!("{}/_module.tr", crate::spec::module_of(path)),
        };
        let why = match scope.find(applied.scope, label) {
            None => {
                format!("the {} decision `{label}` is gone from `{home}`", applied.scope.word())
            }
            Some(entry) if entry.hash != applied.hash => format!(
                "the decision `{label}` of `{home}` is {}, the lock has {}",
                short(entry.hash),
                short(applied.hash)
            ),
            Some(_) => continue,
        };
        let flag = Flag::DecisionStale(label.clone());
        if !flags.iter().any(|(set, _)| *set == flag) {
            flags.push((flag, why));
        }
    }
}

/// Enough of a digest to tell two apart, as people compare them.
fn short(digest: Digest) -> String {
    digest.to_string()[..19].to_owned()
}
