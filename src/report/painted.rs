//! Text with colours in memory: what is written has its deceptive characters made visible, so that
//! escape sequences are those of its own colours alone.

use crate::visible::visible;
use codespan_reporting::term::termcolor::{Buffer, ColorSpec, WriteColor};
use std::io::{self, Write};

/// A text, with or without colours.
pub(super) struct Painted(Buffer);

impl Painted {
    pub(super) fn new(color: bool) -> Painted {
        Painted(if color {
            Buffer::ansi()
        } else {
            Buffer::no_color()
        })
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        self.0.as_slice()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Write for Painted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // All that is written here are whole texts.
        match std::str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(visible(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl WriteColor for Painted {
    fn supports_color(&self) -> bool {
        self.0.supports_color()
    }

    fn set_color(&mut self, spec: &ColorSpec) -> io::Result<()> {
        self.0.set_color(spec)
    }

    fn reset(&mut self) -> io::Result<()> {
        self.0.reset()
    }
}
