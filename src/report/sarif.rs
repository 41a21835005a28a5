//! SARIF 2.1.0: one log with one run, for code scanning and for editors. Verified members are
//! results of kind `pass`, so that a run without failures is not empty. The objects are written as
//! values, and tests check them against the schema: crates with types of it generate thousands of
//! lines, of which a few dozen would be used.

use super::assumed::Assumption;
use super::failure;
use super::json::replay;
use super::pages;
use super::text::plural;
use super::verification::{Verification, status};
use crate::diagnostics::{
    Code, Counterexample, Diagnostic, Hint, History, Label, Replay, Severity,
};
use crate::driver::{Exit, FileReport};
use crate::source::{FileId, SourceMap, Span};
use crate::trace::Trace;
use crate::verify::outcome::{MemberOutcome, Status};
use serde_json::{Value, json};
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
pub(super) fn write_run(out: &mut dyn Write, run: Value) -> io::Result<()> {
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    let mut out = BufWriter::with_capacity(CHUNK, out);
    serde_json::to_writer_pretty(&mut out, &log)?;
    out.write_all(b"\n")?;
    out.flush()
}

fn run(verification: Verification<'_>, is_brief: &dyn Fn() -> bool) -> Value {
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
    json!({
        "tool": tool(),
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": bases(),
        "invocations": [invocation(verification)],
        "results": results.all,
        "properties": of_run(verification),
    })
}

/// What relative names of files are relative to.
pub(super) fn bases() -> Value {
    json!({ BASE: { "description": message("the folder in which veriframe ran") } })
}

/// What the results rest on, and what they are not about.
fn of_run(verification: Verification<'_>) -> Value {
    let mut properties = json!({ "assumed": assumed(verification) });
    if let Some(left_out) = verification.left_out {
        let members = left_out.members.iter();
        let members = members.map(|m| json!({ "file": m.file, "name": m.name }));
        let members: Vec<Value> = members.collect();
        let since = json!({ "revision": left_out.revision, "leftOut": members });
        add(&mut properties, "since", Some(since));
    }
    properties
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
        add(&mut item, "library", assumption.library.map(Value::from));
        item
    };
    let list: Vec<Value> = assumed.all().iter().map(item).collect();
    json!({ "total": assumed.all().len(), "list": list })
}

fn tool() -> Value {
    let codes = Code::ALL.iter().map(|&code| rule(code));
    let verified = json!({
        "id": VERIFIED,
        "shortDescription": message("the member satisfies its contract"),
        "help": message(
            "The member was executed symbolically for all inputs, and satisfies its contract.",
        ),
        "defaultConfiguration": { "level": "none" },
    });
    tool_with(codes.chain([verified]).collect())
}

/// The tool with the rules of a run.
pub(super) fn tool_with(rules: Vec<Value>) -> Value {
    json!({
        "driver": {
            "name": "veriframe",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "informationUri": "https://crates.io/crates/veriframe",
            "rules": rules,
        },
    })
}

/// The rule of a code, with its page as help.
fn rule(code: Code) -> Value {
    let page = pages::page(code);
    let usual = match code {
        Code::Assume | Code::IgnoredContract | Code::IdleOld | Code::IdleTrigger => "warning",
        _ => "error",
    };
    json!({
        "id": code.name(),
        "shortDescription": message(code.title()),
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "level": usual },
    })
}

/// The results, in the order of the files.
struct Results<'a> {
    sources: &'a SourceMap,
    /// How often each fingerprint has been used.
    occurrences: BTreeMap<String, usize>,
    all: Vec<Value>,
}

impl Results<'_> {
    fn add_diagnostic(&mut self, diagnostic: &Diagnostic, is_brief: bool) {
        // A member without an answer is neither correct nor wrong.
        let (kind, level) = match (diagnostic.code, diagnostic.severity) {
            (Code::Unknown, _) => ("open", "none"),
            (_, Severity::Error) => ("fail", "error"),
            (_, Severity::Warning) => ("fail", "warning"),
        };
        let mut place = location(self.sources, diagnostic.span);
        let member = diagnostic.member.as_deref();
        add(&mut place, "logicalLocations", member.map(logical));
        let related = diagnostic.related.iter().zip(1..).map(|(label, id)| {
            let mut related = location(self.sources, label.span);
            add(&mut related, "id", Some(Value::from(id)));
            add(&mut related, "message", Some(message(&label.message())));
            related
        });
        let related: Vec<Value> = related.collect();
        let code = diagnostic.code.name();
        let mut result = json!({
            "ruleId": code,
            "ruleIndex": index(code),
            "kind": kind,
            "level": level,
            "message": message(&full_message(diagnostic)),
            "locations": [place],
            "partialFingerprints": self.fingerprint(diagnostic),
            "properties": properties(diagnostic),
        });
        let hint = diagnostic.hint.as_ref();
        let fixes = hint.map(|hint| json!([fix(self.sources, hint)]));
        add(&mut result, "fixes", fixes);
        let related = (!related.is_empty()).then(|| Value::from(related));
        add(&mut result, "relatedLocations", related);
        let trace = diagnostic.trace.as_ref().filter(|_| !is_brief);
        let trace = trace.filter(|trace| !trace.steps.is_empty());
        let flows = trace.map(|trace| json!([code_flow(self.sources, trace)]));
        add(&mut result, "codeFlows", flows);
        self.all.push(result);
    }

    /// Adds the result of a member that no diagnostic is about: verified, refused or unknown.
    fn add_member(&mut self, member: &MemberOutcome) {
        let name = &member.name;
        let (kind, text) = match (member.status, &member.why_not_verified) {
            (Status::Verified, _) if member.has_contract => {
                ("pass", format!("`{name}` satisfies its contract"))
            }
            (Status::Verified, _) => {
                let text =
                    format!("`{name}` is correct; it has no contract, so it promises nothing");
                ("pass", text)
            }
            (Status::Unknown, Some(why)) if member.diagnostics.is_empty() => {
                ("open", format!("`{name}` is unknown: {why}"))
            }
            (Status::Refused, _) => {
                let text = format!("`{name}` was not verified, because of errors in its file");
                ("notApplicable", text)
            }
            _ => return,
        };
        let mut place = location(self.sources, member.span);
        add(&mut place, "logicalLocations", Some(logical(name)));
        let mut more = json!({
            "status": status(member.status),
            "kind": member.kind.name(),
            "hasContract": member.has_contract,
        });
        if !member.trusted.is_empty() {
            let names: Vec<&str> = member
                .trusted
                .iter()
                .map(|used| used.name.as_str())
                .collect();
            add(&mut more, "libraryContracts", Some(json!(names)));
        }
        let fingerprint = self.numbered(&[VERIFIED, name]);
        self.all.push(json!({
            "ruleId": VERIFIED,
            "ruleIndex": index(VERIFIED),
            "kind": kind,
            "level": "none",
            "message": message(&text),
            "locations": [place],
            "partialFingerprints": fingerprint,
            "properties": more,
        }));
    }

    /// The fingerprint of a diagnostic: of its code, its member, and the texts that it is about
    /// without their white space. It does not change if lines move, or if other members do.
    fn fingerprint(&mut self, diagnostic: &Diagnostic) -> Value {
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
    fn numbered(&mut self, parts: &[&str]) -> Value {
        let hash = hash(parts);
        let times = self.occurrences.entry(hash.clone()).or_default();
        *times += 1;
        json!({ FINGERPRINT: format!("{hash}:{times}") })
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
        let history = found.history.as_ref();
        let is_of_callers = history.is_none_or(History::is_of_callers);
        let confirmed = match found.replay {
            Replay::Confirmed if is_of_callers => " (confirmed by a run)",
            Replay::Confirmed | Replay::NotConfirmed(_) | Replay::NotTried(_) => "",
        };
        text += &format!("\ncounterexample{confirmed}: {values}");
        if let Some(history) = history {
            text += &format!("\n{history}");
        }
    }
    text
}

fn properties(diagnostic: &Diagnostic) -> Value {
    let mut found = json!({ "code": diagnostic.full_code() });
    if let Some(member) = &diagnostic.member {
        add(&mut found, "member", Some(json!(member)));
        let paths = Some(diagnostic.paths).filter(|paths| *paths > 0);
        add(&mut found, "paths", paths.map(|paths| json!(paths)));
    }
    let failure = diagnostic.what.failure();
    add(&mut found, "failure", failure.map(failure::object));
    let counterexample = diagnostic.counterexample.as_ref();
    add(&mut found, "counterexample", counterexample.map(values));
    found
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
        "replay": replay(counterexample),
        "input": store(&counterexample.input),
        "values": store(&counterexample.values),
        "forgotten": forgotten.map(Label::message),
    })
}

/// The edit of a hint.
fn fix(sources: &SourceMap, hint: &Hint) -> Value {
    let mut changes: BTreeMap<FileId, Vec<Value>> = BTreeMap::new();
    for edit in &hint.edits {
        let replacement = json!({
            "deletedRegion": region(sources, edit.span),
            "insertedContent": message(&edit.text),
        });
        changes.entry(edit.span.file).or_default().push(replacement);
    }
    let changes = changes.into_iter().map(|(file, replacements)| {
        json!({
            "artifactLocation": artifact(sources.file(file).name()),
            "replacements": replacements,
        })
    });
    json!({
        "description": message(&hint.message),
        "artifactChanges": changes.collect::<Vec<_>>(),
    })
}

/// The failing path, a location for each step, with the state after it.
fn code_flow(sources: &SourceMap, trace: &Trace) -> Value {
    let steps = trace.steps.iter().map(|step| {
        let mut place = location(sources, step.span);
        add(&mut place, "message", Some(message(&step.what)));
        let store = step.state.store.iter();
        let mut state: BTreeMap<&str, Value> = store
            .map(|(name, value)| (name.as_str(), message(value)))
            .collect();
        state.insert("heap", message(&step.state.heap.join(" * ")));
        json!({ "location": place, "state": state })
    });
    json!({ "threadFlows": [{ "locations": steps.collect::<Vec<_>>() }] })
}

/// How the run ended.
fn invocation(verification: Verification<'_>) -> Value {
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
    let mut invocation = json!({
        "executionSuccessful":
            is_complete && matches!(end.exit, Exit::Verified | Exit::NotVerified),
        "exitCode": end.exit.code(),
    });
    let found = (!found.is_empty()).then(|| Value::from(found));
    add(&mut invocation, "toolExecutionNotifications", found);
    invocation
}

/// The notification of a file with errors of the front end: some or all of it is not verified.
fn refused(sources: &SourceMap, file: &FileReport) -> Option<Value> {
    if file.front_end_errors() == 0 {
        return None;
    }
    let name = sources.file(file.file).name();
    let text = format!("{name} has errors, so that some or all of it was not verified");
    let mut found = notification("refused", "error", &text);
    let place = location(sources, Span::new(file.file, 0, 0));
    add(&mut found, "locations", Some(json!([place])));
    Some(found)
}

fn notification(id: &str, level: &str, text: &str) -> Value {
    json!({ "descriptor": { "id": id }, "level": level, "message": message(text) })
}

/// The index of a rule.
fn index(rule: &str) -> usize {
    let codes = Code::ALL.iter().position(|code| code.name() == rule);
    codes.unwrap_or(Code::ALL.len())
}

pub(super) fn location(sources: &SourceMap, span: Span) -> Value {
    let place = json!({
        "artifactLocation": artifact(sources.file(span.file).name()),
        "region": region(sources, span),
    });
    json!({ "physicalLocation": place })
}

fn region(sources: &SourceMap, span: Span) -> Value {
    let (start, end) = (sources.start(span), sources.end(span));
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

fn artifact(name: &str) -> Value {
    let mut path = name.replace('\\', "/");
    while let Some(rest) = path.strip_prefix("./") {
        path = rest.to_owned();
    }
    if path.starts_with('/') {
        json!({ "uri": format!("file://{}", encoded(&path)) })
    } else {
        json!({ "uri": encoded(&path), "uriBaseId": BASE })
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

/// The logical locations of what is in a member.
pub(super) fn logical(member: &str) -> Value {
    json!([{ "fullyQualifiedName": member, "kind": "member" }])
}

/// An object with a text alone: a message, a text in several formats, or the content of an artifact.
pub(super) fn message(text: &str) -> Value {
    json!({ "text": text })
}

/// Adds a property to an object, if it has a value.
pub(super) fn add(object: &mut Value, name: &str, value: Option<Value>) {
    if let (Some(value), Some(object)) = (value, object.as_object_mut()) {
        object.insert(name.to_owned(), value);
    }
}
