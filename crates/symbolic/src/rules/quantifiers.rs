//! Quantifiers, `let`, and `old` of a label.
//!
//! A quantifier's body is evaluated once, for fresh values of its variables. Facts
//! learned by the evaluation hold for all values.
//!
//! Once a query has quantifiers, Z3 uses E-matching only, which is reproducible. Recursive pure
//! methods that read no heap have a definitional axiom over a limited function
//! (`termination/function_axioms.rs`).

use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::judgements::{Judgements, ValueK};
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{Expr, LabelId, Quant, VarId};
use veriframe_logic::{FactKind, Path, Term};

/// `let x := e in body`
#[derive(Clone, Copy)]
pub(crate) struct Binding<'p> {
    /// The variable.
    pub var: VarId,
    /// The bound expression.
    pub bound: &'p Expr,
    /// The scope of the variable.
    pub body: &'p Expr,
}

impl<'p> Engine<'p> {
    /// `forall` and `exists`.
    pub(crate) fn eval_quantifier(
        &mut self,
        s: State,
        e: &'p Expr,
        q: &'p Quant,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let s = self.eval_ground_calls(s, q);
        let first = self.session.terms.symbol_count();
        let mut inside = s.clone().in_modes(|modes| modes.quantifiers += 1);
        let mut symbols = Vec::with_capacity(q.vars.len());
        for &var in &q.vars {
            let info = self.vars(s.frame.member).get(var);
            let value = self.session.terms.fresh(&info.name, sort_of(&info.ty));
            inside.frame.set(var, value);
            symbols.push(value);
        }
        let outer = std::mem::take(&mut self.run.mentioned);
        let leaves = self.collect(|this, done| this.eval(inside.clone(), &q.body, context, done));
        let joined = self.join_leaves(&inside, leaves);
        let triggers = match &joined {
            Some((known, _)) => self.triggers_of(known, q),
            None => Vec::new(),
        };
        let mentioned = std::mem::replace(&mut self.run.mentioned, outer);
        let Some((known, body)) = joined else {
            return;
        };
        if self.session.terms.depends_on_more(body, first, &symbols) {
            let failure = Failure::new(e.span, FailureKind::AmountNotFixed);
            return self.fail(&s, context, failure);
        }
        let mut s = s;
        self.generalise(&mut s, &known.path, first, &symbols, e.span);
        self.assume_definitions(&mut s, mentioned);
        let value = if q.universal {
            self.session.terms.forall(&symbols, &triggers, body)
        } else {
            self.session.terms.exists(&symbols, &triggers, body)
        };
        let fact = match q.universal {
            true => value,
            false => self.session.terms.not(value),
        };
        self.session.quantified.entry(fact).or_insert(e.span);
        k(self, s, value);
    }

    /// Generalises the facts that a body's evaluation learned beyond `s` to all values of
    /// the variables, which were arbitrary. A fact that depends on any other symbol
    /// created since is dropped: it might hold for one of the values only.
    fn generalise(
        &mut self,
        s: &mut State,
        learned: &Path,
        first: u32,
        symbols: &[Term],
        of: Span,
    ) {
        for (fact, _) in learned.facts_since(&s.path.clone()) {
            if self.session.terms.depends_on_more(fact, first, symbols) {
                continue;
            }
            if let Some(triggers) = self.definition_triggers(fact, symbols) {
                let general = self.session.terms.forall(symbols, &triggers, fact);
                self.session.quantified.entry(general).or_insert(of);
                self.assume_new(s, general, FactKind::Shape);
            }
        }
    }

    /// The triggers of a learned fact. If it defines applications by limited ones, these
    /// applications; otherwise none. `None` if no such application mentions all variables
    /// of the fact.
    fn definition_triggers(&mut self, fact: Term, symbols: &[Term]) -> Option<Vec<Vec<Term>>> {
        if self.session.functions.limited.is_empty() {
            return Some(Vec::new());
        }
        let defined = self.defined_by_limited(fact);
        if defined.is_empty() {
            return Some(Vec::new());
        }
        let terms = &self.session.terms;
        let mentioned: Vec<Term> = symbols
            .iter()
            .copied()
            .filter(|&v| terms.mentions(fact, v))
            .collect();
        let covers = |t: &Term| mentioned.iter().all(|&v| terms.mentions(*t, v));
        let triggers: Vec<Vec<Term>> = defined
            .into_iter()
            .filter(covers)
            .map(|t| vec![t])
            .collect();
        (!triggers.is_empty()).then_some(triggers)
    }

    /// Evaluates the explicit triggers. Their terms are only named, not read: they need
    /// neither permission nor bounds.
    fn triggers_of(&mut self, s: &State, q: &'p Quant) -> Vec<Vec<Term>> {
        let named = s.clone().in_modes(|modes| modes.names_only = true);
        let mut found = Vec::new();
        for trigger in &q.triggers {
            let leaves = self.attempt(|this, all: &mut Vec<Vec<Term>>| {
                this.eval_all(
                    named.clone(),
                    trigger,
                    Vec::new(),
                    ErrorContext::Code,
                    &mut |_, _, terms| all.push(terms),
                );
            });
            if let Ok(mut leaves) = leaves
                && let Some(terms) = leaves.pop()
            {
                found.push(terms);
            }
        }
        found
    }

    /// `let x := e in body`: evaluates `body` with `x` bound to the value of `e`.
    pub(crate) fn eval_let(
        &mut self,
        s: State,
        binding: Binding<'p>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Binding { var, bound, body } = binding;
        self.eval(s, bound, context, &mut |this, mut s, value| {
            s.frame.set(var, value);
            this.eval(s, body, context, k);
        });
    }

    /// `old[l](e)`: evaluates `e` in the heap at the label.
    pub(crate) fn eval_at_label(
        &mut self,
        s: State,
        label: LabelId,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        match s.labels.get(&label).cloned() {
            Some(heap) => self.eval_in_heap(s, heap, e, context, k),
            None => {
                let failure = Failure::new(e.span, FailureKind::LabelForgotten);
                self.fail(&s, context, failure);
            }
        }
    }
}
