//! The report on a run as one HTML page: the source with verdicts and explanations, and for each
//! recorded member its execution tree, the states with what each step changed, and the heap as
//! boxes and arrows.
//!
//! The page needs nothing else: no file, no network, and no scripts for its text. What comes from
//! the program is escaped by the templates; the script is constant and reads the page.
//!
//! Templates are `maud`'s; `rust-sugiyama` computes where the boxes of a heap are, and the page
//! draws them, so that colours follow the style sheet. How many states are recorded depends on the
//! number of members alone, so that a page does not depend on the order in which they are verified.

mod heap_drawing;
mod listing;
mod steps;

use crate::debug::recorder::{Recorder, Recording, Recordings};
use crate::driver::FileReport;
use crate::report::verification::{Verification, verdicts};
use crate::source::{FileId, Span};
use crate::verify::outcome::{MemberOutcome, Status};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The style sheet.
const STYLE: &str = include_str!("style.css");

/// The script, which makes states step.
const SCRIPT: &str = include_str!("script.js");

/// What the page may load: nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      img-src data:; base-uri 'none'; form-action 'none'";

/// The size of a page from which executions and sources are left out.
const MAX_SIZE: usize = 16 << 20;

/// The size of the sources that are shown, of files without failures.
const MAX_SOURCES: usize = 4 << 20;

/// What is left out of a page because it would be too large.
#[derive(Debug, Default)]
struct LeftOut {
    /// Members whose execution is left out.
    executions: usize,
    /// Files whose text is left out.
    sources: usize,
}

/// A member with what was recorded of it.
struct Shown<'r> {
    outcome: &'r MemberOutcome,
    recording: Option<&'r Recording>,
    number: usize,
}

/// Writes the page.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    out: &mut dyn Write,
    verification: Verification<'_>,
    recorder: Option<&Recorder>,
) -> io::Result<()> {
    let recordings = recorder.map(Recorder::by_member).unwrap_or_default();
    write_recorded(out, verification, &recordings)
}

fn write_recorded(
    out: &mut dyn Write,
    verification: Verification<'_>,
    recordings: &Recordings,
) -> io::Result<()> {
    let mut left_out = LeftOut::default();
    let mut size = 0;
    let mut sources = 0;
    let mut files = Vec::new();
    let mut executions = Vec::new();
    let mut number = 0;
    for report in verification.files {
        let mut shown = Vec::new();
        for outcome in &report.members {
            let recording = recordings.get(&outcome.span).map(|recording| &**recording);
            number += 1;
            let mut member = Shown {
                outcome,
                recording,
                number,
            };
            if let Some(recording) = member.recording {
                let is_full = size > MAX_SIZE;
                let text = (!is_full).then(|| steps::execution(verification, &member, recording));
                match text {
                    Some(text) if size + text.0.len() <= MAX_SIZE => {
                        size += text.0.len();
                        executions.push(text);
                    }
                    _ => {
                        left_out.executions += 1;
                        member.recording = None;
                    }
                }
            }
            shown.push(member);
        }
        let text = verification.sources.file(report.file).text().len();
        let has_errors = report.all_diagnostics().next().is_some();
        sources += text;
        let with_text = has_errors || sources <= MAX_SOURCES;
        left_out.sources += usize::from(!with_text);
        files.push(listing::file(verification, report, &shown, with_text));
    }
    let text = html! {
        (warnings(verification, &left_out))
        main {
            div #text {
                (contents(verification, &|file| format!("#f{}", file.number())))
                @for file in &files { (file) }
            }
            div #executions { @for execution in &executions { (execution) } }
        }
    };
    writeln!(out, "{}", whole(verification, &text).into_string())
}

/// Makes a file of this name.
pub type Create<'c> = &'c mut dyn FnMut(&str) -> io::Result<Box<dyn Write>>;

/// Writes a page for each file, and an index.
///
/// # Errors
/// If one cannot be written.
pub fn write_pages(
    index: &mut dyn Write,
    create: Create<'_>,
    verification: Verification<'_>,
    recorder: Option<&Recorder>,
) -> io::Result<()> {
    let recordings = recorder.map(Recorder::by_member).unwrap_or_default();
    let mut names: BTreeMap<FileId, String> = BTreeMap::new();
    for (number, report) in (1..).zip(verification.files) {
        let name = page_name(number, verification.sources.file(report.file).name());
        let mut out = create(&name)?;
        let of_file = Verification {
            files: std::slice::from_ref(report),
            ..verification
        };
        write_recorded(&mut out, of_file, &recordings)?;
        out.flush()?;
        names.insert(report.file, name);
    }
    let name = |file: FileId| names.get(&file).cloned().unwrap_or_default();
    let text = html! {
        (warnings(verification, &LeftOut::default()))
        main { (contents(verification, &name)) }
    };
    writeln!(index, "{}", whole(verification, &text).into_string())
}

/// The name of the page of a file.
fn page_name(number: usize, file: &str) -> String {
    let base = file.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '.' {
            c
        } else {
            '_'
        }
    };
    format!(
        "{number}-{}.html",
        base.chars().map(plain).collect::<String>()
    )
}

/// A page with this text.
fn whole(verification: Verification<'_>, text: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { "veriframe: " (verdicts(verification.counts())) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "veriframe" }
                    p .summary { (verdicts(verification.counts())) }
                    (keys())
                }
                (text)
                (heads())
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

/// The keys that the script understands.
fn keys() -> Markup {
    html! {
        p .keys {
            kbd { "n" } " next step, " kbd { "p" } " previous, "
            kbd { "f" } " next failure, " kbd { "b" } " the one before, "
            kbd { "m" } " next member"
        }
    }
}

fn warnings(verification: Verification<'_>, left_out: &LeftOut) -> Markup {
    let mut texts = Vec::new();
    if let Some(failure) = verification.end.failure {
        texts.push(format!("error: {failure}"));
    }
    if let Some(early) = verification.end.early {
        texts.push(format!("The run ended early: {}.", early.text()));
    }
    match left_out.executions {
        0 => {}
        1 => texts.push("The execution of 1 member is left out: the page would be too large; name members with --member.".to_owned()),
        n => texts.push(format!(
            "The executions of {n} members are left out: the page would be too large; name members with --member."
        )),
    }
    if left_out.sources > 0 {
        texts.push(format!(
            "The text of {} files without failures is left out.",
            left_out.sources
        ));
    }
    html! { @for text in &texts { p .warning { (shown(text)) } } }
}

/// The files with their verdicts, if there are several, and where their texts are.
fn contents(verification: Verification<'_>, place: &dyn Fn(FileId) -> String) -> Markup {
    if verification.files.len() < 2 {
        return html! {};
    }
    html! {
        nav aria-label="Files" {
            ul {
                @for report in verification.files {
                    li {
                        a href=(place(report.file)) {
                            (shown(verification.sources.file(report.file).name()))
                        }
                        " " (counts(report))
                    }
                }
            }
        }
    }
}

fn counts(report: &FileReport) -> Markup {
    let counts = report.counts();
    let parts = [
        ("verified", counts.verified),
        ("failed", counts.failed),
        ("unknown", counts.unknown),
        ("refused", counts.refused),
    ];
    html! {
        @for (name, count) in parts {
            @if count > 0 { span class=(format!("badge {name}")) { (count) " " (name) } " " }
        }
    }
}

/// The head of arrows.
fn heads() -> Markup {
    html! {
        svg width="0" height="0" aria-hidden="true" {
            defs {
                marker #head viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
                    markerHeight="7" orient="auto" {
                    path d="M0 0L8 4L0 8z" {}
                }
            }
        }
    }
}

/// The class and the word of a verdict.
fn verdict(status: Status) -> &'static str {
    match status {
        Status::Verified => "verified",
        Status::Failed => "failed",
        Status::Unknown => "unknown",
        Status::Refused => "refused",
        Status::Internal => "internal",
    }
}

/// A text, cut if it is too long.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() > most {
        text.chars().take(most - 1).chain("…".chars()).collect()
    } else {
        text.to_owned()
    }
}

/// A text of the program, with characters made visible that would change how it is read.
fn shown(text: &str) -> String {
    let visible = |c: char| match c {
        '\n' | '\t' => c,
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => c,
    };
    text.chars().map(visible).collect()
}

/// The line of the start of a span.
fn line_of(verification: Verification<'_>, span: Span) -> usize {
    verification.sources.start(span).line
}
