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
pub mod ast;
mod deep;
mod errors;
mod lexer;
mod parser;
mod pretty;
mod pretty_expr;
mod recover;
mod settle;
mod spans;
mod token;

#[cfg(test)]
mod tests;

pub use deep::MAX_NESTING;
pub use parser::parse;
pub use pretty::{pretty, pretty_expr, pretty_type};
pub use spans::{same_up_to_spans, strip_spans};
