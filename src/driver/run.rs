//! Running a program: the entry is found, the interpreter runs it, and what went wrong becomes a
//! diagnostic.

use super::exceptions::{exception, is_made_with_effects, said_by, throws_more};
use super::reading::InputText;
use super::test_inputs::{self, set_unknowns};
use super::{FileReport, Loaded, on_large_stack};
use crate::diagnostics::failure::Role;
use crate::diagnostics::{Code, Diagnostic};
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::input::Input;
use crate::execution::machine::{Bound, CallPlace, Violation};
use crate::execution::run::{Bounds, End, Entry, RunHost, run};
use crate::ir::{MemberId, Method, MethodId, MethodKind, Program, Type, ValueKind, ids};
use crate::source::{SourceMap, Span};
use crate::stop::Stop;
use num_bigint::BigInt;

/// What to run, and how.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// The static method to run, such as `C.m`; `None` for the only `main`.
    pub entry: Option<String>,
    /// Its arguments: those of `main(String[])` as they are, others as numbers, `true`, `false`,
    /// `null` or texts.
    pub args: Vec<String>,
    /// The values that nobody knows, by name: `x@17#2` is that of the second execution of `x := *;` in
    /// line 17.
    pub input: Vec<(String, String)>,
    /// Whether contracts and permissions are checked, and ghost code is executed.
    pub contracts: bool,
    /// The greatest number of steps.
    pub steps: u64,
    /// The greatest size of the heap, in bytes.
    pub memory: u64,
}

/// What a run prints to and reads from.
pub struct RunStreams<'s> {
    /// Takes what the program prints. Returns whether it goes on.
    pub print: &'s mut dyn FnMut(&[u8]) -> bool,
    /// Gives the next line of what values are read from, with its end; `None` at the end.
    pub next_line: &'s mut dyn FnMut() -> Option<String>,
}

/// Why nothing was run.
#[derive(Debug)]
pub enum RunRefusal {
    /// The front end found errors.
    Errors(Vec<FileReport>),
    /// The front end found errors, and the member depends on a declaration that has one.
    DependsOnErrors {
        /// Which, and what to do.
        message: String,
        /// The errors.
        reports: Vec<FileReport>,
    },
    /// There is no such entry, or more than one; what to do.
    Entry {
        /// What is wrong.
        message: String,
        /// The entries that there are.
        entries: Vec<String>,
    },
}

/// A call that was under way when a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningCall {
    /// The member.
    pub member: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: usize,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum RunEnd {
    /// The entry returned.
    Returned,
    /// Something that must hold does not: its diagnostic, and the exception that Java throws there,
    /// if any.
    Violation(Box<Diagnostic>, Option<String>),
    /// A bound was reached: what to say.
    Bound(String),
    /// The run was asked to stop.
    Stopped,
    /// What is next cannot be run.
    Unsupported(Box<Diagnostic>),
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// How it ended.
    pub end: RunEnd,
    /// The result as text, if the entry has one and has returned.
    pub result: Option<String>,
    /// The calls that were under way, the innermost first.
    pub calls: Vec<RunningCall>,
    /// The message of the exception that ended it, as Java has it, if that is known.
    pub message: Option<String>,
    /// The number of executed instructions.
    pub steps: u64,
    /// The number of checks of permission.
    pub permission_checks: u64,
    /// The number of conjuncts that were evaluated.
    pub conjuncts: u64,
    /// The conjuncts that could not be evaluated, so that they were not checked.
    pub unevaluated: Vec<Span>,
}

/// The bytes of a cell of the heap.
const BYTES_PER_CELL: u64 = 24;

impl Loaded {
    /// Runs a program that reads nothing. `print` takes what it prints, and returns whether to go on.
    ///
    /// # Errors
    /// If the front end found errors, or there is not exactly one such entry.
    pub fn run(
        &self,
        request: &RunRequest,
        stop: &Stop,
        print: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<RunReport, RunRefusal> {
        let next_line = &mut || None;
        self.run_with(request, stop, RunStreams { print, next_line })
    }

    /// Runs a program.
    ///
    /// # Errors
    /// If the front end found errors, or there is not exactly one such entry.
    pub fn run_with(
        &self,
        request: &RunRequest,
        stop: &Stop,
        streams: RunStreams<'_>,
    ) -> Result<RunReport, RunRefusal> {
        // Streams stay with this thread.
        on_large_stack(|| self.run_here(request, stop, streams))
    }

    fn run_here(
        &self,
        request: &RunRequest,
        stop: &Stop,
        streams: RunStreams<'_>,
    ) -> Result<RunReport, RunRefusal> {
        let found = self.entry(request);
        let (program, entry) = found.map_err(|refusal| self.with_errors(refusal))?;
        self.can_be_run(program, MemberId::Method(entry))?;
        let sources = self.sources();
        let of = program.method(entry).name_span.file;
        let checking = Checking {
            contracts: request.contracts,
            contracts_optional: sources.file(of).notation().may_lack_contracts(),
            permissions: true,
            unguarded: Unguarded::NotEvaluated,
            assertions: false,
            by_contract: false,
        };
        let bounds = Bounds {
            steps: request.steps,
            cells: usize::try_from(request.memory / BYTES_PER_CELL).unwrap_or(usize::MAX),
        };
        let RunStreams { print, next_line } = streams;
        let mut text = InputText::new(program, next_line);
        let host = RunHost {
            stops: &|| stop.reason().is_some(),
            print,
            read: &mut |site| text.read(site),
        };
        let code = compile(program, checking);
        let mut unknowns = Input::default();
        set_unknowns(program, &code, &mut unknowns, &request.input).map_err(|message| {
            RunRefusal::Entry {
                message,
                entries: Vec::new(),
            }
        })?;
        let entry = Entry {
            method: entry,
            args: &request.args,
            unknowns: &unknowns,
        };
        let finished = run(program, &code, entry, bounds, host);
        let mut calls = Vec::new();
        let mut said = None;
        let end = match finished.end {
            End::Returned => RunEnd::Returned,
            End::Stopped => RunEnd::Stopped,
            End::Steps => RunEnd::Bound(format!(
                "{} steps were executed; raise the bound with --steps",
                request.steps
            )),
            End::Bound(Bound::Memory) => RunEnd::Bound(format!(
                "the heap would need more than {} MB; raise the bound with --memory",
                request.memory / 1_000_000
            )),
            End::Bound(Bound::Depth) => {
                RunEnd::Bound("the calls are nested too deep; does a recursion not end?".to_owned())
            }
            End::Unknown(place, name, misread) => {
                let message = match misread {
                    Some(why) => format!("the value `{name}` cannot be read: {why}"),
                    None => format!("nobody knows the value `{name}`: give it"),
                };
                let error = Diagnostic::error(Code::Unsupported, place, message);
                let note = if name.contains('@') {
                    format!(
                        "at standard input, or as in `--input '{name}=0'`; `explore`, `test` and \
                         `bmc` look for such values"
                    )
                } else {
                    "at standard input".to_owned()
                };
                RunEnd::Unsupported(Box::new(error.note(note)))
            }
            End::Unsupported(place, what) => {
                let message = format!("{what} is not supported");
                let error = Diagnostic::error(Code::Unsupported, place, message);
                RunEnd::Unsupported(Box::new(error))
            }
            End::Violation(violation)
                if !request.contracts && throws_more(sources.text(violation.place)) =>
            {
                let message = "the argument of an exception that may do something is not supported";
                let error = Diagnostic::error(Code::Unsupported, violation.place, message);
                RunEnd::Unsupported(Box::new(error))
            }
            End::Violation(violation)
                if !request.contracts
                    && violation.code == Code::Assert
                    && is_made_with_effects(program, sources.text(violation.place)) =>
            {
                let message = "an exception whose constructor may do something is not supported";
                let error = Diagnostic::error(Code::Unsupported, violation.place, message);
                RunEnd::Unsupported(Box::new(error))
            }
            End::Violation(violation) => {
                let named = violation.calls.iter();
                calls = named.map(|call| running(program, sources, *call)).collect();
                let exception = exception(sources, &violation);
                said = exception
                    .as_ref()
                    .and_then(|_| said_by(sources, &violation));
                RunEnd::Violation(Box::new(diagnostic(sources, &violation)), exception)
            }
        };
        Ok(RunReport {
            end,
            result: finished.result,
            calls,
            message: said,
            steps: finished.counts.steps,
            permission_checks: finished.counts.permission_checks,
            conjuncts: finished.counts.conjuncts,
            unevaluated: finished.counts.unevaluated,
        })
    }

    /// The method to run.
    fn entry(&self, request: &RunRequest) -> Result<(&Program, MethodId), RunRefusal> {
        let mut found = Vec::new();
        let mut entries = Vec::new();
        let mut is_other = false;
        for program in self.programs() {
            for id in ids::<MethodId>(program.methods.len()) {
                let method = program.method(id);
                let member = MemberId::Method(id);
                let names = [program.member_name(member), program.group_name(member)];
                if !can_be_entry(program, method) {
                    is_other |= (request.entry.as_ref()).is_some_and(|entry| names.contains(entry));
                    continue;
                }
                let is_meant = match &request.entry {
                    Some(entry) => names.contains(entry),
                    None => method.kind == MethodKind::Main,
                };
                if is_meant {
                    found.push((program, id));
                }
                entries.extend(names.into_iter().next());
            }
        }
        match (found.as_slice(), &request.entry) {
            ([only], _) => match refused_arguments(only.0.method(only.1), &request.args) {
                None => Ok(*only),
                Some(message) => Err(RunRefusal::Entry {
                    message,
                    entries: Vec::new(),
                }),
            },
            ([], Some(entry)) => Err(RunRefusal::Entry {
                message: if is_other {
                    format!(
                        "`{entry}` cannot be run by itself: that is for static methods whose \
                     parameters are numbers, truth values and texts; `explore` and `test` make other \
                     inputs"
                    )
                } else {
                    format!("there is no static method `{entry}`")
                },
                entries,
            }),
            ([], None) => Err(RunRefusal::Entry {
                message: "there is no main routine: name a static method by --entry".to_owned(),
                entries,
            }),
            (several, _) => {
                let names = several.iter().map(|(program, id)| {
                    let file = program.method(*id).name_span.file;
                    let name = program.member_name(MemberId::Method(*id));
                    format!("`{name}` in {}", self.sources().file(file).shown_name())
                });
                let names = names.collect::<Vec<_>>().join(", ");
                Err(RunRefusal::Entry {
                    message: format!("there are several: {names}; name one file or one --entry"),
                    entries: Vec::new(),
                })
            }
        }
    }
}

/// What is wrong with the arguments of an entry.
fn refused_arguments(method: &Method, args: &[String]) -> Option<String> {
    let types: Vec<&Type> = method.vars.param_types().collect();
    if let [Type::Array(_)] = types.as_slice() {
        return None;
    }
    if types.len() != args.len() {
        return Some(format!(
            "`{}` has {} parameters, and there are {} arguments (--arg)",
            method.name,
            types.len(),
            args.len()
        ));
    }
    let fits = |(ty, arg): &(&&Type, &String)| match (ty, arg.parse::<BigInt>()) {
        (Type::Bool, _) => matches!(arg.as_str(), "true" | "false"),
        (Type::Int, Ok(_)) | (Type::Class(_), _) => true,
        (Type::Machine(width), Ok(n)) => width.holds(&n),
        (Type::Floating(_), _) => test_inputs::floating(arg).is_some(),
        _ => false,
    };
    let wrong = types.iter().zip(args).find(|pair| !fits(pair));
    wrong.map(|(_, arg)| format!("the argument `{arg}` does not fit its parameter"))
}

/// Whether a method can be run by itself.
fn can_be_entry(program: &Program, method: &Method) -> bool {
    let callable = match method.kind {
        MethodKind::Main => true,
        MethodKind::Mutator => method.vars.this.is_none() && method.inherited.is_none(),
        MethodKind::Constructor | MethodKind::Lemma | MethodKind::Initialiser => false,
    };
    let plain = |ty: &Type| match ty.value_kind() {
        ValueKind::Integer | ValueKind::Floating | ValueKind::Boolean => true,
        ValueKind::Reference => {
            program.is_text(ty) || matches!(ty, Type::Array(_)) && method.kind == MethodKind::Main
        }
        ValueKind::Amount | ValueKind::Collection => false,
    };
    callable && !method.name_span.file.is_library() && method.vars.param_types().all(plain)
}

/// A call under way, by name.
pub(super) fn running(program: &Program, sources: &SourceMap, call: CallPlace) -> RunningCall {
    RunningCall {
        member: program.member_name(call.member),
        file: sources.file(call.span.file).name().to_owned(),
        line: sources.start(call.span).line,
    }
}

/// The longest text that a message quotes.
const MAX_QUOTE: usize = 80;

/// The diagnostic of a violation.
pub(super) fn diagnostic(sources: &SourceMap, violation: &Violation) -> Diagnostic {
    let about = violation.conjunct.unwrap_or(violation.place);
    let quoted = closed(sources, about);
    let is_short = quoted.chars().count() <= MAX_QUOTE && !quoted.contains('\n');
    let message = if is_short {
        format!("`{quoted}`: {}", violation.message)
    } else {
        violation.message.clone()
    };
    let mut error = Diagnostic::error(violation.code, violation.place, message);
    error.reason = violation.reason;
    if let Some(conjunct) = violation.conjunct {
        error = error.with_role(conjunct, Role::Conjunct);
    }
    for (name, value) in &violation.values {
        error = error.note(format!("{name} = {value}"));
    }
    error
}

/// The text of a place. That of a loop ends with its condition: what closes it is added.
fn closed(sources: &SourceMap, place: Span) -> &str {
    let text = sources.text(place);
    let count = |c: char| text.matches(c).count();
    let behind = sources.file(place.file).text().get(place.start as usize..);
    let longer = behind.and_then(|behind| behind.get(..text.len() + 1));
    match longer {
        Some(longer) if count('(') == count(')') + 1 && longer.ends_with(')') => longer,
        _ => text,
    }
}
