//! Only those members of the shipped contracts are read that a program could use. What it does with them is as if all
//! were: names are suggested, interfaces are implemented, and no verdict depends on what else the program names.

use crate::support;

use serde_json::Value;
use support::{folder, veriframe};

/// What `verify` prints of some files.
fn verified(files: &[(&str, &str)], arguments: &[&str]) -> String {
    let names = files.iter().map(|(name, _)| *name);
    let arguments: Vec<&str> = arguments.iter().copied().chain(names).collect();
    output(&folder(files), &arguments)
}

/// What `verify` prints in a folder.
fn output(at: &tempfile::TempDir, arguments: &[&str]) -> String {
    let output = veriframe()
        .args(["verify", "--cache=off"])
        .args(arguments)
        .current_dir(at.path())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap() + std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn members_that_nothing_names_are_suggested() {
    let text = "class A {\n  void m(String s) { s.substrng(1); }\n  int k() { return Integer.MAX_VALU; }\n}\n";
    let found = verified(&[("A.java", text)], &[]);
    for near in ["substring", "MAX_VALUE"] {
        assert!(
            found.contains(&format!("did you mean `{near}`?")),
            "{found}"
        );
    }
}

#[test]
fn all_members_of_an_interface_are_implemented() {
    let text = "import java.util.List;\nclass A implements List<Integer> {\n  \
                public /*@ pure @*/ int size() { return 0; }\n}\n";
    let found = verified(&[("A.java", text)], &[]);
    for member in ["add", "clear", "giveBack", "iterator", "set"] {
        assert!(
            found.contains(&format!("`A` does not define `{member}`")),
            "{found}"
        );
    }
}

#[test]
fn an_interface_below_one_of_the_library_s_is_implemented_with_all_members() {
    let spec =
        "package lib;\nimport java.util.List;\npublic interface Own extends List<String> {\n}\n";
    let text = "import lib.Own;\nclass A implements Own {\n}\n";
    let at = folder(&[("A.java", text), ("spec/lib/Own.java", spec)]);
    let found = output(&at, &["--spec=spec", "A.java"]);
    assert!(found.contains("`A` does not define `clear`"), "{found}");
}

#[test]
fn what_is_suggested_is_of_its_kind_and_the_same_whatever_is_named() {
    let text = "class A {\n  int m() { return Math.mix(1, 2); }\n  void k() { System.ou(); }\n}\n";
    let others = "class B {\n  int min, max, println, out, exit;\n}\n";
    for files in [
        &[("A.java", text)][..],
        &[("A.java", text), ("B.java", others)],
    ] {
        let found = verified(files, &[]);
        assert!(found.contains("did you mean `max`?"), "{found}");
        assert!(!found.contains("did you mean `out`?"), "{found}");
    }
}

/// The members of `A.java`, and what is said of them.
fn outcomes(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(&verified(files, &["--format=json"])).unwrap();
    let members = report["members"].as_array().unwrap().iter();
    let members = members.filter(|member| member["file"] == "A.java");
    let members = members.map(|member| {
        let of = |key: &str| member[key].as_str().unwrap_or_default().to_owned();
        (of("name"), of("status"))
    });
    members.collect()
}

#[test]
fn what_others_name_changes_no_verdict() {
    let text = "import java.lang.annotation.*;\nimport java.util.ArrayList;\nimport java.util.HashMap;\nimport java.util.List;\nclass A {\n  \
                //@ requires list != null && list.valid();\n  //@ ensures list.valid();\n  \
                static int m(List<String> list) {\n    int n = 0;\n    \
                if (0 < list.size()) { String s = list.get(0); if (s != null && s.length() == 3) { n = 1; } }\n    \
                return n;\n  }\n  \
                static void handed(List<String> list) { Thread.dumpStack(); new Thread(\"a\").setName(\"\" + list); }\n  \
                static String text(int n) { return \"n = \" + n + 'c' + 1.5; }\n  \
                //@ ensures \\result == 3;\n  static int wrong(String s) { return \"abcd\".length(); }\n  \
                static void throwing(int n) { if (n < 0) { throw new IllegalArgumentException(\"n\"); } }\n  \
                static Object annotated() { return new @Kind(\"a\") IllegalStateException(\"m\"); }\n}\n\
                @Target(ElementType.TYPE_USE) @interface Kind { String value(); }\n";
    let others = "import java.util.*;\nclass B {\n  int contains, concat, format, indexOf, lastIndexOf, trim, split;\n  \
                  int fill, copyOf, sort, add, set, remove, clear, iterator, lent, giveBack, rest, put, getOrDefault;\n  \
                  int min, max, abs, sqrt, compare, compareTo, parseInt, println, print, getMessage, addSuppressed;\n  \
                  Throwable fillInStackTrace, getCause;\n  \
                  Object o() { return new ArithmeticException(\"\" + new Exception()); }\n}\n";
    let alone = outcomes(&[("A.java", text)]);
    assert!(
        alone.iter().any(|(_, status)| status == "verified"),
        "{alone:?}"
    );
    assert!(
        alone.iter().any(|(_, status)| status == "failed"),
        "{alone:?}"
    );
    assert_eq!(alone, outcomes(&[("A.java", text), ("B.java", others)]));
}
