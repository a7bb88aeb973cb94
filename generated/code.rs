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
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AmbiguousConstructor => "ambiguous-constructor",
            Self::AmbiguousName => "ambiguous-name",
            Self::AnnotationNeeded => "annotation-needed",
            Self::BadEscape => "bad-escape",
            Self::BudgetTooSmall => "budget-too-small",
            Self::BundleNotFound => "bundle-not-found",
            Self::BundlePath => "bundle-path",
            Self::ConfigBadValue => "config-bad-value",
            Self::ConfigIo => "config-io",
            Self::ConfigNoRoot => "config-no-root",
            Self::ConfigParse => "config-parse",
            Self::ConfigReservedSection => "config-reserved-section",
            Self::ConfigUnknownKey => "config-unknown-key",
            Self::ContractFault => "contract-fault",
            Self::DuplicateField => "duplicate-field",
            Self::EffectViolation => "effect-violation",
            Self::EscapeNotScalar => "escape-not-scalar",
            Self::ForwardReference => "forward-reference",
            Self::Internal => "internal",
            Self::Io => "io",
            Self::JobBlockedCallee => "job-blocked-callee",
            Self::JobCapExceeded => "job-cap-exceeded",
            Self::JobEnded => "job-ended",
            Self::JobInvalidated => "job-invalidated",
            Self::JobOpenQuestion => "job-open-question",
            Self::JobProviderError => "job-provider-error",
            Self::JobSandboxUnavailable => "job-sandbox-unavailable",
            Self::JobSigMismatch => "job-sig-mismatch",
            Self::JobStaleQuestion => "job-stale-question",
            Self::LiteralOutOfRange => "literal-out-of-range",
            Self::LockAcceptedUntested => "lock-accepted-untested",
            Self::LockFormat => "lock-format",
            Self::LockKindShape => "lock-kind-shape",
            Self::LockMalformed => "lock-malformed",
            Self::LockOracleUnaccepted => "lock-oracle-unaccepted",
            Self::MalformedInput => "malformed-input",
            Self::MisplacedPrivateDef => "misplaced-private-def",
            Self::MissingRecordRest => "missing-record-rest",
            Self::MultipleDefs => "multiple-defs",
            Self::NameMismatch => "name-mismatch",
            Self::NeedlessQualification => "needless-qualification",
            Self::NoDraft => "no-draft",
            Self::NonDerivable => "non-derivable",
            Self::NonExhaustiveMatch => "non-exhaustive-match",
            Self::NonassocComparison => "nonassoc-comparison",
            Self::OperatorPolymorphic => "operator-polymorphic",
            Self::OracleError => "oracle-error",
            Self::ParseExpected => "parse-expected",
            Self::PreflightContradiction => "preflight-contradiction",
            Self::PreflightTrivialEnsures => "preflight-trivial-ensures",
            Self::PreflightUnexercisedVariant => "preflight-unexercised-variant",
            Self::PreflightVacuousRequires => "preflight-vacuous-requires",
            Self::PrivateCrossModule => "private-cross-module",
            Self::RedundantArm => "redundant-arm",
            Self::RuntimePanic => "runtime-panic",
            Self::Shadowing => "shadowing",
            Self::StateCycle => "state-cycle",
            Self::StateDuplicateType => "state-duplicate-type",
            Self::StrayCharacter => "stray-character",
            Self::TestUngenerableType => "test-ungenerable-type",
            Self::ToolchainMismatch => "toolchain-mismatch",
            Self::TrAllowUnknown => "tr-allow-unknown",
            Self::TrBlockCount => "tr-block-count",
            Self::TrBlockInfo => "tr-block-info",
            Self::TrBlockKind => "tr-block-kind",
            Self::TrCramSyntax => "tr-cram-syntax",
            Self::TrDecisionsSyntax => "tr-decisions-syntax",
            Self::TrDuplicateTestName => "tr-duplicate-test-name",
            Self::TrExportType => "tr-export-type",
            Self::TrExportUnknown => "tr-export-unknown",
            Self::TrExportsSyntax => "tr-exports-syntax",
            Self::TrFrontmatterSyntax => "tr-frontmatter-syntax",
            Self::TrIgnoredDefault => "tr-ignored-default",
            Self::TrMissingFrontmatter => "tr-missing-frontmatter",
            Self::TrMissingName => "tr-missing-name",
            Self::TrMissingProse => "tr-missing-prose",
            Self::TrMissingTestBlock => "tr-missing-test-block",
            Self::TrNameMismatch => "tr-name-mismatch",
            Self::TrPanicWithoutRow => "tr-panic-without-row",
            Self::TrPredicateEffect => "tr-predicate-effect",
            Self::TrPredicateSyntax => "tr-predicate-syntax",
            Self::TrProjectLocation => "tr-project-location",
            Self::TrPropertySyntax => "tr-property-syntax",
            Self::TrReferenceSyntax => "tr-reference-syntax",
            Self::TrSigSyntax => "tr-sig-syntax",
            Self::TrTestSyntax => "tr-test-syntax",
            Self::TrTypeSyntax => "tr-type-syntax",
            Self::TrUndeclaredTag => "tr-undeclared-tag",
            Self::TrUnknownFrontmatterKey => "tr-unknown-frontmatter-key",
            Self::TrUnnamedParams => "tr-unnamed-params",
            Self::TypeMismatch => "type-mismatch",
            Self::UnfilledHole => "unfilled-hole",
            Self::Unimplemented => "unimplemented",
            Self::UnknownCode => "unknown-code",
            Self::UnknownConstructor => "unknown-constructor",
            Self::UnknownDecision => "unknown-decision",
            Self::UnknownField => "unknown-field",
            Self::UnknownName => "unknown-name",
            Self::UnknownQualified => "unknown-qualified",
            Self::UnknownSpecRef => "unknown-spec-ref",
            Self::UnknownTool => "unknown-tool",
            Self::UnknownType => "unknown-type",
            Self::UnsupportedInvariantProperty => "unsupported-invariant-property",
            Self::UnsupportedWhereFilter => "unsupported-where-filter",
            Self::UnterminatedString => "unterminated-string",
            Self::Usage => "usage",
            Self::WildcardInLetRec => "wildcard-in-let-rec",
        }
    }
    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Code> {
        match text {
            "ambiguous-constructor" => Some(Code::AmbiguousConstructor),
            "ambiguous-name" => Some(Code::AmbiguousName),
            "annotation-needed" => Some(Code::AnnotationNeeded),
            "bad-escape" => Some(Code::BadEscape),
            "budget-too-small" => Some(Code::BudgetTooSmall),
            "bundle-not-found" => Some(Code::BundleNotFound),
            "bundle-path" => Some(Code::BundlePath),
            "config-bad-value" => Some(Code::ConfigBadValue),
            "config-io" => Some(Code::ConfigIo),
            "config-no-root" => Some(Code::ConfigNoRoot),
            "config-parse" => Some(Code::ConfigParse),
            "config-reserved-section" => Some(Code::ConfigReservedSection),
            "config-unknown-key" => Some(Code::ConfigUnknownKey),
            "contract-fault" => Some(Code::ContractFault),
            "duplicate-field" => Some(Code::DuplicateField),
            "effect-violation" => Some(Code::EffectViolation),
            "escape-not-scalar" => Some(Code::EscapeNotScalar),
            "forward-reference" => Some(Code::ForwardReference),
            "internal" => Some(Code::Internal),
            "io" => Some(Code::Io),
            "job-blocked-callee" => Some(Code::JobBlockedCallee),
            "job-cap-exceeded" => Some(Code::JobCapExceeded),
            "job-ended" => Some(Code::JobEnded),
            "job-invalidated" => Some(Code::JobInvalidated),
            "job-open-question" => Some(Code::JobOpenQuestion),
            "job-provider-error" => Some(Code::JobProviderError),
            "job-sandbox-unavailable" => Some(Code::JobSandboxUnavailable),
            "job-sig-mismatch" => Some(Code::JobSigMismatch),
            "job-stale-question" => Some(Code::JobStaleQuestion),
            "literal-out-of-range" => Some(Code::LiteralOutOfRange),
            "lock-accepted-untested" => Some(Code::LockAcceptedUntested),
            "lock-format" => Some(Code::LockFormat),
            "lock-kind-shape" => Some(Code::LockKindShape),
            "lock-malformed" => Some(Code::LockMalformed),
            "lock-oracle-unaccepted" => Some(Code::LockOracleUnaccepted),
            "malformed-input" => Some(Code::MalformedInput),
            "misplaced-private-def" => Some(Code::MisplacedPrivateDef),
            "missing-record-rest" => Some(Code::MissingRecordRest),
            "multiple-defs" => Some(Code::MultipleDefs),
            "name-mismatch" => Some(Code::NameMismatch),
            "needless-qualification" => Some(Code::NeedlessQualification),
            "no-draft" => Some(Code::NoDraft),
            "non-derivable" => Some(Code::NonDerivable),
            "non-exhaustive-match" => Some(Code::NonExhaustiveMatch),
            "nonassoc-comparison" => Some(Code::NonassocComparison),
            "operator-polymorphic" => Some(Code::OperatorPolymorphic),
            "oracle-error" => Some(Code::OracleError),
            "parse-expected" => Some(Code::ParseExpected),
            "preflight-contradiction" => Some(Code::PreflightContradiction),
            "preflight-trivial-ensures" => Some(Code::PreflightTrivialEnsures),
            "preflight-unexercised-variant" => Some(Code::PreflightUnexercisedVariant),
            "preflight-vacuous-requires" => Some(Code::PreflightVacuousRequires),
            "private-cross-module" => Some(Code::PrivateCrossModule),
            "redundant-arm" => Some(Code::RedundantArm),
            "runtime-panic" => Some(Code::RuntimePanic),
            "shadowing" => Some(Code::Shadowing),
            "state-cycle" => Some(Code::StateCycle),
            "state-duplicate-type" => Some(Code::StateDuplicateType),
            "stray-character" => Some(Code::StrayCharacter),
            "test-ungenerable-type" => Some(Code::TestUngenerableType),
            "toolchain-mismatch" => Some(Code::ToolchainMismatch),
            "tr-allow-unknown" => Some(Code::TrAllowUnknown),
            "tr-block-count" => Some(Code::TrBlockCount),
            "tr-block-info" => Some(Code::TrBlockInfo),
            "tr-block-kind" => Some(Code::TrBlockKind),
            "tr-cram-syntax" => Some(Code::TrCramSyntax),
            "tr-decisions-syntax" => Some(Code::TrDecisionsSyntax),
            "tr-duplicate-test-name" => Some(Code::TrDuplicateTestName),
            "tr-export-type" => Some(Code::TrExportType),
            "tr-export-unknown" => Some(Code::TrExportUnknown),
            "tr-exports-syntax" => Some(Code::TrExportsSyntax),
            "tr-frontmatter-syntax" => Some(Code::TrFrontmatterSyntax),
            "tr-ignored-default" => Some(Code::TrIgnoredDefault),
            "tr-missing-frontmatter" => Some(Code::TrMissingFrontmatter),
            "tr-missing-name" => Some(Code::TrMissingName),
            "tr-missing-prose" => Some(Code::TrMissingProse),
            "tr-missing-test-block" => Some(Code::TrMissingTestBlock),
            "tr-name-mismatch" => Some(Code::TrNameMismatch),
            "tr-panic-without-row" => Some(Code::TrPanicWithoutRow),
            "tr-predicate-effect" => Some(Code::TrPredicateEffect),
            "tr-predicate-syntax" => Some(Code::TrPredicateSyntax),
            "tr-project-location" => Some(Code::TrProjectLocation),
            "tr-property-syntax" => Some(Code::TrPropertySyntax),
            "tr-reference-syntax" => Some(Code::TrReferenceSyntax),
            "tr-sig-syntax" => Some(Code::TrSigSyntax),
            "tr-test-syntax" => Some(Code::TrTestSyntax),
            "tr-type-syntax" => Some(Code::TrTypeSyntax),
            "tr-undeclared-tag" => Some(Code::TrUndeclaredTag),
            "tr-unknown-frontmatter-key" => Some(Code::TrUnknownFrontmatterKey),
            "tr-unnamed-params" => Some(Code::TrUnnamedParams),
            "type-mismatch" => Some(Code::TypeMismatch),
            "unfilled-hole" => Some(Code::UnfilledHole),
            "unimplemented" => Some(Code::Unimplemented),
            "unknown-code" => Some(Code::UnknownCode),
            "unknown-constructor" => Some(Code::UnknownConstructor),
            "unknown-decision" => Some(Code::UnknownDecision),
            "unknown-field" => Some(Code::UnknownField),
            "unknown-name" => Some(Code::UnknownName),
            "unknown-qualified" => Some(Code::UnknownQualified),
            "unknown-spec-ref" => Some(Code::UnknownSpecRef),
            "unknown-tool" => Some(Code::UnknownTool),
            "unknown-type" => Some(Code::UnknownType),
            "unsupported-invariant-property" => Some(Code::UnsupportedInvariantProperty),
            "unsupported-where-filter" => Some(Code::UnsupportedWhereFilter),
            "unterminated-string" => Some(Code::UnterminatedString),
            "usage" => Some(Code::Usage),
            "wildcard-in-let-rec" => Some(Code::WildcardInLetRec),
            _ => None,
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// Returns the part of the toolchain that the code belongs to.
    pub const fn source(self) -> Source {
        match self {
            Self::AmbiguousConstructor => Source::Soil0,
            Self::AmbiguousName => Source::Soil0,
            Self::AnnotationNeeded => Source::Soil0,
            Self::BadEscape => Source::Soil0,
            Self::BudgetTooSmall => Source::Trellis,
            Self::BundleNotFound => Source::Trellis,
            Self::BundlePath => Source::Trellis,
            Self::ConfigBadValue => Source::Trellis,
            Self::ConfigIo => Source::Trellis,
            Self::ConfigNoRoot => Source::Trellis,
            Self::ConfigParse => Source::Trellis,
            Self::ConfigReservedSection => Source::Trellis,
            Self::ConfigUnknownKey => Source::Trellis,
            Self::ContractFault => Source::Trellis,
            Self::DuplicateField => Source::Soil0,
            Self::EffectViolation => Source::Soil0,
            Self::EscapeNotScalar => Source::Soil0,
            Self::ForwardReference => Source::Soil0,
            Self::Internal => Source::Trellis,
            Self::Io => Source::Trellis,
            Self::JobBlockedCallee => Source::Trellis,
            Self::JobCapExceeded => Source::Trellis,
            Self::JobEnded => Source::Trellis,
            Self::JobInvalidated => Source::Trellis,
            Self::JobOpenQuestion => Source::Trellis,
            Self::JobProviderError => Source::Trellis,
            Self::JobSandboxUnavailable => Source::Trellis,
            Self::JobSigMismatch => Source::Trellis,
            Self::JobStaleQuestion => Source::Trellis,
            Self::LiteralOutOfRange => Source::Soil0,
            Self::LockAcceptedUntested => Source::Trellis,
            Self::LockFormat => Source::Trellis,
            Self::LockKindShape => Source::Trellis,
            Self::LockMalformed => Source::Trellis,
            Self::LockOracleUnaccepted => Source::Trellis,
            Self::MalformedInput => Source::Soil0,
            Self::MisplacedPrivateDef => Source::Soil0,
            Self::MissingRecordRest => Source::Soil0,
            Self::MultipleDefs => Source::Soil0,
            Self::NameMismatch => Source::Soil0,
            Self::NeedlessQualification => Source::Soil0,
            Self::NoDraft => Source::Trellis,
            Self::NonDerivable => Source::Soil0,
            Self::NonExhaustiveMatch => Source::Soil0,
            Self::NonassocComparison => Source::Soil0,
            Self::OperatorPolymorphic => Source::Soil0,
            Self::OracleError => Source::Trellis,
            Self::ParseExpected => Source::Soil0,
            Self::PreflightContradiction => Source::Trellis,
            Self::PreflightTrivialEnsures => Source::Trellis,
            Self::PreflightUnexercisedVariant => Source::Trellis,
            Self::PreflightVacuousRequires => Source::Trellis,
            Self::PrivateCrossModule => Source::Soil0,
            Self::RedundantArm => Source::Soil0,
            Self::RuntimePanic => Source::Soil0,
            Self::Shadowing => Source::Soil0,
            Self::StateCycle => Source::Trellis,
            Self::StateDuplicateType => Source::Trellis,
            Self::StrayCharacter => Source::Soil0,
            Self::TestUngenerableType => Source::Trellis,
            Self::ToolchainMismatch => Source::Trellis,
            Self::TrAllowUnknown => Source::Trellis,
            Self::TrBlockCount => Source::Trellis,
            Self::TrBlockInfo => Source::Trellis,
            Self::TrBlockKind => Source::Trellis,
            Self::TrCramSyntax => Source::Trellis,
            Self::TrDecisionsSyntax => Source::Trellis,
            Self::TrDuplicateTestName => Source::Trellis,
            Self::TrExportType => Source::Trellis,
            Self::TrExportUnknown => Source::Trellis,
            Self::TrExportsSyntax => Source::Trellis,
            Self::TrFrontmatterSyntax => Source::Trellis,
            Self::TrIgnoredDefault => Source::Trellis,
            Self::TrMissingFrontmatter => Source::Trellis,
            Self::TrMissingName => Source::Trellis,
            Self::TrMissingProse => Source::Trellis,
            Self::TrMissingTestBlock => Source::Trellis,
            Self::TrNameMismatch => Source::Trellis,
            Self::TrPanicWithoutRow => Source::Trellis,
            Self::TrPredicateEffect => Source::Trellis,
            Self::TrPredicateSyntax => Source::Trellis,
            Self::TrProjectLocation => Source::Trellis,
            Self::TrPropertySyntax => Source::Trellis,
            Self::TrReferenceSyntax => Source::Trellis,
            Self::TrSigSyntax => Source::Trellis,
            Self::TrTestSyntax => Source::Trellis,
            Self::TrTypeSyntax => Source::Trellis,
            Self::TrUndeclaredTag => Source::Trellis,
            Self::TrUnknownFrontmatterKey => Source::Trellis,
            Self::TrUnnamedParams => Source::Trellis,
            Self::TypeMismatch => Source::Soil0,
            Self::UnfilledHole => Source::Soil0,
            Self::Unimplemented => Source::Trellis,
            Self::UnknownCode => Source::Trellis,
            Self::UnknownConstructor => Source::Soil0,
            Self::UnknownDecision => Source::Trellis,
            Self::UnknownField => Source::Soil0,
            Self::UnknownName => Source::Soil0,
            Self::UnknownQualified => Source::Soil0,
            Self::UnknownSpecRef => Source::Trellis,
            Self::UnknownTool => Source::Trellis,
            Self::UnknownType => Source::Soil0,
            Self::UnsupportedInvariantProperty => Source::Trellis,
            Self::UnsupportedWhereFilter => Source::Trellis,
            Self::UnterminatedString => Source::Soil0,
            Self::Usage => Source::Trellis,
            Self::WildcardInLetRec => Source::Soil0,
        }
    }
    /// Returns what mends a fault with this code.
    pub const fn repair_class(self) -> RepairClass {
        match self {
            Self::AmbiguousConstructor => RepairClass::QualifyName,
            Self::AmbiguousName => RepairClass::QualifyName,
            Self::AnnotationNeeded => RepairClass::AddAnnotation,
            Self::BadEscape => RepairClass::FixType,
            Self::BudgetTooSmall => RepairClass::FixConfig,
            Self::BundleNotFound => RepairClass::FixConfig,
            Self::BundlePath => RepairClass::FixConfig,
            Self::ConfigBadValue => RepairClass::FixConfig,
            Self::ConfigIo => RepairClass::FixConfig,
            Self::ConfigNoRoot => RepairClass::FixConfig,
            Self::ConfigParse => RepairClass::FixConfig,
            Self::ConfigReservedSection => RepairClass::FixConfig,
            Self::ConfigUnknownKey => RepairClass::FixConfig,
            Self::ContractFault => RepairClass::FixConfig,
            Self::DuplicateField => RepairClass::FixType,
            Self::EffectViolation => RepairClass::ThreadCapability,
            Self::EscapeNotScalar => RepairClass::FixType,
            Self::ForwardReference => RepairClass::FixConfig,
            Self::Internal => RepairClass::FixConfig,
            Self::Io => RepairClass::FixConfig,
            Self::JobBlockedCallee => RepairClass::FixSpec,
            Self::JobCapExceeded => RepairClass::FixConfig,
            Self::JobEnded => RepairClass::FixConfig,
            Self::JobInvalidated => RepairClass::FixConfig,
            Self::JobOpenQuestion => RepairClass::FixSpec,
            Self::JobProviderError => RepairClass::FixConfig,
            Self::JobSandboxUnavailable => RepairClass::FixConfig,
            Self::JobSigMismatch => RepairClass::FixType,
            Self::JobStaleQuestion => RepairClass::FixSpec,
            Self::LiteralOutOfRange => RepairClass::FixLiteral,
            Self::LockAcceptedUntested => RepairClass::FixConfig,
            Self::LockFormat => RepairClass::FixConfig,
            Self::LockKindShape => RepairClass::FixConfig,
            Self::LockMalformed => RepairClass::FixConfig,
            Self::LockOracleUnaccepted => RepairClass::FixConfig,
            Self::MalformedInput => RepairClass::FixConfig,
            Self::MisplacedPrivateDef => RepairClass::FixSpec,
            Self::MissingRecordRest => RepairClass::AddRecordRest,
            Self::MultipleDefs => RepairClass::FixSpec,
            Self::NameMismatch => RepairClass::RenameBinding,
            Self::NeedlessQualification => RepairClass::UnqualifyName,
            Self::NoDraft => RepairClass::FixConfig,
            Self::NonDerivable => RepairClass::FixType,
            Self::NonExhaustiveMatch => RepairClass::WidenMatch,
            Self::NonassocComparison => RepairClass::AddAnnotation,
            Self::OperatorPolymorphic => RepairClass::AddAnnotation,
            Self::OracleError => RepairClass::FixConfig,
            Self::ParseExpected => RepairClass::FixType,
            Self::PreflightContradiction => RepairClass::FixSpec,
            Self::PreflightTrivialEnsures => RepairClass::FixSpec,
            Self::PreflightUnexercisedVariant => RepairClass::FixSpec,
            Self::PreflightVacuousRequires => RepairClass::FixSpec,
            Self::PrivateCrossModule => RepairClass::FixSpec,
            Self::RedundantArm => RepairClass::RemoveRedundantArm,
            Self::RuntimePanic => RepairClass::InsertGuard,
            Self::Shadowing => RepairClass::RenameBinding,
            Self::StateCycle => RepairClass::FixSpec,
            Self::StateDuplicateType => RepairClass::FixSpec,
            Self::StrayCharacter => RepairClass::FixType,
            Self::TestUngenerableType => RepairClass::FixSpec,
            Self::ToolchainMismatch => RepairClass::FixConfig,
            Self::TrAllowUnknown => RepairClass::FixSpec,
            Self::TrBlockCount => RepairClass::FixSpec,
            Self::TrBlockInfo => RepairClass::FixSpec,
            Self::TrBlockKind => RepairClass::FixSpec,
            Self::TrCramSyntax => RepairClass::FixSpec,
            Self::TrDecisionsSyntax => RepairClass::FixSpec,
            Self::TrDuplicateTestName => RepairClass::FixSpec,
            Self::TrExportType => RepairClass::ExportTypeOrMarkAbstract,
            Self::TrExportUnknown => RepairClass::FixSpec,
            Self::TrExportsSyntax => RepairClass::FixSpec,
            Self::TrFrontmatterSyntax => RepairClass::FixSpec,
            Self::TrIgnoredDefault => RepairClass::FixSpec,
            Self::TrMissingFrontmatter => RepairClass::FixSpec,
            Self::TrMissingName => RepairClass::FixSpec,
            Self::TrMissingProse => RepairClass::FixSpec,
            Self::TrMissingTestBlock => RepairClass::FixSpec,
            Self::TrNameMismatch => RepairClass::FixSpec,
            Self::TrPanicWithoutRow => RepairClass::FixSpec,
            Self::TrPredicateEffect => RepairClass::FixSpec,
            Self::TrPredicateSyntax => RepairClass::FixSpec,
            Self::TrProjectLocation => RepairClass::FixSpec,
            Self::TrPropertySyntax => RepairClass::FixSpec,
            Self::TrReferenceSyntax => RepairClass::FixSpec,
            Self::TrSigSyntax => RepairClass::FixSpec,
            Self::TrTestSyntax => RepairClass::FixSpec,
            Self::TrTypeSyntax => RepairClass::FixSpec,
            Self::TrUndeclaredTag => RepairClass::FixConfig,
            Self::TrUnknownFrontmatterKey => RepairClass::FixSpec,
            Self::TrUnnamedParams => RepairClass::FixSpec,
            Self::TypeMismatch => RepairClass::FixType,
            Self::UnfilledHole => RepairClass::FillHole,
            Self::Unimplemented => RepairClass::FixConfig,
            Self::UnknownCode => RepairClass::FixConfig,
            Self::UnknownConstructor => RepairClass::FixType,
            Self::UnknownDecision => RepairClass::FixConfig,
            Self::UnknownField => RepairClass::FixType,
            Self::UnknownName => RepairClass::FixType,
            Self::UnknownQualified => RepairClass::FixType,
            Self::UnknownSpecRef => RepairClass::FixConfig,
            Self::UnknownTool => RepairClass::FixConfig,
            Self::UnknownType => RepairClass::FixType,
            Self::UnsupportedInvariantProperty => RepairClass::FixSpec,
            Self::UnsupportedWhereFilter => RepairClass::FixSpec,
            Self::UnterminatedString => RepairClass::FixType,
            Self::Usage => RepairClass::FixConfig,
            Self::WildcardInLetRec => RepairClass::RenameBinding,
        }
    }
    /// Returns the section that the code cites.
    pub const fn spec_ref(self) -> SpecRef {
        match self {
            Self::AmbiguousConstructor => SpecRef::SoilSyntaxSpec5_9,
            Self::AmbiguousName => SpecRef::SoilSyntaxSpec5_10,
            Self::AnnotationNeeded => SpecRef::SoilSyntaxSpec5,
            Self::BadEscape => SpecRef::SoilSyntaxSpec1,
            Self::BudgetTooSmall => SpecRef::TrellisDaemon5,
            Self::BundleNotFound => SpecRef::TrellisDaemon3_1,
            Self::BundlePath => SpecRef::TrellisDaemon3_1,
            Self::ConfigBadValue => SpecRef::SoilToml2,
            Self::ConfigIo => SpecRef::SoilToml1,
            Self::ConfigNoRoot => SpecRef::SoilToml1,
            Self::ConfigParse => SpecRef::SoilToml1,
            Self::ConfigReservedSection => SpecRef::SoilToml3,
            Self::ConfigUnknownKey => SpecRef::SoilToml1,
            Self::ContractFault => SpecRef::TrellisDaemon6_1,
            Self::DuplicateField => SpecRef::SoilSyntaxSpec3_4,
            Self::EffectViolation => SpecRef::Soil0Cli8_5,
            Self::EscapeNotScalar => SpecRef::SoilSyntaxSpec1,
            Self::ForwardReference => SpecRef::Soil0Cli7,
            Self::Internal => SpecRef::TrellisDaemon6,
            Self::Io => SpecRef::TrellisDaemon6,
            Self::JobBlockedCallee => SpecRef::Design4_6,
            Self::JobCapExceeded => SpecRef::Design4_6,
            Self::JobEnded => SpecRef::TrellisDaemon3_7,
            Self::JobInvalidated => SpecRef::Design4_6,
            Self::JobOpenQuestion => SpecRef::TrellisDaemon8,
            Self::JobProviderError => SpecRef::Design4_6,
            Self::JobSandboxUnavailable => SpecRef::Design4_6,
            Self::JobSigMismatch => SpecRef::Design4_8,
            Self::JobStaleQuestion => SpecRef::TrellisDaemon8,
            Self::LiteralOutOfRange => SpecRef::SoilSyntaxSpec1,
            Self::LockAcceptedUntested => SpecRef::LockSchema8,
            Self::LockFormat => SpecRef::LockSchema1,
            Self::LockKindShape => SpecRef::LockSchema1,
            Self::LockMalformed => SpecRef::LockSchema1,
            Self::LockOracleUnaccepted => SpecRef::LockSchema8,
            Self::MalformedInput => SpecRef::Soil0Cli1,
            Self::MisplacedPrivateDef => SpecRef::SoilSyntaxSpec2,
            Self::MissingRecordRest => SpecRef::SoilSyntaxSpec3_4,
            Self::MultipleDefs => SpecRef::SoilSyntaxSpec2,
            Self::NameMismatch => SpecRef::SoilSyntaxSpec3_1,
            Self::NeedlessQualification => SpecRef::SoilSyntaxSpec5_9,
            Self::NoDraft => SpecRef::TrellisDaemon3_2,
            Self::NonDerivable => SpecRef::SoilSyntaxSpec5_8,
            Self::NonExhaustiveMatch => SpecRef::SoilSyntaxSpec5_2,
            Self::NonassocComparison => SpecRef::SoilSyntaxSpec4,
            Self::OperatorPolymorphic => SpecRef::SoilSyntaxSpec5_4,
            Self::OracleError => SpecRef::TrGrammar3_6,
            Self::ParseExpected => SpecRef::SoilSyntaxSpec3,
            Self::PreflightContradiction => SpecRef::Design4_5,
            Self::PreflightTrivialEnsures => SpecRef::Design4_5,
            Self::PreflightUnexercisedVariant => SpecRef::Design4_5,
            Self::PreflightVacuousRequires => SpecRef::Design4_5,
            Self::PrivateCrossModule => SpecRef::SoilSyntaxSpec5_10,
            Self::RedundantArm => SpecRef::SoilSyntaxSpec5_2,
            Self::RuntimePanic => SpecRef::Soil0Cli8_6,
            Self::Shadowing => SpecRef::SoilSyntaxSpec5_1,
            Self::StateCycle => SpecRef::Design3_8,
            Self::StateDuplicateType => SpecRef::Design3_15,
            Self::StrayCharacter => SpecRef::SoilSyntaxSpec1,
            Self::TestUngenerableType => SpecRef::TrGrammar3_4,
            Self::ToolchainMismatch => SpecRef::SoilToml2_1,
            Self::TrAllowUnknown => SpecRef::TrGrammar3_7,
            Self::TrBlockCount => SpecRef::TrGrammar1,
            Self::TrBlockInfo => SpecRef::TrGrammar1,
            Self::TrBlockKind => SpecRef::TrGrammar1,
            Self::TrCramSyntax => SpecRef::TrGrammar3_5,
            Self::TrDecisionsSyntax => SpecRef::TrGrammar5_2,
            Self::TrDuplicateTestName => SpecRef::TrGrammar6,
            Self::TrExportType => SpecRef::Design3_14,
            Self::TrExportUnknown => SpecRef::TrGrammar5_1,
            Self::TrExportsSyntax => SpecRef::TrGrammar5_1,
            Self::TrFrontmatterSyntax => SpecRef::TrGrammar1,
            Self::TrIgnoredDefault => SpecRef::TrGrammar4_1,
            Self::TrMissingFrontmatter => SpecRef::TrGrammar1,
            Self::TrMissingName => SpecRef::TrGrammar1,
            Self::TrMissingProse => SpecRef::TrGrammar6,
            Self::TrMissingTestBlock => SpecRef::TrGrammar6,
            Self::TrNameMismatch => SpecRef::TrGrammar6,
            Self::TrPanicWithoutRow => SpecRef::TrGrammar3_3,
            Self::TrPredicateEffect => SpecRef::TrGrammar2_3,
            Self::TrPredicateSyntax => SpecRef::TrGrammar2_3,
            Self::TrProjectLocation => SpecRef::TrGrammar6,
            Self::TrPropertySyntax => SpecRef::TrGrammar3_4,
            Self::TrReferenceSyntax => SpecRef::TrGrammar3_6,
            Self::TrSigSyntax => SpecRef::TrGrammar3_1,
            Self::TrTestSyntax => SpecRef::TrGrammar3_3,
            Self::TrTypeSyntax => SpecRef::TrGrammar4_1,
            Self::TrUndeclaredTag => SpecRef::TrGrammar1,
            Self::TrUnknownFrontmatterKey => SpecRef::TrGrammar1,
            Self::TrUnnamedParams => SpecRef::TrGrammar3_1,
            Self::TypeMismatch => SpecRef::SoilSyntaxSpec5,
            Self::UnfilledHole => SpecRef::Soil0Cli8_6,
            Self::Unimplemented => SpecRef::TrellisDaemon6,
            Self::UnknownCode => SpecRef::TrellisDaemon6_1,
            Self::UnknownConstructor => SpecRef::SoilSyntaxSpec5_9,
            Self::UnknownDecision => SpecRef::TrellisDaemon3_5,
            Self::UnknownField => SpecRef::SoilSyntaxSpec5,
            Self::UnknownName => SpecRef::SoilSyntaxSpec5_10,
            Self::UnknownQualified => SpecRef::SoilSyntaxSpec5_10,
            Self::UnknownSpecRef => SpecRef::TrellisDaemon7,
            Self::UnknownTool => SpecRef::TrellisDaemon3,
            Self::UnknownType => SpecRef::SoilSyntaxSpec3_2,
            Self::UnsupportedInvariantProperty => SpecRef::TrGrammar4_2,
            Self::UnsupportedWhereFilter => SpecRef::TrGrammar3_4,
            Self::UnterminatedString => SpecRef::SoilSyntaxSpec1,
            Self::Usage => SpecRef::TrellisDaemon6,
            Self::WildcardInLetRec => SpecRef::SoilSyntaxSpec3_3,
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
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RenameBinding => "rename-binding",
            Self::QualifyName => "qualify-name",
            Self::UnqualifyName => "unqualify-name",
            Self::WidenMatch => "widen-match",
            Self::RemoveRedundantArm => "remove-redundant-arm",
            Self::AddRecordRest => "add-record-rest",
            Self::AddAnnotation => "add-annotation",
            Self::FixType => "fix-type",
            Self::ThreadCapability => "thread-capability",
            Self::FixLiteral => "fix-literal",
            Self::InsertGuard => "insert-guard",
            Self::AddDecreases => "add-decreases",
            Self::ExportTypeOrMarkAbstract => "export-type-or-mark-abstract",
            Self::FillHole => "fill-hole",
            Self::FixSpec => "fix-spec",
            Self::FixConfig => "fix-config",
        }
    }
    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<RepairClass> {
        match text {
            "rename-binding" => Some(RepairClass::RenameBinding),
            "qualify-name" => Some(RepairClass::QualifyName),
            "unqualify-name" => Some(RepairClass::UnqualifyName),
            "widen-match" => Some(RepairClass::WidenMatch),
            "remove-redundant-arm" => Some(RepairClass::RemoveRedundantArm),
            "add-record-rest" => Some(RepairClass::AddRecordRest),
            "add-annotation" => Some(RepairClass::AddAnnotation),
            "fix-type" => Some(RepairClass::FixType),
            "thread-capability" => Some(RepairClass::ThreadCapability),
            "fix-literal" => Some(RepairClass::FixLiteral),
            "insert-guard" => Some(RepairClass::InsertGuard),
            "add-decreases" => Some(RepairClass::AddDecreases),
            "export-type-or-mark-abstract" => Some(RepairClass::ExportTypeOrMarkAbstract),
            "fill-hole" => Some(RepairClass::FillHole),
            "fix-spec" => Some(RepairClass::FixSpec),
            "fix-config" => Some(RepairClass::FixConfig),
            _ => None,
        }
    }
}

impl fmt::Display for RepairClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl RepairClass {
    /// Returns what to do.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::RenameBinding => {
                "shadowing and name collisions: pick a fresh name for the binder reported"
            }
            Self::QualifyName => {
                "ambiguous constructor or definition: write `Type::Ctor` / `module::def`"
            }
            Self::UnqualifyName => "qualification of a unique name: drop it",
            Self::WidenMatch => {
                "non-exhaustive match: add the arm named by the witness note"
            }
            Self::RemoveRedundantArm => "an arm that can never match: delete it",
            Self::AddRecordRest => "partial record pattern: append `..`",
            Self::AddAnnotation => {
                "type not determined, or operator at a polymorphic type: annotate"
            }
            Self::FixType => {
                "mismatches, unknown names and fields, syntax: change the term to fit the declared types"
            }
            Self::ThreadCapability => {
                "`io`/`ffi` callee not covered: pass the capability and carry the row"
            }
            Self::FixLiteral => "literal outside its width",
            Self::InsertGuard => "panic obligations: match or test the bad case away",
            Self::AddDecreases => {
                "termination deficit: give a decreasing argument or measure (no code uses it yet)"
            }
            Self::ExportTypeOrMarkAbstract => "exported signature mentions a hidden type",
            Self::FillHole => "replace a typed hole by a term of its goal type",
            Self::FixSpec => "only a spec edit helps; if the block is human-owned, ask",
            Self::FixConfig => {
                "environment, configuration or lock trouble: for the human"
            }
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
    pub const ALL: &[Source] = &[Source::Soil0, Source::Trellis];
    /// Returns the text that documents use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Soil0 => "soil0",
            Self::Trellis => "trellis",
        }
    }
    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Source> {
        match text {
            "soil0" => Some(Source::Soil0),
            "trellis" => Some(Source::Trellis),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
