//! Ordinary Java, as it is found (`tests/java/found/`, most of it without contracts), given as one folder: what
//! each member comes to stands in `tests/java/found.txt`; `VERIFRAME_UPDATE=1` writes it anew.

use crate::support::tools::there_is_java;
use crate::support::{root, search, succeeds, veriframe};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

const FOLDER: &str = "tests/java/found";
const VERDICTS: &str = "tests/java/found.txt";

/// Of a hundred members, how many have to be judged: verified or failed.
const JUDGED: usize = 80;

#[test]
fn ordinary_java_is_judged() {
    let output = veriframe()
        .args(["verify", "--format", "json", "--explain", "off", FOLDER])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut text = String::new();
    let (mut judged, mut all) = (0, 0);
    for member in report["members"].as_array().unwrap() {
        let [file, name, status] =
            ["file", "name", "status"].map(|key| member[key].as_str().unwrap());
        let file = file.strip_prefix(FOLDER).unwrap_or(file);
        let file = file.trim_start_matches('/');
        let diagnostics = report["diagnostics"].as_array().unwrap().iter();
        let own =
            diagnostics.filter(|found| found["member"] == *name && found["severity"] == "error");
        let codes = own.map(|found| {
            format!(
                " {}:{}",
                found["start"]["line"],
                found["code"].as_str().unwrap()
            )
        });
        let codes: String = codes.collect();
        let _ = writeln!(text, "{file} {name}: {status}{codes}");
        judged += usize::from(matches!(status, "verified" | "failed"));
        all += 1;
    }
    println!("{judged} of {all} members are judged");
    assert!(judged * 100 >= all * JUDGED, "{judged} of {all}");
    let unread = report["diagnostics"].as_array().unwrap().iter();
    let unread: Vec<&Value> = unread.filter(|found| found["code"] == "syntax").collect();
    assert!(unread.is_empty(), "{unread:?}");
    if std::env::var_os("VERIFRAME_UPDATE").is_some() {
        fs::write(root().join(VERDICTS), &text).unwrap();
    }
    let expected = fs::read_to_string(root().join(VERDICTS)).unwrap();
    let differences = expected.lines().zip(text.lines()).filter(|(a, b)| a != b);
    let differences: Vec<_> = differences.take(10).collect();
    assert!(expected == text, "{differences:#?}");
}

#[test]
fn ordinary_java_compiles() {
    if !there_is_java("ordinary Java") {
        return;
    }
    let mut files = Vec::new();
    search(&root().join(FOLDER), "java", &mut files);
    assert!(files.len() >= 100, "{}", files.len());
    let classes = tempfile::tempdir().unwrap();
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-nowarn", "-d"]);
    succeeds(javac.arg(classes.path()).args(&files));
}
