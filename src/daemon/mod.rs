//! The daemon: one process a root that owns its jobs and tells everyone about them.

pub mod paths;
