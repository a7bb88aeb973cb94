//! The daemon: one process a root that owns its jobs and tells everyone about them.
//!
//! It listens on a Unix socket that only its user can open ([`paths`]) and speaks HTTP ([`api`]).
//! A client ([`client`]) starts it on first use, greets it, and replaces it when it comes from
//! another build. A lock file, held for as long as the process lives, makes sure that there is one
//! ([`serve`]); a socket without a holder of the lock is stale and removed.

pub mod api;
pub mod client;
pub mod paths;
pub mod serve;

use std::path::Path;

use serde::{Deserialize, Serialize};

/// Who a daemon is; the answer to a greeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of this crate.
    pub trellis: String,
    /// The contract's version.
    pub daemon_contract: u32,
    /// Tells builds of the same version apart.
    pub build: String,
    /// The root that it serves.
    pub root: String,
    /// Its process id.
    pub pid: u32,
}

/// Returns what tells this build from others of the same version: its file's place, size and time.
pub fn build_of(program: &Path) -> String {
    use std::os::unix::fs::MetadataExt;
    match std::fs::metadata(program) {
        Ok(meta) => {
            format!("{}-{}-{}.{}", meta.ino(), meta.size(), meta.mtime(), meta.mtime_nsec())
        }
        Err(_) => "unknown".to_owned(),
    }
}
