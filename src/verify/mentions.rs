//! What the texts of a program mention: pure methods and mutators that they
//! call, predicates that they name; and how large they are.

use crate::ir::{
    AssertKind, Assertion, Expr, ExprKind, MemberId, MethodId, PredId, Program, PureId, Stmt,
    StmtKind, walk,
};
use std::collections::BTreeSet;

/// What texts mention.
#[derive(Debug, Default)]
pub struct Mentions {
    /// Pure methods that are called.
    pub pures: BTreeSet<PureId>,
    /// Predicates that are named.
    pub preds: BTreeSet<PredId>,
    /// Mutators, lemmas and constructors that are called.
    pub methods: BTreeSet<MethodId>,
    /// The number of statements, assertions and expressions.
    pub size: u64,
}

impl Mentions {
    /// What a member's contract mentions; of a predicate, its body.
    #[must_use]
    pub fn of_contract(program: &Program, member: MemberId) -> Mentions {
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
        found.add_families(program);
        found
    }

    /// Adds all that objects of some class have in place of what is mentioned.
    pub fn add_families(&mut self, program: &Program) {
        let pures: Vec<PureId> = self.pures.iter().copied().collect();
        for p in pures {
            self.pures.extend(program.hierarchy.pures().members(p));
        }
        let preds: Vec<PredId> = self.preds.iter().copied().collect();
        for q in preds {
            self.preds.extend(program.hierarchy.preds().members(q));
        }
    }

    /// Adds what a member's measures and its body mention; nothing of a predicate.
    pub fn add_body(&mut self, program: &Program, member: MemberId) {
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
        self.add_families(program);
    }

    /// All that is mentioned.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        let preds = self.preds.iter().copied().map(MemberId::Pred);
        let pures = self.pures.iter().copied().map(MemberId::Pure);
        let methods = self.methods.iter().copied().map(MemberId::Method);
        preds.chain(pures).chain(methods)
    }

    /// Adds what an assertion mentions.
    pub fn assertion(&mut self, a: &Assertion) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.size += 1;
            if let AssertKind::Pred(instance) = &a.kind {
                self.preds.insert(instance.pred);
            }
            a.exprs().into_iter().for_each(|e| self.expr(e));
            a.parts().into_iter().for_each(|part| self.assertion(part));
        });
    }

    /// Adds what an expression mentions; its triggers only name terms, and do not count.
    pub fn expr(&mut self, e: &Expr) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            self.size += 1;
            match &e.kind {
                ExprKind::Pure(call) | ExprKind::Using(call, _) => {
                    self.pures.insert(call.callee);
                }
                ExprKind::Opening(instance, _) => {
                    self.preds.insert(instance.pred);
                }
                _ => {}
            }
            e.children().into_iter().for_each(|e| self.expr(e));
        });
    }

    /// Adds what a statement mentions, but for the statements in it.
    fn stmt(&mut self, stmt: &Stmt) {
        self.size += 1;
        match &stmt.kind {
            StmtKind::Call(_, call) | StmtKind::New(_, _, call) => {
                self.methods.insert(call.callee);
            }
            StmtKind::Open(instance) | StmtKind::Close(instance) => {
                self.preds.insert(instance.pred);
            }
            StmtKind::Use(call) => {
                self.pures.insert(call.callee);
            }
            _ => {}
        }
        stmt.exprs().into_iter().for_each(|e| self.expr(e));
        stmt.assertions()
            .into_iter()
            .for_each(|a| self.assertion(a));
    }
}
