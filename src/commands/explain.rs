//! `veriframe explain CODE`: the long explanation of a diagnostic code.

use super::{Failure, suggestions};
use std::io::Write;
use veriframe::Code;
use veriframe::report::pages;

/// Writes the page of `code`, or of both parts of `construct:reason`.
///
/// # Errors
/// If there is no such code, or if it cannot be written.
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

/// The code with a name.
fn find(name: &str) -> Result<Code, Failure> {
    // People copy a code with the brackets that it stands in.
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

/// All codes, where none is near.
fn all() -> String {
    let names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    format!("; the codes are {}", names.join(", "))
}
