//! Gemini CLI, headless: `gemini -p … -o stream-json`.
//!
//! Flags as the program's own help lists them (0.61.0); event shapes of the same version.
//!
//! - The server and the exclusion of all built-in tools are given in `.gemini/settings.json` of the
//!   scratch folder, which is the workspace.
//! - The `init` event lists no tools, so their being seen is proved at our shim.

use std::ffi::OsString;

use serde_json::{Value, json};

use super::Assignment;
use super::cli::{Cli, Seen, number, text};
use crate::contract::tools::Tool;
use crate::lowering::files;

pub(super) struct Gemini;

impl Cli for Gemini {
    fn prepare(&self, assignment: &Assignment, prompt: &str) -> std::io::Result<Vec<OsString>> {
        let (program, args) = assignment.server();
        let names: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
        let settings = json!({
            "mcpServers": { "trellis": {
                "command": program, "args": args, "trust": true, "includeTools": names,
            } },
            "mcp": { "allowed": ["trellis"] },
            // An allow-list of built-in tools that names none of them.
            "tools": { "core": ["none"] },
            "privacy": { "usageStatisticsEnabled": false },
        });
        let folder = assignment.cell.scratch.join(".gemini");
        std::fs::create_dir_all(&folder)?;
        files::write(&folder.join("settings.json"), settings.to_string().as_bytes())?;
        let mut line: Vec<OsString> = [
            "-o",
            "stream-json",
            "--approval-mode=yolo",
            "--allowed-mcp-server-names",
            "trellis",
            "--skip-trust",
        ]
        .map(OsString::from)
        .into();
        if let Some(model) = &assignment.settings.model {
            line.extend(["-m".into(), model.into()]);
        }
        line.extend(["-p".into(), prompt.into()]);
        Ok(line)
    }

    fn read(&self, event: &Value) -> Vec<Seen> {
        match text(event, "/type") {
            Some("init") => {
                let session = text(event, "/session_id").map(|id| Seen::Session(id.to_owned()));
                let model = text(event, "/model").map(|name| Seen::Model(name.to_owned()));
                session.into_iter().chain(model).collect()
            }
            Some("tool_use") => vec![Seen::Turn],
            Some("tool_result") if text(event, "/status") == Some("error") => {
                let why = text(event, "/error/message").unwrap_or("no reason given");
                let kind = text(event, "/error/type").unwrap_or_default();
                let is_ours = why.contains("repair_class");
                match kind {
                    _ if is_ours => Vec::new(),
                    "policy_violation" | "execution_denied" | "tool_not_registered" => {
                        vec![Seen::Refused(why.to_owned())]
                    }
                    _ => vec![Seen::Trouble(why.to_owned())],
                }
            }
            Some("error") => {
                vec![Seen::Trouble(text(event, "/message").unwrap_or("an error").to_owned())]
            }
            Some("result") => {
                let tokens = number(event, "/stats/input_tokens");
                let fault = (text(event, "/status") != Some("success")).then(|| {
                    let why = text(event, "/error/message").unwrap_or("no reason given");
                    format!("Gemini CLI failed: {why}")
                });
                vec![
                    Seen::TokensTotal(tokens, number(event, "/stats/output_tokens")),
                    Seen::Done(fault),
                ]
            }
            _ => Vec::new(),
        }
    }

    fn refusal_hint(&self) -> &'static str {
        "its policy denies tools of an MCP server that is trusted"
    }
}
