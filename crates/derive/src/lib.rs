//! Walks over trees, derived from the definitions of their nodes: one method for each walk, which
//! calls itself on each part of a node, in the order of the definition. The traits are those in scope
//! where a node is defined; what a walk does at a leaf, their implementations say.
//!
//! * `Walk` shows the parts to a visitor: `Walk::walk(&self, visitor: &mut dyn Visitor)`.
//! * `WalkMut` lets a visitor change them: `WalkMut::walk_mut(&mut self, visitor: &mut dyn VisitorMut)`.
//! * `Encode` writes them, the number of an enum's variant first:
//!   `Encode::encode(&self, out: &mut Encoder)`.
//!
//! `#[walk(skip)]` at a field leaves it out of `Walk`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Field, Fields, Ident, parse_macro_input};

/// See [the crate](crate).
#[proc_macro_derive(Walk, attributes(walk))]
pub fn walk(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let part = |part: &TokenStream| quote!(Walk::walk(#part, visitor););
    let body = body(&input, &part, &|_| quote!(), &is_skipped);
    let name = &input.ident;
    quote! {
        impl Walk for #name {
            fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
                let _ = &visitor;
                #body
            }
        }
    }
    .into()
}

/// See [the crate](crate).
#[proc_macro_derive(WalkMut)]
pub fn walk_mut(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let part = |part: &TokenStream| quote!(WalkMut::walk_mut(#part, visitor););
    let body = body(&input, &part, &|_| quote!(), &|_| false);
    let name = &input.ident;
    quote! {
        impl WalkMut for #name {
            fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
                let _ = &visitor;
                #body
            }
        }
    }
    .into()
}

/// See [the crate](crate).
#[proc_macro_derive(Encode)]
pub fn encode(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let part = |part: &TokenStream| quote!(Encode::encode(#part, out););
    let number = |number: u8| quote!(out.variant(#number););
    let body = body(&input, &part, &number, &|_| false);
    // Trees may be deep; there is a struct at each level.
    let body = match &input.data {
        Data::Struct(_) => quote! { veriframe_base::stack::deep(|| { #body }); },
        Data::Enum(_) | Data::Union(_) => body,
    };
    let name = &input.ident;
    quote! {
        impl Encode for #name {
            fn encode(&self, out: &mut Encoder<'_>) {
                #body
            }
        }
    }
    .into()
}

/// Whether a field says that it is no part.
fn is_skipped(field: &Field) -> bool {
    field.attrs.iter().any(|attribute| {
        let mut skips = false;
        let parsed = attribute.path().is_ident("walk").then(|| {
            attribute.parse_nested_meta(|meta| {
                skips |= meta.path.is_ident("skip");
                Ok(())
            })
        });
        matches!(parsed, Some(Ok(()))) && skips
    })
}

/// What a walk does with each part of a node: `part` with a reference to it, `begin` with the number
/// of an enum's variant before.
fn body(
    input: &DeriveInput,
    part: &dyn Fn(&TokenStream) -> TokenStream,
    begin: &dyn Fn(u8) -> TokenStream,
    skips: &dyn Fn(&Field) -> bool,
) -> TokenStream {
    let name = &input.ident;
    match &input.data {
        Data::Struct(data) => {
            let (pattern, parts) = taken_apart(&data.fields, part, skips);
            quote! { let #name #pattern = self; #parts }
        }
        Data::Enum(data) => {
            let arms = (0..=u8::MAX).zip(&data.variants).map(|(number, variant)| {
                let (ident, begin) = (&variant.ident, begin(number));
                let (pattern, parts) = taken_apart(&variant.fields, part, skips);
                quote! { #name::#ident #pattern => { #begin #parts } }
            });
            quote! { match self { #(#arms)* } }
        }
        Data::Union(_) => quote! { compile_error!("a union has no parts") },
    }
}

/// The pattern of some fields, and what a walk does with each.
fn taken_apart(
    fields: &Fields,
    part: &dyn Fn(&TokenStream) -> TokenStream,
    skips: &dyn Fn(&Field) -> bool,
) -> (TokenStream, TokenStream) {
    let names: Vec<Ident> = (0..fields.len())
        .map(|at| format_ident!("part{at}"))
        .collect();
    let parts = fields.iter().zip(&names).map(|(field, name)| {
        if skips(field) {
            quote! { let _ = #name; }
        } else {
            part(&quote!(#name))
        }
    });
    let parts = quote! { #(#parts)* };
    let pattern = match fields {
        Fields::Unit => quote!(),
        Fields::Unnamed(_) => quote! { (#(#names),*) },
        Fields::Named(named) => {
            let fields = named.named.iter().map(|field| &field.ident);
            quote! { { #(#fields: #names),* } }
        }
    };
    (pattern, parts)
}
