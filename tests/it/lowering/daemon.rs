//! The daemon as people meet it: real commands, a real root, a real process that can be killed.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use trellis::lowering::skill;
use trellis::root::pin;

const TRELLIS: &str = env!("CARGO_BIN_EXE_trellis");

const GOOD: &str = r#"{"tool": "write_soil", "args": {"soil": "double : (n : I64) -> panic I64\ndouble n = n + n", "decisions_applied": []}}
{"tool": "check_types", "expect": {"contains": {"defs": [{"name": "double"}]}}}
{"tool": "run_tests", "expect": {"contains": {"cases": [{"name": "works#1", "result": "pass"}]}}}"#;

const QUADRUPLE: &str = r#"{"tool": "read_context", "args": {"path": "callees/double.md"}}
{"tool": "write_soil", "args": {"soil": "quadruple : (n : I64) -> panic I64\nquadruple n = double (double n)", "decisions_applied": []}}
{"tool": "run_tests"}"#;

/// A root of its own, with its own runtime folder and settings; the daemon ends with it.
pub(super) struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub(super) fn new() -> Home {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["root/kit", "root/plays", "run", "cfg/trellis"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        let write = |name: &str, text: &str| fs::write(at(name), text).expect("a file");
        write(
            "root/soil.toml",
            &format!(
                "[toolchain]\ntrellis = \"{}\"\nsoil0_cli = {}\nskill = \"{}\"\n",
                pin::TRELLIS,
                pin::SOIL0_CLI,
                skill::hash()
            ),
        );
        write("root/kit/_module.tr", "---\nname: kit\n---\nNumbers.\n\n```exports\ndouble\n```\n");
        write(
            "root/kit/double.tr",
            "---\nname: double\n---\nTwice the number.\n\n```soil-sig\n\
             double : (n : I64) -> panic I64\n```\n\n```test works\n(2) => 4\n(0) => 0\n```\n",
        );
        // No signature of its owner's: the lowering writes it. Its prose names what it calls.
        write(
            "root/kit/quadruple.tr",
            "---\nname: quadruple\n---\nFour times the number, by `double`.\n\n\
             ```test works\n(3) => 12\n```\n",
        );
        write("root/plays/kit__double.jsonl", GOOD);
        write("root/plays/kit__quadruple.jsonl", QUADRUPLE);
        write(
            "cfg/trellis/providers.toml",
            "default = \"scripted\"\n[provider.scripted]\nkind = \"scripted\"\n\
             command = \"plays/{def}.jsonl\"\n",
        );
        Home { folder }
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(TRELLIS);
        command
            .args(args)
            .current_dir(self.at("root"))
            .env("XDG_RUNTIME_DIR", self.at("run"))
            .env("XDG_CONFIG_HOME", self.at("cfg"))
            .env_remove("TRELLIS_ROOT")
            .stdin(Stdio::null());
        command
    }

    pub(super) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command starts")
    }

    pub(super) fn json(&self, args: &[&str]) -> Value {
        let output = self.run(args);
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!("{args:?}: {error}: {text}{}", String::from_utf8_lossy(&output.stderr))
        })
    }

    pub(super) fn pid(&self) -> i32 {
        let status = self.json(&["daemon", "status"]);
        status["pid"].as_i64().expect("a daemon runs") as i32
    }

    pub(super) fn kill_daemon(&self) {
        let pid = rustix::process::Pid::from_raw(self.pid()).expect("a pid");
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("it is ours");
        // The lock of a killed process goes when the kernel has buried it.
        while self.json(&["daemon", "status"])["running"] == true {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub(super) fn states(&self) -> Vec<(String, String)> {
        let jobs = self.json(&["jobs", "--json"]);
        let jobs = jobs["jobs"].as_array().expect("jobs");
        let text = |job: &Value, name: &str| job[name].as_str().unwrap_or_default().to_owned();
        jobs.iter().map(|job| (text(job, "def"), text(job, "state"))).collect()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.run(&["daemon", "stop"]);
    }
}

#[test]
fn a_root_lowers_callees_first_and_the_locks_are_the_same_in_every_run() {
    let locks: Vec<Vec<Vec<u8>>> = (0..2)
        .map(|_| {
            let home = Home::new();
            assert_eq!(home.json(&["daemon", "status"]), serde_json::json!({ "running": false }));
            let output = home.run(&["lower"]);
            let shown = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{shown}{said}");
            let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("{text}: {shown}"));
            assert!(at("green        kit/double") < at("running      kit/quadruple"), "{shown}");
            let spec = fs::read_to_string(home.at("root/kit/quadruple.tr")).expect("the file");
            let written = "```soil-sig @agent\nquadruple : (n : I64) -> panic I64\n```\n\n```test";
            assert!(spec.contains(written), "{spec}");
            // Nothing is left to do, and nothing is left over.
            assert!(home.run(&["lower"]).status.success());
            let temporary = fs::read_dir(home.at("root/kit")).expect("a folder").flatten();
            let names = temporary.map(|entry| entry.file_name().to_string_lossy().into_owned());
            assert_eq!(names.filter(|name| name.starts_with(".trellis")).count(), 0);
            let files = ["kit/double.lock", "kit/quadruple.lock", "kit/quadruple.tr", "soil.lock"];
            let read = |name: &&str| fs::read(home.at("root").join(name)).expect("it is there");
            files.iter().map(read).collect()
        })
        .collect();
    assert_eq!(locks[0], locks[1]);
}

#[test]
fn sockets_are_their_owners_alone() {
    let home = Home::new();
    home.run(&["queue"]);
    let folder = home.at("run/trellis");
    let mode =
        |path: &PathBuf| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let sockets: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder")
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_socket()))
        .map(|entry| entry.path())
        .collect();
    assert_eq!(sockets.len(), 1);
    assert_eq!(mode(&sockets[0]), 0o600);
    assert_eq!(home.json(&["daemon", "stop"]), serde_json::json!({ "stopped": true }));
    assert!(!sockets[0].exists());
    assert_eq!(home.json(&["daemon", "stop"]), serde_json::json!({ "stopped": false }));
}

#[test]
fn a_job_that_was_running_when_the_daemon_was_killed_settles() {
    let home = Home::new();
    let slow = format!("{GOOD}\n{{\"sleep_ms\": 60000}}");
    fs::write(home.at("root/plays/kit__double.jsonl"), slow).expect("writable");
    assert!(home.run(&["lower", "double", "--detach"]).status.success());
    let until = Instant::now() + Duration::from_secs(10);
    while home.json(&["jobs", "--json"])["jobs"][0]["calls"] != 3 {
        assert!(Instant::now() < until, "{:?}", home.states());
        std::thread::sleep(Duration::from_millis(20));
    }
    home.kill_daemon();
    // The next command starts a daemon that finds the stale socket and the unsettled job.
    assert_eq!(home.states(), [("kit/double".into(), "failed".into())]);
    assert!(!home.at("root/kit/double.soil").exists(), "nothing is half written");
    fs::write(home.at("root/plays/kit__double.jsonl"), GOOD).expect("writable");
    assert!(home.run(&["lower", "double"]).status.success());
    assert!(home.at("root/kit/double.lock").exists());
}

#[test]
fn many_clients_at_once_start_one_daemon() {
    let home = Home::new();
    let clients: Vec<_> = (0..6)
        .map(|_| home.command(&["queue"]).stdout(Stdio::null()).spawn().expect("it starts"))
        .collect();
    for mut client in clients {
        assert!(client.wait().expect("it ends").success());
    }
    let first = home.pid();
    home.run(&["queue"]);
    assert_eq!(home.pid(), first);
}

#[test]
fn a_daemon_of_another_build_is_replaced() {
    let home = Home::new();
    // The same program at another place is another build.
    let other = home.at("other-trellis");
    fs::copy(TRELLIS, &other).expect("a copy");
    let mut command = Command::new(&other);
    command
        .args(["queue"])
        .current_dir(home.at("root"))
        .env("XDG_RUNTIME_DIR", home.at("run"))
        .env("XDG_CONFIG_HOME", home.at("cfg"));
    assert!(command.status().expect("it starts").success());
    let first = home.pid();
    assert!(home.run(&["queue"]).status.success());
    assert_ne!(home.pid(), first);
}

#[test]
fn an_attached_session_lowers_from_any_folder_and_settles_when_it_closes() {
    let home = Home::new();
    let server = home.json(&["lower", "--attach", "double", "--json"]);
    let words: Vec<&str> =
        server["args"].as_array().expect("args").iter().filter_map(Value::as_str).collect();
    let start = || {
        Command::new(server["command"].as_str().expect("a command"))
            .args(&words)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts")
    };
    // A session that only lists its tools and leaves has not worked; the job waits on.
    let mut looking = start();
    let list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n";
    looking.stdin.take().expect("a pipe").write_all(list.as_bytes()).expect("it reads");
    looking.wait_with_output().expect("it ends");
    assert_eq!(home.states(), [("kit/double".into(), "running".into())]);
    let again = home.run(&["lower", "--attach", "double"]);
    assert!(!again.status.success(), "one job a definition");

    let mut working = start();
    let write = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\
                 \"write_soil\",\"arguments\":{\"soil\":\"double : (n : I64) -> panic I64\\n\
                 double n = n * 2\",\"decisions_applied\":[]}}}\n";
    let mut input = working.stdin.take().expect("a pipe");
    input.write_all(write.as_bytes()).expect("it reads");
    let until = Instant::now() + Duration::from_secs(10);
    while home.json(&["jobs", "--json"])["jobs"][0]["calls"] != 1 {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(input);
    working.wait_with_output().expect("it ends");
    while home.states() != [("kit/double".into(), "green".into())] {
        assert!(Instant::now() < until, "{:?}", home.states());
        std::thread::sleep(Duration::from_millis(10));
    }
    let lock = fs::read_to_string(home.at("root/kit/double.lock")).expect("a lock");
    assert!(lock.contains("\"provider\": \"attached\""), "{lock}");
}

#[test]
fn an_answer_goes_into_the_specification_and_the_job_runs_again() {
    let home = Home::new();
    let ask = r#"{"tool": "ask_human", "args": {"kind": "Ambiguity", "question": "also for\nnegatives?", "options": ["yes"]}}"#;
    fs::write(home.at("root/plays/kit__double.jsonl"), ask).expect("writable");
    assert_eq!(home.run(&["lower", "double"]).status.code(), Some(1));
    assert_eq!(home.json(&["questions", "--json"])["questions"][0]["def"], "kit/double");
    let refused = home.run(&["lower", "double"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("job-open-question"));
    fs::write(home.at("root/plays/kit__double.jsonl"), GOOD).expect("writable");
    let answered = home.run(&["answer", "double", "--text", "yes, ```all``` of them"]);
    assert!(answered.status.success(), "{}", String::from_utf8_lossy(&answered.stderr));
    let spec = fs::read_to_string(home.at("root/kit/double.tr")).expect("the file");
    let pair =
        "\n## Clarifications\n\n- **Q:** also for negatives?\n  **A:** yes, ```all``` of them\n";
    assert!(spec.ends_with(pair), "{spec}");
    let until = Instant::now() + Duration::from_secs(10);
    while home.states().last() != Some(&("kit/double".into(), "green".into())) {
        assert!(Instant::now() < until, "{:?}", home.states());
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!home.at("root/kit/double.question.json").exists());
}
