//! `--since`: what a change concerns is verified, and what it leaves out cannot differ.

use crate::support;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;
use support::{git, root, said, timeless, veriframe, write};
use tempfile::TempDir;

/// A repository whose first revision, `v1`, has these files, and the working tree those in addition.
fn repository(first: &[(&str, &str)], now: &[(&str, &str)]) -> TempDir {
    let folder = git::repository(first);
    write(folder.path(), now);
    folder
}

fn verify(folder: &Path, args: &[&str]) -> Output {
    let mut command = veriframe();
    command.current_dir(folder).arg("verify").args(args);
    command.output().unwrap()
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", said(output)))
}

fn names(members: &Value) -> Vec<&str> {
    let members = members.as_array().unwrap().iter();
    members
        .map(|member| member["name"].as_str().unwrap())
        .collect()
}

const PROGRAM: &str = "class C {
  int x;
  predicate valid() { return acc(x) * x >= 0; }
  static pure int twice(int n) { return n + n; }
  void set(int n) requires acc(x); ensures acc(x) * x = C.twice(n); { x := n + n; }
  void zero() requires acc(x); ensures acc(x) * x = 0; { set(0); }
  static int other(int n) ensures result = n; { return n; }
}
";

/// The members that are verified since `v1` after an edit.
fn since(edit: impl Fn(&str) -> String) -> BTreeSet<String> {
    let repository = repository(&[("src/c.idf", PROGRAM)], &[("src/c.idf", &edit(PROGRAM))]);
    let found = verify(
        repository.path(),
        &["--since", "v1", "--format", "json", "src"],
    );
    let report = report(&found);
    let verified: BTreeSet<String> = names(&report["members"])
        .into_iter()
        .map(str::to_owned)
        .collect();
    let schema = fs::read_to_string(root().join("docs/veriframe.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    assert!(schema.is_valid(&report));
    let left_out: BTreeSet<String> = names(&report["since"]["left_out"])
        .into_iter()
        .map(str::to_owned)
        .collect();
    assert!(verified.is_disjoint(&left_out));
    assert_eq!(verified.len() + left_out.len(), 5);
    verified
}

fn are(found: &BTreeSet<String>, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(*found, expected);
}

#[test]
fn what_an_edit_concerns_is_verified() {
    are(&since(str::to_owned), &[]);
    // Comments and lines do not count.
    are(
        &since(|text| text.replace("class C {", "// first\n\nclass C {")),
        &[],
    );
    are(
        &since(|text| text.replace("{ return n; }", "{ int k := n; return k; }")),
        &["C.other"],
    );
    // A body concerns the member alone, a contract its callers, a pure method all that names it.
    are(
        &since(|text| text.replace("x := n + n;", "x := 2 * n;")),
        &["C.set"],
    );
    are(
        &since(|text| {
            text.replace("C.twice(n); {", "C.twice(n) * acc(x, 0); {")
                .replace(" * acc(x, 0)", " * n = n")
        }),
        &["C.set", "C.zero"],
    );
    are(
        &since(|text| text.replace("{ return n + n; }", "{ return 2 * n; }")),
        &["C.set", "C.twice", "C.zero"],
    );
    are(
        &since(|text| text.replace("x >= 0", "x >= 1")),
        &["C.valid"],
    );
}

#[test]
fn new_files_and_members_are_verified() {
    let repository = repository(
        &[("a.idf", PROGRAM)],
        &[("b.idf", "class D { static void m() { assert false; } }")],
    );
    let found = verify(
        repository.path(),
        &["--since", "v1", "--format", "json", "."],
    );
    assert_eq!(names(&report(&found)["members"]), ["D.m"]);
    assert_eq!(found.status.code(), Some(1));
    // In the text for people, what is left out is told.
    let found = verify(repository.path(), &["--since", "v1", "."]);
    assert!(
        said(&found).contains(
            "left out 5 members whose results cannot differ from those in v1; -v lists them"
        ),
        "{}",
        said(&found)
    );
    let found = verify(repository.path(), &["-v", "--since", "v1", "a.idf"]);
    assert_eq!(found.status.code(), Some(0));
    assert!(
        said(&found).contains("left out: a.idf: C.zero"),
        "{}",
        said(&found)
    );
    // From another folder, and by absolute paths.
    let path = repository.path().join("a.idf");
    let found = verify(
        root(),
        &["--since", "v1", "--format", "json", path.to_str().unwrap()],
    );
    assert!(
        names(&report(&found)["members"]).is_empty(),
        "{}",
        said(&found)
    );
    // The members are listed without being verified.
    let found = verify(repository.path(), &["--since", "v1", "--list", "."]);
    assert_eq!(said(&found).lines().count(), 1, "{}", said(&found));
}

#[test]
fn members_that_a_library_class_hands_down_are_left_out_of_their_own_file() {
    let text = "import java.util.ArrayList;\n\nclass Names extends ArrayList<String> {\n}\n";
    let repository = repository(&[("Names.java", text)], &[]);
    let run = |args: &[&str]| {
        let args = [&["--format", "json", "Names.java"], args].concat();
        report(&verify(repository.path(), &args))
    };
    let fresh = run(&[]);
    let part = run(&["--since", "v1"]);
    let left_out = part["since"]["left_out"].as_array().unwrap();
    let all = fresh["members"].as_array().unwrap();
    assert_eq!(left_out.len(), all.len());
    assert!(names(&fresh["members"]).contains(&"Names.super.contents"));
    for (member, left_out) in all.iter().zip(left_out) {
        assert_eq!(left_out["file"], member["file"]);
        assert_eq!(left_out["name"], member["name"]);
    }
}

#[test]
fn what_failed_to_be_read_before_is_verified() {
    let repository = repository(
        &[("a.idf", "class C { int m( }"), ("b.idf", PROGRAM)],
        &[(
            "a.idf",
            "class E { static int m() ensures result = 1; { return 1; } }",
        )],
    );
    let found = verify(
        repository.path(),
        &["--since", "v1", "--format", "json", "."],
    );
    assert_eq!(names(&report(&found)["members"]), ["E.m"]);
    // What cannot be read now is refused.
    write(repository.path(), &[("a.idf", "class C { int m( }")]);
    let found = verify(repository.path(), &["--since", "v1", "."]);
    assert_eq!(found.status.code(), Some(2));
}

#[test]
fn other_options_concern_all_members() {
    let first = [("c.idf", PROGRAM), ("veriframe.toml", "paths = [\".\"]\n")];
    let strict = "paths = [\".\"]\ndeny = [\"uncontracted\"]\n";
    let repository = repository(&first, &[]);
    let verified = |args: &[&str]| {
        let found = verify(
            repository.path(),
            &[&["--since", "v1", "--format", "json"], args].concat(),
        );
        names(&report(&found)["members"]).len()
    };
    assert_eq!(verified(&[]), 0);
    // Those of the command line hold for both.
    assert_eq!(verified(&["--rlimit", "5000"]), 0);
    write(repository.path(), &[("veriframe.toml", strict)]);
    assert_eq!(verified(&[]), 5);
    fs::remove_file(repository.path().join("veriframe.toml")).unwrap();
    assert_eq!(verified(&["c.idf"]), 5);
}

#[test]
fn a_recursion_through_a_body_concerns_all_of_it_if_it_is_denied() {
    let plain = "class R { void a() ensures true; { b(); } void b() ensures true; { } }";
    let cycle = "class R { void a() ensures true; { b(); } void b() ensures true; { a(); } }";
    let repository = repository(&[("r.idf", plain)], &[("r.idf", cycle)]);
    let verified = |args: &[&str]| {
        let found = verify(
            repository.path(),
            &[&["--since", "v1", "--format", "json", "r.idf"], args].concat(),
        );
        report(&found)["members"].as_array().unwrap().len()
    };
    assert_eq!(verified(&["--deny", "unproved-termination"]), 2);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let repository = repository(&[("a.idf", PROGRAM)], &[]);
    let refused = |folder: &Path, args: &[&str], message: &str| {
        let found = verify(folder, args);
        assert_eq!(found.status.code(), Some(2), "{}", said(&found));
        assert!(said(&found).contains(message), "{}", said(&found));
    };
    refused(repository.path(), &["--since", "nowhere", "."], "`nowhere`");
    refused(repository.path(), &["--since", "v1", "-"], "standard input");
    let outside = tempfile::tempdir().unwrap();
    write(outside.path(), &[("a.idf", PROGRAM)]);
    refused(outside.path(), &["--since", "v1", "."], "`v1`");
}

#[test]
fn a_name_of_several_revisions_is_refused() {
    let wrong = PROGRAM.replace("x := n + n;", "x := n;");
    let repository = repository(&[("a.idf", PROGRAM)], &[("a.idf", &wrong)]);
    let at = repository.path();
    git::git(at, &["commit", "-q", "-a", "-m", "change"]);
    git::git(at, &["update-ref", "refs/remotes/origin/main", "v1"]);
    let since = |name: &str| {
        let found = verify(at, &["--since", name, "--quiet", "."]);
        (found.status.code().unwrap(), said(&found))
    };
    assert_eq!(since("origin/main").0, 1);
    // The same commit under one name is one thing.
    git::git(at, &["tag", "origin/main", "v1"]);
    assert_eq!(since("origin/main").0, 1);
    git::git(at, &["tag", "-f", "origin/main", "HEAD"]);
    for name in ["origin/main", "origin/main~0", "origin/main^{commit}"] {
        let (code, said) = since(name);
        assert_eq!(code, 2, "{name}: {said}");
        assert!(
            said.contains("`refs/tags/origin/main` and `refs/remotes/origin/main`"),
            "{name}: {said}"
        );
    }
    assert_eq!(since("refs/remotes/origin/main").0, 1);
    assert_eq!(since("refs/tags/origin/main").0, 0);
}

#[test]
fn shards_divide_what_a_change_concerns() {
    let edited = PROGRAM.replace("{ return n + n; }", "{ return 2 * n; }");
    let repository = repository(&[("c.idf", PROGRAM)], &[("c.idf", &edited)]);
    let mut files = Vec::new();
    let mut all = 0;
    for shard in ["1/2", "2/2"] {
        let found = verify(
            repository.path(),
            &[
                "--since", "v1", "--shard", shard, "--format", "json", "c.idf",
            ],
        );
        all += report(&found)["members"].as_array().unwrap().len();
        let file = repository.path().join(format!("{}.json", files.len()));
        fs::write(&file, &found.stdout).unwrap();
        files.push(file);
    }
    assert_eq!(all, 3);
    let merged = veriframe().arg("merge").args(&files).output().unwrap();
    let whole = verify(
        repository.path(),
        &["--since", "v1", "--format", "json", "c.idf"],
    );
    assert_eq!(timeless(&merged.stdout), timeless(&whole.stdout));
    // A shard since another revision does not belong to them.
    let other = verify(
        repository.path(),
        &["--shard", "2/2", "--format", "json", "c.idf"],
    );
    fs::write(&files[1], &other.stdout).unwrap();
    let merged = veriframe().arg("merge").args(&files).output().unwrap();
    assert_eq!(merged.status.code(), Some(2));
}

/// The status and the codes of each member, by file and name.
fn verdicts(report: &Value) -> BTreeMap<(String, String), String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = BTreeMap::new();
    for member in report["members"].as_array().unwrap() {
        found.insert(
            (text(&member["file"]), text(&member["name"])),
            text(&member["status"]),
        );
    }
    for told in report["diagnostics"].as_array().unwrap() {
        let key = (text(&told["file"]), text(&told["member"]));
        if let Some(status) = found.get_mut(&key) {
            status.push_str(&format!(" {}", text(&told["code"])));
        }
    }
    found
}

/// Edits of operators, numbers and conditions: the places of these in a text.
fn edits(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (from, to) in [
        (" + 1", " + 2"),
        (" - 1", " - 2"),
        (" < ", " <= "),
        (" >= ", " > "),
        (" = 0", " = 1"),
        ("true", "false"),
        (" && ", " || "),
    ] {
        for (at, _) in text.match_indices(from) {
            let (before, after) = (&text[..at], &text[at + from.len()..]);
            found.push(format!("{before}{to}{after}"));
        }
    }
    found
}

#[test]
fn random_edits_of_examples_leave_out_only_what_cannot_differ() {
    let mut originals = Vec::new();
    for name in [
        "queue.idf",
        "tree.idf",
        "linked_list.idf",
        "bank.idf",
        "iterator.idf",
        "fractions.idf",
    ] {
        let text = fs::read_to_string(root().join("examples").join(name)).unwrap();
        originals.push((name, text));
    }
    let files: Vec<(&str, &str)> = originals.iter().map(|(n, t)| (*n, t.as_str())).collect();
    let repository = repository(&files, &[]);
    let before = verdicts(&report(&verify(
        repository.path(),
        &["--format", "json", "."],
    )));
    // The same ones in each run, spread over the files.
    let mut all: Vec<(&str, String)> = Vec::new();
    for (name, text) in &originals {
        all.extend(edits(text).into_iter().map(|edited| (*name, edited)));
    }
    let step = (all.len() / 30).max(1);
    let chosen: Vec<&(&str, String)> = all.iter().step_by(step).take(30).collect();
    assert_eq!(chosen.len(), 30);
    let (mut differing, mut verified) = (0, 0);
    for (name, edited) in chosen {
        write(repository.path(), &[(name, edited)]);
        let fresh = report(&verify(repository.path(), &["--format", "json", "."]));
        let part = report(&verify(
            repository.path(),
            &["--format", "json", "--since", "v1", "."],
        ));
        let (now, part) = (verdicts(&fresh), verdicts(&part));
        for (member, verdict) in &now {
            match part.get(member) {
                Some(found) => assert_eq!(found, verdict, "{member:?}"),
                None => assert_eq!(
                    before.get(member),
                    Some(verdict),
                    "{name}: {member:?} was left out"
                ),
            }
            differing += usize::from(before.get(member) != Some(verdict));
        }
        verified += part.len();
        let original = originals.iter().find(|(other, _)| other == name).unwrap();
        write(repository.path(), &[(name, &original.1)]);
    }
    println!(
        "30 edits: {differing} verdicts differ, {verified} members verified of {}",
        30 * before.len()
    );
    assert!(
        differing > 10,
        "the edits change too little to tell anything"
    );
    assert!(
        verified < 30 * before.len() / 3,
        "too much is verified: {verified}"
    );
}
