//! The arguments that several commands have, and those of the debugger.

use super::Failure;
use super::console::Color;
use super::debug;
use super::memory::Limit;
use super::outputs::{OutputFormat, format_and_file};
use super::programs::Programs;
use super::project::Project;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use veriframe::report::human::Verbosity;
use veriframe::{Aliases, Code, ExploreRequest, Guards, Integers, LibraryExceptions, Options};

/// The meaning of `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IntArg {
    /// Mathematical integers
    Unbounded,
    /// Machine integers; overflow is an error
    Checked,
    /// Machine integers; overflow wraps around
    Wrapping,
}

/// What is made of guards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GuardsArg {
    /// Their `throw` must not be reached
    Hint,
    /// What they let pass is a precondition: callers have to establish it
    Check,
}

/// How members of Java's own classes may end of which no contract tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LibraryExceptionsArg {
    /// With any exception
    Any,
    /// With an exception only if they declare one (`throws`)
    Declared,
}

/// Whether ghost statements are inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InferArg {
    /// Missing ghost statements are inferred
    On,
    /// All ghost statements must be in the program
    Off,
}

/// What is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DenyArg {
    /// A condition is assumed without proof
    Assume,
    /// A contract is in a comment that is not read
    IgnoredContract,
    /// A member has no contract, so that it promises nothing
    Uncontracted,
    /// A library's member without contract is called, so that nothing is known of its result
    UncontractedLibrary,
    /// Nothing shows that a loop or a recursion ends
    UnprovedTermination,
    /// No state satisfies a contract, or no path reaches a statement
    Vacuous,
    /// Programs below the given folders are not read: ignored, links, or in a submodule
    Ignored,
    /// Every warning
    Warnings,
}

impl DenyArg {
    /// The codes of the warnings.
    pub fn codes(self) -> Vec<Code> {
        match self {
            DenyArg::Assume => vec![Code::Assume],
            DenyArg::IgnoredContract => vec![Code::IgnoredContract],
            DenyArg::Uncontracted => vec![Code::Uncontracted],
            DenyArg::UncontractedLibrary => vec![Code::UncontractedLibrary],
            DenyArg::UnprovedTermination => vec![Code::UnprovedTermination],
            DenyArg::Vacuous => vec![Code::VacuousContract, Code::UnreachableCode],
            // It concerns the files, and no place in them.
            DenyArg::Ignored => Vec::new(),
            DenyArg::Warnings => {
                let all = Code::ALL.iter().copied();
                all.filter(|code| !code.is_only_denied()).collect()
            }
        }
    }
}

/// When text is coloured.
#[derive(Clone, Copy, ValueEnum)]
pub enum ColorArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<IntArg> for Integers {
    fn from(arg: IntArg) -> Integers {
        match arg {
            IntArg::Unbounded => Integers::Unbounded,
            IntArg::Checked => Integers::Checked,
            IntArg::Wrapping => Integers::Wrapping,
        }
    }
}

impl From<GuardsArg> for Guards {
    fn from(arg: GuardsArg) -> Guards {
        match arg {
            GuardsArg::Hint => Guards::Hint,
            GuardsArg::Check => Guards::Check,
        }
    }
}

impl From<LibraryExceptionsArg> for LibraryExceptions {
    fn from(arg: LibraryExceptionsArg) -> LibraryExceptions {
        match arg {
            LibraryExceptionsArg::Any => LibraryExceptions::Any,
            LibraryExceptionsArg::Declared => LibraryExceptions::Declared,
        }
    }
}

impl From<ColorArg> for Color {
    fn from(arg: ColorArg) -> Color {
        match arg {
            ColorArg::Auto => Color::Auto,
            ColorArg::Always => Color::Always,
            ColorArg::Never => Color::Never,
        }
    }
}

/// What all commands that read programs have in common.
#[derive(Args)]
pub struct ProgramArgs {
    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]; in contracts and ghost code, integers are mathematical
    #[arg(long, value_enum)]
    pub int: Option<IntArg>,

    /// A folder of library contracts, which are `.java` files without bodies; may be given
    /// several times
    #[arg(long, value_name = "DIR")]
    pub spec: Vec<PathBuf>,

    /// Jars and folders of class files, as Java's `-cp` takes them, whose public classes programs may
    /// name; may be given several times
    #[arg(long, value_name = "PATHS")]
    pub classpath: Vec<OsString>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorArg::Auto)]
    pub color: ColorArg,
}

/// The jars and folders of class files that the command line names, and then those of the project file.
pub fn class_path(given: &[OsString], project: &Project) -> Vec<PathBuf> {
    let given = given.iter().filter(|paths| !paths.is_empty());
    let given = given.flat_map(std::env::split_paths);
    // As Java reads it.
    let here = |path: PathBuf| match path.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => path,
    };
    let of_project = project.class_path.iter().cloned();
    given.map(here).chain(of_project).collect()
}

/// Which project file is read.
#[derive(Args)]
pub struct ProjectArgs {
    /// The project file; `off` reads none [default: veriframe.toml in this folder or in the next
    /// one above that has one]
    #[arg(long, value_name = "FILE|off")]
    pub project: Option<PathBuf>,
}

/// Where the results of `verify` are written, and how.
#[derive(Clone, Args)]
pub struct OutputArgs {
    /// The format of standard output
    #[arg(long, value_enum, default_value_t = OutputFormat::Human)]
    pub format: OutputFormat,

    /// Write the results to a file, too, whatever they are; may be given several times. The
    /// formats are those of --format
    #[arg(long = "output", value_name = "FORMAT=FILE", value_parser = format_and_file)]
    pub outputs: Vec<(OutputFormat, PathBuf)>,
}

/// How much is said.
#[derive(Clone, Args)]
pub struct VerbosityArgs {
    /// Print diagnostics alone
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,

    /// Print a line for each file, each unknown member, and all that is assumed
    #[arg(short, long)]
    verbose: bool,
}

impl From<VerbosityArgs> for Verbosity {
    fn from(args: VerbosityArgs) -> Verbosity {
        match (args.quiet, args.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            _ => Verbosity::Normal,
        }
    }
}

impl OutputArgs {
    /// Whether an output has this format.
    pub fn has(&self, format: OutputFormat) -> bool {
        let mut all = self.outputs.iter().map(|(format, _)| format);
        self.format == format || all.any(|other| *other == format)
    }
}

/// `NAME=VALUE`
///
/// # Errors
/// If there is no `=`.
pub fn name_and_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err("write NAME=VALUE".to_owned()),
    }
}

/// A number of seconds, such as `90` or `0.5`
///
/// # Errors
/// If it is no number, or not positive.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text
        .parse()
        .map_err(|_| "it is not a number of seconds such as `90` or `0.5`".to_owned())?;
    match Duration::try_from_secs_f64(number) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("it is not a positive number of seconds".to_owned()),
    }
}

/// The arguments of `debug`.
#[derive(Args)]
#[command(after_help = DEBUG_EXIT_CODES)]
pub struct DebugArgs {
    /// Files, or folders to search for .idf and .java files [default: what the project file names]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The member [default: the first one that fails, or the only one]
    #[arg(long, value_name = "CLASS.NAME")]
    member: Option<String>,

    /// Execute it by the interpreter, symbolically and without contracts
    #[arg(long)]
    run: bool,

    /// Commands, separated by `;`, instead of those of the terminal or of standard input; may be
    /// given several times
    #[arg(long = "command", value_name = "COMMANDS")]
    commands: Vec<String>,

    /// With --run: the value of a parameter: a number, `true`, `false`, `null`, `[…]`, or a
    /// capitalised name, which is a symbol; may be given several times [default: a symbol for each
    /// parameter]
    #[arg(long = "input", value_name = "NAME=VALUE", value_parser = name_and_value)]
    inputs: Vec<(String, String)>,

    /// With --run: the greatest number of instructions between two statements
    #[arg(long, value_name = "N", default_value_t = debug::STEPS)]
    steps: u64,

    #[command(flatten)]
    program: ProgramArgs,

    #[command(flatten)]
    project: ProjectArgs,

    /// With --run: the time limit of a command of the session, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,

    /// Memory limit of the session, such as `512MB` or `4GB` [default: half of the machine's
    /// memory]
    #[arg(long, value_name = "SIZE", value_parser = Limit::of_text)]
    memory: Option<Limit>,

    /// Limit of each query in units of Z3 [default: 2000000]
    #[arg(long, value_name = "N")]
    rlimit: Option<u32>,
}

/// The arguments of `dap`.
#[derive(Args)]
pub struct DapArgs {
    /// A port of this machine at which one client is awaited [default: standard input and output]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,

    /// Semantics of `int` in code [default: `unbounded` in .idf files, `checked` in .java
    /// files]
    #[arg(long, value_enum)]
    int: Option<IntArg>,

    /// Limit of each query in units of Z3
    #[arg(long, value_name = "N", default_value_t = Options::default().rlimit)]
    rlimit: u32,
}

impl DapArgs {
    /// The options of these arguments.
    pub fn options(&self) -> Options {
        Options {
            integers: self.int.map(Integers::from),
            rlimit: self.rlimit,
            ..Options::default()
        }
    }
}

const DEBUG_EXIT_CODES: &str = "\
Without a terminal, commands are read from standard input, one a line.

Exit codes:
  0  the session ended
  1  a command of a script reached a limit
  2  the command line, a file, a program's syntax or types, or a command of a script is wrong
  3  internal error, or no usable Z3";

impl DebugArgs {
    /// The request of these arguments.
    ///
    /// # Errors
    /// If the project file cannot be read, or says something that is not known.
    pub fn request(self) -> Result<debug::DebugCommand, Failure> {
        let mut programs = Programs::of(self.paths, None, &self.program, &self.project)?;
        let rlimit = self.rlimit.or(programs.rlimit);
        let rlimit = rlimit.unwrap_or(Options::default().rlimit);
        programs.options = Options {
            jobs: Options::default().jobs,
            rlimit,
            ..programs.options
        };
        Ok(debug::DebugCommand {
            color: Color::from(self.program.color).for_stderr(),
            member: self.member,
            start: ExploreRequest {
                aliases: Aliases::default(),
                member: String::new(),
                inputs: self.inputs,
                from_contract: false,
                forks: usize::MAX,
                steps: self.steps,
                leaves: usize::MAX,
                rlimit,
            },
            run: self.run,
            commands: self.commands,
            timeout: self.timeout.or(programs.timeout),
            memory: self.memory.or(programs.memory),
            programs,
        })
    }
}
