//! Terms as SMT-LIB 2: declarations, shared subterms as definitions, assertions. The
//! encoding is that of the Z3 backend, in standard syntax.

use super::{AnsweredQuery, quantifier_name};
use crate::Path;
use crate::axioms::{self, Needs};
use crate::deep;
use crate::terms::mentions::{closed_matches, unfit_parts};
use crate::terms::sort::WRAPPED;
use crate::terms::term::{Coll, Linear, Node, Quantified, Sort, Term, Terms};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The least number of nodes of a shared subterm that gets a name.
const MIN_SHARED: u32 = 5;

/// The script of a query.
pub(super) fn script(
    terms: &Terms,
    query: &AnsweredQuery<'_>,
    extra: &[Sort],
    header: &[String],
) -> String {
    let facts = query.path.facts_since(&Path::default()).into_iter();
    let facts: Vec<Term> = facts
        .map(|(fact, _)| fact)
        .filter(|&fact| query.answered.facts.include(terms, fact))
        .collect();
    let mut script = Script::new(terms, extra);
    for &fact in facts.iter().chain([&query.goal]) {
        script.scan(fact);
    }
    let mut out = String::new();
    for line in header {
        let _ = writeln!(out, "; {}", line.replace(['\n', '\r'], " "));
    }
    let _ = writeln!(out, "(set-info :smt-lib-version 2.6)");
    let _ = writeln!(out, "(set-info :status {})", query.status());
    out.push_str("(set-logic ALL)\n");
    script.declarations(&mut out);
    script.definitions(&mut out);
    out.push_str("; path condition\n");
    for fact in facts {
        let _ = writeln!(out, "(assert {})", script.text(fact));
    }
    out.push_str("; negated goal\n");
    let _ = writeln!(out, "(assert (not {}))", script.text(query.goal));
    out.push_str("(check-sat)\n");
    out
}

/// The terms of a query, and the names of the shared ones.
struct Script<'t> {
    terms: &'t Terms,
    /// The sorts that snapshots wrap.
    wrapped: Vec<Sort>,
    /// All subterms, in creation order: operands come first.
    all: BTreeSet<Term>,
    /// Closed subterms that occur more than once outside quantifiers.
    shared: BTreeSet<Term>,
    /// Closed subterms that need a constant: those that a trigger cannot contain, and
    /// those that a trigger must match although they occur in a quantifier only.
    named: BTreeSet<Term>,
    needs: Needs,
    /// The names in scope.
    names: FxHashMap<Term, String>,
}

impl<'t> Script<'t> {
    fn new(terms: &'t Terms, extra: &[Sort]) -> Script<'t> {
        let mut wrapped = WRAPPED.to_vec();
        wrapped.extend(extra.iter().filter(|sort| !WRAPPED.contains(sort)));
        Script {
            terms,
            wrapped,
            all: BTreeSet::new(),
            shared: BTreeSet::new(),
            named: BTreeSet::new(),
            needs: Needs::default(),
            names: FxHashMap::default(),
        }
    }

    /// Adds the subterms of a formula.
    fn scan(&mut self, formula: Term) {
        self.needs.add(self.terms, formula);
        let mut todo = vec![formula];
        while let Some(t) = todo.pop() {
            if !self.all.insert(t) {
                let compound = self.terms.size(t) >= MIN_SHARED;
                if compound && !self.terms.has_bound(t) {
                    self.shared.insert(t);
                }
                continue;
            }
            todo.extend(self.terms.children(t));
            if let Node::Forall(quantified) = self.terms.node(t) {
                let triggers = quantified.triggers.iter().flatten();
                let unfit = triggers.flat_map(|&t| unfit_parts(self.terms, t));
                self.named.extend(unfit);
                self.named
                    .extend(closed_matches(self.terms, quantified.body));
            }
        }
    }

    fn declarations(&mut self, out: &mut String) {
        self.needs.renew();
        let terms = self.terms;
        let mut sorts: BTreeSet<Sort> = self.wrapped.iter().copied().collect();
        sorts.extend(self.all.iter().map(|&t| terms.sort(t)));
        out.push_str("(declare-sort Ref 0)\n");
        for name in axioms::collection_sorts(&sorts, &self.needs) {
            let _ = writeln!(out, "(declare-sort {name} 0)");
        }
        out.push_str("(declare-datatypes ((Snap 0)) (((unit) (combine (first Snap) (second Snap))");
        for (number, &sort) in self.wrapped.iter().enumerate() {
            let sort = axioms::sort_name(sort);
            let _ = write!(out, " (wrap{number} (unwrap{number} {sort}))");
        }
        out.push_str(")))\n(declare-fun null () Ref)\n(declare-fun age (Ref) Int)\n");
        let mut declared: BTreeMap<String, String> = BTreeMap::new();
        for &t in &self.all {
            let args = terms.children(t);
            let args: Vec<String> = args.iter().map(|&a| self.sort(a)).collect();
            let (name, args, note) = match terms.node(t) {
                Node::Symbol(n) => (format!("s{n}"), String::new(), terms.symbol_name(*n)),
                Node::Unique(number) => (format!("constant{number}"), String::new(), "a constant"),
                Node::App(f, _) => (format!("f{}", f.0), args.join(" "), terms.function_name(*f)),
                Node::Fill(..) => (self.fill(t), args.join(" "), "the same everywhere"),
                Node::Mul(..) if terms.is_opaque_product(t) => {
                    (format!("product_{}", self.sort(t)), args.join(" "), "")
                }
                _ => continue,
            };
            let note = note.replace(['\n', '\r'], " ");
            let line = format!("(declare-fun {name} ({args}) {}) ; {note}\n", self.sort(t));
            if declared.insert(name.clone(), line).is_none()
                && matches!(terms.node(t), Node::Fill(..))
            {
                let (elem, all) = (args, self.sort(t));
                declared.insert(
                    format!("{name} axiom"),
                    format!("(assert (forall ((v {elem}) (i Int)) (! (= (select ({name} v) i) v) :pattern ((select ({name} v) i))))) ; {all}\n"),
                );
            }
        }
        out.extend(declared.into_values());
        out.push_str(&self.needs.functions_declared());
        out.push_str(self.needs.axioms());
    }

    /// Defines shared subterms and those that triggers need, and asserts the ages of
    /// references.
    fn definitions(&mut self, out: &mut String) {
        let named: Vec<Term> = self.shared.union(&self.named).copied().collect();
        for t in named {
            let (text, sort) = (self.text(t), self.sort(t));
            if self.named.contains(&t) {
                // A constant instead of a macro, so that triggers match it.
                let name = format!("n{t:?}");
                let _ = writeln!(out, "(declare-fun {name} () {sort})");
                let _ = writeln!(out, "(assert (= {name} {text}))");
                if self.shared.contains(&t) {
                    self.names.insert(t, name);
                }
            } else {
                let name = format!("d{t:?}");
                let _ = writeln!(out, "(define-fun {name} () {sort} {text})");
                self.names.insert(t, name);
            }
        }
        out.push_str("; allocation ages: a new object differs from all older references\n");
        out.push_str("(assert (= (age null) 0))\n");
        let terms = self.terms;
        let all: Vec<Term> = self.all.iter().copied().collect();
        for t in all {
            if terms.sort(t) != Sort::Ref || terms.has_bound(t) {
                continue;
            }
            let (text, age) = (self.text(t), terms.age(t));
            let _ = match terms.node(t) {
                Node::Null => Ok(()),
                Node::Unique(number) => {
                    writeln!(
                        out,
                        "(assert (= (age {text}) (- {})))",
                        i64::from(*number) + 1
                    )
                }
                _ if terms.birth(t).is_some() => writeln!(out, "(assert (= (age {text}) {age}))"),
                _ => writeln!(out, "(assert (<= (age {text}) {age}))"),
            };
        }
    }

    fn sort(&self, t: Term) -> String {
        axioms::sort_name(self.terms.sort(t))
    }

    /// The name of the constant-contents function of a sort.
    fn fill(&self, t: Term) -> String {
        let sort = self.sort(t);
        let plain = sort.replace(['(', ')'], "").replace(' ', "_");
        format!("fill_{plain}")
    }

    fn text(&mut self, t: Term) -> String {
        let mut out = String::new();
        self.write(t, &mut out);
        out
    }

    fn write(&mut self, t: Term, out: &mut String) {
        match self.names.get(&t) {
            Some(name) => out.push_str(name),
            None => deep(|| self.write_node(t, out)),
        }
    }

    fn write_node(&mut self, t: Term, out: &mut String) {
        let terms = self.terms;
        match terms.node(t) {
            Node::Symbol(n) => _ = write!(out, "s{n}"),
            Node::Bound(n, _) => _ = write!(out, "b{n}"),
            Node::Bool(b) => _ = write!(out, "{b}"),
            Node::Int(n) => out.push_str(&integer(n)),
            Node::Perm(q) => out.push_str(&real(q)),
            Node::Null => out.push_str("null"),
            Node::Unique(number) => _ = write!(out, "constant{number}"),
            Node::Unit => out.push_str("unit"),
            Node::Sum(sort, linear) => self.sum(*sort, linear, out),
            Node::Forall(quantified) => self.quantifier(t, quantified, out),
            Node::Div(a, b) if terms.sort(t) == Sort::Int => self.quotient(*a, *b, out),
            Node::Rem(a, b) => {
                let (x, y) = (self.text(*a), self.text(*b));
                let _ = write!(out, "(- {x} (* ");
                self.quotient(*a, *b, out);
                let _ = write!(out, " {y}))");
            }
            Node::IsCombine(a) => {
                let a = self.text(*a);
                let _ = write!(out, "((_ is combine) {a})");
            }
            Node::IsWrap(sort, a) => {
                let (number, a) = (self.variant(*sort), self.text(*a));
                let _ = write!(out, "((_ is wrap{number}) {a})");
            }
            Node::Coll(op, args) => {
                let name = axioms::function_name(terms, t, *op, args);
                self.operation(*op, &name, args, out);
            }
            _ => {
                let (name, args) = (self.head(t), terms.children(t));
                self.apply(&name, &args, out);
            }
        }
    }

    /// The function symbol of an application.
    fn head(&self, t: Term) -> String {
        let terms = self.terms;
        let name = match terms.node(t) {
            Node::Not(_) => "not",
            Node::And(_) => "and",
            Node::Or(_) => "or",
            Node::Ite(..) => "ite",
            Node::Eq(a, _) => return axioms::equality(terms.sort(*a)),
            Node::Le(..) => "<=",
            Node::Lt(..) => "<",
            Node::Mul(..) if terms.is_opaque_product(t) => {
                return format!("product_{}", self.sort(t));
            }
            Node::Mul(..) => "*",
            Node::Div(..) => "/",
            Node::Combine(..) => "combine",
            Node::First(_) => "first",
            Node::Second(_) => "second",
            Node::Wrap(a) => return format!("wrap{}", self.variant(terms.sort(*a))),
            Node::Unwrap(sort, _) => return format!("unwrap{}", self.variant(*sort)),
            Node::Select(..) => "select",
            Node::Store(..) => "store",
            Node::Fill(..) => return self.fill(t),
            Node::App(f, _) => return format!("f{}", f.0),
            _ => "unsupported",
        };
        name.to_owned()
    }

    fn apply(&mut self, name: &str, args: &[Term], out: &mut String) {
        if args.is_empty() {
            return out.push_str(name);
        }
        let _ = write!(out, "({name}");
        for &arg in args {
            out.push(' ');
            self.write(arg, out);
        }
        out.push(')');
    }

    /// An n-ary operation on collections, nested to the left.
    fn operation(&mut self, op: Coll, name: &str, args: &[Term], out: &mut String) {
        let nested = matches!(
            op,
            Coll::SeqConcat
                | Coll::SetUnion
                | Coll::SetIntersect
                | Coll::MultisetUnion
                | Coll::MultisetIntersect
        );
        match args {
            [first, second, rest @ ..] if nested => {
                for _ in rest {
                    let _ = write!(out, "({name} ");
                }
                self.apply(name, &[*first, *second], out);
                for &arg in rest {
                    out.push(' ');
                    self.write(arg, out);
                    out.push(')');
                }
            }
            _ => self.apply(name, args, out),
        }
    }

    /// Division rounds toward zero here; SMT-LIB's rounds such that the remainder is
    /// not negative.
    fn quotient(&mut self, a: Term, b: Term, out: &mut String) {
        let (x, y) = (self.text(a), self.text(b));
        let _ = write!(out, "(ite (>= {x} 0) (div {x} {y}) (- (div (- {x}) {y})))");
    }

    fn sum(&mut self, sort: Sort, linear: &Linear, out: &mut String) {
        let number = |q: &BigRational| match sort {
            Sort::Int => integer(&q.to_integer()),
            _ => real(q),
        };
        let mut parts = Vec::new();
        for (factor, t) in &linear.parts {
            let t = self.text(*t);
            parts.push(if factor.is_one() {
                t
            } else {
                format!("(* {} {t})", number(factor))
            });
        }
        if !linear.constant.is_zero() {
            parts.push(number(&linear.constant));
        }
        match parts.as_slice() {
            [one] => out.push_str(one),
            _ => _ = write!(out, "(+ {})", parts.join(" ")),
        }
    }

    fn variant(&self, sort: Sort) -> usize {
        let position = self.wrapped.iter().position(|&s| s == sort);
        position.unwrap_or(self.wrapped.len())
    }

    /// A quantifier; shared open subterms of its body are bound by `let`.
    fn quantifier(&mut self, t: Term, quantified: &Quantified, out: &mut String) {
        let terms = self.terms;
        out.push_str("(forall (");
        for &var in &quantified.vars {
            let (name, sort) = (self.text(var), self.sort(var));
            let _ = write!(out, "({name} {sort})");
        }
        out.push_str(") (! ");
        let shared = open_shared(terms, quantified.body);
        let fresh: Vec<Term> = shared
            .into_iter()
            .filter(|t| !self.names.contains_key(t))
            .collect();
        for &t in &fresh {
            let (name, text) = (format!("l{t:?}"), self.text(t));
            let _ = write!(out, "(let (({name} {text})) ");
            self.names.insert(t, name);
        }
        self.write(quantified.body, out);
        for t in &fresh {
            out.push(')');
            self.names.remove(t);
        }
        for trigger in &quantified.triggers {
            let unfit: FxHashSet<Term> = trigger
                .iter()
                .flat_map(|&t| unfit_parts(terms, t))
                .collect();
            let before: Vec<(Term, Option<String>)> = unfit
                .iter()
                .map(|&t| (t, self.names.insert(t, format!("n{t:?}"))))
                .collect();
            let texts: Vec<String> = trigger.iter().map(|&t| self.text(t)).collect();
            for (t, name) in before {
                match name {
                    Some(name) => self.names.insert(t, name),
                    None => self.names.remove(&t),
                };
            }
            let _ = write!(out, " :pattern ({})", texts.join(" "));
        }
        let _ = write!(out, " :qid {}))", quantifier_name(t));
    }
}

/// The open subterms that occur more than once in a body, outside inner quantifiers;
/// operands first.
fn open_shared(terms: &Terms, body: Term) -> BTreeSet<Term> {
    let (mut seen, mut shared) = (FxHashSet::default(), BTreeSet::new());
    let mut todo = vec![body];
    while let Some(t) = todo.pop() {
        if !terms.has_bound(t) {
            continue;
        }
        if !seen.insert(t) {
            if terms.size(t) >= MIN_SHARED {
                shared.insert(t);
            }
        } else if !matches!(terms.node(t), Node::Forall(_)) {
            todo.extend(terms.children(t));
        }
    }
    shared
}

fn integer(n: &BigInt) -> String {
    if n.is_negative() {
        format!("(- {})", n.abs())
    } else {
        n.to_string()
    }
}

fn real(q: &BigRational) -> String {
    let (numerator, denominator) = (q.numer().abs(), q.denom());
    let magnitude = if denominator.is_one() {
        format!("{numerator}.0")
    } else {
        format!("(/ {numerator}.0 {denominator}.0)")
    };
    if q.is_negative() {
        format!("(- {magnitude})")
    } else {
        magnitude
    }
}
