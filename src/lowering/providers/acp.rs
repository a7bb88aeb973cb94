//! Any agent that speaks the Agent Client Protocol, version 1, over stdio.
//!
//! The messages are the types of the protocol's own schema crate. Its runtime crate is not used: it
//! brings more than a hundred crates and its own event loop, while a client of one session and one
//! prompt is this file, on the engine that keeps the rules for every other agent.
//!
//! ```text
//! initialize → session/new {our MCP server} → session/prompt → its stop reason
//!                                              ↖ session/request_permission: once, if it is ours
//! ```
//!
//! The client offers neither files nor terminals; a request for them, or for anything else, is
//! answered with −32601. A prompt that is never answered is ended by the wall clock.

use std::ffi::OsString;
use std::io::Write;

use agent_client_protocol_schema::ProtocolVersion;
use agent_client_protocol_schema::v1::{
    AGENT_METHOD_NAMES, CLIENT_METHOD_NAMES, ContentBlock, Implementation, InitializeRequest,
    InitializeResponse, McpServer, McpServerStdio, NewSessionRequest, NewSessionResponse,
    PermissionOptionKind, PromptRequest, PromptResponse, RequestPermissionOutcome,
    RequestPermissionRequest, RequestPermissionResponse, SelectedPermissionOutcome, StopReason,
    TextContent,
};
use serde::Serialize;
use serde_json::{Value, json};

use super::cli::{installation, text};
use super::process::{self, Flow};
use super::watch::{Cut, Watch};
use super::{Assignment, End, Report, environment, prompt};

/// Runs one agent.
pub(super) fn run(assignment: &Assignment, watch: &Watch) -> Report {
    let settings = &assignment.settings;
    let Some(program) = settings.program() else {
        return Report::failed(format!("`{}` is not installed", settings.command));
    };
    let mut assignment = assignment.clone();
    assignment.cell.env.extend(environment(&assignment));
    assignment.cell.read_only.extend(installation(&program));
    assignment.cell.read_only.extend(settings.read_only.iter().cloned());
    let args: Vec<OsString> = settings.args.iter().map(OsString::from).collect();
    let mut command = assignment.cell.command(&program, &args);
    let hello = InitializeRequest::new(ProtocolVersion::V1)
        .client_info(Implementation::new("trellis", env!("CARGO_PKG_VERSION")));
    let first = request(INITIALIZE, AGENT_METHOD_NAMES.initialize, &hello);
    let mut session = Session { assignment: &assignment, watch, end: None, notes: Vec::new() };
    let keep = assignment.folder.join("provider.out");
    let mut each = |line: &str, input: &mut dyn Write| session.hear(line, input);
    let ended = match process::run(&mut command, &assignment.job, &keep, watch, &first, &mut each) {
        Ok(ended) => ended,
        Err(error) => return Report::failed(format!("{}: {error}", program.display())),
    };
    let Session { end, mut notes, .. } = session;
    let cut = ended.cut.or_else(|| watch.cut());
    let end = match (cut, end) {
        (Some(cut @ (Cut::Closed | Cut::Cancelled)), _) => End::Cut(cut),
        (Some(cut), None) => End::Cut(cut),
        (_, Some(End::Finished)) if watch.n_calls() == 0 => {
            let asked = if watch.has_listed() { "calling a tool" } else { "asking for its tools" };
            End::Failed(format!("the agent finished without {asked}"))
        }
        (_, Some(end)) => end,
        (None, None) => End::Failed("the agent left in the middle of the session".to_owned()),
    };
    if matches!(end, End::Failed(_)) && !ended.complaint.is_empty() {
        notes.push(ended.complaint);
    }
    Report { end, notes }
}

const INITIALIZE: u64 = 0;
const NEW_SESSION: u64 = 1;
const PROMPT: u64 = 2;

struct Session<'a> {
    assignment: &'a Assignment,
    watch: &'a Watch,
    end: Option<End>,
    notes: Vec<String>,
}

impl Session<'_> {
    fn hear(&mut self, line: &str, input: &mut dyn Write) -> Flow {
        // What is no message is kept in `provider.out` and otherwise ignored.
        let Ok(message) = serde_json::from_str::<Value>(line) else { return Flow::Go };
        match (text(&message, "/method"), message.get("id")) {
            (Some(method), Some(id)) => self.asked(method, id, &message, input),
            (Some(method), None) => self.told(method, &message),
            (None, Some(id)) => self.answered(id.as_u64(), &message, input),
            (None, None) => Flow::Go,
        }
    }

    /// The agent wants something.
    fn asked(&mut self, method: &str, id: &Value, message: &Value, input: &mut dyn Write) -> Flow {
        let params = message.get("params").cloned().unwrap_or_default();
        let asks = serde_json::from_value::<RequestPermissionRequest>(params);
        let reply = match (method == CLIENT_METHOD_NAMES.session_request_permission, asks) {
            (true, Ok(asks)) => {
                // Our tools are all that there is; once is enough, since every call asks again.
                let once = asks.options.iter().find(|option| {
                    matches!(
                        option.kind,
                        PermissionOptionKind::AllowOnce | PermissionOptionKind::AllowAlways
                    )
                });
                let outcome = match once.filter(|_| self.watch.cut().is_none()) {
                    Some(option) => RequestPermissionOutcome::Selected(
                        SelectedPermissionOutcome::new(option.option_id.clone()),
                    ),
                    None => RequestPermissionOutcome::Cancelled,
                };
                json!({"jsonrpc": "2.0", "id": id,
                    "result": RequestPermissionResponse::new(outcome)})
            }
            _ => {
                self.note(format!("the agent asked for `{method}`, which it is not offered"));
                json!({"jsonrpc": "2.0", "id": id,
                    "error": {"code": -32601, "message": "not offered"}})
            }
        };
        let _ = writeln!(input, "{reply}");
        Flow::Go
    }

    /// The agent says what it does. One tool call is one step of the model.
    fn told(&mut self, method: &str, message: &Value) -> Flow {
        if method == CLIENT_METHOD_NAMES.session_update {
            let update = "/params/update";
            if text(message, &format!("{update}/sessionUpdate")) == Some("tool_call") {
                self.watch.report(|spend| spend.turns += 1);
            }
            if text(message, &format!("{update}/status")) == Some("failed") {
                let title = text(message, &format!("{update}/title")).unwrap_or("a tool call");
                self.note(format!("{title} failed"));
            }
        }
        Flow::Go
    }

    /// The agent answers one of our three requests.
    fn answered(&mut self, id: Option<u64>, message: &Value, input: &mut dyn Write) -> Flow {
        if let Some(error) = message.get("error") {
            let said = text(error, "/message").unwrap_or("no reason given");
            return self.finish(End::Failed(format!("the agent refused: {said}")));
        }
        let result = message.get("result").cloned().unwrap_or_default();
        let odd = |what: &str| End::Failed(format!("the agent's answer to {what} cannot be read"));
        match id {
            Some(INITIALIZE) => {
                match serde_json::from_value::<InitializeResponse>(result) {
                    Ok(hello) if hello.protocol_version == ProtocolVersion::V1 => {}
                    Ok(_) => {
                        let why = "the agent does not speak version 1 of the protocol";
                        return self.finish(End::Failed(why.to_owned()));
                    }
                    Err(_) => return self.finish(odd("initialize")),
                }
                let (program, args) = self.assignment.server();
                let server = McpServerStdio::new("trellis", program).args(args);
                let wanted = NewSessionRequest::new(self.assignment.cell.scratch_inside(""))
                    .mcp_servers(vec![McpServer::Stdio(server)]);
                let text = request(NEW_SESSION, AGENT_METHOD_NAMES.session_new, &wanted);
                let _ = input.write_all(text.as_bytes());
                Flow::Go
            }
            Some(NEW_SESSION) => {
                let Ok(opened) = serde_json::from_value::<NewSessionResponse>(result) else {
                    return self.finish(odd("session/new"));
                };
                let id = opened.session_id.to_string();
                self.watch.report(|spend| spend.session = Some(id));
                let skill = self.assignment.cell.skill_inside();
                let prompt = prompt::prompt(&self.assignment.def, skill.as_deref());
                let prompt = vec![ContentBlock::Text(TextContent::new(prompt))];
                let asked = PromptRequest::new(opened.session_id, prompt);
                let text = request(PROMPT, AGENT_METHOD_NAMES.session_prompt, &asked);
                let _ = input.write_all(text.as_bytes());
                Flow::Go
            }
            Some(PROMPT) => match serde_json::from_value::<PromptResponse>(result) {
                Ok(done) => self.finish(match done.stop_reason {
                    StopReason::EndTurn => End::Finished,
                    StopReason::MaxTokens => End::Failed("the agent ran out of tokens".into()),
                    StopReason::MaxTurnRequests => {
                        End::Failed("the agent ran out of its own turns".into())
                    }
                    StopReason::Refusal => End::Failed("the agent refused to go on".into()),
                    StopReason::Cancelled => End::Failed("the agent cancelled itself".into()),
                    _ => End::Failed("the agent stopped for a reason of its own".into()),
                }),
                Err(_) => self.finish(odd("session/prompt")),
            },
            _ => Flow::Go,
        }
    }

    fn finish(&mut self, end: End) -> Flow {
        self.end.get_or_insert(end);
        Flow::Done
    }

    fn note(&mut self, text: String) {
        if self.notes.len() < 8 && !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }
}

fn request<T: Serialize>(id: u64, method: &str, params: &T) -> String {
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
}
