//! One agent process: its lines as they come, its end, and nobody left behind.
//!
//! The process gets its own group and a mark in its environment. When it is over, for whatever
//! reason, the group is killed and then every process that carries the mark, so that a child that
//! went into a group of its own does not outlive the job.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::lowering::lines::{Line, Lines};
use crate::lowering::providers::watch::{Cut, Watch};

/// The environment variable that marks every process of a job; its value is the job's id.
pub const MARK: &str = "TRELLIS_JOB";

/// How long an agent may take to leave after it said that it was done.
const LEAVE: Duration = Duration::from_secs(3);

/// How often the watch is asked while the agent is silent.
const BEAT: Duration = Duration::from_millis(20);

/// What the caller wants after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// More lines.
    Go,
    /// The agent said that it was done; it has a moment to leave by itself.
    Done,
    /// The agent must not go on.
    Kill,
}

/// How a process ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit status, unless it had to be killed.
    pub status: Option<ExitStatus>,
    /// Why it was cut short, if the watch said so.
    pub cut: Option<Cut>,
    /// The last lines that it complained with.
    pub complaint: String,
}

/// Runs a command until it ends, its caller has enough, or the watch cuts it short.
///
/// `mark` is the job's id. Every line of output goes to the file `keep` and then to `each`, which
/// may write to the process. Output that is no UTF-8 is passed on with replacement characters.
///
/// # Errors
/// Fails when the process cannot be started.
pub fn run(
    command: &mut Command,
    mark: &str,
    keep: &Path,
    watch: &Watch,
    first: &str,
    each: &mut dyn FnMut(&str, &mut dyn Write) -> Flow,
) -> std::io::Result<Ended> {
    let mut child = command
        .env(MARK, mark)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = Input::new(child.stdin.take());
    input.write_all(first.as_bytes())?;
    if first.is_empty() {
        input.close();
    }
    let lines = read_lines(&mut child);
    let complaint = read_complaint(&mut child);
    let mut kept = File::create(keep).ok();
    let (status, cut) = supervise(&mut child, &lines, &mut input, &mut kept, watch, each);
    drop(input);
    kill_all(&child, mark);
    let waited = child.wait().ok();
    let complaint = complaint.recv_timeout(Duration::from_millis(200)).unwrap_or_default();
    Ok(Ended { status: status.or(waited).filter(|_| cut.is_none()), cut, complaint })
}

fn supervise(
    child: &mut Child,
    lines: &Receiver<String>,
    input: &mut Input,
    kept: &mut Option<File>,
    watch: &Watch,
    each: &mut dyn FnMut(&str, &mut dyn Write) -> Flow,
) -> (Option<ExitStatus>, Option<Cut>) {
    let mut leave_by: Option<Instant> = None;
    let mut is_open = true;
    loop {
        if leave_by.is_none()
            && let Some(cut) = watch.cut()
        {
            return (None, Some(cut));
        }
        match lines.recv_timeout(BEAT) {
            Ok(line) => {
                if let Some(file) = kept {
                    let _ = writeln!(file, "{line}");
                }
                match each(&line, input) {
                    Flow::Go => {}
                    Flow::Kill => return (None, None),
                    Flow::Done => {
                        // Some CLIs wait for the end of their input before they leave.
                        input.close();
                        leave_by = leave_by.or(Some(Instant::now() + LEAVE));
                    }
                }
                continue;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if is_open => {
                // All output is closed: what is left of the process has nothing more to say.
                is_open = false;
                leave_by = leave_by.or(Some(Instant::now() + LEAVE));
            }
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(BEAT),
        }
        if let Ok(Some(status)) = child.try_wait() {
            // An orphan may hold the pipe open; what the agent itself wrote is there by now.
            while let Ok(line) = lines.recv_timeout(BEAT) {
                if let Some(file) = kept {
                    let _ = writeln!(file, "{line}");
                }
                each(&line, input);
            }
            return (Some(status), None);
        }
        if leave_by.is_some_and(|by| Instant::now() > by) {
            return (None, None);
        }
    }
}

/// The process's input, written from a thread so that a process that never reads blocks nobody.
struct Input(Option<std::sync::mpsc::Sender<Vec<u8>>>);

impl Input {
    fn new(stdin: Option<ChildStdin>) -> Input {
        let (sender, receiver) = channel::<Vec<u8>>();
        std::thread::spawn(move || {
            let Some(mut stdin) = stdin else { return };
            for bytes in receiver {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        Input(Some(sender))
    }

    fn close(&mut self) {
        self.0 = None;
    }
}

impl Write for Input {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if let Some(sender) = &self.0 {
            // A process that stopped reading is found out by its silence.
            let _ = sender.send(bytes.to_vec());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn read_lines(child: &mut Child) -> Receiver<String> {
    // Bounded, so that a flood of output waits in the pipe and not in our memory.
    let (sender, receiver) = sync_channel(256);
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut lines = Lines::new(BufReader::new(stdout));
            while let Ok(Some(Line::Whole(line) | Line::Cut(line))) = lines.next_line() {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

fn read_complaint(child: &mut Child) -> Receiver<String> {
    const KEEP: usize = 4096;
    let (sender, receiver) = channel();
    if let Some(mut stderr) = child.stderr.take() {
        std::thread::spawn(move || {
            let mut tail = Vec::new();
            let mut buffer = [0; 4096];
            while let Ok(n_bytes @ 1..) = stderr.read(&mut buffer) {
                tail.extend_from_slice(&buffer[..n_bytes]);
                let excess = tail.len().saturating_sub(KEEP);
                tail.drain(..excess);
            }
            let _ = sender.send(String::from_utf8_lossy(&tail).trim().to_owned());
        });
    }
    receiver
}

fn kill_all(child: &Child, mark: &str) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    kill_marked(mark);
}

/// Kills every process of a job, by the mark in its environment; returns how many there were.
///
/// Also used after a crash, for a job whose daemon was killed.
pub fn kill_marked(mark: &str) -> usize {
    let mut n_killed = 0;
    // A fork may slip between the reading and the killing, so look until a pass finds none.
    for _ in 0..8 {
        let n_now = kill_marked_once(&format!("{MARK}={mark}"));
        n_killed += n_now;
        if n_now == 0 {
            break;
        }
    }
    n_killed
}

fn kill_marked_once(entry: &str) -> usize {
    let Ok(processes) = std::fs::read_dir("/proc") else { return 0 };
    let own = rustix::process::getpid();
    let mut n_killed = 0;
    for process in processes.flatten() {
        let pid = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = pid.and_then(Pid::from_raw).filter(|pid| *pid != own) else { continue };
        // A zombie has no environment left, so it is not found again.
        let Ok(environment) = std::fs::read(process.path().join("environ")) else { continue };
        let is_marked = environment.split(|byte| *byte == 0).any(|one| one == entry.as_bytes());
        if is_marked && kill_process(pid, Signal::KILL).is_ok() {
            n_killed += 1;
        }
    }
    n_killed
}
