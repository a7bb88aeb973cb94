//! The door to one lowering job: HTTP on the job's own socket.
//!
//! A call is `POST /tools/NAME` with the arguments as body; the answer is the document, with the
//! header `trellis-is-error` when it is a diagnostics document. HTTP/1.1 carries one call at a
//! time, so each call in flight has its own connection and an idle one is used again. Dropping a
//! call closes its connection, which is how the daemon learns of a cancellation.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::UnixStream;

use crate::contract::{Code, Diagnostic};
use crate::lowering::document;
use crate::lowering::jobs::socket::IS_ERROR;
use crate::mcp::door::{Answer, Call, Door};

/// Forwards calls to the socket of one job.
pub struct JobDoor {
    inner: Arc<Inner>,
}

struct Inner {
    socket: PathBuf,
    idle: Mutex<Vec<SendRequest<Full<Bytes>>>>,
    is_attending: AtomicBool,
}

impl JobDoor {
    /// Prepares a door to `socket`; connects at the first call.
    pub fn new(socket: &Path) -> Self {
        let idle = Mutex::default();
        let inner = Inner { socket: socket.to_owned(), idle, is_attending: AtomicBool::new(false) };
        JobDoor { inner: Arc::new(inner) }
    }
}

impl Door for JobDoor {
    fn call(&self, tool: String, arguments: String) -> Call {
        let inner = self.inner.clone();
        Box::pin(async move {
            inner.clone().attend();
            match inner.exchange(&format!("/tools/{tool}"), arguments).await {
                Ok(answer) => answer,
                Err(fault) => {
                    let document = document::errors(&[fault.diagnostic()]);
                    Answer { document, is_error: true }
                }
            }
        })
    }

    fn listed(&self) {
        let inner = self.inner.clone();
        tokio::spawn(async move {
            inner.clone().attend();
            // Only told so that the daemon knows; nobody waits for it.
            let _ = inner.exchange("/listed", String::new()).await;
        });
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
    /// Holds a request open for as long as this process lives, which shows the daemon that it does.
    fn attend(self: Arc<Self>) {
        if !self.is_attending.swap(true, Ordering::Relaxed) {
            tokio::spawn(async move {
                let _ = self.exchange("/session", String::new()).await;
            });
        }
    }

    async fn exchange(&self, path: &str, body: String) -> Result<Answer, Fault> {
        let mut idle = self.take_idle();
        if let Some(sender) = &mut idle
            && sender.ready().await.is_err()
        {
            idle = None;
        }
        let mut sender = match idle {
            Some(sender) => sender,
            None => self.connect().await?,
        };
        let request = Request::post(path)
            .header("host", "job")
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))?;
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

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, Fault> {
        let stream = UnixStream::connect(&self.socket).await.map_err(Fault::Gone)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(Fault::Broken)?;
        tokio::spawn(connection);
        Ok(sender)
    }

    fn take_idle(&self) -> Option<SendRequest<Full<Bytes>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }
}
