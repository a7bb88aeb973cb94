//! Codes and repair classes; to be replaced by the generated ones.

use std::fmt;

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
    /// Every value, sorted by its text.
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
        Code::UnknownConstructor,
        Code::UnknownDecision,
        Code::UnknownField,
        Code::UnknownName,
        Code::UnknownQualified,
        Code::UnknownSpecRef,
        Code::UnknownType,
        Code::UnsupportedInvariantProperty,
        Code::UnsupportedWhereFilter,
        Code::UnterminatedString,
        Code::Usage,
        Code::WildcardInLetRec,
    ];

    /// Returns the text that the contract uses.
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
            Code::UnknownConstructor => "unknown-constructor",
            Code::UnknownDecision => "unknown-decision",
            Code::UnknownField => "unknown-field",
            Code::UnknownName => "unknown-name",
            Code::UnknownQualified => "unknown-qualified",
            Code::UnknownSpecRef => "unknown-spec-ref",
            Code::UnknownType => "unknown-type",
            Code::UnsupportedInvariantProperty => "unsupported-invariant-property",
            Code::UnsupportedWhereFilter => "unsupported-where-filter",
            Code::UnterminatedString => "unterminated-string",
            Code::Usage => "usage",
            Code::WildcardInLetRec => "wildcard-in-let-rec",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What an agent does mechanically about a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RepairClass {
    /// `rename-binding`
    RenameBinding,
    /// `qualify-name`
    QualifyName,
    /// `unqualify-name`
    UnqualifyName,
    /// `widen-match`
    WidenMatch,
    /// `remove-redundant-arm`
    RemoveRedundantArm,
    /// `add-record-rest`
    AddRecordRest,
    /// `add-annotation`
    AddAnnotation,
    /// `fix-type`
    FixType,
    /// `thread-capability`
    ThreadCapability,
    /// `fix-literal`
    FixLiteral,
    /// `insert-guard`
    InsertGuard,
    /// `add-decreases`
    AddDecreases,
    /// `export-type-or-mark-abstract`
    ExportTypeOrMarkAbstract,
    /// `fill-hole`
    FillHole,
    /// `fix-spec`
    FixSpec,
    /// `fix-config`
    FixConfig,
}

impl RepairClass {
    /// Every value, sorted by its text.
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

    /// Returns the text that the contract uses.
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
}

impl fmt::Display for RepairClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// Returns the repair class that the registry gives this code.
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
            Code::UnknownConstructor => RepairClass::FixType,
            Code::UnknownDecision => RepairClass::FixConfig,
            Code::UnknownField => RepairClass::FixType,
            Code::UnknownName => RepairClass::FixType,
            Code::UnknownQualified => RepairClass::FixType,
            Code::UnknownSpecRef => RepairClass::FixConfig,
            Code::UnknownType => RepairClass::FixType,
            Code::UnsupportedInvariantProperty => RepairClass::FixSpec,
            Code::UnsupportedWhereFilter => RepairClass::FixSpec,
            Code::UnterminatedString => RepairClass::FixType,
            Code::Usage => RepairClass::FixConfig,
            Code::WildcardInLetRec => RepairClass::RenameBinding,
        }
    }

    /// Returns the anchor of the section that explains this code.
    pub const fn spec_ref(self) -> &'static str {
        match self {
            Code::AmbiguousConstructor => "soil-syntax-spec#5.9",
            Code::AmbiguousName => "soil-syntax-spec#5.10",
            Code::AnnotationNeeded => "soil-syntax-spec#5",
            Code::BadEscape => "soil-syntax-spec#1",
            Code::BudgetTooSmall => "trellis-daemon#5",
            Code::BundleNotFound => "trellis-daemon#3.1",
            Code::BundlePath => "trellis-daemon#3.1",
            Code::ConfigBadValue => "soil-toml#2",
            Code::ConfigIo => "soil-toml#1",
            Code::ConfigNoRoot => "soil-toml#1",
            Code::ConfigParse => "soil-toml#1",
            Code::ConfigReservedSection => "soil-toml#3",
            Code::ConfigUnknownKey => "soil-toml#1",
            Code::DuplicateField => "soil-syntax-spec#3.4",
            Code::EffectViolation => "soil0-cli#8.5",
            Code::EscapeNotScalar => "soil-syntax-spec#1",
            Code::ForwardReference => "soil0-cli#7",
            Code::Internal => "trellis-daemon#6",
            Code::Io => "trellis-daemon#6",
            Code::JobBlockedCallee => "design#4.6",
            Code::JobCapExceeded => "design#4.6",
            Code::JobEnded => "trellis-daemon#3.7",
            Code::JobInvalidated => "design#4.6",
            Code::JobOpenQuestion => "trellis-daemon#8",
            Code::JobProviderError => "design#4.6",
            Code::JobSandboxUnavailable => "design#4.6",
            Code::JobSigMismatch => "design#4.8",
            Code::JobStaleQuestion => "trellis-daemon#8",
            Code::LiteralOutOfRange => "soil-syntax-spec#1",
            Code::LockAcceptedUntested => "lock-schema#8",
            Code::LockFormat => "lock-schema#1",
            Code::LockKindShape => "lock-schema#1",
            Code::LockMalformed => "lock-schema#1",
            Code::LockOracleUnaccepted => "lock-schema#8",
            Code::MalformedInput => "soil0-cli#1",
            Code::MisplacedPrivateDef => "soil-syntax-spec#2",
            Code::MissingRecordRest => "soil-syntax-spec#3.4",
            Code::MultipleDefs => "soil-syntax-spec#2",
            Code::NameMismatch => "soil-syntax-spec#3.1",
            Code::NeedlessQualification => "soil-syntax-spec#5.9",
            Code::NoDraft => "trellis-daemon#3.2",
            Code::NonDerivable => "soil-syntax-spec#5.8",
            Code::NonExhaustiveMatch => "soil-syntax-spec#5.2",
            Code::NonassocComparison => "soil-syntax-spec#4",
            Code::OperatorPolymorphic => "soil-syntax-spec#5.4",
            Code::OracleError => "tr-grammar#3.6",
            Code::ParseExpected => "soil-syntax-spec#3",
            Code::PreflightContradiction => "design#4.5",
            Code::PreflightTrivialEnsures => "design#4.5",
            Code::PreflightUnexercisedVariant => "design#4.5",
            Code::PreflightVacuousRequires => "design#4.5",
            Code::PrivateCrossModule => "soil-syntax-spec#5.10",
            Code::RedundantArm => "soil-syntax-spec#5.2",
            Code::RuntimePanic => "soil0-cli#8.6",
            Code::Shadowing => "soil-syntax-spec#5.1",
            Code::StateCycle => "design#3.8",
            Code::StateDuplicateType => "design#3.15",
            Code::StrayCharacter => "soil-syntax-spec#1",
            Code::TestUngenerableType => "tr-grammar#3.4",
            Code::ToolchainMismatch => "soil-toml#2.1",
            Code::TrAllowUnknown => "tr-grammar#3.7",
            Code::TrBlockCount => "tr-grammar#1",
            Code::TrBlockInfo => "tr-grammar#1",
            Code::TrBlockKind => "tr-grammar#1",
            Code::TrCramSyntax => "tr-grammar#3.5",
            Code::TrDecisionsSyntax => "tr-grammar#5.2",
            Code::TrDuplicateTestName => "tr-grammar#6",
            Code::TrExportType => "design#3.14",
            Code::TrExportUnknown => "tr-grammar#5.1",
            Code::TrExportsSyntax => "tr-grammar#5.1",
            Code::TrFrontmatterSyntax => "tr-grammar#1",
            Code::TrIgnoredDefault => "tr-grammar#4.1",
            Code::TrMissingFrontmatter => "tr-grammar#1",
            Code::TrMissingName => "tr-grammar#1",
            Code::TrMissingProse => "tr-grammar#6",
            Code::TrMissingTestBlock => "tr-grammar#6",
            Code::TrNameMismatch => "tr-grammar#6",
            Code::TrPanicWithoutRow => "tr-grammar#3.3",
            Code::TrPredicateEffect => "tr-grammar#2.3",
            Code::TrPredicateSyntax => "tr-grammar#2.3",
            Code::TrProjectLocation => "tr-grammar#6",
            Code::TrPropertySyntax => "tr-grammar#3.4",
            Code::TrReferenceSyntax => "tr-grammar#3.6",
            Code::TrSigSyntax => "tr-grammar#3.1",
            Code::TrTestSyntax => "tr-grammar#3.3",
            Code::TrTypeSyntax => "tr-grammar#4.1",
            Code::TrUndeclaredTag => "tr-grammar#1",
            Code::TrUnknownFrontmatterKey => "tr-grammar#1",
            Code::TrUnnamedParams => "tr-grammar#3.1",
            Code::TypeMismatch => "soil-syntax-spec#5",
            Code::UnfilledHole => "soil0-cli#8.6",
            Code::Unimplemented => "trellis-daemon#6",
            Code::UnknownConstructor => "soil-syntax-spec#5.9",
            Code::UnknownDecision => "trellis-daemon#3.5",
            Code::UnknownField => "soil-syntax-spec#5",
            Code::UnknownName => "soil-syntax-spec#5.10",
            Code::UnknownQualified => "soil-syntax-spec#5.10",
            Code::UnknownSpecRef => "trellis-daemon#7",
            Code::UnknownType => "soil-syntax-spec#3.2",
            Code::UnsupportedInvariantProperty => "tr-grammar#4.2",
            Code::UnsupportedWhereFilter => "tr-grammar#3.4",
            Code::UnterminatedString => "soil-syntax-spec#1",
            Code::Usage => "trellis-daemon#6",
            Code::WildcardInLetRec => "soil-syntax-spec#3.3",
        }
    }
}
