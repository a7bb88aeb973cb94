//! Speed of the tools as an agent meets them: the real program over pipes, its daemon behind it.
//!
//! `cargo bench --bench mcp`. Beside each figure stands that of a minimal server on the same SDK,
//! one tool and no daemon, started from this very file and measured in the same way. Aims: tools
//! listed within 15 ms of the process's start; a call through shim and daemon and back in 300 µs;
//! `check_types` on a typical draft in 5 ms (medians).

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, InitializeResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use trellis::lowering::skill;
use trellis::root::pin;

const TRELLIS: &str = env!("CARGO_BIN_EXE_trellis");
const MINIMAL: &str = "--minimal-server";

fn main() {
    if std::env::args().any(|argument| argument == MINIMAL) {
        return serve_minimal();
    }
    let home = Home::new();
    let minimal = std::env::current_exe().expect("this program has a path");
    let minimal = (minimal.as_path(), vec![MINIMAL.to_owned()]);
    let attached = home.attach();
    let shim = (Path::new(TRELLIS), attached);

    println!("process start to tools listed (aim: 15 ms)");
    show("trellis", &mut (0..60).map(|_| start_up(&shim)).collect::<Vec<_>>());
    show("minimal server", &mut (0..60).map(|_| start_up(&minimal)).collect::<Vec<_>>());

    println!("one call and back: check_refinements, or a tool that does nothing (aim: 300 µs)");
    let mut server = Server::start(&shim);
    let calls = |server: &mut Server, tool: &str, n: usize| -> Vec<Duration> {
        (0..n).map(|_| server.call(tool, &json!({})).0).collect()
    };
    calls(&mut server, "check_refinements", 200);
    show("trellis", &mut calls(&mut server, "check_refinements", 2000));
    let mut other = Server::start(&minimal);
    calls(&mut other, "nothing", 200);
    show("minimal server", &mut calls(&mut other, "nothing", 2000));

    println!("a typical draft of {} lines, another one each time", draft(0).lines().count());
    let (mut writes, mut checks, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..200 {
        let arguments = json!({ "soil": draft(round), "decisions_applied": [] });
        writes.push(server.call("write_soil", &arguments).0);
        let (took, answer) = server.call("check_types", &json!({}));
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        checks.push(took);
        let (took, answer) = server.call("run_tests", &json!({}));
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        tests.push(took);
    }
    show("write_soil", &mut writes);
    show("check_types (aim: 5 ms)", &mut checks);
    show("run_tests", &mut tests);
}

fn show(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
    let [least, half, most] = [at(0), at(50), at(95)];
    println!("  {name:<24} min {least:8.3} ms   p50 {half:8.3} ms   p95 {most:8.3} ms");
}

/// Measures from the start of a process until its tools are listed.
fn start_up(server: &(&Path, Vec<String>)) -> Duration {
    let start = Instant::now();
    let mut server = Server::start(server);
    server.ask("tools/list", &json!({}));
    start.elapsed()
}

/// A running server.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    n_asked: u64,
}

impl Server {
    fn start((program, arguments): &(&Path, Vec<String>)) -> Server {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut server = Server { child, input, output, n_asked: 0 };
        let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "bench", "version": "0" } });
        server.ask("initialize", &hello);
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        writeln!(server.input, "{initialized}").expect("it reads");
        server
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.n_asked += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.n_asked, "method": method,
            "params": params });
        self.input.write_all(format!("{request}\n").as_bytes()).expect("it reads");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).expect("one message a line")
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> (Duration, Value) {
        let start = Instant::now();
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        (start.elapsed(), answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A root of forty functions and the one that is drafted.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Home {
        let home = Home { folder: tempfile::tempdir().expect("a scratch folder") };
        let at = |name: &str| home.at(name);
        for name in ["root/kit", "run", "config"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        let write = |name: &str, text: &str| fs::write(at(name), text).expect("a file");
        let toolchain = (pin::TRELLIS, pin::SOIL0_CLI, skill::hash());
        write(
            "root/soil.toml",
            &format!(
                "[toolchain]\ntrellis = \"{}\"\nsoil0_cli = {}\nskill = \"{}\"\n",
                toolchain.0, toolchain.1, toolchain.2
            ),
        );
        for n in 0..40 {
            let name = format!("helper_{n}");
            let spec = format!(
                "---\nname: {name}\n---\n\nAdds {n}.\n\n```soil-sig\n{name} : (n : I64) -> panic \
                 I64\n```\n\n```test cases\n(1) => {}\n```\n",
                n + 1
            );
            write(&format!("root/kit/{name}.tr"), &spec);
            let soil = format!("{name} : (n : I64) -> panic I64\n{name} n = n + {n}\n");
            write(&format!("root/kit/{name}.soil"), &soil);
        }
        write(
            "root/kit/word_counts.tr",
            "---\nname: word_counts\n---\n\nCounts the words of a text.\n\n```soil-sig\n\
             word_counts : (text : Utf8) -> panic (List I64)\n```\n\n```test cases\n\
             (\"a bb  a\") => [1, 2, 0, 1]\n(\"\") => [0]\n```\n",
        );
        write("root/kit/_module.tr", "---\nname: kit\n---\n\nSmall things.\n");
        home
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(TRELLIS);
        command
            .args(arguments)
            .current_dir(self.at("root"))
            .env("XDG_RUNTIME_DIR", self.at("run"))
            .env("XDG_CONFIG_HOME", self.at("config"))
            .env_remove("TRELLIS_ROOT");
        command
    }

    /// Opens a job for sessions of our own; returns the arguments of its MCP server.
    fn attach(&self) -> Vec<String> {
        let output = self.command(&["lower", "--attach", "word_counts", "--json"]).output();
        let output = output.expect("the program runs");
        let server: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        let arguments = server["args"].as_array().expect("arguments");
        arguments.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.command(&["daemon", "stop"]).output();
    }
}

fn draft(round: usize) -> String {
    format!(
        "word_counts : (text : Utf8) -> panic (List I64)
word_counts text =
  let lengths = list_map (fun word -> utf8_len word) (utf8_split \" \" text) in
  let largest = list_fold (fun most n -> if n > most then n else most) 0 lengths in
  let rec halvings = fun n steps ->
    if n <= 1
    then steps
    else halvings (n / 2) (steps + 1)
  in
  let total = list_fold (fun sum n -> helper_{} sum + helper_{} n) {round} lengths in
  match list_get lengths 0 with
  | None -> lengths
  | Some first ->
    if total < 0 and halvings largest 0 > first
    then list_append lengths total
    else lengths
",
        round % 40,
        (round + 7) % 40,
    )
}

/// The smallest server that the SDK allows.
struct Minimal;

impl ServerHandler for Minimal {
    fn get_info(&self) -> ServerConfig {
        InitializeResult::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({ "type": "object" }).as_object().cloned().unwrap_or_default();
        let tool = Tool::new("nothing", "Does nothing.", Arc::new(schema));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(CallToolResult::success(vec![ContentBlock::text("{}")]).into())
    }
}

fn serve_minimal() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("an event loop").block_on(async {
        let service = Minimal.serve(rmcp::transport::stdio()).await.expect("it serves");
        let _ = service.waiting().await;
    });
}
