//! Patterns.
//!
//! Spec: `soil-syntax-spec#3.4`.

use super::Parser;
use super::fields::FieldNames;
use crate::soil::syntax::Span;
use crate::soil::syntax::fault::Fallible;
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{FieldPattern, PatternId, PatternKind};

impl Parser<'_> {
    /// `Pattern := Ctor PatAtom? | PatAtom`
    pub(super) fn pattern(&mut self) -> Fallible<PatternId> {
        match self.kind() {
            Kind::Upper => self.ctor_pattern(true),
            _ => self.pattern_atom(),
        }
    }

    /// `Ctor := (UPPER '::')? UPPER`, and a payload where one may stand.
    fn ctor_pattern(&mut self, takes_payload: bool) -> Fallible<PatternId> {
        let start = self.bump();
        let mut name = self.name(start);
        let mut type_name = None;
        if self.take(Kind::Scope) {
            let ctor = self.binder(Kind::Upper, "a constructor after `Type::`")?;
            type_name = Some(std::mem::replace(&mut name, ctor.name));
        }
        let mut span = Span::new(start.start, self.last_end());
        let mut arg = None;
        self.height = 0;
        if takes_payload && self.starts_pattern_atom() {
            let payload = self.nested(Self::pattern_atom)?;
            self.height += 1;
            span = span.to(self.tree[payload].span);
            arg = Some(payload);
        }
        Ok(self.tree.pattern(span, PatternKind::Ctor { type_name, name, arg }))
    }

    fn starts_pattern_atom(&self) -> bool {
        matches!(
            self.kind(),
            Kind::Wild
                | Kind::Lower
                | Kind::Int
                | Kind::Float
                | Kind::Str
                | Kind::Upper
                | Kind::LeftBrace
                | Kind::LeftParen
        )
    }

    /// `PatAtom := '_' | LOWER | INT | FLOAT | STRING | Ctor | RecPat | '(' Pattern ')'`
    fn pattern_atom(&mut self) -> Fallible<PatternId> {
        self.height = 0;
        let span = self.span();
        let kind = match self.kind() {
            Kind::Wild => {
                self.bump();
                PatternKind::Wild
            }
            Kind::Lower => {
                self.bump();
                PatternKind::Bind(self.name(span))
            }
            Kind::Int | Kind::Float | Kind::Str => PatternKind::Lit(self.lit()),
            Kind::Upper => return self.ctor_pattern(false),
            Kind::LeftBrace => return self.nested(Self::record_pattern),
            Kind::LeftParen => return self.parenthesised(Self::pattern),
            _ => return Err(self.expected("a pattern")),
        };
        Ok(self.tree.pattern(span, kind))
    }

    /// `RecPat := '{' FieldPat (',' FieldPat)* (',' '..')? '}'`
    fn record_pattern(&mut self) -> Fallible<PatternId> {
        self.boundary.brackets += 1;
        let start = self.bump();
        let mut fields = Vec::new();
        let mut names = FieldNames::default();
        let mut height = 0;
        let mut open = false;
        loop {
            let what = if fields.is_empty() { "a field name" } else { "a field name or `..`" };
            let field = self.binder(Kind::Lower, what)?;
            names.add(&field)?;
            let mut pattern = None;
            if self.take(Kind::Assign) {
                pattern = Some(self.pattern()?);
                height = height.max(self.height);
            }
            fields.push(FieldPattern { name: field.name, name_span: field.span, pattern });
            if !self.take(Kind::Comma) {
                break;
            }
            if self.take(Kind::Rest) {
                open = true;
                break;
            }
        }
        if self.kind() != Kind::RightBrace {
            let what = if open { "`}` after `..`" } else { "`,` or `}` after the field" };
            return Err(self.expected(what));
        }
        let span = start.to(self.bump());
        self.boundary.brackets -= 1;
        self.height = height + 1;
        Ok(self.tree.pattern(span, PatternKind::Record { fields: fields.into(), open }))
    }
}
