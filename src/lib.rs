//! veriframe verifies annotated Java-like programs: each method is executed
//! symbolically against its contract, in the logic of implicit dynamic frames.
//!
//! Files are set in a [`Workspace`]; [`Workspace::load`] parses and resolves them, and
//! [`Loaded::check`] verifies their members. The results are one [`FileReport`] per file,
//! which [`report`] formats. What is exported here is all that a front end needs: the
//! command line is one.
//!
//! ```no_run
//! use veriframe::{Options, Status, Stop, Workspace};
//!
//! let text = "class Cell { int x; void set(int v) requires acc(x); ensures acc(x) * x = v; { x := v; } }";
//! let mut workspace = Workspace::new(Options::default());
//! workspace.set("cell.idf", text);
//! let reports = workspace.load().check(&Stop::default(), &|_| ());
//! let mut members = reports.iter().flat_map(|report| &report.members);
//! assert!(members.all(|member| member.status == Status::Verified));
//! ```
//!
//! With the default feature `cli` the crate has the command line `veriframe` and
//! [`report::human`]; with `remote-cache`, caches that several machines share.

mod cache;
mod counterexample;
pub mod debug;
mod driver;
mod gate;
#[doc(hidden)]
pub mod internals;
mod library;
#[cfg(feature = "cli")]
pub mod page;
pub mod report;
mod resolve;
mod syntax;
mod verify;

use veriframe_base::{bits, diagnostics, floating, notation, parallel, source, stack, stop, trace};
use veriframe_execution as execution;
use veriframe_ir as ir;
use veriframe_ir::sorts;
use veriframe_logic as logic;
use veriframe_symbolic as symbolic;

pub use veriframe_base::visible;

#[cfg(feature = "cli")]
pub use cache::RemoteUrl;
#[cfg(feature = "remote-cache")]
pub use cache::remote;
pub use cache::{Cache, CacheSize, FolderState, Mode as CacheMode};
pub use diagnostics::failure;
pub use diagnostics::{
    Code, Counterexample, Diagnostic, Edit, Hint, History, Label, Message, Replay, Severity,
};
pub use driver::{
    Aliases, BmcAnswer, BmcRefusal, BmcReport, BmcRequest, Bug, ContractChanges, ContractDocument,
    ContractRefusal, Costs, Counts, Event, Exit, ExploreReport, ExploreRequest, ExploredLeaf,
    FileCoverage, FileReport, InputTree, LeftOut, LineCoverage, Listener, Loaded, MemberEntry,
    PathEnd, Regression, RunEnd, RunRefusal, RunReport, RunRequest, RunStreams, RunningCall, Shard,
    ShardPlan, TestFinding, TestMember, TestNode, TestReport, TestRequest, TestTally,
    UnchangedMember, Untested, Weakened, Workspace, with_edits,
};
pub use gate::{Change, ContractText, MemberChange};
pub use ir::{Integers, LibraryExceptions};
#[cfg(feature = "cli")]
pub use library::class_path::{ClassPath, ClassPathError};
pub use logic::ProverMode;
pub use logic::z3::backend::version as z3_version;
pub use logic::z3::library::find as find_z3;
pub use notation::Notation;
pub use source::{FileId, Position, SourceFile, SourceMap, Span};
pub use stop::{MemoryBound, Stop, StopReason};
pub use trace::{StateView, Step, Trace};
pub use verify::{
    FileOptions, Guards, Hints, LibraryMember, MemberKind, MemberOutcome, MemberRef, Merging,
    Options, QuantifierStats, Stats, Status, TraceMode, Transcripts,
};
