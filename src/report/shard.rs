//! What the JSON report of a shard has besides, so that `merge` can join it to the others.

use super::verification::Verification;
use crate::driver::{Costs, is_explained};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The shard of a report, and where its entries are in that of the undivided run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ShardObject {
    /// The number of the shard, from 1.
    pub index: usize,
    /// How many there are.
    pub of: usize,
    /// What determines all results, as a hash.
    pub revision: String,
    /// The number of all members.
    pub total: usize,
    /// For each member: its place among all members.
    pub members: Vec<usize>,
    /// For each diagnostic: what it is about.
    pub diagnostics: Vec<Owner>,
    /// For each assumption: the place of its member.
    pub assumed: Vec<usize>,
    /// The names of the files in whose text there are errors.
    pub files_with_errors: Vec<String>,
    /// For each program with failed members: for which of them hints can be searched.
    pub hints: Vec<HintedObject>,
}

/// The failed members of a program in a shard for which hints can be searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HintedObject {
    /// The number of the program, from 0.
    pub program: usize,
    /// For how many members of the undivided run hints are searched: the first ones.
    pub max: usize,
    /// The places of the shard's members.
    pub members: Vec<usize>,
}

/// What a diagnostic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Owner {
    /// The place of the file, from 0.
    pub file: usize,
    /// The place of the member; `None` for the file's text.
    pub member: Option<usize>,
}

/// The shard of a report; `None` for the report of all members.
pub(super) fn object(report: Verification<'_>) -> Option<ShardObject> {
    let plan = report.shard?;
    let place = |span, name: &str| plan.place(span, name).unwrap_or(plan.total);
    let mut object = ShardObject {
        index: plan.shard.index(),
        of: plan.shard.of(),
        revision: plan.revision.clone(),
        total: plan.total,
        members: Vec::new(),
        diagnostics: Vec::new(),
        assumed: Vec::new(),
        files_with_errors: Vec::new(),
        hints: Vec::new(),
    };
    let mut hinted: BTreeMap<usize, HintedObject> = BTreeMap::new();
    for of_file in report.files {
        let file = plan.file(of_file.file).unwrap_or(usize::MAX);
        let owner = |member| Owner { file, member };
        let of_text = of_file.diagnostics.iter().map(|_| owner(None));
        object.diagnostics.extend(of_text);
        for member in &of_file.members {
            let place = place(member.span, &member.name);
            object.members.push(place);
            let own = member.diagnostics.iter().map(|_| owner(Some(place)));
            object.diagnostics.extend(own);
            if is_explained(member)
                && plan.has_text(member.span, &member.name)
                && let Some(program) = plan.program(of_file.file)
            {
                let new = || HintedObject {
                    program: program.number,
                    max: program.max_hints,
                    members: Vec::new(),
                };
                let of_program = hinted.entry(program.number).or_insert_with(new);
                of_program.members.push(place);
            }
        }
        if of_file.has_refused_text() {
            let name = report.sources.file(of_file.file).name();
            object.files_with_errors.push(name.to_owned());
        }
    }
    object.hints = hinted.into_values().collect();
    let assumed = report.assumed();
    let places = assumed.all().iter().map(|a| place(a.of, a.member));
    object.assumed.extend(places);
    Some(object)
}

/// What is read of an earlier report.
#[derive(Deserialize)]
struct Recorded {
    members: Vec<RecordedMember>,
}

#[derive(Deserialize)]
struct RecordedMember {
    file: String,
    name: String,
    time_ms: f64,
}

/// The costs that a JSON report records.
///
/// # Errors
/// If it is no such report, or a time is negative.
pub fn costs(report: &str) -> Result<Costs, String> {
    let recorded: Recorded = serde_json::from_str(report)
        .map_err(|error| format!("not a report of `veriframe verify --format json`: {error}"))?;
    let mut costs = Costs::new();
    for RecordedMember {
        file,
        name,
        time_ms,
    } in recorded.members
    {
        if !time_ms.is_finite() || time_ms < 0.0 {
            return Err(format!("the time of `{name}` is negative"));
        }
        costs.insert((file, name), time_ms);
    }
    Ok(costs)
}
