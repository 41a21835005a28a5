//! The state of resolving one member, and the reporting of its errors.

use super::around::Around;
use super::context::{Context, Place};
use super::scope::Scope;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{BlockId, ClassId, Expr, ExprKind, MethodId, Type, VarId};
use crate::resolve::Sink;
use crate::resolve::declarations::table::{Header, Table, Yields};
use crate::resolve::scopes::constants::Constants;
use crate::source::Span;
use ecow::EcoString;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// State shared by all members of a program.
pub(in crate::resolve) struct Session<'a, 's> {
    /// The class table.
    pub table: &'s Table<'a>,
    /// The destination of diagnostics.
    pub sink: &'s Sink,
    /// The values of constants computed so far.
    pub constants: Constants,
    /// Whether the program contains `new Object()`.
    pub creates_object: Cell<bool>,
    /// For each constructor that calls another one by `this(…)`: the callee and the place of the
    /// call.
    pub delegations: RefCell<BTreeMap<MethodId, (MethodId, Span)>>,
}

/// The member that is currently resolved.
pub(in crate::resolve) struct Member<'a, 's> {
    /// State shared by all members.
    pub session: &'s Session<'a, 's>,
    /// The enclosing class.
    pub class: Option<ClassId>,
    /// The variables.
    pub scope: Scope,
    /// The context of the current expression.
    pub context: Context,
    /// The result of the member.
    pub yields: Yields,
    /// The constructor's id, if the member is a constructor.
    pub constructor: Option<MethodId>,
    /// Whether Java runs the member while it begins the use of its class.
    pub is_block: bool,
    /// The constructs around the current statement at which jumps end, or which they pass.
    pub around: Vec<Around>,
    /// The label of the loop to come.
    pub label: Option<EcoString>,
    /// The number of blocks so far that statements can leave.
    pub blocks: u32,
    /// Those that a statement leaves.
    pub left: BTreeSet<BlockId>,
    /// Those to which an exception goes.
    pub caught: BTreeSet<BlockId>,
    /// The blocks whose statements have tests for the exceptions that Java throws by itself.
    pub tested: BTreeSet<BlockId>,
    /// The classes of the exceptions with which the member may end.
    pub thrown: Vec<Type>,
    /// Whether something in the body could catch an exception, or follows one.
    pub handles: bool,
    /// The variable for the last exception of which no contract tells, once there is one.
    pub untold: Option<VarId>,
    /// The texts that members of the program have made for operands of `+`.
    pub texts: BTreeSet<VarId>,
    /// Of a block that Java runs when its class is first used: the variables for constants that it may set.
    pub set_here: BTreeMap<usize, VarId>,
    /// Whether the current statement is part of an annotation.
    pub in_annotation: bool,
    /// What stands before the dot of the current call.
    pub called: Option<Span>,
    /// While an inherited text is resolved: the class whose definitions apply to predicates and
    /// pure methods of `this`.
    pub view: Option<ClassId>,
}

impl<'a, 's> Member<'a, 's> {
    /// A member without variables.
    pub fn new(
        session: &'s Session<'a, 's>,
        class: Option<ClassId>,
        place: Place,
    ) -> Member<'a, 's> {
        Member {
            session,
            class,
            scope: Scope::default(),
            context: Context::of(place),
            yields: Yields::Nothing,
            constructor: None,
            is_block: false,
            around: Vec::new(),
            label: None,
            blocks: 0,
            left: BTreeSet::new(),
            caught: BTreeSet::new(),
            tested: BTreeSet::new(),
            thrown: Vec::new(),
            handles: false,
            untold: None,
            texts: BTreeSet::new(),
            set_here: BTreeMap::new(),
            called: None,
            in_annotation: false,
            view: None,
        }
    }

    /// Resolves inherited text in the scope of its declaring class, with the parameter names of
    /// that declaration.
    pub fn in_text_of<T>(&mut self, header: &Header<'a>, read: impl FnOnce(&mut Self) -> T) -> T {
        let class = std::mem::replace(&mut self.class, header.class);
        let mark = self.scope.open();
        let own = self.scope.params();
        for (param, var) in header.params.iter().zip(own) {
            self.scope.show(param.name, var);
        }
        let result = read(self);
        self.scope.close(mark);
        self.class = class;
        result
    }

    /// The class table.
    pub fn table(&self) -> &'s Table<'a> {
        self.session.table
    }

    /// Runs `f` in another context.
    pub fn within<T>(&mut self, context: Context, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.context, context);
        let result = f(self);
        self.context = before;
        result
    }

    /// Runs `f` at another place.
    pub fn at<T>(&mut self, place: Place, f: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Context::of(place), f)
    }

    /// Runs `f` in ghost code if `ghost` is set.
    pub fn ghostly<T>(&mut self, ghost: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let context = Context {
            ghost: self.context.ghost || ghost,
            ..self.context
        };
        self.within(context, f)
    }

    /// Reports an error and returns `None`, which represents the ill-formed construct.
    pub fn refuse<T>(&self, error: Diagnostic) -> Option<T> {
        self.session.sink.refuse(error)
    }

    /// Reports a construct in a place where it is not allowed; the note suggests a fix.
    pub fn misplaced<T>(
        &self,
        span: Span,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> Option<T> {
        self.refuse(Diagnostic::error(Code::NotAllowedHere, span, message.into()).note(note))
    }

    /// Reports a type mismatch; the note suggests a fix.
    pub fn mismatch<T>(
        &self,
        span: Span,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> Option<T> {
        self.refuse(Diagnostic::error(Code::TypeMismatch, span, message.into()).note(note))
    }

    /// A string literal; equal literals denote the same object.
    pub fn string(&self, text: &str, span: Span) -> Option<Expr> {
        let Some(class) = self.table().string_class() else {
            return self.unsupported(span, "a string without a class `String` is");
        };
        let Some(&id) = self.table().strings.get(text) else {
            self.session.sink.left_out(span);
            return None;
        };
        Some(Expr {
            kind: ExprKind::Unique(id),
            ty: Type::Class(class),
            span,
        })
    }

    /// Reports an unsupported construct; `what` ends in "is" or "are".
    pub fn unsupported<T>(&self, span: Span, what: &str) -> Option<T> {
        self.session.sink.unsupported(span, what)
    }
}
