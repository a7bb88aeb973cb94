//! One line on stderr for runs that take longer than a second.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::verify::run;

/// When the line first appears, and how often it changes.
const PATIENCE: Duration = Duration::from_secs(1);
const PACE: Duration = Duration::from_millis(100);

/// Shows how far a run is; silent where nobody watches.
pub struct Progress {
    is_shown: bool,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    last: Instant,
    n_cases: u64,
    was_shown: bool,
}

impl Progress {
    /// Starts the clock.
    pub fn new(is_json: bool) -> Self {
        let now = Instant::now();
        let is_shown = !is_json && std::io::stderr().is_terminal();
        let state = Mutex::new(State { last: now, n_cases: 0, was_shown: false });
        Progress { is_shown, start: now, state }
    }

    /// Takes note of an ended unit.
    pub fn show(&self, now: &run::Progress<'_>) {
        if !self.is_shown {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.n_cases += now.n_cases;
        let elapsed = self.start.elapsed();
        if elapsed < PATIENCE || state.last.elapsed() < PACE {
            return;
        }
        state.last = Instant::now();
        state.was_shown = true;
        let rate = state.n_cases as f64 / elapsed.as_secs_f64();
        let run::Progress { path, n_done, n_units, .. } = now;
        let mut stderr = std::io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{n_done}/{n_units} tests, {rate:.0} cases/s, {path}");
        let _ = stderr.flush();
    }

    /// Takes the line away again.
    pub fn clear(&self) {
        let state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if state.was_shown {
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "\r\x1b[K");
            let _ = stderr.flush();
        }
    }
}
