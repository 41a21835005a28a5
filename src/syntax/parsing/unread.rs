//! What a file with errors may declare, beyond its tree. What recovery skipped could be any
//! declaration: so the tokens of the whole file count, and where the syntax is wrong also what might have been meant as
//! the head of a class.

use super::misread::has_clear_ends;
use crate::diagnostics::Diagnostic;
use crate::notation::Notation;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::lexing::lexer::lex;
use crate::syntax::shared::brackets::Brackets;
use crate::syntax::shared::token::{Spanned, Token};
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// The words that begin a class, before its name.
pub(super) const CLASSES: [&str; 5] = ["class", "interface", "@interface", "enum", "record"];

/// The words before the names of supertypes.
const SUPERTYPES: [&str; 3] = ["extends", "implements", "permits"];

/// The word before the exceptions in the head of a method.
const THROWS: &str = "throws";

/// The words of declarations that are not local.
pub(super) const MEMBERS: [&str; 12] = [
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
    brackets: Brackets,
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
                brackets: Brackets::new(&tokens),
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
                            && !CLASSES.contains(&word.text)
                    });
                    found.extend(head.filter(|word| word.is_name()).map(|word| word.text));
                }
                Some([name, next, ..]) if name.is_name() && SUPERTYPES.contains(&next.text) => {
                    found.insert(name.text);
                }
                Some([name, next, ..])
                    if name.is_name()
                        && next.token == Token::LBrace
                        && !is_thrown(words.get(..at).unwrap_or_default()) =>
                {
                    found.insert(name.text);
                }
                _ => {}
            }
        }
        found
    }

    /// The names that might be those of supertypes, whatever a file is meant to be: in front of all that might be the
    /// body of a class, so far back as there is nothing that cannot be part of its head, and of what is made with such a
    /// body, and in comments with braces. `None` if comments and texts might begin or end elsewhere.
    pub fn might_extend(&self, file: Span, text: &'s str) -> Option<BTreeSet<&'s str>> {
        let file = self.files.get(&file.file)?;
        if !file.is_clean || !has_clear_ends(text) {
            return None;
        }
        let mut found = BTreeSet::new();
        let mut end = 0;
        for (at, word) in file.words.iter().enumerate() {
            let comment = text.get(end..word.start).unwrap_or_default();
            end = word.start + word.text.len();
            // Not those of links.
            if comment.replace("{@", "").contains('{') {
                found.extend(raw_words(comment));
            }
            if word.token == Token::LBrace {
                found.extend(above_in(file.head(at)));
                found.extend(file.made_before(at));
            } else if word.text == "new" {
                found.extend(file.made_with_body(at));
            }
        }
        Some(found)
    }

    /// Whether a name might stand behind that of a class or a package somewhere in a part of a file.
    pub fn might_be_qualified(&self, name: &str, span: Span) -> bool {
        let is_behind = |pair: &[Word<'_>]| {
            matches!(pair, [before, word] if word.text == name
                && matches!(before.token, Token::Dot | Token::Annotation(_)))
        };
        !self.are_clean(span.file) || self.within(span).windows(2).any(is_behind)
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

impl<'s> FileTokens<'s> {
    /// The words of a head that ends here.
    fn head(&self, end: usize) -> &[Word<'s>] {
        let before = self.words.get(..end).unwrap_or_default();
        before.get(head_start(before)..).unwrap_or_default()
    }

    /// The names of what is made, with arguments in front of this head of a body: `new` might be misspelt.
    fn made_before(&self, body: usize) -> Vec<&'s str> {
        let arguments = body.checked_sub(self.head(body).len() + 1);
        let open = arguments.and_then(|end| self.brackets.partner(end));
        let Some(open) = open.filter(|open| self.words.get(*open).is_some_and(Word::is_open))
        else {
            return Vec::new();
        };
        let made = self.head(open);
        let words = made.iter().map(|word| word.text);
        match made.last() {
            // What is called, unless it is known to be made.
            Some(called) if called.is_name() && words.clone().all(|word| word != "new") => {
                vec![called.text]
            }
            _ => words.collect(),
        }
    }

    /// The names of what this `new` makes, if something follows its arguments that might begin a body.
    fn made_with_body(&self, new: usize) -> Vec<&'s str> {
        let behind = self.words.get(new..).unwrap_or_default();
        let is_of_made = |word: &&Word<'_>| is_of_head(word.text) && word.text != "new";
        let made = behind.iter().skip(1).take_while(is_of_made);
        let made: Vec<&str> = made.map(|word| word.text).collect();
        let next = self
            .brackets
            .partner(new + 1 + made.len())
            .map(|end| end + 1);
        let next = next.and_then(|next| self.words.get(next));
        let begins = |c: char| c.is_alphabetic() || "@{_$".contains(c);
        let might_begin =
            |word: &Word<'_>| word.text.starts_with(begins) && word.text != "instanceof";
        match next.is_none_or(might_begin) {
            true => made,
            false => Vec::new(),
        }
    }
}

/// Where a head begins that ends with these words.
fn head_start(before: &[Word<'_>]) -> usize {
    let head = before.iter().rev().take_while(|word| is_of_head(word.text));
    before.len() - head.count()
}

/// Whether a head that ends with these words names exceptions.
fn is_thrown(before: &[Word<'_>]) -> bool {
    let head = before.get(head_start(before)..).unwrap_or_default();
    head.iter().any(|word| word.text == THROWS)
}

/// The words of a head that might be names of supertypes: not the name of a class, nor exceptions.
fn above_in<'s>(head: &[Word<'s>]) -> impl Iterator<Item = &'s str> {
    let written = head.iter().take_while(|word| word.text != THROWS);
    let above = written.enumerate().filter(|(at, _)| {
        let before = at.checked_sub(1);
        let is_declared = |at: usize| {
            let word = head.get(at);
            word.is_some_and(|word| CLASSES.contains(&word.text)) && !is_literal(head, at)
        };
        !before.is_some_and(is_declared)
    });
    above.map(|(_, word)| word.text)
}

/// Whether a token might be part of the head of a class behind its parameters.
fn is_of_head(token: &str) -> bool {
    token
        .chars()
        .all(|c| c.is_alphanumeric() || "_$,<>?&.@[]".contains(c))
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
        // Names behind another such word are found by that.
        if brackets == 0
            && (matches!(word.token, Token::LBrace | Token::Semi)
                || SUPERTYPES.contains(&word.text))
        {
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
    let mut is_generic = false;
    let ends = |word: &Word<'_>| {
        // An array is made, unless it is one among the type arguments.
        let is_array = word.token == Token::Brackets && !is_generic;
        is_generic |= word.text.starts_with('<');
        word.is_open() || is_array || word.token == Token::Semi
    };
    let Some(open) = words.iter().position(ends) else {
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
    let is_array_or_end =
        |word: &Word<'_>| matches!(word.token, Token::LBracket | Token::Brackets | Token::Semi);
    if arguments.first().is_some_and(is_array_or_end) {
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
