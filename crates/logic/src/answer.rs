//! Entailment queries as callers see them: the effort that a query may cost, its answer, and
//! the engine that answered. Also the values of terms in models.

use super::terms::term::{Term, Terms};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Valid: true in every model of the path condition.
    Yes,
    /// Refuted: false in some model of the path condition.
    No,
    /// The solver was incomplete or reached its resource limit.
    Unknown,
}

/// The effort that a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The built-in prover without search, and cached models. Not counted as a query: for
    /// choices that change no verdict.
    Known,
    /// The plain facts alone, within a fraction of the resource limit. A model of the plain
    /// facts is found quickly, where Z3 would instantiate quantifiers in vain.
    Plain,
    /// All facts, by the built-in prover alone. For a query that is asked again with more effort,
    /// if nothing else decides it meanwhile.
    BuiltIn,
    /// All facts, within a fraction of the resource limit. For callers with an alternative
    /// on `unknown`.
    Probe,
    /// All facts, within a small fraction of the resource limit. For a goal that was not proved
    /// with the same facts but for those that only add instances.
    Retry,
    /// All facts, within the resource limit.
    Full,
}

impl Effort {
    /// Whether the query is counted.
    #[must_use]
    pub fn is_counted(self) -> bool {
        self != Effort::Known
    }
}

/// The engine that answered a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnsweredBy {
    /// None: the query was not asked to the end.
    Nobody,
    /// Simplification: the goal is `true`.
    Simplification,
    /// The answer to an earlier, equal query.
    Repetition,
    /// A proof of the built-in prover.
    Prover,
    /// A countermodel.
    Model,
    /// A run of the member, which violates the goal on some path.
    Run,
    /// A check by Z3.
    Z3,
    /// A check by Z3 that saturated: no conflict among all quantifier instances.
    Z3Saturated,
}

/// The facts of a path condition that a query is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facts {
    /// Those without quantifiers and collections.
    Plain,
    /// All.
    All,
}

impl Facts {
    /// Whether a fact is one of them.
    #[must_use]
    pub fn include(self, terms: &Terms, fact: Term) -> bool {
        self == Facts::All || !terms.is_rich(fact)
    }
}

/// An answer with its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// The engine that answered.
    pub by: AnsweredBy,
    /// The facts from which the answer follows. A query about plain facts can be answered
    /// from all of them.
    pub facts: Facts,
}

impl Answered {
    /// An answer from all facts.
    pub(super) fn new(answer: Answer, by: AnsweredBy) -> Answered {
        Answered {
            answer,
            by,
            facts: Facts::All,
        }
    }

    /// No answer.
    pub(super) fn none() -> Answered {
        Answered::new(Answer::Unknown, AnsweredBy::Nobody)
    }

    /// Refuted by a model of these facts.
    pub(super) fn refuted(facts: Facts) -> Answered {
        Answered {
            facts,
            ..Answered::new(Answer::No, AnsweredBy::Model)
        }
    }

    /// Violated by a run.
    #[must_use]
    pub fn by_run() -> Answered {
        Answered::new(Answer::No, AnsweredBy::Run)
    }

    /// Whether the goal is valid.
    #[must_use]
    pub fn is_yes(self) -> bool {
        self.answer == Answer::Yes
    }

    /// Whether an engine found the answer in this query.
    #[must_use]
    pub fn is_new(self) -> bool {
        match self.by {
            AnsweredBy::Nobody | AnsweredBy::Simplification | AnsweredBy::Repetition => false,
            AnsweredBy::Prover | AnsweredBy::Model | AnsweredBy::Run => true,
            AnsweredBy::Z3 | AnsweredBy::Z3Saturated => true,
        }
    }
}

/// The value of a term in a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ModelValue {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A permission amount.
    Perm(BigRational),
    /// `null`
    Null,
    /// A reference that is not null: equal numbers are equal references.
    Ref(u32),
    /// The sort has no values of this kind, or the model leaves the value open.
    Other,
}
