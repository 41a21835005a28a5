//! What a file with errors may declare, beyond its tree. What recovery skipped could be any
//! declaration: so the tokens of the whole file count, and where the syntax is wrong its words, comments
//! included.

use crate::diagnostics::Diagnostic;
use crate::notation::Notation;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// The words that begin a class, before its name.
const CLASSES: [&str; 5] = ["class", "interface", "@interface", "enum", "record"];

/// The words before the names of supertypes.
const SUPERTYPES: [&str; 3] = ["extends", "implements", "permits"];

/// The word before the exceptions in the head of a method.
const THROWS: &str = "throws";

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
    /// Whether each character is in a token or a comment.
    is_clean: bool,
    /// Whether each name is written with the characters that it has.
    is_literal: bool,
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
            // Escapes in texts and comments change nothing, unless they end them: these, and those of
            // names, are errors, as are characters that Java's compiler passes over in names.
            let is_clean = errors.is_empty();
            let is_java = file.notation == Notation::Java;
            let hides_names = |error: &Diagnostic| {
                let wrong = sources.text(error.span);
                wrong.contains("\\u") || wrong.contains(is_passed_over)
            };
            let tokens = FileTokens {
                words: tokens.iter().map(|spanned| word(text, spanned)).collect(),
                is_clean,
                is_literal: !is_java || !errors.iter().any(hides_names),
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

    /// Whether the names in a file are the words of its text.
    pub fn are_literal(&self, file: FileId) -> bool {
        self.files.get(&file).is_some_and(|file| file.is_literal)
    }

    /// The names in a file; `None` if its tokens are not what its text means.
    pub fn names(&self, file: FileId) -> Option<BTreeSet<&'s str>> {
        let file = self.files.get(&file).filter(|file| file.is_clean)?;
        let names = file.words.iter().filter(|word| word.is_name());
        Some(names.map(|word| word.text).collect())
    }

    /// The words in a part of a file without its comments and texts; `None` if its tokens are not what
    /// its text means.
    pub fn words_in(&self, span: Span) -> Option<Vec<&'s str>> {
        if !self.are_clean(span.file) {
            return None;
        }
        // Some words are names in one place, and not in another.
        let begins = |c: char| c.is_alphabetic() || c == '_' || c == '$';
        let words = self.within(span).iter().map(|word| word.text);
        Some(words.filter(|text| text.starts_with(begins)).collect())
    }

    /// Whether a part of a file ends before any `;` that is not in brackets.
    pub fn is_one_list(&self, span: Span) -> bool {
        let mut depth = 0usize;
        self.within(span).iter().all(|word| {
            if word.is_open() {
                depth += 1;
            } else if matches!(word.token, Token::RParen | Token::RBracket | Token::RBrace) {
                depth = depth.saturating_sub(1);
            }
            depth > 0 || word.token != Token::Semi
        })
    }

    /// The names of a class's head: its own, and those of its supertypes.
    pub fn head(&self, class: Span) -> Vec<&'s str> {
        named_before_body(self.within(class))
    }

    /// Whether a body may declare a class or a member of one, or says something of a
    /// superclass: then others may depend on it.
    pub fn concerns_classes(&self, body: Span) -> bool {
        let words = self.within(body);
        let of_superclass = (0..words.len()).any(|at| match words.get(at..) {
            Some([first, rest @ ..]) => {
                first.text == "super"
                    || first.text == "this" && rest.first().is_some_and(Word::is_open)
            }
            _ => false,
        });
        of_superclass || self.declares_classes(body)
    }

    /// Whether a body may declare a class or a member of one.
    pub fn declares_classes(&self, body: Span) -> bool {
        let words = self.within(body);
        (0..words.len()).any(|at| match words.get(at..) {
            Some([first, rest @ ..]) => {
                let begins = CLASSES.contains(&first.text)
                    || SUPERTYPES.contains(&first.text)
                    || MEMBERS.contains(&first.text);
                begins && !is_literal(words, at) || first.text == "new" && is_anonymous(rest)
            }
            _ => false,
        })
    }

    /// Whether a part of a file may declare classes with supertypes.
    pub fn declares_supertypes(&self, span: Span) -> bool {
        let words = self.within(span);
        (0..words.len()).any(|at| match words.get(at..) {
            Some([first, rest @ ..]) => {
                CLASSES.contains(&first.text) && !is_literal(words, at)
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
                CLASSES.contains(&first.text) && !is_literal(words, at)
                    || SUPERTYPES.contains(&first.text)
                    || first.text == "super"
                    || first.text == "new" && is_anonymous(rest)
            }
            _ => false,
        })
    }

    /// The names of the classes that a file declares, if its text is as the notation has it.
    pub fn declared(&self, file: Span) -> BTreeSet<&'s str> {
        let words = self.within(file);
        let pairs = words.iter().zip(words.iter().skip(1));
        let names = pairs.filter(|(word, name)| CLASSES.contains(&word.text) && name.is_name());
        names.map(|(_, name)| name.text).collect()
    }

    /// The names that stand where a file might declare classes, whatever its text is.
    pub fn declared_names(&self, file: Span) -> BTreeSet<&'s str> {
        let words = self.within(file);
        let mut found = BTreeSet::new();
        for at in 0..words.len() {
            match words.get(at..) {
                Some([first, rest @ ..])
                    if CLASSES.contains(&first.text) && !is_literal(words, at) =>
                {
                    let head = rest.iter().take_while(|word| {
                        !matches!(word.token, Token::LBrace | Token::Semi | Token::Lt)
                            && !SUPERTYPES.contains(&word.text)
                    });
                    found.extend(head.filter(|word| word.is_name()).map(|word| word.text));
                }
                Some([name, next, ..]) if name.is_name() && SUPERTYPES.contains(&next.text) => {
                    found.insert(name.text);
                }
                Some([name, next, ..]) if name.is_name() && next.token == Token::LBrace => {
                    // Behind `throws` it is an exception.
                    let head = named_in_head(words.get(..=at).unwrap_or_default());
                    found.extend(head.contains(&name.text).then_some(name.text));
                }
                _ => {}
            }
        }
        found
    }

    /// The names in front of all that might be the body of a class, whatever the text is: in comments and texts too, whose
    /// ends might be forgotten. So far back as there is nothing that cannot be part of the head of a class.
    pub fn named_before_bodies(&self, file: Span, text: &'s str) -> BTreeSet<&'s str> {
        let words = self.within(file);
        let mut found = BTreeSet::new();
        for (at, word) in words.iter().enumerate() {
            if word.token == Token::LBrace {
                found.extend(named_in_head(words.get(..at).unwrap_or_default()));
            }
        }
        let is_code = |at: usize| words.binary_search_by_key(&at, |word| word.start).is_ok();
        for (at, brace) in text.match_indices('{') {
            let behind = text.get(at..).and_then(|rest| rest.strip_prefix(brace));
            let behind = behind.and_then(|rest| rest.strip_prefix('@'));
            let is_tag = behind.is_some_and(|tag| tag.starts_with(|c: char| c.is_lowercase()));
            if is_tag && !is_code(at) {
                continue;
            }
            let before = text.get(..at).unwrap_or_default();
            let head = before.rsplit(|c| !is_of_head(c)).next();
            found.extend(above_in(raw_words(head.unwrap_or_default())));
        }
        found
    }

    /// The names that stand where a file names supertypes: of classes, and behind `new` of classes
    /// without a name. Nothing else can override what has a body but constants of an `enum`, which the
    /// file declares: lambdas and references to methods only implement what has none.
    pub fn supertypes(&self, file: Span) -> BTreeSet<&'s str> {
        let words = self.within(file);
        let mut found = BTreeSet::new();
        for at in 0..words.len() {
            let Some([first, rest @ ..]) = words.get(at..) else {
                continue;
            };
            if SUPERTYPES.contains(&first.text) || first.text == "new" && is_anonymous(rest) {
                found.extend(named_before_body(rest));
            }
        }
        found
    }
}

/// The words of a head that might be names of supertypes: not the name of a class, nor exceptions.
fn above_in<'s>(head: impl Iterator<Item = &'s str>) -> impl Iterator<Item = &'s str> {
    let mut is_declared = false;
    head.take_while(|text| *text != THROWS).filter(move |text| {
        let is_behind = std::mem::replace(&mut is_declared, CLASSES.contains(text));
        !is_behind
    })
}

/// The names of a head that ends here, and what is made with arguments in front of it.
fn named_in_head<'s>(before: &[Word<'s>]) -> Vec<&'s str> {
    let is_of_head = |word: &&Word<'_>| word.text.chars().all(is_of_head);
    let head = || before.iter().rev().take_while(is_of_head);
    let first = before.len().saturating_sub(head().count());
    let written = before.iter().skip(first).map(|word| word.text);
    let mut found: Vec<&str> = above_in(written).collect();
    let mut depth = 0usize;
    let mut arguments = before.iter().rev().skip(head().count()).peekable();
    if arguments
        .peek()
        .is_none_or(|word| word.token != Token::RParen)
    {
        return found;
    }
    let behind_arguments = arguments.skip_while(|word| {
        match word.token {
            Token::RParen | Token::RBracket | Token::RBrace => depth += 1,
            _ if word.is_open() => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > 0
    });
    let made = behind_arguments.skip(1).take_while(is_of_head);
    let made: Vec<&str> = made.map(|word| word.text).collect();
    let is_made = made.contains(&"new");
    found.extend(made.into_iter().filter(|_| is_made));
    found
}

/// Whether a character might be part of the head of a class behind its parameters.
fn is_of_head(c: char) -> bool {
    c.is_alphanumeric() || c.is_whitespace() || "_$,<>?&.@".contains(c)
}

/// Whether a word is that of a literal of a class: it stands behind a dot.
fn is_literal(words: &[Word<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    before.is_some_and(|word| word.token == Token::Dot)
}

/// The names before the body of a class, or before the end of a statement, but for those in brackets:
/// of type arguments, of arguments, and of annotations, whose braces begin no body.
fn named_before_body<'s>(words: &[Word<'s>]) -> Vec<&'s str> {
    let (mut brackets, mut angles) = (0usize, 0usize);
    let mut found = Vec::new();
    for word in words {
        if brackets == 0 && matches!(word.token, Token::LBrace | Token::Semi) {
            break;
        }
        if word.is_open() {
            brackets += 1;
        } else if matches!(word.token, Token::RParen | Token::RBracket | Token::RBrace) {
            brackets = brackets.saturating_sub(1);
        } else if brackets == 0 {
            // `>>` may end two lists.
            let of = |sign| word.text.bytes().filter(|byte| *byte == sign).count();
            angles = (angles + of(b'<')).saturating_sub(of(b'>'));
            found.extend((angles == 0 && word.is_name()).then_some(word.text));
        }
    }
    found
}

fn word<'s>(text: &'s str, spanned: &Spanned<'s>) -> Word<'s> {
    Word {
        token: spanned.token,
        text: text.get(spanned.start..spanned.end).unwrap_or(""),
        start: spanned.start,
    }
}

/// Whether Java's compiler passes over a character in a name: `Character.isIdentifierIgnorable`, the
/// control characters that are no blanks and the format characters of Unicode (its category Cf).
fn is_passed_over(c: char) -> bool {
    match c {
        '\t'..='\r' | '\u{1c}'..='\u{1f}' => false,
        '\u{ad}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{110bd}'
        | '\u{110cd}'
        | '\u{13430}'..='\u{1345f}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e007f}' => true,
        c => c.is_control(),
    }
}

/// The words of a text, comments included.
pub fn raw_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| !word.is_empty())
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
