//! The statements of a file: at which of them execution stops, and the syntax tree with one more
//! statement before one of them.

use crate::source::Span;
use crate::syntax::tree::ast::{Block, Class, File, MemberKind, Stmt, StmtKind};
use crate::syntax::tree::statements::Inner;
use crate::syntax::tree::walk;

/// The places at which execution can stop: the statements of all members, but for blocks, lists
/// and empty statements, which do nothing of their own.
#[must_use]
pub fn spans(file: &File) -> Vec<Span> {
    let mut found = Vec::new();
    let mut todo: Vec<&Stmt> = file.main.iter().collect();
    for class in classes(file) {
        for member in &class.members {
            todo.extend(
                body(&member.kind)
                    .into_iter()
                    .flat_map(|block| &block.stmts),
            );
        }
    }
    while let Some(stmt) = todo.pop() {
        let stops = !matches!(
            &*stmt.kind,
            StmtKind::Block(_) | StmtKind::List(_) | StmtKind::Empty
        );
        found.extend(stops.then_some(stmt.span));
        todo.extend(walk::parts(stmt));
    }
    found.sort_unstable();
    found
}

/// The innermost statement around a place.
#[must_use]
pub fn innermost(spans: &[Span], place: Span) -> Option<Span> {
    let around = spans.iter().filter(|span| span.contains(place));
    around.min_by_key(|span| span.end - span.start).copied()
}

/// Adds a statement before the innermost one around a place; at the beginning of the body of the
/// member whose header has the place, or at the end of the body that ends there. Returns whether
/// there is such a member.
pub fn insert(file: &mut File, place: Span, new: &Stmt) -> bool {
    if insert_in(&mut file.main, place, new) {
        return true;
    }
    let mut todo: Vec<&mut Class> = file.classes.iter_mut().collect();
    while let Some(class) = todo.pop() {
        for member in &mut class.members {
            if !member.span.contains(place) {
                continue;
            }
            let Some(block) = body_mut(&mut member.kind) else {
                return false;
            };
            if insert_in(&mut block.stmts, place, new) {
                return true;
            }
            if block.span.contains(place) {
                block.stmts.push(new.clone())
            } else {
                block.stmts.insert(0, new.clone())
            }
            return true;
        }
        todo.extend(&mut class.classes);
    }
    false
}

fn insert_in(stmts: &mut Vec<Stmt>, place: Span, new: &Stmt) -> bool {
    let Some(at) = stmts.iter().position(|stmt| stmt.span.contains(place)) else {
        return false;
    };
    let inside = stmts
        .get_mut(at)
        .is_some_and(|stmt| descend(stmt, place, new));
    if !inside {
        stmts.insert(at, new.clone());
    }
    true
}

/// Adds a statement inside of another one, if one of its parts has the place.
fn descend(stmt: &mut Stmt, place: Span, new: &Stmt) -> bool {
    let inside = |stmt: &mut Stmt| {
        let places = stmt.kind.inner_mut();
        places.into_iter().any(|inner| match inner {
            Inner::Sequence(stmts) => insert_in(stmts, place, new),
            Inner::Single(stmt) => part(stmt, place, new),
        })
    };
    if let StmtKind::If(condition, ..) = &*stmt.kind {
        return !condition.span.contains(place) && inside(stmt);
    }
    if let StmtKind::For { init, .. } = &*stmt.kind {
        let in_init = init.as_ref().is_some_and(|init| init.span.contains(place));
        if in_init {
            return false;
        }
        if inside(stmt) {
            return true;
        }
        // The variables of its head are in scope in the body.
        let StmtKind::For { body, .. } = &mut *stmt.kind else {
            return false;
        };
        return begin(body, new);
    }
    inside(stmt)
}

/// Adds a statement inside of a part, or before it if it is a statement without braces.
fn part(stmt: &mut Stmt, place: Span, new: &Stmt) -> bool {
    if !stmt.span.contains(place) {
        return false;
    }
    descend(stmt, place, new) || begin(stmt, new)
}

/// Adds a statement at the beginning of a part.
fn begin(stmt: &mut Stmt, new: &Stmt) -> bool {
    if let StmtKind::Block(block) = &mut *stmt.kind {
        block.stmts.insert(0, new.clone());
        return true;
    }
    let span = stmt.span;
    let in_annotation = stmt.in_annotation;
    let old = std::mem::replace(
        stmt,
        Stmt {
            kind: Box::new(StmtKind::Empty),
            in_annotation,
            span,
        },
    );
    let stmts = vec![new.clone(), old];
    *stmt.kind = StmtKind::Block(Block { stmts, span });
    true
}

fn classes(file: &File) -> Vec<&Class> {
    let mut found: Vec<&Class> = Vec::new();
    let mut todo: Vec<&Class> = file.classes.iter().collect();
    while let Some(class) = todo.pop() {
        todo.extend(&class.classes);
        found.push(class);
    }
    found
}

/// The body of a member that executes statements.
fn body(kind: &MemberKind) -> Option<&Block> {
    match kind {
        MemberKind::Constructor(callable)
        | MemberKind::Method { callable, .. }
        | MemberKind::Lemma(callable) => callable.body.as_ref(),
        MemberKind::Initialiser(block) => Some(block),
        MemberKind::Field { .. } | MemberKind::Predicate(_) => None,
    }
}

fn body_mut(kind: &mut MemberKind) -> Option<&mut Block> {
    match kind {
        MemberKind::Constructor(callable)
        | MemberKind::Method { callable, .. }
        | MemberKind::Lemma(callable) => callable.body.as_mut(),
        MemberKind::Initialiser(block) => Some(block),
        MemberKind::Field { .. } | MemberKind::Predicate(_) => None,
    }
}
