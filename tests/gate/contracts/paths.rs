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

/// Signs that git and the patterns of ignored files do not read alike make a rule one for all files.
#[test]
fn patterns_of_attributes_are_those_of_git() {
    let all = [
        "src/A{a}.idf ident\n",
        "src/A\u{a0}.idf ident\n",
        "src/A\u{b}.idf ident\n",
        "src/[A].idf ident\n",
        "src/\\A.idf ident\n",
        "\"src/A.idf\" ident\n",
        "\"src/A.idf\"ident\n",
        "\"[attr]m\"ident\nsrc/A.idf m\n",
        "src/***/A.idf ident\n",
        "****/A.idf ident\n",
        "src/A.idf ident\0zz\n",
        "[attr]m ident\0\nsrc/A.idf m\n",
    ];
    for text in all {
        let folder = repository(&[("src/A.idf", GOOD), (".gitattributes", text)]);
        let (code, said) = run(folder.path(), &["contracts", "--against", "v1", "src"]);
        let is_found = code == 1 && said.contains("denied: file src/A.idf weakened");
        assert!(is_found, "{text:?}: {code}: {said}");
    }
    // Macros without end, and many rules.
    let many: String = (0..100)
        .map(|n| format!("[attr]m{n} m{}\n", n + 1))
        .collect();
    let folder = repository(&[("src/A.idf", GOOD), (".gitattributes", &many)]);
    let (code, said) = run(folder.path(), &["contracts", "--against", "v1", "src"]);
    assert_eq!(code, 1, "{said}");
    let many: String = (0..20_000).map(|n| format!("a{n} ident\n")).collect();
    let folder = repository(&[("src/A.idf", GOOD), (".gitattributes", &many)]);
    let (code, said) = run(folder.path(), &["contracts", "--against", "v1", "src"]);
    assert_eq!(code, 0, "{said}");
}

/// A project file is read in a revision as on disk: through links, and not where git changes its text.
#[test]
fn the_project_file_of_a_revision_is_that_of_its_checkout() {
    const STRICT: &str = "paths = [\"src\"]\ndeny = [\"assume\"]\n";
    let folder = repository(&[("src/A.idf", GOOD), ("conf/v.toml", STRICT)]);
    let at = folder.path();
    symlink("conf/v.toml", at.join("veriframe.toml")).unwrap();
    merge(at);
    let (code, said) = against(at);
    assert_eq!(code, 0, "{said}");
    write(at, &[("conf/v.toml", "paths = [\"src\"]\n")]);
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("`assume` is no longer denied");
    assert!(is_found, "{code}: {said}");
    fs::remove_file(at.join("veriframe.toml")).unwrap();
    symlink("gone.toml", at.join("veriframe.toml")).unwrap();
    merge(at);
    fs::remove_file(at.join("veriframe.toml")).unwrap();
    write(at, &[("veriframe.toml", STRICT)]);
    let (code, said) = against(at);
    assert!(code == 2 && said.contains("it is a link"), "{code}: {said}");
    let attributes = (".gitattributes", "veriframe.toml ident\n");
    let folder = repository(&[("src/A.idf", GOOD), ("veriframe.toml", STRICT), attributes]);
    let (code, said) = against(folder.path());
    let is_refused = code == 2 && said.contains("git changes its text");
    assert!(is_refused, "{code}: {said}");
}

/// The first project file of a repository can demand less than none.
#[test]
fn a_first_project_file_is_compared_with_none() {
    let cases = [
        ("exclude = [\"Bad.idf\"]\n", true),
        ("int = \"wrapping\"\n", true),
        ("[contracts]\nweakened = \"allow\"\n", true),
        ("paths = [\"src/a\"]\n", true),
        ("deny = [\"assume\"]\n", false),
        ("paths = [\".\"]\n", false),
    ];
    for (text, is_denied) in cases {
        let folder = repository(&[("src/A.idf", GOOD), ("src/a/B.java", "class B { }\n")]);
        let at = folder.path();
        write(at, &[("veriframe.toml", text)]);
        let (code, said) = run(at, &["contracts", "--against", "v1", "."]);
        assert_eq!(code, i32::from(is_denied), "{text}: {said}");
    }
}

/// A library contract that names the program means something else when the program changes; and it is
/// compared before a program uses it.
#[test]
fn library_contracts_are_compared_with_what_they_name() {
    const PROJECT: &str = "paths = [\"src\"]\nlibrary = [\"lib\"]\n";
    const LIBRARY: &str = "public class Clock {\n  //@ ensures \\result >= Lim.LOW;\n  \
                           public static int now();\n}\n";
    const LIM: &str = "class Lim extends Base { }\n";
    const BASE: &str = "class Base { static final int LOW = 0; }\n";
    let user = "class U { //@ ensures \\result >= 0;\n static int f() { return Clock.now(); } }\n";
    let files = [
        ("veriframe.toml", PROJECT),
        ("lib/Clock.java", LIBRARY),
        ("src/Lim.java", LIM),
        ("src/Base.java", BASE),
        ("src/U.java", user),
    ];
    let folder = repository(&files);
    let at = folder.path();
    let (code, said) = against(at);
    assert_eq!(code, 0, "{said}");
    // What it does not name is free.
    write(at, &[("src/U.java", &user.replace("int f()", "int g()"))]);
    let (_, said) = against(at);
    assert!(!said.contains("assumed"), "{said}");
    write(at, &[("src/Base.java", &BASE.replace("= 0", "= 100"))]);
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("denied: Clock weakened");
    assert!(is_found && said.contains("`Lim`"), "{code}: {said}");

    let folder = repository(&[
        ("veriframe.toml", PROJECT),
        ("lib/Clock.java", LIBRARY),
        ("src/A.idf", GOOD),
    ]);
    let at = folder.path();
    let changed = LIBRARY.replace("Lim.LOW", "7");
    write(at, &[("lib/Clock.java", &changed)]);
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("denied: Clock.now weakened");
    assert!(is_found, "{code}: {said}");
}

/// A link gives a file another name in a folder of which less is demanded.
#[test]
fn a_link_chooses_no_weaker_options() {
    const SUM: &str = "class Sum { static int sum(int a) ensures true; { return a + 1; } }\n";
    let options = "paths = [\"examples\", \"src\"]\nint = \"checked\"\n[folders.examples]\n\
                   int = \"unbounded\"\n";
    let files = [
        ("veriframe.toml", options),
        ("src/Sum.idf", SUM),
        ("examples/Other.idf", "class Other { }\n"),
    ];
    let folder = repository(&files);
    let at = folder.path();
    assert_eq!(run(at, &["verify"]).0, 1);
    symlink("../src/Sum.idf", at.join("examples/Sum.idf")).unwrap();
    let (code, said) = run(at, &["verify"]);
    let is_told = said.contains("src/Sum.idf: it is the same file as examples/Sum.idf");
    assert!(code == 2 && is_told, "{code}: {said}");
    fs::remove_file(at.join("examples/Sum.idf")).unwrap();
    symlink("Sum.idf", at.join("src/Again.idf")).unwrap();
    assert_eq!(run(at, &["verify"]).0, 1);
}

/// A main routine has no class by which it is known where it moves.
#[test]
fn a_main_routine_that_moves_into_a_lax_folder_is_listed() {
    const MAIN: &str = "int a := 2000000000;\nint b := a + a;\n";
    let options =
        "paths = [\"src\"]\nint = \"checked\"\n[folders.\"src/ex\"]\nint = \"unbounded\"\n";
    let files = [
        ("veriframe.toml", options),
        ("src/main.idf", MAIN),
        ("src/A.idf", GOOD),
        ("src/ex/E.idf", "class E { }\n"),
    ];
    let folder = repository(&files);
    let at = folder.path();
    assert_eq!(against(at).0, 0);
    git(at, &["mv", "src/main.idf", "src/ex/main.idf"]);
    let (code, said) = against(at);
    let is_listed = said.contains("src/ex.int") && said.contains("what was in `src/main.idf`");
    assert!(code == 1 && is_listed, "{code}: {said}");
}

/// A file that is named itself is verified although a pattern excludes it, and compared.
#[test]
fn a_file_that_is_named_and_excluded_is_compared() {
    let options = "paths = [\"src\", \"src/A.idf\"]\nexclude = [\"A.idf\"]\n";
    let files = [
        ("veriframe.toml", options),
        ("src/A.idf", GOOD),
        ("src/B.idf", "class B { }\n"),
    ];
    let folder = repository(&files);
    let at = folder.path();
    write(at, &[("src/A.idf", WEAK)]);
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("denied: A.m weakened");
    assert!(is_found, "{code}: {said}");
    // In the folder alone, it is left out.
    write(at, &[("src/A.idf", GOOD)]);
    write(
        at,
        &[("veriframe.toml", &options.replace(", \"src/A.idf\"", ""))],
    );
    let (code, said) = against(at);
    let is_found = code == 1 && said.contains("`src/A.idf` is no longer verified");
    assert!(is_found, "{code}: {said}");
}

/// A class of another package with the same name appears: that of the old revision is the same one
/// still, and its changes are seen.
#[test]
fn another_class_of_the_same_name_hides_no_change() {
    let account = |package: &str, condition: &str| {
        format!(
            "package {package};\npublic class Account {{\n  public static final int N = 1;\n  \
             //@ requires {condition};\n  public static void f(int x) {{ }}\n}}\n"
        )
    };
    let (was, is) = (account("p", "x >= 0"), account("p", "x > 5"));
    let folder = repository(&[("p/Account.java", &was)]);
    let at = folder.path();
    write(at, &[("q/Account.java", &account("q", "x >= 0"))]);
    let (code, said) = against(at);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("0 weakened") && said.contains("0 removed"),
        "{said}"
    );
    write(at, &[("p/Account.java", &is)]);
    let (code, said) = against(at);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("p.Account.f weakened"), "{said}");
    write(at, &[("p/Account.java", &was.replace("N = 1", "N = 2"))]);
    let (code, said) = against(at);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("Account.N changed"), "{said}");
}
