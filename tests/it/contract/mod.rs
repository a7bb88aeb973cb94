//! The contract: its generator, its documents, and the commands that show it.

mod builtins;
mod commands;
mod documents;
mod faults;
mod misspelt;
mod schemas;
