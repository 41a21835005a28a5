//! What messages call values and places: expressions of the program's text, which can
//! be written where a path has come to. What has none is not shown.

use crate::engine::Engine;
use crate::explanation::definitions::Definition;
use crate::explanation::show::Written;
use crate::state::chunk::kind::{Syntax, Usage};
use crate::state::chunk::{Chunk, Place};
use crate::state::heap::Heap;
use crate::state::history::{FramedOut, Havocked};
use crate::state::symbolic_state::{Frame, State};
use num_rational::BigRational;
use num_traits::One;
use veriframe_base::diagnostics::failure::{Note, Shown};
use veriframe_ir::{ClassId, MemberId, Var, VarId};
use veriframe_logic::terms::printer::Printer;
use veriframe_logic::terms::printer::binding::{COMPARISON, UNARY};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term};

/// How many fields a name follows.
const MAX_FIELDS: usize = 3;
/// Longer texts are not shown: they tell people nothing.
const MAX_TEXT: usize = 160;
/// The names of bound variables.
const BOUND: &str = "ijklmnpqrstuvwxyz";

/// What names stand for at a place of the member under verification.
pub(crate) struct Names<'a> {
    /// The variables.
    pub frame: &'a Frame,
    /// The heap that fields and calls are read in.
    pub heap: &'a Heap,
    /// The heaps that can be named, each with its notation: `old` or `old[l]`.
    named: Vec<(String, &'a Heap)>,
}

impl<'a> Names<'a> {
    /// What names stood for where a heap was set aside.
    fn at(there: &'a FramedOut) -> Names<'a> {
        Names {
            frame: &there.frame,
            heap: &there.heap,
            named: Vec::new(),
        }
    }
}

impl<'p> Engine<'p> {
    /// What names stand for in a state: in contracts and bodies of others, the variables
    /// of the member under verification.
    pub(crate) fn names<'a>(&self, s: &'a State) -> Names<'a> {
        let frame = s.frame.own();
        let mut named = Vec::new();
        if s.frame.level == 0 {
            named.push(("old".to_owned(), &s.old));
            let mut labels: Vec<_> = s.labels.iter().collect();
            labels.sort_by_key(|(label, _)| **label);
            let vars = self.vars(frame.member);
            let labels = labels.into_iter();
            named
                .extend(labels.map(|(label, heap)| (format!("old[{}]", vars.label(*label)), heap)));
        }
        Names {
            frame,
            heap: &s.heap,
            named,
        }
    }

    /// A value as an expression of the program; `None` if a part of it has none.
    pub(crate) fn value_text(&self, s: &State, value: Term) -> Option<String> {
        self.written(&self.names(s), value, 0)
    }

    /// A location or predicate instance as the program writes it.
    pub(crate) fn place_text(&self, s: &State, place: &Place) -> Option<String> {
        self.place_written(&self.names(s), place, Usage::Statement)
    }

    /// What places are written with in program syntax.
    pub(crate) fn syntax(&self, usage: Usage, class: Option<ClassId>) -> Syntax<'_> {
        Syntax {
            program: self.ctx.program,
            terms: &self.session.terms,
            usage,
            class,
        }
    }

    /// The permission of a chunk as an assertion that can be written where its heap was
    /// set aside: `acc(s.n)`, `s.valid()`. `None` if a part has no name there.
    pub(crate) fn permission_text(&self, there: &FramedOut, chunk: &Chunk) -> Option<String> {
        self.permission_written(&Names::at(there), chunk)
    }

    /// A place as the program writes it where a heap was set aside.
    pub(crate) fn place_text_there(&self, there: &FramedOut, place: &Place) -> Option<String> {
        self.place_written(&Names::at(there), place, Usage::Assertion)
    }

    /// The permission of a chunk as an assertion: `acc(s.n)`, `s.valid()`.
    pub(crate) fn permission_written(&self, names: &Names<'_>, chunk: &Chunk) -> Option<String> {
        let place = self.place_written(names, &chunk.place, Usage::Assertion)?;
        let amount = match self.session.terms.node(chunk.amount) {
            Node::Perm(p) if p.is_one() => String::new(),
            Node::Perm(p) => format!(", {p}"),
            _ => match self.written(names, chunk.amount, 0) {
                Some(amount) => format!(", {amount}"),
                None => ", _".to_owned(),
            },
        };
        Some(chunk.place.permission(&place, &amount))
    }

    /// What a chunk says of the value that its place denotes, other than by the place
    /// itself: `c.x = 5`.
    pub(crate) fn known_value(&self, names: &Names<'_>, chunk: &Chunk) -> Option<String> {
        if !chunk.place.denotes_value() {
            return None;
        }
        let field = self.place_written(names, &chunk.place, Usage::Assertion)?;
        let value = self.written(names, chunk.value, COMPARISON + 1)?;
        (value != field).then(|| format!("{field} {} {value}", self.equality()))
    }

    /// The note of what was to be shown.
    pub(crate) fn goal_note(&self, s: &State, goal: Term) -> Option<Note> {
        if self.session.terms.is_bool(goal, false) {
            return Some(Note::False);
        }
        let goal = self.value_text(s, goal)?;
        Some(Note::ToBeShown(Shown::Condition(goal)))
    }

    /// A place as the program writes it after a statement that havocked values.
    pub(crate) fn place_text_after(&self, havocked: &Havocked, place: &Place) -> Option<String> {
        let names = Names {
            frame: &havocked.frame,
            heap: &havocked.heap,
            named: Vec::new(),
        };
        self.place_written(&names, place, Usage::Assertion)
    }

    fn place_written(&self, names: &Names<'_>, place: &Place, usage: Usage) -> Option<String> {
        let receiver = self.receiver_written(names, place)?;
        let syntax = self.syntax(usage, self.receiver_class(names, place));
        place.text(syntax, &receiver, &mut |t| self.written(names, t, 0))
    }

    /// The receiver of a place: `super` for the superclass's definition of a predicate.
    fn receiver_written(&self, names: &Names<'_>, place: &Place) -> Option<String> {
        match self.definition_of_place(names, place) {
            Definition::Own => match place.receiver() {
                Some(receiver) => self.written(names, receiver, 9),
                None => Some(String::new()),
            },
            Definition::Super => Some("super".to_owned()),
            Definition::Other => None,
        }
    }

    fn definition_of_place(&self, names: &Names<'_>, place: &Place) -> Definition {
        let Some(instance) = place.instance() else {
            return Definition::Own;
        };
        let member = MemberId::Pred(instance.pred);
        let which = instance.definition(self.ctx.program);
        which.map_or(Definition::Own, |which| {
            instance.receiver.map_or(Definition::Own, |receiver| {
                self.definition_named(names.frame, receiver, member, which)
            })
        })
    }

    /// A value with these names; `outer` is the precedence of the context.
    pub(crate) fn written(&self, names: &Names<'_>, value: Term, outer: u8) -> Option<String> {
        let mut out = Written::new(self, Some(names));
        out.write(value, outer);
        let is_short = out.text.chars().count() <= MAX_TEXT;
        (out.is_complete && is_short).then_some(out.text)
    }

    /// A value that has a name of its own: a variable, a field that the heap says has
    /// it, an expression in another heap, or a call whose result it is.
    pub(crate) fn name_of(&self, names: &Names<'_>, value: Term) -> Option<String> {
        self.variable_of(names.frame, value)
            .or_else(|| self.field_of(names, value, MAX_FIELDS))
            .or_else(|| self.result_of(names.frame, value))
            .or_else(|| self.name_elsewhere(names, value))
    }

    /// A variable or field that has a value.
    pub(crate) fn object_of(&self, names: &Names<'_>, value: Term) -> Option<String> {
        self.place_of(names, value, MAX_FIELDS)
    }

    /// A variable or field that has a value, at most so many fields away.
    fn place_of(&self, names: &Names<'_>, value: Term, fields: usize) -> Option<String> {
        if let Node::Unique(_) | Node::Null = self.session.terms.node(value) {
            return Some(self.show(value));
        }
        self.variable_of(names.frame, value)
            .or_else(|| self.field_of(names, value, fields))
    }

    fn field_of(&self, names: &Names<'_>, value: Term, fields: usize) -> Option<String> {
        let fields = fields.checked_sub(1)?;
        names.heap.chunks().iter().find_map(|chunk| {
            if chunk.value != value || !chunk.place.denotes_value() {
                return None;
            }
            let receiver = match chunk.receiver() {
                Some(receiver) => self.place_of(names, receiver, fields)?,
                None => String::new(),
            };
            let class = self.receiver_class(names, &chunk.place);
            let syntax = self.syntax(Usage::Assertion, class);
            chunk.place.text(syntax, &receiver, &mut |_| None)
        })
    }

    /// The class of the variable or field that names the receiver of a place.
    fn receiver_class(&self, names: &Names<'_>, place: &Place) -> Option<ClassId> {
        let object = place.receiver()?;
        if let Some(var) = self.variable_named(names.frame, object) {
            return var.ty.class();
        }
        let chunks = names.heap.chunks();
        let chunk = chunks.iter().find(|chunk| chunk.value == object)?;
        chunk.place.value_type(self.ctx.program)?.class()
    }

    /// The array whose elements are some contents: no other values are of their sort.
    fn array_of(&self, names: &Names<'_>, contents: Term) -> Option<String> {
        names.heap.chunks().iter().find_map(|chunk| {
            let array = chunk.receiver().filter(|_| chunk.value == contents)?;
            self.place_of(names, array, MAX_FIELDS)
        })
    }

    /// An expression in a heap that can be named: `old(x.n)`.
    fn name_elsewhere(&self, names: &Names<'_>, value: Term) -> Option<String> {
        let is_read = matches!(
            self.session.terms.node(value),
            Node::Symbol(_)
                | Node::First(_)
                | Node::Second(_)
                | Node::Unwrap(..)
                | Node::App(..)
                | Node::Select(..)
                | Node::Coll(..)
        );
        if !is_read {
            return None;
        }
        names.named.iter().find_map(|(word, heap)| {
            let there = Names {
                frame: names.frame,
                heap,
                named: Vec::new(),
            };
            let text = self.written(&there, value, 0)?;
            Some(format!("{word}({text})"))
        })
    }

    /// A number that differs from the value of a variable or a field by a constant, with
    /// the constant.
    pub(crate) fn offset_of(
        &self,
        names: &Names<'_>,
        value: Term,
    ) -> Option<(String, BigRational)> {
        if names.named.is_empty() {
            return None; // it is an expression in another heap
        }
        let terms = &self.session.terms;
        let offset = |from: Term| {
            let is_number =
                terms.sort(from) == Sort::Int && !matches!(terms.node(from), Node::Int(_));
            let difference = is_number.then(|| terms.difference(value, from))?;
            difference.parts.is_empty().then_some(difference.constant)
        };
        let vars = self.vars(names.frame.member);
        let values = (0..vars.all.len()).map(|n| VarId(u32::try_from(n).unwrap_or(u32::MAX)));
        let mut values = values.filter_map(|id| names.frame.get(id));
        let of_variable = values.find_map(|from| {
            let offset = offset(from)?;
            Some((self.variable_of(names.frame, from)?, offset))
        });
        of_variable.or_else(|| {
            names.heap.chunks().iter().find_map(|chunk| {
                chunk.place.denotes_value().then_some(())?;
                let offset = offset(chunk.value)?;
                Some((self.field_of(names, chunk.value, MAX_FIELDS)?, offset))
            })
        })
    }

    /// A variable of the text that has a value, unless one that was declared later hides
    /// its name.
    fn variable_of(&self, frame: &Frame, value: Term) -> Option<String> {
        let var = self.variable_named(frame, value)?;
        Some(var.name.clone())
    }

    fn variable_named(&self, frame: &Frame, value: Term) -> Option<&Var> {
        let vars = self.vars(frame.member);
        let set = |id: VarId| frame.get(id).is_some();
        let all = || (0..).map(VarId).zip(&vars.all);
        let is_hidden = |id: VarId, name: &str| {
            all().any(|(later, var)| later > id && var.name == name && set(later))
        };
        all()
            .filter(|(id, var)| !var.is_temporary && frame.get(*id) == Some(value))
            .find(|(id, var)| !is_hidden(*id, &var.name))
            .map(|(_, var)| var)
    }

    /// The call of a mutator whose result a value is, if there is no other such call in
    /// the member.
    fn result_of(&self, frame: &Frame, value: Term) -> Option<String> {
        let words = self.member_display_vars(frame.member);
        let calls = (0..).map(VarId).zip(&words.all);
        let calls: Vec<(VarId, &str)> = calls
            .filter(|(_, var)| var.is_temporary && is_call(&var.name))
            .map(|(id, var)| (id, var.name.as_str()))
            .collect();
        let (_, name) = calls.iter().find(|(id, _)| frame.get(*id) == Some(value))?;
        let same = calls.iter().filter(|(_, other)| other == name);
        (same.count() == 1).then(|| (*name).to_owned())
    }

    /// The name of a bound variable, by its number: no variable with a value has it.
    pub(crate) fn bound_name(&self, names: &Names<'_>, number: u32) -> String {
        let vars = self.vars(names.frame.member);
        let set = (0..).map(VarId).zip(&vars.all);
        let taken: Vec<&str> = set
            .filter(|(id, _)| names.frame.get(*id).is_some())
            .map(|(_, var)| var.name.as_str())
            .collect();
        let mut free = BOUND.chars().map(String::from);
        let is_free = |name: &String| !taken.contains(&name.as_str());
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        free.by_ref()
            .filter(is_free)
            .nth(at)
            .unwrap_or_else(|| format!("i{number}"))
    }
}

impl Written<'_, '_> {
    /// Writes the contents of an array before the brackets of an index: `a`, for `a[i]`.
    pub(crate) fn write_contents(&mut self, contents: Term) {
        let Some(names) = self.names else {
            return self.write(contents, UNARY);
        };
        match self.engine.array_of(names, contents) {
            Some(array) => self.push(&array),
            None => self.is_complete = false,
        }
    }
}

/// Whether the name of a temporary is a call, not an expression in brackets.
fn is_call(name: &str) -> bool {
    name.ends_with(')') && !name.starts_with('(')
}
