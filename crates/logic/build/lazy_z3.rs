//! Lazy loading of libz3: links the program with a stub library.
//!
//! Loading libz3 takes longer than verifying a small program, most runs never call Z3,
//! and the library may be in one of several places. No linker option provides a search
//! path, loading on first use, and one clear error if the library is missing. So a
//! static archive replaces the library: for each function that libz3 exports, it has a
//! jump through a slot (`lazy_z3/x86_64.S`, `aarch64.S`). `lazy_z3/load.c` loads the
//! library and fills the slots.
//!
//! Supported on Linux with glibc, on x86-64 and AArch64. On other targets the program
//! is linked with libz3 and finds it by its run path.
//!
//! What these 195 lines of C and assembly bring, measured on x86-64 with libz3 5.4 (29 MB): the
//! loader needs 2.0 ms of processor time for libz3 and the C++ library (`veriframe verify` of an
//! empty file takes 7.9 instead of 5.9 ms in a build without optimisation, `true` 2.0 instead of
//! 0.5 ms; the least of 80 runs each, with libz3 preloaded). A program verified by the built-in
//! prover or the cache pays none of it. Moreover, the program starts where libz3 is missing, and says
//! in one message where it was looked for; a linked one ends in the loader. No crate does this:
//! those that open libraries at run time (`libloading`, `dlopen2`) are called by `unsafe` code, which
//! this project forbids, and the z3 crate calls its functions by linked symbols. The proof cache
//! knows the solver by a hash of libz3's bytes (`src/z3/identity.rs`).

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use object::read::elf::ElfFile64;
use object::{Object, ObjectSymbol};

use crate::required_env;

/// The prefix of all functions of Z3's API.
const PREFIX: &str = "Z3_";

/// The functions that `lazy_z3/load.c` defines itself.
const IN_C: [&str; 2] = ["Z3_global_param_get", "Z3_global_param_set"];

/// The assembly file that defines the jumps; `None` if the target is unsupported.
fn assembly() -> Option<&'static str> {
    let is = |variable: &str, value: &str| env::var(variable).as_deref() == Ok(value);
    if !is("CARGO_CFG_TARGET_OS", "linux")
        || !is("CARGO_CFG_TARGET_ENV", "gnu")
        || !is("CARGO_CFG_TARGET_POINTER_WIDTH", "64")
    {
        return None;
    }
    match env::var("CARGO_CFG_TARGET_ARCH").ok()?.as_str() {
        "x86_64" => Some(include_str!("lazy_z3/x86_64.S")),
        "aarch64" => Some(include_str!("lazy_z3/aarch64.S")),
        _ => None,
    }
}

/// Builds the stub archive for a library. Returns its folder; `None` if the program
/// must be linked with the library itself.
///
/// # Errors
/// If the library cannot be read, or the archive cannot be built.
pub fn archive(library: &Path) -> Result<Option<PathBuf>, String> {
    let Some(assembly) = assembly() else {
        return Ok(None);
    };
    println!("cargo::rerun-if-changed={}", library.display());
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", library.display());
    let bytes = fs::read(library).map_err(|error| failed(&error))?;
    let elf = ElfFile64::<object::Endianness>::parse(&*bytes).map_err(|error| failed(&error))?;
    let functions = elf.dynamic_symbols().filter_map(|symbol| {
        let name = symbol.is_definition().then(|| symbol.name().ok())??;
        (name.starts_with(PREFIX) && !IN_C.contains(&name)).then_some(name)
    });
    let mut text = assembly.to_owned();
    for name in functions {
        let _ = writeln!(text, "jump {name}");
    }
    let out = PathBuf::from(required_env("OUT_DIR")?).join("lazy_z3");
    let jumps = out.join("jumps.S");
    fs::create_dir_all(&out)
        .and_then(|()| fs::write(&jumps, text))
        .map_err(|error| format!("{}: {error}", jumps.display()))?;
    cc::Build::new()
        .file("build/lazy_z3/load.c")
        .file(&jumps)
        .out_dir(&out)
        // z3-sys requests the library by this name.
        .cargo_metadata(false)
        .try_compile("z3")
        .map_err(|error| format!("the jumps to the functions of libz3: {error}"))?;
    println!("cargo::rustc-cfg=lazy_z3");
    Ok(Some(out))
}
