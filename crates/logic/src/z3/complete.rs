//! Whether the file of a library is complete.
//!
//! The dynamic loader maps the parts of a file that its headers name, and does not compare them
//! with the file's size. Where a part is missing, for instance because a copy was interrupted,
//! the first access to it ends the process with SIGBUS.

use object::elf::{FileHeader32, FileHeader64, PT_LOAD};
use object::macho::{MachHeader32, MachHeader64};
use object::read::elf::{FileHeader, ProgramHeader};
use object::read::macho::{MachHeader, Segment};
use object::{Endianness, FileKind, ReadCache, ReadRef};
use std::fs::File;
use std::path::Path;

/// Checks that a file has all parts that the loader would map. Of a format that is unknown here
/// nothing is said: the loader refuses it.
///
/// # Errors
/// Why it cannot be loaded.
pub(super) fn check(path: &Path) -> Result<(), String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let size = file.metadata().map_err(|error| error.to_string())?.len();
    let cache = ReadCache::new(file);
    let data = &cache;
    let needed = match FileKind::parse(data) {
        Ok(FileKind::Elf64) => of_elf::<FileHeader64<Endianness>, _>(data),
        Ok(FileKind::Elf32) => of_elf::<FileHeader32<Endianness>, _>(data),
        Ok(FileKind::MachO64) => of_macho::<MachHeader64<Endianness>, _>(data),
        Ok(FileKind::MachO32) => of_macho::<MachHeader32<Endianness>, _>(data),
        _ => return Ok(()),
    };
    match needed {
        Ok(needed) if needed > size => Err(format!(
            "it is not complete: its headers name {needed} bytes, and it has {size}; copy or \
             install it again"
        )),
        Ok(_) => Ok(()),
        Err(error) => Err(format!(
            "it is not complete, or damaged: {error}; copy or install it again"
        )),
    }
}

/// The end of the last part that is mapped.
fn of_elf<'d, H: FileHeader<Endian = Endianness>, R: ReadRef<'d>>(data: R) -> object::Result<u64> {
    let header = H::parse(data)?;
    let endian = header.endian()?;
    let parts = header.program_headers(endian, data)?.iter();
    let loaded = parts.filter(|part| part.p_type(endian) == PT_LOAD);
    let ends = loaded.map(|part| {
        let (start, size) = part.file_range(endian);
        start.saturating_add(size)
    });
    Ok(ends.max().unwrap_or(0))
}

/// The end of the last segment.
fn of_macho<'d, H: MachHeader<Endian = Endianness>, R: ReadRef<'d>>(
    data: R,
) -> object::Result<u64> {
    let header = H::parse(data, 0)?;
    let endian = header.endian()?;
    let mut commands = header.load_commands(endian, data, 0)?;
    let mut end = 0;
    while let Some(command) = commands.next()? {
        if let Some((segment, _)) = H::Segment::from_command(command)? {
            let (start, size) = segment.file_range(endian);
            end = end.max(start.saturating_add(size));
        }
    }
    Ok(end)
}
