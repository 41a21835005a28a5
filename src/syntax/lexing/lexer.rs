//! The lexer: logos splits the text by shape, the notation's tables classify words, and
//! a second pass resolves ambiguities by context, so that the grammar has no conflicts.
//!
//! Two ambiguities are resolved here: after `.` every word is a name, and `[` directly
//! before `]` is one token. The others are resolved in [`super::token_disambiguation`].
//!
//! Every byte belongs to a token, a comment or whitespace, or is reported.

use super::token_disambiguation::disambiguate;
use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax::idf::idf_word;
use crate::syntax::java::unsupported::{self, unsupported};
use crate::syntax::java::words::{annotation_word, code_word, java_operator, jml_word};
use crate::syntax::java::{inert, misspelled};
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::ast::{AssignOp, BinOp, IncOp};
use logos::{Lexer, Logos};

/// Lexical shapes, the same in every notation. Whitespace and comments are shapes, too:
/// logos skips by recursion, so a file of comments could exhaust the stack.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Shape {
    #[regex(r"[ \t\r\n\f\u{FEFF}]", blanks)]
    Blank,
    #[token("//", line_comment)]
    #[token("/*", block_comment)]
    Comment(Ended),
    #[regex(r"[A-Za-z_$]", word)]
    Word,
    #[regex(r"\\[A-Za-z]", word)]
    JmlWord,
    #[regex(r"@[A-Za-z_$]", word)]
    Annotation,
    #[regex(r"[0-9]", number)]
    #[regex(r"\.[0-9]", number)]
    Number,
    #[token("\"\"\"", text_block)]
    TextBlock(Ended),
    #[token("\"", |lex| quoted(lex, '"'))]
    String(Ended),
    #[token("'", |lex| quoted(lex, '\''))]
    Char(Ended),
    #[token("(", |_| Token::LParen)]
    #[token(")", |_| Token::RParen)]
    #[token("[", |_| Token::LBracket)]
    #[token("]", |_| Token::RBracket)]
    #[token("{", |_| Token::LBrace)]
    #[token("}", |_| Token::RBrace)]
    #[token(";", |_| Token::Semi)]
    #[token(",", |_| Token::Comma)]
    #[token(".", |_| Token::Dot)]
    #[token("..", |_| Token::DotDot)]
    #[token("?", |_| Token::Question)]
    #[token(":", |_| Token::Colon)]
    #[token("::", |_| Token::ColonColon)]
    #[token("•", |_| Token::ColonColon)]
    #[token("|", |_| Token::Pipe)]
    #[token(":=", |_| Token::Assign)]
    #[token("=", |_| Token::Eq)]
    #[token("==", |_| Token::Bin(BinOp::Eq))]
    #[token("!=", |_| Token::Bin(BinOp::Ne))]
    #[token("≠", |_| Token::Bin(BinOp::Ne))]
    #[token("<", |_| Token::Lt)]
    #[token(">", |_| Token::Gt)]
    #[token("<=", |_| Token::Bin(BinOp::Le))]
    #[token("≤", |_| Token::Bin(BinOp::Le))]
    #[token(">=", |_| Token::Bin(BinOp::Ge))]
    #[token("≥", |_| Token::Bin(BinOp::Ge))]
    #[token("&&", |_| Token::Bin(BinOp::And))]
    #[token("∧", |_| Token::Bin(BinOp::And))]
    #[token("||", |_| Token::Bin(BinOp::Or))]
    #[token("∨", |_| Token::Bin(BinOp::Or))]
    #[token("!", |_| Token::Not)]
    #[token("¬", |_| Token::Not)]
    #[token("==>", |_| Token::Bin(BinOp::Implies))]
    #[token("⇒", |_| Token::Bin(BinOp::Implies))]
    #[token("⊃", |_| Token::Bin(BinOp::Implies))]
    #[token("→", |_| Token::Bin(BinOp::Implies))]
    #[token("<==>", |_| Token::Bin(BinOp::Iff))]
    #[token("⇔", |_| Token::Bin(BinOp::Iff))]
    #[token("∀", |_| Token::Quantifier("forall"))]
    #[token("∃", |_| Token::Quantifier("exists"))]
    #[token("--*", |_| Token::Bin(BinOp::Wand))]
    #[token("*", |_| Token::Star)]
    #[token("∗", |_| Token::Star)]
    #[token("×", |_| Token::Star)]
    #[token("/", |_| Token::Bin(BinOp::Div))]
    #[token("%", |_| Token::Bin(BinOp::Rem))]
    #[token("+", |_| Token::Plus)]
    #[token("-", |_| Token::Minus)]
    #[token("++", |_| Token::Prefix(IncOp::PreInc))]
    #[token("--", |_| Token::Prefix(IncOp::PreDec))]
    #[token("+=", |_| Token::Compound(AssignOp::Add))]
    #[token("-=", |_| Token::Compound(AssignOp::Sub))]
    #[token("*=", |_| Token::Compound(AssignOp::Mul))]
    #[token("/=", |_| Token::Compound(AssignOp::Div))]
    #[token("%=", |_| Token::Compound(AssignOp::Rem))]
    #[token("->", |_| Token::Reserved("a lambda expression"))]
    #[token("**", |_| Token::Reserved("the operator `**` of powers"))]
    #[token("&*&", |_| Token::Reserved("VeriFast's `&*&`"))]
    #[token("|->", |_| Token::Reserved("VeriFast's `|->`"))]
    #[token("...", |_| Token::Reserved("a parameter list of variable length"))]
    #[token("&", |_| Token::Ampersand)]
    #[token("^", |_| Token::Reserved("the bit operator `^`"))]
    #[token("~", |_| Token::Reserved("the bit operator `~`"))]
    #[token("&=", |_| Token::Reserved("the bit operator `&=`"))]
    #[token("^=", |_| Token::Reserved("the bit operator `^=`"))]
    #[token("|=", |_| Token::Reserved("the bit operator `|=`"))]
    Punctuation(Fixed),
    #[regex(r"(?s).", other, priority = 1)]
    Other(Letter),
}

/// Whether a character outside the shapes above is a letter, which begins a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Letter {
    Yes,
    No,
}

/// A token without text of its own. (An alias, because logos binds any lifetime in the
/// type to the text.)
pub(in crate::syntax) type Fixed = Token<'static>;

/// Whether a delimited token is terminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum Ended {
    Yes,
    No,
}

/// Consumes the characters of `lex` that fit.
fn take_while(lex: &mut Lexer<'_, Shape>, fits: impl Fn(char) -> bool) {
    let rest = lex.remainder();
    lex.bump(rest.find(|c| !fits(c)).unwrap_or(rest.len()));
}

/// Consumes the bytes of `lex` that fit; only ASCII may fit.
fn take_ascii(lex: &mut Lexer<'_, Shape>, fits: impl Fn(u8) -> bool) {
    let rest = lex.remainder().as_bytes();
    let end = rest.iter().position(|&b| !fits(b));
    lex.bump(end.unwrap_or(rest.len()));
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn word(lex: &mut Lexer<'_, Shape>) {
    take_ascii(lex, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
    });
    // Usually the word ends here: non-ASCII letters are rare.
    if !lex.remainder().starts_with(|c: char| c.is_ascii()) {
        take_while(lex, in_word);
    }
}

fn other(lex: &mut Lexer<'_, Shape>) -> Letter {
    if lex.slice().starts_with(char::is_alphabetic) {
        take_while(lex, in_word);
        return Letter::Yes;
    }
    Letter::No
}

fn blanks(lex: &mut Lexer<'_, Shape>) {
    take_ascii(lex, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'\x0C'));
}

fn line_comment(lex: &mut Lexer<'_, Shape>) -> Ended {
    // As in Java, a carriage return alone ends a line.
    take_while(lex, |c| !matches!(c, '\n' | '\r'));
    Ended::Yes
}

fn block_comment(lex: &mut Lexer<'_, Shape>) -> Ended {
    match lex.remainder().find("*/") {
        Some(at) => {
            lex.bump(at + 2);
            Ended::Yes
        }
        None => {
            lex.bump(lex.remainder().len());
            Ended::No
        }
    }
}

/// Consumes a literal up to the closing `quote` or the end of the line.
fn quoted(lex: &mut Lexer<'_, Shape>, quote: char) -> Ended {
    let mut escaped = false;
    for (at, c) in lex.remainder().char_indices() {
        if matches!(c, '\n' | '\r') {
            lex.bump(at);
            return Ended::No;
        }
        if c == quote && !escaped {
            lex.bump(at + 1);
            return Ended::Yes;
        }
        escaped = c == '\\' && !escaped;
    }
    lex.bump(lex.remainder().len());
    Ended::No
}

/// Consumes a text block up to three unescaped quotes.
fn text_block(lex: &mut Lexer<'_, Shape>) -> Ended {
    let mut escaped = false;
    let mut quotes = 0;
    for (at, c) in lex.remainder().char_indices() {
        quotes = if c == '"' && !escaped { quotes + 1 } else { 0 };
        if quotes == 3 {
            lex.bump(at + 1);
            return Ended::Yes;
        }
        escaped = c == '\\' && !escaped;
    }
    lex.bump(lex.remainder().len());
    Ended::No
}

/// Consumes a number of any kind; [`number_token`] classifies it.
fn number(lex: &mut Lexer<'_, Shape>) {
    let hexadecimal = lex.slice() == "0" && lex.remainder().starts_with(['x', 'X']);
    take_while(lex, in_word);
    if hexadecimal {
        return;
    }
    // `1.5` and `1.` are one literal, `1..5` is a range, and `1.x` is an error.
    let mut rest = lex.remainder().chars();
    let has_point = !lex.slice().starts_with('.') && rest.next() == Some('.');
    let next = rest.next();
    if has_point && !next.is_some_and(|c| c == '.' || in_word(c) && !c.is_ascii_digit()) {
        lex.bump(1);
        take_while(lex, in_word);
    }
    let mut rest = lex.remainder().chars();
    if lex.slice().ends_with(['e', 'E'])
        && rest.next().is_some_and(|c| c == '+' || c == '-')
        && rest.next().is_some_and(|c| c.is_ascii_digit())
    {
        lex.bump(1);
        take_while(lex, in_word);
    }
}

/// Classifies a number: an integer, another kind of literal, or `None`.
fn number_token(text: &str, notation: Notation) -> Option<Token<'_>> {
    let java = notation == Notation::Java;
    let long = |text| {
        if java {
            Token::Long(text)
        } else {
            Token::Literal("a `long` literal")
        }
    };
    let digits = |s: &str, radix: u32| {
        !s.is_empty()
            && !s.starts_with('_')
            && !s.ends_with('_')
            && s.chars().all(|c| c == '_' || c.is_digit(radix))
    };
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return match hex.strip_suffix(['l', 'L']) {
            Some(hex) => digits(hex, 16).then(|| long(text)),
            None => digits(hex, 16).then_some(Token::Int(text)),
        };
    }
    if let Some(binary) = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B")) {
        return match binary.strip_suffix(['l', 'L']) {
            Some(binary) if java => digits(binary, 2).then(|| long(text)),
            _ if java => digits(binary, 2).then_some(Token::Int(text)),
            _ => digits(binary, 2).then_some(Token::Literal("a binary literal")),
        };
    }
    if java && text.len() > 1 && text.starts_with('0') {
        if digits(text, 8) {
            return Some(Token::Int(text));
        }
        if text.strip_suffix(['l', 'L']).is_some_and(|s| digits(s, 8)) {
            return Some(long(text));
        }
        if !text.contains(['.', 'e', 'E', 'f', 'F', 'd', 'D']) {
            return None;
        }
    }
    if digits(text, 10) {
        // `010` is eight in Java and ten in mathematics.
        let octal = text.len() > 1 && text.starts_with('0');
        return Some(if octal {
            Token::Literal("an octal literal")
        } else {
            Token::Int(text)
        });
    }
    if text.strip_suffix(['l', 'L']).is_some_and(|s| digits(s, 10)) {
        return Some(long(text));
    }
    let mut mantissa = text.split(['.', 'e', 'E', 'f', 'F', 'd', 'D']);
    let has_digits = match mantissa.next()? {
        "" => digits(mantissa.next()?, 10),
        whole => digits(whole, 10),
    };
    let float = has_digits
        && text.chars().all(|c| {
            c.is_ascii_digit()
                || matches!(c, '_' | '.' | 'e' | 'E' | '+' | '-' | 'f' | 'F' | 'd' | 'D')
        });
    float.then_some(match notation {
        Notation::Java => Token::Floating(text),
        Notation::Idf => Token::Literal("a floating-point literal"),
    })
}

/// Whether a comment that begins as an annotation does is one of Java's, such as `//@Override` and `/*@Nullable*/`,
/// or a mark for an editor: no word of a contract stands in it, in whatever case.
fn is_commented_out(comment: &str) -> bool {
    let text = comment.get(3..).unwrap_or("");
    let is_one = text.starts_with(|c: char| c.is_ascii_uppercase());
    if !is_one && !text.starts_with("formatter:") {
        return false;
    }
    // Strings are no contracts.
    let code = text.split('"').step_by(2);
    let words = code.flat_map(|code| code.split(|c: char| !in_word(c)));
    let begins_contract = |word: &str| {
        let is_keyword = !matches!(annotation_word(word), Token::Name(_));
        is_keyword || misspelled::meant(word).is_some()
    };
    !words.enumerate().any(|(at, word)| {
        let word = word.to_lowercase();
        misspelled::is_of_contract(&word) || at == 0 && begins_contract(&word)
    })
}

/// Splits a text into tokens and reports lexical errors, each with a [`Token::Bad`] in
/// its place.
pub fn lex(file: FileId, text: &str, notation: Notation) -> (Vec<Spanned<'_>>, Vec<Diagnostic>) {
    let mut pass = Pass {
        file,
        text,
        notation,
        in_annotation: false,
        // Most texts have fewer: growing would copy all tokens several times.
        tokens: Vec::with_capacity(text.len() / 4),
        errors: Vec::new(),
        unknown: None,
    };
    if notation == Notation::Java {
        pass.refuse_escapes();
    }
    pass.shapes(0, text.len());
    if notation == Notation::Java {
        let corrected = misspelled::correct(file, &mut pass.tokens);
        pass.errors.extend(corrected);
        unsupported::mark(&mut pass.tokens);
        let inert;
        (pass.tokens, inert) = inert::parted(pass.tokens);
        disambiguate(&mut pass.tokens, text, notation);
        merge_shifts(&mut pass.tokens);
        pass.tokens = inert::joined(pass.tokens, inert);
        return (pass.tokens, pass.errors);
    }
    disambiguate(&mut pass.tokens, text, notation);
    (pass.tokens, pass.errors)
}

/// Merges `>>` and the like, whose parts are not brackets of type arguments.
fn merge_shifts(tokens: &mut Vec<Spanned<'_>>) {
    let mut merged: Vec<Spanned<'_>> = Vec::with_capacity(tokens.len());
    for &next in tokens.iter() {
        let before = merged.last().filter(|last| last.end == next.start);
        let token = before.and_then(|last| match (last.token, next.token) {
            (Token::Lt, Token::Lt) => Some(Token::Bin(BinOp::Shl)),
            (Token::Gt, Token::Gt) => Some(Token::Bin(BinOp::Shr)),
            (Token::Bin(BinOp::Shr), Token::Gt) => Some(Token::Bin(BinOp::UShr)),
            (Token::Lt, Token::Bin(BinOp::Le)) => Some(Token::Compound(AssignOp::Shl)),
            (Token::Gt, Token::Bin(BinOp::Ge)) => Some(Token::Compound(AssignOp::Shr)),
            (Token::Bin(BinOp::Shr), Token::Bin(BinOp::Ge)) => {
                Some(Token::Compound(AssignOp::UShr))
            }
            _ => None,
        });
        match (token, merged.last_mut()) {
            (Some(token), Some(last)) => (last.token, last.end) = (token, next.end),
            _ => merged.push(next),
        }
    }
    *tokens = merged;
}

/// The first pass: shapes to tokens.
struct Pass<'t> {
    file: FileId,
    text: &'t str,
    notation: Notation,
    /// Whether this is inside an annotation comment.
    in_annotation: bool,
    tokens: Vec<Spanned<'t>>,
    errors: Vec<Diagnostic>,
    /// The pending run of unknown characters, which are reported together.
    unknown: Option<(usize, usize)>,
}

impl<'t> Pass<'t> {
    /// Java decodes `\\u000a` before anything else, even in comments. Escapes that
    /// would move the end of a comment or literal are refused.
    fn refuse_escapes(&mut self) {
        for (start, _) in self.text.match_indices("\\u") {
            let rest = self.text.get(start + 1..).unwrap_or("");
            let digits = rest.trim_start_matches('u');
            let end = start + 1 + (rest.len() - digits.len()) + 4;
            let value = digits
                .get(..4)
                .and_then(|d| u32::from_str_radix(d, 16).ok());
            let moves = value
                .and_then(char::from_u32)
                .is_some_and(|c| "\n\r\"'\\*/".contains(c));
            if moves {
                let span = Span::new(self.file, start, end);
                let what = "a Unicode escape of a line end, a quote, `\\`, `*` or `/`";
                self.errors.push(unsupported(what, span));
            }
        }
    }

    /// Lexes a part of the text.
    fn shapes(&mut self, from: usize, to: usize) {
        let mut shapes = Shape::lexer(self.text.get(from..to).unwrap_or(""));
        while let Some(shape) = shapes.next() {
            self.shape(shape, from + shapes.span().start, from + shapes.span().end);
        }
        self.report_unknown();
    }

    /// Lexes the contents of an annotation comment.
    fn annotation(&mut self, start: usize, end: usize) {
        if self.in_annotation {
            self.error(
                start,
                start + 3,
                "an annotation cannot stand inside another",
            );
            return;
        }
        let text = self.text.get(start..end).unwrap_or("");
        let inner = match text.strip_suffix("*/") {
            Some(inner) if text.starts_with("/*") => inner.trim_end_matches('@'),
            _ => text,
        };
        self.in_annotation = true;
        self.shapes(start + 3, start + inner.len());
        self.in_annotation = false;
    }

    /// Whether an `@` marks the continuation of an annotation on a new line.
    fn is_continuation(&self, at: usize) -> bool {
        if !self.in_annotation {
            return false;
        }
        let before = self.text.get(..at).unwrap_or("");
        let ahead = before
            .chars()
            .rev()
            .find(|c| *c == '\n' || !c.is_whitespace());
        ahead.is_none_or(|c| c == '\n')
    }

    fn word(&self, word: &'t str) -> Token<'t> {
        match (self.notation, self.in_annotation) {
            (Notation::Idf, _) => idf_word(word),
            (Notation::Java, false) => code_word(word),
            (Notation::Java, true) => annotation_word(word),
        }
    }

    /// The token of a word after a backslash.
    fn jml_word(&self, text: &str) -> Option<Token<'t>> {
        let word = text.trim_start_matches('\\');
        jml_word(word).or_else(|| unsupported::jml_expression(word).map(Token::Reserved))
    }

    /// A string or character literal, which only Java has.
    fn text_literal(&self, token: Token<'t>, what: &'static str) -> Token<'t> {
        match self.notation {
            Notation::Idf => Token::Literal(what),
            Notation::Java => token,
        }
    }

    fn shape(&mut self, shape: Result<Shape, ()>, start: usize, end: usize) {
        let text = self.text.get(start..end).unwrap_or("");
        let (Ok(shape), false) = (shape, matches!(shape, Ok(Shape::Other(Letter::No)))) else {
            if text == "@" && self.is_continuation(start) {
                return;
            }
            return self.unknown(start, end);
        };
        self.report_unknown();
        let token = match shape {
            Shape::Other(_) => Token::Name(text),
            // A mark of the byte order is one only at the beginning.
            Shape::Blank if text.contains('\u{FEFF}') && start > 0 => {
                return self.unknown(start, end);
            }
            Shape::Blank => return,
            Shape::Comment(Ended::Yes) => {
                let annotates = text.starts_with("//@") || text.starts_with("/*@");
                if annotates && self.notation == Notation::Java && !is_commented_out(text) {
                    self.annotation(start, end);
                }
                return;
            }
            Shape::Comment(Ended::No) => {
                let what = if text.starts_with("/*@") && self.notation == Notation::Java {
                    "annotation"
                } else {
                    "comment"
                };
                self.error(start, start + 2, format!("this {what} is not ended: `*/` is missing"));
                Token::Bad
            }
            Shape::Word if self.after_dot() => Token::Name(text),
            Shape::Word => self.word(text),
            Shape::JmlWord => self.jml_word(text).unwrap_or_else(|| {
                self.error(start, end, format!("`{text}` is not known; JML's words here are `\\old`, `\\result`, `\\count`, `\\forall`, `\\exists`"));
                Token::Bad
            }),
            Shape::Annotation => match text.strip_prefix('@') {
                Some(word) if self.is_continuation(start) => self.word(word),
                _ => Token::Annotation(text),
            },
            Shape::Number => number_token(text, self.notation).unwrap_or_else(|| {
                self.error(start, end, format!("`{text}` is not a number"));
                Token::Bad
            }),
            Shape::TextBlock(Ended::Yes) => Token::Literal("a text block"),
            Shape::TextBlock(Ended::No) => {
                self.error(start, end, "this text block is not ended: `\"\"\"` is missing");
                Token::Bad
            }
            Shape::String(Ended::Yes) => self.text_literal(Token::Str(text), "a string literal"),
            Shape::Char(Ended::Yes) => self.text_literal(Token::Char(text), "a character literal"),
            Shape::String(Ended::No) => {
                self.error(start, end, "this string is not ended on its line: `\"` is missing");
                Token::Bad
            }
            Shape::Char(Ended::No) => {
                self.error(start, end, "this character literal is not ended on its line: `'` is missing");
                Token::Bad
            }
            Shape::Punctuation(token) if self.notation == Notation::Java => {
                java_operator(text).unwrap_or(token)
            }
            Shape::Punctuation(token) => token,
        };
        self.push(Spanned {
            token,
            start,
            end,
            in_annotation: self.in_annotation,
        });
    }

    /// Adds a token, or merges it with the preceding one.
    fn push(&mut self, next: Spanned<'t>) {
        if let Some(last) = self.tokens.last_mut() {
            let merged = match (last.token, next.token) {
                (Token::LBracket, Token::RBracket) => Some(Token::Brackets),
                (Token::Quantifier("forall"), Token::Star) if last.end == next.start => {
                    Some(Token::Quantifier("forall*"))
                }
                _ => None,
            };
            if let Some(token) = merged {
                last.token = token;
                last.end = next.end;
                return;
            }
        }
        self.tokens.push(next);
    }

    fn after_dot(&self) -> bool {
        self.tokens
            .last()
            .is_some_and(|last| last.token == Token::Dot)
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(
            Code::Syntax,
            Span::new(self.file, start, end),
            message.into(),
        ));
    }

    /// Reports a character that begins no shape.
    fn unknown(&mut self, start: usize, end: usize) {
        self.unknown = match self.unknown {
            Some((from, to)) if to == start => Some((from, end)),
            _ => {
                self.report_unknown();
                Some((start, end))
            }
        };
    }

    #[inline]
    fn report_unknown(&mut self) {
        if let Some((start, end)) = self.unknown.take() {
            self.report_letters(start, end);
        }
    }

    fn report_letters(&mut self, start: usize, end: usize) {
        let shown: String = self
            .text
            .get(start..end)
            .unwrap_or("")
            .chars()
            .take(20)
            .flat_map(char::escape_debug)
            .collect();
        self.error(
            start,
            end,
            format!("`{shown}` means nothing here: no token begins like this"),
        );
        self.tokens.push(Spanned {
            token: Token::Bad,
            start,
            end,
            in_annotation: self.in_annotation,
        });
    }
}
