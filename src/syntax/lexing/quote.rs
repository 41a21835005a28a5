//! A piece of a program's text for a message: on one line, without comments and
//! without the markers of annotations.

use super::lexer::Shape;
use crate::notation::Notation;
use logos::Logos;

/// The tokens of a piece of text as they are written, with one blank where there are
/// blanks, ends of lines or comments between them.
#[must_use]
pub fn quote(text: &str, notation: Notation) -> String {
    let mut quote = Quote {
        notation,
        in_annotation: false,
        text: String::with_capacity(text.len()),
        is_apart: false,
    };
    quote.write(text);
    quote.text
}

/// A quote up to some token.
struct Quote {
    notation: Notation,
    /// Whether this is inside an annotation comment that begins in the piece.
    in_annotation: bool,
    text: String,
    /// Whether a blank is due before the next token.
    is_apart: bool,
}

impl Quote {
    fn write(&mut self, text: &str) {
        let mut shapes = Shape::lexer(text);
        while let Some(shape) = shapes.next() {
            let token = shapes.slice();
            match shape {
                Ok(Shape::Blank) => self.is_apart = true,
                Ok(Shape::Comment(_)) => {
                    self.is_apart = true;
                    self.comment(token);
                }
                _ if self.notation == Notation::Java => {
                    // The end of an annotation that begins before the piece.
                    if token == "*" && shapes.remainder().starts_with('/') {
                        shapes.bump(1);
                        self.is_apart = true;
                        continue;
                    }
                    // The marker of a line of an annotation; nothing else begins with it.
                    self.token(token.trim_start_matches('@'));
                }
                _ => self.token(token),
            }
        }
    }

    /// An annotation goes on in another comment; others are left out.
    fn comment(&mut self, comment: &str) {
        let inner = comment.strip_suffix("*/").unwrap_or(comment);
        let mut begins = ["//@", "/*@"].into_iter();
        let inner = begins.find_map(|begin| inner.strip_prefix(begin));
        if let (Some(inner), Notation::Java, false) = (inner, self.notation, self.in_annotation) {
            self.in_annotation = true;
            self.write(inner);
            self.in_annotation = false;
            self.is_apart = true;
        }
    }

    fn token(&mut self, token: &str) {
        if token.is_empty() {
            self.is_apart = true;
            return;
        }
        if self.is_apart && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.is_apart = false;
        self.text.push_str(token);
    }
}

#[cfg(test)]
mod tests {
    use super::quote;
    use crate::notation::Notation::{Idf, Java};

    #[test]
    fn blanks_and_comments_are_one_blank() {
        let text = "x  >\n\t0 // positive\n  && y/* z */!= \"a  // b\"";
        assert_eq!(quote(text, Idf), "x > 0 && y != \"a  // b\"");
        assert_eq!(quote("a[ i+1 ]", Idf), "a[ i+1 ]");
        assert_eq!(quote("", Idf), "");
    }

    #[test]
    fn markers_of_annotations_are_no_text() {
        assert_eq!(quote("a == b &&\n  //@   c // note\n", Java), "a == b && c");
        assert_eq!(quote("a == b &&\n  @ c", Java), "a == b && c");
        assert_eq!(quote("a == b &&\n  @c", Java), "a == b && c");
        assert_eq!(quote("a && @*/ /*@ b @*/ /* x */", Java), "a && b");
        assert_eq!(quote("a //@ b\n && c", Idf), "a && c");
    }
}
