//! `trellis _confine`: takes rights away from itself, then becomes another program.
//!
//! `_confine [--open] [--rw PATH]… [--ro PATH]… -- PROGRAM ARGS…` applies Landlock: system folders,
//! `/proc` and each `--ro` path can be read, each `--rw` path and `/dev` written, nothing else
//! touched. Where the kernel knows them, abstract sockets and signals to processes outside are
//! closed too. `--open` applies nothing. In either case the program dies with whoever started it.
//! `_confine --probe` restricts itself like that and prints the ABI in force.
//!
//! A kernel without Landlock is no failure here: the level was chosen, and recorded, by a probe
//! that went through the same steps.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access, AccessFs, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, Scope,
    path_beneath_rules,
};

use super::bubblewrap::{ETC, SYSTEM};

/// Exit status when the rights could not be taken away or the program not be started.
const CANNOT: u8 = 126;

/// The newest set of rights that is asked for; older kernels give what they have.
const WANTED: ABI = ABI::V6;

/// Runs the command; `args` follow `_confine`.
pub fn command(args: &[String]) -> ExitCode {
    let mut rw = vec![PathBuf::from("/dev")];
    let mut ro: Vec<PathBuf> =
        SYSTEM.iter().chain(&ETC).chain(&["/proc"]).map(PathBuf::from).collect();
    let mut is_open = false;
    let mut is_probe = false;
    let mut rest = args.iter();
    while let Some(flag) = rest.next() {
        match flag.as_str() {
            "--" => break,
            "--open" => is_open = true,
            "--probe" => is_probe = true,
            "--rw" => rw.extend(rest.next().map(PathBuf::from)),
            "--ro" => ro.extend(rest.next().map(PathBuf::from)),
            other => return refuse(format!("`{other}` is no flag")),
        }
    }
    let death =
        rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    if let Err(error) = death {
        return refuse(format!("cannot be bound to the parent: {error}"));
    }
    if is_open && !is_probe {
        return become_program(rest.as_slice());
    }
    match restrict(&rw, &ro) {
        Ok(abi) if is_probe => {
            println!("{abi}");
            ExitCode::SUCCESS
        }
        Ok(_) => become_program(rest.as_slice()),
        Err(error) => refuse(error.to_string()),
    }
}

/// Takes away what is not listed; returns the ABI in force, 0 when the kernel has none.
fn restrict(rw: &[PathBuf], ro: &[PathBuf]) -> Result<u32, landlock::RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()?
        .add_rules(path_beneath_rules(ro, AccessFs::from_read(WANTED)))?
        .add_rules(path_beneath_rules(rw, AccessFs::from_all(WANTED)))?
        .restrict_self()?;
    Ok(match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => effective_abi as u32,
        _ => 0,
    })
}

fn become_program(words: &[String]) -> ExitCode {
    let Some((program, args)) = words.split_first() else {
        return refuse("no program is named".to_owned());
    };
    let error = Command::new(program).args(args).exec();
    refuse(format!("{program}: {error}"))
}

fn refuse(why: String) -> ExitCode {
    eprintln!("trellis _confine: {why}");
    ExitCode::from(CANNOT)
}
