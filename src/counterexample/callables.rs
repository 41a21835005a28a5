//! What a caller can do before a failure: the members that it can name, and arguments for them.

use crate::execution::compile::fields_of;
use crate::execution::testing::history::{Arg, Write};
use crate::floating::Format;
use crate::ir::headers::Visibility;
use crate::ir::input::{InputObject, InputValue};
use crate::ir::{
    AssertKind, Assertion, ClassId, FieldId, Location, MemberId, MethodId, MethodKind, Program,
    Type, Width, ids,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::collections::BTreeSet;

/// The most classes whose members are called.
const MAX_CLASSES: usize = 10;

/// The most members that are called.
const MAX_CALLABLES: usize = 30;

/// The most values that are tried for an integer.
const MAX_NUMBERS: usize = 8;

/// The most numbers of a confirmed input that are tried.
const MAX_GIVEN: usize = 4;

/// The most values that are assigned to a field.
const MAX_WRITTEN: usize = 5;

/// The most lists of arguments of one member in one state.
const MAX_ARGUMENTS: usize = 32;

/// A member that a caller can call.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    /// The member.
    pub member: MemberId,
    /// The class of the objects that it makes.
    pub creates: Option<ClassId>,
    /// Whether calls of it change nothing, so that nothing follows.
    pub is_last: bool,
    /// The class of its receivers.
    class: Option<ClassId>,
    params: Vec<Type>,
}

/// The members that a caller of a member can call: it, and what makes and changes the objects that it
/// concerns.
pub(super) fn callables(program: &Program, member: MemberId) -> Vec<Callable> {
    let mut all: Vec<Callable> = Vec::new();
    all.extend(callable(program, member));
    for class in classes(program, member) {
        let own = members_of(program, class).filter(|own| *own != member);
        all.extend(own.filter_map(|own| callable(program, own).filter(|found| !found.is_last)));
    }
    all.truncate(MAX_CALLABLES);
    all
}

/// The fields of the objects that a member concerns, as a caller sees them.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// Those that a caller can assign if it has permission: no predicate is about them.
    pub open: Vec<FieldId>,
    /// Whether what the member starts with has others, which calls alone change.
    pub are_hidden: bool,
}

impl Fields {
    /// The fields of what a member concerns.
    pub(super) fn new(program: &Program, member: MemberId) -> Fields {
        let mut in_predicates = BTreeSet::new();
        let bodies = program.preds.iter().filter_map(|pred| pred.body.as_ref());
        bodies.for_each(|body| accessed(body, &mut in_predicates));
        let is_open = |field: FieldId| {
            let header = program.headers.fields.get(&field);
            let has_visibility = program.headers.has_visibility;
            let is_shut = header.is_some_and(|header| {
                header.is_final || has_visibility && header.visibility == Visibility::Private
            });
            !is_shut && !in_predicates.contains(&field) && !program.field(field).is_ghost
        };
        let mut fields = Fields::default();
        let owner = program.class_of(member);
        for field in ids::<FieldId>(program.fields.len()) {
            let info = program.field(field);
            if info.is_static && info.class == owner {
                fields.add(field, is_open(field));
            }
        }
        for class in started_with(program, member) {
            for field in fields_of(program, class) {
                fields.add(field, is_open(field));
            }
        }
        fields
    }

    fn add(&mut self, field: FieldId, is_open: bool) {
        if !is_open {
            self.are_hidden = true;
        } else if !self.open.contains(&field) {
            self.open.push(field);
        }
    }
}

/// The classes of the objects with which a member starts: its receiver and its parameters, and what
/// they lead to.
fn started_with(program: &Program, member: MemberId) -> Vec<ClassId> {
    let is_constructor = match member {
        MemberId::Method(id) => program.method(id).kind == MethodKind::Constructor,
        MemberId::Pure(_) | MemberId::Pred(_) => false,
    };
    let vars = program.vars(member);
    let receiver = program
        .class_of(member)
        .filter(|_| vars.this.is_some() && !is_constructor);
    let mut todo: Vec<ClassId> = receiver.into_iter().collect();
    todo.extend(vars.param_types().filter_map(Type::class));
    let mut found: Vec<ClassId> = Vec::new();
    let mut next = 0;
    while let Some(&above) = todo.get(next) {
        next += 1;
        for class in program.hierarchy.order().with_subtypes(&[above]) {
            if program.class(class).span.file.is_library() || found.contains(&class) {
                continue;
            }
            found.push(class);
            let fields = fields_of(program, class).into_iter();
            todo.extend(fields.filter_map(|field| program.field(field).ty.class()));
        }
    }
    found
}

/// The fields that an assertion gives access to.
fn accessed(assertion: &Assertion, found: &mut BTreeSet<FieldId>) {
    crate::stack::deep(|| match &assertion.kind {
        AssertKind::Acc(Location::Field(_, field) | Location::Static(field), _) => {
            found.insert(*field);
        }
        AssertKind::Star(parts) => parts.iter().for_each(|part| accessed(part, found)),
        AssertKind::Cond(_, yes, no) => {
            accessed(yes, found);
            accessed(no, found);
        }
        AssertKind::Let(_, _, body) => accessed(body, found),
        AssertKind::Acc(Location::Elems(_) | Location::Slice(..), _)
        | AssertKind::Pure(_)
        | AssertKind::Pred(_)
        | AssertKind::Untouched(_) => {}
    });
}

/// The members of a class by which a caller makes and changes objects, constructors first.
fn members_of(program: &Program, class: ClassId) -> impl Iterator<Item = MemberId> {
    let methods = ids::<MethodId>(program.methods.len());
    let own = methods.filter(move |id| program.method(*id).class == Some(class));
    let mut own: Vec<MethodId> = own.collect();
    own.sort_by_key(|id| program.method(*id).kind != MethodKind::Constructor);
    own.into_iter().map(MemberId::Method)
}

/// The classes whose objects a member concerns: those of its receiver and its parameters, of the
/// parameters of their members, and so on.
fn classes(program: &Program, member: MemberId) -> Vec<ClassId> {
    let mut found: Vec<ClassId> = Vec::new();
    let mut todo: Vec<ClassId> = program.class_of(member).into_iter().collect();
    todo.extend(program.vars(member).param_types().filter_map(Type::class));
    let mut next = 0;
    while let Some(&above) = todo.get(next) {
        next += 1;
        for class in program.hierarchy.order().with_subtypes(&[above]) {
            let is_library = program.class(class).span.file.is_library();
            if is_library || found.contains(&class) || found.len() >= MAX_CLASSES {
                continue;
            }
            found.push(class);
            for member in members_of(program, class) {
                let types = program.vars(member).param_types();
                todo.extend(types.filter_map(Type::class));
            }
        }
    }
    found
}

/// A member, if a caller outside its class can call it and it can be run.
fn callable(program: &Program, member: MemberId) -> Option<Callable> {
    let header = program.headers.members.get(&member);
    let is_private = header.is_some_and(|header| header.visibility == Visibility::Private);
    if is_private && program.headers.has_visibility || program.member_span(member).file.is_library()
    {
        return None;
    }
    let vars = program.vars(member);
    let (mut creates, mut is_last) = (None, true);
    let class = match member {
        MemberId::Method(id) => {
            let method = program.method(id);
            if method.is_abstract || method.view.is_some() || method.is_run_by_java() {
                return None;
            }
            is_last = method.kind == MethodKind::Lemma;
            if method.kind == MethodKind::Constructor {
                let class = program.class(method.class?);
                if !class.kind.has_objects() || !class.constants.is_empty() {
                    return None;
                }
                creates = method.class;
            }
            method.class
        }
        MemberId::Pure(id) => {
            let pure = program.pure_method(id);
            if pure.body.is_none() || pure.view.is_some() {
                return None;
            }
            pure.class
        }
        MemberId::Pred(_) => return None,
    };
    Some(Callable {
        member,
        creates,
        is_last,
        class: class.filter(|_| vars.this.is_some() && creates.is_none()),
        params: vars.param_types().cloned().collect(),
    })
}

impl Callable {
    /// The objects of these classes on which a call runs the member; `None` for a member without
    /// receiver.
    pub(super) fn receivers(
        &self,
        program: &Program,
        made: &[ClassId],
        runs: &mut dyn FnMut(MethodId, ClassId) -> bool,
    ) -> Vec<Option<usize>> {
        let Some(class) = self.class else {
            return vec![None];
        };
        let mut is_run = |of: ClassId| {
            program.hierarchy.is_below(of, class)
                && match self.member {
                    MemberId::Method(method) => runs(method, of),
                    MemberId::Pure(pure) => {
                        program.hierarchy.pures().defined(pure, of) == Some(pure)
                    }
                    MemberId::Pred(_) => false,
                }
        };
        let all = made.iter().enumerate();
        let all = all.filter(|(_, of)| is_run(**of));
        all.map(|(at, _)| Some(at)).collect()
    }
}

/// The values that are tried as arguments.
#[derive(Clone, Debug)]
pub(super) struct Pools {
    numbers: Vec<BigInt>,
    /// The arrays of integers of confirmed inputs.
    arrays: Vec<Vec<BigInt>>,
}

impl Pools {
    /// The values of confirmed inputs, their neighbours, and small ones.
    pub(super) fn new<'i>(inputs: impl Iterator<Item = &'i [(String, String)]>) -> Pools {
        let (mut given, mut arrays): (Vec<BigInt>, Vec<Vec<BigInt>>) = (Vec::new(), Vec::new());
        for (name, text) in inputs.flatten() {
            let numbers = numbers_in(text);
            if text.starts_with('[') || text.starts_with("array#") {
                let listed = text.find('[').and_then(|at| text.get(at..));
                arrays.extend(listed.map(numbers_in).filter(|list| list.len() <= 8));
            }
            // What the parameters have comes first: it is passed as it is.
            let at = if name == "this" { given.len() } else { 0 };
            given.splice(at..at, numbers);
        }
        arrays.dedup();
        let mut numbers: Vec<BigInt> = Vec::new();
        let mut add = |n: BigInt| {
            if numbers.len() < MAX_NUMBERS && !numbers.contains(&n) {
                numbers.push(n);
            }
        };
        given.iter().take(MAX_GIVEN).for_each(|n| add(n.clone()));
        [1, 0, 2, -1].into_iter().for_each(|n| add(n.into()));
        let near = given.iter().flat_map(|n| [n + 1, n - 1]);
        near.for_each(&mut add);
        [3, 5, 10].into_iter().for_each(|n| add(n.into()));
        Pools { numbers, arrays }
    }

    /// The lists of arguments that are tried for a call, where earlier ones gave objects of these
    /// classes. First come those whose values come first.
    pub(super) fn arguments(
        &self,
        program: &Program,
        callable: &Callable,
        made: &[ClassId],
    ) -> Vec<Vec<Arg>> {
        let pools = callable.params.iter();
        let mut pools: Vec<Vec<Arg>> = pools.map(|ty| self.values(program, ty, made)).collect();
        // Of many parameters, few values of each.
        let mut most = MAX_NUMBERS;
        while count(&pools) > 8 * MAX_ARGUMENTS && most > 1 {
            most -= 1;
            pools.iter_mut().for_each(|pool| pool.truncate(most));
        }
        let mut lists: Vec<(usize, Vec<Arg>)> = vec![(0, Vec::new())];
        for pool in &pools {
            let longer = lists.iter().flat_map(|(sum, list)| {
                pool.iter().enumerate().map(move |(at, arg)| {
                    let mut list = list.clone();
                    list.push(arg.clone());
                    (sum + at, list)
                })
            });
            lists = longer.collect();
            lists.truncate(16 * MAX_ARGUMENTS);
        }
        lists.sort_by_key(|(sum, _)| *sum);
        lists.truncate(MAX_ARGUMENTS);
        lists.into_iter().map(|(_, list)| list).collect()
    }

    /// The assignments that are tried, where earlier calls gave objects of these classes.
    pub(super) fn writes(
        &self,
        program: &Program,
        fields: &Fields,
        made: &[ClassId],
    ) -> Vec<Write> {
        let mut all = Vec::new();
        for &field in &fields.open {
            let info = program.field(field);
            let objects: Vec<Option<usize>> = if info.is_static {
                vec![None]
            } else {
                let own = made.iter().enumerate();
                let is_own = |of: ClassId| {
                    let declares = info.class;
                    declares.is_some_and(|above| program.hierarchy.is_below(of, above))
                };
                let own = own.filter(|(_, of)| is_own(**of));
                own.map(|(at, _)| Some(at)).collect()
            };
            for object in objects {
                let values = self.values(program, &info.ty, made).into_iter();
                all.extend(values.take(MAX_WRITTEN).map(|value| Write {
                    object,
                    field,
                    value,
                }));
            }
        }
        all
    }

    /// The values that are tried for a parameter.
    fn values(&self, program: &Program, ty: &Type, made: &[ClassId]) -> Vec<Arg> {
        let plain = |value: InputValue| Arg::Value(value);
        let null = || Arg::Value(InputValue::Null);
        match ty {
            Type::Int => self.integers(None).map(plain).collect(),
            Type::Machine(width) => self.integers(Some(*width)).map(plain).collect(),
            Type::Floating(format) => floating(*format).map(plain).collect(),
            Type::Bool => [true, false].map(InputValue::Bool).map(plain).into(),
            Type::Perm => [2, 1]
                .map(|n| InputValue::Perm(BigRational::new(1.into(), n.into())))
                .map(plain)
                .into(),
            Type::Class(class) if program.class(*class).is_text() => {
                let texts = ["a", "", "b"];
                let texts = texts.map(|text| InputObject::Text(text.encode_utf16().collect()));
                texts.map(Arg::New).into_iter().chain([null()]).collect()
            }
            Type::Class(class) => {
                let is_below = |of: &ClassId| program.hierarchy.is_below(*of, *class);
                let objects = made.iter().enumerate().filter(|(_, of)| is_below(of));
                let objects = objects.map(|(at, _)| Arg::Made(at));
                let constants = program.class(*class).constants.iter();
                let constants = constants.map(|id| plain(InputValue::Unique(*id)));
                objects.chain(constants).chain([null()]).collect()
            }
            Type::Object => {
                let objects = (0..made.len()).map(Arg::Made);
                objects.chain([null()]).collect()
            }
            Type::Array(elem) => self.arrays(elem).into_iter().chain([null()]).collect(),
            Type::Null => vec![null()],
            Type::Seq(elem) | Type::Set(elem) | Type::Multiset(elem) => {
                let lists = self.elements(elem).into_iter().map(|n| vec![n]);
                let lists = lists.map(InputValue::List).chain([InputValue::Empty]);
                lists.map(plain).collect()
            }
            Type::Map(..) => vec![plain(InputValue::Empty)],
        }
    }

    fn integers(&self, width: Option<Width>) -> impl Iterator<Item = InputValue> {
        let fits = move |n: &&BigInt| width.is_none_or(|width| width.holds(n));
        let numbers = self.numbers.iter().filter(fits);
        numbers.map(|n| InputValue::Int(n.clone()))
    }

    /// Elements of collections.
    fn elements(&self, elem: &Type) -> Vec<InputValue> {
        let numbers: Vec<InputValue> = match elem {
            Type::Int => self.integers(None).collect(),
            Type::Machine(width) => self.integers(Some(*width)).collect(),
            Type::Floating(format) => floating(*format).collect(),
            Type::Bool => vec![InputValue::Bool(true), InputValue::Bool(false)],
            Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Array(_)
            | Type::Null
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => Vec::new(),
        };
        numbers.into_iter().take(3).collect()
    }

    /// Arrays with elements of this type.
    fn arrays(&self, elem: &Type) -> Vec<Arg> {
        let elements = self.elements(elem);
        let mut all: Vec<Vec<InputValue>> = Vec::new();
        let width = elem.width();
        if matches!(elem, Type::Int) || width.is_some() {
            let fits = |n: &BigInt| width.is_none_or(|width| width.holds(n));
            let given = self.arrays.iter().filter(|list| list.iter().all(fits));
            let given = given.map(|list| list.iter().cloned().map(InputValue::Int).collect());
            all.extend(given.take(MAX_GIVEN));
        }
        all.extend(elements.iter().map(|one| vec![one.clone()]));
        if let [one, other, ..] = elements.as_slice() {
            all.push(vec![one.clone(), other.clone()]);
            all.push(vec![other.clone(), one.clone()]);
            all.push(vec![other.clone(), other.clone()]);
        }
        if elements.is_empty() {
            all.push(vec![InputValue::default_of(elem)]);
        }
        all.push(Vec::new());
        all.truncate(MAX_NUMBERS);
        let all = all.into_iter();
        all.map(|list| Arg::New(InputObject::Array(elem.clone(), list)))
            .collect()
    }
}

fn count(pools: &[Vec<Arg>]) -> usize {
    let counts = pools.iter().map(Vec::len);
    counts.fold(1, usize::saturating_mul)
}

/// The integers in a value as it is shown, without the numbers of objects.
fn numbers_in(text: &str) -> Vec<BigInt> {
    let mut found = Vec::new();
    let mut before = ' ';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let count = digits.chars().take_while(char::is_ascii_digit).count();
        let length = rest.len() - digits.len() + count;
        let is_part = before.is_alphanumeric() || "_#@.".contains(before);
        let taken = if count > 0 {
            let number = rest.get(..length).and_then(|number| number.parse().ok());
            found.extend(number.filter(|_| !is_part));
            length
        } else {
            first.len_utf8()
        };
        let (done, left) = rest.split_at(taken);
        before = done.chars().next_back().unwrap_or(' ');
        rest = left;
    }
    found
}

/// The floating-point numbers that are tried.
fn floating(format: Format) -> impl Iterator<Item = InputValue> {
    let numbers = [0.0, 1.0, -1.5];
    numbers
        .into_iter()
        .map(move |n| InputValue::Int(format.of(n).into()))
}

#[cfg(test)]
mod tests {
    use super::numbers_in;

    #[test]
    fn numbers_of_objects_are_no_values() {
        let found = numbers_in("Lot#2 { n = -3, next = Lot#1, a = array#4 [10, 0], x1 = 7 }");
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["-3", "10", "0", "7"]);
    }
}
