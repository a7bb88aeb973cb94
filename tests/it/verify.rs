//! Verification: whole roots with every kind of test, and what comes of them.
//!
//! A case is a folder below `tests/corpus/verify`: a small root. Its expectation holds the rows
//! with verdicts and details, counterexamples, findings, and what the lock records. Optional first
//! lines of `soil.toml` shorten the times: `# times: suite 300 oracle 200 cram 200` (milliseconds).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use trellis::contract::{Code, Diagnostic};
use trellis::root::find::RootDir;
use trellis::root::lock::{self, Lock, Oracle, Word as _};
use trellis::root::{Snapshot, refresh, status};
use trellis::spec::Kind;
use trellis::verify::cache::Cache;
use trellis::verify::cram::Surroundings;
use trellis::verify::record;
use trellis::verify::run::{Options, RowReport, Times};
use trellis::verify::whole::{Request, Verified, verify};

use crate::corpus::{self, Case};
use crate::folder::copy;

fn toolchain() -> String {
    let (version, skill) = (env!("CARGO_PKG_VERSION"), trellis::lowering::skill::hash());
    format!("[toolchain]\ntrellis = \"{version}\"\nsoil0_cli = 1\nskill = \"{skill}\"\n")
}

/// A copy of a case that commands may write into.
struct Root {
    folder: tempfile::TempDir,
    times: Times,
}

impl Root {
    fn of(case: &Path) -> Root {
        let folder = tempfile::tempdir().expect("a scratch folder");
        copy(case, folder.path());
        let place = folder.path().join("soil.toml");
        let text = fs::read_to_string(&place).expect("a soil.toml");
        let root = Root { times: times(&text), folder };
        fs::write(place, text.replace("@TOOLCHAIN@", &toolchain())).expect("a writable folder");
        root
    }

    fn corpus(name: &str) -> Root {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/verify");
        Root::of(&top.join(name))
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn dir(&self) -> RootDir {
        RootDir::at(self.path()).expect("a root")
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot::load(&self.dir()).expect("a valid soil.toml")
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let place = self.path().join(file);
        let text = fs::read_to_string(&place).expect("a readable file");
        assert!(text.contains(from), "`{from}` is not in {file}");
        fs::write(place, text.replacen(from, to, 1)).expect("a writable folder");
    }

    fn verify(&self, snapshot: &Snapshot, with_real: bool, cache: Option<&Cache>) -> Vec<Verified> {
        let around = Surroundings { root: self.path().to_owned(), binaries: None };
        let options = Options {
            around: &around,
            times: self.times,
            shrinks: true,
            stop: Arc::default(),
            on_progress: &|_| {},
        };
        let paths = snapshot.paths().cloned().collect::<Vec<Arc<str>>>();
        let request = Request { paths, with_real, cache };
        verify(snapshot, &request, &options)
    }

    fn trellis(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_trellis"))
            .args(arguments)
            .current_dir(self.path())
            .output()
            .expect("trellis starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let status = output.status.code().expect("no signal");
        (status, text(output.stdout), text(output.stderr))
    }

    /// Runs `trellis test`, which may fail, and returns the lock of a definition.
    fn tested(&self, path: &str) -> Lock {
        self.trellis(&["test"]);
        let file = format!("{path}.lock");
        let bytes = fs::read(self.path().join(&file)).expect("a lock");
        lock::read(&file, &bytes).expect("a valid lock")
    }
}

fn times(toml: &str) -> Times {
    let mut times = Times::SPECIFIED;
    let words = toml.lines().find_map(|line| line.strip_prefix("# times: ")).unwrap_or_default();
    let words = words.split_whitespace().collect::<Vec<_>>();
    for pair in words.chunks(2) {
        let time = Duration::from_millis(pair[1].parse().expect("milliseconds"));
        match pair[0] {
            "suite" => times.suite = time,
            "oracle" => times.oracle = time,
            "cram" => times.cram = time,
            other => panic!("no time `{other}`"),
        }
    }
    times
}

#[test]
fn roots_come_out_as_expected() {
    corpus::check("verify", "", |case: &Case| {
        let root = Root::of(&case.path);
        let snapshot = root.snapshot();
        let mut out = String::new();
        for one in root.verify(&snapshot, true, None) {
            show(&mut out, &snapshot, &one);
        }
        out.replace(&*root.path().to_string_lossy(), "ROOT")
    });
}

fn show(out: &mut String, snapshot: &Snapshot, one: &Verified) {
    let path = &one.report.path;
    let verdict = if one.is_green() { "green" } else { "red" };
    let _ = writeln!(out, "# {path}: {verdict}, {} cases", one.report.n_cases);
    for row in &one.report.rows {
        show_row(out, row);
    }
    for finding in one.diagnostics() {
        show_finding(out, &finding);
    }
    let function = snapshot.spec(path).filter(|spec| spec.kind == Kind::Function);
    if let Some(spec) = function.filter(|_| snapshot.faults_of(path).is_empty()) {
        let (lock, changes) = record::stamp(snapshot, spec, one);
        show_lock(out, &lock, changes);
    }
    out.push('\n');
}

fn show_row(out: &mut String, row: &RowReport) {
    let head = &row.head;
    let words = [head.tier.word(), head.mode().word(), head.origin.word()].join(" ");
    let _ = writeln!(out, "{} ({words}): {}", head.name, row.outcome.word());
    if let Some(details) = &row.details {
        for (word, text) in [("expected", &details.expected), ("actual", &details.actual)] {
            let lines = shortened(text);
            let _ = writeln!(out, "  {word}: {}", lines.trim_end().replace('\n', "\n    "));
        }
    }
    if let Some(binders) = &row.shown.counterexample {
        let binders = binders.iter().map(|(name, value)| format!("{name} = {value}"));
        let _ = writeln!(out, "  smallest: {}", binders.collect::<Vec<_>>().join(", "));
    }
    if let Some(line) = &row.shown.expect_line {
        let _ = writeln!(out, "  line: {line}");
    }
    if let Some((n_satisfied, n_drawn)) = row.shown.guarded {
        let _ = writeln!(out, "  guarded: {n_satisfied} of {n_drawn}");
    }
}

/// Whatever floods its output is shown by its beginning and its end.
///
/// Which limit ends a runaway first depends on the machine, so only that one did is shown.
fn shortened(text: &str) -> String {
    if text.starts_with("panic: resource: ") {
        return "panic: resource".to_owned();
    }
    if text.len() <= 400 {
        return text.to_owned();
    }
    let start = text.char_indices().nth(60).map_or(text.len(), |(at, _)| at);
    let end = text.char_indices().rev().nth(60).map_or(0, |(at, _)| at);
    format!("{} [{} bytes] {}", &text[..start], text.len(), &text[end..])
}

fn show_finding(out: &mut String, finding: &Diagnostic) {
    let file = finding.file.as_deref().unwrap_or("-");
    let place = finding.span.map_or(String::new(), |span| format!(":{}:{}", span.line, span.col));
    let _ = writeln!(out, "{}: {file}{place}: {}", finding.code, shortened(&finding.message));
    for note in &finding.notes {
        let place =
            note.span.map_or(String::new(), |span| format!(" ({}:{})", span.line, span.col));
        let _ = writeln!(out, "  note: {}{place}", note.message);
    }
}

fn show_lock(out: &mut String, lock: &Lock, changes: record::Changes) {
    let rows = lock.tests.iter().map(|row| format!("{}={}", row.name, row.result.word()));
    let _ = writeln!(out, "lock: [{}]", rows.collect::<Vec<_>>().join(", "));
    for oracle in &lock.oracles {
        let shown = match oracle {
            Oracle::Reference { path, .. } => format!("reference {path}"),
            Oracle::Cli { command, .. } => format!("cli {command}"),
            Oracle::Definition { name, .. } => format!("definition {name}"),
        };
        let _ = writeln!(out, "oracle: {shown}");
    }
    if changes.adopted {
        let lowering = lock.lowering.as_ref().expect("adopted");
        let _ = writeln!(out, "adopted: {}", lowering.provenance.word());
    }
}

#[test]
fn every_finding_and_every_verdict_occurs() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/verify");
    let outs = fs::read_dir(top).expect("a corpus").map(|entry| entry.expect("readable").path());
    let outs = outs.filter(|path| path.extension().is_some_and(|extension| extension == "out"));
    let text = outs.map(|path| fs::read_to_string(path).expect("text")).collect::<String>();
    let codes = [
        Code::MalformedInput,
        Code::OracleError,
        Code::PreflightContradiction,
        Code::PreflightTrivialEnsures,
        Code::PreflightUnexercisedVariant,
        Code::PreflightVacuousRequires,
        Code::TestUngenerableType,
        Code::UnfilledHole,
        Code::UnsupportedInvariantProperty,
        Code::UnsupportedWhereFilter,
    ];
    let starts = text.lines().map(|line| line.split(':').next().unwrap_or_default());
    let starts = starts.collect::<BTreeSet<_>>();
    let absent = codes.iter().filter(|code| !starts.contains(code.as_str())).collect::<Vec<_>>();
    assert!(absent.is_empty(), "no case raises {absent:?}");
    for verdict in ["pass", "fail", "xfail", "xpass"] {
        let end = format!("): {verdict}");
        assert!(text.lines().any(|line| line.ends_with(&end)), "no row comes to {verdict}");
    }
}

#[test]
fn runs_repeat_and_do_not_depend_on_the_number_of_threads() {
    let root = Root::corpus("property_failing");
    let snapshot = root.snapshot();
    let shown = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let mut out = String::new();
        pool.install(|| {
            for one in root.verify(&snapshot, true, None) {
                show(&mut out, &snapshot, &one);
            }
        });
        out
    };
    let first = shown(1);
    assert_eq!(first, shown(1));
    assert_eq!(first, shown(4));
}

#[test]
fn without_the_real_world_cram_rows_are_dropped_and_the_rest_keeps_its_order() {
    let root = Root::corpus("every_tier");
    let snapshot = root.snapshot();
    let names = |with_real: bool| {
        let all = root.verify(&snapshot, with_real, None);
        let rows = all.into_iter().flat_map(|one| one.report.rows);
        rows.map(|row| row.head).collect::<Vec<_>>()
    };
    let (with, without) = (names(true), names(false));
    let sandboxed = with.iter().filter(|head| head.mode().word() != "real").cloned();
    assert_eq!(sandboxed.collect::<Vec<_>>(), without);
    assert!(without.len() < with.len(), "the case has cram rows");
}

#[test]
fn a_lowered_definition_whose_cram_was_not_run_says_so() {
    let root = Root::corpus("every_tier");
    root.tested("text/double");
    let path = root.path().join("text/double.lock");
    let bytes = fs::read(&path).expect("a lock");
    let mut lock = lock::read("text/double.lock", &bytes).expect("a valid lock");
    lock.tests.retain(|row| row.mode.word() != "real");
    fs::write(&path, lock::write(&lock)).expect("writable");
    let standing = status::of(&root.snapshot(), "text/double").expect("a standing");
    let flags = standing.flags.iter().map(|(flag, _)| flag.to_string()).collect::<Vec<_>>();
    assert_eq!(flags, ["real-untested:session"]);
}

#[test]
fn what_did_not_change_is_not_run_again_and_what_did_is() {
    let root = Root::corpus("unchanged");
    let again = |root: &Root| {
        let (status, out, _) = root.trellis(&["test", "--json"]);
        let report: serde_json::Value = serde_json::from_str(&out).expect("a report");
        let definitions = report["definitions"].as_array().expect("a list").iter();
        let run = definitions.filter(|one| one["reused"] == false);
        (
            status,
            run.map(|one| one["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>(),
        )
    };
    let all = ["m/callee", "m/caller", "m/claims", "m/flawed", "m/other"];
    assert_eq!(again(&root), (1, all.map(Into::into).to_vec()));
    // A definition with a finding is looked at again, so the finding shows and counts again.
    assert_eq!(again(&root), (1, vec!["m/flawed".into()]));
    // `caller` calls it and `claims` only mentions it in a predicate; `other` does neither.
    root.edit("m/callee.soil", "x + 1", "1 + x");
    let changed = ["m/callee", "m/caller", "m/claims", "m/flawed"];
    assert_eq!(again(&root).1, changed);
    root.edit("m/other.tr", "(3) => 3", "(4) => 4");
    assert_eq!(again(&root).1, ["m/flawed", "m/other"]);
}

#[test]
fn an_audit_finds_a_cached_verdict_that_differs() {
    let root = Root::corpus("unchanged");
    root.trellis(&["test"]);
    let place = root.path().join(".trellis/cache/verified.json");
    let text = fs::read_to_string(&place).expect("a cache");
    assert_eq!(root.trellis(&["test", "--all", "m/other"]).0, 0, "nothing differs");
    let forged = text.replacen("\"pass\"", "\"xfail\"", 100);
    assert_ne!(text, forged);
    fs::write(&place, forged).expect("writable");
    let (status, _, errors) = root.trellis(&["test", "--all", "m/other"]);
    assert_ne!(status, 0);
    assert!(errors.contains("came out otherwise than before"), "{errors}");
}

#[test]
fn a_damaged_cache_is_as_good_as_none() {
    let root = Root::corpus("unchanged");
    root.trellis(&["test"]);
    for damage in ["", "{", "[]", "{\"format\":1}", "{\"format\":9,\"entries\":{}}"] {
        fs::write(root.path().join(".trellis/cache/verified.json"), damage).expect("writable");
        fs::write(root.path().join(".trellis/cache/preflight.json"), damage).expect("writable");
        assert_eq!(root.trellis(&["test", "m/other"]).0, 0, "after {damage:?}");
        assert_eq!(root.trellis(&["status"]).0, 0, "after {damage:?}");
    }
}

#[test]
fn green_hand_written_soil_is_adopted_and_a_red_one_is_not() {
    let root = Root::corpus("unchanged");
    let lock = root.tested("m/other");
    let lowering = lock.lowering.expect("adopted");
    assert_eq!(lowering.provenance.word(), "human-verified");
    assert!(root.tested("m/flawed").lowering.is_none(), "a finding keeps it from green");
}

#[test]
fn a_failing_claim_or_a_changed_one_revokes_acceptance() {
    let root = Root::corpus("unchanged");
    root.tested("m/other");
    let accept = || {
        let (status, _, errors) = root.trellis(&["accept", "m/other"]);
        assert_eq!(status, 0, "{errors}");
    };
    accept();
    assert!(root.tested("m/other").accepted, "nothing changed");
    root.edit("m/other.tr", "(3) => 3", "(5) => 5");
    assert!(!root.tested("m/other").accepted, "the test hash moved");
    accept();
    root.edit("m/other.soil", "other x = x", "other x = 0");
    let red = root.tested("m/other");
    assert!(!red.accepted, "its claims fail");
    assert!(red.tests.iter().any(|row| row.result.word() == "fail"));
}

#[test]
fn red_runs_leave_hashes_and_lowering_alone() {
    let root = Root::corpus("unchanged");
    let before = root.tested("m/other");
    root.edit("m/other.tr", "(3) => 3", "(3) => 4");
    let after = root.tested("m/other");
    assert_eq!(after.spec.hashes, before.spec.hashes);
    assert_eq!(after.lowering, before.lowering);
    assert_ne!(after.tests, before.tests);
}

#[test]
fn status_shows_what_the_preflight_found_until_the_specification_changes() {
    let root = Root::corpus("unchanged");
    root.trellis(&["test"]);
    let flag = "preflight:preflight-trivial-ensures";
    assert!(root.trellis(&["status", "m/flawed"]).1.contains(flag));
    assert!(!root.trellis(&["status", "m/other"]).1.contains("preflight:"));
    root.edit("m/flawed.tr", "x == x", "result == x");
    assert!(!root.trellis(&["status", "m/flawed"]).1.contains(flag));
    assert_eq!(root.trellis(&["test", "m/flawed"]).0, 0);
    assert!(!root.trellis(&["status", "m/flawed"]).1.contains(flag));
}

#[test]
fn a_definition_without_soil_is_refused_by_name_and_passed_over_otherwise() {
    let root = Root::corpus("unchanged");
    fs::remove_file(root.path().join("m/other.soil")).expect("removable");
    let (status, _, errors) = root.trellis(&["test", "m/other", "--json"]);
    assert_eq!(status, 1);
    assert!(errors.contains("\"no-draft\""), "{errors}");
    let (_, out, _) = root.trellis(&["test", "--json"]);
    assert!(!out.contains("\"m/other\""), "{out}");
}

#[test]
fn results_come_as_junit_and_as_sarif() {
    let root = Root::corpus("property_failing");
    let (status, junit, _) = root.trellis(&["test", "--format", "junit"]);
    assert_eq!(status, 1);
    assert!(junit.starts_with("<?xml version=\"1.0\""), "{junit}");
    assert!(junit.contains("<failure type=\"fail\""), "{junit}");
    let (status, sarif, _) = root.trellis(&["test", "--format", "sarif"]);
    assert_eq!(status, 1);
    let log: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().expect("results");
    let failing = results.iter().find(|result| result["ruleId"] == "failing-test");
    let failing = failing.expect("a result for a failing row");
    let rule = failing["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], "failing-test");
    let region = &failing["locations"][0]["physicalLocation"]["region"];
    assert!(region["startLine"].as_u64().expect("a line") > 1, "{failing}");
}

#[test]
fn a_refresh_after_a_test_run_changes_nothing() {
    let root = Root::corpus("every_tier");
    let tested = root.tested("text/double");
    refresh::refresh(&root.dir()).expect("a refresh");
    let bytes = fs::read(root.path().join("text/double.lock")).expect("a lock");
    assert_eq!(lock::read("text/double.lock", &bytes).expect("valid"), tested);
}
