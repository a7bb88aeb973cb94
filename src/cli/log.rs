//! `trellis log DEF`: what happened to a definition, from the log beside it.
//!
//! Spec: `trellis-daemon#9`.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;

use clap::{Arg, ArgMatches, Command};
use serde_json::Value;

use super::{Entry, Outcome, Output, service};
use crate::lowering::library::{DefPath, sibling};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "log", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Show what happened to a definition: jobs, tool calls, questions, outcomes")
        .arg(Arg::new("def").value_name("DEF").required(true).help("A path or a bare name"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let name = matches.get_one::<String>("def").map_or("", String::as_str);
    let root = service::root()?;
    let path = service::definition(root.path(), name)?;
    let text = match fs::read_to_string(sibling(root.path(), &DefPath(path), "log")) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(service::io("the log", &error)),
    };
    // A line that a crash cut short is no event.
    let lines = text.lines().filter_map(|line| Some((line, serde_json::from_str(line).ok()?)));
    let shown: String = match output.is_json() {
        true => lines.map(|(line, _): (&str, Value)| format!("{line}\n")).collect(),
        false => lines.map(|(_, event)| event_line(&event)).collect(),
    };
    output.raw(&shown);
    Ok(0)
}

fn event_line(event: &Value) -> String {
    let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut line = format!("{}  {:<13}", text("at"), text("event"));
    let _ = match text("event") {
        "tool_call" => {
            let is_error = event.get("is_error") == Some(&Value::Bool(true));
            let how = if is_error { "refused" } else { "ok" };
            write!(line, " {} {how}, {} ms", text("name"), event["duration_ms"])
        }
        "outcome" => write!(line, " {}{}", text("outcome"), codes(event, "diagnostics")),
        "preflight" => write!(line, "{}", codes(event, "findings")),
        "job_started" => write!(line, " {} by {}", text("job"), text("provider")),
        "agent_result" => {
            write!(line, " {} turns, ${}, {}", event["turns"], event["cost_usd"], text("end"))
        }
        "question" => write!(line, " {}", event["question"]["question"]),
        _ => Ok(()),
    };
    line.push('\n');
    line
}

fn codes(event: &Value, field: &str) -> String {
    let found = event.get(field).and_then(Value::as_array);
    let codes = found.into_iter().flatten().filter_map(|fault| fault.get("code")?.as_str());
    codes.map(|code| format!(" {code}")).collect()
}
