//! Which classes a Java file declares in its package, whatever else is in it.

use crate::notation::Notation;
use crate::source::FileId;
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::token::Token;

/// The package of a Java file, and the names of the classes in it that are in no other one.
pub fn declared_in_package(id: FileId, text: &str) -> (String, Vec<&str>) {
    let (tokens, _) = lex(id, text, Notation::Java);
    let (mut package, mut names) = (String::new(), Vec::new());
    let (mut depth, mut in_package) = (0usize, false);
    let mut before = None;
    for spanned in tokens.iter().filter(|spanned| !spanned.in_annotation) {
        match spanned.token {
            Token::LBrace => depth += 1,
            Token::RBrace => depth = depth.saturating_sub(1),
            Token::Package => in_package = true,
            Token::Semi => in_package = false,
            Token::Dot if in_package => package.push('.'),
            Token::Name(name) | Token::TypeName(name) if in_package => package.push_str(name),
            Token::Name(name) | Token::TypeName(name) if depth == 0 => {
                let begins = |token: Token<'_>| {
                    matches!(
                        token,
                        Token::Class | Token::Interface | Token::Enum | Token::Reserved(_)
                    )
                };
                names.extend(before.is_some_and(begins).then_some(name));
            }
            _ => {}
        }
        before = Some(spanned.token);
    }
    (package, names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_at_the_top_of_files() {
        let text = "/* */ package a /* */ . b;\nimport x . *;\n@A(B.class) class C$d { class In { } }\n\
                    enum E { X { class No { } } }\n@interface M { }\nrecord R<T>(int n) { }\n";
        let (package, names) = declared_in_package(FileId::numbered(0), text);
        assert_eq!(package, "a.b");
        assert_eq!(names, ["C$d", "E", "M", "R"]);
    }
}
