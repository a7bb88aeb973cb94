//! What a few moved files change, found without reading the rest of the root.
//!
//! The [ground](super::ground) has interfaces, hashes and edges of all definitions, the types, and
//! of each specification what others see of it. Moved definitions are
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

use super::codec::whole;
use super::ground::{Face, Ground, called};
use super::{Judged, Known, Mark, Moved, Origin, Roles, Stamps};
use crate::contract::Diagnostic;
use crate::root::environment::Environment;
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
use crate::soil::types::env::TypeEnv;
use crate::spec::{Kind, module_of};

/// With more definitions than this to recheck, the whole root is read.
const MANY: usize = 256;

/// With more faulty ones among them than this, too: each takes a look at everything.
const FEW_FAULTY: usize = 8;

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

/// An entry, where it stands, and what is wrong with its Soil.
type Judgement = (usize, Option<Standing>, Vec<Diagnostic>);

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
        let users = self.ground.calls.iter().filter(|(called, _)| *called == name.as_str());
        self.asked.extend(users.map(|(_, entry)| *entry as usize));
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
    fn judge(mut self) -> Option<Vec<Judgement>> {
        let paths = |entries: &BTreeSet<usize>| -> Vec<&'a str> {
            entries.iter().map(|at| &*self.known.entries[*at].path).collect()
        };
        let (touched, asked) = (paths(&self.touched), paths(&self.asked));
        self.is_undisturbed(&touched).then_some(())?;
        let mut targets: BTreeSet<u32> = BTreeSet::new();
        for path in touched.iter().chain(&asked) {
            self.read(path)?;
            let Some(spec) = self.files[*path].spec.as_ref().and_then(|file| file.spec.clone())
            else {
                continue;
            };
            for name in called(&spec) {
                targets.extend(self.ground.named(&name));
                let module = spec.module();
                let beside =
                    if module.is_empty() { name.to_string() } else { format!("{module}/{name}") };
                self.read_if_known(&beside)?;
            }
        }
        let interfaces: Vec<Interface> = targets.into_iter().map(|at| self.interface(at)).collect();
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
