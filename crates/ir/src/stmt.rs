//! Statements of the typed core language.

use super::{
    AssertKind, Assertion, ClassId, Expr, FieldId, LabelId, MethodId, PredInstance, PureCall, Type,
    VarId,
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

/// The operation of a statement.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum StmtKind {
    /// A declaration; the variable is initialised to its type's default value.
    Decl(VarId),
    /// `x := e`
    Assign(VarId, Expr),
    /// `x := *`: a value that nobody knows
    Unknown(VarId),
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
    /// `throw`: must be unreachable.
    Throw,
    /// `return [e]`: the value is assigned to `result`.
    Return(Option<Expr>),
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
    /// The call.
    pub span: Span,
}
