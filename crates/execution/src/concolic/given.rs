//! Values of the input with their symbols. A collection has one for its size and one for each of its
//! elements; how many there are is decided where it is read first.

use super::cells::{Given, Symbolic};
use super::symbols::{Spot, Symbols, part_type};
use super::{Concolic, Formulas, Mixed, Result1, mixed, plain, static_cell};
use crate::compile::fields_of;
use crate::concrete::input::{Realised, realised};
use crate::concrete::value::Value;
use crate::domain::Domain;
use crate::input::{Input, InputId, InputObject, InputValue};
use crate::permission::Location;
use std::rc::Rc;
use veriframe_ir::{FieldId, Type, ids};
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
    if let InputValue::Object(id) = source.value {
        symbols.refers(term, *id);
    }
    if !source.ty.is_collection() {
        return Some(Symbolic::Term(term));
    }
    let whole = symbols.number(term)?;
    let values = source.value.parts();
    let count = if source.ty.entry().is_some() {
        values.len() / 2
    } else {
        values.len()
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

impl<'p> Concolic<'p> {
    /// Makes the objects of an input, with a symbol for each value in it, and returns receiver and
    /// parameters. A receiver that has a symbol can be one of the other references.
    ///
    /// # Errors
    /// If the heap would exceed its bound.
    pub fn realise(
        &mut self,
        input: &Input,
        receiver: Option<&Type>,
        params: &[Type],
    ) -> Result1<(Option<Mixed>, Vec<Mixed>)> {
        let made = self.concrete.realise(input, params)?;
        self.objects = made.objects.clone().into();
        let formulas = self.formulas.clone();
        let args = {
            let Formulas { terms, symbols } = &mut *formulas.borrow_mut();
            self.add_symbols(input, params, &made, terms, symbols)?
        };
        let this = made.receiver.clone().map(|concrete| Mixed {
            concrete,
            term: receiver.and_then(|ty| {
                let Formulas { terms, symbols } = &mut *formulas.borrow_mut();
                symbols.add(terms, Spot::Receiver, ty)
            }),
            parts: None,
        });
        let args = made.args.iter().zip(args);
        let args = args.map(|(concrete, known)| self.known(concrete.clone(), known));
        Ok((this, args.collect()))
    }

    /// Makes the symbols of parameters, static fields and objects. Returns those of parameters.
    fn add_symbols(
        &mut self,
        input: &Input,
        params: &[Type],
        made: &Realised,
        terms: &mut Terms,
        symbols: &mut Symbols<'p>,
    ) -> Result1<Vec<Option<Symbolic>>> {
        let objects = &made.objects;
        let none = InputValue::Empty;
        let args = input.args.iter().zip(params).zip(0..);
        let args = args.map(|((value, ty), number)| {
            let source = Source { ty, value, objects };
            symbolic(terms, symbols, Spot::Arg(number), source)
        });
        let args = args.collect();
        for field in ids::<FieldId>(self.program.fields.len()) {
            let info = self.program.field(field);
            if info.is_static {
                let named = input.statics.iter().find(|(known, _)| *known == field);
                let source = Source {
                    ty: &info.ty,
                    value: named.map_or(&none, |(_, value)| value),
                    objects,
                };
                // What initialisers make of a collection is no input.
                if named.is_some() || !info.ty.is_collection() {
                    let known = symbolic(terms, symbols, Spot::Static(field), source);
                    self.cells.write(static_cell(field), known);
                }
            }
        }
        self.add_objects(input, made, terms, symbols)?;
        Ok(args)
    }

    fn add_objects(
        &mut self,
        input: &Input,
        made: &Realised,
        terms: &mut Terms,
        symbols: &mut Symbols<'p>,
    ) -> Result1<()> {
        let objects = &made.objects;
        let numbered = ids_of_objects(input).zip(&input.objects);
        for ((id, object), made) in numbered.zip(objects) {
            let Value::Ref(number) = made else { continue };
            match object {
                InputObject::Object(class, values) => {
                    for field in fields_of(self.program, *class) {
                        let ty = &self.program.field(field).ty;
                        let default = InputValue::default_of(ty);
                        let value = values.iter().find(|(known, _)| *known == field);
                        let value = value.map_or(&default, |(_, value)| value);
                        let source = Source { ty, value, objects };
                        let known = symbolic(terms, symbols, Spot::Field(id, field), source);
                        let cell = self.concrete.field_location(made, field)?;
                        self.cells.write(cell, known);
                    }
                }
                InputObject::Array(elem, elements) => {
                    for (index, value) in (0u32..).zip(elements) {
                        let ty = elem;
                        let source = Source { ty, value, objects };
                        let known = symbolic(terms, symbols, Spot::Element(id, index), source);
                        let cell = Location {
                            object: *number,
                            part: index,
                        };
                        self.cells.write(cell, known);
                    }
                    let length = symbols.add(terms, Spot::Length(id), &Type::Int);
                    self.lengths.extend(length.map(|term| (*number, term)));
                }
                InputObject::Text(units) => symbols.add_text(terms, id, units.len()),
            }
        }
        Ok(())
    }

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

/// The numbers of the objects of an input.
fn ids_of_objects(input: &Input) -> impl Iterator<Item = InputId> {
    let count = u32::try_from(input.objects.len()).unwrap_or(u32::MAX);
    (0..count).map(InputId)
}
