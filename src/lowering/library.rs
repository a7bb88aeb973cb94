//! The seam: what a job asks of the library.
//!
//! Jobs, providers, tools, the jail and the daemon know specifications only through these two
//! traits. [`Library`] is one Soil root; it is asked when definitions are queued. [`Subject`] is
//! one definition as it stood when its job opened; it serves the job's bundle, drafts, checks,
//! tests and settlement. The implementation over `root` and `verify` keeps a snapshot inside its
//! subject, so that all answers of one job agree, and compares it with the files when asked
//! whether something [moved](Subject::moved).
//!
//! What an implementation promises:
//!
//! - Nothing is written before [`Subject::settle`]; `settle` writes Soil, `.tr` and lock under the
//!   root's advisory lock, in the order and with the recheck of `trellis-daemon#4`, or not at all.
//! - Long work looks at its [`Stop`] at least every few milliseconds and gives up with the code
//!   that fits; an abandoned call must not keep a processor busy.
//! - Every method may be called from several threads at once, and none panics on bad input.
//!   Documents are compact JSON, byte for byte what the tool's schema declares.
//! - Faults are never empty.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::contract::Diagnostic;
use crate::contract::documents::{Signatures, TestReport};

/// What went wrong, in the order that a reader should see; never empty.
pub type Faults = Vec<Diagnostic>;

/// The path of a definition: from the root, `/`-separated, without extension.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DefPath(pub String);

impl DefPath {
    /// Returns the path as text, such as `textkit/clamp`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DefPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One Soil root.
pub trait Library: Send + Sync {
    /// Returns the folder that holds `soil.toml`, canonical.
    fn root(&self) -> &Path;

    /// Puts the named definitions in the order in which they may be lowered, callees first.
    ///
    /// Names are paths or bare names. Without names: every function that is unlowered, partial,
    /// formal-stale or red, except hand-edited ones whose specification is unchanged.
    ///
    /// # Errors
    /// `usage` for an unknown, ambiguous or unlowerable name, with candidates; whatever makes the
    /// root as a whole unreadable, such as `config-…` and `toolchain-mismatch`; `state-cycle`.
    fn plan(&self, names: &[String]) -> Result<Vec<Planned>, Faults>;

    /// Opens a definition as its files stand now. `budget` is the bundle's, in tokens.
    ///
    /// # Errors
    /// Everything that is wrong with the specification itself, `job-blocked-callee` for a known
    /// dependency that has no lowered Soil, `budget-too-small`.
    fn open(&self, def: &DefPath, budget: u64) -> Result<Arc<dyn Subject>, Faults>;

    /// Says whether a definition stands, with its lock, as a job that drafted `soil` left it:
    /// the names of the holes when it does, `None` when it does not.
    fn holds(&self, def: &DefPath, soil: &str) -> Option<Vec<String>>;

    /// Writes the answer to an open question into the specification.
    ///
    /// # Errors
    /// `job-stale-question` with a unified diff in its notes when the specification moved since;
    /// `usage` when scope or label cannot be told.
    fn answer(&self, question: &Question, answer: &HumanAnswer) -> Result<(), Faults>;
}

/// One definition of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The definition.
    pub def: DefPath,
    /// Known dependencies among the planned ones; all stand earlier in the plan.
    pub needs: Vec<DefPath>,
}

/// One definition under lowering.
pub trait Subject: Send + Sync {
    /// Returns the definition's path.
    fn def(&self) -> &DefPath;

    /// Returns the three hashes of the specification that this subject was opened on.
    fn spec_hashes(&self) -> &SpecHashes;

    /// Looks for contradictions and vacuity before an agent is paid.
    fn preflight(&self, stop: &Stop) -> Preflight;

    /// Returns the context bundle. The same inputs give the same bytes.
    fn bundle(&self) -> &Bundle;

    /// Reads the files again and says in a few words what this job depends on and has changed: the
    /// specification, a decision in scope, or a definition that `draft` refers to.
    fn moved(&self, draft: Option<&Draft>) -> Option<String>;

    /// Parses and canonicalises a draft. Type errors do not refuse it.
    ///
    /// # Errors
    /// Codes of the parser, `multiple-defs`, `name-mismatch`, `unknown-decision`.
    fn write_soil(&self, soil: &str, applied: &[DecisionRef]) -> Result<Draft, Faults>;

    /// Runs the static pipeline; returns the `soil0-cli#8.4` document of the one definition.
    ///
    /// # Errors
    /// Any static code.
    fn check_types(&self, draft: &Draft, stop: &Stop) -> Result<Signatures, Faults>;

    /// Runs every sandboxed case.
    ///
    /// # Errors
    /// `unfilled-hole`, any static code, `oracle-error`.
    fn run_tests(&self, draft: &Draft, stop: &Stop) -> Result<TestReport, Faults>;

    /// Returns title and text of a section of the embedded specification.
    ///
    /// # Errors
    /// `unknown-spec-ref`.
    fn read_spec(&self, anchor: &str) -> Result<(String, String), Faults>;

    /// Runs the final gate on the last good draft, and writes back what it proves.
    ///
    /// Called once, when the agent is gone. `green` and `partial` are the only verdicts that
    /// write; `partial` keeps an earlier good lowering as it is.
    fn settle(&self, draft: &Draft, by: &Provenance, stop: &Stop) -> Settled;
}

/// What pre-flight found.
#[derive(Clone, Debug, Default)]
pub struct Preflight {
    /// In the order found; may be empty.
    pub findings: Vec<Diagnostic>,
    /// Whether one of them makes lowering pointless.
    pub blocks: bool,
}

/// A context bundle.
///
/// Spec: `trellis-daemon#4`.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// Bundle-relative paths and contents, in the packer's order, `bundle.json` first.
    pub files: Vec<(String, Vec<u8>)>,
    /// The manifest, as in `bundle.json` but compact.
    pub manifest: String,
    /// The bundle's content hash, `sha256:` and 64 digits.
    pub hash: String,
}

/// The hashes of one specification, each `sha256:` and 64 digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecHashes {
    /// The formal blocks.
    pub formal: String,
    /// The test blocks.
    pub test: String,
    /// The rest.
    pub prose: String,
}

/// A draft that parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The canonical text.
    pub soil: String,
    /// The decisions cited with it: project first, then by label, unique.
    pub applied: Vec<DecisionRef>,
}

/// A decision entry, by scope and label.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DecisionRef {
    /// Whose entry it is.
    pub scope: Scope,
    /// Its label.
    pub label: String,
}

/// Whose decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// The project's.
    Project,
    /// The module's of the definition under lowering.
    Module,
}

/// Who wrote a draft; what the lock records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The provider's name in the configuration.
    pub provider: String,
    /// The model that the provider named.
    pub model: String,
}

/// How a draft fared at the final gate.
#[derive(Clone, Debug)]
pub enum Settled {
    /// Everything holds; Soil, lock and manifest are written.
    Green,
    /// It checks and has holes; written only if nothing better was there.
    Partial {
        /// The names of the holes, in source order.
        holes: Vec<String>,
        /// Whether the files were written.
        is_written: bool,
    },
    /// It does not hold; nothing is written.
    Failed {
        /// Why: static faults, `job-sig-mismatch`, or what went wrong while writing.
        faults: Vec<Diagnostic>,
        /// The test rows that failed.
        rows: Vec<FailedRow>,
    },
    /// Something moved before the files were written; nothing is written.
    Invalidated {
        /// What moved.
        what: String,
    },
}

/// A test row that failed at the final gate.
#[derive(Clone, Debug, Serialize)]
pub struct FailedRow {
    /// The row's name.
    pub name: String,
    /// What was expected and what came, for a reader.
    pub details: String,
}

/// A question that waits for its human.
///
/// Spec: `trellis-daemon#8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The definition.
    pub def: DefPath,
    /// What kind of answer it wants.
    pub kind: QuestionKind,
    /// The question, never empty.
    pub question: String,
    /// The hole that it blocks on.
    pub hole: Option<String>,
    /// Proposed answers; may be empty.
    pub options: Vec<String>,
    /// The specification that it was asked against.
    pub asked_against: SpecHashes,
    /// The bundle's hash.
    pub bundle: String,
    /// RFC 3339; for display only.
    pub created: String,
}

/// What kind of answer a question wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// The specification can be read in two ways.
    Ambiguity,
    /// Parts of the specification exclude each other.
    Contradiction,
    /// The answer will be a rule of the project or module.
    Rule,
}

/// What a human said to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HumanAnswer {
    /// The answer; for a rule perhaps `label: text`.
    pub text: String,
    /// Where a rule goes, when said.
    pub scope: Option<Scope>,
    /// The label of a rule, when said.
    pub label: Option<String>,
}

/// Tells work that nobody waits for it any more. Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a signal that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the signal for all clones.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Says whether to give up.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the flag itself, for code that knows only flags.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }
}

/// Returns the file beside a definition's `.tr` with another extension, such as `log`.
pub fn sibling(root: &Path, def: &DefPath, extension: &str) -> PathBuf {
    // `with_extension` would cut a name at its last dot; definition names have none, paths may.
    root.join(format!("{def}.{extension}"))
}
