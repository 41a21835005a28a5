//! Annotations of a `.java` file: `javac` does not see them, so that with and
//! without them the code must say the same.
//!
//! Whole declarations, statements, clauses and a few words may stand in an
//! annotation. The parser's actions name each such piece ([`Annotations::allow`]);
//! a token in an annotation that is in none of them is refused at the end.

use super::lexer::Spanned;
use super::token::Token;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, Span};
use crate::syntax::Notation;
use std::ops::Range;

/// What of a file stands in annotations.
pub struct Annotations {
    /// Whether it is a `.java` file: in others all is code.
    is_java: bool,
    /// The tokens in annotations.
    tokens: Vec<Range<usize>>,
    /// Where the tokens of the code begin, in order (of a `.java` file).
    code: Vec<usize>,
    /// The pieces that may stand in annotations.
    allowed: Vec<Range<usize>>,
    /// Annotations that begin a statement, a clause or a member, and have no `;` or
    /// `}` at their end, in order: where the first token begins, and the last token.
    unended: Vec<(usize, Range<usize>)>,
}

impl Annotations {
    /// For these tokens. In an `.idf` file nothing stands in annotations.
    pub fn new(tokens: &[Spanned<'_>], notation: Notation) -> Annotations {
        let mut annotations = Annotations {
            tokens: Vec::new(),
            code: Vec::new(),
            is_java: notation == Notation::Java,
            allowed: Vec::new(),
            unended: Vec::new(),
        };
        if notation == Notation::Idf {
            return annotations;
        }
        annotations.unended = unended(tokens);
        for spanned in tokens {
            if spanned.in_annotation {
                annotations.tokens.push(spanned.start..spanned.end);
            } else {
                annotations.code.push(spanned.start);
            }
        }
        annotations
    }

    /// Whether no token in these bytes is code.
    pub fn hold(&self, l: usize, r: usize) -> bool {
        if !self.is_java {
            return false;
        }
        let next = self.code.partition_point(|start| *start < l);
        l < r && self.code.get(next).is_none_or(|start| *start >= r)
    }

    /// Lets a piece stand in annotations, if it wholly does; whether it does.
    pub fn allow(&mut self, l: usize, r: usize) -> bool {
        let held = self.hold(l, r);
        if held {
            self.allowed.push(l..r);
        }
        held
    }

    /// What stands in annotations and may not.
    pub fn check(mut self, file: FileId) -> Vec<Diagnostic> {
        self.allowed.sort_by_key(|piece| (piece.start, piece.end));
        let mut found = Vec::new();
        let mut pieces = self.allowed.iter().peekable();
        let mut covered = 0;
        let mut before = false;
        for token in &self.tokens {
            while let Some(piece) = pieces.next_if(|piece| piece.start <= token.start) {
                covered = covered.max(piece.end);
            }
            let refused = token.end > covered;
            // Of several side by side the first is enough.
            if refused && !before {
                let next = self
                    .unended
                    .partition_point(|(_, last)| last.end <= token.start);
                let unended = self.unended.get(next);
                found.push(match unended.filter(|(first, _)| *first <= token.start) {
                    Some((_, last)) => Diagnostic::error(
                        Code::Syntax,
                        Span::new(file, last.start, last.end),
                        NOT_ENDED,
                    ),
                    None => misplaced(Span::new(file, token.start, token.end)),
                });
            }
            before = refused;
        }
        found
    }
}

/// Of the runs of tokens in annotations those that begin something and do not end it.
fn unended(tokens: &[Spanned<'_>]) -> Vec<(usize, Range<usize>)> {
    use Token::*;
    let mut found = Vec::new();
    for run in tokens.chunk_by(|a, b| a.in_annotation && b.in_annotation) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let begins = matches!(
            first.token,
            Requires
                | Ensures
                | Decreases
                | Invariant
                | Predicate
                | Lemma
                | Assert
                | Assume
                | Open
                | Close
                | Use
                | Join
                | Label
                | Modifier("ghost" | "pure" | "static")
        );
        // A word such as `pure` is all that stands in its annotation.
        let alone = matches!(last.token, Semi | RBrace | Modifier(_));
        if first.in_annotation && begins && !alone {
            found.push((first.start, last.start..last.end));
        }
    }
    found
}

/// What is said of an annotation whose end stands in the code.
pub const NOT_ENDED: &str = "expected `;` behind this, at the end of the annotation";

/// What is said of an annotation that would change the code.
pub const CHANGES_CODE: &str = "this annotation would change what the code around it says";

/// The diagnostic for what would change the code.
pub fn misplaced(span: Span) -> Diagnostic {
    let message = CHANGES_CODE;
    Diagnostic::error(Code::NotAllowedHere, span, message).note(
        "in annotations stand whole members, statements and clauses, the words `pure` and `ghost`, \
         and `opening … in` or `using … in` before a whole expression",
    )
}
