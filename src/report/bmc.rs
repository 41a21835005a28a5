//! Reports of bounded model checking: a line for people, or one JSON object in the format of
//! `docs/veriframe-bmc.schema.json`.

use super::inputs::{Named, Values};
use super::text::counted;
use crate::driver::{BmcAnswer, BmcReport};
use crate::source::{SourceMap, Span};

/// What is not checked, whatever the answer is.
const PERMISSION: &str = "permission is not checked: `verify` and `run` do that";

#[derive(serde::Serialize)]
struct BmcObject<'a> {
    version: u32,
    member: &'a str,
    unwind: u32,
    scope: ScopeObject,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Named<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unnamed: Option<Values<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    versions: Option<Vec<VersionObject<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    formulas: FormulasObject,
    left_out: Vec<PlaceObject<'a>>,
    unevaluated: Vec<PlaceObject<'a>>,
    unassumed: Vec<PlaceObject<'a>>,
    within_scope: Vec<PlaceObject<'a>>,
    restrictions: &'a [String],
    permission: &'static str,
}

#[derive(serde::Serialize)]
struct PlaceObject<'a> {
    file: &'a str,
    line: usize,
}

#[derive(serde::Serialize)]
struct ScopeObject {
    objects: u32,
    elements: u32,
}

#[derive(serde::Serialize)]
struct FormulasObject {
    violation: usize,
    bound: usize,
}

/// The report as JSON, indented, with a final newline.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn json(sources: &SourceMap, report: &BmcReport) -> Result<String, Box<dyn std::error::Error>> {
    let (mut input, mut unnamed, mut diagnostic, mut reason) = (None, None, None, None);
    let mut versions = None;
    let answer = match &report.answer {
        BmcAnswer::Bug(bug) => {
            input = Some(Named(&bug.input));
            let all = bug.versions.iter().map(|version| VersionObject {
                line: sources.start(version.place).line,
                name: &version.name,
                version: version.number,
                value: &version.value,
            });
            versions = Some(all.collect());
            unnamed = Some(Values(&bug.unnamed)).filter(|values| !values.0.is_empty());
            diagnostic = Some(&bug.diagnostic);
            "bug"
        }
        BmcAnswer::Correct => "correct",
        BmcAnswer::BoundReached(why) => {
            reason = Some(why.as_str());
            "bound-reached"
        }
    };
    let object = BmcObject {
        version: 1,
        member: &report.member,
        unwind: report.unwind,
        scope: ScopeObject {
            objects: report.objects,
            elements: report.elements,
        },
        answer,
        input,
        unnamed,
        versions,
        file: diagnostic.map(|found| sources.file(found.span.file).name()),
        line: diagnostic.map(|found| sources.start(found.span).line),
        code: diagnostic.map(|found| found.full_code()),
        reason,
        formulas: FormulasObject {
            violation: report.violation_size,
            bound: report.bound_size,
        },
        left_out: places(sources, &report.left_out),
        unevaluated: places(sources, &report.unevaluated),
        unassumed: places(sources, &report.unassumed),
        within_scope: places(sources, &report.within_scope),
        restrictions: &report.restrictions,
        permission: "not checked",
    };
    let mut text = serde_json::to_string_pretty(&object)?;
    text.push('\n');
    Ok(text)
}

/// A value that a variable had.
#[derive(serde::Serialize)]
struct VersionObject<'a> {
    line: usize,
    name: &'a str,
    version: u32,
    value: &'a str,
}

/// The values of a bug's variables along the path, as a table; nothing of other answers.
#[must_use]
pub fn versions(sources: &SourceMap, report: &BmcReport) -> String {
    let BmcAnswer::Bug(bug) = &report.answer else {
        return String::new();
    };
    let rows = bug.versions.iter().map(|version| {
        [
            sources.start(version.place).line.to_string(),
            format!("{}_{}", version.name, version.number),
            version.value.clone(),
        ]
    });
    let mut all = vec![["line", "version", "value"].map(str::to_owned)];
    all.extend(rows);
    let width = |column: usize| {
        let cells = all.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    let lines = all
        .iter()
        .map(|[line, version, value]| format!("  {line:>first$}  {version:<second$}  {value}\n"));
    lines.collect()
}

/// The report as text; a bug's diagnostic is shown apart.
#[must_use]
pub fn text(sources: &SourceMap, report: &BmcReport) -> String {
    let BmcReport { member, unwind, .. } = report;
    let mut lines = Vec::new();
    match &report.answer {
        BmcAnswer::Bug(bug) => {
            lines.push(format!(
                "{member}: bug, unwound {}, for the input",
                times(*unwind)
            ));
            lines.extend(
                bug.shown
                    .iter()
                    .map(|(name, value)| format!("  {name} = {value}")),
            );
            let unnamed = bug.shown_unnamed.iter();
            lines.extend(unnamed.map(|object| format!("  and {object}")));
            if bug.shown.is_empty() && bug.shown_unnamed.is_empty() {
                lines.push("  (it has neither parameters nor objects)".to_owned());
            }
        }
        BmcAnswer::Correct => lines.push(format!(
            "{member}: correct, unwound {}, from heaps with at most {} and {}",
            times(*unwind),
            counted(
                report.objects,
                "object of each class",
                "objects of each class"
            ),
            counted(
                report.elements,
                "element of an array",
                "elements of an array"
            ),
        )),
        BmcAnswer::BoundReached(why) => lines.push(format!(
            "{member}: no bug, unwound {}, but not shown correct: {why}",
            times(*unwind)
        )),
    }
    for what in &report.restrictions {
        lines.push(format!("  note: {what}"));
    }
    if !report.within_scope.is_empty() {
        lines.push(format!(
            "  note: quantifiers without bounds range over {} on each side of 0, or from the bound \
             that they have: {}",
            counted(report.elements, "integer", "integers"),
            named(sources, &report.within_scope)
        ));
    }
    if !matches!(report.answer, BmcAnswer::Bug(_)) {
        lines.push(format!("  note: {PERMISSION}"));
    }
    for (spans, effect) in [
        (&report.left_out, "restrict no input"),
        (&report.unevaluated, "were not checked"),
        (&report.unassumed, "of library contracts were not assumed"),
    ] {
        if !spans.is_empty() {
            lines.push(format!(
                "  warning: conjuncts that could not be evaluated {effect}: {}",
                named(sources, spans)
            ));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Places in the order of the report, as people read them.
fn named(sources: &SourceMap, spans: &[Span]) -> String {
    let places = places(sources, spans).into_iter();
    let places = places.map(|place| format!("{}:{}", place.file, place.line));
    places.collect::<Vec<_>>().join(", ")
}

fn times(count: u32) -> String {
    counted(count, "time", "times")
}

fn places<'a>(sources: &'a SourceMap, spans: &[Span]) -> Vec<PlaceObject<'a>> {
    let place = |span: &Span| PlaceObject {
        file: sources.file(span.file).name(),
        line: sources.start(*span).line,
    };
    spans.iter().map(place).collect()
}
