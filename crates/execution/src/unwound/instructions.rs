//! What one instruction computes, as an expression over versions.

use super::values::{Phrase, negation, type_of};
use super::writer::{Call, Line, State, Writer};
use crate::code::{Constant, Instruction, Operand, Routine, RoutineId, Slot};
use crate::compile::default_of;
use veriframe_base::notation::Notation;
use veriframe_ir::{CollOp, Expr, ExprKind, FieldId, MemberId, PureCall, Type, Width};

impl Writer<'_> {
    /// The value of an operand.
    fn operand(&mut self, state: &State, operand: Operand) -> Expr {
        match operand {
            Operand::Slot(slot) => match state.get(slot) {
                Some(value) => value.clone(),
                None => self.versions.unnumbered("?", Type::Int),
            },
            Operand::Constant(number) => {
                let constant = self.subject.code.constants.get(number as usize);
                let Some(constant) = constant else {
                    return self.versions.unnumbered("?", Type::Int);
                };
                let (kind, ty) = match constant {
                    Constant::Null => (ExprKind::Null, Type::Null),
                    Constant::Int(n) => (ExprKind::Int(n.clone()), Type::Int),
                    Constant::Bool(b) => (ExprKind::Bool(*b), Type::Bool),
                    Constant::Perm(p) => (ExprKind::Perm(Box::new(p.clone())), Type::Perm),
                    Constant::Unique(id) => (ExprKind::Unique(*id), Type::Object),
                    Constant::Empty(ty) => {
                        let op = if matches!(ty, Type::Map(..)) {
                            CollOp::MapLiteral
                        } else {
                            CollOp::Literal
                        };
                        (ExprKind::Collection(op, Vec::new()), ty.clone())
                    }
                };
                self.versions.expr(kind, ty)
            }
        }
    }

    fn boxed(&mut self, state: &State, operand: Operand) -> Box<Expr> {
        Box::new(self.operand(state, operand))
    }

    /// The condition on which the next instruction follows, and not another one.
    pub(super) fn condition(&mut self, state: &State, routine: &Routine, at: u32) -> Option<Expr> {
        let instruction = routine.code.get(at as usize)?;
        let (condition, when) = match instruction {
            Instruction::Branch {
                condition, when, ..
            } => (self.operand(state, *condition), *when),
            Instruction::Compare {
                op,
                left,
                right,
                when,
                ..
            } => {
                let (left, right) = (self.boxed(state, *left), self.boxed(state, *right));
                let kind = ExprKind::Binary(*op, left, right);
                (self.versions.expr(kind, Type::Bool), *when)
            }
            _ => return None,
        };
        Some(if when { negation(condition) } else { condition })
    }

    /// The receiver of a call.
    pub(super) fn receiver(&mut self, state: &State, routine: &Routine, at: u32) -> Option<Expr> {
        let receiver = match routine.code.get(at as usize)? {
            Instruction::Call(site) => routine.calls.get(*site as usize)?.receiver?,
            Instruction::Pure(site) => routine.pures.get(*site as usize)?.receiver?,
            Instruction::Body => {
                let vars = self.subject.program.vars(routine.member);
                Operand::Slot(vars.this?.0)
            }
            _ => return None,
        };
        Some(self.operand(state, receiver))
    }

    /// Does what an instruction does within its frame.
    pub(super) fn compute(
        &mut self,
        state: &mut State,
        routine: &Routine,
        at: u32,
        lines: &mut Vec<Line>,
    ) {
        let Some(instruction) = routine.code.get(at as usize) else {
            return;
        };
        if let Some((place, value)) = self.written(state, instruction) {
            self.keep_reads(state, lines);
            self.push(Line::Write { place, value }, lines);
            return;
        }
        if let Instruction::Missing | Instruction::Native { .. } = instruction {
            self.built_in(state, routine, lines);
            return;
        }
        let Some(to) = instruction.assigned(routine) else {
            return;
        };
        let Some(mut value) = self.value(state, routine, instruction) else {
            return;
        };
        let is_default = self.is_declaration(routine, at, to);
        let name = self.name(state, to);
        if let Some(name) = name.as_ref().filter(|_| is_default) {
            let version = self.named(name, value, true, lines);
            state.set(to, version);
            return;
        }
        // What is another value each time, or another object, gets a version.
        if let (Some(given), None) = (self.given_by(instruction), name) {
            value = self.named(&given, value, false, lines);
        }
        self.assign(state, to, value, lines);
    }

    /// The name of what an instruction gives that is another value each time.
    fn given_by(&self, instruction: &Instruction) -> Option<String> {
        match instruction {
            Instruction::Unknown { site, .. } => {
                let site = self.subject.code.unknowns.get(*site as usize)?;
                let name = site.label.split('@').next();
                name.map(str::to_owned)
            }
            Instruction::NewArray { .. } => Some("array".to_owned()),
            _ => None,
        }
    }

    /// Whether an instruction gives a variable the value that it has without an initialiser.
    fn is_declaration(&self, routine: &Routine, at: u32, to: Slot) -> bool {
        let code = &self.subject.code;
        let Some(Instruction::Move {
            from: Operand::Constant(from),
            ..
        }) = routine.code.get(at as usize)
        else {
            return false;
        };
        let vars = self.subject.program.vars(routine.member);
        let var = vars.all.get(to as usize);
        let constant = code.constants.get(*from as usize);
        var.is_some_and(|var| Some(&default_of(&var.ty)) == constant)
            && matches!(
                routine.code.get(at as usize + 1).and_then(|next| next.assigned(routine)),
                Some(next) if next == to
            )
    }

    /// The location that an instruction writes, and the value.
    fn written(&mut self, state: &State, instruction: &Instruction) -> Option<(Expr, Expr)> {
        match instruction {
            Instruction::SetField {
                receiver,
                field,
                value,
            } => {
                let receiver = self.boxed(state, *receiver);
                let kind = ExprKind::Field(receiver, *field);
                let place = self.versions.expr(kind, self.type_of_field(*field));
                Some((place, self.operand(state, *value)))
            }
            Instruction::SetStatic { field, value } => {
                let place = ExprKind::Static(*field);
                let place = self.versions.expr(place, self.type_of_field(*field));
                Some((place, self.operand(state, *value)))
            }
            Instruction::SetElement {
                array,
                index,
                value,
            } => {
                let (array, index) = (self.boxed(state, *array), self.boxed(state, *index));
                let value = self.operand(state, *value);
                let ty = value.ty.clone();
                let place = self.versions.expr(ExprKind::Index(array, index), ty);
                Some((place, value))
            }
            _ => None,
        }
    }

    fn type_of_field(&self, field: FieldId) -> Type {
        self.subject.program.field(field).ty.clone()
    }

    /// The value that an instruction computes.
    fn value(
        &mut self,
        state: &State,
        routine: &Routine,
        instruction: &Instruction,
    ) -> Option<Expr> {
        let (kind, ty) = match instruction {
            Instruction::Move { from, .. } => return Some(self.operand(state, *from)),
            Instruction::Unknown { site, .. } => return Some(self.unknown(*site)),
            Instruction::Unary { op, operand, .. } => {
                let operand = self.boxed(state, *operand);
                let ty = operand.ty.clone();
                (ExprKind::Unary(*op, operand), ty)
            }
            Instruction::Binary {
                op, left, right, ..
            } => {
                let (left, right) = (self.boxed(state, *left), self.boxed(state, *right));
                let ty = type_of(*op, &left);
                (ExprKind::Binary(*op, left, right), ty)
            }
            Instruction::Convert {
                overflow,
                width,
                operand,
                ..
            } => {
                let operand = self.operand(state, *operand);
                if is_narrower(*width, &operand.ty) {
                    return Some(self.cast(*width, operand));
                }
                let ty = Type::Machine(*width);
                (ExprKind::Convert(*overflow, Box::new(operand)), ty)
            }
            Instruction::Collection {
                op, operands, ty, ..
            } => {
                let operands = routine.operands_of(*operands).iter();
                let operands = operands.map(|operand| self.operand(state, *operand));
                let operands = operands.collect();
                let ty = self.subject.code.types.get(*ty as usize)?.clone();
                (ExprKind::Collection(*op, operands), ty)
            }
            Instruction::Elements {
                array, from, until, ..
            } => {
                let array = self.boxed(state, *array);
                let from = from.map(|from| self.boxed(state, from));
                let until = until.map(|until| self.boxed(state, until));
                let ty = Type::Seq(Box::new(element_of(&array.ty)));
                (ExprKind::Elements(array, from, until), ty)
            }
            Instruction::Length { array, .. } => {
                (ExprKind::Length(self.boxed(state, *array)), Type::Int)
            }
            Instruction::Field {
                receiver, field, ..
            } => {
                let receiver = self.boxed(state, *receiver);
                let ty = self.type_of_field(*field);
                (ExprKind::Field(receiver, *field), ty)
            }
            Instruction::Static { field, .. } => {
                (ExprKind::Static(*field), self.type_of_field(*field))
            }
            Instruction::Element { array, index, .. } => {
                let (array, index) = (self.boxed(state, *array), self.boxed(state, *index));
                let ty = element_of(&array.ty);
                (ExprKind::Index(array, index), ty)
            }
            Instruction::InstanceOf { operand, class, .. } => {
                let operand = self.boxed(state, *operand);
                (ExprKind::InstanceOf(operand, *class), Type::Bool)
            }
            Instruction::NewArray { elem, length, .. } => {
                let elem = self.subject.code.types.get(*elem as usize)?.clone();
                let phrase = Phrase {
                    before: format!("new {}[", self.subject.program.type_name(&elem)),
                    parts: vec![self.operand(state, *length)],
                    after: "]",
                    reads_heap: false,
                };
                return Some(self.versions.phrase(phrase, Type::Array(Box::new(elem))));
            }
            Instruction::Enumerate { domain, .. } => return Some(self.operand(state, *domain)),
            _ => return None,
        };
        Some(self.versions.expr(kind, ty))
    }

    /// A value that nobody knows.
    fn unknown(&mut self, site: u32) -> Expr {
        let site = self.subject.code.unknowns.get(site as usize);
        let ty = site.map_or(Type::Int, |site| site.ty.clone());
        let before = match self.subject.notation {
            Notation::Idf => "*",
            Notation::Java if ty == Type::Bool => "Any.bool()",
            Notation::Java => match ty.width() {
                Some(Width::I64) => "Any.longInteger()",
                Some(Width::U16) => "Any.character()",
                Some(Width::I8 | Width::I16 | Width::I32) => "Any.integer()",
                None => "Any.text()",
            },
        };
        let phrase = Phrase {
            before: before.to_owned(),
            parts: Vec::new(),
            after: "",
            reads_heap: false,
        };
        self.versions.phrase(phrase, ty)
    }

    fn cast(&mut self, width: Width, operand: Expr) -> Expr {
        let ty = Type::Machine(width);
        let phrase = Phrase {
            before: format!("({}) (", self.subject.program.type_name(&ty)),
            parts: vec![operand],
            after: ")",
            reads_heap: false,
        };
        self.versions.phrase(phrase, ty)
    }

    /// What has no code: a call of it by its contract, or of what is built in.
    fn built_in(&mut self, state: &mut State, routine: &Routine, lines: &mut Vec<Line>) {
        let program = self.subject.program;
        let vars = program.vars(routine.member);
        let inputs = routine.inputs.iter().skip(usize::from(vars.this.is_some()));
        let parts: Vec<Expr> = inputs
            .filter_map(|slot| state.get(*slot).cloned())
            .collect();
        let name = program.group_name(routine.member);
        let this = vars.this.and_then(|this| state.get(this.0).cloned());
        let before = match (&this, name.rsplit_once('.')) {
            (Some(_), Some((_, own))) => format!(".{own}("),
            _ => format!("{name}("),
        };
        let mut phrase = Phrase {
            before,
            parts,
            after: ")",
            reads_heap: true,
        };
        let ty = vars.result.map(|result| vars.get(result).ty.clone());
        let ty = ty.unwrap_or(Type::Null);
        if let Some(this) = this {
            // A call of the receiver is written as its parts one behind the other.
            let rest = self.versions.phrase(phrase, ty.clone());
            phrase = Phrase {
                before: String::new(),
                parts: vec![this, rest],
                after: "",
                reads_heap: true,
            };
        }
        let call = self.versions.phrase(phrase, ty);
        self.keep_reads(state, lines);
        match routine.result {
            Some(result) => {
                let name = format!("{}.result", program.title(routine.member).1);
                let value = self.named(&name, call, false, lines);
                state.set(result, value);
            }
            None => self.push(Line::Do(call), lines),
        }
    }

    /// The frame that a call enters, with its parameters.
    pub(super) fn entered(
        &mut self,
        state: &mut State,
        routine: &Routine,
        at: u32,
        entered: RoutineId,
        lines: &mut Vec<Line>,
    ) -> Call {
        let instruction = routine.code.get(at as usize);
        let (mut inputs, mut to) = (Vec::new(), None);
        if let Some(Instruction::Call(site)) = instruction
            && let Some(site) = routine.calls.get(*site as usize)
        {
            to = site.to;
            if let Some(class) = site.new {
                let name = &self.subject.program.class(class).name;
                let phrase = Phrase {
                    before: format!("new {name}"),
                    parts: Vec::new(),
                    after: "",
                    reads_heap: false,
                };
                let object = self.versions.phrase(phrase, Type::Class(class));
                let variable = to.take();
                let name = variable.and_then(|to| self.name(state, to));
                let name = name.unwrap_or_else(|| "object".to_owned());
                let args = routine.operands_of(site.args).iter();
                let args: Vec<Expr> = args.map(|arg| self.operand(state, *arg)).collect();
                let object = self.named(&name, object, false, lines);
                if let Some(variable) = variable {
                    state.set(variable, object.clone());
                }
                inputs.push(object);
                inputs.extend(args);
            } else {
                inputs.extend(site.receiver.map(|receiver| self.operand(state, receiver)));
                let args = routine.operands_of(site.args).iter();
                inputs.extend(args.map(|arg| self.operand(state, *arg)));
            }
        }
        if let Some(Instruction::Pure(site)) = instruction
            && let Some(site) = routine.pures.get(*site as usize)
        {
            to = Some(site.to);
            inputs.extend(site.receiver.map(|receiver| self.operand(state, receiver)));
            let args = routine.operands_of(site.args).iter();
            inputs.extend(args.map(|arg| self.operand(state, *arg)));
        }
        let is_body = matches!(instruction, Some(Instruction::Body));
        if is_body {
            to = routine.result;
            let own = routine.inputs.iter();
            inputs.extend(own.filter_map(|slot| state.get(*slot).cloned()));
        }
        self.bound(entered, to, inputs, is_body, lines)
    }

    /// A frame with these values of its parameters.
    fn bound(
        &mut self,
        entered: RoutineId,
        to: Option<Slot>,
        inputs: Vec<Expr>,
        is_body: bool,
        lines: &mut Vec<Line>,
    ) -> Call {
        let mut call = Writer::new_call(entered, to);
        let Some(routine) = self.routine(entered) else {
            return call;
        };
        let vars = self.subject.program.vars(routine.member);
        let member = self.subject.program.title(routine.member).1;
        for (slot, value) in routine.inputs.iter().zip(inputs) {
            let is_plain = is_body || self.versions.is_atom(&value);
            let var = vars.all.get(*slot as usize).filter(|_| !is_plain);
            let value = match var {
                Some(var) => self.named(&format!("{member}.{}", var.name), value, false, lines),
                None => value,
            };
            call.slots.insert(*slot, value);
        }
        call
    }

    /// A call whose value is known from an earlier one.
    pub(super) fn remembered(
        &mut self,
        state: &mut State,
        routine: &Routine,
        at: u32,
        lines: &mut Vec<Line>,
    ) {
        let Some(Instruction::Pure(site)) = routine.code.get(at as usize) else {
            return;
        };
        let Some(site) = routine.pures.get(*site as usize) else {
            return;
        };
        let receiver = site.receiver.map(|receiver| self.operand(state, receiver));
        let args = routine.operands_of(site.args).iter();
        let args = args.map(|arg| self.operand(state, *arg)).collect();
        let program = self.subject.program;
        let span = program.member_span(MemberId::Pure(site.callee));
        let call = PureCall {
            receiver,
            callee: site.callee,
            of: site.of,
            is_code: site.is_code,
            args,
            span,
        };
        let ty = program.pure_method(site.callee).ty.clone();
        let value = self.versions.expr(ExprKind::Pure(Box::new(call)), ty);
        self.assign(state, site.to, value, lines);
    }
}

/// The elements of an array, or of a sequence.
fn element_of(ty: &Type) -> Type {
    if let Type::Array(elem) | Type::Seq(elem) = ty {
        return (**elem).clone();
    }
    ty.clone()
}

/// Whether a conversion is one that a program writes: to a type with fewer values.
fn is_narrower(width: Width, from: &Type) -> bool {
    from.width()
        .is_some_and(|from| width.least() > from.least())
}
