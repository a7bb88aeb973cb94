//! The client: finds a root's daemon, starts it when there is none, and talks to it.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::UnixStream;

use super::{Hello, build_of, paths, serve};

/// How long a daemon may take to answer its first greeting.
const START: Duration = Duration::from_secs(5);

/// How long a daemon of another build may take to end.
const END: Duration = Duration::from_secs(15);

/// A connection to the daemon of one root; each request has its own.
pub struct Client {
    socket: PathBuf,
    runtime: tokio::runtime::Runtime,
}

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The daemon could not be started or reached.
    #[error("the daemon cannot be reached: {0}")]
    Unreachable(#[source] io::Error),
    /// It did not come up in time.
    #[error("the daemon did not start within {} seconds; see {log}", START.as_secs())]
    Silent {
        /// Where it complained.
        log: String,
    },
    /// A daemon of another build does not end.
    #[error("the daemon of another build does not end")]
    Stuck,
    /// It broke the connection off.
    #[error("the daemon broke off: {0}")]
    Broken(#[from] hyper::Error),
    /// It refused, with a diagnostics document.
    #[error("the daemon refused")]
    Refused(Box<Value>),
    /// Its answer cannot be read.
    #[error("the daemon answered with something else ({0})")]
    Unreadable(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Unreachable(error)
    }
}

impl Client {
    /// Reaches the daemon of `root`, a canonical path; starts one, and replaces one of another
    /// build. `trellis` is this program.
    ///
    /// # Errors
    /// Fails when no daemon of this build can be had.
    pub fn connect(root: &Path, trellis: &Path) -> Result<Client, Failure> {
        paths::ensure_runtime_dir()?;
        if let Some((client, hello)) = Client::running(root) {
            let is_ours =
                hello.trellis == env!("CARGO_PKG_VERSION") && hello.build == build_of(trellis);
            if is_ours {
                return Ok(client);
            }
            client.stop(root)?;
        }
        start(root, trellis)?;
        let until = Instant::now() + START;
        while Instant::now() < until {
            if let Some((client, _)) = Client::running(root) {
                return Ok(client);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err(Failure::Silent { log: log_file(root).display().to_string() })
    }

    /// Reaches a daemon that runs already, whatever its build.
    pub fn running(root: &Path) -> Option<(Client, Hello)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
        let client = Client { socket: paths::daemon_socket(root), runtime };
        let hello = client.get("/hello").ok()?;
        let hello = serde_json::from_value(hello).ok()?;
        Some((client, hello))
    }

    /// Asks the daemon to end, and waits until it has.
    ///
    /// # Errors
    /// Fails when it does not end in time.
    pub fn stop(&self, root: &Path) -> Result<(), Failure> {
        self.post("/shutdown", &Value::Null)?;
        let until = Instant::now() + END;
        while serve::is_locked(root) {
            if Instant::now() > until {
                return Err(Failure::Stuck);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Asks for a document.
    ///
    /// # Errors
    /// As [`Failure`] has it.
    pub fn get(&self, path: &str) -> Result<Value, Failure> {
        self.runtime.block_on(async { read(self.send(Method::GET, path, None).await?).await })
    }

    /// Sends a document and returns the answer.
    ///
    /// # Errors
    /// As [`Failure`] has it.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, Failure> {
        self.runtime
            .block_on(async { read(self.send(Method::POST, path, Some(body)).await?).await })
    }

    /// Listens to events until `each` returns false or the daemon ends. `ready` is called when
    /// nothing can be missed any more, with this client for further requests.
    ///
    /// # Errors
    /// As [`Failure`] has it, and what `ready` fails with.
    pub fn listen<T>(
        &self,
        ready: impl FnOnce(&Client) -> Result<T, Failure>,
        mut each: impl FnMut(&T, &Value) -> bool,
    ) -> Result<T, Failure> {
        let response = self.runtime.block_on(self.send(Method::GET, "/events", None))?;
        let context = ready(self)?;
        if !each(&context, &Value::Null) {
            return Ok(context);
        }
        self.runtime.block_on(async {
            let mut body = response.into_body();
            let mut text = Vec::new();
            while let Some(frame) = body.frame().await {
                let Ok(data) = frame?.into_data() else { continue };
                text.extend_from_slice(&data);
                while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
                    let line: Vec<u8> = text.drain(..=end).collect();
                    let Some(event) = line.strip_prefix(b"data:") else { continue };
                    let Ok(event) = serde_json::from_slice(event) else { continue };
                    if !each(&context, &event) {
                        return Ok(context);
                    }
                }
            }
            Ok(context)
        })
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Response<Incoming>, Failure> {
        let stream = UnixStream::connect(&self.socket).await?;
        let (mut sender, connection): (SendRequest<Full<Bytes>>, _) =
            handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "daemon")
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| Failure::Unreadable(error.to_string()))?;
        Ok(sender.send_request(request).await?)
    }
}

async fn read(response: Response<Incoming>) -> Result<Value, Failure> {
    let status = response.status();
    let body = response.into_body().collect().await?.to_bytes();
    let value = serde_json::from_slice(&body).map_err(|_| Failure::Unreadable(status.to_string()));
    match status.is_success() {
        true => value,
        false => Err(Failure::Refused(Box::new(value?))),
    }
}

/// Starts a daemon that outlives its starter.
fn start(root: &Path, trellis: &Path) -> io::Result<()> {
    let log = log_file(root);
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder)?;
    }
    let log = OpenOptions::new().create(true).append(true).open(log)?;
    Command::new(trellis)
        .args(["daemon", "run", "--root"])
        .arg(root)
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .process_group(0)
        .spawn()?;
    Ok(())
}

fn log_file(root: &Path) -> PathBuf {
    root.join(".trellis/daemon.log")
}
