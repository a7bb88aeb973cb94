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
    #[rustfmt::skip]
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
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
            SpecRef::Design1 => "design#1",
            SpecRef::Design1_1 => "design#1.1",
            SpecRef::Design1_2 => "design#1.2",
            SpecRef::Design1_3 => "design#1.3",
            SpecRef::Design1_4 => "design#1.4",
            SpecRef::Design2 => "design#2",
            SpecRef::Design2_1 => "design#2.1",
            SpecRef::Design2_2 => "design#2.2",
            SpecRef::Design2_3 => "design#2.3",
            SpecRef::Design3 => "design#3",
            SpecRef::Design3_1 => "design#3.1",
            SpecRef::Design3_2 => "design#3.2",
            SpecRef::Design3_3 => "design#3.3",
            SpecRef::Design3_4 => "design#3.4",
            SpecRef::Design3_5 => "design#3.5",
            SpecRef::Design3_6 => "design#3.6",
            SpecRef::Design3_7 => "design#3.7",
            SpecRef::Design3_8 => "design#3.8",
            SpecRef::Design3_9 => "design#3.9",
            SpecRef::Design3_10 => "design#3.10",
            SpecRef::Design3_11 => "design#3.11",
            SpecRef::Design3_12 => "design#3.12",
            SpecRef::Design3_13 => "design#3.13",
            SpecRef::Design3_14 => "design#3.14",
            SpecRef::Design3_15 => "design#3.15",
            SpecRef::Design3_16 => "design#3.16",
            SpecRef::Design3_17 => "design#3.17",
            SpecRef::Design4 => "design#4",
            SpecRef::Design4_1 => "design#4.1",
            SpecRef::Design4_2 => "design#4.2",
            SpecRef::Design4_3 => "design#4.3",
            SpecRef::Design4_4 => "design#4.4",
            SpecRef::Design4_5 => "design#4.5",
            SpecRef::Design4_6 => "design#4.6",
            SpecRef::Design4_7 => "design#4.7",
            SpecRef::Design4_8 => "design#4.8",
            SpecRef::Design4_9 => "design#4.9",
            SpecRef::Design5 => "design#5",
            SpecRef::Design6 => "design#6",
            SpecRef::Design6_1 => "design#6.1",
            SpecRef::Design6_2 => "design#6.2",
            SpecRef::Design6_3 => "design#6.3",
            SpecRef::Design6_4 => "design#6.4",
            SpecRef::Design7 => "design#7",
            SpecRef::Design7_1 => "design#7.1",
            SpecRef::Design7_2 => "design#7.2",
            SpecRef::Design8 => "design#8",
            SpecRef::Design9 => "design#9",
            SpecRef::Design10 => "design#10",
            SpecRef::Design11 => "design#11",
            SpecRef::Design12 => "design#12",
            SpecRef::LockSchema1 => "lock-schema#1",
            SpecRef::LockSchema2 => "lock-schema#2",
            SpecRef::LockSchema3 => "lock-schema#3",
            SpecRef::LockSchema4 => "lock-schema#4",
            SpecRef::LockSchema5 => "lock-schema#5",
            SpecRef::LockSchema6 => "lock-schema#6",
            SpecRef::LockSchema7 => "lock-schema#7",
            SpecRef::LockSchema8 => "lock-schema#8",
            SpecRef::LockSchema9 => "lock-schema#9",
            SpecRef::SoilSyntaxSpec1 => "soil-syntax-spec#1",
            SpecRef::SoilSyntaxSpec2 => "soil-syntax-spec#2",
            SpecRef::SoilSyntaxSpec3 => "soil-syntax-spec#3",
            SpecRef::SoilSyntaxSpec3_1 => "soil-syntax-spec#3.1",
            SpecRef::SoilSyntaxSpec3_2 => "soil-syntax-spec#3.2",
            SpecRef::SoilSyntaxSpec3_3 => "soil-syntax-spec#3.3",
            SpecRef::SoilSyntaxSpec3_4 => "soil-syntax-spec#3.4",
            SpecRef::SoilSyntaxSpec3_5 => "soil-syntax-spec#3.5",
            SpecRef::SoilSyntaxSpec4 => "soil-syntax-spec#4",
            SpecRef::SoilSyntaxSpec5 => "soil-syntax-spec#5",
            SpecRef::SoilSyntaxSpec5_1 => "soil-syntax-spec#5.1",
            SpecRef::SoilSyntaxSpec5_2 => "soil-syntax-spec#5.2",
            SpecRef::SoilSyntaxSpec5_3 => "soil-syntax-spec#5.3",
            SpecRef::SoilSyntaxSpec5_4 => "soil-syntax-spec#5.4",
            SpecRef::SoilSyntaxSpec5_5 => "soil-syntax-spec#5.5",
            SpecRef::SoilSyntaxSpec5_6 => "soil-syntax-spec#5.6",
            SpecRef::SoilSyntaxSpec5_7 => "soil-syntax-spec#5.7",
            SpecRef::SoilSyntaxSpec5_8 => "soil-syntax-spec#5.8",
            SpecRef::SoilSyntaxSpec5_9 => "soil-syntax-spec#5.9",
            SpecRef::SoilSyntaxSpec5_10 => "soil-syntax-spec#5.10",
            SpecRef::SoilSyntaxSpec5_11 => "soil-syntax-spec#5.11",
            SpecRef::SoilSyntaxSpec6 => "soil-syntax-spec#6",
            SpecRef::SoilSyntaxSpec7 => "soil-syntax-spec#7",
            SpecRef::SoilSyntaxSpec8 => "soil-syntax-spec#8",
            SpecRef::SoilSyntaxSpec9 => "soil-syntax-spec#9",
            SpecRef::SoilSyntaxSpec9_1 => "soil-syntax-spec#9.1",
            SpecRef::SoilSyntaxSpec10 => "soil-syntax-spec#10",
            SpecRef::SoilSyntaxSpec10_1 => "soil-syntax-spec#10.1",
            SpecRef::SoilSyntaxSpec10_2 => "soil-syntax-spec#10.2",
            SpecRef::SoilSyntaxSpec10_3 => "soil-syntax-spec#10.3",
            SpecRef::SoilToml1 => "soil-toml#1",
            SpecRef::SoilToml2 => "soil-toml#2",
            SpecRef::SoilToml2_1 => "soil-toml#2.1",
            SpecRef::SoilToml2_2 => "soil-toml#2.2",
            SpecRef::SoilToml2_3 => "soil-toml#2.3",
            SpecRef::SoilToml3 => "soil-toml#3",
            SpecRef::SoilToml4 => "soil-toml#4",
            SpecRef::Soil0Cli1 => "soil0-cli#1",
            SpecRef::Soil0Cli2 => "soil0-cli#2",
            SpecRef::Soil0Cli3 => "soil0-cli#3",
            SpecRef::Soil0Cli4 => "soil0-cli#4",
            SpecRef::Soil0Cli4_1 => "soil0-cli#4.1",
            SpecRef::Soil0Cli4_2 => "soil0-cli#4.2",
            SpecRef::Soil0Cli4_3 => "soil0-cli#4.3",
            SpecRef::Soil0Cli4_4 => "soil0-cli#4.4",
            SpecRef::Soil0Cli4_5 => "soil0-cli#4.5",
            SpecRef::Soil0Cli5 => "soil0-cli#5",
            SpecRef::Soil0Cli6 => "soil0-cli#6",
            SpecRef::Soil0Cli6_1 => "soil0-cli#6.1",
            SpecRef::Soil0Cli7 => "soil0-cli#7",
            SpecRef::Soil0Cli8 => "soil0-cli#8",
            SpecRef::Soil0Cli8_1 => "soil0-cli#8.1",
            SpecRef::Soil0Cli8_2 => "soil0-cli#8.2",
            SpecRef::Soil0Cli8_3 => "soil0-cli#8.3",
            SpecRef::Soil0Cli8_4 => "soil0-cli#8.4",
            SpecRef::Soil0Cli8_5 => "soil0-cli#8.5",
            SpecRef::Soil0Cli8_6 => "soil0-cli#8.6",
            SpecRef::Soil0Cli8_7 => "soil0-cli#8.7",
            SpecRef::Soil0Cli8_8 => "soil0-cli#8.8",
            SpecRef::Soil0Cli8_9 => "soil0-cli#8.9",
            SpecRef::Soil0Cli9 => "soil0-cli#9",
            SpecRef::Soil0Cli10 => "soil0-cli#10",
            SpecRef::Soil0Cli11 => "soil0-cli#11",
            SpecRef::Soil0Cli11_1 => "soil0-cli#11.1",
            SpecRef::Soil0Cli12 => "soil0-cli#12",
            SpecRef::Soil0Cli13 => "soil0-cli#13",
            SpecRef::Soil0Cli13_1 => "soil0-cli#13.1",
            SpecRef::Soil0Cli13_2 => "soil0-cli#13.2",
            SpecRef::Soil0Cli13_3 => "soil0-cli#13.3",
            SpecRef::Soil0Cli13_4 => "soil0-cli#13.4",
            SpecRef::Soil0Cli13_5 => "soil0-cli#13.5",
            SpecRef::Soil0Cli13_6 => "soil0-cli#13.6",
            SpecRef::TrGrammar1 => "tr-grammar#1",
            SpecRef::TrGrammar2 => "tr-grammar#2",
            SpecRef::TrGrammar2_1 => "tr-grammar#2.1",
            SpecRef::TrGrammar2_2 => "tr-grammar#2.2",
            SpecRef::TrGrammar2_3 => "tr-grammar#2.3",
            SpecRef::TrGrammar3 => "tr-grammar#3",
            SpecRef::TrGrammar3_1 => "tr-grammar#3.1",
            SpecRef::TrGrammar3_2 => "tr-grammar#3.2",
            SpecRef::TrGrammar3_3 => "tr-grammar#3.3",
            SpecRef::TrGrammar3_4 => "tr-grammar#3.4",
            SpecRef::TrGrammar3_5 => "tr-grammar#3.5",
            SpecRef::TrGrammar3_6 => "tr-grammar#3.6",
            SpecRef::TrGrammar3_7 => "tr-grammar#3.7",
            SpecRef::TrGrammar4 => "tr-grammar#4",
            SpecRef::TrGrammar4_1 => "tr-grammar#4.1",
            SpecRef::TrGrammar4_2 => "tr-grammar#4.2",
            SpecRef::TrGrammar5 => "tr-grammar#5",
            SpecRef::TrGrammar5_1 => "tr-grammar#5.1",
            SpecRef::TrGrammar5_2 => "tr-grammar#5.2",
            SpecRef::TrGrammar6 => "tr-grammar#6",
            SpecRef::TrGrammar7 => "tr-grammar#7",
            SpecRef::TrGrammar8 => "tr-grammar#8",
            SpecRef::TrGrammar9 => "tr-grammar#9",
            SpecRef::TrellisDaemon1 => "trellis-daemon#1",
            SpecRef::TrellisDaemon2 => "trellis-daemon#2",
            SpecRef::TrellisDaemon3 => "trellis-daemon#3",
            SpecRef::TrellisDaemon3_1 => "trellis-daemon#3.1",
            SpecRef::TrellisDaemon3_2 => "trellis-daemon#3.2",
            SpecRef::TrellisDaemon3_3 => "trellis-daemon#3.3",
            SpecRef::TrellisDaemon3_4 => "trellis-daemon#3.4",
            SpecRef::TrellisDaemon3_5 => "trellis-daemon#3.5",
            SpecRef::TrellisDaemon3_6 => "trellis-daemon#3.6",
            SpecRef::TrellisDaemon3_7 => "trellis-daemon#3.7",
            SpecRef::TrellisDaemon4 => "trellis-daemon#4",
            SpecRef::TrellisDaemon4_1 => "trellis-daemon#4.1",
            SpecRef::TrellisDaemon4_2 => "trellis-daemon#4.2",
            SpecRef::TrellisDaemon4_3 => "trellis-daemon#4.3",
            SpecRef::TrellisDaemon4_4 => "trellis-daemon#4.4",
            SpecRef::TrellisDaemon4_5 => "trellis-daemon#4.5",
            SpecRef::TrellisDaemon4_6 => "trellis-daemon#4.6",
            SpecRef::TrellisDaemon4_7 => "trellis-daemon#4.7",
            SpecRef::TrellisDaemon4_8 => "trellis-daemon#4.8",
            SpecRef::TrellisDaemon5 => "trellis-daemon#5",
            SpecRef::TrellisDaemon6 => "trellis-daemon#6",
            SpecRef::TrellisDaemon6_1 => "trellis-daemon#6.1",
            SpecRef::TrellisDaemon6_2 => "trellis-daemon#6.2",
            SpecRef::TrellisDaemon7 => "trellis-daemon#7",
            SpecRef::TrellisDaemon8 => "trellis-daemon#8",
            SpecRef::TrellisDaemon9 => "trellis-daemon#9",
            SpecRef::TrellisDaemon10 => "trellis-daemon#10",
        }
    }

    /// Finds a value by its text.
    pub fn parse(text: &str) -> Option<SpecRef> {
        SpecRef::ALL.iter().copied().find(|value| value.as_str() == text)
    }
}

impl fmt::Display for SpecRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl SpecRef {
    /// Returns the section's title.
    #[rustfmt::skip]
    pub const fn title(self) -> &'static str {
        match self {
            SpecRef::Design1 => "Vision",
            SpecRef::Design1_1 => "Core thesis",
            SpecRef::Design1_2 => "Shape of a project",
            SpecRef::Design1_3 => "Users",
            SpecRef::Design1_4 => "Design tenet",
            SpecRef::Design2 => "The three components",
            SpecRef::Design2_1 => "Soil",
            SpecRef::Design2_2 => "Trellis",
            SpecRef::Design2_3 => "IDE and build",
            SpecRef::Design3 => "Soil language design",
            SpecRef::Design3_1 => "Surface language",
            SpecRef::Design3_2 => "Refinement types",
            SpecRef::Design3_3 => "Effects",
            SpecRef::Design3_4 => "Totality",
            SpecRef::Design3_5 => "Capabilities",
            SpecRef::Design3_6 => "Polymorphism",
            SpecRef::Design3_7 => "Derived functions",
            SpecRef::Design3_8 => "Recursion",
            SpecRef::Design3_9 => "Debug and release",
            SpecRef::Design3_10 => "Runtime and embedding",
            SpecRef::Design3_11 => "Backends and FFI",
            SpecRef::Design3_12 => "Primitive types",
            SpecRef::Design3_13 => "Mutation and records",
            SpecRef::Design3_14 => "Module exports and types",
            SpecRef::Design3_15 => "Namespacing and name resolution",
            SpecRef::Design3_16 => "Typed holes",
            SpecRef::Design3_17 => "Literal provenance",
            SpecRef::Design4 => "The specification layer",
            SpecRef::Design4_1 => "Trust model",
            SpecRef::Design4_2 => "One file per definition",
            SpecRef::Design4_3 => "File format",
            SpecRef::Design4_4 => "Module structure",
            SpecRef::Design4_5 => "Tests",
            SpecRef::Design4_6 => "Lowering",
            SpecRef::Design4_7 => "\"Done\"",
            SpecRef::Design4_8 => "Generated Soil",
            SpecRef::Design4_9 => "The daemon",
            SpecRef::Design5 => "The prelude as trusted corpus",
            SpecRef::Design6 => "Hashing, locking, incrementality",
            SpecRef::Design6_1 => "Content addressing",
            SpecRef::Design6_2 => "Three-part hashing",
            SpecRef::Design6_3 => "Lock file",
            SpecRef::Design6_4 => "Refinement checking and demotion",
            SpecRef::Design7 => "Product and IDE",
            SpecRef::Design7_1 => "IDE-first",
            SpecRef::Design7_2 => "On-disk layout",
            SpecRef::Design8 => "Build system",
            SpecRef::Design9 => "Open questions",
            SpecRef::Design10 => "Deferred decisions",
            SpecRef::Design11 => "Build order",
            SpecRef::Design12 => "Prior art",
            SpecRef::LockSchema1 => "Shape",
            SpecRef::LockSchema2 => "`spec`",
            SpecRef::LockSchema3 => "`lowering`",
            SpecRef::LockSchema4 => "`checks`",
            SpecRef::LockSchema5 => "`tests` and `oracles`",
            SpecRef::LockSchema6 => "FFI bindings",
            SpecRef::LockSchema7 => "The derived manifest (`soil.lock`)",
            SpecRef::LockSchema8 => "Derived status and invariants",
            SpecRef::LockSchema9 => "Open questions",
            SpecRef::SoilSyntaxSpec1 => "Lexical structure",
            SpecRef::SoilSyntaxSpec2 => "Files",
            SpecRef::SoilSyntaxSpec3 => "Grammar",
            SpecRef::SoilSyntaxSpec3_1 => "Definitions",
            SpecRef::SoilSyntaxSpec3_2 => "Types",
            SpecRef::SoilSyntaxSpec3_3 => "Expressions",
            SpecRef::SoilSyntaxSpec3_4 => "Patterns",
            SpecRef::SoilSyntaxSpec3_5 => "Predicates",
            SpecRef::SoilSyntaxSpec4 => "Precedence",
            SpecRef::SoilSyntaxSpec5 => "Static rules",
            SpecRef::SoilSyntaxSpec5_1 => "No shadowing",
            SpecRef::SoilSyntaxSpec5_2 => "Exhaustive matches; redundant arms are errors",
            SpecRef::SoilSyntaxSpec5_3 => "Effect subsumption",
            SpecRef::SoilSyntaxSpec5_4 => "Operators are notation, not overloading",
            SpecRef::SoilSyntaxSpec5_5 => "Arithmetic obligations",
            SpecRef::SoilSyntaxSpec5_6 => "Integer division is floor division",
            SpecRef::SoilSyntaxSpec5_7 => "Termination",
            SpecRef::SoilSyntaxSpec5_8 => "Derived functions reached by qualification",
            SpecRef::SoilSyntaxSpec5_9 => "Constructor resolution: exactly one legal spelling",
            SpecRef::SoilSyntaxSpec5_10 => "Definition-name resolution: exactly one legal spelling",
            SpecRef::SoilSyntaxSpec5_11 => "Typed holes",
            SpecRef::SoilSyntaxSpec6 => "Interaction with the value encoding (`Bool`)",
            SpecRef::SoilSyntaxSpec7 => "Worked examples",
            SpecRef::SoilSyntaxSpec8 => "Open questions",
            SpecRef::SoilSyntaxSpec9 => "Canonical form",
            SpecRef::SoilSyntaxSpec9_1 => "Hash form",
            SpecRef::SoilSyntaxSpec10 => "Evaluation",
            SpecRef::SoilSyntaxSpec10_1 => "Order and results",
            SpecRef::SoilSyntaxSpec10_2 => "Capabilities",
            SpecRef::SoilSyntaxSpec10_3 => "Panics, traces and budgets",
            SpecRef::SoilToml1 => "Role and location",
            SpecRef::SoilToml2 => "v1 surface",
            SpecRef::SoilToml2_1 => "`[toolchain]`",
            SpecRef::SoilToml2_2 => "`[tags]`",
            SpecRef::SoilToml2_3 => "`entrypoint`",
            SpecRef::SoilToml3 => "Reserved sections",
            SpecRef::SoilToml4 => "Open questions",
            SpecRef::Soil0Cli1 => "Conventions",
            SpecRef::Soil0Cli2 => "Diagnostics, with the error-code registry",
            SpecRef::Soil0Cli3 => "Spans",
            SpecRef::Soil0Cli4 => "The AST JSON schema",
            SpecRef::Soil0Cli4_1 => "Files and definitions",
            SpecRef::Soil0Cli4_2 => "Types, rows, predicates",
            SpecRef::Soil0Cli4_3 => "Expressions",
            SpecRef::Soil0Cli4_4 => "Patterns",
            SpecRef::Soil0Cli4_5 => "Tokens (`lex` output)",
            SpecRef::Soil0Cli5 => "Semantic types (signature output)",
            SpecRef::Soil0Cli6 => "`env.json`, the type environment",
            SpecRef::Soil0Cli6_1 => "The kernel",
            SpecRef::Soil0Cli7 => "`program.json`, the manifest",
            SpecRef::Soil0Cli8 => "Commands",
            SpecRef::Soil0Cli8_1 => "`lex`",
            SpecRef::Soil0Cli8_2 => "`parse`",
            SpecRef::Soil0Cli8_3 => "`rename` (reference sets)",
            SpecRef::Soil0Cli8_4 => "`infer`",
            SpecRef::Soil0Cli8_5 => "The check-facts model",
            SpecRef::Soil0Cli8_6 => "`run`",
            SpecRef::Soil0Cli8_7 => "`check`",
            SpecRef::Soil0Cli8_8 => "`test`",
            SpecRef::Soil0Cli8_9 => "`print`",
            SpecRef::Soil0Cli9 => "Exhaustiveness diagnostics",
            SpecRef::Soil0Cli10 => "Test bundles",
            SpecRef::Soil0Cli11 => "Builtins",
            SpecRef::Soil0Cli11_1 => "SplitMix64 (pinned)",
            SpecRef::Soil0Cli12 => "Non-contractual surfaces",
            SpecRef::Soil0Cli13 => "Open questions",
            SpecRef::Soil0Cli13_1 => "Diagnostics: how many, in which order, with which code",
            SpecRef::Soil0Cli13_2 => "Documents, spans and references",
            SpecRef::Soil0Cli13_3 => "Environments and values",
            SpecRef::Soil0Cli13_4 => "Running and testing",
            SpecRef::Soil0Cli13_5 => "Check facts",
            SpecRef::Soil0Cli13_6 => "The contract's surface",
            SpecRef::TrGrammar1 => "Container format",
            SpecRef::TrGrammar2 => "Shared mini-languages",
            SpecRef::TrGrammar2_1 => "JSON values",
            SpecRef::TrGrammar2_2 => "Identifiers",
            SpecRef::TrGrammar2_3 => "The predicate language",
            SpecRef::TrGrammar3 => "Function-definition blocks",
            SpecRef::TrGrammar3_1 => "`soil-sig`",
            SpecRef::TrGrammar3_2 => "`requires`/`ensures`",
            SpecRef::TrGrammar3_3 => "`test`",
            SpecRef::TrGrammar3_4 => "`property`",
            SpecRef::TrGrammar3_5 => "`cram`",
            SpecRef::TrGrammar3_6 => "`reference`",
            SpecRef::TrGrammar3_7 => "`allow`",
            SpecRef::TrGrammar4 => "Type-definition blocks",
            SpecRef::TrGrammar4_1 => "`soil-type`",
            SpecRef::TrGrammar4_2 => "`invariant`",
            SpecRef::TrGrammar5 => "Module headers",
            SpecRef::TrGrammar5_1 => "`exports`",
            SpecRef::TrGrammar5_2 => "`decisions`",
            SpecRef::TrGrammar6 => "Validity rules",
            SpecRef::TrGrammar7 => "JSON value encoding",
            SpecRef::TrGrammar8 => "Provenance and write-back",
            SpecRef::TrGrammar9 => "Open questions",
            SpecRef::TrellisDaemon1 => "Conventions",
            SpecRef::TrellisDaemon2 => "The MCP surface",
            SpecRef::TrellisDaemon3 => "The seven tools",
            SpecRef::TrellisDaemon3_1 => "`read_context`",
            SpecRef::TrellisDaemon3_2 => "`check_types`",
            SpecRef::TrellisDaemon3_3 => "`check_refinements`",
            SpecRef::TrellisDaemon3_4 => "`run_tests`",
            SpecRef::TrellisDaemon3_5 => "`write_soil`",
            SpecRef::TrellisDaemon3_6 => "`read_spec`",
            SpecRef::TrellisDaemon3_7 => "`ask_human`",
            SpecRef::TrellisDaemon4 => "The context bundle",
            SpecRef::TrellisDaemon4_1 => "`bundle.json`",
            SpecRef::TrellisDaemon4_2 => "`spec.md`",
            SpecRef::TrellisDaemon4_3 => "`decisions.md`",
            SpecRef::TrellisDaemon4_4 => "`callees/`",
            SpecRef::TrellisDaemon4_5 => "`tests.json`",
            SpecRef::TrellisDaemon4_6 => "`examples/`",
            SpecRef::TrellisDaemon4_7 => "`reference.py` and the CLI stanza",
            SpecRef::TrellisDaemon4_8 => "`previous.soil`",
            SpecRef::TrellisDaemon5 => "The packer",
            SpecRef::TrellisDaemon6 => "Diagnostics, registry, repair classes",
            SpecRef::TrellisDaemon6_1 => "The registry file",
            SpecRef::TrellisDaemon6_2 => "Initial repair classes",
            SpecRef::TrellisDaemon7 => "`spec_ref` anchors",
            SpecRef::TrellisDaemon8 => "Questions and answers",
            SpecRef::TrellisDaemon9 => "`f.log`",
            SpecRef::TrellisDaemon10 => "Open questions",
        }
    }
}
