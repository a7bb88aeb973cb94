//! Speed of the checker: cold check of whole programs, re-check of one definition, and the same
//! number of functions through other people's checkers when they are installed.
//!
//! `cargo bench --bench check`. Programs are made of five shapes of definition (records, sums,
//! matches, folds over lambdas, local recursion), numbered so that each is its own code. The other
//! checkers get the same five shapes in their own language, in one file, as a cold process.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use trellis::soil::check::{self, Stage, Unit};
use trellis::soil::core::DefId;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::declare::declare;
use trellis::soil::types::env::TypeEnv;

const TYPES: [&str; 3] = [
    "type Line = { item : Utf8, price : I64, count : I64 }",
    "type Order = { lines : List Line, note : Option Utf8, total : I64 }",
    "type Event = | Placed Order | Paid { amount : I64, by : Utf8 } | Cancelled",
];

const SHAPES: usize = 5;

fn soil(at: usize) -> String {
    let previous = at.checked_sub(SHAPES);
    match at % SHAPES {
        0 => format!(
            "f{at} : Order -> panic I64\nf{at} order =\n  list_fold (fun sum line -> sum + line.price * line.count + {at}) 0 order.lines\n"
        ),
        1 => {
            let paid = match previous {
                Some(other) => format!("f{other} event - 1"),
                None => "0".to_owned(),
            };
            format!(
                "f{at} : Event -> panic I64\nf{at} event =\n  match event with\n  | Placed {{ total, lines, .. }} ->\n    if total > {at}\n    then total\n    else list_len lines\n  | Paid {{ amount, .. }} -> amount + {at}\n  | Cancelled -> {paid}\n"
            )
        }
        2 => format!(
            "f{at} : Order -> Utf8 -> Order\nf{at} order item =\n  let line = {{ item = item, price = {at}, count = 1 }} in\n  let lines = list_append order.lines line in\n  {{ order with lines = lines, note = Some (utf8_concat item \"!\") }}\n"
        ),
        3 => format!(
            "f{at} : List Event -> panic (List I64)\nf{at} events =\n  let amounts = list_map (fun event ->\n    match event with\n    | Paid {{ amount, by }} -> (if by == \"x{at}\" then amount else 0)\n    | _ -> 0) events in\n  list_filter (fun amount -> amount >= {at}) amounts\n"
        ),
        _ => format!(
            "f{at} : Option Order -> I64 -> panic I64\nf{at} order limit =\n  let rec go = fun left found ->\n    if left <= 0 or found > limit\n    then found\n    else go (left - 1) (found + left % 7)\n  in\n  match order with\n  | Some {{ total, note = Some text, .. }} -> go total (utf8_len text)\n  | Some {{ total, .. }} -> go total {at}\n  | None -> go limit 0\n"
        ),
    }
}

fn ocaml(n: usize) -> String {
    let mut text = "type line = { item : string; price : int; count : int }\n\
        type order = { lines : line list; note : string option; total : int }\n\
        type event = Placed of order | Paid of int * string | Cancelled\n"
        .to_owned();
    for at in 0..n {
        let _ = match at % SHAPES {
            0 => write!(
                text,
                "let f{at} order =\n  List.fold_left (fun sum line -> sum + line.price * line.count + {at}) 0 order.lines\n"
            ),
            1 => {
                let paid = match at.checked_sub(SHAPES) {
                    Some(other) => format!("f{other} event - 1"),
                    None => "0".to_owned(),
                };
                write!(
                    text,
                    "let f{at} event =\n  match event with\n  | Placed {{ total; lines; _ }} ->\n    if total > {at}\n    then total\n    else List.length lines\n  | Paid (amount, _) -> amount + {at}\n  | Cancelled -> {paid}\n"
                )
            }
            2 => write!(
                text,
                "let f{at} order item =\n  let line = {{ item = item; price = {at}; count = 1 }} in\n  let lines = order.lines @ [line] in\n  {{ order with lines = lines; note = Some (item ^ \"!\") }}\n"
            ),
            3 => write!(
                text,
                "let f{at} events =\n  let amounts = List.map (fun event ->\n    match event with\n    | Paid (amount, by) -> (if by = \"x{at}\" then amount else 0)\n    | _ -> 0) events in\n  List.filter (fun amount -> amount >= {at}) amounts\n"
            ),
            _ => write!(
                text,
                "let f{at} order limit =\n  let rec go left found =\n    if left <= 0 || found > limit\n    then found\n    else go (left - 1) (found + left mod 7)\n  in\n  match order with\n  | Some {{ total; note = Some text; _ }} -> go total (String.length text)\n  | Some {{ total; _ }} -> go total {at}\n  | None -> go limit 0\n"
            ),
        };
    }
    text
}

fn python(n: usize) -> String {
    let mut text = "from dataclasses import dataclass, replace\nfrom functools import reduce\n\n\n@dataclass\nclass Line:\n    item: str\n    price: int\n    count: int\n\n\n@dataclass\nclass Order:\n    lines: list[Line]\n    note: str | None\n    total: int\n\n\n@dataclass\nclass Placed:\n    order: Order\n\n\n@dataclass\nclass Paid:\n    amount: int\n    by: str\n\n\n@dataclass\nclass Cancelled:\n    pass\n\n\nEvent = Placed | Paid | Cancelled\n\n"
        .to_owned();
    for at in 0..n {
        let _ = match at % SHAPES {
            0 => write!(
                text,
                "\ndef f{at}(order: Order) -> int:\n    return sum(line.price * line.count + {at} for line in order.lines)\n\n"
            ),
            1 => {
                let paid = match at.checked_sub(SHAPES) {
                    Some(other) => format!("f{other}(event) - 1"),
                    None => "0".to_owned(),
                };
                write!(
                    text,
                    "\ndef f{at}(event: Event) -> int:\n    match event:\n        case Placed(order):\n            return order.total if order.total > {at} else len(order.lines)\n        case Paid(amount, _):\n            return amount + {at}\n        case Cancelled():\n            return {paid}\n\n"
                )
            }
            2 => write!(
                text,
                "\ndef f{at}(order: Order, item: str) -> Order:\n    line = Line(item=item, price={at}, count=1)\n    lines = order.lines + [line]\n    return replace(order, lines=lines, note=item + \"!\")\n\n"
            ),
            3 => write!(
                text,
                "\ndef f{at}(events: list[Event]) -> list[int]:\n    amounts = [\n        event.amount if isinstance(event, Paid) and event.by == \"x{at}\" else 0\n        for event in events\n    ]\n    return [amount for amount in amounts if amount >= {at}]\n\n"
            ),
            _ => write!(
                text,
                "\ndef f{at}(order: Order | None, limit: int) -> int:\n    def go(left: int, found: int) -> int:\n        if left <= 0 or found > limit:\n            return found\n        return go(left - 1, found + left % 7)\n\n    if order is None:\n        return go(limit, 0)\n    if order.note is not None:\n        return go(order.total, len(order.note))\n    return go(order.total, {at})\n\n"
            ),
        };
    }
    text
}

fn env() -> Arc<TypeEnv> {
    let decls = TYPES.iter().map(|text| {
        let source = SourceFile::new("types", *text);
        let decl = parse::type_decl(&source, 0..text.len() as u32).expect("a valid declaration");
        declare(&decl).expect("a valid declaration")
    });
    Arc::new(TypeEnv::new(decls.collect()).expect("a valid environment"))
}

fn parse_all(texts: &[String]) -> Vec<Unit> {
    let unit = |(at, text): (usize, &String)| {
        let source = SourceFile::new(format!("m/f{at}.soil"), text.as_str());
        let file = parse::file(&source, Role::Ordinary).expect("a valid file");
        Unit { source, file: Arc::new(file) }
    };
    texts.iter().enumerate().map(unit).collect()
}

/// Runs `work` a few times and returns the median.
fn median(runs: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[runs / 2]
}

fn line(what: &str, n: usize, n_lines: usize, took: Duration) {
    let seconds = took.as_secs_f64();
    println!(
        "{what:<34} {:>9.1} ms {:>11.0} definitions/s {:>12.0} lines/s",
        seconds * 1e3,
        n as f64 / seconds,
        n_lines as f64 / seconds
    );
}

fn other(folder: &Path, what: &str, program: &str, args: &[&str], n: usize, n_lines: usize) {
    let run = || {
        Command::new(program)
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
    };
    match run() {
        Ok(status) if status.success() => {
            let took = median(3, || {
                let _ = black_box(run());
            });
            line(what, n, n_lines, took);
        }
        Ok(status) => println!("{what:<34} skipped: ended with {status}"),
        Err(fault) => println!("{what:<34} skipped: {fault}"),
    }
}

/// Thirty columns by sixty rows of True, False and `_`, in which `density` says how many columns
/// of a row are named: one in so many.
fn matrix(density: u64) -> (TypeEnv, Unit) {
    let fields: Vec<String> = (0..30).map(|at| format!("c{at} : Bool")).collect();
    let text = format!("type Wide = {{ {} }}", fields.join(", "));
    let source = SourceFile::new("types", text.as_str());
    let decl = parse::type_decl(&source, 0..text.len() as u32).expect("it parses");
    let env = TypeEnv::new(vec![declare(&decl).expect("it converts")]).expect("it is valid");
    let mut state = density;
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut text = "f : Wide -> I64\nf w = match w with".to_owned();
    for _ in 0..60 {
        // A pattern names a field at least.
        text.push_str(" | { c0 = _, ");
        for column in 1..30 {
            if below(density) == 0 {
                let value = if below(2) == 0 { "True" } else { "False" };
                let _ = write!(text, "c{column} = {value}, ");
            }
        }
        text.push_str(".. } -> 0");
    }
    let source = SourceFile::new("f.soil", text + "\n");
    let file = parse::file(&source, Role::Ordinary).expect("it parses");
    (env, Unit { source, file: Arc::new(file) })
}

fn main() {
    for density in [2, 3, 4, 6, 10, 20] {
        let (env, unit) = matrix(density);
        let env = Arc::new(env);
        let units = [unit];
        let took = median(3, || {
            black_box(check::program(env.clone(), &units));
        });
        let said = check::program(env.clone(), &units).diagnostics(Stage::Check);
        let what = format!("match of 30 by 60, 1 in {density}");
        let message = said.first().map_or("no fault", |fault| fault.message.as_str());
        println!("{what:<34} {:>9.2} ms  {message:.60}", took.as_secs_f64() * 1e3);
    }
    println!();
    let env = env();
    for n in [1_000, 10_000] {
        let texts: Vec<String> = (0..n).map(soil).collect();
        let n_lines = texts.iter().map(|text| text.lines().count()).sum();
        let units = parse_all(&texts);
        let program = check::program(env.clone(), &units);
        let faults = program.diagnostics(Stage::Check);
        assert!(faults.is_empty(), "{:?}", faults.first());
        println!("{n} definitions, {n_lines} lines of Soil");
        let took = median(5, || {
            black_box(check::program(env.clone(), &units));
        });
        line("trellis, check", n, n_lines, took);
        let took = median(5, || {
            let units = parse_all(&texts);
            black_box(check::program(env.clone(), &units));
        });
        line("trellis, parse and check", n, n_lines, took);
        let mut at = 0;
        let took = median(501, || {
            at = (at + 37) % n;
            let Unit { source, file } = &units[at];
            black_box(check::definition(&program.scope, DefId(at as u32), source, file, 0));
        });
        println!("{:<34} {:>9.1} µs", "trellis, one definition again", took.as_secs_f64() * 1e6);

        let folder =
            std::env::temp_dir().join(format!("trellis-bench-check-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a scratch folder");
        let (ml, py) = (ocaml(n), python(n));
        std::fs::write(folder.join("all.ml"), &ml).expect("a scratch file");
        std::fs::write(folder.join("all.py"), &py).expect("a scratch file");
        other(
            &folder,
            "ocamlc -i, one process",
            "ocamlc",
            &["-i", "all.ml"],
            n,
            ml.lines().count(),
        );
        other(&folder, "ty check, one process", "ty", &["check", "all.py"], n, py.lines().count());
        let args = ["check", "all.py"];
        other(&folder, "pyrefly check, one process", "pyrefly", &args, n, py.lines().count());
        std::fs::remove_dir_all(&folder).expect("the scratch folder can be removed");
        println!();
    }
}
