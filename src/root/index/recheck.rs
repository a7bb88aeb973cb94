//! What a few moved files change, found without reading the rest of the root.
//!
//! The index holds the ground that a check stands on: interfaces, hashes and edges of all
//! definitions, the types, and of each specification what others see of it. Moved definitions are
//! read, checked and hashed on that ground, callees first, and then whoever uses one whose hash or
//! type has moved.
//!
//! Only Soil may be faulty, before or after. Whatever could change what is said elsewhere (a type,
//! exports, another order, a specification or a lock that is wrong) makes the recheck give up, and
//! the whole root is read: being wrong is no option, being slow is.
//!
//! Spec: `design#4.9`.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::codec::{Stored, bytes, put_counted, records, text, whole};
use super::{Judged, Known, Mark, Moved, Origin, Roles, Stamps, oracles};
use crate::contract::{Diagnostic, Span};
use crate::root::environment::{Environment, UserType};
use crate::root::find::RootDir;
use crate::root::hashing::{self, Callee, Hashed, Target};
use crate::root::load::{self, Files, Loaded, is_private};
use crate::root::lock::Oracle;
use crate::root::program::{self, Node, Program, State};
use crate::root::scan::{Found, Role, Stamp};
use crate::root::status::{self, Flag, Standing};
use crate::root::{Snapshot, read_config, rules};
use crate::soil::Name;
use crate::soil::check::{Interface, Place, Scope, definition};
use crate::soil::core::DefId;
use crate::soil::types::env::{TypeDecl, TypeEnv};
use crate::spec::digest::Digest;
use crate::spec::{Kind, Spec, module_of};

/// With more definitions than this to recheck, the whole root is read.
const MANY: usize = 256;

/// With more faulty ones among them than this, too: each takes a look at everything.
const FEW_FAULTY: usize = 8;

/// What rechecks stand on, mostly unread: of ten thousand definitions a recheck needs a few.
pub(super) struct Ground<'a> {
    /// A [`Face`] or nothing for each entry of the index.
    faces: Vec<&'a [u8]>,
    /// In program order, callees first.
    defs: Vec<Def<'a>>,
    /// The numbers of the definitions, by name.
    by_name: Vec<u32>,
    /// Entries with the definitions whose acceptance their locks rest on.
    oracles: Vec<(u32, String)>,
    /// The user's types as declared.
    decls: Vec<TypeDecl>,
    types: Vec<(Name, UserType)>,
    missing: Vec<Name>,
}

/// What others see of a valid specification and its lock.
struct Face {
    kind: Kind,
    name: Name,
    formal: Digest,
    /// Type names of the signature, sorted.
    named: Vec<Name>,
    /// What the predicates call, sorted.
    calls: Vec<Name>,
    /// Digest of the decisions of a header.
    decisions: Digest,
}

records! {
    Face { kind, name, formal, named, calls, decisions }
}

/// What others see of a definition.
struct Def<'a> {
    /// Index of the entry.
    entry: u32,
    name: &'a str,
    /// Numbers, little-endian.
    callees: &'a [u8],
    soil_hash: Option<Digest>,
    /// The declared type, or nothing.
    ty: &'a [u8],
    /// Where it stands in its file.
    span: Option<Span>,
}

impl Def<'_> {
    fn callees(&self) -> impl Iterator<Item = u32> {
        let (numbers, _) = self.callees.as_chunks::<4>();
        numbers.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }
}

/// Writes the ground of a snapshot, whose paths are the entries of `known`.
pub(super) fn write(snapshot: &Snapshot, known: &Known) -> Vec<u8> {
    let mut out = Vec::with_capacity(known.entries.len() * 256);
    let mut oracled: Vec<(u32, String)> = Vec::new();
    for (at, entry) in known.entries.iter().enumerate() {
        match snapshot.spec(&entry.path) {
            Some(spec) => put_counted(&Face::of(spec), &mut out),
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
        Some(Ground {
            faces: faces?,
            defs,
            by_name,
            oracles: Stored::get(input)?,
            decls: Stored::get(input)?,
            types: Stored::get(input)?,
            missing: Stored::get(input)?,
        })
    }

    fn face(&self, entry: usize) -> Option<Face> {
        whole(self.faces[entry])
    }

    /// Lists the definitions of a name in program order.
    fn named(&self, name: &str) -> &[u32] {
        let name_of = |at: &u32| self.defs[*at as usize].name;
        let start = self.by_name.partition_point(|at| name_of(at) < name);
        let rest = &self.by_name[start..];
        &rest[..rest.partition_point(|at| name_of(at) == name)]
    }
}

impl Face {
    fn of(spec: &Spec) -> Face {
        let mut named: Vec<Name> = Vec::new();
        if let Some(signature) = spec.signature() {
            let sig = &signature.sig;
            rules::type_names(&sig.tree, sig.sig, &mut |name, _| named.push(name.clone()));
        }
        let mut calls: Vec<Name> = Vec::new();
        for predicate in rules::predicates_of(spec) {
            rules::calls(&predicate.tree, predicate.pred, &mut |name, _| calls.push(name.clone()));
        }
        for names in [&mut named, &mut calls] {
            names.sort_unstable();
            names.dedup();
        }
        let entries = spec.decisions().iter();
        Face {
            kind: spec.kind,
            name: spec.name.clone(),
            formal: spec.hashes.formal,
            named,
            calls,
            decisions: Digest::of(
                entries.flat_map(|entry| [entry.label.as_bytes(), &entry.hash.0]),
            ),
        }
    }
}

/// Brings what is known up to date with a few moved files; `None` when the whole root must be read.
pub(super) fn recheck(
    root: &RootDir,
    known: Known,
    mut ground: Ground,
    moved: &[Moved],
) -> Option<Known> {
    // With cycles there is no order to follow.
    if !known.after.is_empty() {
        return None;
    }
    let mut stamps: Vec<Option<Stamps>> = vec![None; known.entries.len()];
    for one in moved {
        stamps[one.entry] = Some(one.stamps);
    }
    let env = TypeEnv::new(std::mem::take(&mut ground.decls)).ok()?;
    let env = Arc::new(Environment {
        env: Arc::new(env),
        types: std::mem::take(&mut ground.types).into_iter().collect(),
        missing: std::mem::take(&mut ground.missing).into_iter().collect(),
        faults: Vec::new(),
        sources: Vec::new(),
        broken: FxHashSet::default(),
    });
    let mut recheck = Recheck {
        root,
        config: read_config(root).ok()?,
        known: &known,
        ground: &ground,
        stamps,
        env,
        files: Loaded::new(),
        touched: BTreeSet::new(),
        asked: BTreeSet::new(),
        waiting: BTreeSet::new(),
        done: FxHashMap::default(),
        interfaces: FxHashMap::default(),
        n_faulty: 0,
    };
    for one in moved {
        recheck.touch(one.entry)?;
    }
    for one in moved {
        recheck.compare(one.entry)?;
    }
    recheck.definitions()?;
    let fresh = recheck.judge()?;
    let mut known = known;
    known.origin = Origin::Recheck;
    for one in moved {
        let entry = &mut known.entries[one.entry];
        (entry.roles, entry.mark) = (Roles::of(&one.stamps), Mark::of(&one.stamps));
    }
    for (entry, standing, faults) in fresh {
        known.entries[entry].judged = standing.map(Judged::of);
        known.entries[entry].faults = faults;
    }
    Some(known)
}

struct Recheck<'a> {
    root: &'a RootDir,
    config: Arc<crate::root::config::Config>,
    known: &'a Known,
    ground: &'a Ground<'a>,
    /// Stamps of moved entries.
    stamps: Vec<Option<Stamps>>,
    env: Arc<Environment>,
    /// What was read so far.
    files: Loaded,
    /// Entries whose standing is to be found anew.
    touched: BTreeSet<usize>,
    /// Entries whose predicates are to be looked at anew.
    asked: BTreeSet<usize>,
    /// Definitions that are to be checked, in program order.
    waiting: BTreeSet<u32>,
    /// Definitions that were checked.
    done: FxHashMap<u32, Node>,
    /// Interfaces that checks have asked for.
    interfaces: FxHashMap<u32, Interface>,
    /// How many checks have found a fault.
    n_faulty: usize,
}

impl<'a> Recheck<'a> {
    /// Reads all that stands under a path and lets its definitions wait for their check.
    fn touch(&mut self, entry: usize) -> Option<()> {
        if !self.touched.insert(entry) {
            return Some(());
        }
        let known = &self.known.entries[entry];
        let own_soil = format!("{}.soil", known.path);
        let is_of_soil = |fault: &Diagnostic| fault.file.as_deref() == Some(&own_soil);
        if self.touched.len() > MANY || !known.faults.iter().all(is_of_soil) {
            return None;
        }
        self.read(&known.path)?;
        let files = self.files.get(&*known.path)?;
        let soil = files.soil.as_ref();
        let own =
            self.ground.defs.iter().enumerate().filter(|(_, def)| def.entry as usize == entry);
        let own: Vec<u32> = own.map(|(at, _)| at as u32).collect();
        // A file that does not parse stands for its one definition, helpers for none.
        let n_parsed = soil.map_or(0, |soil| match &soil.file {
            Ok(file) => file.defs.len(),
            Err(_) => usize::from(is_private(&known.path).is_none()),
        });
        if own.len() != n_parsed {
            return None;
        }
        self.waiting.extend(own.into_iter().filter(|def| !self.done.contains_key(def)));
        // Decisions bind whoever is judged, and so do the locks of oracles.
        let module = module_of(&known.path);
        for header in ["_project".to_owned(), format!("{module}/_module")] {
            self.read_if_known(&header)?;
        }
        for (of, oracle) in &self.ground.oracles {
            if *of as usize == entry {
                self.read_if_known(oracle)?;
            }
        }
        Some(())
    }

    fn read_if_known(&mut self, path: &str) -> Option<()> {
        if self.known.entry(path).is_some() { self.read(path) } else { Some(()) }
    }

    /// Reads all files of an entry; those that have not moved must be what they were.
    fn read(&mut self, path: &str) -> Option<()> {
        if self.files.contains_key(path) {
            return Some(());
        }
        let at = self.known.entries.binary_search_by(|entry| (*entry.path).cmp(path)).ok()?;
        let roles = match &self.stamps[at] {
            Some(stamps) => Roles::of(stamps),
            None => self.known.entries[at].roles,
        };
        let found = |role: Role| {
            // Nothing is written on the strength of a recheck, so nobody asks for the stamp; the
            // size is a guess that spares most files a second reading.
            let stamp = Stamp { size: 4096, inode: 0, modified: 0, changed: 0 };
            roles.has(role).then(|| Found { path: path.to_owned(), role, stamp })
        };
        let files = Files {
            spec: found(Role::Spec)
                .map(|found| Arc::new(load::spec_file(self.root, &self.config, &found))),
            soil: found(Role::Soil).map(|found| Arc::new(load::soil_file(self.root, &found))),
            lock: found(Role::Lock).map(|found| Arc::new(load::lock_file(self.root, &found))),
            question: found(Role::Question).map(|found| found.stamp),
        };
        let is_sound = files.spec.as_ref().is_none_or(|file| file.spec.is_some())
            && files.lock.as_ref().is_none_or(|file| file.lock.is_ok());
        if !is_sound {
            return None;
        }
        self.files.insert(Arc::from(path), files);
        Some(())
    }

    /// Compares what others see of a moved entry with what they saw.
    fn compare(&mut self, entry: usize) -> Option<()> {
        let known = self.known;
        let ground = self.ground;
        let path = &*known.entries[entry].path;
        if let Some(face) = ground.face(entry) {
            let files = self.files.get(path)?;
            let spec = files.spec.as_ref()?.spec.clone()?;
            let now = Face::of(&spec);
            if now.kind != face.kind || now.name != face.name {
                return None;
            }
            if now.formal != face.formal {
                self.formal(entry, &face, &now)?;
            }
            if now.decisions != face.decisions {
                self.bound(path, spec.kind)?;
            }
        }
        // What a lock says of acceptance matters where it is an oracle, and oracles may be new.
        let lock = self.files.get(path)?.lock.as_ref();
        let has_oracles = lock.and_then(|file| file.lock.as_ref().ok()).is_some_and(|lock| {
            lock.oracles.iter().any(|one| matches!(one, Oracle::Definition { .. }))
        });
        if has_oracles {
            return None;
        }
        for (of, oracle) in &ground.oracles {
            if oracle == path {
                self.touch(*of as usize)?;
            }
        }
        Some(())
    }

    /// The formal part of a specification has moved.
    fn formal(&mut self, entry: usize, old: &Face, now: &Face) -> Option<()> {
        if now.kind != Kind::Function {
            // A type is part of whatever names it; exports decide what others may name.
            return (now.kind == Kind::Project).then_some(());
        }
        let shows_more = now.named.iter().any(|name| {
            self.env.types.contains_key(name) && old.named.binary_search(name).is_err()
        });
        if shows_more {
            return None;
        }
        let has_soil = self.ground.defs.iter().any(|def| def.entry as usize == entry);
        if !has_soil {
            self.ask_users_of(&now.name);
        }
        Some(())
    }

    /// The decisions of a header have moved: all that it binds are judged anew.
    fn bound(&mut self, header: &str, kind: Kind) -> Option<()> {
        let module = module_of(header);
        for (at, entry) in self.known.entries.iter().enumerate() {
            let is_bound = kind == Kind::Project || module_of(&entry.path) == module;
            if is_bound && entry.roles.has(Role::Lock) && entry.roles.has(Role::Spec) {
                self.touch(at)?;
            }
        }
        Some(())
    }

    fn ask_users_of(&mut self, name: &Name) {
        let users = (0..self.ground.faces.len()).filter(|at| {
            self.ground.face(*at).is_some_and(|face| face.calls.binary_search(name).is_ok())
        });
        self.asked.extend(users);
    }

    /// Checks and hashes the waiting definitions, and whomever that reaches.
    fn definitions(&mut self) -> Option<()> {
        while let Some(at) = self.waiting.pop_first() {
            let old = &self.ground.defs[at as usize];
            let node = self.check(at)?;
            let soil_hash = node.hashed.as_ref().map(|hashed| hashed.soil_hash);
            let has_new_type = self.interfaces[&at].ty() != whole(old.ty).as_ref();
            self.done.insert(at, node);
            if has_new_type {
                self.ask_users_of(&Name::new(old.name));
            }
            if !has_new_type && soil_hash == old.soil_hash {
                continue;
            }
            for (user, def) in self.ground.defs.iter().enumerate().skip(at as usize + 1) {
                if def.callees().any(|callee| callee == at) {
                    self.touch(def.entry as usize)?;
                    // Helpers share a file with others, which was read for one of them before.
                    if !self.done.contains_key(&(user as u32)) {
                        self.waiting.insert(user as u32);
                    }
                }
            }
        }
        Some(())
    }

    /// Checks one definition against those that it could mean.
    fn check(&mut self, at: u32) -> Option<Node> {
        let def = &self.ground.defs[at as usize];
        let path = &*self.known.entries[def.entry as usize].path;
        let (path, files) = self.files.get_key_value(path)?;
        let (path, soil) = (path.clone(), files.soil.clone()?);
        let Ok(file) = soil.file.clone() else {
            let spec = files.spec.as_ref().and_then(|file| file.spec.as_ref());
            let name = Name::new(def.name);
            let interface = program::interface(&self.env, &soil, None, &name, spec);
            self.interfaces.insert(at, interface);
            let (checked, hashed) = (None, None);
            let (callees, state) = (Arc::new([]), State::Faulty);
            return Some(Node { path, name, soil, def: None, callees, state, checked, hashed });
        };
        let index = file.defs.iter().position(|parsed| parsed.name == *def.name)?;
        let own_name = file.defs[index].name.clone();
        let mentions = &soil.mentions[index];
        let is_blocked = mentions.types.iter().any(|name| self.env.missing.contains(name))
            || !self.are_helpers_sound(&path);
        if is_blocked {
            return None;
        }
        let interface = Interface::of_def(&self.env.env, &soil.source, &file, index);
        self.interfaces.insert(at, interface);
        let qualified = mentions.qualified.iter().map(|(_, name)| name);
        let names: FxHashSet<&Name> = mentions
            .bare
            .iter()
            .chain(&mentions.bound)
            .chain(qualified)
            .chain([&own_name])
            .collect();
        let mut concerned: Vec<u32> =
            names.iter().flat_map(|name| self.ground.named(name)).copied().collect();
        concerned.sort_unstable();
        let interfaces: Vec<Interface> =
            concerned.iter().map(|other| self.interface(*other)).collect();
        let scope = Scope::new(self.env.env.clone(), interfaces);
        let own = DefId(concerned.binary_search(&at).ok()? as u32);
        let mut checked = definition(&scope, own, &soil.source, &file, index);
        let mut own = own;
        let is_sound = checked.diagnostics.is_empty();
        if !is_sound {
            // What is said of a fault may name anything that is visible.
            self.n_faulty += 1;
            if self.n_faulty > FEW_FAULTY {
                return None;
            }
            concerned = (0..self.ground.defs.len() as u32).collect();
            let all = concerned.iter().map(|other| self.interface(*other)).collect();
            own = DefId(at);
            let scope = Scope::new(self.env.env.clone(), all);
            checked = definition(&scope, own, &soil.source, &file, index);
        }
        let callees = program::edges(
            &path,
            Some(mentions),
            at,
            |name| self.ground.named(name),
            |other| {
                let other = &self.ground.defs[other as usize];
                &*self.known.entries[other.entry as usize].path
            },
        );
        if callees.iter().any(|callee| *callee >= at) {
            return None;
        }
        let hashed = hashing::hash_among(&soil, index, &checked, own, &self.env, |local| {
            let other = concerned[local.0 as usize];
            let def = &self.ground.defs[other as usize];
            let hash = match self.done.get(&other) {
                Some(node) => node.hashed.as_ref()?.soil_hash,
                None => def.soil_hash?,
            };
            let path = &*self.known.entries[def.entry as usize].path;
            Some(Callee { path, name: def.name, hash })
        });
        Some(Node {
            path,
            name: own_name,
            soil: soil.clone(),
            def: Some(index),
            callees: Arc::new([]),
            state: if is_sound { State::Sound } else { State::Faulty },
            checked: Some(Arc::new(checked)),
            hashed: hashed.map(Arc::new),
        })
    }

    fn are_helpers_sound(&self, path: &str) -> bool {
        let module = is_private(path).unwrap_or(module_of(path));
        let helpers = self.known.entry(&load::private_path(module));
        helpers.is_none_or(|entry| entry.faults.is_empty())
    }

    fn interface(&mut self, at: u32) -> Interface {
        let (known, ground) = (self.known, self.ground);
        let make = || {
            let def = &ground.defs[at as usize];
            let path = &known.entries[def.entry as usize].path;
            let file = format!("{path}.soil");
            let place = def.span.map(|span| Place { file: file.as_str().into(), span });
            Interface::new(&file, Name::new(def.name), place, whole(def.ty))
        };
        self.interfaces.entry(at).or_insert_with(make).clone()
    }

    /// Finds where the touched entries stand and what is wrong with their Soil; `None` when more is
    /// wrong than that.
    fn judge(mut self) -> Option<Vec<(usize, Option<Standing>, Vec<Diagnostic>)>> {
        let paths = |entries: &BTreeSet<usize>| -> Vec<&'a str> {
            entries.iter().map(|at| &*self.known.entries[*at].path).collect()
        };
        let (touched, asked) = (paths(&self.touched), paths(&self.asked));
        self.is_undisturbed(&touched).then_some(())?;
        let mut called: BTreeSet<u32> = BTreeSet::new();
        for path in touched.iter().chain(&asked) {
            self.read(path)?;
            let Some(spec) = self.files[*path].spec.as_ref().and_then(|file| file.spec.clone())
            else {
                continue;
            };
            for predicate in rules::predicates_of(&spec) {
                let mut names = Vec::new();
                rules::calls(&predicate.tree, predicate.pred, &mut |name, _| {
                    names.push(name.clone());
                });
                for name in names {
                    called.extend(self.ground.named(&name));
                    let module = spec.module();
                    let beside = if module.is_empty() {
                        name.to_string()
                    } else {
                        format!("{module}/{name}")
                    };
                    self.read_if_known(&beside)?;
                }
            }
        }
        let interfaces: Vec<Interface> = called.into_iter().map(|at| self.interface(at)).collect();
        let scope = Scope::new(self.env.env.clone(), interfaces);
        let nodes: Vec<Node> = std::mem::take(&mut self.done).into_values().collect();
        let program = Program::partial(nodes, scope, &self.env);
        let snapshot = Snapshot::partial(
            self.root.clone(),
            self.config.clone(),
            self.files,
            self.env.clone(),
            program,
        );
        for path in touched.iter().chain(&asked) {
            let Some(spec) = snapshot.spec(path) else { continue };
            let asks = matches!(spec.kind, Kind::Function | Kind::Type);
            let is_sound = snapshot.dropping(path).is_empty()
                && (!asks
                    || rules::predicates(snapshot.loaded(), snapshot.program(), spec).is_empty());
            if !is_sound {
                return None;
            }
        }
        let mut fresh = Vec::with_capacity(self.touched.len());
        for at in self.touched {
            let path = &*self.known.entries[at].path;
            let standing = status::of(&snapshot, path);
            let rests_on_helpers = |hashed: &Arc<Hashed>| {
                hashed.edges.iter().any(|edge| matches!(edge.target, Target::Private(..)))
            };
            // Which helpers moved is told from all of them, and only some are here.
            let is_vague = standing.as_ref().is_some_and(|one| one.has(&Flag::StaleCallees))
                && snapshot
                    .node(path)
                    .and_then(|node| node.hashed.as_ref())
                    .is_some_and(rests_on_helpers);
            if is_vague {
                return None;
            }
            fresh.push((at, standing, snapshot.faults_of(path)));
        }
        Some(fresh)
    }

    /// Says whether no fault elsewhere points into what has moved.
    fn is_undisturbed(&self, touched: &[&str]) -> bool {
        let is_touched = |file: &Option<String>| {
            file.as_deref()
                .and_then(|file| file.rsplit_once('.'))
                .is_some_and(|(path, _)| touched.binary_search(&path).is_ok())
        };
        let others = self.known.entries.iter().enumerate();
        let others = others.filter(|(at, _)| !self.touched.contains(at));
        let faults = others.flat_map(|(_, entry)| &entry.faults);
        faults.chain(&self.known.before).all(|fault| {
            !is_touched(&fault.file) && fault.notes.iter().all(|note| !is_touched(&note.file))
        })
    }
}
