//! The members of shipped library contracts that are built in, by class, name and types.

use veriframe_base::bits::BitOperation;
use veriframe_base::floating::{Format, Operation};
use veriframe_ir::{ClassId, Program, Type, Vars, Width};

/// A member of the library that a domain runs itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Native {
    /// `System.out.print` and `println`, also of `System.err`.
    Print(Printed, bool),
    /// `next` and, if it is so, `nextLine` of `Scanner`: a text that is never null.
    Read(bool),
    /// Members of `String`.
    Text(TextOp),
    /// What `+` of strings gives for operands of these kinds.
    Concatenate(Printed, Printed),
    /// Static functions on numbers.
    Number(NumberOp, Width),
    /// Operations on floating-point numbers, by the format of the operands; `None` for integers.
    Floating(Operation, Option<Format>),
    /// Operators on bits, by the type of the first operand.
    Bits(BitOperation, Width),
    /// Static functions on characters.
    Character(CharacterOp),
    /// Members of lists.
    List(ListOp),
    /// Members of maps.
    Map(MapOp),
    /// Members of `Objects` and `Object`.
    Object(ObjectOp),
    /// Members of `Optional`.
    Optional(OptionalOp),
}

/// The kinds of values that are turned into text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Printed {
    /// Nothing.
    Nothing,
    /// A string, an `enum` constant, or null.
    Text,
    /// A number.
    Number,
    /// A floating-point number.
    Floating,
    /// A character.
    Character,
    /// A Boolean.
    Truth,
    /// An array of characters.
    Characters,
}

/// Operations of `String`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextOp {
    Length,
    IsEmpty,
    CharAt,
    Equals,
    HashCode,
    CompareTo,
    ToString,
    Concat,
    Substring,
    IndexOfChar,
    IndexOf,
    ValueOf(Printed),
    Same,
}

/// Functions on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberOp {
    Compare,
    Min,
    Max,
    Add,
    /// `sum`, which wraps around.
    Sum,
    Subtract,
    Multiply,
    Signum,
    Hash,
    ToString,
    Abs,
    Negate,
    Increment,
    Decrement,
    ToInt,
    FloorDiv,
    FloorMod,
}

/// Functions on characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharacterOp {
    IsDigit,
    IsLetter,
    IsLetterOrDigit,
    IsUpper,
    IsLower,
    IsWhitespace,
    ToUpper,
    ToLower,
    Compare,
    ToString,
}

/// Operations of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListOp {
    New,
    Contents,
    Size,
    IsEmpty,
    Get,
    Add,
    Insert,
    Set,
    Remove,
    Clear,
    Iterator,
    GiveBack,
    Rest,
    HasNext,
    Next,
}

/// Operations of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MapOp {
    New,
    Contents,
    Size,
    IsEmpty,
    ContainsKey,
    Get,
    GetOrDefault,
    Put,
    Remove,
    Clear,
}

/// Functions on objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ObjectOp {
    New,
    Same,
    HashCode,
    ToString,
    NonNullValue,
    IsNull,
    NonNull,
}

/// Operations of optional values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OptionalOp {
    Of,
    OfNullable,
    Empty,
    IsPresent,
    IsEmpty,
    Get,
    OrElse,
}

fn printed(program: &Program, ty: Option<&Type>) -> Printed {
    match ty {
        None => Printed::Nothing,
        Some(Type::Machine(Width::U16)) => Printed::Character,
        Some(Type::Int | Type::Machine(_)) => Printed::Number,
        Some(Type::Floating(_)) => Printed::Floating,
        Some(Type::Bool) => Printed::Truth,
        Some(Type::Array(_)) => Printed::Characters,
        Some(ty) => {
            debug_assert!(ty.is_ref(), "{}", program.type_name(ty));
            Printed::Text
        }
    }
}

/// What is built in for a member of the library; `None` if nothing is.
#[must_use]
pub fn find(program: &Program, class: ClassId, name: &str, vars: &Vars) -> Option<Native> {
    let class = program.class(class).simple_name();
    let types: Vec<&Type> = vars.param_types().collect();
    let first = types.first().copied();
    let format = first.and_then(Type::format);
    // What objects hold has no values of its own here.
    if vars.this.is_some() && matches!(class, "Integer" | "Long" | "Character") {
        return None;
    }
    let is_long = types.iter().any(|ty| ty.width() == Some(Width::I64));
    let width = if is_long { Width::I64 } else { Width::I32 };
    Some(match class {
        "PrintStream" if matches!(name, "print" | "println") => {
            Native::Print(printed(program, first), name == "println")
        }
        "Scanner" if matches!(name, "next" | "nextLine") => Native::Read(name == "nextLine"),
        "String" if name == "concatenated" => {
            let second = types.get(1).copied();
            Native::Concatenate(printed(program, first), printed(program, second))
        }
        "String" => Native::Text(text(name, printed(program, first))?),
        "Bits" => Native::Bits(BitOperation::of_function(name)?, first?.width()?),
        "FloatingPoint" => Native::Floating(Operation::named(name)?, format),
        "Math" if format.is_some() => Native::Floating(Operation::named(name)?, format),
        "Integer" | "Long" | "Math" => Native::Number(number(name)?, width),
        "Character" => Native::Character(character(name)?),
        "ArrayList" | "List" | "Iterator" => Native::List(list(name, types.len())?),
        "HashMap" | "Map" => Native::Map(map(name)?),
        "Objects" | "Object" => Native::Object(object(name)?),
        "Optional" => Native::Optional(optional(name)?),
        _ => return None,
    })
}

fn text(name: &str, first: Printed) -> Option<TextOp> {
    Some(match name {
        "length" => TextOp::Length,
        "isEmpty" => TextOp::IsEmpty,
        "charAt" => TextOp::CharAt,
        "equals" => TextOp::Equals,
        "hashCode" => TextOp::HashCode,
        "compareTo" => TextOp::CompareTo,
        "toString" => TextOp::ToString,
        "concat" => TextOp::Concat,
        "substring" => TextOp::Substring,
        "indexOf" if first == Printed::Number => TextOp::IndexOfChar,
        "indexOf" => TextOp::IndexOf,
        "valueOf" => TextOp::ValueOf(first),
        "same" => TextOp::Same,
        _ => return None,
    })
}

fn number(name: &str) -> Option<NumberOp> {
    Some(match name {
        "compare" => NumberOp::Compare,
        "min" => NumberOp::Min,
        "max" => NumberOp::Max,
        "sum" => NumberOp::Sum,
        "addExact" => NumberOp::Add,
        "subtractExact" => NumberOp::Subtract,
        "multiplyExact" => NumberOp::Multiply,
        "signum" => NumberOp::Signum,
        "hashCode" => NumberOp::Hash,
        "toString" => NumberOp::ToString,
        "abs" => NumberOp::Abs,
        "negateExact" => NumberOp::Negate,
        "incrementExact" => NumberOp::Increment,
        "decrementExact" => NumberOp::Decrement,
        "toIntExact" => NumberOp::ToInt,
        "floorDiv" => NumberOp::FloorDiv,
        "floorMod" => NumberOp::FloorMod,
        _ => return None,
    })
}

fn character(name: &str) -> Option<CharacterOp> {
    Some(match name {
        "isDigit" => CharacterOp::IsDigit,
        "isLetter" => CharacterOp::IsLetter,
        "isLetterOrDigit" => CharacterOp::IsLetterOrDigit,
        "isUpperCase" => CharacterOp::IsUpper,
        "isLowerCase" => CharacterOp::IsLower,
        "isWhitespace" => CharacterOp::IsWhitespace,
        "toUpperCase" => CharacterOp::ToUpper,
        "toLowerCase" => CharacterOp::ToLower,
        "compare" => CharacterOp::Compare,
        "toString" => CharacterOp::ToString,
        _ => return None,
    })
}

fn list(name: &str, params: usize) -> Option<ListOp> {
    Some(match name {
        "ArrayList" => ListOp::New,
        "contents" => ListOp::Contents,
        "size" => ListOp::Size,
        "isEmpty" => ListOp::IsEmpty,
        "get" => ListOp::Get,
        "add" if params == 1 => ListOp::Add,
        "add" => ListOp::Insert,
        "set" => ListOp::Set,
        "remove" => ListOp::Remove,
        "clear" => ListOp::Clear,
        "iterator" => ListOp::Iterator,
        "giveBack" => ListOp::GiveBack,
        "rest" => ListOp::Rest,
        "hasNext" => ListOp::HasNext,
        "next" => ListOp::Next,
        _ => return None,
    })
}

fn map(name: &str) -> Option<MapOp> {
    Some(match name {
        "HashMap" => MapOp::New,
        "contents" => MapOp::Contents,
        "size" => MapOp::Size,
        "isEmpty" => MapOp::IsEmpty,
        "containsKey" => MapOp::ContainsKey,
        "get" => MapOp::Get,
        "getOrDefault" => MapOp::GetOrDefault,
        "put" => MapOp::Put,
        "remove" => MapOp::Remove,
        "clear" => MapOp::Clear,
        _ => return None,
    })
}

fn object(name: &str) -> Option<ObjectOp> {
    Some(match name {
        "Object" => ObjectOp::New,
        "equals" => ObjectOp::Same,
        "hashCode" => ObjectOp::HashCode,
        "toString" => ObjectOp::ToString,
        "requireNonNull" => ObjectOp::NonNullValue,
        "isNull" => ObjectOp::IsNull,
        "nonNull" => ObjectOp::NonNull,
        _ => return None,
    })
}

fn optional(name: &str) -> Option<OptionalOp> {
    Some(match name {
        "of" => OptionalOp::Of,
        "ofNullable" => OptionalOp::OfNullable,
        "empty" => OptionalOp::Empty,
        "isPresent" => OptionalOp::IsPresent,
        "isEmpty" => OptionalOp::IsEmpty,
        "get" => OptionalOp::Get,
        "orElse" => OptionalOp::OrElse,
        _ => return None,
    })
}
