//! Has Z3 loaded when it is first called, rather than with the program.
//!
//! To load the library, most of it for the relocations of its tables, takes
//! longer than to verify a small program, and most programs need no Z3. The
//! linker has no word for this, so an archive of our own answers to the
//! library's name: each of the functions that Z3 exports is in it, as a jump
//! through a slot that leads to `when_called.c` until the function was found.
//!
//! This is so on Linux with glibc on x86-64; elsewhere the library is linked
//! with as usual, and loaded with the program.

use std::env;
use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use object::read::elf::ElfFile64;
use object::{Object, ObjectSection, ObjectSymbol};

use crate::required_env;

/// How the functions of Z3's interface are named.
const PREFIX: &str = "Z3_";

/// Where a slot leads at first: what holds the caller's arguments is put by, the
/// slot, whose address the jump has left in `r11`, is set, and the call goes on.
/// The stack is a multiple of 16 bytes at the inner call, as the ABI demands.
const FIRST_CALL: &str = "\
.text
.type veriframe_z3_first_call, @function
veriframe_z3_first_call:
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  push %r11
  sub $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11, %rdi
  call veriframe_z3_find@PLT
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  add $128, %rsp
  pop %r11
  pop %r9
  pop %r8
  pop %rcx
  pop %rdx
  pop %rsi
  pop %rdi
  jmp *(%r11)
";

/// Whether the target is one for which jumps can be written.
fn is_known_target() -> bool {
    let is = |variable: &str, value: &str| env::var(variable).as_deref() == Ok(value);
    is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64")
        && is("CARGO_CFG_TARGET_POINTER_WIDTH", "64")
}

/// Makes the archive that stands for the library in a folder; the archive's folder,
/// or `None` if the library has to be linked with as usual.
///
/// # Errors
/// If the library cannot be read, or the archive not be made.
pub fn archive(folder: &Path) -> Result<Option<PathBuf>, String> {
    let named = folder.join("libz3.so");
    if !is_known_target() || !named.is_file() {
        return Ok(None);
    }
    let name = soname(&parsed(&read(&named)?)?).unwrap_or_else(|| "libz3.so".to_owned());
    let library = Some(folder.join(&name)).filter(|path| path.is_file());
    let library = library.unwrap_or(named);
    println!("cargo::rerun-if-changed={}", library.display());
    let bytes = read(&library)?;
    let elf = parsed(&bytes)?;
    let functions = elf.dynamic_symbols().filter_map(|symbol| {
        let name = symbol.is_definition().then(|| symbol.name().ok())??;
        name.starts_with(PREFIX).then_some(name)
    });
    let out = PathBuf::from(required_env("OUT_DIR")?).join("z3-when-called");
    fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let jumps = out.join("jumps.S");
    let text = assembly(functions);
    fs::write(&jumps, text).map_err(|error| format!("{}: {error}", jumps.display()))?;
    cc::Build::new()
        .file("build/when_called.c")
        .file(&jumps)
        .define("Z3_LIBRARY", literal(library.as_os_str()).as_str())
        .define("Z3_NAME", literal(name.as_ref()).as_str())
        .out_dir(&out)
        // The name by which z3-sys asks for Z3 is that of this archive.
        .cargo_metadata(false)
        .try_compile("z3")
        .map_err(|error| format!("no archive that loads Z3 when it is called: {error}"))?;
    identify(&library, &bytes)?;
    Ok(Some(out))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn parsed(bytes: &[u8]) -> Result<ElfFile64<'_>, String> {
    ElfFile64::parse(bytes).map_err(|error| format!("the Z3 library: {error}"))
}

/// A literal of C for a path of any bytes.
fn literal(path: &OsStr) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    let bytes = path
        .as_encoded_bytes()
        .iter()
        .map(|byte| match plain(byte) {
            true => char::from(*byte).to_string(),
            false => format!("\\{byte:03o}"),
        });
    format!("\"{}\"", bytes.collect::<String>())
}

/// The name by which programs that are linked with a library find it: the other,
/// without a version, may be there for builds alone.
fn soname(elf: &ElfFile64<'_>) -> Option<String> {
    let section = |name| elf.section_by_name(name)?.data().ok();
    let (entries, names) = (section(".dynamic")?, section(".dynstr")?);
    // Pairs of a tag and a value, in the order of the target's bytes.
    let at = entries.chunks_exact(16).find_map(|entry| {
        let (tag, value) = entry.split_first_chunk::<8>()?;
        let is_name = i64::from_le_bytes(*tag) == object::elf::DT_SONAME;
        is_name.then(|| u64::from_le_bytes(value.try_into().ok()?).try_into().ok())?
    });
    let name = names.get(at?..)?.split(|&byte| byte == 0).next()?;
    Some(std::str::from_utf8(name).ok()?.to_owned())
}

/// The jumps and their slots. Each has sections of its own, so that the linker
/// keeps those alone that are called.
fn assembly<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut text = FIRST_CALL.to_owned();
    for name in names {
        let _ = write!(
            text,
            "
.section .rodata.{name}, \"a\", @progbits
.L{name}.name: .asciz \"{name}\"
.section .data.{name}, \"aw\", @progbits
.balign 8
.L{name}.slot: .quad veriframe_z3_first_call, .L{name}.name
.section .text.{name}, \"ax\", @progbits
.globl {name}
.type {name}, @function
{name}:
  lea .L{name}.slot(%rip), %r11
  jmp *(%r11)
.size {name}, . - {name}
"
        );
    }
    text.push_str(".section .note.GNU-stack, \"\", @progbits\n");
    text
}

/// Tells the program which library it was built with: by its contents, and by
/// what shows without reading them whether it is still the same.
fn identify(library: &Path, bytes: &[u8]) -> Result<(), String> {
    let unreadable = |error: &dyn std::fmt::Display| format!("{}: {error}", library.display());
    let file = fs::metadata(library).map_err(|error| unreadable(&error))?;
    let changed = file.modified().map_err(|error| unreadable(&error))?;
    let changed = changed
        .duration_since(UNIX_EPOCH)
        .map_err(|error| unreadable(&error))?;
    for (name, value) in [
        ("PATH", library.display().to_string()),
        ("SIZE", file.len().to_string()),
        ("CHANGED", changed.as_nanos().to_string()),
        ("HASH", blake3::hash(bytes).to_hex().to_string()),
    ] {
        println!("cargo::rustc-env=VERIFRAME_Z3_{name}={value}");
    }
    Ok(())
}
