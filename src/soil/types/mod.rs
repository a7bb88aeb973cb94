//! Types as the checker, the values and the test generators see them, and their inference.

pub mod convert;
pub mod declare;
pub mod env;
pub(crate) mod infer;
pub mod kernel;
pub(crate) mod scalar;
pub(crate) mod scheme;
mod show;
pub mod signatures;
pub mod ty;
pub mod validate;
