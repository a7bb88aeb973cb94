//! The packer: which files fit into a budget.
//!
//! Comes in: everything that a bundle could hold, in the order of priority. Goes out: the bundle.
//! The longest prefix that fits is packed: the first unit that does not fit and all units after it
//! are dropped, so that a larger budget never takes anything away, and every drop is listed.
//!
//! Spec: `trellis-daemon#5`.

use super::layout::{Keys, pretty};
use crate::contract::documents::{self, BundleManifest, Dropped, Oracle};
use crate::contract::wire::to_json;
use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{Bundle, SpecHashes};
use crate::spec::digest::Digest;

/// A path inside the bundle with its content.
pub type File = (String, Vec<u8>);

/// Everything that a bundle could hold.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The definition path.
    pub definition: String,
    /// What the specification hashed to.
    pub spec_hashes: SpecHashes,
    /// The outside implementation to agree with.
    pub oracle: Option<Oracle>,
    /// Files that are never dropped, in order.
    pub mandatory: Vec<File>,
    /// The rest, most important first.
    pub optional: Vec<Unit>,
}

/// What is packed or dropped as a whole; never without files.
#[derive(Clone, Debug)]
pub struct Unit {
    /// In order; the first names the unit among the dropped ones.
    pub files: Vec<File>,
}

impl Unit {
    /// Makes a unit of one file.
    pub fn file(path: impl Into<String>, content: impl Into<Vec<u8>>) -> Unit {
        Unit { files: vec![(path.into(), content.into())] }
    }
}

/// Packs what fits into `budget` tokens, estimated at four bytes each.
///
/// # Errors
/// `budget-too-small` when the mandatory files alone do not fit.
pub fn pack(contents: &Contents, budget: u64) -> Result<Bundle, Diagnostic> {
    let mut used = tokens(size(&contents.mandatory));
    if used > budget {
        let message = format!(
            "the specification and its tests take {used} tokens, the budget holds {budget}"
        );
        return Err(Diagnostic::new(Code::BudgetTooSmall, message)
            .note("raise the budget, or split the definition"));
    }
    let mut n_packed = 0;
    for unit in &contents.optional {
        let cost = tokens(size(&unit.files));
        if cost > budget - used {
            break;
        }
        used += cost;
        n_packed += 1;
    }
    let (packed, dropped) = contents.optional.split_at(n_packed);
    let files: Vec<&File> =
        contents.mandatory.iter().chain(packed.iter().flat_map(|unit| &unit.files)).collect();
    let SpecHashes { formal, test, prose } = contents.spec_hashes.clone();
    let mut manifest = BundleManifest {
        definition: contents.definition.clone(),
        budget,
        estimate: 0,
        packed: files.iter().map(|(path, _)| path.clone()).collect(),
        dropped: dropped
            .iter()
            .map(|unit| Dropped { item: unit.files[0].0.clone(), reason: "budget".to_owned() })
            .collect(),
        oracle: contents.oracle.clone(),
        spec_hashes: documents::SpecHashes { formal, test, prose },
    };
    let n_bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
    manifest.estimate = tokens(n_bytes + rendered(&manifest).len());
    let rendered = ("bundle.json".to_owned(), rendered(&manifest).into_bytes());
    let files: Vec<File> = std::iter::once(rendered).chain(files.into_iter().cloned()).collect();
    let hash = hash(&files);
    Ok(Bundle { files, manifest: to_json(&manifest), hash })
}

/// Hashes paths and contents in order.
pub fn hash(files: &[File]) -> String {
    Digest::of(files.iter().flat_map(|(path, content)| [path.as_bytes(), content])).to_string()
}

fn rendered(manifest: &BundleManifest) -> String {
    pretty(&to_json(manifest), Keys::Declared)
}

fn size(files: &[File]) -> usize {
    files.iter().map(|(_, content)| content.len()).sum()
}

const fn tokens(n_bytes: usize) -> u64 {
    n_bytes.div_ceil(4) as u64
}
