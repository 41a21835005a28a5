//! The keywords of Java, which both notations have, and those of contracts.

use super::token::Token;
use crate::syntax::tree::ast::BinOp;

/// The keywords of Java.
pub fn java_word(word: &str) -> Option<Token<'_>> {
    Some(match word {
        "class" => Token::Class,
        "interface" => Token::Interface,
        "extends" => Token::Extends,
        "implements" => Token::Implements,
        "package" => Token::Package,
        "import" => Token::Import,
        "public" | "private" | "protected" | "static" | "final" | "abstract" | "native" => {
            Token::Modifier(word)
        }
        "void" => Token::Void,
        "int" => Token::IntType,
        "boolean" => Token::BoolType,
        "byte" | "short" | "long" | "char" | "float" | "double" => Token::JavaType(word),
        "if" => Token::If,
        "else" => Token::Else,
        "while" => Token::While,
        "for" => Token::For,
        "break" => Token::Break,
        "continue" => Token::Continue,
        "return" => Token::Return,
        "assert" => Token::Assert,
        "instanceof" => Token::InstanceOf,
        "new" => Token::New,
        "true" => Token::True,
        "false" => Token::False,
        "null" => Token::Null,
        "this" => Token::This,
        "super" => Token::Super,
        "_" => Token::Wildcard,
        "enum" => Token::Enum,
        "do" => Token::Do,
        "switch" => Token::Switch,
        "case" => Token::Case,
        "default" => Token::Default,
        "throw" => Token::Throw,
        "try" => Token::Try,
        "catch" => Token::Catch,
        "finally" => Token::Finally,
        _ => Token::Reserved(reserved(word)?),
    })
}

/// The constructs behind Java keywords that the language lacks; `None` for other words.
pub fn reserved(word: &str) -> Option<&'static str> {
    Some(match word {
        "try" => "a `try` statement",
        "catch" => "a `catch` clause",
        "finally" => "a `finally` clause",
        "throw" => "a `throw` statement",
        "throws" => "a `throws` clause",
        "switch" => "a `switch` statement",
        "case" => "a `case` label",
        "default" => "`default`",
        "do" => "a `do` loop",
        "synchronized" => "`synchronized`",
        "volatile" => "`volatile`",
        "transient" => "`transient`",
        "strictfp" => "`strictfp`",
        "enum" => "an `enum`",
        "goto" => "`goto`",
        "const" => "`const`",
        _ => return None,
    })
}

/// The keywords that Java does not have.
pub fn ghost_word(word: &str) -> Option<Token<'_>> {
    Some(match word {
        "ghost" | "pure" => Token::Modifier(word),
        "bool" => Token::BoolType,
        "perm" => Token::PermType,
        "predicate" => Token::Predicate,
        "lemma" => Token::Lemma,
        "requires" => Token::Requires,
        "ensures" => Token::Ensures,
        "decreases" => Token::Decreases,
        "invariant" => Token::Invariant,
        "assume" => Token::Assume,
        "open" => Token::Open,
        "close" => Token::Close,
        "use" => Token::Use,
        "join" => Token::Join,
        "label" => Token::Label,
        "opening" => Token::Opening,
        "using" => Token::Using,
        "in" => Token::In,
        "let" => Token::Let,
        "forall" => Token::Quantifier("forall"),
        "exists" => Token::Quantifier("exists"),
        "old" => Token::Old,
        "acc" => Token::Acc,
        "untouched" => Token::Untouched,
        "result" => Token::Result,
        "write" => Token::Write,
        "union" => Token::Bin(BinOp::Union),
        "intersect" => Token::Bin(BinOp::Intersect),
        "setminus" => Token::Bin(BinOp::SetMinus),
        "subset" => Token::Bin(BinOp::Subset),
        _ => return None,
    })
}
