//! `veriframe explain CODE`: the page on a diagnostic code.

use super::{Failure, suggestions};
use std::io::Write;
use veriframe::Code;
use veriframe::report::pages;

/// Writes the page on `code`, or the pages on both parts of `construct:reason`.
///
/// # Errors
/// If the code does not exist or the page cannot be written.
pub fn run(code: &str, out: &mut dyn Write) -> Result<(), Failure> {
    let codes = code
        .split(':')
        .map(find)
        .collect::<Result<Vec<Code>, Failure>>()?;
    let pages: Vec<&str> = codes.into_iter().map(pages::page).collect();
    out.write_all(pages.join("\n").as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("the explanation cannot be written: {error}")))
}

/// Writes all codes with their titles.
///
/// # Errors
/// If they cannot be written.
pub fn list(out: &mut dyn Write) -> Result<(), Failure> {
    let names = Code::ALL.iter().map(|code| code.name().len());
    let width = names.max().unwrap_or_default();
    let lines = Code::ALL.iter().map(|code| {
        let name = code.name();
        format!("{name:width$}  {}\n", code.title())
    });
    out.write_all(lines.collect::<String>().as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("the codes cannot be written: {error}")))
}

/// The code of a name.
fn find(name: &str) -> Result<Code, Failure> {
    // Users copy codes together with the enclosing brackets.
    let name = name.trim_matches(|c: char| c.is_whitespace() || c == '[' || c == ']');
    Code::from_name(name).ok_or_else(|| {
        let suggestions = suggestions::suggestions(name, Code::ALL.iter().map(|code| code.name()));
        let offer = if suggestions.is_empty() {
            all()
        } else {
            suggestions::did_you_mean(&suggestions)
        };
        Failure::new(format!("there is no diagnostic code `{name}`{offer}"))
    })
}

/// The note that lists all codes, for names without suggestions.
fn all() -> String {
    let names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    format!("; the codes are {}", names.join(", "))
}
