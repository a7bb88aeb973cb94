//! The text of a type, as canonical printing lays it out.
//!
//! Spec: `soil-syntax-spec#9`.

use std::fmt::{self, Display, Formatter};

use crate::soil::syntax::deep;
use crate::soil::syntax::tree::Row;
use crate::soil::types::ty::Ty;

impl Display for Ty {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        deep(|| match self {
            Ty::Var(name) => f.write_str(name),
            Ty::Con(name, args) => {
                f.write_str(name)?;
                args.iter().try_for_each(|arg| match arg {
                    Ty::Con(_, inner) if !inner.is_empty() => write!(f, " ({arg})"),
                    Ty::Arrow(_) => write!(f, " ({arg})"),
                    _ => write!(f, " {arg}"),
                })
            }
            Ty::Arrow(arrow) => {
                match (&arrow.param, &arrow.dom) {
                    (Some(name), dom) => write!(f, "({name} : {dom})")?,
                    (None, dom @ Ty::Arrow(_)) => write!(f, "({dom})")?,
                    (None, dom) => write!(f, "{dom}")?,
                }
                f.write_str(" -> ")?;
                if !arrow.row.is_total() {
                    write!(f, "{} ", arrow.row)?;
                }
                match &arrow.cod {
                    cod @ Ty::Con(_, args) if !args.is_empty() && !arrow.row.is_total() => {
                        write!(f, "({cod})")
                    }
                    cod => write!(f, "{cod}"),
                }
            }
        })
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let words = self.effects.iter().map(|effect| effect.word());
        for (at, word) in words.chain(self.var.as_deref()).enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}
