//! Testing members: inputs are searched that violate something, and what is found becomes
//! diagnostics with inputs.

use super::exceptions::exception;
use super::inputs::{InputTree, trees};
use super::regression::{Case, Regression};
use super::run::diagnostic;
use super::test_coverage::{self, FileCoverage};
use super::test_inputs::set_named;
use super::{FileReport, Loaded, RunRefusal, on_large_stack};
use crate::diagnostics::{Code, Diagnostic};
use crate::execution::code::CompiledProgram;
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::concolic::coverage::Coverage;
use crate::execution::testing::runner::MAX_STEPS;
use crate::execution::testing::search::{
    Limits, ModelSource, Over, Searched, Tally, Watching, search,
};
use crate::execution::testing::subject::Subject;
use crate::ir::{MemberId, Program};
use crate::notation::Notation;
use crate::parallel;
use crate::source::{FileId, SourceMap, Span};
use crate::stop::Stop;
use crate::verify;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use crate::execution::testing::search::Tally as TestTally;

/// What to test, and how.
#[derive(Clone, Debug)]
pub struct TestRequest {
    /// The members, by full name or by the name of a group of overloads; all if empty.
    pub members: Vec<String>,
    /// The time for each member.
    pub time: Duration,
    /// The greatest number of runs of each member.
    pub runs: u64,
    /// The number of threads.
    pub jobs: usize,
    /// The greatest distance of an object from the named values of an input.
    pub depth: u32,
    /// Whether regression tests are made.
    pub with_regressions: bool,
    /// Values of parameters in the first input, which is of default values besides.
    pub input: Vec<(String, String)>,
}

/// A violation, and an input with which it happens.
#[derive(Clone, Debug)]
pub struct TestFinding {
    /// The violation.
    pub diagnostic: Diagnostic,
    /// The line of its place.
    pub line: usize,
    /// The input.
    pub input: Vec<(String, InputTree)>,
    /// The input in the user's notation.
    pub shown: Vec<(String, String)>,
    /// The number of steps from the first input.
    pub generation: u32,
    /// A test that repeats it, if it was asked for and can be made.
    pub regression: Option<Regression>,
    /// Why the test that was asked for could not be made.
    pub unwritten: Option<String>,
}

/// An input of a search.
#[derive(Clone, Debug)]
pub struct TestNode {
    /// The number of the input from which it was made.
    pub parent: Option<usize>,
    /// The position of the condition that was negated.
    pub negated: usize,
    /// The number of steps from the first input.
    pub generation: u32,
    /// The number of instructions that its run was the first to reach.
    pub score: u32,
    /// Whether it meets the precondition.
    pub is_valid: bool,
    /// The input.
    pub input: Vec<(String, InputTree)>,
    /// The violation of its run: its code.
    pub code: Option<&'static str>,
}

/// The result of a member.
#[derive(Clone, Debug)]
pub struct TestMember {
    /// The member.
    pub name: String,
    /// The span of its name.
    pub span: Span,
    /// Violations, one for each code and place.
    pub findings: Vec<TestFinding>,
    /// What was counted.
    pub tally: TestTally,
    /// Whether no input is left to try.
    pub is_over: bool,
    /// Whether all inputs within the bounds were tried, an input for each path: none is left, all
    /// queries for them were decided, no run ended at a bound, and nothing was left out of inputs.
    pub is_exhausted: bool,
    /// What was left out of the inputs.
    pub restrictions: Vec<String>,
    /// What was not supported, if anything.
    pub unsupported: Option<Diagnostic>,
    /// The inputs, in the order in which they were run.
    pub nodes: Vec<TestNode>,
}

impl TestMember {
    /// Whether no input met the precondition.
    #[must_use]
    pub fn has_no_valid_input(&self) -> bool {
        self.tally.invalid == self.tally.runs
    }
}

/// A member that was not tested.
#[derive(Clone, Debug)]
pub struct Untested {
    /// The member.
    pub name: String,
    /// The span of its name.
    pub span: Span,
    /// The error because of which it cannot be run; `None` if the test was stopped before.
    pub why: Option<String>,
}

/// The result of a test.
#[derive(Clone, Debug)]
pub struct TestReport {
    /// The members that were tested, in source order.
    pub members: Vec<TestMember>,
    /// The others: first those that cannot be run because of errors, then those before which the test
    /// was stopped, each in source order.
    pub untested: Vec<Untested>,
    /// What the front end found, if some members cannot be run because of it.
    pub errors: Vec<FileReport>,
    /// The coverage of each file.
    pub coverage: Vec<FileCoverage>,
}

/// The members to test.
struct Selected<'l> {
    tasks: Vec<Task<'l>>,
    /// Those that were selected, and cannot be run because of errors.
    refused: Vec<Untested>,
}

/// A member of a program, with what is needed to test it.
struct Task<'l> {
    number: usize,
    program: &'l Program,
    code: &'l CompiledProgram,
    subject: Subject,
}

impl Loaded {
    /// Tests members. `tell` is told the member, what was counted so far, and the number of
    /// violations.
    ///
    /// # Errors
    /// If the front end found errors, a name or a value is wrong.
    pub fn test(
        &self,
        request: &TestRequest,
        stop: &Stop,
        tell: &(dyn Fn(&str, &Tally, usize) + Sync),
    ) -> Result<TestReport, RunRefusal> {
        on_large_stack(|| self.test_here(request, stop, tell))
    }

    fn test_here(
        &self,
        request: &TestRequest,
        stop: &Stop,
        tell: &(dyn Fn(&str, &Tally, usize) + Sync),
    ) -> Result<TestReport, RunRefusal> {
        let sources = self.sources();
        let compiled = self.programs().map(|program| {
            let first = program.members.first();
            let notation = first.map(|member| notation(sources, program, *member));
            let checking = Checking {
                contracts: true,
                contracts_optional: notation.is_some_and(Notation::may_lack_contracts),
                permissions: true,
                unguarded: Unguarded::NotEvaluated,
                assertions: false,
                by_contract: false,
            };
            (program, compile(program, checking))
        });
        let compiled: Vec<(&Program, CompiledProgram)> = compiled.collect();
        let Selected {
            tasks,
            refused: mut untested,
        } = self.tasks(request, &compiled)?;
        let errors = match untested.is_empty() {
            true => Vec::new(),
            false => self.front_end_reports(),
        };
        // Several members are tested at once; the inputs of a single one are run at once.
        let within = if tasks.len() > 1 { 1 } else { request.jobs };
        let reached = compiled.iter();
        let reached = reached.map(|(_, code)| Mutex::new(Coverage::new(code)));
        let reached: Vec<Mutex<Coverage>> = reached.collect();
        let results = parallel::each_with(
            request.jobs,
            &tasks,
            || (),
            |(), task| {
                if stop.reason().is_some() {
                    return Ok(None);
                }
                let (member, coverage) = task.test(self, request, within, stop, tell)?;
                if let Some(reached) = reached.get(task.number) {
                    let mut reached = reached.lock().unwrap_or_else(PoisonError::into_inner);
                    reached.add(&coverage);
                }
                Ok(Some(member))
            },
        );
        let mut members = Vec::new();
        for (task, result) in tasks.iter().zip(results) {
            let result = result.map_err(|message| RunRefusal::Entry {
                message,
                entries: Vec::new(),
            })?;
            match result {
                Some(member) => members.push(member),
                None => untested.push(task.untested()),
            }
        }
        let mut files: BTreeMap<FileId, FileCoverage> = BTreeMap::new();
        for ((_, code), reached) in compiled.iter().zip(reached) {
            let reached = reached.into_inner().unwrap_or_else(PoisonError::into_inner);
            files.extend(test_coverage::of_program(sources, code, &reached));
        }
        Ok(TestReport {
            members,
            untested,
            errors,
            coverage: files.into_values().collect(),
        })
    }

    /// The members to test.
    fn tasks<'l>(
        &self,
        request: &TestRequest,
        compiled: &'l [(&'l Program, CompiledProgram)],
    ) -> Result<Selected<'l>, RunRefusal> {
        let (mut tasks, mut refused) = (Vec::new(), Vec::new());
        let mut names = BTreeSet::new();
        let mut found = BTreeSet::new();
        for (number, (program, code)) in compiled.iter().enumerate() {
            for &member in &program.members {
                let Some(subject) = Subject::new(program, code, member) else {
                    continue;
                };
                let own = [program.member_name(member), program.group_name(member)];
                let is_meant = |name: &&String| own.contains(name);
                found.extend(request.members.iter().filter(is_meant).cloned());
                let is_named = own.iter().any(|n| request.members.contains(n));
                if is_named {
                    self.can_be_run(program, member)?;
                }
                let reason = match request.members.is_empty() {
                    true => verify::not_run(program, member),
                    false => None,
                };
                if let Some(reason) = reason {
                    let name = program.member_name(member);
                    refused.push(Untested {
                        why: Some(reason.of_run(&name)),
                        name,
                        span: program.member_span(member),
                    });
                } else if request.members.is_empty() || is_named {
                    tasks.push(Task {
                        number,
                        program,
                        code,
                        subject,
                    });
                }
                names.extend(own.into_iter().next());
            }
        }
        let has_errors = !self.is_complete();
        if has_errors && tasks.is_empty() && request.members.is_empty() {
            return Err(RunRefusal::Errors(self.front_end_reports()));
        }
        let unknown = request.members.iter().find(|name| !found.contains(*name));
        if let Some(unknown) = unknown {
            return Err(self.with_errors(RunRefusal::Entry {
                message: format!(
                    "there is no member `{}` that can be run",
                    crate::visible::on_one_line(unknown)
                ),
                entries: names.into_iter().collect(),
            }));
        }
        if !request.input.is_empty() && tasks.len() != 1 {
            return Err(RunRefusal::Entry {
                message: "--input needs one --member".to_owned(),
                entries: Vec::new(),
            });
        }
        Ok(Selected { tasks, refused })
    }
}

impl Task<'_> {
    fn untested(&self) -> Untested {
        let member = self.subject.member;
        Untested {
            name: self.program.member_name(member),
            span: self.program.member_span(member),
            why: None,
        }
    }

    fn test(
        &self,
        loaded: &Loaded,
        request: &TestRequest,
        jobs: usize,
        stop: &Stop,
        tell: &dyn Fn(&str, &Tally, usize),
    ) -> Result<(TestMember, Coverage), String> {
        let member = self.subject.member;
        let mut first = self.subject.first_input(self.program);
        set_named(self.program, self.code, member, &mut first, &request.input)?;
        let name = self.program.member_name(member);
        let limits = Limits {
            depth: request.depth,
            jobs,
            runs: request.runs,
            steps: MAX_STEPS,
            all_steps: u64::MAX,
            models: ModelSource::Z3,
            work: u64::MAX,
        };
        let own = stop.within(request.time);
        let watching = Watching {
            stops: &|| own.reason().is_some(),
            is_asked: &|| stop.reason().is_some(),
            is_enough: &|_| false,
            tell: &|tally, found| tell(&name, tally, found),
        };
        let searched = search(
            self.program,
            self.code,
            &self.subject,
            vec![first],
            limits,
            watching,
        );
        Ok(self.report(loaded, request, name.clone(), searched))
    }

    fn report(
        &self,
        loaded: &Loaded,
        request: &TestRequest,
        name: String,
        searched: Searched,
    ) -> (TestMember, Coverage) {
        let (program, member) = (self.program, self.subject.member);
        let sources = loaded.sources();
        let findings = searched.found.iter().map(|found| {
            let diagnostic = diagnostic(sources, &found.violation);
            let exception = exception(sources, &found.violation);
            let regression = request.with_regressions.then(|| {
                let case = Case {
                    sources,
                    program,
                    subject: &self.subject,
                    input: &found.input,
                    diagnostic: &diagnostic,
                    exception: exception.as_deref(),
                };
                match notation(sources, program, member) {
                    Notation::Java => case.junit(),
                    Notation::Idf => case.idf(loaded.options()),
                }
            });
            let (regression, unwritten) = match regression {
                None => (None, None),
                Some(Ok(made)) => (Some(made), None),
                Some(Err(why)) => (None, Some(why)),
            };
            TestFinding {
                line: sources.start(found.violation.place).line,
                input: trees(program, member, &found.input),
                shown: found.input.shown(program, member),
                generation: found.generation,
                regression,
                unwritten,
                diagnostic,
            }
        });
        let findings = findings.collect();
        let nodes = searched.nodes.iter().map(|node| TestNode {
            parent: node.parent,
            negated: node.negated,
            generation: node.generation,
            score: node.score,
            is_valid: node.is_valid,
            input: trees(program, member, &node.input),
            code: node.violation.map(|(code, _)| code.name()),
        });
        let nodes = nodes.collect();
        let unsupported = searched.unsupported.map(|(place, what)| {
            Diagnostic::error(Code::Unsupported, place, format!("{what} is not supported"))
        });
        let is_over = searched.over == Over::Exhausted;
        let restrictions = match self.subject.is_main(program) {
            true if self.subject.params.is_empty() => Vec::new(),
            true => vec!["the array of arguments is empty".to_owned()],
            false => self.subject.restrictions(program),
        };
        let tested = TestMember {
            name,
            span: program.member_span(member),
            findings,
            tally: searched.tally,
            is_over,
            is_exhausted: is_over && searched.tally.is_complete() && restrictions.is_empty(),
            restrictions,
            unsupported,
            nodes,
        };
        (tested, searched.coverage)
    }
}

/// The notation of the file of a member.
fn notation(sources: &SourceMap, program: &Program, member: MemberId) -> Notation {
    let file = program.member_span(member).file;
    sources.file(file).notation()
}
