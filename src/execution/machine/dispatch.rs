//! Dynamic dispatch of mutators and lemmas.

use crate::ir::dispatch::{Name, Visible};
use crate::ir::hierarchy::visible_methods;
use crate::ir::{ClassId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The methods that objects of each class have.
#[derive(Debug)]
pub(super) struct Methods {
    visible: BTreeMap<Name, Visible<MethodId>>,
    /// The names that several classes declare.
    shared: FxHashSet<String>,
    /// By called method and class: the method that is executed.
    found: FxHashMap<(MethodId, ClassId), MethodId>,
}

impl Methods {
    pub(super) fn new(program: &Program) -> Methods {
        let visible = visible_methods(program);
        let shared = visible
            .iter()
            .filter(|(_, declared)| declared.stored().nth(1).is_some());
        let shared = shared.map(|((name, _), _)| name.clone()).collect();
        Methods {
            visible,
            shared,
            found: FxHashMap::default(),
        }
    }

    /// The method that a call of this one executes on objects of a class.
    pub(super) fn executed(
        &mut self,
        program: &Program,
        called: MethodId,
        class: ClassId,
    ) -> MethodId {
        if let Some(&found) = self.found.get(&(called, class)) {
            return found;
        }
        let method = program.method(called);
        let name = (method.name.clone(), method.vars.signature());
        let visible = self
            .visible
            .get(&name)
            .filter(|_| self.shared.contains(&name.0));
        let order = program.hierarchy.order();
        let seen = visible.and_then(|visible| visible.declarations_of(order, class));
        let executed = seen.map_or(called, |seen| seen.first());
        self.found.insert((called, class), executed);
        executed
    }

    /// Whether a call of this method can execute another one.
    pub(super) fn is_overridden(&self, program: &Program, called: MethodId) -> bool {
        self.shared.contains(&program.method(called).name)
    }
}
