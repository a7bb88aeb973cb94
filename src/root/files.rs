//! Reading and replacing files: whole, bounded, and never half.
//!
//! A replacement is a temporary file beside the old one, flushed, renamed over it, and the
//! directory flushed; a process killed at any step leaves the old file or the new one.
//!
//! Spec: `lock-schema#1`.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};

use crate::contract::{Code, Diagnostic};
use crate::root::together;

/// How the name of a file that is not whole yet begins and ends.
pub const TEMPORARY: (&str, &str) = (".trellis-", ".tmp");

/// Files of a root larger than this are refused.
pub const MAX_SIZE: u64 = 16 << 20;

/// Reads a file of a root; `shown` is its name in diagnostics.
///
/// # Errors
/// `io` when it cannot be read, is no regular file or is larger than [`MAX_SIZE`].
pub fn read(path: &Path, shown: &str) -> Result<Vec<u8>, Diagnostic> {
    let fault = |message: String| Diagnostic::new(Code::Io, message).in_file(shown);
    let meta = fs::metadata(path).map_err(|error| unreadable(&error, shown))?;
    if !meta.is_file() {
        return Err(fault("this is not a regular file".to_owned()));
    }
    read_seen(path, shown, meta.len())
}

/// Reads a file that was seen to be regular and of this size.
///
/// # Errors
/// As [`read`]; a file of another size by now is read as it is.
pub fn read_seen(path: &Path, shown: &str, size: u64) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    if size <= MAX_SIZE {
        // Whatever the file is by now: opening it must not wait for anybody.
        let flags = rustix::fs::OFlags::NONBLOCK.bits() as i32;
        let opened = OpenOptions::new().read(true).custom_flags(flags).open(path);
        let mut file = opened.map_err(|error| unreadable(&error, shown))?;
        bytes.resize(size as usize + 1, 0);
        let mut end = 0;
        // A regular file gives all that fits at once, so less than that is all there is.
        loop {
            match file.read(&mut bytes[end..]) {
                Ok(0) => break,
                Ok(n) => end += n,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unreadable(&error, shown)),
            }
            if end < bytes.len() || end as u64 > MAX_SIZE {
                break;
            }
            bytes.resize(end * 2, 0);
        }
        bytes.truncate(end);
    }
    let size = size.max(bytes.len() as u64);
    if size > MAX_SIZE {
        let message = format!(
            "the file holds {} MiB; files of a root hold at most {} MiB",
            size >> 20,
            MAX_SIZE >> 20
        );
        return Err(Diagnostic::new(Code::Io, message).in_file(shown));
    }
    Ok(bytes)
}

fn unreadable(error: &io::Error, shown: &str) -> Diagnostic {
    Diagnostic::new(Code::Io, format!("the file is unreadable: {error}")).in_file(shown)
}

/// Reads a file to show lines of it; `None` when it cannot be read as a file of a root is.
pub fn shown(path: &Path) -> Option<String> {
    String::from_utf8(read(path, "").ok()?).ok()
}

/// Replaces a file, or makes it.
///
/// # Errors
/// `io`; the old file is then untouched.
pub fn replace(path: &Path, shown: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
    try_replace(path, bytes).map_err(|error| {
        Diagnostic::new(Code::Io, format!("the file cannot be written: {error}")).in_file(shown)
    })
}

fn try_replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    let mut temporary = temporary().permissions(permissions(path)).tempfile_in(directory)?;
    step("created");
    let half = bytes.len() / 2;
    temporary.write_all(&bytes[..half])?;
    step("half-written");
    temporary.write_all(&bytes[half..])?;
    step("written");
    temporary.as_file().sync_all()?;
    step("flushed");
    temporary.persist(path).map_err(|error| error.error)?;
    step("renamed");
    File::open(directory)?.sync_all()?;
    step("done");
    Ok(())
}

/// Replaces a file whose content was read before, unless somebody has changed it since.
///
/// # Errors
/// `io`; the file is then what it was.
pub fn replace_read(path: &Path, shown: &str, old: &[u8], new: &[u8]) -> Result<(), Diagnostic> {
    if fs::read(path).is_ok_and(|now| now != old) {
        return Err(Diagnostic::new(Code::Io, "the file changed while the command ran")
            .in_file(shown)
            .note("it was left as it is; run the command again"));
    }
    replace(path, shown, new)
}

/// Replaces a file that nobody would miss, without waiting for the disk.
///
/// After a crash of the machine the file may be damaged: only for caches that notice.
///
/// # Errors
/// What the file system says.
pub fn replace_cache(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut temporary = temporary().tempfile_in(directory)?;
    temporary.write_all(bytes)?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Says whether a file, root-relative, lies below the root when all links are followed; folders that
/// do not exist yet are where they will be made.
pub fn stays_below(root: &Path, file: &str) -> bool {
    let path = root.join(file);
    let there = path.ancestors().skip(1).find(|above| above.symlink_metadata().is_ok());
    let real = |path: &Path| path.canonicalize().ok();
    there.and_then(real).zip(real(root)).is_some_and(|(there, root)| there.starts_with(root))
}

/// Names files as they are called until they are whole.
pub fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut named = tempfile::Builder::new();
    named.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    named
}

/// Says whether a name is one that a file has until it is whole.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(TEMPORARY.0.as_bytes()) && name.ends_with(TEMPORARY.1.as_bytes())
}

/// The mode of the file that is replaced, or that of a new file.
fn permissions(path: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path).map_or(0o644, |meta| meta.permissions().mode() & 0o777);
    fs::Permissions::from_mode(mode)
}

/// Ends the process at a named step of its n-th replacement when `TRELLIS_CRASH` is `STEP:N`, so
/// that a test can see what a killed process leaves. Only builds with debug assertions look.
fn step(name: &str) {
    static REPLACEMENTS: AtomicU32 = AtomicU32::new(0);
    if cfg!(debug_assertions)
        && let Ok(wanted) = std::env::var("TRELLIS_CRASH")
    {
        let is_first_step = name == "created";
        let before = REPLACEMENTS.fetch_add(u32::from(is_first_step), Ordering::Relaxed);
        if wanted == format!("{name}:{}", before + u32::from(is_first_step)) {
            std::process::abort();
        }
    }
}

/// Deletes a file; that it was not there is no fault.
///
/// # Errors
/// `io`.
pub fn remove(path: &Path, shown: &str) -> Result<(), Diagnostic> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Diagnostic::new(Code::Io, format!("the file cannot be deleted: {error}"))
                .in_file(shown))
        }
        _ => Ok(()),
    }
}

/// The advisory lock of a root, held until it is dropped.
///
/// Whoever writes locks, Soil or specifications holds it: commands and the daemon alike. Whoever
/// has it finds no write that was cut short, since taking it [finishes](together::finish) that.
#[derive(Debug)]
pub struct RootLock {
    _file: File,
}

impl RootLock {
    /// Takes the lock, waiting for at most `patience`.
    ///
    /// # Errors
    /// `io` when another process keeps it or the tree cannot be written.
    pub fn take(root: &Path, patience: Duration) -> Result<RootLock, Diagnostic> {
        let shown = ".trellis/lock";
        let fault = |message: String| Diagnostic::new(Code::Io, message).in_file(shown);
        let directory: PathBuf = root.join(".trellis");
        fs::create_dir_all(&directory)
            .map_err(|error| fault(format!("the root cannot be written: {error}")))?;
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(directory.join("lock"))
            .map_err(|error| fault(format!("the root cannot be written: {error}")))?;
        let deadline = Instant::now() + patience;
        loop {
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {
                    together::finish(root)?;
                    return Ok(RootLock { _file: file });
                }
                Err(rustix::io::Errno::WOULDBLOCK) if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(rustix::io::Errno::WOULDBLOCK) => {
                    return Err(fault("another command is writing this root".to_owned())
                        .note("wait for it, or end it"));
                }
                Err(error) => return Err(fault(format!("the root cannot be locked: {error}"))),
            }
        }
    }
}
