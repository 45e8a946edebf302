//! The derive that [`schema`](../schema/index.html) offers where no schemas are generated.

#![warn(unreachable_pub)]

use proc_macro::TokenStream;

/// Accepts `#[schemars(…)]` attributes and writes nothing.
#[proc_macro_derive(JsonSchema, attributes(schemars))]
pub fn derive_nothing(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
