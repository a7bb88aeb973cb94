//! Several files of a root written as one, whatever happens in between.
//!
//! What is to be written is first written down whole in [`FILE`], then written file by file, then
//! the note is removed. A process that is killed leaves either nothing done, or a note; whoever
//! takes the root's lock next, or reads the root, finishes what the note says. So Soil and lock
//! never part.
//!
//! ```text
//! note ─ NAME.soil ─ NAME.tr ─ NAME.lock ─ soil.lock ─ note removed
//!   └──────────────── killed: the next one begins here ────┘
//! ```
//!
//! A file that somebody edited after the kill is left as it is: the edit is the newer one, and the
//! lock that is written beside it shows that it does not belong to it.
//!
//! Spec: `lock-schema#8`.

use std::fs;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use crate::contract::{Code, Diagnostic};
use crate::root::files::{self, RootLock};
use crate::root::{change, manifest};
use crate::spec::digest::Digest;

/// The note, relative to the root.
pub const FILE: &str = ".trellis/together.json";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    files: Vec<Step>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// Relative to the root.
    file: String,
    /// The digest of the bytes that were there; `None` when there was no file.
    was: Option<String>,
    /// The bytes that shall be there.
    text: String,
}

/// Writes files, root-relative name and text, all or none; the caller holds the root's lock.
///
/// # Errors
/// `io`. What was begun is then finished by whoever takes the root's lock next.
pub fn write(root: &Path, texts: Vec<(String, String)>) -> Result<(), Diagnostic> {
    let files = texts.into_iter().map(|(file, text)| {
        let was = digest_of(&root.join(&file));
        Step { file, was, text }
    });
    let note = Note { files: files.collect() };
    let text = serde_json::to_string(&note)
        .map_err(|error| Diagnostic::new(Code::Internal, error.to_string()).in_file(FILE))?;
    files::replace(&root.join(FILE), FILE, text.as_bytes())?;
    carry_out(root, &note)
}

/// Says whether a write was cut short and waits to be finished.
pub fn is_cut_short(root: &Path) -> bool {
    root.join(FILE).exists()
}

/// Finishes a write that was cut short, if there is one; the caller holds the root's lock.
///
/// # Errors
/// `io`.
pub fn finish(root: &Path) -> Result<(), Diagnostic> {
    let path = root.join(FILE);
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => {
            let message = format!("the file is unreadable: {error}");
            return Err(Diagnostic::new(Code::Io, message).in_file(FILE));
        }
    };
    match serde_json::from_slice::<Note>(&text) {
        Ok(note) if note.files.iter().all(|step| is_ours(root, &step.file)) => {
            carry_out(root, &note)
        }
        // Nothing that this program wrote.
        _ => files::remove(&path, FILE),
    }
}

/// Finishes a write that was cut short before the root is read, when that can be done at once.
pub fn finish_before_reading(root: &Path) {
    if is_cut_short(root) {
        // A root that is busy or that cannot be written is read as it is.
        let _ = RootLock::take(root, change::PATIENCE);
    }
}

fn carry_out(root: &Path, note: &Note) -> Result<(), Diagnostic> {
    for step in &note.files {
        let path = root.join(&step.file);
        let now = digest_of(&path);
        let is_there = now.as_deref() == Some(&*hash(step.text.as_bytes()));
        if !is_there && now == step.was {
            files::replace(&path, &step.file, step.text.as_bytes())?;
        }
    }
    files::remove(&root.join(FILE), FILE)
}

fn digest_of(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| hash(&bytes))
}

fn hash(bytes: &[u8]) -> String {
    Digest::of([bytes]).to_string()
}

/// Says whether a name of a note is that of a file which is written here, below the root; a note
/// may have come with somebody else's files.
fn is_ours(root: &Path, file: &str) -> bool {
    let path = Path::new(file);
    let is_plain = path.components().all(|part| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    });
    let ends = [".soil", ".tr", ".lock"];
    let is_kind = file == manifest::FILE || ends.iter().any(|end| file.ends_with(end));
    let has_folder = root.join(file).parent().is_some_and(Path::is_dir);
    let is_link = fs::symlink_metadata(root.join(file)).is_ok_and(|meta| meta.is_symlink());
    is_plain && is_kind && has_folder && files::stays_below(root, file) && !is_link
}
