//! The way from a shim to what answers its calls.

use std::future::Future;
use std::pin::Pin;

/// What a tool said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// One compact JSON document: the tool's output, or a diagnostics document.
    pub document: String,
    /// Whether `document` is a diagnostics document.
    pub is_error: bool,
}

/// A future that may be dropped, which cancels the call.
pub type Call = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Carries tool calls to where they are answered.
pub trait Door: Send + Sync {
    /// Makes one call; `arguments` is the text of a JSON object without repeated keys.
    ///
    /// Never fails: what goes wrong on the way is answered as a diagnostics document.
    fn call(&self, tool: String, arguments: String) -> Call;

    /// Notes that the peer was given the tool list.
    fn listed(&self) {}
}
