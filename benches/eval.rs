//! Soil against Lua 5.4, LuaJIT and CPython, each computing the same, and calls through JSON.
//!
//! `cargo bench --bench eval` prints a row a program: seconds, best of three, and how Soil stands
//! to Lua 5.4. A language that is not installed is left out with a notice. Every language has to
//! come to the same result.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use trellis::soil::check::{self, Stage, Unit};
use trellis::soil::core::DefId;
use trellis::soil::eval::{Entry, Limits, Machine, compile};
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::declare::declare;
use trellis::soil::types::env::TypeEnv;

/// One computation in every language; each script prints its seconds and its result.
struct Row {
    name: &'static str,
    types: &'static str,
    soil: &'static [(&'static str, &'static str)],
    lua: &'static str,
    python: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        name: "fib 30",
        types: "",
        soil: &[
            ("m/fib.soil", "fib : I64 -> I64\nfib n = if n < 2 then n else fib (n - 1) + fib (n - 2)\n"),
            ("m/main.soil", "main : I64\nmain = fib 30\n"),
        ],
        lua: "local function fib(n) if n < 2 then return n else return fib(n-1) + fib(n-2) end end
function main() return fib(30) end",
        python: "def fib(n):
    return n if n < 2 else fib(n-1) + fib(n-2)
def main(): return fib(30)",
    },
    Row {
        name: "sum 10^7 by tail call",
        types: "",
        soil: &[
            ("m/sum.soil", "sum : I64 -> I64 -> I64\nsum n acc = if n == 0 then acc else sum (n - 1) (acc + n)\n"),
            ("m/main.soil", "main : I64\nmain = sum 10000000 0\n"),
        ],
        lua: "local function sum(n, acc) if n == 0 then return acc else return sum(n-1, acc+n) end end
function main() return sum(10000000, 0) end",
        python: "def main():
    n, acc = 10000000, 0
    while n != 0:
        n, acc = n - 1, acc + n
    return acc",
    },
    Row {
        name: "mean and median of 10^5",
        types: "",
        soil: &[
            (
                "m/make.soil",
                "make : I64 -> I64 -> List F64 -> List F64
make n x acc =
  if n == 0
  then acc
  else
    let y = (x * 1103515245 + 12345) % 2147483648
    in make (n - 1) y (list_append acc (I64::to_f64 y / 1024.0))\n",
            ),
            (
                "m/merge.soil",
                "merge : List F64 -> List F64 -> I64 -> I64 -> List F64 -> panic List F64
merge a b i j acc =
  if i == list_len a
  then list_concat acc (list_slice b j (list_len b))
  else
    if j == list_len b
    then list_concat acc (list_slice a i (list_len a))
    else
      let x = list_nth a i and y = list_nth b j
      in if x <= y then merge a b (i + 1) j (list_append acc x) else merge a b i (j + 1) (list_append acc y)\n",
            ),
            (
                "m/sort.soil",
                "sort : List F64 -> panic List F64
sort xs =
  let n = list_len xs
  in if n < 2
     then xs
     else
       let half = n / 2
       in merge (sort (list_slice xs 0 half)) (sort (list_slice xs half n)) 0 0 list_empty\n",
            ),
            (
                "m/main.soil",
                "main : I64
main =
  let xs = make 100000 42 list_empty
  in let mean = list_fold (fun s x -> s + x) 0.0 xs / 100000.0
     in let sorted = sort xs
        in let median = (list_nth sorted 49999 + list_nth sorted 50000) / 2.0
           in match F64::to_i64 (F64::floor (mean + median)) with | Some n -> n | None -> 0\n",
            ),
        ],
        lua: "local function merge(a, b)
  local i, j, acc, na, nb = 1, 1, {}, #a, #b
  while i <= na and j <= nb do
    local x, y = a[i], b[j]
    if x <= y then acc[#acc+1] = x; i = i + 1 else acc[#acc+1] = y; j = j + 1 end
  end
  while i <= na do acc[#acc+1] = a[i]; i = i + 1 end
  while j <= nb do acc[#acc+1] = b[j]; j = j + 1 end
  return acc
end
local function slice(xs, i, j) local r = {} for k = i, j do r[#r+1] = xs[k] end return r end
local function sort(xs)
  local n = #xs
  if n < 2 then return xs end
  local half = n // 2
  return merge(sort(slice(xs, 1, half)), sort(slice(xs, half + 1, n)))
end
function main()
  local xs, x = {}, 42
  for i = 1, 100000 do x = (x * 1103515245 + 12345) % 2147483648; xs[#xs+1] = x / 1024.0 end
  local s = 0.0
  for i = 1, #xs do s = s + xs[i] end
  local sorted = sort(xs)
  return math.floor(s / 100000.0 + (sorted[50000] + sorted[50001]) / 2.0)
end",
        python: "import math
def merge(a, b):
    i, j, acc, na, nb = 0, 0, [], len(a), len(b)
    while i < na and j < nb:
        x, y = a[i], b[j]
        if x <= y:
            acc.append(x); i += 1
        else:
            acc.append(y); j += 1
    acc.extend(a[i:]); acc.extend(b[j:])
    return acc
def sort(xs):
    n = len(xs)
    if n < 2: return xs
    half = n // 2
    return merge(sort(xs[:half]), sort(xs[half:]))
def main():
    xs, x = [], 42
    for i in range(100000):
        x = (x * 1103515245 + 12345) % 2147483648
        xs.append(x / 1024.0)
    s = 0.0
    for x in xs: s = s + x
    r = sort(xs)
    return math.floor(s / 100000.0 + (r[49999] + r[50000]) / 2.0)",
    },
    Row {
        name: "tokenise 1 MB",
        types: "",
        soil: &[
            ("m/is_word.soil", "is_word : Utf8 -> Bool\nis_word c = c >= \"a\" and c <= \"z\" or c >= \"0\" and c <= \"9\"\n"),
            (
                "m/word_end.soil",
                "word_end : List Utf8 -> I64 -> panic I64
word_end cs i = if i < list_len cs and is_word (list_nth cs i) then word_end cs (i + 1) else i\n",
            ),
            (
                "m/tokens.soil",
                "tokens : Utf8 -> List Utf8 -> I64 -> List Utf8 -> panic List Utf8
tokens text cs i acc =
  if i >= list_len cs
  then acc
  else
    let c = list_nth cs i
    in if c == \" \"
       then tokens text cs (i + 1) acc
       else
         if is_word c
         then let j = word_end cs (i + 1) in tokens text cs j (list_append acc (utf8_slice text i j))
         else tokens text cs (i + 1) (list_append acc c)\n",
            ),
            (
                "m/main.soil",
                "main : I64
main =
  let text = utf8_join \"\" (list_map (fun i -> \"let x1 = (foo + 4242) * bar; \") (list_range 0 36000))
  in let all = tokens text (utf8_chars text) 0 list_empty
     in list_fold (fun n t -> n + utf8_len t) (list_len all) all\n",
            ),
        ],
        lua: "local function is_word(c) return c >= 'a' and c <= 'z' or c >= '0' and c <= '9' end
function main()
  local parts = {}
  for i = 1, 36000 do parts[i] = 'let x1 = (foo + 4242) * bar; ' end
  local text = table.concat(parts)
  local cs = {}
  for i = 1, #text do cs[i] = text:sub(i, i) end
  local i, n, all = 1, #cs, {}
  while i <= n do
    local c = cs[i]
    if c == ' ' then i = i + 1
    elseif is_word(c) then
      local j = i + 1
      while j <= n and is_word(cs[j]) do j = j + 1 end
      all[#all+1] = text:sub(i, j - 1)
      i = j
    else all[#all+1] = c; i = i + 1 end
  end
  local total = #all
  for k = 1, #all do total = total + #all[k] end
  return total
end",
        python: "def is_word(c): return c >= 'a' and c <= 'z' or c >= '0' and c <= '9'
def main():
    text = ''.join(['let x1 = (foo + 4242) * bar; ' for i in range(36000)])
    cs = list(text)
    i, n, all = 0, len(cs), []
    while i < n:
        c = cs[i]
        if c == ' ': i += 1
        elif is_word(c):
            j = i + 1
            while j < n and is_word(cs[j]): j += 1
            all.append(text[i:j]); i = j
        else:
            all.append(c); i += 1
    total = len(all)
    for t in all: total += len(t)
    return total",
    },
    Row {
        name: "build and fold 10^6 list",
        types: "",
        soil: &[
            ("m/build.soil", "build : I64 -> I64 -> List I64 -> List I64\nbuild i n acc = if i == n then acc else build (i + 1) n (list_append acc (i * 3))\n"),
            ("m/main.soil", "main : I64\nmain = list_fold (fun s x -> s + x) 0 (build 0 1000000 list_empty)\n"),
        ],
        lua: "function main()
  local xs = {}
  local function build(i, n) if i == n then return end xs[#xs+1] = i * 3 return build(i + 1, n) end
  build(0, 1000000)
  local function add(s, x) return s + x end
  local s = 0
  for i = 1, #xs do s = add(s, xs[i]) end
  return s
end",
        python: "from functools import reduce
def main():
    xs = []
    for i in range(1000000): xs.append(i * 3)
    return reduce(lambda s, x: s + x, xs, 0)",
    },
    Row {
        name: "match a recursive sum",
        types: "type Tree = | Leaf | Node { left : Tree, value : I64, right : Tree }",
        soil: &[
            (
                "m/grow.soil",
                "grow : I64 -> I64 -> Tree
grow depth n = if depth == 0 then Leaf else Node { left = grow (depth - 1) (2 * n), value = n, right = grow (depth - 1) (2 * n + 1) }\n",
            ),
            (
                "m/total.soil",
                "total : Tree -> I64
total t = match t with | Leaf -> 0 | Node { left, value, right } -> total left + value + total right\n",
            ),
            ("m/main.soil", "main : I64\nmain = let t = grow 18 1 in list_fold (fun s i -> s + total t) 0 (list_range 0 5)\n"),
        ],
        lua: "local LEAF = { tag = 'Leaf' }
local function grow(depth, n)
  if depth == 0 then return LEAF end
  return { tag = 'Node', left = grow(depth - 1, 2 * n), value = n, right = grow(depth - 1, 2 * n + 1) }
end
local function total(t)
  if t.tag == 'Leaf' then return 0 end
  return total(t.left) + t.value + total(t.right)
end
function main()
  local t, s = grow(18, 1), 0
  for i = 1, 5 do s = s + total(t) end
  return s
end",
        python: "class Leaf: pass
class Node:
    __slots__ = ('left', 'value', 'right')
    def __init__(self, left, value, right): self.left, self.value, self.right = left, value, right
LEAF = Leaf()
def grow(depth, n):
    return LEAF if depth == 0 else Node(grow(depth-1, 2*n), n, grow(depth-1, 2*n+1))
def total(t):
    if isinstance(t, Leaf): return 0
    return total(t.left) + t.value + total(t.right)
def main():
    t, s = grow(18, 1), 0
    for i in range(5): s += total(t)
    return s",
    },
];

fn main() {
    println!(
        "{:26} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "soil", "lua5.4", "luajit", "python3", "x lua5.4"
    );
    for row in ROWS {
        measure(row);
    }
    json_calls();
    start_up();
}

fn load(row_types: &str, files: &[(&str, &str)]) -> trellis::soil::core::Program {
    let types = if row_types.is_empty() {
        Vec::new()
    } else {
        let source = SourceFile::new("types", row_types);
        let decl = parse::type_decl(&source, 0..row_types.len() as u32).expect("a declaration");
        vec![declare(&decl).expect("a declaration without defaults")]
    };
    let env = Arc::new(TypeEnv::new(types).expect("a valid environment"));
    let units: Vec<Unit> = files
        .iter()
        .map(|(path, text)| {
            let source = SourceFile::new(*path, *text);
            let file = parse::file(&source, Role::of_path(path)).expect("a file that parses");
            Unit { source, file: Arc::new(file) }
        })
        .collect();
    let program = check::program(env, &units);
    let faults = program.diagnostics(Stage::Check);
    assert!(faults.is_empty(), "{faults:?}");
    program.core().expect("a sound program")
}

fn find(program: &trellis::soil::core::Program, name: &str) -> DefId {
    let at = program.defs.iter().position(|def| def.name == name).expect("the definition");
    DefId(at as u32)
}

fn measure(row: &Row) {
    let program = load(row.types, row.soil);
    let compiled = compile(&program);
    let entry = Entry::new(&compiled, find(&program, "main")).expect("a plain type");
    let mut machine = Machine::new(&compiled);
    let mut best = f64::INFINITY;
    let mut result = String::new();
    for _ in 0..3 {
        let start = Instant::now();
        let outcome = entry.call(&mut machine, &[], &Limits::RUN).expect("no argument");
        best = best.min(start.elapsed().as_secs_f64());
        result = outcome.result.expect("no panic");
    }
    let lua_tail = "\nlocal c = os.clock()\nlocal r = main()\nprint(os.clock() - c)\nprint(string.format('%d', r))\n";
    let luajit = row.lua.replace("n // 2", "math.floor(n / 2)");
    // LuaJIT has no 64-bit integers, so it may round where products are large.
    let others = [
        other("lua5.4", &["-"], &(row.lua.to_owned() + lua_tail), Some(&result)),
        other("luajit", &["-"], &(luajit + lua_tail), None),
        other(
            "python3",
            &["-"],
            &format!(
                "import time, sys\nsys.setrecursionlimit(10000)\n{}\nc = time.perf_counter()\nr = main()\nprint(time.perf_counter() - c)\nprint(r)\n",
                row.python
            ),
            Some(&result),
        ),
    ];
    let shown = |time: &Option<f64>| time.map_or("–".to_owned(), |time| format!("{time:.4}"));
    let ratio = others[0].map_or("–".to_owned(), |lua| format!("{:.2}", best / lua));
    println!(
        "{:26} {best:>9.4} {:>9} {:>9} {:>9} {ratio:>9}",
        row.name,
        shown(&others[0]),
        shown(&others[1]),
        shown(&others[2])
    );
}

/// Runs a script three times; returns its best seconds.
fn other(program: &str, args: &[&str], script: &str, expected: Option<&str>) -> Option<f64> {
    let mut best: Option<f64> = None;
    for _ in 0..3 {
        let path = std::env::temp_dir().join(format!("trellis-bench-{}", std::process::id()));
        std::fs::write(&path, script).expect("a temporary file");
        let input = std::fs::File::open(&path).expect("the script");
        let run = Command::new(program).args(args).stdin(input).output();
        let _ = std::fs::remove_file(&path);
        let Ok(output) = run else {
            eprintln!("notice: {program} is not installed");
            return None;
        };
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines();
        let seconds = lines.next().and_then(|line| line.parse::<f64>().ok());
        let Some(seconds) = seconds else {
            eprintln!("notice: {program} failed: {}", String::from_utf8_lossy(&output.stderr));
            return None;
        };
        let result = lines.next().unwrap_or_default();
        assert!(expected.is_none_or(|expected| expected == result), "{program} says {result}");
        best = Some(best.map_or(seconds, |best| best.min(seconds)));
    }
    best
}

/// Counts calls of a small function with JSON arguments and a JSON result.
fn json_calls() {
    let text = "clamp : I64 -> I64 -> I64 -> I64\nclamp lo hi x = if x < lo then lo else if x > hi then hi else x\n";
    let program = load("", &[("m/clamp.soil", text)]);
    let compiled = compile(&program);
    let entry = Entry::new(&compiled, find(&program, "clamp")).expect("plain types");
    let mut machine = Machine::new(&compiled);
    let start = Instant::now();
    let mut n_calls = 0_u64;
    while start.elapsed() < Duration::from_millis(500) {
        for x in 0..1000 {
            let x = x.to_string();
            let outcome = entry.call(&mut machine, &["10", "500", &x], &Limits::CASE);
            assert!(outcome.is_ok_and(|outcome| outcome.result.is_ok()));
        }
        n_calls += 1000;
    }
    println!(
        "calls with JSON arguments: {:.0} a second",
        n_calls as f64 / start.elapsed().as_secs_f64()
    );
}

/// Times the command itself.
fn start_up() {
    let soil0 = env!("CARGO_BIN_EXE_soil0");
    let start = Instant::now();
    for _ in 0..20 {
        let output = Command::new(soil0).arg("--version").output().expect("the command runs");
        assert!(output.status.success());
    }
    println!("start-up of soil0: {:.2} ms", start.elapsed().as_secs_f64() * 1000.0 / 20.0);
}
