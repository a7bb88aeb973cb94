//! Proves that an agent sees our seven tools, without paying for a single answer.
//!
//! The agent is started as for a job, with an empty bundle. As soon as it has asked our shim for the
//! tool list it is killed: what it got is the list of exactly seven, and its model was not asked
//! anything that matters. An agent that names its tools itself (Claude Code) is held to its word.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::config::Settings;
use super::watch::{Caps, Watch};
use super::{Assignment, End};
use crate::contract::documents::{Signatures, TestReport};
use crate::contract::{Code, Diagnostic};
use crate::lowering::desk::Desk;
use crate::lowering::jail::{Cell, Level};
use crate::lowering::jobs::log::Log;
use crate::lowering::jobs::socket::JobSocket;
use crate::lowering::library::{
    Bundle, DecisionRef, DefPath, Draft, Faults, Preflight, Provenance, Settled, SpecHashes, Stop,
    Subject,
};

/// How long an agent may take to ask for its tools.
const PATIENCE: u64 = 20;

/// Starts the agent of `settings` at `level` and waits until it asks for its tools; returns why it
/// did not, if it did not.
///
/// # Errors
/// Fails when the scratch folder or the socket cannot be made.
pub fn sees_seven_tools(
    settings: &Settings,
    level: &Level,
    trellis: &Path,
    runtime: &tokio::runtime::Handle,
) -> io::Result<Result<(), String>> {
    let folder = tempfile::Builder::new().prefix("trellis-probe-").tempdir()?;
    for name in ["home", "scratch"] {
        fs::create_dir(folder.path().join(name))?;
    }
    let subject: Arc<dyn Subject> = Arc::new(Nothing::new());
    let desk = Arc::new(Desk::set_up(folder.path(), folder.path(), subject)?);
    let socket = folder.path().join("job.sock");
    let log = Log::new(folder.path().join("probe.log"), "probe");
    let served = JobSocket::serve(runtime, &socket, desk.clone(), log, Box::new(|_, _, _| {}))?;
    let job = format!("probe-{}", std::process::id());
    let assignment = Assignment {
        job,
        def: DefPath("probe".to_owned()),
        root: folder.path().to_owned(),
        folder: folder.path().to_owned(),
        cell: Cell {
            level: level.clone(),
            trellis: trellis.to_owned(),
            socket,
            scratch: folder.path().join("scratch"),
            home: folder.path().join("home"),
            project: folder.path().to_owned(),
            skill: None,
            read_only: Vec::new(),
            env: Vec::new(),
        },
        settings: settings.clone(),
    };
    let stop = Stop::new();
    let caps =
        Caps { max_turns: 1, wall_clock_s: PATIENCE, max_cost_usd: settings.caps.max_cost_usd };
    let watch = Watch::new(desk.clone(), caps, stop.clone(), |_| {});
    let report = std::thread::scope(|scope| {
        let running = scope.spawn(|| super::run(&assignment, &watch));
        // An agent that lists its tools in its first event does so just after it asked for them.
        let mut listed_at: Option<Instant> = None;
        while !running.is_finished() {
            if desk.has_listed() {
                let since = *listed_at.get_or_insert_with(Instant::now);
                if since.elapsed() > Duration::from_millis(500) {
                    stop.set();
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        running.join()
    });
    drop(served);
    Ok(match report {
        // Its own word on its tools counts against it even when it has asked for ours.
        Ok(report) => match report.end {
            End::Failed(why) if why.contains("tools") || !desk.has_listed() => Err(why),
            _ if desk.has_listed() => Ok(()),
            _ => Err("the agent never asked for its tools".to_owned()),
        },
        Err(_) => Err("the provider failed in an unforeseen way".to_owned()),
    })
}

/// A subject that has nothing to lower.
struct Nothing {
    def: DefPath,
    hashes: SpecHashes,
    bundle: Bundle,
}

impl Nothing {
    fn new() -> Nothing {
        let none = String::new;
        Nothing {
            def: DefPath("probe".to_owned()),
            hashes: SpecHashes { formal: none(), test: none(), prose: none() },
            bundle: Bundle { files: Vec::new(), manifest: "{}".to_owned(), hash: none() },
        }
    }
}

fn nothing<T>() -> Result<T, Faults> {
    Err(vec![Diagnostic::new(Code::JobEnded, "this is a probe; there is nothing to lower")])
}

impl Subject for Nothing {
    fn def(&self) -> &DefPath {
        &self.def
    }

    fn spec_hashes(&self) -> &SpecHashes {
        &self.hashes
    }

    fn preflight(&self, _: &Stop) -> Preflight {
        Preflight::default()
    }

    fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    fn moved(&self, _: Option<&Draft>) -> Option<String> {
        None
    }

    fn write_soil(&self, _: &str, _: &[DecisionRef]) -> Result<Draft, Faults> {
        nothing()
    }

    fn check_types(&self, _: &Draft, _: &Stop) -> Result<Signatures, Faults> {
        nothing()
    }

    fn run_tests(&self, _: &Draft, _: &Stop) -> Result<TestReport, Faults> {
        nothing()
    }

    fn read_spec(&self, _: &str) -> Result<(String, String), Faults> {
        nothing()
    }

    fn settle(&self, _: &Draft, _: &Provenance, _: &Stop) -> Settled {
        Settled::Failed { faults: Vec::new(), rows: Vec::new() }
    }
}
