//! Members under test, and the inputs that they begin with.

use crate::code::CompiledProgram;
use crate::compile::fields_of;
use crate::concolic::symbols::restrictions;
use crate::input::{Input, InputId, InputObject, InputValue};
use veriframe_ir::{ClassId, MemberId, MethodKind, Program, Type};

/// A member under test.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The member.
    pub member: MemberId,
    /// The class of the receiver; `None` for static members.
    pub class: Option<ClassId>,
    /// Whether the receiver is a new object.
    pub creates: bool,
    /// The types of the parameters.
    pub params: Vec<Type>,
    /// The position of the instruction that follows the precondition; `None` if there is none.
    pub body: Option<u32>,
}

impl Subject {
    /// The member, if it can be run: it has a body, and there are objects of its class.
    #[must_use]
    pub fn new(program: &Program, code: &CompiledProgram, member: MemberId) -> Option<Subject> {
        if program.member_span(member).file.is_library() {
            return None;
        }
        let (class, creates, routine) = match member {
            MemberId::Method(id) => {
                let method = program.method(id);
                // Java runs a block once, from one state.
                let is_block = method.kind == MethodKind::Initialiser;
                if method.is_abstract || method.view.is_some() || is_block {
                    return None;
                }
                let routine = *code.contracts.get(id.index())?;
                let creates = method.kind == MethodKind::Constructor;
                (
                    method.class.filter(|_| method.vars.this.is_some()),
                    creates,
                    routine,
                )
            }
            MemberId::Pure(id) => {
                let pure = program.pure_method(id);
                if pure.body.is_none() || pure.view.is_some() {
                    return None;
                }
                let routine = *code.checked.get(id.index())?;
                (pure.vars.this.and(pure.class), false, routine)
            }
            MemberId::Pred(_) => return None,
        };
        let class = match class {
            None => None,
            Some(class) => Some(receiver_class(program, member, class)?),
        };
        let params = program.vars(member).param_types().cloned().collect();
        Some(Subject {
            member,
            class,
            creates,
            params,
            body: code.body_of_contract(routine),
        })
    }

    /// The type of the receiver, if it is an object of the input.
    #[must_use]
    pub fn receiver(&self) -> Option<Type> {
        let class = self.class.filter(|_| !self.creates);
        class.map(Type::Class)
    }

    /// The input of default values.
    #[must_use]
    pub fn first_input(&self, program: &Program) -> Input {
        let mut input = Input::default();
        if let Some(class) = self.class.filter(|_| !self.creates) {
            input.objects.push(new_object(program, class));
            input.receiver = Some(InputValue::Object(InputId(0)));
        }
        input.args = self.params.iter().map(default_value).collect();
        if self.is_main(program) && !self.params.is_empty() {
            let id = InputId(u32::try_from(input.objects.len()).unwrap_or(u32::MAX));
            input
                .objects
                .push(InputObject::Array(Type::Object, Vec::new()));
            input.args = vec![InputValue::Object(id)];
        }
        input
    }

    /// What inputs leave out.
    #[must_use]
    pub fn restrictions(&self, program: &Program) -> Vec<String> {
        let statics = program.fields.iter();
        let statics = statics.filter(|field| field.is_static && !field.span.file.is_library());
        let mut others: Vec<Type> = statics.map(|field| field.ty.clone()).collect();
        let has_collections = others.iter().any(Type::is_collection);
        others.extend(self.receiver());
        let mut found = restrictions(program, &self.params, others);
        if has_collections {
            found.push("collections of static fields are as they are initialised".to_owned());
        }
        found
    }

    /// Whether it is the main routine, which has one input only.
    #[must_use]
    pub fn is_main(&self, program: &Program) -> bool {
        match self.member {
            MemberId::Method(id) => program.method(id).kind == MethodKind::Main,
            _ => false,
        }
    }
}

/// The class of receivers: the member's own, or the first below it that has objects and does not
/// override the member.
fn receiver_class(program: &Program, member: MemberId, class: ClassId) -> Option<ClassId> {
    let vars = program.vars(member);
    let overrides = |below: ClassId| {
        program.members.iter().any(|&other| {
            let of = match other {
                MemberId::Method(_) | MemberId::Pure(_) => program.class_of(other),
                MemberId::Pred(_) => None,
            };
            let is_between = |of: ClassId| {
                of != class
                    && program.hierarchy.is_below(of, class)
                    && program.hierarchy.is_below(below, of)
            };
            other != member
                && of.is_some_and(is_between)
                && program.title(other).1 == program.title(member).1
                && program.vars(other).signature() == vars.signature()
        })
    };
    let below = program.hierarchy.order().with_subtypes(&[class]);
    let mut below = below.into_iter();
    // No class is between one and itself.
    let fits = |found: ClassId| found == class || !overrides(found);
    below.find(|&found| program.class(found).kind.has_objects() && fits(found))
}

/// The value of this type in an input that nothing is known of.
#[must_use]
pub fn default_value(ty: &Type) -> InputValue {
    InputValue::default_of(ty)
}

/// A new object of a class; a text is empty.
#[must_use]
pub fn new_object(program: &Program, class: ClassId) -> InputObject {
    if program.class(class).is_text() {
        return InputObject::Text(Vec::new());
    }
    let fields = fields_of(program, class).into_iter();
    let fields = fields.map(|field| (field, default_value(&program.field(field).ty)));
    InputObject::Object(class, fields.collect())
}
