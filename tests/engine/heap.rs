//! The heap's index against a plain list, and the number of queries by program size.

use crate::support;

use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use std::fmt::Write;
use std::rc::Rc;
use support::{Program, options, run};
use veriframe::internals::heap::{
    Age, Chunk, Event, FieldPlace, Heap, Instance, Place, Resource, Slice,
};
use veriframe::internals::ir::{FieldId, PredId};
use veriframe::internals::logic::{Elem, Sort, Term, Terms};
use veriframe::{SourceMap, Span, Status};

/// An operation on a heap. Numbers select among existing objects.
#[derive(Clone, Debug)]
enum Step {
    /// A new reference, allocated or unknown.
    Reference { allocated: bool },
    /// Adds a chunk.
    Insert {
        resource: u8,
        receiver: usize,
        args: Vec<usize>,
    },
    /// Removes a chunk.
    Remove(usize),
    /// Changes a chunk's amount in place.
    Change(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<bool>().prop_map(|allocated| Step::Reference { allocated }),
        (
            0..3u8,
            any::<usize>(),
            prop::collection::vec(any::<usize>(), 0..3)
        )
            .prop_map(|(resource, receiver, args)| Step::Insert {
                resource,
                receiver,
                args
            }),
        any::<usize>().prop_map(Step::Remove),
        any::<usize>().prop_map(Step::Change),
    ]
}

fn resource(number: u8) -> Resource {
    match number {
        0 => Resource::Field(FieldId(0)),
        1 => Resource::Field(FieldId(1)),
        _ => Resource::Pred(PredId(0)),
    }
}

/// A place of the resource with this number; only predicates have arguments.
fn place(number: u8, receiver: Option<Term>, args: Vec<Term>) -> Place {
    match resource(number) {
        Resource::Field(field) => Place::Field(FieldPlace { field, receiver }),
        Resource::Pred(pred) => Instance::new(pred, receiver, args.into()),
        Resource::Elems(_) => unreachable!(),
    }
}

fn serials<'c>(chunks: impl Iterator<Item = &'c Rc<Chunk>>) -> Vec<u64> {
    let mut serials: Vec<u64> = chunks.map(|chunk| chunk.serial).collect();
    serials.sort_unstable();
    serials
}

proptest! {
    /// After any operations, each lookup finds the same chunks as a linear scan.
    #[test]
    fn the_index_finds_what_a_walk_finds(steps in prop::collection::vec(step(), 1..240)) {
        let mut terms = Terms::new();
        let file = SourceMap::default().add("test.idf", "");
        let origin = Event { span: Span::new(file, 0, 0), what: "test".into() };
        let amounts = [terms.write(), terms.fresh("part", Sort::Perm)];
        let mut references: Vec<Term> = vec![terms.null(), terms.unique(0), terms.fresh("r", Sort::Ref)];
        // One of them stands for no receiver at all.
        let none = references[1];
        let receiver_of = |t: Term| (t != none).then_some(t);
        let (mut heap, mut walk): (Heap, Vec<Rc<Chunk>>) = (Heap::default(), Vec::new());
        for (serial, step) in steps.into_iter().enumerate() {
            match step {
                Step::Reference { allocated: true } => references.push(terms.allocate("o")),
                Step::Reference { allocated: false } => references.push(terms.fresh("r", Sort::Ref)),
                Step::Insert { resource: number, receiver, args } => {
                    let pick = |number: usize| references[number % references.len()];
                    let chunk = Chunk {
                        place: place(number, receiver_of(pick(receiver)), args.into_iter().map(pick).collect()),
                        age: Age::of(&terms, receiver_of(pick(receiver))),
                        amount: amounts[0],
                        value: references[0],
                        origin: origin.clone(),
                        closed_here: false,
                        of_entry: true,
                        serial: serial as u64,
                    };
                    heap.insert(chunk.clone());
                    walk.push(Rc::new(chunk));
                }
                Step::Remove(number) if !walk.is_empty() => {
                    let gone = walk.remove(number % walk.len());
                    heap.remove(&gone);
                    prop_assert!(!heap.holds(&gone));
                }
                Step::Change(number) if !walk.is_empty() => {
                    let at = number % walk.len();
                    let changed = Chunk { amount: amounts[1], ..(*walk[at]).clone() };
                    heap.insert(changed.clone());
                    walk[at] = Rc::new(changed);
                }
                Step::Remove(_) | Step::Change(_) => {}
            }
            prop_assert_eq!(heap.len(), walk.len());
            prop_assert_eq!(serials(heap.chunks().iter()), serials(walk.iter()));
            for number in 0..3 {
                let resource = resource(number);
                let of = || walk.iter().filter(|chunk| chunk.resource() == resource);
                prop_assert_eq!(heap.has(resource), of().next().is_some());
                prop_assert_eq!(serials(heap.of_resource(resource).iter()), serials(of()));
                for receiver in references.iter().map(|t| receiver_of(*t)) {
                    let distinct = |other: Option<Term>| match (other, receiver) {
                        (Some(one), Some(other)) => terms.distinct(one, other),
                        (one, other) => one != other,
                    };
                    let own = || of().filter(|chunk| chunk.receiver() == receiver);
                    let found = heap.of_receiver(&terms, resource, receiver);
                    prop_assert_eq!(serials(found), serials(own()));
                    let others = of().filter(|chunk| !distinct(chunk.receiver()));
                    let found = heap.possible_aliases(&terms, resource, receiver);
                    let count = found.len();
                    prop_assert_eq!(serials(found.iter()), serials(others));
                    let found = heap.other_possible_aliases(&terms, resource, receiver);
                    let others = of().filter(|chunk| {
                        chunk.receiver() != receiver && !distinct(chunk.receiver())
                    });
                    prop_assert_eq!(serials(found.iter()), serials(others));
                    for than in [0, count.saturating_sub(1), count] {
                        let more = heap.has_more_possible_aliases(&terms, resource, receiver, than);
                        prop_assert_eq!(more, count > than);
                    }
                    for chunk in own() {
                        let same = own().filter(|other| other.place == chunk.place);
                        let oldest = same.map(|chunk| chunk.serial).min();
                        let found = heap.at(&terms, &chunk.place);
                        prop_assert_eq!(found.map(|chunk| chunk.serial), oldest);
                    }
                }
            }
        }
    }
}

proptest! {
    /// The nearest slices are those found by a linear scan, among those at constant
    /// distance.
    #[test]
    fn the_nearest_slices_are_found(
        begins in prop::collection::vec((0..3usize, -4..5i64), 0..12),
        (base, wanted) in (0..3usize, -5..6i64),
    ) {
        let mut terms = Terms::new();
        let file = SourceMap::default().add("test.idf", "");
        let array = terms.fresh("a", Sort::Ref);
        let bases = [terms.int(0), terms.fresh("i", Sort::Int), terms.fresh("j", Sort::Int)];
        let at = |terms: &mut Terms, base: usize, constant: i64| {
            let constant = terms.int(constant);
            terms.add(bases[base], constant)
        };
        let end = terms.fresh("n", Sort::Int);
        let other = terms.fresh("b", Sort::Ref);
        let mut heap = Heap::default();
        for (serial, &(base, constant)) in begins.iter().enumerate() {
            let lo = at(&mut terms, base, constant);
            for (number, receiver) in [array, other].into_iter().enumerate() {
                heap.insert(Chunk {
                    place: Slice::new(&mut terms, Elem::INT, receiver, lo, end).place(),
                    age: Age::of(&terms, Some(receiver)),
                    amount: terms.write(),
                    value: end,
                    origin: Event { span: Span::new(file, 0, 0), what: "test".into() },
                    closed_here: false,
                    of_entry: true,
                    serial: (2 * serial + number) as u64,
                });
            }
        }
        let lo = at(&mut terms, base, wanted);
        let place = Slice::new(&mut terms, Elem::INT, array, lo, end).place();
        let found = heap.nearest(&terms, &place).map(|chunk| {
            chunk.map(|chunk| {
                assert_eq!(chunk.receiver(), Some(array));
                chunk.place.start().unwrap().at.clone()
            })
        });
        let of_base = || begins.iter().filter(|(other, _)| *other == base).map(|(_, at)| *at);
        let before = of_base().filter(|at| *at <= wanted).max();
        let after = of_base().filter(|at| *at > wanted).min();
        prop_assert_eq!(found, [before, after].map(|at| at.map(BigInt::from)));
    }
}

/// Places of one receiver: two fields, slices of two sorts, and instances of two predicates.
fn places_of(terms: &mut Terms, receiver: Term) -> Vec<Place> {
    let (lo, hi) = (terms.int(0), terms.int(2));
    vec![
        FieldPlace::new(FieldId(0), receiver),
        FieldPlace::new(FieldId(1), receiver),
        Slice::new(terms, Elem::INT, receiver, lo, hi).place(),
        Slice::new(terms, Elem::BOOL, receiver, lo, hi).place(),
        Instance::new(PredId(0), Some(receiver), [lo].into()),
        Instance::new(PredId(1), Some(receiver), [lo].into()),
    ]
}

/// Two chunks of half the permission to places, with different values.
fn half_chunks(terms: &mut Terms, places: [&Place; 2]) -> [Chunk; 2] {
    let span = Span::new(SourceMap::default().add("test.idf", ""), 0, 0);
    let half = terms.perm(BigRational::new(1.into(), 2.into()));
    places.map(|place| Chunk {
        place: place.clone(),
        age: Age::of(terms, place.receiver()),
        amount: half,
        value: terms.fresh("v", Sort::Snap),
        origin: Event {
            span,
            what: "test".into(),
        },
        closed_here: false,
        of_entry: true,
        serial: 0,
    })
}

#[test]
fn places_of_different_resources_have_nothing_in_common() {
    let mut terms = Terms::new();
    let receiver = terms.fresh("a", Sort::Ref);
    let places = places_of(&mut terms, receiver);
    for (number, one) in places.iter().enumerate() {
        for (other_number, other) in places.iter().enumerate() {
            let is_same = number == other_number;
            let same = one.same(&mut terms, other);
            assert!(terms.is_bool(same, is_same), "{one:?} {other:?}");
            let includes = one.includes(&mut terms, other);
            assert!(terms.is_bool(includes, is_same), "{one:?} {other:?}");
            let [one, other] = half_chunks(&mut terms, [one, other]);
            let facts = one.facts_beside(&mut terms, &other, same);
            let agree = terms.eq(one.value, other.value);
            assert_eq!(facts.contains(&agree), is_same, "{one:?} {other:?}");
            assert!(is_same || facts.is_empty(), "{one:?} {other:?}");
        }
    }
}

#[test]
fn a_place_is_determined_by_its_resource_and_operands() {
    let mut terms = Terms::new();
    let receivers = [terms.fresh("a", Sort::Ref), terms.fresh("b", Sort::Ref)];
    let [ours, theirs] = receivers.map(|receiver| places_of(&mut terms, receiver));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        let moved = ours.with_operands(&mut terms, &theirs.operands());
        assert_eq!(moved.as_ref(), Some(theirs));
        let mut too_many = theirs.operands();
        too_many.push(receivers[0]);
        assert_eq!(ours.with_operands(&mut terms, &too_many), None);
        assert_eq!(ours.with_operands(&mut terms, &[]), None);
        // The bounds of a slice must not depend on the path.
        let is_slice = ours.slice().is_some();
        assert_eq!(ours.may_merge(theirs), !is_slice, "{ours:?}");
    }
}

#[test]
fn an_amount_is_unconstrained_only_where_a_place_is_empty() {
    let mut terms = Terms::new();
    let receiver = terms.fresh("a", Sort::Ref);
    let more_than_one = terms.perm(BigRational::from_integer(2.into()));
    for place in places_of(&mut terms, receiver) {
        let fits = place.at_most_one(&mut terms, more_than_one);
        assert!(terms.is_bool(fits, false), "{place:?}");
    }
    let (lo, hi) = (terms.fresh("lo", Sort::Int), terms.fresh("hi", Sort::Int));
    for (lo, hi) in [(lo, lo), (lo, hi)] {
        let slice = Slice::new(&mut terms, Elem::INT, receiver, lo, hi).place();
        let fits = slice.at_most_one(&mut terms, more_than_one);
        let empty = slice.empty(&mut terms);
        assert_eq!(fits, empty);
        assert_eq!(terms.is_bool(empty, true), lo == hi);
    }
}

/// The number of queries, and of queries to Z3, for a program that verifies.
fn questions(text: String) -> (u64, u64) {
    let program = Program {
        name: "growth.idf".to_owned(),
        text,
    };
    let (_, report) = run(&program, &options(&program).unwrap());
    for member in &report.members {
        assert_eq!(member.status, Status::Verified, "{} verifies", member.name);
    }
    let stats = report.members.iter().map(|member| &member.stats);
    stats.fold((0, 0), |(all, z3), stats| {
        (all + stats.queries, z3 + stats.z3_checks)
    })
}

const CELL: &str = "class Cell {
  int x;
  Cell() ensures valid() ∧ getX() = 0; { this.x := 0; }
  void setX(int v) requires valid(); ensures valid() ∧ getX() = v; { this.x := v; }
  predicate valid() { return acc(this.x); }
  pure int getX() requires valid(); { return this.x; }
}
";

/// `n` objects, each changed by a call, and read at the end.
fn cells(n: usize) -> String {
    let mut text = CELL.to_owned();
    for i in 0..n {
        writeln!(text, "Cell c{i} := new Cell(); c{i}.setX({i});").unwrap();
    }
    for i in 0..n {
        writeln!(text, "assert c{i}.getX() = {i};").unwrap();
    }
    text
}

/// Permission to `n` unconstrained objects, each changed, and a disequality of two of
/// them.
fn places(n: usize) -> String {
    let each = |f: &dyn Fn(usize) -> String, by: &str| (0..n).map(f).collect::<Vec<_>>().join(by);
    let params = each(&|i| format!("Cell c{i}"), ", ");
    let access = each(&|i| format!("acc(c{i}.x)"), " * ");
    let writes = each(&|i| format!("c{i}.x := {i};"), "\n");
    format!(
        "class Cell {{ int x; }}\nclass M {{ void m({params}) requires {access}; {{\n{writes}\n\
         assert c0 ≠ c{}; assert c1.x = 1; }} }}\n",
        n - 1
    )
}

/// A call for each of `n` elements of one array.
fn slices(n: usize) -> String {
    let calls = (0..n).map(|i| format!("C.set(a, {i});\n"));
    format!(
        "class C {{ static void set(int[] a, int i)
           requires a ≠ null * 0 <= i ∧ i < a.length * acc(a[i..i + 1]);
           ensures acc(a[i..i + 1]) * a[i] = i; {{ a[i] := i; }} }}
         class M {{ void m(int[] a) requires acc(a[..]) * a.length = {n}; {{ {} assert a[3] = 3; }} }}",
        calls.collect::<String>()
    )
}

/// `n` updates of an array, each read again at the end.
fn updates(n: usize) -> String {
    let writes = (0..n).map(|i| format!("a[{i}] := {i};\n"));
    let reads = (0..n).map(|i| format!("assert a[{i}] = {i};\n"));
    format!(
        "class M {{ void m(int[] a) requires acc(a[..]) * a.length = {n}; {{ {} }} }}",
        writes.chain(reads).collect::<String>()
    )
}

#[test]
fn questions_grow_with_the_number_of_objects() {
    for program in [cells, places, slices, updates] {
        let ((small, small_z3), (large, large_z3)) =
            (questions(program(100)), questions(program(400)));
        assert!(large <= 4 * small + 8, "{small} questions become {large}");
        assert!(
            large_z3 <= small_z3 + 1,
            "{small_z3} checks become {large_z3}"
        );
    }
}
