//! Type declarations of `soil-type` blocks.
//!
//! Spec: `tr-grammar#4.1`.

use super::Parser;
use crate::soil::syntax::Span;
use crate::soil::syntax::fault::Fallible;
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{Binder, FieldDecl, PayloadDecl, TypeBody, VariantDecl};

/// The parts of a declaration, before they are joined with the tree.
pub(super) struct Parts {
    pub(super) span: Span,
    pub(super) name: Binder,
    pub(super) params: Vec<Binder>,
    pub(super) body: TypeBody,
}

impl Parser<'_> {
    /// `TypeDecl := 'type' UPPER LOWER* '=' Body`
    pub(super) fn type_decl(&mut self) -> Fallible<Parts> {
        self.boundary.in_declaration = true;
        if self.kind() != Kind::Lower || self.text_of(self.at) != "type" {
            return Err(self.expected("`type` and a declaration"));
        }
        let start = self.bump();
        let name = self.binder(Kind::Upper, "the name of the type")?;
        let mut params = Vec::new();
        while self.kind() == Kind::Lower {
            params.push(self.binder(Kind::Lower, "a type variable")?);
        }
        if self.kind() != Kind::Assign {
            return Err(self.expected("a type variable or `=`"));
        }
        self.bump();
        let body = self.decl_body()?;
        let span = Span::new(start.start, self.last_end());
        Ok(Parts { span, name, params, body })
    }

    /// `Body := 'opaque' | Fields | '|'? Variant ('|' Variant)* | Type`
    fn decl_body(&mut self) -> Fallible<TypeBody> {
        if self.kind() == Kind::Lower && self.text_of(self.at) == "opaque" {
            self.bump();
            return Ok(TypeBody::Opaque);
        }
        if self.kind() == Kind::LeftBrace {
            return Ok(TypeBody::Record(self.decl_fields()?));
        }
        if self.kind() != Kind::Bar && !(self.kind() == Kind::Upper && self.has_outer_bar()) {
            return Ok(TypeBody::Alias(self.type_()?));
        }
        self.take(Kind::Bar);
        let mut variants = vec![self.decl_variant()?];
        while self.take(Kind::Bar) {
            variants.push(self.decl_variant()?);
        }
        Ok(TypeBody::Sum(variants))
    }

    /// Says whether a bar stands outside all brackets of the rest.
    fn has_outer_bar(&self) -> bool {
        let mut depth = 0_usize;
        self.tokens[self.at..].iter().any(|token| {
            match token.kind {
                Kind::LeftParen | Kind::LeftBrace => depth += 1,
                Kind::RightParen | Kind::RightBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.kind == Kind::Bar
        })
    }

    /// `Variant := UPPER (Type | Fields)?`
    fn decl_variant(&mut self) -> Fallible<VariantDecl> {
        let name = self.binder(Kind::Upper, "a constructor")?;
        let payload = match self.kind() {
            Kind::Bar | Kind::End => PayloadDecl::None,
            Kind::LeftBrace if !self.is_refinement() => PayloadDecl::Record(self.decl_fields()?),
            _ => PayloadDecl::One(self.type_()?),
        };
        Ok(VariantDecl { name, payload })
    }

    /// A refinement has a bar directly inside its braces, an inline record never has.
    fn is_refinement(&self) -> bool {
        let mut depth = 0_usize;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Kind::LeftParen | Kind::LeftBrace => depth += 1,
                Kind::RightParen | Kind::RightBrace if depth <= 1 => return false,
                Kind::RightParen | Kind::RightBrace => depth -= 1,
                Kind::Bar if depth == 1 => return true,
                _ => {}
            }
        }
        false
    }

    /// `Fields := '{' Field (',' Field)* '}'`, `Field := LOWER ':' Type ('ignored' '=' Expr)?`
    fn decl_fields(&mut self) -> Fallible<Vec<FieldDecl>> {
        self.bump();
        let mut fields = Vec::new();
        loop {
            let name = self.binder(Kind::Lower, "a field name")?;
            if self.kind() != Kind::Colon {
                return Err(self.expected("`:` and the type of the field"));
            }
            self.bump();
            let ty = self.type_()?;
            let mut ignored = None;
            if self.kind() == Kind::Lower && self.text_of(self.at) == "ignored" {
                self.bump();
                self.expect(Kind::Assign)?;
                ignored = Some(self.expr()?);
            }
            fields.push(FieldDecl { name, ty, ignored });
            if !self.take(Kind::Comma) {
                break;
            }
        }
        if self.kind() != Kind::RightBrace {
            return Err(self.expected("`,` or `}` after the field"));
        }
        self.bump();
        Ok(fields)
    }
}
