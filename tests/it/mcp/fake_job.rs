//! A job's socket with tools that answer at once, slowly, or with an error.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract;
use axum::http::HeaderName;
use axum::response::{IntoResponse, Response};
use axum::routing::post;

/// A server of one socket, for as long as the value lives.
pub struct FakeJob {
    socket: PathBuf,
    abandoned: Arc<AtomicUsize>,
    _folder: tempfile::TempDir,
    _runtime: tokio::runtime::Runtime,
}

impl FakeJob {
    /// Starts serving.
    pub fn start() -> FakeJob {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let socket = folder.path().join("job.sock");
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let abandoned = Arc::new(AtomicUsize::new(0));
        let counter = abandoned.clone();
        let listener = runtime.block_on(async { tokio::net::UnixListener::bind(&socket) });
        let listener = listener.expect("a fresh socket");
        let answer = move |path, body| answer(path, body, counter.clone());
        let router = Router::new().route("/tools/{name}", post(answer));
        runtime.spawn(async move { axum::serve(listener, router).await });
        FakeJob { socket, abandoned, _folder: folder, _runtime: runtime }
    }

    /// Where it listens.
    pub fn socket(&self) -> &Path {
        &self.socket
    }

    /// How many slow calls were dropped before they answered.
    pub fn n_abandoned(&self) -> usize {
        self.abandoned.load(Ordering::SeqCst)
    }
}

async fn answer(
    extract::Path(name): extract::Path<String>,
    body: String,
    abandoned: Arc<AtomicUsize>,
) -> Response {
    struct Count(Arc<AtomicUsize>);
    impl Drop for Count {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    match name.as_str() {
        "check_refinements" => r#"{"tag":"None"}"#.into_response(),
        "read_context" => {
            let content = serde_json::Value::String(body);
            format!(r#"{{"tag":"File","value":{{"content":{content}}}}}"#).into_response()
        }
        "run_tests" => {
            let count = Count(abandoned);
            tokio::time::sleep(Duration::from_secs(4)).await;
            std::mem::forget(count);
            r#"{"cases":[]}"#.into_response()
        }
        _ => {
            let marker = HeaderName::from_static("trellis-is-error");
            ([(marker, "1")], r#"{"errors":[]}"#).into_response()
        }
    }
}
