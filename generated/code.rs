//! Codes, their sources and repair classes.
//!
//! Generated from `registry/diagnostics.json`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::fmt;

use super::SpecRef;

/// A registered diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// `ambiguous-constructor`
    AmbiguousConstructor,
    /// `ambiguous-name`
    AmbiguousName,
    /// `annotation-needed`
    AnnotationNeeded,
    /// `bad-escape`
    BadEscape,
    /// `budget-too-small`
    BudgetTooSmall,
    /// `bundle-not-found`
    BundleNotFound,
    /// `bundle-path`
    BundlePath,
    /// `config-bad-value`
    ConfigBadValue,
    /// `config-io`
    ConfigIo,
    /// `config-no-root`
    ConfigNoRoot,
    /// `config-parse`
    ConfigParse,
    /// `config-reserved-section`
    ConfigReservedSection,
    /// `config-unknown-key`
    ConfigUnknownKey,
    /// `contract-fault`
    ContractFault,
    /// `duplicate-field`
    DuplicateField,
    /// `effect-violation`
    EffectViolation,
    /// `escape-not-scalar`
    EscapeNotScalar,
    /// `forward-reference`
    ForwardReference,
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-blocked-callee`
    JobBlockedCallee,
    /// `job-cap-exceeded`
    JobCapExceeded,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `job-open-question`
    JobOpenQuestion,
    /// `job-provider-error`
    JobProviderError,
    /// `job-sandbox-unavailable`
    JobSandboxUnavailable,
    /// `job-sig-mismatch`
    JobSigMismatch,
    /// `job-stale-question`
    JobStaleQuestion,
    /// `literal-out-of-range`
    LiteralOutOfRange,
    /// `lock-accepted-untested`
    LockAcceptedUntested,
    /// `lock-format`
    LockFormat,
    /// `lock-kind-shape`
    LockKindShape,
    /// `lock-malformed`
    LockMalformed,
    /// `lock-oracle-unaccepted`
    LockOracleUnaccepted,
    /// `malformed-input`
    MalformedInput,
    /// `misplaced-private-def`
    MisplacedPrivateDef,
    /// `missing-record-rest`
    MissingRecordRest,
    /// `multiple-defs`
    MultipleDefs,
    /// `name-mismatch`
    NameMismatch,
    /// `needless-qualification`
    NeedlessQualification,
    /// `no-draft`
    NoDraft,
    /// `non-derivable`
    NonDerivable,
    /// `non-exhaustive-match`
    NonExhaustiveMatch,
    /// `nonassoc-comparison`
    NonassocComparison,
    /// `operator-polymorphic`
    OperatorPolymorphic,
    /// `oracle-error`
    OracleError,
    /// `parse-expected`
    ParseExpected,
    /// `preflight-contradiction`
    PreflightContradiction,
    /// `preflight-trivial-ensures`
    PreflightTrivialEnsures,
    /// `preflight-unexercised-variant`
    PreflightUnexercisedVariant,
    /// `preflight-vacuous-requires`
    PreflightVacuousRequires,
    /// `private-cross-module`
    PrivateCrossModule,
    /// `redundant-arm`
    RedundantArm,
    /// `runtime-panic`
    RuntimePanic,
    /// `shadowing`
    Shadowing,
    /// `state-cycle`
    StateCycle,
    /// `state-duplicate-type`
    StateDuplicateType,
    /// `stray-character`
    StrayCharacter,
    /// `test-ungenerable-type`
    TestUngenerableType,
    /// `toolchain-mismatch`
    ToolchainMismatch,
    /// `tr-allow-unknown`
    TrAllowUnknown,
    /// `tr-block-count`
    TrBlockCount,
    /// `tr-block-info`
    TrBlockInfo,
    /// `tr-block-kind`
    TrBlockKind,
    /// `tr-cram-syntax`
    TrCramSyntax,
    /// `tr-decisions-syntax`
    TrDecisionsSyntax,
    /// `tr-duplicate-test-name`
    TrDuplicateTestName,
    /// `tr-export-type`
    TrExportType,
    /// `tr-export-unknown`
    TrExportUnknown,
    /// `tr-exports-syntax`
    TrExportsSyntax,
    /// `tr-frontmatter-syntax`
    TrFrontmatterSyntax,
    /// `tr-ignored-default`
    TrIgnoredDefault,
    /// `tr-missing-frontmatter`
    TrMissingFrontmatter,
    /// `tr-missing-name`
    TrMissingName,
    /// `tr-missing-prose`
    TrMissingProse,
    /// `tr-missing-test-block`
    TrMissingTestBlock,
    /// `tr-name-mismatch`
    TrNameMismatch,
    /// `tr-panic-without-row`
    TrPanicWithoutRow,
    /// `tr-predicate-effect`
    TrPredicateEffect,
    /// `tr-predicate-syntax`
    TrPredicateSyntax,
    /// `tr-project-location`
    TrProjectLocation,
    /// `tr-property-syntax`
    TrPropertySyntax,
    /// `tr-reference-syntax`
    TrReferenceSyntax,
    /// `tr-sig-syntax`
    TrSigSyntax,
    /// `tr-test-syntax`
    TrTestSyntax,
    /// `tr-type-syntax`
    TrTypeSyntax,
    /// `tr-undeclared-tag`
    TrUndeclaredTag,
    /// `tr-unknown-frontmatter-key`
    TrUnknownFrontmatterKey,
    /// `tr-unnamed-params`
    TrUnnamedParams,
    /// `type-mismatch`
    TypeMismatch,
    /// `unfilled-hole`
    UnfilledHole,
    /// `unimplemented`
    Unimplemented,
    /// `unknown-code`
    UnknownCode,
    /// `unknown-constructor`
    UnknownConstructor,
    /// `unknown-decision`
    UnknownDecision,
    /// `unknown-field`
    UnknownField,
    /// `unknown-name`
    UnknownName,
    /// `unknown-qualified`
    UnknownQualified,
    /// `unknown-spec-ref`
    UnknownSpecRef,
    /// `unknown-tool`
    UnknownTool,
    /// `unknown-type`
    UnknownType,
    /// `unsupported-invariant-property`
    UnsupportedInvariantProperty,
    /// `unsupported-where-filter`
    UnsupportedWhereFilter,
    /// `unterminated-string`
    UnterminatedString,
    /// `usage`
    Usage,
    /// `wildcard-in-let-rec`
    WildcardInLetRec,
}

impl Code {
    /// Every value, in the order declared.
    #[rustfmt::skip]
    pub const ALL: &[Code] = &[
        Code::AmbiguousConstructor,
        Code::AmbiguousName,
        Code::AnnotationNeeded,
        Code::BadEscape,
        Code::BudgetTooSmall,
        Code::BundleNotFound,
        Code::BundlePath,
        Code::ConfigBadValue,
        Code::ConfigIo,
        Code::ConfigNoRoot,
        Code::ConfigParse,
        Code::ConfigReservedSection,
        Code::ConfigUnknownKey,
        Code::ContractFault,
        Code::DuplicateField,
        Code::EffectViolation,
        Code::EscapeNotScalar,
        Code::ForwardReference,
        Code::Internal,
        Code::Io,
        Code::JobBlockedCallee,
        Code::JobCapExceeded,
        Code::JobEnded,
        Code::JobInvalidated,
        Code::JobOpenQuestion,
        Code::JobProviderError,
        Code::JobSandboxUnavailable,
        Code::JobSigMismatch,
        Code::JobStaleQuestion,
        Code::LiteralOutOfRange,
        Code::LockAcceptedUntested,
        Code::LockFormat,
        Code::LockKindShape,
        Code::LockMalformed,
        Code::LockOracleUnaccepted,
        Code::MalformedInput,
        Code::MisplacedPrivateDef,
        Code::MissingRecordRest,
        Code::MultipleDefs,
        Code::NameMismatch,
        Code::NeedlessQualification,
        Code::NoDraft,
        Code::NonDerivable,
        Code::NonExhaustiveMatch,
        Code::NonassocComparison,
        Code::OperatorPolymorphic,
        Code::OracleError,
        Code::ParseExpected,
        Code::PreflightContradiction,
        Code::PreflightTrivialEnsures,
        Code::PreflightUnexercisedVariant,
        Code::PreflightVacuousRequires,
        Code::PrivateCrossModule,
        Code::RedundantArm,
        Code::RuntimePanic,
        Code::Shadowing,
        Code::StateCycle,
        Code::StateDuplicateType,
        Code::StrayCharacter,
        Code::TestUngenerableType,
        Code::ToolchainMismatch,
        Code::TrAllowUnknown,
        Code::TrBlockCount,
        Code::TrBlockInfo,
        Code::TrBlockKind,
        Code::TrCramSyntax,
        Code::TrDecisionsSyntax,
        Code::TrDuplicateTestName,
        Code::TrExportType,
        Code::TrExportUnknown,
        Code::TrExportsSyntax,
        Code::TrFrontmatterSyntax,
        Code::TrIgnoredDefault,
        Code::TrMissingFrontmatter,
        Code::TrMissingName,
        Code::TrMissingProse,
        Code::TrMissingTestBlock,
        Code::TrNameMismatch,
        Code::TrPanicWithoutRow,
        Code::TrPredicateEffect,
        Code::TrPredicateSyntax,
        Code::TrProjectLocation,
        Code::TrPropertySyntax,
        Code::TrReferenceSyntax,
        Code::TrSigSyntax,
        Code::TrTestSyntax,
        Code::TrTypeSyntax,
        Code::TrUndeclaredTag,
        Code::TrUnknownFrontmatterKey,
        Code::TrUnnamedParams,
        Code::TypeMismatch,
        Code::UnfilledHole,
        Code::Unimplemented,
        Code::UnknownCode,
        Code::UnknownConstructor,
        Code::UnknownDecision,
        Code::UnknownField,
        Code::UnknownName,
        Code::UnknownQualified,
        Code::UnknownSpecRef,
        Code::UnknownTool,
        Code::UnknownType,
        Code::UnsupportedInvariantProperty,
        Code::UnsupportedWhereFilter,
        Code::UnterminatedString,
        Code::Usage,
        Code::WildcardInLetRec,
    ];

    /// Returns the text that documents use.
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::AmbiguousConstructor => "ambiguous-constructor",
            Code::AmbiguousName => "ambiguous-name",
            Code::AnnotationNeeded => "annotation-needed",
            Code::BadEscape => "bad-escape",
            Code::BudgetTooSmall => "budget-too-small",
            Code::BundleNotFound => "bundle-not-found",
            Code::BundlePath => "bundle-path",
            Code::ConfigBadValue => "config-bad-value",
            Code::ConfigIo => "config-io",
            Code::ConfigNoRoot => "config-no-root",
            Code::ConfigParse => "config-parse",
            Code::ConfigReservedSection => "config-reserved-section",
            Code::ConfigUnknownKey => "config-unknown-key",
            Code::ContractFault => "contract-fault",
            Code::DuplicateField => "duplicate-field",
            Code::EffectViolation => "effect-violation",
            Code::EscapeNotScalar => "escape-not-scalar",
            Code::ForwardReference => "forward-reference",
            Code::Internal => "internal",
            Code::Io => "io",
            Code::JobBlockedCallee => "job-blocked-callee",
            Code::JobCapExceeded => "job-cap-exceeded",
            Code::JobEnded => "job-ended",
            Code::JobInvalidated => "job-invalidated",
            Code::JobOpenQuestion => "job-open-question",
            Code::JobProviderError => "job-provider-error",
            Code::JobSandboxUnavailable => "job-sandbox-unavailable",
            Code::JobSigMismatch => "job-sig-mismatch",
            Code::JobStaleQuestion => "job-stale-question",
            Code::LiteralOutOfRange => "literal-out-of-range",
            Code::LockAcceptedUntested => "lock-accepted-untested",
            Code::LockFormat => "lock-format",
            Code::LockKindShape => "lock-kind-shape",
            Code::LockMalformed => "lock-malformed",
            Code::LockOracleUnaccepted => "lock-oracle-unaccepted",
            Code::MalformedInput => "malformed-input",
            Code::MisplacedPrivateDef => "misplaced-private-def",
            Code::MissingRecordRest => "missing-record-rest",
            Code::MultipleDefs => "multiple-defs",
            Code::NameMismatch => "name-mismatch",
            Code::NeedlessQualification => "needless-qualification",
            Code::NoDraft => "no-draft",
            Code::NonDerivable => "non-derivable",
            Code::NonExhaustiveMatch => "non-exhaustive-match",
            Code::NonassocComparison => "nonassoc-comparison",
            Code::OperatorPolymorphic => "operator-polymorphic",
            Code::OracleError => "oracle-error",
            Code::ParseExpected => "parse-expected",
            Code::PreflightContradiction => "preflight-contradiction",
            Code::PreflightTrivialEnsures => "preflight-trivial-ensures",
            Code::PreflightUnexercisedVariant => "preflight-unexercised-variant",
            Code::PreflightVacuousRequires => "preflight-vacuous-requires",
            Code::PrivateCrossModule => "private-cross-module",
            Code::RedundantArm => "redundant-arm",
            Code::RuntimePanic => "runtime-panic",
            Code::Shadowing => "shadowing",
            Code::StateCycle => "state-cycle",
            Code::StateDuplicateType => "state-duplicate-type",
            Code::StrayCharacter => "stray-character",
            Code::TestUngenerableType => "test-ungenerable-type",
            Code::ToolchainMismatch => "toolchain-mismatch",
            Code::TrAllowUnknown => "tr-allow-unknown",
            Code::TrBlockCount => "tr-block-count",
            Code::TrBlockInfo => "tr-block-info",
            Code::TrBlockKind => "tr-block-kind",
            Code::TrCramSyntax => "tr-cram-syntax",
            Code::TrDecisionsSyntax => "tr-decisions-syntax",
            Code::TrDuplicateTestName => "tr-duplicate-test-name",
            Code::TrExportType => "tr-export-type",
            Code::TrExportUnknown => "tr-export-unknown",
            Code::TrExportsSyntax => "tr-exports-syntax",
            Code::TrFrontmatterSyntax => "tr-frontmatter-syntax",
            Code::TrIgnoredDefault => "tr-ignored-default",
            Code::TrMissingFrontmatter => "tr-missing-frontmatter",
            Code::TrMissingName => "tr-missing-name",
            Code::TrMissingProse => "tr-missing-prose",
            Code::TrMissingTestBlock => "tr-missing-test-block",
            Code::TrNameMismatch => "tr-name-mismatch",
            Code::TrPanicWithoutRow => "tr-panic-without-row",
            Code::TrPredicateEffect => "tr-predicate-effect",
            Code::TrPredicateSyntax => "tr-predicate-syntax",
            Code::TrProjectLocation => "tr-project-location",
            Code::TrPropertySyntax => "tr-property-syntax",
            Code::TrReferenceSyntax => "tr-reference-syntax",
            Code::TrSigSyntax => "tr-sig-syntax",
            Code::TrTestSyntax => "tr-test-syntax",
            Code::TrTypeSyntax => "tr-type-syntax",
            Code::TrUndeclaredTag => "tr-undeclared-tag",
            Code::TrUnknownFrontmatterKey => "tr-unknown-frontmatter-key",
            Code::TrUnnamedParams => "tr-unnamed-params",
            Code::TypeMismatch => "type-mismatch",
            Code::UnfilledHole => "unfilled-hole",
            Code::Unimplemented => "unimplemented",
            Code::UnknownCode => "unknown-code",
            Code::UnknownConstructor => "unknown-constructor",
            Code::UnknownDecision => "unknown-decision",
            Code::UnknownField => "unknown-field",
            Code::UnknownName => "unknown-name",
            Code::UnknownQualified => "unknown-qualified",
            Code::UnknownSpecRef => "unknown-spec-ref",
            Code::UnknownTool => "unknown-tool",
            Code::UnknownType => "unknown-type",
            Code::UnsupportedInvariantProperty => "unsupported-invariant-property",
            Code::UnsupportedWhereFilter => "unsupported-where-filter",
            Code::UnterminatedString => "unterminated-string",
            Code::Usage => "usage",
            Code::WildcardInLetRec => "wildcard-in-let-rec",
        }
    }

    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|value| value.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// Returns the part of the toolchain that the code belongs to.
    #[rustfmt::skip]
    pub const fn source(self) -> Source {
        match self {
            Code::AmbiguousConstructor => Source::Soil0,
            Code::AmbiguousName => Source::Soil0,
            Code::AnnotationNeeded => Source::Soil0,
            Code::BadEscape => Source::Soil0,
            Code::BudgetTooSmall => Source::Trellis,
            Code::BundleNotFound => Source::Trellis,
            Code::BundlePath => Source::Trellis,
            Code::ConfigBadValue => Source::Trellis,
            Code::ConfigIo => Source::Trellis,
            Code::ConfigNoRoot => Source::Trellis,
            Code::ConfigParse => Source::Trellis,
            Code::ConfigReservedSection => Source::Trellis,
            Code::ConfigUnknownKey => Source::Trellis,
            Code::ContractFault => Source::Trellis,
            Code::DuplicateField => Source::Soil0,
            Code::EffectViolation => Source::Soil0,
            Code::EscapeNotScalar => Source::Soil0,
            Code::ForwardReference => Source::Soil0,
            Code::Internal => Source::Trellis,
            Code::Io => Source::Trellis,
            Code::JobBlockedCallee => Source::Trellis,
            Code::JobCapExceeded => Source::Trellis,
            Code::JobEnded => Source::Trellis,
            Code::JobInvalidated => Source::Trellis,
            Code::JobOpenQuestion => Source::Trellis,
            Code::JobProviderError => Source::Trellis,
            Code::JobSandboxUnavailable => Source::Trellis,
            Code::JobSigMismatch => Source::Trellis,
            Code::JobStaleQuestion => Source::Trellis,
            Code::LiteralOutOfRange => Source::Soil0,
            Code::LockAcceptedUntested => Source::Trellis,
            Code::LockFormat => Source::Trellis,
            Code::LockKindShape => Source::Trellis,
            Code::LockMalformed => Source::Trellis,
            Code::LockOracleUnaccepted => Source::Trellis,
            Code::MalformedInput => Source::Soil0,
            Code::MisplacedPrivateDef => Source::Soil0,
            Code::MissingRecordRest => Source::Soil0,
            Code::MultipleDefs => Source::Soil0,
            Code::NameMismatch => Source::Soil0,
            Code::NeedlessQualification => Source::Soil0,
            Code::NoDraft => Source::Trellis,
            Code::NonDerivable => Source::Soil0,
            Code::NonExhaustiveMatch => Source::Soil0,
            Code::NonassocComparison => Source::Soil0,
            Code::OperatorPolymorphic => Source::Soil0,
            Code::OracleError => Source::Trellis,
            Code::ParseExpected => Source::Soil0,
            Code::PreflightContradiction => Source::Trellis,
            Code::PreflightTrivialEnsures => Source::Trellis,
            Code::PreflightUnexercisedVariant => Source::Trellis,
            Code::PreflightVacuousRequires => Source::Trellis,
            Code::PrivateCrossModule => Source::Soil0,
            Code::RedundantArm => Source::Soil0,
            Code::RuntimePanic => Source::Soil0,
            Code::Shadowing => Source::Soil0,
            Code::StateCycle => Source::Trellis,
            Code::StateDuplicateType => Source::Trellis,
            Code::StrayCharacter => Source::Soil0,
            Code::TestUngenerableType => Source::Trellis,
            Code::ToolchainMismatch => Source::Trellis,
            Code::TrAllowUnknown => Source::Trellis,
            Code::TrBlockCount => Source::Trellis,
            Code::TrBlockInfo => Source::Trellis,
            Code::TrBlockKind => Source::Trellis,
            Code::TrCramSyntax => Source::Trellis,
            Code::TrDecisionsSyntax => Source::Trellis,
            Code::TrDuplicateTestName => Source::Trellis,
            Code::TrExportType => Source::Trellis,
            Code::TrExportUnknown => Source::Trellis,
            Code::TrExportsSyntax => Source::Trellis,
            Code::TrFrontmatterSyntax => Source::Trellis,
            Code::TrIgnoredDefault => Source::Trellis,
            Code::TrMissingFrontmatter => Source::Trellis,
            Code::TrMissingName => Source::Trellis,
            Code::TrMissingProse => Source::Trellis,
            Code::TrMissingTestBlock => Source::Trellis,
            Code::TrNameMismatch => Source::Trellis,
            Code::TrPanicWithoutRow => Source::Trellis,
            Code::TrPredicateEffect => Source::Trellis,
            Code::TrPredicateSyntax => Source::Trellis,
            Code::TrProjectLocation => Source::Trellis,
            Code::TrPropertySyntax => Source::Trellis,
            Code::TrReferenceSyntax => Source::Trellis,
            Code::TrSigSyntax => Source::Trellis,
            Code::TrTestSyntax => Source::Trellis,
            Code::TrTypeSyntax => Source::Trellis,
            Code::TrUndeclaredTag => Source::Trellis,
            Code::TrUnknownFrontmatterKey => Source::Trellis,
            Code::TrUnnamedParams => Source::Trellis,
            Code::TypeMismatch => Source::Soil0,
            Code::UnfilledHole => Source::Soil0,
            Code::Unimplemented => Source::Trellis,
            Code::UnknownCode => Source::Trellis,
            Code::UnknownConstructor => Source::Soil0,
            Code::UnknownDecision => Source::Trellis,
            Code::UnknownField => Source::Soil0,
            Code::UnknownName => Source::Soil0,
            Code::UnknownQualified => Source::Soil0,
            Code::UnknownSpecRef => Source::Trellis,
            Code::UnknownTool => Source::Trellis,
            Code::UnknownType => Source::Soil0,
            Code::UnsupportedInvariantProperty => Source::Trellis,
            Code::UnsupportedWhereFilter => Source::Trellis,
            Code::UnterminatedString => Source::Soil0,
            Code::Usage => Source::Trellis,
            Code::WildcardInLetRec => Source::Soil0,
        }
    }

    /// Returns what mends a fault with this code.
    #[rustfmt::skip]
    pub const fn repair_class(self) -> RepairClass {
        match self {
            Code::AmbiguousConstructor => RepairClass::QualifyName,
            Code::AmbiguousName => RepairClass::QualifyName,
            Code::AnnotationNeeded => RepairClass::AddAnnotation,
            Code::BadEscape => RepairClass::FixType,
            Code::BudgetTooSmall => RepairClass::FixConfig,
            Code::BundleNotFound => RepairClass::FixConfig,
            Code::BundlePath => RepairClass::FixConfig,
            Code::ConfigBadValue => RepairClass::FixConfig,
            Code::ConfigIo => RepairClass::FixConfig,
            Code::ConfigNoRoot => RepairClass::FixConfig,
            Code::ConfigParse => RepairClass::FixConfig,
            Code::ConfigReservedSection => RepairClass::FixConfig,
            Code::ConfigUnknownKey => RepairClass::FixConfig,
            Code::ContractFault => RepairClass::FixConfig,
            Code::DuplicateField => RepairClass::FixType,
            Code::EffectViolation => RepairClass::ThreadCapability,
            Code::EscapeNotScalar => RepairClass::FixType,
            Code::ForwardReference => RepairClass::FixConfig,
            Code::Internal => RepairClass::FixConfig,
            Code::Io => RepairClass::FixConfig,
            Code::JobBlockedCallee => RepairClass::FixSpec,
            Code::JobCapExceeded => RepairClass::FixConfig,
            Code::JobEnded => RepairClass::FixConfig,
            Code::JobInvalidated => RepairClass::FixConfig,
            Code::JobOpenQuestion => RepairClass::FixSpec,
            Code::JobProviderError => RepairClass::FixConfig,
            Code::JobSandboxUnavailable => RepairClass::FixConfig,
            Code::JobSigMismatch => RepairClass::FixType,
            Code::JobStaleQuestion => RepairClass::FixSpec,
            Code::LiteralOutOfRange => RepairClass::FixLiteral,
            Code::LockAcceptedUntested => RepairClass::FixConfig,
            Code::LockFormat => RepairClass::FixConfig,
            Code::LockKindShape => RepairClass::FixConfig,
            Code::LockMalformed => RepairClass::FixConfig,
            Code::LockOracleUnaccepted => RepairClass::FixConfig,
            Code::MalformedInput => RepairClass::FixConfig,
            Code::MisplacedPrivateDef => RepairClass::FixSpec,
            Code::MissingRecordRest => RepairClass::AddRecordRest,
            Code::MultipleDefs => RepairClass::FixSpec,
            Code::NameMismatch => RepairClass::RenameBinding,
            Code::NeedlessQualification => RepairClass::UnqualifyName,
            Code::NoDraft => RepairClass::FixConfig,
            Code::NonDerivable => RepairClass::FixType,
            Code::NonExhaustiveMatch => RepairClass::WidenMatch,
            Code::NonassocComparison => RepairClass::AddAnnotation,
            Code::OperatorPolymorphic => RepairClass::AddAnnotation,
            Code::OracleError => RepairClass::FixConfig,
            Code::ParseExpected => RepairClass::FixType,
            Code::PreflightContradiction => RepairClass::FixSpec,
            Code::PreflightTrivialEnsures => RepairClass::FixSpec,
            Code::PreflightUnexercisedVariant => RepairClass::FixSpec,
            Code::PreflightVacuousRequires => RepairClass::FixSpec,
            Code::PrivateCrossModule => RepairClass::FixSpec,
            Code::RedundantArm => RepairClass::RemoveRedundantArm,
            Code::RuntimePanic => RepairClass::InsertGuard,
            Code::Shadowing => RepairClass::RenameBinding,
            Code::StateCycle => RepairClass::FixSpec,
            Code::StateDuplicateType => RepairClass::FixSpec,
            Code::StrayCharacter => RepairClass::FixType,
            Code::TestUngenerableType => RepairClass::FixSpec,
            Code::ToolchainMismatch => RepairClass::FixConfig,
            Code::TrAllowUnknown => RepairClass::FixSpec,
            Code::TrBlockCount => RepairClass::FixSpec,
            Code::TrBlockInfo => RepairClass::FixSpec,
            Code::TrBlockKind => RepairClass::FixSpec,
            Code::TrCramSyntax => RepairClass::FixSpec,
            Code::TrDecisionsSyntax => RepairClass::FixSpec,
            Code::TrDuplicateTestName => RepairClass::FixSpec,
            Code::TrExportType => RepairClass::ExportTypeOrMarkAbstract,
            Code::TrExportUnknown => RepairClass::FixSpec,
            Code::TrExportsSyntax => RepairClass::FixSpec,
            Code::TrFrontmatterSyntax => RepairClass::FixSpec,
            Code::TrIgnoredDefault => RepairClass::FixSpec,
            Code::TrMissingFrontmatter => RepairClass::FixSpec,
            Code::TrMissingName => RepairClass::FixSpec,
            Code::TrMissingProse => RepairClass::FixSpec,
            Code::TrMissingTestBlock => RepairClass::FixSpec,
            Code::TrNameMismatch => RepairClass::FixSpec,
            Code::TrPanicWithoutRow => RepairClass::FixSpec,
            Code::TrPredicateEffect => RepairClass::FixSpec,
            Code::TrPredicateSyntax => RepairClass::FixSpec,
            Code::TrProjectLocation => RepairClass::FixSpec,
            Code::TrPropertySyntax => RepairClass::FixSpec,
            Code::TrReferenceSyntax => RepairClass::FixSpec,
            Code::TrSigSyntax => RepairClass::FixSpec,
            Code::TrTestSyntax => RepairClass::FixSpec,
            Code::TrTypeSyntax => RepairClass::FixSpec,
            Code::TrUndeclaredTag => RepairClass::FixConfig,
            Code::TrUnknownFrontmatterKey => RepairClass::FixSpec,
            Code::TrUnnamedParams => RepairClass::FixSpec,
            Code::TypeMismatch => RepairClass::FixType,
            Code::UnfilledHole => RepairClass::FillHole,
            Code::Unimplemented => RepairClass::FixConfig,
            Code::UnknownCode => RepairClass::FixConfig,
            Code::UnknownConstructor => RepairClass::FixType,
            Code::UnknownDecision => RepairClass::FixConfig,
            Code::UnknownField => RepairClass::FixType,
            Code::UnknownName => RepairClass::FixType,
            Code::UnknownQualified => RepairClass::FixType,
            Code::UnknownSpecRef => RepairClass::FixConfig,
            Code::UnknownTool => RepairClass::FixConfig,
            Code::UnknownType => RepairClass::FixType,
            Code::UnsupportedInvariantProperty => RepairClass::FixSpec,
            Code::UnsupportedWhereFilter => RepairClass::FixSpec,
            Code::UnterminatedString => RepairClass::FixType,
            Code::Usage => RepairClass::FixConfig,
            Code::WildcardInLetRec => RepairClass::RenameBinding,
        }
    }

    /// Returns the section that the code cites.
    #[rustfmt::skip]
    pub const fn spec_ref(self) -> SpecRef {
        match self {
            Code::AmbiguousConstructor => SpecRef::SoilSyntaxSpec5_9,
            Code::AmbiguousName => SpecRef::SoilSyntaxSpec5_10,
            Code::AnnotationNeeded => SpecRef::SoilSyntaxSpec5,
            Code::BadEscape => SpecRef::SoilSyntaxSpec1,
            Code::BudgetTooSmall => SpecRef::TrellisDaemon5,
            Code::BundleNotFound => SpecRef::TrellisDaemon3_1,
            Code::BundlePath => SpecRef::TrellisDaemon3_1,
            Code::ConfigBadValue => SpecRef::SoilToml2,
            Code::ConfigIo => SpecRef::SoilToml1,
            Code::ConfigNoRoot => SpecRef::SoilToml1,
            Code::ConfigParse => SpecRef::SoilToml1,
            Code::ConfigReservedSection => SpecRef::SoilToml3,
            Code::ConfigUnknownKey => SpecRef::SoilToml1,
            Code::ContractFault => SpecRef::TrellisDaemon6_1,
            Code::DuplicateField => SpecRef::SoilSyntaxSpec3_4,
            Code::EffectViolation => SpecRef::Soil0Cli8_5,
            Code::EscapeNotScalar => SpecRef::SoilSyntaxSpec1,
            Code::ForwardReference => SpecRef::Soil0Cli7,
            Code::Internal => SpecRef::TrellisDaemon6,
            Code::Io => SpecRef::TrellisDaemon6,
            Code::JobBlockedCallee => SpecRef::Design4_6,
            Code::JobCapExceeded => SpecRef::Design4_6,
            Code::JobEnded => SpecRef::TrellisDaemon3_7,
            Code::JobInvalidated => SpecRef::Design4_6,
            Code::JobOpenQuestion => SpecRef::TrellisDaemon8,
            Code::JobProviderError => SpecRef::Design4_6,
            Code::JobSandboxUnavailable => SpecRef::Design4_6,
            Code::JobSigMismatch => SpecRef::Design4_8,
            Code::JobStaleQuestion => SpecRef::TrellisDaemon8,
            Code::LiteralOutOfRange => SpecRef::SoilSyntaxSpec1,
            Code::LockAcceptedUntested => SpecRef::LockSchema8,
            Code::LockFormat => SpecRef::LockSchema1,
            Code::LockKindShape => SpecRef::LockSchema1,
            Code::LockMalformed => SpecRef::LockSchema1,
            Code::LockOracleUnaccepted => SpecRef::LockSchema8,
            Code::MalformedInput => SpecRef::Soil0Cli1,
            Code::MisplacedPrivateDef => SpecRef::SoilSyntaxSpec2,
            Code::MissingRecordRest => SpecRef::SoilSyntaxSpec3_4,
            Code::MultipleDefs => SpecRef::SoilSyntaxSpec2,
            Code::NameMismatch => SpecRef::SoilSyntaxSpec3_1,
            Code::NeedlessQualification => SpecRef::SoilSyntaxSpec5_9,
            Code::NoDraft => SpecRef::TrellisDaemon3_2,
            Code::NonDerivable => SpecRef::SoilSyntaxSpec5_8,
            Code::NonExhaustiveMatch => SpecRef::SoilSyntaxSpec5_2,
            Code::NonassocComparison => SpecRef::SoilSyntaxSpec4,
            Code::OperatorPolymorphic => SpecRef::SoilSyntaxSpec5_4,
            Code::OracleError => SpecRef::TrGrammar3_6,
            Code::ParseExpected => SpecRef::SoilSyntaxSpec3,
            Code::PreflightContradiction => SpecRef::Design4_5,
            Code::PreflightTrivialEnsures => SpecRef::Design4_5,
            Code::PreflightUnexercisedVariant => SpecRef::Design4_5,
            Code::PreflightVacuousRequires => SpecRef::Design4_5,
            Code::PrivateCrossModule => SpecRef::SoilSyntaxSpec5_10,
            Code::RedundantArm => SpecRef::SoilSyntaxSpec5_2,
            Code::RuntimePanic => SpecRef::Soil0Cli8_6,
            Code::Shadowing => SpecRef::SoilSyntaxSpec5_1,
            Code::StateCycle => SpecRef::Design3_8,
            Code::StateDuplicateType => SpecRef::Design3_15,
            Code::StrayCharacter => SpecRef::SoilSyntaxSpec1,
            Code::TestUngenerableType => SpecRef::TrGrammar3_4,
            Code::ToolchainMismatch => SpecRef::SoilToml2_1,
            Code::TrAllowUnknown => SpecRef::TrGrammar3_7,
            Code::TrBlockCount => SpecRef::TrGrammar1,
            Code::TrBlockInfo => SpecRef::TrGrammar1,
            Code::TrBlockKind => SpecRef::TrGrammar1,
            Code::TrCramSyntax => SpecRef::TrGrammar3_5,
            Code::TrDecisionsSyntax => SpecRef::TrGrammar5_2,
            Code::TrDuplicateTestName => SpecRef::TrGrammar6,
            Code::TrExportType => SpecRef::Design3_14,
            Code::TrExportUnknown => SpecRef::TrGrammar5_1,
            Code::TrExportsSyntax => SpecRef::TrGrammar5_1,
            Code::TrFrontmatterSyntax => SpecRef::TrGrammar1,
            Code::TrIgnoredDefault => SpecRef::TrGrammar4_1,
            Code::TrMissingFrontmatter => SpecRef::TrGrammar1,
            Code::TrMissingName => SpecRef::TrGrammar1,
            Code::TrMissingProse => SpecRef::TrGrammar6,
            Code::TrMissingTestBlock => SpecRef::TrGrammar6,
            Code::TrNameMismatch => SpecRef::TrGrammar6,
            Code::TrPanicWithoutRow => SpecRef::TrGrammar3_3,
            Code::TrPredicateEffect => SpecRef::TrGrammar2_3,
            Code::TrPredicateSyntax => SpecRef::TrGrammar2_3,
            Code::TrProjectLocation => SpecRef::TrGrammar6,
            Code::TrPropertySyntax => SpecRef::TrGrammar3_4,
            Code::TrReferenceSyntax => SpecRef::TrGrammar3_6,
            Code::TrSigSyntax => SpecRef::TrGrammar3_1,
            Code::TrTestSyntax => SpecRef::TrGrammar3_3,
            Code::TrTypeSyntax => SpecRef::TrGrammar4_1,
            Code::TrUndeclaredTag => SpecRef::TrGrammar1,
            Code::TrUnknownFrontmatterKey => SpecRef::TrGrammar1,
            Code::TrUnnamedParams => SpecRef::TrGrammar3_1,
            Code::TypeMismatch => SpecRef::SoilSyntaxSpec5,
            Code::UnfilledHole => SpecRef::Soil0Cli8_6,
            Code::Unimplemented => SpecRef::TrellisDaemon6,
            Code::UnknownCode => SpecRef::TrellisDaemon6_1,
            Code::UnknownConstructor => SpecRef::SoilSyntaxSpec5_9,
            Code::UnknownDecision => SpecRef::TrellisDaemon3_5,
            Code::UnknownField => SpecRef::SoilSyntaxSpec5,
            Code::UnknownName => SpecRef::SoilSyntaxSpec5_10,
            Code::UnknownQualified => SpecRef::SoilSyntaxSpec5_10,
            Code::UnknownSpecRef => SpecRef::TrellisDaemon7,
            Code::UnknownTool => SpecRef::TrellisDaemon3,
            Code::UnknownType => SpecRef::SoilSyntaxSpec3_2,
            Code::UnsupportedInvariantProperty => SpecRef::TrGrammar4_2,
            Code::UnsupportedWhereFilter => SpecRef::TrGrammar3_4,
            Code::UnterminatedString => SpecRef::SoilSyntaxSpec1,
            Code::Usage => SpecRef::TrellisDaemon6,
            Code::WildcardInLetRec => SpecRef::SoilSyntaxSpec3_3,
        }
    }
}

/// What mends a fault, as a typed action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RepairClass {
    /// shadowing and name collisions: pick a fresh name for the binder reported
    RenameBinding,
    /// ambiguous constructor or definition: write `Type::Ctor` / `module::def`
    QualifyName,
    /// qualification of a unique name: drop it
    UnqualifyName,
    /// non-exhaustive match: add the arm named by the witness note
    WidenMatch,
    /// an arm that can never match: delete it
    RemoveRedundantArm,
    /// partial record pattern: append `..`
    AddRecordRest,
    /// type not determined, or operator at a polymorphic type: annotate
    AddAnnotation,
    /// mismatches, unknown names and fields, syntax: change the term to fit the declared types
    FixType,
    /// `io`/`ffi` callee not covered: pass the capability and carry the row
    ThreadCapability,
    /// literal outside its width
    FixLiteral,
    /// panic obligations: match or test the bad case away
    InsertGuard,
    /// termination deficit: give a decreasing argument or measure (no code uses it yet)
    AddDecreases,
    /// exported signature mentions a hidden type
    ExportTypeOrMarkAbstract,
    /// replace a typed hole by a term of its goal type
    FillHole,
    /// only a spec edit helps; if the block is human-owned, ask
    FixSpec,
    /// environment, configuration or lock trouble: for the human
    FixConfig,
}

impl RepairClass {
    /// Every value, in the order declared.
    #[rustfmt::skip]
    pub const ALL: &[RepairClass] = &[
        RepairClass::RenameBinding,
        RepairClass::QualifyName,
        RepairClass::UnqualifyName,
        RepairClass::WidenMatch,
        RepairClass::RemoveRedundantArm,
        RepairClass::AddRecordRest,
        RepairClass::AddAnnotation,
        RepairClass::FixType,
        RepairClass::ThreadCapability,
        RepairClass::FixLiteral,
        RepairClass::InsertGuard,
        RepairClass::AddDecreases,
        RepairClass::ExportTypeOrMarkAbstract,
        RepairClass::FillHole,
        RepairClass::FixSpec,
        RepairClass::FixConfig,
    ];

    /// Returns the text that documents use.
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
            RepairClass::RenameBinding => "rename-binding",
            RepairClass::QualifyName => "qualify-name",
            RepairClass::UnqualifyName => "unqualify-name",
            RepairClass::WidenMatch => "widen-match",
            RepairClass::RemoveRedundantArm => "remove-redundant-arm",
            RepairClass::AddRecordRest => "add-record-rest",
            RepairClass::AddAnnotation => "add-annotation",
            RepairClass::FixType => "fix-type",
            RepairClass::ThreadCapability => "thread-capability",
            RepairClass::FixLiteral => "fix-literal",
            RepairClass::InsertGuard => "insert-guard",
            RepairClass::AddDecreases => "add-decreases",
            RepairClass::ExportTypeOrMarkAbstract => "export-type-or-mark-abstract",
            RepairClass::FillHole => "fill-hole",
            RepairClass::FixSpec => "fix-spec",
            RepairClass::FixConfig => "fix-config",
        }
    }

    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<RepairClass> {
        RepairClass::ALL.iter().copied().find(|value| value.as_str() == text)
    }
}

impl fmt::Display for RepairClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl RepairClass {
    /// Returns what to do.
    #[rustfmt::skip]
    pub const fn summary(self) -> &'static str {
        match self {
            RepairClass::RenameBinding => "shadowing and name collisions: pick a fresh name for the binder reported",
            RepairClass::QualifyName => "ambiguous constructor or definition: write `Type::Ctor` / `module::def`",
            RepairClass::UnqualifyName => "qualification of a unique name: drop it",
            RepairClass::WidenMatch => "non-exhaustive match: add the arm named by the witness note",
            RepairClass::RemoveRedundantArm => "an arm that can never match: delete it",
            RepairClass::AddRecordRest => "partial record pattern: append `..`",
            RepairClass::AddAnnotation => "type not determined, or operator at a polymorphic type: annotate",
            RepairClass::FixType => "mismatches, unknown names and fields, syntax: change the term to fit the declared types",
            RepairClass::ThreadCapability => "`io`/`ffi` callee not covered: pass the capability and carry the row",
            RepairClass::FixLiteral => "literal outside its width",
            RepairClass::InsertGuard => "panic obligations: match or test the bad case away",
            RepairClass::AddDecreases => "termination deficit: give a decreasing argument or measure (no code uses it yet)",
            RepairClass::ExportTypeOrMarkAbstract => "exported signature mentions a hidden type",
            RepairClass::FillHole => "replace a typed hole by a term of its goal type",
            RepairClass::FixSpec => "only a spec edit helps; if the block is human-owned, ask",
            RepairClass::FixConfig => "environment, configuration or lock trouble: for the human",
        }
    }
}

/// The part of the toolchain that owns a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The language: its codes are part of the `soil0` contract.
    Soil0,
    /// Specifications, roots, locks, jobs and the command line.
    Trellis,
}

impl Source {
    /// Every value, in the order declared.
    #[rustfmt::skip]
    pub const ALL: &[Source] = &[
        Source::Soil0,
        Source::Trellis,
    ];

    /// Returns the text that documents use.
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
            Source::Soil0 => "soil0",
            Source::Trellis => "trellis",
        }
    }

    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Source> {
        Source::ALL.iter().copied().find(|value| value.as_str() == text)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
