//! The parts of a program that do not mention one another.
//!
//! What comes of a class depends on the classes that it names and on those that
//! name it, and so on, but on no others. So a text falls into parts: classes that
//! are connected by names. A word counts as the name of a class wherever it stands.

use super::lexing::lexer::Shape;
use super::lexing::token::Token;
use logos::Logos;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// Words that begin a class, before its name.
const CLASSES: [&str; 3] = ["class", "interface", "enum"];

/// Words that, before `<`, begin types that are described to the solver for a
/// program as a whole.
const SHARED: [&str; 4] = ["seq", "set", "multiset", "map"];

/// The text of a class, with what stands between it and the one before.
struct Piece<'t> {
    range: Range<usize>,
    words: Vec<&'t str>,
}

/// The parts of a text in the paper's notation, each by the places of its classes;
/// none if it has fewer than two, or something besides classes.
#[must_use]
pub fn parts(text: &str) -> Vec<Vec<Range<usize>>> {
    divided(text).unwrap_or_default()
}

fn divided(text: &str) -> Option<Vec<Vec<Range<usize>>>> {
    let pieces = pieces(text)?;
    let mut declared = FxHashMap::default();
    let mut parts = UnionFind::new(pieces.len());
    for (at, piece) in pieces.iter().enumerate() {
        for pair in piece.words.windows(2) {
            if let [kind, name] = pair
                && CLASSES.contains(kind)
            {
                parts.union(at, *declared.entry(*name).or_insert(at));
            }
        }
    }
    for (at, piece) in pieces.iter().enumerate() {
        for word in &piece.words {
            if let Some(&class) = declared.get(word) {
                parts.union(at, class);
            }
        }
    }
    let mut by_root: BTreeMap<usize, Vec<Range<usize>>> = BTreeMap::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        by_root.entry(parts.find(at)).or_default().push(piece.range);
    }
    (by_root.len() > 1).then(|| by_root.into_values().collect())
}

/// The text cut after the brace that closes each class; `None` if there is no telling.
fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    let mut words = Vec::new();
    let (mut is_blank, mut is_class) = (true, false);
    // How many of the last tokens are `<` and a word after it.
    let mut angle = 0;
    for (shape, span) in Shape::lexer(text).spanned() {
        let shape = shape.ok()?;
        let before = match shape {
            Shape::Blank | Shape::Comment(_) => continue,
            Shape::Punctuation(Token::Lt) => std::mem::replace(&mut angle, 1),
            Shape::Word if angle == 1 => std::mem::replace(&mut angle, 2),
            _ => std::mem::take(&mut angle),
        };
        match shape {
            // Type parameters count for a program as a whole: where there are some,
            // objects may be of more types than is written.
            Shape::Punctuation(Token::Gt | Token::Comma) if before == 2 => return None,
            Shape::Word if before == 2 && text.get(span.clone()) == Some("extends") => return None,
            Shape::Word => {
                let word = text.get(span)?;
                is_class |= depth == 0 && CLASSES.contains(&word);
                words.push(word);
            }
            Shape::Punctuation(Token::LBrace) => depth += 1,
            Shape::Punctuation(Token::RBrace) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    if !std::mem::take(&mut is_class) {
                        return None;
                    }
                    let range = start..span.end;
                    start = span.end;
                    let words = std::mem::take(&mut words);
                    pieces.push(Piece { range, words });
                    is_blank = true;
                    continue;
                }
            }
            Shape::Punctuation(Token::Lt) if words.last().is_some_and(|w| SHARED.contains(w)) => {
                return None;
            }
            // What a class's head has: anything else belongs to a statement.
            Shape::Punctuation(Token::Lt | Token::Gt | Token::Comma | Token::Dot) => {}
            Shape::Punctuation(_) | Shape::Number if depth > 0 => {}
            Shape::Punctuation(_) | Shape::Number => return None,
            Shape::JmlWord
            | Shape::Annotation
            | Shape::TextBlock(_)
            | Shape::String(_)
            | Shape::Char(_)
            | Shape::Blank
            | Shape::Comment(_)
            | Shape::Other(_) => return None,
        }
        is_blank = false;
    }
    (is_blank && depth == 0).then_some(pieces)
}
