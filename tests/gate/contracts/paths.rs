//! What git and the file system make of paths, on the side of a revision as on disk: links, texts that
//! change when they are checked out, and moves into folders with other options.

use super::support::git::{git, repository};
use super::support::{said, veriframe, write};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use tempfile::TempDir;

const GOOD: &str = "class A { int x; void m() requires acc(this.x); \
                    ensures acc(this.x) * this.x = 1; { this.x := 1; } }\n";
const WEAK: &str = "class A { int x; void m() requires acc(this.x); \
                    ensures acc(this.x); { this.x := 1; } }\n";
const WRONG: &str = "class A { int x; void m() requires acc(this.x); \
                     ensures acc(this.x) * this.x = 1; { this.x := 2; } }\n";

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = veriframe()
        .env("VERIFRAME_CACHE", "off")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap(), said(&output))
}

fn against(folder: &Path) -> (i32, String) {
    run(folder, &["contracts", "--against", "v1"])
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A", "-f"]);
    git(folder, &["commit", "-q", "-m", "change"]);
}

/// Makes the present state the older one.
fn merge(folder: &Path) {
    commit(folder);
    git(folder, &["tag", "-f", "v1"]);
}

fn project(files: &[(&str, &str)]) -> TempDir {
    let mut all = vec![("veriframe.toml", "paths = [\"src\"]\n")];
    all.extend(files);
    repository(&all)
}

/// Whatever is followed on disk is followed in a revision, so that what it names is compared.
#[test]
fn links_are_followed_in_a_revision_as_on_disk() {
    for kind in ["file", "chain", "absolute", "folder", "absolute folder"] {
        let folder = project(&[("data/C.txt", GOOD), ("data/src/C.idf", GOOD)]);
        let at = folder.path();
        let absolute = at.canonicalize().unwrap().join("data");
        if kind.ends_with("folder") {
            let target = match kind {
                "folder" => Path::new("data/src").to_owned(),
                _ => absolute.join("src"),
            };
            symlink(target, at.join("src")).unwrap();
        } else {
            fs::create_dir(at.join("src")).unwrap();
            let target = match kind {
                "absolute" => absolute.join("C.txt"),
                "chain" => {
                    symlink("C.txt", at.join("data/l0")).unwrap();
                    for link in 1..20 {
                        let before = format!("l{}", link - 1);
                        symlink(before, at.join(format!("data/l{link}"))).unwrap();
                    }
                    Path::new("../data/l19").to_owned()
                }
                _ => Path::new("../data/C.txt").to_owned(),
            };
            symlink(target, at.join("src/C.idf")).unwrap();
        }
        merge(at);
        let (code, said) = against(at);
        assert!(
            code == 0 && said.contains("1 kept"),
            "{kind}: {code}: {said}"
        );
        write(at, &[("data/C.txt", WEAK), ("data/src/C.idf", WEAK)]);
        let (code, said) = against(at);
        let is_found = code == 1 && said.contains("denied: A.m weakened");
        assert!(is_found, "{kind}: {code}: {said}");
    }
}

/// A link to what the older revision does not have hides what was there.
#[test]
fn a_link_to_nothing_of_the_revision_is_denied() {
    let folder = project(&[(".gitignore", "made\n"), ("src/B.idf", "class B { }\n")]);
    let at = folder.path();
    write(at, &[("made/C.txt", GOOD)]);
    symlink("../made/C.txt", at.join("src/C.idf")).unwrap();
    git(at, &["add", "-A"]);
    git(at, &["commit", "-q", "-m", "change"]);
    git(at, &["tag", "-f", "v1"]);
    write(at, &[("made/C.txt", WEAK)]);
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("denied: link src/C.idf weakened");
    assert!(is_found, "{code}: {said}");
    let (_, said) = run(
        at,
        &["verify", "--since", "v1", "-v", "--format", "concise"],
    );
    assert!(!said.contains("left out: src/C.idf"), "{said}");
    // Links in a circle are no files on disk either.
    symlink("D.idf", at.join("src/D.idf")).unwrap();
    merge(at);
    let (code, said) = against(at);
    assert_ne!(code, 0, "{said}");
}

#[test]
fn a_link_into_a_submodule_is_followed() {
    let folder = project(&[("src/B.idf", "class B { }\n"), ("ext/C.txt", GOOD)]);
    let at = folder.path();
    git(at, &["rm", "-r", "-q", "--cached", "ext"]);
    git(&at.join("ext"), &["init", "-q"]);
    commit(&at.join("ext"));
    symlink("../ext/C.txt", at.join("src/C.idf")).unwrap();
    merge(at);
    let (code, said) = against(at);
    assert!(code == 0 && said.contains("1 kept"), "{code}: {said}");
    write(at, &[("ext/C.txt", WEAK)]);
    commit(&at.join("ext"));
    commit(at);
    let (code, said) = against(at);
    assert!(
        code == 1 && said.contains("denied: A.m weakened"),
        "{code}: {said}"
    );
}

/// Git writes other texts than it has of files with certain attributes.
#[test]
fn texts_that_git_changes_are_not_compared() {
    let attributes = [
        "src/A.idf ident\n",
        "*.idf filter=x\n",
        "*.idf working-tree-encoding=ISO-8859-1\n",
        "[attr]own ident\n[attr]other own\n/src/ -other\nA.idf other\n",
        "\"src/A.idf\" ident\n",
    ];
    for text in attributes {
        let folder = project(&[("src/A.idf", GOOD), (".gitattributes", text)]);
        let at = folder.path();
        write(at, &[("src/A.idf", WEAK)]);
        let (code, said) = against(at);
        let is_found = code == 1 && said.contains("denied: file src/A.idf weakened");
        assert!(is_found, "{text}: {code}: {said}");
        // Nothing says what an earlier run verified.
        write(at, &[("src/A.idf", WRONG)]);
        git(at, &["tag", "-f", "v2"]);
        let (code, said) = run(at, &["verify", "--since", "v2"]);
        assert_eq!(code, 1, "{text}: {said}");
    }
    for text in [
        "*.png filter=lfs\n",
        "*.idf text eol=lf -ident\n",
        "# * ident\n",
        "b/* ident\n",
    ] {
        let folder = project(&[("src/A.idf", GOOD), (".gitattributes", text)]);
        let (code, said) = against(folder.path());
        assert!(
            code == 0 && said.contains("1 kept"),
            "{text}: {code}: {said}"
        );
    }
}

/// What moves into a folder of which less is demanded is demanded less of.
#[test]
fn moves_into_a_folder_with_weaker_options_are_listed() {
    const SUM: &str = "class Sum { static int sum(int a) requires a = 1; ensures true; \
                       { return a + 1; } }\n";
    let options = "paths = [\"src\"]\nint = \"checked\"\n[folders.\"src/old\"]\n\
                   int = \"unbounded\"\n[folders.\"src/new\"]\nint = \"checked\"\n";
    let files = [
        ("veriframe.toml", options),
        ("src/Sum.idf", SUM),
        ("src/old/Other.idf", "class Other { }\n"),
    ];
    let folder = repository(&files);
    let at = folder.path();
    fs::create_dir(at.join("src/new")).unwrap();
    git(at, &["mv", "src/Sum.idf", "src/new/Sum.idf"]);
    let (code, said) = against(at);
    assert_eq!(code, 0, "{said}");
    git(at, &["mv", "src/new/Sum.idf", "src/old/Sum.idf"]);
    let (code, said) = against(at);
    let is_listed = said.contains("src/old.int") && said.contains("what was in `src/Sum.idf`");
    assert!(code == 1 && is_listed, "{code}: {said}");
}

#[test]
fn a_class_of_another_package_is_gone_for_its_users() {
    const USED: &str = "package a;\npublic class U { public static int f() { return 1; } }\n";
    let folder = project(&[("src/a/U.java", USED)]);
    let at = folder.path();
    fs::create_dir(at.join("src/b")).unwrap();
    git(at, &["mv", "src/a/U.java", "src/b/U.java"]);
    write(
        at,
        &[("src/b/U.java", &USED.replace("package a", "package b"))],
    );
    let (code, said) = against(at);
    let is_removed = said.contains("denied: U removed") && said.contains("the package `b`");
    assert!(code == 1 && is_removed, "{code}: {said}");
}
