//! The context of an expression, and the constructs that are allowed there.

/// The construct that an expression or assertion belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Place {
    /// Code: statements, conditions, arguments.
    Code,
    /// The initialiser of a constant or a static field.
    Constant,
    /// The returned expression of a pure method.
    PureBody,
    /// `decreases`
    Measure,
    /// `requires` of a mutator or a pure method.
    Requires,
    /// `requires` of a constructor: there is no object yet.
    ConstructorRequires,
    /// `ensures` of a mutator or a constructor.
    Ensures,
    /// `ensures` of a pure method.
    PureEnsures,
    /// The body of a predicate.
    Predicate,
    /// `assert`
    Assert,
    /// `assume`
    Assume,
    /// `join`
    Join,
    /// `invariant` of a loop.
    Invariant,
    /// `open`, `close`, `use`: receivers and arguments.
    Ghost,
}

/// A place and the enclosing constructs within it.
#[derive(Clone, Copy, Debug)]
pub(in crate::resolve) struct Context {
    /// The construct.
    pub place: Place,
    /// Inside `old`, `opening`, `using` or a fraction: effects are refused even in code.
    pub quiet: bool,
    /// Inside a fraction: `*` always multiplies.
    pub fraction: bool,
    /// Inside `untouched(…)`.
    pub untouched: bool,
    /// Inside ghost code: a lemma, or a value for a ghost variable or parameter.
    pub ghost: bool,
}

impl Context {
    /// The context directly at a place.
    pub fn of(place: Place) -> Context {
        Context {
            place,
            quiet: false,
            fraction: false,
            untouched: false,
            ghost: false,
        }
    }

    /// Whether statements are allowed, including hoisted ones and calls of lemmas.
    pub fn allows_hoisting(self) -> bool {
        self.place == Place::Code && !self.quiet
    }

    /// Whether `acc(…)` and predicates are allowed.
    pub fn allows_access(self) -> bool {
        matches!(
            self.place,
            Place::Requires
                | Place::ConstructorRequires
                | Place::Ensures
                | Place::Predicate
                | Place::Assert
                | Place::Assume
                | Place::Join
                | Place::Invariant
        )
    }

    /// Whether quantifiers are allowed. That they do not influence real code is checked by
    /// `passes::ghost`.
    pub fn allows_quantifiers(self) -> bool {
        self.place != Place::Constant
    }

    /// Whether `old(…)` is allowed.
    pub fn allows_old(self) -> bool {
        let place = matches!(
            self.place,
            Place::Code
                | Place::Ensures
                | Place::PureEnsures
                | Place::Assert
                | Place::Assume
                | Place::Join
                | Place::Invariant
                | Place::Ghost
        );
        place && !self.untouched
    }

    /// Whether `untouched(…)` is allowed.
    pub fn allows_untouched(self) -> bool {
        let place = matches!(
            self.place,
            Place::Ensures | Place::Assert | Place::Join | Place::Invariant
        );
        place && !self.untouched
    }

    /// Whether `result` is allowed, provided the member has a result.
    pub fn allows_result(self) -> bool {
        matches!(self.place, Place::Ensures | Place::PureEnsures)
    }

    /// Whether `*` always multiplies: in code and in fractions.
    pub fn star_multiplies(self) -> bool {
        let code = matches!(
            self.place,
            Place::Code | Place::Constant | Place::PureBody | Place::Measure
        );
        code || self.fraction
    }

    /// The place in words, as in "cannot stand in …".
    pub fn description(self) -> &'static str {
        if self.untouched {
            return "`untouched`";
        }
        match self.place {
            Place::Code if self.ghost => "ghost code",
            Place::Code => "code",
            Place::Constant => "a constant's value",
            Place::PureBody => "the body of a pure method",
            Place::Measure => "a `decreases` clause",
            Place::Requires => "a `requires` clause",
            Place::ConstructorRequires => "the `requires` clause of a constructor",
            Place::Ensures => "an `ensures` clause",
            Place::PureEnsures => "the `ensures` clause of a pure method",
            Place::Predicate => "the body of a predicate",
            Place::Assert => "`assert`",
            Place::Assume => "`assume`",
            Place::Join => "`join`",
            Place::Invariant => "an invariant",
            Place::Ghost => "a ghost statement",
        }
    }
}
