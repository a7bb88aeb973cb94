//! The daemon's HTTP API.
//!
//! | Request | Answer |
//! |---|---|
//! | `GET /hello` | [`super::Hello`] |
//! | `POST /shutdown` | `{"stopping": true}`, then the daemon settles its jobs and ends |
//! | `GET /jobs` | `{"jobs": [record…]}`, oldest first |
//! | `GET /jobs/ID` | a record |
//! | `POST /jobs` | queues: [`Request`]; `{"jobs": [record…]}` |
//! | `POST /attach` | `{"def", "budget"}`; `{"job": record, "socket": path}` |
//! | `POST /cancel` | `{"which": id or path}`; `{"cancelled": n}` |
//! | `GET /queue` | `{"jobs": [record…]}` in order |
//! | `GET /questions` | `{"questions": [question…]}` by path |
//! | `POST /answer` | `{"def", "text" \| "drop", "scope", "label", "lower"}`; `{"jobs": [record…]}` |
//! | `GET /events` | server-sent events, one JSON object each |
//!
//! Faults are diagnostics documents with status 422, unknown things 404. A panic is caught at this
//! door and answered as `internal` with status 500. Only the CLI of the same build talks to it, so
//! none of this is contractual.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{self, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast};

use super::Hello;
use crate::contract::{Code, Diagnostic};
use crate::lowering::document;
use crate::lowering::jobs::{Jobs, Request};
use crate::lowering::library::{DefPath, Faults, HumanAnswer, Scope};
use crate::lowering::questions::Written;

/// What the handlers share.
#[derive(Clone)]
pub struct Api {
    /// The jobs of the root.
    pub jobs: Jobs,
    /// Who we are.
    pub hello: Arc<Hello>,
    /// Told when somebody wants the daemon to end.
    pub shutdown: Arc<Notify>,
}

/// Builds the router.
pub fn router(api: Api) -> Router {
    Router::new()
        .route("/hello", get(hello))
        .route("/shutdown", post(shutdown))
        .route("/jobs", get(list).post(lower))
        .route("/jobs/{id}", get(job))
        .route("/attach", post(attach))
        .route("/cancel", post(cancel))
        .route("/queue", get(queue))
        .route("/questions", get(questions))
        .route("/answer", post(answer))
        .route("/events", get(events))
        .with_state(api)
}

async fn hello(State(api): State<Api>) -> Json<Hello> {
    Json((*api.hello).clone())
}

async fn shutdown(State(api): State<Api>) -> Json<Value> {
    api.shutdown.notify_one();
    Json(json!({ "stopping": true }))
}

async fn list(State(api): State<Api>) -> Json<Value> {
    Json(json!({ "jobs": api.jobs.list() }))
}

async fn queue(State(api): State<Api>) -> Json<Value> {
    Json(json!({ "jobs": api.jobs.queued() }))
}

async fn job(State(api): State<Api>, Path(id): Path<String>) -> Response {
    match api.jobs.get(&id) {
        Some(record) => Json(record).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn lower(State(api): State<Api>, Json(request): Json<Request>) -> Response {
    decide(move || Ok(json!({ "jobs": api.jobs.lower(&request)? }))).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Attach {
    def: String,
    budget: Option<u64>,
}

async fn attach(State(api): State<Api>, Json(request): Json<Attach>) -> Response {
    decide(move || {
        let job = api.jobs.attach(&request.def, request.budget)?;
        let socket = api.jobs.socket(&job.id);
        Ok(json!({ "job": job, "socket": socket }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    which: String,
}

async fn cancel(State(api): State<Api>, Json(request): Json<Cancel>) -> Response {
    decide(move || Ok(json!({ "cancelled": api.jobs.cancel(&request.which) }))).await
}

async fn questions(State(api): State<Api>) -> Response {
    decide(move || {
        let questions = api.jobs.questions();
        Ok(json!({ "questions": questions.iter().map(Written::from).collect::<Vec<_>>() }))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    def: DefPath,
    text: Option<String>,
    #[serde(default)]
    drop: bool,
    scope: Option<ScopeName>,
    label: Option<String>,
    #[serde(default)]
    lower: Request,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScopeName {
    Project,
    Module,
}

async fn answer(State(api): State<Api>, Json(request): Json<Answer>) -> Response {
    decide(move || {
        if request.drop {
            api.jobs.drop_question(&request.def)?;
            return Ok(json!({ "jobs": [] }));
        }
        let Some(text) = request.text else {
            return Err(vec![Diagnostic::new(Code::Usage, "an answer needs a text")]);
        };
        let scope = request.scope.map(|scope| match scope {
            ScopeName::Project => Scope::Project,
            ScopeName::Module => Scope::Module,
        });
        let answer = HumanAnswer { text, scope, label: request.label };
        Ok(json!({ "jobs": api.jobs.answer(&request.def, &answer, &request.lower)? }))
    })
    .await
}

async fn events(
    State(api): State<Api>,
) -> Sse<impl futures_util::Stream<Item = Result<sse::Event, Infallible>>> {
    let stream = Events { receiver: api.jobs.events() };
    Sse::new(stream.into_stream()).keep_alive(sse::KeepAlive::default())
}

struct Events {
    receiver: broadcast::Receiver<Arc<str>>,
}

impl Events {
    fn into_stream(self) -> impl futures_util::Stream<Item = Result<sse::Event, Infallible>> {
        futures_util::stream::unfold(self.receiver, |mut receiver| async move {
            let event = match receiver.recv().await {
                Ok(text) => sse::Event::default().data(&*text),
                // A slow listener is told that it missed something, and asks for the jobs again.
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    sse::Event::default().data(r#"{"event":"lagged"}"#)
                }
                Err(broadcast::error::RecvError::Closed) => return None,
            };
            Some((Ok(event), receiver))
        })
    }
}

/// Runs blocking work away from the event loop, and turns faults and panics into documents.
async fn decide(work: impl FnOnce() -> Result<Value, Faults> + Send + 'static) -> Response {
    let worked = tokio::task::spawn_blocking(move || catch_unwind(AssertUnwindSafe(work))).await;
    match worked {
        Ok(Ok(Ok(value))) => Json(value).into_response(),
        Ok(Ok(Err(faults))) => document(StatusCode::UNPROCESSABLE_ENTITY, &faults),
        Ok(Err(_)) | Err(_) => {
            let fault = Diagnostic::new(Code::Internal, "the daemon failed in an unforeseen way")
                .note("this is a fault of trellis; `.trellis/daemon.log` has more");
            document(StatusCode::INTERNAL_SERVER_ERROR, &[fault])
        }
    }
}

fn document(status: StatusCode, faults: &[Diagnostic]) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, document::errors(faults)).into_response()
}
