//! Values that nobody knows: those that the input gives, by place and execution.

use super::Concrete;
use super::input::realised;
use super::value::Value;
use crate::code::UnknownSite;
use crate::domain::{Interrupt, Outcome};
use crate::input::{Input, InputUnknown, InputValue};
use rustc_hash::FxHashMap;
use std::convert::Infallible;

/// The values that nobody knows, and those of them that the run has taken.
#[derive(Clone, Debug, Default)]
pub struct Unknowns {
    given: FxHashMap<(String, u32), (InputUnknown, Value)>,
    /// By place: how often it was executed.
    counts: FxHashMap<String, u32>,
    taken: Vec<InputUnknown>,
    /// Whether what is not given has the default value of its type.
    has_defaults: bool,
    /// The name of the value that was missing.
    missing: Option<String>,
}

impl Unknowns {
    /// Those that the run has taken, in this order.
    #[must_use]
    pub fn taken(&self) -> &[InputUnknown] {
        &self.taken
    }

    /// The name of the value that ended the run, because nothing gave it.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }
}

impl Concrete<'_> {
    /// The values that nobody knows.
    #[must_use]
    pub fn unknowns(&self) -> &Unknowns {
        &self.unknowns
    }

    /// Says whether values that are not given are the default ones of their types.
    pub fn default_unknowns(&mut self, has_defaults: bool) {
        self.unknowns.has_defaults = has_defaults;
    }

    /// Gives the values that nobody knows what an input says, whose objects these are; others have the
    /// default values of their types.
    pub(super) fn give_unknowns(&mut self, input: &Input, objects: &[Value]) {
        let given = input.unknowns.iter().map(|unknown| {
            let value = realised(&unknown.value, &unknown.ty, objects);
            let key = (unknown.label.clone(), unknown.nth);
            (key, (unknown.clone(), value))
        });
        self.unknowns = Unknowns {
            given: given.collect(),
            has_defaults: true,
            ..Unknowns::default()
        };
    }

    /// A value that nobody knows, of the next execution of a place.
    pub(super) fn next_unknown(&mut self, site: &UnknownSite) -> Outcome<Value, Infallible> {
        let unknowns = &mut self.unknowns;
        let count = unknowns.counts.entry(site.label.clone()).or_default();
        *count += 1;
        let key = (site.label.clone(), *count);
        if let Some((unknown, value)) = unknowns.given.get(&key)
            && unknown.ty == site.ty
        {
            unknowns.taken.push(unknown.clone());
            return Ok(value.clone());
        }
        let unknown = InputUnknown {
            label: key.0,
            nth: key.1,
            ty: site.ty.clone(),
            value: InputValue::default_of(&site.ty),
        };
        if !unknowns.has_defaults {
            let name = unknown.name();
            unknowns.missing = Some(name.clone());
            return Err(Interrupt::Unsupported(format!("the value `{name}`")));
        }
        let value = realised(&unknown.value, &unknown.ty, &[]);
        unknowns.taken.push(unknown);
        Ok(value)
    }
}
