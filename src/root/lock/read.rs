//! Reading a lock: strict in keys, types and words.
//!
//! Spec: `lock-schema#1`, `lock-schema#8`.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{
    Applied, Assurance, BlockRecord, Checks, Edge, FORMAT, Lock, Lowering, Oracle, Row, SpecRecord,
    Versions, Word, invariants,
};
use crate::contract::{self, Code, Diagnostic};
use crate::spec::digest::Digest;
use crate::spec::{Hashes, Kind};

/// Reads the bytes of a sidecar; `file` is its name in diagnostics.
///
/// # Errors
/// `lock-malformed`, `lock-format`, `lock-kind-shape` or `lock-accepted-untested`.
pub fn read(file: &str, bytes: &[u8]) -> Result<Lock, Diagnostic> {
    let malformed = |message: String| Diagnostic::new(Code::LockMalformed, message).in_file(file);
    let text = std::str::from_utf8(bytes)
        .map_err(|_| malformed("the lock is not UTF-8 text".to_owned()))?;
    let wire: Wire = match serde_json::from_str(text) {
        Ok(wire) => wire,
        Err(error) => {
            return Err(match serde_json::from_str::<Format>(text) {
                Ok(Format { lock_format }) if lock_format != FORMAT => {
                    other_format(file, lock_format)
                }
                _ => placed(malformed(words(&error)), file, text, &error),
            });
        }
    };
    if wire.lock_format != FORMAT {
        return Err(other_format(file, wire.lock_format));
    }
    let kind = wire.kind.0;
    let shape = |message: String| Diagnostic::new(Code::LockKindShape, message).in_file(file);
    let has_body = matches!(kind, Kind::Function | Kind::Type);
    for (key, is_there, belongs) in [
        ("lowering", wire.lowering.is_some(), kind == Kind::Function),
        ("tests", wire.tests.is_some(), has_body),
        ("oracles", wire.oracles.is_some(), kind == Kind::Function),
        ("cycle_hash", wire.cycle_hash.is_some(), kind == Kind::Type),
    ] {
        match (is_there, belongs) {
            (true, false) => {
                return Err(shape(format!("the lock of a {} has no `{key}`", kind.word())));
            }
            (false, true) => {
                return Err(malformed(format!("missing key `{key}`")));
            }
            _ => {}
        }
    }
    if wire.spec.hashes.test.is_some() != (kind == Kind::Function) {
        return Err(malformed("`spec.hashes.test` is a hash exactly for functions".to_owned()));
    }
    if wire.spec.decisions.is_some() && !matches!(kind, Kind::Module | Kind::Project) {
        return Err(shape(format!("the lock of a {} has no `spec.decisions`", kind.word())));
    }
    let checks = match wire.checks {
        Some(raw) => Some(checks(kind, raw.get(), &malformed, &shape)?),
        None => None,
    };
    let hashes = wire.spec.hashes;
    let lock = Lock {
        name: wire.name,
        kind,
        versions: Versions { trellis: wire.versions.trellis, soil: wire.versions.soil },
        spec: SpecRecord {
            provenance: wire.spec.provenance.0,
            hashes: Hashes {
                formal: hashes.formal.0,
                test: hashes.test.map(|hash| hash.0),
                prose: hashes.prose.0,
            },
            prose_state: wire.spec.prose_state.0,
            blocks: wire
                .spec
                .blocks
                .into_iter()
                .map(|block| BlockRecord { block: block.block, author: block.author.0 })
                .collect(),
            pinned: wire.spec.pinned,
            escape_hatches: wire.spec.escape_hatches,
            decisions: wire
                .spec
                .decisions
                .map(|Map(map)| map.into_iter().map(|(label, hash)| (label, hash.0)).collect()),
        },
        lowering: wire.lowering.flatten().map(lowering),
        checks,
        tests: wire.tests.unwrap_or_default().into_iter().map(row).collect(),
        oracles: wire.oracles.unwrap_or_default().into_iter().map(oracle).collect(),
        cycle_hash: wire.cycle_hash.flatten().map(|hash| hash.0),
        accepted: wire.accepted,
    };
    invariants::check(&lock).map_err(|fault| fault.in_file(file))?;
    Ok(lock)
}

fn other_format(file: &str, found: u64) -> Diagnostic {
    Diagnostic::new(Code::LockFormat, format!("`lock_format` is {found}, expected {FORMAT}"))
        .in_file(file)
        .note("another version of trellis wrote it")
}

fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.rsplit_once(" at line ").map_or(text.as_str(), |(words, _)| words);
    words.replace("field `", "key `")
}

/// Points at the place that the JSON parser stopped at.
fn placed(fault: Diagnostic, file: &str, text: &str, error: &serde_json::Error) -> Diagnostic {
    if error.line() == 0 {
        return fault;
    }
    let line_start: usize = text.split_inclusive('\n').take(error.line() - 1).map(str::len).sum();
    let at = (line_start + error.column().saturating_sub(1)).min(text.len());
    let span = contract::Span {
        start: at as u64,
        end: at as u64,
        line: error.line() as u64,
        col: (at - line_start + 1) as u64,
    };
    fault.at(file, span)
}

fn checks(
    kind: Kind,
    raw: &str,
    malformed: &impl Fn(String) -> Diagnostic,
    shape: &impl Fn(String) -> Diagnostic,
) -> Result<Checks, Diagnostic> {
    let function = serde_json::from_str::<FunctionChecks>(raw).map(|checks| Checks::Function {
        types: checks.types.0,
        termination: checks.termination.0,
        refinements: assurances(checks.refinements),
        holes: checks.holes,
    });
    let type_ = serde_json::from_str::<TypeChecks>(raw).map(|checks| Checks::Type {
        types: checks.types.0,
        invariants: assurances(checks.invariants),
    });
    let module = serde_json::from_str::<ModuleChecks>(raw)
        .map(|checks| Checks::Module { exports: checks.exports.0 });
    let is_a_shape = function.is_ok() || type_.is_ok() || module.is_ok();
    let fitting = match kind {
        Kind::Function => function,
        Kind::Type => type_,
        Kind::Module => module,
        Kind::Project => {
            return Err(shape("the lock of a project has no `checks`".to_owned()));
        }
    };
    fitting.map_err(|error| {
        if is_a_shape {
            shape(format!("`checks` is not that of a {}", kind.word()))
        } else {
            malformed(format!("in `checks`: {}", words(&error)))
        }
    })
}

fn assurances(map: Map<WordOf<Assurance>>) -> BTreeMap<String, Assurance> {
    map.0.into_iter().map(|(label, word)| (label, word.0)).collect()
}

fn edges(wires: Vec<WireEdge>) -> Vec<Edge> {
    wires.into_iter().map(|edge| Edge { name: edge.name, hash: edge.hash.0 }).collect()
}

fn lowering(wire: WireLowering) -> Lowering {
    let applied = wire.decisions.applied.into_iter().map(|applied| Applied {
        scope: applied.scope.0,
        label: applied.label,
        hash: applied.hash.0,
    });
    Lowering {
        soil_hash: wire.soil_hash.0,
        provenance: wire.provenance.0,
        provider: wire.provider,
        model: wire.model,
        private_helpers: edges(wire.private_helpers),
        calls: edges(wire.calls),
        scope_hash: wire.decisions.scope_hash.0,
        applied: applied.collect(),
    }
}

fn row(wire: WireRow) -> Row {
    Row {
        name: wire.name,
        tier: wire.tier.0,
        mode: wire.mode.0,
        origin: wire.origin.0,
        result: wire.result.0,
    }
}

fn oracle(wire: WireOracle) -> Oracle {
    match wire {
        WireOracle::Reference { path, hash } => Oracle::Reference { path, hash: hash.0 },
        WireOracle::Cli { command, hash } => Oracle::Cli { command, hash: hash.0 },
        WireOracle::Definition { name, formal_hash } => {
            Oracle::Definition { name, formal_hash: formal_hash.0 }
        }
    }
}

/// Enough of a lock of any version to tell which one it is.
#[derive(serde::Deserialize)]
struct Format {
    lock_format: u64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    lock_format: u64,
    name: String,
    kind: KindWord,
    versions: WireVersions,
    spec: WireSpec,
    #[serde(default, deserialize_with = "present")]
    lowering: Option<Option<WireLowering>>,
    #[serde(default)]
    checks: Option<Box<RawValue>>,
    #[serde(default)]
    tests: Option<Vec<WireRow>>,
    #[serde(default)]
    oracles: Option<Vec<WireOracle>>,
    #[serde(default, deserialize_with = "present")]
    cycle_hash: Option<Option<Hash>>,
    accepted: bool,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireVersions {
    trellis: String,
    soil: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireSpec {
    provenance: WordOf<super::Author>,
    hashes: WireHashes,
    prose_state: WordOf<super::ProseState>,
    blocks: Vec<WireBlock>,
    pinned: bool,
    escape_hatches: Vec<String>,
    #[serde(default)]
    decisions: Option<Map<Hash>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireHashes {
    formal: Hash,
    #[serde(deserialize_with = "nullable")]
    test: Option<Hash>,
    prose: Hash,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireBlock {
    block: String,
    author: WordOf<super::Author>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireLowering {
    soil_hash: Hash,
    provenance: WordOf<super::Provenance>,
    #[serde(deserialize_with = "nullable")]
    provider: Option<String>,
    #[serde(deserialize_with = "nullable")]
    model: Option<String>,
    private_helpers: Vec<WireEdge>,
    calls: Vec<WireEdge>,
    decisions: WireCitations,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireCitations {
    scope_hash: Hash,
    applied: Vec<WireApplied>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireApplied {
    scope: WordOf<super::Scope>,
    label: String,
    hash: Hash,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEdge {
    name: String,
    hash: Hash,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRow {
    name: String,
    tier: WordOf<super::Tier>,
    mode: WordOf<super::Mode>,
    origin: WordOf<super::Origin>,
    result: WordOf<super::Outcome>,
}

#[derive(serde::Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum WireOracle {
    Reference { path: String, hash: Hash },
    Cli { command: String, hash: Hash },
    Definition { name: String, formal_hash: Hash },
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FunctionChecks {
    types: WordOf<super::Verdict>,
    termination: WordOf<super::Termination>,
    refinements: Map<WordOf<Assurance>>,
    holes: u64,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeChecks {
    types: WordOf<super::Verdict>,
    invariants: Map<WordOf<Assurance>>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ModuleChecks {
    exports: WordOf<super::Verdict>,
}

/// A key that is there, perhaps with `null`, as opposed to one that is not.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// A key that must be there, perhaps with `null`.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

struct KindWord(Kind);

impl<'de> Deserialize<'de> for KindWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Kind::from_word(&word)
            .map(KindWord)
            .ok_or_else(|| de::Error::custom(format!("`{word}` is no kind of definition")))
    }
}

struct WordOf<T>(T);

impl<'de, T: Word> Deserialize<'de> for WordOf<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
        T::from_word(&word).map(WordOf).ok_or_else(|| {
            let known: Vec<&str> = T::WORDS.iter().map(|(_, word)| *word).collect();
            de::Error::custom(format!("found `{word}`, expected one of {}", known.join(", ")))
        })
    }
}

struct Hash(Digest);

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Digest::parse(&text)
            .map(Hash)
            .ok_or_else(|| de::Error::custom("a hash is `sha256:` and 64 lower-case digits"))
    }
}

/// A map whose keys are unique.
struct Map<T>(BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Unique<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Unique<T> {
            type Value = Map<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Map<T>, A::Error> {
                let mut map = BTreeMap::new();
                while let Some((key, value)) = access.next_entry::<String, T>()? {
                    if map.contains_key(&key) {
                        return Err(de::Error::custom(format!("duplicate key `{key}`")));
                    }
                    map.insert(key, value);
                }
                Ok(Map(map))
            }
        }
        deserializer.deserialize_map(Unique(PhantomData))
    }
}
