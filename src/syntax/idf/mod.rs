//! What only `.idf` files have: all keywords are reserved everywhere.

use super::shared::token::Token;
use super::shared::words::{ghost_word, java_word, reserved};

/// The token of a word in an `.idf` file. Keywords are reserved everywhere except after
/// `.`, which the lexer handles.
pub fn idf_word(word: &str) -> Token<'_> {
    reserved(word)
        .map(Token::Reserved)
        .or_else(|| java_word(word))
        .or_else(|| ghost_word(word))
        .unwrap_or(Token::Name(word))
}
