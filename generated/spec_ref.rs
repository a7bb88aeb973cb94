//! Anchors of the specification documents.
//!
//! Generated from `spec-docs/`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::fmt;

/// A numbered section of a specification document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SpecRef {
    /// `soil-syntax-spec#5.9`: not written yet
    SoilSyntaxSpec5_9,
    /// `soil-syntax-spec#5.10`: not written yet
    SoilSyntaxSpec5_10,
    /// `soil-syntax-spec#5`: not written yet
    SoilSyntaxSpec5,
    /// `soil-syntax-spec#1`: not written yet
    SoilSyntaxSpec1,
    /// `trellis-daemon#5`: not written yet
    TrellisDaemon5,
    /// `trellis-daemon#3.1`: not written yet
    TrellisDaemon3_1,
    /// `soil-toml#2`: not written yet
    SoilToml2,
    /// `soil-toml#1`: not written yet
    SoilToml1,
    /// `soil-toml#3`: not written yet
    SoilToml3,
    /// `soil-syntax-spec#3.4`: not written yet
    SoilSyntaxSpec3_4,
    /// `soil0-cli#8.5`: not written yet
    Soil0Cli8_5,
    /// `soil0-cli#7`: not written yet
    Soil0Cli7,
    /// `trellis-daemon#6`: not written yet
    TrellisDaemon6,
    /// `design#4.6`: not written yet
    Design4_6,
    /// `trellis-daemon#3.7`: not written yet
    TrellisDaemon3_7,
    /// `trellis-daemon#8`: not written yet
    TrellisDaemon8,
    /// `design#4.8`: not written yet
    Design4_8,
    /// `lock-schema#8`: not written yet
    LockSchema8,
    /// `lock-schema#1`: not written yet
    LockSchema1,
    /// `soil0-cli#1`: not written yet
    Soil0Cli1,
    /// `soil-syntax-spec#2`: not written yet
    SoilSyntaxSpec2,
    /// `soil-syntax-spec#3.1`: not written yet
    SoilSyntaxSpec3_1,
    /// `trellis-daemon#3.2`: not written yet
    TrellisDaemon3_2,
    /// `soil-syntax-spec#5.8`: not written yet
    SoilSyntaxSpec5_8,
    /// `soil-syntax-spec#5.2`: not written yet
    SoilSyntaxSpec5_2,
    /// `soil-syntax-spec#4`: not written yet
    SoilSyntaxSpec4,
    /// `soil-syntax-spec#5.4`: not written yet
    SoilSyntaxSpec5_4,
    /// `tr-grammar#3.6`: not written yet
    TrGrammar3_6,
    /// `soil-syntax-spec#3`: not written yet
    SoilSyntaxSpec3,
    /// `design#4.5`: not written yet
    Design4_5,
    /// `soil0-cli#8.6`: not written yet
    Soil0Cli8_6,
    /// `soil-syntax-spec#5.1`: not written yet
    SoilSyntaxSpec5_1,
    /// `design#3.8`: not written yet
    Design3_8,
    /// `design#3.15`: not written yet
    Design3_15,
    /// `tr-grammar#3.4`: not written yet
    TrGrammar3_4,
    /// `soil-toml#2.1`: not written yet
    SoilToml2_1,
    /// `tr-grammar#3.7`: not written yet
    TrGrammar3_7,
    /// `tr-grammar#1`: not written yet
    TrGrammar1,
    /// `tr-grammar#3.5`: not written yet
    TrGrammar3_5,
    /// `tr-grammar#5.2`: not written yet
    TrGrammar5_2,
    /// `tr-grammar#6`: not written yet
    TrGrammar6,
    /// `design#3.14`: not written yet
    Design3_14,
    /// `tr-grammar#5.1`: not written yet
    TrGrammar5_1,
    /// `tr-grammar#4.1`: not written yet
    TrGrammar4_1,
    /// `tr-grammar#3.3`: not written yet
    TrGrammar3_3,
    /// `tr-grammar#2.3`: not written yet
    TrGrammar2_3,
    /// `tr-grammar#3.1`: not written yet
    TrGrammar3_1,
    /// `trellis-daemon#3.5`: not written yet
    TrellisDaemon3_5,
    /// `trellis-daemon#7`: not written yet
    TrellisDaemon7,
    /// `soil-syntax-spec#3.2`: not written yet
    SoilSyntaxSpec3_2,
    /// `tr-grammar#4.2`: not written yet
    TrGrammar4_2,
    /// `soil-syntax-spec#3.3`: not written yet
    SoilSyntaxSpec3_3,
}

impl SpecRef {
    /// Every value, in the order declared.
    #[rustfmt::skip]
    pub const ALL: &[SpecRef] = &[
        SpecRef::SoilSyntaxSpec5_9,
        SpecRef::SoilSyntaxSpec5_10,
        SpecRef::SoilSyntaxSpec5,
        SpecRef::SoilSyntaxSpec1,
        SpecRef::TrellisDaemon5,
        SpecRef::TrellisDaemon3_1,
        SpecRef::SoilToml2,
        SpecRef::SoilToml1,
        SpecRef::SoilToml3,
        SpecRef::SoilSyntaxSpec3_4,
        SpecRef::Soil0Cli8_5,
        SpecRef::Soil0Cli7,
        SpecRef::TrellisDaemon6,
        SpecRef::Design4_6,
        SpecRef::TrellisDaemon3_7,
        SpecRef::TrellisDaemon8,
        SpecRef::Design4_8,
        SpecRef::LockSchema8,
        SpecRef::LockSchema1,
        SpecRef::Soil0Cli1,
        SpecRef::SoilSyntaxSpec2,
        SpecRef::SoilSyntaxSpec3_1,
        SpecRef::TrellisDaemon3_2,
        SpecRef::SoilSyntaxSpec5_8,
        SpecRef::SoilSyntaxSpec5_2,
        SpecRef::SoilSyntaxSpec4,
        SpecRef::SoilSyntaxSpec5_4,
        SpecRef::TrGrammar3_6,
        SpecRef::SoilSyntaxSpec3,
        SpecRef::Design4_5,
        SpecRef::Soil0Cli8_6,
        SpecRef::SoilSyntaxSpec5_1,
        SpecRef::Design3_8,
        SpecRef::Design3_15,
        SpecRef::TrGrammar3_4,
        SpecRef::SoilToml2_1,
        SpecRef::TrGrammar3_7,
        SpecRef::TrGrammar1,
        SpecRef::TrGrammar3_5,
        SpecRef::TrGrammar5_2,
        SpecRef::TrGrammar6,
        SpecRef::Design3_14,
        SpecRef::TrGrammar5_1,
        SpecRef::TrGrammar4_1,
        SpecRef::TrGrammar3_3,
        SpecRef::TrGrammar2_3,
        SpecRef::TrGrammar3_1,
        SpecRef::TrellisDaemon3_5,
        SpecRef::TrellisDaemon7,
        SpecRef::SoilSyntaxSpec3_2,
        SpecRef::TrGrammar4_2,
        SpecRef::SoilSyntaxSpec3_3,
    ];

    /// Returns the text that documents use.
    #[rustfmt::skip]
    pub const fn as_str(self) -> &'static str {
        match self {
            SpecRef::SoilSyntaxSpec5_9 => "soil-syntax-spec#5.9",
            SpecRef::SoilSyntaxSpec5_10 => "soil-syntax-spec#5.10",
            SpecRef::SoilSyntaxSpec5 => "soil-syntax-spec#5",
            SpecRef::SoilSyntaxSpec1 => "soil-syntax-spec#1",
            SpecRef::TrellisDaemon5 => "trellis-daemon#5",
            SpecRef::TrellisDaemon3_1 => "trellis-daemon#3.1",
            SpecRef::SoilToml2 => "soil-toml#2",
            SpecRef::SoilToml1 => "soil-toml#1",
            SpecRef::SoilToml3 => "soil-toml#3",
            SpecRef::SoilSyntaxSpec3_4 => "soil-syntax-spec#3.4",
            SpecRef::Soil0Cli8_5 => "soil0-cli#8.5",
            SpecRef::Soil0Cli7 => "soil0-cli#7",
            SpecRef::TrellisDaemon6 => "trellis-daemon#6",
            SpecRef::Design4_6 => "design#4.6",
            SpecRef::TrellisDaemon3_7 => "trellis-daemon#3.7",
            SpecRef::TrellisDaemon8 => "trellis-daemon#8",
            SpecRef::Design4_8 => "design#4.8",
            SpecRef::LockSchema8 => "lock-schema#8",
            SpecRef::LockSchema1 => "lock-schema#1",
            SpecRef::Soil0Cli1 => "soil0-cli#1",
            SpecRef::SoilSyntaxSpec2 => "soil-syntax-spec#2",
            SpecRef::SoilSyntaxSpec3_1 => "soil-syntax-spec#3.1",
            SpecRef::TrellisDaemon3_2 => "trellis-daemon#3.2",
            SpecRef::SoilSyntaxSpec5_8 => "soil-syntax-spec#5.8",
            SpecRef::SoilSyntaxSpec5_2 => "soil-syntax-spec#5.2",
            SpecRef::SoilSyntaxSpec4 => "soil-syntax-spec#4",
            SpecRef::SoilSyntaxSpec5_4 => "soil-syntax-spec#5.4",
            SpecRef::TrGrammar3_6 => "tr-grammar#3.6",
            SpecRef::SoilSyntaxSpec3 => "soil-syntax-spec#3",
            SpecRef::Design4_5 => "design#4.5",
            SpecRef::Soil0Cli8_6 => "soil0-cli#8.6",
            SpecRef::SoilSyntaxSpec5_1 => "soil-syntax-spec#5.1",
            SpecRef::Design3_8 => "design#3.8",
            SpecRef::Design3_15 => "design#3.15",
            SpecRef::TrGrammar3_4 => "tr-grammar#3.4",
            SpecRef::SoilToml2_1 => "soil-toml#2.1",
            SpecRef::TrGrammar3_7 => "tr-grammar#3.7",
            SpecRef::TrGrammar1 => "tr-grammar#1",
            SpecRef::TrGrammar3_5 => "tr-grammar#3.5",
            SpecRef::TrGrammar5_2 => "tr-grammar#5.2",
            SpecRef::TrGrammar6 => "tr-grammar#6",
            SpecRef::Design3_14 => "design#3.14",
            SpecRef::TrGrammar5_1 => "tr-grammar#5.1",
            SpecRef::TrGrammar4_1 => "tr-grammar#4.1",
            SpecRef::TrGrammar3_3 => "tr-grammar#3.3",
            SpecRef::TrGrammar2_3 => "tr-grammar#2.3",
            SpecRef::TrGrammar3_1 => "tr-grammar#3.1",
            SpecRef::TrellisDaemon3_5 => "trellis-daemon#3.5",
            SpecRef::TrellisDaemon7 => "trellis-daemon#7",
            SpecRef::SoilSyntaxSpec3_2 => "soil-syntax-spec#3.2",
            SpecRef::TrGrammar4_2 => "tr-grammar#4.2",
            SpecRef::SoilSyntaxSpec3_3 => "soil-syntax-spec#3.3",
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
            SpecRef::SoilSyntaxSpec5_9 => "not written yet",
            SpecRef::SoilSyntaxSpec5_10 => "not written yet",
            SpecRef::SoilSyntaxSpec5 => "not written yet",
            SpecRef::SoilSyntaxSpec1 => "not written yet",
            SpecRef::TrellisDaemon5 => "not written yet",
            SpecRef::TrellisDaemon3_1 => "not written yet",
            SpecRef::SoilToml2 => "not written yet",
            SpecRef::SoilToml1 => "not written yet",
            SpecRef::SoilToml3 => "not written yet",
            SpecRef::SoilSyntaxSpec3_4 => "not written yet",
            SpecRef::Soil0Cli8_5 => "not written yet",
            SpecRef::Soil0Cli7 => "not written yet",
            SpecRef::TrellisDaemon6 => "not written yet",
            SpecRef::Design4_6 => "not written yet",
            SpecRef::TrellisDaemon3_7 => "not written yet",
            SpecRef::TrellisDaemon8 => "not written yet",
            SpecRef::Design4_8 => "not written yet",
            SpecRef::LockSchema8 => "not written yet",
            SpecRef::LockSchema1 => "not written yet",
            SpecRef::Soil0Cli1 => "not written yet",
            SpecRef::SoilSyntaxSpec2 => "not written yet",
            SpecRef::SoilSyntaxSpec3_1 => "not written yet",
            SpecRef::TrellisDaemon3_2 => "not written yet",
            SpecRef::SoilSyntaxSpec5_8 => "not written yet",
            SpecRef::SoilSyntaxSpec5_2 => "not written yet",
            SpecRef::SoilSyntaxSpec4 => "not written yet",
            SpecRef::SoilSyntaxSpec5_4 => "not written yet",
            SpecRef::TrGrammar3_6 => "not written yet",
            SpecRef::SoilSyntaxSpec3 => "not written yet",
            SpecRef::Design4_5 => "not written yet",
            SpecRef::Soil0Cli8_6 => "not written yet",
            SpecRef::SoilSyntaxSpec5_1 => "not written yet",
            SpecRef::Design3_8 => "not written yet",
            SpecRef::Design3_15 => "not written yet",
            SpecRef::TrGrammar3_4 => "not written yet",
            SpecRef::SoilToml2_1 => "not written yet",
            SpecRef::TrGrammar3_7 => "not written yet",
            SpecRef::TrGrammar1 => "not written yet",
            SpecRef::TrGrammar3_5 => "not written yet",
            SpecRef::TrGrammar5_2 => "not written yet",
            SpecRef::TrGrammar6 => "not written yet",
            SpecRef::Design3_14 => "not written yet",
            SpecRef::TrGrammar5_1 => "not written yet",
            SpecRef::TrGrammar4_1 => "not written yet",
            SpecRef::TrGrammar3_3 => "not written yet",
            SpecRef::TrGrammar2_3 => "not written yet",
            SpecRef::TrGrammar3_1 => "not written yet",
            SpecRef::TrellisDaemon3_5 => "not written yet",
            SpecRef::TrellisDaemon7 => "not written yet",
            SpecRef::SoilSyntaxSpec3_2 => "not written yet",
            SpecRef::TrGrammar4_2 => "not written yet",
            SpecRef::SoilSyntaxSpec3_3 => "not written yet",
        }
    }
}
