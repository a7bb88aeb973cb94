//! Codex CLI, headless: `codex exec --json`.
//!
//! Flags as the program's own help lists them (0.171); event shapes as of 0.169.
//!
//! - The server is given with `-c`, with its calls approved beforehand: without that setting the
//!   client cancels calls by itself and still ends its turn with success.
//! - Its own sandbox stays at read-only; it has nothing to run, and it must not nest in our jail.
//! - No event lists the tools, so their being seen is proved at our shim.

use std::ffi::OsString;

use serde_json::{Value, json};

use super::Assignment;
use super::cli::{Cli, Seen, number, text};

pub(super) struct Codex;

impl Cli for Codex {
    fn prepare(&self, assignment: &Assignment, prompt: &str) -> std::io::Result<Vec<OsString>> {
        let (program, args) = assignment.server();
        let mut line: Vec<OsString> = vec![
            "exec".into(),
            "--json".into(),
            "-s".into(),
            "read-only".into(),
            "-C".into(),
            assignment.cell.scratch_inside("").into(),
            "--skip-git-repo-check".into(),
            "--ephemeral".into(),
            "--ignore-user-config".into(),
        ];
        // JSON strings and arrays of strings are TOML values as well.
        for (key, value) in [
            ("mcp_servers.trellis.command", json!(program)),
            ("mcp_servers.trellis.args", json!(args)),
            ("mcp_servers.trellis.default_tools_approval_mode", json!("approve")),
            ("mcp_servers.trellis.startup_timeout_sec", json!(20)),
            ("features.shell_tool", json!(false)),
            ("web_search", json!("disabled")),
        ] {
            line.extend(["-c".into(), format!("{key}={value}").into()]);
        }
        if let Some(model) = &assignment.settings.model {
            line.extend(["-m".into(), model.into()]);
        }
        line.push(prompt.into());
        Ok(line)
    }

    fn read(&self, event: &Value) -> Vec<Seen> {
        match text(event, "/type") {
            Some("thread.started") => text(event, "/thread_id")
                .map(|id| Seen::Session(id.to_owned()))
                .into_iter()
                .collect(),
            Some("item.completed") => match text(event, "/item/type") {
                // One message or one call of the model is one step of it.
                Some("agent_message") => vec![Seen::Turn],
                Some("mcp_tool_call") => {
                    let mut seen = vec![Seen::Turn];
                    let why = text(event, "/item/error/message").unwrap_or_default();
                    if text(event, "/item/status") == Some("failed") {
                        let tool = text(event, "/item/tool").unwrap_or("a tool");
                        seen.push(match why.contains("cancel") {
                            true => Seen::Refused(format!("`{tool}`: {why}")),
                            false => Seen::Trouble(format!("`{tool}`: {why}")),
                        });
                    }
                    seen
                }
                Some("error") => {
                    let what = text(event, "/item/message").unwrap_or("an error");
                    vec![Seen::Trouble(what.to_owned())]
                }
                _ => Vec::new(),
            },
            Some("turn.completed") => {
                let tokens = number(event, "/usage/input_tokens");
                vec![
                    Seen::TokensTotal(tokens, number(event, "/usage/output_tokens")),
                    Seen::Done(None),
                ]
            }
            Some("turn.failed") => {
                let why = text(event, "/error/message").unwrap_or("no reason given");
                vec![Seen::Done(Some(format!("Codex failed: {why}")))]
            }
            Some("error") => {
                vec![Seen::Trouble(text(event, "/message").unwrap_or("an error").to_owned())]
            }
            _ => Vec::new(),
        }
    }

    fn refusal_hint(&self) -> &'static str {
        "`mcp_servers.trellis.default_tools_approval_mode` is not in force"
    }
}
