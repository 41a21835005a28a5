//! Random statements about exceptions: `try` in all forms, what leaves it, and expressions whose
//! evaluation ends in the middle.

use super::generate::Generator;
use super::types::{SMALL, Ty};

/// The classes that are caught, each with the one above it; those of two letters are the program's.
pub const CAUGHT: [(&str, &str); 18] = [
    ("Throwable", ""),
    ("Exception", "Throwable"),
    ("Error", "Throwable"),
    ("RuntimeException", "Exception"),
    ("E0", "Exception"),
    ("E1", "E0"),
    ("R0", "RuntimeException"),
    ("R1", "R0"),
    ("S0", "RuntimeException"),
    ("IllegalStateException", "RuntimeException"),
    ("R2", "IllegalStateException"),
    ("IllegalArgumentException", "RuntimeException"),
    ("NumberFormatException", "IllegalArgumentException"),
    ("ArithmeticException", "RuntimeException"),
    ("NullPointerException", "RuntimeException"),
    ("ClassCastException", "RuntimeException"),
    ("NegativeArraySizeException", "RuntimeException"),
    ("ArrayIndexOutOfBoundsException", "RuntimeException"),
];

/// A class and those above it, by their places in [`CAUGHT`].
fn line(class: usize) -> Vec<usize> {
    let mut line = vec![class];
    while let Some(above) = CAUGHT
        .iter()
        .position(|(name, _)| *name == CAUGHT[*line.last().unwrap()].1)
    {
        line.push(above);
    }
    line
}

impl Generator {
    /// A statement about exceptions.
    pub fn exceptional(&mut self, depth: usize) {
        match self.random.below(10) {
            0..=4 if depth > 0 => self.try_statement(depth - 1),
            5 if depth > 0 => self.labelled(depth - 1),
            6 => self.guarded_throw(),
            _ => self.cut_short(),
        }
    }

    /// An expression that may throw before it has a value.
    pub fn thrower(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let name = match ty {
            Ty::Int => "may",
            Ty::Text => "mays",
            Ty::Bool => "mayz",
            _ => return None,
        };
        let (mark, value) = (self.mark(), self.expr(ty, depth));
        Some(format!("Main.{name}({mark}, {value})"))
    }

    /// A call that may throw, of type `int`.
    fn may(&mut self) -> String {
        let (mark, value) = (self.mark(), self.expr(&Ty::Int, 1));
        format!("Main.may({mark}, {value})")
    }

    /// `new X(…)` of an exception; with a cause, if there is one.
    fn exception(&mut self, cause: Option<&str>) -> String {
        let code = self.mark() % 13;
        if let Some(cause) = cause
            && self.random.chance(2)
        {
            let name = self.random.pick(&["E0", "E1", "R0", "R1"]);
            return format!("new {name}({code}, {cause})");
        }
        match self.random.below(4) {
            0 => {
                let own = self.random.pick(&["E0", "E1", "R0", "R1", "R2", "S0"]);
                format!("new {own}({})", self.may())
            }
            1 => {
                let own = self.random.pick(&["E0", "E1", "R0", "R1", "R2", "S0"]);
                format!("new {own}({code})")
            }
            _ => {
                let of_java: Vec<&str> = CAUGHT.iter().map(|(name, _)| *name).collect();
                let of_java: Vec<&str> = of_java.into_iter().filter(|n| n.len() > 2).collect();
                let name = self.random.pick(&of_java);
                match self.random.below(3) {
                    0 => format!("new {name}()"),
                    _ => format!("new {name}(\"m\" + {})", self.operand(1)),
                }
            }
        }
    }

    /// A condition that differs from one evaluation to the next.
    fn wavering(&mut self) -> String {
        match self.random.below(4) {
            0 => self.expr(&Ty::Bool, 1),
            1 => "true".to_owned(),
            _ => "Main.flip()".to_owned(),
        }
    }

    fn guarded_throw(&mut self) {
        let (condition, exception) = (self.wavering(), self.exception(None));
        self.line(&format!("if ({condition}) throw {exception};"));
    }

    /// Perhaps a statement that leaves the block, under a condition.
    pub fn leave_exceptionally(&mut self) {
        self.indent += 1;
        self.leave_by(None);
        self.indent -= 1;
    }

    /// Whether to return: not at once from what the program is about.
    fn may_return(&mut self) -> bool {
        !self.is_initialising && (self.result.is_some() || self.random.chance(5))
    }

    /// Perhaps leaves the block: by a jump, an exception, or the one that was caught.
    fn leave_by(&mut self, caught: Option<&str>) {
        let labels = self.labels.clone();
        let way = match (self.random.below(9), self.random.choose(&labels).cloned()) {
            (0, _) if self.loops > 0 || self.in_switch => "break;".to_owned(),
            (1, _) if self.loops > 0 => "continue;".to_owned(),
            (2, Some((label, true))) => format!("continue {label};"),
            (2 | 3, Some((label, _))) => format!("break {label};"),
            (4, _) if self.may_return() => {
                let condition = self.wavering();
                self.line(&format!("if ({condition}) {{"));
                self.indent += 1;
                self.give_back();
                self.indent -= 1;
                return self.line("}");
            }
            (5 | 6, _) => match caught {
                Some(name) if self.random.chance(2) => format!("throw {name};"),
                _ => format!("throw {};", self.exception(caught)),
            },
            _ => return,
        };
        let condition = self.wavering();
        self.line(&format!("if ({condition}) {way}"));
    }

    /// A `try` with resources, handlers and `finally`, or some of them.
    pub fn try_statement(&mut self, depth: usize) {
        let visible = self.locals.len();
        let mut resources = Vec::new();
        if self.random.chance(4) {
            for _ in 0..1 + self.random.below(2) {
                let (name, mark) = (self.fresh("r"), self.mark());
                resources.push(format!("Res {name} = Res.open({mark})"));
            }
        }
        let handlers = self.random.below(4);
        let has_finally = handlers == 0 && resources.is_empty() || self.random.chance(2);
        match resources.is_empty() {
            true => self.line("try {"),
            false => self.line(&format!("try ({}) {{", resources.join("; "))),
        }
        let call = self.may();
        self.line(&format!("  System.out.println(\"tried \" + {call});"));
        self.nested(2, depth);
        self.leave_exceptionally();
        for classes in self.handlers(handlers) {
            self.handler(&classes, depth);
        }
        if has_finally {
            self.line("} finally {");
            let mark = self.mark();
            self.line(&format!("  System.out.println(\"finally {mark}\");"));
            self.nested(1, depth);
            self.leave_exceptionally();
        }
        self.line("}");
        self.locals.truncate(visible);
    }

    /// The classes of so many handlers: none is caught before it.
    fn handlers(&mut self, count: usize) -> Vec<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::new();
        for _ in 0..count + self.random.below(2) * count {
            let class = self.random.below(CAUGHT.len());
            if !chosen.contains(&class) {
                chosen.push(class);
            }
        }
        chosen.sort_by_key(|class| usize::MAX - line(*class).len());
        let mut all: Vec<Vec<usize>> = Vec::new();
        for class in chosen {
            let is_apart = |other: &usize| !line(*other).contains(&class);
            match all.last_mut() {
                Some(last) if self.random.chance(3) && last.iter().all(is_apart) => {
                    last.push(class)
                }
                _ => all.push(vec![class]),
            }
        }
        all
    }

    fn handler(&mut self, classes: &[usize], depth: usize) {
        let names: Vec<&str> = classes.iter().map(|class| CAUGHT[*class].0).collect();
        let (name, mark) = (self.fresh("x"), self.mark());
        self.line(&format!("}} catch ({} {name}) {{", names.join(" | ")));
        self.indent += 1;
        self.line(&format!(
            "System.out.println(\"caught {mark} \" + Main.kind({name}));"
        ));
        let visible = self.locals.len();
        match self.random.below(4) {
            0 => {
                let object = self.fresh("o");
                self.line(&format!("Object {object} = {name};"));
                self.local(&object, &Ty::Object, false);
            }
            1 if names.len() == 1 && names[0].len() == 2 && names[0] != "S0" => {
                self.line(&format!("System.out.println({name}.getMessage());"));
                self.line(&format!("{name}.code++;"));
            }
            _ => {}
        }
        let count = 1 + self.random.below(2);
        self.statements(count, depth);
        self.locals.truncate(visible);
        self.leave_by(Some(&name));
        self.indent -= 1;
    }

    /// A loop or a block with a label.
    fn labelled(&mut self, depth: usize) {
        let label = self.fresh("q");
        let is_loop = !self.random.chance(3);
        self.line(&format!("{label}:"));
        self.labels.push((label, is_loop));
        if is_loop {
            self.for_loop(depth + 1);
        } else {
            self.line("{");
            self.nested(1, depth);
            self.try_statement(depth);
            self.line("}");
        }
        self.labels.pop();
    }

    /// A statement whose evaluation may end in the middle.
    fn cut_short(&mut self) {
        let arrays: Vec<(String, Ty)> = self.arrays();
        let numbers = |(_, elem): &&(String, Ty)| SMALL.contains(elem) || *elem == Ty::Long;
        let arrays: Vec<(String, Ty)> = arrays.iter().filter(numbers).cloned().collect();
        let array = self.random.choose(&arrays).cloned();
        let (first, second) = (self.may(), self.may());
        match (self.random.below(7), array) {
            (0, Some((array, elem))) => {
                let at = self.random.pick(&["1", "9", "0"]);
                let mark = self.mark();
                let name = elem.name();
                self.line(&format!(
                    "{array}[Main.may({mark}, {at})] = ({name}) ({second});"
                ));
            }
            (1, Some((array, _))) => {
                let op = self.random.pick(&["+=", "-=", "*=", "/=", "%="]);
                let mark = self.mark();
                self.line(&format!("{array}[Main.ti({mark}, 1)] {op} {second};"));
            }
            (0..=2, _) => {
                let ty = self.random.pick(&[Ty::Int, Ty::Long, Ty::Byte]);
                let places = self.places(&ty, true);
                match self.random.choose(&places).cloned() {
                    Some(place) => {
                        let op = self.random.pick(&["+=", "-=", "*=", "/="]);
                        self.line(&format!("{place} {op} {second};"));
                    }
                    None => self.line(&format!("{second};")),
                }
            }
            (3, _) => {
                let (text, long) = (self.expr(&Ty::Text, 1), self.expr(&Ty::Long, 1));
                self.line(&format!("Main.sum({first}, {text} + {second}, {long});"));
            }
            (4, _) => {
                let name = self.fresh("v");
                let middle = self.expr(&Ty::Int, 1);
                self.line(&format!("int[] {name} = {{{first}, {middle}, {second}}};"));
                self.local(&name, &Ty::Array(Box::new(Ty::Int)), false);
            }
            (5, _) => {
                let name = self.fresh("v");
                let operand = self.operand(1);
                self.line(&format!(
                    "String {name} = \"\" + {first} + {operand} + {second};"
                ));
                self.local(&name, &Ty::Text, false);
            }
            _ => {
                let (op, mark) = (self.random.pick(&["+", "-", "*", "/", "%"]), self.mark());
                self.line(&format!(
                    "System.out.println(\"{mark} \" + ({first} {op} {second}));"
                ));
            }
        }
    }
}
