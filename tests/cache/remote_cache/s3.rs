//! The remote cache on a real S3 server: moto, from PyPI.

use super::support::pip;
use super::{Ended, GOOD, Machine, assert_bounded, ended};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A server with one bucket; killed when it is dropped.
struct Moto {
    process: Child,
    port: u16,
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Makes moto available; `false` without pip or network.
fn has_moto(packages: &Path) -> bool {
    let mut python = Command::new("python3");
    let found = python
        .args(["-c", "import moto.server, flask, flask_cors"])
        .output();
    if found.is_ok_and(|found| found.status.success()) {
        return true;
    }
    pip::installs("moto[server]==5.1.4", packages)
}

impl Moto {
    fn start(packages: &Path) -> Moto {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let mut command = Command::new("python3");
        command.args([
            "-m",
            "moto.server",
            "-H",
            "127.0.0.1",
            "-p",
            &port.to_string(),
        ]);
        command
            .env("PYTHONPATH", packages)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let moto = Moto {
            process: command.spawn().unwrap(),
            port,
        };
        for _ in 0..300 {
            if moto.answers("PUT", "/bucket", " 200 ") {
                // It loads what it needs at the first request of a kind: runs wait for no loading.
                moto.answers("GET", "/bucket/none", " 404 ");
                moto.answers("PUT", "/bucket/some", " 200 ");
                return moto;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("moto does not answer");
    }

    /// Whether a request is answered with a status.
    fn answers(&self, method: &str, path: &str, status: &str) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else {
            return false;
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n"
        );
        let mut answer = String::new();
        let sent = stream.write_all(request.as_bytes());
        sent.is_ok() && stream.read_to_string(&mut answer).is_ok() && answer.contains(status)
    }

    /// A run that reads a folder of the bucket.
    fn run(&self, machine: &Machine, folder: &str, args: &[&str]) -> Ended {
        let url = format!("s3://bucket/{folder}");
        let mut command = machine.command(&["--remote-cache", &url]);
        command.args(args);
        ended(self.reached(&mut command))
    }

    /// A command that reaches the server.
    fn reached<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        command
            .env("AWS_ENDPOINT_URL", endpoint)
            .env("AWS_ACCESS_KEY_ID", "a")
            .env("AWS_SECRET_ACCESS_KEY", "b")
    }
}

const WRITES: [&str; 2] = ["--remote-cache-mode", "read-write"];

/// A member that takes as long as a run may.
const ENDLESS: &str = "class T { static void m(int a, int b, int c) requires a > 2 && b > 2 && c > 2; \
                       { assert a * a * a * a * a + b * b * b * b * b != c * c * c * c * c; } }\n";

#[test]
fn an_s3_server_is_filled_by_one_run_and_read_by_another_machines() {
    let packages = tempfile::tempdir().unwrap();
    if !has_moto(packages.path()) {
        return;
    }
    let moto = Moto::start(packages.path());
    let first = moto.run(&Machine::with_examples(), "all", &WRITES);
    assert_eq!(first.warnings(), "");
    let second = moto.run(&Machine::with_examples(), "all", &[]);
    assert_eq!(
        (second.code(), second.warnings().as_str()),
        (first.code(), "")
    );
    assert_eq!(second.report(), first.report());
    println!("S3: {:?}, then {:?}", first.time, second.time);
    // Nothing is verified again: what is counted does not depend on what else the machine does.
    let url = "s3://bucket/all";
    let third = {
        let machine = Machine::with_examples();
        ended(moto.reached(&mut machine.plain(&["--remote-cache", url, "--stats"])))
    };
    let text = String::from_utf8_lossy(&third.output.stdout).into_owned();
    let numbers = |after: &str| -> Vec<usize> {
        let found = text.split(after).skip(1);
        found
            .map(|text| text.split(' ').next().unwrap().parse().unwrap())
            .collect()
    };
    let known: usize = numbers("from the cache: ").iter().sum();
    assert_eq!(numbers("\nverified "), [known], "{text}");

    // Killed in the middle of a run, which takes two seconds whatever the machine does.
    let files = [("src/c.idf", GOOD), ("src/t.idf", ENDLESS)];
    let two_seconds = ["--timeout=2", "--rlimit=0", "--explain=off"];
    let alone = Machine::new(&files).run(&two_seconds);
    let machine = Machine::new(&files);
    let killed = thread::scope(|scope| {
        let args = [&WRITES[..], &two_seconds].concat();
        let (moto, machine) = (&moto, &machine);
        let running = scope.spawn(move || moto.run(machine, "other", &args));
        thread::sleep(Duration::from_secs(1));
        let pid = moto.process.id().to_string();
        let done = Command::new("kill").args(["-9", &pid]).status();
        assert!(done.unwrap().success());
        running.join().unwrap()
    });
    assert_eq!((killed.code(), killed.report()), (1, alone.report()));
    assert!(
        killed.warnings().contains("went on without it"),
        "{}",
        killed.warnings()
    );
    assert_bounded(&killed, &alone);

    // Dead from the start.
    let dead = moto.run(&Machine::new(&files[..1]), "other", &WRITES);
    let alone = Machine::new(&files[..1]).run(&[]);
    assert_eq!((dead.code(), dead.report()), (0, alone.report()));
    assert!(
        dead.warnings().contains("went on without it"),
        "{}",
        dead.warnings()
    );
    assert_bounded(&dead, &alone);
}
