//! Habits from other languages: how Soil writes what somebody meant.

use super::Parser;

impl Parser<'_> {
    /// Returns a hint when the token at `index`, found instead of `what`, is a known habit.
    pub(super) fn habit(&self, _index: usize, _what: &str) -> Option<&'static str> {
        None
    }
}
