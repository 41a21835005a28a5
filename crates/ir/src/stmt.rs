//! Statements of the typed core language.

use super::{
    AssertKind, Assertion, BlockId, ClassId, Expr, FieldId, LabelId, MethodId, PredInstance,
    PureCall, Type, VarId,
};
use crate::encode::{Encode, Encoder};
use crate::walk::{Visitor, VisitorMut, Walk, WalkMut};
use veriframe_base::source::Span;
use veriframe_derive::{Encode, Walk, WalkMut};

/// A statement.
#[derive(Clone, Debug, Encode)]
pub struct Stmt {
    /// Its operation and operands.
    pub kind: StmtKind,
    /// The span of the source statement. Statements lowered from one source statement
    /// share its span or have a part of it.
    pub span: Span,
}

/// Where a value comes from that nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Walk, WalkMut)]
pub enum ValueSource {
    /// It is an input, which a program reads.
    Input,
    /// It says whether Java's assertions are enabled, which is decided where a program is run.
    AssertionsEnabled,
    /// It is that of a `static final` field, which Java computes when the class is first used. Runs do not compute it.
    FirstUse,
    /// It is that of a text or a box which a constructor of a library makes, and no contract tells it. Runs do not
    /// compute it.
    Library,
}

/// The operation of a statement.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum StmtKind {
    /// A declaration; the variable is initialised to its type's default value.
    Decl(VarId),
    /// `x := e`
    Assign(VarId, Expr),
    /// `x := *`: a value that nobody knows
    Unknown(VarId, ValueSource),
    /// `x := choose v :: φ`: some value for which `φ` holds. It asserts `exists v :: φ`.
    Choose(VarId, Assertion),
    /// `e.f := e`
    FieldWrite(Expr, FieldId, Expr),
    /// `C.f := e`
    StaticWrite(FieldId, Expr),
    /// `a[i] := e`
    ElemWrite(Expr, Expr, Expr),
    /// A call of a mutator; its result is assigned to the variable, if any.
    Call(Option<VarId>, Call),
    /// `x := new C(args)`: allocation followed by the constructor call. The receiver of
    /// the call is `None`; it is the new object.
    New(VarId, ClassId, Call),
    /// `x := new T[n]`
    NewArray(VarId, Type, Expr),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// A block, or the statements that one statement was lowered to.
    Block(Vec<Stmt>),
    /// A block that [`StmtKind::Exit`] leaves: a `switch`, a statement with a label, what a `try` tries.
    Breakable(BlockId, Vec<Stmt>),
    /// Goes on behind the block of this number around it.
    Exit(BlockId),
    /// `while`, `for`
    Loop(Box<Loop>),
    /// `break` of the innermost loop.
    Break,
    /// `continue` with the step of the innermost loop.
    Continue,
    /// `label l`: saves the current heap for `old[l]`.
    Label(LabelId),
    /// `assert φ`
    Assert(Assertion),
    /// `assert φ by { … }`, without permission: the block is a proof, of which only `φ` is left.
    Prove(Assertion, Vec<Stmt>),
    /// `assume φ`
    Assume(Assertion),
    /// `open q`
    Open(PredInstance),
    /// `close q`
    Close(PredInstance),
    /// `use p`
    Use(PureCall),
    /// `join φ`
    Join(Assertion),
    /// An exception that nothing catches: must be unreachable.
    Throw(Thrown),
    /// `return [e]`: the value is assigned to `result`.
    Return(Option<Expr>),
}

/// What makes an exception that nothing catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thrown {
    /// A `throw`.
    Statement,
    /// A `throw` of null.
    Null,
    /// A call, or what a `try` tries.
    Inside,
    /// A call of which no contract tells how it ends: the program ends there, and nothing is shown.
    Untold,
}

/// A loop. An iteration runs `before` and tests `condition`; then it runs `body` and
/// `step` (`continue` runs `step`, too).
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub struct Loop {
    /// The invariant, which holds before `before`.
    pub invariant: Assertion,
    /// The termination measures (integers), outermost first; may be empty.
    pub decreases: Vec<Expr>,
    /// The statements that the condition's calls and assignments were lowered to.
    pub before: Vec<Stmt>,
    /// The condition.
    pub condition: Expr,
    /// The body.
    pub body: Vec<Stmt>,
    /// The step of a `for`.
    pub step: Vec<Stmt>,
    /// The loop's header: its keyword and condition.
    pub header: Span,
}

impl Loop {
    /// Whether the source has an invariant: the conjuncts that lowering adds have spans
    /// within the header.
    #[must_use]
    pub fn has_invariant(&self) -> bool {
        let header = self.header;
        let is_written = |a: &Assertion| a.span.start < header.start || header.end < a.span.end;
        match &self.invariant.kind {
            AssertKind::Star(parts) => parts.iter().any(is_written),
            _ => is_written(&self.invariant),
        }
    }
}

/// A call of a mutator, a lemma or a constructor.
#[derive(Clone, Debug, Encode, Walk)]
pub struct Call {
    /// The receiver; `None` for static methods and, with `new`, constructors.
    pub receiver: Option<Expr>,
    /// The callee as declared by the receiver's static type.
    pub callee: MethodId,
    /// The superclass whose body is called: `super.m(…)`.
    pub of: Option<ClassId>,
    /// The arguments.
    pub args: Vec<Expr>,
    /// The variable for the exception with which the callee ends, or null.
    pub thrown: Option<VarId>,
    /// Whether the callee might also end with an exception of which its contract does not tell: then
    /// nothing is given back, and the exception is any object. Runs do not show that.
    pub is_untold: bool,
    /// The call.
    pub span: Span,
}

/// What a statement does to the state of a program, for those that need not know its operation.
#[derive(Clone, Copy, Debug)]
pub enum Effect<'s> {
    /// A variable has another value: that of the expression, if there is one.
    Variable(VarId, Option<&'s Expr>),
    /// A field has another value, that of the last expression; of the object, if it is not static.
    Field(Option<&'s Expr>, FieldId, &'s Expr),
    /// An element of an array has another value.
    Element {
        /// The array.
        array: &'s Expr,
        /// The index.
        at: &'s Expr,
        /// The value.
        value: &'s Expr,
    },
    /// A mutator or a lemma is called.
    Call(&'s Call),
    /// An object is created.
    Object(&'s Call),
    /// An array of this length is created.
    Array(&'s Expr),
    /// Nothing but what the statements in it do.
    Nested,
    /// An iteration ends.
    Iteration,
    /// A block around it ends.
    Exit,
    /// The body ends.
    Return(Option<&'s Expr>),
    /// The program ends.
    Throw,
    /// Nothing: it is about the proof.
    None,
}

impl Stmt {
    /// What it does itself.
    #[must_use]
    pub fn effect(&self) -> Effect<'_> {
        match &self.kind {
            StmtKind::Decl(var) | StmtKind::Unknown(var, _) => Effect::Variable(*var, None),
            StmtKind::Assign(var, value) => Effect::Variable(*var, Some(value)),
            StmtKind::Choose(var, exists) => Effect::Variable(*var, exists.condition()),
            StmtKind::FieldWrite(receiver, field, value) => {
                Effect::Field(Some(receiver), *field, value)
            }
            StmtKind::StaticWrite(field, value) => Effect::Field(None, *field, value),
            StmtKind::ElemWrite(array, at, value) => Effect::Element { array, at, value },
            StmtKind::Call(_, call) => Effect::Call(call),
            StmtKind::New(_, _, call) => Effect::Object(call),
            StmtKind::NewArray(_, _, length) => Effect::Array(length),
            StmtKind::If(..) | StmtKind::Block(_) | StmtKind::Breakable(..) | StmtKind::Loop(_) => {
                Effect::Nested
            }
            StmtKind::Exit(_) => Effect::Exit,
            StmtKind::Break | StmtKind::Continue => Effect::Iteration,
            StmtKind::Return(value) => Effect::Return(value.as_ref()),
            StmtKind::Throw(_) => Effect::Throw,
            StmtKind::Label(_)
            | StmtKind::Assert(_)
            | StmtKind::Prove(..)
            | StmtKind::Assume(_)
            | StmtKind::Open(_)
            | StmtKind::Close(_)
            | StmtKind::Use(_)
            | StmtKind::Join(_) => Effect::None,
        }
    }

    /// The variable that it assigns itself, if any.
    #[must_use]
    pub fn assigned(&self) -> Option<VarId> {
        if let StmtKind::Call(to, _) = &self.kind {
            return *to;
        }
        if let StmtKind::New(to, ..) | StmtKind::NewArray(to, ..) = &self.kind {
            return Some(*to);
        }
        match self.effect() {
            Effect::Variable(var, _) => Some(var),
            Effect::Field(..)
            | Effect::Element { .. }
            | Effect::Call(_)
            | Effect::Object(_)
            | Effect::Array(_)
            | Effect::Nested
            | Effect::Iteration
            | Effect::Exit
            | Effect::Return(_)
            | Effect::Throw
            | Effect::None => None,
        }
    }

    /// The call of a mutator, a lemma or a constructor that it is.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        let (StmtKind::Call(_, call) | StmtKind::New(_, _, call)) = &self.kind else {
            return None;
        };
        Some(call)
    }

    /// Whether it gives a variable a value that nobody knows.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.kind, StmtKind::Unknown(..))
    }
}
