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
            Requires | Ensures | Decreases | Invariant => Word::Clause,
            Predicate | Lemma => Word::Member,
            Modifier("ghost" | "pure") => Word::Modifier,
            // `bool`; `boolean` has the same token.
            BoolType | PermType => Word::Type,
            Opening | Using | Let | Quantifier(_) => Word::Prefix,
            Old | OldWord | Acc | Untouched => Word::Bracketed,
            Bin(op) if op.sign().starts_with(|c: char| c.is_ascii_alphabetic()) => Word::Infix,
            In => Word::Infix,
            Result | Write => Word::Value,
            Name(_) | TypeName(_) | Int(_) | Long(_) | Str(_) | Char(_) | Literal(_)
            | Annotation(_) | Modifier(_) | JavaType(_) | Collection(_) | Reserved(_) | Bad => {
                return None;
            }
            Class | Interface | Extends | Implements | Package | Import | Void | IntType | Enum
            | Do | Switch | Case | Default | Throw | If | Else | While | For | Break | Continue
            | Return | Assert | JmlQuantifier(_) | InstanceOf | New | True | False | Null
            | This | Super | Wildcard => return None,
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
                | Str(_)
                | Char(_)
                | Literal(_)
                | True
                | False
                | Null
                | This
                | Super
                | Result
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

/// The token of a word in an `.idf` file. Keywords are reserved everywhere except after
/// `.`, which the lexer handles.
pub fn idf_word(word: &str) -> Token<'_> {
    reserved(word)
        .map(Token::Reserved)
        .or_else(|| java_word(word))
        .or_else(|| ghost_word(word))
        .unwrap_or(Token::Name(word))
}

/// The token of a word in the code of a `.java` file: words that Java does not reserve
/// are names.
pub fn code_word(word: &str) -> Token<'_> {
    java_word(word).unwrap_or(Token::Name(word))
}

/// The token of a word in an annotation of a `.java` file.
pub fn annotation_word(word: &str) -> Token<'_> {
    match word {
        "loop_invariant" => Token::Invariant,
        // JML words without effect here.
        "spec_public" | "spec_protected" => Token::Annotation(word),
        _ => java_word(word)
            .or_else(|| ghost_word(word))
            .unwrap_or(Token::Name(word)),
    }
}

/// Operators with a special meaning in `.java` files.
pub fn java_operator(text: &str) -> Option<Token<'static>> {
    Some(match text {
        "=" => Token::Assign,
        "^" => Token::Bin(BinOp::BitXor),
        "~" => Token::Tilde,
        "&=" => Token::Compound(AssignOp::BitAnd),
        "|=" => Token::Compound(AssignOp::BitOr),
        "^=" => Token::Compound(AssignOp::BitXor),
        "->" => Token::Arrow,
        _ => return None,
    })
}

/// The keywords of Java.
fn java_word(word: &str) -> Option<Token<'_>> {
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
        _ => Token::Reserved(reserved(word)?),
    })
}

/// The constructs behind Java keywords that the language lacks; `None` for other words.
fn reserved(word: &str) -> Option<&'static str> {
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
fn ghost_word(word: &str) -> Option<Token<'_>> {
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

/// The token of a JML word (without its backslash).
pub fn jml_word(word: &str) -> Option<Token<'static>> {
    Some(match word {
        "old" => Token::Old,
        "result" => Token::Result,
        "forall" => Token::JmlQuantifier("forall"),
        "exists" => Token::JmlQuantifier("exists"),
        "bigint" => Token::JavaType("\\bigint"),
        _ => return None,
    })
}
