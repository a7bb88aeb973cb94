//! Tokens to trees: one function a production, the first fault ends the parse.
//!
//! Comes in: a [`SourceFile`], whole or a region of it. Goes out: a tree whose spans count from
//! the start of the whole text, or one diagnostic. The region forms serve the blocks of
//! specifications, so that no second parser exists.
//!
//! Two limits keep hostile input harmless: [`MAX_DEPTH`] bounds trees, and every recursive
//! production goes through [`deep`].
//!
//! Spec: `soil-syntax-spec#2`, `soil-syntax-spec#3`.

mod boundary;
mod decl;
mod def;
mod expr;
mod fields;
mod habit;
mod pattern;
mod pred;
mod ty;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::fault::{Fallible, Fault};
use crate::soil::syntax::token::{Kind, Token};
use crate::soil::syntax::tree::{
    Binder, File, PredId, Rooted, Signature, TermId, Tree, TypeDecl, TypeId,
};
use crate::soil::syntax::{MAX_DEPTH, SourceFile, Span, deep, lex};

/// What a file's name says about its definitions.
///
/// Spec: `soil-syntax-spec#2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Exactly one definition with a LOWER name.
    Ordinary,
    /// `_private.soil`: any number of definitions with HIDDEN names.
    Private,
}

impl Role {
    /// Reads the role off the last component of a path.
    pub fn of_path(path: &str) -> Role {
        match path.rsplit('/').next() {
            Some("_private.soil") => Role::Private,
            _ => Role::Ordinary,
        }
    }
}

/// Parses a `.soil` file.
///
/// Spec: `soil0-cli#8.2`.
pub fn file(source: &SourceFile, role: Role) -> Result<File, Diagnostic> {
    let whole = 0..source.text().len() as u32;
    run(source, whole, |parser| parser.file(role)).map(|(tree, defs)| File { tree, defs })
}

/// Parses a lone signature `name : type`.
pub fn signature(source: &SourceFile, region: Range<u32>) -> Result<Signature, Diagnostic> {
    let (tree, (name, sig)) = run(source, region, Parser::lone_signature)?;
    Ok(Signature { tree, name, sig })
}

/// Parses a lone type.
pub fn type_(source: &SourceFile, region: Range<u32>) -> Result<Rooted<TypeId>, Diagnostic> {
    let (tree, root) = run(source, region, Parser::type_)?;
    Ok(Rooted { tree, root })
}

/// Parses a lone predicate.
///
/// Spec: `tr-grammar#2.3`.
pub fn predicate(source: &SourceFile, region: Range<u32>) -> Result<Rooted<PredId>, Diagnostic> {
    let (tree, root) = run(source, region, Parser::pred)?;
    Ok(Rooted { tree, root })
}

/// Parses a lone predicate term.
pub fn term(source: &SourceFile, region: Range<u32>) -> Result<Rooted<TermId>, Diagnostic> {
    let (tree, root) = run(source, region, Parser::term)?;
    Ok(Rooted { tree, root })
}

/// Parses a type declaration `type Name a = body`, as `soil-type` blocks hold it.
///
/// Spec: `tr-grammar#4.1`.
pub fn type_decl(source: &SourceFile, region: Range<u32>) -> Result<TypeDecl, Diagnostic> {
    let (tree, parsed) = run(source, region, Parser::type_decl)?;
    let decl::Parts { span, name, params, body } = parsed;
    Ok(TypeDecl { tree, span, name, params, body })
}

/// Runs one production over a region and demands that it takes all of it.
fn run<'a, T>(
    source: &'a SourceFile,
    region: Range<u32>,
    production: impl FnOnce(&mut Parser<'a>) -> Fallible<T>,
) -> Result<(Tree, T), Diagnostic> {
    let parse = || {
        let mut parser = Parser::new(source.text(), region)?;
        let parsed = production(&mut parser)?;
        if parser.kind() != Kind::End {
            return Err(parser.expected("the end of the text"));
        }
        Ok((parser.tree, parsed))
    };
    parse().map_err(|fault: Box<Fault>| fault.report(source))
}

struct Parser<'a> {
    text: &'a str,
    /// The tokens of the region and one [`Kind::End`].
    tokens: Vec<Token>,
    at: usize,
    tree: Tree,
    boundary: boundary::Boundary<'a>,
    /// Open nodes above the current production.
    open: u32,
    /// Open parentheses that leave no node.
    parens: u32,
    /// The height of the subtree that was completed last; 0 for a leaf.
    height: u32,
    /// Tokens before this one that open a parenthesis are known to start no predicate term.
    no_term_before: usize,
    /// Where the term starts whose closing parenthesis the current attempt missed.
    term_stop: Option<usize>,
    /// Names too long to be stored inline share their bytes.
    long_names: FxHashMap<&'a str, Name>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, region: Range<u32>) -> Fallible<Self> {
        let end = Span::new(region.end, region.end);
        let mut tokens = lex::region(text, region)?;
        tokens.push(Token { kind: Kind::End, span: end });
        Ok(Parser {
            text,
            tokens,
            at: 0,
            tree: Tree::default(),
            boundary: boundary::Boundary::default(),
            open: 0,
            parens: 0,
            height: 0,
            no_term_before: 0,
            term_stop: None,
            long_names: FxHashMap::default(),
        })
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    /// Looks ahead; past the end everything is [`Kind::End`].
    fn kind_at(&self, index: usize) -> Kind {
        self.tokens.get(index).map_or(Kind::End, |token| token.kind)
    }

    fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// Returns the end of the token before the current one.
    fn last_end(&self) -> u32 {
        self.tokens[self.at.saturating_sub(1)].span.end
    }

    fn text_of(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| self.slice(token.span))
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Steps over the current token and returns its place; the end is never passed.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn take(&mut self, kind: Kind) -> bool {
        let is_there = self.kind() == kind;
        if is_there {
            self.bump();
        }
        is_there
    }

    fn expect(&mut self, kind: Kind) -> Fallible<Span> {
        if self.kind() == kind {
            return Ok(self.bump());
        }
        Err(self.expected(&describe_kind(kind)))
    }

    /// Interns the text of a token.
    fn name(&mut self, span: Span) -> Name {
        let text = self.slice(span);
        if text.len() <= INLINE {
            return Name::new_inline(text);
        }
        self.long_names.entry(text).or_insert_with(|| Name::new(text)).clone()
    }

    /// Takes a token that binds a name.
    fn binder(&mut self, kind: Kind, what: &str) -> Fallible<Binder> {
        if self.kind() != kind {
            return Err(self.expected(what));
        }
        let span = self.bump();
        Ok(Binder { span, name: self.name(span) })
    }

    /// Opens a node at the current token, runs what is below it and closes it.
    fn nested<T>(&mut self, below: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        if self.open >= MAX_DEPTH {
            return Err(self.too_deep(self.at));
        }
        self.open += 1;
        let parsed = deep(|| below(self))?;
        self.open -= 1;
        Ok(parsed)
    }

    /// Runs what stands between an open parenthesis, already the current token, and its partner.
    fn parenthesised<T>(&mut self, inner: impl FnOnce(&mut Self) -> Fallible<T>) -> Fallible<T> {
        if self.parens >= MAX_DEPTH {
            return Err(self.too_deep(self.at));
        }
        self.parens += 1;
        self.boundary.brackets += 1;
        self.bump();
        let parsed = deep(|| inner(self))?;
        self.expect(Kind::RightParen)?;
        self.boundary.brackets -= 1;
        self.parens -= 1;
        Ok(parsed)
    }

    /// Puts a node of a left-nested chain on top of the last subtree; `operator` is to blame.
    fn chain(&mut self, height: u32, operator: usize) -> Fallible<()> {
        if self.open + height >= MAX_DEPTH {
            return Err(self.too_deep(operator));
        }
        Ok(())
    }

    fn too_deep(&self, index: usize) -> Box<Fault> {
        let message = format!(
            "expected at most {MAX_DEPTH} nested constructs, found one more at {}",
            self.describe(index)
        );
        let mut fault = Fault::new(Code::ParseExpected, self.tokens[index].span, message);
        fault.is_limit = true;
        fault.note("move the inner part into a definition of its own")
    }

    /// Makes the fault of a token that does not fit, with a hint where a habit is recognised.
    fn expected(&self, what: &str) -> Box<Fault> {
        self.expected_at(self.at, what)
    }

    fn expected_at(&self, index: usize, what: &str) -> Box<Fault> {
        let message = format!("expected {what}, found {}", self.describe(index));
        let fault = Fault::new(Code::ParseExpected, self.tokens[index].span, message);
        match self.habit(index, what) {
            Some(note) => fault.note(note),
            None => fault,
        }
    }

    fn describe(&self, index: usize) -> String {
        let text = self.text_of(index);
        match self.kind_at(index) {
            Kind::End => "the end of the text".to_owned(),
            Kind::Str if text.len() > 40 || text.contains('\n') => "a string".to_owned(),
            Kind::Str => format!("the string {text}"),
            kind if kind.is_keyword() => format!("the keyword `{text}`"),
            _ if text.len() > 60 => format!("`{}…`", text.get(..60).unwrap_or_default()),
            _ => format!("`{text}`"),
        }
    }
}

/// The longest text that [`Name`] stores without allocating.
const INLINE: usize = 23;

fn describe_kind(kind: Kind) -> String {
    match kind.fixed() {
        Some(fixed) => format!("`{fixed}`"),
        None => format!("{kind:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soil::syntax::tree::{ExprKind, PredKind, TypeKind};

    fn parse(text: &str) -> Result<File, String> {
        let source = SourceFile::new("f.soil", text);
        file(&source, Role::Ordinary).map_err(|found| {
            let span = found.span.expect("a parse fault has a place");
            let place = &text[span.start as usize..span.end as usize];
            format!("{} `{place}`@{} {}", found.code.as_str(), span.start, found.message)
        })
    }

    fn fault(text: &str) -> String {
        parse(text).map(|_| String::new()).unwrap_err()
    }

    #[test]
    fn the_boundary_rule_ends_types_and_arguments() {
        let file = parse("f : List a\nf x = x").expect("parses");
        let TypeKind::Con { args, .. } = &file.tree[file.defs[0].sig].kind else { panic!() };
        assert_eq!(args.len(), 1);
        assert!(fault("f : List (f)\nf x = g x\nh : I64").contains("expected"));
        assert!(parse("f : I64 -> I64\ndecreases n\nf n = (f n : I64)").is_ok());
        let private = "_a : I64\n_a = b c\n_d : I64\n_d = 1";
        let source = SourceFile::new("_private.soil", private);
        assert_eq!(super::file(&source, Role::Private).expect("parses").defs.len(), 2);
    }

    #[test]
    fn predicates_backtrack_over_parentheses() {
        for text in ["(a + b) > c", "(a > b) and p x", "((a) + b) is Some(x)", "((f x))"] {
            let source = SourceFile::new("p", text);
            assert!(predicate(&source, 0..text.len() as u32).is_ok(), "{text}");
        }
        let text = "x > -1";
        let pred = predicate(&SourceFile::new("p", text), 0..6).expect("parses");
        assert!(matches!(pred.tree[pred.root].kind, PredKind::Cmp { .. }));
        let text = "(a + b) >";
        let found = predicate(&SourceFile::new("p", text), 0..9).expect_err("incomplete");
        assert_eq!(found.span.map(|span| span.start), Some(1));
    }

    #[test]
    fn and_binds_or_connects() {
        let file = parse("f : Bool\nf = let a = b and c and d = e in a and d").expect("parses");
        let ExprKind::Let { bindings, .. } = &file.tree[file.defs[0].body].kind else { panic!() };
        assert_eq!(bindings.len(), 2);
    }

    #[test]
    fn depth_is_bounded_without_overflowing_a_small_stack() {
        let body = |open: &str, inner: &str, close: &str, count: usize| {
            let text = format!("f : I64\nf = {}{inner}{}", open.repeat(count), close.repeat(count));
            parse(&text).map(|_| ())
        };
        let limit = MAX_DEPTH as usize;
        for (open, inner, close) in [
            ("(", "x", ")"),
            ("- ", "x", ""),
            ("g (", "x", ")"),
            ("let x = 1 in ", "x", ""),
            ("{ a = ", "x", " }"),
            ("", "x", " + x"),
            ("", "x", " x"),
            ("match x with | _ -> ", "x", ""),
        ] {
            assert!(body(open, inner, close, limit).is_ok(), "{open}{inner}{close}");
            let fault = body(open, inner, close, limit + 1).expect_err("too deep");
            assert!(fault.starts_with("parse-expected"), "{fault}");
            assert!(body(open, inner, close, 200_000).is_err());
        }
        let types = format!("f : {}a\nf = 1", "(".repeat(300_000));
        assert!(fault(&types).contains("nested"));
        let preds = format!("f : {{v : I64 | {}v > 1}}\nf = 1", "(".repeat(300_000));
        assert!(fault(&preds).contains("nested"));
    }

    #[test]
    fn long_runs_of_names_are_scanned_once() {
        let text = format!("f : I64 -> I64\nf x = g {} ->", "a ".repeat(1900));
        assert!(fault(&text).contains("found `->`"));
        let params = format!("f : I64\nf {} = 1", "a ".repeat(300_000));
        assert!(parse(&params).is_ok());
    }
}
