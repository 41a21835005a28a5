//! Forms of programs (operators, expressions, statements, types): no `match` says by a default arm
//! what becomes of those that it does not name, so that the compiler names each place that a new form
//! concerns.

use super::calls::File;
use super::{SOURCES, nothing, sources};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// The types whose variants are forms.
const FORMS: [&str; 5] = ["BinOp", "ExprKind", "StmtKind", "Type", "TypeKind"];

/// Where they are declared, of the tree and of the core language.
const DECLARED: [&str; 7] = [
    "crates/ir/src/expr.rs",
    "crates/ir/src/operators.rs",
    "crates/ir/src/stmt.rs",
    "crates/ir/src/types.rs",
    "src/syntax/tree/ast.rs",
    "src/syntax/tree/operators.rs",
    "src/syntax/tree/statements.rs",
];

/// The files in which a `match` may have a default arm, and why it is right for each new form.
const WITH_DEFAULT: [(&str, &str); 8] = [
    (
        "src/resolve/expressions/bits.rs",
        "only operators on bits come here, and those that arithmetic cannot express are refused",
    ),
    (
        "src/resolve/expressions/constant.rs",
        "Java lists what a constant expression is made of; whatever else there is, is none",
    ),
    (
        "src/resolve/expressions/first_use.rs",
        "what computes a value that is taken is listed; whatever else there is, is refused before",
    ),
    (
        "src/resolve/expressions/fold.rs",
        "what is folded is listed; nobody knows the value of whatever else there is",
    ),
    (
        "src/resolve/expressions/type_arguments.rs",
        "an expression of which no type arguments are written keeps its erased type",
    ),
    (
        "src/resolve/expressions/value.rs",
        "what is no assertion is lowered by `simple`, which lists all expressions",
    ),
    (
        "src/syntax/printing/expressions.rs",
        "what binds strongest is printed by `postfix`, which lists all expressions",
    ),
    (
        "src/syntax/printing/program.rs",
        "statements without statements are printed by `simple_stmt`, which lists all",
    ),
];

/// The variants of each form.
#[derive(Default)]
struct Forms(BTreeMap<String, BTreeSet<String>>);

impl Forms {
    fn of(files: &[File]) -> Forms {
        let mut forms = Forms::default();
        for (name, text) in files {
            let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            for item in tree.items {
                let syn::Item::Enum(declared) = item else {
                    continue;
                };
                let form = declared.ident.to_string();
                if FORMS.contains(&form.as_str()) {
                    let variants = declared.variants.iter().map(|v| v.ident.to_string());
                    forms.0.entry(form).or_default().extend(variants);
                }
            }
        }
        forms
    }

    /// The functions of a file in which a default arm stands beside a form: their names, and the form's.
    fn defaults(&self, (name, text): &File) -> Vec<String> {
        let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut imports = Imports {
            forms: self,
            names: FORMS
                .iter()
                .map(|form| ((*form).to_owned(), *form))
                .collect(),
            variants: BTreeMap::new(),
        };
        imports.visit_file(&tree);
        let mut reader = Reader {
            imports,
            function: String::new(),
            of: None,
            found: Vec::new(),
        };
        reader.visit_file(&tree);
        reader.found
    }
}

/// The names that a file gives to forms, and the variants that it imports.
struct Imports<'f> {
    forms: &'f Forms,
    names: BTreeMap<String, &'static str>,
    variants: BTreeMap<String, &'static str>,
}

impl Imports<'_> {
    /// Notes the variants of a form that an import names.
    fn import(&mut self, form: &'static str, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Name(variant) => {
                self.variants.insert(variant.ident.to_string(), form);
            }
            syn::UseTree::Rename(variant) => {
                self.variants.insert(variant.rename.to_string(), form);
            }
            syn::UseTree::Glob(_) => {
                let all = self.forms.0.get(form).into_iter().flatten();
                self.variants
                    .extend(all.map(|variant| (variant.clone(), form)));
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(form, tree));
            }
            syn::UseTree::Path(_) => {}
        }
    }
}

/// The form of a name.
fn form(name: &syn::Ident) -> Option<&'static str> {
    FORMS.into_iter().find(|form| name == form)
}

impl<'t> Visit<'t> for Imports<'_> {
    fn visit_use_path(&mut self, path: &'t syn::UsePath) {
        if let Some(form) = form(&path.ident) {
            self.import(form, &path.tree);
        }
        visit::visit_use_path(self, path);
    }

    fn visit_use_rename(&mut self, renamed: &'t syn::UseRename) {
        if let Some(form) = form(&renamed.ident) {
            self.names.insert(renamed.rename.to_string(), form);
        }
    }
}

struct Reader<'f> {
    imports: Imports<'f>,
    function: String,
    /// The form whose methods are read.
    of: Option<&'static str>,
    found: Vec<String>,
}

impl Reader<'_> {
    /// The form of which a path names a variant.
    fn named(&self, path: &syn::Path) -> Option<&'static str> {
        let mut segments = path.segments.iter().rev().map(|s| s.ident.to_string());
        let variant = segments.next()?;
        match segments.next() {
            Some(owner) if owner == "Self" => self.of,
            Some(owner) => self.imports.names.get(&owner).copied(),
            None => self.imports.variants.get(&variant).copied(),
        }
    }

    /// The form of which a pattern names a variant, not in a part.
    fn form_of(&self, pattern: &syn::Pat) -> Option<&'static str> {
        match pattern {
            syn::Pat::Path(path) => self.named(&path.path),
            syn::Pat::TupleStruct(variant) => self.named(&variant.path),
            syn::Pat::Struct(variant) => self.named(&variant.path),
            syn::Pat::Or(all) => all.cases.iter().find_map(|pattern| self.form_of(pattern)),
            syn::Pat::Reference(inner) => self.form_of(&inner.pat),
            syn::Pat::Paren(inner) => self.form_of(&inner.pat),
            syn::Pat::Guard(guarded) => self.form_of(&guarded.pat),
            syn::Pat::Ident(named) => match &named.subpat {
                Some((_, inner)) => self.form_of(inner),
                // A variant that was imported looks like a binding.
                None => (self.imports.variants)
                    .get(&named.ident.to_string())
                    .copied(),
            },
            _ => None,
        }
    }

    /// Whether a pattern matches whatever it is. With a guard it does not.
    fn is_default(&self, pattern: &syn::Pat) -> bool {
        match pattern {
            syn::Pat::Wild(_) => true,
            syn::Pat::Ident(named) => match &named.subpat {
                Some((_, inner)) => self.is_default(inner),
                None => self.form_of(pattern).is_none(),
            },
            syn::Pat::Or(all) => all.cases.iter().any(|pattern| self.is_default(pattern)),
            syn::Pat::Reference(inner) => self.is_default(&inner.pat),
            syn::Pat::Paren(inner) => self.is_default(&inner.pat),
            _ => false,
        }
    }

    fn within(&mut self, function: &syn::Ident, read: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, function.to_string());
        read(self);
        self.function = outer;
    }
}

impl<'t> Visit<'t> for Reader<'_> {
    fn visit_item_fn(&mut self, function: &'t syn::ItemFn) {
        self.within(&function.sig.ident, |s| visit::visit_item_fn(s, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'t syn::ImplItemFn) {
        self.within(&function.sig.ident, |s| {
            visit::visit_impl_item_fn(s, function)
        });
    }

    fn visit_item_impl(&mut self, methods: &'t syn::ItemImpl) {
        let named = match &*methods.self_ty {
            syn::Type::Path(ty) => ty.path.segments.last(),
            _ => None,
        };
        self.of = named.and_then(|name| form(&name.ident));
        visit::visit_item_impl(self, methods);
        self.of = None;
    }

    fn visit_expr_match(&mut self, choice: &'t syn::ExprMatch) {
        let arms = || choice.arms.iter();
        let form = arms().find_map(|arm| self.form_of(&arm.pat));
        if let Some(form) = form
            && arms().any(|arm| self.is_default(&arm.pat))
        {
            self.found.push(format!("`{}`, on `{form}`", self.function));
        }
        visit::visit_expr_match(self, choice);
    }
}

/// A projection of one form is `if let`, `let … else` or a method of the type; whatever speaks of
/// several forms lists all, or asks a method of the type that does.
#[test]
fn no_match_on_forms_has_a_default() {
    let mut all = sources(&SOURCES);
    // Tests fail where a form is missing.
    all.retain(|(name, _)| !name.contains("/tests/") && !name.ends_with("/tests.rs"));
    let mut declared = all.clone();
    declared.retain(|(name, _)| DECLARED.contains(&name.as_str()));
    let forms = Forms::of(&declared);
    let names: Vec<&str> = forms.0.keys().map(String::as_str).collect();
    assert_eq!(names, FORMS);
    let mut wrong = Vec::new();
    for file in &all {
        let defaults = forms.defaults(file);
        let listed = WITH_DEFAULT.iter().any(|(name, _)| *name == file.0);
        if listed && defaults.is_empty() {
            wrong.push(format!(
                "{} is listed, but has no default arm any more",
                file.0
            ));
        }
        if !listed {
            wrong.extend(defaults.iter().map(|place| format!("{}: {place}", file.0)));
        }
    }
    nothing(&wrong);
}

#[test]
fn the_finder_of_default_arms_finds_them() {
    let declared = "enum ExprKind { Null, Var(VarId) } enum Type { Int, Class(ClassId) }";
    let forms = Forms::of(&[("made_up.rs".to_owned(), declared.to_owned())]);
    let count = |text: &str| {
        let file = ("made_up.rs".to_owned(), text.to_owned());
        forms.defaults(&file).len()
    };
    let complete = [
        "fn f(e: &Expr) { match &e.kind { ExprKind::Null => 1, ExprKind::Var(_) => 2 } }",
        "fn f(t: &Type) { match t { t if t.is_int() => 0, Type::Int => 1, Type::Class(_) => 2 } }",
        "fn f(t: &Type) { if let Type::Class(c) = t { g(c) } matches!(t, Type::Int) }",
        "fn f(t: Option<&Type>) { match t { Some(Type::Int) => 1, _ => 2 } }",
        "fn f(t: Other) { match t { Other::Int => 1, _ => 2 } }",
        "fn f(t: Type) { use Type::*; match t { Int => 1, Class(_) => 2 } }",
    ];
    for text in complete {
        assert_eq!(count(text), 0, "{text}");
    }
    let defaulted = [
        "fn f(e: &Expr) { match &e.kind { ExprKind::Null => 1, _ => 2 } }",
        "fn f(e: &Expr) { match e.kind { ir::ExprKind::Null | ir::ExprKind::Var(_) => 1, k => g(k) } }",
        "fn f(t: Type) { match t { ref c @ Type::Class(_) if g(c) => 1, ref ty => h(ty) } }",
        "fn f(t: &Type) { match t { &Type::Int => 1, &_ => 2 } }",
        "use crate::ir::Type as IrType; fn f(t: IrType) { match t { IrType::Int => 1, _ => 2 } }",
        "fn f(t: Type) { use Type::{Class, Int}; match t { Int => 1, _ => 2 } }",
        "fn f(t: Type) { use Type::*; match t { Class(_) => 1, other => 2 } }",
        "impl Type { fn f(&self) { let g = || match self { Self::Int => 1, _ => 2 }; } }",
    ];
    for text in defaulted {
        assert_eq!(count(text), 1, "{text}");
    }
}
