//! Query transcripts: answered entailment queries as SMT-LIB 2 scripts, which any
//! conforming solver can replay. Queries are answered in [`super::solver`]; scripts are
//! written to files outside the logic.

mod script;

use super::path::Path;
use super::terms::term::{Sort, Term, Terms};
use crate::logic::Answer;

/// The engine that answered a query.
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
    /// Whether facts with quantifiers or collections were omitted.
    pub plain: bool,
    /// The answer.
    pub answer: Answer,
    /// The engine that answered.
    pub by: AnsweredBy,
    /// The line of the program, from 1; 0 if there is none.
    pub line: usize,
}

impl<'q> AnsweredQuery<'q> {
    /// A query with all facts of its path condition, and without a source line.
    pub(super) fn new(
        path: &'q Path,
        goal: Term,
        answer: Answer,
        by: AnsweredBy,
    ) -> AnsweredQuery<'q> {
        AnsweredQuery {
            path,
            goal,
            plain: false,
            answer,
            by,
            line: 0,
        }
    }

    /// SMT-LIB's `:status` of the path condition with the negated goal.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match (self.answer, self.by) {
            (Answer::Yes, _) => "unsat",
            (Answer::No, AnsweredBy::Z3Saturated) | (Answer::Unknown, _) => "unknown",
            (Answer::No, _) => "sat",
        }
    }

    /// The query as an SMT-LIB 2 script. `extra` are the sorts that snapshots wrap
    /// besides the usual ones; `header` is a comment, line by line.
    #[must_use]
    pub fn script(&self, terms: &Terms, extra: &[Sort], header: &[String]) -> String {
        script::script(terms, self, extra, header)
    }
}

/// A listener for answered queries.
pub trait QueryListener: std::fmt::Debug {
    /// Called after a query was answered. `extra` are the sorts that snapshots wrap
    /// besides the usual ones.
    fn answered(&mut self, terms: &Terms, extra: &[Sort], query: AnsweredQuery<'_>);
}
