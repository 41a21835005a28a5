//! The members, predicates and classes that parts of a program mention, and the size of
//! these parts.

use super::walk::{self, Visitor, Walk};
use super::{
    Assertion, ClassId, Expr, ExprKind, Hierarchy, MemberId, MethodId, PredId, Program, PureCall,
    PureId, Stmt, Type, Vars,
};
use std::collections::{BTreeMap, BTreeSet};
use veriframe_base::parallel::Pool;

/// Everything that some parts of a program mention.
#[derive(Debug, Default)]
pub struct Mentions {
    /// Pure methods that are called.
    pub pures: BTreeSet<PureId>,
    /// Those of which the definition is that of the receiver, not the one that `super` names.
    pub dispatched: BTreeSet<PureId>,
    /// Predicates that are named.
    pub preds: BTreeSet<PredId>,
    /// Mutators, lemmas and constructors that are called.
    pub methods: BTreeSet<MethodId>,
    /// The classes mentioned.
    pub classes: Classes,
    /// The number of statements, assertions and expressions.
    pub size: u64,
}

/// The classes mentioned, and whether a verdict can depend on the dynamic type of an
/// object.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// All classes that are static types or are named.
    pub all: BTreeSet<ClassId>,
    /// The static types of compared references.
    compared: BTreeSet<ClassId>,
    /// Whether there is an `instanceof`, a cast, or a comparison of references of
    /// different static types.
    tests: bool,
}

impl Classes {
    /// Adds the classes of another set of mentions.
    pub fn add(&mut self, other: &Classes) {
        self.all.extend(&other.all);
        self.compared.extend(&other.compared);
        self.tests |= other.tests;
    }

    /// The static types of compared references.
    pub(super) fn compared(&self) -> impl Iterator<Item = &ClassId> {
        self.compared.iter()
    }

    /// Whether there is a test that distinguishes objects of different classes.
    pub(super) fn has_tests(&self) -> bool {
        self.tests
    }

    /// Whether a verdict can depend on the dynamic type of an object: there is a type
    /// test, or a comparison of references that can refer to objects of different
    /// classes.
    #[must_use]
    pub fn are_tested(&self, hierarchy: &Hierarchy) -> bool {
        let is_strictly_below =
            |lower: &ClassId, upper: ClassId| *lower != upper && hierarchy.is_below(*lower, upper);
        let several = |upper: &ClassId| {
            hierarchy.has_subtypes(*upper) && self.all.iter().any(|c| is_strictly_below(c, *upper))
        };
        self.tests || self.compared.iter().any(several)
    }

    /// Whether a verdict can depend on the dynamic type of an object if all classes are
    /// mentioned. If it holds for none of several mentions, [`Classes::are_tested`] does not hold
    /// for their union.
    pub(super) fn may_be_tested(&self, hierarchy: &Hierarchy) -> bool {
        self.tests || self.compared.iter().any(|c| hierarchy.has_subtypes(*c))
    }

    /// Adds the types of `this`, the parameters and the result.
    pub fn add_signature(&mut self, vars: &Vars) {
        let declared = vars.this.iter().chain(&vars.params).chain(&vars.result);
        let declared = declared.chain(&vars.exception);
        declared.for_each(|var| self.add_type(&vars.get(*var).ty));
    }

    /// Adds the types of variables.
    pub fn add_variables(&mut self, vars: &Vars) {
        vars.all.iter().for_each(|var| self.add_type(&var.ty));
    }

    fn add_type(&mut self, ty: &Type) {
        self.all.extend(ty.class());
        ty.parts().into_iter().for_each(|part| self.add_type(part));
    }

    /// Adds a comparison of values of two types.
    fn compare(&mut self, left: &Type, right: &Type) {
        match (left, right) {
            (Type::Object, _) | (_, Type::Object) => self.tests = true,
            (Type::Class(left), Type::Class(right)) => {
                self.tests |= left != right;
                self.compared.insert(*left);
            }
            (Type::Seq(left), Type::Seq(right))
            | (Type::Set(left), Type::Set(right))
            | (Type::Multiset(left), Type::Multiset(right)) => self.compare(left, right),
            (Type::Map(keys, values), Type::Map(other_keys, other_values)) => {
                self.compare(keys, other_keys);
                self.compare(values, other_values);
            }
            _ => {}
        }
    }
}

/// What a check can depend on: the contract of a member, or those of all members of a dispatched
/// family, any of which can be used if one of them is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dependency {
    /// A member's contract.
    Contract(MemberId),
    /// A dispatched family, by its representative.
    Family(MemberId),
}

impl Dependency {
    /// The dependency on a mentioned member.
    #[must_use]
    pub fn mentioned(program: &Program, member: MemberId) -> Dependency {
        match program.dispatched(member) {
            Some(family) => Dependency::Family(family),
            None => Dependency::Contract(member),
        }
    }

    /// The member; `None` for a family.
    #[must_use]
    pub fn member(self) -> Option<MemberId> {
        match self {
            Dependency::Contract(member) => Some(member),
            Dependency::Family(_) => None,
        }
    }
}

/// What one member mentions.
#[derive(Debug)]
pub struct MemberMentions {
    /// The mentions of its contract; for a predicate, of its body.
    pub contract: Mentions,
    /// The mentions of its measures and body; none for a predicate.
    pub body: Mentions,
}

/// The mentions of all members of a program, including those of the library.
#[must_use]
pub fn by_member(program: &Program, pool: &Pool) -> BTreeMap<MemberId, MemberMentions> {
    let mentions = |&member: &MemberId| (member, MemberMentions::of(program, member));
    let all: Vec<MemberId> = program.all_members().collect();
    pool.map(&all, mentions).into_iter().collect()
}

impl MemberMentions {
    /// What a member mentions.
    #[must_use]
    pub fn of(program: &Program, member: MemberId) -> MemberMentions {
        let contract = Mentions::of_contract(program, member);
        let mut body = Mentions::default();
        body.add_body(program, member);
        MemberMentions { contract, body }
    }
}

impl Mentions {
    /// The mentions of a member's contract; for a predicate, of its body.
    fn of_contract(program: &Program, member: MemberId) -> Mentions {
        let mut found = Mentions::default();
        match member {
            MemberId::Pred(q) => program.pred(q).body.iter().for_each(|a| found.assertion(a)),
            MemberId::Pure(p) => {
                found.assertion(&program.pure_method(p).requires);
                found.assertion(&program.pure_method(p).ensures);
            }
            MemberId::Method(m) => {
                found.assertion(&program.method(m).requires);
                found.assertion(&program.method(m).ensures);
            }
        }
        found
    }

    /// Adds the mentions of a member's measures and body; nothing for a predicate.
    fn add_body(&mut self, program: &Program, member: MemberId) {
        match member {
            MemberId::Pred(_) => {}
            MemberId::Pure(p) => {
                let method = program.pure_method(p);
                let exprs = method.decreases.iter().chain(&method.body);
                exprs.for_each(|e| self.expr(e));
                self.pures.extend(&method.refines);
            }
            MemberId::Method(m) => {
                let method = program.method(m);
                method.decreases.iter().for_each(|e| self.expr(e));
                let stmts = walk::statements(&method.body);
                stmts.into_iter().for_each(|stmt| self.stmt(stmt));
                self.methods.extend(&method.refines);
            }
        }
    }

    /// All members mentioned, without those that may replace them by dynamic dispatch.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        let preds = self.preds.iter().copied().map(MemberId::Pred);
        let pures = self.pures.iter().copied().map(MemberId::Pure);
        let methods = self.methods.iter().copied().map(MemberId::Method);
        preds.chain(pures).chain(methods)
    }

    /// Adds the mentions of an assertion.
    pub fn assertion(&mut self, a: &Assertion) {
        veriframe_base::stack::deep(|| {
            self.size += 1;
            a.kind.walk(self);
        });
    }

    /// Adds the mentions of an expression. Triggers do not count, because they only
    /// select instances.
    pub fn expr(&mut self, e: &Expr) {
        veriframe_base::stack::deep(|| {
            self.size += 1;
            let classes = &mut self.classes;
            classes.add_type(&e.ty);
            if let ExprKind::InstanceOf(..) | ExprKind::Cast(..) = &e.kind {
                classes.tests = true;
            } else if let ExprKind::Binary(op, left, right) = &e.kind {
                let has_null = left.ty == Type::Null || right.ty == Type::Null;
                if op.equality().is_some() && !has_null {
                    classes.compare(&left.ty, &right.ty);
                }
            } else if let ExprKind::Collection(_, operands) = &e.kind {
                operands.iter().for_each(|e| classes.compare(&e.ty, &e.ty));
            }
            e.kind.walk(self);
        });
    }

    /// Adds the mentions of a statement, without those of its nested statements.
    fn stmt(&mut self, stmt: &Stmt) {
        self.size += 1;
        stmt.kind.walk(self);
    }
}

impl Visitor<'_> for Mentions {
    fn expr(&mut self, e: &Expr) {
        Mentions::expr(self, e);
    }

    fn assertion(&mut self, a: &Assertion) {
        Mentions::assertion(self, a);
    }

    /// All statements are shown by [`walk::statements`].
    fn block(&mut self, _: &[Stmt]) {}

    fn pure_call(&mut self, call: &PureCall) {
        self.pures.insert(call.callee);
        if call.of.is_none() {
            self.dispatched.insert(call.callee);
        }
    }

    fn pred(&mut self, pred: PredId) {
        self.preds.insert(pred);
    }

    fn method(&mut self, method: MethodId) {
        self.methods.insert(method);
    }

    fn class(&mut self, class: ClassId) {
        self.classes.all.insert(class);
    }
}
