//! The scripted provider: a playbook, played through the real shim.
//!
//! `command` names the playbook, `{def}` in it the definition's path with `__` for `/`; it is
//! relative to the root. One JSON object a line:
//!
//! | Line | Does |
//! |---|---|
//! | `{"tool": N, "args": A, "expect": E}` | calls a tool and compares the answer |
//! | `{"edit": {"path": P, "from": F, "to": T}}` | replaces the one F in a file of the root |
//! | `{"spend": {"turns": N, "cost_usd": C}}` | claims to have spent so much in all |
//! | `{"sleep_ms": N}` | waits |
//! | `{"send": LINE}` | writes a line to the shim as it stands, without waiting |
//! | `{"exit": N}` | leaves; anything but 0 is a failure |
//!
//! E may have `is_error`, `equals` (the whole document), `contains` (a part of it) and `code` (that
//! of the first diagnostic). A miss fails the job.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::process::{self, Flow};
use super::watch::{Cut, Watch};
use super::{Assignment, End, Report, own};
use crate::contract::tools::Tool;
use crate::lowering::files;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    tool: Option<String>,
    #[serde(default)]
    args: Value,
    #[serde(default)]
    expect: Expect,
    edit: Option<Edit>,
    spend: Option<Claim>,
    sleep_ms: Option<u64>,
    send: Option<String>,
    exit: Option<i32>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Expect {
    is_error: Option<bool>,
    equals: Option<Value>,
    contains: Option<Value>,
    code: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    path: PathBuf,
    from: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    turns: Option<u64>,
    cost_usd: Option<f64>,
}

/// Plays the playbook of one definition.
pub(super) fn run(assignment: &Assignment, watch: &Watch) -> Report {
    let steps = match read(assignment) {
        Ok(steps) => steps,
        Err(why) => return Report::failed(why),
    };
    let model = assignment.settings.model.as_deref().unwrap_or("scripted");
    watch.report(|spend| spend.model = Some(model.to_owned()));
    let mut command = own(assignment, "_mcp");
    let mut player = Player { steps: steps.into_iter(), assignment, watch, last: None, end: None };
    let first = format!(
        "{}\n{}\n{}\n",
        json!({"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "scripted", "version": env!("CARGO_PKG_VERSION")},
        }}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list"}),
    );
    let keep = assignment.folder.join("provider.out");
    let mut each = |line: &str, input: &mut dyn Write| player.hear(line, input);
    match process::run(&mut command, &assignment.job, &keep, watch, &first, &mut each) {
        Err(error) => Report::failed(format!("the shim did not start: {error}")),
        Ok(ended) => {
            let cut = ended.cut.or_else(|| watch.cut());
            let end = match (cut, player.end) {
                (Some(cut @ (Cut::Closed | Cut::Cancelled)), _) => End::Cut(cut),
                (_, Some(end)) => end,
                (Some(cut), None) => End::Cut(cut),
                (None, None) => End::Failed("the shim left before the playbook was over".into()),
            };
            Report { end, notes: Vec::new() }
        }
    }
}

fn read(assignment: &Assignment) -> Result<Vec<Step>, String> {
    let name = assignment.def.as_str().replace('/', "__");
    let path = assignment.root.join(assignment.settings.command.replace("{def}", &name));
    let text = std::fs::read_to_string(&path)
        .map_err(|error| format!("playbook {}: {error}", path.display()))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            serde_json::from_str(line)
                .map_err(|error| format!("playbook {}:{}: {error}", path.display(), at + 1))
        })
        .collect()
}

struct Player<'a> {
    steps: std::vec::IntoIter<Step>,
    assignment: &'a Assignment,
    watch: &'a Watch,
    /// The call that waits for its answer.
    last: Option<(String, Expect)>,
    end: Option<End>,
}

impl Player<'_> {
    fn hear(&mut self, line: &str, input: &mut dyn Write) -> Flow {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            return self.fail(format!("the shim wrote `{line}`"));
        };
        match message.get("id").and_then(Value::as_str) {
            Some("initialize") => Flow::Go,
            Some("list") => {
                let tools = message.pointer("/result/tools").and_then(Value::as_array);
                let names =
                    tools.into_iter().flatten().filter_map(|tool| tool.get("name")?.as_str());
                match names.eq(Tool::ALL.iter().map(|tool| tool.as_str())) {
                    true => self.play(input),
                    false => self.fail(format!("the shim lists other tools: {line}")),
                }
            }
            Some("call") => {
                let Some((tool, expect)) = self.last.take() else { return Flow::Go };
                match miss(&message, &expect) {
                    Some(why) => self.fail(format!("`{tool}`: {why}")),
                    None => self.play(input),
                }
            }
            // Whatever `send` provoked.
            _ => Flow::Go,
        }
    }

    /// Plays until a call waits for its answer, or the playbook is over.
    fn play(&mut self, input: &mut dyn Write) -> Flow {
        while let Some(step) = self.steps.next() {
            if let Some(claim) = step.spend {
                self.watch.report(|spend| {
                    spend.turns = claim.turns.unwrap_or(spend.turns);
                    spend.cost_usd = claim.cost_usd.unwrap_or(spend.cost_usd);
                });
            }
            if let Some(edit) = step.edit
                && let Err(why) = self.edit(&edit)
            {
                return self.fail(why);
            }
            if let Some(ms) = step.sleep_ms
                && !self.sleep(Duration::from_millis(ms))
            {
                return Flow::Kill;
            }
            if let Some(line) = step.send {
                let _ = writeln!(input, "{line}");
            }
            if let Some(code) = step.exit {
                self.end = Some(match code {
                    0 => End::Finished,
                    code => End::Failed(format!("the playbook left with {code}")),
                });
                return Flow::Done;
            }
            if let Some(tool) = step.tool {
                let arguments = if step.args.is_null() { json!({}) } else { step.args };
                let call = json!({"jsonrpc": "2.0", "id": "call", "method": "tools/call",
                    "params": {"name": tool, "arguments": arguments}});
                let _ = writeln!(input, "{call}");
                self.last = Some((tool, step.expect));
                return Flow::Go;
            }
        }
        self.end = Some(End::Finished);
        Flow::Done
    }

    fn edit(&self, edit: &Edit) -> Result<(), String> {
        let path = self.assignment.root.join(&edit.path);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("edit of {}: {error}", path.display()))?;
        if text.matches(&edit.from).count() != 1 {
            return Err(format!("{} does not hold `{}` once", path.display(), edit.from));
        }
        files::write(&path, text.replacen(&edit.from, &edit.to, 1).as_bytes())
            .map_err(|error| format!("edit of {}: {error}", path.display()))
    }

    /// Waits; returns whether the whole time passed.
    fn sleep(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while Instant::now() < until {
            if self.watch.cut().is_some() {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5).min(until - Instant::now()));
        }
        true
    }

    fn fail(&mut self, why: String) -> Flow {
        self.end = Some(End::Failed(why));
        Flow::Kill
    }
}

/// Says how an answer differs from what the playbook expects, if it does.
fn miss(message: &Value, expect: &Expect) -> Option<String> {
    let Some(document) = message.pointer("/result/content/0/text").and_then(Value::as_str) else {
        return Some(format!("no result: {message}"));
    };
    let is_error = message.pointer("/result/isError") == Some(&Value::Bool(true));
    let document: Value = match serde_json::from_str(document) {
        Ok(document) => document,
        Err(error) => return Some(format!("the answer is no JSON document: {error}")),
    };
    let wants_error = expect.is_error.unwrap_or(expect.code.is_some());
    let code = document.pointer("/errors/0/code").and_then(Value::as_str);
    let differs = (wants_error != is_error)
        || expect.equals.as_ref().is_some_and(|whole| *whole != document)
        || expect.contains.as_ref().is_some_and(|part| !contains(&document, part))
        || expect.code.as_deref().is_some_and(|wanted| code != Some(wanted));
    differs.then(|| format!("unexpected answer {document}"))
}

/// Says whether `part` is found in `whole`: objects by their keys, arrays by some of their items.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(key, part)| whole.get(key).is_some_and(|whole| contains(whole, part)))
        }
        (Value::Array(whole), Value::Array(part)) => {
            part.iter().all(|part| whole.iter().any(|whole| contains(whole, part)))
        }
        (whole, part) => whole == part,
    }
}
