//! Kinds of places: which files know them. All other files ask a place, so that a new
//! kind is defined in one folder, and the compiler names every other file that it
//! concerns.

use super::calls::File;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// The kinds of places, from the module that declares them.
#[derive(Debug, Default)]
pub struct Kinds {
    /// The variants of `Place`.
    pub variants: BTreeSet<String>,
    /// The methods of `Place` that return what only one kind has.
    pub accessors: BTreeSet<String>,
}

impl Kinds {
    /// Reads the variants of `Place` and their accessors from the text that declares them.
    pub fn of(text: &str) -> Kinds {
        let tree = syn::parse_file(text).unwrap();
        let mut kinds = Kinds::default();
        let mut contents = Names::default();
        for item in &tree.items {
            if let syn::Item::Enum(declared) = item
                && declared.ident == "Place"
            {
                for variant in &declared.variants {
                    kinds.variants.insert(variant.ident.to_string());
                    contents.visit_fields(&variant.fields);
                }
            }
        }
        for item in &tree.items {
            let syn::Item::Impl(methods) = item else {
                continue;
            };
            if Names::of_type(&methods.self_ty) != BTreeSet::from(["Place".to_owned()]) {
                continue;
            }
            for method in &methods.items {
                if let syn::ImplItem::Fn(method) = method
                    && let syn::ReturnType::Type(_, output) = &method.sig.output
                    && !Names::of_type(output).is_disjoint(&contents.0)
                {
                    kinds.accessors.insert(method.sig.ident.to_string());
                }
            }
        }
        kinds
    }

    /// How a file depends on kinds.
    pub fn uses(&self, file: &File) -> Uses {
        let (name, text) = file;
        let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut reader = Reader {
            kinds: self,
            uses: Uses::default(),
        };
        reader.visit_file(&tree);
        reader.uses
    }

    /// The variant that a path names, if it is one of `Place`.
    fn named(&self, path: &syn::Path) -> Option<String> {
        let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let mut pairs = segments.windows(2);
        let pair = pairs.find(|pair| pair[0] == "Place" && self.variants.contains(&pair[1]))?;
        Some(pair.join("::"))
    }

    /// The variants of `Place` among the tokens of a macro.
    fn named_in_tokens(&self, tokens: &str) -> Option<String> {
        let tokens = tokens.replace(' ', "");
        let variants = self.variants.iter();
        let named = variants.map(|variant| format!("Place::{variant}"));
        named.into_iter().find(|named| tokens.contains(named))
    }
}

/// The names in a syntax tree.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    fn of_type(ty: &syn::Type) -> BTreeSet<String> {
        let mut names = Names::default();
        names.visit_type(ty);
        names.0
    }
}

impl<'t> Visit<'t> for Names {
    fn visit_path_segment(&mut self, segment: &'t syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }
}

/// How a file depends on the kinds of places.
#[derive(Debug, Default, PartialEq)]
pub struct Uses {
    /// The variants that it names.
    pub named: Vec<String>,
    /// Whether it calls an accessor.
    pub asks: bool,
    /// The variants that are named where all other kinds are treated alike.
    pub partial: Vec<String>,
}

struct Reader<'k> {
    kinds: &'k Kinds,
    uses: Uses,
}

impl Reader<'_> {
    /// Records a pattern beside which other kinds are treated alike.
    fn partial(&mut self, pattern: &syn::Pat) {
        let mut inner = Reader {
            kinds: self.kinds,
            uses: Uses::default(),
        };
        inner.visit_pat(pattern);
        self.uses.partial.extend(inner.uses.named);
    }
}

/// Whether an import takes something out of `Place`.
fn is_of_place(import: &syn::UseTree) -> bool {
    match import {
        syn::UseTree::Path(path) => path.ident == "Place" || is_of_place(&path.tree),
        syn::UseTree::Group(group) => group.items.iter().any(is_of_place),
        _ => false,
    }
}

/// Whether a pattern matches everything.
fn is_catch_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(named) => named.subpat.is_none(),
        syn::Pat::Tuple(tuple) => tuple.elems.iter().all(is_catch_all),
        syn::Pat::Reference(inner) => is_catch_all(&inner.pat),
        syn::Pat::Paren(inner) => is_catch_all(&inner.pat),
        _ => false,
    }
}

impl<'t> Visit<'t> for Reader<'_> {
    fn visit_path(&mut self, path: &'t syn::Path) {
        self.uses.named.extend(self.kinds.named(path));
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, import: &'t syn::ItemUse) {
        let is_of_place = is_of_place(&import.tree);
        self.uses
            .named
            .extend(is_of_place.then(|| "an import".to_owned()));
    }

    fn visit_macro(&mut self, call: &'t syn::Macro) {
        let named = self.kinds.named_in_tokens(&call.tokens.to_string());
        if call.path.is_ident("matches") {
            self.uses.partial.extend(named.clone());
        }
        self.uses.named.extend(named);
    }

    fn visit_expr_method_call(&mut self, call: &'t syn::ExprMethodCall) {
        let is_accessor = self.kinds.accessors.contains(&call.method.to_string());
        self.uses.asks |= is_accessor && call.args.is_empty();
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_let(&mut self, binding: &'t syn::ExprLet) {
        self.partial(&binding.pat);
        visit::visit_expr_let(self, binding);
    }

    fn visit_local(&mut self, binding: &'t syn::Local) {
        self.partial(&binding.pat);
        visit::visit_local(self, binding);
    }

    fn visit_expr_match(&mut self, choice: &'t syn::ExprMatch) {
        let mut arms = choice.arms.iter();
        if arms.any(|arm| is_catch_all(&arm.pat)) {
            choice.arms.iter().for_each(|arm| self.partial(&arm.pat));
        }
        visit::visit_expr_match(self, choice);
    }
}
