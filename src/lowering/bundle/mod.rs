//! The context bundle: everything that an agent is shown of a root, packed into a budget.
//!
//! Comes in: one moment of a root and the path of a function. Goes out: files by bundle-relative
//! path, the same bytes for the same inputs.
//!
//! ```text
//! bundle.json  spec.md  decisions.md?  tests.json                            never dropped
//! previous.soil?  reference.py?  types/*  callees/*  examples/*  module.md?  dropped from the end
//! ```
//!
//! Reads one file beside the snapshot: the Python reference.
//!
//! Spec: `trellis-daemon#4`, `trellis-daemon#5`.

mod cases;
mod layout;
mod pack;
mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use pack::{Contents, Unit, hash, pack};

use crate::contract::documents::Oracle;
use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{Bundle, Faults, SpecHashes};
use crate::root::lock::{Assurance, Checks};
use crate::root::program::State;
use crate::root::{Snapshot, files};
use crate::soil::Name;
use crate::soil::syntax::tree::TypeKind;
use crate::spec::{Hashes, Kind, Lang, Reference, Spec, module_of};

/// Makes the bundle of a function.
///
/// # Errors
/// As [`contents`] and [`pack`].
pub fn of(snapshot: &Snapshot, path: &str, budget: u64) -> Result<Bundle, Faults> {
    pack(&contents(snapshot, path)?, budget).map_err(|fault| vec![fault])
}

/// Collects everything that the bundle of a function could hold.
///
/// # Errors
/// What is wrong with the specification; `usage` when the path is not that of a function;
/// `oracle-error` when the Python reference cannot be read.
pub fn contents(snapshot: &Snapshot, path: &str) -> Result<Contents, Faults> {
    let spec = function(snapshot, path)?;
    let module = module_of(path);
    let in_scope = snapshot.in_scope(path);
    let mut mandatory = vec![("spec.md".to_owned(), spec.source.text().into())];
    if let Some(page) = pages::decisions(&in_scope, module) {
        mandatory.push(("decisions.md".to_owned(), page.into()));
    }
    mandatory.push(("tests.json".to_owned(), cases::document(spec).into()));

    let mut optional = Vec::new();
    if let Some(previous) = snapshot.soil(path) {
        optional.push(Unit::file("previous.soil", previous.text()));
    }
    if let Some(Reference::Python { path, .. }) = spec.reference() {
        optional.push(Unit::file("reference.py", reference(snapshot, path)?));
    }
    for spec in types(snapshot, spec) {
        optional.push(Unit::file(format!("types/{}.md", spec.name), pages::type_(spec)));
    }
    let callees = callees(snapshot, path);
    for (callee, file) in callees.iter().zip(callee_files(&callees)) {
        let page = pages::callee(callee.spec, &callee.signature, &callee.assurances);
        optional.push(Unit::file(file, page));
    }
    for callee in &callees {
        let path = &callee.spec.path;
        let pair = [("tr", callee.spec.source.text()), ("soil", callee.soil)];
        let file = |(extension, text): (&str, &str)| {
            (format!("examples/{path}.{extension}"), text.as_bytes().to_vec())
        };
        optional.push(Unit { files: pair.map(file).into() });
    }
    if let Some(header) = &in_scope.module {
        optional.push(Unit::file("module.md", header.source.text()));
    }
    Ok(Contents {
        definition: path.to_owned(),
        spec_hashes: hashes(&spec.hashes),
        oracle: spec.reference().map(oracle),
        mandatory,
        optional,
    })
}

/// Finds the specification of a function.
///
/// # Errors
/// What is wrong with it; `usage` when the path is not that of a function.
pub fn function<'a>(snapshot: &'a Snapshot, path: &str) -> Result<&'a Arc<Spec>, Faults> {
    let Some(spec) = snapshot.spec(path) else {
        let faults = snapshot.dropping(path);
        if faults.is_empty() {
            let message = format!("no definition `{path}`");
            return Err(vec![Diagnostic::new(Code::Usage, message)]);
        }
        return Err(faults);
    };
    if spec.kind == Kind::Function {
        return Ok(spec);
    }
    let message = format!("`{path}` is a {}; only functions are lowered", spec.kind.word());
    Err(vec![Diagnostic::new(Code::Usage, message)])
}

/// Writes the hashes of a function's specification.
pub fn hashes(hashes: &Hashes) -> SpecHashes {
    SpecHashes {
        formal: hashes.formal.to_string(),
        test: hashes.test.map(|hash| hash.to_string()).unwrap_or_default(),
        prose: hashes.prose.to_string(),
    }
}

fn reference(snapshot: &Snapshot, path: &str) -> Result<Vec<u8>, Faults> {
    files::read(&snapshot.root().file(path), path).map_err(|unreadable| {
        let message = format!("the reference cannot be read: {}", unreadable.message);
        vec![Diagnostic::new(Code::OracleError, message).in_file(path)]
    })
}

fn oracle(reference: &Reference) -> Oracle {
    match reference.clone() {
        Reference::Python { path, symbol } => Oracle::Reference { path, symbol },
        Reference::Cli { command } => Oracle::Cli { command },
    }
}

/// Lists the user types that the signature reaches, or those of the module without a signature.
fn types<'a>(snapshot: &'a Snapshot, spec: &Spec) -> Vec<&'a Arc<Spec>> {
    let known = &snapshot.environment().types;
    let mut names: BTreeSet<&Name> = BTreeSet::new();
    match spec.signature() {
        Some(signature) => {
            for node in &signature.sig.tree.types {
                let TypeKind::Con { name, .. } = &node.kind else { continue };
                if let Some((name, user)) = known.get_key_value(name) {
                    names.insert(name);
                    names.extend(user.reaches.iter());
                }
            }
        }
        None => {
            let of_module = known.iter().filter(|(_, user)| module_of(&user.path) == spec.module());
            names.extend(of_module.map(|(name, _)| name));
        }
    }
    names.into_iter().filter_map(|name| snapshot.spec(&known.get(name)?.path)).collect()
}

/// A function that the target may call.
struct Callee<'a> {
    spec: &'a Spec,
    signature: String,
    soil: &'a str,
    assurances: BTreeMap<String, Assurance>,
}

/// Lists what can be called: sound functions without holes, those of the own module first.
fn callees<'a>(snapshot: &'a Snapshot, target: &str) -> Vec<Callee<'a>> {
    let module = module_of(target);
    let mut found: Vec<Callee<'a>> = snapshot
        .paths()
        .filter(|path| ***path != *target)
        .filter_map(|path| callee(snapshot, path))
        .collect();
    found.sort_by_key(|callee| callee.spec.module() != module);
    found
}

fn callee<'a>(snapshot: &'a Snapshot, path: &str) -> Option<Callee<'a>> {
    let spec = snapshot.spec(path).filter(|spec| spec.kind == Kind::Function)?;
    let node = snapshot.node(path).filter(|node| node.state == State::Sound)?;
    let checked = node.checked.as_ref()?;
    if !checked.facts.as_ref()?.holes.is_empty() {
        return None;
    }
    let signature = match spec.block(Lang::SoilSig) {
        Some(block) => spec.text(block.content).trim().to_owned(),
        None => format!("{} : {}", spec.name, checked.ty.as_ref()?),
    };
    let assurances = match snapshot.lock(path).and_then(|lock| lock.checks.clone()) {
        Some(Checks::Function { refinements, .. }) => refinements,
        _ => BTreeMap::new(),
    };
    Some(Callee { spec, signature, soil: snapshot.soil(path)?.text(), assurances })
}

/// Names the pages of callees: by name, by path where two share a name.
fn callee_files(callees: &[Callee<'_>]) -> Vec<String> {
    let mut n_named: BTreeMap<&Name, usize> = BTreeMap::new();
    for callee in callees {
        *n_named.entry(&callee.spec.name).or_default() += 1;
    }
    let file = |callee: &Callee<'_>| match n_named[&callee.spec.name] {
        1 => format!("callees/{}.md", callee.spec.name),
        _ => format!("callees/{}.md", callee.spec.path.replace('/', "__")),
    };
    callees.iter().map(file).collect()
}
