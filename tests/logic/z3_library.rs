//! The Z3 library: which runs load it, from where, the messages if there is none, and
//! the build's search for one.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
use crate::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{root, veriframe};
use veriframe::internals::z3::library;
use veriframe::internals::z3::library::Library;

/// A run that queries Z3.
const ASKS_Z3: [&str; 3] = ["verify", "--prover=off", "examples/cell.idf"];

/// The library that is found without `VERIFRAME_Z3`.
fn libz3() -> &'static Path {
    match library::find().unwrap() {
        Library::File { path, .. } => path,
        Library::Linked => panic!("the loading of Z3 is put off on this platform"),
    }
}

/// The libraries that a run loads, as reported by the loader; the run must have this
/// exit code.
fn loaded(words: &[&str], library: Option<&Path>, code: i32) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut command = veriframe();
    if let Some(library) = library {
        command.env("VERIFRAME_Z3", library);
    }
    let status = command
        .args(words)
        .env("VERIFRAME_CACHE", folder.path().join("cache"))
        .env("LD_DEBUG", "files")
        .env("LD_DEBUG_OUTPUT", folder.path().join("loader"))
        .output()
        .unwrap()
        .status;
    assert_eq!(status.code(), Some(code), "{words:?}");
    let mut said = String::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            said += &fs::read_to_string(path).unwrap();
        }
    }
    assert!(said.contains("libc.so"), "the loader said nothing: {said}");
    said
}

#[test]
fn what_the_built_in_prover_settles_loads_no_z3() {
    for words in [
        ["verify", "examples/cell.idf"].as_slice(),
        &["verify", "examples/swap.idf"],
        &["explain", "postcondition"],
    ] {
        assert!(!loaded(words, None, 0).contains("libz3"));
    }
}

#[test]
fn what_it_does_not_settle_loads_the_library_that_was_found() {
    assert!(loaded(&ASKS_Z3, None, 0).contains(libz3().to_str().unwrap()));
}

#[test]
fn a_named_library_wins_by_its_file_or_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let named = fs::canonicalize(folder.path()).unwrap().join("libz3.so");
    fs::copy(libz3(), &named).unwrap();
    for library in [named.as_path(), folder.path()] {
        let said = loaded(&ASKS_Z3, Some(library), 0);
        assert!(said.contains(named.to_str().unwrap()));
        assert!(!said.contains(libz3().to_str().unwrap()));
    }
}

/// The output of a run with this library, which must exit as one without a solver.
fn complaint(words: &[&str], library: &Path) -> Output {
    let output = veriframe()
        .args(words)
        .env("VERIFRAME_Z3", library)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{words:?}");
    output
}

/// The standard error of a run.
fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_library_that_is_missing_is_one_error_before_anything_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let output = complaint(&["verify", "no such file"], &folder.path().join("libz3.so"));
    let said = said(&output);
    assert!(
        said.starts_with("error: Z3 was not found: VERIFRAME_Z3 names "),
        "{said}"
    );
    assert!(said.contains("\nhelp: set VERIFRAME_Z3 to "), "{said}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_library_that_cannot_be_loaded_is_one_error_for_all_members() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("libz3.so");
    fs::write(&library, "no library").unwrap();
    let words = [
        "verify",
        "--prover=off",
        "examples/cell.idf",
        "examples/swap.idf",
    ];
    for jobs in ["1", "2"] {
        let output = complaint(&[words.as_slice(), &["--jobs", jobs]].concat(), &library);
        let said = said(&output);
        assert!(said.starts_with("error: Z3 cannot be used: "), "{said}");
        assert_eq!(said.matches("error").count(), 1, "{said}");
        let report = String::from_utf8(output.stdout).unwrap();
        assert!(report.contains("is unknown: Z3 cannot be used"), "{report}");
        assert!(report.contains(", 0 failed,"), "{report}");
    }
}

#[test]
fn a_library_that_was_cut_off_is_refused_before_it_is_mapped() {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("libz3.so");
    let whole = fs::read(libz3()).unwrap();
    for length in [whole.len() / 2, whole.len() / 4, 100_000, 4096, 700] {
        fs::write(&library, &whole[..length]).unwrap();
        let said = said(&complaint(&ASKS_Z3, &library));
        assert!(
            said.contains("libz3.so: it is not complete") && said.contains("install it again"),
            "{length}: {said}"
        );
    }
    // What the loader does not map may be missing.
    for length in [60, 0] {
        fs::write(&library, &whole[..length]).unwrap();
        let said = said(&complaint(&ASKS_Z3, &library));
        assert!(
            said.starts_with("error: Z3 cannot be used: "),
            "{length}: {said}"
        );
    }
}

#[test]
fn a_library_that_is_too_old_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (source, library) = (folder.path().join("z3.c"), folder.path().join("libz3.so"));
    let text = "const char *Z3_get_full_version(void) { return \"Z3 4.8.12.0\"; }\n";
    fs::write(&source, text).unwrap();
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .args([&library, &source])
        .status();
    assert!(compiled.unwrap().success());
    let said = said(&complaint(&ASKS_Z3, &library));
    assert!(
        said.contains("libz3.so: it is of Z3 4.8.12.0, and veriframe needs 4."),
        "{said}"
    );
}

#[test]
fn results_that_another_library_found_are_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.so"), folder.path().join("other.so"));
    let bytes = fs::read(libz3()).unwrap();
    fs::write(&one, &bytes).unwrap();
    fs::write(&other, [&bytes[..], b"another one"].concat()).unwrap();
    let from_cache = |library: &Path| {
        let output = veriframe()
            .args(["verify", "--stats", "examples/cell.idf"])
            .env("VERIFRAME_CACHE", folder.path().join("cache"))
            .env("VERIFRAME_Z3", library)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stdout).unwrap().contains("cache")
    };
    assert!(!from_cache(&one));
    assert!(from_cache(&one));
    assert!(!from_cache(&other));
    assert!(from_cache(&other));
    // At the same path, with the same size.
    let mut changed = bytes;
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&one, changed).unwrap();
    assert!(!from_cache(&one));
}

/// The build script of the logic, as built for this test.
fn build_script() -> PathBuf {
    let builds = Path::new(env!("OUT_DIR")).parent().unwrap();
    let builds = fs::read_dir(builds.parent().unwrap()).unwrap().flatten();
    let scripts = builds.filter(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with("veriframe-logic-")
    });
    let scripts = scripts.map(|entry| entry.path().join("build-script-build"));
    let age = |path: &PathBuf| fs::metadata(path).ok()?.modified().ok();
    scripts
        .filter(|path| path.exists())
        .max_by_key(age)
        .unwrap()
}

/// Runs the build script with an empty cache folder and without pkg-config's Z3.
/// Returns its output and whether it tried to download.
fn build(variables: &[(&str, &str)]) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let tried = folder.path().join("tried");
    let python = folder.path().join("python3");
    let script = format!(
        "#!/bin/sh\necho {} >&2\ntouch {}\nexit 1\n",
        "offline",
        tried.display()
    );
    fs::write(&python, script).unwrap();
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let build = root().join("crates/logic/build");
    std::os::unix::fs::symlink(build, folder.path().join("build")).unwrap();
    let output = Command::new(build_script())
        .current_dir(folder.path())
        .env_remove("VERIFRAME_Z3")
        .env_remove("Z3_LIBRARY_PATH_OVERRIDE")
        .env_remove("VERIFRAME_NO_DOWNLOAD")
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .env("PKG_CONFIG_LIBDIR", folder.path())
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .env("OUT_DIR", folder.path())
        .envs([("TARGET", &target), ("HOST", &target)])
        .envs([("OPT_LEVEL", "0"), ("CARGO_CFG_TARGET_OS", "linux")])
        .envs([("CARGO_CFG_TARGET_ENV", "gnu"), ("CARGO_CFG_UNIX", "")])
        .env("CARGO_CFG_TARGET_ARCH", std::env::consts::ARCH)
        .env("CARGO_CFG_TARGET_POINTER_WIDTH", "64")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).unwrap(), tried.exists())
}

#[test]
fn a_build_downloads_only_what_is_not_there_and_where_it_may() {
    let (said, tried) = build(&[]);
    assert!(tried && said.contains("PyPI wheel: pip: offline"), "{said}");
    let (said, tried) = build(&[("VERIFRAME_NO_DOWNLOAD", "1")]);
    assert!(
        !tried && said.contains("VERIFRAME_NO_DOWNLOAD is set"),
        "{said}"
    );
    assert!(said.contains("1. set VERIFRAME_Z3 to"), "{said}");
    let (said, tried) = build(&[("VERIFRAME_Z3", "/no/libz3.so")]);
    assert!(
        !tried && said.contains("VERIFRAME_Z3 names /no/libz3.so, which"),
        "{said}"
    );
}

#[test]
fn a_build_takes_the_library_that_is_named() {
    let library = libz3().to_str().unwrap();
    let folder = libz3().parent().unwrap().to_str().unwrap();
    for (variable, value) in [
        ("VERIFRAME_Z3", library),
        ("VERIFRAME_Z3", folder),
        ("Z3_LIBRARY_PATH_OVERRIDE", folder),
    ] {
        let (said, tried) = build(&[(variable, value)]);
        let built_with = format!("cargo::rustc-env=VERIFRAME_Z3_BUILT_WITH={folder}/");
        assert!(!tried && said.contains(&built_with), "{said}");
        assert!(said.contains("cargo::rustc-cfg=lazy_z3"), "{said}");
    }
}
