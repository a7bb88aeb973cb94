//! Which files a root has, without reading any.
//!
//! Directories whose name starts with `.` and those named `target` are passed over, and so are
//! symbolic links to directories and directories that are roots themselves.
//!
//! Spec: `soil-toml#1`.

use std::fs::{self, Metadata};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::contract::{Code, Diagnostic};
use crate::root::{config, files};

/// What a file is to a root, by its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// `NAME.tr`
    Spec,
    /// `NAME.soil` and `_private.soil`
    Soil,
    /// `NAME.lock`
    Lock,
    /// `NAME.question.json`
    Question,
}

impl Role {
    /// Returns what follows the definition path.
    pub const fn extension(self) -> &'static str {
        match self {
            Role::Spec => ".tr",
            Role::Soil => ".soil",
            Role::Lock => ".lock",
            Role::Question => ".question.json",
        }
    }

    pub(super) const ALL: [Role; 4] = [Role::Spec, Role::Soil, Role::Lock, Role::Question];
}

/// What tells one state of a file from another without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Size in bytes.
    pub size: u64,
    /// Inode number.
    pub inode: u64,
    /// Modification time in nanoseconds since the epoch.
    pub modified: i64,
    /// Change time in nanoseconds since the epoch; no program can set it back.
    pub changed: i64,
}

impl Stamp {
    /// Takes the stamp of a file.
    pub fn of(meta: &Metadata) -> Stamp {
        Stamp {
            size: meta.size(),
            inode: meta.ino(),
            modified: meta.mtime().wrapping_mul(1_000_000_000).wrapping_add(meta.mtime_nsec()),
            changed: meta.ctime().wrapping_mul(1_000_000_000).wrapping_add(meta.ctime_nsec()),
        }
    }
}

/// A file of interest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Definition path: root-relative, `/`-separated, without extension.
    pub path: String,
    /// What it is.
    pub role: Role,
    /// Its state when it was seen.
    pub stamp: Stamp,
}

impl Found {
    /// Returns the root-relative path with extension.
    pub fn file(&self) -> String {
        format!("{}{}", self.path, self.role.extension())
    }
}

/// All files of interest below a root.
#[derive(Debug, Default)]
pub struct Scan {
    /// Sorted by path, then role.
    pub files: Vec<Found>,
    /// Temporary files, most likely of processes that were killed.
    pub left: Vec<PathBuf>,
    /// Files and directories that could not be looked at, sorted by file.
    pub faults: Vec<Diagnostic>,
}

/// Walks a root.
pub fn scan(root: &Path) -> Scan {
    let result = Mutex::new(Vec::new());
    rayon::scope(|scope| directory(scope, root, String::new(), &result));
    let mut folders = result.into_inner().expect("no worker panics");
    // Folder by folder the files are nearly in order already.
    folders.sort_unstable_by(|a, b| a.prefix.cmp(&b.prefix));
    let mut scan = Scan::default();
    scan.files.reserve_exact(folders.iter().map(|folder| folder.files.len()).sum());
    for folder in folders {
        scan.files.extend(folder.files);
        scan.faults.extend(folder.faults);
        scan.left.extend(folder.left);
    }
    scan.files.sort_by(|a, b| (&a.path, a.role).cmp(&(&b.path, b.role)));
    let own = fs::read_dir(root.join(".trellis")).into_iter().flatten().flatten();
    let own = own.filter(|entry| files::is_temporary(&entry.file_name()));
    scan.left.extend(own.map(|entry| entry.path()));
    scan.faults.sort_by(|a, b| a.file.cmp(&b.file));
    scan
}

/// What one directory holds.
struct Folder {
    prefix: String,
    files: Vec<Found>,
    left: Vec<PathBuf>,
    faults: Vec<Diagnostic>,
}

fn directory<'s>(
    scope: &rayon::Scope<'s>,
    path: &Path,
    prefix: String,
    result: &'s Mutex<Vec<Folder>>,
) {
    let mut files = Vec::new();
    let mut left = Vec::new();
    let mut faults = Vec::new();
    let mut fault = |file: &str, message: String| {
        faults.push(Diagnostic::new(Code::Io, message).in_file(file));
    };
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => {
            fault(prefix.trim_end_matches('/'), format!("the directory is unreadable: {error}"));
            let folder = Folder { prefix, files, left, faults };
            return result.lock().expect("no worker panics").push(folder);
        }
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                fault(
                    prefix.trim_end_matches('/'),
                    format!("the directory is unreadable: {error}"),
                );
                break;
            }
        };
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            let shown = format!("{prefix}{}", name.to_string_lossy());
            if Role::ALL.iter().any(|r| name.as_bytes().ends_with(r.extension().as_bytes())) {
                fault(&shown, "the file name is not UTF-8".to_owned());
            }
            continue;
        };
        if files::is_temporary(name.as_ref()) {
            left.push(entry.path());
            continue;
        }
        let kind = entry.file_type().ok();
        if kind.is_some_and(|kind| kind.is_dir()) {
            let is_passed_over = name.starts_with('.') || name == "target";
            let below = entry.path();
            if !is_passed_over && !below.join(config::FILE).exists() {
                let prefix = format!("{prefix}{name}/");
                scope.spawn(move |scope| directory(scope, &below, prefix, result));
            }
            continue;
        }
        let Some((role, stem)) = role_of(name) else { continue };
        let meta = match kind {
            Some(kind) if kind.is_file() => entry.metadata(),
            _ => fs::metadata(entry.path()),
        };
        match meta {
            Ok(meta) if meta.is_file() => {
                let path = [&*prefix, stem].concat();
                files.push(Found { path, role, stamp: Stamp::of(&meta) })
            }
            // A link to a directory; those are not followed.
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => fault(&format!("{prefix}{name}"), "this is not a regular file".to_owned()),
            Err(error) => {
                fault(&format!("{prefix}{name}"), format!("the file is unreadable: {error}"));
            }
        }
    }
    files.sort_unstable_by(|a, b| (&a.path, a.role).cmp(&(&b.path, b.role)));
    result.lock().expect("no worker panics").push(Folder { prefix, files, left, faults });
}

/// Splits a file name into role and stem; `soil.lock` is the manifest, no sidecar.
fn role_of(name: &str) -> Option<(Role, &str)> {
    let role = Role::ALL.into_iter().find(|role| name.ends_with(role.extension()))?;
    let stem = &name[..name.len() - role.extension().len()];
    (!stem.is_empty()).then_some((role, stem))
}
