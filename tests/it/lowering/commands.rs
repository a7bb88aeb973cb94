//! The commands around lowerings, end to end.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::daemon::Home;

fn shown(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    text
}

fn refused(home: &Home, arguments: &[&str]) -> String {
    let output = home.run(&[arguments, &["--json"]].concat());
    assert!(!output.status.success(), "{arguments:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    let document: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
    document["errors"][0]["code"].as_str().expect("a code").to_owned()
}

#[test]
fn context_writes_the_bundle_that_a_job_reads() {
    let home = Home::new();
    let text = shown(&home, &["context", "double", "--budget", "60000"]);
    let folder = home.at("root/.trellis/context/kit/double");
    assert!(text.contains("written to") && folder.join("bundle.json").exists(), "{text}");
    let spec = fs::read(home.at("root/kit/double.tr")).expect("the file");
    assert_eq!(fs::read(folder.join("spec.md")).expect("packed"), spec);
    // The job of the same definition packs the same bytes.
    shown(&home, &["lower", "double"]);
    let jobs = home.json(&["jobs", "--json"]);
    let job = jobs["jobs"][0]["id"].as_str().expect("an id").to_owned();
    for file in ["spec.md", "tests.json"] {
        let packed = home.at(&format!("root/.trellis/jobs/{job}/bundle/{file}"));
        assert_eq!(fs::read(packed).expect("packed"), fs::read(folder.join(file)).expect("packed"));
    }
    assert_eq!(refused(&home, &["context", "double", "--budget", "1"]), "budget-too-small");
    assert_eq!(refused(&home, &["context", "kit/_module", "--budget", "60000"]), "usage");
    let elsewhere = home.at("bundle");
    shown(
        &home,
        &["context", "double", "--budget", "60000", "--out", &elsewhere.to_string_lossy()],
    );
    assert!(elsewhere.join("spec.md").exists());
    let again = ["context", "double", "--budget", "60000", "--out", &elsewhere.to_string_lossy()];
    assert!(!home.run(&again).status.success(), "the folder is not empty");
}

#[test]
fn skill_is_written_and_drift_is_told_file_by_file() {
    let home = Home::new();
    shown(&home, &["skill", "--out", "taught"]);
    let text = shown(&home, &["skill", "--out", "taught", "--check"]);
    assert!(text.contains("`taught` is the skill sha256:"), "{text}");
    fs::write(home.at("root/taught/language.md"), "nothing\n").expect("writable");
    fs::remove_file(home.at("root/taught/tools.md")).expect("it was there");
    fs::write(home.at("root/taught/own.md"), "mine\n").expect("writable");
    let output = home.run(&["skill", "--out", "taught", "--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "language.md differs\nown.md is not part of the skill\ntools.md is missing\n"
    );
}

#[test]
fn mcp_config_prints_and_installs_what_each_client_reads() {
    let home = Home::new();
    fs::create_dir_all(home.at("codex")).expect("a folder");
    let own = "model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = \"other\"\n";
    fs::write(home.at("codex/config.toml"), own).expect("writable");
    fs::write(home.at("root/.mcp.json"), r#"{"mcpServers": {"other": {"command": "o"}}}"#)
        .expect("writable");
    let run = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        let output = command.env("CODEX_HOME", home.at("codex")).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let printed: Value =
        serde_json::from_str(&run(&["mcp-config", "claude-code", "double"])).expect("JSON");
    let entry = &printed["mcpServers"]["trellis"];
    let jobs = home.json(&["jobs", "--json"]);
    let job = jobs["jobs"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(entry["args"][2], job.as_str());
    run(&["mcp-config", "claude-code", "--job", &job, "--install"]);
    let installed = fs::read_to_string(home.at("root/.mcp.json")).expect("written");
    let installed: Value = serde_json::from_str(&installed).expect("JSON");
    assert_eq!(installed["mcpServers"]["other"]["command"], "o");
    assert_eq!(installed["mcpServers"]["trellis"], *entry);
    run(&["mcp-config", "gemini", "--job", &job, "--install"]);
    assert!(home.at("root/.gemini/settings.json").exists());
    run(&["mcp-config", "codex", "--job", &job, "--install"]);
    let toml = fs::read_to_string(home.at("codex/config.toml")).expect("written");
    assert!(toml.starts_with(own), "{toml}");
    let read: toml::Table = toml.parse().expect("TOML");
    let ours = &read["mcp_servers"]["trellis"];
    assert_eq!(ours["default_tools_approval_mode"].as_str(), Some("approve"));
    // What is written down starts a server that answers.
    let words = entry["args"].as_array().expect("args").iter().filter_map(Value::as_str);
    let mut server = Command::new(entry["command"].as_str().expect("a command"))
        .args(words)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let ping = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
    std::io::Write::write_all(&mut server.stdin.take().expect("a pipe"), ping).expect("it reads");
    let said = server.wait_with_output().expect("it ends").stdout;
    assert!(String::from_utf8_lossy(&said).contains(r#""id":1,"result""#));
    assert_eq!(refused(&home, &["mcp-config", "codex", "--job", "../x"]), "usage");
    assert_eq!(refused(&home, &["mcp-config", "codex"]), "usage");
}

#[test]
fn the_queue_is_shown_in_order_and_jobs_are_taken_back() {
    let home = Home::new();
    fs::write(home.at("root/plays/kit__double.jsonl"), "{\"sleep_ms\": 60000}").expect("writable");
    shown(&home, &["lower", "--detach"]);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while home.states()[0].1 != "running" {
        assert!(std::time::Instant::now() < until, "{:?}", home.states());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let queue = home.json(&["queue", "--json"]);
    let waiting: Vec<_> = queue["jobs"].as_array().expect("jobs").iter().collect();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["def"], "kit/quadruple");
    assert!(shown(&home, &["queue"]).starts_with("queued       kit/quadruple  "));
    assert_eq!(shown(&home, &["cancel", "quadruple"]), "cancelled 1\n");
    assert_eq!(shown(&home, &["queue"]), "");
    assert_eq!(shown(&home, &["cancel", "kit/double"]), "cancelled 1\n");
    while home.states()[0].1 == "running" || home.states()[0].1 == "settling" {
        assert!(std::time::Instant::now() < until);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let states = home.states();
    assert!(states.iter().all(|(_, state)| state == "cancelled"), "{states:?}");
    assert_eq!(refused(&home, &["cancel", "double"]), "usage");
    assert!(!home.at("root/kit/double.soil").exists());
}

#[test]
fn a_log_tells_the_story_of_a_definition() {
    let home = Home::new();
    assert_eq!(shown(&home, &["log", "double"]), "");
    shown(&home, &["lower", "double"]);
    let text = shown(&home, &["log", "double"]);
    let events: Vec<&str> = text.lines().filter_map(|l| l.split_whitespace().nth(1)).collect();
    let story = [
        "job_started",
        "preflight",
        "bundle_packed",
        "tool_call",
        "tool_call",
        "tool_call",
        "agent_result",
        "outcome",
    ];
    assert_eq!(events, story, "{text}");
    assert!(text.lines().last().is_some_and(|line| line.ends_with(" green")), "{text}");
    let json = shown(&home, &["log", "double", "--json"]);
    assert!(json.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    // A line that a crash cut short is passed over.
    let path = home.at("root/kit/double.log");
    let whole = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, whole + "{\"event\":\"outc").expect("writable");
    assert_eq!(shown(&home, &["log", "double"]), text);
    assert_eq!(refused(&home, &["log", "dubble"]), "usage");
}

#[test]
fn providers_are_listed_with_what_is_installed() {
    let home = Home::new();
    let path = home.at("cfg/trellis/providers.toml");
    let config = fs::read_to_string(&path).expect("settings");
    let config = config + "[provider.gone]\nkind = \"codex\"\ncommand = \"no-such-program\"\n";
    fs::write(&path, config).expect("writable");
    let listed = home.json(&["providers", "--quick", "--json"]);
    let rows = listed["providers"].as_array().expect("rows");
    let row = |name: &str| rows.iter().find(|row| row["name"] == name).expect("a row").clone();
    assert_eq!(row("gone")["installed"], false);
    assert_eq!(row("scripted")["kind"], "scripted");
    assert!(shown(&home, &["providers", "--quick"]).contains("gone"));
    fs::write(&path, "[provider.x]\nkind = \"nothing\"\n").expect("writable");
    assert_eq!(refused(&home, &["providers", "--quick"]), "config-bad-value");
}

#[test]
fn progress_fits_a_terminal_and_says_what_tools_answered() {
    let home = Home::new();
    let text = shown(&home, &["lower"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let has = |line: &str| assert!(text.contains(line), "{line}: {text}");
    assert_eq!(text.matches("running      kit/double\n").count(), 1, "{text}");
    has("             run_tests         2 of 2 cases pass, ");
    has("green        kit/double  3 calls\n");
    has("2 green  6 calls\n");
}
