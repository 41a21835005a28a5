//! The framing of the Debug Adapter Protocol: a header with the length of a message, an empty line,
//! and the message, which is JSON.

use std::io::{self, BufRead, Read, Write};

/// The greatest length of a message, in bytes.
const MAX_LENGTH: usize = 16 * 1024 * 1024;

/// The greatest length of a line of a header, in bytes.
const MAX_LINE: u64 = 4 * 1024;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A message.
    Message(Vec<u8>),
    /// A header that says no length; what is wrong.
    Malformed(String),
    /// There is nothing more to read.
    End,
}

/// Reads the next message.
///
/// # Errors
/// If the input fails.
pub fn read(input: &mut dyn BufRead) -> io::Result<Frame> {
    let mut length = None;
    let mut wrong = None;
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        let mut limited = Read::take(&mut *input, MAX_LINE);
        let count = limited.read_until(b'\n', &mut line)?;
        if count == 0 {
            return Ok(Frame::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() && is_first {
            continue;
        }
        is_first = false;
        if line.is_empty() {
            break;
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                match value.trim().parse::<usize>() {
                    Ok(n) if n <= MAX_LENGTH => length = Some(n),
                    Ok(n) => wrong = Some(format!("a message of {n} bytes is too long")),
                    Err(_) => wrong = Some(format!("`{}` is no length", value.trim())),
                }
            }
            Some(_) => {}
            None => wrong = Some(format!("`{line}` is no header")),
        }
    }
    if let Some(wrong) = wrong {
        return Ok(Frame::Malformed(wrong));
    }
    let Some(length) = length else {
        let wrong = "the header has no Content-Length".to_owned();
        return Ok(Frame::Malformed(wrong));
    };
    let mut message = vec![0; length];
    match input.read_exact(&mut message) {
        Ok(()) => Ok(Frame::Message(message)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(Frame::End),
        Err(error) => Err(error),
    }
}

/// Writes a message.
///
/// # Errors
/// If the output fails.
pub fn write(output: &mut dyn Write, message: &[u8]) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n", message.len())?;
    output.write_all(message)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut text: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            match read(&mut text).unwrap() {
                Frame::End => return frames,
                frame => frames.push(frame),
            }
        }
    }

    #[test]
    fn messages_are_read_and_wrong_headers_are_skipped() {
        let mut text = Vec::new();
        write(&mut text, b"{}").unwrap();
        text.extend(b"Content-Length: x\r\n\r\nnonsense\r\n\r\nOther: 1\r\n\r\n");
        text.extend(b"Content-Length: 99999999999\r\n\r\n");
        write(&mut text, b"[]").unwrap();
        text.extend(b"Content-Length: 10\r\n\r\nshort");
        let malformed = |text: &str| Frame::Malformed(text.to_owned());
        let expected = [
            Frame::Message(b"{}".to_vec()),
            malformed("`x` is no length"),
            malformed("`nonsense` is no header"),
            malformed("the header has no Content-Length"),
            malformed("a message of 99999999999 bytes is too long"),
            Frame::Message(b"[]".to_vec()),
        ];
        assert_eq!(all(&text), expected);
    }
}
