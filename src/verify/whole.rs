//! Verifying definitions of a root: probes, suites, reuse of earlier results.
//!
//! Comes in: a snapshot and the definitions that are wanted. Goes out: a [`Verified`] a
//! definition. Writes nothing; [`record`](crate::verify::record) says what a lock should hold.
//!
//! Spec: `tr-grammar#3`, `design#4.5`.

use std::sync::Arc;

use rayon::prelude::*;

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::program::State;
use crate::spec::digest::Digest;
use crate::spec::{Kind, Spec};
use crate::verify::cache::{self, Cache};
use crate::verify::preflight;
use crate::verify::run::{self, Options, SuiteReport, is_good};
use crate::verify::suite::{Plan, Target, World};

/// What is to be verified and how.
pub struct Request<'a> {
    /// Definition paths, in the order of the answer.
    pub paths: Vec<Arc<str>>,
    /// Whether cram sessions run.
    pub with_real: bool,
    /// Earlier results; `None` runs everything.
    pub cache: Option<&'a Cache>,
}

/// What came of one definition.
#[derive(Clone, Debug)]
pub struct Verified {
    /// Its rows and what kept claims from having any.
    pub report: SuiteReport,
    /// Static faults and findings of the pre-flight; with any of the former nothing ran.
    pub findings: Vec<Diagnostic>,
    /// Hash of the oracle's file.
    pub oracle_hash: Option<Digest>,
    /// Whether the rows are those of an earlier run.
    pub is_reused: bool,
    /// Under which the result may be kept.
    pub key: Option<Digest>,
}

impl Verified {
    /// Lists everything that was found besides rows, each once.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.findings.clone();
        all.extend(self.report.diagnostics.iter().cloned());
        let mut kept: Vec<Diagnostic> = Vec::new();
        for diagnostic in all {
            if !kept.contains(&diagnostic) {
                kept.push(diagnostic);
            }
        }
        kept
    }

    /// Says whether all rows are good and nothing was found that counts.
    pub fn is_green(&self) -> bool {
        self.report.rows.iter().all(|row| is_good(row.outcome))
            && self.diagnostics().iter().all(is_harmless)
    }
}

/// Says whether a finding is shown without making a verification fail.
///
/// Spec: `trellis-daemon#6`.
pub fn is_harmless(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::UnsupportedWhereFilter | Code::UnsupportedInvariantProperty)
}

impl SuiteReport {
    /// Says whether every row is as the specification wants it.
    pub fn is_green(&self) -> bool {
        self.rows.iter().all(|row| is_good(row.outcome))
    }
}

/// Verifies definitions of a root.
pub fn verify(snapshot: &Snapshot, request: &Request<'_>, options: &Options<'_>) -> Vec<Verified> {
    let types = cache::types_key(snapshot);
    let prepared = request.paths.par_iter().map(|path| prepare(snapshot, request, path, types));
    let prepared = prepared.collect::<Vec<_>>();
    let scope = snapshot.scope();
    let world = World { scope, cores: snapshot.cores(), root: snapshot.root().path() };
    let targets = prepared.iter().filter_map(|prepared| match prepared {
        Prepared::Run { spec, .. } => {
            let id = snapshot.id(&spec.path)?;
            Some(Target { spec, id, with_real: request.with_real })
        }
        Prepared::Done(_) => None,
    });
    let plan = Plan::new(world, &targets.collect::<Vec<_>>());
    let mut ran = plan.suites.iter().zip(run::run(&plan, options));
    let finish = |prepared: Prepared| match prepared {
        Prepared::Done(verified) => *verified,
        Prepared::Run { key, findings, .. } => {
            let (suite, report) = ran.next().expect("one suite a target");
            let oracle_hash = suite.oracle.as_ref().map(|oracle| oracle.hash);
            Verified { report, findings, oracle_hash, is_reused: false, key }
        }
    };
    prepared.into_iter().map(finish).collect()
}

enum Prepared {
    /// Nothing is left to run.
    Done(Box<Verified>),
    /// The suite has to run.
    Run { spec: Arc<Spec>, key: Option<Digest>, findings: Vec<Diagnostic> },
}

fn prepare(snapshot: &Snapshot, request: &Request<'_>, path: &Arc<str>, types: Digest) -> Prepared {
    let without_rows = |findings: Vec<Diagnostic>| {
        let report = SuiteReport {
            path: path.clone(),
            rows: Vec::new(),
            diagnostics: Vec::new(),
            n_cases: 0,
        };
        let verified =
            Verified { report, findings, oracle_hash: None, is_reused: false, key: None };
        Prepared::Done(Box::new(verified))
    };
    let faults = snapshot.faults_of(path);
    let Some(spec) = snapshot.spec(path) else { return without_rows(faults) };
    if spec.kind == Kind::Type {
        return without_rows(faults.into_iter().chain(untested_invariants(spec)).collect());
    }
    if !faults.is_empty() || spec.kind != Kind::Function {
        return without_rows(faults);
    }
    if let Some(blocked) = blocked(snapshot, spec) {
        return without_rows(vec![blocked]);
    }
    let key = cache::key(snapshot, spec, types);
    let known = key.zip(request.cache).and_then(|(key, cache)| cache.find(path, key));
    if let Some(report) = known {
        let oracle_hash = spec.reference().and_then(|reference| {
            let root = snapshot.root().path();
            Some(crate::verify::oracle::Oracle::find(reference, root).ok()?.hash)
        });
        let findings = Vec::new();
        let verified = Verified { report, findings, oracle_hash, is_reused: true, key };
        return Prepared::Done(Box::new(verified));
    }
    let world =
        World { scope: snapshot.scope(), cores: snapshot.cores(), root: snapshot.root().path() };
    let findings = preflight::probe(world, spec);
    Prepared::Run { spec: spec.clone(), key, findings }
}

/// Says which callee keeps a definition from being checked, under that callee's own code.
fn blocked(snapshot: &Snapshot, spec: &Spec) -> Option<Diagnostic> {
    let program = snapshot.program();
    let mut open = vec![snapshot.id(&spec.path)?];
    if program.node(open[0]).state != State::Blocked {
        return None;
    }
    while let Some(id) = open.pop() {
        let node = program.node(id);
        if node.state == State::Blocked {
            open.extend(node.callees.iter().copied());
        } else if node.state == State::Faulty {
            let code = snapshot.faults_of(&node.path).first()?.code;
            let message = format!("not run: `{}`, which it uses, has faults", node.name);
            return Some(Diagnostic::new(code, message).in_file(format!("{}.tr", spec.path)));
        }
    }
    let message = "not run: something that it uses has faults";
    Some(Diagnostic::new(Code::UnfilledHole, message).in_file(format!("{}.tr", spec.path)))
}

fn untested_invariants(spec: &Spec) -> Option<Diagnostic> {
    let first = spec.invariants().first()?;
    let message = "invariants are recorded but not tested yet";
    let code = Code::UnsupportedInvariantProperty;
    Some(spec.source.error(code, first.label_span, message))
}
