//! Unbounded integers.

use num_bigint::BigInt;

use crate::soil::value::heap;

/// The number of a `BigInt` value.
#[derive(Debug)]
pub struct Big {
    number: BigInt,
    _charge: heap::Charge,
}

impl Big {
    /// Takes a number over.
    pub fn new(number: BigInt) -> Big {
        let charge = heap::Charge::new(56 + (number.bits() / 8) as usize);
        Big { number, _charge: charge }
    }

    /// Returns the number.
    pub fn get(&self) -> &BigInt {
        &self.number
    }
}
