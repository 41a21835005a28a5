//! What a file with errors may declare, beyond its tree. What recovery skipped could be any
//! declaration: so the tokens and the words of the whole file count, comments included.

use crate::notation::Notation;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::token::Spanned;
use crate::syntax::shared::token::Token;
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// The words that begin a class, before its name.
const CLASSES: [&str; 4] = ["class", "interface", "enum", "record"];

/// The words before the names of supertypes.
const SUPERTYPES: [&str; 3] = ["extends", "implements", "permits"];

/// The words of declarations that are not local.
const MEMBERS: [&str; 12] = [
    "public",
    "private",
    "protected",
    "static",
    "pure",
    "abstract",
    "native",
    "void",
    "predicate",
    "lemma",
    "requires",
    "ensures",
];

/// A token with its text.
#[derive(Clone, Copy, Debug)]
struct Word<'s> {
    token: Token<'s>,
    text: &'s str,
    start: usize,
}

impl Word<'_> {
    fn is_name(&self) -> bool {
        matches!(self.token, Token::Name(_) | Token::TypeName(_))
    }

    fn is_open(&self) -> bool {
        matches!(
            self.token,
            Token::LParen | Token::CastOpen | Token::LBracket | Token::LBrace
        )
    }
}

/// The tokens of a file.
struct FileTokens<'s> {
    words: Vec<Word<'s>>,
    /// Whether each character is in a token or a comment, and means itself.
    is_clean: bool,
}

/// The tokens of the files of a program.
pub struct Tokens<'s> {
    files: BTreeMap<FileId, FileTokens<'s>>,
}

impl<'s> Tokens<'s> {
    /// The tokens of files.
    pub fn new(files: &[ast::File], sources: &'s SourceMap) -> Tokens<'s> {
        let read = |file: &ast::File| {
            let span = file.span?;
            let text = sources.text(span);
            let (tokens, errors) = lex(span.file, text, file.notation);
            let escapes = file.notation == Notation::Java && text.contains("\\u");
            let tokens = FileTokens {
                words: tokens.iter().map(|spanned| word(text, spanned)).collect(),
                is_clean: errors.is_empty() && !escapes && !text.contains('\u{FEFF}'),
            };
            Some((span.file, tokens))
        };
        Tokens {
            files: files.iter().filter_map(read).collect(),
        }
    }

    fn within(&self, span: Span) -> &[Word<'s>] {
        let words = self.files.get(&span.file).map(|file| file.words.as_slice());
        let words = words.unwrap_or_default();
        let to = |offset: u32| words.partition_point(|word| word.start < offset as usize);
        words.get(to(span.start)..to(span.end)).unwrap_or_default()
    }

    /// Whether the tokens of a file are what its text means.
    pub fn are_clean(&self, file: FileId) -> bool {
        self.files.get(&file).is_some_and(|file| file.is_clean)
    }

    /// The words of a class's head: its name, its type parameters, its supertypes.
    pub fn head(&self, class: Span) -> impl Iterator<Item = &'s str> {
        let words = self.within(class).iter();
        let head = words.take_while(|word| word.token != Token::LBrace);
        head.filter(|word| word.is_name()).map(|word| word.text)
    }

    /// Whether a body may declare a class or a member of one, or says something of a
    /// superclass: then others may depend on it.
    pub fn concerns_classes(&self, body: Span) -> bool {
        let words = self.within(body);
        (0..words.len()).any(|at| match words.get(at..) {
            Some([first, rest @ ..]) => {
                let begins = CLASSES.contains(&first.text)
                    || SUPERTYPES.contains(&first.text)
                    || MEMBERS.contains(&first.text);
                let literal = at.checked_sub(1).and_then(|before| words.get(before));
                let is_literal = literal.is_some_and(|word| word.token == Token::Dot);
                begins && !is_literal
                    || first.text == "super"
                    || first.text == "this" && rest.first().is_some_and(Word::is_open)
                    || first.text == "new" && is_anonymous(rest)
            }
            _ => false,
        })
    }

    /// Whether a declaration may be one of classes, or says something of a superclass.
    pub fn names_supertypes(&self, declaration: Span) -> bool {
        let words = self.within(declaration);
        (0..words.len()).any(|at| match words.get(at..) {
            Some([first, rest @ ..]) => {
                CLASSES.contains(&first.text)
                    || SUPERTYPES.contains(&first.text)
                    || first.text == "super"
                    || first.text == "new" && is_anonymous(rest)
            }
            _ => false,
        })
    }

    /// The names that stand where a file declares classes.
    pub fn declared_names(&self, file: Span) -> BTreeSet<&'s str> {
        let words = self.within(file);
        let mut found = BTreeSet::new();
        for at in 0..words.len() {
            match words.get(at..) {
                Some([first, rest @ ..]) if CLASSES.contains(&first.text) => {
                    let head = rest.iter().take_while(|word| {
                        !matches!(word.token, Token::LBrace | Token::Semi | Token::Lt)
                            && !SUPERTYPES.contains(&word.text)
                    });
                    found.extend(head.filter(|word| word.is_name()).map(|word| word.text));
                }
                Some([name, next, ..])
                    if name.is_name()
                        && (next.token == Token::LBrace || SUPERTYPES.contains(&next.text)) =>
                {
                    found.insert(name.text);
                }
                _ => {}
            }
        }
        found
    }

    /// Whether a file has heads of classes that may say anything: that are not of the form
    /// `class A<T> extends B implements C, D`, or name what `is_known` does not know; also
    /// behind `new`. `read` are the places of the names of the classes that were read.
    pub fn has_unclear_class(
        &self,
        file: Span,
        read: &BTreeSet<Span>,
        is_known: &dyn Fn(&str) -> bool,
    ) -> bool {
        let words = self.within(file);
        (0..words.len()).any(|at| {
            let Some([first, rest @ ..]) = words.get(at..) else {
                return false;
            };
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let is_member = before.is_some_and(|word| word.token == Token::Dot);
            if first.text == "new" {
                return !names_of_type(rest, is_known);
            }
            if SUPERTYPES.contains(&first.text) {
                return !is_list(rest, is_known);
            }
            if CLASSES.contains(&first.text) && !is_member {
                let name = rest.first().filter(|word| word.is_name());
                return name.is_none_or(|name| {
                    let place = Span::new(file.file, name.start, name.start + name.text.len());
                    !read.contains(&place) && !is_head(rest)
                });
            }
            false
        })
    }
}

fn word<'s>(text: &'s str, spanned: &Spanned<'s>) -> Word<'s> {
    Word {
        token: spanned.token,
        text: text.get(spanned.start..spanned.end).unwrap_or(""),
        start: spanned.start,
    }
}

/// The words of a text, comments included.
pub fn raw_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| !word.is_empty())
}

/// Whether the first word behind `new` is a type that is known.
fn names_of_type(words: &[Word<'_>], is_known: &dyn Fn(&str) -> bool) -> bool {
    let Some(first) = words.first() else {
        return false;
    };
    if first.is_name() {
        is_known(first.text)
    } else {
        first.text.chars().all(char::is_alphabetic) && !first.text.is_empty()
    }
}

/// Whether these words are a list of known types, and a body or the end of a type parameter
/// or another such list follows.
fn is_list(words: &[Word<'_>], is_known: &dyn Fn(&str) -> bool) -> bool {
    let (mut depth, mut needs_name) = (0usize, true);
    for word in words {
        match word.token {
            Token::LBrace => return depth == 0 && !needs_name,
            Token::Lt => depth += 1,
            Token::Gt if depth == 0 => return !needs_name,
            Token::Gt => depth -= 1,
            Token::Comma if depth == 0 => {
                if needs_name {
                    return false;
                }
                needs_name = true;
            }
            _ if depth > 0 => {}
            _ if SUPERTYPES.contains(&word.text) => return !needs_name,
            Token::Ampersand => needs_name = true,
            _ if word.is_name() && needs_name && is_known(word.text) => needs_name = false,
            _ => return false,
        }
    }
    false
}

/// Whether these words are the rest of a head whose supertypes follow words for them.
fn is_head(words: &[Word<'_>]) -> bool {
    let Some([_, rest @ ..]) = Some(words) else {
        return false;
    };
    let mut depth = 0usize;
    for word in rest {
        match word.token {
            Token::LBrace => return depth == 0,
            Token::Lt => depth += 1,
            Token::Gt => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ if depth > 0 => {}
            _ => return SUPERTYPES.contains(&word.text),
        }
    }
    false
}

/// Whether `(…) {` follows before anything that cannot be part of a type, or might: a
/// type with an annotation is not read further.
fn is_anonymous(words: &[Word<'_>]) -> bool {
    let Some(open) = words.iter().position(Word::is_open) else {
        return true;
    };
    // The arguments of an annotation are no arguments of the constructor.
    let is_annotation = |word: &Word<'_>| matches!(word.token, Token::Annotation(_));
    if words.iter().take(open).any(is_annotation) {
        return true;
    }
    let Some(arguments) = words.get(open..) else {
        return true;
    };
    if arguments
        .first()
        .is_some_and(|word| word.token == Token::LBracket)
    {
        return false;
    }
    let mut depth = 0usize;
    for (at, word) in arguments.iter().enumerate() {
        if word.is_open() {
            depth += 1;
        } else if matches!(word.token, Token::RParen | Token::RBracket | Token::RBrace) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            let next = arguments.get(at + 1);
            return next.is_none_or(|word| word.token == Token::LBrace);
        }
    }
    true
}
