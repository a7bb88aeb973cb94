//! What the corpora must show: every production, token, code, pair of precedences and rule of
//! layout. The lists come from the schemas, the registry and the tree, so that a new one is missed
//! until it has a case.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use trellis::contract::{Code, Source};
use trellis::soil::oracle;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::syntax::tree::{ExprId, ExprKind, Tree};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// Every file below a folder of the corpus with an extension, in path order.
fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![root().join("tests/corpus").join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the corpus") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|own| own == extension) {
                let text = fs::read_to_string(&path).expect("UTF-8");
                found.push((path, text));
            }
        }
    }
    found.sort();
    found
}

/// Every tag that a document's schema allows.
fn tags(name: &str) -> BTreeSet<String> {
    fn walk(schema: &Value, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(entries) => {
                let tags = schema["properties"]["tag"]["enum"].as_array();
                for tag in tags.into_iter().flatten() {
                    found.extend(tag.as_str().map(str::to_string));
                }
                entries.values().for_each(|inner| walk(inner, found));
            }
            Value::Array(elements) => elements.iter().for_each(|inner| walk(inner, found)),
            _ => {}
        }
    }
    let path = root().join(format!("generated/schemas/{name}.schema.json"));
    let text = fs::read_to_string(path).expect("generated");
    let mut found = BTreeSet::new();
    walk(&serde_json::from_str(&text).expect("JSON"), &mut found);
    assert!(found.len() > 3, "{name} has no tags");
    found
}

fn missing(wanted: BTreeSet<String>, texts: &[String]) -> Vec<String> {
    let shown = |tag: &String| {
        let needle = format!("\"tag\":\"{tag}\"");
        texts.iter().any(|text| text.contains(&needle))
    };
    wanted.into_iter().filter(|tag| !shown(tag)).collect()
}

/// Spec: `soil-syntax-spec#3`.
#[test]
fn every_production_is_parsed_by_a_case() {
    let shown: Vec<String> =
        files("soil/syntax/ok", "out").into_iter().map(|(_, text)| text).collect();
    assert_eq!(missing(tags("file-tree"), &shown), Vec::<String>::new());
}

/// Spec: `soil-syntax-spec#1`.
#[test]
fn every_kind_of_token_is_lexed_by_a_case() {
    let lexed = |(path, _): (PathBuf, String)| {
        let outcome = oracle::run(&["lex".into(), path.into_os_string()]);
        assert_eq!(outcome.stderr, "");
        outcome.stdout
    };
    let shown: Vec<String> = files("soil/syntax/ok", "soil").into_iter().map(lexed).collect();
    assert_eq!(missing(tags("tokens"), &shown), Vec::<String>::new());
}

/// Codes of the language that no check of a program raises: they are about files, values and runs.
const AT_RUN_TIME: [Code; 3] = [Code::MalformedInput, Code::RuntimePanic, Code::UnfilledHole];

#[test]
fn every_code_of_reading_and_checking_is_raised_in_two_ways() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for area in ["syntax", "resolve", "types", "effects", "patterns", "facts"] {
        for (_, text) in files(&format!("soil/{area}/err"), "out") {
            let mut raised = BTreeSet::new();
            for line in text.lines().filter(|line| !line.starts_with(' ')) {
                for word in line.split([' ', ':']) {
                    let code = Code::parse(word).filter(|code| code.source() == Source::Soil0);
                    raised.extend(code.map(Code::as_str));
                }
            }
            for code in raised {
                *counts.entry(code).or_default() += 1;
            }
        }
    }
    let rare: Vec<_> = Code::ALL
        .iter()
        .filter(|code| code.source() == Source::Soil0 && !AT_RUN_TIME.contains(code))
        .map(|code| (code.as_str(), counts.get(code.as_str()).copied().unwrap_or(0)))
        .filter(|(_, count)| *count < 2)
        .collect();
    assert!(rare.is_empty(), "codes with fewer than two cases: {rare:?}");
}

/// The kind of a term as precedence sees it.
fn kind(tree: &Tree, id: ExprId) -> &'static str {
    match &tree[id].kind {
        ExprKind::Let { .. } => "let",
        ExprKind::Fun { .. } => "fun",
        ExprKind::If { .. } => "if",
        ExprKind::Match { .. } => "match",
        ExprKind::Or { .. } => "or",
        ExprKind::And { .. } => "and",
        ExprKind::Not { .. } => "not",
        ExprKind::Neg { .. } => "neg",
        ExprKind::Cmp { .. } => "comparison",
        ExprKind::Arith { op, .. } => op.spaced().trim(),
        ExprKind::App { .. } => "application",
        _ => "atom",
    }
}

const KINDS: [&str; 16] = [
    "let",
    "fun",
    "if",
    "match",
    "or",
    "and",
    "not",
    "comparison",
    "+",
    "-",
    "*",
    "/",
    "%",
    "neg",
    "application",
    "atom",
];

const POSITIONS: [&str; 21] = [
    "or left",
    "or right",
    "and left",
    "and right",
    "not",
    "comparison left",
    "comparison right",
    "+ left",
    "+ right",
    "- left",
    "- right",
    "* left",
    "* right",
    "/ left",
    "/ right",
    "% left",
    "% right",
    "neg",
    "function",
    "argument",
    "arm",
];

/// Adds each pair of a position that may ask for parentheses and the kind of term that stands there.
fn pairs(tree: &Tree, id: ExprId, found: &mut BTreeSet<(String, &'static str)>) {
    let mut below: Vec<(String, ExprId)> = Vec::new();
    let mut both = |name: &str, lhs: ExprId, rhs: ExprId| {
        below.push((format!("{name} left"), lhs));
        below.push((format!("{name} right"), rhs));
    };
    match &tree[id].kind {
        ExprKind::Or { lhs, rhs } => both("or", *lhs, *rhs),
        ExprKind::And { lhs, rhs } => both("and", *lhs, *rhs),
        ExprKind::Cmp { lhs, rhs, .. } => both("comparison", *lhs, *rhs),
        ExprKind::Arith { op, lhs, rhs } => both(op.spaced().trim(), *lhs, *rhs),
        ExprKind::Not { operand } => below.push(("not".into(), *operand)),
        ExprKind::Neg { operand } => below.push(("neg".into(), *operand)),
        ExprKind::App { function, argument } => {
            below.push(("function".into(), *function));
            below.push(("argument".into(), *argument));
        }
        ExprKind::Match { scrutinee, arms } => {
            pairs(tree, *scrutinee, found);
            below.extend(arms.iter().map(|arm| ("arm".to_string(), arm.body)));
        }
        ExprKind::Let { bindings, body, .. } => {
            bindings.iter().for_each(|binding| pairs(tree, binding.value, found));
            pairs(tree, *body, found);
        }
        ExprKind::Fun { body, .. } => pairs(tree, *body, found),
        ExprKind::If { cond, then_branch, else_branch } => {
            [cond, then_branch, else_branch].into_iter().for_each(|id| pairs(tree, *id, found));
        }
        ExprKind::Record { fields, .. } => {
            fields.iter().for_each(|set| pairs(tree, set.value, found));
        }
        ExprKind::Annot { expr, .. } => pairs(tree, *expr, found),
        _ => {}
    }
    for (position, id) in below {
        found.insert((position, kind(tree, id)));
        pairs(tree, id, found);
    }
}

/// Spec: `soil-syntax-spec#4`, `soil-syntax-spec#9`.
#[test]
fn every_pair_of_precedences_is_printed_by_a_case() {
    let mut found = BTreeSet::new();
    for (path, text) in files("soil/print", "soil") {
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_string();
        let role = Role::of_path(&name);
        let file = parse::file(&SourceFile::new(&name, text), role).expect("a case that parses");
        for def in &file.defs {
            pairs(&file.tree, def.body, &mut found);
        }
    }
    let all = POSITIONS.iter().flat_map(|at| KINDS.iter().map(move |kind| (at.to_string(), *kind)));
    let missing: Vec<_> = all.filter(|pair| !found.contains(pair)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Each rule of the canonical form with a text that only that rule prints.
const RULES: &[(&str, &str)] = &[
    ("a measure", "\ndecreases x - 1\n"),
    ("a body that is no block", "\nf p q r = 1\n"),
    ("a body that is a block", "\nf =\n  match x with\n"),
    ("an empty line between private definitions", "_a = 1\n\n_b :"),
    ("a let with an inline value", "  let n = list_len xs in\n"),
    ("a let whose value is a block", "  and c =\n    if p\n"),
    ("a let whose value is a function with a block", "  let rec go = fun i cur out ->\n    if"),
    ("a lone in", "\n  in\n  even n\n"),
    ("several bindings", "  let a = 1\n  and b = fun x ->\n"),
    ("an in after the last binding", "  and _ = 2 in\n  a\n"),
    ("an if over three lines", "  if x < lo\n  then lo\n  else\n    if"),
    ("an arm on its line", "  | Word w -> w\n"),
    ("an arm with a block", "  | { byte, count } ->\n        if byte"),
    ("an arm that ends open, by a match", "  | Num { value, .. } -> (match fallback with |"),
    ("an arm that ends open, by a function", "  | A -> (fun y -> match y with"),
    ("an arm that ends open, by a let", "  | D -> (let z = 1 in match z with"),
    ("an arm that ends open, by an if", "  | E -> (if c then 1 else match z with"),
    ("the last arm stays as it is", "  | A -> fun y -> match y with | B -> 1 | C -> 2\n"),
    ("an inline let", "(let y = 1 in y)"),
    ("an inline function", "(fun z -> z)"),
    ("an inline if", "(if a then b else c)"),
    ("an inline match", "(match x with | A -> (let"),
    ("a negated negation", "-(-x)"),
    ("unary minus is attached", "- -x\n"),
    ("a path", " x.y.z "),
    ("qualified names", " T::C m::f "),
    ("records", "{ byte = x, count = (1 : U32) }"),
    ("an update", "{ r.s with a = 1, b = { c = 2 } }"),
    ("an annotation", "(list_len xs : I64)"),
    ("a hole", " ?todo "),
    ("patterns of records", "  | { a, b = p, c = Some { d, .. }, .. } -> 8\n"),
    ("a payload that has a payload", "  | T::C (Some x) -> 6\n"),
    ("digits without underscores", " 1000 007 10.50e-10 "),
    ("escapes", r#""\"\\\n\r\t\u{0}\u{1"#),
    ("an arrow as a domain", "f : (a -> b) -> ((x : A) -> B) -> (x : A -> B) -> io b -> c\n"),
    ("a row in its order", " -> div panic io ffi e (Result A (List b))\n"),
    ("a row variable", "(f : a -> e a) -> a -> e a\n"),
    ("a codomain after a row", "-> panic io (Result Bytes FsError)\n"),
    ("arguments of types", "k : List (List a) -> List (a -> b) ->"),
    ("a refinement", "{v : I64 | not v == 0 and (v + 1) * 2 < 9} -> I64\n"),
    ("levels of predicates", "(p x implies q (x + 1) v.f) or not not p x and (("),
    ("levels of predicate terms", "(v + (1 - v)) * (2 * v * (v * 3)) - (v - 1) >"),
    ("is", "a is C and b is T::C(x) implies"),
    ("a name where an equation would begin", "f : List (f)\n"),
    ("a measure where an equation would begin", "\ndecreases g (f)\n"),
];

/// Spec: `soil-syntax-spec#9`.
#[test]
fn every_rule_of_layout_is_shown_by_a_case() {
    let shown: Vec<String> = files("soil/print", "out").into_iter().map(|(_, text)| text).collect();
    let missing: Vec<_> = RULES
        .iter()
        .filter(|(_, text)| !shown.iter().any(|out| out.contains(text)))
        .map(|(rule, _)| rule)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
