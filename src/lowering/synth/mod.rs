//! `synth`: the embedded agent. No model, no account, no network: it searches.
//!
//! It is an ordinary client of the seven tools in its own process. It reads the bundle, looks for
//! the cheapest body that does what the expect cases and clauses say, writes it, and lets
//! `run_tests` judge; what a failed case teaches becomes a further row, and the search starts over.
//! A specification that contradicts itself becomes a question. When the work that it was given is
//! used up, its draft is what it has, with holes, and the job ends `partial`.
//!
//! ```text
//! bundle ─► task ─► space ─► solve ◄─► bank        candidates ─► write_soil, run_tests
//!          rows    types,    trees,    terms by                       │
//!          claims  operators matches,  type, cost and     ◄── rows ───┘
//!                            schemes   behaviour
//! ```
//!
//! Bottom-up enumeration with observational equivalence, decision trees over the terms found
//! (as EUSolver), arms as subproblems with their own banks (as Escher and Myth), list combinators
//! with lambdas (as DeepCoder), counterexamples from the judge. It knows nothing of any
//! specification beforehand, and what things are called means nothing to it, except that a callee
//! which the prose names is cheaper. The same inputs give the same candidates in the same order: work
//! is counted, the clock is only a cap.

mod bank;
mod behaviour;
pub mod client;
mod constants;
mod lambda;
mod matching;
mod recursion;
mod search;
mod solve;
mod space;
mod task;
mod term;
mod write;

pub use search::Effort;
