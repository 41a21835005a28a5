//! Clauses of contracts without what does not change their meaning: names of parameters and bound
//! variables, layout, a `this.` that is understood, and which declaration of a dispatched family
//! is named. Names that mean different fields differ.

use super::encode::Encoder;
use super::remap::{self, Ids};
use super::{Assertion, ClassId, Expr, FieldId, PredId, Program, PureId, UniqueId, VarId, Vars};
use rustc_hash::FxHashMap;

/// An assertion over a member's variables; equal bytes mean the same for members of one family.
#[must_use]
pub fn assertion(program: &Program, vars: &Vars, a: &Assertion) -> Vec<u8> {
    let mut ids = Canonical::new(program, vars);
    let mut a = a.clone();
    remap::assertion(&mut a, &mut ids);
    Encoder::new(program).clause(Some(&a), &[])
}

/// The same for expressions.
#[must_use]
pub fn exprs(program: &Program, vars: &Vars, all: &[Expr]) -> Vec<u8> {
    let mut ids = Canonical::new(program, vars);
    let mut all = all.to_vec();
    all.iter_mut().for_each(|e| remap::expr(e, &mut ids));
    Encoder::new(program).clause(None, &all)
}

/// Gives variables numbers by their role or their first mention, and members those of their
/// families.
struct Canonical<'p> {
    program: &'p Program,
    this: Option<VarId>,
    numbers: FxHashMap<VarId, VarId>,
}

impl<'p> Canonical<'p> {
    fn new(program: &'p Program, vars: &Vars) -> Canonical<'p> {
        let mut ids = Canonical {
            program,
            this: vars.this,
            numbers: FxHashMap::default(),
        };
        for v in vars.inputs().chain(vars.result).chain(vars.exception) {
            ids.var(v);
        }
        ids
    }
}

impl Ids for Canonical<'_> {
    fn class(&mut self, id: ClassId) -> ClassId {
        id
    }
    fn field(&mut self, id: FieldId) -> FieldId {
        id
    }
    fn pred(&mut self, id: PredId) -> PredId {
        self.program.hierarchy.preds().family(id)
    }
    fn pure_method(&mut self, id: PureId) -> PureId {
        self.program.hierarchy.pures().family(id)
    }
    fn unique(&mut self, id: UniqueId) -> UniqueId {
        id
    }
    fn var(&mut self, id: VarId) -> VarId {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(id).or_insert(VarId(next))
    }
    fn is_of_any_class(&self, id: VarId) -> bool {
        self.this == Some(id)
    }
}
