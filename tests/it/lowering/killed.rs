//! Whatever is killed, and whenever: every job settles, Soil and lock stay a pair, nothing is left.
//!
//! The short form runs always; `TRELLIS_CHAOS=N` runs N rounds of three jobs, `TRELLIS_CHAOS_SEED`
//! gives the points at which something dies.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use trellis::root::find::RootDir;
use trellis::root::{Snapshot, status};

use super::daemon::Home;

/// The state of a definition on disk: whether it has Soil, a lock, and the flags of its standing.
fn pair(home: &Home, def: &str) -> (bool, bool, Vec<String>) {
    let has = |extension: &str| home.at(&format!("root/{def}.{extension}")).exists();
    let root = RootDir::at(&home.at("root")).expect("a root");
    let snapshot = Snapshot::load(&root).expect("readable");
    let standing = status::of(&snapshot, def).expect("a standing");
    let flags = standing.flags.iter().map(|(flag, why)| format!("{flag}: {why}")).collect();
    (has("soil"), has("lock"), flags)
}

/// Temporary files anywhere below a folder.
fn temporary(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if name.starts_with(".trellis-") || name == "together.json" {
                found.push(entry.path());
            }
        }
    }
    found
}

/// The processes of a home: pid and command line.
fn processes(home: &Home) -> Vec<(i32, String)> {
    let run = home.at("run").to_string_lossy().into_owned();
    let jobs = fs::read_dir(home.at("root/.trellis/jobs")).into_iter().flatten().flatten();
    let jobs = jobs.map(|entry| format!("TRELLIS_JOB={}", entry.file_name().to_string_lossy()));
    let marks: Vec<String> = jobs.chain([format!("XDG_RUNTIME_DIR={run}")]).collect();
    let mut found = Vec::new();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let pid = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(pid) = pid.filter(|pid| *pid != std::process::id() as i32) else { continue };
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        let environment = String::from_utf8_lossy(&environment);
        if environment.split('\0').any(|one| marks.iter().any(|mark| mark == one)) {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            found.push((pid, String::from_utf8_lossy(&line).replace('\0', " ")));
        }
    }
    found
}

fn kill(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        // It may have ended by itself.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Waits until no job is open; the command that looks also starts a daemon when there is none.
fn settle(home: &Home) -> Vec<(String, String)> {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let states = home.states();
        let open = ["queued", "preflight", "running", "settling"];
        if !states.iter().any(|(_, state)| open.contains(&state.as_str())) {
            return states;
        }
        assert!(Instant::now() < until, "a job does not settle: {states:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_daemon_killed_at_any_step_of_the_write_back_leaves_a_pair() {
    let home = Home::new();
    // Two bodies in turn, so that every round has something to write.
    let bodies = ["n + n", "n * 2"];
    let mut n_killed = 0;
    let steps = ["half-written", "flushed", "renamed"];
    // The note, Soil, lock, manifest; a fifth write does not come.
    for (round, (write, step)) in
        (1..=5).flat_map(|write| steps.map(|step| (write, step))).enumerate()
    {
        home.run(&["daemon", "stop"]);
        let text = format!(
            "{{\"tool\": \"write_soil\", \"args\": {{\"soil\": \"double : (n : I64) -> panic \
             I64\\ndouble n = {}\", \"decisions_applied\": []}}}}",
            bodies[round % 2]
        );
        fs::write(home.at("root/plays/kit__double.jsonl"), text).expect("writable");
        let before = fs::read_to_string(home.at("root/kit/double.soil")).unwrap_or_default();
        let mut command = home.command(&["lower", "double"]);
        let output = command.env("TRELLIS_CRASH", format!("{step}:{write}")).output();
        let was_killed = !output.expect("it starts").status.success();
        n_killed += usize::from(was_killed);
        let at = format!("{step}:{write}");
        // A reader first: no command that writes comes to its help.
        let (has_soil, has_lock, flags) = pair(&home, "kit/double");
        assert_eq!(has_soil, has_lock, "{at}");
        assert!(flags.is_empty() || !has_soil, "{at}: {flags:?}");
        let after = fs::read_to_string(home.at("root/kit/double.soil")).unwrap_or_default();
        let is_noted = write > 1 || step == "renamed";
        assert_eq!(after != before, is_noted || !was_killed, "{at}: all or nothing");
        // What the job came to agrees with the files.
        let states = settle(&home);
        let state = states.last().expect("a job").1.clone();
        assert_eq!(state, if is_noted { "green" } else { "failed" }, "{at}");
        assert_eq!(temporary(&home.at("root")), Vec::<PathBuf>::new(), "{at}");
        let manifest = fs::read_to_string(home.at("root/soil.lock")).unwrap_or_default();
        assert_eq!(manifest.contains("kit/double"), has_soil, "{at}");
    }
    assert_eq!(n_killed, 4 * steps.len());
}

#[test]
fn a_note_that_somebody_else_wrote_is_not_followed() {
    let home = Home::new();
    fs::create_dir_all(home.at("root/.trellis")).expect("a folder");
    for file in ["../outside.soil", "/tmp/outside.soil", "kit/../../outside.soil", "a.sh", ".x.tr"]
    {
        let note = format!(r#"{{"files": [{{"file": "{file}", "was": null, "text": "x"}}]}}"#);
        fs::write(home.at("root/.trellis/together.json"), note).expect("writable");
        home.run(&["status"]);
        assert_eq!(temporary(&home.at("root")), Vec::<PathBuf>::new());
        assert!(!home.at("outside.soil").exists() && !home.at("root/a.sh").exists(), "{file}");
    }
}

/// Pseudo-random numbers, the same for the same seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn whatever_dies_every_job_settles_and_nothing_is_left() {
    let seed = number("TRELLIS_CHAOS_SEED", 0x5011);
    let mut dice = Dice(seed);
    let home = Home::new();
    let defs = ["kit/double", "kit/triple", "kit/five"];
    for (name, times) in [("triple", 3), ("five", 5)] {
        let spec = format!(
            "---\nname: {name}\n---\n{times} times the number.\n\n```soil-sig\n\
             {name} : (n : I64) -> panic I64\n```\n\n```test works\n(2) => {}\n```\n",
            2 * times
        );
        fs::write(home.at(&format!("root/kit/{name}.tr")), spec).expect("writable");
    }
    // One of the definitions is worked on by an agent process of its own.
    let transcript = home.at("agent/codex/five.jsonl");
    fs::create_dir_all(transcript.parent().expect("a parent")).expect("a folder");
    fs::write(
        &transcript,
        "{\"type\":\"thread.started\",\"thread_id\":\"t\"}\n#!call write_soil {\"soil\":\"five : \
         (n : I64) -> panic I64\\u000afive n = n * 5\",\"decisions_applied\":[]}\n\
         {\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":1,\"cached_input_tokens\":0,\
         \"output_tokens\":1}}\n",
    )
    .expect("writable");
    let agent = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/providers/fake-cli.sh");
    let config = fs::read_to_string(home.at("cfg/trellis/providers.toml")).expect("settings");
    let config = format!(
        "jail = \"none\"\n{config}[provider.agent]\nkind = \"codex\"\ncommand = {agent:?}\n\
         args = [{transcript:?}]\nread_only = [{:?}, {:?}]\nhome_files = []\n",
        home.at("agent"),
        agent.parent().expect("a folder"),
    );
    fs::write(home.at("cfg/trellis/providers.toml"), config).expect("writable");
    let n_rounds = number("TRELLIS_CHAOS", 6);
    let mut came_to: std::collections::BTreeMap<String, usize> = Default::default();
    let mut n_killed = [0; 3];
    let mut n_jobs = 0;
    for round in 0..n_rounds {
        for (name, times) in [("double", 2), ("triple", 3)] {
            let body = [format!("n * {times}"), format!("{times} * n")];
            let body = &body[(round % 2) as usize];
            let pause = dice.below(30);
            let play = format!(
                "{{\"tool\": \"read_context\", \"args\": {{\"path\": \"\"}}}}\n{{\"sleep_ms\": \
                 {pause}}}\n{{\"tool\": \"write_soil\", \"args\": {{\"soil\": \"{name} : (n : \
                 I64) -> panic I64\\n{name} n = {body}\", \"decisions_applied\": []}}}}\n\
                 {{\"tool\": \"run_tests\"}}"
            );
            let path = home.at(&format!("root/plays/kit__{name}.jsonl"));
            fs::write(path, play).expect("writable");
        }
        for (names, provider) in [(&["double", "triple"][..], "scripted"), (&["five"][..], "agent")]
        {
            let options = ["--detach", "--provider", provider];
            let started = home.run(&[&["lower"], names, &options].concat());
            n_jobs += if started.status.success() { names.len() } else { 0 };
        }
        for _ in 0..1 + dice.below(3) {
            std::thread::sleep(Duration::from_millis(dice.below(120)));
            let victims = processes(&home);
            let kind_of = |line: &str| match line {
                line if line.contains("fake-cli") => 2,
                line if line.contains("_mcp") => 1,
                _ => 0,
            };
            // The daemon is always there, the others are not: they go first three times in four.
            let spares_daemon = dice.below(4) > 0;
            let of = |line: &str| (kind_of(line) == 0) != spares_daemon;
            let chosen: Vec<_> = victims.iter().filter(|(_, line)| of(line)).collect();
            if !chosen.is_empty() {
                let (pid, line) = chosen[dice.below(chosen.len() as u64) as usize];
                kill(*pid);
                n_killed[kind_of(line)] += 1;
            }
        }
        let states = settle(&home);
        let of_round = states.len().saturating_sub(3);
        for (_, state) in &states[of_round..] {
            *came_to.entry(state.clone()).or_default() += 1;
        }
        for def in defs {
            let (has_soil, has_lock, flags) = pair(&home, def);
            let at = format!("seed {seed}, round {round}, {def}");
            assert_eq!(has_soil, has_lock, "{at}");
            assert!(flags.is_empty() || !has_soil, "{at}: {flags:?}");
        }
        assert_eq!(temporary(&home.at("root")), Vec::<PathBuf>::new(), "round {round}");
    }
    let working = home.pid();
    let others: Vec<_> = processes(&home).into_iter().filter(|(pid, _)| *pid != working).collect();
    assert_eq!(others, [], "seed {seed}: orphans");
    let sockets = fs::read_dir(home.at("run/trellis")).expect("a folder").flatten();
    let jobs = sockets.filter(|entry| entry.file_name().to_string_lossy().starts_with("job-"));
    assert_eq!(jobs.count(), 0, "seed {seed}: sockets of jobs");
    // In peace everything comes out green.
    for (names, provider) in [(&["double", "triple"][..], "scripted"), (&["five"][..], "agent")] {
        let lowered = home.run(&[&["lower"], names, &["--provider", provider]].concat());
        assert!(lowered.status.success(), "{}", String::from_utf8_lossy(&lowered.stderr));
    }
    println!("{n_jobs} jobs came to {came_to:?}; daemons, shims, agents killed: {n_killed:?}");
}
