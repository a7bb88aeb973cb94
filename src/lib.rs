//! Trellis: people own specifications, agents write the code, the daemon decides what is green.
//!
//! The modules stand in reading order; imports point upwards in this list only.

pub mod contract;
pub mod root;
pub mod soil;
pub mod spec;
pub mod verify;

pub mod lowering;

pub mod daemon;
pub mod mcp;

pub mod cli;
