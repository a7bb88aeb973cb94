//! The final gate and the write-back.
//!
//! The gate runs before the root's advisory lock is taken, since a suite may run for minutes; under
//! the lock everything that the job rests on is compared once more, and only then is written:
//! `.soil`, then the signature into the `.tr` when it has none of its owner's, then `.lock`, then
//! the manifest, all of them or none ([`together`]). Real-mode tests never run here: Soil that an agent wrote meets the world only when
//! a human runs `trellis test`.
//!
//! Spec: `design#4.7`, `design#4.8`, `lock-schema#8`.

use crate::contract::{Diagnostic, Span};
use crate::lowering::library::{Draft, FailedRow, Faults, Provenance, Settled, Stop};
use crate::root::change::Writing;
use crate::root::lock::{self, Applied, Checks, Lock, Outcome, ProseState};
use crate::root::scan::Role;
use crate::root::{Snapshot, change, manifest, record, together};
use crate::soil::print;
use crate::soil::syntax::tree::{Tree, TypeId, TypeKind};
use crate::spec::{Lang, Spec};
use crate::verify::record as rows;
use crate::verify::whole::Verified;

use super::subject::{broken, scope_of, sound, verify};

/// Judges a draft and writes what it proves. `drafted` is `base` with the draft in place; `moved`
/// compares a later moment with `base`.
pub(super) fn settle(
    drafted: &Snapshot,
    base: &Snapshot,
    spec: &Spec,
    draft: &Draft,
    by: &Provenance,
    stop: &Stop,
    moved: &dyn Fn(&Snapshot) -> Option<String>,
) -> Settled {
    let path = &*spec.path;
    let failed = |faults: Faults| Settled::Failed { faults, rows: Vec::new() };
    if let Err(faults) = sound(drafted, spec) {
        return failed(faults);
    }
    let holes: Vec<String> = holes(drafted, path).into_iter().map(|(name, _)| name).collect();
    let verified = holes.is_empty().then(|| verify(drafted, path, stop));
    if let Some(verified) = &verified {
        let rows = failed_rows(verified);
        let faults = broken(verified);
        if !rows.is_empty() || !faults.is_empty() {
            return Settled::Failed { faults, rows };
        }
    }
    // A better lowering than one with holes stays as it is.
    let keeps = !holes.is_empty() && base.soil(path).is_some() && !was_partial(base, path);
    if keeps {
        return Settled::Partial { holes, is_written: false };
    }
    match write(base, spec, draft, by, verified.as_ref(), moved) {
        Err(faults) => failed(faults),
        Ok(Some(what)) => Settled::Invalidated { what },
        Ok(None) if holes.is_empty() => Settled::Green,
        Ok(None) => Settled::Partial { holes, is_written: true },
    }
}

/// Lists the holes of a definition with their places, in source order.
pub(super) fn holes(snapshot: &Snapshot, path: &str) -> Vec<(String, Span)> {
    let Some(node) = snapshot.node(path) else { return Vec::new() };
    let facts = node.checked.as_ref().and_then(|checked| checked.facts.as_ref());
    let holes = facts.map_or(&[][..], |facts| &facts.holes);
    let place = |hole: &crate::soil::facts::Hole| node.soil.source.locate(hole.span);
    holes.iter().map(|hole| (hole.name.to_string(), place(hole))).collect()
}

fn was_partial(base: &Snapshot, path: &str) -> bool {
    let checks = base.lock(path).and_then(|lock| lock.checks.as_ref());
    matches!(checks, Some(Checks::Function { holes, .. }) if *holes > 0)
}

fn failed_rows(verified: &Verified) -> Vec<FailedRow> {
    let failed = verified.report.rows.iter().filter(|row| row.outcome == Outcome::Fail);
    failed
        .map(|row| FailedRow {
            name: row.head.name.clone(),
            details: match &row.details {
                Some(found) => format!("expected {}, got {}", found.expected, found.actual),
                None => "no details".to_owned(),
            },
        })
        .collect()
}

/// Writes Soil, signature, lock and manifest; returns what moved instead when something did.
fn write(
    base: &Snapshot,
    spec: &Spec,
    draft: &Draft,
    by: &Provenance,
    verified: Option<&Verified>,
    moved: &dyn Fn(&Snapshot) -> Option<String>,
) -> Result<Option<String>, Faults> {
    let one = |fault: Diagnostic| vec![fault];
    let path = &*spec.path;
    let root = base.root();
    let writing = Writing::begin(root)?;
    if let Some(what) = moved(&writing.snapshot) {
        return Ok(Some(what));
    }
    if let Some(known) = base.files(path)
        && change::still_the_same(root, path, known).is_err()
    {
        return Ok(Some(format!("`{path}.soil` or its lock")));
    }
    let signed = signed(&writing.snapshot.with_soil(path, &draft.soil), spec);
    let mut texts = vec![(Role::Soil, draft.soil.as_str())];
    texts.extend(signed.as_deref().map(|text| (Role::Spec, text)));
    let now = writing.snapshot.with(path, &texts);
    let lock = lock_of(&now, path, draft, by, verified)?;
    lock::check(&lock).map_err(|fault| one(fault.in_file(format!("{path}.lock"))))?;
    let lock = lock::write(&lock);
    let manifest = change::manifest_of(&now.with(path, &[(Role::Lock, &lock)]));
    texts.push((Role::Lock, &lock));
    let named = texts
        .iter()
        .map(|(role, text)| (format!("{path}{}", role.extension()), (*text).to_owned()));
    let manifest = (manifest::FILE.to_owned(), manifest);
    together::write(root.path(), named.chain([manifest]).collect()).map_err(one)?;
    Ok(None)
}

fn lock_of(
    now: &Snapshot,
    path: &str,
    draft: &Draft,
    by: &Provenance,
    verified: Option<&Verified>,
) -> Result<Lock, Faults> {
    let unrecorded = || {
        let message = format!("`{path}` cannot be recorded");
        vec![Diagnostic::new(crate::contract::Code::Internal, message)]
    };
    let spec = now.spec(path).ok_or_else(|| now.faults_of(path))?;
    let mut lock = match verified {
        Some(verified) => rows::stamp(now, spec, verified).0,
        None => record::fresh(spec),
    };
    let pinned = now.lock(path).is_some_and(|lock| lock.spec.pinned);
    lock.spec = record::fresh(spec).spec;
    lock.spec.pinned = pinned;
    lock.spec.prose_state = ProseState::Fresh;
    lock.versions = record::versions();
    lock.accepted = false;
    lock.checks = record::checks(now, spec);
    let mut lowering = record::lowering(now, path).ok_or_else(unrecorded)?;
    lowering.provenance = lock::Provenance::Agent;
    lowering.provider = Some(by.provider.clone());
    lowering.model = Some(by.model.clone()).filter(|model| !model.is_empty());
    let in_scope = now.in_scope(path);
    for cited in &draft.applied {
        let scope = scope_of(cited.scope);
        let entry = in_scope.find(scope, &cited.label).ok_or_else(unrecorded)?;
        lowering.applied.push(Applied { scope, label: cited.label.clone(), hash: entry.hash });
    }
    lock.lowering = Some(lowering);
    Ok(lock)
}

/// Returns the specification with the signature of its Soil written in, when it has none or one
/// that an agent wrote.
fn signed(drafted: &Snapshot, spec: &Spec) -> Option<String> {
    let block = spec.blocks.iter().find(|block| block.info.lang == Lang::SoilSig);
    if block.is_some_and(|block| !block.info.agent) {
        return None;
    }
    let node = drafted.node(&spec.path)?;
    let def = node.soil.file.as_ref().ok().zip(node.def).map(|(file, at)| (file, &file.defs[at]));
    let (file, def) = def?;
    let mut tree = file.tree.clone();
    let plain = erased(&mut tree, def.sig);
    let printed = print::type_(&tree, plain);
    let fence = format!("```soil-sig @agent\n{} : {printed}\n```\n", spec.name);
    let text = spec.source.text();
    let new = match block {
        Some(block) => {
            let (start, end) = (block.span.start as usize, block.span.end as usize);
            format!("{}{fence}{}", &text[..start], &text[end..])
        }
        None => match spec.blocks.first() {
            Some(first) => {
                let (before, after) = text.split_at(first.span.start as usize);
                format!("{before}{fence}\n{after}")
            }
            None if text.ends_with('\n') => format!("{text}\n{fence}"),
            None => format!("{text}\n\n{fence}"),
        },
    };
    (new != text).then_some(new)
}

/// Rebuilds a type without refinements.
fn erased(tree: &mut Tree, id: TypeId) -> TypeId {
    let span = tree[id].span;
    match tree[id].kind.clone() {
        TypeKind::Refined { base, .. } => erased(tree, base),
        TypeKind::Arrow { param, dom, row, cod } => {
            let (dom, cod) = (erased(tree, dom), erased(tree, cod));
            tree.type_(span, TypeKind::Arrow { param, dom, row, cod })
        }
        TypeKind::Con { name, args } => {
            let args = args.iter().map(|arg| erased(tree, *arg)).collect();
            tree.type_(span, TypeKind::Con { name, args })
        }
        TypeKind::Var(_) => id,
    }
}
