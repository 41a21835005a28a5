//! What a run costs before it needs anything: Z3 is not loaded before the first
//! question that goes to it.
#![cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use std::fs;
use support::{root, veriframe};

/// Whether a run that ends with this exit code loads Z3, as the loader tells.
fn loads_z3(words: &[&str], code: i32) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let status = veriframe()
        .args(words)
        .current_dir(root())
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
    said.contains("libz3")
}

#[test]
fn what_the_prover_answers_loads_no_z3() {
    assert!(!loads_z3(&["verify", "examples/cell.idf"], 0));
    assert!(!loads_z3(&["verify", "examples/swap.idf"], 0));
    assert!(!loads_z3(&["--version"], 0));
}

#[test]
fn what_it_does_not_settle_does() {
    assert!(loads_z3(
        &["verify", "--prover=off", "examples/cell.idf"],
        0
    ));
}
