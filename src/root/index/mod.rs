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
mod ground;
mod recheck;

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use rustc_hash::FxHasher;

use crate::contract::Diagnostic;
use crate::root::find::RootDir;
use crate::root::load::is_private;
use crate::root::lock::Oracle;
use crate::root::scan::{self, Role, Scan, Stamp};
use crate::root::snapshot::resolve_among;
use crate::root::status::{self, Flag, Standing, Status};
use crate::root::{Snapshot, config, files, together};
use crate::spec::Kind;
use crate::spec::digest::Digest;
use codec::{Stored, records, whole};

/// First bytes of the file; the last digit moves with the layout.
const MAGIC: &[u8; 8] = b"trellis2";

/// Nanoseconds by which a change must be older than the reading.
const GRAIN: i64 = 20_000_000;

/// The same where a file system counts whole seconds.
const COARSE_GRAIN: i64 = 2_000_000_000;

/// With more definitions than this on the move, the whole root is read.
const FEW: usize = 32;

/// A mark that no files have: they count as moved.
const RESTLESS: Mark = Mark([0; 2]);

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
    /// Which files there are.
    roles: Roles,
    /// What tells this state of the files from others.
    mark: Mark,
    judged: Option<Judged>,
    faults: Vec<Diagnostic>,
}

/// A standing without its path.
#[derive(Clone, Debug)]
struct Judged {
    kind: Kind,
    status: Status,
    flags: Vec<(Flag, String)>,
}

impl Judged {
    fn of(standing: Standing) -> Judged {
        let Standing { kind, status, flags, .. } = standing;
        Judged { kind, status, flags }
    }
}

/// A set of roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Roles(u8);

impl Roles {
    fn of(stamps: &Stamps) -> Roles {
        let bit = |role: Role| u8::from(stamps[role as usize].is_some()) << role as u8;
        Roles(Role::ALL.into_iter().map(bit).sum())
    }

    fn has(self, role: Role) -> bool {
        self.0 & 1 << role as u8 != 0
    }
}

/// The states of the files of one path, by [`Role`].
type Stamps = [Option<Stamp>; 4];

/// A short form of the stamps of one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark([u64; 2]);

impl Mark {
    fn of(stamps: &Stamps) -> Mark {
        let mut bytes = [0; 4 * 32 + 1];
        for (slot, stamp) in bytes.chunks_exact_mut(32).zip(stamps) {
            let Some(stamp) = stamp else { continue };
            let parts = [stamp.size, stamp.inode, stamp.modified as u64, stamp.changed as u64];
            for (slot, part) in slot.chunks_exact_mut(8).zip(parts) {
                slot.copy_from_slice(&part.to_le_bytes());
            }
        }
        let first = sum(&bytes);
        bytes[4 * 32] = 1;
        Mark([first, sum(&bytes)])
    }
}

/// Says what is known of a root, from the index as far as files have not moved since.
///
/// # Errors
/// `config-…`.
pub fn of(root: &RootDir) -> Result<Known, Vec<Diagnostic>> {
    together::finish_before_reading(root.path());
    let started = now();
    let scan = scan::scan(root.path());
    let config = fs::metadata(root.file(config::FILE)).ok().map(|meta| Stamp::of(&meta));
    let key = config.filter(|_| scan.faults.is_empty()).map(|config| key(root, config));
    if let Some(key) = &key
        && let Ok(bytes) = fs::read(root.file(PLACES[0]))
        && let Some(index) = Index::open(&bytes, key)
        && let Some(known) = index.answer(root, &scan)
    {
        return Ok(known);
    }
    let snapshot = Snapshot::load_scanned(root, &scan)?;
    let grain = grain(&scan);
    let is_settled = |stamp: &Stamp| stamp.changed.max(stamp.modified) < started - grain;
    let known = Known::of(&snapshot, is_settled);
    let still = fs::metadata(root.file(config::FILE)).ok().map(|meta| Stamp::of(&meta));
    if let Some(key) = key
        && config == still
        && config.as_ref().is_some_and(is_settled)
        && known.entries.iter().filter(|entry| entry.mark == RESTLESS).count() <= FEW
    {
        // A tree that cannot be written is read anew each time; that is all.
        let _ = write(root, &known, &snapshot, &key);
    }
    Ok(known)
}

impl Known {
    /// Gathers all that an index would hold, from a whole root.
    pub fn of_snapshot(snapshot: &Snapshot) -> Known {
        Known::of(snapshot, |_: &Stamp| true)
    }

    /// Says where the answer comes from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    fn of(snapshot: &Snapshot, is_settled: impl Fn(&Stamp) -> bool) -> Known {
        let mut standings = status::all(snapshot).into_iter().peekable();
        let entries = snapshot.loaded().iter().map(|(path, files)| {
            let stamps: Stamps = [
                files.spec.as_ref().map(|file| file.stamp),
                files.soil.as_ref().map(|file| file.stamp),
                files.lock.as_ref().map(|file| file.stamp),
                files.question,
            ];
            let is_settled = stamps.iter().flatten().all(&is_settled);
            Entry {
                path: path.to_string(),
                roles: Roles::of(&stamps),
                mark: if is_settled { Mark::of(&stamps) } else { RESTLESS },
                judged: standings.next_if(|standing| *standing.path == **path).map(Judged::of),
                faults: snapshot.faults_of(path),
            }
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
    pub fn standings(&self) -> impl Iterator<Item = Standing> {
        self.entries.iter().filter_map(|entry| {
            let Judged { kind, status, flags } = entry.judged.clone()?;
            Some(Standing { path: entry.path.clone(), kind, status, flags })
        })
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
        let specs = self.entries.iter().filter(|entry| entry.roles.has(Role::Spec));
        specs.map(|entry| entry.path.as_str())
    }

    /// Lists the definitions with an open question, in order.
    pub fn questions(&self) -> impl Iterator<Item = &str> {
        let open = self
            .entries
            .iter()
            .filter(|entry| entry.roles.has(Role::Spec) && entry.roles.has(Role::Question));
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

/// Where the index is, and where the ground of rechecks.
const PLACES: [&str; 2] = [".trellis/cache/index", ".trellis/cache/ground"];

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
    let program = std::env::current_exe().ok().and_then(|path| fs::metadata(path).ok());
    let mut stamps = Vec::new();
    Mark::of(&[Some(config), program.map(|meta| Stamp::of(&meta)), None, None]).put(&mut stamps);
    Digest::of([env!("CARGO_PKG_VERSION").as_bytes(), root.name().as_bytes(), &stamps])
}

/// Tells damage; whoever forges an index could forge any sum.
fn sum(bytes: &[u8]) -> u64 {
    use std::hash::Hasher as _;
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

/// Writes both files; each says what it belongs to, so it matters to nobody if one comes alone.
fn write(root: &RootDir, known: &Known, snapshot: &Snapshot, key: &Digest) -> std::io::Result<()> {
    let ground = ground::write(snapshot, known);
    let mut body = Vec::with_capacity(known.entries.len() * 80);
    key.put(&mut body);
    sum(&ground).put(&mut body);
    known.put(&mut body);
    let mut bytes = MAGIC.to_vec();
    sum(&body).put(&mut bytes);
    bytes.append(&mut body);
    fs::create_dir_all(root.file(".trellis/cache"))?;
    for (place, bytes) in PLACES.iter().zip([&bytes, &ground]) {
        files::replace_cache(&root.file(place), bytes)?;
    }
    Ok(())
}

/// An index that is sound and of this root and program.
struct Index {
    known: Known,
    /// Sum of the ground's file.
    ground: u64,
}

impl Index {
    fn open(bytes: &[u8], key: &Digest) -> Option<Index> {
        let mut input = bytes.strip_prefix(MAGIC)?;
        if u64::get(&mut input)? != sum(input) || Digest::get(&mut input)? != *key {
            return None;
        }
        let ground = u64::get(&mut input)?;
        Some(Index { known: whole(input)?, ground })
    }

    /// Answers for the files of a scan; `None` when too much has moved.
    fn answer(self, root: &RootDir, scan: &Scan) -> Option<Known> {
        let moved = moved(&self.known, scan)?;
        if moved.is_empty() {
            return Some(self.known);
        }
        let ground = fs::read(root.file(PLACES[1])).ok()?;
        if sum(&ground) != self.ground {
            return None;
        }
        let ground = ground::Ground::read(&ground, self.known.entries.len())?;
        recheck::recheck(root, self.known, ground, &moved)
    }
}

/// An entry whose files have moved, with their stamps now.
struct Moved {
    entry: usize,
    stamps: Stamps,
}

/// Lists the entries whose files have moved; `None` when definitions came or went, and when there
/// are more than a few.
fn moved(known: &Known, scan: &Scan) -> Option<Vec<Moved>> {
    let mut moved = Vec::new();
    let mut entries = known.entries.iter().enumerate();
    for group in scan.files.chunk_by(|a, b| a.path == b.path) {
        let mut stamps: Stamps = [None; 4];
        for found in group {
            stamps[found.role as usize] = Some(found.stamp);
        }
        let path = &group[0].path;
        if stamps[Role::Spec as usize].is_none() {
            // Beside helpers nothing else counts, and without them nothing at all.
            stamps = [None, stamps[Role::Soil as usize], None, None];
            if is_private(path).is_none() || stamps == [None; 4] {
                continue;
            }
        }
        let (at, entry) = entries.next()?;
        let roles = Roles::of(&stamps);
        let are_the_same = entry.path == *path
            && [Role::Spec, Role::Soil]
                .into_iter()
                .all(|role| entry.roles.has(role) == roles.has(role));
        if !are_the_same {
            return None;
        }
        if entry.roles != roles || entry.mark != Mark::of(&stamps) {
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

records! {
    Entry { path, roles, mark, judged, faults }
    Judged { kind, status, flags }
}

impl Stored for Roles {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        u8::get(input).map(Roles)
    }
}

impl Stored for Mark {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Stored::get(input).map(Mark)
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
