//! Writing to a root: the lock of a definition, the manifest, and never over somebody's edit.
//!
//! Spec: `lock-schema#8`, `design#4.9`.

use std::fs;
use std::time::Duration;

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::files::{self, RootLock};
use crate::root::find::RootDir;
use crate::root::load::Files;
use crate::root::lock::{self, Lock};
use crate::root::manifest;
use crate::root::scan::{self, Stamp};

/// How long a command waits for another one that writes the same root.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A root under its advisory lock, as it was read after the lock was taken.
#[derive(Debug)]
pub struct Writing {
    /// What the files say.
    pub snapshot: Snapshot,
    _lock: RootLock,
}

impl Writing {
    /// Takes the advisory lock, removes what killed processes left, then reads the root.
    ///
    /// # Errors
    /// `io` when the root is busy or cannot be written; `config-…`.
    pub fn begin(root: &RootDir) -> Result<Writing, Vec<Diagnostic>> {
        let lock = RootLock::take(root.path(), PATIENCE).map_err(|fault| vec![fault])?;
        let scan = scan::scan(root.path());
        for left in &scan.left {
            // Whoever made it is gone, since every writer holds the lock.
            let _ = fs::remove_file(left);
        }
        Ok(Writing { snapshot: Snapshot::load_scanned(root, &scan)?, _lock: lock })
    }

    /// Writes the lock of a definition unless its bytes are there already; says whether it wrote.
    ///
    /// # Errors
    /// `lock-…` when the lock breaks an invariant, `io` when it cannot be written or a file that it
    /// speaks of has changed since it was read.
    pub fn put(&self, path: &str, lock: &Lock) -> Result<bool, Diagnostic> {
        put(&self.snapshot, path, lock)
    }

    /// Rewrites the manifest from the locks on disk, unless it is right already.
    ///
    /// # Errors
    /// `io`, `config-…`.
    pub fn manifest(&self) -> Result<(), Vec<Diagnostic>> {
        let now = self.snapshot.reload()?;
        write_manifest(&now).map(|_| ()).map_err(|fault| vec![fault])
    }
}

/// Writes the lock of a definition; the caller holds the root's advisory lock.
///
/// # Errors
/// As [`Writing::put`].
pub fn put(snapshot: &Snapshot, path: &str, lock: &Lock) -> Result<bool, Diagnostic> {
    let name = format!("{path}.lock");
    lock::check(lock).map_err(|fault| fault.in_file(&name))?;
    let text = lock::write(lock);
    let root = snapshot.root();
    if let Some(known) = snapshot.files(path) {
        if known.lock.as_ref().is_some_and(|file| file.bytes == text.as_bytes()) {
            return Ok(false);
        }
        still_the_same(root, path, known)?;
    }
    files::replace(&root.file(&name), &name, text.as_bytes())?;
    Ok(true)
}

/// Refuses to write when a file of a definition is not what it was when it was read.
///
/// # Errors
/// `io`.
pub fn still_the_same(root: &RootDir, path: &str, known: &Files) -> Result<(), Diagnostic> {
    let stamps = [
        (".tr", known.spec.as_ref().map(|file| file.stamp)),
        (".soil", known.soil.as_ref().map(|file| file.stamp)),
        (".lock", known.lock.as_ref().map(|file| file.stamp)),
    ];
    for (extension, stamp) in stamps {
        let name = format!("{path}{extension}");
        let now = fs::metadata(root.file(&name)).ok().map(|meta| Stamp::of(&meta));
        if now != stamp {
            return Err(Diagnostic::new(Code::Io, "the file changed while the command ran")
                .in_file(&name)
                .note("nothing was recorded for this definition; run the command again"));
        }
    }
    Ok(())
}

/// Rewrites the manifest of a snapshot, unless it is right already; says whether it wrote.
///
/// # Errors
/// `io`.
pub fn write_manifest(snapshot: &Snapshot) -> Result<bool, Diagnostic> {
    let text = manifest_of(snapshot);
    let path = snapshot.root().file(manifest::FILE);
    if fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(false);
    }
    files::replace(&path, manifest::FILE, text.as_bytes())?;
    Ok(true)
}

/// Says whether there is a manifest that is not that of the snapshot.
pub fn is_manifest_stale(snapshot: &Snapshot) -> bool {
    let written = fs::read(snapshot.root().file(manifest::FILE));
    written.is_ok_and(|bytes| bytes != manifest_of(snapshot).as_bytes())
}

/// Returns the text of the manifest of a snapshot.
pub fn manifest_of(snapshot: &Snapshot) -> String {
    let locks: Vec<(&str, &Lock)> = snapshot
        .paths()
        .filter(|path| snapshot.dropping(path).is_empty())
        .filter_map(|path| Some((&**path, &**snapshot.lock(path)?)))
        .collect();
    manifest::write(&locks)
}
