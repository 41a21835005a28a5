//! The classes of the objects that can be the receiver of a member when a program runs: those for
//! which dispatch chooses it, and those of which another member runs it by `super.m(…)`.

use super::dispatch::Methods;
use std::collections::{BTreeMap, BTreeSet};
use veriframe_ir::inherit::{SuperCall, runs_of};
use veriframe_ir::{ClassId, MemberId, MethodId, MethodKind, Program, PureId, Type, ids};

/// The classes of the receivers of a member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Receivers {
    /// Those for which a call of the member runs it: an overriding member would run for others.
    pub dispatched: BTreeSet<ClassId>,
    /// The runs by `super.m(…)`: the member that stands for them, in which predicates and pure
    /// methods of `this` are those of the superclass, with the classes.
    pub by_super: Vec<(MemberId, BTreeSet<ClassId>)>,
    /// Classes without implementation for which a call of the member would run it: only symbolic
    /// objects are of them.
    pub without_implementation: BTreeSet<ClassId>,
}

impl Receivers {
    /// The receivers of a member; none of a static one, of a constructor all objects of the class.
    #[must_use]
    pub fn of(program: &Program, member: MemberId) -> Receivers {
        Search::new(program).receivers(member)
    }

    /// All classes, however the member is called.
    #[must_use]
    pub fn all(&self) -> BTreeSet<ClassId> {
        let by_super = self.by_super.iter().flat_map(|(_, classes)| classes);
        self.dispatched.iter().chain(by_super).copied().collect()
    }
}

/// The members of a program with their `super` calls.
struct Search<'p> {
    program: &'p Program,
    methods: Methods,
    /// By member and view: the members that run it by `super`, each for objects of a class.
    callers: BTreeMap<(MemberId, ClassId), Vec<(ClassId, MemberId)>>,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program) -> Search<'p> {
        let mut callers: BTreeMap<_, Vec<(ClassId, MemberId)>> = BTreeMap::new();
        for member in members(program) {
            for (class, of, view) in runs_of(program, member, program.class_of(member)) {
                callers.entry((of, view)).or_default().push((class, member));
            }
        }
        Search {
            program,
            methods: Methods::default(),
            callers,
        }
    }

    fn receivers(&mut self, member: MemberId) -> Receivers {
        let mut by_super = Vec::new();
        if self.run_of(member).is_some() {
            by_super.push((member, self.run_by_super(member)));
            return Receivers {
                by_super,
                ..Receivers::default()
            };
        }
        for copy in members(self.program) {
            if self.run_of(copy).is_some_and(|(_, of, _)| of == member) {
                let classes = self.run_by_super(copy);
                by_super.extend((!classes.is_empty()).then_some((copy, classes)));
            }
        }
        Receivers {
            dispatched: self.dispatched(member),
            by_super,
            without_implementation: self.without_implementation(member),
        }
    }

    /// The classes with objects for which calls run a member.
    fn dispatched(&mut self, member: MemberId) -> BTreeSet<ClassId> {
        let program = self.program;
        self.running(member, |class| program.class(class).kind.has_objects())
    }

    fn without_implementation(&mut self, member: MemberId) -> BTreeSet<ClassId> {
        let program = self.program;
        self.running(member, |class| {
            program.hierarchy.lacks_implementation(program, class)
        })
    }

    /// Those of some classes for which calls run a member.
    fn running(&mut self, member: MemberId, of: impl Fn(ClassId) -> bool) -> BTreeSet<ClassId> {
        let program = self.program;
        let vars = program.vars(member);
        let Some(Type::Class(class)) = vars.this.map(|this| &vars.get(this).ty) else {
            return BTreeSet::new();
        };
        let mut classes = program.hierarchy.order().with_subtypes(&[*class]);
        classes.retain(|class| of(*class) && self.runs(member, *class));
        classes.into_iter().collect()
    }

    /// Whether a call of a member runs its code for objects of exactly this class.
    fn runs(&mut self, member: MemberId, class: ClassId) -> bool {
        let program = self.program;
        match member {
            MemberId::Method(id) => {
                let method = program.method(id);
                // Constructors of subclasses run those of superclasses.
                let declared = method.inherited.unwrap_or(id);
                method.kind == MethodKind::Constructor
                    || self.methods.executed(program, declared, class) == declared
            }
            MemberId::Pure(id) => {
                let declared = program.pure_method(id).inherited.unwrap_or(id);
                program.hierarchy.pures().defined(declared, class) == Some(declared)
            }
            MemberId::Pred(id) => program.hierarchy.preds().defined(id, class) == Some(id),
        }
    }

    /// The classes whose objects run a member by `super`: those for which one of its callers runs.
    fn run_by_super(&mut self, copy: MemberId) -> BTreeSet<ClassId> {
        let mut classes = BTreeSet::new();
        let (mut todo, mut seen) = (vec![copy], BTreeSet::from([copy]));
        while let Some(next) = todo.pop() {
            let Some((class, of, view)) = self.run_of(next) else {
                classes.extend(self.dispatched(next));
                continue;
            };
            let callers = self.callers.get(&(of, view)).into_iter().flatten();
            let hierarchy = &self.program.hierarchy;
            // A copy stands for the runs of subclasses, too.
            let callers = callers.filter(|(below, _)| hierarchy.is_below(*below, class));
            let callers = callers.map(|(_, caller)| *caller);
            todo.extend(callers.filter(|caller| seen.insert(*caller)));
        }
        classes
    }

    /// The `super` call for which a member stands, if it does.
    fn run_of(&self, member: MemberId) -> Option<SuperCall> {
        match member {
            MemberId::Method(id) => {
                let method = self.program.method(id);
                Some((
                    method.class?,
                    MemberId::Method(method.inherited?),
                    method.view?,
                ))
            }
            MemberId::Pure(id) => {
                let pure = self.program.pure_method(id);
                Some((pure.class?, MemberId::Pure(pure.inherited?), pure.view?))
            }
            MemberId::Pred(_) => None,
        }
    }
}

/// The methods and pure methods of a program, with those that stand for inherited ones.
fn members(program: &Program) -> impl Iterator<Item = MemberId> + use<> {
    let methods = ids::<MethodId>(program.methods.len()).map(MemberId::Method);
    let pures = ids::<PureId>(program.pures.len()).map(MemberId::Pure);
    methods.chain(pures)
}
