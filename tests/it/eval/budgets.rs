//! Runs that would never end or explode come to a `resource` panic, and nothing else does.

use std::time::{Duration, Instant};

use trellis::soil::eval::{Limits, PanicKind};

use super::Ready;

const PROGRAM: &str = "--- file m/spin.soil
spin : I64 -> I64
spin n = spin (n + 0)
--- file m/range.soil
range : I64 -> I64
range n = list_len (list_range 0 n)
--- file m/deep.soil
deep : I64 -> I64
deep n = 1 + deep (n + 1)
--- file m/double.soil
double : List I64 -> List I64
double xs = double (list_concat xs xs)
--- file m/text.soil
text : Utf8 -> Utf8
text s = text (utf8_concat s s)
--- file m/pile.soil
pile : List (Option I64) -> List (Option I64)
pile xs = pile (list_append xs (Some 1))
--- file m/power.soil
power : BigInt -> BigInt
power n = power (n * n)
--- file m/shared.soil
shared : List I64 -> I64 -> I64
shared xs n = let ys = list_append xs n in if n == 0 then list_len ys else shared xs (n - 1)
";

fn resource(name: &str, args: &[&str], limits: &Limits) -> (String, u64) {
    let outcome = Ready::new(PROGRAM).call_within(name, args, limits).expect("a call that fits");
    let panic = outcome.result.expect_err("the run is stopped");
    assert_eq!(panic.kind, PanicKind::Resource, "{name}: {}", panic.message());
    assert!(!panic.satisfies_expectation());
    (panic.text, outcome.steps)
}

#[test]
fn an_endless_loop_ends_by_its_steps() {
    let limits = Limits { steps: Some(100_000), ..Limits::CASE };
    let (text, steps) = resource("spin", &["1"], &limits);
    assert_eq!(text, "step limit 100000");
    assert!((100_000..100_100).contains(&steps), "{steps}");
}

#[test]
fn an_endless_loop_ends_by_the_clock() {
    let limits = Limits { steps: None, time: Some(Duration::from_millis(50)), ..Limits::CASE };
    let start = Instant::now();
    assert_eq!(resource("spin", &["1"], &limits).0, "time limit 50");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn copying_ends_by_the_clock_too() {
    let limits = Limits { steps: None, time: Some(Duration::from_millis(50)), ..Limits::CASE };
    let list = format!("[{}0]", "0,".repeat(100_000));
    let start = Instant::now();
    assert_eq!(resource("shared", &[&list, "1000000000"], &limits).0, "time limit 50");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn what_grows_without_end_ends_by_the_heap() {
    let limits = Limits { steps: None, heap: 16 << 20, time: None };
    for (name, args) in [
        ("range", "1099511627776"),
        ("deep", "1"),
        ("double", "[1]"),
        ("text", "\"ab\""),
        ("pile", "[]"),
    ] {
        assert_eq!(resource(name, &[args], &limits).0, "heap limit 16777216", "{name}");
    }
}

#[test]
fn huge_numbers_end_by_their_steps() {
    resource("power", &["3"], &Limits::CASE);
}
