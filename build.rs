//! Checks the contract's sources and compares `generated/` with what they say.

use std::env;
use std::path::PathBuf;

use trellis_codegen_rust::{Mode, build, folders};

fn main() {
    let folder = |name| env::var_os(name).map(PathBuf::from).unwrap_or_default();
    for path in folders() {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rerun-if-env-changed=TRELLIS_BLESS");
    println!("cargo::rerun-if-env-changed=CI");
    let blessing = env::var_os("TRELLIS_BLESS").is_some();
    if blessing && env::var_os("CI").is_some() {
        println!(
            "cargo::error=TRELLIS_BLESS is refused under CI; bless on your machine and commit"
        );
        return;
    }
    let mode = if blessing { Mode::Bless } else { Mode::Compare };
    match build(&folder("CARGO_MANIFEST_DIR"), &folder("OUT_DIR"), mode) {
        Ok(report) => {
            for fault in report.faults {
                println!("cargo::error={fault}");
            }
            for path in report.blessed {
                println!("cargo::warning=blessed {path}");
            }
        }
        Err(error) => println!("cargo::error=the contract's sources cannot be read: {error}"),
    }
}
