//! The job's own socket: seven tools and nothing else.
//!
//! | Request | Does |
//! |---|---|
//! | `POST /tools/NAME` | makes one call; the body holds the arguments |
//! | `POST /listed` | notes that the agent has listed its tools |
//! | `POST /session` | is answered when the job ends; held by a shim for as long as it lives |
//!
//! A panic in a tool becomes an `internal` document and the socket serves on. A call whose
//! connection closes is stopped.

use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::extract::{self, DefaultBodyLimit, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::net::UnixListener;
use tokio::sync::watch;

use super::log::Log;
use crate::contract::tools::Tool;
use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::Desk;
use crate::lowering::library::Stop;
use crate::lowering::lines::MAX_LINE;
use crate::lowering::tools::{self, Reply};

/// The header that marks a diagnostics document.
pub const IS_ERROR: &str = "trellis-is-error";

/// What is told of each call: the tool, its answer, and how long it took in milliseconds.
pub type Heard = Box<dyn Fn(Tool, &Reply, f64) + Send + Sync>;

/// A served socket; closing it removes the file.
pub struct JobSocket {
    path: PathBuf,
    serving: tokio::task::JoinHandle<()>,
    shared: Arc<Shared>,
    end: watch::Sender<bool>,
}

struct Shared {
    desk: Arc<Desk>,
    log: Log,
    heard: Heard,
    running: Mutex<Vec<(u64, Stop)>>,
    n_sessions: AtomicUsize,
    has_attended: AtomicBool,
    n_worked: AtomicUsize,
    end: watch::Receiver<bool>,
}

impl JobSocket {
    /// Listens at `path`, which is made readable and writable for its owner only.
    ///
    /// # Errors
    /// Fails when the socket cannot be bound.
    pub fn serve(
        runtime: &tokio::runtime::Handle,
        path: &Path,
        desk: Arc<Desk>,
        log: Log,
        heard: Heard,
    ) -> std::io::Result<JobSocket> {
        let _ = std::fs::remove_file(path);
        let _guard = runtime.enter();
        let listener = UnixListener::bind(path)?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
        let (end, ended) = watch::channel(false);
        let shared = Arc::new(Shared {
            desk,
            log,
            heard,
            running: Mutex::default(),
            n_sessions: AtomicUsize::new(0),
            has_attended: AtomicBool::new(false),
            n_worked: AtomicUsize::new(0),
            end: ended,
        });
        let router = Router::new()
            .route("/tools/{name}", post(tool))
            .route("/listed", post(listed))
            .route("/session", post(session))
            .layer(DefaultBodyLimit::max(MAX_LINE))
            .with_state(shared.clone());
        let serving = runtime.spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(JobSocket { path: path.to_owned(), serving, shared, end })
    }

    /// Says whether a shim was here, worked, and has left.
    pub fn is_left(&self) -> bool {
        // A session shows itself a moment after its first call.
        self.shared.n_worked.load(Ordering::SeqCst) > 0
            && self.shared.has_attended.load(Ordering::SeqCst)
            && self.shared.n_sessions.load(Ordering::SeqCst) == 0
    }

    /// Stops the calls in flight and waits until they are over, at most two seconds.
    pub fn quiet(&self) {
        let until = Instant::now() + std::time::Duration::from_secs(2);
        loop {
            let running = self.shared.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.iter().for_each(|(_, stop)| stop.set());
            if running.is_empty() || Instant::now() > until {
                return;
            }
            drop(running);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

impl Drop for JobSocket {
    fn drop(&mut self) {
        let _ = self.end.send(true);
        self.serving.abort();
        let _ = std::fs::remove_file(&self.path);
    }
}

async fn tool(
    State(shared): State<Arc<Shared>>,
    extract::Path(name): extract::Path<String>,
    body: String,
) -> Response {
    struct Abandoned(Stop);
    impl Drop for Abandoned {
        fn drop(&mut self) {
            self.0.set();
        }
    }
    let Some(tool) = Tool::parse(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let stop = Stop::new();
    let _abandoned = Abandoned(stop.clone());
    let working = tokio::task::spawn_blocking(move || call(&shared, tool, &body, &stop));
    match working.await {
        Ok(reply) if reply.is_error => {
            ([(HeaderName::from_static(IS_ERROR), "1")], reply.document).into_response()
        }
        Ok(reply) => reply.document.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn call(shared: &Shared, tool: Tool, body: &str, stop: &Stop) -> Reply {
    let number = shared.desk.count_call();
    shared.n_worked.fetch_add(1, Ordering::SeqCst);
    let running = || shared.running.lock().unwrap_or_else(PoisonError::into_inner);
    running().push((number, stop.clone()));
    let start = Instant::now();
    let reply = catch_unwind(AssertUnwindSafe(|| tools::call(&shared.desk, tool, body, stop)));
    running().retain(|(other, _)| *other != number);
    let reply = reply.unwrap_or_else(|_| {
        Reply::faults(&[Diagnostic::new(Code::Internal, "the tool failed in an unforeseen way")
            .note("this is a fault of trellis, not of the draft")])
    });
    let ms = start.elapsed().as_micros() as f64 / 1000.0;
    let digest = Sha256::digest(reply.document.as_bytes());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    shared.log.add(
        "tool_call",
        &json!({
            "name": tool.as_str(), "duration_ms": ms, "result": format!("sha256:{digest}"),
            "is_error": reply.is_error,
        }),
    );
    (shared.heard)(tool, &reply, ms);
    reply
}

async fn listed(State(shared): State<Arc<Shared>>) {
    shared.desk.note_listed();
}

async fn session(State(shared): State<Arc<Shared>>) {
    struct Left(Arc<Shared>);
    impl Drop for Left {
        fn drop(&mut self) {
            self.0.n_sessions.fetch_sub(1, Ordering::SeqCst);
        }
    }
    shared.n_sessions.fetch_add(1, Ordering::SeqCst);
    shared.has_attended.store(true, Ordering::SeqCst);
    let left = Left(shared);
    let mut end = left.0.end.clone();
    let _ = end.wait_for(|ended| *ended).await;
}
