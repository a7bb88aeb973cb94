//! `read_context`: a file or a folder of the job's bundle.
//!
//! A file that is too long for one answer reads as a folder: its entries `part-01`, `part-02`, …
//! are its pieces in order, cut at line ends, and together they are the file. The folder that
//! holds it lists it with a `/`. A test report that was too long for its answer is a file here too.
//!
//! The skill is read below `skill/`, as the prompt says: an agent in its jail has no other way to
//! its instructions than a tool.
//!
//! Spec: `trellis-daemon#3.1`.

use std::collections::BTreeSet;

use super::{RESULT_LIMIT, run_tests};
use crate::contract::documents::{ReadContextInput, ReadContextOutput};
use crate::contract::tools::{ReadContextCode, ReadContextError, ReadContextResult};
use crate::lowering::desk::Desk;
use crate::lowering::skill;

/// Below this name every job reads the skill; the bundle's own listing does not show it.
const SKILL: &str = "skill";

pub(super) fn run(desk: &Desk, input: ReadContextInput) -> ReadContextResult {
    let path = normal(&input.path)?;
    let found = match path.strip_prefix(SKILL) {
        Some(below) if below.is_empty() || below.starts_with('/') => {
            let files: Vec<(&str, &[u8])> =
                skill::files().iter().map(|(name, text)| (&**name, text.as_bytes())).collect();
            read(&files, below.trim_start_matches('/'))
        }
        _ => {
            let report = desk.report();
            let report = report.as_ref().map(|text| (run_tests::WHOLE, text.as_bytes()));
            let bundle = desk.subject().bundle().files.iter();
            let files: Vec<(&str, &[u8])> =
                bundle.map(|(name, content)| (&**name, &**content)).chain(report).collect();
            read(&files, &path)
        }
    };
    found.ok_or_else(|| {
        let message = format!("the bundle has no `{}`", input.path);
        ReadContextError::new(ReadContextCode::BundleNotFound, message)
            .with(|fault| fault.note("`read_context` with the path \"\" lists the bundle"))
    })
}

/// Reads a file, a part of a file, or a folder; `None` when there is no such thing.
fn read(files: &[(&str, &[u8])], path: &str) -> Option<ReadContextOutput> {
    for (name, content) in files {
        let content = String::from_utf8_lossy(content);
        if *name == path {
            let parts = parts(&content);
            return Some(match parts.as_slice() {
                [] | [_] => file(&content),
                parts => folder((1..=parts.len()).map(part_name)),
            });
        }
        if let Some(part) = path.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')) {
            let parts = parts(&content);
            let index = (1..=parts.len()).find(|n| parts.len() > 1 && part_name(*n) == part);
            return index.map(|n| file(parts[n - 1]));
        }
    }
    let below = if path.is_empty() { String::new() } else { format!("{path}/") };
    let entries: BTreeSet<String> = files
        .iter()
        .filter_map(|(name, content)| {
            let rest = name.strip_prefix(&below)?;
            Some(match rest.split_once('/') {
                Some((folder, _)) => format!("{folder}/"),
                None if parts(&String::from_utf8_lossy(content)).len() > 1 => format!("{rest}/"),
                None => rest.to_owned(),
            })
        })
        .collect();
    (!entries.is_empty()).then(|| folder(entries))
}

/// Brings a path to the form that the bundle uses, or says why it leads out of it.
fn normal(path: &str) -> Result<String, ReadContextError> {
    let refuse = |why: &str| {
        let message = format!("`{}` {why}", path.escape_default());
        Err(ReadContextError::new(ReadContextCode::BundlePath, message))
    };
    if path.starts_with('/') {
        return refuse("is absolute; paths are relative to the bundle");
    }
    if path.contains(['\\', '\0']) {
        return refuse("holds a character that no bundle path has");
    }
    if path.split('/').any(|part| part == "..") {
        return refuse("leads out of the bundle");
    }
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    Ok(parts.join("/"))
}

fn part_name(n: usize) -> String {
    format!("part-{n:02}")
}

/// Cuts a text into pieces that fit into an answer each, at line ends where there are any.
fn parts(text: &str) -> Vec<&str> {
    // Escaping at most doubles what a text of lines and quotes needs.
    const PIECE: usize = RESULT_LIMIT / 2;
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > PIECE {
        let most = rest.floor_char_boundary(PIECE);
        let end = rest[..most].rfind('\n').map_or(most, |at| at + 1);
        parts.push(&rest[..end]);
        rest = &rest[end..];
    }
    parts.push(rest);
    parts
}

fn file(content: &str) -> ReadContextOutput {
    ReadContextOutput::File { content: content.to_owned() }
}

fn folder(entries: impl IntoIterator<Item = String>) -> ReadContextOutput {
    ReadContextOutput::Dir { entries: entries.into_iter().collect() }
}
