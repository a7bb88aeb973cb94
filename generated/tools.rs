//! The tools of the lowering agent.
//!
//! Generated from `schemas/*.types`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::fmt;

use super::refusal::{Refusal, ToolCode};
use super::{Code, documents};

/// A tool that an agent may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
}

impl Tool {
    /// Every value, in the order declared.
    #[rustfmt::skip]
    pub const ALL: &[Tool] = &[
    ];

    /// Returns the text that documents use.
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
        }
    }

    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Tool> {
        Tool::ALL.iter().copied().find(|value| value.as_str() == text)
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Tool {
    /// Returns what the agent is told about the tool.
    #[rustfmt::skip]
    pub const fn description(self) -> &'static str {
        match self {
        }
    }

    /// Returns the JSON Schema of the tool's input.
    #[rustfmt::skip]
    pub const fn input_schema(self) -> &'static str {
        match self {
        }
    }

    /// Returns the JSON Schema of the tool's output.
    #[rustfmt::skip]
    pub const fn output_schema(self) -> &'static str {
        match self {
        }
    }

    /// Returns whether the tool changes nothing.
    #[rustfmt::skip]
    pub const fn read_only(self) -> bool {
        match self {
        }
    }

    /// Returns whether a second equal call changes nothing more.
    #[rustfmt::skip]
    pub const fn idempotent(self) -> bool {
        match self {
        }
    }

    /// Returns whether the tool may undo somebody's work.
    #[rustfmt::skip]
    pub const fn destructive(self) -> bool {
        match self {
        }
    }

    /// Returns whether the tool reaches beyond the job.
    #[rustfmt::skip]
    pub const fn open_world(self) -> bool {
        match self {
        }
    }

    /// Returns the codes that the tool can answer with, sorted.
    #[rustfmt::skip]
    pub const fn raises(self) -> &'static [Code] {
        match self {
        }
    }
}
