//! `trellis toolchain update`: pins this toolchain in `soil.toml`, and touches nothing else.

use clap::{ArgMatches, Command};

use super::{Entry, Outcome, Output, rooted};
use crate::contract::documents::ToolchainUpdated;
use crate::contract::{Code, Diagnostic};
use crate::root::files::{self, RootLock};
use crate::root::{change, config, pin};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "toolchain", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Pin the toolchain of a root")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(
            Command::new("update")
                .about("Write this toolchain into `[toolchain]`; every other byte stays"),
        )
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = rooted::find(output)?;
    let _lock = RootLock::take(root.path(), change::PATIENCE)?;
    let path = root.file(config::FILE);
    let fault = |message: String| Diagnostic::new(Code::ConfigIo, message).in_file(config::FILE);
    let bytes = files::read(&path, config::FILE).map_err(|unreadable| fault(unreadable.message))?;
    let old = String::from_utf8(bytes).map_err(|_| fault("the file is not UTF-8 text".into()))?;
    let new = pin::update(&old)?;
    let changed = new != old;
    if changed {
        files::replace_read(&path, config::FILE, old.as_bytes(), new.as_bytes())?;
    }
    if output.is_json() {
        output.document(&ToolchainUpdated { changed });
    } else if changed {
        output.text(&format!("pinned trellis {} in {}\n", pin::TRELLIS, config::FILE));
    } else {
        output.text(&format!("{} pins this toolchain already\n", config::FILE));
    }
    Ok(0)
}
