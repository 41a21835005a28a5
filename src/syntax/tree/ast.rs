//! The parsed program: names are strings, nothing has a type, and every node
//! has its span.
//!
//! Properties:
//! 1. It says what stands in the text and nothing about what it means: `=` is
//!    an operator, not yet an equality; a call may be a method, a pure method
//!    or a predicate.
//! 2. Binary operators stand in flat chains ([`ExprKind::Chain`]): what `*`
//!    means depends on types, so precedence is applied after typing
//!    (`resolve`).
//! 3. Constructs that the rest of the tool cannot take yet are represented
//!    (or are [`ExprKind::Unsupported`]), so that they are refused by name.

use crate::source::Span;
use num_bigint::BigInt;

/// An identifier and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A file: its classes, then the statements of the main routine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// Whether it is a Java file.
    pub is_java: bool,
    /// What follows `package`, with its dots.
    pub package: Option<Name>,
    /// The imports in source order.
    pub imports: Vec<Import>,
    /// Classes in source order.
    pub classes: Vec<Class>,
    /// The trailing statements: the main routine.
    pub main: Vec<Stmt>,
    /// The values of the string literals, in source order.
    pub strings: Vec<String>,
}

impl File {
    /// The name of its package; that of a file without `package` is empty.
    #[must_use]
    pub fn package_name(&self) -> &str {
        self.package.as_ref().map_or("", |name| &name.text)
    }
}

/// `import [static] a.b.C;` or `import [static] a.b.*;`
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// Whether it says `static`.
    pub is_static: bool,
    /// The name with its dots, without `.*`.
    pub path: Name,
    /// Whether `.*` follows.
    pub star: bool,
    /// The whole import.
    pub span: Span,
}

/// What kind of type a class declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`
    Class,
    /// `interface`
    Interface,
    /// `enum`
    Enum,
}

/// `T`, `T extends A & B` in the head of a class or before a method.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeParam {
    /// Its name.
    pub name: Name,
    /// What follows `extends`.
    pub bounds: Vec<Type>,
}

/// A class, an interface or an `enum`.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// `abstract`, `final`, `public`, … as written.
    pub modifiers: Vec<Name>,
    /// Class, interface or `enum`.
    pub kind: ClassKind,
    /// Its name.
    pub name: Name,
    /// `<T, U extends A>` behind the name.
    pub type_params: Vec<TypeParam>,
    /// What follows `extends`.
    pub extends: Vec<Type>,
    /// What follows `implements`.
    pub implements: Vec<Type>,
    /// The constants of an `enum`.
    pub constants: Vec<Name>,
    /// Its members in source order.
    pub members: Vec<Member>,
    /// The classes declared inside it, in source order.
    pub classes: Vec<Class>,
    /// Whether it stands wholly in annotations of a `.java` file (in an
    /// `.idf` file nothing does).
    pub in_annotation: bool,
    /// From the first modifier to the closing brace.
    pub span: Span,
}

/// A member of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// `static`, `pure`, `final`, `ghost`, … as written, in any order.
    pub modifiers: Vec<Name>,
    /// What kind of member it is.
    pub kind: MemberKind,
    /// Its name (the class's name for a constructor).
    pub name: Name,
    /// Whether it stands wholly in annotations of a `.java` file: then it is
    /// not code, and its `int` is mathematical.
    pub in_annotation: bool,
    /// The whole member.
    pub span: Span,
}

/// The kinds of members, before `pure` and `static` are looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum MemberKind {
    /// `T f;` or `T f := e;`
    Field {
        /// The declared type.
        ty: Type,
        /// The initialiser.
        init: Option<Expr>,
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
}

/// What constructors, methods, predicates and lemmas have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct Callable {
    /// `<T>` before the result type of a method.
    pub type_params: Vec<TypeParam>,
    /// Formal parameters.
    pub params: Vec<Param>,
    /// Clauses in source order.
    pub contract: Vec<Clause>,
    /// The body; `None` where `;` stands instead.
    pub body: Option<Block>,
}

/// A formal parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// `final`, `ghost` as written.
    pub modifiers: Vec<Name>,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
}

/// One clause of a contract or a loop specification.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What kind of clause.
    pub kind: ClauseKind,
    /// One expression; several for `decreases`.
    pub exprs: Vec<Expr>,
    /// The whole clause.
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
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// Its shape.
    pub kind: TypeKind,
    /// The place.
    pub span: Span,
}

/// The shapes of types.
#[derive(Clone, Debug, PartialEq)]
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
    /// `var`: the type of the initialiser
    Infer,
    /// A class or interface, by name; a qualified name with its dots.
    Named(String),
    /// `C<T, U>`: the name, with its dots, and the arguments; `C<>` has none.
    Generic(String, Vec<Type>),
    /// `?`, `? extends T`, `? super T`, as an argument only
    Wildcard(Option<(WildcardBound, Box<Type>)>),
    /// `T[]`
    Array(Box<Type>),
    /// `seq<…>`, `set<…>`, `multiset<…>`, `map<…>`: the word and its arguments.
    Collection(String, Vec<Type>),
}

/// How a wildcard is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WildcardBound {
    /// `extends`
    Extends,
    /// `super`
    Super,
}

/// `{ … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Whether it stands wholly in annotations of a `.java` file: then it is
    /// no code.
    pub in_annotation: bool,
    /// The whole statement.
    pub span: Span,
}

/// Assignment operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `:=` (and `=`)
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
    /// `*=`
    Mul,
    /// `/=`
    Div,
    /// `%=`
    Rem,
    /// `&=`
    BitAnd,
    /// `|=`
    BitOr,
    /// `^=`
    BitXor,
    /// `<<=`
    Shl,
    /// `>>=`
    Shr,
    /// `>>>=`
    UShr,
}

/// Which constructor `this(…);` and `super(…);` call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructorOf {
    /// One of the same class.
    This,
    /// One of the superclass.
    Super,
}

/// A group of a `switch`: `case a, b:`, `case a: case b:` or `case a, b ->`
/// and what it governs.
#[derive(Clone, Debug, PartialEq)]
pub struct SwitchCase {
    /// The labels of all `case`s in front.
    pub labels: Vec<Expr>,
    /// Whether `default` is among them.
    pub is_default: bool,
    /// Whether `->` follows (and nothing falls through) instead of `:`.
    pub arrow: bool,
    /// The statements; exactly one behind `->`.
    pub body: Vec<Stmt>,
    /// From the first label to the last statement.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `[final] [ghost] T x;` or `T x := e;`
    Local {
        /// `final`, `ghost` as written.
        modifiers: Vec<Name>,
        /// The declared type.
        ty: Type,
        /// The variable.
        name: Name,
        /// The initial value.
        init: Option<Expr>,
    },
    /// `int a = 1, b = 2;`, `i++, j--`: statements without a scope of their own
    List(Vec<Stmt>),
    /// `this(…);`, `super(…);`
    ConstructorCall(ConstructorOf, Vec<Expr>),
    /// `lhs op rhs;`
    Assign(Expr, AssignOp, Expr),
    /// A call, `new`, `x++` as a statement. (Anything else is refused by `resolve`.)
    Expr(Expr),
    /// `{ … }`
    Block(Block),
    /// `if (c) s [else s]`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while (c) specs s`
    While(Expr, Vec<Clause>, Box<Stmt>),
    /// `for (init; c; step) specs s`
    For {
        /// The initialisation, if any.
        init: Option<Box<Stmt>>,
        /// The condition, if any.
        cond: Option<Expr>,
        /// The step, if any.
        step: Option<Box<Stmt>>,
        /// Invariants and measure.
        specs: Vec<Clause>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `do specs s while (c);`
    DoWhile(Vec<Clause>, Box<Stmt>, Expr),
    /// `for (T x : e) specs s`
    ForEach {
        /// `final` as written.
        modifiers: Vec<Name>,
        /// The declared type.
        ty: Type,
        /// The variable.
        name: Name,
        /// What it runs over.
        iterable: Expr,
        /// Invariants and measure.
        specs: Vec<Clause>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `switch (e) { … }`
    Switch(Expr, Vec<SwitchCase>),
    /// `throw e;`
    Throw(Expr),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return [e];`
    Return(Option<Expr>),
    /// `assert φ;`
    Assert(Expr),
    /// `assume φ;`
    Assume(Expr),
    /// `open φ;` where φ is a predicate instance or `acc(instance, p)`
    Open(Expr),
    /// `close φ;` likewise
    Close(Expr),
    /// `use e.p(…);`
    Use(Expr),
    /// `join φ;`
    Join(Expr),
    /// `label l;`
    Label(Name),
}

/// An expression or assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its shape.
    pub kind: ExprKind,
    /// The whole expression (without enclosing parentheses).
    pub span: Span,
}

/// Binary operators, as they stand in chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// `<==>`
    Iff,
    /// `==>`
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `=` or `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `++` between two operands
    Concat,
    /// `*`: multiplication or separating conjunction, by types
    Star,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `--*`
    Wand,
    /// `union`
    Union,
    /// `intersect`
    Intersect,
    /// `setminus`
    SetMinus,
    /// `subset`
    Subset,
    /// `&`
    BitAnd,
    /// `|` between two operands
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `>>>`
    UShr,
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

/// `x++` and its relatives.
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

/// What a collection literal makes of its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralKind {
    /// `[e, …]`
    Seq,
    /// `set{e, …}`
    Set,
    /// `multiset{e, …}`
    Multiset,
}

/// A variable that a quantifier binds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Name,
}

/// `forall T x, U y :: {triggers} body`, or `exists`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quant {
    /// Whether it is `forall`.
    pub universal: bool,
    /// The bound variables, at least one.
    pub vars: Vec<Bound>,
    /// The sets of triggers, each of at least one term.
    pub triggers: Vec<Vec<Expr>>,
    /// The body.
    pub body: Expr,
}

/// What `acc(…)` or an index names of an array: `lo..hi`, either end optional.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The lower end.
    pub lo: Option<Box<Expr>>,
    /// The upper end.
    pub hi: Option<Box<Expr>>,
}

/// The shapes of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer literal (never negative).
    Int(BigInt),
    /// `1L`: a literal of type `long` (never negative)
    Long(BigInt),
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
    /// `super`; it makes sense before `.` alone
    Super,
    /// `result`, `\result`
    Result,
    /// `write`: the full fraction
    Write,
    /// `_`: some positive fraction
    Wildcard,
    /// A variable, a field of `this`, or a class before `.`
    Name(String),
    /// `e.f` (also `a.length`, `a.elems`, `C.f`)
    Field(Box<Expr>, Name),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a[lo..hi]`
    Slice(Box<Expr>, Range),
    /// `[e.]m(args)`; the receiver may be a class name
    Call(Option<Box<Expr>>, Name, Vec<Expr>),
    /// `new C(args)`
    New(Type, Vec<Expr>),
    /// `new T[n]` (the element type and the length)
    NewArray(Type, Box<Expr>),
    /// `new T[n][m]` (the type of what is in the last of these, and at least two lengths)
    NewArrays(Type, Vec<Expr>),
    /// `new T[] {e, …}` (the element type and the elements, which may be
    /// [`ExprKind::ArrayInit`])
    NewArrayOf(Type, Vec<Expr>),
    /// `{e, …}` as the initial value of a variable of an array type, or in another one
    ArrayInit(Vec<Expr>),
    /// `e instanceof T`
    InstanceOf(Box<Expr>, Type),
    /// `(T) e`
    Cast(Type, Box<Expr>),
    /// `x = e`, `x += e` inside an expression (in brackets, or as the value of an assignment)
    Assign(Box<Expr>, AssignOp, Box<Expr>),
    /// Prefix operator.
    Unary(UnOp, Box<Expr>),
    /// `x++`, `--x`, …
    Inc(IncOp, Box<Expr>),
    /// `e op e op e …`: at least one operator; precedence not yet applied.
    Chain(Box<Expr>, Vec<(BinOp, Span, Expr)>),
    /// `c ? e : e`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `( e )`: kept, because brackets bound what `*` can mean
    Paren(Box<Expr>),
    /// `old(e)`, `old[l](e)`, `\old(e)`
    Old(Option<Name>, Box<Expr>),
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
    /// `seq<T>()` and its like: the type
    Empty(Type),
    /// `|e|`
    Size(Box<Expr>),
    /// `s[i := e]`
    Update(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A construct of the language that is not supported yet, by its name
    /// (`"forall*"`, `"an anonymous class"`, …).
    Unsupported(&'static str),
}
