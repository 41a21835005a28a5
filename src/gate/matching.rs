//! Which declarations of an older revision are which of a newer one: those with the same names
//! and types.

use crate::ir::{
    Class, ClassId, FieldId, MemberId, MethodId, MethodKind, PredId, Program, PureId, Type,
    UniqueId, Vars, ids,
};
use std::collections::BTreeMap;

/// By declaration of the older revision: that of the newer one, if there is one.
#[derive(Debug)]
pub(super) struct Matching {
    /// The classes. The last entry is that of `Object`, which follows all others.
    classes: Vec<Option<ClassId>>,
    fields: Vec<Option<FieldId>>,
    uniques: Vec<Option<UniqueId>>,
    preds: Vec<Option<PredId>>,
    pures: Vec<Option<PureId>>,
    methods: Vec<Option<MethodId>>,
}

fn at<T: Copy>(all: &[Option<T>], index: usize) -> Option<T> {
    all.get(index).copied().flatten()
}

impl Matching {
    /// Matches the declarations of two revisions.
    pub(super) fn new(old: &Program, new: &Program) -> Matching {
        let mut found = Matching {
            classes: classes(old, new),
            fields: Vec::new(),
            uniques: Vec::new(),
            preds: Vec::new(),
            pures: Vec::new(),
            methods: Vec::new(),
        };
        found.fields = old
            .fields
            .iter()
            .map(|f| found.find_field(new, f))
            .collect();
        found.uniques = old
            .uniques
            .iter()
            .map(|u| found.find_unique(new, u))
            .collect();
        let all = members(new);
        let find = |found: &Matching, member| found.find_member(old, new, &all, member);
        let preds = ids(old.preds.len()).map(|q| match find(&found, MemberId::Pred(q)) {
            Some(MemberId::Pred(q)) => Some(q),
            _ => None,
        });
        let preds = preds.collect();
        let pures = ids(old.pures.len()).map(|p| match find(&found, MemberId::Pure(p)) {
            Some(MemberId::Pure(p)) => Some(p),
            _ => None,
        });
        let pures = pures.collect();
        let methods = ids(old.methods.len()).map(|m| match find(&found, MemberId::Method(m)) {
            Some(MemberId::Method(m)) => Some(m),
            _ => None,
        });
        found.methods = methods.collect();
        (found.preds, found.pures) = (preds, pures);
        found
    }

    pub(super) fn class(&self, id: ClassId) -> Option<ClassId> {
        at(&self.classes, id.index())
    }

    /// The owner in place of one of the older revision: of what belongs to no class, none.
    pub(super) fn owner(&self, id: Option<ClassId>) -> Option<Option<ClassId>> {
        match id {
            Some(class) => self.class(class).map(Some),
            None => Some(None),
        }
    }

    /// Whether a class of the newer revision is in place of one of the older revision.
    pub(super) fn has_class(&self, id: Option<ClassId>) -> bool {
        id.is_some() && self.classes.contains(&id)
    }

    pub(super) fn field(&self, id: FieldId) -> Option<FieldId> {
        at(&self.fields, id.index())
    }

    pub(super) fn unique(&self, id: UniqueId) -> Option<UniqueId> {
        at(&self.uniques, id.index())
    }

    pub(super) fn pred(&self, id: PredId) -> Option<PredId> {
        at(&self.preds, id.index())
    }

    pub(super) fn pure_method(&self, id: PureId) -> Option<PureId> {
        at(&self.pures, id.index())
    }

    /// The member in place of one of the older revision: of the same class, kind, name and types.
    pub(super) fn member(&self, member: MemberId) -> Option<MemberId> {
        match member {
            MemberId::Method(m) => at(&self.methods, m.index()).map(MemberId::Method),
            MemberId::Pure(p) => self.pure_method(p).map(MemberId::Pure),
            MemberId::Pred(q) => self.pred(q).map(MemberId::Pred),
        }
    }

    /// A type of the older revision, in terms of the newer one's classes.
    pub(super) fn ty(&self, ty: &Type) -> Option<Type> {
        let inner = |ty: &Type| self.ty(ty).map(Box::new);
        Some(match ty {
            Type::Class(class) => Type::Class(self.class(*class)?),
            Type::Array(elem) => Type::Array(inner(elem)?),
            Type::Seq(elem) => Type::Seq(inner(elem)?),
            Type::Set(elem) => Type::Set(inner(elem)?),
            Type::Multiset(elem) => Type::Multiset(inner(elem)?),
            Type::Map(key, value) => Type::Map(inner(key)?, inner(value)?),
            Type::Int | Type::Machine(_) | Type::Floating(_) | Type::Bool => ty.clone(),
            Type::Perm | Type::Object | Type::Null => ty.clone(),
        })
    }

    fn find_field(&self, new: &Program, field: &crate::ir::Field) -> Option<FieldId> {
        let (class, ty) = (self.owner(field.class)?, self.ty(&field.ty)?);
        let mut all = ids::<FieldId>(new.fields.len()).zip(&new.fields);
        let found = all.find(|(_, other)| {
            (other.class, &other.name, &other.ty) == (class, &field.name, &ty)
                && other.is_static == field.is_static
        });
        found.map(|(id, _)| id)
    }

    fn find_unique(&self, new: &Program, unique: &crate::ir::Unique) -> Option<UniqueId> {
        let class = self.class(unique.class)?;
        let mut all = ids::<UniqueId>(new.uniques.len()).zip(&new.uniques);
        let found = all.find(|(_, other)| {
            (other.class, other.own_name(), &other.text) == (class, unique.own_name(), &unique.text)
        });
        found.map(|(id, _)| id)
    }

    fn find_member(
        &self,
        old: &Program,
        new: &Program,
        all: &ByTitle,
        member: MemberId,
    ) -> Option<MemberId> {
        if old.is_verified_again(member) {
            return None;
        }
        let mut title = title(old, member);
        if let Some(class) = title.class {
            title.class = Some(self.class(class)?);
        }
        let found = all.get(&title)?;
        let same = |other: &&MemberId| self.same_types(old.vars(member), new.vars(**other));
        found.iter().find(same).copied()
    }

    /// Whether the types of two members are the same: of the parameters, of the result, and whether
    /// there is a receiver.
    pub(super) fn same_types(&self, old: &Vars, new: &Vars) -> bool {
        let mut params = old.params.iter().zip(&new.params);
        let same = |old: &Vars, a, new: &Vars, b| {
            let (a, b) = (old.get(a), new.get(b));
            a.is_ghost == b.is_ghost && self.ty(&a.ty).as_ref() == Some(&b.ty)
        };
        old.this.is_some() == new.this.is_some()
            && old.params.len() == new.params.len()
            && params.all(|(a, b)| same(old, *a, new, *b))
            && match (old.result, new.result) {
                (None, None) => true,
                (Some(a), Some(b)) => self.ty(&old.get(a).ty).as_ref() == Some(&new.get(b).ty),
                _ => false,
            }
    }
}

/// The kinds of members that can take each other's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Mutator,
    Constructor,
    Main,
    Lemma,
    Initialiser,
    Pure { is_ghost: bool },
    Pred,
}

/// What members that take each other's place have in common besides their types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Title {
    class: Option<ClassId>,
    name: String,
    kind: Kind,
}

type ByTitle = BTreeMap<Title, Vec<MemberId>>;

fn title(program: &Program, member: MemberId) -> Title {
    let (class, name, kind) = match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            let kind = match method.kind {
                MethodKind::Mutator => Kind::Mutator,
                MethodKind::Constructor => Kind::Constructor,
                MethodKind::Main => Kind::Main,
                MethodKind::Lemma => Kind::Lemma,
                MethodKind::Initialiser => Kind::Initialiser,
            };
            (method.class, &method.name, kind)
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            let is_ghost = method.is_ghost;
            (method.class, &method.name, Kind::Pure { is_ghost })
        }
        MemberId::Pred(q) => {
            let pred = program.pred(q);
            (pred.class, &pred.name, Kind::Pred)
        }
    };
    Title {
        class,
        name: name.clone(),
        kind,
    }
}

/// All declared members, by what they have in common with those in place of them.
fn members(program: &Program) -> ByTitle {
    let methods = ids(program.methods.len()).map(MemberId::Method);
    let pures = ids(program.pures.len()).map(MemberId::Pure);
    let preds = ids(program.preds.len()).map(MemberId::Pred);
    let mut all = ByTitle::new();
    for member in methods.chain(pures).chain(preds) {
        if !program.is_verified_again(member) {
            all.entry(title(program, member)).or_default().push(member);
        }
    }
    all
}

/// The classes by qualified name. A name that several classes of a revision have matches none. A
/// class that has moved into or out of another one has still its simple name.
fn classes(old: &Program, new: &Program) -> Vec<Option<ClassId>> {
    let by_name = |program: &Program, name: fn(&Class) -> &str| {
        let mut by_name: BTreeMap<String, Vec<ClassId>> = BTreeMap::new();
        for (id, class) in ids(program.classes.len()).zip(&program.classes) {
            by_name.entry(name(class).to_owned()).or_default().push(id);
        }
        by_name
    };
    let only = |named: Option<&Vec<ClassId>>| match named.map(Vec::as_slice) {
        Some([only]) => Some(*only),
        _ => None,
    };
    let qualified: fn(&Class) -> &str = |class| &class.qualified;
    let (olds, news) = (by_name(old, qualified), by_name(new, qualified));
    let simple = [
        by_name(old, Class::simple_name),
        by_name(new, Class::simple_name),
    ];
    let moved = |class: &Class| {
        let [olds, news] = &simple;
        only(olds.get(class.simple_name())).and_then(|_| only(news.get(class.simple_name())))
    };
    let classes = old.classes.iter().map(|class| {
        let same = only(olds.get(&class.qualified)).and_then(|_| news.get(&class.qualified));
        match same {
            Some(same) => only(Some(same)),
            None => moved(class),
        }
    });
    let mut classes: Vec<Option<ClassId>> = classes.collect();
    // `Object` has the id after all declared classes, whether it is in the table or not.
    let last = |named: &BTreeMap<String, Vec<ClassId>>, program: &Program| {
        only(named.get("Object")).or_else(|| ids(program.classes.len() + 1).last())
    };
    let object = last(&news, new);
    match last(&olds, old).and_then(|old| classes.get_mut(old.index())) {
        Some(slot) => *slot = object,
        None => classes.push(object),
    }
    classes
}
