//! The door to one lowering job: HTTP on the job's own socket.
//!
//! A call is `POST /tools/NAME` with the arguments as body; the answer is the document, with the
//! header `trellis-is-error` when it is a diagnostics document. HTTP/1.1 carries one call at a
//! time, so each call in flight has its own connection and an idle one is used again. Dropping a
//! call closes its connection, which is how the daemon learns of a cancellation.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;

use crate::contract::{Code, Diagnostic};
use crate::lowering::document;
use crate::mcp::door::{Answer, Call, Door};

/// The header that marks a diagnostics document.
pub const IS_ERROR: &str = "trellis-is-error";

/// Forwards calls to the socket of one job.
pub struct JobDoor {
    inner: Arc<Inner>,
}

struct Inner {
    socket: PathBuf,
    idle: Mutex<Vec<SendRequest<Full<Bytes>>>>,
}

impl JobDoor {
    /// Prepares a door to `socket`; connects at the first call.
    pub fn new(socket: &Path) -> Self {
        let inner = Inner { socket: socket.to_owned(), idle: Mutex::default() };
        JobDoor { inner: Arc::new(inner) }
    }
}

impl Door for JobDoor {
    fn call(&self, tool: String, arguments: String) -> Call {
        let inner = self.inner.clone();
        Box::pin(async move {
            match inner.send(&tool, arguments).await {
                Ok(answer) => answer,
                Err(fault) => {
                    let document = document::errors(&[fault.diagnostic()]);
                    Answer { document, is_error: true }
                }
            }
        })
    }
}

/// What can go wrong between the shim and the daemon.
#[derive(Debug, thiserror::Error)]
enum Fault {
    /// Nobody listens: the job settled, or never was.
    #[error("no job listens on this socket")]
    Gone(#[source] std::io::Error),
    /// The daemon went away in the middle of a call.
    #[error("the daemon closed the connection")]
    Broken(#[source] hyper::Error),
    /// The request could not be built.
    #[error("the call does not fit into a request")]
    Unsendable(#[from] hyper::http::Error),
    /// The daemon answered with something that is no document.
    #[error("the daemon answered with status {0}")]
    Status(u16),
}

impl Fault {
    fn diagnostic(&self) -> Diagnostic {
        let (code, step) = match self {
            Fault::Gone(_) => (Code::JobEnded, "stop here: nothing more can be done in this job"),
            Fault::Broken(_) => (Code::JobEnded, "stop here: the daemon settles the job"),
            Fault::Unsendable(_) | Fault::Status(_) => (Code::Io, "make the call again"),
        };
        Diagnostic::new(code, self.to_string()).note(step)
    }
}

impl Inner {
    async fn send(&self, tool: &str, arguments: String) -> Result<Answer, Fault> {
        let body = Bytes::from(arguments);
        if let Some(mut idle) = self.take_idle()
            && idle.ready().await.is_ok()
        {
            return self.exchange(idle, tool, body).await;
        }
        let stream = UnixStream::connect(&self.socket).await.map_err(Fault::Gone)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(Fault::Broken)?;
        tokio::spawn(connection);
        self.exchange(sender, tool, body).await
    }

    async fn exchange(
        &self,
        mut sender: SendRequest<Full<Bytes>>,
        tool: &str,
        body: Bytes,
    ) -> Result<Answer, Fault> {
        let request = Request::post(format!("/tools/{tool}"))
            .header("host", "job")
            .header("content-type", "application/json")
            .body(Full::new(body))?;
        let response = sender.send_request(request).await.map_err(Fault::Broken)?;
        if !response.status().is_success() {
            return Err(Fault::Status(response.status().as_u16()));
        }
        let is_error = response.headers().contains_key(IS_ERROR);
        let body = response.into_body().collect().await.map_err(Fault::Broken)?.to_bytes();
        let document = String::from_utf8_lossy(&body).into_owned();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        Ok(Answer { document, is_error })
    }

    fn take_idle(&self) -> Option<SendRequest<Full<Bytes>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}
