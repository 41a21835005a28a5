//! From text to tree: lexer, grammar, syntax tree, pretty-printer.
//!
//! [`parse`] takes any text and never panics: what it cannot read it reports.
//! Nothing here knows of types or of what a name stands for.
//!
//! The way of a text: `lexer` makes tokens; the LALRPOP grammar
//! (`grammar/veriframe.lalrpop`) makes nodes of them by `actions`; where it
//! stops, `errors` says why and `recover` says what to leave out so that
//! the rest can be read; `tree::deep` holds what keeps deep programs from running
//! out of stack.

mod lexing;
mod notation;
mod parsing;
mod printing;
pub mod tree;

#[cfg(test)]
mod tests;

use crate::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What the tokens of a text say before it is parsed: comments and strings are none.
#[derive(Debug, Default)]
pub struct Mentions<'t> {
    /// The names in it, in code and in annotations, each with its first place, behind
    /// the imports if it stands there.
    pub names: BTreeMap<&'t str, Span>,
    /// The names of the classes that it declares.
    pub declared: BTreeSet<&'t str>,
    /// Whether there are strings in it.
    pub strings: bool,
}

/// What a text mentions, and which classes it declares.
#[must_use]
pub fn mentions(file: FileId, text: &str, notation: Notation) -> Mentions<'_> {
    use lexing::token::Token;
    let (tokens, _) = lexing::lexer::lex(file, text, notation);
    let mut found = Mentions::default();
    let mut is_declared = false;
    let mut is_imported = false;
    let mut imported = BTreeSet::new();
    for spanned in tokens {
        if let Token::Name(name) | Token::TypeName(name) = spanned.token {
            let place = Span::new(file, spanned.start, spanned.end);
            if is_imported && !found.names.contains_key(name) {
                imported.insert(name);
            }
            if !is_imported && imported.remove(name) {
                found.names.remove(name);
            }
            found.names.entry(name).or_insert(place);
            if is_declared {
                found.declared.insert(name);
            }
        }
        match spanned.token {
            Token::Import => is_imported = true,
            Token::Semi => is_imported = false,
            _ => {}
        }
        found.strings |= matches!(spanned.token, Token::Str(_));
        is_declared = matches!(spanned.token, Token::Class | Token::Interface | Token::Enum);
    }
    found
}

/// Whether a Java file begins with `package`, comments apart.
#[must_use]
pub fn has_package(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        let end = if rest.starts_with("//") {
            rest.find(['\n', '\r'])
        } else if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else {
            return rest.starts_with("package");
        };
        match end.and_then(|end| rest.get(end..)) {
            Some(behind) => rest = behind.trim_start(),
            None => return false,
        }
    }
}

pub use lexing::unsupported_java::instead;
pub use notation::Notation;
pub use parsing::parser::parse;
pub use printing::program::{pretty, pretty_expr, pretty_type};
pub use tree::deep::MAX_NESTING;
pub use tree::spans::{same_up_to_spans, strip_spans};
