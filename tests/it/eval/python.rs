//! Generated programs against Python: a small translator, one process for all programs.
//!
//! Integers are checked against their ranges by hand, division floors as Python's does, doubles are
//! Python's own. Results are compared in a dump that shows the bits of doubles. Without `python3`
//! the comparison is skipped with a notice.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use trellis::soil::builtins::Builtin;
use trellis::soil::core::{DefId, Expr, LocalId, Pattern, Payload, PayloadPattern, Program, Slot};
use trellis::soil::eval::{Limits, call, compile};
use trellis::soil::syntax::tree::{ArithOp, CmpOp};
use trellis::soil::types::ty::NumTy;
use trellis::soil::value::Value;

use super::generate::Generator;

const N_PROGRAMS: u64 = 2_000;

/// What translated programs call.
const RUNTIME: &str = r#"
import math, struct, sys
sys.setrecursionlimit(100000)
class Panic(Exception): pass
def fail(kind): raise Panic(kind)
class F:
    def __init__(self, n, f, args=()): self.n, self.f, self.args = n, f, args
    def __call__(self, a):
        args = self.args + (a,)
        return self.f(*args) if len(args) == self.n else F(self.n, self.f, args)
RANGE = {'I64': (-2**63, 2**63-1), 'U8': (0, 255)}
def ck(ty, n):
    lo, hi = RANGE[ty]
    return n if lo <= n <= hi else fail('overflow')
def fdiv(a, b):
    if b == 0.0:
        if a == 0.0 or a != a or b != b: return math.nan
        return math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b
def fmod(a, b):
    if a != a or b != b or math.isinf(a) or b == 0.0: return math.nan
    r = math.fmod(a, b)
    return r + b if r != 0.0 and (r < 0.0) != (b < 0.0) else r
def arith(op, ty, a, b):
    if ty == 'F64':
        return a + b if op == '+' else a - b if op == '-' else a * b if op == '*' else fdiv(a, b) if op == '/' else fmod(a, b)
    if op in '/%' and b == 0: fail('divide-by-zero')
    return ck(ty, a + b if op == '+' else a - b if op == '-' else a * b if op == '*' else a // b if op == '/' else a % b)
def key(v):
    if isinstance(v, bool): return 0 if v else 1
    if isinstance(v, float): return (2, 0, 0) if v != v else (1, v, math.copysign(1.0, v))
    if isinstance(v, str): return v.encode()
    if isinstance(v, (list, tuple)): return tuple(key(x) for x in v)
    return v
def nth(xs, i): return xs[i] if 0 <= i < len(xs) else fail('index-out-of-bounds')
def get(xs, i): return (1, xs[i]) if 0 <= i < len(xs) else (0,)
def fold(f, acc, xs):
    for x in xs: acc = f(acc)(x)
    return acc
def cell_get(c): return c[0]
def cell_set(c, v): c[0] = v
def upd(r, pairs):
    r = list(r)
    for i, v in pairs: r[i + 1] = v
    return tuple(r)
def dump(v):
    if isinstance(v, bool): return 'T' if v else 'F'
    if isinstance(v, int): return str(v)
    if isinstance(v, float): return 'nan' if v != v else struct.pack('>d', v).hex()
    if isinstance(v, str): return "'" + v.encode().hex() + "'"
    if isinstance(v, list): return '[' + ','.join(dump(x) for x in v) + ']'
    return '(' + ','.join(dump(x) for x in v) + ')'
NONE = object()
def attempt(f):
    try: return dump(f())
    except Panic as p: return 'panic ' + str(p)
B = {
    'panic_with': F(1, lambda t: fail('explicit')), 'list_len': F(1, len), 'list_nth': F(2, nth),
    'list_get': F(2, get), 'list_append': F(2, lambda xs, x: xs + [x]),
    'list_concat': F(2, lambda a, b: a + b), 'list_reverse': F(1, lambda xs: xs[::-1]),
    'list_range': F(2, lambda a, b: list(range(a, b))),
    'list_map': F(2, lambda f, xs: [f(x) for x in xs]),
    'list_filter': F(2, lambda f, xs: [x for x in xs if f(x)]), 'list_fold': F(3, fold),
    'utf8_concat': F(2, lambda a, b: a + b),
}
for program in sys.stdin.read().split('\0')[:-1]:
    exec(program, dict(globals()))
"#;

#[test]
fn generated_programs_agree_with_python() {
    let mut script = String::new();
    let mut wanted = Vec::new();
    for seed in 0..N_PROGRAMS {
        // Other seeds than those of the naive evaluator.
        let (program, args) = Generator::program(1_000_000 + seed);
        let last = DefId(program.defs.len() as u32 - 1);
        let limits = Limits { steps: None, time: None, ..Limits::CASE };
        wanted.push(match call(&compile(&program), last, args.clone(), &limits).result {
            Ok(value) => dump(&value),
            Err(panic) => format!("panic {}", panic.kind.name()),
        });
        translate(&program, &args, &mut script);
        script.push('\0');
    }
    let python = Command::new("python3")
        .args(["-c", RUNTIME])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        eprintln!("notice: python3 is not installed, nothing was compared with it");
        return;
    };
    let mut stdin = python.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(script.as_bytes()));
    let output = python.wait_with_output().expect("python ends");
    let _ = writer.join();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).expect("ASCII");
    assert_eq!(found.lines().count(), wanted.len());
    for (seed, (found, wanted)) in found.lines().zip(&wanted).enumerate() {
        assert_eq!(found, wanted, "seed {}", 1_000_000 + seed);
    }
}

/// Writes a program and the line that prints its last definition's result.
fn translate(program: &Program, args: &[Value], out: &mut String) {
    for (index, def) in program.defs.iter().enumerate() {
        let params: Vec<String> = (0..def.params.len()).map(|param| format!("x{param}")).collect();
        let body = expr(program, &def.body);
        let _ = writeln!(out, "def d{index}({}): return {body}", params.join(", "));
        let _ = match params.len() {
            0 => writeln!(
                out,
                "g{index} = NONE\ndef z{index}():\n    global g{index}\n    if g{index} is NONE: g{index} = d{index}()\n    return g{index}"
            ),
            n => writeln!(out, "f{index} = F({n}, d{index})"),
        };
    }
    let args: Vec<String> = args.iter().map(value).collect();
    let _ =
        writeln!(out, "print(attempt(lambda: d{}({})))", program.defs.len() - 1, args.join(", "));
}

fn expr(program: &Program, term: &Expr) -> String {
    let go = |term: &Expr| expr(program, term);
    match term {
        Expr::Literal(literal) => value(&Value::literal(literal)),
        Expr::Local(local) => format!("x{}", local.0),
        Expr::Global(def) if program.defs[def.0 as usize].params.is_empty() => {
            format!("z{}()", def.0)
        }
        Expr::Global(def) => format!("f{}", def.0),
        Expr::Builtin(Builtin::ListEmpty) => "[]".to_owned(),
        Expr::Builtin(builtin) => format!("B['{}']", builtin.row().name),
        Expr::Derived(_) => "F(2, lambda a, b: key(a) == key(b))".to_owned(),
        Expr::Primitive(num, _) => format!("F(2, lambda a, b: arith('+', '{}', a, b))", num.name()),
        Expr::Construct { decl, variant, payload } => {
            if program.env.decl(*decl).name == "Bool" {
                return if *variant == 0 { "True" } else { "False" }.to_owned();
            }
            match payload {
                Payload::None => format!("({variant},)"),
                Payload::One(payload) => format!("({variant}, {})", go(payload)),
                Payload::Record(fields) => record(program, *variant, fields),
            }
        }
        Expr::Record { fields, .. } => record(program, 0, fields),
        Expr::Update { base, fields, .. } => {
            let pairs = fields.iter().map(|(slot, field)| format!("({}, {})", slot.0, go(field)));
            format!("upd({}, [{}])", go(base), pairs.collect::<Vec<_>>().join(", "))
        }
        Expr::Field { base, slot } => format!("{}[{}]", go(base), slot.0 + 1),
        Expr::Lambda { params, body } => {
            format!("F({}, lambda {}: {})", params.len(), names(params), go(body))
        }
        Expr::App { function, argument } => format!("{}({})", go(function), go(argument)),
        Expr::Let { bindings, body } => {
            let names = bindings.iter().enumerate().map(|(index, (local, _))| match local {
                Some(local) => format!("x{}", local.0),
                None => format!("_{index}"),
            });
            let values = bindings.iter().map(|(_, value)| go(value)).collect::<Vec<_>>();
            let names = names.collect::<Vec<_>>().join(", ");
            format!("(lambda {names}: {})({})", go(body), values.join(", "))
        }
        // Functions only: each looks its siblings up in cells when it is called.
        Expr::LetRec { bindings, body } => {
            let cells = bindings.iter().map(|(local, _)| format!("c{}", local.0));
            let cells = cells.collect::<Vec<_>>().join(", ");
            let all = bindings.iter().map(|(local, _)| *local).collect::<Vec<_>>();
            let late = |term: String| {
                let values = all
                    .iter()
                    .map(|local| format!("F(1, lambda *a, c=c{0}: cell_get(c)(*a))", local.0));
                format!(
                    "(lambda {}: {term})({})",
                    names(&all),
                    values.collect::<Vec<_>>().join(", ")
                )
            };
            let fills = bindings
                .iter()
                .map(|(local, value)| format!("cell_set(c{}, {})", local.0, late(go(value))));
            let fills = fills.collect::<Vec<_>>().join(", ");
            let fresh = vec!["[None]"; bindings.len()].join(", ");
            format!("(lambda {cells}: ({fills}, {})[-1])({fresh})", late(go(body)))
        }
        Expr::If { cond, then_branch, else_branch } => {
            format!("({} if {} else {})", go(then_branch), go(cond), go(else_branch))
        }
        Expr::And(lhs, rhs) => format!("({} and {})", go(lhs), go(rhs)),
        Expr::Or(lhs, rhs) => format!("({} or {})", go(lhs), go(rhs)),
        Expr::Not(operand) => format!("(not {})", go(operand)),
        Expr::Compare { op, lhs, rhs, .. } => {
            let op = match op {
                CmpOp::Eq => "==",
                CmpOp::Ne => "!=",
                CmpOp::Lt => "<",
                CmpOp::Le => "<=",
                CmpOp::Gt => ">",
                CmpOp::Ge => ">=",
            };
            format!("(lambda a, b: key(a) {op} key(b))({}, {})", go(lhs), go(rhs))
        }
        Expr::Arith { op, num, lhs, rhs } => {
            let op = match op {
                ArithOp::Add => "+",
                ArithOp::Sub => "-",
                ArithOp::Mul => "*",
                ArithOp::Div => "/",
                ArithOp::Mod => "%",
            };
            format!("arith('{op}', '{}', {}, {})", num.name(), go(lhs), go(rhs))
        }
        Expr::Neg { num: NumTy::F64, operand } => format!("(-{})", go(operand)),
        Expr::Neg { num, operand } => format!("ck('{}', -{})", num.name(), go(operand)),
        Expr::Match { scrutinee, arms } => {
            let mut rest = "None".to_owned();
            for (pattern, body) in arms.iter().rev() {
                let (mut tests, mut binds) = (Vec::new(), Vec::new());
                look(pattern, "s", &mut tests, &mut binds);
                let (names, places): (Vec<String>, Vec<String>) = binds.into_iter().unzip();
                let body =
                    format!("(lambda {}: {})({})", names.join(", "), go(body), places.join(", "));
                rest = if tests.is_empty() {
                    body
                } else {
                    format!("({body} if {} else {rest})", tests.join(" and "))
                };
            }
            format!("(lambda s: {rest})({})", go(scrutinee))
        }
        Expr::Hole(_) => unreachable!("holes are not generated"),
    }
}

fn names(locals: &[LocalId]) -> String {
    locals.iter().map(|local| format!("x{}", local.0)).collect::<Vec<_>>().join(", ")
}

/// Fields are evaluated in source order, then put into their slots.
fn record(program: &Program, variant: u32, fields: &[(Slot, Expr)]) -> String {
    let names = fields.iter().map(|(slot, _)| format!("s{}", slot.0)).collect::<Vec<_>>();
    let placed = (0..fields.len()).map(|slot| format!("s{slot}, ")).collect::<String>();
    let values = fields.iter().map(|(_, field)| expr(program, field)).collect::<Vec<_>>();
    format!("(lambda {}: ({variant}, {placed}))({})", names.join(", "), values.join(", "))
}

/// Lists the tests of a pattern and what it binds, as Python terms over the scrutinee.
fn look(
    pattern: &Pattern,
    place: &str,
    tests: &mut Vec<String>,
    binds: &mut Vec<(String, String)>,
) {
    match pattern {
        Pattern::Wild => {}
        Pattern::Bind(local) => binds.push((format!("x{}", local.0), place.to_owned())),
        Pattern::Literal(literal) => {
            tests.push(format!("key({place}) == key({})", value(&Value::literal(literal))));
        }
        Pattern::Construct { decl, variant, payload } => {
            // `Bool` is the first of the kernel's declarations that has two bare variants.
            let is_bool = decl.0 == 0;
            tests.push(if is_bool {
                format!("{place} is {}", if *variant == 0 { "True" } else { "False" })
            } else {
                format!("{place}[0] == {variant}")
            });
            match &**payload {
                PayloadPattern::Wild => {}
                PayloadPattern::One(pattern) => look(pattern, &format!("{place}[1]"), tests, binds),
                PayloadPattern::Record(fields) => look_inside(fields, place, tests, binds),
            }
        }
        Pattern::Record(fields) => look_inside(fields, place, tests, binds),
    }
}

fn look_inside(
    fields: &[(Slot, Pattern)],
    place: &str,
    tests: &mut Vec<String>,
    binds: &mut Vec<(String, String)>,
) {
    for (slot, pattern) in fields {
        look(pattern, &format!("{place}[{}]", slot.0 + 1), tests, binds);
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Int(..) => format!("({})", value.as_int().expect("an integer")),
        Value::F64(x) => format!("struct.unpack('>d', bytes.fromhex('{:016x}'))[0]", x.to_bits()),
        _ => match (value.as_text(), value.as_list(), value.as_variant()) {
            (Some(text), ..) => format!("bytes.fromhex('{}').decode()", hex(text)),
            (_, Some(items), _) => {
                format!("[{}]", items.iter().map(self::value).collect::<Vec<_>>().join(", "))
            }
            (_, _, Some((variant, fields))) => {
                let fields = fields.iter().map(|field| self::value(field) + ", ");
                format!("({variant}, {})", fields.collect::<String>())
            }
            _ => unreachable!("not generated"),
        },
    }
}

fn dump(value: &Value) -> String {
    let all = |values: &[Value]| values.iter().map(dump).collect::<Vec<_>>();
    match value {
        Value::Bool(true) => "T".to_owned(),
        Value::Bool(false) => "F".to_owned(),
        Value::Int(..) => value.as_int().expect("an integer").to_string(),
        Value::F64(x) if x.is_nan() => "nan".to_owned(),
        Value::F64(x) => format!("{:016x}", x.to_bits()),
        _ => match (value.as_text(), value.as_list(), value.as_variant()) {
            (Some(text), ..) => format!("'{}'", hex(text)),
            (_, Some(items), _) => format!("[{}]", all(items).join(",")),
            (_, _, Some((variant, fields))) => {
                format!("({})", [vec![variant.to_string()], all(fields)].concat().join(","))
            }
            _ => unreachable!("not generated"),
        },
    }
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}
