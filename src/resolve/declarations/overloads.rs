//! Overloads: the members of one name in a class, and their signatures.
//!
//! Overload resolution follows Java (JLS 15.12.2): among the applicable members, the most specific
//! one for the argument types. Calls that need Java's boxing are refused. So are calls where the
//! choice depends on erased types, or on the type of `?:`, for which Java has other rules.

use super::lineage::Namesakes;
use super::table::{Callee, Header, MethodInfo, ParamInfo, Table, Visibility};
use crate::ir::{ClassId, ClassKind, Type};
use crate::resolve::Sink;
use std::collections::BTreeMap;

/// Members by class, name and parameter types, as far as overload resolution distinguishes these.
pub(in crate::resolve) type Signatures<'a> = BTreeMap<(ClassId, &'a str, Vec<Type>), Callee>;

impl<'a> Table<'a> {
    /// The parameters of a callee.
    pub(in crate::resolve) fn params(&self, callee: Callee) -> &[ParamInfo<'a>] {
        &self.header(callee).params
    }

    /// Notes which members take any number of arguments.
    pub(super) fn note_rest(&mut self) {
        let methods = self.methods.iter().map(|method| &method.header);
        let pures = self.pures.iter().map(|pure| &pure.header);
        let has_rest = |header: &&Header<'a>| header.params.last().is_some_and(|p| p.is_rest);
        let names = methods.chain(pures).filter(has_rest);
        self.names_with_rest = names.map(|header| header.name).collect();
    }

    /// Whether a callee takes any number of arguments.
    pub(in crate::resolve) fn has_rest(&self, callee: Callee) -> bool {
        self.params(callee)
            .last()
            .is_some_and(|param| param.is_rest)
    }

    /// Whether two members of one name and arity have the same parameter types. Ill-formed types
    /// count as equal.
    pub(in crate::resolve) fn same_signature(&self, a: Callee, b: Callee) -> bool {
        same_types(self.params(a), self.params(b))
    }

    /// The members of a class with this name and arity, own and inherited. Among members of one
    /// signature, the one that overrides the others: from the class itself, a superclass, or an
    /// interface.
    pub(in crate::resolve) fn members(
        &self,
        class: ClassId,
        name: &str,
        arity: usize,
    ) -> Vec<Callee> {
        let Some(all) = &self.members_by_name else {
            let mut found = NamedMembers::new(name, arity, None);
            found.add(self, class, self.lineage(class));
            return found.members;
        };
        let Some(namesakes) = all.get(name, arity) else {
            return Vec::new();
        };
        let mut found = NamedMembers::new(name, arity, namesakes.signatures());
        let declaring = self.lineages.among(class, namesakes.classes());
        found.add(self, class, declaring);
        found.members
    }

    /// The members of a class with this name, whatever their arity.
    pub(in crate::resolve) fn all_members(&self, class: ClassId, name: &str) -> Vec<Callee> {
        let named = self.callees_named(class, name).into_iter();
        named
            .flat_map(|(arity, _)| self.members(class, name, arity))
            .collect()
    }

    /// Whether `other` overrides or hides `callee` in a class.
    fn is_hidden_by(&self, class: ClassId, callee: Callee, other: Callee) -> bool {
        let place = |callee: Callee| self.header(callee).class;
        self.same_signature(other, callee)
            || place(other) != place(callee) && self.are_one(class, other, callee) == Some(true)
    }

    /// Whether a class inherits this member of a supertype under Java's rules.
    pub(in crate::resolve) fn is_inherited(
        &self,
        class: ClassId,
        above: ClassId,
        callee: Callee,
    ) -> bool {
        let header = self.header(callee);
        // Static members of interfaces are not inherited.
        let kept = self.class(above).kind == ClassKind::Interface && header.is_static;
        !(kept && self.rules.has_visibility) && self.inherits(class, above, header.visibility)
    }

    /// The members that a class inherits from one of its supertypes and that are the same member as
    /// `of`.
    pub(in crate::resolve) fn counterparts(
        &self,
        class: ClassId,
        above: ClassId,
        of: Callee,
    ) -> Vec<Callee> {
        let header = self.header(of);
        let mut all = self.members(above, header.name, header.params.len());
        all.retain(|callee| {
            self.are_one(class, of, *callee) == Some(true)
                && self.is_inherited(class, above, *callee)
        });
        all
    }

    /// Whether code of a class may refer to a member; `None` for private members of other classes,
    /// where it depends on the nesting of classes, and for protected ones of other packages.
    pub(in crate::resolve) fn may_name(
        &self,
        from: Option<ClassId>,
        header: &Header<'_>,
    ) -> Option<bool> {
        let (Some(from), Some(class)) = (from, header.class) else {
            return Some(true);
        };
        let neighbours = self.class(from).package == self.class(class).package;
        match header.visibility {
            _ if !self.rules.has_visibility || from == class => Some(true),
            Visibility::Private => None,
            Visibility::Package => Some(neighbours),
            Visibility::Protected if neighbours => Some(true),
            // It depends on the receiver, and a constructor is not seen at all (JLS 6.6.2).
            Visibility::Protected if self.is_below(from, class) => None,
            Visibility::Protected => Some(false),
            Visibility::Public => Some(true),
        }
    }

    /// The parameter types of all overridden methods, as far as they differ from the method's own.
    pub(in crate::resolve) fn overridden_params(&self, info: &MethodInfo<'a>) -> Vec<Vec<Type>> {
        let (name, arity) = (info.header.name, info.header.params.len());
        let namesakes = self.members_by_name.as_ref();
        let namesakes = namesakes.and_then(|all| all.get(name, arity));
        if namesakes.and_then(Namesakes::signatures) == Some(1) {
            return Vec::new();
        }
        let own = known_types(&info.header.params);
        let all = self.overridden(&info.overrides).into_iter();
        let mut found: Vec<Vec<Type>> = all
            .filter_map(|id| known_types(&self.method(id).header.params))
            .filter(|other| Some(other) != own.as_ref())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Whether a parameter of type `to` accepts an argument of type `from`. In Java programs arrays
    /// are covariant here, unlike in the rest of the resolver.
    pub(in crate::resolve) fn covers(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Array(a), Type::Array(b))
                if self.rules.has_covariant_arrays && a.is_ref() && b.is_ref() =>
            {
                self.covers(a, b)
            }
            (Type::Machine(_), Type::Floating(_)) => true,
            (Type::Floating(from), Type::Floating(to)) => from <= to,
            _ => self.assignable(from, to),
        }
    }

    /// Whether a type, or the element type of an array, is a generic class.
    pub(in crate::resolve) fn is_generic(&self, ty: &Type) -> bool {
        ty.innermost()
            .class()
            .is_some_and(|class| !self.class(class).source.type_params.is_empty())
    }

    /// The signature of a member in the user's notation.
    pub(in crate::resolve) fn with_types(&self, callee: Callee) -> String {
        let types = self.params(callee).iter().map(|param| {
            let ty = param.ty.as_ref();
            ty.map_or_else(|| "?".to_owned(), |ty| self.type_name(ty))
        });
        let types: Vec<String> = types.collect();
        format!("{}({})", self.header(callee).name, types.join(", "))
    }
}

/// The members of a class with one name and arity, as far as they are found.
struct NamedMembers<'n> {
    members: Vec<Callee>,
    name: &'n str,
    arity: usize,
    /// The number of signatures of such members, if they are all known.
    signatures: Option<usize>,
}

impl<'n> NamedMembers<'n> {
    fn new(name: &'n str, arity: usize, signatures: Option<usize>) -> NamedMembers<'n> {
        NamedMembers {
            members: Vec::new(),
            name,
            arity,
            signatures,
        }
    }

    /// Adds those that these classes declare, which are a class and supertypes of it in lookup order.
    fn add(&mut self, table: &Table<'_>, class: ClassId, declaring: impl Iterator<Item = ClassId>) {
        let found = &mut self.members;
        for above in declaring {
            // No further member is visible once one of each signature is found.
            if self.signatures.is_some_and(|most| found.len() >= most) {
                break;
            }
            let declared = table.class(above).callees.get(&(self.name, self.arity));
            let below = found.len();
            for callee in declared.into_iter().flatten().copied() {
                let inherited = above == class || table.is_inherited(class, above, callee);
                // Signatures in one class differ, unless a type is ill-formed.
                let others = match self.signatures {
                    Some(_) => found.get(..below).unwrap_or_default(),
                    None => found.as_slice(),
                };
                if inherited && !others.iter().any(|c| table.is_hidden_by(class, callee, *c)) {
                    found.push(callee);
                }
            }
        }
    }
}

/// The types of parameters, as far as overload resolution distinguishes them; `None` if some are
/// ill-formed.
pub(in crate::resolve) fn known_types(params: &[ParamInfo<'_>]) -> Option<Vec<Type>> {
    let types = params.iter().map(|param| param.ty.as_ref());
    types.map(|ty| ty.map(Type::signature)).collect()
}

/// The member among `others` with the same parameter types as `new`. Ill-formed types differ from
/// all others here: their error is reported.
pub(in crate::resolve) fn same_signature(
    table: &Table<'_>,
    others: &[Callee],
    new: &[ParamInfo<'_>],
) -> Option<Callee> {
    let is_known = |params: &[ParamInfo<'_>]| params.iter().all(|param| param.ty.is_some());
    let mut others = others.iter().copied();
    others.find(|callee| {
        let params = table.params(*callee);
        is_known(params) && is_known(new) && same_types(params, new)
    })
}

/// Whether parameter types are the same; ill-formed types count as equal.
fn same_types(a: &[ParamInfo<'_>], b: &[ParamInfo<'_>]) -> bool {
    let same = |(a, b): (&ParamInfo<'_>, &ParamInfo<'_>)| match (&a.ty, &b.ty) {
        (Some(a), Some(b)) => a.has_signature_of(b),
        _ => true,
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Refuses a member if type arguments decide whether it overrides another one and these are
/// unknown.
pub(in crate::resolve) fn refuse_erased(
    table: &Table<'_>,
    own: Callee,
    class: ClassId,
    sink: &Sink,
) {
    let header = table.header(own);
    let key = (header.name, header.params.len());
    let namesakes = table.members_by_name.as_ref();
    let namesakes = namesakes.and_then(|all| all.get(key.0, key.1));
    if namesakes.is_some_and(|namesakes| !namesakes.depend_on_type_arguments()) {
        return;
    }
    let above = table.lineage(class).skip(1);
    let mut all =
        above.flat_map(|above| table.class(above).callees.get(&key).into_iter().flatten());
    if all.any(|other| table.are_one(class, own, *other).is_none()) {
        let what = "a parameter whose type stands for a type parameter of a supertype is";
        let _: Option<()> = sink.unsupported(header.name_span, what);
    }
}
