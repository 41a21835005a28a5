//! What users of command lines expect: what is searched, how much is said, lists, numbers,
//! suggestions, completions.

use crate::support;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use support::{each, folder, veriframe};

const GREEN: &str = "class C { void m(int n) requires n > 0; ensures n != 0; { } }\n";
const RED: &str =
    "class D { void bad(int n) requires true; ensures n != 0; { } void good() { } }\n";

/// Runs the verifier in a folder: the exit code, standard output and standard error.
fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = veriframe();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// The files that a run with these arguments verifies.
fn files(folder: &Path, args: &[&str]) -> Vec<String> {
    let mut all = vec!["verify", "-v"];
    all.extend(args);
    let (_, out, _) = run(folder, &all);
    let names = out.lines().filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        rest.contains("verified").then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn folders_are_searched_without_what_is_hidden_ignored_or_made_by_tools() {
    let at = folder(&[
        ("a.idf", GREEN),
        ("target/b.idf", GREEN),
        ("sub/node_modules/c.idf", GREEN),
        (".hidden/d.idf", GREEN),
        (".e.idf", GREEN),
        ("sub/.gitignore", "f.idf\nkept/\n!kept/\n"),
        ("sub/f.idf", GREEN),
        ("sub/kept/g.idf", GREEN),
        ("old/h.idf", GREEN),
        ("old/i.idf", GREEN),
    ]);
    let all = ["./a.idf", "./old/h.idf", "./old/i.idf", "./sub/kept/g.idf"];
    assert_eq!(files(at.path(), &["."]), all);
    let some = ["./a.idf", "./sub/kept/g.idf"];
    assert_eq!(files(at.path(), &[".", "--exclude", "old/"]), some);
    let but_one = ["./a.idf", "./old/i.idf", "./sub/kept/g.idf"];
    assert_eq!(files(at.path(), &[".", "--exclude", "/old/h.idf"]), but_one);
    assert_eq!(
        files(at.path(), &["old", "--exclude", "h.*"]),
        ["old/i.idf"]
    );
    // What is named is verified.
    assert_eq!(files(at.path(), &["target"]), ["target/b.idf"]);
    let named = ["old/h.idf", "--exclude", "old/"];
    assert_eq!(files(at.path(), &named), ["old/h.idf"]);
    let (code, _, err) = run(at.path(), &["verify", ".", "--exclude", "a{b"]);
    assert_eq!(code, 2);
    assert!(err.contains("the pattern `a{b`"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_a_warning() {
    let at = folder(&[("a.idf", GREEN), ("other/b.idf", GREEN)]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, at.path().join(name)).unwrap();
    };
    link("nowhere.idf", "dangling.idf");
    link("other/b.idf", "link.idf");
    link("other", "linked");
    let (code, out, err) = run(at.path(), &["verify", "-v", "."]);
    assert_eq!(code, 0, "{out}{err}");
    assert_eq!(
        err,
        "warning: ./dangling.idf: no such file or folder: the link is left out\n"
    );
    // A file is verified once, by the first name.
    assert!(out.contains("./link.idf: 1 member verified"), "{out}");
    assert!(out.contains("verified 2 members"), "{out}");
}

#[test]
fn a_program_can_come_from_standard_input() {
    let given = |text: &str, args: &[&str]| {
        let mut command = veriframe();
        command.args(["verify", "-v", "-"]).args(args);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(text.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (
            output.status.code().unwrap(),
            String::from_utf8(text).unwrap(),
        )
    };
    let (code, text) = given(GREEN, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("stdin.idf: 1 member verified"), "{text}");
    let java = "class A { /*@ ensures \\result == n; @*/ int f(int n) { return n; } }\n";
    let (code, text) = given(java, &["--stdin-name", "p/A.java"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("p/A.java: 1 member verified"), "{text}");
    let (code, text) = given(GREEN, &["--stdin-name", "a.txt"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("--stdin-name a.txt: neither"), "{text}");
}

#[test]
fn as_much_is_said_as_asked_for() {
    let at = folder(&[("a.idf", GREEN), ("b.idf", RED)]);
    let (code, out, _) = run(at.path(), &["verify", "a.idf"]);
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.starts_with("verified 1 member, 0 failed"), "{out}");
    let (_, out, _) = run(at.path(), &["verify", ".", "--explain=off"]);
    assert!(!out.contains("./a.idf: "), "{out}");
    assert!(
        out.contains("./b.idf: 1 member verified, 1 failed (D.bad)"),
        "{out}"
    );
    let (code, out, _) = run(at.path(), &["verify", "-q", "a.idf"]);
    assert_eq!((code, out.as_str()), (0, ""));
    let (code, out, _) = run(at.path(), &["verify", "--quiet", "."]);
    assert_eq!(code, 1);
    assert!(out.contains("error[postcondition:may-not-hold]"), "{out}");
    assert!(!out.contains("verified"), "{out}");
    let (_, out, _) = run(at.path(), &["verify", "--verbose", "."]);
    assert!(out.contains("./a.idf: 1 member verified\n"), "{out}");
    assert!(
        out.contains("assumed: ./b.idf:1: `D.good` has no contract"),
        "{out}"
    );
    let (code, _, err) = run(at.path(), &["verify", "-q", "-v", "."]);
    assert_eq!(code, 2, "{err}");
}

/// A query that no engine answers.
const HARD: &str = "class T {
  static pure int id(int n) { return n; }
  static void hard(seq<int> s)
    requires forall int i :: {id(i)} exists int j :: {id(j)} id(j) > id(i);
  {
    assert id(0) = 0;
    assert exists int j :: {id(j)} id(j) >= 0 && (forall int i :: {id(i)} id(j) > id(i));
  }
";

#[test]
fn members_that_are_unknown_because_the_run_ended_are_counted() {
    let more = each(20, "", |i| {
        format!("  static void m{i}(int n) requires n > 0; {{ }}\n")
    });
    let at = folder(&[("a.idf", &format!("{HARD}{more}}}\n")), ("b.idf", RED)]);
    let args = [
        "verify",
        ".",
        "--rlimit=0",
        "-j1",
        "--timeout",
        "0.5",
        "--explain=off",
    ];
    let (code, out, _) = run(at.path(), &args);
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains(" unknown because the run ended (time ran out); -v lists them"),
        "{out}"
    );
    assert!(!out.contains("is unknown: time ran out"), "{out}");
    let mut verbose = args.to_vec();
    verbose.push("-v");
    let (_, out, _) = run(at.path(), &verbose);
    assert!(out.contains("T.hard is unknown: time ran out"), "{out}");
}

#[test]
fn a_failure_ends_the_run_if_asked_for() {
    let at = folder(&[("a.idf", RED), ("b.idf", &format!("{HARD}}}\n"))]);
    let (code, out, _) = run(
        at.path(),
        &["verify", ".", "--fail-fast", "--rlimit=0", "-j1", "-v"],
    );
    assert_eq!(code, 1, "{out}");
    assert!(
        out.contains("T.hard is unknown: another member failed before"),
        "{out}"
    );
}

#[test]
fn members_and_codes_are_listed() {
    let at = folder(&[
        ("a.idf", GREEN),
        ("b.idf", RED),
        ("c.idf", "class E { int f() { return 1 } }\n"),
    ]);
    let (code, out, err) = run(at.path(), &["verify", "--list", "a.idf", "b.idf"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "a.idf:1: method C.m\nb.idf:1: method D.bad\nb.idf:1: method D.good\n"
    );
    let (_, out, _) = run(
        at.path(),
        &[
            "verify",
            "--list",
            ".",
            "--member",
            "D.bad",
            "--exclude=c.idf",
        ],
    );
    assert_eq!(out, "./b.idf:1: method D.bad\n");
    let (code, _, err) = run(at.path(), &["verify", "--list", "."]);
    assert_eq!(code, 2);
    assert!(err.contains("some files have errors"), "{err}");
    let (code, out, _) = run(at.path(), &["explain", "--list"]);
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), veriframe::Code::ALL.len());
    assert!(out.contains("overflow "), "{out}");
    let (code, _, _) = run(at.path(), &["explain"]);
    assert_eq!(code, 2);
}

#[test]
fn a_cache_says_its_size_and_is_cleaned_of_its_own_files_only() {
    let at = folder(&[("a.idf", GREEN), ("other/notes.txt", "mine")]);
    // A folder of others is none.
    let (code, _, err) = run(at.path(), &["cache", "size", "--cache", "other"]);
    assert_eq!(code, 2, "{err}");
    let (code, out, _) = run(at.path(), &["cache", "size", "--cache", "cache"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("cache: 0 files, 0"), "{out}");
    run(at.path(), &["verify", "a.idf", "--cache", "cache"]);
    for name in ["notes.txt", "my.pack"] {
        std::fs::write(at.path().join("cache").join(name), "mine").unwrap();
    }
    let (_, out, _) = run(at.path(), &["cache", "size", "--cache", "cache"]);
    assert!(!out.starts_with("cache: 0 files"), "{out}");
    let (_, out, _) = run(at.path(), &["cache", "clean", "--cache", "cache"]);
    assert!(out.contains(" removed, "), "{out}");
    let (_, out, _) = run(at.path(), &["cache", "size", "--cache", "cache"]);
    assert!(out.starts_with("cache: 0 files, 0"), "{out}");
    assert!(at.path().join("cache/notes.txt").exists());
    assert!(at.path().join("cache/my.pack").exists());
    let (code, _, err) = run(at.path(), &["cache", "size", "--cache", "off"]);
    assert_eq!(code, 2);
    assert_eq!(err, "error: there is no cache: it is off\n");
}

#[test]
fn the_version_names_z3() {
    let (code, out, _) = run(Path::new("."), &["--version"]);
    assert_eq!(code, 0);
    let mut lines = out.lines();
    let first = lines.next().unwrap();
    assert!(
        first.starts_with(concat!("veriframe ", env!("CARGO_PKG_VERSION"))),
        "{out}"
    );
    assert!(lines.next().unwrap().starts_with("Z3 "), "{out}");
}

#[test]
fn seconds_have_fractions() {
    let at = folder(&[("a.idf", GREEN)]);
    for good in ["0.5", "90", "1e2"] {
        let (code, _, err) = run(at.path(), &["verify", "a.idf", "--timeout", good]);
        assert_eq!(code, 0, "{good}: {err}");
    }
    for (bad, why) in [
        ("0", "it is not a positive number of seconds"),
        ("-1", "it is not a positive number of seconds"),
        ("inf", "it is not a positive number of seconds"),
        ("nan", "it is not a positive number of seconds"),
        ("1m", "it is not a number of seconds such as `90` or `0.5`"),
    ] {
        let (code, _, err) = run(at.path(), &["verify", "a.idf", &format!("--timeout={bad}")]);
        assert_eq!(code, 2, "{bad}");
        assert!(err.contains(why), "{bad}: {err}");
    }
}

#[test]
fn slips_of_the_pen_get_suggestions() {
    for (args, offer) in [
        (&["verfy"][..], "verify"),
        (&["verify", "a.idf", "--tiemout", "1"], "--timeout"),
        (&["verify", "a.idf", "--format", "sarf"], "sarif"),
        (&["verify", "a.idf", "--deny", "asume"], "assume"),
        (&["verify", "a.idf", "--output", "jnuit=a"], "junit"),
        (&["explain", "overflw"], "overflow"),
    ] {
        let (code, _, err) = run(Path::new("."), args);
        assert_eq!(code, 2, "{err}");
        assert!(
            err.contains(&format!("'{offer}'")) || err.contains(&format!("`{offer}`")),
            "{err}"
        );
    }
}

#[test]
fn what_is_no_warning_can_be_denied() {
    let text = "class C {
  static void loop(int n) requires true; { while (n > 0) { n := n - 1; } }
  static void even(int n) requires true; { C.odd(n - 1); }
  static void odd(int n) requires true; { if (n > 0) { C.even(n - 1); } }
  static void calls(int n) requires true; { C.odd(n); }
  static void ends(int n) requires true; { while (n > 0) decreases n; { n := n - 1; } }
  static void bare() { }
}
class A { void m() requires true; { } void twice() requires true; { m(); m(); } }
class B extends A { void m() { super.m(); } }
class D extends A { void m() { twice(); } }
";
    let at = folder(&[("a.idf", text), ("b.idf", ASSUMES)]);
    let failed = |args: &[&str]| {
        let mut all = vec!["verify", "--format", "concise", "a.idf", "b.idf"];
        all.extend(args);
        let (code, out, err) = run(at.path(), &all);
        assert_eq!(code, i32::from(!args.is_empty()), "{out}{err}");
        let lines = out.lines().filter(|line| {
            line.contains(" uncontracted: ") || line.contains(" unproved-termination: ")
        });
        lines
            .map(|line| line.split(':').nth(1).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(failed(&[]), [""; 0]);
    assert_eq!(failed(&["--deny", "uncontracted"]), ["7"]);
    // `A.twice` calls what `D` overrides, and `D` calls it; `B` calls only what it overrides.
    let ends = ["2", "3", "4", "9", "11", "11"];
    let found = failed(&["--deny", "unproved-termination"]);
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert!(found.starts_with(&ends[..4]), "{found:?}");
    assert!(!found.contains(&"10"), "{found:?}");
    assert!(found.contains(&"11"), "{found:?}");
    assert_eq!(failed(&["--deny", "warnings"]), [""; 0]);
}

const ASSUMES: &str = "class E { void m(int n) requires true; { assume n > 2; } }\n";

#[test]
fn completions_and_man_pages_are_generated() {
    let at = folder(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = run(at.path(), &["generate", "completions", shell]);
        assert_eq!(code, 0);
        assert!(out.contains("fail-fast"), "{shell}");
    }
    let (code, _, err) = run(at.path(), &["generate", "man", "man"]);
    assert_eq!(code, 0, "{err}");
    let page = fs::read_to_string(at.path().join("man/veriframe-verify.1")).unwrap();
    assert!(page.contains("fail\\-fast"), "{page}");
    let (_, help, _) = run(at.path(), &["--help"]);
    assert!(!help.contains("generate"), "{help}");
}

/// A program with so many members, none of which has a contract: some fail, one is refused.
fn bare(members: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let methods: String = (0..members)
        .map(|at| format!("  static int m{at}(int n) {{ return {at} / n; }}\n  int f{at};\n  int get{at}() {{ return f{at}; }}\n"))
        .collect();
    let text = format!("class Bare {{\n{methods}  int d(int n) {{ return n << 1L * n; }}\n}}\n");
    fs::write(folder.path().join("Bare.java"), text).unwrap();
    folder
}

#[test]
fn a_program_without_contracts_is_shown_by_kinds() {
    let shown = |members: usize, options: &[&str]| {
        let folder = bare(members);
        let mut command = veriframe();
        command.arg("verify").args(options).arg(folder.path());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stdout).unwrap()
    };
    let screen = shown(30, &[]);
    assert!(screen.lines().count() < 30, "{screen}");
    for part in [
        "30 failures, each shown by a run:",
        "the divisor `n` might be zero here: with n = 0",
        "  … and 22 more",
        "30 members have no permission to the fields or elements that they access",
        "  Bare 30",
        "members are refused for:",
        "verified 0 members, 60 failed, 0 unknown, 1 refused",
    ] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    // All of it where it is asked for, and of fewer members.
    for all in [shown(30, &["-v"]), shown(20, &[])] {
        assert!(all.contains("error[insufficient-permission]"), "{all}");
        assert!(!all.contains("each shown by a run"), "{all}");
    }
}
