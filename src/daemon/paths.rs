//! Where the sockets are.
//!
//! `$XDG_RUNTIME_DIR/trellis/`, else `<tmp>/trellis-<user>/trellis/`: a folder of mode 0700 with
//! `<hex>.sock` for the daemon of a root and `job-<id>.sock` for a job. A job's socket is not in
//! the job's folder, because a socket's path is limited to 107 bytes and a root may lie deep.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Returns the folder of all sockets of this user; it need not exist.
pub fn runtime_dir() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match set("XDG_RUNTIME_DIR") {
        Some(dir) => PathBuf::from(dir).join("trellis"),
        None => {
            let uid = rustix::process::getuid().as_raw().to_string();
            let user = set("USER").and_then(|user| user.into_string().ok()).unwrap_or(uid);
            let user: String = user.chars().filter(|c| *c != '/').collect();
            std::env::temp_dir().join(format!("trellis-{user}")).join("trellis")
        }
    }
}

/// Creates the folder of the sockets with mode 0700.
///
/// # Errors
/// Fails when the folder cannot be made, or is not this user's own: another user who made it first
/// could take our place.
pub fn ensure_runtime_dir() -> io::Result<PathBuf> {
    let dir = runtime_dir();
    DirBuilder::new().recursive(true).mode(0o700).create(&dir)?;
    let meta = fs::symlink_metadata(&dir)?;
    if !meta.is_dir() || meta.uid() != rustix::process::geteuid().as_raw() {
        let message = format!("{} is not a folder of this user", dir.display());
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
    }
    if meta.mode() & 0o077 != 0 {
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o700))?;
    }
    Ok(dir)
}

/// Returns the first eight bytes of the SHA-256 of a canonical root path, in lower-case hex.
pub fn root_key(root: &Path) -> String {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the socket of the daemon that serves the canonical path `root`.
pub fn daemon_socket(root: &Path) -> PathBuf {
    runtime_dir().join(format!("{}.sock", root_key(root)))
}

/// Returns the file whose lock says that a daemon serves `root`.
pub fn daemon_lock(root: &Path) -> PathBuf {
    runtime_dir().join(format!("{}.lock", root_key(root)))
}

/// Returns the socket of one job.
pub fn job_socket(job: &str) -> PathBuf {
    runtime_dir().join(format!("job-{job}.sock"))
}

/// Says whether `text` has the form of a job id, which is safe in a path.
pub fn is_job_id(text: &str) -> bool {
    let ok = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(ok)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_has_the_documented_key() {
        assert_eq!(root_key(Path::new("/srv/demo")), "926574b4279e7131");
    }
}
