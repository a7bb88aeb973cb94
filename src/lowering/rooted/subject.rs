//! One definition under lowering, over the snapshot on which its job opened.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::settle;
use crate::contract::documents::{CaseDetails, CaseResult, CaseVerdict, Signatures, TestReport};
use crate::contract::{Code, Diagnostic, SpecRef, spec};
use crate::lowering::bundle;
use crate::lowering::library::{
    Bundle, DecisionRef, DefPath, Draft, Faults, Preflight, Provenance, Scope, Settled, SpecHashes,
    Stop, Subject,
};
use crate::root::lock::{self, Outcome, Word as _};
use crate::root::program::State;
use crate::root::scan::Stamp;
use crate::root::{Snapshot, load, record};
use crate::soil::check::documents::signature_output;
use crate::soil::print;
use crate::spec::{Lang, Spec, module_of};
use crate::verify::cram::Surroundings;
use crate::verify::preflight;
use crate::verify::run::{Options, Times};
use crate::verify::suite::World;
use crate::verify::whole::{self, Verified};

/// The longest draft that is stored, in bytes.
const MAX_DRAFT: usize = 1 << 20;

pub(super) struct Rooted {
    def: DefPath,
    base: Arc<Snapshot>,
    spec: Arc<Spec>,
    hashes: SpecHashes,
    bundle: Bundle,
    /// The root with the last draft that was asked about in place of the Soil on disk.
    drafted: Mutex<Option<(String, Arc<Snapshot>)>>,
}

impl Rooted {
    /// Opens a valid specification.
    pub(super) fn open(base: Arc<Snapshot>, spec: Arc<Spec>, budget: u64) -> Result<Self, Faults> {
        let bundle = bundle::of(&base, &spec.path, budget)?;
        Ok(Rooted {
            def: DefPath(spec.path.to_string()),
            hashes: hashes(&spec),
            drafted: Mutex::default(),
            base,
            spec,
            bundle,
        })
    }

    fn with(&self, draft: &Draft) -> Arc<Snapshot> {
        let mut drafted = self.drafted.lock().unwrap_or_else(PoisonError::into_inner);
        match &*drafted {
            Some((soil, snapshot)) if *soil == draft.soil => snapshot.clone(),
            _ => {
                let snapshot = Arc::new(self.base.with_soil(self.def.as_str(), &draft.soil));
                *drafted = Some((draft.soil.clone(), snapshot.clone()));
                snapshot
            }
        }
    }

    /// Lists the definition paths whose files this job rests on.
    fn watched(&self, draft: Option<&Draft>) -> BTreeSet<String> {
        let def = self.def.as_str();
        let module = module_of(def);
        let mut paths = BTreeSet::from([def.to_owned(), "_project".to_owned()]);
        if !module.is_empty() {
            paths.insert(format!("{module}/_module"));
        }
        if let Some(draft) = draft {
            let snapshot = self.with(draft);
            let node = snapshot.node(def);
            for id in node.into_iter().flat_map(|node| node.callees.iter()) {
                paths.insert(snapshot.program().node(*id).path.to_string());
            }
            let types = &snapshot.environment().types;
            let checked = node.and_then(|node| node.checked.as_ref());
            for name in checked.into_iter().flat_map(|checked| &checked.references.types) {
                let Some(named) = types.get(name) else { continue };
                let reached = named.reaches.iter().filter_map(|name| types.get(name));
                paths.extend(reached.chain([named]).map(|user| user.path.to_string()));
            }
        }
        paths
    }

    /// Says whether a file of a definition is not what it was, by its stamp.
    fn looks_moved(&self, path: &str) -> bool {
        let known = self.base.files(path);
        let spec = known.and_then(|files| files.spec.as_ref()).map(|file| file.stamp);
        let soil = known.and_then(|files| files.soil.as_ref()).map(|file| file.stamp);
        // The definition's own Soil is what the job replaces; settling looks at it again.
        let is_own = path == self.def.as_str();
        [(".tr", spec, true), (".soil", soil, !is_own)].into_iter().any(|(end, stamp, counts)| {
            let file: PathBuf = self.base.root().file(&format!("{path}{end}"));
            counts && fs::metadata(file).ok().map(|meta| Stamp::of(&meta)) != stamp
        })
    }
}

impl Subject for Rooted {
    fn def(&self) -> &DefPath {
        &self.def
    }

    fn spec_hashes(&self) -> &SpecHashes {
        &self.hashes
    }

    fn preflight(&self, _: &Stop) -> Preflight {
        let (scope, cores) = (self.base.scope(), self.base.cores());
        let world = World { scope, cores, root: self.base.root().path() };
        let findings = preflight::probe(world, &self.spec);
        Preflight { blocks: findings.iter().any(preflight::is_fatal), findings }
    }

    fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    fn moved(&self, draft: Option<&Draft>) -> Option<String> {
        let watched = self.watched(draft);
        if !watched.iter().any(|path| self.looks_moved(path)) {
            return None;
        }
        match self.base.reload() {
            Ok(now) => difference(&self.base, &now, self.def.as_str(), &watched),
            Err(_) => Some("`soil.toml`".to_owned()),
        }
    }

    fn write_soil(&self, soil: &str, applied: &[DecisionRef]) -> Result<Draft, Faults> {
        let one = |fault: Diagnostic| Err(vec![fault]);
        if soil.len() > MAX_DRAFT {
            let message =
                format!("the draft has {} bytes; at most {MAX_DRAFT} are taken", soil.len());
            return one(Diagnostic::new(Code::MalformedInput, message));
        }
        let in_scope = self.base.in_scope(self.def.as_str());
        for cited in applied {
            if in_scope.find(scope_of(cited.scope), &cited.label).is_none() {
                let message = format!("no decision in scope has the label `{}`", cited.label);
                let known = in_scope.entries().map(|(of, entry)| (of.word(), &entry.label));
                let fault = Diagnostic::new(Code::UnknownDecision, message);
                let fault = known.fold(fault, |fault, (of, label)| {
                    fault.note(format!("there is `{label}` of the {of}"))
                });
                return one(fault);
            }
        }
        let stamp = Stamp { size: soil.len() as u64, inode: 0, modified: 0, changed: 0 };
        let parsed = load::soil_text(&format!("{}.soil", self.def), soil.to_owned(), stamp);
        match parsed.file {
            Ok(file) => Ok(Draft { soil: print::file(&file), applied: applied.to_vec() }),
            Err(fault) => one(fault),
        }
    }

    fn check_types(&self, draft: &Draft, _: &Stop) -> Result<Signatures, Faults> {
        let snapshot = self.with(draft);
        let node = sound(&snapshot, &self.spec)?;
        let checked = node.checked.as_ref();
        let output =
            checked.and_then(|checked| signature_output(&node.name, checked, &node.soil.source));
        match output {
            Some(output) => Ok(Signatures { defs: vec![output] }),
            None => Err(vec![unjudged(&self.def)]),
        }
    }

    fn run_tests(&self, draft: &Draft, stop: &Stop) -> Result<TestReport, Faults> {
        let snapshot = self.with(draft);
        sound(&snapshot, &self.spec)?;
        let holes = settle::holes(&snapshot, self.def.as_str());
        if let Some((hole, place)) = holes.into_iter().next() {
            let message = format!("the hole `?{hole}` is not filled");
            let file = format!("{}.soil", self.def);
            return Err(vec![Diagnostic::new(Code::UnfilledHole, message).at(file, place)]);
        }
        let verified = verify(&snapshot, self.def.as_str(), stop);
        let broken = broken(&verified);
        if !broken.is_empty() {
            return Err(broken);
        }
        Ok(report(&verified))
    }

    fn read_spec(&self, anchor: &str) -> Result<(String, String), Faults> {
        let section = SpecRef::parse(anchor).and_then(spec::section);
        let Some(section) = section else {
            let fault = Diagnostic::new(Code::UnknownSpecRef, format!("no section `{anchor}`"));
            let slugs: Vec<&str> = spec::documents().map(|document| document.slug).collect();
            let note = format!("a section is DOCUMENT#NUMBER; the documents: {}", slugs.join(", "));
            return Err(vec![fault.note(note)]);
        };
        Ok((section.anchor.title().to_owned(), section.text.to_owned()))
    }

    fn settle(&self, draft: &Draft, by: &Provenance, stop: &Stop) -> Settled {
        let watched = self.watched(Some(draft));
        let moved = |now: &Snapshot| difference(&self.base, now, self.def.as_str(), &watched);
        settle::settle(&self.with(draft), &self.base, &self.spec, draft, by, stop, &moved)
    }
}

/// Returns the three hashes of a specification as documents write them.
pub(super) fn hashes(spec: &Spec) -> SpecHashes {
    let hashes = &spec.hashes;
    SpecHashes {
        formal: hashes.formal.to_string(),
        test: hashes.test.map(|hash| hash.to_string()).unwrap_or_default(),
        prose: hashes.prose.to_string(),
    }
}

/// Returns the definition when nothing static is wrong with it, else what is.
pub(super) fn sound<'a>(
    snapshot: &'a Snapshot,
    spec: &Spec,
) -> Result<&'a crate::root::program::Node, Faults> {
    let path = &*spec.path;
    let own = format!("{path}.soil");
    let mut faults = snapshot.faults_of(path);
    faults.retain(|fault| fault.file.as_deref() == Some(&own));
    if !faults.is_empty() {
        return Err(faults);
    }
    let Some(node) = snapshot.node(path) else { return Err(vec![unjudged(&DefPath(path.into()))]) };
    let is_here = |file: &Option<String>| file.as_ref() == Some(&own);
    let cycles =
        snapshot.program().cycles.iter().filter(|cycle| {
            is_here(&cycle.file) || cycle.notes.iter().any(|note| is_here(&note.file))
        });
    let cycles: Faults = cycles.cloned().collect();
    if !cycles.is_empty() {
        return Err(cycles);
    }
    // A signature that an agent wrote is written anew, so it binds nobody.
    if spec.block(Lang::SoilSig).is_some_and(|block| !block.info.agent) {
        record::signature_gate(spec, node).map_err(|fault| vec![fault])?;
    }
    if node.state == State::Sound {
        return Ok(node);
    }
    // It is blocked: something that it uses has a fault of its own.
    let unsound = node.callees.iter().map(|id| snapshot.program().node(*id));
    let unsound = unsound.filter(|callee| callee.state != State::Sound);
    let faults: Faults = unsound
        .map(|callee| {
            let message = format!("`{}`, which this uses, has faults of its own", callee.name);
            Diagnostic::new(Code::UnknownName, message).in_file(&own)
        })
        .collect();
    if faults.is_empty() { Err(vec![unjudged(&DefPath(path.into()))]) } else { Err(faults) }
}

fn unjudged(def: &DefPath) -> Diagnostic {
    Diagnostic::new(Code::Internal, format!("`{def}` could not be checked"))
}

/// Runs the sandboxed suite of one definition; nothing real runs, and nothing is taken from a
/// cache.
pub(super) fn verify(snapshot: &Snapshot, path: &str, stop: &Stop) -> Verified {
    let around = Surroundings { root: snapshot.root().path().to_owned(), binaries: None };
    let options = Options {
        around: &around,
        times: Times::SPECIFIED,
        shrinks: false,
        stop: stop.flag(),
        on_progress: &|_| {},
    };
    let request = whole::Request { paths: vec![Arc::from(path)], with_real: false, cache: None };
    whole::verify(snapshot, &request, &options).remove(0)
}

/// Lists what kept a suite from running as the specification wants it.
///
/// A claim over values that cannot be generated, and an oracle for a function that takes a
/// capability, have no row and no remedy in Soil: they are shown elsewhere and break nothing.
pub(super) fn broken(verified: &Verified) -> Faults {
    let is_asked = verified.report.rows.iter().any(|row| row.head.tier == lock::Tier::Differential);
    let is_usable = verified.oracle_hash.is_some();
    let is_broken = |fault: &Diagnostic| match fault.code {
        Code::UnfilledHole | Code::MalformedInput => true,
        Code::OracleError => is_asked || !is_usable,
        _ => false,
    };
    verified.diagnostics().into_iter().filter(is_broken).collect()
}

fn report(verified: &Verified) -> TestReport {
    let cases = verified.report.rows.iter().map(|row| CaseResult {
        name: row.head.name.clone(),
        result: match row.outcome {
            Outcome::Pass => CaseVerdict::Pass,
            Outcome::Fail => CaseVerdict::Fail,
            Outcome::Xfail => CaseVerdict::Xfail,
            Outcome::Xpass => CaseVerdict::Xpass,
        },
        details: row.details.as_ref().map(|details| CaseDetails {
            expected: details.expected.clone(),
            actual: details.actual.clone(),
        }),
    });
    TestReport { cases: cases.collect() }
}

pub(super) fn scope_of(scope: Scope) -> lock::Scope {
    match scope {
        Scope::Project => lock::Scope::Project,
        Scope::Module => lock::Scope::Module,
    }
}

/// Says what a job on `def` rests on and differs between two moments.
fn difference(
    then: &Snapshot,
    now: &Snapshot,
    def: &str,
    watched: &BTreeSet<String>,
) -> Option<String> {
    let spec = |snapshot: &Snapshot, path: &str| snapshot.spec(path).map(|spec| spec.hashes);
    if spec(then, def) != spec(now, def) {
        return Some("the specification".to_owned());
    }
    let decisions = |snapshot: &Snapshot| {
        let in_scope = snapshot.in_scope(def);
        let entry = |(scope, entry): (lock::Scope, &crate::spec::Decision)| {
            (scope, entry.label.to_string(), entry.hash)
        };
        in_scope.entries().map(entry).collect::<Vec<_>>()
    };
    if decisions(then) != decisions(now) {
        return Some("a decision in scope".to_owned());
    }
    let callee = |snapshot: &Snapshot, path: &str| {
        let hashed = snapshot.node(path).and_then(|node| node.hashed.clone());
        let formal = snapshot.spec(path).map(|spec| spec.hashes.formal);
        (formal, hashed.map(|hashed| hashed.soil_hash))
    };
    let headers =
        |path: &&String| !path.ends_with("_module") && *path != "_project" && *path != def;
    watched
        .iter()
        .filter(headers)
        .find(|path| callee(then, path) != callee(now, path))
        .map(|path| format!("`{path}`"))
}
