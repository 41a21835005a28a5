//! The words and operators of `.java` files, in code and in annotations.

use crate::syntax::shared::token::Token;
use crate::syntax::shared::words::{ghost_word, java_word};
use crate::syntax::tree::ast::{AssignOp, BinOp};

/// The token of a word in the code of a `.java` file: words that Java does not reserve
/// are names.
pub fn code_word(word: &str) -> Token<'_> {
    java_word(word).unwrap_or(Token::Name(word))
}

/// The token of a word in an annotation of a `.java` file.
pub fn annotation_word(word: &str) -> Token<'_> {
    match word {
        "loop_invariant" => Token::Invariant,
        // JML words without effect here.
        "spec_public" | "spec_protected" => Token::Annotation(word),
        _ => java_word(word)
            .or_else(|| ghost_word(word))
            .unwrap_or(Token::Name(word)),
    }
}

/// Operators with a special meaning in `.java` files.
pub fn java_operator(text: &str) -> Option<Token<'static>> {
    Some(match text {
        "=" => Token::Assign,
        "^" => Token::Bin(BinOp::BitXor),
        "~" => Token::Tilde,
        "&=" => Token::Compound(AssignOp::BitAnd),
        "|=" => Token::Compound(AssignOp::BitOr),
        "^=" => Token::Compound(AssignOp::BitXor),
        "->" => Token::Arrow,
        _ => return None,
    })
}

/// The token of a JML word (without its backslash).
pub fn jml_word(word: &str) -> Option<Token<'static>> {
    Some(match word {
        "old" => Token::Old,
        "result" => Token::Result,
        "count" => Token::Count,
        "forall" => Token::JmlQuantifier("forall"),
        "exists" => Token::JmlQuantifier("exists"),
        "bigint" => Token::JavaType("\\bigint"),
        _ => return None,
    })
}
