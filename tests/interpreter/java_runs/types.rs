//! The types, classes and members of a generated program.

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Int,
    Long,
    Short,
    Byte,
    Char,
    Bool,
    Text,
    Color,
    Object,
    /// A class, by its number.
    Class(usize),
    /// The interface.
    Face,
    Array(Box<Ty>),
}

/// The types of numbers whose operations have the type `int`.
pub const SMALL: [Ty; 4] = [Ty::Int, Ty::Short, Ty::Byte, Ty::Char];

impl Ty {
    /// Its name in Java.
    pub fn name(&self) -> String {
        match self {
            Ty::Int => "int".to_owned(),
            Ty::Long => "long".to_owned(),
            Ty::Short => "short".to_owned(),
            Ty::Byte => "byte".to_owned(),
            Ty::Char => "char".to_owned(),
            Ty::Bool => "boolean".to_owned(),
            Ty::Text => "String".to_owned(),
            Ty::Color => "Color".to_owned(),
            Ty::Object => "Object".to_owned(),
            Ty::Class(number) => class_name(*number),
            Ty::Face => "Face".to_owned(),
            Ty::Array(elem) => format!("{}[]", elem.name()),
        }
    }

    /// Whether it is a type of numbers.
    pub fn is_number(&self) -> bool {
        *self == Ty::Long || SMALL.contains(self)
    }

    /// Whether a value can be printed and concatenated.
    pub fn is_printed(&self) -> bool {
        self.is_number() || matches!(self, Ty::Bool | Ty::Text)
    }
}

/// The name of a class.
pub fn class_name(number: usize) -> String {
    format!("C{number}")
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub is_static: bool,
    pub is_final: bool,
}

/// A method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    pub name: String,
    pub params: Vec<Ty>,
    pub result: Option<Ty>,
    pub is_static: bool,
    pub is_abstract: bool,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    pub parent: Option<usize>,
    pub is_abstract: bool,
    pub has_face: bool,
    pub fields: Vec<Field>,
    /// The parameters of each constructor.
    pub constructors: Vec<Vec<Ty>>,
    /// What it declares itself.
    pub methods: Vec<Method>,
}

/// The classes of a program.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub classes: Vec<Class>,
    /// The methods of the interface; all but the first have a body.
    pub face: Vec<Method>,
}

impl Model {
    /// A class and its superclasses.
    pub fn line(&self, class: usize) -> Vec<usize> {
        let mut line = vec![class];
        while let Some(parent) = self.classes[*line.last().unwrap()].parent {
            line.push(parent);
        }
        line
    }

    /// Whether one class is another, or below it.
    pub fn is_below(&self, class: usize, other: usize) -> bool {
        self.line(class).contains(&other)
    }

    /// Whether a class implements the interface.
    pub fn has_face(&self, class: usize) -> bool {
        let line = self.line(class);
        line.iter().any(|class| self.classes[*class].has_face)
    }

    /// The classes of which there are objects, at or below a type.
    pub fn made(&self, ty: &Ty) -> Vec<usize> {
        let fits = |class: &usize| match ty {
            Ty::Class(other) => self.is_below(*class, *other),
            Ty::Face => self.has_face(*class),
            _ => true,
        };
        let all = 0..self.classes.len();
        let concrete = all.filter(|class| !self.classes[*class].is_abstract);
        concrete.filter(fits).collect()
    }

    /// The fields of objects, as seen by their static type: none is hidden.
    pub fn fields(&self, class: usize) -> Vec<Field> {
        let mut all: Vec<Field> = Vec::new();
        for class in self.line(class) {
            for field in &self.classes[class].fields {
                if !field.is_static && all.iter().all(|other| other.name != field.name) {
                    all.push(field.clone());
                }
            }
        }
        all
    }

    /// The methods of objects of a type.
    pub fn methods(&self, ty: &Ty) -> Vec<Method> {
        let mut all: Vec<Method> = Vec::new();
        let mut add = |methods: &[Method]| {
            for method in methods {
                let is_known = all.iter().any(|other| other.name == method.name);
                if !method.is_static && !is_known {
                    all.push(method.clone());
                }
            }
        };
        match ty {
            Ty::Class(class) => {
                for class in self.line(*class) {
                    add(&self.classes[class].methods);
                }
                if self.has_face(*class) {
                    add(&self.face);
                }
            }
            Ty::Face => add(&self.face),
            _ => {}
        }
        all
    }
}
