//! Which classes a Java file declares in its package, whatever else is in it.

use crate::notation::Notation;
use crate::source::FileId;
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::token::Token;

/// The classes that a Java file declares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct InPackage<'t> {
    /// The package.
    pub package: String,
    /// The names of the classes that are in no other one.
    pub outer: Vec<&'t str>,
    /// The names of those that are in others.
    pub inner: Vec<&'t str>,
}

/// The classes that a Java file declares.
pub fn declared_in_package(id: FileId, text: &str) -> InPackage<'_> {
    let (tokens, _) = lex(id, text, Notation::Java);
    let mut found = InPackage::default();
    let (mut depth, mut in_package) = (0usize, false);
    let mut before = None;
    for spanned in tokens.iter().filter(|spanned| !spanned.in_annotation) {
        match spanned.token {
            Token::LBrace => depth += 1,
            Token::RBrace => depth = depth.saturating_sub(1),
            Token::Package => in_package = true,
            Token::Semi => in_package = false,
            Token::Dot if in_package => found.package.push('.'),
            Token::Name(name) | Token::TypeName(name) if in_package => found.package.push_str(name),
            Token::Name(name) | Token::TypeName(name) => {
                let begins = |token: Token<'_>| {
                    matches!(
                        token,
                        Token::Class | Token::Interface | Token::Enum | Token::Reserved(_)
                    )
                };
                let names = match depth {
                    0 => &mut found.outer,
                    _ => &mut found.inner,
                };
                names.extend(before.is_some_and(begins).then_some(name));
            }
            _ => {}
        }
        before = Some(spanned.token);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_at_the_top_of_files() {
        let text = "/* */ package a /* */ . b;\nimport x . *;\n@A(B.class) class C$d { class In { } }\n\
                    enum E { X { class No { } } }\n@interface M { }\nrecord R<T>(int n) { }\n";
        let found = declared_in_package(FileId::numbered(0), text);
        assert_eq!(found.package, "a.b");
        assert_eq!(found.outer, ["C$d", "E", "M", "R"]);
        assert_eq!(found.inner, ["In", "No"]);
    }
}
