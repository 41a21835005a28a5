//! Ground terms of the source for E-matching.
//!
//! A term that a member reads can match triggers even if it occurs in no fact, or if
//! simplification replaces it by its value. Such terms are kept beside the path condition
//! and added as facts without content: applications of functions that nothing else
//! constrains, or equations that define a function. They are used only if a goal does not
//! follow without them.

use super::engine::Engine;
use super::state::symbolic_state::State;
use veriframe_ir::{Expr, ExprKind};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, FactKind, Func, Sort, Term};

/// The maximum number of terms kept on a path.
const MAX_GROUND_TERMS: usize = 200;

impl<'p> Engine<'p> {
    /// Keeps the value of an expression in the member's own text.
    pub(crate) fn record_ground_term(&mut self, s: &mut State, e: &Expr, value: Term) {
        let is_term = matches!(
            e.kind,
            ExprKind::Pure(_) | ExprKind::Field(..) | ExprKind::Collection(..)
        );
        let is_application = matches!(
            self.session.terms.node(value),
            Node::App(..) | Node::Coll(..) | Node::Select(..)
        );
        if is_term && is_application && self.keeps_ground_terms(s) {
            let sort = self.session.terms.sort(value);
            let f = self.marker_function(sort);
            let fact = self.session.terms.app(f, vec![value]);
            s.known.ground_terms.insert_mut(fact);
        }
    }

    /// Keeps a read of contents, even if its value is simplified.
    pub(crate) fn record_read(&mut self, s: &mut State, read: [Term; 2], value: Term) {
        if self.keeps_ground_terms(s) {
            let read = self.read_term(read, value);
            let fact = self.session.terms.eq(read, value);
            s.known.ground_terms.insert_mut(fact);
        }
    }

    /// A read of contents as an unsimplified term, which equals the value.
    pub(crate) fn read_term(&mut self, read: [Term; 2], value: Term) -> Term {
        let sort = self.session.terms.sort(value);
        let f = match self.session.functions.reads.get(&sort) {
            Some(&f) => f,
            None => {
                let f = self.session.terms.function("read", sort);
                self.session.functions.reads.insert(sort, f);
                f
            }
        };
        self.session.terms.app(f, read.to_vec())
    }

    fn keeps_ground_terms(&self, s: &State) -> bool {
        s.frame.level == 0
            && s.modes.is_own_text()
            && s.known.ground_terms.size() < MAX_GROUND_TERMS
    }

    fn marker_function(&mut self, sort: Sort) -> Func {
        if let Some(&f) = self.session.functions.ground_markers.get(&sort) {
            return f;
        }
        let f = self.session.terms.function("mentioned", Sort::Bool);
        self.session.functions.ground_markers.insert(sort, f);
        f
    }

    /// Whether a goal follows with the ground terms of the source, and with what closed predicates own.
    pub(crate) fn follows_with_more(&mut self, s: &State, goal: Term) -> bool {
        let mut more = self.owners_differ(s);
        let terms = &self.session.terms;
        let mut facts = s.path.facts();
        if facts.any(|(fact, _)| terms.has_quantifier(fact)) {
            let mut ground_terms: Vec<Term> = s.known.ground_terms.iter().copied().collect();
            ground_terms.sort_unstable();
            more.extend(ground_terms);
        }
        if more.is_empty() {
            return false;
        }
        let mut with = s.clone();
        for fact in more {
            with.assume(&self.session.terms, fact, FactKind::Shape);
        }
        // Few instances are missing, if any: a matching loop is not worth the whole limit.
        self.retry(&with, goal) == Answer::Yes
    }
}
