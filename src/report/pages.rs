//! The documentation page of each diagnostic code, from `docs/codes`, with an example
//! that yields the code. A test runs every example.

use crate::diagnostics::Code;

/// Declares [`page`], with one embedded file per code.
macro_rules! pages {
    ($($code:ident => $file:literal,)*) => {
        /// The documentation page of a code, in Markdown.
        #[must_use]
        pub fn page(code: Code) -> &'static str {
            match code {
                $(Code::$code => include_str!(concat!("../../docs/codes/", $file, ".md")),)*
            }
        }
    };
}

pages! {
    Syntax => "syntax",
    UnknownName => "unknown-name",
    DuplicateName => "duplicate-name",
    TypeMismatch => "type-mismatch",
    NotAllowedHere => "not-allowed-here",
    Unsupported => "unsupported",
    InsufficientPermission => "insufficient-permission",
    NullDereference => "null-dereference",
    IndexOutOfBounds => "index-out-of-bounds",
    NegativeArraySize => "negative-array-size",
    DivisionByZero => "division-by-zero",
    Cast => "cast",
    NotSelfFraming => "not-self-framing",
    MayNotHold => "may-not-hold",
    Assert => "assert",
    Precondition => "precondition",
    Postcondition => "postcondition",
    Signals => "signals",
    MissingPredicate => "missing-predicate",
    Close => "close",
    UnknownPredicateBody => "unknown-predicate-body",
    OverrideContract => "override-contract",
    InvariantEntry => "invariant-entry",
    InvariantPreserved => "invariant-preserved",
    Overflow => "overflow",
    Termination => "termination",
    Join => "join",
    Unknown => "unknown",
    Assume => "assume",
    VacuousContract => "vacuous-contract",
    UnreachableCode => "unreachable-code",
    IgnoredContract => "ignored-contract",
    IdleOld => "idle-old",
    IdleTrigger => "idle-trigger",
    Uncontracted => "uncontracted",
    UncontractedLibrary => "uncontracted-library",
    UnprovedTermination => "unproved-termination",
    Internal => "internal-error",
}
