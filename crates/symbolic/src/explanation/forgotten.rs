//! What a failed proof no longer knew: the statements on its path after which only an assertion
//! was known of values on which the failed condition depends.
//!
//! Such a statement gives fresh symbols to what it may change. The condition depends on those
//! that it mentions, and on those that facts about these mention.

use crate::engine::Engine;
use crate::error_context::Failure;
use crate::run::FailedAt;
use crate::state::chunk::{Chunk, Place};
use crate::state::history::{Havocked, Summary};
use crate::state::symbolic_state::State;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use veriframe_base::diagnostics::failure::{ChangedBy, Note, PermissionClause, Role, Statable};
use veriframe_base::source::Span;
use veriframe_ir::input::{Input, InputValue};
use veriframe_ir::{FieldId, PureId, Type, VarId};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, Path, Term};

/// The most parts of terms that are looked at.
const MAX_PARTS: usize = 50_000;

/// What was there before values were replaced by fresh ones.
pub(crate) struct BeforeHavoc {
    /// The number of symbols.
    pub symbols: u32,
    /// The path condition before the assertion was assumed.
    pub path: Path,
}

/// A statement after which only an assertion was known of some values, in a model of the failing
/// path.
#[derive(Clone, Debug)]
pub struct Forgotten {
    /// The statement.
    pub by: Summary,
    /// The loop's header, the call or the `join`.
    pub at: Span,
    /// The variables after it.
    pub vars: Vec<(VarId, InputValue)>,
    /// The result of a call or the new object.
    pub result: Option<InputValue>,
    /// The objects after it.
    pub objects: Input,
    /// The values of which only the assertion was known.
    pub values: Vec<ForgottenValue>,
}

/// A value of which only an assertion was known.
#[derive(Clone, Debug)]
pub struct ForgottenValue {
    /// What it is.
    pub of: ForgottenPlace,
    /// Its name.
    pub name: String,
    /// Whether the assertion says nothing of it.
    pub is_silent: bool,
}

/// A place whose value was forgotten, in a model.
#[derive(Clone, Debug)]
pub enum ForgottenPlace {
    /// A variable.
    Variable(VarId, Type),
    /// The result of a call.
    Result(Type),
    /// A field of an object.
    Field(InputValue, FieldId),
    /// A static field.
    Static(FieldId),
    /// The elements of an array.
    Elements(InputValue, Type),
    /// What a predicate contains, which a model does not tell.
    Contents,
}

/// A place whose value was forgotten, as terms.
pub(crate) struct HavockedValue {
    pub of: HavockedPlace,
    pub name: String,
    pub is_silent: bool,
}

/// The same place as terms.
pub(crate) enum HavockedPlace {
    Variable(VarId),
    Result,
    Field(Term, FieldId),
    Static(FieldId),
    Elements(Term),
    Contents,
}

/// The kind of statement.
fn changed_by(by: &Havocked) -> ChangedBy {
    match by.by {
        Summary::Call(_) => ChangedBy::Call,
        Summary::Loop => ChangedBy::Loop,
        Summary::Join => ChangedBy::Join,
    }
}

impl<'p> Engine<'p> {
    /// Notes that a statement of the member has replaced values by fresh ones.
    pub(crate) fn record_havoc(
        &self,
        s: &mut State,
        by: Summary,
        at: Span,
        before: BeforeHavoc,
        result: Option<Term>,
    ) {
        if !self.ctx.config.explain || s.frame.level > 0 || !self.run.attempts.is_empty() {
            return;
        }
        let havocked = Havocked {
            by,
            at,
            symbols: before.symbols..self.session.terms.symbol_count(),
            before: before.path,
            after: s.path.clone(),
            frame: s.frame.clone(),
            heap: s.heap.clone(),
            result,
        };
        s.havocs.push(havocked);
    }

    /// The statements of a failing path whose fresh values the failed condition depends on, the
    /// first one first, each with these values.
    pub(crate) fn forgotten(&self, failed: &FailedAt) -> Vec<(Rc<Havocked>, Vec<HavockedValue>)> {
        let havocked: Vec<Rc<Havocked>> = failed.state.havocs.iter().cloned().collect();
        if havocked.is_empty() {
            return Vec::new();
        }
        let Some(needed) = self.needed_symbols(failed, &havocked) else {
            return Vec::new();
        };
        let with_values = havocked.into_iter().map(|havocked| {
            let values = self.forgotten_values(&havocked, &needed);
            (havocked, values)
        });
        with_values
            .filter(|(_, values)| !values.is_empty())
            .collect()
    }

    /// Adds to the failure of a condition the statements that forget a value on which it depends
    /// although nothing can change it: less than the whole permission to it is held, and the loop's
    /// invariant or the callee's contract takes all of that. Returns whether there are any.
    pub(crate) fn name_forgotten(&mut self, s: &State, goal: Term, failure: &mut Failure) -> bool {
        if !self.run.attempts.is_empty() || s.havocs.iter().next().is_none() {
            return false;
        }
        let failed = FailedAt {
            diagnostic: 0,
            state: s.clone(),
            goal: Some(goal),
        };
        let havocked: Vec<Rc<Havocked>> = s.havocs.iter().cloned().collect();
        let Some(needed) = self.needed_symbols(&failed, &havocked) else {
            return false;
        };
        let whole = self.session.terms.write();
        let mut named = Vec::new();
        // What a `join` gives back, the `fork` has taken.
        for by in havocked.iter().filter(|by| by.by != Summary::Join) {
            for chunk in by.heap.chunks() {
                let is_part = chunk.resource().has_locations() && chunk.amount != whole;
                if is_part && self.has_needed(by, chunk.value, &needed) {
                    named.extend(self.forgets(s, by, &chunk));
                }
            }
        }
        let is_any = !named.is_empty();
        for (label, statable) in named {
            failure.notes.extend(
                statable
                    .map(Note::State)
                    .filter(|note| !failure.notes.contains(note)),
            );
            if !failure.related.contains(&label) {
                failure.related.push(label);
            }
        }
        is_any
    }

    /// Adds to the failure of a comparison with the heap on entry the newest statement that may have
    /// changed what is compared: values that it made fresh are in the condition.
    pub(crate) fn name_changing(&self, s: &State, equal: Term, failure: &mut Failure) {
        let mut left = MAX_PARTS;
        let symbols = self.symbols(equal, &mut left).unwrap_or_default();
        let made_by = |by: &&Rc<Havocked>| symbols.iter().any(|one| by.symbols.contains(one));
        let Some(by) = s.havocs.iter().filter(made_by).last() else {
            return;
        };
        failure
            .related
            .push((by.at, Role::MayChange(changed_by(by))));
    }

    /// Whether a value depends on one of the needed symbols that a statement made.
    fn has_needed(&self, by: &Havocked, value: Term, needed: &FxHashSet<u32>) -> bool {
        let mut left = MAX_PARTS;
        let symbols = self.symbols(value, &mut left).unwrap_or_default();
        let mut symbols = symbols.iter();
        symbols.any(|symbol| by.symbols.contains(symbol) && needed.contains(symbol))
    }

    /// The label of a statement that forgets what a place of which a part is held contains, with the
    /// invariant of a loop that keeps it; `None` if it is known, or was not held in part on entry.
    fn forgets(
        &mut self,
        s: &State,
        by: &Havocked,
        chunk: &Chunk,
    ) -> Option<((Span, Role), Option<Statable>)> {
        let entry = s.old.at(&self.session.terms, &chunk.place)?;
        let same = self.session.terms.eq(chunk.value, entry.value);
        if entry.amount == self.session.terms.write() || self.is_known(s, same) {
            return None;
        }
        let place = self.place_text_after(by, &chunk.place)?;
        let value = match place.strip_suffix(".elems") {
            Some(array) => format!("{array}[..]"),
            None => place,
        };
        let notation = self.ctx.sources.file(by.at.file).notation();
        let old = notation.old(&value);
        // In a callee's contract the place has another name.
        let statable = (by.by == Summary::Loop).then(|| Statable {
            clause: PermissionClause::Invariant(notation),
            permission: Some(format!("{value} {} {old}", self.equality())),
        });
        let role = Role::Forgets {
            by: changed_by(by),
            value,
            old,
        };
        Some(((by.at, role), statable))
    }

    /// A call of a pure method in the failed condition whose body is not used on the path, with its
    /// text.
    pub(crate) fn call_without_body(&self, failed: &FailedAt) -> Option<(PureId, String)> {
        let s = &failed.state;
        let mut left = MAX_PARTS;
        for part in self.session.terms.subterms(failed.goal?) {
            left = left.checked_sub(1)?;
            if let Node::App(function, _) = self.session.terms.node(part)
                && let Some(method) = self.pure_of(*function)
                && self.ctx.program.pure_method(method).body.is_some()
                && !s.known.unrolled.contains(&part)
                && let Some(text) = self.value_text(s, part)
            {
                return Some((method, text));
            }
        }
        None
    }

    /// The fresh symbols on which the failed condition depends. `None` if there is too much to look
    /// at, or if it depends on a recursive pure method.
    fn needed_symbols(
        &self,
        failed: &FailedAt,
        havocked: &[Rc<Havocked>],
    ) -> Option<FxHashSet<u32>> {
        let is_fresh = |symbol: u32| havocked.iter().any(|by| by.symbols.contains(&symbol));
        let mut left = MAX_PARTS;
        let facts = failed.state.path.facts();
        let facts = facts.filter(|(_, kind)| *kind != FactKind::Shape);
        let facts: Option<Vec<(FactKind, FxHashSet<u32>, bool)>> = facts
            .map(|(fact, kind)| {
                let symbols = self.symbols(fact, &mut left)?;
                Some((kind, symbols, self.calls_recursive(fact)))
            })
            .collect();
        let facts = facts?;
        let mut recursive = failed.goal.is_some_and(|goal| self.calls_recursive(goal));
        let goal = match failed.goal {
            Some(goal) => self.symbols(goal, &mut left)?,
            None => FxHashSet::default(),
        };
        let mut needed = goal;
        if failed
            .goal
            .is_some_and(|goal| self.session.terms.is_bool(goal, false))
        {
            // What must not be reached depends on the branches that lead there.
            let branches = facts.iter().filter(|(kind, ..)| *kind == FactKind::Branch);
            needed.extend(branches.flat_map(|(_, of, _)| of));
        }
        loop {
            let before = needed.len();
            for (kind, symbols, is_recursive) in &facts {
                let is_about = |symbol: &u32| {
                    needed.contains(symbol) && (*kind == FactKind::Definition || is_fresh(*symbol))
                };
                if symbols.iter().any(is_about) {
                    recursive |= *is_recursive;
                    needed.extend(symbols);
                }
            }
            if needed.len() == before {
                break;
            }
        }
        needed.retain(|symbol| is_fresh(*symbol));
        // Of a recursive method a model knows some values only: what it allows may be excluded.
        (!recursive).then_some(needed)
    }

    /// Whether a term has a call of a recursive pure method.
    fn calls_recursive(&self, t: Term) -> bool {
        self.recursive_called(t).is_some()
    }

    /// The name of a recursive pure method that a condition calls.
    pub(crate) fn recursive_in(&self, t: Term) -> Option<String> {
        let called = self.recursive_called(t)?;
        Some(self.ctx.program.pure_method(called).name.clone())
    }

    fn recursive_called(&self, t: Term) -> Option<PureId> {
        self.session.terms.subterms(t).find_map(|part| {
            let Node::App(function, _) = self.session.terms.node(part) else {
                return None;
            };
            let method = self.pure_of(*function)?;
            self.ctx.recursive.contains(&method).then_some(method)
        })
    }

    /// The symbols of a term; `None` if it is too large.
    fn symbols(&self, t: Term, left: &mut usize) -> Option<FxHashSet<u32>> {
        let mut symbols = FxHashSet::default();
        for part in self.session.terms.subterms(t) {
            *left = left.checked_sub(1)?;
            if let Node::Symbol(number) = self.session.terms.node(part) {
                symbols.insert(*number);
            }
        }
        Some(symbols)
    }

    /// The values after a statement that have needed symbols of its own.
    fn forgotten_values(&self, havocked: &Havocked, needed: &FxHashSet<u32>) -> Vec<HavockedValue> {
        let mut left = MAX_PARTS;
        let own = |symbol: &u32| havocked.symbols.contains(symbol) && needed.contains(symbol);
        let mut own_symbols = |t: Term| -> FxHashSet<u32> {
            let symbols = self.symbols(t, &mut left).unwrap_or_default();
            symbols.into_iter().filter(own).collect()
        };
        let mut values = Vec::new();
        let mut add = |of, name: Option<String>, symbols: FxHashSet<u32>| {
            if let (Some(name), false) = (name, symbols.is_empty()) {
                let is_silent = !self.says_something(havocked, &symbols);
                values.push(HavockedValue {
                    of,
                    name,
                    is_silent,
                });
            }
        };
        let vars = self.vars(havocked.frame.member);
        for (number, info) in (0..).zip(&vars.all) {
            let var = VarId(number);
            if !info.is_named() {
                continue;
            }
            if let Some(value) = havocked.frame.get(var) {
                let name = Some(format!("`{}`", info.name));
                add(HavockedPlace::Variable(var), name, own_symbols(value));
            }
        }
        if let Some(result) = havocked.result {
            let name = Some("its result".to_owned());
            add(HavockedPlace::Result, name, own_symbols(result));
        }
        for chunk in havocked.heap.chunks() {
            let symbols = own_symbols(chunk.value);
            if !symbols.is_empty() {
                let (of, name) = self.forgotten_place(havocked, &chunk);
                add(of, name, symbols);
            }
        }
        values
    }

    fn forgotten_place(
        &self,
        havocked: &Havocked,
        chunk: &Chunk,
    ) -> (HavockedPlace, Option<String>) {
        let name = self.place_text_after(havocked, &chunk.place);
        match &chunk.place {
            Place::Field(place) => {
                let of = match place.receiver {
                    None => HavockedPlace::Static(place.field),
                    Some(receiver) => HavockedPlace::Field(receiver, place.field),
                };
                (of, name.map(|name| format!("`{name}`")))
            }
            Place::Slice(slice) => {
                let name = name.map(|name| match name.strip_suffix(".elems") {
                    Some(array) => format!("`{array}[..]`"),
                    None => format!("`{name}`"),
                });
                (HavockedPlace::Elements(slice.array), name)
            }
            Place::Predicate(_) => {
                let name = name.map(|name| format!("what `{name}` contains"));
                (HavockedPlace::Contents, name)
            }
        }
    }

    /// Whether the assertion of a statement says something of these symbols.
    fn says_something(&self, havocked: &Havocked, symbols: &FxHashSet<u32>) -> bool {
        let mut left = MAX_PARTS;
        let mut facts = havocked.after.facts_since(&havocked.before).into_iter();
        facts.any(|(fact, kind)| {
            let is_told = matches!(
                kind,
                FactKind::Fact | FactKind::Branch | FactKind::Definition
            );
            is_told
                && self
                    .symbols(fact, &mut left)
                    .is_none_or(|found| !found.is_disjoint(symbols))
        })
    }
}
