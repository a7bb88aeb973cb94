//! Jobs: one definition, one agent, one outcome.
//!
//! A queue in callee-first order, worked off by one thread, one agent at a time. A job that a
//! person works on in a session of their own ([`Jobs::attach`]) has a thread for itself and does
//! not hold up the queue.
//!
//! ```text
//! queued → preflight → running → settling → green | partial | failed | invalidated | asked
//!                                                                      any → cancelled
//! ```
//!
//! Every change is in the [`journal`] before anyone is told. After a crash the jobs that were not
//! settled settle as failed, and what they left running is killed. An invalidated job is queued
//! again at the end, at most [`MAX_REQUEUES`] times.

pub mod journal;
pub mod log;
pub mod record;
pub mod socket;

mod run;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indexmap::IndexMap;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::left_draft;
use crate::lowering::document;
use crate::lowering::library::{DefPath, Faults, HumanAnswer, Library, Question, Stop, sibling};
use crate::lowering::providers::config::{Config, Settings};
use crate::lowering::providers::process;
use crate::lowering::questions;
use crate::root::files::is_temporary;
use journal::Journal;
use log::Log;
use record::{Record, State};

/// How often a definition is queued again because an input moved.
pub const MAX_REQUEUES: u32 = 3;

/// How many settled jobs stay listed while a daemon lives.
const MAX_LISTED: usize = 500;

/// What the jobs of one root need.
#[derive(Clone)]
pub struct Setup {
    /// The root.
    pub library: Arc<dyn Library>,
    /// This program.
    pub trellis: PathBuf,
    /// The user's `providers.toml`.
    pub config: PathBuf,
    /// The folder of sockets.
    pub sockets: PathBuf,
    /// Where sockets are served.
    pub runtime: tokio::runtime::Handle,
}

/// What is asked of [`Jobs::lower`].
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Paths or bare names; everything that needs it when empty.
    #[serde(default)]
    pub names: Vec<String>,
    /// The provider's name.
    #[serde(default)]
    pub provider: Option<String>,
    /// The bundle's budget in tokens.
    #[serde(default)]
    pub budget: Option<u64>,
    /// Whether any pre-flight finding stops a job.
    #[serde(default)]
    pub strict: bool,
}

/// The jobs of one root. Clones are the same jobs.
#[derive(Clone)]
pub struct Jobs {
    inner: Arc<Inner>,
}

struct Inner {
    setup: Setup,
    folder: PathBuf,
    journal: Journal,
    board: Mutex<Board>,
    changed: Condvar,
    events: broadcast::Sender<Arc<str>>,
}

#[derive(Default)]
struct Board {
    jobs: IndexMap<String, Job>,
    queue: VecDeque<String>,
    is_closing: bool,
    n_working: usize,
}

struct Job {
    record: Record,
    order: Order,
    stop: Stop,
}

/// How a job is to be run.
#[derive(Clone)]
struct Order {
    settings: Option<Settings>,
    budget: u64,
    is_strict: bool,
}

impl Jobs {
    /// Opens the jobs of a root, settles what a crash left over, and starts the runner.
    ///
    /// # Errors
    /// Fails when `.trellis/jobs` cannot be written.
    pub fn open(setup: Setup) -> std::io::Result<Jobs> {
        let folder = setup.library.root().join(".trellis/jobs");
        let (journal, records) = Journal::open(&folder)?;
        sweep(&folder, &records);
        let mut board = Board::default();
        for mut record in records {
            if !record.state.is_final() {
                settle_after_crash(&setup, &mut record);
                journal.add(&record)?;
            }
            let order = Order { settings: None, budget: 0, is_strict: false };
            board.jobs.insert(record.id.clone(), Job { record, order, stop: Stop::new() });
        }
        let inner = Inner {
            setup,
            folder,
            journal,
            board: Mutex::new(board),
            changed: Condvar::new(),
            events: broadcast::channel(1024).0,
        };
        let jobs = Jobs { inner: Arc::new(inner) };
        let runner = jobs.clone();
        std::thread::Builder::new().name("jobs".into()).spawn(move || runner.work())?;
        Ok(jobs)
    }

    /// Queues definitions; returns their records, callees first.
    ///
    /// A definition that is queued or running already is not queued twice.
    ///
    /// # Errors
    /// What [`Library::plan`] says; `job-open-question` for a named definition with an open
    /// question; faults of the configuration.
    pub fn lower(&self, request: &Request) -> Result<Vec<Record>, Faults> {
        let library = &self.inner.setup.library;
        let config = Config::load(&self.inner.setup.config).map_err(|fault| vec![fault])?;
        let settings = config.choose(request.provider.as_deref()).map_err(|fault| vec![fault])?;
        let budget = request.budget.unwrap_or_else(|| config.budget(settings));
        let mut planned = library.plan(&request.names)?;
        let open = questions::all(library.root());
        let has_question = |def: &DefPath| open.iter().any(|question| question.def == *def);
        if request.names.is_empty() {
            planned.retain(|planned| !has_question(&planned.def));
        }
        let asked: Faults = planned
            .iter()
            .filter(|planned| has_question(&planned.def))
            .map(|planned| open_question(&planned.def))
            .collect();
        if !asked.is_empty() {
            return Err(asked);
        }
        let order = Order { settings: Some(settings.clone()), budget, is_strict: request.strict };
        let queued = planned.into_iter().map(|planned| self.queue(planned.def, &order, 0, None));
        queued.collect()
    }

    /// Opens a job that a person's own session works on; returns when its socket is served.
    ///
    /// # Errors
    /// As [`Jobs::lower`], and everything that keeps the definition from being opened.
    pub fn attach(&self, name: &str, budget: Option<u64>) -> Result<Record, Faults> {
        let library = &self.inner.setup.library;
        let planned = library.plan(&[name.to_owned()])?;
        let Some(def) = planned.last().map(|planned| planned.def.clone()) else {
            return Err(vec![Diagnostic::new(Code::Usage, format!("`{name}` cannot be lowered"))]);
        };
        if questions::load(library.root(), &def).is_some() {
            return Err(vec![open_question(&def)]);
        }
        let budget = budget.unwrap_or(60_000);
        let order = Order { settings: None, budget, is_strict: false };
        let record = Record::queued(def.clone(), record::ATTACHED, 0);
        let id = record.id.clone();
        {
            let mut board = self.lock();
            let open = |job: &&Job| job.record.def == def && !job.record.state.is_final();
            if let Some(job) = board.jobs.values().find(open) {
                let message = format!("`{def}` is being lowered by job {}", job.record.id);
                return Err(vec![Diagnostic::new(Code::Usage, message)]);
            }
            board.jobs.insert(id.clone(), Job { record, order, stop: Stop::new() });
            board.n_working += 1;
        }
        let (ready, is_ready) = std::sync::mpsc::channel();
        let jobs = self.clone();
        let worker = id.clone();
        std::thread::spawn(move || {
            run::attached(&jobs, &worker, &ready);
            jobs.lock().n_working -= 1;
            jobs.inner.changed.notify_all();
        });
        let failed = |record: Record| {
            let first = record.faults.first().and_then(|fault| fault.get("message")?.as_str());
            let message = first.unwrap_or("the job did not open").to_owned();
            let code = record.faults.first().and_then(|fault| fault.get("code")?.as_str());
            let code = Code::ALL.iter().copied().find(|known| Some(known.as_str()) == code);
            vec![Diagnostic::new(code.unwrap_or(Code::JobProviderError), message)]
        };
        match is_ready.recv() {
            Ok(()) => self.get(&id).ok_or_else(Vec::new),
            Err(_) => Err(self.get(&id).map(failed).unwrap_or_default()),
        }
    }

    /// Takes jobs back: by id, or all open ones of a definition; returns how many there were.
    pub fn cancel(&self, which: &str) -> usize {
        let mut board = self.lock();
        let ids: Vec<String> = board
            .jobs
            .values()
            .filter(|job| job.record.id == which || job.record.def.as_str() == which)
            .filter(|job| !job.record.state.is_final())
            .map(|job| job.record.id.clone())
            .collect();
        for id in &ids {
            if let Some(job) = board.jobs.get(id) {
                job.stop.set();
            }
            if let Some(at) = board.queue.iter().position(|queued| queued == id) {
                board.queue.remove(at);
                drop(board);
                self.change(id, |record| {
                    record.state = State::Cancelled;
                    record.ended_at = Some(record::now());
                });
                board = self.lock();
            }
        }
        ids.len()
    }

    /// Writes a human's answer into the specification and queues the definition again.
    ///
    /// # Errors
    /// `usage` when there is no open question; what [`Library::answer`] says.
    pub fn answer(
        &self,
        def: &DefPath,
        answer: &HumanAnswer,
        request: &Request,
    ) -> Result<Vec<Record>, Faults> {
        let library = &self.inner.setup.library;
        let question = self.question(def)?;
        library.answer(&question, answer)?;
        self.drop_question(def)?;
        self.lower(&Request { names: vec![def.0.clone()], ..request.clone() })
    }

    /// Drops an open question without an answer.
    ///
    /// # Errors
    /// `usage` when there is none, `io` when its file cannot be removed.
    pub fn drop_question(&self, def: &DefPath) -> Result<(), Faults> {
        self.question(def)?;
        questions::remove(self.inner.setup.library.root(), def)
            .map_err(|error| vec![Diagnostic::new(Code::Io, error.to_string())])?;
        self.publish(&json!({ "event": "question_closed", "def": def }));
        Ok(())
    }

    /// Returns all open questions, by path.
    pub fn questions(&self) -> Vec<Question> {
        questions::all(self.inner.setup.library.root())
    }

    /// Returns all jobs that are known, oldest first.
    pub fn list(&self) -> Vec<Record> {
        self.lock().jobs.values().map(|job| job.record.clone()).collect()
    }

    /// Returns one job.
    pub fn get(&self, id: &str) -> Option<Record> {
        self.lock().jobs.get(id).map(|job| job.record.clone())
    }

    /// Returns the jobs that wait, in the order in which they will run.
    pub fn queued(&self) -> Vec<Record> {
        let board = self.lock();
        let of = |id: &String| board.jobs.get(id).map(|job| job.record.clone());
        board.queue.iter().filter_map(of).collect()
    }

    /// Subscribes to events: one compact JSON object each.
    pub fn events(&self) -> broadcast::Receiver<Arc<str>> {
        self.inner.events.subscribe()
    }

    /// Returns the socket of a job.
    pub fn socket(&self, id: &str) -> PathBuf {
        self.inner.setup.sockets.join(format!("job-{id}.sock"))
    }

    /// Returns what the jobs were set up with.
    pub fn setup(&self) -> &Setup {
        &self.inner.setup
    }

    /// Cancels everything, and waits until all jobs have settled, at most `limit`.
    pub fn close(&self, limit: Duration) {
        let queued: Vec<String> = {
            let mut board = self.lock();
            board.is_closing = true;
            board.jobs.values().filter(|job| !job.record.state.is_final()).for_each(|job| {
                job.stop.set();
            });
            board.queue.drain(..).collect()
        };
        self.inner.changed.notify_all();
        for id in queued {
            self.change(&id, |record| {
                record.state = State::Cancelled;
                record.ended_at = Some(record::now());
            });
        }
        let board = self.lock();
        let _ = self.inner.changed.wait_timeout_while(board, limit, |board| board.n_working > 0);
    }

    fn question(&self, def: &DefPath) -> Result<Question, Faults> {
        questions::load(self.inner.setup.library.root(), def).ok_or_else(|| {
            let message = format!("`{def}` has no open question");
            vec![Diagnostic::new(Code::Usage, message).note("`trellis questions` lists them")]
        })
    }

    /// Queues a definition unless it is; `after` is the job that ends with this, if one does.
    fn queue(
        &self,
        def: DefPath,
        order: &Order,
        requeues: u32,
        after: Option<&str>,
    ) -> Result<Record, Faults> {
        let mut board = self.lock();
        let open = |job: &&Job| {
            let record = &job.record;
            record.def == def && !record.state.is_final() && Some(record.id.as_str()) != after
        };
        if let Some(job) = board.jobs.values().find(open) {
            return Ok(job.record.clone());
        }
        let provider = order.settings.as_ref().map_or(record::ATTACHED, |known| &known.name);
        let record = Record::queued(def, provider, requeues);
        self.inner
            .journal
            .add(&record)
            .map_err(|error| vec![Diagnostic::new(Code::Io, format!("the journal: {error}"))])?;
        board.queue.push_back(record.id.clone());
        let job = Job { record: record.clone(), order: order.clone(), stop: Stop::new() };
        board.jobs.insert(record.id.clone(), job);
        let excess = board.jobs.len().saturating_sub(MAX_LISTED);
        let mut n_dropped = 0;
        board.jobs.retain(|_, job| {
            let drops = n_dropped < excess && job.record.state.is_final();
            n_dropped += usize::from(drops);
            !drops
        });
        drop(board);
        self.publish(&json!({ "event": "job", "record": record }));
        self.inner.changed.notify_all();
        Ok(record)
    }

    /// Changes a record, journals it, and tells everyone.
    fn change(&self, id: &str, change: impl FnOnce(&mut Record)) -> Option<Record> {
        let record = {
            let mut board = self.lock();
            let job = board.jobs.get_mut(id)?;
            change(&mut job.record);
            job.record.clone()
        };
        if let Err(error) = self.inner.journal.add(&record) {
            tracing::warn!(%error, job = id, "the journal cannot be written");
        }
        self.publish(&json!({ "event": "job", "record": record }));
        self.inner.changed.notify_all();
        Some(record)
    }

    /// Changes what is known of a running job without a line in the journal.
    fn note(&self, id: &str, change: impl FnOnce(&mut Record)) {
        if let Some(job) = self.lock().jobs.get_mut(id) {
            change(&mut job.record);
        }
    }

    fn publish(&self, event: &Value) {
        // Without a listener there is nobody to tell.
        let _ = self.inner.events.send(event.to_string().into());
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.inner.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let id = {
                let mut board = self.lock();
                loop {
                    if board.is_closing {
                        return;
                    }
                    if let Some(id) = board.queue.pop_front() {
                        board.n_working += 1;
                        break id;
                    }
                    let waited = self.inner.changed.wait(board);
                    board = waited.unwrap_or_else(PoisonError::into_inner);
                }
            };
            run::queued(self, &id);
            self.lock().n_working -= 1;
            self.inner.changed.notify_all();
        }
    }

    fn log(&self, record: &Record) -> Log {
        let root = self.inner.setup.library.root();
        Log::new(sibling(root, &record.def, "log"), &record.id)
    }

    fn job_folder(&self, id: &str) -> PathBuf {
        self.inner.folder.join(id)
    }
}

fn open_question(def: &DefPath) -> Diagnostic {
    Diagnostic::new(Code::JobOpenQuestion, format!("`{def}` has an open question"))
        .note(format!("answer it with `trellis answer {def}`, or drop it with `--drop`"))
}

/// Gives a job that a crash interrupted its outcome, and ends what it left running.
fn settle_after_crash(setup: &Setup, record: &mut Record) {
    process::kill_marked(&record.id);
    let _ = std::fs::remove_file(setup.sockets.join(format!("job-{}.sock", record.id)));
    let was = record.state.name();
    let folder = setup.library.root().join(".trellis/jobs").join(&record.id);
    let _ = std::fs::remove_dir_all(folder.join("home"));
    // Between the last write and the journal: what the job came to is there to see.
    let draft = left_draft(&folder).filter(|_| record.state == State::Settling);
    let held = draft.and_then(|draft| setup.library.holds(&record.def, &draft.soil));
    record.ended_at = Some(record::now());
    let log = Log::new(sibling(setup.library.root(), &record.def, "log"), &record.id);
    if let Some(holes) = held {
        record.state = if holes.is_empty() { State::Green } else { State::Partial };
        record.is_written = true;
        record.holes = holes;
        let state = record.state.name();
        log.add("outcome", &json!({ "outcome": state, "holes": record.holes, "written": true }));
        return;
    }
    let fault =
        Diagnostic::new(Code::JobProviderError, format!("the daemon stopped while it was {was}"))
            .note("lower the definition again");
    record.faults = document::values(&[fault]);
    record.state = State::Failed;
    log.add("outcome", &json!({ "outcome": "failed", "diagnostics": record.faults }));
}

/// Removes the folders of jobs that the journal has forgotten, and files that a killed daemon left
/// half written.
fn sweep(folder: &Path, records: &[Record]) {
    let remove_halves = |folder: &Path| {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if is_temporary(&entry.file_name()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    };
    remove_halves(folder);
    if let Some(above) = folder.parent() {
        remove_halves(&above.join("questions"));
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if records.iter().any(|record| *record.id == *name) {
            remove_halves(&entry.path());
        } else {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
