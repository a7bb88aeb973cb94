//! Open questions: one file a definition, `<def>.question.json` beside its specification.
//!
//! The specification as the agent read it is kept with the question's job under
//! `.trellis/questions/`, so that a stale answer can be refused with a difference.
//!
//! Spec: `trellis-daemon#8`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::lowering::document::Opt;
use crate::lowering::files;
use crate::lowering::library::{DefPath, Question, QuestionKind, SpecHashes, sibling};

/// Writes a question and the specification it was asked against.
///
/// # Errors
/// Fails when a file cannot be written.
pub fn save(root: &Path, question: &Question, spec: &[u8]) -> io::Result<()> {
    let kept = spec_file(root, &question.def);
    if let Some(folder) = kept.parent() {
        fs::create_dir_all(folder)?;
    }
    files::write(&kept, spec)?;
    let mut text = serde_json::to_string_pretty(&Written::from(question))?;
    text.push('\n');
    // Made whole elsewhere, since temporary files beside specifications are swept away by whoever
    // holds the root's lock.
    let whole = kept.with_extension("json");
    files::write(&whole, text.as_bytes())?;
    fs::rename(&whole, sibling(root, &question.def, "question.json"))
}

/// Reads the open question of a definition; `None` when there is none that can be read.
pub fn load(root: &Path, def: &DefPath) -> Option<Question> {
    let text = fs::read_to_string(sibling(root, def, "question.json")).ok()?;
    let read: Read = serde_json::from_str(&text).ok()?;
    Some(read.into())
}

/// Removes the open question of a definition; returns whether there was one.
///
/// # Errors
/// Fails when the file is there and cannot be removed.
pub fn remove(root: &Path, def: &DefPath) -> io::Result<bool> {
    let _ = fs::remove_file(spec_file(root, def));
    match fs::remove_file(sibling(root, def, "question.json")) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns all open questions of a root, by path.
///
/// Folders whose name starts with a dot, `target`, and roots inside the root are not entered.
pub fn all(root: &Path) -> Vec<Question> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let skipped = name.starts_with('.') || name == "target";
                if !skipped && !path.join("soil.toml").exists() {
                    folders.push(path);
                }
            } else if let Some(stem) = name.strip_suffix(".question.json") {
                let relative = folder.join(stem);
                let relative = relative.strip_prefix(root).unwrap_or(&relative);
                found.extend(load(root, &DefPath(relative.to_string_lossy().into_owned())));
            }
        }
    }
    found.sort_by(|a, b| a.def.cmp(&b.def));
    found
}

/// Returns the specification that an open question was asked against.
pub fn spec_then(root: &Path, def: &DefPath) -> Option<String> {
    fs::read_to_string(spec_file(root, def)).ok()
}

fn spec_file(root: &Path, def: &DefPath) -> PathBuf {
    root.join(".trellis/questions").join(format!("{}.md", def.as_str().replace('/', "__")))
}

/// The document, as written.
#[derive(Serialize)]
pub struct Written<'a> {
    def: &'a str,
    kind: Tag<'a>,
    question: &'a str,
    hole: Opt<&'a str>,
    options: &'a [String],
    asked_against: &'a SpecHashes,
    bundle: &'a str,
    created: &'a str,
}

#[derive(Serialize)]
struct Tag<'a> {
    tag: &'a str,
}

impl<'a> From<&'a Question> for Written<'a> {
    fn from(question: &'a Question) -> Self {
        let tag = match question.kind {
            QuestionKind::Ambiguity => "Ambiguity",
            QuestionKind::Contradiction => "Contradiction",
            QuestionKind::Rule => "Rule",
        };
        Written {
            def: question.def.as_str(),
            kind: Tag { tag },
            question: &question.question,
            hole: Opt(question.hole.as_deref()),
            options: &question.options,
            asked_against: &question.asked_against,
            bundle: &question.bundle,
            created: &question.created,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    def: DefPath,
    kind: Kind,
    question: String,
    hole: Hole,
    options: Vec<String>,
    asked_against: SpecHashes,
    bundle: String,
    created: String,
}

#[derive(Deserialize)]
#[serde(tag = "tag", deny_unknown_fields)]
enum Kind {
    Ambiguity,
    Contradiction,
    Rule,
}

#[derive(Deserialize)]
#[serde(tag = "tag", content = "value", deny_unknown_fields)]
enum Hole {
    None,
    Some(String),
}

impl From<Read> for Question {
    fn from(read: Read) -> Self {
        Question {
            def: read.def,
            kind: match read.kind {
                Kind::Ambiguity => QuestionKind::Ambiguity,
                Kind::Contradiction => QuestionKind::Contradiction,
                Kind::Rule => QuestionKind::Rule,
            },
            question: read.question,
            hole: match read.hole {
                Hole::None => None,
                Hole::Some(name) => Some(name),
            },
            options: read.options,
            asked_against: read.asked_against,
            bundle: read.bundle,
            created: read.created,
        }
    }
}
