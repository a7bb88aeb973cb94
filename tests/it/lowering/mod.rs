//! Lowering: the jail from inside, providers, jobs and the daemon, driven as real processes.

mod commands;
mod daemon;
mod end_to_end;
mod fake;
mod hostile;
mod jail;
mod jobs;
mod killed;
mod long;
mod providers;
mod synth;
mod town;
mod world;
