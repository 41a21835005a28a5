//! What the text for people says of failed members after all diagnostics: the last states of the
//! first one, and the commands that show more.

use crate::support;

use std::fs;
use std::process::Output;

/// The text of a run, and what it says from the last states on, without its summary.
fn verified(arguments: &[&str]) -> (String, String) {
    let output: Output = support::veriframe()
        .arg("verify")
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let from = text.find(", the last states before").map(|at| {
        let begin = text[..at].rfind('\n').map_or(0, |at| at + 1);
        text[begin..].to_owned()
    });
    let states = from.unwrap_or_default();
    let end = states.rfind("verified ").unwrap_or(states.len());
    (text.clone(), states[..end].to_owned())
}

const STATES: &str = "\
A.straight, the last states before it fails at line 11
  7 │ static int straight(int a)  — entry
 10 │ int y := a;
    │   y ↦ a
 11 │ assert y > 3;
    │   not proved: 3 < a
A.straight: `veriframe debug tests/debug/stepping.idf --member A.straight` steps through it; \
verify it with --trace for all states
A.branching: `veriframe debug tests/debug/stepping.idf --member A.branching` steps through it; \
verify it with --trace for all states
";

const PROGRAM: &str = "tests/debug/stepping.idf";

#[test]
fn the_first_failed_member_shows_its_last_states() {
    let (text, states) = verified(&[PROGRAM]);
    assert_eq!(states, STATES, "{text}");

    // The same if the report, or the results of the members, are in the cache.
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache").display().to_string();
    for _ in 0..2 {
        assert_eq!(verified(&[PROGRAM, "--cache", &cache]).1, STATES);
    }

    // The first of the run, not that of each file; a file is written as the shell reads it.
    let file = folder.path().join("it's.idf");
    fs::copy(PROGRAM, &file).unwrap();
    let (_, states) = verified(&[PROGRAM, &file.display().to_string()]);
    let first = STATES.split_inclusive('\n').take(6).collect::<String>();
    assert!(states.starts_with(&first), "{states}");
    assert_eq!(states.matches("the last states").count(), 1, "{states}");
    assert_eq!(states.matches("veriframe debug").count(), 4, "{states}");
    assert!(states.contains(r"it'\''s.idf' --member"), "{states}");
}

/// Of a contract that is not well-formed, and of a predicate, the contract's check is repeated.
#[test]
fn a_contract_has_last_states() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("cache").display().to_string();
    let file = folder.path().join("c.idf");
    for member in [
        "predicate p() { return acc(x) * 10 / x > 1; }",
        "void m() requires acc(x) * 10 / x = 5; ensures acc(x); { x := 1; assert false; }",
    ] {
        fs::write(&file, format!("class C {{ int x;\n  {member}\n}}\n")).unwrap();
        for _ in 0..2 {
            let (text, states) = verified(&[&file.display().to_string(), "--cache", &cache]);
            assert!(
                states.contains("the last states before it fails at line 2"),
                "{text}"
            );
            assert!(states.contains("this.x ↦ this.x@2"), "{text}");
            assert!(states.contains("not proved: this.x@2 != 0"), "{text}");
        }
    }
}

#[test]
fn the_last_states_can_be_left_out_and_are_in_no_other_format() {
    for option in ["--explain=off", "-q"] {
        let (text, states) = verified(&[PROGRAM, option]);
        assert!(text.contains("assert:may-not-hold"), "{text}");
        assert_eq!(states, "", "{text}");
        assert!(!text.contains("veriframe debug"), "{text}");
    }
    // All states are there.
    let (text, states) = verified(&[PROGRAM, "--trace"]);
    assert_eq!(states, "", "{text}");
    for format in ["json", "jsonl", "sarif", "junit", "github", "concise"] {
        let (text, _) = verified(&[PROGRAM, "--format", format]);
        assert!(text.contains("might not hold here"), "{format}: {text}");
        for part in ["last states", "veriframe debug", "not proved:"] {
            assert!(!text.contains(part), "{format}: {text}");
        }
    }
    let (text, states) = verified(&["tests/debug/array_cleared.idf"]);
    assert_eq!(states, "", "{text}");
}

/// The states have at most fifteen lines, of which the last is the query, or what fails.
#[test]
fn the_last_states_are_short() {
    for program in support::programs("tests/explained") {
        let mut arguments = support::option_words(&program);
        arguments.push(program.name.clone());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (text, states) = verified(&arguments);
        if !text.contains("error[") {
            continue;
        }
        let end = states.find("`veriframe debug").expect(&text);
        let lines: Vec<&str> = states[..end].lines().collect();
        let states = &lines[..lines.len() - 1];
        assert!((3..=15).contains(&states.len()), "{text}");
        let last = states.last().unwrap();
        assert!(
            last.contains("not proved: ") || last.contains("fails: "),
            "{text}"
        );
        let too_long = states.iter().find(|line| line.chars().count() > 130);
        assert_eq!(too_long, None);
    }
}

/// More than ten members that fail are counted.
#[test]
fn many_failed_members_are_counted() {
    let members = support::each(13, "\n", |n| {
        format!("  static void m{n}(int a) {{ assert a > {n}; }}")
    });
    let folder = support::folder(&[("many.idf", &format!("class C {{\n{members}\n}}\n"))]);
    let file = folder.path().join("many.idf").display().to_string();
    let (text, states) = verified(&[&file]);
    assert_eq!(states.matches("veriframe debug").count(), 10, "{text}");
    assert!(
        states.ends_with("\n3 more members fail: the same with their names\n"),
        "{text}"
    );
}
