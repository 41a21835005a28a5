//! Parameters of functions that are tuples: what belongs together has a type with a name,
//! what does not is two parameters. Closures are free.

use super::calls::File;
use syn::visit::{self, Visit};

/// The functions with a parameter that is a tuple or a reference to one, each with its file.
pub fn tuples(files: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (file, text) in files {
        let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mut reader = Reader {
            file,
            found: &mut found,
        };
        reader.visit_file(&tree);
    }
    found
}

struct Reader<'f> {
    file: &'f str,
    found: &'f mut Vec<String>,
}

fn is_tuple(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(inner) => is_tuple(&inner.elem),
        syn::Type::Paren(inner) => is_tuple(&inner.elem),
        syn::Type::Tuple(tuple) => !tuple.elems.is_empty(),
        _ => false,
    }
}

impl<'t> Visit<'t> for Reader<'_> {
    fn visit_signature(&mut self, signature: &'t syn::Signature) {
        let types = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(&*typed.ty),
            syn::FnArg::Receiver(_) => None,
        });
        if types.into_iter().any(is_tuple) {
            let name = &signature.ident;
            self.found.push(format!("{}: `{name}`", self.file));
        }
        visit::visit_signature(self, signature);
    }
}
