//! The hash of a definition with everything that it names.
//!
//! ```text
//! soil_hash = D("soil-hash/1", FORM, EDGES)      EDGES: name NUL referent LF, sorted by name
//! ```
//!
//! Spec: `design#6.1`.

use rustc_hash::FxHashMap;

use crate::root::environment::Environment;
use crate::root::load::SoilFile;
use crate::root::lock::Edge;
use crate::root::program::Program;
use crate::soil::Name;
use crate::soil::check::{Checked, Phase};
use crate::soil::core::DefId;
use crate::soil::print;
use crate::spec::digest::Digest;
use crate::spec::module_of;
use crate::spec::stem_of;

/// What stands for every builtin.
const BUILTIN: &str = "soil0-builtin/1";

/// A definition's hash with its ingredients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hashed {
    /// The hash.
    pub soil_hash: Digest,
    /// The hash form, ending in one newline.
    pub form: String,
    /// Every edge, sorted by name.
    pub edges: Vec<Reference>,
}

/// One edge of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// As the source spells it; types by their bare name.
    pub name: Name,
    /// What it leads to.
    pub target: Target,
}

/// Where an edge leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A public definition with its `soil_hash`.
    Public(DefId, Digest),
    /// A helper of the own directory with its `soil_hash`.
    Private(DefId, Digest),
    /// A builtin.
    Builtin,
    /// A user type with its `formal` or cycle hash.
    Type(Digest),
}

impl Reference {
    fn referent(&self) -> String {
        match &self.target {
            Target::Public(_, hash) | Target::Private(_, hash) | Target::Type(hash) => {
                hash.to_string()
            }
            Target::Builtin => BUILTIN.to_owned(),
        }
    }
}

impl Hashed {
    /// Lists the directly referenced public definitions, as locks record them.
    pub fn calls(&self) -> Vec<Edge> {
        let call = |edge: &Reference| match &edge.target {
            Target::Public(_, hash) => Some(Edge { name: edge.name.to_string(), hash: *hash }),
            _ => None,
        };
        self.edges.iter().filter_map(call).collect()
    }

    /// Computes the hash that the same text would have with other hashes behind some names.
    ///
    /// A name that `stored` lacks keeps its current referent.
    pub fn with_stored(&self, stored: &FxHashMap<&str, Digest>) -> Digest {
        let edges = self.edges.iter().map(|edge| match &edge.target {
            Target::Public(..) | Target::Private(..) => {
                let known = stored.get(edge.name.as_str()).map(Digest::to_string);
                (edge.name.as_str(), known.unwrap_or_else(|| edge.referent()))
            }
            Target::Builtin | Target::Type(_) => (edge.name.as_str(), edge.referent()),
        });
        digest(&self.form, edges)
    }
}

fn digest<'a>(form: &str, edges: impl Iterator<Item = (&'a str, String)>) -> Digest {
    let mut text = String::new();
    for (name, referent) in edges {
        text.push_str(name);
        text.push('\0');
        text.push_str(&referent);
        text.push('\n');
    }
    Digest::of(["soil-hash/1", form, &text])
}

/// A definition that another one names.
pub(crate) struct Callee<'a> {
    /// The path of its file without extension.
    pub path: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its hash.
    pub hash: Digest,
}

/// Hashes a definition whose callees are hashed; `None` when its names do not all resolve.
pub fn hash(program: &Program, id: DefId, env: &Environment) -> Option<Hashed> {
    let node = program.node(id);
    let checked = node.checked.as_ref()?;
    hash_among(&node.soil, node.def?, checked, id, env, |callee| {
        let other = program.node(callee);
        let hash = other.hashed.as_ref()?.soil_hash;
        Some(Callee { path: &other.path, name: &other.name, hash })
    })
}

/// Hashes a definition of a file; `callee` knows the others by their numbers in the check's scope.
pub(crate) fn hash_among<'a>(
    soil: &SoilFile,
    def: usize,
    checked: &Checked,
    id: DefId,
    env: &Environment,
    callee: impl Fn(DefId) -> Option<Callee<'a>>,
) -> Option<Hashed> {
    let has_names =
        checked.faults(Phase::Declare).is_empty() && checked.faults(Phase::Rename).is_empty();
    if !has_names {
        return None;
    }
    let file = soil.file.as_ref().ok()?;
    let form = print::hash_form(&file.tree, &file.defs[def]);
    let references = &checked.references;
    let mut edges = Vec::new();
    for at in references.ids.iter().copied().filter(|callee| *callee != id) {
        let other = callee(at)?;
        let target = if other.name.starts_with('_') {
            Target::Private(at, other.hash)
        } else {
            Target::Public(at, other.hash)
        };
        edges.push(Reference { name: spelling(&references.defs, &other), target });
    }
    edges.extend(
        references
            .builtins
            .iter()
            .map(|name| Reference { name: name.clone(), target: Target::Builtin }),
    );
    edges.extend(type_edges(&references.types, env));
    edges.sort_by(|a, b| a.name.cmp(&b.name));
    let pairs = edges.iter().map(|edge| (edge.name.as_str(), edge.referent()));
    Some(Hashed { soil_hash: digest(&form, pairs), edges, form })
}

/// Exactly one spelling of a definition is legal in one place: bare, or with its module.
fn spelling(spelled: &[Name], callee: &Callee) -> Name {
    let is_bare = spelled.binary_search_by(|name| name.as_str().cmp(callee.name)).is_ok();
    if callee.name.starts_with('_') || is_bare {
        return Name::new(callee.name);
    }
    Name::new(format!("{}::{}", stem_of(module_of(callee.path)), callee.name))
}

/// Closes the named types over the types that their declarations reach.
fn type_edges(named: &[Name], env: &Environment) -> Vec<Reference> {
    let mut names: Vec<&Name> = Vec::new();
    for name in named {
        if let Some(user) = env.types.get(name) {
            names.push(name);
            names.extend(user.reaches.iter());
        }
    }
    names.sort_unstable();
    names.dedup();
    let edge = |name: &Name| {
        let user = env.types.get(name)?;
        Some(Reference { name: name.clone(), target: Target::Type(user.referent) })
    };
    names.into_iter().filter_map(edge).collect()
}

/// Lists every helper reachable through helpers, sorted by name.
pub fn private_helpers(program: &Program, id: DefId) -> Vec<Edge> {
    let mut seen: Vec<DefId> = Vec::new();
    let mut stack = vec![id];
    while let Some(at) = stack.pop() {
        let Some(hashed) = &program.node(at).hashed else { continue };
        for edge in &hashed.edges {
            if let Target::Private(helper, _) = edge.target
                && !seen.contains(&helper)
            {
                seen.push(helper);
                stack.push(helper);
            }
        }
    }
    let mut helpers: Vec<Edge> = seen
        .into_iter()
        .filter_map(|helper| {
            let node = program.node(helper);
            let hash = node.hashed.as_ref()?.soil_hash;
            Some(Edge { name: node.name.to_string(), hash })
        })
        .collect();
    helpers.sort();
    helpers.dedup();
    helpers
}
