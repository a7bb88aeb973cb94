//! The definitions of a root: in callee-first order, checked, hashed.
//!
//! Each definition is checked against the declared interfaces of the others, in parallel. After a
//! change only what the change can reach is checked again: the definition itself, those that use
//! it when its type moved, and those that spell a name that came or went.
//!
//! A fault stays with its definition. Whatever cannot be judged without a faulty one is
//! [`State::Blocked`] and says nothing.
//!
//! Spec: `design#4.9`, `design#6.1`.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::contract::{Code, Diagnostic};
use crate::root::environment::Environment;
use crate::root::hashing::{self, Hashed};
use crate::root::load::{Loaded, SoilFile, is_private};
use crate::root::mentions::Mentions;
use crate::root::order::{self, Order};
use crate::soil::Name;
use crate::soil::check::{Checked, Interface, Scope, definition};
use crate::soil::core::{self, DefId};
use crate::spec::{Spec, module_of, stem_of};

/// All definitions of a root; `DefId(i)` is the i-th of [`Program::nodes`].
#[derive(Debug)]
pub struct Program {
    /// Callees first.
    pub nodes: Vec<Node>,
    /// The declared interfaces, by the same numbers.
    pub scope: Arc<Scope>,
    /// What each compiles to, by the same numbers; `None` for all that are not sound.
    pub cores: Vec<Option<Arc<core::Def>>>,
    /// Cycles between definitions, one fault each.
    pub cycles: Vec<Diagnostic>,
    by_key: FxHashMap<(Arc<str>, Name), DefId>,
    env: Arc<Environment>,
}

/// One definition.
#[derive(Clone, Debug)]
pub struct Node {
    /// The path of the `.soil` file without extension; helpers share that of `_private`.
    pub path: Arc<str>,
    /// LOWER, or HIDDEN for helpers.
    pub name: Name,
    /// The file that it stands in.
    pub soil: Arc<SoilFile>,
    /// Its index in the file; `None` when the file does not parse.
    pub def: Option<usize>,
    /// The definitions that it seems to use, ascending, itself excluded.
    pub callees: Arc<[DefId]>,
    /// Whether it can be relied on.
    pub state: State,
    /// The outcome of its check, when it was checked.
    pub checked: Option<Arc<Checked>>,
    /// Its hash, when all that it names has one.
    pub hashed: Option<Arc<Hashed>>,
}

/// Whether a definition can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has no fault, and neither has anything that it uses.
    Sound,
    /// It has a fault of its own.
    Faulty,
    /// Something that it uses has a fault.
    Blocked,
}

/// A definition before its order is known.
struct Candidate<'a> {
    path: &'a Arc<str>,
    name: Name,
    soil: &'a Arc<SoilFile>,
    def: Option<usize>,
    spec: Option<&'a Arc<Spec>>,
}

impl Candidate<'_> {
    fn key(&self) -> (Arc<str>, Name) {
        (self.path.clone(), self.name.clone())
    }

    fn mentions(&self) -> Option<&Mentions> {
        self.soil.mentions.get(self.def?)
    }

    fn interface(&self, env: &Environment) -> Interface {
        interface(env, self.soil, self.def, &self.name, self.spec)
    }
}

/// Says what others see of a definition; without Soil that parses, what its specification says.
pub(super) fn interface(
    env: &Environment,
    soil: &SoilFile,
    def: Option<usize>,
    name: &Name,
    spec: Option<&Arc<Spec>>,
) -> Interface {
    match (&soil.file, def) {
        (Ok(file), Some(def)) => Interface::of_def(&env.env, &soil.source, file, def),
        _ => {
            let ty = spec.and_then(|spec| spec.signature()).and_then(|signature| {
                let sig = &signature.sig;
                crate::soil::types::convert::convert(&env.env, &sig.tree, sig.sig).ok()
            });
            Interface::new(soil.source.name(), name.clone(), None, ty)
        }
    }
}

/// Checks and hashes the definitions of a root; `earlier` gives what it still knows.
pub fn build(loaded: &Loaded, env: &Arc<Environment>, earlier: Option<&Program>) -> Program {
    let candidates = candidates(loaded);
    let broken_private: FxHashSet<&str> = loaded
        .iter()
        .filter(|(_, files)| files.soil.as_ref().is_some_and(|soil| soil.file.is_err()))
        .filter_map(|(path, _)| is_private(path))
        .collect();
    let broken_specs: FxHashSet<&str> = loaded
        .iter()
        .filter(|(_, files)| files.spec.as_ref().is_some_and(|file| file.spec.is_none()))
        .map(|(path, _)| &**path)
        .collect();
    let judge = Judge { env, broken_private, broken_specs };
    earlier
        .filter(|earlier| Arc::ptr_eq(&earlier.env, env))
        .and_then(|earlier| rebuild(earlier, &candidates, &judge))
        .unwrap_or_else(|| from_nothing(&candidates, &judge))
}

fn candidates(loaded: &Loaded) -> Vec<Candidate<'_>> {
    let mut all = Vec::with_capacity(loaded.len());
    for (path, files) in loaded {
        let Some(soil) = &files.soil else { continue };
        let is_helpers = is_private(path).is_some();
        let spec = files.spec.as_ref().and_then(|file| file.spec.as_ref());
        match &soil.file {
            Ok(file) => {
                let from = all.len();
                all.extend(file.defs.iter().enumerate().map(|(at, def)| Candidate {
                    path,
                    name: def.name.clone(),
                    soil,
                    def: Some(at),
                    spec,
                }));
                all[from..].sort_by(|a, b| a.name.cmp(&b.name));
            }
            Err(_) if is_helpers => {}
            Err(_) => {
                all.push(Candidate { path, name: Name::new(stem_of(path)), soil, def: None, spec });
            }
        }
    }
    all
}

/// What makes a definition faulty or blocked before anybody looks at its body.
struct Judge<'a> {
    env: &'a Arc<Environment>,
    broken_private: FxHashSet<&'a str>,
    broken_specs: FxHashSet<&'a str>,
}

impl Judge<'_> {
    /// Says whether a definition names something that is declared, but faulty.
    fn is_blocked(&self, path: &str, mentions: &Mentions) -> bool {
        let missing = &self.env.missing;
        !missing.is_empty() && mentions.types.iter().any(|name| missing.contains(name))
            || self.broken_private.contains(module_of(path))
                && mentions.bare.iter().any(|name| name.starts_with('_'))
    }
}

fn from_nothing(candidates: &[Candidate], judge: &Judge) -> Program {
    let mut by_name: FxHashMap<&Name, Vec<u32>> = FxHashMap::default();
    for (at, candidate) in candidates.iter().enumerate() {
        by_name.entry(&candidate.name).or_default().push(at as u32);
    }
    let edges: Vec<Vec<u32>> = candidates
        .par_iter()
        .with_min_len(64)
        .enumerate()
        .map(|(at, candidate)| {
            let named = |name: &Name| by_name.get(name).map_or(&[][..], Vec::as_slice);
            let path = |other: u32| &**candidates[other as usize].path;
            edges(candidate.path, candidate.mentions(), at as u32, named, path)
        })
        .collect();
    let Order { sequence, cycles } = order::order(&edges);
    let mut place = vec![0_u32; candidates.len()];
    for (id, candidate) in sequence.iter().enumerate() {
        place[*candidate as usize] = id as u32;
    }
    let env = judge.env;
    let interfaces: Vec<Interface> = sequence
        .par_iter()
        .with_min_len(64)
        .map(|at| candidates[*at as usize].interface(env))
        .collect();
    let scope = Arc::new(Scope::new(env.env.clone(), interfaces));
    let cyclic: FxHashSet<u32> = cycles.iter().flatten().copied().collect();
    let nodes: Vec<Node> = sequence
        .par_iter()
        .with_min_len(16)
        .map(|at| {
            let candidate = &candidates[*at as usize];
            let mut callees: Vec<DefId> =
                edges[*at as usize].iter().map(|to| DefId(place[*to as usize])).collect();
            callees.sort_unstable();
            let id = DefId(place[*at as usize]);
            let is_cyclic = cyclic.contains(at);
            node(candidate, id, callees.into(), is_cyclic, &scope, judge)
        })
        .collect();
    let by_key = nodes
        .iter()
        .enumerate()
        .map(|(at, node)| ((node.path.clone(), node.name.clone()), DefId(at as u32)))
        .collect();
    let cycles = cycles
        .iter()
        .map(|cycle| {
            cycle_fault(&cycle.iter().map(|at| &candidates[*at as usize]).collect::<Vec<_>>())
        })
        .collect();
    let mut program = Program { nodes, scope, cores: Vec::new(), cycles, by_key, env: env.clone() };
    let all: Vec<DefId> = (0..program.nodes.len() as u32).map(DefId).collect();
    program.settle(&all, judge);
    program
}

/// Serves the common case: the same definitions in the same order, a few of them edited, or one new
/// one that nobody uses yet. `None` when that is not the case.
fn rebuild(earlier: &Program, candidates: &[Candidate], judge: &Judge) -> Option<Program> {
    if !earlier.cycles.is_empty() {
        return None;
    }
    let mut known = 0;
    let mut added: Option<&Candidate> = None;
    let mut changed: Vec<(DefId, &Candidate)> = Vec::new();
    for candidate in candidates {
        match earlier.by_key.get(&candidate.key()) {
            Some(id) => {
                known += 1;
                let node = &earlier.nodes[id.0 as usize];
                if !Arc::ptr_eq(&node.soil, candidate.soil)
                    || judge.broken_specs.contains(&**candidate.path) != node.is_spec_broken()
                {
                    changed.push((*id, candidate));
                }
            }
            None if added.is_none() => added = Some(candidate),
            None => return None,
        }
    }
    if known != earlier.nodes.len() {
        return None;
    }
    if changed.is_empty() && added.is_none() && !judge.has_broken() {
        return Some(earlier.share());
    }
    let env = judge.env;
    let mut interfaces = earlier.scope.interfaces().to_vec();
    let mut moved: FxHashSet<DefId> = FxHashSet::default();
    for (id, candidate) in &changed {
        let interface = candidate.interface(env);
        let slot = &mut interfaces[id.0 as usize];
        if slot.ty() != interface.ty() {
            moved.insert(*id);
        }
        *slot = interface;
    }
    if let Some(added) = added {
        interfaces.push(added.interface(env));
        changed.push((DefId(earlier.nodes.len() as u32), added));
    }
    let scope = Arc::new(Scope::new(env.env.clone(), interfaces));
    let mut nodes = earlier.nodes.clone();
    let mut by_key = earlier.by_key.clone();
    let mut dirty: FxHashSet<DefId> = changed.iter().map(|(id, _)| *id).collect();
    for (at, node) in earlier.nodes.iter().enumerate() {
        let uses_moved = node.callees.iter().any(|callee| moved.contains(callee));
        let concerned = added.is_some_and(|added| {
            node.mentions().is_some_and(|mentions| mentions.concerns(&added.name))
        });
        if concerned {
            // Whoever spells the new name may now mean it: the order is to be found anew.
            return None;
        }
        if uses_moved {
            dirty.insert(DefId(at as u32));
        }
    }
    for (id, candidate) in &changed {
        let named = |name: &Name| scope.named(name).iter().map(|id| id.0).collect::<Vec<_>>();
        let path = |other: u32| {
            let path = scope.interface(DefId(other)).path();
            path.strip_suffix(".soil").unwrap_or(path)
        };
        let callees = edges(candidate.path, candidate.mentions(), id.0, named, path);
        if callees.iter().any(|callee| *callee >= id.0) {
            return None;
        }
        let callees: Vec<DefId> = callees.into_iter().map(DefId).collect();
        let fresh = node(candidate, *id, callees.into(), false, &scope, judge);
        match nodes.get_mut(id.0 as usize) {
            Some(slot) => *slot = fresh,
            None => {
                by_key.insert(candidate.key(), *id);
                nodes.push(fresh);
            }
        }
    }
    let rechecked: Vec<DefId> = dirty.iter().copied().collect();
    for id in &rechecked {
        if !changed.iter().any(|(changed, _)| changed == id) {
            let node = &mut nodes[id.0 as usize];
            if let (Ok(file), Some(def)) = (&node.soil.file, node.def) {
                node.checked =
                    Some(Arc::new(definition(&scope, *id, &node.soil.source, file, def)));
            }
        }
    }
    let mut program =
        Program { nodes, scope, cores: Vec::new(), cycles: Vec::new(), by_key, env: env.clone() };
    program.cores.clone_from(&earlier.cores);
    program.settle(&rechecked, judge);
    Some(program)
}

impl Judge<'_> {
    fn has_broken(&self) -> bool {
        !self.broken_private.is_empty()
    }
}

/// Finds the definitions that a definition seems to use.
pub(super) fn edges<'a, L: AsRef<[u32]>>(
    own_path: &str,
    mentions: Option<&Mentions>,
    own: u32,
    named: impl Fn(&Name) -> L,
    path: impl Fn(u32) -> &'a str,
) -> Vec<u32> {
    let Some(mentions) = mentions else { return Vec::new() };
    let directory = module_of(own_path);
    let mut found = Vec::new();
    let mut take = |name: &Name, module: Option<&Name>| {
        let named = named(name);
        let mut visible = named.as_ref().iter().copied().filter(|other| {
            let home = module_of(path(*other));
            (!name.starts_with('_') || home == directory)
                && module.is_none_or(|module| stem_of(home) == module.as_str())
        });
        if let (Some(only), None) = (visible.next(), visible.next())
            && only != own
        {
            found.push(only);
        }
    };
    for name in &mentions.bare {
        take(name, None);
    }
    for (module, name) in &mentions.qualified {
        take(name, Some(module));
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn node(
    candidate: &Candidate,
    id: DefId,
    callees: Arc<[DefId]>,
    is_cyclic: bool,
    scope: &Scope,
    judge: &Judge,
) -> Node {
    let checked = match (&candidate.soil.file, candidate.def, candidate.mentions()) {
        (Ok(file), Some(def), Some(mentions))
            if !is_cyclic && !judge.is_blocked(candidate.path, mentions) =>
        {
            Some(Arc::new(definition(scope, id, &candidate.soil.source, file, def)))
        }
        _ => None,
    };
    let is_faulty = is_cyclic
        || candidate.soil.file.is_err()
        || judge.broken_specs.contains(&**candidate.path)
        || checked.as_ref().is_some_and(|checked| !checked.diagnostics.is_empty());
    Node {
        path: candidate.path.clone(),
        name: candidate.name.clone(),
        soil: candidate.soil.clone(),
        def: candidate.def,
        callees,
        state: match (is_faulty, &checked) {
            (true, _) => State::Faulty,
            (false, None) => State::Blocked,
            (false, Some(_)) => State::Sound,
        },
        checked,
        hashed: None,
    }
}

fn cycle_fault(cycle: &[&Candidate]) -> Diagnostic {
    let first = cycle[0];
    let names: Vec<&str> = cycle.iter().chain([&first]).map(|one| one.name.as_str()).collect();
    let message = format!("definitions use each other in a circle: {}", names.join(" -> "));
    let mut fault = Diagnostic::new(Code::StateCycle, message);
    for (at, member) in cycle.iter().enumerate() {
        let (Ok(file), Some(def)) = (&member.soil.file, member.def) else { continue };
        let source = &member.soil.source;
        let span = source.locate(file.defs[def].name_span);
        fault = match at {
            0 => fault.at(source.name(), span),
            _ => fault.note_at(format!("`{}` is part of it", member.name), source.name(), span),
        };
    }
    fault.note("mutual recursion belongs in one body, as `let rec … and …`")
}

impl Node {
    /// Returns what the definition spells, when its file parses.
    pub fn mentions(&self) -> Option<&Mentions> {
        self.soil.mentions.get(self.def?)
    }

    /// Says whether only its own directory sees the definition.
    pub fn is_private(&self) -> bool {
        self.name.starts_with('_')
    }

    /// A sound check with a faulty state comes from the specification or from something used.
    fn is_spec_broken(&self) -> bool {
        self.state == State::Faulty
            && self.checked.as_ref().is_some_and(|checked| checked.diagnostics.is_empty())
    }
}

impl Program {
    /// Looks a definition up by the path of its file and its name.
    pub fn find(&self, path: &str, name: &str) -> Option<DefId> {
        self.by_key.get(&(Arc::from(path), Name::new(name))).copied()
    }

    /// Looks up the one definition of a public `.soil` file.
    pub fn public(&self, path: &str) -> Option<DefId> {
        self.find(path, stem_of(path))
    }

    /// Returns one definition.
    pub fn node(&self, id: DefId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Gathers some definitions that were checked on the ground of an index.
    ///
    /// Their numbers are their places in `nodes`; `scope` has numbers of its own.
    pub(super) fn partial(nodes: Vec<Node>, scope: Scope, env: &Arc<Environment>) -> Program {
        let by_key = nodes
            .iter()
            .enumerate()
            .map(|(at, node)| ((node.path.clone(), node.name.clone()), DefId(at as u32)))
            .collect();
        let (scope, env) = (Arc::new(scope), env.clone());
        Program { nodes, scope, cores: Vec::new(), cycles: Vec::new(), by_key, env }
    }

    fn share(&self) -> Program {
        Program {
            nodes: self.nodes.clone(),
            scope: self.scope.clone(),
            cores: self.cores.clone(),
            cycles: self.cycles.clone(),
            by_key: self.by_key.clone(),
            env: self.env.clone(),
        }
    }

    /// Spreads soundness and hashes from callees to callers; `fresh` has newly checked nodes.
    fn settle(&mut self, fresh: &[DefId], judge: &Judge) {
        let mut moved = vec![false; self.nodes.len()];
        for id in fresh {
            moved[id.0 as usize] = true;
        }
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let is_faulty = node.soil.file.is_err()
                || judge.broken_specs.contains(&*node.path)
                || node.checked.as_ref().is_some_and(|checked| !checked.diagnostics.is_empty())
                || node.checked.is_none() && node.state == State::Faulty;
            let rests_on_sound = node
                .callees
                .iter()
                .all(|callee| self.nodes[callee.0 as usize].state == State::Sound);
            let state = match (is_faulty, node.checked.is_some() && rests_on_sound) {
                (true, _) => State::Faulty,
                (false, true) => State::Sound,
                (false, false) => State::Blocked,
            };
            let is_dirty = moved[at] || node.callees.iter().any(|callee| moved[callee.0 as usize]);
            if is_dirty {
                let hashed = hashing::hash(self, DefId(at as u32), &self.env).map(Arc::new);
                let before = self.nodes[at].hashed.as_ref().map(|hashed| hashed.soil_hash);
                moved[at] |= before != hashed.as_ref().map(|hashed| hashed.soil_hash);
                self.nodes[at].hashed = hashed;
            }
            self.nodes[at].state = state;
        }
        self.cores = self
            .nodes
            .iter()
            .map(|node| {
                let checked = node.checked.as_ref().filter(|_| node.state == State::Sound)?;
                checked.core.clone()
            })
            .collect();
    }
}
