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

/// How long one block may take. Spec: `tr-grammar#3.5`.
pub const TIME: Duration = Duration::from_secs(60);

/// How many bytes one block may print.
const OUTPUT: usize = 1 << 20;

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
    time: Duration,
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
    let bounds = Bounds { wall: time, output: OUTPUT };
    let finished = process::run(&mut command, b"", bounds)?;
    let output = String::from_utf8_lossy(&finished.stdout);
    let ending = match finished.end {
        End::Exited(status) => format!("the session ended early ({status})"),
        End::TimedOut => format!("no answer within {} s", time.as_secs_f64()),
        End::TooMuchOutput => format!("more than {OUTPUT} bytes of output"),
    };
    Ok(judge(steps, &output, &salt, &ending))
}

fn judge(steps: &[Step], output: &str, salt: &str, ending: &str) -> Vec<Verdict> {
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
            verdicts.push(Verdict::Fail { expected, actual: format!("{text}{ending}") });
            continue;
        };
        rest = Some(after);
        let actual = transcript(printed, exit);
        // An output line that looks like an exit line is still output.
        let is_as_expected = exit == step.status && same_lines(printed, &step.output);
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
    let lines = output.split_terminator('\n');
    let mut text = lines.map(|line| format!("{line}\n")).collect::<String>();
    if status != 0 {
        text.push_str(&format!("[{status}]\n"));
    }
    text
}

/// Compares outputs line by line; a last line without its line end counts as one.
fn same_lines(printed: &str, expected: &str) -> bool {
    printed.split_terminator('\n').eq(expected.split_terminator('\n'))
}

fn search_path(around: &Surroundings) -> OsString {
    let inherited = env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
    let folders = around.binaries.iter().cloned().chain(env::split_paths(&inherited));
    env::join_paths(folders).unwrap_or(inherited)
}
