//! Fields of one name in a class and a class above it: the lower one hides the upper one, which a
//! cast of the object still names.

use crate::{ClassId, Expr, FieldId, Named, Program, Vars};

impl Program {
    /// A field of an object as the program writes it: `o.f`, and `((A) o).f` where a class of the
    /// object hides the field of `A`. `class` is what is known of the object's class: if nothing
    /// is, all classes below that of the field may hide it.
    #[must_use]
    pub fn field_text(&self, object: &str, class: Option<ClassId>, field: FieldId) -> String {
        let info = self.field(field);
        match info.class {
            Some(declaring) if self.is_hidden_in(class, field) => {
                format!("(({}) {object}).{}", self.class(declaring).name, info.name)
            }
            _ => format!("{object}.{}", info.name),
        }
    }

    /// A static field as the program writes it: `C.f`.
    #[must_use]
    pub fn static_text(&self, field: FieldId) -> String {
        let info = self.field(field);
        self.name_in(info.class, &info.name)
    }

    /// A field in a list of those of an object: `f`, and `((A) this).f` where a class of the object
    /// hides it.
    #[must_use]
    pub fn field_text_within(&self, class: ClassId, field: FieldId) -> String {
        if self.is_hidden_in(Some(class), field) {
            self.field_text("this", Some(class), field)
        } else {
            self.field(field).name.clone()
        }
    }

    /// Whether the name of a field means another one for an object of a class, or of any class if
    /// it is not known.
    fn is_hidden_in(&self, class: Option<ClassId>, field: FieldId) -> bool {
        let info = self.field(field);
        let Some(declaring) = info.class else {
            return false;
        };
        if info.is_static || class == Some(declaring) {
            return false;
        }
        let class = class.filter(|class| self.hierarchy.is_below(*class, declaring));
        let mut hiding = self.shared_names.hiding(field).iter();
        hiding.any(|lower| class.is_none_or(|class| self.hierarchy.is_below(class, *lower)))
    }

    /// The class of the objects that a written expression has as its values: that of its
    /// declaration, which a cast that the IR leaves out does not change.
    #[must_use]
    pub fn written_class(&self, vars: &Vars, e: &Expr) -> Option<ClassId> {
        let declared = match e.named() {
            Some(Named::Var(var)) => &vars.get(var).ty,
            Some(Named::Field(field)) => &self.field(field).ty,
            Some(Named::Pure(_)) | None => &e.ty,
        };
        match (declared.class(), e.ty.class()) {
            (Some(declared), Some(cast)) if self.hierarchy.is_below(cast, declared) => Some(cast),
            (Some(declared), _) => Some(declared),
            (None, cast) => cast,
        }
    }
}
