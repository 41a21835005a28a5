//! The remote cache: what one machine verified, another one need not; what was forged or damaged is
//! ignored and reported; and no store delays a run for long.

mod failures;
mod forged;
mod s3;
mod server;
use crate::support;

use server::{Behaviour, Server};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use support::{folder, said, timeless, veriframe};
use tempfile::TempDir;

const KEY: &str = "0123456789abcdef0123456789abcdef0123456789abcdef";

const GOOD: &str = "class C { static int id(int n) ensures result = n; { return n; } \
                    static int twice(int n) ensures result = n + n; { return n + n; } }\n";

/// A machine: a checkout and a local cache of its own.
struct Machine {
    checkout: TempDir,
    cache: TempDir,
}

/// How a run ended, and how long it took.
struct Ended {
    output: Output,
    time: Duration,
}

impl Machine {
    fn new(files: &[(&str, &str)]) -> Machine {
        Machine {
            checkout: folder(files),
            cache: tempfile::tempdir().unwrap(),
        }
    }

    /// A machine with all examples.
    fn with_examples() -> Machine {
        let machine = Machine::new(&[]);
        let to = machine.checkout.path().join("src");
        let done = Command::new("cp")
            .arg("-r")
            .arg(support::root().join("examples"))
            .arg(to)
            .status();
        assert!(done.unwrap().success());
        machine
    }

    /// `verify src`, with the key and a JSON report.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.plain(args);
        command.args(["--format", "json"]);
        command
    }

    /// `verify src`, with the key.
    fn plain(&self, args: &[&str]) -> Command {
        let mut command = veriframe();
        command.current_dir(self.checkout.path());
        command.args(["verify", "src", "--cache"]);
        command
            .arg(self.cache.path())
            .args(args)
            .env("VERIFRAME_CACHE_KEY", KEY);
        command
    }

    fn run(&self, args: &[&str]) -> Ended {
        ended(&mut self.command(args))
    }

    /// A run that tells its statistics.
    fn counts(&self, args: &[&str]) -> Ended {
        ended(self.plain(args).arg("--stats"))
    }

    /// A run that reads a store.
    fn reads(&self, store: &str) -> Ended {
        self.run(&["--remote-cache", store])
    }

    /// A run that reads a store, and writes to it.
    fn writes(&self, store: &str) -> Ended {
        self.run(&["--remote-cache", store, "--remote-cache-mode", "read-write"])
    }
}

fn ended(command: &mut Command) -> Ended {
    let start = Instant::now();
    let output = command.output().unwrap();
    Ended {
        output,
        time: start.elapsed(),
    }
}

impl Ended {
    fn code(&self) -> i32 {
        self.output.status.code().unwrap()
    }

    fn warnings(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    /// The number of members that were not verified again, as the statistics tell.
    fn cached(&self) -> usize {
        let text = String::from_utf8_lossy(&self.output.stdout).into_owned();
        let count = text.split("from the cache: ").nth(1);
        count.map_or(0, |text| text.split(' ').next().unwrap().parse().unwrap())
    }

    /// The report, without times.
    fn report(&self) -> String {
        timeless(&self.output.stdout)
    }
}

/// A store in a folder, and its URL.
fn store() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("file://{}", folder.path().join("store").display());
    (folder, url)
}

/// The objects of a store.
fn objects(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    support::search(folder, "results", &mut found);
    found
}

/// The longest that a store may delay a run, with what two runs differ by anyway.
fn assert_bounded(run: &Ended, alone: &Ended) {
    let most = alone.time + alone.time / 4 + Duration::from_millis(1250);
    assert!(
        run.time < most,
        "{:?}, and {:?} without a store",
        run.time,
        alone.time
    );
}

#[test]
fn another_machine_verifies_nothing_again() {
    let (folder, url) = store();
    let first = Machine::with_examples().writes(&url);
    assert_eq!(first.warnings(), "");
    assert!(!objects(folder.path()).is_empty());
    let other = Machine::with_examples();
    let second = other.reads(&url);
    assert_eq!(
        (second.code(), second.warnings().as_str()),
        (first.code(), "")
    );
    assert_eq!(second.report(), first.report());
    println!("{:?}, then {:?}", first.time, second.time);
    assert!(
        second.time < first.time / 10,
        "{:?} of {:?}",
        second.time,
        first.time
    );
    // What was read is in the local cache now.
    fs::remove_dir_all(folder.path()).unwrap();
    let third = other.run(&[]);
    assert_eq!(third.report(), first.report());
    assert!(
        third.time < first.time / 10,
        "{:?} of {:?}",
        third.time,
        first.time
    );
}

#[test]
fn a_new_file_and_an_edit_cost_their_own_members_alone() {
    let (_folder, url) = store();
    let first = Machine::new(&[("src/b.idf", GOOD)]).writes(&url);
    assert_eq!(first.code(), 0);
    let edited = GOOD.replace("return n + n", "return 2 * n");
    let other = Machine::new(&[
        ("src/a.idf", "class A { static void m() {} }"),
        ("src/b.idf", &edited),
    ]);
    let second = other.counts(&["--remote-cache", &url]);
    assert_eq!(
        (second.code(), second.cached()),
        (0, 1),
        "{}",
        said(&second.output)
    );
}

#[test]
fn a_run_that_reads_writes_nothing() {
    let (folder, url) = store();
    let run = Machine::new(&[("src/c.idf", GOOD)]).reads(&url);
    assert_eq!((run.code(), run.warnings().as_str()), (0, ""));
    assert!(objects(folder.path()).is_empty());
}

#[test]
fn the_store_gets_nothing_of_the_sources() {
    let (folder, url) = store();
    let text = "class Zebra { static int quokka(int wombat) ensures result = wombat; \
                { return wombat; } static int emu(int n) ensures result > n; { return n; } \
                static int dingo(int n) ensures result = n; { assume n > 4711; return n; } }";
    let machine = Machine::new(&[("src/okapi.idf", text)]);
    let run = machine.writes(&url);
    assert_eq!(run.code(), 1);
    let found = objects(folder.path());
    assert_eq!(found.len(), 1);
    let bytes = fs::read(&found[0]).unwrap();
    let shown = String::from_utf8_lossy(&bytes).to_lowercase() + &found[0].display().to_string();
    for word in [
        "zebra", "quokka", "wombat", "emu", "dingo", "okapi", "4711", "result >", "hold",
    ] {
        assert!(!shown.contains(word), "{word}");
    }
    // The others are not known, and fail or warn on each machine.
    let other = Machine::new(&[("src/okapi.idf", text)]).reads(&url);
    assert_eq!((other.code(), other.report()), (1, run.report()));
}

#[test]
fn a_store_that_fails_changes_no_verdict_and_delays_little() {
    let bad = GOOD.replace("return n + n", "return n");
    for (text, code) in [(GOOD, 0), (bad.as_str(), 1)] {
        let files = [("src/c.idf", text)];
        let alone = Machine::new(&files).run(&[]);
        assert_eq!(alone.code(), code);
        for (behaviour, said) in [
            (
                Behaviour::Slow(Duration::from_secs(10)),
                "did not answer in 0.6 s",
            ),
            (Behaviour::Fails, "500"),
            (Behaviour::HangsUp, "the run went on without it"),
            (Behaviour::Garbage, "damaged"),
        ] {
            let server = Server::start(behaviour);
            let machine = Machine::new(&files);
            let run = machine.writes(&server.url());
            assert_eq!(run.code(), code, "{behaviour:?}: {}", run.warnings());
            assert_eq!(run.report(), alone.report(), "{behaviour:?}");
            assert!(
                run.warnings().contains(said),
                "{behaviour:?}: {}",
                run.warnings()
            );
            assert_bounded(&run, &alone);
        }
    }
}

#[test]
fn a_full_store_and_one_that_dies_are_said_at_the_end() {
    let files = [("src/c.idf", GOOD)];
    let alone = Machine::new(&files).run(&[]);
    for (behaviour, said) in [
        (Behaviour::Full, "507"),
        (Behaviour::DiesAfterReading, "the run went on without it"),
        (
            Behaviour::SlowToWrite(Duration::from_secs(10)),
            "not written in 0.4 s",
        ),
    ] {
        let server = Server::start(behaviour);
        let run = Machine::new(&files).writes(&server.url());
        assert_eq!(
            (run.code(), run.report()),
            (0, alone.report()),
            "{behaviour:?}"
        );
        assert!(
            run.warnings().contains(said),
            "{behaviour:?}: {}",
            run.warnings()
        );
        assert_bounded(&run, &alone);
    }
}

#[test]
fn a_store_over_http_works() {
    let server = Server::start(Behaviour::Works);
    let files = [("src/c.idf", GOOD)];
    let first = Machine::new(&files).writes(&server.url());
    assert_eq!((first.code(), first.warnings().as_str()), (0, ""));
    let other = Machine::new(&files).counts(&["--remote-cache", &server.url()]);
    assert_eq!(
        (other.code(), other.cached()),
        (0, 2),
        "{}",
        said(&other.output)
    );
    // Nobody is asked if everything is known.
    let before = server.requests();
    let machine = Machine::new(&files);
    assert_eq!(machine.reads(&server.url()).code(), 0);
    let once = server.requests();
    assert!(once > before);
    assert_eq!(machine.reads(&server.url()).code(), 0);
    assert_eq!(server.requests(), once);
}

#[test]
fn a_service_without_credentials_is_said() {
    let files = [("src/c.idf", GOOD)];
    let alone = Machine::new(&files).run(&[]);
    for url in ["s3://bucket/x", "gs://bucket/x", "az://container/x"] {
        let machine = Machine::new(&files);
        let mut command = machine.command(&["--remote-cache", url]);
        // The address of a proxy that does not answer, so that nobody is asked.
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"] {
            command.env(name, "http://127.0.0.1:9");
        }
        for name in [
            "AWS_ACCESS_KEY_ID",
            "GOOGLE_SERVICE_ACCOUNT",
            "AZURE_STORAGE_ACCOUNT_NAME",
        ] {
            command.env_remove(name);
        }
        let run = ended(command.env("HOME", machine.cache.path()));
        assert_eq!((run.code(), run.report()), (0, alone.report()), "{url}");
        let warnings = run.warnings();
        let is_said = warnings.contains(url) && warnings.contains("went on without it");
        assert!(is_said && warnings.lines().count() == 1, "{warnings}");
        assert_bounded(&run, &alone);
    }
}

#[test]
fn a_port_without_a_server_is_said() {
    let machine = Machine::new(&[("src/c.idf", GOOD)]);
    let run = machine.reads("http://127.0.0.1:9/cache");
    assert_eq!(run.code(), 0);
    let warnings = run.warnings();
    assert!(
        warnings.contains("http://127.0.0.1:9/cache") && warnings.lines().count() == 1,
        "{warnings}"
    );
}

#[test]
fn without_a_key_the_store_is_not_read_unless_that_is_asked_for() {
    let (_folder, url) = store();
    let files = [("src/c.idf", GOOD)];
    assert_eq!(Machine::new(&files).writes(&url).code(), 0);
    let machine = Machine::new(&files);
    let args = ["--remote-cache", &url];
    let run = ended(
        machine
            .plain(&args)
            .arg("--stats")
            .env_remove("VERIFRAME_CACHE_KEY"),
    );
    assert_eq!((run.code(), run.cached()), (0, 0));
    assert!(
        run.warnings()
            .contains("without the key in VERIFRAME_CACHE_KEY"),
        "{}",
        run.warnings()
    );
    let machine = Machine::new(&files);
    let args = ["--remote-cache", &url, "--remote-cache-unsigned"];
    let run = ended(
        machine
            .plain(&args)
            .arg("--stats")
            .env("VERIFRAME_CACHE_KEY", ""),
    );
    assert_eq!(
        (run.code(), run.cached(), run.warnings().as_str()),
        (0, 2, "")
    );
}

/// A default of no build, so each way to hand veriframe on asks for it.
#[test]
fn what_is_handed_on_has_remote_caches() {
    let read = |name: &str| fs::read_to_string(support::root().join(name)).unwrap();
    let wheel: toml::Table = read("pyproject.toml").parse().unwrap();
    let features = wheel["tool"]["maturin"]["features"].as_array().unwrap();
    assert!(
        features
            .iter()
            .any(|name| name.as_str() == Some("remote-cache"))
    );
    let tarball = read("packaging/tarball.sh");
    let mut builds = tarball
        .lines()
        .filter(|line| line.starts_with("cargo build"));
    assert!(builds.all(|line| line.contains(" --features remote-cache ")));
    // The container has the tarball's.
    assert!(read("Dockerfile").contains("packaging/tarball.sh"));
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let machine = Machine::new(&[("src/c.idf", GOOD)]);
    let url = "file:///tmp/none";
    let refused = |key: &str, args: &[&str], why: &str| {
        let run = ended(machine.command(args).env("VERIFRAME_CACHE_KEY", key));
        assert_eq!(run.code(), 2, "{args:?}: {}", run.warnings());
        assert!(
            said(&run.output).contains(why),
            "{args:?}: {}",
            run.warnings()
        );
    };
    let at = "--remote-cache";
    let writes = "--remote-cache-mode=read-write";
    refused(
        "",
        &[at, url, writes],
        "needs the key in VERIFRAME_CACHE_KEY",
    );
    refused("short", &[at, url], "5 characters");
    refused(KEY, &[writes], "name it with --remote-cache");
    refused(
        KEY,
        &[at, url, "--remote-cache-unsigned"],
        "for reading without a key",
    );
    refused(
        "",
        &[at, url, "--remote-cache-unsigned", writes],
        "for reading without a key",
    );
    refused("", &["--remote-cache-unsigned"], "--remote-cache <URL|off>");
    refused(KEY, &[at, "/tmp/none"], "file:///PATH");
    refused(KEY, &[at, "ftp://host/x"], "file:///PATH");
    refused(KEY, &[at, "https://me:secret@host/x"], "is refused");
    refused(KEY, &[at, url, "--cache", "off"], "the argument '--cache");
    let mut off = veriframe();
    off.args(["verify", "examples/cell.idf", "--cache", "off", at, url]);
    let off = ended(off.env("VERIFRAME_CACHE_KEY", KEY));
    assert!(
        off.code() == 2 && off.warnings().contains("which is off"),
        "{}",
        off.warnings()
    );
}

#[test]
fn the_project_file_names_the_place_and_nothing_that_needs_trust() {
    let (folder, url) = store();
    let toml = format!("paths = [\"src\"]\nremote-cache = \"{url}\"\n");
    let files = [("src/c.idf", GOOD), ("veriframe.toml", &toml)];
    let with = |place: &str, args: &[&str]| {
        let machine = Machine::new(&files);
        ended(machine.plain(args).env("VERIFRAME_REMOTE_CACHE", place))
    };
    let writes = ["--remote-cache-mode", "read-write"];
    let first = with(&url, &writes);
    assert_eq!((first.code(), first.warnings().as_str()), (0, ""));
    assert_eq!(objects(folder.path()).len(), 1);
    assert_eq!(with(&url, &["--stats"]).cached(), 2);
    let off = with(&url, &["--stats", "--remote-cache", "off"]);
    assert_eq!(off.cached(), 0);
    // A change cannot make a run ask a place that the environment does not name.
    for other in ["", "off", "file:///elsewhere"] {
        let run = with(other, &["--stats"]);
        assert_eq!((run.code(), run.cached()), (0, 0), "{other}");
        assert!(run.warnings().contains("of the project file is not used"));
    }
    for (line, why) in [
        (
            "remote-cache-mode = \"read-write\"",
            "no key `remote-cache-mode`",
        ),
        (
            "remote-cache-unsigned = true",
            "no key `remote-cache-unsigned`",
        ),
        (
            "remote-cache = \"ftp://host\"",
            "2:16: write the URL of a store",
        ),
        ("remote-cache = \"https://a:b@host/\"", "is refused"),
        ("remote-cache = true", "2:16:"),
    ] {
        let toml = format!("paths = [\"src\"]\n{line}\n");
        let run = Machine::new(&[("src/c.idf", GOOD), ("veriframe.toml", &toml)]).run(&[]);
        assert!(
            run.code() == 2 && run.warnings().contains(why),
            "{line}: {}",
            run.warnings()
        );
    }
    // A change cannot make a run believe what its author wrote.
    let run = ended(
        Machine::new(&files)
            .command(&["--remote-cache-unsigned"])
            .env_remove("VERIFRAME_CACHE_KEY"),
    );
    assert_eq!(run.code(), 2, "{}", run.warnings());
}
