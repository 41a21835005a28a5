//! `veriframe debug FILE`: a debugging session. On a terminal, lines are edited and kept in a
//! history; otherwise they come from standard input, and each is repeated before its reply, so that
//! the output reads as a session.

use super::limits::{Ending, Limited, ended_by};
use super::memory::Limit;
use super::programs::Programs;
use super::{Failure, run};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use veriframe::debug::{self, COMMANDS, Debugger, Recorder, Reply};
use veriframe::report::human::Style;
use veriframe::{Exit, ExploreRequest, Merging, Options, Status, Stop};

/// What a prompt is.
const PROMPT: &str = "(debug) ";

/// The greatest number of instructions between two statements, if no other is given.
pub const STEPS: u64 = 1_000_000;

/// A parsed command line.
#[derive(Clone, Debug)]
pub struct DebugCommand {
    /// The programs.
    pub programs: Programs,
    /// The member; `None` for the first one that fails, or the only one.
    pub member: Option<String>,
    /// The inputs and the bounds.
    pub start: ExploreRequest,
    /// Whether the interpreter executes it, not the verifier.
    pub run: bool,
    /// Lines of commands; if there are none, they come from the terminal or standard input.
    pub commands: Vec<String>,
    /// Whether diagnostics are coloured.
    pub color: bool,
    /// The time limit of a command.
    pub timeout: Option<Duration>,
    /// The memory limit, if it is not the default.
    pub memory: Option<Limit>,
}

/// Runs a session. `interrupted` is set by Ctrl-C, which ends the command under way.
///
/// # Errors
/// If an option or a path is wrong, or input and output fail.
pub fn debug(
    request: &DebugCommand,
    interrupted: &Arc<AtomicBool>,
    out: &mut (dyn Write + Send),
) -> Result<Exit, Failure> {
    let member = match &request.member {
        Some(member) => member.clone(),
        None => chosen(request, interrupted)?,
    };
    let start = ExploreRequest {
        member: member.clone(),
        ..request.start.clone()
    };
    let recorder = Arc::new(Recorder::new(&member));
    let loaded = request.programs.load_with(Options {
        members: vec![member.clone()],
        merge: Merging::Off,
        listeners: vec![recorder.clone()],
        ..request.programs.options.clone()
    })?;
    let limits = Limits {
        interrupted,
        timeout: request.timeout,
        memory: request.memory,
    };
    let mut work = |debugger: &mut Debugger<'_, '_>| {
        if !request.commands.is_empty() {
            let lines = request.commands.iter().flat_map(|command| command.lines());
            let mut lines = lines.map(|line| Ok(line.to_owned()));
            return script(debugger, &limits, &mut lines, out);
        }
        if io::stdin().is_terminal() {
            terminal(debugger, &limits, out)
        } else {
            script(debugger, &limits, &mut io::stdin().lock().lines(), out)
        }
    };
    let ended = if request.run {
        debug::live(&loaded, &start, &mut work)
    } else {
        let stop = Stop::new(interrupted.clone(), request.timeout);
        debug::recorded(&loaded, &member, &recorder, &stop, &mut work)
    };
    match ended {
        Ok(ended) => ended,
        Err(refusal) => {
            let style = Style {
                color: request.color,
                ..Style::default()
            };
            run::refused(&loaded, refusal, Some(&member), style)
        }
    }
}

/// The member of a session that names none: the only one, or the first one that fails. An empty name
/// if the front end finds errors, which are told later.
fn chosen(request: &DebugCommand, interrupted: &Arc<AtomicBool>) -> Result<String, Failure> {
    let loaded = request.programs.load_with(Options {
        explain: false,
        ..request.programs.options.clone()
    })?;
    let members = loaded.members();
    if let [only] = members.as_slice() {
        return Ok(only.name.clone());
    }
    let has_errors = !loaded.is_complete();
    if request.run && !(members.is_empty() && has_errors) {
        return Err(Failure::new("name a member by `--member`"));
    }
    let stop = Stop::new(interrupted.clone(), request.timeout);
    let reports = loaded.check(&stop, &|_| ());
    let mut outcomes = reports.iter().flat_map(|report| &report.members);
    let failed = outcomes.find(|outcome| outcome.status == Status::Failed);
    let failed = failed.map(|outcome| outcome.name.clone());
    match failed {
        Some(name) => Ok(name),
        None if has_errors => Ok(String::new()),
        None => Err(Failure::new("no member fails: name one by `--member`")),
    }
}

fn broken(error: &io::Error) -> Failure {
    Failure::new(format!("the output cannot be written: {error}"))
}

/// The limits of each line.
struct Limits<'a> {
    /// Set by Ctrl-C.
    interrupted: &'a Arc<AtomicBool>,
    timeout: Option<Duration>,
    memory: Option<Limit>,
}

/// The reply to a line, and whether it reached a limit.
struct Replied {
    reply: Reply,
    is_limited: bool,
}

impl Limits<'_> {
    /// The reply to a line.
    fn line(&self, debugger: &mut Debugger<'_, '_>, line: &str) -> Replied {
        self.interrupted.store(false, Ordering::Relaxed);
        let limited = Limited::new(
            self.interrupted.clone(),
            self.timeout,
            self.memory,
            Ending::Line,
        );
        let mut reply = limited.run(|| debugger.line(line, limited.stop()));
        let why = limited.stop().reason().and_then(ended_by);
        if let Some(why) = &why {
            reply.text += &format!("error: the command ended: {why}\n");
        }
        Replied {
            reply,
            is_limited: why.is_some(),
        }
    }
}

/// Lines of a script. The exit says whether a command was refused, or reached a limit.
fn script(
    debugger: &mut Debugger<'_, '_>,
    limits: &Limits<'_>,
    lines: &mut dyn Iterator<Item = io::Result<String>>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Verified;
    let warning = debugger.warning().map(|text| format!("warning: {text}\n"));
    let intro = format!("{}{}", warning.unwrap_or_default(), debugger.here());
    writeln!(out, "{intro}").map_err(|error| broken(&error))?;
    for line in lines {
        let line = line.map_err(|error| Failure::new(format!("the input: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        writeln!(out, "> {}", line.trim()).map_err(|error| broken(&error))?;
        let Replied { reply, is_limited } = limits.line(debugger, &line);
        let written = out.write_all(reply.text.as_bytes());
        written
            .and_then(|()| out.flush())
            .map_err(|error| broken(&error))?;
        if is_limited {
            exit = exit.max(Exit::NotVerified);
        }
        if reply.refused {
            exit = exit.max(Exit::Refused);
        }
        if reply.quits {
            break;
        }
    }
    Ok(exit)
}

/// Lines that are edited on a terminal. An empty one repeats the last.
fn terminal(
    debugger: &mut Debugger<'_, '_>,
    limits: &Limits<'_>,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    let cannot = |error: ReadlineError| Failure::new(format!("the terminal: {error}"));
    let mut editor: Editor<Names, DefaultHistory> = Editor::new().map_err(cannot)?;
    editor.set_helper(Some(Names));
    let intro = "Type `help` for the commands, Ctrl-D to end; Ctrl-C interrupts.";
    let warning = debugger.warning().map(|text| format!("warning: {text}\n"));
    let warning = warning.unwrap_or_default();
    writeln!(out, "{intro}\n{warning}{}", debugger.here()).map_err(|error| broken(&error))?;
    let mut last = String::new();
    loop {
        let line = match editor.readline(PROMPT) {
            Ok(line) if line.trim().is_empty() => last.clone(),
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(cannot(error)),
        };
        // A history in memory takes every line.
        let _ = editor.add_history_entry(line.as_str());
        let Replied { reply, .. } = limits.line(debugger, &line);
        let written = out.write_all(reply.text.as_bytes());
        written
            .and_then(|()| out.flush())
            .map_err(|error| broken(&error))?;
        if reply.quits {
            break;
        }
        last = line;
    }
    Ok(Exit::Verified)
}

/// Completes the names of commands, and what `show` and `go` take.
struct Names;

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..position).unwrap_or_default();
        let begin = before.rfind([' ', ';']).map_or(0, |at| at + 1);
        let word = before.get(begin..).unwrap_or_default();
        let earlier = before.get(..begin).unwrap_or_default();
        let earlier = earlier.rsplit(';').next().unwrap_or_default().trim();
        let verbs = COMMANDS.iter().map(|known| known.name);
        let candidates: Vec<&str> = match earlier {
            "" | "help" => verbs.collect(),
            "show" => vec!["heap", "old", "store", "path", "query", "all"],
            "go" => vec!["true", "false"],
            _ => Vec::new(),
        };
        let fitting = candidates.into_iter().filter(|name| name.starts_with(word));
        Ok((begin, fitting.map(str::to_owned).collect()))
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Validator for Names {}

impl Helper for Names {}
