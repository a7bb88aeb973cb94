//! Predicates and their terms.
//!
//! `(` opens either a term or a predicate, so an atom is first read as a comparison, an `is` test
//! or a call; when that fails, the parser goes back to the start of the atom. A failed attempt
//! tells which of the parentheses behind it cannot start a term either, which keeps deeply
//! parenthesised predicates linear.
//!
//! A `-` directly before a number, where a factor may stand, makes the term `0 - n`.
//!
//! Spec: `tr-grammar#2.3`.

use super::Parser;
use super::expr::comparison;
use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::syntax::fault::Fallible;
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{ArithOp, Lit, PredId, PredKind, TermId, TermKind};

impl Parser<'_> {
    /// `Pred := PDisj ('implies' Pred)?`
    pub(super) fn pred(&mut self) -> Fallible<PredId> {
        let lhs = self.pred_or()?;
        if !self.is_word("implies") {
            return Ok(lhs);
        }
        let height = self.height;
        self.chain(height, self.at)?;
        self.nested(|p| {
            p.bump();
            let rhs = p.pred()?;
            p.height = p.height.max(height) + 1;
            let span = p.tree[lhs].span.to(p.tree[rhs].span);
            Ok(p.tree.pred(span, PredKind::Implies { lhs, rhs }))
        })
    }

    /// `PDisj := PConj ('or' PConj)*`
    fn pred_or(&mut self) -> Fallible<PredId> {
        self.pred_chain(Kind::Or, Self::pred_and, |lhs, rhs| PredKind::Or { lhs, rhs })
    }

    /// `PConj := PNegat ('and' PNegat)*`
    fn pred_and(&mut self) -> Fallible<PredId> {
        self.pred_chain(Kind::And, Self::pred_not, |lhs, rhs| PredKind::And { lhs, rhs })
    }

    fn pred_chain(
        &mut self,
        operator: Kind,
        operand: fn(&mut Self) -> Fallible<PredId>,
        node: fn(PredId, PredId) -> PredKind,
    ) -> Fallible<PredId> {
        let mut lhs = operand(self)?;
        let mut height = self.height;
        while self.kind() == operator {
            self.chain(height, self.at)?;
            self.bump();
            self.open += 1;
            let rhs = operand(self)?;
            self.open -= 1;
            height = height.max(self.height) + 1;
            let span = self.tree[lhs].span.to(self.tree[rhs].span);
            lhs = self.tree.pred(span, node(lhs, rhs));
        }
        self.height = height;
        Ok(lhs)
    }

    /// `PNegat := 'not' PNegat | PAtom`
    fn pred_not(&mut self) -> Fallible<PredId> {
        if self.kind() != Kind::Not {
            return self.pred_atom();
        }
        self.nested(|p| {
            let start = p.bump();
            let pred = p.pred_not()?;
            p.height += 1;
            let span = start.to(p.tree[pred].span);
            Ok(p.tree.pred(span, PredKind::Not { pred }))
        })
    }

    /// `PAtom := Test | '(' Pred ')'`
    fn pred_atom(&mut self) -> Fallible<PredId> {
        let start = self.at;
        let is_open = self.kind() == Kind::LeftParen;
        if is_open && start < self.no_term_before {
            return self.parenthesised(Self::pred);
        }
        let mark = self.mark();
        self.term_stop = None;
        let fault = match self.test() {
            Ok(pred) => return Ok(pred),
            Err(fault) => fault,
        };
        if fault.is_limit {
            return Err(fault);
        }
        self.no_term_before = self.term_stop.unwrap_or(self.at);
        self.rewind(mark);
        if is_open {
            return self.parenthesised(Self::pred);
        }
        Err(self.expected("a comparison, an `is` test or a call"))
    }

    /// `Test := PTerm RelOp PTerm | PTerm 'is' (UPPER '::')? UPPER ('(' LOWER ')')? | Call`
    fn test(&mut self) -> Fallible<PredId> {
        let lhs = self.term()?;
        let height = self.height;
        if let Some(op) = comparison(self.kind()) {
            self.chain(height, self.at)?;
            self.bump();
            self.open += 1;
            let rhs = self.term()?;
            self.open -= 1;
            self.height = self.height.max(height) + 1;
            let span = self.tree[lhs].span.to(self.tree[rhs].span);
            return Ok(self.tree.pred(span, PredKind::Cmp { op, lhs, rhs }));
        }
        if self.is_word("is") {
            self.chain(height, self.at)?;
            self.height = height + 1;
            return self.is_test(lhs);
        }
        let span = self.tree[lhs].span;
        match self.tree.terms.pop().map(|term| term.kind) {
            Some(TermKind::Call { name, args }) => {
                Ok(self.tree.pred(span, PredKind::Call { name, args }))
            }
            _ => Err(self.expected("a comparison or `is`")),
        }
    }

    fn is_test(&mut self, scrutinee: TermId) -> Fallible<PredId> {
        self.bump();
        let mut ctor = self.binder(Kind::Upper, "a constructor after `is`")?.name;
        let mut type_name = None;
        if self.take(Kind::Scope) {
            let name = self.binder(Kind::Upper, "a constructor after `Type::`")?.name;
            type_name = Some(std::mem::replace(&mut ctor, name));
        }
        let mut payload = None;
        if self.take(Kind::LeftParen) {
            payload = Some(self.binder(Kind::Lower, "a name for the payload")?);
            self.expect(Kind::RightParen)?;
        }
        let span = Span::new(self.tree[scrutinee].span.start, self.last_end());
        Ok(self.tree.pred(span, PredKind::Is { scrutinee, type_name, ctor, payload }))
    }

    /// `PTerm := PProd (('+' | '-') PProd)*`
    pub(super) fn term(&mut self) -> Fallible<TermId> {
        self.term_chain(Self::term_product, |kind| match kind {
            Kind::Plus => Some(ArithOp::Add),
            Kind::Minus => Some(ArithOp::Sub),
            _ => None,
        })
    }

    /// `PProd := PApp ('*' PApp)*`
    fn term_product(&mut self) -> Fallible<TermId> {
        self.term_chain(Self::term_application, |kind| match kind {
            Kind::Star => Some(ArithOp::Mul),
            _ => None,
        })
    }

    fn term_chain(
        &mut self,
        operand: fn(&mut Self) -> Fallible<TermId>,
        operator: fn(Kind) -> Option<ArithOp>,
    ) -> Fallible<TermId> {
        let mut lhs = operand(self)?;
        let mut height = self.height;
        while let Some(op) = operator(self.kind()) {
            self.chain(height, self.at)?;
            self.bump();
            self.open += 1;
            let rhs = operand(self)?;
            self.open -= 1;
            height = height.max(self.height) + 1;
            let span = self.tree[lhs].span.to(self.tree[rhs].span);
            lhs = self.tree.term(span, TermKind::Arith { op, lhs, rhs });
        }
        self.height = height;
        Ok(lhs)
    }

    /// `PApp := Call | PPrim`, `Call := LOWER PPrim+`
    fn term_application(&mut self) -> Fallible<TermId> {
        if self.kind() == Kind::Minus {
            return self.negative();
        }
        if self.kind() != Kind::Lower || !self.starts_term_prim(self.at + 1) {
            return self.term_prim();
        }
        if !self.starts_term_prim(self.at) {
            return Err(self.expected("a term"));
        }
        self.nested(|p| {
            let start = p.bump();
            let name = p.name(start);
            let mut args = Vec::new();
            let mut height = 0;
            while p.starts_term_prim(p.at) {
                args.push(p.term_prim()?);
                height = height.max(p.height);
            }
            p.height = height + 1;
            let span = args.last().map_or(start, |last| start.to(p.tree[*last].span));
            Ok(p.tree.term(span, TermKind::Call { name, args: args.into() }))
        })
    }

    /// `-` directly before a number: `0 - n`, the zero standing on the sign.
    fn negative(&mut self) -> Fallible<TermId> {
        let zero = match self.kind_at(self.at + 1) {
            Kind::Int => Lit::Int(Name::new_static("0")),
            Kind::Float => Lit::Float(Name::new_static("0.0")),
            _ => return Err(self.expected("a term")),
        };
        self.chain(0, self.at)?;
        let sign = self.bump();
        let lhs = self.tree.term(sign, TermKind::Lit(zero));
        let number = self.span();
        let lit = self.lit();
        let rhs = self.tree.term(number, TermKind::Lit(lit));
        self.height = 1;
        let kind = TermKind::Arith { op: ArithOp::Sub, lhs, rhs };
        Ok(self.tree.term(sign.to(number), kind))
    }

    fn starts_term_prim(&self, index: usize) -> bool {
        match self.kind_at(index) {
            Kind::Int | Kind::Float | Kind::Str | Kind::LeftParen => true,
            Kind::Lower => !matches!(self.text_of(index), "is" | "implies"),
            _ => false,
        }
    }

    /// `PPrim := INT | FLOAT | STRING | LOWER ('.' LOWER)* | '(' PTerm ')'`
    fn term_prim(&mut self) -> Fallible<TermId> {
        self.height = 0;
        let start = self.span();
        let kind = match self.kind() {
            Kind::Int | Kind::Float | Kind::Str => TermKind::Lit(self.lit()),
            Kind::Lower if self.starts_term_prim(self.at) => TermKind::Path(self.access()?),
            Kind::LeftParen => return self.term_in_parentheses(),
            _ => return Err(self.expected("a term")),
        };
        let span = Span::new(start.start, self.last_end());
        Ok(self.tree.term(span, kind))
    }

    fn term_in_parentheses(&mut self) -> Fallible<TermId> {
        self.parenthesised(|p| {
            let inner = p.at;
            let term = p.term()?;
            if p.kind() != Kind::RightParen {
                p.term_stop = Some(inner);
            }
            Ok(term)
        })
    }

    fn is_word(&self, word: &str) -> bool {
        self.kind() == Kind::Lower && self.text_of(self.at) == word
    }

    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            terms: self.tree.terms.len(),
            preds: self.tree.preds.len(),
            open: self.open,
            parens: self.parens,
            brackets: self.boundary.brackets,
        }
    }

    fn rewind(&mut self, mark: Mark) {
        self.at = mark.at;
        self.tree.terms.truncate(mark.terms);
        self.tree.preds.truncate(mark.preds);
        self.open = mark.open;
        self.parens = mark.parens;
        self.boundary.brackets = mark.brackets;
    }
}

/// Where an attempt began.
struct Mark {
    at: usize,
    terms: usize,
    preds: usize,
    open: u32,
    parens: u32,
    brackets: u32,
}
