//! From texts to what is reported of them: parse, resolve, verify. It reads no files
//! and prints nothing, and does not know what shows its results.

mod load;

pub use load::{Loaded, check, load, load_all, on_large_stack};
