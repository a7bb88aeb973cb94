//! Which verifications need not run again: results keyed by everything that they depend on.
//!
//! Comes in: a snapshot. Goes out: keys, and the green results of earlier runs with the same key.
//! The file below `.trellis/cache/` is disposable: without it, or with a damaged one, everything
//! runs. Only results without any fault are kept, so a failure is always looked at afresh, and
//! definitions with cram blocks are never kept, since a session may depend on anything.
//!
//! Spec: `lock-schema#8`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::contract::Diagnostic;
use crate::root::Snapshot;
use crate::root::files;
use crate::root::lock::{Origin, Outcome, Tier, Word};
use crate::root::pin;
use crate::soil::syntax::tree::{PredId, PredKind, TermId, TermKind, Tree};
use crate::spec::Spec;
use crate::spec::digest::Digest;
use crate::verify::run::{RowReport, Shown, SuiteReport};
use crate::verify::suite::RowHead;
use crate::verify::whole::Verified;

/// Version of the file; another one is as good as none.
const FORMAT: u32 = 1;

/// Green results of earlier runs, by definition path.
#[derive(Debug, Default)]
pub struct Cache {
    entries: BTreeMap<String, Entry>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry {
    key: String,
    n_cases: u64,
    /// Name, tier, origin and outcome, by the words of the lock.
    rows: Vec<(String, String, String, String)>,
}

impl Cache {
    /// Reads the cache of a root; an unreadable one is empty.
    pub fn load(snapshot: &Snapshot) -> Cache {
        let file = fs::read(place(snapshot)).ok();
        let file = file.and_then(|bytes| serde_json::from_slice::<File>(&bytes).ok());
        match file {
            Some(File { format: FORMAT, entries }) => Cache { entries },
            Some(_) | None => Cache::default(),
        }
    }

    /// Returns the report of an earlier run with the same key.
    pub fn find(&self, path: &str, key: Digest) -> Option<SuiteReport> {
        let entry = self.entries.get(path).filter(|entry| entry.key == key.to_string())?;
        let row = |(name, tier, origin, outcome): &(String, String, String, String)| {
            let head = RowHead {
                name: name.clone(),
                tier: Tier::from_word(tier)?,
                origin: Origin::from_word(origin)?,
            };
            let outcome = Outcome::from_word(outcome)?;
            Some(RowReport { head, outcome, details: None, shown: Shown::default() })
        };
        let rows = entry.rows.iter().map(row).collect::<Option<_>>()?;
        let n_cases = entry.n_cases;
        Some(SuiteReport { path: path.into(), rows, diagnostics: Vec::new(), n_cases })
    }

    /// Keeps a report, or forgets the definition when there is anything to look at again.
    ///
    /// Findings are not kept, so whatever has one is looked at again and shows it again.
    pub fn put(&mut self, verified: &Verified) {
        let report = &verified.report;
        let is_green = report.is_green() && verified.diagnostics().is_empty();
        let Some(key) = verified.key.filter(|_| is_green) else {
            self.entries.remove(&*report.path);
            return;
        };
        let row = |row: &RowReport| {
            let RowHead { name, tier, origin } = &row.head;
            let words = (tier.word(), origin.word(), row.outcome.word());
            (name.clone(), words.0.into(), words.1.into(), words.2.into())
        };
        let rows = report.rows.iter().map(row).collect();
        let entry = Entry { key: key.to_string(), n_cases: report.n_cases, rows };
        self.entries.insert(report.path.to_string(), entry);
    }

    /// Writes the cache, without the definitions that the root no longer has.
    ///
    /// # Errors
    /// `io`; whoever calls may go on, since nothing depends on the file.
    pub fn store(mut self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        self.entries.retain(|path, _| snapshot.spec(path).is_some());
        let file = File { format: FORMAT, entries: self.entries };
        let bytes = serde_json::to_vec(&file).unwrap_or_default();
        let place = place(snapshot);
        if fs::read(&place).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        if let Some(folder) = place.parent() {
            // A failure shows when the file is written, with a better message.
            let _ = fs::create_dir_all(folder);
        }
        files::replace(&place, ".trellis/cache/verified.json", &bytes)
    }
}

fn place(snapshot: &Snapshot) -> PathBuf {
    snapshot.root().file(".trellis/cache/verified.json")
}

/// Digests the types of a root; part of every key.
pub fn types_key(snapshot: &Snapshot) -> Digest {
    let types = &snapshot.environment().types;
    let sorted = types.iter().map(|(name, user)| (name, user.referent)).collect::<BTreeMap<_, _>>();
    let lines = sorted.iter().map(|(name, referent)| format!("{name}\0{referent}\n"));
    Digest::of([lines.collect::<String>()])
}

/// Returns the key of a definition's results; `None` when they must not be kept.
///
/// The key holds the hashes of the specification and the Soil, those of every definition whose name
/// its predicates mention, the types of the root, the oracle's file and the toolchain: more than
/// results can depend on rather than less.
pub fn key(snapshot: &Snapshot, spec: &Spec, types: Digest) -> Option<Digest> {
    if spec.crams().next().is_some() {
        return None;
    }
    let program = snapshot.program();
    let node = program.node(snapshot.id(&spec.path)?);
    let hashed = node.hashed.as_ref()?;
    let mut mentioned = BTreeMap::new();
    for (tree, pred) in predicates(spec) {
        for name in names(tree, pred) {
            for id in snapshot.scope().named(name) {
                let other = program.node(*id);
                let hash = other.hashed.as_ref()?.soil_hash;
                mentioned.insert((other.path.clone(), other.name.clone()), hash);
            }
        }
    }
    let mentioned =
        mentioned.iter().map(|((path, name), hash)| format!("{path}\0{name}\0{hash}\n"));
    let oracle = match spec.reference() {
        Some(reference) => {
            let found = super::oracle::Oracle::find(reference, snapshot.root().path());
            found.ok()?.hash.to_string()
        }
        None => String::new(),
    };
    let hashes = spec.hashes;
    Some(Digest::of([
        "verified/1".to_owned(),
        pin::TRELLIS.to_owned(),
        spec.path.to_string(),
        hashes.formal.to_string(),
        hashes.test.map(|test| test.to_string()).unwrap_or_default(),
        hashed.soil_hash.to_string(),
        types.to_string(),
        mentioned.collect(),
        oracle,
    ]))
}

fn predicates(spec: &Spec) -> impl Iterator<Item = (&Tree, PredId)> {
    let clauses = spec.requires().iter().chain(spec.ensures()).map(|clause| &clause.predicate);
    let properties = spec.properties().map(|(_, property)| &property.predicate);
    clauses.chain(properties).map(|predicate| (&*predicate.tree, predicate.pred))
}

fn names(tree: &Tree, pred: PredId) -> Vec<&str> {
    let mut found = Vec::new();
    let mut preds = vec![pred];
    let mut terms: Vec<TermId> = Vec::new();
    while let Some(pred) = preds.pop() {
        match &tree[pred].kind {
            PredKind::Implies { lhs, rhs }
            | PredKind::Or { lhs, rhs }
            | PredKind::And { lhs, rhs } => preds.extend([*lhs, *rhs]),
            PredKind::Not { pred } => preds.push(*pred),
            PredKind::Cmp { lhs, rhs, .. } => terms.extend([*lhs, *rhs]),
            PredKind::Is { scrutinee, .. } => terms.push(*scrutinee),
            PredKind::Call { name, args } => {
                found.push(name.as_str());
                terms.extend(args);
            }
        }
    }
    while let Some(term) = terms.pop() {
        match &tree[term].kind {
            TermKind::Lit(_) => {}
            TermKind::Path(path) => found.push(path.root.as_str()),
            TermKind::Arith { lhs, rhs, .. } => terms.extend([*lhs, *rhs]),
            TermKind::Call { name, args } => {
                found.push(name.as_str());
                terms.extend(args);
            }
        }
    }
    found
}
