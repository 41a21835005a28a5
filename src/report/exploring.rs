//! Symbolic execution trees: text, JSON in the format of `docs/veriframe-explore.schema.json`, and
//! graphs for Graphviz.

use super::inputs::Named;
use super::text::counted;
use crate::driver::{ExploreReport, ExploredLeaf, PathEnd};
use crate::source::SourceMap;
use crate::visible::{cut_after, on_one_line};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The version of the JSON format, increased by incompatible changes.
const VERSION: u32 = 1;

/// The longest text of a value for people. Values for programs are whole.
const LONG: usize = 400;

/// The longest text of a path condition for people.
const LONGEST: usize = 1_200;

/// The tree for people: a paragraph for each leaf.
#[must_use]
pub fn human(sources: &SourceMap, report: &ExploreReport) -> String {
    let count = |end: PathEnd| report.leaves.iter().filter(|leaf| leaf.end == end).count();
    let mut text = format!(
        "{}: {} ({} returned, {} failed, {} not finished)\n",
        report.member,
        counted(report.leaves.len(), "leaf", "leaves"),
        count(PathEnd::Return),
        count(PathEnd::Error),
        count(PathEnd::Bound)
    );
    for (position, leaf) in report.leaves.iter().enumerate() {
        let _ = write!(text, "\n{}. {}\n", position + 1, ending(sources, leaf));
        if !leaf.condition.is_empty() {
            let _ = writeln!(text, "   if {}", cut_after(&leaf.conjunction, LONGEST));
        }
        for line in &leaf.printed {
            let _ = writeln!(text, "   prints {}", on_one_line(line.trim_end()));
        }
        for (location, value) in &leaf.changes {
            let [location, value] = [location, value].map(|text| cut_after(text, LONG));
            let _ = writeln!(text, "   {location} becomes {value}");
        }
        for (object, contents) in &leaf.objects {
            let _ = writeln!(text, "   where {object} is {}", cut_after(contents, LONG));
        }
        let input = leaf.shown.iter();
        let input: Vec<String> = input
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        match &leaf.input {
            Some(_) if input.is_empty() => {}
            Some(_) => {
                let _ = writeln!(text, "   for example {}", input.join(", "));
            }
            None => text.push_str("   no input was found\n"),
        }
        for conjunct in &leaf.unevaluated {
            let _ = writeln!(
                text,
                "   warning: {} was not evaluated",
                sources.quoted(*conjunct)
            );
        }
        if !leaf.by_contract.is_empty() {
            let _ = writeln!(
                text,
                "   if calls do what their contracts say: {}",
                leaf.by_contract.join(", ")
            );
        }
    }
    if report.leaves.is_empty() && !report.excluded.is_empty() {
        let all = report.excluded.iter().map(|span| sources.quoted(*span));
        let _ = writeln!(
            text,
            "warning: there is no leaf, because what is assumed excludes every path: {}",
            all.collect::<Vec<_>>().join(", ")
        );
    }
    let excludes = !report.contradicted.is_empty() || !report.excluded.is_empty();
    if report.leaves.is_empty() && !excludes {
        let _ = writeln!(
            text,
            "warning: no input of `{}` was found that meets its precondition",
            report.member
        );
    }
    let warnings = [
        (&report.left_out, "the precondition could not be assumed"),
        (&report.unchecked, "a precondition could not be checked"),
        (&report.unassumed, "a postcondition could not be assumed"),
    ];
    for (conjuncts, what) in warnings {
        for conjunct in conjuncts {
            let at = sources.start(*conjunct);
            let file = sources.file(conjunct.file).shown_name();
            let _ = writeln!(
                text,
                "\nwarning: {file}:{}: this conjunct of {what}",
                at.line
            );
        }
    }
    if !report.contradicted.is_empty() {
        let _ = writeln!(
            text,
            "\nwarning: a path has no leaf, because nothing can hold on it after these calls: {}; \
             see whether their contracts contradict one another",
            report.contradicted.join(", ")
        );
    }
    text
}

/// How a path ended.
fn ending(sources: &SourceMap, leaf: &ExploredLeaf) -> String {
    let place = leaf.place.map(|span| {
        let file = sources.file(span.file).shown_name();
        format!(" at {file}:{}", sources.start(span).line)
    });
    let place = place.unwrap_or_default();
    match (leaf.end, &leaf.why, &leaf.result) {
        (PathEnd::Return, _, Some(result)) => format!("returns {}", cut_after(result, LONG)),
        (PathEnd::Return, ..) => "returns".to_owned(),
        (_, Some((Some(code), message)), _) => {
            format!("{}{place}: {}", code.name(), cut_after(message, LONG))
        }
        (_, Some((None, message)), _) => format!("not finished{place}: {message}"),
        (_, None, _) => "not finished".to_owned(),
    }
}

#[derive(serde::Serialize)]
struct Explored<'a> {
    version: u32,
    member: &'a str,
    leaves: Vec<LeafObject<'a>>,
    left_out: Vec<LineObject<'a>>,
    unchecked: Vec<LineObject<'a>>,
    unassumed: Vec<LineObject<'a>>,
    contradicted: &'a [String],
    excluded: Vec<LineObject<'a>>,
    steps: u64,
    queries: u64,
}

#[derive(serde::Serialize)]
struct LineObject<'a> {
    file: &'a str,
    line: usize,
}

#[derive(serde::Serialize)]
struct LeafObject<'a> {
    end: &'static str,
    condition: &'a [String],
    outcomes: &'a [bool],
    branches: &'a [String],
    result: Option<&'a str>,
    changes: BTreeMap<&'a str, &'a str>,
    objects: BTreeMap<&'a str, &'a str>,
    input: Option<Named<'a>>,
    by_contract: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    printed: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unevaluated: Vec<LineObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<LineObject<'a>>,
}

/// The tree as one JSON object, indented, with a final newline.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn json(
    sources: &SourceMap,
    report: &ExploreReport,
) -> Result<String, Box<dyn std::error::Error>> {
    let place = |span: crate::source::Span| LineObject {
        file: sources.file(span.file).name(),
        line: sources.start(span).line,
    };
    let leaves = report.leaves.iter().map(|leaf| LeafObject {
        end: match leaf.end {
            PathEnd::Return => "return",
            PathEnd::Error => "error",
            PathEnd::Bound => "bound",
        },
        condition: &leaf.condition,
        outcomes: &leaf.outcomes,
        branches: &leaf.branches,
        result: leaf.result.as_deref(),
        changes: by_name(&leaf.changes),
        objects: by_name(&leaf.objects),
        input: leaf.input.as_deref().map(Named),
        by_contract: &leaf.by_contract,
        printed: &leaf.printed,
        unevaluated: leaf.unevaluated.iter().copied().map(place).collect(),
        code: leaf
            .why
            .as_ref()
            .and_then(|(code, _)| Some((*code)?.name())),
        message: leaf.why.as_ref().map(|(_, message)| message.as_str()),
        place: leaf.place.map(place),
    });
    let places = |spans: &[crate::source::Span]| spans.iter().copied().map(place).collect();
    let object = Explored {
        version: VERSION,
        member: &report.member,
        leaves: leaves.collect(),
        left_out: places(&report.left_out),
        unchecked: places(&report.unchecked),
        unassumed: places(&report.unassumed),
        contradicted: &report.contradicted,
        excluded: places(&report.excluded),
        steps: report.steps,
        queries: report.queries,
    };
    let mut text = serde_json::to_string_pretty(&object)?;
    text.push('\n');
    Ok(text)
}

fn by_name(pairs: &[(String, String)]) -> BTreeMap<&str, &str> {
    let pairs = pairs.iter();
    pairs
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect()
}

/// The tree as a graph for Graphviz: a node for each fork, an edge for each outcome.
#[must_use]
pub fn dot(sources: &SourceMap, report: &ExploreReport) -> String {
    let mut text = String::from("digraph tree {\n  node [shape=box, fontname=\"monospace\"];\n");
    let mut forks: BTreeMap<&[bool], usize> = BTreeMap::new();
    for (number, leaf) in report.leaves.iter().enumerate() {
        let mut parent = None;
        for (depth, condition) in leaf.branches.iter().enumerate() {
            let path = leaf.outcomes.get(..depth).unwrap_or_default();
            let next = forks.len();
            let is_new = !forks.contains_key(path);
            let fork = *forks.entry(path).or_insert(next);
            if is_new {
                let _ = writeln!(text, "  f{fork} [shape=point];");
                if let Some((above, label)) = parent {
                    edge(&mut text, above, &format!("f{fork}"), label);
                }
            }
            parent = Some((fork, condition.as_str()));
        }
        let label = quoted(&ending(sources, leaf));
        let _ = writeln!(text, "  l{number} [label={label}];");
        if let Some((above, label)) = parent {
            edge(&mut text, above, &format!("l{number}"), label);
        }
    }
    text.push_str("}\n");
    text
}

fn edge(text: &mut String, from: usize, to: &str, label: &str) {
    let _ = writeln!(text, "  f{from} -> {to} [label={}];", quoted(label));
}

/// A text in quotes, as Graphviz reads it.
fn quoted(text: &str) -> String {
    let text = cut_after(text, LONG);
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
