//! Classes of jars and folders that `--classpath` names: what a program may do with them, and what is wrong with a
//! class path. Java makes the jars; without a JDK, those tests are skipped.

use crate::support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;
use support::tools::there_is_java;
use support::{folder, said, succeeds, veriframe, write};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The sources of a jar.
const MONEY: [(&str, &str); 8] = [
    (
        "org/money/Rates.java",
        "package org.money;\nimport java.util.*;\nimport java.util.function.*;\n\
         public class Rates extends Hidden<String> implements Comparable<Rates> {\n  \
         public static final int MOST = 500;\n  public static final boolean OPEN = true;\n  \
         public static final long LONG = 1L << 40;\n  public static final String NAME = \"money\";\n  \
         public static final int READ = Integer.parseInt(\"7\");\n  public static int count = 3;\n  \
         public int rate(int of) { if (of < 0) throw new Late(\"late\"); return of; }\n  \
         public int rate(int of, int... more) { return of; }\n  \
         public static int total(int[] all) { all[0] = 7; return 1; }\n  \
         public String name() { return null; }\n  public void keep(Object any) { }\n  \
         public static <T> T same(T one) { return one; }\n  \
         public static Function<Object, Object> writer() { return x -> ((int[]) x)[0] = 1; }\n  \
         public int choice(int of) { return 1; }\n  public boolean choice(Secret of) { return true; }\n  \
         public int compareTo(Rates other) { return 0; }\n  public int listed(List raw) { return 1; }\n}\n",
    ),
    (
        "org/money/Hidden.java",
        "package org.money;\nclass Hidden<T> { public int hidden() { return 1; } public int of(T t) { return 1; } }\n",
    ),
    (
        "org/money/Secret.java",
        "package org.money;\nclass Secret { }\n",
    ),
    (
        "org/money/Late.java",
        "package org.money;\npublic class Late extends RuntimeException {\n  \
         public Late(String why) { super(why); }\n  public int code() { return 1; }\n}\n",
    ),
    (
        "org/money/Heard.java",
        "package org.money;\npublic interface Heard { int MOST = 3; void heard(String what); }\n",
    ),
    (
        "org/money/Fields.java",
        "package org.money;\npublic class Fields implements Heard { public static int MOST = 4; public void heard(String s) { } }\n",
    ),
    (
        "org/money/Base.java",
        "package org.money;\npublic abstract class Base { public abstract int base(); }\n",
    ),
    (
        "org/money/List.java",
        "package org.money;\npublic class List { public int one() { return 1; } }\n",
    ),
];

/// Compiles sources into a jar.
pub fn jar(sources: &[(&str, &str)], class_path: &Path, to: &Path) {
    let from = folder(sources);
    let classes = tempfile::tempdir().unwrap();
    let files = sources.iter().map(|(name, _)| from.path().join(name));
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-nowarn", "-Xlint:-options", "-cp"]);
    javac.arg(class_path).arg("-d").arg(classes.path());
    succeeds(javac.args(files));
    let mut jar = Command::new("jar");
    jar.arg("cf").arg(to).arg("-C").arg(classes.path());
    succeeds(jar.arg("."));
}

/// The jar of the sources above; `None` without a JDK.
fn money() -> Option<TempDir> {
    if !there_is_java("jars") {
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    jar(&MONEY, Path::new("."), &folder.path().join("money.jar"));
    Some(folder)
}

/// What `verify` says of programs with a class path: of each member the status, and the messages.
pub fn verdicts(programs: &Path, class_path: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let output = veriframe()
        .args(["verify", "--format", "json", "--explain", "off"])
        .args(["--classpath", class_path])
        .arg(programs)
        .output()
        .unwrap();
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)));
    let text = |of: &Value, key: &str| of[key].as_str().unwrap().to_owned();
    let members = report["members"].as_array().unwrap().iter();
    let members = members.map(|member| (text(member, "name"), text(member, "status")));
    let messages = report["diagnostics"].as_array().unwrap().iter();
    (
        members.collect(),
        messages.map(|message| text(message, "message")).collect(),
    )
}

/// What comes of one class with these imports and members.
fn class(jars: &TempDir, imports: &str, members: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let text = format!("package app;\n{imports}\nclass Main {{\n{members}\n}}\n");
    let programs = folder(&[("app/Main.java", &text)]);
    let jar = jars.path().join("money.jar");
    verdicts(programs.path(), jar.to_str().unwrap())
}

/// The status of a member of `Main`.
fn status(jars: &TempDir, member: &str) -> (String, String) {
    let (members, messages) = class(jars, "import org.money.*;\nimport java.util.*;", member);
    let status = members.get("Main.m").cloned().unwrap_or_default();
    (status, messages.join("; "))
}

#[test]
fn members_of_a_jar_s_class_are_called_and_nothing_is_promised() {
    let Some(jars) = money() else {
        return;
    };
    for (member, expected) in [
        ("int m(Rates r) { return r.rate(2); }", "failed"),
        (
            "//@ requires r != null;\nint m(Rates r) { return r.rate(2); }",
            "verified",
        ),
        ("int m() { return new Rates().hidden(); }", "verified"),
        (
            "int m() { Rates r = new org.money.Rates(); return r.compareTo(r); }",
            "verified",
        ),
        (
            "//@ ensures \\result == 2;\nint m() { return new Rates().rate(2); }",
            "failed",
        ),
        (
            "//@ ensures \\result == 500;\nstatic int m() { return Rates.MOST; }",
            "verified",
        ),
        (
            "//@ ensures \\result;\nstatic boolean m() { return Rates.OPEN; }",
            "verified",
        ),
        ("int m() { return new Rates().name().length(); }", "failed"),
        (
            "int m() { int[] a = new int[2]; return Rates.total(a); }",
            "verified",
        ),
        (
            "int m() { int[] a = new int[2]; Rates.total(a); return a[0]; }",
            "failed",
        ),
        ("void m() { new Rates().keep(\"text\"); }", "verified"),
        ("void m() { new Rates().keep(new Rates()); }", "verified"),
        ("void m() { throw new Late(\"x\"); }", "failed"),
        ("int m() { return new Late(\"x\").code(); }", "verified"),
        (
            "//@ ensures \\result == 1;\nint m() { Rates r = new Rates(); try { r.rate(1); } catch (Late e) { return 2; } return 1; }",
            "failed",
        ),
        (
            "//@ ensures \\result == 1;\nint m() { Rates r = new Rates(); r.rate(1); return 1; }",
            "verified",
        ),
        (
            "void m(Heard h) { if (h != null) h.heard(\"x\"); }",
            "verified",
        ),
    ] {
        let (status, messages) = status(&jars, member);
        assert_eq!(status, expected, "{member}: {messages}");
    }
}

#[test]
fn what_a_jar_s_class_could_do_to_the_program_is_refused() {
    let Some(jars) = money() else {
        return;
    };
    let below = "class Own extends Base { public int base() { return 1; } }\nvoid m() { }";
    for (member, why) in [
        (
            "void m() { new Rates().keep(new Main()); }",
            "a value of type `Main` for `keep`",
        ),
        (
            "void m(Object o) { new Rates().keep(o); }",
            "a value of type `Object` for `keep`",
        ),
        (
            "void m(int[] a) { new Rates().keep(a); }",
            "a value of type `int[]` for `keep`",
        ),
        // The program's objects in what a jar's class might be handed, too.
        (
            "void m(Rates r) { Deque<Main> d = new ArrayDeque<>(); d.push(new Main()); }",
            "`push`",
        ),
        (
            "Rates r; void m(java.util.function.Function<int[], Object> f) { f.apply(new int[1]); }",
            "might have",
        ),
        ("Heard m() { return s -> { }; }", "a lambda expression"),
        ("int m() { return Rates.READ; }", "READ"),
        ("int m() { return Rates.count; }", "count"),
        ("String m() { return Rates.NAME; }", "NAME"),
        ("int m() { return Fields.MOST; }", "MOST"),
        ("int m() { return new Rates().choice(1); }", "choice"),
        ("int m() { return new Rates().of(\"x\"); }", "of"),
        ("int m() { return new Rates().listed(null); }", "listed"),
        ("int m(Secret s) { return 1; }", "Secret"),
    ] {
        let (status, messages) = status(&jars, member);
        assert!(
            status != "verified" && messages.contains(why),
            "{member}: {status} {messages}"
        );
    }
    let (members, messages) = class(&jars, "import org.money.*;", below);
    let is_told = messages
        .iter()
        .any(|said| said.contains("a subtype of `Base`"));
    assert!(is_told && members["Own.base"] == "refused", "{messages:?}");
}

#[test]
fn names_mean_what_they_mean_without_the_class_path() {
    let Some(jars) = money() else {
        return;
    };
    // A library's class goes before a jar's.
    let list = "//@ requires l != null;\nint m(List l) { return l.one(); }";
    let (members, _) = class(&jars, "import org.money.*;", list);
    assert_ne!(members.get("Main.m").map(String::as_str), Some("verified"));
    let jar = jars.path().join("money.jar");
    // The first of two classes of a name counts.
    let other = "package org.money;\npublic class Rates { public static final int MOST = 1; }\n";
    let second = jars.path().join("second.jar");
    self::jar(&[("org/money/Rates.java", other)], Path::new("."), &second);
    let main = "package app;\nimport org.money.Rates;\nclass Main {\n  //@ ensures \\result == 1;\n  \
                static int m() { return Rates.MOST; }\n}\n";
    let programs = folder(&[("app/Main.java", main)]);
    for (paths, expected) in [([&second, &jar], "verified"), ([&jar, &second], "failed")] {
        let paths = std::env::join_paths(paths).unwrap();
        let (members, messages) = verdicts(programs.path(), paths.to_str().unwrap());
        assert_eq!(members["Main.m"], expected, "{messages:?}");
    }
}

#[test]
fn a_jar_that_knows_the_program_is_refused() {
    let Some(jars) = money() else {
        return;
    };
    let main = "package app;\npublic class Main { public int n; org.money.Rates r; }\n";
    let programs = folder(&[("app/Main.java", main)]);
    let classes = jars.path().join("classes");
    fs::create_dir(&classes).unwrap();
    let money = jars.path().join("money.jar");
    let mut javac = Command::new("javac");
    javac.arg("-cp").arg(&money).arg("-d").arg(&classes);
    succeeds(javac.arg(programs.path().join("app/Main.java")));
    let both = std::env::join_paths([&money, &classes]).unwrap();
    // The program's own classes may be on the class path.
    let (_, messages) = verdicts(programs.path(), both.to_str().unwrap());
    assert!(messages.is_empty(), "{messages:?}");
    for (name, text) in [
        (
            "holds",
            "package lib;\npublic class Knows { app.Main main; }\n",
        ),
        (
            "below",
            "package lib;\npublic class Knows extends app.Main { }\n",
        ),
        (
            "array",
            "package lib;\npublic class Knows { int m(app.Main[] all) { return 1; } }\n",
        ),
        (
            "named",
            "package lib;\npublic class Knows { String m() { return \"app.Main\"; } }\n",
        ),
    ] {
        let jar = jars.path().join(format!("{name}.jar"));
        self::jar(&[("lib/Knows.java", text)], &classes, &jar);
        let paths = std::env::join_paths([&money, &jar]).unwrap();
        let output = veriframe()
            .args(["verify", "--classpath"])
            .arg(paths)
            .arg(programs.path())
            .output()
            .unwrap();
        let said = said(&output);
        let is_told = said.contains("lib/Knows.class: it knows the program's class `app.Main`");
        assert!(is_told && said.contains(name), "{said}");
        assert_eq!(output.status.code(), Some(2), "{said}");
    }
}

/// What is said of a program with a class path.
fn said_of(sources: &[(&str, &str)], class_path: &Path) -> (Option<i32>, String) {
    let programs = folder(sources);
    let mut command = veriframe();
    command.args(["verify", "--explain", "off", "--classpath"]);
    let output = command
        .arg(class_path)
        .arg(programs.path())
        .output()
        .unwrap();
    (output.status.code(), said(&output))
}

#[test]
fn no_class_of_a_jar_is_in_a_package_of_the_program() {
    let Some(jars) = money() else {
        return;
    };
    let plain = "class Main { static int m() { return 1; } }\n";
    let imports = "package app;\nimport other.*;\nimport java . util . *;\nclass Main { int m() { return Foo.get(); } }\n";
    let nested = "package app;\nclass Other { class Optional { } }\n";
    let foo = "package other;\npublic class Foo { public static int get() { return 1; } }\n";
    for (number, (hiding, text, sources)) in [
        (
            "app/Foo.java",
            "package app;\npublic class Foo { }\n",
            &[("app/Main.java", imports), ("other/Foo.java", foo)][..],
        ),
        (
            "Math.java",
            "public class Math { }\n",
            &[("Main.java", plain)],
        ),
        (
            "app/java.java",
            "package app;\npublic class java { }\n",
            &[("app/Main.java", imports)],
        ),
        (
            "app/Optional.java",
            "package app;\npublic class Optional { }\n",
            &[("app/Other.java", nested)],
        ),
        (
            "app/Optional.java",
            "package app;\npublic class Optional { }\n",
            &[("app/Optional.java", imports)],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let at = jars.path().join(format!("hiding{number}.jar"));
        jar(&[(hiding, text)], Path::new("."), &at);
        let (code, said) = said_of(sources, &at);
        assert!(
            code == Some(2) && said.contains("in a package of the program"),
            "{hiding}: {said}"
        );
    }
}

#[test]
fn a_jar_with_versions_of_a_class_is_refused() {
    let Some(jars) = money() else {
        return;
    };
    let at = jars.path().join("versions.jar");
    let from = folder(&[(
        "org/money/Rates.java",
        "package org.money;\npublic class Rates { }\n",
    )]);
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(from.path());
    succeeds(javac.arg(from.path().join("org/money/Rates.java")));
    let class = fs::read(from.path().join("org/money/Rates.class")).unwrap();
    let mut jar = ZipWriter::new(File::create(&at).unwrap());
    for name in [
        "org/money/Rates.class",
        "META-INF/versions/17/org/money/Rates.class",
    ] {
        jar.start_file(name, SimpleFileOptions::default()).unwrap();
        jar.write_all(&class).unwrap();
    }
    jar.finish().unwrap();
    let (code, said) = said_of(&[("app/Main.java", PROGRAM)], &at);
    assert!(
        code == Some(2) && said.contains("META-INF/versions"),
        "{said}"
    );
}

#[test]
fn what_only_a_class_path_could_do_counts_whatever_is_named_of_it() {
    let Some(jars) = money() else {
        return;
    };
    // An interface with a contract may be that of an object of the class path, which tells nothing of exceptions; and
    // a function may keep an array.
    for (member, is_verified) in [
        (
            "//@ ensures \\result == 1;\nint m(Runnable r) { if (r != null) { try { r.run(); } catch (RuntimeException e) { return 2; } } return 1; }",
            false,
        ),
        (
            "//@ ensures \\result == 0;\nint m(java.util.function.Function<int[], Object> f) { int[] a = new int[1]; if (f != null) { f.apply(a); } return a[0]; }",
            false,
        ),
        ("//@ ensures \\result == 1;\nint m() { return 1; }", true),
    ] {
        let text = format!("package app;\nclass Main {{\n{member}\n}}\n");
        let programs = folder(&[("app/Main.java", &text)]);
        let jar = jars.path().join("money.jar");
        let (members, messages) = verdicts(programs.path(), jar.to_str().unwrap());
        let status = members["Main.m"].as_str();
        assert_eq!(status == "verified", is_verified, "{member}: {messages:?}");
    }
}

#[test]
fn types_of_jars_mean_what_they_mean_there() {
    let Some(jars) = money() else {
        return;
    };
    let at = jars.path().join("types.jar");
    let sources = [
        (
            "lib/T.java",
            "package lib;\npublic class T { public int n() { return 2; } }\n",
        ),
        (
            "lib/Box.java",
            "package lib;\npublic class Box<T> { public lib.T t() { return new lib.T(); } }\n",
        ),
        (
            "lib/Many.java",
            "package lib;\npublic class Many {\n  public static int f(Object o) { return 1; }\n  \
             public static long f(String... all) { return 1L << 40; }\n}\n",
        ),
        (
            "lib/Gen.java",
            "package lib;\npublic class Gen {\n  public static int m(Object t) { return 1; }\n  \
             public static <X extends Number> int m(X u) { return 2; }\n  \
             public static <X extends CharSequence> long m(X u) { return Long.MAX_VALUE; }\n}\n",
        ),
        (
            "lib/Two.java",
            "package lib;\npublic class Two<T, U extends CharSequence> {\n  \
             public int m(T t) { return 1; }\n  public long m(U u) { return Long.MAX_VALUE; }\n}\n",
        ),
    ];
    jar(&sources, Path::new("."), &at);
    for member in [
        "//@ ensures \\result;\nboolean m() { return lib.Gen.m(\"a\") <= 2147483647; }",
        "//@ ensures \\result;\nboolean m(lib.Two<Object, String> t) { if (t == null) return true; return t.m(\"a\") <= 2147483647; }",
        "int m(lib.Box<String> b) { if (b != null) { String s = b.t(); } return 1; }",
        "//@ ensures \\result <= 2147483647;\nlong m() { return lib.Many.f(null); }",
    ] {
        let text = format!("package app;\nclass Main {{\n{member}\n}}\n");
        let programs = folder(&[("app/Main.java", &text)]);
        let (members, messages) = verdicts(programs.path(), at.to_str().unwrap());
        assert_ne!(members["Main.m"], "verified", "{member}: {messages:?}");
    }
}

#[test]
fn the_project_file_names_a_class_path() {
    let Some(jars) = money() else {
        return;
    };
    let main = "package app;\nimport org.money.Rates;\nclass Main { static int m() { return Rates.MOST; } }\n";
    write(
        jars.path(),
        &[
            ("src/app/Main.java", main),
            (
                "veriframe.toml",
                "paths = [\"src\"]\nclasspath = [\"money.jar\"]\n",
            ),
        ],
    );
    for (command, expected) in [
        ("verify", "verified 1 member, 0 failed"),
        ("contracts", "Main"),
    ] {
        let mut run = veriframe();
        let output = run.arg(command).current_dir(jars.path()).output().unwrap();
        let said = said(&output);
        let is_read = output.status.code() == Some(0) && !said.contains("no class");
        assert!(is_read && said.contains(expected), "{command}: {said}");
    }
    let outside = "paths = [\"src\"]\nclasspath = [\"../money.jar\"]\n";
    write(
        jars.path(),
        &[("veriframe.toml", outside), (".git/HEAD", "")],
    );
    let output = veriframe()
        .arg("verify")
        .current_dir(jars.path())
        .output()
        .unwrap();
    assert!(
        said(&output).contains("leads out of the checkout"),
        "{}",
        said(&output)
    );
}

/// A program that could name `org.money.Rates`.
const PROGRAM: &str = "package app;\nimport org.money.Rates;\nclass Main { Rates r; }\n";

/// What is said of a class path in a folder, for the program above.
fn refusal(inside: &Path, class_path: &str) -> String {
    write(inside, &[("src/app/Main.java", PROGRAM)]);
    let output = veriframe()
        .args(["verify", "--classpath", class_path, "src"])
        .current_dir(inside)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    said(&output)
}

#[test]
fn what_is_wrong_with_a_class_file_is_said() {
    for (bytes, why) in [
        (&b""[..], "it is no class file"),
        (b"\xCA\xFE\xBA\xBF\0\0\0\x3D\0\x01", "it is no class file"),
        (
            b"\xCA\xFE\xBA\xBE\0\0\0\x3D\xFF\xFF\x01",
            "it is no class file",
        ),
        (b"class Rates { }", "it is no class file"),
    ] {
        let folder = folder(&[]);
        write(folder.path(), &[("classes/org/money/Rates.class", "")]);
        fs::write(folder.path().join("classes/org/money/Rates.class"), bytes).unwrap();
        let said = refusal(folder.path(), "classes");
        let is_told = said.contains("classes/org/money/Rates.class: ") && said.contains(why);
        assert!(is_told, "{said}");
    }
}

#[test]
fn what_is_wrong_with_a_jar_is_said() {
    let folder = folder(&[("text.jar", "no jar"), ("empty/a.txt", "")]);
    for (path, why) in [
        ("absent.jar", "absent.jar: No such file"),
        ("text.jar", "text.jar: it is no jar"),
        ("empty:absent", "absent: No such file"),
        ("/dev/null", "/dev/null: neither a jar nor a folder"),
    ] {
        let said = refusal(folder.path(), path);
        assert!(said.contains(why), "{path}: {said}");
    }
    // Four kilobytes of a jar that are five megabytes.
    let mut jar = ZipWriter::new(File::create(folder.path().join("bomb.jar")).unwrap());
    jar.start_file("org/money/Rates.class", SimpleFileOptions::default())
        .unwrap();
    jar.write_all(&vec![0; 5 << 20]).unwrap();
    jar.finish().unwrap();
    let said = refusal(folder.path(), "bomb.jar");
    assert!(said.contains("it is too large for a class file"), "{said}");
}

#[test]
fn a_class_path_is_not_read_for_what_is_not_java() {
    let folder = folder(&[("a.idf", "class C { }\n")]);
    let output = veriframe()
        .args(["verify", "--classpath", "absent.jar", "a.idf"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}
