//! Tools of others that tests use. Where one is missing, its tests are skipped and say so, unless
//! `VERIFRAME_REQUIRE` names it (`java,npm,chromium,tmux,bazel,pip,cvc5`, or `all`).

use std::io::Write;
use std::process::Command;

/// Says that tests which need a tool are skipped, even if the output of tests is captured.
///
/// # Panics
/// If the tool is required.
pub fn skip(tool: &str, why: &str) {
    let required = std::env::var("VERIFRAME_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|one| one == tool || one == "all");
    assert!(!is_required, "{tool} is required, but {why}");
    let text = format!("skipped: {why}\n");
    std::io::stderr().write_all(text.as_bytes()).unwrap();
}

/// Whether Java is installed.
pub fn there_is_java(what: &str) -> bool {
    let missing: Vec<&str> = ["javac", "java"]
        .into_iter()
        .filter(|tool| Command::new(tool).arg("-version").output().is_err())
        .collect();
    if !missing.is_empty() {
        let tools = missing.join(" and no ");
        skip(
            "java",
            &format!("there is no {tools}, so that {what} are not compiled"),
        );
    }
    missing.is_empty()
}
