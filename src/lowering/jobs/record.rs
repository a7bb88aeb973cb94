//! What is known of one job, as everyone sees it.

use serde::{Deserialize, Serialize};

use crate::lowering::jail::Level;
use crate::lowering::library::DefPath;

/// Where a job is. The last six are outcomes and final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// The specification is probed and the bundle packed.
    Preflight,
    /// An agent works.
    Running,
    /// The final gate runs.
    Settling,
    /// Everything holds; Soil and lock are written.
    Green,
    /// It checks and has holes.
    Partial,
    /// Anything else.
    Failed,
    /// An input moved under it.
    Invalidated,
    /// A question waits for a human.
    Asked,
    /// A human took it back.
    Cancelled,
}

impl State {
    /// Says whether the state is an outcome.
    pub fn is_final(self) -> bool {
        !matches!(self, State::Queued | State::Preflight | State::Running | State::Settling)
    }

    /// Returns the state's name in documents.
    pub fn name(self) -> &'static str {
        match self {
            State::Queued => "queued",
            State::Preflight => "preflight",
            State::Running => "running",
            State::Settling => "settling",
            State::Green => "green",
            State::Partial => "partial",
            State::Failed => "failed",
            State::Invalidated => "invalidated",
            State::Asked => "asked",
            State::Cancelled => "cancelled",
        }
    }
}

/// One job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Its id: lower-case letters, digits and `-`.
    pub id: String,
    /// The definition.
    pub def: DefPath,
    /// Where it is.
    pub state: State,
    /// The provider's name; `attached` when a person's own session does the work.
    pub provider: String,
    /// The model, as far as known.
    pub model: Option<String>,
    /// The jail's level, once there is one.
    pub jail: Option<Level>,
    /// RFC 3339; for display only, as the two below.
    pub queued_at: String,
    /// When it left the queue.
    pub started_at: Option<String>,
    /// When it settled.
    pub ended_at: Option<String>,
    /// Model turns.
    pub turns: u64,
    /// Tool calls.
    pub calls: u64,
    /// Tokens read.
    pub tokens_in: u64,
    /// Tokens written.
    pub tokens_out: u64,
    /// US dollars.
    pub cost_usd: f64,
    /// The names of holes, of a partial one.
    pub holes: Vec<String>,
    /// Whether Soil and lock were written.
    pub is_written: bool,
    /// Diagnostics, enriched, in order.
    pub faults: Vec<serde_json::Value>,
    /// Test rows that failed at the final gate: name and details.
    pub rows: Vec<serde_json::Value>,
    /// What moved, of an invalidated one.
    pub moved: Option<String>,
    /// How often this definition was queued again because an input moved.
    pub requeues: u32,
    /// The job that was queued instead of this invalidated one.
    pub next: Option<String>,
}

/// The provider's name of a job that has none.
pub const ATTACHED: &str = "attached";

/// Returns the current time as RFC 3339 with seconds.
pub fn now() -> String {
    jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string()
}

impl Record {
    /// Starts the record of a job that was just queued.
    pub fn queued(def: DefPath, provider: &str, requeues: u32) -> Record {
        Record {
            id: new_id(),
            def,
            state: State::Queued,
            provider: provider.to_owned(),
            model: None,
            jail: None,
            queued_at: now(),
            started_at: None,
            ended_at: None,
            turns: 0,
            calls: 0,
            tokens_in: 0,
            tokens_out: 0,
            cost_usd: 0.0,
            holes: Vec::new(),
            is_written: false,
            faults: Vec::new(),
            rows: Vec::new(),
            moved: None,
            requeues,
            next: None,
        }
    }
}

/// Returns an id that no other job of this user has: sortable by time, and not to be guessed, since
/// it names the job's socket.
fn new_id() -> String {
    use std::hash::{BuildHasher, RandomState};
    let millis = jiff::Timestamp::now().as_millisecond();
    format!("{millis:011x}-{:08x}", RandomState::new().hash_one(millis) as u32)
}
