//! The validity of each kind of member: Definition 3 (mutators, with constructors), 4
//! (predicates), 5 (pure methods), 6 (the main routine).

use super::callgraph::CallGraph;
use super::vacuity::{Clause, warn_of_unreachable_code};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    Assertion, ClassId, MemberId, Method, MethodId, MethodKind, Pure, PureId, Stmt, StmtKind, Vars,
    canonical,
};
use crate::source::Span;
use crate::symbolic::error_context::{AlsoShown, Asserted};
use crate::symbolic::state::heap::Heap;
use crate::symbolic::state::modes::TerminationCheck;
use crate::symbolic::{Engine, ErrorContext, Frame, State};

/// Checks that a member's contract (for a predicate, its body) is well-defined: the first
/// half of Definitions 3 and 5, and Definition 4.
pub fn check_contract(engine: &mut Engine<'_>, member: MemberId, graph: &CallGraph) {
    match member {
        MemberId::Method(id) => {
            let method = engine.ctx.program.method(id);
            let mut start = start_state(engine, member);
            set_termination_check(engine, &mut start, member, graph);
            contract(engine, start, &method.requires, &method.ensures, member);
        }
        MemberId::Pure(id) => {
            let method = engine.ctx.program.pure_method(id);
            let mut start = start_state(engine, member);
            set_termination_check(engine, &mut start, member, graph);
            contract(engine, start, &method.requires, &method.ensures, member);
        }
        MemberId::Pred(id) => {
            let Some(body) = &engine.ctx.program.pred(id).body else {
                return;
            };
            let start = start_state(engine, member);
            let mut clause = Clause::default();
            clause.begin(&start);
            engine.produce_contract_clause(
                start,
                body,
                ErrorContext::Contract,
                &mut |engine, s| {
                    clause.end(engine, &s);
                    engine.path_ends(&s);
                },
            );
            clause.warn(engine, member, body, "predicate");
        }
    }
}

/// Produces the precondition, then the postcondition. A mutator's postcondition must be
/// self-framing. That of a pure method is evaluated in the heap of the precondition,
/// which the method does not change.
fn contract<'p>(
    engine: &mut Engine<'p>,
    start: State,
    requires: &'p Assertion,
    ensures: &'p Assertion,
    member: MemberId,
) {
    let (result, exception) = (engine.vars(member).result, engine.vars(member).exception);
    let (mut pre, mut post) = (Clause::default(), Clause::default());
    pre.begin(&start);
    engine.produce_contract_clause(
        start,
        requires,
        ErrorContext::Contract,
        &mut |engine, mut s| {
            pre.end(engine, &s);
            for own in result.into_iter().chain(exception) {
                let value = engine.fresh_value(&mut s, member, own);
                s.frame.set(own, value);
            }
            s.old = s.heap.clone();
            engine.measure(&mut s, member);
            if let MemberId::Pure(_) = member {
                post.begin(&s);
                let end = &mut |engine: &mut Engine<'p>, s: State| {
                    post.end(engine, &s);
                    engine.path_ends(&s);
                };
                return engine.produce_pure_postcondition(s, ensures, ErrorContext::Contract, end);
            }
            s.heap = Heap::default();
            post.begin(&s);
            engine.produce_contract_clause(s, ensures, ErrorContext::Contract, &mut |engine, s| {
                post.end(engine, &s);
                engine.path_ends(&s);
            });
        },
    );
    pre.warn(engine, member, requires, "precondition");
    post.warn(engine, member, ensures, "postcondition");
}

/// Checks that a member's body satisfies its contract: the second half of
/// Definitions 3 and 5, and Definition 6.
pub fn check_body(engine: &mut Engine<'_>, member: MemberId, graph: &CallGraph) {
    match member {
        MemberId::Method(id) => {
            let method = engine.ctx.program.method(id);
            method_body(engine, member, method, graph);
            for overridden in &method.refines {
                refinement(engine, id, *overridden, graph);
            }
        }
        MemberId::Pure(id) => pure_body(engine, id, graph),
        MemberId::Pred(_) => {}
    }
}

fn method_body<'p>(
    engine: &mut Engine<'p>,
    member: MemberId,
    method: &'p Method,
    graph: &CallGraph,
) {
    if method.implicit || method.is_abstract {
        return;
    }
    warn_of_assumptions(engine, &method.body);
    let mut start = start_state(engine, member);
    set_termination_check(engine, &mut start, member, graph);
    engine.produce_contract_clause(
        start,
        &method.requires,
        ErrorContext::Contract,
        &mut |engine, mut s| {
            s.old = s.heap.clone();
            produce_entry_permissions(engine, &mut s, method);
            engine.record_start(&mut s, method.name_span, "entry");
            engine.measure(&mut s, member);
            engine.set_entry(&mut s);
            if let Some(exception) = method.vars.exception {
                let none = engine.session.terms.null();
                s.frame.set(exception, none);
            }
            let entry = s.frame.clone();
            engine.exec_all(s, &method.body, &mut |engine, s, _| {
                let end = s.progress.last_step.unwrap_or(method.end);
                method_end(engine, s, method, &entry, end);
            });
        },
    );
    warn_of_unreachable_code(engine, member, method);
}

/// Adds the permissions that a body has on entry besides its precondition.
fn produce_entry_permissions(engine: &mut Engine<'_>, s: &mut State, method: &Method) {
    match method.kind {
        MethodKind::Mutator | MethodKind::Lemma => {}
        MethodKind::Constructor => {
            if let (Some(class), Some(this)) =
                (method.class, method.vars.this.and_then(|v| s.frame.get(v)))
                // The constructor called by `this(…)` has the fields, and its
                // postcondition provides them.
                && !engine.ctx.program.delegates(method)
            {
                engine.produce_initial_fields(s, class, this, method.name_span);
            }
        }
        MethodKind::Main => {
            engine.produce_static_fields(s, method.name_span);
            s.old = s.heap.clone();
        }
        MethodKind::Initialiser => {
            if let Some(class) = method.class {
                engine.produce_static_fields_of(s, class, method.name_span);
            }
            s.old = s.heap.clone();
        }
    }
}

/// The end of a path: consumes the postcondition, with the parameters' values on entry.
fn method_end<'p>(
    engine: &mut Engine<'p>,
    mut s: State,
    method: &'p Method,
    entry: &Frame,
    end: Span,
) {
    let mut frame = entry.clone();
    if let Some(result) = method.vars.result
        && let Some(value) = s.frame.get(result)
    {
        frame.set(result, value);
    }
    let exception = method.vars.exception;
    let thrown = exception.and_then(|exception| s.frame.get(exception));
    if let (Some(exception), Some(value)) = (exception, thrown) {
        frame.set(exception, value);
    }
    s.frame = frame;
    let is_thrown = thrown.is_some_and(|value| {
        let none = engine.session.terms.null();
        let is_none = engine.session.terms.eq(value, none);
        !engine.is_known(&s, is_none)
    });
    let asserted = Asserted {
        code: if is_thrown {
            Code::Signals
        } else {
            Code::Postcondition
        },
        place: None,
        conjunct: method.ensures.span,
        also: Some((end, AlsoShown::PathEnds)),
    };
    engine.consume_at_end(
        s,
        &method.ensures,
        ErrorContext::Asserted(asserted),
        end,
        &mut |engine, s| engine.path_ends(&s),
    );
}

fn pure_body(engine: &mut Engine<'_>, id: PureId, graph: &CallGraph) {
    let member = MemberId::Pure(id);
    let method = engine.ctx.program.pure_method(id);
    if let Some(what) = changed_clause(engine, method) {
        let message = format!("`{}` changes the {what} that it overrides", method.name);
        let mut error = Diagnostic::error(Code::OverrideContract, method.name_span, message);
        for overridden in &method.refines {
            let theirs = engine.ctx.program.pure_method(*overridden);
            error = error.related(theirs.name_span, "overridden here");
        }
        engine.run.diagnostics.push(error.note(
            "a pure method that overrides another one keeps its precondition and its measure: leave \
             `requires` and `decreases` out",
        ));
        return;
    }
    let Some(body) = &method.body else { return };
    let mut start = start_state(engine, member);
    set_termination_check(engine, &mut start, member, graph);
    engine.produce_contract_clause(
        start,
        &method.requires,
        ErrorContext::Contract,
        &mut |engine, mut s| {
            s.old = s.heap.clone();
            engine.record_start(&mut s, method.name_span, "entry");
            engine.measure(&mut s, member);
            let asserted = Asserted {
                code: Code::Postcondition,
                place: None,
                conjunct: method.ensures.span,
                also: Some((body.span, AlsoShown::ValueComputed)),
            };
            engine.evaluate(s, body, ErrorContext::Code, &mut |engine, mut s, value| {
                if let Some(result) = method.vars.result {
                    s.frame.set(result, value);
                }
                engine.record_start(&mut s, body.span, "the result");
                let context = ErrorContext::Asserted(asserted);
                engine.consume_at_end(s, &method.ensures, context, body.span, &mut |engine, s| {
                    refined_results(engine, s, id, &method.refines, body.span)
                });
            });
        },
    );
}

/// The clause of an overridden pure method that an override must keep, but changes. The
/// precondition is changed if it is restated differently, or if those of several
/// overridden methods differ: a call depends on the snapshot of a single assertion. The
/// measure must also be kept: a caller compares that of the method it names.
fn changed_clause(engine: &Engine<'_>, method: &Pure) -> Option<&'static str> {
    let program = engine.ctx.program;
    let requires = |vars: &Vars, a: &Assertion| canonical::assertion(program, vars, a);
    let measures = |method: &Pure| canonical::exprs(program, &method.vars, &method.decreases);
    let own = requires(&method.vars, &method.requires);
    let own_requires = method.own_requires.as_ref();
    if own_requires.is_some_and(|a| requires(&method.vars, a) != own) {
        return Some("precondition");
    }
    method.refines.iter().find_map(|overridden| {
        let theirs = program.pure_method(*overridden);
        if requires(&theirs.vars, &theirs.requires) != own {
            return Some("precondition");
        }
        (measures(theirs) != measures(method)).then_some("measure")
    })
}

/// Checks the postconditions of the overridden pure methods for the value, too.
fn refined_results<'p>(
    engine: &mut Engine<'p>,
    s: State,
    id: PureId,
    overridden: &'p [PureId],
    end: Span,
) {
    let Some((first, rest)) = overridden.split_first() else {
        return engine.path_ends(&s);
    };
    let own = engine.ctx.program.pure_method(id);
    let theirs = engine.ctx.program.pure_method(*first);
    let (outer, mut inner) = (s.frame.clone(), s.clone());
    inner.frame = engine.family_frame(&s.frame, MemberId::Pure(*first));
    if let (Some(result), Some(value)) = (
        theirs.vars.result,
        own.vars.result.and_then(|v| s.frame.get(v)),
    ) {
        inner.frame.set(result, value);
    }
    let asserted = Asserted::at(Code::OverrideContract, own.name_span, theirs.ensures.span);
    let context = ErrorContext::Asserted(asserted);
    engine.consume_at_end(
        inner,
        &theirs.ensures,
        context,
        end,
        &mut |engine, mut s| {
            s.frame = outer.clone();
            refined_results(engine, s, id, rest, end);
        },
    );
}

/// The refinement check of an override (behavioural subtyping; language, §7): the
/// overridden precondition suffices for the overriding one, and the overriding
/// postcondition for the overridden one.
fn refinement(engine: &mut Engine<'_>, id: MethodId, overridden: MethodId, graph: &CallGraph) {
    let (own, theirs) = (
        engine.ctx.program.method(id),
        engine.ctx.program.method(overridden),
    );
    if engine.cut_at(MemberId::Method(overridden)) {
        return;
    }
    let program = engine.ctx.program;
    let measures = |m: &Method| canonical::exprs(program, &m.vars, &m.decreases);
    // A call by dynamic type compares the measure of the method that it names.
    let both = !own.decreases.is_empty() && !theirs.decreases.is_empty();
    if both && measures(own) != measures(theirs) {
        let message = format!("`{}` changes the measure that it overrides", own.name);
        let error = Diagnostic::error(Code::OverrideContract, own.name_span, message)
            .related(theirs.name_span, "overridden here")
            .note("write `decreases` as the overridden method has it, or leave it out there");
        engine.run.diagnostics.push(error);
        return;
    }
    let mut start = start_state_in(engine, MemberId::Method(overridden), own.class);
    // Without measures: facts about methods of the same cycle must not be used here.
    set_termination_check(engine, &mut start, MemberId::Method(id), graph);
    engine.produce_contract_clause(
        start,
        &theirs.requires,
        ErrorContext::Contract,
        &mut |engine, mut s| {
            s.old = s.heap.clone();
            engine.record_start(&mut s, own.name_span, "entry");
            let entry = s.frame.clone();
            engine.call_override(s, id, own.name_span, &mut |engine, mut s, result| {
                let exception = theirs.vars.exception;
                let thrown = exception.and_then(|exception| s.frame.get(exception));
                s.frame = entry.clone();
                if let (Some(var), Some(value)) = (exception, thrown) {
                    s.frame.set(var, value);
                }
                if let (Some(var), Some(value)) = (theirs.vars.result, result) {
                    s.frame.set(var, value);
                }
                let asserted =
                    Asserted::at(Code::OverrideContract, own.name_span, theirs.ensures.span);
                engine.consume_at_end(
                    s,
                    &theirs.ensures,
                    ErrorContext::Asserted(asserted),
                    own.name_span,
                    &mut |engine, s| engine.path_ends(&s),
                );
            });
        },
    );
}

/// Prepares the termination check of a pure method or a lemma that can be recursive, or of another
/// method in whose cycle is a measure.
fn set_termination_check(engine: &Engine<'_>, s: &mut State, member: MemberId, graph: &CallGraph) {
    // A text that is verified again still calls the members of its original.
    let member = match member {
        MemberId::Method(m) => {
            MemberId::Method(engine.ctx.program.method(m).inherited.unwrap_or(m))
        }
        MemberId::Pure(p) => {
            MemberId::Pure(engine.ctx.program.pure_method(p).inherited.unwrap_or(p))
        }
        MemberId::Pred(_) => member,
    };
    let is_checked = graph.is_checked(engine.ctx.program, member);
    let cycle = graph.cycle(member).filter(|_| is_checked);
    let termination = cycle.map(|cycle| TerminationCheck {
        member,
        by_measure: graph.descends_by_measure(member),
        cycle,
        measures: Vec::new(),
    });
    s.set_termination_check(termination);
}

/// The initial state: fresh values for `this` and the parameters, and `this` not null.
fn start_state(engine: &mut Engine<'_>, member: MemberId) -> State {
    start_state_in(engine, member, None)
}

/// The same for an object of another class than that of the member's text.
fn start_state_in(engine: &mut Engine<'_>, member: MemberId, class: Option<ClassId>) -> State {
    let vars = engine.vars(member);
    let mut s = State::new(Frame::new(member, vars.all.len(), 0));
    s.frame.view = engine.view_in(member);
    // Parameters come first, so that the object of a constructor is younger.
    for &param in &vars.params {
        let value = engine.fresh_value(&mut s, member, param);
        s.frame.set(param, value);
    }
    if let Some(this) = vars.this {
        engine.fresh_this(&mut s, member, this, class);
    }
    s
}

/// `assume` is accepted with a warning: it can make anything verify.
fn warn_of_assumptions(engine: &mut Engine<'_>, stmts: &[Stmt]) {
    for stmt in crate::ir::walk::statements(stmts) {
        if let StmtKind::Assume(_) = stmt.kind {
            engine.run.diagnostics.push(
                Diagnostic::warning(Code::Assume, stmt.span, "this is assumed without proof")
                    .note("what is verified holds only if the assumption does"),
            );
        }
    }
}
