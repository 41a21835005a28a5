//! Bounded model checking: the member is found, checked with growing bounds, and the answer is
//! put into words.

use super::inputs::{InputTree, trees_and_unnamed};
use super::{FileReport, Loaded, RunRefusal, on_large_stack, run::diagnostic};
use crate::diagnostics::Diagnostic;
use crate::execution::bmc::{self, Answer, Checked, Longer, MemberQuery, Reason, Refusal};
use crate::execution::bounded::Extent;
use crate::execution::compile::{Checking, Unguarded};
use crate::execution::input::Input;
use crate::execution::receivers::Receivers;
use crate::execution::unwound::{MAX_LINES, TooLong};
use crate::execution::versions::Version;
use crate::ir::{ClassId, MemberId, MethodId, Program, PureId, Type, ids};
use crate::library;
use crate::logic::interruptible;
use crate::source::Span;
use crate::stop::Stop;
use std::collections::BTreeSet;

/// What to check, and how far.
#[derive(Clone, Debug)]
pub struct BmcRequest {
    /// The method, constructor, or pure method, such as `C.m`.
    pub member: String,
    /// How often loops and recursive calls are unwound.
    pub unwind: u32,
    /// Up to which number they are unwound if a bound is reached.
    pub max_unwind: u32,
    /// The most objects of each class at the beginning, and elements of an array; `None` for as many
    /// objects as there are parameters, and arrays that are longer than loops are unwound.
    pub scope: Option<u32>,
    /// The bound of Z3's work for one question, in its units; 0 for none.
    pub rlimit: u32,
    /// The greatest number of steps.
    pub steps: u64,
    /// Whether the formula is wanted.
    pub wants_formula: bool,
    /// Whether the unwound program is wanted.
    pub wants_program: bool,
}

/// Why nothing was checked.
#[derive(Debug)]
pub enum BmcRefusal {
    /// The front end found errors.
    Errors(Vec<FileReport>),
    /// The front end found errors, and the member depends on a declaration that has one.
    DependsOnErrors {
        /// Which, and what to do.
        message: String,
        /// The errors.
        reports: Vec<FileReport>,
    },
    /// There is no such member, or it cannot be checked; what to do, and the members that there
    /// are.
    Member {
        /// What is wrong.
        message: String,
        /// The members that can be checked.
        members: Vec<String>,
    },
    /// Z3 cannot be used; why.
    Solver(String),
}

/// The answer of a check.
#[derive(Clone, Debug)]
pub enum BmcAnswer {
    /// Something that must hold does not.
    Bug(Box<Bug>),
    /// Nothing is wrong, and no bound is reached.
    Correct,
    /// Nothing is wrong within the bound; why no more is known.
    BoundReached(String),
}

/// Something that must hold and does not, when the member is run.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The input.
    pub input: Vec<(String, InputTree)>,
    /// The objects that none of these leads to, and that quantifiers range over.
    pub unnamed: Vec<InputTree>,
    /// The input in the user's notation.
    pub shown: Vec<(String, String)>,
    /// The objects that none of these leads to, in the user's notation.
    pub shown_unnamed: Vec<String>,
    /// The values of the member's variables along the path.
    pub versions: Vec<Version>,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// A finished check.
#[derive(Clone, Debug)]
pub struct BmcReport {
    /// The member.
    pub member: String,
    /// How often loops and calls were unwound.
    pub unwind: u32,
    /// The most objects of each class at the beginning.
    pub objects: u32,
    /// The most elements of an array at the beginning.
    pub elements: u32,
    /// The answer.
    pub answer: BmcAnswer,
    /// The number of formulas of the question whether something is wrong.
    pub violation_size: usize,
    /// The number of formulas of the question whether the bound is reached.
    pub bound_size: usize,
    /// The conjuncts of the precondition that could not be evaluated: they restrict nothing.
    pub left_out: Vec<Span>,
    /// The other conjuncts that could not be evaluated, so that they were not checked.
    pub unevaluated: Vec<Span>,
    /// Quantifiers without bounds that were evaluated for some integers only: as many as an array has
    /// elements, on each side of 0 or from the one bound that there is.
    pub within_scope: Vec<Span>,
    /// The conjuncts of postconditions of members without code that could not be assumed: these
    /// can do more than they should.
    pub unassumed: Vec<Span>,
    /// What else inputs were restricted to.
    pub restrictions: Vec<String>,
    /// The question whether something is wrong, in the format of SMT-LIB, if it is wanted.
    pub formula: Option<String>,
    /// The unwound program, if it is wanted; or why there is none, and what to do.
    pub program: Option<Result<String, String>>,
    /// Whether the run was asked to stop.
    pub is_stopped: bool,
}

/// The least number of objects of each class if no scope is given.
const DEFAULT_OBJECTS: u32 = 2;

/// The objects of each class if no scope is given: as many as parameters and the receiver can
/// refer to, so that they can all differ.
fn default_objects(program: &Program, member: MemberId) -> u32 {
    let vars = program.vars(member);
    let is_reference = |ty: &Type| matches!(ty, Type::Class(_) | Type::Object | Type::Array(_));
    let references = vars.inputs().filter(|var| is_reference(&vars.get(*var).ty));
    u32::try_from(references.count()).map_or(DEFAULT_OBJECTS, |count| count.max(DEFAULT_OBJECTS))
}

/// A bug, with all objects of its input.
fn bug(program: &Program, member: MemberId, input: &Input, diagnostic: Diagnostic) -> Bug {
    let unnamed = input.unnamed(program, member);
    let mut values = input.named(program, member);
    let count = values.len();
    let others = unnamed.iter();
    values.extend(others.map(|value| (String::new(), &Type::Object, value)));
    let mut shown = input.shown_values(program, values);
    let others = shown.split_off(count).into_iter();
    let shown_unnamed = others.map(|(_, text)| text).collect();
    let (trees, unnamed) = trees_and_unnamed(program, member, input);
    Bug {
        input: trees,
        unnamed,
        shown,
        shown_unnamed,
        versions: Vec::new(),
        diagnostic,
    }
}

/// An input in the user's notation, at the beginning of a sentence.
fn named_input(program: &Program, member: MemberId, input: &Input) -> String {
    let named = input.shown(program, member);
    let named = named.iter();
    let named: Vec<String> = named.map(|(n, value)| format!("{n} = {value}")).collect();
    if named.is_empty() {
        "the run".to_owned()
    } else {
        format!("the input {}", named.join(", "))
    }
}

/// That an unwound program is too long to be written.
fn too_long(TooLong: TooLong) -> String {
    format!(
        "the unwound program has more than {MAX_LINES} lines, or too many steps; lower --unwind, or \
         leave out --unwound"
    )
}

/// A member with the classes of its receivers.
struct Subject<'p> {
    program: &'p Program,
    member: MemberId,
    receivers: BTreeSet<ClassId>,
}

/// A check of a member for some receivers, and what it found.
struct MemberCheck {
    request: MemberQuery,
    checked: Checked,
}

impl MemberCheck {
    /// How much the answer of the whole depends on this one.
    fn weight(&self, is_first: bool) -> u8 {
        match &self.checked.answer {
            Answer::Correct => 0,
            // There are no such runs, and others there are.
            Answer::Bounded(Reason::NoState) if !is_first => 0,
            Answer::Bounded(_) => 1,
            Answer::Bug(..) => 2,
        }
    }

    /// This part and a later one: with the worse answer, and what either left out.
    fn with(mut self, mut later: MemberCheck) -> MemberCheck {
        if later.weight(false) > self.weight(true) {
            std::mem::swap(&mut self, &mut later);
        }
        let (own, other) = (&mut self.checked, later.checked);
        add_new(&mut own.left_out, other.left_out);
        add_new(&mut own.unevaluated, other.unevaluated);
        add_new(&mut own.within_scope, other.within_scope);
        add_new(&mut own.unassumed, other.unassumed);
        add_new(&mut own.restrictions, other.restrictions);
        self
    }
}

/// Adds what is not in a list.
fn add_new<T: PartialEq>(list: &mut Vec<T>, more: Vec<T>) {
    for new in more {
        if !list.contains(&new) {
            list.push(new);
        }
    }
}

/// What is checked of a member: it with the classes of its receivers, and its runs by `super` with
/// theirs.
fn parts(
    program: &Program,
    member: MemberId,
) -> Result<Vec<(MemberId, BTreeSet<ClassId>)>, BmcRefusal> {
    let receivers = Receivers::of(program, member);
    let has_this = program.vars(member).this.is_some();
    let mut parts = Vec::new();
    if !has_this || !receivers.dispatched.is_empty() {
        parts.push((member, receivers.dispatched));
    }
    parts.extend(receivers.by_super);
    if parts.is_empty() {
        return Err(BmcRefusal::Member {
            message: format!(
                "no object runs `{}`: its class has none, or subclasses override it",
                program.member_name(member)
            ),
            members: Vec::new(),
        });
    }
    Ok(parts)
}

impl Loaded {
    /// Checks a member within bounds.
    ///
    /// # Errors
    /// If the front end found errors, there is not exactly one such member, or Z3 cannot be used.
    pub fn bmc(&self, request: &BmcRequest, stop: &Stop) -> Result<BmcReport, BmcRefusal> {
        on_large_stack(|| self.bmc_here(request, stop))
    }

    fn bmc_here(&self, request: &BmcRequest, stop: &Stop) -> Result<BmcReport, BmcRefusal> {
        let found = self.bmc_member(&request.member);
        let (program, member) = found.map_err(|refusal| match refusal {
            BmcRefusal::Member { .. } if !self.is_complete() => {
                BmcRefusal::Errors(self.front_end_reports())
            }
            other => other,
        })?;
        self.can_be_checked(program, member)?;
        let mut found: Option<MemberCheck> = None;
        for (of, receivers) in parts(program, member)? {
            let subject = Subject {
                program,
                member: of,
                receivers,
            };
            let part = self.bmc_part(&subject, request, stop)?;
            let whole = match found {
                None => part,
                Some(before) => before.with(part),
            };
            let is_bug = matches!(whole.checked.answer, Answer::Bug(..));
            found = Some(whole);
            if is_bug || stop.reason().is_some() {
                break;
            }
        }
        let Some(found) = found else {
            let message = format!("`{}` is never run", request.member);
            let members = Vec::new();
            return Err(BmcRefusal::Member { message, members });
        };
        Ok(self.bmc_report(program, member, found))
    }

    /// Refuses a member that has errors, or a run of which may reach what has.
    fn can_be_checked(&self, program: &Program, member: MemberId) -> Result<(), BmcRefusal> {
        self.can_be_run(program, member)
            .map_err(|refusal| match refusal {
                RunRefusal::Errors(reports) => BmcRefusal::Errors(reports),
                RunRefusal::DependsOnErrors { message, reports } => {
                    BmcRefusal::DependsOnErrors { message, reports }
                }
                RunRefusal::Entry { message, entries } => BmcRefusal::Member {
                    message,
                    members: entries,
                },
            })
    }

    /// Checks a member for some receivers, with growing bounds.
    fn bmc_part(
        &self,
        subject: &Subject<'_>,
        request: &BmcRequest,
        stop: &Stop,
    ) -> Result<MemberCheck, BmcRefusal> {
        let Subject {
            program, member, ..
        } = *subject;
        let of = program.member_span(member).file;
        let notation = self.sources().file(of).notation();
        let checking = Checking {
            contracts: true,
            contracts_optional: notation.may_lack_contracts(),
            // What owns a location is for `verify`: loops need no invariants here.
            permissions: false,
            unguarded: Unguarded::Objects,
            assertions: false,
            by_contract: true,
        };
        let mut unwind = request.unwind;
        loop {
            let extent = Extent {
                objects: request.scope.unwrap_or(default_objects(program, member)),
                elements: request.scope.unwrap_or(unwind.saturating_add(1)),
            };
            let checking = Checking {
                unguarded: Unguarded::Scope(extent.elements),
                ..checking
            };
            let wanted = MemberQuery {
                member,
                receivers: subject.receivers.clone(),
                checking,
                unwind,
                extent,
                rlimit: request.rlimit,
                steps: request.steps,
                returns_given: library::are_shipped(self.sources()),
                wants_formula: request.wants_formula,
                wants_program: request.wants_program.then_some(notation),
            };
            let stops = || stop.reason().is_some();
            let checked = interruptible(stop, |watch| bmc::check(program, &wanted, &stops, &watch));
            let checked = checked.map_err(|refusal| self.bmc_refusal(refusal))?;
            let is_reached = match &checked.answer {
                Answer::Bounded(Reason::Reached(_)) => true,
                // Without a scope, arrays become longer with the bound.
                Answer::Bounded(Reason::TooLarge) => request.scope.is_none(),
                _ => false,
            };
            if !is_reached || unwind >= request.max_unwind {
                return Ok(MemberCheck {
                    request: wanted,
                    checked,
                });
            }
            unwind += 1;
        }
    }

    fn bmc_refusal(&self, refusal: Refusal) -> BmcRefusal {
        match refusal {
            Refusal::Member(message) => BmcRefusal::Member {
                message,
                members: Vec::new(),
            },
            Refusal::Solver(unusable) => BmcRefusal::Solver(unusable.to_string()),
        }
    }

    fn bmc_report(&self, program: &Program, member: MemberId, found: MemberCheck) -> BmcReport {
        let MemberCheck { request, checked } = found;
        let is_stopped = matches!(checked.answer, Answer::Bounded(Reason::Stopped));
        let answer = match checked.answer {
            Answer::Bug(input, violation, versions) => {
                let diagnostic = diagnostic(self.sources(), &violation);
                BmcAnswer::Bug(Box::new(Bug {
                    versions,
                    ..bug(program, member, &input, diagnostic)
                }))
            }
            Answer::Correct => BmcAnswer::Correct,
            Answer::Bounded(reason) => {
                BmcAnswer::BoundReached(self.bmc_reason(program, &request, &reason))
            }
        };
        BmcReport {
            member: program.member_name(member),
            unwind: request.unwind,
            objects: request.extent.objects,
            elements: request.extent.elements,
            answer,
            violation_size: checked.sizes.violation,
            bound_size: checked.sizes.bound,
            left_out: checked.left_out,
            unevaluated: checked.unevaluated,
            within_scope: checked.within_scope,
            unassumed: checked.unassumed,
            restrictions: checked.restrictions,
            formula: checked.formula,
            program: checked.program.map(|program| program.map_err(too_long)),
            is_stopped,
        }
    }

    fn bmc_reason(&self, program: &Program, request: &MemberQuery, reason: &Reason) -> String {
        match reason {
            Reason::Reached(longer) => format!(
                "some path is longer: {}; raise the bound with --unwind or --max-unwind, \
                 or bound the heap with --scope",
                match longer {
                    Longer::Loop(place, times) => format!(
                        "the loop at {} goes on after {times} iteration{}",
                        self.place(*place),
                        if *times == 1 { "" } else { "s" }
                    ),
                    Longer::Calls(member, times) => format!(
                        "calls of `{}` are nested more than {times} deep",
                        program.member_name(*member)
                    ),
                }
            ),
            Reason::TooLarge => format!(
                "some path makes an array of more than {} elements, or more objects than are \
                 followed; raise the bound with --scope",
                request.extent.elements
            ),
            Reason::NoState => "no state satisfies the precondition within the scope".to_owned(),
            Reason::AssumedAway(place) => format!(
                "no run within the scope gets beyond the assumption `{}` ({})",
                self.sources().text(*place),
                self.place(*place)
            ),
            Reason::Undecided => "Z3 reached its resource limit; raise it with --rlimit".to_owned(),
            Reason::Steps => format!(
                "{} steps were executed, or their formulas are too large; raise the bound with \
                 --steps, or lower the others",
                request.steps
            ),
            Reason::Unevaluated => "some conjuncts cannot be evaluated".to_owned(),
            Reason::BeyondScope => "a quantifier without bounds fails for all integers within the \
                 scope that were tried, which others can change; give it bounds"
                .to_owned(),
            Reason::Restricted => "not all inputs within the scope were tried".to_owned(),
            Reason::Stopped => "time ran out (--timeout), or the run was stopped".to_owned(),
            Reason::Unsupported(place, what) => self.unsupported(*place, what),
            Reason::NotRun(input, place, what) => format!(
                "{} seems to show a violation, but cannot be run: {}",
                named_input(program, request.member, input),
                self.unsupported(*place, what)
            ),
            Reason::NotReplayed(input) => format!(
                "{} seems to show a violation, but running it shows none",
                named_input(program, request.member, input)
            ),
        }
    }

    /// What is not supported, and where.
    fn unsupported(&self, place: Span, what: &str) -> String {
        format!("{what} is not supported ({})", self.place(place))
    }

    /// The file and the line of a place.
    fn place(&self, place: Span) -> String {
        let sources = self.sources();
        let file = sources.file(place.file).shown_name();
        format!("{file}:{}", sources.start(place).line)
    }

    /// The member to check.
    fn bmc_member(&self, wanted: &str) -> Result<(&Program, MemberId), BmcRefusal> {
        let (mut found, mut members) = (Vec::new(), Vec::new());
        for program in self.programs() {
            let methods = ids::<MethodId>(program.methods.len()).map(MemberId::Method);
            let pures = ids::<PureId>(program.pures.len()).map(MemberId::Pure);
            for member in methods.chain(pures) {
                let is_copy = match member {
                    MemberId::Method(id) => program.method(id).inherited.is_some(),
                    MemberId::Pure(id) => program.pure_method(id).inherited.is_some(),
                    MemberId::Pred(_) => true,
                };
                let in_library = program.member_span(member).file.is_library();
                if is_copy || in_library || !program.has_body(member) {
                    continue;
                }
                let names = [program.member_name(member), program.group_name(member)];
                if names.iter().any(|name| name == wanted) {
                    found.push((program, member));
                }
                members.extend(names.into_iter().next());
            }
        }
        match found.as_slice() {
            [only] => Ok(*only),
            [] => Err(BmcRefusal::Member {
                message: format!("there is no method `{wanted}` with a body"),
                members,
            }),
            several => {
                let names = several.iter().map(|(program, member)| {
                    let file = program.member_span(*member).file;
                    let name = program.member_name(*member);
                    format!("`{name}` in {}", self.sources().file(file).shown_name())
                });
                let names = names.collect::<Vec<_>>().join(", ");
                Err(BmcRefusal::Member {
                    message: format!("there are several: {names}"),
                    members: Vec::new(),
                })
            }
        }
    }
}
