//! The bubblewrap command line of a cell.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{Cell, search_path};

/// The scratch folder inside.
pub(super) const SCRATCH: &str = "/job";
/// The home inside.
pub(super) const HOME: &str = "/home/agent";
/// The job's socket inside.
pub(super) const SOCKET: &str = "/run/trellis/job.sock";
/// The skill inside.
pub(super) const SKILL: &str = "/run/trellis/skill";
/// This program inside.
pub(super) const TRELLIS: &str = "/run/trellis/bin/trellis";

/// System folders that every program needs; a link stays a link.
pub(super) const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64"];

/// Files of `/etc` without secrets that name resolution and certificates need.
pub(super) const ETC: [&str; 11] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/resolv.conf",
    "/etc/ssl",
];

pub(super) fn command(cell: &Cell, program: &Path, args: &[OsString]) -> Command {
    let mut command = Command::new("bwrap");
    // The real uid inside keeps files of the scratch folder ours; every capability is gone.
    for flag in ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"] {
        command.arg(flag);
    }
    command.args(["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--clearenv"]);
    command.args(["--cap-drop", "ALL", "--hostname", "jail"]);
    for path in SYSTEM {
        match fs::read_link(path) {
            Ok(target) => command.arg("--symlink").arg(target).arg(path),
            Err(_) => command.args(["--ro-bind-try", path, path]),
        };
    }
    for path in ETC {
        // A resolver file is often a link into /run: what it points to is shown in its place.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        command.arg("--ro-bind-try").arg(real).arg(path);
    }
    command.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
    command.args(["--tmpfs", "/run", "--dir", "/run/trellis/bin", "--dir", "/home"]);
    for path in &cell.read_only {
        command.arg("--ro-bind").arg(path).arg(path);
    }
    let is_shown = SYSTEM.iter().map(Path::new).chain(cell.read_only.iter().map(|p| p.as_path()));
    if is_shown.into_iter().any(|shown| cell.project.starts_with(shown)) {
        command.arg("--tmpfs").arg(&cell.project);
    }
    command.arg("--ro-bind").arg(&cell.trellis).arg(TRELLIS);
    if let Some(skill) = &cell.skill {
        command.arg("--ro-bind").arg(skill).arg(SKILL);
    }
    command.arg("--bind").arg(&cell.socket).arg(SOCKET);
    command.arg("--bind").arg(&cell.scratch).arg(SCRATCH);
    command.arg("--bind").arg(&cell.home).arg(HOME);
    for (name, value) in &cell.env {
        command.arg("--setenv").arg(name).arg(value);
    }
    command.args(["--setenv", "HOME", HOME, "--setenv", "TMPDIR", "/tmp", "--setenv", "PATH"]);
    command.arg(search_path()).args(["--chdir", SCRATCH]);
    command.args(["--", TRELLIS, "_confine", "--rw", SCRATCH, "--rw", HOME, "--rw", "/tmp"]);
    command.args(["--rw", "/run/trellis/job.sock", "--ro", "/run"]);
    for path in &cell.read_only {
        command.arg("--ro").arg(path);
    }
    command.arg("--").arg(program).args(args);
    // bwrap itself needs a search path; what it starts gets only what is set above.
    command.env_clear().env("PATH", search_path());
    command
}
