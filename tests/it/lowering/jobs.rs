//! Jobs from queue to outcome, through the scripted provider and the real shim.

use std::fs;
use std::time::Duration;

use serde_json::Value;
use trellis::lowering::jobs::Request;
use trellis::lowering::jobs::record::State;
use trellis::lowering::library::{DefPath, HumanAnswer};
use trellis::lowering::providers::process;

use super::world::{World, codes, settled};

const GOOD: &str = r#"{"tool": "write_soil", "args": {"soil": "one = 1", "decisions_applied": []}, "expect": {"equals": {"canonical": "one = 1\n"}}}"#;

#[test]
fn a_good_draft_becomes_soil_and_lock() {
    let world = World::new(&[("one", "spec\n")]);
    world.play(
        "one",
        &[
            r#"{"tool": "read_context", "args": {"path": ""}, "expect": {"equals": {"tag": "Dir", "value": {"entries": ["bundle.json", "callees/", "spec.md"]}}}}"#,
            r#"{"tool": "read_context", "args": {"path": "callees/other.md"}, "expect": {"contains": {"tag": "File"}}}"#,
            r#"{"tool": "read_context", "args": {"path": "../one.tr"}, "expect": {"code": "bundle-path"}}"#,
            r#"{"tool": "read_context", "args": {"path": "nothing"}, "expect": {"code": "bundle-not-found"}}"#,
            r#"{"tool": "read_context", "args": {"way": "nothing"}, "expect": {"code": "malformed-input"}}"#,
            r#"{"tool": "check_types", "expect": {"code": "no-draft"}}"#,
            r#"{"tool": "run_tests", "expect": {"code": "no-draft"}}"#,
            r#"{"tool": "check_refinements", "expect": {"equals": {"tag": "None"}}}"#,
            r#"{"tool": "write_soil", "args": {"soil": "syntax-error", "decisions_applied": []}, "expect": {"code": "parse-expected"}}"#,
            r#"{"tool": "check_types", "expect": {"code": "no-draft"}}"#,
            r#"{"tool": "write_soil", "args": {"soil": "x", "decisions_applied": [{"scope": "Project", "label": "other"}]}, "expect": {"code": "unknown-decision"}}"#,
            r#"{"tool": "write_soil", "args": {"soil": "panics", "decisions_applied": []}, "expect": {"code": "internal"}}"#,
            r#"{"tool": "write_soil", "args": {"soil": "ill-typed", "decisions_applied": [{"scope": {"tag": "Module"}, "label": "known"}]}}"#,
            r#"{"tool": "check_types", "expect": {"code": "type-mismatch"}}"#,
            r#"{"tool": "read_spec", "args": {"ref": "soil-syntax-spec#5.9"}, "expect": {"contains": {"title": "Constructors"}}}"#,
            GOOD,
            r#"{"tool": "check_types"}"#,
            r#"{"tool": "run_tests", "expect": {"contains": {"cases": [{"name": "one"}]}}}"#,
            r#"{"spend": {"turns": 3, "cost_usd": 0.5}}"#,
        ],
    );
    let jobs = world.jobs();
    let record = &world.lower(&jobs, &["one"])[0];
    assert_eq!(record.state, State::Green, "{record:?}");
    assert_eq!((record.turns, record.calls, record.cost_usd), (3, 18, 0.5));
    assert_eq!(world.files(), ["one.lock", "one.soil", "one.tr"]);
    assert_eq!(fs::read_to_string(world.root().join("one.soil")).expect("Soil"), "one = 1\n");
    assert_eq!(world.sockets(), 0, "the job's socket is gone");
    let log = world.log("one");
    let events: Vec<&str> = log.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(events[..3], ["job_started", "preflight", "bundle_packed"]);
    assert_eq!(events[3..21], ["tool_call"; 18]);
    assert_eq!(events[21..], ["agent_result", "outcome"]);
    assert_eq!(log[22]["outcome"], "green");
}

#[test]
fn the_same_playbook_gives_the_same_bytes() {
    let locks: Vec<Vec<u8>> = (0..2)
        .map(|_| {
            let world = World::new(&[("one", "spec\n")]);
            world.play("one", &[GOOD]);
            world.lower(&world.jobs(), &["one"]);
            fs::read(world.root().join("one.lock")).expect("a lock")
        })
        .collect();
    assert_eq!(locks[0], locks[1]);
}

#[test]
fn outcomes_follow_from_the_last_draft_and_not_from_claims() {
    let specs = ["failing", "holed", "left_early", "missed", "none", "wrong_but_quiet"];
    let world = World::new(&specs.map(|name| (name, "spec\n")));
    let draft = |soil: &str| {
        format!(
            r#"{{"tool": "write_soil", "args": {{"soil": "{soil}", "decisions_applied": []}}}}"#
        )
    };
    world.play("failing", &[&draft("ill-typed"), r#"{"exit": 0}"#]);
    world.play("holed", &[&draft("?rest"), r#"{"exit": 0}"#]);
    // The agent fails after a good draft: the draft counts.
    world.play("left_early", &[&draft("fine"), r#"{"exit": 1}"#]);
    world.play("missed", &[r#"{"tool": "check_types", "expect": {"is_error": false}}"#]);
    world.play("none", &[r#"{"exit": 0}"#]);
    // The agent claims success with a draft whose test fails: the test counts.
    world.play("wrong_but_quiet", &[&draft("wrong"), r#"{"exit": 0}"#]);
    let jobs = world.jobs();
    let records = world.lower(&jobs, &specs);
    let outcomes: Vec<_> =
        records.iter().map(|record| (record.def.as_str(), record.state, codes(record))).collect();
    assert_eq!(
        outcomes,
        [
            ("failing", State::Failed, vec!["type-mismatch"]),
            ("holed", State::Partial, vec![]),
            ("left_early", State::Green, vec![]),
            ("missed", State::Failed, vec!["job-provider-error"]),
            ("none", State::Failed, vec!["no-draft"]),
            ("wrong_but_quiet", State::Failed, vec![]),
        ]
    );
    assert_eq!(records[1].holes, ["rest"]);
    assert_eq!(records[5].rows[0]["name"], "one");
}

#[test]
fn caps_end_a_job_and_the_draft_still_counts() {
    let sleep = r#"{"sleep_ms": 20000}"#;
    let calls = vec![r#"{"tool": "check_refinements"}"#; 20];
    let cases: [(&str, &str, Vec<&str>); 4] = [
        ("turns", "max_turns = 3", vec![r#"{"spend": {"turns": 4}}"#, sleep]),
        ("calls", "max_turns = 2", calls),
        ("time", "wall_clock_s = 1", vec![sleep]),
        ("cost", "max_cost_usd = 0.1", vec![r#"{"spend": {"cost_usd": 0.2}}"#, sleep]),
    ];
    for (name, caps, play) in cases {
        let world = World::new(&[(name, "spec\n")]);
        world.configure(caps);
        world.play(name, &play);
        let record = &world.lower(&world.jobs(), &[name])[0];
        assert_eq!(
            (record.state, codes(record)),
            (State::Failed, vec!["job-cap-exceeded"]),
            "{name}"
        );
        let mut with_draft = vec![GOOD];
        with_draft.extend(play);
        world.play(name, &with_draft);
        let record = &world.lower(&world.jobs(), &[name])[0];
        assert_eq!(record.state, State::Green, "{name}: {record:?}");
    }
}

#[test]
fn a_moved_specification_ends_the_job_and_queues_it_again() {
    let world = World::new(&[("one", "version 1\n")]);
    // The second run does not edit: its playbook finds the text gone and so is replaced here.
    world.play(
        "one",
        &[
            GOOD,
            r#"{"edit": {"path": "one.tr", "from": "version 1", "to": "version 2"}}"#,
            r#"{"edit": {"path": "plays/one.jsonl", "from": "\"edit\": {\"path\": \"one.tr\"", "to": "\"sleep_ms\": 1, \"edit\": {\"path\": \"plays/two.txt\""}}"#,
            r#"{"tool": "check_types", "expect": {"code": "job-invalidated"}}"#,
            r#"{"sleep_ms": 20000}"#,
        ],
    );
    let jobs = world.jobs();
    let record = &world.lower(&jobs, &["one"])[0];
    assert_eq!((record.state, codes(record)), (State::Invalidated, vec!["job-invalidated"]));
    assert_eq!(record.moved.as_deref(), Some("the specification"));
    let until = std::time::Instant::now() + Duration::from_secs(5);
    let next = loop {
        match jobs.get(&record.id).and_then(|record| record.next) {
            Some(next) => break next,
            None => assert!(std::time::Instant::now() < until, "not queued again"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let next = settled(&jobs, &next);
    assert_eq!(next.requeues, 1);
    // The playbook of the second run fails at its edit, after a draft that is good.
    assert_eq!(next.state, State::Green, "{next:?}");
}

#[test]
fn a_definition_that_moves_every_time_is_given_up() {
    let world = World::new(&[("one", "version\n")]);
    // Each run makes the specification longer.
    let more = r#"{"edit": {"path": "one.tr", "from": "version\n", "to": "more\nversion\n"}}"#;
    world.play("one", &[GOOD, more, r#"{"tool": "check_types", "expect": {"is_error": true}}"#]);
    let jobs = world.jobs();
    world.lower(&jobs, &["one"]);
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while jobs.list().iter().filter(|record| record.state.is_final()).count() < 4 {
        assert!(std::time::Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(100));
    let states: Vec<State> = jobs.list().iter().map(|record| record.state).collect();
    assert_eq!(states, [State::Invalidated; 4]);
}

#[test]
fn a_question_waits_for_its_answer_and_the_job_runs_again() {
    let world = World::new(&[("one", "spec\n")]);
    world.play(
        "one",
        &[
            r#"{"tool": "ask_human", "args": {"kind": "Rule", "question": " "}, "expect": {"code": "malformed-input"}}"#,
            r#"{"tool": "ask_human", "args": {"kind": "Rule", "question": "which?", "hole": "rest"}, "expect": {"code": "malformed-input"}}"#,
            r#"{"tool": "ask_human", "args": {"kind": {"tag": "Ambiguity"}, "question": "which?", "options": ["a", "b"]}, "expect": {"equals": {"acknowledged": true}}}"#,
            r#"{"sleep_ms": 20000}"#,
        ],
    );
    let jobs = world.jobs();
    let record = &world.lower(&jobs, &["one"])[0];
    assert_eq!(record.state, State::Asked, "{record:?}");
    let question: Value = serde_json::from_str(
        &fs::read_to_string(world.root().join("one.question.json")).expect("the question"),
    )
    .expect("JSON");
    assert_eq!(question["kind"]["tag"], "Ambiguity");
    assert_eq!(question["hole"]["tag"], "None");
    assert_eq!(question["options"], serde_json::json!(["a", "b"]));
    let again = jobs.lower(&Request { names: vec!["one".into()], ..Request::default() });
    assert_eq!(again.expect_err("refused")[0].code.as_str(), "job-open-question");
    let all = jobs.lower(&Request::default()).expect("the others may go on");
    assert!(all.is_empty(), "a definition with a question is not queued unasked");

    world.play("one", &[GOOD]);
    let answer = HumanAnswer { text: "a it is".into(), scope: None, label: None };
    let def = DefPath("one".into());
    let queued = jobs.answer(&def, &answer, &Request::default()).expect("a fresh question");
    assert_eq!(settled(&jobs, &queued[0].id).state, State::Green);
    assert!(!world.root().join("one.question.json").exists());
    assert_eq!(fs::read_to_string(world.root().join("one.tr")).expect("it"), "spec\na it is\n");
    let gone = jobs.answer(&def, &answer, &Request::default());
    assert_eq!(gone.expect_err("no question")[0].code.as_str(), "usage");
}

#[test]
fn a_stale_question_keeps_waiting() {
    let world = World::new(&[("one", "spec\n")]);
    world
        .play("one", &[r#"{"tool": "ask_human", "args": {"kind": "Rule", "question": "which?"}}"#]);
    let jobs = world.jobs();
    world.lower(&jobs, &["one"]);
    fs::write(world.root().join("one.tr"), "changed\n").expect("writable");
    let answer = HumanAnswer { text: "a".into(), scope: None, label: None };
    let def = DefPath("one".into());
    let refused = jobs.answer(&def, &answer, &Request::default()).expect_err("stale");
    assert_eq!(refused[0].code.as_str(), "job-stale-question");
    assert_eq!(jobs.questions().len(), 1);
    jobs.drop_question(&def).expect("dropped");
    assert_eq!(jobs.questions(), []);
}

#[test]
fn a_cancelled_job_leaves_nothing_running() {
    let world = World::new(&[("one", "spec\n"), ("two", "spec\n")]);
    let endless = r#"{"tool": "run_tests"}"#;
    let draft = r#"{"tool": "write_soil", "args": {"soil": "loops", "decisions_applied": []}}"#;
    world.play("one", &[draft, endless]);
    world.play("two", &[GOOD]);
    let jobs = world.jobs();
    let queued = jobs.lower(&Request::default()).expect("a plan");
    while jobs.get(&queued[0].id).is_some_and(|record| record.calls < 1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(jobs.cancel("two"), 1, "a queued job is taken back at once");
    assert_eq!(jobs.get(&queued[1].id).expect("listed").state, State::Cancelled);
    assert_eq!(jobs.cancel(&queued[0].id), 1);
    assert_eq!(settled(&jobs, &queued[0].id).state, State::Cancelled);
    assert_eq!(jobs.cancel("one"), 0);
    assert_eq!(process::kill_marked(&queued[0].id), 0, "a process was left behind");
    assert_eq!(world.files(), ["one.tr", "two.tr"]);
}

#[test]
fn a_contradiction_and_a_fault_of_ours_settle_too() {
    let world =
        World::new(&[("one", "contradictory\n"), ("two", "panics-on-open\n"), ("zero", "x\n")]);
    world.play("zero", &[GOOD]);
    let jobs = world.jobs();
    let records = world.lower(&jobs, &["one", "two", "zero"]);
    let outcomes: Vec<_> = records.iter().map(|record| (record.state, codes(record))).collect();
    assert_eq!(
        outcomes,
        [
            (State::Failed, vec!["preflight-contradiction"]),
            (State::Failed, vec!["internal"]),
            (State::Green, vec![]),
        ]
    );
}

#[test]
fn jobs_that_a_crash_interrupted_settle_at_the_next_start() {
    let world = World::new(&[("one", "spec\n")]);
    world.play("one", &[GOOD]);
    let record = {
        let jobs = world.jobs();
        world.lower(&jobs, &["one"])[0].clone()
    };
    // The journal as it is left when the daemon is killed in the middle of a job: the last line of
    // the job says that it runs, and half a line follows.
    let mut running = record.clone();
    running.state = State::Running;
    let journal = world.root().join(".trellis/jobs/journal.jsonl");
    let line = serde_json::to_string(&running).expect("JSON");
    let half = &line[..line.len() / 2];
    fs::write(&journal, format!("{line}\n{half}")).expect("writable");
    let mut orphan = std::process::Command::new("sleep")
        .arg("60")
        .env(process::MARK, &record.id)
        .spawn()
        .expect("a process of the dead job");
    let jobs = world.jobs();
    let settled = jobs.get(&record.id).expect("it is known");
    assert_eq!((settled.state, codes(&settled)), (State::Failed, vec!["job-provider-error"]));
    let status = orphan.wait().expect("it ended");
    assert!(!status.success(), "what a dead job left running is killed");
    assert_eq!(world.log("one").last().expect("an event")["outcome"], "failed");
    // And nothing of it is in the way of the next one.
    assert_eq!(world.lower(&jobs, &["one"])[0].state, State::Green);
}

#[test]
fn closing_settles_everything() {
    let world = World::new(&[("one", "spec\n"), ("two", "spec\n")]);
    world.play("one", &[r#"{"sleep_ms": 20000}"#]);
    let jobs = world.jobs();
    let queued = jobs.lower(&Request::default()).expect("a plan");
    while jobs.get(&queued[0].id).is_some_and(|record| record.state != State::Running) {
        std::thread::sleep(Duration::from_millis(5));
    }
    jobs.close(Duration::from_secs(5));
    assert!(jobs.list().iter().all(|record| record.state == State::Cancelled), "{:?}", jobs.list());
    assert_eq!(world.sockets(), 0);
}
