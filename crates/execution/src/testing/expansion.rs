//! From a run to inputs that leave its path: one for each condition that can be negated.

use super::parts;
use crate::concolic::symbols::{MAX_LENGTH, MAX_SIZE, Spot, Symbol, Symbols};
use crate::concolic::{Concolic, Formulas};
use crate::formulas::{LETTERS, PRINTABLE};
use crate::input::{Input, InputId, InputObject, InputUnknown, InputValue};
use rustc_hash::{FxHashMap, FxHashSet};
use veriframe_ir::{ClassId, Program, Type, UniqueId};
use veriframe_logic::{FactKind, ModelSearch, ModelValue, Path, Solver, Term, Terms};

use super::search::{Limits, ModelSource};
use super::subject::{default_value, new_object};

/// Z3's resource limit of a query, all attempts together.
const RLIMIT: u32 = 4_000_000;

/// The most conditions of a run that are negated.
const MAX_NEGATED: usize = 400;

/// An input that negates a condition of another one's path.
#[derive(Clone, Debug)]
pub struct Child {
    /// The input.
    pub input: Input,
    /// The position of the negated condition.
    pub negated: usize,
    /// The position from which on conditions of its run are negated.
    pub bound: usize,
}

/// What the conditions of a path gave.
#[derive(Clone, Debug, Default)]
pub struct Expansion {
    /// New inputs, in the order of the conditions.
    pub children: Vec<Child>,
    /// The number of queries.
    pub queries: u32,
    /// Queries that were not decided.
    pub undecided: u32,
    /// The sizes of the queries, and the prover's steps.
    pub work: u64,
    /// Inputs that would exceed the bounds on objects, and conditions that were not negated.
    pub beyond: u32,
    /// Whether the run computed a value from the input that has no term.
    pub is_opaque: bool,
}

/// Negates the conditions of a run from a position on.
pub fn expand(
    domain: &Concolic<'_>,
    program: &Program,
    input: &Input,
    bound: usize,
    limits: Limits,
    stops: &dyn Fn() -> bool,
) -> Expansion {
    let mut expansion = Expansion {
        is_opaque: domain.is_opaque(),
        ..Expansion::default()
    };
    let Formulas { terms, symbols } = &mut *domain.formulas().borrow_mut();
    let met: Vec<Term> = domain.met().collect();
    let mut solver = Solver::new(RLIMIT, Vec::new());
    let mut mentions = Mentions::default();
    let decisions = &domain.trace.decisions;
    for (position, decision) in decisions.iter().enumerate() {
        let is_over = expansion.work >= limits.work || stops();
        if position >= bound.saturating_add(MAX_NEGATED) || is_over {
            expansion.beyond += 1;
            break;
        }
        if position >= bound {
            let negated = terms.not(decision.condition);
            let query = Query::new(terms, symbols, &mut mentions, negated);
            let short = query.within_lengths(terms);
            let readable = query.readable(terms, symbols, short.as_ref());
            let before = solver.steps();
            let mut search = |path: &Path| match limits.models {
                ModelSource::Z3 => solver.find_model(terms, path, Some(negated), &query.terms),
                ModelSource::BuiltIn => {
                    let goals = [decision.condition];
                    let found = solver.countermodel(terms, path, &goals, &query.terms);
                    found.map_or(ModelSearch::Unknown, ModelSearch::Found)
                }
            };
            let base = short.as_ref().unwrap_or(&query.path);
            let mut found = ModelSearch::None;
            for path in &readable {
                expansion.queries += 1;
                found = search(path);
                if matches!(found, ModelSearch::Found(_)) {
                    break;
                }
            }
            if !matches!(found, ModelSearch::Found(_)) {
                expansion.queries += 1;
                found = search(base);
            }
            if matches!(found, ModelSearch::None) && short.is_some() {
                expansion.queries += 1;
                let is_impossible = matches!(search(&query.path), ModelSearch::None);
                expansion.beyond += u32::from(!is_impossible);
            }
            expansion.work += query.size + solver.steps() - before;
            match found {
                ModelSearch::None => {}
                ModelSearch::Unknown => expansion.undecided += 1,
                ModelSearch::Found(values) => {
                    let changed = Changed {
                        program,
                        symbols,
                        input: Input {
                            unknowns: domain.unknowns().to_vec(),
                            ..input.clone()
                        },
                        met: &met,
                    };
                    match changed.by(&query, &values, limits.depth) {
                        Some(input) => expansion.children.push(Child {
                            input,
                            negated: position,
                            bound: position + usize::from(!decision.is_replaced),
                        }),
                        None => expansion.beyond += 1,
                    }
                }
            }
        }
        mentions.add(terms, symbols, decision.condition);
    }
    expansion
}

/// The conditions of a path, grouped by the symbols that they have in common: values of other
/// symbols stay as they are, so that a query needs one group only.
#[derive(Debug, Default)]
struct Mentions {
    conditions: Vec<(Term, Term)>,
    /// By symbol: another one of the same group.
    parents: FxHashMap<Term, Term>,
}

impl Mentions {
    /// The symbol that stands for a group.
    fn group(&self, symbol: Term) -> Term {
        let mut group = symbol;
        while let Some(&parent) = self.parents.get(&group) {
            group = parent;
        }
        group
    }

    /// Adds a condition.
    fn add(&mut self, terms: &Terms, symbols: &Symbols<'_>, condition: Term) {
        let mentioned = mentioned(terms, symbols, &[condition]);
        let Some((&first, rest)) = mentioned.split_first() else {
            return;
        };
        self.conditions.push((condition, first));
        let group = self.group(first);
        for &other in rest {
            let other = self.group(other);
            if other != group {
                self.parents.insert(other, group);
            }
        }
    }

    /// The conditions of the groups that a formula mentions.
    fn related(&self, mentioned: &[Term]) -> Vec<Term> {
        let groups: FxHashSet<Term> = mentioned.iter().map(|&s| self.group(s)).collect();
        let related = self.conditions.iter();
        related
            .filter(|(_, symbol)| groups.contains(&self.group(*symbol)))
            .map(|(condition, _)| *condition)
            .collect()
    }
}

/// The symbols in formulas, in order.
fn mentioned(terms: &Terms, symbols: &Symbols<'_>, formulas: &[Term]) -> Vec<Term> {
    let mut visited = FxHashSet::default();
    let mut todo = formulas.to_vec();
    let mut found = Vec::new();
    while let Some(next) = todo.pop() {
        if visited.insert(next) {
            if symbols.get(next).is_some() {
                found.push(next);
            }
            todo.extend(terms.children(next).iter().copied());
        }
    }
    found.sort_unstable();
    found
}

/// A query for new values of some symbols.
struct Query {
    path: Path,
    /// The size of its facts, in nodes.
    size: u64,
    /// The symbols whose values are changed.
    symbols: Vec<Symbol>,
    /// The constants that references can be.
    uniques: Vec<UniqueId>,
    /// The terms whose values are wanted: symbols, classes of references, constants.
    terms: Vec<Term>,
}

impl Query {
    fn new(
        terms: &mut Terms,
        symbols: &mut Symbols<'_>,
        mentions: &mut Mentions,
        negated: Term,
    ) -> Query {
        let mut own = mentioned(terms, symbols, &[negated]);
        // Where a reference becomes one to another text, its characters have to take the same path.
        let contents: Vec<Term> = own.iter().flat_map(|own| symbols.contents(*own)).collect();
        own.extend(&contents);
        let mut facts = mentions.related(&own);
        let all = [facts.as_slice(), &[negated]].concat();
        let mut all = mentioned(terms, symbols, &all);
        all.extend(contents);
        all.sort_unstable();
        all.dedup();
        let mut all: Vec<Symbol> = all
            .iter()
            .filter_map(|term| symbols.get(*term).cloned())
            .collect();
        // What differs from the parts of sets, and from keys, is found together with them.
        let others: Vec<Symbol> = all
            .iter()
            .flat_map(|part| symbols.different(part))
            .collect();
        for other in others {
            if all.iter().all(|known| known.term != other.term) {
                all.push(other);
            }
        }
        let mut uniques: Vec<UniqueId> = Vec::new();
        for symbol in &all {
            facts.extend(symbols.domain(terms, symbol));
            uniques.extend(symbols.constants(&symbol.ty));
        }
        uniques.sort_unstable();
        uniques.dedup();
        let mut wanted: Vec<Term> = all.iter().map(|symbol| symbol.term).collect();
        for symbol in &all {
            wanted.push(if let Type::Class(_) | Type::Object = symbol.ty {
                symbols.class_term(terms, symbol.term)
            } else {
                symbol.term
            });
        }
        wanted.extend(uniques.iter().filter_map(|id| symbols.unique(*id)));
        let mut path = Path::default();
        let mut size = 0;
        for fact in facts {
            size += u64::from(terms.size(fact));
            path = path.with(fact, FactKind::Fact);
        }
        Query {
            path,
            size,
            symbols: all,
            uniques,
            terms: wanted,
        }
    }

    /// The path on which arrays, texts and collections are not longer than those of inputs; `None` if there
    /// are none.
    fn within_lengths(&self, terms: &mut Terms) -> Option<Path> {
        let lengths = self.symbols.iter().filter_map(|symbol| match symbol.spot {
            Spot::Length(_) => Some((symbol.term, MAX_LENGTH)),
            _ => symbol.ty.is_collection().then_some((symbol.term, MAX_SIZE)),
        });
        let mut short = None;
        for (length, most) in lengths {
            let path = short.unwrap_or_else(|| self.path.clone());
            let most = terms.int(most);
            short = Some(path.with(terms.le(length, most), FactKind::Fact));
        }
        short
    }

    /// The paths on which characters of texts are letters, and those that can be read; none if there
    /// are no texts.
    fn readable(
        &self,
        terms: &mut Terms,
        symbols: &Symbols<'_>,
        short: Option<&Path>,
    ) -> Vec<Path> {
        let units = self.symbols.iter().filter(|symbol| symbols.is_unit(symbol));
        let units: Vec<Term> = units.map(|symbol| symbol.term).collect();
        if units.is_empty() {
            return Vec::new();
        }
        let within = |[first, last]: [u16; 2]| {
            let (first, last) = (terms.int(first), terms.int(last));
            let mut path = short.unwrap_or(&self.path).clone();
            for &unit in &units {
                let (low, high) = (terms.le(first, unit), terms.le(unit, last));
                path = path.with(terms.and([low, high]), FactKind::Fact);
            }
            path
        };
        [LETTERS, PRINTABLE].map(within).into()
    }
}

/// An input under change.
struct Changed<'c, 'p> {
    program: &'c Program,
    symbols: &'c mut Symbols<'p>,
    input: Input,
    /// The symbols that objects were met through: such an object stays that of its symbol.
    met: &'c [Term],
}

impl Changed<'_, '_> {
    /// The input with the values of a model; `None` if it has objects too deep.
    fn by(mut self, query: &Query, values: &[ModelValue], depth: u32) -> Option<Input> {
        let count = query.symbols.len();
        let (own, rest) = values.split_at_checked(count)?;
        let (classes, constants) = rest.split_at_checked(count)?;
        let mut targets: FxHashMap<u32, InputValue> = FxHashMap::default();
        for (id, value) in query.uniques.iter().zip(constants) {
            if let ModelValue::Ref(number) = value {
                targets.insert(*number, InputValue::Unique(*id));
            }
        }
        let mut references = Vec::new();
        // Elements are set once they are there.
        for (symbol, value) in query.symbols.iter().zip(own) {
            if let (true, ModelValue::Int(n)) = (symbol.ty.is_collection(), value) {
                let size = u32::try_from(n).ok().filter(|size| *size <= MAX_SIZE)?;
                let of = self.get(symbol.spot).unwrap_or_default();
                let resized = parts::resized(self.program, &mut self.input, &of, &symbol.ty, size);
                self.set(symbol.spot, resized);
            }
        }
        for ((symbol, value), class) in query.symbols.iter().zip(own).zip(classes) {
            match value {
                ModelValue::Int(_) if symbol.ty.is_collection() => {}
                ModelValue::Int(n) => match symbol.spot {
                    Spot::Length(id) => self.resize(id, u32::try_from(n).ok()?),
                    spot => self.set(spot, InputValue::Int(n.clone())),
                },
                ModelValue::Bool(b) => self.set(symbol.spot, InputValue::Bool(*b)),
                ModelValue::Perm(amount) => {
                    self.set(symbol.spot, InputValue::Perm(amount.clone()));
                }
                ModelValue::Null => self.set(symbol.spot, InputValue::Null),
                ModelValue::Ref(number) => {
                    let met = self.met.iter().position(|met| *met == symbol.term);
                    references.push((met.unwrap_or(usize::MAX), symbol, *number, class));
                }
                ModelValue::Other => {}
            }
        }
        references.sort_by_key(|(met, symbol, ..)| (*met, symbol.term));
        let mut taken: FxHashSet<InputId> = FxHashSet::default();
        for (_, symbol, number, class) in references {
            let class = match class {
                ModelValue::Int(n) => u32::try_from(n).ok().map(ClassId),
                _ => None,
            };
            let target = match targets.get(&number) {
                Some(known) => known.clone(),
                None => self.target(symbol, class, &mut taken)?,
            };
            // Whether two texts are equal is decided by their characters: each reference has its own.
            if !self.program.is_text(&symbol.ty) {
                targets.insert(number, target.clone());
            }
            self.set(symbol.spot, target);
        }
        self.without_duplicates();
        let input = normal(&self.input);
        (deepest(&input) <= depth).then_some(input)
    }

    /// The object that a reference is to: its own, unless that is another one's, or a new one.
    fn target(
        &mut self,
        symbol: &Symbol,
        class: Option<ClassId>,
        taken: &mut FxHashSet<InputId>,
    ) -> Option<InputValue> {
        let class = class.filter(|class| self.symbols.classes(symbol).contains(class));
        if let Some(InputValue::Object(id)) = self.get(symbol.spot)
            && taken.insert(id)
        {
            self.become_of(id, class);
            return Some(InputValue::Object(id));
        }
        let object = if let Type::Array(elem) = &symbol.ty {
            InputObject::Array((**elem).clone(), Vec::new())
        } else {
            let first = self.symbols.classes(symbol).first().copied();
            new_object(self.program, class.or(first)?)
        };
        let id = InputId(u32::try_from(self.input.objects.len()).ok()?);
        self.input.objects.push(object);
        taken.insert(id);
        Some(InputValue::Object(id))
    }

    /// Gives an object another class. It keeps the fields that objects of both have.
    fn become_of(&mut self, id: InputId, class: Option<ClassId>) {
        let object = self.input.objects.get_mut(id.0 as usize);
        if let (Some(class), Some(InputObject::Object(of, fields))) = (class, object)
            && *of != class
        {
            let mut changed = new_object(self.program, class);
            if let InputObject::Object(_, new) = &mut changed {
                for (field, value) in new {
                    if let Some((_, old)) = fields.iter().find(|(old, _)| old == field) {
                        *value = old.clone();
                    }
                }
            }
            if let Some(object) = self.input.objects.get_mut(id.0 as usize) {
                *object = changed;
            }
        }
    }

    fn resize(&mut self, id: InputId, length: u32) {
        let length = length as usize;
        match self.input.objects.get_mut(id.0 as usize) {
            Some(InputObject::Array(elem, elements)) => {
                elements.resize(length, default_value(elem));
            }
            Some(InputObject::Text(units)) => units.resize(length, b'a'.into()),
            Some(InputObject::Object(..)) | None => {}
        }
    }

    /// Elements that a set has twice, and entries of a key that a map has already, are left out.
    fn without_duplicates(&mut self) {
        // Collections are made before their elements.
        let all = self.symbols.all.iter().rev();
        let collections = all.filter(|symbol| symbol.ty.is_collection());
        let collections = collections.map(|symbol| (symbol.spot, symbol.ty.clone()));
        for (spot, ty) in collections.collect::<Vec<_>>() {
            if let Some(value) = self.get(spot) {
                self.set(spot, parts::canonical(value, &ty));
            }
        }
    }

    /// The value of a part of the input.
    fn get(&self, spot: Spot) -> Option<InputValue> {
        match spot {
            Spot::Part(whole, index) => {
                let whole = self.symbols.all.get(whole as usize)?.spot;
                let whole = self.get(whole)?;
                let part = whole.parts().get(index as usize).copied();
                part.cloned()
            }
            spot => get(&self.input, spot),
        }
    }

    fn set(&mut self, spot: Spot, value: InputValue) {
        match spot {
            Spot::Part(whole, index) => {
                let whole = self.symbols.all.get(whole as usize);
                let Some(whole) = whole.map(|whole| whole.spot) else {
                    return;
                };
                if let Some(mut collection) = self.get(whole)
                    && let Some(place) = parts::part_mut(&mut collection, index)
                {
                    *place = value;
                    self.set(whole, collection);
                }
            }
            spot => set(&mut self.input, spot, value),
        }
    }
}

/// The value of a part of an input.
#[must_use]
pub fn get(input: &Input, spot: Spot) -> Option<InputValue> {
    let value = match spot {
        Spot::Receiver => input.receiver.as_ref(),
        Spot::Arg(number) => input.args.get(number as usize),
        Spot::Static(field) => {
            let named = input.statics.iter().find(|(known, _)| *known == field);
            named.map(|(_, value)| value)
        }
        Spot::Field(id, field) => match input.object(id) {
            Some(InputObject::Object(_, fields)) => {
                let named = fields.iter().find(|(known, _)| *known == field);
                named.map(|(_, value)| value)
            }
            _ => None,
        },
        Spot::Element(id, index) => match input.object(id) {
            Some(InputObject::Array(_, elements)) => elements.get(index as usize),
            Some(InputObject::Text(units)) => {
                let unit = units.get(index as usize);
                return unit.map(|unit| InputValue::Int((*unit).into()));
            }
            Some(InputObject::Object(..)) | None => None,
        },
        Spot::Unknown(number) => {
            let unknown = input.unknowns.get(number as usize);
            unknown.map(|unknown| &unknown.value)
        }
        Spot::Length(_) | Spot::Part(..) => None,
    };
    value.cloned()
}

/// Sets a part of an input, if there is one.
pub fn set(input: &mut Input, spot: Spot, value: InputValue) {
    let place = match spot {
        Spot::Receiver => input.receiver.as_mut(),
        Spot::Arg(number) => input.args.get_mut(number as usize),
        Spot::Static(field) => {
            input.statics.retain(|(known, _)| *known != field);
            input.statics.push((field, value));
            input.statics.sort_by_key(|(field, _)| *field);
            return;
        }
        Spot::Field(id, field) => match input.objects.get_mut(id.0 as usize) {
            Some(InputObject::Object(_, fields)) => {
                let named = fields.iter_mut().find(|(known, _)| *known == field);
                named.map(|(_, value)| value)
            }
            _ => None,
        },
        Spot::Element(id, index) => match input.objects.get_mut(id.0 as usize) {
            Some(InputObject::Array(_, elements)) => elements.get_mut(index as usize),
            Some(InputObject::Text(units)) => {
                if let (Some(unit), InputValue::Int(n)) = (units.get_mut(index as usize), &value) {
                    *unit = u16::try_from(n).unwrap_or(*unit);
                }
                return;
            }
            Some(InputObject::Object(..)) | None => None,
        },
        Spot::Unknown(number) => {
            let unknown = input.unknowns.get_mut(number as usize);
            unknown.map(|unknown| &mut unknown.value)
        }
        Spot::Length(_) | Spot::Part(..) => None,
    };
    if let Some(place) = place {
        *place = value;
    }
}

/// The objects that can be reached, in order, with their distances from the named values.
fn reached(input: &Input) -> Vec<(InputId, u32)> {
    let statics = input.statics.iter().map(|(_, value)| value);
    let unknowns = input.unknowns.iter().map(|unknown| &unknown.value);
    let roots = input.receiver.iter().chain(&input.args);
    let roots = roots.chain(statics).chain(unknowns);
    let mut found: Vec<(InputId, u32)> = Vec::new();
    let mut known: FxHashSet<InputId> = FxHashSet::default();
    let mut add = |value: &InputValue, depth: u32, found: &mut Vec<(InputId, u32)>| {
        for id in parts::references(value) {
            if known.insert(id) {
                found.push((id, depth));
            }
        }
    };
    roots.for_each(|value| add(value, 1, &mut found));
    let mut next = 0;
    while let Some(&(id, depth)) = found.get(next) {
        next += 1;
        for value in input
            .object(id)
            .map(InputObject::values)
            .unwrap_or_default()
        {
            add(value, depth + 1, &mut found);
        }
    }
    found
}

/// The greatest distance of an object; a text is as near as what it belongs to.
fn deepest(input: &Input) -> u32 {
    let reached = reached(input).into_iter();
    let is_text = |id: InputId| matches!(input.object(id), Some(InputObject::Text(_)));
    let reached = reached.filter(|(id, _)| !is_text(*id));
    reached.map(|(_, depth)| depth).max().unwrap_or(0)
}

/// The input without objects that cannot be reached, the others numbered in order.
#[must_use]
pub fn normal(input: &Input) -> Input {
    let reached = reached(input);
    let numbers: FxHashMap<InputId, InputId> = reached
        .iter()
        .zip(0..)
        .map(|((old, _), new)| (*old, InputId(new)))
        .collect();
    let renamed = |value: &InputValue| parts::renamed(value, &numbers);
    let objects = reached.iter().filter_map(|(id, _)| input.object(*id));
    let objects = objects.map(|object| match object {
        InputObject::Object(class, fields) => {
            let fields = fields.iter().map(|(field, value)| (*field, renamed(value)));
            InputObject::Object(*class, fields.collect())
        }
        InputObject::Array(elem, elements) => {
            InputObject::Array(elem.clone(), elements.iter().map(renamed).collect())
        }
        InputObject::Text(text) => InputObject::Text(text.clone()),
    });
    Input {
        receiver: input.receiver.as_ref().map(renamed),
        args: input.args.iter().map(renamed).collect(),
        statics: input
            .statics
            .iter()
            .map(|(field, value)| (*field, renamed(value)))
            .collect(),
        objects: objects.collect(),
        unknowns: input
            .unknowns
            .iter()
            .map(|unknown| InputUnknown {
                value: renamed(&unknown.value),
                ..unknown.clone()
            })
            .collect(),
    }
}
