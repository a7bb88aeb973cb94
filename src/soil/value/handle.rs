//! Capabilities: what a handle stands for, and the numbers that tell handles apart.
//!
//! A handle holds no access to anything. A fake holds the data that it answers with; a real one
//! is only a mark, and reading through it asks the world of the run, which a sandboxed run does
//! not have (see `eval::world`).
//!
//! Spec: `soil0-cli#8.5`, `soil0-cli#11`.

use std::cell::Cell;
use std::sync::Mutex;

use crate::soil::value::Map;

/// A capability value.
#[derive(Debug)]
pub struct Handle {
    /// Tells it from every other handle of the run.
    pub identity: u64,
    /// What it stands for.
    pub kind: Kind,
}

/// What a handle stands for.
#[derive(Debug)]
pub enum Kind {
    /// A capability of the world that the run was started with.
    Real(Real),
    /// A file system that holds exactly these texts.
    FakeFs(Map),
    /// A clock that always shows this second.
    FakeClock(i64),
    /// A SplitMix64 stream.
    FakeRand(Mutex<SplitMix64>),
}

/// A capability of the real world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Real {
    /// The root of all.
    World,
    /// The file system.
    Fs,
    /// The clock.
    Clock,
    /// The entropy source.
    Rand,
    /// One of `Net`, `Env`, `Proc` and `Py`: nothing can be done with it.
    Inert,
}

impl Real {
    /// Looks up the capability of a type name.
    pub fn from_type_name(name: &str) -> Option<Real> {
        match name {
            "World" => Some(Real::World),
            "Fs" => Some(Real::Fs),
            "Clock" => Some(Real::Clock),
            "Rand" => Some(Real::Rand),
            "Net" | "Env" | "Proc" | "Py" => Some(Real::Inert),
            _ => None,
        }
    }
}

thread_local! {
    static NEXT_IDENTITY: Cell<u64> = const { Cell::new(1) };
}

/// Returns the next number of the creation counter, from 1.
///
/// Each thread counts for itself, and a run that must not depend on earlier ones starts again with
/// [`reset_identities`].
pub(in crate::soil) fn next_identity() -> u64 {
    NEXT_IDENTITY.replace(NEXT_IDENTITY.get() + 1)
}

/// Lets the next identity be 1 again.
pub(in crate::soil) fn reset_identities() {
    NEXT_IDENTITY.set(1);
}

/// The pinned random stream.
///
/// Spec: `soil0-cli#11`.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts the stream of a seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Draws the next value.
    pub fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn streams_are_the_pinned_ones() {
        let first = |seed| {
            let mut stream = SplitMix64::new(seed);
            [stream.draw(), stream.draw(), stream.draw()]
        };
        assert_eq!(first(0), [16294208416658607535, 7960286522194355700, 487617019471545679]);
        assert_eq!(first(1), [10451216379200822465, 13757245211066428519, 17911839290282890590]);
        assert_eq!(first(42), [13679457532755275413, 2949826092126892291, 5139283748462763858]);
    }
}
