//! The run of one job, from pre-flight to outcome.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use serde_json::{Value, json};

use super::record::{Record, State, now};
use super::socket::JobSocket;
use super::{Jobs, MAX_REQUEUES, Order};
use crate::contract::documents::TestReport;
use crate::contract::tools::Tool;
use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::{Closed, Desk};
use crate::lowering::document;
use crate::lowering::jail::{self, Cell, Level, Strength};
use crate::lowering::library::{Faults, Provenance, Settled, Stop};
use crate::lowering::providers::config::{Config, Kind, Settings};
use crate::lowering::providers::watch::{Cut, Spend, Watch};
use crate::lowering::providers::{self, Assignment, End, Report};
use crate::lowering::tools::{Reply, is_bad};
use crate::lowering::{questions, skill};

/// Runs a job of the queue.
pub(super) fn queued(jobs: &Jobs, id: &str) {
    let outcome = catch(|| {
        let open = Open::start(jobs, id)?;
        let report = open.provide(jobs)?;
        Ok(open.settle(jobs, &report))
    });
    finish(jobs, id, outcome);
}

/// Runs a job that a person's own session works on; tells `ready` when the session may begin.
pub(super) fn attached(jobs: &Jobs, id: &str, ready: &Sender<()>) {
    let outcome = catch(|| {
        let open = Open::start(jobs, id)?;
        let _ = ready.send(());
        let report = open.wait_for_session();
        Ok(open.settle(jobs, &report))
    });
    finish(jobs, id, outcome);
}

/// What a job comes to.
#[derive(Default)]
struct Outcome {
    state: Option<State>,
    faults: Faults,
    holes: Vec<String>,
    is_written: bool,
    rows: Vec<Value>,
    moved: Option<String>,
}

impl Outcome {
    fn failed(faults: Faults) -> Outcome {
        Outcome { state: Some(State::Failed), faults, ..Outcome::default() }
    }
}

/// Runs one job's steps. A panic in them is a fault of ours, and the job still gets its outcome.
fn catch(steps: impl FnOnce() -> Result<Outcome, Outcome>) -> Outcome {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(steps)) {
        Ok(Ok(outcome) | Err(outcome)) => outcome,
        Err(_) => Outcome::failed(vec![
            Diagnostic::new(Code::Internal, "the job failed in an unforeseen way")
                .note("this is a fault of trellis; the daemon's log has more"),
        ]),
    }
}

fn finish(jobs: &Jobs, id: &str, outcome: Outcome) {
    let Some(before) = jobs.get(id) else { return };
    let state = outcome.state.unwrap_or(State::Failed);
    jobs.log(&before).add(
        "outcome",
        &json!({
            "outcome": state.name(), "holes": outcome.holes, "written": outcome.is_written,
            "rows": outcome.rows, "moved": outcome.moved,
            "diagnostics": document::values(&outcome.faults),
        }),
    );
    let folder = jobs.job_folder(id);
    let _ = fs::remove_dir_all(folder.join("home"));
    let order = jobs.lock().jobs.get(id).map(|job| job.order.clone());
    let next = match (state, order) {
        (State::Invalidated, Some(order))
            if order.settings.is_some() && before.requeues < MAX_REQUEUES =>
        {
            Some(order)
        }
        _ => None,
    };
    // Whoever follows the job must learn of the next one together with the outcome.
    let next = next.and_then(|order| {
        jobs.queue(before.def.clone(), &order, before.requeues + 1, Some(id))
            .ok()
            .map(|queued| queued.id)
    });
    jobs.change(id, |record| {
        record.state = state;
        record.ended_at = Some(now());
        record.faults = document::values(&outcome.faults);
        record.holes = outcome.holes;
        record.is_written = outcome.is_written;
        record.rows = outcome.rows;
        record.moved = outcome.moved;
        record.next = next;
    });
}

/// A job whose bundle is packed and whose socket is served.
struct Open {
    record: Record,
    order: Order,
    stop: Stop,
    desk: Arc<Desk>,
    socket: JobSocket,
}

impl Open {
    fn start(jobs: &Jobs, id: &str) -> Result<Open, Outcome> {
        let (order, stop) = {
            let board = jobs.lock();
            let job = board.jobs.get(id).ok_or_else(Outcome::default)?;
            (job.order.clone(), job.stop.clone())
        };
        let record = jobs
            .change(id, |record| {
                record.state = State::Preflight;
                record.started_at = Some(now());
            })
            .ok_or_else(Outcome::default)?;
        let io = |what: &str, error: std::io::Error| {
            Outcome::failed(vec![Diagnostic::new(Code::Io, format!("{what}: {error}"))])
        };
        let setup = jobs.setup();
        let subject = setup.library.open(&record.def, order.budget).map_err(Outcome::failed)?;
        let log = jobs.log(&record);
        log.add(
            "job_started",
            &json!({
                "definition": record.def, "spec_hashes": subject.spec_hashes(),
                "provider": record.provider,
                "model": order.settings.as_ref().and_then(|known| known.model.clone()),
                "caps": order.settings.as_ref().map(|known| known.caps),
            }),
        );
        let preflight = subject.preflight(&stop);
        log.add("preflight", &json!({ "findings": document::values(&preflight.findings) }));
        if preflight.blocks || (order.is_strict && !preflight.findings.is_empty()) {
            return Err(Outcome::failed(preflight.findings));
        }
        let manifest: Value = serde_json::from_str(&subject.bundle().manifest).unwrap_or_default();
        let packed = json!({ "manifest": manifest, "bundle": subject.bundle().hash });
        log.add("bundle_packed", &packed);
        let folder = jobs.job_folder(id);
        for name in ["", "home", "scratch"] {
            let made = DirBuilder::new().recursive(true).mode(0o700).create(folder.join(name));
            made.map_err(|error| io("the job's folder", error))?;
        }
        let desk = Desk::set_up(setup.library.root(), &folder, subject);
        let desk = Arc::new(desk.map_err(|error| io("the job's folder", error))?);
        let (teller, job) = (jobs.clone(), id.to_owned());
        let heard = Box::new(move |tool: Tool, reply: &Reply, ms: f64| {
            teller.note(&job, |record| record.calls += 1);
            teller.publish(&json!({
                "event": "tool_call", "job": job, "tool": tool.as_str(), "is_error": reply.is_error,
                "ms": ms, "says": says(tool, reply),
            }));
        });
        let path = jobs.socket(id);
        let socket = JobSocket::serve(&setup.runtime, &path, desk.clone(), log, heard)
            .map_err(|error| io("the job's socket", error))?;
        let record = jobs.change(id, |record| record.state = State::Running).unwrap_or(record);
        Ok(Open { record, order, stop, desk, socket })
    }

    /// Lets the provider work, in a jail.
    fn provide(&self, jobs: &Jobs) -> Result<Report, Outcome> {
        let Some(settings) = &self.order.settings else {
            return Ok(Report::failed("the job has no provider"));
        };
        let setup = jobs.setup();
        let level = level(setup, settings).map_err(|fault| Outcome::failed(vec![fault]))?;
        let id = &self.record.id;
        jobs.change(id, |record| record.jail = Some(level.clone()));
        let folder = jobs.job_folder(id);
        lay_out_skill(&folder.join("skill")).map_err(|error| {
            let message = format!("the job's folder: {error}");
            Outcome::failed(vec![Diagnostic::new(Code::Io, message)])
        })?;
        lend_home_files(settings, &folder.join("home"));
        let assignment = Assignment {
            job: id.clone(),
            def: self.record.def.clone(),
            root: setup.library.root().to_owned(),
            cell: Cell {
                level,
                trellis: setup.trellis.clone(),
                socket: jobs.socket(id),
                scratch: folder.join("scratch"),
                home: folder.join("home"),
                project: setup.library.root().to_owned(),
                skill: Some(folder.join("skill")),
                read_only: Vec::new(),
                env: Vec::new(),
            },
            folder,
            settings: settings.clone(),
        };
        let (teller, job) = (jobs.clone(), id.clone());
        let watch = Watch::new(self.desk.clone(), settings.caps, self.stop.clone(), move |spend| {
            teller.note(&job, |record| take_spend(record, spend));
            teller.publish(&json!({ "event": "spend", "job": job, "spend": spend }));
        });
        let report = providers::run(&assignment, &watch);
        let spend = watch.spend();
        jobs.log(&self.record).add(
            "agent_result",
            &json!({
                "turns": spend.turns, "tokens_in": spend.tokens_in,
                "tokens_out": spend.tokens_out, "cost_usd": spend.cost_usd,
                "session": spend.session, "model": spend.model,
                "end": report.end.says(), "notes": report.notes,
            }),
        );
        Ok(report)
    }

    /// Waits until the session that was here and worked has left, or the job is cut short.
    fn wait_for_session(&self) -> Report {
        let end = loop {
            if self.stop.is_set() {
                break End::Cut(Cut::Cancelled);
            }
            if self.desk.closed().is_some() {
                break End::Cut(Cut::Closed);
            }
            if self.socket.is_left() {
                break End::Finished;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        Report { end, notes: Vec::new() }
    }

    /// Runs the final gate on the last good draft; nothing that the agent said counts.
    fn settle(self, jobs: &Jobs, report: &Report) -> Outcome {
        let closed = self.desk.closed();
        self.desk.close(Closed::Settling);
        jobs.change(&self.record.id, |record| record.state = State::Settling);
        self.socket.quiet();
        drop(self.socket);
        if report.end == End::Cut(Cut::Cancelled) {
            return Outcome { state: Some(State::Cancelled), ..Outcome::default() };
        }
        match closed {
            Some(Closed::Asked(question)) => {
                let document = questions::Written::from(&*question);
                let document = serde_json::to_value(document).unwrap_or_default();
                jobs.log(&self.record).add("question", &json!({ "question": document }));
                return Outcome { state: Some(State::Asked), ..Outcome::default() };
            }
            Some(Closed::Moved(what)) => return invalidated(what),
            Some(Closed::Settling) | None => {}
        }
        let fault = report.diagnostic();
        let Some(draft) = self.desk.draft() else {
            let none = Diagnostic::new(Code::NoDraft, "the agent left no draft");
            return Outcome::failed(vec![fault.unwrap_or(none)]);
        };
        let subject = self.desk.subject();
        if let Some(what) = subject.moved(Some(&draft)) {
            return invalidated(what);
        }
        let model = jobs.get(&self.record.id).and_then(|record| record.model);
        let asked_for = self.order.settings.as_ref().and_then(|known| known.model.clone());
        let by = Provenance {
            provider: self.record.provider.clone(),
            model: model.or(asked_for).unwrap_or_default(),
        };
        match subject.settle(&draft, &by, &self.stop) {
            Settled::Green => {
                Outcome { state: Some(State::Green), is_written: true, ..Outcome::default() }
            }
            Settled::Partial { holes, is_written } => Outcome {
                state: Some(State::Partial),
                faults: fault.into_iter().collect(),
                holes,
                is_written,
                ..Outcome::default()
            },
            Settled::Failed { faults, rows } => {
                let rows = rows.iter().map(|row| serde_json::to_value(row).unwrap_or_default());
                Outcome {
                    rows: rows.collect(),
                    ..Outcome::failed(fault.into_iter().chain(faults).collect())
                }
            }
            Settled::Invalidated { what } => invalidated(what),
        }
    }
}

/// Says in a few words what a tool answered, for whoever looks on: the codes of its faults, or how
/// the cases fared.
fn says(tool: Tool, reply: &Reply) -> String {
    if !reply.is_error && tool != Tool::RunTests {
        return String::new();
    }
    let document: Value = serde_json::from_str(&reply.document).unwrap_or_default();
    if let Some(errors) = document.get("errors").and_then(Value::as_array) {
        let mut codes: Vec<&str> =
            errors.iter().filter_map(|error| error.get("code")?.as_str()).collect();
        codes.dedup();
        return codes.into_iter().take(3).collect::<Vec<_>>().join(", ");
    }
    let report = serde_json::from_str::<TestReport>(&reply.document);
    let cases = report.map_or_else(|_| Vec::new(), |report| report.cases);
    let n_good = cases.iter().filter(|case| !is_bad(case)).count();
    format!("{n_good} of {} cases pass", cases.len())
}

fn invalidated(what: String) -> Outcome {
    let message = format!("{what} changed under the job");
    Outcome {
        state: Some(State::Invalidated),
        faults: vec![Diagnostic::new(Code::JobInvalidated, message)],
        moved: Some(what),
        ..Outcome::default()
    }
}

fn take_spend(record: &mut Record, spend: &Spend) {
    record.turns = spend.turns;
    record.tokens_in = spend.tokens_in;
    record.tokens_out = spend.tokens_out;
    record.cost_usd = spend.cost_usd;
    record.model.clone_from(&spend.model);
}

/// Chooses the jail. Playbooks and the embedded search run nobody's code and need none.
fn level(setup: &super::Setup, settings: &Settings) -> Result<Level, Diagnostic> {
    if matches!(settings.kind, Kind::Scripted | Kind::Synth) {
        return Ok(Level::NONE);
    }
    let floor = Config::load(&setup.config)?.jail;
    match floor {
        Strength::None => Ok(jail::choose(&setup.trellis, floor).unwrap_or(Level::NONE)),
        floor => jail::choose(&setup.trellis, floor),
    }
}

/// Writes the skill's files where the jail shows them.
fn lay_out_skill(folder: &Path) -> std::io::Result<()> {
    for (name, text) in skill::files() {
        let path = folder.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    Ok(())
}

/// Copies the files that the user lets this agent see from their home into the job's.
fn lend_home_files(settings: &Settings, home: &Path) {
    let Some(own) = std::env::var_os("HOME") else { return };
    for name in &settings.home_files {
        let (from, to) = (Path::new(&own).join(name), home.join(name));
        let made = to.parent().map_or(Ok(()), fs::create_dir_all);
        // A file that is not there is one that the agent does without.
        let _ = made.and_then(|()| fs::copy(from, to));
    }
}
