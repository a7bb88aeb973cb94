//! The stdio shims: what an agent CLI starts as its MCP server.
//!
//! Comes in: newline-delimited JSON-RPC on stdin. Goes out: protocol, and nothing else, on stdout.
//! The shim decides nothing: [`tools`] says which tools exist, a [`Door`] carries each call to the
//! job's own socket, and the daemon behind it answers.
//!
//! The SDK (`rmcp`) serves what it serves well: revisions, negotiation, `server/discover`,
//! per-request `_meta`, result shapes per revision. In front of it stands our own framing
//! ([`frame`], [`session`]), because the SDK drops what it cannot read, knows no batch,
//! no line limit and no exit in mid-request:
//!
//! | On the wire | What the peer gets |
//! |---|---|
//! | a line that is not JSON | −32700, with the id when one can be read, else `null` |
//! | a frame of the wrong shape | −32600, with the id when one can be read, else `null` |
//! | a line over [`crate::lowering::lines::MAX_LINE`] | −32600, the rest of the line is skipped |
//! | a batch under 2025-03-26 | one array; under any other revision −32600 for each id in it |
//! | `params: null` | as if absent |
//! | a known method with wrong parameters | −32602 |
//! | an unknown method | −32601 |
//! | an id | comes back byte for byte, string or integer; any other id is −32600 |
//! | a cancelled request | no further message |
//! | end of input | exit 0; calls in flight have [`session::GRACE`] to finish |
//!
//! Spec: `trellis-daemon#2`.

pub mod door;
pub mod frame;
pub mod handler;
pub mod job_door;
pub mod session;
pub mod tools;

pub use door::{Answer, Door};

use std::process::ExitCode;
use std::sync::Arc;

/// Serves the seven tools on stdin and stdout until the input ends.
///
/// `door` is not touched before the first tool call, so listing tools needs no daemon.
///
/// # Errors
/// Fails only when the event loop cannot be built; protocol trouble is answered on the wire.
pub fn serve(door: Arc<dyn Door>) -> std::io::Result<ExitCode> {
    // One thread is enough for forwarding, and building a thread pool would cost a third of the
    // whole start-up time.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(session::run(handler::Handler::new(door)));
    Ok(ExitCode::SUCCESS)
}

/// Runs `trellis _mcp --job ID [--socket PATH]`.
///
/// `--socket` defaults to the job's place in the runtime folder.
pub fn command(args: &[String]) -> ExitCode {
    let mut job = None;
    let mut socket = None;
    let mut rest = args.iter();
    while let Some(flag) = rest.next() {
        match (flag.as_str(), rest.next()) {
            ("--job", Some(id)) => job = Some(id.clone()),
            ("--socket", Some(path)) => socket = Some(std::path::PathBuf::from(path)),
            _ => return usage(),
        }
    }
    let socket = match (socket, job) {
        (Some(socket), Some(_)) => socket,
        (None, Some(job)) if crate::daemon::paths::is_job_id(&job) => {
            crate::daemon::paths::job_socket(&job)
        }
        _ => return usage(),
    };
    match serve(Arc::new(job_door::JobDoor::new(&socket))) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("trellis _mcp: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: trellis _mcp --job ID [--socket PATH]");
    ExitCode::from(2)
}
