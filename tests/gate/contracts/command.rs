//! The command on repositories and folders: revisions, the policy, accepted changes, exit codes.

use super::support::git::{self, git};
use super::support::schemas::sarif;
use super::support::{said, write};
use quick_junit::{Report, TestCaseStatus};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn contracts(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_veriframe"))
        .arg("contracts")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

const OLD: &str = "class C { static int m(int x) requires x > 0; ensures result = x; { return x; } \
                   static int n(int x) ensures result = x; { return x; } }\n";
const WEAKER: &str = "class C { static int m(int x) requires x > 0; ensures result > 0; { return x; } \
                      static int n(int x) ensures result = x; { return x; } }\n";

/// A repository whose first revision, `v1`, has these files, and the working tree those.
fn repository(first: &[(&str, &str)], now: &[(&str, &str)]) -> TempDir {
    let folder = git::repository(first);
    for (name, _) in first {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    write(folder.path(), now);
    folder
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", said(output)))
}

#[test]
fn a_weaker_contract_is_denied_against_a_revision() {
    let repository = repository(&[("src/a.idf", OLD)], &[("src/a.idf", WEAKER)]);
    let found = contracts(repository.path(), &["--against", "v1", "--format", "json"]);
    assert_eq!(code(&found), 1, "{}", said(&found));
    let report = json(&found);
    let member = &report["members"][0];
    assert_eq!(member["member"], "C.m");
    assert_eq!(member["change"], "weakened");
    assert_eq!(member["file"], "src/a.idf");
    assert_eq!(member["denied"], true);
    assert_eq!(report["members"][1]["change"], "kept");
    assert_eq!(report["summary"]["denied"], 1);

    for args in [
        &["--against", "HEAD", "src"][..],
        &["--against", "v1", "src/a.idf"],
    ] {
        let found = contracts(repository.path(), args);
        assert_eq!(code(&found), 1, "{args:?}: {}", said(&found));
        assert!(
            said(&found).contains("src/a.idf:1: denied: C.m weakened"),
            "{}",
            said(&found)
        );
    }
    // A file alone, in the current folder.
    let found = contracts(
        &repository.path().join("src"),
        &["--against", "v1", "a.idf", "--format=json"],
    );
    assert_eq!(changed(&found), ["C.m weakened denied"]);
    // In a folder of the repository, its files are compared.
    let found = contracts(&repository.path().join("src"), &["--against", "v1"]);
    assert!(said(&found).contains("\na.idf:1: denied") || said(&found).starts_with("a.idf:1"));

    git(repository.path(), &["commit", "-q", "-a", "-m", "second"]);
    let found = contracts(repository.path(), &["--against", "v1", "HEAD"]);
    assert_eq!(code(&found), 1, "{}", said(&found));
    let found = contracts(repository.path(), &["--against", "HEAD"]);
    assert_eq!(code(&found), 0, "{}", said(&found));
    // The other way round it is stronger.
    let found = contracts(
        repository.path(),
        &["--against", "HEAD", "v1", "--format=json"],
    );
    assert_eq!(json(&found)["members"][0]["change"], "strengthened");
    assert_eq!(code(&found), 0);
}

#[test]
fn denied_changes_are_annotations_of_github() {
    let repository = repository(&[("src/a.idf", OLD)], &[("src/a.idf", WEAKER)]);
    let with = |args: &[&str]| {
        let all = [&["--against", "v1", "--format", "github"], args].concat();
        contracts(repository.path(), &all)
    };
    let found = with(&[]);
    assert_eq!(code(&found), 1, "{}", said(&found));
    let text = String::from_utf8(found.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let [denied, summary] = lines.as_slice() else {
        panic!("{text}");
    };
    assert!(
        denied.starts_with("::error file=src/a.idf,line=1,endLine=1,"),
        "{text}"
    );
    assert!(
        denied.contains("title=contract weakened::C.m weakened: "),
        "{text}"
    );
    assert_eq!(
        *summary,
        "::notice title=contracts::1 kept, 0 strengthened, 1 weakened, 0 changed, 0 added, 0 removed"
    );
    let found = with(&["--deny", "none"]);
    assert_eq!(code(&found), 0, "{}", said(&found));
    assert_eq!(String::from_utf8(found.stdout).unwrap().lines().count(), 1);

    // Without an older revision there are no changes.
    let found = contracts(repository.path(), &["--format", "github", "src"]);
    assert_eq!(code(&found), 2, "{}", said(&found));
    assert!(said(&found).contains("`--format github` needs `--against`"));
}

#[test]
fn changes_are_told_in_the_formats_of_other_tools() {
    let repository = repository(&[("a.idf", OLD)], &[("a.idf", WEAKER)]);
    let folder = repository.path();
    let text = |format: &str, args: &[&str], exit: i32| {
        let all = [&["--against", "v1", "--format", format], args].concat();
        let found = contracts(folder, &all);
        assert_eq!(code(&found), exit, "{}", said(&found));
        String::from_utf8(found.stdout).unwrap()
    };

    let log: Value = serde_json::from_str(&text("sarif", &[], 1)).unwrap();
    assert!(sarif().is_valid(&log), "{log:#}");
    let results = log["runs"][0]["results"].as_array().unwrap();
    let [denied, kept] = results.as_slice() else {
        panic!("{log:#}");
    };
    assert_eq!(denied["ruleId"], "contract-weakened");
    assert_eq!(denied["level"], "error");
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let index = usize::try_from(denied["ruleIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(rules[index]["id"], "contract-weakened");
    assert_eq!(kept["kind"], "pass");
    let digest = denied["properties"]["digest"].as_str().unwrap();

    let suites = Report::deserialize_from_str(&text("junit", &[], 1)).unwrap();
    let cases = &suites.test_suites[0].test_cases;
    let failed = cases
        .iter()
        .map(|case| matches!(case.status, TestCaseStatus::NonSuccess { .. }));
    assert_eq!(failed.collect::<Vec<_>>(), [true, false]);
    assert_eq!(cases[0].name.as_str(), "C.m");

    let lines = text("jsonl", &[], 1);
    let lines: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let events: Vec<&str> = lines
        .iter()
        .map(|line| line["event"].as_str().unwrap())
        .collect();
    assert_eq!(events, ["contract", "contract", "summary"]);
    assert_eq!(lines[0]["member"], "C.m");
    assert_eq!(lines[2]["summary"]["denied"], 1);

    // What is accepted is suppressed, and no failure.
    let entry = format!(
        "[[accepted]]\nmember = \"C.m\"\nchange = \"weakened\"\ndigest = \"{digest}\"\nreason = \"agreed on\"\n"
    );
    fs::write(folder.join("accepted.toml"), entry).unwrap();
    let accept = ["--accept", "accepted.toml"];
    let log: Value = serde_json::from_str(&text("sarif", &accept, 0)).unwrap();
    assert!(sarif().is_valid(&log), "{log:#}");
    let suppressed = &log["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppressed["justification"], "agreed on");
    let suites = Report::deserialize_from_str(&text("junit", &accept, 0)).unwrap();
    assert_eq!(suites.failures, 0);

    // Without an older revision there are no changes.
    for format in ["sarif", "junit", "jsonl"] {
        let found = contracts(folder, &["--format", format, "."]);
        assert_eq!(code(&found), 2, "{}", said(&found));
        assert!(said(&found).contains("needs `--against`"));
    }
}

#[test]
fn the_report_has_the_shape_of_its_schema() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/veriframe-contracts.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(schema).unwrap()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let repository = repository(&[("a.idf", OLD)], &[("a.idf", WEAKER), ("b.idf", OLD)]);
    for args in [
        &["--against", "v1", "--format=json"][..],
        &["--format=json"],
    ] {
        let report = json(&contracts(repository.path(), args));
        let errors: Vec<String> = schema.iter_errors(&report).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(!schema.is_valid(&serde_json::json!({"version": 1, "members": [{}]})));
}

#[test]
fn the_policy_says_what_is_denied() {
    let repository = repository(&[("a.idf", OLD)], &[("a.idf", WEAKER)]);
    let with = |deny: &str| {
        code(&contracts(
            repository.path(),
            &["--against", "v1", "--deny", deny],
        ))
    };
    assert_eq!(with("none"), 0);
    assert_eq!(with("changed,removed"), 0);
    assert_eq!(with("added,weakened"), 1);
    assert_eq!(with("wrong"), 2);
}

#[test]
fn an_accepted_change_needs_a_reason_and_is_for_this_change_alone() {
    let repository = repository(&[("a.idf", OLD)], &[("a.idf", WEAKER)]);
    let folder = repository.path();
    let report = json(&contracts(folder, &["--against", "v1", "--format=json"]));
    let digest = report["members"][0]["digest"].as_str().unwrap().to_owned();
    let entry = |member: &str, digest: &str, reason: &str| {
        let text = format!(
            "[[accepted]]\nmember = \"{member}\"\nchange = \"weakened\"\ndigest = \"{digest}\"\nreason = \"{reason}\"\n"
        );
        fs::write(folder.join("accepted.toml"), text).unwrap();
        contracts(folder, &["--against", "v1", "--accept", "accepted.toml"])
    };
    let found = entry("C.m", &digest, "agreed on");
    assert_eq!(code(&found), 0, "{}", said(&found));
    assert!(
        said(&found).contains("accepted: agreed on"),
        "{}",
        said(&found)
    );
    for (member, digest, reason, message) in [
        ("C.m", digest.as_str(), " ", "has no reason"),
        ("C.m", digest.as_str(), "\\u200b", "has no reason"),
        (
            "C.m",
            digest.as_str(),
            "\u{3164}\u{a0}\u{2060}",
            "has no reason",
        ),
        ("C.m", digest.as_str(), "...", "has no reason"),
        ("C.m", "0123456789abcdef", "agreed on", "stale"),
        ("C.n", digest.as_str(), "agreed on", "stale"),
    ] {
        let found = entry(member, digest, reason);
        assert_eq!(code(&found), 2, "{}", said(&found));
        assert!(said(&found).contains(message), "{}", said(&found));
    }
    // Another weakening of the same member is not accepted.
    let weaker = WEAKER.replace("result > 0", "result > -5");
    fs::write(folder.join("a.idf"), weaker).unwrap();
    assert_eq!(code(&entry("C.m", &digest, "agreed on")), 2);
    // Nor is anything once the change is gone.
    fs::write(folder.join("a.idf"), OLD).unwrap();
    let found = entry("C.m", &digest, "agreed on");
    assert_eq!(code(&found), 2, "{}", said(&found));
    fs::write(folder.join("accepted.toml"), "[[accepted]]\nmembre = 1\n").unwrap();
    let found = contracts(folder, &["--against", "v1", "--accept", "accepted.toml"]);
    assert_eq!(code(&found), 2);
}

#[test]
fn folders_are_compared_by_the_names_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("old/a.idf", OLD),
        ("new/a.idf", OLD),
        ("old/gone.idf", "class G { static void g() { } }"),
        // Renamed.
        (
            "old/b.idf",
            "class D { static void m(int x) requires x > 0; { } }",
        ),
        (
            "new/c.idf",
            "class D { static void m(int x) requires x > 1; { } }",
        ),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let found = contracts(folder.path(), &["--against", "old", "new", "--format=json"]);
    let report = json(&found);
    let members = report["members"].as_array().unwrap().iter();
    let members: Vec<String> = members
        .map(|m| {
            format!(
                "{} {}",
                m["member"].as_str().unwrap(),
                m["change"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        members
            .into_iter()
            .filter(|m| !m.contains("D.D") && !m.contains("C.C") && !m.contains("G.G"))
            .collect::<Vec<_>>(),
        ["C.m kept", "C.n kept", "D.m weakened", "G.g removed"]
    );
    let single = contracts(folder.path(), &["--against", "old/b.idf", "new/c.idf"]);
    assert_eq!(code(&single), 1, "{}", said(&single));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let repository = repository(&[("a.idf", OLD)], &[("a.idf", OLD)]);
    let refused = |args: &[&str], message: &str| {
        let found = contracts(repository.path(), args);
        assert_eq!(code(&found), 2, "{args:?}: {}", said(&found));
        assert!(said(&found).contains(message), "{args:?}: {}", said(&found));
    };
    refused(
        &["--against", "nowhere"],
        "`nowhere` is neither a file or folder nor a revision",
    );
    refused(
        &["--against", "v1", "a.idf", "b.idf"],
        "only one newer place",
    );
    refused(
        &["--against", "v1", "--format", "markdown"],
        "without `--against`",
    );
    refused(&["--format", "human"], "needs `--against`");
    refused(&["--accept", "x.toml"], "--against");
    refused(
        &["--against", "v1", "--accept", "missing.toml"],
        "missing.toml",
    );
    fs::write(repository.path().join("a.idf"), "class C { int m( }").unwrap();
    refused(&["--against", "v1"], "syntax");
    fs::create_dir(repository.path().join("empty")).unwrap();
    fs::write(repository.path().join("empty/b.idf"), OLD).unwrap();
    refused(
        &["--against", "v1", "empty"],
        "no .idf or .java file in `v1`",
    );
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.idf"), OLD).unwrap();
    let found = contracts(outside.path(), &["--against", "v1"]);
    assert_eq!(code(&found), 2, "{}", said(&found));
}

#[test]
fn contracts_are_listed_for_reviews() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.idf"), OLD).unwrap();
    let found = contracts(folder.path(), &["a.idf"]);
    assert_eq!(code(&found), 0);
    let text = said(&found);
    let expected = "static int m(int x)\n  requires x > 0;\n  ensures result = x;\n";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("## a.idf\n\n### C\n"), "{text}");
    let report = json(&contracts(folder.path(), &["a.idf", "--format=json"]));
    assert_eq!(report["contracts"][0]["clauses"][0], "requires x > 0;");
    assert_eq!(code(&contracts(folder.path(), &["missing.idf"])), 2);
}

/// The changes that are not `kept`, as `member change ruling`.
fn changed(output: &Output) -> Vec<String> {
    let report = json(output);
    let members = report["members"].as_array().unwrap().iter();
    let shown = members
        .filter(|member| member["change"] != "kept")
        .map(|member| {
            let ruling = match (&member["denied"], &member["warned"]) {
                (Value::Bool(true), _) => "denied",
                (_, Value::Bool(true)) => "warned",
                _ => "allowed",
            };
            let name = |key: &str| member[key].as_str().unwrap().to_owned();
            format!("{} {} {ruling}", name("member"), name("change"))
        });
    shown.collect()
}

#[test]
fn the_project_file_has_the_policy() {
    let policy = |lines: &str| format!("[contracts]\n{lines}");
    for (lines, expected, exit) in [
        ("weakened = \"warn\"\n", "warned", 0),
        ("weakened = \"allow\"\n", "allowed", 0),
        ("weakened = \"deny\"\n", "denied", 1),
        ("removed = \"warn\"\n", "denied", 1),
    ] {
        let policy = policy(lines);
        let before = [("a.idf", OLD), ("veriframe.toml", policy.as_str())];
        let after = [("a.idf", WEAKER), ("veriframe.toml", policy.as_str())];
        let repository = repository(&before, &after);
        let found = contracts(repository.path(), &["--against", "v1", "--format=json"]);
        assert_eq!(
            changed(&found),
            [format!("C.m weakened {expected}")],
            "{lines}"
        );
        assert_eq!(code(&found), exit, "{lines}");
        // The command line has the last word.
        let all = ["--against", "v1", "--deny", "weakened"];
        assert_eq!(code(&contracts(repository.path(), &all)), 1);
        let none = ["--against", "v1", "--deny", "none"];
        assert_eq!(code(&contracts(repository.path(), &none)), 0);
        // Without the project file, the defaults hold.
        let off = ["--against", "v1", "--project", "off"];
        assert_eq!(code(&contracts(repository.path(), &off)), 1);
    }
}

#[test]
fn a_change_cannot_allow_itself() {
    let strict = "[contracts]\nweakened = \"deny\"\n";
    let lax = "[contracts]\nweakened = \"allow\"\n";
    for after in [Some(lax), None] {
        let mut now = vec![("a.idf", WEAKER)];
        now.extend(after.map(|text| ("veriframe.toml", text)));
        let repository = repository(&[("a.idf", OLD), ("veriframe.toml", strict)], &now);
        let found = contracts(repository.path(), &["--against", "v1", "--format=json"]);
        assert_eq!(code(&found), 1, "{after:?}: {}", said(&found));
        let changes = changed(&found);
        match after {
            Some(_) => assert_eq!(
                changes,
                [
                    "veriframe.toml: contracts.weakened weakened denied",
                    "C.m weakened allowed"
                ]
            ),
            // The defaults are as strict.
            None => assert_eq!(changes, ["C.m weakened denied"]),
        }
    }
}

#[test]
fn options_that_demand_less_are_weakenings() {
    let cases: [(&str, &str, &[&str]); 20] = [
        ("timeout = 10\n", "timeout = 20\n", &["timeout"]),
        ("timeout = 20\n", "timeout = 10\n", &[]),
        ("rlimit = 1000\n", "", &["rlimit"]),
        // A folder was a value of older versions; now it is refused.
        ("cache = \"a\"\n", "cache = \"off\"\n", &[]),
        ("cache = \"a\"\n", "", &[]),
        // It is used only where the environment names it, too.
        ("", "remote-cache = \"s3://other/x\"\n", &[]),
        ("", "rlimit = 0\n", &["rlimit"]),
        ("rlimit = 0\n", "rlimit = 1000\n", &[]),
        (
            "deny = [\"assume\", \"vacuous\"]\n",
            "deny = [\"vacuous\"]\n",
            &["deny"],
        ),
        ("deny = [\"assume\"]\n", "deny = [\"warnings\"]\n", &[]),
        ("int = \"checked\"\n", "int = \"wrapping\"\n", &["int"]),
        ("", "int = \"checked\"\n", &[]),
        ("infer = \"off\"\n", "infer = \"on\"\n", &["infer"]),
        (
            "library-exceptions = \"any\"\n",
            "library-exceptions = \"declared\"\n",
            &["library-exceptions"],
        ),
        (
            "library-exceptions = \"declared\"\n",
            "library-exceptions = \"any\"\n",
            &[],
        ),
        ("", "exclude = [\"generated\"]\n", &["exclude"]),
        ("", "classpath = [\"a.jar\"]\n", &["classpath"]),
        (
            "classpath = [\"a\", \"b\"]\n",
            "classpath = [\"b\", \"a\"]\n",
            &["classpath"],
        ),
        ("classpath = [\"a\"]\n", "", &[]),
        (
            "[folders.src]\nrlimit = 1000\n",
            "[folders.src]\nrlimit = 2000\n",
            &["folders.src.rlimit"],
        ),
    ];
    for (old, new, expected) in cases {
        let repository = repository(
            &[("src/a.idf", OLD), ("veriframe.toml", old)],
            &[("src/a.idf", OLD), ("veriframe.toml", new)],
        );
        let found = contracts(repository.path(), &["--against", "v1", "--format=json"]);
        let expected: Vec<String> = expected
            .iter()
            .map(|keys| format!("veriframe.toml: {keys} weakened denied"))
            .collect();
        assert_eq!(
            changed(&found),
            expected,
            "{old:?} to {new:?}: {}",
            said(&found)
        );
        assert_eq!(code(&found), i32::from(!expected.is_empty()));
    }
}

#[test]
fn what_is_excluded_now_is_gone() {
    let repository = repository(
        &[
            ("a.idf", OLD),
            (
                "generated/b.idf",
                "class D { static void m() ensures true; { } }",
            ),
            ("veriframe.toml", ""),
        ],
        &[
            ("a.idf", OLD),
            (
                "generated/b.idf",
                "class D { static void m() ensures true; { } }",
            ),
            ("veriframe.toml", "exclude = [\"generated\"]\n"),
        ],
    );
    let found = contracts(repository.path(), &["--against", "v1", "--format=json"]);
    let changes = changed(&found);
    assert!(
        changes.contains(&"veriframe.toml: exclude weakened denied".to_owned()),
        "{changes:?}"
    );
    assert!(
        changes.contains(&"D.m removed denied".to_owned()),
        "{changes:?}"
    );
}

const LIBRARY: &str = "package lib;\npublic class Safe {\n  //@ ensures \\result == (n > 0);\n  public static /*@ pure @*/ boolean ok(int n);\n}\n";
const USER: &str = "import lib.Safe;\nclass A {\n  //@ requires Safe.ok(n);\n  //@ ensures \\result > 0;\n  static int use(int n) { return n; }\n}\n";

#[test]
fn library_contracts_are_those_of_each_revision() {
    let other = LIBRARY.replace("n > 0", "n > 5");
    let repository = repository(
        &[("src/A.java", USER), ("specs/lib/Safe.java", LIBRARY)],
        &[("src/A.java", USER), ("specs/lib/Safe.java", &other)],
    );
    let against = |old: &str| {
        let args = ["--against", old, "src", "--spec", "specs", "--format=json"];
        contracts(repository.path(), &args)
    };
    let found = against("v1");
    assert_eq!(code(&found), 1, "{}", said(&found));
    assert_eq!(
        changed(&found),
        ["A.use weakened denied", "Safe.ok weakened denied"],
        "{}",
        said(&found)
    );
    git(repository.path(), &["commit", "-q", "-a", "-m", "second"]);
    let found = against("HEAD");
    assert_eq!(code(&found), 0, "{}", said(&found));
}
