//! The canonical encoding of the parts of a program: two parts have equal bytes iff
//! they are equal except for positions. Spans are encoded by their order only, so
//! whitespace and comments change nothing.
//!
//! The nodes of the tree derive their encoding, which has each part. What has another one, as the
//! declarations, is destructured by field name, without `..` and `_`: a new field does not compile
//! until it is encoded here.

use super::ranks::Ranks;
use super::{
    Assertion, BinOp, BlockId, Class, ClassId, ClassKind, CollOp, Expr, ExprKind, Field, FieldId,
    LabelId, LogicOp, MemberId, Method, MethodId, MethodKind, Overflow, Pred, PredId, Program,
    Pure, PureId, Thrown, Type, UnOp, UniqueId, VarId, Vars, Width,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use veriframe_base::floating::Format;
use veriframe_base::source::{FileId, Span};

/// A part of a program with an encoding of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProgramPart {
    /// A class: its name, and the names and types of its fields.
    Class(ClassId),
    /// A field.
    Field(FieldId),
    /// A method's header and contract, which is all that callers depend on.
    Contract(MethodId),
    /// A method's body.
    Body(MethodId),
    /// A pure method, with its body.
    Pure(PureId),
    /// A predicate.
    Pred(PredId),
}

/// The encoding of a part.
#[derive(Debug)]
pub struct Encoding<'e> {
    /// The content, including the order of the spans.
    pub bytes: &'e [u8],
    /// The parts that it refers to, each once, in order.
    pub mentions: &'e [ProgramPart],
    spans: &'e [Span],
}

impl Encoding<'_> {
    /// The positions of its spans.
    #[must_use]
    pub fn places(&self) -> Places {
        Places::new(self.spans)
    }
}

/// The start and end positions of the spans of a part. A span is identified by two
/// ordinals, which do not depend on whitespace and comments.
#[derive(Debug, Default)]
pub struct Places {
    /// Whether some span is empty. An empty span next to another one shares a position
    /// with it, and inserted whitespace would separate them.
    has_empty: bool,
    starts: Vec<(FileId, u32)>,
    ends: Vec<(FileId, u32)>,
}

impl Places {
    fn new(spans: &[Span]) -> Places {
        let sorted = |mut all: Vec<(FileId, u32)>| {
            all.sort_unstable();
            all.dedup();
            all
        };
        Places {
            has_empty: spans.iter().any(|s| s.start == s.end),
            starts: sorted(spans.iter().map(|s| (s.file, s.start)).collect()),
            ends: sorted(spans.iter().map(|s| (s.file, s.end)).collect()),
        }
    }

    /// Whether the ordinals of spans may depend on whitespace.
    #[must_use]
    pub fn depend_on_whitespace(&self) -> bool {
        self.has_empty
    }

    /// The ordinals of a span: that of its start among all starts, and that of its end
    /// among all ends. `None` if no span of the part starts or ends there.
    #[must_use]
    pub fn numbers(&self, span: Span) -> Option<(u32, u32)> {
        let find = |all: &[(FileId, u32)], at| all.binary_search(&(span.file, at)).ok();
        let start = find(&self.starts, span.start)?;
        let end = find(&self.ends, span.end)?;
        Some((u32::try_from(start).ok()?, u32::try_from(end).ok()?))
    }

    /// The span with these ordinals; `None` if there is none.
    #[must_use]
    pub fn span(&self, start: u32, end: u32) -> Option<Span> {
        let get = |all: &[(FileId, u32)], at: u32| all.get(usize::try_from(at).ok()?).copied();
        let (file, start) = get(&self.starts, start)?;
        let (end_file, end) = get(&self.ends, end)?;
        (file == end_file && start <= end).then_some(Span { file, start, end })
    }

    /// The start positions, ascending, as empty spans.
    pub fn starts(&self) -> impl Iterator<Item = Span> + '_ {
        self.starts.iter().map(|&(file, start)| Span {
            file,
            start,
            end: start,
        })
    }

    /// The span from the first start to the last end; `None` if there is none or they
    /// are in different files.
    #[must_use]
    pub fn extent(&self) -> Option<Span> {
        let (file, start) = *self.starts.first()?;
        let (end_file, end) = *self.ends.last()?;
        let one = self.starts.last().is_some_and(|last| last.0 == file)
            && self.ends.first().is_some_and(|first| first.0 == file);
        (one && end_file == file).then_some(Span { file, start, end })
    }
}

/// Encodes the parts of a program one after another, in buffers that they share.
#[derive(Debug)]
pub struct Encoder<'p> {
    program: &'p Program,
    bytes: Vec<u8>,
    /// In order of occurrence, some several times.
    mentions: Vec<ProgramPart>,
    spans: Vec<Span>,
    /// In order of occurrence, some several times.
    vars: Vec<VarId>,
    ranks: Ranks,
    /// Whether declarations are encoded by their names, not by their numbers.
    by_name: bool,
    /// Whether what a check has besides the text is left out.
    of_text: bool,
    /// In a requirement: `this`, of whatever class. A predicate or pure method stands for its family.
    asked_of: Option<VarId>,
}

impl<'p> Encoder<'p> {
    /// An encoder for parts of this program.
    #[must_use]
    pub fn new(program: &'p Program) -> Encoder<'p> {
        Encoder {
            program,
            bytes: Vec::new(),
            mentions: Vec::new(),
            spans: Vec::new(),
            vars: Vec::new(),
            ranks: Ranks::default(),
            by_name: false,
            of_text: false,
            asked_of: None,
        }
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.mentions.clear();
        self.spans.clear();
        self.vars.clear();
    }

    /// Encodes a part.
    pub fn part(&mut self, part: ProgramPart) -> Encoding<'_> {
        self.clear();
        let program = self.program;
        match part {
            ProgramPart::Class(c) => self.class(program.class(c)),
            ProgramPart::Field(f) => self.field(program.field(f)),
            ProgramPart::Contract(m) => {
                self.contract(program.method(m));
                self.names(MemberId::Method(m));
            }
            ProgramPart::Body(m) => self.body(m),
            ProgramPart::Pure(p) => {
                self.pure_method(program.pure_method(p));
                self.family(MemberId::Pure(p));
                self.names(MemberId::Pure(p));
            }
            ProgramPart::Pred(q) => {
                self.predicate(program.pred(q));
                self.family(MemberId::Pred(q));
                self.names(MemberId::Pred(q));
            }
        }
        self.order_of_spans();
        self.mentions.sort_unstable();
        self.mentions.dedup();
        Encoding {
            bytes: &self.bytes,
            mentions: &self.mentions,
            spans: &self.spans,
        }
    }

    /// The parts to which the text of a part refers, each once, in order: not what a check has besides, the classes above
    /// a class, the contracts that a body refines, and the static fields with which a main routine begins.
    pub fn mentioned_in_text(mut self, part: ProgramPart) -> Vec<ProgramPart> {
        self.of_text = true;
        self.part(part).mentions.to_vec()
    }

    /// What a method or a pure method asks of those that override it: equal bytes ask the same of the
    /// objects of one class.
    pub fn requirement(&mut self, member: MemberId) -> &[u8] {
        self.clear();
        let program = self.program;
        self.asked_of = program.vars(member).this;
        match member {
            MemberId::Method(m) => {
                let method = program.method(m);
                (method.kind, method.view, method.inherited).encode(self);
                (&method.requires, &method.ensures, &method.decreases).encode(self);
                (&method.vars.params, &method.vars.result).encode(self);
                method.vars.exception.encode(self);
                self.mentioned(&method.vars);
            }
            MemberId::Pure(p) => {
                let method = program.pure_method(p);
                (&method.ty, method.is_ghost, method.view, method.inherited).encode(self);
                (&method.requires, &method.ensures, &method.decreases).encode(self);
                (&method.vars.params, &method.vars.result).encode(self);
                self.mentioned(&method.vars);
            }
            MemberId::Pred(q) => q.encode(self),
        }
        self.asked_of = None;
        &self.bytes
    }

    /// The code of a method, without positions. Declarations are named: what has equal bytes in two
    /// programs is the same code, of declarations with the same names and signatures.
    pub fn code(mut self, method: &Method) -> Vec<u8> {
        self.by_name = true;
        method.body.encode(&mut self);
        self.mentioned(&method.vars);
        self.bytes
    }

    /// A clause of a contract, without positions.
    pub fn clause(mut self, a: Option<&Assertion>, exprs: &[Expr]) -> Vec<u8> {
        a.encode(&mut self);
        exprs.iter().for_each(|e| e.encode(&mut self));
        self.bytes
    }
}

/// A variable-length encoding: most numbers are small, and the bytes are hashed.
fn number(bytes: &mut Vec<u8>, n: u64) {
    match u8::try_from(n) {
        Ok(byte) if byte < u8::MAX => bytes.push(byte),
        _ => {
            bytes.push(u8::MAX);
            bytes.extend_from_slice(&n.to_le_bytes());
        }
    }
}

/// Values with an encoding.
pub(crate) trait Encode {
    /// Writes the encoding.
    fn encode(&self, out: &mut Encoder<'_>);
}

impl Encoder<'_> {
    /// Encodes the order of the starts of spans, and that of their ends.
    fn order_of_spans(&mut self) {
        let Encoder {
            spans,
            ranks,
            bytes,
            ..
        } = self;
        for &start in ranks.compute(spans.iter().map(|span| (span.file, span.start))) {
            number(bytes, u64::from(start));
        }
        for &end in ranks.compute(spans.iter().map(|span| (span.file, span.end))) {
            number(bytes, u64::from(end));
        }
    }

    /// The name of a declaration, which tells it apart.
    fn declared(&mut self, part: ProgramPart) {
        let program = self.program;
        match part {
            ProgramPart::Class(c) => program.class(c).qualified.encode(self),
            ProgramPart::Field(f) => (program.field(f).class, &program.field(f).name).encode(self),
            ProgramPart::Contract(m) | ProgramPart::Body(m) => m.encode(self),
            ProgramPart::Pure(p) => self.signature(MemberId::Pure(p)),
            ProgramPart::Pred(q) => self.signature(MemberId::Pred(q)),
        }
    }

    fn id(&mut self, part: ProgramPart, number: u32) {
        let hierarchy = &self.program.hierarchy;
        let number = match part {
            ProgramPart::Pure(p) if self.asked_of.is_some() => hierarchy.pures().family(p).0,
            ProgramPart::Pred(q) if self.asked_of.is_some() => hierarchy.preds().family(q).0,
            _ => number,
        };
        number.encode(self);
    }

    fn signature(&mut self, member: MemberId) {
        let program = self.program;
        program.group_name(member).encode(self);
        let types: Vec<&Type> = program.vars(member).param_types().collect();
        types.len().encode(self);
        types.into_iter().for_each(|ty| ty.encode(self));
    }

    fn number(&mut self, n: u64) {
        number(&mut self.bytes, n);
    }

    /// Writes which variant of an enum follows.
    pub(crate) fn variant(&mut self, number: u8) {
        self.bytes.push(number);
    }

    fn raw(&mut self, bytes: &[u8]) {
        bytes.len().encode(self);
        self.bytes.extend_from_slice(bytes);
    }

    /// Encodes the names and types of a class's fields only, so that mentioning a class
    /// does not make a member depend on the classes of its fields.
    fn class(&mut self, class: &Class) {
        let Class {
            name,
            qualified,
            span,
            fields,
            preds,
            kind,
            supers,
            constants,
            runs_when_begun,
        } = class;
        (name, qualified, span).encode(self);
        if !self.of_text {
            supers.encode(self);
        }
        (kind, constants).encode(self);
        runs_when_begun.encode(self);
        (fields.len(), preds.len()).encode(self);
        for &id in fields {
            let field = self.program.field(id);
            id.0.encode(self);
            (&field.name, field.is_static, field.is_ghost).encode(self);
            self.raw(format!("{:?}", field.ty).as_bytes());
        }
        for &id in preds {
            id.0.encode(self);
            self.program.pred(id).name.encode(self);
        }
    }

    fn field(&mut self, field: &Field) {
        let Field {
            class,
            name,
            span,
            ty,
            is_static,
            is_ghost,
            init,
            is_late,
        } = field;
        (class, name, span).encode(self);
        (ty, is_static, is_ghost, init, is_late).encode(self);
    }

    /// Encodes only the variables that the contract mentions, because the table
    /// contains those of the body, too.
    fn contract(&mut self, method: &Method) {
        let Method {
            class,
            name,
            name_span,
            kind,
            vars,
            requires,
            ensures,
            decreases,
            body: _,
            end: _,
            implicit,
            is_abstract,
            has_contract: _,
            view,
            inherited,
            overridden_params: _,
            handles: _,
            refines: _,
        } = method;
        (class, name, name_span).encode(self);
        (is_abstract, view, inherited).encode(self);
        (kind, implicit, requires, ensures, decreases).encode(self);
        let Vars {
            all: _,
            this,
            params,
            result,
            exception,
            labels: _,
        } = vars;
        (this, params, result).encode(self);
        exception.encode(self);
        self.mentioned(vars);
    }

    /// Encodes the variables that were mentioned.
    fn mentioned(&mut self, vars: &Vars) {
        let mut mentioned = std::mem::take(&mut self.vars);
        mentioned.sort_unstable();
        mentioned.dedup();
        let this = self.asked_of;
        for &var in mentioned.iter().filter(|var| this != Some(**var)) {
            var.0.encode(self);
            vars.get(var).encode(self);
        }
        self.vars = mentioned;
    }

    fn body(&mut self, id: MethodId) {
        let program = self.program;
        let method = program.method(id);
        let Method {
            class,
            name: _,
            name_span,
            kind,
            vars,
            requires: _,
            ensures: _,
            decreases: _,
            body,
            end,
            implicit: _,
            is_abstract: _,
            has_contract: _,
            view: _,
            inherited: _,
            overridden_params: _,
            handles: _,
            refines,
        } = method;
        self.mentions.push(ProgramPart::Contract(id));
        (kind, name_span, vars, body, end).encode(self);
        if !self.of_text {
            refines.encode(self);
        }
        match (kind, class) {
            // Their initial state has permission to all their fields.
            (MethodKind::Constructor, Some(class)) => program.class(*class).fields.encode(self),
            (MethodKind::Main, _) if self.of_text => {}
            (MethodKind::Main, _) => {
                program.refused.statics.is_some().encode(self);
                let all = (0u32..).map(FieldId).zip(&program.fields);
                let statics = all.filter(|(_, field)| field.is_static);
                statics.for_each(|(id, _)| id.encode(self));
            }
            (MethodKind::Initialiser, Some(class)) => {
                program
                    .static_fields_of(*class)
                    .for_each(|id| id.encode(self));
            }
            (
                MethodKind::Mutator
                | MethodKind::Lemma
                | MethodKind::Constructor
                | MethodKind::Initialiser,
                _,
            ) => {}
        }
    }

    fn pure_method(&mut self, method: &Pure) {
        let Pure {
            class,
            name,
            name_span,
            vars,
            ty,
            is_ghost,
            requires,
            ensures,
            decreases,
            body,
            view,
            inherited,
            own_requires,
            refines,
        } = method;
        (view, inherited, own_requires).encode(self);
        (class, name, name_span, vars, ty).encode(self);
        (is_ghost, requires, ensures, decreases, body).encode(self);
        refines.encode(self);
    }

    /// Encodes the members that may replace this one by dynamic dispatch: all of them in the
    /// encoding of the family's representative, which those of the others refer to.
    fn family(&mut self, member: MemberId) {
        match self.program.dispatched(member) {
            None => self.member(member),
            Some(first) if first != member => self.member(first),
            Some(_) => {
                for other in self.program.family(member) {
                    self.member(other);
                }
            }
        }
    }

    fn member(&mut self, member: MemberId) {
        match member {
            MemberId::Pure(p) => p.encode(self),
            MemberId::Pred(q) => q.encode(self),
            MemberId::Method(_) => {}
        }
    }

    /// Encodes the display name of a member, which depends on other members of the same
    /// name.
    fn names(&mut self, member: MemberId) {
        let overloaded = match member {
            MemberId::Method(_) => false,
            MemberId::Pure(_) | MemberId::Pred(_) => self.program.is_overloaded(member),
        };
        (self.program.member_name(member), overloaded).encode(self);
    }

    fn predicate(&mut self, pred: &Pred) {
        let Pred {
            class,
            name,
            name_span,
            vars,
            body,
        } = pred;
        (class, name, name_span, vars, body).encode(self);
    }
}

/// Variants without parts are encoded by their number.
macro_rules! encode_plain {
    ($($name:ident)*) => {$(
        impl Encode for $name {
            fn encode(&self, out: &mut Encoder<'_>) {
                out.bytes.push(*self as u8);
            }
        }
    )*};
}

encode_plain! { BinOp ClassKind CollOp Format LogicOp MethodKind Overflow Thrown UnOp Width }

/// Ids are encoded as numbers, and so by their order, with the declaration as a reference.
macro_rules! encode_ids {
    ($($id:ident)*) => {$(
        impl Encode for $id {
            fn encode(&self, out: &mut Encoder<'_>) {
                let part = encode_ids!(@part $id)(*self);
                if out.by_name {
                    out.declared(part);
                } else {
                    out.id(part, self.0);
                }
                out.mentions.push(part);
            }
        }
    )*};
    (@part ClassId) => { ProgramPart::Class };
    (@part FieldId) => { ProgramPart::Field };
    (@part PureId) => { ProgramPart::Pure };
    (@part PredId) => { ProgramPart::Pred };
}

encode_ids! { ClassId FieldId PureId PredId }

impl Encode for MethodId {
    /// Encodes a method by its signature instead of its number: no result depends on
    /// the order of methods, and inserting one must not invalidate those after it.
    fn encode(&self, out: &mut Encoder<'_>) {
        let method = out.program.method(*self);
        method.class.encode(out);
        method.name.encode(out);
        // Overloads differ by the types of their parameters.
        method.vars.params.len().encode(out);
        for ty in method.vars.param_types() {
            ty.encode(out);
        }
        out.mentions.push(ProgramPart::Contract(*self));
    }
}

impl Encode for UniqueId {
    fn encode(&self, out: &mut Encoder<'_>) {
        if !out.by_name {
            self.0.encode(out);
        }
        if let Some(unique) = out.program.uniques.get(self.index()) {
            unique.name.encode(out);
            out.mentions.push(ProgramPart::Class(unique.class));
        }
    }
}

impl Encode for Expr {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.kind.encode(out);
        let is_this = matches!(self.kind, ExprKind::Var(var) if out.asked_of == Some(var));
        if !is_this {
            self.ty.encode(out);
        }
        self.span.encode(out);
    }
}

impl Encode for VarId {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.0.encode(out);
        out.vars.push(*self);
    }
}

impl Encode for BlockId {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.0.encode(out);
    }
}

impl Encode for LabelId {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.0.encode(out);
    }
}

impl Encode for Span {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.spans.push(*self);
    }
}

impl Encode for u32 {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.number(u64::from(*self));
    }
}

impl Encode for usize {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.number(*self as u64);
    }
}

impl Encode for bool {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.bytes.push(u8::from(*self));
    }
}

impl Encode for String {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.raw(self.as_bytes());
    }
}

impl Encode for BigInt {
    fn encode(&self, out: &mut Encoder<'_>) {
        out.raw(&self.to_signed_bytes_le());
    }
}

impl Encode for BigRational {
    fn encode(&self, out: &mut Encoder<'_>) {
        (self.numer(), self.denom()).encode(out);
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, out: &mut Encoder<'_>) {
        (**self).encode(out);
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode(&self, out: &mut Encoder<'_>) {
        (**self).encode(out);
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.is_some().encode(out);
        if let Some(value) = self {
            value.encode(out);
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, out: &mut Encoder<'_>) {
        self.len().encode(out);
        for value in self {
            value.encode(out);
        }
    }
}

macro_rules! encode_tuples {
    ($($($name:ident)+;)*) => {$(
        impl<$($name: Encode),+> Encode for ($($name,)+) {
            #[allow(non_snake_case)]
            fn encode(&self, out: &mut Encoder<'_>) {
                let ($($name,)+) = self;
                $($name.encode(out);)+
            }
        }
    )*};
}

encode_tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
}
