//! Texts as inputs of `explore`: examples have short texts, which take their path when they are run.

use crate::support;

use serde_json::Value;

const PROGRAM: &str = "class T {
  static int first(String s) {
    if (s == null) { return 0; }
    if (s.length() == 3 && s.charAt(0) == 'b' && s.charAt(2) == 'd') { return 1; }
    return 2;
  }
  static int same(String s, String t) {
    if (s == null || t == null) { return 0; }
    if (s.equals(t)) { return 1; }
    if (s.length() == t.length() && s.length() == 1 && s.charAt(0) == t.charAt(0)) { return 2; }
    return s.length() < t.length() ? 3 : 4;
  }
  static int literal(String s) {
    if (s != null && s.equals(\"abc\") && s.length() == 7) { return 1; }
    if (s != null && !s.equals(\"abc\") && s.length() == 3 && s.charAt(0) == 'a' && s.charAt(1) == 'b'
        && s.charAt(2) == 'c') { return 2; }
    if (s != null && s.isEmpty()) { return 3; }
    return s == null ? 4 : s.length();
  }
  static int joined(String s, String t) {
    String u = s + t;
    if (u.equals(\"nullx\")) { return 1; }
    if (u.length() == 3 && u.charAt(1) == 'y') { return 2; }
    return 3;
  }
  static int twice(String s) {
    if (s == null) { return 0; }
    String a = s + \"x\";
    String b = s + \"x\";
    return a.equals(b) && a.charAt(a.length() - 1) == 'x' ? 1 : 2;
  }
  static int digits(String s) {
    if (s == null) { return -1; }
    int n = 0;
    for (int i = 0; i < s.length(); i++) {
      if ('0' <= s.charAt(i) && s.charAt(i) <= '9') { n++; }
    }
    return n;
  }
  static int long9(String s) {
    if (s != null && s.length() == 9 && s.charAt(8) == 'q') { return 1; }
    return 2;
  }
  static int hash(String s) { if (s != null && s.hashCode() == 77) { return 1; } return 2; }
  static char beyond(String s) { return s == null ? 'n' : s.charAt(2); }
  static int object(Object o) {
    if (o instanceof String && ((String) o).length() > 2) { return 1; }
    return 2;
  }
}
";

fn explored(folder: &tempfile::TempDir, member: &str) -> Value {
    let output = support::veriframe()
        .args([
            "explore", "--format", "json", "--bound", "8", "--member", member,
        ])
        .arg(folder.path().join("T.java"))
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What a run prints of its result with these texts.
fn run(folder: &tempfile::TempDir, member: &str, texts: &[String]) -> String {
    let mut command = support::veriframe();
    command.args(["run", "--entry", member]);
    for text in texts {
        command.args(["--arg", text]);
    }
    let output = command.arg(folder.path().join("T.java")).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Each returning leaf with a constant result has an example, and a run of it has this result.
fn replays(folder: &tempfile::TempDir, member: &str, names: &[&str], expected: &[&str]) {
    let tree = explored(folder, member);
    let mut results: Vec<String> = Vec::new();
    for leaf in tree["leaves"].as_array().unwrap() {
        if leaf["end"] != "return" {
            continue;
        }
        let Some(input) = leaf["input"].as_object() else {
            continue;
        };
        let texts = names.iter().map(|name| match &input[*name] {
            Value::Null => "null".to_owned(),
            text => serde_json::from_str(text.as_str().unwrap()).unwrap(),
        });
        let texts: Vec<String> = texts.collect();
        let ran = run(folder, member, &texts);
        let result = leaf["result"].as_str().unwrap();
        if result.parse::<i64>().is_ok() {
            assert!(
                ran.contains(&format!("returns {result}\n")),
                "{member} {texts:?}: {ran} {leaf}"
            );
            results.push(result.to_owned());
        } else {
            assert!(ran.contains("returns "), "{member} {texts:?}: {ran}");
        }
    }
    results.sort_unstable();
    results.dedup();
    assert_eq!(results, expected, "{member}: {tree:#}");
}

#[test]
fn examples_have_texts_that_replay() {
    let folder = support::folder(&[("T.java", PROGRAM)]);
    replays(&folder, "T.first", &["s"], &["0", "1", "2"]);
    // No two texts with the same characters are different.
    replays(&folder, "T.same", &["s", "t"], &["0", "1", "3", "4"]);
    replays(&folder, "T.literal", &["s"], &["3", "4"]);
    replays(&folder, "T.joined", &["s", "t"], &["1", "2", "3"]);
    replays(&folder, "T.twice", &["s"], &["0", "1"]);
    replays(&folder, "T.digits", &["s"], &["-1", "0", "1", "2"]);
    replays(&folder, "T.long9", &["s"], &["1", "2"]);
}

/// A character beyond the end is a leaf; of what is not followed, no example is made up.
#[test]
fn what_texts_are_not_is_said() {
    let folder = support::folder(&[("T.java", PROGRAM)]);
    let beyond = explored(&folder, "T.beyond");
    let leaves = beyond["leaves"].as_array().unwrap();
    let fails = leaves.iter().find(|leaf| leaf["end"] == "error").unwrap();
    assert_eq!(fails["code"], "precondition");
    let text: String = serde_json::from_str(fails["input"]["s"].as_str().unwrap()).unwrap();
    assert!(text.chars().count() <= 2, "{text}");
    let hash = explored(&folder, "T.hash");
    for leaf in hash["leaves"].as_array().unwrap() {
        let asks = leaf["condition"].to_string().contains("hashCode");
        assert_eq!(leaf["input"].is_null(), asks, "{leaf}");
    }
    let object = explored(&folder, "T.object");
    let mut leaves = object["leaves"].as_array().unwrap().iter();
    let long = leaves.find(|leaf| leaf["result"] == "1").unwrap();
    assert!(long["input"]["o"].as_str().unwrap().len() > 4, "{long}");
}

#[test]
fn conditions_on_characters_have_characters() {
    let folder = support::folder(&[("T.java", PROGRAM)]);
    let first = explored(&folder, "T.first").to_string();
    assert!(
        first.contains("s.charAt(0) == 'b'") && first.contains("s.charAt(2) != 'd'"),
        "{first}"
    );
    let joined = explored(&folder, "T.joined").to_string();
    assert!(joined.contains("(s + t).charAt(1) == 'y'"), "{joined}");
}

/// What a library makes is a value that no run computes: it is not a text without characters.
#[test]
fn a_run_ends_at_a_text_that_a_library_makes() {
    let made = "class T { static int made() { return new String(\"a\").equals(\"a\") ? 1 : 2; } }";
    let folder = support::folder(&[("T.java", made)]);
    let ran = run(&folder, "T.made", &[]);
    assert!(
        ran.contains("the value of a new object of a library is not supported"),
        "{ran}"
    );
}

/// Other references are no arguments of `run`.
#[test]
fn a_run_takes_texts_alone() {
    let folder = support::folder(&[("T.java", PROGRAM)]);
    assert!(run(&folder, "T.first", &["bad".to_owned()]).contains("returns 1\n"));
    assert!(run(&folder, "T.first", &["null".to_owned()]).contains("returns 0\n"));
    let refused = run(&folder, "T.object", &["bad".to_owned()]);
    assert!(
        refused.contains("numbers, truth values and texts"),
        "{refused}"
    );
    assert!(run(&folder, "T.first", &[]).contains("1 parameters, and there are 0 arguments"));
}
