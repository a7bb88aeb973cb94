//! The journal of a root's jobs: `.trellis/jobs/journal.jsonl`.
//!
//! Append-only JSON lines, each a whole record, durable before anyone is told. The last line of a
//! job is what is known of it. A line cut short by a crash is skipped. The file is rewritten, with
//! the latest jobs only, when a daemon starts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::record::Record;
use crate::lowering::files;

/// How many jobs are kept when a daemon starts.
const KEEP: usize = 200;

/// The journal of one root.
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// Opens the journal below `.trellis/jobs` and returns the records in it, oldest first.
    ///
    /// # Errors
    /// Fails when the folder or the file cannot be written.
    pub fn open(jobs: &Path) -> io::Result<(Journal, Vec<Record>)> {
        fs::create_dir_all(jobs)?;
        let path = jobs.join("journal.jsonl");
        let text = match fs::read(&path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let mut records: IndexMap<String, Record> = IndexMap::new();
        for record in text.lines().filter_map(|line| serde_json::from_str::<Record>(line).ok()) {
            records.insert(record.id.clone(), record);
        }
        let excess = records.len().saturating_sub(KEEP);
        let records: Vec<Record> = records.into_values().skip(excess).collect();
        let mut kept = String::new();
        for record in &records {
            kept += &serde_json::to_string(record)?;
            kept.push('\n');
        }
        files::write(&path, kept.as_bytes())?;
        Ok((Journal { path }, records))
    }

    /// Adds what is now known of a job.
    ///
    /// # Errors
    /// Fails when the file cannot be written.
    pub fn add(&self, record: &Record) -> io::Result<()> {
        files::append_line(&self.path, &serde_json::to_string(record)?)
    }
}
