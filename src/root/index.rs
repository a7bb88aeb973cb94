//! The index of a root: what its status was when its files last had these stamps.
//!
//! A cache below `.trellis/`, and nothing else: it is believed only when every file of the root,
//! `soil.toml` and this program have the same stamps as when it was written. Deleted, damaged or
//! written by somebody else, it changes nothing but the time that an answer takes.
//!
//! A file that changed in the very moment of the reading could keep its stamp while its content
//! moves on, so an index is written only when the youngest change is older than the clock's grain.
//!
//! Spec: `lock-schema#8`.

use std::fs;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::contract::{Code, Diagnostic, Note, Span};
use crate::root::find::RootDir;
use crate::root::scan::{self, Scan, Stamp};
use crate::root::snapshot::resolve_among;
use crate::root::status::{self, Flag, Standing, Status};
use crate::root::{Snapshot, config, files};
use crate::spec::Kind;
use crate::spec::digest::{Digest, Hasher};

/// First bytes of the file; the last digit moves with the layout.
const MAGIC: &[u8; 8] = b"trellis1";

/// Nanoseconds by which the youngest change must be older than the reading.
const GRAIN: i64 = 20_000_000;

/// The same where a file system counts whole seconds.
const COARSE_GRAIN: i64 = 2_000_000_000;

/// What is known of a root at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Where every definition stands that can be judged, in path order.
    pub standings: Vec<Standing>,
    /// Everything that is wrong with the root.
    pub faults: Vec<Diagnostic>,
    /// Every definition path, faulty ones included, in order.
    pub paths: Vec<String>,
    /// Definitions with an open question, in order.
    pub questions: Vec<String>,
    /// Number of definitions, helpers included.
    pub n_definitions: u64,
}

/// Says how a root stands, from the index when no file has moved since.
///
/// # Errors
/// `config-…`.
pub fn status(root: &RootDir) -> Result<Known, Vec<Diagnostic>> {
    let started = now();
    let scan = scan::scan(root.path());
    let key = fs::metadata(root.file(config::FILE)).ok().map(|meta| key(root, &scan, &meta));
    if let Some(key) = key
        && let Some(known) = fs::read(place(root)).ok().and_then(|bytes| read(&bytes, &key))
    {
        return Ok(known);
    }
    let snapshot = Snapshot::load_scanned(root, &scan)?;
    let known = of(&snapshot);
    let still = fs::metadata(root.file(config::FILE))
        .ok()
        .map(|meta| (self::key(root, &scan, &meta), meta));
    if let (Some(key), Some((again, meta))) = (key, still)
        && key == again
        && scan.faults.is_empty()
        && is_settled(&scan, &meta, started)
    {
        // A tree that cannot be written is read anew each time; that is all.
        let _ = fs::create_dir_all(place(root).parent().expect("below the root"));
        let _ = files::replace(&place(root), "index", &write(&known, &key));
    }
    Ok(known)
}

/// Gathers what is known of a snapshot.
pub fn of(snapshot: &Snapshot) -> Known {
    Known {
        standings: status::all(snapshot),
        faults: snapshot.diagnostics(),
        paths: snapshot.paths().map(|path| path.to_string()).collect(),
        questions: snapshot
            .paths()
            .filter(|path| snapshot.files(path).is_some_and(|files| files.question))
            .map(|path| path.to_string())
            .collect(),
        n_definitions: snapshot.program().nodes.len() as u64,
    }
}

impl Known {
    /// Finds the definition that a human names by path or by bare name.
    ///
    /// # Errors
    /// `usage`.
    pub fn resolve(&self, name: &str) -> Result<String, Diagnostic> {
        resolve_among(self.paths.iter().map(String::as_str), name)
    }
}

fn place(root: &RootDir) -> PathBuf {
    root.file(".trellis/cache/status")
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

fn is_settled(scan: &Scan, config: &fs::Metadata, started: i64) -> bool {
    let config = Stamp::of(config);
    let stamps = || scan.files.iter().map(|found| found.stamp).chain([config]);
    let is_coarse = stamps().all(|stamp| stamp.changed % 1_000_000_000 == 0);
    let grain = if is_coarse { COARSE_GRAIN } else { GRAIN };
    stamps().all(|stamp| stamp.changed.max(stamp.modified) < started - grain)
}

/// Everything that an answer depends on: files, configuration, name of the root, this program.
fn key(root: &RootDir, scan: &Scan, config: &fs::Metadata) -> Digest {
    let mut bytes = Vec::with_capacity(scan.files.len() * 80 + 256);
    let stamp = |bytes: &mut Vec<u8>, stamp: Stamp| {
        for part in [stamp.size, stamp.inode, stamp.modified as u64, stamp.changed as u64] {
            bytes.extend_from_slice(&part.to_le_bytes());
        }
    };
    bytes.extend_from_slice(env!("CARGO_PKG_VERSION").as_bytes());
    let program = std::env::current_exe().ok().and_then(|path| fs::metadata(path).ok());
    if let Some(program) = program {
        stamp(&mut bytes, Stamp::of(&program));
    }
    stamp(&mut bytes, Stamp::of(config));
    bytes.extend_from_slice(root.name().as_bytes());
    bytes.push(0);
    for found in &scan.files {
        bytes.extend_from_slice(found.path.as_bytes());
        bytes.extend_from_slice(&[0, found.role as u8]);
        stamp(&mut bytes, found.stamp);
    }
    Digest::of([bytes])
}

fn write(known: &Known, key: &Digest) -> Vec<u8> {
    let mut out = Out(Vec::with_capacity(known.standings.len() * 64));
    out.count(known.n_definitions);
    out.count(known.standings.len() as u64);
    for standing in &known.standings {
        out.text(&standing.path);
        out.0.push(standing.kind as u8);
        out.0.push(standing.status as u8);
        out.count(standing.flags.len() as u64);
        for (flag, why) in &standing.flags {
            out.text(&flag.to_string());
            out.text(why);
        }
    }
    out.count(known.faults.len() as u64);
    for fault in &known.faults {
        out.text(fault.code.as_str());
        out.text(&fault.message);
        out.place(fault.file.as_deref(), fault.span);
        out.count(fault.notes.len() as u64);
        for note in &fault.notes {
            out.text(&note.message);
            out.place(note.file.as_deref(), note.span);
        }
    }
    for list in [&known.paths, &known.questions] {
        out.count(list.len() as u64);
        list.iter().for_each(|text| out.text(text));
    }
    let mut sum = Hasher::default();
    sum.part(&key.0);
    sum.part(&out.0);
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&sum.finish().0);
    bytes.extend_from_slice(&out.0);
    bytes
}

/// Reads an index that was written for `key`; anything else is `None`.
fn read(bytes: &[u8], key: &Digest) -> Option<Known> {
    let (sum, body) = bytes.strip_prefix(MAGIC)?.split_at_checked(32)?;
    let mut expected = Hasher::default();
    expected.part(&key.0);
    expected.part(body);
    if expected.finish().0 != sum {
        return None;
    }
    let mut input = In(body);
    let n_definitions = input.count()?;
    let standings = input.list(|input| {
        Some(Standing {
            path: input.text()?,
            kind: [Kind::Function, Kind::Type, Kind::Module, Kind::Project]
                .into_iter()
                .nth(input.byte()?.into())?,
            status: {
                let byte = input.byte()?;
                Status::ALL.into_iter().find(|status| *status as u8 == byte)?
            },
            flags: input.list(|input| Some((Flag::parse(&input.text()?)?, input.text()?)))?,
        })
    })?;
    let faults = input.list(|input| {
        let code = Code::parse(&input.text()?)?;
        let message = input.text()?;
        let (file, span) = input.place()?;
        let notes = input.list(|input| {
            let message = input.text()?;
            let (file, span) = input.place()?;
            Some(Note { message, file, span })
        })?;
        Some(Diagnostic { code, message, file, span, notes })
    })?;
    let paths = input.list(In::text)?;
    let questions = input.list(In::text)?;
    Some(Known { standings, faults, paths, questions, n_definitions })
}

struct Out(Vec<u8>);

impl Out {
    fn count(&mut self, count: u64) {
        self.0.extend_from_slice(&count.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    fn place(&mut self, file: Option<&str>, span: Option<Span>) {
        self.0.push(u8::from(file.is_some()) | u8::from(span.is_some()) << 1);
        if let Some(file) = file {
            self.text(file);
        }
        if let Some(span) = span {
            [span.start, span.end, span.line, span.col].into_iter().for_each(|n| self.count(n));
        }
    }
}

struct In<'a>(&'a [u8]);

impl In<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn count(&mut self) -> Option<u64> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*bytes))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.count()?).ok()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| each(self)).collect()
    }

    fn place(&mut self) -> Option<(Option<String>, Option<Span>)> {
        let which = self.byte()?;
        let file = if which & 1 != 0 { Some(self.text()?) } else { None };
        let span = if which & 2 != 0 {
            let (start, end) = (self.count()?, self.count()?);
            Some(Span { start, end, line: self.count()?, col: self.count()? })
        } else {
            None
        };
        Some((file, span))
    }
}
