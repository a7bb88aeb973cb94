//! The cram runner: shell sessions with expected output, in fresh folders.
//!
//! Comes in: the fixtures and steps of one `cram` block. Goes out: a verdict a step. All steps of
//! a block run in one `sh` session, so `cd` and variables persist; after each command the session
//! prints a salted line with the exit code, by which the output is cut apart again.
//!
//! Spec: `tr-grammar#3.5`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, io};

use sha2::{Digest, Sha256};

use crate::spec::{Fixture, Step};
use crate::verify::process::{self, Bounds, End};

#[cfg(test)]
mod tests;

/// What one block may use. Spec: `tr-grammar#3.5`.
const BOUNDS: Bounds = Bounds { wall: Duration::from_secs(60), output: 1 << 20 };

/// Where a session runs.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Exported as `TRELLIS_ROOT`.
    pub root: PathBuf,
    /// The folder of the `trellis` binary, put first in `PATH`.
    pub binaries: Option<PathBuf>,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Output and exit code were as expected.
    Pass,
    /// They were not.
    Fail {
        /// Output and exit line as the block states them.
        expected: String,
        /// The same form of what happened, or why nothing happened.
        actual: String,
    },
}

/// Runs one block in a fresh folder that is removed afterwards; returns a verdict a step.
///
/// A session that ends early, prints too much or runs out of time fails the step it was in and
/// all that follow.
///
/// # Errors
/// Fails when the folder cannot be made or `sh` cannot be started.
pub fn run(
    fixtures: &[Fixture],
    steps: &[Step],
    around: &Surroundings,
) -> io::Result<Vec<Verdict>> {
    let folder = tempfile::Builder::new().prefix("trellis-cram-").tempdir()?;
    let work = folder.path().join("work");
    fs::create_dir(&work)?;
    for fixture in fixtures {
        let path = work.join(&fixture.path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, &fixture.content)?;
    }
    let salt = salt(folder.path());
    let script = folder.path().join("session.sh");
    fs::write(&script, session(steps, &salt))?;

    let mut command = Command::new("sh");
    command.arg(&script).current_dir(&work).env_clear();
    command.env("HOME", &work).env("LANG", "C.UTF-8").env("TMPDIR", folder.path());
    command.env("PATH", search_path(around)).env("TRELLIS_ROOT", &around.root);
    let finished = process::run(&mut command, b"", BOUNDS)?;
    let output = String::from_utf8_lossy(&finished.stdout);
    Ok(judge(steps, &output, &salt, &finished.end))
}

fn judge(steps: &[Step], output: &str, salt: &str, end: &End) -> Vec<Verdict> {
    let mut rest = Some(output);
    let mut verdicts = Vec::new();
    for step in steps {
        let expected = transcript(&step.output, step.status);
        let Some(text) = rest else {
            let actual = "not run: the session had ended".to_owned();
            verdicts.push(Verdict::Fail { expected, actual });
            continue;
        };
        let Some((printed, exit, after)) = cut_step(text, salt) else {
            rest = None;
            verdicts.push(Verdict::Fail { expected, actual: format!("{text}{}", ending(end)) });
            continue;
        };
        rest = Some(after);
        let actual = transcript(printed, exit);
        let is_as_expected = actual == expected;
        verdicts.push(match is_as_expected {
            true => Verdict::Pass,
            false => Verdict::Fail { expected, actual },
        });
    }
    verdicts
}

fn salt(folder: &Path) -> String {
    let digest = Sha256::digest(folder.as_os_str().as_encoded_bytes());
    let hex = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("trellis-{hex}")
}

/// Writes the session. The line break before the salt is ours and is cut off again, so output
/// that does not end in one cannot hide it.
fn session(steps: &[Step], salt: &str) -> String {
    let mut script = "exec 2>&1 </dev/null\n".to_owned();
    for step in steps {
        script.push_str(&format!("{}\nprintf '\\n{salt} %d\\n' $?\n", step.command));
    }
    script
}

fn cut_step<'a>(text: &'a str, salt: &str) -> Option<(&'a str, i32, &'a str)> {
    let mark = format!("\n{salt} ");
    let at = text.find(&mark)?;
    let (exit, after) = text[at + mark.len()..].split_once('\n')?;
    Some((&text[..at], exit.parse().ok()?, after))
}

/// Writes output and exit status as a block states them, each line with its line end.
fn transcript(output: &str, status: i32) -> String {
    let mut text = output.lines().map(|line| format!("{line}\n")).collect::<String>();
    if status != 0 {
        text.push_str(&format!("[{status}]\n"));
    }
    text
}

fn ending(end: &End) -> String {
    match end {
        End::Exited(status) => format!("the session ended early ({status})"),
        End::TimedOut => format!("no answer within {} s", BOUNDS.wall.as_secs()),
        End::TooMuchOutput => format!("more than {} bytes of output", BOUNDS.output),
    }
}

fn search_path(around: &Surroundings) -> OsString {
    let inherited = env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
    let folders = around.binaries.iter().cloned().chain(env::split_paths(&inherited));
    env::join_paths(folders).unwrap_or(inherited)
}
