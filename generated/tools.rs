//! The tools of the lowering agent.
//!
//! Generated from `schemas/*.types`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::fmt;

use super::refusal::{Refusal, ToolCode};

use super::{Code, documents};

/// A tool that an agent may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tool {
    /// Reads a file of the job's context bundle, or lists one of its directories.
    ReadContext,
    /// Checks the current draft as the last gate will: names, types, effects, matches.
    CheckTypes,
    /// Asks what is proven about the clauses; `None` says that every clause is recorded at run time.
    CheckRefinements,
    /// Runs every sandboxed case and property of the specification against the current draft.
    RunTests,
    /// Stores a draft and answers with its canonical text, which every later check sees.
    WriteSoil,
    /// Reads one section of the specification, such as the `spec_ref` of a diagnostic.
    ReadSpec,
    /// Asks a person and ends the job; the answer comes back as part of the specification.
    AskHuman,
}

impl Tool {
    /// Every value, in the order declared.
    pub const ALL: &[Tool] = &[
        Tool::ReadContext,
        Tool::CheckTypes,
        Tool::CheckRefinements,
        Tool::RunTests,
        Tool::WriteSoil,
        Tool::ReadSpec,
        Tool::AskHuman,
    ];
    /// Returns the text that documents use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadContext => "read_context",
            Self::CheckTypes => "check_types",
            Self::CheckRefinements => "check_refinements",
            Self::RunTests => "run_tests",
            Self::WriteSoil => "write_soil",
            Self::ReadSpec => "read_spec",
            Self::AskHuman => "ask_human",
        }
    }
    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<Tool> {
        match text {
            "read_context" => Some(Tool::ReadContext),
            "check_types" => Some(Tool::CheckTypes),
            "check_refinements" => Some(Tool::CheckRefinements),
            "run_tests" => Some(Tool::RunTests),
            "write_soil" => Some(Tool::WriteSoil),
            "read_spec" => Some(Tool::ReadSpec),
            "ask_human" => Some(Tool::AskHuman),
            _ => None,
        }
    }
}

impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Tool {
    /// Returns what the agent is told about the tool.
    pub const fn description(self) -> &'static str {
        match self {
            Self::ReadContext => {
                "Reads a file of the job's context bundle, or lists one of its directories."
            }
            Self::CheckTypes => {
                "Checks the current draft as the last gate will: names, types, effects, matches."
            }
            Self::CheckRefinements => {
                "Asks what is proven about the clauses; `None` says that every clause is recorded at run time."
            }
            Self::RunTests => {
                "Runs every sandboxed case and property of the specification against the current draft."
            }
            Self::WriteSoil => {
                "Stores a draft and answers with its canonical text, which every later check sees."
            }
            Self::ReadSpec => {
                "Reads one section of the specification, such as the `spec_ref` of a diagnostic."
            }
            Self::AskHuman => {
                "Asks a person and ends the job; the answer comes back as part of the specification."
            }
        }
    }
    /// Returns the JSON Schema of the tool's input.
    pub const fn input_schema(self) -> &'static str {
        match self {
            Self::ReadContext => include_str!("schemas/read_context.input.schema.json"),
            Self::CheckTypes => include_str!("schemas/check_types.input.schema.json"),
            Self::CheckRefinements => {
                include_str!("schemas/check_refinements.input.schema.json")
            }
            Self::RunTests => include_str!("schemas/run_tests.input.schema.json"),
            Self::WriteSoil => include_str!("schemas/write_soil.input.schema.json"),
            Self::ReadSpec => include_str!("schemas/read_spec.input.schema.json"),
            Self::AskHuman => include_str!("schemas/ask_human.input.schema.json"),
        }
    }
    /// Returns the JSON Schema of the tool's output.
    pub const fn output_schema(self) -> &'static str {
        match self {
            Self::ReadContext => include_str!("schemas/read_context.output.schema.json"),
            Self::CheckTypes => include_str!("schemas/check_types.output.schema.json"),
            Self::CheckRefinements => {
                include_str!("schemas/check_refinements.output.schema.json")
            }
            Self::RunTests => include_str!("schemas/run_tests.output.schema.json"),
            Self::WriteSoil => include_str!("schemas/write_soil.output.schema.json"),
            Self::ReadSpec => include_str!("schemas/read_spec.output.schema.json"),
            Self::AskHuman => include_str!("schemas/ask_human.output.schema.json"),
        }
    }
    /// Returns whether the tool changes nothing.
    pub const fn read_only(self) -> bool {
        match self {
            Self::ReadContext => true,
            Self::CheckTypes => true,
            Self::CheckRefinements => true,
            Self::RunTests => true,
            Self::WriteSoil => true,
            Self::ReadSpec => true,
            Self::AskHuman => true,
        }
    }
    /// Returns whether a second equal call changes nothing more.
    pub const fn idempotent(self) -> bool {
        match self {
            Self::ReadContext => true,
            Self::CheckTypes => true,
            Self::CheckRefinements => true,
            Self::RunTests => true,
            Self::WriteSoil => true,
            Self::ReadSpec => true,
            Self::AskHuman => true,
        }
    }
    /// Returns whether the tool may undo somebody's work.
    pub const fn destructive(self) -> bool {
        match self {
            Self::ReadContext => false,
            Self::CheckTypes => false,
            Self::CheckRefinements => false,
            Self::RunTests => false,
            Self::WriteSoil => false,
            Self::ReadSpec => false,
            Self::AskHuman => false,
        }
    }
    /// Returns whether the tool reaches beyond the job.
    pub const fn open_world(self) -> bool {
        match self {
            Self::ReadContext => false,
            Self::CheckTypes => false,
            Self::CheckRefinements => false,
            Self::RunTests => false,
            Self::WriteSoil => false,
            Self::ReadSpec => false,
            Self::AskHuman => false,
        }
    }
    /// Returns the codes that the tool can answer with, sorted.
    pub const fn raises(self) -> &'static [Code] {
        match self {
            Self::ReadContext => {
                &[
                    Code::BundleNotFound,
                    Code::BundlePath,
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::MalformedInput,
                ]
            }
            Self::CheckTypes => {
                &[
                    Code::AmbiguousConstructor,
                    Code::AmbiguousName,
                    Code::AnnotationNeeded,
                    Code::BadEscape,
                    Code::DuplicateField,
                    Code::EffectViolation,
                    Code::EscapeNotScalar,
                    Code::ForwardReference,
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::JobSigMismatch,
                    Code::LiteralOutOfRange,
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
                    Code::ParseExpected,
                    Code::PrivateCrossModule,
                    Code::RedundantArm,
                    Code::Shadowing,
                    Code::StateCycle,
                    Code::StateDuplicateType,
                    Code::StrayCharacter,
                    Code::TypeMismatch,
                    Code::UnknownConstructor,
                    Code::UnknownField,
                    Code::UnknownName,
                    Code::UnknownQualified,
                    Code::UnknownType,
                    Code::UnterminatedString,
                    Code::WildcardInLetRec,
                ]
            }
            Self::CheckRefinements => {
                &[
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::MalformedInput,
                ]
            }
            Self::RunTests => {
                &[
                    Code::AmbiguousConstructor,
                    Code::AmbiguousName,
                    Code::AnnotationNeeded,
                    Code::BadEscape,
                    Code::DuplicateField,
                    Code::EffectViolation,
                    Code::EscapeNotScalar,
                    Code::ForwardReference,
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::JobSigMismatch,
                    Code::LiteralOutOfRange,
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
                    Code::PrivateCrossModule,
                    Code::RedundantArm,
                    Code::Shadowing,
                    Code::StateCycle,
                    Code::StateDuplicateType,
                    Code::StrayCharacter,
                    Code::TypeMismatch,
                    Code::UnfilledHole,
                    Code::UnknownConstructor,
                    Code::UnknownField,
                    Code::UnknownName,
                    Code::UnknownQualified,
                    Code::UnknownType,
                    Code::UnterminatedString,
                    Code::WildcardInLetRec,
                ]
            }
            Self::WriteSoil => {
                &[
                    Code::BadEscape,
                    Code::DuplicateField,
                    Code::EscapeNotScalar,
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::MalformedInput,
                    Code::MisplacedPrivateDef,
                    Code::MultipleDefs,
                    Code::NameMismatch,
                    Code::NonassocComparison,
                    Code::ParseExpected,
                    Code::StrayCharacter,
                    Code::UnknownDecision,
                    Code::UnterminatedString,
                    Code::WildcardInLetRec,
                ]
            }
            Self::ReadSpec => {
                &[
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::MalformedInput,
                    Code::UnknownSpecRef,
                ]
            }
            Self::AskHuman => {
                &[
                    Code::Internal,
                    Code::Io,
                    Code::JobEnded,
                    Code::JobInvalidated,
                    Code::MalformedInput,
                ]
            }
        }
    }
}

/// A code that `read_context` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadContextCode {
    /// `bundle-not-found`
    BundleNotFound,
    /// `bundle-path`
    BundlePath,
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `malformed-input`
    MalformedInput,
}

impl ToolCode for ReadContextCode {
    const ALL: &[Self] = &[
        Self::BundleNotFound,
        Self::BundlePath,
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::MalformedInput,
    ];
    fn code(self) -> Code {
        match self {
            Self::BundleNotFound => Code::BundleNotFound,
            Self::BundlePath => Code::BundlePath,
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::MalformedInput => Code::MalformedInput,
        }
    }
}

/// Why `read_context` did not answer; limited to the codes it declares.
pub type ReadContextError = Refusal<ReadContextCode>;

/// What `read_context` answers.
pub type ReadContextResult = Result<documents::ReadContextOutput, ReadContextError>;

/// A code that `check_types` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckTypesCode {
    /// `ambiguous-constructor`
    AmbiguousConstructor,
    /// `ambiguous-name`
    AmbiguousName,
    /// `annotation-needed`
    AnnotationNeeded,
    /// `bad-escape`
    BadEscape,
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
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `job-sig-mismatch`
    JobSigMismatch,
    /// `literal-out-of-range`
    LiteralOutOfRange,
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
    /// `parse-expected`
    ParseExpected,
    /// `private-cross-module`
    PrivateCrossModule,
    /// `redundant-arm`
    RedundantArm,
    /// `shadowing`
    Shadowing,
    /// `state-cycle`
    StateCycle,
    /// `state-duplicate-type`
    StateDuplicateType,
    /// `stray-character`
    StrayCharacter,
    /// `type-mismatch`
    TypeMismatch,
    /// `unknown-constructor`
    UnknownConstructor,
    /// `unknown-field`
    UnknownField,
    /// `unknown-name`
    UnknownName,
    /// `unknown-qualified`
    UnknownQualified,
    /// `unknown-type`
    UnknownType,
    /// `unterminated-string`
    UnterminatedString,
    /// `wildcard-in-let-rec`
    WildcardInLetRec,
}

impl ToolCode for CheckTypesCode {
    const ALL: &[Self] = &[
        Self::AmbiguousConstructor,
        Self::AmbiguousName,
        Self::AnnotationNeeded,
        Self::BadEscape,
        Self::DuplicateField,
        Self::EffectViolation,
        Self::EscapeNotScalar,
        Self::ForwardReference,
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::JobSigMismatch,
        Self::LiteralOutOfRange,
        Self::MalformedInput,
        Self::MisplacedPrivateDef,
        Self::MissingRecordRest,
        Self::MultipleDefs,
        Self::NameMismatch,
        Self::NeedlessQualification,
        Self::NoDraft,
        Self::NonDerivable,
        Self::NonExhaustiveMatch,
        Self::NonassocComparison,
        Self::OperatorPolymorphic,
        Self::ParseExpected,
        Self::PrivateCrossModule,
        Self::RedundantArm,
        Self::Shadowing,
        Self::StateCycle,
        Self::StateDuplicateType,
        Self::StrayCharacter,
        Self::TypeMismatch,
        Self::UnknownConstructor,
        Self::UnknownField,
        Self::UnknownName,
        Self::UnknownQualified,
        Self::UnknownType,
        Self::UnterminatedString,
        Self::WildcardInLetRec,
    ];
    fn code(self) -> Code {
        match self {
            Self::AmbiguousConstructor => Code::AmbiguousConstructor,
            Self::AmbiguousName => Code::AmbiguousName,
            Self::AnnotationNeeded => Code::AnnotationNeeded,
            Self::BadEscape => Code::BadEscape,
            Self::DuplicateField => Code::DuplicateField,
            Self::EffectViolation => Code::EffectViolation,
            Self::EscapeNotScalar => Code::EscapeNotScalar,
            Self::ForwardReference => Code::ForwardReference,
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::JobSigMismatch => Code::JobSigMismatch,
            Self::LiteralOutOfRange => Code::LiteralOutOfRange,
            Self::MalformedInput => Code::MalformedInput,
            Self::MisplacedPrivateDef => Code::MisplacedPrivateDef,
            Self::MissingRecordRest => Code::MissingRecordRest,
            Self::MultipleDefs => Code::MultipleDefs,
            Self::NameMismatch => Code::NameMismatch,
            Self::NeedlessQualification => Code::NeedlessQualification,
            Self::NoDraft => Code::NoDraft,
            Self::NonDerivable => Code::NonDerivable,
            Self::NonExhaustiveMatch => Code::NonExhaustiveMatch,
            Self::NonassocComparison => Code::NonassocComparison,
            Self::OperatorPolymorphic => Code::OperatorPolymorphic,
            Self::ParseExpected => Code::ParseExpected,
            Self::PrivateCrossModule => Code::PrivateCrossModule,
            Self::RedundantArm => Code::RedundantArm,
            Self::Shadowing => Code::Shadowing,
            Self::StateCycle => Code::StateCycle,
            Self::StateDuplicateType => Code::StateDuplicateType,
            Self::StrayCharacter => Code::StrayCharacter,
            Self::TypeMismatch => Code::TypeMismatch,
            Self::UnknownConstructor => Code::UnknownConstructor,
            Self::UnknownField => Code::UnknownField,
            Self::UnknownName => Code::UnknownName,
            Self::UnknownQualified => Code::UnknownQualified,
            Self::UnknownType => Code::UnknownType,
            Self::UnterminatedString => Code::UnterminatedString,
            Self::WildcardInLetRec => Code::WildcardInLetRec,
        }
    }
}

/// Why `check_types` did not answer; limited to the codes it declares.
pub type CheckTypesError = Refusal<CheckTypesCode>;

/// What `check_types` answers.
pub type CheckTypesResult = Result<documents::CheckTypesOutput, CheckTypesError>;

/// A code that `check_refinements` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckRefinementsCode {
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `malformed-input`
    MalformedInput,
}

impl ToolCode for CheckRefinementsCode {
    const ALL: &[Self] = &[
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::MalformedInput,
    ];
    fn code(self) -> Code {
        match self {
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::MalformedInput => Code::MalformedInput,
        }
    }
}

/// Why `check_refinements` did not answer; limited to the codes it declares.
pub type CheckRefinementsError = Refusal<CheckRefinementsCode>;

/// What `check_refinements` answers.
pub type CheckRefinementsResult = Result<
    documents::CheckRefinementsOutput,
    CheckRefinementsError,
>;

/// A code that `run_tests` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunTestsCode {
    /// `ambiguous-constructor`
    AmbiguousConstructor,
    /// `ambiguous-name`
    AmbiguousName,
    /// `annotation-needed`
    AnnotationNeeded,
    /// `bad-escape`
    BadEscape,
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
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `job-sig-mismatch`
    JobSigMismatch,
    /// `literal-out-of-range`
    LiteralOutOfRange,
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
    /// `private-cross-module`
    PrivateCrossModule,
    /// `redundant-arm`
    RedundantArm,
    /// `shadowing`
    Shadowing,
    /// `state-cycle`
    StateCycle,
    /// `state-duplicate-type`
    StateDuplicateType,
    /// `stray-character`
    StrayCharacter,
    /// `type-mismatch`
    TypeMismatch,
    /// `unfilled-hole`
    UnfilledHole,
    /// `unknown-constructor`
    UnknownConstructor,
    /// `unknown-field`
    UnknownField,
    /// `unknown-name`
    UnknownName,
    /// `unknown-qualified`
    UnknownQualified,
    /// `unknown-type`
    UnknownType,
    /// `unterminated-string`
    UnterminatedString,
    /// `wildcard-in-let-rec`
    WildcardInLetRec,
}

impl ToolCode for RunTestsCode {
    const ALL: &[Self] = &[
        Self::AmbiguousConstructor,
        Self::AmbiguousName,
        Self::AnnotationNeeded,
        Self::BadEscape,
        Self::DuplicateField,
        Self::EffectViolation,
        Self::EscapeNotScalar,
        Self::ForwardReference,
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::JobSigMismatch,
        Self::LiteralOutOfRange,
        Self::MalformedInput,
        Self::MisplacedPrivateDef,
        Self::MissingRecordRest,
        Self::MultipleDefs,
        Self::NameMismatch,
        Self::NeedlessQualification,
        Self::NoDraft,
        Self::NonDerivable,
        Self::NonExhaustiveMatch,
        Self::NonassocComparison,
        Self::OperatorPolymorphic,
        Self::OracleError,
        Self::ParseExpected,
        Self::PrivateCrossModule,
        Self::RedundantArm,
        Self::Shadowing,
        Self::StateCycle,
        Self::StateDuplicateType,
        Self::StrayCharacter,
        Self::TypeMismatch,
        Self::UnfilledHole,
        Self::UnknownConstructor,
        Self::UnknownField,
        Self::UnknownName,
        Self::UnknownQualified,
        Self::UnknownType,
        Self::UnterminatedString,
        Self::WildcardInLetRec,
    ];
    fn code(self) -> Code {
        match self {
            Self::AmbiguousConstructor => Code::AmbiguousConstructor,
            Self::AmbiguousName => Code::AmbiguousName,
            Self::AnnotationNeeded => Code::AnnotationNeeded,
            Self::BadEscape => Code::BadEscape,
            Self::DuplicateField => Code::DuplicateField,
            Self::EffectViolation => Code::EffectViolation,
            Self::EscapeNotScalar => Code::EscapeNotScalar,
            Self::ForwardReference => Code::ForwardReference,
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::JobSigMismatch => Code::JobSigMismatch,
            Self::LiteralOutOfRange => Code::LiteralOutOfRange,
            Self::MalformedInput => Code::MalformedInput,
            Self::MisplacedPrivateDef => Code::MisplacedPrivateDef,
            Self::MissingRecordRest => Code::MissingRecordRest,
            Self::MultipleDefs => Code::MultipleDefs,
            Self::NameMismatch => Code::NameMismatch,
            Self::NeedlessQualification => Code::NeedlessQualification,
            Self::NoDraft => Code::NoDraft,
            Self::NonDerivable => Code::NonDerivable,
            Self::NonExhaustiveMatch => Code::NonExhaustiveMatch,
            Self::NonassocComparison => Code::NonassocComparison,
            Self::OperatorPolymorphic => Code::OperatorPolymorphic,
            Self::OracleError => Code::OracleError,
            Self::ParseExpected => Code::ParseExpected,
            Self::PrivateCrossModule => Code::PrivateCrossModule,
            Self::RedundantArm => Code::RedundantArm,
            Self::Shadowing => Code::Shadowing,
            Self::StateCycle => Code::StateCycle,
            Self::StateDuplicateType => Code::StateDuplicateType,
            Self::StrayCharacter => Code::StrayCharacter,
            Self::TypeMismatch => Code::TypeMismatch,
            Self::UnfilledHole => Code::UnfilledHole,
            Self::UnknownConstructor => Code::UnknownConstructor,
            Self::UnknownField => Code::UnknownField,
            Self::UnknownName => Code::UnknownName,
            Self::UnknownQualified => Code::UnknownQualified,
            Self::UnknownType => Code::UnknownType,
            Self::UnterminatedString => Code::UnterminatedString,
            Self::WildcardInLetRec => Code::WildcardInLetRec,
        }
    }
}

/// Why `run_tests` did not answer; limited to the codes it declares.
pub type RunTestsError = Refusal<RunTestsCode>;

/// What `run_tests` answers.
pub type RunTestsResult = Result<documents::RunTestsOutput, RunTestsError>;

/// A code that `write_soil` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteSoilCode {
    /// `bad-escape`
    BadEscape,
    /// `duplicate-field`
    DuplicateField,
    /// `escape-not-scalar`
    EscapeNotScalar,
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `malformed-input`
    MalformedInput,
    /// `misplaced-private-def`
    MisplacedPrivateDef,
    /// `multiple-defs`
    MultipleDefs,
    /// `name-mismatch`
    NameMismatch,
    /// `nonassoc-comparison`
    NonassocComparison,
    /// `parse-expected`
    ParseExpected,
    /// `stray-character`
    StrayCharacter,
    /// `unknown-decision`
    UnknownDecision,
    /// `unterminated-string`
    UnterminatedString,
    /// `wildcard-in-let-rec`
    WildcardInLetRec,
}

impl ToolCode for WriteSoilCode {
    const ALL: &[Self] = &[
        Self::BadEscape,
        Self::DuplicateField,
        Self::EscapeNotScalar,
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::MalformedInput,
        Self::MisplacedPrivateDef,
        Self::MultipleDefs,
        Self::NameMismatch,
        Self::NonassocComparison,
        Self::ParseExpected,
        Self::StrayCharacter,
        Self::UnknownDecision,
        Self::UnterminatedString,
        Self::WildcardInLetRec,
    ];
    fn code(self) -> Code {
        match self {
            Self::BadEscape => Code::BadEscape,
            Self::DuplicateField => Code::DuplicateField,
            Self::EscapeNotScalar => Code::EscapeNotScalar,
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::MalformedInput => Code::MalformedInput,
            Self::MisplacedPrivateDef => Code::MisplacedPrivateDef,
            Self::MultipleDefs => Code::MultipleDefs,
            Self::NameMismatch => Code::NameMismatch,
            Self::NonassocComparison => Code::NonassocComparison,
            Self::ParseExpected => Code::ParseExpected,
            Self::StrayCharacter => Code::StrayCharacter,
            Self::UnknownDecision => Code::UnknownDecision,
            Self::UnterminatedString => Code::UnterminatedString,
            Self::WildcardInLetRec => Code::WildcardInLetRec,
        }
    }
}

/// Why `write_soil` did not answer; limited to the codes it declares.
pub type WriteSoilError = Refusal<WriteSoilCode>;

/// What `write_soil` answers.
pub type WriteSoilResult = Result<documents::WriteSoilOutput, WriteSoilError>;

/// A code that `read_spec` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadSpecCode {
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `malformed-input`
    MalformedInput,
    /// `unknown-spec-ref`
    UnknownSpecRef,
}

impl ToolCode for ReadSpecCode {
    const ALL: &[Self] = &[
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::MalformedInput,
        Self::UnknownSpecRef,
    ];
    fn code(self) -> Code {
        match self {
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::MalformedInput => Code::MalformedInput,
            Self::UnknownSpecRef => Code::UnknownSpecRef,
        }
    }
}

/// Why `read_spec` did not answer; limited to the codes it declares.
pub type ReadSpecError = Refusal<ReadSpecCode>;

/// What `read_spec` answers.
pub type ReadSpecResult = Result<documents::ReadSpecOutput, ReadSpecError>;

/// A code that `ask_human` can answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskHumanCode {
    /// `internal`
    Internal,
    /// `io`
    Io,
    /// `job-ended`
    JobEnded,
    /// `job-invalidated`
    JobInvalidated,
    /// `malformed-input`
    MalformedInput,
}

impl ToolCode for AskHumanCode {
    const ALL: &[Self] = &[
        Self::Internal,
        Self::Io,
        Self::JobEnded,
        Self::JobInvalidated,
        Self::MalformedInput,
    ];
    fn code(self) -> Code {
        match self {
            Self::Internal => Code::Internal,
            Self::Io => Code::Io,
            Self::JobEnded => Code::JobEnded,
            Self::JobInvalidated => Code::JobInvalidated,
            Self::MalformedInput => Code::MalformedInput,
        }
    }
}

/// Why `ask_human` did not answer; limited to the codes it declares.
pub type AskHumanError = Refusal<AskHumanCode>;

/// What `ask_human` answers.
pub type AskHumanResult = Result<documents::AskHumanOutput, AskHumanError>;
