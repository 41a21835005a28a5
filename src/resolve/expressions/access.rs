//! Resolution of names and fields to variables, locations and constants.

use super::constant::ConstantValue;
use super::evaluation_order::Lowered;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, Expr, ExprKind, Type};
use crate::library::DescribedKind;
use crate::resolve::declarations::names;
use crate::resolve::declarations::nested::Denoted;
use crate::resolve::declarations::static_imports::Imported;
use crate::resolve::declarations::table::Slot;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;

impl Member<'_, '_> {
    /// A name used as a value: a variable, or a field of the enclosing class.
    pub(in crate::resolve) fn name(&mut self, name: &str, span: Span) -> Option<Lowered> {
        let hidden = |v: &crate::ir::VarId| {
            self.is_real_java() && (self.scope.var(*v).is_ghost || name == ast::COUNT)
        };
        if let Some(variable) = self.scope.lookup(name).filter(|v| !hidden(v)) {
            let ty = self.scope.ty(variable)?;
            return Some(Lowered::new(ExprKind::Var(variable), ty, span));
        }
        if let Some(variable) = self.set_by_block(name) {
            return Some(Lowered::of(self.read(variable, span)));
        }
        if let Some((declaring, slot)) = self.slot_around(name) {
            self.means_around(declaring, name, span)?;
            return match slot {
                Slot::Field(_) => {
                    let this = self.this(span, format_args!("the field `{name}`"))?;
                    self.slot_of(
                        Lowered {
                            hoisted: Vec::new(),
                            expr: this,
                        },
                        slot,
                        span,
                    )
                }
                Slot::Static(_) | Slot::Constant(_) | Slot::Unique(_) => {
                    self.static_slot(slot, span)
                }
            };
        }
        if self.is_of_object_around(name) {
            return self.unsupported(span, "a field of the object around is");
        }
        if let Some(slot) = self.imported_slot(name, span)? {
            return self.static_slot(slot, span);
        }
        match name {
            "result" if self.knows_contracts() => self.result(span),
            "write" if self.knows_contracts() => Some(Lowered::write(span)),
            _ => self.unknown_name(name, span),
        }
    }

    /// Whether this is an annotation of a `.java` file, where contracts' words are names where
    /// such a name is declared.
    fn knows_contracts(&self) -> bool {
        self.table().rules.is_compiled && !self.is_real_java()
    }

    /// Whether the name denotes a real field, a constant or a class when it is not a variable.
    pub(in crate::resolve) fn hides_real(&self, name: &str) -> bool {
        let field = match self.own_slot(name) {
            Some(Slot::Field(id) | Slot::Static(id)) => !self.table().field(id).is_ghost,
            Some(Slot::Constant(_) | Slot::Unique(_)) => true,
            None => false,
        };
        field || self.table().is_class_name(name)
    }

    /// Whether this is code that the Java compiler reads. Ghost declarations are invisible there.
    pub(in crate::resolve) fn is_real_java(&self) -> bool {
        let code = matches!(
            self.context.place,
            Place::Code | Place::PureBody | Place::Constant
        );
        let annotated = self.in_annotation || self.context.ghost || self.context.quiet;
        self.table().rules.is_compiled && code && !annotated
    }

    /// What a simple name denotes as a member of the class here, or of the nearest around it: static, as there is
    /// no object of those.
    fn own_slot(&self, name: &str) -> Option<Slot> {
        self.slot_around(name).map(|(_, slot)| slot)
    }

    /// The same, with the class in which the name denotes it.
    fn slot_around(&self, name: &str) -> Option<(ClassId, Slot)> {
        let own = self.class?;
        let mut all = std::iter::once(own).chain(self.table().around(own));
        let (class, slot) = all.find_map(|class| Some((class, self.slot_in(class, name)?)))?;
        match slot {
            Slot::Field(_) if class != own => None,
            Slot::Field(_) | Slot::Static(_) | Slot::Constant(_) | Slot::Unique(_) => {
                Some((class, slot))
            }
        }
    }

    /// Refuses a simple name that is taken for that of a class around if a class nearer might inherit a member of
    /// this name that is not known here.
    pub(in crate::resolve) fn means_around(
        &self,
        declaring: ClassId,
        name: &str,
        span: Span,
    ) -> Option<()> {
        let Some(above) = self.might_be_inherited(name, Some(declaring)) else {
            return Some(());
        };
        let what = format!(
            "`{name}` of a class around, where one of that name might be inherited from `{above}`, is"
        );
        self.unsupported(span, &what)
    }

    /// The class of a library from which one here might inherit a member of this name that is not known; only those that
    /// are nearer than `until` count.
    fn might_be_inherited(&self, name: &str, until: Option<ClassId>) -> Option<String> {
        let table = self.table();
        let own = self.class.into_iter();
        let nearer = own.flat_map(|own| std::iter::once(own).chain(table.around(own)));
        let mut nearer = nearer.take_while(|nearer| Some(*nearer) != until);
        nearer.find_map(|nearer| table.might_inherit(nearer, name))
    }

    /// The static field or constant that a simple name denotes by an import of it; the outer `None` (reported) where
    /// that is not clear.
    fn imported_slot(&self, name: &str, span: Span) -> Option<Option<Slot>> {
        let Some(class) = self.imported_member(name, span)? else {
            return Some(None);
        };
        let slot = self.slot_in(class, name);
        Some(slot.filter(|slot| !matches!(slot, Slot::Field(_))))
    }

    /// The class of whose members a simple name, which no class here declares, denotes one by an import of it; the outer
    /// `None` (reported) where that is not clear.
    pub(in crate::resolve) fn imported_member(
        &self,
        name: &str,
        span: Span,
    ) -> Option<Option<ClassId>> {
        let table = self.table();
        let what = match table.statically_imported(name, span) {
            Imported::Nothing => return Some(None),
            Imported::Of(class) => match self.might_be_inherited(name, None) {
                None => return Some(Some(class)),
                Some(above) => format!(
                    "`{name}` of a static import, where one of that name might be inherited from `{above}`, is"
                ),
            },
            // The import has an error, of which this one follows.
            Imported::Unknown => {
                let message = format!("there is no `{name}` here");
                return self.refuse(Diagnostic::error(Code::UnknownName, span, message));
            }
            Imported::Unclear => format!("`{name}`, which several static imports might give, is"),
        };
        self.unsupported(span, &what)
    }

    /// Whether a simple name denotes a field of the object around that of an inner class.
    fn is_of_object_around(&self, name: &str) -> bool {
        let classes = self
            .class
            .into_iter()
            .flat_map(|class| self.table().around(class));
        let slot = classes
            .map(|class| self.slot_in(class, name))
            .find(Option::is_some);
        matches!(slot.flatten(), Some(Slot::Field(_)))
    }

    /// The field or constant that a name denotes in a class, as visible from this context.
    fn slot_in(&self, class: ClassId, name: &str) -> Option<Slot> {
        self.table().slot(class, name, self.is_real_java())
    }

    fn unknown_name<T>(&self, name: &str, span: Span) -> Option<T> {
        let denoted = self.table().denoted(name, span);
        if let Denoted::Several(classes) = denoted {
            return self.refuse(self.table().ambiguous(name, span, &classes));
        }
        if denoted == Denoted::Nothing
            && let Some(error) = self.table().undeclared(name, span)
        {
            return self.refuse(error);
        }
        if denoted == Denoted::Nothing
            && let Some(note) = self.table().not_imported(name, span)
        {
            let message = format!("there is no class `{name}`");
            let error = Diagnostic::error(Code::UnknownName, span, message);
            return self.refuse(error.note(note));
        }
        if denoted != Denoted::Nothing {
            let message = format!("`{name}` is a class, not a value");
            return self.misplaced(
                span,
                message,
                format!("name one of its members, as in `{name}.m()`"),
            );
        }
        let table = self.table();
        let around = self.class.into_iter().flat_map(|class| table.around(class));
        let mut classes = self.class.into_iter().chain(around);
        if classes.any(|class| table.is_incomplete(class)) {
            return None;
        }
        let error = Diagnostic::error(
            Code::UnknownName,
            span,
            format!("there is no `{name}` here"),
        );
        if name == ast::COUNT {
            let note =
                "it is the index of a `for (T x : a)` over an array, in the contracts of that loop";
            return self.refuse(error.note(note));
        }
        if let Some(ended) = self.scope.ended(name) {
            let (what, note) = if self.scope.assigned(ended) == Assigned::Bound {
                (
                    "bound here",
                    "a bound variable is visible only in the body of its quantifier or `let`",
                )
            } else {
                (
                    "declared in a block that has ended",
                    "declare the variable before that block",
                )
            };
            let span = self.scope.var(ended).span;
            return self.refuse(error.related(span, what).note(note));
        }
        let slots = self
            .class
            .into_iter()
            .flat_map(|c| self.table().class(c).slots.keys().copied());
        let classes = self.table().class_words().into_iter();
        let classes = classes.filter(|_| name.starts_with(char::is_uppercase));
        let visible = self.scope.names().chain(slots).chain(classes);
        match names::nearest(name, visible) {
            Some(near) => self.refuse(error.note(format!("did you mean `{near}`?"))),
            None if self.table().rules.has_libraries && name.starts_with(char::is_uppercase) => {
                let note = self.table().missing_library(name, span);
                let note = note.unwrap_or_else(|| "a class of a library needs a file with its contracts, in a folder that `--spec` names".to_owned());
                self.refuse(error.note(note))
            }
            None if name == "emp" => {
                self.refuse(error.note("VeriFast's `emp` is written `true`, or left out"))
            }
            None => self.refuse(error.note("declare it before it is used")),
        }
    }

    /// The class that a receiver names; `None` if it is a variable or field.
    pub(in crate::resolve) fn qualifier(&self, receiver: &ast::Expr) -> Option<ClassId> {
        if let ast::ExprKind::Field(outer, name) = &receiver.kind {
            if let Some(class) = self.class_of_package(receiver) {
                return Some(class);
            }
            let outer = crate::resolve::deep(|| self.qualifier(outer))?;
            let is_field = self.slot_in(outer, &name.text).is_some();
            let member = self.table().member_class(outer, &name.text);
            return member.class().filter(|_| !is_field);
        }
        let ast::ExprKind::Name(name) = &receiver.kind else {
            return None;
        };
        if self.scope.lookup(name).is_some() || self.own_slot(name).is_some() {
            return None;
        }
        self.table().class_named(name, receiver.span)
    }

    /// The class that a name with its package denotes, as `java.lang.Math`: a package is meant only
    /// where no variable, field or class has the first name (JLS 6.4.2).
    fn class_of_package(&self, e: &ast::Expr) -> Option<ClassId> {
        let mut names = Vec::new();
        let mut at = e;
        while let ast::ExprKind::Field(outer, name) = &at.kind {
            names.push(name.text.as_str());
            at = outer;
        }
        let ast::ExprKind::Name(first) = &at.kind else {
            return None;
        };
        if self.scope.lookup(first).is_some() || self.own_slot(first).is_some() {
            return None;
        }
        names.push(first);
        names.reverse();
        self.table().qualified_by_package(&names.join("."), e.span)
    }

    /// `receiver.field`, including `a.length` and `C.f`.
    pub(in crate::resolve) fn field(
        &mut self,
        receiver: &ast::Expr,
        field: &ast::Name,
        span: Span,
    ) -> Option<Lowered> {
        if let Some(class) = self.qualifier(receiver) {
            return self.class_field(class, field, span);
        }
        if let ast::ExprKind::Super = receiver.kind {
            let class = self.superclass(receiver.span)?;
            let Some(slot) = self.slot_in(class, &field.text) else {
                return self.unknown_field(class, field);
            };
            let this = self.this(receiver.span, "`super`")?;
            let hoisted = Vec::new();
            return self.slot_of(
                Lowered {
                    hoisted,
                    expr: this,
                },
                slot,
                span,
            );
        }
        let object = self.expr(receiver)?;
        let receiver = self.unerased_receiver(receiver, object);
        let ty = receiver.expr.ty.clone();
        if let Type::Array(_) = ty {
            return self.array_field(receiver, field, span);
        }
        if let Some(class) = ty.class() {
            // The static type decides: a cast of `this` names a field that is hidden here.
            let Some(slot) = self.slot_in(class, &field.text) else {
                return self.unknown_field(class, field);
            };
            return self.slot_of(receiver, slot, span);
        }
        let name = self.type_name(&ty);
        let message = format!("a value of type `{name}` has no field `{}`", field.text);
        let error = Diagnostic::error(Code::TypeMismatch, field.span, message);
        self.refuse(if ty.is_collection() {
            error.note("the size of a collection `s` is `|s|`")
        } else {
            self.how_to_narrow(&ty, error)
        })
    }

    fn array_field(&self, array: Lowered, field: &ast::Name, span: Span) -> Option<Lowered> {
        match field.text.as_str() {
            "length" => Some(array.map(|a| Expr {
                kind: ExprKind::Length(Box::new(a)),
                ty: self.table().real(Type::Int),
                span,
            })),
            "elems" => self.misplaced(
                span,
                "`elems` stands for permission to all elements of an array, not for a value",
                "it may stand only in `acc(a.elems)`",
            ),
            name => {
                let error = Diagnostic::error(
                    Code::UnknownName,
                    field.span,
                    format!("an array has no field `{name}`"),
                );
                self.refuse(error.note("arrays have `length`, and `elems` within `acc`"))
            }
        }
    }

    /// An instance field; the hoisted statements of the receiver run first.
    fn slot_of(&self, receiver: Lowered, slot: Slot, span: Span) -> Option<Lowered> {
        match slot {
            Slot::Field(id) => {
                let ty = self.table().field(id).ty.clone()?;
                self.warn_of_idle_old(&receiver.expr);
                Some(receiver.map(|e| Expr {
                    kind: ExprKind::Field(Box::new(e), id),
                    ty,
                    span,
                }))
            }
            Slot::Static(_) | Slot::Constant(_) | Slot::Unique(_) => {
                let (class, name) = self.slot_name(slot)?;
                let message = format!(
                    "the field `{name}` is static: it belongs to its class, not to an object"
                );
                self.misplaced(span, message, format!("write `{class}.{name}`"))
            }
        }
    }

    /// The class and the name of a slot.
    fn slot_name(&self, slot: Slot) -> Option<(&str, &str)> {
        let table = self.table();
        let (class, name) = match slot {
            Slot::Field(id) | Slot::Static(id) => (table.field(id).class, table.field(id).name),
            Slot::Constant(at) => table.constants.get(at).map(|c| (c.class, c.name))?,
            Slot::Unique(id) => {
                let unique = table.uniques.get(id.index())?;
                return Some((&table.class(unique.class).title, &unique.name));
            }
        };
        Some((&table.class(class).title, &name.text))
    }

    fn class_field(&mut self, class: ClassId, field: &ast::Name, span: Span) -> Option<Lowered> {
        let Some(slot) = self.slot_in(class, &field.text) else {
            return self.unknown_field(class, field);
        };
        if let Slot::Field(_) = slot {
            let message = format!(
                "the field `{}` is not static: it belongs to an object",
                field.text
            );
            return self.misplaced(span, message, "name the object, as in `c.x`");
        }
        self.static_slot(slot, span)
    }

    fn static_slot(&mut self, slot: Slot, span: Span) -> Option<Lowered> {
        match slot {
            Slot::Static(id) => {
                self.tells_its_beginning(self.table().field(id).class, span)?;
                let ty = self.table().field(id).ty.clone()?;
                Some(Lowered::new(ExprKind::Static(id), ty, span))
            }
            Slot::Constant(at) => {
                // Java puts numbers and texts in the place of their names.
                let info = self.table().constants.get(at)?;
                let is_object = |ty: &Type| ty.is_ref() && !self.table().is_java_text(ty);
                let is_object = info.ty.as_ref().is_some_and(is_object);
                if is_object {
                    self.tells_its_beginning(info.class, span)?;
                }
                let class = info.class;
                let ConstantValue::Known(value) = self.session.constant(at, span)? else {
                    return self.computed_at_first_use(at, span);
                };
                // `null` is no constant expression (JLS 15.29).
                if matches!(value.expr.kind, ExprKind::Null) {
                    self.tells_its_beginning(class, span)?;
                }
                Some(value)
            }
            Slot::Unique(id) => {
                let class = self.table().uniques.get(id.index())?.class;
                self.tells_its_beginning(class, span)?;
                self.stays_what_it_is(class, span)?;
                self.is_set_when_read(class, span)?;
                let ty = Type::Class(class);
                Some(Lowered::new(ExprKind::Unique(id), ty, span))
            }
            Slot::Field(_) => None,
        }
    }

    /// Refuses a constant of an `enum` below an interface that runs something when it is begun, which is before the
    /// constants are set.
    fn is_set_when_read(&self, class: ClassId, span: Span) -> Option<()> {
        let table = self.table();
        let mut above = table
            .lineage(class)
            .skip(1)
            .filter(|above| !table.class(*above).is_library);
        if above.all(|above| self.begins_alone(above, Some(class))) {
            return Some(());
        }
        let what = format!(
            "a constant of `{}`, which might be read before it is set, is",
            table.class(class).title
        );
        self.unsupported(span, &what)
    }

    /// Refuses the value of a constant of a library, but for what calls its members, where there is a class path: its
    /// code can set `System.out`.
    fn stays_what_it_is(&self, class: ClassId, span: Span) -> Option<()> {
        let table = self.table();
        if !table.class(class).is_library || !table.has_class_path || self.called == Some(span) {
            return Some(());
        }
        let what = format!(
            "the value of a constant of type `{}`, which a class of the class path might set, is",
            table.class(class).title
        );
        self.unsupported(span, &what)
    }

    fn unknown_field<T>(&self, class: ClassId, field: &ast::Name) -> Option<T> {
        let info = self.table().class(class);
        if self.table().is_incomplete(class) {
            return None;
        }
        let name = &field.text;
        if let Some(what) = (self.table().rules.word_of_class)(name) {
            return self.unsupported(field.span, what);
        }
        if self.table().is_uncontracted(class) {
            let what = format!("the member `{name}`");
            return self.refuse(self.table().uncontracted(class, &what, field.span));
        }
        if let Some(error) = self.table().undescribed(class, field) {
            return self.refuse(error);
        }
        let message = format!("the class `{}` has no field `{name}`", info.title);
        let error = Diagnostic::error(Code::UnknownName, field.span, message);
        let has_method = !self.table().callees_named(class, name).is_empty();
        if has_method {
            return self.refuse(error.note(format!("to call the method, write `{name}(…)`")));
        }
        let slots = info.slots.keys().copied();
        let known = self
            .table()
            .with_described(class, DescribedKind::Field, slots);
        match names::nearest(name, known.into_iter()) {
            Some(near) => self.refuse(error.note(format!("did you mean `{near}`?"))),
            None => self.refuse(error.note("declare it in the class")),
        }
    }
}
