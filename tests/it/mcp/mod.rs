//! The stdio shim, driven as a real process over pipes.
//!
//! Scripted exchanges live in `tests/corpus/mcp/*.mcp`, one point a file. A script's lines:
//!
//! | line | meaning |
//! |---|---|
//! | `# …` | remark |
//! | `> TEXT` | sends TEXT and LF; `\xHH` is a byte, `\r` a return, `@N@` stands for N bytes of `a` |
//! | `+ TEXT` | sends TEXT without LF |
//! | `read N` | reads N lines from the shim |
//! | `silent` | reads nothing for 150 ms, and fails on anything |
//! | `eof` | closes the shim's input and notes how it ended |

mod fake_job;
mod shim;
mod timing;

use std::fmt::Write as _;
use std::time::Duration;

use crate::corpus;
use shim::Shim;

#[test]
fn scripted_exchanges() {
    let job = fake_job::FakeJob::start();
    corpus::check("mcp", "mcp", |case| transcript(&case.text(), &job));
}

fn transcript(script: &str, job: &fake_job::FakeJob) -> String {
    let mut shim = Shim::start(job.socket());
    let mut out = String::new();
    for line in script.lines() {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "#" | "" => {}
            ">" => {
                let _ = writeln!(out, "{line}");
                let mut bytes = unescape(rest);
                bytes.push(b'\n');
                shim.send(&bytes);
            }
            "+" => {
                let _ = writeln!(out, "{line}");
                shim.send(&unescape(rest));
            }
            "read" => {
                for _ in 0..rest.parse::<usize>().expect("a count") {
                    match shim.read(Duration::from_secs(10)) {
                        Some(line) => drop(writeln!(out, "< {}", stable(&line))),
                        None => return out + "< nothing within ten seconds\n",
                    }
                }
            }
            "silent" => {
                if let Some(line) = shim.read(Duration::from_millis(150)) {
                    let _ = writeln!(out, "< unexpected: {}", stable(&line));
                }
            }
            "eof" => {
                let (status, rest) = shim.finish();
                let _ = writeln!(out, "exit {status}");
                for line in rest {
                    let _ = writeln!(out, "< after the end: {}", stable(&line));
                }
                return out;
            }
            other => panic!("`{other}` is no command of a script"),
        }
    }
    let (status, rest) = shim.finish();
    if status != "0" || !rest.is_empty() {
        let _ = writeln!(out, "exit {status}, unread: {rest:?}");
    }
    out
}

fn stable(line: &str) -> String {
    line.replace(&format!("\"{}\"", env!("CARGO_PKG_VERSION")), "\"VERSION\"")
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(hex) = rest.strip_prefix("\\x") {
            out.push(u8::from_str_radix(&hex[..2], 16).expect("two hex digits"));
            rest = &hex[2..];
        } else if let Some(after) = rest.strip_prefix("\\r") {
            out.push(b'\r');
            rest = after;
        } else if let Some((count, after)) = rest
            .strip_prefix('@')
            .and_then(|rest| rest.split_once('@'))
            .and_then(|(count, after)| Some((count.parse::<usize>().ok()?, after)))
        {
            out.resize(out.len() + count, b'a');
            rest = after;
        } else {
            out.extend_from_slice(c.to_string().as_bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}
