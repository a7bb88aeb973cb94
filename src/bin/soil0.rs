//! The language oracle under its contract name.

use std::io::Write as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1).collect::<Vec<_>>();
    let outcome = trellis::soil::oracle::run(&args);
    // A reader that went away is no fault of the program that was asked about.
    let _ = std::io::stderr().write_all(outcome.stderr.as_bytes());
    let mut stdout = std::io::stdout();
    let _ = stdout.write_all(outcome.stdout.as_bytes()).and_then(|()| stdout.flush());
    ExitCode::from(outcome.exit)
}
