//! A root of any size: modules of three types, a header and functions of five shapes.
//!
//! Names are numbered, so that each definition is its own code; every third function calls one of
//! its own module, every fifth one of the module before. Locks say what a lowering would.

use std::fs;
use std::path::Path;

use trellis::root::find::RootDir;
use trellis::root::lock::Lock;
use trellis::root::{Snapshot, lock, record};
use trellis::spec::Kind;

/// Types of one module.
const TYPES: usize = 3;

/// Definitions of one module, types included.
const PER_MODULE: usize = 100;

/// Writes a root of `n` definitions with Soil and locks.
pub fn root(folder: &Path, n: usize) -> RootDir {
    fs::create_dir_all(folder).expect("a writable folder");
    let write = |file: String, text: String| fs::write(folder.join(file), text).expect("writable");
    let pin = trellis::root::pin::update("").expect("no text is TOML");
    write("soil.toml".to_owned(), pin);
    for m in 0..n.div_ceil(PER_MODULE) {
        let size = PER_MODULE.min(n - m * PER_MODULE);
        fs::create_dir_all(folder.join(format!("m{m}"))).expect("a writable folder");
        for (name, file, declaration) in types(m) {
            let text = format!(
                "---\nname: {name}\n---\n\n# {name}\n\nWhat module {m} knows of its orders, as far \
                 as the books need it.\n\n```soil-type\n{declaration}\n```\n"
            );
            write(format!("m{m}/{file}.tr"), text);
        }
        let mut exports: String = types(m).map(|(name, ..)| format!("type {name}\n")).concat();
        for k in 0..size.saturating_sub(TYPES) {
            let function = Function { m, k };
            write(format!("m{m}/{}.tr", function.name()), function.spec());
            write(format!("m{m}/{}.soil", function.name()), function.soil());
            exports.push_str(&format!("{}\n", function.name()));
        }
        write(format!("m{m}/_module.tr"), header(m, &exports));
    }
    let root = RootDir::at(folder).expect("a root");
    locks(&root);
    root
}

fn types(m: usize) -> [(String, String, String); TYPES] {
    [
        (
            format!("Line{m}"),
            format!("line{m}"),
            format!("type Line{m} = {{ item{m} : Utf8, price{m} : I64, count{m} : I64 }}"),
        ),
        (
            format!("Order{m}"),
            format!("order{m}"),
            format!(
                "type Order{m} = {{ lines{m} : List Line{m}, note{m} : Option Utf8, total{m} : \
                 I64 }}"
            ),
        ),
        (
            format!("Event{m}"),
            format!("event{m}"),
            format!(
                "type Event{m} =\n  | Placed{m} Order{m}\n  | Paid{m} {{ amount{m} : I64, by{m} : \
                 Utf8 }}\n  | Cancelled{m}"
            ),
        ),
    ]
}

fn header(m: usize, exports: &str) -> String {
    format!(
        "---\nname: m{m}\n---\n\n# m{m}\n\nOrders of branch {m}.\n\n```exports\n{exports}```\n\n\
         ```decisions\nmoney: amounts are counted in cents\n  rejected: floats\n```\n"
    )
}

/// The `k`-th function of the `m`-th module.
struct Function {
    m: usize,
    k: usize,
}

impl Function {
    fn name(&self) -> String {
        format!("f{}_{}", self.m, self.k)
    }

    fn signature(&self) -> String {
        let Function { m, k } = self;
        match k % 5 {
            0 => format!("(order : Order{m}) -> panic I64"),
            1 => format!("(event : Event{m}) -> panic I64"),
            2 => format!("(order : Order{m}) -> (item : Utf8) -> Order{m}"),
            3 => format!("(events : List Event{m}) -> panic (List I64)"),
            _ => "(start : I64) -> (limit : I64) -> panic I64".to_owned(),
        }
    }

    fn spec(&self) -> String {
        let Function { m, k } = self;
        let name = self.name();
        let (clauses, test) = match k % 5 {
            0 => (
                "",
                format!(
                    "({{\"lines{m}\":[],\"note{m}\":{{\"tag\":\"None\"}},\"total{m}\":0}}) => 0"
                ),
            ),
            1 => ("", format!("({{\"tag\":\"Cancelled{m}\"}}) => 0")),
            2 => (
                "",
                format!(
                    "({{\"lines{m}\":[],\"note{m}\":{{\"tag\":\"None\"}},\"total{m}\":0}}, \"x\") => {{\"lines{m}\":[],\"note{m}\":{{\"tag\":\"None\"}},\"total{m}\":0}}"
                ),
            ),
            3 => ("", "([]) => []".to_owned()),
            _ => (
                "```requires\nsmall: start <= limit\n```\n\n```ensures\nbounded: start <= result\n```\n\n",
                "(0, 3) => 3".to_owned(),
            ),
        };
        format!(
            "---\nname: {name}\n---\n\n# {name}\n\nStep {k} of the books of branch {m}: takes what \
             the step before has left and adds\nits own share, so that the sums of a day can be \
             compared line by line.\n\n```soil-sig\n{name} : {}\n```\n\n{clauses}```test \
             example\n{test}\n```\n",
            self.signature()
        )
    }

    fn soil(&self) -> String {
        let Function { m, k } = self;
        let name = self.name();
        let signature = self.signature();
        // The last function of the same shape, and one of the module before.
        let same = k.checked_sub(5).map(|k| Function { m: *m, k }.name());
        let before = m.checked_sub(1).map(|m| Function { m, k: *k }.name());
        let body = match k % 5 {
            0 => format!(
                "{name} order =\n  list_fold (fun sum line -> sum + line.price{m} * line.count{m} \
                 + {k}) 0 order.lines{m}\n"
            ),
            1 => {
                let last = same.map_or("0".to_owned(), |same| format!("{same} event - 1"));
                format!(
                    "{name} event =\n  match event with\n  | Placed{m} {{ total{m}, lines{m}, .. \
                     }} ->\n    if total{m} > {k}\n    then total{m}\n    else list_len \
                     lines{m}\n  | Paid{m} {{ amount{m}, .. }} -> amount{m} + {k}\n  | \
                     Cancelled{m} -> {last}\n"
                )
            }
            2 => format!(
                "{name} order item =\n  let line = {{ item{m} = item, price{m} = {k}, count{m} = 1 \
                 }} in\n  let lines = list_append order.lines{m} line in\n  {{ order with lines{m} \
                 = lines, note{m} = Some (utf8_concat item \"!\") }}\n"
            ),
            3 => format!(
                "{name} events =\n  let amounts = list_map (fun event ->\n    match event with\n    \
                 | Paid{m} {{ amount{m}, by{m} }} -> (if by{m} == \"x{k}\" then amount{m} else \
                 0)\n    | _ -> 0) events in\n  list_filter (fun amount -> amount >= {k}) amounts\n"
            ),
            _ => {
                let end = before.map_or("found".to_owned(), |other| format!("{other} found limit"));
                format!(
                    "{name} start limit =\n  let rec go = fun left found ->\n    if left <= 0 or \
                     found > limit\n    then {end}\n    else go (left - 1) (found + left % 7)\n  \
                     in\n  go (limit - start) {k}\n"
                )
            }
        };
        format!("{name} : {signature}\n{body}")
    }
}

/// Writes the locks that an all-green test run would leave, without running tests.
fn locks(root: &RootDir) {
    let snapshot = Snapshot::load(root).expect("a valid soil.toml");
    assert_eq!(snapshot.diagnostics(), [], "a generated root is sound");
    for path in snapshot.paths() {
        let spec = snapshot.spec(path).expect("valid");
        let mut new: Lock = record::fresh(spec);
        new.checks = record::checks(&snapshot, spec);
        if spec.kind == Kind::Function {
            new.lowering = record::lowering(&snapshot, path);
        }
        fs::write(root.file(&format!("{path}.lock")), lock::write(&new)).expect("writable");
    }
}
