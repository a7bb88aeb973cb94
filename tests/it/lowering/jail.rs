//! Forbidden acts, tried from inside a cell at each strength that works on this machine.

use std::fs;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};

use trellis::lowering::jail::{Cell, Level, Strength, choose, probe};

/// Each act prints `reached` when it works; `$1` is the project, `$2` a process outside, `$3` the
/// name of an abstract socket outside.
const ACTS: &str = r#"
act() { name=$1; shift; if "$@" >/dev/null 2>&1; then echo "$name reached"; else echo "$name denied"; fi; }
act read-the-specification cat "$1/a.tr"
act list-the-project ls "$1"
act write-into-the-project touch "$1/new"
act reach-the-daemon-socket test -e "$1/run/daemon.sock"
act read-a-home ls /root
act read-the-password-hashes cat /etc/shadow
act write-to-the-system touch /usr/new
act write-to-etc touch /etc/new
act signal-a-process-outside kill -0 "$2"
act see-a-process-outside test -d "/proc/$2"
act see-the-callers-secret test -n "$TRELLIS_TEST_SECRET"
act connect-an-abstract-socket perl -MSocket -e 'socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack("S a*", AF_UNIX, "\0$ARGV[0]")) or exit 1' "$3"
act nest-a-mount mount -t tmpfs none /tmp
act change-the-skill sh -c 'echo x >> "$TRELLIS_SKILL/SKILL.md"'
act read-the-skill cat "$TRELLIS_SKILL/SKILL.md"
act write-scratch touch ./ok
act write-home touch "$HOME/ok"
act see-the-job-socket test -S "$TRELLIS_SOCKET"
act start-the-shim-program "$TRELLIS_BIN" _mcp
"#;

struct World {
    folder: tempfile::TempDir,
    _job: UnixListener,
    _daemon: UnixListener,
    _abstract: UnixListener,
    abstract_name: String,
}

impl World {
    fn new(tag: &str) -> World {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["project/run", "scratch", "home", "skill"] {
            fs::create_dir_all(at(name)).expect("a folder");
        }
        fs::write(at("project/a.tr"), "secret").expect("a file");
        fs::write(at("skill/SKILL.md"), "read me").expect("a file");
        let abstract_name = format!("trellis-test-{tag}-{}", std::process::id());
        let address = SocketAddr::from_abstract_name(&abstract_name).expect("an address");
        World {
            _job: UnixListener::bind(at("job.sock")).expect("a socket"),
            _daemon: UnixListener::bind(at("project/run/daemon.sock")).expect("a socket"),
            _abstract: UnixListener::bind_addr(&address).expect("a socket"),
            abstract_name,
            folder,
        }
    }

    fn cell(&self, level: Level) -> Cell {
        let at = |name: &str| self.folder.path().join(name);
        Cell {
            level,
            trellis: trellis(),
            socket: at("job.sock"),
            scratch: at("scratch"),
            home: at("home"),
            project: at("project"),
            skill: Some(at("skill")),
            read_only: Vec::new(),
            env: Vec::new(),
        }
    }

    fn acts(&self, level: Level) -> Vec<String> {
        let mut cell = self.cell(level);
        cell.env = vec![
            ("TRELLIS_SOCKET".into(), cell.socket_inside().into()),
            ("TRELLIS_SKILL".into(), cell.skill_inside().expect("it is set").into()),
            ("TRELLIS_BIN".into(), "/usr/bin/true".into()),
        ];
        let args = ["-c", ACTS, "acts"].map(Into::into).into_iter().chain([
            self.folder.path().join("project").into(),
            std::process::id().to_string().into(),
            self.abstract_name.clone().into(),
        ]);
        let mut command = cell.command(Path::new("/bin/sh"), &args.collect::<Vec<_>>());
        command.env("LC_ALL", "C");
        let output = command.output().expect("the cell starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        said.lines().map(str::to_owned).collect()
    }
}

fn trellis() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_trellis"))
}

fn reached(acts: &[String]) -> Vec<&str> {
    acts.iter().filter_map(|line| line.strip_suffix(" reached")).collect()
}

const ALLOWED: [&str; 5] = [
    "read-the-skill",
    "write-scratch",
    "write-home",
    "see-the-job-socket",
    "start-the-shim-program",
];

#[test]
fn a_bubblewrap_cell_reaches_its_own_things_and_nothing_else() {
    let probed = probe::probe(&trellis());
    let landlock_abi = match probed.bubblewrap {
        Ok(abi) => abi,
        Err(why) => return eprintln!("skipped: no bubblewrap here: {why}"),
    };
    let world = World::new("bwrap");
    let acts = world.acts(Level { strength: Strength::Bubblewrap, landlock_abi });
    let mut allowed = ALLOWED.to_vec();
    if landlock_abi < 6 {
        // Namespaces share abstract sockets with the network; only Landlock closes them.
        allowed.insert(0, "connect-an-abstract-socket");
    }
    assert_eq!(reached(&acts), allowed, "{acts:#?}");
    assert!(!world.folder.path().join("project/new").exists());
    assert!(world.folder.path().join("scratch/ok").exists());
}

#[test]
fn a_landlock_cell_closes_files_off() {
    let landlock_abi = probe::probe(&trellis()).landlock_abi;
    if landlock_abi < 6 {
        return eprintln!("skipped: Landlock ABI {landlock_abi} here");
    }
    let world = World::new("landlock");
    let acts = world.acts(Level { strength: Strength::Landlock, landlock_abi });
    // Landlock hides neither names nor processes; it refuses to open and to signal them.
    let known = ["reach-the-daemon-socket", "see-a-process-outside"];
    let mut allowed = known.to_vec();
    allowed.extend(ALLOWED);
    let acts_reached = reached(&acts);
    let beyond: Vec<_> = acts_reached.iter().filter(|act| !allowed.contains(act)).collect();
    assert!(beyond.is_empty(), "{beyond:?} of {acts:#?}");
    assert!(ALLOWED.iter().all(|act| acts_reached.contains(act)), "{acts:#?}");
}

#[test]
fn a_program_that_cannot_build_walls_fails_closed() {
    // A program that is not this one cannot confine anything, so no strength is reached.
    let fault = choose(Path::new("/usr/bin/false"), Strength::Bubblewrap).expect_err("no jail");
    assert_eq!(fault.code.as_str(), "job-sandbox-unavailable");
    let level = choose(Path::new("/usr/bin/false"), Strength::None).expect("a human allowed it");
    assert_eq!(level, Level::NONE);
}
