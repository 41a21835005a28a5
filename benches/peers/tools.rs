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

/// The tools found, veriframe first, and a sentence on each of the others.
pub fn find() -> (Vec<Tool>, Vec<String>) {
    let own = Tool {
        name: "veriframe",
        file: "veriframe.idf",
        command: ["verify", "--cache", "off"]
            .iter()
            .fold(vec![env!("CARGO_BIN_EXE_veriframe").into()], with),
    };
    let mut tools = vec![own];
    let mut missing = Vec::new();
    for peer in &PEERS {
        match command(peer) {
            Some(command) => tools.push(Tool {
                name: peer.name,
                file: peer.file,
                command: peer.options.iter().fold(command, with),
            }),
            None => missing.push(format!(
                "{} is left out: there is no `{}` on the path, and `{}` names none.",
                peer.name, peer.program, peer.variable
            )),
        }
    }
    (tools, missing)
}

/// A command with one more argument.
fn with(mut command: Vec<OsString>, argument: &&str) -> Vec<OsString> {
    command.push(argument.into());
    command
}

/// The command that starts a peer.
fn command(peer: &Peer) -> Option<Vec<OsString>> {
    let named = env::var_os(peer.variable).filter(|named| !named.is_empty());
    let program = match named {
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

impl Tool {
    /// Whether this is veriframe.
    pub fn is_own(&self) -> bool {
        self.file == "veriframe.idf"
    }

    /// The time of a run on the program of a folder.
    ///
    /// # Errors
    /// Why it does not verify the program.
    pub fn time(&self, folder: &Path) -> Result<Duration, String> {
        let (program, arguments) = self.command.split_first().ok_or("no command")?;
        let mut command = Command::new(program);
        command.args(arguments).arg(folder.join(self.file));
        let ended = process::run(command)?;
        match ended.code {
            Some(0) => Ok(ended.time),
            Some(code) => Err(format!("exit code {code}")),
            None => Err("killed".to_owned()),
        }
    }
}
