//! Types of the typed core language.

use super::encode::{Encode, Encoder};
use super::remap::{VisitorMut, WalkMut};
use super::walk::Parts;
use super::{ClassId, Width};
use num_bigint::BigInt;
use smallvec::smallvec;
use veriframe_base::floating::Format;
use veriframe_derive::{Encode, WalkMut};

/// Of which kind the values of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Integer, mathematical or of a machine.
    Integer,
    /// Floating-point number.
    Floating,
    /// A truth value.
    Boolean,
    /// An amount of permission.
    Amount,
    /// A reference to an object or an array, or null.
    Reference,
    /// A mathematical collection.
    Collection,
}

/// A type of mathematical collections, with the types of what is in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionType<'t> {
    /// Of sequences.
    Seq(&'t Type),
    /// Of sets.
    Set(&'t Type),
    /// Of multisets.
    Multiset(&'t Type),
    /// Of maps.
    Map(&'t Type, &'t Type),
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, WalkMut)]
pub enum Type {
    /// Mathematical integers.
    Int,
    /// Machine integers: a range of the mathematical integers.
    Machine(Width),
    /// Floating-point numbers, which are known by their bits: integers of 64 or 32 bits.
    Floating(Format),
    /// Booleans.
    Bool,
    /// Permission amounts.
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
    /// Of which kind its values are.
    #[must_use]
    pub fn value_kind(&self) -> ValueKind {
        match self {
            Type::Int | Type::Machine(_) => ValueKind::Integer,
            Type::Floating(_) => ValueKind::Floating,
            Type::Bool => ValueKind::Boolean,
            Type::Perm => ValueKind::Amount,
            Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => ValueKind::Reference,
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                ValueKind::Collection
            }
        }
    }

    /// Whether values of the type are integers.
    #[must_use]
    pub fn is_int(&self) -> bool {
        self.value_kind() == ValueKind::Integer
    }

    /// Whether values of the type are mathematical collections.
    #[must_use]
    pub fn is_collection(&self) -> bool {
        self.value_kind() == ValueKind::Collection
    }

    /// Whether values of the type are references.
    #[must_use]
    pub fn is_ref(&self) -> bool {
        self.value_kind() == ValueKind::Reference
    }

    /// The class of a class type.
    #[must_use]
    pub fn class(&self) -> Option<ClassId> {
        let Type::Class(class) = self else {
            return None;
        };
        Some(*class)
    }

    /// The format of a type of floating-point numbers.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        let Type::Floating(format) = self else {
            return None;
        };
        Some(*format)
    }

    /// The floating-point number with these bits as one writes it, if the type is one of such numbers.
    #[must_use]
    pub fn floating_text(&self, bits: &BigInt) -> Option<String> {
        let bits = i64::try_from(bits).ok()?;
        Some(self.format()?.written(bits))
    }

    /// The range of the integers that stand for its values, if it has one: of numbers themselves, or of the bits
    /// of floating-point numbers.
    #[must_use]
    pub fn stored_width(&self) -> Option<Width> {
        let of_bits = self.format().map(|format| match format {
            Format::Double => Width::I64,
            Format::Single => Width::I32,
        });
        of_bits.or(self.width())
    }

    /// The width of a type of machine integers.
    #[must_use]
    pub fn width(&self) -> Option<Width> {
        let Type::Machine(width) = self else {
            return None;
        };
        Some(*width)
    }

    /// The type as one of collections, if it is one.
    #[must_use]
    pub fn collection(&self) -> Option<CollectionType<'_>> {
        match self {
            Type::Seq(elem) => Some(CollectionType::Seq(elem)),
            Type::Set(elem) => Some(CollectionType::Set(elem)),
            Type::Multiset(elem) => Some(CollectionType::Multiset(elem)),
            Type::Map(key, value) => Some(CollectionType::Map(key, value)),
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Array(_)
            | Type::Null => None,
        }
    }

    /// The types of the keys and the values of a map.
    #[must_use]
    pub fn entry(&self) -> Option<(&Type, &Type)> {
        match self.collection() {
            Some(CollectionType::Map(key, value)) => Some((key, value)),
            Some(CollectionType::Seq(_) | CollectionType::Set(_) | CollectionType::Multiset(_))
            | None => None,
        }
    }

    /// The types that it is made of: of elements, of keys and values.
    #[must_use]
    pub fn parts(&self) -> Parts<'_, Type> {
        match self {
            Type::Array(elem) | Type::Seq(elem) | Type::Set(elem) | Type::Multiset(elem) => {
                smallvec![&**elem]
            }
            Type::Map(key, value) => smallvec![&**key, &**value],
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Null => Parts::new(),
        }
    }

    /// The type of the elements of an array, a sequence, a set or a multiset.
    #[must_use]
    pub fn element(&self) -> Option<&Type> {
        let parts = self.parts();
        let [elem] = parts.as_slice() else {
            return None;
        };
        Some(*elem)
    }

    /// The innermost element type of a nested array; any other type itself.
    #[must_use]
    pub fn innermost(&self) -> &Type {
        let mut ty = self;
        while let Type::Array(elem) = ty {
            ty = elem;
        }
        ty
    }

    /// The brackets around the elements where a value of the type is written.
    #[must_use]
    pub fn brackets(&self) -> [&'static str; 2] {
        match self.collection() {
            Some(CollectionType::Set(_)) => ["set{", "}"],
            Some(CollectionType::Multiset(_)) => ["multiset{", "}"],
            Some(CollectionType::Map(..)) => ["map{", "}"],
            Some(CollectionType::Seq(_)) | None => ["[", "]"],
        }
    }

    /// The type in the user's notation, with a function that names classes.
    pub fn name(&self, class: &dyn Fn(ClassId) -> String) -> String {
        // The element type of an empty literal may be undetermined.
        let elem = |ty: &Type| {
            if *ty == Type::Null {
                "…".to_owned()
            } else {
                ty.name(class)
            }
        };
        match self {
            Type::Int => "int".to_owned(),
            Type::Machine(width) => width.name().to_owned(),
            Type::Floating(format) => format.name().to_owned(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_say_what_they_are_made_of() {
        let boxed = |ty: &Type| Box::new(ty.clone());
        let (key, value) = (Type::Machine(Width::I64), Type::Seq(boxed(&Type::Bool)));
        let map = Type::Map(boxed(&key), boxed(&value));
        assert_eq!(map.parts().as_slice(), [&key, &value]);
        assert_eq!(map.collection(), Some(CollectionType::Map(&key, &value)));
        assert_eq!(map.element(), None);
        assert_eq!(value.element(), Some(&Type::Bool));
        let array = Type::Array(boxed(&map));
        assert_eq!((array.element(), array.collection()), (Some(&map), None));
        assert_eq!(array.value_kind(), ValueKind::Reference);
        assert_eq!((key.width(), Type::Int.width()), (Some(Width::I64), None));
    }
}
