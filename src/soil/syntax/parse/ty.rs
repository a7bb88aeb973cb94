//! Types, rows and refinements.
//!
//! Spec: `soil-syntax-spec#3.2`.

use super::Parser;
use crate::soil::syntax::fault::Fallible;
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{Effect, Row, TypeId, TypeKind};

impl Parser<'_> {
    /// `Type := '(' LOWER ':' Type ')' '->' Result | Applied ('->' Result)?`
    pub(super) fn type_(&mut self) -> Fallible<TypeId> {
        let start = self.span();
        let is_named = self.kind() == Kind::LeftParen
            && self.kind_at(self.at + 1) == Kind::Lower
            && self.kind_at(self.at + 2) == Kind::Colon;
        if is_named {
            return self.nested(|p| {
                let (param, dom) = p.parenthesised(|p| {
                    let param = p.binder(Kind::Lower, "a parameter name")?;
                    p.expect(Kind::Colon)?;
                    Ok((param, p.type_()?))
                })?;
                if p.kind() != Kind::Arrow {
                    return Err(p.expected("`->` after a named parameter"));
                }
                let height = p.height;
                p.bump();
                let (row, cod) = p.result()?;
                p.height = p.height.max(height) + 1;
                let span = start.to(p.tree[cod].span);
                Ok(p.tree.type_(span, TypeKind::Arrow { param: Some(param), dom, row, cod }))
            });
        }
        let dom = self.applied()?;
        if self.kind() != Kind::Arrow {
            return Ok(dom);
        }
        let height = self.height;
        self.chain(height, self.at)?;
        self.nested(|p| {
            p.bump();
            let (row, cod) = p.result()?;
            p.height = p.height.max(height) + 1;
            let span = p.tree[dom].span.to(p.tree[cod].span);
            Ok(p.tree.type_(span, TypeKind::Arrow { param: None, dom, row, cod }))
        })
    }

    /// `Result := Row? Type`, right after an arrow.
    fn result(&mut self) -> Fallible<(Row, TypeId)> {
        let mut row = Row::default();
        while let Some(effect) = self.effect(self.at) {
            if row.effects.contains(effect) {
                return Err(self.expected("an effect that the row does not have yet, or a type"));
            }
            row.effects = row.effects.with(effect);
            self.bump();
        }
        if self.is_type_variable(self.at) && self.starts_type_atom(self.at + 1) {
            let span = self.bump();
            row.var = Some(self.name(span));
        }
        Ok((row, self.type_()?))
    }

    /// Returns the effect that the token spells where a row may stand.
    fn effect(&mut self, index: usize) -> Option<Effect> {
        if self.kind_at(index) != Kind::Lower || self.is_boundary(index) {
            return None;
        }
        effect(self.text_of(index))
    }

    fn is_type_variable(&mut self, index: usize) -> bool {
        self.kind_at(index) == Kind::Lower
            && effect(self.text_of(index)).is_none()
            && !self.is_boundary(index)
    }

    fn starts_type_atom(&mut self, index: usize) -> bool {
        match self.kind_at(index) {
            Kind::Upper | Kind::LeftParen | Kind::LeftBrace => true,
            Kind::Lower => self.is_type_variable(index),
            _ => false,
        }
    }

    /// `Applied := UPPER TypeAtom* | TypeAtom`
    fn applied(&mut self) -> Fallible<TypeId> {
        if self.kind() != Kind::Upper {
            return self.type_atom();
        }
        let start = self.bump();
        let name = self.name(start);
        self.height = 0;
        if !self.starts_type_atom(self.at) {
            return Ok(self.tree.type_(start, TypeKind::Con { name, args: Box::default() }));
        }
        self.nested(|p| {
            let mut args = Vec::new();
            let mut height = 0;
            while p.starts_type_atom(p.at) {
                args.push(p.type_atom()?);
                height = height.max(p.height);
            }
            p.height = height + 1;
            let span = args.last().map_or(start, |last| start.to(p.tree[*last].span));
            Ok(p.tree.type_(span, TypeKind::Con { name, args: args.into() }))
        })
    }

    /// `TypeAtom := UPPER | LOWER | Refined | '(' Type ')'`
    fn type_atom(&mut self) -> Fallible<TypeId> {
        self.height = 0;
        match self.kind() {
            Kind::Upper => {
                let span = self.bump();
                let name = self.name(span);
                Ok(self.tree.type_(span, TypeKind::Con { name, args: Box::default() }))
            }
            Kind::Lower if self.is_type_variable(self.at) => {
                let span = self.bump();
                let name = self.name(span);
                Ok(self.tree.type_(span, TypeKind::Var(name)))
            }
            Kind::LeftBrace => self.refined(),
            Kind::LeftParen => self.parenthesised(Self::type_),
            _ => Err(self.expected("a type")),
        }
    }

    /// `Refined := '{' LOWER ':' Type '|' Pred '}'`
    fn refined(&mut self) -> Fallible<TypeId> {
        self.nested(|p| {
            p.boundary.brackets += 1;
            let start = p.bump();
            let binder = p.binder(Kind::Lower, "the name that the refinement speaks of")?;
            p.expect(Kind::Colon)?;
            let base = p.type_()?;
            let height = p.height;
            p.expect(Kind::Bar)?;
            let pred = p.pred()?;
            p.height = p.height.max(height) + 1;
            let span = start.to(p.expect(Kind::RightBrace)?);
            p.boundary.brackets -= 1;
            Ok(p.tree.type_(span, TypeKind::Refined { binder, base, pred }))
        })
    }
}

/// Returns the effect that a word names.
pub(super) fn effect(word: &str) -> Option<Effect> {
    Effect::ALL.into_iter().find(|effect| effect.word() == word)
}
