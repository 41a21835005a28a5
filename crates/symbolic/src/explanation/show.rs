//! Terms, chunks and states as text for users.
//!
//! Operators are written by [`printer`]. Here is what an engine knows: the names that a heap and a
//! frame give to values, snapshots and the calls that read them; that a text with names ends where
//! a part has none; and that a disjunction may say an implication.

use crate::engine::{Engine, with_stack};
use crate::explanation::names::Names;
use crate::state::chunk::kind::{Content, Writer};
use crate::state::chunk::{Chunk, Place, WriteTerm};
use crate::state::heap::Heap;
use crate::state::symbolic_state::{Frame, State, StepRecord};
use num_traits::{One, Signed};
use std::borrow::Cow;
use std::ops::Range;
use veriframe_base::trace::{StateView, Step, Trace};
use veriframe_ir::VarId;
use veriframe_logic::terms::printer::binding::{COMPARISON, CONDITIONAL, OR, SUM};
use veriframe_logic::terms::printer::{self, Printer};
use veriframe_logic::terms::term::{Coll, Linear, Node};
use veriframe_logic::{FactKind, Func, Path, Sort, Term};

/// A text of terms that grows.
pub(crate) struct Written<'w, 'p> {
    /// What the engine knows of the terms.
    pub engine: &'w Engine<'p>,
    /// The text.
    pub text: String,
    /// What values are called in the program's text; if missing, symbols are shown.
    pub names: Option<&'w Names<'w>>,
    /// Whether every part had a name.
    pub is_complete: bool,
    /// Whether a part of a sum is written: it is not itself a name and a constant.
    in_sum: bool,
}

/// Whether the text of a program has no notation for what a node says.
fn is_internal(node: &Node) -> bool {
    matches!(
        node,
        Node::Symbol(_)
            | Node::Unit
            | Node::Combine(..)
            | Node::First(_)
            | Node::Second(_)
            | Node::Wrap(_)
            | Node::Unwrap(..)
            | Node::IsCombine(_)
            | Node::IsWrap(..)
            | Node::Store(..)
            | Node::Fill(..)
    )
}

impl<'p> Engine<'p> {
    /// A term, in the notation of programs where it has one.
    #[must_use]
    pub fn show(&self, t: Term) -> String {
        printer::cut(self.shown(t, 0))
    }

    /// A term with the names of symbols; `outer` is the precedence of the context.
    fn shown(&self, t: Term, outer: u8) -> String {
        let mut out = Written::new(self, None);
        out.write(t, outer);
        out.text
    }

    /// The sign of equality in the notation of the program.
    pub(crate) fn equality(&self) -> &'static str {
        self.ctx.notation.equality()
    }

    fn writer<'w>(&'w self, term: WriteTerm<'w>) -> Writer<'w> {
        Writer {
            program: self.ctx.program,
            terms: &self.session.terms,
            term,
        }
    }

    /// A location or predicate instance: `this.x`, `a.elems`, `c.valid()`.
    #[must_use]
    pub fn show_place(&self, target: &Place) -> String {
        let mut text = String::new();
        let term = |t: Term, outer: u8, out: &mut String| out.push_str(&self.shown(t, outer));
        target.write(self.writer(&term), &mut text);
        text
    }

    /// A chunk's location or predicate instance.
    #[must_use]
    pub(crate) fn show_chunk_place(&self, chunk: &Chunk) -> String {
        self.show_place(&chunk.place)
    }

    /// A chunk: `this.x ↦ v`, `this.x ↦[1/2] v`, `this.valid[s]()`.
    #[must_use]
    pub fn show_chunk(&self, chunk: &Chunk) -> String {
        let amount = match self.session.terms.node(chunk.amount) {
            Node::Perm(p) if p.is_one() => String::new(),
            _ => format!("[{}]", self.show(chunk.amount)),
        };
        let ty = chunk.place.value_type(self.ctx.program);
        let number = ty.and_then(|ty| self.floating_text(chunk.value, ty));
        let value = number.unwrap_or_else(|| self.show(chunk.value));
        let term = |t: Term, outer: u8, out: &mut String| out.push_str(&self.shown(t, outer));
        let (amount, value) = (amount.as_str(), value.as_str());
        chunk.write(self.writer(&term), Content { amount, value })
    }

    /// A heap's chunks, oldest first.
    #[must_use]
    pub fn show_heap(&self, heap: &Heap) -> Vec<String> {
        heap.chunks()
            .iter()
            .map(|chunk| self.show_chunk(chunk))
            .collect()
    }

    fn show_store(&self, frame: &Frame) -> Vec<(String, String)> {
        let vars = self.vars(frame.member);
        let mut shown = Vec::new();
        for (index, var) in vars.all.iter().enumerate() {
            let id = VarId(u32::try_from(index).unwrap_or(u32::MAX));
            if let (Some(value), false) = (frame.get(id), var.is_temporary) {
                let number = self.floating_text(value, &var.ty);
                let text = number.unwrap_or_else(|| self.show(value));
                shown.push((var.name.clone(), text));
            }
        }
        shown
    }

    fn show_path(&self, path: &Path) -> Vec<String> {
        let ranks = self.functions_of_ranks();
        let is_told = |fact, kind| kind != FactKind::Shape && !self.has_one_of(&ranks, fact);
        let mut facts: Vec<String> = path
            .facts()
            .filter(|(fact, kind)| is_told(*fact, *kind))
            .map(|(fact, _)| self.show(fact))
            .collect();
        facts.reverse();
        let mut seen = std::collections::BTreeSet::new();
        facts.retain(|fact| seen.insert(fact.clone()));
        facts
    }

    /// The path to a state, as text; empty unless steps are recorded.
    #[must_use]
    pub fn trace_of(&self, s: &State) -> Trace {
        let recorded = self
            .recorder
            .as_ref()
            .map(|r| r.borrow().steps_to(s.progress.id));
        let records = recorded.unwrap_or_default();
        let steps = records
            .iter()
            .map(|record| self.show_step(record))
            .collect();
        Trace { steps }
    }

    /// A state as text.
    #[must_use]
    pub fn show_state(&self, record: &StepRecord) -> StateView {
        StateView {
            heap: self.show_heap(&record.heap),
            old: self.show_heap(&record.old),
            store: self.show_store(&record.frame),
            path: self.show_path(&record.path),
        }
    }

    fn show_step(&self, record: &StepRecord) -> Step {
        let state = self.show_state(record);
        Step {
            span: record.span,
            what: record.what.to_string(),
            inferred: record.inferred,
            state,
        }
    }
}

impl<'w, 'p> Written<'w, 'p> {
    /// An empty text.
    pub(crate) fn new(engine: &'w Engine<'p>, names: Option<&'w Names<'w>>) -> Written<'w, 'p> {
        Written {
            engine,
            text: String::new(),
            names,
            is_complete: true,
            in_sum: false,
        }
    }

    /// Writes a term by its name, or by that of a number that differs from it by a
    /// constant.
    fn write_name(&mut self, names: &Names<'_>, t: Term, outer: u8) {
        self.is_complete = true;
        if let Some(name) = self.engine.name_of(names, t) {
            return self.push(&name);
        }
        let is_number = self.engine.session.terms.sort(t) == Sort::Int && !self.in_sum;
        match is_number.then(|| self.engine.offset_of(names, t)).flatten() {
            Some((name, offset)) => self.within(SUM, outer, |out| {
                out.push(&name);
                out.push(printer::sign(&offset, false));
                out.push(&offset.abs().to_string());
            }),
            None => self.is_complete = false,
        }
    }

    /// Writes a value that is like no other.
    fn write_unique(&mut self, number: u32) {
        let unique = self.engine.ctx.program.uniques.get(number as usize);
        self.push(unique.map_or("?", |unique| unique.name.as_str()));
    }

    fn write_application(&mut self, f: Func, args: &[Term], outer: u8) {
        if self.write_operator(f, args, outer).is_some() {
            return;
        }
        let name = self.engine.session.terms.function_name(f);
        match (name, args) {
            ("length", [array]) => self.member(*array, ".length"),
            _ if self.names.is_some() => self.write_pure_call(f, args),
            _ => match self.dispatching_operands(f) {
                // The operands that select definitions are not arguments in the source.
                Some(range) => {
                    let written = args.iter().enumerate();
                    let written = written.filter(|(i, _)| !range.contains(i));
                    let written: Vec<Term> = written.map(|(_, a)| *a).collect();
                    self.application(name, &written);
                }
                None => self.application(name, args),
            },
        }
    }

    /// Writes a call by the name of what is called.
    pub(crate) fn application(&mut self, name: &str, args: &[Term]) {
        self.push(name);
        self.enclosed("(", args, ")");
    }

    /// The positions of the operands that select the definitions of a pure method and of
    /// the predicates in its precondition; `None` if there are none.
    fn dispatching_operands(&self, f: Func) -> Option<Range<usize>> {
        let selectors = self.engine.selectors(self.engine.pure_of(f)?);
        (!selectors.is_empty()).then_some(selectors)
    }
}

impl<'w> Printer<'w> for Written<'w, '_> {
    /// A message has brackets around each operand of the same strength.
    const LEFT_TO_RIGHT: bool = false;

    fn node(&self, t: Term) -> Cow<'w, Node> {
        Cow::Borrowed(self.engine.session.terms.node(t))
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn equality(&self) -> &'static str {
        self.engine.equality()
    }

    fn write(&mut self, t: Term, outer: u8) {
        if printer::is_full(&self.text) || !self.is_complete {
            return;
        }
        let start = self.text.len();
        let (engine, terms) = (self.engine, &self.engine.session.terms);
        match (self.names, terms.alias(t)) {
            (None, Some(name)) => return self.push(name),
            (Some(names), _) if terms.sort(t) == Sort::Ref => {
                if let Some(name) = engine.object_of(names, t) {
                    return self.push(&name);
                }
            }
            _ => {}
        }
        with_stack(|| printer::write_operation(self, t, outer));
        if let (Some(names), false) = (self.names, self.is_complete) {
            self.text.truncate(start);
            self.write_name(names, t, outer);
        }
    }

    fn write_other(&mut self, _: Term, node: &Node, outer: u8) {
        match node {
            node if self.names.is_some() && is_internal(node) => self.is_complete = false,
            Node::Symbol(n) => self.push(self.engine.session.terms.symbol_name(*n)),
            Node::Unique(number) => self.write_unique(*number),
            Node::Unit => self.push("()"),
            Node::Combine(a, b) => self.application("", &[*a, *b]),
            Node::First(s) => self.member(*s, ".1"),
            Node::Second(s) => self.member(*s, ".2"),
            Node::Wrap(v) => self.write(*v, outer),
            Node::Unwrap(_, s) => self.write(*s, outer),
            Node::IsCombine(s) => self.application("is_pair", &[*s]),
            Node::IsWrap(_, s) => self.application("is_value", &[*s]),
            Node::Select(a, i) => {
                self.write_contents(*a);
                self.enclosed("[", &[*i], "]");
            }
            Node::Store(a, i, v) => {
                self.member(*a, "[");
                self.enclosed("", &[*i], " := ");
                self.enclosed("", &[*v], "]");
            }
            Node::Fill(_, v) => self.application("all", &[*v]),
            Node::App(f, args) => self.write_application(*f, args, outer),
            Node::Bound(number, sort) => self.write_bound(*number, *sort),
            Node::Forall(quantified) => self.write_forall(quantified, outer),
            _ => self.is_complete = false,
        }
    }

    /// Applications are first, literals last.
    fn equation(&mut self, [a, b]: [Term; 2], operator: &str, outer: u8) {
        let rank = |t: Term| match self.engine.session.terms.node(t) {
            Node::App(..) => 0,
            Node::Null | Node::Int(_) | Node::Bool(_) | Node::Perm(_) => 2,
            _ => 1,
        };
        let sides = if rank(b) < rank(a) { [b, a] } else { [a, b] };
        self.infix(sides, operator, COMPARISON, outer);
    }

    fn operands(&mut self, [left, right]: [Term; 2], operator: &str, own: u8) {
        let start = self.text.len();
        self.write(left, own + 1);
        let end = self.text.len();
        self.push(&format!(" {operator} "));
        let behind = self.text.len();
        self.write(right, own + 1);
        // Values that differ, but have one name, cannot be told apart by it.
        let is_same = self.text.get(start..end) == self.text.get(behind..);
        if is_same && self.names.is_some() && left != right {
            self.is_complete = false;
        }
    }

    /// A disjunction with a negated first part is an implication.
    fn disjunction(&mut self, parts: &[Term], outer: u8) {
        let terms = &self.engine.session.terms;
        if let [first, second] = parts
            && let Node::Not(condition) = terms.node(*first)
            && !matches!(terms.node(*condition), Node::Eq(..))
        {
            return self.infix([*condition, *second], "==>", CONDITIONAL, outer);
        }
        self.list(parts, " || ", OR, outer);
    }

    fn sum(&mut self, linear: &Linear) {
        let before = std::mem::replace(&mut self.in_sum, true);
        let parts = linear.parts.iter().map(|(factor, t)| (factor, *t));
        printer::summands(self, parts, &linear.constant);
        self.in_sum = before;
    }

    /// Elements that are put into a set one by one are written together.
    fn collection(&mut self, op: Coll, args: &[Term], outer: u8) {
        match (op, args) {
            (Coll::SetInsert, &[set, element]) => self.write_insertions(set, element, outer),
            (Coll::SeqOf, &[contents, lo, hi]) => {
                self.write_contents(contents);
                self.enclosed("[", &[lo], "..");
                self.enclosed("", &[hi], "]");
            }
            (Coll::Merge | Coll::Restrict, _) if self.names.is_some() => self.is_complete = false,
            (Coll::Merge, args) => self.application("merge", args),
            (Coll::Restrict, args) => self.application("restrict", args),
            _ => printer::write_collection(self, op, args, outer),
        }
    }
}
