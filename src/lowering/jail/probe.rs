//! Finds out by trying which jail works on this machine.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Cell, Level, Strength};

/// What was found.
#[derive(Clone, Debug)]
pub struct Probed {
    /// The Landlock ABI inside a bubblewrap child, or why no child could be started.
    pub bubblewrap: Result<u32, String>,
    /// The Landlock ABI outside, 0 for none.
    pub landlock_abi: u32,
}

/// Starts one child with each kind of walls. `trellis` is this program.
pub fn probe(trellis: &Path) -> Probed {
    let mut plain = Command::new(trellis);
    plain.args(["_confine", "--probe"]);
    let landlock_abi = abi_of(plain).unwrap_or(0);
    Probed { bubblewrap: in_bubblewrap(trellis), landlock_abi }
}

fn in_bubblewrap(trellis: &Path) -> Result<u32, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let cell = Cell {
        level: Level { strength: Strength::Bubblewrap, landlock_abi: 0 },
        trellis: trellis.to_owned(),
        socket: folder.path().join("socket"),
        scratch: folder.path().join("scratch"),
        home: folder.path().join("home"),
        project: folder.path().to_owned(),
        skill: None,
        read_only: Vec::new(),
        env: Vec::new(),
    };
    for path in [&cell.scratch, &cell.home] {
        std::fs::create_dir(path).map_err(|error| error.to_string())?;
    }
    std::fs::write(&cell.socket, "").map_err(|error| error.to_string())?;
    let program = cell.trellis_inside();
    abi_of(cell.command(&program, &["_confine".into(), "--probe".into()]))
}

fn abi_of(mut command: Command) -> Result<u32, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "bubblewrap (`bwrap`) is not installed".to_owned(),
        _ => error.to_string(),
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("the child failed in silence").to_owned());
    }
    let said = String::from_utf8_lossy(&output.stdout);
    said.trim().parse().map_err(|_| format!("the child said `{}`", said.trim()))
}
