//! What a change is, as a short text: it stays the same as long as both contracts do.

use crate::ir::encode::Encoder;
use crate::ir::mentions::Mentions;
use crate::ir::print::Text;
use crate::ir::{MemberId, Program, StmtKind, walk};
use std::collections::BTreeMap;

/// The number of hexadecimal digits. Those who write digests accept changes: nobody gains by
/// finding two changes with the same one.
const DIGITS: usize = 16;

/// The digest of a change that a text says all of.
#[must_use]
pub fn digest_of_text(text: &str) -> String {
    let nothing = Program::default();
    digest([(&nothing, None), (&nothing, None)], text)
}

/// The digest of the contract of a member in each revision, with everything that it names.
pub(super) fn digest(sides: [(&Program, Option<MemberId>); 2], change: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(change);
    for (program, member) in sides {
        for text in member.map_or_else(Vec::new, |member| texts(program, member)) {
            add(&text);
        }
        add("");
    }
    let mut digits = hasher.finalize().to_hex().to_string();
    digits.truncate(DIGITS);
    digits
}

/// The texts of a member and of all predicates and pure methods that it names, directly or not.
fn texts(program: &Program, member: MemberId) -> Vec<String> {
    let mut all = BTreeMap::new();
    let mut todo = vec![member];
    while let Some(next) = todo.pop() {
        if all.contains_key(&next) {
            continue;
        }
        let (text, named) = text(program, next);
        all.insert(next, format!("{}: {text}", program.member_name(next)));
        todo.extend(named.members().flat_map(|named| program.family(named)));
    }
    let mut texts: Vec<String> = all.remove(&member).into_iter().collect();
    let mut others: Vec<String> = all.into_values().collect();
    others.sort();
    texts.extend(others);
    texts
}

fn text(program: &Program, member: MemberId) -> (String, Mentions) {
    let mut named = Mentions::default();
    let print = Text::new(program, program.vars(member));
    let mut parts: Vec<String> = program
        .vars(member)
        .inputs()
        .map(|v| program.type_name(&program.vars(member).get(v).ty))
        .collect();
    let mut clause = |a: &crate::ir::Assertion, named: &mut Mentions| {
        named.assertion(a);
        parts.push(print.assertion(a));
    };
    match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            clause(&method.requires, &mut named);
            clause(&method.ensures, &mut named);
            parts.push(format!("{} {}", method.is_abstract, method.has_contract));
            let mut assumes = false;
            for stmt in walk::statements(&method.body) {
                assumes |= matches!(stmt.kind, StmtKind::Assume(_));
                if let StmtKind::Loop(inner) = &stmt.kind {
                    parts.push(inner.decreases.len().to_string());
                }
            }
            if assumes {
                let code = blake3::hash(&Encoder::new(program).code(method));
                parts.push(code.to_hex().to_string());
            }
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            clause(&method.requires, &mut named);
            clause(&method.ensures, &mut named);
            parts.push(method.decreases.len().to_string());
            if let Some(body) = &method.body {
                named.expr(body);
                parts.push(print.expr(body));
            }
        }
        MemberId::Pred(q) => {
            if let Some(body) = &program.pred(q).body {
                clause(body, &mut named);
            }
        }
    }
    (parts.join("; "), named)
}
