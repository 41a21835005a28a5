//! Syntax: lexer, parser, syntax tree and pretty-printer.
//!
//! [`parse`] accepts any text, reports errors and never panics. Nothing here depends on
//! types or on name resolution.
//!
//! Data flow: `lexer` produces tokens; the LALRPOP grammar
//! (`grammar/veriframe.lalrpop`) builds the tree by `actions`. At a syntax error,
//! `errors` builds the message and `recover` selects the tokens to skip; `tree::deep`
//! prevents stack overflow on deeply nested programs.

mod idf;
mod java;
mod lexing;
pub mod outline;
mod parsing;
mod printing;
mod shared;
pub mod tree;

#[cfg(test)]
mod tests;

use crate::notation::Notation;
use crate::source::{FileId, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The names, classes and strings of a text, by its tokens only (comments and string
/// contents are ignored).
#[derive(Debug, Default)]
pub struct Mentions<'t> {
    /// The names in code and annotations, each with its first position; positions after
    /// the imports take precedence.
    pub names: BTreeMap<&'t str, Span>,
    /// The names of the declared classes.
    pub declared: BTreeSet<&'t str>,
    /// Whether there are string literals.
    pub strings: bool,
    /// Whether there are floating-point numbers: literals or names of their types.
    pub floating: bool,
    /// Whether there are type parameters or arguments.
    pub type_arguments: bool,
    /// Whether there are operators on bits, or such as look like them.
    pub bits: bool,
    /// Whether there is a `for`.
    pub loops: bool,
    /// The names of what is made, and in lists of supertypes and bounds.
    pub made: BTreeSet<&'t str>,
    /// Whether others might be made: by references to constructors, or behind annotations.
    pub makes_others: bool,
}

/// Collects the names, classes and strings of a text.
#[must_use]
pub fn mentions(file: FileId, text: &str, notation: Notation) -> Mentions<'_> {
    use shared::token::Token;
    let (tokens, _) = lexing::lexer::lex(file, text, notation);
    let mut found = Mentions::default();
    let mut is_declared = false;
    let mut is_imported = false;
    let mut imported = BTreeSet::new();
    let mut is_made = false;
    let mut is_reference = false;
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
            if is_made {
                found.made.insert(name);
            }
        }
        match spanned.token {
            Token::Import => is_imported = true,
            Token::Semi => (is_imported, is_made) = (false, false),
            Token::Extends | Token::Implements | Token::New => is_made = true,
            Token::LBrace | Token::LParen => is_made = false,
            _ => {}
        }
        found.strings |= matches!(spanned.token, Token::Str(_));
        found.floating |= matches!(
            spanned.token,
            Token::Floating(_) | Token::JavaType("float" | "double")
        );
        found.type_arguments |= spanned.token == Token::TypeLt;
        found.bits |= is_on_bits(spanned.token);
        found.loops |= spanned.token == Token::For;
        let is_annotation = matches!(spanned.token, Token::Annotation(_));
        let is_referred_to = is_reference && spanned.token == Token::New;
        found.makes_others |= is_referred_to || is_made && is_annotation;
        is_reference = spanned.token == Token::ColonColon;
        is_declared = matches!(spanned.token, Token::Class | Token::Interface | Token::Enum);
    }
    found
}

/// Whether a token is an operator on bits, or on truth values where it looks the same.
fn is_on_bits(token: shared::token::Token<'_>) -> bool {
    use shared::token::Token;
    use tree::ast::BinOp;
    let op = match token {
        Token::Bin(op) => Some(op),
        Token::Compound(op) => op.operator(),
        _ => None,
    };
    let all = [
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Shl,
        BinOp::Shr,
        BinOp::UShr,
    ];
    op.is_some_and(|op| all.contains(&op))
}

/// Whether a word is one of Java's, which no name can be.
#[cfg(feature = "cli")]
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    shared::words::java_word(word).is_some()
}

/// Whether a Java file belongs to a package: it begins with `package`, but for comments, or says
/// something of a package or of modules.
#[must_use]
pub fn has_package(name: &str, text: &str) -> bool {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if matches!(file, "package-info.java" | "module-info.java") {
        return true;
    }
    behind_comments(text).is_some_and(|code| code.starts_with("package"))
}

/// The package that a Java file with an ordinary declaration of it belongs to.
#[must_use]
pub fn package_of(text: &str) -> Option<&str> {
    let (name, _) = behind_comments(text)?
        .strip_prefix("package")?
        .split_once(';')?;
    Some(name.trim())
}

/// A text from the first thing that is no comment; `None` if a comment does not end.
fn behind_comments(text: &str) -> Option<&str> {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    loop {
        let end = if rest.starts_with("//") {
            rest.find(['\n', '\r'])
        } else if rest.starts_with("/*") {
            // The second character does not end it: `/*/`.
            let inside = rest.get(2..).and_then(|inside| inside.find("*/"));
            inside.map(|at| at + 4)
        } else {
            return Some(rest);
        };
        rest = rest.get(end?..)?.trim_start();
    }
}

pub use java::guards::imply as imply_guards;
pub use java::unsupported::instead;
pub use lexing::quote::quote;
#[cfg(feature = "cli")]
pub use parsing::package::declared_in_package;
pub use parsing::parser::parse;
pub use parsing::unread::{Tokens, raw_words};
#[cfg(any(test, feature = "testing"))]
pub use printing::program::pretty;
#[cfg(test)]
use printing::program::pretty_expr;
pub use printing::types::pretty_type;
pub use shared::literals::text as literal_text;
#[cfg(test)]
use tree::deep::MAX_NESTING;
#[cfg(test)]
use tree::spans::same_up_to_spans;
