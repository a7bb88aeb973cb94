//! `trellis lower [DEF…]`: has agents write what is missing, and shows them at it.
//!
//! Exit status 0 when everything that was asked for is green, 1 otherwise. With `--attach` no agent
//! is started: a person's own session does the work through the command that is printed.

use std::collections::BTreeMap;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::{Value, json};

use super::{Entry, Failure, Outcome, Output, service};
use crate::contract::{Code, Diagnostic};
use crate::daemon::client::Client;
use crate::lowering::jobs::Request;
use crate::lowering::jobs::record::{Record, State};
use crate::root::find::RootDir;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "lower", arguments, run };

/// Where to look on after a job was queued.
pub const HINT: &str = "`trellis jobs` shows how it goes\n";

fn arguments(command: Command) -> Command {
    command
        .about("Have agents write what is missing, callees first; shows progress until all settle")
        .arg(
            Arg::new("def")
                .value_name("DEF")
                .num_args(0..)
                .help("Paths or bare names; everything that needs it when there is none"),
        )
        .arg(Arg::new("provider").long("provider").value_name("NAME").help("The provider"))
        .arg(
            Arg::new("budget")
                .long("budget")
                .value_name("N")
                .value_parser(value_parser!(u64))
                .help("Tokens of the context bundle"),
        )
        .arg(
            Arg::new("strict")
                .long("strict")
                .action(ArgAction::SetTrue)
                .help("Start no agent when pre-flight finds anything"),
        )
        .arg(
            Arg::new("detach")
                .long("detach")
                .action(ArgAction::SetTrue)
                .help("Queue and return at once"),
        )
        .arg(
            Arg::new("attach")
                .long("attach")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["provider", "strict", "detach"])
                .help("Open a job for a session of your own and print how to connect"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let names: Vec<String> = matches.get_many("def").into_iter().flatten().cloned().collect();
    let root = service::root()?;
    output.set_base(root.path());
    let budget = matches.get_one::<u64>("budget").copied();
    if matches.get_flag("attach") {
        let [name] = names.as_slice() else {
            return Err(Diagnostic::new(Code::Usage, "`--attach` takes one definition").into());
        };
        let server = attach(&root, name, budget)?;
        output.raw(&match output.is_json() {
            true => server.document() + "\n",
            false => server.shown(),
        });
        return Ok(0);
    }
    let request = Request {
        names,
        provider: matches.get_one::<String>("provider").cloned(),
        budget,
        strict: matches.get_flag("strict"),
    };
    let request = serde_json::to_value(&request).unwrap_or_default();
    let client = service::connect(&root)?;
    if matches.get_flag("detach") {
        let answer = client.post("/jobs", &request).map_err(service::failure)?;
        let queued = service::records(&answer);
        match output.is_json() {
            true => output.raw(&service::document(&queued)),
            false => queued.iter().for_each(|record| output.raw(&service::line(record))),
        }
        return Ok(0);
    }
    follow(&client, &request, output)
}

/// A job for a session of the caller's own: the command of its MCP server.
pub struct Server {
    /// The job's id.
    pub job: String,
    /// The definition.
    pub def: String,
    /// The program, absolute.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl Server {
    /// Returns the one-line document.
    pub fn document(&self) -> String {
        let (command, args) = (json!(self.command), json!(self.args));
        let (job, def) = (json!(self.job), json!(self.def));
        format!(r#"{{"command":{command},"args":{args},"job":{job},"def":{def}}}"#)
    }

    fn shown(&self) -> String {
        format!(
            "job {} is open for {}\n\n\
             Start this MCP server from your session, from any folder:\n\n    {} {}\n\n\
             `trellis mcp-config CLIENT --job {}` prints it as configuration of a known client.\n\
             When the session that worked closes, the final gate runs on its last good draft.\n",
            self.job,
            self.def,
            self.command,
            self.args.join(" "),
            self.job
        )
    }
}

/// Opens a job without a provider.
///
/// # Errors
/// What the daemon refuses with.
pub fn attach(root: &RootDir, name: &str, budget: Option<u64>) -> Result<Server, Failure> {
    let client = service::connect(root)?;
    let request = json!({ "def": name, "budget": budget });
    let answer = client.post("/attach", &request).map_err(service::failure)?;
    let text = |pointer: &str| {
        answer.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    server(text("/job/id"), text("/job/def"), text("/socket"))
}

/// Returns the server of an open job.
///
/// # Errors
/// `io` when this program's own path is not to be had.
pub fn server(job: String, def: String, socket: String) -> Result<Server, Failure> {
    let command = service::program()?.to_string_lossy().into_owned();
    let args = vec!["_mcp".into(), "--job".into(), job.clone(), "--socket".into(), socket];
    Ok(Server { job, def, command, args })
}

/// Queues, and shows events until everything that was queued has settled.
///
/// # Errors
/// What the daemon refuses with.
pub fn follow(client: &Client, request: &Value, output: &mut Output) -> Outcome {
    let mut open: BTreeMap<String, Option<Record>> = BTreeMap::new();
    let is_json = output.is_json();
    let ready = |client: &Client| {
        let answer = client.post("/jobs", request)?;
        Ok(service::records(&answer))
    };
    let mut order: Vec<String> = Vec::new();
    let mut states: BTreeMap<String, State> = BTreeMap::new();
    let listened = client.listen(ready, |queued, event| {
        if event.is_null() {
            for record in queued {
                order.push(record.id.clone());
                open.insert(record.id.clone(), None);
            }
            if queued.is_empty() && !is_json {
                output.raw("nothing needs lowering\n");
            }
        }
        let shown = match event.get("event").and_then(Value::as_str) {
            Some("job") => job_event(event, &mut open, &mut order, &mut states, output),
            Some("tool_call") => tool_event(event, &open),
            // Something was missed, so what is known may be old: ask again below.
            _ => None,
        };
        if let Some(text) = shown.filter(|_| !is_json) {
            output.raw(&text);
        }
        open.values().any(Option::is_none)
    });
    listened.map_err(service::failure)?;
    // The daemon may have ended, or we may have missed the last word on a job.
    if open.values().any(Option::is_none)
        && let Ok(answer) = client.get("/jobs")
    {
        for record in service::records(&answer) {
            if record.state.is_final()
                && let Some(known) = open.get_mut(&record.id)
            {
                *known = Some(record);
            }
        }
    }
    let settled: Vec<Record> =
        order.iter().filter_map(|id| open.get(id).cloned().flatten()).collect();
    if is_json {
        output.raw(&service::document(&settled));
    } else if settled.len() > 1 {
        output.raw(&sum(&settled));
    }
    let superseded = |record: &Record| record.next.is_some();
    let is_green = settled.len() == order.len()
        && settled.iter().all(|record| record.state == State::Green || superseded(record));
    Ok(u8::from(!is_green))
}

/// Sums up what several jobs came to.
fn sum(settled: &[Record]) -> String {
    let mut states: BTreeMap<&str, usize> = BTreeMap::new();
    for record in settled {
        *states.entry(record.state.name()).or_default() += 1;
    }
    let states: Vec<String> = states.iter().map(|(state, n)| format!("{n} {state}")).collect();
    let n_calls: u64 = settled.iter().map(|record| record.calls).sum();
    let cost: f64 = settled.iter().map(|record| record.cost_usd).sum();
    let cost = if cost > 0.0 { format!(", ${cost:.2}") } else { String::new() };
    format!("{}  {n_calls} calls{cost}\n", states.join(", "))
}

fn job_event(
    event: &Value,
    open: &mut BTreeMap<String, Option<Record>>,
    order: &mut Vec<String>,
    shown: &mut BTreeMap<String, State>,
    output: &mut Output,
) -> Option<String> {
    let record: Record = serde_json::from_value(event.get("record")?.clone()).ok()?;
    let known = open.get_mut(&record.id)?;
    let was_settled = known.is_some();
    let text = service::step(&record);
    if !record.state.is_final() {
        // A record also changes within a state, such as when its jail is known.
        let is_new = shown.insert(record.id.clone(), record.state) != Some(record.state);
        return Some(text).filter(|_| is_new);
    }
    *known = Some(record.clone());
    if let Some(next) = &record.next {
        order.push(next.clone());
        open.entry(next.clone()).or_insert(None);
    }
    if was_settled {
        return None;
    }
    output.report(&service::faults(&record));
    let rows = record.rows.iter().map(|row| {
        let text = |name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default();
        format!("             {}: {}\n", text("name"), text("details"))
    });
    Some(text + &rows.collect::<String>())
}

fn tool_event(event: &Value, open: &BTreeMap<String, Option<Record>>) -> Option<String> {
    let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
    open.get(text("job"))?;
    let is_error = event.get("is_error") == Some(&Value::Bool(true));
    let how = if is_error { "refused" } else { "ok" };
    let ms = event.get("ms").and_then(Value::as_f64).unwrap_or_default();
    let says = match (text("says"), is_error) {
        ("", _) => how.to_owned(),
        (says, true) => format!("{how}: {says}"),
        (says, false) => says.to_owned(),
    };
    Some(format!("             {:<17} {says}, {ms:.1} ms\n", text("tool")))
}
