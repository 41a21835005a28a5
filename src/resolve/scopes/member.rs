//! The state of resolving one member, and how errors are said.

use super::context::{Context, Place};
use super::scope::Scope;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, Expr, ExprKind, MethodId, Type};
use crate::resolve::Sink;
use crate::resolve::declarations::table::{Header, Table, Yields};
use crate::resolve::scopes::constants::Constants;
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What all members share.
pub(in crate::resolve) struct Session<'a, 's> {
    /// The class table.
    pub table: &'s Table<'a>,
    /// Where errors go.
    pub sink: &'s Sink,
    /// The values of constants, as far as they are known.
    pub constants: Constants,
    /// Whether an object of the root class is created somewhere.
    pub creates_object: Cell<bool>,
    /// Which constructors call which by `this(…)`, and where.
    pub delegations: RefCell<BTreeMap<MethodId, (MethodId, Span)>>,
}

/// One member while it is resolved.
pub(in crate::resolve) struct Member<'a, 's> {
    /// What all members share.
    pub session: &'s Session<'a, 's>,
    /// The class it belongs to.
    pub class: Option<ClassId>,
    /// Its variables.
    pub scope: Scope,
    /// Where the current expression stands.
    pub context: Context,
    /// What it gives back.
    pub yields: Yields,
    /// Which constructor it is, if it is one.
    pub constructor: Option<MethodId>,
    /// How many loops the current statement is in.
    pub loops: usize,
    /// Whether the current statement stands in an annotation.
    pub in_annotation: bool,
    /// The class whose definitions predicates and pure methods of `this` mean,
    /// while another class's text is read.
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
            loops: 0,
            in_annotation: false,
            view: None,
        }
    }

    /// Reads another class's text as if it stood there: its names, with its names
    /// of the parameters.
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

    /// Runs `f` in another place.
    pub fn at<T>(&mut self, place: Place, f: impl FnOnce(&mut Self) -> T) -> T {
        self.within(Context::of(place), f)
    }

    /// Runs `f` in ghost code, if `ghost` says so.
    pub fn ghostly<T>(&mut self, ghost: bool, f: impl FnOnce(&mut Self) -> T) -> T {
        let context = Context {
            ghost: self.context.ghost || ghost,
            ..self.context
        };
        self.within(context, f)
    }

    /// Reports an error; gives what stands for an ill-formed part.
    pub fn refuse<T>(&self, error: Diagnostic) -> Option<T> {
        self.session.sink.refuse(error)
    }

    /// Says that a construct may not stand where it does, and what to do about it.
    pub fn misplaced<T>(
        &self,
        span: Span,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> Option<T> {
        self.refuse(Diagnostic::error(Code::NotAllowedHere, span, message).note(note))
    }

    /// Says that a type does not fit, and what to do about it.
    pub fn mismatch<T>(
        &self,
        span: Span,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> Option<T> {
        self.refuse(Diagnostic::error(Code::TypeMismatch, span, message).note(note))
    }

    /// A string of the text: the same object wherever the same characters stand.
    pub fn string(&self, text: &str, span: Span) -> Option<Expr> {
        let Some(&class) = self.table().class_ids.get("String") else {
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

    /// Says that a construct is not supported; `what` ends in "is" or "are".
    pub fn unsupported<T>(&self, span: Span, what: &str) -> Option<T> {
        self.session.sink.unsupported(span, what)
    }
}
