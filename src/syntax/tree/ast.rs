//! The syntax tree: names are strings, nothing is typed, and every node has a span.
//!
//! Properties:
//! 1. It represents the text and not its meaning: `=` is an operator, not yet an
//!    equality; a call may be of a method, a pure method or a predicate.
//! 2. Binary operators are in flat chains ([`ExprKind::Chain`]): the meaning of `*`
//!    depends on types, so precedence is applied after typing (`resolve`).
//! 3. Constructs that are not supported yet are represented (or are
//!    [`ExprKind::Unsupported`]), so that they are refused by name.

pub use super::operators::{AssignOp, BinOp};
#[cfg(test)]
use super::spans::{VisitorMut, WalkMut};
pub use super::statements::{Block, Catch, ConstructorOf, Stmt, StmtKind, SwitchCase, Try};
use super::walk::{Visitor, Walk};
use crate::floating::Format;
use crate::notation::Notation;
use crate::source::Span;
use ecow::EcoString;
use num_bigint::BigInt;
use veriframe_derive::Walk;
#[cfg(test)]
use veriframe_derive::WalkMut;

/// The name of the index of a `for` over an array, which only contracts see.
pub const COUNT: &str = "\\count";

/// An identifier with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Name {
    /// The text.
    pub text: EcoString,
    /// The span.
    pub span: Span,
}

/// A file: its classes, then the statements of the main routine.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct File {
    /// The notation in which it is written.
    pub notation: Notation,
    /// The name after `package`, with dots.
    pub package: Option<Name>,
    /// The imports in source order.
    pub imports: Vec<Import>,
    /// Classes in source order.
    pub classes: Vec<Class>,
    /// The trailing statements: the main routine.
    pub main: Vec<Stmt>,
    /// The values of the string literals, in source order.
    pub strings: Vec<String>,
    /// Where errors stand, and what was left out because of them: something else may be
    /// meant there than stands in the tree.
    pub gaps: Vec<Span>,
    /// What was left out because of errors.
    pub skipped: Vec<Span>,
    /// Whether something other than what is not supported could not be read: it may be
    /// any declaration.
    pub is_misread: bool,
    /// The whole text.
    pub span: Option<Span>,
    /// Statements of other texts that were put into the tree: each text, and the place where its
    /// names mean what they mean.
    pub inserted: Vec<(Span, Span)>,
}

impl File {
    /// Whether a place is in this file.
    #[must_use]
    pub fn holds(&self, span: Span) -> bool {
        self.span.is_some_and(|whole| whole.file == span.file)
    }

    /// The name of its package; empty without `package`.
    #[must_use]
    pub fn package_name(&self) -> &str {
        self.package.as_ref().map_or("", |name| &name.text)
    }
}

/// `import [static] a.b.C;` or `import [static] a.b.*;`
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Import {
    /// Whether it says `static`.
    pub is_static: bool,
    /// The qualified name, without `.*`.
    pub path: Name,
    /// Whether `.*` follows.
    pub star: bool,
    /// The span.
    pub span: Span,
}

impl Import {
    /// The simple name that it gives a meaning; `None` if it imports all of a package or class.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.path.text.rsplit('.').next().filter(|_| !self.star)
    }
}

/// The kind of a class declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
}

/// `T`, `T extends A & B` in a class header or before a method.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct TypeParam {
    /// Its name.
    pub name: Name,
    /// The types after `extends`.
    pub bounds: Vec<Type>,
}

/// A class, an interface or an `enum`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Class {
    /// `abstract`, `final`, `public`, … as written.
    pub modifiers: Vec<Name>,
    /// Class, interface or `enum`.
    pub kind: ClassKind,
    /// Its name.
    pub name: Name,
    /// `<T, U extends A>` after the name.
    pub type_params: Vec<TypeParam>,
    /// The types after `extends`.
    pub extends: Vec<Type>,
    /// The types after `implements`.
    pub implements: Vec<Type>,
    /// The constants of an `enum`.
    pub constants: Vec<Name>,
    /// Its members in source order.
    pub members: Vec<Member>,
    /// Nested classes, in source order.
    pub classes: Vec<Class>,
    /// Whether it is entirely in annotations of a `.java` file (false in `.idf` files).
    pub in_annotation: bool,
    /// From the first modifier to the closing brace.
    pub span: Span,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Member {
    /// `static`, `pure`, `final`, `ghost`, … as written, in any order.
    pub modifiers: Vec<Name>,
    /// Its kind; boxed like that of a statement.
    pub kind: Box<MemberKind>,
    /// Its name (the class's name for a constructor).
    pub name: Name,
    /// Whether it is entirely in annotations of a `.java` file: then it is not code,
    /// and its `int` is mathematical.
    pub in_annotation: bool,
    /// The span.
    pub span: Span,
}

impl Member {
    /// Whether a field or block of a class of this kind belongs to the class and not to its objects: it says so, or stands
    /// in an interface. Of an interface's methods, only some do.
    #[must_use]
    pub fn is_static_in(&self, kind: ClassKind) -> bool {
        kind == ClassKind::Interface || self.modifiers.iter().any(|word| word.text == "static")
    }
}

/// The kinds of members, regardless of `pure` and `static`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub enum MemberKind {
    /// `T f;` or `T f := e;`
    Field {
        /// The declared type.
        ty: Type,
        /// The initialiser.
        init: Option<Box<Expr>>,
    },
    /// `C(params) contract block`
    Constructor(Callable),
    /// A mutator (`ty` is `None` for `void`) or, with the modifier `pure`, a pure method.
    Method {
        /// Result type; `None` is `void`.
        ty: Option<Type>,
        /// Parameters, contract, body.
        callable: Callable,
    },
    /// `predicate q(params) { return φ; }`
    Predicate(Callable),
    /// `lemma [static] void l(params) contract block`
    Lemma(Callable),
    /// `static block` of a class in Java, which is run when the class is first used. Its name is `static`.
    Initialiser(Block),
}

/// The common parts of constructors, methods, predicates and lemmas.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Callable {
    /// `<T>` before the result type of a method.
    pub type_params: Vec<TypeParam>,
    /// Formal parameters.
    pub params: Vec<Param>,
    /// Whether Java's `throws` follows them.
    pub throws: bool,
    /// Clauses in source order.
    pub contract: Vec<Clause>,
    /// The body; `None` if `;` takes its place.
    pub body: Option<Block>,
}

/// A formal parameter.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Param {
    /// `final`, `ghost` as written.
    pub modifiers: Vec<Name>,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
    /// Whether it stands for any number of arguments, as in `T... name`: `ty` is an array.
    pub is_rest: bool,
}

/// A clause of a contract or a loop specification.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Clause {
    /// Its kind.
    pub kind: ClauseKind,
    /// One expression; several for `decreases`.
    pub exprs: Vec<Expr>,
    /// The span.
    pub span: Span,
}

/// The kinds of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// `requires φ;`
    Requires,
    /// `ensures φ;`
    Ensures,
    /// `decreases e, …;`
    Decreases,
    /// `invariant φ;` (loops)
    Invariant,
    /// `signals (E e) φ;`, of which the expression is a choice of `e`; `signals_only E, …;` is one clause
    /// with a choice for each class
    Signals,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Type {
    /// Its form.
    pub kind: TypeKind,
    /// The span.
    pub span: Span,
}

impl Type {
    /// The innermost element type of a nested array; any other type itself.
    #[must_use]
    pub fn innermost(&self) -> &Type {
        let mut ty = self;
        while let TypeKind::Array(elem) = &ty.kind {
            ty = elem;
        }
        ty
    }

    /// The name of a class or interface, with or without type arguments.
    #[must_use]
    pub fn class_name(&self) -> Option<&EcoString> {
        if let TypeKind::Generic(applied) = &self.kind {
            return Some(&applied.name);
        }
        let TypeKind::Named(name) = &self.kind else {
            return None;
        };
        Some(name)
    }
}

/// The forms of types.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub enum TypeKind {
    /// `int`
    Int,
    /// `boolean`, `bool`
    Bool,
    /// `perm`
    Perm,
    /// `long`
    Long,
    /// `short`
    Short,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `float`, `double`
    Floating(Format),
    /// `\bigint`: an integer of any size
    Bigint,
    /// `var`: the type of the initialiser
    Infer,
    /// A class or interface, by its simple or qualified name.
    Named(EcoString),
    /// `C<T, U>`: the simple or qualified name, and the arguments; `C<>` has none.
    Generic(Box<Applied>),
    /// `?`, `? extends T`, `? super T`, as an argument only
    Wildcard(Option<(WildcardBound, Box<Type>)>),
    /// `T[]`
    Array(Box<Type>),
    /// `seq<…>`, `set<…>`, `multiset<…>`, `map<…>`: the keyword and its arguments.
    Collection(Box<Applied>),
}

/// The name of a generic class or of a kind of collections, and its type arguments.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Applied {
    /// The simple or qualified name, or the keyword.
    pub name: EcoString,
    /// The arguments.
    pub args: Vec<Type>,
}

/// The direction of a wildcard's bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildcardBound {
    /// `extends`
    Extends,
    /// `super`
    Super,
}

/// An expression or assertion.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// The span (without enclosing parentheses).
    pub span: Span,
}

impl Expr {
    /// Whether it is a literal of Java, or `null`.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        use ExprKind::{Bool, Char, Floating, Int, Long, Null, Str};
        matches!(
            self.kind,
            Int(_) | Long(_) | Floating(..) | Str(_) | Char(_) | Bool(_) | Null
        )
    }

    /// Whether it might make the text of an object, for `+` or `+=`.
    #[must_use]
    pub fn might_make_text(&self) -> bool {
        if let ExprKind::Chain(first, rest) = &self.kind {
            let adds = rest.iter().any(|(op, ..)| *op == BinOp::Add);
            let mut operands = rest.iter().map(|(.., operand)| operand);
            return adds && !(first.is_literal() && operands.all(Expr::is_literal));
        }
        matches!(self.kind, ExprKind::Assign(..))
    }
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    /// `!`
    Not,
    /// `-`
    Neg,
    /// `+`
    Plus,
    /// `~`
    BitNot,
}

/// Increment and decrement operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncOp {
    /// `x++`
    PostInc,
    /// `x--`
    PostDec,
    /// `++x`
    PreInc,
    /// `--x`
    PreDec,
}

/// The kind of a collection literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// `[e, …]`
    Seq,
    /// `set{e, …}`
    Set,
    /// `multiset{e, …}`
    Multiset,
}

/// A bound variable of a quantifier.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Bound {
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
}

/// `forall T x, U y :: {triggers} body`, or `exists`.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Quant {
    /// Whether it is `forall`.
    pub universal: bool,
    /// The bound variables, at least one.
    pub vars: Vec<Bound>,
    /// The triggers, each of at least one term.
    pub triggers: Vec<Vec<Expr>>,
    /// The body.
    pub body: Expr,
}

/// `choose T x :: body`
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Choice {
    /// The type of the bound variable; without one, that of what is assigned.
    pub ty: Option<Type>,
    /// The bound variable.
    pub name: Name,
    /// What holds for the value.
    pub body: Expr,
}

/// `lo..hi` in `acc(…)` or an index; both bounds are optional.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Range {
    /// The lower bound.
    pub lo: Option<Box<Expr>>,
    /// The upper bound.
    pub hi: Option<Box<Expr>>,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub enum ExprKind {
    /// An integer literal (never negative).
    Int(BigInt),
    /// `1L`: a literal of type `long` (never negative)
    Long(BigInt),
    /// `1.5`, `1f`: a floating-point literal, by its bits
    Floating(Format, i64),
    /// `"…"`: its value
    Str(String),
    /// `'…'`: its value, a UTF-16 code unit
    Char(u16),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// `this`
    This,
    /// `super`; meaningful only before `.`
    Super,
    /// `result`, `\result`
    Result,
    /// `write`: the full permission
    Write,
    /// `_`: some positive amount
    Wildcard,
    /// A variable, a field of `this`, or a class before `.`; also [`COUNT`]
    Name(EcoString),
    /// `e.f` (also `a.length`, `a.elems`, `C.f`)
    Field(Box<Expr>, Name),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[lo..hi]`
    Slice(Box<Expr>, Range),
    /// `[e.]m(args)`; the receiver may be a class name
    Call(Option<Box<Expr>>, Name, Vec<Expr>),
    /// `new C(args)`
    New(Box<Type>, Vec<Expr>),
    /// `new T[n]` (the element type and the length)
    NewArray(Box<Type>, Box<Expr>),
    /// `new T[n][m]` (the type of the innermost elements, and at least two lengths)
    NewArrays(Box<Type>, Vec<Expr>),
    /// `new T[] {e, …}` (the element type and the elements, which may be
    /// [`ExprKind::ArrayInit`])
    NewArrayOf(Box<Type>, Vec<Expr>),
    /// `{e, …}` as an initial value of an array type, possibly nested
    ArrayInit(Vec<Expr>),
    /// `e instanceof T`
    InstanceOf(Box<Expr>, Box<Type>),
    /// `(T) e`
    Cast(Box<Type>, Box<Expr>),
    /// `x = e`, `x += e` inside an expression (in parentheses, or as the value of an
    /// assignment)
    Assign(Box<Expr>, AssignOp, Box<Expr>),
    /// Prefix operator.
    Unary(UnOp, Box<Expr>),
    /// `x++`, `--x`, …
    Inc(IncOp, Box<Expr>),
    /// `e op e op e …`: at least one operator; precedence not yet applied.
    Chain(Box<Expr>, Vec<(BinOp, Span, Expr)>),
    /// `c ? e : e`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `( e )`: kept, because parentheses limit the meaning of `*`
    Paren(Box<Expr>),
    /// `old(e)`, `old[l](e)`, `\old(e)`
    Old(Option<Name>, Box<Expr>),
    /// `old(e)` in an annotation of a `.java` file: a call where there is a method `old` with
    /// one parameter, and otherwise the same as `\old(e)`
    OldOrCall(Box<Expr>),
    /// `opening e.q(…) in e` (or `opening acc(e.q(…), p) in e`)
    Opening(Box<Expr>, Box<Expr>),
    /// `using e.p(…) in e`
    Using(Box<Expr>, Box<Expr>),
    /// `acc(location [, p])`
    Acc(Box<Expr>, Option<Box<Expr>>),
    /// `untouched(φ)`
    Untouched(Box<Expr>),
    /// `forall …`, `exists …`; JML's `(\forall T x; range; e)` is
    /// `(forall T x :: (range) ==> (e))`
    Quant(Box<Quant>),
    /// `let x := e in e`
    Let(Name, Box<Expr>, Box<Expr>),
    /// `[e, …]`, `set{e, …}`, `multiset{e, …}`
    Literal(LiteralKind, Vec<Expr>),
    /// `map{k := v, …}`
    MapLiteral(Vec<(Expr, Expr)>),
    /// `seq<T>()` and the like: the type
    Empty(Box<Type>),
    /// `|e|`
    Size(Box<Expr>),
    /// `s[i := e]`
    Update(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `*` as the value of an assignment: a value that nobody knows
    Unknown,
    /// `choose x :: e` as the value of an assignment: some value for which `e` holds
    Choose(Box<Choice>),
    /// An unsupported construct, by name (`"forall*"`, `"an anonymous class"`, …).
    Unsupported(&'static str),
}
