//! Trees to text: the one canonical text of a tree, and the hash form.
//!
//! Comes in: trees. Goes out: text that parses to the same tree, structural and independent of
//! any line width. The hash form is the same text with local binders numbered, so that renaming a
//! local never changes it.
//!
//! Spec: `soil-syntax-spec#9`.

mod expr;
mod local;
mod margin;
mod pattern;
mod pred;
mod ty;

use local::Locals;
pub use pattern::string_literal;

use crate::soil::syntax::tree::{
    Def, ExprId, File, PatternId, PredId, Signature, TermId, Tree, TypeId,
};

/// Returns the canonical text of a file; an empty file is one empty line.
pub fn file(file: &File) -> String {
    let mut printer = Printer::new(&file.tree, Locals::AsWritten);
    for (index, def) in file.defs.iter().enumerate() {
        if index > 0 {
            printer.text("\n");
        }
        printer.def(def);
    }
    if file.defs.is_empty() {
        printer.text("\n");
    }
    printer.out
}

/// Returns the canonical text of a definition, ending in a line feed.
pub fn def(tree: &Tree, def: &Def) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.def(def);
    printer.out
}

/// Returns the hash form of a definition, ending in a line feed.
///
/// Spec: `soil-syntax-spec#9.1`.
pub fn hash_form(tree: &Tree, def: &Def) -> String {
    let mut printer = Printer::new(tree, Locals::numbered());
    printer.def(def);
    printer.out
}

/// Returns `name : type`, without a line feed.
pub fn signature(signature: &Signature) -> String {
    let mut printer = Printer::new(&signature.tree, Locals::AsWritten);
    printer.signature(&signature.name.name, signature.sig);
    printer.out
}

/// Returns the canonical text of a type.
pub fn type_(tree: &Tree, id: TypeId) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.type_(id);
    printer.out
}

/// Returns the text of an expression on one line.
pub fn expr(tree: &Tree, id: ExprId) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.inline(id, 0);
    printer.out
}

/// Returns the canonical text of a pattern.
pub fn pattern(tree: &Tree, id: PatternId) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.pattern(id);
    printer.out
}

/// Returns the canonical text of a predicate.
pub fn pred(tree: &Tree, id: PredId) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.pred(id, 0);
    printer.out
}

/// Returns the canonical text of a predicate term.
pub fn term(tree: &Tree, id: TermId) -> String {
    let mut printer = Printer::new(tree, Locals::AsWritten);
    printer.term(id, 0);
    printer.out
}

/// Writes one tree.
struct Printer<'t> {
    tree: &'t Tree,
    out: String,
    locals: Locals<'t>,
}

impl<'t> Printer<'t> {
    fn new(tree: &'t Tree, locals: Locals<'t>) -> Self {
        let size = 12 * (tree.exprs.len() + tree.types.len());
        Printer { tree, out: String::with_capacity(size), locals }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Starts a line at a level of two spaces each.
    fn line(&mut self, level: usize) {
        self.out.push('\n');
        for _ in 0..level {
            self.out.push_str("  ");
        }
    }

    /// Writes something, in parentheses if `wrapped`.
    fn wrapped(&mut self, wrapped: bool, inner: impl FnOnce(&mut Self)) {
        if wrapped {
            self.out.push('(');
        }
        inner(self);
        if wrapped {
            self.out.push(')');
        }
    }

    fn signature(&mut self, name: &str, sig: TypeId) {
        self.text(name);
        self.text(" : ");
        self.type_(sig);
    }

    fn def(&mut self, def: &'t Def) {
        self.locals.restart();
        self.text(&def.name);
        self.text(" : ");
        let start = self.out.len();
        self.type_(def.sig);
        if def.decreases.is_none() {
            self.guard_type(start, &def.name);
        }
        let numbers = def.params.iter().map(|_| self.locals.fresh()).collect::<Vec<_>>();
        for (param, number) in def.params.iter().zip(&numbers) {
            self.locals.enter(&param.name, *number);
        }
        if let Some(measure) = def.decreases {
            self.text("\ndecreases ");
            let start = self.out.len();
            self.inline(measure, 0);
            self.guard_argument(start, &def.name);
        }
        self.line(0);
        self.text(&def.name);
        for (param, number) in def.params.iter().zip(&numbers) {
            self.text(" ");
            self.binder(&param.name, *number);
        }
        self.text(" =");
        if self.is_block(def.body) {
            self.line(1);
            self.block(def.body, 1);
        } else {
            self.text(" ");
            self.inline(def.body, 0);
        }
        self.text("\n");
    }
}
