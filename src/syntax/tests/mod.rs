//! Tests of the syntax: accepted and refused programs, round trips, deep and large
//! programs, and arbitrary bytes.

mod accepted;
mod contracts;
mod generate;
mod ignored;
mod java;
mod refused;
mod robust;
mod roundtrip;

use super::tree::ast::{Expr, ExprKind, File, Stmt, StmtKind};
use super::{parse, pretty, pretty_type, same_up_to_spans};
use crate::diagnostics::Diagnostic;
use crate::notation::Notation;
use crate::source::{FileId, SourceMap};

/// Any file; only texts and offsets matter here.
fn any_file() -> FileId {
    SourceMap::default().add("test.idf", "")
}

fn parsed(text: &str) -> (File, Vec<Diagnostic>) {
    parse(any_file(), text, Notation::Idf)
}

/// Parses a text as a `.java` file.
fn parsed_java(text: &str) -> (File, Vec<Diagnostic>) {
    parse(any_file(), text, Notation::Java)
}

/// The tree of a text without errors.
fn tree(text: &str) -> File {
    let (file, diagnostics) = parsed(text);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:#?}");
    file
}

/// The only statement of a text.
fn stmt(text: &str) -> Stmt {
    tree(text).main.first().cloned().expect("a statement")
}

/// The expression `text`.
fn expr(text: &str) -> Expr {
    match *stmt(&format!("assert {text};")).kind {
        StmtKind::Assert(e) => e,
        other => panic!("not an assert: {other:?}"),
    }
}

/// Asserts that `text` is parsed as a construct without a node, of this name.
fn assert_refused_by_name(text: &str, name: &str) {
    let e = expr(text);
    assert_eq!(
        e.kind,
        ExprKind::Unsupported(name.to_owned().leak()),
        "{text}"
    );
    assert_eq!(
        (e.span.start, e.span.end),
        (7, 7 + u32::try_from(text.len()).unwrap()),
        "{text}"
    );
}

fn assert_round_trip(file: &File) {
    let text = pretty(file);
    let (again, diagnostics) = parsed(&text);
    let errors: Vec<_> = diagnostics
        .iter()
        .filter(|d| d.code == crate::diagnostics::Code::Syntax)
        .collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    assert!(same_up_to_spans(file, &again), "{text}\n{}", pretty(&again));
}
