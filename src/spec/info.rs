//! The info string of a fence: `LANG [NAME] [xfail] [@agent]`.
//!
//! Spec: `tr-grammar#1`.

use std::fmt;

use crate::soil::Name;

/// A reserved first word of a fence; every other fence is prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lang {
    /// The declared type of a function.
    SoilSig,
    /// What must hold of the arguments.
    Requires,
    /// What holds of the result.
    Ensures,
    /// Escape hatches, granted by a human.
    Allow,
    /// Expected results.
    Test,
    /// A predicate over all values.
    Property,
    /// A shell session.
    Cram,
    /// An outside implementation to agree with.
    Reference,
    /// A type declaration.
    SoilType,
    /// What holds of every value of a type.
    Invariant,
    /// What a module offers to others.
    Exports,
    /// Decisions that bind a module or the project.
    Decisions,
}

/// Which of the hashes a block belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashClass {
    /// Moves `formal`.
    Formal,
    /// Moves `test`.
    Test,
    /// Hashed entry by entry.
    Decisions,
}

impl Lang {
    /// Every reserved word.
    pub const ALL: [Lang; 12] = [
        Lang::SoilSig,
        Lang::Requires,
        Lang::Ensures,
        Lang::Allow,
        Lang::Test,
        Lang::Property,
        Lang::Cram,
        Lang::Reference,
        Lang::SoilType,
        Lang::Invariant,
        Lang::Exports,
        Lang::Decisions,
    ];

    /// Returns the word of the source.
    pub const fn word(self) -> &'static str {
        match self {
            Lang::SoilSig => "soil-sig",
            Lang::Requires => "requires",
            Lang::Ensures => "ensures",
            Lang::Allow => "allow",
            Lang::Test => "test",
            Lang::Property => "property",
            Lang::Cram => "cram",
            Lang::Reference => "reference",
            Lang::SoilType => "soil-type",
            Lang::Invariant => "invariant",
            Lang::Exports => "exports",
            Lang::Decisions => "decisions",
        }
    }

    /// Looks a word up.
    pub fn from_word(word: &str) -> Option<Lang> {
        Lang::ALL.into_iter().find(|lang| lang.word() == word)
    }

    /// Says whether blocks of this language carry a name, and may expect to fail.
    pub const fn is_named(self) -> bool {
        matches!(self, Lang::Test | Lang::Property | Lang::Cram)
    }

    /// Says which hash a block of this language moves.
    pub const fn class(self) -> HashClass {
        match self {
            Lang::SoilSig
            | Lang::Requires
            | Lang::Ensures
            | Lang::Allow
            | Lang::SoilType
            | Lang::Invariant
            | Lang::Exports => HashClass::Formal,
            Lang::Test | Lang::Property | Lang::Cram | Lang::Reference => HashClass::Test,
            Lang::Decisions => HashClass::Decisions,
        }
    }
}

/// A reserved info string, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The first word.
    pub lang: Lang,
    /// Present exactly for `test`, `property` and `cram`.
    pub name: Option<Name>,
    /// The block is known to fail.
    pub xfail: bool,
    /// The block was written by the agent.
    pub agent: bool,
}

impl Info {
    /// Reads an info string; `None` when its first word is not reserved.
    ///
    /// # Errors
    /// The reserved word with words after it that its grammar does not allow.
    pub fn read(text: &str) -> Option<Result<Info, String>> {
        let mut words = text.split_whitespace();
        let lang = Lang::from_word(words.next()?)?;
        Some(Info::rest(lang, words.peekable()))
    }

    fn rest<'a>(
        lang: Lang,
        mut words: std::iter::Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<Info, String> {
        let word = lang.word();
        let mut info = Info { lang, name: None, xfail: false, agent: false };
        if lang.is_named() {
            match words.peek() {
                Some(name) if *name != "xfail" && !name.starts_with('@') => {
                    info.name = Some(Name::new(name));
                    words.next();
                }
                _ => return Err(format!("a `{word}` block needs a name after its first word")),
            }
            info.xfail = words.next_if_eq(&"xfail").is_some();
        }
        info.agent = words.next_if_eq(&"@agent").is_some();
        match words.next() {
            None => Ok(info),
            Some(extra) if info.agent => {
                Err(format!("found `{extra}` after `@agent`, which must come last"))
            }
            Some("xfail") => Err(format!("a `{word}` block cannot be `xfail`")),
            Some(extra) if lang.is_named() => {
                Err(format!("found `{extra}`, expected `xfail` or `@agent`"))
            }
            Some(extra) => Err(format!("found `{extra}`, but a `{word}` block has no name")),
        }
    }

    /// Returns the identity that locks use: `LANG`, or `LANG NAME`.
    pub fn id(&self) -> String {
        match &self.name {
            Some(name) => format!("{} {name}", self.lang.word()),
            None => self.lang.word().to_owned(),
        }
    }
}

/// The normalised form, which is hashed: single spaces, modifiers included.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.lang.word())?;
        if let Some(name) = &self.name {
            write!(f, " {name}")?;
        }
        if self.xfail {
            f.write_str(" xfail")?;
        }
        if self.agent {
            f.write_str(" @agent")?;
        }
        Ok(())
    }
}
