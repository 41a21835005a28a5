//! The commands of a terminal or a script: text in, text out.

use super::commands::{self, Verb};
use super::recorder::AS_IF;
use super::session::{Motion, Session, Stopped, Where};
use super::source::{End, Failed, Follows, NodeId};
use super::tracing;
use crate::diagnostics::Code;
use crate::source::{FileId, Span};
use crate::stop::Stop;
use crate::trace::bindings;
use std::fmt::Write;

/// The lines before and after the place that `list` shows.
const AROUND: usize = 3;

/// The most steps of `step N`.
const MAX_REPEATS: u32 = 1_000_000;

/// The result of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// What to show.
    pub text: String,
    /// Whether the session is to end.
    pub quits: bool,
    /// Whether a command could not be carried out.
    pub refused: bool,
}

/// Carries out the commands of a line, up to the first one that is refused.
pub fn line(session: &mut Session<'_>, line: &str, stop: &Stop) -> Reply {
    let mut reply = Reply::default();
    for text in commands::parts(line) {
        let result = commands::parse(text).and_then(|command| match command.verb {
            Verb::Quit => {
                reply.quits = true;
                Ok(String::new())
            }
            verb => run(session, verb, command.argument, stop),
        });
        reply.refused = result.is_err();
        let text = result.unwrap_or_else(|message| format!("error: {message}"));
        for traced in session.traced.drain(..) {
            let _ = writeln!(reply.text, "{traced}");
        }
        if !text.is_empty() {
            reply.text.push_str(&text);
            reply.text.push('\n');
        }
        for warning in session.warnings() {
            let _ = writeln!(reply.text, "{warning}");
        }
        if reply.quits || reply.refused {
            break;
        }
    }
    reply
}

/// Carries out one command; what to show.
fn run(
    session: &mut Session<'_>,
    verb: Verb,
    argument: &str,
    stop: &Stop,
) -> Result<String, String> {
    match verb {
        Verb::Step => repeated(session, Motion::Step, argument, stop),
        Verb::Next => repeated(session, Motion::Next, argument, stop),
        Verb::Finish => moved(session, Motion::Finish, stop),
        Verb::Continue => moved(session, Motion::Continue, stop),
        Verb::Back => {
            for _ in 0..count(argument)? {
                match session.back() {
                    Stopped::Done => {}
                    other => return Ok(stopped(session, other)),
                }
            }
            Ok(here(session))
        }
        Verb::Reverse => {
            let why = session.backward();
            Ok(stopped(session, why))
        }
        Verb::Restart => {
            session.restart();
            Ok(here(session))
        }
        Verb::Go => go(session, argument, stop),
        Verb::Fork => {
            if !session.fork() {
                return Err("there is no fork here".to_owned());
            }
            Ok(continued(session, stop))
        }
        Verb::Break => set_breakpoint(session, argument),
        Verb::Delete => delete(session, argument),
        Verb::Breakpoints => Ok(breakpoints(session)),
        Verb::Show => show(session, argument),
        Verb::List => list(session),
        Verb::Where => Ok(calls(session)),
        Verb::Eval => {
            let expression = needed(argument, "an expression")?;
            session.source.eval(session.at(), expression, stop)
        }
        Verb::Prove => {
            let condition = needed(argument, "a condition")?;
            session.source.prove(session.at(), condition, stop)
        }
        Verb::Assume => {
            let condition = needed(argument, "a condition")?;
            let next = session.source.assume(session.at(), condition, stop)?;
            let is_new = next != session.at();
            session.set(next);
            Ok(if is_new {
                format!("assumed: {condition}")
            } else {
                format!("already known: {condition}")
            })
        }
        Verb::Set => {
            let assignment = needed(argument, "an assignment")?;
            let next = session.source.set(session.at(), assignment, stop)?;
            session.set(next);
            Ok(format!("set: {assignment}"))
        }
        Verb::Call => call(session, argument, stop),
        Verb::Trace => {
            if !argument.is_empty() {
                session.tracing = tracing::parse(argument)?;
            }
            Ok(tracing::shown(session.tracing.as_ref()))
        }
        Verb::Model => {
            let values = session.source.model(session.at())?;
            let lines = values
                .iter()
                .map(|(name, value)| format!("{name} = {value}"));
            let lines: Vec<String> = lines.collect();
            Ok(if lines.is_empty() {
                "every input leads here".to_owned()
            } else {
                lines.join("\n")
            })
        }
        Verb::Why => Ok(session.source.why(session.at())?.join("\n")),
        Verb::Save => {
            let name = Some(argument).filter(|name| !name.is_empty());
            Ok(format!("saved as `{}`", session.save(name)))
        }
        Verb::Restore => {
            session.restore(needed(argument, "the name of a saved state")?)?;
            Ok(here(session))
        }
        Verb::Tree => Ok(super::tree::text(session)),
        Verb::Help => commands::help(argument),
        Verb::Quit => Ok(String::new()),
    }
}

fn call(session: &mut Session<'_>, argument: &str, stop: &Stop) -> Result<String, String> {
    let call = needed(argument, "a call")?;
    let called = session.source.call(session.at(), call, stop)?;
    let mut lines: Vec<String> = called
        .results
        .iter()
        .map(|r| format!("returns {r}"))
        .collect();
    if lines.is_empty() {
        lines.push("returns".to_owned());
    }
    if called.after == session.at() {
        lines.push(
            "the state is as before: what the call does depends on conditions; `assume` one side \
             first"
                .to_owned(),
        );
    }
    session.set(called.after);
    Ok(lines.join("\n"))
}

fn needed<'t>(argument: &'t str, what: &str) -> Result<&'t str, String> {
    match argument {
        "" => Err(format!("{what} is missing")),
        given => Ok(given),
    }
}

fn count(argument: &str) -> Result<u32, String> {
    match argument {
        "" => Ok(1),
        number => match number.parse() {
            Ok(n) if n <= MAX_REPEATS => Ok(n),
            _ => Err(format!("`{number}` is no number up to {MAX_REPEATS}")),
        },
    }
}

fn repeated(
    session: &mut Session<'_>,
    motion: Motion,
    argument: &str,
    stop: &Stop,
) -> Result<String, String> {
    for _ in 0..count(argument)? {
        match session.forward(motion, stop) {
            Stopped::Done => {}
            other => return Ok(stopped(session, other)),
        }
    }
    Ok(here(session))
}

fn moved(session: &mut Session<'_>, motion: Motion, stop: &Stop) -> Result<String, String> {
    let (from, follows) = (session.at(), session.source.follows(session.at()));
    let why = session.forward(motion, stop);
    let text = stopped(session, why);
    // Where it stops in the state after the failure, that says so itself.
    let is_past =
        matches!(follows, Follows::Failure(_)) && session.source.parent(session.at()) != Some(from);
    Ok(match is_past {
        true => format!("{AS_IF}\n{text}"),
        false => text,
    })
}

/// Continues from the side of a fork that was taken.
fn continued(session: &mut Session<'_>, stop: &Stop) -> String {
    let why = session.continue_side(stop);
    stopped(session, why)
}

/// Takes a side of a fork; without one, goes on where an assumption decided it, or with the side
/// that `fork` left.
fn go(session: &mut Session<'_>, argument: &str, stop: &Stop) -> Result<String, String> {
    let sides = match session.source.follows(session.at()) {
        Follows::Fork(sides) => sides.len(),
        Follows::End(_) if argument.is_empty() => {
            if !session.resume() {
                return Err("the path ends here, and no fork has another side to take".to_owned());
            }
            return Ok(continued(session, stop));
        }
        Follows::Step | Follows::Failure(_) if argument.is_empty() => {
            return moved(session, Motion::Continue, stop);
        }
        Follows::Step | Follows::Failure(_) | Follows::End(_) => {
            return Err("there is no fork here".to_owned());
        }
    };
    let side = match argument {
        "true" => 0,
        "false" if sides == 2 => 1,
        number => match number.parse::<usize>() {
            Ok(n) if (1..=sides).contains(&n) => n - 1,
            _ if sides == 2 => return Err("write `go true` or `go false`".to_owned()),
            _ => return Err(format!("write `go N`, with N from 1 to {sides}")),
        },
    };
    if !session.choose(side) {
        return Err("no execution takes this side".to_owned());
    }
    Ok(continued(session, stop))
}

/// Why the session stopped, and where it is.
pub fn stopped(session: &Session<'_>, why: Stopped) -> String {
    let head = match why {
        Stopped::Done | Stopped::Fork | Stopped::Failure | Stopped::End => String::new(),
        Stopped::Breakpoint(number) => format!("breakpoint {number}\n"),
        Stopped::Start => "this is the first state\n".to_owned(),
        Stopped::Forgotten => "earlier states are no longer kept\n".to_owned(),
        Stopped::Interrupted => "interrupted\n".to_owned(),
        Stopped::Bound => {
            "the bound of steps was reached; `continue` goes on, --steps raises it\n".to_owned()
        }
    };
    format!("{head}{}", here(session))
}

/// The current place, and what follows.
pub fn here(session: &Session<'_>) -> String {
    let at = session.at();
    let mut text = String::new();
    if let Some(what) = session.source.step_text(at) {
        let _ = writeln!(text, "{what}");
    }
    match session.source.follows(at) {
        Follows::Step => text.push_str(&place(session, at)),
        Follows::Fork(sides) => {
            let _ = writeln!(text, "{}", place(session, at));
            match sides.as_slice() {
                [yes, no] => {
                    let _ = writeln!(text, "fork: {yes}");
                    let _ = write!(text, "`go true`, or `go false`: {no}");
                }
                sides => {
                    text.push_str("fork:");
                    for (number, side) in sides.iter().enumerate() {
                        let _ = write!(text, "\n`go {}`: {side}", number + 1);
                    }
                }
            }
        }
        Follows::Failure(failed) => {
            let _ = writeln!(text, "{}", place(session, at));
            let _ = writeln!(text, "{}", failure(session, &failed));
            let _ = write!(text, "`why` explains it; `continue` goes on {AS_IF}");
        }
        Follows::End(end) => {
            if !matches!(
                end,
                End::Returned(_) | End::Verified | End::NothingElseFails
            ) {
                let _ = writeln!(text, "{}", place(session, at));
            }
            text.push_str(&ending(session, &end));
        }
    }
    text
}

/// How a path ended.
pub fn ending(session: &Session<'_>, end: &End) -> String {
    match end {
        End::Returned(Some(result)) => format!("returns {result}"),
        End::Returned(None) => "returns".to_owned(),
        End::Verified => "this path is verified".to_owned(),
        End::NothingElseFails => "nothing else fails on this path".to_owned(),
        End::Failed(failed) => failure(session, failed),
        End::Cut(why) => format!("ends: {why}"),
    }
}

/// What failed, and where.
pub fn failure(session: &Session<'_>, failed: &Failed) -> String {
    let line = session.sources.start(failed.place).line;
    format!("fails at line {line}: {}: {}", failed.code, failed.message)
}

/// The place of a state, with its line of text.
fn place(session: &Session<'_>, at: NodeId) -> String {
    match session.place(at) {
        Some(span) => located(session, span),
        None => "(no place)".to_owned(),
    }
}

/// `file:line: text`
fn located(session: &Session<'_>, span: Span) -> String {
    let file = session.sources.file(span.file);
    let line = session.sources.start(span).line;
    format!("{}:{line}: {}", file.shown_name(), file.line(line).trim())
}

fn calls(session: &Session<'_>) -> String {
    let calls = session.source.calls(session.at());
    let lines = calls.iter().enumerate().map(|(number, call)| {
        format!(
            "#{number} {} at {}",
            call.member,
            located(session, call.place)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn list(session: &Session<'_>) -> Result<String, String> {
    let span = session
        .place(session.at())
        .ok_or("there is no place here")?;
    let file = session.sources.file(span.file);
    let line = session.sources.start(span).line;
    let last = file.text().lines().count();
    let mut text = String::new();
    for number in line.saturating_sub(AROUND).max(1)..=(line + AROUND).min(last) {
        let mark = if number == line { ">" } else { " " };
        let shown = file.line(number);
        let _ = writeln!(text, "{}", format!("{mark}{number:4} {shown}").trim_end());
    }
    Ok(text.trim_end().to_owned())
}

fn show(session: &mut Session<'_>, argument: &str) -> Result<String, String> {
    const PARTS: [&str; 6] = ["heap", "old", "store", "path", "query", "all"];
    let chosen: Vec<&str> = PARTS
        .into_iter()
        .filter(|part| !argument.is_empty() && part.starts_with(argument))
        .collect();
    let [part] = chosen.as_slice() else {
        return Err(format!("write `show` with one of {}", PARTS.join(", ")));
    };
    let view = session.source.view(session.at());
    let store = || bindings(&view.store).collect();
    let queries = || {
        let queries = session.source.queries(session.at()).into_iter();
        queries
            .map(|query| format!("{}: {}", query.answer, query.goal))
            .collect()
    };
    let listed = |lines: Vec<String>, none: &str| {
        if lines.is_empty() {
            none.to_owned()
        } else {
            lines.join("\n")
        }
    };
    Ok(match *part {
        "heap" => listed(view.heap, "the heap is empty, or nothing is known of it"),
        "old" => listed(
            view.old,
            "the heap on entry is empty, or nothing is known of it",
        ),
        "store" => listed(store(), "no variable has a value"),
        "path" => listed(view.path, "true"),
        "query" => listed(queries(), "there is no query here"),
        _ => {
            let parts = [
                ("heap", view.heap.clone()),
                ("old heap", view.old.clone()),
                ("store", store()),
                ("path condition", view.path.clone()),
            ];
            let parts = parts.into_iter().map(|(name, lines)| {
                let lines = lines.into_iter().map(|line| format!("\n  {line}"));
                format!("{name}:{}", lines.collect::<String>())
            });
            parts.collect::<Vec<_>>().join("\n")
        }
    })
}

fn set_breakpoint(session: &mut Session<'_>, argument: &str) -> Result<String, String> {
    let text = needed(argument, "a line, a member or a code")?;
    let place = if let Some(place) = beside_a_line(session, text)? {
        place
    } else if let Ok(line) = text.parse::<usize>() {
        let file = session.place(session.at()).map(|span| span.file);
        Where::Line(file.ok_or("there is no place here")?, line)
    } else if let Some((file, line)) = file_and_line(session, text) {
        Where::Line(file, line)
    } else if Code::from_name(text.split(':').next().unwrap_or(text)).is_some() {
        Where::Code(text.to_owned())
    } else if session.members.iter().any(|member| member == text) {
        Where::Member(text.to_owned())
    } else {
        return Err(format!(
            "`{text}` is no line, no member with a body and no diagnostic code"
        ));
    };
    let lines = match &place {
        Where::Line(file, line) | Where::After(file, line) => vec![(*file, *line)],
        Where::Between(file, from, to) => vec![(*file, *from), (*file, *to)],
        Where::Member(_) | Where::Code(_) => Vec::new(),
    };
    for (file, line) in lines {
        let last = session.sources.file(file).text().lines().count();
        if line == 0 || line > last {
            return Err(format!(
                "there is no line {line}: the file has {last} lines"
            ));
        }
    }
    let number = session.add_breakpoint(place.clone());
    Ok(format!(
        "breakpoint {number}: {}",
        breakpoint(session, &place)
    ))
}

/// `before LINE`, `after LINE`, `between LINE LINE`.
fn beside_a_line(session: &Session<'_>, text: &str) -> Result<Option<Where>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = |text: &str| match text.parse::<usize>() {
        Ok(line) => {
            let place = session
                .place(session.at())
                .ok_or("there is no place here")?;
            Ok((place.file, line))
        }
        Err(_) => file_and_line(session, text).ok_or(format!("`{text}` is no line")),
    };
    let place = match words.as_slice() {
        ["before", at] => line(at).map(|(file, line)| Where::Line(file, line))?,
        ["after", at] => line(at).map(|(file, line)| Where::After(file, line))?,
        ["between", from, to] => {
            let ((file, from), (_, to)) = (line(from)?, line(to)?);
            Where::Between(file, from, to)
        }
        _ => return Ok(None),
    };
    // The states of a recording are those after their line.
    match (session.source.is_before_its_place(), place) {
        (true, place) => Ok(Some(place)),
        (false, Where::After(file, line)) => Ok(Some(Where::Line(file, line))),
        (false, _) => Err("a recorded proof stops after a line: write `break LINE`".to_owned()),
    }
}

/// `FILE:LINE`, where the file may be named by the end of its path.
fn file_and_line(session: &Session<'_>, text: &str) -> Option<(FileId, usize)> {
    let (name, line) = text.rsplit_once(':')?;
    let line = line.parse().ok()?;
    let mut files = session.sources.files();
    let found = files.find(|(_, file)| {
        file.name() == name
            || file
                .name()
                .strip_suffix(name)
                .is_some_and(|before| before.ends_with('/'))
    });
    found.map(|(file, _)| (file, line))
}

fn breakpoint(session: &Session<'_>, place: &Where) -> String {
    match place {
        Where::Line(file, line) => format!("{}:{line}", session.sources.file(*file).shown_name()),
        Where::After(file, line) => {
            format!("after {}:{line}", session.sources.file(*file).shown_name())
        }
        Where::Between(file, from, to) => {
            let name = session.sources.file(*file).shown_name();
            format!("between {name}:{from} and {to}")
        }
        Where::Member(member) => member.clone(),
        Where::Code(code) => code.clone(),
    }
}

fn breakpoints(session: &Session<'_>) -> String {
    let all = session.breakpoints().iter();
    let lines = all.map(|known| format!("{}: {}", known.number, breakpoint(session, &known.place)));
    match lines.collect::<Vec<_>>().join("\n") {
        none if none.is_empty() => "there are no breakpoints".to_owned(),
        lines => lines,
    }
}

fn delete(session: &mut Session<'_>, argument: &str) -> Result<String, String> {
    let removed = match argument {
        "" => session.retain_breakpoints(&|_| false),
        number => {
            let number = number.parse::<u32>();
            let number = number.map_err(|_| "write the number of a breakpoint".to_owned())?;
            let removed = session.retain_breakpoints(&|known| known.number != number);
            if removed == 0 {
                return Err(format!("there is no breakpoint {number}"));
            }
            removed
        }
    };
    Ok(match removed {
        1 => "1 breakpoint removed".to_owned(),
        several => format!("{several} breakpoints removed"),
    })
}
