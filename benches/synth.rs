//! The embedded search on `benches/synth_suite`: how many specifications become green within ten
//! seconds each, and how long it takes.
//!
//! Everything is real: the suite is copied, the daemon started, every function lowered through the
//! seven tools by `trellis lower --provider synth`. `cargo bench --bench synth -- WORD…` takes only
//! the definitions whose path holds one of the words; `-- --show` prints the bodies.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(10);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let shows = args.iter().any(|arg| arg == "--show");
    let words: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let root = scratch.path().join("suite");
    copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/synth_suite")), &root);
    trellis(&scratch, &root, &["toolchain", "update"]);
    let mut families: Vec<(String, usize, usize)> = Vec::new();
    let mut times = Vec::new();
    for def in definitions(&root) {
        if !words.is_empty() && !words.iter().any(|word| def.contains(word.as_str())) {
            continue;
        }
        let start = Instant::now();
        let output = trellis(&scratch, &root, &["lower", &def, "--provider", "synth", "--json"]);
        let time = start.elapsed();
        let is_green = output.status.success() && time <= LIMIT;
        let family = def.split('/').next().unwrap_or_default().to_owned();
        if families.last().is_none_or(|(name, ..)| *name != family) {
            families.push((family, 0, 0));
        }
        if let Some((_, n_green, n)) = families.last_mut() {
            *n += 1;
            *n_green += usize::from(is_green);
        }
        times.push(time);
        if shows || !is_green {
            let body = std::fs::read_to_string(root.join(format!("{def}.soil")));
            let body = body.unwrap_or_default();
            let body = body.split_once('\n').map_or("", |(_, body)| body);
            let words: Vec<&str> = body.split_whitespace().collect();
            let verdict = if is_green { "green" } else { "not green" };
            println!("{verdict:<10}{:>7.2} s  {def:<34}{}", time.as_secs_f64(), words.join(" "));
        }
    }
    trellis(&scratch, &root, &["daemon", "stop"]);
    for (family, n_green, n) in &families {
        println!("{family:<12}{n_green:>3} of {n}");
    }
    times.sort();
    let n_green: usize = families.iter().map(|(_, n_green, _)| n_green).sum();
    if let (Some(median), Some(slowest)) = (times.get(times.len() / 2), times.last()) {
        println!(
            "{n_green} of {} green within {} s each; median {:.3} s, slowest {:.2} s",
            times.len(),
            LIMIT.as_secs(),
            median.as_secs_f64(),
            slowest.as_secs_f64(),
        );
    }
}

/// Runs the program with a world of its own.
fn trellis(scratch: &tempfile::TempDir, root: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trellis"));
    for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env(name, scratch.path());
    }
    command.args(args).current_dir(root).output().expect("trellis runs")
}

fn definitions(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let is_spec = path.extension().is_some_and(|extension| extension == "tr");
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if is_spec && text.contains("```soil-sig") {
                let below = path.strip_prefix(root).expect("it was found there");
                found.push(below.with_extension("").to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder reads");
    entries.flatten().map(|entry| entry.path()).collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the scratch folder takes files");
    for path in entries(from) {
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("the scratch folder takes files");
        }
    }
}
