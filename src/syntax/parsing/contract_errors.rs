//! Syntax errors in contracts: clauses that are not ended or that belong to nothing,
//! and VeriFast's notation.

use super::errors::{Expected, Text};
use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::syntax::java::annotations::NOT_ENDED;
use crate::syntax::java::misspelled::meant;
use crate::syntax::java::unsupported::unsupported;
use crate::syntax::shared::token::{Spanned, Token};

impl Text<'_> {
    /// The diagnostic for an unexpected token that a mistake in a contract explains.
    pub(super) fn contract_error(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        self.not_ended(at, expected)
            .or_else(|| self.misspelled_clause(at, expected))
            .or_else(|| self.of_predicate(at, expected))
            .or_else(|| self.of_verifast(at, expected))
            .or_else(|| self.belongs_to_nothing(at, expected))
    }

    /// An annotation whose `;` is missing, before code or another clause.
    fn not_ended(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        let last = at.checked_sub(1)?;
        let next = self.tokens.get(at).filter(|next| next.in_annotation);
        let follows = next.is_some_and(|next| is_clause(next.token)) && !self.begins_line(at);
        let is_end = next.is_none() || follows || self.begins_line(at);
        let is_missing = self.notation == Notation::Java
            && self.tokens.get(last)?.in_annotation
            && expected.after_operand
            && expected.has(";")
            && is_end;
        let message = if follows {
            "expected `;` behind this, before the next clause"
        } else {
            NOT_ENDED
        };
        is_missing.then(|| Diagnostic::error(Code::Syntax, self.span(last), message))
    }

    /// Whether a token is the first of its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let (Some(before), Some(here)) = (before, self.tokens.get(at)) else {
            return false;
        };
        let between = self.text.get(before.end..here.start);
        between.is_some_and(|between| between.contains(['\n', '\r']))
    }

    /// A misspelled clause after the head of a member, or after another clause.
    fn misspelled_clause(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        if !begins_misspelled_clause(self.tokens, at) {
            return None;
        }
        let word = self.slice(at);
        let keyword = meant(word)?;
        let is_place = expected.has("requires") || expected.after_operand && expected.has(";");
        let message = format!("`{word}` is not a keyword");
        is_place.then(|| {
            let error = Diagnostic::error(Code::Syntax, self.span(at), message);
            error.note(format!("did you mean `{keyword}`?"))
        })
    }

    /// Predicates and lemmas in the notation of JML or VeriFast.
    fn of_predicate(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        use Token::*;
        let error = |place: usize, message: String| {
            Diagnostic::error(Code::Syntax, self.span(place), message)
        };
        let word = |n: usize| self.slice(at + n);
        let (token, before) = (self.token(at)?, self.before(at, 1));
        let is_outside = expected.has("class") && !expected.has("void");
        match (token, before) {
            (Predicate, _) if is_outside => {
                Some(unsupported("a predicate outside of a class", self.span(at)))
            }
            (Lemma, _) if is_outside => {
                Some(unsupported("a lemma outside of a class", self.span(at)))
            }
            (BoolType | IntType | JavaType(_) | Void, Some(Predicate)) => {
                let message = format!("a predicate has no type: leave out `{}`", word(0));
                let name = match self.token(at + 1) {
                    Some(Name(name)) => name,
                    _ => "valid",
                };
                Some(error(at, message).note(format!(
                    "write `predicate {name}() {{ return …; }}`: its body states permissions and conditions"
                )))
            }
            (Name(_), Some(Name(_))) if self.before(at, 2) == Some(Predicate) => {
                let ty = self.slice(at - 1);
                let message = format!("a predicate has no type: leave out `{ty}`");
                let note = format!("write `predicate {}() {{ return …; }}`", word(0));
                Some(error(at - 1, message).note(note))
            }
            (LBrace | Semi, Some(Name(name))) if self.before(at, 2) == Some(Predicate) => {
                let message = format!("expected `(` after the name of the predicate `{name}`");
                let note = format!("write `predicate {name}() {{ return …; }}`");
                Some(error(at, message).note(note))
            }
            (Assign | Eq, Some(RParen)) => {
                let head = self.head_of(at - 1)?;
                if self.token(head) != Some(Name("pred")) {
                    return None;
                }
                let note = "write `predicate valid() { return acc(x) * 0 <= x; }`";
                Some(error(head, "`pred` is not a keyword".to_owned()).note(note))
            }
            _ => None,
        }
    }

    /// VeriFast's way to write predicates, fractions and patterns.
    fn of_verifast(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        use Token::*;
        let before = self.before(at, 1);
        let (from, to, what) = match self.token(at)? {
            Semi if self.predicate_of(at).is_some() => (
                at,
                at,
                "VeriFast's `;` between the parameters of a predicate",
            ),
            Assign | Eq if before == Some(RParen) => {
                self.predicate_of(at - 1)?;
                (at, at, "a predicate that is defined by `=`")
            }
            Question if !expected.after_operand && matches!(self.token(at + 1), Some(Name(_))) => {
                (at, at + 1, "VeriFast's pattern `?x`")
            }
            Name(_) | This if before == Some(RBracket) => {
                let open = self.open_bracket(at - 1)?;
                let is_index = self.before(open, 1).is_some_and(Token::ends_operand);
                if is_index {
                    return None;
                }
                (open, at - 1, "VeriFast's fraction `[f]`")
            }
            _ => return None,
        };
        Some(unsupported(what, self.span(from).to(self.span(to))))
    }

    /// The `predicate` among whose parameters a token is.
    fn predicate_of(&self, at: usize) -> Option<usize> {
        self.head_of(at)
            .filter(|head| self.token(*head) == Some(Token::Predicate))
    }

    /// The word before the name of the member among whose parameters a token is.
    fn head_of(&self, at: usize) -> Option<usize> {
        use Token::*;
        let mut depth = 0usize;
        for place in (0..at).rev() {
            match self.token(place)? {
                RParen => depth += 1,
                LParen | CastOpen => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => {
                        let is_name = matches!(self.before(place, 1), Some(Name(_)));
                        let head = place.checked_sub(2)?;
                        return is_name.then_some(head);
                    }
                },
                LBrace | RBrace | Semi => return None,
                _ => {}
            }
        }
        None
    }

    /// The `[` that a `]` closes.
    fn open_bracket(&self, close: usize) -> Option<usize> {
        let mut depth = 0usize;
        for place in (0..close).rev() {
            match self.token(place)? {
                Token::RBracket => depth += 1,
                Token::LBracket => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return Some(place),
                },
                _ => {}
            }
        }
        None
    }

    /// A clause that is followed neither by a loop nor by a member.
    fn belongs_to_nothing(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        let last = at.checked_sub(1)?;
        // A name behind a clause is read as the label of a loop.
        let end = match self.token(last)? {
            Token::Name(_) if expected.has(":") => last.checked_sub(1)?,
            _ => last,
        };
        let clause = self.clause_that_ends(end)?;
        let (what, note) = match self.token(clause)? {
            Token::Invariant | Token::Decreases
                if expected.has("while") && !expected.has("return") || end < last =>
            {
                (
                    "before no loop",
                    "it stands directly before its loop, or between the head of the loop and its body",
                )
            }
            Token::Requires | Token::Ensures | Token::Decreases
                if expected.has("void") && matches!(self.token(at), None | Some(Token::RBrace)) =>
            {
                (
                    "before no member",
                    "a contract stands before its method, or between the head of the method and its body",
                )
            }
            _ => return None,
        };
        let span = self.span(clause);
        let word = self.slice(clause);
        let error = Diagnostic::error(Code::Syntax, span, format!("this `{word}` is {what}"));
        Some(error.note(note))
    }

    /// The keyword of the clause that this `;` ends.
    fn clause_that_ends(&self, end: usize) -> Option<usize> {
        if self.token(end) != Some(Token::Semi) {
            return None;
        }
        let mut depth = 0usize;
        for place in (0..end).rev() {
            match self.token(place)? {
                token if is_clause(token) => return Some(place),
                Token::RParen => depth += 1,
                Token::LParen | Token::CastOpen => depth = depth.checked_sub(1)?,
                Token::Semi if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Contracts behind the end of a member on its line, which would count for the next
    /// member.
    pub(super) fn trailing_contracts(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (at, pair) in self.tokens.windows(2).enumerate() {
            let [before, first] = pair else { continue };
            let is_behind = first.in_annotation
                && !before.in_annotation
                && matches!(first.token, Token::Requires | Token::Ensures)
                && matches!(before.token, Token::RBrace | Token::Semi)
                && !self.begins_line(at + 1);
            if !is_behind {
                continue;
            }
            let run = self.tokens.get(at + 1..).unwrap_or_default();
            let next = at + 1 + run.iter().take_while(|s| s.in_annotation).count();
            let next_begins_member = self.token(next).is_some_and(|t| t != Token::RBrace);
            if next_begins_member && self.begins_line(next) {
                let message = "this contract is behind a member, but would belong to the next one";
                let error = Diagnostic::error(Code::NotAllowedHere, self.span(at + 1), message);
                found.push(error.note(
                    "write it on a line of its own before its method, or between the head of the method and its body",
                ));
            }
        }
        found
    }
}

/// Whether a word that is meant to begin a clause stands here, before an operand.
pub(super) fn begins_misspelled_clause(tokens: &[Spanned<'_>], at: usize) -> bool {
    let Some(Token::Name(word)) = tokens.get(at).map(|spanned| spanned.token) else {
        return false;
    };
    let next = tokens.get(at + 1).map(|spanned| spanned.token);
    // `Variant v` declares a variable.
    let is_type = word.starts_with(char::is_uppercase) && matches!(next, Some(Token::Name(_)));
    !is_type
        && next.is_some_and(|next| next.begins_operand() && next != Token::LBracket)
        && meant(word).is_some_and(|keyword| {
            ["requires", "ensures", "decreases", "invariant"].contains(&keyword)
        })
}

fn is_clause(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Requires | Token::Ensures | Token::Decreases | Token::Invariant
    )
}
