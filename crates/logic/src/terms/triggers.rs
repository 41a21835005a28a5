//! Inference and validation of triggers.
//!
//! Triggers are inferred if the user gives none: small terms of uninterpreted
//! operations that contain all variables, without arithmetic on a variable.

use super::term::{Linear, Node, Sort, Term, Terms};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

/// The most alternative triggers; more would cause too many instances.
const MAX_ALTERNATIVES: usize = 4;
/// The most variables of a quantifier with triggers.
const MAX_VARIABLES: usize = 64;

/// Suitability of a term as a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// Uninterpreted operations only, as far as it contains variables.
    Plain,
    /// Contains arithmetic on variables.
    Arithmetic,
    /// Contains an operation that Z3 cannot match.
    Unfit,
}

/// The analysis of a subterm of a body.
#[derive(Clone, Copy, Debug)]
struct Info {
    /// The quantifier's variables that occur in it, as a bit set.
    vars: u64,
    class: Class,
    /// The variables of the largest candidate inside, by class.
    inside: [u64; 2],
}

/// A candidate trigger term.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    term: Term,
    vars: u64,
    class: Class,
    /// Whether no smaller candidate inside it has the same variables.
    least: bool,
}

/// The search for candidates in a body, innermost and leftmost first.
struct Search<'t> {
    terms: &'t Terms,
    vars: &'t [Term],
    infos: FxHashMap<Term, Info>,
    found: Vec<Candidate>,
}

/// Whether Z3 accepts these terms as a trigger for these variables.
pub(crate) fn is_usable(terms: &Terms, vars: &[Term], set: &[Term]) -> bool {
    if vars.len() > MAX_VARIABLES {
        return false;
    }
    let mut search = Search::new(terms, vars);
    let mut covered = 0;
    for &t in set {
        let info = search.visit(t);
        if !is_head(terms, t) || info.class == Class::Unfit || info.vars == 0 {
            return false;
        }
        covered |= info.vars;
    }
    covered == all(vars)
}

/// Infers triggers for a body. Variables of the returned body are shifted if that alone
/// makes triggers possible (`a[i + 1]` becomes `a[i]`).
pub(crate) fn infer(terms: &mut Terms, vars: &[Term], body: Term) -> (Term, Vec<Vec<Term>>) {
    if vars.len() > MAX_VARIABLES {
        return (body, Vec::new());
    }
    let found = candidates(terms, vars, body);
    let plain = choose(&found, vars, Class::Plain);
    if !plain.is_empty() {
        return (body, plain);
    }
    if let Some(shifted) = shift(terms, vars, body, &found) {
        let found = candidates(terms, vars, shifted);
        let plain = choose(&found, vars, Class::Plain);
        if !plain.is_empty() {
            return (shifted, plain);
        }
    }
    (body, choose(&found, vars, Class::Arithmetic))
}

fn candidates(terms: &Terms, vars: &[Term], body: Term) -> Vec<Candidate> {
    let mut search = Search::new(terms, vars);
    search.visit(body);
    search.found
}

fn all(vars: &[Term]) -> u64 {
    vars.iter()
        .enumerate()
        .fold(0, |bits, (n, _)| bits | 1 << n)
}

/// Triggers from the candidates up to a class: single-term triggers if there are any,
/// otherwise one trigger of as few terms as possible.
fn choose(found: &[Candidate], vars: &[Term], class: Class) -> Vec<Vec<Term>> {
    let all = all(vars);
    let fit = || found.iter().filter(|c| c.class <= class && c.least);
    let alone: Vec<Vec<Term>> = fit()
        .filter(|c| c.vars == all)
        .map(|c| vec![c.term])
        .take(MAX_ALTERNATIVES)
        .collect();
    if !alone.is_empty() {
        return alone;
    }
    let mut together: Vec<Candidate> = Vec::new();
    let mut covered = 0;
    for candidate in fit() {
        if candidate.vars & !covered != 0 {
            covered |= candidate.vars;
            together.push(*candidate);
        }
    }
    if covered != all {
        return Vec::new();
    }
    // Later candidates may make earlier ones redundant.
    let mut at = 0;
    while at < together.len() {
        let others = together.iter().enumerate().filter(|(n, _)| *n != at);
        if others.fold(0, |bits, (_, c)| bits | c.vars) == all {
            together.remove(at);
        } else {
            at += 1;
        }
    }
    vec![together.into_iter().map(|c| c.term).collect()]
}

/// The body with `i - c` for each integer variable `i` that occurs in the candidates
/// only as `i + c`; `None` if there is no such variable.
fn shift(terms: &mut Terms, vars: &[Term], body: Term, found: &[Candidate]) -> Option<Term> {
    let mut by = Vec::new();
    for &v in vars {
        if terms.sort(v) != Sort::Int {
            continue;
        }
        let mut offsets = found
            .iter()
            .flat_map(|c| terms.children(c.term))
            .filter(|&part| terms.mentions(part, v) && !is_head(terms, part))
            .map(|part| offset(&terms.linear(part), v));
        let Some(Some(first)) = offsets.next() else {
            continue;
        };
        if !first.is_zero() && offsets.all(|other| other.as_ref() == Some(&first)) {
            let offset = terms.int(first.to_integer());
            let shifted = terms.sub(v, offset);
            by.push((v, shifted));
        }
    }
    (!by.is_empty()).then(|| terms.substitute(body, &by))
}

/// The constant `c` if the form is `v + c`.
fn offset(form: &Linear, v: Term) -> Option<BigRational> {
    match form.parts.as_slice() {
        [(factor, part)] if factor.is_one() && *part == v => Some(form.constant.clone()),
        _ => None,
    }
}

/// Whether the term is an uninterpreted operation that Z3 can match.
fn is_head(terms: &Terms, t: Term) -> bool {
    matches!(
        terms.node(t),
        Node::App(..)
            | Node::Coll(..)
            | Node::Select(..)
            | Node::Store(..)
            | Node::Unwrap(..)
            | Node::First(_)
            | Node::Second(_)
            | Node::Combine(..)
            | Node::Wrap(_)
    )
}

impl<'t> Search<'t> {
    fn new(terms: &'t Terms, vars: &'t [Term]) -> Search<'t> {
        Search {
            terms,
            vars,
            infos: FxHashMap::default(),
            found: Vec::new(),
        }
    }

    fn visit(&mut self, t: Term) -> Info {
        if let Some(&info) = self.infos.get(&t) {
            return info;
        }
        let info = crate::deep(|| self.examine(t));
        self.infos.insert(t, info);
        info
    }

    fn examine(&mut self, t: Term) -> Info {
        let mut info = Info {
            vars: 0,
            class: Class::Plain,
            inside: [0, 0],
        };
        // The backend defines names for closed subterms that Z3 cannot match.
        if !self.terms.has_bound(t) {
            return info;
        }
        if matches!(self.terms.node(t), Node::Bound(..)) {
            match self.vars.iter().position(|&v| v == t) {
                Some(n) => info.vars = 1 << n,
                None if self.is_inner(t) => info.class = Class::Unfit,
                None => {}
            }
            return info;
        }
        for part in self.terms.children(t) {
            let part = self.visit(part);
            info.vars |= part.vars;
            info.class = info.class.max(part.class);
            for (mine, theirs) in info.inside.iter_mut().zip(part.inside) {
                *mine = larger(*mine, theirs);
            }
        }
        match self.own_class(t) {
            // Arithmetic on ground terms is ground.
            Class::Arithmetic if info.vars == 0 => {}
            class => info.class = info.class.max(class),
        }
        if is_head(self.terms, t) && info.vars != 0 && info.class < Class::Unfit {
            self.candidate(t, &mut info);
        }
        info
    }

    fn candidate(&mut self, t: Term, info: &mut Info) {
        let [plain, arithmetic] = info.inside;
        let least = match info.class {
            Class::Plain => plain != info.vars,
            _ => arithmetic != info.vars && plain != info.vars,
        };
        self.found.push(Candidate {
            term: t,
            vars: info.vars,
            class: info.class,
            least,
        });
        match info.class {
            Class::Plain => info.inside = [info.vars, info.inside[1]],
            _ => info.inside = [info.inside[0], info.vars],
        }
    }

    /// Whether a variable is bound inside the body: terms that contain it cannot be
    /// triggers.
    fn is_inner(&self, bound: Term) -> bool {
        let own = self.vars.iter().map(|&v| self.terms.free(v)).max();
        own.is_some_and(|own| self.terms.free(bound) < own)
    }

    /// The class of an operator applied to variables.
    fn own_class(&self, t: Term) -> Class {
        match self.terms.node(t) {
            // Integer division is translated to a case distinction.
            Node::Div(..) | Node::Rem(..) if self.terms.sort(t) == Sort::Int => Class::Unfit,
            Node::Sum(..) | Node::Mul(..) | Node::Div(..) => Class::Arithmetic,
            _ if is_head(self.terms, t) => Class::Plain,
            _ => Class::Unfit,
        }
    }
}

/// The larger set; the first one on a tie.
fn larger(a: u64, b: u64) -> u64 {
    if b.count_ones() > a.count_ones() {
        b
    } else {
        a
    }
}
