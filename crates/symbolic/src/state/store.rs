//! Persistent stores: the values of a member's variables, numbered from 0.
//!
//! A store is a tree of which copies share what they do not change. So a copy takes constant
//! time, and two stores with a common origin are compared in proportion to their changes.

use std::rc::Rc;
use veriframe_logic::Term;

/// The number of children of a node, as a power of two.
const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

/// The values of variables.
#[derive(Clone, Debug, Default)]
pub struct Store {
    root: Child,
    /// The number of levels of inner nodes.
    depth: u32,
    /// The number of variables.
    count: usize,
}

/// A subtree; `None` if no variable in it has a value.
type Child = Option<Rc<Node>>;

#[derive(Clone, Debug)]
enum Node {
    Inner([Child; WIDTH]),
    Leaf([Option<Term>; WIDTH]),
}

/// The child on a level that contains the variable.
fn slot(variable: usize, level: u32) -> usize {
    (variable >> (BITS * level)) % WIDTH
}

impl Store {
    /// A store of `count` variables without values.
    #[must_use]
    pub fn new(count: usize) -> Store {
        let mut depth = 0;
        while count > WIDTH << (BITS * depth) {
            depth += 1;
        }
        Store {
            root: None,
            depth,
            count,
        }
    }

    /// The value of a variable.
    #[must_use]
    pub fn get(&self, variable: usize) -> Option<Term> {
        let mut node = self.root.as_ref().filter(|_| variable < self.count)?;
        let mut level = self.depth;
        loop {
            match &**node {
                Node::Inner(children) => node = children.get(slot(variable, level))?.as_ref()?,
                Node::Leaf(values) => return values.get(slot(variable, 0)).copied()?,
            }
            level = level.saturating_sub(1);
        }
    }

    /// Sets or removes the value of a variable.
    pub fn set(&mut self, variable: usize, value: Option<Term>) {
        if variable < self.count {
            set(&mut self.root, self.depth, variable, value);
        }
    }

    /// The variables whose values differ in another store of the same size, ascending.
    #[must_use]
    pub fn differing(&self, other: &Store) -> Vec<usize> {
        let mut found = Vec::new();
        if self.count == other.count {
            differing(&self.root, &other.root, 0, &mut found);
        }
        found
    }
}

fn set(child: &mut Child, level: u32, variable: usize, value: Option<Term>) {
    let new = || match level {
        0 => Rc::new(Node::Leaf([None; WIDTH])),
        _ => Rc::new(Node::Inner([const { None }; WIDTH])),
    };
    match Rc::make_mut(child.get_or_insert_with(new)) {
        Node::Inner(children) => {
            if let Some(child) = children.get_mut(slot(variable, level)) {
                set(child, level - 1, variable, value);
            }
        }
        Node::Leaf(values) => {
            if let Some(slot) = values.get_mut(slot(variable, 0)) {
                *slot = value;
            }
        }
    }
}

/// Adds the variables with different values in two subtrees of one level; `first` is the first
/// variable of the subtrees in units of their size.
fn differing(one: &Child, other: &Child, first: usize, found: &mut Vec<usize>) {
    let shared = match (one, other) {
        (Some(one), Some(other)) => Rc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    if shared {
        return;
    }
    let children = |child: &Child, slot: usize| match child.as_deref() {
        Some(Node::Inner(children)) => children.get(slot).cloned().flatten(),
        _ => None,
    };
    let value = |child: &Child, slot: usize| match child.as_deref() {
        Some(Node::Leaf(values)) => values.get(slot).copied().flatten(),
        _ => None,
    };
    let is_leaf = [one, other]
        .into_iter()
        .flatten()
        .any(|node| matches!(**node, Node::Leaf(_)));
    for slot in 0..WIDTH {
        let at = first * WIDTH + slot;
        if !is_leaf {
            differing(&children(one, slot), &children(other, slot), at, found);
        } else if value(one, slot) != value(other, slot) {
            found.push(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use veriframe_logic::Terms;

    #[test]
    fn a_store_keeps_the_values_of_all_variables() {
        let mut terms = Terms::default();
        for count in [0, 1, 16, 17, 256, 257, 5000] {
            let mut store = Store::new(count);
            for variable in 0..count + 1 {
                assert_eq!(store.get(variable), None);
                store.set(variable, Some(terms.int(variable)));
            }
            for variable in 0..count {
                assert_eq!(store.get(variable), Some(terms.int(variable)), "{count}");
            }
            assert_eq!(store.get(count), None);
        }
    }

    #[test]
    fn stores_differ_in_what_was_set() {
        let mut terms = Terms::default();
        let one = terms.int(1);
        let mut store = Store::new(1000);
        store.set(500, Some(one));
        let mut copy = store.clone();
        assert_eq!(store.differing(&copy), [0; 0]);
        copy.set(3, Some(one));
        copy.set(500, None);
        copy.set(999, Some(one));
        copy.set(4, None);
        assert_eq!(store.differing(&copy), [3, 500, 999]);
        assert_eq!(copy.differing(&store), [3, 500, 999]);
        assert_eq!(store.get(3), None);
        store.set(3, Some(one));
        assert_eq!(store.differing(&copy), [500, 999]);
    }

    /// The nodes of a subtree that another one does not share.
    fn own_nodes(one: &Child, other: &Child) -> usize {
        let Some(node) = one else { return 0 };
        if other.as_ref().is_some_and(|other| Rc::ptr_eq(node, other)) {
            return 0;
        }
        let Node::Inner(children) = &**node else {
            return 1;
        };
        let theirs = |slot: usize| match other.as_deref() {
            Some(Node::Inner(children)) => children.get(slot).cloned().flatten(),
            _ => None,
        };
        let children = children.iter().enumerate();
        1 + children
            .map(|(slot, child)| own_nodes(child, &theirs(slot)))
            .sum::<usize>()
    }

    /// The comparison of stores visits only what they do not share.
    #[test]
    fn a_copy_shares_what_it_does_not_change() {
        let mut terms = Terms::default();
        let mut store = Store::new(20_000);
        for variable in 0..20_000 {
            store.set(variable, Some(terms.int(variable)));
        }
        let mut copy = store.clone();
        assert_eq!(own_nodes(&copy.root, &store.root), 0);
        copy.set(12_345, None);
        assert_eq!(own_nodes(&copy.root, &store.root), 4);
    }
}
