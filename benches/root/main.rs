//! Speed of roots: `trellis check` and `trellis status` as processes, beside `ruff` and `ty`.
//!
//! `cargo bench --bench root`. A root of 10 000 definitions (`TRELLIS_BENCH_DEFS`) is generated;
//! the neighbours get as many Python files of similar size as the installed packages have
//! (`TRELLIS_BENCH_PYTHON`: a folder of packages, instead of those of `python3`). Every figure is
//! that of whole processes: wall time, then time on processors, the least of several runs.

mod generate;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use trellis::root::find::RootDir;

fn main() {
    // `cargo test --benches` runs benches, too, and has no use for figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    let n = std::env::var("TRELLIS_BENCH_DEFS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let folder = tempfile::tempdir().expect("a scratch folder");
    let root = generate::root(&folder.path().join("big"), n);
    std::thread::sleep(Duration::from_millis(50));
    let index = root.file(".trellis/cache/index");
    let (files, bytes) = size(root.path());
    println!("{n} definitions, {files} files, {} KiB", bytes >> 10);

    let without_index = || {
        let _ = fs::remove_file(&index);
    };
    let cold = trellis("check", &root, 5, without_index);
    println!("check, cold          {cold}");
    println!("status, cold         {}", trellis("status", &root, 3, without_index));
    trellis("status", &root, 1, || ());
    let warm_status = trellis("status", &root, 9, || ());
    println!("status, warm         {warm_status}");
    let warm_check = trellis("check", &root, 9, || ());
    println!("check, warm          {warm_check}");
    let mut edits = Edits { root: &root, n: 0 };
    let edited = trellis("check", &root, 9, || edits.body());
    println!("check, body edited   {edited}  (+{} ms)", edited.beyond(&warm_check));
    let mut edits = Edits { root: &root, n: 0 };
    let edited = trellis("check", &root, 9, || edits.signature());
    println!("check, type edited   {edited}  (+{} ms)", edited.beyond(&warm_check));
    let mut edits = Edits { root: &root, n: 0 };
    let edited = trellis("status", &root, 9, || edits.prose());
    println!("status, prose edited {edited}  (+{} ms)", edited.beyond(&warm_status));
    neighbours(folder.path(), n, &cold);
}

/// Edits of one definition, a new text each time, made long enough ago to be settled.
struct Edits<'a> {
    root: &'a RootDir,
    n: u32,
}

impl Edits<'_> {
    fn replace(&mut self, file: &str, from: &str, to: impl Fn(u32) -> String) {
        let path = self.root.file(file);
        let text = fs::read_to_string(&path).expect("generated");
        let old = if self.n == 0 { from.to_owned() } else { to(self.n) };
        assert!(text.contains(&old), "`{old}` is not in {file}");
        self.n += 1;
        fs::write(path, text.replacen(&old, &to(self.n), 1)).expect("writable");
    }

    /// A body that others call, so their hashes move, too.
    fn body(&mut self) {
        self.replace("m7/f7_86.soil", "amount7 + 86", |n| format!("amount7 + {}", 86_000 + n));
    }

    /// A declared type: whoever calls the definition is checked again.
    fn signature(&mut self) {
        self.replace("m7/f7_84.soil", "(start : I64)", |n| format!("(start{n} : I64)"));
    }

    fn prose(&mut self) {
        self.replace("m7/f7_40.tr", "Step 40", |n| format!("Step 40.{n}"));
    }
}

/// Times of one process.
struct Times {
    wall: f64,
    processor: f64,
}

impl Times {
    fn beyond(&self, other: &Times) -> f64 {
        ((self.processor - other.processor) * 10.0).round() / 10.0
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:7.1} ms wall  {:7.1} ms processor", self.wall, self.processor)
    }
}

fn trellis(command: &str, root: &RootDir, runs: usize, before: impl FnMut()) -> Times {
    let arguments = [env!("CARGO_BIN_EXE_trellis"), command];
    least(&arguments, root.path(), runs, before)
}

/// Runs a command several times; `bash` tells how long each process took.
fn least(arguments: &[&str], folder: &Path, runs: usize, mut before: impl FnMut()) -> Times {
    let mut least = Times { wall: f64::INFINITY, processor: f64::INFINITY };
    for _ in 0..runs {
        before();
        let output = Command::new("bash")
            .args(["-c", "TIMEFORMAT='%3R %3U %3S'; time \"$@\" >/dev/null 2>&1", "time"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .expect("bash");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let mut times = said.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(f64::NAN));
        let mut next = || times.next().unwrap_or(f64::NAN) * 1e3;
        let (wall, user, system) = (next(), next(), next());
        least.wall = least.wall.min(wall);
        least.processor = least.processor.min(user + system);
    }
    least
}

/// Counts the files of a folder and their bytes, specifications and Soil only.
fn size(folder: &Path) -> (usize, u64) {
    let mut total = (0, 0);
    for path in files(folder) {
        if path.extension().is_some_and(|extension| extension == "tr" || extension == "soil") {
            total.0 += 1;
            total.1 += fs::metadata(path).map_or(0, |meta| meta.len());
        }
    }
    total
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Checks Python files of the installed packages with what Python people use.
fn neighbours(scratch: &Path, n: usize, ours: &Times) {
    let packages = std::env::var("TRELLIS_BENCH_PYTHON").ok().or_else(|| {
        let ask = "import sysconfig; print(sysconfig.get_paths()['stdlib'])";
        let output = Command::new("python3").args(["-c", ask]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    });
    let Some(packages) = packages.filter(|folder| !folder.is_empty()) else {
        println!("no python3: `ruff` and `ty` are skipped");
        return;
    };
    let folder = scratch.join("python");
    let mut count = 0;
    let mut bytes = 0;
    for path in files(Path::new(&packages)) {
        let length = fs::metadata(&path).map_or(0, |meta| meta.len());
        let fits = path.extension().is_some_and(|extension| extension == "py")
            && (200..2_500).contains(&length);
        if fits && count < n {
            let place = folder.join(format!("p{}", count / 100));
            fs::create_dir_all(&place).expect("a writable folder");
            fs::copy(&path, place.join(format!("f{count}.py"))).expect("a copy");
            count += 1;
            bytes += length;
        }
    }
    println!("{count} Python files, {} KiB", bytes >> 10);
    for arguments in
        [&["ruff", "check", "--no-cache", "--isolated", "."][..], &["ty", "check", "."]]
    {
        let program = arguments[0];
        if Command::new(program).arg("--version").output().is_err() {
            println!("`{program}` is not installed: skipped");
            continue;
        }
        let times = least(arguments, &folder, 2, || ());
        let factor = times.processor / count as f64 / (ours.processor / n as f64);
        println!("{:20} {times}  ({factor:.1} times ours a file)", arguments[..2].join(" "));
    }
}
