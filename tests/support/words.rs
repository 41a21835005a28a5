//! A program's text as tokens, just as far as the tools for tests need it:
//! comments are told from code, and words from the rest.
//!
//! It works on the text and not on the tree, so that a tool made of it knows
//! every construct of the language, whatever nodes the tree gets.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A word with `@` or `\` before it, which is no name.
    Marked,
    /// A number, with all letters in it.
    Number,
    /// A literal in quotes.
    Quoted,
    /// Any other character, alone.
    Sign,
}

/// A token and its place in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: &'t str,
    /// Its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Its bytes.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether it is this word (and not a name after a dot, which the caller sees to).
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is this character.
    pub fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign && self.text.starts_with(sign)
    }
}

/// The tokens of a program, without blanks and comments.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = token(rest, c);
        if let Some(kind) = kind {
            tokens.push(Token {
                kind,
                text: &rest[..length],
                start: at,
            });
        }
        at += length;
    }
    tokens
}

/// The kind (`None` for blanks and comments) and the length of what a text begins with.
fn token(rest: &str, c: char) -> (Option<Kind>, usize) {
    let word_from = |start: usize| {
        let length = rest[start..].find(|c| !in_word(c));
        length.map_or(rest.len(), |length| start + length)
    };
    let marks_word = rest.chars().nth(1).is_some_and(begins_word);
    match c {
        _ if c.is_whitespace() || c == '\u{FEFF}' => (None, c.len_utf8()),
        _ if rest.starts_with("//") => (None, rest.find('\n').unwrap_or(rest.len())),
        _ if rest.starts_with("/*") => (None, rest.find("*/").map_or(rest.len(), |end| end + 2)),
        '@' | '\\' if marks_word => (Some(Kind::Marked), word_from(1)),
        '"' | '\'' => (Some(Kind::Quoted), quoted(rest, c)),
        _ if c.is_ascii_digit() => (Some(Kind::Number), word_from(0)),
        _ if begins_word(c) => (Some(Kind::Word), word_from(0)),
        _ => (Some(Kind::Sign), c.len_utf8()),
    }
}

fn begins_word(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The length of a literal in quotes, at most up to the end of the line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if c == quote && !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// How many lines of a program have code on them.
pub fn lines_of_code(text: &str) -> usize {
    let mut lines: Vec<usize> = tokens(text)
        .iter()
        .map(|token| text[..token.start].matches('\n').count())
        .collect();
    lines.dedup();
    lines.len()
}

/// The text with its tokens replaced where `change` says so.
pub fn replace(text: &str, mut change: impl FnMut(&Token<'_>) -> Option<String>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for token in tokens(text) {
        if let Some(new) = change(&token) {
            result.push_str(&text[end..token.start]);
            result.push_str(&new);
            end = token.range().end;
        }
    }
    result.push_str(&text[end..]);
    result
}
