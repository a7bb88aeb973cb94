//! The real world, and its absence.
//!
//! A handle value holds no access (see `value::handle`); what answers a read through a real one is
//! the world that the run was started with. A sandboxed run is started by functions that take no
//! world and carries [`Nowhere`], which holds nothing and whose methods contain no access; the
//! only code that touches the system stands in the `impl` of [`RealWorld`]. A test runner, which
//! never makes a [`RealWorld`], therefore cannot reach one, whatever handles a program gets hold of.
//!
//! Spec: `soil0-cli#8.5`.

use std::fs;
use std::io::ErrorKind;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::soil::value::handle::{Handle, Kind, Real, SplitMix64, next_identity};
use crate::soil::value::{Shared, Value};

/// Why a file could not be read.
#[derive(Debug)]
pub(super) enum ReadError {
    NotFound,
    Failed(String),
}

/// What real handles of a run stand for.
pub(super) trait World {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;
    fn now(&self) -> i64;
    fn draw(&self) -> u64;
}

/// The world of a sandboxed run: nothing is there.
pub(super) struct Nowhere;

impl World for Nowhere {
    fn read(&self, _path: &str) -> Result<Vec<u8>, ReadError> {
        Err(ReadError::NotFound)
    }

    fn now(&self) -> i64 {
        0
    }

    fn draw(&self) -> u64 {
        0
    }
}

/// The process's own file system, clock and entropy; made only where a user asked for a real run.
#[derive(Debug)]
pub struct RealWorld {
    random: Mutex<SplitMix64>,
}

impl RealWorld {
    /// Opens the world; the random stream starts from the entropy of the operating system.
    pub fn open() -> RealWorld {
        use std::hash::{BuildHasher, Hasher};
        // The standard library seeds its hashers from the operating system.
        let seed = std::hash::RandomState::new().build_hasher().finish();
        RealWorld { random: Mutex::new(SplitMix64::new(seed)) }
    }

    /// Makes the handle that a capability parameter gets.
    pub fn handle(&self, real: Real) -> Value {
        Value::Handle(Shared::new(Handle { identity: next_identity(), kind: Kind::Real(real) }))
    }
}

impl World for RealWorld {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => ReadError::NotFound,
            _ => ReadError::Failed(error.to_string()),
        })
    }

    fn now(&self) -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_secs() as i64,
            Err(before) => -(before.duration().as_secs() as i64),
        }
    }

    fn draw(&self) -> u64 {
        self.random.lock().unwrap_or_else(std::sync::PoisonError::into_inner).draw()
    }
}
