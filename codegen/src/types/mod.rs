//! The declaration language of `schemas/*.types`: Soil's type syntax with words, optional fields,
//! code sets and tools.
//!
//! ```text
//! --- A doc comment belongs to what follows it.      -- a plain comment is for maintainers
//! type Spanned a = { span : Span, item : a }         record
//! type Oracle = Reference { path : Utf8 } | Cli Utf8 sum: {"tag":…,"value":…}
//! type Verdict = "pass" | "fail"                     words: JSON strings
//! type Origin = { kind : "file", path : Utf8 }        a record whose first key says which keys
//!             | { kind : "none" }                    follow
//! type Names = List Utf8                             another name for a type
//! type Checks = { holes? : List Hole }               a key that may be absent
//! document Report = { cases : List CaseResult }      a type that is a whole document
//! codes parse-phase = bad-escape, parse-expected     a named set of codes
//! tool read_spec
//!   input  { ref : Utf8 }
//!   output { title : Utf8, text : Utf8 }
//!   raises unknown-spec-ref, parse-phase
//!   hints  read-only, idempotent
//! ```
//!
//! A sum of one variant starts with `|`; without a bar `A B` is another name for a type.

use std::collections::BTreeSet;

pub mod check;
pub mod lexer;
pub mod parser;

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// Upper camel case.
    pub name: String,
    /// Type variables, lower case.
    pub params: Vec<String>,
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// Whether it is a whole document, which gets a JSON Schema of its own.
    pub document: bool,
    /// What it stands for.
    pub body: Body,
    /// The file that declares it.
    pub path: String,
    /// Line of the name.
    pub line: usize,
}

/// What a declared type stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `{ a : T, … }`
    Record(Vec<Field>),
    /// `A { … } | B T | C`
    Sum(Vec<Variant>),
    /// `"a" | "b"`
    Words(Vec<Word>),
    /// `{ k : "a", … } | { k : "b", … }`
    Keyed(String, Vec<Case>),
    /// Another name for a type.
    Alias(Type),
}

/// A key of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The key.
    pub name: String,
    /// Whether the key may be absent.
    pub optional: bool,
    /// What it holds.
    pub ty: Type,
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// Line of the name.
    pub line: usize,
}

/// A variant of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The tag.
    pub name: String,
    /// What stands under `value`.
    pub payload: Payload,
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// Line of the name.
    pub line: usize,
}

/// What a variant carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Nothing; a `value` key is refused.
    None,
    /// One value.
    Type(Type),
    /// An object.
    Record(Vec<Field>),
}

/// The keys that follow one value of the key that tells records apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The value.
    pub word: Word,
    /// The keys after it.
    pub fields: Vec<Field>,
}

/// One of a fixed set of JSON strings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The string.
    pub text: String,
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// Line of the string.
    pub line: usize,
}

/// A type as used: a name applied to arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// A built-in type, a declared type, or a lower-case type variable.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Type>,
    /// Line of the name.
    pub line: usize,
}

/// A name with the line it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// 1-based line.
    pub line: usize,
}

/// A named set of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSet {
    /// Its name.
    pub name: Name,
    /// Codes or names of other sets.
    pub members: Vec<Name>,
    /// Lines of the doc comment.
    pub doc: Vec<String>,
    /// The file that declares it.
    pub path: String,
}

/// A tool that an agent calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The name on the wire.
    pub name: Name,
    /// Lines of the doc comment, which are the tool's description.
    pub doc: Vec<String>,
    /// Name of the input's declaration.
    pub input: String,
    /// Name of the output's declaration.
    pub output: String,
    /// Codes or names of code sets.
    pub raises: Vec<Name>,
    /// `read-only`, `idempotent`, `destructive`, `open-world`.
    pub hints: Vec<Name>,
    /// The file that declares it.
    pub path: String,
}

/// Everything that one or more files declare.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// Types in file and declaration order, those of the tools included.
    pub types: Vec<Decl>,
    /// Code sets.
    pub sets: Vec<CodeSet>,
    /// Tools.
    pub tools: Vec<Tool>,
}

impl Declarations {
    /// Finds a type by name.
    pub fn find(&self, name: &str) -> Option<&Decl> {
        self.types.iter().find(|decl| decl.name == name)
    }

    /// Returns the types that an agent writes: reached from the input of a tool.
    ///
    /// For them a bare string stands for a variant without payload, and an absent key for `None`.
    pub fn lenient(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut open: Vec<String> = self.tools.iter().map(|tool| tool.input.clone()).collect();
        while let Some(name) = open.pop() {
            if let Some(decl) = self.find(&name)
                && found.insert(name)
            {
                let mut types = decl.body.types();
                while let Some(ty) = types.pop() {
                    open.push(ty.name.clone());
                    types.extend(&ty.args);
                }
            }
        }
        found
    }
}

impl Body {
    /// Returns every type that the body uses, top level only.
    pub fn types(&self) -> Vec<&Type> {
        match self {
            Body::Alias(ty) => vec![ty],
            Body::Words(_) => Vec::new(),
            Body::Keyed(_, cases) => {
                cases.iter().flat_map(|case| of_fields(&case.fields)).collect()
            }
            Body::Record(fields) => of_fields(fields),
            Body::Sum(variants) => variants
                .iter()
                .flat_map(|variant| match &variant.payload {
                    Payload::None => Vec::new(),
                    Payload::Type(ty) => vec![ty],
                    Payload::Record(fields) => of_fields(fields),
                })
                .collect(),
        }
    }
}

fn of_fields(fields: &[Field]) -> Vec<&Type> {
    fields.iter().map(|field| &field.ty).collect()
}

/// A type that needs no declaration, with the number of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// As written in a schema.
    pub name: &'static str,
    /// Arguments.
    pub arity: usize,
    /// The Rust type.
    pub rust: &'static str,
}

/// The types that need no declaration.
pub const BUILTINS: [Builtin; 10] = [
    Builtin { name: "Bool", arity: 0, rust: "bool" },
    Builtin { name: "Dict", arity: 1, rust: "BTreeMap" },
    Builtin { name: "I64", arity: 0, rust: "i64" },
    Builtin { name: "Json", arity: 0, rust: "Json" },
    Builtin { name: "List", arity: 1, rust: "Vec" },
    Builtin { name: "Nullable", arity: 1, rust: "Nullable" },
    Builtin { name: "Option", arity: 1, rust: "Option" },
    Builtin { name: "U32", arity: 0, rust: "u32" },
    Builtin { name: "U64", arity: 0, rust: "u64" },
    Builtin { name: "Utf8", arity: 0, rust: "String" },
];

/// Finds a built-in type.
pub fn builtin(name: &str) -> Option<Builtin> {
    BUILTINS.into_iter().find(|builtin| builtin.name == name)
}
