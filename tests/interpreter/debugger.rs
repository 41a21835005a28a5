//! `veriframe debug` and `veriframe dap`: scripted sessions with their transcripts, Ctrl-C, and the
//! protocol with a client of others.

use crate::support;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::Duration;
use support::{Program, root};
use veriframe::debug::{self, Debugger, Recorder};
use veriframe::{Aliases, ExploreRequest, Merging, Options, Status, Stop, Workspace};

fn command(arguments: &[&str]) -> Command {
    let mut command = support::veriframe();
    command.arg("debug").args(arguments);
    command
}

/// Runs a session over these commands.
fn session(arguments: &[&str], script: &str) -> Output {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A refused command line leaves its input unread.
    let _ = input.write_all(script.as_bytes());
    drop(input);
    child.wait_with_output().unwrap()
}

/// The arguments in the first line of a script, and its output with its exit code.
fn transcript(name: &str) -> String {
    let path = root().join("tests/debug").join(format!("{name}.dbg"));
    let script = fs::read_to_string(path).unwrap();
    let (first, rest) = script.split_once('\n').unwrap();
    let arguments: Vec<&str> = first.trim_start_matches("# ").split(' ').collect();
    let output = session(&arguments, rest);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error, "", "{name}");
    let text = String::from_utf8(output.stdout).unwrap();
    format!("{text}exit {}\n", output.status.code().unwrap())
}

/// Compares with `tests/debug/NAME.snap`.
fn check(name: &str) -> String {
    let text = transcript(name);
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("../debug");
    settings.bind(|| insta::assert_snapshot!(name, text));
    text
}

#[test]
fn sessions_have_the_expected_transcripts() {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("tests/debug")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "dbg") {
            names.push(path.file_stem().unwrap().to_string_lossy().into_owned());
        }
    }
    names.sort();
    assert!(names.len() >= 9, "{names:?}");
    for name in names {
        check(&name);
    }
}

/// Takes all sides of all forks, and stops at each failure, by the commands of a user: the lines
/// `fails at line …` of the stops.
fn walk(debugger: &mut Debugger<'_, '_>, name: &str) -> BTreeSet<String> {
    let none = Stop::default();
    let mut failures = BTreeSet::new();
    // With whether something has failed on the path before.
    let mut todo = vec![("continue".to_owned(), false)];
    let mut saved = 0;
    while let Some((commands, was_failed)) = todo.pop() {
        let mut reply = debugger.line(&commands, &none).text;
        let mut is_failed = was_failed;
        loop {
            let failure = reply
                .lines()
                .find(|line| line.starts_with("fails at line "));
            if let Some(failure) = failure.map(str::to_owned) {
                is_failed = true;
                let why = debugger.line("why", &none);
                let code = failure.split(": ").nth(1).unwrap();
                assert!(!why.refused && why.text.contains(code), "{name}: {why:?}");
                failures.insert(failure);
            }
            let sides: Vec<&str> = reply.lines().filter(|line| line.contains("`go ")).collect();
            if sides.is_empty() && !reply.contains("goes on as if it held") {
                let is_verified = reply.contains("this path is verified");
                assert!(!(is_failed && is_verified), "{name}: {reply}");
                break;
            }
            if sides.is_empty() {
                reply = debugger.line("continue", &none).text;
                continue;
            }
            let labels = reply
                .lines()
                .filter(|line| line.starts_with("fork") || line.starts_with("`go "));
            for label in labels.filter(|label| *label != "fork:") {
                let is_empty = label.ends_with(": ") || label.ends_with(':');
                assert!(!is_empty, "{name}: a side without a label: {reply}");
            }
            saved += 1;
            debugger.line(&format!("save fork{saved}"), &none);
            for side in (2..=sides.len().max(2)).rev() {
                let side = if reply.contains("`go true`") {
                    "false".to_owned()
                } else {
                    side.to_string()
                };
                todo.push((format!("restore fork{saved}; go {side}"), is_failed));
            }
            let first = if reply.contains("`go true`") {
                "go true"
            } else {
                "go 1"
            };
            reply = debugger.line(first, &none).text;
        }
    }
    failures
}

/// Each failure of a member is a stop that says its line and that `why` explains, and no path that has
/// one is called verified.
#[test]
fn each_failure_is_a_stop() {
    let mut programs = support::programs("tests/explained");
    programs.extend(support::programs("tests/debug"));
    programs.extend(support::java_programs("tests/explained"));
    if std::env::var("VERIFRAME_STEPS").is_ok_and(|which| which == "all") {
        programs.extend(support::programs("tests/verify"));
        programs.extend(support::java_programs("tests/verify"));
    }
    let stops = support::in_parallel(&programs, stops);
    let failing = stops.iter().filter(|stops| **stops > 0).count();
    let all: usize = stops.iter().sum();
    println!(
        "{failing} of {} programs fail, with {all} stops",
        programs.len()
    );
    assert!(all > 40, "{all}");
}

/// How many failures of a program are stops: all of them.
fn stops(program: &Program) -> usize {
    // How a failure is explained is of no interest here.
    let options = Options {
        explain: false,
        ..support::options(program).unwrap()
    };
    let (sources, report) = support::run(program, &options);
    let mut stops = 0;
    for member in report.members.iter().filter(|m| m.status == Status::Failed) {
        let recorder = Arc::new(Recorder::new(&member.name));
        let workspace = support::workspace(
            std::slice::from_ref(program),
            &Options {
                members: vec![member.name.clone()],
                merge: Merging::Off,
                listeners: vec![recorder.clone()],
                ..options.clone()
            },
        );
        let loaded = workspace.load();
        let name = format!("{}: {}", program.name, member.name);
        let none = Stop::default();
        let mut work = |debugger: &mut Debugger<'_, '_>| walk(debugger, &name);
        let walked = debug::recorded(&loaded, &member.name, &recorder, &none, &mut work);
        let failures = walked.unwrap();
        for diagnostic in &member.diagnostics {
            let line = sources.start(diagnostic.span).line;
            let stop = format!("fails at line {line}: {}: ", diagnostic.full_code());
            let found = failures.iter().any(|failure| failure.starts_with(&stop));
            assert!(found, "{name}: {stop}: {failures:?}");
            stops += 1;
        }
    }
    stops
}

/// The eleven leaves of SEARCH (004, §7), from the transcript alone.
#[test]
fn a_search_has_eleven_leaves_by_hand() {
    let text = transcript("effigy");
    let mut found: Vec<(BTreeSet<&str>, &str)> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(result) = line.strip_prefix("returns ") else {
            continue;
        };
        let mut path = BTreeSet::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('>')) {
            path.insert(line);
        }
        found.push((path, result));
    }
    let rows: [(&[&str], &str); 11] = [
        (&["A3 = X"], "3"),
        (&["A1 = X", "X < A3"], "1"),
        (&["X < A1", "X < A3"], "0"),
        (&["A2 = X", "A1 < X", "X < A3"], "2"),
        (&["A1 < X", "X < A2", "X < A3"], "1"),
        (&["A1 < X", "A2 < X", "X < A3"], "2"),
        (&["A4 = X", "A3 < X"], "4"),
        (&["A3 < X", "X < A4"], "3"),
        (&["A5 = X", "A3 < X", "A4 < X"], "5"),
        (&["A3 < X", "A4 < X", "X < A5"], "4"),
        (&["A3 < X", "A4 < X", "A5 < X"], "5"),
    ];
    let expected = rows.map(|(path, result)| (path.iter().copied().collect(), result));
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_debugged_is_said_before_the_session() {
    let fails = |arguments: &[&str], expected: &str| {
        let output = session(arguments, "step\n");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(expected), "{error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert_eq!(output.stdout, b"", "{error}");
    };
    let program = "tests/debug/calls.idf";
    for mode in [&["--run"][..], &[]] {
        let with = |arguments: &[&'static str]| [mode, arguments].concat();
        let unknown = with(&[program, "--member", "Main.rnu"]);
        // What is verified need not have a body.
        let kind = if mode.is_empty() { "" } else { " with a body" };
        let expected = format!("there is no member `Main.rnu`{kind}; did you mean `Main.run`?");
        fails(&unknown, &expected);
        let folder = tempfile::tempdir().unwrap();
        let wrong = folder.path().join("wrong.idf");
        fs::write(&wrong, "class C { void m() { undeclared := 1; } }").unwrap();
        let mut arguments = mode.to_vec();
        let wrong = wrong.display().to_string();
        arguments.extend([wrong.as_str(), "--member", "C.m"]);
        fails(&arguments, "unknown-name");
    }
    let input = ["--run", program, "--member", "Main.run", "--input", "n=m"];
    fails(&input, "`m` is no value");
    let input = ["--run", program, "--member", "Main.run", "--input", "k=1"];
    fails(&input, "there is no parameter `k`");
}

#[test]
fn without_a_member_it_is_the_first_that_fails() {
    let said = |output: &Output| {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), error)
    };
    let program = "tests/debug/missing_conjunct.idf";
    let with = |arguments: &[&str]| session(&[&[program], arguments].concat(), "continue\nwhy\n");
    let named = with(&["--member", "Account.raise"]);
    assert_eq!(said(&named), (0, String::new()));
    assert_eq!(with(&[]).stdout, named.stdout);

    // The interpreter does not know which one fails.
    let (code, error) = said(&with(&["--run"]));
    assert_eq!(code, 2);
    assert!(error.contains("name a member by `--member`"), "{error}");

    let of_text = |text: &str| {
        let folder = support::folder(&[("c.idf", text)]);
        let path = folder.path().join("c.idf").display().to_string();
        session(&[&path], "step\n")
    };
    let only = of_text("class C { void m() { int x := 1; } }");
    assert_eq!(said(&only), (0, String::new()));
    let (code, error) = said(&of_text("class C { void m() { } void n() { } }"));
    assert_eq!(code, 2);
    assert!(error.contains("no member fails"), "{error}");
    let (code, error) = said(&of_text("class C { void m() { x := 1; } }"));
    assert_eq!(code, 2);
    assert!(error.contains("unknown-name"), "{error}");
}

/// Ctrl-C ends the command that runs, and the session goes on.
#[test]
#[cfg(unix)]
fn an_interrupt_returns_to_the_next_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endless.idf");
    let text =
        "class C { static int m(int n) { int i := 0; while (true) { i := i + 1; } return i; } }";
    fs::write(&path, text).unwrap();
    let mut child = command(&["--run", "--member", "C.m", &path.display().to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    input.write_all(b"continue\n").unwrap();
    while !line.starts_with("> continue") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    std::thread::sleep(Duration::from_millis(300));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    line.clear();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "interrupted\n");
    input.write_all(b"prove i >= 0; quit\n").unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(
        rest.ends_with("> prove i >= 0; quit\nproved: true\n"),
        "{rest}"
    );
    assert!(child.wait().unwrap().success());
}

/// What verifies a member again is interrupted, too, and changes nothing.
#[test]
fn questions_are_interrupted() {
    let text = fs::read_to_string(root().join("tests/debug/missing_conjunct.idf")).unwrap();
    let recorder = Arc::new(Recorder::new("Account.raise"));
    let mut workspace = Workspace::new(Options {
        members: vec!["Account.raise".to_owned()],
        listeners: vec![recorder.clone()],
        ..Options::default()
    });
    workspace.set("account.idf", text);
    let loaded = workspace.load();
    let request = ExploreRequest {
        aliases: Aliases::default(),
        member: "Account.raise".to_owned(),
        inputs: Vec::new(),
        from_contract: false,
        forks: usize::MAX,
        steps: 1_000,
        leaves: usize::MAX,
        rlimit: Options::default().rlimit,
    };
    let mut work = |debugger: &mut Debugger<'_, '_>| {
        let raised = Stop::default();
        raised.ask();
        debugger.line("step", &Stop::default());
        let before = debugger.here();
        for question in ["prove by + 1 > by", "eval by + 1", "assume by > 0"] {
            let reply = debugger.line(question, &raised);
            assert!(reply.refused && reply.text.contains("stopped"), "{reply:?}");
            assert_eq!(debugger.here(), before);
            let reply = debugger.line(question, &Stop::default());
            assert!(!reply.refused, "{reply:?}");
        }
    };
    let none = Stop::default();
    debug::recorded(&loaded, "Account.raise", &recorder, &none, &mut work).unwrap();
    debug::live(&loaded, &request, &mut work).unwrap();
}

/// The protocol by the client of Visual Studio Code's own tests.
#[test]
fn a_client_of_others_debugs_by_the_protocol() {
    let Some(folder) = support::npm_client("tests/debug/client") else {
        return;
    };
    let program = support::veriframe().get_program().to_owned();
    let output = Command::new("node")
        .arg("client.js")
        .arg(&program)
        .arg(root())
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{error}");
    assert!(text.contains("34 checks passed"), "{text}{error}");
}

/// What assertions say that cannot be evaluated is told on the way, in the console once, and to editors
/// as an event before the one that the session has stopped.
#[test]
fn what_is_not_evaluated_is_told_once() {
    let files = support::folder(&[(
        "a.idf",
        "class C {
  int x;
  lemma static void positive(int n) requires n > 0; {}
  void m(int n)
  {
    x := n;
    positive(n);
    assert acc(x) * x = n;
    assume n > 3;
    x := 1;
  }
}
",
    )]);
    let file = files.path().join("a.idf");
    let file = file.to_str().unwrap();
    let output = session(
        &["--run", file, "--member", "C.m"],
        "continue\ngo false\nrestart\ncontinue\ngo true\n",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [":7:5: `positive(n)`", ":8:12: `acc(x)`"] {
        let warning = format!("{part} was not evaluated\n");
        assert_eq!(text.matches(&warning).count(), 1, "{text}");
    }
    assert!(
        text.contains("no execution comes here: an `assume` excludes it"),
        "{text}"
    );

    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let request = |command: &str, arguments: &str| {
        framed(&format!(
            r#"{{"seq":7,"type":"request","command":"{command}","arguments":{arguments}}}"#
        ))
    };
    let launch = format!(r#"{{"program":"{file}","member":"C.m","run":true}}"#);
    let text = [
        request("initialize", r#"{"adapterID":"test"}"#),
        request("launch", &launch),
        request("configurationDone", "{}"),
        request("continue", r#"{"threadId":1}"#),
        request("reverseContinue", r#"{"threadId":1}"#),
        request("continue", r#"{"threadId":1}"#),
        request("disconnect", "{}"),
    ]
    .concat();
    let mut child = support::veriframe()
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.split("Content-Length: ").skip(1).map(|part| {
        let (_, json) = part.split_once("\r\n\r\n").unwrap();
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    });
    let events: Vec<serde_json::Value> = messages.filter(|m| m["type"] == "event").collect();
    let at = |part: &str| {
        let found = (events.iter().enumerate()).filter(|(_, event)| {
            event["event"] == "output" && event["body"]["output"].as_str().unwrap().contains(part)
        });
        let places: Vec<usize> = found.map(|(at, _)| at).collect();
        assert_eq!(places.len(), 1, "{part}: {text}");
        places[0]
    };
    let (lemma, part) = (at("`positive(n)` was not evaluated\n"), at("`acc(x)` was"));
    assert!(
        lemma < part && events[part + 1]["event"] == "stopped",
        "{text}"
    );
}

/// What is malformed is answered with an error, and the adapter goes on.
#[test]
fn malformed_requests_are_answered_with_errors() {
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let request = |command: &str, arguments: &str| {
        framed(&format!(
            r#"{{"seq":7,"type":"request","command":"{command}","arguments":{arguments}}}"#
        ))
    };
    let file = root().join("tests/debug/calls.idf");
    let launch = format!(
        r#"{{"program":"{}","member":"Main.run","run":true}}"#,
        file.display()
    );
    let malformed = [
        framed("no json"),
        framed("{}"),
        framed("[1, 2]"),
        framed(r#"{"seq":1,"type":"event","command":"x"}"#),
        framed(r#"{"seq":"one","type":"request","command":"threads"}"#),
        "Content-Length: many\r\n\r\n".to_owned(),
        "no header\r\n\r\n".to_owned(),
        request("unheardOf", "{}"),
        request("launch", r#"{"program":5}"#),
        request("launch", r#"{"program":"no/such/file.idf","member":"C.m"}"#),
        request("initialize", r#"{"linesStartAt1":"yes"}"#),
        request("stackTrace", "null"),
    ];
    let in_session = [
        request("variables", r#"{"variablesReference":-1}"#),
        request("variables", r#"{"variablesReference":4711}"#),
        request("scopes", r#"{"frameId":99}"#),
        request("setBreakpoints", "{}"),
        request("evaluate", r#"{"expression":"undeclared + 1"}"#),
        request("evaluate", r#"{"expression":7}"#),
        request("goto", "{}"),
        request("stepIn", r#"{"targetId":3}"#),
        request("exceptionInfo", "null"),
        request("setExceptionBreakpoints", r#"{"filters":["none"]}"#),
        request("launch", &launch),
        framed("\u{0}\u{1}"),
    ];
    let mut text = malformed.concat();
    text.push_str(&request("initialize", r#"{"adapterID":"test"}"#));
    text.push_str(&request("launch", &launch));
    text.push_str(&in_session.concat());
    text.push_str(&request("threads", "null"));
    text.push_str(&request("disconnect", "{}"));
    let mut child = support::veriframe()
        .arg("dap")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let messages = text.split("Content-Length: ").skip(1).map(|part| {
        let (_, json) = part.split_once("\r\n\r\n").unwrap();
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    });
    let responses = messages.filter(|message| message["type"] == "response");
    let success: Vec<bool> = responses
        .map(|message| {
            let success = message["success"].as_bool().unwrap();
            assert!(success || message["message"].as_str().unwrap().len() > 5);
            success
        })
        .collect();
    let mut expected = vec![false; malformed.len()];
    expected.extend([true, true]);
    expected.extend(vec![false; in_session.len()]);
    expected.extend([true, true]);
    assert_eq!(success, expected);
}
