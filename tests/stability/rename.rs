//! Renaming: every name that a program declares gets a new one, everywhere.
//!
//! One name gets one new name, whatever it names where, and no two names get
//! the same: so each name still finds the declaration that it found before.

use super::support::random::Random;
use super::support::words::{Kind, replace, tokens};
use std::collections::{BTreeMap, BTreeSet};
use veriframe::source::SourceMap;
use veriframe::syntax;

/// Names that mean something without being declared.
const KEPT: [&str; 10] = [
    "Object", "String", "dom", "elems", "length", "main", "map", "multiset", "seq", "set",
];

/// Names with their new ones, in both directions.
pub struct Names {
    forth: BTreeMap<String, String>,
    back: BTreeMap<String, String>,
}

impl Names {
    /// New names for all in a program.
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

    /// No new names.
    pub fn none() -> Names {
        Names {
            forth: BTreeMap::new(),
            back: BTreeMap::new(),
        }
    }

    /// A program, or the name of a member, with the new names.
    pub fn rename(&self, text: &str) -> String {
        translate(text, &self.forth)
    }

    /// The same with the old ones again.
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

/// Whether a word is a name that a program has to declare. Asks the parser,
/// which alone knows the keywords.
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
