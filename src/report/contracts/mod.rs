//! Reports on contracts: how they changed, as a table for people, one JSON object in the format of
//! `docs/veriframe-contracts.schema.json`, JSON lines, SARIF or JUnit XML; and what they are, as
//! Markdown or JSON.

#[cfg(feature = "cli")]
pub mod junit;
#[cfg(feature = "cli")]
pub mod sarif;

use crate::driver::{ContractChanges, ContractDocument};
use crate::gate::{Change, ContractText, MemberChange};
use crate::source::{SourceMap, Span};
use crate::visible::on_one_line;
use std::fmt::Write;

/// The version of the formats, increased by incompatible changes.
const VERSION: u32 = 1;

/// What a policy says of a changed member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The change is allowed.
    Allowed,
    /// The change is allowed, and marked.
    Warned,
    /// The change is denied.
    Denied,
    /// The change would be denied, and is accepted for this reason.
    Accepted(String),
}

#[derive(serde::Serialize)]
struct ChangesObject<'a> {
    version: u32,
    members: Vec<MemberObject<'a>>,
    summary: SummaryObject,
}

#[derive(serde::Serialize)]
struct MemberObject<'a> {
    file: &'a str,
    line: usize,
    member: &'a str,
    change: &'static str,
    why: &'a str,
    digest: &'a str,
    denied: bool,
    warned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<&'a str>,
}

/// A line of [`changes_lines`].
#[derive(serde::Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Line<'a> {
    Contract(MemberObject<'a>),
    Summary {
        version: u32,
        summary: SummaryObject,
    },
}

#[derive(serde::Serialize)]
struct SummaryObject {
    kept: usize,
    strengthened: usize,
    weakened: usize,
    changed: usize,
    added: usize,
    removed: usize,
    denied: usize,
}

/// The changes as JSON, indented, with a final newline. There is a ruling for each member.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn changes_json(
    changes: &ContractChanges,
    rulings: &[Ruling],
) -> Result<String, Box<dyn std::error::Error>> {
    let object = ChangesObject {
        version: VERSION,
        members: members(changes, rulings).collect(),
        summary: summary(changes, rulings),
    };
    let mut text = serde_json::to_string_pretty(&object)?;
    text.push('\n');
    Ok(text)
}

/// The changes as JSON, an object a line: one for each member, and the counts.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn changes_lines(
    changes: &ContractChanges,
    rulings: &[Ruling],
) -> Result<String, Box<dyn std::error::Error>> {
    let summary = Line::Summary {
        version: VERSION,
        summary: summary(changes, rulings),
    };
    let lines = members(changes, rulings).map(Line::Contract);
    let mut text = String::new();
    for line in lines.chain([summary]) {
        add(&mut text, &serde_json::to_string(&line)?);
    }
    Ok(text)
}

fn members<'a>(
    changes: &'a ContractChanges,
    rulings: &'a [Ruling],
) -> impl Iterator<Item = MemberObject<'a>> {
    let members = changes.members.iter().zip(rulings);
    members.map(|(member, ruling)| {
        let (file, line) = place(&changes.sources, member.span);
        MemberObject {
            file,
            line,
            member: &member.member,
            change: member.change.name(),
            why: &member.why,
            digest: &member.digest,
            denied: *ruling == Ruling::Denied,
            warned: *ruling == Ruling::Warned,
            accepted: match ruling {
                Ruling::Accepted(reason) => Some(reason),
                Ruling::Allowed | Ruling::Warned | Ruling::Denied => None,
            },
        }
    })
}

fn summary(changes: &ContractChanges, rulings: &[Ruling]) -> SummaryObject {
    SummaryObject {
        kept: changes.count(Change::Kept),
        strengthened: changes.count(Change::Strengthened),
        weakened: changes.count(Change::Weakened),
        changed: changes.count(Change::Changed),
        added: changes.count(Change::Added),
        removed: changes.count(Change::Removed),
        denied: rulings.iter().filter(|r| **r == Ruling::Denied).count(),
    }
}

/// The changes as text: a line for each member that did not keep its contract, with the reason, and a
/// summary.
#[must_use]
pub fn changes_text(changes: &ContractChanges, rulings: &[Ruling]) -> String {
    let mut text = String::new();
    let shown = changes.members.iter().zip(rulings);
    let shown: Vec<(&MemberChange, &Ruling)> = shown
        .filter(|(member, _)| member.change != Change::Kept)
        .collect();
    for (member, ruling) in &shown {
        let (file, line) = place(&changes.sources, member.span);
        let file = on_one_line(file);
        let word = match ruling {
            Ruling::Denied => "denied: ",
            Ruling::Warned => "warning: ",
            Ruling::Allowed | Ruling::Accepted(_) => "",
        };
        let (name, change) = (&member.member, member.change.name());
        add(
            &mut text,
            &format!("{file}:{line}: {word}{name} {change}: {}", member.why),
        );
        if let Ruling::Accepted(reason) = ruling {
            add(&mut text, &format!("  accepted: {reason}"));
        }
    }
    add(
        &mut text,
        &format!("contracts: {}", counts_in_words(changes)),
    );
    let denied = shown
        .iter()
        .filter(|(_, ruling)| **ruling == Ruling::Denied);
    let denied: Vec<String> = denied.map(|(member, _)| entry(member)).collect();
    if !denied.is_empty() {
        add(&mut text, "");
        add(
            &mut text,
            "to accept a denied change, add its entry with a reason to the file of `--accept`:",
        );
        denied.iter().for_each(|entry| add(&mut text, entry));
    }
    text
}

/// How many members there are of each kind of change.
pub(super) fn counts_in_words(changes: &ContractChanges) -> String {
    let counts = Change::ALL.map(|change| format!("{} {}", changes.count(change), change.name()));
    counts.join(", ")
}

/// The entry that accepts a change, without the reason.
fn entry(member: &MemberChange) -> String {
    format!(
        "\n[[accepted]]\nmember = \"{}\"\nchange = \"{}\"\ndigest = \"{}\"\nreason = \"\"",
        member.member,
        member.change.name(),
        member.digest
    )
}

#[derive(serde::Serialize)]
struct DocumentObject<'a> {
    version: u32,
    contracts: Vec<ContractObject<'a>>,
}

#[derive(serde::Serialize)]
struct ContractObject<'a> {
    file: &'a str,
    line: usize,
    class: Option<&'a str>,
    member: &'a str,
    kind: &'static str,
    header: &'a str,
    clauses: &'a [String],
}

/// The contracts as JSON, indented, with a final newline.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn document_json(document: &ContractDocument) -> Result<String, Box<dyn std::error::Error>> {
    let contracts = document.members.iter().map(|contract| {
        let (file, line) = place(&document.sources, contract.span);
        ContractObject {
            file,
            line,
            class: contract.class.as_deref(),
            member: &contract.member,
            kind: contract.kind,
            header: &contract.header,
            clauses: &contract.clauses,
        }
    });
    let object = DocumentObject {
        version: VERSION,
        contracts: contracts.collect(),
    };
    let mut text = serde_json::to_string_pretty(&object)?;
    text.push('\n');
    Ok(text)
}

/// The contracts as Markdown: a heading for each file and class, and the members below.
#[must_use]
pub fn document_markdown(document: &ContractDocument) -> String {
    let mut text = String::from("# Contracts\n");
    let (mut file, mut class) = ("", None::<&str>);
    for contract in &document.members {
        let (here, _) = place(&document.sources, contract.span);
        if here != file {
            (file, class) = (here, None);
            add(&mut text, &format!("\n## {}", on_one_line(file)));
        }
        if let Some(own) = contract.class.as_deref().filter(|own| class != Some(*own)) {
            class = Some(own);
            add(&mut text, &format!("\n### {own}"));
        }
        let ContractText {
            header, clauses, ..
        } = contract;
        add(&mut text, &format!("\n```text\n{header}"));
        clauses
            .iter()
            .for_each(|clause| add(&mut text, &format!("  {clause}")));
        add(&mut text, "```");
    }
    text
}

fn add(text: &mut String, line: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(text, "{line}");
}

fn place(sources: &SourceMap, span: Span) -> (&str, usize) {
    (sources.file(span.file).name(), sources.start(span).line)
}
