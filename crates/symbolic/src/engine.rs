//! The engine of one check: functions, frames, attempts, and what else all rules share.

use super::context::Context;
use super::error_context::Failure;
use super::events::{Events, StepRecorder};
use super::run::{Attempt, CheckRecord, Ended, Strategy};
use super::session::Session;
use super::state::symbolic_state::{Frame, State};
use std::cell::RefCell;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_base::stop::StopReason;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{MemberId, PureId, Vars};
use veriframe_logic::{FactKind, Func, Sort, Term};

/// The stack that must remain before a judgement calls another.
const RED_ZONE: usize = 160 * 1024;
/// The size of the stack segment added when less remains.
const STACK_PIECE: usize = 4 * 1024 * 1024;

/// The maximum nesting depth of contracts and bodies in each other: of pure methods that
/// preconditions call, of predicates that are opened and closed, and so on. A check that
/// goes deeper is `unknown`, because its recursion may have no end.
const MAX_NESTING: u32 = 4_000;

/// The number of levels of recursion for which the stop signal is polled once.
const POLL: u32 = 32;

/// Runs `f` with enough stack: native recursion must not limit the size of programs.
pub(crate) fn with_stack<R>(f: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(RED_ZONE, STACK_PIECE, f)
}

/// The engine of one check: its context, session and record.
pub struct Engine<'p> {
    /// The program and the options.
    pub ctx: Context<'p>,
    /// Terms, solver and functions.
    pub session: Session<'p>,
    /// The record of the check.
    pub run: CheckRecord,
    /// The listeners.
    pub events: Events,
    /// The steps of all paths, if traces are recorded.
    pub(super) recorder: Option<Rc<RefCell<StepRecorder>>>,
}

impl<'p> Engine<'p> {
    /// An engine with an empty term store.
    #[must_use]
    pub fn new(ctx: Context<'p>, strategy: Strategy) -> Engine<'p> {
        let mut engine = Engine {
            session: Session::new(&ctx),
            ctx,
            run: CheckRecord {
                strategy,
                ..CheckRecord::default()
            },
            events: Events::default(),
            recorder: None,
        };
        if ctx.config.records() {
            let recorder = Rc::new(RefCell::new(StepRecorder::default()));
            engine.events.listen(recorder.clone());
            engine.recorder = Some(recorder);
        }
        engine
    }

    /// The variables of a member.
    #[must_use]
    pub fn vars(&self, member: MemberId) -> &'p Vars {
        match member {
            MemberId::Method(m) => &self.ctx.program.method(m).vars,
            MemberId::Pure(p) => &self.ctx.program.pure_method(p).vars,
            MemberId::Pred(q) => &self.ctx.program.pred(q).vars,
        }
    }

    /// The function of a pure method. Its operands are the snapshot of the precondition
    /// (if that has permission), the definitions of the predicates in it and of the
    /// method itself (where these depend on the receiver's class), the receiver (if any)
    /// and the arguments.
    pub(super) fn function(&mut self, p: PureId) -> Func {
        let p = self.ctx.program.hierarchy.pures().family(p);
        if let Some(&f) = self.session.functions.methods.get(&p) {
            return f;
        }
        let name = self.ctx.program.member_name(MemberId::Pure(p));
        let f = self
            .session
            .terms
            .function(&name, sort_of(&self.ctx.program.pure_method(p).ty));
        self.session.functions.methods.insert(p, f);
        f
    }

    /// The function of a family of pure methods, if it has been created.
    pub(super) fn known_function(&self, family: PureId) -> Option<Func> {
        self.session.functions.methods.get(&family).copied()
    }

    /// The limited function of a pure method: equal to its function, but not unrolled.
    pub(super) fn limited(&mut self, p: PureId) -> Func {
        if let Some(&f) = self.session.functions.limited.get(&p) {
            return f;
        }
        let f = self.function(p);
        let (name, sort) = (
            self.session.terms.function_name(f).to_owned(),
            self.session.terms.function_sort(f),
        );
        let limited = self.session.terms.function(&name, sort);
        self.session.functions.limited.insert(p, limited);
        limited
    }

    /// The length of an array.
    pub(super) fn length_of(&mut self, array: Term) -> Term {
        let f = match self.session.functions.length {
            Some(f) => f,
            None => {
                let f = self.session.terms.function("length", Sort::Int);
                self.session.functions.length = Some(f);
                f
            }
        };
        self.session.terms.app(f, vec![array])
    }

    /// `a.length` of a non-null array: never negative.
    pub(super) fn length_value(&mut self, s: &mut State, array: Term) -> Term {
        let length = self.length_of(array);
        let zero = self.session.terms.int(0);
        let natural = self.session.terms.le(zero, length);
        self.assume_new(s, natural, FactKind::Fact);
        length
    }

    /// The line of a span, from 1.
    #[must_use]
    pub fn line(&self, span: Span) -> usize {
        self.ctx.sources.start(span).line
    }

    /// A fresh value, named after `what` and the line of a span.
    pub(super) fn fresh_at(&mut self, what: &str, span: Span, sort: Sort) -> Term {
        let name = format!("{what}@{}", self.line(span));
        self.session.terms.fresh(&name, sort)
    }

    /// A frame for a member's contract or body, one level below `caller`.
    pub(super) fn callee_frame(&self, caller: &Frame, member: MemberId) -> Frame {
        caller.below(member, self.vars(member).all.len())
    }

    /// A frame with the values of `this` and the parameters.
    pub(super) fn input_frame(
        &self,
        caller: &Frame,
        member: MemberId,
        receiver: Option<Term>,
        args: &[Term],
    ) -> Frame {
        let mut frame = self.callee_frame(caller, member);
        let vars = self.vars(member);
        if let (Some(this), Some(value)) = (vars.this, receiver) {
            frame.set(this, value);
        }
        for (param, value) in vars.params.iter().zip(args) {
            frame.set(*param, *value);
        }
        frame
    }

    /// Whether the run has been stopped; the caller then ends the path.
    pub(super) fn is_stopped(&mut self) -> bool {
        if let Some(why) = self.ctx.watch.stop.reason() {
            self.run.end(Ended::Stopped(why));
        }
        matches!(self.run.ended, Some(Ended::Stopped(_)))
    }

    /// Whether the check ends early; the caller then ends the path.
    pub(super) fn cancelled(&mut self) -> bool {
        self.is_stopped()
            || self.run.ended.is_some()
            || self.inference_is_exhausted()
            || self.effort_is_exhausted()
    }

    /// Whether the check ends at this depth of nested contracts and bodies, or has ended; the
    /// caller then ends the path. Called at each level of every recursion.
    pub(super) fn ends_at(&mut self, s: &State) -> bool {
        if s.frame.level > MAX_NESTING {
            let why = StopReason::TooDeep(MAX_NESTING);
            self.run.end(Ended::Stopped(why));
        }
        // Reading the clock takes as long as evaluating a small expression.
        self.run.counts.levels = self.run.counts.levels.wrapping_add(1);
        if self.run.counts.levels.is_multiple_of(POLL) {
            self.cancelled()
        } else {
            self.run.ended.is_some()
        }
    }

    /// Whether a path is cut off because it would use an ill-formed contract.
    pub fn cut_at(&mut self, member: MemberId) -> bool {
        let ill = self.ctx.ill_formed.contains(&member);
        if ill {
            self.run.cut.get_or_insert(member);
        }
        ill
    }

    /// Runs `f`, which passes results to the given collector. Failures in it are not
    /// reported. All paths must succeed, so no path is continued after a failure.
    ///
    /// # Errors
    /// The failures found.
    pub fn attempt<T>(
        &mut self,
        f: impl FnOnce(&mut Engine<'p>, &mut Vec<T>),
    ) -> Result<Vec<T>, Vec<Failure>> {
        let depth = self.run.attempts.len();
        self.run.attempts.push(Attempt {
            failures: Vec::new(),
            forks: self.run.counts.forks,
        });
        let mut results = Vec::new();
        f(self, &mut results);
        debug_assert_eq!(self.run.attempts.len(), depth + 1, "attempts are nested");
        match self.run.attempts.pop() {
            Some(attempt) if !attempt.failures.is_empty() => Err(attempt.failures),
            _ => Ok(results),
        }
    }

    /// Whether the innermost attempt has failed; the caller then ends the path. Otherwise a
    /// failed attempt would execute all other branches, and those of the attempts nested in
    /// them.
    pub(super) fn attempt_failed(&self) -> bool {
        let innermost = self.run.attempts.last();
        innermost.is_some_and(|attempt| !attempt.failures.is_empty())
    }

    /// An event of a chunk: its span and its description.
    pub fn event(span: Span, what: impl Into<Rc<str>>) -> super::state::chunk::Event {
        super::state::chunk::Event {
            span,
            what: what.into(),
        }
    }
}
