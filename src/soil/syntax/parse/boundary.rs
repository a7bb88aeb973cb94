//! The definition-boundary rule: where one definition ends without any layout.
//!
//! Outside brackets a lower-case name that starts the next signature (`name :`) or equation
//! (`name x y =`) is neither part of a type nor an argument.
//!
//! ```text
//! f : List a        `a` is followed by `f x =`, and `f` is the definition at hand:
//! f x = …           so `f` starts the equation and `a` is an argument of `List`
//! ```
//!
//! Spec: `soil-syntax-spec#3.1`.

use super::Parser;
use crate::soil::syntax::token::Kind;

/// What the rule needs to know between tokens.
#[derive(Default)]
pub(super) struct Boundary<'a> {
    /// The name of the definition at hand; empty before the first.
    pub(super) definition: &'a str,
    /// Open `(` and `{` of the current definition.
    pub(super) brackets: u32,
    /// Inside a type declaration `ignored =` also ends a type.
    pub(super) in_declaration: bool,
    /// The run of LOWER tokens looked at last, so that long runs are scanned once.
    run: Run,
}

#[derive(Default)]
struct Run {
    start: usize,
    end: usize,
    /// One past the last token of the run that is the definition's name; 0 when there is none.
    own: usize,
}

impl Parser<'_> {
    /// Says whether the LOWER or HIDDEN token at `index` is a boundary where it stands.
    pub(super) fn is_boundary(&mut self, index: usize) -> bool {
        if self.boundary.in_declaration {
            return self.kind_at(index + 1) == Kind::Assign && self.text_of(index) == "ignored";
        }
        if self.boundary.brackets > 0 {
            return false;
        }
        match self.kind_at(index + 1) {
            Kind::Colon => true,
            Kind::Lower | Kind::Assign => self.starts_equation(index),
            _ => false,
        }
    }

    fn starts_equation(&mut self, index: usize) -> bool {
        let next = index + 1;
        if !(self.boundary.run.start..self.boundary.run.end).contains(&next) {
            self.boundary.run = self.scan_run(next);
        }
        let run = &self.boundary.run;
        self.kind_at(run.end.max(next)) == Kind::Assign
            && (self.text_of(index) == self.boundary.definition || run.own <= next)
    }

    fn scan_run(&self, start: usize) -> Run {
        let mut run = Run { start, end: start, own: 0 };
        while self.kind_at(run.end) == Kind::Lower {
            run.end += 1;
            if self.text_of(run.end - 1) == self.boundary.definition {
                run.own = run.end;
            }
        }
        run
    }

    /// Tells the rule which definition is being parsed.
    pub(super) fn enter_definition(&mut self, name_at: usize) {
        self.boundary.definition = self.text_of(name_at);
        self.boundary.run = Run::default();
    }
}
