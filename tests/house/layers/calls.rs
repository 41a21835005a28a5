//! Who uses whom between the folders of the sources, found from the syntax trees:
//! calls of functions and methods, and every path to an item of another file.
//!
//! A path is followed through `use` and re-exports to the file that defines the
//! item. A method call is attributed to a method of the receiver's type where the
//! text tells the type (a parameter, a field, a returned value, an annotated or
//! initialised variable); otherwise only if one file of the crate defines a method
//! of that name and no common type of the standard library has one. A trait's
//! methods belong to the file of the trait, not to its implementations.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use syn::visit::{self, Visit};

/// A file of the sources: its path from their root, and its text.
pub type File = (String, String);

/// A type: where it is defined (a module's path) and its name.
type TypeId = (Vec<String>, String);

/// What one file uses of another, as text for people, by the two files.
#[derive(Default)]
pub struct Uses {
    /// From the using file to the defining one.
    pub edges: BTreeMap<(String, String), BTreeSet<String>>,
    /// The method calls that were attributed to a definition.
    pub methods: usize,
    /// The paths that lead to an item.
    pub paths: usize,
}

/// Methods of the standard library that a call of an unknown receiver may mean.
const STANDARD: &str = "all and create exists split_off is_integer for_each chunks store load recursive and_then any append as_bytes as_deref as_mut as_path as_ref as_slice \
    as_str borrow borrow_mut chain chars clear clone cloned cmp collect contains contains_key copied \
    count dedup default display drain end ends_with entry enumerate eq extend filter find find_map \
    first flat_map flatten fold get get_mut get_or_insert_with insert into into_inner into_iter is_empty \
    is_none is_ok is_some iter iter_mut join keys kind last len lines lock map map_err max merge min name \
    negate new next of ok or or_else parent partial_cmp path pop position push push_back push_front read \
    remove replace reset resize retain rev send set size skip sort sort_by_key spawn split start starts_with \
    step_by sub sum swap take then to_owned to_string trim truncate union unwrap_or update values with \
    write zip add mul neg not rem div ne le lt";

/// The items of a module.
#[derive(Default)]
struct Module {
    file: String,
    defined: HashSet<String>,
    used: HashMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

/// The crate: modules, and what types have.
#[derive(Default)]
struct Crate {
    modules: HashMap<Vec<String>, Module>,
    fields: HashMap<(TypeId, String), TypeId>,
    /// Of a type and a name: the file, and the type of the result if it is one of ours.
    methods: HashMap<(TypeId, String), (String, Option<TypeId>)>,
    /// By name: the files that define a method of it.
    by_name: HashMap<String, BTreeSet<String>>,
    /// By name: the files of the traits that declare it.
    of_traits: HashMap<String, BTreeSet<String>>,
}

/// The module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let parts = path.split('/').filter(|part| *part != "lib");
    parts.map(str::to_owned).collect()
}

/// Whether an item is compiled for tests only.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("cfg")
            && matches!(&a.meta, syn::Meta::List(l) if l.tokens.to_string() == "test")
    })
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Fn(i) => &i.attrs,
        syn::Item::Impl(i) => &i.attrs,
        syn::Item::Mod(i) => &i.attrs,
        syn::Item::Use(i) => &i.attrs,
        syn::Item::Struct(i) => &i.attrs,
        _ => &[],
    }
}

fn segments(path: &syn::Path) -> Vec<String> {
    let names = path.segments.iter().map(|s| s.ident.to_string());
    names.collect()
}

/// The path of the type that a reference, pointer or box leads to.
fn named(ty: &syn::Type) -> Option<&syn::Path> {
    match ty {
        syn::Type::Reference(r) => named(&r.elem),
        syn::Type::Paren(p) => named(&p.elem),
        syn::Type::Path(p) => {
            let last = p.path.segments.last()?;
            let inner = match &last.arguments {
                syn::PathArguments::AngleBracketed(a) => a.args.iter().find_map(|a| match a {
                    syn::GenericArgument::Type(t) => Some(t),
                    _ => None,
                }),
                _ => None,
            };
            match (last.ident.to_string().as_str(), inner) {
                ("Rc" | "Arc" | "Box", Some(inner)) => named(inner),
                _ => Some(&p.path),
            }
        }
        _ => None,
    }
}

impl Crate {
    fn add_items(&mut self, module: &[String], file: &str, items: &[syn::Item]) {
        let mut own = self.modules.remove(module).unwrap_or_default();
        own.file = file.to_owned();
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            let name = match item {
                syn::Item::Fn(i) => &i.sig.ident,
                syn::Item::Struct(i) => &i.ident,
                syn::Item::Enum(i) => &i.ident,
                syn::Item::Trait(i) => &i.ident,
                syn::Item::Type(i) => &i.ident,
                syn::Item::Const(i) => &i.ident,
                syn::Item::Static(i) => &i.ident,
                syn::Item::Use(i) => {
                    add_use(&mut own, module, Vec::new(), &i.tree);
                    continue;
                }
                syn::Item::Mod(i) => {
                    if let Some((_, items)) = &i.content {
                        let mut inner = module.to_vec();
                        inner.push(i.ident.to_string());
                        self.add_items(&inner, file, items);
                    }
                    continue;
                }
                _ => continue,
            };
            own.defined.insert(name.to_string());
        }
        self.modules.insert(module.to_vec(), own);
    }

    /// The item that a path names in a module, and what follows its name.
    fn resolve(&self, module: &[String], path: &[String]) -> Option<(TypeId, Vec<String>)> {
        let (first, rest) = path.split_first()?;
        let mut absolute = match first.as_str() {
            "crate" | "veriframe" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module.split_last()?.1.to_vec(),
            _ => return self.look_up(module, path, 0),
        };
        let mut rest = rest;
        while let Some((_, others)) = rest.split_first().filter(|(first, _)| *first == "super") {
            absolute.pop();
            rest = others;
        }
        self.look_up(&absolute, rest, 0)
    }

    /// Looks a path up from a module on, through its children and re-exports.
    fn look_up(
        &self,
        module: &[String],
        path: &[String],
        depth: usize,
    ) -> Option<(TypeId, Vec<String>)> {
        let (first, rest) = path.split_first()?;
        let own = self.modules.get(module)?;
        if own.defined.contains(first) {
            return Some(((module.to_vec(), first.clone()), rest.to_vec()));
        }
        let mut child = module.to_vec();
        child.push(first.clone());
        if self.modules.contains_key(&child) {
            return self.look_up(&child, rest, depth);
        }
        if depth > 8 {
            return None;
        }
        if let Some(target) = own.used.get(first) {
            let path = [target.as_slice(), rest].concat();
            return self.look_up(&[], &path, depth + 1);
        }
        own.globs
            .iter()
            .find_map(|glob| self.look_up(&[], &[glob.as_slice(), path].concat(), depth + 1))
    }

    fn type_id(&self, module: &[String], path: &syn::Path) -> Option<TypeId> {
        let (id, rest) = self.resolve(module, &segments(path))?;
        rest.is_empty().then_some(id)
    }

    fn type_of(&self, module: &[String], ty: &syn::Type, own: Option<&TypeId>) -> Option<TypeId> {
        let path = named(ty)?;
        if path.is_ident("Self") {
            own.cloned()
        } else {
            self.type_id(module, path)
        }
    }

    /// Adds the fields and methods of a module's types.
    fn add_members(&mut self, module: &[String], file: &str, items: &[syn::Item]) {
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            match item {
                syn::Item::Struct(i) => {
                    let id = (module.to_vec(), i.ident.to_string());
                    for field in &i.fields {
                        let ty = self.type_of(module, &field.ty, None);
                        if let (Some(name), Some(ty)) = (&field.ident, ty) {
                            self.fields.insert((id.clone(), name.to_string()), ty);
                        }
                    }
                }
                syn::Item::Trait(i) => {
                    for item in &i.items {
                        if let syn::TraitItem::Fn(f) = item {
                            let name = f.sig.ident.to_string();
                            let files = self.of_traits.entry(name).or_default();
                            files.insert(file.to_owned());
                        }
                    }
                }
                syn::Item::Impl(i) if i.trait_.is_none() => {
                    let Some(id) = self.type_of(module, &i.self_ty, None) else {
                        continue;
                    };
                    for item in &i.items {
                        let syn::ImplItem::Fn(f) = item else { continue };
                        let name = f.sig.ident.to_string();
                        let result = match &f.sig.output {
                            syn::ReturnType::Type(_, ty) => self.type_of(module, ty, Some(&id)),
                            syn::ReturnType::Default => None,
                        };
                        let files = self.by_name.entry(name.clone()).or_default();
                        files.insert(file.to_owned());
                        self.methods
                            .insert((id.clone(), name), (file.to_owned(), result));
                    }
                }
                syn::Item::Mod(i) => {
                    if let Some((_, items)) = &i.content {
                        let mut inner = module.to_vec();
                        inner.push(i.ident.to_string());
                        self.add_members(&inner, file, items);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Adds what a `use` brings into a module; its paths are made absolute.
fn add_use(own: &mut Module, module: &[String], before: Vec<String>, tree: &syn::UseTree) {
    let absolute = |path: Vec<String>| -> Vec<String> {
        let up = path.iter().take_while(|part| *part == "super").count();
        match path.first().map(String::as_str) {
            Some("crate" | "veriframe") => path[1..].to_vec(),
            Some("self") => [module, &path[1..]].concat(),
            Some("super") => [&module[..module.len().saturating_sub(up)], &path[up..]].concat(),
            // A child of this module or an item of it; else of another crate.
            _ => [module, &path[..]].concat(),
        }
    };
    let mut path = before;
    match tree {
        syn::UseTree::Path(p) => {
            path.push(p.ident.to_string());
            add_use(own, module, path, &p.tree);
        }
        syn::UseTree::Name(n) if n.ident == "self" => {
            let name = path.last().cloned().unwrap_or_default();
            own.used.insert(name, absolute(path));
        }
        syn::UseTree::Name(n) => {
            path.push(n.ident.to_string());
            own.used.insert(n.ident.to_string(), absolute(path));
        }
        syn::UseTree::Rename(r) => {
            path.push(r.ident.to_string());
            own.used.insert(r.rename.to_string(), absolute(path));
        }
        syn::UseTree::Glob(_) => own.globs.push(absolute(path)),
        syn::UseTree::Group(g) => {
            for tree in &g.items {
                add_use(own, module, path.clone(), tree);
            }
        }
    }
}

/// Finds what the files of a crate use of each other.
pub fn uses(files: &[File]) -> Uses {
    let mut parsed = Vec::new();
    let mut all = Crate::default();
    for (name, text) in files {
        let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{name}: {e}"));
        all.add_items(&module_of(name), name, &tree.items);
        parsed.push((name, tree));
    }
    for (name, tree) in &parsed {
        all.add_members(&module_of(name), name, &tree.items);
    }
    let mut found = Uses::default();
    for (name, tree) in &parsed {
        let mut reader = Reader {
            all: &all,
            file: name,
            module: module_of(name),
            own: None,
            locals: HashMap::new(),
            found: &mut found,
        };
        reader.visit_file(tree);
    }
    found
}

/// Reads the bodies of a file.
struct Reader<'c> {
    all: &'c Crate,
    file: &'c str,
    module: Vec<String>,
    /// The type whose `impl` is read.
    own: Option<TypeId>,
    /// The types of the variables in scope, as far as they are known.
    locals: HashMap<String, TypeId>,
    found: &'c mut Uses,
}

impl Reader<'_> {
    fn add(&mut self, to: &str, what: String) {
        if to != self.file {
            let edge = (self.file.to_owned(), to.to_owned());
            self.found.edges.entry(edge).or_default().insert(what);
        }
    }

    /// A path to an item: the item's file is used, and that of a method named after it.
    fn path(&mut self, path: &[String]) {
        let (first, after) = match path.split_first() {
            Some((first, after)) if first == "Self" => (self.own.clone(), after.to_vec()),
            _ => match self.all.resolve(&self.module, path) {
                Some((id, after)) => {
                    let file = self.all.modules[&id.0].file.clone();
                    self.found.paths += 1;
                    self.add(&file, id.1.clone());
                    (Some(id), after)
                }
                None => return,
            },
        };
        let (Some(id), [method]) = (first, after.as_slice()) else {
            return;
        };
        if let Some((file, _)) = self.all.methods.get(&(id.clone(), method.clone())) {
            self.found.methods += 1;
            self.add(&file.clone(), format!("{}::{method}", id.1));
        }
    }

    /// A method call: `receiver.name(…)`.
    fn method(&mut self, receiver: Option<TypeId>, name: &str) {
        if let Some(id) = receiver {
            let known = self.all.methods.get(&(id.clone(), name.to_owned()));
            if let Some((file, _)) = known {
                self.found.methods += 1;
                return self.add(&file.clone(), format!("{}::{name}", id.1));
            }
        }
        let standard = STANDARD.split_whitespace().any(|known| known == name);
        let both = [self.all.by_name.get(name), self.all.of_traits.get(name)];
        let files: BTreeSet<&String> = both.into_iter().flatten().flatten().collect();
        if let (false, 1, Some(file)) = (standard, files.len(), files.first()) {
            self.found.methods += 1;
            self.add(&(*file).clone(), format!(".{name}"));
        }
    }

    /// The type of an expression, where the text tells.
    fn type_of(&self, e: &syn::Expr) -> Option<TypeId> {
        match e {
            syn::Expr::Path(p) => {
                let name = p.path.get_ident()?.to_string();
                match self.locals.get(&name) {
                    None if name == "self" => self.own.clone(),
                    known => known.cloned(),
                }
            }
            syn::Expr::Field(f) => {
                let syn::Member::Named(name) = &f.member else {
                    return None;
                };
                let of = self.type_of(&f.base)?;
                self.all.fields.get(&(of, name.to_string())).cloned()
            }
            syn::Expr::MethodCall(c) if c.method == "clone" => self.type_of(&c.receiver),
            syn::Expr::MethodCall(c) => {
                let of = self.type_of(&c.receiver)?;
                self.all.methods.get(&(of, c.method.to_string()))?.1.clone()
            }
            syn::Expr::Call(c) => {
                let syn::Expr::Path(p) = &*c.func else {
                    return None;
                };
                let path = segments(&p.path);
                let (id, after) = self.all.resolve(&self.module, &path)?;
                let [method] = after.as_slice() else {
                    return None;
                };
                self.all.methods.get(&(id, method.clone()))?.1.clone()
            }
            syn::Expr::Struct(s) => self.all.type_id(&self.module, &s.path),
            syn::Expr::Reference(r) => self.type_of(&r.expr),
            syn::Expr::Paren(p) => self.type_of(&p.expr),
            syn::Expr::Unary(u) => self.type_of(&u.expr),
            syn::Expr::Try(_) => None,
            _ => None,
        }
    }

    /// A variable with a type that the text gives, or of an unknown type.
    fn bind(&mut self, pattern: &syn::Pat, found: Option<TypeId>) {
        self.visit_pat(pattern);
        match pattern {
            syn::Pat::Ident(ident) => {
                if let Some(found) = found {
                    self.locals.insert(ident.ident.to_string(), found);
                }
            }
            syn::Pat::Type(typed) => {
                let own = self.own.clone();
                let found = self.all.type_of(&self.module, &typed.ty, own.as_ref());
                self.visit_type(&typed.ty);
                self.bind(&typed.pat, found);
            }
            _ => {}
        }
    }

    fn signature(&mut self, signature: &syn::Signature) {
        for input in &signature.inputs {
            if let syn::FnArg::Typed(typed) = input {
                let own = self.own.clone();
                let found = self.all.type_of(&self.module, &typed.ty, own.as_ref());
                self.visit_type(&typed.ty);
                self.bind(&typed.pat, found);
            }
        }
        self.visit_return_type(&signature.output);
    }
}

impl<'t> Visit<'t> for Reader<'_> {
    fn visit_item(&mut self, item: &'t syn::Item) {
        if is_test(attributes(item)) {
            return;
        }
        match item {
            // What is used from it counts where it is used.
            syn::Item::Use(_) => {}
            syn::Item::Mod(i) => {
                self.module.push(i.ident.to_string());
                visit::visit_item_mod(self, i);
                self.module.pop();
            }
            syn::Item::Impl(i) => {
                let own = self.all.type_of(&self.module, &i.self_ty, None);
                let before = std::mem::replace(&mut self.own, own);
                visit::visit_item_impl(self, i);
                self.own = before;
            }
            item => visit::visit_item(self, item),
        }
    }

    fn visit_item_fn(&mut self, f: &'t syn::ItemFn) {
        let before = self.locals.clone();
        self.signature(&f.sig);
        self.visit_block(&f.block);
        self.locals = before;
    }

    fn visit_impl_item_fn(&mut self, f: &'t syn::ImplItemFn) {
        let before = self.locals.clone();
        self.signature(&f.sig);
        self.visit_block(&f.block);
        self.locals = before;
    }

    fn visit_block(&mut self, block: &'t syn::Block) {
        let before = self.locals.clone();
        visit::visit_block(self, block);
        self.locals = before;
    }

    fn visit_local(&mut self, local: &'t syn::Local) {
        let mut found = None;
        if let Some(init) = &local.init {
            self.visit_local_init(init);
            found = self.type_of(&init.expr);
        }
        self.bind(&local.pat, found);
    }

    fn visit_expr_closure(&mut self, closure: &'t syn::ExprClosure) {
        let before = self.locals.clone();
        for input in &closure.inputs {
            // By convention `this` is the `self` of the `impl` in a continuation.
            let is_this = matches!(input, syn::Pat::Ident(p) if p.ident == "this");
            let found = self.own.clone().filter(|_| is_this);
            self.bind(input, found);
        }
        self.visit_expr(&closure.body);
        self.locals = before;
    }

    fn visit_pat_ident(&mut self, ident: &'t syn::PatIdent) {
        self.locals.remove(&ident.ident.to_string());
        visit::visit_pat_ident(self, ident);
    }

    fn visit_expr_method_call(&mut self, call: &'t syn::ExprMethodCall) {
        let receiver = self.type_of(&call.receiver);
        self.method(receiver, &call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'t syn::Path) {
        let names = segments(path);
        let is_local = |name: &String| names.len() == 1 && self.locals.contains_key(name);
        if !names.first().is_some_and(is_local) {
            self.path(&names);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'t syn::Macro) {
        use syn::parse::Parser;
        let list = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        if let Ok(arguments) = list.parse2(called.tokens.clone()) {
            arguments.iter().for_each(|e| self.visit_expr(e));
            return;
        }
        // `matches!(e, pattern)` and the like: the expression in front.
        let front = |input: syn::parse::ParseStream<'_>| {
            let e: syn::Expr = input.parse()?;
            let _: proc_macro2::TokenStream = input.parse()?;
            Ok(e)
        };
        if let Ok(e) = front.parse2(called.tokens.clone()) {
            self.visit_expr(&e);
        }
    }
}

/// A cycle between the parts of a folder: the folder, its parts on the cycle, and the
/// uses that close it.
#[derive(Debug)]
pub struct Cycle {
    /// The folder, from the root of the sources; empty for the root itself.
    pub folder: String,
    /// The sub-folders and files on it.
    pub parts: Vec<String>,
    /// The uses between them.
    pub uses: Vec<String>,
}

/// The part of a folder that a file is in: a sub-folder, or a file of the folder itself.
/// `x.rs` belongs to the part `x` if there is a folder of that name.
fn part_of(file: &str, folder: &str, folders: &BTreeSet<String>) -> Option<String> {
    let inside = match folder {
        "" => file,
        folder => file.strip_prefix(folder)?.strip_prefix('/')?,
    };
    match inside.split_once('/') {
        Some((part, _)) => Some(part.to_owned()),
        None => {
            let name = inside.trim_end_matches(".rs");
            let path = format!("{folder}/{name}");
            Some(if folders.contains(path.trim_start_matches('/')) {
                name.to_owned()
            } else {
                inside.to_owned()
            })
        }
    }
}

/// The cycles between the parts of each folder in which at least one part is a folder.
/// Files that stand beside folders are parts of their own.
pub fn cycles(files: &[File], uses: &Uses) -> Vec<Cycle> {
    let mut folders: BTreeSet<String> = BTreeSet::from([String::new()]);
    for (name, _) in files {
        let mut path = name.as_str();
        while let Some((folder, _)) = path.rsplit_once('/') {
            folders.insert(folder.to_owned());
            path = folder;
        }
    }
    let mut found = Vec::new();
    for folder in &folders {
        let mut graph = petgraph::graph::DiGraph::<String, ()>::new();
        let mut numbers: BTreeMap<String, petgraph::graph::NodeIndex> = BTreeMap::new();
        let mut edges = Vec::new();
        for ((from, to), what) in &uses.edges {
            let parts = [from, to].map(|file| part_of(file, folder, &folders));
            if let [Some(a), Some(b)] = parts
                && a != b
            {
                let [a, b] = [a, b].map(|part| {
                    let number = numbers.entry(part.clone());
                    *number.or_insert_with(|| graph.add_node(part))
                });
                graph.add_edge(a, b, ());
                for what in what {
                    edges.push((a, b, format!("{from} uses {what} of {to}")));
                }
            }
        }
        for component in petgraph::algo::tarjan_scc(&graph) {
            let is_folder = |at: &petgraph::graph::NodeIndex| !graph[*at].ends_with(".rs");
            if component.len() > 1 && component.iter().any(is_folder) {
                let inside = |at| component.contains(at);
                let uses = edges.iter().filter(|(a, b, _)| inside(a) && inside(b));
                let parts = component.iter().map(|&at| graph[at].clone());
                let mut parts: Vec<String> = parts.collect();
                parts.sort();
                found.push(Cycle {
                    folder: folder.clone(),
                    parts,
                    uses: uses.map(|(.., what)| what.clone()).collect(),
                });
            }
        }
    }
    found
}
