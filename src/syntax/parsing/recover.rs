//! Error recovery: selects the tokens to skip after a syntax error.
//!
//! These are the statement, clause or member that contains the error, as delimited by
//! brackets and semicolons. Parsing then restarts, so each reported error is the first
//! one in the remaining text.

use super::contract_errors::begins_misspelled_clause;
use crate::syntax::shared::brackets::Brackets;
use crate::syntax::shared::token::{Spanned, Token};
use std::ops::Range;

impl Brackets {
    /// The tokens to skip for an error at the token `at`: the innermost non-empty
    /// statement, clause or member around it.
    pub fn region(
        &self,
        tokens: &[Spanned<'_>],
        skipped: &[bool],
        at: usize,
    ) -> Option<Range<usize>> {
        let mut at = at.min(tokens.len());
        loop {
            let inside = self.enclosing(tokens, at);
            let unit = self.unit(tokens, skipped, &inside, at);
            if unit
                .clone()
                .any(|i| !skipped.get(i).copied().unwrap_or(true))
            {
                return Some(unit);
            }
            // Everything in here is skipped already, so the error is further outside.
            at = inside.start.checked_sub(1)?;
        }
    }

    /// The statement or member that contains a region.
    pub fn around(
        &self,
        tokens: &[Spanned<'_>],
        skipped: &[bool],
        region: &Range<usize>,
    ) -> Option<Range<usize>> {
        let inside = self.enclosing(tokens, region.start);
        self.region(tokens, skipped, inside.start.checked_sub(1)?)
    }

    /// The contents of the innermost braces around a token.
    fn enclosing(&self, tokens: &[Spanned<'_>], at: usize) -> Range<usize> {
        let mut inside = 0..tokens.len();
        for (i, spanned) in tokens.iter().enumerate().take(at) {
            if spanned.token == Token::LBrace
                && let Some(close) = self.partner(i)
                && close >= at
            {
                inside = i + 1..close;
            }
        }
        inside
    }

    /// The last statement, clause or member of `inside` that begins at or before `at`.
    fn unit(
        &self,
        tokens: &[Spanned<'_>],
        skipped: &[bool],
        inside: &Range<usize>,
        at: usize,
    ) -> Range<usize> {
        let mut unit = inside.start..inside.start;
        let mut next = inside.start;
        while next < inside.end && (next <= at || unit.is_empty()) {
            let end = self.unit_end(tokens, next, inside.end);
            if !(next..end).all(|i| skipped.get(i).copied().unwrap_or(true)) {
                unit = next..end;
            }
            if at < end {
                break;
            }
            next = end;
        }
        unit
    }

    /// One past the end of the statement, clause or member that begins at `start`.
    fn unit_end(&self, tokens: &[Spanned<'_>], start: usize, limit: usize) -> usize {
        let mut at = start;
        let mut clauses = false;
        while at < limit {
            let Some(token) = tokens.get(at).map(|s| s.token) else {
                return limit;
            };
            clauses |= is_clause(token) || begins_misspelled_clause(tokens, at);
            let closed = match token {
                Token::LParen | Token::CastOpen | Token::LBracket | Token::LBrace => {
                    self.partner(at)
                }
                _ => None,
            };
            at = closed.map_or(at, |close| close.max(at)) + 1;
            let next = tokens.get(at).filter(|_| at < limit).map(|s| s.token);
            let goes_on = match next {
                Some(Token::Else) => true,
                // Parts of one statement, so that the rest of the member can be read.
                Some(Token::Reserved("a `catch` clause" | "a `finally` clause")) => true,
                Some(Token::LBrace) => clauses && token == Token::Semi,
                // In annotations, a contract stands before its member, too.
                Some(_) if begins_contract(tokens, at, clauses) => false,
                Some(next) => is_clause(next) || begins_misspelled_clause(tokens, at),
                None => false,
            };
            if matches!(token, Token::Semi | Token::LBrace) && !goes_on {
                return at;
            }
        }
        limit
    }
}

fn is_clause(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Requires | Token::Ensures | Token::Decreases | Token::Invariant
    )
}

/// Whether a clause in an annotation after a body or `;` belongs to the next member.
fn begins_contract(tokens: &[Spanned<'_>], at: usize, clauses: bool) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let ends_member = match before.map(|spanned| spanned.token) {
        Some(Token::RBrace) => true,
        Some(Token::Semi) => !clauses,
        _ => false,
    };
    ends_member && tokens.get(at).is_some_and(|spanned| spanned.in_annotation)
}
