//! Round trips: parsing a printed tree returns the same tree.

use super::generate::Generator;
use super::*;
use crate::syntax::printing::expressions::STAND_INS;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// The `.idf` files in a folder of the repository, recursively.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "idf") {
            found.push(path);
        }
    }
}

#[test]
fn the_programs_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    programs(&root.join("examples"), &mut paths);
    let examples = paths.len();
    assert!(examples > 0);
    programs(&root.join("tests"), &mut paths);
    for (i, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        let (file, diagnostics) = parsed(&text);
        assert!(
            i >= examples || diagnostics.is_empty(),
            "{}: {diagnostics:#?}",
            path.display()
        );
        assert_round_trip(&file);
    }
}

#[test]
fn constructs_without_a_node_have_a_stand_in() {
    for (name, text) in STAND_INS {
        assert_refused_by_name(text, name);
    }
}

#[test]
fn printing_is_stable() {
    let text = "class A {\n  int x := 1;\n  void m()\n    requires a;\n  {\n    if (b)\n      x := - -1;\n    else {\n      x++;\n    }\n  }\n}\nx == 1;\n";
    assert_eq!(pretty(&tree(text)), text);
}

#[test]
fn trees_that_differ_are_told_apart() {
    assert!(same_up_to_spans(
        &tree("x := a + b;"),
        &tree("x   := a+ b ;")
    ));
    assert!(!same_up_to_spans(
        &tree("x := a + b;"),
        &tree("x := a + (b);")
    ));
    assert!(!same_up_to_spans(
        &tree("x := a + b;"),
        &tree("x := a - b;")
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn any_tree(choices in proptest::collection::vec(any::<u8>(), 0..600)) {
        assert_round_trip(&Generator::new(choices).file());
    }
}
