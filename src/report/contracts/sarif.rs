//! Changes of contracts as SARIF 2.1.0: a rule for each kind of change, and a result for each member.

use super::Ruling;
use crate::driver::ContractChanges;
use crate::gate::{Change, MemberChange};
use crate::report::sarif::{
    FINGERPRINT, add, bases, hash, location, logical, message, tool_with, write_run,
};
use crate::source::SourceMap;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the log, indented. There is a ruling for each member. What is denied is an error, what
/// is accepted one that is suppressed, what is marked a warning; the rest passes.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, changes: &ContractChanges, rulings: &[Ruling]) -> io::Result<()> {
    let is_denied = rulings.contains(&Ruling::Denied);
    let members = changes.members.iter().zip(rulings);
    let results = members.map(|(member, ruling)| result(&changes.sources, member, ruling));
    let run = json!({
        "tool": tool_with(Change::ALL.into_iter().map(rule).collect()),
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": bases(),
        "invocations": [{ "executionSuccessful": true, "exitCode": i32::from(is_denied) }],
        "results": results.collect::<Vec<_>>(),
    });
    write_run(out, run)
}

fn id(change: Change) -> String {
    format!("contract-{}", change.name())
}

fn rule(change: Change) -> Value {
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
    json!({
        "id": id(change),
        "shortDescription": message(what),
        "defaultConfiguration": { "level": "none" },
    })
}

fn result(sources: &SourceMap, member: &MemberChange, ruling: &Ruling) -> Value {
    let (kind, level) = match ruling {
        Ruling::Denied | Ruling::Accepted(_) => ("fail", "error"),
        Ruling::Warned => ("fail", "warning"),
        Ruling::Allowed => ("pass", "none"),
    };
    let (name, change) = (&member.member, member.change);
    let mut place = location(sources, member.span);
    add(&mut place, "logicalLocations", Some(logical(name)));
    let index = Change::ALL.iter().position(|other| *other == change);
    let words = if member.why.is_empty() {
        format!("`{name}` {}", change.name())
    } else {
        format!("`{name}` {}: {}", change.name(), member.why)
    };
    // The digest is that of both contracts.
    let fingerprint = hash(&[&id(change), name, &member.digest]);
    let mut result = json!({
        "ruleId": id(change),
        "ruleIndex": index.unwrap_or_default(),
        "kind": kind,
        "level": level,
        "message": message(&words),
        "locations": [place],
        "partialFingerprints": { FINGERPRINT: fingerprint },
        "properties": { "digest": member.digest },
    });
    if let Ruling::Accepted(reason) = ruling {
        let suppression = json!({
            "kind": "external",
            "status": "accepted",
            "justification": reason,
        });
        add(&mut result, "suppressions", Some(json!([suppression])));
    }
    result
}
