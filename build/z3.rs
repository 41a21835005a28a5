//! Finds a Z3 library to build with.
//!
//! The z3-sys crate asks for the library by its bare name (`-lz3`), and its
//! own build script has run before this one. What is left to do here is to
//! name the folder that the linker finds it in: that of the archive which loads
//! libz3 when it is first needed, or of libz3 itself. Cargo puts a package's own
//! search folders before those of its dependencies, so this folder also wins over
//! an outdated Z3 of the system that z3-sys may have come across.
//!
//! Where the program finds the library when it runs is `src/logic/z3/library.rs`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{lazy_z3, required_env, wheel};

/// The oldest Z3 that the z3 crate works with.
const OLDEST: &str = "4.13.3";

/// Variable that names the library to use, or its folder, for builds and for runs.
const LIBRARY: &str = "VERIFRAME_Z3";

/// Variable that names the folder of the library to build with; z3-sys knows it too.
const FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";

/// Folders the loader searches by itself, so that they need no run path.
const SYSTEM_FOLDERS: [&str; 4] = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];

/// Tells cargo which Z3 to build with: the one the user names, else the one
/// pkg-config knows, else the one from PyPI. With the `vendored` feature,
/// z3-sys builds its own and there is nothing to tell.
pub fn link() -> Result<(), String> {
    println!("cargo::rustc-check-cfg=cfg(lazy_z3)");
    println!("cargo::rustc-env=VERIFRAME_Z3_OLDEST={OLDEST}");
    println!("cargo::rustc-env=VERIFRAME_Z3_PINNED={}", wheel::inside()?);
    if env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return Ok(());
    }
    stand_in_for_cxx()?;
    for variable in [LIBRARY, FOLDER] {
        println!("cargo::rerun-if-env-changed={variable}");
        if let Some(named) = env::var_os(variable).filter(|path| !path.is_empty()) {
            return link_to_own(&library_at(variable, Path::new(&named))?);
        }
    }
    let without_pkg_config = match pkg_config_library() {
        Ok(library) => return link_to_own(&library),
        Err(reason) => reason,
    };
    match wheel::library() {
        Ok(library) => link_to(&library),
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

/// The library that a variable names, or that is in the folder that it names.
fn library_at(variable: &str, named: &Path) -> Result<PathBuf, String> {
    let shown = named.display();
    let absolute = fs::canonicalize(named)
        .map_err(|error| format!("{variable} names {shown}, which cannot be read: {error}"))?;
    if absolute.is_file() {
        return Ok(absolute);
    }
    let names = ["libz3.so", "libz3.dylib", "libz3.a", "libz3.lib"];
    let mut paths = names.iter().map(|name| absolute.join(name));
    paths
        .find(|path| path.is_file())
        .ok_or_else(|| format!("{variable} names {shown}, which holds no libz3"))
}

/// Asks pkg-config for a Z3 that is recent enough.
fn pkg_config_library() -> Result<PathBuf, String> {
    let said = |error| match error {
        // The library's own wording spans a page; pkg-config's is short.
        pkg_config::Error::ProbeFailure { output, .. } => {
            last_lines(&String::from_utf8_lossy(&output.stderr))
        }
        other => first_line(&other.to_string()),
    };
    pkg_config::Config::new()
        .atleast_version(OLDEST)
        .cargo_metadata(false)
        .probe("z3")
        .map_err(said)?;
    let folder = pkg_config::get_variable("z3", "libdir").map_err(said)?;
    library_at("pkg-config", Path::new(&folder))
}

/// Links with a library that is the user's own. The program searches for it there
/// where no other is found: pkg-config may know folders that the loader does not.
fn link_to_own(library: &Path) -> Result<(), String> {
    let path = utf8(library)?;
    println!("cargo::rustc-env=VERIFRAME_Z3_BUILT_WITH={path}");
    link_to(library)
}

/// Has the linker search the folder of the archive that loads the library; where
/// there is none, the library's own, and the loader as well. The run path holds
/// for binaries, tests, examples and documentation tests alike.
fn link_to(library: &Path) -> Result<(), String> {
    if let Some(archive) = lazy_z3::archive(library)? {
        println!("cargo::rustc-link-search=native={}", archive.display());
        return Ok(());
    }
    let folder = utf8(library.parent().unwrap_or(library))?;
    println!("cargo::rustc-link-search=native={folder}");
    let is_system = SYSTEM_FOLDERS
        .iter()
        .any(|system| format!("{folder}/").starts_with(system));
    if env::var_os("CARGO_CFG_UNIX").is_none() {
        return Ok(());
    }
    let is_apple = env::var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple");
    let beside = if is_apple { "@loader_path" } else { "$ORIGIN" };
    let bundled = ["", "/../lib/veriframe", "/../lib"];
    for folder in bundled.map(|inside| format!("{beside}{inside}")) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    if !is_system {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
    Ok(())
}

/// A path as text, which is all that cargo can be told.
fn utf8(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("the path {} is not UTF-8", path.display()))
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
  1. set {LIBRARY} to libz3 or to the folder that holds it;
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
