//! The verification problems that compare declarations of two revisions, and their results.

use super::side_by_side::{Added, Side, SideBySide, VarMap};
use crate::ir::{
    AssertKind, Assertion, BinOp, ClassId, Expr, ExprKind, MemberId, MethodId, Program, Stmt,
    StmtKind, Type, VarId, Vars,
};
use crate::source::{SourceMap, Span};
use crate::stop::Stop;
use crate::verify::{MemberOutcome, Options, RunSettings, Status, verify_all};
use std::collections::BTreeMap;

/// A check that was added to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Check(MethodId);

/// What verifies checks.
#[derive(Clone, Copy)]
pub(super) struct Solver<'s> {
    /// The files of both revisions.
    pub(super) sources: &'s SourceMap,
    /// The options of the engine.
    pub(super) options: &'s Options,
    /// The stop signal: what is not verified by then is undecided.
    pub(super) stop: &'s Stop,
}

/// The outcomes of checks.
#[derive(Debug, Default)]
pub(super) struct CheckOutcomes(BTreeMap<MethodId, MemberOutcome>);

impl Solver<'_> {
    /// Verifies the members of a program.
    pub(super) fn verify(self, program: &Program) -> CheckOutcomes {
        let run = RunSettings {
            sources: self.sources,
            options: self.options,
            stop: self.stop,
            observer: &|_| {},
        };
        let mut found = CheckOutcomes::default();
        verify_all(&[(program, self.options)], run, |_, outcomes| {
            for (member, outcome) in program.members.iter().zip(outcomes) {
                if let MemberId::Method(m) = member {
                    found.0.insert(*m, outcome);
                }
            }
        });
        found
    }
}

impl CheckOutcomes {
    /// The outcome of a check.
    pub(super) fn of(&self, check: Check) -> Option<&MemberOutcome> {
        self.0.get(&check.0)
    }

    /// Whether a check succeeded.
    pub(super) fn is_proved(&self, check: Check) -> bool {
        self.of(check).is_some_and(|o| o.status == Status::Verified)
    }
}

/// The objects for which declarations are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Receiver {
    /// Those of the class that declares them, and of all its subclasses.
    Any,
    /// Those of exactly this class of the newer revision.
    Of(ClassId),
}

/// A declaration of a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) side: Side,
    pub(super) member: MemberId,
}

/// A predicate or pure method as the parts that are compared.
struct Definition {
    requires: Assertion,
    ensures: Assertion,
    /// The value of a pure method.
    value: Option<Expr>,
}

/// The text of a predicate or pure method, in terms of the program, with these variables. A
/// predicate's body is what it ensures.
fn definition(both: &SideBySide<'_>, of: Declared, vars: &VarMap) -> Option<Definition> {
    let program = both.revision(of.side);
    match of.member {
        MemberId::Method(_) => None,
        MemberId::Pred(q) => {
            let pred = program.pred(q);
            let body = pred.body.as_ref();
            Some(Definition {
                requires: Assertion::truth(pred.name_span),
                ensures: both.assertion(of.side, body?, vars)?,
                value: None,
            })
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            let value = match &method.body {
                Some(body) => Some(both.expr(of.side, body, vars)?),
                None => None,
            };
            Some(Definition {
                requires: both.assertion(of.side, &method.requires, vars)?,
                ensures: both.assertion(of.side, &method.ensures, vars)?,
                value,
            })
        }
    }
}

/// Whether a declaration of the older revision and the one in place of it have the same text.
pub(super) fn is_same_text(both: &mut SideBySide<'_>, member: MemberId) -> bool {
    let Some(other) = both.matching.member(member) else {
        return false;
    };
    if !both.old.has_body(member) && matches!(member, MemberId::Pred(_)) {
        return !both.new.has_body(other);
    }
    let sides = [(Side::Old, member), (Side::New, other)];
    let mut added = Vec::new();
    for (side, member) in sides {
        let found = definition(both, Declared { side, member }, &VarMap::default());
        let Some(mut found) = found else {
            return false;
        };
        // A value is compared as one of the conjuncts that are ensured.
        if let Some(value) = found.value {
            let marked = pure(value);
            found.ensures = star(vec![found.ensures, marked.clone(), marked]);
        }
        let program = both.revision(side);
        let vars = both.vars(side, program.vars(member));
        added.push(both.add(Added {
            name: String::new(),
            span: program.member_span(member),
            class: None,
            vars,
            requires: found.requires,
            ensures: found.ensures,
            body: None,
        }));
    }
    match added.as_slice() {
        [one, other] => both.are_same(*one, *other),
        _ => false,
    }
}

/// The checks whether a declaration of the newer revision is as good as one of the older, and the
/// other way round.
pub(super) fn both_implications(
    both: &mut SideBySide<'_>,
    [old, new]: [MemberId; 2],
    receiver: Receiver,
) -> Option<[Check; 2]> {
    let old = Declared {
        side: Side::Old,
        member: old,
    };
    let new = Declared {
        side: Side::New,
        member: new,
    };
    let forward = implication(both, new, old, receiver)?;
    Some([forward, implication(both, old, new, receiver)?])
}

/// The check whether a predicate or pure method, in place of another one, is as good for callers:
/// whether the predicate gives what the other one gives; whether the pure method can be called
/// where the other one can, has the same value there, and promises as much.
pub(super) fn implication(
    both: &mut SideBySide<'_>,
    stronger: Declared,
    weaker: Declared,
    receiver: Receiver,
) -> Option<Check> {
    let own = both.revision(weaker.side).vars(weaker.member);
    let theirs = both.revision(stronger.side).vars(stronger.member);
    let offset = u32::try_from(own.all.len()).ok()?;
    let mut replaced: Vec<(VarId, VarId)> = theirs.inputs().zip(own.inputs()).collect();
    replaced.extend(theirs.result.zip(own.result));
    let map = VarMap { offset, replaced };
    let definitions = (
        definition(both, stronger, &map)?,
        definition(both, weaker, &VarMap::default())?,
    );
    let (strong, weak) = definitions;
    let span = both.revision(weaker.side).member_span(weaker.member);
    let mut vars = both.vars(weaker.side, own);
    vars.all.extend(both.vars(stronger.side, theirs).all);
    let result = vars.result.take();
    // Nothing is known of the value before.
    vars.params.extend(result);
    let mut requires = Vec::new();
    let class = match (receiver, vars.this) {
        (Receiver::Of(class), _) => Some(class),
        (Receiver::Any, None) => None,
        (Receiver::Any, Some(this)) => {
            vars.this = None;
            vars.params.insert(0, this);
            requires.push(pure(is_object(&vars, this, span)));
            None
        }
    };
    let (requires, ensures, body) = match weaker.member {
        MemberId::Pred(_) => {
            requires.push(strong.ensures);
            (requires, weak.ensures, Vec::new())
        }
        _ => {
            requires.push(weak.requires);
            let body = value_check(strong, weak.ensures, weak.value, &vars, result, span);
            (requires, Assertion::truth(span), body)
        }
    };
    let id = both.add(Added {
        name: both.revision(weaker.side).member_name(weaker.member),
        span,
        class,
        vars,
        requires: star(requires),
        ensures,
        body: Some(body),
    });
    both.program.members.push(MemberId::Method(id));
    Some(Check(id))
}

/// Statements that check that a pure method can be called here, and then, for its value, what the
/// other one promises.
fn value_check(
    strong: Definition,
    ensures: Assertion,
    value: Option<Expr>,
    vars: &Vars,
    result: Option<VarId>,
    span: Span,
) -> Vec<Stmt> {
    let is_value = |value: Expr| {
        result.map_or_else(
            || Assertion::truth(span),
            |result| pure(equal(variable(vars, result, span), value, span)),
        )
    };
    let mut kinds = vec![
        StmtKind::Assert(strong.requires),
        StmtKind::Assume(strong.ensures),
    ];
    kinds.extend(strong.value.map(|value| StmtKind::Assume(is_value(value))));
    kinds.push(StmtKind::Assert(ensures));
    kinds.extend(value.map(|value| StmtKind::Assert(is_value(value))));
    let stmts = kinds.into_iter().map(|kind| {
        let span = if let StmtKind::Assert(a) | StmtKind::Assume(a) = &kind {
            a.span
        } else {
            span
        };
        Stmt { kind, span }
    });
    stmts.collect()
}

/// The checks whether the contract of a method of each revision implies the other one's, for
/// objects of a class: first the newer the older, then the other way round. `None` for the
/// checks if they have the same text.
pub(super) enum MethodChecks {
    /// The contracts have the same text.
    Same,
    /// The newer contract implies the older one; the older one the newer.
    Differ([Check; 2]),
    /// The older contract names what is no longer there.
    Missing,
}

/// Adds the checks that compare the contracts of two methods.
pub(super) fn method_checks(
    both: &mut SideBySide<'_>,
    old: MethodId,
    new: MethodId,
    class: Option<ClassId>,
) -> MethodChecks {
    let mut add = |side: Side, id: MethodId| {
        let method = both.revision(side).method(id);
        let none = VarMap::default();
        let requires = both.assertion(side, &method.requires, &none)?;
        let ensures = if both
            .revision(side)
            .is_default_constructor(MemberId::Method(id))
        {
            initial_state(both, side, &method.ensures)
        } else {
            both.assertion(side, &method.ensures, &none)?
        };
        let vars = both.vars(side, &method.vars);
        Some(both.add(Added {
            name: method.name.clone(),
            span: method.name_span,
            class,
            vars,
            requires,
            ensures,
            body: None,
        }))
    };
    let (Some(older), Some(newer)) = (add(Side::Old, old), add(Side::New, new)) else {
        return MethodChecks::Missing;
    };
    if both.are_same(older, newer) {
        return MethodChecks::Same;
    }
    for (own, other) in [(newer, older), (older, newer)] {
        if let Some(method) = both.program.methods.get_mut(own.index()) {
            method.refines.push(other);
        }
        both.program.members.push(MemberId::Method(own));
    }
    MethodChecks::Differ([Check(newer), Check(older)])
}

/// What a constructor that is not written promises of the fields that are still there. Nobody can name
/// the others.
fn initial_state(both: &SideBySide<'_>, side: Side, ensures: &Assertion) -> Assertion {
    let parts = match &ensures.kind {
        AssertKind::Star(parts) => parts.as_slice(),
        _ => std::slice::from_ref(ensures),
    };
    let none = VarMap::default();
    let kept: Vec<Assertion> = parts
        .iter()
        .filter_map(|part| both.assertion(side, part, &none))
        .collect();
    if kept.is_empty() {
        Assertion::truth(ensures.span)
    } else {
        star(kept)
    }
}

fn pure(e: Expr) -> Assertion {
    Assertion {
        span: e.span,
        kind: AssertKind::Pure(e),
    }
}

/// A separating conjunction.
fn star(mut parts: Vec<Assertion>) -> Assertion {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            let span = last.span;
            parts.push(last);
            Assertion {
                kind: AssertKind::Star(parts),
                span,
            }
        }
        None => Assertion::truth(Span::new(crate::source::FileId::numbered(0), 0, 0)),
    }
}

fn variable(vars: &Vars, var: VarId, span: Span) -> Expr {
    let ty = vars.all.get(var.index()).map(|var| var.ty.clone());
    Expr {
        kind: ExprKind::Var(var),
        ty: ty.unwrap_or(Type::Null),
        span,
    }
}

fn equal(one: Expr, other: Expr, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Binary(BinOp::Eq, Box::new(one), Box::new(other)),
        ty: Type::Bool,
        span,
    }
}

fn is_object(vars: &Vars, var: VarId, span: Span) -> Expr {
    let null = Expr {
        kind: ExprKind::Null,
        ty: Type::Null,
        span,
    };
    Expr {
        kind: ExprKind::Binary(
            BinOp::Ne,
            Box::new(variable(vars, var, span)),
            Box::new(null),
        ),
        ty: Type::Bool,
        span,
    }
}
