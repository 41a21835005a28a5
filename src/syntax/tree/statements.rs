//! Statements of the syntax tree, and what others ask of them without knowing each form: which
//! statements stand in one, and how execution gets to them.

use super::ast::{AssignOp, Clause, Expr, Name, Type};
#[cfg(test)]
use super::spans::{VisitorMut, WalkMut};
use super::walk::{Visitor, Walk};
use crate::source::Span;
use veriframe_derive::Walk;
#[cfg(test)]
use veriframe_derive::WalkMut;

/// `{ … }`
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The span, including the braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Stmt {
    /// Its form; boxed, because its size would be that of the parser's symbols.
    pub kind: Box<StmtKind>,
    /// Whether it is entirely in annotations of a `.java` file: then it is not code.
    pub in_annotation: bool,
    /// The span.
    pub span: Span,
}

/// The constructor called by `this(…);` or `super(…);`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstructorOf {
    /// One of the same class.
    This,
    /// One of the superclass.
    Super,
}

/// A group of a `switch`: `case a, b:`, `case a: case b:` or `case a, b ->` with its
/// statements.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct SwitchCase {
    /// The labels of its `case`s.
    pub labels: Vec<Expr>,
    /// Whether `default` is among them.
    pub is_default: bool,
    /// Whether `->` follows (and nothing falls through) instead of `:`.
    pub arrow: bool,
    /// The statements; exactly one after `->`.
    pub body: Vec<Stmt>,
    /// From the first label to the last statement.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
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
        init: Option<Box<Expr>>,
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
        /// The value to iterate over.
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
    /// `try (resources) { … } catch (A | B e) { … } finally { … }`
    Try(Box<Try>),
    /// `label: s`
    Labeled(Name, Box<Stmt>),
    /// `break [label];`
    Break(Option<Name>),
    /// `continue [label];`
    Continue(Option<Name>),
    /// `return [e];`
    Return(Option<Expr>),
    /// `assert φ;`
    Assert(Expr),
    /// `assert φ by { … }`
    Prove(Expr, Block),
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

/// The parts of a `try`.
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Try {
    /// The declarations of what is closed at its end, and expressions of that.
    pub resources: Vec<Stmt>,
    /// What is tried.
    pub body: Block,
    /// The handlers.
    pub catches: Vec<Catch>,
    /// What is executed however the rest ends.
    pub finally: Option<Block>,
    /// Whether that closes a resource, which no text says: what it throws after another exception is
    /// left out.
    pub closes: bool,
}

impl Try {
    /// What is tried, the handlers, and what is executed at the end.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        let handlers = self.catches.iter().map(|catch| &catch.body);
        let blocks = std::iter::once(&self.body)
            .chain(handlers)
            .chain(&self.finally);
        blocks.map(|block| block.stmts.as_slice())
    }
}

/// `catch (A | B e) { … }`
#[derive(Clone, Debug, PartialEq, Walk)]
#[cfg_attr(test, derive(WalkMut))]
pub struct Catch {
    /// The classes of exceptions.
    pub types: Vec<Type>,
    /// The variable.
    pub name: Name,
    /// The handler.
    pub body: Block,
    /// All of it.
    pub span: Span,
}

/// The statements that stand in one, by how execution gets to them.
#[derive(Clone, Copy, Debug)]
pub enum Nested<'s> {
    /// There are none.
    None,
    /// One after another, without a scope of their own: they declare variables, or count.
    List(&'s [Stmt]),
    /// One after another, with a scope of their own.
    Block(&'s [Stmt]),
    /// One of two, the second if there is an `else`.
    Branches(&'s Stmt, Option<&'s Stmt>),
    /// Those of a loop.
    Loop(Loop<'s>),
    /// Those of a `switch`.
    Cases(&'s [SwitchCase]),
    /// Those of a `try`.
    Try(&'s Try),
}

/// The parts of a loop.
#[derive(Clone, Copy, Debug)]
pub struct Loop<'s> {
    /// What is executed once before it.
    pub init: Option<&'s Stmt>,
    /// What ends it.
    pub test: Test<'s>,
    /// Invariants and measure.
    pub specs: &'s [Clause],
    /// The body.
    pub body: &'s Stmt,
}

/// What ends a loop.
#[derive(Clone, Copy, Debug)]
pub enum Test<'s> {
    /// A condition before each iteration; without one it goes on for ever.
    Before(Option<&'s Expr>),
    /// A condition behind each iteration.
    After(&'s Expr),
    /// That there are no more elements.
    Elements,
}

impl<'s> Test<'s> {
    /// The condition, if one is written.
    #[must_use]
    pub fn condition(self) -> Option<&'s Expr> {
        match self {
            Test::Before(condition) => condition,
            Test::After(condition) => Some(condition),
            Test::Elements => None,
        }
    }
}

/// A place of statements in another one, to be changed.
#[derive(Debug)]
pub enum Inner<'s> {
    /// Statements one after another.
    Sequence(&'s mut Vec<Stmt>),
    /// A single one, which is a block if there are braces.
    Single(&'s mut Stmt),
}

impl StmtKind {
    /// The statements in it.
    #[must_use]
    pub fn nested(&self) -> Nested<'_> {
        match self {
            StmtKind::List(stmts) => Nested::List(stmts),
            StmtKind::Block(block) | StmtKind::Prove(_, block) => Nested::Block(&block.stmts),
            StmtKind::If(_, then, other) => Nested::Branches(then, other.as_deref()),
            StmtKind::While(condition, specs, body) => Nested::Loop(Loop {
                init: None,
                test: Test::Before(Some(condition)),
                specs,
                body,
            }),
            StmtKind::For {
                init,
                cond,
                specs,
                body,
                ..
            } => Nested::Loop(Loop {
                init: init.as_deref(),
                test: Test::Before(cond.as_ref()),
                specs,
                body,
            }),
            StmtKind::DoWhile(specs, body, condition) => Nested::Loop(Loop {
                init: None,
                test: Test::After(condition),
                specs,
                body,
            }),
            StmtKind::ForEach { specs, body, .. } => Nested::Loop(Loop {
                init: None,
                test: Test::Elements,
                specs,
                body,
            }),
            StmtKind::Switch(_, cases) => Nested::Cases(cases),
            StmtKind::Try(parts) => Nested::Try(parts),
            StmtKind::Labeled(_, stmt) => Nested::Branches(stmt, None),
            StmtKind::Empty
            | StmtKind::Local { .. }
            | StmtKind::ConstructorCall(..)
            | StmtKind::Assign(..)
            | StmtKind::Expr(_)
            | StmtKind::Throw(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::Join(_)
            | StmtKind::Label(_) => Nested::None,
        }
    }

    /// The places in it where statements can be added: none in the head of a loop.
    pub fn inner_mut(&mut self) -> Vec<Inner<'_>> {
        match self {
            StmtKind::List(stmts) => vec![Inner::Sequence(stmts)],
            StmtKind::Block(block) | StmtKind::Prove(_, block) => {
                vec![Inner::Sequence(&mut block.stmts)]
            }
            StmtKind::If(_, then, other) => std::iter::once(then)
                .chain(other)
                .map(|branch| Inner::Single(branch))
                .collect(),
            StmtKind::While(_, _, body)
            | StmtKind::For { body, .. }
            | StmtKind::DoWhile(_, body, _)
            | StmtKind::ForEach { body, .. } => vec![Inner::Single(body)],
            StmtKind::Switch(_, cases) => cases
                .iter_mut()
                .map(|case| Inner::Sequence(&mut case.body))
                .collect(),
            StmtKind::Labeled(_, stmt) => vec![Inner::Single(stmt)],
            StmtKind::Try(parts) => std::iter::once(&mut parts.body)
                .chain(parts.catches.iter_mut().map(|catch| &mut catch.body))
                .chain(&mut parts.finally)
                .map(|block| Inner::Sequence(&mut block.stmts))
                .collect(),
            StmtKind::Empty
            | StmtKind::Local { .. }
            | StmtKind::ConstructorCall(..)
            | StmtKind::Assign(..)
            | StmtKind::Expr(_)
            | StmtKind::Throw(_)
            | StmtKind::Break(_)
            | StmtKind::Continue(_)
            | StmtKind::Return(_)
            | StmtKind::Assert(_)
            | StmtKind::Assume(_)
            | StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::Join(_)
            | StmtKind::Label(_) => Vec::new(),
        }
    }

    /// The body of a loop, which `break` and `continue` in it mean.
    #[must_use]
    pub fn loop_body(&self) -> Option<&Stmt> {
        match self.nested() {
            Nested::Loop(repeated) => Some(repeated.body),
            Nested::None
            | Nested::List(_)
            | Nested::Block(_)
            | Nested::Branches(..)
            | Nested::Cases(_)
            | Nested::Try(_) => None,
        }
    }
}
