//! The index of a root: what was known when its files last had these stamps.
//!
//! A cache below `.trellis/`, and nothing else: deleted, damaged or written by somebody else, it
//! changes nothing but the time that an answer takes. It is believed for a definition as long as
//! nothing that the definition rests on has moved:
//!
//! | Since the index was written | The answer comes from |
//! |---|---|
//! | no file moved | the index |
//! | a few files moved, sound before and after | the index, and a [recheck](recheck) of what they reach |
//! | anything else | the whole root, read anew; a new index is written |
//!
//! A file that changes in the very moment of the reading could keep its stamp while its content
//! moves on; such a file counts as moved until it has come to rest.
//!
//! Spec: `lock-schema#8`.

mod codec;
mod recheck;

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxHasher;

use crate::contract::Diagnostic;
use crate::root::find::RootDir;
use crate::root::load::is_private;
use crate::root::lock::Oracle;
use crate::root::scan::{self, Role, Scan, Stamp};
use crate::root::snapshot::resolve_among;
use crate::root::status::{self, Flag, Standing, Status};
use crate::root::{Snapshot, config, files};
use crate::spec::Kind;
use crate::spec::digest::Digest;
use codec::{Stored, whole};

/// First bytes of the file; the last digit moves with the layout.
const MAGIC: &[u8; 8] = b"trellis2";

/// Nanoseconds by which a change must be older than the reading.
const GRAIN: i64 = 20_000_000;

/// The same where a file system counts whole seconds.
const COARSE_GRAIN: i64 = 2_000_000_000;

/// With more definitions than this on the move, the whole root is read.
const FEW: usize = 32;

/// A stamp that no file has: the file counts as moved.
const RESTLESS: Stamp = Stamp { size: u64::MAX, inode: 0, modified: 0, changed: 0 };

/// What is known of a root at one moment.
#[derive(Clone, Debug)]
pub struct Known {
    origin: Origin,
    entries: Vec<Entry>,
    /// Faults of the root as a whole, reported first.
    before: Vec<Diagnostic>,
    /// Cycles between definitions, reported last.
    after: Vec<Diagnostic>,
    n_definitions: u64,
}

/// Where an answer comes from; never what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// No file had moved.
    Index,
    /// The index, and a look at what had moved.
    Recheck,
    /// The whole root.
    Root,
}

/// What is known under one definition path; helpers have one, too.
#[derive(Clone, Debug)]
struct Entry {
    path: String,
    /// By [`Role`]; `None` where there is no file.
    stamps: [Option<Stamp>; 4],
    standing: Option<Standing>,
    faults: Vec<Diagnostic>,
}

impl Entry {
    fn stamp(&self, role: Role) -> Option<Stamp> {
        self.stamps[role as usize]
    }
}

/// Says what is known of a root, from the index as far as files have not moved since.
///
/// # Errors
/// `config-…`.
pub fn of(root: &RootDir) -> Result<Known, Vec<Diagnostic>> {
    let started = now();
    let scan = scan::scan(root.path());
    let config = fs::metadata(root.file(config::FILE)).ok().map(|meta| Stamp::of(&meta));
    let key = config.filter(|_| scan.faults.is_empty()).map(|config| key(root, config));
    if let Some(key) = &key
        && let Ok(bytes) = fs::read(place(root))
        && let Some(index) = Index::open(&bytes, key)
        && let Some(known) = index.answer(root, &scan)
    {
        return Ok(known);
    }
    let snapshot = Snapshot::load_scanned(root, &scan)?;
    let grain = grain(&scan);
    let known = Known::of(&snapshot, |stamp| stamp.changed.max(stamp.modified) < started - grain);
    let still = fs::metadata(root.file(config::FILE)).ok().map(|meta| Stamp::of(&meta));
    if let Some(key) = key
        && config == still
        && config.is_some_and(|stamp| stamp.changed.max(stamp.modified) < started - grain)
        && known.entries.iter().filter(|entry| entry.is_restless()).count() <= FEW
    {
        // A tree that cannot be written is read anew each time; that is all.
        let _ = fs::create_dir_all(place(root).parent().expect("below the root"));
        let _ = files::replace_cache(&place(root), &write(&known, &snapshot, &key));
    }
    Ok(known)
}

impl Entry {
    fn is_restless(&self) -> bool {
        self.stamps.contains(&Some(RESTLESS))
    }
}

impl Known {
    /// Gathers all that an index would hold, from a whole root.
    pub fn of_snapshot(snapshot: &Snapshot) -> Known {
        Known::of(snapshot, |_| true)
    }

    /// Says where the answer comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    fn of(snapshot: &Snapshot, is_settled: impl Fn(Stamp) -> bool) -> Known {
        let mut standings = status::all(snapshot).into_iter().peekable();
        let stamp = |stamp: Stamp| if is_settled(stamp) { stamp } else { RESTLESS };
        let entries = snapshot.loaded().iter().map(|(path, files)| Entry {
            path: path.to_string(),
            stamps: [
                files.spec.as_ref().map(|file| stamp(file.stamp)),
                files.soil.as_ref().map(|file| stamp(file.stamp)),
                files.lock.as_ref().map(|file| stamp(file.stamp)),
                files.question.map(stamp),
            ],
            standing: standings.next_if(|standing| *standing.path == **path),
            faults: snapshot.faults_of(path),
        });
        Known {
            origin: Origin::Root,
            entries: entries.collect(),
            before: snapshot.faults_of_root(),
            after: snapshot.program().cycles.clone(),
            n_definitions: snapshot.program().nodes.len() as u64,
        }
    }

    /// Lists where every definition stands that can be judged, in path order.
    pub fn standings(&self) -> impl Iterator<Item = &Standing> {
        self.entries.iter().filter_map(|entry| entry.standing.as_ref())
    }

    /// Lists everything that is wrong with the root.
    pub fn faults(&self) -> Vec<Diagnostic> {
        let own = self.entries.iter().flat_map(|entry| &entry.faults);
        self.before.iter().chain(own).chain(&self.after).cloned().collect()
    }

    /// Lists what is wrong with one definition.
    pub fn faults_of(&self, path: &str) -> &[Diagnostic] {
        self.entry(path).map_or(&[], |entry| &entry.faults)
    }

    /// Lists the definition paths that have a specification, faulty ones included, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> + Clone {
        let specs = self.entries.iter().filter(|entry| entry.stamp(Role::Spec).is_some());
        specs.map(|entry| entry.path.as_str())
    }

    /// Lists the definitions with an open question, in order.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        let open = self.entries.iter().filter(|entry| {
            entry.stamp(Role::Spec).is_some() && entry.stamp(Role::Question).is_some()
        });
        open.map(|entry| entry.path.as_str())
    }

    /// Returns the number of definitions that have Soil, helpers included.
    pub fn n_definitions(&self) -> u64 {
        self.n_definitions
    }

    /// Finds the definition that a human names by path or by bare name.
    ///
    /// # Errors
    /// `usage`.
    pub fn resolve(&self, name: &str) -> Result<String, Diagnostic> {
        resolve_among(self.paths(), name)
    }

    fn entry(&self, path: &str) -> Option<&Entry> {
        let at = self.entries.binary_search_by(|entry| (*entry.path).cmp(path)).ok()?;
        Some(&self.entries[at])
    }
}

fn place(root: &RootDir) -> PathBuf {
    root.file(".trellis/cache/index")
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

fn grain(scan: &Scan) -> i64 {
    let is_coarse = scan.files.iter().all(|found| found.stamp.changed % 1_000_000_000 == 0);
    if is_coarse { COARSE_GRAIN } else { GRAIN }
}

/// What every answer depends on: configuration, name of the root, this program.
fn key(root: &RootDir, config: Stamp) -> Digest {
    let mut stamps = Vec::new();
    config.put(&mut stamps);
    let program = std::env::current_exe().ok().and_then(|path| fs::metadata(path).ok());
    program.map(|meta| Stamp::of(&meta)).put(&mut stamps);
    Digest::of([env!("CARGO_PKG_VERSION").as_bytes(), root.name().as_bytes(), &stamps])
}

/// Tells damage; whoever forges an index could forge any sum.
fn sum(bytes: &[u8]) -> u64 {
    use std::hash::Hasher as _;
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

fn write(known: &Known, snapshot: &Snapshot, key: &Digest) -> Vec<u8> {
    let mut known_bytes = Vec::with_capacity(known.entries.len() * 256);
    known.put(&mut known_bytes);
    let mut body = Vec::with_capacity(known_bytes.len() * 2);
    key.put(&mut body);
    (known_bytes.len() as u64).put(&mut body);
    body.append(&mut known_bytes);
    recheck::Ground::of(snapshot, known).put(&mut body);
    let mut bytes = MAGIC.to_vec();
    sum(&body).put(&mut bytes);
    bytes.append(&mut body);
    bytes
}

/// An index that is sound and of this root and program.
struct Index<'a> {
    known: Known,
    /// What a recheck stands on; read when it is needed.
    ground: &'a [u8],
}

impl Index<'_> {
    fn open<'a>(bytes: &'a [u8], key: &Digest) -> Option<Index<'a>> {
        let mut input = bytes.strip_prefix(MAGIC)?;
        if u64::get(&mut input)? != sum(input) || Digest::get(&mut input)? != *key {
            return None;
        }
        let length = usize::try_from(u64::get(&mut input)?).ok()?;
        let (known, ground) = input.split_at_checked(length)?;
        Some(Index { known: whole(known)?, ground })
    }

    /// Answers for the files of a scan; `None` when too much has moved.
    fn answer(self, root: &RootDir, scan: &Scan) -> Option<Known> {
        let moved = moved(&self.known, scan)?;
        if moved.is_empty() {
            return Some(self.known);
        }
        recheck::recheck(root, self.known, whole(self.ground)?, &moved)
    }
}

/// An entry whose files have moved, with their stamps now.
struct Moved {
    entry: usize,
    stamps: [Option<Stamp>; 4],
}

/// Lists the entries whose files have moved; `None` when definitions came or went, and when there
/// are more than a few.
fn moved(known: &Known, scan: &Scan) -> Option<Vec<Moved>> {
    let mut moved = Vec::new();
    let mut entries = known.entries.iter().enumerate();
    for group in scan.files.chunk_by(|a, b| a.path == b.path) {
        let mut stamps = [None; 4];
        for found in group {
            stamps[found.role as usize] = Some(found.stamp);
        }
        let path = &group[0].path;
        let has_spec = stamps[Role::Spec as usize].is_some();
        if !has_spec && is_private(path).is_none() {
            continue;
        }
        if !has_spec {
            // Beside helpers nothing else counts.
            stamps = [None, stamps[Role::Soil as usize], None, None];
            if stamps == [None; 4] {
                continue;
            }
        }
        let (at, entry) = entries.next()?;
        let is_there = |stamp: &Option<Stamp>| stamp.is_some();
        let are_the_same = entry.path == *path
            && entry.stamps[..2].iter().map(is_there).eq(stamps[..2].iter().map(is_there));
        if !are_the_same {
            return None;
        }
        if entry.stamps != stamps {
            moved.push(Moved { entry: at, stamps });
        }
    }
    (entries.next().is_none() && moved.len() <= FEW).then_some(moved)
}

impl Stored for Known {
    fn put(&self, out: &mut Vec<u8>) {
        self.entries.put(out);
        self.before.put(out);
        self.after.put(out);
        self.n_definitions.put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(Known {
            origin: Origin::Index,
            entries: Stored::get(input)?,
            before: Stored::get(input)?,
            after: Stored::get(input)?,
            n_definitions: Stored::get(input)?,
        })
    }
}

impl Stored for Entry {
    fn put(&self, out: &mut Vec<u8>) {
        self.path.put(out);
        self.stamps.put(out);
        let standing = self.standing.as_ref();
        standing.is_some().put(out);
        if let Some(standing) = standing {
            standing.kind.put(out);
            standing.status.put(out);
            standing.flags.put(out);
        }
        self.faults.put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let path = String::get(input)?;
        let stamps = Stored::get(input)?;
        let standing = if bool::get(input)? {
            let kind: Kind = Stored::get(input)?;
            let status: Status = Stored::get(input)?;
            let flags: Vec<(Flag, String)> = Stored::get(input)?;
            Some(Standing { path: path.clone(), kind, status, flags })
        } else {
            None
        };
        Some(Entry { path, stamps, standing, faults: Stored::get(input)? })
    }
}

/// Lists the definitions whose acceptance a lock rests on.
fn oracles(snapshot: &Snapshot, path: &str) -> Vec<String> {
    let oracles = snapshot.lock(path).map_or(&[][..], |lock| &lock.oracles);
    let named = oracles.iter().filter_map(|oracle| match oracle {
        Oracle::Definition { name, .. } => Some(name.clone()),
        Oracle::Reference { .. } | Oracle::Cli { .. } => None,
    });
    named.collect()
}
