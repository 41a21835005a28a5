//! Hints: what `--fix` shows and writes, whose files it leaves alone, and that hints are the same
//! from the cache and with any number of workers. Whether hints of failed proofs are right is
//! tested in `tests/engine/explained.rs`.

use crate::support;

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use support::{Program, SILENT, folder, java_programs, programs, root, veriframe, workspace};
use veriframe::{Cache, CacheMode, Hints, Options, Stop};

/// The exit code and the outputs of a run.
fn run(arguments: &[&str], at: &Path) -> (i32, String, String) {
    let output = veriframe()
        .args(arguments)
        .current_dir(at)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().unwrap(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// A program of `tests/explained`, in a folder of its own.
fn copy(name: &str) -> (tempfile::TempDir, String) {
    let text = fs::read_to_string(root().join("tests/explained").join(name)).unwrap();
    (folder(&[(name, &text)]), text)
}

/// The hints of programs that are one workspace.
fn hints(programs: &[Program], options: &Options) -> Vec<String> {
    let reports = workspace(programs, options)
        .load()
        .check(&Stop::default(), SILENT);
    let diagnostics = reports.iter().flat_map(|report| report.all_diagnostics());
    diagnostics
        .filter_map(|diagnostic| Some(format!("{:?}", diagnostic.hint.as_ref()?)))
        .collect()
}

fn quick() -> Options {
    Options {
        hints: Hints::Quick,
        ..Options::default()
    }
}

fn program(name: &str, text: &str) -> Program {
    Program {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

#[test]
fn fix_shows_a_diff_and_writes_nothing() {
    let (at, before) = copy("invariant_too_weak.idf");
    let (code, out, error) = run(&["verify", "invariant_too_weak.idf", "--fix"], at.path());
    assert_eq!((code, &*error), (1, ""));
    assert!(out.contains("\n+      invariant i <= n;\n"), "{out}");
    assert!(out.contains("--- invariant_too_weak.idf"), "{out}");
    let after = fs::read_to_string(at.path().join("invariant_too_weak.idf")).unwrap();
    assert_eq!(after, before);
}

#[test]
fn what_apply_writes_verifies_and_only_changes_contracts_and_ghost_code() {
    for name in [
        "invariant_too_weak.idf",
        "write_with_a_half.idf",
        "not_self_framing.idf",
        "override_demands_more.idf",
        "getter_after_call.idf",
        "Average.java",
    ] {
        let (at, before) = copy(name);
        let (code, out, error) = run(&["verify", name, "--fix", "--apply"], at.path());
        assert_eq!((code, &*error), (0, ""), "{name}: {out}");
        assert!(
            out.contains("\nwritten; with these edits: verified "),
            "{out}"
        );
        let after = fs::read_to_string(at.path().join(name)).unwrap();
        assert_ne!(after, before, "{name}: {out}");
        assert!(!after.contains("assume"), "{after}");
        let words = ["requires", "ensures", "invariant", "//@", "/*@"];
        let is_contract = |line: &str| words.iter().any(|word| line.contains(word));
        // A line without a clause that it had is what is left of it.
        let is_left = |line: &str| {
            let mut lines = before
                .lines()
                .filter_map(|line| line.split_once(" requires "));
            let end = |rest: &str| {
                rest.split_once(';')
                    .map_or(String::new(), |r| r.1.to_owned())
            };
            lines.any(|(start, rest)| format!("{start}{}", end(rest)) == line)
        };
        for line in after.lines().filter(|line| !before.contains(line)) {
            assert!(is_contract(line) || is_left(line), "{name}: {line}");
        }
        let (code, out, _) = run(&["verify", name], at.path());
        assert_eq!(code, 0, "{name}: {out}");
    }
}

/// A demand with which an array must be empty leaves nothing to verify.
#[test]
fn no_demand_excludes_all_but_empty_arrays() {
    for text in [
        "class S {\n  static int sum(int[] xs) { int t = 0; for (int x : xs) { t += x; } return t; }\n}\n",
        "class S {\n  //@ requires acc(xs.elems);\n  static int sum(int[] xs) {\n    int t = 0;\n    \
         for (int x : xs) { t += x; }\n    return t;\n  }\n}\n",
        "class S {\n  static int all(int[][] xs) { int t = 0; for (int[] x : xs) { t += x.length; } \
         return t; }\n}\n",
        "class S {\n  static void set(int[] xs) { for (int i = 0; i < xs.length; i++) { xs[i] = i; } }\n}\n",
    ] {
        let found = hints(&[program("S.java", text)], &quick());
        let twice = found.iter().filter(|hint| {
            let demanded = text.matches("acc(xs.elems)").count();
            demanded + hint.matches("text: \"requires acc(xs.elems)").count() > 1
                || hint.matches("requires acc(xs.elems);`").count() > 1
        });
        assert_eq!(twice.count(), 0, "{text}: {found:?}");
    }
}

#[test]
fn hints_of_several_members_are_applied_together() {
    let text = "class C {\n  static int one(int a, int n)\n  { return a / n; }\n  static int two(int \
                a, int n)\n  { return a % n; }\n}\n";
    let at = folder(&[("c.idf", text)]);
    let (_, out, _) = run(&["verify", "c.idf", "--fix", "--apply"], at.path());
    let after = fs::read_to_string(at.path().join("c.idf")).unwrap();
    assert_eq!(
        after.matches("requires n != 0;").count(),
        2,
        "{out}\n{after}"
    );
    assert_eq!(run(&["verify", "c.idf"], at.path()).0, 0);
}

/// The exit code is that of the program as it is then: what has no hint still fails.
#[test]
fn the_exit_code_of_apply_is_that_of_what_it_leaves() {
    let text = "class C {\n  static int one(int a, int n)\n  { return a / n; }\n  static int two(int \
                a)\n    ensures result = a + 1;\n  { return a; }\n}\n";
    let at = folder(&[("c.idf", text)]);
    let (code, out, _) = run(&["verify", "c.idf", "--fix", "--apply"], at.path());
    assert_eq!(code, 1, "{out}");
    let said = "written; with these edits: verified 1 member, 1 failed, 0 unknown\n";
    assert!(out.ends_with(said), "{out}");
    let (code, _, _) = run(&["verify", "c.idf", "--fix"], at.path());
    assert_eq!(code, 1);
}

#[test]
fn inserted_lines_end_as_those_of_the_file() {
    for name in [
        "invariant_too_weak.idf",
        "while_lost_permission.idf",
        "division_by_zero.idf",
        "loop_forgets_array.idf",
        "Overflow.java",
    ] {
        let text = fs::read_to_string(root().join("tests/explained").join(name)).unwrap();
        let at = folder(&[(name, &text.replace('\n', "\r\n"))]);
        let (code, out, _) = run(&["verify", name, "--fix", "--apply"], at.path());
        assert_eq!(code, 0, "{name}: {out}");
        let after = fs::read_to_string(at.path().join(name)).unwrap();
        assert!(after.lines().count() > text.lines().count(), "{after}");
        let ends = after.matches('\n').count();
        assert_eq!(after.matches("\r\n").count(), ends, "{name}: {after:?}");
        assert!(!after.contains("\r\r"), "{name}: {after:?}");
    }
}

/// Equations among variables are seen when the member runs: nothing in the text says them.
#[test]
fn invariants_are_seen_in_runs() {
    for (body, said) in [
        (
            "requires 0 <= n; ensures result = 3 * n;\n  {\n    int i := 0; int s := 0;\n    while (i < \
             n)\n      invariant i <= n;\n    { i := i + 1; s := s + 3; }\n    return s;\n  }",
            "invariant s = 3 * i;",
        ),
        (
            "requires 0 <= n; ensures result = n;\n  {\n    int x := 0; int y := n;\n    while (y > \
             0)\n      invariant 0 <= y;\n    { x := x + 1; y := y - 1; }\n    return x;\n  }",
            "invariant y = n - x;",
        ),
    ] {
        let text = format!("class C {{\n  static int m(int n)\n    {body}\n}}\n");
        let found = hints(&[program("c.idf", &text)], &quick());
        assert!(found.len() == 1 && found[0].contains(said), "{found:?}");
    }
}

/// A precondition that is what was to be shown, in other words, is none that is missing.
#[test]
fn the_failed_condition_in_other_words_is_no_hint() {
    for text in [
        // The body forgets a field: that it is 0 has nothing to do with the parameters.
        "class C {\n  int lo; int hi;\n  C(int a, int b)\n    requires a <= b;\n    ensures \
         acc(this.lo) * acc(this.hi) * this.lo <= this.hi;\n  { this.lo := a; }\n}\n",
        // The body returns another value than it promises.
        "class C {\n  int x; int y;\n  int m()\n    requires acc(this.x) * acc(this.y);\n    ensures \
         acc(this.x) * acc(this.y) * result = this.x;\n  { return this.y; }\n}\n",
    ] {
        assert_eq!(hints(&[program("c.idf", text)], &quick()), [""; 0]);
    }
    // Beside what the precondition says, a condition is missing.
    let text = "class C {\n  static int m(int n)\n    requires 0 <= n;\n    ensures result > 0;\n  { \
                return n; }\n}\n";
    let found = hints(&[program("c.idf", text)], &quick());
    assert!(found[0].contains("`requires n != 0;`"), "{found:?}");
}

#[test]
fn fix_without_a_hint_says_so_and_writes_nothing() {
    let (at, before) = copy("loop_wrong_bound.idf");
    let arguments = ["verify", "loop_wrong_bound.idf", "--fix", "--apply"];
    let (code, out, _) = run(&arguments, at.path());
    let after = fs::read_to_string(at.path().join("loop_wrong_bound.idf")).unwrap();
    assert_eq!((code, after), (1, before));
    let said = "no edit was found with which a failed member verifies";
    assert!(out.contains(said), "{out}");
}

#[test]
fn apply_refuses_what_it_cannot_do() {
    let (at, _) = copy("invariant_too_weak.idf");
    let file = "invariant_too_weak.idf";
    for (arguments, said) in [
        (vec!["verify", file, "--apply"], "--fix"),
        (
            vec!["verify", "-", "--fix", "--apply"],
            "standard input cannot be changed",
        ),
        (
            vec!["verify", file, "--fix", "--explain=off"],
            "--explain=off",
        ),
    ] {
        let (code, _, error) = run(&arguments, at.path());
        assert_eq!(code, 2, "{error}");
        assert!(error.contains(said), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let (at, before) = copy("invariant_too_weak.idf");
    let path = at.path().join("invariant_too_weak.idf");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    // Who may write everything is not refused.
    if fs::OpenOptions::new().append(true).open(&path).is_ok() {
        return;
    }
    let arguments = ["verify", "invariant_too_weak.idf", "--fix", "--apply"];
    let (code, _, error) = run(&arguments, at.path());
    assert_eq!(code, 2, "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn the_contract_of_another_file_or_of_the_library_stays() {
    let caller = "class A {\n  static void keep(B b)\n    requires acc(b.x);\n    ensures acc(b.x) * \
                  b.x = old(b.x);\n  { b.touch(); }\n}\n";
    let callee = "class B {\n  int x;\n  void touch()\n    requires acc(this.x);\n    ensures \
                  acc(this.x);\n  { }\n}\n";
    let apart = [program("a.idf", caller), program("b.idf", callee)];
    for hint in hints(&apart, &quick()) {
        assert!(!hint.contains("at `B.touch`"), "{hint}");
    }
    let together = [program("a.idf", &format!("{caller}{callee}"))];
    let found = hints(&together, &quick());
    assert!(found[0].contains("at `B.touch`"), "{found:?}");

    let library = "class Main {\n  //@ ensures \\result == 5;\n  static int length(String s) {\n    \
                   return s.length();\n  }\n}\n";
    let sources = [program("Main.java", library)];
    for hint in hints(&sources, &quick()) {
        assert!(!hint.contains("String.length"), "{hint}");
    }
}

#[test]
fn an_unproved_lemma_is_no_hint() {
    let text = "class C {\n  lemma static void no(int a) ensures a = 0; { }\n  static void m(int x)\n  \
                { assert x * x = x; }\n}\n";
    let found = hints(&[program("c.idf", text)], &quick());
    assert!(
        found.iter().all(|hint| !hint.contains("C.no(")),
        "{found:?}"
    );
}

#[test]
fn a_hint_does_not_only_exclude_the_paths_that_fail() {
    let text = "class C {\n  static int max(int a, int b)\n    ensures result >= a * result >= \
                b;\n  {\n    if (a < b) { return a; }\n    return a;\n  }\n}\n";
    assert_eq!(hints(&[program("c.idf", text)], &quick()), [""; 0]);
}

#[test]
fn hints_are_the_same_with_any_number_of_workers_and_from_the_cache() {
    let all = programs("tests/explained");
    let fresh = hints(&all, &quick());
    assert!(fresh.len() >= 24, "{}", fresh.len());
    let parallel = Options { jobs: 4, ..quick() };
    assert_eq!(hints(&all, &parallel), fresh);
    let at = tempfile::tempdir().unwrap();
    let cached = || Options {
        cache: Some(Arc::new(Cache::new(at.path().to_owned(), CacheMode::Use))),
        ..quick()
    };
    assert_eq!(hints(&all, &cached()), fresh);
    assert_eq!(hints(&all, &cached()), fresh);
    // Results without hints are no results with hints.
    let off = Options {
        hints: Hints::Off,
        ..cached()
    };
    assert_eq!(hints(&all, &off), [""; 0]);
    assert_eq!(hints(&all, &cached()), fresh);
}

/// A program with the edits of a hint, and `assert false` at the start of the body of the member
/// whose contract they change: behind the first brace after the last clause.
fn with_false_in_the_body(name: &str, after: &str, clause: &str) -> Option<String> {
    let end = after.find(clause)? + clause.len();
    let brace = end + after.get(end..)?.find('{')? + 1;
    let (before, rest) = (after.get(..brace)?, after.get(brace..)?);
    let ghost = if name.ends_with(".java") {
        "\n//@ assert false;\n"
    } else {
        " assert false; "
    };
    Some(format!("{before}{ghost}{rest}"))
}

/// Whether `assert false` is refused, or cannot stand there: a pure method's body is an expression.
fn denies_false(one: &Program) -> bool {
    let options = Options {
        explain: false,
        ..Options::default()
    };
    let (_, report) = support::run(one, &options);
    let mut all = report.all_diagnostics();
    all.any(|found| {
        let text = found.message();
        text.contains("`false` might not hold") || text.contains("must be a single `return`")
    })
}

/// What `--fix --apply` writes can be met: `assert false` at the start of a body fails.
#[test]
fn no_hint_makes_a_contract_that_nobody_can_meet() {
    let below = "public class Rows {\n  int rows;\n  int[][] data;\n  //@ predicate valid() { return \
                 acc(rows) * acc(data) * data != null * 0 < rows * rows == data.length * \
                 filled(data, rows); }\n  //@ predicate filled(int[][] d, int n) { return d != null * \
                 0 <= n && n <= d.length * (0 < n ==> acc(d[n - 1..n]) * acc(d[n - 1].elems) * 0 < \
                 d[n - 1].length * filled(d, n - 1)); }\n  //@ requires valid();\n  //@ ensures \
                 valid();\n  int first() { return data[0][0]; }\n}\n";
    let beside = "class N {\n  N n;\n  int v;\n  predicate pos() { return acc(n) * acc(v) * v > 0; }\n  \
                  void k() requires acc(n) * acc(v); ensures pos(); { v := v + 1; }\n  \
                  void both() requires acc(n); ensures acc(n) * pos(); { }\n}\n";
    let mut all = vec![program("Rows.java", below), program("n.idf", beside)];
    all.extend(programs("tests/explained"));
    all.extend(java_programs("tests/explained"));
    let mut tried = 0;
    for one in all {
        let (sources, report) = support::run(&one, &quick());
        for found in report.all_diagnostics() {
            let edits = found.hint.as_ref().map_or(&[][..], |hint| &hint.edits);
            let changed = veriframe::with_edits(&sources, edits);
            let clauses = edits.iter().map(|edit| edit.text.trim());
            for clause in
                clauses.filter(|text| text.contains("requires") || text.contains("ensures"))
            {
                let (name, after) = changed.first().expect("what the edits change");
                let Some(text) = with_false_in_the_body(name, after, clause) else {
                    continue;
                };
                // Opened to its end, `valid()` contains a part of it.
                assert!(!clause.contains("acc(this.data.elems)"), "{clause}");
                assert!(denies_false(&program(name, &text)), "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried} contracts were changed");
}
