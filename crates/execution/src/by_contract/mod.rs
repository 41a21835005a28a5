//! Calls of members that have a contract and no code, by domains with symbolic values: what the
//! precondition says must hold, what its footprint lets the callee change is forgotten, the result
//! is unknown, and the postcondition is assumed. A contract is one condition: its connectives do
//! not fork. What cannot be evaluated of it is named, and neither checked nor assumed.
//!
//! State of which only pure methods without parameters tell, such as the contents of a list, is a
//! cell of the receiver for each of them. A postcondition that says what such a cell or the result
//! is equal to gives it this value, so that no symbol is needed.
//!
//! A member of the library that a domain has not built in is called by its contract, in one step.
//! The contract is evaluated as one value by a walk of the IR
//! (`crates/execution/src/by_contract/evaluation.rs`) instead of instructions, since connectives
//! and quantifiers of a postcondition must not fork. Abstract state has no representation in it:
//! each pure method without parameters that reads predicates of its receiver, and nothing else, is
//! a cell of the receiver, which is forgotten where a call may change such a predicate; one with
//! parameters keeps its values until such a predicate of a receiver that can be the same may
//! change; pure methods that read no heap are functions; others have any value each time. A call
//! demands (`crates/execution/src/by_contract/checking.rs`) what its precondition says, and of its
//! permission what values decide: that places exist, and that two whole fields are those of two
//! objects. It may change (`crates/execution/src/by_contract/forgetting.rs`) what its precondition
//! gives away for writing (a fraction, too, if others or an instance beside it can be the rest),
//! and what its postcondition hands out beyond that: the caller could not know this. Equations
//! (`contents() == old(contents()) ++ [element]`) define such cells once they are forgotten, so
//! that terms stay small, and sequences of bounded checking have a structure. In the symbolic
//! domain a result is one of the objects that the run has made, or of the initial heap. In bounded
//! checking it is one of those that the path has made, or a new one of a library's class. A fact
//! about a result holds under all that its path has assumed, with what is left out of the path
//! condition; the result of a function is that of the same function on a path that leads here. What
//! a heap lacks of an object that a call has made, or of its state, is as it was from the start
//! (`crates/execution/src/bounded/unknowns.rs`). A sequence has a structure for each length, up to
//! a limit beyond which nothing is known of it. What is left open is only ever too much, so that
//! `correct` holds of the library; the replay runs what is built in, and alone shows a bug.
//!
//! Why it is kept: `explore` and `bmc` use it (1,860 lines, and 600 in their two domains) for each
//! call of a member without code; without it both refuse such a member. Generated instructions
//! ("forget what the contract allows, then assume") would replace the walk of the three kinds of
//! locations, and the checks of conditions: some 400 lines by count of functions, less than a third.
//! The rest has no instruction to become. Instructions fork at connectives and enumerate
//! quantifiers, where a postcondition must be one value (750 lines). What is forgotten depends on
//! values: whether two places are one, what predicates contain, what is handed out. And equations
//! define states in rounds, until nothing else is forgotten.

mod checking;
mod evaluation;
mod forgetting;

use super::code::Constant;
use super::domain::{Domain, HeapMark, Interrupt, LeftOut, Outcome};
pub use evaluation::says_its_value;
use evaluation::{Conjunct, ConjunctKind, Evaluation, abstract_call, equation};
use forgetting::{Held, Shares};
use std::rc::Rc;
use veriframe_ir::{
    Assertion, CollOp, Expr, FieldId, LogicOp, MemberId, MethodKind, Program, PureId, Type, VarId,
};

/// The operations with which contracts are evaluated: they are total, as those of logic are, and
/// never fork. `None` is the result of what the domain cannot express.
pub trait ContractDomain: Domain<Value: PartialEq> {
    /// Any value of a type; the name is for texts.
    fn unknown(&mut self, name: &str, ty: &Type) -> Option<Self::Value>;

    /// The text of a call with these inputs, if it is short: the name of a result that nobody knows.
    fn call_text(&self, _member: MemberId, _inputs: &[Self::Value]) -> Option<String> {
        None
    }

    /// Any value of a type for a bound variable of a quantifier.
    fn bound(&mut self, name: &str, ty: &Type) -> Option<Self::Value>;

    /// A quantifier over variables that [`ContractDomain::bound`] has made.
    fn quantified(
        &mut self,
        universal: bool,
        vars: &[Self::Value],
        body: &Self::Value,
    ) -> Option<Self::Value>;

    /// A comparison, or a sum, a product and so on.
    fn term_of_binary(
        &mut self,
        op: veriframe_ir::BinOp,
        left: &Self::Value,
        right: &Self::Value,
    ) -> Option<Self::Value>;

    /// A connective.
    fn connective(
        &mut self,
        op: LogicOp,
        left: &Self::Value,
        right: &Self::Value,
    ) -> Option<Self::Value>;

    /// The first value if the condition holds, otherwise the second one.
    fn chosen(
        &mut self,
        condition: &Self::Value,
        then: &Self::Value,
        other: &Self::Value,
    ) -> Option<Self::Value>;

    /// An operation on collections; `operand` is the type of the last operand, `ty` that of the
    /// result.
    fn term_of_collection(
        &mut self,
        op: CollOp,
        operands: &[Self::Value],
        operand: Option<&Type>,
        ty: &Type,
    ) -> Option<Self::Value>;

    /// The value of a field; of null, any.
    fn cell(
        &mut self,
        receiver: &Self::Value,
        field: FieldId,
        at: Option<HeapMark>,
    ) -> Option<Self::Value>;

    /// Gives the elements of an array between two bounds any values of their type; of null, nothing.
    /// `None` if this cannot be expressed.
    fn forget_elements(
        &mut self,
        array: &Self::Value,
        elem: &Type,
        from: Option<&Self::Value>,
        until: Option<&Self::Value>,
    ) -> Option<()>;

    /// Writes a field; of null, nothing.
    fn set_cell(&mut self, receiver: &Self::Value, field: FieldId, value: &Self::Value);

    /// The value that a pure method without parameters has for a receiver; it has no code, and
    /// depends on the heap. The number is that of its family.
    fn state(
        &mut self,
        receiver: &Self::Value,
        pure: PureId,
        at: Option<HeapMark>,
    ) -> Option<Self::Value>;

    /// Lets a pure method without parameters have this value for a receiver.
    fn set_state(&mut self, receiver: &Self::Value, pure: PureId, value: &Self::Value);

    /// The value that a pure method has for these inputs in this heap; it has no code. It stays the
    /// same until [`ContractDomain::forget_notes`]. The number is that of its family.
    fn noted(
        &mut self,
        pure: PureId,
        inputs: &[Self::Value],
        at: Option<HeapMark>,
        ty: &Type,
    ) -> Option<Self::Value>;

    /// Forgets the values that [`ContractDomain::noted`] has given in the current heap for a
    /// receiver, and for those that can be the same.
    fn forget_notes(&mut self, receiver: &Self::Value);

    /// The value that a pure method has for these inputs; it has no code, and does not depend on
    /// the heap. The number is that of its family.
    fn application(
        &mut self,
        pure: PureId,
        inputs: &[Self::Value],
        ty: &Type,
    ) -> Option<Self::Value>;

    /// The texts that exist from the start.
    fn literals(&mut self) -> Vec<(Self::Value, Rc<[u16]>)>;

    /// A condition that holds on the current path.
    fn suppose(&mut self, condition: &Self::Value);
}

/// Calls a member by its contract, a pure method also in an earlier heap. Returns its result; what
/// is left out is added to `left_out`.
///
/// # Errors
/// If the precondition does not hold or is undecided, or the domain cannot express what the call
/// changes or returns.
pub fn call<D: ContractDomain>(
    domain: &mut D,
    program: &Program,
    member: MemberId,
    at: Option<HeapMark>,
    inputs: &[D::Value],
    left_out: &mut LeftOut,
) -> Outcome<D::Value, D::Choice> {
    let vars = program.vars(member);
    let env = vars.inputs().zip(inputs.iter().cloned()).collect();
    let (requires, ensures) = match member {
        MemberId::Method(id) => (&program.method(id).requires, &program.method(id).ensures),
        MemberId::Pure(id) => {
            let pure = program.pure_method(id);
            (&pure.requires, &pure.ensures)
        }
        MemberId::Pred(_) => return unsupported(program, member),
    };
    let mut caller = Caller {
        program,
        member,
        evaluation: Evaluation::new(domain, program, env),
        new_object: new_object(program, member, inputs),
        held: Vec::new(),
        shares: Shares::default(),
        forgotten_states: Vec::new(),
        forgotten: 0,
    };
    caller.evaluation.at = at;
    let demanded = caller.evaluation.parts(requires);
    caller.check(&demanded, left_out)?;
    let result = match member {
        MemberId::Pure(id) => {
            let value = caller.evaluation.pure_value(id, inputs.to_vec());
            value.map_or_else(|| unsupported(program, member), Ok)
        }
        _ => caller.change(&demanded, ensures),
    };
    left_out.add(&caller.evaluation.left_out);
    result
}

/// The object that a constructor makes, of its inputs.
fn new_object<V: Clone>(program: &Program, member: MemberId, inputs: &[V]) -> Option<V> {
    let is_constructor = match member {
        MemberId::Method(id) => program.method(id).kind == MethodKind::Constructor,
        _ => false,
    };
    inputs.first().filter(|_| is_constructor).cloned()
}

fn unsupported<T, C>(program: &Program, member: MemberId) -> Outcome<T, C> {
    let name = program.member_name(member);
    Err(Interrupt::Unsupported(format!(
        "a call of `{name}`, which has only a contract,"
    )))
}

/// The most rounds in which what a postcondition hands out is forgotten.
const MAX_ROUNDS: usize = 16;

/// A call under way.
struct Caller<'d, 'p, D: ContractDomain> {
    program: &'p Program,
    member: MemberId,
    evaluation: Evaluation<'d, 'p, D>,
    /// The object that a constructor makes.
    new_object: Option<D::Value>,
    /// The permission that has been looked at.
    held: Vec<Held<D::Value>>,
    /// The fractions and instances that the precondition demands.
    shares: Shares,
    /// The states that have been forgotten, by receiver and family: the postcondition can give them
    /// values.
    forgotten_states: Vec<(D::Value, PureId)>,
    /// The number of places that have been forgotten.
    forgotten: usize,
}

/// A conjunct of a postcondition, by number, that has given the result or a state its value.
struct Stated<'p, V> {
    at: usize,
    /// The state; `None` is the result.
    state: Option<State<V>>,
    ty: &'p Type,
    /// What it is equal to, and its value at that time.
    equal: &'p Expr,
    value: V,
}

/// A state that has been given a value.
struct State<V> {
    receiver: V,
    /// The family of the pure method.
    pure: PureId,
    /// The value that it had before.
    before: V,
}

impl<'p, D: ContractDomain> Caller<'_, 'p, D> {
    /// Changes what the callee can change, and assumes the postcondition. Returns the result.
    fn change(
        &mut self,
        demanded: &[Conjunct<'p, D::Value>],
        ensures: &'p Assertion,
    ) -> Outcome<D::Value, D::Choice> {
        let entry = self.evaluation.domain.mark();
        self.evaluation.entry = Some(entry);
        let result = self.changed(demanded, ensures);
        self.evaluation.domain.release(entry);
        match result {
            Some(value) => Ok(value),
            None => unsupported(self.program, self.member),
        }
    }

    fn changed(
        &mut self,
        demanded: &[Conjunct<'p, D::Value>],
        ensures: &'p Assertion,
    ) -> Option<D::Value> {
        // The precondition names its places in the heap on entry.
        self.evaluation.at = self.evaluation.entry;
        let forgotten = self.forget_demanded(demanded);
        self.evaluation.at = None;
        forgotten?;
        self.forget_new_object()?;
        let vars = self.program.vars(self.member);
        // With which exception it ends, if any, is not told.
        if vars.exception.is_some() {
            return None;
        }
        let mut stated = self.settled(ensures, vars.result, &[])?;
        let mut value = D::Value::default();
        if let Some(result) = vars.result {
            let parts = self.evaluation.parts(ensures);
            let equal = self.equal_to_result(result, &parts, &stated);
            value = match &equal {
                Some(equal) => equal.value.clone(),
                None => self.any_result(result)?,
            };
            self.undefine(stated);
            self.evaluation.env.insert(result, value.clone());
            let before = self.forgotten;
            let others = self.settled(ensures, None, equal.as_slice())?;
            // The value of the result can depend on the places that have been forgotten.
            if let Some(own) = &equal
                && self.forgotten > before
                && self.value_of(own.ty, own.equal).as_ref() != Some(&own.value)
            {
                return None;
            }
            stated = equal.into_iter().chain(others).collect();
        }
        for own in &stated {
            self.evaluation.assume_range(&own.value, own.ty, None);
        }
        // Guards can depend on what is known by now.
        let parts = self.evaluation.parts(ensures);
        for (at, part) in parts.iter().enumerate() {
            self.assume_existence(part);
            if !self.is_still_stated(at, &stated) {
                self.evaluation.assume(part, None);
            }
        }
        Some(value)
    }

    /// What a conjunct that has stated nothing says that the result is equal to.
    fn equal_to_result(
        &mut self,
        result: VarId,
        parts: &[Conjunct<'p, D::Value>],
        stated: &[Stated<'p, D::Value>],
    ) -> Option<Stated<'p, D::Value>> {
        let ty = &self.program.vars(self.member).get(result).ty;
        let mut parts = parts.iter().enumerate();
        parts.find_map(|(at, part)| {
            let is_free = part.guard.is_none() && stated.iter().all(|other| other.at != at);
            let equal = evaluation::value_of(part, result).filter(|_| is_free)?;
            let value = self.evaluation.expr(equal)?;
            Some(Stated {
                at,
                state: None,
                ty,
                equal,
                value,
            })
        })
    }

    /// Forgets what the postcondition hands out, and gives states the values that it says, without
    /// what depends on a variable, and without conjuncts that have stated something. Places, guards
    /// and states can depend on each other: that is repeated until nothing else is forgotten. `None`
    /// if it does not end, or cannot be expressed.
    fn settled(
        &mut self,
        ensures: &'p Assertion,
        without: Option<VarId>,
        stated: &[Stated<'p, D::Value>],
    ) -> Option<Vec<Stated<'p, D::Value>>> {
        for _ in 0..MAX_ROUNDS {
            let parts = self.evaluation.parts(ensures);
            let named = self.define_states(&parts, without, stated);
            let before = self.forgotten;
            self.forget_returned(&parts, without)?;
            if self.forgotten == before {
                return Some(named);
            }
            self.undefine(named);
        }
        None
    }

    /// Gives states the values that they had before conjuncts said what they are.
    fn undefine(&mut self, stated: Vec<Stated<'p, D::Value>>) {
        for state in stated.into_iter().rev().filter_map(|own| own.state) {
            let domain = &mut *self.evaluation.domain;
            domain.set_state(&state.receiver, state.pure, &state.before);
        }
    }

    fn any_result(&mut self, result: VarId) -> Option<D::Value> {
        let vars = self.program.vars(self.member);
        let inputs = vars.inputs();
        let inputs: Option<Vec<D::Value>> = inputs
            .map(|var| self.evaluation.env.get(&var).cloned())
            .collect();
        let domain = &mut *self.evaluation.domain;
        let name = inputs.and_then(|inputs| domain.call_text(self.member, &inputs));
        let name = name.unwrap_or_else(|| format!("{}()", self.program.member_name(self.member)));
        domain.unknown(&name, &vars.get(result).ty)
    }

    /// Gives forgotten states the values that conjuncts say that have stated nothing, unless these
    /// depend on a variable that has no value yet.
    fn define_states(
        &mut self,
        parts: &[Conjunct<'p, D::Value>],
        without: Option<VarId>,
        stated: &[Stated<'p, D::Value>],
    ) -> Vec<Stated<'p, D::Value>> {
        let parts = parts.iter().enumerate();
        let parts = parts.filter(|(at, part)| {
            let is_early = without.is_none_or(|var| !part.mentions(var));
            is_early && stated.iter().all(|other| other.at != *at)
        });
        parts
            .filter_map(|(at, part)| self.define_state(at, part))
            .collect()
    }

    fn define_state(
        &mut self,
        at: usize,
        part: &Conjunct<'p, D::Value>,
    ) -> Option<Stated<'p, D::Value>> {
        let ConjunctKind::Condition(condition) = part.what else {
            return None;
        };
        if part.guard.is_some() {
            return None;
        }
        for (call, equal) in equation(condition) {
            let Some((receiver, pure)) = abstract_call(self.program, call) else {
                continue;
            };
            if evaluation::reads_now(self.program, equal, pure) {
                continue;
            }
            let ty = &call.ty;
            let Some(receiver) = self.evaluation.expr(receiver) else {
                continue;
            };
            let own = (receiver, pure);
            if !self.forgotten_states.contains(&own) {
                continue;
            }
            let before = self.evaluation.domain.state(&own.0, pure, None);
            if let (Some(before), Some(value)) = (before, self.value_of(ty, equal)) {
                let receiver = own.0;
                self.evaluation.domain.set_state(&receiver, pure, &value);
                return Some(Stated {
                    at,
                    state: Some(State {
                        receiver,
                        pure,
                        before,
                    }),
                    ty,
                    equal,
                    value,
                });
            }
        }
        None
    }

    /// The value of a type that is equal to an expression; a collection whose size is 0 is empty.
    fn value_of(&mut self, ty: &Type, equal: &'p Expr) -> Option<D::Value> {
        if ty.is_collection() && !equal.ty.is_collection() {
            Some((self.evaluation.domain).constant(&Constant::Empty(ty.clone())))
        } else {
            self.evaluation.expr(equal)
        }
    }

    /// Whether a conjunct needs not be assumed, because it has given the result or a state its
    /// value, and later ones have changed neither this nor what it depends on.
    fn is_still_stated(&mut self, at: usize, stated: &[Stated<'p, D::Value>]) -> bool {
        let mut stated = stated.iter().skip_while(|own| own.at != at);
        let Some(own) = stated.next() else {
            return false;
        };
        let later: Vec<PureId> = stated
            .filter_map(|other| other.state.as_ref().map(|state| state.pure))
            .collect();
        if let Some(State { receiver, pure, .. }) = &own.state
            && later.contains(pure)
        {
            let now = self.evaluation.domain.state(receiver, *pure, None);
            if now.as_ref() != Some(&own.value) {
                return false;
            }
        }
        later.is_empty() || self.value_of(own.ty, own.equal).as_ref() == Some(&own.value)
    }
}
