//! A misspelt code, anchor, repair class, tool or field does not compile, and a broken source
//! fails the build readably.
//!
//! The programs are checked with the compiler alone against the library that this test runs from,
//! which costs a fraction of a second each.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs};

/// The library that this test was linked with: the newest one beside the test binary.
fn library(deps: &Path) -> PathBuf {
    let mut found: Vec<_> = fs::read_dir(deps)
        .expect("the build's folder")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.starts_with("libtrellis-") && name.ends_with(".rlib")
        })
        .collect();
    found.sort_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok());
    found.pop().expect("the library")
}

/// Compiles a program against the library; `Err` holds the compiler's messages.
fn compile(body: &str) -> Result<(), String> {
    let binary = env::current_exe().expect("the test's own path");
    let deps = binary.parent().expect("its folder");
    let scratch = tempfile::tempdir().expect("a folder");
    let source = scratch.path().join("program.rs");
    let head = "#![allow(unused)]\nuse trellis::contract::{Code, RepairClass, SpecRef, \
                documents::*, tools::*, refusal::Refusal};\n";
    fs::write(&source, format!("{head}pub fn program() {{ {body} }}\n")).expect("writable");
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "-L"])
        .arg(format!("dependency={}", deps.display()))
        .arg("--extern")
        .arg(format!("trellis={}", library(deps).display()))
        .arg("--out-dir")
        .arg(scratch.path())
        .arg(&source)
        .output()
        .expect("the compiler runs");
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}

#[test]
fn names_that_exist_compile_and_misspelt_ones_do_not() {
    let pairs = [
        ("let _ = Code::Shadowing;", "let _ = Code::Shadowng;", "`Shadowng`"),
        ("let _ = SpecRef::Design4_6;", "let _ = SpecRef::Design4_66;", "`Design4_66`"),
        ("let _ = RepairClass::FixType;", "let _ = RepairClass::FixTypo;", "`FixTypo`"),
        ("let _ = Tool::ReadSpec;", "let _ = Tool::ReadSpecs;", "`ReadSpecs`"),
        (
            "let _ = |input: ReadSpecInput| input.r#ref;",
            "let _ = |input: ReadSpecInput| input.reff;",
            "`reff`",
        ),
        (
            "let _ = ReadSpecError::new(ReadSpecCode::UnknownSpecRef, \"\");",
            "let _ = ReadSpecError::new(ReadSpecCode::NoDraft, \"\");",
            "`NoDraft`",
        ),
        (
            "let _: ReadSpecError = Refusal::new(ReadSpecCode::Io, \"\");",
            "let _: ReadSpecError = Refusal::new(RunTestsCode::Io, \"\");",
            "mismatched types",
        ),
    ];
    let all: String = pairs.iter().map(|(good, ..)| *good).collect();
    assert_eq!(compile(&all), Ok(()));
    for (_, bad, names) in pairs {
        let errors = compile(bad).expect_err(bad);
        assert!(errors.contains(names), "{bad}\n{errors}");
        assert_eq!(
            errors.matches("\nerror[E").count() + usize::from(errors.starts_with("error[E")),
            1,
            "{errors}"
        );
    }
}

/// A folder that holds the generator, the build script and a library without code.
///
/// It stands at one place below the tests' scratch folder, with a target folder beside it, so that
/// what the generator needs is compiled once and a real build takes a second; the lock keeps the
/// two tests apart.
struct Checkout {
    path: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Checkout {
    fn new() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("broken-copy");
        if path.exists() {
            fs::remove_dir_all(&path).expect("removable");
        }
        for folder in ["codegen", "generated", "registry", "schemas", "spec-docs"] {
            crate::folder::copy(&root.join(folder), &path.join(folder));
        }
        for file in ["build.rs", "Cargo.lock"] {
            fs::copy(root.join(file), path.join(file)).expect("a copy");
        }
        fs::create_dir(path.join("src")).expect("src");
        fs::write(path.join("src/lib.rs"), "//! Nothing.\n").expect("lib.rs");
        let manifest = "[workspace]\nmembers = [\"codegen\", \"codegen/rust\"]\nresolver = \
                        \"3\"\n[package]\nname = \"trellis\"\nversion = \"0.1.0\"\nedition = \
                        \"2024\"\n[build-dependencies]\ntrellis-codegen-rust = { path = \
                        \"codegen/rust\" }\n";
        fs::write(path.join("Cargo.toml"), manifest).expect("Cargo.toml");
        Checkout { path, _alone: alone }
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

fn build(copy: &Path, variables: &[(&str, &str)]) -> (bool, String) {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["build", "--offline", "--quiet", "--color", "never"])
        .current_dir(copy)
        .env_remove("TRELLIS_BLESS")
        .env_remove("CI")
        .env("CARGO_TARGET_DIR", copy.with_file_name("broken-copy-target"))
        .envs(variables.iter().copied())
        .output()
        .expect("cargo runs");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn change(copy: &Path, path: &str, from: &str, to: &str) {
    let text = fs::read_to_string(copy.join(path)).expect("the source");
    assert!(text.contains(from), "`{from}` is not in {path}");
    fs::write(copy.join(path), text.replacen(from, to, 1)).expect("writable");
}

#[test]
fn a_real_build_names_every_fault_of_a_broken_source() {
    let copy = Checkout::new();
    let (built, text) = build(copy.path(), &[]);
    assert!(built, "{text}");
    change(copy.path(), "schemas/lowering.types", "raises bundle-path,", "raises bundle-pth,");
    change(copy.path(), "schemas/lowering.types", "output Signatures", "output Signatres");
    let (built, text) = build(copy.path(), &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(!built);
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("error: trellis@0.1.0: schemas/lowering.types:"), "{text}");
    assert!(lines[0].ends_with("is not registered; did you mean `bundle-path`?"), "{text}");
    assert!(lines[1].ends_with("is not declared; did you mean `Signatures`?"), "{text}");
    assert_eq!(lines[2], "error: build script logged errors");
}

#[test]
fn a_real_build_refuses_drift_blesses_it_and_not_under_ci() {
    let copy = Checkout::new();
    change(
        copy.path(),
        "registry/diagnostics.json",
        "syntax: change the term",
        "syntax: mend the term",
    );
    let (built, text) = build(copy.path(), &[]);
    assert!(!built);
    assert!(text.contains("error: trellis@0.1.0: generated/code.rs:"), "{text}");
    assert!(text.contains("run `TRELLIS_BLESS=1 cargo build` and commit it"), "{text}");
    let (built, text) = build(copy.path(), &[("TRELLIS_BLESS", "1"), ("CI", "1")]);
    assert!(!built);
    assert!(text.contains("TRELLIS_BLESS is refused under CI"), "{text}");
    let (built, text) = build(copy.path(), &[("TRELLIS_BLESS", "1")]);
    assert!(built, "{text}");
    let blessed = fs::read_to_string(copy.path().join("generated/code.rs")).expect("generated");
    assert!(blessed.contains("syntax: mend the term"));
    let (built, text) = build(copy.path(), &[]);
    assert!(built, "{text}");
}
