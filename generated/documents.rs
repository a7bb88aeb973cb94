//! Documents and the inputs and outputs of tools.
//!
//! Generated from `schemas/*.types`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::collections::BTreeMap;

use super::wire::{self, Json, Nullable};

/// What `trellis --version` prints (trellis-daemon#1).
#[derive(Clone, Debug, PartialEq)]
pub struct TrellisVersion {
    /// The crate's version.
    pub trellis: String,
    /// The major version of the agents' contract: 1.
    pub daemon_contract: u64,
}

wire::record! {
    TrellisVersion; trellis always "trellis", daemon_contract always "daemon_contract",
}

/// What `trellis explain --json` prints: every code, sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct CodeList {
    pub codes: Vec<String>,
}

wire::record! {
    CodeList; codes always "codes",
}

/// What `trellis explain CODE --json` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub code: String,
    pub source: CodeSource,
    pub repair_class: String,
    /// What the repair class does.
    pub repair: String,
    /// The section that the code cites.
    pub spec_ref: String,
    /// Markdown: what it means and why the rule exists.
    pub meaning: String,
    /// Markdown: the smallest failing example.
    pub failing: String,
    /// Markdown: the same, repaired.
    pub repaired: String,
    /// Markdown: what to do when the usual repair does not apply.
    pub otherwise: String,
}

wire::record! {
    Explanation; code always "code", source always "source", repair_class always
    "repair_class", repair always "repair", spec_ref always "spec_ref", meaning always
    "meaning", failing always "failing", repaired always "repaired", otherwise always
    "otherwise",
}

/// What `trellis spec --json` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    pub documents: Vec<OutlineDocument>,
}

wire::record! {
    Outline; documents always "documents",
}

/// A specification document.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineDocument {
    pub slug: String,
    pub title: String,
    pub sections: Vec<OutlineSection>,
}

wire::record! {
    OutlineDocument; slug always "slug", title always "title", sections always
    "sections",
}

/// A numbered section.
#[derive(Clone, Debug, PartialEq)]
pub struct OutlineSection {
    pub anchor: String,
    pub title: String,
}

wire::record! {
    OutlineSection; anchor always "anchor", title always "title",
}

/// What `trellis spec REF --json` prints and `read_spec` answers.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecSection {
    /// The heading without its number.
    pub title: String,
    /// Markdown, the heading and all subsections included.
    pub text: String,
}

wire::record! {
    SpecSection; title always "title", text always "text",
}

/// What `trellis contract list --json` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolList {
    pub tools: Vec<ToolSummary>,
}

wire::record! {
    ToolList; tools always "tools",
}

/// A tool with the codes that it can answer with.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSummary {
    pub name: String,
    pub description: String,
    pub raises: Vec<String>,
}

wire::record! {
    ToolSummary; name always "name", description always "description", raises always
    "raises",
}

/// What `trellis contract schema TOOL --json` prints: two JSON Schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSchemas {
    pub input: Json,
    pub output: Json,
}

wire::record! {
    ToolSchemas; input always "input", output always "output",
}

/// What `trellis contract check --json` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractCheck {
    pub codes: u64,
    pub tools: u64,
    /// Numbered sections of the specification documents.
    pub sections: u64,
}

wire::record! {
    ContractCheck; codes always "codes", tools always "tools", sections always
    "sections",
}

/// What `trellis status --json` prints (lock-schema#8).
#[derive(Clone, Debug, PartialEq)]
pub struct StatusReport {
    /// Every definition that can be judged, by path.
    pub defs: Vec<DefStatus>,
    /// Why others cannot; absent when all can.
    pub errors: Option<Vec<EnrichedDiagnostic>>,
    /// Definitions with an open question; absent when there is none.
    pub questions: Option<Vec<String>>,
}

wire::record! {
    StatusReport; defs always "defs", errors absent "errors", questions absent
    "questions",
}

/// Where one definition stands.
#[derive(Clone, Debug, PartialEq)]
pub struct DefStatus {
    pub path: String,
    /// `function`, `type`, `module` or `project`.
    pub kind: String,
    /// The rung of the ladder.
    pub status: String,
    pub flags: Vec<String>,
    /// One sentence a flag; with `--why` only.
    pub why: Option<Vec<String>>,
}

wire::record! {
    DefStatus; path always "path", kind always "kind", status always "status", flags
    always "flags", why absent "why",
}

/// What `trellis refresh --json` prints (design#6.3).
#[derive(Clone, Debug, PartialEq)]
pub struct RefreshReport {
    /// Definitions whose locks were written.
    pub written: Vec<String>,
    pub defs: Vec<DefStatus>,
    /// Why definitions were left out; absent when none was.
    pub errors: Option<Vec<EnrichedDiagnostic>>,
}

wire::record! {
    RefreshReport; written always "written", defs always "defs", errors absent "errors",
}

/// What `trellis decisions editorial --json` prints (design#4.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Restamped {
    /// Number of locks changed.
    pub restamped: u64,
}

wire::record! {
    Restamped; restamped always "restamped",
}

/// What `trellis decisions list --json` prints (design#4.4).
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionList {
    pub decisions: Vec<ListedDecision>,
}

wire::record! {
    DecisionList; decisions always "decisions",
}

/// A decision with everyone who cites it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedDecision {
    /// `project` or `module`.
    pub scope: String,
    /// Path of the module; empty for the project.
    pub module: String,
    pub label: String,
    pub text: String,
    pub rejected: Vec<String>,
    pub hash: String,
    pub cited_by: Vec<String>,
}

wire::record! {
    ListedDecision; scope always "scope", module always "module", label always "label",
    text always "text", rejected always "rejected", hash always "hash", cited_by always
    "cited_by",
}

/// What `trellis accept`, `pin` and `review` print with `--json`.
#[derive(Clone, Debug, PartialEq)]
pub struct Marked {
    pub path: String,
    /// Whether the lock was written.
    pub changed: bool,
}

wire::record! {
    Marked; path always "path", changed always "changed",
}

/// What `trellis init` and `trellis new` print with `--json`.
#[derive(Clone, Debug, PartialEq)]
pub struct Created {
    /// Paths from the root.
    pub files: Vec<String>,
}

wire::record! {
    Created; files always "files",
}

/// What `trellis toolchain update --json` prints (soil-toml#2.1).
#[derive(Clone, Debug, PartialEq)]
pub struct ToolchainUpdated {
    /// Whether `soil.toml` was written.
    pub changed: bool,
}

wire::record! {
    ToolchainUpdated; changed always "changed",
}

/// What `trellis manifest --json` prints (lock-schema#7).
#[derive(Clone, Debug, PartialEq)]
pub struct ManifestWritten {
    /// Whether `soil.lock` was written.
    pub changed: bool,
}

wire::record! {
    ManifestWritten; changed always "changed",
}

/// What `trellis hash DEF --json` prints (design#6.1, design#6.2).
#[derive(Clone, Debug, PartialEq)]
pub struct HashReport {
    pub path: String,
    pub hashes: Vec<ExplainedHash>,
}

wire::record! {
    HashReport; path always "path", hashes always "hashes",
}

/// A hash with everything that went into it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedHash {
    /// `formal`, `test`, `prose`, `soil_hash`, `scope_hash`, `cycle_hash` or `decision LABEL`.
    pub name: String,
    pub hash: String,
    /// In hashing order; with `--explain` only.
    pub parts: Option<Vec<HashPart>>,
}

wire::record! {
    ExplainedHash; name always "name", hash always "hash", parts absent "parts",
}

/// One part of a hash.
#[derive(Clone, Debug, PartialEq)]
pub struct HashPart {
    pub what: String,
    /// The bytes, as text.
    pub text: String,
}

wire::record! {
    HashPart; what always "what", text always "text",
}

/// What `trellis doctor --json` prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctor {
    pub checks: Vec<DoctorCheck>,
}

wire::record! {
    Doctor; checks always "checks",
}

/// One thing that was looked for.
#[derive(Clone, Debug, PartialEq)]
pub struct DoctorCheck {
    pub name: String,
    pub state: DoctorState,
    /// What is there, or why it is not.
    pub found: String,
    /// How to get it; absent when it is there.
    pub advice: Option<String>,
}

wire::record! {
    DoctorCheck; name always "name", state always "state", found always "found", advice
    absent "advice",
}

/// `absent` things are needed by some specifications or providers only, `missing` ones by all
/// lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DoctorState {
    Present,
    Absent,
    Missing,
}

wire::words! {
    DoctorState; Present "present", Absent "absent", Missing "missing",
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSpan {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset after the last byte.
    pub end: u64,
    /// 1 + the number of LF bytes before `start`.
    pub line: u64,
    /// 1 + the bytes between the start of the line and `start`.
    pub col: u64,
}

wire::record! {
    SourceSpan; start always "start", end always "end", line always "line", col always
    "col",
}

/// A secondary remark: a witness, a previous binding, a trace frame, or the next step.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagnosticNote {
    pub message: String,
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
}

wire::record! {
    DiagnosticNote; message always "message", file always "file", span always "span",
}

/// One fault, as `soil0` prints it.
#[derive(Clone, Debug, PartialEq)]
pub struct SoilDiagnostic {
    /// The registered code.
    pub code: String,
    /// Not contractual.
    pub message: String,
    /// The path as it was given.
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
    /// Number, order and places are contractual; most words are not.
    pub notes: Vec<DiagnosticNote>,
}

wire::record! {
    SoilDiagnostic; code always "code", message always "message", file always "file",
    span always "span", notes always "notes",
}

/// What `soil0` prints on stderr when it fails (soil0-cli#2).
#[derive(Clone, Debug, PartialEq)]
pub struct SoilReport {
    pub errors: Vec<SoilDiagnostic>,
}

wire::record! {
    SoilReport; errors always "errors",
}

/// One fault with the two fields that the registry adds.
#[derive(Clone, Debug, PartialEq)]
pub struct EnrichedDiagnostic {
    /// The registered code.
    pub code: String,
    /// Not contractual.
    pub message: String,
    /// The path from the root.
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
    pub notes: Vec<DiagnosticNote>,
    /// What mends it.
    pub repair_class: String,
    /// The section that says so.
    pub spec_ref: String,
}

wire::record! {
    EnrichedDiagnostic; code always "code", message always "message", file always "file",
    span always "span", notes always "notes", repair_class always "repair_class",
    spec_ref always "spec_ref",
}

/// What every other surface prints or answers when it fails (trellis-daemon#6).
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorDocument {
    pub errors: Vec<EnrichedDiagnostic>,
}

wire::record! {
    ErrorDocument; errors always "errors",
}

/// The source of truth for codes: `registry/diagnostics.json` (trellis-daemon#6.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Registry {
    /// 1
    pub registry_format: u64,
    pub repair_classes: Vec<RegistryClass>,
    /// Sorted by code.
    pub codes: Vec<RegistryEntry>,
}

wire::record! {
    Registry; registry_format always "registry_format", repair_classes always
    "repair_classes", codes always "codes",
}

/// A kind of action that mends a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistryClass {
    pub name: String,
    pub summary: String,
}

wire::record! {
    RegistryClass; name always "name", summary always "summary",
}

/// A code.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistryEntry {
    pub code: String,
    pub source: CodeSource,
    pub repair_class: String,
    pub spec_ref: String,
    /// Since when and why nothing emits the code any more; added on 2026-11-30.
    pub retired: Option<String>,
}

wire::record! {
    RegistryEntry; code always "code", source always "source", repair_class always
    "repair_class", spec_ref always "spec_ref", retired absent "retired",
}

/// The part of the toolchain that owns a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CodeSource {
    Soil0,
    Trellis,
}

wire::words! {
    CodeSource; Soil0 "soil0", Trellis "trellis",
}

/// The sidecar of a function (lock-schema#1).
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionLock {
    /// 1
    pub lock_format: u64,
    pub name: String,
    pub kind: FunctionKind,
    pub versions: LockVersions,
    pub spec: LockSpec,
    /// `null` before the first lowering.
    pub lowering: Nullable<LockLowering>,
    /// Absent before the first check.
    pub checks: Option<FunctionChecks>,
    pub tests: Vec<LockTest>,
    pub oracles: Vec<LockOracle>,
    pub accepted: bool,
}

wire::record! {
    FunctionLock; lock_format always "lock_format", name always "name", kind always
    "kind", versions always "versions", spec always "spec", lowering always "lowering",
    checks absent "checks", tests always "tests", oracles always "oracles", accepted
    always "accepted",
}

/// The sidecar of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeLock {
    pub lock_format: u64,
    pub name: String,
    pub kind: TypeKind,
    pub versions: LockVersions,
    pub spec: LockSpec,
    pub checks: Option<TypeChecks>,
    pub tests: Vec<LockTest>,
    /// The hash of the group of types that refer to one another; `null` outside such a group.
    pub cycle_hash: Nullable<String>,
    pub accepted: bool,
}

wire::record! {
    TypeLock; lock_format always "lock_format", name always "name", kind always "kind",
    versions always "versions", spec always "spec", checks absent "checks", tests always
    "tests", cycle_hash always "cycle_hash", accepted always "accepted",
}

/// The sidecar of a module header.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleLock {
    pub lock_format: u64,
    pub name: String,
    pub kind: ModuleKind,
    pub versions: LockVersions,
    pub spec: LockSpec,
    pub checks: Option<ModuleChecks>,
    pub accepted: bool,
}

wire::record! {
    ModuleLock; lock_format always "lock_format", name always "name", kind always "kind",
    versions always "versions", spec always "spec", checks absent "checks", accepted
    always "accepted",
}

/// The sidecar of the project header.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectLock {
    pub lock_format: u64,
    pub name: String,
    pub kind: ProjectKind,
    pub versions: LockVersions,
    pub spec: LockSpec,
    pub accepted: bool,
}

wire::record! {
    ProjectLock; lock_format always "lock_format", name always "name", kind always
    "kind", versions always "versions", spec always "spec", accepted always "accepted",
}

/// The kind of a function's sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FunctionKind {
    Function,
}

wire::words! {
    FunctionKind; Function "function",
}

/// The kind of a type's sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeKind {
    Type,
}

wire::words! {
    TypeKind; Type "type",
}

/// The kind of a module's sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ModuleKind {
    Module,
}

wire::words! {
    ModuleKind; Module "module",
}

/// The kind of the project's sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProjectKind {
    Project,
}

wire::words! {
    ProjectKind; Project "project",
}

/// What wrote the entry.
#[derive(Clone, Debug, PartialEq)]
pub struct LockVersions {
    /// The crate's version.
    pub trellis: String,
    /// The version of the Soil specification.
    pub soil: String,
}

wire::record! {
    LockVersions; trellis always "trellis", soil always "soil",
}

/// What was known about the specification (lock-schema#2).
#[derive(Clone, Debug, PartialEq)]
pub struct LockSpec {
    pub provenance: SpecAuthor,
    pub hashes: LockHashes,
    pub prose_state: ProseState,
    /// Every reserved block, in document order.
    pub blocks: Vec<LockBlock>,
    pub pinned: bool,
    pub escape_hatches: Vec<String>,
    /// Label to entry hash; present when the header has a `decisions` block.
    pub decisions: Option<BTreeMap<String, String>>,
}

wire::record! {
    LockSpec; provenance always "provenance", hashes always "hashes", prose_state always
    "prose_state", blocks always "blocks", pinned always "pinned", escape_hatches always
    "escape_hatches", decisions absent "decisions",
}

/// Who wrote a specification or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpecAuthor {
    Human,
    Agent,
}

wire::words! {
    SpecAuthor; Human "human", Agent "agent",
}

/// The three hashes; `test` is `null` off functions.
#[derive(Clone, Debug, PartialEq)]
pub struct LockHashes {
    pub formal: String,
    pub test: Nullable<String>,
    pub prose: String,
}

wire::record! {
    LockHashes; formal always "formal", test always "test", prose always "prose",
}

/// Whether the prose changed since the lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProseState {
    Fresh,
    ReviewSuggested,
}

wire::words! {
    ProseState; Fresh "fresh", ReviewSuggested "review-suggested",
}

/// A reserved block and its author.
#[derive(Clone, Debug, PartialEq)]
pub struct LockBlock {
    pub block: String,
    pub author: SpecAuthor,
}

wire::record! {
    LockBlock; block always "block", author always "author",
}

/// What was lowered (lock-schema#3).
#[derive(Clone, Debug, PartialEq)]
pub struct LockLowering {
    pub soil_hash: String,
    pub provenance: LoweringAuthor,
    pub provider: Nullable<String>,
    pub model: Nullable<String>,
    pub private_helpers: Vec<LockEdge>,
    pub calls: Vec<LockEdge>,
    pub decisions: LockCitations,
}

wire::record! {
    LockLowering; soil_hash always "soil_hash", provenance always "provenance", provider
    always "provider", model always "model", private_helpers always "private_helpers",
    calls always "calls", decisions always "decisions",
}

/// Who wrote the Soil.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoweringAuthor {
    Agent,
    HumanVerified,
    HandEdited,
    PreludeFork,
}

wire::words! {
    LoweringAuthor; Agent "agent", HumanVerified "human-verified", HandEdited
    "hand-edited", PreludeFork "prelude-fork",
}

/// A definition that the Soil refers to, and its hash.
#[derive(Clone, Debug, PartialEq)]
pub struct LockEdge {
    pub name: String,
    pub hash: String,
}

wire::record! {
    LockEdge; name always "name", hash always "hash",
}

/// The decisions in scope and those that the lowering applied.
#[derive(Clone, Debug, PartialEq)]
pub struct LockCitations {
    pub scope_hash: String,
    pub applied: Vec<LockCitation>,
}

wire::record! {
    LockCitations; scope_hash always "scope_hash", applied always "applied",
}

/// A decision that the lowering applied.
#[derive(Clone, Debug, PartialEq)]
pub struct LockCitation {
    pub scope: CitationScope,
    pub label: String,
    pub hash: String,
}

wire::record! {
    LockCitation; scope always "scope", label always "label", hash always "hash",
}

/// Where a cited decision stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CitationScope {
    Project,
    Module,
}

wire::words! {
    CitationScope; Project "project", Module "module",
}

/// What is known about a function (lock-schema#4).
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionChecks {
    pub types: CheckState,
    pub termination: LockTermination,
    /// Label to assurance.
    pub refinements: BTreeMap<String, Assurance>,
    pub holes: u64,
}

wire::record! {
    FunctionChecks; types always "types", termination always "termination", refinements
    always "refinements", holes always "holes",
}

/// What is known about a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeChecks {
    pub types: CheckState,
    pub invariants: BTreeMap<String, Assurance>,
}

wire::record! {
    TypeChecks; types always "types", invariants always "invariants",
}

/// What is known about a module.
#[derive(Clone, Debug, PartialEq)]
pub struct ModuleChecks {
    pub exports: CheckState,
}

wire::record! {
    ModuleChecks; exports always "exports",
}

/// Whether a check passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CheckState {
    Ok,
    Error,
}

wire::words! {
    CheckState; Ok "ok", Error "error",
}

/// Whether a function is known to end; `n/a` where the question does not arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LockTermination {
    Verified,
    Unverified,
    NA,
}

wire::words! {
    LockTermination; Verified "verified", Unverified "unverified", NA "n/a",
}

/// A row of results (lock-schema#5).
#[derive(Clone, Debug, PartialEq)]
pub struct LockTest {
    pub name: String,
    pub tier: TestTier,
    pub mode: TestMode,
    pub origin: TestOrigin,
    pub result: CaseVerdict,
}

wire::record! {
    LockTest; name always "name", tier always "tier", mode always "mode", origin always
    "origin", result always "result",
}

/// What kind of test a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestTier {
    Expect,
    Property,
    Cram,
    Contract,
    Differential,
    Proof,
}

wire::words! {
    TestTier; Expect "expect", Property "property", Cram "cram", Contract "contract",
    Differential "differential", Proof "proof",
}

/// Whether the row ran with real capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestMode {
    Sandboxed,
    Real,
}

wire::words! {
    TestMode; Sandboxed "sandboxed", Real "real",
}

/// Whether a block wrote the row or a clause implied it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestOrigin {
    Spec,
    Derived,
}

wire::words! {
    TestOrigin; Spec "spec", Derived "derived",
}

/// Where expected behaviour came from (lock-schema#5).
#[derive(Clone, Debug, PartialEq)]
pub enum LockOracle {
    /// A Python reference: `rel::symbol`, and the hash of the file.
    Reference { path: String, hash: String },
    /// A program: its command line, and the hash of the executable.
    Cli { command: String, hash: String },
    /// Another definition; readable, never written in version 1.
    Definition { name: String, formal_hash: String },
}

wire::keyed! {
    LockOracle "kind"; Reference "reference" { path always "path", hash always "hash", };
    Cli "cli" { command always "command", hash always "hash", }; Definition "definition"
    { name always "name", formal_hash always "formal_hash", };
}

/// The input of `read_context`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadContextInput {
    /// Path inside the bundle, such as `spec.md`; empty for the top.
    pub path: String,
}

wire::record! {
    ReadContextInput; path always "path",
}

/// The output of `read_context`.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadContextOutput {
    /// A file's text.
    File { content: String },
    /// Names sorted by bytes; a directory's name ends in `/`.
    Dir { entries: Vec<String> },
}

wire::sum! {
    ReadContextOutput; record File "File" { content always "content", }; record Dir "Dir"
    { entries always "entries", };
}

/// The input of `check_types`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckTypesInput {}

wire::record! {
    CheckTypesInput;
}

/// The output of `check_types`.
pub type CheckTypesOutput = Signatures;

/// The input of `check_refinements`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckRefinementsInput {}

wire::record! {
    CheckRefinementsInput;
}

/// The output of `check_refinements`.
pub type CheckRefinementsOutput = Option<RefinementReport>;

/// What is known about each clause, by its label.
#[derive(Clone, Debug, PartialEq)]
pub struct RefinementReport {
    pub clauses: Vec<ClauseAssurance>,
}

wire::record! {
    RefinementReport; clauses always "clauses",
}

/// A clause and how far it is assured.
#[derive(Clone, Debug, PartialEq)]
pub struct ClauseAssurance {
    pub key: String,
    pub value: Assurance,
}

wire::record! {
    ClauseAssurance; key always "key", value always "value",
}

/// How far a clause is assured (lock-schema#4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Assurance {
    Proven,
    Runtime,
    Trusted,
}

wire::words! {
    Assurance; Proven "proven", Runtime "runtime", Trusted "trusted",
}

/// The input of `run_tests`.
#[derive(Clone, Debug, PartialEq)]
pub struct RunTestsInput {}

wire::record! {
    RunTestsInput;
}

/// The output of `run_tests`.
pub type RunTestsOutput = TestReport;

/// The input of `write_soil`.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteSoilInput {
    /// One definition in Soil, with its signature.
    pub soil: String,
    /// Every decision that the draft applies; `[]` when none.
    pub decisions_applied: Vec<DecisionRef>,
}

wire::record! {
    WriteSoilInput; soil always "soil", decisions_applied always "decisions_applied",
}

/// The output of `write_soil`.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteSoilOutput {
    pub canonical: String,
}

wire::record! {
    WriteSoilOutput; canonical always "canonical",
}

/// A decision entry that a draft applies.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionRef {
    pub scope: Scope,
    pub label: String,
}

wire::record! {
    DecisionRef; scope always "scope", label always "label",
}

/// Where a decision stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    Project,
    Module,
}

wire::sum! {
    lenient Scope; unit Project "Project"; unit Module "Module";
}

/// The input of `read_spec`.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSpecInput {
    /// An anchor, such as `soil-syntax-spec#5.9`.
    pub r#ref: String,
}

wire::record! {
    ReadSpecInput; r#ref always "ref",
}

/// The output of `read_spec`.
pub type ReadSpecOutput = SpecSection;

/// The input of `ask_human`.
#[derive(Clone, Debug, PartialEq)]
pub struct AskHumanInput {
    /// What kind of answer is needed.
    pub kind: QuestionKind,
    /// One question, not empty.
    pub question: String,
    /// The name of the hole that the question blocks.
    pub hole: Option<String>,
    /// Proposed answers.
    pub options: Option<Vec<String>>,
}

wire::record! {
    AskHumanInput; kind always "kind", question always "question", hole defaults "hole",
    options absent "options",
}

/// The output of `ask_human`.
#[derive(Clone, Debug, PartialEq)]
pub struct AskHumanOutput {
    pub acknowledged: bool,
}

wire::record! {
    AskHumanOutput; acknowledged always "acknowledged",
}

/// What an answer is written to.
#[derive(Clone, Debug, PartialEq)]
pub enum QuestionKind {
    /// The specification allows several readings.
    Ambiguity,
    /// The specification contradicts itself.
    Contradiction,
    /// The answer is a rule for the module or the project.
    Rule,
}

wire::sum! {
    lenient QuestionKind; unit Ambiguity "Ambiguity"; unit Contradiction "Contradiction";
    unit Rule "Rule";
}

/// A question beside its definition, `<def>.question.json` (trellis-daemon#8).
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The definition's path from the root.
    pub def: String,
    pub kind: QuestionKind,
    pub question: String,
    pub hole: Option<String>,
    pub options: Vec<String>,
    /// What the specification was when the question was asked.
    pub asked_against: SpecHashes,
    /// Hash of the bundle.
    pub bundle: String,
    /// RFC 3339, for people only.
    pub created: String,
}

wire::record! {
    Question; def always "def", kind always "kind", question always "question", hole
    always "hole", options always "options", asked_against always "asked_against", bundle
    always "bundle", created always "created",
}

/// The three hashes of a specification file.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecHashes {
    pub formal: String,
    pub test: String,
    pub prose: String,
}

wire::record! {
    SpecHashes; formal always "formal", test always "test", prose always "prose",
}

/// The manifest of a context bundle, `bundle.json` (trellis-daemon#4.1).
#[derive(Clone, Debug, PartialEq)]
pub struct BundleManifest {
    /// Such as `csvstats/median`.
    pub definition: String,
    /// Tokens, estimated as bytes/4.
    pub budget: u64,
    /// Estimate of what was packed.
    pub estimate: u64,
    /// Paths inside the bundle.
    pub packed: Vec<String>,
    /// What did not fit.
    pub dropped: Vec<Dropped>,
    pub oracle: Option<Oracle>,
    /// What the bundle was built from.
    pub spec_hashes: SpecHashes,
}

wire::record! {
    BundleManifest; definition always "definition", budget always "budget", estimate
    always "estimate", packed always "packed", dropped always "dropped", oracle always
    "oracle", spec_hashes always "spec_hashes",
}

/// Something that the packer left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    pub item: String,
    pub reason: String,
}

wire::record! {
    Dropped; item always "item", reason always "reason",
}

/// Where the definition's expected behaviour can be computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Oracle {
    Reference { path: String, symbol: String },
    Cli { command: String },
}

wire::sum! {
    Oracle; record Reference "Reference" { path always "path", symbol always "symbol", };
    record Cli "Cli" { command always "command", };
}

/// A node with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<A> {
    pub span: SourceSpan,
    pub item: A,
}

wire::record! {
    Spanned < A >; span always "span", item always "item",
}

/// What `soil0 lex` prints (soil0-cli#4.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    pub tokens: Vec<Spanned<Token>>,
}

wire::record! {
    Tokens; tokens always "tokens",
}

/// One token; comments are dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    TIdent { name: String },
    TPrivate { name: String },
    TTypeName { name: String },
    TKeyword { word: String },
    TOp { op: String },
    TInt { digits: String },
    TFloat { text: String },
    TStr { value: String },
    THole { name: String },
}

wire::sum! {
    Token; record TIdent "TIdent" { name always "name", }; record TPrivate "TPrivate" {
    name always "name", }; record TTypeName "TTypeName" { name always "name", }; record
    TKeyword "TKeyword" { word always "word", }; record TOp "TOp" { op always "op", };
    record TInt "TInt" { digits always "digits", }; record TFloat "TFloat" { text always
    "text", }; record TStr "TStr" { value always "value", }; record THole "THole" { name
    always "name", };
}

/// What `soil0 parse` prints (soil0-cli#4.1).
#[derive(Clone, Debug, PartialEq)]
pub struct FileTree {
    pub defs: Vec<Spanned<DefTree>>,
}

wire::record! {
    FileTree; defs always "defs",
}

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub struct DefTree {
    pub name: String,
    pub sig: Spanned<TypeTree>,
    pub decreases: Option<Spanned<ExprTree>>,
    pub params: Vec<BinderTree>,
    pub body: Spanned<ExprTree>,
}

wire::record! {
    DefTree; name always "name", sig always "sig", decreases always "decreases", params
    always "params", body always "body",
}

/// A name that is bound.
#[derive(Clone, Debug, PartialEq)]
pub struct BinderTree {
    pub span: SourceSpan,
    pub name: String,
}

wire::record! {
    BinderTree; span always "span", name always "name",
}

/// A type as written (soil0-cli#4.2).
#[derive(Clone, Debug, PartialEq)]
pub enum TypeTree {
    Arrow {
        param: Option<BinderTree>,
        dom: Box<Spanned<TypeTree>>,
        row: RowTree,
        cod: Box<Spanned<TypeTree>>,
    },
    Con { name: String, args: Vec<Spanned<TypeTree>> },
    TVar { name: String },
    Refined {
        binder: BinderTree,
        base: Box<Spanned<TypeTree>>,
        pred: Spanned<PredTree>,
    },
}

wire::sum! {
    TypeTree; record Arrow "Arrow" { param always "param", dom always "dom", row always
    "row", cod always "cod", }; record Con "Con" { name always "name", args always
    "args", }; record TVar "TVar" { name always "name", }; record Refined "Refined" {
    binder always "binder", base always "base", pred always "pred", };
}

/// An effect row; effects stand in the order `Div`, `Panic`, `Io`, `Ffi`.
#[derive(Clone, Debug, PartialEq)]
pub struct RowTree {
    pub effects: Vec<EffectTag>,
    pub var: Option<String>,
}

wire::record! {
    RowTree; effects always "effects", var always "var",
}

/// One effect.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectTag {
    Div,
    Panic,
    Io,
    Ffi,
}

wire::sum! {
    EffectTag; unit Div "Div"; unit Panic "Panic"; unit Io "Io"; unit Ffi "Ffi";
}

/// A predicate.
#[derive(Clone, Debug, PartialEq)]
pub enum PredTree {
    Implies { lhs: Box<Spanned<PredTree>>, rhs: Box<Spanned<PredTree>> },
    POr { lhs: Box<Spanned<PredTree>>, rhs: Box<Spanned<PredTree>> },
    PAnd { lhs: Box<Spanned<PredTree>>, rhs: Box<Spanned<PredTree>> },
    PNot { pred: Box<Spanned<PredTree>> },
    PCmp { op: CmpOp, lhs: Spanned<PExprTree>, rhs: Spanned<PExprTree> },
    Is {
        scrutinee: Spanned<PExprTree>,
        type_name: Option<String>,
        ctor: String,
        payload: Option<BinderTree>,
    },
    PCall { name: String, args: Vec<Spanned<PExprTree>> },
}

wire::sum! {
    PredTree; record Implies "Implies" { lhs always "lhs", rhs always "rhs", }; record
    POr "POr" { lhs always "lhs", rhs always "rhs", }; record PAnd "PAnd" { lhs always
    "lhs", rhs always "rhs", }; record PNot "PNot" { pred always "pred", }; record PCmp
    "PCmp" { op always "op", lhs always "lhs", rhs always "rhs", }; record Is "Is" {
    scrutinee always "scrutinee", type_name always "type_name", ctor always "ctor",
    payload always "payload", }; record PCall "PCall" { name always "name", args always
    "args", };
}

/// A term of a predicate.
#[derive(Clone, Debug, PartialEq)]
pub enum PExprTree {
    PLiteral { lit: LitTree },
    PPath { root: String, fields: Vec<String> },
    PArith {
        op: PredArithOp,
        lhs: Box<Spanned<PExprTree>>,
        rhs: Box<Spanned<PExprTree>>,
    },
    PCallE { name: String, args: Vec<Spanned<PExprTree>> },
}

wire::sum! {
    PExprTree; record PLiteral "PLiteral" { lit always "lit", }; record PPath "PPath" {
    root always "root", fields always "fields", }; record PArith "PArith" { op always
    "op", lhs always "lhs", rhs always "rhs", }; record PCallE "PCallE" { name always
    "name", args always "args", };
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

wire::sum! {
    CmpOp; unit Eq "Eq"; unit Ne "Ne"; unit Lt "Lt"; unit Le "Le"; unit Gt "Gt"; unit Ge
    "Ge";
}

/// Arithmetic inside predicates.
#[derive(Clone, Debug, PartialEq)]
pub enum PredArithOp {
    Add,
    Sub,
    Mul,
}

wire::sum! {
    PredArithOp; unit Add "Add"; unit Sub "Sub"; unit Mul "Mul";
}

/// Arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

wire::sum! {
    ArithOp; unit Add "Add"; unit Sub "Sub"; unit Mul "Mul"; unit Div "Div"; unit Mod
    "Mod";
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum LitTree {
    LInt { digits: String },
    LFloat { text: String },
    LStr { value: String },
}

wire::sum! {
    LitTree; record LInt "LInt" { digits always "digits", }; record LFloat "LFloat" {
    text always "text", }; record LStr "LStr" { value always "value", };
}

/// An expression (soil0-cli#4.3).
#[derive(Clone, Debug, PartialEq)]
pub enum ExprTree {
    Let { is_rec: bool, bindings: Vec<BindingTree>, body: Box<Spanned<ExprTree>> },
    Fun { params: Vec<BinderTree>, body: Box<Spanned<ExprTree>> },
    If {
        cond: Box<Spanned<ExprTree>>,
        then_branch: Box<Spanned<ExprTree>>,
        else_branch: Box<Spanned<ExprTree>>,
    },
    Match { scrutinee: Box<Spanned<ExprTree>>, arms: Vec<Spanned<ArmTree>> },
    OrE { lhs: Box<Spanned<ExprTree>>, rhs: Box<Spanned<ExprTree>> },
    AndE { lhs: Box<Spanned<ExprTree>>, rhs: Box<Spanned<ExprTree>> },
    NotE { operand: Box<Spanned<ExprTree>> },
    Neg { operand: Box<Spanned<ExprTree>> },
    Cmp { op: CmpOp, lhs: Box<Spanned<ExprTree>>, rhs: Box<Spanned<ExprTree>> },
    Arith { op: ArithOp, lhs: Box<Spanned<ExprTree>>, rhs: Box<Spanned<ExprTree>> },
    App { r#fn: Box<Spanned<ExprTree>>, arg: Box<Spanned<ExprTree>> },
    Path { root: String, fields: Vec<String> },
    Qualified { space: String, name: String },
    CtorE { name: String },
    RecordE { update: Option<PathTree>, fields: Vec<FieldSetTree> },
    Literal { lit: LitTree },
    Annot { expr: Box<Spanned<ExprTree>>, ty: Spanned<TypeTree> },
    Hole { name: String },
}

wire::sum! {
    ExprTree; record Let "Let" { is_rec always "is_rec", bindings always "bindings", body
    always "body", }; record Fun "Fun" { params always "params", body always "body", };
    record If "If" { cond always "cond", then_branch always "then_branch", else_branch
    always "else_branch", }; record Match "Match" { scrutinee always "scrutinee", arms
    always "arms", }; record OrE "OrE" { lhs always "lhs", rhs always "rhs", }; record
    AndE "AndE" { lhs always "lhs", rhs always "rhs", }; record NotE "NotE" { operand
    always "operand", }; record Neg "Neg" { operand always "operand", }; record Cmp "Cmp"
    { op always "op", lhs always "lhs", rhs always "rhs", }; record Arith "Arith" { op
    always "op", lhs always "lhs", rhs always "rhs", }; record App "App" { r#fn always
    "fn", arg always "arg", }; record Path "Path" { root always "root", fields always
    "fields", }; record Qualified "Qualified" { space always "space", name always "name",
    }; record CtorE "CtorE" { name always "name", }; record RecordE "RecordE" { update
    always "update", fields always "fields", }; record Literal "Literal" { lit always
    "lit", }; record Annot "Annot" { expr always "expr", ty always "ty", }; record Hole
    "Hole" { name always "name", };
}

/// A binding of `let`; the binder is `None` for `_`.
#[derive(Clone, Debug, PartialEq)]
pub struct BindingTree {
    pub binder: Option<BinderTree>,
    pub value: Spanned<ExprTree>,
}

wire::record! {
    BindingTree; binder always "binder", value always "value",
}

/// A name with the fields taken from it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathTree {
    pub root: String,
    pub fields: Vec<String>,
}

wire::record! {
    PathTree; root always "root", fields always "fields",
}

/// A field that a record expression sets.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSetTree {
    pub name: String,
    pub value: Spanned<ExprTree>,
}

wire::record! {
    FieldSetTree; name always "name", value always "value",
}

/// An arm of `match`.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmTree {
    pub pattern: Spanned<PatternTree>,
    pub body: Spanned<ExprTree>,
}

wire::record! {
    ArmTree; pattern always "pattern", body always "body",
}

/// A pattern (soil0-cli#4.4).
#[derive(Clone, Debug, PartialEq)]
pub enum PatternTree {
    PWild,
    PBind { binder: BinderTree },
    PLit { lit: LitTree },
    PCtor {
        type_name: Option<String>,
        name: String,
        arg: Option<Box<Spanned<PatternTree>>>,
    },
    PRecord { fields: Vec<FieldPatternTree>, open: bool },
}

wire::sum! {
    PatternTree; unit PWild "PWild"; record PBind "PBind" { binder always "binder", };
    record PLit "PLit" { lit always "lit", }; record PCtor "PCtor" { type_name always
    "type_name", name always "name", arg always "arg", }; record PRecord "PRecord" {
    fields always "fields", open always "open", };
}

/// A field of a record pattern; without a pattern it is punned.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPatternTree {
    pub name: String,
    pub pattern: Option<Spanned<PatternTree>>,
}

wire::record! {
    FieldPatternTree; name always "name", pattern always "pattern",
}

/// A type without places, variables renamed by first appearance (soil0-cli#5).
#[derive(Clone, Debug, PartialEq)]
pub enum SigType {
    SArrow { param: Option<String>, dom: Box<SigType>, row: RowTree, cod: Box<SigType> },
    SCon { name: String, args: Vec<SigType> },
    SVar { name: String },
}

wire::sum! {
    SigType; record SArrow "SArrow" { param always "param", dom always "dom", row always
    "row", cod always "cod", }; record SCon "SCon" { name always "name", args always
    "args", }; record SVar "SVar" { name always "name", };
}

/// What `soil0 rename` prints (soil0-cli#8.3).
#[derive(Clone, Debug, PartialEq)]
pub struct RenameOutput {
    pub defs: Vec<RenamedDef>,
}

wire::record! {
    RenameOutput; defs always "defs",
}

/// A definition's references.
#[derive(Clone, Debug, PartialEq)]
pub struct RenamedDef {
    pub name: String,
    pub refs: RefSets,
}

wire::record! {
    RenamedDef; name always "name", refs always "refs",
}

/// Four sorted lists without duplicates.
#[derive(Clone, Debug, PartialEq)]
pub struct RefSets {
    pub defs: Vec<String>,
    pub types: Vec<String>,
    pub builtins: Vec<String>,
    pub privates: Vec<String>,
}

wire::record! {
    RefSets; defs always "defs", types always "types", builtins always "builtins",
    privates always "privates",
}

/// What `soil0 infer` and `soil0 check` print, and `check_types` answers (soil0-cli#8.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Signatures {
    pub defs: Vec<SignatureOutput>,
}

wire::record! {
    Signatures; defs always "defs",
}

/// A definition's declared type and what was found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureOutput {
    pub name: String,
    pub r#type: SigType,
    pub row: RowTree,
    pub checks: CheckFacts,
}

wire::record! {
    SignatureOutput; name always "name", r#type always "type", row always "row", checks
    always "checks",
}

/// What the checker knows beside types (soil0-cli#8.5).
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFacts {
    pub termination: Termination,
    pub panic_obligations: Vec<PanicObligation>,
    /// Absent when there is none.
    pub holes: Option<Vec<HoleGoal>>,
}

wire::record! {
    CheckFacts; termination always "termination", panic_obligations always
    "panic_obligations", holes absent "holes",
}

/// Whether a definition is known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Termination {
    NA,
    Verified,
    Unverified,
}

wire::words! {
    Termination; NA "n/a", Verified "verified", Unverified "unverified",
}

/// Something that may panic.
#[derive(Clone, Debug, PartialEq)]
pub struct PanicObligation {
    pub kind: ObligationKind,
    pub span: SourceSpan,
}

wire::record! {
    PanicObligation; kind always "kind", span always "span",
}

/// Why it may panic.
#[derive(Clone, Debug, PartialEq)]
pub enum ObligationKind {
    Overflow,
    DivZero,
    CalleePanic { callee: String },
}

wire::sum! {
    ObligationKind; unit Overflow "Overflow"; unit DivZero "DivZero"; record CalleePanic
    "CalleePanic" { callee always "callee", };
}

/// A typed hole and what must fill it.
#[derive(Clone, Debug, PartialEq)]
pub struct HoleGoal {
    pub name: String,
    pub span: SourceSpan,
    pub ty: SigType,
}

wire::record! {
    HoleGoal; name always "name", span always "span", ty always "ty",
}

/// The type environment, `env.json` (soil0-cli#6).
#[derive(Clone, Debug, PartialEq)]
pub struct EnvFile {
    pub types: Vec<TypeDef>,
}

wire::record! {
    EnvFile; types always "types",
}

/// A declared type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    pub name: String,
    pub params: Vec<String>,
    pub strategy: Strategy,
    pub body: TypeBody,
}

wire::record! {
    TypeDef; name always "name", params always "params", strategy always "strategy", body
    always "body",
}

/// How equality, order, text and hash are derived.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    Structural,
    Opaque,
}

wire::sum! {
    Strategy; unit Structural "Structural"; unit Opaque "Opaque";
}

/// What a declared type stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeBody {
    Record { fields: Vec<FieldDef> },
    Sum { variants: Vec<VariantDef> },
    OpaqueBody,
    Alias { ty: SigType },
}

wire::sum! {
    TypeBody; unit OpaqueBody "OpaqueBody"; record Record "Record" { fields always
    "fields", }; record Sum "Sum" { variants always "variants", }; record Alias "Alias" {
    ty always "ty", };
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDef {
    pub name: String,
    pub shape: SigType,
    pub ignored: Option<IgnoredDefault>,
}

wire::record! {
    FieldDef; name always "name", shape always "shape", ignored always "ignored",
}

/// A variant of a sum; at most one of `payload` and `fields` is given.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    pub name: String,
    pub payload: Option<SigType>,
    pub fields: Option<Vec<FieldDef>>,
}

wire::record! {
    VariantDef; name always "name", payload always "payload", fields defaults "fields",
}

/// How an ignored field is filled when a value is read.
#[derive(Clone, Debug, PartialEq)]
pub enum IgnoredDefault {
    Const { value: Json },
    CopyField { field: String },
}

wire::sum! {
    IgnoredDefault; record Const "Const" { value always "value", }; record CopyField
    "CopyField" { field always "field", };
}

/// The manifest, `program.json` (soil0-cli#7).
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramFile {
    /// Path of the environment, from the manifest's folder.
    pub types: String,
    /// Paths of the files, callee before caller.
    pub defs: Vec<String>,
}

wire::record! {
    ProgramFile; types always "types", defs always "defs",
}

/// A test bundle (soil0-cli#10).
#[derive(Clone, Debug, PartialEq)]
pub struct TestBundle {
    /// Path of the manifest, from the bundle's folder.
    pub program: String,
    pub cases: Vec<TestCase>,
}

wire::record! {
    TestBundle; program always "program", cases always "cases",
}

/// The cases of a context bundle, `tests.json` (trellis-daemon#4.5).
#[derive(Clone, Debug, PartialEq)]
pub struct TestCases {
    pub cases: Vec<TestCase>,
}

wire::record! {
    TestCases; cases always "cases",
}

/// One call and what it should give.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    pub name: String,
    pub def: String,
    pub binds: Vec<TestBind>,
    pub args: Vec<TestArg>,
    pub expect: Expectation,
    pub xfail: bool,
}

wire::record! {
    TestCase; name always "name", def always "def", binds always "binds", args always
    "args", expect always "expect", xfail always "xfail",
}

/// A value that a builtin makes before the call.
#[derive(Clone, Debug, PartialEq)]
pub struct TestBind {
    pub bind: String,
    pub ctor: String,
    pub args: Vec<Json>,
}

wire::record! {
    TestBind; bind always "bind", ctor always "ctor", args always "args",
}

/// An argument of the call.
#[derive(Clone, Debug, PartialEq)]
pub enum TestArg {
    Json(Json),
    Binding { name: String },
}

wire::sum! {
    TestArg; of Json "Json"; record Binding "Binding" { name always "name", };
}

/// What the call should give.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    Value(Json),
    Panic,
}

wire::sum! {
    Expectation; unit Panic "Panic"; of Value "Value";
}

/// What `soil0 test` prints and `run_tests` answers (soil0-cli#10).
#[derive(Clone, Debug, PartialEq)]
pub struct TestReport {
    pub cases: Vec<CaseResult>,
}

wire::record! {
    TestReport; cases always "cases",
}

/// How a case went.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    pub name: String,
    pub result: CaseVerdict,
    pub details: Option<CaseDetails>,
}

wire::record! {
    CaseResult; name always "name", result always "result", details always "details",
}

/// The verdict of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaseVerdict {
    Pass,
    Fail,
    Xfail,
    Xpass,
}

wire::words! {
    CaseVerdict; Pass "pass", Fail "fail", Xfail "xfail", Xpass "xpass",
}

/// What was expected and what happened, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseDetails {
    pub expected: String,
    pub actual: String,
}

wire::record! {
    CaseDetails; expected always "expected", actual always "actual",
}

/// What `soil0 --version` prints (soil0-cli#1).
#[derive(Clone, Debug, PartialEq)]
pub struct SoilVersion {
    /// The major version of the contract: 1.
    pub soil0_cli: u64,
    /// The crate's version.
    pub soil0: String,
}

wire::record! {
    SoilVersion; soil0_cli always "soil0_cli", soil0 always "soil0",
}

/// What `trellis test --json` prints: every definition that was asked for, in path order.
#[derive(Clone, Debug, PartialEq)]
pub struct VerificationReport {
    pub definitions: Vec<VerifiedDefinition>,
    /// Rows that are as their specification wants them.
    pub passed: u64,
    /// Rows that are not.
    pub failed: u64,
    /// Cases that ran, reused results included.
    pub cases: u64,
    /// Definitions whose earlier results still hold.
    pub reused: u64,
}

wire::record! {
    VerificationReport; definitions always "definitions", passed always "passed", failed
    always "failed", cases always "cases", reused always "reused",
}

/// What came of one definition.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedDefinition {
    /// The definition path.
    pub path: String,
    /// Whether all rows are good and nothing was found that counts.
    pub ok: bool,
    /// Whether the rows are those of an earlier run.
    pub reused: bool,
    pub rows: Vec<VerifiedRow>,
    /// Findings besides rows.
    pub diagnostics: Vec<EnrichedDiagnostic>,
}

wire::record! {
    VerifiedDefinition; path always "path", ok always "ok", reused always "reused", rows
    always "rows", diagnostics always "diagnostics",
}

/// One row (lock-schema#5), with what its lock leaves out.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedRow {
    pub name: String,
    pub tier: String,
    pub mode: String,
    pub origin: String,
    pub result: String,
    /// For a row that is not as it should be.
    pub details: Option<VerifiedDetails>,
    /// A small failing input: binders with canonical JSON.
    pub counterexample: Vec<VerifiedBinder>,
}

wire::record! {
    VerifiedRow; name always "name", tier always "tier", mode always "mode", origin
    always "origin", result always "result", details always "details", counterexample
    always "counterexample",
}

/// Expected and actual outcome (soil0-cli#10).
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedDetails {
    pub expected: String,
    pub actual: String,
}

wire::record! {
    VerifiedDetails; expected always "expected", actual always "actual",
}

/// A binder with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct VerifiedBinder {
    pub name: String,
    pub value: String,
}

wire::record! {
    VerifiedBinder; name always "name", value always "value",
}
