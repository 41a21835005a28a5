//! Z3, in process: translation of terms, scopes that follow the path, and checks bounded by
//! `rlimit`. With `arithmetic` and `interrupt` the only module that uses the `z3` crate.
//!
//! A backend belongs to the Z3 context of its thread. Each check of a member that
//! starts Z3 runs on its own thread, so the queries of one member cannot influence the
//! answers for another.

use super::arithmetic::{integer, real};
use super::library::{self, Unusable};
use crate::axioms;
use crate::axioms::Needs;
use crate::path::{Path, PathNode};
use crate::terms::mentions::{closed_matches, unfit_parts};
use crate::terms::sort::WRAPPED;
use crate::terms::term::{Coll, Func, Node, Quantified, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use z3::ast::{Array, Ast, Bool, Dynamic, Int};
use z3::{DatatypeAccessor, DatatypeBuilder, DatatypeSort, FuncDecl, Params, Pattern, SatResult};

/// The `:weight` of quantifiers, as in the axioms: an instance adds this much to the
/// generation of the terms that it creates. Z3 bounds the generation, so matching loops
/// terminate.
const WEIGHT: u32 = 1;

/// The stack that Z3 may need per level of nested terms. It recurses over them in many of its
/// procedures, with frames of up to a few hundred bytes.
const LEVEL_STACK: usize = 4 * 1024;

/// The stack of terms without nesting, in levels.
const MIN_STACK_LEVELS: usize = 16;

/// The number of levels up to which the stack grows with the nesting depth.
const MAX_STACK_LEVELS: usize = 100_000;

thread_local! {
    /// Whether Z3 has started on this thread.
    static HAS_STARTED: Cell<bool> = const { Cell::new(false) };
}

/// Whether Z3 has started on this thread. Its context remains, and answers to later queries can
/// depend on it.
#[must_use]
pub fn has_started_here() -> bool {
    HAS_STARTED.get()
}

/// Runs a procedure of Z3 on terms of this nesting depth with enough stack.
pub(super) fn with_stack_for<R>(depth: u32, f: impl FnOnce() -> R) -> R {
    let levels = usize::try_from(depth).unwrap_or(MAX_STACK_LEVELS);
    let stack = LEVEL_STACK * (MIN_STACK_LEVELS + levels.min(MAX_STACK_LEVELS));
    stacker::maybe_grow(stack, stack, f)
}

/// The version of Z3, including its revision.
///
/// # Errors
/// If Z3 cannot be loaded.
pub fn version() -> Result<&'static str, Unusable> {
    library::load()?;
    Ok(z3::full_version())
}

/// The result of a satisfiability check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Unsatisfiable.
    Unsat,
    /// Satisfiable, or saturated without a conflict ([`Backend::has_model`]
    /// distinguishes them).
    Sat,
    /// Satisfiable if large products are any numbers: undecided, whatever the resource limit.
    Abstracted,
    /// Undecided, usually because the resource limit was reached.
    Unknown,
}

/// A path node whose formulas are asserted, in a scope each.
#[derive(Debug)]
struct Asserted {
    serial: u64,
    /// The number of scopes below these.
    scopes_before: usize,
}

/// Z3 with one solver whose scopes follow the path of the query.
#[derive(Debug)]
pub struct Backend {
    solver: z3::Solver,
    rlimit: u32,
    /// Whether facts with quantifiers or collections are omitted.
    plain: bool,
    seed: u32,
    refs: z3::Sort,
    snaps: DatatypeSort,
    /// The sorts that snapshots wrap, in the order of the datatype's variants.
    wrapped: Vec<Sort>,
    age: FuncDecl,
    cache: FxHashMap<Term, Dynamic>,
    functions: FxHashMap<Func, FuncDecl>,
    /// The axioms asserted below all scopes.
    needs: Needs,
    /// For each scope, the terms whose references got their ages in it.
    levels: Vec<Vec<Term>>,
    /// The asserted path nodes, oldest first.
    asserted: Vec<Asserted>,
    aged: FxHashSet<Term>,
    /// The numbers of the scopes in which a fact with large products was asserted.
    opaque: Vec<usize>,
    /// The greatest length of chains of instances, if they are cut.
    generations: Option<u32>,
    /// The nesting depth of the deepest term that was asserted.
    deepest: u32,
    /// Whether the last check found a model.
    model: bool,
}

#[allow(clippy::expect_used)] // smart constructors check sorts: a mismatch is an internal error
impl Backend {
    /// Starts Z3. `rlimit` bounds each check (0: no bound). Snapshots wrap values of
    /// the scalar sorts, of arrays of scalars, and of the `extra` sorts.
    ///
    /// # Errors
    /// If Z3 cannot be loaded.
    pub fn new(rlimit: u32, extra: Vec<Sort>) -> Result<Backend, Unusable> {
        library::load()?;
        HAS_STARTED.set(true);
        let refs = z3::Sort::uninterpreted("Ref".into());
        let mut wrapped = WRAPPED.to_vec();
        for sort in extra {
            if !wrapped.contains(&sort) {
                wrapped.push(sort);
            }
        }
        let snaps = snapshot_sort(&refs, &wrapped);
        let age = FuncDecl::new("age", &[&refs], &z3::Sort::int());
        let solver = new_solver(rlimit, 0, false);
        Ok(Backend {
            solver,
            rlimit,
            plain: false,
            seed: 0,
            refs,
            snaps,
            wrapped,
            age,
            cache: FxHashMap::default(),
            functions: FxHashMap::default(),
            needs: Needs::default(),
            levels: Vec::new(),
            asserted: Vec::new(),
            aged: FxHashSet::default(),
            opaque: Vec::new(),
            generations: None,
            deepest: 0,
            model: false,
        })
    }

    /// Sets the random seed; only before the first check.
    #[must_use]
    pub fn seeded(self, seed: u32) -> Backend {
        Backend {
            solver: new_solver(self.rlimit, seed, false),
            seed,
            ..self
        }
    }

    /// Omits facts with quantifiers or collections, which is sound for proofs: the
    /// remaining facts are weaker.
    #[must_use]
    pub fn plain(self) -> Backend {
        Backend {
            // The relevancy settings help without quantifiers, too.
            solver: new_solver(self.rlimit, self.seed, true),
            plain: true,
            ..self
        }
    }

    /// Bounds each of the following checks by `rlimit` (0: no bound).
    pub fn set_rlimit(&mut self, rlimit: u32) {
        if self.rlimit != rlimit {
            self.rlimit = rlimit;
            let mut params = Params::new();
            params.set_u32("rlimit", rlimit);
            self.solver.set_params(&params);
        }
    }

    /// Whether the path condition with an extra formula is satisfiable.
    pub fn check(&mut self, terms: &Terms, path: &Path, extra: Option<Term>) -> Check {
        let new = path.after_last(|node| self.is_asserted(node));
        let facts = new.iter().flat_map(|node| node.facts()).chain(extra);
        let facts: Vec<Term> = facts.filter(|&f| self.includes(terms, f)).collect();
        let deepest = facts.iter().map(|&fact| terms.depth(fact)).max();
        self.deepest = self.deepest.max(deepest.unwrap_or(0));
        with_stack_for(self.deepest, || {
            self.prepare(terms, &facts);
            self.check_here(terms, path, extra)
        })
    }

    /// Whether the fact of a path node is asserted.
    fn is_asserted(&self, node: &PathNode) -> bool {
        let here = self.asserted.get(node.depth - 1);
        here.is_some_and(|asserted| asserted.serial == node.serial)
    }

    /// Checks on the current stack.
    fn check_here(&mut self, terms: &Terms, path: &Path, extra: Option<Term>) -> Check {
        self.align(terms, path);
        let (result, is_abstracted) = match extra {
            None => (self.solver.check(), !self.opaque.is_empty()),
            Some(fact) => {
                self.push();
                self.assert(terms, fact);
                let result = (self.solver.check(), !self.opaque.is_empty());
                self.pop(1);
                result
            }
        };
        self.model = result == SatResult::Sat && !is_abstracted;
        if self.generations.is_some() {
            // Without scopes, what was asserted for this check stays; and instances are missing.
            self.restart();
            if result == SatResult::Unknown {
                return Check::Unknown;
            }
        }
        match result {
            SatResult::Unsat => Check::Unsat,
            SatResult::Sat if is_abstracted => Check::Abstracted,
            SatResult::Unknown if is_abstracted && self.is_incomplete() => Check::Abstracted,
            SatResult::Sat => Check::Sat,
            SatResult::Unknown if self.is_incomplete() => Check::Sat,
            SatResult::Unknown => Check::Unknown,
        }
    }

    /// Checks as [`Backend::check`] does, and hands the result and the model to `look`.
    pub(super) fn with_model<R>(
        &mut self,
        terms: &Terms,
        path: &Path,
        extra: Option<Term>,
        look: impl FnOnce(&mut Backend, SatResult, Option<z3::Model>) -> R,
    ) -> R {
        let new = path.after_last(|node| self.is_asserted(node));
        let facts = new.iter().flat_map(|node| node.facts()).chain(extra);
        let facts: Vec<Term> = facts.collect();
        let deepest = facts.iter().map(|&fact| terms.depth(fact)).max();
        self.deepest = self.deepest.max(deepest.unwrap_or(0));
        with_stack_for(self.deepest, || {
            self.prepare(terms, &facts);
            self.align(terms, path);
            self.push();
            if let Some(fact) = extra {
                self.assert(terms, fact);
            }
            let mut result = self.solver.check();
            if result == SatResult::Sat && !self.opaque.is_empty() {
                result = SatResult::Unknown;
            }
            let model = match result {
                SatResult::Sat => self.solver.get_model(),
                _ => None,
            };
            let found = look(self, result, model);
            self.pop(1);
            found
        })
    }

    /// The constant for null.
    pub(super) fn null(&self) -> Dynamic {
        Dynamic::new_const("null", &self.refs)
    }

    /// Whether the last check found a model, rather than saturated without a conflict.
    #[must_use]
    pub fn has_model(&self) -> bool {
        self.model
    }

    /// Whether Z3 saturated: all quantifier instances were made without a conflict, so that
    /// a larger resource limit would not help.
    fn is_incomplete(&self) -> bool {
        self.needs.any()
            && self
                .solver
                .get_reason_unknown()
                .is_some_and(|reason| reason.contains("quantifiers"))
    }

    /// Restarts with more axioms, if formulas that are yet to be asserted need them.
    fn prepare(&mut self, terms: &Terms, facts: &[Term]) {
        let (mut more, rich) = (false, self.needs.any());
        for &fact in facts {
            more |= self.needs.add(terms, fact);
        }
        if more && (self.needs.renew() || !rich) {
            self.restart();
        }
    }

    /// Restarts with nothing asserted but the axioms.
    pub fn restart(&mut self) {
        self.restart_as(self.seed, None);
    }

    /// Restarts with another random seed, until the next restart. With a number of generations,
    /// chains of instances, each of which made a term that the next one is made for, are cut behind
    /// that many, and the solver is for one check.
    pub fn restart_as(&mut self, seed: u32, generations: Option<u32>) {
        self.solver = new_solver(self.rlimit, seed, self.needs.any());
        // Without quantifiers, Z3 would use a tactic that is bounded by time.
        self.generations = generations.filter(|_| self.needs.any());
        if let Some(generations) = self.generations {
            cut_chains(&self.solver, generations);
        }
        self.levels.clear();
        self.asserted.clear();
        self.aged.clear();
        self.opaque.clear();
        if let Some(axioms) = self.needs.text() {
            self.solver.from_string(axioms);
        }
    }

    /// The resource units spent in the thread's context so far.
    #[must_use]
    pub fn spent(&self) -> u64 {
        spent_by_context(&self.solver)
    }

    /// Pops to the longest common prefix of the asserted formulas and `path`, and
    /// asserts the rest. Each formula has its own scope, so none is asserted twice. Z3
    /// then preprocesses each by itself, which makes its search independent of when it
    /// was called on the path.
    fn align(&mut self, terms: &Terms, path: &Path) {
        let missing = path.after_last(|node| self.is_asserted(node));
        let common = path.depth() - missing.len();
        if let Some(first) = self.asserted.get(common) {
            self.pop(self.levels.len().saturating_sub(first.scopes_before));
        }
        self.asserted.truncate(common);
        for node in &missing {
            self.asserted.push(Asserted {
                serial: node.serial,
                scopes_before: self.levels.len(),
            });
            for fact in node.facts() {
                self.push();
                if self.includes(terms, fact) {
                    self.assert(terms, fact);
                }
            }
        }
    }

    /// Whether a fact is asserted, rather than omitted.
    fn includes(&self, terms: &Terms, fact: Term) -> bool {
        !(self.plain && terms.is_rich(fact))
    }

    fn push(&mut self) {
        if self.generations.is_none() {
            self.solver.push();
        }
        self.levels.push(Vec::new());
    }

    fn pop(&mut self, count: usize) {
        if self.generations.is_none() {
            self.solver.pop(u32::try_from(count).unwrap_or(u32::MAX));
        }
        for _ in 0..count {
            for t in self.levels.pop().unwrap_or_default() {
                self.aged.remove(&t);
            }
        }
        let scopes = self.levels.len();
        while self.opaque.last().is_some_and(|&scope| scope > scopes) {
            self.opaque.pop();
        }
    }

    fn assert(&mut self, terms: &Terms, fact: Term) {
        let formula = self.formula(terms, fact);
        self.solver.assert(&formula);
        if terms.has_large_product(fact) {
            self.opaque.push(self.levels.len());
        }
        self.assert_ages(terms, fact);
        // Formulas without quantifiers need no names.
        if terms.is_rich(fact) {
            self.assert_names(terms, fact);
        }
    }

    /// Bounds the allocation age of every reference in a formula; for new objects the
    /// age is exact. So a new object differs from all older values, through any chain
    /// of equalities, and null and the constants differ by fixed ages of their own.
    fn assert_ages(&mut self, terms: &Terms, fact: Term) {
        // What has been looked at in an outer scope has its age, with all of its subterms.
        let mut todo = vec![fact];
        while let Some(t) = todo.pop() {
            if !self.aged.insert(t) {
                continue;
            }
            if let Some(level) = self.levels.last_mut() {
                level.push(t);
            }
            todo.extend(terms.children(t));
            if terms.sort(t) != Sort::Ref || terms.has_bound(t) {
                continue;
            }
            let reference = self.translate(terms, t);
            let Some(age) = self.age.apply(&[&reference]).as_int() else {
                continue;
            };
            let bound = Int::from_u64(u64::from(terms.age(t)));
            match terms.node(t) {
                // Null and the constants are older than all objects, and distinct.
                Node::Null => self.solver.assert(age.eq(Int::from_i64(0))),
                Node::Unique(number) => self
                    .solver
                    .assert(age.eq(Int::from_i64(-1 - i64::from(*number)))),
                _ if terms.birth(t).is_some() => self.solver.assert(age.eq(&bound)),
                _ => self.solver.assert(age.le(&bound)),
            }
        }
    }

    pub(super) fn translate(&mut self, terms: &Terms, t: Term) -> Dynamic {
        if let Some(ast) = self.cache.get(&t) {
            return ast.clone();
        }
        let ast = crate::deep(|| self.translate_node(terms, t));
        self.cache.insert(t, ast.clone());
        ast
    }

    fn sort(&self, sort: Sort) -> z3::Sort {
        match sort {
            Sort::Snap => self.snaps.sort.clone(),
            other => value_sort(&self.refs, other),
        }
    }

    fn translate_node(&mut self, terms: &Terms, t: Term) -> Dynamic {
        match terms.node(t) {
            Node::Symbol(n) => Dynamic::new_const(format!("s{n}"), &self.sort(terms.sort(t))),
            Node::Bool(b) => Dynamic::from_ast(&Bool::from_bool(*b)),
            Node::Int(n) => Dynamic::from_ast(&integer(&n.to_string())),
            Node::Perm(p) => Dynamic::from_ast(&real(p)),
            Node::Null => self.null(),
            Node::Unique(number) => Dynamic::new_const(format!("constant{number}"), &self.refs),
            Node::Not(a) => Dynamic::from_ast(&self.formula(terms, *a).not()),
            Node::And(parts) => Dynamic::from_ast(&Bool::and(&self.formulas(terms, parts))),
            Node::Or(parts) => Dynamic::from_ast(&Bool::or(&self.formulas(terms, parts))),
            Node::Ite(c, a, b) => {
                let (c, a, b) = (
                    self.formula(terms, *c),
                    self.translate(terms, *a),
                    self.translate(terms, *b),
                );
                c.ite(&a, &b)
            }
            Node::Eq(a, _) if terms.sort(*a).is_collection() => {
                let name = axioms::equality(terms.sort(*a));
                self.uninterpreted(terms, name, t)
            }
            Node::Eq(a, b) => {
                let (a, b) = (self.translate(terms, *a), self.translate(terms, *b));
                Dynamic::from_ast(&a.eq(&b))
            }
            Node::Le(a, b) => self.compare(terms, *a, *b, false),
            Node::Lt(a, b) => self.compare(terms, *a, *b, true),
            Node::Sum(sort, linear) => self.sum(terms, *sort, linear),
            Node::Mul(a, b) | Node::Div(a, b) | Node::Rem(a, b) => {
                self.arithmetic(terms, t, *a, *b)
            }
            Node::Select(a, i) => {
                let (a, i) = (self.array(terms, *a), self.translate(terms, *i));
                a.select(&i)
            }
            Node::Store(a, i, v) => {
                let (a, i, v) = (
                    self.array(terms, *a),
                    self.translate(terms, *i),
                    self.translate(terms, *v),
                );
                Dynamic::from_ast(&a.store(&i, &v))
            }
            Node::Fill(_, v) => {
                let v = self.translate(terms, *v);
                Dynamic::from_ast(&Array::const_array(&z3::Sort::int(), &v))
            }
            Node::App(f, args) => self.apply(terms, *f, args),
            Node::Bound(n, sort) => Dynamic::new_const(format!("b{n}"), &self.sort(*sort)),
            Node::Forall(quantified) => self.quantifier(terms, quantified),
            Node::Coll(op, args) => {
                let name = axioms::function_name(terms, t, *op, args);
                self.uninterpreted(terms, name, t)
            }
            Node::Unit
            | Node::Combine(..)
            | Node::First(_)
            | Node::Second(_)
            | Node::Wrap(_)
            | Node::Unwrap(..)
            | Node::IsCombine(_)
            | Node::IsWrap(..) => self.snapshot(terms, t),
        }
    }

    /// Applies a function of the collection theory to the operands of a term; n-ary
    /// operations are nested to the left.
    pub(super) fn uninterpreted(&mut self, terms: &Terms, name: String, t: Term) -> Dynamic {
        let args: Vec<Dynamic> = terms
            .children(t)
            .into_iter()
            .map(|c| self.translate(terms, c))
            .collect();
        let range = self.sort(terms.sort(t));
        let apply = |args: &[&Dynamic]| {
            let domain: Vec<z3::Sort> = args.iter().map(|a| a.get_sort()).collect();
            let domain: Vec<&z3::Sort> = domain.iter().collect();
            let args: Vec<&dyn Ast> = args.iter().map(|a| *a as &dyn Ast).collect();
            FuncDecl::new(name.as_str(), &domain, &range).apply(&args)
        };
        let nested = matches!(
            terms.node(t),
            Node::Coll(
                Coll::SeqConcat
                    | Coll::SetUnion
                    | Coll::SetIntersect
                    | Coll::MultisetUnion
                    | Coll::MultisetIntersect,
                _
            )
        );
        match args.as_slice() {
            [first, rest @ ..] if nested => rest
                .iter()
                .fold(first.clone(), |all, part| apply(&[&all, part])),
            args => apply(&args.iter().collect::<Vec<_>>()),
        }
    }

    fn quantifier(&mut self, terms: &Terms, quantified: &Quantified) -> Dynamic {
        let vars: Vec<Dynamic> = quantified
            .vars
            .iter()
            .map(|&v| self.translate(terms, v))
            .collect();
        let triggers: Vec<Pattern> = quantified
            .triggers
            .iter()
            .map(|set| {
                let set: Vec<Dynamic> = set.iter().map(|&t| self.trigger(terms, t)).collect();
                let set: Vec<&dyn Ast> = set.iter().map(|t| t as &dyn Ast).collect();
                Pattern::new(&set)
            })
            .collect();
        let body = self.formula(terms, quantified.body);
        let vars: Vec<&dyn Ast> = vars.iter().map(|v| v as &dyn Ast).collect();
        let triggers: Vec<&Pattern> = triggers.iter().collect();
        let depth = terms.depth(quantified.body);
        Dynamic::from_ast(&with_stack_for(depth, || {
            z3::ast::quantifier_const(true, WEIGHT, "all", "some", &vars, &triggers, &[], &body)
        }))
    }

    /// A term of a trigger. Z3 accepts no formulas in triggers, nor terms that depend
    /// on them; they are replaced by names, defined next to the quantifier.
    fn trigger(&mut self, terms: &Terms, t: Term) -> Dynamic {
        let whole = self.translate(terms, t);
        let names: Vec<(Dynamic, Dynamic)> = unfit_parts(terms, t)
            .into_iter()
            .map(|part| (self.translate(terms, part), self.trigger_name(terms, part)))
            .collect();
        let by: Vec<(&Dynamic, &Dynamic)> = names.iter().map(|(a, b)| (a, b)).collect();
        whole.substitute(&by)
    }

    /// The constant that names a closed term in triggers.
    fn trigger_name(&mut self, terms: &Terms, t: Term) -> Dynamic {
        let name = format!("name!{t:?}");
        let sort = self.sort(terms.sort(t));
        FuncDecl::new(name, &[], &sort).apply(&[])
    }

    /// Defines the names in the triggers of a formula. Also names the contents and
    /// collections that occur only inside quantifiers, so that Z3 has ground terms for
    /// them.
    fn assert_names(&mut self, terms: &Terms, fact: Term) {
        for t in terms.subterms(fact) {
            let Node::Forall(quantified) = terms.node(t) else {
                continue;
            };
            let triggers = quantified.triggers.iter().flatten();
            let unfit = triggers.flat_map(|&t| unfit_parts(terms, t));
            for part in unfit.chain(closed_matches(terms, quantified.body)) {
                let (value, name) = (self.translate(terms, part), self.trigger_name(terms, part));
                self.solver.assert(name.eq(&value));
            }
        }
    }

    /// The variant of the snapshot datatype that wraps a sort.
    fn variant(&self, sort: Sort) -> usize {
        let position = self.wrapped.iter().position(|&s| s == sort);
        2 + position.expect("a sort that snapshots wrap is declared from the start")
    }

    /// Terms of the datatype of snapshots: its variants are `unit`, `combine`,
    /// and one for each wrapped sort.
    #[allow(clippy::indexing_slicing)] // the variants are those of `snapshot_sort`
    fn snapshot(&mut self, terms: &Terms, t: Term) -> Dynamic {
        let args: Vec<Dynamic> = terms
            .children(t)
            .into_iter()
            .map(|c| self.translate(terms, c))
            .collect();
        let refs: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        let variants = &self.snaps.variants;
        let function = match terms.node(t) {
            Node::Combine(..) => &variants[1].constructor,
            Node::First(_) => &variants[1].accessors[0],
            Node::Second(_) => &variants[1].accessors[1],
            Node::IsCombine(_) => &variants[1].tester,
            Node::Wrap(v) => &variants[self.variant(terms.sort(*v))].constructor,
            Node::Unwrap(sort, _) => &variants[self.variant(*sort)].accessors[0],
            Node::IsWrap(sort, _) => &variants[self.variant(*sort)].tester,
            _ => &variants[0].constructor,
        };
        function.apply(&refs)
    }

    pub(super) fn formula(&mut self, terms: &Terms, t: Term) -> Bool {
        self.translate(terms, t)
            .as_bool()
            .expect("a formula has sort Bool")
    }

    fn formulas(&mut self, terms: &Terms, parts: &[Term]) -> Vec<Bool> {
        parts
            .iter()
            .map(|&part| self.formula(terms, part))
            .collect()
    }

    fn array(&mut self, terms: &Terms, t: Term) -> Array {
        self.translate(terms, t)
            .as_array()
            .expect("contents have an array sort")
    }

    fn apply(&mut self, terms: &Terms, f: Func, args: &[Term]) -> Dynamic {
        let asts: Vec<Dynamic> = args.iter().map(|&a| self.translate(terms, a)).collect();
        let refs: Vec<&dyn Ast> = asts.iter().map(|a| a as &dyn Ast).collect();
        if !self.functions.contains_key(&f) {
            let domain: Vec<z3::Sort> = args.iter().map(|&a| self.sort(terms.sort(a))).collect();
            let domain: Vec<&z3::Sort> = domain.iter().collect();
            let decl = FuncDecl::new(
                format!("f{}", f.0),
                &domain,
                &self.sort(terms.function_sort(f)),
            );
            self.functions.insert(f, decl);
        }
        match self.functions.get(&f) {
            Some(decl) => decl.apply(&refs),
            None => Dynamic::new_const("unreachable", &self.sort(terms.function_sort(f))),
        }
    }
}

/// The resource units spent by the solver's context so far.
fn spent_by_context(solver: &z3::Solver) -> u64 {
    match solver.get_statistics().value("rlimit count") {
        Some(z3::StatisticsValue::UInt(n)) => u64::from(n),
        Some(z3::StatisticsValue::Double(n)) if n >= 0.0 => n as u64,
        _ => 0,
    }
}

/// The triggers of several terms of one quantifier that are matched eagerly.
const MULTI_PATTERNS: u32 = 8;

/// A new solver. With `quantifiers`, instantiation is by triggers only.
pub(super) fn new_solver(rlimit: u32, seed: u32, quantifiers: bool) -> z3::Solver {
    let solver = z3::Solver::new();
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit);
    params.set_u32("random_seed", seed);
    // Otherwise Z3 installs its own signal handler during a check.
    params.set_bool("ctrl_c", false);
    if quantifiers {
        params.set_bool("auto_config", false);
        params.set_bool("mbqi", false);
        // Split on relevant atoms only: the default also splits on irrelevant ones and
        // instantiates quantifiers for them.
        params.set_u32("case_split", 3);
        params.set_bool("delay_units", true);
        // Of the triggers of several terms, Z3 matches one eagerly, and the others in two rounds at
        // the end of the search alone: a member of a part would not be found to be one of a union
        // of unions.
        params.set_u32("qi.max_multi_patterns", MULTI_PATTERNS);
    }
    solver.set_params(&params);
    solver
}

/// Makes a new solver cut chains of instances behind a number of generations. Z3 heeds that for
/// solvers without scopes only.
fn cut_chains(solver: &z3::Solver, generations: u32) {
    let mut params = Params::new();
    params.set_f64("qi.eager_threshold", f64::from(generations));
    params.set_f64("qi.lazy_threshold", f64::from(generations + WEIGHT));
    solver.set_params(&params);
}

/// The Z3 sort of a value; not for snapshots, whose datatype does not exist yet.
fn value_sort(refs: &z3::Sort, sort: Sort) -> z3::Sort {
    match sort {
        Sort::Int | Sort::Snap => z3::Sort::int(),
        Sort::Bool => z3::Sort::bool(),
        Sort::Ref => refs.clone(),
        Sort::Perm => z3::Sort::real(),
        Sort::Elems(elem) => z3::Sort::array(&z3::Sort::int(), &value_sort(refs, elem.sort())),
        Sort::Seq(_) | Sort::Set(_) | Sort::Multiset(_) | Sort::Map(..) => {
            z3::Sort::uninterpreted(axioms::sort_name(sort).into())
        }
    }
}

fn snapshot_sort(refs: &z3::Sort, wrapped: &[Sort]) -> DatatypeSort {
    let mut builder = DatatypeBuilder::new("Snap")
        .variant("unit", Vec::new())
        .variant(
            "combine",
            vec![
                ("first", DatatypeAccessor::datatype("Snap")),
                ("second", DatatypeAccessor::datatype("Snap")),
            ],
        );
    for (number, &sort) in wrapped.iter().enumerate() {
        let (wrap, unwrap) = (format!("wrap{number}"), format!("unwrap{number}"));
        builder = builder.variant(
            &wrap,
            vec![(&unwrap, DatatypeAccessor::sort(value_sort(refs, sort)))],
        );
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use crate::axioms::{Needs, Theory};
    use crate::{Elem, Sort};

    /// Z3 drops all axioms silently if one has a syntax error.
    #[test]
    fn z3_reads_every_axiom() {
        let seq = Elem::of(Sort::Seq(Elem::REF)).unwrap();
        let map = Elem::of(Sort::Map(seq, Elem::PERM)).unwrap();
        let mut needs = Needs::default();
        for e in [Elem::INT, Elem::BOOL, Elem::REF, Elem::PERM, seq, map] {
            for theory in [
                Theory::Multiset(e),
                Theory::Map(e, seq),
                Theory::Map(Elem::INT, e),
                Theory::SetOfSeq(e),
                Theory::MultisetOfSeq(e),
                Theory::Contents(e),
                Theory::SeqOf(e),
            ] {
                needs.theory(Some(theory));
            }
        }
        needs.everything();
        let text = needs.text().unwrap();
        assert!(!text.contains('@'), "every name is filled in");
        super::library::load().unwrap();
        let solver = z3::Solver::new();
        solver.from_string(text.clone());
        assert_eq!(
            solver.get_assertions().len(),
            text.matches("(assert ").count()
        );
    }
}
