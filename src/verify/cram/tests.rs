//! Sessions that behave and sessions that do not.

use std::time::{Duration, Instant};

use super::{Surroundings, TIME, Verdict, run};
use crate::soil::syntax::Span;
use crate::spec::{Fixture, Step};

fn step(command: &str, output: &[&str], status: i32) -> Step {
    let output = output.iter().map(|line| format!("{line}\n")).collect();
    Step { command: command.to_owned(), span: Span::default(), output, status }
}

fn verdicts(fixtures: &[Fixture], steps: &[Step]) -> Vec<Verdict> {
    let around = Surroundings { root: "/nowhere".into(), binaries: None };
    run(fixtures, steps, &around, TIME).expect("sh starts")
}

#[test]
fn folder_and_variables_persist_over_the_steps() {
    let fixture =
        Fixture { path: "a/b.txt".into(), content: "hello".into(), span: Span::default() };
    let steps = [
        step("cd a; x=1", &[], 0),
        step("cat b.txt", &["hello"], 0),
        step("echo $x $TRELLIS_ROOT >&2", &["1 /nowhere"], 0),
        step("false", &[], 1),
    ];
    assert!(verdicts(&[fixture], &steps).iter().all(|verdict| *verdict == Verdict::Pass));
}

#[test]
fn a_session_that_ends_early_fails_the_rest() {
    let steps = [step("echo one; exit 3", &["one"], 0), step("echo two", &["two"], 0)];
    let actual = verdicts(&[], &steps);
    assert!(matches!(&actual[0], Verdict::Fail { actual, .. } if actual.contains("ended early")));
    assert!(matches!(&actual[1], Verdict::Fail { actual, .. } if actual.starts_with("not run")));
}

#[test]
fn a_child_that_leaves_the_group_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let sign = folder.path().join("alive");
    let command = format!("setsid sh -c 'sleep 1; touch {}' & echo started", sign.display());
    let start = Instant::now();
    assert_eq!(verdicts(&[], &[step(&command, &["started"], 0)]), [Verdict::Pass]);
    std::thread::sleep(Duration::from_millis(1500).saturating_sub(start.elapsed()));
    assert!(!sign.exists(), "the grandchild outlived its session");
}

#[test]
fn endless_output_is_cut() {
    let actual = verdicts(&[], &[step("yes", &[], 0)]);
    assert!(matches!(&actual[0], Verdict::Fail { actual, .. } if actual.contains("of output")));
}

#[test]
fn printed_exit_lines_and_carriage_returns_are_output() {
    let looks_like_a_status = [step("echo '[1]'", &[], 1)];
    assert!(matches!(&verdicts(&[], &looks_like_a_status)[0], Verdict::Fail { .. }));
    let ends_in_a_return = [step("printf 'a\\r\\n'", &["a"], 0)];
    assert!(matches!(&verdicts(&[], &ends_in_a_return)[0], Verdict::Fail { .. }));
    assert_eq!(verdicts(&[], &[step("printf a", &["a"], 0)]), [Verdict::Pass]);
}

#[test]
fn a_session_that_sleeps_is_killed() {
    let around = Surroundings { root: "/nowhere".into(), binaries: None };
    let steps = [step("sleep 30", &[], 0)];
    let start = Instant::now();
    let actual = run(&[], &steps, &around, Duration::from_millis(200)).expect("sh starts");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(matches!(&actual[0], Verdict::Fail { actual, .. } if actual.contains("within 0.2 s")));
}
