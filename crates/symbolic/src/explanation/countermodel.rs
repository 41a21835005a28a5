//! Models of failed paths in the reader's terms: the state on entry, as an input that a run can
//! begin with, and the values of variables and locations at the failure.

use crate::engine::Engine;
use crate::explanation::forgotten::{
    Forgotten, ForgottenPlace, ForgottenValue, HavockedPlace, HavockedValue,
};
use crate::run::FailedAt;
use crate::session::{Session, TypeFunc};
use crate::state::chunk::Place;
use crate::state::heap::Heap;
use crate::state::history::{Havocked, Summary};
use crate::state::symbolic_state::Frame;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use veriframe_ir::input::{Input, InputId, InputObject, InputValue};
use veriframe_ir::{ClassId, FieldId, MemberId, PureId, Type, UniqueId, ValueKind, VarId};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{ModelValue, Sort, Term};

/// The number of elements of an array or sequence that are asked for. Longer ones have no value.
const MAX_ELEMENTS: u32 = 8;

/// The greatest absolute value of a number, if a model has a choice.
const SMALL: u32 = 9;

/// The greatest length of an array or sequence, if a model has a choice.
const SHORT: u32 = 4;

/// The most chunks of a heap whose values are asked for.
const MAX_CHUNKS: usize = 64;

/// What a model of a failed path says.
#[derive(Clone, Debug)]
pub struct CounterModel {
    /// The state on entry, as far as the heap has it: what predicates hide is missing.
    pub entry: Input,
    /// The objects at the failure, by the numbers that they have on entry.
    pub at_end: Vec<InputObject>,
    /// The variables at the failure, as text.
    pub values: Vec<(String, String)>,
    /// The statements on the path after which only an assertion was known of values on which the
    /// failed condition depends, the first one first.
    pub forgotten: Vec<Forgotten>,
    /// A call of a pure method in the failed condition whose body the proof does not use.
    pub without_body: Option<(PureId, String)>,
}

/// The values in one state of the path, as terms.
struct StateValues {
    vars: Vec<(VarId, Term)>,
    fields: Vec<(Term, FieldId, Term)>,
    statics: Vec<(FieldId, Term)>,
    slices: Vec<SliceTerms>,
}

/// A part of an array, as terms.
struct SliceTerms {
    array: Term,
    lo: Term,
    hi: Term,
    /// The first elements of the whole array.
    elements: Vec<Term>,
}

/// The terms that a model is asked for.
#[derive(Default)]
struct Wanted {
    terms: Vec<Term>,
    lengths: Vec<Term>,
    /// The lengths and first elements of sequences.
    sequences: FxHashMap<Term, (Term, Vec<Term>)>,
    /// The terms of dynamic classes, by reference.
    classes: FxHashMap<Term, Term>,
}

impl<'p> Engine<'p> {
    /// A model of a failed path; `None` if none was found. It is for the end of a check: it makes
    /// terms, and answers of Z3 may depend on what it was asked.
    pub fn countermodel(&mut self, failed: &FailedAt) -> Option<CounterModel> {
        let s = &failed.state;
        let here = s.frame.own().clone();
        let start = s.modes.join.entry.clone();
        let start_frame = start.as_ref().map_or(&here, |start| &start.frame).clone();
        let mut wanted = Wanted::default();
        let entry = self.values_in(&start_frame, &s.old, &mut wanted);
        let end = self.values_in(&here, &s.heap, &mut wanted);
        let forgotten = self.forgotten(failed);
        let without_body = self.call_without_body(failed);
        let after: Vec<StateValues> = forgotten
            .iter()
            .map(|(havocked, _)| self.values_after(havocked, &mut wanted))
            .collect();
        let goal = failed.goal;
        let falsity = self.session.terms.bool(false);
        let goal = goal.unwrap_or(falsity);
        let preferred = self.preferred(&wanted);
        let preferred = self.session.terms.not(preferred);
        let preferred = self.session.terms.or([goal, preferred]);
        let Session { terms, solver, .. } = &mut self.session;
        let values = solver.countermodel(terms, &s.path, &[preferred, goal], &wanted.terms)?;
        let values = wanted.terms.iter().copied().zip(values).collect();
        let mut builder = Builder {
            engine: self,
            values,
            wanted: &wanted,
            ids: BTreeMap::new(),
            open: Vec::new(),
        };
        let (entry_vars, mut input) = builder.described(&entry, here.member);
        let (end_vars, at_end) = builder.described(&end, here.member);
        let after = forgotten.iter().zip(&after);
        let forgotten = after
            .map(|((havocked, values), after)| builder.forgotten(havocked, values, after))
            .collect();
        let program = self.ctx.program;
        let vars = self.vars(here.member);
        input.receiver = vars.this.and_then(|this| value_of(&entry_vars, this));
        let params = vars.params.iter();
        input.args = params
            .map(|param| {
                let known = value_of(&entry_vars, *param);
                known.unwrap_or_else(|| default_of(&vars.get(*param).ty))
            })
            .collect();
        let named = end_vars.iter().map(|(var, value)| {
            let info = vars.get(*var);
            (info.name.clone(), &info.ty, value)
        });
        let mut values: Vec<(String, String)> = Vec::new();
        for (name, text) in at_end.shown_values(program, named.collect()) {
            values.retain(|(known, _)| *known != name);
            values.push((name, text));
        }
        Some(CounterModel {
            entry: input,
            at_end: at_end.objects,
            values,
            forgotten,
            without_body,
        })
    }

    /// The values after a statement that havocked some of them.
    fn values_after(&mut self, havocked: &Havocked, wanted: &mut Wanted) -> StateValues {
        let state = self.values_in(&havocked.frame, &havocked.heap, wanted);
        if let Some(result) = havocked.result {
            let ty = self.result_type(havocked.by);
            self.request(result, &ty, wanted);
        }
        state
    }

    /// The type of the result of a call, or of the new object.
    fn result_type(&self, by: Summary) -> Type {
        let Summary::Call(callee) = by else {
            return Type::Object;
        };
        let vars = &self.ctx.program.method(callee).vars;
        let result = vars.result.or(vars.this);
        result.map_or(Type::Object, |var| vars.get(var).ty.clone())
    }

    /// The values of the variables and the heap.
    fn values_in(&mut self, frame: &Frame, heap: &Heap, wanted: &mut Wanted) -> StateValues {
        let mut state = StateValues {
            vars: Vec::new(),
            fields: Vec::new(),
            statics: Vec::new(),
            slices: Vec::new(),
        };
        let vars = self.vars(frame.member);
        for (number, info) in (0..).zip(&vars.all) {
            let var = VarId(number);
            if !info.is_named() {
                continue;
            }
            if let Some(value) = frame.get(var) {
                self.request(value, &info.ty, wanted);
                state.vars.push((var, value));
            }
        }
        for chunk in heap.chunks().iter().take(MAX_CHUNKS) {
            match &chunk.place {
                Place::Field(place) => {
                    let ty = &self.ctx.program.field(place.field).ty;
                    self.request(chunk.value, ty, wanted);
                    match place.receiver {
                        None => state.statics.push((place.field, chunk.value)),
                        Some(receiver) => {
                            wanted.terms.push(receiver);
                            state.fields.push((receiver, place.field, chunk.value));
                        }
                    }
                }
                Place::Slice(slice) => {
                    let elements = (0..MAX_ELEMENTS).map(|index| {
                        let index = self.session.terms.int(index);
                        self.session.terms.select(chunk.value, index)
                    });
                    let elements: Vec<Term> = elements.collect();
                    let length = self.length_of(slice.array);
                    wanted.lengths.push(length);
                    wanted.terms.extend([slice.array, slice.lo(), slice.hi()]);
                    wanted.terms.push(length);
                    wanted.terms.extend(&elements);
                    state.slices.push(SliceTerms {
                        array: slice.array,
                        lo: slice.lo(),
                        hi: slice.hi(),
                        elements,
                    });
                }
                Place::Predicate(_) => {}
            }
        }
        state
    }

    /// Asks for a value, and for what it consists of.
    fn request(&mut self, t: Term, ty: &Type, wanted: &mut Wanted) {
        wanted.terms.push(t);
        match ty {
            Type::Array(_) => {
                let length = self.length_of(t);
                wanted.lengths.push(length);
                wanted.terms.push(length);
            }
            Type::Seq(_) => {
                if wanted.sequences.contains_key(&t) {
                    return;
                }
                let length = self.session.terms.seq_len(t);
                let elements = (0..MAX_ELEMENTS).map(|index| {
                    let index = self.session.terms.int(index);
                    self.session.terms.seq_index(t, index)
                });
                let elements: Vec<Term> = elements.collect();
                wanted.lengths.push(length);
                wanted.terms.push(length);
                wanted.terms.extend(&elements);
                wanted.sequences.insert(t, (length, elements));
            }
            Type::Class(_) | Type::Object => {
                let functions = &self.session.functions.type_functions;
                if !wanted.classes.contains_key(&t)
                    && let Some(&class_of) = functions.get(&TypeFunc::Class)
                {
                    let class = self.session.terms.app(class_of, vec![t]);
                    wanted.terms.push(class);
                    wanted.classes.insert(t, class);
                }
            }
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Null
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => {}
        }
    }

    /// The condition that numbers are small, and arrays and sequences short.
    fn preferred(&mut self, wanted: &Wanted) -> Term {
        let terms = &mut self.session.terms;
        let short = terms.int(SHORT);
        let [low, high] = [-i64::from(SMALL), i64::from(SMALL)].map(|n| terms.int(n));
        let mut conditions: Vec<Term> = Vec::new();
        for length in &wanted.lengths {
            conditions.push(terms.le(*length, short));
        }
        let classes: Vec<Term> = wanted.classes.values().copied().collect();
        for t in &wanted.terms {
            if terms.sort(*t) == Sort::Int && !classes.contains(t) {
                let (least, greatest) = (terms.le(low, *t), terms.le(*t, high));
                conditions.extend([least, greatest]);
            }
        }
        terms.and(conditions)
    }
}

fn value_of(vars: &[(VarId, InputValue)], var: VarId) -> Option<InputValue> {
    let known = vars.iter().find(|(known, _)| *known == var);
    known.map(|(_, value)| value.clone())
}

/// The value of a type of which nothing is known.
fn default_of(ty: &Type) -> InputValue {
    match ty.value_kind() {
        ValueKind::Integer | ValueKind::Floating => InputValue::Int(0.into()),
        ValueKind::Boolean => InputValue::Bool(false),
        ValueKind::Amount => InputValue::Perm(num_rational::BigRational::new(1.into(), 2.into())),
        ValueKind::Collection => InputValue::Empty,
        ValueKind::Reference => InputValue::Null,
    }
}

/// Values under construction. References have the same numbers at all moments.
struct Builder<'b, 'e, 'p> {
    engine: &'e Engine<'p>,
    values: FxHashMap<Term, ModelValue>,
    wanted: &'b Wanted,
    ids: BTreeMap<u32, (InputId, Type)>,
    /// References that the state under construction has met.
    open: Vec<u32>,
}

impl Builder<'_, '_, '_> {
    /// The variables and the objects of a state.
    fn described(
        &mut self,
        state: &StateValues,
        member: MemberId,
    ) -> (Vec<(VarId, InputValue)>, Input) {
        let vars = self.engine.vars(member);
        let mut named = Vec::new();
        for (var, t) in &state.vars {
            if let Some(value) = self.value(*t, &vars.get(*var).ty) {
                named.push((*var, value));
            }
        }
        let mut input = Input::default();
        for (field, t) in &state.statics {
            let ty = &self.engine.ctx.program.field(*field).ty;
            if let Some(value) = self.value(*t, ty) {
                input.statics.push((*field, value));
            }
        }
        let mut made: BTreeMap<InputId, InputObject> = BTreeMap::new();
        let mut waiting: Vec<u32> = self.ids.keys().copied().collect();
        self.open.clear();
        while let Some(number) = waiting.pop() {
            let Some((id, ty)) = self.ids.get(&number).cloned() else {
                continue;
            };
            if let Entry::Vacant(place) = made.entry(id) {
                place.insert(self.object(state, number, &ty));
            }
            waiting.append(&mut self.open);
        }
        // Objects that are met later have greater numbers.
        input.objects = made.into_values().collect();
        (named, input)
    }

    /// What a model says of a statement that havocked values.
    fn forgotten(
        &mut self,
        havocked: &Havocked,
        values: &[HavockedValue],
        after: &StateValues,
    ) -> Forgotten {
        let member = havocked.frame.member;
        let (vars, objects) = self.described(after, member);
        let ty = self.engine.result_type(havocked.by);
        let result = havocked.result.and_then(|t| self.value(t, &ty));
        let program = self.engine.ctx.program;
        let values = values.iter().filter_map(|value| {
            let of = match &value.of {
                HavockedPlace::Variable(var) => {
                    let ty = self.engine.vars(member).get(*var).ty.clone();
                    ForgottenPlace::Variable(*var, ty)
                }
                HavockedPlace::Result => ForgottenPlace::Result(ty.clone()),
                HavockedPlace::Field(receiver, field) => {
                    let class = Type::Class(program.field(*field).class?);
                    ForgottenPlace::Field(self.value(*receiver, &class)?, *field)
                }
                HavockedPlace::Static(field) => ForgottenPlace::Static(*field),
                HavockedPlace::Elements(array) => {
                    let ModelValue::Ref(number) = self.model(*array)? else {
                        return None;
                    };
                    let (id, ty) = self.ids.get(number)?.clone();
                    ForgottenPlace::Elements(InputValue::Object(id), ty)
                }
                HavockedPlace::Contents => ForgottenPlace::Contents,
            };
            Some(ForgottenValue {
                of,
                name: value.name.clone(),
                is_silent: value.is_silent,
            })
        });
        let values = values.collect();
        Forgotten {
            by: havocked.by,
            at: havocked.at,
            values,
            vars,
            result,
            objects,
        }
    }

    fn model(&self, t: Term) -> Option<&ModelValue> {
        self.values.get(&t)
    }

    fn value(&mut self, t: Term, ty: &Type) -> Option<InputValue> {
        Some(match self.model(t)? {
            ModelValue::Bool(b) => InputValue::Bool(*b),
            ModelValue::Int(n) => InputValue::Int(n.clone()),
            ModelValue::Perm(amount) => InputValue::Perm(amount.clone()),
            ModelValue::Null => InputValue::Null,
            ModelValue::Ref(number) => {
                let number = *number;
                match self.unique(t) {
                    Some(unique) => InputValue::Unique(unique),
                    None => self.reference(number, t, ty),
                }
            }
            ModelValue::Other => return self.sequence(t, ty),
        })
    }

    /// The constant that a reference is by its term.
    fn unique(&self, t: Term) -> Option<UniqueId> {
        match self.engine.session.terms.node(t) {
            Node::Unique(number) => Some(UniqueId(*number)),
            _ => None,
        }
    }

    fn reference(&mut self, number: u32, t: Term, ty: &Type) -> InputValue {
        if let Some((id, _)) = self.ids.get(&number) {
            return InputValue::Object(*id);
        }
        let class = self.wanted.classes.get(&t).and_then(|t| self.model(*t));
        let dynamic = match class {
            Some(ModelValue::Int(class)) => class.to_u32().map(ClassId),
            _ => None,
        };
        let program = self.engine.ctx.program;
        let fits = |class: &ClassId| {
            (class.0 as usize) < program.classes.len()
                && program.class(*class).kind.has_objects()
                && (ty.class()).is_none_or(|above| program.hierarchy.is_below(*class, above))
        };
        let ty = match (dynamic.filter(fits), ty) {
            (Some(class), _) => Type::Class(class),
            (None, Type::Class(declared)) => {
                let below = program.hierarchy.order().with_subtypes(&[*declared]);
                let first = below.into_iter().find(fits);
                Type::Class(first.unwrap_or(*declared))
            }
            (None, other) => other.clone(),
        };
        let id = InputId(u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
        self.ids.insert(number, (id, ty));
        self.open.push(number);
        InputValue::Object(id)
    }

    fn sequence(&mut self, t: Term, ty: &Type) -> Option<InputValue> {
        let Type::Seq(elem) = ty else { return None };
        let (length, elements) = self.wanted.sequences.get(&t)?;
        let length = self.index(*length)?;
        let elements = elements.get(..length)?;
        let elements = elements.iter().map(|t| self.value(*t, elem));
        elements.collect::<Option<Vec<_>>>().map(InputValue::List)
    }

    fn index(&self, t: Term) -> Option<usize> {
        match self.model(t)? {
            ModelValue::Int(n) => n.to_usize(),
            _ => None,
        }
    }

    fn is(&self, t: Term, number: u32) -> bool {
        self.model(t) == Some(&ModelValue::Ref(number))
    }

    /// What a state says of an object or array.
    fn object(&mut self, state: &StateValues, number: u32, ty: &Type) -> InputObject {
        let program = self.engine.ctx.program;
        match ty {
            Type::Array(elem) => {
                InputObject::Array((**elem).clone(), self.array(state, number, elem))
            }
            Type::Class(class) => {
                let mut fields: Vec<(FieldId, InputValue)> = Vec::new();
                for (receiver, field, t) in &state.fields {
                    let is_new = !fields.iter().any(|(known, _)| known == field);
                    if is_new
                        && self.is(*receiver, number)
                        && let Some(value) = self.value(*t, &program.field(*field).ty)
                    {
                        fields.push((*field, value));
                    }
                }
                fields.sort_by_key(|(field, _)| *field);
                InputObject::Object(*class, fields)
            }
            Type::Object
            | Type::Null
            | Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => InputObject::Array(Type::Object, Vec::new()),
        }
    }

    fn array(&mut self, state: &StateValues, number: u32, elem: &Type) -> Vec<InputValue> {
        let lengths = self.wanted.lengths.iter();
        let length =
            lengths
                .copied()
                .find(|length| match self.engine.session.terms.node(*length) {
                    Node::App(_, args) => args.iter().any(|array| self.is(*array, number)),
                    _ => false,
                });
        let length = length.and_then(|length| self.index(length)).unwrap_or(0);
        let mut elements = vec![default_of(elem); length.min(MAX_ELEMENTS as usize)];
        for slice in &state.slices {
            if !self.is(slice.array, number) {
                continue;
            }
            let (Some(lo), Some(hi)) = (self.index(slice.lo), self.index(slice.hi)) else {
                continue;
            };
            for (index, t) in slice.elements.iter().enumerate() {
                if lo <= index
                    && index < hi
                    && let Some(value) = self.value(*t, elem)
                    && let Some(place) = elements.get_mut(index)
                {
                    *place = value;
                }
            }
        }
        elements
    }
}
