//! Support for tests of programs: finding programs, verifying them through the library,
//! and comparing diagnostics with expectations.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod expect;
pub mod git;
pub mod listening;
pub mod messages;
pub mod pip;
pub mod random;
pub mod schemas;
pub mod table;
pub mod tools;
pub mod tree;
pub mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc::channel;
use std::time::Duration;
use tools::skip;
use veriframe::{
    ClassPath, Code, FileReport, Guards, Integers, LibraryExceptions, Listener, Options, SourceMap,
    Stop, Workspace,
};

/// A program text with its display name.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its path from the project's root, with `/`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The project's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A new folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files);
    folder
}

/// Writes these files into a folder.
pub fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Runs a command that must succeed; what it prints.
pub fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{errors}");
    printed
}

/// What a command printed, to standard output and to standard error.
pub fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// The lines of a JSON report but for those with times.
pub fn timeless(report: &[u8]) -> String {
    let text = String::from_utf8_lossy(report);
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("\"time_ms\""));
    lines.map(|line| format!("{line}\n")).collect()
}

/// The binary, run from the project's root, without the user's proof cache.
pub fn veriframe() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_veriframe"));
    command.current_dir(root()).env("VERIFRAME_CACHE", "off");
    command
}

/// All `.idf` files in a folder of the project, recursively, by name.
pub fn programs(folder: &str) -> Vec<Program> {
    let mut paths = Vec::new();
    search(&root().join(folder), "idf", &mut paths);
    paths.iter().map(|path| program(path)).collect()
}

/// All `.java` files in a folder of the project, recursively, by name; each is a
/// program of its own.
pub fn java_programs(folder: &str) -> Vec<Program> {
    let mut paths = Vec::new();
    search(&root().join(folder), "java", &mut paths);
    paths.iter().map(|path| program(path)).collect()
}

/// The programs directly in a folder of the project, by name.
pub fn top_level(folder: &str) -> Vec<Program> {
    let mut all = programs(folder);
    all.retain(|program| !program.name[folder.len() + 1..].contains('/'));
    all
}

/// All programs of the examples and the tests.
pub fn all_programs() -> Vec<Program> {
    ["examples", "tests/verify", "tests/soundness"]
        .into_iter()
        .flat_map(programs)
        .collect()
}

/// All files with an extension in a folder, recursively, by name.
pub fn search(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            search(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
}

/// The program in a file of the project.
pub fn program(path: &Path) -> Program {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let name = relative.to_string_lossy().replace('\\', "/");
    Program {
        name,
        text: fs::read_to_string(path).unwrap(),
    }
}

/// A workspace with these programs.
pub fn workspace(programs: &[Program], options: &Options) -> Workspace {
    let mut workspace = Workspace::new(options.clone());
    for program in programs {
        workspace.set(program.name.clone(), program.text.clone());
    }
    let jars: Vec<PathBuf> = programs.iter().flat_map(class_path).collect();
    if !jars.is_empty() {
        let mut jars = ClassPath::open(&jars).unwrap();
        workspace.set_class_path(&mut jars).unwrap();
    }
    workspace
}

/// The class path in a program's first line, from the project's root.
pub fn class_path(program: &Program) -> Vec<PathBuf> {
    let words = option_words(program);
    let paths = words
        .iter()
        .filter_map(|word| word.strip_prefix("--classpath="));
    paths.map(|path| root().join(path)).collect()
}

/// `n` parts of a text, numbered from 0, with a separator.
pub fn each(n: usize, by: &str, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect::<Vec<_>>().join(by)
}

/// Verifies a program through the library.
pub fn run(program: &Program, options: &Options) -> (SourceMap, FileReport) {
    run_until(program, options, &Stop::default())
}

/// Verifies a program through the library, with a stop signal.
pub fn run_until(program: &Program, options: &Options, stop: &Stop) -> (SourceMap, FileReport) {
    let loaded = workspace(std::slice::from_ref(program), options).load();
    let mut reports = loaded.check(stop, SILENT);
    let report = reports.pop();
    // Where a member was asked for, nothing may be known.
    let report =
        report.unwrap_or_else(|| FileReport::of(loaded.sources().files().next().unwrap().0));
    (loaded.sources().clone(), report)
}

/// A listener that ignores all events.
pub const SILENT: Listener<'static> = &|_| ();

/// The time limit of a program; generous even on a busy machine.
pub const LIMIT: Duration = Duration::from_secs(120);

/// Runs `work` on a thread of its own. If it takes longer than [`LIMIT`], the error
/// names the program.
pub fn in_time<R: Send + 'static>(
    program: &Program,
    work: impl FnOnce(&Program) -> R + Send + 'static,
) -> Result<R, String> {
    let (sender, receiver) = channel();
    let name = program.name.clone();
    let program = program.clone();
    std::thread::spawn(move || sender.send(work(&program)));
    receiver
        .recv_timeout(LIMIT)
        .map_err(|error| format!("{name}: no outcome: {error}"))
}

/// The command-line options in a program's first line: `// options: --infer=off …`.
pub fn option_words(program: &Program) -> Vec<String> {
    let first = program.text.lines().next().unwrap_or("");
    let words = first.trim().strip_prefix("// options:").unwrap_or("");
    words.split_whitespace().map(str::to_owned).collect()
}

/// The options in a program's first line.
pub fn options(program: &Program) -> Result<Options, String> {
    let mut options = Options::default();
    for word in option_words(program) {
        let bad = || {
            format!(
                "{}:1: the option `{word}` is not known to the tests",
                program.name
            )
        };
        match word.split_once('=').ok_or_else(bad)? {
            ("--infer", "on") => options.infer = true,
            ("--infer", "off") => options.infer = false,
            ("--guards", "check") => options.guards = Guards::Check,
            ("--library-exceptions", "declared") => {
                options.library_exceptions = LibraryExceptions::Declared;
            }
            ("--int", "unbounded") => options.integers = Some(Integers::Unbounded),
            ("--int", "checked") => options.integers = Some(Integers::Checked),
            ("--int", "wrapping") => options.integers = Some(Integers::Wrapping),
            ("--deny", "uncontracted") => options.deny.push(Code::Uncontracted),
            ("--deny", "uncontracted-library") => options.deny.push(Code::UncontractedLibrary),
            ("--deny", "unproved-termination") => options.deny.push(Code::UnprovedTermination),
            ("--rlimit", n) => options.rlimit = n.parse().map_err(|_| bad())?,
            ("--seed", n) => options.seed = n.parse().map_err(|_| bad())?,
            ("--member", name) => options.members.push(name.to_owned()),
            // [`workspace`] reads it.
            ("--classpath", _) => {}
            _ => return Err(bad()),
        }
    }
    Ok(options)
}

/// Applies `work` to all items, on all cores, and returns the results in input order.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            match items.get(at) {
                Some(item) => done.push((at, work(item))),
                None => return done,
            }
        }
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Samples one program in `one_in`, by name: new programs do not change the sample.
pub fn is_chosen(program: &Program, one_in: u32) -> bool {
    let hash = program.name.bytes().fold(0u32, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(byte.into())
    });
    (hash >> 8).is_multiple_of(one_in)
}

/// A folder with a client of npm's packages, installed; `None` if they cannot be.
pub fn npm_client(client: &str) -> Option<tempfile::TempDir> {
    let client = root().join(client);
    let folder = tempfile::tempdir().unwrap();
    for file in ["package.json", "package-lock.json", "client.js"] {
        fs::copy(client.join(file), folder.path().join(file)).unwrap();
    }
    let mut install = Command::new("npm");
    install
        .args(["ci", "--no-audit", "--no-fund"])
        .current_dir(folder.path());
    let installed = install.output().is_ok_and(|output| output.status.success());
    if !installed {
        skip("npm", &format!("npm cannot install {}", client.display()));
    }
    installed.then_some(folder)
}
