//! The jail: where an agent's process runs, and what it can reach from there.
//!
//! Bubblewrap gives it namespaces of its own: a file tree of system folders read-only, an empty
//! home and scratch folder, its job's socket, no project tree, nobody else's processes, a cleared
//! environment. Inside, [`confine`] adds Landlock, which also closes abstract sockets and signals
//! to the outside. Landlock comes second, because bubblewrap cannot start inside a Landlock domain.
//! The network stays open: an agent must reach its model.
//!
//! Whether all this works is found out by starting a real child ([`probe`]), never by looking for
//! a program. A level below bubblewrap is used only when the user's own configuration says so;
//! otherwise the job is refused with `job-sandbox-unavailable`.
//!
//! | inside | is |
//! |---|---|
//! | `/job` | the job's scratch folder, read and write, the working directory |
//! | `/home/agent` | a home for this job only, deleted afterwards |
//! | `/run/trellis/job.sock` | the job's socket |
//! | `/run/trellis/skill` | the skill, read-only |
//! | `/run/trellis/bin/trellis` | this program, for `_mcp` |
//! | `/usr`, `/bin`, `/lib`, certificates, resolver files | the system's, read-only |

pub mod confine;
pub mod probe;

mod bubblewrap;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::contract::{Code, Diagnostic};

/// How strong a jail is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// No jail.
    None,
    /// Landlock alone: files are closed off, processes stay visible.
    Landlock,
    /// Bubblewrap, with Landlock inside where the kernel has it.
    Bubblewrap,
}

/// The level that a job ran at; recorded with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    /// How strong.
    pub strength: Strength,
    /// The Landlock ABI in force inside, 0 for none.
    pub landlock_abi: u32,
}

impl Level {
    /// No jail at all.
    pub const NONE: Level = Level { strength: Strength::None, landlock_abi: 0 };
}

/// Chooses a level, the strongest that works here, and at least `floor`.
///
/// # Errors
/// `job-sandbox-unavailable` with what was tried, when nothing that works is strong enough.
pub fn choose(trellis: &Path, floor: Strength) -> Result<Level, Diagnostic> {
    let probed = probe::probe(trellis);
    let best = match (&probed.bubblewrap, probed.landlock_abi) {
        (Ok(landlock_abi), _) => {
            Level { strength: Strength::Bubblewrap, landlock_abi: *landlock_abi }
        }
        (Err(_), abi) if abi > 0 => Level { strength: Strength::Landlock, landlock_abi: abi },
        _ => Level::NONE,
    };
    if best.strength >= floor {
        return Ok(best);
    }
    let why = probed.bubblewrap.err().unwrap_or_default();
    Err(Diagnostic::new(Code::JobSandboxUnavailable, format!("no jail could be built: {why}"))
        .note(format!("Landlock ABI here: {}", probed.landlock_abi))
        .note("install bubblewrap, or allow a weaker `jail` in your own providers.toml"))
}

/// What one agent process is given.
#[derive(Clone, Debug)]
pub struct Cell {
    /// How strong its walls are.
    pub level: Level,
    /// This program, as it lies outside.
    pub trellis: PathBuf,
    /// The job's socket, outside.
    pub socket: PathBuf,
    /// The scratch folder, outside.
    pub scratch: PathBuf,
    /// The home, outside.
    pub home: PathBuf,
    /// The root of the project, which must not be seen even when a system folder holds it.
    pub project: PathBuf,
    /// The skill's folder, shown read-only.
    pub skill: Option<PathBuf>,
    /// More paths to show read-only at their own place: the agent's installation.
    pub read_only: Vec<PathBuf>,
    /// The whole environment apart from `HOME`, `TMPDIR` and `PATH`.
    pub env: Vec<(OsString, OsString)>,
}

impl Cell {
    /// Builds the command that runs `program` in the cell; streams are the caller's.
    pub fn command(&self, program: &Path, args: &[OsString]) -> Command {
        match self.level.strength {
            Strength::Bubblewrap => bubblewrap::command(self, program, args),
            Strength::Landlock | Strength::None => {
                let mut command = Command::new(&self.trellis);
                command.arg("_confine");
                if self.level.strength == Strength::None {
                    command.arg("--open");
                } else {
                    for path in [&self.scratch, &self.home, &self.socket] {
                        command.arg("--rw").arg(path);
                    }
                    for path in self.read_only.iter().chain(&self.skill).chain([&self.trellis]) {
                        command.arg("--ro").arg(path);
                    }
                }
                command.arg("--").arg(program).args(args);
                command.env_clear().envs(self.env.iter().cloned());
                command.env("HOME", &self.home).env("TMPDIR", &self.scratch);
                command.env("PATH", search_path()).current_dir(&self.scratch);
                command
            }
        }
    }

    /// Returns this program's path as seen inside.
    pub fn trellis_inside(&self) -> PathBuf {
        match self.level.strength {
            Strength::Bubblewrap => bubblewrap::TRELLIS.into(),
            _ => self.trellis.clone(),
        }
    }

    /// Returns the job's socket as seen inside.
    pub fn socket_inside(&self) -> PathBuf {
        match self.level.strength {
            Strength::Bubblewrap => bubblewrap::SOCKET.into(),
            _ => self.socket.clone(),
        }
    }

    /// Returns the skill's folder as seen inside.
    pub fn skill_inside(&self) -> Option<PathBuf> {
        self.skill.as_ref().map(|skill| match self.level.strength {
            Strength::Bubblewrap => bubblewrap::SKILL.into(),
            _ => skill.clone(),
        })
    }

    /// Returns the place of a file of the scratch folder as seen inside.
    pub fn scratch_inside(&self, name: &str) -> PathBuf {
        match self.level.strength {
            Strength::Bubblewrap => Path::new(bubblewrap::SCRATCH).join(name),
            _ => self.scratch.join(name),
        }
    }
}

/// The folders in which an agent's program is looked for: those of the daemon's own environment.
pub fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into())
}
