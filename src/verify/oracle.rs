//! Oracles: outside implementations that a definition must agree with.
//!
//! Comes in: a reference attachment and arguments as JSON. Goes out: the oracle's answer as JSON,
//! not yet of any type. One process a call, in the root, with a clean environment, a time limit
//! and bounded output.
//!
//! Spec: `tr-grammar#3.6`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use thiserror::Error;

use crate::soil::value::Value;
use crate::soil::value::json::encode_for_python;
use crate::spec::Reference;
use crate::spec::digest::Digest;
use crate::verify::process::{self, Bounds, End};

/// How long one call may take. Spec: `tr-grammar#3.6`.
pub const TIME: Duration = Duration::from_secs(10);

/// How many bytes one call may print.
const OUTPUT: usize = 16 << 20;

/// Loads a file as a module, calls one function with the arguments from standard input and prints
/// the result. Whatever the function itself prints goes to standard error, away from the result.
const DRIVER: &str = r#"
import importlib.util, json, os, sys
path, symbol = sys.argv[1], sys.argv[2]
out = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
spec = importlib.util.spec_from_file_location("reference", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
arguments = json.load(sys.stdin)
json.dump(getattr(module, symbol)(*arguments), out, ensure_ascii=False)
out.flush()
"#;

/// Why an oracle gave no answer.
#[derive(Debug, Error)]
pub enum OracleError {
    /// The attachment names a file or program that is not there.
    #[error("{} cannot be read: {source}", path.display())]
    Missing {
        /// What was looked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The command of a CLI oracle is found nowhere on `PATH`.
    #[error("`{command}` is not on PATH")]
    NoCommand {
        /// The first word of the command.
        command: String,
    },
    /// The program could not be started.
    #[error("`{command}` cannot be started: {source}")]
    Start {
        /// The program.
        command: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// It ended without an answer.
    #[error("{how}{}", last_line(stderr))]
    Failed {
        /// How it ended.
        how: String,
        /// What it complained about.
        stderr: String,
    },
    /// Its answer is not UTF-8.
    #[error("the answer is not UTF-8")]
    NotText,
}

/// An attachment that has been found.
#[derive(Clone, Debug)]
pub struct Oracle {
    reference: Reference,
    root: PathBuf,
    /// The file that decides what the oracle says: the Python file, or the executable.
    file: PathBuf,
    /// `D(bytes of that file)`. Spec: `lock-schema#5`.
    pub hash: Digest,
}

impl Oracle {
    /// Finds an attachment below a root and hashes what decides its answers.
    ///
    /// # Errors
    /// Fails when the file or the command is not there.
    pub fn find(reference: &Reference, root: &Path) -> Result<Oracle, OracleError> {
        let file = match reference {
            Reference::Python { path, .. } => root.join(path),
            Reference::Cli { command } => executable(command, root)?,
        };
        let bytes = fs::read(&file)
            .map_err(|source| OracleError::Missing { path: file.clone(), source })?;
        let hash = Digest::of([&bytes]);
        Ok(Oracle { reference: reference.clone(), root: root.to_owned(), file, hash })
    }

    /// Asks for the answer to one list of arguments, a JSON array with non-finite numbers as
    /// Python writes them; the answer comes back with the strings of `tr-grammar#7` instead.
    ///
    /// # Errors
    /// Fails when the oracle cannot be started, ends with a failure, or runs out of its bounds.
    pub fn ask(&self, arguments: &str, time: Duration) -> Result<String, OracleError> {
        let mut command = match &self.reference {
            Reference::Python { symbol, .. } => {
                let mut command = Command::new("python3");
                command.args(["-B", "-c", DRIVER]).arg(&self.file).arg(symbol);
                command
            }
            Reference::Cli { command: words } => {
                let mut command = Command::new(&self.file);
                command.args(words.split_whitespace().skip(1));
                command
            }
        };
        let bounds = Bounds { wall: time, output: OUTPUT };
        let program = command.get_program().to_string_lossy().into_owned();
        command.current_dir(&self.root).env_clear().env("LANG", "C.UTF-8");
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        let finished = process::run(&mut command, arguments.as_bytes(), bounds)
            .map_err(|source| OracleError::Start { command: program, source })?;
        let stderr = String::from_utf8_lossy(&finished.stderr).into_owned();
        let how = match finished.end {
            End::Exited(status) if status.success() => {
                let answer = String::from_utf8(finished.stdout);
                let answer = answer.map_err(|_| OracleError::NotText)?;
                return Ok(quote_non_finite(answer.trim()));
            }
            End::Exited(status) => format!("it failed ({status})"),
            End::TimedOut => format!("no answer within {} s", time.as_secs_f64()),
            End::TooMuchOutput => format!("more than {OUTPUT} bytes of output"),
        };
        Err(OracleError::Failed { how, stderr })
    }
}

/// Writes arguments as the JSON array that [`Oracle::ask`] takes.
pub fn python_array(values: &[Value]) -> String {
    let mut text = "[".to_owned();
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        // Only functions have no JSON, and no expect case can write one.
        let _ = encode_for_python(&mut text, value);
    }
    text.push(']');
    text
}

fn executable(command: &str, root: &Path) -> Result<PathBuf, OracleError> {
    let word = command.split_whitespace().next().unwrap_or_default();
    if word.contains('/') {
        return Ok(root.join(word));
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(word));
    files
        .find(|file| file.is_file())
        .ok_or_else(|| OracleError::NoCommand { command: word.to_owned() })
}

/// Puts `NaN`, `Infinity` and `-Infinity` outside of strings into the strings that Soil uses.
fn quote_non_finite(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(c) = rest.chars().next() {
        let tokens = [("-Infinity", "\"-Inf\""), ("Infinity", "\"Inf\""), ("NaN", "\"NaN\"")];
        if let Some((token, text)) = tokens.iter().find(|(token, _)| rest.starts_with(token)) {
            out.push_str(text);
            rest = &rest[token.len()..];
            continue;
        }
        let end = if c == '"' { string_end(rest) } else { c.len_utf8() };
        out.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    out
}

/// Returns the length of the JSON string that the text starts with.
fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Quotes the last line of a complaint, or the beginning of one that is long.
fn last_line(stderr: &str) -> String {
    let Some(line) = stderr.lines().rfind(|line| !line.trim().is_empty()) else {
        return String::new();
    };
    match line.char_indices().nth(200) {
        Some((end, _)) => format!(": {}…", &line[..end]),
        None => format!(": {line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::quote_non_finite;

    #[test]
    fn only_bare_tokens_become_strings() {
        assert_eq!(
            quote_non_finite(r#"[NaN, "NaN \" Infinity", -Infinity]"#),
            r#"["NaN", "NaN \" Infinity", "-Inf"]"#
        );
    }
}
