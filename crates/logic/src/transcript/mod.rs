//! Query transcripts: answered entailment queries as SMT-LIB 2 scripts, which any
//! conforming solver can replay. Queries are answered in [`super::solver`]; scripts are
//! written to files outside the logic.

mod script;

use super::path::Path;
use super::terms::term::{Sort, Term, Terms};
use crate::{Answer, Answered, AnsweredBy};

/// The name of a quantifier in scripts, which solvers have in their statistics.
#[must_use]
pub fn quantifier_name(t: Term) -> String {
    format!("q{t:?}")
}

/// An entailment query with its answer.
#[derive(Clone, Copy, Debug)]
pub struct AnsweredQuery<'q> {
    /// The path condition.
    pub path: &'q Path,
    /// The goal.
    pub goal: Term,
    /// The answer.
    pub answered: Answered,
}

impl AnsweredQuery<'_> {
    /// SMT-LIB's `:status` of the path condition with the negated goal.
    #[must_use]
    pub fn status(&self) -> &'static str {
        match (self.answered.answer, self.answered.by) {
            (Answer::Yes, _) => "unsat",
            (Answer::No, AnsweredBy::Z3Saturated | AnsweredBy::Run) | (Answer::Unknown, _) => {
                "unknown"
            }
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
