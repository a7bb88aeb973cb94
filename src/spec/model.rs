//! A parsed specification: what later rooms read.

use std::ops::Range;
use std::sync::Arc;

use crate::soil::Name;
use crate::soil::syntax::tree::{self, PredId, Tree, TypeId, TypeKind};
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::hash::Hashes;
use crate::spec::info::{Info, Lang};

/// What a specification file describes; inferred from its name and blocks, never declared.
///
/// Spec: `tr-grammar#1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A function, `name.tr`.
    Function,
    /// A type, with a `soil-type` block.
    Type,
    /// A module header, `_module.tr`.
    Module,
    /// The project header, `_project.tr` beside `soil.toml`.
    Project,
}

impl Kind {
    /// Returns the word that locks and tables use.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Function => "function",
            Kind::Type => "type",
            Kind::Module => "module",
            Kind::Project => "project",
        }
    }

    /// Looks the word of a lock up.
    pub fn from_word(word: &str) -> Option<Kind> {
        [Kind::Function, Kind::Type, Kind::Module, Kind::Project]
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

/// One valid specification.
#[derive(Clone, Debug)]
pub struct Spec {
    /// Definition path: below the root, `/`-separated, without extension.
    pub path: Arc<str>,
    /// The whole file; its name is the root-relative path with extension.
    pub source: SourceFile,
    /// What the file describes.
    pub kind: Kind,
    /// The `name` of the frontmatter.
    pub name: Name,
    /// Where that value stands.
    pub name_span: Span,
    /// Tags with their places, in order.
    pub tags: Vec<(Name, Span)>,
    /// Length of the frontmatter in bytes, closing line included.
    pub frontmatter: u32,
    /// Reserved blocks in document order.
    pub blocks: Vec<Block>,
    /// Code spans of the prose, in document order: the names that it mentions.
    pub code_spans: Vec<(String, Span)>,
    /// The three hashes of the file.
    pub hashes: Hashes,
}

/// One reserved block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its info string.
    pub info: Info,
    /// From the opening fence through the line end of the closing one.
    pub span: Span,
    /// The bytes between the fences.
    pub content: Span,
    /// What it says.
    pub payload: Payload,
}

/// What a block says, by language.
#[derive(Clone, Debug)]
pub enum Payload {
    /// `soil-sig`
    Signature(Signature),
    /// `requires`, `ensures` and `invariant`: at least one, labels unique.
    Clauses(Vec<Clause>),
    /// `allow`, in order.
    Allow(Vec<Hatch>),
    /// `test`
    Test(Test),
    /// `property`
    Property(Property),
    /// `cram`
    Cram(Cram),
    /// `reference`
    Reference(Reference),
    /// `soil-type`
    Type(Arc<tree::TypeDecl>),
    /// `exports`, in order.
    Exports(Vec<Export>),
    /// `decisions`: at least one, labels unique, in order.
    Decisions(Vec<Decision>),
}

/// A declared signature.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The parsed text.
    pub sig: Arc<tree::Signature>,
    /// From the name to the end of the type.
    pub span: Span,
}

impl Signature {
    /// Lists the arrows of the spine with their parts, outermost first.
    pub fn arrows(&self) -> impl Iterator<Item = (Option<&tree::Binder>, TypeId, &tree::Row)> {
        let mut at = self.sig.sig;
        std::iter::from_fn(move || match &self.sig.tree[at].kind {
            TypeKind::Arrow { param, dom, row, cod } => {
                at = *cod;
                Some((param.as_ref(), *dom, row))
            }
            _ => None,
        })
    }

    /// Returns the type after the last arrow.
    pub fn result(&self) -> TypeId {
        let mut at = self.sig.sig;
        while let TypeKind::Arrow { cod, .. } = &self.sig.tree[at].kind {
            at = *cod;
        }
        at
    }

    /// Lists the parameter names when every parameter has one.
    pub fn param_names(&self) -> Option<Vec<Name>> {
        self.arrows().map(|(param, ..)| param.map(|binder| binder.name.clone())).collect()
    }
}

/// A predicate with its tree; several may share one.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// The nodes.
    pub tree: Arc<Tree>,
    /// The root.
    pub pred: PredId,
    /// Where the text stands.
    pub span: Span,
}

/// One line `label: predicate`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Trimmed, not empty, may hold spaces.
    pub label: Name,
    /// The label's place.
    pub label_span: Span,
    /// What must hold.
    pub predicate: Predicate,
    /// The predicate as written, trimmed.
    pub text: String,
}

/// An escape hatch that a human granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hatch {
    /// `partial`
    Partial,
    /// `unsafe`
    Unsafe,
    /// `ffi-raw`
    FfiRaw,
}

impl Hatch {
    /// Every hatch.
    pub const ALL: [Hatch; 3] = [Hatch::Partial, Hatch::Unsafe, Hatch::FfiRaw];

    /// Returns the word of the source.
    pub const fn word(self) -> &'static str {
        match self {
            Hatch::Partial => "partial",
            Hatch::Unsafe => "unsafe",
            Hatch::FfiRaw => "ffi-raw",
        }
    }
}

/// A JSON value as written; well formed, not yet of any type.
#[derive(Clone, Debug)]
pub struct Json {
    /// The text without surrounding blanks.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A `test` block.
#[derive(Clone, Debug)]
pub struct Test {
    /// The `with` lines, names unique.
    pub binds: Vec<Bind>,
    /// At least one.
    pub cases: Vec<Case>,
}

/// `with NAME = CTOR JSON…`
#[derive(Clone, Debug)]
pub struct Bind {
    /// What the cases call it.
    pub name: Name,
    /// The name's place.
    pub name_span: Span,
    /// The builtin that makes it.
    pub ctor: Name,
    /// The builtin's place.
    pub ctor_span: Span,
    /// What the builtin is given.
    pub args: Vec<Json>,
}

/// `(ARG, …) => OUTCOME`
#[derive(Clone, Debug)]
pub struct Case {
    /// The whole line, trimmed.
    pub span: Span,
    /// In order; may be empty.
    pub args: Vec<Arg>,
    /// What comes out.
    pub expect: Expect,
}

/// An argument of a case.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A literal.
    Json(Json),
    /// The name of a `with` line.
    Binding {
        /// The name.
        name: Name,
        /// Its place.
        span: Span,
    },
}

/// The outcome that a case expects.
#[derive(Clone, Debug)]
pub enum Expect {
    /// A value.
    Value(Json),
    /// A panic, with the place of the word.
    Panic(Span),
}

/// A `property` block.
#[derive(Clone, Debug)]
pub struct Property {
    /// At least one, names unique.
    pub binders: Vec<Forall>,
    /// What must hold for all of them.
    pub predicate: Predicate,
    /// The predicate as written, its lines joined by single spaces.
    pub text: String,
}

/// `forall NAME : TYPE [where FILTER]`
#[derive(Clone, Debug)]
pub struct Forall {
    /// What the predicate calls it.
    pub name: Name,
    /// The name's place.
    pub name_span: Span,
    /// The nodes of the type.
    pub tree: Arc<Tree>,
    /// The type.
    pub ty: TypeId,
    /// Where the type stands.
    pub ty_span: Span,
    /// The filter; parsed, but refused when the property runs.
    pub filter: Option<Predicate>,
}

/// A `cram` block.
#[derive(Clone, Debug)]
pub struct Cram {
    /// Files to write before the first step: relative path and content.
    pub fixtures: Vec<Fixture>,
    /// At least one.
    pub steps: Vec<Step>,
}

/// `with file "PATH" = "CONTENT"`
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Relative, without `..`.
    pub path: String,
    /// What the file holds.
    pub content: String,
    /// The whole line.
    pub span: Span,
}

/// A command with what it must print.
#[derive(Clone, Debug)]
pub struct Step {
    /// The shell text after `$ `.
    pub command: String,
    /// The command's line.
    pub span: Span,
    /// Expected standard output, each line with its line end.
    pub output: String,
    /// Expected exit status.
    pub status: i32,
}

/// A `reference` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// `relpath::symbol`, a Python function below the root.
    Python {
        /// Root-relative, without `..`.
        path: String,
        /// The function.
        symbol: String,
    },
    /// `cli COMMAND…`
    Cli {
        /// The words, single spaces between them.
        command: String,
    },
}

impl Reference {
    /// Returns the normalised line: `ref/text.py::word_count`, `cli wc -w`.
    pub fn line(&self) -> String {
        match self {
            Reference::Python { path, symbol } => format!("{path}::{symbol}"),
            Reference::Cli { command } => format!("cli {command}"),
        }
    }
}

/// One line of `exports`.
#[derive(Clone, Debug)]
pub struct Export {
    /// What is offered.
    pub what: Exported,
    /// The name.
    pub name: Name,
    /// The name's place.
    pub span: Span,
}

/// How something is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    /// A function.
    Function,
    /// A type with its shape.
    Type,
    /// A type without its shape.
    Abstract,
}

/// One entry of `decisions`.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Its identity in its scope.
    pub label: Name,
    /// The label's place.
    pub label_span: Span,
    /// What was decided, trimmed.
    pub text: String,
    /// What was rejected, each without its `rejected:`, trimmed.
    pub rejected: Vec<String>,
    /// Hash of the entry's lines.
    pub hash: crate::spec::digest::Digest,
    /// From the label line to the last line of the entry, blank lines included.
    pub span: Span,
}

impl Spec {
    /// Returns the text of a span of this file.
    pub fn text(&self, span: Span) -> &str {
        &self.source.text()[span.start as usize..span.end as usize]
    }

    /// Returns the directory part of the path; empty at the top of the root.
    pub fn module(&self) -> &str {
        module_of(&self.path)
    }

    /// Returns the declared signature.
    pub fn signature(&self) -> Option<&Signature> {
        self.find(|payload| match payload {
            Payload::Signature(signature) => Some(signature),
            _ => None,
        })
    }

    /// Returns the block of a language that occurs at most once.
    pub fn block(&self, lang: Lang) -> Option<&Block> {
        self.blocks.iter().find(|block| block.info.lang == lang)
    }

    /// Lists the `requires` clauses.
    pub fn requires(&self) -> &[Clause] {
        self.clauses(Lang::Requires)
    }

    /// Lists the `ensures` clauses.
    pub fn ensures(&self) -> &[Clause] {
        self.clauses(Lang::Ensures)
    }

    /// Lists the `invariant` clauses.
    pub fn invariants(&self) -> &[Clause] {
        self.clauses(Lang::Invariant)
    }

    fn clauses(&self, lang: Lang) -> &[Clause] {
        match self.block(lang).map(|block| &block.payload) {
            Some(Payload::Clauses(clauses)) => clauses,
            _ => &[],
        }
    }

    /// Lists the `test` blocks in document order.
    pub fn tests(&self) -> impl Iterator<Item = (&Block, &Test)> {
        self.blocks.iter().filter_map(|block| match &block.payload {
            Payload::Test(test) => Some((block, test)),
            _ => None,
        })
    }

    /// Lists the `property` blocks in document order.
    pub fn properties(&self) -> impl Iterator<Item = (&Block, &Property)> {
        self.blocks.iter().filter_map(|block| match &block.payload {
            Payload::Property(property) => Some((block, property)),
            _ => None,
        })
    }

    /// Lists the `cram` blocks in document order.
    pub fn crams(&self) -> impl Iterator<Item = (&Block, &Cram)> {
        self.blocks.iter().filter_map(|block| match &block.payload {
            Payload::Cram(cram) => Some((block, cram)),
            _ => None,
        })
    }

    /// Returns the outside implementation to agree with.
    pub fn reference(&self) -> Option<&Reference> {
        self.find(|payload| match payload {
            Payload::Reference(reference) => Some(reference),
            _ => None,
        })
    }

    /// Lists the granted escape hatches in order.
    pub fn hatches(&self) -> &[Hatch] {
        match self.block(Lang::Allow).map(|block| &block.payload) {
            Some(Payload::Allow(hatches)) => hatches,
            _ => &[],
        }
    }

    /// Returns the declared type.
    pub fn type_decl(&self) -> Option<&Arc<tree::TypeDecl>> {
        self.find(|payload| match payload {
            Payload::Type(decl) => Some(decl),
            _ => None,
        })
    }

    /// Lists what a module header exports.
    pub fn exports(&self) -> &[Export] {
        match self.block(Lang::Exports).map(|block| &block.payload) {
            Some(Payload::Exports(exports)) => exports,
            _ => &[],
        }
    }

    /// Lists the decisions of a header.
    pub fn decisions(&self) -> &[Decision] {
        match self.block(Lang::Decisions).map(|block| &block.payload) {
            Some(Payload::Decisions(decisions)) => decisions,
            _ => &[],
        }
    }

    /// Lists the parts of the file that are prose: neither frontmatter nor reserved block.
    pub fn prose(&self) -> impl Iterator<Item = Range<usize>> {
        let end = self.source.text().len();
        let starts =
            std::iter::once(self.frontmatter).chain(self.blocks.iter().map(|block| block.span.end));
        let ends = self.blocks.iter().map(|block| block.span.start as usize);
        starts.map(|start| start as usize).zip(ends.chain([end])).map(|(start, end)| start..end)
    }

    fn find<'a, T>(&'a self, pick: impl Fn(&'a Payload) -> Option<T>) -> Option<T> {
        self.blocks.iter().find_map(|block| pick(&block.payload))
    }
}

/// Returns the directory part of a definition path; empty at the top of the root.
pub fn module_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(module, _)| module)
}

/// Returns the last part of a definition path.
pub fn stem_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, stem)| stem)
}
