//! The texts that the program carries, as the build found them.

use super::{Code, SpecRef};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
