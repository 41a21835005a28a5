//! The ghost statements of a program, counted.
//!
//! Their keywords are reserved except after a dot, so counting words is counting nodes.

use super::support::tree::{callable, full_name, members, parse};
use super::support::words::{Kind, Token, tokens};
use super::support::{Program, run};
use std::ops::Range;
use veriframe::internals::syntax::ast::{File, MemberKind};
use veriframe::{Exit, Options};

/// The keywords to count, in the order of the table.
pub const WORDS: [&str; 5] = ["open", "close", "use", "opening", "using"];

/// The number of ghost statements of a program, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By the words of [`WORDS`].
    pub words: [usize; 5],
    /// All `assert` statements.
    pub asserts: usize,
    /// Calls of lemmas.
    pub lemma_calls: usize,
}

impl Counts {
    /// Counts the ghost statements of a program.
    pub fn new(text: &str) -> Result<Counts, String> {
        let lemmas = lemmas(&parse(text)?);
        let tokens = tokens(text);
        let mut counts = Counts::default();
        for (at, token) in tokens.iter().enumerate() {
            counts.lemma_calls += usize::from(is_call(&tokens, at, &lemmas));
            if at > 0 && tokens[at - 1].is_sign('.') {
                continue;
            }
            for (count, word) in counts.words.iter_mut().zip(WORDS) {
                *count += usize::from(token.is_word(word));
            }
            counts.asserts += usize::from(token.is_word("assert"));
        }
        Ok(counts)
    }

    /// The sum over [`WORDS`].
    pub fn total(&self) -> usize {
        self.words.iter().sum()
    }
}

/// The names of lemmas, with their declarations.
fn lemmas(file: &File) -> Vec<(String, usize)> {
    members(file)
        .filter(|(_, member)| matches!(*member.kind, MemberKind::Lemma(_)))
        .map(|(_, member)| {
            (
                member.name.text.to_string(),
                member.name.span.start as usize,
            )
        })
        .collect()
}

fn is_call(tokens: &[Token<'_>], at: usize, lemmas: &[(String, usize)]) -> bool {
    let token = &tokens[at];
    token.kind == Kind::Word
        && tokens.get(at + 1).is_some_and(|next| next.is_sign('('))
        && lemmas.iter().any(|(name, _)| name == token.text)
        && lemmas.iter().all(|(_, start)| *start != token.start)
}

/// The lines (from 1) of `assert` statements that only serve as hints: without them the
/// program does not verify. Each one that is not needed is removed before the next is
/// tried.
pub fn hints(program: &Program, options: &Options) -> Result<Vec<usize>, String> {
    let tree = parse(&program.text)?;
    let mut text = program.text.clone();
    let mut hints = Vec::new();
    for place in asserts(&program.text) {
        // Replaced by blanks, so that positions stay.
        let mut without = text.clone();
        let nothing = format!("{:<1$}", ";", place.len());
        without.replace_range(place.clone(), &nothing);
        let shorter = Program {
            name: program.name.clone(),
            text: without,
        };
        let mut options = options.clone();
        options.members = vec![member_at(&tree, place.start)];
        if Exit::of(&run(&shorter, &options).1) == Exit::Verified {
            text = shorter.text;
        } else {
            hints.push(text[..place.start].matches('\n').count() + 1);
        }
    }
    Ok(hints)
}

/// The positions of `assert` statements.
fn asserts(text: &str) -> Vec<Range<usize>> {
    let tokens = tokens(text);
    let starts = (0..tokens.len())
        .filter(|&at| tokens[at].is_word("assert") && (at == 0 || !tokens[at - 1].is_sign('.')));
    starts
        .filter_map(|at| {
            // No expression contains a semicolon outside brackets.
            let mut depth = 0;
            let end = tokens[at..].iter().find(|token| {
                match token.text {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    _ => {}
                }
                depth == 0 && token.is_sign(';')
            });
            Some(tokens[at].start..end?.range().end)
        })
        .collect()
}

/// The full name of the member at a position.
fn member_at(file: &File, place: usize) -> String {
    let mut members = members(file);
    let around = members.find(|(_, member)| {
        (member.span.start as usize..member.span.end as usize).contains(&place)
    });
    around.map_or("main".to_owned(), |(class, member)| {
        full_name(class, member)
    })
}

/// The outline of a program: its declarations without bodies and ghost parts
/// (predicates with bodies). Programs with equal outlines differ only in their proofs.
pub fn outline(text: &str) -> Result<Vec<String>, String> {
    let file = parse(text)?;
    let lines = members(&file).map(|(class, member)| {
        let body = callable(member).and_then(|callable| callable.body.as_ref());
        let end = match (&*member.kind, body) {
            (MemberKind::Predicate(_), _) | (_, None) => member.span.end,
            (_, Some(body)) => body.span.start,
        };
        let header = &text[member.span.start as usize..end as usize];
        let words = without_prefixes(&tokens(header));
        format!("class {}: {}", class.name.text, words.join(" "))
    });
    Ok(lines.collect())
}

/// The tokens without `opening … in` and `using … in`.
fn without_prefixes<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let mut left = Vec::new();
    let mut skipping = false;
    let mut depth = 0;
    for token in tokens {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if !skipping && (token.is_word("opening") || token.is_word("using")) {
            (skipping, depth) = (true, 0);
        } else if skipping {
            skipping = !(depth == 0 && token.is_word("in"));
        } else {
            left.push(token.text);
        }
    }
    left
}
