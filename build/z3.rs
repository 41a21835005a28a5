//! Finds a Z3 library to link with.
//!
//! The z3-sys crate asks for the library by its bare name (`-lz3`), and its
//! own build script has run before this one. What is left to do here is to
//! name the folder that holds the library, both to the linker and, as a run
//! path, to the loader. Cargo puts a package's own search folders before those
//! of its dependencies, so this folder also wins over an outdated Z3 of the
//! system that z3-sys may have come across.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{required_env, wheel, when_called};

/// The oldest Z3 that the z3 crate works with.
const OLDEST: &str = "4.13.3";

/// Variable that names the folder of the library to use; z3-sys knows it too.
const OVERRIDE: &str = "Z3_LIBRARY_PATH_OVERRIDE";

/// Folders the loader searches by itself, so that they need no run path.
const SYSTEM_FOLDERS: [&str; 4] = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];

/// Tells cargo which Z3 to link with: the one the user names, else the one
/// pkg-config knows, else the one from PyPI. With the `vendored` feature,
/// z3-sys builds its own and there is nothing to tell.
pub fn link() -> Result<(), String> {
    if env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return Ok(());
    }
    stand_in_for_cxx()?;
    println!("cargo::rerun-if-env-changed={OVERRIDE}");
    if let Some(folder) = env::var_os(OVERRIDE).filter(|folder| !folder.is_empty()) {
        return link_to(&named_folder(Path::new(&folder))?);
    }
    let without_pkg_config = match pkg_config_folders() {
        Ok(folders) => return folders.iter().try_for_each(|folder| link_to(folder)),
        Err(reason) => reason,
    };
    match wheel::folder() {
        Ok(folder) => link_to(&folder),
        Err(reason) => Err(ways_out(&without_pkg_config, &reason)),
    }
}

/// Makes up for a missing C++ development package.
///
/// z3-sys has the linker ask for the C++ standard library as well, though a
/// shared libz3 loads its own and nothing else here calls it. Where only a C
/// compiler is installed that would fail, so an empty archive takes its place.
fn stand_in_for_cxx() -> Result<(), String> {
    if env::var("CARGO_CFG_TARGET_ENV").as_deref() != Ok("gnu") {
        return Ok(());
    }
    // A compiler that does not find the file prints its name as it was given.
    let name = "libstdc++.so";
    let answer = Command::new("cc")
        .arg(format!("-print-file-name={name}"))
        .output();
    if answer.is_ok_and(|answer| answer.stdout.trim_ascii() == name.as_bytes()) {
        let folder = required_env("OUT_DIR")?;
        fs::write(Path::new(&folder).join("libstdc++.a"), "!<arch>\n")
            .map_err(|error| format!("cannot write to {folder}: {error}"))?;
        println!("cargo::rustc-link-search=native={folder}");
    }
    Ok(())
}

/// Checks the folder that the user named and makes its path absolute.
fn named_folder(folder: &Path) -> Result<PathBuf, String> {
    let shown = folder.display();
    let absolute = fs::canonicalize(folder)
        .map_err(|error| format!("{OVERRIDE} names {shown}, which cannot be read: {error}"))?;
    let names = ["libz3.so", "libz3.dylib", "libz3.a", "libz3.lib"];
    if names.iter().any(|name| absolute.join(name).is_file()) {
        Ok(absolute)
    } else {
        Err(format!("{OVERRIDE} names {shown}, which holds no libz3"))
    }
}

/// Asks pkg-config for a Z3 that is recent enough.
fn pkg_config_folders() -> Result<Vec<PathBuf>, String> {
    pkg_config::Config::new()
        .atleast_version(OLDEST)
        .probe("z3")
        .map(|library| library.link_paths)
        .map_err(|error| match error {
            // The library's own wording spans a page; pkg-config's is short.
            pkg_config::Error::ProbeFailure { output, .. } => {
                last_lines(&String::from_utf8_lossy(&output.stderr))
            }
            other => first_line(&other.to_string()),
        })
}

/// Has the linker search a folder, and the loader as well. The run path holds
/// for binaries, tests, examples and documentation tests alike.
fn link_to(folder: &Path) -> Result<(), String> {
    if let Some(archive) = when_called::archive(folder)? {
        println!("cargo::rustc-link-search=native={}", archive.display());
        return Ok(());
    }
    let Some(path) = folder.to_str() else {
        let shown = folder.display();
        return Err(format!(
            "cargo cannot be told a path that is not UTF-8: {shown}"
        ));
    };
    println!("cargo::rustc-link-search=native={path}");
    let is_system = SYSTEM_FOLDERS
        .iter()
        .any(|system| format!("{path}/").starts_with(system));
    let has_run_path = env::var_os("CARGO_CFG_UNIX").is_some();
    if has_run_path && !is_system {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{path}");
    }
    Ok(())
}

/// The one message for a machine on which no Z3 can be had.
fn ways_out(without_pkg_config: &str, without_wheel: &str) -> String {
    format!(
        "\
veriframe needs the Z3 library (libz3 {OLDEST} or newer), and the build found none.

Tried and failed:
  pkg-config: {without_pkg_config}
  PyPI wheel: {without_wheel}

Any one of these lets the build go on:
  1. set {OVERRIDE} to the folder that holds libz3;
  2. install Z3 {OLDEST} or newer with its development files, so that
     `pkg-config --modversion z3` answers;
  3. install Python 3 with pip and let the build reach PyPI, from where it
     fetches Z3 once for this user.
(`cargo build --features vendored` compiles Z3 itself instead; that takes long.)"
    )
}

/// First line of a message, for a report that has one line for each reason.
fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().trim().to_owned()
}

/// The last words of a program that failed, joined to one line.
pub fn last_lines(stderr: &str) -> String {
    let mut lines: Vec<&str> = stderr
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let said = lines.split_off(lines.len().saturating_sub(2));
    if said.is_empty() {
        "failed without a word".to_owned()
    } else {
        said.join("; ")
    }
}
