//! What a class file says of its class: the parts that others may name.

use super::signature;
use noak::AccessFlags;
use noak::MStr;
use noak::reader::attributes::{ConstantValue, Signature};
use noak::reader::cpool::{ConstantPool, Item};
use noak::reader::{Attribute, Class, Field, Method};
use std::fmt;

/// The most members that are described.
const MOST_MEMBERS: usize = 5_000;

/// The most interfaces of a class.
const MOST_INTERFACES: usize = 200;

/// A class, as its file describes it.
#[derive(Debug)]
pub(super) struct ClassFile {
    /// The full name, as Java writes it.
    pub name: String,
    /// What it is.
    pub access: AccessFlags,
    /// The full name of the superclass.
    pub superclass: Option<String>,
    /// The full names of the interfaces.
    pub interfaces: Vec<String>,
    /// The signature, of a class with type parameters or arguments.
    pub signature: Option<String>,
    /// The fields that are not private.
    pub fields: Vec<FieldOf>,
    /// The public constructors and methods that a text could name.
    pub methods: Vec<MethodOf>,
}

/// A field.
#[derive(Debug)]
pub(super) struct FieldOf {
    /// What it is.
    pub access: AccessFlags,
    /// The name.
    pub name: String,
    /// The type.
    pub descriptor: String,
    /// The value of a constant that is a number or a boolean.
    pub value: Option<i64>,
}

/// A constructor, whose name is `<init>`, or a method.
#[derive(Debug)]
pub(super) struct MethodOf {
    /// What it is.
    pub access: AccessFlags,
    /// The name.
    pub name: String,
    /// The types without arguments.
    pub descriptor: String,
    /// The types with arguments.
    pub signature: Option<String>,
}

/// Why a file is no class file.
#[derive(Debug)]
pub(super) struct Malformed(String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it is no class file that can be read: {}", self.0)
    }
}

impl<E: std::error::Error> From<E> for Malformed {
    fn from(error: E) -> Malformed {
        Malformed(error.to_string())
    }
}

impl ClassFile {
    /// The class of these bytes.
    pub(super) fn read(bytes: &[u8]) -> Result<ClassFile, Malformed> {
        let class = Class::new(bytes)?;
        let pool = class.pool();
        let superclass = class.super_class();
        let superclass = superclass.map(|above| name_of(pool.retrieve(above)?.name));
        let interfaces = class.interfaces();
        let interfaces = interfaces
            .iter()
            .map(|above| name_of(pool.retrieve(above?)?.name));
        let attributes = class.attributes();
        let found = ClassFile {
            name: name_of(pool.retrieve(class.this_class())?.name)?,
            access: class.access_flags(),
            superclass: superclass.transpose()?,
            interfaces: interfaces.collect::<Result<_, Malformed>>()?,
            signature: signature_of(attributes.iter(), pool)?,
            fields: fields_of(&class)?,
            methods: methods_of(&class)?,
        };
        if found.interfaces.len() > MOST_INTERFACES {
            return Err(Malformed(format!(
                "it is directly below more than {MOST_INTERFACES} interfaces"
            )));
        }
        if found.fields.len() + found.methods.len() > MOST_MEMBERS {
            return Err(Malformed(format!(
                "it has more than {MOST_MEMBERS} members"
            )));
        }
        Ok(found)
    }

    /// Whether a program may name it: it is public, and not inside of another class.
    pub(super) fn could_be_named(&self) -> bool {
        self.access.contains(AccessFlags::PUBLIC)
            && !self.access.contains(AccessFlags::ANNOTATION)
            && !self.name.contains('$')
    }

    /// Whether it is an interface.
    pub(super) fn is_interface(&self) -> bool {
        self.access.contains(AccessFlags::INTERFACE)
    }
}

/// Visits the texts of the constants of a class file, with whether each names a class, and returns the name of its
/// own class, as class files write it.
pub(super) fn texts(
    bytes: &[u8],
    visit: &mut dyn FnMut(&str, bool),
) -> Result<Option<String>, Malformed> {
    let class = Class::new(bytes)?;
    let pool = class.pool();
    for item in pool.iter() {
        match item {
            Item::Class(named) => {
                let name = pool.retrieve(named.name)?;
                visit(&String::from_utf8_lossy(name.as_bytes()), true);
            }
            Item::Utf8(text) => {
                // What is no text here may be one in Java, such as a zero before a name.
                visit(&String::from_utf8_lossy(text.content.as_bytes()), false);
            }
            _ => {}
        }
    }
    let name = pool.retrieve(class.this_class())?.name.to_str();
    Ok(name.map(str::to_owned))
}

fn fields_of(class: &Class<'_>) -> Result<Vec<FieldOf>, Malformed> {
    let pool = class.pool();
    let mut found = Vec::new();
    for field in &class.fields() {
        let field: Field<'_> = field?;
        let name = text_of(pool.retrieve(field.name())?)?;
        let access = field.access_flags();
        let is_hidden = access.intersects(AccessFlags::PRIVATE | AccessFlags::SYNTHETIC);
        if is_hidden || !signature::is_identifier(&name) {
            continue;
        }
        let value: Option<ConstantValue<'_>> = field.attributes().find_attribute(pool)?;
        let value = match value.map(|value| pool.get(value.value())).transpose()? {
            Some(Item::Integer(number)) => Some(i64::from(number.value)),
            Some(Item::Long(number)) => Some(number.value),
            _ => None,
        };
        found.push(FieldOf {
            access,
            name,
            descriptor: text_of(pool.retrieve(field.descriptor())?)?,
            value,
        });
    }
    Ok(found)
}

fn methods_of(class: &Class<'_>) -> Result<Vec<MethodOf>, Malformed> {
    let pool = class.pool();
    let mut found = Vec::new();
    for method in &class.methods() {
        let method: Method<'_> = method?;
        let name = text_of(pool.retrieve(method.name())?)?;
        let access = method.access_flags();
        let is_kept =
            access.contains(AccessFlags::PUBLIC) && !access.contains(AccessFlags::SYNTHETIC);
        if is_kept && (name == "<init>" || signature::is_identifier(&name)) {
            found.push(MethodOf {
                access,
                name,
                descriptor: text_of(pool.retrieve(method.descriptor())?)?,
                signature: signature_of(method.attributes().iter(), pool)?,
            });
        }
    }
    Ok(found)
}

fn signature_of<'b>(
    attributes: impl Iterator<Item = Result<Attribute<'b>, noak::error::DecodeError>>,
    pool: &ConstantPool<'b>,
) -> Result<Option<String>, Malformed> {
    for attribute in attributes {
        let attribute = attribute?;
        if pool.retrieve(attribute.name())?.as_bytes() == b"Signature" {
            let content = attribute.read_content(pool)?;
            let read = Signature::try_from(content)?;
            return text_of(pool.retrieve(read.signature())?).map(Some);
        }
    }
    Ok(None)
}

fn text_of(text: &MStr) -> Result<String, Malformed> {
    let text = text.to_str();
    let text = text.ok_or_else(|| Malformed("a name in it is no text".to_owned()))?;
    Ok(text.to_owned())
}

/// The full name of a class, as Java writes it.
fn name_of(name: &MStr) -> Result<String, Malformed> {
    Ok(text_of(name)?.replace('/', "."))
}
