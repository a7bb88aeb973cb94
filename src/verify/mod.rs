//! Verification: every kind of test that a specification can carry.

pub mod cram;
pub mod process;
