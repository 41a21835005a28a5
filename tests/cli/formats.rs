//! The formats of `veriframe verify`: each is well-formed, and says the same, however a run ends.

use crate::support;

use jsonschema::{Registry, Validator};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::schemas::sarif;
use support::{each, root, veriframe};

/// All formats.
const FORMATS: [&str; 8] = [
    "human", "concise", "json", "jsonl", "sarif", "junit", "github", "html",
];

const GREEN: &str = "class C {\n  int x;\n  void set(int n) requires acc(x); ensures acc(x) * x = n; \
                     { x := n; }\n  void bare() { }\n}\n";

const WRONG: &str = "class C {\n  int x;\n  void set(int n)\n    requires acc(x);\n    \
                     ensures acc(x) * x = n;\n  { x := n + 1; }\n  void odd(int n) { assume n > 2; assert n > 1; }\n}\n";

/// A query that no engine answers, and a member that verifies.
const HARD: &str = "class T {
  static void easy(int n) requires n > 0; ensures n != 0; { }
  static pure int id(int n) { return n; }
  static void hard(seq<int> s)
    requires forall int i :: {id(i)} exists int j :: {id(j)} id(j) > id(i);
  {
    assert id(0) = 0;
    assert exists int j :: {id(j)} id(j) >= 0 && (forall int i :: {id(i)} id(j) > id(i));
  }
}
";

const BROKEN: &str = "class B {\n  int f() { return 1 }\n}\n";

/// How a run is ended.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Itself,
    CtrlC,
}

/// A finished run: its exit code and all outputs, by format.
struct Finished {
    exit: i32,
    outputs: BTreeMap<&'static str, String>,
    printed: Output,
}

/// Runs the verifier on files with all outputs at once.
fn finish(files: &[(&str, &str)], args: &[&str], ending: Ending) -> Finished {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    finish_in(folder.path(), args, ending)
}

/// Runs the verifier in a folder with all outputs at once.
fn finish_in(folder: &Path, args: &[&str], ending: Ending) -> Finished {
    let mut command = veriframe();
    command.current_dir(folder).arg("verify").args(args);
    for format in FORMATS {
        command.arg(format!("--output={format}=out.{format}"));
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    if ending == Ending::CtrlC {
        interrupt(&child, folder);
    }
    let printed = child.wait_with_output().unwrap();
    let read = |format: &&'static str| {
        let path = folder.join(format!("out.{format}"));
        (*format, fs::read_to_string(path).unwrap())
    };
    Finished {
        exit: printed.status.code().unwrap(),
        outputs: FORMATS.iter().map(read).collect(),
        printed,
    }
}

/// Interrupts a run once its verification has begun.
fn interrupt(child: &Child, folder: &Path) {
    const PATIENCE: Duration = Duration::from_secs(60);
    let start = Instant::now();
    let has_begun = || {
        let events = fs::read_to_string(folder.join("out.jsonl"));
        events.is_ok_and(|text| text.contains("T.easy"))
    };
    while !has_begun() {
        assert!(start.elapsed() < PATIENCE, "the run does not begin");
        std::thread::sleep(Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().unwrap();
}

fn schema(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

fn events() -> Validator {
    let objects = schema("docs/veriframe.schema.json");
    let registry = Registry::new()
        .add("json-schema:///veriframe.schema.json", &objects)
        .unwrap()
        .prepare()
        .unwrap();
    jsonschema::options()
        .with_registry(&registry)
        .build(&schema("docs/veriframe-events.schema.json"))
        .unwrap()
}

/// Fails if a value does not fit a schema.
fn fits(validator: &Validator, what: &str, value: &Value) {
    let errors: Vec<String> = validator
        .iter_errors(value)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{what}: {value:#}");
}

/// The numbers of members that are verified, failed and unknown.
type Verdicts = [usize; 3];

/// Checks that all outputs of a run are well-formed, and that they agree on the verdicts.
fn check(what: &str, finished: &Finished, verdicts: Verdicts) {
    let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
    let objects = jsonschema::validator_for(&schema("docs/veriframe.schema.json")).unwrap();
    fits(&objects, what, &json);
    let count = |name: &str| usize::try_from(json["summary"][name].as_u64().unwrap()).unwrap();
    let counts = ["verified", "failed", "unknown"].map(count);
    assert_eq!(counts, verdicts, "{what}: JSON");
    check_events(what, finished, &json);
    check_sarif(what, finished, verdicts);
    check_junit(what, finished, verdicts);
    let [verified, failed, unknown] = verdicts;
    let summary = format!("{verified} verified, {failed} failed, {unknown} unknown");
    for format in ["concise", "github"] {
        let text = &finished.outputs[format];
        let is_told = text.contains(&summary) || text.contains("error: ");
        assert!(is_told, "{what}: {format}: {text}");
    }
}

/// Events, whose members and diagnostics are those of the JSON object.
fn check_events(what: &str, finished: &Finished, json: &Value) {
    let validator = events();
    let lines = finished.outputs["jsonl"].lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    lines.iter().for_each(|line| fits(&validator, what, line));
    let last = lines.last().unwrap();
    assert_eq!(last["event"], "summary", "{what}");
    assert_eq!(last["exit_code"], finished.exit, "{what}");
    for counts in [
        "verified",
        "failed",
        "unknown",
        "refused",
        "without_contract",
    ] {
        assert_eq!(last["summary"][counts], json["summary"][counts], "{what}");
    }
    assert_eq!(last["assumed"], json["assumed"], "{what}");
    let names = |members: &mut dyn Iterator<Item = &Value>| {
        let mut names: Vec<String> = members
            .map(|m| format!("{} {} {}", m["file"], m["name"], m["status"]))
            .collect();
        names.sort();
        names
    };
    let mut told = lines.iter().filter(|line| line["event"] == "member");
    let mut members = json["members"].as_array().unwrap().iter();
    assert_eq!(
        names(&mut told.by_ref().map(|line| &line["member"])),
        names(&mut members),
        "{what}"
    );
    let diagnostics = lines
        .iter()
        .filter_map(|line| line["diagnostics"].as_array());
    let told: usize = diagnostics.map(Vec::len).sum();
    assert_eq!(
        told,
        json["diagnostics"].as_array().unwrap().len(),
        "{what}"
    );
}

fn check_sarif(what: &str, finished: &Finished, [verified, failed, unknown]: Verdicts) {
    let log: Value = serde_json::from_str(&finished.outputs["sarif"]).unwrap();
    fits(&sarif(), what, &log);
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let of_kind = |kind: &str| results.iter().filter(|r| r["kind"] == kind).count();
    assert_eq!(of_kind("pass"), verified, "{what}");
    assert_eq!(of_kind("open"), unknown, "{what}");
    assert!(of_kind("fail") >= failed, "{what}");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"], "{what}");
        assert!(!rule["help"]["text"].as_str().unwrap().is_empty());
    }
    let mut prints: Vec<&Value> = results
        .iter()
        .map(|result| &result["partialFingerprints"]["veriframe/v1"])
        .collect();
    prints.sort_by_key(|print| print.as_str().unwrap());
    let all = prints.len();
    prints.dedup();
    assert_eq!(prints.len(), all, "{what}: fingerprints are unique");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["exitCode"], finished.exit, "{what}");
    let is_whole = matches!(finished.exit, 0 | 1) && !what.contains("timeout");
    assert_eq!(invocation["executionSuccessful"], is_whole, "{what}");
    let notifications = invocation["toolExecutionNotifications"].as_array();
    let mut notifications = notifications.into_iter().flatten();
    let has_error = notifications.any(|found| found["level"] == "error");
    assert_eq!(has_error, !is_whole, "{what}");
}

fn check_junit(what: &str, finished: &Finished, [verified, failed, unknown]: Verdicts) {
    let report = Report::deserialize_from_str(&finished.outputs["junit"]).unwrap();
    let cases = report.test_suites.iter();
    let cases: Vec<_> = cases
        .filter(|suite| suite.name.as_str() != "veriframe")
        .flat_map(|suite| &suite.test_cases)
        .collect();
    let of_kind = |wanted: Option<NonSuccessKind>, type_: &str| {
        let is_it = |status: &TestCaseStatus| match status {
            TestCaseStatus::Success { .. } => wanted.is_none(),
            TestCaseStatus::NonSuccess { kind, ty, .. } => {
                let ty = ty.as_ref().map(|ty| ty.as_str());
                Some(*kind) == wanted && (type_.is_empty() || ty == Some(type_))
            }
            TestCaseStatus::Skipped { .. } => false,
        };
        cases.iter().filter(|case| is_it(&case.status)).count()
    };
    assert_eq!(of_kind(None, ""), verified, "{what}");
    assert_eq!(of_kind(Some(NonSuccessKind::Failure), ""), failed, "{what}");
    let errors = of_kind(Some(NonSuccessKind::Error), "unknown");
    assert_eq!(errors, unknown, "{what}");
}

#[test]
fn a_run_without_failures() {
    let finished = finish(&[("a.idf", GREEN)], &["a.idf"], Ending::Itself);
    assert_eq!(finished.exit, 0);
    check("green", &finished, [2, 0, 0]);
    let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
    assert_eq!(json["assumed"]["total"], 1);
    assert_eq!(json["assumed"]["uncontracted"], 1);
    assert_eq!(json["assumed"]["list"][0]["member"], "C.bare");
    assert_eq!(json["assumed"]["list"][0]["start"]["line"], 4);
    for format in ["concise", "github", "junit"] {
        let text = &finished.outputs[format];
        assert!(text.contains("1 member without contract"), "{text}");
        assert!(text.contains("`C.bare` has no contract"), "{text}");
    }
}

#[test]
fn each_format_for_machines_says_what_a_run_since_a_revision_leaves_out() {
    let repository =
        support::git::repository(&[("a.idf", GREEN), ("b.idf", "class D { void m() { } }\n")]);
    support::write(
        repository.path(),
        &[("b.idf", "class D { void m() { int n := 1; } }\n")],
    );
    let finished = finish_in(repository.path(), &["--since", "v1", "."], Ending::Itself);
    assert_eq!(finished.exit, 0, "{}", support::said(&finished.printed));
    check("since", &finished, [1, 0, 0]);
    let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
    let left_out = json["since"]["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 2);
    let last = finished.outputs["jsonl"].lines().last().unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["since"], json["since"]);
    let log: Value = serde_json::from_str(&finished.outputs["sarif"]).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["properties"]["since"]["revision"], "v1");
    assert_eq!(
        run["properties"]["since"]["leftOut"],
        json["since"]["left_out"]
    );
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(notification["descriptor"]["id"], "left-out");
    assert_eq!(notification["level"], "note");
    let text = notification["message"]["text"].as_str().unwrap();
    assert_eq!(
        text,
        "left out 2 members whose results cannot differ from those in v1"
    );
    let report = Report::deserialize_from_str(&finished.outputs["junit"]).unwrap();
    let mut suites = report.test_suites.iter();
    let whole = suites
        .find(|suite| suite.name.as_str() == "veriframe")
        .unwrap();
    let of = |name: &str| -> Vec<&str> {
        let all = whole.properties.iter();
        let all = all.filter(|property| property.name.as_str() == name);
        all.map(|property| property.value.as_str()).collect()
    };
    assert_eq!(of("since"), ["v1"]);
    assert_eq!(of("left-out"), ["a.idf: C.set", "a.idf: C.bare"]);
}

#[test]
fn a_run_with_failures() {
    let finished = finish(&[("a b.idf", WRONG)], &["a b.idf"], Ending::Itself);
    assert_eq!(finished.exit, 1);
    check("failures", &finished, [1, 1, 0]);
    let log: Value = serde_json::from_str(&finished.outputs["sarif"]).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let wrong = results.iter().find(|r| r["level"] == "error").unwrap();
    assert_eq!(wrong["ruleId"], "postcondition");
    assert_eq!(wrong["properties"]["code"], "postcondition:may-not-hold");
    let place = &wrong["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.idf");
    assert_eq!(place["region"]["startLine"], 5);
    let steps = &wrong["codeFlows"][0]["threadFlows"][0]["locations"];
    assert!(!steps.as_array().unwrap().is_empty());
    let counterexample = &wrong["properties"]["counterexample"];
    assert_eq!(counterexample["replay"]["verdict"], "confirmed");
    assert!(counterexample["input"]["n"].is_string(), "{counterexample}");
    let text = wrong["message"]["text"].as_str().unwrap();
    assert!(
        text.contains("counterexample (confirmed by a run)"),
        "{text}"
    );
    let concise = &finished.outputs["concise"];
    assert!(
        concise.contains("a b.idf:5:22: postcondition:may-not-hold: `x = n` might not hold"),
        "{concise}"
    );
    let github = &finished.outputs["github"];
    assert!(
        github.contains("::error file=a b.idf,line=5,endLine=5,col=22,endColumn=27,title=postcondition%3Amay-not-hold::"),
        "{github}"
    );
    assert!(
        github.contains("::warning file=a b.idf,line=7,"),
        "{github}"
    );
    let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
    assert_eq!(json["assumed"]["assume"], 1);
    assert_eq!(json["diagnostics"][0]["trace"], serde_json::json!([]));
}

#[test]
fn a_run_with_an_unknown_member() {
    let args = ["a.idf", "--rlimit", "50000"];
    let finished = finish(&[("a.idf", HARD)], &args, Ending::Itself);
    assert_eq!(finished.exit, 1);
    check("unknown", &finished, [2, 0, 1]);
}

#[test]
fn a_run_with_a_refused_file() {
    let files = [("a.idf", GREEN), ("b.idf", BROKEN)];
    let finished = finish(&files, &["a.idf", "b.idf"], Ending::Itself);
    assert_eq!(finished.exit, 2);
    check("refused", &finished, [2, 0, 0]);
    let junit = &finished.outputs["junit"];
    assert!(junit.contains("type=\"refused\""), "{junit}");
}

#[test]
fn a_run_whose_time_ends() {
    let args = ["a.idf", "--rlimit", "0", "--jobs", "1", "--timeout", "1"];
    let finished = finish(&[("a.idf", HARD)], &args, Ending::Itself);
    assert_eq!(finished.exit, 1);
    check("timeout", &finished, [2, 0, 1]);
    for format in ["json", "jsonl", "sarif", "junit", "github"] {
        let text = &finished.outputs[format];
        assert!(text.contains("time ran out"), "{format}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted() {
    let args = ["a.idf", "--rlimit", "0", "--jobs", "1"];
    let finished = finish(&[("a.idf", HARD)], &args, Ending::CtrlC);
    assert_eq!(finished.exit, 130);
    check("Ctrl-C", &finished, [2, 0, 1]);
}

#[test]
fn a_run_without_a_file() {
    let finished = finish(&[], &["a.idf"], Ending::Itself);
    assert_eq!(finished.exit, 2);
    check("no file", &finished, [0, 0, 0]);
    let error = String::from_utf8(finished.printed.stderr.clone()).unwrap();
    assert_eq!(error, "error: a.idf: no such file or folder\n");
    assert!(finished.printed.stdout.is_empty());
    for format in FORMATS {
        let text = &finished.outputs[format];
        assert!(
            text.contains("a.idf: no such file or folder"),
            "{format}: {text}"
        );
    }
}

#[test]
fn fingerprints_survive_moved_lines_and_other_members() {
    let prints = |text: &str| {
        let finished = finish(&[("a.idf", text)], &["a.idf"], Ending::Itself);
        let log: Value = serde_json::from_str(&finished.outputs["sarif"]).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        let of_set = results.iter().filter(|result| {
            result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] == "C.set"
        });
        let prints = of_set.map(|result| result["partialFingerprints"].clone());
        prints.collect::<Vec<Value>>()
    };
    let before = prints(WRONG);
    assert_eq!(before.len(), 1);
    let moved = WRONG
        .replace(
            "class C {",
            "// A comment.\n\nclass C {\n  void other() { assert false; }\n",
        )
        .replace("x = n;\n", "x  =  n;\n");
    assert_eq!(prints(&moved), before);
    let other = WRONG.replace("x = n;", "x = n + 2;");
    assert_ne!(prints(&other), before);
}

#[test]
fn equal_failures_of_a_member_have_fingerprints_of_their_own() {
    let text = "class C {\n  void m(int n) {\n    if (n = 1) { assert n > 1; } \n    if (n = 0) { assert n > 1; }\n  }\n}\n";
    let finished = finish(&[("a.idf", text)], &["a.idf"], Ending::Itself);
    check("equal failures", &finished, [0, 1, 0]);
}

#[test]
fn annotations_are_escaped_and_no_more_than_are_shown() {
    let asserts = each(12, "", |i| {
        format!("  void m{i}(int n) {{ assert 100 % (n * n + 2) = {i}; }}\n")
    });
    let files = [("50%,a:b.idf", format!("class C {{\n{asserts}}}\n"))];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let finished = finish(&files, &[files[0].0, "--explain=off"], Ending::Itself);
    let text = &finished.outputs["github"];
    let commands: Vec<&str> = text.lines().filter(|l| l.starts_with("::error ")).collect();
    assert_eq!(commands.len(), 10, "{text}");
    assert!(
        commands[0].starts_with("::error file=50%25%2Ca%3Ab.idf,line=2,endLine=2,"),
        "{text}"
    );
    assert!(commands[0].contains("`100 %25 (n * n + 2) = 0`"), "{text}");
    assert!(!commands[0].contains("100 % ("), "{text}");
    assert!(
        text.contains("2 more errors, which GitHub does not show"),
        "{text}"
    );
    assert!(
        text.contains("  50%,a:b.idf:13: assert:may-not-hold:"),
        "{text}"
    );
}

#[test]
fn library_contracts_are_assumed() {
    let text = "class A {\n  /*@ ensures \\result >= n; @*/\n  static int m(int n) { return Math.max(n, 3); }\n  \
                /*@ ensures \\result >= 2; @*/\n  static int k() { return Math.max(2, 3); }\n}\n";
    let finished = finish(&[("A.java", text)], &["A.java"], Ending::Itself);
    check("library", &finished, [2, 0, 0]);
    let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
    assert_eq!(json["assumed"]["library"], 1, "{json}");
    let one = &json["assumed"]["list"][0];
    assert_eq!(one["library"], "Math.max");
    assert_eq!(one["member"], "A.m");
    let human = &finished.outputs["human"];
    assert!(
        human.contains("the contract of 1 library member is assumed"),
        "{human}"
    );
}

#[test]
fn the_cache_changes_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache").to_string_lossy().into_owned();
    let files = [(
        "A.java",
        "class A {\n  /*@ ensures \\result >= n; @*/\n  static int m(int n) { return Math.max(n, 3); }\n  void bare() { }\n}\n",
    )];
    for _ in 0..2 {
        let finished = finish(&files, &["A.java", "--cache", &cache], Ending::Itself);
        check("cached", &finished, [2, 0, 0]);
        let json: Value = serde_json::from_str(&finished.outputs["json"]).unwrap();
        assert_eq!(json["assumed"]["total"], 2);
    }
}

#[test]
fn outputs_that_cannot_be_written_are_refused() {
    let refused = |outputs: &[&str], message: &str| {
        let mut command = veriframe();
        command.args(["verify", "examples/cell.idf"]);
        command.args(outputs.iter().flat_map(|output| ["--output", output]));
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
    };
    refused(
        &["json=no/such/folder/a.json"],
        "no/such/folder/a.json: cannot be written: ",
    );
    refused(
        &["json"],
        "write FORMAT=FILE, such as `sarif=results.sarif`",
    );
    refused(&["json="], "name a file: `json=FILE`");
    refused(
        &["sarrif=a"],
        "there is no format `sarrif`; did you mean `sarif`?",
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a").to_string_lossy().into_owned();
    let (one, other) = (format!("json={file}"), format!("junit={file}"));
    refused(&[&one, &other], "named by --output twice");
    if Path::new("/dev/full").exists() {
        refused(&["json=/dev/full"], "/dev/full: cannot be written: ");
        refused(&["jsonl=/dev/full"], "/dev/full: cannot be written: ");
    }
}

#[test]
fn every_format_can_be_printed() {
    for format in FORMATS {
        let args = ["verify", "examples/cell.idf", "--format", format];
        let output = veriframe().args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert!(output.stderr.is_empty(), "{format}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains('3') && text.ends_with('\n'),
            "{format}: {text}"
        );
    }
}
