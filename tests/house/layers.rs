//! Architecture tests: the contents of `ARCHITECTURE.md`, headers and lengths of files,
//! and dependencies between modules and crates.

mod calls;
mod forms;
mod kinds;
mod parameters;
use crate::support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use support::{root, search};

/// Files that may exceed the limit, with the reason; there should be none.
const LONG_FILES: [(&str, &str); 0] = [];

/// The most lines of a file of `src`, without its tests.
const LIMIT: usize = 800;

/// Where the sources are.
const SOURCES: [&str; 6] = [
    "src",
    "crates/base/src",
    "crates/execution/src",
    "crates/ir/src",
    "crates/logic/src",
    "crates/symbolic/src",
];

/// The source files with their paths relative to the root.
fn sources(folders: &[&str]) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        search(&root().join(folder), "rs", &mut paths);
    }
    let name = |path: &Path| {
        path.strip_prefix(root())
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/")
    };
    paths
        .iter()
        .map(|path| (name(path), fs::read_to_string(path).unwrap()))
        .collect()
}

/// Fails with a list of violations, if there are any.
fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The lines that contain one of the words, except in allowed files.
fn mentions(words: &[&str], allowed: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, text) in sources(&SOURCES) {
        for (at, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or("");
            if !allowed(&name) && words.iter().any(|word| code.contains(word)) {
                wrong.push(format!("{name}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    wrong
}

#[test]
fn the_architecture_names_every_folder_of_the_source() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() && !text.contains(&format!("{name}/")) {
            wrong.push(format!("src/{name}/ is not named in ARCHITECTURE.md"));
        }
    }
    nothing(&wrong);
}

#[test]
fn every_file_that_the_architecture_names_exists() {
    let files = ["ARCHITECTURE.md", "tests/README.md"];
    let text = files.map(|file| fs::read_to_string(root().join(file)).unwrap());
    let text = text.join("\n");
    // Backticks quote paths, code and words: a path has a slash and no spaces.
    let quoted = text.split('`').skip(1).step_by(2);
    let folders = [
        "src/", "crates/", "tests/", "benches/", "build/", "docs/", "grammar/", "library/",
    ];
    let paths: Vec<&str> = quoted
        .filter(|q| folders.iter().any(|folder| q.starts_with(folder)))
        .collect();
    assert!(paths.len() > 40, "only {} paths were found", paths.len());
    let missing = paths.into_iter().filter(|path| !root().join(path).exists());
    let missing: Vec<String> = missing
        .map(|path| format!("{path} does not exist"))
        .collect();
    nothing(&missing);
}

/// The parts of the engine, whose number of fields is limited.
const PARTS: [(&str, &str); 6] = [
    ("crates/symbolic/src/engine.rs", "Engine"),
    ("crates/symbolic/src/context.rs", "Context"),
    ("crates/symbolic/src/session.rs", "Session"),
    ("crates/symbolic/src/run.rs", "CheckRecord"),
    ("crates/symbolic/src/state/modes.rs", "Modes"),
    ("crates/symbolic/src/state/symbolic_state.rs", "State"),
];

/// The most fields of a part of the engine.
const MAX_FIELDS: usize = 12;

#[test]
fn no_part_of_the_engine_has_too_many_fields() {
    let mut wrong = Vec::new();
    for (path, name) in PARTS {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let start = text.find(&format!("struct {name}"));
        let body = start.and_then(|start| text[start..].split_once("{\n"));
        let (_, body) = body.unwrap_or_else(|| panic!("{path} has no struct {name}"));
        let body = body.split("\n}").next().unwrap_or_default();
        let is_field = |line: &&str| {
            let line = line.trim_start();
            !line.starts_with("//") && !line.starts_with('#') && line.contains(": ")
        };
        let fields = body.lines().filter(is_field).count();
        assert!(fields > 1, "the fields of {name} are not found");
        if fields > MAX_FIELDS {
            wrong.push(format!("{name} in {path} has {fields} fields"));
        }
    }
    nothing(&wrong);
}

/// Words that have a standard term instead: no module, type or function has one of them
/// as a component of its name.
const OTHER_NAMES: [&str; 41] = [
    "decider", "hasty", "wholes", "bags", "guesses", "suspects", "halves", "twin", "twins",
    "giver", "givers", "aside", "want", "portion", "blame", "settle", "suspect", "rests", "half",
    "descent", "weights", "taking", "hire", "employ", "unite", "wishes", "law", "laws", "listed",
    "restated", "wants", "bag", "wish", "guess", "near", "adapt", "seen", "action", "vast",
    "strayed", "spell",
];

/// Names that do not say which of several things they mean: no type or function has one of them.
const TOO_WIDE: [&str; 11] = [
    "What",
    "Part",
    "Found",
    "Kept",
    "Told",
    "Haste",
    "Surroundings",
    "Moment",
    "Run",
    "said",
    "tell",
];

/// Names with one meaning: a second type would need another.
const ONE_MEANING: [&str; 2] = ["Code", "Request"];

/// Names that are still to be replaced, with their paths.
const TO_BE_RENAMED: [&str; 0] = [];

#[test]
fn names_are_the_fields_own() {
    let mut wrong = Vec::new();
    let mut known = BTreeSet::new();
    for (path, text) in sources(&SOURCES) {
        for (at, line) in text.lines().enumerate() {
            let mut words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let declares =
                |word: &str| ["fn", "struct", "enum", "mod", "trait", "type"].contains(&word);
            if line.trim_start().starts_with("//") || !words.any(declares) {
                continue;
            }
            let name = words.find(|word| !word.is_empty()).unwrap_or_default();
            let snake = snake(name);
            let parts: Vec<&str> = snake.split('_').collect();
            let is_second = ONE_MEANING.contains(&name) && !known.insert(name.to_owned());
            let is_other = OTHER_NAMES.iter().any(|other| parts.contains(other));
            if (is_other || is_second || TOO_WIDE.contains(&name)) && !TO_BE_RENAMED.contains(&name)
            {
                wrong.push(format!("{path}:{}: {name}", at + 1));
            }
        }
    }
    nothing(&wrong);
}

/// A name in lower case with underscores between its words.
fn snake(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// The method calls of the sources that must be attributed to a definition, and the paths
/// that must lead to an item, so that a finder which sees nothing does not pass.
const SEEN: (usize, usize) = (7_500, 15_000);

/// The files of the library and the commands, and what they use of one another. The packages below
/// are shown as folders of one package, those of the base beside them.
fn library() -> (Vec<calls::File>, calls::Uses) {
    let files: Vec<calls::File> = sources(&SOURCES)
        .into_iter()
        .filter(|(name, _)| !name.contains("/tests") && name != "src/main.rs")
        .map(|(name, text)| as_one_package(&name, &text))
        .collect();
    let uses = calls::uses(&files);
    (files, uses)
}

/// A file as it would be if all packages were one.
fn as_one_package(name: &str, text: &str) -> calls::File {
    let mut text = text.to_owned();
    let inside = name
        .strip_prefix("crates/")
        .and_then(|name| name.split_once("/src/"));
    let name = match inside {
        None => name.trim_start_matches("src/").to_owned(),
        Some(("base", file)) => file.replace("lib.rs", "base.rs"),
        Some((package, file)) => {
            text = text.replace("crate::", &format!("crate::{package}::"));
            format!(
                "{package}/{}",
                if file == "lib.rs" { "mod.rs" } else { file }
            )
        }
    };
    text = text.replace("veriframe_base::", "crate::");
    for package in ["ir", "logic", "symbolic", "execution"] {
        text = text.replace(
            &format!("veriframe_{package}::"),
            &format!("crate::{package}::"),
        );
    }
    (name, text)
}

/// The layers of folders, the lowest first: a part of a folder uses only parts of lower
/// layers. `*` stands for all files that are not named.
const LAYERS: [(&str, &[&[&str]]); 5] = [
    (
        "",
        &[
            &[
                "visible.rs",
                "stack.rs",
                "notation.rs",
                "floating.rs",
                "bits.rs",
            ],
            &["source.rs", "stop.rs", "parallel.rs"],
            &["trace"],
            &["diagnostics"],
            &["syntax", "logic", "cache"],
            &["library", "ir"],
            &["resolve", "symbolic", "execution"],
            &["counterexample"],
            &["verify"],
            &["gate"],
            &["driver"],
            &["report"],
            &["debug"],
            &["page"],
            &["internals.rs", "lib.rs", "base.rs", "commands"],
        ],
    ),
    (
        "symbolic/",
        &[
            &["state"],
            &["*"],
            &["explanation"],
            &["theories", "merging.rs"],
            &["permissions"],
            &["termination"],
            &["rules"],
        ],
    ),
    (
        "logic/",
        &[
            &["mod.rs"],
            &["terms", "bits"],
            &["*"],
            &["prover", "axioms"],
            &["models", "axioms.rs", "alignment.rs"],
            &["transcript", "z3"],
            &["attempts.rs", "known_models.rs"],
            &["solver.rs", "countermodel.rs", "known_terms.rs"],
        ],
    ),
    (
        "execution/",
        &[
            &["natives.rs", "permission.rs", "dispatch.rs"],
            &["code.rs"],
            &["*"],
            &["compile", "by_contract"],
            &["concrete", "bounded"],
            &["symbolic", "concolic"],
            &["machine"],
            &[
                "run.rs",
                "entry.rs",
                "explore.rs",
                "bmc.rs",
                "unwinding.rs",
                "unwound",
                "versions.rs",
            ],
            &["testing"],
        ],
    ),
    (
        "resolve/",
        &[
            &["sink.rs", "stack.rs", "notations"],
            &["declarations"],
            &["scopes"],
            &["expressions"],
            &["bodies"],
            &["passes"],
            &["*"],
        ],
    ),
];

/// Uses between parts of a folder that do not lead to a lower layer.
fn upward(folder: &str, layers: &[&[&str]], uses: &calls::Uses) -> Vec<String> {
    let layer = |part: &str| {
        let named = layers.iter().position(|layer| layer.contains(&part));
        let others = || layers.iter().position(|layer| layer.contains(&"*"));
        named.or_else(|| part.ends_with(".rs").then(others).flatten())
    };
    let mut wrong = Vec::new();
    for ((from, to), why) in &uses.edges {
        let part = |file: &str| {
            let part = file.strip_prefix(folder)?.split('/').next();
            part.map(str::to_owned)
        };
        let (Some(user), Some(used)) = (part(from), part(to)) else {
            continue;
        };
        let (above, below) = (layer(&user), layer(&used));
        // Files beside the folders may use one another: only folders form layers.
        let are_beside = !folder.is_empty() && above == below && user.ends_with(".rs");
        let is_lower = below.is_some() && above > below;
        if user != used && !is_lower && !are_beside {
            wrong.push(format!("{from} uses {to}: {why:?}"));
        }
    }
    wrong
}

#[test]
fn each_layer_uses_only_lower_ones() {
    let (_, uses) = library();
    let all = LAYERS
        .iter()
        .flat_map(|(folder, layers)| upward(folder, layers, &uses));
    nothing(&all.collect::<Vec<String>>());
    let made_up = |from: &str, to: &str| {
        let edge = ((from.to_owned(), to.to_owned()), Default::default());
        let uses = calls::Uses {
            edges: [edge].into(),
            ..calls::Uses::default()
        };
        let all = LAYERS
            .iter()
            .map(|(folder, layers)| upward(folder, layers, &uses).len());
        all.sum::<usize>()
    };
    assert_eq!(made_up("verify/plan.rs", "symbolic/run.rs"), 0);
    assert_eq!(made_up("symbolic/run.rs", "verify/plan.rs"), 1);
    assert_eq!(made_up("resolve/mod.rs", "symbolic/run.rs"), 1);
    assert_eq!(made_up("elsewhere/mod.rs", "source.rs"), 1);
    assert_eq!(made_up("symbolic/state/heap.rs", "symbolic/engine.rs"), 1);
}

#[test]
fn no_cycle_between_folders_through_calls() {
    let (files, uses) = library();
    println!("{} calls of methods, {} paths", uses.methods, uses.paths);
    assert!(uses.methods > SEEN.0, "{} calls of methods", uses.methods);
    assert!(uses.paths > SEEN.1, "{} paths", uses.paths);
    let wrong: Vec<String> = calls::cycles(&files, &uses)
        .iter()
        .map(|cycle| {
            let (parts, uses) = (cycle.parts.join(", "), cycle.uses.join("\n  "));
            format!("a cycle in `{}` between {parts}:\n  {uses}", cycle.folder)
        })
        .collect();
    nothing(&wrong);
}

/// A program of two folders and a file in which nothing is used in a circle.
const WITHOUT_CYCLE: [(&str, &str); 5] = [
    ("lib.rs", "pub mod above; pub mod below; pub mod engine;"),
    (
        "engine.rs",
        "pub struct Engine { pub store: Store } pub struct Store;",
    ),
    (
        "below/mod.rs",
        "pub use self::inner::helper; mod inner; pub trait Rules { fn rule(&self); }",
    ),
    (
        "below/inner.rs",
        "use crate::engine::Engine; use super::Rules;
         pub fn helper() {} fn call(engine: &Engine) { engine.rule(); }
         impl Engine { pub fn grow(&self) {} }
         #[cfg(test)] mod tests { fn test() { crate::above::top(); } }",
    ),
    (
        "above/mod.rs",
        "use crate::below::{Rules, helper}; use crate::engine::{Engine, Store};
         pub fn top() { helper(); }
         impl Rules for Engine { fn rule(&self) { self.grow(); } }
         impl Store { pub fn deposit(&self) {} }",
    ),
];

/// The cycles of a made-up program, with some of its files replaced.
fn cycles_with(replaced: &[(&str, &str)]) -> Vec<calls::Cycle> {
    let mut files: Vec<calls::File> = Vec::new();
    for (name, text) in WITHOUT_CYCLE {
        let other = replaced.iter().find(|(other, _)| *other == name);
        files.push((
            name.to_owned(),
            other.map_or(text, |(_, text)| text).to_owned(),
        ));
    }
    calls::cycles(&files, &calls::uses(&files))
}

#[test]
fn the_finder_of_calls_finds_cycles_and_nothing_else() {
    // Calls of a trait's methods lead to the trait, tests do not count.
    assert!(cycles_with(&[]).is_empty(), "{:?}", cycles_with(&[]));
    let back = [
        // By the receiver's type, through a field and a variable.
        "use crate::engine::Engine; pub fn helper() {}
         impl Engine { pub fn grow(&self) { let store = &self.store; store.deposit(); } }",
        // By a path, and inside a macro.
        "pub fn helper() { println!(\"{:?}\", crate::above::top()); }",
        // By a name that only one file defines.
        "pub fn helper() {} fn call(all: &[Missing]) { for one in all { one.deposit(); } }",
        // In a closure that continues a judgement.
        "use crate::engine::{Engine, Store}; pub fn helper() {}
         impl Store { fn go(&self, k: &dyn Fn(&Store)) { k(&|this| this.deposit()); } }",
    ];
    for text in back {
        let found = cycles_with(&[("below/inner.rs", text)]);
        let [cycle] = found.as_slice() else {
            panic!("{text}: {found:?}");
        };
        assert_eq!(cycle.parts, ["above", "below"], "{text}");
        assert!(cycle.uses.len() >= 2, "{text}: {:?}", cycle.uses);
    }
    // A file beside folders is a part of its own.
    let engine = "pub struct Engine { pub store: Store } pub struct Store;
        fn call() { crate::above::top(); }";
    let found = cycles_with(&[("engine.rs", engine)]);
    assert_eq!(found[0].parts, ["above", "below", "engine.rs"], "{found:?}");
}

#[test]
fn no_parameter_is_a_tuple() {
    let mut files = sources(&SOURCES);
    files.retain(|(name, _)| !name.contains("/tests"));
    assert!(files.len() > 250, "only {} files were found", files.len());
    nothing(&parameters::tuples(&files));
    let made_up = "impl Engine { fn rule(&self, what: &(Term, Span), k: &dyn Fn((A, B))) {} }
        fn plain(a: &[(A, B)], b: ()) -> (A, B) {} fn pattern((a, b): (A, B)) {}";
    let found = parameters::tuples(&[("made_up.rs".to_owned(), made_up.to_owned())]);
    assert_eq!(found, ["made_up.rs: `rule`", "made_up.rs: `pattern`"]);
}

/// Where kinds of places are defined.
const KINDS: &str = "crates/symbolic/src/state/chunk/";

/// The files elsewhere that match on the kinds of places, with the reason.
const MATCHING: [(&str, &str); 4] = [
    (
        "crates/symbolic/src/explanation/countermodel.rs",
        "describes fields of models",
    ),
    (
        "crates/symbolic/src/permissions/lookup.rs",
        "selects how permission is added and removed, which takes queries",
    ),
    (
        "crates/symbolic/src/permissions/slices.rs",
        "bounds and contents are compared by queries",
    ),
    (
        "crates/symbolic/src/explanation/forgotten.rs",
        "tells values of fields and elements from what predicates contain",
    ),
];

/// The files elsewhere that ask whether a place is of one kind, with the reason.
const SELECTING: [(&str, &str); 8] = [
    (
        "crates/symbolic/src/permissions/slices.rs",
        "removes and adds slices",
    ),
    (
        "crates/symbolic/src/permissions/inference.rs",
        "opens predicates",
    ),
    (
        "crates/symbolic/src/permissions/closing.rs",
        "closes predicates",
    ),
    (
        "crates/symbolic/src/permissions/causes.rs",
        "suggests predicates to open",
    ),
    (
        "crates/symbolic/src/permissions/losses.rs",
        "a predicate may contain what is missing",
    ),
    (
        "crates/symbolic/src/explanation/definitions.rs",
        "predicates have definitions",
    ),
    (
        "crates/symbolic/src/explanation/names.rs",
        "names definitions of predicates",
    ),
    (
        "crates/symbolic/src/explanation/snapshots.rs",
        "finds the elements that a precondition states",
    ),
];

#[test]
fn other_files_ask_a_place_and_do_not_match_on_its_kind() {
    let declared = fs::read_to_string(root().join(KINDS).join("mod.rs")).unwrap();
    let kinds = kinds::Kinds::of(&declared);
    assert!(kinds.variants.len() > 2, "{kinds:?}");
    assert_eq!(kinds.accessors.len(), 2, "{kinds:?}");
    let mut wrong = Vec::new();
    for file in sources(&["crates/symbolic/src"]) {
        let uses = kinds.uses(&file);
        let (name, _) = file;
        for code in &uses.partial {
            wrong.push(format!(
                "{name}: a match with `{code}` treats all other kinds alike"
            ));
        }
        let is_listed = |list: &[(&str, &str)]| list.iter().any(|(path, _)| *path == name);
        let verbs = [
            (
                !uses.named.is_empty(),
                is_listed(&MATCHING),
                "matches on kinds",
            ),
            (uses.asks, is_listed(&SELECTING), "selects a kind"),
        ];
        for (does, listed, what) in verbs {
            match (does, listed) {
                (true, false) if !name.starts_with(KINDS) => wrong.push(format!("{name} {what}")),
                (false, true) => wrong.push(format!("{name} is listed, but no longer {what}")),
                _ => {}
            }
        }
    }
    nothing(&wrong);
}

#[test]
fn the_finder_of_kinds_finds_partial_matches() {
    let kinds = kinds::Kinds::of(
        "enum Place { Field(FieldPlace), Slice(Slice) }
         impl Place { fn slice(&self) -> Option<&Slice> { None } fn same(&self) -> Term { 0 } }",
    );
    let uses = |body: &str| {
        let text = format!("fn made_up() {{ {body} }}");
        let uses = kinds.uses(&("made_up.rs".to_owned(), text));
        (!uses.named.is_empty(), uses.asks, uses.partial.len())
    };
    // Constructors and questions are free, an exhaustive match names every kind.
    let free = "Slice::new(a); FieldPlace::new(b); place.same(); lexer.slice(1); Place::from(c);";
    assert_eq!(uses(free), (false, false, 0));
    assert_eq!(uses("place.slice();"), (false, true, 0));
    let all = "match place { Place::Field(_) => 1, Place::Slice(s) if s.is_whole() => 2, \
               Place::Slice(_) => 3 }";
    assert_eq!(uses(all), (true, false, 0));
    let partial = [
        "if let Place::Slice(s) = place { f(s) }",
        "let Place::Slice(s) = place else { return };",
        "matches!(place, Place::Slice(_))",
        "match place { Place::Slice(s) => f(s), _ => {} }",
        "match place { chunk::Place::Slice(s) => f(s), other => g(other) }",
        "match (a, b) { (Place::Slice(a), b) => f(a, b), (_, _) => {} }",
    ];
    for body in partial {
        assert_eq!(uses(body), (true, false, 1), "{body}");
    }
    assert_eq!(uses("use crate::chunk::Place::*;"), (true, false, 0));
    assert_eq!(uses("use crate::chunk::Place::{Slice};"), (true, false, 0));
}

#[test]
fn states_do_not_know_the_engine() {
    let is_state = |name: &str| name.starts_with("crates/symbolic/src/state/");
    let used = [
        "Engine",
        "symbolic::engine",
        "symbolic::permissions",
        "symbolic::rules",
        "symbolic::session",
        "symbolic::run",
    ];
    nothing(&mentions(&used, |name| !is_state(name)));
}

#[test]
fn every_file_begins_by_saying_what_it_is_for() {
    let wrong: Vec<String> = sources(&["src", "crates", "tests", "benches"])
        .into_iter()
        .filter(|(_, text)| {
            !text.starts_with("//! ") || text.lines().next().is_some_and(|line| line.len() < 12)
        })
        .map(|(name, _)| name)
        .collect();
    nothing(&wrong);
}

#[test]
fn no_file_is_too_long() {
    let length = |text: &str| {
        text.lines()
            .take_while(|line| *line != "#[cfg(test)]")
            .count()
    };
    let wrong: Vec<String> = sources(&SOURCES)
        .into_iter()
        .filter(|(name, text)| {
            length(text) > LIMIT && !LONG_FILES.iter().any(|(long, _)| long == name)
        })
        .map(|(name, text)| format!("{name}: {} lines", length(&text)))
        .collect();
    nothing(&wrong);
}

/// A file that no module names is compiled by nobody.
#[test]
fn every_file_is_a_module() {
    let all = sources(&SOURCES);
    let declared: BTreeSet<String> = all
        .iter()
        .flat_map(|(name, text)| {
            let path = Path::new(name);
            let is_root = ["mod.rs", "lib.rs", "main.rs"]
                .iter()
                .any(|root| path.ends_with(root));
            let folder = match is_root {
                true => path.parent().unwrap().to_owned(),
                false => path.with_extension(""),
            };
            let modules = text.lines().filter_map(|line| {
                let (_, module) = line.strip_suffix(';')?.rsplit_once("mod ")?;
                Some(folder.join(module).to_string_lossy().replace('\\', "/"))
            });
            modules.collect::<Vec<String>>()
        })
        .collect();
    let wrong = all.iter().map(|(name, _)| name.trim_end_matches("/mod.rs"));
    let wrong = wrong.filter(|name| {
        let module = name.trim_end_matches(".rs");
        let is_root = module.ends_with("/lib") || module.ends_with("/main");
        !is_root && !declared.contains(module)
    });
    let wrong: Vec<String> = wrong.map(str::to_owned).collect();
    nothing(&wrong);
}

#[test]
fn only_one_module_knows_z3() {
    // `::z3::` is a folder of this crate, `z3::` without a prefix the z3 crate.
    let own = |line: &str| line.contains("::z3::") && !line.replace("::z3::", "").contains("z3::");
    let mut wrong = mentions(&["use z3", "z3::"], |name| {
        name.starts_with("crates/logic/src/z3/")
    });
    wrong.retain(|line| !own(line));
    nothing(&wrong);
}

/// Every query of a verification is asked where it becomes an event. Explorations have none.
#[test]
fn only_one_file_asks_the_solver() {
    const ASKING: [&str; 4] = ["query", "entails", "assume_new", "contradictory"];
    let asks = |text: &str| {
        let code: String = text.split_whitespace().collect();
        let mut calls = ASKING.iter().map(|method| format!("solver.{method}("));
        calls.any(|call| code.contains(&call))
    };
    let mut files = sources(&SOURCES);
    files.retain(|(name, text)| !name.starts_with("crates/logic/src/") && asks(text));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "crates/execution/src/symbolic/conditions.rs",
            "crates/symbolic/src/queries.rs"
        ]
    );
}

#[test]
fn only_the_report_and_the_debug_adapter_know_json() {
    nothing(&mentions(&["serde_json", "serde::"], |name| {
        name.starts_with("src/report/") || name.starts_with("src/debug/dap/")
    }));
}

/// What the feature `cli` adds to the library: reports for people.
const HUMAN: [&str; 4] = [
    "src/report/human.rs",
    "src/report/painted.rs",
    "src/report/snippet.rs",
    "src/report/states.rs",
];

fn is_command_line(name: &str) -> bool {
    name == "src/main.rs" || name.starts_with("src/commands/")
}

#[test]
fn only_the_command_line_knows_what_it_alone_needs() {
    nothing(&mentions(
        &[
            "bytesize::",
            "clap::",
            "clap_complete::",
            "clap_mangen::",
            "ignore::",
            "gix::",
            "indicatif::",
            "mimalloc::",
            "memory_stats::",
            "rustyline::",
            "signal_hook::",
            "sysinfo::",
            "toml::",
        ],
        is_command_line,
    ));
    nothing(&mentions(&["codespan_reporting"], |name| {
        HUMAN.contains(&name)
    }));
}

#[test]
fn the_command_line_uses_what_the_library_exports() {
    let is_other = |name: &str| !is_command_line(name);
    nothing(&mentions(&["internals"], is_other));
}

#[test]
fn no_test_is_switched_off_or_expects_a_panic() {
    // Concatenated, so that this file does not contain them.
    let words = [concat!("#[ig", "nore"), concat!("should", "_panic")];
    let mut wrong = Vec::new();
    for (name, text) in sources(&["src", "crates", "tests"]) {
        for (at, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                wrong.push(format!("{name}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    nothing(&wrong);
}
