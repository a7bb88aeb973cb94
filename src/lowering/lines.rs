//! Lines of bounded length from a byte stream.
//!
//! Splits at LF, drops one CR before it and a byte order mark before the first line. Never holds
//! more than [`MAX_LINE`] bytes of one line: the rest is read and thrown away, and the caller gets
//! the part that fitted, marked as cut.

use std::io::{self, BufRead};

/// The longest line that is read whole, in bytes; a draft of a megabyte fits however it is escaped.
pub const MAX_LINE: usize = 8 << 20;

/// One line, without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The line as it came; may be empty and need not be UTF-8.
    Whole(Vec<u8>),
    /// The first [`MAX_LINE`] bytes of a line that was longer.
    Cut(Vec<u8>),
}

/// Reads lines from `input`.
pub struct Lines<R> {
    input: R,
    limit: usize,
    at_start: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads with the usual limit.
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_LINE)
    }

    /// Reads with a limit of `limit` bytes a line.
    pub fn with_limit(input: R, limit: usize) -> Self {
        Lines { input, limit, at_start: true }
    }

    /// Returns the next line, or `None` at the end of input; a last line without LF counts.
    ///
    /// # Errors
    /// Passes on the stream's own errors, except interruption, after which it reads on.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut cut = false;
        let mut any = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = self.limit - line.len().min(self.limit);
            line.extend_from_slice(&part[..part.len().min(room)]);
            cut |= part.len() > room;
            let used = end.map_or(chunk.len(), |at| at + 1);
            self.input.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return Ok(None);
        }
        if std::mem::take(&mut self.at_start) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if !cut && line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(if cut { Line::Cut(line) } else { Line::Whole(line) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8], limit: usize) -> Vec<Line> {
        // A tiny buffer, so that every line is put together from several reads.
        let mut lines = Lines::with_limit(io::BufReader::with_capacity(3, input), limit);
        std::iter::from_fn(|| lines.next_line().expect("memory does not fail")).collect()
    }

    #[test]
    fn lines_end_at_lf_crlf_and_end_of_input() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        assert_eq!(all(b"ab\r\n\ncd\nef", 9), [whole("ab"), whole(""), whole("cd"), whole("ef")]);
    }

    #[test]
    fn a_byte_order_mark_counts_only_at_the_start() {
        let lines = all(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", 9);
        assert_eq!(lines[0], Line::Whole(b"a".to_vec()));
        assert_eq!(lines[1], Line::Whole(b"\xef\xbb\xbfb".to_vec()));
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let lines = all(b"abcdefgh\nxyz\n", 4);
        assert_eq!(lines, [Line::Cut(b"abcd".to_vec()), Line::Whole(b"xyz".to_vec())]);
        assert_eq!(all(b"abcd\n", 4), [Line::Whole(b"abcd".to_vec())]);
    }
}
