//! What messages show is written in the program's notation: no symbols, snapshots or
//! temporaries, no comparison of a thing with itself, and hints name only what the text
//! names.

use super::Program;
use veriframe::{Diagnostic, FileReport};

/// Words of the language that hints are made of.
const WORDS: [&str; 14] = [
    "acc",
    "open",
    "close",
    "use",
    "write",
    "invariant",
    "loop_invariant",
    "join",
    "old",
    "super",
    "this",
    "result",
    "length",
    "elems",
];

/// Checks all messages of the members of a program.
pub fn check(program: &Program, report: &FileReport) -> Result<(), String> {
    let members = report.members.iter();
    for diagnostic in members.flat_map(|member| &member.diagnostics) {
        if !diagnostic.code.is_front_end() {
            check_diagnostic(program, diagnostic)?;
        }
    }
    Ok(())
}

fn check_diagnostic(program: &Program, diagnostic: &Diagnostic) -> Result<(), String> {
    let refuse = |text: &str, why: &str| Err(format!("{}: {why} in `{text}`", program.name));
    for text in &diagnostic.texts() {
        if let Some(symbol) = internal(text, &program.text) {
            return refuse(text, &format!("`{symbol}` is internal"));
        }
        // A floating-point value that is no number differs from itself.
        let is_exact = !program.text.contains("double") && !program.text.contains("float");
        if is_exact && compares_with_itself(text) {
            return refuse(text, "both sides are the same");
        }
    }
    for note in diagnostic.note_texts() {
        if let Some(name) = unknown_name_of_hint(&note, &program.text) {
            return refuse(&note, &format!("`{name}` is not in the text"));
        }
    }
    Ok(())
}

/// A name that no program has: of a symbol, a snapshot or a temporary.
fn internal(text: &str, program: &str) -> Option<String> {
    let is_name = |c: char| c.is_alphanumeric() || "_$@'↦".contains(c);
    let mut words = text.split(|c| !is_name(c));
    let is_internal = |word: &&str| {
        let follows = |mark: char, is: fn(char) -> bool| {
            let mut parts = word.split(mark).skip(1);
            parts.any(|part| part.starts_with(is))
        };
        follows('@', char::is_alphanumeric)
            || follows('\'', |c| c.is_ascii_digit())
            || word.contains(['$', '↦'])
    };
    let word = words.find(|word| is_internal(word) && !program.contains(*word));
    word.map(str::to_owned)
}

/// Whether an equation in a note, or a message's comparison, has the same text on both
/// sides.
fn compares_with_itself(text: &str) -> bool {
    let Some(list) = text
        .strip_prefix("to be shown: ")
        .or_else(|| text.strip_prefix("known of these values: "))
    else {
        return false;
    };
    list.split(", ").any(|fact| {
        [" = ", " == ", " != ", " < ", " <= "].iter().any(|sign| {
            let sides: Vec<&str> = fact.split(sign).collect();
            matches!(sides.as_slice(), [left, right] if left == right)
        })
    })
}

/// A name in what a hint says to write that the program's text does not have.
fn unknown_name_of_hint(note: &str, program: &str) -> Option<String> {
    let mut hints = note.split('`').skip(1).step_by(2);
    let hint = hints.find(|code| {
        let first = code.split(' ').next();
        code.ends_with(';') && first.is_some_and(|first| WORDS.contains(&first))
    })?;
    let is_name = |c: char| c.is_alphanumeric() || "_$@'".contains(c);
    let names = hint.split(|c| !is_name(c));
    let mut names = names.filter(|name| !name.is_empty() && !WORDS.contains(name));
    let unknown = names.find(|name| {
        let mut words = program.split(|c| !is_name(c));
        let is_number = name.chars().all(|c| c.is_ascii_digit());
        !is_number && words.all(|word| word != *name)
    })?;
    Some(unknown.to_owned())
}

/// The check finds what it is for.
pub fn finds_internal_text() -> Result<(), String> {
    let program = "int a := 0; // n@line\n";
    for (text, is_bad) in [
        ("known of these values: a.seg[a.seg(b)@3](b)", true),
        ("`this'2` is not held", true),
        ("`size()@34` is 3 here", true),
        ("the value of `$3`", true),
        ("the heap holds: a.x ↦ 3", true),
        ("`n@line` is the text's own", false),
        ("`a' b`, it's fine", false),
    ] {
        if internal(text, program).is_some() != is_bad {
            return Err(format!("wrong answer for {text}"));
        }
    }
    let hints = [
        ("`open a;` may give it", false),
        ("`open b;` may give it", true),
        ("write `invariant acc(a);` there", false),
    ];
    for (note, is_bad) in hints {
        if unknown_name_of_hint(note, program).is_some() != is_bad {
            return Err(format!("wrong answer for {note}"));
        }
    }
    if compares_with_itself("to be shown: a = a") && !compares_with_itself("to be shown: a = b") {
        Ok(())
    } else {
        Err("wrong answer for an equation".to_owned())
    }
}
