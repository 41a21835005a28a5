//! Large texts, parsed by several threads at a time.
//!
//! A text in the paper's notation is mostly one class after the other. It is cut where
//! a line begins with a brace, which mostly closes a class, and each piece parsed as a
//! file of its own. If nothing is wrong with any of them, and they are what pieces of
//! one file can be, their classes are those of the whole: tokens do not depend on those
//! before them, except in a comment that is not closed, which is an error. Otherwise
//! the text is parsed once more, as it stands.

use super::Notation;
use super::parsing::parser;
use super::tree::ast;
use crate::diagnostics::Diagnostic;
use crate::source::FileId;
use std::ops::Range;
use std::thread;

/// So many bytes take longer to parse than it takes to start a thread.
const LARGE: usize = 32 * 1024;

/// [`parser::parse`], with up to so many threads.
pub fn parse(
    file: FileId,
    text: &str,
    notation: Notation,
    threads: usize,
) -> (ast::File, Vec<Diagnostic>) {
    if threads > 1 && notation == Notation::Idf && text.len() >= LARGE {
        let cuts: Vec<usize> = (1..threads).filter_map(|n| cut(text, n, threads)).collect();
        if let Some(tree) = in_pieces(file, text, &cuts) {
            return (tree, Vec::new());
        }
    }
    parser::parse(file, text, notation)
}

/// The first place behind some part of a text where it may be cut.
fn cut(text: &str, part: usize, of: usize) -> Option<usize> {
    let start = text.len() / of * part;
    let mut lines = text.as_bytes().get(start..)?.windows(2);
    let at = lines.position(|bytes| bytes == b"\n}")?;
    Some(start + at + 2)
}

/// The tree of a text that is cut at some places, in ascending order; `None` if it is
/// to be parsed whole.
fn in_pieces(file: FileId, text: &str, cuts: &[usize]) -> Option<ast::File> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([text.len()]);
    let mut pieces = starts.zip(ends).map(|(start, end)| start..end);
    let first = pieces.next()?;
    let trees = thread::scope(|scope| {
        let begin = |piece| {
            let work = move || piece_of(file, text, piece);
            thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let others: Vec<_> = pieces.map(begin).collect();
        let first = piece_of(file, text, first);
        let others = others.into_iter().map(|thread| thread?.join().ok()?);
        std::iter::once(first)
            .chain(others)
            .collect::<Option<Vec<_>>>()
    })?;
    together(trees)
}

/// The tree of a piece, if nothing is wrong with it.
fn piece_of(file: FileId, text: &str, piece: Range<usize>) -> Option<ast::File> {
    // With blanks in front every token is where it is in the whole text.
    let mut padded = " ".repeat(piece.start);
    padded.push_str(text.get(piece)?);
    let (tree, found) = parser::parse(file, &padded, Notation::Idf);
    found.is_empty().then_some(tree)
}

/// The tree of which these are the pieces.
fn together(trees: Vec<ast::File>) -> Option<ast::File> {
    let mut trees = trees.into_iter();
    let mut whole = trees.next()?;
    for mut tree in trees {
        // Classes stand before statements, and after what is imported.
        if !whole.main.is_empty() || tree.package.is_some() || !tree.imports.is_empty() {
            return None;
        }
        whole.classes.append(&mut tree.classes);
        whole.main.append(&mut tree.main);
    }
    Some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    /// All places where a text may be cut.
    fn places(text: &str) -> Vec<usize> {
        let found = text.match_indices("\n}").map(|(at, _)| at + 2);
        found.collect()
    }

    /// In how many ways a text was parsed in two or three pieces, each time as the whole.
    fn agree(text: &str) -> usize {
        let mut sources = SourceMap::default();
        let file = sources.add("f.idf", text);
        let (whole, found) = parser::parse(file, text, Notation::Idf);
        let places = places(text);
        let pairs = places.windows(2).map(<[usize]>::to_vec);
        let cuts = places.iter().map(|&at| vec![at]).chain(pairs);
        let mut count = 0;
        for cuts in cuts {
            if let Some(tree) = in_pieces(file, text, &cuts) {
                assert!(found.is_empty(), "{cuts:?}: {found:?}");
                assert_eq!(tree, whole, "{cuts:?}");
                count += 1;
            }
        }
        count
    }

    const CLASSES: &str = "// A comment.\nclass A {\n  int x;\n  void f() { x := 1; }\n}\n\
        class B extends A {\n  B next; // } no brace\n}\n/* one more */ class C {\n}\n";

    #[test]
    fn pieces_make_the_whole() {
        assert_eq!(agree(CLASSES), 5);
        assert_eq!(agree(&format!("{CLASSES}A a := new A();\n")), 5);
        assert_eq!(agree(&format!("import p.Q;\n{CLASSES}")), 5);
    }

    #[test]
    fn what_no_two_files_could_be_is_parsed_whole() {
        // A brace in a comment, or inside of a class, ends no class.
        assert_eq!(agree("class A {\n  int x; /*\n} */\n}\n"), 1);
        assert_eq!(agree("class A {\n  void f() {\n}\n}\n"), 1);
        // Statements and imports have their place in the whole.
        assert_eq!(agree("int x := 1;\nif (x = 1) {\n}\nclass A {\n}"), 0);
        assert_eq!(agree("class A {\n}\nimport p.Q;\nclass B {\n}"), 1);
        assert_eq!(agree("class A {\n}\nclass B {\n  int int;\n}"), 0);
    }

    #[test]
    fn large_texts_are_cut() {
        let class = |n: usize| format!("class A{n} {{\n  int x;\n}}\n");
        let text: String = (0..4000).map(class).collect();
        let mut sources = SourceMap::default();
        let file = sources.add("f.idf", text.as_str());
        let (whole, _) = parser::parse(file, &text, Notation::Idf);
        for threads in [1, 2, 3, 8] {
            assert_eq!(parse(file, &text, Notation::Idf, threads).0, whole);
        }
        let places = [cut(&text, 1, 3), cut(&text, 2, 3)];
        assert!(places.iter().all(Option::is_some) && places.is_sorted());
    }
}
