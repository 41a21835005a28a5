//! Standard output: colours, width, and closed pipes.

use std::io::{self, IsTerminal, Stderr, Write};
use veriframe::visible::{Kind, Visible};

/// The use of terminal colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to colour standard output.
    #[must_use]
    pub fn for_stdout(self) -> bool {
        self.is_for(io::stdout().is_terminal())
    }

    /// Whether to colour standard error.
    #[must_use]
    pub fn for_stderr(self) -> bool {
        self.is_for(io::stderr().is_terminal())
    }

    fn is_for(self, is_terminal: bool) -> bool {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let dumb = set("TERM").is_some_and(|term| term == "dumb");
                is_terminal && set("NO_COLOR").is_none() && !dumb
            }
        }
    }
}

/// Standard error for people, with the escape sequences of colours if it has any.
#[must_use]
pub fn stderr(color: bool) -> Visible<Stderr> {
    Visible::new(io::stderr(), Kind::Text { color })
}

/// The number of columns of standard output, if it is a terminal.
#[must_use]
pub fn width_of_stdout() -> Option<usize> {
    let (_, columns) = console::Term::stdout().size_checked()?;
    Some(usize::from(columns)).filter(|&columns| columns > 0)
}

/// A writer that ignores further output after its pipe is closed (as by `| head`), so that the exit
/// code still reports the result of the run.
#[derive(Debug)]
pub struct PipeWriter<W> {
    inner: W,
    reader_gone: bool,
}

impl<W: Write> PipeWriter<W> {
    /// Wraps `inner`.
    pub fn new(inner: W) -> PipeWriter<W> {
        PipeWriter {
            inner,
            reader_gone: false,
        }
    }

    /// Records a broken pipe and returns `instead`; passes on any other result.
    fn ignore_broken_pipe<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.reader_gone = true;
                Ok(instead)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for PipeWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.reader_gone {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.ignore_broken_pipe(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.reader_gone {
            return Ok(());
        }
        let result = self.inner.flush();
        self.ignore_broken_pipe(result, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Broken(io::ErrorKind);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_reader_that_has_gone_is_no_error_but_a_full_disk_is() {
        let mut gone = PipeWriter::new(Broken(io::ErrorKind::BrokenPipe));
        assert!(gone.write_all(b"text").is_ok() && gone.flush().is_ok());
        let mut full = PipeWriter::new(Broken(io::ErrorKind::StorageFull));
        assert!(full.write_all(b"text").is_err() && full.flush().is_err());
    }
}
