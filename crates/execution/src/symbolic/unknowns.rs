//! Values that nobody knows: a symbol for each execution of a place, or what the user gives.

use super::input::{Given, Symbols};
use super::{Symbolic, Value};
use crate::code::UnknownSite;
use crate::domain::{Interrupt, Outcome};
use crate::input::{InputUnknown, InputValue};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use veriframe_logic::{Sort, Term};

/// The values that nobody knows, of one path.
#[derive(Clone, Debug, Default)]
pub(super) struct Unknowns {
    /// What the user gives, by name.
    given: Rc<BTreeMap<String, Given>>,
    /// The symbols that the user has named. Paths share them.
    symbols: Rc<RefCell<Symbols>>,
    /// The other symbols, by name. Paths share them, so that a name is one symbol.
    made: Rc<RefCell<BTreeMap<String, Term>>>,
    /// Those that the path has taken, in order; without what they are in a model.
    taken: Rc<Vec<(InputUnknown, Term)>>,
}

impl Symbolic<'_> {
    /// Gives values that nobody knows, by name, and the symbols that these values can mention.
    pub fn give_unknowns(&mut self, given: BTreeMap<String, Given>, symbols: Symbols) {
        self.unknowns.given = Rc::new(given);
        self.unknowns.symbols = Rc::new(RefCell::new(symbols));
    }

    /// The values that the path has taken, without what they are in a model.
    pub(super) fn unknowns(&self) -> &[(InputUnknown, Term)] {
        &self.unknowns.taken
    }

    /// The value of the next execution of a place.
    pub(super) fn next_unknown(&mut self, site: &UnknownSite) -> Outcome<Value, Term> {
        let before = self.unknowns.taken.iter();
        let before = before.filter(|(unknown, _)| unknown.label == site.label);
        let unknown = InputUnknown {
            label: site.label.clone(),
            nth: u32::try_from(before.count()).map_or(u32::MAX, |count| count.saturating_add(1)),
            ty: site.ty.clone(),
            value: InputValue::default(),
        };
        let name = unknown.name();
        let given = self.unknowns.given.get(&name).cloned();
        let (value, term) = match given {
            Some(given) => {
                let shared = self.unknowns.symbols.clone();
                let mut symbols = shared.borrow_mut();
                let value = self.declare(&given, &site.ty, &mut symbols);
                // Another path may have declared them.
                for (t, ty) in symbols.values() {
                    self.assume_type(*t, ty);
                }
                let value = value.and_then(|()| self.given(&given, &site.ty, &symbols));
                let value = value.map_err(|error| Interrupt::Unsupported(error.0))?;
                let term = self.term(&value);
                (value, term)
            }
            None => {
                let known = self.unknowns.made.borrow().get(&name).copied();
                let term = match known {
                    Some(term) => {
                        self.assume_type(term, &site.ty);
                        term
                    }
                    None => {
                        let symbol = self.symbol(&name, &site.ty);
                        let term = self.term(&symbol);
                        self.unknowns.made.borrow_mut().insert(name, term);
                        term
                    }
                };
                match self.sort(term) {
                    Sort::Ref => (Value::of(self.adopt(term, &site.ty)), term),
                    _ => (Value::of(term), term),
                }
            }
        };
        Rc::make_mut(&mut self.unknowns.taken).push((unknown, term));
        Ok(value)
    }
}
