//! Finds a Z3 library to link with.
//!
//! The z3-sys crate links with `-lz3`, and its own build script has run before this
//! one. This script only sets the linker's search folder: that of the stub archive for
//! lazy loading, or of libz3 itself. Cargo puts a package's own search folders before
//! those of its dependencies, so this folder takes precedence over an outdated system
//! Z3 that z3-sys may have found. Packages with binaries repeat what they find in the metadata
//! `search` and `rpath` (lists like `PATH`): search folders of dependencies come in any order, and
//! arguments of the linker are a package's own.
//!
//! The search at run time is in `src/z3/library.rs`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{lazy_z3, required_env, wheel};

/// The oldest Z3 that the z3 crate supports.
const OLDEST: &str = "4.13.3";

/// The environment variable that names the library or its folder, at build time and at
/// run time.
const LIBRARY: &str = "VERIFRAME_Z3";

/// The environment variable that names the folder of the library to link with; z3-sys
/// reads it, too.
const FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";

/// Folders that the loader searches anyway, so that they need no run path.
const SYSTEM_FOLDERS: [&str; 4] = ["/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"];

/// Selects the Z3 to link with: the one named by the user, else the one known to
/// pkg-config, else the one from PyPI. With the `vendored` feature, z3-sys builds its
/// own.
pub fn link() -> Result<(), String> {
    println!("cargo::rustc-check-cfg=cfg(lazy_z3)");
    println!("cargo::rustc-env=VERIFRAME_Z3_OLDEST={OLDEST}");
    println!("cargo::rustc-env=VERIFRAME_Z3_PINNED={}", wheel::inside()?);
    if env::var_os("CARGO_FEATURE_VENDORED").is_some() {
        return Ok(());
    }
    provide_cxx_library()?;
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
        Err(reason) => Err(remedies(&without_pkg_config, &reason)),
    }
}

/// Provides an empty C++ standard library if there is none.
///
/// z3-sys links with the C++ standard library, too, although a shared libz3 loads its
/// own and nothing else here calls it. If only a C compiler is installed, that would
/// fail.
fn provide_cxx_library() -> Result<(), String> {
    if env::var("CARGO_CFG_TARGET_ENV").as_deref() != Ok("gnu") {
        return Ok(());
    }
    // A compiler that does not find the file prints the name unchanged.
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

/// The library at a path or in a folder named by a variable.
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

/// Queries pkg-config for a recent enough Z3.
fn pkg_config_library() -> Result<PathBuf, String> {
    let said = |error| match error {
        // The crate's own message is long; pkg-config's is short.
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

/// Links with a user's own library. It is also the last place to search at run time,
/// because pkg-config may know folders that the loader does not.
fn link_to_own(library: &Path) -> Result<(), String> {
    let path = utf8(library)?;
    println!("cargo::rustc-env=VERIFRAME_Z3_BUILT_WITH={path}");
    link_to(library)
}

/// Sets the linker's search folder: that of the stub archive, or else of the library
/// itself, together with the run path. The run path applies to binaries, tests,
/// examples and documentation tests.
fn link_to(library: &Path) -> Result<(), String> {
    if let Some(archive) = lazy_z3::archive(library)? {
        search_in(utf8(&archive)?);
        return Ok(());
    }
    let folder = utf8(library.parent().unwrap_or(library))?;
    search_in(folder);
    if env::var_os("CARGO_CFG_UNIX").is_none() {
        return Ok(());
    }
    let is_apple = env::var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple");
    let beside = if is_apple { "@loader_path" } else { "$ORIGIN" };
    let bundled = ["", "/../lib/veriframe", "/../lib"];
    let mut paths: Vec<String> = bundled.map(|inside| format!("{beside}{inside}")).into();
    let is_system = SYSTEM_FOLDERS
        .iter()
        .any(|system| format!("{folder}/").starts_with(system));
    if !is_system {
        paths.push(folder.to_owned());
    }
    for path in &paths {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{path}");
    }
    println!("cargo::metadata=rpath={}", paths.join(":"));
    Ok(())
}

/// Lets the linker search a folder, for this package and those above it.
fn search_in(folder: &str) {
    println!("cargo::rustc-link-search=native={folder}");
    println!("cargo::metadata=search={folder}");
}

/// A path as UTF-8, as cargo requires.
fn utf8(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("the path {} is not UTF-8", path.display()))
}

/// The error message if no Z3 can be found.
fn remedies(without_pkg_config: &str, without_wheel: &str) -> String {
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

/// The first line of a message.
fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().trim().to_owned()
}

/// The last lines of a failed program's output, joined.
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
