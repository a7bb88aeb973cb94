//! What a script cannot show: cancellation that reaches the job, promptness, floods.

use std::time::{Duration, Instant};

use super::fake_job::FakeJob;
use super::shim::Shim;

const SLOW: &[u8] =
    b"{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"tools/call\",\"params\":{\"name\":\"run_tests\"}}\n";

#[test]
fn cancelling_a_call_stops_the_work_behind_it() {
    let job = FakeJob::start();
    let mut shim = Shim::start(job.socket());
    shim.send(SLOW);
    std::thread::sleep(Duration::from_millis(200));
    shim.send(
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"s\"}}\n",
    );
    let until = Instant::now() + Duration::from_secs(2);
    while job.n_abandoned() == 0 {
        assert!(Instant::now() < until, "the job goes on with a cancelled call");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(shim.read(Duration::from_millis(100)), None, "a cancelled call gets no message");
}

#[test]
fn the_end_of_input_ends_the_shim_in_the_middle_of_a_call() {
    let job = FakeJob::start();
    let mut shim = Shim::start(job.socket());
    shim.send(SLOW);
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    let (status, rest) = shim.finish();
    assert_eq!((status.as_str(), rest), ("0", vec![]));
    assert!(start.elapsed() < Duration::from_secs(1), "took {:?}", start.elapsed());
}

#[test]
fn answers_arrive_for_everything_that_was_asked_before_the_end() {
    let job = FakeJob::start();
    let mut shim = Shim::start(job.socket());
    let mut input = String::new();
    for id in 0..200 {
        input += &format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
    }
    input += "{\"jsonrpc\":\"2.0\",\"id\":200,\"method\":\"tools/call\",\"params\":{\"name\":\"check_refinements\"}}\n";
    shim.send(input.as_bytes());
    let (status, rest) = shim.finish();
    assert_eq!((status.as_str(), rest.len()), ("0", 201));
}

#[test]
fn a_flood_of_slow_calls_is_refused_beyond_the_bound_and_ping_still_answers() {
    let job = FakeJob::start();
    let mut shim = Shim::start(job.socket());
    let mut input = String::new();
    for id in 0..40 {
        input += &format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{{\"name\":\"run_tests\"}}}}\n"
        );
    }
    input += "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n";
    shim.send(input.as_bytes());
    let mut lines = Vec::new();
    while let Some(line) = shim.read(Duration::from_millis(500)) {
        lines.push(line);
    }
    assert_eq!(lines.iter().filter(|line| line.contains("-32000")).count(), 8);
    assert!(lines.iter().any(|line| line.contains(r#""id":"p","result""#)), "{lines:?}");
}
