//! Constructor calls at the start of a constructor: `this(…)` and `super(…)`.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Assertion, Call, ClassId, Expr, MethodId, Stmt, StmtKind, walk};
use crate::resolve::declarations::table::{Callee, MethodInfo, Source};
use crate::resolve::scopes::member::{Member, Session};
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::{ClauseKind, ConstructorOf};
use std::collections::BTreeSet;

/// The constructor call of a constructor, and the remaining statements.
pub(in crate::resolve) struct Before<'t> {
    /// The statements of the call.
    pub stmts: Option<Vec<Stmt>>,
    /// Whether the constructor runs the initialisers of fields. After `this(…)`, the called
    /// constructor has run them.
    pub initialises: bool,
    /// The constructor's other statements.
    pub rest: &'t [ast::Stmt],
}

impl<'a> Member<'a, '_> {
    /// The first call of a constructor: an explicit `this(…)` or `super(…)`, or the `super()` that
    /// Java inserts.
    pub(in crate::resolve) fn runs_first<'t>(
        &mut self,
        stmts: &'t [ast::Stmt],
        span: Span,
    ) -> Before<'t> {
        if let Some((first, rest)) = stmts.split_first()
            && let ast::StmtKind::ConstructorCall(of, args) = &*first.kind
        {
            return Before {
                stmts: self.explicit_call(*of, args, first.span),
                initialises: *of == ConstructorOf::Super,
                rest,
            };
        }
        Before {
            stmts: self.implicit_super(span),
            initialises: true,
            rest: stmts,
        }
    }

    /// `this(…)` and `super(…)`. The arguments cannot use `this`, which is not constructed yet.
    fn explicit_call(
        &mut self,
        of: ConstructorOf,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let class = match (of, self.class) {
            (ConstructorOf::This, class) => class?,
            (ConstructorOf::Super, class) => {
                match class.and_then(|class| self.table().superclass(class)) {
                    Some(above) => above,
                    // The constructor of `Object` has no effect.
                    None if args.is_empty() => return Some(Vec::new()),
                    None => self.superclass(span)?,
                }
            }
        };
        let (callee, args) = self.constructor_for(class, args, span)?;
        if let (ConstructorOf::This, Some(own)) = (of, self.constructor) {
            let mut delegations = self.session.delegations.borrow_mut();
            delegations.insert(own, (callee, span));
        }
        let (mut hoisted, args) = self.sequence(args);
        let this = self.scope.this();
        let uses_this = |e: &Expr| this.is_some_and(|this| e.mentions(this));
        let in_effects = walk::statements(&hoisted);
        let in_effects = in_effects.into_iter().flat_map(Stmt::exprs);
        if let Some(e) = args.iter().chain(in_effects).find(|e| uses_this(e)) {
            let word = match of {
                ConstructorOf::This => "this",
                ConstructorOf::Super => "super",
            };
            let message = format!("the object cannot be used before `{word}(…)` is done");
            let note = "use the constructor's parameters";
            return self.misplaced(e.span, message, note);
        }
        hoisted.push(self.constructor_call(callee, args, span)?);
        Some(hoisted)
    }

    /// `super()`, if there is a superclass.
    pub(in crate::resolve) fn implicit_super(&mut self, span: Span) -> Option<Vec<Stmt>> {
        let Some(above) = self.class.and_then(|class| self.table().superclass(class)) else {
            return Some(Vec::new());
        };
        let info = self.table().class(above);
        let Some(Callee::Method(callee)) = self.constructors(above, 0).first().copied() else {
            if info.incomplete {
                return None;
            }
            if info.constructors.is_empty() {
                return self.no_constructor(above, 0, span);
            }
            let name = &info.name.text;
            let message = format!("`{name}` has no constructor without parameters");
            let error = Diagnostic::error(Code::NotAllowedHere, span, message);
            return self.refuse(error.note("begin the constructor with `super(…)`"));
        };
        Some(vec![self.constructor_call(callee, Vec::new(), span)?])
    }

    /// A constructor call on `this`.
    pub(in crate::resolve) fn constructor_call(
        &mut self,
        callee: MethodId,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<Stmt> {
        if self.table().throwing.contains(&callee) {
            let what = "a constructor that may end with an exception, called by another one, is";
            return self.unsupported(span, what);
        }
        let receiver = self.read(self.scope.this()?, span);
        let call = Call {
            receiver: Some(receiver),
            callee,
            of: None,
            args,
            thrown: None,
            is_untold: false,
            span,
        };
        let kind = StmtKind::Call(None, call);
        Some(Stmt { kind, span })
    }

    /// The postcondition of the superclass constructor that a default constructor calls.
    pub(in crate::resolve) fn given_by_super(&mut self, class: ClassId) -> Option<Vec<Assertion>> {
        let table = self.table();
        let mut given = Vec::new();
        // The default constructors of superclasses with fields, up to a declared constructor.
        let mut defaults: Vec<(ClassId, &MethodInfo<'a>)> = Vec::new();
        let mut next = table.superclass(class);
        while let Some(above) = next.take() {
            let mut constructors = table.class(above).constructors.iter();
            let mut infos = constructors.by_ref().map(|id| table.method(*id));
            // A missing constructor is reported at its call.
            let Some(info) = infos.find(|info| info.header.params.is_empty()) else {
                break;
            };
            match info.source {
                Source::Default => {
                    if !table.class(above).fields.is_empty() {
                        defaults.push((above, info));
                    }
                    next = table.superclass(above);
                }
                Source::Text(callable) => {
                    let view = self.view.replace(above);
                    let ensures = self.given_by(info, callable);
                    self.view = view;
                    given = ensures?;
                }
                Source::Block(_) => {}
            }
        }
        for (above, info) in defaults.into_iter().rev() {
            let view = self.view.replace(above);
            let initialisers = self.in_text_of(&info.header, |s| s.initialisers(above));
            self.view = view;
            given.extend(self.initial_state(above, &initialisers?)?);
        }
        Some(given)
    }

    /// The postcondition of a declared constructor.
    fn given_by(
        &mut self,
        info: &MethodInfo<'a>,
        callable: &'a ast::Callable,
    ) -> Option<Vec<Assertion>> {
        let mut ensures = Some(Vec::new());
        self.in_text_of(&info.header, |s| {
            let clauses = callable.contract.iter();
            for clause in clauses.filter(|c| c.kind == ClauseKind::Ensures) {
                for e in &clause.exprs {
                    s.clause(
                        crate::resolve::scopes::context::Place::Ensures,
                        e,
                        &mut ensures,
                    );
                }
            }
        });
        ensures
    }
}

impl Session<'_, '_> {
    /// Refuses cyclic `this(…)` calls. Returns the constructors involved and the places of their
    /// calls.
    pub(in crate::resolve) fn refuse_circles(&self) -> Vec<(MethodId, Span)> {
        let mut refused = Vec::new();
        let delegations = self.delegations.borrow();
        for (start, (first, span)) in delegations.iter() {
            let mut seen = BTreeSet::new();
            let mut at = Some(*first);
            while let Some(next) = at.filter(|next| next != start && seen.insert(*next)) {
                at = delegations.get(&next).map(|(next, _)| *next);
            }
            if at == Some(*start) {
                let message = "this constructor comes back to itself by `this(…)`";
                let error = Diagnostic::error(Code::NotAllowedHere, *span, message);
                self.sink
                    .report(error.note("one of the constructors has to call `super(…)`"));
                refused.push((*start, *span));
            }
        }
        refused
    }
}
