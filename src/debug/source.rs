//! What a session navigates: an execution tree, whose nodes are states between two steps. Nodes
//! are computed when they are asked for, or were recorded.

use crate::source::Span;
use crate::stop::Stop;
use crate::trace::StateView;

/// The number of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The member returned; its result.
    Returned(Option<String>),
    /// The verifier found no failure on it.
    Verified,
    /// The verifier found no failure after those on it, which were taken as if they held.
    NothingElseFails,
    /// Something that must hold does not, or is not proved.
    Failed(Box<Failed>),
    /// It cannot go on; why.
    Cut(String),
}

/// A failure on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The code, with its reason.
    pub code: String,
    /// Where.
    pub place: Span,
    /// One sentence.
    pub message: String,
    /// What would help, what is there instead.
    pub notes: Vec<String>,
    /// Other places, with what they are.
    pub related: Vec<(Span, String)>,
}

/// What follows a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Follows {
    /// A step.
    Step,
    /// A choice between sides, by their conditions.
    Fork(Vec<String>),
    /// A failure, after which the path goes on as if what failed held.
    Failure(Box<Failed>),
    /// Nothing.
    End(End),
}

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallView {
    /// The member.
    pub member: String,
    /// The place in it.
    pub place: Span,
}

/// An entailment query of the verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The goal.
    pub goal: String,
    /// Its answer: `yes`, `no`, `unknown`.
    pub answer: &'static str,
}

/// The result of an attempt to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The next state.
    To(NodeId),
    /// The run was asked to stop; the state that was reached last.
    Stopped,
    /// The bound of steps was reached.
    Bound,
}

/// What to say of a change of a recorded state.
const NO_CHANGE: &str = "the states of a recorded proof cannot be changed: `veriframe debug --run` \
                         executes, and `assume` goes on with a fact more";

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The state after it; the one before, if there are several cases.
    pub after: NodeId,
    /// Its result, by cases; nothing if it has none.
    pub results: Vec<String>,
}

/// An execution tree.
pub trait Source {
    /// The first state.
    fn root(&self) -> NodeId;

    /// What to say before the session begins.
    fn warning(&self) -> Option<String> {
        None
    }

    /// The state before, unless it is the first.
    fn parent(&self, at: NodeId) -> Option<NodeId>;

    /// Whether the state can still be resumed.
    fn is_kept(&self, at: NodeId) -> bool;

    /// What follows.
    fn follows(&self, at: NodeId) -> Follows;

    /// The state after one step, which `follows`.
    fn advance(&mut self, at: NodeId, stop: &Stop) -> Advance;

    /// The state on a side of a fork; `None` if no execution takes it.
    fn choose(&mut self, at: NodeId, side: usize) -> Option<NodeId>;

    /// The sides of a fork of which it is known that they lead to a failure with this code.
    fn sides_to(&self, _at: NodeId, _code: &str) -> Vec<usize> {
        Vec::new()
    }

    /// The known successors.
    fn children(&self, at: NodeId) -> Vec<NodeId>;

    /// How the state came about, if not by a step of the program's text: the side of a fork, or an
    /// assumption.
    fn label(&self, at: NodeId) -> Option<String>;

    /// What the last step was, if its text does not say it.
    fn step_text(&self, _at: NodeId) -> Option<String> {
        None
    }

    /// The parts of assertions on the way to the state that could not be evaluated.
    fn unevaluated(&self, _at: NodeId) -> Vec<Span> {
        Vec::new()
    }

    /// What has been printed on the way to the state.
    fn printed(&self, _at: NodeId) -> String {
        String::new()
    }

    /// The calls under way, the innermost first; at least one.
    fn calls(&self, at: NodeId) -> Vec<CallView>;

    /// The place of the innermost call.
    fn place(&self, at: NodeId) -> Option<Span> {
        self.calls(at).first().map(|call| call.place)
    }

    /// Whether the place of a state is that of the statement before which it is, not after.
    fn is_before_its_place(&self) -> bool {
        false
    }

    /// The number of calls under way.
    fn depth(&self, at: NodeId) -> usize {
        self.calls(at).len()
    }

    /// The parts of the state as text.
    fn view(&mut self, at: NodeId) -> StateView;

    /// The queries of the verifier in this state.
    fn queries(&self, _at: NodeId) -> Vec<Query> {
        Vec::new()
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// If it has none here, or `stop` is raised; what to say.
    fn eval(&mut self, at: NodeId, expression: &str, stop: &Stop) -> Result<String, String>;

    /// Whether a condition holds on this path: what to say.
    ///
    /// # Errors
    /// If it means nothing here; what to say.
    fn prove(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<String, String>;

    /// The state in which a condition is assumed besides.
    ///
    /// # Errors
    /// If it means nothing here, or contradicts the path; what to say.
    fn assume(&mut self, at: NodeId, condition: &str, stop: &Stop) -> Result<NodeId, String>;

    /// The state after an assignment, `x := e`.
    ///
    /// # Errors
    /// If it means nothing here, or the state cannot be changed; what to say.
    fn set(&mut self, _at: NodeId, _assignment: &str, _stop: &Stop) -> Result<NodeId, String> {
        Err(NO_CHANGE.to_owned())
    }

    /// The state after a call, and its result.
    ///
    /// # Errors
    /// If it means nothing here, or the state cannot be changed; what to say.
    fn call(&mut self, _at: NodeId, _call: &str, _stop: &Stop) -> Result<Called, String> {
        Err(NO_CHANGE.to_owned())
    }

    /// An input that leads here, by name.
    ///
    /// # Errors
    /// If none was found; what to say.
    fn model(&mut self, at: NodeId) -> Result<Vec<(String, String)>, String>;

    /// Why the path failed.
    ///
    /// # Errors
    /// If it did not; what to say.
    fn why(&mut self, at: NodeId) -> Result<Vec<String>, String>;
}
