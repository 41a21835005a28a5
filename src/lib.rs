//! veriframe verifies annotated Java-like programs: each method is executed
//! symbolically against its contract, in the logic of implicit dynamic frames.
//!
//! Data flow: [`syntax`] parses text into a tree, [`resolve`] lowers trees to the typed
//! core language of [`ir`], [`verify`] checks every member by symbolic execution
//! ([`symbolic`]) over the terms and the solver of [`logic`], and [`report`] formats
//! the results. `commands` implements the command line.
//!
//! ```no_run
//! use veriframe::driver::Workspace;
//! use veriframe::stop::Stop;
//! use veriframe::verify::{Options, Status};
//!
//! let text = "class Cell { int x; void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v; } }";
//! let mut workspace = Workspace::new(Options::default());
//! workspace.set("cell.idf", text);
//! let reports = workspace.load().check(&Stop::default(), &|_| ());
//! let members = reports.iter().flat_map(|report| &report.members);
//! assert!(members.into_iter().all(|member| member.status == Status::Verified));
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
