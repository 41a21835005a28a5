//! veriframe verifies annotated Java-like programs: each method is executed
//! symbolically against its contract, in the logic of implicit dynamic frames.
//!
//! Data flow: [`syntax`] parses text into a tree, [`resolve`] lowers trees to the typed
//! core language of [`ir`], [`verify`] checks every member by symbolic execution
//! ([`symbolic`]) over the terms and the solver of [`logic`], and [`report`] formats
//! the results. `commands` implements the command line.
//!
//! ```no_run
//! use veriframe::{ir, resolve, source::SourceMap, syntax, verify};
//!
//! let text = "class Cell { int x; void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v; } }";
//! let mut sources = SourceMap::default();
//! let file = sources.add("cell.idf", text);
//! let (tree, errors) = syntax::parse(file, text, syntax::Notation::Idf);
//! assert!(errors.is_empty());
//! let (program, errors) = resolve::resolve(&[tree], &[], ir::Integers::Unbounded);
//! assert!(errors.is_empty());
//! let outcomes = verify::verify(&program, &sources, &verify::Options::default(), &|_| {});
//! assert!(outcomes.iter().all(|o| o.status == verify::Status::Verified));
//! ```

pub mod cache;
pub mod commands;
pub mod diagnostics;
pub mod driver;
pub mod ir;
pub mod library;
pub mod logic;
pub mod parallel;
pub mod report;
pub mod resolve;
pub mod source;
pub mod stop;
pub mod symbolic;
pub mod syntax;
pub mod trace;
pub mod verify;
