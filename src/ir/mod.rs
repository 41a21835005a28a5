//! The typed core language: the paper's Figure 4, generalised.
//!
//! Properties:
//! 1. Names are resolved: classes, fields, methods and variables are ids.
//! 2. Every expression has its type; every node has the span it came from.
//! 3. No sugar: receivers are explicit, several clauses are one separating
//!    conjunction, calls stand only as statements, `*` is either a product or
//!    a separating conjunction.
//! 4. It knows nothing of the notation it was read from.
//!
//! Expressions have no side effect and allocate nothing; heap reads in them
//! need permission where they are evaluated.

use crate::source::Span;
use num_bigint::BigInt;
use num_rational::BigRational;

pub mod encode;
pub mod hierarchy;
pub mod inherit;
mod integers;
pub mod mentions;
mod naming;
pub mod print;
pub mod reach;
mod stmt;
pub mod walk;

pub use hierarchy::Hierarchy;
pub use integers::{Integers, Overflow, Width};
pub use naming::SharedNames;
pub use stmt::{Call, Loop, Stmt, StmtKind};

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
id!(/// An object that is there from the beginning.
    UniqueId);

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Mathematical integers.
    Int,
    /// Machine integers: the mathematical ones of a range.
    Machine(Width),
    /// Truth values.
    Bool,
    /// Fractions of a permission.
    Perm,
    /// References to objects of a class, or null.
    Class(ClassId),
    /// `Object`, the root: any reference.
    Object,
    /// References to arrays, or null.
    Array(Box<Type>),
    /// The type of `null`.
    Null,
    /// Finite sequences.
    Seq(Box<Type>),
    /// Finite sets.
    Set(Box<Type>),
    /// Finite multisets.
    Multiset(Box<Type>),
    /// Finite maps.
    Map(Box<Type>, Box<Type>),
}

impl Type {
    /// Whether values of the type are integers.
    #[must_use]
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int | Type::Machine(_))
    }

    /// Whether values of the type are mathematical collections.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        matches!(
            self,
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..)
        )
    }

    /// Whether values of the type are references.
    #[must_use]
    pub fn is_ref(&self) -> bool {
        matches!(
            self,
            Type::Class(_) | Type::Object | Type::Array(_) | Type::Null
        )
    }

    /// The type in the user's notation, with this for the names of classes.
    pub(crate) fn name(&self, class: &dyn Fn(ClassId) -> String) -> String {
        // Elements of an empty literal whose type nothing has told yet.
        let elem = |ty: &Type| match ty {
            Type::Null => "…".to_owned(),
            ty => ty.name(class),
        };
        match self {
            Type::Int => "int".to_owned(),
            Type::Machine(width) => width.name().to_owned(),
            Type::Bool => "boolean".to_owned(),
            Type::Perm => "perm".to_owned(),
            Type::Class(c) => class(*c),
            Type::Object => "Object".to_owned(),
            Type::Array(elem) => format!("{}[]", elem.name(class)),
            Type::Null => "null".to_owned(),
            Type::Seq(e) => format!("seq<{}>", elem(e)),
            Type::Set(e) => format!("set<{}>", elem(e)),
            Type::Multiset(e) => format!("multiset<{}>", elem(e)),
            Type::Map(key, value) => format!("map<{}, {}>", elem(key), elem(value)),
        }
    }
}

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
    /// The objects that are there from the beginning: constants of `enum`s, strings
    /// that stand in the text. They differ from each other.
    pub uniques: Vec<Unique>,
    /// Which class is below which, and whose definitions objects of a class have.
    pub hierarchy: Hierarchy,
    /// The names that several members of a class have.
    pub shared_names: SharedNames,
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

/// What [`Program`]'s trees may need to be dropped: some 100 bytes a level, of
/// which a chain of operators has as many as operands.
const DROP_STACK: usize = 64 * 1024 * 1024;

// The compiler's own code for this recurses, and cannot grow the stack on the way.
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

// Ids are made by `resolve` together with the tables they index.
#[allow(clippy::indexing_slicing)]
impl Program {
    /// The class that `id` names.
    #[must_use]
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }
    /// The field that `id` names.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }
    /// The method that `id` names.
    #[must_use]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }
    /// The pure method that `id` names.
    #[must_use]
    pub fn pure_method(&self, id: PureId) -> &Pure {
        &self.pures[id.index()]
    }
    /// The predicate that `id` names.
    #[must_use]
    pub fn pred(&self, id: PredId) -> &Pred {
        &self.preds[id.index()]
    }

    /// The name of a member's header, as the place of the member.
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

/// A class.
#[derive(Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its instance fields in source order.
    pub fields: Vec<FieldId>,
    /// The predicates it declares, in source order.
    pub preds: Vec<PredId>,
    /// Class or interface, and what may be below it.
    pub kind: ClassKind,
    /// The superclass and the interfaces that it names, in that order; `Object` is not among them.
    pub supers: Vec<ClassId>,
    /// The constants of an `enum`: all objects that it has.
    pub constants: Vec<UniqueId>,
}

/// Which objects and which subclasses a class can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// Objects and subclasses.
    Open,
    /// Objects, no subclasses.
    Final,
    /// Only objects of subclasses.
    Abstract,
    /// Only objects of classes that implement it.
    Interface,
}

impl ClassKind {
    /// Whether there are objects of exactly this class.
    #[must_use]
    pub fn has_objects(self) -> bool {
        matches!(self, ClassKind::Open | ClassKind::Final)
    }
}

/// An object that is there from the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unique {
    /// As it is written: `Color.RED`, `"text"`.
    pub name: String,
    /// Its class.
    pub class: ClassId,
    /// A string's characters, as numbers.
    pub text: Option<Vec<u16>>,
}

/// A field; static fields are locations of the class. (`static final` fields
/// are constants and do not appear here.)
#[derive(Debug)]
pub struct Field {
    /// The class that declares it.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Whether it is a location of the class.
    pub is_static: bool,
    /// Whether only ghost code may use it.
    pub is_ghost: bool,
    /// A static field's initial value where it has an initialiser (free of
    /// heap reads); instance fields are initialised by their constructors' code.
    pub init: Option<Expr>,
}

/// A variable of a member.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name as written; temporaries have a made-up one that starts with `$`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is declared (for temporaries: the expression they hold).
    pub span: Span,
    /// Whether only ghost code may use it.
    pub is_ghost: bool,
    /// Whether it stands for an expression and not for a variable of the text.
    pub is_temporary: bool,
}

/// The variables of a member. Index 0 is `this` in instance members.
#[derive(Clone, Debug, Default)]
pub struct Vars {
    /// All variables; [`VarId`]s index it.
    pub all: Vec<Var>,
    /// `this`, in instance members.
    pub this: Option<VarId>,
    /// The formal parameters in order, without `this`.
    pub params: Vec<VarId>,
    /// `result`, where the member has one.
    pub result: Option<VarId>,
    /// The names of the member's labels; [`LabelId`]s index them.
    pub labels: Vec<String>,
}

#[allow(clippy::indexing_slicing)] // ids are made together with the table
impl Vars {
    /// The variable that `id` names.
    #[must_use]
    pub fn get(&self, id: VarId) -> &Var {
        &self.all[id.index()]
    }

    /// The name of the label that `id` names.
    #[must_use]
    pub fn label(&self, id: LabelId) -> &str {
        &self.labels[id.index()]
    }

    /// `this` (if any) and the parameters.
    pub fn inputs(&self) -> impl Iterator<Item = VarId> + '_ {
        self.this.into_iter().chain(self.params.iter().copied())
    }
}

/// What kind of method a [`Method`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A mutator.
    Mutator,
    /// A constructor: starts with access to the fields of `this`, which hold
    /// their defaults. (Initialisers of fields are the first statements of its body.)
    Constructor,
    /// The main routine (also a static `main(String[])`): starts with access to all static fields.
    Main,
    /// A lemma: it terminates and changes nothing real.
    Lemma,
}

/// A mutator, a constructor, a lemma or the main routine.
#[derive(Clone, Debug)]
pub struct Method {
    /// The class; `None` for the main routine of trailing statements.
    pub class: Option<ClassId>,
    /// Its name (the class's for a constructor, `main` for the main routine).
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Mutator, constructor or main routine.
    pub kind: MethodKind,
    /// Its variables. Static members have no `this`.
    pub vars: Vars,
    /// The precondition; parameters have their values on entry.
    pub requires: Assertion,
    /// The postcondition; parameters have their values on entry.
    pub ensures: Assertion,
    /// A lemma's measures (of integers), outermost first; empty where there are none.
    pub decreases: Vec<Expr>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Where the body ends (its closing brace).
    pub end: Span,
    /// Whether there is no body in the text (a default constructor has none).
    pub implicit: bool,
    /// Whether it has no body because subclasses are to give one.
    pub is_abstract: bool,
    /// Whether a contract stands in the text, here or at what it overrides.
    pub has_contract: bool,
    /// The class whose definitions unqualified predicates and pure methods of `this`
    /// mean, where that is not the dynamic type: in a body that `super.m(…)` runs.
    pub view: Option<ClassId>,
    /// The method of a supertype whose text this is, verified again for this class.
    pub inherited: Option<MethodId>,
    /// The types of the parameters of what it overrides, where these are others: type
    /// parameters in whose place it has type arguments.
    pub in_place_of: Vec<Vec<Type>>,
    /// The methods of supertypes whose contracts it must refine.
    pub refines: Vec<MethodId>,
}

/// A pure method.
#[derive(Clone, Debug)]
pub struct Pure {
    /// The class.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Its variables (`result` always); no `this` in static ones.
    pub vars: Vars,
    /// The type of its result.
    pub ty: Type,
    /// Whether only contracts and ghost code may call it.
    pub is_ghost: bool,
    /// The precondition.
    pub requires: Assertion,
    /// The postcondition (without access).
    pub ensures: Assertion,
    /// `decreases` measures (of type int), outermost first; empty where there are none.
    pub decreases: Vec<Expr>,
    /// The returned expression; `None` where subclasses are to give one.
    pub body: Option<Expr>,
    /// The class whose definitions unqualified predicates and pure methods of `this`
    /// mean, where that is not the dynamic type: where `super.p(…)` runs the body.
    pub view: Option<ClassId>,
    /// The pure method of a supertype whose text this is, verified again for this class.
    pub inherited: Option<PureId>,
    /// Its precondition as it writes it itself, where it overrides another one: it
    /// must be the same.
    pub restated: Option<Assertion>,
    /// The pure methods of supertypes whose postconditions it must give too.
    pub refines: Vec<PureId>,
}

/// A predicate.
#[derive(Debug)]
pub struct Pred {
    /// The class.
    pub class: ClassId,
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Its variables.
    pub vars: Vars,
    /// The returned assertion; `None` where subclasses are to give one.
    pub body: Option<Assertion>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// Operators on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Negation of a truth value.
    Not,
    /// Negation of a number.
    Neg,
}

/// Strict operators on two operands. (`&&`, `||`, `==>` are not strict: see [`ExprKind::Logic`].)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Sum of integers or fractions.
    Add,
    /// Difference of integers or fractions.
    Sub,
    /// Product of integers or fractions.
    Mul,
    /// Quotient; integers round toward zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Equality at any type (on truth values: equivalence).
    Eq,
    /// Disequality at any type.
    Ne,
    /// Less, on numbers.
    Lt,
    /// Less or equal, on numbers.
    Le,
}

/// Connectives whose right operand is evaluated only where the left one does not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicOp {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==>`
    Implies,
}

/// What an expression computes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `null`
    Null,
    /// An integer.
    Int(BigInt),
    /// A truth value.
    Bool(bool),
    /// A fraction (in a box: it is by far the largest of these, and rare).
    Perm(Box<BigRational>),
    /// A variable (also `this` and `result`).
    Var(VarId),
    /// `e.f`
    Field(Box<Expr>, FieldId),
    /// `C.f`
    Static(FieldId),
    /// `a.length`
    Length(Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// A call of a pure method.
    Pure(Box<PureCall>),
    /// A prefix operator.
    Unary(UnOp, Box<Expr>),
    /// A strict binary operator.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// A lazy connective.
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `c ? e : e`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `old(e)`: `e` in the heap on entry.
    Old(Box<Expr>),
    /// `opening q in e`
    Opening(Box<PredInstance>, Box<Expr>),
    /// `using p in e`
    Using(Box<PureCall>, Box<Expr>),
    /// `old[l](e)`: `e` in the heap at a label.
    OldAt(LabelId, Box<Expr>),
    /// `let x := e in e`
    Let(VarId, Box<Expr>, Box<Expr>),
    /// `forall` and `exists`
    Quant(Box<Quant>),
    /// The integer as a machine integer: the expression's type says which.
    Convert(Overflow, Box<Expr>),
    /// An operation on collections.
    Collection(CollOp, Vec<Expr>),
    /// `a[lo..hi]` of an array: the sequence of these elements. A missing end is
    /// the array's.
    Elements(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// A constant of an `enum`, or a string of the text.
    Unique(UniqueId),
    /// `e instanceof C`
    InstanceOf(Box<Expr>, ClassId),
    /// `(C) e`: the object must be of the class, or null. The expression's type is `C`.
    Cast(Box<Expr>, ClassId),
}

/// `forall T x, U y :: {triggers} body`, or `exists`.
#[derive(Clone, Debug)]
pub struct Quant {
    /// Whether it is `forall`.
    pub universal: bool,
    /// The bound variables, at least one.
    pub vars: Vec<VarId>,
    /// The sets of terms that instantiate it, as written; none where the tool is to choose.
    pub triggers: Vec<Vec<Expr>>,
    /// What holds of all (or of some) values.
    pub body: Expr,
}

/// Operations on collections. The operands' types say of which elements;
/// literals have the type of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollOp {
    /// `[e, …]`, `set{e, …}`, `multiset{e, …}`: any number of operands.
    Literal,
    /// `map{k := v, …}`: keys and values in turn; later ones count.
    MapLiteral,
    /// `s ++ t` of sequences.
    Concat,
    /// `|s|` of any collection.
    Size,
    /// `s[i]` of a sequence: the index must be within bounds.
    Index,
    /// `s[i..]`: the sequence without its first elements.
    Drop,
    /// `s[..j]`: the first elements of the sequence.
    Take,
    /// `s[i..j]`
    Range,
    /// `s[i := e]` of a sequence, `m[k := v]` of a map.
    Update,
    /// `e in c`: the element first. Of a map: whether the key is there.
    In,
    /// `union`: of multisets, multiplicities add up.
    Union,
    /// `intersect`: of multisets, the smaller multiplicities.
    Intersect,
    /// `setminus`: of multisets, multiplicities are subtracted, down to 0.
    Minus,
    /// `subset`: of multisets, no multiplicity is greater.
    Subset,
    /// `m[e]` of a multiset: the multiplicity.
    Count,
    /// `m[k]` of a map: the key must be there.
    Lookup,
    /// `dom(m)`: the keys of a map.
    Domain,
    /// `set(s)` of a sequence: its elements.
    ToSet,
    /// `multiset(s)` of a sequence: its elements.
    ToMultiset,
}

/// A call of a pure method.
#[derive(Clone, Debug)]
pub struct PureCall {
    /// The receiver; `None` for static methods.
    pub receiver: Option<Expr>,
    /// The pure method, as the receiver's static type declares it.
    pub callee: PureId,
    /// The class whose definition is meant, where that is not the receiver's
    /// dynamic type: `super.p(…)`.
    pub of: Option<ClassId>,
    /// Whether code computes it: then it runs what the receiver's dynamic type
    /// defines, whatever the text around it speaks of.
    pub is_code: bool,
    /// One argument a parameter.
    pub args: Vec<Expr>,
    /// The call.
    pub span: Span,
}

/// An instance of a predicate, or a fraction of it.
#[derive(Clone, Debug)]
pub struct PredInstance {
    /// The receiver.
    pub receiver: Expr,
    /// The predicate, as the receiver's static type declares it.
    pub pred: PredId,
    /// The class whose definition is meant, where that is not the receiver's
    /// dynamic type: `super.q(…)`.
    pub of: Option<ClassId>,
    /// One argument a parameter.
    pub args: Vec<Expr>,
    /// How much of it.
    pub amount: Amount,
    /// The instance (with `acc(…)` where it is written).
    pub span: Span,
}

/// How much of a location or predicate an assertion speaks of.
#[derive(Clone, Debug)]
pub enum Amount {
    /// All of it: 1.
    Write,
    /// A fraction: an expression of type `perm`.
    Fraction(Expr),
    /// `_`: some positive amount, another at each use.
    Wildcard,
}

/// A memory location (or all elements of an array).
#[derive(Clone, Debug)]
pub enum Location {
    /// `e.f`
    Field(Expr, FieldId),
    /// `C.f`
    Static(FieldId),
    /// `a.elems`
    Elems(Expr),
    /// `a[lo..hi]`; a missing end is the array's.
    Slice(Expr, Option<Box<Expr>>, Option<Box<Expr>>),
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Assertion {
    /// What it says.
    pub kind: AssertKind,
    /// Where it stands.
    pub span: Span,
}

/// What an assertion says.
#[derive(Clone, Debug)]
pub enum AssertKind {
    /// A condition of type `Bool` without access; `true` where it is `Bool(true)`.
    Pure(Expr),
    /// `acc(location, amount)`
    Acc(Location, Amount),
    /// `e.q(…)` or `acc(e.q(…), amount)`
    Pred(Box<PredInstance>),
    /// Separating conjunction, flattened; two conjuncts or more.
    Star(Vec<Assertion>),
    /// `c ? φ : φ`; `c ==> φ` has `true` as its second branch.
    Cond(Expr, Box<Assertion>, Box<Assertion>),
    /// `untouched(φ)`
    Untouched(Box<Assertion>),
    /// `let x := e in φ`
    Let(VarId, Expr, Box<Assertion>),
}

impl Expr {
    /// A number at a place.
    #[must_use]
    pub fn int(n: impl Into<BigInt>, ty: Type, span: Span) -> Expr {
        let kind = ExprKind::Int(n.into());
        Expr { kind, ty, span }
    }
}

impl Assertion {
    /// The assertion `true` at a place.
    #[must_use]
    pub fn truth(span: Span) -> Assertion {
        let kind = AssertKind::Pure(Expr {
            kind: ExprKind::Bool(true),
            ty: Type::Bool,
            span,
        });
        Assertion { kind, span }
    }

    /// Whether it demands access to anything (`untouched` gives none).
    #[must_use]
    pub fn has_access(&self) -> bool {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match &self.kind {
            AssertKind::Pure(_) | AssertKind::Untouched(_) => false,
            AssertKind::Acc(..) | AssertKind::Pred(_) => true,
            AssertKind::Star(parts) => parts.iter().any(Assertion::has_access),
            AssertKind::Cond(_, then, other) => then.has_access() || other.has_access(),
            AssertKind::Let(_, _, body) => body.has_access(),
        })
    }
}
