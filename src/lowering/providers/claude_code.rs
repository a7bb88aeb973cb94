//! Claude Code, headless: `claude -p … --output-format stream-json`.
//!
//! Flags as the program's own help lists them (2.1.197); event shapes as of 2.1.
//!
//! - The server is given in a file with `--strict-mcp-config`, so that no other server is started;
//!   its entry names its `type`, without which some versions drop it in silence.
//! - `--tools ""` takes all built-in tools away; what is left is what the `init` event lists.
//! - `result` with `"is_error": true` is a failure, whatever its `subtype` says.

use std::ffi::OsString;

use serde_json::{Value, json};

use super::Assignment;
use super::cli::{Cli, Seen, number, text};
use crate::contract::tools::Tool;
use crate::lowering::files;

pub(super) struct ClaudeCode;

const PREFIX: &str = "mcp__trellis__";

impl Cli for ClaudeCode {
    fn prepare(&self, assignment: &Assignment, prompt: &str) -> std::io::Result<Vec<OsString>> {
        let (program, args) = assignment.server();
        let servers = json!({ "mcpServers": { "trellis": {
            "type": "stdio", "command": program, "args": args,
        } } });
        files::write(&assignment.cell.scratch.join("mcp.json"), servers.to_string().as_bytes())?;
        let allowed: Vec<String> =
            Tool::ALL.iter().map(|tool| format!("{PREFIX}{}", tool.as_str())).collect();
        let mut line: Vec<OsString> = vec![
            "-p".into(),
            prompt.into(),
            "--output-format".into(),
            "stream-json".into(),
            "--verbose".into(),
            "--mcp-config".into(),
            assignment.cell.scratch_inside("mcp.json").into(),
            "--strict-mcp-config".into(),
            "--tools".into(),
            "".into(),
            "--allowedTools".into(),
            allowed.join(",").into(),
            "--permission-mode".into(),
            "dontAsk".into(),
            "--setting-sources".into(),
            "user".into(),
            "--no-session-persistence".into(),
            "--max-turns".into(),
            assignment.settings.caps.max_turns.to_string().into(),
        ];
        if let Some(model) = &assignment.settings.model {
            line.extend(["--model".into(), model.into()]);
        }
        Ok(line)
    }

    fn read(&self, event: &Value) -> Vec<Seen> {
        let mut seen = Vec::new();
        match (text(event, "/type"), text(event, "/subtype")) {
            (Some("system"), Some("init")) => {
                seen.extend(text(event, "/session_id").map(|id| Seen::Session(id.to_owned())));
                seen.extend(text(event, "/model").map(|name| Seen::Model(name.to_owned())));
                if let Some(tools) = event.get("tools").and_then(Value::as_array) {
                    let names = tools.iter().filter_map(Value::as_str);
                    let names = names.map(|name| name.strip_prefix(PREFIX).unwrap_or(name));
                    seen.push(Seen::Tools(names.map(str::to_owned).collect()));
                }
                let faults = event.get("mcp_server_errors").and_then(Value::as_array);
                for fault in faults.into_iter().flatten() {
                    seen.push(Seen::Trouble(format!("MCP server: {fault}")));
                }
            }
            (Some("assistant"), _) => {
                seen.push(Seen::Turn);
                let usage = "/message/usage";
                let n_in =
                    ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"]
                        .map(|name| number(event, &format!("{usage}/{name}")))
                        .iter()
                        .sum();
                seen.push(Seen::Tokens(n_in, number(event, &format!("{usage}/output_tokens"))));
            }
            (Some("user"), _) => {
                let blocks = event.pointer("/message/content").and_then(Value::as_array);
                for block in blocks.into_iter().flatten() {
                    let said = block.get("content").map(Value::to_string).unwrap_or_default();
                    let is_refusal = said.contains("permission") && !said.contains("repair_class");
                    if block.get("is_error") == Some(&Value::Bool(true)) && is_refusal {
                        seen.push(Seen::Refused("a tool call was not permitted".to_owned()));
                    }
                }
            }
            (Some("result"), subtype) => {
                seen.push(Seen::Turns(number(event, "/num_turns")));
                let cost = event.get("total_cost_usd").and_then(Value::as_f64);
                seen.extend(cost.map(Seen::Cost));
                let is_error = event.get("is_error").and_then(Value::as_bool).unwrap_or(false);
                let fault = (is_error || subtype != Some("success")).then(|| {
                    let reason = text(event, "/terminal_reason").or(subtype).unwrap_or("error");
                    let status = number(event, "/api_error_status");
                    match (status, text(event, "/result").unwrap_or_default()) {
                        (0, "") => format!("Claude Code failed: {reason}"),
                        (0, said) => format!("Claude Code failed: {reason}: {said}"),
                        (status, _) => format!("Claude Code failed: {reason} (status {status})"),
                    }
                });
                seen.push(Seen::Done(fault));
            }
            _ => {}
        }
        seen
    }

    fn refusal_hint(&self) -> &'static str {
        "its settings deny tools that `--allowedTools` allows"
    }
}
