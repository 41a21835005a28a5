//! `veriframe contracts PATH`: the contracts of programs as a document; with `--against`, how they
//! differ from those of an older revision, and whether that is allowed.

use super::accepted::Accepted;
use super::arguments::{ColorArg, IntArg};
use super::console::Color;
use super::revision::{self, Place};
use super::{Failure, files};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::contracts::{
    Ruling, changes_json, changes_text, document_json, document_markdown,
};
use veriframe::report::human::{self, Style};
use veriframe::{
    Change, ContractChanges, ContractRefusal, Exit, Integers, Options, Stop, StopReason, Workspace,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  no change is denied
  1  a change is denied
  2  the command line, a file, a revision, or a program's syntax or types are wrong, or an accepted
     change is not there any more
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM";

/// The arguments of `contracts`.
#[derive(Args)]
#[command(after_help = EXIT_CODES)]
pub struct ContractsArgs {
    /// Files, or folders to search for .idf and .java files; with --against, the one newer file,
    /// folder or git revision [default: the current folder]
    #[arg(value_name = "NEW")]
    paths: Vec<String>,

    /// The older file, folder or git revision; what exists as a path is no revision
    #[arg(long, value_name = "OLD")]
    against: Option<String>,

    /// Changes that are not allowed
    #[arg(long, value_enum, value_name = "CHANGE", value_delimiter = ',', default_values = ["weakened", "changed", "removed"])]
    deny: Vec<ChangeArg>,

    /// A TOML file with accepted changes and the reasons for them
    #[arg(long, value_name = "FILE", requires = "against")]
    accept: Option<PathBuf>,

    /// Output format [default: `human` with --against, else `markdown`]
    #[arg(long, value_enum)]
    format: Option<ContractsFormat>,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,

    /// Limit of each query in units of Z3
    #[arg(long, value_name = "N", default_value_t = Options::default().rlimit)]
    rlimit: u32,

    /// Worker threads [default: one per processor core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Time limit in seconds; contracts not compared by then are `changed`
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ContractsFormat {
    /// Text for people (with --against only)
    Human,
    /// One JSON object
    Json,
    /// A document (without --against only)
    Markdown,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ChangeArg {
    /// Only the newer contract implies the older one
    Strengthened,
    /// Only the older contract implies the newer one, or what stood behind it is gone
    Weakened,
    /// Neither is proved to imply the other
    Changed,
    /// The member is new
    Added,
    /// The member is gone
    Removed,
    /// Nothing is denied
    None,
}

impl ChangeArg {
    fn change(self) -> Option<Change> {
        Some(match self {
            ChangeArg::Strengthened => Change::Strengthened,
            ChangeArg::Weakened => Change::Weakened,
            ChangeArg::Changed => Change::Changed,
            ChangeArg::Added => Change::Added,
            ChangeArg::Removed => Change::Removed,
            ChangeArg::None => return None,
        })
    }
}

impl ContractsArgs {
    fn workspace(&self) -> Workspace {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Workspace::new(Options {
            integers: self.int.map(Integers::from),
            rlimit: self.rlimit,
            jobs: self.jobs.map_or_else(cores, NonZeroUsize::get),
            ..Options::default()
        })
    }
}

/// Lists or compares contracts. The report goes to `out`.
///
/// # Errors
/// If an option, a path, a revision or the file of accepted changes is wrong, or if `out` cannot be
/// written.
pub fn run(
    args: &ContractsArgs,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    match &args.against {
        Some(older) => compare(args, older, asked_to_stop, out),
        None => list(args, out),
    }
}

fn list(args: &ContractsArgs, out: &mut dyn Write) -> Result<Exit, Failure> {
    let mut workspace = args.workspace();
    let paths: Vec<PathBuf> = match args.paths.is_empty() {
        true => vec![PathBuf::from(".")],
        false => args.paths.iter().map(PathBuf::from).collect(),
    };
    files::read_all(&paths, &args.spec, &mut workspace)?;
    let document = match workspace.contracts() {
        Ok(document) => document,
        Err(refusal) => return refused(args, refusal),
    };
    let text = match args.format {
        None | Some(ContractsFormat::Markdown) => document_markdown(&document),
        Some(ContractsFormat::Json) => document_json(&document).map_err(cannot_write)?,
        Some(ContractsFormat::Human) => {
            return Err(Failure::new("`--format human` needs `--against`"));
        }
    };
    write(out, &text)?;
    Ok(Exit::Verified)
}

fn compare(
    args: &ContractsArgs,
    older: &str,
    asked_to_stop: Arc<AtomicBool>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if args.format == Some(ContractsFormat::Markdown) {
        return Err(Failure::new(
            "`--format markdown` is for contracts without `--against`",
        ));
    }
    let newer = match args.paths.as_slice() {
        [] => ".",
        [only] => only,
        _ => {
            return Err(Failure::new(
                "with `--against` there is only one newer place",
            ));
        }
    };
    let accepted = args.accept.as_deref().map(Accepted::read).transpose()?;
    let stop = Stop::new(asked_to_stop, args.timeout.map(Duration::from_secs));
    let (old, new) = (Place::of(older), Place::of(newer));
    let at = match &new {
        Place::Path(path) => path.clone(),
        Place::Revision(_) => PathBuf::from("."),
    };
    let (mut before, mut after) = (args.workspace(), args.workspace());
    revision::read(&old, &at, &mut before)?;
    revision::read(&new, &at, &mut after)?;
    if before.files().next().is_none() {
        let at = at.display();
        let message = format!("there is no .idf or .java file in `{older}` at `{at}`");
        return Err(Failure::new(message));
    }
    files::add_specs(&args.spec, before.has_java(), &mut after)?;
    let changes = match after.contract_changes(&before, &stop) {
        Ok(changes) => changes,
        Err(refusal) => return refused(args, refusal),
    };
    if stop.reason() == Some(StopReason::Requested) {
        return Ok(Exit::Stopped);
    }
    let rulings = rulings(args, &changes, accepted.as_ref())?;
    let text = match args.format {
        Some(ContractsFormat::Json) => changes_json(&changes, &rulings).map_err(cannot_write)?,
        _ => changes_text(&changes, &rulings),
    };
    write(out, &text)?;
    Ok(match rulings.contains(&Ruling::Denied) {
        true => Exit::NotVerified,
        false => Exit::Verified,
    })
}

/// What the policy says of each member.
fn rulings(
    args: &ContractsArgs,
    changes: &ContractChanges,
    accepted: Option<&Accepted>,
) -> Result<Vec<Ruling>, Failure> {
    let denied: Vec<Change> = args.deny.iter().filter_map(|arg| arg.change()).collect();
    let ruling = |member| match accepted.and_then(|accepted| accepted.reason(member)) {
        Some(reason) => Ruling::Accepted(reason.to_owned()),
        None => Ruling::Denied,
    };
    let rulings = changes
        .members
        .iter()
        .map(|member| match denied.contains(&member.change) {
            true => ruling(member),
            false => Ruling::Allowed,
        });
    let rulings: Vec<Ruling> = rulings.collect();
    if let Some(accepted) = accepted {
        let members = changes.members.iter().zip(&rulings);
        let used = members.filter(|(_, ruling)| matches!(ruling, Ruling::Accepted(_)));
        accepted.refuse_stale(used.map(|(member, _)| member))?;
    }
    Ok(rulings)
}

fn refused(args: &ContractsArgs, refusal: ContractRefusal) -> Result<Exit, Failure> {
    match refusal {
        ContractRefusal::Errors { sources, reports } => {
            let style = Style {
                color: Color::from(args.color).for_stderr(),
                ..Style::default()
            };
            for report in &reports {
                for diagnostic in &report.diagnostics {
                    let text = human::diagnostic(&sources, diagnostic, style);
                    // If standard error is closed, the exit code still says it.
                    let _ = io::stderr().write_all(text.as_bytes());
                }
            }
            let worst = reports.iter().map(Exit::of).max();
            Ok(worst.unwrap_or(Exit::Refused).max(Exit::Refused))
        }
        ContractRefusal::Solver(message) => Err(Failure::broken(message)),
    }
}

fn write(out: &mut dyn Write, text: &str) -> Result<(), Failure> {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::new(format!("the output cannot be written: {error}")))
}

fn cannot_write(error: Box<dyn std::error::Error>) -> Failure {
    Failure::new(format!("the report cannot be written: {error}"))
}
