//! A statement that a command states, in the scope of a place of the program: the program is
//! resolved again with the statement there, so that names, types and ghost code mean what they
//! mean in its text.

use super::statements;
use crate::diagnostics::{Diagnostic, Severity};
use crate::driver::Loaded;
use crate::ir::Program;
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax;
use crate::syntax::tree::ast::{File, MemberKind, Stmt};

/// The name of the variable that holds the value of an expression.
pub const VALUE: &str = "debugged_value";

/// A program with one more statement.
#[derive(Debug)]
pub struct Extended {
    /// The program.
    pub program: Program,
    /// The file of the statement.
    pub file: FileId,
}

/// The program of a place with one more statement there.
///
/// # Errors
/// If the text is not exactly one statement, or means nothing there; what to say.
pub fn extended(loaded: &Loaded, place: Span, statement: &str) -> Result<Extended, String> {
    let notation = Notation::of(loaded.sources().file(place.file).name());
    if statement.contains(['\n', '\r']) || statement.contains("//") || statement.contains("/*") {
        return Err("write an expression on one line, without a comment".to_owned());
    }
    let (name, text) = match notation {
        Notation::Idf => (
            "(command).idf",
            format!("class Command {{ void run() {{ {statement} }} }}"),
        ),
        Notation::Java => (
            "(command).java",
            format!("class Command {{ void run() {{ //@ {statement}\n }} }}"),
        ),
    };
    let mut sources = loaded.sources().clone();
    let file = sources.add(name, text.clone());
    let (mut tree, found) = syntax::parse(file, &text, notation);
    refuse(&found)?;
    if !tree.strings.is_empty() {
        return Err("strings are not supported here".to_owned());
    }
    let stmt = only(&mut tree).ok_or("write one expression")?;
    let mut is_there = false;
    let edited = loaded.edited(place.file, &sources, &mut |trees| {
        let mut trees = trees.iter_mut();
        if let Some(tree) = trees.find(|tree| tree.holds(place)) {
            is_there = statements::insert(tree, place, &stmt);
        }
    });
    if !is_there {
        return Err("there is no statement here whose scope could be used".to_owned());
    }
    refuse(&edited.diagnostics)?;
    let program = edited.program.ok_or("this cannot be resolved here")?;
    Ok(Extended {
        program,
        file,
    })
}

/// Refuses a text with an error.
fn refuse(found: &[Diagnostic]) -> Result<(), String> {
    let mut errors = found.iter().filter(|d| d.severity == Severity::Error);
    errors
        .next()
        .map_or(Ok(()), |error| Err(error.message.clone()))
}

/// The only statement of a file.
fn only(tree: &mut File) -> Option<Stmt> {
    let [class] = tree.classes.as_mut_slice() else {
        return None;
    };
    let [member] = class.members.as_mut_slice() else {
        return None;
    };
    let MemberKind::Method { callable, .. } = &mut *member.kind else {
        return None;
    };
    let stmts = &mut callable.body.as_mut()?.stmts;
    match stmts.len() {
        1 => stmts.pop(),
        _ => None,
    }
}
