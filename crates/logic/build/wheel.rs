//! Installs the Z3 library of the PyPI package z3-solver.
//!
//! The library is installed in the user's cache folder, so one download serves all
//! builds on the machine:
//!
//! ```text
//! CACHE/veriframe/z3-solver-VERSION/TARGET/           the library
//! CACHE/veriframe/z3-solver-VERSION/TARGET.lock       held while installing
//! CACHE/veriframe/z3-solver-VERSION/TARGET.partial/   an install under way
//! ```
//!
//! Concurrent builds wait for the lock. The library's folder is created by a rename, so
//! it is always complete.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

use etcetera::BaseStrategy;

use crate::{required_env, z3};

/// The requirements file that pins the wheel by version and hashes.
const REQUIREMENTS: &str = "build/z3-solver.txt";

/// The targets with pinned wheels.
const TARGETS: [&str; 4] = [
    "aarch64-apple-darwin",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "x86_64-unknown-linux-gnu",
];

/// The environment variable that forbids downloads.
const NO_DOWNLOAD: &str = "VERIFRAME_NO_DOWNLOAD";

/// The file name of the library; host and target are the same here.
const LIBRARY: &str = if cfg!(target_os = "macos") {
    "libz3.dylib"
} else {
    "libz3.so"
};

/// The path of the library relative to the user's cache folder.
pub fn inside() -> Result<String, String> {
    let (version, target) = (pinned_version()?, required_env("TARGET")?);
    Ok(format!("veriframe/z3-solver-{version}/{target}/{LIBRARY}"))
}

/// The wheel's library, installed if necessary.
pub fn library() -> Result<PathBuf, String> {
    let target = supported_target()?;
    let library = cache_folder()?.join(inside()?);
    let folder = library.parent().ok_or("the library is in no folder")?;
    let home = folder.parent().ok_or("the library is in no folder")?;
    println!("cargo::rerun-if-env-changed={NO_DOWNLOAD}");
    if !library.is_file() {
        if forbids_download() {
            let missing = library.display();
            return Err(format!("{NO_DOWNLOAD} is set, and there is no {missing}"));
        }
        let broken = |error| format!("cannot install to {}: {error}", home.display());
        fs::create_dir_all(home).map_err(broken)?;
        let lock = File::create(home.join(format!("{target}.lock"))).map_err(broken)?;
        lock.lock().map_err(broken)?;
        // Another build may have installed it meanwhile.
        if !library.is_file() {
            let partial = home.join(format!("{target}.partial"));
            remove_folder(&partial).map_err(broken)?;
            pip_install(&partial)?;
            put_in_place(&partial, folder).map_err(broken)?;
        }
    }
    // Reinstall after the cache is cleared.
    println!("cargo::rerun-if-changed={}", library.display());
    Ok(library)
}

/// Whether the user forbids downloads.
fn forbids_download() -> bool {
    env::var_os(NO_DOWNLOAD).is_some_and(|value| !value.is_empty() && value != "0")
}

/// The target, if pip supports it: pip installs for the host.
fn supported_target() -> Result<String, String> {
    let target = required_env("TARGET")?;
    let host = required_env("HOST")?;
    if target != host {
        return Err(format!("pip on {host} installs no library for {target}"));
    }
    if !TARGETS.contains(&target.as_str()) {
        return Err(format!("no wheel is pinned for {target}"));
    }
    Ok(target)
}

/// The pinned version, which only the requirements file states.
fn pinned_version() -> Result<&'static str, String> {
    include_str!("z3-solver.txt")
        .lines()
        .find_map(|line| line.strip_prefix("z3-solver=="))
        .and_then(|rest| rest.split_whitespace().next())
        .ok_or_else(|| format!("{REQUIREMENTS} pins no version of z3-solver"))
}

/// The user's cache folder, as searched at run time.
fn cache_folder() -> Result<PathBuf, String> {
    println!("cargo::rerun-if-env-changed=XDG_CACHE_HOME");
    etcetera::base_strategy::choose_native_strategy()
        .map(|strategy| strategy.cache_dir())
        .map_err(|error| format!("there is no cache folder: {error}"))
}

/// Installs the wheel into a folder of its own by pip.
fn pip_install(folder: &Path) -> Result<(), String> {
    let output = run_pip(folder)?;
    if output.status.success() {
        return Ok(());
    }
    let said = z3::last_lines(&String::from_utf8_lossy(&output.stderr));
    Err(format!("pip: {said}"))
}

/// Runs pip with the first Python found.
fn run_pip(folder: &Path) -> Result<Output, String> {
    for python in ["python3", "python"] {
        let run = Command::new(python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ])
            .args(["--no-input", "--no-cache-dir", "--no-compile", "--no-deps"])
            .args([
                "--only-binary",
                ":all:",
                "--require-hashes",
                "--requirement",
                REQUIREMENTS,
            ])
            .arg("--target")
            .arg(folder)
            // Override user settings that forbid installing into a folder.
            .envs([("PIP_USER", "0"), ("PIP_REQUIRE_VIRTUALENV", "0")])
            .env("PIP_ROOT_USER_ACTION", "ignore")
            .output();
        match run {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot run {python}: {error}")),
            Ok(output) => return Ok(output),
        }
    }
    Err("there is no python3 to run pip with".to_owned())
}

/// Moves the library from the installed package to its final folder and removes the
/// rest of the package.
fn put_in_place(partial: &Path, folder: &Path) -> io::Result<()> {
    let lib = partial.join("z3/lib");
    // Cargo reruns this script if a watched file is newer than the run's start, as a
    // library installed by this run would be.
    let yesterday = SystemTime::now() - Duration::from_secs(24 * 60 * 60);
    File::options()
        .write(true)
        .open(lib.join(LIBRARY))?
        .set_modified(yesterday)?;
    remove_folder(folder)?;
    fs::rename(&lib, folder)?;
    remove_folder(partial)
}

/// Removes a folder, if it exists.
fn remove_folder(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
