//! Annotations in comments of `.java` files. `javac` ignores them, so the code must
//! have the same meaning with and without them.
//!
//! An annotation may contain whole declarations, statements, clauses and a few words.
//! The parser's actions report each such piece ([`Annotations::allow`]); tokens in
//! annotations outside all of them are refused at the end.

use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax::shared::token::{Spanned, Token, Word};
use std::ops::Range;

/// The annotations of a file.
pub struct Annotations {
    /// The notation; `.idf` files are all code.
    notation: Notation,
    /// The ranges of annotation tokens.
    tokens: Vec<Range<usize>>,
    /// The start offsets of the code tokens, ascending (`.java` files only).
    code: Vec<usize>,
    /// The pieces that may be in annotations.
    allowed: Vec<Range<usize>>,
    /// Annotations that begin a statement, a clause or a member without a final `;` or
    /// `}`, in order: the start of the first token, and the last token.
    unended: Vec<(usize, Range<usize>)>,
}

impl Annotations {
    /// The annotations among these tokens; none in an `.idf` file.
    pub fn new(tokens: &[Spanned<'_>], notation: Notation) -> Annotations {
        let mut annotations = Annotations {
            tokens: Vec::new(),
            code: Vec::new(),
            notation,
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

    /// Whether these bytes contain no code token.
    pub fn hold(&self, l: usize, r: usize) -> bool {
        if self.notation == Notation::Idf {
            return false;
        }
        let next = self.code.partition_point(|start| *start < l);
        l < r && self.code.get(next).is_none_or(|start| *start >= r)
    }

    /// Allows a piece that is entirely in annotations. Returns whether it is.
    pub fn allow(&mut self, l: usize, r: usize) -> bool {
        let held = self.hold(l, r);
        if held {
            self.allowed.push(l..r);
        }
        held
    }

    /// Reports annotation tokens outside all allowed pieces.
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
            // Of adjacent tokens, only the first is reported.
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

/// The annotations that begin a piece and do not end it.
fn unended(tokens: &[Spanned<'_>]) -> Vec<(usize, Range<usize>)> {
    use Token::*;
    let mut found = Vec::new();
    for run in tokens.chunk_by(|a, b| a.in_annotation && b.in_annotation) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let is_word = matches!(
            first.token.word(),
            Some(Word::Clause | Word::Member | Word::Statement | Word::Modifier)
        );
        let begins = is_word || matches!(first.token, Assert | Modifier("static"));
        // A word such as `pure` may be alone in an annotation.
        let alone = matches!(last.token, Semi | RBrace | Modifier(_));
        if first.in_annotation && begins && !alone {
            found.push((first.start, last.start..last.end));
        }
    }
    found
}

/// The message for an annotation that ends in the code.
pub const NOT_ENDED: &str = "expected `;` behind this, at the end of the annotation";

/// The diagnostic for an annotation that would change the meaning of code.
pub fn misplaced(span: Span) -> Diagnostic {
    let message = "this annotation would change what the code around it says";
    Diagnostic::error(Code::NotAllowedHere, span, message).note(
        "in annotations stand whole members, statements and clauses, the words `pure` and `ghost`, \
         and `opening … in` or `using … in` before a whole expression",
    )
}
