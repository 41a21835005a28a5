//! Changes that try to pass the gate, or to harm files: what they hide or redirect is read, listed or
//! refused.

use super::support::git::{git, repository};
use super::support::{said, veriframe, write};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

const GOOD: &str = "class A { int x; void m() requires acc(this.x); \
                    ensures acc(this.x) * this.x = 1; { this.x := 1; } }\n";
const WEAK: &str = "class A { int x; void m() requires acc(this.x); \
                    ensures acc(this.x); { this.x := 7; } }\n";
const BAD: &str = "class B { static int one() ensures result = 1; { return 2; } }\n";

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let output: Output = veriframe()
        .env("VERIFRAME_CACHE", "off")
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code().unwrap(), said(&output))
}

fn project(files: &[(&str, &str)]) -> TempDir {
    let mut all = vec![
        ("veriframe.toml", "paths = [\"src\"]\n"),
        ("src/a.idf", GOOD),
    ];
    all.extend(files);
    repository(&all)
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A", "-f"]);
    git(folder, &["commit", "-q", "-m", "change"]);
}

#[test]
fn a_folder_hides_no_revision() {
    let folder = project(&[]);
    let at = folder.path();
    write(
        at,
        &[
            ("src/a.idf", WEAK),
            ("v1/src/a.idf", WEAK),
            ("HEAD/src/a.idf", WEAK),
        ],
    );
    for name in ["v1", "HEAD"] {
        let (code, said) = run(at, &["contracts", "--against", name]);
        assert!(code == 1 && said.contains("A.m weakened"), "{code}: {said}");
        assert!(said.contains(&format!("`./{name}`")), "{said}");
    }
    let (code, said) = run(at, &["contracts", "--against", "v1^{commit}"]);
    assert!(code == 1 && !said.contains("may be"), "{code}: {said}");
    let (code, said) = run(at, &["contracts", "--against", "./v1"]);
    assert_eq!(code, 0, "{said}");
    write(at, &[("src/a.idf", GOOD)]);
    let (code, said) = run(at, &["contracts", "--against", "v1"]);
    assert_eq!(code, 2, "{said}");
    // An abbreviation could become ambiguous.
    write(at, &[("abcd/src/a.idf", GOOD)]);
    let (code, said) = run(at, &["contracts", "--against", "abcd"]);
    assert_eq!(code, 2, "{said}");
}

/// References that a push can bring, beside what is meant by the name.
#[test]
fn a_reference_hides_no_other_of_its_name() {
    let folder = project(&[]);
    let at = folder.path();
    let head = || {
        let output = std::process::Command::new("git")
            .args(["rev-parse", "HEAD"])
            .current_dir(at)
            .output();
        String::from_utf8(output.unwrap().stdout)
            .unwrap()
            .trim()
            .to_owned()
    };
    let old = head();
    git(at, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
    git(at, &["branch", "release"]);
    write(at, &[("src/a.idf", WEAK)]);
    commit(at);
    let against = |name: &str| run(at, &["contracts", "--against", name]);
    let remote = "refs/remotes/origin/main";
    let nowhere = "f".repeat(40);
    for (reference, name, others) in [
        ("refs/tags/origin/main", "origin/main", remote),
        ("refs/heads/origin/main", "origin/main", remote),
        ("refs/origin/main", "origin/main", remote),
        ("refs/tags/release", "release", "refs/heads/release"),
        ("refs/remotes/release/HEAD", "release", "refs/heads/release"),
        (&format!("refs/tags/{}", &old[..7]), &old[..7], old.as_str()),
        (
            "refs/tags/refs/heads/gone",
            "refs/heads/gone",
            "there is no such reference",
        ),
        (
            &format!("refs/tags/{nowhere}"),
            &nowhere,
            "does not have this object",
        ),
    ] {
        git(at, &["update-ref", reference, "HEAD"]);
        let (code, said) = against(name);
        assert_eq!(code, 2, "{reference}: {said}");
        assert!(said.contains(others), "{reference}: {said}");
        // No folder of the name is taken instead.
        let there = at.join(name);
        write(&there, &[("src/a.idf", WEAK)]);
        let (code, said) = against(name);
        assert_eq!(code, 2, "{reference}: {said}");
        fs::remove_dir_all(there).unwrap();
        git(at, &["update-ref", "-d", reference]);
    }
    // What is meant can be named.
    git(at, &["tag", "origin/main"]);
    assert_eq!(against(remote).0, 1);
    assert_eq!(against("refs/tags/origin/main").0, 0);
    assert_eq!(against(&old).0, 1);
    // A tag outweighs no commit of the repository itself.
    git(at, &["update-ref", "refs/tags/HEAD", &old]);
    assert_eq!(against("HEAD").0, 0);
}

#[test]
fn the_paths_of_each_project_file_are_compared() {
    let folder = project(&[("old/b.idf", "this is no program")]);
    let at = folder.path();
    let (code, said) = run(at, &["contracts", "--against", "v1"]);
    assert_eq!(code, 0, "{said}");
    // What the newer file does not name any more is gone.
    write(
        at,
        &[
            ("veriframe.toml", "paths = [\"new\"]\n"),
            ("new/c.idf", "class C { int y; }\n"),
        ],
    );
    let (code, said) = run(at, &["contracts", "--against", "v1"]);
    assert!(code == 1 && said.contains("A.m removed"), "{code}: {said}");
    assert!(said.contains("`src` is no longer verified"), "{said}");
}

#[cfg(unix)]
#[test]
fn links_do_not_decide_what_the_older_revision_has() {
    use std::os::unix::fs::symlink;
    let folder = project(&[("other/a.idf", WEAK)]);
    let at = folder.path();
    fs::remove_dir_all(at.join("src")).unwrap();
    symlink("other", at.join("src")).unwrap();
    let (code, said) = run(at, &["contracts", "--against", "v1"]);
    assert!(code == 1 && said.contains("A.m weakened"), "{code}: {said}");
}

#[test]
fn a_nested_repository_has_no_say_in_revisions() {
    let folder = project(&[]);
    let at = folder.path();
    write(at, &[("src/a.idf", WEAK)]);
    git(&at.join("src"), &["init", "-q"]);
    git(&at.join("src"), &["add", "."]);
    git(&at.join("src"), &["commit", "-q", "-m", "inner"]);
    for args in [
        &["contracts", "--against", "HEAD"][..],
        &["contracts", "--against", "HEAD", "src"],
    ] {
        let (code, said) = run(at, args);
        assert!(code == 1 && said.contains("A.m weakened"), "{code}: {said}");
    }
}

#[test]
fn what_git_tracks_is_read_wherever_it_is() {
    for (ignoring, hidden) in [
        (".ignore", "b.idf"),
        (".gitignore", "b.idf"),
        ("src/.ignore", "b.idf"),
        ("none", "target/b.idf"),
        ("none", "node_modules/deep/b.idf"),
        ("none", ".hidden/b.idf"),
    ] {
        let folder = project(&[]);
        let at = folder.path();
        let name = format!("src/{hidden}");
        write(at, &[(ignoring, "b.idf\n"), (&name, BAD)]);
        // What is not tracked is said to be left out.
        let (code, said) = run(at, &["verify"]);
        assert!(
            code == 0 && said.contains("is not read"),
            "{name}: {code}: {said}"
        );
        let (code, said) = run(at, &["verify", "--deny", "ignored"]);
        assert!(code == 2 && said.contains(hidden), "{name}: {code}: {said}");
        commit(at);
        let (code, said) = run(at, &["verify"]);
        assert!(
            code == 1 && said.contains("B.one"),
            "{name}: {code}: {said}"
        );
        // Both sides of a comparison have it.
        let (code, said) = run(at, &["contracts", "--against", "HEAD"]);
        assert!(
            code == 0 && said.contains("2 kept"),
            "{name}: {code}: {said}"
        );
        let (code, said) = run(at, &["verify", "--exclude", "b.idf", "--deny", "ignored"]);
        assert_eq!(code, 0, "{said}");
    }
}

#[test]
fn contradictory_library_contracts_are_found_and_listed() {
    let user = |value: u32| {
        format!(
            "public class U {{\n  //@ ensures \\result == 1;\n  static int one() {{ Log.info(); \
             return {value}; }}\n  static void last() {{ Log.info(); }}\n}}\n"
        )
    };
    let log = |ensures: &str| {
        format!("public class Log {{\n  //@ ensures {ensures};\n  public static void info();\n}}\n")
    };
    let toml = "paths = [\"src\"]\nlibrary = [\"lib\"]\n";
    let (right, wrong) = (user(1), user(2));
    let honest = log("true");
    let files = [
        ("veriframe.toml", toml),
        ("src/U.java", &right),
        ("lib/Log.java", &honest),
    ];
    let folder = repository(&files);
    let at = folder.path();
    let (code, said) = run(at, &["verify", "--deny", "vacuous"]);
    assert_eq!(code, 0, "{said}");
    for ensures in ["false", "1 == 2"] {
        write(
            at,
            &[("src/U.java", &wrong), ("lib/Log.java", &log(ensures))],
        );
        let (code, said) = run(at, &["verify", "--deny", "vacuous"]);
        assert!(
            code == 1 && said.contains("error[unreachable-code]"),
            "{said}"
        );
        let (code, said) = run(at, &["contracts", "--against", "v1"]);
        assert!(
            code == 1 && said.contains("Log.info weakened"),
            "{code}: {said}"
        );
    }
    // A weaker assumption is another one.
    write(
        at,
        &[
            ("src/U.java", &right),
            ("lib/Log.java", &honest),
            (
                "lib/New.java",
                "public class New {\n  //@ ensures true;\n  public static void f();\n}\n",
            ),
        ],
    );
    let (code, said) = run(at, &["contracts", "--against", "v1"]);
    assert!(
        code == 1 && said.contains("New.f weakened"),
        "{code}: {said}"
    );
}

#[test]
fn outputs_replace_no_input() {
    let folder = project(&[]);
    let at = folder.path();
    fs::hard_link(at.join("src/a.idf"), at.join("hard.json")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("src/a.idf", at.join("soft.json")).unwrap();
    for output in [
        "json=src/a.idf",
        "json=./src/../src/a.idf",
        "json=hard.json",
        "sarif=soft.json",
        "junit=veriframe.toml",
    ] {
        let (code, said) = run(at, &["verify", "--output", output]);
        assert!(
            code == 2 && said.contains("this file is read"),
            "{output}: {said}"
        );
    }
    assert_eq!(fs::read_to_string(at.join("src/a.idf")).unwrap(), GOOD);
    let (code, said) = run(
        at,
        &[
            "verify",
            "--output",
            "json=new.json",
            "--output",
            "junit=/dev/null",
        ],
    );
    assert_eq!(code, 0, "{said}");
    assert!(
        fs::read_to_string(at.join("new.json"))
            .unwrap()
            .ends_with("}\n")
    );
    #[cfg(unix)]
    {
        // A link is replaced, and what it points to stays.
        write(at, &[("victim", "precious")]);
        std::os::unix::fs::symlink("victim", at.join("link.json")).unwrap();
        let (code, said) = run(at, &["verify", "--output", "json=link.json"]);
        assert_eq!(code, 0, "{said}");
        assert_eq!(fs::read_to_string(at.join("victim")).unwrap(), "precious");
    }
    let left = fs::read_dir(at)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    assert!(
        !left
            .into_iter()
            .any(|name| name.to_string_lossy().ends_with(".tmp"))
    );
}

#[test]
fn no_results_of_a_change_are_believed() {
    let folder = project(&[]);
    let at = folder.path();
    let verify = |cache: &str| run(at, &["verify", "--cache", cache]);
    assert_eq!(verify("proofs").0, 0);
    assert_eq!(verify("proofs").0, 0, "what is not tracked is used");
    fs::write(at.join(".gitignore"), "proofs\n").unwrap();
    commit(at);
    for cache in ["proofs", "proofs/", "./src/../proofs", "PROOFS"] {
        let (code, said) = verify(cache);
        assert!(
            code == 2 && said.contains("git tracks"),
            "{cache}: {code}: {said}"
        );
    }
    for cache in [".git/objects/pack", ".git", "src"] {
        let (code, said) = verify(cache);
        assert!(
            code == 2 && said.contains("the cache folder"),
            "{cache}: {code}: {said}"
        );
    }
    git(at, &["rm", "-r", "-q", "--cached", "proofs"]);
    fs::remove_file(at.join("proofs/CACHEDIR.TAG")).unwrap();
    let (code, said) = verify("proofs");
    assert!(
        code == 2 && said.contains("veriframe did not make it"),
        "{said}"
    );
}

#[test]
fn an_older_file_that_is_no_text_hinders_no_repair() {
    let folder = project(&[]);
    let at = folder.path();
    fs::write(at.join("src/b.idf"), b"class B { } // \xff\n").unwrap();
    commit(at);
    write(at, &[("src/b.idf", BAD)]);
    let (code, said) = run(at, &["verify", "--since", "HEAD"]);
    assert!(code == 1 && said.contains("B.one"), "{code}: {said}");
}

#[test]
fn a_bare_repository_has_revisions_beside_files_of_their_names() {
    let folder = project(&[]);
    let at = folder.path();
    write(at, &[("src/a.idf", WEAK)]);
    commit(at);
    git(at, &["clone", "-q", "--bare", ".", "bare.git"]);
    let bare = at.join("bare.git");
    assert!(bare.join("HEAD").is_file());
    let (code, said) = run(&bare, &["contracts", "--against", "v1", "HEAD"]);
    assert!(code == 1 && said.contains("A.m weakened"), "{code}: {said}");
    let (code, said) = run(&bare, &["contracts", "--against", "HEAD", "v1"]);
    assert!(
        code == 0 && said.contains("1 strengthened"),
        "{code}: {said}"
    );
}

/// The files of a repository that stand in a folder make it one, and git tracks all but a `.git`.
#[test]
fn a_repository_among_tracked_files_has_no_say_in_revisions() {
    for config in ["bare = true", "bare = false", "worktree = ."] {
        let folder = project(&[
            ("proj/veriframe.toml", "paths = [\"src\"]\n"),
            ("proj/src/a.idf", GOOD),
        ]);
        let at = folder.path();
        git(at, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
        let inner = project(&[("src/a.idf", WEAK)]);
        let main = ["update-ref", "refs/remotes/origin/main", "HEAD"];
        git(inner.path(), &main);
        let proj = at.join("proj");
        fs::create_dir_all(&proj).unwrap();
        for name in ["HEAD", "objects", "refs"] {
            fs::rename(inner.path().join(".git").join(name), proj.join(name)).unwrap();
        }
        let config = format!("[core]\n\trepositoryformatversion = 0\n\t{config}\n");
        write(&proj, &[("config", &config), ("src/a.idf", WEAK)]);
        commit(at);
        for from in [&proj, &proj.join("src")] {
            for args in [
                &["contracts", "--against", "origin/main"][..],
                &["contracts", "--against", "origin/main", "HEAD"],
                &["verify", "--since", "origin/main"],
            ] {
                let (code, said) = run(from, args);
                assert!(
                    code == 2 && said.contains("a git repository of its own"),
                    "{config}: {args:?}: {code}: {said}"
                );
            }
        }
        let (code, said) = run(at, &["contracts", "--against", "origin/main", "proj/src"]);
        assert!(code == 1 && said.contains("A.m weakened"), "{code}: {said}");
    }
}

#[test]
fn a_repository_with_another_hash_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    git(at, &["init", "-q", "--object-format=sha256"]);
    write(at, &[("src/a.idf", GOOD)]);
    commit(at);
    for args in [
        &["contracts", "--against", "HEAD", "src"][..],
        &["verify", "--since", "HEAD", "src"],
    ] {
        let (code, said) = run(at, args);
        assert!(
            code == 2 && said.contains("another hash than SHA-1, which is not supported"),
            "{code}: {said}"
        );
    }
}

#[test]
fn a_change_accepts_itself_in_no_silence() {
    let folder = project(&[]);
    let at = folder.path();
    write(at, &[("src/a.idf", WEAK)]);
    let (_, report) = run(at, &["contracts", "--against", "v1"]);
    let (_, entry) = report.split_once("[[accepted]]").unwrap();
    let entry = format!("[[accepted]]{}", entry.replace("\"\"", "\"agreed\""));
    let toml = "paths = [\"src\"]\n[contracts]\naccepted = \"acc.toml\"\n";
    let notice = "note: acc.toml is not the list of accepted changes of `v1`";
    write(at, &[("acc.toml", &entry)]);
    for args in [&["--accept", "acc.toml"][..], &[]] {
        // The file, its key, or both are new.
        write(at, &[("veriframe.toml", toml)]);
        let against = |format: &str| {
            let all = ["contracts", "--against", "v1", "--format", format];
            run(at, &[&all[..], args].concat())
        };
        for format in ["human", "json", "sarif", "github"] {
            let (code, said) = against(format);
            assert_eq!(code, 0, "{said}");
            assert_eq!(said.matches(notice).count(), 1, "{said}");
        }
        let (_, said) = against("github");
        let line = said.lines().find(|line| line.starts_with("::warning"));
        assert!(
            line.is_some_and(|line| line.contains("accepted: agreed")),
            "{said}"
        );
    }
    // With the key, but without the entry, in the older revision.
    let first = |files: &[(&str, &str)]| {
        let folder = repository(&[&[("src/a.idf", GOOD)], files].concat());
        write(
            folder.path(),
            &[
                ("src/a.idf", WEAK),
                ("acc.toml", &entry),
                ("veriframe.toml", toml),
            ],
        );
        let (code, said) = run(folder.path(), &["contracts", "--against", "v1"]);
        assert_eq!(code, 0, "{said}");
        said.contains(notice)
    };
    assert!(first(&[("veriframe.toml", toml)]));
    assert!(first(&[("veriframe.toml", toml), ("acc.toml", "")]));
    assert!(first(&[
        ("veriframe.toml", "paths = [\"src\"]\n"),
        ("acc.toml", &entry)
    ]));
    // What was accepted before is nothing new.
    assert!(!first(&[("veriframe.toml", toml), ("acc.toml", &entry)]));
}

/// What no report may show.
const SECRET: &str = "topsecretkeytopsecretkey";

/// Runs a command with a secret in its environment, which it must not show.
fn run_with_secret(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = veriframe()
        .env("VERIFRAME_CACHE_KEY", SECRET)
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = said(&output);
    assert!(!said.contains(SECRET), "{args:?}: {said}");
    (output.status.code().unwrap(), said)
}

#[cfg(unix)]
#[test]
fn a_project_file_names_nothing_outside_of_the_checkout() {
    use std::os::unix::fs::symlink;
    let outside = super::support::folder(&[("key.txt", SECRET), ("p/a.idf", GOOD)]);
    let out = outside.path().to_str().unwrap();
    for in_git in [true, false] {
        let folder = project(&[("other/b.idf", GOOD)]);
        let at = folder.path();
        if !in_git {
            fs::remove_dir_all(at.join(".git")).unwrap();
        }
        for (name, target) in [
            ("link.toml", format!("{out}/key.txt")),
            ("linked", format!("{out}/p")),
            ("up", "..".to_owned()),
            ("twice.toml", "link.toml".to_owned()),
        ] {
            symlink(target, at.join(name)).unwrap();
        }
        fs::create_dir(at.join("pipes")).unwrap();
        let made = std::process::Command::new("mkfifo")
            .arg(at.join("pipes/pipe.toml"))
            .status();
        assert!(made.unwrap().success());
        fs::write(at.join("large.toml"), "#".repeat(5_000_000)).unwrap();
        for named in [
            "/proc/self/environ".to_owned(),
            "/dev/zero".to_owned(),
            format!("{out}/key.txt"),
            "../key.txt".to_owned(),
            "src/../../key.txt".to_owned(),
            "link.toml".to_owned(),
            "twice.toml".to_owned(),
            "up/key.txt".to_owned(),
            ".git/config".to_owned(),
            ".GIT/config".to_owned(),
        ] {
            for line in [
                format!("[contracts]\naccepted = \"{named}\"\n"),
                format!("paths = [\"src\", \"{named}\"]\n"),
                format!("paths = [\"src\"]\nlibrary = [\"{named}\"]\n"),
            ] {
                fs::write(at.join("veriframe.toml"), &line).unwrap();
                let against = ["contracts", "--against", "v1"];
                let commands = [&against[..], &["contracts"], &["verify"], &["run"]];
                for args in commands {
                    let (code, said) = run_with_secret(at, args);
                    assert!(
                        code == 2 && said.contains("leads out of the checkout")
                            || (args == against && !in_git && code == 2),
                        "{line}{args:?}: {code}: {said}"
                    );
                }
            }
        }
        for (named, message) in [
            ("pipes/pipe.toml", "not a regular file"),
            ("pipes", "not a regular file"),
            ("large.toml", "more than 4 MiB"),
            ("src/a.idf", "line 1 is not as in TOML"),
        ] {
            let text = format!("paths = [\"src\"]\n[contracts]\naccepted = \"{named}\"\n");
            fs::write(at.join("veriframe.toml"), &text).unwrap();
            let (code, said) = run_with_secret(at, &["contracts", "--against", "./src", "./src"]);
            assert!(
                code == 2 && said.contains(message),
                "{named}: {code}: {said}"
            );
            assert!(!said.contains("class A"), "{said}");
        }
        // A folder beside that of the project file is in the checkout, if that is one.
        fs::create_dir(at.join("sub")).unwrap();
        fs::write(at.join("sub/veriframe.toml"), "paths = [\"../other\"]\n").unwrap();
        let (code, said) = run_with_secret(&at.join("sub"), &["verify"]);
        assert_eq!(code, if in_git { 0 } else { 2 }, "{said}");
        // The project file itself may not be a link out.
        fs::remove_file(at.join("veriframe.toml")).unwrap();
        symlink(format!("{out}/key.txt"), at.join("veriframe.toml")).unwrap();
        for args in [&["verify", "src"][..], &["contracts", "src"]] {
            let (code, said) = run_with_secret(at, args);
            assert!(
                code == 2 && said.contains("it is a link out of the checkout"),
                "{args:?}: {code}: {said}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_checkout_is_not_read() {
    use std::os::unix::fs::symlink;
    let outside = super::support::folder(&[("key.txt", SECRET), ("a.idf", GOOD)]);
    let out = outside.path().to_str().unwrap();
    for target in [
        "/proc/self/environ".to_owned(),
        "/dev/zero".to_owned(),
        format!("{out}/key.txt"),
        format!("{out}/a.idf"),
        "../.git/config".to_owned(),
        "../hop".to_owned(),
    ] {
        let folder = project(&[("lib/Log.java", "public class Log { }\n")]);
        let at = folder.path();
        symlink(format!("{out}/key.txt"), at.join("hop")).unwrap();
        symlink(&target, at.join("src/E.idf")).unwrap();
        symlink(&target, at.join("src/E.java")).unwrap();
        symlink(&target, at.join("lib/F.java")).unwrap();
        // What is excluded is not told.
        symlink(&target, at.join("src/X.idf")).unwrap();
        let text = "paths = [\"src\"]\nlibrary = [\"lib\"]\nexclude = [\"X.idf\"]\n";
        fs::write(at.join("veriframe.toml"), text).unwrap();
        commit(at);
        let against = ["contracts", "--against", "HEAD"];
        for args in [
            &["verify", "--cache", "off"][..],
            &["verify", "--since", "v1"],
            &["verify", "--format", "sarif"],
            &["verify", "--format", "github", "src"],
            &["contracts"],
            &against,
            &["contracts", "--against", "HEAD", "src", "--spec", "lib"],
            &["bmc", "--member", "A.m"],
        ] {
            let (code, said) = run_with_secret(at, args);
            assert_eq!(code, 0, "{target}: {args:?}: {said}");
            assert!(said.contains("src/E.idf"), "{target}: {args:?}: {said}");
            assert!(!said.contains("X.idf"), "{target}: {args:?}: {said}");
        }
        let (code, said) = run_with_secret(at, &["verify", "--deny", "ignored"]);
        let named = code == 2 && said.contains("src/E.idf") && said.contains("src/E.java");
        assert!(named, "{target}: {code}: {said}");
    }
    // Within the checkout, a link is followed; and the user may name any file.
    let folder = project(&[("data/b.txt", BAD)]);
    let at = folder.path();
    symlink("../data/b.txt", at.join("src/b.idf")).unwrap();
    let (code, said) = run(at, &["verify"]);
    assert!(code == 1 && said.contains("B.one"), "{code}: {said}");
    symlink(format!("{out}/a.idf"), at.join("c.idf")).unwrap();
    let (code, said) = run(at, &["verify", "c.idf"]);
    assert_eq!(code, 0, "{said}");
    // A build tool makes trees of links, and says so.
    fs::remove_file(at.join("src/b.idf")).unwrap();
    symlink(format!("{out}/a.idf"), at.join("src/b.idf")).unwrap();
    let mut command = veriframe();
    let found = command
        .env("VERIFRAME_LINKS", "follow")
        .args(["verify", "--deny", "ignored", "-v"])
        .current_dir(at)
        .output()
        .unwrap();
    let said = super::support::said(&found);
    assert_eq!(found.status.code(), Some(0), "{said}");
    assert!(said.contains("src/b.idf"), "{said}");
}

/// Files that say what is ignored are read by every search: a link among them is none of git's, and
/// leads anywhere.
#[test]
fn files_of_ignored_patterns_are_usual_ones() {
    use std::os::unix::fs::symlink;
    let stars = "*".repeat(100_000);
    let many = "a\n".repeat(30_000);
    for name in [".gitignore", ".ignore", "src/.gitignore", "src/app/.ignore"] {
        for content in ["link", "fifo", &stars, &many] {
            let folder = project(&[("src/app/b.idf", GOOD)]);
            let at = folder.path();
            let file = at.join(name);
            match content {
                "link" => symlink("/dev/zero", &file).unwrap(),
                "fifo" => assert!(
                    std::process::Command::new("mkfifo")
                        .arg(&file)
                        .status()
                        .unwrap()
                        .success()
                ),
                text => fs::write(&file, text).unwrap(),
            }
            let short = &content[..content.len().min(9)];
            for args in [&["verify"][..], &["contracts", "--against", "HEAD"]] {
                let (code, said) = run(at, args);
                assert!(
                    code == 2 && said.contains("ignore"),
                    "{name}, {short}, {args:?}: {code}: {said}"
                );
            }
        }
    }
    // What people write is read, in any encoding.
    let folder = project(&[]);
    fs::write(
        folder.path().join(".gitignore"),
        b"# \xe9t\xe9\n/out/\n*.class\n**/gen/**\n",
    )
    .unwrap();
    let (code, said) = run(folder.path(), &["verify"]);
    assert_eq!(code, 0, "{said}");
}

/// A committed link in the place of a report is replaced, whatever it leads to.
#[test]
fn reports_replace_links() {
    use std::os::unix::fs::symlink;
    for target in ["/dev/ptmx", "/dev/full", "/dev/stdout", "/dev/null", "src"] {
        let folder = project(&[]);
        let at = folder.path();
        symlink(target, at.join("out.sarif")).unwrap();
        let (code, said) = run(at, &["verify", "--output", "sarif=out.sarif"]);
        assert_eq!(code, 0, "{target}: {said}");
        let data = fs::symlink_metadata(at.join("out.sarif")).unwrap();
        assert!(data.is_file() && data.len() > 100, "{target}");
    }
}

/// What stands in the folders around a checkout is not quoted.
#[test]
fn patterns_around_the_checkout_are_not_quoted() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join(".gitignore"), "SECRET {{\n").unwrap();
    let inner = outer.path().join("inner");
    fs::create_dir(&inner).unwrap();
    write(
        &inner,
        &[
            ("veriframe.toml", "paths = [\"src\"]\n"),
            ("src/a.idf", GOOD),
        ],
    );
    git(&inner, &["init", "-q"]);
    let (_, said) = run(&inner, &["verify"]);
    assert!(!said.contains("SECRET"), "{said}");
}
