//! Results that are too long for one answer go on elsewhere; nothing is lost.

use std::sync::Arc;

use serde_json::{Value, json};
use trellis::contract::tools::Tool;
use trellis::lowering::desk::Desk;
use trellis::lowering::library::{DefPath, Library, Stop};
use trellis::lowering::tools::{self, RESULT_LIMIT, Reply};

use super::fake::FakeLibrary;

struct Job {
    _folder: tempfile::TempDir,
    desk: Desk,
}

impl Job {
    fn new() -> Job {
        let folder = tempfile::tempdir().expect("a scratch folder");
        std::fs::write(folder.path().join("one.tr"), "spec\n").expect("writable");
        let library = FakeLibrary::new(folder.path());
        let subject: Arc<_> = library.open(&DefPath("one".into()), 1).expect("opens");
        let desk =
            Desk::set_up(folder.path(), &folder.path().join("job"), subject).expect("a desk");
        Job { _folder: folder, desk }
    }

    fn call(&self, tool: Tool, arguments: Value) -> Reply {
        let reply = tools::call(&self.desk, tool, &arguments.to_string(), &Stop::new());
        assert!(reply.document.len() <= RESULT_LIMIT, "{tool:?}: {} bytes", reply.document.len());
        reply
    }

    fn json(&self, tool: Tool, arguments: Value) -> Value {
        serde_json::from_str(&self.call(tool, arguments).document).expect("one document")
    }

    fn draft(&self, soil: &str) -> Reply {
        self.call(Tool::WriteSoil, json!({ "soil": soil, "decisions_applied": [] }))
    }

    /// Reads a file that may be a folder of parts.
    fn read(&self, path: &str) -> String {
        let answer = self.json(Tool::ReadContext, json!({ "path": path }));
        let text = |answer: &Value| answer["value"]["content"].as_str().expect("text").to_owned();
        if answer["tag"] == "File" {
            return text(&answer);
        }
        let entries = answer["value"]["entries"].as_array().expect("entries").clone();
        let parts = entries.iter().map(|part| {
            let part = part.as_str().expect("a name");
            text(&self.json(Tool::ReadContext, json!({ "path": format!("{path}/{part}") })))
        });
        parts.collect()
    }

    fn lists(&self, entry: &str) -> bool {
        let answer = self.json(Tool::ReadContext, json!({ "path": "" }));
        answer["value"]["entries"].as_array().expect("entries").iter().any(|e| e == entry)
    }
}

#[test]
fn a_long_test_report_is_whole_in_a_file_of_parts() {
    let job = Job::new();
    assert!(!job.draft("cases=3").is_error);
    let short = job.json(Tool::RunTests, json!({}));
    assert_eq!(short["cases"].as_array().expect("cases").len(), 3);
    assert!(!job.lists("run_tests.json") && !job.lists("run_tests.json/"));

    // Too long by its details: every case is there, the details say where they go on.
    job.draft("details cases=60");
    let cut = job.json(Tool::RunTests, json!({}));
    let cases = cut["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 60);
    let expected = cases[0]["details"]["value"]["expected"].as_str().expect("text");
    assert!(expected.ends_with("… (1200 bytes; whole in read_context `run_tests.json`)"));
    let whole: Value = serde_json::from_str(&job.read("run_tests.json")).expect("JSON");
    let full = &whole["cases"][59]["details"]["value"]["expected"];
    assert_eq!(full, &Value::from("é\"".repeat(400)));

    // Too long by its cases: failures first, and a last row for the rest.
    job.draft("cases=3000");
    let many = job.json(Tool::RunTests, json!({}));
    let cases = many["cases"].as_array().expect("cases");
    assert!(cases.len() < 1500 && cases.len() > 300, "{}", cases.len());
    assert_eq!(cases.iter().filter(|case| case["result"] == "fail").count(), 3000 / 7);
    let last = cases[cases.len() - 1]["name"].as_str().expect("a name");
    let n_rest = 3000 - (cases.len() - 1);
    let said = format!("({n_rest} more cases, 0 of them failed: read_context `run_tests.json`)");
    assert_eq!(last, said);
    assert!(job.lists("run_tests.json/"));
    let whole: Value = serde_json::from_str(&job.read("run_tests.json")).expect("JSON");
    let names: Vec<_> = whole["cases"].as_array().expect("cases").iter().collect();
    assert_eq!(names.len(), 3000);
    assert_eq!(names[2999]["name"], "case#2999");

    // A short report forgets the long one.
    job.draft("cases=3");
    job.json(Tool::RunTests, json!({}));
    assert!(job.call(Tool::ReadContext, json!({ "path": "run_tests.json" })).is_error);
}

#[test]
fn a_flood_of_faults_ends_in_a_count() {
    let job = Job::new();
    job.draft(&"ill-typed ".repeat(2000));
    let answer = job.json(Tool::CheckTypes, json!({}));
    let errors = answer["errors"].as_array().expect("errors");
    assert!(errors.len() > 50);
    let note = errors[errors.len() - 1]["notes"][0]["message"].as_str().expect("a note");
    assert_eq!(note, format!("{} more are told once these are repaired", 2000 - errors.len()));
}

#[test]
fn a_draft_that_cannot_be_echoed_is_not_stored() {
    let job = Job::new();
    assert!(!job.draft("one = 1").is_error);
    let refused = job.draft(&"x".repeat(RESULT_LIMIT));
    assert!(refused.is_error && refused.document.contains("\"malformed-input\""));
    assert_eq!(job.desk.draft().expect("the earlier one").soil, "one = 1\n");
}

#[test]
fn the_skill_is_read_with_the_same_tool_and_not_listed_with_the_bundle() {
    let job = Job::new();
    for (name, text) in trellis::lowering::skill::files() {
        assert_eq!(job.read(&format!("skill/{name}")), *text, "{name}");
    }
    let listed = job.json(Tool::ReadContext, json!({ "path": "skill" }));
    let entries = ["SKILL.md", "diagnostics.md", "examples/", "language.md", "tools.md"];
    assert_eq!(listed["value"]["entries"], json!(entries));
    assert!(!job.lists("skill/"));
    for path in ["skill/..", "skill/../spec.md", "skill/nothing.md", "skills", "skill/SKILL.md/x"] {
        assert!(job.call(Tool::ReadContext, json!({ "path": path })).is_error, "{path}");
    }
}
