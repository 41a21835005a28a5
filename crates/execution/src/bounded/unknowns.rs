//! Values that nobody knows: each execution of a place has one of its own. How often the place was
//! executed is state of the path, so that paths that are merged go on with the right one.

use super::heap::Object;
use super::initial::Extent;
use super::value::{ObjectId, Value, choose};
use super::{Bounded, Result, unsupported};
use crate::code::UnknownSite;
use crate::input::{InputUnknown, InputValue};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_logic::bits::Formulas;

/// The values that nobody knows, of all paths.
#[derive(Debug, Default)]
pub(super) struct Unknowns {
    /// The places, each with its values by execution.
    sites: Vec<(UnknownSite, Vec<Value>)>,
    /// The objects of the initial states.
    pub(super) objects: BTreeMap<ObjectId, Object>,
    pub(super) extent: Extent,
    /// What is left out.
    pub(super) restrictions: BTreeSet<String>,
}

/// The number of the static cell that counts the executions of a place.
fn counter(site: usize) -> u32 {
    u32::MAX - u32::try_from(site).unwrap_or(u32::MAX)
}

impl Bounded<'_> {
    /// Begins with no execution of these places, and these objects of the initial states.
    pub(super) fn begin_unknowns(
        &mut self,
        sites: &[UnknownSite],
        objects: BTreeMap<ObjectId, Object>,
        extent: Extent,
    ) {
        for number in 0..sites.len() {
            let none = Value::Int(self.formulas().int(0));
            let heap = Rc::make_mut(&mut self.heap);
            heap.statics.insert(counter(number), none);
        }
        *self.shared.unknowns.borrow_mut() = Unknowns {
            sites: sites
                .iter()
                .map(|site| (site.clone(), Vec::new()))
                .collect(),
            objects,
            extent,
            restrictions: BTreeSet::new(),
        };
    }

    /// The values, without what they are in a model.
    pub(super) fn unknown_values(&self) -> Vec<(InputUnknown, Value)> {
        let unknowns = self.shared.unknowns.borrow();
        let mut found = Vec::new();
        for (site, values) in &unknowns.sites {
            for (nth, value) in (1..).zip(values) {
                let unknown = InputUnknown {
                    label: site.label.clone(),
                    nth,
                    ty: site.ty.clone(),
                    value: InputValue::default(),
                };
                found.push((unknown, value.clone()));
            }
        }
        found
    }

    /// What is left out of values that nobody knows.
    #[must_use]
    pub fn restrictions(&self) -> Vec<String> {
        let unknowns = self.shared.unknowns.borrow();
        unknowns.restrictions.iter().cloned().collect()
    }

    /// The value of the next execution of a place.
    pub(super) fn next_unknown(&mut self, site: &UnknownSite) -> Result<Value> {
        let number = {
            let unknowns = self.shared.unknowns.borrow();
            unknowns.sites.iter().position(|(known, _)| known == site)
        };
        let Some(number) = number else {
            return unsupported("a value that nobody knows before the first state");
        };
        let Some(Value::Int(count)) = self.heap.statics.get(&counter(number)).cloned() else {
            return unsupported("a value that nobody knows before the first state");
        };
        self.leave_out_made(site);
        let known = self.executions(number);
        let mut value: Option<Value> = None;
        for nth in 0..=known {
            let is_it = {
                let f = &mut *self.formulas();
                let nth = f.int(nth);
                f.eq(count, nth)
            };
            if is_it == Formulas::FALSE {
                continue;
            }
            let own = match self.known_value(number, nth) {
                Some(own) => own,
                None => match self.new_unknown(&site.ty) {
                    Ok(new) => {
                        let sites = &mut self.shared.unknowns.borrow_mut().sites;
                        if let Some((_, values)) = sites.get_mut(number) {
                            values.push(new.clone());
                        }
                        new
                    }
                    Err(why) => return unsupported(&why),
                },
            };
            value = Some(match value {
                None => own,
                Some(other) => choose(&mut self.formulas(), is_it, &own, &other),
            });
        }
        let Some(value) = value else {
            return unsupported("a value that nobody knows");
        };
        let next = {
            let f = &mut *self.formulas();
            let one = f.int(1);
            Value::Int(f.add(count, one))
        };
        Rc::make_mut(&mut self.heap)
            .statics
            .insert(counter(number), next);
        Ok(value)
    }

    /// How often a place was executed at most.
    fn executions(&self, site: usize) -> usize {
        let unknowns = self.shared.unknowns.borrow();
        let found = unknowns.sites.get(site);
        found.map_or(0, |(_, values)| values.len())
    }

    /// The value of an execution of a place that some path had already.
    fn known_value(&self, site: usize, nth: usize) -> Option<Value> {
        let unknowns = self.shared.unknowns.borrow();
        unknowns.sites.get(site)?.1.get(nth).cloned()
    }

    /// Notes that objects that the path has made are left out, if the value could refer to one.
    fn leave_out_made(&mut self, site: &UnknownSite) {
        let program = self.shared.program;
        let uniques = program.uniques.len();
        let mut unknowns = self.shared.unknowns.borrow_mut();
        let is_made = |id: &ObjectId| {
            !unknowns.objects.contains_key(id)
                && usize::try_from(*id).is_ok_and(|number| number > uniques)
        };
        let mut made = self.heap.objects.iter().filter(|(id, _)| is_made(id));
        if made.any(|(_, object)| object.shape.fits(&site.ty, program)) {
            let label = &site.label;
            let text = format!("values of `{label}` are null, or objects of the input");
            unknowns.restrictions.insert(text);
        }
    }
}
