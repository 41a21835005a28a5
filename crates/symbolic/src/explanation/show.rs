//! Terms, chunks and states as text for users.

use crate::engine::{Engine, with_stack};
use crate::explanation::names::Names;
use crate::state::chunk::kind::{Content, Writer};
use crate::state::chunk::{Chunk, Place, WriteTerm};
use crate::state::heap::Heap;
use crate::state::symbolic_state::{Frame, State, StepRecord};
use num_traits::{One, Signed, Zero};
use std::ops::Range;
use veriframe_base::trace::{StateView, Step, Trace};
use veriframe_ir::VarId;
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{FactKind, Path, Sort, Term};

/// The maximum length of the text of a term; longer ones are cut.
const MAX_TEXT: usize = 400;

/// A text of terms that grows.
pub(crate) struct Written<'w> {
    /// The text.
    pub text: String,
    /// What values are called in the program's text; if missing, symbols are shown.
    pub names: Option<&'w Names<'w>>,
    /// Whether every part had a name.
    pub is_complete: bool,
    /// Whether a part of a sum is written: it is not itself a name and a constant.
    in_sum: bool,
}

impl<'w> Written<'w> {
    /// An empty text.
    pub(crate) fn new(names: Option<&'w Names<'w>>) -> Written<'w> {
        Written {
            text: String::new(),
            names,
            is_complete: true,
            in_sum: false,
        }
    }

    /// Adds a piece.
    pub(crate) fn append(&mut self, piece: &str) {
        self.text.push_str(piece);
    }
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

/// A binary operation on terms.
#[derive(Clone, Copy)]
pub(crate) struct Infix<'o> {
    left: Term,
    operator: &'o str,
    right: Term,
}

impl<'o> Infix<'o> {
    /// The operation, by its operator.
    pub(crate) fn new(left: Term, operator: &'o str, right: Term) -> Infix<'o> {
        Infix {
            left,
            operator,
            right,
        }
    }
}

impl<'p> Engine<'p> {
    /// A term, in the notation of programs where it has one.
    #[must_use]
    pub fn show(&self, t: Term) -> String {
        let mut text = self.shown(t, 0);
        if text.chars().count() > MAX_TEXT {
            text = text.chars().take(MAX_TEXT).chain("…".chars()).collect();
        }
        text
    }

    /// A term with the names of symbols; `outer` is the precedence of the context.
    fn shown(&self, t: Term, outer: u8) -> String {
        let mut out = Written::new(None);
        self.write_term(t, outer, &mut out);
        out.text
    }

    /// Writes a term; `outer` is the precedence of the context (0: none).
    pub(crate) fn write_term(&self, t: Term, outer: u8, out: &mut Written<'_>) {
        if out.text.len() > 4 * MAX_TEXT || !out.is_complete {
            return;
        }
        let start = out.text.len();
        match (out.names, self.session.terms.alias(t)) {
            (None, Some(name)) => return out.append(name),
            (Some(names), _) if self.session.terms.sort(t) == Sort::Ref => {
                if let Some(name) = self.object_of(names, t) {
                    return out.append(&name);
                }
            }
            _ => {}
        }
        with_stack(|| self.write_node(t, outer, out));
        if let (Some(names), false) = (out.names, out.is_complete) {
            out.text.truncate(start);
            self.write_name(names, t, outer, out);
        }
    }

    /// Writes a term by its name, or by that of a number that differs from it by a
    /// constant.
    fn write_name(&self, names: &Names<'_>, t: Term, outer: u8, out: &mut Written<'_>) {
        out.is_complete = true;
        if let Some(name) = self.name_of(names, t) {
            return out.append(&name);
        }
        let is_number = self.session.terms.sort(t) == Sort::Int && !out.in_sum;
        match is_number.then(|| self.offset_of(names, t)).flatten() {
            Some((name, offset)) => self.brackets(outer > 5, out, |out| {
                out.append(&name);
                sign(offset.is_negative(), false, out);
                out.append(&offset.abs().to_string());
            }),
            None => out.is_complete = false,
        }
    }

    fn write_node(&self, t: Term, outer: u8, out: &mut Written<'_>) {
        match self.session.terms.node(t) {
            node if out.names.is_some() && is_internal(node) => out.is_complete = false,
            Node::Symbol(n) => out.append(self.session.terms.symbol_name(*n)),
            Node::Bool(b) => out.append(if *b { "true" } else { "false" }),
            Node::Int(n) => out.append(&n.to_string()),
            Node::Perm(p) => out.append(&p.to_string()),
            Node::Null => out.append("null"),
            Node::Owner(class) => {
                let at = *class as usize;
                let (classes, uniques) = (&self.ctx.program.classes, &self.ctx.program.uniques);
                let name = match classes.get(at) {
                    Some(class) => Some(&class.name),
                    None => uniques.get(at - classes.len()).map(|unique| &unique.name),
                };
                out.append(name.map_or("?", String::as_str));
            }
            Node::Not(inner) => match *self.session.terms.node(*inner) {
                Node::Eq(a, b) => {
                    let (left, right) = self.sides(a, b);
                    self.infix(Infix::new(left, "!=", right), 4, outer, out);
                }
                _ => {
                    out.append("!");
                    self.write_term(*inner, 9, out);
                }
            },
            Node::And(parts) => self.list(parts, " && ", 3, outer, out),
            Node::Or(parts) => self.disjunction(parts, outer, out),
            Node::Ite(c, a, b) => self.brackets(outer > 0, out, |out| {
                self.write_term(*c, 1, out);
                out.append(" ? ");
                self.write_term(*a, 1, out);
                out.append(" : ");
                self.write_term(*b, 1, out);
            }),
            Node::Eq(a, b) => {
                let (left, right) = self.sides(*a, *b);
                self.infix(Infix::new(left, self.equality(), right), 4, outer, out);
            }
            Node::Le(a, b) => self.infix(Infix::new(*a, "<=", *b), 4, outer, out),
            Node::Lt(a, b) => self.infix(Infix::new(*a, "<", *b), 4, outer, out),
            Node::Sum(_, linear) => {
                let before = std::mem::replace(&mut out.in_sum, true);
                self.brackets(outer > 5, out, |out| self.sum(linear, out));
                out.in_sum = before;
            }
            Node::Mul(a, b) => self.infix(Infix::new(*a, "*", *b), 6, outer, out),
            Node::Div(a, b) => self.infix(Infix::new(*a, "/", *b), 6, outer, out),
            Node::Rem(a, b) => self.infix(Infix::new(*a, "%", *b), 6, outer, out),
            Node::Unit => out.append("()"),
            Node::Combine(a, b) => self.application("", &[*a, *b], out),
            Node::First(s) => self.part(*s, ".1", out),
            Node::Second(s) => self.part(*s, ".2", out),
            Node::Wrap(v) => self.write_term(*v, outer, out),
            Node::Unwrap(_, s) => self.write_term(*s, outer, out),
            Node::IsCombine(s) => self.application("is_pair", &[*s], out),
            Node::IsWrap(_, s) => self.application("is_value", &[*s], out),
            Node::Select(a, i) => {
                self.write_contents(*a, out);
                out.append("[");
                self.write_term(*i, 0, out);
                out.append("]");
            }
            Node::Store(a, i, v) => {
                self.write_term(*a, 9, out);
                out.append("[");
                self.write_term(*i, 0, out);
                out.append(" := ");
                self.write_term(*v, 0, out);
                out.append("]");
            }
            Node::Fill(_, v) => self.application("all", &[*v], out),
            Node::App(f, args) => match (self.session.terms.function_name(*f), &**args) {
                ("length", [array]) => self.part(*array, ".length", out),
                _ if out.names.is_some() => self.write_pure_call(*f, args, out),
                (name, args) => match self.dispatching_operands(*f) {
                    // The operands that select definitions are not arguments in the
                    // source.
                    Some(range) => {
                        let written = args.iter().enumerate();
                        let written = written.filter(|(i, _)| !range.contains(i));
                        let written: Vec<Term> = written.map(|(_, a)| *a).collect();
                        self.application(name, &written, out);
                    }
                    None => self.application(name, args, out),
                },
            },
            Node::Coll(op, args) => self.write_collection(*op, args, outer, out),
            Node::Bound(number, sort) => self.write_bound(*number, *sort, out),
            Node::Forall(quantified) => self.write_forall(quantified, outer, out),
        }
    }

    /// The sign of equality in the notation of the program.
    pub(crate) fn equality(&self) -> &'static str {
        self.ctx.notation.equality()
    }

    /// The sides of an equality in readable order: applications first, literals last.
    fn sides(&self, a: Term, b: Term) -> (Term, Term) {
        let rank = |t: Term| match self.session.terms.node(t) {
            Node::App(..) => 0,
            Node::Null | Node::Int(_) | Node::Bool(_) | Node::Perm(_) => 2,
            _ => 1,
        };
        if rank(b) < rank(a) { (b, a) } else { (a, b) }
    }

    pub(crate) fn brackets(
        &self,
        needed: bool,
        out: &mut Written<'_>,
        f: impl FnOnce(&mut Written<'_>),
    ) {
        if needed {
            out.append("(");
        }
        f(out);
        if needed {
            out.append(")");
        }
    }

    pub(crate) fn infix(&self, parts: Infix<'_>, level: u8, outer: u8, out: &mut Written<'_>) {
        self.brackets(outer >= level, out, |out| {
            let start = out.text.len();
            self.write_term(parts.left, level, out);
            let end = out.text.len();
            out.append(" ");
            out.append(parts.operator);
            out.append(" ");
            let right = out.text.len();
            self.write_term(parts.right, level, out);
            // Values that differ, but have one name, cannot be told apart by it.
            let is_same = out.text.get(start..end) == out.text.get(right..);
            if is_same && out.names.is_some() && parts.left != parts.right {
                out.is_complete = false;
            }
        });
    }

    pub(crate) fn list(
        &self,
        parts: &[Term],
        between: &str,
        level: u8,
        outer: u8,
        out: &mut Written<'_>,
    ) {
        self.brackets(outer >= level, out, |out| {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    out.append(between);
                }
                self.write_term(*part, level, out);
            }
        });
    }

    /// Writes a disjunction with a negated first part as an implication.
    fn disjunction(&self, parts: &[Term], outer: u8, out: &mut Written<'_>) {
        if let [first, second] = parts
            && let Node::Not(condition) = self.session.terms.node(*first)
            && !matches!(self.session.terms.node(*condition), Node::Eq(..))
        {
            return self.infix(Infix::new(*condition, "==>", *second), 1, outer, out);
        }
        self.list(parts, " || ", 2, outer, out);
    }

    pub(crate) fn application(&self, name: &str, args: &[Term], out: &mut Written<'_>) {
        out.append(name);
        out.append("(");
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                out.append(", ");
            }
            self.write_term(*arg, 0, out);
        }
        out.append(")");
    }

    fn part(&self, t: Term, suffix: &str, out: &mut Written<'_>) {
        self.write_term(t, 9, out);
        out.append(suffix);
    }

    fn sum(&self, linear: &Linear, out: &mut Written<'_>) {
        let mut first = true;
        for (factor, t) in &linear.parts {
            sign(factor.is_negative(), first, out);
            first = false;
            let magnitude = factor.abs();
            if !magnitude.is_one() {
                out.append(&magnitude.to_string());
                out.append(" * ");
            }
            self.write_term(*t, 6, out);
        }
        if !linear.constant.is_zero() || first {
            sign(linear.constant.is_negative(), first, out);
            out.append(&linear.constant.abs().to_string());
        }
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

    /// The positions of the operands that select the definitions of a pure method and of
    /// the predicates in its precondition; `None` if there are none.
    fn dispatching_operands(&self, f: veriframe_logic::Func) -> Option<Range<usize>> {
        let selectors = self.selectors(self.pure_of(f)?);
        (!selectors.is_empty()).then_some(selectors)
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
        let value = self.show(chunk.value);
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
                shown.push((var.name.clone(), self.show(value)));
            }
        }
        shown
    }

    fn show_path(&self, path: &Path) -> Vec<String> {
        let mut facts: Vec<String> = path
            .nodes()
            .filter(|node| node.kind != FactKind::Shape)
            .map(|node| self.show(node.fact))
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

fn sign(negative: bool, first: bool, out: &mut Written<'_>) {
    out.append(match (negative, first) {
        (true, true) => "-",
        (true, false) => " - ",
        (false, true) => "",
        (false, false) => " + ",
    });
}
