//! Non-interference of ghost code: erasing it does not change the behaviour of real code.
//!
//! Variables, fields, parameters and pure methods declared `ghost` are ghost, and so are
//! quantifiers and all values computed from these. Two rules ensure non-interference:
//! 1. A real value is never computed from a ghost one.
//! 2. Lemmas, statements under a ghost condition and proofs of assertions are ghost code: they do not
//!    change real state, do not jump out of themselves, and their loops have measures.
//!
//! A temporary is ghost if its value is.
//!
//! Ghost code is found by one pass over the IR, not by types: the IR says what each value is
//! computed from.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::walk::Parts;
use crate::ir::{
    Call, Effect, Expr, ExprKind, Loop, MemberId, Method, MethodId, MethodKind, Named, Program,
    Pure, PureId, Stmt, StmtKind, VarId, Vars,
};
use crate::resolve::Sink;
use crate::resolve::expressions::integers::computed;
use crate::source::Span;
use smallvec::smallvec;

/// Checks a program and marks ghost temporaries. Returns the members with errors and the places of
/// the errors.
pub(in crate::resolve) fn check(program: &mut Program, sink: &Sink) -> Vec<(MemberId, Vec<Span>)> {
    let mut refused = Vec::new();
    let mut marks = Vec::with_capacity(program.methods.len());
    for (id, method) in (0u32..).map(MethodId).zip(&program.methods) {
        let mut checker = Checker::new(program, &method.vars, sink);
        checker.method(method);
        refused.push((MemberId::Method(id), checker.errors));
        marks.push(checker.ghost);
    }
    for (id, method) in (0u32..).map(PureId).zip(&program.pures) {
        let mut checker = Checker::new(program, &method.vars, sink);
        checker.pure_method(method);
        refused.push((MemberId::Pure(id), checker.errors));
    }
    for (method, ghost) in program.methods.iter_mut().zip(marks) {
        for (var, ghost) in method.vars.all.iter_mut().zip(ghost) {
            var.is_ghost = ghost;
        }
    }
    refused.retain(|(_, errors)| !errors.is_empty());
    refused
}

/// The use of a value that must be real, in words for the message, with a note that suggests a fix.
struct Need {
    /// The phrase after "cannot be".
    what: String,
    help: String,
}

impl Need {
    fn new(what: impl Into<String>, help: impl Into<String>) -> Need {
        Need {
            what: what.into(),
            help: help.into(),
        }
    }

    /// A value for a named target: a variable, a field or a parameter.
    fn of(what: &str, kind: &str, name: &str) -> Need {
        Need::new(
            format!("{what} the real {kind} `{name}`"),
            format!("declare `{name}` with `ghost`, or use a real value"),
        )
    }

    /// A receiver, or a subexpression of an assignment's target.
    fn access(what: &str) -> Need {
        Need::new(what, "use a real variable, declared without `ghost`")
    }
}

/// A ghost subexpression.
struct Ghost {
    span: Span,
    /// Its description, as the subject of a message.
    what: String,
}

/// The reason why statements are ghost code.
#[derive(Clone, Copy)]
enum Cause<'g> {
    /// They belong to a lemma.
    Lemma,
    /// They are under a ghost condition.
    Condition(&'g Ghost),
    /// They prove an assertion.
    Proof,
}

/// The enclosing ghost code.
#[derive(Clone, Copy)]
struct Within<'g> {
    cause: Cause<'g>,
    /// Whether a loop of this ghost code encloses the statement.
    in_loop: bool,
}

struct Checker<'p> {
    program: &'p Program,
    vars: &'p Vars,
    /// Whether each variable is ghost.
    ghost: Vec<bool>,
    /// The places of errors found so far.
    errors: Vec<Span>,
    sink: &'p Sink,
}

impl<'p> Checker<'p> {
    fn new(program: &'p Program, vars: &'p Vars, sink: &'p Sink) -> Checker<'p> {
        Checker {
            program,
            vars,
            ghost: vars.all.iter().map(|v| v.is_ghost).collect(),
            errors: Vec::new(),
            sink,
        }
    }

    fn method(&mut self, method: &Method) {
        if method.kind == MethodKind::Lemma {
            let within = Within {
                cause: Cause::Lemma,
                in_loop: false,
            };
            self.ghost_all(&method.body, within);
        } else {
            self.real_all(&method.body);
        }
    }

    fn pure_method(&mut self, method: &Pure) {
        if method.is_ghost {
            return;
        }
        let need = || {
            let what = format!("in the body of the pure method `{}`", method.name);
            let help =
                "declare the method `ghost pure`: then only contracts and ghost code may call it";
            Need::new(what, help)
        };
        if let Some(body) = &method.body {
            self.real(body, need);
        }
    }

    // ------------------------------------------------------------ real code

    fn real_all(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            crate::resolve::deep(|| self.real_stmt(stmt));
        }
    }

    fn real_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Prove(_, proof) = &stmt.kind {
            return self.proof(proof);
        }
        match stmt.effect() {
            Effect::Variable(v, Some(e)) if self.is_temporary(v) => {
                if self.ghost_in(e).is_some() {
                    self.mark(v);
                }
            }
            Effect::Variable(v, Some(e)) if !self.is_ghost(v) => {
                let name = &self.vars.get(v).name;
                self.real(e, || Need::of("assigned to", "variable", name));
            }
            Effect::Field(receiver, field, e) if !self.program.field(field).is_ghost => {
                let name = &self.program.field(field).name;
                let access =
                    || Need::access(&format!("the object whose real field `{name}` is assigned"));
                let is_real = receiver.is_none_or(|receiver| self.real(receiver, access));
                let _ = is_real && self.real(e, || Need::of("assigned to", "field", name));
            }
            Effect::Element { array, at, value } => {
                let help =
                    "elements of arrays are real: keep ghost values in a ghost variable or field";
                let target = [
                    (array, "the array whose element is assigned"),
                    (at, "the index of an element that is assigned"),
                ];
                let _ = target
                    .into_iter()
                    .all(|(part, what)| self.real(part, || Need::access(what)))
                    && self.real(value, || {
                        Need::new("assigned to an element of an array", help)
                    });
            }
            Effect::Call(call) | Effect::Object(call) => self.real_call(call),
            Effect::Array(length) => {
                self.real(length, || Need::access("the length of a new array"));
            }
            Effect::Return(Some(e)) => {
                let help = "what a method returns is real: give it back through a ghost field, or \
                            make it a `ghost pure` method";
                self.real(e, || Need::new("returned", help));
            }
            Effect::Nested => self.real_nested(stmt),
            // What is assigned is ghost itself, or nothing is.
            Effect::Variable(..)
            | Effect::Field(..)
            | Effect::Iteration
            | Effect::Exit
            | Effect::Return(None)
            | Effect::Throw
            | Effect::None => {}
        }
    }

    /// Checks a statement that does only what others in it do.
    fn real_nested(&mut self, stmt: &Stmt) {
        if let StmtKind::Loop(repeated) = &stmt.kind {
            self.real_loop(repeated, stmt);
        } else if let StmtKind::If(condition, ..) = &stmt.kind
            && let Some(ghost) = self.ghost_in(condition)
        {
            self.decided(&ghost, &stmt.blocks());
        } else {
            stmt.blocks().into_iter().for_each(|b| self.real_all(b));
        }
    }

    fn real_call(&mut self, call: &Call) {
        let callee = self.program.method(call.callee);
        if callee.kind == MethodKind::Lemma {
            return;
        }
        if let Some(receiver) = &call.receiver {
            self.real(receiver, || {
                Need::access("the receiver of a call in real code")
            });
        }
        for (arg, param) in call.args.iter().zip(&callee.vars.params) {
            let param = callee.vars.get(*param);
            if !param.is_ghost {
                self.real(arg, || Need::of("passed for", "parameter", &param.name));
            }
        }
    }

    fn real_loop(&mut self, repeated: &Loop, stmt: &Stmt) {
        // The temporaries of the condition are assigned in these statements.
        self.real_all(&repeated.before);
        match self.ghost_in(&repeated.condition) {
            None => {
                self.real_all(&repeated.body);
                self.real_all(&repeated.step);
            }
            Some(ghost) => {
                self.needs_measure(repeated);
                self.decided_in(&ghost, &stmt.blocks(), true);
            }
        }
    }

    /// Checks statements under a ghost condition. After an error, the marks of their temporaries
    /// are undone to avoid follow-up errors.
    fn decided(&mut self, ghost: &Ghost, blocks: &[&[Stmt]]) {
        self.decided_in(ghost, blocks, false);
    }

    fn decided_in(&mut self, ghost: &Ghost, blocks: &[&[Stmt]], in_loop: bool) {
        let within = Within {
            cause: Cause::Condition(ghost),
            in_loop,
        };
        let (errors, before) = (self.errors.len(), self.ghost.clone());
        for block in blocks {
            self.ghost_all(block, within);
        }
        if self.errors.len() > errors {
            self.ghost = before;
        }
    }

    /// Refuses a ghost value where a real one is needed. Returns whether the value is real.
    fn real(&mut self, e: &Expr, need: impl FnOnce() -> Need) -> bool {
        let Some(ghost) = self.ghost_in(e) else {
            return true;
        };
        let need = need();
        let message = format!("{} cannot be {}", ghost.what, need.what);
        let error = Diagnostic::error(Code::NotAllowedHere, ghost.span, message);
        self.report(error.note(need.help));
        false
    }

    fn report(&mut self, error: Diagnostic) {
        self.errors.push(error.span);
        self.sink.report(error);
    }

    // ------------------------------------------------------------ ghost code

    fn ghost_all(&mut self, stmts: &[Stmt], within: Within<'_>) {
        for stmt in stmts {
            crate::resolve::deep(|| self.ghost_stmt(stmt, within));
        }
    }

    /// Checks the proof of an assertion.
    fn proof(&mut self, stmts: &[Stmt]) {
        let within = Within {
            cause: Cause::Proof,
            in_loop: false,
        };
        self.ghost_all(stmts, within);
    }

    fn ghost_stmt(&mut self, stmt: &Stmt, within: Within<'_>) {
        if let StmtKind::Prove(_, proof) = &stmt.kind {
            return self.proof(proof);
        }
        // What follows a `join` is executed once, from what it says alone: the state before is left.
        if let (StmtKind::Join(_), Cause::Proof) = (&stmt.kind, within.cause) {
            return self.refuse(stmt, within, "paths are joined here");
        }
        match stmt.effect() {
            Effect::Variable(v, _) if self.is_temporary(v) => self.mark(v),
            Effect::Variable(v, _) if !self.is_ghost(v) => {
                let name = format!("the real variable `{}`", self.vars.get(v).name);
                self.refuse(stmt, within, &format!("{name} is assigned here"));
            }
            Effect::Field(_, field, _) if !self.program.field(field).is_ghost => {
                let name = format!("the real field `{}`", self.program.field(field).name);
                self.refuse(stmt, within, &format!("{name} is assigned here"));
            }
            Effect::Element { .. } => {
                self.refuse(stmt, within, "an element of an array is assigned here");
            }
            Effect::Call(call) if self.program.method(call.callee).kind != MethodKind::Lemma => {
                self.refuse(stmt, within, "a method that is no lemma is called here");
            }
            Effect::Object(_) | Effect::Array(_) => {
                self.refuse(stmt, within, "an object or array is created here");
            }
            Effect::Return(_) if !matches!(within.cause, Cause::Lemma) => {
                self.refuse(stmt, within, "this returns from real code");
            }
            Effect::Iteration if !within.in_loop => {
                self.refuse(stmt, within, "this leaves an iteration of a real loop");
            }
            Effect::Exit => self.refuse(stmt, within, "this leaves a block of real code"),
            Effect::Nested => self.ghost_nested(stmt, within),
            // What is assigned is ghost, or what is called is a lemma, or it stays in ghost code.
            Effect::Variable(..)
            | Effect::Field(..)
            | Effect::Call(_)
            | Effect::Return(_)
            | Effect::Iteration
            | Effect::Throw
            | Effect::None => {}
        }
    }

    fn ghost_nested(&mut self, stmt: &Stmt, within: Within<'_>) {
        let mut within = within;
        if let StmtKind::Loop(repeated) = &stmt.kind {
            self.needs_measure(repeated);
            within.in_loop = true;
        }
        for block in stmt.blocks() {
            self.ghost_all(block, within);
        }
    }

    /// Refuses a real statement in ghost code. Under a ghost condition, the error points at the
    /// condition.
    fn refuse(&mut self, stmt: &Stmt, within: Within<'_>, what: &str) {
        self.report(match within.cause {
            Cause::Lemma => {
                let message = format!("a lemma changes nothing real, but {what}");
                Diagnostic::error(Code::NotAllowedHere, stmt.span, message)
                    .note("declare what it changes with `ghost`, or make it a method")
            }
            Cause::Proof => {
                let message = format!("a proof leaves nothing behind, but {what}");
                Diagnostic::error(Code::NotAllowedHere, stmt.span, message)
                    .note("move it before or behind the `assert … by`")
            }
            Cause::Condition(ghost) => {
                let message = format!("{} cannot decide what real code does", ghost.what);
                Diagnostic::error(Code::NotAllowedHere, ghost.span, message)
                    .related(stmt.span, what)
                    .note("declare what is changed there with `ghost`, or decide by a real value")
            }
        });
    }

    /// Ghost code must terminate: otherwise real code after it would be unreachable.
    fn needs_measure(&mut self, repeated: &Loop) {
        if repeated.decreases.is_empty() {
            let message = "a loop in ghost code must terminate, but it has no `decreases`";
            let note = "write `decreases e;` behind its invariants, with an integer `e` that goes \
                        down and does not get below 0";
            let error = Diagnostic::error(Code::NotAllowedHere, repeated.header, message);
            self.report(error.note(note));
        }
    }

    // ------------------------------------------------------------ values

    fn is_ghost(&self, v: VarId) -> bool {
        self.ghost.get(v.index()).copied().unwrap_or(false)
    }

    fn mark(&mut self, v: VarId) {
        if let Some(ghost) = self.ghost.get_mut(v.index()) {
            *ghost = true;
        }
    }

    fn is_temporary(&self, v: VarId) -> bool {
        self.vars.get(v).is_temporary
    }

    /// The first ghost subexpression among those computed at run time.
    fn ghost_in(&self, e: &Expr) -> Option<Ghost> {
        let mut rest: Parts<'_, Expr> = smallvec![e];
        while let Some(e) = rest.pop() {
            if let Some(what) = self.ghost_itself(e) {
                return Some(Ghost { span: e.span, what });
            }
            let is_ghost = |callee, at| is_ghost_param(self.program, callee, at);
            rest.extend(computed(e, is_ghost).into_iter().rev());
        }
        None
    }

    /// The description of a node that is ghost by itself, regardless of its subexpressions.
    fn ghost_itself(&self, e: &Expr) -> Option<String> {
        match e.named() {
            Some(Named::Var(v)) if self.is_ghost(v) && self.is_temporary(v) => {
                Some("a ghost value".to_owned())
            }
            Some(Named::Var(v)) if self.is_ghost(v) => {
                Some(format!("the ghost variable `{}`", self.vars.get(v).name))
            }
            Some(Named::Field(field)) if self.program.field(field).is_ghost => {
                let name = &self.program.field(field).name;
                Some(format!("the ghost field `{name}`"))
            }
            Some(Named::Pure(callee)) if self.program.pure_method(callee).is_ghost => {
                let name = &self.program.pure_method(callee).name;
                Some(format!("the ghost pure method `{name}`"))
            }
            Some(Named::Var(_) | Named::Field(_) | Named::Pure(_)) => None,
            None => matches!(e.kind, ExprKind::Quant(_)).then(|| "a quantifier".to_owned()),
        }
    }
}

fn is_ghost_param(program: &Program, callee: PureId, at: usize) -> bool {
    let vars = &program.pure_method(callee).vars;
    vars.params.get(at).is_some_and(|v| vars.get(*v).is_ghost)
}
