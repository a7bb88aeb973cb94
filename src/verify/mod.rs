//! Verification: every kind of test that a specification can carry.

pub mod cache;
pub mod call;
pub mod cram;
pub mod findings;
pub mod generate;
pub mod oracle;
pub mod predicate;
pub mod preflight;
pub mod process;
pub mod record;
pub mod run;
pub mod shrink;
pub mod stream;
pub mod suite;
pub mod whole;
pub mod wrapper;
