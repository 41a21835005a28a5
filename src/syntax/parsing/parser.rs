//! The parser: combines lexer, grammar and error recovery.

use super::actions::Context;
use super::errors::Text;
use super::ignored::ignored_contracts;
use super::misread::might_concern_others;
use super::nesting::check_nesting;
use crate::diagnostics::failure::{Note, Role};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax::java::folding;
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::brackets::Brackets;
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::ast;
use crate::syntax::tree::deep::on_deep_stack;
use lalrpop_util::ParseError;
use std::cell::OnceCell;
use std::convert::Infallible;
use std::ops::Range;

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::restriction,
        missing_docs,
        unused,
        unreachable_pub
    )]
    grammar,
    "/veriframe.rs"
);

/// The most errors reported per file.
const MAX_ERRORS: usize = 20;

/// The most parsing rounds; more than errors, because consequential errors are not
/// reported.
const MAX_ROUNDS: usize = 2 * MAX_ERRORS;

/// Parses the text of a file. In case of errors, the tree omits the statements and
/// members that contain them.
///
/// Also warns of contracts in comments that are not read.
pub fn parse(file: FileId, text: &str, notation: Notation) -> (ast::File, Vec<Diagnostic>) {
    let (tokens, lexical) = lex(file, text, notation);
    let text = Text {
        file,
        text,
        notation,
        tokens: &tokens,
    };
    let warnings = ignored_contracts(&text);
    let folded = match notation {
        Notation::Java => folding::folded(&tokens),
        Notation::Idf => None,
    };
    let text = Text {
        tokens: folded.as_deref().unwrap_or(&tokens),
        ..text
    };
    let (tree, mut diagnostics) = parse_tokens(text, lexical);
    if !warnings.is_empty() {
        diagnostics.extend(warnings);
        diagnostics.sort_by_key(|d| d.span.start);
    }
    (tree, diagnostics)
}

/// Whether a text in Java's notation is read without errors.
pub fn is_well_formed(file: FileId, text: &str) -> bool {
    let (tokens, lexical) = lex(file, text, Notation::Java);
    let folded = folding::folded(&tokens);
    let text = Text {
        file,
        text,
        notation: Notation::Java,
        tokens: folded.as_deref().unwrap_or(&tokens),
    };
    lexical.is_empty() && parse_tokens(text, lexical).1.is_empty()
}

/// Parses tokens; `diagnostics` are those of the lexer.
fn parse_tokens(text: Text<'_>, mut diagnostics: Vec<Diagnostic>) -> (ast::File, Vec<Diagnostic>) {
    let (file, notation, tokens, source) = (text.file, text.notation, text.tokens, text.text);
    let whole = Span::new(file, 0, source.len());
    if let Some(too_deep) = check_nesting(file, tokens) {
        diagnostics.push(too_deep);
        let mut tree = ast::File::default();
        tree.notation = notation;
        (tree.gaps, tree.span, tree.is_misread) = (vec![whole], Some(whole), true);
        return (tree, diagnostics);
    }
    diagnostics.extend(text.trailing_contracts());
    let (mut tree, mut found) = on_deep_stack(|| Rounds::new(text).run());
    tree.notation = notation;
    tree.span = Some(whole);
    tree.is_misread |= !diagnostics.is_empty() || might_concern_others(&tree, source, &found);
    let errors = found.iter().chain(&diagnostics);
    let errors = errors.filter(|d| d.severity == Severity::Error);
    tree.gaps.extend(errors.map(|d| d.span));
    diagnostics.append(&mut found);
    diagnostics.sort_by_key(|d| d.span.start);
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        if let Some(last) = diagnostics.pop() {
            diagnostics.push(last.note("there are more errors, which are not shown"));
        }
    }
    (tree, diagnostics)
}

/// Repeated parsing, each round without the tokens skipped so far.
struct Rounds<'t> {
    text: Text<'t>,
    /// Computed at the first error.
    brackets: OnceCell<Brackets>,
    /// Whether each token is skipped.
    skipped: Vec<bool>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Rounds<'t> {
    fn new(text: Text<'t>) -> Rounds<'t> {
        let skipped = vec![false; text.tokens.len()];
        Rounds {
            text,
            brackets: OnceCell::new(),
            skipped,
            diagnostics: Vec::new(),
        }
    }

    fn run(mut self) -> (ast::File, Vec<Diagnostic>) {
        let parser = grammar::FileParser::new();
        let mut last: Option<Range<usize>> = None;
        for _ in 0..MAX_ROUNDS {
            let mut context = Context::new(self.text.file, self.text.notation, self.text.tokens);
            let error = match parser.parse(&mut context, self.tokens()) {
                Ok(mut tree) => {
                    tree.gaps = self.gaps();
                    tree.skipped = tree.gaps.clone();
                    self.diagnostics.append(&mut context.diagnostics);
                    if self.skipped.contains(&true) {
                        // What was left out for an error may be what an annotation stood in:
                        // nothing is said of it, but nothing there is relied on.
                        tree.is_misread |= !context.misplaced.is_empty();
                        tree.gaps.extend(context.misplaced.iter().map(|d| d.span));
                    } else {
                        self.diagnostics.append(&mut context.misplaced);
                    }
                    return (*tree, self.diagnostics);
                }
                Err(error) => error,
            };
            let (at, expected) = self.place(error);
            last = match last {
                // The rest of a skipped piece is no further error.
                Some(region) if self.first_after(&region) == at => {
                    self.brackets()
                        .around(self.text.tokens, &self.skipped, &region)
                }
                _ => {
                    self.diagnostics.extend(self.text.unexpected(at, &expected));
                    self.to_skip(at, &expected)
                }
            };
            if self.brackets().unmatched.is_some()
                || self.diagnostics.len() >= MAX_ERRORS
                || !self.skip(last.as_ref())
            {
                break;
            }
        }
        self.report_bracket();
        let mut tree = ast::File::default();
        tree.gaps.push(self.whole());
        tree.is_misread = true;
        (tree, self.diagnostics)
    }

    fn whole(&self) -> Span {
        Span::new(self.text.file, 0, self.text.text.len())
    }

    /// The places of the tokens that are left out; the whole file where they are not
    /// whole statements, clauses or members, since the rest may be misread then.
    fn gaps(&self) -> Vec<Span> {
        let mut gaps: Vec<Span> = Vec::new();
        let (mut depth, mut open) = (0usize, false);
        for (spanned, skipped) in self.text.tokens.iter().zip(&self.skipped) {
            let starts = *skipped && !open;
            open = *skipped;
            if !skipped {
                if depth > 0 {
                    return vec![self.whole()];
                }
                continue;
            }
            let place = Span::new(self.text.file, spanned.start, spanned.end);
            match gaps.last_mut() {
                Some(last) if !starts => *last = last.to(place),
                _ => gaps.push(place),
            }
            match spanned.token {
                Token::LParen | Token::CastOpen | Token::LBracket | Token::LBrace => depth += 1,
                Token::RParen | Token::RBracket | Token::RBrace => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return vec![self.whole()],
                },
                _ => {}
            }
        }
        match depth {
            0 => gaps,
            _ => vec![self.whole()],
        }
    }

    fn brackets(&self) -> &Brackets {
        self.brackets
            .get_or_init(|| Brackets::new(self.text.tokens))
    }

    /// The tokens that are not skipped, in the grammar's format.
    fn tokens(&self) -> impl Iterator<Item = Result<(usize, Token<'t>, usize), Infallible>> {
        let kept = self
            .text
            .tokens
            .iter()
            .zip(&self.skipped)
            .filter(|(_, skipped)| !**skipped);
        kept.map(|(s, _)| Ok((s.start, s.token, s.end)))
    }

    /// The index of the unexpected token, and the expected ones.
    fn place(&self, error: ParseError<usize, Token<'t>, Infallible>) -> (usize, Vec<String>) {
        let number = |start: usize| {
            self.text
                .tokens
                .partition_point(|s: &Spanned<'_>| s.start < start)
        };
        match error {
            ParseError::UnrecognizedToken {
                token: (start, ..),
                expected,
            } => (number(start), expected),
            ParseError::UnrecognizedEof { expected, .. } => (self.text.tokens.len(), expected),
            ParseError::InvalidToken { location } => (number(location), Vec::new()),
            ParseError::ExtraToken { token: (start, ..) } => (number(start), Vec::new()),
            ParseError::User { error } => match error {},
        }
    }

    /// The tokens to skip for an error at this token.
    fn to_skip(&self, at: usize, expected: &[String]) -> Option<Range<usize>> {
        let region = self
            .brackets()
            .region(self.text.tokens, &self.skipped, at)?;
        // If a `;` is missing at the end of a line, the next line is fine.
        let forgotten = expected.iter().any(|e| e == "\";\"")
            && region.contains(&at)
            && self.text.begins_item(at);
        Some(if forgotten && region.start < at {
            region.start..at
        } else {
            region
        })
    }

    fn first_after(&self, region: &Range<usize>) -> usize {
        let rest = self
            .skipped
            .iter()
            .skip(region.end)
            .take_while(|s| **s)
            .count();
        region.end + rest
    }

    /// Skips tokens; `false` if there is nothing to skip.
    fn skip(&mut self, region: Option<&Range<usize>>) -> bool {
        let Some(places) = region.and_then(|r| self.skipped.get_mut(r.clone())) else {
            return false;
        };
        let progress = places.iter().any(|skipped| !skipped);
        places.fill(true);
        progress
    }

    /// Reports an unmatched bracket.
    fn report_bracket(&mut self) {
        let Some(at) = self.brackets().unmatched else {
            return;
        };
        let span = self.text.span(at);
        let message = "this bracket has no partner";
        match self.diagnostics.last_mut() {
            Some(last) if last.span == span => last.notes.push(Note::Text(message.to_owned())),
            Some(last) => last.related.push(crate::diagnostics::Label {
                span,
                role: Role::Text(message.to_owned()),
            }),
            None => self
                .diagnostics
                .push(Diagnostic::error(Code::Syntax, span, message)),
        }
    }
}
