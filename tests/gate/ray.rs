//! `integrations/ray/` with Ray itself, on a cluster of this machine: the result is that of a
//! run without it, also if a worker dies.
//!
//! Ray is installed from PyPI below the target folder; where that cannot be done, the tests say so and pass.

use crate::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use support::{pip, root, said, timeless, veriframe};

/// The version of Ray that is installed.
const RAY: &str = "ray==2.60.0";

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_veriframe");

/// Ray from PyPI; `None` without pip or network.
fn installed() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(RAY.replace("==", "-"));
    if !folder.join("complete").is_file() {
        if !pip::installs(RAY, &folder) {
            return None;
        }
        fs::write(folder.join("complete"), "").unwrap();
    }
    Some(folder)
}

/// Python with Ray and the package under test.
fn python(packages: &Path) -> Command {
    let paths = [packages.to_owned(), root().join("integrations/ray")];
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", std::env::join_paths(paths).unwrap());
    command.env("RAY_USAGE_STATS_ENABLED", "0");
    command.env("VERIFRAME_CACHE", "off").current_dir(root());
    command
}

/// A verification whose workers, on a cluster of this machine, run a program.
fn command(packages: &Path, program: &Path, further: &[&str]) -> Command {
    let mut command = python(packages);
    command
        .args(["-m", "veriframe_ray", "--veriframe"])
        .arg(program);
    command.args(further);
    command
}

/// A program that a worker runs instead of `veriframe`.
fn script(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("program");
    let text = format!("#!/bin/sh\ncd \"{}\"\n{lines}\n", root().display());
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

const BANK: [&str; 4] = ["--shared", "--shards", "4", "--"];

#[test]
fn the_result_is_that_of_one_machine() {
    let Some(ray) = installed() else {
        return;
    };
    let alone = |paths: &[&str]| {
        let mut command = veriframe();
        command.args(["verify", "--format", "json"]).args(paths);
        command.output().unwrap()
    };
    let bank = alone(&["examples/bank"]);
    let arguments = [&BANK[..], &["examples/bank"]].concat();
    let found = output(command(&ray, Path::new(PROGRAM), &arguments));
    assert_eq!(found.status.code(), Some(0), "{}", said(&found));
    assert_eq!(timeless(&found.stdout), timeless(&bank.stdout));
    assert!(String::from_utf8_lossy(&found.stderr).contains("(4 done): "));

    // A worker dies in the middle.
    let folder = tempfile::tempdir().unwrap();
    let once = folder.path().join("once");
    let dying = format!(
        "if [ \"$1\" = verify ] && mkdir {} 2>/dev/null; then kill -9 $PPID; fi\nexec {PROGRAM} \"$@\"",
        once.display()
    );
    let found = output(command(&ray, &script(folder.path(), &dying), &arguments));
    assert!(once.is_dir());
    assert_eq!(found.status.code(), Some(0), "{}", said(&found));
    assert_eq!(timeless(&found.stdout), timeless(&bank.stdout));

    // What fails has the exit code of one machine, too, and the sources are copied unless shared.
    let wrong = "tests/verify/programs/wrong/gcd_overwritten.idf";
    let sources = support::folder(&[("gcd.idf", &fs::read_to_string(root().join(wrong)).unwrap())]);
    let mut run = command(
        &ray,
        Path::new(PROGRAM),
        &["--shards", "2", "--", "gcd.idf"],
    );
    run.current_dir(sources.path());
    let found = output(run);
    assert_eq!(found.status.code(), Some(1), "{}", said(&found));
    let mut alone = veriframe();
    alone.args(["verify", "--format", "json", "gcd.idf"]);
    let alone = alone.current_dir(sources.path()).output().unwrap();
    assert_eq!(timeless(&found.stdout), timeless(&alone.stdout));

    is_refused(&ray);
    ends_with_its_driver(&ray);
    loses_its_control_store(&ray);
}

/// A run with a program that crashes each time, and the folder in which it counts that. Ray 2.60 can
/// end itself while it repeats a task; then the run says nothing about the shards, and is repeated.
fn crashed(ray: &Path) -> (tempfile::TempDir, Output) {
    let mut left = 5;
    loop {
        left -= 1;
        let folder = tempfile::tempdir().unwrap();
        let count = folder.path().join("count");
        let crashing = format!("echo >> {}\nexit 3", count.display());
        let program = script(folder.path(), &crashing);
        let one = ["--shared", "--shards", "1", "--", "examples/bank"];
        let found = output(command(ray, &program, &one));
        if left == 0 || !said(&found).contains("You have likely discovered a bug in Ray") {
            return (folder, found);
        }
        println!("Ray has ended itself: once more");
    }
}

/// What has no result is an error, and tried again only if that can help.
fn is_refused(ray: &Path) {
    let missing = [&BANK[..], &["examples/none.idf"]].concat();
    let found = output(command(ray, Path::new(PROGRAM), &missing));
    assert_eq!(found.status.code(), Some(2), "{}", said(&found));
    assert!(said(&found).contains("none.idf"), "{}", said(&found));

    let (folder, found) = crashed(ray);
    let count = folder.path().join("count");
    assert_eq!(found.status.code(), Some(3), "{}", said(&found));
    assert!(
        said(&found).contains("ended with code 3"),
        "{}",
        said(&found)
    );
    assert_eq!(fs::read_to_string(count).unwrap().lines().count(), 4);
    assert!(!said(&found).contains('\u{1b}') && !said(&found).contains("Traceback"));

    // A program that says nothing at all.
    let folder = tempfile::tempdir().unwrap();
    let silent = script(folder.path(), "exit 1");
    let one = ["--shared", "--shards", "1", "--", "examples/bank"];
    let found = output(command(ray, &silent, &one));
    assert_eq!(found.status.code(), Some(3), "{}", said(&found));
    let expected = "error: `veriframe` has ended with code 1 and without a report";
    assert!(said(&found).contains(expected), "{}", said(&found));

    let found = output(command(ray, Path::new(PROGRAM), &["--shards", "0"]));
    assert_eq!(found.status.code(), Some(2));
    assert!(said(&found).contains("must be positive"));
}

/// No process is left when the driver is interrupted.
fn ends_with_its_driver(ray: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let id = folder.path().join("id");
    let program = script(
        folder.path(),
        &format!("echo $$ > {}\nexec sleep 600", id.display()),
    );
    let one = ["--shared", "--shards", "1", "--", "examples/bank"];
    let mut run = command(ray, &program, &one);
    let mut driver = run
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let process = waited_for(|| fs::read_to_string(&id).ok().filter(|id| id.ends_with('\n')));
    let process = Path::new("/proc").join(process.trim());
    assert!(process.exists());
    let _ = Command::new("kill")
        .args(["-INT", &driver.id().to_string()])
        .status();
    assert_eq!(driver.wait().unwrap().code(), Some(130));
    waited_for(|| (!process.exists()).then_some(()));
}

/// When the control store of the cluster is killed, which ends the process of the driver, the run ends
/// as the guide says.
fn loses_its_control_store(ray: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let started = folder.path().join("started");
    let program = script(
        folder.path(),
        &format!("echo $$ > {}\nexec sleep 600", started.display()),
    );
    let one = ["--shared", "--shards", "1", "--", "examples/bank"];
    let mut run = command(ray, &program, &one);
    let run = run.env("RAY_gcs_rpc_server_reconnect_timeout_s", "3");
    let driver = run.stderr(Stdio::piped()).stdout(Stdio::null()).spawn();
    let driver = driver.unwrap();
    waited_for(|| started.exists().then_some(()));
    // The store is a child of the driver, which is one of the command.
    let children = |of: u32| {
        let list = format!("/proc/{of}/task/{of}/children");
        let text = fs::read_to_string(list).unwrap_or_default();
        text.split_whitespace()
            .map(|id| id.parse().unwrap())
            .collect::<Vec<u32>>()
    };
    let all = children(driver.id()).into_iter().flat_map(children);
    let store = all.filter(|id| {
        let name = fs::read_to_string(format!("/proc/{id}/cmdline"));
        name.is_ok_and(|name| name.contains("gcs_server"))
    });
    for id in store {
        let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
    }
    let found = driver.wait_with_output().unwrap();
    assert_eq!(found.status.code(), Some(3), "{}", said(&found));
    assert!(
        said(&found).contains("the cluster does not answer"),
        "{}",
        said(&found)
    );
}

fn output(mut command: Command) -> Output {
    command.output().unwrap()
}

fn waited_for<T>(mut what: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = what() {
            return found;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "nothing has happened"
        );
        thread::sleep(Duration::from_millis(50));
    }
}
