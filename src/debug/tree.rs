//! The known part of an execution tree as text.

use super::console::{ending, failure};
use super::session::Session;
use super::source::{Follows, NodeId};
use std::fmt::Write;

/// The most lines of a tree; the rest is left out.
const MAX_LINES: usize = 500;

/// An unfinished part of the text.
struct Open {
    at: NodeId,
    depth: usize,
}

/// The forks, sides and ends that are known; the current state is marked.
pub fn text(session: &Session<'_>) -> String {
    let up = std::iter::successors(Some(session.at()), |at| session.source.parent(*at));
    let root = up.last().unwrap_or_else(|| session.source.root());
    let member = session
        .source
        .calls(root)
        .last()
        .map(|call| call.member.clone());
    let mut out = member.unwrap_or_default();
    let mut lines = 1;
    let mut open = vec![Open { at: root, depth: 1 }];
    while let Some(Open { at, depth }) = open.pop() {
        if lines >= MAX_LINES {
            let _ = write!(out, "\n… ({} more parts)", open.len() + 1);
            break;
        }
        let (last, has_current) = end_of_segment(session, at);
        let indent = match session.source.label(at) {
            Some(label) => format!("{}{label}: ", "  ".repeat(depth)),
            None => "  ".repeat(depth),
        };
        let mark = if has_current { "  <- here" } else { "" };
        let line = |span| session.sources.start(span).line;
        match session.source.follows(last) {
            Follows::End(end) => {
                let _ = write!(out, "\n{indent}{}{mark}", ending(session, &end));
            }
            Follows::Failure(failed) => {
                let _ = write!(out, "\n{indent}{}{mark}", failure(session, &failed));
                let children = session.source.children(last).into_iter().rev();
                open.extend(children.map(|at| Open {
                    at,
                    depth: depth + 1,
                }));
            }
            Follows::Step => {
                let place = session.place(last).map(line).unwrap_or_default();
                let children = session.source.children(last);
                let dots = if children.is_empty() { " …" } else { "" };
                let _ = write!(out, "\n{indent}line {place}{dots}{mark}");
                let children = children.into_iter().rev();
                for child in children {
                    lines += 1;
                    open.push(Open {
                        at: child,
                        depth: depth + 1,
                    });
                }
            }
            Follows::Fork(sides) => {
                let place = session.place(last).map(line).unwrap_or_default();
                let fork = sides.first().map_or("", String::as_str);
                let _ = write!(out, "\n{indent}fork at line {place}: {fork}{mark}");
                let children = session.source.children(last);
                for child in children.into_iter().rev() {
                    open.push(Open {
                        at: child,
                        depth: depth + 1,
                    });
                }
            }
        }
        lines += 1;
    }
    out
}

/// Follows a path up to a fork, an end, or what is not known, and whether the current state is on
/// it.
fn end_of_segment(session: &Session<'_>, from: NodeId) -> (NodeId, bool) {
    let mut at = from;
    let mut has_current = at == session.at();
    loop {
        if !matches!(session.source.follows(at), Follows::Step) {
            return (at, has_current);
        }
        let children = session.source.children(at);
        let [only] = children.as_slice() else {
            return (at, has_current);
        };
        at = *only;
        has_current |= at == session.at();
    }
}
