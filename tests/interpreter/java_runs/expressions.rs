//! Random expressions. Each has exactly the type that is asked for, and stands in brackets unless
//! it is a primary expression.

use super::generate::Generator;
use super::types::{Method, SMALL, Ty, class_name};

/// Whole numbers around the ends of ranges.
const NUMBERS: [i64; 16] = [
    0,
    1,
    2,
    3,
    5,
    7,
    10,
    31,
    97,
    127,
    128,
    255,
    32767,
    65535,
    100_000,
    2_147_483_647,
];

const TEXTS: [&str; 8] = [
    "\"\"",
    "\"a\"",
    "\"bc\"",
    "\"Zed\"",
    "\"0\\t\"",
    "\"\\\"q\\\\\"",
    "\"\\u00e9\\u20ac\"",
    "\"x y\"",
];

const CHARS: [&str; 8] = [
    "'a'",
    "'Z'",
    "'0'",
    "' '",
    "'\\''",
    "'\\n'",
    "'\\u00e9'",
    "'\\uffff'",
];

impl Generator {
    /// An expression of a type.
    pub fn expr(&mut self, ty: &Ty, depth: usize) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        let next = depth - 1;
        // What every type has.
        match self.random.below(12) {
            0 | 1 => return self.leaf(ty),
            2 if !matches!(ty, Ty::Class(_) | Ty::Face | Ty::Object | Ty::Array(_)) => {
                let (condition, then) = (self.expr(&Ty::Bool, next), self.expr(ty, next));
                return format!("({condition} ? {then} : {})", self.expr(ty, next));
            }
            3 => {
                if let Some(call) = self.call(Some(ty), next) {
                    return call;
                }
            }
            4 if self.throws => {
                if let Some(thrower) = self.thrower(ty, next) {
                    return thrower;
                }
            }
            _ => {}
        }
        match ty {
            Ty::Int => self.int(next),
            Ty::Long => self.long(next),
            Ty::Short | Ty::Byte | Ty::Char => self.narrow(ty, next),
            Ty::Bool => self.bool(next),
            Ty::Text => self.text(next),
            Ty::Color => self.leaf(ty),
            Ty::Object => {
                let classes = self.model.made(ty);
                if self.random.chance(3) {
                    self.expr(&Ty::Text, next)
                } else {
                    let class = self.random.pick(&classes);
                    self.expr(&Ty::Class(class), next)
                }
            }
            Ty::Class(_) | Ty::Face => self.object(ty, next),
            Ty::Array(elem) => {
                let length = self.random.within(2, 5);
                format!("new {}[{length}]", elem.name())
            }
        }
    }

    /// A variable or a literal.
    pub fn leaf(&mut self, ty: &Ty) -> String {
        let places = self.places(ty, false);
        if !places.is_empty() && !self.random.chance(4) {
            return self.random.pick(&places);
        }
        match ty {
            Ty::Int => self.literal(1 << 32),
            Ty::Long => {
                if self.random.chance(6) {
                    self.random
                        .pick(&["Long.MAX_VALUE", "Long.MIN_VALUE"])
                        .to_owned()
                } else {
                    format!("{}L", self.random.pick(&NUMBERS) * self.random.within(1, 3))
                }
            }
            Ty::Short => format!("((short) {})", self.literal(1 << 16)),
            Ty::Byte => format!("((byte) {})", self.literal(1 << 8)),
            Ty::Char => self.random.pick(&CHARS).to_owned(),
            Ty::Bool => self.random.pick(&["true", "false"]).to_owned(),
            Ty::Text => self.random.pick(&TEXTS).to_owned(),
            Ty::Color => self
                .random
                .pick(&["Color.RED", "Color.GREEN", "Color.BLUE"])
                .to_owned(),
            Ty::Object => self.leaf(&Ty::Text),
            Ty::Class(_) | Ty::Face => self.object(ty, 0),
            Ty::Array(elem) => {
                let elem = elem.name();
                format!("new {elem}[{}]", self.random.within(2, 5))
            }
        }
    }

    /// An `int`, usually of small size.
    fn literal(&mut self, limit: i64) -> String {
        let n = self.random.pick(&NUMBERS);
        match self.random.below(4) {
            0 if n < limit => format!("(-{n})"),
            1 if limit > 1 << 31 => "Integer.MIN_VALUE".to_owned(),
            2 | 3 => self.random.within(0, 9).to_string(),
            _ => n.to_string(),
        }
    }

    /// A number of at most the size of `int`.
    pub fn small(&mut self, depth: usize) -> String {
        let ty = if self.random.chance(2) {
            Ty::Int
        } else {
            self.random.pick(&SMALL)
        };
        self.expr(&ty, depth)
    }

    /// A number.
    pub fn number(&mut self, depth: usize) -> String {
        if self.random.chance(4) {
            self.expr(&Ty::Long, depth)
        } else {
            self.small(depth)
        }
    }

    /// A divisor, which is rarely 0.
    pub fn divisor(&mut self, depth: usize) -> String {
        match self.random.below(4) {
            0 => format!("(-{})", self.random.within(1, 9)),
            1 if self.is_risky() => self.small(depth),
            1 | 2 => format!("({} % 5 + 7)", self.small(depth)),
            _ => self.random.within(1, 9).to_string(),
        }
    }

    /// A divisor for the library.
    fn library_divisor(&mut self) -> String {
        if self.throws {
            return self.random.within(1, 9).to_string();
        }
        self.divisor(0)
    }

    /// A text for the library, which is null only where that may throw.
    fn library_text(&mut self) -> String {
        if self.throws {
            return self.random.pick(&TEXTS).to_owned();
        }
        self.leaf(&Ty::Text)
    }

    /// The chain of operands, joined by operators of different precedence.
    fn chain(&mut self, first: String, wide: bool, depth: usize) -> String {
        let mut all = first;
        for _ in 0..=self.random.below(2) {
            let op = self.random.pick(&["+", "-", "*", "/", "%"]);
            let operand = match (op, wide) {
                ("/" | "%", _) => self.divisor(depth),
                (_, true) => self.number(depth),
                (_, false) => self.small(depth),
            };
            all = format!("{all} {op} {operand}");
        }
        format!("({all})")
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(14) {
            0..=4 => {
                let first = self.small(depth);
                self.chain(first, false, depth)
            }
            5 => {
                let op = self.random.pick(&["-", "~", "+"]);
                format!("({op}{})", self.small(depth))
            }
            6 => {
                let op = self.random.pick(&["<<", ">>", ">>>"]);
                let count = self.random.pick(&[1, 3, 8, 31, 33]);
                format!("({} {op} {count})", self.small(depth))
            }
            7 => {
                let mask = self.random.pick(&[1, 3, 15, 255]);
                format!("({} & {mask})", self.small(depth))
            }
            8 => {
                let from = self.random.pick(&[Ty::Long, Ty::Char, Ty::Byte]);
                format!("((int) {})", self.expr(&from, depth))
            }
            9 => self.stepped(&Ty::Int, depth),
            10 => self.library(depth),
            11 => format!("Main.ti({}, {})", self.mark(), self.expr(&Ty::Int, depth)),
            12 => match self.arrays().first() {
                Some((array, _)) => format!("{array}.length"),
                None => self.leaf(&Ty::Int),
            },
            _ => match self.places(&Ty::Int, true).first().cloned() {
                Some(place) => format!("({place} = {})", self.expr(&Ty::Int, depth)),
                None => self.leaf(&Ty::Int),
            },
        }
    }

    /// An `int` without a choice, by whose type an overloaded method would be chosen.
    fn unchosen(&mut self, depth: usize) -> String {
        let all: Vec<String> = (0..3).map(|_| self.expr(&Ty::Int, depth)).collect();
        let plain = all.into_iter().find(|e| !e.contains(" ? "));
        plain.unwrap_or_else(|| self.leaf(&Ty::Int))
    }

    /// What the library gives.
    fn library(&mut self, depth: usize) -> String {
        let (a, b) = (self.unchosen(depth), self.unchosen(depth));
        match self.random.below(9) {
            0 => format!("Math.max({a}, {b})"),
            1 => format!("Math.min({a}, {b})"),
            2 => format!("Math.floorMod({a}, {})", self.library_divisor()),
            3 => format!("Math.floorDiv({a}, {})", self.library_divisor()),
            4 => format!("Math.abs({a})"),
            5 => format!("Integer.compare({a}, {b})"),
            6 => format!("Integer.signum({a})"),
            7 => format!("Integer.sum({a}, {b})"),
            _ => {
                let text = self.expr(&Ty::Text, depth);
                match self.random.below(4) {
                    0 => format!("{text}.length()"),
                    1 => format!("{text}.hashCode()"),
                    2 => format!("{text}.indexOf({})", self.leaf(&Ty::Char)),
                    _ => format!("{text}.compareTo({})", self.library_text()),
                }
            }
        }
    }

    fn long(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0..=3 => {
                let first = self.expr(&Ty::Long, depth);
                self.chain(first, true, depth)
            }
            4 => {
                let op = self.random.pick(&["-", "~"]);
                format!("({op}{})", self.expr(&Ty::Long, depth))
            }
            5 => {
                let op = self.random.pick(&["<<", ">>", ">>>"]);
                let count = self.random.pick(&[1, 7, 32, 63, 65]);
                format!("({} {op} {count})", self.expr(&Ty::Long, depth))
            }
            6 => format!("((long) {})", self.small(depth)),
            7 => self.stepped(&Ty::Long, depth),
            _ => format!("Main.tl({}, {})", self.mark(), self.number(depth)),
        }
    }

    fn narrow(&mut self, ty: &Ty, depth: usize) -> String {
        match self.random.below(5) {
            0 => self.stepped(ty, depth),
            1 if *ty == Ty::Char => self.character(depth),
            2 => format!("(({}) {})", ty.name(), self.expr(&Ty::Long, depth)),
            _ => format!("(({}) {})", ty.name(), self.small(depth)),
        }
    }

    fn character(&mut self, depth: usize) -> String {
        let text = self.random.pick(&TEXTS[1..]);
        match self.random.below(3) {
            0 if self.is_library_risky() => {
                format!("{text}.charAt({})", self.expr(&Ty::Int, depth))
            }
            0 => format!("{text}.charAt(0)"),
            1 => format!("Character.toUpperCase({})", self.leaf(&Ty::Char)),
            _ => format!("Main.tc({}, {})", self.mark(), self.leaf(&Ty::Char)),
        }
    }

    /// `x++` and its like.
    fn stepped(&mut self, ty: &Ty, _: usize) -> String {
        let places = self.places(ty, true);
        if places.is_empty() {
            return self.leaf(ty);
        }
        let place = self.random.pick(&places);
        match self.random.below(4) {
            0 => format!("(++{place})"),
            1 => format!("(--{place})"),
            2 => format!("({place}++)"),
            _ => format!("({place}--)"),
        }
    }

    fn bool(&mut self, depth: usize) -> String {
        match self.random.below(12) {
            0..=3 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let ty = self
                    .random
                    .pick(&[Ty::Int, Ty::Int, Ty::Char, Ty::Byte, Ty::Short]);
                let left = self.expr(&ty, depth);
                let right = match ty {
                    Ty::Int => self.number(depth),
                    ty => self.expr(&ty, depth),
                };
                format!("({left} {op} {right})")
            }
            4 | 5 => {
                let op = self.random.pick(&["&&", "||"]);
                let (left, right) = (self.expr(&Ty::Bool, depth), self.expr(&Ty::Bool, depth));
                format!("({left} {op} {right})")
            }
            6 => {
                let op = self.random.pick(&["&", "|", "^", "==", "!="]);
                let (left, right) = (self.expr(&Ty::Bool, depth), self.expr(&Ty::Bool, depth));
                format!("({left} {op} {right})")
            }
            7 => format!("(!{})", self.expr(&Ty::Bool, depth)),
            8 => format!("Main.tz({}, {})", self.mark(), self.expr(&Ty::Bool, depth)),
            9 => self.about_object(depth),
            10 => {
                let text = self.expr(&Ty::Text, depth);
                match self.random.below(3) {
                    0 => format!("{text}.isEmpty()"),
                    1 => format!("({text} == {})", self.expr(&Ty::Text, 0)),
                    _ => format!("{text}.equals({})", self.expr(&Ty::Text, depth)),
                }
            }
            _ => format!("Character.isDigit({})", self.expr(&Ty::Char, depth)),
        }
    }

    /// A condition on an object.
    fn about_object(&mut self, depth: usize) -> String {
        if self.random.chance(3) {
            let (a, b) = (self.expr(&Ty::Color, depth), self.expr(&Ty::Color, 0));
            return format!("({a} == {b})");
        }
        let class = self.random.below(self.model.classes.len());
        let top = *self.model.line(class).last().unwrap();
        let object = self.expr(&Ty::Class(top), depth);
        match self.random.below(3) {
            0 => format!("({object} == null)"),
            1 => {
                let places = self.places(&Ty::Object, false);
                match places.first() {
                    Some(place) => format!("({place} instanceof {})", class_name(class)),
                    None => format!("({object} != null)"),
                }
            }
            _ => {
                let top = class_name(top);
                format!("((({top}) {object}) instanceof {})", class_name(class))
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        match self.random.below(9) {
            0..=3 => {
                let left = self.expr(&Ty::Text, depth);
                let right = self.operand(depth);
                format!("({left} + {right})")
            }
            4 => {
                let (left, right) = (self.operand(depth), self.operand(depth));
                format!("({left} + {} + {right})", self.leaf(&Ty::Text))
            }
            5 => {
                let ty = self.random.pick(&[Ty::Int, Ty::Long, Ty::Char, Ty::Bool]);
                format!("String.valueOf({})", self.plain(&ty))
            }
            6 if self.is_library_risky() => {
                let (from, to) = (self.random.within(0, 3), self.random.within(0, 4));
                format!("{}.substring({from}, {to})", self.expr(&Ty::Text, depth))
            }
            6 => format!("{}.substring(0)", self.expr(&Ty::Text, depth)),
            7 => format!("Main.ts({}, {})", self.mark(), self.expr(&Ty::Text, depth)),
            _ => format!(
                "{}.concat({})",
                self.expr(&Ty::Text, depth),
                self.library_text()
            ),
        }
    }

    /// An expression without a choice between types.
    pub fn plain(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Char | Ty::Short | Ty::Byte => format!("({}) {}", ty.name(), self.small(1)),
            Ty::Int => format!("{} + {}", self.small(1), self.small(0)),
            Ty::Long => format!("{} - {}", self.expr(&Ty::Long, 1), self.small(0)),
            Ty::Bool => format!("{} < {}", self.small(1), self.number(1)),
            ty => self.leaf(ty),
        }
    }

    /// An operand of a concatenation.
    pub fn operand(&mut self, depth: usize) -> String {
        let types = [
            Ty::Int,
            Ty::Long,
            Ty::Short,
            Ty::Byte,
            Ty::Char,
            Ty::Bool,
            Ty::Text,
            Ty::Color,
        ];
        match self.random.below(10) {
            0 => "null".to_owned(),
            1 => {
                let condition = self.expr(&Ty::Bool, depth);
                let kinds = [
                    (Ty::Int, Ty::Char),
                    (Ty::Byte, Ty::Short),
                    (Ty::Short, Ty::Int),
                    (Ty::Long, Ty::Char),
                ];
                let (a, b) = self.random.pick(&kinds);
                format!("({condition} ? {} : {})", self.leaf(&a), self.leaf(&b))
            }
            _ => {
                let ty = self.random.pick(&types);
                self.expr(&ty, depth)
            }
        }
    }

    /// An object of a type, or rarely `null`.
    fn object(&mut self, ty: &Ty, depth: usize) -> String {
        if self.is_risky() || self.is_initialising {
            return "null".to_owned();
        }
        let made = self.model.made(ty);
        let Some(&class) = self.random.choose(&made) else {
            return "null".to_owned();
        };
        let constructors = self.model.classes[class].constructors.clone();
        let params = self.random.pick(&constructors);
        let args = self.args(&params, depth.min(1));
        let object = format!("new {}({args})", class_name(class));
        if self.random.chance(6) && *ty != Ty::Class(class) {
            format!("(({}) {object})", ty.name())
        } else {
            object
        }
    }

    /// Arguments for parameters.
    pub fn args(&mut self, params: &[Ty], depth: usize) -> String {
        let mut args = Vec::new();
        for param in params {
            let ty = match param {
                Ty::Int => self
                    .random
                    .pick(&[Ty::Int, Ty::Int, Ty::Short, Ty::Byte, Ty::Char]),
                Ty::Long => self.random.pick(&[Ty::Long, Ty::Long, Ty::Int, Ty::Byte]),
                ty => ty.clone(),
            };
            args.push(self.expr(&ty, depth));
        }
        args.join(", ")
    }

    /// A call with this result.
    pub fn call(&mut self, result: Option<&Ty>, depth: usize) -> Option<String> {
        let mut found: Vec<(String, Method)> = Vec::new();
        let mut add = |receiver: &str, methods: Vec<Method>| {
            for method in methods {
                if method.result.as_ref() == result {
                    found.push((receiver.to_owned(), method));
                }
            }
        };
        for (number, class) in self.model.classes.iter().enumerate() {
            let is_static = |method: &&Method| method.is_static;
            let methods = class.methods.iter().filter(is_static).cloned();
            add(&class_name(number), methods.collect());
        }
        if let Some(class) = self.this {
            add("this", self.model.methods(&Ty::Class(class)));
            add("", self.model.methods(&Ty::Class(class)));
        }
        for local in &self.locals {
            add(&local.name, self.model.methods(&local.ty));
        }
        let (receiver, method) = self.random.choose(&found).cloned()?;
        let args = self.args(&method.params, depth.min(1));
        let dot = if receiver.is_empty() { "" } else { "." };
        Some(format!("{receiver}{dot}{}({args})", method.name))
    }
}
