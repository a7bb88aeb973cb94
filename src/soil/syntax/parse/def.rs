//! Files and definitions.
//!
//! Spec: `soil-syntax-spec#2`, `soil-syntax-spec#3.1`.

use super::{Parser, Role};
use crate::contract::Code;
use crate::soil::syntax::fault::{Fallible, Fault};
use crate::soil::syntax::token::Kind;
use crate::soil::syntax::tree::{Binder, Def, TypeId};

impl Parser<'_> {
    /// `SoilFile := Definition*`, then the rules of the file's role.
    pub(super) fn file(&mut self, role: Role) -> Fallible<Vec<Def>> {
        let mut defs = Vec::new();
        while self.kind() != Kind::End {
            if !defs.is_empty() && !matches!(self.kind(), Kind::Lower | Kind::Hidden) {
                return Err(self.expected("an operator, an argument or the end of the definition"));
            }
            defs.push(self.definition()?);
        }
        let is_misplaced = |def: &&Def| def.name.starts_with('_') != (role == Role::Private);
        if let Some(def) = defs.iter().find(is_misplaced) {
            return Err(misplaced(def, role));
        }
        match (role, defs.as_slice()) {
            (Role::Ordinary, []) => Err(self.expected("a definition")),
            (Role::Ordinary, [first, second, ..]) => {
                let message = format!(
                    "expected one definition, found `{}` after `{}`",
                    second.name, first.name
                );
                let fault = Fault::new(Code::MultipleDefs, second.span, message);
                Err(fault.note(format!(
                    "give `{}` its own file, or make it a helper `_{}` in `_private.soil`",
                    second.name, second.name
                )))
            }
            _ => Ok(defs),
        }
    }

    /// `Definition := Name ':' Type Measure? Name LOWER* '=' Expr`
    fn definition(&mut self) -> Fallible<Def> {
        let (name, sig) = self.signature("a definition")?;
        let decreases = match self.take(Kind::Decreases) {
            true => Some(self.expr()?),
            false => None,
        };
        if !matches!(self.kind(), Kind::Lower | Kind::Hidden) {
            return Err(self.expected(&format!("the equation `{} … = …`", name.name)));
        }
        let equation = self.bump();
        if self.slice(equation) != name.name {
            let found = self.slice(equation);
            let message = format!("expected the equation of `{}`, found `{found}`", name.name);
            let fault = Fault::new(Code::NameMismatch, equation, message);
            return Err(fault.note("a signature is followed by the equation of the same name"));
        }
        let mut params = Vec::new();
        while self.kind() == Kind::Lower {
            params.push(self.binder(Kind::Lower, "a parameter")?);
        }
        if self.kind() != Kind::Assign {
            return Err(self.expected("a parameter or `=`"));
        }
        self.bump();
        let body = self.expr()?;
        let span = name.span.to(self.tree[body].span);
        Ok(Def { span, name: name.name, name_span: name.span, sig, decreases, params, body })
    }

    /// `Name ':' Type`
    fn signature(&mut self, what: &str) -> Fallible<(Binder, TypeId)> {
        if !matches!(self.kind(), Kind::Lower | Kind::Hidden) {
            return Err(self.expected(what));
        }
        self.enter_definition(self.at);
        let name = self.binder(self.kind(), what)?;
        if self.kind() != Kind::Colon {
            return Err(self.expected(&format!("`:` and the type of `{}`", name.name)));
        }
        self.bump();
        Ok((name, self.type_()?))
    }

    pub(super) fn lone_signature(&mut self) -> Fallible<(Binder, TypeId)> {
        self.signature("a signature `name : type`")
    }
}

fn misplaced(def: &Def, role: Role) -> Box<Fault> {
    let name = &def.name;
    let (message, note) = match role {
        Role::Ordinary => (
            format!("`{name}` is a private name in a file of its own"),
            format!("move it to `_private.soil` beside this file, or call it `{}`", &name[1..]),
        ),
        Role::Private => (
            format!("`{name}` is a public name in `_private.soil`"),
            format!("call it `_{name}`, or move it to `{name}.soil`"),
        ),
    };
    Fault::new(Code::MisplacedPrivateDef, def.name_span, message).note(note)
}
