//! What the documents of the field say, as programs: the commands in the first lines of the files of
//! `tests/literature` print what these lines say (`docs/literature.md`).

use crate::support::{Program, in_parallel, java_programs, programs, root};
use std::io::Write;
use std::process::{Command, Stdio};

/// A command of a file, with what it reads and prints.
#[derive(Debug, Default)]
struct Session {
    args: String,
    input: String,
    texts: Vec<String>,
    code: i32,
}

/// The commands that the first lines of a program give.
fn sessions(text: &str) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    for line in text.lines().map_while(|line| line.strip_prefix("//")) {
        let (sign, rest) = line.split_at_checked(1).unwrap_or((line, ""));
        let rest = rest.trim();
        match (sign, sessions.last_mut()) {
            ("$", _) => sessions.push(Session {
                args: rest.to_owned(),
                ..Session::default()
            }),
            ("<", Some(session)) => session.input += &format!("{rest}\n"),
            (">", Some(session)) => session.texts.push(rest.to_owned()),
            ("=", Some(session)) => session.code = rest.parse().unwrap(),
            _ => assert_eq!(sign, " ", "{line}"),
        }
    }
    sessions
}

/// What is wrong with the output of a command.
fn fault(program: &Program, session: &Session) -> Option<String> {
    // Arguments are quoted as in a shell.
    let mut child = Command::new("sh")
        .args(["-c", &format!("\"$0\" {} \"$1\"", session.args)])
        .arg(env!("CARGO_BIN_EXE_veriframe"))
        .arg(&program.name)
        .current_dir(root())
        .env("VERIFRAME_CACHE", "off")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads nothing may have ended.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(session.input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).unwrap();
    let mut rest = printed.as_str();
    for text in &session.texts {
        let Some(at) = rest.find(text.as_str()) else {
            return Some(format!("no `{text}` there in\n{printed}"));
        };
        rest = rest.get(at + text.len()..).unwrap_or_default();
    }
    let code = output.status.code();
    (code != Some(session.code)).then(|| format!("exit code {code:?}\n{printed}"))
}

/// The programs, in both notations.
fn all() -> Vec<Program> {
    let mut all = programs("tests/literature");
    all.extend(java_programs("tests/literature"));
    all
}

#[test]
fn documents_are_followed_to_the_letter() {
    let faults = in_parallel(&all(), |program| {
        let sessions = sessions(&program.text);
        assert!(!sessions.is_empty(), "{}", program.name);
        let faults = sessions.iter().filter_map(|session| {
            let fault = fault(program, session)?;
            Some(format!("{}: {}: {fault}", program.name, session.args))
        });
        faults.collect::<Vec<String>>()
    });
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Each file is in a row of the table, and each row that names a file has it.
#[test]
fn the_table_of_the_literature_names_what_is_tested() {
    let table = std::fs::read_to_string(root().join("docs/literature.md")).unwrap();
    let mut named: Vec<&str> = table
        .split('`')
        .filter_map(|text| text.strip_prefix("tests/literature/"))
        .collect();
    named.sort_unstable();
    named.dedup();
    let programs = all();
    let names = programs.iter().map(|program| program.name.as_str());
    let mut files: Vec<&str> = names
        .filter_map(|name| name.strip_prefix("tests/literature/"))
        .collect();
    files.sort_unstable();
    assert_eq!(named, files);
}
