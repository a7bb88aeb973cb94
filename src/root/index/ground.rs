//! What a recheck stands on: of every definition what others see of it.
//!
//! Written with an index of the whole root and read without copying: of ten thousand definitions a
//! recheck needs a few.
//!
//! Spec: `design#4.9`.

use super::codec::{Stored, bytes, put_counted, records, text, whole};
use super::{Known, oracles};
use crate::contract::Span;
use crate::root::environment::UserType;
use crate::root::{Snapshot, rules};
use crate::soil::Name;
use crate::soil::types::env::{TypeDecl, TypeEnv};
use crate::spec::digest::Digest;
use crate::spec::{Kind, Spec};

/// What rechecks stand on, mostly unread.
pub(super) struct Ground<'a> {
    /// A [`Face`] or nothing for each entry of the index.
    pub faces: Vec<&'a [u8]>,
    /// In program order, callees first.
    pub defs: Vec<Def<'a>>,
    /// The numbers of the definitions, by name.
    pub by_name: Vec<u32>,
    /// What predicates call, with the entries that do.
    pub calls: Vec<(&'a str, u32)>,
    /// Entries with the definitions whose acceptance their locks rest on.
    pub oracles: Vec<(u32, String)>,
    /// The user's types as declared.
    pub decls: Vec<TypeDecl>,
    pub types: Vec<(Name, UserType)>,
    pub missing: Vec<Name>,
}

/// What others see of a valid specification and its lock.
pub(super) struct Face {
    pub kind: Kind,
    pub name: Name,
    pub formal: Digest,
    /// Type names of the signature, sorted.
    pub named: Vec<Name>,
    /// Digest of the decisions of a header.
    pub decisions: Digest,
}

records! {
    Face { kind, name, formal, named, decisions }
}

/// What others see of a definition.
pub(super) struct Def<'a> {
    /// Index of the entry.
    pub entry: u32,
    pub name: &'a str,
    /// Numbers, little-endian.
    pub callees: &'a [u8],
    pub soil_hash: Option<Digest>,
    /// The declared type, or nothing.
    pub ty: &'a [u8],
    /// Where it stands in its file.
    pub span: Option<Span>,
}

impl Def<'_> {
    /// Lists the numbers of the definitions that it seems to use.
    pub fn callees(&self) -> impl Iterator<Item = u32> {
        let (numbers, _) = self.callees.as_chunks::<4>();
        numbers.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }
}

/// Writes the ground of a snapshot, whose paths are the entries of `known`.
pub(super) fn write(snapshot: &Snapshot, known: &Known) -> Vec<u8> {
    let mut out = Vec::with_capacity(known.entries.len() * 256);
    let mut oracled: Vec<(u32, String)> = Vec::new();
    let mut calls: Vec<(Name, u32)> = Vec::new();
    for (at, entry) in known.entries.iter().enumerate() {
        match snapshot.spec(&entry.path) {
            Some(spec) => {
                put_counted(&Face::of(spec), &mut out);
                calls.extend(called(spec).into_iter().map(|name| (name, at as u32)));
            }
            None => 0_u32.put(&mut out),
        }
        oracled.extend(oracles(snapshot, &entry.path).into_iter().map(|name| (at as u32, name)));
    }
    let program = snapshot.program();
    (program.nodes.len() as u32).put(&mut out);
    for (node, interface) in program.nodes.iter().zip(program.scope.interfaces()) {
        let entry = known.entries.binary_search_by(|entry| (*entry.path).cmp(&node.path));
        (entry.expect("every loaded path has one") as u32).put(&mut out);
        node.name.put(&mut out);
        (node.callees.len() as u32 * 4).put(&mut out);
        node.callees.iter().for_each(|callee| callee.0.put(&mut out));
        node.hashed.as_ref().map(|hashed| hashed.soil_hash).put(&mut out);
        match interface.ty() {
            Some(ty) => put_counted(ty, &mut out),
            None => 0_u32.put(&mut out),
        }
        interface.place().map(|place| place.span).put(&mut out);
    }
    let mut by_name: Vec<u32> = (0..program.nodes.len() as u32).collect();
    by_name.sort_by_key(|at| &program.nodes[*at as usize].name);
    by_name.put(&mut out);
    calls.put(&mut out);
    oracled.put(&mut out);
    let env = snapshot.environment();
    env.env.decls()[TypeEnv::kernel().decls().len()..].to_vec().put(&mut out);
    let types: Vec<(Name, UserType)> =
        env.types.iter().map(|(name, user)| (name.clone(), user.clone())).collect();
    types.put(&mut out);
    env.missing.iter().cloned().collect::<Vec<Name>>().put(&mut out);
    out
}

impl<'a> Ground<'a> {
    /// Reads the ground of an index with so many entries; `None` when it does not fit.
    pub(super) fn read(mut input: &'a [u8], n_entries: usize) -> Option<Ground<'a>> {
        let input = &mut input;
        let faces: Option<Vec<&[u8]>> = (0..n_entries).map(|_| bytes(input)).collect();
        let n_defs = u32::get(input)?;
        let mut defs = Vec::with_capacity((n_defs as usize).min(input.len()));
        for at in 0..n_defs {
            let def = Def {
                entry: u32::get(input)?,
                name: text(input)?,
                callees: bytes(input)?,
                soil_hash: Stored::get(input)?,
                ty: bytes(input)?,
                span: Stored::get(input)?,
            };
            let is_whole =
                (def.entry as usize) < n_entries && def.callees().all(|callee| callee < at);
            if !is_whole {
                return None;
            }
            defs.push(def);
        }
        let by_name: Vec<u32> = Stored::get(input)?;
        if by_name.iter().any(|at| *at >= n_defs) {
            return None;
        }
        let n_calls = u32::get(input)?;
        let calls: Option<Vec<(&str, u32)>> =
            (0..n_calls).map(|_| Some((text(input)?, u32::get(input)?))).collect();
        let calls = calls?;
        if calls.iter().any(|(_, entry)| *entry as usize >= n_entries) {
            return None;
        }
        Some(Ground {
            faces: faces?,
            defs,
            by_name,
            calls,
            oracles: Stored::get(input)?,
            decls: Stored::get(input)?,
            types: Stored::get(input)?,
            missing: Stored::get(input)?,
        })
    }

    /// Returns what others see of an entry's specification.
    pub fn face(&self, entry: usize) -> Option<Face> {
        whole(self.faces[entry])
    }

    /// Lists the definitions of a name in program order.
    pub fn named(&self, name: &str) -> &[u32] {
        let name_of = |at: &u32| self.defs[*at as usize].name;
        let start = self.by_name.partition_point(|at| name_of(at) < name);
        let rest = &self.by_name[start..];
        &rest[..rest.partition_point(|at| name_of(at) == name)]
    }
}

impl Face {
    pub fn of(spec: &Spec) -> Face {
        let mut named: Vec<Name> = Vec::new();
        if let Some(signature) = spec.signature() {
            let sig = &signature.sig;
            rules::type_names(&sig.tree, sig.sig, &mut |name, _| named.push(name.clone()));
        }
        named.sort_unstable();
        named.dedup();
        let entries = spec.decisions().iter();
        Face {
            kind: spec.kind,
            name: spec.name.clone(),
            formal: spec.hashes.formal,
            named,
            decisions: Digest::of(
                entries.flat_map(|entry| [entry.label.as_bytes(), &entry.hash.0]),
            ),
        }
    }
}

/// Lists what the predicates of a specification call, sorted.
pub(super) fn called(spec: &Spec) -> Vec<Name> {
    let mut names = Vec::new();
    for predicate in rules::predicates_of(spec) {
        rules::calls(&predicate.tree, predicate.pred, &mut |name, _| names.push(name.clone()));
    }
    names.sort_unstable();
    names.dedup();
    names
}
