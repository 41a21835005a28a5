//! Definitional axioms of recursive pure methods, for calls under quantifiers: the second
//! rule of §4.1 for all arguments at once.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::Judgements;
use crate::state::modes::{TerminationCheck, Unrolling};
use crate::state::symbolic_state::{Frame, State};
use std::collections::BTreeSet;
use std::rc::Rc;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{MemberId, PureId};
use veriframe_logic::{FactKind, Path, Term};

/// The evaluation of a method's body for arbitrary parameters.
struct Unrolled {
    /// The parameters.
    params: Vec<Term>,
    /// The first symbol created by the evaluation.
    first: u32,
    /// The facts of the precondition.
    domain: Vec<Term>,
    /// The facts learned by evaluating the body.
    learned: Vec<Term>,
    /// The body's value.
    body: Term,
}

impl<'p> Engine<'p> {
    /// Assumes the definitions of the methods mentioned by a quantifier.
    pub(crate) fn assume_definitions(&mut self, s: &mut State, mentioned: BTreeSet<PureId>) {
        for callee in mentioned {
            let definition = match self.session.functions.definitions.get(&callee) {
                Some(&known) => known,
                None => {
                    // A quantifier in the body can mention the method itself.
                    self.session.functions.definitions.insert(callee, None);
                    let made = self.definition(callee, s.modes.termination.as_ref());
                    self.session.functions.definitions.insert(callee, made);
                    made
                }
            };
            if let Some(definition) = definition {
                let span = self.ctx.program.member_span(MemberId::Pure(callee));
                self.session.quantified.entry(definition).or_insert(span);
                self.assume_new(s, definition, FactKind::Shape);
            }
        }
    }

    /// The axiom that every call of a method equals the method's body if the precondition
    /// holds. Calls in the body use the limited function, so that each call is unrolled
    /// once. `None` without such an axiom, for example if the method reads the heap.
    fn definition(
        &mut self,
        callee: PureId,
        termination: Option<&Rc<TerminationCheck>>,
    ) -> Option<Term> {
        let member = MemberId::Pure(callee);
        let circular = |d: &Rc<TerminationCheck>| d.cycle.contains(&member);
        let method = self.ctx.program.pure_method(callee);
        if method.requires.has_access()
            || self.ctx.program.hierarchy.pures().is_dispatched(callee)
            || termination.is_some_and(circular)
            || self.cut_at(member)
        {
            return None;
        }
        let Unrolled {
            params,
            first,
            domain,
            learned,
            body,
        } = self.unroll_for_any(callee, termination)?;
        let free =
            |this: &Engine<'p>, t: Term| !this.session.terms.depends_on_more(t, first, &params);
        if !free(self, body) || !domain.iter().all(|&t| free(self, t)) {
            return None;
        }
        let (f, limited_f) = (self.function(callee), self.limited(callee));
        let call = self.session.terms.app(f, params.clone());
        let limited = self.session.terms.app(limited_f, params.clone());
        let body = self.session.terms.rename_function(body, f, limited_f);
        let mut meaning = vec![self.session.terms.eq(call, body)];
        for fact in learned {
            if free(self, fact) {
                meaning.push(self.session.terms.rename_function(fact, f, limited_f));
            }
        }
        let (domain, meaning) = (
            self.session.terms.and(domain),
            self.session.terms.and(meaning),
        );
        let defined = self.session.terms.implies(domain, meaning);
        let same = self.session.terms.eq(call, limited);
        let whole = self.session.terms.and([same, defined]);
        Some(self.session.terms.forall(&params, &[vec![call]], whole))
    }

    /// Evaluates a method's body for arbitrary parameters on an empty path. `None` if
    /// that fails or the precondition branches.
    fn unroll_for_any(
        &mut self,
        callee: PureId,
        termination: Option<&Rc<TerminationCheck>>,
    ) -> Option<Unrolled> {
        let program = self.ctx.program;
        let method = program.pure_method(callee);
        let body = method.body.as_ref()?;
        let member = MemberId::Pure(callee);
        let first = self.session.terms.symbol_count();
        let start = State::new(Frame::new(member, method.vars.all.len(), 1));
        let mut start = start.in_modes(|modes| {
            modes.termination = termination.cloned();
            modes.unrolling.push_back_mut(Unrolling {
                method: callee,
                snapshot: None,
                calls: 0,
                in_quantifier: false,
            });
        });
        let mut params = Vec::new();
        for var in method.vars.inputs() {
            let info = method.vars.get(var);
            let value = self.session.terms.fresh(&info.name, sort_of(&info.ty));
            self.assume_type_facts(&mut start, &info.ty, value);
            start.frame.set(var, value);
            params.push(value);
        }
        let source = self.fresh_source(Engine::event(method.name_span, "defined"));
        let (inside, mut given) = (start.clone(), Vec::new());
        let leaves = self.collect_quietly(|this, done| {
            let requires = &method.requires;
            this.produce_given(
                inside,
                requires,
                &source,
                ErrorContext::Code,
                &mut |this, s| {
                    given.push(s.clone());
                    this.eval(s, body, ErrorContext::Code, done);
                },
            );
        });
        let (leaves, [given]) = (leaves.ok()?, given.as_slice()) else {
            return None;
        };
        let (known, body) = self.join_leaves(given, leaves)?;
        let since = |path: &Path, earlier: &Path| {
            let facts = path.facts_since(earlier).into_iter();
            facts.map(|(fact, _)| fact).collect()
        };
        Some(Unrolled {
            params,
            first,
            domain: since(&given.path, &Path::default()),
            learned: since(&known.path, &given.path),
            body,
        })
    }
}
