//! The nesting limit, checked on tokens before parsing: see [`crate::syntax::tree::deep`].

use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::deep::MAX_NESTING;

/// The nesting depth at a position between brackets.
#[derive(Clone, Copy, Default)]
struct Depth {
    /// The depth of all enclosing brackets.
    outer: usize,
    /// `else`, `while`, …: until the end of a statement without a following `else`.
    statements: usize,
    /// `? :`, `opening … in`, …: until the end of the expression.
    tails: usize,
    /// Prefix operators, `.f`, calls, indices: until the next binary operator.
    operand: usize,
}

impl Depth {
    fn total(self) -> usize {
        self.outer + self.statements + self.tails + self.operand
    }

    /// The depth after an opening bracket.
    fn inside(self) -> Depth {
        Depth {
            outer: self.total() + 1,
            ..Depth::default()
        }
    }

    /// The depth after the closing bracket, given that before the opening one.
    fn after_bracket(self) -> Depth {
        Depth {
            operand: self.operand + 1,
            ..self
        }
    }
}

/// The kind of an opening bracket.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Opener {
    /// The brace of `set{…}` or `new T[] {…}`: an operand ends at the closing one.
    Literal,
    /// The opening bar of `|s|`.
    Bar,
    /// Any other bracket.
    #[default]
    Other,
}

/// Drops unclosed bars at the end of the enclosing bracket.
fn close_bars(outer: &mut Vec<(Depth, Opener)>) {
    while outer.pop_if(|(_, opener)| *opener == Opener::Bar).is_some() {}
}

/// The depth after a `;` or a block: an `else` continues its `if`.
fn end_of_statement(now: Depth, next: Option<Token<'_>>) -> Depth {
    let statements = if next == Some(Token::Else) {
        now.statements
    } else {
        0
    };
    Depth {
        outer: now.outer,
        statements,
        ..Depth::default()
    }
}

/// Refuses a program that is nested too deeply, by an upper bound computed from the
/// tokens.
pub fn check_nesting(file: FileId, tokens: &[Spanned<'_>]) -> Option<Diagnostic> {
    use Token::*;
    let mut outer: Vec<(Depth, Opener)> = Vec::new();
    let mut now = Depth::default();
    let mut before = None;
    // Whether the preceding token is a bracket or bar that ended an operand.
    let mut operand_closed = false;
    for (at, spanned) in tokens.iter().enumerate() {
        let mut closed = false;
        let next = || tokens.get(at + 1).map(|s| s.token);
        match spanned.token {
            LParen | CastOpen | LBracket | LBrace | TypeLt => {
                // `set{…}` and `new T[] {…}` are operands; other braces are statements.
                let literal = matches!(before, Some(Collection(_) | Brackets));
                outer.push((
                    now,
                    if literal {
                        Opener::Literal
                    } else {
                        Opener::Other
                    },
                ));
                now = now.inside();
            }
            RParen | RBracket | RBrace | TypeGt => {
                close_bars(&mut outer);
                let (back, opener) = outer.pop().unwrap_or_default();
                now = back.after_bracket();
                closed = opener == Opener::Literal;
                if spanned.token == RBrace && !closed {
                    now = end_of_statement(now, next());
                }
            }
            Pipe if operand_closed || before.is_some_and(Token::ends_operand) => {
                if let Some((back, _)) = outer.pop_if(|(_, opener)| *opener == Opener::Bar) {
                    now = back.after_bracket();
                    closed = true;
                }
            }
            Pipe => {
                outer.push((now, Opener::Bar));
                now = now.inside();
            }
            Semi => {
                close_bars(&mut outer);
                now = end_of_statement(now, next());
            }
            // Several nodes per bracket, including the parts after the `;`s.
            JmlQuantifier(_) => now.outer += 4,
            Comma => {
                now = Depth {
                    operand: 0,
                    tails: 0,
                    ..now
                }
            }
            If if before == Some(Else) => {}
            If | Else | While | For | Do | Switch | Arrow => {
                now = Depth {
                    statements: now.statements + 1,
                    operand: 0,
                    ..now
                }
            }
            Question | Colon => {
                now = Depth {
                    tails: now.tails + 1,
                    operand: 0,
                    ..now
                }
            }
            // The preceding operators continue in the operand.
            Opening | Using | Let | Quantifier(_) | Choose | Collection(_) => {
                now = Depth {
                    tails: now.tails + now.operand + 1,
                    operand: 0,
                    ..now
                };
            }
            Minus | Plus if !before.is_some_and(Token::ends_operand) => now.operand += 1,
            Bin(_) | Compound(_) | Assign | Eq | Lt | Gt | Star | Plus | Minus => now.operand = 0,
            Not | Tilde | Prefix(_) | Postfix(_) | Dot | Brackets | InstanceOf => now.operand += 1,
            _ => {}
        }
        before = Some(spanned.token);
        operand_closed = closed;
        if now.total() > MAX_NESTING {
            let span = Span::new(file, spanned.start, spanned.end);
            let message = format!("more than {MAX_NESTING} levels of nesting are not supported");
            return Some(Diagnostic::error(Code::Unsupported, span, message));
        }
    }
    None
}
