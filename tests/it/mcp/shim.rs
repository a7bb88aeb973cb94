//! One `trellis _mcp` process and its pipes.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A running shim.
pub struct Shim {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Shim {
    /// Starts a shim for the job behind `socket`.
    pub fn start(socket: &Path) -> Shim {
        let mut child = Command::new(env!("CARGO_BIN_EXE_trellis"))
            .args(["_mcp", "--job", "test", "--socket"])
            .arg(socket)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the shim starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Shim { input: child.stdin.take(), child, lines }
    }

    /// Writes bytes to the shim; a shim that is gone is found out by the reads.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Returns the next line of output, if one comes in time.
    pub fn read(&mut self, limit: Duration) -> Option<String> {
        self.lines.recv_timeout(limit).ok()
    }

    /// Closes the input and waits for the end: the exit code, and the lines not read before.
    pub fn finish(&mut self) -> (String, Vec<String>) {
        drop(self.input.take());
        let until = Instant::now() + Duration::from_secs(5);
        let status = loop {
            match self.child.try_wait().expect("a child can be waited for") {
                Some(status) => {
                    break status.code().map_or("by a signal".into(), |c| c.to_string());
                }
                None if Instant::now() > until => break "never".to_owned(),
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        (status, self.lines.iter().collect())
    }
}

impl Drop for Shim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
