//! Random Java programs: classes with fields, constructors and methods, and a `main` that uses
//! them and prints its state. Calls use up fuel, so that each program ends.

use super::support::random::Random;
use super::types::{Class, Field, Method, Model, SMALL, Ty, class_name};

/// The number of calls that a program makes.
const FUEL: usize = 60;

/// A variable.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Ty,
    /// Whether it is not to be assigned.
    pub is_fixed: bool,
}

/// A program under construction.
pub struct Generator {
    pub random: Random,
    pub model: Model,
    pub locals: Vec<Local>,
    /// The class of `this`.
    pub this: Option<usize>,
    /// The result of the method.
    pub result: Option<Ty>,
    /// Whether an object is under construction, so that no other is created.
    pub is_initialising: bool,
    /// The number of loops around a statement.
    pub loops: usize,
    /// Whether the program is about exceptions: each method may end with one, and says so.
    pub throws: bool,
    /// Whether `break` would leave a `switch`.
    pub in_switch: bool,
    /// The labels around a statement, and whether they are those of loops.
    pub labels: Vec<(String, bool)>,
    pub indent: usize,
    names: usize,
    marks: usize,
    lines: Vec<String>,
}

/// A program, in a package of its own.
pub fn program(seed: u64, package: &str) -> String {
    generated(seed, package, false)
}

/// A program about exceptions, or about everything else, in a package of its own.
pub fn generated(seed: u64, package: &str, throws: bool) -> String {
    let mut generator = Generator {
        random: Random::new(seed),
        model: Model::default(),
        locals: Vec::new(),
        this: None,
        result: None,
        is_initialising: false,
        loops: 0,
        throws,
        in_switch: false,
        labels: Vec::new(),
        indent: 0,
        names: 0,
        marks: 0,
        lines: Vec::new(),
    };
    generator.draw();
    generator.line(&format!("package {package};"));
    generator.line("import java.util.ArrayList;");
    generator.line("import java.util.HashMap;");
    generator.line("enum Color { RED, GREEN, BLUE }");
    if throws {
        generator.exception_classes();
    }
    generator.face();
    for class in 0..generator.model.classes.len() {
        generator.class(class);
    }
    if throws {
        generator.throwing_main();
    } else {
        generator.main();
    }
    generator.lines.push(String::new());
    generator.lines.join("\n")
}

impl Generator {
    pub fn line(&mut self, text: &str) {
        self.lines
            .push(format!("{}{text}", "  ".repeat(self.indent)));
    }

    /// A new name.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A number for a place that is traced.
    pub fn mark(&mut self) -> usize {
        self.marks += 1;
        self.marks
    }

    pub fn local(&mut self, name: &str, ty: &Ty, is_fixed: bool) {
        self.locals.push(Local {
            name: name.to_owned(),
            ty: ty.clone(),
            is_fixed,
        });
    }

    /// Whether to generate what may throw an exception.
    pub fn is_risky(&mut self) -> bool {
        self.random.chance(if self.throws { 25 } else { 80 })
    }

    /// Whether to generate what lets the library throw: no handler catches that here.
    pub fn is_library_risky(&mut self) -> bool {
        !self.throws && self.is_risky()
    }

    /// What has this type and can be read, or assigned.
    pub fn places(&mut self, ty: &Ty, assigned: bool) -> Vec<String> {
        let mut all = Vec::new();
        for local in &self.locals {
            if local.ty == *ty && !(assigned && local.is_fixed) {
                all.push(local.name.clone());
            }
            if let Ty::Class(class) = local.ty {
                let fields = self.model.fields(class);
                let fits = |field: &&Field| field.ty == *ty && !(assigned && field.is_final);
                let path = |field: &Field| format!("{}.{}", local.name, field.name);
                all.extend(fields.iter().filter(fits).map(path));
            }
        }
        if let Some(class) = self.this {
            for field in self.model.fields(class) {
                if field.ty == *ty && !(assigned && field.is_final) {
                    all.push(format!("this.{}", field.name));
                    if !self.is_initialising {
                        all.push(field.name);
                    }
                }
            }
        }
        for (number, class) in self.model.classes.iter().enumerate() {
            for field in &class.fields {
                if field.is_static && field.ty == *ty && !(assigned && field.is_final) {
                    all.push(format!("{}.{}", class_name(number), field.name));
                }
            }
        }
        for (array, elem) in self.arrays() {
            if elem == *ty {
                let index = self.index();
                all.push(format!("{array}[{index}]"));
            }
        }
        all
    }

    /// The arrays that can be read, with the type of their elements.
    pub fn arrays(&self) -> Vec<(String, Ty)> {
        let mut all = Vec::new();
        for local in &self.locals {
            if let Ty::Array(elem) = &local.ty {
                all.push((local.name.clone(), (**elem).clone()));
            }
        }
        let fields = self.this.map(|class| self.model.fields(class));
        for field in fields.into_iter().flatten() {
            if let Ty::Array(elem) = field.ty {
                all.push((format!("this.{}", field.name), *elem));
            }
        }
        all
    }

    /// An index that is rarely out of bounds.
    fn index(&mut self) -> String {
        let ints: Vec<Local> = self
            .locals
            .iter()
            .filter(|l| l.ty == Ty::Int)
            .cloned()
            .collect();
        let local = self.random.choose(&ints).cloned();
        match (local, self.random.below(5)) {
            (Some(local), 0) if self.is_risky() => local.name,
            (Some(local), 0 | 1) => format!("{} & 1", local.name),
            (Some(local), 2) if !local.is_fixed => format!("{}++ & 1", local.name),
            (_, 3) => format!("Main.ti({}, 1)", self.mark()),
            _ => self.random.below(2).to_string(),
        }
    }

    /// Draws the classes and the heads of their members.
    fn draw(&mut self) {
        let count = 2 + self.random.below(3);
        for name in ["g0", "g1"] {
            let method = self.drawn(name, false);
            let is_abstract = name == "g0";
            self.model.face.push(Method {
                is_abstract,
                ..method
            });
        }
        for number in 0..count {
            let is_below = number > 0 && !self.random.chance(3);
            let class = Class {
                parent: is_below.then(|| self.random.below(number)),
                is_abstract: number == 0 && self.random.chance(3),
                has_face: self.random.chance(2),
                fields: Vec::new(),
                constructors: Vec::new(),
                methods: Vec::new(),
            };
            self.model.classes.push(class);
            self.draw_fields(number, count);
            self.draw_constructors(number);
            self.draw_methods(number);
        }
    }

    /// A type of parameters and results.
    fn simple(&mut self) -> Ty {
        let types = [
            Ty::Int,
            Ty::Int,
            Ty::Int,
            Ty::Long,
            Ty::Short,
            Ty::Byte,
            Ty::Char,
            Ty::Bool,
            Ty::Text,
            Ty::Color,
        ];
        self.random.pick(&types)
    }

    fn draw_fields(&mut self, number: usize, count: usize) {
        let mut fields: Vec<Field> = Vec::new();
        for at in 0..2 + self.random.below(4) {
            let ty = match self.random.below(8) {
                0 => Ty::Class(self.random.below(count)),
                1 => Ty::Array(Box::new(self.random.pick(&SMALL))),
                2 => Ty::Array(Box::new(Ty::Class(self.random.below(count)))),
                _ => self.simple(),
            };
            let is_static = self.random.chance(4) && (ty.is_printed() || ty == Ty::Color);
            let parent = self.model.classes[number].parent;
            let inherited = parent
                .map(|parent| self.model.fields(parent))
                .unwrap_or_default();
            let hidden = self
                .random
                .choose(&inherited)
                .map(|field| field.name.clone());
            let own = format!("f{number}{at}");
            let name = match hidden {
                Some(hidden) if !is_static && self.random.chance(6) => hidden,
                _ => own,
            };
            if fields.iter().all(|field| field.name != name) {
                let is_final = self.random.chance(8);
                fields.push(Field {
                    name,
                    ty,
                    is_static,
                    is_final,
                });
            }
        }
        self.model.classes[number].fields = fields;
    }

    fn draw_constructors(&mut self, number: usize) {
        let first = self.random.below(3);
        for count in [first, 3].into_iter().take(1 + self.random.below(2)) {
            let params = (0..count).map(|_| self.simple()).collect();
            self.model.classes[number].constructors.push(params);
        }
    }

    /// A method without a body.
    fn drawn(&mut self, name: &str, is_static: bool) -> Method {
        let count = self.random.below(3);
        let params = (0..count).map(|_| self.simple()).collect();
        let result = (!self.random.chance(4)).then(|| self.simple());
        Method {
            name: name.to_owned(),
            params,
            result,
            is_static,
            is_abstract: false,
        }
    }

    fn draw_methods(&mut self, number: usize) {
        let class = self.model.classes[number].clone();
        let mut inherited = Vec::new();
        if let Some(parent) = class.parent {
            inherited = self.model.methods(&Ty::Class(parent));
        }
        if class.has_face {
            for method in self.model.face.clone() {
                if inherited.iter().all(|other| other.name != method.name) {
                    inherited.push(method);
                }
            }
        }
        let mut methods = Vec::new();
        for method in inherited {
            if method.is_abstract && !class.is_abstract || self.random.chance(2) {
                methods.push(Method {
                    is_abstract: false,
                    ..method
                });
            }
        }
        for at in 0..1 + self.random.below(3) {
            let is_static = self.random.chance(4);
            let mut method = self.drawn(&format!("m{number}{at}"), is_static);
            method.is_abstract = class.is_abstract && !is_static && self.random.chance(2);
            methods.push(method);
        }
        self.model.classes[number].methods = methods;
    }

    fn face(&mut self) {
        self.line("interface Face {");
        self.indent += 1;
        self.line("String show(int d);");
        for method in self.model.face.clone() {
            if method.is_abstract {
                self.head("", &method, ";")
            } else {
                self.head("default ", &method, " {");
                self.body(&method, None);
            }
        }
        self.indent -= 1;
        self.line("}");
    }

    /// The head of a method's declaration.
    fn head(&mut self, modifiers: &str, method: &Method, end: &str) {
        let result = method.result.as_ref().map_or("void".to_owned(), Ty::name);
        let params = method.params.iter().enumerate();
        let params: Vec<String> = params
            .map(|(at, ty)| format!("{} p{at}", ty.name()))
            .collect();
        let (name, params) = (&method.name, params.join(", "));
        self.may_throw(&format!("{modifiers}{result} {name}({params})"), end);
    }

    /// The head of what may end with an exception, if the program is about exceptions.
    pub fn may_throw(&mut self, head: &str, end: &str) {
        if self.throws {
            self.line("//@ signals (Throwable e) true;");
            self.line(&format!("{head} throws Throwable{end}"));
        } else {
            self.line(&format!("{head}{end}"));
        }
    }

    fn class(&mut self, number: usize) {
        let class = self.model.classes[number].clone();
        let modifier = if class.is_abstract { "abstract " } else { "" };
        let mut head = format!("{modifier}class {}", class_name(number));
        if let Some(parent) = class.parent {
            head += &format!(" extends {}", class_name(parent));
        }
        if class.has_face {
            head += " implements Face";
        }
        self.line(&format!("{head} {{"));
        self.indent += 1;
        for field in &class.fields {
            self.field(number, field);
        }
        for at in 0..class.constructors.len() {
            self.constructor(number, at);
        }
        for method in &class.methods {
            match (method.is_abstract, method.is_static) {
                (true, _) => self.head("public abstract ", method, ";"),
                (_, true) => {
                    self.head("public static ", method, " {");
                    self.body(method, None);
                }
                (_, false) => {
                    self.head("public ", method, " {");
                    self.body(method, Some(number));
                }
            }
        }
        self.show(number);
        self.indent -= 1;
        self.line("}");
    }

    fn field(&mut self, class: usize, field: &Field) {
        let modifiers = match (field.is_static, field.is_final) {
            (true, true) => "static final ",
            (true, false) => "static ",
            (false, true) => "final ",
            (false, false) => "",
        };
        self.locals.clear();
        let value = if field.is_static {
            self.this = None;
            Some(self.literal_of(&field.ty))
        } else if self.throws && !self.constructor_throws(class) {
            self.this = None;
            self.is_initialising = true;
            Some(self.literal_of(&field.ty))
        } else {
            self.this = Some(class).filter(|_| !field.is_final);
            self.is_initialising = true;
            let is_given = field.is_final || matches!(field.ty, Ty::Array(_));
            (is_given || self.random.chance(2)).then(|| self.expr(&field.ty, 1))
        };
        self.this = None;
        self.is_initialising = false;
        let value = value.map(|value| format!(" = {value}")).unwrap_or_default();
        self.line(&format!(
            "{modifiers}{} {}{value};",
            field.ty.name(),
            field.name
        ));
    }

    /// A value that depends on the variables alone.
    pub fn literal_of(&mut self, ty: &Ty) -> String {
        let model = std::mem::take(&mut self.model);
        let value = self.leaf(ty);
        self.model = model;
        value
    }

    fn constructor(&mut self, number: usize, at: usize) {
        if self.throws {
            return self.throwing_constructor(number, at);
        }
        let class = self.model.classes[number].clone();
        let params = &class.constructors[at];
        self.locals.clear();
        let list = self.params(params);
        self.line(&format!("{}({list}) {{", class_name(number)));
        self.indent += 1;
        self.is_initialising = true;
        if at > 0 && self.random.chance(2) {
            let args = self.args(&class.constructors[0], 1);
            self.line(&format!("this({args});"));
        } else if let Some(parent) = class.parent {
            let constructors = self.model.classes[parent].constructors.clone();
            let params = self.random.pick(&constructors);
            let args = self.args(&params, 1);
            if !params.is_empty() || self.random.chance(2) {
                self.line(&format!("super({args});"));
            } else if constructors.iter().all(|params| !params.is_empty()) {
                self.line("super();");
            }
        }
        self.this = Some(number);
        self.result = None;
        self.statements(2, 1);
        self.this = None;
        self.is_initialising = false;
        self.indent -= 1;
        self.line("}");
    }

    /// Declares parameters.
    pub fn params(&mut self, params: &[Ty]) -> String {
        let mut list = Vec::new();
        for (at, ty) in params.iter().enumerate() {
            let name = format!("p{at}");
            list.push(format!("{} {name}", ty.name()));
            self.local(&name, ty, false);
        }
        list.join(", ")
    }

    fn body(&mut self, method: &Method, this: Option<usize>) {
        self.locals.clear();
        self.params(&method.params);
        self.this = None;
        self.indent += 1;
        let value = method.result.as_ref().map(|ty| {
            let locals = std::mem::take(&mut self.locals);
            let value = self.literal_of(ty);
            self.locals = locals;
            value
        });
        let value = value.map(|value| format!(" {value}")).unwrap_or_default();
        self.line(&format!("if (Main.fuel-- <= 0) return{value};"));
        self.this = this;
        self.result = method.result.clone();
        let parent = this.and_then(|class| self.model.classes[class].parent);
        let overridden = parent.filter(|parent| {
            let inherited = self.model.methods(&Ty::Class(*parent));
            let is_it = |other: &Method| other.name == method.name && !other.is_abstract;
            inherited.iter().any(is_it)
        });
        if overridden.is_some() && self.random.chance(2) {
            let args = self.args(&method.params, 0);
            let name = &method.name;
            let line = match &method.result {
                Some(ty) => format!("{} up = super.{name}({args});", ty.name()),
                None => format!("super.{name}({args});"),
            };
            self.line(&line);
            if let Some(ty) = &method.result {
                self.local("up", ty, false);
            }
        }
        // What the last `return` reads is declared outside of the statements.
        let depth = 1 + usize::from(self.random.chance(4));
        let count = 2 + self.random.below(2);
        self.statements(count, depth);
        if method.result.is_some() {
            self.give_back();
        }
        self.this = None;
        self.indent -= 1;
        self.line("}");
    }

    /// The method that shows an object's fields.
    fn show(&mut self, number: usize) {
        let class = self.model.classes[number].clone();
        let mut parts = Vec::new();
        if class.parent.is_some() {
            parts.push("super.show(d)".to_owned());
        }
        parts.push(format!("\"{}{{\"", class_name(number)));
        for field in &class.fields {
            parts.push(shown(&field.ty, &field.name));
            parts.push("\",\"".to_owned());
        }
        parts.push("\"}\"".to_owned());
        self.line("public String show(int d) {");
        self.line(&format!("  return {};", parts.join(" + ")));
        self.line("}");
    }

    fn main(&mut self) {
        self.line("public class Main {");
        self.indent += 1;
        self.line(&format!("static int fuel = {FUEL};"));
        self.helpers();
        self.line("public static void main(String[] args) {");
        self.indent += 1;
        self.locals.clear();
        self.this = None;
        self.result = None;
        for class in 0..self.model.classes.len() {
            let ty = Ty::Class(class);
            let value = self.expr(&ty, 1);
            let name = format!("c{class}");
            self.line(&format!("{} {name} = {value};", ty.name()));
            self.local(&name, &ty, false);
        }
        for part in 0..3 {
            for _ in 0..4 {
                self.main_statement();
            }
            self.line(&format!("System.out.println(\"part {part}\");"));
            self.state();
        }
        self.indent -= 1;
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// A statement whose variable stays visible.
    fn main_statement(&mut self) {
        let before = self.lines.len();
        let visible = self.locals.clone();
        self.statements(1, 3);
        // A block of one statement declares variables for what follows, too.
        let is_one = self.lines.len() == before + 1;
        let declared = self.lines.last().cloned().unwrap_or_default();
        self.locals = visible;
        let words: Vec<&str> = declared.split_whitespace().collect();
        if let (true, [ty, name, "=", ..]) = (is_one, words.as_slice())
            && name.starts_with('v')
        {
            let known = [
                Ty::Int,
                Ty::Long,
                Ty::Short,
                Ty::Byte,
                Ty::Char,
                Ty::Bool,
                Ty::Text,
            ];
            let plain = known.iter().find(|known| known.name() == *ty);
            if let Some(plain) = plain {
                self.local(name, plain, false);
            }
            let elem = ty.strip_suffix("[]");
            if let Some(elem) = known
                .iter()
                .find(|known| Some(known.name().as_str()) == elem)
            {
                self.local(name, &Ty::Array(Box::new(elem.clone())), false);
            }
        }
    }

    /// Prints what is visible.
    pub fn state(&mut self) {
        for local in self.locals.clone() {
            if !matches!(local.ty, Ty::Object | Ty::Face) {
                let value = shown(&local.ty, &local.name).replace("d == 0", "false");
                let value = value.replace("show(d - 1)", "show(2)");
                self.line(&format!(
                    "System.out.println(\"{} \" + {value});",
                    local.name
                ));
            }
        }
        for (number, class) in self.model.classes.clone().iter().enumerate() {
            for field in class.fields.iter().filter(|field| field.is_static) {
                let path = format!("{}.{}", class_name(number), field.name);
                self.line(&format!("System.out.println(\"{path} \" + {path});"));
            }
        }
    }

    /// Functions that trace evaluation, and show arrays.
    pub fn helpers(&mut self) {
        let traced = [
            ("ti", "int"),
            ("tl", "long"),
            ("tc", "char"),
            ("tz", "boolean"),
            ("ts", "String"),
        ];
        for (name, ty) in traced {
            let body = "System.out.print(\"<\" + n + \">\"); return v;";
            self.line(&format!("static {ty} {name}(int n, {ty} v) {{ {body} }}"));
        }
        for ty in ["int", "long", "char", "String", "Object"] {
            let body = format!("System.out.println(\"o {ty}\");");
            self.line(&format!("static void o({ty} v) {{ {body} }}"));
        }
        self.line("static String cut(String s) { return s == null || s.length() < 30 ? s : s.substring(0, 30); }");
        let classes = 0..self.model.classes.len();
        let mut elems: Vec<Ty> = classes.map(Ty::Class).collect();
        elems.extend(SMALL);
        elems.extend([Ty::Long, Ty::Bool, Ty::Text]);
        for elem in elems {
            let name = elem.name();
            self.line(&format!("static String all{name}({name}[] a, int d) {{"));
            self.line("  if (a == null) return \"null\";");
            self.line("  String s = \"\";");
            let value = shown(&elem, "v");
            self.line(&format!("  for ({name} v : a) s += {value} + \";\";"));
            self.line("  return s;");
            self.line("}");
        }
    }
}

/// How a value is shown.
fn shown(ty: &Ty, path: &str) -> String {
    match ty {
        Ty::Class(_) | Ty::Face => {
            format!("({path} == null || d == 0 ? \"-\" : {path}.show(d - 1))")
        }
        Ty::Array(elem) => format!("Main.all{}({path}, 1)", elem.name()),
        _ => path.to_owned(),
    }
}
