//! Words that only annotations know, in annotations of `.java` files: Java does not reserve
//! them, so code may use them as names, and annotations have to be able to say these names.
//!
//! Such a word is a keyword only where no name can stand, or where a name would begin
//! nothing: `open` begins a statement in `open p();`, and is a name in `open = true;`,
//! `ensures open` and `int open`. Three words cannot be told apart by their context:
//!
//! * `result` and `write` are names for the parser; the resolver gives them the meaning of
//!   the contract's words where nothing of this name is declared;
//! * `old` before one argument in brackets is [`Token::OldWord`]: a call if there is a method
//!   `old`, and the heap on entry otherwise.
//!
//! `acc(…)` and `untouched(…)`, and `write` as the amount of an `acc`, are always the contract's
//! words: they have no other spelling.

use super::token_disambiguation::Pass;
use crate::syntax::shared::token::{Token, Word};

impl<'t> Pass<'_, 't> {
    /// The token at the current place, or the name that the word is there.
    pub(super) fn word_or_name(&mut self, token: Token<'t>) -> Token<'t> {
        if !self.is_contextual(self.at) {
            return token;
        }
        match token {
            Token::Old => self.old(),
            _ if self.is_name(token) => self.name_here().unwrap_or(token),
            _ => token,
        }
    }

    /// Whether this is a word of an annotation that Java does not reserve, as it is written
    /// without a backslash.
    pub(super) fn is_contextual(&self, at: usize) -> bool {
        let Some(spanned) = self.tokens.get(at) else {
            return false;
        };
        let first = self.text.as_bytes().get(spanned.start);
        spanned.in_annotation
            && spanned.token.word().is_some()
            && first.is_some_and(|b| b.is_ascii_alphabetic() || *b == b'@')
    }

    /// The word at the current place as a name.
    fn name_here(&self) -> Option<Token<'t>> {
        let spanned = self.tokens.get(self.at)?;
        let word = self.text.get(spanned.start..spanned.end)?;
        Some(Token::Name(word.trim_start_matches('@')))
    }

    /// The token n places ahead, if the annotation reaches that far.
    fn inside(&self, n: usize) -> Option<Token<'t>> {
        let spanned = self.tokens.get(self.at + n)?;
        spanned.in_annotation.then_some(spanned.token)
    }

    fn is_name(&mut self, token: Token<'t>) -> bool {
        use Token::*;
        let next = self.inside(1);
        if self.declares(token, next) {
            return true;
        }
        let Some(word) = token.word() else {
            return false;
        };
        match word {
            Word::Value => true,
            Word::Statement | Word::Clause | Word::Member => {
                self.is_operand(next) || continues_name(next) || self.is_empty_call()
            }
            Word::Modifier => {
                let before_declaration = next.is_none()
                    || self.begins_type(1)
                    || matches!(next, Some(Class | Interface));
                !before_declaration && (self.needs_operand() || continues_name(next))
            }
            Word::Type => !self.is_type(next),
            Word::Prefix => match token {
                Let => !(self.is_word_at(1) && self.inside(2) == Some(Assign)),
                Quantifier(_) => !self.begins_type(1),
                _ => match next {
                    Some(LParen) => !self.leads_to_in(),
                    next => !next.is_some_and(Token::begins_operand),
                },
            },
            Word::Infix => !self.last_ends || self.binds || next == Some(Assign),
            // `old` is decided by itself.
            Word::Bracketed => next != Some(LParen),
        }
    }

    /// Whether the word is the name in a declaration: a type stands before it.
    fn declares(&self, token: Token<'t>, next: Option<Token<'t>>) -> bool {
        use Token::*;
        let ends = matches!(
            next,
            None | Some(Assign | Semi | Comma | RParen | Colon | ColonColon)
        );
        let is_operator = matches!(token, In | Bin(_));
        match self.last {
            _ if !self.follows_inside() => false,
            Some(IntType | BoolType | PermType | JavaType(_) | Void | Class | Interface) => true,
            Some(Predicate | Let | New | InstanceOf) => true,
            Some(TypeGt) => !is_operator || ends,
            Some(Name(_) | TypeName(_) | Brackets) => {
                next.is_some() && (ends || (next == Some(LParen) && !is_operator))
            }
            _ => false,
        }
    }

    /// Whether the word stands where an operand is due, and is none of a misplaced keyword.
    fn is_operand(&self, next: Option<Token<'t>>) -> bool {
        use Token::*;
        let misplaced = next.is_some_and(|next| {
            next.begins_operand() && !matches!(next, LParen | LBracket | Brackets)
        });
        self.needs_operand() && !misplaced
    }

    /// Whether the preceding token belongs to the same annotation.
    fn follows_inside(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.is_some_and(|spanned| spanned.in_annotation)
    }

    /// Whether the preceding token lets only an operand follow.
    fn needs_operand(&self) -> bool {
        use Token::*;
        if !self.follows_inside() {
            return false;
        }
        match self.last {
            Some(RParen) => self.after_cast,
            Some(Colon) => self.is_else,
            Some(LBrace) => self.in_elements(),
            // The range or the body of a quantifier of JML.
            Some(Semi) => self.in_operand(),
            Some(Pipe) => !self.last_ends,
            Some(
                Assert | Return | Throw | Assign | Compound(_) | Eq | Lt | Gt | Star | Plus | Minus
                | Not | Bin(_) | Prefix(_) | Tilde | LParen | LBracket | Comma | Question
                | ColonColon | In | Opening | Using | Case | DotDot | Ampersand,
            ) => true,
            last => matches!(
                last.and_then(Token::word),
                Some(Word::Statement | Word::Clause)
            ),
        }
    }

    /// Whether a word of a declaration, or the rest of a type, begins n places ahead.
    fn begins_type(&self, n: usize) -> bool {
        use Token::*;
        matches!(
            self.inside(n),
            Some(
                Name(_)
                    | TypeName(_)
                    | IntType
                    | BoolType
                    | PermType
                    | JavaType(_)
                    | Collection(_)
                    | Void
                    | Modifier(_)
            )
        )
    }

    /// Whether a word that can be a name is n places ahead.
    fn is_word_at(&self, n: usize) -> bool {
        matches!(self.inside(n), Some(Token::Name(_))) || self.is_contextual(self.at + n)
    }

    /// Whether `bool` or `perm` is a type here.
    fn is_type(&self, next: Option<Token<'t>>) -> bool {
        use Token::*;
        let cast = self.last == Some(LParen)
            && next == Some(RParen)
            && self.inside(2).is_some_and(Token::begins_operand);
        let applied = self.types > 0;
        cast || applied
            || matches!(self.last, Some(New | InstanceOf | CastOpen))
            || matches!(next, None | Some(Brackets | TypeGt))
            || self.is_word_at(1)
    }

    /// Whether empty brackets follow, as no operand does.
    fn is_empty_call(&self) -> bool {
        self.inside(1) == Some(Token::LParen) && self.inside(2) == Some(Token::RParen)
    }

    /// `old`: the contract's word before a label, and perhaps before one argument.
    fn old(&mut self) -> Token<'t> {
        let name = self.name_here().unwrap_or(Token::Old);
        let next = self.inside(1);
        if matches!(self.last, Some(Token::Void)) || self.declares(Token::Old, next) {
            return name;
        }
        match next {
            Some(Token::LParen) if self.is_empty_call() => name,
            Some(Token::LParen) => Token::OldWord,
            Some(Token::LBracket) => match self.partner(self.at + 1) {
                Some(close) if self.token(close + 1) != Some(Token::LParen) => name,
                _ => Token::Old,
            },
            // A declaration before a contract, which is refused by name.
            Some(_) if self.begins_type(1) => Token::Old,
            _ => name,
        }
    }

    /// Whether the operand in brackets behind `opening` or `using` is followed by `in`.
    fn leads_to_in(&mut self) -> bool {
        let Some(mut close) = self.partner(self.at + 1) else {
            return true;
        };
        loop {
            match self.token(close + 1) {
                Some(Token::In) => return true,
                Some(Token::Dot) => {
                    close += 2;
                    if self.token(close + 1) != Some(Token::LParen) {
                        continue;
                    }
                }
                Some(Token::LBracket) => {}
                _ => return false,
            }
            let Some(next) = self.partner(close + 1) else {
                return true;
            };
            close = next;
        }
    }

    /// The bracket that closes the one at a place; `None` if there is none, or after too many
    /// searches.
    fn partner(&mut self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open.. {
            self.scans = self.scans.checked_sub(1)?;
            match self.token(at)? {
                Token::LParen | Token::LBracket => depth += 1,
                Token::RParen | Token::RBracket => depth = depth.checked_sub(1)?,
                Token::Semi | Token::LBrace => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }
}

/// Whether a token can continue an expression that a name begins, and cannot begin one.
fn continues_name(next: Option<Token<'_>>) -> bool {
    use Token::*;
    matches!(
        next,
        Some(Assign | Compound(_) | Prefix(_) | Dot | RParen | Comma | RBrace)
    )
}
