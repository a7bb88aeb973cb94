//! The three things that only a human says of a definition: accepted, pinned, reviewed.
//!
//! Spec: `lock-schema#8`.

use crate::contract::{Code, Diagnostic};
use crate::root::change::Writing;
use crate::root::find::RootDir;
use crate::root::lock::{Lock, ProseState};

/// What a human says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The definition is good, or no longer.
    Accepted(bool),
    /// The export is pinned, or no longer.
    Pinned(bool),
    /// The prose was read again and still fits the Soil.
    Reviewed,
}

/// Records what a human says of a definition; returns its path and whether anything changed.
///
/// # Errors
/// `usage` for an unknown definition or one without a lock, `lock-accepted-untested`, whatever
/// drops the definition, `io`.
pub fn mark(root: &RootDir, name: &str, mark: Mark) -> Result<(String, bool), Vec<Diagnostic>> {
    let writing = Writing::begin(root)?;
    let snapshot = &writing.snapshot;
    let path = snapshot.resolve(name).map_err(|fault| vec![fault])?;
    let faults = snapshot.dropping(&path);
    if !faults.is_empty() {
        return Err(faults);
    }
    let (Some(spec), Some(old)) = (snapshot.spec(&path), snapshot.lock(&path)) else {
        let fault = Diagnostic::new(Code::Usage, format!("`{path}` has no lock"));
        return Err(vec![fault.note("`trellis refresh` makes one")]);
    };
    let mut lock: Lock = (**old).clone();
    match mark {
        Mark::Accepted(accepted) => lock.accepted = accepted,
        Mark::Pinned(pinned) => lock.spec.pinned = pinned,
        Mark::Reviewed => {
            // Whoever reviews reads the prose that is there, so that is the prose to compare with.
            lock.spec.hashes.prose = spec.hashes.prose;
            lock.spec.prose_state = ProseState::Fresh;
        }
    }
    let changed = writing.put(&path, &lock).map_err(|fault| {
        let is_premature = fault.code == Code::LockAcceptedUntested;
        let fault = if is_premature {
            fault.note(format!("nothing was recorded; `trellis test {path}` shows what is missing"))
        } else {
            fault
        };
        vec![fault]
    })?;
    writing.manifest()?;
    Ok((path.to_string(), changed))
}
