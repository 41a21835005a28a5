//! The parts of Java classes as they are written, by tokens alone: what the lexer takes for a comment
//! is none of a part, and what it takes for an annotation is. For texts of which only the declarations
//! matter, such as contracts of libraries.

use super::lexing::lexer::lex;
use super::shared::token::Token;
use crate::notation::Notation;
use crate::source::FileId;
use crate::syntax::shared::token::Spanned;

/// A member of a class with its annotations before it; or a part of a class without a name, such as its
/// head and what is behind its last member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMember<'t> {
    /// The classes around it, the outermost first.
    pub classes: Vec<&'t str>,
    /// The name of the member; `None` if it is none.
    pub name: Option<&'t str>,
    /// Its tokens as they are written, each with whether it is in an annotation.
    pub words: Vec<(bool, &'t str)>,
    /// Its first byte.
    pub start: usize,
}

/// The parts of a Java file, in its order.
#[must_use]
pub fn parts(file: FileId, text: &str) -> Vec<WrittenMember<'_>> {
    let (tokens, _) = lex(file, text, Notation::Java);
    let mut outline = Outline {
        text,
        open: Vec::new(),
        own: Vec::new(),
        found: Vec::new(),
    };
    for token in tokens {
        outline.add(token);
    }
    outline.end(None);
    outline.found
}

struct Outline<'t> {
    text: &'t str,
    /// The braces that are open: the name of the class that one opens, or `None` of another one.
    open: Vec<Option<&'t str>>,
    /// The tokens of the part so far.
    own: Vec<Spanned<'t>>,
    found: Vec<WrittenMember<'t>>,
}

impl<'t> Outline<'t> {
    fn add(&mut self, token: Spanned<'t>) {
        let is_in_class = self.open.iter().all(Option::is_some);
        self.own.push(token);
        if token.in_annotation {
            return;
        }
        match token.token {
            Token::LBrace if is_in_class => {
                let class = self.declared_class();
                if class.is_some() {
                    self.end(None);
                }
                self.open.push(class);
            }
            Token::LBrace => self.open.push(None),
            Token::RBrace => {
                let closed = self.open.pop();
                match closed {
                    // A body ends its member; an initialiser has braces, too, and goes on.
                    Some(None) if self.open.iter().all(Option::is_some) => self.end(self.name()),
                    Some(None) => {}
                    Some(Some(_)) | None => self.end(None),
                }
            }
            Token::Semi if is_in_class => self.end(self.name()),
            _ => {}
        }
    }

    fn code(&self) -> impl Iterator<Item = &Spanned<'t>> {
        self.own.iter().filter(|token| !token.in_annotation)
    }

    /// The class whose head the tokens are.
    fn declared_class(&self) -> Option<&'t str> {
        let is_class = |token: &Spanned<'_>| {
            matches!(token.token, Token::Class | Token::Interface | Token::Enum)
        };
        let mut code = self.code();
        code.find(|token| is_class(token))?;
        code.next().map(|name| self.word(name))
    }

    /// The name that a declaration introduces: the last one before `(`, `=`, `;` or a body.
    fn name(&self) -> Option<&'t str> {
        let ends = |token: &Spanned<'_>| {
            let text = self.word(token);
            matches!(text, "(" | "=" | ";" | "{")
        };
        let head = self.code().take_while(|token| !ends(token));
        head.last().map(|token| self.word(token))
    }

    fn word(&self, token: &Spanned<'_>) -> &'t str {
        self.text.get(token.start..token.end).unwrap_or_default()
    }

    fn end(&mut self, name: Option<&'t str>) {
        let own = std::mem::take(&mut self.own);
        let Some(first) = own.first() else { return };
        let words: Vec<(bool, &str)> = own
            .iter()
            .map(|token| (token.in_annotation, self.word(token)))
            .collect();
        if words == [(false, "}")] {
            return;
        }
        self.found.push(WrittenMember {
            classes: self.open.iter().flatten().copied().collect(),
            name,
            start: first.start,
            words,
        });
    }
}
