//! What the verdicts of a run rest on besides the proofs: `assume` statements, contracts without
//! bodies, members without contracts, and contracts that no state satisfies.

use super::text::plural;
use crate::diagnostics::Diagnostic;
use crate::driver::FileReport;
use crate::source::Span;
use crate::verify::outcome::{MemberOutcome, Status};
use std::collections::BTreeSet;

/// The kinds of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssumptionKind {
    /// An `assume` statement: its condition is not proved.
    Assume,
    /// The contract of a library member: there is no body to verify.
    Library,
    /// A library's member without contract: its result is any value, and nobody says when it throws.
    UncontractedLibrary,
    /// A member without a contract: it is verified to promise nothing.
    Uncontracted,
    /// A contract that no state satisfies, or a statement that no path reaches: all is proved
    /// of it.
    Vacuous,
}

impl AssumptionKind {
    /// All kinds.
    pub const ALL: [AssumptionKind; 5] = [
        AssumptionKind::Assume,
        AssumptionKind::Library,
        AssumptionKind::UncontractedLibrary,
        AssumptionKind::Uncontracted,
        AssumptionKind::Vacuous,
    ];

    /// The name in reports for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AssumptionKind::Assume => "assume",
            AssumptionKind::Library => "library",
            AssumptionKind::UncontractedLibrary => "uncontracted-library",
            AssumptionKind::Uncontracted => "uncontracted",
            AssumptionKind::Vacuous => "vacuous",
        }
    }

    /// A number of such assumptions, in words.
    #[must_use]
    pub fn count(self, n: usize) -> String {
        match self {
            AssumptionKind::Assume => plural(n, "assumed condition"),
            AssumptionKind::Library => plural(n, "library contract"),
            AssumptionKind::UncontractedLibrary => {
                format!("{} without contract", plural(n, "library member"))
            }
            AssumptionKind::Uncontracted => format!("{} without contract", plural(n, "member")),
            AssumptionKind::Vacuous => plural(n, "vacuous contract"),
        }
    }

    /// The kind of what a diagnostic of a member warns of, if it is an assumption.
    fn of(diagnostic: &Diagnostic) -> Option<AssumptionKind> {
        match diagnostic.code.name() {
            "assume" => Some(AssumptionKind::Assume),
            "vacuous-contract" | "unreachable-code" => Some(AssumptionKind::Vacuous),
            _ => None,
        }
    }
}

/// Something that a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption<'a> {
    /// What kind of assumption it is.
    pub kind: AssumptionKind,
    /// The member whose verdict rests on it; for a library contract, the first that uses it.
    pub member: &'a str,
    /// The library member.
    pub library: Option<&'a str>,
    /// Where it is made: an `assume` or a contract, else the name of the member.
    pub span: Span,
    /// The name of that member in the text.
    pub of: Span,
}

impl Assumption<'_> {
    /// The assumption in a few words.
    #[must_use]
    pub fn text(&self) -> String {
        let member = self.member;
        match (self.kind, self.library) {
            (AssumptionKind::UncontractedLibrary, Some(library)) => {
                format!("`{library}`, of which there is no contract, used by `{member}`")
            }
            (_, Some(library)) => format!("the contract of `{library}`, used by `{member}`"),
            (AssumptionKind::Assume, _) => format!("a condition in `{member}`"),
            (AssumptionKind::Uncontracted, _) => format!("`{member}` has no contract"),
            (AssumptionKind::Vacuous, _) => format!("a vacuous contract or path of `{member}`"),
            (AssumptionKind::Library | AssumptionKind::UncontractedLibrary, None) => {
                format!("a library contract used by `{member}`")
            }
        }
    }
}

/// All assumptions of a run: by kind, then in the order of the files.
#[derive(Clone, Debug, Default)]
pub struct Assumed<'a> {
    all: Vec<Assumption<'a>>,
}

impl<'a> Assumed<'a> {
    /// The assumptions of the reports on some files; each library contract once.
    #[must_use]
    pub fn of(files: &'a [FileReport]) -> Assumed<'a> {
        let mut libraries = BTreeSet::new();
        let mut all = Vec::new();
        for member in files.iter().flat_map(|file| &file.members) {
            all.extend(of_member(member));
            let mut library = library_contracts(member);
            library.retain(|assumption| libraries.insert(assumption.library));
            all.extend(library);
        }
        all.sort_by_key(|assumption| assumption.kind);
        Assumed { all }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Assumption<'a>] {
        &self.all
    }

    /// The number of a kind.
    #[must_use]
    pub fn count(&self, kind: AssumptionKind) -> usize {
        let of_kind = self.all.iter().filter(|assumption| assumption.kind == kind);
        of_kind.count()
    }

    /// The totals of all kinds but one, in words; `None` if there are no assumptions.
    #[must_use]
    pub fn totals(&self) -> Option<String> {
        let counts = AssumptionKind::ALL.map(|kind| (kind, self.count(kind)));
        let some = counts.into_iter().filter(|(_, n)| *n > 0);
        let words: Vec<String> = some.map(|(kind, n)| kind.count(n)).collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The assumptions of a member, but for library contracts.
fn of_member(member: &MemberOutcome) -> impl Iterator<Item = Assumption<'_>> {
    let assumption = move |kind, span| Assumption {
        kind,
        member: &member.name,
        library: None,
        span,
        of: member.span,
    };
    let is_bare = !member.has_contract && member.status != Status::Refused;
    let bare = is_bare.then(|| assumption(AssumptionKind::Uncontracted, member.span));
    let told = member.diagnostics.iter();
    let told = told.filter_map(|d| Some((AssumptionKind::of(d)?, d.span)));
    bare.into_iter()
        .chain(told.map(move |(kind, span)| assumption(kind, span)))
}

fn library_contracts(member: &MemberOutcome) -> Vec<Assumption<'_>> {
    let all = member.trusted.iter();
    all.map(|library| Assumption {
        kind: if library.has_contract {
            AssumptionKind::Library
        } else {
            AssumptionKind::UncontractedLibrary
        },
        member: &member.name,
        library: Some(&library.name),
        span: member.span,
        of: member.span,
    })
    .collect()
}
