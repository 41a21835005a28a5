//! The command line: runs the sessions in `tests/cmd`, `README.md` and `docs/` and compares
//! their output; other behaviour is tested here.

use crate::support;

use std::fs;
use std::process::{Command, Stdio};
use support::root;

fn veriframe() -> Command {
    let mut command = support::veriframe();
    command.env_remove("NO_COLOR");
    command
}

#[test]
fn sessions() {
    let cases = trycmd::TestCases::new();
    cases.env("VERIFRAME_CACHE", "off");
    cases.case("tests/cmd/*.trycmd");
    if root().join("README.md").exists() {
        // `cargo` commands are for readers; `.ci/run` runs them.
        cases
            .register_bin("cargo", trycmd::schema::Bin::Ignore)
            .case("README.md");
        // `docs/java.md` has a test of its own.
        for entry in fs::read_dir(root().join("docs")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "md") && !path.ends_with("java.md") {
                cases.case(path);
            }
        }
    }
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let mut child = veriframe()
        .args(["verify", "examples", "--stats"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn colours_come_only_when_asked_for_or_on_a_terminal() {
    let coloured = |arguments: &[&str], no_color: bool| {
        let mut command = veriframe();
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command
            .args(["verify", "examples/cell.idf"])
            .args(arguments)
            .output()
            .unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], false), "output is not a terminal here");
    assert!(!coloured(&["--color", "never"], false));
    assert!(coloured(&["--color", "always"], false));
    assert!(
        coloured(&["--color", "always"], true),
        "the command line outweighs the environment"
    );
}

#[test]
fn results_go_to_standard_output_and_nothing_to_standard_error() {
    let output = veriframe()
        .args(["verify", "tests/soundness"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(!output.stdout.is_empty());
}

#[test]
fn the_worst_outcome_of_several_files_decides_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let good = file("good.idf", "assert true;\n");
    let bad = file("bad.idf", "assert false;\n");
    let broken = file("broken.idf", "assert ;\n");
    let code = |files: &[&String]| {
        veriframe()
            .arg("verify")
            .args(files)
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(code(&[&good]), Some(0));
    assert_eq!(code(&[&good, &bad]), Some(1));
    assert_eq!(code(&[&bad, &broken]), Some(2));
    assert_eq!(code(&[&broken, &good]), Some(2));
}

#[test]
fn a_contract_in_an_ordinary_comment_is_a_warning_or_an_error_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("A.java");
    fs::write(
        &path,
        "class A {\n  // @ requires true;\n  void m() {}\n}\n",
    )
    .unwrap();
    let run = |more: &[&str]| {
        let output = veriframe().arg("verify").arg(&path).args(more).output();
        let output = output.unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, text) = run(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("warning[ignored-contract]"), "{text}");
    assert!(text.contains("write `//@ requires true;`"), "{text}");
    let (code, text) = run(&["--deny", "ignored-contract"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("error[ignored-contract]"), "{text}");
    // The same from the cache.
    let cache = folder.path().join("cache").to_string_lossy().into_owned();
    for _ in 0..2 {
        let (code, text) = run(&["--cache", &cache]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("warning[ignored-contract]"), "{text}");
        let (code, _) = run(&["--cache", &cache, "--deny", "ignored-contract"]);
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_folder_is_searched_by_name_and_each_file_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("b/.hidden")).unwrap();
    for name in ["c.idf", "b/x.idf", "a.idf", "b/.hidden/h.idf", "notes.txt"] {
        fs::write(folder.path().join(name), "assert true;\n").unwrap();
    }
    let output = veriframe()
        .current_dir(folder.path())
        .args(["verify", "-v", ".", "a.idf"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let files: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(": 1 member").map(|(file, _)| file))
        .collect();
    assert_eq!(files, ["./a.idf", "./b/x.idf", "./c.idf"]);
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.idf"), [b'i', b'n', b't', 0xff]).unwrap();
    let output = veriframe()
        .current_dir(folder.path())
        .args(["verify", "a.idf"])
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: a.idf: not UTF-8 text (byte 3)\n"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// Results are told apart by the names of files.
#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_are_shown_alike_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    for name in [&b"\xfe.idf"[..], b"\xff.idf"] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), "class A { }").unwrap();
    }
    let output = veriframe().arg("verify").arg(folder.path()).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("another file's name is shown in the same way"),
        "{error}"
    );
}

#[test]
fn java_files_are_one_program_beside_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("A.java", "class A { int f(B b) { return b.g(1); } }\n");
    let g = "class B { /*@ ensures \\result == n; @*/ int g(int n) { return n + 1; } }\n";
    write("B.java", g);
    write("b.idf", "assert true;\n");
    let output = veriframe()
        .current_dir(folder.path())
        .args(["verify", "-v", "."])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for line in [
        "./A.java: 0 members verified, 1 failed (A.f)",
        "./B.java: 0 members verified, 1 failed (B.g)",
        "./b.idf: 1 member verified",
        "1 member has no contract: it promises nothing to its callers",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_java_file_sees_the_classes_that_it_imports() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("q")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("q/B.java", "package q;\npublic class B { public int n; }\n");
    let using = |imports: &str| {
        let class = "class A { /*@ requires b != null * acc(b.n); @*/ int f(B b) { return b.n; } }";
        write("A.java", &format!("package p;\n{imports}\n{class}\n"));
        let mut command = veriframe();
        command
            .current_dir(folder.path())
            .args(["verify", "-v", "."]);
        let output = command.output().unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            output.status.code(),
        )
    };
    for imports in [
        "import q.B;",
        "import q.*;",
        "import java.util.*; import q.*;",
        "import q.*; import q.B;",
    ] {
        let (text, code) = using(imports);
        assert_eq!(code, Some(0), "{imports}\n{text}");
    }
    // Java would resolve another class, or none.
    for imports in ["", "import java.util.*;", "import q.*; import r.B;"] {
        let (text, code) = using(imports);
        assert_eq!(code, Some(2), "{imports}\n{text}");
        if imports.is_empty() {
            assert!(text.contains("A.java:3:56"), "{text}");
            assert!(text.contains("write `import q.B;`"), "{text}");
        }
    }
}

#[test]
fn contracts_of_libraries_come_from_folders_that_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    write(
        "A.java",
        "import lib.Dice;\nclass A { /*@ ensures \\result <= 6; @*/ int f() { return Dice.roll(); } }\n",
    );
    let run = |args: &[&str]| {
        let mut command = veriframe();
        command.current_dir(folder.path()).args(args);
        let output = command.output().unwrap();
        (
            String::from_utf8(output.stdout).unwrap(),
            output.status.code(),
        )
    };
    let (text, code) = run(&["verify", "A.java"]);
    let advice = "add a file `lib/Dice.java` with its contracts to a folder that `--spec`";
    assert!(text.contains(advice), "{text}");
    assert_eq!(code, Some(2));
    write(
        "spec/Dice.java",
        "package lib;\nclass Dice {\n//@ ensures 1 <= \\result && \\result <= 6;\nstatic int roll();\n}\n",
    );
    let (text, code) = run(&["verify", "A.java", "--spec", "spec"]);
    assert_eq!(code, Some(0), "{text}");
    write(
        "spec/Dice.java",
        "package lib;\nclass Dice {\n//@ ensures \\result == 7;\nstatic int roll() { return 1; }\n}\n",
    );
    let (text, code) = run(&["verify", "A.java", "--spec", "spec"]);
    assert!(
        text.contains("`roll` has a body, but contracts of libraries are not verified"),
        "{text}"
    );
    assert_eq!(code, Some(2));
}
