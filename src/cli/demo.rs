//! `trellis demo [DIR]`: a root of specifications without code becomes green in front of your eyes.
//!
//! Everything is real: the daemon, the jobs, the seven tools, the final gate. Only the agent needs
//! no account, because the provider is the one that this program carries.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use include_dir::{Dir, include_dir};
use serde_json::json;

use super::{Entry, Failure, Outcome, Output, lower, rooted, service};
use crate::contract::{Code, Diagnostic};
use crate::daemon::client::Client;
use crate::root::find::RootDir;
use crate::root::{Snapshot, config, pin, refresh, status};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "demo", arguments, run };

static EXAMPLE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/examples/first_hour");

/// The root's name.
const NAME: &str = "first_hour";

/// The definition whose Soil is shown at the end.
const SHOWN: &str = "numbers/clamp";

fn arguments(command: Command) -> Command {
    command
        .about("Lower a small root of specifications to green, without an account or a network")
        .long_about(
            "Lower a small root of specifications to green, without an account or a network\n\n\
             Copies `examples/first_hour` into a new folder, has the embedded provider write what \
             is missing, and shows what came of it. The folder stays, for you to look around.",
        )
        .arg(Arg::new("dir").value_name("DIR").value_parser(value_parser!(PathBuf)).help(
            "Where to make `first_hour`; must not exist yet [default: a new temporary folder]",
        ))
        .arg(
            Arg::new("provider")
                .long("provider")
                .value_name("NAME")
                .default_value("synth")
                .help("Who writes the Soil"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    // A project header is named like its folder.
    let folder = folder(matches.get_one::<PathBuf>("dir"))?.join(NAME);
    copy(&EXAMPLE, &folder)?;
    let root = RootDir::at(&folder)?;
    output.set_base(root.path());
    let refreshed = refresh::refresh(&root)?;
    let shown = root.path().display().to_string();
    if !output.is_json() {
        let functions = refreshed.standings.iter().filter(|one| one.kind.word() == "function");
        let n_functions = functions.count();
        output.text(&format!("{n_functions} specifications without code, in {shown}\n\n"));
    }
    let client = service::connect(&root)?;
    let request = json!({ "names": [], "provider": matches.get_one::<String>("provider") });
    let outcome = lower::follow(&client, &request, output);
    // The root is nobody's workplace, so its daemon need not outlive the show.
    if let Some((running, _)) = Client::running(root.path()) {
        running.stop(root.path()).map_err(service::failure)?;
    }
    let status = outcome?;
    if !output.is_json() {
        let snapshot = Snapshot::load(&root)?;
        let table = rooted::table(&status::all(&snapshot), false, output);
        output.text(&format!("\n{table}\n"));
        if let Ok(soil) = fs::read_to_string(root.file(&format!("{SHOWN}.soil"))) {
            output.text(&format!("{SHOWN}.soil:\n\n{soil}\n"));
        }
        output.text(&format!("Look around:\n  cd {shown}\n  trellis test --all\n"));
    }
    Ok(status)
}

/// Makes the folder: the given one, which must be new, or a temporary one that stays.
fn folder(given: Option<&PathBuf>) -> Result<PathBuf, Failure> {
    let Some(given) = given else {
        let made = tempfile::Builder::new().prefix("trellis-demo-").tempdir();
        return made.map(tempfile::TempDir::keep).map_err(|e| service::io("a new folder", &e));
    };
    if given.exists() {
        let message = format!("{} exists already", given.display());
        let fault = Diagnostic::new(Code::Usage, message);
        return Err(fault.note("name a folder that does not exist yet, or none").into());
    }
    fs::create_dir_all(given).map_err(|e| service::io(&given.display().to_string(), &e))?;
    Ok(given.clone())
}

/// Writes the specifications, and the pin of this very program.
fn copy(from: &Dir, to: &Path) -> Result<(), Failure> {
    let io = |path: &Path, error| service::io(&path.display().to_string(), &error);
    for file in from.files() {
        let path = to.join(file.path());
        let text = file.contents_utf8().unwrap_or_default();
        let text = match file.path().to_str() {
            Some(config::FILE) => pin::update(text)?,
            _ => text.to_owned(),
        };
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| io(parent, error))?;
        }
        fs::write(&path, text).map_err(|error| io(&path, error))?;
    }
    from.dirs().try_for_each(|inner| copy(inner, to))
}
