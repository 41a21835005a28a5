//! The answer to an entailment query.

/// The answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Valid: true in every model of the path condition.
    Yes,
    /// Refuted: false in some model of the path condition.
    No,
    /// The solver was incomplete or reached its resource limit.
    Unknown,
}
