//! Names of members, with parameter types for overloaded ones.

use super::{
    Class, ClassId, FieldId, MemberId, Method, MethodKind, Program, Stmt, Type, Vars, Width, ids,
};
use std::collections::{BTreeMap, BTreeSet};

impl Type {
    /// The type as far as overload resolution distinguishes it: machine and
    /// mathematical integers are one type.
    #[must_use]
    pub fn signature(&self) -> Type {
        let inner = |ty: &Type| Box::new(ty.signature());
        match self {
            Type::Int => Type::Machine(Width::I32),
            Type::Array(elem) => Type::Array(inner(elem)),
            Type::Seq(elem) => Type::Seq(inner(elem)),
            Type::Set(elem) => Type::Set(inner(elem)),
            Type::Multiset(elem) => Type::Multiset(inner(elem)),
            Type::Map(key, value) => Type::Map(inner(key), inner(value)),
            Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Null => self.clone(),
        }
    }

    /// Whether overload resolution does not distinguish two types of a parameter.
    #[must_use]
    pub fn has_signature_of(&self, other: &Type) -> bool {
        let is_int = |ty: &Type| matches!(ty, Type::Int | Type::Machine(Width::I32));
        match (self, other) {
            (Type::Array(a), Type::Array(b))
            | (Type::Seq(a), Type::Seq(b))
            | (Type::Set(a), Type::Set(b))
            | (Type::Multiset(a), Type::Multiset(b)) => a.has_signature_of(b),
            (Type::Map(key, value), Type::Map(other_key, other_value)) => {
                key.has_signature_of(other_key) && value.has_signature_of(other_value)
            }
            (a, b) => a == b || is_int(a) && is_int(b),
        }
    }
}

impl Vars {
    /// The types of the parameters.
    pub fn param_types(&self) -> impl Iterator<Item = &Type> {
        self.params.iter().map(|param| &self.get(*param).ty)
    }

    /// The types of the parameters, as far as overload resolution distinguishes them.
    #[must_use]
    pub fn signature(&self) -> Vec<Type> {
        self.param_types().map(Type::signature).collect()
    }

    /// Whether the signatures are equal.
    fn has_signature_of(&self, other: &Vars) -> bool {
        let same = |(a, b): (&Type, &Type)| a.has_signature_of(b);
        self.param_types().count() == other.param_types().count()
            && self.param_types().zip(other.param_types()).all(same)
    }
}

/// The names shared by several members, computed once because names are looked up often.
#[derive(Clone, Debug, Default)]
pub struct SharedNames {
    /// By class: the names of several of its members.
    in_class: BTreeMap<Option<ClassId>, BTreeSet<String>>,
    /// The kinds, names and numbers of parameters of members, of any classes, that differ in the
    /// types of parameters.
    overloads: BTreeSet<(MemberKind, String, usize)>,
    /// By field of objects: the nearest classes below its class that declare one of its name.
    hiding: BTreeMap<FieldId, Vec<ClassId>>,
}

/// The kinds of members between which names do not overload each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MemberKind {
    Method,
    Pure,
    Pred,
}

impl MemberKind {
    fn of(member: MemberId) -> MemberKind {
        match member {
            MemberId::Method(_) => MemberKind::Method,
            MemberId::Pure(_) => MemberKind::Pure,
            MemberId::Pred(_) => MemberKind::Pred,
        }
    }
}

impl SharedNames {
    /// The shared names of a program's members.
    #[must_use]
    pub fn new(program: &Program) -> SharedNames {
        let mut seen = BTreeSet::new();
        let titles = program.members.iter().map(|m| program.title(*m));
        let mut shared = SharedNames::default();
        for (class, name) in titles.filter(|title| !seen.insert(*title)) {
            let names = shared.in_class.entry(class).or_default();
            names.insert(name.to_owned());
        }
        let mut first: BTreeMap<(MemberKind, &str, usize), &Vars> = BTreeMap::new();
        for member in program.all_members() {
            let (name, vars) = (program.title(member).1, program.vars(member));
            let key = (MemberKind::of(member), name, vars.params.len());
            if !first.entry(key).or_insert(vars).has_signature_of(vars) {
                let (kind, name, count) = key;
                shared.overloads.insert((kind, name.to_owned(), count));
            }
        }
        shared.note_hiding(program);
        shared
    }

    fn note_hiding(&mut self, program: &Program) {
        let mut named: BTreeMap<&str, BTreeMap<ClassId, Vec<FieldId>>> = BTreeMap::new();
        for (id, field) in ids::<FieldId>(program.fields.len()).zip(&program.fields) {
            if let Some(class) = field.class {
                let classes = named.entry(&field.name).or_default();
                classes.entry(class).or_default().push(id);
            }
        }
        let order = program.hierarchy.order();
        for classes in named.values().filter(|classes| classes.len() > 1) {
            for &class in classes.keys() {
                let mut todo = order.supers(class).to_vec();
                let mut seen: BTreeSet<ClassId> = todo.iter().copied().collect();
                while let Some(above) = todo.pop() {
                    for hidden in classes.get(&above).into_iter().flatten() {
                        self.hiding.entry(*hidden).or_default().push(class);
                    }
                    if !classes.contains_key(&above) {
                        let supers = order.supers(above).iter().copied();
                        todo.extend(supers.filter(|above| seen.insert(*above)));
                    }
                }
            }
        }
    }

    /// The nearest classes below that of a field of objects which declare a field of its name.
    pub(super) fn hiding(&self, field: FieldId) -> &[ClassId] {
        self.hiding.get(&field).map_or(&[], Vec::as_slice)
    }

    fn contain(&self, class: Option<ClassId>, name: &str) -> bool {
        let names = self.in_class.get(&class);
        names.is_some_and(|names| names.contains(name))
    }
}

impl Program {
    /// The member's full name, such as `Cell.setX`, `Cell.Cell` or `main`; with
    /// parameter types if the name is overloaded in its class.
    #[must_use]
    pub fn member_name(&self, id: MemberId) -> String {
        let mut full = self.group_name(id);
        let (class, name) = self.title(id);
        if self.shared_names.contain(class, name) {
            let types = self.vars(id).param_types().map(|ty| self.type_name(ty));
            full.push('(');
            full.push_str(&types.collect::<Vec<_>>().join(", "));
            full.push(')');
        }
        full
    }

    /// The member's name without parameter types.
    #[must_use]
    pub fn group_name(&self, id: MemberId) -> String {
        let (class, name) = self.title(id);
        self.name_in(class, name)
    }

    /// A name with the class that declares it, if a class does: `Cell.count`.
    #[must_use]
    pub fn name_in(&self, class: Option<ClassId>, name: &str) -> String {
        match class {
            Some(class) => format!("{}.{name}", self.class(class).name),
            None => name.to_owned(),
        }
    }

    /// The class of a member, if it has one.
    #[must_use]
    pub fn class_of(&self, member: MemberId) -> Option<ClassId> {
        self.title(member).0
    }

    /// All members, including those of libraries and those that need no verification.
    pub fn all_members(&self) -> impl Iterator<Item = MemberId> + use<> {
        let methods = ids(self.methods.len()).map(MemberId::Method);
        let pures = ids(self.pures.len()).map(MemberId::Pure);
        let preds = ids(self.preds.len()).map(MemberId::Pred);
        methods.chain(pures).chain(preds)
    }

    /// The class that declares a member, and its name.
    #[must_use]
    pub fn title(&self, id: MemberId) -> (Option<ClassId>, &str) {
        match id {
            MemberId::Method(m) => (self.method(m).class, &self.method(m).name),
            MemberId::Pure(p) => (self.pure_method(p).class, &self.pure_method(p).name),
            MemberId::Pred(q) => (self.pred(q).class, &self.pred(q).name),
        }
    }

    /// Whether a member is a copy of a supertype's member, re-verified for this class.
    #[must_use]
    pub fn is_verified_again(&self, id: MemberId) -> bool {
        match id {
            MemberId::Method(m) => self.method(m).inherited.is_some(),
            MemberId::Pure(p) => self.pure_method(p).inherited.is_some(),
            MemberId::Pred(_) => false,
        }
    }

    /// Its variables.
    #[must_use]
    pub fn vars(&self, id: MemberId) -> &Vars {
        match id {
            MemberId::Method(m) => &self.method(m).vars,
            MemberId::Pure(p) => &self.pure_method(p).vars,
            MemberId::Pred(q) => &self.pred(q).vars,
        }
    }

    /// Whether a pure method or predicate has overloads with the same number of
    /// parameters in its class or a related one, so that its name alone is ambiguous.
    #[must_use]
    pub fn is_overloaded(&self, id: MemberId) -> bool {
        let ((class, name), vars) = (self.title(id), self.vars(id));
        let key = (MemberKind::of(id), name.to_owned(), vars.params.len());
        if !self.shared_names.overloads.contains(&key) {
            return false;
        }
        let differs = |other_name: &str, other: &Vars| {
            other_name == name
                && other.params.len() == vars.params.len()
                && !other.has_signature_of(vars)
        };
        let beside = |other: Option<ClassId>| match (class, other) {
            (Some(class), Some(other)) => self.have_common_subtype(class, other),
            _ => class == other,
        };
        match id {
            MemberId::Method(_) => {
                let mut all = self.methods.iter();
                all.any(|m| differs(&m.name, &m.vars) && beside(m.class))
            }
            MemberId::Pure(_) => {
                let mut all = self.pures.iter();
                all.any(|p| differs(&p.name, &p.vars) && beside(p.class))
            }
            MemberId::Pred(_) => {
                let mut all = self.preds.iter();
                all.any(|q| differs(&q.name, &q.vars) && beside(q.class))
            }
        }
    }

    /// Whether two classes have a common subtype, counting the classes themselves.
    fn have_common_subtype(&self, one: ClassId, other: ClassId) -> bool {
        let order = self.hierarchy.order();
        let is_below_other = |class: &ClassId| order.is_below(*class, other);
        order.is_below(other, one) || order.with_subtypes(&[one]).iter().any(is_below_other)
    }

    /// Whether a member is the constructor that a class has because it declares none.
    #[must_use]
    pub fn is_default_constructor(&self, id: MemberId) -> bool {
        let MemberId::Method(id) = id else {
            return false;
        };
        let method = self.method(id);
        let class = method
            .class
            .and_then(|class| self.classes.get(class.index()));
        // That of `Object` has no declaration at all.
        let is_unwritten =
            |class: &Class| class.span == method.name_span && class.simple_name() == method.name;
        method.kind == MethodKind::Constructor && class.is_some_and(is_unwritten)
    }

    /// Whether a constructor calls `this(…)`, so that another constructor of its class
    /// initialises the object.
    #[must_use]
    pub fn delegates(&self, method: &Method) -> bool {
        let calls = |stmt: &Stmt| {
            stmt.call().is_some_and(|call| {
                let callee = self.method(call.callee);
                let is_constructor = callee.kind == MethodKind::Constructor;
                call.receiver.is_some() && is_constructor && callee.class == method.class
            })
        };
        method.kind == MethodKind::Constructor && method.body.iter().any(calls)
    }

    /// Whether something that a run could see is run when a class is first used, or a class above it.
    #[must_use]
    pub fn runs_when_begun(&self, class: ClassId) -> bool {
        let (mut todo, mut seen) = (vec![class], BTreeSet::new());
        while let Some(next) = todo.pop() {
            let info = self.class(next);
            if info.runs_when_begun {
                return true;
            }
            todo.extend(info.supers.iter().filter(|above| seen.insert(**above)));
        }
        false
    }

    /// The static fields that a class declares, without ghost ones: those that its blocks set.
    pub fn static_fields_of(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let all = (0u32..).map(FieldId).zip(&self.fields);
        all.filter(move |(_, field)| {
            field.is_static && !field.is_ghost && field.class == Some(class)
        })
        .map(|(id, _)| id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_same_signature_if_their_signatures_are_equal() {
        let seq = |ty: &Type| Type::Seq(Box::new(ty.clone()));
        let int = Type::Machine(Width::I32);
        let mut all = vec![Type::Int, int, Type::Machine(Width::I64), Type::Bool];
        all.extend([Type::Class(ClassId(0)), Type::Class(ClassId(1)), Type::Null]);
        let flat = all.clone();
        all.extend(flat.iter().map(seq));
        all.extend(flat.iter().map(|ty| seq(&seq(ty))));
        all.extend(flat.iter().map(|ty| Type::Array(Box::new(ty.clone()))));
        let map = |ty: &Type| Type::Map(Box::new(ty.clone()), Box::new(Type::Int));
        all.extend(flat.iter().map(map));
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            assert_eq!(
                a.has_signature_of(b),
                a.signature() == b.signature(),
                "{a:?}, {b:?}"
            );
        }
    }
}
