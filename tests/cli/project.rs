//! The project file: each documented key, its schema, and what is refused.

use crate::support;

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use support::{folder, root, veriframe};

const GREEN: &str = "class C {\n  int x;\n  void set(int n) requires acc(x); ensures acc(x) * x = n; { x := n; }\n  void bare() { }\n}\n";
const ASSUMES: &str = "class D { void m(int n) requires true; { assume n > 2; } }\n";

/// Runs the verifier in a folder: the exit code, and both outputs.
fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = veriframe();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), text.concat())
}

/// The keys with their examples in the documentation.
fn documented() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(root().join("docs/project.md")).unwrap();
    let sections = text.split("\n### `").skip(1);
    let sections = sections.map(|section| {
        let (key, rest) = section.split_once('`').unwrap();
        let blocks = rest.split("```toml\n").skip(1);
        let blocks = blocks.map(|block| block.split("```").next().unwrap().to_owned());
        (key.to_owned(), blocks.collect())
    });
    sections.collect()
}

fn schema() -> Value {
    let path = root().join("docs/veriframe-project.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The keys of a table in the schema.
fn keys(table: &Value) -> BTreeSet<String> {
    let properties = table["properties"].as_object().unwrap();
    properties.keys().cloned().collect()
}

#[test]
fn every_key_is_documented_with_an_example_that_is_accepted() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let documented = documented();
    let names: BTreeSet<String> = documented.iter().map(|(key, _)| key.clone()).collect();
    assert_eq!(names, keys(&schema()));
    let files = [
        ("src/a.idf", GREEN),
        ("examples/cell.idf", GREEN),
        ("examples/limits/b.idf", GREEN),
        ("contracts/Lib.java", "class Lib { }\n"),
    ];
    for (key, examples) in documented {
        assert!(!examples.is_empty(), "{key} has no example");
        for example in examples {
            let value: toml::Value = toml::from_str(&example).unwrap();
            let value = serde_json::to_value(value).unwrap();
            assert!(validator.is_valid(&value), "{key}: {value}");
            assert!(value.get(&key).is_some(), "{key}: {example}");
            let folder = folder(&files);
            fs::write(folder.path().join("veriframe.toml"), &example).unwrap();
            let (code, text) = run(folder.path(), &["verify"]);
            let denies = example.contains("\"uncontracted\"");
            assert_eq!(code, i32::from(denies), "{key}: {text}");
            assert!(text.contains("verified "), "{key}: {text}");
        }
    }
}

/// The keys or values that a message lists.
fn offered(text: &str) -> BTreeSet<String> {
    let (_, list) = text.trim_end().split_once(" are ").unwrap();
    list.split(", ").map(str::to_owned).collect()
}

#[test]
fn the_schema_has_the_keys_and_values_that_are_read() {
    let schema = schema();
    let refused = |text: &str| {
        let folder = folder(&[("veriframe.toml", text), ("src/a.idf", GREEN)]);
        let (code, text) = run(folder.path(), &["verify", "src"]);
        assert_eq!(code, 2, "{text}");
        offered(&text)
    };
    assert_eq!(refused("zzzzzzzz = 1\n"), keys(&schema));
    let folder = &schema["properties"]["folders"]["additionalProperties"];
    assert_eq!(refused("[folders.src]\nzzzzzzzz = 1\n"), keys(folder));
    let contracts = &schema["properties"]["contracts"];
    assert_eq!(refused("[contracts]\nzzzzzzzz = 1\n"), keys(contracts));
    let values = |name: &str| -> BTreeSet<String> {
        let definition = &schema["$defs"][name];
        let definition = definition.get("items").unwrap_or(definition);
        let values = definition["enum"].as_array().unwrap().iter();
        values.map(|v| v.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(refused("int = \"zzzzzzzz\"\n"), values("int"));
    assert_eq!(refused("infer = \"zzzzzzzz\"\n"), values("infer"));
    assert_eq!(
        refused("library-exceptions = \"zzzzzzzz\"\n"),
        values("library-exceptions")
    );
    assert_eq!(refused("deny = [\"zzzzzzzzzz\"]\n"), values("deny"));
    assert_eq!(
        refused("[contracts]\nadded = \"zzzzzzzz\"\n"),
        values("level")
    );
}

/// The page says of each key which values it has, and of each table which keys.
#[test]
fn the_page_names_every_value_and_no_other() {
    let schema = schema();
    let text = fs::read_to_string(root().join("docs/project.md")).unwrap();
    let section = |key: &str| {
        let (_, rest) = text.split_once(&format!("\n### `{key}`\n")).unwrap();
        rest.split("\n### ").next().unwrap()
    };
    // What stands in the prose as code, in the first paragraph that has some.
    let named = |key: &str| -> BTreeSet<String> {
        let prose = section(key).split("```").next().unwrap();
        let parts = prose.split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let values = |definition: &Value| -> BTreeSet<String> {
        let values = definition["enum"].as_array().unwrap().iter();
        values.map(|v| v.as_str().unwrap().to_owned()).collect()
    };
    let defs = &schema["$defs"];
    let mut int = values(&defs["int"]);
    // The type that they are about.
    int.insert("int".to_owned());
    assert_eq!(named("int"), int);
    assert_eq!(named("infer"), values(&defs["infer"]));
    let ends = values(&defs["library-exceptions"]);
    assert_eq!(named("library-exceptions"), ends);
    let denied = named("deny");
    let deny = values(defs["deny"].get("items").unwrap_or(&defs["deny"]));
    let elsewhere = BTreeSet::from([".gitignore", "decreases", "exclude"].map(str::to_owned));
    assert_eq!(denied, deny.union(&elsewhere).cloned().collect());
    let folder = keys(&schema["properties"]["folders"]["additionalProperties"]);
    assert!(named("folders").is_superset(&folder), "{folder:?}");
    let level = values(&defs["level"]);
    let contracts = named("contracts");
    assert!(contracts.is_superset(&level), "{contracts:?}");
    let example = section("contracts");
    for key in keys(&schema["properties"]["contracts"]) {
        assert!(example.contains(&format!("{key} = ")), "{key}");
    }
}

#[test]
fn what_is_wrong_is_refused_at_its_place() {
    for (text, message) in [
        (
            "path = [\"src\"]\n",
            "1:1: there is no key `path`; did you mean `paths`?",
        ),
        (
            "# é\nint = \"cheked\"\n",
            "2:7: there is no value `cheked`; did you mean `checked`?",
        ),
        ("deny = \"assume\"\n", "1:8: a list is expected here"),
        (
            "paths = [\"src\", 1]\n",
            "1:17: a text in quotes is expected here",
        ),
        (
            "jobs = 0\n",
            "1:8: a number that is in range is expected here",
        ),
        (
            "rlimit = -1\n",
            "1:10: a number that is in range is expected here",
        ),
        (
            "timeout = 0\n",
            "1:11: it is not a positive number of seconds",
        ),
        (
            "timeout = \"soon\"\n",
            "1:11: it is not a number of seconds",
        ),
        ("memory = \"much\"\n", "1:10: it is not a size"),
        ("folders = 1\n", "1:11: a table is expected here"),
        (
            "[folders.none]\n",
            "1:10: `none` is no folder of the project",
        ),
        (
            "cache = \"proofs\"\n",
            "1:9: a project file names no folder of results",
        ),
        (
            "[folders.src]\nint = \"checked\"\ncache = \"off\"\n",
            "3:1: there is no key `cache`",
        ),
        (
            "[contracts]\nweakend = \"deny\"\n",
            "2:1: there is no key `weakend`; did you mean `weakened`?",
        ),
        ("paths = [\n", "veriframe.toml:"),
    ] {
        let folder = folder(&[("veriframe.toml", text), ("src/a.idf", GREEN)]);
        let (code, output) = run(folder.path(), &["verify", "src"]);
        assert_eq!(code, 2, "{text}{output}");
        let start = format!("error: veriframe.toml:{message}");
        let start = start.replace("toml:veriframe.toml:", "toml:");
        assert!(output.starts_with(&start), "{text}{output}");
    }
}

#[test]
fn the_file_is_found_from_a_folder_below_it() {
    let files = [
        ("veriframe.toml", "paths = [\"src\"]\ndeny = [\"assume\"]\n"),
        ("src/a.idf", GREEN),
        ("src/deep/d.idf", ASSUMES),
    ];
    let folder = folder(&files);
    for below in ["", "src", "src/deep"] {
        let (code, text) = run(&folder.path().join(below), &["verify", "-v"]);
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("error[assume]"), "{text}");
        assert!(text.contains("verified 2 members, 1 failed"), "{text}");
    }
    let at = folder.path();
    let (code, text) = run(at, &["verify", "--project", "off", "src"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = run(at, &["verify", "--project", "off"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("name files or folders, or write a project file"),
        "{text}"
    );
    let (code, text) = run(at, &["verify", "--project", "veriframe.toml", "src/a.idf"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = run(at, &["verify", "--project", "none.toml", "src/a.idf"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.starts_with("error: none.toml: "), "{text}");
}

#[test]
fn folders_have_options_of_their_own() {
    let overflow = "class O { int inc(int n) ensures true; { return n + 1; } }\n";
    let files = [
        (
            "veriframe.toml",
            "paths = [\".\"]\nint = \"checked\"\ndeny = [\"assume\"]\n[folders.old]\nint = \"wrapping\"\n[folders.\"old/free\"]\ndeny = []\n",
        ),
        ("new.idf", overflow),
        ("old/o.idf", overflow),
        ("old/a.idf", ASSUMES),
        ("old/free/a.idf", ASSUMES),
        ("old/free/o.idf", overflow),
    ];
    let folder = folder(&files);
    let statuses = |args: &[&str]| {
        let mut all = vec!["verify", "--format", "json"];
        all.extend(args);
        let (_, text) = run(folder.path(), &all);
        let object: Value = serde_json::from_str(&text).unwrap();
        let members = object["members"].as_array().unwrap().iter();
        let status = |member: &Value| {
            let [file, status] = ["file", "status"].map(|key| member[key].as_str().unwrap());
            format!("{} {status}", file.trim_start_matches("./"))
        };
        members.map(status).collect::<Vec<String>>()
    };
    assert_eq!(
        statuses(&[]),
        [
            "new.idf failed",
            "old/a.idf failed",
            "old/free/a.idf verified",
            "old/free/o.idf verified",
            "old/o.idf verified",
        ]
    );
    // The command line outweighs the file, and adds to what it denies.
    let given = statuses(&["--int", "unbounded", "--deny", "assume"]);
    assert_eq!(given[0], "new.idf verified");
    assert_eq!(given[2], "old/free/a.idf failed");
}

#[test]
fn files_of_one_program_have_the_same_options() {
    let files = [
        ("veriframe.toml", "[folders.q]\nint = \"wrapping\"\n"),
        ("p/A.java", "package p;\nclass A { }\n"),
        ("q/B.java", "package q;\nclass B { }\n"),
    ];
    let folder = folder(&files);
    let (code, text) = run(folder.path(), &["verify", "."]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("./p/A.java and ./q/B.java are one program"),
        "{text}"
    );
    let (code, text) = run(folder.path(), &["verify", "q"]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn init_writes_a_file_that_works_and_replaces_none() {
    let folder = folder(&[("src/a.idf", GREEN)]);
    let (code, text) = run(folder.path(), &["init", "--workflow"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("wrote ./veriframe.toml"), "{text}");
    let workflow = folder.path().join(".github/workflows/veriframe.yml");
    assert!(
        fs::read_to_string(workflow)
            .unwrap()
            .contains("veriframe verify")
    );
    let (code, text) = run(folder.path(), &["verify"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("verified 2 members"), "{text}");
    let written = fs::read_to_string(folder.path().join("veriframe.toml")).unwrap();
    let value: toml::Value = toml::from_str(&written).unwrap();
    let value = serde_json::to_value(value).unwrap();
    let validator = jsonschema::validator_for(&schema()).unwrap();
    assert!(validator.is_valid(&value), "{value}");
    let (code, text) = run(folder.path(), &["init"]);
    assert_eq!(code, 2, "{text}");
    assert_eq!(text, "error: ./veriframe.toml exists\n");
}

/// A program on which each command has another answer where `int` is unbounded.
const NEXT: &str = "class C {
  //@ ensures \\result > n;
  static int next(int n) { return n + 1; }
  public static void main(String[] args) { System.out.println(next(2147483647)); }
}
";

/// What each command is asked of it.
const COMMANDS: [&[&str]; 5] = [
    &["run"],
    &["test", "--member", "C.next", "--runs", "60", "--time", "60"],
    &["explore", "--member", "C.next"],
    &["bmc", "--member", "C.next"],
    &[
        "debug",
        "--run",
        "--member",
        "C.next",
        "--input",
        "n=2147483647",
        "--command",
        "continue",
    ],
];

/// Whether the answer is that of machine integers.
fn overflows(text: &str) -> bool {
    text.contains("overflow")
}

#[test]
fn all_commands_read_the_programs_of_the_project_file() {
    let project = "paths = [\"src\"]\nexclude = [\"broken/\"]\nint = \"unbounded\"\nlibrary = [\"contracts\"]\n";
    let files = [
        ("veriframe.toml", project),
        ("src/C.java", NEXT),
        ("src/broken/D.java", "class D {"),
        ("contracts/Lib.java", "class Lib { static int f(); }\n"),
        ("sub/.keep", ""),
    ];
    let folder = folder(&files);
    for args in COMMANDS {
        for at in [folder.path().to_owned(), folder.path().join("sub")] {
            let (code, text) = run(&at, args);
            assert_eq!(code, 0, "{args:?}: {text}");
            assert!(!overflows(&text), "{args:?}: {text}");
        }
        // The command line outweighs the file.
        let checked = [args, &["--int", "checked"]].concat();
        let (_, text) = run(folder.path(), &checked);
        assert!(overflows(&text), "{args:?}: {text}");
        let named = [args, &["--project", "off"]].concat();
        let (code, text) = run(folder.path(), &named);
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains("name files or folders"), "{args:?}: {text}");
        let named = [args, &["--project", "off", "src/C.java"]].concat();
        let (_, text) = run(folder.path(), &named);
        assert!(overflows(&text), "{args:?}: {text}");
    }
}

#[test]
fn all_commands_read_the_options_of_folders() {
    let project = "paths = [\"src\"]\nint = \"checked\"\n[folders.src]\nint = \"unbounded\"\n";
    let folder = folder(&[("veriframe.toml", project), ("src/C.java", NEXT)]);
    for args in COMMANDS {
        let (code, text) = run(folder.path(), args);
        assert_eq!(code, 0, "{args:?}: {text}");
        assert!(!overflows(&text), "{args:?}: {text}");
    }
}

/// What `verify` refuses, they refuse, also where it does not concern them.
#[test]
fn all_commands_refuse_what_verify_refuses() {
    for wrong in [
        "cache = \".git/objects/pack\"\n",
        "remote-cache = \"gopher://x\"\n",
        "nothing = 1\n",
        "int = \"none\"\n",
        "timeout = -1\n",
        "paths = \"src\"\n",
        "[folders.none]\nint = \"checked\"\n",
    ] {
        let folder = folder(&[("veriframe.toml", wrong), ("src/C.java", NEXT)]);
        let (code, said) = run(folder.path(), &["verify", "src"]);
        assert_eq!(code, 2, "{said}");
        for args in COMMANDS {
            let args = [args, &["src"]].concat();
            assert_eq!(run(folder.path(), &args), (2, said.clone()), "{args:?}");
        }
    }
}

#[test]
fn all_commands_have_the_limits_of_the_project_file() {
    let endless = "class C {
  static int next(int n) { while (true) { n = n + 1; } }
  public static void main(String[] args) { System.out.println(next(1)); }
}
";
    let project = "paths = [\"src\"]\ntimeout = 0.3\nint = \"wrapping\"\n";
    let folder = folder(&[("veriframe.toml", project), ("src/C.java", endless)]);
    let (code, text) = run(folder.path(), &["run"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("time ran out"), "{text}");
    let session = [
        "debug",
        "--run",
        "--member",
        "C.next",
        "--command",
        "continue",
    ];
    let (code, text) = run(folder.path(), &session);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("time ran out"), "{text}");
    let long = ["bmc", "--member", "C.next", "--max-unwind", "1000000"];
    let (code, text) = run(folder.path(), &long);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("time ran out"), "{text}");
}
