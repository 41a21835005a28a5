//! Expressions of Java for which the tree has no node: each becomes one token, which the grammar reads as
//! an operand that is refused by name. So the rest of what they stand in is read.
//!
//! These are lambda expressions, references to methods, anonymous classes, `switch` as an expression, and
//! literals of classes that are not named by a name alone. Annotations are left out, since they say nothing of a
//! program; and of their declarations the names are left.

use super::inert;
use crate::syntax::shared::brackets::Brackets;
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::ast::BinOp;
use std::ops::Range;

/// What two and three closing brackets of type arguments are read as where nothing else tells.
const SHIFT: Token<'static> = Token::Bin(BinOp::Shr);
const UNSIGNED_SHIFT: Token<'static> = Token::Bin(BinOp::UShr);

/// `@interface`
const ANNOTATION: Token<'static> = Token::Reserved("the declaration of an annotation");

/// The word of a literal of a class: behind a dot, it is a name.
const CLASS: Token<'static> = Token::Name("class");

/// The tokens with such expressions folded; `None` if there are none.
pub fn folded<'t>(tokens: &[Spanned<'t>]) -> Option<Vec<Spanned<'t>>> {
    let is_begin = |spanned: &Spanned<'_>| {
        matches!(
            spanned.token,
            Token::Arrow
                | Token::ColonColon
                | CLASS
                | Token::Switch
                | Token::New
                | Token::Annotation(_)
                | ANNOTATION
        )
    };
    if !tokens.iter().any(is_begin) {
        return None;
    }
    let code = CodeTokens {
        tokens,
        brackets: Brackets::new(tokens),
    };
    let folds = (0..tokens.len()).filter_map(|at| code.fold(at));
    let mut folds: Vec<(Range<usize>, Instead)> = folds.collect();
    if folds.is_empty() {
        return None;
    }
    // Of several that overlap, the one that begins first has the others in it.
    folds.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut found = Vec::with_capacity(tokens.len());
    let mut from = 0;
    for (range, instead) in folds {
        if range.start < from {
            continue;
        }
        found.extend_from_slice(tokens.get(from..range.start).unwrap_or_default());
        let part = tokens.get(range.clone()).unwrap_or_default();
        if let [first, name, open, .., last] = part
            && instead == Instead::Enum
        {
            let token = Token::Enum;
            found.extend([Spanned { token, ..*first }, *name, *open, *last]);
        } else if let ([first, .., last], Instead::Operand(what)) = (part, instead) {
            let (token, end) = (Token::Literal(what), last.end);
            found.push(Spanned {
                token,
                end,
                ..*first
            });
        }
        from = range.end;
    }
    found.extend_from_slice(tokens.get(from..).unwrap_or_default());
    Some(found)
}

/// What tokens are replaced by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instead {
    Nothing,
    /// An operand that is refused by this name.
    Operand(&'static str),
    /// An `enum` of the name, without constants: it can be named, but nothing can be below it, which would inherit
    /// what is left out.
    Enum,
}

/// The tokens of a file.
struct CodeTokens<'c, 't> {
    tokens: &'c [Spanned<'t>],
    brackets: Brackets,
}

impl<'t> CodeTokens<'_, 't> {
    fn token(&self, at: usize) -> Option<Token<'t>> {
        self.tokens.get(at).map(|spanned| spanned.token)
    }

    fn before(&self, at: usize) -> Option<Token<'t>> {
        self.token(at.checked_sub(1)?)
    }

    /// What is recognized by the token at a position.
    fn fold(&self, at: usize) -> Option<(Range<usize>, Instead)> {
        if self.tokens.get(at)?.in_annotation {
            return None;
        }
        let (range, what) = match self.token(at)? {
            Token::Annotation(_) => {
                return Some((at..inert::end_of(self.tokens, at), Instead::Nothing));
            }
            ANNOTATION => return Some((self.annotation(at)?, Instead::Enum)),
            Token::Arrow => (self.lambda(at)?, "a lambda expression"),
            Token::ColonColon => (self.reference(at)?, "a method reference"),
            CLASS => (self.class_literal(at)?, "a class literal"),
            Token::Switch => (self.switch(at)?, "a `switch` expression"),
            Token::New => (self.anonymous(at)?, "an anonymous class"),
            _ => return None,
        };
        Some((range, Instead::Operand(what)))
    }

    /// `x -> …` or `(…) -> …`, but not the arrow of a `case`.
    fn lambda(&self, arrow: usize) -> Option<Range<usize>> {
        let last = arrow.checked_sub(1)?;
        let start = match self.token(last)? {
            Token::Name(_) | Token::TypeName(_) | Token::Wildcard => last,
            Token::RParen => self.brackets.partner(last)?,
            _ => return None,
        };
        if self.is_label(start) {
            return None;
        }
        let body = arrow + 1;
        let end = match self.token(body)? {
            Token::LBrace => self.brackets.partner(body)? + 1,
            _ => self.end_of_expression(body),
        };
        Some(start..end)
    }

    /// Whether a position is among the labels of a `case`.
    fn is_label(&self, start: usize) -> bool {
        let mut at = start;
        while let Some(before) = at.checked_sub(1) {
            at = before;
            match self.token(at) {
                Some(Token::Case) => return true,
                Some(Token::RParen | Token::RBracket) => match self.brackets.partner(at) {
                    Some(open) => at = open,
                    None => return false,
                },
                Some(
                    Token::LParen
                    | Token::CastOpen
                    | Token::LBracket
                    | Token::LBrace
                    | Token::RBrace
                    | Token::Semi
                    | Token::Arrow
                    | Token::Assign
                    | Token::Return,
                )
                | None => return false,
                Some(_) => {}
            }
        }
        false
    }

    /// The end of an expression that is the last of what is around it.
    fn end_of_expression(&self, start: usize) -> usize {
        let (mut at, mut questions) = (start, 0usize);
        while let Some(token) = self.token(at) {
            match token {
                Token::LParen | Token::CastOpen | Token::LBracket | Token::LBrace => {
                    match self.brackets.partner(at) {
                        Some(close) => at = close,
                        None => return at,
                    }
                }
                Token::RParen | Token::RBracket | Token::RBrace | Token::Semi | Token::Comma => {
                    return at;
                }
                Token::Question => questions += 1,
                Token::Colon if questions == 0 => return at,
                Token::Colon => questions -= 1,
                _ => {}
            }
            at += 1;
        }
        at
    }

    /// `E::m` and `T::new`, with the expression or type.
    fn reference(&self, at: usize) -> Option<Range<usize>> {
        let mut name = at + 1;
        if matches!(self.token(name)?, Token::Lt | Token::TypeLt) {
            name = self.behind_angles(name)?;
        }
        let is_name = matches!(
            self.token(name)?,
            Token::Name(_) | Token::TypeName(_) | Token::New
        );
        is_name.then_some(self.start_of_primary(at)?..name + 1)
    }

    /// The literal of a class that has no name, such as `int[].class`.
    fn class_literal(&self, at: usize) -> Option<Range<usize>> {
        let dot = at.checked_sub(1)?;
        let is_unnamed = matches!(
            self.before(dot)?,
            Token::Brackets | Token::Void | Token::IntType | Token::BoolType | Token::JavaType(_)
        );
        let is_literal = self.token(dot)? == Token::Dot && is_unnamed;
        is_literal.then_some(self.start_of_primary(dot)?..at + 1)
    }

    /// The start of the primary expression or the type that ends before a position.
    fn start_of_primary(&self, end: usize) -> Option<usize> {
        let mut at = end.checked_sub(1)?;
        loop {
            match self.token(at)? {
                Token::Brackets => at = at.checked_sub(1)?,
                Token::RBracket => at = self.brackets.partner(at)?.checked_sub(1)?,
                Token::RParen => {
                    let open = self.brackets.partner(at)?;
                    let is_call = matches!(
                        self.before(open),
                        Some(Token::Name(_) | Token::TypeName(_) | Token::Gt | Token::TypeGt)
                    );
                    if !is_call {
                        return Some(open);
                    }
                    at = open.checked_sub(1)?;
                }
                Token::Gt | Token::TypeGt | SHIFT | UNSIGNED_SHIFT => {
                    at = self.before_angles(at)?;
                }
                Token::RBrace => at = self.brackets.partner(at)?.checked_sub(1)?,
                Token::Name(_)
                | Token::TypeName(_)
                | Token::This
                | Token::Super
                | Token::Void
                | Token::IntType
                | Token::BoolType
                | Token::JavaType(_)
                | Token::Str(_)
                | Token::Literal(_) => match self.before(at) {
                    Some(Token::Dot) => at = at.checked_sub(2)?,
                    Some(Token::New) => return at.checked_sub(1),
                    _ => return Some(at),
                },
                _ => return None,
            }
        }
    }

    /// The position before the type arguments that end at one.
    fn before_angles(&self, close: usize) -> Option<usize> {
        let (mut at, mut depth) = (close, 0usize);
        loop {
            match self.token(at)? {
                Token::Lt | Token::TypeLt => depth = depth.checked_sub(1)?,
                token if is_within_angles(token) => depth += self.closed_by(at),
                _ => return None,
            }
            if depth == 0 {
                return at.checked_sub(1);
            }
            at = at.checked_sub(1)?;
        }
    }

    /// The position behind the type arguments that begin at one.
    fn behind_angles(&self, open: usize) -> Option<usize> {
        let (mut at, mut depth) = (open, 0usize);
        loop {
            match self.token(at)? {
                Token::Lt | Token::TypeLt => depth += 1,
                token if is_within_angles(token) => {
                    depth = depth.checked_sub(self.closed_by(at))?
                }
                _ => return None,
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }

    /// The number of `>` in a token.
    fn closed_by(&self, at: usize) -> usize {
        let length = self
            .tokens
            .get(at)
            .map_or(0, |spanned| spanned.end - spanned.start);
        match self.token(at) {
            Some(Token::Gt | Token::TypeGt | SHIFT | UNSIGNED_SHIFT) => length,
            _ => 0,
        }
    }

    /// `switch (…) {…}` where a value is needed.
    fn switch(&self, at: usize) -> Option<Range<usize>> {
        let needs_value = matches!(
            self.before(at)?,
            Token::Assign
                | Token::Compound(_)
                | Token::Return
                | Token::LParen
                | Token::CastOpen
                | Token::LBracket
                | Token::Comma
                | Token::Question
                | Token::Throw
                | Token::Plus
                | Token::Minus
                | Token::Star
                | Token::Not
                | Token::Bin(_)
                | Token::Reserved("`yield`")
        );
        let body = self.brackets.partner(at + 1)? + 1;
        let is_body = self.token(body)? == Token::LBrace;
        (needs_value && is_body).then_some(at..self.brackets.partner(body)? + 1)
    }

    /// `new T(…) {…}`
    fn anonymous(&self, at: usize) -> Option<Range<usize>> {
        let mut next = at + 1;
        loop {
            match self.token(next)? {
                Token::Name(_) | Token::TypeName(_) | Token::Dot => next += 1,
                Token::Lt | Token::TypeLt => next = self.behind_angles(next)?,
                Token::LParen => break,
                _ => return None,
            }
        }
        let body = self.brackets.partner(next)? + 1;
        let is_body = self.token(body)? == Token::LBrace;
        is_body.then_some(at..self.brackets.partner(body)? + 1)
    }

    /// The declaration of an annotation, unless it declares classes.
    fn annotation(&self, at: usize) -> Option<Range<usize>> {
        let open = at + 2;
        let close = self.brackets.partner(open)?;
        let is_declared = matches!(self.token(at + 1)?, Token::Name(_) | Token::TypeName(_))
            && self.token(open)? == Token::LBrace;
        let declares = |spanned: &Spanned<'_>| {
            matches!(
                spanned.token,
                Token::Class | Token::Interface | Token::Enum | Token::Reserved(_)
            )
        };
        let within = self.tokens.get(open..close)?;
        (is_declared && !within.iter().any(declares)).then_some(at..close + 1)
    }
}

/// Whether a token can stand in type arguments.
fn is_within_angles(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::Name(_)
            | Token::TypeName(_)
            | Token::Dot
            | Token::Comma
            | Token::Question
            | Token::Extends
            | Token::Super
            | Token::Ampersand
            | Token::Brackets
            | Token::IntType
            | Token::BoolType
            | Token::JavaType(_)
            | Token::Gt
            | Token::TypeGt
            | SHIFT
            | UNSIGNED_SHIFT
    )
}
