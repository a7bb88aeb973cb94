//! The daemon's process: lock, socket, service, end.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use tokio::net::UnixListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;

use super::{Hello, api, build_of, paths};
use crate::lowering::jobs::{Jobs, Setup};
use crate::lowering::library::Library;

/// How long the jobs may take to settle when the daemon ends.
const SETTLE: Duration = Duration::from_secs(10);

/// What a daemon needs to serve.
pub struct Options {
    /// The root.
    pub library: Arc<dyn Library>,
    /// This program.
    pub trellis: PathBuf,
    /// The user's `providers.toml`.
    pub config: PathBuf,
}

/// How serving went.
#[derive(Debug, PartialEq, Eq)]
pub enum Served {
    /// It served, and was asked to end.
    Ended,
    /// Another daemon serves this root.
    AlreadyRunning,
}

/// Serves a root until it is asked to end, by a request or by a signal.
///
/// # Errors
/// Fails when the socket's folder is not ours, or the socket or the jobs cannot be opened.
pub fn run(options: Options) -> io::Result<Served> {
    paths::ensure_runtime_dir()?;
    let root = options.library.root().to_owned();
    let Some(lock) = take_lock(&paths::daemon_lock(&root))? else {
        return Ok(Served::AlreadyRunning);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(64)
        .thread_name("daemon")
        .enable_all()
        .build()?;
    let socket = paths::daemon_socket(&root);
    // We hold the lock, so a socket that is there belongs to a daemon that was killed.
    let _ = fs::remove_file(&socket);
    let served = runtime.block_on(serve(options, &root, &socket, runtime.handle().clone()));
    let _ = fs::remove_file(&socket);
    drop(lock);
    // What still runs is an abandoned call; it must not keep the process.
    runtime.shutdown_timeout(Duration::from_millis(200));
    served.map(|()| Served::Ended)
}

async fn serve(
    options: Options,
    root: &Path,
    socket: &Path,
    runtime: tokio::runtime::Handle,
) -> io::Result<()> {
    let hello = Arc::new(Hello {
        trellis: env!("CARGO_PKG_VERSION").to_owned(),
        daemon_contract: 1,
        build: build_of(&options.trellis),
        root: root.to_string_lossy().into_owned(),
        pid: std::process::id(),
    });
    let jobs = Jobs::open(Setup {
        library: options.library,
        trellis: options.trellis,
        config: options.config,
        sockets: paths::runtime_dir(),
        runtime,
    })?;
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, fs::Permissions::from_mode(0o600))?;
    let shutdown = Arc::new(Notify::new());
    let router = api::router(api::Api { jobs: jobs.clone(), hello, shutdown: shutdown.clone() });
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    // A terminal that closes ends its client, not the daemon.
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move { while hangup.recv().await.is_some() {} });
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    tokio::select! {
        () = shutdown.notified() => {}
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        () = root_is_gone(root) => {}
    }
    // New requests find nobody, while those who listen hear how the jobs end.
    let _ = fs::remove_file(socket);
    let closing = jobs.clone();
    let _ = tokio::task::spawn_blocking(move || closing.close(SETTLE)).await;
    // The answer to the request that ended us is still on its way.
    tokio::time::sleep(Duration::from_millis(50)).await;
    serving.abort();
    Ok(())
}

/// Returns once the root has been removed: nobody could ask for this daemon again.
async fn root_is_gone(root: &Path) {
    loop {
        tokio::time::sleep(Duration::from_secs(5)).await;
        if !root.join("soil.toml").exists() {
            return;
        }
    }
}

/// Takes the lock of a root, if nobody has it. The lock goes with the process, however it ends.
fn take_lock(path: &Path) -> io::Result<Option<File>> {
    let file =
        OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Says whether a daemon holds the lock of a root.
pub fn is_locked(root: &Path) -> bool {
    matches!(take_lock(&paths::daemon_lock(root)), Ok(None))
}
