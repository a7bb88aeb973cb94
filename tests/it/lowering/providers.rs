//! Agent CLIs by their recorded transcripts, faults included: a fake CLI plays each in a real jail
//! and starts our real shim as it was told to.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use trellis::contract::tools::Tool;
use trellis::lowering::desk::Desk;
use trellis::lowering::jail::{Cell, Level, Strength, probe};
use trellis::lowering::jobs::log::Log;
use trellis::lowering::jobs::socket::JobSocket;
use trellis::lowering::library::{DefPath, Library, Stop};
use trellis::lowering::providers::config::Config;
use trellis::lowering::providers::watch::Watch;
use trellis::lowering::providers::{self, Assignment, process};
use trellis::lowering::tools::Reply;

use super::fake::FakeLibrary;
use crate::corpus;

const TRELLIS: &str = env!("CARGO_BIN_EXE_trellis");

#[test]
fn transcripts_are_read_for_what_they_are() {
    let probed = probe::probe(Path::new(TRELLIS));
    // Without bubblewrap the same transcripts are played in the open.
    let level = match probed.bubblewrap {
        Ok(landlock_abi) => Level { strength: Strength::Bubblewrap, landlock_abi },
        Err(_) => Level::NONE,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    corpus::check("providers", "jsonl", |case| play(&case.path, &level, runtime.handle()));
}

fn play(transcript: &Path, level: &Level, runtime: &tokio::runtime::Handle) -> String {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/providers");
    let kind = transcript.parent().and_then(Path::file_name).expect("a kind").to_string_lossy();
    let folder = tempfile::tempdir().expect("a scratch folder");
    let at = |name: &str| folder.path().join(name);
    for name in ["root", "home", "scratch"] {
        fs::create_dir(at(name)).expect("a folder");
    }
    fs::write(at("root/one.tr"), "spec\n").expect("a file");
    let settings = format!(
        "[provider.fake]\nkind = \"{kind}\"\ncommand = {:?}\nargs = [{:?}]\nread_only = [{:?}]\n\
         wall_clock_s = 4\nhome_files = []\n",
        top.join("fake-cli.sh"),
        transcript,
        top,
    );
    let config = Config::parse(Path::new("providers.toml"), &settings).expect("settings");
    let settings = config.choose(Some("fake")).expect("it is there").clone();
    let subject = FakeLibrary::new(&at("root")).open(&DefPath("one".into()), 1).expect("opens");
    let desk = Arc::new(Desk::set_up(&at("root"), folder.path(), subject).expect("a desk"));
    let job = format!("{kind}-{}", transcript.file_stem().expect("a name").to_string_lossy());
    let job = job.replace('_', "-");
    let log = Log::new(at("one.log"), &job);
    let heard = Box::new(|_: Tool, _: &Reply, _: f64| {});
    let socket = JobSocket::serve(runtime, &at("job.sock"), desk.clone(), log, heard);
    let socket = socket.expect("a socket");
    let assignment = Assignment {
        job: job.clone(),
        def: DefPath("one".into()),
        root: at("root"),
        folder: folder.path().to_owned(),
        cell: Cell {
            level: level.clone(),
            trellis: TRELLIS.into(),
            socket: at("job.sock"),
            scratch: at("scratch"),
            home: at("home"),
            project: at("root"),
            skill: None,
            read_only: Vec::new(),
            env: Vec::new(),
        },
        settings: settings.clone(),
    };
    let watch = Watch::new(desk.clone(), settings.caps, Stop::new(), |_| {});
    let start = Instant::now();
    let report = providers::run(&assignment, &watch);
    assert!(start.elapsed().as_secs() < 15, "{job} took {:?}", start.elapsed());
    assert_eq!(process::kill_marked(&job), 0, "{job} left a process behind");
    socket.quiet();
    let spend = watch.spend();
    format!(
        "end: {:?}\nnotes: {:#?}\ndraft: {}\ncalls: {}, listed: {}\nturns: {}, tokens: {}+{}, \
         cost: {}, model: {}, session: {}\n",
        report.end,
        report.notes,
        desk.draft().is_some(),
        desk.n_calls(),
        desk.has_listed(),
        spend.turns,
        spend.tokens_in,
        spend.tokens_out,
        spend.cost_usd,
        spend.model.as_deref().unwrap_or("-"),
        spend.session.as_deref().unwrap_or("-"),
    )
}
