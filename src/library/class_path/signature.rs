//! Types of class files, as the index of classes writes them: type parameters of the class by their names, a `?` for
//! what is not one, or is an argument that has arguments.

/// How deep type arguments may be nested.
const DEEPEST: usize = 64;

/// The most dimensions that Java allows.
const MOST_DIMENSIONS: usize = 255;

/// What is said of a signature that is none.
const WRONG: &str = "a type in it is malformed";

/// The types of a class, as far as they are told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct OfClass {
    /// Its type parameters.
    pub params: Vec<String>,
    /// The types directly above it, the superclass first.
    pub supers: Vec<String>,
}

/// The types of a method.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OfMethod {
    /// Of its parameters.
    pub params: Vec<String>,
    /// Of its result.
    pub result: String,
}

/// The signature of a class. Its type parameters are known in it unless they are `foreign`.
pub(super) fn of_class(text: &str, is_foreign: bool) -> Result<OfClass, &'static str> {
    let mut reader = Reader::new(text, &[]);
    let params = reader.declared()?;
    let mut reader = Reader::new(reader.rest, if is_foreign { &[] } else { &params });
    let mut supers = Vec::new();
    while !reader.rest.is_empty() {
        supers.push(reader.written()?);
    }
    Ok(OfClass { params, supers })
}

/// The descriptor or signature of a method of a class with these type parameters.
pub(super) fn of_method(text: &str, params: &[String]) -> Result<OfMethod, &'static str> {
    let mut reader = Reader::new(text, params);
    reader.hidden = reader.declared()?;
    if !reader.takes('(') {
        return Err(WRONG);
    }
    let mut types = Vec::new();
    while !reader.takes(')') {
        types.push(reader.written()?);
    }
    let result = if reader.takes('V') {
        "void".to_owned()
    } else {
        reader.written()?
    };
    // What follows are exceptions.
    match reader.rest.is_empty() || reader.rest.starts_with('^') {
        true => Ok(OfMethod {
            params: types,
            result,
        }),
        false => Err(WRONG),
    }
}

/// The descriptor of a field.
pub(super) fn of_field(text: &str) -> Result<String, &'static str> {
    let mut reader = Reader::new(text, &[]);
    let ty = reader.written()?;
    reader.rest.is_empty().then_some(ty).ok_or(WRONG)
}

/// Whether a Java program could write a name.
pub(super) fn is_identifier(name: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    let is_one =
        name.starts_with(is_first) && name.chars().all(|c| is_first(c) || c.is_ascii_digit());
    is_one && !crate::syntax::is_reserved(name)
}

/// Reads types.
struct Reader<'s> {
    rest: &'s str,
    /// The type parameters that are known.
    params: &'s [String],
    /// The type parameters of the method, which hide them.
    hidden: Vec<String>,
    depth: usize,
}

/// A type.
struct Read {
    text: String,
    /// Whether it is a class without type arguments, or a type parameter.
    is_plain: bool,
}

impl<'s> Reader<'s> {
    fn new(rest: &'s str, params: &'s [String]) -> Reader<'s> {
        Reader {
            rest,
            params,
            hidden: Vec::new(),
            depth: 0,
        }
    }

    fn takes(&mut self, c: char) -> bool {
        match self.rest.strip_prefix(c) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// What is before the first of some characters, which is not taken.
    fn until(&mut self, ends: &[char]) -> Result<&'s str, &'static str> {
        let at = self.rest.find(ends).ok_or(WRONG)?;
        let (before, rest) = self.rest.split_at_checked(at).ok_or(WRONG)?;
        self.rest = rest;
        Ok(before)
    }

    /// The type parameters that are declared here, without their bounds.
    fn declared(&mut self) -> Result<Vec<String>, &'static str> {
        let mut names = Vec::new();
        if !self.takes('<') {
            return Ok(names);
        }
        while !self.takes('>') {
            let name = self.until(&[':'])?;
            if !is_identifier(name) || names.iter().any(|other| other == name) {
                return Err(WRONG);
            }
            names.push(name.to_owned());
            while self.takes(':') {
                // The bound by a class may be missing.
                if !self.rest.starts_with(':') {
                    self.written()?;
                }
            }
        }
        Ok(names)
    }

    fn written(&mut self) -> Result<String, &'static str> {
        Ok(self.ty()?.text)
    }

    fn ty(&mut self) -> Result<Read, &'static str> {
        let mut dimensions = 0;
        while self.takes('[') {
            dimensions += 1;
        }
        if dimensions > MOST_DIMENSIONS {
            return Err(WRONG);
        }
        let mut chars = self.rest.chars();
        let kind = chars.next().ok_or(WRONG)?;
        self.rest = chars.as_str();
        let mut read = match kind {
            'L' => self.class()?,
            'T' => self.variable()?,
            _ => Read {
                text: primitive(kind).ok_or(WRONG)?.to_owned(),
                is_plain: false,
            },
        };
        if dimensions > 0 {
            read.text.push_str(&"[]".repeat(dimensions));
            read.is_plain = false;
        }
        Ok(read)
    }

    fn variable(&mut self) -> Result<Read, &'static str> {
        let name = self.until(&[';'])?;
        self.takes(';');
        let is_known = self.params.iter().any(|param| param == name)
            && !self.hidden.iter().any(|hidden| hidden == name);
        Ok(Read {
            text: if is_known { name } else { "?" }.to_owned(),
            is_plain: true,
        })
    }

    /// A class, behind its `L`: its name, the arguments of the innermost class, and `;`.
    fn class(&mut self) -> Result<Read, &'static str> {
        let mut name = self.until(&['<', '.', ';'])?.replace('/', ".");
        let mut arguments = Vec::new();
        loop {
            if self.takes('<') {
                arguments = self.arguments()?;
            }
            if self.takes(';') {
                break;
            }
            if !self.takes('.') {
                return Err(WRONG);
            }
            name.push('$');
            name.push_str(self.until(&['<', '.', ';'])?);
            arguments.clear();
        }
        let is_plain = arguments.is_empty();
        let text = if !name.split('.').all(is_identifier) {
            "?".to_owned()
        } else if is_plain {
            name
        } else {
            format!("{name}<{}>", arguments.join(","))
        };
        Ok(Read { text, is_plain })
    }

    fn arguments(&mut self) -> Result<Vec<String>, &'static str> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(WRONG);
        }
        let mut found = Vec::new();
        while !self.takes('>') {
            if self.takes('*') {
                found.push("?".to_owned());
                continue;
            }
            let is_wildcard = self.takes('+') || self.takes('-');
            let read = self.ty()?;
            found.push(match read.is_plain && !is_wildcard {
                true => read.text,
                false => "?".to_owned(),
            });
        }
        self.depth -= 1;
        match found.is_empty() {
            true => Err(WRONG),
            false => Ok(found),
        }
    }
}

fn primitive(kind: char) -> Option<&'static str> {
    Some(match kind {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'Z' => "boolean",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(text: &str) -> String {
        let read = of_method(text, &["T".to_owned(), "U".to_owned()]);
        read.map_or_else(str::to_owned, |read| {
            format!("{}({})", read.result, read.params.join(";"))
        })
    }

    #[test]
    fn methods_are_written_as_in_the_index() {
        for (text, written) in [
            ("()V", "void()"),
            (
                "(IJ[Z[[Ljava/lang/String;)D",
                "double(int;long;boolean[];java.lang.String[][])",
            ),
            ("(TT;[TU;TX;)TT;", "T(T;U[];?)"),
            ("<T:Ljava/lang/Object;>(TT;)TU;", "U(?)"),
            (
                "<X::Ljava/lang/Comparable<-TX;>;>([TX;)V^Ljava/io/IOException;",
                "void(?[])",
            ),
            (
                "(Ljava/util/Map<TT;+TU;>;)Ljava/util/List<Ljava/util/List<TT;>;>;",
                "java.util.List<?>(java.util.Map<T,?>)",
            ),
            ("(La/O<TT;>.I<[I>;)La/O<TT;>.J;", "a.O$J(a.O$I<?>)"),
            ("(La/b c;)V", "void(?)"),
        ] {
            assert_eq!(method(text), written, "{text}");
        }
    }

    #[test]
    fn what_is_no_signature_is_an_error() {
        let deep = "(".to_owned() + &"La<".repeat(1000);
        let wide = "(".to_owned() + &"[".repeat(1000) + "I)V";
        for text in [
            "",
            "(",
            "()",
            "(I",
            "I",
            "()VV",
            "(V)V",
            "(L;",
            "(La",
            "(La<>;)V",
            "(La<*;)V",
            "(Ta",
            "<T>()V",
            "<T:>()V",
            "<T:I:>()V",
            "<a b:La;>()V",
            "<T:La;T:La;>()V",
            "(La.)V",
            "(ü)V",
            &deep,
            &wide,
        ] {
            assert_eq!(method(text), WRONG, "{text}");
        }
        assert!(of_class("<T", false).is_err() && of_class("X", false).is_err());
        assert!(of_field("II").is_err() && of_field("").is_err());
    }

    #[test]
    fn the_types_above_a_class_are_written() {
        let text = "<K:Ljava/lang/Object;V::Ljava/lang/Runnable;>La/B<TK;Ljava/lang/String;>;La/C<*>;La/D;";
        let read = of_class(text, false).unwrap();
        assert_eq!(read.params, ["K", "V"]);
        assert_eq!(read.supers, ["a.B<K,java.lang.String>", "a.C<?>", "a.D"]);
        let read = of_class(text, true).unwrap();
        assert_eq!(read.supers, ["a.B<?,java.lang.String>", "a.C<?>", "a.D"]);
    }
}
