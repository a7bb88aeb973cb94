//! `trellis _synth`: the agent. It starts the shim as any agent does, and works through the seven
//! tools alone.
//!
//! What it does is written to stdout, one JSON object a line, for the provider that started it:
//!
//! | Line | Says |
//! |---|---|
//! | `{"turn": N}` | candidates judged so far |
//! | `{"note": TEXT}` | what a reader of the job's log should know |
//! | `{"done": null}` or `{"done": TEXT}` | the end, or what went wrong |

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Duration;

use serde_json::{Value as Json, json};

use super::search::{self, Effort, Outcome, Verdict};
use super::task::{Row, Task, Wanted};
use crate::contract::documents::{BundleManifest, ReadContextOutput, TestReport};
use crate::lowering::tools::is_bad;
use crate::soil::Name;
use crate::soil::value::Value;
use crate::soil::value::json::Decoder;
use crate::verify::wrapper::at_i64;

/// Runs `trellis _synth --job ID --socket PATH [--seconds N] [--work N]`.
pub fn command(args: &[String]) -> ExitCode {
    let mut shim_args = vec!["_mcp".to_owned()];
    let mut effort = Effort::USUAL;
    for pair in args.chunks(2) {
        match pair {
            [flag, seconds] if flag == "--seconds" => {
                let seconds = seconds.parse().map_or(effort.time, Duration::from_secs);
                effort.time = effort.time.min(seconds);
            }
            [flag, work] if flag == "--work" => {
                effort.work = work.parse().unwrap_or(effort.work);
            }
            other => shim_args.extend_from_slice(other),
        }
    }
    let fault = match std::env::current_exe().map_err(|error| error.to_string()) {
        Ok(trellis) => {
            let mut command = Command::new(trellis);
            command.args(shim_args);
            work(&mut command, effort).err()
        }
        Err(fault) => Some(fault),
    };
    say(&json!({ "done": fault }));
    ExitCode::from(u8::from(fault.is_some()))
}

fn say(event: &Json) {
    // Whoever listens may have left; the draft is what counts.
    let _ = writeln!(std::io::stdout(), "{event}");
}

/// Lowers one definition over a shim.
fn work(shim: &mut Command, effort: Effort) -> Result<(), String> {
    let mut session = Session::start(shim)?;
    let manifest = session.read("bundle.json")?.ok_or("the bundle has no bundle.json")?;
    let manifest: BundleManifest =
        serde_json::from_str(&manifest).map_err(|error| format!("bundle.json: {error}"))?;
    let mut lost = None;
    let task = Task::read(&manifest, &mut |path| match session.read(path) {
        Ok(text) => text,
        Err(fault) => {
            lost = Some(fault);
            None
        }
    });
    if let Some(fault) = lost {
        return Err(fault);
    }
    let task = match task {
        Ok(task) => task,
        Err(why) => {
            say(&json!({ "note": format!("no search: {why}") }));
            return Ok(());
        }
    };
    if let Some(why) = &task.obstacle {
        say(&json!({ "note": format!("no search: {why}") }));
        return leave(&mut session, &search::unsolved(&task));
    }
    if let Some(at) = task.contradiction() {
        let question = format!(
            "Case {} expects a result that the `ensures` clauses forbid. Which of them is right?",
            at + 1
        );
        let kind = json!({ "tag": "Contradiction" });
        let hole = json!({ "tag": "None" });
        let options = ["the case", "the clauses"];
        session.call(
            "ask_human",
            &json!({ "kind": kind, "question": question, "hole": hole, "options": options }),
        )?;
        return Ok(());
    }
    let mut turns = 0;
    let mut fault = None;
    let outcome = search::run(&task, effort, &mut |text| {
        turns += 1;
        say(&json!({ "turn": turns }));
        judge(&mut session, &task, text).unwrap_or_else(|why| {
            fault = Some(why);
            Verdict::Stop
        })
    });
    match (fault, outcome) {
        (Some(fault), _) => Err(fault),
        (None, Outcome::Green | Outcome::Stopped) => Ok(()),
        (None, Outcome::Partial(text)) => {
            say(&json!({ "note": "no body was found that passes; what is left is a hole" }));
            leave(&mut session, &text)
        }
    }
}

/// Leaves a draft with holes behind; what it is worth is not for us to say.
fn leave(session: &mut Session, text: &str) -> Result<(), String> {
    session.call("write_soil", &draft(text))?;
    session.call("check_types", &json!({}))?;
    Ok(())
}

fn draft(text: &str) -> Json {
    json!({ "soil": text, "decisions_applied": [] })
}

/// Writes, checks and tests a candidate.
fn judge(session: &mut Session, task: &Task, text: &str) -> Result<Verdict, String> {
    let written = session.call("write_soil", &draft(text))?;
    if written.is_error {
        return Ok(refused(&written));
    }
    let report = session.call("run_tests", &json!({}))?;
    if report.is_error {
        return Ok(refused(&report));
    }
    let report: TestReport =
        serde_json::from_str(&report.document).map_err(|error| format!("run_tests: {error}"))?;
    let failing = report.cases.iter().find(|case| is_bad(case));
    let Some(case) = failing else {
        let checked = session.call("check_types", &json!({}))?;
        return Ok(if checked.is_error { refused(&checked) } else { Verdict::Green });
    };
    let details = case.details.as_ref();
    let learned =
        details.and_then(|details| learn(task, &case.name, &details.expected, &details.actual));
    Ok(learned.map_or(Verdict::No, Verdict::Wrong))
}

/// Reads what a refusal says.
fn refused(answer: &Answer) -> Verdict {
    let document: Json = serde_json::from_str(&answer.document).unwrap_or_default();
    let text = |pointer: &str| document.pointer(pointer).and_then(Json::as_str).unwrap_or_default();
    match text("/errors/0/code") {
        "job-ended" | "job-invalidated" | "internal" | "io" => Verdict::Stop,
        "shadowing" => {
            let name = text("/errors/0/message").split('`').nth(1).unwrap_or_default();
            Verdict::Taken(Name::from(name))
        }
        _ => Verdict::No,
    }
}

/// Makes a row of a failed case, when its text tells the arguments.
///
/// A claim about the result and an oracle's answer are about one call with the function's own
/// arguments. A property may call it in any way, so its case teaches nothing about one row.
fn learn(task: &Task, case: &str, expected: &str, actual: &str) -> Option<Row> {
    let (said, args) = actual.rsplit_once(" for [")?;
    let args = format!("[{args}");
    let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(&args).ok()?;
    if items.len() != task.params.len() {
        return None;
    }
    let args = items
        .iter()
        .zip(&task.params)
        .map(|(item, (_, ty))| Decoder::new(&task.env, &at_i64(ty)).ok()?.decode(item.get()).ok());
    let args: Vec<Value> = args.collect::<Option<_>>()?;
    let is_claim = expected == "true"
        && task.spec.ensures().iter().any(|clause| case.ends_with(clause.label.as_str()));
    if is_claim {
        return Some(Row { args, wanted: Wanted::Claimed(Vec::new()) });
    }
    if expected == "true" && (said.starts_with("false") || said.starts_with("panic")) {
        return None;
    }
    let result = Decoder::new(&task.env, &at_i64(&task.result)).ok()?;
    let value = result.decode(expected).ok()?;
    Some(Row { args, wanted: Wanted::Value(value) })
}

/// The shim, and the conversation with it.
struct Session {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
}

/// A tool's answer.
struct Answer {
    document: String,
    is_error: bool,
}

impl Session {
    fn start(shim: &mut Command) -> Result<Session, String> {
        let fault = |error: std::io::Error| format!("the shim did not start: {error}");
        let mut child = shim.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(fault)?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        let mut session = Session { child, input, output: BufReader::new(output), last_id: 0 };
        session.request(
            "initialize",
            &json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "synth", "version": env!("CARGO_PKG_VERSION") },
            }),
        )?;
        session.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        session.request("tools/list", &json!({}))?;
        Ok(session)
    }

    fn send(&mut self, message: &Json) -> Result<(), String> {
        writeln!(self.input, "{message}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the shim is gone: {error}"))
    }

    fn request(&mut self, method: &str, params: &Json) -> Result<Json, String> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        let mut line = String::new();
        loop {
            line.clear();
            let n_bytes = self.output.read_line(&mut line).map_err(|error| error.to_string())?;
            if n_bytes == 0 {
                return Err("the shim left".to_owned());
            }
            let message: Json = serde_json::from_str(&line).map_err(|error| error.to_string())?;
            if message.get("id").and_then(Json::as_u64) != Some(id) {
                continue;
            }
            if let Some(error) = message.get("error") {
                return Err(format!("{method}: {error}"));
            }
            return Ok(message.get("result").cloned().unwrap_or_default());
        }
    }

    fn call(&mut self, tool: &str, arguments: &Json) -> Result<Answer, String> {
        let result =
            self.request("tools/call", &json!({ "name": tool, "arguments": arguments }))?;
        let text = result.pointer("/content/0/text").and_then(Json::as_str);
        let document = text.ok_or_else(|| format!("`{tool}` answered without a text"))?.to_owned();
        Ok(Answer { document, is_error: result.get("isError") == Some(&Json::Bool(true)) })
    }

    /// Reads a file of the bundle; `None` when it is not there. A file that is too long for one
    /// answer is a folder of its parts.
    fn read(&mut self, path: &str) -> Result<Option<String>, String> {
        let parts = match self.look(path)? {
            None => return Ok(None),
            Some(ReadContextOutput::File { content }) => return Ok(Some(content)),
            Some(ReadContextOutput::Dir { entries }) => entries,
        };
        let mut whole = String::new();
        for part in parts {
            let Some(ReadContextOutput::File { content }) = self.look(&format!("{path}/{part}"))?
            else {
                return Ok(None);
            };
            whole.push_str(&content);
        }
        Ok(Some(whole))
    }

    fn look(&mut self, path: &str) -> Result<Option<ReadContextOutput>, String> {
        let answer = self.call("read_context", &json!({ "path": path }))?;
        if answer.is_error {
            return Ok(None);
        }
        serde_json::from_str(&answer.document)
            .map(Some)
            .map_err(|error| format!("read_context: {error}"))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
