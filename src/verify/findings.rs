//! What the pre-flight last found, kept so that `trellis status` can show it without running it.
//!
//! Comes in: verifications. Goes out: the codes of each definition's findings, as long as its
//! specification is the one that was probed. The file below `.trellis/cache/` is disposable:
//! without it, nothing is shown until the next `trellis test`.
//!
//! Spec: `lock-schema#8`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::files;
use crate::spec::digest::Digest;
use crate::verify::whole::Verified;

/// Version of the file; another one is as good as none.
const FORMAT: u32 = 1;

/// Findings by definition path.
#[derive(Debug, Default)]
pub struct Findings {
    entries: BTreeMap<String, Entry>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: u32,
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    /// Digest of the specification file that was probed.
    spec: String,
    /// Codes, each once, in the order in which they were found.
    codes: Vec<String>,
}

impl Findings {
    /// Reads the findings of a root; an unreadable file holds none.
    pub fn load(root: &Path) -> Findings {
        let file = fs::read(place(root)).ok();
        let file = file.and_then(|bytes| serde_json::from_slice::<File>(&bytes).ok());
        match file {
            Some(File { format: FORMAT, entries }) => Findings { entries },
            Some(_) | None => Findings::default(),
        }
    }

    /// Lists definition paths with the codes that were found, leaving out those whose
    /// specification has changed since.
    pub fn current(&self, root: &Path) -> Vec<(&str, Vec<Code>)> {
        let is_same = |path: &str, entry: &Entry| {
            let bytes = fs::read(root.join(format!("{path}.tr")));
            bytes.is_ok_and(|bytes| Digest::of([bytes]).to_string() == entry.spec)
        };
        let current = self.entries.iter().filter(|(path, entry)| is_same(path, entry));
        let codes = |entry: &Entry| -> Vec<Code> {
            entry.codes.iter().filter_map(|code| Code::parse(code)).collect()
        };
        current.map(|(path, entry)| (path.as_str(), codes(entry))).collect()
    }

    /// Takes note of what verifications found, or found no longer.
    pub fn put(&mut self, snapshot: &Snapshot, verified: &Verified) {
        let path = &verified.report.path;
        let mut codes: Vec<String> = Vec::new();
        for finding in verified.diagnostics() {
            let code = finding.code.as_str();
            if code.starts_with("preflight-") && !codes.iter().any(|known| known == code) {
                codes.push(code.to_owned());
            }
        }
        match snapshot.spec(path).filter(|_| !codes.is_empty()) {
            None => {
                self.entries.remove(&**path);
            }
            Some(spec) => {
                let spec = Digest::of([spec.source.text()]).to_string();
                self.entries.insert(path.to_string(), Entry { spec, codes });
            }
        }
    }

    /// Writes the findings, without the definitions that the root no longer has.
    ///
    /// # Errors
    /// `io`; whoever calls may go on, since nothing depends on the file.
    pub fn store(mut self, snapshot: &Snapshot) -> Result<(), Diagnostic> {
        self.entries.retain(|path, _| snapshot.spec(path).is_some());
        let place = place(snapshot.root().path());
        if self.entries.is_empty() && !place.exists() {
            return Ok(());
        }
        let file = File { format: FORMAT, entries: self.entries };
        let bytes = serde_json::to_vec(&file).unwrap_or_default();
        if fs::read(&place).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        if let Some(folder) = place.parent() {
            // A failure shows when the file is written, with a better message.
            let _ = fs::create_dir_all(folder);
        }
        files::replace(&place, ".trellis/cache/preflight.json", &bytes)
    }
}

fn place(root: &Path) -> PathBuf {
    root.join(".trellis/cache/preflight.json")
}
