//! From text to tree: lexer, grammar, syntax tree, pretty-printer.
//!
//! [`parse`] takes any text and never panics: what it cannot read it reports.
//! Nothing here knows of types or of what a name stands for.
//!
//! The way of a text: `lexer` makes tokens; the LALRPOP grammar
//! (`grammar/veriframe.lalrpop`) makes nodes of them by `actions`; where it
//! stops, `errors` says why and `recover` says what to leave out so that
//! the rest can be read; `deep` holds what keeps deep programs from running
//! out of stack.

mod actions;
mod annotations;
pub mod ast;
mod deep;
mod errors;
mod lexer;
mod literals;
mod parser;
mod parts;
mod pretty;
mod pretty_expr;
mod recover;
mod settle;
mod spans;
mod statements;
mod token;

#[cfg(test)]
mod tests;

pub use parts::parts;

use crate::source::FileId;
use std::collections::BTreeSet;

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The paper's: contracts and ghost code stand in the open.
    Idf,
    /// Java, with contracts and ghost code in annotation comments.
    Java,
}

impl Notation {
    /// The notation of a file, by the ending of its name.
    #[must_use]
    pub fn of(name: &str) -> Notation {
        let is_java = name.rsplit_once('.').is_some_and(|(_, e)| e == "java");
        if is_java {
            Notation::Java
        } else {
            Notation::Idf
        }
    }
}

/// The names in a text, in code and in annotations.
#[must_use]
pub fn names(file: FileId, text: &str, notation: Notation) -> BTreeSet<&str> {
    let (tokens, _) = lexer::lex(file, text, notation);
    let names = tokens
        .into_iter()
        .filter_map(|spanned| match spanned.token {
            token::Token::Name(name) | token::Token::TypeName(name) => Some(name),
            _ => None,
        });
    names.collect()
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

pub use deep::MAX_NESTING;
pub use parser::parse;
pub use pretty::{pretty, pretty_expr, pretty_type};
pub use spans::{same_up_to_spans, strip_spans};
