//! What a lock records of the present: the parts that refresh, tests and lowerings stamp.
//!
//! Each function answers for one part, so that every writer stamps the same thing.
//!
//! Spec: `lock-schema#2`, `lock-schema#3`, `lock-schema#4`.

use std::collections::BTreeMap;

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::environment::plain_type;
use crate::root::hashing;
use crate::root::lock::{
    Assurance, Author, BlockRecord, Checks, Lock, Lowering, ProseState, Provenance, SpecRecord,
    Termination, Verdict, Versions,
};
use crate::root::pin;
use crate::root::program::{Node, State};
use crate::soil::facts;
use crate::soil::syntax::tree::{Row, Tree, TypeId, TypeKind};
use crate::soil::types::ty::Ty;
use crate::spec::digest::Digest;
use crate::spec::{Kind, Spec};

/// Returns the lock of a definition that nobody has lowered yet.
pub fn fresh(spec: &Spec) -> Lock {
    Lock {
        name: spec.name.to_string(),
        kind: spec.kind,
        versions: versions(),
        spec: SpecRecord {
            provenance: Author::Human,
            hashes: spec.hashes,
            prose_state: ProseState::Fresh,
            blocks: blocks(spec),
            pinned: false,
            escape_hatches: hatches(spec),
            decisions: decisions(spec),
        },
        lowering: None,
        checks: None,
        tests: Vec::new(),
        oracles: Vec::new(),
        cycle_hash: None,
        accepted: false,
    }
}

/// Returns the versions of this binary.
pub fn versions() -> Versions {
    Versions { trellis: pin::TRELLIS.to_owned(), soil: pin::SOIL.to_owned() }
}

/// Lists the reserved blocks with their authors.
pub fn blocks(spec: &Spec) -> Vec<BlockRecord> {
    let record = |block: &crate::spec::Block| BlockRecord {
        block: block.info.id(),
        author: if block.info.agent { Author::Agent } else { Author::Human },
    };
    spec.blocks.iter().map(record).collect()
}

/// Lists the words of the `allow` block.
pub fn hatches(spec: &Spec) -> Vec<String> {
    spec.hatches().iter().map(|hatch| hatch.word().to_owned()).collect()
}

/// Returns the decisions of a header that has a `decisions` block.
pub fn decisions(spec: &Spec) -> Option<BTreeMap<String, Digest>> {
    let entries = spec.decisions();
    (!entries.is_empty())
        .then(|| entries.iter().map(|entry| (entry.label.to_string(), entry.hash)).collect())
}

/// Says what checking knows of a definition; `None` when that cannot be told because something
/// else is faulty, and for headers without checks.
pub fn checks(snapshot: &Snapshot, spec: &Spec) -> Option<Checks> {
    match spec.kind {
        Kind::Project => None,
        Kind::Module => {
            let has_fault = snapshot
                .faults_of(&spec.path)
                .iter()
                .any(|fault| matches!(fault.code, Code::TrExportUnknown | Code::TrExportType));
            let exports = if has_fault { Verdict::Error } else { Verdict::Ok };
            Some(Checks::Module { exports })
        }
        Kind::Type => {
            let env = snapshot.environment();
            let is_ok = env.types.get(&spec.name).is_some_and(|user| user.path == spec.path);
            let types = if is_ok { Verdict::Ok } else { Verdict::Error };
            Some(Checks::Type { types, invariants: runtime(spec.invariants()) })
        }
        Kind::Function => {
            let node = snapshot.node(&spec.path)?;
            if node.state == State::Blocked {
                return None;
            }
            let mut refinements = runtime(spec.requires());
            refinements.append(&mut runtime(spec.ensures()));
            let known = node.checked.as_ref().and_then(|checked| checked.facts.as_ref());
            Some(Checks::Function {
                types: if node.state == State::Sound { Verdict::Ok } else { Verdict::Error },
                termination: known.map_or(Termination::Unverified, |facts| {
                    match facts.termination {
                        facts::Termination::NotApplicable => Termination::NotApplicable,
                        facts::Termination::Verified => Termination::Verified,
                        facts::Termination::Unverified => Termination::Unverified,
                    }
                }),
                refinements,
                holes: known.map_or(0, |facts| facts.holes.len() as u64),
            })
        }
    }
}

/// No clause is proven in v1.
fn runtime(clauses: &[crate::spec::Clause]) -> BTreeMap<String, Assurance> {
    clauses.iter().map(|clause| (clause.label.to_string(), Assurance::Runtime)).collect()
}

/// Records the Soil that a definition has now; `None` when it has no hash.
///
/// Provenance is human, no provider ran, no decision is cited; callers change what they know.
pub fn lowering(snapshot: &Snapshot, path: &str) -> Option<Lowering> {
    let id = snapshot.id(path)?;
    let hashed = snapshot.program().node(id).hashed.clone()?;
    Some(Lowering {
        soil_hash: hashed.soil_hash,
        provenance: Provenance::HumanVerified,
        provider: None,
        model: None,
        private_helpers: hashing::private_helpers(snapshot.program(), id),
        calls: hashed.calls(),
        scope_hash: snapshot.in_scope(path).hash(),
        applied: Vec::new(),
    })
}

/// Compares a definition's Soil signature with the `soil-sig` of its specification.
///
/// Refinements are erased on both sides; base types, rows and parameter names must be equal. A
/// specification without `soil-sig` accepts every signature.
///
/// # Errors
/// `job-sig-mismatch`.
///
/// Spec: `design#4.8`.
pub fn signature_gate(spec: &Spec, node: &Node) -> Result<(), Diagnostic> {
    let Some(declared) = spec.signature() else { return Ok(()) };
    let (Ok(file), Some(def)) = (&node.soil.file, node.def) else { return Ok(()) };
    let def = &file.defs[def];
    if equal(&declared.sig.tree, declared.sig.sig, &file.tree, def.sig) {
        return Ok(());
    }
    let source = &node.soil.source;
    let printed = crate::soil::print::type_(&declared.sig.tree, declared.sig.sig);
    Err(source
        .error(
            Code::JobSigMismatch,
            file.tree[def.sig].span,
            format!("the signature is not that of the specification, `{printed}`"),
        )
        .note_at("declared here", spec.source.name(), spec.source.locate(declared.span)))
}

fn equal(a_tree: &Tree, a: TypeId, b_tree: &Tree, b: TypeId) -> bool {
    fn erase(tree: &Tree, mut id: TypeId) -> TypeId {
        while let TypeKind::Refined { base, .. } = &tree[id].kind {
            id = *base;
        }
        id
    }
    let (mut a, mut b) = (erase(a_tree, a), erase(b_tree, b));
    loop {
        match (&a_tree[a].kind, &b_tree[b].kind) {
            (
                TypeKind::Arrow { param: a_param, dom: a_dom, row: a_row, cod: a_cod },
                TypeKind::Arrow { param: b_param, dom: b_dom, row: b_row, cod: b_cod },
            ) => {
                let names = |param: &Option<crate::soil::syntax::tree::Binder>| {
                    param.as_ref().map(|binder| binder.name.clone())
                };
                let rows = |row: &Row| (row.effects, row.var.clone());
                if names(a_param) != names(b_param) || rows(a_row) != rows(b_row) {
                    return false;
                }
                let (a_dom, b_dom) = (plain_type(a_tree, *a_dom), plain_type(b_tree, *b_dom));
                if a_dom != b_dom {
                    return false;
                }
                (a, b) = (erase(a_tree, *a_cod), erase(b_tree, *b_cod));
            }
            _ => {
                let (a, b): (Ty, Ty) = (plain_type(a_tree, a), plain_type(b_tree, b));
                return a == b;
            }
        }
    }
}
