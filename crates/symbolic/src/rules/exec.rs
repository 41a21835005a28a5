//! Execution of statements (Figure 8 of the paper).
//!
//! `exec_all(s, statements, k)` executes statements in order. `k` gets the resulting
//! state and the control flow ([`Flow`]). Errors are reported at the statement.

use super::calls::NotHeldInstance;
use crate::engine::{Engine, with_stack};
use crate::error_context::{Asserted, ErrorContext};
use crate::explanation::failures::Claim;
use crate::explanation::forgotten::BeforeHavoc;
use crate::judgements::{Flow, FlowK, Inputs, Judgements, Purpose, Remainder};
use crate::merging::Branch;
use crate::permissions::lookup::{DemandedAmount, LookupEffort, RemovalResult};
use crate::state::chunk::field::FieldPlace;
use crate::state::chunk::slice::Slice;
use crate::state::chunk::{Chunk, Place};
use crate::state::history::{FramedOut, Loss, Scope, Summary};
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_base::diagnostics::Code;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_ir::sorts::{contents_sort, sort_of};
use veriframe_ir::{Assertion, Expr, ExprKind, MemberId, Stmt, StmtKind, Thrown, Type, VarId};
use veriframe_logic::{FactKind, Sort, Term};

/// The target of an assignment.
#[derive(Clone, Copy)]
struct WriteTarget<'p, 't> {
    /// Its place.
    place: &'t Place,
    /// The receiver expression, if there is one.
    receiver: Option<&'p Expr>,
}

/// `a[i] := e`
#[derive(Clone, Copy)]
struct ElementWrite<'p> {
    array: &'p Expr,
    index: &'p Expr,
    value: &'p Expr,
}

/// `x := new T[n]`
#[derive(Clone, Copy)]
struct NewArray<'p> {
    var: VarId,
    elem: &'p Type,
    length: &'p Expr,
}

impl<'p> Engine<'p> {
    /// Executes statements in order.
    pub fn exec_all(&mut self, s: State, stmts: &'p [Stmt], k: FlowK<'_, 'p>) {
        if self.cancelled() {
            return;
        }
        with_stack(|| match stmts.split_first() {
            None => k(self, s, Flow::Next),
            Some(_) if self.compares_branches() => self.exec_merging(s, stmts, k),
            Some((first, rest)) => self.exec(s, first, &mut |this, s, flow| match flow {
                Flow::Next => this.exec_all(s, rest, k),
                Flow::Return | Flow::Break | Flow::Continue | Flow::Exit(_) => {
                    with_stack(|| k(this, s, flow))
                }
            }),
        });
    }

    /// Executes statements in order and merges the branches of each where possible. Branches
    /// that cannot be merged continue together while they are few: those that differ by what
    /// is opened meet once it is closed.
    fn exec_merging(&mut self, s: State, mut stmts: &'p [Stmt], k: FlowK<'_, 'p>) {
        // All states branched from this one.
        let mut from = s.clone();
        let mut states = vec![s];
        while let Some((first, rest)) = stmts.split_first() {
            let branches = match <[State; 1]>::try_from(states) {
                Ok([only]) => {
                    from = only;
                    self.exec_merged(&from, first)
                }
                Err(several) => {
                    let each = several.iter().flat_map(|s| self.exec_merged(s, first));
                    let branches = each.collect();
                    self.merge(&from, branches, first.span)
                }
            };
            let together = branches.len() <= self.max_together();
            states = Vec::new();
            for branch in branches {
                match branch.flow {
                    Flow::Next if together => states.push(branch.state),
                    Flow::Next => self.exec_all(branch.state, rest, k),
                    flow => with_stack(|| k(self, branch.state, flow)),
                }
            }
            if states.is_empty() || self.cancelled() {
                return;
            }
            stmts = rest;
        }
        for s in states {
            k(self, s, Flow::Next);
        }
    }

    /// Executes a statement and merges its branches where possible.
    fn exec_merged(&mut self, from: &State, stmt: &'p Stmt) -> Vec<Branch> {
        self.end_costly_merge();
        let mut branches = Vec::new();
        self.exec(from.clone(), stmt, &mut |_, s, flow| {
            branches.push(Branch::new(s, flow))
        });
        self.merge(from, branches, stmt.span)
    }

    /// Figure 8. Departures: `new` calls a constructor, arrays have elements, any
    /// assertion can be asserted, and there are `join` (§6.1) and `return`.
    fn exec(&mut self, mut s: State, stmt: &'p Stmt, k: FlowK<'_, 'p>) {
        let context = ErrorContext::Code;
        s.progress.span = Some(stmt.span);
        if let StmtKind::Call(..)
        | StmtKind::New(..)
        | StmtKind::Open(_)
        | StmtKind::Use(_)
        | StmtKind::Assume(_) = &stmt.kind
        {
            self.run.visited.reach(stmt.span);
        }
        match &stmt.kind {
            StmtKind::Decl(var) => {
                let mut s = s;
                let sort = self.var_sort(&s, *var);
                let value = self.session.terms.default_of(sort);
                s.frame.set(*var, value);
                self.done(s, stmt, k);
            }
            StmtKind::Assign(var, e) => self.eval(s, e, context, &mut |this, mut s, t| {
                s.frame.set(*var, t);
                this.done(s, stmt, k);
            }),
            StmtKind::Unknown(var, _) => {
                let mut s = s;
                self.havoc(&mut s, *var, stmt.span);
                self.done(s, stmt, k);
            }
            StmtKind::Choose(var, exists) => self.exec_choose(s, stmt, *var, exists, k),
            StmtKind::FieldWrite(receiver, field, e) => {
                self.eval(s, receiver, context, &mut |this, s, r| {
                    this.eval(s, e, context, &mut |this, s, value| {
                        let target = FieldPlace::new(*field, r);
                        this.write(
                            s,
                            stmt,
                            WriteTarget {
                                place: &target,
                                receiver: Some(receiver),
                            },
                            &mut |_, _, _| Some(value),
                            k,
                        );
                    });
                })
            }
            StmtKind::StaticWrite(field, e) => self.eval(s, e, context, &mut |this, s, value| {
                let target = FieldPlace::of_static(*field);
                this.write(
                    s,
                    stmt,
                    WriteTarget {
                        place: &target,
                        receiver: None,
                    },
                    &mut |_, _, _| Some(value),
                    k,
                );
            }),
            StmtKind::ElemWrite(array, index, e) => {
                let write = ElementWrite {
                    array,
                    index,
                    value: e,
                };
                self.exec_elem_write(s, stmt, write, k)
            }
            StmtKind::Call(var, call) => self.exec_call(s, stmt, *var, call, k),
            StmtKind::New(var, class, call) => {
                self.eval_all(s, &call.args, Vec::new(), context, &mut |this, s, args| {
                    let hint = this.object_hint(&s, *var, call.callee);
                    let object = this.session.terms.allocate(&hint);
                    let mut s = s;
                    this.assume_exact_class(&mut s, object, *class);
                    this.call(
                        s,
                        call,
                        Inputs {
                            receiver: Some(object),
                            args: &args,
                        },
                        &mut |this, mut s, _| {
                            s.frame.set(*var, object);
                            this.done(s, stmt, k);
                        },
                    );
                })
            }
            StmtKind::NewArray(var, elem, length) => {
                let new = NewArray {
                    var: *var,
                    elem,
                    length,
                };
                self.exec_new_array(s, stmt, new, k)
            }
            StmtKind::If(condition, then, other) => {
                self.eval(s, condition, context, &mut |this, s, c| {
                    this.branch(s, c, &mut |this, mut s, holds| {
                        let (stmts, what) = if holds {
                            (then, "then-branch")
                        } else {
                            (other, "else-branch")
                        };
                        this.step(&mut s, condition.span, |_| what.to_owned());
                        this.exec_all(s, stmts, k);
                    });
                })
            }
            StmtKind::Block(stmts) => self.exec_all(s, stmts, k),
            StmtKind::Loop(inner) => self.exec_loop(s, inner, k),
            StmtKind::Break => self.jump(s, stmt, Flow::Break, k),
            StmtKind::Continue => self.jump(s, stmt, Flow::Continue, k),
            StmtKind::Exit(block) => self.jump(s, stmt, Flow::Exit(*block), k),
            StmtKind::Breakable(block, stmts) => {
                let end = Flow::Exit(*block);
                self.exec_all(s, stmts, &mut |this, s, flow| {
                    let flow = if flow == end { Flow::Next } else { flow };
                    k(this, s, flow);
                });
            }
            StmtKind::Label(label) => {
                let mut s = s;
                s.labels.insert_mut(*label, s.heap.clone());
                self.done(s, stmt, k);
            }
            StmtKind::Assert(a) => self.exec_assert(s, stmt, a, k),
            StmtKind::Prove(a, proof) => self.exec_proof(s, stmt, a, proof, k),
            StmtKind::Throw(thrown) => self.exec_throw(s, stmt, *thrown, k),
            StmtKind::Assume(a) => {
                let source = self.fresh_source(Engine::event(a.span, "assumed"));
                self.produce_given(s, a, &source, context, &mut |this, s| this.done(s, stmt, k));
            }
            StmtKind::Open(instance) => {
                let not_held = NotHeldInstance::Fails;
                self.open_instance(s, instance, not_held, context, &mut |this, s| {
                    this.done(s, stmt, k)
                });
            }
            StmtKind::Close(instance) => {
                self.close_instance(s, instance, stmt.span, &mut |this, s| this.done(s, stmt, k));
            }
            StmtKind::Use(call) => self.eval_pure_call(s, call, context, &mut |this, s, value| {
                if let Some(s) = this.assume_body(s, call, value, context) {
                    this.done(s, stmt, k);
                }
            }),
            StmtKind::Join(a) => self.exec_join(s, stmt, a, k),
            StmtKind::Return(None) => self.jump(s, stmt, Flow::Return, k),
            StmtKind::Return(Some(e)) => self.eval(s, e, context, &mut |this, mut s, value| {
                if let Some(result) = this.vars(s.frame.member).result {
                    s.frame.set(result, value);
                }
                this.jump(s, stmt, Flow::Return, k);
            }),
        }
    }

    fn done(&mut self, mut s: State, stmt: &Stmt, k: FlowK<'_, 'p>) {
        self.run.visited.pass(stmt.span);
        self.step(&mut s, stmt.span, |this| this.text_of(stmt));
        k(self, s, Flow::Next);
    }

    /// Completes a statement that transfers control elsewhere.
    fn jump(&mut self, mut s: State, stmt: &Stmt, flow: Flow, k: FlowK<'_, 'p>) {
        self.step(&mut s, stmt.span, |this| this.text_of(stmt));
        k(self, s, flow);
    }

    /// The source text of a statement on one line.
    fn text_of(&self, stmt: &Stmt) -> String {
        let words: Vec<&str> = self
            .ctx
            .sources
            .text(stmt.span)
            .split_whitespace()
            .collect();
        words.join(" ")
    }

    fn var_sort(&self, s: &State, var: VarId) -> Sort {
        sort_of(&self.vars(s.frame.member).get(var).ty)
    }

    fn object_hint(&self, s: &State, var: VarId, constructor: veriframe_ir::MethodId) -> String {
        let name = &self.vars(s.frame.member).get(var).name;
        if self.vars(s.frame.member).get(var).is_temporary {
            self.ctx.program.method(constructor).name.to_lowercase()
        } else {
            name.clone()
        }
    }

    /// Assigns to a location, which requires full permission. `change` computes the new
    /// value from the old one; `None` if it ended the path.
    fn write(
        &mut self,
        s: State,
        stmt: &'p Stmt,
        target: WriteTarget<'p, '_>,
        change: &mut dyn FnMut(&mut Engine<'p>, &mut State, Term) -> Option<Term>,
        k: FlowK<'_, 'p>,
    ) {
        let WriteTarget { place, receiver } = target;
        let one = self.session.terms.write();
        let whole = DemandedAmount::Exactly(one);
        let removals = self.staged_lookup(Option::is_some, |this| {
            if let RemovalResult::Done(removals) = this.remove_permission(&s, &s.heap, place, whole)
            {
                return Some(removals);
            }
            let (heap, state) = (s.heap.clone(), s.clone());
            let leaves = this.open_in_remainder(
                &Remainder { state, heap },
                place,
                whole,
                LookupEffort::Queries,
                stmt.span,
            )?;
            Some(this.removals_of(&leaves, place, whole))
        });
        let Some(removals) = removals else {
            return self.cannot_write(&s, stmt.span, place, receiver);
        };
        for removal in removals {
            let mut s = removal.state;
            s.heap = removal.heap;
            if let Some(value) = change(self, &mut s, removal.chunk.value) {
                s.heap.insert(Chunk {
                    amount: one,
                    value,
                    ..(*removal.chunk).clone()
                });
                self.done(s, stmt, k);
            }
        }
    }

    /// `a[i] := e`
    fn exec_elem_write(
        &mut self,
        s: State,
        stmt: &'p Stmt,
        write: ElementWrite<'p>,
        k: FlowK<'_, 'p>,
    ) {
        let ElementWrite {
            array,
            index,
            value: e,
        } = write;
        let context = ErrorContext::Code;
        self.eval(s, array, context, &mut |this, s, a| {
            this.eval(s, index, context, &mut |this, s, i| {
                this.eval(s, e, context, &mut |this, s, value| {
                    let Some(element) = this.element(&array.ty, a, i) else {
                        return;
                    };
                    let mut states = vec![s];
                    while let Some(s) = states.pop() {
                        match this.write_element(&s, &element, value, stmt.span) {
                            Some(written) => {
                                for s in written {
                                    this.done(s, stmt, k);
                                }
                            }
                            None => {
                                let span = stmt.span;
                                states.extend(
                                    this.cannot_write_element(&s, array, &element, index, span),
                                );
                            }
                        }
                    }
                });
            });
        });
    }

    fn exec_call(
        &mut self,
        s: State,
        stmt: &'p Stmt,
        var: Option<VarId>,
        call: &'p veriframe_ir::Call,
        k: FlowK<'_, 'p>,
    ) {
        let mut finish = |this: &mut Engine<'p>, mut s: State, result: Option<Term>| {
            if let (Some(var), Some(result)) = (var, result) {
                this.assume_narrowed_type(&mut s, var, call.callee, result);
                s.frame.set(var, result);
            }
            this.done(s, stmt, k);
        };
        match &call.receiver {
            None => self.eval_all(
                s,
                &call.args,
                Vec::new(),
                ErrorContext::Code,
                &mut |this, s, args| {
                    this.call(
                        s,
                        call,
                        Inputs {
                            receiver: None,
                            args: &args,
                        },
                        &mut finish,
                    );
                },
            ),
            Some(receiver) => self.eval(s, receiver, ErrorContext::Code, &mut |this, s, r| {
                this.eval_all(
                    s,
                    &call.args,
                    Vec::new(),
                    ErrorContext::Code,
                    &mut |this, mut s, args| {
                        if this.check_not_null(&mut s, r, receiver, ErrorContext::Code) {
                            this.call(
                                s,
                                call,
                                Inputs {
                                    receiver: Some(r),
                                    args: &args,
                                },
                                &mut finish,
                            );
                        }
                    },
                );
            }),
        }
    }

    /// `x := new T[n]`: allocates an array of default values.
    fn exec_new_array(&mut self, s: State, stmt: &'p Stmt, new: NewArray<'p>, k: FlowK<'_, 'p>) {
        let NewArray { var, elem, length } = new;
        let Some(elem) = contents_sort(&Type::Array(Box::new(elem.clone()))) else {
            return;
        };
        self.eval(s, length, ErrorContext::Code, &mut |this, mut s, n| {
            if !this.check_length(&mut s, n, length) {
                return;
            }
            let name = this.vars(s.frame.member).get(var).name.clone();
            let temporary = this.vars(s.frame.member).get(var).is_temporary;
            let array = this
                .session
                .terms
                .allocate(if temporary { "array" } else { &name });
            let its_length = this.length_of(array);
            let known = this.session.terms.eq(its_length, n);
            s.assume(&this.session.terms, known, FactKind::Fact);
            let default = this.session.terms.default_of(elem.sort());
            let zero = this.session.terms.int(0);

            let target = Slice::new(&mut this.session.terms, elem, array, zero, its_length).place();
            let (one, contents) = (
                this.session.terms.write(),
                this.session.terms.fill(elem, default),
            );
            let origin = Engine::event(stmt.span, "allocated");
            let chunk = Chunk {
                of_entry: false,
                ..this.new_chunk(&target, one, contents, origin)
            };
            s.frame.set(var, array);
            if this.add_chunk(&mut s, chunk) {
                this.done(s, stmt, k);
            }
        });
    }

    fn check_length(&mut self, s: &mut State, n: Term, e: &Expr) -> bool {
        let zero = self.session.terms.int(0);
        let natural = self.session.terms.le(zero, n);
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::NegativeLength {
            length: this.expr_text(s, e),
        };
        self.demand(
            s,
            natural,
            Claim::new(ErrorContext::Code, e.span),
            kind,
            |_, _, _| {},
        )
        .goes_on()
    }

    /// `assert φ`: consumes `φ` and continues in the state before. Facts learned by the
    /// consumption are kept, unless it succeeds on several paths.
    fn exec_assert(&mut self, s: State, stmt: &'p Stmt, a: &'p Assertion, k: FlowK<'_, 'p>) {
        let context = ErrorContext::Asserted(Asserted::at_conjunct(Code::Assert, a.span));
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(stmt.span, "asserted"),
        };
        let found = self.run.diagnostics.len();
        let failures = self.run.attempts.last().map_or(0, |a| a.failures.len());
        let mut leaves = Vec::new();
        self.consume(s.clone(), a, purpose, context, &mut |_, after, _| {
            leaves.push(after)
        });
        let failed = self.run.diagnostics.len() > found
            || self
                .run
                .attempts
                .last()
                .is_some_and(|a| a.failures.len() > failures);
        if leaves.len() > 1 && !failed {
            return self.done(s, stmt, k);
        }
        for leaf in leaves {
            self.done(s.with_knowledge_of(leaf), stmt, k);
        }
    }

    /// `assert φ by { … }`: the proof runs in a copy of the state, and `φ` is shown of the state
    /// before with what is known at each end of the proof. What follows knows `φ` alone.
    fn exec_proof(
        &mut self,
        s: State,
        stmt: &'p Stmt,
        a: &'p Assertion,
        proof: &'p [Stmt],
        k: FlowK<'_, 'p>,
    ) {
        let context = ErrorContext::Asserted(Asserted::at_conjunct(Code::Assert, a.span));
        let event = Engine::event(stmt.span, "asserted");
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: event.clone(),
        };
        self.exec_all(s.clone(), proof, &mut |this, end, _| {
            let shown = s.with_knowledge_of(end);
            let purpose = purpose.clone();
            this.consume(shown, a, purpose, context, &mut |this, s, _| {
                this.path_ends(&s)
            });
        });
        let source = self.fresh_source(event);
        self.produce_given(s, a, &source, context, &mut |this, s| this.done(s, stmt, k));
    }

    /// `x := choose v :: φ`: shows that there is a value, of which then nothing but `φ` is known.
    fn exec_choose(
        &mut self,
        s: State,
        stmt: &'p Stmt,
        var: VarId,
        exists: &'p Assertion,
        k: FlowK<'_, 'p>,
    ) {
        self.exec_assert(s, stmt, exists, &mut |this, mut s, _| {
            this.havoc(&mut s, var, stmt.span);
            let quantifier = exists.condition().map(|e| &e.kind);
            let Some(ExprKind::Quant(quant)) = quantifier else {
                return this.done(s, stmt, k);
            };
            if let Some(value) = s.frame.get(var) {
                for &bound in &quant.vars {
                    s.frame.set(bound, value);
                }
            }
            let context = ErrorContext::Code;
            this.produce_condition(s, &quant.body, context, &mut |this, mut s| {
                for &bound in &quant.vars {
                    s.frame.unset(bound);
                }
                this.done(s, stmt, k)
            });
        });
    }

    /// `throw` must be unreachable, unless the program may end there.
    fn exec_throw(&mut self, mut s: State, stmt: &'p Stmt, thrown: Thrown, k: FlowK<'_, 'p>) {
        let failure = match thrown {
            Thrown::Statement => FailureKind::Reached,
            Thrown::Null => FailureKind::ThrownNull,
            Thrown::Inside => FailureKind::Uncaught,
            Thrown::Untold => return,
        };
        let context = ErrorContext::Asserted(Asserted::at_conjunct(Code::Assert, stmt.span));
        let never = self.session.terms.bool(false);
        let reached = |_: &mut Engine<'p>, _: &State| failure.clone();
        let unreached = self.demand(
            &mut s,
            never,
            Claim::new(context, stmt.span),
            reached,
            |this, s, failure| {
                this.name_inputs(s, failure);
                this.held_values(s, never, failure);
            },
        );
        if unreached.goes_on() {
            self.done(s, stmt, k);
        }
    }

    /// `join φ` (§6.1): every path to the join must establish `φ`. What follows is
    /// executed once, from `φ` alone.
    fn exec_join(&mut self, s: State, stmt: &'p Stmt, a: &'p Assertion, k: FlowK<'_, 'p>) {
        let context = ErrorContext::Asserted(Asserted::at_conjunct(Code::Join, a.span));
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(stmt.span, "given up at the join"),
        };
        let (frame, modes, joins) = (s.frame.clone(), s.modes.clone(), s.joins);
        let framed_out = FramedOut {
            scope: Scope::Join,
            at: stmt.span,
            heap: s.heap.clone(),
            frame: s.frame.clone(),
        };
        self.consume(s, a, purpose, context, &mut |this, s, _| this.path_ends(&s));
        if !self.run.visited.joins.insert((modes.join.scope, stmt.span)) {
            return;
        }
        let Some(entry) = &modes.join.entry else {
            return;
        };
        let mut after = entry.as_ref().clone();
        after.modes = modes.clone();
        let MemberId::Method(method) = frame.member else {
            return;
        };
        let program = self.ctx.program;
        let symbols = self.session.terms.symbol_count();
        let assigned = veriframe_ir::walk::assigned(&program.method(method).body);
        for var in assigned {
            if frame.get(var).is_some() {
                self.havoc(&mut after, var, stmt.span);
            }
        }
        let path = after.path.clone();
        after.joins = joins + 1;
        after
            .losses
            .push_front_mut(Loss::FramedOut(Rc::new(framed_out)));
        after.heap = crate::state::heap::Heap::default();
        after.heap.forget_shrinkage();
        let source = self.fresh_source(Engine::event(stmt.span, "given at the join"));
        self.produce(
            after,
            a,
            source,
            ErrorContext::Contract,
            &mut |this, mut s| {
                let path = path.clone();
                let before = BeforeHavoc { symbols, path };
                this.record_havoc(&mut s, Summary::Join, stmt.span, before, None);
                this.done(s, stmt, k);
            },
        );
    }
}
