//! Inputs that are terms, static fields as inputs, what symbolic execution prints, and the result of
//! a run.

use crate::support;

use std::process::Output;

const PROGRAM: &str = "class C {
  static int count;
  static int width(int l, int u) { return u - l; }
  static int read(int n) { C.count := C.count + n; return C.count; }
  static boolean is(int n) { return n > 3; }
  static void nothing() { }
  static int fails(int n) { assert n > 0; return n; }
}
";

const PRINTS: &str = "class Prints {
  static int say(int n) {
    System.out.print(\"n is \");
    System.out.println(n + 1);
    if (n > 3) { System.out.println(true); }
    System.out.println('c');
    return n;
  }
}
";

fn said(name: &str, text: &str, arguments: &[&str]) -> (Output, String) {
    let folder = support::folder(&[(name, text)]);
    let output = support::veriframe()
        .args(arguments)
        .arg(folder.path().join(name))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    (output, text)
}

fn explored(member: &str, inputs: &[&str]) -> String {
    let mut arguments = vec!["explore", "--member", member];
    arguments.extend(inputs.iter().flat_map(|input| ["--input", input]));
    said("c.idf", PROGRAM, &arguments).1
}

#[test]
fn the_receiver_has_a_name() {
    let text = "class C { int v;
      C() ensures acc(v); { }
      void m(C other) { v := 1; } }";
    let shown = |member: &str, inputs: &[&str]| {
        let mut arguments = vec!["explore", "--member", member];
        arguments.extend(inputs.iter().flat_map(|input| ["--input", input]));
        said("c.idf", text, &arguments).1
    };
    let alone = shown("C.m", &["this=S"]);
    assert!(alone.contains("\n   S.v becomes 1\n"), "{alone}");
    let aliased = shown("C.m", &["this=S", "other=S"]);
    assert!(aliased.contains("other = C#1"), "{aliased}");
    for (member, input, message) in [
        ("C.m", "this=3", "`3` is no object"),
        ("C.m", "this=null", "`null` is no object"),
        ("C.C", "this=S", "a constructor is a new object"),
        ("C.m", "that=S", "there is no parameter `that`"),
    ] {
        let text = shown(member, &[input]);
        assert!(text.contains(message), "{input}: {text}");
    }
}

/// SEARCH is asked about `(N, N + 4)` in the literature.
#[test]
fn inputs_are_terms_of_symbols() {
    let text = explored("C.width", &["l=N", "u=N + 4"]);
    assert!(text.contains("\n1. returns 4\n"), "{text}");
    let text = explored("C.width", &["l=2 * (N - 1)", "u=-N"]);
    assert!(text.contains("returns -3 * N + 2"), "{text}");
    for (input, message) in [
        ("u=N +", "`N +` is no value"),
        ("u=n + 1", "`n + 1` is no value"),
        ("u=[N] + 1", "is no value of type `int`"),
        ("u=true + 1", "is no value of type `int`"),
    ] {
        let text = explored("C.width", &[input]);
        assert!(text.contains(message), "{input}: {text}");
    }
    let text = explored("C.is", &["n=N + 1"]);
    assert!(text.contains("returns N > 2"), "{text}");
}

/// A term of a machine integer is a value of its type.
#[test]
fn terms_of_machine_integers_fit() {
    let program = "class J { static boolean top(int u) { return u == Integer.MIN_VALUE; } }\n";
    let run = |input: &str| {
        let arguments = ["explore", "--member", "J.top", "--input", input];
        said("J.java", program, &arguments).1
    };
    let text = run("u=N + 2147483647");
    assert!(!text.contains("returns true"), "{text}");
    let text = run("u=2147483647 + 1");
    assert!(text.contains("is no value of type `int`"), "{text}");
}

#[test]
fn static_fields_are_inputs() {
    let text = explored("C.read", &["C.count=5", "n=1"]);
    assert!(text.contains("returns 6"), "{text}");
    let text = explored("C.read", &["C.count=K", "n=K + 1"]);
    assert!(text.contains("returns 2 * K + 1"), "{text}");
    let text = explored("C.read", &["C.other=5"]);
    assert!(
        text.contains("there is no static field `C.other`"),
        "{text}"
    );
    let text = explored("C.read", &["C.count=true"]);
    assert!(text.contains("`true` is no value of type `int`"), "{text}");
    let text = explored("C.read", &["m=1"]);
    assert!(text.contains("there is no parameter `m`"), "{text}");
}

#[test]
fn what_is_printed_is_on_the_leaf() {
    let arguments = ["explore", "--member", "Prints.say", "--input", "n=N"];
    let (_, text) = said("Prints.java", PRINTS, &arguments);
    let leaves: Vec<&str> = text.split("\n\n").collect();
    let of = |condition: &str| {
        let mut found = leaves.iter().filter(|leaf| leaf.contains("returns N"));
        found
            .find(|leaf| leaf.contains(condition))
            .copied()
            .unwrap_or_default()
    };
    let more = of(" N > 3");
    assert!(
        more.contains("prints n is N + 1\n   prints true\n   prints c\n"),
        "{text}"
    );
    let less = of(" N <= 3");
    assert!(less.contains("prints n is N + 1\n   prints c\n"), "{text}");

    let arguments = [&arguments[..], &["--format", "json"]].concat();
    let (output, _) = said("Prints.java", PRINTS, &arguments);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let printed = json["leaves"].as_array().unwrap().iter();
    let mut printed = printed.filter_map(|leaf| leaf["printed"].as_array());
    assert!(printed.any(|lines| lines.len() == 3), "{json}");

    let arguments = [
        "debug",
        "--run",
        "--member",
        "Prints.say",
        "--input",
        "n=N",
        "--command",
        "continue",
        "--command",
        "go true; go true",
    ];
    let (_, text) = said("Prints.java", PRINTS, &arguments);
    // Each step says what it prints.
    for line in ["n is ", "N + 1", "true", "c"] {
        let line = format!("\nprints {line}\n");
        assert_eq!(text.matches(&line).count(), 1, "{text}");
    }
}

#[test]
fn a_run_prints_the_result_of_its_entry() {
    let run = |entry: &str, args: &[&str]| {
        let mut arguments = vec!["run", "--entry", entry];
        arguments.extend(args.iter().flat_map(|arg| ["--arg", arg]));
        let (output, _) = said("c.idf", PROGRAM, &arguments);
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run("C.width", &["3", "10"]), "returns 7\n");
    assert_eq!(run("C.is", &["3"]), "returns false\n");
    assert_eq!(run("C.nothing", &[]), "");
    assert_eq!(run("C.fails", &["0"]), "");
    assert_eq!(run("C.fails", &["1"]), "returns 1\n");
}
