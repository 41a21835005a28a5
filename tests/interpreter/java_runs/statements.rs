//! Random statements.

use super::generate::Generator;
use super::types::{SMALL, Ty, class_name};

/// Exceptions that are thrown, and can be made of a text.
const EXCEPTIONS: [&str; 5] = [
    "RuntimeException",
    "IllegalStateException",
    "IllegalArgumentException",
    "UnsupportedOperationException",
    "ArithmeticException",
];

impl Generator {
    /// Statements; the last one may leave the block.
    pub fn statements(&mut self, count: usize, depth: usize) {
        let visible = self.locals.len();
        for _ in 0..count {
            self.statement(depth);
        }
        self.locals.truncate(visible);
    }

    fn statement(&mut self, depth: usize) {
        if self.throws && self.random.chance(3) {
            return self.exceptional(depth);
        }
        match self.random.below(26) {
            0..=4 => self.declaration(),
            5..=9 => self.assignment(),
            10 => self.step(),
            11 | 12 => self.print(),
            13 => {
                if let Some(call) = self.call(None, 1) {
                    self.line(&format!("{call};"));
                }
            }
            14..=16 if depth > 0 => self.choice(depth - 1),
            17 if depth > 0 => self.while_loop(depth - 1),
            18 if depth > 0 => self.do_loop(depth - 1),
            19 | 20 if depth > 0 => self.for_loop(depth - 1),
            21 if depth > 0 => self.for_each(depth - 1),
            22 if depth > 0 => self.switch(depth - 1),
            23 if depth > 0 => self.inspection(depth - 1),
            24 => self.collections(),
            25 if depth > 0 => {
                self.line("{");
                self.nested(2, depth - 1);
                self.line("}");
            }
            _ => self.assignment(),
        }
    }

    /// Statements in a block, indented.
    pub fn nested(&mut self, count: usize, depth: usize) {
        self.indent += 1;
        self.statements(count, depth);
        self.indent -= 1;
    }

    fn declaration(&mut self) {
        let ty = self.any_type();
        let name = self.fresh("v");
        let value = match &ty {
            Ty::Array(elem) if self.random.chance(2) => {
                let count = 2 + self.random.below(3);
                let elements: Vec<String> = (0..count).map(|_| self.expr(elem, 1)).collect();
                format!("{{{}}}", elements.join(", "))
            }
            Ty::Array(elem) if self.is_risky() => {
                let bound = if self.throws { " % 4" } else { "" };
                format!("new {}[{}{bound}]", elem.name(), self.expr(&Ty::Int, 1))
            }
            Ty::Long => self.number(2),
            Ty::Int => self.small(2),
            Ty::Text => format!("Main.cut({})", self.expr(&ty, 2)),
            ty => self.expr(ty, 2),
        };
        let modifier = if self.random.chance(12) { "final " } else { "" };
        self.line(&format!("{modifier}{} {name} = {value};", ty.name()));
        self.local(&name, &ty, !modifier.is_empty());
    }

    fn assignment(&mut self) {
        let ty = self.any_type();
        let places = self.places(&ty, true);
        let Some(place) = self.random.choose(&places).cloned() else {
            return self.declaration();
        };
        let plain = self.random.chance(3);
        let line = match &ty {
            ty if ty.is_number() && !plain => self.compound(&place),
            Ty::Bool if !plain => {
                let op = self.random.pick(&["&=", "|=", "^="]);
                format!("{place} {op} {};", self.expr(&Ty::Bool, 2))
            }
            Ty::Text if !plain => {
                format!(
                    "{place} += {}; {place} = Main.cut({place});",
                    self.operand(2)
                )
            }
            Ty::Text => format!("{place} = Main.cut({});", self.expr(&ty, 2)),
            Ty::Int if self.random.chance(4) => {
                let other = self.random.pick(&places);
                format!("{place} = {other} = {};", self.small(1))
            }
            ty => format!("{place} = {};", self.expr(ty, 2)),
        };
        self.line(&line);
    }

    /// A compound assignment to a number.
    fn compound(&mut self, place: &str) -> String {
        match self.random.below(8) {
            0 => format!("{place} <<= {};", self.random.within(1, 9)),
            1 => format!("{place} >>= {};", self.random.within(1, 9)),
            2 => format!("{place} >>>= {};", self.random.within(1, 9)),
            3 => format!("{place} &= {};", self.random.pick(&[1, 7, 127])),
            4 => {
                let op = self.random.pick(&["/=", "%="]);
                format!("{place} {op} {};", self.divisor(1))
            }
            _ => {
                let op = self.random.pick(&["+=", "-=", "*="]);
                format!("{place} {op} {};", self.number(2))
            }
        }
    }

    fn step(&mut self) {
        let ty = self
            .random
            .pick(&[Ty::Int, Ty::Long, Ty::Short, Ty::Byte, Ty::Char]);
        let places = self.places(&ty, true);
        if let Some(place) = self.random.choose(&places).cloned() {
            let step = self.random.pick(&["++", "--"]);
            self.line(&format!("{place}{step};"));
        }
    }

    fn print(&mut self) {
        let line = match self.random.below(4) {
            0 => {
                let types = [Ty::Int, Ty::Long, Ty::Char, Ty::Bool, Ty::Byte, Ty::Short];
                let ty = self.random.pick(&types);
                let how = self.random.pick(&["print", "println"]);
                format!("System.out.{how}({});", self.plain(&ty))
            }
            1 => format!("System.out.println(Main.cut({}));", self.expr(&Ty::Text, 1)),
            2 => {
                let ty = self
                    .random
                    .pick(&[Ty::Int, Ty::Byte, Ty::Long, Ty::Text, Ty::Object]);
                format!("Main.o({});", self.plain(&ty))
            }
            _ => {
                let (mark, operand) = (self.mark(), self.operand(2));
                format!("System.out.println(\"{mark}:\" + {operand});")
            }
        };
        self.line(&line);
    }

    fn choice(&mut self, depth: usize) {
        let condition = self.expr(&Ty::Bool, 2);
        self.line(&format!("if ({condition}) {{"));
        self.nested(2, depth);
        self.leave();
        if self.random.chance(2) {
            self.line("} else {");
            self.nested(2, depth);
        }
        self.line("}");
    }

    /// Perhaps a statement that leaves the block, as its last.
    fn leave(&mut self) {
        if self.throws {
            return self.leave_exceptionally();
        }
        self.indent += 1;
        match self.random.below(9) {
            0 if self.loops > 0 => self.line("break;"),
            1 if self.loops > 0 => self.line("continue;"),
            2 if !self.is_initialising => self.give_back(),
            3 if self.is_risky() => {
                let name = self.random.pick(&EXCEPTIONS);
                let text = self.expr(&Ty::Text, 1);
                self.line(&format!("throw new {name}({text});"));
            }
            _ => {}
        }
        self.indent -= 1;
    }

    /// The statement that returns from the method.
    pub fn give_back(&mut self) {
        let line = match self.result.clone() {
            None => "return;".to_owned(),
            Some(Ty::Text) => format!("return Main.cut({});", self.expr(&Ty::Text, 2)),
            Some(ty) => format!("return {};", self.expr(&ty, 2)),
        };
        self.line(&line);
    }

    fn in_loop(&mut self, depth: usize) {
        let outer = std::mem::replace(&mut self.loops, 1);
        let switch = std::mem::take(&mut self.in_switch);
        self.nested(2, depth.min(1));
        if self.random.chance(3) {
            self.indent += 1;
            let condition = self.expr(&Ty::Bool, 1);
            let leave = self.random.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {leave};"));
            self.nested(1, 0);
            self.indent -= 1;
        }
        (self.loops, self.in_switch) = (outer, switch);
    }

    fn while_loop(&mut self, depth: usize) {
        let name = self.fresh("w");
        let count = self.random.within(1, 4);
        self.line(&format!("int {name} = {count};"));
        self.local(&name, &Ty::Int, true);
        let condition = self.expr(&Ty::Bool, 1);
        let first = self.random.pick(&["", "Main.fuel-- > 0 && "]);
        self.line(&format!("while ({first}{name}-- > 0 && {condition}) {{"));
        self.in_loop(depth);
        self.line("}");
    }

    fn do_loop(&mut self, depth: usize) {
        let name = self.fresh("w");
        self.line(&format!("int {name} = 0;"));
        self.local(&name, &Ty::Int, true);
        self.line("do {");
        self.indent += 1;
        self.line(&format!("{name}++;"));
        self.indent -= 1;
        self.in_loop(depth);
        let count = self.random.within(1, 3);
        let condition = self.leaf(&Ty::Bool);
        self.line(&format!("}} while ({name} < {count} & {condition});"));
    }

    pub fn for_loop(&mut self, depth: usize) {
        let name = self.fresh("i");
        let visible = self.locals.len();
        let count = self.random.within(1, 5);
        let header = match self.random.below(3) {
            0 => format!("int {name} = {count}; {name} > 0; {name}--"),
            1 => {
                let other = self.fresh("j");
                self.local(&other, &Ty::Int, true);
                format!("int {name} = 0, {other} = {count}; {name} < {other}; {name}++, {other}--")
            }
            _ => format!("int {name} = 0; {name} < {count}; {name}++"),
        };
        self.local(&name, &Ty::Int, true);
        self.line(&format!("for ({header}) {{"));
        self.in_loop(depth);
        self.line("}");
        self.locals.truncate(visible);
    }

    fn for_each(&mut self, depth: usize) {
        let arrays = self.arrays();
        let Some((array, elem)) = self.random.choose(&arrays).cloned() else {
            return self.for_loop(depth);
        };
        let name = self.fresh("e");
        let visible = self.locals.len();
        let ty = match elem {
            Ty::Short | Ty::Byte | Ty::Char if self.random.chance(2) => Ty::Int,
            elem => elem,
        };
        self.line(&format!("for ({} {name} : {array}) {{", ty.name()));
        self.local(&name, &ty, false);
        self.in_loop(depth);
        self.line("}");
        self.locals.truncate(visible);
    }

    fn switch(&mut self, depth: usize) {
        let (subject, labels) = match self.random.below(3) {
            0 => (self.expr(&Ty::Char, 1), ["'a'", "'b'", "'0'", "'Z'"]),
            1 => (self.expr(&Ty::Byte, 1), ["0", "-1", "5", "7"]),
            _ => {
                let subject = self.expr(&Ty::Int, 1);
                (format!("{subject} % 3"), ["0", "1", "2", "-1"])
            }
        };
        self.line(&format!("switch ({subject}) {{"));
        self.indent += 1;
        self.line(&format!("case {}:", labels[0]));
        self.ended_case(depth);
        self.line(&format!("case {}:", labels[1]));
        self.line(&format!("case {}:", labels[2]));
        self.ended_case(depth);
        if self.random.chance(2) {
            self.line("default:");
            self.ended_case(depth);
        }
        self.indent -= 1;
        self.line("}");
    }

    fn ended_case(&mut self, depth: usize) {
        self.indent += 1;
        self.line("{");
        // `break` would be the one of the `switch`.
        let loops = std::mem::replace(&mut self.loops, 0);
        let switch = std::mem::replace(&mut self.in_switch, true);
        self.nested(2, depth.min(1));
        (self.loops, self.in_switch) = (loops, switch);
        self.line("}");
        if self.loops > 0 && self.random.chance(3) {
            let condition = self.expr(&Ty::Bool, 1);
            self.line(&format!("if ({condition}) continue;"));
        }
        self.line("break;");
        self.indent -= 1;
    }

    /// What depends on the class of an object.
    fn inspection(&mut self, depth: usize) {
        let class = self.random.below(self.model.classes.len());
        let name = self.fresh("o");
        let object = self.expr(&Ty::Object, 1);
        self.line(&format!("Object {name} = {object};"));
        self.local(&name, &Ty::Object, false);
        let class = class_name(class);
        let guard = if self.is_risky() {
            self.expr(&Ty::Bool, 1)
        } else {
            format!("{name} instanceof {class}")
        };
        self.line(&format!("if ({guard}) {{"));
        self.indent += 1;
        self.line(&format!("System.out.println((({class}) {name}).show(1));"));
        self.indent -= 1;
        self.nested(1, depth);
        self.line("}");
    }

    /// A list or a map of texts.
    fn collections(&mut self) {
        let name = self.fresh("l");
        let (a, b) = (self.expr(&Ty::Text, 1), self.expr(&Ty::Text, 1));
        if self.random.chance(2) {
            self.line(&format!("ArrayList<String> {name} = new ArrayList<>();"));
            self.line(&format!("{name}.add({a});"));
            self.line(&format!("{name}.add(0, {b});"));
            let index = self.random.pick(&["0", "1", "1", "2"]);
            let index = if self.is_library_risky() { index } else { "0" };
            let text = self.leaf(&Ty::Text);
            self.line(&format!(
                "System.out.println({name}.set({index}, {text}) + {name}.size());"
            ));
            let index = if self.is_library_risky() { "-1" } else { "1" };
            self.line(&format!(
                "System.out.println({name}.remove({index}) + {name}.get(0));"
            ));
        } else {
            self.line(&format!(
                "HashMap<String, String> {name} = new HashMap<>();"
            ));
            self.line(&format!("System.out.println({name}.put({a}, {b}));"));
            let text = self.leaf(&Ty::Text);
            self.line(&format!(
                "System.out.println({name}.put({text}, {b}) + {name}.size());"
            ));
            let text = self.leaf(&Ty::Text);
            self.line(&format!(
                "System.out.println({name}.remove({text}) + {name}.containsKey({a}));"
            ));
            self.line(&format!(
                "System.out.println({name}.getOrDefault({text}, \"none\"));"
            ));
        }
    }

    /// A type that has values.
    fn any_type(&mut self) -> Ty {
        let number = self.random.pick(&SMALL);
        let elem = match self.random.below(4) {
            0 => Ty::Class(self.random.below(self.model.classes.len())),
            1 => self.random.pick(&[Ty::Text, Ty::Bool, Ty::Long]),
            _ => number.clone(),
        };
        match self.random.below(12) {
            0..=4 => number,
            5 => Ty::Long,
            6 => Ty::Bool,
            7 => Ty::Text,
            8 => Ty::Array(Box::new(elem)),
            9 => self.random.pick(&[Ty::Color, Ty::Object]),
            10 => Ty::Face,
            _ => Ty::Class(self.random.below(self.model.classes.len())),
        }
    }
}
