//! `verify --watch`: an edit is followed by a result, on a terminal and without one.

use crate::support;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use support::{folder, root, said, veriframe, write};
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(60);

/// The time from a save to its result on the screen, for the middle one of several edits. Built for
/// tests, the verifier is several times slower.
const LATEST: Duration = if cfg!(debug_assertions) {
    Duration::from_millis(1000)
} else {
    Duration::from_millis(100)
};

const GOOD: &str = "class C { static int id(int n) ensures result = n; { return n; } }\n";

const BAD: &str = "class C { static int id(int n) ensures result = n; { return n + 1; } }\n";

/// A process that watches a folder, without a terminal.
struct Watching {
    folder: TempDir,
    child: Child,
    printed: Arc<Mutex<String>>,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watching {
    fn start(files: &[(&str, &str)], args: &[&str]) -> Watching {
        let folder = folder(files);
        let mut command = veriframe();
        command
            .current_dir(folder.path())
            .args(["verify", "--watch"]);
        let mut child = command.args(args).stdout(Stdio::piped()).spawn().unwrap();
        let printed = Arc::new(Mutex::new(String::new()));
        let (mut out, copy) = (child.stdout.take().unwrap(), printed.clone());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                *copy.lock().unwrap() += &String::from_utf8_lossy(&bytes[..count]);
            }
        });
        Watching {
            folder,
            child,
            printed,
        }
    }

    fn printed(&self) -> String {
        self.printed.lock().unwrap().clone()
    }

    /// Waits until a text was printed so often.
    fn says(&self, text: &str, times: usize) {
        let start = Instant::now();
        while self.printed().matches(text).count() < times {
            assert!(start.elapsed() < PATIENCE, "{text}: {}", self.printed());
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn write(&self, name: &str, text: &str) {
        write(self.folder.path(), &[(name, text)]);
    }

    fn interrupt(mut self) -> i32 {
        let pid = self.child.id().to_string();
        let done = Command::new("kill").args(["-INT", &pid]).status();
        assert!(done.unwrap().success());
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn each_edit_is_followed_by_a_result_and_ctrl_c_by_the_last_exit_code() {
    let watching = Watching::start(&[("src/c.idf", GOOD)], &["src"]);
    watching.says("verified 1 member, 0 failed", 1);
    watching.write("src/c.idf", BAD);
    watching.says("0 members, 1 failed", 1);
    watching.says("--- src/c.idf changed", 1);
    watching.write("src/c.idf", GOOD);
    watching.says("verified 1 member, 0 failed", 2);
    // A new file, in a new folder, and one that is gone.
    watching.write("src/in/d.idf", "class D { static void m() { } }\n");
    watching.says("verified 2 members", 1);
    fs::remove_file(watching.folder.path().join("src/in/d.idf")).unwrap();
    watching.says("verified 1 member, 0 failed", 3);
    // A file that is replaced, as editors do.
    watching.write("new", BAD);
    let at = |name: &str| watching.folder.path().join(name);
    fs::rename(at("new"), at("src/c.idf")).unwrap();
    watching.says("0 members, 1 failed", 2);
    assert_eq!(watching.interrupt(), 1);
    let watching = Watching::start(&[("src/c.idf", GOOD)], &["src/c.idf"]);
    watching.says("verified 1 member, 0 failed", 1);
    assert_eq!(watching.interrupt(), 0);
}

#[test]
fn what_an_edit_does_not_concern_is_not_verified_again() {
    let watching = Watching::start(&[("a.idf", GOOD), ("b.idf", BAD)], &["--stats", "."]);
    watching.says("1 failed", 1);
    watching.write("a.idf", &GOOD.replace("return n;", "int m := n; return m;"));
    watching.says("from the cache: 1 of", 1);
    assert_eq!(watching.interrupt(), 1);
}

#[test]
fn errors_and_the_project_file_do_not_end_it() {
    let files = [
        ("src/c.idf", GOOD),
        ("veriframe.toml", "paths = [\"src\"]\n"),
    ];
    let watching = Watching::start(&files, &[]);
    watching.says("verified 1 member", 1);
    watching.write("veriframe.toml", "paths = [\"src\"]\nnonsense = 1\n");
    watching.says("--- veriframe.toml changed", 1);
    watching.write("src/c.idf", "class {");
    watching.says("--- src/c.idf changed", 1);
    watching.write("veriframe.toml", files[1].1);
    watching.says("--- veriframe.toml changed", 2);
    watching.write("src/c.idf", GOOD);
    watching.says("verified 1 member", 2);
    assert_eq!(watching.interrupt(), 0);
}

/// A member that takes longer than the test.
const ENDLESS: &str = "class T { static void m(int a, int b, int c) requires a > 2 && b > 2 && c > 2; \
                       { assert a * a * a * a * a + b * b * b * b * b != c * c * c * c * c; } }\n";

#[test]
fn a_change_ends_a_run_that_is_outdated() {
    let watching = Watching::start(
        &[("c.idf", ENDLESS)],
        &["--rlimit", "0", "--explain", "off", "c.idf"],
    );
    thread::sleep(Duration::from_secs(2));
    watching.write("c.idf", GOOD);
    watching.says("verified 1 member, 0 failed", 1);
    // And Ctrl-C does.
    watching.write("c.idf", ENDLESS);
    watching.says("--- c.idf changed", 2);
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    assert_eq!(watching.interrupt(), 130);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let folder = folder(&[("c.idf", GOOD)]);
    for (args, why) in [
        (&["-"][..], "--watch needs files"),
        (&["c.idf", "--list"], "cannot be used with"),
        (&["c.idf", "--format", "json"], "--watch is for people"),
        (&["c.idf", "--format", "sarif"], "--watch is for people"),
        (&["c.idf", "--output", "json=a"], "cannot be used with"),
        (&["c.idf", "--html", "a.html"], "cannot be used with"),
        (&["c.idf", "--smt", "a"], "cannot be used with"),
        (&["c.idf", "--fix"], "cannot be used with"),
        (&["c.idf", "--fix", "--apply"], "cannot be used with"),
        (&["c.idf", "--shard", "1/2"], "cannot be used with"),
    ] {
        let mut command = veriframe();
        command
            .current_dir(folder.path())
            .args(["verify", "--watch"]);
        let found = command.args(args).output().unwrap();
        assert_eq!(found.status.code(), Some(2), "{args:?}: {}", said(&found));
        assert!(said(&found).contains(why), "{args:?}: {}", said(&found));
    }
}

/// A session of tmux, on a server of its own.
struct Terminal {
    folder: TempDir,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.tmux(&["kill-server"]);
    }
}

impl Terminal {
    fn tmux(&self, args: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.folder.path().join("socket"));
        let done = command.args(["-f", "/dev/null"]).args(args).output();
        String::from_utf8_lossy(&done.unwrap().stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen shows a text, and not another one.
    fn shows(&self, text: &str, not: &str) -> Duration {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if screen.contains(text) && (not.is_empty() || !screen.contains(not)) {
                return start.elapsed();
            }
            assert!(start.elapsed() < PATIENCE, "{text}: {screen}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

fn has_tmux() -> bool {
    let found = Command::new("tmux").arg("-V").output();
    let is_there = found.is_ok_and(|found| found.status.success());
    if !is_there {
        support::tools::skip("tmux", "there is no tmux (apt-get install tmux)");
    }
    is_there
}

/// Replaces a text in a file.
fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{}", file.display());
    fs::write(file, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn on_a_terminal_the_result_of_an_edit_is_there_at_once() {
    if !has_tmux() {
        return;
    }
    let terminal = Terminal {
        folder: tempfile::tempdir().unwrap(),
    };
    let bank = terminal.folder.path().join("bank");
    let done = Command::new("cp")
        .arg("-r")
        .arg(root().join("examples/bank"))
        .arg(&bank)
        .status();
    assert!(done.unwrap().success());
    let line = format!(
        "cd {} && {} verify --watch bank --cache {}; echo exit code $?",
        terminal.folder.path().display(),
        env!("CARGO_BIN_EXE_veriframe"),
        terminal.folder.path().join("cache").display()
    );
    terminal.tmux(&["new-session", "-d", "-x", "100", "-y", "40", "sh"]);
    terminal.tmux(&["send-keys", &line, "Enter"]);
    terminal.shows("watching; the last run took", "");
    assert!(
        !terminal.screen().contains("exit code $?"),
        "the screen is cleared"
    );
    let file = bank.join("policy/FlatFee.java");
    let last = "public final class FlatFee implements FeePolicy {\n";
    let more = format!("{last}  static void more() {{ }}\n");
    let settled = || terminal.shows("watching; the last run took", "");
    let count = || {
        settled();
        let screen = terminal.screen();
        let (_, text) = screen.split_once("verified ").unwrap();
        text.split(' ').next().unwrap().parse::<usize>().unwrap()
    };
    let before = count();
    let mut times = Vec::new();
    for _ in 0..5 {
        edit(&file, last, &more);
        times.push(terminal.shows(&format!("verified {} members", before + 1), ""));
        settled();
        edit(&file, &more, last);
        times.push(terminal.shows(&format!("verified {before} members"), ""));
        settled();
    }
    times.sort();
    println!("from the save to the screen: {times:?}");
    let (right, wrong) = ("Math.min(amount, price)", "Math.max(amount, price)");
    edit(&file, right, wrong);
    let failed = terminal.shows("1 failed", "0 failed");
    println!("from the save to the failure, with its explanation: {failed:?}");
    settled();
    edit(&file, wrong, right);
    terminal.shows("0 failed", "1 failed");
    settled();
    let screen = terminal.screen();
    assert_eq!(
        screen.matches("watching;").count(),
        1,
        "one run at a time: {screen}"
    );
    edit(&file, right, wrong);
    terminal.shows("1 failed", "0 failed");
    settled();
    terminal.tmux(&["send-keys", "C-c"]);
    terminal.shows("exit code 1", "");
    // A machine that does much else takes longer; the bound is for the median.
    assert!(times[times.len() / 2] < LATEST, "{times:?}");
}
