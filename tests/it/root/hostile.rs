//! Trees that nobody meant: each fault is said clearly, and nothing is lost.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::time::{Duration, Instant};

use super::Scratch;

/// Checks the root and returns what was said.
fn check(root: &Scratch) -> String {
    let run = root.run(&["check"]);
    assert!(!run.was_killed, "{}", run.stderr);
    assert_eq!(run.status != 0, !run.stderr.is_empty(), "{}{}", run.stdout, run.stderr);
    run.stderr
}

/// The first line of each diagnostic with its place.
fn heads(said: &str) -> Vec<String> {
    let is_head = |line: &&str| line.starts_with("error[");
    let place = |line: &str| line.trim_start().strip_prefix("--> ").map(str::to_owned);
    let lines: Vec<&str> = said.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| is_head(line));
    heads
        .map(|(at, line)| match lines.get(at + 1).and_then(|next| place(next)) {
            Some(place) => format!("{line} @ {place}"),
            None => (*line).to_owned(),
        })
        .collect()
}

#[track_caller]
fn says(root: &Scratch, expected: &[&str]) {
    assert_eq!(heads(&check(root)), expected);
}

#[test]
fn carriage_returns() {
    let root = Scratch::demo();
    let text = root.read("textkit/clamp.tr");
    root.write("textkit/clamp.tr", text.replace('\n', "\r\n"));
    let said = check(&root);
    assert_eq!(
        heads(&said),
        ["error[tr-missing-frontmatter]: the first line is not `---` @ textkit/clamp.tr:1:1"]
    );
    assert!(said.contains("save the file with LF line ends"), "{said}");
    let run = root.run(&["status", "textkit/kv_pair"]);
    assert_eq!(run.status, 0, "the rest of the root keeps working: {}", run.stderr);
}

#[test]
fn a_byte_order_mark() {
    let root = Scratch::demo();
    let text = root.read("textkit/clamp.tr");
    root.write("textkit/clamp.tr", format!("\u{feff}{text}"));
    let said = check(&root);
    assert_eq!(
        heads(&said),
        ["error[tr-missing-frontmatter]: the first line is not `---` @ textkit/clamp.tr:1:1"]
    );
    assert!(said.contains("byte order mark; save it without one"), "{said}");
    let text = root.read("textkit/clamp.soil");
    root.write("textkit/clamp.soil", format!("\u{feff}{text}"));
    assert!(check(&root).contains("textkit/clamp.soil:1:1"), "{}", check(&root));
}

#[test]
fn no_text_at_all() {
    let root = Scratch::demo();
    root.write("textkit/clamp.tr", [0xFF, 0xFE, 0x00, 0x41]);
    root.write("textkit/parse_kv.soil", [0x80]);
    root.write("textkit/clamp.lock", [0x80]);
    let said = check(&root);
    for file in ["textkit/clamp.tr", "textkit/clamp.lock", "textkit/parse_kv.soil"] {
        assert!(said.contains(file), "{file} in {said}");
    }
}

#[test]
fn fifty_megabytes() {
    let root = Scratch::demo();
    for file in ["textkit/clamp.tr", "textkit/parse_kv.soil", "textkit/big.lock", "notes.md"] {
        let huge = fs::File::create(root.path().join(file)).expect("writable");
        huge.set_len(50 << 20).expect("a hole");
    }
    let started = Instant::now();
    says(
        &root,
        &[
            "error[io]: the file holds 50 MiB; files of a root hold at most 16 MiB @ \
             textkit/clamp.tr",
            "error[io]: the file holds 50 MiB; files of a root hold at most 16 MiB @ \
             textkit/parse_kv.soil",
        ],
    );
    assert!(started.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_large_file_that_is_read() {
    let root = Scratch::demo();
    let text = root.read("textkit/clamp.tr");
    root.write("textkit/clamp.tr", format!("{text}\n{}", "prose and prose\n".repeat(200_000)));
    assert_eq!(check(&root), "");
}

#[test]
fn links_in_circles() {
    let root = Scratch::demo();
    symlink("..", root.path().join("textkit/up")).expect("a link");
    symlink(".", root.path().join("here")).expect("a link");
    symlink("/", root.path().join("all")).expect("a link");
    assert_eq!(check(&root), "", "links to directories are not followed");
    symlink("self.tr", root.path().join("textkit/self.tr")).expect("a link");
    symlink("nowhere", root.path().join("textkit/gone.soil")).expect("a link");
    let said = heads(&check(&root));
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].contains("the file is unreadable") && said[0].contains("textkit/gone.soil"));
    assert!(said[1].contains("the file is unreadable") && said[1].contains("textkit/self.tr"));
}

#[test]
fn no_regular_file() {
    let root = Scratch::demo();
    fs::create_dir(root.path().join("textkit/folder.tr")).expect("writable");
    let fifo = root.path().join("textkit/pipe.tr");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("no mkfifo: skipped");
        return;
    }
    says(&root, &["error[io]: this is not a regular file @ textkit/pipe.tr"]);
}

#[test]
fn unreadable_files_and_folders() {
    let root = Scratch::demo();
    root.write("shut/one.tr", "---\nname: one\n---\n");
    for name in ["textkit/clamp.soil", "shut"] {
        fs::set_permissions(root.path().join(name), fs::Permissions::from_mode(0o0)).expect("ours");
    }
    let is_superuser = fs::read(root.path().join("textkit/clamp.soil")).is_ok();
    if !is_superuser {
        let said = heads(&check(&root));
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("the directory is unreadable") && said[0].contains("shut"));
        assert!(said[1].contains("the file is unreadable"), "{said:?}");
    }
    fs::set_permissions(root.path().join("shut"), fs::Permissions::from_mode(0o755)).expect("ours");
}

#[test]
fn a_tree_that_cannot_be_written() {
    let root = Scratch::demo();
    root.run(&["toolchain", "update"]);
    // A file where the caches would go stops the superuser, too.
    let _ = fs::remove_dir_all(root.path().join(".trellis"));
    root.write(".trellis", "in the way");
    for command in ["check", "status"] {
        let run = root.run(&[command]);
        assert_eq!(run.status, 0, "{command} needs no cache: {}", run.stderr);
    }
    let before = root.read("textkit/clamp.lock");
    for command in [&["refresh"][..], &["pin", "clamp"], &["manifest"], &["fmt"]] {
        let run = root.run(command);
        assert_ne!(run.status, 0, "{command:?}");
        assert!(run.stderr.contains("error[io]: the root cannot be written"), "{}", run.stderr);
    }
    assert_eq!(root.read("textkit/clamp.lock"), before);
    assert!(!root.path().join("textkit/parse_kv.lock").exists());
}

#[test]
fn names_that_differ_in_case() {
    let root = Scratch::demo();
    let text = root.read("textkit/clamp.tr");
    root.write("textkit/Clamp.tr", &text);
    if root.path().join("TEXTKIT").exists() {
        eprintln!("a file system without case: skipped");
        return;
    }
    let said = check(&root);
    assert!(
        said.contains("`textkit/clamp` and `textkit/Clamp` differ only in case"),
        "both are named: {said}"
    );
    assert!(said.contains("rename one"), "the next step is named: {said}");
}

#[test]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let root = Scratch::demo();
    let name = std::ffi::OsStr::from_bytes(b"bad\xFF.tr");
    if fs::write(root.path().join(name), "").is_err() {
        eprintln!("a file system of UTF-8 names: skipped");
        return;
    }
    let said = check(&root);
    assert!(said.contains("the file name is not UTF-8"), "{said}");
}

#[test]
fn a_root_in_a_root() {
    let root = Scratch::demo();
    root.write("inner/soil.toml", "[toolchain]\ntrellis = \"0.1.0\"\nsoil0_cli = 1\n");
    root.write("inner/broken.tr", "no frontmatter");
    root.write("target/broken.tr", "no frontmatter");
    root.write(".hidden/broken.tr", "no frontmatter");
    assert_eq!(check(&root), "");
}

/// Whoever edits while a command runs keeps the edit, and hears of it when it mattered.
#[test]
fn editing_while_a_command_runs() {
    let root = Scratch::demo();
    root.run(&["toolchain", "update"]);
    root.run(&["refresh"]);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut n_refused = 0;
    std::thread::scope(|scope| {
        let editor = scope.spawn(|| {
            let mut n = 0_u32;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                n += 1;
                let text = format!(
                    "---\nname: KvPair\n---\n\nOne parsed setting, version {n}.\n\n```soil-type\n\
                     type KvPair = {{ key : Utf8, value : Utf8 }}\n```\n"
                );
                // As editors save: beside, then over the old one.
                root.write("textkit/kv_pair.tmp", text);
                let _ = fs::rename(
                    root.path().join("textkit/kv_pair.tmp"),
                    root.path().join("textkit/kv_pair.tr"),
                );
                std::thread::sleep(Duration::from_micros(300));
            }
            n
        });
        for _ in 0..25 {
            let run = root.run(&["refresh"]);
            assert!(!run.was_killed, "{}", run.stderr);
            if run.status != 0 {
                assert!(
                    run.stderr.contains("the file changed while the command ran"),
                    "{}",
                    run.stderr
                );
                n_refused += 1;
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let n = editor.join().expect("the editor ends");
        assert!(
            root.read("textkit/kv_pair.tr").contains(&format!("version {n}.")),
            "the last edit is there"
        );
    });
    println!("{n_refused} of 25 refreshes met an edit");
    let run = root.run(&["refresh"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(check(&root), "");
}

#[test]
fn an_edit_between_reading_and_writing_wins() {
    use trellis::root::files;
    let root = Scratch::demo();
    let path = root.path().join("soil.toml");
    let old = fs::read(&path).expect("there");
    root.write("soil.toml", "# somebody was here\n");
    let fault = files::replace_read(&path, "soil.toml", &old, b"new").expect_err("it moved");
    assert!(fault.message.contains("changed while the command ran"), "{}", fault.message);
    assert_eq!(root.read("soil.toml"), "# somebody was here\n");
}

#[test]
fn another_writer_is_waited_for() {
    use trellis::root::files::RootLock;
    let root = Scratch::demo();
    root.run(&["toolchain", "update"]);
    let held = RootLock::take(&root.path(), Duration::ZERO).expect("free");
    let fault = RootLock::take(&root.path(), Duration::from_millis(50)).expect_err("held");
    assert!(fault.message.contains("another command is writing this root"), "{}", fault.message);
    let run = root.run(&["check"]);
    assert_eq!(run.status, 0, "readers need no lock: {}", run.stderr);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            drop(held);
        });
        let started = Instant::now();
        let run = root.run(&["refresh"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(started.elapsed() >= Duration::from_millis(250), "it waited");
    });
}

#[test]
fn a_link_that_leads_out_of_the_root() {
    let root = Scratch::demo();
    let outside = tempfile::tempdir().expect("a folder");
    symlink(outside.path(), root.path().join(".github")).expect("a link");
    let run = root.run(&["init", ".", "--ci"]);
    assert_ne!(run.status, 0);
    assert_eq!(
        heads(&run.stderr),
        ["error[io]: a symbolic link leads out of the root @ .github/workflows/trellis.yml"]
    );
    assert_eq!(fs::read_dir(outside.path()).expect("a folder").count(), 0, "nothing is written");
    fs::remove_file(root.path().join(".github")).expect("a link");
    let run = root.run(&["init", ".", "--ci"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(root.read(".github/workflows/trellis.yml").contains("trellis check"));
}
