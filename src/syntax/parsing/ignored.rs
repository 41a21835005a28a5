//! Warnings for contracts that are not read, because they stand in ordinary comments.
//!
//! A member whose contract is not read is verified against a weaker one than was
//! written. But most comments are prose, so a comment is reported only if its text would
//! be read in an annotation: a line of it begins with a keyword, what follows parses, and
//! * with a marker such as `@` before the keyword: it contains an operator of formulas, a
//!   call or a `;`, or all its names occur in the code;
//! * without a marker: it contains an operator of formulas or a `;`, and all its names
//!   occur in the code.
//!
//! Annotations that are commented out as a whole (`// //@ requires x;`, and `//@` lines
//! among other text in a block comment) are not reported.

use super::errors::Text;
use super::parser::is_well_formed;
use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::java::misspelled::{CLAUSES, meant};
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::token::Token;
use crate::syntax::tree::ast::BinOp;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The most warnings reported per file.
const MAX_WARNINGS: usize = 20;

/// The most lines of a comment that are one clause.
const MAX_LINES: usize = 12;

/// The warnings for the comments of a file, by position.
pub fn ignored_contracts(text: &Text<'_>) -> Vec<Diagnostic> {
    let comments = Comments {
        text,
        names: OnceCell::new(),
    };
    let mut found = java_annotations(text);
    let mut end = 0;
    let starts = text.tokens.iter().map(|s| (s.start, s.end));
    for (start, next) in starts.chain([(text.text.len(), text.text.len())]) {
        // Between tokens are only blanks and comments, and most gaps are too short for one.
        let gap = match start.saturating_sub(end) {
            0 | 1 => "",
            _ => text.text.get(end..start).unwrap_or(""),
        };
        if gap.contains('/') {
            for lines in groups(gap, end, text.notation) {
                found.extend(comments.of_lines(&lines));
            }
        }
        end = next;
        if found.len() >= MAX_WARNINGS {
            break;
        }
    }
    found.sort_by_key(|d| d.span.start);
    found
}

/// How a line of a comment is marked as an annotation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `@` or the like, where it has no effect.
    At,
    /// The marker of an annotation, in an `.idf` file or in another comment.
    Annotation,
    /// Nothing.
    None,
}

/// The keywords that only a line with a mark can begin with; one of [`CLAUSES`] can begin a
/// line without one, too.
const MARKED: [&str; 8] = [
    "assert", "assume", "open", "close", "use", "join", "ghost", "pure",
];

/// A line of a comment, without blanks, decoration and marker.
#[derive(Clone, Copy)]
struct Line<'t> {
    start: usize,
    text: &'t str,
    mark: Mark,
}

impl<'t> Line<'t> {
    /// The first word, and the rest.
    fn split(&self) -> (&'t str, &'t str) {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.text.find(|c| !in_word(c)).unwrap_or(self.text.len());
        self.text.split_at(end)
    }

    /// The keyword that the line begins with, and the one that it is read as.
    fn keyword(&self) -> Option<&'static str> {
        let (word, _) = self.split();
        let find = |keywords: &[&'static str]| keywords.iter().copied().find(|k| *k == word);
        if let Some(keyword) = find(&CLAUSES) {
            return Some(keyword);
        }
        if self.mark == Mark::None {
            return None;
        }
        if let Some(keyword) = find(&MARKED) {
            return Some(keyword);
        }
        Some(match word {
            "pre" => "requires",
            "post" => "ensures",
            "maintaining" => "loop_invariant",
            "decreasing" => "decreases",
            "assignable" | "assigns" | "modifies" | "modifiable" | "accessible" => "assignable",
            _ => meant(word)?,
        })
    }
}

/// The comments of a gap between tokens that are not annotations, as groups of lines:
/// a block comment, or line comments below one another.
fn groups(gap: &str, offset: usize, notation: Notation) -> Vec<Vec<Line<'_>>> {
    let mut groups: Vec<Vec<Line<'_>>> = Vec::new();
    let mut at = 0;
    let mut joins = false;
    while let Some(found) = gap.get(at..).and_then(|rest| rest.find(['/', '\n'])) {
        let start = at + found;
        let rest = gap.get(start..).unwrap_or("");
        let is_annotation =
            notation == Notation::Java && (rest.starts_with("//@") || rest.starts_with("/*@"));
        if is_annotation {
            // Its tokens are no part of the gap.
            joins = false;
            at = start + 3;
        } else if rest.starts_with("//") {
            let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
            let line = line_comment(rest.get(..end).unwrap_or(""), offset + start);
            match groups.last_mut() {
                Some(last) if joins => last.extend(line),
                _ => groups.push(line.into_iter().collect()),
            }
            joins = true;
            at = start + end;
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            groups.push(block_comment(rest.get(..end).unwrap_or(""), offset + start));
            joins = false;
            at = start + end;
        } else {
            at = start + 1;
        }
    }
    groups
}

/// A line comment; `None` if it comments out an annotation.
fn line_comment(comment: &str, start: usize) -> Option<Line<'_>> {
    let inner = comment.get(2..).unwrap_or("");
    if inner.starts_with('@') {
        return Some(line(inner.get(1..)?, start + 3, Mark::Annotation));
    }
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let is_commented_out = inner.trim_start().starts_with('/');
    let start = start + comment.len() - inner.len();
    (!is_commented_out).then(|| line(inner, start, Mark::None))
}

/// The lines of a block comment.
fn block_comment(comment: &str, start: usize) -> Vec<Line<'_>> {
    let inner = comment.get(2..).unwrap_or("");
    let inner = inner.trim_start_matches('*');
    let start = start + comment.len() - inner.len();
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let inner = inner.trim_end_matches(['*', '@']);
    let mut lines = Vec::new();
    let mut at = 0;
    for text in inner.split_inclusive(['\n', '\r']) {
        let bare = text.trim_start().trim_start_matches('*').trim_start();
        lines.push(line(bare, start + at + text.len() - bare.len(), Mark::None));
        at += text.len();
    }
    let nested = |l: &Line<'_>| l.text.starts_with("//@");
    let mut said = lines.iter().filter(|l| !l.text.is_empty()).peekable();
    if said.peek().is_some() && said.all(nested) {
        for nested in &mut lines {
            let inner = nested.text.get(3..).unwrap_or("");
            *nested = line(inner, nested.start + 3, Mark::Annotation);
        }
    }
    lines
}

/// A line without blanks and marker.
fn line(text: &str, start: usize, mark: Mark) -> Line<'_> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\u{200B}' | '\u{FEFF}');
    let bare = text.trim_start_matches(is_blank);
    // JML has conditional markers, such as `+ESC@`.
    let signed = bare
        .strip_prefix(['+', '-'])
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_'));
    let marked = signed.filter(|rest| rest.starts_with('@')).unwrap_or(bare);
    let marked = marked.strip_prefix("\\u0040").unwrap_or(marked);
    let inner = marked.trim_start_matches(['@', '＠']);
    let mark = match mark {
        Mark::None if inner.len() < bare.len() => Mark::At,
        mark => mark,
    };
    let inner = inner.trim_start_matches(is_blank);
    Line {
        start: start + text.len() - inner.len(),
        text: inner.trim_end(),
        mark,
    }
}

/// The comments of a file.
struct Comments<'c, 't> {
    text: &'c Text<'t>,
    /// The names in the code, computed at the first candidate.
    names: OnceCell<BTreeSet<&'t str>>,
}

impl<'t> Comments<'_, 't> {
    /// The warning for the first contract in a comment.
    fn of_lines(&self, lines: &[Line<'_>]) -> Option<Diagnostic> {
        let is_silent = |line: &Line<'_>| {
            // In `.idf` files a contract is often commented out, and never marked.
            self.text.notation == Notation::Idf && line.mark == Mark::None
        };
        for (at, first) in lines.iter().enumerate() {
            let Some(keyword) = first.keyword().filter(|_| !is_silent(first)) else {
                continue;
            };
            let (_, rest) = first.split();
            let mut clause = rest.to_owned();
            let following = lines.get(at + 1..).unwrap_or_default();
            let mut following = following
                .iter()
                .take_while(|line| line.keyword().is_none())
                .take(MAX_LINES);
            loop {
                if self.is_contract(first.mark, keyword, &clause) {
                    return Some(self.warning(first, keyword, &clause));
                }
                let Some(next) = following.next() else { break };
                clause.push('\n');
                clause.push_str(next.text);
            }
        }
        None
    }

    /// Whether this would be read in an annotation.
    fn is_contract(&self, mark: Mark, keyword: &str, clause: &str) -> bool {
        let clause = clause.trim_end();
        let bare = clause.trim().trim_end_matches(';').trim_end();
        if keyword == "pure" {
            return bare.is_empty();
        }
        if bare.is_empty() || clause.contains("*/") {
            return false;
        }
        if keyword == "assignable" {
            let is_word = matches!(bare, "\\nothing" | "\\everything" | "\\strictly_nothing");
            return is_word || self.reads("decreases", clause) && self.is_formal(mark, clause);
        }
        // What only contracts are written with need not be right.
        let is_jargon = ["&*&", "|->", "\\old(", "\\result", "(\\forall", "(\\exists"];
        if mark != Mark::None && is_jargon.iter().any(|word| bare.contains(word)) {
            return true;
        }
        self.reads(keyword, clause) && self.is_formal(mark, clause)
    }

    /// Whether a clause, a statement or a member parses.
    fn reads(&self, keyword: &str, clause: &str) -> bool {
        let parses = |text: &str| is_well_formed(self.text.file, text);
        let in_class = |text: &str| parses(&format!("class C {{ /*@ {text}\n@*/ void m() {{}} }}"));
        let in_body = |text: &str| parses(&format!("class C {{ void m() {{ /*@ {text}\n@*/ }} }}"));
        let in_contract = |clause: &str| in_class(clause) || in_class(&format!("{clause}\n;"));
        match keyword {
            "requires" | "ensures" | "invariant" | "loop_invariant" => {
                in_contract(&format!("requires{clause}"))
            }
            "decreases" => in_contract(&format!("decreases{clause}")),
            "predicate" | "lemma" => in_class(&format!("{keyword}{clause}")),
            "ghost" => {
                let clause = format!("ghost{clause}");
                in_class(&clause) || in_body(&clause)
            }
            _ => {
                in_body(&format!("{keyword}{clause}")) || in_body(&format!("{keyword}{clause}\n;"))
            }
        }
    }

    /// Whether a clause is no prose: see the module.
    fn is_formal(&self, mark: Mark, clause: &str) -> bool {
        use Token::*;
        let annotation = format!("//@ {}", clause.replace(['\n', '\r'], " "));
        let (tokens, _) = lex(self.text.file, &annotation, Notation::Java);
        let (mut has_operator, mut has_call, mut names_known) = (false, false, true);
        let mut before = None;
        for (at, spanned) in tokens.iter().enumerate() {
            has_operator |= match spanned.token {
                Bin(op) => !matches!(op, BinOp::Div | BinOp::Rem | BinOp::BitOr | BinOp::BitAnd),
                Lt | Gt | Not | Acc | Old | OldWord | Result | Quantifier(_) | JmlQuantifier(_)
                | InstanceOf | Semi | LBrace | Name("result") => true,
                _ => false,
            };
            if let Name(name) = spanned.token
                && !matches!(name, "result" | "write")
            {
                let next = tokens.get(at + 1).map(|s| s.token);
                has_call |= next == Some(LParen);
                let is_declared = matches!(
                    before,
                    Some(Name(_) | IntType | BoolType | Brackets | TypeGt)
                );
                names_known &= before == Some(Dot) || is_declared || self.names().contains(name);
            }
            before = Some(spanned.token);
        }
        match mark {
            Mark::None => has_operator && names_known,
            Mark::At | Mark::Annotation => has_operator || has_call || names_known,
        }
    }

    /// The names in the code and in the annotations.
    fn names(&self) -> &BTreeSet<&'t str> {
        self.names.get_or_init(|| {
            let name = |token| match token {
                Token::Name(name) | Token::TypeName(name) => Some(name),
                _ => None,
            };
            let tokens = self.text.tokens.iter();
            tokens.filter_map(|spanned| name(spanned.token)).collect()
        })
    }

    fn warning(&self, first: &Line<'_>, keyword: &str, clause: &str) -> Diagnostic {
        let (word, rest) = first.split();
        let span = Span::new(
            self.text.file,
            first.start,
            first.start + word.len() + rest.len(),
        );
        let written = match keyword {
            "assignable" => word,
            keyword => keyword,
        };
        // What an expectation of a test says is no part of the clause.
        let clause = clause.split("//").next().unwrap_or("").trim();
        let end = if clause.ends_with([';', '}']) || keyword == "pure" {
            ""
        } else {
            ";"
        };
        let annotation = format!("{written} {clause}{end}");
        let is_short = annotation.len() <= 60 && !annotation.contains('\n');
        let note = match (self.text.notation, is_short) {
            (Notation::Idf, true) => {
                format!("in an `.idf` file it is no comment: write `{annotation}`")
            }
            (Notation::Idf, false) => "in an `.idf` file it is no comment".to_owned(),
            (Notation::Java, true) if keyword == "pure" => "write `/*@ pure @*/`".to_owned(),
            (Notation::Java, true) => format!("write `//@ {annotation}`"),
            (Notation::Java, false) => "annotations begin with exactly `//@` or `/*@`".to_owned(),
        };
        let message = format!("this `{word}` is in an ordinary comment, so it is ignored");
        Diagnostic::warning(Code::IgnoredContract, span, message).note(note)
    }
}

/// Contracts in annotations of Java, such as `@Requires("x > 0")`, which have no effect.
fn java_annotations(text: &Text<'_>) -> Vec<Diagnostic> {
    use Token::*;
    let mut found = Vec::new();
    if text.notation == Notation::Idf {
        return found;
    }
    for (at, spanned) in text.tokens.iter().enumerate() {
        let token = |n: usize| text.tokens.get(at + n).map(|s| s.token);
        let keyword = match spanned.token {
            Annotation("@Requires") => "requires",
            Annotation("@Ensures") => "ensures",
            Annotation("@Invariant") => "invariant",
            _ => continue,
        };
        if token(1) == Some(LParen) && matches!(token(2), Some(Str(_) | LBrace | Name("value"))) {
            let span = Span::new(text.file, spanned.start, spanned.end);
            let message = format!("annotations of Java are ignored, and so is this `{keyword}`");
            let warning = Diagnostic::warning(Code::IgnoredContract, span, message);
            found.push(warning.note(format!("write `//@ {keyword} …;`")));
        }
    }
    found
}
