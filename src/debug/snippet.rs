//! A statement that a command states, in the scope of a place of the program: the program is
//! resolved again with the statement there, so that names, types and ghost code mean what they
//! mean in its text.

use super::statements;
use crate::diagnostics::{Diagnostic, Severity};
use crate::driver::Loaded;
use crate::ir::{
    AssertKind, ExprKind, MemberId, MethodId, Program, Stmt as IrStmt, StmtKind, Type, walk,
};
use crate::notation::Notation;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax;
use crate::syntax::tree::ast::{File, MemberKind, Stmt};

/// The name of the variable that holds the value of an expression.
pub const VALUE: &str = "debugged_value";

/// Whether a statement is executed, or only read by proofs and questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeKind {
    /// It can change what the program reads.
    Real,
    /// It can only change ghost variables.
    Ghost,
}

/// A statement at a place of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The place of the statement before which it is executed.
    pub place: Span,
    /// Its text.
    pub text: String,
    /// Whether it is real code.
    pub code: CodeKind,
}

/// A program with more statements.
#[derive(Debug)]
pub struct Extended {
    /// The program.
    pub program: Program,
    /// Its files, and those of the statements.
    pub sources: SourceMap,
    /// The file of the last statement.
    pub file: FileId,
    /// The files of all of them.
    pub files: Vec<FileId>,
}

impl Extended {
    /// The last statement, as it was lowered.
    pub fn last(&self, member: MemberId) -> Vec<&IrStmt> {
        let MemberId::Method(method) = member else {
            return Vec::new();
        };
        let stmts = walk::statements(&self.program.method(method).body).into_iter();
        stmts.filter(|stmt| stmt.span.file == self.file).collect()
    }

    /// The method that the last statement calls, if it is a call.
    pub fn called(&self, member: MemberId) -> Option<MethodId> {
        self.last(member).iter().find_map(|stmt| {
            let StmtKind::Call(_, call) = &stmt.kind else {
                return None;
            };
            Some(call.callee)
        })
    }
}

/// The program with more statements.
///
/// # Errors
/// If a text is not exactly one statement, or means nothing there; what to say.
pub fn extended(loaded: &Loaded, statements: &[Statement]) -> Result<Extended, String> {
    let mut sources = loaded.sources().clone();
    let mut parsed = Vec::new();
    for statement in statements {
        parsed.push(read(&mut sources, statement)?);
    }
    let (last, file) = match (statements.last(), parsed.last()) {
        (Some(last), Some((_, file))) => (last, *file),
        _ => return Err("there is no statement".to_owned()),
    };
    let mut is_there = true;
    let edited = loaded.edited(last.place.file, &sources, &mut |trees| {
        for (statement, (stmt, _)) in statements.iter().zip(&parsed) {
            let mut trees = trees.iter_mut();
            let tree = trees.find(|tree| tree.holds(statement.place));
            is_there &= tree.is_some_and(|tree| {
                tree.inserted.push((stmt.span, statement.place));
                statements::insert(tree, statement.place, stmt)
            });
        }
    });
    if !is_there {
        return Err("there is no statement here whose scope could be used".to_owned());
    }
    refuse(&edited.diagnostics)?;
    let program = edited.program.ok_or("this cannot be resolved here")?;
    Ok(Extended {
        program,
        sources,
        file,
        files: parsed.into_iter().map(|(_, file)| file).collect(),
    })
}

/// The file of the n-th of the statements that extend a program.
pub fn file_of(loaded: &Loaded, n: usize) -> FileId {
    let mut sources = loaded.sources().clone();
    let mut file = sources.add("(command)", "");
    for _ in 1..n {
        file = sources.add("(command)", "");
    }
    file
}

/// The statement of a text, and its file.
fn read(sources: &mut SourceMap, statement: &Statement) -> Result<(Stmt, FileId), String> {
    let notation = sources.file(statement.place.file).notation();
    let own = statement.text.as_str();
    if own.contains(['\n', '\r']) || own.contains("//") || own.contains("/*") {
        return Err("write an expression on one line, without a comment".to_owned());
    }
    let (name, text) = match notation {
        Notation::Idf => (
            "(command).idf",
            format!("class Command {{ void run() {{ {own} }} }}"),
        ),
        Notation::Java => {
            let mark = match statement.code {
                CodeKind::Ghost => "//@ ",
                CodeKind::Real => "",
            };
            let text = format!("class Command {{ void run() {{ {mark}{own}\n }} }}");
            ("(command).java", text)
        }
    };
    let file = sources.add(name, text.clone());
    let (mut tree, found) = syntax::parse(file, &text, notation);
    refuse(&found)?;
    if !tree.strings.is_empty() {
        return Err("strings are not supported here".to_owned());
    }
    let stmt = only(&mut tree).ok_or("write one expression")?;
    Ok((stmt, file))
}

/// The name of the type of an expression at a place of a member.
///
/// # Errors
/// If it means nothing there, or is no expression without permissions; what to say.
pub fn type_name(
    loaded: &Loaded,
    member: MemberId,
    place: Span,
    expression: &str,
    declared: &[Statement],
) -> Result<String, String> {
    if !matches!(member, MemberId::Method(_)) {
        return Err("only variables can be evaluated in a pure method".to_owned());
    }
    let equals = loaded.sources().file(place.file).notation().equality();
    let mut statements = declared.to_vec();
    statements.push(Statement {
        place,
        text: format!("assert ({expression}) {equals} ({expression});"),
        code: CodeKind::Ghost,
    });
    let extended = extended(loaded, &statements)?;
    let ty = extended.last(member).into_iter().find_map(|stmt| {
        if let StmtKind::Assert(asserted) = &stmt.kind
            && let AssertKind::Pure(e) = &asserted.kind
            && let ExprKind::Binary(_, left, _) | ExprKind::Logic(_, left, _) = &e.kind
        {
            return Some(left.ty.clone());
        }
        None
    });
    let ty = ty.ok_or("this is no expression without permissions")?;
    Ok(ghost_type(&extended.program, &ty))
}

/// The name of the type of a ghost variable for values of a type.
pub fn ghost_type(program: &Program, ty: &Type) -> String {
    if ty.is_int() {
        "int".to_owned()
    } else {
        program.type_name(ty)
    }
}

/// Refuses a text with an error.
fn refuse(found: &[Diagnostic]) -> Result<(), String> {
    let mut errors = found.iter().filter(|d| d.severity == Severity::Error);
    errors.next().map_or(Ok(()), |error| Err(error.message()))
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
