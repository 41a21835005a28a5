//! Tokens, and the keywords of each notation.
//!
//! The keyword tables are the main difference between the notations; the shapes are
//! those of [`super::lexer`].

use crate::syntax::tree::ast::{AssignOp, BinOp, IncOp};

/// A token. Tokens that the grammar does not name ([`Token::Reserved`], [`Token::Bad`],
/// …) are always errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    /// An identifier, or any word after `.`.
    Name(&'t str),
    /// A name that begins a qualified or generic type, such as `a` in `a.b.C x` and
    /// `List` in `List<T> x`.
    TypeName(&'t str),
    /// An integer literal, as written.
    Int(&'t str),
    /// `1L`, as written.
    Long(&'t str),
    /// A floating-point literal, in `.java` files.
    Floating(&'t str),
    /// `"…"`, as written.
    Str(&'t str),
    /// `'…'`, as written.
    Char(&'t str),
    /// A kind of literal that the notation does not have, by name.
    Literal(&'static str),
    /// `@Word`, with the `@`.
    Annotation(&'t str),
    /// `public`, `static`, `final`, `pure`, …
    Modifier(&'t str),
    /// `char`, `long`, …: a Java type that `.idf` files do not have.
    JavaType(&'t str),
    /// A word or an operator of Java that the language lacks; the name of its
    /// construct.
    Reserved(&'static str),
    /// An error that the lexer has reported.
    Bad,

    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `extends`
    Extends,
    /// `implements`
    Implements,
    /// `package`
    Package,
    /// `import`
    Import,
    /// `void`
    Void,
    /// `int`
    IntType,
    /// `boolean`, `bool`
    BoolType,
    /// `perm`
    PermType,
    /// `seq`, `set`, `multiset`, `map` before `<` or `{`
    Collection(&'t str),
    /// `predicate`
    Predicate,
    /// `lemma`
    Lemma,
    /// `requires`
    Requires,
    /// `ensures`
    Ensures,
    /// `decreases`
    Decreases,
    /// `invariant`
    Invariant,
    /// `signals` of JML
    Signals,
    /// `signals_only` of JML
    SignalsOnly,

    /// `enum`
    Enum,
    /// `do`
    Do,
    /// `switch`
    Switch,
    /// `case`
    Case,
    /// `default`
    Default,
    /// `throw`
    Throw,
    /// `try`
    Try,
    /// `catch`
    Catch,
    /// `finally`
    Finally,
    /// `->`
    Arrow,
    /// `~`
    Tilde,
    /// `if`
    If,
    /// `else`
    Else,
    /// `while`
    While,
    /// `for`
    For,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return,
    /// `assert`
    Assert,
    /// `assume`
    Assume,
    /// `open`
    Open,
    /// `close`
    Close,
    /// `use`
    Use,
    /// `join`
    Join,
    /// `label`
    Label,
    /// `by` between an assertion and its proof
    By,

    /// `choose` before a bound variable
    Choose,
    /// `opening`
    Opening,
    /// `using`
    Using,
    /// `in`
    In,
    /// `let`
    Let,
    /// `forall`, `exists`, `forall*`, by its name
    Quantifier(&'static str),
    /// `\forall`, `\exists`, by its name
    JmlQuantifier(&'static str),
    /// `instanceof`
    InstanceOf,
    /// `new`
    New,
    /// `old`, `\old`
    Old,
    /// `old` before one argument in an annotation of a `.java` file, where it is also a
    /// method's name.
    OldWord,
    /// `acc`
    Acc,
    /// `untouched`
    Untouched,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
    /// `this`
    This,
    /// `super`
    Super,
    /// `result`, `\result`
    Result,
    /// `\count`
    Count,
    /// `write`
    Write,
    /// `_`
    Wildcard,

    /// `(`
    LParen,
    /// The `(` of a cast
    CastOpen,
    /// `)`
    RParen,
    /// `[`
    LBracket,
    /// `]`
    RBracket,
    /// `[]`: one token, which distinguishes `T[] x` from `a[i]`
    Brackets,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `;`
    Semi,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `:=`
    Assign,
    /// `=`
    Eq,
    /// `<`
    Lt,
    /// `>`
    Gt,
    /// The `<` before type arguments or parameters
    TypeLt,
    /// The `>` after type arguments or parameters
    TypeGt,
    /// `*`
    Star,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    Not,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    /// `|`
    Pipe,
    /// `&`
    Ampersand,
    /// `++` or `--` before its operand
    Prefix(IncOp),
    /// `++` or `--` after its operand
    Postfix(IncOp),
    /// Any binary operator without another use
    Bin(BinOp),
    /// `+=`, `-=`, …
    Compound(AssignOp),
}

/// The kinds of words that Java does not have, which annotations and `.idf` files have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// It begins a statement.
    Statement,
    /// It begins a clause of a contract or of a loop.
    Clause,
    /// It begins a member.
    Member,
    /// It stands before a member or a variable.
    Modifier,
    /// A type.
    Type,
    /// It begins an expression, by which it is continued to the right.
    Prefix,
    /// It begins an expression, whose operands are in brackets behind it.
    Bracketed,
    /// It stands between two operands.
    Infix,
    /// A value.
    Value,
}

impl Token<'_> {
    /// The kind of a word that Java does not have; `None` for all other tokens.
    pub fn word(self) -> Option<Word> {
        use Token::*;
        Some(match self {
            Assume | Open | Close | Use | Join | Label => Word::Statement,
            Requires | Ensures | Decreases | Invariant | Signals | SignalsOnly => Word::Clause,
            Predicate | Lemma => Word::Member,
            Modifier("ghost" | "pure") => Word::Modifier,
            // `bool`; `boolean` has the same token.
            BoolType | PermType => Word::Type,
            Opening | Using | Let | Quantifier(_) => Word::Prefix,
            Old | OldWord | Acc | Untouched => Word::Bracketed,
            Bin(op) if op.sign().starts_with(|c: char| c.is_ascii_alphabetic()) => Word::Infix,
            In => Word::Infix,
            Result | Count | Write => Word::Value,
            Name(_) | TypeName(_) | Int(_) | Long(_) | Floating(_) | Str(_) | Char(_)
            | Literal(_) | Annotation(_) | Modifier(_) | JavaType(_) | Collection(_)
            | Reserved(_) | Bad => {
                return None;
            }
            Class | Interface | Extends | Implements | Package | Import | Void | IntType | Enum
            | Do | Switch | Case | Default | Throw | Try | Catch | Finally | If | Else | While
            | For | Break | Continue | Return | Assert | By | Choose | JmlQuantifier(_)
            | InstanceOf | New | True | False | Null | This | Super | Wildcard => return None,
            LParen | CastOpen | RParen | LBracket | RBracket | Brackets | LBrace | RBrace
            | Semi | Comma | Dot | DotDot | Arrow | Assign | Colon | ColonColon => return None,
            Eq | Lt | Gt | TypeLt | TypeGt | Star | Plus | Minus | Not | Tilde | Question
            | Pipe | Ampersand | Prefix(_) | Postfix(_) | Bin(_) | Compound(_) => return None,
        })
    }

    /// Whether an expression can end here, so that a following `-` is binary.
    pub fn ends_operand(self) -> bool {
        use Token::*;
        matches!(
            self,
            Name(_)
                | Int(_)
                | Long(_)
                | Floating(_)
                | Str(_)
                | Char(_)
                | Literal(_)
                | True
                | False
                | Null
                | This
                | Super
                | Result
                | Count
                | Write
                | Wildcard
                | RParen
                | RBracket
                | Brackets
                | Postfix(_)
        )
    }

    /// Whether this can only begin an operand; excludes tokens that may also be
    /// operators (`-`, `|`, …).
    pub fn begins_operand(self) -> bool {
        use Token::*;
        let is_word = matches!(
            self.word(),
            Some(Word::Prefix | Word::Bracketed | Word::Value)
        );
        is_word
            || matches!(
                self,
                Name(_)
                    | Int(_)
                    | Long(_)
                    | Floating(_)
                    | Str(_)
                    | Char(_)
                    | Tilde
                    | Literal(_)
                    | True
                    | False
                    | Null
                    | This
                    | Super
                    | Wildcard
                    | LParen
                    | CastOpen
                    | LBracket
                    | Brackets
                    | Not
                    | New
                    | Collection(_)
            )
    }

    /// Whether this is a keyword, which cannot be a name.
    pub fn is_keyword(self, text: &str) -> bool {
        !matches!(
            self,
            Token::Name(_)
                | Token::TypeName(_)
                | Token::Int(_)
                | Token::Literal(_)
                | Token::Annotation(_)
        ) && text.starts_with(|c: char| c.is_ascii_alphabetic())
    }
}

/// A token and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spanned<'t> {
    /// The token.
    pub token: Token<'t>,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Whether it is in an annotation of a `.java` file.
    pub in_annotation: bool,
}
