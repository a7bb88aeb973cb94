//! Anchors of the specification documents.
//!
//! Generated from `spec-docs/`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::fmt;

/// A numbered section of a specification document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpecRef {
    /// `design#1`: Vision
    Design1,
    /// `design#1.1`: Core thesis
    Design1_1,
    /// `design#1.2`: Shape of a project
    Design1_2,
    /// `design#1.3`: Users
    Design1_3,
    /// `design#1.4`: Design tenet
    Design1_4,
    /// `design#2`: The three components
    Design2,
    /// `design#2.1`: Soil
    Design2_1,
    /// `design#2.2`: Trellis
    Design2_2,
    /// `design#2.3`: IDE and build
    Design2_3,
    /// `design#3`: Soil language design
    Design3,
    /// `design#3.1`: Surface language
    Design3_1,
    /// `design#3.2`: Refinement types
    Design3_2,
    /// `design#3.3`: Effects
    Design3_3,
    /// `design#3.4`: Totality
    Design3_4,
    /// `design#3.5`: Capabilities
    Design3_5,
    /// `design#3.6`: Polymorphism
    Design3_6,
    /// `design#3.7`: Derived functions
    Design3_7,
    /// `design#3.8`: Recursion
    Design3_8,
    /// `design#3.9`: Debug and release
    Design3_9,
    /// `design#3.10`: Runtime and embedding
    Design3_10,
    /// `design#3.11`: Backends and FFI
    Design3_11,
    /// `design#3.12`: Primitive types
    Design3_12,
    /// `design#3.13`: Mutation and records
    Design3_13,
    /// `design#3.14`: Module exports and types
    Design3_14,
    /// `design#3.15`: Namespacing and name resolution
    Design3_15,
    /// `design#3.16`: Typed holes
    Design3_16,
    /// `design#3.17`: Literal provenance
    Design3_17,
    /// `design#4`: The specification layer
    Design4,
    /// `design#4.1`: Trust model
    Design4_1,
    /// `design#4.2`: One file per definition
    Design4_2,
    /// `design#4.3`: File format
    Design4_3,
    /// `design#4.4`: Module structure
    Design4_4,
    /// `design#4.5`: Tests
    Design4_5,
    /// `design#4.6`: Lowering
    Design4_6,
    /// `design#4.7`: "Done"
    Design4_7,
    /// `design#4.8`: Generated Soil
    Design4_8,
    /// `design#4.9`: The daemon
    Design4_9,
    /// `design#5`: The prelude as trusted corpus
    Design5,
    /// `design#6`: Hashing, locking, incrementality
    Design6,
    /// `design#6.1`: Content addressing
    Design6_1,
    /// `design#6.2`: Three-part hashing
    Design6_2,
    /// `design#6.3`: Lock file
    Design6_3,
    /// `design#6.4`: Refinement checking and demotion
    Design6_4,
    /// `design#7`: Product and IDE
    Design7,
    /// `design#7.1`: IDE-first
    Design7_1,
    /// `design#7.2`: On-disk layout
    Design7_2,
    /// `design#8`: Build system
    Design8,
    /// `design#9`: Open questions
    Design9,
    /// `design#10`: Deferred decisions
    Design10,
    /// `design#11`: Build order
    Design11,
    /// `design#12`: Prior art
    Design12,
    /// `lock-schema#1`: Shape
    LockSchema1,
    /// `lock-schema#2`: `spec`
    LockSchema2,
    /// `lock-schema#3`: `lowering`
    LockSchema3,
    /// `lock-schema#4`: `checks`
    LockSchema4,
    /// `lock-schema#5`: `tests` and `oracles`
    LockSchema5,
    /// `lock-schema#6`: FFI bindings
    LockSchema6,
    /// `lock-schema#7`: The derived manifest (`soil.lock`)
    LockSchema7,
    /// `lock-schema#8`: Derived status and invariants
    LockSchema8,
    /// `lock-schema#9`: Open questions
    LockSchema9,
    /// `soil-syntax-spec#1`: Lexical structure
    SoilSyntaxSpec1,
    /// `soil-syntax-spec#2`: Files
    SoilSyntaxSpec2,
    /// `soil-syntax-spec#3`: Grammar
    SoilSyntaxSpec3,
    /// `soil-syntax-spec#3.1`: Definitions
    SoilSyntaxSpec3_1,
    /// `soil-syntax-spec#3.2`: Types
    SoilSyntaxSpec3_2,
    /// `soil-syntax-spec#3.3`: Expressions
    SoilSyntaxSpec3_3,
    /// `soil-syntax-spec#3.4`: Patterns
    SoilSyntaxSpec3_4,
    /// `soil-syntax-spec#3.5`: Predicates
    SoilSyntaxSpec3_5,
    /// `soil-syntax-spec#4`: Precedence
    SoilSyntaxSpec4,
    /// `soil-syntax-spec#5`: Static rules
    SoilSyntaxSpec5,
    /// `soil-syntax-spec#5.1`: No shadowing
    SoilSyntaxSpec5_1,
    /// `soil-syntax-spec#5.2`: Exhaustive matches; redundant arms are errors
    SoilSyntaxSpec5_2,
    /// `soil-syntax-spec#5.3`: Effect subsumption
    SoilSyntaxSpec5_3,
    /// `soil-syntax-spec#5.4`: Operators are notation, not overloading
    SoilSyntaxSpec5_4,
    /// `soil-syntax-spec#5.5`: Arithmetic obligations
    SoilSyntaxSpec5_5,
    /// `soil-syntax-spec#5.6`: Integer division is floor division
    SoilSyntaxSpec5_6,
    /// `soil-syntax-spec#5.7`: Termination
    SoilSyntaxSpec5_7,
    /// `soil-syntax-spec#5.8`: Derived functions reached by qualification
    SoilSyntaxSpec5_8,
    /// `soil-syntax-spec#5.9`: Constructor resolution: exactly one legal spelling
    SoilSyntaxSpec5_9,
    /// `soil-syntax-spec#5.10`: Definition-name resolution: exactly one legal spelling
    SoilSyntaxSpec5_10,
    /// `soil-syntax-spec#5.11`: Typed holes
    SoilSyntaxSpec5_11,
    /// `soil-syntax-spec#6`: Interaction with the value encoding (`Bool`)
    SoilSyntaxSpec6,
    /// `soil-syntax-spec#7`: Worked examples
    SoilSyntaxSpec7,
    /// `soil-syntax-spec#8`: Open questions
    SoilSyntaxSpec8,
    /// `soil-syntax-spec#9`: Canonical form
    SoilSyntaxSpec9,
    /// `soil-syntax-spec#9.1`: Hash form
    SoilSyntaxSpec9_1,
    /// `soil-syntax-spec#10`: Evaluation
    SoilSyntaxSpec10,
    /// `soil-syntax-spec#10.1`: Order and results
    SoilSyntaxSpec10_1,
    /// `soil-syntax-spec#10.2`: Capabilities
    SoilSyntaxSpec10_2,
    /// `soil-syntax-spec#10.3`: Panics, traces and budgets
    SoilSyntaxSpec10_3,
    /// `soil-toml#1`: Role and location
    SoilToml1,
    /// `soil-toml#2`: v1 surface
    SoilToml2,
    /// `soil-toml#2.1`: `[toolchain]`
    SoilToml2_1,
    /// `soil-toml#2.2`: `[tags]`
    SoilToml2_2,
    /// `soil-toml#2.3`: `entrypoint`
    SoilToml2_3,
    /// `soil-toml#3`: Reserved sections
    SoilToml3,
    /// `soil-toml#4`: Open questions
    SoilToml4,
    /// `soil0-cli#1`: Conventions
    Soil0Cli1,
    /// `soil0-cli#2`: Diagnostics, with the error-code registry
    Soil0Cli2,
    /// `soil0-cli#3`: Spans
    Soil0Cli3,
    /// `soil0-cli#4`: The AST JSON schema
    Soil0Cli4,
    /// `soil0-cli#4.1`: Files and definitions
    Soil0Cli4_1,
    /// `soil0-cli#4.2`: Types, rows, predicates
    Soil0Cli4_2,
    /// `soil0-cli#4.3`: Expressions
    Soil0Cli4_3,
    /// `soil0-cli#4.4`: Patterns
    Soil0Cli4_4,
    /// `soil0-cli#4.5`: Tokens (`lex` output)
    Soil0Cli4_5,
    /// `soil0-cli#5`: Semantic types (signature output)
    Soil0Cli5,
    /// `soil0-cli#6`: `env.json`, the type environment
    Soil0Cli6,
    /// `soil0-cli#6.1`: The kernel
    Soil0Cli6_1,
    /// `soil0-cli#7`: `program.json`, the manifest
    Soil0Cli7,
    /// `soil0-cli#8`: Commands
    Soil0Cli8,
    /// `soil0-cli#8.1`: `lex`
    Soil0Cli8_1,
    /// `soil0-cli#8.2`: `parse`
    Soil0Cli8_2,
    /// `soil0-cli#8.3`: `rename` (reference sets)
    Soil0Cli8_3,
    /// `soil0-cli#8.4`: `infer`
    Soil0Cli8_4,
    /// `soil0-cli#8.5`: The check-facts model
    Soil0Cli8_5,
    /// `soil0-cli#8.6`: `run`
    Soil0Cli8_6,
    /// `soil0-cli#8.7`: `check`
    Soil0Cli8_7,
    /// `soil0-cli#8.8`: `test`
    Soil0Cli8_8,
    /// `soil0-cli#8.9`: `print`
    Soil0Cli8_9,
    /// `soil0-cli#9`: Exhaustiveness diagnostics
    Soil0Cli9,
    /// `soil0-cli#10`: Test bundles
    Soil0Cli10,
    /// `soil0-cli#11`: Builtins
    Soil0Cli11,
    /// `soil0-cli#11.1`: SplitMix64 (pinned)
    Soil0Cli11_1,
    /// `soil0-cli#12`: Non-contractual surfaces
    Soil0Cli12,
    /// `soil0-cli#13`: Open questions
    Soil0Cli13,
    /// `soil0-cli#13.1`: Diagnostics: how many, in which order, with which code
    Soil0Cli13_1,
    /// `soil0-cli#13.2`: Documents, spans and references
    Soil0Cli13_2,
    /// `soil0-cli#13.3`: Environments and values
    Soil0Cli13_3,
    /// `soil0-cli#13.4`: Running and testing
    Soil0Cli13_4,
    /// `soil0-cli#13.5`: Check facts
    Soil0Cli13_5,
    /// `soil0-cli#13.6`: The contract's surface
    Soil0Cli13_6,
    /// `tr-grammar#1`: Container format
    TrGrammar1,
    /// `tr-grammar#2`: Shared mini-languages
    TrGrammar2,
    /// `tr-grammar#2.1`: JSON values
    TrGrammar2_1,
    /// `tr-grammar#2.2`: Identifiers
    TrGrammar2_2,
    /// `tr-grammar#2.3`: The predicate language
    TrGrammar2_3,
    /// `tr-grammar#3`: Function-definition blocks
    TrGrammar3,
    /// `tr-grammar#3.1`: `soil-sig`
    TrGrammar3_1,
    /// `tr-grammar#3.2`: `requires`/`ensures`
    TrGrammar3_2,
    /// `tr-grammar#3.3`: `test`
    TrGrammar3_3,
    /// `tr-grammar#3.4`: `property`
    TrGrammar3_4,
    /// `tr-grammar#3.5`: `cram`
    TrGrammar3_5,
    /// `tr-grammar#3.6`: `reference`
    TrGrammar3_6,
    /// `tr-grammar#3.7`: `allow`
    TrGrammar3_7,
    /// `tr-grammar#4`: Type-definition blocks
    TrGrammar4,
    /// `tr-grammar#4.1`: `soil-type`
    TrGrammar4_1,
    /// `tr-grammar#4.2`: `invariant`
    TrGrammar4_2,
    /// `tr-grammar#5`: Module headers
    TrGrammar5,
    /// `tr-grammar#5.1`: `exports`
    TrGrammar5_1,
    /// `tr-grammar#5.2`: `decisions`
    TrGrammar5_2,
    /// `tr-grammar#6`: Validity rules
    TrGrammar6,
    /// `tr-grammar#7`: JSON value encoding
    TrGrammar7,
    /// `tr-grammar#8`: Provenance and write-back
    TrGrammar8,
    /// `tr-grammar#9`: Open questions
    TrGrammar9,
    /// `trellis-daemon#1`: Conventions
    TrellisDaemon1,
    /// `trellis-daemon#2`: The MCP surface
    TrellisDaemon2,
    /// `trellis-daemon#3`: The seven tools
    TrellisDaemon3,
    /// `trellis-daemon#3.1`: `read_context`
    TrellisDaemon3_1,
    /// `trellis-daemon#3.2`: `check_types`
    TrellisDaemon3_2,
    /// `trellis-daemon#3.3`: `check_refinements`
    TrellisDaemon3_3,
    /// `trellis-daemon#3.4`: `run_tests`
    TrellisDaemon3_4,
    /// `trellis-daemon#3.5`: `write_soil`
    TrellisDaemon3_5,
    /// `trellis-daemon#3.6`: `read_spec`
    TrellisDaemon3_6,
    /// `trellis-daemon#3.7`: `ask_human`
    TrellisDaemon3_7,
    /// `trellis-daemon#4`: The context bundle
    TrellisDaemon4,
    /// `trellis-daemon#4.1`: `bundle.json`
    TrellisDaemon4_1,
    /// `trellis-daemon#4.2`: `spec.md`
    TrellisDaemon4_2,
    /// `trellis-daemon#4.3`: `decisions.md`
    TrellisDaemon4_3,
    /// `trellis-daemon#4.4`: `callees/`
    TrellisDaemon4_4,
    /// `trellis-daemon#4.5`: `tests.json`
    TrellisDaemon4_5,
    /// `trellis-daemon#4.6`: `examples/`
    TrellisDaemon4_6,
    /// `trellis-daemon#4.7`: `reference.py` and the CLI stanza
    TrellisDaemon4_7,
    /// `trellis-daemon#4.8`: `previous.soil`
    TrellisDaemon4_8,
    /// `trellis-daemon#5`: The packer
    TrellisDaemon5,
    /// `trellis-daemon#6`: Diagnostics, registry, repair classes
    TrellisDaemon6,
    /// `trellis-daemon#6.1`: The registry file
    TrellisDaemon6_1,
    /// `trellis-daemon#6.2`: Initial repair classes
    TrellisDaemon6_2,
    /// `trellis-daemon#7`: `spec_ref` anchors
    TrellisDaemon7,
    /// `trellis-daemon#8`: Questions and answers
    TrellisDaemon8,
    /// `trellis-daemon#9`: `f.log`
    TrellisDaemon9,
    /// `trellis-daemon#10`: Open questions
    TrellisDaemon10,
}

impl SpecRef {
    /// Every value, in the order declared.
    pub const ALL: &[SpecRef] = &[
        SpecRef::Design1,
        SpecRef::Design1_1,
        SpecRef::Design1_2,
        SpecRef::Design1_3,
        SpecRef::Design1_4,
        SpecRef::Design2,
        SpecRef::Design2_1,
        SpecRef::Design2_2,
        SpecRef::Design2_3,
        SpecRef::Design3,
        SpecRef::Design3_1,
        SpecRef::Design3_2,
        SpecRef::Design3_3,
        SpecRef::Design3_4,
        SpecRef::Design3_5,
        SpecRef::Design3_6,
        SpecRef::Design3_7,
        SpecRef::Design3_8,
        SpecRef::Design3_9,
        SpecRef::Design3_10,
        SpecRef::Design3_11,
        SpecRef::Design3_12,
        SpecRef::Design3_13,
        SpecRef::Design3_14,
        SpecRef::Design3_15,
        SpecRef::Design3_16,
        SpecRef::Design3_17,
        SpecRef::Design4,
        SpecRef::Design4_1,
        SpecRef::Design4_2,
        SpecRef::Design4_3,
        SpecRef::Design4_4,
        SpecRef::Design4_5,
        SpecRef::Design4_6,
        SpecRef::Design4_7,
        SpecRef::Design4_8,
        SpecRef::Design4_9,
        SpecRef::Design5,
        SpecRef::Design6,
        SpecRef::Design6_1,
        SpecRef::Design6_2,
        SpecRef::Design6_3,
        SpecRef::Design6_4,
        SpecRef::Design7,
        SpecRef::Design7_1,
        SpecRef::Design7_2,
        SpecRef::Design8,
        SpecRef::Design9,
        SpecRef::Design10,
        SpecRef::Design11,
        SpecRef::Design12,
        SpecRef::LockSchema1,
        SpecRef::LockSchema2,
        SpecRef::LockSchema3,
        SpecRef::LockSchema4,
        SpecRef::LockSchema5,
        SpecRef::LockSchema6,
        SpecRef::LockSchema7,
        SpecRef::LockSchema8,
        SpecRef::LockSchema9,
        SpecRef::SoilSyntaxSpec1,
        SpecRef::SoilSyntaxSpec2,
        SpecRef::SoilSyntaxSpec3,
        SpecRef::SoilSyntaxSpec3_1,
        SpecRef::SoilSyntaxSpec3_2,
        SpecRef::SoilSyntaxSpec3_3,
        SpecRef::SoilSyntaxSpec3_4,
        SpecRef::SoilSyntaxSpec3_5,
        SpecRef::SoilSyntaxSpec4,
        SpecRef::SoilSyntaxSpec5,
        SpecRef::SoilSyntaxSpec5_1,
        SpecRef::SoilSyntaxSpec5_2,
        SpecRef::SoilSyntaxSpec5_3,
        SpecRef::SoilSyntaxSpec5_4,
        SpecRef::SoilSyntaxSpec5_5,
        SpecRef::SoilSyntaxSpec5_6,
        SpecRef::SoilSyntaxSpec5_7,
        SpecRef::SoilSyntaxSpec5_8,
        SpecRef::SoilSyntaxSpec5_9,
        SpecRef::SoilSyntaxSpec5_10,
        SpecRef::SoilSyntaxSpec5_11,
        SpecRef::SoilSyntaxSpec6,
        SpecRef::SoilSyntaxSpec7,
        SpecRef::SoilSyntaxSpec8,
        SpecRef::SoilSyntaxSpec9,
        SpecRef::SoilSyntaxSpec9_1,
        SpecRef::SoilSyntaxSpec10,
        SpecRef::SoilSyntaxSpec10_1,
        SpecRef::SoilSyntaxSpec10_2,
        SpecRef::SoilSyntaxSpec10_3,
        SpecRef::SoilToml1,
        SpecRef::SoilToml2,
        SpecRef::SoilToml2_1,
        SpecRef::SoilToml2_2,
        SpecRef::SoilToml2_3,
        SpecRef::SoilToml3,
        SpecRef::SoilToml4,
        SpecRef::Soil0Cli1,
        SpecRef::Soil0Cli2,
        SpecRef::Soil0Cli3,
        SpecRef::Soil0Cli4,
        SpecRef::Soil0Cli4_1,
        SpecRef::Soil0Cli4_2,
        SpecRef::Soil0Cli4_3,
        SpecRef::Soil0Cli4_4,
        SpecRef::Soil0Cli4_5,
        SpecRef::Soil0Cli5,
        SpecRef::Soil0Cli6,
        SpecRef::Soil0Cli6_1,
        SpecRef::Soil0Cli7,
        SpecRef::Soil0Cli8,
        SpecRef::Soil0Cli8_1,
        SpecRef::Soil0Cli8_2,
        SpecRef::Soil0Cli8_3,
        SpecRef::Soil0Cli8_4,
        SpecRef::Soil0Cli8_5,
        SpecRef::Soil0Cli8_6,
        SpecRef::Soil0Cli8_7,
        SpecRef::Soil0Cli8_8,
        SpecRef::Soil0Cli8_9,
        SpecRef::Soil0Cli9,
        SpecRef::Soil0Cli10,
        SpecRef::Soil0Cli11,
        SpecRef::Soil0Cli11_1,
        SpecRef::Soil0Cli12,
        SpecRef::Soil0Cli13,
        SpecRef::Soil0Cli13_1,
        SpecRef::Soil0Cli13_2,
        SpecRef::Soil0Cli13_3,
        SpecRef::Soil0Cli13_4,
        SpecRef::Soil0Cli13_5,
        SpecRef::Soil0Cli13_6,
        SpecRef::TrGrammar1,
        SpecRef::TrGrammar2,
        SpecRef::TrGrammar2_1,
        SpecRef::TrGrammar2_2,
        SpecRef::TrGrammar2_3,
        SpecRef::TrGrammar3,
        SpecRef::TrGrammar3_1,
        SpecRef::TrGrammar3_2,
        SpecRef::TrGrammar3_3,
        SpecRef::TrGrammar3_4,
        SpecRef::TrGrammar3_5,
        SpecRef::TrGrammar3_6,
        SpecRef::TrGrammar3_7,
        SpecRef::TrGrammar4,
        SpecRef::TrGrammar4_1,
        SpecRef::TrGrammar4_2,
        SpecRef::TrGrammar5,
        SpecRef::TrGrammar5_1,
        SpecRef::TrGrammar5_2,
        SpecRef::TrGrammar6,
        SpecRef::TrGrammar7,
        SpecRef::TrGrammar8,
        SpecRef::TrGrammar9,
        SpecRef::TrellisDaemon1,
        SpecRef::TrellisDaemon2,
        SpecRef::TrellisDaemon3,
        SpecRef::TrellisDaemon3_1,
        SpecRef::TrellisDaemon3_2,
        SpecRef::TrellisDaemon3_3,
        SpecRef::TrellisDaemon3_4,
        SpecRef::TrellisDaemon3_5,
        SpecRef::TrellisDaemon3_6,
        SpecRef::TrellisDaemon3_7,
        SpecRef::TrellisDaemon4,
        SpecRef::TrellisDaemon4_1,
        SpecRef::TrellisDaemon4_2,
        SpecRef::TrellisDaemon4_3,
        SpecRef::TrellisDaemon4_4,
        SpecRef::TrellisDaemon4_5,
        SpecRef::TrellisDaemon4_6,
        SpecRef::TrellisDaemon4_7,
        SpecRef::TrellisDaemon4_8,
        SpecRef::TrellisDaemon5,
        SpecRef::TrellisDaemon6,
        SpecRef::TrellisDaemon6_1,
        SpecRef::TrellisDaemon6_2,
        SpecRef::TrellisDaemon7,
        SpecRef::TrellisDaemon8,
        SpecRef::TrellisDaemon9,
        SpecRef::TrellisDaemon10,
    ];
    /// Returns the text that documents use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Design1 => "design#1",
            Self::Design1_1 => "design#1.1",
            Self::Design1_2 => "design#1.2",
            Self::Design1_3 => "design#1.3",
            Self::Design1_4 => "design#1.4",
            Self::Design2 => "design#2",
            Self::Design2_1 => "design#2.1",
            Self::Design2_2 => "design#2.2",
            Self::Design2_3 => "design#2.3",
            Self::Design3 => "design#3",
            Self::Design3_1 => "design#3.1",
            Self::Design3_2 => "design#3.2",
            Self::Design3_3 => "design#3.3",
            Self::Design3_4 => "design#3.4",
            Self::Design3_5 => "design#3.5",
            Self::Design3_6 => "design#3.6",
            Self::Design3_7 => "design#3.7",
            Self::Design3_8 => "design#3.8",
            Self::Design3_9 => "design#3.9",
            Self::Design3_10 => "design#3.10",
            Self::Design3_11 => "design#3.11",
            Self::Design3_12 => "design#3.12",
            Self::Design3_13 => "design#3.13",
            Self::Design3_14 => "design#3.14",
            Self::Design3_15 => "design#3.15",
            Self::Design3_16 => "design#3.16",
            Self::Design3_17 => "design#3.17",
            Self::Design4 => "design#4",
            Self::Design4_1 => "design#4.1",
            Self::Design4_2 => "design#4.2",
            Self::Design4_3 => "design#4.3",
            Self::Design4_4 => "design#4.4",
            Self::Design4_5 => "design#4.5",
            Self::Design4_6 => "design#4.6",
            Self::Design4_7 => "design#4.7",
            Self::Design4_8 => "design#4.8",
            Self::Design4_9 => "design#4.9",
            Self::Design5 => "design#5",
            Self::Design6 => "design#6",
            Self::Design6_1 => "design#6.1",
            Self::Design6_2 => "design#6.2",
            Self::Design6_3 => "design#6.3",
            Self::Design6_4 => "design#6.4",
            Self::Design7 => "design#7",
            Self::Design7_1 => "design#7.1",
            Self::Design7_2 => "design#7.2",
            Self::Design8 => "design#8",
            Self::Design9 => "design#9",
            Self::Design10 => "design#10",
            Self::Design11 => "design#11",
            Self::Design12 => "design#12",
            Self::LockSchema1 => "lock-schema#1",
            Self::LockSchema2 => "lock-schema#2",
            Self::LockSchema3 => "lock-schema#3",
            Self::LockSchema4 => "lock-schema#4",
            Self::LockSchema5 => "lock-schema#5",
            Self::LockSchema6 => "lock-schema#6",
            Self::LockSchema7 => "lock-schema#7",
            Self::LockSchema8 => "lock-schema#8",
            Self::LockSchema9 => "lock-schema#9",
            Self::SoilSyntaxSpec1 => "soil-syntax-spec#1",
            Self::SoilSyntaxSpec2 => "soil-syntax-spec#2",
            Self::SoilSyntaxSpec3 => "soil-syntax-spec#3",
            Self::SoilSyntaxSpec3_1 => "soil-syntax-spec#3.1",
            Self::SoilSyntaxSpec3_2 => "soil-syntax-spec#3.2",
            Self::SoilSyntaxSpec3_3 => "soil-syntax-spec#3.3",
            Self::SoilSyntaxSpec3_4 => "soil-syntax-spec#3.4",
            Self::SoilSyntaxSpec3_5 => "soil-syntax-spec#3.5",
            Self::SoilSyntaxSpec4 => "soil-syntax-spec#4",
            Self::SoilSyntaxSpec5 => "soil-syntax-spec#5",
            Self::SoilSyntaxSpec5_1 => "soil-syntax-spec#5.1",
            Self::SoilSyntaxSpec5_2 => "soil-syntax-spec#5.2",
            Self::SoilSyntaxSpec5_3 => "soil-syntax-spec#5.3",
            Self::SoilSyntaxSpec5_4 => "soil-syntax-spec#5.4",
            Self::SoilSyntaxSpec5_5 => "soil-syntax-spec#5.5",
            Self::SoilSyntaxSpec5_6 => "soil-syntax-spec#5.6",
            Self::SoilSyntaxSpec5_7 => "soil-syntax-spec#5.7",
            Self::SoilSyntaxSpec5_8 => "soil-syntax-spec#5.8",
            Self::SoilSyntaxSpec5_9 => "soil-syntax-spec#5.9",
            Self::SoilSyntaxSpec5_10 => "soil-syntax-spec#5.10",
            Self::SoilSyntaxSpec5_11 => "soil-syntax-spec#5.11",
            Self::SoilSyntaxSpec6 => "soil-syntax-spec#6",
            Self::SoilSyntaxSpec7 => "soil-syntax-spec#7",
            Self::SoilSyntaxSpec8 => "soil-syntax-spec#8",
            Self::SoilSyntaxSpec9 => "soil-syntax-spec#9",
            Self::SoilSyntaxSpec9_1 => "soil-syntax-spec#9.1",
            Self::SoilSyntaxSpec10 => "soil-syntax-spec#10",
            Self::SoilSyntaxSpec10_1 => "soil-syntax-spec#10.1",
            Self::SoilSyntaxSpec10_2 => "soil-syntax-spec#10.2",
            Self::SoilSyntaxSpec10_3 => "soil-syntax-spec#10.3",
            Self::SoilToml1 => "soil-toml#1",
            Self::SoilToml2 => "soil-toml#2",
            Self::SoilToml2_1 => "soil-toml#2.1",
            Self::SoilToml2_2 => "soil-toml#2.2",
            Self::SoilToml2_3 => "soil-toml#2.3",
            Self::SoilToml3 => "soil-toml#3",
            Self::SoilToml4 => "soil-toml#4",
            Self::Soil0Cli1 => "soil0-cli#1",
            Self::Soil0Cli2 => "soil0-cli#2",
            Self::Soil0Cli3 => "soil0-cli#3",
            Self::Soil0Cli4 => "soil0-cli#4",
            Self::Soil0Cli4_1 => "soil0-cli#4.1",
            Self::Soil0Cli4_2 => "soil0-cli#4.2",
            Self::Soil0Cli4_3 => "soil0-cli#4.3",
            Self::Soil0Cli4_4 => "soil0-cli#4.4",
            Self::Soil0Cli4_5 => "soil0-cli#4.5",
            Self::Soil0Cli5 => "soil0-cli#5",
            Self::Soil0Cli6 => "soil0-cli#6",
            Self::Soil0Cli6_1 => "soil0-cli#6.1",
            Self::Soil0Cli7 => "soil0-cli#7",
            Self::Soil0Cli8 => "soil0-cli#8",
            Self::Soil0Cli8_1 => "soil0-cli#8.1",
            Self::Soil0Cli8_2 => "soil0-cli#8.2",
            Self::Soil0Cli8_3 => "soil0-cli#8.3",
            Self::Soil0Cli8_4 => "soil0-cli#8.4",
            Self::Soil0Cli8_5 => "soil0-cli#8.5",
            Self::Soil0Cli8_6 => "soil0-cli#8.6",
            Self::Soil0Cli8_7 => "soil0-cli#8.7",
            Self::Soil0Cli8_8 => "soil0-cli#8.8",
            Self::Soil0Cli8_9 => "soil0-cli#8.9",
            Self::Soil0Cli9 => "soil0-cli#9",
            Self::Soil0Cli10 => "soil0-cli#10",
            Self::Soil0Cli11 => "soil0-cli#11",
            Self::Soil0Cli11_1 => "soil0-cli#11.1",
            Self::Soil0Cli12 => "soil0-cli#12",
            Self::Soil0Cli13 => "soil0-cli#13",
            Self::Soil0Cli13_1 => "soil0-cli#13.1",
            Self::Soil0Cli13_2 => "soil0-cli#13.2",
            Self::Soil0Cli13_3 => "soil0-cli#13.3",
            Self::Soil0Cli13_4 => "soil0-cli#13.4",
            Self::Soil0Cli13_5 => "soil0-cli#13.5",
            Self::Soil0Cli13_6 => "soil0-cli#13.6",
            Self::TrGrammar1 => "tr-grammar#1",
            Self::TrGrammar2 => "tr-grammar#2",
            Self::TrGrammar2_1 => "tr-grammar#2.1",
            Self::TrGrammar2_2 => "tr-grammar#2.2",
            Self::TrGrammar2_3 => "tr-grammar#2.3",
            Self::TrGrammar3 => "tr-grammar#3",
            Self::TrGrammar3_1 => "tr-grammar#3.1",
            Self::TrGrammar3_2 => "tr-grammar#3.2",
            Self::TrGrammar3_3 => "tr-grammar#3.3",
            Self::TrGrammar3_4 => "tr-grammar#3.4",
            Self::TrGrammar3_5 => "tr-grammar#3.5",
            Self::TrGrammar3_6 => "tr-grammar#3.6",
            Self::TrGrammar3_7 => "tr-grammar#3.7",
            Self::TrGrammar4 => "tr-grammar#4",
            Self::TrGrammar4_1 => "tr-grammar#4.1",
            Self::TrGrammar4_2 => "tr-grammar#4.2",
            Self::TrGrammar5 => "tr-grammar#5",
            Self::TrGrammar5_1 => "tr-grammar#5.1",
            Self::TrGrammar5_2 => "tr-grammar#5.2",
            Self::TrGrammar6 => "tr-grammar#6",
            Self::TrGrammar7 => "tr-grammar#7",
            Self::TrGrammar8 => "tr-grammar#8",
            Self::TrGrammar9 => "tr-grammar#9",
            Self::TrellisDaemon1 => "trellis-daemon#1",
            Self::TrellisDaemon2 => "trellis-daemon#2",
            Self::TrellisDaemon3 => "trellis-daemon#3",
            Self::TrellisDaemon3_1 => "trellis-daemon#3.1",
            Self::TrellisDaemon3_2 => "trellis-daemon#3.2",
            Self::TrellisDaemon3_3 => "trellis-daemon#3.3",
            Self::TrellisDaemon3_4 => "trellis-daemon#3.4",
            Self::TrellisDaemon3_5 => "trellis-daemon#3.5",
            Self::TrellisDaemon3_6 => "trellis-daemon#3.6",
            Self::TrellisDaemon3_7 => "trellis-daemon#3.7",
            Self::TrellisDaemon4 => "trellis-daemon#4",
            Self::TrellisDaemon4_1 => "trellis-daemon#4.1",
            Self::TrellisDaemon4_2 => "trellis-daemon#4.2",
            Self::TrellisDaemon4_3 => "trellis-daemon#4.3",
            Self::TrellisDaemon4_4 => "trellis-daemon#4.4",
            Self::TrellisDaemon4_5 => "trellis-daemon#4.5",
            Self::TrellisDaemon4_6 => "trellis-daemon#4.6",
            Self::TrellisDaemon4_7 => "trellis-daemon#4.7",
            Self::TrellisDaemon4_8 => "trellis-daemon#4.8",
            Self::TrellisDaemon5 => "trellis-daemon#5",
            Self::TrellisDaemon6 => "trellis-daemon#6",
            Self::TrellisDaemon6_1 => "trellis-daemon#6.1",
            Self::TrellisDaemon6_2 => "trellis-daemon#6.2",
            Self::TrellisDaemon7 => "trellis-daemon#7",
            Self::TrellisDaemon8 => "trellis-daemon#8",
            Self::TrellisDaemon9 => "trellis-daemon#9",
            Self::TrellisDaemon10 => "trellis-daemon#10",
        }
    }
    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<SpecRef> {
        match text {
            "design#1" => Some(SpecRef::Design1),
            "design#1.1" => Some(SpecRef::Design1_1),
            "design#1.2" => Some(SpecRef::Design1_2),
            "design#1.3" => Some(SpecRef::Design1_3),
            "design#1.4" => Some(SpecRef::Design1_4),
            "design#2" => Some(SpecRef::Design2),
            "design#2.1" => Some(SpecRef::Design2_1),
            "design#2.2" => Some(SpecRef::Design2_2),
            "design#2.3" => Some(SpecRef::Design2_3),
            "design#3" => Some(SpecRef::Design3),
            "design#3.1" => Some(SpecRef::Design3_1),
            "design#3.2" => Some(SpecRef::Design3_2),
            "design#3.3" => Some(SpecRef::Design3_3),
            "design#3.4" => Some(SpecRef::Design3_4),
            "design#3.5" => Some(SpecRef::Design3_5),
            "design#3.6" => Some(SpecRef::Design3_6),
            "design#3.7" => Some(SpecRef::Design3_7),
            "design#3.8" => Some(SpecRef::Design3_8),
            "design#3.9" => Some(SpecRef::Design3_9),
            "design#3.10" => Some(SpecRef::Design3_10),
            "design#3.11" => Some(SpecRef::Design3_11),
            "design#3.12" => Some(SpecRef::Design3_12),
            "design#3.13" => Some(SpecRef::Design3_13),
            "design#3.14" => Some(SpecRef::Design3_14),
            "design#3.15" => Some(SpecRef::Design3_15),
            "design#3.16" => Some(SpecRef::Design3_16),
            "design#3.17" => Some(SpecRef::Design3_17),
            "design#4" => Some(SpecRef::Design4),
            "design#4.1" => Some(SpecRef::Design4_1),
            "design#4.2" => Some(SpecRef::Design4_2),
            "design#4.3" => Some(SpecRef::Design4_3),
            "design#4.4" => Some(SpecRef::Design4_4),
            "design#4.5" => Some(SpecRef::Design4_5),
            "design#4.6" => Some(SpecRef::Design4_6),
            "design#4.7" => Some(SpecRef::Design4_7),
            "design#4.8" => Some(SpecRef::Design4_8),
            "design#4.9" => Some(SpecRef::Design4_9),
            "design#5" => Some(SpecRef::Design5),
            "design#6" => Some(SpecRef::Design6),
            "design#6.1" => Some(SpecRef::Design6_1),
            "design#6.2" => Some(SpecRef::Design6_2),
            "design#6.3" => Some(SpecRef::Design6_3),
            "design#6.4" => Some(SpecRef::Design6_4),
            "design#7" => Some(SpecRef::Design7),
            "design#7.1" => Some(SpecRef::Design7_1),
            "design#7.2" => Some(SpecRef::Design7_2),
            "design#8" => Some(SpecRef::Design8),
            "design#9" => Some(SpecRef::Design9),
            "design#10" => Some(SpecRef::Design10),
            "design#11" => Some(SpecRef::Design11),
            "design#12" => Some(SpecRef::Design12),
            "lock-schema#1" => Some(SpecRef::LockSchema1),
            "lock-schema#2" => Some(SpecRef::LockSchema2),
            "lock-schema#3" => Some(SpecRef::LockSchema3),
            "lock-schema#4" => Some(SpecRef::LockSchema4),
            "lock-schema#5" => Some(SpecRef::LockSchema5),
            "lock-schema#6" => Some(SpecRef::LockSchema6),
            "lock-schema#7" => Some(SpecRef::LockSchema7),
            "lock-schema#8" => Some(SpecRef::LockSchema8),
            "lock-schema#9" => Some(SpecRef::LockSchema9),
            "soil-syntax-spec#1" => Some(SpecRef::SoilSyntaxSpec1),
            "soil-syntax-spec#2" => Some(SpecRef::SoilSyntaxSpec2),
            "soil-syntax-spec#3" => Some(SpecRef::SoilSyntaxSpec3),
            "soil-syntax-spec#3.1" => Some(SpecRef::SoilSyntaxSpec3_1),
            "soil-syntax-spec#3.2" => Some(SpecRef::SoilSyntaxSpec3_2),
            "soil-syntax-spec#3.3" => Some(SpecRef::SoilSyntaxSpec3_3),
            "soil-syntax-spec#3.4" => Some(SpecRef::SoilSyntaxSpec3_4),
            "soil-syntax-spec#3.5" => Some(SpecRef::SoilSyntaxSpec3_5),
            "soil-syntax-spec#4" => Some(SpecRef::SoilSyntaxSpec4),
            "soil-syntax-spec#5" => Some(SpecRef::SoilSyntaxSpec5),
            "soil-syntax-spec#5.1" => Some(SpecRef::SoilSyntaxSpec5_1),
            "soil-syntax-spec#5.2" => Some(SpecRef::SoilSyntaxSpec5_2),
            "soil-syntax-spec#5.3" => Some(SpecRef::SoilSyntaxSpec5_3),
            "soil-syntax-spec#5.4" => Some(SpecRef::SoilSyntaxSpec5_4),
            "soil-syntax-spec#5.5" => Some(SpecRef::SoilSyntaxSpec5_5),
            "soil-syntax-spec#5.6" => Some(SpecRef::SoilSyntaxSpec5_6),
            "soil-syntax-spec#5.7" => Some(SpecRef::SoilSyntaxSpec5_7),
            "soil-syntax-spec#5.8" => Some(SpecRef::SoilSyntaxSpec5_8),
            "soil-syntax-spec#5.9" => Some(SpecRef::SoilSyntaxSpec5_9),
            "soil-syntax-spec#5.10" => Some(SpecRef::SoilSyntaxSpec5_10),
            "soil-syntax-spec#5.11" => Some(SpecRef::SoilSyntaxSpec5_11),
            "soil-syntax-spec#6" => Some(SpecRef::SoilSyntaxSpec6),
            "soil-syntax-spec#7" => Some(SpecRef::SoilSyntaxSpec7),
            "soil-syntax-spec#8" => Some(SpecRef::SoilSyntaxSpec8),
            "soil-syntax-spec#9" => Some(SpecRef::SoilSyntaxSpec9),
            "soil-syntax-spec#9.1" => Some(SpecRef::SoilSyntaxSpec9_1),
            "soil-syntax-spec#10" => Some(SpecRef::SoilSyntaxSpec10),
            "soil-syntax-spec#10.1" => Some(SpecRef::SoilSyntaxSpec10_1),
            "soil-syntax-spec#10.2" => Some(SpecRef::SoilSyntaxSpec10_2),
            "soil-syntax-spec#10.3" => Some(SpecRef::SoilSyntaxSpec10_3),
            "soil-toml#1" => Some(SpecRef::SoilToml1),
            "soil-toml#2" => Some(SpecRef::SoilToml2),
            "soil-toml#2.1" => Some(SpecRef::SoilToml2_1),
            "soil-toml#2.2" => Some(SpecRef::SoilToml2_2),
            "soil-toml#2.3" => Some(SpecRef::SoilToml2_3),
            "soil-toml#3" => Some(SpecRef::SoilToml3),
            "soil-toml#4" => Some(SpecRef::SoilToml4),
            "soil0-cli#1" => Some(SpecRef::Soil0Cli1),
            "soil0-cli#2" => Some(SpecRef::Soil0Cli2),
            "soil0-cli#3" => Some(SpecRef::Soil0Cli3),
            "soil0-cli#4" => Some(SpecRef::Soil0Cli4),
            "soil0-cli#4.1" => Some(SpecRef::Soil0Cli4_1),
            "soil0-cli#4.2" => Some(SpecRef::Soil0Cli4_2),
            "soil0-cli#4.3" => Some(SpecRef::Soil0Cli4_3),
            "soil0-cli#4.4" => Some(SpecRef::Soil0Cli4_4),
            "soil0-cli#4.5" => Some(SpecRef::Soil0Cli4_5),
            "soil0-cli#5" => Some(SpecRef::Soil0Cli5),
            "soil0-cli#6" => Some(SpecRef::Soil0Cli6),
            "soil0-cli#6.1" => Some(SpecRef::Soil0Cli6_1),
            "soil0-cli#7" => Some(SpecRef::Soil0Cli7),
            "soil0-cli#8" => Some(SpecRef::Soil0Cli8),
            "soil0-cli#8.1" => Some(SpecRef::Soil0Cli8_1),
            "soil0-cli#8.2" => Some(SpecRef::Soil0Cli8_2),
            "soil0-cli#8.3" => Some(SpecRef::Soil0Cli8_3),
            "soil0-cli#8.4" => Some(SpecRef::Soil0Cli8_4),
            "soil0-cli#8.5" => Some(SpecRef::Soil0Cli8_5),
            "soil0-cli#8.6" => Some(SpecRef::Soil0Cli8_6),
            "soil0-cli#8.7" => Some(SpecRef::Soil0Cli8_7),
            "soil0-cli#8.8" => Some(SpecRef::Soil0Cli8_8),
            "soil0-cli#8.9" => Some(SpecRef::Soil0Cli8_9),
            "soil0-cli#9" => Some(SpecRef::Soil0Cli9),
            "soil0-cli#10" => Some(SpecRef::Soil0Cli10),
            "soil0-cli#11" => Some(SpecRef::Soil0Cli11),
            "soil0-cli#11.1" => Some(SpecRef::Soil0Cli11_1),
            "soil0-cli#12" => Some(SpecRef::Soil0Cli12),
            "soil0-cli#13" => Some(SpecRef::Soil0Cli13),
            "soil0-cli#13.1" => Some(SpecRef::Soil0Cli13_1),
            "soil0-cli#13.2" => Some(SpecRef::Soil0Cli13_2),
            "soil0-cli#13.3" => Some(SpecRef::Soil0Cli13_3),
            "soil0-cli#13.4" => Some(SpecRef::Soil0Cli13_4),
            "soil0-cli#13.5" => Some(SpecRef::Soil0Cli13_5),
            "soil0-cli#13.6" => Some(SpecRef::Soil0Cli13_6),
            "tr-grammar#1" => Some(SpecRef::TrGrammar1),
            "tr-grammar#2" => Some(SpecRef::TrGrammar2),
            "tr-grammar#2.1" => Some(SpecRef::TrGrammar2_1),
            "tr-grammar#2.2" => Some(SpecRef::TrGrammar2_2),
            "tr-grammar#2.3" => Some(SpecRef::TrGrammar2_3),
            "tr-grammar#3" => Some(SpecRef::TrGrammar3),
            "tr-grammar#3.1" => Some(SpecRef::TrGrammar3_1),
            "tr-grammar#3.2" => Some(SpecRef::TrGrammar3_2),
            "tr-grammar#3.3" => Some(SpecRef::TrGrammar3_3),
            "tr-grammar#3.4" => Some(SpecRef::TrGrammar3_4),
            "tr-grammar#3.5" => Some(SpecRef::TrGrammar3_5),
            "tr-grammar#3.6" => Some(SpecRef::TrGrammar3_6),
            "tr-grammar#3.7" => Some(SpecRef::TrGrammar3_7),
            "tr-grammar#4" => Some(SpecRef::TrGrammar4),
            "tr-grammar#4.1" => Some(SpecRef::TrGrammar4_1),
            "tr-grammar#4.2" => Some(SpecRef::TrGrammar4_2),
            "tr-grammar#5" => Some(SpecRef::TrGrammar5),
            "tr-grammar#5.1" => Some(SpecRef::TrGrammar5_1),
            "tr-grammar#5.2" => Some(SpecRef::TrGrammar5_2),
            "tr-grammar#6" => Some(SpecRef::TrGrammar6),
            "tr-grammar#7" => Some(SpecRef::TrGrammar7),
            "tr-grammar#8" => Some(SpecRef::TrGrammar8),
            "tr-grammar#9" => Some(SpecRef::TrGrammar9),
            "trellis-daemon#1" => Some(SpecRef::TrellisDaemon1),
            "trellis-daemon#2" => Some(SpecRef::TrellisDaemon2),
            "trellis-daemon#3" => Some(SpecRef::TrellisDaemon3),
            "trellis-daemon#3.1" => Some(SpecRef::TrellisDaemon3_1),
            "trellis-daemon#3.2" => Some(SpecRef::TrellisDaemon3_2),
            "trellis-daemon#3.3" => Some(SpecRef::TrellisDaemon3_3),
            "trellis-daemon#3.4" => Some(SpecRef::TrellisDaemon3_4),
            "trellis-daemon#3.5" => Some(SpecRef::TrellisDaemon3_5),
            "trellis-daemon#3.6" => Some(SpecRef::TrellisDaemon3_6),
            "trellis-daemon#3.7" => Some(SpecRef::TrellisDaemon3_7),
            "trellis-daemon#4" => Some(SpecRef::TrellisDaemon4),
            "trellis-daemon#4.1" => Some(SpecRef::TrellisDaemon4_1),
            "trellis-daemon#4.2" => Some(SpecRef::TrellisDaemon4_2),
            "trellis-daemon#4.3" => Some(SpecRef::TrellisDaemon4_3),
            "trellis-daemon#4.4" => Some(SpecRef::TrellisDaemon4_4),
            "trellis-daemon#4.5" => Some(SpecRef::TrellisDaemon4_5),
            "trellis-daemon#4.6" => Some(SpecRef::TrellisDaemon4_6),
            "trellis-daemon#4.7" => Some(SpecRef::TrellisDaemon4_7),
            "trellis-daemon#4.8" => Some(SpecRef::TrellisDaemon4_8),
            "trellis-daemon#5" => Some(SpecRef::TrellisDaemon5),
            "trellis-daemon#6" => Some(SpecRef::TrellisDaemon6),
            "trellis-daemon#6.1" => Some(SpecRef::TrellisDaemon6_1),
            "trellis-daemon#6.2" => Some(SpecRef::TrellisDaemon6_2),
            "trellis-daemon#7" => Some(SpecRef::TrellisDaemon7),
            "trellis-daemon#8" => Some(SpecRef::TrellisDaemon8),
            "trellis-daemon#9" => Some(SpecRef::TrellisDaemon9),
            "trellis-daemon#10" => Some(SpecRef::TrellisDaemon10),
            _ => None,
        }
    }
}

impl fmt::Display for SpecRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl SpecRef {
    /// Returns the section's title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Design1 => "Vision",
            Self::Design1_1 => "Core thesis",
            Self::Design1_2 => "Shape of a project",
            Self::Design1_3 => "Users",
            Self::Design1_4 => "Design tenet",
            Self::Design2 => "The three components",
            Self::Design2_1 => "Soil",
            Self::Design2_2 => "Trellis",
            Self::Design2_3 => "IDE and build",
            Self::Design3 => "Soil language design",
            Self::Design3_1 => "Surface language",
            Self::Design3_2 => "Refinement types",
            Self::Design3_3 => "Effects",
            Self::Design3_4 => "Totality",
            Self::Design3_5 => "Capabilities",
            Self::Design3_6 => "Polymorphism",
            Self::Design3_7 => "Derived functions",
            Self::Design3_8 => "Recursion",
            Self::Design3_9 => "Debug and release",
            Self::Design3_10 => "Runtime and embedding",
            Self::Design3_11 => "Backends and FFI",
            Self::Design3_12 => "Primitive types",
            Self::Design3_13 => "Mutation and records",
            Self::Design3_14 => "Module exports and types",
            Self::Design3_15 => "Namespacing and name resolution",
            Self::Design3_16 => "Typed holes",
            Self::Design3_17 => "Literal provenance",
            Self::Design4 => "The specification layer",
            Self::Design4_1 => "Trust model",
            Self::Design4_2 => "One file per definition",
            Self::Design4_3 => "File format",
            Self::Design4_4 => "Module structure",
            Self::Design4_5 => "Tests",
            Self::Design4_6 => "Lowering",
            Self::Design4_7 => "\"Done\"",
            Self::Design4_8 => "Generated Soil",
            Self::Design4_9 => "The daemon",
            Self::Design5 => "The prelude as trusted corpus",
            Self::Design6 => "Hashing, locking, incrementality",
            Self::Design6_1 => "Content addressing",
            Self::Design6_2 => "Three-part hashing",
            Self::Design6_3 => "Lock file",
            Self::Design6_4 => "Refinement checking and demotion",
            Self::Design7 => "Product and IDE",
            Self::Design7_1 => "IDE-first",
            Self::Design7_2 => "On-disk layout",
            Self::Design8 => "Build system",
            Self::Design9 => "Open questions",
            Self::Design10 => "Deferred decisions",
            Self::Design11 => "Build order",
            Self::Design12 => "Prior art",
            Self::LockSchema1 => "Shape",
            Self::LockSchema2 => "`spec`",
            Self::LockSchema3 => "`lowering`",
            Self::LockSchema4 => "`checks`",
            Self::LockSchema5 => "`tests` and `oracles`",
            Self::LockSchema6 => "FFI bindings",
            Self::LockSchema7 => "The derived manifest (`soil.lock`)",
            Self::LockSchema8 => "Derived status and invariants",
            Self::LockSchema9 => "Open questions",
            Self::SoilSyntaxSpec1 => "Lexical structure",
            Self::SoilSyntaxSpec2 => "Files",
            Self::SoilSyntaxSpec3 => "Grammar",
            Self::SoilSyntaxSpec3_1 => "Definitions",
            Self::SoilSyntaxSpec3_2 => "Types",
            Self::SoilSyntaxSpec3_3 => "Expressions",
            Self::SoilSyntaxSpec3_4 => "Patterns",
            Self::SoilSyntaxSpec3_5 => "Predicates",
            Self::SoilSyntaxSpec4 => "Precedence",
            Self::SoilSyntaxSpec5 => "Static rules",
            Self::SoilSyntaxSpec5_1 => "No shadowing",
            Self::SoilSyntaxSpec5_2 => "Exhaustive matches; redundant arms are errors",
            Self::SoilSyntaxSpec5_3 => "Effect subsumption",
            Self::SoilSyntaxSpec5_4 => "Operators are notation, not overloading",
            Self::SoilSyntaxSpec5_5 => "Arithmetic obligations",
            Self::SoilSyntaxSpec5_6 => "Integer division is floor division",
            Self::SoilSyntaxSpec5_7 => "Termination",
            Self::SoilSyntaxSpec5_8 => "Derived functions reached by qualification",
            Self::SoilSyntaxSpec5_9 => {
                "Constructor resolution: exactly one legal spelling"
            }
            Self::SoilSyntaxSpec5_10 => {
                "Definition-name resolution: exactly one legal spelling"
            }
            Self::SoilSyntaxSpec5_11 => "Typed holes",
            Self::SoilSyntaxSpec6 => "Interaction with the value encoding (`Bool`)",
            Self::SoilSyntaxSpec7 => "Worked examples",
            Self::SoilSyntaxSpec8 => "Open questions",
            Self::SoilSyntaxSpec9 => "Canonical form",
            Self::SoilSyntaxSpec9_1 => "Hash form",
            Self::SoilSyntaxSpec10 => "Evaluation",
            Self::SoilSyntaxSpec10_1 => "Order and results",
            Self::SoilSyntaxSpec10_2 => "Capabilities",
            Self::SoilSyntaxSpec10_3 => "Panics, traces and budgets",
            Self::SoilToml1 => "Role and location",
            Self::SoilToml2 => "v1 surface",
            Self::SoilToml2_1 => "`[toolchain]`",
            Self::SoilToml2_2 => "`[tags]`",
            Self::SoilToml2_3 => "`entrypoint`",
            Self::SoilToml3 => "Reserved sections",
            Self::SoilToml4 => "Open questions",
            Self::Soil0Cli1 => "Conventions",
            Self::Soil0Cli2 => "Diagnostics, with the error-code registry",
            Self::Soil0Cli3 => "Spans",
            Self::Soil0Cli4 => "The AST JSON schema",
            Self::Soil0Cli4_1 => "Files and definitions",
            Self::Soil0Cli4_2 => "Types, rows, predicates",
            Self::Soil0Cli4_3 => "Expressions",
            Self::Soil0Cli4_4 => "Patterns",
            Self::Soil0Cli4_5 => "Tokens (`lex` output)",
            Self::Soil0Cli5 => "Semantic types (signature output)",
            Self::Soil0Cli6 => "`env.json`, the type environment",
            Self::Soil0Cli6_1 => "The kernel",
            Self::Soil0Cli7 => "`program.json`, the manifest",
            Self::Soil0Cli8 => "Commands",
            Self::Soil0Cli8_1 => "`lex`",
            Self::Soil0Cli8_2 => "`parse`",
            Self::Soil0Cli8_3 => "`rename` (reference sets)",
            Self::Soil0Cli8_4 => "`infer`",
            Self::Soil0Cli8_5 => "The check-facts model",
            Self::Soil0Cli8_6 => "`run`",
            Self::Soil0Cli8_7 => "`check`",
            Self::Soil0Cli8_8 => "`test`",
            Self::Soil0Cli8_9 => "`print`",
            Self::Soil0Cli9 => "Exhaustiveness diagnostics",
            Self::Soil0Cli10 => "Test bundles",
            Self::Soil0Cli11 => "Builtins",
            Self::Soil0Cli11_1 => "SplitMix64 (pinned)",
            Self::Soil0Cli12 => "Non-contractual surfaces",
            Self::Soil0Cli13 => "Open questions",
            Self::Soil0Cli13_1 => {
                "Diagnostics: how many, in which order, with which code"
            }
            Self::Soil0Cli13_2 => "Documents, spans and references",
            Self::Soil0Cli13_3 => "Environments and values",
            Self::Soil0Cli13_4 => "Running and testing",
            Self::Soil0Cli13_5 => "Check facts",
            Self::Soil0Cli13_6 => "The contract's surface",
            Self::TrGrammar1 => "Container format",
            Self::TrGrammar2 => "Shared mini-languages",
            Self::TrGrammar2_1 => "JSON values",
            Self::TrGrammar2_2 => "Identifiers",
            Self::TrGrammar2_3 => "The predicate language",
            Self::TrGrammar3 => "Function-definition blocks",
            Self::TrGrammar3_1 => "`soil-sig`",
            Self::TrGrammar3_2 => "`requires`/`ensures`",
            Self::TrGrammar3_3 => "`test`",
            Self::TrGrammar3_4 => "`property`",
            Self::TrGrammar3_5 => "`cram`",
            Self::TrGrammar3_6 => "`reference`",
            Self::TrGrammar3_7 => "`allow`",
            Self::TrGrammar4 => "Type-definition blocks",
            Self::TrGrammar4_1 => "`soil-type`",
            Self::TrGrammar4_2 => "`invariant`",
            Self::TrGrammar5 => "Module headers",
            Self::TrGrammar5_1 => "`exports`",
            Self::TrGrammar5_2 => "`decisions`",
            Self::TrGrammar6 => "Validity rules",
            Self::TrGrammar7 => "JSON value encoding",
            Self::TrGrammar8 => "Provenance and write-back",
            Self::TrGrammar9 => "Open questions",
            Self::TrellisDaemon1 => "Conventions",
            Self::TrellisDaemon2 => "The MCP surface",
            Self::TrellisDaemon3 => "The seven tools",
            Self::TrellisDaemon3_1 => "`read_context`",
            Self::TrellisDaemon3_2 => "`check_types`",
            Self::TrellisDaemon3_3 => "`check_refinements`",
            Self::TrellisDaemon3_4 => "`run_tests`",
            Self::TrellisDaemon3_5 => "`write_soil`",
            Self::TrellisDaemon3_6 => "`read_spec`",
            Self::TrellisDaemon3_7 => "`ask_human`",
            Self::TrellisDaemon4 => "The context bundle",
            Self::TrellisDaemon4_1 => "`bundle.json`",
            Self::TrellisDaemon4_2 => "`spec.md`",
            Self::TrellisDaemon4_3 => "`decisions.md`",
            Self::TrellisDaemon4_4 => "`callees/`",
            Self::TrellisDaemon4_5 => "`tests.json`",
            Self::TrellisDaemon4_6 => "`examples/`",
            Self::TrellisDaemon4_7 => "`reference.py` and the CLI stanza",
            Self::TrellisDaemon4_8 => "`previous.soil`",
            Self::TrellisDaemon5 => "The packer",
            Self::TrellisDaemon6 => "Diagnostics, registry, repair classes",
            Self::TrellisDaemon6_1 => "The registry file",
            Self::TrellisDaemon6_2 => "Initial repair classes",
            Self::TrellisDaemon7 => "`spec_ref` anchors",
            Self::TrellisDaemon8 => "Questions and answers",
            Self::TrellisDaemon9 => "`f.log`",
            Self::TrellisDaemon10 => "Open questions",
        }
    }
}
