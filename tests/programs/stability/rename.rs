//! Renaming: every declared name is replaced everywhere.
//!
//! The mapping is injective and independent of what a name refers to, so each name
//! still resolves to the same declaration.

use super::support::random::Random;
use super::support::words::{Kind, replace, tokens};
use std::collections::{BTreeMap, BTreeSet};
use veriframe::SourceMap;
use veriframe::internals::syntax;

/// Names that have a meaning without a declaration.
const KEPT: [&str; 12] = [
    "Object", "String", "by", "choose", "dom", "elems", "length", "main", "map", "multiset", "seq",
    "set",
];

/// A mapping of names, in both directions.
pub struct Names {
    forth: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

impl Names {
    /// A mapping for all names of a program.
    pub fn new(text: &str, seed: u64) -> Names {
        let words: BTreeSet<&str> = tokens(text)
            .into_iter()
            .filter(|token| token.kind == Kind::Word)
            .map(|token| token.text)
            .collect();
        let mut names = Names::none();
        let mut random = Random::new(seed);
        for &word in words.iter().filter(|word| is_declared(word)) {
            let new = loop {
                let new = fresh(&mut random);
                let taken = words.contains(new.as_str()) || names.back.contains_key(&new);
                if !taken && is_declared(&new) {
                    break new;
                }
            };
            names.forth.insert(word.to_owned(), new.clone());
            names.back.insert(new, word.to_owned());
        }
        names
    }

    /// The empty mapping.
    pub fn none() -> Names {
        Names {
            forth: BTreeMap::new(),
            back: BTreeMap::new(),
        }
    }

    /// Applies the mapping to a program or the name of a member.
    pub fn rename(&self, text: &str) -> String {
        translate(text, &self.forth)
    }

    /// Applies the inverse mapping.
    pub fn undo(&self, text: &str) -> String {
        translate(text, &self.back)
    }
}

fn translate(text: &str, names: &BTreeMap<String, String>) -> String {
    replace(text, |token| match token.kind {
        Kind::Word => names.get(token.text).cloned(),
        _ => None,
    })
}

/// Whether a word is a name that a program must declare, by the parser, because only
/// the parser knows the keywords.
fn is_declared(word: &str) -> bool {
    let text = format!("class {word} {{}}");
    let file = SourceMap::default().add("word.idf", text.clone());
    !KEPT.contains(&word)
        && syntax::parse(file, &text, syntax::Notation::Idf)
            .1
            .is_empty()
}

/// A word of one to eight characters.
fn fresh(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
    const OTHERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz_";
    let first = char::from(LETTERS[random.below(LETTERS.len())]);
    let rest = (0..random.below(8)).map(|_| char::from(OTHERS[random.below(OTHERS.len())]));
    let rest: Vec<char> = rest.collect();
    std::iter::once(first).chain(rest).collect()
}
