//! The command line: argument parsing and dispatch to the subcommands.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
mod commands;

/// Most of a run's memory is in many small objects, for which this allocator is faster than
/// that of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use commands::arguments::{ColorArg, DapArgs, DebugArgs, IntArg, name_and_value};
use commands::console::{Color, PipeWriter, width_of_stdout};
use commands::contracts::ContractsArgs;
use commands::memory::Limit;
use commands::verify::{Format, Request};
use commands::{
    Failure, bmc, cache, contracts, dap, debug, explain, explore, interrupt, run as execute, test,
    verify,
};
use veriframe::{
    BmcRequest, Code, Exit, ExploreRequest, Integers, Merging, Options, ProverMode, RunRequest,
    TestRequest, TraceMode, Transcripts,
};

/// A verifier for annotated Java-like programs
#[derive(Parser)]
#[command(name = "veriframe", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  everything was verified
  1  something failed or is unknown
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM: results so far are reported, the rest is unknown";

#[derive(Subcommand)]
enum Command {
    /// Verify programs
    Verify(VerifyArgs),
    /// Run a program, and check its contracts
    Run(RunArgs),
    /// Show the symbolic execution tree of a member: its paths, with their conditions and results
    Explore(ExploreArgs),
    /// Search inputs with which members violate something
    Test(TestArgs),
    /// Check a method within bounds: bounded model checking
    Bmc(BmcArgs),
    /// Step through the execution of a member, forward and back
    Debug(DebugArgs),
    /// Serve an editor's debugger: the Debug Adapter Protocol
    Dap(DapArgs),
    /// List contracts, or compare them with those of an older revision
    Contracts(Box<ContractsArgs>),
    /// Explain a diagnostic code at length, with an example
    Explain {
        /// A code from a message, such as `postcondition:may-not-hold`
        #[arg(value_name = "CODE")]
        code: String,
    },
}

#[derive(Args)]
#[command(after_help = EXIT_CODES)]
struct VerifyArgs {
    /// Files, or folders to search for .idf and .java files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Verify only this member; may be given several times
    #[arg(long = "member", value_name = "CLASS.NAME")]
    members: Vec<String>,

    /// Worker threads [default: one per processor core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

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

    /// Output format
    #[arg(long, value_enum, default_value_t = FormatArg::Human)]
    format: FormatArg,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]; in contracts and ghost code, integers are mathematical
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// Whether missing ghost statements (open, close, use) are inferred
    #[arg(long, value_enum, default_value_t = InferArg::On)]
    infer: InferArg,

    /// Whether failures are explained by values, and by runs of the member with them
    #[arg(long, value_enum, default_value_t = ExplainArg::On)]
    explain: ExplainArg,

    /// Warnings to treat as errors
    #[arg(long, value_enum, value_name = "CODE", value_delimiter = ',')]
    deny: Vec<DenyArg>,

    /// Resource limit per Z3 query, all attempts together, in Z3's units; 0 means no limit
    #[arg(long, value_name = "N", default_value_t = Options::default().rlimit)]
    rlimit: u32,

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
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// Memory limit of the run, such as `512MB` or `4GB`; members under verification when it is
    /// exceeded are unknown [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// Folder of the proof cache; `off` disables it; `check` verifies again and compares with it [default: the folder in VERIFRAME_CACHE, or veriframe/proofs in the user's cache folder]
    #[arg(long, value_name = "DIR|off|check")]
    cache: Option<PathBuf>,

    /// Show statistics of each member: time, paths, queries, chunks
    #[arg(long)]
    stats: bool,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

#[derive(Args)]
#[command(after_help = RUN_EXIT_CODES)]
struct RunArgs {
    /// Files, or folders to search for .idf and .java files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The static method to run [default: the only main routine]
    #[arg(long, value_name = "CLASS.NAME")]
    entry: Option<String>,

    /// An argument of the entry; may be given several times
    #[arg(long = "arg", value_name = "VALUE", allow_hyphen_values = true)]
    args: Vec<String>,

    /// Whether contracts and permissions are checked, and ghost code is executed
    #[arg(long, value_enum, default_value_t = ContractsArg::On)]
    contracts: ContractsArg,

    /// The greatest number of steps, which are instructions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    steps: u64,

    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// Limit of the program's heap, such as `512MB` or `4GB` [default: half of the machine's
    /// memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,

    /// Show the numbers of steps, conjuncts and permission checks
    #[arg(long)]
    stats: bool,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

const RUN_EXIT_CODES: &str = "\
Exit codes:
  0  the program ended
  1  something that must hold does not, or a bound was reached
  2  the command line, a file, or a program's syntax or types are wrong
  130  interrupted by Ctrl-C or SIGTERM";

impl RunArgs {
    fn request(self) -> execute::Request {
        execute::Request {
            paths: self.paths,
            specs: self.spec,
            run: RunRequest {
                entry: self.entry,
                args: self.args,
                contracts: matches!(self.contracts, ContractsArg::On),
                steps: self.steps,
                memory: 0,
            },
            color: Color::from(self.color).for_stderr(),
            stats: self.stats,
            timeout: self.timeout.map(Duration::from_secs),
            memory: self.memory,
            options: Options {
                integers: self.int.map(Integers::from),
                jobs: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
                ..Options::default()
            },
        }
    }
}

#[derive(Args)]
#[command(after_help = BMC_EXIT_CODES)]
struct BmcArgs {
    /// Files, or folders to search for .idf and .java files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The method to check
    #[arg(long, value_name = "CLASS.NAME")]
    member: String,

    /// How often loops and recursive calls are unwound
    #[arg(long, value_name = "K", default_value_t = 5)]
    unwind: u32,

    /// Up to which number they are unwound if a path is longer [default: as --unwind]
    #[arg(long, value_name = "M")]
    max_unwind: Option<u32>,

    /// The most objects of each class at the beginning, and elements of each array [default: 2
    /// objects, or as many as there are parameters, and one element more than loops are unwound]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    scope: Option<u32>,

    /// Output format
    #[arg(long, value_enum, default_value_t = FormatArg::Human)]
    format: FormatArg,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]; in contracts and ghost code, integers are mathematical
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// Resource limit per Z3 query, in Z3's units; 0 means no limit
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    rlimit: u32,

    /// The greatest number of steps, which are instructions of all paths together
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    steps: u64,

    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

const BMC_EXIT_CODES: &str = "\
Exit codes:
  0  correct: nothing is wrong within the scope, and no path is longer than the bound
  1  a bug was found, or a bound was reached, so that nothing was shown
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM";

impl BmcArgs {
    fn request(self) -> bmc::Request {
        bmc::Request {
            paths: self.paths,
            specs: self.spec,
            bmc: BmcRequest {
                member: self.member,
                unwind: self.unwind,
                max_unwind: self.max_unwind.unwrap_or(self.unwind),
                scope: self.scope,
                rlimit: self.rlimit,
                steps: self.steps,
            },
            format: self.format.into(),
            color: Color::from(self.color).for_stdout(),
            timeout: self.timeout.map(Duration::from_secs),
            options: Options {
                integers: self.int.map(Integers::from),
                jobs: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
                ..Options::default()
            },
        }
    }
}

#[derive(Args)]
#[command(after_help = EXPLORE_EXIT_CODES)]
struct ExploreArgs {
    /// Files, or folders to search for .idf and .java files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// The member: a method, a constructor, or a pure method with a body
    #[arg(long, value_name = "CLASS.NAME")]
    member: String,

    /// The value of a parameter: a number, `true`, `false`, `null`, `[…]`, or a capitalised name,
    /// which is a symbol; may be given several times [default: a symbol for each parameter]
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = name_and_value)]
    inputs: Vec<(String, String)>,

    /// Start from states that satisfy the precondition
    #[arg(long)]
    from_contract: bool,

    /// The greatest number of forks on a path
    #[arg(long, value_name = "N", default_value_t = 50)]
    bound: usize,

    /// The greatest number of steps on a path, which are instructions
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    steps: u64,

    /// The greatest number of leaves
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    leaves: usize,

    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    timeout: Option<u64>,

    /// The format of the tree
    #[arg(long, value_enum, default_value_t = TreeFormatArg::Human)]
    format: TreeFormatArg,

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

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

const EXPLORE_EXIT_CODES: &str = "\
Exit codes:
  0  the tree was written, whatever its paths end in
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM: the paths so far are written";

impl ExploreArgs {
    fn request(self) -> Result<explore::Request, Failure> {
        let mut names: Vec<&String> = self.inputs.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        if let Some([name, _]) = names.array_windows().find(|[a, b]| a == b) {
            return Err(Failure::new(format!("`{name}` is given twice")));
        }
        Ok(explore::Request {
            paths: self.paths,
            specs: self.spec,
            explore: ExploreRequest {
                member: self.member,
                inputs: self.inputs,
                from_contract: self.from_contract,
                forks: self.bound,
                steps: self.steps,
                leaves: self.leaves,
                rlimit: self.rlimit,
            },
            format: match self.format {
                TreeFormatArg::Human => explore::Format::Human,
                TreeFormatArg::Json => explore::Format::Json,
                TreeFormatArg::Dot => explore::Format::Dot,
            },
            color: Color::from(self.color).for_stderr(),
            timeout: self.timeout.map(Duration::from_secs),
            options: Options {
                integers: self.int.map(Integers::from),
                jobs: std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
                ..Options::default()
            },
        })
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum TreeFormatArg {
    /// Text for people
    Human,
    /// One JSON object
    Json,
    /// A graph for Graphviz
    Dot,
}

#[derive(Args)]
#[command(after_help = TEST_EXIT_CODES)]
struct TestArgs {
    /// Files, or folders to search for .idf and .java files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Test only this member; may be given several times
    #[arg(long = "member", value_name = "CLASS.NAME")]
    members: Vec<String>,

    /// Time for each member, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,

    /// The greatest number of inputs of each member that are run
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    runs: u64,

    /// Worker threads; what is found within a number of inputs does not depend on it [default:
    /// one per processor core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// The greatest number of references that lead to an object of an input
    #[arg(long, value_name = "N", default_value_t = 5)]
    depth: u32,

    /// The value of a parameter in the first input of the only --member; may be given several
    /// times
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = name_and_value)]
    input: Vec<(String, String)>,

    /// A folder that gets a regression test for each violation: a program with a main routine,
    /// or a JUnit 5 class
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// A file that gets the coverage of lines and branches in the format of lcov
    #[arg(long, value_name = "FILE")]
    lcov: Option<PathBuf>,

    /// Output format
    #[arg(long, value_enum, default_value_t = FormatArg::Human)]
    format: FormatArg,

    /// With --format json: the inputs of the search, with generations and scores
    #[arg(long)]
    tree: bool,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    spec: Vec<PathBuf>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    color: ColorArg,
}

const TEST_EXIT_CODES: &str = "\
Exit codes:
  0  no violation was found
  1  a violation was found
  2  the command line, a file, or a program's syntax or types are wrong
  3  no usable Z3
  130  interrupted by Ctrl-C or SIGTERM, and no violation was found";

impl TestArgs {
    fn request(self) -> test::Request {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.jobs.map_or_else(cores, NonZeroUsize::get);
        test::Request {
            paths: self.paths,
            specs: self.spec,
            test: TestRequest {
                members: self.members,
                time: Duration::from_secs(self.time),
                runs: self.runs,
                jobs,
                depth: self.depth,
                with_regressions: self.out.is_some(),
                input: self.input,
            },
            format: self.format.into(),
            tree: self.tree,
            lcov: self.lcov,
            out: self.out,
            color: Color::from(self.color).for_stdout(),
            options: Options {
                integers: self.int.map(Integers::from),
                jobs,
                ..Options::default()
            },
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum ContractsArg {
    /// Check them
    On,
    /// Run the program alone
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum TraceArg {
    /// The paths on which an error was found
    Failing,
    /// Every path of every member
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatArg {
    /// Text for people
    Human,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum InferArg {
    /// Missing ghost statements are inferred
    On,
    /// All ghost statements must be in the program
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum ExplainArg {
    /// With a counterexample, and what runs of the member show
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

#[derive(Clone, Copy, ValueEnum)]
enum DenyArg {
    /// A condition is assumed without proof
    Assume,
    /// A contract is in a comment that is not read
    IgnoredContract,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // A closed pipe is no error here.
            let _ = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::from(2), ExitCode::from);
        }
    };
    match run(cli.command) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            let _ = writeln!(io::stderr(), "error: {failure}");
            ExitCode::from(failure.exit().code())
        }
    }
}

fn run(command: Command) -> Result<Exit, Failure> {
    let mut out = PipeWriter::new(io::stdout());
    match command {
        Command::Verify(args) => {
            let request = args.request()?;
            // Without a handler, Ctrl-C ends the process without a report.
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            verify::run(&request, asked_to_stop, &mut out)
        }
        Command::Run(args) => {
            let request = args.request();
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            execute::run(&request, asked_to_stop, &mut out)
        }
        Command::Explore(args) => {
            let request = args.request()?;
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            explore::explore(&request, asked_to_stop, &mut out)
        }
        Command::Test(args) => {
            let request = args.request();
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            test::run(&request, asked_to_stop, &mut out)
        }
        Command::Bmc(args) => {
            let request = args.request();
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            bmc::run(&request, asked_to_stop, &mut out)
        }
        Command::Debug(args) => {
            let request = args.request();
            let interrupted = interrupt::on_each_ctrl_c().unwrap_or_default();
            debug::debug(&request, &interrupted, &mut out)
        }
        Command::Dap(args) => dap::dap(args.port, &args.options()),
        Command::Contracts(args) => {
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            contracts::run(&args, asked_to_stop, &mut out)
        }
        Command::Explain { code } => explain::run(&code, &mut out).map(|()| Exit::Verified),
    }
}

impl VerifyArgs {
    fn request(self) -> Result<Request, Failure> {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let transcripts = self.smt.as_deref().map(transcripts).transpose()?;
        let options = Options {
            integers: self.int.map(Integers::from),
            deny: self.deny.into_iter().map(Code::from).collect(),
            infer: matches!(self.infer, InferArg::On),
            explain: matches!(self.explain, ExplainArg::On),
            rlimit: self.rlimit,
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
            jobs: self.jobs.map_or_else(cores, NonZeroUsize::get),
            trace: self.trace.map_or(TraceMode::Off, TraceMode::from),
            members: self.members,
            cache: match &self.smt {
                // With a cache, cached verdicts would pose no queries to record.
                Some(_) => None,
                None => cache::chosen(self.cache.as_deref())?.map(Arc::new),
            },
            listeners: match &transcripts {
                Some(transcripts) => vec![transcripts.clone()],
                None => Vec::new(),
            },
        };
        Ok(Request {
            paths: self.paths,
            specs: self.spec,
            format: self.format.into(),
            color: Color::from(self.color).for_stdout(),
            width: width_of_stdout(),
            full: self.full,
            stats: self.stats,
            timeout: self.timeout.map(Duration::from_secs),
            memory: self.memory,
            transcripts,
            options,
        })
    }
}

fn transcripts(folder: &Path) -> Result<Arc<Transcripts>, Failure> {
    let transcripts = Transcripts::new(folder).map_err(|error| {
        Failure::new(format!(
            "the folder `{}` cannot be created: {error}",
            folder.display()
        ))
    })?;
    Ok(Arc::new(transcripts))
}

impl From<TraceArg> for TraceMode {
    fn from(arg: TraceArg) -> TraceMode {
        match arg {
            TraceArg::Failing => TraceMode::Failing,
            TraceArg::All => TraceMode::All,
        }
    }
}

impl From<FormatArg> for Format {
    fn from(arg: FormatArg) -> Format {
        match arg {
            FormatArg::Human => Format::Human,
            FormatArg::Json => Format::Json,
        }
    }
}

impl From<DenyArg> for Code {
    fn from(arg: DenyArg) -> Code {
        match arg {
            DenyArg::Assume => Code::Assume,
            DenyArg::IgnoredContract => Code::IgnoredContract,
        }
    }
}
