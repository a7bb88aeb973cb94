//! Running somebody else's program within limits: oracles and cram sessions.
//!
//! Comes in: a prepared command. Goes out: how it ended and what it printed. Whatever the child
//! started is killed with it: the process group first, then every process that carries the run's
//! mark in its environment, so a daemonised grandchild does not outlive a step.

use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// From start to the end of all output.
    pub wall: Duration,
    /// Bytes of standard output and standard error together.
    pub output: usize,
}

/// How a run ended.
#[derive(Debug)]
pub enum End {
    /// The program left by itself.
    Exited(ExitStatus),
    /// It was killed when its time was up.
    TimedOut,
    /// It was killed because it printed more than it may.
    TooMuchOutput,
}

/// A finished run.
#[derive(Debug)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// What it printed; together with `stderr` at most [`Bounds::output`] bytes.
    pub stdout: Vec<u8>,
    /// What it complained about.
    pub stderr: Vec<u8>,
}

/// Environment variable that marks every process of one run.
const MARK: &str = "TRELLIS_RUN";

/// How long output may still arrive after the program itself has ended.
const GRACE: Duration = Duration::from_millis(200);

/// Runs a command to its end or to its bounds.
///
/// The command gets its own process group and a mark in its environment; its streams are set
/// here. `stdin` is written from a thread, so a program that never reads cannot block the caller.
///
/// # Errors
/// Fails when the program cannot be started.
pub fn run(command: &mut Command, stdin: &[u8], bounds: Bounds) -> io::Result<Finished> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let value = format!("{}-{count}", std::process::id());
    let start = Instant::now();
    let mut child = command
        .env(MARK, &value)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;

    let mut to_child = child.stdin.take().expect("stdin is piped");
    let input = stdin.to_vec();
    thread::spawn(move || {
        // A program may end without reading its input; that is its right, not our failure.
        let _ = to_child.write_all(&input);
    });
    let output = collect(&mut child);
    let finished = supervise(&mut child, &output, start, bounds);
    kill_everything(&child, &format!("{MARK}={value}"));
    // The group is dead, so this returns at once; it also leaves no zombie behind.
    let _ = child.wait();
    finished
}

/// A piece of output, or the end of one stream.
enum Piece {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    Closed,
}

fn collect(child: &mut Child) -> Receiver<Piece> {
    let (sender, receiver) = channel();
    let errors = sender.clone();
    let stdout = child.stdout.take().expect("stdout is piped");
    let stderr = child.stderr.take().expect("stderr is piped");
    thread::spawn(move || pump(stdout, |piece| sender.send(piece), Piece::Stdout));
    thread::spawn(move || pump(stderr, |piece| errors.send(piece), Piece::Stderr));
    receiver
}

fn pump<E>(
    mut stream: impl Read,
    send: impl Fn(Piece) -> Result<(), E>,
    piece: impl Fn(Vec<u8>) -> Piece,
) {
    let mut buffer = [0; 16 * 1024];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(n_bytes) if send(piece(buffer[..n_bytes].to_vec())).is_err() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = send(Piece::Closed);
}

fn supervise(
    child: &mut Child,
    output: &Receiver<Piece>,
    start: Instant,
    bounds: Bounds,
) -> io::Result<Finished> {
    let mut finished = Finished { end: End::TimedOut, stdout: Vec::new(), stderr: Vec::new() };
    let mut n_open = 2;
    let mut exited = None;
    let mut deadline = start + bounds.wall;
    loop {
        if exited.is_none()
            && let Some(status) = child.try_wait()?
        {
            exited = Some(status);
            deadline = deadline.min(Instant::now() + GRACE);
        }
        if n_open == 0
            && let Some(status) = exited
        {
            finished.end = End::Exited(status);
            return Ok(finished);
        }
        let now = Instant::now();
        if now >= deadline {
            finished.end = exited.map_or(End::TimedOut, End::Exited);
            return Ok(finished);
        }
        // Once all output is closed nothing wakes us when the child ends, so look often.
        let pause = if n_open == 0 || exited.is_some() { 2 } else { 20 };
        let pause = Duration::from_millis(pause).min(deadline - now);
        match output.recv_timeout(pause) {
            Ok(Piece::Closed) => n_open -= 1,
            Ok(Piece::Stdout(bytes)) => finished.stdout.extend(bytes),
            Ok(Piece::Stderr(bytes)) => finished.stderr.extend(bytes),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => thread::sleep(pause),
        }
        if finished.stdout.len() + finished.stderr.len() > bounds.output {
            finished.stdout.truncate(bounds.output);
            finished.stderr.truncate(bounds.output - finished.stdout.len());
            finished.end = End::TooMuchOutput;
            return Ok(finished);
        }
    }
}

fn kill_everything(child: &Child, mark: &str) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // A process that left the group still carries the mark. Look again until a pass finds none:
    // a fork may slip between the reading and the killing.
    for _ in 0..8 {
        if kill_marked(mark) == 0 {
            return;
        }
    }
}

fn kill_marked(mark: &str) -> usize {
    let Ok(processes) = fs::read_dir("/proc") else { return 0 };
    let mut n_killed = 0;
    for process in processes.flatten() {
        let pid = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = pid.and_then(Pid::from_raw) else { continue };
        // A zombie has no environment left, so it is not found again.
        let Ok(environment) = fs::read(process.path().join("environ")) else { continue };
        let is_ours = environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes());
        if is_ours && kill_process(pid, Signal::KILL).is_ok() {
            n_killed += 1;
        }
    }
    n_killed
}
