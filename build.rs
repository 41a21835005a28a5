//! Build script: generates the parser from the grammar, links with what the logic found of Z3, and
//! computes a fingerprint of the sources.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

#[path = "build/address_space.rs"]
mod address_space;

/// The folder of the LALRPOP grammar; each `NAME.lalrpop` in it becomes
/// `$OUT_DIR/NAME.rs`.
const GRAMMAR: &str = "grammar";

/// Everything that determines the program's behaviour.
const SOURCES: [&str; 8] = [
    "crates",
    "src",
    "library",
    GRAMMAR,
    "build",
    "build.rs",
    "Cargo.toml",
    "Cargo.lock",
];

#[expect(
    clippy::print_stderr,
    reason = "cargo shows a failed build script's standard error"
)]
fn main() -> ExitCode {
    // An explicit path stops cargo from rerunning this script at every edit.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    link_z3();
    match address_space::link()
        .and_then(|()| generate_parser())
        .and_then(|()| fingerprint_sources())
        .map(|()| name_commit())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Repeats where the logic found Z3: search folders of a package itself come first, and arguments of
/// the linker are not those of its dependencies.
fn link_z3() {
    let found = |what: &str| env::var(format!("DEP_VERIFRAME_Z3_{what}")).unwrap_or_default();
    let lists = [
        ("SEARCH", "link-search=native="),
        ("RPATH", "link-arg=-Wl,-rpath,"),
    ];
    for (what, instruction) in lists {
        for path in found(what).split(':').filter(|path| !path.is_empty()) {
            println!("cargo::rustc-{instruction}{path}");
        }
    }
}

/// Generates the parser. LALRPOP reports grammar errors itself.
fn generate_parser() -> Result<(), String> {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    lalrpop::Configuration::new()
        .set_in_dir(GRAMMAR)
        .set_out_dir(required_env("OUT_DIR")?)
        .process()
        .map_err(|error| format!("no parser can be made from the grammar in {GRAMMAR}/: {error}"))
}

/// Sets the commit that is built, for `--version`: what `VERIFRAME_COMMIT` says, or what git says
/// of this folder. It is determined when sources change, not at each commit.
fn name_commit() {
    println!("cargo::rerun-if-env-changed=VERIFRAME_COMMIT");
    let given = env::var("VERIFRAME_COMMIT").ok();
    let commit = given.or_else(commit_of_git).unwrap_or_default();
    println!("cargo::rustc-env=VERIFRAME_COMMIT={commit}");
}

/// The commit of this folder and whether its files differ from it; `None` if it is not under git.
fn commit_of_git() -> Option<String> {
    // A folder within another repository would get that one's commit.
    if !Path::new(".git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let mut changes = vec!["status", "--porcelain", "--"];
    changes.extend(SOURCES);
    if git(&changes)?.is_empty() {
        Some(commit)
    } else {
        Some(format!("{commit}, modified"))
    }
}

/// Sets a fingerprint of the sources, because proof cache entries of another version
/// must not be used.
fn fingerprint_sources() -> Result<(), String> {
    let mut files = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        list(Path::new(source), &mut files).map_err(|error| format!("{source}: {error}"))?;
    }
    let mut hasher = blake3::Hasher::new();
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let text = fs::read(&file).map_err(|error| format!("{name}: {error}"))?;
        for part in [name.as_bytes(), &text] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    let hash = hasher.finalize().to_hex();
    println!("cargo::rustc-env=VERIFRAME_SOURCES={hash}");
    Ok(())
}

/// Lists a file, or the files of a folder recursively, by name. Missing files (such as
/// a package's lock file) are skipped.
fn list(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        let mut inner = Vec::new();
        for entry in fs::read_dir(path)? {
            inner.push(entry?.path());
        }
        inner.sort();
        return inner.iter().try_for_each(|path| list(path, files));
    }
    if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}

/// An environment variable that cargo sets for every build script.
fn required_env(name: &str) -> Result<String, String> {
    env::var(name).map_err(|error| format!("build script run without cargo? {name}: {error}"))
}
