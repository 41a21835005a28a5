//! A minimal tokenizer for test tools: distinguishes comments from code and words from
//! other tokens.
//!
//! It works on the text instead of the syntax tree, so tools based on it need not know
//! the language's constructs.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A word prefixed with `@` or `\`, which is not a name.
    Marked,
    /// A number, including letters in it.
    Number,
    /// A quoted literal.
    Quoted,
    /// Any other single character.
    Sign,
}

/// A token with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// Its kind.
    pub kind: Kind,
    /// Its text.
    pub text: &'t str,
    /// The offset of its first byte.
    pub start: usize,
}

impl Token<'_> {
    /// Its byte range.
    pub fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether it is this word. (Names after a dot are up to the caller.)
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is this character.
    pub fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign && self.text.starts_with(sign)
    }
}

/// The tokens of a program, without whitespace and comments.
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

/// The kind (`None` for whitespace and comments) and length of the first token.
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

/// The length of a quoted literal, at most up to the end of the line.
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

/// The number of lines with code.
pub fn lines_of_code(text: &str) -> usize {
    let mut lines: Vec<usize> = tokens(text)
        .iter()
        .map(|token| text[..token.start].matches('\n').count())
        .collect();
    lines.dedup();
    lines.len()
}

/// The text with the tokens replaced for which `change` returns a text.
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
