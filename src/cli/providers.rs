//! `trellis providers`: which agents there are, and whether they would see their tools.

use std::process::{Command as Process, Stdio};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::{Entry, Outcome, Output, service};
use crate::lowering::jail::{self, Level};
use crate::lowering::providers::config::{self, Config, Kind, Settings};
use crate::lowering::providers::preflight;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "providers", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("List the agents that can lower, and prove that each sees exactly seven tools")
        .arg(
            Arg::new("quick")
                .long("quick")
                .action(ArgAction::SetTrue)
                .help("Start no agent: list what is configured and installed"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let config = Config::load(&config::path())?;
    let trellis = service::program()?;
    let level = jail::choose(&trellis, config.jail);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| service::io("the event loop", &error))?;
    let mut rows = Vec::new();
    for settings in config.providers() {
        let is_installed = settings.is_installed();
        let tools = match (&level, settings.kind) {
            _ if !is_installed || matches.get_flag("quick") => None,
            // Both are ours, and talk to the shim itself.
            (_, Kind::Scripted | Kind::Synth) => None,
            (Err(fault), _) => Some(Err(fault.message.clone())),
            (Ok(level), _) => Some(
                preflight::sees_seven_tools(settings, level, &trellis, runtime.handle())
                    .unwrap_or_else(|error| Err(error.to_string())),
            ),
        };
        rows.push(row(settings, is_installed, tools.as_ref(), output));
    }
    if output.is_json() {
        let jail = level.as_ref().map_or(Value::Null, |level| json!(level));
        output.raw(&format!("{}\n", json!({ "jail": jail, "providers": rows })));
    } else {
        output.raw(&match &level {
            Ok(Level { strength, landlock_abi }) => {
                format!("jail: {strength:?}, Landlock ABI {landlock_abi}\n").to_lowercase()
            }
            Err(fault) => format!("jail: {}\n", fault.message),
        });
    }
    Ok(0)
}

fn row(
    settings: &Settings,
    is_installed: bool,
    tools: Option<&Result<(), String>>,
    output: &mut Output,
) -> Value {
    let version = settings.program().filter(|_| settings.kind != Kind::Scripted);
    let version = version.and_then(|program| version_of(&program));
    let shown = match tools {
        None => "",
        Some(Ok(())) => "sees exactly seven tools",
        Some(Err(why)) => why,
    };
    if !output.is_json() {
        let state = match (is_installed, &version) {
            (false, _) => "not installed",
            (true, Some(version)) => version,
            (true, None) => "installed",
        };
        output.raw(&format!(
            "{:<16} {:<12} {state}  {shown}\n",
            settings.name,
            settings.kind.name()
        ));
    }
    json!({
        "name": settings.name, "kind": settings.kind.name(), "command": settings.command,
        "installed": is_installed, "version": version,
        "tools": match tools {
            None => Value::Null,
            Some(Ok(())) => json!(7),
            Some(Err(_)) => json!(0),
        },
        "fault": tools.and_then(|tools| tools.as_ref().err()),
    })
}

/// Asks a program for its version; `None` when it does not say in one line.
fn version_of(program: &std::path::Path) -> Option<String> {
    let output = Process::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !said.is_empty() && !said.contains('\n')).then_some(said)
}
