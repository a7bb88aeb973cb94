//! Laws of reading and printing, over generated trees and over arbitrary bytes.
//!
//! Spec: `soil-syntax-spec#9`.

use proptest::prelude::*;
use trellis::soil::print;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::syntax::tree::File;
use trellis::soil::syntax::{SourceFile, lex};

use crate::generate::trees::{arbitrary_def, rename_locals, scoped_def};

fn read(text: &str) -> File {
    let source = SourceFile::new("f.soil", text);
    parse::file(&source, Role::Ordinary).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"))
}

/// The tree of a file without places and without arena order: every node, as nested text.
fn shape(file: &File) -> String {
    let mut shown = String::new();
    for def in &file.defs {
        shown +=
            &format!("{} {:?}\n", def.name, def.params.iter().map(|p| &p.name).collect::<Vec<_>>());
        shown += &nested::type_(&file.tree, def.sig);
        shown +=
            &def.decreases.map(|measure| nested::expr(&file.tree, measure)).unwrap_or_default();
        shown += &nested::expr(&file.tree, def.body);
    }
    shown
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    /// `parse(print(t)) = t`, and printing is idempotent.
    #[test]
    fn a_printed_tree_reads_back(file in arbitrary_def()) {
        let printed = print::file(&file);
        let again = read(&printed);
        prop_assert_eq!(shape(&file), shape(&again), "{}", printed);
        prop_assert_eq!(print::file(&again), printed);
    }

    /// Neither renaming a local nor laying the text out anew changes the hash form.
    #[test]
    fn the_hash_form_forgets_local_names(file in scoped_def()) {
        let form = print::hash_form(&file.tree, &file.defs[0]);
        let renamed = rename_locals(&file);
        prop_assert_eq!(&print::hash_form(&renamed.tree, &renamed.defs[0]), &form);
        let laid_out = print::file(&file).replace(' ', "\n  -- elsewhere\n");
        if !laid_out.contains('"') {
            let reread = read(&laid_out);
            prop_assert_eq!(print::hash_form(&reread.tree, &reread.defs[0]), form);
        }
    }

    /// Every text ends in a tree or in one fault whose place is inside the text.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}|[a-f ():=|{}.,<>+*\"\\\\_?0-9-]{0,120}") {
        let source = SourceFile::new("f.soil", text.as_str());
        let places = [lex::tokens(&source).err(), parse::file(&source, Role::Private).err()];
        for fault in places.into_iter().flatten() {
            let span = fault.span.expect("a place");
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }

    /// What parses prints to a fixed point.
    #[test]
    fn printing_is_idempotent(words in prop::collection::vec(prop::sample::select(WORDS), 0..40)) {
        let text = format!("f : I64 f x = {}", words.join(" "));
        let source = SourceFile::new("f.soil", text.as_str());
        if let Ok(file) = parse::file(&source, Role::Ordinary) {
            let printed = print::file(&file);
            prop_assert_eq!(print::file(&read(&printed)), printed);
        }
    }
}

const WORDS: &[&str] = &[
    "let", "a", "=", "in", "and", "or", "not", "fun", "->", "if", "then", "else", "match", "with",
    "|", "_", "(", ")", "{", "}", "1", "C", "f", "x", "-", "+", "*", "==", ",", ":", "T", "x.y",
];

/// Trees as text with every parenthesis, written apart from the printer so that the two cannot
/// share a mistake.
mod nested {
    use trellis::soil::syntax::tree::*;

    pub fn expr(tree: &Tree, id: ExprId) -> String {
        let sub = |id: &ExprId| expr(tree, *id);
        match &tree[id].kind {
            ExprKind::Let { is_rec, bindings, body } => {
                let all = bindings.iter().map(|binding| {
                    let name = binding.binder.as_ref().map(|binder| binder.name.as_str());
                    format!("[{name:?} {}]", sub(&binding.value))
                });
                format!("(let {is_rec} {} {})", all.collect::<String>(), sub(body))
            }
            ExprKind::Fun { params, body } => {
                let names = params.iter().map(|param| param.name.as_str()).collect::<Vec<_>>();
                format!("(fun {names:?} {})", sub(body))
            }
            ExprKind::If { cond, then_branch, else_branch } => {
                format!("(if {} {} {})", sub(cond), sub(then_branch), sub(else_branch))
            }
            ExprKind::Match { scrutinee, arms } => {
                let all = arms
                    .iter()
                    .map(|arm| format!("[{} {}]", pattern(tree, arm.pattern), sub(&arm.body)));
                format!("(match {} {})", sub(scrutinee), all.collect::<String>())
            }
            ExprKind::Or { lhs, rhs } => format!("(or {} {})", sub(lhs), sub(rhs)),
            ExprKind::And { lhs, rhs } => format!("(and {} {})", sub(lhs), sub(rhs)),
            ExprKind::Not { operand } => format!("(not {})", sub(operand)),
            ExprKind::Neg { operand } => format!("(neg {})", sub(operand)),
            ExprKind::Cmp { op, lhs, rhs } => format!("({op:?} {} {})", sub(lhs), sub(rhs)),
            ExprKind::Arith { op, lhs, rhs } => format!("({op:?} {} {})", sub(lhs), sub(rhs)),
            ExprKind::App { function, argument } => {
                format!("(app {} {})", sub(function), sub(argument))
            }
            ExprKind::Record { update, fields } => {
                let all = fields.iter().map(|set| format!("[{} {}]", set.name, sub(&set.value)));
                format!("(record {update:?} {})", all.collect::<String>())
            }
            ExprKind::Annot { expr, ty } => format!("(annot {} {})", sub(expr), type_(tree, *ty)),
            leaf => format!("{leaf:?}"),
        }
    }

    pub fn type_(tree: &Tree, id: TypeId) -> String {
        match &tree[id].kind {
            TypeKind::Arrow { param, dom, row, cod } => {
                let param = param.as_ref().map(|param| param.name.as_str());
                format!("(arrow {param:?} {} {row:?} {})", type_(tree, *dom), type_(tree, *cod))
            }
            TypeKind::Con { name, args } => {
                let args = args.iter().map(|arg| type_(tree, *arg)).collect::<String>();
                format!("({name} {args})")
            }
            TypeKind::Var(name) => format!("'{name}"),
            TypeKind::Refined { binder, base, pred } => {
                format!("{{{} {} {}}}", binder.name, type_(tree, *base), self::pred(tree, *pred))
            }
        }
    }

    fn pattern(tree: &Tree, id: PatternId) -> String {
        match &tree[id].kind {
            PatternKind::Ctor { type_name, name, arg } => {
                let arg = arg.map(|arg| pattern(tree, arg));
                format!("(ctor {type_name:?} {name} {arg:?})")
            }
            PatternKind::Record { fields, open } => {
                let all = fields.iter().map(|field| {
                    format!(
                        "[{} {:?}]",
                        field.name,
                        field.pattern.map(|inner| pattern(tree, inner))
                    )
                });
                format!("(record {} {open})", all.collect::<String>())
            }
            leaf => format!("{leaf:?}"),
        }
    }

    fn pred(tree: &Tree, id: PredId) -> String {
        let sub = |id: &PredId| pred(tree, *id);
        match &tree[id].kind {
            PredKind::Implies { lhs, rhs } => format!("(implies {} {})", sub(lhs), sub(rhs)),
            PredKind::Or { lhs, rhs } => format!("(or {} {})", sub(lhs), sub(rhs)),
            PredKind::And { lhs, rhs } => format!("(and {} {})", sub(lhs), sub(rhs)),
            PredKind::Not { pred } => format!("(not {})", sub(pred)),
            PredKind::Cmp { op, lhs, rhs } => {
                format!("({op:?} {} {})", term(tree, *lhs), term(tree, *rhs))
            }
            PredKind::Is { scrutinee, type_name, ctor, payload } => {
                let payload = payload.as_ref().map(|payload| payload.name.as_str());
                format!("(is {} {type_name:?} {ctor} {payload:?})", term(tree, *scrutinee))
            }
            PredKind::Call { name, args } => format!("({name} {})", terms(tree, args)),
        }
    }

    fn term(tree: &Tree, id: TermId) -> String {
        match &tree[id].kind {
            TermKind::Arith { op, lhs, rhs } => {
                format!("({op:?} {} {})", term(tree, *lhs), term(tree, *rhs))
            }
            TermKind::Call { name, args } => format!("({name} {})", terms(tree, args)),
            leaf => format!("{leaf:?}"),
        }
    }

    fn terms(tree: &Tree, terms: &[TermId]) -> String {
        terms.iter().map(|id| term(tree, *id)).collect()
    }
}
