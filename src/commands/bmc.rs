//! `veriframe bmc PATH…`: checks a method within bounds.

use super::limits::{Ending, Limited, ended_by};
use super::memory::Limit;
use super::programs::Programs;
use super::verify::Format;
use super::{Failure, output_file, run};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::bmc;
use veriframe::report::human::{self, Style};
use veriframe::{
    BmcAnswer, BmcRefusal, BmcReport, BmcRequest, Exit, Loaded, RunRefusal, StopReason,
};

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct BmcCommand {
    /// The programs.
    pub programs: Programs,
    /// What to check.
    pub bmc: BmcRequest,
    /// Where the formula goes.
    pub smt: Option<PathBuf>,
    /// Where the unwound program goes; `-` is the standard output.
    pub unwound: Option<PathBuf>,
    /// Whether the values along the path of a bug are shown.
    pub versions: bool,
    /// The output format.
    pub format: Format,
    /// Whether text is coloured.
    pub color: bool,
    /// The time limit of the run.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default.
    pub memory: Option<Limit>,
}

/// Checks the requested method. The answer goes to `out`.
///
/// # Errors
/// If an option or a path is wrong, or `out` cannot be written.
pub fn run(
    request: &BmcCommand,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let BmcRequest {
        unwind, max_unwind, ..
    } = request.bmc;
    if max_unwind < unwind {
        return Err(Failure::new(format!(
            "--max-unwind {max_unwind} is less than --unwind {unwind}"
        )));
    }
    let is_shown = request.unwound.as_deref() == Some(Path::new("-"));
    if is_shown && matches!(request.format, Format::Json) {
        return Err(Failure::new(
            "--unwound - and --format json both write to standard output; name a file",
        ));
    }
    let limited = Limited::new(
        asked_to_stop,
        request.timeout,
        request.memory,
        Ending::Search,
    );
    let stop = limited.stop();
    let checked = limited.run(|| {
        let loaded = request.programs.load()?;
        let answer = loaded.bmc(&request.bmc, stop);
        Ok((loaded, answer))
    });
    let (loaded, answer) = checked?;
    let style = Style {
        color: request.color,
        ..Style::default()
    };
    let exit = match answer {
        Ok(mut report) => {
            if report.is_stopped
                && let Some(why) = stop.reason().and_then(ended_by)
            {
                report.answer = BmcAnswer::BoundReached(why);
            }
            if let (Some(path), Some(formula)) = (&request.smt, &report.formula) {
                written_to(path, "formula", formula)?;
            }
            let mut text = shown(&loaded, &report, request, style)?;
            if let (Some(Ok(program)), true) = (&report.program, is_shown) {
                text.insert_str(0, &format!("{program}\n"));
            }
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            written
                .map_err(|error| Failure::new(format!("the output cannot be written: {error}")))?;
            // The answer is there, whatever becomes of the program.
            if let (Some(path), Some(program)) = (&request.unwound, &report.program) {
                let program = program.as_ref().map_err(|why| Failure::new(why.as_str()))?;
                if !is_shown {
                    written_to(path, "unwound program", program)?;
                }
            }
            match report.answer {
                _ if report.is_stopped && stop.reason() == Some(StopReason::Requested) => {
                    Exit::Stopped
                }
                BmcAnswer::Correct => Exit::Verified,
                BmcAnswer::Bug(_) | BmcAnswer::BoundReached(_) => Exit::NotVerified,
            }
        }
        Err(refusal) => refused(&loaded, refusal, request, style)?,
    };
    // The process ends after the run; dropping the programs would only delay that.
    std::mem::forget(loaded);
    Ok(exit)
}

/// Writes a text that was asked for to a file.
fn written_to(path: &Path, what: &str, text: &str) -> Result<(), Failure> {
    let written = output_file::create(path).and_then(|(mut file, pending)| {
        file.write_all(text.as_bytes())?;
        pending.map_or(Ok(()), output_file::Pending::finish)
    });
    let shown = path.display();
    written.map_err(|error| Failure::new(format!("{shown}: the {what} cannot be written: {error}")))
}

fn shown(
    loaded: &Loaded,
    report: &BmcReport,
    request: &BmcCommand,
    style: Style,
) -> Result<String, Failure> {
    let sources = loaded.sources();
    match request.format {
        Format::Json => bmc::json(sources, report)
            .map_err(|error| Failure::new(format!("the report cannot be written: {error}"))),
        Format::Human => {
            let mut text = bmc::text(sources, report);
            if request.versions {
                text.push_str(&bmc::versions(sources, report));
            }
            if let BmcAnswer::Bug(bug) = &report.answer {
                text.push_str(&human::diagnostic(sources, &bug.diagnostic, style));
            }
            Ok(text)
        }
    }
}

fn refused(
    loaded: &Loaded,
    refusal: BmcRefusal,
    request: &BmcCommand,
    style: Style,
) -> Result<Exit, Failure> {
    match refusal {
        BmcRefusal::Errors(reports) => Ok(run::not_well_formed(loaded, &reports, style)),
        BmcRefusal::DependsOnErrors { message, reports } => {
            let refusal = RunRefusal::DependsOnErrors { message, reports };
            run::refused(loaded, refusal, None, style)
        }
        BmcRefusal::Member { message, members } => {
            let close = run::close_names(Some(&request.bmc.member), &members);
            let message = veriframe::visible::on_one_line(&message);
            Err(Failure::new(format!("{message}{close}")))
        }
        BmcRefusal::Solver(message) => Err(Failure::broken(message)),
    }
}
