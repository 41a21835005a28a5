//! Values of the input with their symbols. A collection has one for its size and one for each of its
//! elements; how many there are is decided where it is read first.

use super::cells::{Given, Symbolic};
use super::symbols::{Spot, Symbols, part_type};
use super::{Concolic, Mixed, Result1, mixed, plain};
use crate::concrete::input::realised;
use crate::concrete::value::Value;
use crate::domain::Domain;
use crate::input::InputValue;
use std::rc::Rc;
use veriframe_ir::Type;
use veriframe_logic::Terms;

/// A value of the input.
#[derive(Clone, Copy)]
pub(super) struct Source<'i> {
    pub(super) ty: &'i Type,
    pub(super) value: &'i InputValue,
    /// The objects of the input.
    pub(super) objects: &'i [Value],
}

/// The symbols of a value of the input.
pub(super) fn symbolic(
    terms: &mut Terms,
    symbols: &mut Symbols<'_>,
    spot: Spot,
    source: Source<'_>,
) -> Option<Symbolic> {
    let term = symbols.add(terms, spot, source.ty)?;
    if !source.ty.is_collection() {
        return Some(Symbolic::Term(term));
    }
    let whole = symbols.number(term)?;
    let values = source.value.parts();
    let count = match source.ty {
        Type::Map(..) => values.len() / 2,
        _ => values.len(),
    };
    let mut sizes = vec![(term, i64::try_from(count).ok()?)];
    let mut parts = Vec::new();
    for (index, value) in (0..).zip(values) {
        let part = Source {
            ty: part_type(source.ty, index)?,
            value,
            ..source
        };
        let concrete = realised(value, part.ty, source.objects);
        parts.push(
            match symbolic(terms, symbols, Spot::Part(whole, index), part) {
                None => plain(concrete),
                Some(Symbolic::Term(term)) => mixed(concrete, Some(term)),
                Some(Symbolic::Parts(parts)) => with_parts(concrete, parts),
                Some(Symbolic::Given(given)) => {
                    sizes.extend(given.sizes.iter().copied());
                    with_parts(concrete, given.parts.clone())
                }
            },
        );
    }
    let parts = parts.into();
    Some(Symbolic::Given(Rc::new(Given { sizes, parts })))
}

/// A collection with these elements.
fn with_parts(concrete: Value, parts: Rc<[Mixed]>) -> Mixed {
    Mixed {
        concrete,
        term: None,
        parts: Some(parts).filter(|parts| !parts.is_empty()),
    }
}

impl Concolic<'_> {
    /// A value with what is known of it. Of a collection of the input, its size is decided.
    pub(super) fn known(&mut self, concrete: Value, known: Option<Symbolic>) -> Mixed {
        match known {
            None => plain(concrete),
            Some(Symbolic::Term(term)) => mixed(concrete, Some(term)),
            Some(Symbolic::Parts(parts)) => with_parts(concrete, parts),
            Some(Symbolic::Given(given)) => {
                for (size, count) in &given.sizes {
                    if self.sized.insert(*size) {
                        self.fix(&mixed(Value::Int(*count), Some(*size)));
                    }
                }
                with_parts(concrete, given.parts.clone())
            }
        }
    }

    /// The elements of a set, a multiset or a map's domain in the order of their values, each with
    /// what is known of it.
    pub(super) fn enumerated_parts(&mut self, collection: &Mixed) -> Result1<Mixed> {
        let concrete = self.concrete.enumerated(&collection.concrete)?;
        let Some(parts) = &collection.parts else {
            return Ok(plain(concrete));
        };
        let step = match collection.concrete {
            Value::Map(_) => 2,
            _ => 1,
        };
        let known: Vec<&Mixed> = parts.iter().step_by(step).collect();
        let elements = concrete.seq().iter().map(|element| {
            let same = known.iter().find(|part| part.concrete == *element);
            same.map_or_else(|| plain(element.clone()), |part| (*part).clone())
        });
        let elements: Vec<Mixed> = elements.collect();
        // Which elements of the input are equal is not decided here.
        if elements.len() != known.len() {
            self.is_opaque.set(true);
        }
        Ok(with_parts(concrete, elements.into()))
    }
}
