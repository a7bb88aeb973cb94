//! Each command of a root through the real binary: what people see, and what programs get.

use std::fs;

use serde_json::Value;

use super::{Run, Scratch, valid};

/// Runs a command that must succeed.
#[track_caller]
fn good(root: &Scratch, args: &[&str]) -> Run {
    let run = root.run(args);
    assert_eq!(run.status, 0, "{args:?}: {}{}", run.stdout, run.stderr);
    assert_eq!(run.stderr, "", "{args:?}");
    run
}

/// Runs a command with `--json`; its document must be what the schema says.
#[track_caller]
fn document(root: &Scratch, schema: &str, args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    let run = good(root, &args);
    assert_eq!(run.stdout.matches('\n').count(), 1, "one document, one line: {}", run.stdout);
    valid(schema, &run.stdout)
}

/// Runs a command that must fail; returns the codes of its error document.
#[track_caller]
fn codes(root: &Scratch, args: &[&str]) -> Vec<String> {
    let text = root.run(args);
    assert_ne!(text.status, 0, "{args:?}");
    assert!(text.stderr.starts_with("error["), "{args:?}: {}", text.stderr);
    let run = root.run(&[args, &["--json"]].concat());
    assert_ne!(run.status, 0, "{args:?}");
    assert_eq!(run.stdout, "", "{args:?}: an error document stands alone on stderr");
    let value = valid("error-document", &run.stderr);
    let errors = value["errors"].as_array().expect("errors");
    errors.iter().map(|error| error["code"].as_str().expect("a code").to_owned()).collect()
}

/// The demonstration root, pinned to this toolchain and refreshed.
fn pinned() -> Scratch {
    let root = Scratch::demo();
    good(&root, &["toolchain", "update"]);
    good(&root, &["refresh"]);
    root
}

#[test]
fn init_with_each_template() {
    for template in trellis::root::create::templates() {
        let root = Scratch::bare();
        let made = document(&root, "created", &["init", "--template", template]);
        let files = made["files"].as_array().expect("files");
        for file in files {
            let file = file.as_str().expect("a name");
            assert!(root.path().join(file).is_file(), "{file}");
        }
        assert!(files.iter().any(|file| file == "soil.toml"), "{files:?}");
        let check = good(&root, &["check"]);
        assert!(check.stdout.contains("no fault"), "{}", check.stdout);
        document(&root, "status-report", &["status"]);
        good(&root, &["fmt", "--check"]);
        let refreshed = document(&root, "refresh-report", &["refresh"]);
        assert_eq!(refreshed["written"], serde_json::json!([]), "init leaves nothing to refresh");
        assert_eq!(codes(&root, &["init"]), ["usage"], "twice is once too often");
    }
    let root = Scratch::bare();
    assert_eq!(codes(&root, &["init", "--template", "nothing"]), ["usage"]);
}

#[test]
fn init_says_what_comes_next_and_keeps_what_is_there() {
    let root = Scratch::bare();
    root.write(".gitignore", "mine\n");
    let run = good(&root, &["init"]);
    assert!(run.stdout.contains("trellis check"), "{}", run.stdout);
    assert_eq!(root.read(".gitignore"), "mine\n");
    let root = Scratch::bare();
    root.write("_project.tr", "mine\n");
    assert_eq!(codes(&root, &["init"]), ["usage"]);
    assert_eq!(root.read("_project.tr"), "mine\n");
    assert!(!root.path().join("soil.toml").exists(), "nothing was written");
}

#[test]
fn new_makes_skeletons_that_check() {
    let root = pinned();
    for path in ["textkit/join", "textkit/Separator", "lists/_module", "lists/first"] {
        let made = document(&root, "created", &["new", path]);
        let file = made["files"][0].as_str().expect("a name").to_owned();
        assert!(root.path().join(&file).is_file(), "{file}");
        good(&root, &["check", path]);
    }
    good(&root, &["check"]);
    assert_eq!(codes(&root, &["new", "textkit/join"]), ["usage"], "it exists");
    assert_eq!(codes(&root, &["new", "Text/join"]), ["usage"]);
}

#[test]
fn check_counts_and_reports() {
    let root = pinned();
    let run = good(&root, &["check"]);
    assert_eq!(run.stdout, "6 specifications, 3 definitions, no fault\n");
    let signatures = document(&root, "signatures", &["check"]);
    assert_eq!(signatures["defs"].as_array().map(Vec::len), Some(3));
    let one = document(&root, "signatures", &["check", "clamp"]);
    assert_eq!(one["defs"][0]["name"], "clamp");
    assert_eq!(good(&root, &["check", "clamp"]).stdout, "textkit/clamp: no fault\n");
    root.edit("textkit/clamp.soil", "if hi < x", "if hj < x");
    root.edit("textkit/kv_pair.tr", "value : Utf8", "value : Text");
    assert_eq!(codes(&root, &["check", "clamp"]), ["unknown-name"]);
    assert_eq!(codes(&root, &["check"]), ["unknown-name", "unknown-type"]);
}

#[test]
fn diagnostics_show_the_line_the_action_and_the_command() {
    let root = pinned();
    root.edit("textkit/clamp.soil", "if hi < x", "if hj < x");
    let said = root.run(&["check"]).stderr;
    for part in [
        "error[unknown-name]: unknown name `hj`",
        "--> textkit/clamp.soil:6:8",
        "    if hj < x",
        "^^",
        "trellis explain unknown-name",
    ] {
        assert!(said.contains(part), "`{part}` in {said}");
    }
    let explained = root.run(&["explain", "unknown-name"]);
    assert_eq!(explained.status, 0, "the command that is named exists");
}

#[test]
fn sarif_for_strict_consumers() {
    let root = pinned();
    let clean = root.run(&["check", "--format", "sarif"]);
    assert_eq!(clean.status, 0);
    let log = sarif(&clean.stdout);
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    root.write("größen und/a b.tr", "no frontmatter");
    root.write("größen und/𝄞.tr", "---\nname: x\n---\n");
    root.edit("textkit/clamp.soil", "if hi < x", "if hj < x");
    root.edit("textkit/clamp.lock", "\"lock_format\": 1", "\"lock_format\": 2");
    root.write("cycle.tr", "---\nname: cycle\n---\nWords.\n\n```test a\n() => 1\n```\n");
    let run = root.run(&["check", "--format", "sarif"]);
    assert_eq!((run.status, &*run.stderr), (1, ""), "the log is the answer");
    let log = sarif(&run.stdout);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let uris: Vec<&str> = results
        .iter()
        .filter_map(|result| {
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str()
        })
        .collect();
    assert!(uris.contains(&"gr%C3%B6%C3%9Fen%20und/a%20b.tr"), "{uris:?}");
    assert!(uris.contains(&"textkit/clamp.lock"), "{uris:?}");
    // A whole root that cannot be read is a result, too.
    root.write("soil.toml", "nonsense = [");
    let run = root.run(&["check", "--format", "sarif"]);
    assert_eq!(run.status, 1);
    assert_eq!(sarif(&run.stdout)["runs"][0]["results"][0]["ruleId"], "config-parse");
}

/// Validates a log by the rules of its consumers; returns it.
#[track_caller]
fn sarif(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).expect("JSON");
    let schema = include_str!("sarif.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let faults: Vec<String> = validator
        .iter_errors(&log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for (at, rule) in rules.iter().enumerate() {
        let is_first = rules[..at].iter().all(|earlier| earlier["id"] != rule["id"]);
        assert!(is_first, "rule {} twice", rule["id"]);
    }
    for result in run["results"].as_array().expect("results") {
        let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[rule]["id"], result["ruleId"], "the index leads to the rule");
    }
    log
}

#[test]
fn status_by_definition_and_with_findings() {
    let root = pinned();
    let one = document(&root, "status-report", &["status", "textkit/clamp"]);
    assert_eq!(one["defs"].as_array().map(Vec::len), Some(1));
    assert_eq!(one["defs"][0]["status"], "tested");
    assert!(one["defs"][0].get("why").is_none_or(Value::is_null), "only when asked");
    let bare = document(&root, "status-report", &["status", "clamp"]);
    assert_eq!(bare, one, "a bare name is enough when it is one");
    assert_eq!(codes(&root, &["status", "clmp"]), ["usage"]);
    let said = root.run(&["status", "clmp"]).stderr;
    assert!(said.contains("textkit/clamp"), "near misses are named: {said}");
    // A clause that no case meets is a finding of the pre-flight.
    root.edit("textkit/clamp.tr", "ordered: lo <= hi", "ordered: lo <= hi and hi < lo");
    root.run(&["test", "clamp"]);
    let run = root.run(&["status", "clamp", "--why", "--json"]);
    let found = valid("status-report", &run.stdout);
    let flags = found["defs"][0]["flags"].as_array().expect("flags").clone();
    let is_finding =
        |flag: &Value| flag.as_str().is_some_and(|flag| flag.starts_with("preflight:"));
    assert!(flags.iter().any(is_finding), "{flags:?}");
    let why = found["defs"][0]["why"].as_array().expect("reasons");
    assert_eq!(why.len(), flags.len(), "one sentence a flag");
}

#[test]
fn refresh_says_what_it_wrote() {
    let root = pinned();
    root.edit("textkit/clamp.tr", "Limits an integer", "Limits a number");
    let done = document(&root, "refresh-report", &["refresh"]);
    assert_eq!(done["written"], serde_json::json!(["textkit/clamp"]));
    let run = good(&root, &["refresh"]);
    assert!(run.stdout.contains("no lock changed"), "{}", run.stdout);
    // What is faulty is left out and reported; the rest is refreshed.
    root.edit("textkit/kv_pair.tr", "---\nname", "--\nname");
    root.edit("textkit/clamp.tr", "Limits a number", "Limits one number");
    let run = root.run(&["refresh", "--json"]);
    assert_eq!(run.status, 1);
    let done = valid("refresh-report", &run.stdout);
    assert_eq!(done["written"], serde_json::json!(["textkit/clamp"]));
    assert_eq!(done["errors"][0]["code"], "tr-missing-frontmatter");
}

#[test]
fn review_clears_what_refresh_suggests() {
    let root = pinned();
    root.edit("textkit/clamp.tr", "Limits an integer", "Limits a number");
    good(&root, &["refresh"]);
    assert_eq!(root.standing("textkit/clamp"), "tested [review-suggested]");
    let marked = document(&root, "marked", &["review", "clamp"]);
    assert_eq!(marked, serde_json::json!({"path": "textkit/clamp", "changed": true}));
    assert_eq!(root.standing("textkit/clamp"), "tested []");
    let again = good(&root, &["review", "clamp"]);
    assert_eq!(again.stdout, "textkit/clamp: reviewed, as before\n");
}

#[test]
fn accept_and_pin_are_given_and_taken_back() {
    let root = pinned();
    for (command, field) in [("accept", "\"accepted\": "), ("pin", "\"pinned\": ")] {
        let given = document(&root, "marked", &[command, "clamp"]);
        assert_eq!(given["changed"], true);
        assert!(root.read("textkit/clamp.lock").contains(&format!("{field}true")));
        assert!(root.read("soil.lock").contains(&format!("{field}true")), "the manifest follows");
        let taken = document(&root, "marked", &[command, "clamp", "--revoke"]);
        assert_eq!(taken["changed"], true);
        assert!(root.read("textkit/clamp.lock").contains(&format!("{field}false")));
    }
    assert_eq!(codes(&root, &["accept", "parse_kv"]), ["lock-accepted-untested"]);
    fs::remove_file(root.path().join("textkit/clamp.lock")).expect("there");
    assert_eq!(codes(&root, &["pin", "clamp"]), ["usage"]);
}

#[test]
fn decisions_are_listed_and_edited() {
    let root = pinned();
    let list = document(&root, "decision-list", &["decisions", "list"]);
    let labels: Vec<&str> = list["decisions"]
        .as_array()
        .expect("decisions")
        .iter()
        .map(|decision| decision["label"].as_str().expect("a label"))
        .collect();
    assert_eq!(labels, ["results", "separator", "casing"]);
    assert_eq!(list["decisions"][0]["cited_by"], serde_json::json!(["textkit/clamp"]));
    let run = good(&root, &["decisions", "list"]);
    assert!(run.stdout.contains("cited by textkit/clamp"), "{}", run.stdout);
    root.edit("_project.tr", "never with panic", "never by panic");
    assert_eq!(root.standing("textkit/clamp"), "tested [decision-stale:results]");
    let done = document(&root, "restamped", &["decisions", "editorial", "results"]);
    assert_eq!(done["restamped"], 1);
    assert_eq!(root.standing("textkit/clamp"), "tested []");
    assert_eq!(codes(&root, &["decisions", "editorial", "nothing"]), ["unknown-decision"]);
}

#[test]
fn the_manifest_is_written_when_it_is_wrong() {
    let root = pinned();
    assert_eq!(document(&root, "manifest-written", &["manifest"])["changed"], false);
    fs::remove_file(root.path().join("soil.lock")).expect("there");
    assert_eq!(document(&root, "manifest-written", &["manifest"])["changed"], true);
    serde_json::from_str::<Value>(&root.read("soil.lock")).expect("JSON");
}

#[test]
fn the_toolchain_is_pinned_and_its_refusal_can_be_repaired() {
    let root = pinned();
    let before = root.read("soil.toml");
    root.edit("soil.toml", "trellis = \"0.1.0\"", "trellis = \"9.9.9\" # next year");
    for command in
        [&["refresh"][..], &["accept", "clamp"], &["decisions", "editorial", "results"], &["test"]]
    {
        assert_eq!(codes(&root, command), ["toolchain-mismatch"], "{command:?}");
    }
    for command in [&["check"][..], &["status"], &["hash", "clamp"], &["decisions", "list"]] {
        good(&root, command);
    }
    assert_eq!(document(&root, "toolchain-updated", &["toolchain", "update"])["changed"], true);
    let after = root.read("soil.toml");
    assert_eq!(after, before.replace("\"0.1.0\"", "\"0.1.0\" # next year"));
    assert_eq!(document(&root, "toolchain-updated", &["toolchain", "update"])["changed"], false);
    root.write("soil.toml", "trellis = [");
    assert_eq!(codes(&root, &["toolchain", "update"]), ["config-parse"]);
}

#[test]
fn hashes_explain_themselves() {
    let root = pinned();
    for (name, other) in [("A", "B"), ("B", "A")] {
        let text = format!(
            "---\nname: {name}\n---\nWords.\n\n```soil-type\ntype {name} = {{ {} : List {other} \
             }}\n```\n",
            other.to_lowercase()
        );
        root.write(&format!("{}.tr", name.to_lowercase()), text);
    }
    let expected: [(&str, &[&str]); 4] = [
        ("clamp", &["formal", "test", "prose", "soil_hash", "scope_hash"]),
        ("a", &["formal", "prose", "cycle_hash"]),
        ("_project", &["formal", "prose", "decision results"]),
        ("textkit/_module", &["formal", "prose", "decision separator", "decision casing"]),
    ];
    for (def, expected) in expected {
        let report = document(&root, "hash-report", &["hash", def, "--explain"]);
        let hashes = report["hashes"].as_array().expect("hashes");
        let names: Vec<&str> =
            hashes.iter().map(|hash| hash["name"].as_str().expect("a name")).collect();
        assert_eq!(names, expected);
        for hash in hashes {
            let parts = hash["parts"].as_array().expect("parts");
            let texts = parts.iter().map(|part| part["text"].as_str().expect("text"));
            let recomputed = trellis::spec::digest::Digest::of(texts).to_string();
            assert_eq!(recomputed, hash["hash"], "{} of {def}", hash["name"]);
        }
    }
    let bare = document(&root, "hash-report", &["hash", "clamp"]);
    assert!(bare["hashes"][0].get("parts").is_none_or(Value::is_null));
    let run = good(&root, &["hash", "clamp", "--explain"]);
    assert!(run.stdout.contains("hash form"), "{}", run.stdout);
    assert_eq!(codes(&root, &["hash", "nothing"]), ["usage"]);
}

#[test]
fn fmt_over_a_root() {
    let root = pinned();
    good(&root, &["fmt", "--check"]);
    root.edit("textkit/clamp.soil", "clamp lo hi x =\n", "clamp lo hi x = ");
    let run = root.run(&["fmt", "--check"]);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("textkit/clamp.soil"), "{}", run.stdout);
    good(&root, &["fmt"]);
    good(&root, &["fmt", "--check"]);
    assert_eq!(root.standing("textkit/clamp"), "tested []", "form is not content");
}

#[test]
fn no_root_is_a_fault_with_a_next_step() {
    let root = Scratch::bare();
    for command in ["check", "status", "refresh", "manifest"] {
        assert_eq!(codes(&root, &[command]), ["config-no-root"], "{command}");
    }
    assert!(root.run(&["check"]).stderr.contains("trellis init"));
    let demo = Scratch::demo();
    let place = demo.path().display().to_string();
    let run = root.run_with(&["check"], &[("TRELLIS_ROOT", &place)]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    fs::create_dir_all(demo.path().join("deep/er")).expect("writable");
    let run = demo.run_in("deep/er", &["check"]);
    assert_eq!(run.status, 0, "from below: {}", run.stderr);
}
