//! Types as the checker, the values and the test generators see them.

pub mod env;
pub mod ty;
