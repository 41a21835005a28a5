//! A field that hides another one: wherever both can be meant, texts tell them apart as the program
//! does, `this.f` and `((A) this).f`.

use crate::support;

use support::{folder, said, veriframe};

const IDF: &str = "class A {
  int f;
  A() ensures acc(f) * f = 0; {}
  int own() requires acc(f); ensures acc(f) * result = f; { return f; }
}
class B extends A {
  int f;
  B() ensures acc(f) * acc(((A) this).f); { super(); f := 5; }
  int both(int n)
    requires acc(f) * acc(((A) this).f);
    ensures acc(f) * acc(((A) this).f) * result < 40;
  {
    f := n;
    ((A) this).f := n + 1;
    if (((A) this).f > 20) { return f; }
    return ((A) this).f;
  }
  static int other(B b)
    requires acc(b.f) * acc(((A) b).f);
    ensures acc(b.f) * acc(((A) b).f) * b.f = 1;
  {
    return ((A) b).f;
  }
  static void unheld(B b) requires acc(b.f); { ((A) b).f := 1; }
}
";

const JAVA: &str = "class A { int f; }
class B extends A {
  int f;
  //@ requires acc(f) * acc(((A) this).f);
  //@ ensures acc(f) * acc(((A) this).f) * f == ((A) this).f;
  void m() { ((A) this).f = 7; }
}
";

/// What a command prints of one of the programs.
fn of(name: &str, text: &str, args: &[&str]) -> String {
    let folder = folder(&[(name, text)]);
    let mut command = veriframe();
    command.current_dir(folder.path());
    said(&command.args(args).arg(name).output().unwrap())
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn leaves_and_inputs_tell_them_apart() {
    let text = of("h.idf", IDF, &["explore", "--member", "B.both"]);
    has(
        &text,
        &[
            "this.f becomes n",
            "((A) this).f becomes n + 1",
            "B#1 { ((A) this).f = 0, f = 0 }",
        ],
    );
    let text = of("h.idf", IDF, &["explore", "--member", "B.other"]);
    has(&text, &["returns ((A) b).f"]);
    let text = of(
        "h.idf",
        IDF,
        &["explore", "--member", "B.both", "--format", "json"],
    );
    has(&text, &["\"((A) this).f\": \"n + 1\"", "\"this.f\": \"n\""]);
}

#[test]
fn where_several_hide_one_another_each_has_its_cast() {
    let text = format!("{IDF}class C extends B {{ int f; }}\n");
    let shown = of("h.idf", &text, &["explore", "--member", "B.both"]);
    has(
        &shown,
        &[
            "((A) this).f becomes n + 1",
            "\n   this.f becomes n\n",
            "C#1 { ((A) this).f = 0, ((B) this).f = 0 }",
        ],
    );
}

#[test]
fn what_no_class_of_the_object_hides_is_named_as_ever() {
    let text = of("h.idf", IDF, &["explore", "--member", "A.own"]);
    has(&text, &["returns this.f"]);
    assert!(!text.contains("(A)"), "{text}");
}

#[test]
fn failures_and_counterexamples_tell_them_apart() {
    let text = of("h.idf", IDF, &["verify", "--member", "B.unheld"]);
    has(&text, &["`((A) b).f`"]);
    let text = of("h.idf", IDF, &["verify", "--member", "B.other"]);
    has(&text, &["B#1 { ((A) this).f = 0, f = 0 }"]);
    let text = of("H.java", JAVA, &["verify", "--member", "B.m"]);
    has(&text, &["((A) this).f = 7"]);
    let text = of(
        "h.idf",
        IDF,
        &["test", "--member", "B.other", "--runs", "50"],
    );
    has(&text, &["((A) this).f = "]);
    let text = of("h.idf", IDF, &["bmc", "--member", "B.other"]);
    has(&text, &["((A) this).f = "]);
}

#[test]
fn states_of_the_debugger_tell_them_apart() {
    let commands = ["--command", "continue; show all"];
    let debug = ["debug", "--member", "B.both"];
    let text = of("h.idf", IDF, &[&debug[..], &commands].concat());
    has(&text, &["  ((A) this).f ↦ n + 1\n", "  this.f ↦ n\n"]);
    let text = of("h.idf", IDF, &[&debug[..], &["--run"], &commands].concat());
    has(&text, &["  ((A) this).f ↦ n + 1\n", "  this.f ↦ n\n"]);
}

#[test]
fn regression_tests_set_the_right_one() {
    let files = folder(&[("h.idf", IDF)]);
    let output = veriframe()
        .current_dir(files.path())
        .args(["test", "--member", "B.other", "--out", "tests", "h.idf"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let tests = std::fs::read_dir(files.path().join("tests")).unwrap();
    let texts: Vec<String> = tests
        .map(|test| std::fs::read_to_string(test.unwrap().path()).unwrap())
        .collect();
    assert_eq!(texts.len(), 1);
    has(&texts[0], &["acc(((A) this).f)", "acc(this.f)"]);
}
