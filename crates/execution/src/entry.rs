//! The symbolic configuration in which a member starts: static fields are initialised, and each
//! parameter has a given value or a symbol.

use super::code::CompiledProgram;
use super::configuration::Configuration;
use super::machine::{Machine, Status};
use super::receivers::Receivers;
use super::symbolic::{Aliases, Given, Roots, Symbolic, Symbols, Value};
use std::collections::BTreeMap;
use veriframe_base::notation::Notation;
use veriframe_ir::{FieldId, MemberId, MethodKind, Program, Type, ids};

/// The member to execute, and its inputs.
#[derive(Clone, Debug)]
pub struct Start {
    /// The member.
    pub member: MemberId,
    /// The values of parameters by name; others are symbols.
    pub given: BTreeMap<String, Given>,
    /// Whether the precondition is assumed.
    pub from_contract: bool,
    /// How texts write equality.
    pub notation: Notation,
    /// How aliases are resolved.
    pub aliases: Aliases,
}

/// A member with the values that it starts with.
#[derive(Clone, Debug)]
pub struct Started<'p> {
    /// The member.
    pub member: MemberId,
    /// The values of receiver and parameters.
    pub values: Roots,
    /// The symbols that were given, by name.
    pub symbols: Symbols,
    /// The domain at the start.
    pub domain: Symbolic<'p>,
}

/// The start of a member; at most `steps` steps initialise static fields.
///
/// # Errors
/// If a given value does not fit, or static fields cannot be initialised; what to say.
pub fn begin<'p>(
    program: &'p Program,
    code: &'p CompiledProgram,
    start: &Start,
    steps: u64,
) -> Result<Started<'p>, String> {
    let mut domain = initialised(program, code, start.notation, steps)?;
    let is_main = match start.member {
        MemberId::Method(method) => program.method(method).kind == MethodKind::Main,
        _ => false,
    };
    if !is_main {
        domain.forget_statics();
    }
    if let Some(unknown) = start.given.keys().find(|name| is_missing(code, name)) {
        return Err(format!(
            "there is no value `{unknown}`: inputs are parameters, and values that nobody knows, such \
             as `x@17#2`, that of the second execution of `x := *` in line 17"
        ));
    }
    domain.resolve_aliases(start.aliases);
    let mut symbols = Symbols::new();
    let values = inputs(program, &mut domain, start, &mut symbols)?;
    Ok(Started {
        member: start.member,
        values,
        symbols,
        domain,
    })
}

/// Whether an input names a value that nobody knows, and no place gives it.
fn is_missing(code: &CompiledProgram, name: &str) -> bool {
    let Some((label, nth)) = name.split_once('#') else {
        return false;
    };
    let is_number = nth.parse::<u32>().is_ok_and(|nth| nth > 0);
    !is_number || code.unknowns.iter().all(|site| site.label != label)
}

/// The configuration in which a member starts.
pub fn enter<'p>(
    machine: &mut Machine<'p, Symbolic<'p>>,
    domain: Symbolic<'p>,
    begun: &Started<'p>,
) -> Configuration<Symbolic<'p>> {
    let values = &begun.values;
    let receiver = values.receiver.as_ref().map(|(value, _)| *value);
    let args = values.args.iter().map(|(value, _)| *value).collect();
    machine.start_member(domain, begun.member, receiver, args)
}

/// The domain after the static initialisers.
fn initialised<'p>(
    program: &'p Program,
    code: &'p CompiledProgram,
    notation: Notation,
    steps: u64,
) -> Result<Symbolic<'p>, String> {
    let mut domain = Symbolic::new(program, notation);
    let mut machine = Machine::new(program, code, &mut domain);
    let mut c = machine.initialisation(domain);
    match machine.run(&mut c, steps) {
        Status::Done => Ok(c.domain),
        _ => Err("the initialisation of static fields cannot be executed".to_owned()),
    }
}

/// The values of receiver and parameters: those that are given, and symbols.
fn inputs(
    program: &Program,
    domain: &mut Symbolic<'_>,
    start: &Start,
    symbols: &mut Symbols,
) -> Result<Roots, String> {
    let vars = program.vars(start.member);
    let params = vars.params.iter().map(|param| vars.get(*param));
    let params: Vec<(String, Type)> = params
        .map(|var| (var.name.clone(), var.ty.clone()))
        .collect();
    let statics = ids::<FieldId>(program.fields.len())
        .filter(|field| program.field(*field).is_static)
        .map(|field| (program.static_text(field), field));
    let statics: BTreeMap<String, FieldId> = statics.collect();
    let is_param = |name: &String| params.iter().any(|(known, _)| known == name);
    let has_this = vars.this.is_some();
    let is_known =
        |name: &String| is_param(name) || statics.contains_key(name) || has_this && name == "this";
    let (unknowns, own): (BTreeMap<_, _>, BTreeMap<_, _>) = start
        .given
        .clone()
        .into_iter()
        .partition(|(name, _)| name.contains('#'));
    if let Some(unknown) = own.keys().find(|name| !is_known(name)) {
        let what = match unknown.contains('.') {
            true => "static field",
            false => "parameter",
        };
        return Err(format!("there is no {what} `{unknown}`"));
    }
    let mut values = Vec::new();
    for (name, ty) in &params {
        values.push(match start.given.get(name) {
            Some(given) => {
                domain
                    .declare(given, ty, symbols)
                    .map_err(|error| error.0)?;
                None
            }
            None => Some(domain.symbol(name, ty)),
        });
    }
    for (name, given) in &start.given {
        if let (false, Some(field)) = (is_param(name), statics.get(name)) {
            let ty = &program.field(*field).ty;
            let value = domain.declare(given, ty, symbols);
            let value = value.and_then(|()| domain.given(given, ty, symbols));
            domain.set_static(*field, &value.map_err(|error| error.0)?);
        }
    }
    let receiver = receiver(program, domain, start, symbols)?;
    let mut args = Vec::new();
    for ((name, ty), value) in params.into_iter().zip(values) {
        let value = match (value, start.given.get(&name)) {
            (Some(value), _) => value,
            (None, Some(given)) => domain.given(given, &ty, symbols).map_err(|error| error.0)?,
            (None, None) => Value::default(),
        };
        args.push((value, ty));
    }
    domain.give_unknowns(unknowns, symbols.clone());
    Ok(Roots { receiver, args })
}

/// The receiver: a new object of a constructor; of other members, any object for which they run.
///
/// # Errors
/// If there is no such object; what to say.
fn receiver(
    program: &Program,
    domain: &mut Symbolic<'_>,
    start: &Start,
    symbols: &mut Symbols,
) -> Result<Option<(Value, Type)>, String> {
    let member = start.member;
    let vars = program.vars(member);
    let Some(this) = vars.this else {
        return Ok(None);
    };
    let ty = vars.get(this).ty.clone();
    let is_constructor = match member {
        MemberId::Method(method) => program.method(method).kind == MethodKind::Constructor,
        _ => false,
    };
    let named = start.given.get("this");
    if let Some(given) = named
        && (is_constructor || !matches!(given, Given::Symbol(_)))
    {
        return Err(if is_constructor {
            "`this` of a constructor is a new object: leave its input out".to_owned()
        } else {
            format!("`{given}` is no object: give `this` a capitalised name")
        });
    }
    let created = ty.class().filter(|_| is_constructor);
    let value = match created {
        Some(class) => domain.object(class),
        None => {
            let this = match named {
                None => domain.symbol("this", &ty),
                Some(given) => {
                    let value = domain.declare(given, &ty, symbols);
                    let value = value.and_then(|()| domain.given(given, &ty, symbols));
                    value.map_err(|error| error.0)?
                }
            };
            domain.assume_not_null(&this);
            let receivers = Receivers::of(program, member);
            let mut classes = receivers.all();
            classes.extend(&receivers.without_implementation);
            if classes.is_empty() {
                let name = program.member_name(member);
                return Err(format!(
                    "no object runs `{name}`: its class has none, or subclasses override it"
                ));
            }
            domain.assume_class(&this, &ty, &classes);
            this
        }
    };
    Ok(Some((value, ty)))
}
