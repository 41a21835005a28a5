//! Values that nobody knows: those that the input gives, by place and execution.

use super::Concrete;
use super::input::realised;
use super::value::Value;
use crate::code::{Reading, UnknownSite};
use crate::domain::{Interrupt, Outcome};
use crate::input::{Input, InputUnknown, InputValue};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use veriframe_ir::Type;

/// The values that nobody knows, and those of them that the run has taken.
#[derive(Clone, Debug, Default)]
pub struct Unknowns {
    given: FxHashMap<(String, u32), (InputUnknown, Value)>,
    /// By place: how often it was executed.
    counts: FxHashMap<String, u32>,
    taken: Vec<InputUnknown>,
    /// Whether what is not given has the default value of its type.
    has_defaults: bool,
    /// What was missing.
    missing: Option<Missing>,
    /// What was read for what was missing.
    read: Option<Value>,
}

/// A value that nothing gave.
#[derive(Clone, Debug)]
pub struct Missing {
    /// Its name: `x@17#2`.
    pub name: String,
    /// Where it is one.
    pub site: UnknownSite,
}

/// A value that a run reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// A number.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// A text.
    Text(String),
}

impl Unknowns {
    /// Those that the run has taken, in this order.
    #[must_use]
    pub fn taken(&self) -> &[InputUnknown] {
        &self.taken
    }

    /// The value that ended the run, because nothing gave it.
    #[must_use]
    pub fn missing(&self) -> Option<&Missing> {
        self.missing.as_ref()
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

    /// Gives the value that was missing, so that the run can go on.
    pub(crate) fn give_missing(&mut self, word: &Word) {
        let value = match word {
            Word::Int(n) => Value::int(n.clone()),
            Word::Bool(b) => Value::Bool(*b),
            Word::Text(text) => self.text(text.encode_utf16().collect()),
        };
        self.unknowns.missing = None;
        self.unknowns.read = Some(value);
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

    /// A text that the run reads.
    pub(super) fn read_text(&mut self, is_line: bool) -> Outcome<Value, Infallible> {
        let unknowns = &mut self.unknowns;
        if let Some(value) = unknowns.read.take() {
            return Ok(value);
        }
        let (name, reading) = if is_line {
            ("line", Reading::Line)
        } else {
            ("word", Reading::Word)
        };
        if !unknowns.has_defaults {
            unknowns.missing = Some(Missing {
                name: name.to_owned(),
                site: UnknownSite {
                    label: name.to_owned(),
                    ty: (self.program.text_class()).map_or(Type::Object, Type::Class),
                    reading,
                },
            });
        }
        Err(Interrupt::Unsupported(format!("a {name} that is read")))
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
        if let Some(value) = unknowns.read.take() {
            return Ok(value);
        }
        if !unknowns.has_defaults {
            let name = unknown.name();
            let what = format!("the value `{name}`");
            // The step is repeated if the value is given.
            *count -= 1;
            let site = site.clone();
            unknowns.missing = Some(Missing { name, site });
            return Err(Interrupt::Unsupported(what));
        }
        let value = realised(&unknown.value, &unknown.ty, &[]);
        unknowns.taken.push(unknown);
        Ok(value)
    }
}
