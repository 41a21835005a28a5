//! The JSON reports of all shards, joined to the report of the undivided run.

use super::assumed::AssumptionKind;
use super::json::{self, AssumedObject, Summary};
use super::shard::{Owner, ShardObject};
use super::verification::verdicts;
use crate::diagnostics::{Code, Severity};
use crate::driver::{Counts, Exit};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A report joined from those of shards.
#[derive(Debug)]
pub struct Merged {
    /// The text, with a final newline. Only times differ from that of the undivided run.
    pub text: String,
    /// The exit of the undivided run.
    pub exit: Exit,
    /// The verdicts in one line.
    pub verdicts: String,
}

/// Why reports cannot be joined: a message that names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError(String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// A report as it is read and written.
#[derive(Deserialize, Serialize)]
struct Report {
    version: u32,
    members: Vec<Box<RawValue>>,
    diagnostics: Vec<Box<RawValue>>,
    summary: Summary,
    assumed: AssumedObject<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Box<RawValue>>,
    #[serde(skip_serializing)]
    shard: Option<ShardObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    incomplete: Option<String>,
    #[serde(skip_serializing)]
    error: Option<String>,
}

/// What is read of a member.
#[derive(Deserialize)]
struct Member {
    file: String,
    status: String,
}

/// What is read of a diagnostic.
#[derive(Deserialize)]
struct CodeAndSeverity<'a> {
    code: &'a str,
    severity: &'a str,
}

/// What is read of an assumption.
#[derive(Deserialize)]
struct Assumption<'a> {
    kind: &'a str,
    library: Option<String>,
}

/// A shard: its report, and the name of the file that has it.
struct ShardReport<'n> {
    name: &'n str,
    report: Report,
    shard: ShardObject,
    /// What is read of its members.
    members: Vec<Member>,
}

/// Joins the reports of all shards of a division, each the name of a file and its text, in any order.
///
/// # Errors
/// If a text is not the report of a shard, if a shard is missing, given twice, or of another
/// revision than the others, or if it failed.
pub fn merge(reports: &[(String, String)]) -> Result<Merged, MergeError> {
    let parts = reports.iter().map(|(name, text)| part(name, text));
    let mut parts = parts.collect::<Result<Vec<ShardReport<'_>>, MergeError>>()?;
    check_division(&parts)?;
    for part in &parts {
        if let Some(why) = contradiction(part)? {
            let name = part.name;
            return Err(MergeError(format!("{name}: {why}: the file was changed")));
        }
    }
    parts.sort_by_key(|part| part.shard.index);
    let exit = exit(&parts)?;
    let joined = Report {
        version: json::VERSION,
        incomplete: parts.iter().find_map(|part| part.report.incomplete.clone()),
        assumed: assumed(&parts)?,
        members: members(&parts),
        since: parts.first().and_then(|part| part.report.since.clone()),
        diagnostics: diagnostics(&parts)?,
        summary: summary(&parts),
        shard: None,
        error: None,
    };
    let counts = &joined.summary;
    let text = serde_json::to_string_pretty(&joined);
    let text =
        text.map_err(|error| MergeError(format!("the report cannot be written: {error}")))?;
    Ok(Merged {
        verdicts: verdicts(Counts {
            verified: counts.verified,
            failed: counts.failed,
            unknown: counts.unknown,
            refused: counts.refused,
            ..Counts::default()
        }),
        text: text + "\n",
        exit,
    })
}

fn part<'n>(name: &'n str, text: &str) -> Result<ShardReport<'n>, MergeError> {
    let wrong = |why: &dyn fmt::Display| MergeError(format!("{name}: {why}"));
    let mut report: Report = serde_json::from_str(text).map_err(|error| {
        wrong(&format!(
            "not a report of `veriframe verify --format json`: {error}"
        ))
    })?;
    if report.version != json::VERSION {
        return Err(wrong(&format!(
            "a report of version {}, not {}",
            report.version,
            json::VERSION
        )));
    }
    if let Some(error) = &report.error {
        return Err(wrong(&format!("the run failed: {error}")));
    }
    let shard = report.shard.take();
    let shard = shard.ok_or_else(|| match &report.incomplete {
        Some(why) => wrong(&format!(
            "the run ended before its members were known: {why}"
        )),
        None => wrong(&"not the report of a shard: run `veriframe verify --shard I/N`"),
    })?;
    let are_complete = shard.members.len() == report.members.len()
        && shard.diagnostics.len() == report.diagnostics.len()
        && shard.assumed.len() == report.assumed.list.len();
    if !are_complete {
        let why = "its `shard` does not fit the rest: the file was changed";
        return Err(wrong(&why));
    }
    let members = report.members.iter().map(|raw| read(name, raw));
    Ok(ShardReport {
        name,
        members: members.collect::<Result<_, MergeError>>()?,
        report,
        shard,
    })
}

/// What of a report contradicts its members' statuses.
fn contradiction(part: &ShardReport<'_>) -> Result<Option<String>, MergeError> {
    let ShardReport { report, shard, .. } = part;
    let count = |status: &str| part.members.iter().filter(|m| m.status == status).count();
    let summary = &report.summary;
    for (status, told) in [
        ("verified", summary.verified),
        ("failed", summary.failed),
        ("unknown", summary.unknown),
    ] {
        let found = count(status);
        if found != told {
            return Ok(Some(format!(
                "{found} of its members have the status `{status}`, and its summary says {told}"
            )));
        }
    }
    let mut failing = BTreeSet::new();
    for (owner, raw) in shard.diagnostics.iter().zip(&report.diagnostics) {
        let told: CodeAndSeverity<'_> = read(part.name, raw)?;
        let code = Code::ALL.iter().find(|code| code.name() == told.code);
        // A denied warning says nothing of what is proved.
        if told.severity == "error" && !code.is_some_and(|code| code.is_warning()) {
            failing.extend(owner.member);
        }
    }
    for (place, member) in shard.members.iter().zip(&part.members) {
        if member.status == "verified" && failing.contains(place) {
            let why = "has the status `verified`, and there is an error in it";
            return Ok(Some(format!("a member in {} {why}", member.file)));
        }
    }
    Ok(None)
}

/// Refuses reports that are not those of all shards of one division.
fn check_division(parts: &[ShardReport<'_>]) -> Result<(), MergeError> {
    let Some(first) = parts.first() else {
        return Err(MergeError("there are no reports".to_owned()));
    };
    let mut names: BTreeMap<usize, &str> = BTreeMap::new();
    for ShardReport { name, shard, .. } in parts {
        if shard.revision != first.shard.revision || shard.total != first.shard.total {
            return Err(MergeError(format!(
                "{name}: of another revision than {}: the sources, the options, the recorded costs, \
                 or the versions of veriframe differ",
                first.name
            )));
        }
        if shard.of != first.shard.of {
            return Err(MergeError(format!(
                "{name}: one of {} shards, and {} is one of {}",
                shard.of, first.name, first.shard.of
            )));
        }
        if let Some(other) = names.insert(shard.index, name) {
            return Err(MergeError(format!("{name}: the same shard as {other}")));
        }
    }
    let of = first.shard.of;
    let missing: Vec<String> = (1..=of)
        .filter(|index| !names.contains_key(index))
        .map(|index| format!("{index}/{of}"))
        .collect();
    match missing.as_slice() {
        [] => check_members(parts, first.shard.total),
        [one] => Err(MergeError(format!("shard {one} is missing"))),
        several => Err(MergeError(format!(
            "shards {} are missing",
            several.join(", ")
        ))),
    }
}

/// Refuses reports that do not have each member once.
fn check_members(parts: &[ShardReport<'_>], total: usize) -> Result<(), MergeError> {
    let mut places: Vec<usize> = parts
        .iter()
        .flat_map(|part| &part.shard.members)
        .copied()
        .collect();
    places.sort_unstable();
    if places.into_iter().eq(0..total) {
        Ok(())
    } else {
        Err(MergeError(
            "the shards do not have each member once: a file was changed".to_owned(),
        ))
    }
}

/// Reads a part of a report.
fn read<'r, T: Deserialize<'r>>(name: &str, raw: &'r RawValue) -> Result<T, MergeError> {
    serde_json::from_str(raw.get()).map_err(|error| MergeError(format!("{name}: {error}")))
}

fn members(parts: &[ShardReport<'_>]) -> Vec<Box<RawValue>> {
    let all = parts
        .iter()
        .flat_map(|part| part.shard.members.iter().zip(&part.report.members));
    let by_place: BTreeMap<usize, &Box<RawValue>> =
        all.map(|(place, member)| (*place, member)).collect();
    by_place.into_values().cloned().collect()
}

/// The diagnostics of all files: those about the text, which all shards have, then those of its
/// members.
fn diagnostics(parts: &[ShardReport<'_>]) -> Result<Vec<Box<RawValue>>, MergeError> {
    let mut of_text: Option<Vec<(Owner, &RawValue)>> = None;
    let mut all: Vec<(Owner, &RawValue)> = Vec::new();
    for part in parts {
        let told = part.report.diagnostics.iter().map(|raw| &**raw);
        let told = part.shard.diagnostics.iter().copied().zip(told);
        let (shared, own): (Vec<_>, Vec<_>) = told.partition(|(owner, _)| owner.member.is_none());
        all.extend(own);
        let first = of_text.get_or_insert_with(|| shared.clone());
        let is_same = |(a, b): (&(Owner, &RawValue), &(Owner, &RawValue))| {
            a.0 == b.0 && a.1.get() == b.1.get()
        };
        if first.len() != shared.len() || !first.iter().zip(&shared).all(is_same) {
            return Err(MergeError(format!(
                "{}: it has other diagnostics of the files' texts than the others: a file was changed",
                part.name
            )));
        }
    }
    all.extend(of_text.unwrap_or_default());
    all.sort_by_key(|(owner, _)| *owner);
    let without_hint = without_hints(parts);
    let told = all.into_iter().map(|(owner, raw)| match owner.member {
        Some(place) if without_hint.contains(&place) => cut_hint(raw),
        _ => Ok(raw.to_owned()),
    });
    told.collect()
}

/// The places of the failed members for which the undivided run searches no hints, because their
/// program has others before them. A shard has searched some if it has fewer of the others.
fn without_hints(parts: &[ShardReport<'_>]) -> BTreeSet<usize> {
    let mut programs: BTreeMap<usize, (usize, BTreeSet<usize>)> = BTreeMap::new();
    for hinted in parts.iter().flat_map(|part| &part.shard.hints) {
        let (max, members) = programs.entry(hinted.program).or_default();
        *max = hinted.max;
        members.extend(&hinted.members);
    }
    let rest = programs
        .into_values()
        .flat_map(|(max, members)| members.into_iter().skip(max));
    rest.collect()
}

/// A diagnostic without its hint.
fn cut_hint(raw: &RawValue) -> Result<Box<RawValue>, MergeError> {
    #[derive(Deserialize)]
    struct Hinted<'r> {
        #[serde(borrow)]
        hint: Option<&'r RawValue>,
    }
    let text = raw.get();
    let wrong = |error: serde_json::Error| MergeError(format!("a diagnostic: {error}"));
    let Hinted { hint } = serde_json::from_str(text).map_err(wrong)?;
    let cut = hint.and_then(|hint| {
        let (before, after) = text.split_once(hint.get())?;
        Some(before.rsplit_once(',')?.0.to_owned() + after)
    });
    match cut {
        Some(text) => RawValue::from_string(text).map_err(wrong),
        None => Ok(raw.to_owned()),
    }
}

fn summary(parts: &[ShardReport<'_>]) -> Summary {
    let members = parts.iter().flat_map(|part| &part.members);
    let refused: Vec<&Member> = members.filter(|m| m.status == "refused").collect();
    let with_refused: BTreeSet<&String> = refused.iter().map(|member| &member.file).collect();
    let with_errors = parts.iter().flat_map(|part| &part.shard.files_with_errors);
    let with_errors: BTreeSet<&String> = with_errors.collect();
    let refused_files = with_errors
        .into_iter()
        .filter(|file| !with_refused.contains(file));
    let sum = |count: fn(&Summary) -> usize| parts.iter().map(|p| count(&p.report.summary)).sum();
    Summary {
        verified: sum(|summary| summary.verified),
        failed: sum(|summary| summary.failed),
        unknown: sum(|summary| summary.unknown),
        refused: refused.len() + refused_files.count(),
        without_contract: sum(|summary| summary.without_contract),
        // The shards may have run at the same time.
        time_ms: parts
            .iter()
            .map(|part| part.report.summary.time_ms)
            .fold(0.0, f64::max),
    }
}

/// What was assumed: by kind, then by member. A library contract is told of the first member that
/// uses it.
fn assumed(parts: &[ShardReport<'_>]) -> Result<AssumedObject<Box<RawValue>>, MergeError> {
    let mut all = Vec::new();
    for part in parts {
        for (place, raw) in part.shard.assumed.iter().zip(&part.report.assumed.list) {
            let Assumption { kind, library } = read(part.name, raw)?;
            let kind = AssumptionKind::ALL
                .into_iter()
                .find(|known| known.name() == kind);
            let kind = kind.ok_or_else(|| {
                MergeError(format!("{}: an unknown kind of assumption", part.name))
            })?;
            all.push((kind, *place, library, raw.clone()));
        }
    }
    all.sort_by_key(|(kind, place, ..)| (*kind, *place));
    let mut libraries = BTreeSet::new();
    let all = all.into_iter().filter_map(|(kind, _, library, raw)| {
        let is_first = library.is_none_or(|name| libraries.insert(name));
        is_first.then_some((kind, raw))
    });
    Ok(AssumedObject::of(all.collect()))
}

/// The exit of the undivided run.
fn exit(parts: &[ShardReport<'_>]) -> Result<Exit, MergeError> {
    let mut worst = Exit::Verified;
    for part in parts {
        if part.report.incomplete.is_some() {
            worst = worst.max(Exit::NotVerified);
        }
        for member in &part.members {
            worst = worst.max(match member.status.as_str() {
                "verified" => Exit::Verified,
                "refused" => Exit::Refused,
                _ => Exit::NotVerified,
            });
        }
        for raw in &part.report.diagnostics {
            let told: CodeAndSeverity<'_> = read(part.name, raw)?;
            let code = Code::ALL.iter().find(|code| code.name() == told.code);
            let code = code.ok_or_else(|| {
                MergeError(format!("{}: an unknown code, `{}`", part.name, told.code))
            })?;
            let severity = match told.severity {
                "warning" => Severity::Warning,
                _ => Severity::Error,
            };
            worst = worst.max(Exit::of_code(severity, *code));
        }
    }
    Ok(worst)
}
