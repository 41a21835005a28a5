//! Cases of provers as rows of text: symbols, then lines with what is known and what follows.
//!
//! A line is a fact, `yes` and what follows from the facts before it, or `no` and what does not.
//! Terms are written as in annotations. A name with operands is a function with integers as
//! results, except for those of [`Formulas::built_in`].

use std::collections::BTreeMap;
use veriframe::internals::logic::{Elem, FactKind, Func, Path, Sort, Term, Terms};

/// A row: its name, its symbols (`seq s, t; int i`), and its lines.
pub type Case = (&'static str, &'static str, &'static str);

/// Terms by their names, and the facts so far.
#[derive(Default)]
pub struct Formulas {
    pub terms: Terms,
    pub facts: Vec<Term>,
    names: BTreeMap<String, Term>,
    functions: BTreeMap<String, Func>,
}

/// A line of a row, other than a fact.
pub struct Claim<'c> {
    pub formulas: &'c mut Formulas,
    pub goal: Term,
    /// Whether it follows.
    pub follows: bool,
    /// The row, and the line.
    pub text: &'c str,
}

/// Asks for each claim of each row.
pub fn check(cases: &[Case], ask: impl Fn(Claim<'_>)) {
    for (name, symbols, lines) in cases {
        let mut formulas = Formulas::new(symbols);
        let mut claims = 0;
        for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let text = format!("{name}: {line}");
            let mut words = [("yes ", true), ("no ", false)].into_iter();
            let claim = words.find_map(|(word, follows)| Some((line.strip_prefix(word)?, follows)));
            match claim {
                None => formulas.know(line),
                Some((goal, follows)) => {
                    claims += 1;
                    let goal = formulas.term(goal);
                    ask(Claim {
                        formulas: &mut formulas,
                        goal,
                        follows,
                        text: &text,
                    });
                }
            }
        }
        assert!(claims > 0, "{name} claims nothing");
    }
}

impl Formulas {
    pub fn new(symbols: &str) -> Formulas {
        let mut formulas = Formulas::default();
        for group in symbols.split(';').map(str::trim) {
            let (sort, names) = group.split_once(' ').expect(symbols);
            for name in names.split(',').map(str::trim) {
                let symbol = match sort {
                    "new" => formulas.terms.allocate(name),
                    _ => formulas.terms.fresh(name, sort_of(sort)),
                };
                formulas.names.insert(name.to_owned(), symbol);
            }
        }
        formulas
    }

    pub fn know(&mut self, fact: &str) {
        let fact = self.term(fact);
        self.facts.push(fact);
    }

    /// The facts as a path.
    pub fn path(&self) -> Path {
        self.facts.iter().fold(Path::default(), |path, &fact| {
            path.with(fact, FactKind::Fact)
        })
    }

    pub fn term(&mut self, text: &str) -> Term {
        let mut parser = Parser {
            formulas: self,
            text,
            at: 0,
        };
        let term = parser.term();
        assert!(parser.rest().is_empty(), "`{}` in `{text}`", parser.rest());
        term
    }

    fn application(&mut self, name: &str, args: Vec<Term>) -> Term {
        let Formulas {
            terms, functions, ..
        } = self;
        let known = functions.entry(name.to_owned());
        let function = *known.or_insert_with(|| terms.function(name, Sort::Int));
        terms.app(function, args)
    }

    /// An application of a function that the logic has.
    fn built_in(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        let t = &mut self.terms;
        Some(match (name, args) {
            ("quotient", &[a, b]) => t.div(a, b),
            ("multiset", &[s]) => t.multiset_of_seq(s),
            ("set", &[s]) => t.set_of_seq(s),
            ("insert", &[s, v]) => t.set_insert(s, v),
            ("dom", &[m]) => t.map_domain(m),
            ("restrict", &[a, lo, hi]) => t.restrict(a, lo, hi),
            ("merge", &[a, at, b]) => t.merge(a, at, b),
            ("wrap", &[v]) => t.wrap(v),
            ("unit", []) => t.unit(),
            ("pair", &[a, b]) => t.combine(a, b),
            ("first", &[s]) => t.first(s),
            ("is_pair", &[s]) => t.is_combine(s),
            ("is_seq", &[s]) => t.is_wrap(Sort::Seq(Elem::INT), s),
            _ => return None,
        })
    }
}

fn sort_of(name: &str) -> Sort {
    match name {
        "int" => Sort::Int,
        "boolean" => Sort::Bool,
        "ref" => Sort::Ref,
        "snapshot" => Sort::Snap,
        "array" => Sort::Elems(Elem::INT),
        "seq" => Sort::Seq(Elem::INT),
        "set" => Sort::Set(Elem::INT),
        "set<seq>" => Sort::Set(Elem::of(sort_of("seq")).unwrap()),
        "multiset" => Sort::Multiset(Elem::INT),
        "map" => Sort::Map(Elem::INT, Elem::INT),
        "map<boolean>" => Sort::Map(Elem::INT, Elem::BOOL),
        _ => panic!("no sort: {name}"),
    }
}

/// Infix operators by level, the weakest first.
const OPERATORS: [&[&str]; 6] = [
    &["<=>"],
    &["==>"],
    &["||"],
    &["&&"],
    &["==", "!=", "<=", "<", ">=", ">", "in", "subset"],
    &["++", "+", "-", "union", "intersect", "minus"],
];

/// The level of comparisons, which may be chained: `0 <= i < n`.
const COMPARISONS: usize = 4;

struct Parser<'f, 't> {
    formulas: &'f mut Formulas,
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'_, 't> {
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start()
    }

    /// Skips a sign or a word, if it is next.
    fn skip(&mut self, token: &str) -> bool {
        let Some(behind) = self.rest().strip_prefix(token) else {
            return false;
        };
        let is_word = token.ends_with(char::is_alphanumeric);
        let is_longer = behind.starts_with(|c: char| match token {
            // Weaker operators begin like stronger ones.
            "<=" => c == '>',
            "==" => c == '>',
            "<" => c == '=',
            "+" => c == '+',
            _ => is_word && c.is_alphanumeric(),
        });
        if !is_longer {
            self.at = self.text.len() - behind.len();
        }
        !is_longer
    }

    fn expect(&mut self, token: &str) {
        assert!(
            self.skip(token),
            "`{token}` before `{}` in `{}`",
            self.rest(),
            self.text
        );
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let is_end = |c: char| !c.is_alphanumeric() && c != '_';
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at = self.text.len() - rest.len() + word.len();
        word
    }

    /// Terms with commas between them, up to a sign.
    fn list(&mut self, end: &str) -> Vec<Term> {
        let mut all = Vec::new();
        while !self.skip(end) {
            all.push(self.term());
            self.skip(",");
        }
        all
    }

    fn term(&mut self) -> Term {
        if self.skip("forall") {
            return self.quantifier();
        }
        let condition = self.infix(0);
        if !self.skip("?") {
            return condition;
        }
        let then = self.term();
        self.expect(":");
        let other = self.term();
        self.formulas.terms.ite(condition, then, other)
    }

    /// `forall i, r: ref {trigger, trigger} {trigger} :: body`
    fn quantifier(&mut self) -> Term {
        let outer = self.formulas.names.clone();
        let mut vars = Vec::new();
        loop {
            let name = self.word().to_owned();
            let is_typed = !self.rest().starts_with("::") && self.skip(":");
            let sort = if is_typed {
                sort_of(self.word())
            } else {
                Sort::Int
            };
            let var = self.formulas.terms.fresh(&name, sort);
            self.formulas.names.insert(name, var);
            vars.push(var);
            if !self.skip(",") {
                break;
            }
        }
        let mut triggers = Vec::new();
        while self.skip("{") {
            triggers.push(self.list("}"));
        }
        self.expect("::");
        let body = self.term();
        self.formulas.names = outer;
        self.formulas.terms.forall(&vars, &triggers, body)
    }

    fn infix(&mut self, level: usize) -> Term {
        let Some(operators) = OPERATORS.get(level) else {
            return self.product();
        };
        let mut left = self.infix(level + 1);
        let mut chain = Vec::new();
        while let Some(operator) = operators.iter().find(|operator| self.skip(operator)) {
            // Implications are read from the right, and may end in a quantifier.
            let right = match *operator {
                "==>" => self.term(),
                _ if self.rest().starts_with("forall") => self.term(),
                _ => self.infix(level + 1),
            };
            let whole = self.apply(operator, left, right);
            if level == COMPARISONS {
                chain.push(whole);
                left = right;
            } else {
                left = whole;
            }
        }
        match chain.len() {
            0 => left,
            _ => self.formulas.terms.and(chain),
        }
    }

    fn apply(&mut self, operator: &str, a: Term, b: Term) -> Term {
        let t = &mut self.formulas.terms;
        match (operator, t.sort(a)) {
            ("<=>" | "==", _) => t.eq(a, b),
            ("==>", _) => t.implies(a, b),
            ("||", _) => t.or([a, b]),
            ("&&", _) => t.and([a, b]),
            ("!=", _) => t.ne(a, b),
            ("<=", _) => t.le(a, b),
            ("<", _) => t.lt(a, b),
            (">=", _) => t.le(b, a),
            (">", _) => t.lt(b, a),
            ("in", _) => match t.sort(b) {
                Sort::Seq(_) => t.seq_contains(b, a),
                _ => t.set_contains(b, a),
            },
            ("subset", _) => t.set_subset(a, b),
            ("++", _) => t.seq_concat(a, b),
            ("+", Sort::Multiset(_)) => t.multiset_union(a, b),
            ("intersect", Sort::Multiset(_)) => t.multiset_intersect(a, b),
            ("+", _) => t.add(a, b),
            ("-", _) => t.sub(a, b),
            ("union", _) => t.set_union(a, b),
            ("intersect", _) => t.set_intersect(a, b),
            ("minus", _) => t.set_minus(a, b),
            ("*", _) => t.mul(a, b),
            _ => panic!("no operator: {operator}"),
        }
    }

    fn product(&mut self) -> Term {
        let mut left = self.unary();
        while self.skip("*") {
            let right = self.unary();
            left = self.apply("*", left, right);
        }
        left
    }

    fn unary(&mut self) -> Term {
        if self.skip("!") {
            let operand = self.unary();
            return self.formulas.terms.not(operand);
        }
        let mut whole = self.atom();
        while self.skip("[") {
            whole = self.part(whole);
        }
        whole
    }

    /// What follows `whole[`.
    fn part(&mut self, whole: Term) -> Term {
        if self.skip("..") {
            let end = self.term();
            self.expect("]");
            return self.formulas.terms.seq_take(whole, end);
        }
        let index = self.term();
        let value = self.skip(":=").then(|| self.term());
        let is_slice = self.skip("..");
        let end = (is_slice && !self.rest().starts_with(']')).then(|| self.term());
        self.expect("]");
        let t = &mut self.formulas.terms;
        match (t.sort(whole), value, end) {
            (Sort::Seq(_), Some(value), _) => t.seq_update(whole, index, value),
            (Sort::Map(..), Some(value), _) => t.map_update(whole, index, value),
            (_, Some(value), _) => t.store(whole, index, value),
            (_, None, Some(end)) => t.seq_of(whole, index, end),
            (Sort::Seq(_), None, None) if is_slice => t.seq_drop(whole, index),
            (Sort::Seq(_), None, None) => t.seq_index(whole, index),
            (Sort::Map(..), None, None) => t.map_lookup(whole, index),
            (Sort::Multiset(_), None, None) => t.multiset_count(whole, index),
            (_, None, None) => t.select(whole, index),
        }
    }

    fn atom(&mut self) -> Term {
        if self.skip("(") {
            let inner = self.term();
            self.expect(")");
            return inner;
        }
        if self.skip("|") {
            let all = self.infix(COMPARISONS + 1);
            self.expect("|");
            let t = &mut self.formulas.terms;
            return match t.sort(all) {
                Sort::Seq(_) => t.seq_len(all),
                Sort::Set(_) => t.set_size(all),
                _ => t.multiset_size(all),
            };
        }
        if self.skip("[]") {
            return self.formulas.terms.seq_empty(Elem::INT);
        }
        if self.skip("[") {
            let items = self.list("]");
            let t = &mut self.formulas.terms;
            let units: Vec<Term> = items.into_iter().map(|item| t.seq_unit(item)).collect();
            return units
                .into_iter()
                .reduce(|all, unit| t.seq_concat(all, unit))
                .unwrap();
        }
        let word = self.word();
        assert!(!word.is_empty(), "`{}` in `{}`", self.rest(), self.text);
        if let Ok(number) = word.parse::<i64>() {
            return self.formulas.terms.int(number);
        }
        match word {
            "true" | "false" => self.formulas.terms.bool(word == "true"),
            "set" if self.skip("{") => {
                let items = self.list("}");
                self.formulas.terms.set_unit(items[0])
            }
            "multiset" if self.skip("{") => {
                let items = self.list("}");
                self.formulas.terms.multiset_unit(items[0])
            }
            _ if self.skip("(") => {
                let args = self.list(")");
                let known = self.formulas.built_in(word, &args);
                known.unwrap_or_else(|| self.formulas.application(word, args))
            }
            _ => *self
                .formulas
                .names
                .get(word)
                .unwrap_or_else(|| panic!("{word}")),
        }
    }
}
