//! Control characters, line ends and characters that turn the direction of text come out of no
//! command as they are: neither from names of files, nor from texts, keys or messages. No line is a
//! command for the runner of GitHub Actions that is not veriframe's own.

use crate::support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
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
    judged(&output, args, may_command)
}

fn judged(output: &Output, args: &[&str], may_command: bool) -> Vec<String> {
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
        let found = deceptive(&text, may_command).into_iter();
        wrong.extend(found.map(|what| format!("{args:?}: {which} {what}")));
    }
    wrong
}

/// What is deceptive in a text.
fn deceptive(text: &str, may_command: bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(c) = text.chars().find(|c| is_deceptive(*c)) {
        wrong.push(format!("has {c:?}"));
    }
    for line in text.lines() {
        let begins = line.trim_start();
        let own = ["::error ", "::warning ", "::notice "];
        let is_own = may_command && own.iter().any(|own| begins.starts_with(own));
        if begins.starts_with("::") && !is_own || line.contains("##[") {
            wrong.push(format!("has the line {line:?}"));
        }
    }
    wrong
}

/// What is wrong with the files in a folder.
fn wrong_files(folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut todo = vec![folder.to_owned()];
    let mut count = 0;
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
                continue;
            }
            count += 1;
            let text = fs::read_to_string(&path).unwrap();
            let may_command = path.extension().is_some_and(|of| of == "github");
            let found = deceptive(&text, may_command).into_iter();
            wrong.extend(found.map(|what| format!("{}: {what}", path.display())));
        }
    }
    assert!(count > 0, "no file was written");
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

#[test]
fn files_of_results_are_as_visible_as_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let names = project(folder.path());
    let [idf, java, broken] = [&*names[0], &*names[1], &*names[2]];
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    let formats = [
        "human", "concise", "json", "jsonl", "sarif", "junit", "html", "github",
    ];
    for (number, files) in [&[idf, java][..], &[broken]].into_iter().enumerate() {
        let mut args = vec!["verify".to_owned(), "--trace".to_owned()];
        for format in formats {
            args.push(format!("--output={format}=out/{number}.{format}"));
        }
        args.push(format!("--output=html=out/pages{number}/"));
        args.extend(files.iter().map(|&file| file.to_owned()));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let all = wrong(folder.path(), &args, false);
        assert!(all.is_empty(), "{}", all.join("\n"));
        // Machines read in them what stood there.
        let text = fs::read_to_string(out.join(format!("{number}.json"))).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let told = ["members", "diagnostics"].map(|key| &report[key][0]["file"]);
        let mut told = told.iter().filter_map(|name| name.as_str());
        assert!(told.any(|name| files.contains(&name)), "{report}");
    }
    let runs: [&[&str]; 4] = [
        &["merge", "--output", "out/merged.json", "out/0.json"],
        &["test", "--runs", "5", "--lcov", "out/idf.lcov", idf],
        &["test", "--runs", "5", "--lcov", "out/java.lcov", java],
        &["init", "--workflow", "out/project"],
    ];
    for args in runs {
        let all = wrong(folder.path(), args, false);
        assert!(all.is_empty(), "{}", all.join("\n"));
    }
    let all = wrong_files(&out);
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Code is written as it stands in the program, but what a generated test says is one line of it.
#[test]
fn a_generated_test_is_code_whatever_it_quotes() {
    let text = "class D {\n  //@ requires 0 <= n <= 5;\n  //@ ensures \\result /* \u{202e}\u{2066}\u{1b}\\u */ == n + 1;\n  static int m(int n) { return n; }\n}\n";
    let folder = support::folder(&[("D.java", text)]);
    let all = wrong(folder.path(), &["test", "--out", "out", "D.java"], false);
    assert!(all.is_empty(), "{}", all.join("\n"));
    for entry in fs::read_dir(folder.path().join("out")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains(is_deceptive), "{text}");
        assert!(text.contains("/* \\u202e\\u2066\\u001b\\\\u */"), "{text}");
    }
}

#[test]
fn a_watched_file_is_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let names = project(folder.path());
    let mut child = veriframe()
        .current_dir(folder.path())
        .args(["verify", "--watch", &names[0]])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut printed = String::new();
    let mut read_until = |what: &str, start: Instant| {
        while !printed.contains(what) && start.elapsed() < Duration::from_secs(60) {
            if out.read_line(&mut printed).unwrap() == 0 {
                break;
            }
        }
        assert!(printed.contains(what), "no {what}: {printed:?}");
    };
    read_until("verified ", Instant::now());
    let path = folder.path().join(&names[0]);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "// more\n").unwrap();
    read_until(" changed\n", Instant::now());
    let pid = child.id().to_string();
    let done = Command::new("kill").args(["-INT", &pid]).status();
    assert!(done.unwrap().success());
    let mut errors = String::new();
    let mut err = child.stderr.take().unwrap();
    err.read_to_string(&mut errors).unwrap();
    out.read_to_string(&mut printed).unwrap();
    child.wait().unwrap();
    for text in [printed, errors] {
        let all = deceptive(&text, false);
        assert!(all.is_empty(), "{all:?}: {text}");
    }
}

/// What a server answers is shown in part: its status, and what its text says.
#[test]
fn replies_of_a_remote_cache_are_in_one_line() {
    let hostile = DECEPTIVE.replace(['\r', '\n'], "");
    let body =
        format!("\n::stop-commands::x\n<Error><Message>##[error]{DECEPTIVE}</Message></Error>\n");
    let replies = [
        format!(
            "HTTP/1.1 403 {hostile}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
        format!(
            "HTTP/1.1 404 Not Found\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
        format!(
            "HTTP/1.1 500 Bad\r\nX-Text: \u{202e}{hostile}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
        format!(
            "HTTP/1.1 302 Found\r\nLocation: http://\u{202e}x/{hostile}\r\nContent-Length: 0\r\n\r\n"
        ),
        format!("{hostile}\n::stop-commands::x\n\n"),
        format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ),
    ];
    for reply in replies {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = listener.local_addr().unwrap();
        let sent = reply.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let mut request = [0; 4096];
                let _ = stream.read(&mut request);
                let _ = stream.write_all(sent.as_bytes());
            }
        });
        let folder = support::folder(&[("a.idf", "assert true;\n")]);
        for store in [
            format!("http://{place}/cache"),
            format!("s3://bucket{place}/c"),
        ] {
            let args = [
                "verify",
                "--remote-cache",
                &store,
                "--cache",
                "cache",
                "a.idf",
            ];
            let output = veriframe()
                .current_dir(folder.path())
                .args(args)
                .env("VERIFRAME_CACHE_KEY", "a".repeat(64))
                .env("AWS_ENDPOINT_URL", format!("http://{place}"))
                .env("AWS_ALLOW_HTTP", "true")
                .env("AWS_ACCESS_KEY_ID", "k\u{202e}")
                .env("AWS_SECRET_ACCESS_KEY", "s")
                .output()
                .unwrap();
            let all = judged(&output, &args, false);
            assert!(all.is_empty(), "{reply:?}: {}", all.join("\n"));
        }
    }
}
