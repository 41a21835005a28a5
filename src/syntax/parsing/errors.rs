//! Syntax error messages.

use crate::diagnostics::{Code, Diagnostic};
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax::java::unsupported::unsupported;
use crate::syntax::shared::token::{Spanned, Token};

/// A text with its tokens, the context of a message.
pub struct Text<'t> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'t str,
    /// Its notation.
    pub notation: Notation,
    /// Its tokens.
    pub tokens: &'t [Spanned<'t>],
}

impl<'t> Text<'t> {
    pub(super) fn token(&self, at: usize) -> Option<Token<'t>> {
        self.tokens.get(at).map(|s| s.token)
    }

    pub(super) fn before(&self, at: usize, n: usize) -> Option<Token<'t>> {
        self.token(at.checked_sub(n)?)
    }

    /// The span of a token; for the end of the file, its last character.
    pub fn span(&self, at: usize) -> Span {
        match self.tokens.get(at) {
            Some(s) => Span::new(self.file, s.start, s.end),
            None => {
                let text = self.text.trim_end();
                let last = text.chars().next_back().map_or(0, char::len_utf8);
                Span::new(self.file, text.len() - last, text.len())
            }
        }
    }

    /// Whether two tokens are adjacent, as in `>>`.
    pub(super) fn touch(&self, left: usize, right: usize) -> bool {
        match (self.tokens.get(left), self.tokens.get(right)) {
            (Some(l), Some(r)) => l.end == r.start,
            _ => false,
        }
    }

    /// Whether a token is the first of its line and may begin a statement or a member.
    pub fn begins_item(&self, at: usize) -> bool {
        let (Some(before), Some(here)) = (
            at.checked_sub(1).and_then(|b| self.tokens.get(b)),
            self.tokens.get(at),
        ) else {
            return false;
        };
        let goes_on = matches!(
            here.token,
            Token::LBrace
                | Token::RBrace
                | Token::Requires
                | Token::Ensures
                | Token::Decreases
                | Token::Invariant
        );
        !goes_on
            && self
                .text
                .get(before.end..here.start)
                .is_some_and(|between| between.contains('\n'))
    }

    pub(super) fn slice(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .and_then(|s| self.text.get(s.start..s.end))
            .unwrap_or("")
    }

    /// The diagnostic for an unexpected token with index `at` (the number of tokens for
    /// the end of the file), given the expected ones. `None` if the error was already
    /// reported.
    pub fn unexpected(&self, at: usize, expected: &[String]) -> Option<Diagnostic> {
        if self.token(at) == Some(Token::Bad) {
            return None;
        }
        let names = expected
            .iter()
            .map(|name| name.trim_matches('"'))
            .filter(|name| !REFUSED.contains(name))
            .collect::<Vec<_>>();
        // The parser has already reduced, so the expected tokens do not show whether an
        // operator was possible.
        let after_operand =
            self.before(at, 1).is_some_and(Token::ends_operand) && !names.contains(&"null");
        let expected = Expected {
            names,
            after_operand,
        };
        let explained = self.contract_error(at, &expected);
        if let Some(diagnostic) = explained.or_else(|| self.java_construct(at, &expected)) {
            return Some(diagnostic);
        }
        let slice = self.slice(at);
        let found = match self.token(at) {
            None => "the end of the file".to_owned(),
            Some(_) => format!("`{}`", slice.escape_debug()),
        };
        let is_word = self.token(at).is_some_and(|t| t.is_keyword(slice));
        let wants = expected.describe();
        let mut diagnostic = if is_word && expected.only_a_name() {
            Diagnostic::error(
                Code::Syntax,
                self.span(at),
                format!("{found} is a word of the language and cannot be a name"),
            )
        } else {
            Diagnostic::error(
                Code::Syntax,
                self.span(at),
                format!("expected {wants}, found {found}"),
            )
            .label(format!("expected {wants}"))
        };
        if let Some(help) = self.help(at, &expected) {
            diagnostic = diagnostic.note(help);
        }
        Some(diagnostic)
    }

    /// The diagnostic for a Java construct that the language lacks.
    fn java_construct(&self, at: usize, expected: &Expected<'_>) -> Option<Diagnostic> {
        let after_operand = expected.after_operand;
        if let Some(arrow) = self.lambda(at) {
            return Some(unsupported("a lambda expression", self.span(arrow)));
        }
        if self.notation == Notation::Java
            && let Some((from, what)) = self.only_java(at, expected)
        {
            return Some(unsupported(what, self.span(from).to(self.span(at))));
        }
        let (from, what) = match (self.token(at)?, self.before(at, 1)) {
            (Token::Reserved(what), _) => (at, what),
            (Token::Arrow, _) => (at, "a lambda expression"),
            (Token::Switch, _) => (at, "a `switch` expression"),
            (Token::Assign, Some(Token::Bin(_)))
                if self.touch(at - 1, at) && self.slice(at - 1) == "<=" =>
            {
                (at - 1, "JML's `<==`")
            }
            (Token::Assign | Token::Compound(_), _)
                if after_operand && self.notation == Notation::Java =>
            {
                (at, "an assignment inside an expression")
            }
            (Token::Pipe, _) if after_operand => (at, "the bit operator `|`"),
            (Token::Ampersand, _) => (at, "the bit operator `&`"),
            (Token::ColonColon, _) if after_operand && !self.binds(at) => {
                (at, "a method reference")
            }
            (Token::Lt, Some(Token::Lt)) if self.touch(at - 1, at) => {
                (at - 1, "the shift operator `<<`")
            }
            (Token::Gt, Some(Token::Gt)) if self.touch(at - 1, at) => {
                (at - 1, "the shift operator `>>`")
            }
            (Token::Bin(_), Some(Token::Lt))
                if self.touch(at - 1, at) && self.slice(at) == "<=" =>
            {
                (at - 1, "the shift operator `<<=`")
            }
            (Token::Bin(_), Some(Token::Gt))
                if self.touch(at - 1, at) && self.slice(at) == ">=" =>
            {
                (at - 1, "the shift operator `>>=`")
            }
            (Token::Lt, Some(Token::Name(_))) if !expected.has("<") => (at, "a generic type"),
            (Token::Lt, _) if expected.has("predicate") || expected.has("void") => {
                (at, "a generic method")
            }
            (Token::IntType | Token::BoolType | Token::Question | Token::Gt, Some(Token::Lt))
                if matches!(self.before(at, 2), Some(Token::Name(_))) =>
            {
                (at - 1, "a generic type")
            }
            _ => return None,
        };
        Some(unsupported(what, self.span(from).to(self.span(at))))
    }

    /// The Java construct that this token must belong to, with its first token.
    fn only_java(&self, at: usize, expected: &Expected<'_>) -> Option<(usize, &'static str)> {
        use Token::*;
        let (token, before) = (self.token(at)?, self.before(at, 1));
        let follows = |n: usize| self.token(at + n);
        Some(match (token, before) {
            (IntType | BoolType | JavaType(_), _)
                if follows(1) == Some(Dot) && self.slice(at + 2) == "class" =>
            {
                (at, "a class literal")
            }
            (IntType | BoolType | JavaType(_), _)
                if follows(1) == Some(Brackets) && follows(2) == Some(ColonColon) =>
            {
                (at, "a method reference")
            }
            (Class | Interface | Enum, _) if expected.has("if") => (at, "a class inside a method"),
            (Name(_), Some(Name("new"))) if self.before(at, 2) == Some(Dot) => {
                (at - 1, "a new object of an inner class")
            }
            (Brackets, Some(RParen | Name(_))) if !expected.after_operand || !expected.has(".") => {
                (at, "`[]` behind a name")
            }
            (Lt | TypeLt, Some(Dot)) => (at, "a call with type arguments"),
            (next, Some(RParen)) if next.begins_operand() && self.casts_to_several(at - 1) => {
                (at - 1, "a cast to several types")
            }
            (Name(_) | LParen, Some(Name(_))) if self.in_case(at) => {
                (at, "a pattern behind `case`")
            }
            (Invariant, _) if expected.has("predicate") => (at, "an invariant of a class"),
            (Old, _) if expected.has("predicate") => (at, "JML's `old` before a contract"),
            (Star, Some(LParen)) => (at, "an informal description"),
            (Colon, Some(Lt)) if self.touch(at - 1, at) => (at - 1, "JML's `<:`"),
            (Bin(_), Some(Bin(_)))
                if self.touch(at - 1, at)
                    && self.slice(at - 1) == "<="
                    && self.slice(at) == "!=" =>
            {
                (at - 1, "JML's `<=!=>`")
            }
            _ => return None,
        })
    }

    /// Whether `)` closes `(A & B`.
    fn casts_to_several(&self, close: usize) -> bool {
        let inner = self.tokens.get(..close).unwrap_or_default().iter().rev();
        let mut several = false;
        for spanned in inner {
            match spanned.token {
                Token::LParen => return several,
                Token::Bin(crate::syntax::tree::ast::BinOp::BitAnd) => several = true,
                Token::Name(_) | Token::Dot => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether there are only names between a `case` and this token.
    fn in_case(&self, at: usize) -> bool {
        let mut before = self.tokens.get(..at).unwrap_or_default().iter().rev();
        let first =
            before.find(|s| !matches!(s.token, Token::Name(_) | Token::TypeName(_) | Token::Dot));
        first.is_some_and(|s| s.token == Token::Case)
    }

    /// The arrow of `(x, y) -> e`, if the parser stopped inside its parentheses.
    fn lambda(&self, at: usize) -> Option<usize> {
        if !matches!(
            self.token(at)?,
            Token::Comma
                | Token::RParen
                | Token::Name(_)
                | Token::IntType
                | Token::BoolType
                | Token::JavaType(_)
        ) {
            return None;
        }
        let rest = self.tokens.get(at..)?;
        let close = rest.iter().position(|s| {
            !matches!(
                s.token,
                Token::Comma
                    | Token::Name(_)
                    | Token::IntType
                    | Token::BoolType
                    | Token::JavaType(_)
                    | Token::Brackets
            )
        })?;
        let arrow = at + close + 1;
        let is_arrow = self.token(at + close) == Some(Token::RParen) && self.slice(arrow) == "->";
        is_arrow.then_some(arrow)
    }

    /// Whether the variables of a quantifier end at this token.
    fn binds(&self, at: usize) -> bool {
        use Token::*;
        let mut before = self.tokens.get(..at).unwrap_or_default().iter().rev();
        let head = before.find(|s| {
            !matches!(
                s.token,
                Name(_)
                    | IntType
                    | BoolType
                    | PermType
                    | Brackets
                    | Comma
                    | Lt
                    | Gt
                    | Token::Collection(_)
            )
        });
        head.is_some_and(|s| matches!(s.token, Quantifier(_) | JmlQuantifier(_)))
    }

    /// A suggestion, if there is one.
    fn help(&self, at: usize, expected: &Expected<'_>) -> Option<String> {
        let after_operand = expected.after_operand;
        Some(match (self.token(at), self.before(at, 1)) {
            (Some(Token::Assign | Token::Compound(_)), _) if after_operand => {
                format!(
                    "`{}` is a statement of its own; `=` compares",
                    self.slice(at)
                )
            }
            (Some(Token::Gt), Some(Token::Eq)) if self.touch(at - 1, at) => {
                "implication is written `==>`".to_owned()
            }
            (Some(Token::LParen), Some(Token::TypeGt)) if expected.has("[]") => {
                "an empty collection is made without `new`, as in `seq<int>()`".to_owned()
            }
            (Some(Token::Colon), Some(Token::Requires | Token::Ensures | Token::Invariant)) => {
                "leave out the `:`".to_owned()
            }
            (Some(Token::Modifier("pure")), _) => {
                "`pure` stands before the type of the method".to_owned()
            }
            (Some(Token::Else), _) => {
                "an `else` follows the one statement or block of its `if`".to_owned()
            }
            (Some(Token::Invariant), _) => {
                "`invariant` stands between the head of a loop and its body".to_owned()
            }
            (Some(Token::Requires | Token::Ensures | Token::Decreases), Some(before))
                if expected.has(";") && ends_statement(before) =>
            {
                format!("is a `;` missing after `{}`?", self.slice(at - 1))
            }
            (Some(Token::Requires | Token::Ensures), _) => {
                "a contract stands between the head of a method and its body or `;`".to_owned()
            }
            (Some(Token::JmlQuantifier(word)), _) => {
                format!("put brackets around it: `(\\{word} …)`")
            }
            (Some(Token::Quantifier(_) | Token::Let | Token::Opening | Token::Using), _) => {
                format!("put `{} …` into brackets", self.slice(at))
            }
            (Some(Token::ColonColon), _) if self.binds(at) => {
                "bound variables have types, as in `forall int i :: …` or `(\\forall int i; …)`"
                    .to_owned()
            }
            (Some(Token::In), _) => "a membership test here needs brackets".to_owned(),
            (None, _) => "something that was begun above is not ended".to_owned(),
            (Some(here), Some(Token::RParen)) if after_operand && here.begins_operand() => {
                "an operator or `;` is missing before this".to_owned()
            }
            (Some(_), Some(before)) if expected.has(";") && ends_statement(before) => {
                format!("is a `;` missing after `{}`?", self.slice(at - 1))
            }
            _ => return None,
        })
    }
}

fn ends_statement(token: Token<'_>) -> bool {
    token.ends_operand() || matches!(token, Token::Break | Token::Continue | Token::Return)
}

/// Words that are read only to refuse a class.
const REFUSED: [&str; 4] = ["record", "sealed", "non", "permits"];

/// The expected tokens.
pub(super) struct Expected<'e> {
    /// The grammar's names of the tokens.
    names: Vec<&'e str>,
    /// Whether an expression ends before the position.
    pub(super) after_operand: bool,
}

/// Groups of tokens with a common name. A group is present if its first token is.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "a member",
        &[
            "predicate",
            "lemma",
            "void",
            "requires",
            "ensures",
            "decreases",
            "enum",
            "class",
            "interface",
            "modifier",
            "annotation",
            "default",
            "synchronized",
            "transient",
            "volatile",
            "strictfp",
            ";",
            "{",
            "name",
            "type_name",
            "type_lt",
            "int",
            "boolean",
            "perm",
            "java_type",
            "collection",
        ],
    ),
    (
        "a statement",
        &[
            "if",
            "while",
            "for",
            "break",
            "continue",
            "return",
            "assert",
            "assume",
            "open",
            "close",
            "use",
            "join",
            "label",
            "{",
            ";",
            "modifier",
            "annotation",
            "type_name",
            "int",
            "boolean",
            "perm",
            "java_type",
            "collection",
            "int_literal",
            "long_literal",
            "floating_literal",
            "string_literal",
            "char_literal",
            "~",
            "decreases",
            "invariant",
            "do",
            "switch",
            "throw",
            "enum",
            "class",
            "interface",
            "package",
            "import",
        ],
    ),
    (
        "an expression",
        &[
            "null",
            "name",
            "int_literal",
            "long_literal",
            "floating_literal",
            "string_literal",
            "char_literal",
            "other_literal",
            "~",
            "collection",
            "quantifier",
            "opening",
            "using",
            "let",
            "new",
            "old",
            "old_word",
            "acc",
            "untouched",
            "true",
            "false",
            "this",
            "super",
            "result",
            "count",
            "write",
            "_",
            "{",
            "(",
            "cast_open",
            "[",
            "[]",
            "|",
            "!",
            "-",
            "+",
            "prefix_op",
            "jml_quantifier",
        ],
    ),
    (
        "an operator",
        &[
            "binary_op",
            "=",
            "<",
            ">",
            "*",
            "+",
            "-",
            "in",
            "?",
            "instanceof",
            ".",
            "[",
            "(",
            "postfix_op",
            "compound_op",
            ":=",
            "[]",
        ],
    ),
    ("a modifier", &["modifier", "annotation"]),
    (
        "a type",
        &[
            "boolean",
            "int",
            "perm",
            "java_type",
            "collection",
            "name",
            "type_name",
        ],
    ),
];

impl Expected<'_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }

    fn only_a_name(&self) -> bool {
        self.has("name") && !self.has("int") && !self.has("null")
    }

    /// The expected tokens in words: `` `)`, `,` or a name ``.
    fn describe(&self) -> String {
        // Many tokens can follow an operand; the end of the statement is the most
        // helpful.
        if self.after_operand && self.has(";") && (self.has(",") || !self.has("{")) {
            return "`;`".to_owned();
        }
        let mut left = self.names.clone();
        // They are parsed, but not supported, or seldom what was meant.
        let rare = [
            "throws",
            "...",
            "signals",
            "signals_only",
            "try",
            "catch",
            "finally",
        ];
        left.retain(|name| !rare.contains(name));
        let mut words = Vec::new();
        for (word, group) in GROUPS {
            if !group.first().is_some_and(|mark| left.contains(mark)) {
                continue;
            }
            // A statement may begin with an expression; "a statement" is more general.
            if !(*word == "an expression" && self.has("if")) {
                words.push((*word).to_owned());
            }
            left.retain(|name| !group.contains(name));
        }
        // A value that nobody knows, `x := *;`, is rarely intended either, nor is a chosen one.
        if self.has("null") {
            left.retain(|name| !matches!(*name, "*" | "choose"));
        }
        // In brackets, an assignment is rarely intended.
        if self.after_operand && left.contains(&"compound_op") {
            left.retain(|name| !matches!(*name, "compound_op" | ":="));
        }
        if !left.is_empty() && self.after_operand {
            words.retain(|word| word != "an operator");
        }
        let tokens = left.iter().map(|name| match *name {
            "name" => "a name".to_owned(),
            "type_lt" => "`<`".to_owned(),
            "type_gt" => "`>`".to_owned(),
            token => format!("`{token}`"),
        });
        let mut all: Vec<String> = tokens.collect();
        all.append(&mut words);
        match all.split_last() {
            None => "something else".to_owned(),
            Some((one, [])) => one.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }
}
