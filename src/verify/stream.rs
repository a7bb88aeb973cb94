//! The pinned random stream: every generated case of every machine comes from it.
//!
//! Spec: `soil0-cli#11.1`, `tr-grammar#3.4`.

use crate::soil::value::handle::SplitMix64;

/// A SplitMix64 stream with the draws that generators share.
#[derive(Clone, Debug)]
pub struct Stream {
    numbers: SplitMix64,
}

impl Stream {
    /// Starts the stream of a seed.
    pub fn new(seed: u64) -> Self {
        Stream { numbers: SplitMix64::new(seed) }
    }

    /// Draws 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.numbers.draw()
    }

    /// Draws a number from 0 up to, not including, `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.draw() % n
    }

    /// Draws a length: each step goes on with 7 chances in 8, up to 24.
    pub fn length(&mut self) -> usize {
        let mut n = 0;
        while n < 24 && self.below(8) != 0 {
            n += 1;
        }
        n
    }
}
