//! An agent that means harm, or much: it cannot hang, crash or escape, and memory stays flat.
//!
//! The soak is short here; `TRELLIS_SOAK=10000` makes that many calls.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::daemon::Home;

/// A session of our own with a job's server.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    n_asked: u64,
}

impl Session {
    fn open(home: &Home) -> Session {
        let server = home.json(&["lower", "--attach", "double", "--json"]);
        let words = server["args"].as_array().expect("args").iter().filter_map(Value::as_str);
        let mut child = Command::new(server["command"].as_str().expect("a command"))
            .args(words)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Session { input: child.stdin.take(), child, lines, n_asked: 0 }
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("it reads");
    }

    fn next(&self, limit: u64) -> Value {
        let line = self.lines.recv_timeout(Duration::from_secs(limit)).expect("an answer in time");
        serde_json::from_str(&line).expect("nothing but protocol")
    }

    /// Writes a request; returns its id.
    fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.n_asked += 1;
        let id = self.n_asked;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(format!("{message}\n").as_bytes());
        id
    }

    /// Makes one call, and returns its document and whether it is a fault.
    fn call(&mut self, tool: &str, arguments: &Value) -> (Value, bool) {
        let id = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let answer = self.next(30);
        assert_eq!(answer["id"], id, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let document = serde_json::from_str(text).unwrap_or_else(|_| panic!("{answer}"));
        (document, answer["result"]["isError"] == true)
    }

    /// Returns the first code of a call that must be refused.
    fn refused(&mut self, tool: &str, arguments: &Value) -> String {
        let (document, is_error) = self.call(tool, arguments);
        assert!(is_error, "{tool} took {}", arguments.to_string().len());
        document["errors"][0]["code"].as_str().expect("a code").to_owned()
    }

    fn draft(&mut self, soil: &str) -> (Value, bool) {
        self.call("write_soil", &json!({ "soil": soil, "decisions_applied": [] }))
    }

    fn is_well(&mut self) {
        let id = self.ask("ping", &json!({}));
        assert_eq!(self.next(5)["id"], id);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Resident memory of a process in KiB.
fn resident(pid: i32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line");
    line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number")
}

#[test]
fn memory_stays_flat_over_thousands_of_calls() {
    let n_calls = std::env::var("TRELLIS_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(350);
    let home = Home::new();
    let mut session = Session::open(&home);
    let (daemon, shim) = (home.pid(), session.child.id() as i32);
    let mut early = (0, 0);
    let start = Instant::now();
    for n in 0..n_calls {
        let body = format!("double : (n : I64) -> panic I64\ndouble n = n + n + {n} - {n}");
        match n % 7 {
            0 => assert!(!session.draft(&body).1),
            1 => assert!(!session.call("check_types", &json!({})).1),
            2 => assert!(!session.call("run_tests", &json!({})).1),
            3 => assert!(!session.call("read_context", &json!({ "path": "spec.md" })).1),
            4 => assert!(!session.call("read_spec", &json!({ "ref": "soil-syntax-spec#5.9" })).1),
            5 => assert!(session.draft("double : I64 = (").1),
            _ => assert!(!session.call("check_refinements", &json!({})).1),
        }
        if n == n_calls / 3 {
            early = (resident(daemon), resident(shim));
        }
    }
    let late = (resident(daemon), resident(shim));
    println!(
        "{n_calls} calls in {:?}; daemon {} -> {} KiB, shim {} -> {} KiB",
        start.elapsed(),
        early.0,
        late.0,
        early.1,
        late.1
    );
    assert!(late.0 < early.0 + 6 * 1024, "the daemon grew from {} to {} KiB", early.0, late.0);
    assert!(late.1 < early.1 + 2 * 1024, "the shim grew from {} to {} KiB", early.1, late.1);
}

#[test]
fn no_path_leads_out_of_the_bundle() {
    let home = Home::new();
    fs::write(home.at("root/kit/secret.txt"), "secret").expect("writable");
    let mut session = Session::open(&home);
    let out = [
        "..",
        "../",
        "../draft.soil",
        "callees/../../draft.soil",
        "/etc/passwd",
        "//etc/passwd",
        "spec.md/../../citations.json",
        "..\\draft.soil",
        "spec.md\0",
        "./../../../soil.toml",
    ];
    for path in out {
        assert_eq!(
            session.refused("read_context", &json!({ "path": path })),
            "bundle-path",
            "{path:?}"
        );
    }
    let nowhere = [
        "%2e%2e/draft.soil",
        "~",
        "~/.ssh/id_rsa",
        "draft.soil",
        "citations.json",
        "kit/secret.txt",
        "SPEC.MD",
        "spec.md/x",
        "spec.md\n",
        "\u{202e}dm.ceps",
        "file:///etc/passwd",
        "...",
        "spec.md ",
    ];
    for path in nowhere {
        let code = session.refused("read_context", &json!({ "path": path }));
        assert_eq!(code, "bundle-not-found", "{path:?}");
    }
    let long = "a/".repeat(100_000);
    assert_eq!(session.refused("read_context", &json!({ "path": long })), "bundle-not-found");
    for anchor in ["../../x#1", "soil-syntax-spec#../1", "#", "", "soil-syntax-spec#999.9", "%00#1"]
    {
        assert_eq!(session.refused("read_spec", &json!({ "ref": anchor })), "unknown-spec-ref");
    }
    session.is_well();
}

#[test]
fn huge_and_deep_drafts_are_refused_and_the_session_lives_on() {
    let home = Home::new();
    let mut session = Session::open(&home);
    let start = Instant::now();
    let head = "double : (n : I64) -> panic I64\ndouble n = ";
    let drafts = [
        "x".repeat(2 << 20),
        format!("{head}{}n", "(".repeat(100_000)),
        format!("{head}{}n", "fun a -> ".repeat(50_000)),
        format!("{head}n{}", " + n".repeat(200_000)),
        format!("{head}{}", "let a = n in ".repeat(50_000)),
        format!("{head}{}", "if n == 0 then n else ".repeat(40_000)),
        format!("{head}\"{}\"", "\\u{1F600}".repeat(60_000)),
        "-".repeat(900_000),
        "\0".repeat(10_000),
        format!("double : {}I64\ndouble n = n", "I64 -> ".repeat(100_000)),
        "\u{feff}\u{202e}double".to_owned(),
    ];
    for (at, soil) in drafts.iter().enumerate() {
        let (document, is_error) = session.draft(soil);
        assert!(is_error, "draft {at} was taken");
        assert!(document.to_string().len() < 60_000, "draft {at}: a long answer");
    }
    // One line longer than any message may be: the rest is skipped.
    let mut line = b"{\"jsonrpc\":\"2.0\",\"id\":\"long\",\"method\":\"".to_vec();
    line.resize(20 << 20, b'x');
    line.push(b'\n');
    session.send(&line);
    assert_eq!(session.next(10)["error"]["code"], -32600);
    for bytes in
        [&b"\xff\xfe\x00\x80\n"[..], b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xc3\x28\"}\n"]
    {
        session.send(bytes);
        assert!(session.next(5)["error"]["code"].is_i64());
    }
    let nested = json!({ "path": serde_json::from_str::<Value>(&format!("{}1{}", "[".repeat(100), "]".repeat(100))).expect("JSON") });
    assert_eq!(session.refused("read_context", &nested), "malformed-input");
    session.is_well();
    assert!(!session.draft("double : (n : I64) -> panic I64\ndouble n = n + n").1);
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
}

#[test]
fn a_flood_and_an_endless_program_block_nobody() {
    let home = Home::new();
    let mut session = Session::open(&home);
    for _ in 0..400 {
        session.ask("tools/call", &json!({ "name": "check_refinements", "arguments": {} }));
    }
    let mut answered: Vec<u64> =
        (0..400).map(|_| session.next(10)["id"].as_u64().expect("an id")).collect();
    answered.sort_unstable();
    assert_eq!(answered, (1..=400).collect::<Vec<u64>>());

    let endless =
        "double : (n : I64) -> panic I64\ndouble n = let rec go = fun i -> go (i + 1) in go n";
    let (document, is_error) = session.draft(endless);
    assert!(!is_error, "{document}");
    let running = session.ask("tools/call", &json!({ "name": "run_tests", "arguments": {} }));
    // While it runs, everything else answers.
    session.is_well();
    assert!(!session.call("read_context", &json!({ "path": "" })).1);
    let other = home.json(&["jobs", "--json"]);
    assert_eq!(other["jobs"][0]["state"], "running");
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": running}});
    session.send(format!("{cancelled}\n").as_bytes());
    session.is_well();
    // The work behind it stops: the daemon is idle again.
    let pid = home.pid();
    let busy = || {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split(' ').collect();
        fields[12].parse::<u64>().expect("ticks") + fields[13].parse::<u64>().expect("ticks")
    };
    std::thread::sleep(Duration::from_millis(300));
    let before = busy();
    std::thread::sleep(Duration::from_millis(500));
    assert!(busy() - before < 10, "the daemon still works on a cancelled call");
    // The session ends; the last draft is judged, within bounds, and does not pass.
    drop(session.input.take());
    let until = Instant::now() + Duration::from_secs(30);
    while home.states() == [("kit/double".into(), "running".into())]
        || home.states() == [("kit/double".into(), "settling".into())]
    {
        assert!(Instant::now() < until, "the job does not settle");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(home.states(), [("kit/double".into(), "failed".into())]);
    assert!(!home.at("root/kit/double.soil").exists());
}
