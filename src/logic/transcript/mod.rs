//! Query transcripts: an answered entailment query as an SMT-LIB 2 script that any
//! conforming solver can replay. What a query is and who answers it belongs in
//! [`super::solver`]; where scripts are written, outside of the logic.

mod script;

use super::path::Path;
use super::solver::Answer;
use super::terms::term::{Sort, Term, Terms};

/// What answered a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// A proof of the built-in prover.
    Prover,
    /// A countermodel.
    Model,
    /// A check by Z3.
    Z3,
    /// A check by Z3 that saturated: no conflict among all quantifier instances.
    Z3Saturated,
}

/// An entailment query with its answer.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredQuery<'q> {
    /// The path condition.
    pub path: &'q Path,
    /// The goal.
    pub goal: Term,
    /// Whether the facts with quantifiers or collections were left out.
    pub plain: bool,
    /// The answer.
    pub answer: Answer,
    /// What answered.
    pub by: AnsweredBy,
    /// The line of the program, from 1; 0 if there is none.
    pub line: usize,
}

impl AnsweredQuery<'_> {
    /// The answer as SMT-LIB's `:status` of the path condition with the negated goal.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match (self.answer, self.by) {
            (Answer::Yes, _) => "unsat",
            (Answer::No, AnsweredBy::Z3Saturated) | (Answer::Unknown, _) => "unknown",
            (Answer::No, _) => "sat",
        }
    }

    /// The query as an SMT-LIB 2 script. `extra` are the sorts that snapshots wrap
    /// besides the usual ones; `header` are the lines of a comment.
    #[must_use]
    pub fn script(&self, terms: &Terms, extra: &[Sort], header: &[String]) -> String {
        script::script(terms, self, extra, header)
    }
}

/// A listener for answered queries.
pub trait QueryListener: std::fmt::Debug {
    /// A query was answered; `extra` are the sorts that snapshots wrap besides the usual
    /// ones.
    fn answered(&mut self, terms: &Terms, extra: &[Sort], query: AnsweredQuery<'_>);
}
