//! `integrations/bazel/` with Bazel itself (Debian's `bazel-bootstrap`); where there is none, the test says so
//! and passes.

use crate::support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use support::{root, said, write};
use tempfile::TempDir;

const PROGRAM: &str = "class C { static int id(int n) ensures result = n; { return n; } \
                       static int twice(int n) ensures result = n + n; { return n + n; } }\n";

const TARGETS: &str = r#"load("//tools:veriframe.bzl", "veriframe_test")
veriframe_test(name = "whole", srcs = ["c.idf"])
veriframe_test(name = "sharded", srcs = ["c.idf"], shard_count = 2)
veriframe_test(name = "with_options", srcs = ["it's.idf"], options = ["--deny", "assume"])
"#;

/// A workspace with these tests, and what Bazel keeps.
struct Workspace {
    folder: TempDir,
    output: TempDir,
}

impl Workspace {
    fn new() -> Workspace {
        let workspace = Workspace {
            folder: tempfile::tempdir().unwrap(),
            output: tempfile::tempdir().unwrap(),
        };
        let rule = fs::read_to_string(root().join("integrations/bazel/veriframe.bzl")).unwrap();
        let guide = fs::read_to_string(root().join("integrations/bazel/README.md")).unwrap();
        let tools = guide.split("```python\n").nth(1).unwrap();
        workspace.write(&[
            ("WORKSPACE", ""),
            ("tools/BUILD", tools.split_once("```").unwrap().0),
            ("tools/veriframe.bzl", &rule),
            ("src/BUILD", TARGETS),
            ("src/c.idf", PROGRAM),
            (
                "src/it's.idf",
                "class D { static void m() { assume 1 = 1; } }\n",
            ),
            // Bazel 4 downloads this repository before each test, though coverage is not asked for.
            ("coverage/WORKSPACE", ""),
            ("coverage/BUILD", COVERAGE),
            ("coverage/none", ""),
            (".bazelignore", "coverage\n"),
        ]);
        // The library of Z3 is found from the place of the program.
        let program = workspace.folder.path().join("tools/veriframe");
        let text = format!(
            "#!/bin/sh\nexec {} \"$@\"\n",
            env!("CARGO_BIN_EXE_veriframe")
        );
        fs::write(&program, text).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        workspace
    }

    fn write(&self, files: &[(&str, &str)]) {
        write(self.folder.path(), files);
    }

    fn bazel(&self, arguments: &[&str]) -> Output {
        let mut bazel = Command::new("bazel");
        bazel.arg(format!(
            "--output_user_root={}",
            self.output.path().display()
        ));
        bazel.args(arguments).current_dir(self.folder.path());
        bazel.output().unwrap()
    }

    /// Runs a test.
    fn test(&self, target: &str) -> Output {
        let coverage = self.folder.path().join("coverage");
        let replaced = format!(
            "--override_repository=remote_coverage_tools={}",
            coverage.display()
        );
        self.bazel(&["test", &replaced, target])
    }
}

const COVERAGE: &str = r#"filegroup(
    name = "coverage_report_generator",
    srcs = ["none"],
    visibility = ["//visibility:public"],
)
"#;

impl Drop for Workspace {
    fn drop(&mut self) {
        // What the actions wrote is read-only until then.
        self.bazel(&["clean", "--expunge"]);
        let _ = Command::new("chmod")
            .args(["-R", "u+w"])
            .arg(self.output.path())
            .status();
    }
}

#[test]
fn verifications_are_tests() {
    if !Path::new("/usr/bin/bazel").exists() {
        return support::tools::skip(
            "bazel",
            "there is no /usr/bin/bazel (Debian's `bazel-bootstrap`)",
        );
    }
    let workspace = Workspace::new();
    for target in ["//src:whole", "//src:sharded"] {
        let found = workspace.test(target);
        assert!(found.status.success(), "{target}: {}", said(&found));
    }
    let again = workspace.test("//src:whole");
    assert!(said(&again).contains("(cached) PASSED"), "{}", said(&again));
    let log = workspace
        .folder
        .path()
        .join("bazel-testlogs/src/whole/test.xml");
    assert!(fs::read_to_string(log).unwrap().contains("C.twice"));

    // What is not verified or denied fails, in each way of running it.
    let denied = workspace.test("//src:with_options");
    assert_eq!(denied.status.code(), Some(3), "{}", said(&denied));
    workspace.write(&[("src/c.idf", &PROGRAM.replace("return n + n", "return n"))]);
    for target in ["//src:whole", "//src:sharded"] {
        let found = workspace.test(target);
        assert_eq!(found.status.code(), Some(3), "{target}: {}", said(&found));
    }
}
