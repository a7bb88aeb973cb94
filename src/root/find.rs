//! From the working directory to the root that it belongs to.
//!
//! Spec: `soil-toml#1`.

use std::path::{Path, PathBuf};

use crate::contract::{Code, Diagnostic};
use crate::root::config;

/// A root directory; canonical, so that two spellings are one root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RootDir {
    path: PathBuf,
    name: String,
}

impl RootDir {
    /// Takes a directory that directly holds a `soil.toml`.
    ///
    /// # Errors
    /// `config-no-root` when it does not.
    pub fn at(path: &Path) -> Result<RootDir, Diagnostic> {
        let missing = || {
            Diagnostic::new(
                Code::ConfigNoRoot,
                format!("{} holds no `{}`", path.display(), config::FILE),
            )
        };
        let path = path.canonicalize().map_err(|_| missing())?;
        if !path.join(config::FILE).is_file() {
            return Err(missing());
        }
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(RootDir { name: name.unwrap_or_default(), path })
    }

    /// Returns the canonical path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the last component of the path; empty for `/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file at a root-relative, `/`-separated path.
    pub fn file(&self, relative: &str) -> PathBuf {
        self.path.join(relative)
    }
}

/// Finds the root: `chosen` as it is (from `TRELLIS_ROOT`), else the nearest one from `start` up.
///
/// # Errors
/// `config-no-root`.
pub fn find(chosen: Option<&Path>, start: &Path) -> Result<RootDir, Diagnostic> {
    if let Some(chosen) = chosen {
        return RootDir::at(chosen).map_err(|fault| fault.note("`TRELLIS_ROOT` names it"));
    }
    let found = start.ancestors().find(|directory| directory.join(config::FILE).is_file());
    match found {
        Some(directory) => RootDir::at(directory),
        None => Err(Diagnostic::new(
            Code::ConfigNoRoot,
            format!("no `{}` in {} or above it", config::FILE, start.display()),
        )
        .note("`trellis init` makes a root")),
    }
}
