//! `trellis mcp-config CLIENT`: how a known agent CLI is told of a job's seven tools.
//!
//! With `--install` the entry is written into the project file or user file that the client reads;
//! every other entry of that file stays.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::lower::{Server, attach, server};
use super::{Entry, Failure, Outcome, Output, service};
use crate::contract::{Code, Diagnostic};
use crate::daemon::paths;
use crate::lowering::files;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "mcp-config", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Print or install what connects a session of your own to a job's seven tools")
        .arg(
            Arg::new("client")
                .value_name("CLIENT")
                .required(true)
                .value_parser(["claude-code", "codex", "gemini"])
                .help("The agent CLI: claude-code, codex or gemini"),
        )
        .arg(Arg::new("def").value_name("DEF").help("Open a job for this definition"))
        .arg(
            Arg::new("job")
                .long("job")
                .value_name("ID")
                .conflicts_with("def")
                .help("An open job, as `trellis lower --attach` printed it"),
        )
        .arg(
            Arg::new("install")
                .long("install")
                .action(ArgAction::SetTrue)
                .help("Write it into the file that the client reads"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let given = |name: &str| matches.get_one::<String>(name).cloned();
    let server = match (given("job"), given("def")) {
        (Some(job), _) if paths::is_job_id(&job) && paths::job_socket(&job).exists() => {
            let socket = paths::job_socket(&job).to_string_lossy().into_owned();
            server(job, String::new(), socket)?
        }
        (Some(job), _) => {
            return Err(Diagnostic::new(Code::Usage, format!("no open job `{job}`")).into());
        }
        (None, Some(def)) => attach(&service::root()?, &def, None)?,
        (None, None) => {
            let fault = Diagnostic::new(Code::Usage, "name a definition, or a job with `--job`");
            return Err(fault.into());
        }
    };
    let client = given("client").unwrap_or_default();
    let target = Target::of(&client)?;
    if !matches.get_flag("install") {
        output.raw(&match target.is_toml {
            true => toml_entry(&server).to_string(),
            false => format!("{:#}\n", json!({ "mcpServers": { "trellis": entry(&server) } })),
        });
        return Ok(0);
    }
    let current = match fs::read_to_string(&target.path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(service::io(&target.path.display().to_string(), &error)),
    };
    let new =
        if target.is_toml { with_toml(&current, &server) } else { with_json(&current, &server) };
    let new = new.map_err(|why| {
        let message = format!("{}: {why}", target.path.display());
        Failure::from(Diagnostic::new(Code::ConfigParse, message))
    })?;
    let parent = target.path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent)
        .and_then(|()| files::write(&target.path, new.as_bytes()))
        .map_err(|error| service::io(&target.path.display().to_string(), &error))?;
    output.raw(&match output.is_json() {
        true => format!("{}\n", json!({ "written": target.path })),
        false => format!("written to {}\n", target.path.display()),
    });
    Ok(0)
}

/// The file that a client reads its servers from.
struct Target {
    path: PathBuf,
    is_toml: bool,
}

impl Target {
    fn of(client: &str) -> Result<Target, Failure> {
        let here = std::env::current_dir()
            .map_err(|error| service::io("the working directory", &error))?;
        let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
        let codex = std::env::var_os("CODEX_HOME").map_or(home.join(".codex"), PathBuf::from);
        Ok(match client {
            "codex" => Target { path: codex.join("config.toml"), is_toml: true },
            "gemini" => Target { path: here.join(".gemini/settings.json"), is_toml: false },
            _ => Target { path: here.join(".mcp.json"), is_toml: false },
        })
    }
}

fn entry(server: &Server) -> Value {
    json!({ "type": "stdio", "command": server.command, "args": server.args })
}

fn toml_entry(server: &Server) -> toml_edit::DocumentMut {
    let mut document = toml_edit::DocumentMut::new();
    set_toml(&mut document, server);
    document
}

fn set_toml(document: &mut toml_edit::DocumentMut, server: &Server) {
    let mut table = toml_edit::Table::new();
    table["command"] = toml_edit::value(&server.command);
    table["args"] = toml_edit::value(server.args.iter().collect::<toml_edit::Array>());
    // Without it the client cancels calls by itself.
    table["default_tools_approval_mode"] = toml_edit::value("approve");
    let servers = document.entry("mcp_servers").or_insert_with(|| {
        let mut servers = toml_edit::Table::new();
        servers.set_implicit(true);
        toml_edit::Item::Table(servers)
    });
    if let Some(servers) = servers.as_table_like_mut() {
        servers.insert("trellis", toml_edit::Item::Table(table));
    }
}

fn with_toml(current: &str, server: &Server) -> Result<String, String> {
    let mut document: toml_edit::DocumentMut =
        current.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    set_toml(&mut document, server);
    Ok(document.to_string())
}

fn with_json(current: &str, server: &Server) -> Result<String, String> {
    let mut document: Value = match current.trim() {
        "" => json!({}),
        text => serde_json::from_str(text).map_err(|error| error.to_string())?,
    };
    let Some(top) = document.as_object_mut() else { return Err("not an object".to_owned()) };
    let servers = top.entry("mcpServers").or_insert_with(|| json!({}));
    let Some(servers) = servers.as_object_mut() else {
        return Err("`mcpServers` is not an object".to_owned());
    };
    servers.insert("trellis".to_owned(), entry(server));
    Ok(format!("{document:#}\n"))
}
