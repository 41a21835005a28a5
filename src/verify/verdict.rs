//! The outcome of a member, from the results of checking its contract and its body.

use super::check_result::CheckResult;
use super::outcome::{MemberKind, MemberOutcome, Options, Status};
use super::refused::{relies_on, unknown_beginning};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::{MemberId, MethodKind, Program};
use crate::stop::StopReason;

/// The outcome of a member. The result for the body is missing if the member is a
/// predicate, or if its contract is ill-formed.
#[must_use]
pub fn outcome(
    program: &Program,
    options: &Options,
    member: MemberId,
    contract: CheckResult,
    body: Option<CheckResult>,
) -> MemberOutcome {
    let mut found = contract;
    let contract_alone = body.is_none();
    if let Some(body) = body {
        found.diagnostics.extend(body.diagnostics);
        // The paths of the contract's check are not paths through the member.
        found.traces = body.traces;
        found.stats.paths = 0;
        found.stats += body.stats;
        found.cut = found.cut.or(body.cut);
        found.stopped = found.stopped.or(body.stopped);
        found.from_cache &= body.from_cache;
    }
    MemberOutcome {
        contract_alone,
        ..verdict(program, options, member, found)
    }
}

/// The verdict for the combined results.
fn verdict(
    program: &Program,
    options: &Options,
    member: MemberId,
    found: CheckResult,
) -> MemberOutcome {
    let name = program.member_name(member);
    let is_final = found.is_final();
    let mut diagnostics = found.diagnostics;
    for diagnostic in &mut diagnostics {
        diagnostic.member = Some(name.clone());
        if options.deny.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
    }
    diagnostics.sort_by_key(|d| (d.span, d.code, d.reason));
    let mut begins = unknown_beginning(program, member);
    if begins.is_some() {
        // The values that nobody knows may be why it fails.
        let is_failure = |d: &Diagnostic| {
            d.severity == Severity::Error && !matches!(d.code, Code::Internal | Code::Unknown)
        };
        let count = diagnostics.len();
        diagnostics.retain(|d| !is_failure(d));
        begins = begins.filter(|_| diagnostics.len() < count);
    }
    let errors = || diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let (status, why_not_verified) = if errors().any(|d| d.code == Code::Internal) {
        (Status::Internal, None)
    } else if errors().any(|d| d.code != Code::Unknown) {
        (Status::Failed, None)
    } else if errors().next().is_some() {
        let why = match found.stopped {
            Some(why @ StopReason::Inference(_)) => why.text(),
            _ => "Z3 found no answer within its resource limit".into(),
        };
        (Status::Unknown, Some(why.into_owned()))
    } else if let Some(why) = found.stopped {
        (Status::Unknown, Some(why.text().into_owned()))
    } else if let Some(name) = begins {
        (Status::Unknown, Some(relies_on(name)))
    } else if let Some(ill_formed) = found.cut {
        (
            Status::Unknown,
            Some(format!(
                "it depends on the contract of `{ill_formed}`, which is not well-formed"
            )),
        )
    } else {
        (Status::Verified, None)
    };
    MemberOutcome {
        name,
        kind: kind(program, member),
        span: program.member_span(member),
        has_contract: has_contract(program, member),
        might_recur_for_ever: false,
        trusted: Vec::new(),
        status,
        why_not_verified,
        diagnostics,
        stats: found.stats,
        traces: found.traces,
        contract_alone: false,
        from_cache: found.from_cache,
        is_final,
    }
}

/// The outcome of a member whose verification has not ended.
#[must_use]
pub fn unfinished(program: &Program, member: MemberId, why: StopReason) -> MemberOutcome {
    let stopped = CheckResult {
        stopped: Some(why),
        ..CheckResult::default()
    };
    verdict(program, &Options::default(), member, stopped)
}

/// Whether a member has a contract. (A predicate is its own contract, and the body of a
/// pure method is known.)
pub(super) fn has_contract(program: &Program, member: MemberId) -> bool {
    match member {
        MemberId::Pure(_) | MemberId::Pred(_) => true,
        MemberId::Method(m) => program.method(m).has_contract,
    }
}

/// The kind of a member.
pub fn kind(program: &Program, member: MemberId) -> MemberKind {
    match member {
        MemberId::Pure(_) => MemberKind::Pure,
        MemberId::Pred(_) => MemberKind::Predicate,
        MemberId::Method(m) => match program.method(m).kind {
            MethodKind::Mutator => MemberKind::Method,
            MethodKind::Constructor => MemberKind::Constructor,
            MethodKind::Main => MemberKind::Main,
            MethodKind::Lemma => MemberKind::Lemma,
            MethodKind::Initialiser => MemberKind::Initialiser,
        },
    }
}
