//! The tools that are compared, and how each is run on a program.

use crate::process;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A tool that was found.
#[derive(Debug)]
pub struct Tool {
    /// Its name in the table.
    pub name: &'static str,
    /// The program in its notation, in the folder of each program.
    file: &'static str,
    /// What runs it, before the name of the file.
    command: Vec<OsString>,
}

/// A tool by other authors, and how it is found.
struct Peer {
    name: &'static str,
    file: &'static str,
    /// The environment variable that names its command.
    variable: &'static str,
    /// Its name on the path.
    program: &'static str,
    /// What precedes the name of the file.
    options: &'static [&'static str],
}

const PEERS: [Peer; 2] = [
    Peer {
        name: "VeriFast",
        file: "verifast.java",
        variable: "VERIFRAME_VERIFAST",
        program: "verifast",
        // The other programs compute with mathematical integers.
        options: &["-c", "-disable_overflow_check"],
    },
    Peer {
        name: "Silicon",
        file: "silicon.vpr",
        variable: "VERIFRAME_SILICON",
        program: "silicon",
        options: &[],
    },
];

/// The tools found, and a sentence on each of the others.
#[derive(Debug)]
pub struct Tools {
    pub own: Tool,
    pub peers: Vec<Tool>,
    pub missing: Vec<String>,
}

impl Tools {
    pub fn find() -> Tools {
        // A release may be measured that was built before.
        let binary = named("VERIFRAME_BINARY");
        let binary = binary.unwrap_or_else(|| env!("CARGO_BIN_EXE_veriframe").into());
        let own = Tool {
            name: "veriframe",
            file: "veriframe.idf",
            command: ["verify", "--cache", "off"].iter().fold(vec![binary], with),
        };
        let mut tools = Tools {
            own,
            peers: Vec::new(),
            missing: Vec::new(),
        };
        for peer in &PEERS {
            match command(peer) {
                Some(command) => tools.peers.push(Tool {
                    name: peer.name,
                    file: peer.file,
                    command: peer.options.iter().fold(command, with),
                }),
                None => tools.missing.push(format!(
                    "{} is missing: there is no `{}` on the path, and `{}` names no file",
                    peer.name, peer.program, peer.variable
                )),
            }
        }
        tools
    }
}

/// A command with one more argument.
fn with(mut command: Vec<OsString>, argument: &&str) -> Vec<OsString> {
    command.push(argument.into());
    command
}

fn named(variable: &str) -> Option<OsString> {
    env::var_os(variable).filter(|named| !named.is_empty())
}

/// The command that starts a peer.
fn command(peer: &Peer) -> Option<Vec<OsString>> {
    let program = match named(peer.variable) {
        Some(named) => PathBuf::from(named),
        None => on_path(peer.program)?,
    };
    if !program.is_file() {
        return None;
    }
    Some(match program.extension() == Some(OsStr::new("jar")) {
        // A large stack: its parser and its executor are recursive.
        true => vec![
            "java".into(),
            "-Xss128m".into(),
            "-jar".into(),
            program.into(),
        ],
        false => vec![program.into()],
    })
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut files = env::split_paths(&path).map(|folder| folder.join(program));
    files.find(|file| file.is_file())
}

/// Runs a program with a stack of 1 GiB, since some verifiers recurse deeply, and writes its
/// processor time, in user and system mode, in seconds as the last line. GNU time and the
/// shell round too much for small programs. What started Python may have had children before.
/// The first argument is the limit of processor time: beyond it, the exit code is 124. Other load
/// on the machine does not matter, as it would for a limit of wall time.
const TIMER: &str = "import resource as r, subprocess, sys
def used():
    all = r.getrusage(r.RUSAGE_CHILDREN)
    return all.ru_utime + all.ru_stime
most = r.getrlimit(r.RLIMIT_STACK)[1]
if most == r.RLIM_INFINITY or most >= 1 << 30:
    r.setrlimit(r.RLIMIT_STACK, (1 << 30, most))
limit = int(sys.argv[1])
r.setrlimit(r.RLIMIT_CPU, (limit, limit))
before = used()
code = subprocess.call(sys.argv[2:])
time = used() - before
sys.stderr.write(f'\\n{time:.6f}\\n')
sys.exit(124 if code != 0 and time > 0.9 * limit else code)
";

/// The limit of processor time, in seconds.
const LIMIT: &str = "60";

/// The limit of wall time: no run should get stuck.
const STUCK: Duration = Duration::from_secs(1200);

/// How a run on a program ended.
#[derive(Clone, Debug)]
pub enum Run {
    /// It verified the program in this processor time.
    Verified(Duration),
    /// It was stopped after this processor time.
    Late(Duration),
    /// It does not verify the program, for this reason.
    Failed(String),
}

impl Tool {
    /// Whether there is a program in its notation.
    pub fn has(&self, folder: &Path) -> bool {
        folder.join(self.file).is_file()
    }

    /// A run on the program of a folder.
    pub fn run(&self, folder: &Path) -> Run {
        let mut command = Command::new("python3");
        command.args(["-c", TIMER, LIMIT]).args(&self.command);
        command.arg(folder.join(self.file));
        let ended = match process::run_within(command, STUCK) {
            Ok(ended) => ended,
            Err(why) => return Run::Failed(why),
        };
        let seconds = ended.err.lines().last().and_then(|line| line.parse().ok());
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        match (ended.code, time) {
            (Some(0), Some(time)) => Run::Verified(time),
            (Some(124), Some(time)) => Run::Late(time),
            (Some(0), None) => Run::Failed("its processor time is not known".to_owned()),
            (Some(code), _) => Run::Failed(format!("exit code {code}")),
            (None, _) => Run::Failed("killed".to_owned()),
        }
    }
}
