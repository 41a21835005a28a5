//! Quantifiers: their construction from symbols, and substitution.
//!
//! Bound variables are numbered from the height of the body, that is, above all
//! variables bound inside it. So alpha-equivalent quantifiers are one term, and closed
//! terms can be substituted without capture.

use super::term::{Func, Node, Sort, Term, Terms};
use super::triggers;
use crate::deep;
use rustc_hash::{FxHashMap, FxHashSet};

/// A universally quantified formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Quantified {
    /// The variables ([`Node::Bound`]); each occurs in the body or in every trigger.
    pub vars: Box<[Term]>,
    /// Alternative triggers, each a list of terms that together contain every variable.
    /// There may be none.
    pub triggers: Box<[Box<[Term]>]>,
    /// The body.
    pub body: Term,
}

impl Quantified {
    /// The body and the terms of the triggers.
    pub(crate) fn operands(&self) -> Vec<Term> {
        let triggers = self.triggers.iter().flatten().copied();
        std::iter::once(self.body).chain(triggers).collect()
    }
}

/// The range of a substitution, to skip terms without its symbols and variables.
#[derive(Clone, Copy)]
struct Replaced {
    /// The number of the oldest symbol to replace.
    oldest: u32,
    /// Whether bound variables are replaced, too.
    opens: bool,
}

impl Terms {
    /// `forall vars :: {triggers} body`. The variables are symbols; the result does not
    /// mention them.
    ///
    /// Variables that the body does not mention are dropped together with the triggers
    /// that mention them, unless every trigger does. A trigger is used if its terms are
    /// uninterpreted operations (function applications, array reads, collection
    /// operations) and together contain every variable; if none is left, triggers are
    /// inferred.
    pub fn forall(&mut self, vars: &[Term], triggers: &[Vec<Term>], body: Term) -> Term {
        debug_assert!(
            !self.has_bound(body),
            "quantifiers are made of closed terms"
        );
        let (vars, triggers) = self.used(vars, triggers.to_vec(), body);
        let height = triggers
            .iter()
            .flatten()
            .map(|&t| self.height(t))
            .fold(self.height(body), u32::max);
        let by: Vec<(Term, Term)> = vars
            .iter()
            .zip(height..)
            .map(|(&v, number)| (v, self.bound(number, self.sort(v))))
            .collect();
        let body = self.substitute(body, &by);
        let triggers = triggers
            .iter()
            .map(|set| set.iter().map(|&t| self.substitute(t, &by)).collect())
            .collect();
        let vars: Vec<Term> = by.into_iter().map(|(_, bound)| bound).collect();
        self.quantify(&vars, triggers, body)
    }

    /// `exists vars :: {triggers} body`, as a negated `forall`. See [`Terms::forall`].
    pub fn exists(&mut self, vars: &[Term], triggers: &[Vec<Term>], body: Term) -> Term {
        let denied = self.not(body);
        let never = self.forall(vars, triggers, denied);
        self.not(never)
    }

    /// Whether the symbol (or bound variable) occurs in the term.
    #[must_use]
    pub fn mentions(&self, t: Term, symbol: Term) -> bool {
        let possible = |t: Term| match self.node(symbol) {
            Node::Symbol(n) => self.youngest_symbol(t) > *n,
            Node::Bound(n, _) => self.free(t) > *n,
            _ => true,
        };
        let mut todo = vec![t];
        let mut seen = FxHashSet::default();
        while let Some(t) = todo.pop() {
            if t == symbol {
                return true;
            }
            if possible(t) && seen.insert(t) {
                todo.extend(self.children(t));
            }
        }
        false
    }

    /// Replaces symbols (or bound variables) and simplifies again. The replacements
    /// must not mention variables that are bound in the term.
    pub fn substitute(&mut self, t: Term, by: &[(Term, Term)]) -> Term {
        let mut known = FxHashMap::default();
        known.extend(by.iter().copied());
        let symbols = by.iter().filter_map(|&(old, _)| match self.node(old) {
            Node::Symbol(n) => Some(*n),
            _ => None,
        });
        let oldest = symbols.min().unwrap_or(u32::MAX);
        let opens = by
            .iter()
            .any(|&(old, _)| matches!(self.node(old), Node::Bound(..)));
        self.replace(t, Replaced { oldest, opens }, &mut known)
    }

    fn replace(&mut self, t: Term, what: Replaced, known: &mut FxHashMap<Term, Term>) -> Term {
        if let Some(&new) = known.get(&t) {
            return new;
        }
        if self.youngest_symbol(t) <= what.oldest && !(what.opens && self.has_bound(t)) {
            return t;
        }
        let new = deep(|| self.rebuild(t, &mut |terms, part| terms.replace(part, what, known)));
        known.insert(t, new);
        new
    }

    /// Replaces a function by another one in all its applications.
    pub fn rename_function(&mut self, t: Term, from: Func, to: Func) -> Term {
        self.rename_some(t, from, to, &|_, _| true, &mut FxHashMap::default())
    }

    /// The term with the applications of a function made those of another one whose
    /// operands are chosen; `known` are terms that are not looked into.
    pub fn rename_some(
        &mut self,
        t: Term,
        from: Func,
        to: Func,
        chosen: &dyn Fn(&Terms, &[Term]) -> bool,
        known: &mut FxHashMap<Term, Term>,
    ) -> Term {
        if let Some(&new) = known.get(&t) {
            return new;
        }
        let mut new = deep(|| {
            self.rebuild(t, &mut |terms, part| {
                terms.rename_some(part, from, to, chosen, known)
            })
        });
        if let Node::App(f, args) = self.node(new)
            && *f == from
            && chosen(self, args)
        {
            let args = args.to_vec();
            new = self.app(to, args);
        }
        known.insert(t, new);
        new
    }

    /// Whether a snapshot is a part of another one and not that itself.
    #[must_use]
    pub fn is_part(&self, part: Term, whole: Term) -> bool {
        let mut outer = part;
        while let Node::First(s) | Node::Second(s) | Node::Unwrap(_, s) = self.node(outer) {
            outer = *s;
            if outer == whole {
                return true;
            }
        }
        let (mut todo, mut seen) = (vec![whole], FxHashSet::default());
        while let Some(t) = todo.pop() {
            if let Node::Combine(a, b) = self.node(t) {
                for side in [*a, *b] {
                    if side == part {
                        return true;
                    }
                    if seen.insert(side) {
                        todo.push(side);
                    }
                }
            }
        }
        false
    }

    fn bound(&mut self, number: u32, sort: Sort) -> Term {
        self.intern(Node::Bound(number, sort))
    }

    /// The variables that a quantifier needs, and the triggers without other variables.
    /// No variables if the body mentions none: the body is equivalent to the quantifier
    /// then.
    fn used(
        &self,
        vars: &[Term],
        triggers: Vec<Vec<Term>>,
        body: Term,
    ) -> (Vec<Term>, Vec<Vec<Term>>) {
        let in_body = |v: Term| self.mentions(body, v);
        let in_set = |set: &[Term], v: Term| set.iter().any(|&t| self.mentions(t, v));
        if !vars.iter().any(|&v| in_body(v)) {
            return (Vec::new(), Vec::new());
        }
        let in_all = |v: Term| !triggers.is_empty() && triggers.iter().all(|set| in_set(set, v));
        let (kept, dropped): (Vec<Term>, Vec<Term>) =
            vars.iter().partition(|&&v| in_body(v) || in_all(v));
        let mut triggers = triggers;
        triggers.retain(|set| !dropped.iter().any(|&v| in_set(set, v)));
        (kept, triggers)
    }

    /// A quantifier over bound variables: drops unused variables and unusable triggers,
    /// and infers triggers if none is left.
    fn quantify(&mut self, vars: &[Term], triggers: Vec<Vec<Term>>, body: Term) -> Term {
        let (mut vars, triggers) = self.used(vars, triggers, body);
        if vars.is_empty() {
            return body;
        }
        let mut triggers: Vec<Vec<Term>> = triggers
            .into_iter()
            .filter(|set| triggers::is_usable(self, &vars, set))
            .collect();
        let mut body = body;
        if triggers.is_empty() {
            // Without triggers, only the body needs variables.
            vars.retain(|&v| self.mentions(body, v));
            (body, triggers) = triggers::infer(self, &vars, body);
        }
        let triggers = triggers.into_iter().map(Vec::into_boxed_slice).collect();
        self.intern(Node::Forall(Box::new(Quantified {
            vars: vars.into(),
            triggers,
            body,
        })))
    }

    /// A quantifier with `f` applied to its body and its triggers.
    pub(crate) fn rebuild_forall(
        &mut self,
        t: Term,
        quantified: &Quantified,
        f: &mut dyn FnMut(&mut Terms, Term) -> Term,
    ) -> Term {
        let body = f(self, quantified.body);
        let triggers: Vec<Vec<Term>> = quantified
            .triggers
            .iter()
            .map(|set| set.iter().map(|&part| f(self, part)).collect())
            .collect();
        let old = quantified.triggers.iter().map(AsRef::as_ref);
        if body == quantified.body && old.eq(triggers.iter().map(Vec::as_slice)) {
            return t;
        }
        self.quantify(&quantified.vars, triggers, body)
    }
}
