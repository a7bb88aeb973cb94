//! The parser of the declaration language; every item is tried, so every fault is reported.

use super::lexer::{Kind, Token, tokens};
use super::{
    Body, Case, CodeSet, Decl, Declarations, Field, Name, Payload, Tool, Type, Variant, Word,
};
use crate::Fault;

/// Parses one file and adds what it declares.
pub fn parse(path: &str, text: &str, into: &mut Declarations, faults: &mut Vec<Fault>) {
    let (tokens, strays) = tokens(text);
    for (line, what) in strays {
        faults.push(Fault::new(path, line, what, "remove it"));
    }
    let mut parser = Parser { path, tokens: &tokens, at: 0 };
    loop {
        let doc = parser.docs();
        if parser.peek() == &Kind::End {
            break;
        }
        if let Err(fault) = parser.item(doc, into) {
            faults.push(fault);
            parser.skip_item();
        }
    }
}

struct Parser<'a> {
    path: &'a str,
    tokens: &'a [Token],
    at: usize,
}

type Parsed<T> = Result<T, Fault>;

impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek(&self) -> &Kind {
        &self.token().kind
    }

    fn line(&self) -> usize {
        self.token().line
    }

    fn next(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = self.peek().describe();
        Err(Fault::new(
            self.path,
            self.line(),
            format!("expected {what}, found {found}"),
            "see the syntax at the top of codegen/src/types/mod.rs",
        ))
    }

    fn skip_item(&mut self) {
        self.next();
        while self.peek() != &Kind::End && !(self.token().first && self.starts_item()) {
            self.next();
        }
    }

    fn starts_item(&self) -> bool {
        match self.peek() {
            Kind::Doc(_) => true,
            Kind::Lower(word) => matches!(word.as_str(), "type" | "document" | "tool" | "codes"),
            _ => false,
        }
    }

    fn docs(&mut self) -> Vec<String> {
        let mut doc = Vec::new();
        while let Kind::Doc(line) = self.peek() {
            doc.push(line.clone());
            self.next();
        }
        doc
    }

    fn mark(&mut self, c: char) -> bool {
        let found = self.peek() == &Kind::Mark(c);
        if found {
            self.next();
        }
        found
    }

    fn require(&mut self, c: char) -> Parsed<()> {
        if self.mark(c) { Ok(()) } else { self.expected(&format!("`{c}`")) }
    }

    fn lower(&mut self, what: &str) -> Parsed<Name> {
        let line = self.line();
        match self.peek() {
            Kind::Lower(text) => {
                let name = Name { text: text.clone(), line };
                self.next();
                Ok(name)
            }
            _ => self.expected(what),
        }
    }

    fn upper(&mut self, what: &str) -> Parsed<Name> {
        let line = self.line();
        match self.peek() {
            Kind::Upper(text) => {
                let name = Name { text: text.clone(), line };
                self.next();
                Ok(name)
            }
            _ => self.expected(what),
        }
    }

    fn keyword(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Kind::Lower(text) if text == word);
        if found {
            self.next();
        }
        found
    }

    fn item(&mut self, doc: Vec<String>, into: &mut Declarations) -> Parsed<()> {
        let document = self.keyword("document");
        if document || self.keyword("type") {
            let name = self.upper("a type name")?;
            let mut params = Vec::new();
            while let Kind::Lower(param) = self.peek() {
                params.push(param.clone());
                self.next();
            }
            let first = self.docs();
            self.require('=')?;
            let body = self.body(first)?;
            into.types.push(Decl {
                name: name.text,
                params,
                doc,
                document,
                body,
                path: self.path.to_string(),
                line: name.line,
            });
            Ok(())
        } else if self.keyword("codes") {
            let name = self.lower("the name of a code set")?;
            self.require('=')?;
            let members = self.names("a code")?;
            into.sets.push(CodeSet { name, members, doc, path: self.path.to_string() });
            Ok(())
        } else if self.keyword("tool") {
            self.tool(doc, into)
        } else {
            self.expected("`type`, `document`, `codes` or `tool`")
        }
    }

    fn names(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut names = vec![self.lower(what)?];
        while self.mark(',') {
            names.push(self.lower(what)?);
        }
        Ok(names)
    }

    fn tool(&mut self, doc: Vec<String>, into: &mut Declarations) -> Parsed<()> {
        let name = self.lower("the tool's name")?;
        let mut sides = Vec::new();
        for side in ["input", "output"] {
            if !self.keyword(side) {
                return self.expected(&format!("`{side}`"));
            }
            let first = self.docs();
            let body = self.body(first)?;
            let decl = format!("{}{}", pascal(&name.text), pascal(side));
            into.types.push(Decl {
                name: decl.clone(),
                params: Vec::new(),
                document: false,
                doc: vec![format!("The {side} of `{}`.", name.text)],
                body,
                path: self.path.to_string(),
                line: name.line,
            });
            sides.push(decl);
        }
        let raises = if self.keyword("raises") { self.names("a code")? } else { Vec::new() };
        let hints = if self.keyword("hints") { self.names("a hint")? } else { Vec::new() };
        let output = sides.pop().unwrap_or_default();
        let input = sides.pop().unwrap_or_default();
        let path = self.path.to_string();
        into.tools.push(Tool { name, doc, input, output, raises, hints, path });
        Ok(())
    }

    /// A body; `first` is a doc comment that stood before the `=`.
    fn body(&mut self, first: Vec<String>) -> Parsed<Body> {
        let mut doc = first;
        doc.extend(self.docs());
        match self.peek() {
            Kind::Mark('{') if self.is_keyed() => self.keyed(doc),
            Kind::Mark('{') => Ok(Body::Record(self.fields()?)),
            Kind::Text(_) => self.words(doc),
            Kind::Mark('|') => {
                self.next();
                doc.extend(self.docs());
                if matches!(self.peek(), Kind::Text(_)) {
                    return self.words(doc);
                }
                self.sum(doc)
            }
            Kind::Upper(_) if self.is_sum() => self.sum(doc),
            _ => Ok(Body::Alias(self.ty()?)),
        }
    }

    /// Whether a body without a leading bar is a sum: a record payload follows, or a bar before
    /// the next item.
    fn is_sum(&self) -> bool {
        if self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Mark('{')) {
            return true;
        }
        for token in &self.tokens[self.at..] {
            match &token.kind {
                Kind::Mark('|') => return true,
                Kind::Upper(_) | Kind::Mark('(' | ')') => {}
                Kind::Lower(_) if !token.first => {}
                Kind::Doc(_) if !token.first => {}
                _ => return false,
            }
        }
        false
    }

    fn sum(&mut self, mut doc: Vec<String>) -> Parsed<Body> {
        let mut variants = Vec::new();
        loop {
            doc.extend(self.docs());
            let name = self.upper("a variant")?;
            let payload = match self.peek() {
                Kind::Mark('{') => Payload::Record(self.fields()?),
                Kind::Upper(_) | Kind::Mark('(') => Payload::Type(self.atom()?),
                _ => Payload::None,
            };
            let line = name.line;
            variants.push(Variant { name: name.text, payload, doc, line });
            match self.bar() {
                Some(next) => doc = next,
                None => return Ok(Body::Sum(variants)),
            }
        }
    }

    fn words(&mut self, mut doc: Vec<String>) -> Parsed<Body> {
        let mut words = Vec::new();
        loop {
            doc.extend(self.docs());
            let line = self.line();
            let Kind::Text(text) = self.peek() else { return self.expected("a string") };
            words.push(Word { text: text.clone(), doc, line });
            self.next();
            match self.bar() {
                Some(next) => doc = next,
                None => return Ok(Body::Words(words)),
            }
        }
    }

    /// Whether a record's first key has a string for its type.
    fn is_keyed(&self) -> bool {
        let kind = |n: usize| self.tokens.get(self.at + n).map(|token| &token.kind);
        matches!(kind(1), Some(Kind::Lower(_)))
            && kind(2) == Some(&Kind::Mark(':'))
            && matches!(kind(3), Some(Kind::Text(_)))
    }

    fn keyed(&mut self, mut doc: Vec<String>) -> Parsed<Body> {
        let mut first: Option<String> = None;
        let mut cases = Vec::new();
        loop {
            doc.extend(self.docs());
            self.require('{')?;
            let key = match &first {
                Some(key) => key.clone(),
                None => self.lower("a field")?.text,
            };
            if first.is_some() && !self.keyword(&key) {
                return self.expected(&format!("`{key}`, the key that tells the records apart"));
            }
            self.require(':')?;
            let line = self.line();
            let Kind::Text(text) = self.peek() else { return self.expected("a string") };
            let word = Word { text: text.clone(), doc, line };
            self.next();
            let fields = if self.mark('}') {
                Vec::new()
            } else {
                self.require(',')?;
                self.rest_of_fields()?
            };
            cases.push(Case { word, fields });
            first = Some(key.clone());
            match self.bar() {
                Some(next) => doc = next,
                None => return Ok(Body::Keyed(key, cases)),
            }
        }
    }

    /// Takes a bar with the doc comment before it; leaves a doc comment that no bar follows.
    fn bar(&mut self) -> Option<Vec<String>> {
        let start = self.at;
        let doc = self.docs();
        if self.mark('|') {
            return Some(doc);
        }
        self.at = start;
        None
    }

    fn fields(&mut self) -> Parsed<Vec<Field>> {
        self.require('{')?;
        let at = self.at;
        self.docs();
        if self.mark('}') {
            return Ok(Vec::new());
        }
        self.at = at;
        self.rest_of_fields()
    }

    /// Fields up to and with the closing brace, at least one.
    fn rest_of_fields(&mut self) -> Parsed<Vec<Field>> {
        let mut fields = Vec::new();
        let mut doc = Vec::new();
        loop {
            doc.extend(self.docs());
            let name = self.lower("a field")?;
            let optional = self.mark('?');
            self.require(':')?;
            let ty = self.ty()?;
            fields.push(Field { name: name.text, optional, ty, doc, line: name.line });
            doc = self.docs();
            if !self.mark(',') {
                self.require('}')?;
                return Ok(fields);
            }
        }
    }

    fn ty(&mut self) -> Parsed<Type> {
        let mut ty = self.atom()?;
        if ty.args.is_empty() && ty.name.starts_with(|c: char| c.is_ascii_uppercase()) {
            while matches!(self.peek(), Kind::Upper(_) | Kind::Mark('('))
                || matches!(self.peek(), Kind::Lower(_) if !self.token().first && self.is_variable())
            {
                ty.args.push(self.atom()?);
            }
        }
        Ok(ty)
    }

    /// A lower-case name is a type variable unless it starts the next clause of a tool.
    fn is_variable(&self) -> bool {
        !matches!(self.peek(), Kind::Lower(text)
            if matches!(text.as_str(), "input" | "output" | "raises" | "hints"))
    }

    fn atom(&mut self) -> Parsed<Type> {
        let line = self.line();
        match self.peek() {
            Kind::Upper(text) | Kind::Lower(text) => {
                let name = text.clone();
                self.next();
                Ok(Type { name, args: Vec::new(), line })
            }
            Kind::Mark('(') => {
                self.next();
                let ty = self.ty()?;
                self.require(')')?;
                Ok(ty)
            }
            _ => self.expected("a type"),
        }
    }
}

/// Turns `read_spec` or `bundle-path` into `ReadSpec`, `BundlePath`.
pub fn pascal(name: &str) -> String {
    name.split(['-', '_', '.', '/', ' '])
        .map(|part| {
            let mut chars = part.chars();
            chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
        })
        .collect()
}
