//! Expressions: one loop climbs the operator levels, keyword forms extend as far as they can.
//!
//! Spec: `soil-syntax-spec#3.3`, `soil-syntax-spec#4`.

use super::Parser;
use super::fields::FieldNames;
use crate::contract::Code;
use crate::soil::syntax::fault::{Fallible, Fault};
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{
    ArithOp, Arm, Binding, CmpOp, ExprId, ExprKind, FieldSet, Lit, Path,
};
use crate::soil::syntax::{Span, lex};

/// The levels of `soil-syntax-spec#4`; a higher one binds tighter.
mod level {
    pub(super) const OR: u8 = 1;
    pub(super) const AND: u8 = 2;
    pub(super) const NOT: u8 = 3;
    pub(super) const CMP: u8 = 4;
    pub(super) const SUM: u8 = 5;
    pub(super) const PROD: u8 = 6;
    pub(super) const MINUS: u8 = 7;
}

#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Cmp(CmpOp),
    Arith(ArithOp),
}

impl Infix {
    const fn of(kind: Kind) -> Option<(u8, Infix)> {
        Some(match kind {
            Kind::Or => (level::OR, Infix::Or),
            Kind::And => (level::AND, Infix::And),
            Kind::Plus => (level::SUM, Infix::Arith(ArithOp::Add)),
            Kind::Minus => (level::SUM, Infix::Arith(ArithOp::Sub)),
            Kind::Star => (level::PROD, Infix::Arith(ArithOp::Mul)),
            Kind::Slash => (level::PROD, Infix::Arith(ArithOp::Div)),
            Kind::Percent => (level::PROD, Infix::Arith(ArithOp::Mod)),
            _ => match comparison(kind) {
                Some(op) => (level::CMP, Infix::Cmp(op)),
                None => return None,
            },
        })
    }

    fn node(self, lhs: ExprId, rhs: ExprId) -> ExprKind {
        match self {
            Infix::Or => ExprKind::Or { lhs, rhs },
            Infix::And => ExprKind::And { lhs, rhs },
            Infix::Cmp(op) => ExprKind::Cmp { op, lhs, rhs },
            Infix::Arith(op) => ExprKind::Arith { op, lhs, rhs },
        }
    }
}

/// Returns the comparison that a token writes.
pub(super) const fn comparison(kind: Kind) -> Option<CmpOp> {
    Some(match kind {
        Kind::Equal => CmpOp::Eq,
        Kind::NotEqual => CmpOp::Ne,
        Kind::Less => CmpOp::Lt,
        Kind::LessEqual => CmpOp::Le,
        Kind::Greater => CmpOp::Gt,
        Kind::GreaterEqual => CmpOp::Ge,
        _ => return None,
    })
}

impl Parser<'_> {
    /// `Expr`
    pub(super) fn expr(&mut self) -> Fallible<ExprId> {
        match self.kind() {
            Kind::Let => self.nested(Self::let_),
            Kind::Fun => self.nested(Self::fun),
            Kind::If => self.nested(Self::if_),
            Kind::Match => self.nested(Self::match_),
            _ => self.infix(level::OR),
        }
    }

    /// `'let' 'rec'? Bind ('and' Bind)* 'in' Expr`
    fn let_(&mut self) -> Fallible<ExprId> {
        let start = self.bump();
        let is_rec = self.take(Kind::Rec);
        let mut bindings = vec![self.binding(is_rec)?];
        let mut height = self.height;
        while self.take(Kind::And) {
            bindings.push(self.binding(is_rec)?);
            height = height.max(self.height);
        }
        self.expect(Kind::In)?;
        let body = self.expr()?;
        self.height = self.height.max(height) + 1;
        let span = start.to(self.tree[body].span);
        Ok(self.tree.expr(span, ExprKind::Let { is_rec, bindings: bindings.into(), body }))
    }

    /// `Bind := (Name | '_') '=' Expr`
    fn binding(&mut self, is_rec: bool) -> Fallible<Binding> {
        let binder = match self.kind() {
            kind @ (Kind::Lower | Kind::Hidden) => Some(self.binder(kind, "a name")?),
            Kind::Wild => {
                let span = self.bump();
                if is_rec {
                    let message = "`_` cannot be bound by `let rec`: nothing could refer to it";
                    let fault = Fault::new(Code::WildcardInLetRec, span, message);
                    return Err(fault.note("bind it with a plain `let`, or give it a name"));
                }
                None
            }
            _ => return Err(self.expected("a name to bind")),
        };
        if self.kind() != Kind::Assign {
            return Err(self.expected("`=` and the bound value"));
        }
        self.bump();
        Ok(Binding { binder, value: self.expr()? })
    }

    /// `'fun' LOWER+ '->' Expr`
    fn fun(&mut self) -> Fallible<ExprId> {
        let start = self.bump();
        let mut params = vec![self.binder(Kind::Lower, "a parameter name")?];
        while self.kind() == Kind::Lower {
            params.push(self.binder(Kind::Lower, "a parameter name")?);
        }
        if self.kind() != Kind::Arrow {
            return Err(self.expected("a parameter name or `->`"));
        }
        self.bump();
        let body = self.expr()?;
        self.height += 1;
        let span = start.to(self.tree[body].span);
        Ok(self.tree.expr(span, ExprKind::Fun { params: params.into(), body }))
    }

    /// `'if' Expr 'then' Expr 'else' Expr`
    fn if_(&mut self) -> Fallible<ExprId> {
        let start = self.bump();
        let cond = self.expr()?;
        let mut height = self.height;
        self.expect(Kind::Then)?;
        let then_branch = self.expr()?;
        height = height.max(self.height);
        self.expect(Kind::Else)?;
        let else_branch = self.expr()?;
        self.height = height.max(self.height) + 1;
        let span = start.to(self.tree[else_branch].span);
        Ok(self.tree.expr(span, ExprKind::If { cond, then_branch, else_branch }))
    }

    /// `'match' Expr 'with' ('|' Pattern '->' Expr)+`
    fn match_(&mut self) -> Fallible<ExprId> {
        let start = self.bump();
        let scrutinee = self.expr()?;
        let mut height = self.height;
        self.expect(Kind::With)?;
        if self.kind() != Kind::Bar {
            return Err(self.expected("`|` before the first arm"));
        }
        let mut arms = Vec::new();
        let mut end = start;
        while self.take(Kind::Bar) {
            let pattern = self.pattern()?;
            height = height.max(self.height);
            self.expect(Kind::Arrow)?;
            let body = self.expr()?;
            height = height.max(self.height);
            end = self.tree[body].span;
            arms.push(Arm { span: self.tree[pattern].span.to(end), pattern, body });
        }
        self.height = height + 1;
        let kind = ExprKind::Match { scrutinee, arms: arms.into() };
        Ok(self.tree.expr(start.to(end), kind))
    }

    /// `Disj` down to `Prod`: operands joined by operators that bind at least as tight as `min`.
    fn infix(&mut self, min: u8) -> Fallible<ExprId> {
        let mut lhs = self.prefix(min)?;
        let mut height = self.height;
        let mut is_compared = false;
        while let Some((level, op)) = Infix::of(self.kind()) {
            if level < min || (level == level::AND && self.and_opens_binding()) {
                break;
            }
            if level == level::CMP && std::mem::replace(&mut is_compared, true) {
                return Err(self.second_comparison());
            }
            self.chain(height, self.at)?;
            self.bump();
            self.open += 1;
            let rhs = self.infix(level + 1)?;
            self.open -= 1;
            height = height.max(self.height) + 1;
            let span = self.tree[lhs].span.to(self.tree[rhs].span);
            lhs = self.tree.expr(span, op.node(lhs, rhs));
        }
        self.height = height;
        Ok(lhs)
    }

    /// After `and` a name or `_` directly followed by `=` starts a binding.
    fn and_opens_binding(&self) -> bool {
        matches!(self.kind_at(self.at + 1), Kind::Lower | Kind::Hidden | Kind::Wild)
            && self.kind_at(self.at + 2) == Kind::Assign
    }

    fn second_comparison(&self) -> Box<Fault> {
        let found = self.describe(self.at);
        let message = format!("comparisons do not chain, found {found} after a comparison");
        let fault = Fault::new(Code::NonassocComparison, self.span(), message);
        fault.note("join two comparisons with `and`, or put one in parentheses")
    }

    /// `Negat` and `Minus`: prefix operators, each where its level may stand.
    fn prefix(&mut self, min: u8) -> Fallible<ExprId> {
        match self.kind() {
            Kind::Not if min <= level::NOT => self.nested(|p| {
                let start = p.bump();
                let operand = p.infix(level::NOT)?;
                p.height += 1;
                let span = start.to(p.tree[operand].span);
                Ok(p.tree.expr(span, ExprKind::Not { operand }))
            }),
            Kind::Minus => self.nested(|p| {
                let start = p.bump();
                let operand = p.prefix(level::MINUS)?;
                p.height += 1;
                let span = start.to(p.tree[operand].span);
                Ok(p.tree.expr(span, ExprKind::Neg { operand }))
            }),
            _ => self.apply(),
        }
    }

    /// `Apply := Prim Prim*`; the head is not subject to the boundary rule.
    fn apply(&mut self) -> Fallible<ExprId> {
        let mut function = self.prim()?;
        let mut height = self.height;
        while self.starts_argument() {
            self.chain(height, self.at)?;
            self.open += 1;
            let argument = self.prim()?;
            self.open -= 1;
            height = height.max(self.height) + 1;
            let span = self.tree[function].span.to(self.tree[argument].span);
            function = self.tree.expr(span, ExprKind::App { function, argument });
        }
        self.height = height;
        Ok(function)
    }

    fn starts_argument(&mut self) -> bool {
        match self.kind() {
            Kind::Lower | Kind::Hidden => !self.is_boundary(self.at),
            Kind::Int | Kind::Float | Kind::Str | Kind::Hole => true,
            Kind::Upper | Kind::LeftParen | Kind::LeftBrace => true,
            _ => false,
        }
    }

    /// `Prim`
    fn prim(&mut self) -> Fallible<ExprId> {
        self.height = 0;
        let start = self.span();
        let kind = match self.kind() {
            Kind::Int | Kind::Float | Kind::Str => ExprKind::Lit(self.lit()),
            Kind::Hole => {
                let span = self.bump();
                ExprKind::Hole(self.name(Span::new(span.start + 1, span.end)))
            }
            Kind::Lower if self.kind_at(self.at + 1) == Kind::Scope => self.scoped(false)?,
            Kind::Upper if self.kind_at(self.at + 1) == Kind::Scope => self.scoped(true)?,
            Kind::Lower | Kind::Hidden => ExprKind::Path(self.access()?),
            Kind::Upper => {
                let span = self.bump();
                ExprKind::Ctor(self.name(span))
            }
            Kind::LeftBrace => return self.nested(Self::record),
            Kind::LeftParen => return self.in_parentheses(),
            _ => return Err(self.expected("an expression")),
        };
        let span = Span::new(start.start, self.last_end());
        Ok(self.tree.expr(span, kind))
    }

    /// Takes an INT, FLOAT or STRING.
    pub(super) fn lit(&mut self) -> Lit {
        let kind = self.kind();
        let span = self.bump();
        match kind {
            Kind::Str => Lit::Str(lex::string(self.slice(span))),
            Kind::Float => Lit::Float(lex::number(self.slice(span))),
            _ => Lit::Int(lex::number(self.slice(span))),
        }
    }

    /// `Scoped := LOWER '::' LOWER | UPPER '::' LOWER | UPPER '::' UPPER`
    fn scoped(&mut self, is_type: bool) -> Fallible<ExprKind> {
        let space = self.bump();
        let space = self.name(space);
        self.bump();
        match self.kind() {
            Kind::Lower => {}
            Kind::Upper if is_type => {}
            _ if is_type => return Err(self.expected("a constructor or function after `Type::`")),
            _ => return Err(self.expected("a lower-case name after `module::`")),
        }
        let name = self.bump();
        Ok(ExprKind::Qualified { space, name: self.name(name) })
    }

    /// `Access := Name ('.' LOWER)*`
    pub(super) fn access(&mut self) -> Fallible<Path> {
        let root = self.bump();
        let root = self.name(root);
        if self.kind() != Kind::Dot {
            return Ok(Path { root, fields: Box::default() });
        }
        let mut fields = Vec::new();
        while self.take(Kind::Dot) {
            fields.push(self.binder(Kind::Lower, "a field name after `.`")?.name);
        }
        Ok(Path { root, fields: fields.into() })
    }

    /// `'(' Expr (':' Type)? ')'`
    fn in_parentheses(&mut self) -> Fallible<ExprId> {
        let opening = self.at;
        let (expr, ty) = self.parenthesised(|p| {
            let expr = p.expr()?;
            if !p.take(Kind::Colon) {
                return Ok((expr, None));
            }
            let height = p.height;
            let ty = p.type_()?;
            p.height = p.height.max(height);
            Ok((expr, Some(ty)))
        })?;
        let Some(ty) = ty else { return Ok(expr) };
        self.chain(self.height, opening)?;
        self.height += 1;
        let span = Span::new(self.tokens[opening].span.start, self.last_end());
        Ok(self.tree.expr(span, ExprKind::Annot { expr, ty }))
    }

    /// `Record := '{' (Access 'with')? FieldSet (',' FieldSet)* '}'`
    fn record(&mut self) -> Fallible<ExprId> {
        self.boundary.brackets += 1;
        let start = self.bump();
        let next = self.kind_at(self.at + 1);
        let is_update = self.kind() == Kind::Hidden
            || (self.kind() == Kind::Lower && matches!(next, Kind::Dot | Kind::With));
        let mut update = None;
        if is_update {
            update = Some(self.access()?);
            self.expect(Kind::With)?;
        }
        let mut fields: Vec<FieldSet> = Vec::new();
        let mut names = FieldNames::default();
        let mut height = 0;
        loop {
            let field = self.binder(Kind::Lower, "a field name")?;
            names.add(&field)?;
            if self.kind() != Kind::Assign {
                return Err(self.expected("`=` and the value of the field"));
            }
            self.bump();
            let value = self.expr()?;
            height = height.max(self.height);
            fields.push(FieldSet { name: field.name, name_span: field.span, value });
            if !self.take(Kind::Comma) {
                break;
            }
        }
        if self.kind() != Kind::RightBrace {
            return Err(self.expected("`,` or `}` after the field"));
        }
        let span = start.to(self.bump());
        self.boundary.brackets -= 1;
        self.height = height + 1;
        Ok(self.tree.expr(span, ExprKind::Record { update, fields: fields.into() }))
    }
}
