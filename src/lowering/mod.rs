//! Lowering: an agent writes Soil through seven tools, and evidence of our own decides.
//!
//! Comes in: a root behind [`library::Library`], a provider, caps. Goes out: Soil and locks through
//! [`library::Subject::settle`], a log beside the definition, and events for whoever watches.
//!
//! | Part | Knows |
//! |---|---|
//! | [`library`] | what a job asks of the library; the seam to everything left of this room |
//! | [`bundle`] | what an agent is shown, packed into a budget |
//! | [`rooted`] | that library over a real root |
//! | [`desk`] | one job's draft and whether it still takes calls |
//! | [`tools`] | the seven tools over a desk |
//! | [`jobs`] | the queue, the runs and their outcomes |
//! | [`synth`] | the embedded agent, which searches |
//! | [`skill`] | what every agent is taught |
//! | [`questions`] | open questions on disk |
//! | [`providers`] | the agents that write Soil |
//! | [`jail`] | where an agent's process runs |
//! | [`document`], [`files`], [`lines`] | how documents, files and streams are written and read |

pub mod bundle;
pub mod desk;
pub mod document;
pub mod files;
pub mod jail;
pub mod jobs;
pub mod library;
pub mod lines;
pub mod providers;
pub mod questions;
pub mod rooted;
pub mod skill;
pub mod synth;
pub mod tools;
