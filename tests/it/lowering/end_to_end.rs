//! Whole lowerings: the real commands, daemon, shim, library and files; only the agent is a script.

use serde_json::{Value, json};
use trellis::root::status::{Flag, Status};

use super::town::{Town, came_to, corpus};

fn outcome(def: &str, state: &str, codes: &[&str]) -> (String, String, Vec<String>) {
    (def.to_owned(), state.to_owned(), codes.iter().map(|code| (*code).to_owned()).collect())
}

fn call(tool: &str, args: Value, expect: Value) -> Value {
    json!({ "tool": tool, "args": args, "expect": expect })
}

fn draft(soil: &str) -> Value {
    call("write_soil", json!({ "soil": soil, "decisions_applied": [] }), json!({}))
}

/// A function on one integer with one case for each pair.
fn spec(name: &str, prose: &str, cases: &str) -> String {
    format!(
        "---\nname: {name}\n---\n\n{prose}\n\n```soil-sig\n{name} : (n : I64) -> I64\n```\n\n\
         ```test cases\n{cases}\n```\n"
    )
}

const CLAMP: &str = "clamp : (lo : I64) -> (hi : I64) -> (x : I64) -> I64\n\
    clamp lo hi x = if x < lo then lo else if hi < x then hi else x";

fn lower_clamp() -> Town {
    let town = Town::demo();
    let cited = json!([{ "scope": { "tag": "Project" }, "label": "results" }]);
    let rows = ["inside#1", "edges#1", "edges#2", "idempotent", "derived:ensures:at-least"];
    let rows = rows.map(|name| json!({ "name": name, "result": "pass" }));
    town.play(
        "textkit/clamp",
        &[
            call("read_context", json!({ "path": "" }), json!({ "contains": { "tag": "Dir" } })),
            call("run_tests", json!({}), json!({ "code": "no-draft" })),
            call(
                "write_soil",
                json!({ "soil": "clamp : I64", "decisions_applied": [] }),
                json!({ "code": "parse-expected" }),
            ),
            call(
                "write_soil",
                json!({ "soil": CLAMP, "decisions_applied": [{ "scope": "Module", "label": "results" }] }),
                json!({ "code": "unknown-decision" }),
            ),
            call("write_soil", json!({ "soil": CLAMP, "decisions_applied": cited }), json!({})),
            call("check_types", json!({}), json!({ "contains": { "defs": [{ "name": "clamp" }] } })),
            call("check_refinements", json!({}), json!({ "equals": { "tag": "None" } })),
            call("run_tests", json!({}), json!({ "contains": { "cases": rows } })),
            call("read_spec", json!({ "ref": "soil-syntax-spec#5.9" }), json!({})),
        ],
    );
    assert_eq!(town.lower(&["clamp"]), (Some(0), vec![outcome("textkit/clamp", "green", &[])]));
    town
}

#[test]
fn a_green_lowering_writes_the_golden_lock_and_twice_the_same_bytes() {
    let (one, other) = (lower_clamp(), lower_clamp());
    assert_eq!(one.read("textkit/clamp.lock"), corpus("textkit/clamp.lock"));
    assert_eq!(one.read("textkit/clamp.soil"), corpus("textkit/clamp.soil"));
    assert_eq!(one.read("textkit/clamp.tr"), corpus("textkit/clamp.tr"));
    for file in ["textkit/clamp.lock", "textkit/clamp.soil", "soil.lock"] {
        assert_eq!(one.read(file), other.read(file), "{file}");
    }
    let standing = one.standing("textkit/clamp");
    assert_eq!((standing.status, standing.flags), (Status::Tested, Vec::new()));
}

#[test]
fn callees_are_lowered_first_and_callers_record_them() {
    let town = Town::new();
    let calls = "```property doubles\nforall n : I64\nb_twice (a_four n) == 8\n```\n";
    town.write("m/a_four.tr", &(spec("a_four", "Twice `b_twice`.", "(1) => 4") + calls));
    town.write("m/b_twice.tr", &spec("b_twice", "Returns two.", "(1) => 2\n(4) => 8"));
    let four = "a_four : (n : I64) -> I64\na_four n = b_twice 2";
    // The property reads `b_twice 4 == 8`, and only the callee's own cases say so.
    town.play("m/a_four", &[draft(four)]);
    town.play(
        "m/b_twice",
        &[draft(
            "b_twice : (n : I64) -> I64\nb_twice n = if n == 1 then 2 else if n == 2 then 4 else 8",
        )],
    );
    let (code, jobs) = town.lower(&[]);
    assert_eq!(jobs, [outcome("m/b_twice", "green", &[]), outcome("m/a_four", "green", &[])]);
    assert_eq!(code, Some(0));
    let lock = town.read("m/a_four.lock");
    assert!(lock.contains(r#""calls": ["#) && lock.contains(r#"{ "name": "b_twice", "hash""#));
    // Nothing is left to do.
    assert_eq!(town.lower(&[]), (Some(0), Vec::new()));
}

#[test]
fn a_known_callee_without_soil_blocks_its_caller() {
    let town = Town::new();
    let calls = "```property same\nforall n : I64\nf n == g n\n```\n";
    town.write("f.tr", &(spec("f", "Like g.", "(1) => 1") + calls));
    town.write("g.tr", &spec("g", "Returns n.", "(1) => 1"));
    let (code, jobs) = town.lower(&["f"]);
    assert_eq!((code, jobs), (Some(1), vec![outcome("f", "failed", &["job-blocked-callee"])]));
}

#[test]
fn a_question_is_answered_in_the_specification_and_the_job_runs_again() {
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n, or not.", "(1) => 1"));
    let question = json!({
        "kind": "Ambiguity", "question": "What of\nnegative n?", "hole": { "tag": "None" },
        "options": ["keep", "drop"],
    });
    town.play("f", &[call("ask_human", question, json!({ "equals": { "acknowledged": true } }))]);
    assert_eq!(town.lower(&["f"]), (Some(1), vec![outcome("f", "asked", &[])]));
    assert!(town.has("f.question.json") && !town.has("f.soil") && !town.has("f.lock"));
    assert!(town.standing("f").has(&Flag::OpenQuestion));
    assert_eq!(town.run(&["lower", "f"]).code(), "job-open-question");
    town.play("f", &[draft("f : (n : I64) -> I64\nf n = n")]);
    let before = town.read("f.tr");
    let answered = town.run(&["answer", "f", "--text", "keep\n\n```test x\n() => 1\n```"]);
    assert_eq!(answered.status, Some(0), "{}", answered.stderr);
    assert_eq!(came_to(&town.last_settled()), outcome("f", "green", &[]));
    let added = "\n## Clarifications\n\n- **Q:** What of negative n?\n  \
                 **A:** keep ```test x () => 1 ```\n";
    assert_eq!(town.read("f.tr"), before + added);
    assert!(!town.has("f.question.json"));
    assert_eq!(town.standing("f").status, Status::Tested);
}

#[test]
fn a_rule_becomes_a_decision_that_the_next_draft_cites() {
    let town = Town::new();
    town.write("m/_module.tr", "---\nname: m\n---\n\nThings.\n\n```exports\nf\n```\n");
    town.write("m/f.tr", &spec("f", "Returns n.", "(1) => 1"));
    let question = json!({ "kind": { "tag": "Rule" }, "question": "Which way?" });
    town.play("m/f", &[call("ask_human", question, json!({}))]);
    assert_eq!(town.lower(&["m/f"]).1, [outcome("m/f", "asked", &[])]);
    assert_eq!(town.run(&["answer", "m/f", "--text", "way: this one"]).code(), "usage");
    let cited = json!([{ "scope": "Module", "label": "way" }]);
    let soil = "f : (n : I64) -> I64\nf n = n";
    town.play(
        "m/f",
        &[call("write_soil", json!({ "soil": soil, "decisions_applied": cited }), json!({}))],
    );
    let answered = town.run(&["answer", "m/f", "--text", "way: this one", "--scope", "module"]);
    assert_eq!(answered.status, Some(0), "{}", answered.stderr);
    assert_eq!(came_to(&town.last_settled()), outcome("m/f", "green", &[]));
    assert!(town.read("m/_module.tr").ends_with("\n```decisions\nway: this one\n```\n"));
    let lock = town.read("m/f.lock");
    assert!(lock.contains(r#"{ "scope": "module", "label": "way", "hash": "sha256:"#), "{lock}");
}

#[test]
fn an_answer_to_a_specification_that_moved_is_refused_with_the_difference() {
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1"));
    town.play(
        "f",
        &[call("ask_human", json!({ "kind": "Contradiction", "question": "Why?" }), json!({}))],
    );
    assert_eq!(town.lower(&["f"]).1, [outcome("f", "asked", &[])]);
    town.write("f.tr", &spec("f", "Returns n as it is.", "(1) => 1"));
    let refused = town.run(&["answer", "f", "--text", "so"]);
    assert_eq!(refused.code(), "job-stale-question");
    assert!(refused.stderr.contains("-Returns n.\\n+Returns n as it is."), "{}", refused.stderr);
    assert!(town.has("f.question.json"));
    assert_eq!(town.run(&["answer", "f", "--drop"]).status, Some(0));
    assert!(!town.has("f.question.json"));
}

#[test]
fn a_partial_draft_is_kept_until_a_better_one_and_never_replaces_it() {
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1"));
    let holed = "f : (n : I64) -> I64\nf n = ?rest";
    town.play(
        "f",
        &[
            draft(holed),
            call("check_types", json!({}), json!({ "contains": { "defs": [{ "name": "f" }] } })),
            call("run_tests", json!({}), json!({ "code": "unfilled-hole" })),
        ],
    );
    assert_eq!(town.lower(&["f"]), (Some(1), vec![outcome("f", "partial", &[])]));
    assert_eq!(town.standing("f").status, Status::Partial);
    let lock = town.read("f.lock");
    assert!(lock.contains(r#""holes": 1"#) && lock.contains(r#""tests": [],"#), "{lock}");
    town.play("f", &[draft("f : (n : I64) -> I64\nf n = n")]);
    // Without names, what is partial is lowered again.
    assert_eq!(town.lower(&[]), (Some(0), vec![outcome("f", "green", &[])]));
    let (soil, lock) = (town.read("f.soil"), town.read("f.lock"));
    town.play("f", &[draft(holed)]);
    assert_eq!(town.lower(&["f"]), (Some(1), vec![outcome("f", "partial", &[])]));
    assert_eq!((town.read("f.soil"), town.read("f.lock")), (soil, lock));
}

#[test]
fn a_failed_draft_leaves_no_file() {
    let cases = [
        ("f : (n : I64) -> I64\nf n = n + n", vec![], true),
        ("f : (n : I64) -> I64\nf n = True", vec!["type-mismatch"], false),
        ("f : (m : I64) -> I64\nf m = m", vec!["job-sig-mismatch"], false),
        ("f : (n : I64) -> I64\nf n = calls_f n", vec!["state-cycle"], false),
    ];
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1"));
    town.write("calls_f.tr", &spec("calls_f", "Returns n.", "(1) => 1"));
    town.write("calls_f.soil", "calls_f : (n : I64) -> I64\ncalls_f n = f n\n");
    for (soil, codes, has_rows) in cases {
        town.play("f", &[draft(soil)]);
        let ran = town.run(&["lower", "f"]);
        let job = &ran.document["jobs"][0];
        assert_eq!((ran.status, came_to(job)), (Some(1), outcome("f", "failed", &codes)), "{soil}");
        let rows = job["rows"].as_array().expect("rows");
        assert_eq!(rows.iter().any(|row| row["name"] == "cases#1"), has_rows, "{rows:?}");
        assert!(!town.has("f.soil") && !town.has("f.lock"), "{soil}");
    }
}

#[test]
fn a_contradictory_specification_never_reaches_an_agent() {
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1\n(1) => 2"));
    let (code, jobs) = town.lower(&["f"]);
    let expected = outcome("f", "failed", &["preflight-contradiction"]);
    assert_eq!((code, &jobs[..]), (Some(1), &[expected][..]));
}

#[test]
fn a_specification_that_keeps_moving_is_tried_four_times() {
    let town = Town::new();
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1"));
    let edit = json!({ "edit": { "path": "f.tr", "from": "Returns n.", "to": "Returns n. " } });
    let soil = draft("f : (n : I64) -> I64\nf n = n");
    town.play(
        "f",
        &[soil, edit, call("run_tests", json!({}), json!({ "code": "job-invalidated" }))],
    );
    let (code, jobs) = town.lower(&["f"]);
    let expected = outcome("f", "invalidated", &["job-invalidated"]);
    assert_eq!((code, jobs), (Some(1), vec![expected; 4]));
    assert!(!town.has("f.soil") && !town.has("f.lock"));
}

#[test]
fn an_edit_of_anything_that_the_draft_rests_on_invalidates_it() {
    let edits = [
        ("_project.tr", "report", "tell"),
        ("m/g.soil", "g n = n", "g n = n + 0"),
        ("m/g.tr", "(x : T) -> T", "(x : T) -> panic T"),
        ("m/t.tr", "{ n : I64 }", "{ n : I64, o : I64 }"),
    ];
    for (path, from, to) in edits {
        let town = Town::new();
        town.write("_project.tr", &corpus("_project.tr"));
        town.write(
            "m/t.tr",
            "---\nname: T\n---\n\nOne.\n\n```soil-type\ntype T = { n : I64 }\n```\n",
        );
        town.write(
            "m/g.tr",
            "---\nname: g\n---\n\nSame.\n\n```soil-sig\ng : (x : T) -> T\n```\n\n\
             ```test a\n({\"n\":1}) => {\"n\":1}\n```\n",
        );
        town.write("m/g.soil", "g : (x : T) -> T\ng x = x\n");
        if path == "m/g.soil" {
            town.write("m/g.soil", "g : (n : T) -> T\ng n = n\n");
        }
        town.write(
            "m/f.tr",
            "---\nname: f\n---\n\nSame.\n\n```soil-sig\nf : (x : T) -> T\n```\n\n\
             ```test a\n({\"n\":1}) => {\"n\":1}\n```\n",
        );
        let to = if path == "m/g.soil" { "g n = { n with n = n.n }" } else { to };
        let edit = json!({ "edit": { "path": path, "from": from, "to": to } });
        let soil = draft("f : (x : T) -> T\nf x = g x");
        let late = json!({ "code": "job-invalidated" });
        town.play("m/f", &[soil, edit, call("check_types", json!({}), late)]);
        let jobs = town.lower(&["m/f"]).1;
        assert_eq!(jobs[0], outcome("m/f", "invalidated", &["job-invalidated"]), "{path}");
    }
}

#[test]
fn a_cap_ends_the_job_and_the_last_good_draft_still_counts() {
    let town = Town::new();
    town.configure("wall_clock_s = 1");
    town.write("f.tr", &spec("f", "Returns n.", "(1) => 1"));
    let sleep = json!({ "sleep_ms": 30_000 });
    town.play("f", std::slice::from_ref(&sleep));
    assert_eq!(town.lower(&["f"]).1, [outcome("f", "failed", &["job-cap-exceeded"])]);
    town.play("f", &[draft("f : (n : I64) -> I64\nf n = n"), sleep]);
    assert_eq!(town.lower(&["f"]).1, [outcome("f", "green", &[])]);
}

#[test]
fn a_missing_signature_is_written_back_as_the_agents() {
    let town = Town::new();
    town.write("f.tr", "---\nname: f\n---\n\nDoubles.\n\n```test a\n(1) => 2\n```\n\nMore.\n");
    let typed = "f : (n : { m : I64 | m > 0 }) -> panic I64\nf n = n + n";
    town.play("f", &[draft(typed)]);
    assert_eq!(town.lower(&["f"]).1, [outcome("f", "green", &[])]);
    assert_eq!(
        town.read("f.tr"),
        "---\nname: f\n---\n\nDoubles.\n\n```soil-sig @agent\nf : (n : I64) -> panic I64\n```\n\n\
         ```test a\n(1) => 2\n```\n\nMore.\n"
    );
    let lock = town.read("f.lock");
    assert!(lock.contains(r#"{ "block": "soil-sig", "author": "agent" }"#), "{lock}");
    let standing = town.standing("f");
    assert_eq!((standing.status, standing.flags), (Status::Tested, Vec::new()));
    // The block is the agent's, so the next lowering may write another.
    town.play("f", &[draft("f : (k : I64) -> panic I64\nf k = k * 2")]);
    assert_eq!(town.lower(&["f"]).1, [outcome("f", "green", &[])]);
    assert!(town.read("f.tr").contains("\nf : (k : I64) -> panic I64\n"));
}
