//! The watch over one agent: what it spent, what it may spend, and when it must stop.
//!
//! The provider reports; the watch compares with the caps and with the desk. An agent that reports
//! nothing is still bound by the wall clock and by the number of tool calls, which we count.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::lowering::desk::Desk;
use crate::lowering::library::Stop;

/// What an agent may spend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Caps {
    /// Model turns.
    pub max_turns: u64,
    /// From start to end, in seconds.
    pub wall_clock_s: u64,
    /// In US dollars.
    pub max_cost_usd: f64,
}

impl Caps {
    /// How many tool calls are allowed: four a turn.
    pub fn max_calls(&self) -> u64 {
        self.max_turns.saturating_mul(4)
    }
}

/// What an agent has spent so far, as far as it says.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spend {
    /// Model turns.
    pub turns: u64,
    /// Tokens read by the model, cached ones included.
    pub tokens_in: u64,
    /// Tokens written by the model.
    pub tokens_out: u64,
    /// US dollars.
    pub cost_usd: f64,
    /// The model's name, as the provider gives it.
    pub model: Option<String>,
    /// The provider's own session id.
    pub session: Option<String>,
}

/// A cap that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// More turns than allowed.
    Turns(u64),
    /// More tool calls than allowed.
    Calls(u64),
    /// More time than allowed, in seconds.
    WallClock(u64),
    /// More money than allowed, in thousandths of a dollar.
    Cost(u64),
}

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cap::Turns(max) => write!(f, "the agent took more than {max} turns"),
            Cap::Calls(max) => write!(f, "the agent made more than {max} tool calls"),
            Cap::WallClock(max) => write!(f, "the agent took more than {max} seconds"),
            Cap::Cost(max) => {
                write!(f, "the agent spent more than {}.{:03} dollars", max / 1000, max % 1000)
            }
        }
    }
}

/// Why an agent is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A human cancelled the job, or the daemon stops.
    Cancelled,
    /// The desk takes no more calls: a question was asked, or an input moved.
    Closed,
    /// A cap was reached.
    Cap(Cap),
}

/// Watches one agent.
pub struct Watch {
    desk: Arc<Desk>,
    caps: Caps,
    started: Instant,
    stop: Stop,
    spend: Mutex<Spend>,
    heard: Box<dyn Fn(&Spend) + Send + Sync>,
}

impl Watch {
    /// Starts the clock. `stop` is the job's cancellation; `heard` is told of every new spend.
    pub fn new(
        desk: Arc<Desk>,
        caps: Caps,
        stop: Stop,
        heard: impl Fn(&Spend) + Send + Sync + 'static,
    ) -> Watch {
        let heard = Box::new(heard);
        Watch { desk, caps, started: Instant::now(), stop, spend: Mutex::default(), heard }
    }

    /// Changes what is known of the spend.
    pub fn report(&self, change: impl FnOnce(&mut Spend)) {
        let mut spend = self.spend.lock().unwrap_or_else(PoisonError::into_inner);
        let before = spend.clone();
        change(&mut spend);
        if *spend != before {
            (self.heard)(&spend);
        }
    }

    /// Returns what is known of the spend.
    pub fn spend(&self) -> Spend {
        self.spend.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns how many tool calls reached the desk.
    pub fn n_calls(&self) -> u64 {
        self.desk.n_calls()
    }

    /// Says whether the agent has listed its tools at our shim.
    pub fn has_listed(&self) -> bool {
        self.desk.has_listed()
    }

    /// Says whether the agent must stop now.
    pub fn cut(&self) -> Option<Cut> {
        if self.stop.is_set() {
            return Some(Cut::Cancelled);
        }
        if self.desk.closed().is_some() {
            return Some(Cut::Closed);
        }
        let spend = self.spend();
        let wall = Duration::from_secs(self.caps.wall_clock_s);
        let cap = if spend.turns > self.caps.max_turns {
            Cap::Turns(self.caps.max_turns)
        } else if self.n_calls() > self.caps.max_calls() {
            Cap::Calls(self.caps.max_calls())
        } else if self.started.elapsed() > wall {
            Cap::WallClock(self.caps.wall_clock_s)
        } else if spend.cost_usd > self.caps.max_cost_usd {
            Cap::Cost((self.caps.max_cost_usd * 1000.0) as u64)
        } else {
            return None;
        };
        Some(Cut::Cap(cap))
    }
}
