//! Exploring a member: its symbolic execution tree, with the leaves in the user's notation.

use super::given::given;
use super::inputs::{InputTree, trees};
use super::{Loaded, RunRefusal, RunningCall, on_large_stack};
use crate::execution::entry::Start;
use crate::execution::explore::{Exploration, Leaf, LeafEnd, LeafInput, Limits, Reached, explore};
use crate::execution::symbolic::{Aliases, Change};
use crate::ir::{MemberId, Program};
use crate::logic::{Solver, interruptible};
use crate::sorts::location_sorts;
use crate::source::Span;
use crate::stop::Stop;

/// What to explore, and how far.
#[derive(Clone, Debug)]
pub struct ExploreRequest {
    /// The member, such as `C.m`.
    pub member: String,
    /// Values of parameters: numbers, `true`, `false`, `null`, `[…]`, and capitalised names, which
    /// are symbols.
    pub inputs: Vec<(String, String)>,
    /// Whether the precondition is assumed.
    pub from_contract: bool,
    /// The greatest number of forks on a path.
    pub forks: usize,
    /// The greatest number of steps on a path.
    pub steps: u64,
    /// The greatest number of leaves.
    pub leaves: usize,
    /// Z3's resource limit for a query.
    pub rlimit: u32,
    /// How aliases are resolved.
    pub aliases: Aliases,
}

/// How a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// The member returned.
    Return,
    /// An operation is not defined, or an assertion of the code does not hold.
    Error,
    /// The path is not finished.
    Bound,
}

/// A leaf of a symbolic execution tree.
#[derive(Clone, Debug)]
pub struct ExploredLeaf {
    /// How the path ended.
    pub end: PathEnd,
    /// Why it did not return: the code of an error, if it is one, and a message.
    pub why: Option<(Option<crate::diagnostics::Code>, String)>,
    /// Where, if it did not return.
    pub place: Option<Span>,
    /// The outcomes at the forks.
    pub outcomes: Vec<bool>,
    /// The conditions with these outcomes.
    pub branches: Vec<String>,
    /// The path condition: what is left of them without those that follow from others.
    pub condition: Vec<String>,
    /// The same as one condition.
    pub conjunction: String,
    /// The result.
    pub result: Option<String>,
    /// The changed locations with their values.
    pub changes: Vec<(String, String)>,
    /// The new objects that result and changes refer to, with their contents.
    pub objects: Vec<(String, String)>,
    /// An input that takes this path, if one was found.
    pub input: Option<Vec<(String, InputTree)>>,
    /// The input in the user's notation.
    pub shown: Vec<(String, String)>,
    /// The calls under way, the innermost first.
    pub calls: Vec<RunningCall>,
    /// The members that were called by their contracts: a run can do less than these allow.
    pub by_contract: Vec<String>,
    /// The parts of assertions on the path that could not be evaluated.
    pub unevaluated: Vec<Span>,
    /// The lines that the path prints.
    pub printed: Vec<String>,
}

/// A finished exploration.
#[derive(Clone, Debug)]
pub struct ExploreReport {
    /// The full name of the member.
    pub member: String,
    /// The leaves, the outcome `true` first.
    pub leaves: Vec<ExploredLeaf>,
    /// The number of executed steps.
    pub steps: u64,
    /// The number of queries.
    pub queries: u64,
    /// The conjuncts of the precondition that could not be assumed.
    pub left_out: Vec<Span>,
    /// The conjuncts of preconditions of members without code that could not be checked.
    pub unchecked: Vec<Span>,
    /// The conjuncts of postconditions of members without code that could not be assumed.
    pub unassumed: Vec<Span>,
    /// The members that were called by their contracts on paths on which nothing can hold after
    /// that: such paths have no leaves.
    pub contradicted: Vec<String>,
    /// The assumptions that exclude paths: these have no leaves.
    pub excluded: Vec<Span>,
}

impl Loaded {
    /// Explores a member.
    ///
    /// # Errors
    /// If the front end found errors, there is not exactly one such member, or a value does not
    /// fit.
    pub fn explore(
        &self,
        request: &ExploreRequest,
        stop: &Stop,
    ) -> Result<ExploreReport, RunRefusal> {
        on_large_stack(|| self.explore_here(request, stop))
    }

    fn explore_here(
        &self,
        request: &ExploreRequest,
        stop: &Stop,
    ) -> Result<ExploreReport, RunRefusal> {
        let (program, member) = self.member_to_run(&request.member)?;
        let refuse = |message| RunRefusal::Entry {
            message,
            entries: Vec::new(),
        };
        let given = given(&request.inputs).map_err(refuse)?;
        let start = Start {
            member,
            given,
            from_contract: request.from_contract,
            notation: self
                .sources()
                .file(program.member_span(member).file)
                .notation(),
            aliases: request.aliases,
        };
        let limits = Limits {
            forks: request.forks,
            steps: request.steps,
            leaves: request.leaves,
        };
        let stops = || stop.reason().is_some();
        let found = interruptible(stop, |watch| {
            let solver = Solver::new(request.rlimit, location_sorts(program));
            let mut solver = solver.watched(watch);
            explore(program, &start, limits, &mut solver, &stops)
        });
        let found = found.map_err(refuse)?;
        Ok(self.explored(program, member, found, request))
    }

    fn explored(
        &self,
        program: &Program,
        member: MemberId,
        found: Exploration,
        request: &ExploreRequest,
    ) -> ExploreReport {
        let contradicted = found.contradicted.iter();
        let contradicted = contradicted.map(|called| program.member_name(*called));
        let leaves = found.leaves.into_iter();
        ExploreReport {
            member: program.member_name(member),
            leaves: leaves
                .map(|leaf| self.leaf(program, member, leaf, request))
                .collect(),
            steps: found.steps,
            queries: found.queries,
            left_out: found.left_out,
            unchecked: found.left_out_of_contracts.unchecked,
            unassumed: found.left_out_of_contracts.unassumed,
            contradicted: contradicted.collect(),
            excluded: found.excluded.into_iter().collect(),
        }
    }

    fn leaf(
        &self,
        program: &Program,
        member: MemberId,
        leaf: Leaf,
        request: &ExploreRequest,
    ) -> ExploredLeaf {
        let mut place = None;
        let mut why = None;
        let end = match leaf.end {
            LeafEnd::Return => PathEnd::Return,
            LeafEnd::Error(violation) => {
                place = Some(violation.place);
                why = Some((Some(violation.code), violation.message.clone()));
                PathEnd::Error
            }
            LeafEnd::Bound(reached) => {
                why = Some((None, message(reached, request)));
                PathEnd::Bound
            }
            LeafEnd::Unsupported(span, what) => {
                place = Some(span);
                why = Some((
                    Some(crate::diagnostics::Code::Unsupported),
                    format!("{what} is not supported"),
                ));
                PathEnd::Bound
            }
        };
        let (input, shown) = match leaf.input {
            LeafInput::Known(input) => (
                Some(trees(program, member, &input)),
                input.shown(program, member),
            ),
            LeafInput::Unknown => (None, Vec::new()),
        };
        let pairs = |changes: Vec<Change>| {
            let changes = changes.into_iter();
            changes
                .map(|change| (change.location, change.value))
                .collect()
        };
        let calls = leaf.calls.iter();
        let named = leaf.by_contract.iter();
        let named = named.map(|member| program.member_name(*member));
        ExploredLeaf {
            end,
            why,
            place,
            outcomes: leaf.outcomes,
            branches: leaf.branches,
            condition: leaf.condition,
            conjunction: leaf.conjunction,
            objects: pairs(leaf.objects),
            result: leaf.result,
            changes: pairs(leaf.changes),
            input,
            shown,
            calls: calls
                .map(|call| super::run::running(program, self.sources(), *call))
                .collect(),
            by_contract: named.collect(),
            unevaluated: leaf.unevaluated,
            printed: leaf.printed.lines().map(str::to_owned).collect(),
        }
    }

    /// The member of a name, if it and what a run of it reaches is free of errors.
    pub(crate) fn member_to_run(&self, name: &str) -> Result<(&Program, MemberId), RunRefusal> {
        let found = self.member(name);
        let (program, member) = found.map_err(|refusal| self.with_errors(refusal))?;
        self.can_be_run(program, member)?;
        Ok((program, member))
    }

    /// The member of a name: a method, a constructor, or a pure method with a body.
    fn member(&self, name: &str) -> Result<(&Program, MemberId), RunRefusal> {
        let none = "there is no member `{}` with a body";
        self.named(name, none, &|program, member| {
            program.has_body(member) && !matches!(member, MemberId::Pred(_))
        })
    }

    /// The member of a name that is verified: also a predicate, and what is declared without body.
    pub(crate) fn verified_member(&self, name: &str) -> Result<(&Program, MemberId), RunRefusal> {
        self.named(name, "there is no member `{}`", &|_, _| true)
    }

    /// The only member of a name among some, or, instead of `{}` in a text, that there is none.
    fn named(
        &self,
        name: &str,
        none: &str,
        is_one: &dyn Fn(&Program, MemberId) -> bool,
    ) -> Result<(&Program, MemberId), RunRefusal> {
        let mut found = Vec::new();
        let mut entries = Vec::new();
        for program in self.programs() {
            for member in program.members.iter().copied() {
                let span = program.member_span(member);
                if span.file.is_library() || !is_one(program, member) {
                    continue;
                }
                let names = [program.member_name(member), program.group_name(member)];
                if names.iter().any(|known| known == name) {
                    found.push((program, member));
                }
                entries.extend(names.into_iter().next());
            }
        }
        match found.as_slice() {
            [only] => Ok(*only),
            [] => Err(RunRefusal::Entry {
                message: none.replace("{}", &crate::visible::on_one_line(name)),
                entries,
            }),
            several => {
                let names = several.iter().map(|(program, member)| {
                    let file = program.member_span(*member).file;
                    let name = program.member_name(*member);
                    format!("`{name}` in {}", self.sources().file(file).shown_name())
                });
                let names = names.collect::<Vec<_>>().join(", ");
                Err(RunRefusal::Entry {
                    message: format!("there are several: {names}; name one by --member"),
                    entries: Vec::new(),
                })
            }
        }
    }
}

/// What to say of a bound.
fn message(reached: Reached, request: &ExploreRequest) -> String {
    match reached {
        Reached::Forks => format!(
            "the path has {} forks; raise the bound with --bound",
            request.forks
        ),
        Reached::Steps => format!(
            "the path has {} steps; raise the bound with --steps",
            request.steps
        ),
        Reached::Leaves => format!(
            "there are {} leaves, and more paths; raise the bound with --leaves",
            request.leaves
        ),
        Reached::Memory => "an array is too long for symbolic execution".to_owned(),
        Reached::Depth => "the calls are nested too deep; does a recursion not end?".to_owned(),
        Reached::Stopped { others } => {
            let others = match others {
                0 => String::new(),
                1 => "; 1 other path is open".to_owned(),
                n => format!("; {n} other paths are open"),
            };
            format!("time ran out, or the run was stopped{others}")
        }
    }
}
