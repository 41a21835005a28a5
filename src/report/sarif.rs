//! SARIF 2.1.0: one log with one run, for code scanning and for editors. Verified members are
//! results of kind `pass`, so that a run without failures is not empty.

use super::assumed::Assumption;
use super::failure;
use super::pages;
use super::text::plural;
use super::verification::{Verification, status};
use crate::diagnostics::{Code, Counterexample, Diagnostic, Hint, Label, Severity};
use crate::driver::{Exit, FileReport};
use crate::source::{FileId, SourceMap, Span};
use crate::trace::Trace;
use crate::verify::outcome::{MemberOutcome, Status};
use serde_json::{Value, json};
use serde_sarif::sarif;
use serde_sarif::sarif::{ResultKind, ResultLevel};
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

/// The rule that verified members and members that are unknown without an error are results of.
const VERIFIED: &str = "verified";

/// The key of fingerprints, with their version.
pub(super) const FINGERPRINT: &str = "veriframe/v1";

/// The published schema.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Where relative names of files start: where the command ran.
const BASE: &str = "%SRCROOT%";

/// How many bytes are written at once.
const CHUNK: usize = 1 << 16;

/// Writes the log, indented. Once `is_brief` says so, the paths are left out.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(
    out: &mut dyn Write,
    verification: Verification<'_>,
    is_brief: &dyn Fn() -> bool,
) -> io::Result<()> {
    write_run(out, run(verification, is_brief))
}

/// Writes the log of one run.
///
/// # Errors
/// If `out` cannot be written.
pub(super) fn write_run(out: &mut dyn Write, run: sarif::Run) -> io::Result<()> {
    let log = sarif::Sarif::builder()
        .schema(SCHEMA)
        .version("2.1.0")
        .runs(vec![run])
        .build();
    let mut out = BufWriter::with_capacity(CHUNK, out);
    serde_json::to_writer_pretty(&mut out, &log)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn run(verification: Verification<'_>, is_brief: &dyn Fn() -> bool) -> sarif::Run {
    let sources = verification.sources;
    let mut results = Results {
        sources,
        occurrences: BTreeMap::new(),
        all: Vec::new(),
    };
    for file in verification.files {
        for diagnostic in file.all_diagnostics() {
            results.add_diagnostic(diagnostic, is_brief());
        }
        file.members.iter().for_each(|m| results.add_member(m));
    }
    sarif::Run::builder()
        .tool(tool())
        .column_kind("unicodeCodePoints")
        .original_uri_base_ids(bases())
        .invocations(vec![invocation(verification)])
        .results(results.all)
        .properties(of_run(verification))
        .build()
}

/// What relative names of files are relative to.
pub(super) fn bases() -> BTreeMap<String, sarif::ArtifactLocation> {
    let base = sarif::ArtifactLocation::builder()
        .description(message("the folder in which veriframe ran"))
        .build();
    BTreeMap::from([(BASE.to_owned(), base)])
}

/// What the results rest on, and what they are not about.
fn of_run(verification: Verification<'_>) -> sarif::PropertyBag {
    let since = verification.left_out.map(|left_out| {
        let members = left_out.members.iter();
        let members = members.map(|m| json!({ "file": m.file, "name": m.name }));
        let members: Vec<Value> = members.collect();
        (
            "since",
            json!({ "revision": left_out.revision, "leftOut": members }),
        )
    });
    let properties = [("assumed", assumed(verification))].into_iter();
    additional(properties.chain(since))
}

/// The assumptions of the run: the total of each kind, and the list.
fn assumed(verification: Verification<'_>) -> Value {
    let assumed = verification.assumed();
    let item = |assumption: &Assumption<'_>| {
        let span = assumption.span;
        let mut item = json!({
            "kind": assumption.kind.name(),
            "member": assumption.member,
            "file": verification.sources.file(span.file).name(),
            "line": verification.sources.start(span).line,
        });
        if let (Some(library), Some(fields)) = (assumption.library, item.as_object_mut()) {
            fields.insert("library".to_owned(), json!(library));
        }
        item
    };
    let list: Vec<Value> = assumed.all().iter().map(item).collect();
    json!({ "total": assumed.all().len(), "list": list })
}

fn tool() -> sarif::Tool {
    let codes = Code::ALL.iter().map(|&code| rule(code));
    let verified = sarif::ReportingDescriptor::builder()
        .id(VERIFIED)
        .short_description(text("the member satisfies its contract"))
        .help(text(
            "The member was executed symbolically for all inputs, and satisfies its contract.",
        ))
        .default_configuration(level("none"))
        .build();
    tool_with(codes.chain([verified]).collect())
}

/// The tool with the rules of a run.
pub(super) fn tool_with(rules: Vec<sarif::ReportingDescriptor>) -> sarif::Tool {
    let driver = sarif::ToolComponent::builder()
        .name("veriframe")
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .information_uri("https://crates.io/crates/veriframe")
        .rules(rules)
        .build();
    sarif::Tool::builder().driver(driver).build()
}

/// The rule of a code, with its page as help.
fn rule(code: Code) -> sarif::ReportingDescriptor {
    let page = pages::page(code);
    let help = sarif::MultiformatMessageString::builder()
        .text(page)
        .markdown(page)
        .build();
    let usual = match code {
        Code::Assume | Code::IgnoredContract => "warning",
        _ => "error",
    };
    sarif::ReportingDescriptor::builder()
        .id(code.name())
        .short_description(text(code.title()))
        .help(help)
        .default_configuration(level(usual))
        .build()
}

pub(super) fn level(level: &str) -> sarif::ReportingConfiguration {
    sarif::ReportingConfiguration::builder()
        .level(level)
        .build()
}

/// The results, in the order of the files.
struct Results<'a> {
    sources: &'a SourceMap,
    /// How often each fingerprint has been used.
    occurrences: BTreeMap<String, usize>,
    all: Vec<sarif::Result>,
}

impl Results<'_> {
    fn add_diagnostic(&mut self, diagnostic: &Diagnostic, is_brief: bool) {
        // A member without an answer is neither correct nor wrong.
        let (kind, level) = match (diagnostic.code, diagnostic.severity) {
            (Code::Unknown, _) => (ResultKind::Open, ResultLevel::None),
            (_, Severity::Error) => (ResultKind::Fail, ResultLevel::Error),
            (_, Severity::Warning) => (ResultKind::Fail, ResultLevel::Warning),
        };
        let mut place = location(self.sources, diagnostic.span);
        place.logical_locations = diagnostic.member.as_deref().map(|m| vec![logical(m)]);
        let related = diagnostic.related.iter().zip(1..).map(|(label, id)| {
            let mut related = location(self.sources, label.span);
            related.id = Some(id);
            related.message = Some(message(&label.message()));
            related
        });
        let code = diagnostic.code.name();
        let mut result = sarif::Result::builder()
            .rule_id(code)
            .rule_index(index(code))
            .kind(kind)
            .level(level)
            .message(message(&full_message(diagnostic)))
            .locations(vec![place])
            .partial_fingerprints(self.fingerprint(diagnostic))
            .properties(properties(diagnostic))
            .build();
        let related: Vec<sarif::Location> = related.collect();
        result.fixes = diagnostic
            .hint
            .as_ref()
            .map(|hint| vec![fix(self.sources, hint)]);
        result.related_locations = (!related.is_empty()).then_some(related);
        let trace = diagnostic.trace.as_ref().filter(|_| !is_brief);
        let trace = trace.filter(|trace| !trace.steps.is_empty());
        result.code_flows = trace.map(|trace| vec![code_flow(self.sources, trace)]);
        self.all.push(result);
    }

    /// Adds the result of a member that no diagnostic is about: verified, refused or unknown.
    fn add_member(&mut self, member: &MemberOutcome) {
        let name = &member.name;
        let (kind, text) = match (member.status, &member.why_not_verified) {
            (Status::Verified, _) if member.has_contract => {
                (ResultKind::Pass, format!("`{name}` satisfies its contract"))
            }
            (Status::Verified, _) => {
                let text =
                    format!("`{name}` is correct; it has no contract, so it promises nothing");
                (ResultKind::Pass, text)
            }
            (Status::Unknown, Some(why)) if member.diagnostics.is_empty() => {
                (ResultKind::Open, format!("`{name}` is unknown: {why}"))
            }
            (Status::Refused, _) => {
                let text = format!("`{name}` was not verified, because of errors in its file");
                (ResultKind::NotApplicable, text)
            }
            _ => return,
        };
        let mut place = location(self.sources, member.span);
        place.logical_locations = Some(vec![logical(name)]);
        let mut more = vec![
            ("status", json!(status(member.status))),
            ("kind", json!(member.kind.name())),
            ("hasContract", json!(member.has_contract)),
        ];
        if !member.trusted.is_empty() {
            more.push(("libraryContracts", json!(member.trusted)));
        }
        let fingerprint = self.numbered(&[VERIFIED, name]);
        let result = sarif::Result::builder()
            .rule_id(VERIFIED)
            .rule_index(index(VERIFIED))
            .kind(kind)
            .level(ResultLevel::None)
            .message(message(&text))
            .locations(vec![place])
            .partial_fingerprints(fingerprint)
            .properties(additional(more))
            .build();
        self.all.push(result);
    }

    /// The fingerprint of a diagnostic: of its code, its member, and the texts that it is about
    /// without their white space. It does not change if lines move, or if other members do.
    fn fingerprint(&mut self, diagnostic: &Diagnostic) -> BTreeMap<String, String> {
        let text = |span| {
            let words = self.sources.text(span).split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        };
        let code = diagnostic.full_code();
        let member = diagnostic.member.clone().unwrap_or_default();
        let mut parts = vec![code, member, text(diagnostic.span)];
        parts.extend(diagnostic.related.iter().map(|label| text(label.span)));
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        self.numbered(&parts)
    }

    /// A fingerprint of texts. Equal ones are numbered in the order of the files.
    fn numbered(&mut self, parts: &[&str]) -> BTreeMap<String, String> {
        let hash = hash(parts);
        let times = self.occurrences.entry(hash.clone()).or_default();
        *times += 1;
        BTreeMap::from([(FINGERPRINT.to_owned(), format!("{hash}:{times}"))])
    }
}

/// A hash of texts.
pub(super) fn hash(parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().chars().take(32).collect()
}

/// The message with its notes and the counterexample.
fn full_message(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.message();
    for note in diagnostic.note_texts() {
        text += &format!("\n{note}");
    }
    if let Some(found) = &diagnostic.counterexample
        && !found.input.is_empty()
    {
        let values = found
            .input
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let values = values.collect::<Vec<_>>().join(", ");
        let confirmed = match found.replay.name() {
            "confirmed" => " (confirmed by a run)",
            _ => "",
        };
        text += &format!("\ncounterexample{confirmed}: {values}");
    }
    text
}

fn properties(diagnostic: &Diagnostic) -> sarif::PropertyBag {
    let mut found = vec![("code", json!(diagnostic.full_code()))];
    if let Some(member) = &diagnostic.member {
        found.push(("member", json!(member)));
        found.push(("paths", json!(diagnostic.paths)));
    }
    if let Some(failure) = diagnostic.what.failure() {
        found.push(("failure", failure::object(failure)));
    }
    if let Some(counterexample) = &diagnostic.counterexample {
        found.push(("counterexample", values(counterexample)));
    }
    additional(found)
}

fn values(counterexample: &Counterexample) -> Value {
    let store = |values: &[(String, String)]| -> Value {
        values
            .iter()
            .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let forgotten = counterexample.forgotten.as_ref();
    json!({
        "replay": counterexample.replay.name(),
        "input": store(&counterexample.input),
        "values": store(&counterexample.values),
        "forgotten": forgotten.map(Label::message),
    })
}

/// The edit of a hint.
fn fix(sources: &SourceMap, hint: &Hint) -> sarif::Fix {
    let mut changes: BTreeMap<FileId, Vec<sarif::Replacement>> = BTreeMap::new();
    for edit in &hint.edits {
        let text = sarif::ArtifactContent::builder().text(&edit.text).build();
        let replacement = sarif::Replacement::builder()
            .deleted_region(region(sources, edit.span))
            .inserted_content(text)
            .build();
        changes.entry(edit.span.file).or_default().push(replacement);
    }
    let changes = changes.into_iter().map(|(file, replacements)| {
        sarif::ArtifactChange::builder()
            .artifact_location(artifact(sources.file(file).name()))
            .replacements(replacements)
            .build()
    });
    sarif::Fix::builder()
        .description(message(&hint.message))
        .artifact_changes(changes.collect::<Vec<_>>())
        .build()
}

/// The failing path, a location for each step, with the state after it.
fn code_flow(sources: &SourceMap, trace: &Trace) -> sarif::CodeFlow {
    let steps = trace.steps.iter().map(|step| {
        let mut place = location(sources, step.span);
        place.message = Some(message(&step.what));
        let store = step.state.store.iter();
        let mut state: BTreeMap<String, _> = store
            .map(|(name, value)| (name.clone(), text(value)))
            .collect();
        state.insert("heap".to_owned(), text(&step.state.heap.join(" * ")));
        sarif::ThreadFlowLocation::builder()
            .location(place)
            .state(state)
            .build()
    });
    let flow = sarif::ThreadFlow::builder()
        .locations(steps.collect::<Vec<_>>())
        .build();
    sarif::CodeFlow::builder().thread_flows(vec![flow]).build()
}

/// How the run ended.
fn invocation(verification: Verification<'_>) -> sarif::Invocation {
    let end = verification.end;
    let mut found = Vec::new();
    found.extend(end.failure.map(|why| notification("failure", "error", why)));
    if let Some(why) = end.early {
        let text = format!("not all members were verified: {}", why.text());
        found.push(notification("incomplete", "error", &text));
    }
    for file in verification.files {
        found.extend(refused(verification.sources, file));
    }
    if let Some(left_out) = verification.left_out {
        let members = plural(left_out.members.len(), "member");
        let revision = &left_out.revision;
        let text =
            format!("left out {members} whose results cannot differ from those in {revision}");
        found.push(notification("left-out", "note", &text));
    }
    let is_complete = end.failure.is_none() && end.early.is_none();
    let mut invocation = sarif::Invocation::builder()
        .execution_successful(is_complete && matches!(end.exit, Exit::Verified | Exit::NotVerified))
        .exit_code(end.exit.code())
        .build();
    invocation.tool_execution_notifications = (!found.is_empty()).then_some(found);
    invocation
}

/// The notification of a file with errors of the front end: some or all of it is not verified.
fn refused(sources: &SourceMap, file: &FileReport) -> Option<sarif::Notification> {
    if file.front_end_errors() == 0 {
        return None;
    }
    let name = sources.file(file.file).name();
    let text = format!("{name} has errors, so that some or all of it was not verified");
    let mut found = notification("refused", "error", &text);
    found.locations = Some(vec![location(sources, Span::new(file.file, 0, 0))]);
    Some(found)
}

fn notification(id: &str, level: &str, text: &str) -> sarif::Notification {
    let descriptor = sarif::ReportingDescriptorReference::builder()
        .id(id)
        .build();
    sarif::Notification::builder()
        .descriptor(descriptor)
        .level(level)
        .message(message(text))
        .build()
}

/// The index of a rule.
fn index(rule: &str) -> i64 {
    let codes = Code::ALL.iter().position(|code| code.name() == rule);
    codes.unwrap_or(Code::ALL.len()) as i64
}

pub(super) fn location(sources: &SourceMap, span: Span) -> sarif::Location {
    let place = sarif::PhysicalLocation::builder()
        .artifact_location(artifact(sources.file(span.file).name()))
        .region(region(sources, span))
        .build();
    sarif::Location::builder().physical_location(place).build()
}

fn region(sources: &SourceMap, span: Span) -> sarif::Region {
    let (start, end) = (sources.start(span), sources.end(span));
    sarif::Region::builder()
        .start_line(start.line as i64)
        .start_column(start.column as i64)
        .end_line(end.line as i64)
        .end_column(end.column as i64)
        .build()
}

fn artifact(name: &str) -> sarif::ArtifactLocation {
    let mut path = name.replace('\\', "/");
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.to_owned();
    }
    if path.starts_with('/') {
        sarif::ArtifactLocation::builder()
            .uri(format!("file://{}", encoded(&path)))
            .build()
    } else {
        sarif::ArtifactLocation::builder()
            .uri(encoded(&path))
            .uri_base_id(BASE)
            .build()
    }
}

/// A path in a URI: everything but letters, digits, `-._~` and `/` is a percent code.
fn encoded(path: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~')
        .remove(b'/');
    utf8_percent_encode(path, KEPT).to_string()
}

pub(super) fn logical(member: &str) -> sarif::LogicalLocation {
    sarif::LogicalLocation::builder()
        .fully_qualified_name(member)
        .kind("member")
        .build()
}

pub(super) fn message(text: &str) -> sarif::Message {
    sarif::Message::builder().text(text).build()
}

pub(super) fn text(text: &str) -> sarif::MultiformatMessageString {
    sarif::MultiformatMessageString::builder()
        .text(text)
        .build()
}

pub(super) fn additional<'n>(
    properties: impl IntoIterator<Item = (&'n str, Value)>,
) -> sarif::PropertyBag {
    let properties = properties.into_iter();
    sarif::PropertyBag::builder()
        .additional_properties(
            properties
                .map(|(name, value)| (name.to_owned(), value))
                .collect::<BTreeMap<_, _>>(),
        )
        .build()
}
