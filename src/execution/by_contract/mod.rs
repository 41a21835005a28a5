//! Calls of members that have a contract and no code, by domains with symbolic values: what the
//! precondition says must hold, what its footprint lets the callee change is forgotten, the result
//! is unknown, and the postcondition is assumed. A contract is one condition: its connectives do
//! not fork. What cannot be evaluated of it is named, and neither checked nor assumed.
//!
//! State of which only pure methods without parameters tell, such as the contents of a list, is a
//! cell of the receiver for each of them. A postcondition that says what such a cell or the result
//! is equal to gives it this value, so that no symbol is needed.

mod evaluation;

use super::code::Constant;
use super::domain::{Domain, Interrupt, LeftOut, Moment, Outcome};
use crate::diagnostics::Code as ErrorCode;
use crate::ir::{
    Amount, Assertion, CollOp, FieldId, LogicOp, MemberId, PredId, PredInstance, Program, PureId,
    Type, VarId, ids,
};
use evaluation::{Evaluation, Part, What, abstract_call, equation};
use num_rational::BigRational;
use num_traits::One;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The operations with which contracts are evaluated: they are total, as those of logic are, and
/// never fork. `None` is the result of what the domain cannot express.
pub trait ContractDomain: Domain {
    /// Any value of a type; the name is for texts.
    fn unknown(&mut self, name: &str, ty: &Type) -> Option<Self::Value>;

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
        op: crate::ir::BinOp,
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
        at: Option<Moment>,
    ) -> Option<Self::Value>;

    /// Writes a field; of null, nothing.
    fn set_cell(&mut self, receiver: &Self::Value, field: FieldId, value: &Self::Value);

    /// The value that a pure method without parameters has for a receiver; it has no code, and
    /// depends on the heap. The number is that of its family.
    fn state(
        &mut self,
        receiver: &Self::Value,
        pure: PureId,
        at: Option<Moment>,
    ) -> Option<Self::Value>;

    /// Lets a pure method without parameters have this value for a receiver.
    fn set_state(&mut self, receiver: &Self::Value, pure: PureId, value: &Self::Value);

    /// The value that a pure method has for these inputs in this heap; it has no code. It stays the
    /// same until [`ContractDomain::forget_notes`]. The number is that of its family.
    fn noted(
        &mut self,
        pure: PureId,
        inputs: &[Self::Value],
        at: Option<Moment>,
        ty: &Type,
    ) -> Option<Self::Value>;

    /// Forgets the values that [`ContractDomain::noted`] has given in the current heap.
    fn forget_notes(&mut self);

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

    /// Whether [`ContractDomain::suppose`] is about the current path alone, on which the
    /// precondition holds.
    const SUPPOSES_ON_PATH: bool;

    /// A condition that holds on each path that comes here.
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
    at: Option<Moment>,
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
    let holds = Some(domain.constant(&Constant::Bool(true)));
    let mut caller = Caller {
        program,
        member,
        evaluation: Evaluation::new(domain, program, env),
        holds,
        has_fraction: false,
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

fn unsupported<T, C>(program: &Program, member: MemberId) -> Outcome<T, C> {
    let name = program.member_name(member);
    Err(Interrupt::Unsupported(format!(
        "a call of `{name}`, which has only a contract,"
    )))
}

/// A call under way.
struct Caller<'d, 'p, D: ContractDomain> {
    program: &'p Program,
    member: MemberId,
    evaluation: Evaluation<'d, 'p, D>,
    /// The precondition, if all of it can be evaluated.
    holds: Option<D::Value>,
    /// Whether a fraction of some permission has been demanded.
    has_fraction: bool,
}

impl<'p, D: ContractDomain> Caller<'_, 'p, D> {
    /// Checks the conditions of the precondition.
    fn check(
        &mut self,
        parts: &[Part<'p, D::Value>],
        left_out: &mut LeftOut,
    ) -> Outcome<(), D::Choice> {
        for part in parts {
            let What::Condition(_) = part.what else {
                continue;
            };
            let Some(value) = self.evaluation.condition(part) else {
                left_out.add(&LeftOut {
                    unchecked: vec![part.span],
                    unassumed: Vec::new(),
                });
                self.holds = None;
                continue;
            };
            if !self.evaluation.domain.truth(&value)? {
                let name = self.program.member_name(self.member);
                return Err(Interrupt::fault(
                    ErrorCode::Precondition,
                    format!("the precondition of `{name}` does not hold"),
                ));
            }
            let all = self.holds.take();
            self.holds = all.and_then(|all| {
                let domain = &mut self.evaluation.domain;
                domain.connective(LogicOp::And, &all, &value)
            });
        }
        Ok(())
    }

    /// Changes what the callee can change, and assumes the postcondition. Returns the result.
    fn change(
        &mut self,
        demanded: &[Part<'p, D::Value>],
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
        demanded: &[Part<'p, D::Value>],
        ensures: &'p Assertion,
    ) -> Option<D::Value> {
        // The precondition names its places in the heap on entry.
        self.evaluation.at = self.evaluation.entry;
        let forgotten = self.forget(demanded, 0);
        self.evaluation.at = None;
        forgotten?;
        let vars = self.program.vars(self.member);
        let parts = self.evaluation.parts(ensures);
        let mut rest: Vec<&Part<'p, D::Value>> = parts.iter().collect();
        rest.retain(|part| !self.defines_state(part, vars.result));
        let mut value = D::Value::default();
        if let Some(result) = vars.result {
            let known = rest.iter().position(|part| {
                let defined = part.guard.is_none();
                defined && evaluation::value_of(part, result).is_some()
            });
            let known = known.map(|at| rest.remove(at));
            let stated = known.and_then(|part| evaluation::value_of(part, result));
            let var = vars.get(result);
            value = match stated.and_then(|e| self.evaluation.expr(e)) {
                Some(value) => value,
                None => {
                    if let Some(part) = known {
                        self.evaluation.leave_out(part);
                    }
                    let name = format!("{}()", self.program.member_name(self.member));
                    self.evaluation.domain.unknown(&name, &var.ty)?
                }
            };
            self.evaluation.env.insert(result, value.clone());
            rest.retain(|part| !self.defines_state(part, None));
        }
        let holds = self.holds.take();
        for part in rest {
            match &holds {
                _ if D::SUPPOSES_ON_PATH => self.evaluation.assume(part, None),
                Some(holds) => self.evaluation.assume(part, Some(holds)),
                None => self.evaluation.leave_out(part),
            }
        }
        Some(value)
    }

    /// Gives state the value that a conjunct says, unless this depends on a variable that has no
    /// value yet. Returns whether it does.
    fn defines_state(&mut self, part: &Part<'p, D::Value>, without: Option<VarId>) -> bool {
        let What::Condition(condition) = part.what else {
            return false;
        };
        if part.guard.is_some() || without.is_some_and(|var| evaluation::mentions(condition, var)) {
            return false;
        }
        for (call, value) in equation(condition) {
            let Some((receiver, pure)) = abstract_call(self.program, call) else {
                continue;
            };
            if evaluation::reads_now(self.program, value, pure) {
                continue;
            }
            let receiver = self.evaluation.expr(receiver);
            let value = match call.ty.is_collection() && !value.ty.is_collection() {
                true => Some((self.evaluation.domain).constant(&Constant::Empty(call.ty.clone()))),
                false => self.evaluation.expr(value),
            };
            if let (Some(receiver), Some(value)) = (receiver, value) {
                self.evaluation.domain.set_state(&receiver, pure, &value);
                return true;
            }
        }
        false
    }

    /// Forgets what full permission to these places allows to change. `None` if it cannot be
    /// expressed.
    fn forget(&mut self, parts: &[Part<'p, D::Value>], depth: usize) -> Option<()> {
        for part in parts {
            match &part.what {
                What::Condition(_) => {}
                What::Unknown => return None,
                What::Instance(instance) => {
                    if self.may_write(&instance.amount) {
                        self.forget_instance(instance, depth)?;
                    }
                }
                What::Location(location, amount) => {
                    use crate::ir::Location;
                    if !self.may_write(amount) {
                        continue;
                    }
                    let field = match location {
                        Location::Field(_, field) | Location::Static(field) => Some(*field),
                        Location::Elems(_) | Location::Slice(..) => None,
                    };
                    let field = field?;
                    let info = self.program.field(field);
                    let value = self.evaluation.domain.unknown(&info.name, &info.ty)?;
                    match location {
                        Location::Field(receiver, _) => {
                            let receiver = self.evaluation.expr(receiver)?;
                            self.evaluation.domain.set_cell(&receiver, field, &value);
                        }
                        _ => self.evaluation.domain.set_static(field, value),
                    }
                }
            }
        }
        Some(())
    }

    /// Whether permission of this amount may allow to write, with what was demanded before: two
    /// fractions can be the whole of one place.
    fn may_write(&mut self, amount: &Amount) -> bool {
        match amount {
            Amount::Write => true,
            Amount::Wildcard => false,
            Amount::Fraction(e) => match &e.kind {
                crate::ir::ExprKind::Perm(amount) if **amount < BigRational::one() => {
                    std::mem::replace(&mut self.has_fraction, true)
                }
                _ => true,
            },
        }
    }

    fn family(&self, pred: PredId) -> PredId {
        self.program.hierarchy.preds().family(pred)
    }

    fn forget_instance(&mut self, instance: &'p PredInstance, depth: usize) -> Option<()> {
        let program = self.program;
        let receiver = self.evaluation.expr(&instance.receiver)?;
        let family = self.family(instance.pred);
        let members = program.hierarchy.preds().members(instance.pred);
        let has_bodies = members
            .iter()
            .any(|pred| program.pred(*pred).body.is_some());
        if has_bodies {
            // What it contains depends on the class.
            let [only] = members.as_slice() else {
                return None;
            };
            let pred = program.pred(*only);
            if depth > MAX_DEPTH {
                return None;
            }
            let args = instance.args.iter().map(|arg| self.evaluation.expr(arg));
            let args = args.collect::<Option<Vec<D::Value>>>()?;
            let inputs = pred
                .vars
                .inputs()
                .zip(std::iter::once(receiver).chain(args));
            let env = inputs.collect();
            let outer = std::mem::replace(&mut self.evaluation.env, env);
            let parts = pred.body.as_ref().map(|body| self.evaluation.parts(body));
            let forgotten = parts.and_then(|parts| self.forget(&parts, depth + 1));
            self.evaluation.env = outer;
            return forgotten;
        }
        self.evaluation.domain.forget_notes();
        let mut done = BTreeSet::new();
        for id in ids::<PureId>(program.pures.len()) {
            let pure = program.pure_method(id);
            let reads = |pred: PredId| program.hierarchy.preds().family(pred) == family;
            let own = program.hierarchy.pures().family(id);
            if evaluation::is_state(program, id)
                && evaluation::demands(&pure.requires, &reads)
                && done.insert(own)
            {
                let value = self.evaluation.domain.unknown(&pure.name, &pure.ty)?;
                self.evaluation.domain.set_state(&receiver, own, &value);
            }
        }
        Some(())
    }
}

/// How deep predicates are unfolded for what they contain.
const MAX_DEPTH: usize = 8;
