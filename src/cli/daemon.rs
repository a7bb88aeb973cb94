//! `trellis daemon run|stop|status`: the process that owns a root's jobs.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;

use super::{Entry, Outcome, Output, service};
use crate::daemon::client::Client;
use crate::daemon::serve::{self, Options};
use crate::lowering::providers::config;
use crate::lowering::rooted;
use crate::root::find::RootDir;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "daemon", arguments, run };

fn arguments(command: Command) -> Command {
    let root = || {
        Arg::new("root")
            .long("root")
            .value_name("DIR")
            .value_parser(value_parser!(PathBuf))
            .help("The root, instead of the one around the working directory")
    };
    command
        .about("Run, stop or look at the process that owns the jobs of a root")
        .subcommand_required(true)
        .subcommand(
            Command::new("run")
                .about("Serve a root until told to stop; does nothing when one serves it already")
                .arg(root()),
        )
        .subcommand(Command::new("stop").about("Settle all jobs and end the daemon").arg(root()))
        .subcommand(
            Command::new("status").about("Say whether a daemon serves the root").arg(root()),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let Some((verb, matches)) = matches.subcommand() else { return Ok(2) };
    let root = match matches.get_one::<PathBuf>("root") {
        Some(path) => RootDir::at(path)?,
        None => service::root()?,
    };
    match verb {
        "run" => {
            let options = Options {
                library: rooted::open(&root)?,
                trellis: service::program()?,
                config: config::path(),
            };
            serve::run(options).map_err(|error| service::io("the daemon", &error))?;
        }
        "stop" => {
            let running = Client::running(root.path());
            if let Some((client, _)) = &running {
                client.stop(root.path()).map_err(service::failure)?;
            }
            let stopped = running.is_some();
            output.raw(&format!("{}\n", json!({ "stopped": stopped })));
        }
        _ => {
            let text = match Client::running(root.path()) {
                None => r#"{"running":false}"#.to_owned(),
                Some((_, hello)) => format!(
                    r#"{{"running":true,"root":{},"version":{},"pid":{}}}"#,
                    json!(hello.root),
                    json!(hello.trellis),
                    hello.pid
                ),
            };
            output.raw(&(text + "\n"));
        }
    }
    Ok(0)
}
