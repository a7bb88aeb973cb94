//! The contract: its generator, its documents, and the commands that show it.

mod commands;
mod documents;
mod faults;
mod generated_values;
mod misspelt;
mod schemas;
mod second_opinion;
