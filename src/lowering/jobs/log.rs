//! `<def>.log`: what happened to a definition, one JSON event a line, for people.
//!
//! Never an input to anything. A log that cannot be written is no reason to lose a lowering, so
//! faults of writing are dropped.
//!
//! Spec: `trellis-daemon#9`.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::record::now;

/// The log of one definition, for one job.
#[derive(Clone)]
pub struct Log {
    path: PathBuf,
    job: String,
}

impl Log {
    /// Prepares to append to `path`.
    pub fn new(path: PathBuf, job: &str) -> Log {
        Log { path, job: job.to_owned() }
    }

    /// Adds one event; `fields` is an object.
    pub fn add(&self, event: &str, fields: &Value) {
        let mut line = format!(
            r#"{{"event":{},"job":{},"at":{}"#,
            json!(event),
            json!(self.job),
            json!(now())
        );
        for (name, value) in fields.as_object().into_iter().flatten() {
            line += &format!(",{}:{value}", json!(name));
        }
        line.push_str("}\n");
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
