//! The parts of a state as variables that expand: objects to their fields, arrays to elements.

use super::protocol::Variable;
use crate::trace::StateView;
use std::collections::BTreeMap;

/// The variables of a state: the scopes first, then the objects and arrays in them.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    lists: Vec<Vec<Variable>>,
}

/// The scopes, in the order of their references, which count from 1.
pub const SCOPES: [&str; 5] = ["Heap", "Old heap", "Store", "Path condition", "Queries"];

impl Variables {
    /// The variables of a state.
    pub fn new(view: &StateView, queries: Vec<(String, String)>) -> Variables {
        let mut variables = Variables {
            lists: vec![Vec::new(); SCOPES.len()],
        };
        let objects = variables.heap(0, &view.heap);
        variables.heap(1, &view.old);
        let mut store = Vec::new();
        for (name, value) in &view.store {
            let reference = objects.get(value).copied();
            let reference = reference.unwrap_or_else(|| variables.elements(value));
            store.push(variable(name, value, reference));
        }
        variables.set(2, store);
        let numbered = |texts: Vec<String>| {
            let texts = texts.into_iter().enumerate();
            let texts = texts.map(|(at, text)| variable(&(at + 1).to_string(), &text, 0));
            texts.collect::<Vec<_>>()
        };
        variables.set(3, numbered(view.path.clone()));
        let queries = queries
            .iter()
            .map(|(goal, answer)| variable(goal, answer, 0));
        variables.set(4, queries.collect());
        variables
    }

    /// The variables of a reference; `None` if there is no such reference.
    #[must_use]
    pub fn of(&self, reference: usize) -> Option<&[Variable]> {
        self.lists.get(reference.checked_sub(1)?).map(Vec::as_slice)
    }

    fn set(&mut self, at: usize, list: Vec<Variable>) {
        if let Some(place) = self.lists.get_mut(at) {
            *place = list;
        }
    }

    fn add(&mut self, list: Vec<Variable>) -> usize {
        self.lists.push(list);
        self.lists.len()
    }

    /// The objects of a heap with their locations; the references of objects by name.
    fn heap(&mut self, scope: usize, lines: &[String]) -> BTreeMap<String, usize> {
        let mut objects: BTreeMap<String, usize> = BTreeMap::new();
        let mut order: Vec<String> = Vec::new();
        let mut parts: Vec<(String, String, String)> = Vec::new();
        let mut plain = Vec::new();
        for line in lines {
            let (place, value) = line.split_once(" ↦ ").unwrap_or((line.as_str(), ""));
            match object_and_part(place) {
                Some((object, part)) => {
                    if !objects.contains_key(object) {
                        let reference = self.add(Vec::new());
                        objects.insert(object.to_owned(), reference);
                        order.push(object.to_owned());
                    }
                    parts.push((object.to_owned(), part.to_owned(), value.to_owned()));
                }
                None => plain.push((place.to_owned(), value.to_owned())),
            }
        }
        for (object, part, value) in &parts {
            let reference = objects.get(value).copied();
            let reference = reference.unwrap_or_else(|| self.elements(value));
            if let Some(list) = objects
                .get(object)
                .and_then(|own| self.lists.get_mut(own - 1))
            {
                list.push(variable(part, value, reference));
            }
        }
        let mut top = Vec::new();
        for (place, value) in plain {
            let reference = self.elements(&value);
            // A line that is the class of an object whose fields are listed, too.
            let own = objects.get(&place).copied().unwrap_or(reference);
            top.push(variable(&place, &value, own));
        }
        for object in order {
            if top.iter().any(|known: &Variable| known.name == object) {
                continue;
            }
            let reference = objects.get(&object).copied().unwrap_or_default();
            top.push(variable(&object, "", reference));
        }
        self.set(scope, top);
        objects
    }

    /// The elements of a value that is a list, or 0.
    fn elements(&mut self, value: &str) -> usize {
        let inner = value
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let Some(inner) = inner.filter(|inner| !inner.is_empty()) else {
            return 0;
        };
        let mut list = Vec::new();
        let (mut depth, mut start) = (0i32, 0);
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '[' | '(' => depth += 1,
                ']' | ')' => depth -= 1,
                ',' if depth <= 0 => {
                    let element = inner.get(start..at).unwrap_or_default().trim();
                    list.push(variable(&format!("[{}]", list.len()), element, 0));
                    start = at + 1;
                }
                _ => {}
            }
        }
        self.add(list)
    }
}

fn variable(name: &str, value: &str, variables_reference: usize) -> Variable {
    Variable {
        name: name.to_owned(),
        value: value.to_owned(),
        variables_reference,
    }
}

/// `o.f` as object and part; arguments and indices belong to the part.
fn object_and_part(place: &str) -> Option<(&str, &str)> {
    let end = place.find(['(', '[', ' ']).unwrap_or(place.len());
    let head = place.get(..end)?;
    let dot = head.rfind('.')?;
    let (object, part) = (place.get(..dot)?, place.get(dot + 1..)?);
    (!object.is_empty() && !part.is_empty()).then_some((object, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_expand_to_fields_and_arrays_to_elements() {
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        let view = StateView {
            heap: lines(&["c.next ↦ d", "d.x ↦ 1", "c.valid(a.b)", "a ↦ [1, f(2, 3)]"]),
            old: Vec::new(),
            store: vec![("v".to_owned(), "c".to_owned())],
            path: lines(&["x > 0"]),
        };
        let variables = Variables::new(&view, Vec::new());
        let names = |reference| {
            let list = variables.of(reference).unwrap().iter();
            list.map(|v| (v.name.as_str(), v.value.as_str()))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(1), [("a", "[1, f(2, 3)]"), ("c", ""), ("d", "")]);
        let of =
            |reference: usize, at: usize| variables.of(reference).unwrap()[at].variables_reference;
        assert_eq!(names(of(1, 0)), [("[0]", "1"), ("[1]", "f(2, 3)")]);
        let c = of(1, 1);
        assert_eq!(names(c), [("next", "d"), ("valid(a.b)", "")]);
        assert_eq!(of(c, 0), of(1, 2));
        assert_eq!(of(3, 0), c);
        assert_eq!(names(4), [("1", "x > 0")]);
        assert_eq!(variables.of(99), None);
        assert_eq!(variables.of(0), None);
    }
}
