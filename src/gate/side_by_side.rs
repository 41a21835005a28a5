//! Two revisions in one program, and the methods whose verification compares their contracts.

use super::identities::Identities;
use super::matching::Matching;
use crate::ir::encode::Encoder;
use crate::ir::{
    AssertKind, Assertion, ClassId, Expr, FieldId, Hierarchy, MemberId, Method, MethodId,
    MethodKind, Pred, PredId, Program, Pure, PureId, SharedNames, Stmt, Type, UniqueId, VarId,
    Vars, ids, remap,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// A revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The older one.
    Old,
    /// The newer one.
    New,
}

/// Two revisions in one program: the declarations of the newer one, and those predicates and pure
/// methods of the older one that are not identified with one of the newer.
pub(super) struct SideBySide<'r> {
    pub(super) old: &'r Program,
    pub(super) new: &'r Program,
    pub(super) matching: &'r Matching,
    /// The program. Its members are the checks that were added.
    pub(super) program: Program,
    /// By predicate of the older revision: its place in the program.
    preds: Vec<Option<PredId>>,
    pures: Vec<Option<PureId>>,
}

/// What was written in another revision, in terms of the program; nothing if it names something
/// that is no longer there.
struct Import<'s> {
    matching: &'s Matching,
    preds: &'s [Option<PredId>],
    pures: &'s [Option<PureId>],
    vars: &'s VarMap,
    is_missing: bool,
}

/// What takes the place of variables when the text of one member is put into another one.
#[derive(Clone, Debug, Default)]
pub(super) struct VarMap {
    /// What is added to the numbers of variables.
    pub(super) offset: u32,
    /// The variables that have another one in their place.
    pub(super) replaced: Vec<(VarId, VarId)>,
}

impl VarMap {
    fn get(&self, id: VarId) -> VarId {
        let mut replaced = self.replaced.iter();
        let found = replaced.find(|(from, _)| *from == id);
        found.map_or(VarId(id.0 + self.offset), |(_, to)| *to)
    }
}

impl Import<'_> {
    fn found<T>(&mut self, found: Option<T>, otherwise: T) -> T {
        self.is_missing |= found.is_none();
        found.unwrap_or(otherwise)
    }
}

impl remap::Ids for Import<'_> {
    fn class(&mut self, id: ClassId) -> ClassId {
        self.found(self.matching.class(id), id)
    }

    fn field(&mut self, id: FieldId) -> FieldId {
        self.found(self.matching.field(id), id)
    }

    fn pred(&mut self, id: PredId) -> PredId {
        self.found(self.preds.get(id.index()).copied().flatten(), id)
    }

    fn pure_method(&mut self, id: PureId) -> PureId {
        self.found(self.pures.get(id.index()).copied().flatten(), id)
    }

    fn unique(&mut self, id: UniqueId) -> UniqueId {
        self.found(self.matching.unique(id), id)
    }

    fn var(&mut self, id: VarId) -> VarId {
        self.vars.get(id)
    }
}

/// A text of the newer revision keeps all but the variables.
struct Renamed<'v>(&'v VarMap);

impl remap::Ids for Renamed<'_> {
    fn class(&mut self, id: ClassId) -> ClassId {
        id
    }
    fn field(&mut self, id: FieldId) -> FieldId {
        id
    }
    fn pred(&mut self, id: PredId) -> PredId {
        id
    }
    fn pure_method(&mut self, id: PureId) -> PureId {
        id
    }
    fn unique(&mut self, id: UniqueId) -> UniqueId {
        id
    }
    fn var(&mut self, id: VarId) -> VarId {
        self.0.get(id)
    }
}

/// A method to add to the program.
pub(super) struct Added {
    pub(super) name: String,
    pub(super) span: Span,
    /// The class of the object, or `None` for a static method.
    pub(super) class: Option<ClassId>,
    pub(super) vars: Vars,
    pub(super) requires: Assertion,
    pub(super) ensures: Assertion,
    /// The body; `None` for an abstract method.
    pub(super) body: Option<Vec<Stmt>>,
}

impl<'r> SideBySide<'r> {
    /// Puts the revisions side by side. The bodies of `opaque` declarations of the newer one are
    /// left out.
    pub(super) fn new(
        old: &'r Program,
        new: &'r Program,
        matching: &'r Matching,
        identities: &Identities,
        opaque: &BTreeSet<MemberId>,
    ) -> SideBySide<'r> {
        let mut program = Program::default();
        program.classes.clone_from(&new.classes);
        program.fields.clone_from(&new.fields);
        program.pures.clone_from(&new.pures);
        program.preds.clone_from(&new.preds);
        program.uniques.clone_from(&new.uniques);
        for member in opaque {
            match member {
                MemberId::Pred(q) => {
                    let pred = program.preds.get_mut(q.index());
                    pred.into_iter().for_each(|pred| pred.body = None);
                }
                MemberId::Pure(p) => {
                    let pure = program.pures.get_mut(p.index());
                    pure.into_iter().for_each(|pure| pure.body = None);
                }
                MemberId::Method(_) => {}
            }
        }
        let mut next = Places(program.preds.len());
        let preds = ids::<PredId>(old.preds.len()).map(|q| {
            let same = identities.of(matching, MemberId::Pred(q));
            let is_imported = matching.owner(old.pred(q).class).is_some();
            next.place(same, is_imported).map(PredId)
        });
        let preds = preds.collect();
        let mut next = Places(program.pures.len());
        let pures = ids::<PureId>(old.pures.len()).map(|p| {
            let same = identities.of(matching, MemberId::Pure(p));
            let method = old.pure_method(p);
            let is_imported = method.inherited.is_none() && matching.owner(method.class).is_some();
            next.place(same, is_imported).map(PureId)
        });
        let pures = pures.collect();
        let mut both = SideBySide {
            old,
            new,
            matching,
            program,
            preds,
            pures,
        };
        both.import_declarations();
        both.program.hierarchy = Hierarchy::new(&both.program);
        both.program.shared_names = SharedNames::new(&both.program);
        both
    }

    /// Adds the predicates and pure methods of the older revision that have a place of their own.
    fn import_declarations(&mut self) {
        for (q, place) in ids::<PredId>(self.old.preds.len()).zip(self.preds.clone()) {
            if place.is_some_and(|place| place.index() == self.program.preds.len()) {
                let pred = self.imported_pred(self.old.pred(q));
                self.program.preds.extend(pred);
            }
        }
        for (p, place) in ids::<PureId>(self.old.pures.len()).zip(self.pures.clone()) {
            if place.is_some_and(|place| place.index() == self.program.pures.len()) {
                let pure = self.imported_pure(self.old.pure_method(p));
                self.program.pures.extend(pure);
            }
        }
    }

    fn imported_pred(&self, pred: &Pred) -> Option<Pred> {
        Some(Pred {
            class: self.matching.owner(pred.class)?,
            name: old_name(&pred.name),
            name_span: pred.name_span,
            vars: self.vars(Side::Old, &pred.vars),
            body: pred
                .body
                .as_ref()
                .and_then(|a| self.assertion(Side::Old, a, &VarMap::default())),
        })
    }

    /// Without its body if that names what is no longer there. Without a contract that can be
    /// imported it has one that nothing satisfies.
    fn imported_pure(&self, pure: &Pure) -> Option<Pure> {
        let vars = VarMap::default();
        let assertion = |a: &Assertion| self.assertion(Side::Old, a, &vars);
        let requires = assertion(&pure.requires);
        let never = || {
            let mut never = Assertion::truth(pure.name_span);
            if let AssertKind::Pure(e) = &mut never.kind {
                e.kind = crate::ir::ExprKind::Bool(false);
            }
            never
        };
        let expr = |e: &Expr| self.expr(Side::Old, e, &vars);
        Some(Pure {
            class: self.matching.owner(pure.class)?,
            name: old_name(&pure.name),
            name_span: pure.name_span,
            vars: self.vars(Side::Old, &pure.vars),
            ty: self.matching.ty(&pure.ty).unwrap_or(Type::Null),
            is_ghost: pure.is_ghost,
            body: pure
                .body
                .as_ref()
                .filter(|_| requires.is_some())
                .and_then(expr),
            requires: requires.unwrap_or_else(never),
            ensures: assertion(&pure.ensures)
                .unwrap_or_else(|| Assertion::truth(pure.ensures.span)),
            decreases: pure.decreases.iter().filter_map(expr).collect(),
            view: None,
            inherited: None,
            own_requires: None,
            refines: Vec::new(),
        })
    }

    fn import<'s>(&'s self, vars: &'s VarMap) -> Import<'s> {
        Import {
            matching: self.matching,
            preds: &self.preds,
            pures: &self.pures,
            vars,
            is_missing: false,
        }
    }

    /// An assertion of a revision in terms of the program, with these variables; `None` if it names
    /// something that is no longer there.
    pub(super) fn assertion(&self, side: Side, a: &Assertion, vars: &VarMap) -> Option<Assertion> {
        let mut a = a.clone();
        let mut import = self.import(vars);
        match side {
            Side::Old => remap::assertion(&mut a, &mut import),
            Side::New => remap::assertion(&mut a, &mut Renamed(vars)),
        }
        (!import.is_missing).then_some(a)
    }

    /// The same for an expression.
    pub(super) fn expr(&self, side: Side, e: &Expr, vars: &VarMap) -> Option<Expr> {
        let mut e = e.clone();
        let mut import = self.import(vars);
        match side {
            Side::Old => remap::expr(&mut e, &mut import),
            Side::New => remap::expr(&mut e, &mut Renamed(vars)),
        }
        (!import.is_missing).then_some(e)
    }

    /// The variables of a member of a revision. Types that are no longer there are those of `null`:
    /// what mentions such a variable is not imported.
    pub(super) fn vars(&self, side: Side, vars: &Vars) -> Vars {
        let mut vars = vars.clone();
        if side == Side::Old {
            for var in &mut vars.all {
                var.ty = self.matching.ty(&var.ty).unwrap_or(Type::Null);
            }
        }
        vars
    }

    /// The program of a revision.
    pub(super) fn revision(&self, side: Side) -> &'r Program {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }

    /// Adds a method that is not verified unless it is a member.
    pub(super) fn add(&mut self, added: Added) -> MethodId {
        let Added {
            name,
            span,
            class,
            mut vars,
            requires,
            ensures,
            body,
        } = added;
        if let (Some(class), Some(this)) = (class, vars.this)
            && let Some(var) = vars.all.get_mut(this.index())
        {
            var.ty = Type::Class(class);
        }
        let id = MethodId(u32::try_from(self.program.methods.len()).unwrap_or(u32::MAX));
        self.program.methods.push(Method {
            class,
            name,
            name_span: span,
            kind: MethodKind::Mutator,
            vars,
            requires,
            ensures,
            decreases: Vec::new(),
            is_abstract: body.is_none(),
            body: body.unwrap_or_default(),
            end: span,
            implicit: false,
            has_contract: true,
            view: None,
            inherited: None,
            overridden_params: Vec::new(),
            handles: false,
            refines: Vec::new(),
        });
        id
    }

    /// Whether two added methods have the same contracts, word for word.
    pub(super) fn are_same(&self, one: MethodId, other: MethodId) -> bool {
        let mut encoder = Encoder::new(&self.program);
        let one = encoder.requirement(MemberId::Method(one)).to_vec();
        encoder.requirement(MemberId::Method(other)) == one
    }
}

/// The number of the next declaration that is added to a table.
struct Places(usize);

impl Places {
    /// The number of the declaration that is the same, or that of one to add.
    fn place(&mut self, same: Option<MemberId>, is_imported: bool) -> Option<u32> {
        match same {
            Some(same) => Some(same.number()),
            None if is_imported => {
                self.0 += 1;
                u32::try_from(self.0 - 1).ok()
            }
            None => None,
        }
    }
}

/// The name of a declaration of the older revision that stays one of its own. No name in a program
/// has this form.
fn old_name(name: &str) -> String {
    format!("{name}@old")
}
