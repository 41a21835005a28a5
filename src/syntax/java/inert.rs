//! Java's own annotations, such as `@Override` and `@SuppressWarnings("unchecked")`: they say nothing of what a
//! program does, and can stand nearly everywhere. They are set apart before tokens are told from each other by
//! what is around them, and left out before parsing.

use crate::syntax::shared::token::{Spanned, Token};

/// The tokens without annotations, and those of annotations.
pub fn parted<'t>(tokens: Vec<Spanned<'t>>) -> (Vec<Spanned<'t>>, Vec<Spanned<'t>>) {
    if !tokens.iter().any(begins) {
        return (tokens, Vec::new());
    }
    let (mut kept, mut inert) = (Vec::with_capacity(tokens.len()), Vec::new());
    let mut end = 0;
    for (at, spanned) in tokens.iter().enumerate() {
        if at < end {
            inert.push(*spanned);
        } else if begins(spanned) {
            end = end_of(&tokens, at);
            inert.push(*spanned);
        } else {
            kept.push(*spanned);
        }
    }
    (kept, inert)
}

fn begins(spanned: &Spanned<'_>) -> bool {
    matches!(spanned.token, Token::Annotation(_)) && !spanned.in_annotation
}

/// The end of the annotation that begins at a position: behind its name, and its arguments. Arguments with a contract
/// among them are no part of it: no contract is passed over.
pub fn end_of(tokens: &[Spanned<'_>], at: usize) -> usize {
    let token = |at: usize| tokens.get(at).map(|spanned| spanned.token);
    let mut end = at + 1;
    while token(end) == Some(Token::Dot) && matches!(token(end + 1), Some(Token::Name(_))) {
        end += 2;
    }
    if token(end) != Some(Token::LParen) {
        return end;
    }
    let mut depth = 0usize;
    for (at, spanned) in tokens.iter().enumerate().skip(end) {
        match spanned.token {
            Token::LParen => depth += 1,
            Token::RParen => depth -= 1,
            _ => {}
        }
        if spanned.in_annotation {
            return end;
        }
        if depth == 0 {
            return at + 1;
        }
    }
    end
}

/// Puts annotations back among the other tokens.
pub fn joined<'t>(kept: Vec<Spanned<'t>>, inert: Vec<Spanned<'t>>) -> Vec<Spanned<'t>> {
    if inert.is_empty() {
        return kept;
    }
    let mut all = kept;
    all.extend(inert);
    all.sort_by_key(|spanned| spanned.start);
    all
}
