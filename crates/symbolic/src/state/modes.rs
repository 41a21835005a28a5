//! The modes of evaluation: the constructs that enclose the rule being applied. They are
//! part of the state, so that execution can resume from a saved state.

use super::chunk::predicate::Instance;
use super::closed::ClosedInstances;
use super::symbolic_state::State;
use rpds::Vector;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use veriframe_ir::{MemberId, PredId, PureId};
use veriframe_logic::Term;

/// The input of the termination check of a pure method or a lemma (§3.6).
#[derive(Clone, Debug)]
pub struct TerminationCheck {
    /// The member under verification.
    pub member: MemberId,
    /// The members of its cycle in the call graph.
    pub cycle: Arc<BTreeSet<MemberId>>,
    /// Whether the cycle descends by `decreases` measures.
    pub by_measure: bool,
    /// The member's own measures on entry.
    pub measures: Vec<Term>,
}

/// A predicate instance that is being closed.
#[derive(Clone, Debug)]
pub(crate) struct Closing {
    /// The instance.
    pub instance: Instance,
    /// The number of chunks in the heap that it is closed from.
    pub held: usize,
}

/// The unrolling of a pure method's body.
#[derive(Clone, Debug)]
pub(crate) struct Unrolling {
    /// The method.
    pub method: PureId,
    /// The snapshot that it reads; `None` if it reads no heap.
    pub snapshot: Option<Term>,
    /// The number of calls of recursive pure methods in its body.
    pub calls: usize,
    /// Whether a ground call of a quantifier in the body is being evaluated.
    pub in_quantifier: bool,
}

/// The state from which `join` statements resume.
#[derive(Clone, Debug, Default)]
pub(crate) struct JoinBase {
    /// The state after the precondition.
    pub entry: Option<Rc<State>>,
    /// Distinguishes the `join` statements of different executions of a body.
    pub scope: u64,
}

/// The maximum number of bodies of one predicate that are produced within one another
/// for the values in them: that of an instance, and those of the instances in it.
const MAX_SAME_BODIES: usize = 2;
/// The same for the bodies of all predicates.
const MAX_BODIES: usize = 8;

/// The inference of ghost statements under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inference {
    /// The number of predicates that are being opened or closed.
    pub depth: usize,
    /// Whether a predicate is being closed without opening others.
    pub closes_only: bool,
    /// The instances closed for the assertion that is being consumed.
    pub closed: ClosedInstances,
}

/// The modes of evaluation of a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modes {
    /// The unrollings of pure methods under way, innermost last.
    pub unrolling: Vector<Unrolling>,
    /// Pure methods whose postconditions are being assumed.
    pub assuming: Vector<PureId>,
    /// Pure methods whose preconditions are being consumed, each with the inference depth
    /// at its call.
    pub demanding: Vector<(PureId, usize)>,
    /// Predicate instances that are being closed, innermost last.
    pub closing: Vector<Rc<Closing>>,
    /// The inference of ghost statements under way.
    pub inference: Inference,
    /// The families of predicates whose bodies are being produced, because instances were
    /// opened, innermost last.
    pub bodies: Vector<PredId>,
    /// The number of enclosing quantifiers.
    pub quantifiers: u32,
    /// Whether expressions only name terms (in triggers), so that their well-definedness
    /// is not checked.
    pub names_only: bool,
    /// Whether a `decreases` measure is being compared.
    pub in_measure: bool,
    /// The fraction of the predicate whose body is evaluated; predicates in the body are
    /// held in this fraction. `None` outside of predicate bodies.
    pub scale: Option<Term>,
    /// The termination check of the member under verification.
    pub termination: Option<Rc<TerminationCheck>>,
    /// The state from which `join` statements resume.
    pub join: JoinBase,
}

impl Modes {
    /// Whether the body of a pure method is being unrolled.
    pub fn unrolls(&self, method: PureId) -> bool {
        self.unrolling.iter().any(|u| u.method == method)
    }

    /// Notes in the innermost unrolling that a ground call of a quantifier is evaluated.
    pub fn enter_ground_call(&mut self) {
        if let Some(innermost) = self.unrolling.last().cloned() {
            self.unrolling.drop_last_mut();
            self.unrolling.push_back_mut(Unrolling {
                in_quantifier: true,
                ..innermost
            });
        }
    }

    /// Whether so many bodies of predicates are being produced within one another that
    /// no further one is produced for a value in them.
    pub fn bodies_are_deep(&self) -> bool {
        let is_deep = |family| {
            let same = self.bodies.iter().filter(|pred| *pred == family);
            same.count() >= MAX_SAME_BODIES
        };
        self.bodies.len() >= MAX_BODIES || self.bodies.iter().any(is_deep)
    }

    /// The number of different pure methods whose bodies are being unrolled.
    pub fn unrolled_methods(&self) -> usize {
        let methods: BTreeSet<PureId> = self.unrolling.iter().map(|u| u.method).collect();
        methods.len()
    }

    /// Whether the member's own text is evaluated for given values: not a pure method's
    /// contract or body, and not a quantifier.
    pub fn is_own_text(&self) -> bool {
        let pure = self.assuming.len() + self.unrolling.len() + self.demanding.len();
        self.quantifiers == 0 && pure == 0
    }

    /// Whether the postcondition of a pure method is being assumed.
    pub fn assumes(&self, method: PureId) -> bool {
        self.assuming.iter().any(|m| *m == method)
    }

    /// Forgets what was closed for the assertion being consumed: what follows is not
    /// evaluated in the heap before that.
    pub fn leave_assertion(&mut self) {
        if !self.inference.closed.is_empty() {
            self.inference.closed = self.inference.closed.within();
        }
    }

    /// A copy with changes.
    pub fn with(&self, change: impl FnOnce(&mut Modes)) -> Rc<Modes> {
        let mut modes = self.clone();
        change(&mut modes);
        Rc::new(modes)
    }
}
