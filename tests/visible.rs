//! Control characters, line ends and characters that turn the direction of text come out of no
//! command as they are: neither from names of files, nor from texts, keys or messages. No line is a
//! command for the runner of GitHub Actions that is not veriframe's own.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use std::fs;
use std::path::Path;
use support::veriframe;

/// What must not come out. Line feeds are only in names.
const DECEPTIVE: &str = "\u{1b}]0;t\u{7}\u{8}\r\u{7f}\u{85}\u{9b}31m\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\
    \u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}";

fn is_deceptive(c: char) -> bool {
    c != '\n' && c != '\t' && (c.is_control() || DECEPTIVE.contains(c) && !c.is_ascii())
}

/// A folder whose files have such names and texts. A name and a text, each with the notation.
fn project(folder: &Path) -> Vec<String> {
    let name = DECEPTIVE.replace('\r', "\r\n::stop-commands::x\n##[error]y\n");
    // A carriage return ends a comment of one line.
    let line = DECEPTIVE.replace('\r', "");
    let idf = format!(
        "// {line}\nclass C {{ /* {DECEPTIVE} */\n  int x;\n  static int m(int n) requires n > 0; ensures /* {DECEPTIVE} */ result = n + 1; {{ /* {DECEPTIVE} */ return n; }}\n}}\n"
    );
    let text = DECEPTIVE.replace(['\r', '\u{1b}', '\u{7}', '\u{8}', '\u{7f}'], "");
    let java = format!(
        "class D {{ // {line}\n  //@ requires n > 0;\n  //@ ensures \\result == \"{text}\";\n  static String m(int n) {{ return n > 1 ? \"{text}!\" : \"{text}\"; /* {DECEPTIVE} */ }}\n}}\n"
    );
    // Refused, at a character that is none of the language.
    let broken = format!("class E {{ {DECEPTIVE} int }}\n");
    let files = [
        (format!("a{name}.idf"), idf),
        (format!("b{name}.java"), java),
        (format!("c{name}.idf"), broken),
    ];
    for (name, text) in &files {
        fs::write(folder.join(name), text).unwrap();
    }
    files.into_iter().map(|(name, _)| name).collect()
}

/// What is wrong with the outputs of a command.
fn wrong(folder: &Path, args: &[&str], may_command: bool) -> Vec<String> {
    let output = veriframe().current_dir(folder).args(args).output().unwrap();
    let code = output.status.code();
    let mut wrong = Vec::new();
    if !matches!(code, Some(0..=2)) {
        wrong.push(format!("{args:?} ends with {code:?}"));
    }
    for (which, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        let colored = args.contains(&"always");
        let text = if colored {
            without_colors(&text)
        } else {
            text.into_owned()
        };
        if let Some(c) = text.chars().find(|c| is_deceptive(*c)) {
            wrong.push(format!("{args:?}: {which} has {c:?}"));
        }
        for line in text.lines() {
            let begins = line.trim_start();
            let own = ["::error ", "::warning ", "::notice "];
            let is_own = may_command && own.iter().any(|own| begins.starts_with(own));
            if begins.starts_with("::") && !is_own || line.contains("##[") {
                wrong.push(format!("{args:?}: {which} has the line {line:?}"));
            }
        }
    }
    wrong
}

/// Without the escape sequences of veriframe's own colours.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('m') {
            Some((codes, rest)) if codes.chars().all(|c| c.is_ascii_digit() || c == ';') => {
                plain += rest;
            }
            _ => plain += &format!("\u{1b}[{part}"),
        }
    }
    plain
}

#[test]
fn nothing_deceptive_leaves_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let names = project(folder.path());
    let [idf, java, broken] = [&*names[0], &*names[1], &*names[2]];
    let mut runs: Vec<Vec<&str>> = Vec::new();
    for format in [
        "human", "concise", "json", "jsonl", "sarif", "junit", "html", "github",
    ] {
        runs.push(vec!["verify", "--format", format, idf, java]);
        runs.push(vec!["verify", "--format", format, broken]);
    }
    for file in [idf, java, broken] {
        let member = if file == java { "D.m" } else { "C.m" };
        runs.push(vec!["verify", "-v", "--stats", "--trace", file]);
        runs.push(vec!["verify", "--color", "always", "--trace", file]);
        runs.push(vec!["verify", "--fix", file]);
        runs.push(vec!["verify", "--list", file]);
        runs.push(vec!["run", file]);
        runs.push(vec!["run", "--entry", member, "--arg", "1", file]);
        runs.push(vec!["explore", "--member", member, file]);
        runs.push(vec![
            "explore", "--member", member, "--format", "json", file,
        ]);
        runs.push(vec!["explore", "--member", member, "--format", "dot", file]);
        runs.push(vec!["bmc", "--member", member, file]);
        runs.push(vec!["bmc", "--member", member, "--format", "json", file]);
        runs.push(vec!["test", "--runs", "5", file]);
        runs.push(vec!["test", "--runs", "5", "--format", "json", file]);
        let debug = ["debug", "--member", member, file];
        let commands = ["--command", "list; tree; continue; why; show all; where"];
        runs.push([debug.as_slice(), &commands].concat());
        runs.push([debug.as_slice(), &["--run"], &commands].concat());
        runs.push([debug.as_slice(), &["--command", file]].concat());
        runs.push(vec!["contracts", file]);
        runs.push(vec!["contracts", "--format", "json", file]);
        for format in ["human", "json", "jsonl", "sarif", "junit", "github"] {
            runs.push(vec![
                "contracts",
                "--against",
                idf,
                "--format",
                format,
                file,
            ]);
        }
        runs.push(vec!["merge", file]);
        runs.push(vec!["init", file]);
        runs.push(vec!["explain", file]);
        runs.push(vec![file]);
        runs.push(vec!["verify", "--member", file, idf]);
        for command in ["explore", "bmc", "test", "debug"] {
            runs.push(vec![command, "--member", file, idf]);
        }
        runs.push(vec!["run", "--entry", file, idf]);
        runs.push(vec!["run", "--entry", "C.m", "--arg", file, idf]);
        runs.push(vec!["explore", "--member", "C.m", "--input", file, idf]);
        runs.push(vec!["verify", "--format", file]);
        runs.push(vec!["verify", "--since", file, idf]);
        runs.push(vec!["cache", "size", "--cache", file]);
    }
    let missing = "no\n::stop-commands::x\u{202e}.idf";
    for command in ["verify", "run", "test", "contracts", "merge"] {
        runs.push(vec![command, missing]);
    }
    let mut all = Vec::new();
    for args in runs {
        let may_command = args.contains(&"github");
        all.extend(wrong(folder.path(), &args, may_command));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn keys_and_values_of_a_project_file_are_in_one_line() {
    let escaped = "a\\n::stop-commands::x\\u001b\\u202e\\u0085";
    for text in [
        format!("\"{escaped}\" = 1\n"),
        format!("int = \"{escaped}\"\n"),
        format!("deny = [\"{escaped}\"]\n"),
        format!("paths = [\"{escaped}\"]\n"),
        format!("paths = [\".\"]\n[folders.\"{escaped}\"]\nint = \"checked\"\n"),
        format!("timeout = \"{escaped}\"\n"),
        format!("remote-cache = \"{escaped}\"\n"),
        "a\u{202e}b = \u{85}\n".to_owned(),
    ] {
        let folder = support::folder(&[("veriframe.toml", &text), ("a.idf", "assert true;\n")]);
        let all = wrong(folder.path(), &["verify"], false);
        assert!(all.is_empty(), "{text}: {all:?}");
    }
}

#[test]
fn what_is_shown_says_which_character_it_was() {
    let files = support::folder(&[(
        "a.idf",
        "class C { void m() { assert /*\u{202e}*/ false; } }\n",
    )]);
    let output = veriframe()
        .current_dir(files.path())
        .args(["verify", "a.idf"])
        .output();
    let text = support::said(&output.unwrap());
    assert!(text.contains("assert /*\\u{202e}*/ false;"), "{text}");
    // The label is below what it is about.
    let lines: Vec<&str> = text.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.contains("assert /*"))
        .unwrap();
    let column = |line: &str, what: &str| line.split(what).next().unwrap().chars().count();
    assert_eq!(
        column(lines[at], "false;"),
        column(lines[at + 1], "^"),
        "{text}"
    );
}
