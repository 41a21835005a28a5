//! Submodules: the contracts of each revision are those of its commit, and what cannot be compared is
//! listed and denied.

use super::support::git::{git, repository};
use super::support::{said, veriframe, write};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const PROJECT: &str = "paths = [\"src\"]\nlibrary = [\"lib\"]\n";
const USER: &str = "import lib.Clock;\npublic class U {\n  //@ ensures \\result >= 0;\n  \
                    public static int f() { return Clock.now(); }\n}\n";
const STRONG: &str = "class A { int x; void m() requires acc(this.x); \
                      ensures acc(this.x) * this.x = 1; { this.x := 1; } }\n";
const WEAK: &str = "class A { int x; void m() requires acc(this.x); \
                    ensures acc(this.x); { this.x := 1; } }\n";

/// The contract of a library.
fn clock(ensures: &str) -> String {
    format!(
        "package lib;\npublic class Clock {{\n  //@ ensures \\result {ensures};\n  \
         public static int now();\n}}\n"
    )
}

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = veriframe().args(args).current_dir(folder).output().unwrap();
    (output.status.code().unwrap(), said(&output))
}

fn against(folder: &Path) -> (i32, String) {
    run(folder, &["contracts", "--against", "v1"])
}

/// Makes a commit of all, in a new repository if there is none.
fn commit(folder: &Path) {
    if !folder.join(".git").exists() {
        git(folder, &["init", "-q"]);
    }
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "--allow-empty", "-m", "change"]);
}

/// A project of which `v1` has a library and a folder of programs as submodules.
fn project() -> TempDir {
    let clock = clock(">= 0");
    let files = [
        ("veriframe.toml", PROJECT),
        ("src/U.java", USER),
        ("lib/lib/Clock.java", &clock),
        ("lib/.mvn/Hidden.java", "class Hidden { }\n"),
        ("src/sub/a.idf", STRONG),
        ("src/sub/.hidden/h.idf", "class H { }\n"),
        ("src/sub/.gitignore", "ignored.idf\n"),
    ];
    let folder = repository(&files);
    let at = folder.path();
    for inner in ["lib", "src/sub"] {
        git(at, &["rm", "-r", "-q", "--cached", inner]);
        commit(&at.join(inner));
    }
    commit(at);
    git(at, &["tag", "-f", "v1"]);
    folder
}

/// Takes the history of a submodule away.
fn forget(folder: &Path) {
    fs::remove_dir_all(folder.join(".git")).unwrap();
    commit(folder);
}

/// Leaves a submodule as a clone does that takes none.
fn empty(folder: &Path) {
    fs::remove_dir_all(folder).unwrap();
    fs::create_dir(folder).unwrap();
}

#[test]
fn what_becomes_a_submodule_is_compared_with_what_was_tracked() {
    let old = clock(">= 0");
    let files = [
        ("veriframe.toml", PROJECT),
        ("src/U.java", USER),
        ("src/sub/a.idf", STRONG),
        ("lib/lib/Clock.java", &old),
    ];
    let folder = repository(&files);
    let at = folder.path();
    git(at, &["rm", "-r", "-q", "--cached", "lib", "src/sub"]);
    write(
        at,
        &[
            ("lib/lib/Clock.java", &clock("== 7")),
            ("src/sub/a.idf", WEAK),
        ],
    );
    for inner in ["lib", "src/sub"] {
        commit(&at.join(inner));
    }
    for _ in 0..2 {
        // Before and after the change is recorded.
        let (code, said) = against(at);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains("denied: Clock.now weakened"), "{said}");
        assert!(said.contains("denied: A.m weakened"), "{said}");
        commit(at);
    }
    // From another folder.
    let (code, said) = run(&at.join("src"), &["contracts", "--against", "v1"]);
    assert!(code == 1 && said.contains("Clock.now weakened"), "{said}");
    // The caller of a library contract that differs is verified.
    let since = ["verify", "--since", "v1", "--format", "concise", "-v"];
    let (_, said) = run(at, &since);
    assert!(!said.contains("left out: src/U.java"), "{said}");
    // Where neither is checked out, the newer one is unknown.
    empty(&at.join("lib"));
    let (code, said) = against(at);
    assert!(
        code == 1 && said.contains("denied: submodule lib weakened"),
        "{code}: {said}"
    );
}

#[test]
fn a_submodule_that_does_not_change_is_kept() {
    let folder = project();
    let at = folder.path();
    let (code, said) = against(at);
    assert!(code == 0 && said.contains("2 kept"), "{code}: {said}");
    assert!(!said.contains("1 a"), "{said}");
    // Programs that its `.gitignore` names and that it does not track are not read.
    write(at, &[("src/sub/ignored.idf", "class I { }\n")]);
    let (code, said) = against(at);
    assert!(code == 0 && said.contains("0 added"), "{code}: {said}");
    // As long as it is at the same commit, nobody needs to have it.
    empty(&at.join("src/sub"));
    let (code, said) = against(at);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_submodule_that_is_bumped_is_compared() {
    let folder = project();
    let at = folder.path();
    write(
        at,
        &[
            ("lib/lib/Clock.java", &clock("== 7")),
            ("src/sub/a.idf", WEAK),
        ],
    );
    let both = |said: &str| {
        said.contains("denied: Clock.now weakened") && said.contains("denied: A.m weakened")
    };
    // In the working tree, then at another commit, then recorded.
    let (code, said) = against(at);
    assert!(code == 1 && both(&said), "{code}: {said}");
    commit(&at.join("lib"));
    commit(&at.join("src/sub"));
    let (code, said) = against(at);
    assert!(code == 1 && both(&said), "{code}: {said}");
    commit(at);
    let (code, said) = against(at);
    assert!(code == 1 && both(&said), "{code}: {said}");
    assert!(!said.contains("submodule"), "{said}");
    let (code, said) = run(at, &["contracts", "--against", "HEAD"]);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_submodule_whose_commits_are_not_there_is_denied() {
    let folder = project();
    let at = folder.path();
    // Within a second, the same text would be the same commit.
    write(
        at,
        &[
            ("lib/lib/Clock.java", &clock("== 7")),
            ("src/sub/.gitignore", "other.idf\n"),
        ],
    );
    forget(&at.join("lib"));
    forget(&at.join("src/sub"));
    commit(at);
    for args in [
        &["contracts", "--against", "v1"][..],
        &["contracts", "--against", "v1", "--format", "github"],
        &["contracts", "--against", "v1", "--format", "sarif"],
        &["contracts", "--against", "v1", "--format", "junit"],
        &["contracts", "--against", "v1", "--format", "json"],
    ] {
        let (code, said) = run(at, args);
        for name in ["submodule lib", "submodule src/sub"] {
            assert!(code == 1 && said.contains(name), "{args:?}: {code}: {said}");
        }
    }
    let (_, said) = against(at);
    assert!(
        said.contains("2 weakened") && said.contains("1 kept"),
        "{said}"
    );
    // The policy of the change does not allow it.
    let lax = format!("{PROJECT}[contracts]\nweakened = \"allow\"\n");
    write(at, &[("veriframe.toml", &lax)]);
    let (code, said) = against(at);
    assert!(
        code == 1 && said.contains("denied: submodule lib"),
        "{code}: {said}"
    );
    write(at, &[("veriframe.toml", PROJECT)]);
    // What is left of the older contracts is nothing to trust.
    let since = ["verify", "--since", "v1", "--format", "concise", "-v"];
    let (_, said) = run(at, &since);
    assert!(!said.contains("left out:"), "{said}");
}

#[test]
fn a_submodule_that_is_not_checked_out_is_denied_if_it_is_bumped() {
    let folder = project();
    let at = folder.path();
    let bump = |inner: &str| {
        let info = format!("160000,{},{inner}", "12345678".repeat(5));
        git(at, &["update-index", "--cacheinfo", &info]);
        empty(&at.join(inner));
        git(at, &["commit", "-q", "-m", "bump"]);
    };
    // What is not meant is excluded, in both revisions.
    let excluded = format!("{PROJECT}exclude = [\"sub/\"]\n");
    for (project, expected) in [(PROJECT, 1), (&excluded, 0)] {
        write(at, &[("veriframe.toml", project)]);
        git(
            at,
            &[
                "commit",
                "-q",
                "--allow-empty",
                "-m",
                "project",
                "veriframe.toml",
            ],
        );
        git(at, &["tag", "-f", "v1"]);
        bump("src/sub");
        let (code, said) = against(at);
        let name = "src/sub:1: denied: submodule src/sub weakened: it is at 123456781234";
        assert_eq!(code, expected, "{said}");
        assert_eq!(said.contains(name), expected == 1, "{said}");
        git(at, &["reset", "-q", "--soft", "v1"]);
        git(at, &["reset", "-q"]);
    }
    // Of a new one, nothing is verified.
    let added = format!("160000,{},src/new", "87654321".repeat(5));
    git(at, &["update-index", "--add", "--cacheinfo", &added]);
    let (code, said) = against(at);
    let name = "denied: submodule src/new weakened: it is at 876543218765, and was not there";
    assert!(code == 1 && said.contains(name), "{code}: {said}");
    git(at, &["reset", "-q"]);
    // Without a library at all, what uses it has errors.
    bump("lib");
    let (code, said) = against(at);
    assert!(
        code == 2 && said.contains("submodule lib: it is at"),
        "{code}: {said}"
    );
}

#[test]
fn libraries_of_a_revision_are_found_as_on_disk() {
    let old = clock(">= 0");
    let files = [
        ("veriframe.toml", PROJECT),
        ("src/U.java", USER),
        ("real/lib/Clock.java", &old),
    ];
    let folder = repository(&files);
    let at = folder.path();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("real", at.join("lib")).unwrap();
        commit(at);
        git(at, &["tag", "-f", "v1"]);
        let (code, said) = against(at);
        assert_eq!(code, 0, "{said}");
        write(at, &[("real/lib/Clock.java", &clock("== 7"))]);
        let (code, said) = against(at);
        assert!(code == 1 && said.contains("Clock.now weakened"), "{said}");
        fs::remove_file(at.join("lib")).unwrap();
    }
    // A folder that the older revision does not have is new, if the change brings it.
    let spec = |folder: &str| {
        let args = ["contracts", "--against", "v1", "src", "--project", "off"];
        run(
            at,
            &[&args[..], &["--spec", "real", "--spec", folder]].concat(),
        )
    };
    write(at, &[("real/lib/Clock.java", &old)]);
    let more =
        "package lib;\npublic class More {\n  //@ ensures false;\n  public static void m();\n}\n";
    write(at, &[("more/lib/More.java", more)]);
    let (code, said) = spec("more");
    assert_eq!(code, 0, "{said}");
    git(at, &["add", "more"]);
    let (code, said) = spec("more");
    assert!(
        code == 1 && said.contains("denied: More.m weakened"),
        "{code}: {said}"
    );
}
