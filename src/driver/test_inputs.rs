//! The values of parameters that a user names for the first input of a test.

use crate::execution::code::CompiledProgram;
use crate::execution::input::{Input, InputId, InputObject, InputUnknown, InputValue};
use crate::floating::Format;
use crate::ir::{MemberId, Program, Type, Width};
use crate::syntax::literal_text;
use num_bigint::BigInt;

/// Sets parameters of an input to the values that a user names.
///
/// # Errors
/// What is wrong, if there is no such parameter, or the value does not fit it.
pub(super) fn set_named(
    program: &Program,
    code: &CompiledProgram,
    member: MemberId,
    input: &mut Input,
    named: &[(String, String)],
) -> Result<(), String> {
    let vars = program.vars(member);
    for (name, text) in set_unknowns(program, code, input, named)? {
        let is_meant = |param: &crate::ir::VarId| vars.get(*param).name == *name;
        let Some(at) = vars.params.iter().position(is_meant) else {
            let member = program.member_name(member);
            return Err(format!("`{member}` has no parameter `{name}`"));
        };
        let ty = vars.params.get(at).map(|param| &vars.get(*param).ty);
        let value = ty.and_then(|ty| parsed(program, ty, text.trim(), input));
        let Some(value) = value else {
            return Err(format!(
                "the value `{text}` does not fit the parameter `{name}`; {VALUES}"
            ));
        };
        if let Some(place) = input.args.get_mut(at) {
            *place = value;
        }
    }
    Ok(())
}

/// Sets values that nobody knows, `x@17#2`, to those that a user names. Returns the other names.
///
/// # Errors
/// What is wrong, if no place gives such a value, or a value does not fit it.
pub(super) fn set_unknowns<'n>(
    program: &Program,
    code: &CompiledProgram,
    input: &mut Input,
    named: &'n [(String, String)],
) -> Result<Vec<&'n (String, String)>, String> {
    let mut others = Vec::new();
    for pair in named {
        let (name, text) = pair;
        let Some((label, nth)) = name.split_once('#') else {
            others.push(pair);
            continue;
        };
        let site = code.unknowns.iter().find(|site| site.label == label);
        let nth = nth.parse::<u32>().ok().filter(|nth| *nth > 0);
        let (Some(site), Some(nth)) = (site, nth) else {
            return Err(format!(
                "there is no value `{name}`: `x@17#2` is that of the second execution of `x := *` in \
                 line 17"
            ));
        };
        let Some(value) = parsed(program, &site.ty, text.trim(), input) else {
            return Err(format!(
                "the value `{text}` does not fit `{name}`; {VALUES}"
            ));
        };
        input.unknowns.push(InputUnknown {
            label: label.to_owned(),
            nth,
            ty: site.ty.clone(),
            value,
        });
    }
    Ok(others)
}

/// The values that can be written.
const VALUES: &str = "values are numbers, characters, texts in quotes, `true`, `false`, `null` and arrays `[…]` of them";

/// The value of a type that a text is. Arrays become objects of the input.
pub(super) fn parsed(
    program: &Program,
    ty: &Type,
    text: &str,
    input: &mut Input,
) -> Option<InputValue> {
    match ty {
        Type::Bool => text.parse().ok().map(InputValue::Bool),
        Type::Int => integer(text).map(InputValue::Int),
        Type::Floating(format) => {
            let number = floating(text)?;
            Some(InputValue::Int(format.of(number).into()))
        }
        Type::Machine(width) => {
            let n = match width {
                Width::U16 => character(text).or_else(|| integer(text)),
                _ => integer(text),
            };
            n.filter(|n| width.holds(n)).map(InputValue::Int)
        }
        Type::Class(_) | Type::Object | Type::Array(_) if text == "null" => Some(InputValue::Null),
        Type::Array(elem) => {
            let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
            let parts = inner.split(',').filter(|_| !inner.is_empty());
            let parts: Vec<String> = parts.map(|part| part.trim().to_owned()).collect();
            let mut elements = Vec::new();
            for part in parts {
                // Only arrays of plain values can be written.
                if matches!(**elem, Type::Array(_)) && part != "null" {
                    return None;
                }
                elements.push(parsed(program, elem, &part, input)?);
            }
            let id = InputId(u32::try_from(input.objects.len()).ok()?);
            let array = InputObject::Array((**elem).clone(), elements);
            input.objects.push(array);
            Some(InputValue::Object(id))
        }
        Type::Class(_) if program.is_text(ty) => {
            let is_quoted = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
            let units = is_quoted.then(|| literal_text(text))??;
            let id = InputId(u32::try_from(input.objects.len()).ok()?);
            input.objects.push(InputObject::Text(units));
            Some(InputValue::Object(id))
        }
        Type::Perm
        | Type::Class(_)
        | Type::Object
        | Type::Null
        | Type::Seq(_)
        | Type::Set(_)
        | Type::Multiset(_)
        | Type::Map(..) => None,
    }
}

/// The floating-point number that a text is: a literal of Java, perhaps with a sign, or an integer.
pub(super) fn floating(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text),
    };
    let (format, bits) = Format::read(digits)?;
    Some(sign * format.value(bits))
}

fn integer(text: &str) -> Option<BigInt> {
    text.parse().ok()
}

/// A character, with or without quotes.
fn character(text: &str) -> Option<BigInt> {
    let inner = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    let mut characters = inner.unwrap_or(text).chars();
    let only = characters
        .next()
        .filter(|c| !c.is_ascii_digit() || inner.is_some())?;
    let is_one = characters.next().is_none();
    is_one.then(|| BigInt::from(u32::from(only)))
}
