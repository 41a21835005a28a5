//! Dynamic dispatch of mutators and lemmas.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use veriframe_ir::dispatch::{Name, Visible};
use veriframe_ir::hierarchy::visible_methods;
use veriframe_ir::{ClassId, MethodId, Program};

/// The methods that objects of each class have.
#[derive(Debug, Default)]
pub(super) struct Methods {
    /// What the program declares.
    declared: Arc<OnceLock<Declared>>,
    /// By called method and class: the method that is executed.
    found: FxHashMap<(MethodId, ClassId), MethodId>,
}

/// The methods that a program declares. They are collected when a call has a receiver: most runs of a single member need
/// none of a large program.
#[derive(Debug)]
pub struct Declared {
    visible: BTreeMap<Name, Visible<MethodId>>,
    /// The names that several classes declare.
    shared: FxHashSet<String>,
}

impl Declared {
    fn new(program: &Program) -> Declared {
        let visible = visible_methods(program);
        let shared = visible
            .iter()
            .filter(|(_, declared)| declared.stored().nth(1).is_some());
        let shared = shared.map(|((name, _), _)| name.clone()).collect();
        Declared { visible, shared }
    }
}

impl Methods {
    /// Those of a program that declares these.
    pub(super) fn new(declared: Arc<OnceLock<Declared>>) -> Methods {
        Methods {
            declared,
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
        let declared = self.declared.get_or_init(|| Declared::new(program));
        let method = program.method(called);
        let name = (method.name.clone(), method.vars.signature());
        let visible = declared
            .visible
            .get(&name)
            .filter(|_| declared.shared.contains(&name.0));
        let order = program.hierarchy.order();
        let seen = visible.and_then(|visible| visible.declarations_of(order, class));
        let executed = seen.map_or(called, |seen| seen.first());
        self.found.insert((called, class), executed);
        executed
    }

    /// Whether a call of this method can execute another one.
    pub(super) fn is_overridden(&self, program: &Program, called: MethodId) -> bool {
        let declared = self.declared.get_or_init(|| Declared::new(program));
        declared.shared.contains(&program.method(called).name)
    }
}
