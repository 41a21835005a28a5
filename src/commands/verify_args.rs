//! The arguments of `veriframe verify`.

use super::arguments::{
    ColorArg, DenyArg, GuardsArg, InferArg, IntArg, LibraryExceptionsArg, OutputArgs,
    VerbosityArgs, class_path, seconds,
};
use super::console::{Color, width_of_stdout};
use super::fix::Fix;
use super::memory::Limit;
use super::outputs::OutputFormat;
use super::project::{FileOptions, Project};
use super::remote_cache::RemoteArgs;
use super::verify::VerifyCommand;
use super::watch::Watched;
use super::{Failure, bounds, cache};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use veriframe::debug::Recorder;
use veriframe::report::shard;
use veriframe::visible;
use veriframe::visible::Kind;
use veriframe::{
    Costs, Hints, Merging, Options, ProverMode, QuantifierStats, Shard, TraceMode, Transcripts,
};

/// The exit codes of `verify`.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  everything was verified
  1  something failed or is unknown
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM: results so far are reported, the rest is unknown";

/// The arguments of `verify`.
#[derive(Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub struct VerifyArgs {
    /// Files, folders to search for .idf and .java files, or `-` for standard input [default:
    /// what the project file names]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The project file; `off` reads none [default: veriframe.toml in this folder or in the next
    /// one above that has one]
    #[arg(long, value_name = "FILE|off")]
    project: Option<PathBuf>,

    /// Verify only this member; may be given several times
    #[arg(long = "member", value_name = "CLASS.NAME")]
    members: Vec<String>,

    /// Verify only members whose results can differ from those in this git revision: their text, or
    /// what they depend on, was changed
    #[arg(long, value_name = "REV")]
    since: Option<String>,

    /// Verify a part of the members: `2/3` is the second of three parts, which are the same on every
    /// machine; `veriframe merge` joins their JSON results
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// With --shard: a JSON report with the times of an earlier run, by which the members are divided
    /// [default: by the sizes of their texts]
    #[arg(long, value_name = "FILE", requires = "shard")]
    costs: Option<PathBuf>,

    /// Leave out what matches this pattern, in the notation of `.gitignore`, when folders are
    /// searched; may be given several times
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,

    /// The name of the program on standard input, for which the path `-` stands
    #[arg(long, value_name = "NAME", default_value = "stdin.idf")]
    stdin_name: String,

    /// Worker threads [default: one per processor core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// End the run when a member fails; the others are unknown
    #[arg(long)]
    fail_fast: bool,

    /// List the members instead of verifying them
    #[arg(long)]
    pub list: bool,

    /// Verify again after each change of a file, what it concerns; Ctrl-C ends, with the exit code of
    /// the last run
    #[arg(long, conflicts_with_all = ["list", "outputs", "html", "smt", "fix", "shard"])]
    pub watch: bool,

    /// Show the symbolic states of failing paths, or of all paths
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "failing")]
    trace: Option<TraceArg>,

    /// With --trace: show whole states instead of changes
    #[arg(long)]
    full: bool,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,

    /// Jars and folders of class files, as Java's `-cp` takes them, whose public classes programs may
    /// name; may be given several times
    #[arg(long, value_name = "PATHS")]
    classpath: Vec<OsString>,

    #[command(flatten)]
    output: OutputArgs,

    /// Write an HTML page, as `--output html=FILE` does; into a folder, a page for each file
    #[arg(long, value_name = "FILE|DIR/")]
    html: Option<PathBuf>,

    #[command(flatten)]
    verbosity: VerbosityArgs,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]; in contracts and ghost code, integers are mathematical
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// What is made of guards in .java files: tests of parameters that begin a method and throw
    #[arg(long, value_enum, default_value_t = GuardsArg::Hint)]
    guards: GuardsArg,

    /// How members of Java's own classes that have no contract may end where that could be seen
    /// [default: any]
    #[arg(long, value_enum)]
    library_exceptions: Option<LibraryExceptionsArg>,

    /// Whether missing ghost statements (open, close, use) are inferred [default: on]
    #[arg(long, value_enum)]
    infer: Option<InferArg>,

    /// Whether failures are explained by values, by runs of the member with them, and by edits
    /// that mend them
    #[arg(long, value_enum, default_value_t = ExplainArg::On)]
    explain: ExplainArg,

    /// Show edits of contracts and ghost code with which failed members verify, as a diff; tries
    /// more of them than the report alone does
    #[arg(long)]
    fix: bool,

    /// With --fix: write the edits to the files
    #[arg(long, requires = "fix")]
    apply: bool,

    /// What to treat as an error although it is a warning, or nothing, by default
    #[arg(long, value_enum, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<DenyArg>,

    /// Resource limit per Z3 query, all attempts together, in Z3's units; 0 means no limit
    /// [default: 2000000]
    #[arg(long, value_name = "N")]
    rlimit: Option<u32>,

    /// Limit of all that a member costs, in units of Z3 and of the built-in prover; 0 means no limit
    #[arg(long, value_name = "N", default_value_t = Options::default().effort)]
    effort: u64,

    /// Random seed for Z3, for stability experiments
    #[arg(long, value_name = "N", default_value_t = Options::default().seed)]
    seed: u32,

    /// Whether the built-in prover answers queries before Z3 does
    #[arg(long, value_enum, default_value_t = ProverArg::On)]
    prover: ProverArg,

    /// State merging: whether states whose heaps have the same shape are merged after a
    /// conditional
    #[arg(long, value_enum, default_value_t = MergeArg::On)]
    merge: MergeArg,

    /// A folder in which each answered query is written to an SMT-LIB 2 file; disables the
    /// proof cache
    #[arg(long, value_name = "DIR")]
    smt: Option<PathBuf>,

    /// Time limit for the whole run in seconds; members not verified by then are unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory limit of the run, such as `512MB` or `4GB`; members under verification when it is
    /// exceeded are unknown [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// Folder of the proof cache; `off` disables it; `check` verifies again and compares with it [default: the folder in VERIFRAME_CACHE, or veriframe/proofs in the user's cache folder]
    #[arg(long, value_name = "DIR|off|check")]
    cache: Option<PathBuf>,

    #[command(flatten)]
    remote: RemoteArgs,

    /// Show statistics of each member: time, paths, queries, chunks; `quantifiers` adds the
    /// instances of each quantified fact, which takes longer
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "members")]
    stats: Option<StatsArg>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatsArg {
    /// Counts of each member
    Members,
    /// Also the instances of quantified facts
    Quantifiers,
}

#[derive(Clone, Copy, ValueEnum)]
enum TraceArg {
    /// The paths on which an error was found
    Failing,
    /// Every path of every member
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum ExplainArg {
    /// With a counterexample, what runs of the member show, and an edit with which it verifies
    On,
    /// Without, which is faster
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum MergeArg {
    /// Merge states if a member has many paths; no verdict should depend on it
    On,
    /// Execute each path separately
    Off,
    /// Merge states at every join point
    Always,
}

#[derive(Clone, Copy, ValueEnum)]
enum ProverArg {
    /// Use the built-in prover first; no verdict should depend on it
    On,
    /// No, for comparison
    Off,
    /// Cross-check each of its answers with Z3; a disagreement is an internal error
    Check,
}

impl VerifyArgs {
    /// What is written to standard output.
    pub fn kind(&self) -> Kind {
        let color = Color::from(self.color).for_stdout();
        match self.output.format {
            _ if self.list => Kind::Text { color: false },
            format => format.kind(color),
        }
    }

    /// The request of these arguments. If they, or the project file, ask for what cannot be done, it only
    /// says so to the outputs: what they had before must not count as results of this run.
    ///
    /// # Errors
    /// If not even that can be done.
    pub fn request(self) -> Result<VerifyCommand, Failure> {
        let alone = VerifyArgs {
            project: Some(PathBuf::from("off")),
            spec: Vec::new(),
            classpath: Vec::new(),
            costs: None,
            smt: None,
            cache: Some(PathBuf::from("off")),
            remote: RemoteArgs::default(),
            fix: false,
            apply: false,
            ..self.clone()
        };
        self.understood().or_else(|failure| {
            let command = alone.understood().map_err(|_| failure.clone())?;
            Ok(VerifyCommand {
                refused: Some(failure),
                ..command
            })
        })
    }

    fn understood(self) -> Result<VerifyCommand, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let project = Project::named(self.project.as_deref())?;
        let trace = self.trace.map_or(TraceMode::Off, TraceMode::from);
        let given = FileOptions {
            deny: None,
            int: self.int,
            infer: self.infer,
            library_exceptions: self.library_exceptions,
            rlimit: self.rlimit,
        };
        // What the command line denies is denied besides.
        let with_given = |own: &FileOptions| {
            let mut options = given.over(own);
            options.deny.get_or_insert_default().extend(&self.deny);
            options.files()
        };
        let explain = matches!(self.explain, ExplainArg::On);
        if self.fix && !explain {
            return Err(Failure::new(
                "--fix is part of what --explain=off leaves out",
            ));
        }
        if self.apply && self.paths.iter().any(|path| path == Path::new("-")) {
            return Err(Failure::new("--apply: standard input cannot be changed"));
        }
        let mut output = self.output;
        output
            .outputs
            .extend(self.html.map(|file| (OutputFormat::Html, file)));
        let has_page = output.has(OutputFormat::Html);
        let recorder = has_page.then(|| Arc::new(Recorder::of_all()));
        let transcripts = self.smt.as_deref().map(transcripts).transpose()?;
        let quantifiers = self.stats == Some(StatsArg::Quantifiers);
        if quantifiers && !matches!(output.format, OutputFormat::Human | OutputFormat::Concise) {
            return Err(Failure::new(
                "--stats=quantifiers is part of the report for people: leave out --format",
            ));
        }
        let quantifiers = quantifiers.then(|| Arc::new(QuantifierStats::default()));
        let mut options = Options {
            explain,
            hints: match (explain, self.fix) {
                (false, _) => Hints::Off,
                (true, false) => Hints::Quick,
                (true, true) => Hints::Thorough,
            },
            effort: match self.effort {
                0 => u64::MAX,
                limit => limit,
            },
            guards: self.guards.into(),
            seed: self.seed,
            prover: match self.prover {
                ProverArg::On => ProverMode::On,
                ProverArg::Off => ProverMode::Off,
                ProverArg::Check => ProverMode::Check,
            },
            merge: match self.merge {
                MergeArg::On => Merging::Many,
                MergeArg::Off => Merging::Off,
                MergeArg::Always => Merging::Always,
            },
            jobs: self
                .jobs
                .or(project.jobs)
                .map_or_else(cores, NonZeroUsize::get),
            trace: match trace {
                // The failing paths are its code flows.
                TraceMode::Off if output.has(OutputFormat::Sarif) => TraceMode::Failing,
                trace => trace,
            },
            members: self.members,
            cache: if self.smt.is_some() || has_page || quantifiers.is_some() {
                None
            } else {
                let local = cache::chosen(self.cache.as_deref(), project.is_cache_off)?;
                self.remote.beside(local, &project)?.map(Arc::new)
            },
            listeners: Vec::new(),
            ..with_given(&project.options).over(&Options::default())
        };
        if let Some(transcripts) = &transcripts {
            options.listeners.push(transcripts.clone());
        }
        if let Some(quantifiers) = &quantifiers {
            options.listeners.push(quantifiers.clone());
        }
        if let Some(recorder) = &recorder {
            options.listeners.push(recorder.clone());
        }
        let of_folders = project.folders.iter().map(|(_, own)| own);
        let denied = of_folders.chain([&project.options]);
        let mut denied = denied.flat_map(|own| own.deny.iter().flatten());
        let denies_ignored =
            self.deny.contains(&DenyArg::Ignored) || denied.any(|d| *d == DenyArg::Ignored);
        let folders = project.options_of_folders().into_iter();
        let folders = folders.map(|(folder, own)| (folder, with_given(&own)));
        let folders: Vec<_> = folders.collect();
        let class_path = class_path(&self.classpath, &project);
        let mut exclude = vec![(PathBuf::from("."), self.exclude)];
        exclude.push((project.folder.clone(), project.exclude));
        let mut specs = self.spec;
        specs.extend(project.library);
        Ok(VerifyCommand {
            paths: if self.paths.is_empty() {
                project.paths
            } else {
                self.paths
            },
            specs,
            class_path,
            folders,
            format: output.format,
            outputs: output.outputs,
            trace,
            since: self.since,
            project_file: project.file,
            shard: match (self.shard, &self.costs) {
                (None, _) => None,
                (Some(shard), None) => Some((shard, Costs::new())),
                (Some(shard), Some(file)) => Some((shard, costs(file)?)),
            },
            color: Color::from(self.color).for_stdout(),
            width: width_of_stdout(),
            full: self.full,
            fail_fast: self.fail_fast,
            exclude,
            denies_ignored,
            stdin_name: Some(self.stdin_name),
            verbosity: self.verbosity.into(),
            stats: self.stats.is_some(),
            quantifiers,
            fix: match (self.fix, self.apply) {
                (false, _) => None,
                (true, false) => Some(Fix::Show),
                (true, true) => Some(Fix::Apply),
            },
            timeout: self.timeout.or(project.timeout),
            memory: self.memory.or(project.memory),
            transcripts,
            recorder,
            refused: None,
            options,
        })
    }
}

impl VerifyArgs {
    /// What `--watch` watches with these arguments.
    ///
    /// # Errors
    /// If the project file cannot be read, or the format is not for people.
    pub fn watched(&self) -> Result<Watched, Failure> {
        if !matches!(
            self.output.format,
            OutputFormat::Human | OutputFormat::Concise
        ) {
            return Err(Failure::new(
                "--watch is for people: use --format=human or --format=concise",
            ));
        }
        let project = Project::named(self.project.as_deref())?;
        let local = cache::chosen(self.cache.as_deref(), project.is_cache_off)?;
        let class_path = class_path(&self.classpath, &project);
        let mut paths = if self.paths.is_empty() {
            project.paths
        } else {
            self.paths.clone()
        };
        paths.extend(self.spec.iter().cloned());
        paths.extend(project.library);
        paths.extend(class_path);
        Ok(Watched {
            paths,
            project_file: project.file,
            needs_cache: local.is_none(),
        })
    }
}

impl From<TraceArg> for TraceMode {
    fn from(arg: TraceArg) -> TraceMode {
        match arg {
            TraceArg::Failing => TraceMode::Failing,
            TraceArg::All => TraceMode::All,
        }
    }
}

/// `I/N`
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
    let (index, of) = numbers.ok_or("write I/N, such as `2/3`")?;
    Shard::new(index, of)
        .ok_or_else(|| format!("I must be in 1 to N, and N at most {}", Shard::MAX))
}

/// The times that a report records.
fn costs(file: &Path) -> Result<Costs, Failure> {
    let text = bounds::read_report(file)?;
    shard::costs(&text).map_err(|error| Failure::new(format!("{}: {error}", visible::path(file))))
}

fn transcripts(folder: &Path) -> Result<Arc<Transcripts>, Failure> {
    let transcripts = Transcripts::new(folder).map_err(|error| {
        Failure::new(format!(
            "the folder `{}` cannot be created: {error}",
            visible::path(folder)
        ))
    })?;
    Ok(Arc::new(transcripts))
}
