//! `veriframe contracts PATH`: the contracts of programs as a document; with `--against`, how they
//! differ from those of an older revision, and whether that is allowed.

use super::accepted::Accepted;
use super::arguments::{ProgramArgs, class_path, seconds};
use super::console::{self, Color};
use super::files::Inputs;
use super::mount_changes::{self, Uncompared};
use super::project::{self, ContractPolicy, Level, Project};
use super::revision::{self, NoText, ProgramSource};
use super::revision_contents::Mounts;
use super::{Failure, bounds, files, option_changes};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use veriframe::report::contracts::{
    Ruling, changes_json, changes_lines, changes_text, document_json, document_markdown, junit,
    sarif,
};
use veriframe::report::github;
use veriframe::report::human::{self, Style};
use veriframe::visible;
use veriframe::visible::Kind;
use veriframe::{
    Change, ContractChanges, ContractRefusal, Exit, Integers, Options, Stop, StopReason, Weakened,
    Workspace,
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
    /// folder or git revision [default: what the project file names, or the current folder]
    #[arg(value_name = "NEW")]
    paths: Vec<String>,

    /// The older git revision, file or folder; what may be a revision and a path is refused: `./NAME`
    /// is the path
    #[arg(long, value_name = "OLD")]
    against: Option<String>,

    /// Changes that are not allowed, whatever the project file says [default: what it says, or
    /// weakened,changed,removed]
    #[arg(long, value_enum, value_name = "CHANGE", value_delimiter = ',')]
    deny: Vec<ChangeArg>,

    /// The project file; `off` reads none [default: veriframe.toml in the folder of NEW or in the next
    /// one above that has one]
    #[arg(long, value_name = "FILE|off")]
    project: Option<PathBuf>,

    /// A TOML file with accepted changes and the reasons for them [default: what the project file
    /// names]
    #[arg(long, value_name = "FILE", requires = "against")]
    accept: Option<PathBuf>,

    /// Output format [default: `human` with --against, else `markdown`]
    #[arg(long, value_enum)]
    format: Option<ContractsFormat>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Limit of each query in units of Z3 [default: 2000000]
    #[arg(long, value_name = "N")]
    rlimit: Option<u32>,

    /// Worker threads [default: one per processor core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Time limit in seconds; contracts not compared by then are `changed`
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ContractsFormat {
    /// Text for people (with --against only)
    Human,
    /// One JSON object
    Json,
    /// JSON, an object a line (with --against only)
    Jsonl,
    /// SARIF 2.1.0 (with --against only)
    Sarif,
    /// JUnit XML (with --against only)
    Junit,
    /// Annotations for GitHub Actions (with --against only)
    Github,
    /// A document (without --against only)
    Markdown,
}

impl ContractsArgs {
    /// What is written to standard output.
    pub fn kind(&self) -> Kind {
        match self.format {
            None | Some(ContractsFormat::Human | ContractsFormat::Markdown) => {
                Kind::Text { color: false }
            }
            Some(ContractsFormat::Github) => Kind::Commands,
            Some(ContractsFormat::Junit) => Kind::Markup,
            Some(ContractsFormat::Json | ContractsFormat::Jsonl | ContractsFormat::Sarif) => {
                Kind::Json
            }
        }
    }
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
    fn workspace(&self, project: &Project) -> Workspace {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let int = self.program.int.or(project.options.int);
        let rlimit = self.rlimit.or(project.options.rlimit);
        let jobs = self.jobs.or(project.jobs);
        let library_exceptions = project.options.library_exceptions;
        Workspace::new(Options {
            integers: int.map(Integers::from),
            library_exceptions: library_exceptions.map_or_else(Default::default, Into::into),
            rlimit: rlimit.unwrap_or(Options::default().rlimit),
            jobs: jobs.map_or_else(cores, NonZeroUsize::get),
            ..Options::default()
        })
    }

    /// The folders of library contracts.
    fn specs(&self, project: &Project) -> Vec<PathBuf> {
        let specs = self.program.spec.iter().chain(&project.library);
        specs.cloned().collect()
    }

    /// The class path of both places: what the command line names, and what the newest project file does that is
    /// no revision's, as jars are seldom in repositories.
    fn class_path(&self, places: &[(&ProgramSource, Option<&ProjectFile>); 2]) -> Vec<PathBuf> {
        let newest = places.iter().rev();
        let mut on_disk = newest.filter(|(place, _)| matches!(place, ProgramSource::Path(_)));
        let project = on_disk.next().and_then(|(_, found)| *found);
        let nothing = Project::default();
        let project = project.map_or(&nothing, |found| &found.project);
        class_path(&self.program.classpath, project)
    }

    fn is_without_project(&self) -> bool {
        self.project.as_deref() == Some(Path::new("off"))
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
    let project = match &args.project {
        _ if args.is_without_project() => Project::default(),
        Some(file) => Project::read(file)?,
        None => Project::find(Path::new("."))?.unwrap_or_default(),
    };
    let mut workspace = args.workspace(&project);
    let paths: Vec<PathBuf> = match args.paths.is_empty() {
        true if project.paths.is_empty() => vec![PathBuf::from(".")],
        true => project.paths.clone(),
        false => args.paths.iter().map(PathBuf::from).collect(),
    };
    let inputs = Inputs {
        paths: &paths,
        exclude: &[(project.folder.clone(), project.exclude.clone())],
        specs: &args.specs(&project),
        class_path: &class_path(&args.program.classpath, &project),
        stdin_name: None,
    };
    inputs.read(&mut workspace)?;
    let document = match workspace.contracts() {
        Ok(document) => document,
        Err(refusal) => return refused(args, refusal),
    };
    let text = match args.format {
        None | Some(ContractsFormat::Markdown) => document_markdown(&document),
        Some(ContractsFormat::Json) => document_json(&document).map_err(cannot_write)?,
        Some(format) => {
            let name = format.to_possible_value();
            let name = name.as_ref().map_or("", |value| value.get_name());
            let message = format!("`--format {name}` needs `--against`");
            return Err(Failure::new(message));
        }
    };
    write(out, text.as_bytes())?;
    Ok(Exit::Verified)
}

/// A project file: its name and text, and what they say.
struct ProjectFile {
    file: (String, String),
    project: Project,
}

/// The project of a place, of which `at` is the path in the working tree.
fn project_of(
    args: &ContractsArgs,
    place: &ProgramSource,
    at: &Path,
) -> Result<Option<ProjectFile>, Failure> {
    let found = match &args.project {
        _ if args.is_without_project() => None,
        Some(file) => revision::same(place, file)?,
        None => revision::above(place, at, project::NAME)?,
    };
    let Some((path, text)) = found else {
        return Ok(None);
    };
    let project = match place {
        ProgramSource::Path(_) => Project::of_text(&path, &text)?,
        ProgramSource::Revision(_) => Project::of_revision(&path, &text)?,
    };
    Ok(Some(ProjectFile {
        file: (path.display().to_string(), text),
        project,
    }))
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
    let new = match args.paths.as_slice() {
        [] => ProgramSource::Path(PathBuf::from(".")),
        [only] => match ProgramSource::of(only, Path::new("."))? {
            (_, Some(both)) => return Err(both),
            (place, None) => place,
        },
        _ => {
            return Err(Failure::new(
                "with `--against` there is only one newer place",
            ));
        }
    };
    let at = match &new {
        ProgramSource::Path(path) => path.clone(),
        ProgramSource::Revision(_) => PathBuf::from("."),
    };
    let (old, both) = ProgramSource::of(older, &at)?;
    let projects = [project_of(args, &old, &at)?, project_of(args, &new, &at)?];
    let [before, after] = projects.each_ref().map(Option::as_ref);
    let nothing = Project::default();
    let project = after.map_or(&nothing, |found| &found.project);
    let accepted = accepted(args, project)?;
    if let Some(accepted) = &accepted {
        let named = before.and_then(|found| found.project.contracts.accepted.as_ref());
        let is_named_alike = args.accept.is_some() || named == project.contracts.accepted.as_ref();
        tell_of_accepted(accepted, &old, is_named_alike);
    }
    let stop = Stop::new(asked_to_stop, args.timeout.or(project.timeout));
    let (workspaces, unread) = workspaces(args, [(&old, before), (&new, after)], &at)?;
    let [earlier, later] = &workspaces;
    if earlier.files().next().is_none() {
        let at = visible::path(&at);
        let older = visible::on_one_line(older);
        let message = format!("there is no .idf or .java file in `{older}` at `{at}`");
        return Err(Failure::new(message));
    }
    let mut changes = match later.contract_changes(earlier, &stop) {
        Ok(changes) => changes,
        Err(refusal) => {
            for line in mount_changes::lines(&unread) {
                // The exit code says that nothing is compared.
                let _ = writeln!(console::stderr(false), "error: {line}");
            }
            return refused(args, refusal);
        }
    };
    if stop.reason() == Some(StopReason::Requested) {
        return Ok(Exit::Stopped);
    }
    let policies = [before, after].map(|found| found.map(|found| &found.project.contracts));
    let policy = Policy {
        denied: &args.deny,
        older: policies[0].unwrap_or(&nothing.contracts),
        newer: &project.contracts,
        options: mount_changes::add(&mut changes, unread)
            + add_options(&mut changes, before, after),
    };
    let rulings = rulings(&policy, &changes, accepted.as_ref())?;
    write(out, &report(args.format, &changes, &rulings)?)?;
    match (rulings.contains(&Ruling::Denied), both) {
        (false, Some(both)) => Err(both),
        (false, None) => Ok(Exit::Verified),
        (true, both) => {
            if let Some(both) = both {
                // The exit code says that something is denied.
                let _ = writeln!(console::stderr(false), "error: {both}");
            }
            Ok(Exit::NotVerified)
        }
    }
}

/// The accepted changes of the file that the command line or the project file names.
fn accepted(args: &ContractsArgs, project: &Project) -> Result<Option<Accepted>, Failure> {
    let found = match (&args.accept, &project.contracts.accepted) {
        (Some(file), _) => Some((file, files::read(file)?)),
        (None, Some(file)) => Some((file, bounds::read(file)?)),
        (None, None) => None,
    };
    let accepted = found.map(|(file, text)| Accepted::of_text(file, &text));
    accepted.transpose()
}

/// Says that the list of accepted changes is none of the older revision: a change cannot accept itself in
/// silence.
fn tell_of_accepted(accepted: &Accepted, old: &ProgramSource, is_named_alike: bool) {
    let ProgramSource::Revision(revision) = old else {
        return;
    };
    // A list that cannot be read there is none.
    let text = revision::same(old, accepted.path()).ok().flatten();
    let is_same = text.is_some_and(|(path, text)| {
        Accepted::of_text(&path, &text).is_ok_and(|older| older.has_all_of(accepted))
    });
    if accepted.is_empty() || (is_named_alike && is_same) {
        return;
    }
    let path = visible::path(accepted.path());
    let revision = visible::on_one_line(revision);
    // If it cannot be shown, the report has the accepted changes.
    let _ = writeln!(
        console::stderr(false),
        "note: {path} is not the list of accepted changes of `{revision}`: this change accepts changes \
         itself, so review the entries"
    );
}

/// The report on changes in a format.
fn report(
    format: Option<ContractsFormat>,
    changes: &ContractChanges,
    rulings: &[Ruling],
) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let written = match format {
        Some(ContractsFormat::Human | ContractsFormat::Markdown) | None => {
            return Ok(changes_text(changes, rulings).into_bytes());
        }
        Some(ContractsFormat::Json) => {
            let text = changes_json(changes, rulings).map_err(cannot_write)?;
            return Ok(text.into_bytes());
        }
        Some(ContractsFormat::Jsonl) => {
            let text = changes_lines(changes, rulings).map_err(cannot_write)?;
            return Ok(text.into_bytes());
        }
        Some(ContractsFormat::Github) => github::write_changes(&mut text, changes, rulings),
        Some(ContractsFormat::Sarif) => sarif::write(&mut text, changes, rulings),
        Some(ContractsFormat::Junit) => junit::write(&mut text, changes, rulings),
    };
    written.map_err(|error| cannot_write(error.into()))?;
    Ok(text)
}

/// The programs of both places, without what their project files exclude, with the library contracts
/// of each; and the submodules that cannot be compared.
fn workspaces(
    args: &ContractsArgs,
    places: [(&ProgramSource, Option<&ProjectFile>); 2],
    at: &Path,
) -> Result<([Workspace; 2], Vec<Uncompared>), Failure> {
    let nothing = Project::default();
    let newest = places[1].1.map_or(&nothing, |found| &found.project);
    let mut both = [args.workspace(newest), args.workspace(newest)];
    let class_path = args.class_path(&places);
    let mut mounts = [Mounts::new(), Mounts::new()];
    let sides = both.iter_mut().zip(&mut mounts);
    for ((place, found), (workspace, mounts)) in places.into_iter().zip(sides) {
        let project = found.map_or(&nothing, |found| &found.project);
        let exclude = [(project.folder.clone(), project.exclude.clone())];
        // Without a path, the program is what each project file says.
        if !args.paths.is_empty() || project.paths.is_empty() {
            mounts.extend(revision::read(
                place,
                at,
                &exclude,
                NoText::Refused,
                workspace,
            )?);
        } else if let ProgramSource::Path(root) = place {
            for path in &project.paths {
                let root = if root == Path::new(".") {
                    Path::new("")
                } else {
                    root
                };
                let to = path.strip_prefix(root).unwrap_or(path);
                let part = ProgramSource::Path(path.clone());
                mounts.extend(revision::read(
                    &part,
                    to,
                    &exclude,
                    NoText::Refused,
                    workspace,
                )?);
            }
        } else {
            for path in &project.paths {
                mounts.extend(revision::read(
                    place,
                    path,
                    &exclude,
                    NoText::Refused,
                    workspace,
                )?);
            }
        }
    }
    let mut unread = mount_changes::of_programs(&mounts, &both);
    let mut mounts = [Mounts::new(), Mounts::new()];
    let sides = both.iter_mut().zip(&mut mounts);
    for ((place, found), (workspace, mounts)) in places.into_iter().zip(sides) {
        let project = found.map_or(&nothing, |found| &found.project);
        let specs = args.specs(project);
        *mounts = revision::read_specs(place, at, &specs, true, workspace)?;
    }
    unread.extend(mount_changes::of_libraries(&mounts, &both));
    mount_changes::fill(&unread, &mut both);
    for workspace in &mut both {
        files::add_class_path(&class_path, workspace)?;
    }
    Ok((both, unread))
}

/// Adds the options that demand less than before, and counts them.
fn add_options(
    changes: &mut ContractChanges,
    before: Option<&ProjectFile>,
    after: Option<&ProjectFile>,
) -> usize {
    let Some(shown) = after.or(before) else {
        return 0;
    };
    // A project without a file has the folder of the other one.
    let none = Project {
        folder: shown.project.folder.clone(),
        ..Project::default()
    };
    let [older, project] = [before, after].map(|found| found.map_or(&none, |found| &found.project));
    let mut options = option_changes::weakened(older, project);
    let moved = option_changes::weakened_by_moves(older, project, &changes.moved);
    options.extend(moved);
    let count = options.len();
    // A file that is gone is shown as it was.
    let (name, text) = &shown.file;
    let options = options.into_iter().map(|option| {
        let keys = option.keys.join(".");
        let member = format!("{}: {}", project::NAME, visible::on_one_line(&keys));
        Weakened {
            member,
            place: option.place(text),
            why: option.why,
            more: String::new(),
        }
    });
    let options: Vec<_> = options.collect();
    changes.add_weakened(name.clone(), text.clone(), options);
    count
}

/// What is denied.
struct Policy<'p> {
    /// What the command line denies; it outweighs the rest.
    denied: &'p [ChangeArg],
    /// The policy of the older revision.
    older: &'p ContractPolicy,
    /// That of the newer one.
    newer: &'p ContractPolicy,
    /// How many of the changes concern the options of the project file.
    options: usize,
}

impl Policy<'_> {
    /// What becomes of the change at this place. Whether the options may demand less is not for the
    /// newer ones alone to say.
    fn level(&self, at: usize, change: Change) -> Level {
        if !self.denied.is_empty() {
            let mut denied = self.denied.iter();
            return if denied.any(|arg| arg.change() == Some(change)) {
                Level::Deny
            } else {
                Level::Allow
            };
        }
        let level = self.newer.level(change);
        if at < self.options {
            level.max(self.older.level(change))
        } else {
            level
        }
    }
}

/// What the policy says of each member.
fn rulings(
    policy: &Policy<'_>,
    changes: &ContractChanges,
    accepted: Option<&Accepted>,
) -> Result<Vec<Ruling>, Failure> {
    let denied = |member| match accepted.and_then(|accepted| accepted.reason(member)) {
        Some(reason) => Ruling::Accepted(reason.to_owned()),
        None => Ruling::Denied,
    };
    let members = changes.members.iter().enumerate();
    let rulings = members.map(|(at, member)| match policy.level(at, member.change) {
        Level::Deny => denied(member),
        Level::Warn => Ruling::Warned,
        Level::Allow => Ruling::Allowed,
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
                color: Color::from(args.program.color).for_stderr(),
                ..Style::default()
            };
            for report in &reports {
                for diagnostic in &report.diagnostics {
                    let text = human::diagnostic(&sources, diagnostic, style);
                    // If standard error is closed, the exit code still says it.
                    let _ = console::stderr(style.color).write_all(text.as_bytes());
                }
            }
            let worst = reports.iter().map(Exit::of).max();
            Ok(worst.unwrap_or(Exit::Refused).max(Exit::Refused))
        }
        ContractRefusal::Solver(message) => Err(Failure::broken(message)),
    }
}

fn write(out: &mut dyn Write, text: &[u8]) -> Result<(), Failure> {
    let written = out.write_all(text).and_then(|()| out.flush());
    written.map_err(|error| Failure::new(format!("the output cannot be written: {error}")))
}

fn cannot_write(error: Box<dyn std::error::Error>) -> Failure {
    Failure::new(format!("the report cannot be written: {error}"))
}
