//! Changes of contracts as SARIF 2.1.0: a rule for each kind of change, and a result for each member.

use super::Ruling;
use crate::driver::ContractChanges;
use crate::gate::{Change, MemberChange};
use crate::report::sarif::{
    FINGERPRINT, additional, bases, hash, level, location, logical, message, text, tool_with,
    write_run,
};
use crate::source::SourceMap;
use serde_json::json;
use serde_sarif::sarif;
use serde_sarif::sarif::{ResultKind, ResultLevel};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes the log, indented. There is a ruling for each member. What is denied is an error, what
/// is accepted one that is suppressed, what is marked a warning; the rest passes.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, changes: &ContractChanges, rulings: &[Ruling]) -> io::Result<()> {
    let is_denied = rulings.contains(&Ruling::Denied);
    let invocation = sarif::Invocation::builder()
        .execution_successful(true)
        .exit_code(i64::from(is_denied))
        .build();
    let members = changes.members.iter().zip(rulings);
    let results = members.map(|(member, ruling)| result(&changes.sources, member, ruling));
    let run = sarif::Run::builder()
        .tool(tool_with(Change::ALL.into_iter().map(rule).collect()))
        .column_kind("unicodeCodePoints")
        .original_uri_base_ids(bases())
        .invocations(vec![invocation])
        .results(results.collect::<Vec<_>>())
        .build();
    write_run(out, run)
}

fn id(change: Change) -> String {
    format!("contract-{}", change.name())
}

fn rule(change: Change) -> sarif::ReportingDescriptor {
    let what = match change {
        Change::Kept => "each of both contracts implies the other one",
        Change::Strengthened => "only the newer contract implies the older one",
        Change::Weakened => {
            "only the older contract implies the newer one, or what stood behind it is gone"
        }
        Change::Changed => "neither contract is proved to imply the other one",
        Change::Added => "the member is new",
        Change::Removed => "the member is gone",
    };
    sarif::ReportingDescriptor::builder()
        .id(id(change))
        .short_description(text(what))
        .default_configuration(level("none"))
        .build()
}

fn result(sources: &SourceMap, member: &MemberChange, ruling: &Ruling) -> sarif::Result {
    let (kind, level) = match ruling {
        Ruling::Denied | Ruling::Accepted(_) => (ResultKind::Fail, ResultLevel::Error),
        Ruling::Warned => (ResultKind::Fail, ResultLevel::Warning),
        Ruling::Allowed => (ResultKind::Pass, ResultLevel::None),
    };
    let (name, change) = (&member.member, member.change);
    let mut place = location(sources, member.span);
    place.logical_locations = Some(vec![logical(name)]);
    let index = Change::ALL.iter().position(|other| *other == change);
    let words = if member.why.is_empty() {
        format!("`{name}` {}", change.name())
    } else {
        format!("`{name}` {}: {}", change.name(), member.why)
    };
    // The digest is that of both contracts.
    let fingerprint = hash(&[&id(change), name, &member.digest]);
    let mut result = sarif::Result::builder()
        .rule_id(id(change))
        .rule_index(index.unwrap_or_default() as i64)
        .kind(kind)
        .level(level)
        .message(message(&words))
        .locations(vec![place])
        .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), fingerprint)]))
        .properties(additional([("digest", json!(member.digest))]))
        .build();
    if let Ruling::Accepted(reason) = ruling {
        let suppression = sarif::Suppression::builder()
            .kind("external")
            .status("accepted")
            .justification(reason)
            .build();
        result.suppressions = Some(vec![suppression]);
    }
    result
}
