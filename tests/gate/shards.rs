//! Shards and `veriframe merge`: together they are the undivided run.

use crate::support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use support::{root, timeless, veriframe};
use tempfile::TempDir;

fn verify(args: &[&str]) -> Output {
    let mut command = veriframe();
    command
        .current_dir(root())
        .args(["verify", "--cache", "off"]);
    command.args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The reports of all shards, in a folder.
struct Shards {
    folder: TempDir,
    files: Vec<PathBuf>,
    exits: Vec<i32>,
}

impl Shards {
    fn of(count: usize, args: &[&str]) -> Shards {
        let folder = tempfile::tempdir().unwrap();
        let mut shards = Shards {
            files: Vec::new(),
            exits: Vec::new(),
            folder,
        };
        for index in 1..=count {
            let shard = format!("{index}/{count}");
            let found = verify(&[&["--format", "json", "--shard", &shard], args].concat());
            let file = shards.folder.path().join(format!("{index}.json"));
            fs::write(&file, &found.stdout).unwrap();
            assert!(!found.stdout.is_empty(), "{}", text(&found.stderr));
            shards.files.push(file);
            shards.exits.push(found.status.code().unwrap());
        }
        shards
    }

    fn report(&self, at: usize) -> Value {
        serde_json::from_str(&fs::read_to_string(&self.files[at]).unwrap()).unwrap()
    }

    fn merge(&self) -> Output {
        merge(&self.files)
    }
}

fn merge(files: &[PathBuf]) -> Output {
    veriframe().arg("merge").args(files).output().unwrap()
}

/// Checks that the shards, merged in any order, are the undivided run.
fn check(count: usize, args: &[&str]) -> Shards {
    check_divided(count, &[], args)
}

/// The same for shards that are made with further arguments.
fn check_divided(count: usize, of_shards: &[&str], args: &[&str]) -> Shards {
    let whole = verify(&[&["--format", "json"], args].concat());
    let mut shards = Shards::of(count, &[of_shards, args].concat());
    shards.files.reverse();
    let merged = shards.merge();
    shards.files.reverse();
    let same = timeless(&merged.stdout) == timeless(&whole.stdout);
    assert!(same, "{args:?}: {}", text(&merged.stderr));
    assert_eq!(merged.status.code(), whole.status.code(), "{args:?}");
    shards
}

#[test]
fn the_bank_in_three_shards_is_the_bank() {
    let shards = check(3, &["examples/bank"]);
    assert_eq!(shards.exits, [0, 0, 0]);
    let members: usize = (0..3)
        .map(|at| shards.report(at)["members"].as_array().unwrap().len())
        .sum();
    assert_eq!(shards.report(0)["shard"]["total"], members);
}

#[test]
fn shards_divide_by_recorded_costs() {
    let folder = tempfile::tempdir().unwrap();
    let whole = verify(&["--format", "json", "examples/bank"]);
    let costs = folder.path().join("costs.json");
    fs::write(&costs, &whole.stdout).unwrap();
    let recorded: Value = serde_json::from_slice(&whole.stdout).unwrap();
    let cost = |member: &Value| {
        let mut all = recorded["members"].as_array().unwrap().iter();
        let same = all.find(|m| m["name"] == member["name"] && m["file"] == member["file"]);
        same.unwrap()["time_ms"].as_f64().unwrap()
    };
    let costs = costs.to_str().unwrap();
    let shards = check_divided(3, &["--costs", costs], &["examples/bank"]);
    let loads: Vec<f64> = (0..3)
        .map(|at| {
            shards.report(at)["members"]
                .as_array()
                .unwrap()
                .iter()
                .map(cost)
                .sum()
        })
        .collect();
    let mean = loads.iter().sum::<f64>() / 3.0;
    let largest = loads.iter().copied().fold(0.0, f64::max);
    assert!(largest <= 1.3 * mean, "{loads:?}");

    // Without recorded costs, sizes are near enough.
    let shards = Shards::of(3, &["examples/bank"]);
    let sizes: Vec<usize> = (0..3)
        .map(|at| shards.report(at)["members"].as_array().unwrap().len())
        .collect();
    assert!(sizes.iter().all(|size| *size > 60), "{sizes:?}");
}

/// Programs of both notations that fail, are refused, or warn.
const MIXED: [&str; 6] = [
    "tests/verify/programs/wrong/bst_insert_replaces.idf",
    "tests/verify/programs/wrong/merge_sort_half_unsorted.idf",
    "tests/verify/programs/merge_sort.idf",
    "examples/java",
    "tests/refused",
    "examples/cell.idf",
];

#[test]
fn failures_refused_files_and_warnings_are_merged() {
    for count in [1, 2, 5] {
        let shards = check(count, &MIXED);
        assert!(
            shards.exits.iter().all(|exit| *exit == 2),
            "{:?}",
            shards.exits
        );
    }
}

/// Members that fail; for some of them a hint was found only with, or without, the others.
const WITH_HINTS: [&str; 4] = [
    "tests/verify/programs/wrong/bank_array_negative_deposit.idf",
    "tests/verify/programs/wrong/growing_list_copy_misses_last.idf",
    "tests/explained/getter_after_call.idf",
    "tests/explained/Average.java",
];

#[test]
fn hints_are_those_of_the_undivided_run() {
    for count in [2, 3] {
        check(count, &WITH_HINTS);
    }
    // Hints are searched for the first failed members only; a shard has fewer before them.
    let members: String = (0..40)
        .map(|n| format!("  static int m{n}(int a, int b) {{ return a / b; }}\n"))
        .collect();
    let folder = support::folder(&[("many.idf", &format!("class C {{\n{members}}}\n"))]);
    let many = folder.path().join("many.idf");
    let shards = check(3, &[many.to_str().unwrap(), WITH_HINTS[2]]);
    let hints = |report: &Value| {
        let all = report["diagnostics"].as_array().unwrap().iter();
        all.filter(|diagnostic| !diagnostic["hint"].is_null())
            .count()
    };
    let whole = verify(&["--format", "json", many.to_str().unwrap()]);
    let whole = hints(&serde_json::from_slice(&whole.stdout).unwrap());
    let of_shards: usize = (0..3).map(|at| hints(&shards.report(at))).sum();
    assert!(0 < whole && whole < 40 && whole + 1 < of_shards);
}

#[test]
fn a_hint_does_not_depend_on_which_members_are_verified() {
    let diagnostics = |args: &[&str]| {
        let found = verify(&[&["--format", "json"], args].concat());
        let report: Value = serde_json::from_slice(&found.stdout).unwrap();
        report["diagnostics"].as_array().unwrap().clone()
    };
    // The lemma is verified, although the run leaves it out.
    let text = "class C {\n  lemma static void l(int a) requires 0 < a; ensures 0 < a * a; { }\n  \
                static void m(int a) requires 0 < a; { int b := a * a; C.n(b); }\n  static void \
                n(int b) requires 0 < b; { }\n  static int d(int a, int b) { return a / b; }\n  \
                static void c(int a) { int b := C.d(a, 1); }\n}\n";
    let folder = support::folder(&[("lemma.idf", text)]);
    let lemma = folder.path().join("lemma.idf");
    for path in [WITH_HINTS[0], WITH_HINTS[1], lemma.to_str().unwrap()] {
        let all = diagnostics(&[path]);
        assert!(!all.is_empty(), "{path}");
        for diagnostic in &all {
            let member = diagnostic["member"].as_str().unwrap();
            let alone = diagnostics(&["--member", member, path]);
            assert!(alone.contains(diagnostic), "{member}: {alone:?}");
        }
    }
}

#[test]
fn options_and_named_members_are_merged() {
    let bst = "tests/verify/programs/wrong/bst_insert_replaces.idf";
    check(2, &["--trace=all", "--stats", bst]);
    check(3, &["--deny", "uncontracted", "examples/bank"]);
    let bank = verify(&["--format", "json", "examples/bank"]);
    let bank: Value = serde_json::from_slice(&bank.stdout).unwrap();
    let name = bank["members"][7]["name"].as_str().unwrap();
    // One of the shards is empty.
    check(2, &["--member", name, "examples/bank"]);
}

#[test]
fn more_shards_than_members() {
    check(7, &["examples/cell.idf"]);
}

#[test]
fn a_shard_is_the_same_with_a_cache_and_any_number_of_workers() {
    let folder = tempfile::tempdir().unwrap();
    let run = |jobs: &str| {
        let mut command = veriframe();
        command
            .current_dir(root())
            .args(["verify", "--cache"])
            .arg(folder.path());
        command.args([
            "--format",
            "json",
            "--shard",
            "2/3",
            "--jobs",
            jobs,
            "examples/bank",
        ]);
        timeless(&command.output().unwrap().stdout)
    };
    let first = run("1");
    assert_eq!(first, run("1"));
    assert_eq!(first, run("2"));
    // The cache of whole reports must not have got this part.
    let mut command = veriframe();
    command
        .current_dir(root())
        .args(["verify", "--cache"])
        .arg(folder.path());
    let whole = command
        .args(["--format", "json", "examples/bank"])
        .output()
        .unwrap();
    let whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    let total = format!("\"total\": {},", whole["members"].as_array().unwrap().len());
    assert!(first.contains(&total), "{total}");
    // Nor is the whole report, which the cache has now, taken for the part.
    assert_eq!(first, run("2"));
}

#[test]
fn shards_can_be_listed() {
    let list = |shard: &str| {
        let found = verify(&["--list", "--shard", shard, "examples/bank"]);
        assert_eq!(found.status.code(), Some(0));
        text(&found.stdout)
            .lines()
            .map(str::to_owned)
            .collect::<BTreeSet<String>>()
    };
    let all = text(&verify(&["--list", "examples/bank"]).stdout);
    let (first, second) = (list("1/2"), list("2/2"));
    assert!(first.is_disjoint(&second));
    assert_eq!(first.len() + second.len(), all.lines().count());
}

fn refused(files: &[PathBuf], message: &str) {
    let found = merge(files);
    assert_eq!(found.status.code(), Some(2), "{message}");
    let said = text(&found.stderr);
    assert!(said.contains(message), "{said}");
    assert!(found.stdout.is_empty());
}

#[test]
fn what_is_no_division_is_refused() {
    let shards = Shards::of(3, &["examples/cell.idf"]);
    let files = &shards.files;
    refused(&files[..2], "shard 3/3 is missing");
    refused(&files[..1], "shards 2/3, 3/3 are missing");
    let twice = [files[0].clone(), files[1].clone(), files[1].clone()];
    refused(&twice, "the same shard as");
    refused(&[shards.folder.path().join("none.json")], "none.json");

    let other = Shards::of(2, &["examples/cell.idf"]);
    let mixed = [files[0].clone(), other.files[1].clone()];
    refused(&mixed, "one of 2 shards");
    for args in [
        &["examples/join.idf"][..],
        &["--rlimit", "5000", "examples/cell.idf"],
        &["--deny", "assume", "examples/cell.idf"],
    ] {
        let other = Shards::of(3, args);
        let mixed = [files[0].clone(), files[1].clone(), other.files[2].clone()];
        refused(&mixed, "of another revision");
    }

    let whole = shards.folder.path().join("whole.json");
    fs::write(
        &whole,
        verify(&["--format", "json", "examples/cell.idf"]).stdout,
    )
    .unwrap();
    refused(&[whole], "not the report of a shard");
    let no_json = shards.folder.path().join("no.json");
    fs::write(&no_json, "{").unwrap();
    refused(&[no_json], "not a report");
    let failed = shards.folder.path().join("failed.json");
    let found = verify(&["--format", "json", "--shard", "1/2", "examples/none.idf"]);
    fs::write(&failed, found.stdout).unwrap();
    refused(&[failed], "the run failed");
}

#[test]
fn a_changed_report_is_refused() {
    let shards = Shards::of(2, &["examples/cell.idf"]);
    let original = fs::read_to_string(&shards.files[0]).unwrap();
    let mut report: Value = serde_json::from_str(&original).unwrap();
    let members = report["members"].as_array_mut().unwrap();
    assert!(members.pop().is_some());
    fs::write(&shards.files[0], report.to_string()).unwrap();
    refused(&shards.files, "does not fit the rest");
    let places = report["shard"]["members"].as_array_mut().unwrap();
    places.pop();
    fs::write(&shards.files[0], report.to_string()).unwrap();
    refused(&shards.files, "each member once");
}

#[test]
fn a_status_that_contradicts_its_diagnostics_is_refused() {
    let shards = Shards::of(2, &["tests/verify/programs/wrong/gcd_overwritten.idf"]);
    let mut changed = 0;
    for file in &shards.files {
        let original = fs::read_to_string(file).unwrap();
        let mut report: Value = serde_json::from_str(&original).unwrap();
        let members = report["members"].as_array_mut().unwrap();
        let Some(failed) = members.iter_mut().find(|m| m["status"] == "failed") else {
            continue;
        };
        failed["status"] = "verified".into();
        fs::write(file, report.to_string()).unwrap();
        refused(&shards.files, "members have the status");
        let summary = &mut report["summary"];
        for (status, by) in [("failed", -1), ("verified", 1)] {
            summary[status] = (summary[status].as_i64().unwrap() + by).into();
        }
        fs::write(file, report.to_string()).unwrap();
        refused(&shards.files, "there is an error in it");
        fs::write(file, original).unwrap();
        changed += 1;
    }
    assert!(changed > 0);
}

#[test]
fn shards_that_do_not_exist_are_refused() {
    for shard in ["0/2", "3/2", "1", "1/0", "a/b", "1/10001", "-1/2", "1/2/3"] {
        let found = verify(&["--shard", shard, "examples/cell.idf"]);
        assert_eq!(found.status.code(), Some(2), "{shard}");
    }
    let found = verify(&["--costs", "x.json", "examples/cell.idf"]);
    assert_eq!(found.status.code(), Some(2));
    let found = verify(&[
        "--shard",
        "1/2",
        "--costs",
        "Cargo.toml",
        "examples/cell.idf",
    ]);
    assert_eq!(found.status.code(), Some(2));
    assert!(text(&found.stderr).contains("Cargo.toml"));
}

#[test]
fn a_shard_that_ran_out_of_time_makes_the_whole_incomplete() {
    let args = ["--timeout", "0.000001", "examples/cell.idf"];
    let shards = Shards::of(2, &args);
    let merged = shards.merge();
    let said = text(&merged.stderr);
    // The run ended before or after the programs were read.
    match merged.status.code() {
        Some(1) => {
            let report: Value = serde_json::from_slice(&merged.stdout).unwrap();
            assert!(report["incomplete"].is_string());
        }
        _ => assert!(
            said.contains("the run ended before its members were known"),
            "{said}"
        ),
    }
}

#[test]
fn the_report_of_a_shard_has_the_shape_of_its_schema() {
    let schema = fs::read_to_string(root().join("docs/veriframe.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let shards = Shards::of(2, &["tests/verify/programs/wrong/bst_insert_replaces.idf"]);
    for at in 0..2 {
        let report = shards.report(at);
        let errors: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let merged: Value = serde_json::from_slice(&shards.merge().stdout).unwrap();
    assert!(schema.is_valid(&merged));
}
