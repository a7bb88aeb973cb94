//! The book: every command of the guides is run, and what a page shows is what came out.
//!
//! A `console` block holds commands (`$ …`) with their output; a block whose info string has a
//! second word is that file. Both happen in order, in one home a page. `TRELLIS_BLESS=1` rewrites
//! the outputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src")
}

/// A home without settings, and a shell in it.
struct Home {
    folder: tempfile::TempDir,
    shell: PathBuf,
}

impl Home {
    fn new() -> Home {
        let folder = tempfile::tempdir().expect("a scratch folder");
        for name in ["home", "run"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        let shell = folder.path().join("home");
        Home { folder, shell }
    }

    fn write(&self, file: &str, text: &str) {
        let path = match file.strip_prefix("~/") {
            Some(rest) => self.folder.path().join("home").join(rest),
            None => self.shell.join(file),
        };
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a writable home");
    }

    /// Runs one line; returns what a reader sees of it.
    fn run(&mut self, line: &str) -> String {
        if let Some(folder) = line.strip_prefix("cd ") {
            self.shell.push(folder);
            assert!(self.shell.is_dir(), "{line}");
            return String::new();
        }
        let programs = Path::new(env!("CARGO_BIN_EXE_trellis")).parent().expect("a folder");
        let mut path = vec![programs.to_owned()];
        // Not all of PATH: whose agents are installed here is no matter of a page.
        path.extend(["/usr/bin", "/bin"].map(PathBuf::from));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1; {line}")])
            .current_dir(&self.shell)
            .env_clear()
            .env("PATH", std::env::join_paths(path).expect("a path"))
            .env("LC_ALL", "C")
            .env("HOME", self.folder.path().join("home"))
            .env("XDG_RUNTIME_DIR", self.folder.path().join("run"))
            .output()
            .expect("a shell");
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        let named = |name: &str| self.folder.path().join(name).display().to_string();
        text = text.replace(&named("home"), "/home/you").replace(&named("run"), "/run/user/1000");
        text = text.replace(&programs.display().to_string(), "/usr/local/bin");
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        match output.status.code() {
            Some(0) => text,
            status => format!("{text}(exit status {})\n", status.unwrap_or(-1)),
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if self.shell.join("soil.toml").exists() {
            self.run("trellis daemon stop");
        }
    }
}

/// Plays a page; returns it with the outputs that came out.
fn played(page: &str) -> String {
    let mut home = Home::new();
    let mut made = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        made += &format!("{line}\n");
        let fence: String = line.chars().take_while(|c| *c == '`').collect();
        if fence.len() < 3 {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
        let mut words = line[fence.len()..].split(' ');
        let (lang, file) = (words.next().unwrap_or_default(), words.next());
        if let Some(file) = file {
            home.write(file, &(body.join("\n") + "\n"));
        }
        if lang == "console" {
            for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                made += &format!("$ {command}\n{}", home.run(command));
            }
        } else {
            body.iter().for_each(|line| made += &format!("{line}\n"));
        }
        made += &format!("{fence}\n");
    }
    made
}

/// Leaves out what differs from run to run: hashes, identifiers, times.
fn constant(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "._:-".contains(c);
    let mut found = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_word = is_word(first);
        let end = rest.find(|c| is_word(c) != of_word).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        found += if of_word { stable(word) } else { word };
    }
    found
}

fn stable(word: &str) -> &str {
    let is_time = word.len() == 20 && word.ends_with('Z') && word.as_bytes()[10] == b'T';
    let is_hex = |part: &str| {
        part.len() >= 8
            && part.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
            && part.bytes().any(|b| b.is_ascii_digit())
    };
    let is_id = word.split([':', '-', '.']).any(is_hex);
    let is_decimal = word.contains('.') && word.parse::<f64>().is_ok();
    if is_time || is_id || is_decimal { "~" } else { word }
}

fn follow(name: &str) {
    let path = docs().join("guides").join(format!("{name}.md"));
    let page = fs::read_to_string(&path).expect("a guide");
    let made = played(&page);
    if constant(&page) == constant(&made) {
        return;
    }
    if std::env::var_os("TRELLIS_BLESS").is_some() {
        fs::write(&path, made).expect("a writable guide");
        return;
    }
    let (page, made) = (constant(&page), constant(&made));
    let differing = page.lines().zip(made.lines()).find(|(shown, came)| shown != came);
    panic!("{name}: the page shows another output; TRELLIS_BLESS=1 rewrites it: {differing:?}");
}

#[test]
fn a_first_specification() {
    follow("first-specification");
}

#[test]
fn answering_questions() {
    follow("answering-questions");
}

#[test]
fn reading_a_lock() {
    follow("reading-a-lock");
}

#[test]
fn use_in_ci() {
    follow("ci");
}

#[test]
fn writing_a_provider() {
    follow("writing-a-provider");
}

#[test]
fn connecting_by_hand() {
    follow("by-hand");
}

#[test]
fn errors_of_the_first_hour() {
    // One of them is an agent's, and agents run in a jail.
    let jail = Command::new("bwrap").args(["--ro-bind", "/", "/", "/bin/true"]).status();
    if !jail.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no bubblewrap");
        return;
    }
    follow("when-something-is-wrong");
}

#[test]
fn the_book_lists_every_page_and_includes_what_exists() {
    let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("a summary");
    let linked = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let linked: Vec<&str> = linked.collect();
    let played = include_str!("guides.rs");
    for folder in ["guides", "spec", "reference"] {
        for entry in fs::read_dir(docs().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            assert!(linked.contains(&format!("{folder}/{name}").as_str()), "{name} is not listed");
            let call = format!("follow(\"{}\")", name.trim_end_matches(".md"));
            assert!(folder != "guides" || played.contains(&call), "{name} is not run");
        }
    }
    for page in &linked {
        let path = docs().join(page);
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("no page {page}"));
        for rest in text.split("{{#include ").skip(1) {
            let target = rest.split("}}").next().unwrap_or_default();
            assert!(path.parent().expect("a folder").join(target).is_file(), "{page}: {target}");
        }
    }
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec-docs");
    for entry in fs::read_dir(documents).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(linked.contains(&format!("spec/{name}").as_str()), "{name} is not in the book");
    }
}
