//! Lock sidecars: what was last known of a definition, and against which hashes.
//!
//! Comes in: the bytes of `NAME.lock`. Goes out: a [`Lock`] that keeps every invariant, or one
//! diagnostic. Writing is canonical to the byte, so a lock changes only when it says something new.
//!
//! Spec: `lock-schema#1`.

mod invariants;
mod read;
mod write;

use std::collections::BTreeMap;

use crate::spec::digest::Digest;
use crate::spec::{Hashes, Kind};

pub use invariants::{check, unaccepted};
pub use read::read;
pub use write::{quoted, write};

/// The value of `lock_format`.
pub const FORMAT: u64 = 1;

/// One sidecar.
///
/// Spec: `lock-schema#1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// The frontmatter's `name`.
    pub name: String,
    /// What the specification describes.
    pub kind: Kind,
    /// The versions that wrote it.
    pub versions: Versions,
    /// What is known of the `.tr`.
    pub spec: SpecRecord,
    /// What is known of the `.soil`; functions only.
    pub lowering: Option<Lowering>,
    /// What checking said; absent until it was first computed.
    pub checks: Option<Checks>,
    /// Test rows: spec rows in document order, then derived ones. Functions and types only.
    pub tests: Vec<Row>,
    /// Outside implementations; functions only.
    pub oracles: Vec<Oracle>,
    /// Hash of the cycle that a type is in; types only.
    pub cycle_hash: Option<Digest>,
    /// A human called it good.
    pub accepted: bool,
}

/// The versions that wrote a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// Of the `trellis` crate.
    pub trellis: String,
    /// Of the Soil specification.
    pub soil: String,
}

/// What a lock knows of the specification.
///
/// Spec: `lock-schema#2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecRecord {
    /// Who authored the file overall.
    pub provenance: Author,
    /// The hashes that everything else in the lock was made from.
    pub hashes: Hashes,
    /// Whether the prose moved since the lowering.
    pub prose_state: ProseState,
    /// Every reserved block in document order.
    pub blocks: Vec<BlockRecord>,
    /// The export pin; recorded, not enforced.
    pub pinned: bool,
    /// Words of the `allow` block, in order.
    pub escape_hatches: Vec<String>,
    /// Label to entry hash; headers with a `decisions` block only.
    pub decisions: Option<BTreeMap<String, Digest>>,
}

/// Who wrote something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// A person.
    Human,
    /// The agent.
    Agent,
}

/// Whether the prose moved since the lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProseState {
    /// It did not, or somebody looked.
    Fresh,
    /// It did.
    ReviewSuggested,
}

/// The author of one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRecord {
    /// `LANG` or `LANG NAME`.
    pub block: String,
    /// The agent's exactly when marked `@agent`.
    pub author: Author,
}

/// What a lock knows of the Soil.
///
/// Spec: `lock-schema#3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowering {
    /// Hash of the definition with everything that it names.
    pub soil_hash: Digest,
    /// Where the Soil came from.
    pub provenance: Provenance,
    /// The provider that ran.
    pub provider: Option<String>,
    /// The provider's model.
    pub model: Option<String>,
    /// Every helper reachable through helpers, sorted by name.
    pub private_helpers: Vec<Edge>,
    /// Directly referenced public definitions, sorted by name as spelled.
    pub calls: Vec<Edge>,
    /// Hash of the labels in scope at the time.
    pub scope_hash: Digest,
    /// Cited decisions: project first, then by label, unique.
    pub applied: Vec<Applied>,
}

/// Where Soil came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// `agent`
    Agent,
    /// `human-verified`
    HumanVerified,
    /// `hand-edited`
    HandEdited,
    /// `prelude-fork`
    PreludeFork,
}

/// A referenced definition with its hash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// As the source spells it.
    pub name: String,
    /// Its `soil_hash`.
    pub hash: Digest,
}

/// A cited decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Applied {
    /// Whose decision it is.
    pub scope: Scope,
    /// Which.
    pub label: String,
    /// The hash of the entry that was cited.
    pub hash: Digest,
}

/// Whose decision it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The project header's.
    Project,
    /// The header's of the definition's own module.
    Module,
}

/// What checking said.
///
/// Spec: `lock-schema#4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Of a function.
    Function {
        /// Whether it type-checks.
        types: Verdict,
        /// Whether it ends.
        termination: Termination,
        /// Label to assurance, `requires` and `ensures` together.
        refinements: BTreeMap<String, Assurance>,
        /// Number of typed holes.
        holes: u64,
    },
    /// Of a type.
    Type {
        /// Whether the declaration is valid.
        types: Verdict,
        /// Label to assurance.
        invariants: BTreeMap<String, Assurance>,
    },
    /// Of a module header.
    Module {
        /// Whether the exports hold.
        exports: Verdict,
    },
}

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `ok`
    Ok,
    /// `error`
    Error,
}

/// Whether a function is known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// `verified`
    Verified,
    /// `unverified`
    Unverified,
    /// `n/a`
    NotApplicable,
}

/// How sure we are of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assurance {
    /// `proven`
    Proven,
    /// `runtime`
    Runtime,
    /// `trusted`
    Trusted,
}

/// One test row.
///
/// Spec: `lock-schema#5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// `block#k`, a block name, or `derived:…`.
    pub name: String,
    /// What kind of test it is.
    pub tier: Tier,
    /// Whether it meets the real world.
    pub mode: Mode,
    /// Whether the specification states it.
    pub origin: Origin,
    /// What came out.
    pub result: Outcome,
}

/// The kind of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// `expect`
    Expect,
    /// `property`
    Property,
    /// `cram`
    Cram,
    /// `contract`
    Contract,
    /// `differential`
    Differential,
    /// `proof`
    Proof,
}

/// Whether a test meets the real world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `sandboxed`
    Sandboxed,
    /// `real`
    Real,
}

/// Where a test comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `spec`
    Spec,
    /// `derived`
    Derived,
}

/// What came out of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `pass`
    Pass,
    /// `fail`
    Fail,
    /// `xfail`: it failed as announced.
    Xfail,
    /// `xpass`: it passed although announced to fail.
    Xpass,
}

/// An outside implementation that a definition was compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// A Python function.
    Reference {
        /// `relpath::symbol`
        path: String,
        /// Hash of the file.
        hash: Digest,
    },
    /// A command.
    Cli {
        /// Its words.
        command: String,
        /// Hash of the executable.
        hash: Digest,
    },
    /// Another definition; read, never written in v1.
    Definition {
        /// Its path.
        name: String,
        /// Its `formal` hash.
        formal_hash: Digest,
    },
}

/// The words of an enumeration of the lock.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word.
    const WORDS: &'static [(Self, &'static str)];

    /// Returns the word of the file.
    fn word(self) -> &'static str {
        let entry = Self::WORDS.iter().find(|(value, _)| *value == self);
        entry.expect("every value has a word").1
    }

    /// Looks a word up.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
    }
}

macro_rules! words {
    ($($type:ident { $($value:ident = $word:literal),* $(,)? })*) => {
        $(
            impl Word for $type {
                const WORDS: &'static [(Self, &'static str)] =
                    &[$(($type::$value, $word)),*];
            }
        )*
    };
}

words! {
    Author { Human = "human", Agent = "agent" }
    ProseState { Fresh = "fresh", ReviewSuggested = "review-suggested" }
    Provenance {
        Agent = "agent",
        HumanVerified = "human-verified",
        HandEdited = "hand-edited",
        PreludeFork = "prelude-fork",
    }
    Scope { Project = "project", Module = "module" }
    Verdict { Ok = "ok", Error = "error" }
    Termination { Verified = "verified", Unverified = "unverified", NotApplicable = "n/a" }
    Assurance { Proven = "proven", Runtime = "runtime", Trusted = "trusted" }
    Tier {
        Expect = "expect",
        Property = "property",
        Cram = "cram",
        Contract = "contract",
        Differential = "differential",
        Proof = "proof",
    }
    Mode { Sandboxed = "sandboxed", Real = "real" }
    Origin { Spec = "spec", Derived = "derived" }
    Outcome { Pass = "pass", Fail = "fail", Xfail = "xfail", Xpass = "xpass" }
}
