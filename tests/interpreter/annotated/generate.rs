//! Random annotated programs: objects with predicates, pure methods and subclasses, lists,
//! arrays and slices, fractions, loops with invariants, calls.
//!
//! A program is a list of lines. What an annotation claims at random stands in a line of its
//! own, which can be left out: so a verifier can be asked which claims it accepts.

use super::support::random::Random;

/// A line, and whether the program is one without it.
#[derive(Clone, Debug)]
pub struct Line {
    pub text: String,
    pub is_claim: bool,
}

/// A place of an integer.
#[derive(Clone, Debug)]
struct Place {
    text: String,
    /// The condition under which it exists.
    guard: Option<String>,
    is_writable: bool,
}

/// What a member can use.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// Terms of type `int` that annotations can use, too.
    terms: Vec<String>,
    places: Vec<Place>,
    /// Permission that precondition, invariants and postcondition name.
    permission: Vec<String>,
    /// Facts that precondition and invariants name.
    facts: Vec<String>,
    /// Arrays that can be read in full.
    arrays: Vec<String>,
    /// Statements that call members.
    calls: Vec<String>,
}

/// A generated static method that others can call.
struct Callee {
    name: String,
    /// The names of its parameters, which are those of its callers' too.
    params: Vec<&'static str>,
}

pub struct Generator {
    random: Random,
    /// Whether pure methods must not overflow.
    is_small: bool,
    lines: Vec<Line>,
    callees: Vec<Callee>,
    fresh: u32,
    indent: usize,
}

/// All parameters that a static method can have, with their types.
const PARAMS: [(&str, &str); 9] = [
    ("a", "int"),
    ("b", "int"),
    ("c", "Cell"),
    ("d", "Cell"),
    ("n", "Node"),
    ("s", "int[]"),
    ("i", "int"),
    ("j", "int"),
    ("p", "perm"),
];

impl Generator {
    /// The program of a seed. The bodies of pure methods do not overflow if they must not: one that
    /// is not accepted says nothing of its callers.
    pub fn program(seed: u64, is_small: bool) -> Vec<Line> {
        let mut generator = Generator {
            random: Random::new(seed),
            is_small,
            lines: Vec::new(),
            callees: Vec::new(),
            fresh: 0,
            indent: 0,
        };
        generator.cells();
        generator.nodes();
        generator.statics();
        generator.lines
    }

    fn fixed(&mut self, text: impl AsRef<str>) {
        self.line(text.as_ref(), false);
    }

    fn claim(&mut self, text: impl AsRef<str>) {
        self.line(text.as_ref(), true);
    }

    fn line(&mut self, text: &str, is_claim: bool) {
        let text = format!("{:1$}{text}", "", 2 * self.indent);
        self.lines.push(Line { text, is_claim });
    }

    fn one(&mut self, of: &[&str]) -> String {
        self.random.pick(of).to_owned()
    }

    fn literal(&mut self) -> String {
        match self.random.below(12) {
            0 => self.one(&["2147483647", "1000000", "65536"]),
            _ => self.random.within(0, 4).to_string(),
        }
    }

    /// A term of type `int` that code and annotations can use.
    fn term(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 || self.random.chance(3) {
            return if self.random.chance(4) || scope.terms.is_empty() {
                self.literal()
            } else {
                self.random.pick(&scope.terms)
            };
        }
        let (left, right) = (self.term(scope, depth - 1), self.term(scope, depth - 1));
        match self.random.below(7) {
            0 | 1 => format!("({left} + {right})"),
            2 | 3 => format!("({left} - {right})"),
            4 => format!("({left} * {})", self.random.within(-2, 3)),
            5 => format!("({left} / {})", self.one(&["2", "3", "-2"])),
            _ => format!("({left} % {})", self.one(&["2", "3", "-3"])),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        let operator = self.one(&["<", "<=", "=", "≠", ">", ">="]);
        let (left, right) = (self.term(scope, 1), self.term(scope, 1));
        format!("{left} {operator} {right}")
    }

    /// What holds perhaps: `results` are terms of the value of code, or of the heap now.
    fn guess(&mut self, scope: &Scope, results: &[String]) -> String {
        if let Some(array) = self.random.choose(&scope.arrays).cloned()
            && self.random.chance(4)
        {
            let bound = self.term(scope, 0);
            return match self.random.below(5) {
                0 => format!("{array}[..] = old({array}[..])"),
                1 => {
                    format!("(forall int k :: 0 <= k < {array}.length ==> {array}[k] >= {bound})")
                }
                2 => format!(
                    "(forall int k :: 0 <= k < {array}.length ==> {array}[k] = old({array}[k]))"
                ),
                3 => format!("{bound} in {array}[..]"),
                _ => format!("(exists int k :: 0 <= k < {array}.length && {array}[k] = {bound})"),
            };
        }
        let left = match self.random.choose(results) {
            Some(result) if !self.random.chance(4) => result.clone(),
            _ => self.term(scope, 1),
        };
        let value = self.term(scope, 1);
        let value = if self.random.chance(2) {
            format!("old({value})")
        } else {
            value
        };
        let operator = self.one(&["=", "=", "=", "<=", ">=", "<", ">", "≠"]);
        let guess = format!("{left} {operator} {value}");
        if self.random.chance(4) {
            format!("({} ==> {guess})", self.condition(scope))
        } else {
            guess
        }
    }

    /// Claims: changes of one thing by another, or anything.
    fn guesses(&mut self, scope: &Scope, keyword: &str, results: &[String], count: usize) {
        for result in results {
            if self.random.chance(2) {
                let by = self.literal();
                let (operator, sign) = (self.one(&["=", "<=", ">="]), self.one(&["+", "-"]));
                let old = match result.as_str() {
                    "result" => self.term(scope, 1),
                    other => format!("old({other})"),
                };
                self.claim(format!("{keyword} {result} {operator} {old} {sign} {by};"));
                if result != "result" {
                    self.claim(format!("{keyword} {result} = old({result});"));
                }
            }
        }
        for _ in 0..count {
            let guess = self.guess(scope, results);
            self.claim(format!("{keyword} {guess};"));
        }
    }

    /// `Cell`, with a predicate, and a subclass that overrides members.
    fn cells(&mut self) {
        self.fixed("class Cell {");
        self.indent = 1;
        self.fixed("int x; int y;");
        self.predicate("acc(x) * acc(y)", &["x", "y"]);
        let measure = if self.is_small {
            self.one(&["x", "y", "(x <= y ? y : x)", "x / 2"])
        } else {
            self.one(&["x + y", "x", "y - x", "x * 2"])
        };
        self.fixed("pure int get() requires valid();");
        let least = self.random.below(2);
        self.claim(format!("ensures result >= {least};"));
        self.fixed(format!("{{ return {measure}; }}"));
        self.changer("bump", "valid()", &["x", "y"], "get()", true);
        self.indent = 0;
        self.fixed("}");
        self.fixed("class Sub extends Cell {");
        self.indent = 1;
        self.fixed("int z;");
        let has_predicate = self.random.chance(2);
        if has_predicate {
            self.predicate("acc(x) * acc(y) * acc(z)", &["x", "y", "z"]);
        }
        if self.random.chance(2) {
            let z = if has_predicate { "z" } else { "y" };
            let body = if self.is_small {
                format!("(0 <= x && x < 1000 && 0 <= {z} && {z} < 1000 ? x + {z} : 0)")
            } else {
                format!("x + {z}")
            };
            self.fixed(format!("pure int get() {{ return {body}; }}"));
        }
        if self.random.chance(2) {
            let fields: &[&str] = if has_predicate {
                &["x", "y", "z"]
            } else {
                &["x", "y"]
            };
            self.changer("bump", "valid()", fields, "get()", false);
        }
        self.indent = 0;
        self.fixed("}");
    }

    fn predicate(&mut self, permission: &str, fields: &[&str]) {
        self.fixed(format!("predicate valid() {{ return {permission}"));
        if self.random.chance(2) {
            let (a, b) = (self.one(fields), self.one(fields));
            self.claim(format!("* {a} <= {b}"));
        }
        if self.random.chance(2) {
            let field = self.one(fields);
            self.claim(format!("* 0 <= {field}"));
        }
        self.fixed("; }");
    }

    /// A method `int name(int k)` that holds a predicate, in which fields can be changed. An
    /// override inherits the contract.
    fn changer(&mut self, name: &str, held: &str, fields: &[&str], pure: &str, has_contract: bool) {
        let mut scope = Scope {
            terms: vec!["k".to_owned(), pure.to_owned()],
            permission: vec![held.to_owned()],
            ..Scope::default()
        };
        if has_contract {
            self.fixed(format!(
                "int {name}(int k) requires {held}; ensures {held};"
            ));
            let results = ["result".to_owned(), pure.to_owned()];
            self.guesses(&scope, "ensures", &results, 2);
        } else {
            self.fixed(format!("int {name}(int k)"));
        }
        scope.places = fields
            .iter()
            .map(|field| Place {
                text: (*field).to_owned(),
                guard: None,
                is_writable: true,
            })
            .collect();
        scope.terms.extend(fields.iter().map(|f| (*f).to_owned()));
        self.body(&scope);
    }

    fn nodes(&mut self) {
        self.fixed("class Node {");
        self.indent = 1;
        self.fixed("int v; Node next;");
        self.fixed("predicate list() { return acc(v) * acc(next)");
        if self.random.chance(3) {
            let least = self.random.below(2);
            self.claim(format!("* {least} <= v"));
        }
        self.fixed("* (next ≠ null ==> next.list()); }");
        self.fixed("pure int length() requires list();");
        self.claim("ensures 1 <= result;");
        self.fixed(if self.is_small {
            "{ return next = null ? 1 : next.length() < 99 ? 1 + next.length() : 99; }"
        } else {
            "{ return next = null ? 1 : 1 + next.length(); }"
        });
        self.fixed("pure int sum() requires list();");
        self.claim("ensures 0 <= result;");
        let last = self.one(&["v", "v", "0", "v + 1"]);
        let sum = if self.is_small {
            "next = null ? v : (v < next.sum() ? next.sum() : v)".to_owned()
        } else {
            format!("next = null ? {last} : v + next.sum()")
        };
        self.fixed(format!("{{ return {sum}; }}"));
        self.fixed("int walk(int k) requires list(); ensures list();");
        let scope = Scope {
            terms: vec!["k".to_owned(), "sum()".to_owned(), "length()".to_owned()],
            ..Scope::default()
        };
        let results = ["result", "sum()", "length()"].map(str::to_owned);
        self.guesses(&scope, "ensures", &results, 2);
        self.fixed("{");
        self.indent += 1;
        let amount = self.one(&["k", "1", "v", "0 - k"]);
        if self.random.chance(2) {
            self.fixed(format!("v := v + {amount};"));
        }
        let rest = self.one(&["k", "k - 1", "v"]);
        self.fixed(format!("int r := next = null ? 0 : next.walk({rest});"));
        if self.random.chance(2) {
            let bound = self.literal();
            self.fixed(format!("if (r > {bound}) {{ v := v - 1; }}"));
        }
        let value = self.one(&["r + 1", "r + v", "v", "r", "sum()", "length()"]);
        self.fixed(format!("return {value};"));
        self.indent -= 1;
        self.fixed("}");
        self.indent = 0;
        self.fixed("}");
    }

    fn statics(&mut self) {
        self.fixed("class T {");
        self.indent = 1;
        self.fixed("pure static int f(int u, int w)");
        self.claim("ensures w <= result;");
        self.claim("ensures 0 <= u ==> result = w + u;");
        self.fixed("decreases u;");
        let step = if self.is_small {
            self.one(&["w < 99 ? w + 1 : w", "w", "-99 < w ? w - 1 : u"])
        } else {
            self.one(&["w + 1", "w + u", "w - 1"])
        };
        self.fixed(format!("{{ return u <= 0 ? w : f(u - 1, {step}); }}"));
        for number in 0..2 + self.random.below(3) {
            self.method(&format!("m{number}"));
        }
        self.indent = 0;
        self.fixed("}");
    }

    /// The permission of a static method's parameters.
    fn permissions(&mut self, scope: &mut Scope, params: &[&'static str]) {
        let place = |text: &str, is_writable| Place {
            text: text.to_owned(),
            guard: None,
            is_writable,
        };
        for param in params {
            match *param {
                cell @ ("c" | "d") => match self.random.below(6) {
                    0 | 1 => {
                        scope
                            .permission
                            .push(format!("acc({cell}.x) * acc({cell}.y)"));
                        for field in ["x", "y"] {
                            scope.places.push(place(&format!("{cell}.{field}"), true));
                            scope.terms.push(format!("{cell}.{field}"));
                        }
                    }
                    2 => {
                        let amount = self.one(&["1/2", "1/3", "2/3"]);
                        scope.permission.push(format!("acc({cell}.x, {amount})"));
                        scope.terms.push(format!("{cell}.x"));
                    }
                    3 if params.contains(&"p") => {
                        scope.permission.push(format!("acc({cell}.x, p)"));
                        scope.terms.push(format!("{cell}.x"));
                    }
                    _ => {
                        scope.permission.push(format!("{cell}.valid()"));
                        scope.terms.push(format!("{cell}.get()"));
                        scope.calls.push(format!("{cell}.bump"));
                    }
                },
                "n" => {
                    scope.permission.push("n.list()".to_owned());
                    scope
                        .terms
                        .extend(["n.sum()".to_owned(), "n.length()".to_owned()]);
                    scope.places.push(place("n.v", true));
                    scope.calls.push("n.walk".to_owned());
                }
                "s" if params.contains(&"i") => {
                    scope
                        .facts
                        .push("s ≠ null && 0 <= i <= j <= s.length".to_owned());
                    scope.permission.push("acc(s[i..j])".to_owned());
                    for (text, index) in [("s[i]", "i"), ("s[j - 1]", "(j - 1)")] {
                        let mut place = place(text, true);
                        place.guard = Some(format!("i <= {index} && {index} < j"));
                        scope.places.push(place);
                    }
                }
                "s" => {
                    let is_writable = !self.random.chance(3);
                    let amount = if is_writable { "" } else { ", 1/2" };
                    scope.permission.push(format!("acc(s.elems{amount})"));
                    scope.arrays.push("s".to_owned());
                    scope.terms.push("s.length".to_owned());
                    for index in ["0", "a", "1"] {
                        let mut place = place(&format!("s[{index}]"), is_writable);
                        place.guard = Some(format!("0 <= {index} && {index} < s.length"));
                        scope.places.push(place);
                    }
                }
                "p" => scope.facts.push("0 < p && p <= 1".to_owned()),
                _ => {}
            }
        }
    }

    /// A static method.
    fn method(&mut self, name: &str) {
        let mut params = vec!["a", "b"];
        for param in ["c", "d", "n", "s", "p"] {
            if self.random.chance(2) {
                params.push(param);
            }
        }
        if params.contains(&"s") && self.random.chance(3) {
            params.extend(["i", "j"]);
        }
        let mut scope = Scope {
            terms: vec!["a".to_owned(), "b".to_owned()],
            ..Scope::default()
        };
        if self.random.chance(2) {
            scope.terms.push("T.f(a, b)".to_owned());
        }
        self.permissions(&mut scope, &params);
        if self.random.chance(2) {
            let fact = self.condition(&Scope {
                terms: vec!["a".to_owned(), "b".to_owned()],
                ..Scope::default()
            });
            scope.facts.push(fact);
        }
        let typed = PARAMS.iter().filter(|(name, _)| params.contains(name));
        let typed: Vec<String> = typed.map(|(name, ty)| format!("{ty} {name}")).collect();
        self.fixed(format!("static int {name}({})", typed.join(", ")));
        for fact in scope.facts.clone() {
            self.fixed(format!("requires {fact};"));
        }
        for permission in scope.permission.clone() {
            self.fixed(format!("requires {permission};"));
            self.fixed(format!("ensures {permission};"));
        }
        let mut results = vec!["result".to_owned()];
        results.extend(scope.terms.iter().filter(|t| t.contains('.')).cloned());
        self.guesses(&scope, "ensures", &results, 3);
        for callee in &self.callees {
            if callee.params.iter().all(|param| params.contains(param)) {
                scope.calls.push(format!("T.{}", callee.name));
            }
        }
        self.body(&scope);
        let params = PARAMS.map(|(name, _)| name).into_iter();
        let own: Vec<&'static str> = params.filter(|name| typed_has(&typed, name)).collect();
        self.callees.push(Callee {
            name: name.to_owned(),
            params: own,
        });
    }

    fn body(&mut self, scope: &Scope) {
        self.fixed("{");
        self.indent += 1;
        let mut inner = scope.clone();
        for local in ["t", "u"] {
            let value = self.term(&inner, 1);
            self.fixed(format!("int {local} := {value};"));
            inner.terms.push(local.to_owned());
            inner.places.push(Place {
                text: local.to_owned(),
                guard: None,
                is_writable: true,
            });
        }
        for _ in 0..1 + self.random.below(3) {
            self.statement(&inner, 2);
        }
        let value = self.term(&inner, 1);
        self.fixed(format!("return {value};"));
        self.indent -= 1;
        self.fixed("}");
    }

    fn block(&mut self, scope: &Scope, depth: u32) {
        self.indent += 1;
        for _ in 0..1 + self.random.below(2) {
            self.statement(scope, depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, scope: &Scope, depth: u32) {
        let kinds = if depth == 0 { 7 } else { 10 };
        match self.random.below(kinds) {
            0..=2 => self.write(scope),
            3 => {
                let place = self.random.pick(&scope.places);
                let target = self.one(&["t", "u"]);
                let read = format!("{target} := {};", place.text);
                match place.guard {
                    Some(guard) => self.fixed(format!("if ({guard}) {{ {read} }}")),
                    None => self.fixed(read),
                }
            }
            4 => {
                let guess = self.guess(scope, &["t".to_owned(), "u".to_owned()]);
                self.claim(format!("assert {guess};"));
            }
            5 | 6 => self.call(scope),
            7 | 8 => {
                let condition = self.condition(scope);
                self.fixed(format!("if ({condition}) {{"));
                self.block(scope, depth - 1);
                if self.random.chance(3) {
                    let value = self.term(scope, 1);
                    self.fixed(format!("return {value};"));
                }
                self.fixed("} else {");
                self.block(scope, depth - 1);
                self.fixed("}");
            }
            _ => self.repeat(scope, depth),
        }
    }

    fn write(&mut self, scope: &Scope) {
        let writable: Vec<Place> = scope
            .places
            .iter()
            .filter(|p| p.is_writable)
            .cloned()
            .collect();
        let place = self.random.pick(&writable);
        let value = if self.random.chance(3) {
            format!("{} + {}", place.text, self.literal())
        } else {
            self.term(scope, 2)
        };
        let write = format!("{} := {value};", place.text);
        match place.guard {
            Some(guard) => self.fixed(format!("if ({guard}) {{ {write} }}")),
            None => self.fixed(write),
        }
    }

    fn call(&mut self, scope: &Scope) {
        let Some(callee) = self.random.choose(&scope.calls).cloned() else {
            return self.write(scope);
        };
        let target = self.one(&["t", "u"]);
        let known = callee.strip_prefix("T.");
        let params = self.callees.iter().find(|c| Some(c.name.as_str()) == known);
        let params = params.map(|callee| callee.params.clone());
        let args = match params {
            None => self.term(scope, 1),
            Some(params) => {
                let args = params.iter().map(|param| match *param {
                    "a" | "b" => self.term(scope, 1),
                    "p" => self.one(&["p", "p", "1/2", "1/4"]),
                    other => other.to_owned(),
                });
                args.collect::<Vec<_>>().join(", ")
            }
        };
        self.fixed(format!("{target} := {callee}({args});"));
    }

    fn repeat(&mut self, scope: &Scope, depth: u32) {
        self.fresh += 1;
        let count = format!("r{}", self.fresh);
        let is_name = |term: &&String| term.chars().all(char::is_alphanumeric);
        let names: Vec<String> = scope.terms.iter().filter(is_name).cloned().collect();
        let bound = if self.random.chance(2) {
            self.random.within(2, 3).to_string()
        } else {
            self.random.pick(&names)
        };
        self.fixed(format!("int {count} := 0;"));
        self.fixed(format!("while ({count} < {bound})"));
        self.indent += 1;
        self.claim(format!("invariant 0 <= {count};"));
        self.claim(format!("invariant 0 <= {bound} ==> {count} <= {bound};"));
        for permission in &scope.permission.clone() {
            self.fixed(format!("invariant {permission};"));
        }
        let mut inner = scope.clone();
        inner.terms.push(count.clone());
        let results = ["t".to_owned(), "u".to_owned()];
        for result in &results {
            if self.random.chance(2) {
                let start = self.term(scope, 0);
                let by = self.one(&["+", "-"]);
                self.claim(format!("invariant {result} = {start} {by} {count};"));
                self.claim(format!("invariant {result} >= {start};"));
            }
        }
        let mut changed: Vec<String> = results.into();
        changed.extend(scope.terms.iter().filter(|t| t.contains('.')).cloned());
        for _ in 0..3 {
            let guess = self.guess(&inner, &changed);
            self.claim(format!("invariant {guess};"));
        }
        self.indent -= 1;
        self.fixed("{");
        self.block(&inner, depth - 1);
        if self.random.chance(4) {
            let condition = self.condition(&inner);
            self.fixed(format!("if ({condition}) {{ break; }}"));
        }
        self.fixed(format!("{count} := {count} + 1;"));
        self.fixed("}");
    }
}

fn typed_has(typed: &[String], name: &str) -> bool {
    typed
        .iter()
        .any(|param| param.split(' ').nth(1) == Some(name))
}
