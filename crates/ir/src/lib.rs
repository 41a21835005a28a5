//! The typed core language: the paper's Figure 4, generalised.
//!
//! Properties:
//! 1. Names are resolved: classes, fields, methods and variables are ids.
//! 2. Every expression has a type, and every node has a source span.
//! 3. There is no sugar: receivers are explicit, several clauses are one separating
//!    conjunction, calls are statements, and `*` is either a product or a separating
//!    conjunction.
//! 4. It is independent of the source notation.
//! 5. Fields, predicates and pure methods may belong to no class. What only those of classes need
//!    stands in `subtyping`, `dispatch`, `hierarchy` and `inherit`; elsewhere an owner is asked for
//!    and may be missing.
//!
//! Expressions have no side effects and do not allocate; heap reads require permission.

use encode::{Encode, Encoder};
use remap::{VisitorMut, WalkMut};
use veriframe_base::source::Span;
use veriframe_derive::{Encode, Walk, WalkMut};
use walk::{Visitor, Walk};

pub mod bits;
pub mod canonical;
pub mod dispatch;
pub mod encode;
mod expr;
pub mod floating;
pub mod framing;
pub mod headers;
pub mod hierarchy;
mod in_logic;
pub mod inherit;
pub mod input;
mod integers;
pub mod mentions;
mod naming;
mod operators;
pub mod print;
mod ranks;
pub mod reach;
pub mod refused;
pub mod remap;
pub mod sorts;
mod stmt;
pub mod subtyping;
mod types;
pub mod unknown;
pub mod walk;

pub use expr::{Amount, Expr, ExprKind, Literal, Named, PredInstance, PureCall, Quant, Read};
pub use hierarchy::Hierarchy;
pub use integers::{Integers, Overflow, Width};
pub use naming::SharedNames;
pub use operators::{BinOp, CollOp, Computed, Level, LogicOp, Row, UnOp, Works};
pub use stmt::{Call, Effect, Loop, Stmt, StmtKind, Thrown, ValueSource};
pub use types::{CollectionType, Type, ValueKind};

/// The first `count` ids, which are those of an arena of this length.
pub fn ids<T: From<u32>>(count: usize) -> impl Iterator<Item = T> {
    (0..u32::try_from(count).unwrap_or(u32::MAX)).map(T::from)
}

/// Declares a typed index into one of the tables of [`Program`].
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl From<u32> for $name {
            fn from(number: u32) -> $name {
                $name(number)
            }
        }

        impl From<$name> for u32 {
            fn from(id: $name) -> u32 {
                id.0
            }
        }

        impl $name {
            /// The position in the table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(/// A class.
    ClassId);
id!(/// A field, static or not.
    FieldId);
id!(/// A mutator, a constructor or the main routine.
    MethodId);
id!(/// A pure method.
    PureId);
id!(/// A predicate.
    PredId);
id!(/// A variable of one member: `this`, `result`, a parameter, a local, a bound
    /// variable or a temporary.
    VarId);
id!(/// A label of one method.
    LabelId);
id!(/// A block of one method that statements in it can leave.
    BlockId);
id!(/// An object that is there from the beginning.
    UniqueId);

/// A whole program, resolved. Ids index the tables.
#[derive(Debug, Default)]
pub struct Program {
    /// Classes.
    pub classes: Vec<Class>,
    /// Fields.
    pub fields: Vec<Field>,
    /// Mutators, constructors, the main routine.
    pub methods: Vec<Method>,
    /// Pure methods.
    pub pures: Vec<Pure>,
    /// Predicates.
    pub preds: Vec<Pred>,
    /// All members to verify, in source order.
    pub members: Vec<MemberId>,
    /// Objects that exist from the start: `enum` constants and string literals. They
    /// are pairwise distinct.
    pub uniques: Vec<Unique>,
    /// The subtyping order, and the definitions that objects of each class have.
    pub hierarchy: Hierarchy,
    /// The names shared by several members of a class.
    pub shared_names: SharedNames,
    /// What users of declarations see of them besides contracts.
    pub headers: headers::Headers,
    /// What the front end refused of it.
    pub refused: refused::Refused,
    /// The lines of the statements that give a value that nobody knows, for the names of inputs.
    pub lines: std::collections::BTreeMap<veriframe_base::source::Span, usize>,
    /// The files of the library's contracts that are not those that are shipped.
    pub specified: std::collections::BTreeSet<veriframe_base::source::FileId>,
}

/// One unit of verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemberId {
    /// A mutator, a constructor or the main routine.
    Method(MethodId),
    /// A pure method.
    Pure(PureId),
    /// A predicate.
    Pred(PredId),
}

/// The stack for dropping a [`Program`]: about 100 bytes per level of its trees, and a
/// chain of operators has one level per operand.
const DROP_STACK: usize = 64 * 1024 * 1024;

// The compiler-generated drop glue recurses and cannot grow the stack.
impl Drop for Program {
    fn drop(&mut self) {
        let methods = std::mem::take(&mut self.methods);
        let functions = (
            std::mem::take(&mut self.pures),
            std::mem::take(&mut self.preds),
        );
        if !methods.is_empty() || !functions.0.is_empty() || !functions.1.is_empty() {
            stacker::maybe_grow(DROP_STACK, DROP_STACK, || drop((methods, functions)));
        }
    }
}

// Ids are created by `resolve` together with their tables.
#[allow(clippy::indexing_slicing)]
impl Program {
    /// The class with this id.
    #[must_use]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }
    /// The field with this id.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }
    /// The method with this id.
    #[must_use]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }
    /// The pure method with this id.
    #[must_use]
    pub fn pure_method(&self, id: PureId) -> &Pure {
        &self.pures[id.index()]
    }
    /// The predicate with this id.
    #[must_use]
    pub fn pred(&self, id: PredId) -> &Pred {
        &self.preds[id.index()]
    }

    /// The span of a member's name in its header.
    #[must_use]
    pub fn member_span(&self, id: MemberId) -> Span {
        match id {
            MemberId::Method(m) => self.method(m).name_span,
            MemberId::Pure(p) => self.pure_method(p).name_span,
            MemberId::Pred(q) => self.pred(q).name_span,
        }
    }

    /// A type in the user's notation.
    #[must_use]
    pub fn type_name(&self, ty: &Type) -> String {
        ty.name(&|id| self.class(id).name.clone())
    }
}

/// With which exceptions members of Java's own classes may end of which no contract tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LibraryExceptions {
    /// With any.
    #[default]
    Any,
    /// With any, if they declare exceptions; otherwise with none.
    Declared,
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name: no other class of the program has it.
    pub name: String,
    /// Its name with those of the classes around it, whatever else is declared.
    pub qualified: String,
    /// The span of the name.
    pub span: Span,
    /// Its instance fields in source order.
    pub fields: Vec<FieldId>,
    /// The predicates it declares, in source order.
    pub preds: Vec<PredId>,
    /// Whether it is a class or an interface, and whether it can have subclasses.
    pub kind: ClassKind,
    /// The superclass and the interfaces, in that order, without `Object`.
    pub supers: Vec<ClassId>,
    /// The constants of an `enum`: its only objects.
    pub constants: Vec<UniqueId>,
    /// Whether Java runs what a run could see when the class is first used, or sets static fields then.
    pub runs_when_begun: bool,
}

impl Class {
    /// Whether it is the library's class of texts.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.name == "String" && self.span.file.is_library()
    }

    /// Its name without those of the classes around it.
    #[must_use]
    pub fn simple_name(&self) -> &str {
        let dot = self.qualified.rfind('.');
        let simple = dot.and_then(|dot| self.qualified.get(dot + 1..));
        simple.unwrap_or(&self.qualified)
    }
}

/// The objects and subclasses that a class can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// Both.
    Open,
    /// Objects, but no subclasses.
    Final,
    /// Objects of subclasses only.
    Abstract,
    /// Objects of implementing classes only.
    Interface,
}

impl ClassKind {
    /// Whether there are objects of exactly this class.
    #[must_use]
    pub fn has_objects(self) -> bool {
        matches!(self, ClassKind::Open | ClassKind::Final)
    }
}

/// An object that exists from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// Its source text: `Color.RED`, `"text"`.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// The characters of a string, as numbers.
    pub text: Option<Vec<u16>>,
}

impl Unique {
    /// Its source text without the name of its class.
    #[must_use]
    pub fn own_name(&self) -> &str {
        let dot = self.name.rfind('.').filter(|_| self.text.is_none());
        let own = dot.and_then(|dot| self.name.get(dot + 1..));
        own.unwrap_or(&self.name)
    }
}

/// A field; static fields are locations of the class. (`static final` fields
/// are constants and do not appear here.)
#[derive(Clone, Debug)]
pub struct Field {
    /// The class that declares it, if a class does.
    pub class: Option<ClassId>,
    /// Its name.
    pub name: String,
    /// The span of the name.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Whether it is static.
    pub is_static: bool,
    /// Whether only ghost code may use it.
    pub is_ghost: bool,
    /// The initial value of a static field with an initialiser (without heap reads), or the
    /// constant that reading an instance field gives in Java even before it is initialised.
    /// Instance fields are initialised by constructors.
    pub init: Option<Expr>,
    /// Whether Java computes the initial value when the class is first used, so that nothing is known of it.
    pub is_late: bool,
}

/// A variable of a member.
#[derive(Clone, Debug, Encode)]
pub struct Var {
    /// Its name in the source; names of temporaries start with `$`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its declaration; for temporaries, the expression they hold.
    pub span: Span,
    /// Whether only ghost code may use it.
    pub is_ghost: bool,
    /// Whether lowering introduced it for an expression.
    pub is_temporary: bool,
}

impl Var {
    /// Whether messages show the text of the expression that it holds, not its name:
    /// it is a temporary that no contract can name, as `\count` does.
    #[must_use]
    pub fn is_told_by_text(&self) -> bool {
        self.is_temporary && !self.name.starts_with('\\')
    }

    /// Whether the program names it.
    #[must_use]
    pub fn is_named(&self) -> bool {
        !self.is_temporary && !self.name.starts_with('$')
    }
}

/// The variables of a member. Index 0 is `this` in instance members.
#[derive(Clone, Debug, Default, Encode)]
pub struct Vars {
    /// All variables, indexed by [`VarId`].
    pub all: Vec<Var>,
    /// `this`, in instance members.
    pub this: Option<VarId>,
    /// The formal parameters in order, without `this`.
    pub params: Vec<VarId>,
    /// `result`, where the member has one.
    pub result: Option<VarId>,
    /// The exception with which it ends, or null, where its contract speaks of exceptions: a second
    /// result.
    pub exception: Option<VarId>,
    /// The names of the member's labels, indexed by [`LabelId`].
    pub labels: Vec<String>,
}

#[allow(clippy::indexing_slicing)] // ids are made together with the table
impl Vars {
    /// The variable with this id.
    #[must_use]
    pub fn get(&self, id: VarId) -> &Var {
        &self.all[id.index()]
    }

    /// The name of the label with this id.
    #[must_use]
    pub fn label(&self, id: LabelId) -> &str {
        &self.labels[id.index()]
    }

    /// `this` (if any) and the parameters.
    pub fn inputs(&self) -> impl Iterator<Item = VarId> + '_ {
        self.this.into_iter().chain(self.params.iter().copied())
    }
}

/// The kind of a [`Method`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A mutator.
    Mutator,
    /// A constructor: starts with permission to the fields of `this`, which have their
    /// default values. (Field initialisers are the first statements of its body.)
    Constructor,
    /// The main routine (also a static `main(String[])`): starts with permission to all
    /// static fields.
    Main,
    /// A lemma: it terminates and does not change real state.
    Lemma,
    /// A block that Java runs when its class is first used: starts with permission to the static fields that its class
    /// declares, of whose values nothing is known, and demands and promises nothing.
    Initialiser,
}

/// A mutator, a constructor, a lemma or the main routine.
#[derive(Clone, Debug)]
pub struct Method {
    /// The class; `None` for the main routine of trailing statements.
    pub class: Option<ClassId>,
    /// Its name (the class's for a constructor, `main` for the main routine).
    pub name: String,
    /// The span of the name.
    pub name_span: Span,
    /// Mutator, constructor or main routine.
    pub kind: MethodKind,
    /// Its variables. Static members have no `this`.
    pub vars: Vars,
    /// The precondition; parameters have their values on entry.
    pub requires: Assertion,
    /// The postcondition; parameters have their values on entry.
    pub ensures: Assertion,
    /// A lemma's termination measures (integers), outermost first; may be empty.
    pub decreases: Vec<Expr>,
    /// The body.
    pub body: Vec<Stmt>,
    /// The end of the body (its closing brace).
    pub end: Span,
    /// Whether the source has no body (for default constructors).
    pub implicit: bool,
    /// Whether it is abstract.
    pub is_abstract: bool,
    /// Whether the source has a contract, here or at an overridden method.
    pub has_contract: bool,
    /// The class that determines unqualified predicates and pure methods of `this`, if
    /// not the dynamic type: in bodies called by `super.m(…)`.
    pub view: Option<ClassId>,
    /// The supertype's method that this is a copy of, re-verified for this class.
    pub inherited: Option<MethodId>,
    /// The parameter types of overridden methods that differ from its own, because type
    /// parameters are instantiated.
    pub overridden_params: Vec<Vec<Type>>,
    /// Whether something in its body, or its contract, could see how a callee ends that ends with an exception.
    pub handles: bool,
    /// The supertypes' methods whose contracts it must refine.
    pub refines: Vec<MethodId>,
}

impl Method {
    /// Whether a call is a use of its class: it is static, or a constructor.
    #[must_use]
    pub fn begins_class(&self) -> bool {
        self.vars.this.is_none() || self.kind == MethodKind::Constructor
    }

    /// Whether no code calls it, but Java does.
    #[must_use]
    pub fn is_run_by_java(&self) -> bool {
        matches!(self.kind, MethodKind::Main | MethodKind::Initialiser)
    }
}

/// A pure method.
#[derive(Clone, Debug)]
pub struct Pure {
    /// The class that declares it, if a class does.
    pub class: Option<ClassId>,
    /// Its name.
    pub name: String,
    /// The span of the name.
    pub name_span: Span,
    /// Its variables (`result` always); no `this` in static ones.
    pub vars: Vars,
    /// The type of its result.
    pub ty: Type,
    /// Whether only contracts and ghost code may call it.
    pub is_ghost: bool,
    /// The precondition.
    pub requires: Assertion,
    /// The postcondition (without permissions).
    pub ensures: Assertion,
    /// Its termination measures (integers), outermost first; may be empty.
    pub decreases: Vec<Expr>,
    /// The returned expression; `None` if abstract.
    pub body: Option<Expr>,
    /// The class that determines unqualified predicates and pure methods of `this`, if
    /// not the dynamic type: in bodies called by `super.p(…)`.
    pub view: Option<ClassId>,
    /// The supertype's pure method that this is a copy of, re-verified for this class.
    pub inherited: Option<PureId>,
    /// The precondition that an overriding method states itself, which must equal the
    /// overridden one.
    pub own_requires: Option<Assertion>,
    /// The supertypes' pure methods whose postconditions it must refine.
    pub refines: Vec<PureId>,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Pred {
    /// The class that declares it, if a class does.
    pub class: Option<ClassId>,
    /// Its name.
    pub name: String,
    /// The span of the name.
    pub name_span: Span,
    /// Its variables.
    pub vars: Vars,
    /// The returned assertion; `None` if abstract.
    pub body: Option<Assertion>,
}

/// A memory location (or all elements of an array).
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum Location {
    /// `e.f`
    Field(Expr, FieldId),
    /// `C.f`
    Static(FieldId),
    /// `a.elems`
    Elems(Expr),
    /// `a[lo..hi]`; a missing bound is the array's.
    Slice(Expr, Option<Box<Expr>>, Option<Box<Expr>>),
}

/// An assertion.
#[derive(Clone, Debug, Encode)]
pub struct Assertion {
    /// Its connective and operands.
    pub kind: AssertKind,
    /// Its span.
    pub span: Span,
}

/// The connective and operands of an assertion.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum AssertKind {
    /// A condition of type `Bool`, without permissions.
    Pure(Expr),
    /// `acc(location, amount)`
    Acc(Location, Amount),
    /// `e.q(…)` or `acc(e.q(…), amount)`
    Pred(Box<PredInstance>),
    /// Separating conjunction, flattened; two or more conjuncts.
    Star(Vec<Assertion>),
    /// `c ? φ : φ`; `c ==> φ` is `c ? φ : true`.
    Cond(Expr, Box<Assertion>, Box<Assertion>),
    /// `untouched(φ)`
    Untouched(Box<Assertion>),
    /// `let x := e in φ`
    Let(VarId, Expr, Box<Assertion>),
}

impl Assertion {
    /// The assertion `true`.
    #[must_use]
    pub fn truth(span: Span) -> Assertion {
        let kind = AssertKind::Pure(Expr {
            kind: ExprKind::Bool(true),
            ty: Type::Bool,
            span,
        });
        Assertion { kind, span }
    }

    /// The condition that it is, if it is a single one.
    #[must_use]
    pub fn condition(&self) -> Option<&Expr> {
        let AssertKind::Pure(condition) = &self.kind else {
            return None;
        };
        Some(condition)
    }

    /// Whether it requires a permission (`untouched` does not).
    #[must_use]
    pub fn has_access(&self) -> bool {
        veriframe_base::stack::deep(|| match &self.kind {
            AssertKind::Pure(_) | AssertKind::Untouched(_) => false,
            AssertKind::Acc(..) | AssertKind::Pred(_) => true,
            AssertKind::Star(parts) => parts.iter().any(Assertion::has_access),
            AssertKind::Cond(_, then, other) => then.has_access() || other.has_access(),
            AssertKind::Let(_, _, body) => body.has_access(),
        })
    }
}
