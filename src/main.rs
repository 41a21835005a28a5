//! The command line: argument parsing and dispatch to the subcommands.
//!
//! The binary uses mimalloc: a run of 500 members takes a sixth less time, one after an edit a
//! fifth; the smallest run takes 0.4 ms more. Short runs do without huge pages
//! (`commands/huge_pages.rs`).

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
mod commands;

/// Most of a run's memory is in many small objects, for which this allocator is faster than
/// that of the system.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use commands::arguments::{DapArgs, DebugArgs, ProgramArgs, ProjectArgs, name_and_value, seconds};
use commands::cache::Upkeep;
use commands::console::{self, Color, PipeWriter};
use commands::contracts::ContractsArgs;
use commands::generate::Generated;
use commands::memory::Limit;
use commands::merge::MergeArgs;
use commands::programs::Programs;
use commands::verify::Format;
use commands::verify_args::{EXIT_CODES, VerifyArgs};
use commands::{
    Failure, bmc, cache, contracts, dap, debug, explain, explore, generate, huge_pages, init,
    interrupt, merge, run as execute, test, verify, watch,
};
use veriframe::visible::{self, Kind, Visible};
use veriframe::{Aliases, BmcRequest, Exit, ExploreRequest, Options, RunRequest, TestRequest};

/// A verifier for annotated Java-like programs
#[derive(Parser)]
#[command(name = "veriframe", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Verify programs
    Verify(Box<VerifyArgs>),
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
    /// Join the JSON results of all shards of a run
    Merge(MergeArgs),
    /// List contracts, or compare them with those of an older revision
    Contracts(Box<ContractsArgs>),
    /// Explain a diagnostic code at length, with an example
    Explain {
        /// A code from a message, such as `postcondition:may-not-hold`
        #[arg(value_name = "CODE", required_unless_present = "list")]
        code: Option<String>,

        /// List all codes
        #[arg(long, conflicts_with = "code")]
        list: bool,
    },
    /// Show or remove the results of earlier runs
    Cache {
        #[command(subcommand)]
        upkeep: Upkeep,

        /// The folder [default: the folder in VERIFRAME_CACHE, or veriframe/proofs in the user's cache folder]
        #[arg(long, value_name = "DIR", global = true)]
        cache: Option<PathBuf>,
    },
    /// Write a project file, veriframe.toml
    Init {
        /// The folder of the project
        #[arg(value_name = "DIR", default_value = ".")]
        folder: PathBuf,

        /// Write a workflow for GitHub Actions, too
        #[arg(long)]
        workflow: bool,
    },
    /// Generate shell completions and man pages
    #[command(hide = true, subcommand)]
    Generate(Generated),
}

#[derive(Args)]
#[command(after_help = RUN_EXIT_CODES)]
struct RunArgs {
    /// Files, or folders to search for .idf and .java files [default: what the project file names]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The static method to run [default: the only main routine]
    #[arg(long, value_name = "CLASS.NAME")]
    entry: Option<String>,

    /// An argument of the entry; may be given several times
    #[arg(long = "arg", value_name = "VALUE", allow_hyphen_values = true)]
    args: Vec<String>,

    /// A value that nobody knows, such as `x@17#2`, that of the second execution of `x := *;` in line
    /// 17; may be given several times
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = name_and_value)]
    input: Vec<(String, String)>,

    /// Whether contracts and permissions are checked, and ghost code is executed
    #[arg(long, value_enum, default_value_t = ContractsArg::On)]
    contracts: ContractsArg,

    /// The greatest number of steps, which are instructions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    steps: u64,

    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Limit of the program's heap, such as `512MB` or `4GB` [default: half of the machine's
    /// memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// Show the numbers of steps, conjuncts and permission checks
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    project: ProjectArgs,
}

const RUN_EXIT_CODES: &str = "\
Exit codes:
  0  the program ended
  1  something that must hold does not, or a bound was reached
  2  the command line, a file, or a program's syntax or types are wrong
  130  interrupted by Ctrl-C or SIGTERM";

impl RunArgs {
    fn request(self) -> Result<execute::RunCommand, Failure> {
        let programs = Programs::of(self.paths, None, &self.program, &self.project)?;
        Ok(execute::RunCommand {
            run: RunRequest {
                entry: self.entry,
                args: self.args,
                input: self.input,
                contracts: matches!(self.contracts, ContractsArg::On),
                steps: self.steps,
                memory: 0,
            },
            color: Color::from(self.program.color).for_stderr(),
            stats: self.stats,
            timeout: self.timeout.or(programs.timeout),
            memory: self.memory.or(programs.memory),
            programs,
        })
    }
}

#[derive(Args)]
#[command(after_help = BMC_EXIT_CODES)]
struct BmcArgs {
    /// Files, or folders to search for .idf and .java files [default: what the project file names]
    #[arg(value_name = "PATH")]
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

    /// Resource limit per Z3 query, in Z3's units; 0 means no limit
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    rlimit: u32,

    /// The greatest number of steps, which are instructions of all paths together
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    steps: u64,

    /// Write the question whether something is wrong to FILE, in the format of SMT-LIB
    #[arg(long, value_name = "FILE")]
    smt: Option<PathBuf>,

    /// Write the program with its loops and calls unwound, in single-assignment form, to FILE; `-` is
    /// standard output
    #[arg(long, value_name = "FILE")]
    unwound: Option<PathBuf>,

    /// Of a bug, show each value that the method's variables have along the path
    #[arg(long)]
    versions: bool,

    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory limit of the run, such as `512MB` or `4GB` [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    project: ProjectArgs,
}

const BMC_EXIT_CODES: &str = "\
Exit codes:
  0  correct: nothing is wrong within the scope, and no path is longer than the bound
  1  a bug was found, or a bound was reached, so that nothing was shown
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM";

impl BmcArgs {
    fn request(self) -> Result<bmc::BmcCommand, Failure> {
        let programs = Programs::of(self.paths, None, &self.program, &self.project)?;
        Ok(bmc::BmcCommand {
            bmc: BmcRequest {
                member: self.member,
                unwind: self.unwind,
                max_unwind: self.max_unwind.unwrap_or(self.unwind),
                scope: self.scope,
                rlimit: self.rlimit,
                steps: self.steps,
                wants_formula: self.smt.is_some(),
                wants_program: self.unwound.is_some(),
            },
            smt: self.smt,
            unwound: self.unwound,
            versions: self.versions,
            format: self.format.into(),
            color: Color::from(self.program.color).for_stdout(),
            timeout: self.timeout.or(programs.timeout),
            memory: self.memory.or(programs.memory),
            programs,
        })
    }
}

#[derive(Args)]
#[command(after_help = EXPLORE_EXIT_CODES)]
struct ExploreArgs {
    /// Files, or folders to search for .idf and .java files [default: what the project file names]
    #[arg(value_name = "PATH")]
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

    /// What a read gives after a write through a reference that can be an alias: a conditional, or a
    /// fork into a path for each case
    #[arg(long, value_enum, default_value_t = AliasesArg::Conditional)]
    aliases: AliasesArg,

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
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory limit of the run, such as `512MB` or `4GB` [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// The format of the tree
    #[arg(long, value_enum, default_value_t = TreeFormatArg::Human)]
    format: TreeFormatArg,

    /// Limit of each query in units of Z3 [default: 2000000]
    #[arg(long, value_name = "N")]
    rlimit: Option<u32>,

    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    project: ProjectArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AliasesArg {
    Conditional,
    Fork,
}

const EXPLORE_EXIT_CODES: &str = "\
Exit codes:
  0  the tree was written, whatever its paths end in
  2  the command line, a file, or a program's syntax or types are wrong
  3  internal error, or no usable Z3
  130  interrupted by Ctrl-C or SIGTERM: the paths so far are written";

impl ExploreArgs {
    fn request(self) -> Result<explore::ExploreCommand, Failure> {
        let mut names: Vec<&String> = self.inputs.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        if let Some([name, _]) = names.array_windows().find(|[a, b]| a == b) {
            return Err(Failure::new(format!("`{name}` is given twice")));
        }
        let programs = Programs::of(self.paths, None, &self.program, &self.project)?;
        let rlimit = self.rlimit.or(programs.rlimit);
        Ok(explore::ExploreCommand {
            explore: ExploreRequest {
                member: self.member,
                inputs: self.inputs,
                from_contract: self.from_contract,
                forks: self.bound,
                steps: self.steps,
                leaves: self.leaves,
                rlimit: rlimit.unwrap_or(Options::default().rlimit),
                aliases: match self.aliases {
                    AliasesArg::Conditional => Aliases::Conditional,
                    AliasesArg::Fork => Aliases::Fork,
                },
            },
            format: match self.format {
                TreeFormatArg::Human => explore::Format::Human,
                TreeFormatArg::Json => explore::Format::Json,
                TreeFormatArg::Dot => explore::Format::Dot,
            },
            color: Color::from(self.program.color).for_stderr(),
            timeout: self.timeout.or(programs.timeout),
            memory: self.memory.or(programs.memory),
            programs,
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
    /// Files, or folders to search for .idf and .java files [default: what the project file names]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Test only this member; may be given several times
    #[arg(long = "member", value_name = "CLASS.NAME")]
    members: Vec<String>,

    /// Time for each member, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time: Duration,

    /// Time for all members, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory limit of the run, such as `512MB` or `4GB` [default: half of the machine's memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

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

    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    project: ProjectArgs,
}

const TEST_EXIT_CODES: &str = "\
Exit codes:
  0  no violation was found, in the time that there was
  1  a violation was found
  2  the command line, a file, or a program's syntax or types are wrong
  3  no usable Z3
  130  interrupted by Ctrl-C or SIGTERM, and no violation was found";

impl TestArgs {
    fn request(self) -> Result<test::TestCommand, Failure> {
        let programs = Programs::of(self.paths, self.jobs, &self.program, &self.project)?;
        Ok(test::TestCommand {
            test: TestRequest {
                members: self.members,
                time: self.time,
                runs: self.runs,
                jobs: programs.options.jobs,
                depth: self.depth,
                with_regressions: self.out.is_some(),
                input: self.input,
            },
            timeout: self.timeout.or(programs.timeout),
            memory: self.memory.or(programs.memory),
            format: self.format.into(),
            tree: self.tree,
            lcov: self.lcov,
            out: self.out,
            color: Color::from(self.program.color).for_stdout(),
            programs,
        })
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
enum FormatArg {
    /// Text for people
    Human,
    /// One JSON object
    Json,
}

fn main() -> ExitCode {
    huge_pages::avoid();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            // A closed pipe is no error here.
            let _ = writeln!(io::stdout(), "{}", version());
            return ExitCode::SUCCESS;
        }
        Err(error) if error.use_stderr() => {
            // The arguments of the message in one line each.
            let arguments = std::env::args_os();
            let arguments =
                arguments.map(|a| visible::on_one_line(&a.to_string_lossy()).into_owned());
            let error = Cli::try_parse_from(arguments).err().unwrap_or(error);
            let color = Color::Auto.for_stderr();
            let text = error.render();
            let text = if color {
                text.ansi().to_string()
            } else {
                text.to_string()
            };
            // A closed pipe is no error here.
            let _ = console::stderr(color).write_all(text.as_bytes());
            return u8::try_from(error.exit_code()).map_or(ExitCode::from(2), ExitCode::from);
        }
        Err(error) => {
            // A closed pipe is no error here.
            let _ = error.print();
            return u8::try_from(error.exit_code()).map_or(ExitCode::from(2), ExitCode::from);
        }
    };
    match run(cli.command) {
        Ok(exit) => ExitCode::from(exit.code()),
        Err(failure) => {
            let _ = writeln!(console::stderr(false), "error: {failure}");
            ExitCode::from(failure.exit().code())
        }
    }
}

/// The version, with the commit it was built from and the version of Z3.
fn version() -> String {
    let commit = match env!("VERIFRAME_COMMIT") {
        "" => String::new(),
        commit => format!(" ({commit})"),
    };
    let z3 = match veriframe::z3_version() {
        Ok(version) => format!("Z3 {version}"),
        Err(error) => format!("Z3 cannot be used: {error}"),
    };
    format!("veriframe {}{commit}\n{z3}", env!("CARGO_PKG_VERSION"))
}

/// What a command writes to standard output.
fn kind_of(command: &Command) -> Kind {
    let text = Kind::Text { color: false };
    let json = |format: FormatArg| match format {
        FormatArg::Human => text,
        FormatArg::Json => Kind::Json,
    };
    match command {
        Command::Verify(args) => args.kind(),
        Command::Contracts(args) => args.kind(),
        Command::Explore(args) => match args.format {
            TreeFormatArg::Human | TreeFormatArg::Dot => text,
            TreeFormatArg::Json => Kind::Json,
        },
        Command::Test(args) => match json(args.format) {
            Kind::Text { .. } => colored(args.program.color),
            kind => kind,
        },
        Command::Bmc(args) => match json(args.format) {
            Kind::Text { .. } => colored(args.program.color),
            kind => kind,
        },
        Command::Merge(_) => Kind::Json,
        Command::Run(_) | Command::Dap(_) | Command::Generate(_) => Kind::Raw,
        Command::Debug(_)
        | Command::Explain { .. }
        | Command::Cache { .. }
        | Command::Init { .. } => text,
    }
}

/// Text on standard output.
fn colored(color: commands::arguments::ColorArg) -> Kind {
    let color = Color::from(color).for_stdout();
    Kind::Text { color }
}

fn run(command: Command) -> Result<Exit, Failure> {
    let mut out = PipeWriter::new(Visible::new(io::stdout(), kind_of(&command)));
    match command {
        Command::Verify(args) => {
            if args.watch {
                let ended = watch::on_ctrl_c().unwrap_or_default();
                return watch::watch(&args.watched()?, &ended);
            }
            let is_list = args.list;
            let request = args.request()?;
            if is_list {
                return verify::list(&request, &mut out);
            }
            // Without a handler, Ctrl-C ends the process without a report.
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            verify::run(&request, asked_to_stop, &mut out)
        }
        Command::Run(args) => {
            let request = args.request()?;
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            execute::run(&request, asked_to_stop, &mut out)
        }
        Command::Explore(args) => {
            let request = args.request()?;
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            explore::explore(&request, asked_to_stop, &mut out)
        }
        Command::Test(args) => {
            let request = args.request()?;
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            test::run(&request, asked_to_stop, &mut out)
        }
        Command::Bmc(args) => {
            let request = args.request()?;
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            bmc::run(&request, asked_to_stop, &mut out)
        }
        Command::Debug(args) => {
            let request = args.request()?;
            let interrupted = interrupt::on_each_ctrl_c().unwrap_or_default();
            debug::debug(&request, &interrupted, &mut out)
        }
        Command::Dap(args) => dap::dap(args.port, &args.options()),
        Command::Merge(args) => merge::run(&args, &mut out),
        Command::Contracts(args) => {
            let asked_to_stop = interrupt::on_ctrl_c().unwrap_or_default();
            contracts::run(&args, asked_to_stop, &mut out)
        }
        Command::Explain { code, .. } => match code {
            Some(code) => explain::run(&code, &mut out),
            None => explain::list(&mut out),
        }
        .map(|()| Exit::Verified),
        Command::Cache { upkeep, cache } => {
            let cache = cache::chosen(cache.as_deref(), false)?;
            cache::maintain(upkeep, cache, &mut out).map(|()| Exit::Verified)
        }
        Command::Init { folder, workflow } => {
            init::init(&folder, workflow, &mut out).map(|()| Exit::Verified)
        }
        Command::Generate(generated) => {
            generate::generate(&generated, Cli::command(), &mut out).map(|()| Exit::Verified)
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
