//! Which files a root has, without reading any.
//!
//! Directories whose name starts with `.` and those named `target` are passed over, and so are
//! symbolic links to directories and directories that are roots themselves.
//!
//! Spec: `soil-toml#1`.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, Stat};

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

    fn of_stat(stat: &Stat) -> Stamp {
        let nanoseconds =
            |seconds: i64, rest: u64| seconds.wrapping_mul(1_000_000_000).wrapping_add(rest as i64);
        Stamp {
            size: stat.st_size as u64,
            inode: stat.st_ino,
            modified: nanoseconds(stat.st_mtime, stat.st_mtime_nsec),
            changed: nanoseconds(stat.st_ctime, stat.st_ctime_nsec),
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
    let (mut found, mut left, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let mut fault = |file: &str, message: String| {
        faults.push(Diagnostic::new(Code::Io, message).in_file(file));
    };
    let own = prefix.trim_end_matches('/').to_owned();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(path, flags, Mode::empty());
    if let Err(error) = &opened {
        fault(&own, format!("the directory is unreadable: {}", io::Error::from(*error)));
    }
    let mut buffer: Vec<u8> = Vec::with_capacity(1 << 16);
    let mut entries =
        opened.as_ref().ok().map(|opened| RawDir::new(opened, buffer.spare_capacity_mut()));
    while let Some(entry) = entries.as_mut().and_then(RawDir::next) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                fault(&own, format!("the directory is unreadable: {}", io::Error::from(error)));
                break;
            }
        };
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let bytes = name.to_bytes();
        let Ok(text) = std::str::from_utf8(bytes) else {
            let shown = format!("{prefix}{}", String::from_utf8_lossy(bytes));
            if Role::ALL.iter().any(|role| bytes.ends_with(role.extension().as_bytes())) {
                fault(&shown, "the file name is not UTF-8".to_owned());
            }
            continue;
        };
        if files::is_temporary(text.as_ref()) {
            left.push(path.join(text));
            continue;
        }
        let folder = opened.as_ref().expect("its entries are read");
        // Some file systems do not say what an entry is, and links are what they lead to.
        let kind = match entry.file_type() {
            FileType::Unknown => rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
                .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
            kind => kind,
        };
        if kind == FileType::Directory {
            let is_passed_over = text.starts_with('.') || text == "target";
            let below = path.join(text);
            if !is_passed_over && !below.join(config::FILE).exists() {
                let prefix = format!("{prefix}{text}/");
                scope.spawn(move |scope| directory(scope, &below, prefix, result));
            }
            continue;
        }
        let Some((role, stem)) = role_of(text) else { continue };
        match rustix::fs::statat(folder, name, AtFlags::empty()) {
            Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => {
                    let path = [&*prefix, stem].concat();
                    found.push(Found { path, role, stamp: Stamp::of_stat(&stat) });
                }
                // A link to a directory; those are not followed.
                FileType::Directory => {}
                _ => fault(&format!("{prefix}{text}"), "this is not a regular file".to_owned()),
            },
            Err(error) => fault(
                &format!("{prefix}{text}"),
                format!("the file is unreadable: {}", io::Error::from(error)),
            ),
        }
    }
    found.sort_unstable_by(|a, b| (&a.path, a.role).cmp(&(&b.path, b.role)));
    let files = found;
    result.lock().expect("no worker panics").push(Folder { prefix, files, left, faults });
}

/// Splits a file name into role and stem; `soil.lock` is the manifest, no sidecar.
fn role_of(name: &str) -> Option<(Role, &str)> {
    let role = Role::ALL.into_iter().find(|role| name.ends_with(role.extension()))?;
    let stem = &name[..name.len() - role.extension().len()];
    (!stem.is_empty()).then_some((role, stem))
}
