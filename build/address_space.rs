//! Links the program with a check of its address space (`address_space.c`), which runs before the
//! runtime allocates anything.

use crate::required_env;
use std::path::Path;

/// Compiles the check, and links it with the binaries.
pub(crate) fn link() -> Result<(), String> {
    // Elsewhere, the limit is not enforced, or there is none.
    if required_env("CARGO_CFG_TARGET_OS")? != "linux" {
        return Ok(());
    }
    let out = Path::new(&required_env("OUT_DIR")?).join("address_space");
    std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let objects = cc::Build::new()
        .file("build/address_space.c")
        .out_dir(&out)
        .cargo_metadata(false)
        .try_compile_intermediates()
        .map_err(|error| format!("the check of the address space: {error}"))?;
    for object in objects {
        // An object, not a library: nothing calls it, so that the linker would leave it out.
        println!("cargo::rustc-link-arg-bins={}", object.display());
    }
    Ok(())
}
