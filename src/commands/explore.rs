//! `veriframe explore PATH… --member C.m`: shows the symbolic execution tree of a member.

use super::limits::{Ending, Limited};
use super::memory::Limit;
use super::programs::Programs;
use super::{Failure, run};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::exploring;
use veriframe::report::human::Style;
use veriframe::{Exit, ExploreRequest, StopReason};

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct ExploreCommand {
    /// The programs.
    pub programs: Programs,
    /// What to explore.
    pub explore: ExploreRequest,
    /// The format of the tree.
    pub format: Format,
    /// Whether diagnostics are coloured.
    pub color: bool,
    /// The time limit.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default.
    pub memory: Option<Limit>,
}

/// The format of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text for people.
    Human,
    /// One JSON object.
    Json,
    /// A graph for Graphviz.
    Dot,
}

/// Explores the requested member and writes its tree to `out`.
///
/// # Errors
/// If an option or a path is wrong, or `out` cannot be written.
pub fn explore(
    request: &ExploreCommand,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    let limited = Limited::new(
        asked_to_stop,
        request.timeout,
        request.memory,
        Ending::Search,
    );
    let stop = limited.stop();
    let explored = limited.run(|| {
        let loaded = request.programs.load()?;
        let found = loaded.explore(&request.explore, stop);
        Ok((loaded, found))
    });
    let (loaded, found) = explored?;
    let report = match found {
        Ok(report) => report,
        Err(refusal) => {
            let style = Style {
                color: request.color,
                ..Style::default()
            };
            return run::refused(&loaded, refusal, Some(&request.explore.member), style);
        }
    };
    let sources = loaded.sources();
    let text = match request.format {
        Format::Human => exploring::human(sources, &report),
        Format::Dot => exploring::dot(sources, &report),
        Format::Json => exploring::json(sources, &report)
            .map_err(|error| Failure::new(format!("the tree cannot be written: {error}")))?,
    };
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::new(format!("the output cannot be written: {error}")))?;
    Ok(match stop.reason() {
        Some(StopReason::Requested) => Exit::Stopped,
        _ => Exit::Verified,
    })
}
