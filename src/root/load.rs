//! The files of a root, read in parallel and parsed once.
//!
//! A file whose stamp has not moved since an earlier load is neither read nor parsed again.
//!
//! Spec: `soil-toml#1`.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::contract::{Code, Diagnostic};
use crate::root::config::Config;
use crate::root::files;
use crate::root::find::RootDir;
use crate::root::lock::{self, Lock};
use crate::root::mentions::{self, Mentions};
use crate::root::scan::{Found, Role, Scan, Stamp};
use crate::soil::syntax::parse;
use crate::soil::syntax::tree::File;
use crate::soil::syntax::{SourceFile, parse::Role as SoilRole};
use crate::spec::{self, Spec, Surroundings, module_of, stem_of};

/// A loaded `.tr` file.
#[derive(Debug)]
pub struct SpecFile {
    /// The file's state when it was read.
    pub stamp: Stamp,
    /// The specification, unless it is faulty.
    pub spec: Option<Arc<Spec>>,
    /// The `name` of its frontmatter, as far as that could be read.
    pub name: Option<crate::soil::Name>,
    /// What is wrong with it.
    pub faults: Vec<Diagnostic>,
}

/// A loaded `.soil` file.
#[derive(Debug)]
pub struct SoilFile {
    /// The file's state when it was read.
    pub stamp: Stamp,
    /// The text; its name is the root-relative path. Empty when it could not be read.
    pub source: SourceFile,
    /// The tree, or the one fault.
    pub file: Result<Arc<File>, Diagnostic>,
    /// What each definition of the tree spells.
    pub mentions: Vec<Mentions>,
}

/// A loaded `.lock` file.
#[derive(Debug)]
pub struct LockFile {
    /// The file's state when it was read.
    pub stamp: Stamp,
    /// The lock, or the one fault.
    pub lock: Result<Arc<Lock>, Diagnostic>,
    /// The bytes, so that an unchanged lock is not written again.
    pub bytes: Vec<u8>,
}

/// Everything that stands under one definition path.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// `NAME.tr`
    pub spec: Option<Arc<SpecFile>>,
    /// `NAME.soil`
    pub soil: Option<Arc<SoilFile>>,
    /// `NAME.lock`
    pub lock: Option<Arc<LockFile>>,
    /// The state of `NAME.question.json`, when there is one.
    pub question: Option<Stamp>,
}

/// The loaded files of a root by definition path.
///
/// `_private.soil` stands under its own path, without a specification.
pub type Loaded = BTreeMap<Arc<str>, Files>;

/// Reads what a scan has found; `earlier` gives what it still knows.
pub fn load(root: &RootDir, config: &Config, scan: &Scan, earlier: Option<&Loaded>) -> Loaded {
    enum One {
        Spec(Arc<SpecFile>),
        Soil(Arc<SoilFile>),
        Lock(Arc<LockFile>),
        Question(Stamp),
    }
    let has_spec: FxHashMap<&str, ()> = scan
        .files
        .iter()
        .filter(|found| found.role == Role::Spec)
        .map(|found| (found.path.as_str(), ()))
        .collect();
    let is_wanted = |found: &Found| {
        has_spec.contains_key(found.path.as_str())
            || found.role == Role::Soil && stem_of(&found.path) == "_private"
    };
    let wanted: Vec<&Found> = scan.files.iter().filter(|found| is_wanted(found)).collect();
    let loaded: Vec<One> = wanted
        .par_iter()
        .with_min_len(16)
        .map(|found| {
            let known = earlier.and_then(|loaded| loaded.get(found.path.as_str()));
            match found.role {
                Role::Spec => {
                    let known = known.and_then(|files| files.spec.as_ref());
                    One::Spec(match known.filter(|known| known.stamp == found.stamp) {
                        Some(known) => known.clone(),
                        None => Arc::new(spec_file(root, config, found)),
                    })
                }
                Role::Soil => {
                    let known = known.and_then(|files| files.soil.as_ref());
                    One::Soil(match known.filter(|known| known.stamp == found.stamp) {
                        Some(known) => known.clone(),
                        None => Arc::new(soil_file(root, found)),
                    })
                }
                Role::Lock => {
                    let known = known.and_then(|files| files.lock.as_ref());
                    One::Lock(match known.filter(|known| known.stamp == found.stamp) {
                        Some(known) => known.clone(),
                        None => Arc::new(lock_file(root, found)),
                    })
                }
                Role::Question => One::Question(found.stamp),
            }
        })
        .collect();
    let mut all: Loaded = BTreeMap::new();
    for (found, one) in wanted.iter().zip(loaded) {
        // The scan is sorted, so the files of one path follow each other.
        let files = match all.last_entry().filter(|last| **last.key() == *found.path) {
            Some(last) => last.into_mut(),
            None => all.entry(Arc::from(found.path.as_str())).or_default(),
        };
        match one {
            One::Spec(file) => files.spec = Some(file),
            One::Soil(file) => files.soil = Some(file),
            One::Lock(file) => files.lock = Some(file),
            One::Question(stamp) => files.question = Some(stamp),
        }
    }
    all
}

pub(super) fn spec_file(root: &RootDir, config: &Config, found: &Found) -> SpecFile {
    let file = found.file();
    match files::read_seen(&root.file(&file), &file, found.stamp.size) {
        Ok(bytes) => spec_bytes(root, config, &file, &bytes, found.stamp),
        Err(fault) => SpecFile { stamp: found.stamp, spec: None, name: None, faults: vec![fault] },
    }
}

/// Parses the text of a `.tr` file; `name` is its root-relative path.
pub fn spec_text(
    root: &RootDir,
    config: &Config,
    name: &str,
    text: &str,
    stamp: Stamp,
) -> SpecFile {
    spec_bytes(root, config, name, text.as_bytes(), stamp)
}

fn spec_bytes(root: &RootDir, config: &Config, name: &str, bytes: &[u8], stamp: Stamp) -> SpecFile {
    let around = Surroundings { root_name: Some(root.name()), tags: Some(&config.vocabulary) };
    let parsed = spec::parse(name, bytes, around);
    SpecFile {
        stamp,
        spec: parsed.spec.map(Arc::new),
        name: parsed.name,
        faults: parsed.diagnostics,
    }
}

pub(super) fn soil_file(root: &RootDir, found: &Found) -> SoilFile {
    let name = found.file();
    match files::read_seen(&root.file(&name), &name, found.stamp.size) {
        Ok(bytes) => match String::from_utf8(bytes) {
            Ok(text) => soil_text(&name, text, found.stamp),
            Err(_) => unreadable(
                &name,
                found.stamp,
                Diagnostic::new(Code::MalformedInput, "the file is not UTF-8 text").in_file(&name),
            ),
        },
        Err(fault) => unreadable(&name, found.stamp, fault),
    }
}

fn unreadable(name: &str, stamp: Stamp, fault: Diagnostic) -> SoilFile {
    let source = SourceFile::new(name, "");
    SoilFile { stamp, source, file: Err(fault), mentions: Vec::new() }
}

/// Parses the text of a `.soil` file; `name` is its root-relative path.
pub fn soil_text(name: &str, text: String, stamp: Stamp) -> SoilFile {
    let source = SourceFile::new(name, text);
    let role = SoilRole::of_path(name);
    let file = parse::file(&source, role).and_then(|file| named_like_its_file(&source, role, file));
    let mentions = file.as_ref().map(mentions::of_file).unwrap_or_default();
    SoilFile { stamp, source, file: file.map(Arc::new), mentions }
}

fn named_like_its_file(
    source: &SourceFile,
    role: SoilRole,
    file: File,
) -> Result<File, Diagnostic> {
    let stem = stem_of(source.name().strip_suffix(".soil").unwrap_or(source.name()));
    match file.defs.first() {
        Some(def) if role == SoilRole::Ordinary && def.name != stem => Err(source.error(
            Code::NameMismatch,
            def.span,
            format!("the definition is named `{}`, its file `{stem}.soil`", def.name),
        )),
        _ => Ok(file),
    }
}

pub(super) fn lock_file(root: &RootDir, found: &Found) -> LockFile {
    let name = found.file();
    match files::read_seen(&root.file(&name), &name, found.stamp.size) {
        Ok(bytes) => lock_text(&name, bytes, found.stamp),
        Err(fault) => LockFile { stamp: found.stamp, lock: Err(fault), bytes: Vec::new() },
    }
}

/// Reads the bytes of a `.lock` file; `name` is its root-relative path.
pub fn lock_text(name: &str, bytes: Vec<u8>, stamp: Stamp) -> LockFile {
    let lock = lock::read(name, &bytes).map(Arc::new);
    LockFile { stamp, lock, bytes }
}

/// Lists definition paths that a file system without case would confuse, as faults.
pub fn case_clashes(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut first: FxHashMap<String, &str> = FxHashMap::default();
    let mut faults = Vec::new();
    for path in loaded.keys() {
        match first.entry(path.to_lowercase()) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(path);
            }
            std::collections::hash_map::Entry::Occupied(entry) => faults.push(
                Diagnostic::new(
                    Code::TrNameMismatch,
                    format!("`{path}` and `{}` differ only in case", entry.get()),
                )
                .in_file(format!("{path}.tr"))
                .note("some file systems hold only one of them; rename one"),
            ),
        }
    }
    faults
}

/// Returns the path under which the private helpers of a module stand.
pub fn private_path(module: &str) -> String {
    if module.is_empty() { "_private".to_owned() } else { format!("{module}/_private") }
}

/// Returns the module whose helpers a `_private` path holds.
pub fn is_private(path: &str) -> Option<&str> {
    (stem_of(path) == "_private").then(|| module_of(path))
}
