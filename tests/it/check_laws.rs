//! Laws of the checker over generated programs.

use std::sync::Arc;

use proptest::prelude::*;
use trellis::soil::check::{self, Program, Stage, Unit};
use trellis::soil::core::DefId;
use trellis::soil::resolve::References;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::env::TypeEnv;

use crate::check::{render, types, unit};
use crate::generate::{self, Generated, Stream};

fn check(generated: &Generated) -> Program {
    let env = TypeEnv::new(types(generated.types)).expect("the declarations are valid");
    let units: Vec<Unit> = generated.files.iter().map(|(path, text)| unit(path, text)).collect();
    check::program(Arc::new(env), &units)
}

/// Everything that a check says of a definition, as text.
fn verdict(program: &Program, at: usize) -> String {
    let def = &program.defs[at];
    let core = def.core.as_ref().map(|core| format!("{:?} {:?}", core.params, core.body));
    let (ty, row) = (&def.ty, &def.row);
    format!("{:?} {ty:?} {row:?} {:?} {:?} {core:?}", def.references, def.facts, def.diagnostics)
}

/// Replaces, removes or doubles one word of a text.
fn mutate(text: &str, stream: &mut Stream) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')']).collect();
    // The signature's words stay: without it there is nothing to check against.
    let first = text.lines().next().map_or(0, |line| line.split_inclusive([' ', '(', ')']).count());
    let at = first + stream.below(words.len() - first);
    match stream.below(4) {
        0 => {
            words.remove(at);
        }
        1 => words.insert(at, words[at]),
        2 => {
            let last = words.len() - 1;
            words.swap(at, (at + 1).min(last));
        }
        _ => words[at] = words[first + stream.below(words.len() - first)],
    }
    words.concat()
}

/// The names of a reference set; its identities are positions in the program.
fn names(references: &References) -> String {
    let References { defs, types, builtins, privates, .. } = references;
    format!("{defs:?} {types:?} {builtins:?} {privates:?}")
}

/// The files in another order in which callees come first.
fn reordered(files: &[(String, String)], stream: &mut Stream) -> Vec<(String, String)> {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_string).collect()
    };
    let own = |path: &str| path.trim_start_matches("g/").trim_end_matches(".soil").to_string();
    let mut left = files.to_vec();
    let mut done: Vec<(String, String)> = Vec::new();
    while !left.is_empty() {
        let ready: Vec<usize> = (0..left.len())
            .filter(|at| {
                let (path, text) = &left[*at];
                let used = words(text);
                left.iter().all(|(other, _)| other == path || !used.contains(&own(other)))
            })
            .collect();
        done.push(left.remove(ready[stream.below(ready.len())]));
    }
    done
}

fn shuffle<T>(all: &mut [T], stream: &mut Stream) {
    for at in (1..all.len()).rev() {
        all.swap(at, stream.below(at + 1));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    #[test]
    fn generated_programs_are_sound(seed: u64) {
        let generated = generate::program(seed, 6);
        let program = check(&generated);
        let faults = program.diagnostics(Stage::Check);
        prop_assert!(faults.is_empty(), "{}\n{}", render(&faults), generated.files.iter().map(|f| f.1.as_str()).collect::<String>());
        prop_assert!(program.core().is_some());
        prop_assert_eq!(program.defs.len(), generated.signatures.len());
    }

    #[test]
    fn a_mutation_checks_or_has_a_registered_fault(seed: u64) {
        let mut generated = generate::program(seed, 3);
        let mut stream = Stream::new(!seed);
        let env = Arc::new(TypeEnv::new(types(generated.types)).expect("valid"));
        for _ in 0..8 {
            let at = stream.below(generated.files.len());
            let mutant = mutate(&generated.files[at].1, &mut stream);
            let path = &generated.files[at].0;
            let source = SourceFile::new(path, mutant.as_str());
            if parse::file(&source, Role::of_path(path)).is_ok() {
                generated.files[at].1 = mutant;
            }
        }
        let units: Vec<Unit> =
            generated.files.iter().map(|(path, text)| unit(path, text)).collect();
        let program = check::program(env, &units);
        let faults = program.diagnostics(Stage::Check);
        prop_assert_eq!(faults.is_empty(), program.core().is_some());
        for fault in &faults {
            let file = fault.file.as_deref().expect("a fault of a program has a file");
            let span = fault.span.expect("a fault of a program has a place");
            let text = &generated.files.iter().find(|(path, _)| path == file).expect("known").1;
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }

    #[test]
    fn an_unrelated_definition_changes_nothing(seed: u64) {
        let mut generated = generate::program(seed, 5);
        let before = check(&generated);
        let text = "unrelated : I64 -> I64\nunrelated zz = zz + 1\n".to_owned();
        generated.files.push(("elsewhere/unrelated.soil".to_owned(), text));
        let after = check(&generated);
        for at in 0..before.defs.len() {
            prop_assert_eq!(verdict(&before, at), verdict(&after, at));
        }
    }

    /// Any order of files with callees first, and any of the type declarations; identities in
    /// core terms are positions, so of them only their presence is compared.
    #[test]
    fn order_decides_nothing(seed: u64, faulty: bool) {
        let mut generated = generate::program(seed, 6);
        let mut stream = Stream::new(seed ^ 1);
        if faulty {
            let at = stream.below(generated.files.len());
            let mutant = mutate(&generated.files[at].1, &mut stream);
            let path = &generated.files[at].0;
            let source = SourceFile::new(path, mutant.as_str());
            if parse::file(&source, Role::of_path(path)).is_ok() {
                generated.files[at].1 = mutant;
            }
        }
        let mut declared = types(generated.types);
        let program = |declared: Vec<_>, files: &[(String, String)]| {
            let env = TypeEnv::new(declared).expect("the declarations are valid");
            let units: Vec<Unit> = files.iter().map(|(path, text)| unit(path, text)).collect();
            check::program(Arc::new(env), &units)
        };
        let said = |program: &Program| {
            let mut all: Vec<String> = program
                .defs
                .iter()
                .zip(program.scope.interfaces())
                .map(|(def, interface)| {
                    let sound = def.core.is_some();
                    let (name, ty, row) = (interface.name(), &def.ty, &def.row);
                    let rest = format!("{} {:?} {:?}", names(&def.references), def.facts, def.diagnostics);
                    format!("{name} {ty:?} {row:?} {rest} {sound}")
                })
                .collect();
            all.sort();
            all
        };
        let before = said(&program(types(generated.types), &generated.files));
        for _ in 0..3 {
            shuffle(&mut declared, &mut stream);
            let files = reordered(&generated.files, &mut stream);
            prop_assert!(said(&program(declared.clone(), &files)) == before, "{files:?}");
        }
    }

    #[test]
    fn a_definition_alone_checks_as_in_its_program(seed: u64) {
        let generated = generate::program(seed, 5);
        let whole = check(&generated);
        for (at, (path, text)) in generated.files.iter().enumerate().rev() {
            let unit = unit(path, text);
            let id = DefId(at as u32);
            let alone = check::definition(&whole.scope, id, &unit.source, &unit.file, 0);
            prop_assert_eq!(format!("{:?}", alone.facts), format!("{:?}", whole.defs[at].facts));
            prop_assert_eq!(format!("{:?}", alone.core), format!("{:?}", whole.defs[at].core));
        }
    }
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let deep = |open: &str, leaf: &str, close: &str| {
        let n = 1_900;
        format!("f : I64 -> I64\nf n = {}{leaf}{}\n", open.repeat(n), close.repeat(n))
    };
    let terms = [
        deep("(1 + ", "n", ")"),
        deep("if n == 0 then 1 else ", "n", ""),
        deep("(fun x -> 1) (", "n", ")").replace("fun x", "fun _x").replace("_x", "x"),
        deep("match n with | 0 -> 1 | _ -> ", "n", ""),
    ];
    let nested = (0..1_900).map(|at| {
        format!(
            "let x{at} = Some {} in ",
            match at {
                0 => "n".to_owned(),
                at => format!("x{}", at - 1),
            }
        )
    });
    let nested = format!("f : I64 -> I64\nf n = {}n\n", nested.collect::<String>());
    let small = std::thread::Builder::new().stack_size(512 * 1024);
    let check = move || {
        for text in terms.iter().chain([&nested]) {
            let unit = unit("m/f.soil", text);
            let program = check::program(TypeEnv::kernel(), &[unit]);
            let faults = program.diagnostics(Stage::Check);
            assert!(
                faults.iter().all(|fault| fault.code.as_str() == "shadowing"),
                "{}",
                render(&faults[..1])
            );
        }
    };
    small.spawn(check).expect("a thread").join().expect("no overflow");
}

#[test]
fn an_adversarial_match_is_decided_or_refused_quickly() {
    // Thirty columns by sixty rows of True, False and `_`.
    let fields: Vec<String> = (0..30).map(|at| format!("c{at} : Bool")).collect();
    let decl = format!("type Wide = {{ {} }}\n", fields.join(", "));
    for seed in 0..6 {
        let mut stream = Stream::new(seed);
        let density = 2 + seed as usize;
        let rows = (0..60).map(|_| {
            let named: Vec<String> = (0..30)
                .filter_map(|at| match stream.below(density) {
                    0 => Some(format!("c{at} = {}", ["True", "False"][stream.below(2)])),
                    _ => None,
                })
                .collect();
            match named.is_empty() {
                true => "| { c0 = True, .. } -> 0 ".to_owned(),
                false => format!("| {{ {}, .. }} -> 0 ", named.join(", ")),
            }
        });
        let text = format!("f : Wide -> I64\nf w = match w with {}\n", rows.collect::<String>());
        let env = TypeEnv::new(types(&decl)).expect("valid");
        let start = std::time::Instant::now();
        let program = check::program(Arc::new(env), &[unit("m/f.soil", &text)]);
        let took = start.elapsed();
        assert!(!program.diagnostics(Stage::Check).is_empty());
        assert!(took.as_secs() < 5, "{took:?} for density {density}");
    }
}
