//! The requests of the Debug Adapter Protocol, carried out on a session. A fork is a stop, and its
//! sides are targets of `stepIn` and `goto`; the console takes the commands of the terminal.

use super::protocol::{
    Evaluate, LineBreakpoint, OfFrame, OfVariables, Request, SetBreakpoints,
    SetExceptionBreakpoints, SetFunctionBreakpoints, SourceText, StackFrame, ToTarget,
};
use super::variables::{SCOPES, Variables};
use super::{Answer, parsed};
use crate::debug::commands;
use crate::debug::console;
use crate::debug::recorder::AS_IF;
use crate::debug::session::{Breakpoint, Motion, Session, Stopped, Where};
use crate::debug::source::{End, Follows};
use crate::diagnostics::Code;
use crate::source::{FileId, Span};
use crate::stop::Stop;
use serde_json::{Value, json};

/// The only thread.
const THREAD: u32 = 1;

/// How a client counts.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The number of the first line.
    pub first_line: i64,
    /// The number of the first column.
    pub first_column: i64,
}

/// A session with its variables.
pub struct Adapter<'a, 's> {
    pub session: &'a mut Session<'s>,
    pub counting: Counting,
    /// Whether to stop at the first state.
    pub stop_on_entry: bool,
    variables: Option<Variables>,
}

impl<'a, 's> Adapter<'a, 's> {
    /// An adapter at the first state.
    pub fn new(
        session: &'a mut Session<'s>,
        counting: Counting,
        stop_on_entry: bool,
    ) -> Adapter<'a, 's> {
        Adapter {
            session,
            counting,
            stop_on_entry,
            variables: None,
        }
    }

    /// Carries out a request.
    ///
    /// # Errors
    /// If it is not understood or cannot be carried out; what to say.
    pub fn request(&mut self, request: &Request, stop: &Stop) -> Result<Answer, String> {
        let mut answer = self.carried_out(request, stop)?;
        let warnings = self.session.warnings().into_iter();
        let warnings = warnings.map(|warning| {
            let output = json!({"category": "important", "output": format!("{warning}\n")});
            ("output", output)
        });
        let traced = std::mem::take(&mut self.session.traced).into_iter();
        let traced = traced.map(|step| {
            let output = json!({"category": "console", "output": format!("{step}\n")});
            ("output", output)
        });
        let told: Vec<_> = warnings.chain(traced).collect();
        answer.events.splice(0..0, told);
        Ok(answer)
    }

    fn carried_out(&mut self, request: &Request, stop: &Stop) -> Result<Answer, String> {
        match request.command.as_str() {
            "setBreakpoints" => self.set_breakpoints(&parsed(request)?),
            "setFunctionBreakpoints" => self.set_member_breakpoints(&parsed(request)?),
            "setExceptionBreakpoints" => self.set_code_breakpoints(&parsed(request)?),
            "configurationDone" => Ok(self.begin(stop)),
            "threads" => {
                let name = self.session.source.calls(self.session.at());
                let name = name.last().map_or("execution", |call| call.member.as_str());
                Ok(Answer::body(
                    json!({"threads": [{"id": THREAD, "name": name}]}),
                ))
            }
            "stackTrace" => Ok(self.stack_trace()),
            "scopes" => {
                self.check_frame(&parsed(request)?)?;
                let scopes = SCOPES.iter().enumerate().map(|(at, name)| {
                    json!({"name": name, "variablesReference": at + 1, "expensive": false})
                });
                let scopes: Vec<Value> = scopes.collect();
                Ok(Answer::body(json!({"scopes": scopes})))
            }
            "variables" => {
                let wanted: OfVariables = parsed(request)?;
                let reference = wanted.variables_reference;
                let found = self.variables().of(reference);
                let found = found.ok_or_else(|| format!("there is no reference {reference}"))?;
                Ok(Answer::body(json!({"variables": found})))
            }
            "evaluate" => self.evaluate(&parsed(request)?, stop),
            "continue" => {
                let answer = self.forward(Motion::Continue, stop);
                Ok(answer.with(json!({"allThreadsContinued": true})))
            }
            "next" => Ok(self.forward(Motion::Next, stop)),
            "stepOut" => Ok(self.forward(Motion::Finish, stop)),
            "stepIn" => match parsed::<ToTarget>(request)?.target_id {
                Some(side) => self.choose(side, "step"),
                None => Ok(self.forward(Motion::Step, stop)),
            },
            "stepInTargets" => {
                self.check_frame(&parsed(request)?)?;
                Ok(Answer::body(json!({"targets": self.sides()})))
            }
            "gotoTargets" => {
                let line = self.place().map(|place| self.line_of(place));
                let sides = self.sides().into_iter().map(|mut side| {
                    if let Some(side) = side.as_object_mut() {
                        side.insert("line".to_owned(), json!(line));
                    }
                    side
                });
                Ok(Answer::body(json!({"targets": sides.collect::<Vec<_>>()})))
            }
            "goto" => match parsed::<ToTarget>(request)?.target_id {
                Some(side) => self.choose(side, "goto"),
                None => Err("`goto` needs a target".to_owned()),
            },
            "stepBack" => {
                let why = self.session.back();
                Ok(self.stopped(why))
            }
            "reverseContinue" => {
                let why = self.session.backward();
                Ok(self.stopped(why))
            }
            "restart" => {
                self.session.restart();
                Ok(self.stopped(Stopped::Start))
            }
            // Nothing runs between two requests.
            "pause" => Ok(self.stopped(Stopped::Interrupted)),
            "exceptionInfo" => self.exception(),
            other => Err(format!("the request `{other}` is not supported")),
        }
    }

    fn check_frame(&self, of: &OfFrame) -> Result<(), String> {
        let calls = self.session.source.calls(self.session.at());
        if usize::try_from(of.frame_id).is_ok_and(|frame| frame < calls.len()) {
            Ok(())
        } else {
            Err(format!("there is no frame {}", of.frame_id))
        }
    }

    fn begin(&mut self, stop: &Stop) -> Answer {
        if self.stop_on_entry {
            Answer::default().event("stopped", self.stop("entry", String::new()))
        } else {
            self.forward(Motion::Continue, stop)
        }
    }

    fn forward(&mut self, motion: Motion, stop: &Stop) -> Answer {
        if matches!(
            self.session.source.follows(self.session.at()),
            Follows::End(_)
        ) {
            return Answer::default().event("terminated", json!({}));
        }
        let why = self.session.forward(motion, stop);
        self.stopped(why)
    }

    /// Takes a side of the fork here, from 1.
    fn choose(&mut self, side: usize, reason: &str) -> Result<Answer, String> {
        if !side
            .checked_sub(1)
            .is_some_and(|side| self.session.choose(side))
        {
            return Err(format!("there is no side {side} of a fork here"));
        }
        self.variables = None;
        let follows = self.session.source.follows(self.session.at());
        let has_failed = matches!(follows, Follows::Failure(_) | Follows::End(End::Failed(_)));
        Ok(if has_failed {
            self.stopped(Stopped::Failure)
        } else {
            Answer::default().event("stopped", self.stop(reason, String::new()))
        })
    }

    /// The sides of the fork here as targets.
    fn sides(&self) -> Vec<Value> {
        let Follows::Fork(sides) = self.session.source.follows(self.session.at()) else {
            return Vec::new();
        };
        let sides = sides.into_iter().enumerate();
        sides
            .map(|(at, side)| json!({"id": at + 1, "label": side}))
            .collect()
    }

    /// The event that the session has stopped.
    fn stopped(&mut self, why: Stopped) -> Answer {
        self.variables = None;
        let session = &self.session;
        let (reason, text) = match session.source.follows(session.at()) {
            Follows::Failure(failed) => {
                let text = format!("{}: {} (goes on {AS_IF})", failed.code, failed.message);
                ("exception", text)
            }
            Follows::End(End::Failed(failed)) => {
                ("exception", format!("{}: {}", failed.code, failed.message))
            }
            Follows::End(end) => ("end", console::ending(session, &end)),
            Follows::Fork(sides) => ("fork", format!("fork: {}", sides.join(" | "))),
            Follows::Step => match why {
                Stopped::Breakpoint(_) => ("breakpoint", String::new()),
                Stopped::Start => ("entry", String::new()),
                Stopped::Interrupted => ("pause", String::new()),
                Stopped::Bound => ("pause", "the bound of steps was reached".to_owned()),
                Stopped::Forgotten => ("step", "earlier states are no longer kept".to_owned()),
                Stopped::Done | Stopped::Fork | Stopped::Failure | Stopped::End => {
                    ("step", String::new())
                }
            },
        };
        Answer::default().event("stopped", self.stop(reason, text))
    }

    fn stop(&self, reason: &str, text: String) -> Value {
        let mut body = json!({
            "reason": reason,
            "threadId": THREAD,
            "allThreadsStopped": true,
        });
        if let (Some(body), false) = (body.as_object_mut(), text.is_empty()) {
            body.insert("description".to_owned(), json!(text));
            body.insert("text".to_owned(), json!(text));
        }
        body
    }

    fn place(&self) -> Option<Span> {
        self.session.place(self.session.at())
    }

    fn line_of(&self, place: Span) -> i64 {
        let line = self.session.sources.start(place).line;
        i64::try_from(line).unwrap_or(i64::MAX) - 1 + self.counting.first_line
    }

    fn stack_trace(&self) -> Answer {
        let calls = self.session.source.calls(self.session.at());
        let sources = self.session.sources;
        let shifted = |n: usize, first: i64| {
            let n = i64::try_from(n).unwrap_or(i64::MAX) - 1 + first;
            usize::try_from(n).unwrap_or_default()
        };
        let frames = calls.iter().enumerate().map(|(id, call)| {
            let (start, end) = (sources.start(call.place), sources.end(call.place));
            let path = sources.file(call.place.file).name();
            StackFrame {
                id,
                name: call.member.clone(),
                source: SourceText {
                    path: Some(path.to_owned()),
                    name: path.rsplit('/').next().map(str::to_owned),
                },
                line: shifted(start.line, self.counting.first_line),
                column: shifted(start.column, self.counting.first_column),
                end_line: shifted(end.line, self.counting.first_line),
                end_column: shifted(end.column, self.counting.first_column),
            }
        });
        let frames: Vec<StackFrame> = frames.collect();
        Answer::body(json!({"totalFrames": frames.len(), "stackFrames": frames}))
    }

    fn variables(&mut self) -> &Variables {
        let session = &mut self.session;
        self.variables.get_or_insert_with(|| {
            let at = session.at();
            let queries = session.source.queries(at).into_iter();
            let queries = queries.map(|query| (query.goal, query.answer.to_owned()));
            let queries = queries.collect();
            Variables::new(&session.source.view(at), queries)
        })
    }

    /// A command in the console, an expression elsewhere.
    fn evaluate(&mut self, wanted: &Evaluate, stop: &Stop) -> Result<Answer, String> {
        let text = wanted.expression.trim();
        let first = commands::parts(text).into_iter().next();
        let is_command = wanted.context.as_deref() == Some("repl")
            && first.is_some_and(|first| commands::parse(first).is_ok());
        if !is_command {
            let value = self.session.source.eval(self.session.at(), text, stop)?;
            let body = json!({"result": value, "variablesReference": 0});
            return Ok(Answer::body(body));
        }
        let before = self.session.at();
        let reply = console::line(self.session, text, stop);
        if reply.refused {
            let message = reply.text.trim_end();
            return Err(message
                .strip_prefix("error: ")
                .unwrap_or(message)
                .to_owned());
        }
        let body = json!({"result": reply.text.trim_end(), "variablesReference": 0});
        let mut answer = if self.session.at() == before {
            Answer::default()
        } else {
            self.stopped(Stopped::Done)
        };
        if reply.quits {
            answer = answer.event("terminated", json!({}));
        }
        Ok(answer.with(body))
    }

    fn exception(&mut self) -> Result<Answer, String> {
        let at = self.session.at();
        let failed = match self.session.source.follows(at) {
            Follows::Failure(failed) | Follows::End(End::Failed(failed)) => failed,
            Follows::Step | Follows::Fork(_) | Follows::End(_) => {
                return Err("nothing failed here".to_owned());
            }
        };
        let why = self.session.source.why(at)?.join("\n");
        Ok(Answer::body(json!({
            "exceptionId": failed.code,
            "description": failed.message,
            "breakMode": "always",
            "details": {"message": why},
        })))
    }

    fn set_breakpoints(&mut self, wanted: &SetBreakpoints) -> Result<Answer, String> {
        let path = wanted
            .source
            .path
            .as_deref()
            .or(wanted.source.name.as_deref());
        let path = path.ok_or("the source has no path")?;
        let Some(file) = self.file(path) else {
            let message = "this file is not part of the program";
            let all = wanted.breakpoints.iter();
            let all = all.map(|_| json!({"verified": false, "message": message}));
            let all: Vec<Value> = all.collect();
            return Ok(Answer::body(json!({"breakpoints": all})));
        };
        let is_other =
            |known: &Breakpoint| !matches!(known.place, Where::Line(known, _) if known == file);
        self.session.retain_breakpoints(&is_other);
        let last = self.session.sources.file(file).text().lines().count();
        let mut set = Vec::new();
        for LineBreakpoint { line } in &wanted.breakpoints {
            let number = line
                .saturating_sub(self.counting.first_line)
                .saturating_add(1);
            let number = usize::try_from(number).unwrap_or_default();
            set.push(if (1..=last).contains(&number) {
                let id = self.session.add_breakpoint(Where::Line(file, number));
                json!({"id": id, "verified": true, "line": line})
            } else {
                json!({"verified": false, "message": "there is no such line"})
            });
        }
        Ok(Answer::body(json!({"breakpoints": set})))
    }

    /// The file of a path, which may be written in another way.
    fn file(&self, path: &str) -> Option<FileId> {
        let files = || self.session.sources.files();
        let exact = files().find(|(_, file)| file.name() == path);
        let below = |name: &str, end: &str| {
            name.strip_suffix(end)
                .is_some_and(|before| before.ends_with('/'))
        };
        let other =
            || files().find(|(_, file)| below(path, file.name()) || below(file.name(), path));
        exact.or_else(other).map(|(file, _)| file)
    }

    fn set_member_breakpoints(
        &mut self,
        wanted: &SetFunctionBreakpoints,
    ) -> Result<Answer, String> {
        let is_other = |known: &Breakpoint| !matches!(known.place, Where::Member(_));
        self.session.retain_breakpoints(&is_other);
        let mut set = Vec::new();
        for breakpoint in &wanted.breakpoints {
            let is_known = self.session.members.contains(&breakpoint.name);
            set.push(if is_known {
                let place = Where::Member(breakpoint.name.clone());
                json!({"id": self.session.add_breakpoint(place), "verified": true})
            } else {
                json!({"verified": false, "message": "there is no such member"})
            });
        }
        Ok(Answer::body(json!({"breakpoints": set})))
    }

    /// Failures always stop; a code besides lets `continue` take the side of a fork that is known
    /// to lead to it.
    fn set_code_breakpoints(&mut self, wanted: &SetExceptionBreakpoints) -> Result<Answer, String> {
        let is_other = |known: &Breakpoint| !matches!(known.place, Where::Code(_));
        self.session.retain_breakpoints(&is_other);
        for filter in &wanted.filters {
            if filter != "failures" {
                return Err(format!("there is no filter `{filter}`"));
            }
        }
        let mut set = Vec::new();
        for option in &wanted.filter_options {
            let code = option.condition.as_deref().unwrap_or_default().trim();
            let is_code = !code.is_empty() && code.split(':').all(|c| Code::from_name(c).is_some());
            set.push(if option.filter_id == "failures" && is_code {
                let place = Where::Code(code.to_owned());
                json!({"id": self.session.add_breakpoint(place), "verified": true})
            } else {
                json!({"verified": false, "message": "there is no such code"})
            });
        }
        Ok(Answer::body(json!({"breakpoints": set})))
    }
}
