//! Texts as inputs of `test`: what a run decides of them leads to others.

use crate::support;

use serde_json::Value;
use std::collections::BTreeSet;

/// The lines that are reached are marked `found`; no other has a violation.
const PROGRAM: &str = r#"import java.util.Objects;
import veriframe.Any;
class T {
  String name;
  T(String name)
  //@ ensures acc(this.name);
  { this.name = name; }
  static int characters(String s) {
    if (s == null || s.length() != 4) { return 0; }
    if (s.charAt(0) == 'g' && s.charAt(1) == 'o' && s.charAt(2) == 'o' && s.charAt(3) == '!') {
      return 1 / 0; // found
    }
    return s.length() > 4 ? 1 / 0 : 1;
  }
  static int literal(String s) {
    if ("secret".equals(s) && s.length() == 6) { return 1 / 0; } // found
    if ("secret".equals(s) && s.charAt(1) == 'x') { return 1 / 0; }
    return 0;
  }
  static int joined(String a, String b) {
    if (a == null || b == null) { return 0; }
    String c = a + b;
    if (c.equals("ab12") && a.length() == 3) { return 1 / 0; } // found
    if (c.length() < a.length()) { return 1 / 0; }
    return 0;
  }
  static int mixed(String a, char c, boolean b) {
    String all = a + c + b + 7;
    if (all.equals("nullxtrue7")) { return 1 / 0; } // found
    if (all.equals("nulltrue7")) { return 1 / 0; } // found
    if (all.equals("nulltrue")) { return 1 / 0; }
    return 0;
  }
  static int entry(String a) {
    if (a == null) { return 0; }
    int at = a.indexOf('=');
    if (at < 0) { return 0; }
    String name = a.substring(0, at);
    String value = a.substring(at + 1);
    if (name.indexOf("=") >= 0) { return 1 / 0; }
    if (name.equals("x") && value.equals("42")) { return 1 / 0; } // found
    return 1;
  }
  static int order(String a, String b) {
    if (a == null || b == null || a.length() > 2 || b.length() > 2) { return 0; }
    if (a.compareTo(b) == 3) { return 1 / 0; } // found
    if (a.compareTo(b) == 0 && !a.equals(b)) { return 1 / 0; }
    return 0;
  }
  static int beyond(String s) {
    if (s == null || s.isEmpty()) { return 0; }
    return s.charAt(2); // found
  }
  static int letters(String s) {
    if (s == null || s.length() != 2) { return 0; }
    char c = s.charAt(1);
    if (Character.toUpperCase(c) == 'Q' && Character.isLowerCase(c)) { return 1 / 0; } // found
    if (Character.isDigit(c) && Character.isWhitespace(s.charAt(0))) { return 1 / 0; } // found
    if (c < 128 && Character.isDigit(c) && Character.isLetter(c)) { return 1 / 0; }
    return 0;
  }
  static int identical(String s, String t) {
    if (s == "lit" && t != null && t.length() == 2) { return 1 / 0; } // found
    if (s == "lit" && s.length() == 2) { return 1 / 0; }
    return 0;
  }
  static int equal(String s, String t) {
    if (s == null || t == null || s.length() > 3 || t.length() > 3) { return 0; }
    boolean same = s.equals(t);
    //@ assert same == (s == t);
    if (same && s.length() == 2 && t.charAt(1) == 'k') { return 1 / 0; } // found
    if (same && s.length() != t.length()) { return 1 / 0; }
    return 0;
  }
  static int chosen(String s) {
    String key = s == null ? "" : s;
    if (key.equals("on")) { return 1 / 0; } // found
    if (key.equals("off") && key.isEmpty()) { return 1 / 0; }
    return 3;
  }
  static int given(String s)
  //@ requires s != null && s.length() == 3 && s.charAt(0) == 'y';
  {
    if (s.charAt(2) == s.charAt(1) && s.charAt(1) > 'm') { return 1 / 0; } // found
    if (s.charAt(0) != 'y') { return 1 / 0; }
    return 0;
  }
  int held(String other)
  //@ requires acc(this.name);
  //@ ensures acc(this.name);
  {
    String own = Objects.requireNonNull(name == null ? "" : name);
    if (own.length() == 3 && own.equals(other)) { return 1 / 0; } // found
    return 0;
  }
  static int element(String[] all)
  //@ requires all != null && acc(all[..]);
  {
    if (all.length != 2 || all[1] == null) { return 0; }
    if (all[1].length() == 1 && all[1].charAt(0) == 'z') { return 1 / 0; } // found
    return 0;
  }
  static int unknown() {
    String s = Any.text();
    if (s != null && s.length() == 2 && s.charAt(1) == '7') { return 1 / 0; } // found
    return 0;
  }
  static int lengths(String s, String t) {
    if (s == null || t == null || s.equals(t)) { return 0; }
    if (s.length() == t.length()) { return 1 / 0; } // found
    return 1;
  }
  static int literals(String s) {
    if (s == null || s.length() != 3) { return 0; }
    if (s == "abc") { return 1 / 0; } // found
    if (s == "def") { return 1 / 0; } // found
    if (s == "ghi") { return 1 / 0; } // found
    return 1;
  }
  static void nulls(String s, String t) {
    //@ assert s == t || s != null || t.length() < 2; // found
  }
  static void made(String s) {
    String yes = String.valueOf(true);
    //@ assert s != yes; // found
  }
  static int objects(String s, String t) {
    if (s == null || t == null) { return 0; }
    if (s != t) { return 1 / 0; } // found
    return 1;
  }
  static int other(char c) {
    if (("l" + c) == "lx") { return 1 / 0; }
    if (c == 'x') { return 1 / 0; }
    return 1 / 0; // found
  }
  static int before(char c) {
    if (Character.compare('k', c) == 2 && Character.toString(c).equals("i")) { return 1 / 0; } // found
    return 1;
  }
  int old(String other)
  //@ requires acc(this.name) && name != null && other != null;
  //@ ensures acc(this.name) && (\old(name) == name || name.length() != 2); // found
  {
    if (other.length() < 3) { name = other; }
    return 1;
  }
}
"#;

fn tested(folder: &tempfile::TempDir, options: &[&str]) -> Value {
    let output = support::veriframe()
        .args(["test", "--format", "json", "--time", "60"])
        .args(options)
        .arg(folder.path().join("T.java"))
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The lines with violations of a report.
fn lines(report: &Value) -> BTreeSet<u64> {
    let found = report["violations"].as_array().unwrap().iter();
    found.map(|found| found["line"].as_u64().unwrap()).collect()
}

#[test]
fn texts_are_found_character_by_character() {
    let folder = support::folder(&[("T.java", PROGRAM)]);
    let report = tested(&folder, &[]);
    let marked = (1..).zip(PROGRAM.lines());
    let marked = marked.filter(|(_, line)| line.ends_with("// found"));
    let marked: BTreeSet<u64> = marked.map(|(number, _)| number).collect();
    assert_eq!(lines(&report), marked, "{report:#}");
    // Where all is within the bounds, that is said.
    let members = report["members"].as_array().unwrap();
    let whole = [
        "characters",
        "literal",
        "order",
        "beyond",
        "equal",
        "chosen",
        "given",
        "held",
        "unknown",
        "before",
    ];
    for name in whole {
        let name = format!("T.{name}");
        let member = members.iter().find(|member| member["member"] == *name);
        assert_eq!(member.unwrap()["exhausted"], true, "{member:?}");
    }
    // What `==` of equal texts gives is not known, so this is not claimed.
    let other = members.iter().find(|member| member["member"] == "T.other");
    assert_eq!(other.unwrap()["exhausted"], false, "{other:?}");
}

/// The first input has the text that is named, as a report shows it.
#[test]
fn a_text_can_be_named() {
    let program = "class T {
  static int m(String s) {
    if (s != null && s.hashCode() == 3105) { return 1 / 0; }
    return 0;
  }
}";
    let folder = support::folder(&[("T.java", program)]);
    let violations = |input: &str| {
        let report = tested(
            &folder,
            &["--runs", "1", "--member", "T.m", "--input", input],
        );
        report["violations"].as_array().unwrap().len()
    };
    assert_eq!(violations(r#"s="ab""#), 1);
    assert_eq!(violations(r#"s="\u0061b""#), 1);
    assert_eq!(violations(r#"s="ba""#), 0);
    let refused = support::veriframe()
        .args(["test", "--member", "T.m", "--input", "s=ab"])
        .arg(folder.path().join("T.java"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(error.contains("texts in quotes"), "{error}");
    assert_eq!(refused.status.code(), Some(2));
}

/// Characters are letters where they can be, and a text that was found is not longer than it must be.
#[test]
fn texts_of_inputs_can_be_read() {
    let program = "class T {
  static int m(String s) {
    if (s != null && s.length() > 3 && s.charAt(1) == s.charAt(2)) { return 1 / 0; }
    return 0;
  }
  static int n(String s) {
    if (s != null && s.length() == 1 && s.charAt(0) > 1000) { return 1 / 0; }
    return 0;
  }
}";
    let folder = support::folder(&[("T.java", program)]);
    let of = |member: &str| {
        let report = tested(&folder, &["--member", member]);
        let text = report["violations"][0]["input"]["s"].clone();
        serde_json::from_str::<String>(text.as_str().unwrap()).unwrap()
    };
    let readable = of("T.m");
    assert_eq!(readable.chars().count(), 4, "{readable}");
    assert!(
        readable.chars().all(|c| c.is_ascii_lowercase()),
        "{readable}"
    );
    assert!(of("T.n").chars().all(|c| u32::from(c) > 1000));
}

/// What has no term is said, and nothing is claimed then.
#[test]
fn what_is_not_followed_is_said() {
    let program = "class T {
  static int hash(String s) { return s != null && s.hashCode() == 77 ? 1 / 0 : 0; }
  static int shown(int n) { return String.valueOf(n).equals(\"77\") ? 1 / 0 : 0; }
  static int beyond(char c) { return Character.isLetter(c) && c > 127 ? 1 : 0; }
}";
    let folder = support::folder(&[("T.java", program)]);
    let report = tested(&folder, &["--runs", "50"]);
    let members = report["members"].as_array().unwrap();
    assert_eq!(members.len(), 3);
    for member in members {
        assert!(member["opaque"].as_u64().unwrap() > 0, "{member:#}");
        assert_eq!(member["exhausted"], false, "{member:#}");
    }
}

/// A violation with a text becomes a program that has it.
#[test]
fn violations_with_texts_become_regression_tests() {
    let program = "class T {
  static int m(String s) {
    if (s != null && s.length() == 3 && s.charAt(1) == '\"' && s.charAt(2) == 10) { return 1 / 0; }
    return 0;
  }
}";
    let folder = support::folder(&[("T.java", program)]);
    let out = folder.path().join("out");
    tested(&folder, &["--out", out.to_str().unwrap()]);
    let written = std::fs::read_dir(&out).unwrap();
    let written: Vec<_> = written.map(|entry| entry.unwrap().path()).collect();
    let texts = written
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap());
    let all = texts.collect::<String>();
    assert!(all.contains(r#"String o1 = "a\"\n";"#), "{all}");
}
